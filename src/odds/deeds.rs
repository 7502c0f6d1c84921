//! What an action leads to: the action itself, walked.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use num_traits::Zero as _;

use super::Bounds;
use super::chance::Chance;
use super::distribution::Distribution;
use super::expression::{Leaf, from_leaves};
use super::mass::{Mass, together};
use super::model::{ChangeOdds, Changing, DeedOdds, TestOdds};
use super::trouble::Trouble;
use super::walk::{End, Ended, Walker};
use crate::check::program::Game;
use crate::eval::{Answer, Deed, Done, Effects, Failure, Stage, States, act, states};
use crate::state::{Event, World};

/// What one run of an action comes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct DeedLeaf {
    pub(super) ended: Vec<Ended>,
    pub(super) values: Vec<(String, Answer)>,
    pub(super) changes: BTreeMap<(usize, Changing), Answer>,
    pub(super) said: Vec<String>,
    pub(super) refused: bool,
}

/// Failures that say that something cannot be done now: others are mistakes.
pub(super) const REFUSED: [&str; 2] = ["need-not-met", "not-enough-points"];

impl DeedLeaf {
    fn refused() -> Self {
        Self { refused: true, ..Self::default() }
    }

    pub(super) fn of(game: &Game, before: &World, done: Done, ended: Vec<Ended>) -> Self {
        let changes = changes(game, before, &done.world, &done.events);
        Self { ended, values: done.values, changes, said: done.said, refused: false }
    }
}

/// What is other than before.
pub(super) fn changes(
    game: &Game,
    before: &World,
    after: &World,
    events: &[Event],
) -> BTreeMap<(usize, Changing), Answer> {
    let mut changes = BTreeMap::new();
    let mut touched: BTreeSet<(usize, Changing)> = BTreeSet::new();
    for event in events {
        match event {
            Event::Points { who, points, from, to } => {
                let sum = changes.entry((*who, Changing::Points(*points))).or_insert(Answer::Number(0));
                if let Answer::Number(sum) = sum {
                    *sum = sum.saturating_add(to.saturating_sub(*from));
                }
            }
            Event::Marks { who, track, from, to } => {
                let count = |marks: &[i64]| marks.iter().fold(0_i64, |sum, one| sum.saturating_add(*one));
                let sum = changes.entry((*who, Changing::Marks(*track))).or_insert(Answer::Number(0));
                if let Answer::Number(sum) = sum {
                    *sum = sum.saturating_add(count(to).saturating_sub(count(from)));
                }
            }
            Event::State { who, track, to, .. } => {
                changes.insert((*who, Changing::State(*track)), state(game, *track, *to));
            }
            Event::Trait { who, index, to, .. } => {
                changes.insert((*who, Changing::Trait(*index)), Answer::Number(*to));
            }
            Event::TagGained { who, tag } | Event::TagLost { who, tag, .. } => {
                touched.insert((*who, Changing::Tags(tag.kind)));
            }
            Event::TagValue { .. } | Event::TagLasts { .. } | Event::Said(_) | Event::Passed(_) => {}
        }
    }
    for (who, what) in touched {
        let (was, is) = (value_before(game, before, None, who, what), value_before(game, after, None, who, what));
        if was != is {
            changes.insert((who, what), is);
        }
    }
    changes.retain(|_, answer| *answer != Answer::Number(0));
    changes
}

fn state(game: &Game, track: usize, state: usize) -> Answer {
    let name = game.tracks.get(track).and_then(|track| track.states.get(state)).map(|state| state.name.to_string());
    Answer::Text(name.unwrap_or_default())
}

/// What something is where it has not changed.
fn value_before(game: &Game, world: &World, states: Option<&States>, who: usize, what: Changing) -> Answer {
    match what {
        Changing::Points(_) | Changing::Marks(_) => Answer::Number(0),
        Changing::State(track) => match states.and_then(|states| states.get(&(who, track))) {
            Some(held) => state(game, track, *held),
            None => Answer::Text(String::new()),
        },
        Changing::Trait(index) => {
            let value = world.people.get(who).and_then(|person| person.traits.get(&index)).copied();
            Answer::Number(value.unwrap_or(0))
        }
        Changing::Tags(kind) => {
            let tags = world.people.get(who).map(|person| person.tags.as_slice()).unwrap_or_default();
            let held = tags.iter().filter(|tag| tag.kind == kind);
            let kind = game.tags.get(kind);
            if kind.is_some_and(|kind| kind.free_names) {
                let mut names: Vec<String> = held.filter_map(|tag| tag.name.clone()).collect();
                names.sort();
                return Answer::Text(names.join(", "));
            }
            let count = held.count();
            if kind.is_some_and(|kind| kind.several) {
                Answer::Number(i64::try_from(count).unwrap_or(i64::MAX))
            } else {
                Answer::Flag(count > 0)
            }
        }
    }
}

