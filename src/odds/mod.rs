//! Exact odds: the same programs, walked over all outcomes instead of rolled once.
//!
//! The walk is the definition ([`WalkStrategy::Enumerate`]). All other methods give the same ratios; the reads of a program decide
//! which one applies. Property tests compare each with the walk, fraction by fraction: hidden dice, of which only
//! statistics are enumerated ([`WalkStrategy::Deferred`]); sub-programs walked by themselves ([`WalkStrategy::Separate`]); one pass over
//! the faces of a pool; powers of a die; sums of independent pools; two sides, each by itself.

mod actions;
mod advice;
mod after_roll;
mod best_play;
mod card_classes;
mod chance;
mod conservation;
mod convolution;
mod distribution;
mod error;
mod expression;
mod face_classes;
mod first_test;
mod mass;
mod model;
pub mod pool;
mod rule_comparison;
mod sampling;
mod shortcuts;
pub mod turns;
mod walk;
mod weight;

use std::rc::Rc;

use crate::limits::{Budget, Limits};

pub(crate) use actions::names_listed;
pub use actions::of_action;
pub use after_roll::{courses, courses_of_action};
pub use best_play::{Goal, GoalOf, RollGoal, best_of_action, of_roll};
pub(crate) use chance::quotient;
pub use chance::{Chance, Ratio};
pub use distribution::Distribution;
pub use error::OddsError;
pub use expression::of_expression;
pub use model::{
    ActionOdds, Advice, BestPlay, BestWhen, ChangeOdds, Changing, Course, Courses, JointOdds, Moved, Odds,
    OddsCondition, OutcomeOdds, Take, TestOdds, TurnOdds, UNNAMED,
};
pub use rule_comparison::{Figure, FigurePair, Shift, ShiftResult, Shifts, shifted};
pub use sampling::{Sampling, sample_action, sample_expression, sample_roll, sample_turns};
pub use turns::{Turn, of_turns};
pub use walk::WalkStrategy;

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
    pub strategy: WalkStrategy,
    /// Work that one question may cause; see [`crate::limits::Limits::odds`].
    pub work: u64,
    /// Bytes that it may hold; see [`crate::limits::Limits::memory`].
    pub memory: u64,
}

impl OddsLimits {
    /// The bounds that the limits give.
    #[must_use]
    pub fn within(limits: &Limits) -> Self {
        Self { depth: 12, strategy: WalkStrategy::Deferred, work: limits.odds, memory: limits.memory }
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
