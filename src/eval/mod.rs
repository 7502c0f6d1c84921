//! The evaluator: one interpreter for every effect.
//!
//! Evaluation asks the outside for chance and for answers ([`Effects`]); everything
//! else is pure.

mod addends;
mod cells;
mod dice;
mod effects;
mod failure;
mod fast;
mod generator;
mod lookups;
mod machine;
mod names;
mod numbers;
mod play;
mod reading;
mod result;
mod roll;
mod run;
mod sides;

pub use effects::{Asked, AskedFor, Effects, Refusal, TypedDice};
pub use failure::Failure;
pub use fast::Fast;
pub use generator::Generator;
pub use names::shown;
pub use result::{Answer, Evaluation, How, OutcomeResult, SideResult, Step, Term, Verdict};
pub use roll::{Roll, Thrown};
pub use run::{evaluate, value_of};
