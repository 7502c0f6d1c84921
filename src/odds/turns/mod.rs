//! Turn after turn: how likely everybody is how, carried on from turn to turn. Nothing depends on
//! how somebody came to be as they are, so each state is walked once, however many ways lead to
//! it; and those that differ only in what nobody looks at are walked as one.

mod carrying;
mod crowd;
mod differences;
mod kinds;
mod masses;
mod now;
mod walked;

use std::collections::BTreeSet;

use super::Bounds;
use super::model::TurnOdds;
use super::trouble::Trouble;
use crate::eval::{Deed, Done, Effects, Failure, Passing, Stage, act, pass};
use carrying::{Anew, Carrying};
use kinds::{acts, passing};

/// One thing that happens each turn.
#[derive(Debug, Clone)]
pub enum Turn {
    /// Somebody does something.
    Act(Deed),
    /// Time passes.
    Pass(Passing),
}

impl Turn {
    /// It happens, as everybody is then.
    pub(super) fn happens<E: Effects>(&self, stage: &Stage<'_>, effects: &mut E) -> Result<Done, Failure> {
        match self {
            Self::Act(deed) => act(stage, deed, effects, &[]),
            Self::Pass(passing) => pass(stage, passing, effects, &[]),
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

/// How likely everybody is how after each of so many turns. What cannot be done in a state is
/// not done. Tags that nothing reads are not followed.
///
/// # Errors
///
/// What stopped it, or that it would take too long.
pub fn of_turns(stage: &Stage<'_>, turns: &[Turn], times: u32, bounds: &Bounds) -> Result<Vec<TurnOdds>, Trouble> {
    let (stage, budget) = (stage.quiet(), &bounds.budget());
    let passing = passing(stage.game, turns);
    let tags = stage.game.tags.iter().enumerate();
    let mut kinds: BTreeSet<usize> = tags.filter(|(_, kind)| acts(kind, &passing)).map(|(index, _)| index).collect();
    let mut apart = true;
    // Which tags matter is known when they have been read; then all begins anew, with them.
    for _ in 0..=stage.game.tags.len().saturating_add(1) {
        match Carrying::new(stage, turns, (bounds, budget), kinds.clone(), apart).all(times)? {
            Ok(found) => return Ok(found),
            Err(Anew::With(more)) => kinds.extend(more),
            Err(Anew::AsOne) => apart = false,
        }
    }
    Err(Trouble::NeverEnds)
}