/// What an action leads to.
///
/// # Errors
///
/// What stopped it, or that it would take too long.
pub fn of_deed(stage: &Stage<'_>, deed: &Deed, bounds: &Bounds) -> Result<DeedOdds, Trouble> {
    let stage = stage.quiet();
    let mut walker = Walker::new(bounds, bounds.going);
    let mut refused: Option<Failure> = None;
    let before = states(&stage, &mut walker)?;
    let walked = walker.walk(|walker| match act(&stage, deed, walker, &[]) {
        // Where dice were cut, whatever follows from them is only the least.
        Ok(_) if walker.open_ended() => Err(Failure::new("cut", act_at(&stage, deed))),
        Ok(done) => {
            let ended = std::mem::take(&mut walker.ended);
            Ok(DeedLeaf::of(stage.game, stage.world, done, ended))
        }
        Err(failure) if REFUSED.contains(&failure.code()) => {
            refused.get_or_insert(failure);
            Ok(DeedLeaf::refused())
        }
        Err(failure) => Err(failure),
    })?;
    let mut seen = walked.leaves;
    if let Some(failure) = refused.take_if(|_| seen.iter().all(|(leaf, _)| leaf.refused)) {
        return Err(failure.into());
    }
    let (left, below) = walked.left.ratio();
    let mut cut = Mass::default();
    cut.add(left.clone(), &below);
    let nothing = DeedLeaf { refused: true, said: vec![String::new()], ..DeedLeaf::default() };
    seen.push((nothing, cut));
    let (mut leaves, all) = together(seen);
    let cut = leaves.pop().map_or_else(BigUint::zero, |(_, ways)| ways);
    Ok(from_deeds(stage.game, stage.world, &before, leaves, &all, cut))
}

fn act_at(stage: &Stage<'_>, deed: &Deed) -> crate::check::program::At {
    let nowhere = crate::check::program::At {
        origin: crate::check::program::At::TYPED,
        span: crate::syntax::TextSpan::default(),
    };
    stage.game.actions.get(deed.action).map_or(nowhere, |action| action.at)
}

/// The tests of all runs in an order in which each run can have rolled them.
fn tests_in_order(leaves: &[(DeedLeaf, BigUint)]) -> Vec<TestKey> {
    let mut order: Vec<TestKey> = Vec::new();
    for (leaf, _) in leaves {
        let mut place = 0;
        for key in keys(&leaf.ended) {
            match order.iter().position(|one| *one == key) {
                Some(at) => place = place.max(at + 1),
                None => {
                    order.insert(place.min(order.len()), key);
                    place += 1;
                }
            }
        }
    }
    order
}

/// A test by its label, who rolls it, which, and the how manyth of these it is.
type TestKey = (String, Vec<String>, usize, usize);

fn keys(ended: &[Ended]) -> Vec<TestKey> {
    let mut keys: Vec<TestKey> = Vec::with_capacity(ended.len());
    for one in ended {
        let same = |key: &&TestKey| key.0 == one.label && key.1 == one.who && key.2 == one.test;
        let before = keys.iter().filter(same).count();
        keys.push((one.label.clone(), one.who.clone(), one.test, before));
    }
    keys
}

