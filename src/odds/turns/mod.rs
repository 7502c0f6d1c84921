//! Odds turn after turn: a Markov chain. The future depends only on the current state, so each state is walked once.
//! States that differ only in facts that nothing reads are walked as one.

mod carrying;
mod crowd;
mod differences;
mod kinds;
pub mod masses;
mod now;
mod walked;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::OddsLimits;
use super::cards::CardUsage;
use super::deeds::{called, had, tags};
use super::distribution::Distribution;
use super::model::{ChangeOdds, Changing, TurnOdds, unanswered};
use super::trouble::OddsError;
use crate::check::program::TagId;
use crate::engine::{
    CardRead, Deed, Done, Effects, Failure, Passing, RequestedIntervention, Stage, act, act_alone, pass, pass_alone,
};
use crate::limits::{Budget, Exhausted};
use crate::sort::Gather as _;
use crate::sort::Sort as _;
use crate::world::TABLE;
use carrying::{Anew, Carrying, MOST_RUNS};
use kinds::{acts, passing};

/// One thing that happens each turn.
#[derive(Debug, Clone)]
pub enum Turn {
    /// A character does something.
    Act(Deed),
    /// Time passes.
    Pass(Passing),
}

impl Turn {
    /// It happens, with the characters as they are then.
    pub(super) fn happens(&self, stage: &Stage<'_>, effects: &mut dyn Effects) -> Result<Done, Failure> {
        match self {
            Self::Act(deed) => act(stage, deed, effects, &[]),
            Self::Pass(passing) => pass(stage, passing, effects, &[]),
        }
    }

    /// It happens, but nothing follows from it yet.
    fn happens_alone(&self, stage: &Stage<'_>, effects: &mut dyn Effects) -> Result<Done, Failure> {
        match self {
            Self::Act(deed) => act_alone(stage, deed, effects),
            Self::Pass(passing) => pass_alone(stage, passing, effects),
        }
    }

    /// Answers to its questions, by name.
    #[must_use]
    pub fn answers(&self) -> &BTreeMap<String, String> {
        match self {
            Self::Act(deed) => &deed.answers,
            Self::Pass(passing) => &passing.answers,
        }
    }

    /// Interventions that are wanted.
    pub(super) fn interventions(&self) -> &[RequestedIntervention] {
        match self {
            Self::Act(deed) => &deed.interventions,
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
    let held: BTreeSet<TagId> = stage.world.people.iter().flat_map(|person| &person.tags).map(|tag| tag.kind).to_set();
    // All tags together may cost half of everything, so that something is left for each by itself.
    let together = if stage.game.tags.is_empty() { bounds.work } else { bounds.work / 2 };
    let budget = Rc::new(Budget::with_memory(together, bounds.memory));
    let mut cards = CardUsage::within(bounds);
    for kind in track {
        // They are to be told by name.
        cards.reads(*kind, CardRead::Itself);
    }
    let mut carried = Carried { stage, turns, times, bounds, budget, needed, apart: true, cards, runs: 0 };
    let found = carried.with(held.clone(), true);
    if !is_too_much(&found) {
        let mut found = found?.0;
        as_at_first(&stage, track, &mut found)?;
        return Ok(found);
    }
    let mut spent = carried.budget.done().min(together);
    carried.budget = Rc::new(carried.budget.of_work(bounds.work.saturating_sub(spent)));
    // The runs that all together took are no runs of each by itself.
    carried.runs = 0;
    // Nothing reads them: each by itself is as good as all together.
    let mut alone = carried.with(BTreeSet::new(), false);
    if is_too_much(&alone) && carried.cards.begin() {
        spent = spent.saturating_add(carried.budget.done());
        carried.budget = Rc::new(carried.budget.of_work(bounds.work.saturating_sub(spent)));
        carried.runs = 0;
        alone = carried.with(BTreeSet::new(), false);
    }
    let (mut found, mut others) = alone.map_err(|trouble| match trouble {
        // Said of everything, not of what was left of it.
        OddsError::TooMuch(_) => OddsError::TooMuch(Exhausted { limit: bounds.work }),
        other => other,
    })?;
    others.extend(held);
    let waiting: Vec<TagId> = others.difference(&carried.needed).copied().collect();
    for (at, kind) in waiting.iter().copied().enumerate() {
        // What is left is shared out: one that is too much leaves the others theirs.
        spent = spent.saturating_add(carried.budget.done());
        let left = bounds.work.saturating_sub(spent) / (waiting.len() - at) as u64;
        carried.budget = Rc::new(carried.budget.of_work(left));
        let alone =
            if carried.runs > MOST_RUNS { Err(OddsError::TooLarge) } else { carried.with([kind].into(), false) };
        match alone {
            too_much if is_too_much(&too_much) => {
                let kind = &stage.game.tags[kind];
                found.iter_mut().for_each(|turn| turn.left_out.push(kind.name.to_string()));
            }
            alone => {
                let (alone, _) = alone?;
                for (turn, alone) in found.iter_mut().zip(alone) {
                    let changes = alone.changes.into_iter();
                    let of_kind = [Changing::Tags(kind), Changing::Values(kind), Changing::Lasts(kind)];
                    turn.changes.extend(changes.filter(|change| of_kind.contains(&change.what)));
                }
            }
        }
    }
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
    /// What it may cost.
    budget: Rc<Budget>,
    /// Kinds of tag that something reads, or that do something by themselves.
    needed: BTreeSet<TagId>,
    /// Whether what follows from something is carried on by itself.
    apart: bool,
    /// What was read of cards.
    cards: CardUsage,
    /// Runs of all walks.
    runs: u64,
}

impl Carried<'_> {
    /// Carries everything on, with tags of these kinds besides those that are needed; `greedy`: and of all that
    /// characters gain. With it come the kinds that they gained and that were not followed.
    fn with(
        &mut self,
        mut besides: BTreeSet<TagId>,
        greedy: bool,
    ) -> Result<(Vec<TurnOdds>, BTreeSet<TagId>), OddsError> {
        // Which tags matter is known when they have been read; then all begins anew, with them.
        let mut tries = self.stage.game.tags.len().saturating_mul(2).saturating_add(2);
        while tries > 0 {
            let kinds = self.needed.union(&besides).copied().to_set();
            let mut carrying = Carrying::new(
                self.stage,
                self.turns,
                (self.bounds, &self.budget),
                kinds,
                (self.apart, greedy, self.cards.clone()),
            );
            let found = carrying.all(self.times);
            self.cards = std::mem::take(&mut carrying.walker.cards);
            tries -= 1;
            self.runs = self.runs.saturating_add(carrying.walker.runs);
            match found? {
                Ok(found) => return Ok((found, std::mem::take(&mut carrying.gained))),
                Err(Anew::With(more)) => self.needed.extend(more),
                Err(Anew::Gained(more)) => besides.extend(more),
                Err(Anew::AsOne) => self.apart = false,
                // More and more is known of them, until all of it is.
                Err(Anew::Cards) => tries += 1,
            }
        }
        Err(OddsError::NeverEnds)
    }
}
