//! Odds turn after turn: a Markov chain. The future depends only on the current state, so each state is walked once.
//! States that differ only in facts that nothing reads are walked as one.

mod differences;
pub mod masses;
mod state_distribution;
mod state_space;
mod tag_kinds;
mod transitions;
mod walk_results;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::OddsLimits;
use super::actions::{called, had, tags};
use super::card_classes::CardUsage;
use super::distribution::Distribution;
use super::error::OddsError;
use super::model::{ChangeOdds, Changing, TurnOdds, unanswered};
use crate::check::program::TagId;
use crate::engine::{
    ActionCall, CardRead, Done, Effects, Failure, Passing, RequestedIntervention, Stage, act, act_alone, pass,
    pass_alone,
};
use crate::limits::{Budget, Exhausted};
use crate::sort::Gather as _;
use crate::sort::Sort as _;
use crate::world::TABLE;
use tag_kinds::{FollowedKinds, acts, due, passing};
use transitions::{CarryResult, Restart, Transitions};

/// One thing that happens each turn.
#[derive(Debug, Clone)]
pub enum Turn {
    /// A character does something.
    Act(ActionCall),
    /// Time passes.
    Pass(Passing),
}

impl Turn {
    /// It happens, with the characters as they are then.
    pub(super) fn happens(&self, stage: &Stage<'_>, effects: &mut dyn Effects) -> Result<Done, Failure> {
        match self {
            Self::Act(call) => act(stage, call, effects, &[]),
            Self::Pass(passing) => pass(stage, passing, effects, &[]),
        }
    }

    /// It happens, but nothing follows from it yet.
    fn happens_alone(&self, stage: &Stage<'_>, effects: &mut dyn Effects) -> Result<Done, Failure> {
        match self {
            Self::Act(call) => act_alone(stage, call, effects),
            Self::Pass(passing) => pass_alone(stage, passing, effects),
        }
    }

    /// Answers to its questions, by name.
    #[must_use]
    pub fn answers(&self) -> &BTreeMap<String, String> {
        match self {
            Self::Act(call) => &call.answers,
            Self::Pass(passing) => &passing.answers,
        }
    }

    /// Interventions that are wanted.
    pub(super) fn interventions(&self) -> &[RequestedIntervention] {
        match self {
            Self::Act(call) => &call.interventions,
            Self::Pass(passing) => &passing.interventions,
        }
    }

    /// The unit of time that passes.
    fn time(&self) -> Option<usize> {
        match self {
            Self::Act(_) => None,
            Self::Pass(passing) => Some(passing.time),
        }
    }
}

/// How each character may be after each of so many turns, and how likely. What cannot be done in a state is not done.
/// Tags that nothing reads are followed as long as there are not too many states; those of kinds in `track` in any
/// case.
///
/// # Errors
///
/// What stopped it, or that it would take too long.
pub fn of_turns(
    stage: &Stage<'_>,
    turns: &[Turn],
    times: u32,
    track: &[TagId],
    bounds: &OddsLimits,
) -> Result<Vec<TurnOdds>, OddsError> {
    let stage = stage.quiet();
    let passing = passing(stage.game, turns)?;
    let tags = stage.game.tags.pairs();
    let mut needed: BTreeSet<TagId> = tags.filter(|(_, kind)| acts(kind, &passing)).map(|(index, _)| index).to_set();
    needed.extend(track);
    let due = due(stage.game, &passing);
    // Cards that are to be told by name.
    let mut cards = CardUsage::within(bounds);
    for kind in track {
        cards.reads(*kind, CardRead::Itself);
    }
    let mut carried =
        Carried { stage, turns, times, bounds, needed, due, apart: true, together: true, cards, spent: 0 };
    let mut found = carried.all();
    if is_too_much(&found) && carried.cards.begin() {
        found = carried.all();
    }
    let mut found = found.map_err(|trouble| match trouble {
        // Said of everything, not of what was left of it.
        OddsError::TooMuch(_) => OddsError::TooMuch(Exhausted { limit: bounds.work }),
        other => other,
    })?;
    as_at_first(&stage, track, &mut found)?;
    for turn in &mut found {
        turn.changes.order_by_key(|change| (change.who, change.what));
    }
    Ok(found)
}

/// Whether less of it may be less than too much.
fn is_too_much<T>(found: &Result<T, OddsError>) -> bool {
    let of = |trouble: &OddsError| {
        matches!(trouble, OddsError::TooLong(_) | OddsError::TooLarge | OddsError::TooMuch(_) | OddsError::TooFull(_))
    };
    found.as_ref().is_err_and(of)
}

