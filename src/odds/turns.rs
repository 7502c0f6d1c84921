//! Turn after turn: how likely everybody is how, carried on from turn to turn. Nothing depends on
//! how somebody came to be as they are, so each state is walked once, however many ways lead to
//! it.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::Bounds;
use super::chance::Chance;
use super::deeds::{Changes, DeedLeaf, REFUSED, all_changes, and_then};
use super::mass::{Mass, together};
use super::model::TurnOdds;
use super::trouble::Trouble;
use super::walk::Walker;
use crate::check::program::{At, Game, Kind};
use crate::eval::{Deed, Done, Effects as _, Failure, Passing, Stage, States, act_alone, follow, pass, states};
use crate::state::World;

/// One thing that happens each turn.
#[derive(Debug, Clone)]
pub enum Turn {
    /// Somebody does something.
    Act(Deed),
    /// Time passes.
    Pass(Passing),
}

/// Everybody as they are, and what is other than at first.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Now {
    world: World,
    changes: Changes,
}

/// What something leads to from one state.
struct Next {
    to: Vec<(Changes, World, Mass)>,
    left: Mass,
    refused: Mass,
}

/// States of everybody that are held at once.
const MOST_STATES: usize = 50_000;

/// How likely everybody is how after each of so many turns. What cannot be done in a state is
/// not done.
///
/// # Errors
///
/// What stopped it, or that it would take too long.
pub fn of_turns(stage: &Stage<'_>, turns: &[Turn], times: u32, bounds: &Bounds) -> Result<Vec<TurnOdds>, Trouble> {
    let stage = stage.quiet();
    let mut walker = Walker::new(bounds, bounds.going).not_counting().incurious();
    let before = states(&stage, &mut walker)?;
    let first = Now { world: renumbered(stage.game, stage.world.clone()), changes: Changes::new() };
    let mut now: HashMap<Now, Mass> = HashMap::from([(first, Mass::one())]);
    let mut left = Mass::default();
    let mut known: HashMap<(usize, World), Next> = HashMap::new();
    let mut found = Vec::new();
    for turn in 1..=times {
        let mut unable = Mass::default();
        for (which, what) in turns.iter().enumerate() {
            let mut next: HashMap<Now, Mass> = HashMap::new();
            for (state, mass) in now {
                let key = (which, state.world.clone());
                if !known.contains_key(&key) {
                    let step = step(&Stage { world: &state.world, ..stage }, what, &mut walker)?;
                    known.insert(key.clone(), step);
                }
                let Some(step) = known.get(&key) else { continue };
                for (changes, world, chance) in &step.to {
                    let mut all = state.changes.clone();
                    and_then(&mut all, changes);
                    let after = Now { world: world.clone(), changes: all };
                    next.entry(after).or_default().join(mass.times(chance));
                }
                left.join(mass.times(&step.left));
                if !step.refused.is_zero() {
                    let stays = mass.times(&step.refused);
                    unable.join(stays.clone());
                    next.entry(state).or_default().join(stays);
                }
            }
            if next.len() > MOST_STATES || known.len() > MOST_STATES {
                return Err(Trouble::TooLong(BigUint::from(next.len())));
            }
            now = next;
        }
        found.push(after_turn(&stage, &before, turn, &now, &left, &unable));
    }
    Ok(found)
}

fn after_turn(
    stage: &Stage<'_>,
    before: &States,
    turn: u32,
    now: &HashMap<Now, Mass>,
    left: &Mass,
    unable: &Mass,
) -> TurnOdds {
    let mut seen: Vec<(Option<&Now>, Mass)> = now.iter().map(|(state, mass)| (Some(state), mass.clone())).collect();
    seen.push((None, left.clone()));
    let (seen, all) = together(seen);
    let happened: Vec<(&Changes, &BigUint)> =
        seen.iter().filter_map(|(state, ways)| state.map(|state| (&state.changes, ways))).collect();
    let cut = seen.iter().filter(|(state, _)| state.is_none()).map(|(_, ways)| ways).sum::<BigUint>();
    let (above, below) = unable.ratio();
    TurnOdds {
        turn,
        changes: all_changes(stage.game, stage.world, before, &happened, &all),
        states: now.len(),
        unable: Chance::new(above, below),
        left: Chance::new(cut, all.clone()),
    }
}

/// Everything that one thing leads to from one state.
fn step(stage: &Stage<'_>, what: &Turn, walker: &mut Walker) -> Result<Next, Trouble> {
    let before = states(stage, walker)?;
    let leaf = |done: Result<Done, Failure>, from: &World, walker: &Walker| match done {
        _ if walker.open_ended() => Err(Failure::cut(nowhere())),
        Ok(mut done) => {
            let after = renumbered(stage.game, std::mem::take(&mut done.world));
            Ok(Some((DeedLeaf::of(stage.game, from, &after, done, Vec::new()).changes, after)))
        }
        Err(failure) if REFUSED.contains(&failure.code()) => Ok(None),
        Err(failure) => Err(failure),
    };
    let mut next = Next { to: Vec::new(), left: Mass::default(), refused: Mass::default() };
    match what {
        Turn::Pass(passing) => {
            let walked = walker.walk(|walker| leaf(pass(stage, passing, walker, &[]), stage.world, walker))?;
            next.left = walked.left;
            for (came, mass) in walked.leaves {
                next.add(came, mass);
            }
        }
        Turn::Act(deed) => {
            let alone = walker
                .walk(|walker| leaf(act_alone(stage, deed, walker).map(|(done, _)| done), stage.world, walker))?;
            next.left = alone.left;
            for (came, mass) in alone.leaves {
                let Some((changes, world)) = came else {
                    next.refused.join(mass);
                    continue;
                };
                let after = Stage { world: &world, ..*stage };
                let walked =
                    walker.walk(|walker| leaf(follow(&after, &before, &deed.answers, walker), &world, walker))?;
                next.left.join(mass.times(&walked.left));
                for (came, later) in walked.leaves {
                    let came = came.map(|(then, world)| {
                        let mut all = changes.clone();
                        and_then(&mut all, &then);
                        (all, world)
                    });
                    next.add(came, mass.times(&later));
                }
            }
        }
    }
    Ok(next)
}

impl Next {
    fn add(&mut self, came: Option<(Changes, World)>, mass: Mass) {
        let Some((changes, world)) = came else {
            self.refused.join(mass);
            return;
        };
        match self.to.iter_mut().find(|(one, other, _)| *other == world && *one == changes) {
            Some((.., sum)) => sum.join(mass),
            None => self.to.push((changes, world, mass)),
        }
    }
}

fn nowhere() -> At {
    At { origin: At::TYPED, span: crate::syntax::TextSpan::default() }
}

/// The same people with their tags numbered anew, so that those who are alike are the same
/// whatever came and went before. Where values speak of tags by number they stay as they are.
fn renumbered(game: &Game, mut world: World) -> World {
    let speaks = |kind: &Kind| matches!(kind, Kind::Tag(_));
    if game.tags.iter().any(|tag| tag.values.iter().any(|(_, question)| speaks(&question.value_kind()))) {
        return world;
    }
    let mut numbers: Vec<i64> =
        world.people.iter().flat_map(|person| person.tags.iter().map(|tag| tag.number)).collect();
    numbers.sort_unstable();
    for tag in world.people.iter_mut().flat_map(|person| &mut person.tags) {
        let place = numbers.binary_search(&tag.number).unwrap_or(0);
        tag.number = i64::try_from(place).unwrap_or(0).saturating_add(1);
    }
    world.next_tag = i64::try_from(numbers.len()).unwrap_or(0).saturating_add(1);
    world
}
