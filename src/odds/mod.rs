//! Exact odds: the same programs, walked over all outcomes instead of rolled once.
//!
//! The walk is the definition ([`Going::Plain`]). All other methods give the same ratios; the reads of a program decide
//! which one applies. Property tests compare each with the walk, fraction by fraction: hidden dice, of which only
//! statistics are enumerated ([`Going::Covered`]); sub-programs walked by themselves ([`Going::Apart`]); one pass over
//! the faces of a pool; powers of a die; sums of independent pools; two sides, each by itself.

mod advice;
mod after;
mod best;
mod cards;
mod chance;
mod conserved;
mod deeds;
mod distribution;
mod expression;
mod first;
mod linear;
mod mass;
mod merging;
mod model;
pub mod pool;
mod shift;
mod shortcuts;
mod simulate;
mod trouble;
pub mod turns;
mod walk;
mod weight;

use std::rc::Rc;

use crate::limits::{Budget, Limits};

pub use after::{courses, courses_of_deed};
pub use best::{Goal, GoalOf, RollGoal, best_of_deed, of_roll};
pub(crate) use chance::quotient;
pub use chance::{Chance, Ratio};
pub(crate) use deeds::names_listed;
pub use deeds::of_deed;
pub use distribution::Distribution;
pub use expression::of_expression;
pub use model::{
    Advice, BestPlay, BestWhen, ChangeOdds, Changing, Course, Courses, DeedOdds, JointOdds, Moved, Odds, OddsCondition,
    OutcomeOdds, Take, TestOdds, TurnOdds, UNNAMED,
};
pub use shift::{Figure, FigurePair, Shift, ShiftResult, Shifts, shifted};
pub use simulate::{Sampling, sample_deed, sample_expression, sample_roll, sample_turns};
pub use trouble::OddsError;
pub use turns::{Turn, of_turns};
pub use walk::Going;

/// How a test ends, as decisions may see it: told where nothing that was rolled says when to decide.
pub const ENDS: [&str; 2] = ["success", "outcome"];
/// Ways that a walk may go.
const MOST_PATHS: u64 = 1_000_000;

/// The limits of computing odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OddsLimits {
    /// Explosions of one die that are followed.
    pub depth: u32,
    /// How dice are gone through.
    pub going: Going,
    /// Work that one question may cause; see [`crate::limits::Limits::odds`].
    pub work: u64,
    /// Bytes that it may hold; see [`crate::limits::Limits::memory`].
    pub memory: u64,
}

impl OddsLimits {
    /// The bounds that the limits give.
    #[must_use]
    pub fn within(limits: &Limits) -> Self {
        Self { depth: 12, going: Going::Covered, work: limits.odds, memory: limits.memory }
    }

    /// The budget of one question.
    #[must_use]
    pub fn budget(&self) -> Rc<Budget> {
        Rc::new(Budget::with_memory(self.work, self.memory))
    }
}

impl Default for OddsLimits {
    fn default() -> Self {
        Self::within(&Limits::default())
    }
}
