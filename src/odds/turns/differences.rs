//! Differences from the state before the first turn.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::masses::Masses;
use super::state_distribution::StateDistribution;
use super::state_space::StateSpace;
use crate::check::program::{CheckedGame, PointsId, TagId, TrackId};
use crate::engine::{Answer, Stage, States};
use crate::odds::actions::{ChangeKey, boxes, change, other, state, tags, trait_shown};
use crate::odds::card_classes::CardUsage;
use crate::odds::conservation::lost;
use crate::odds::error::OddsError;
use crate::odds::model::{ChangeOdds, Changing};
use crate::sort::Gather as _;
use crate::world::World;

/// A character as they may be: who, the number of the person, the number of their condition.
type CharacterState = (usize, u32, u32);

/// What is other than at first in each way in which a character can be, found out once.
#[derive(Debug, Default)]
pub(super) struct Differences {
    /// By what, the number of the answer.
    found: FxHashMap<CharacterState, Vec<(ChangeKey, usize)>>,
    answers: Vec<Answer>,
    numbers: FxHashMap<Answer, usize>,
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

    /// How likely each change is. `first`: the table and the number of its states; states of all
    /// tables are known; `had` are points that characters had before they changed.
    pub(super) fn odds(
        &mut self,
        (stage, cards): (&Stage<'_>, &CardUsage),
        space: &mut StateSpace,
        (first, before): (u32, u32),
        now: &StateDistribution,
        had: &BTreeMap<(usize, PointsId), i64>,
    ) -> Result<Vec<ChangeOdds>, OddsError> {
        let mut each: Vec<CharacterState> = Vec::new();
        let mut places: FxHashMap<CharacterState, usize> = FxHashMap::default();
        let mut masses = Masses::up_to(&now.below);
        // How likely anything is at all.
        masses.push();
        now.sum_up(&mut masses, |state, masses, sums| {
            sums.push(0);
            let states = space.states_of(state)?.ok_or_else(|| lost())?;
            let conditions = space.conditions(states)?;
            for (who, (person, condition)) in space.people(state)?.iter().zip(conditions).enumerate() {
                let character = (who, *person, *condition);
                sums.push(*places.entry(character).or_insert_with(|| {
                    each.push(character);
                    masses.push();
                    each.len()
                }));
            }
            Ok(())
        })?;
        let done = masses.get(0)?;
        let (was, before) = (space.world(first)?, space.states(before)?);
        let mut sums: BTreeMap<ChangeKey, FxHashMap<usize, BigUint>> = BTreeMap::new();
        for (at, character) in (1_usize..).zip(each) {
            let ways = masses.get(at)?;
            if !self.found.contains_key(&character) {
                let changes = differences((stage.game, cards), space, (&was, &before), character, had)?;
                let changes = changes.into_iter().map(|(what, answer)| (what, self.number(answer))).collect();
                self.found.insert(character, changes);
            }
            for (key, answer) in self.found.get(&character).ok_or_else(|| lost())? {
                *sums.entry(*key).or_default().entry(*answer).or_default() += &ways;
            }
        }
        let odds = sums.into_iter().map(|(key, answers)| {
            let ways = answers.into_iter().map(|(answer, ways)| Some((self.answers.get(answer)?.clone(), ways)));
            let ways = ways.collect::<Option<_>>().ok_or_else(|| lost())?;
            Ok(change((&Stage { world: &was, ..*stage }, cards), &before, key, ways, &done, &now.below)?)
        });
        odds.collect()
    }
}

/// What is other about a character than at first.
fn differences(
    (game, cards): (&CheckedGame, &CardUsage),
    space: &StateSpace,
    (was, before): (&World, &States),
    (who, person, condition): CharacterState,
    had: &BTreeMap<(usize, PointsId), i64>,
) -> Result<Vec<(ChangeKey, Answer)>, OddsError> {
    let mut found = Vec::new();
    let new = space.person(person)?;
    let old = was.people.get(who).ok_or_else(|| lost())?;
    let sum = |marks: Option<&Vec<i64>>| marks.map_or(0, |marks| boxes(marks));
    for (points, now) in &new.points {
        // What a character has besides what they had at first has changed.
        let first = *old.points.get(points).or_else(|| had.get(&(who, *points))).ok_or_else(|| lost())?;
        if first != *now {
            found.push(((who, Changing::Points(*points)), Answer::Number(now.saturating_sub(first))));
        }
    }
    let tracks: BTreeSet<&TrackId> = old.marks.keys().chain(new.marks.keys()).to_set();
    for track in tracks {
        let change = sum(new.marks.get(track)).saturating_sub(sum(old.marks.get(track)));
        if change != 0 {
            found.push(((who, Changing::Marks(*track)), Answer::Number(change)));
        }
    }
    for (index, now) in &new.traits {
        if old.traits.get(index) != Some(now) {
            found.push(((who, Changing::Trait(*index)), trait_shown(game, *index, *now)));
        }
    }
    let kinds: BTreeSet<TagId> = old.tags.iter().chain(&new.tags).map(|tag| tag.kind).to_set();
    for kind in kinds {
        let now = tags((game, cards), new, kind);
        if tags((game, cards), old, kind) != now {
            found.push(((who, Changing::Tags(kind)), now));
        }
    }
    found.extend(other(game, old, new)?.into_iter().map(|what| ((who, what), Answer::Flag(true))));
    for (holder, now) in &**space.condition(condition)? {
        if before.get(&(who, *holder)).is_some_and(|held| held != now) {
            found.push(((who, Changing::State(*holder)), state(game, *holder, *now)?));
        }
    }
    Ok(found)
}
