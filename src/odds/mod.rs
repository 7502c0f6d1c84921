//! Exact odds: the same programs, walked over all outcomes instead of rolled once.

mod chance;
mod distribution;
mod model;

pub use chance::{Chance, Ratio};
pub use distribution::Distribution;
pub use model::{ChangeOdds, Changing, Course, DeedOdds, Odds, OutcomeOdds, TestOdds, numbers};