/// What runs came to, counted.
pub(super) fn from_deeds(
    game: &Game,
    world: &World,
    states: &States,
    leaves: Vec<(DeedLeaf, BigUint)>,
    all: &BigUint,
    cut: BigUint,
) -> DeedOdds {
    let mut tests = Vec::new();
    for key in tests_in_order(&leaves) {
        let mut rolled = BigUint::zero();
        let mut ends: Vec<(Leaf, BigUint)> = Vec::new();
        for (leaf, ways) in &leaves {
            for (ended, found) in leaf.ended.iter().zip(keys(&leaf.ended)) {
                if found == key {
                    rolled += ways;
                    let value = ended.total.map(Answer::Number);
                    ends.push((Leaf { value, end: ended.outcome.clone(), shown: ended.shown.clone() }, ways.clone()));
                }
            }
        }
        let mut odds = from_leaves(&possible(game, key.2, &ends), ends, all.clone());
        odds.undecided = Chance::never();
        tests.push(TestOdds {
            label: key.0,
            test: game.tests.get(key.2).map_or(String::new(), |test| test.name.to_string()),
            who: key.1,
            rolled: Chance::new(rolled, all.clone()),
            odds,
        });
    }
    let mut values: Vec<(String, Vec<(Answer, BigUint)>)> = Vec::new();
    let mut said: Vec<(String, BigUint)> = Vec::new();
    let mut refused = BigUint::zero();
    let mut done = BigUint::zero();
    for (leaf, ways) in &leaves {
        if leaf.refused {
            refused += ways;
            continue;
        }
        done += ways;
        for (label, answer) in &leaf.values {
            match values.iter_mut().find(|(one, _)| one == label) {
                Some((_, answers)) => answers.push((answer.clone(), ways.clone())),
                None => values.push((label.clone(), vec![(answer.clone(), ways.clone())])),
            }
        }
        let once: BTreeSet<&String> = leaf.said.iter().collect();
        for text in once {
            match said.iter_mut().find(|(one, _)| one == text) {
                Some((_, sum)) => *sum += ways,
                None => said.push((text.clone(), ways.clone())),
            }
        }
    }
    said.sort_by(|one, other| other.1.cmp(&one.1));
    let chance = |ways: BigUint| Chance::new(ways, all.clone());
    DeedOdds {
        tests,
        values: values.into_iter().map(|(label, found)| (label, Distribution::new(found, all.clone()))).collect(),
        changes: all_changes(game, world, states, &leaves, all, &done),
        said: said.into_iter().map(|(text, ways)| (text, chance(ways))).collect(),
        refused: chance(refused),
        left: chance(cut),
        samples: None,
    }
}

/// The ends of a test in the ruleset's order; of two sides those that there are.
fn possible(game: &Game, test: usize, ends: &[(Leaf, BigUint)]) -> Vec<End> {
    let opposed = ends.iter().any(|(leaf, _)| leaf.end.as_ref().is_some_and(|end| end.verdict.is_some()));
    let outcomes = game.tests.get(test).map(|test| test.outcomes.as_slice()).unwrap_or_default();
    if opposed {
        return Vec::new();
    }
    let end = |outcome: &crate::check::program::Outcome| End {
        name: Some(outcome.name.to_string()),
        verdict: None,
        success: outcome.success,
        margin: None,
    };
    outcomes.iter().map(end).collect()
}

fn all_changes(
    game: &Game,
    world: &World,
    states: &States,
    leaves: &[(DeedLeaf, BigUint)],
    all: &BigUint,
    done: &BigUint,
) -> Vec<ChangeOdds> {
    let keys: BTreeSet<(usize, Changing)> = leaves.iter().flat_map(|(leaf, _)| leaf.changes.keys().copied()).collect();
    let mut found = Vec::with_capacity(keys.len());
    for (who, what) in keys {
        let mut ways: Vec<(Answer, BigUint)> = Vec::new();
        let mut changed = BigUint::zero();
        for (leaf, count) in leaves {
            if let Some(answer) = leaf.changes.get(&(who, what)) {
                ways.push((answer.clone(), count.clone()));
                changed += count;
            }
        }
        ways.push((value_before(game, world, Some(states), who, what), done - changed));
        found.push(ChangeOdds {
            who,
            name: world.people.get(who).map_or(String::new(), |person| person.name.clone()),
            what,
            called: called(game, what),
            to: Distribution::new(ways, all.clone()),
        });
    }
    found
}

/// What something that changes is called in the ruleset.
pub(super) fn called(game: &Game, what: Changing) -> String {
    let name = match what {
        Changing::Points(index) => game.points.get(index).map(|one| one.name.to_string()),
        Changing::Marks(index) | Changing::State(index) => game.tracks.get(index).map(|one| one.name.to_string()),
        Changing::Tags(index) => game.tags.get(index).map(|one| one.name.to_string()),
        Changing::Trait(index) => game.traits.get(index).map(|one| one.name.to_string()),
    };
    name.unwrap_or_default()
}
