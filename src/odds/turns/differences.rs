//! What is other than at first, turn after turn.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use num_bigint::BigUint;
use num_traits::Zero as _;

use super::Now;
use super::crowd::Crowd;
use crate::check::program::Game;
use crate::eval::{Answer, States};
use crate::odds::deeds::{change, value_before};
use crate::odds::model::{ChangeOdds, Changing};
use crate::state::World;

/// Whose, and what.
type Whose = (usize, Changing);

/// What is other than at first in each state, found out once.
#[derive(Debug, Default)]
pub(super) struct Differences {
    /// By the state's number: by whose and what, the number of the answer.
    found: HashMap<usize, Vec<(Whose, usize)>>,
    answers: Vec<Answer>,
    numbers: HashMap<Answer, usize>,
}

impl Differences {
    fn number(&mut self, answer: Answer) -> usize {
        if let Some(number) = self.numbers.get(&answer) {
            return *number;
        }
        self.answers.push(answer.clone());
        self.numbers.insert(answer, self.answers.len() - 1);
        self.answers.len() - 1
    }

    /// Finds what is other in one state; both come with the numbers of their states. `had` are
    /// points that somebody had before they changed.
    pub(super) fn find(
        &mut self,
        game: &Game,
        crowd: &Crowd,
        (first, before): (usize, usize),
        (state, after): (usize, usize),
        had: &BTreeMap<(usize, usize), i64>,
    ) {
        if self.found.contains_key(&state) {
            return;
        }
        let (was, is) = (crowd.world(first), crowd.world(state));
        let (before, after) = (crowd.states(before), crowd.states(after));
        let mut found = Vec::new();
        for (key, answer) in differences(game, (&was, &before), (&is, &after), had) {
            found.push((key, self.number(answer)));
        }
        self.found.insert(state, found);
    }

    /// How likely each of them is.
    pub(super) fn odds(&self, game: &Game, world: &World, before: &States, now: &Now) -> Vec<ChangeOdds> {
        let mut sums: BTreeMap<Whose, HashMap<usize, BigUint>> = BTreeMap::new();
        let mut done = BigUint::zero();
        for (state, ways) in &now.states {
            done += ways;
            for (key, answer) in self.found.get(state).map(Vec::as_slice).unwrap_or_default() {
                *sums.entry(*key).or_default().entry(*answer).or_default() += ways;
            }
        }
        let odds = sums.into_iter().map(|(key, answers)| {
            let ways = answers.into_iter().filter_map(|(answer, ways)| Some((self.answers.get(answer)?.clone(), ways)));
            change(game, world, before, key, ways.collect(), &done, &now.below)
        });
        odds.collect()
    }
}

/// What is other in the second, each with its states.
fn differences(
    game: &Game,
    (was, before): (&World, &States),
    (is, after): (&World, &States),
    had: &BTreeMap<(usize, usize), i64>,
) -> Vec<(Whose, Answer)> {
    let mut found = Vec::new();
    let sum = |marks: Option<&Vec<i64>>| {
        marks.map_or(0, |marks| marks.iter().fold(0_i64, |sum, one| sum.saturating_add(*one)))
    };
    for (who, (old, new)) in was.people.iter().zip(&is.people).enumerate() {
        for (points, now) in &new.points {
            let first = old.points.get(points).or_else(|| had.get(&(who, *points))).copied().unwrap_or(*now);
            if first != *now {
                found.push(((who, Changing::Points(*points)), Answer::Number(now.saturating_sub(first))));
            }
        }
        let tracks: BTreeSet<&usize> = old.marks.keys().chain(new.marks.keys()).collect();
        for track in tracks {
            let change = sum(new.marks.get(track)).saturating_sub(sum(old.marks.get(track)));
            if change != 0 {
                found.push(((who, Changing::Marks(*track)), Answer::Number(change)));
            }
        }
        for (index, now) in &new.traits {
            if old.traits.get(index) != Some(now) {
                found.push(((who, Changing::Trait(*index)), Answer::Number(*now)));
            }
        }
        let kinds: BTreeSet<usize> = old.tags.iter().chain(&new.tags).map(|tag| tag.kind).collect();
        for what in kinds.into_iter().map(Changing::Tags) {
            let now = value_before(game, is, None, who, what);
            if value_before(game, was, None, who, what) != now {
                found.push(((who, what), now));
            }
        }
    }
    for ((who, track), now) in after {
        let what = Changing::State(*track);
        if before.get(&(*who, *track)).is_some_and(|held| held != now) {
            found.push(((*who, what), value_before(game, is, Some(after), *who, what)));
        }
    }
    found
}