/// Adds tags of these kinds for every character who neither gains nor loses one: it is certain that they
/// are as at first.
fn as_at_first(stage: &Stage<'_>, track: &[TagId], turns: &mut [TurnOdds]) -> Result<(), OddsError> {
    let on = (stage.game, &CardUsage::default());
    let people = stage.world.people.iter().enumerate().filter(|(who, _)| *who != TABLE);
    for ((who, person), kind) in people.flat_map(|one| track.iter().map(move |kind| (one, *kind))) {
        let what = Changing::Tags(kind);
        for turn in turns.iter_mut() {
            if turn.changes.iter().any(|change| (change.who, change.what) == (who, what)) {
                continue;
            }
            let known = turn.left.or(&unanswered(&turn.unanswered)).not();
            let to = Distribution::new(vec![(tags(on, person, kind), known.ways().clone())], known.all().clone());
            let (name, had) = (person.name.clone(), had(on, person, what));
            let change = ChangeOdds { who, name, what, called: called(stage.game, what)?, had, to };
            let place = turn.changes.partition_point(|one| (one.who, one.what) < (who, what));
            turn.changes.insert(place, change);
        }
    }
    Ok(())
}

/// What is carried on, and what is known of it by now.
struct Carried<'s> {
    stage: Stage<'s>,
    turns: &'s [Turn],
    times: u32,
    bounds: &'s OddsLimits,
    /// Kinds of tag that something reads, or that do something by themselves.
    needed: BTreeSet<TagId>,
    /// Units of time whose tags become shorter, or end.
    due: BTreeSet<usize>,
    /// Whether what follows from something is carried on by itself.
    apart: bool,
    /// Whether tags that nothing reads are followed all together at first.
    together: bool,
    /// What was read of cards.
    cards: CardUsage,
    /// Work that is done.
    spent: u64,
}

impl Carried<'_> {
    /// Carries everything on. Which tags matter is known when they have been read; then all begins anew, with them.
    fn all(&mut self) -> Result<Vec<TurnOdds>, OddsError> {
        let mut tries = self.stage.game.tags.len().saturating_mul(2).saturating_add(3);
        while tries > 0 {
            let work = self.bounds.work.saturating_sub(self.spent);
            let budget = Rc::new(Budget::with_memory(work, self.bounds.memory));
            let cards = (self.apart, self.cards.clone());
            let kinds = FollowedKinds { needed: self.needed.clone(), idle: BTreeSet::new(), due: self.due.clone() };
            let mut carrying = Transitions::new(self.stage, self.turns, (self.bounds, &budget), kinds, cards);
            let together = self.together;
            let found = self.with(&mut carrying);
            self.spent = self.spent.saturating_add(budget.done());
            self.cards = std::mem::take(&mut carrying.walker.cards);
            tries -= 1;
            match found {
                // There may be room for it where nothing else was followed before.
                found if is_too_much(&found) && together != self.together => {}
                found => match found? {
                    Ok(found) => return Ok(found),
                    Err(Restart::With(more)) => self.needed.extend(more),
                    Err(Restart::AsOne) => self.apart = false,
                    // More and more is known of them, until all of it is.
                    Err(Restart::Cards) => tries += 1,
                },
            }
        }
        Err(OddsError::NeverEnds)
    }

    /// Carries everything on with all tags that nothing reads. If that is too much, without them, and then each kind of
    /// them by itself. One that is too much all the same is left out.
    fn with(&mut self, carrying: &mut Transitions<'_>) -> CarryResult<Vec<TurnOdds>> {
        let tried = self.together;
        if tried {
            carrying.together = true;
            let found = carrying.all(self.times);
            if !is_too_much(&found) || !carrying.follows_idle() {
                return found;
            }
            (carrying.together, self.together) = (false, false);
        }
        carrying.follow_idle(BTreeSet::new(), 1)?;
        let mut found = match carrying.all(self.times)? {
            Ok(found) => found,
            Err(anew) => return Ok(Err(anew)),
        };
        let kinds = carrying.changing.clone();
        for (kind, shares) in kinds.iter().zip((1..=kinds.len() as u64).rev()) {
            carrying.follow_idle([*kind].into(), shares)?;
            // A single one was followed before.
            let again = tried && kinds.len() == 1;
            let alone = if again { Err(OddsError::TooLarge) } else { carrying.all(self.times) };
            if is_too_much(&alone) {
                let name = &self.stage.game.tags[*kind].name;
                found.iter_mut().for_each(|turn| turn.left_out.push(name.to_string()));
                continue;
            }
            let alone = match alone? {
                Ok(alone) => alone,
                Err(anew) => return Ok(Err(anew)),
            };
            let of_kind = [Changing::Tags(*kind), Changing::Values(*kind), Changing::Lasts(*kind)];
            for (turn, alone) in found.iter_mut().zip(alone) {
                turn.changes.extend(alone.changes.into_iter().filter(|change| of_kind.contains(&change.what)));
            }
        }
        Ok(Ok(found))
    }
}
