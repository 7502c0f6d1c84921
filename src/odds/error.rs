//! Reasons why odds cannot be computed.

use num_bigint::BigUint;

use crate::engine::Failure;
use crate::limits::{Budget, Exceeded, Exhausted, Full};

/// Why there are no odds.
#[derive(Debug, Clone)]
pub enum OddsError {
    /// Numbers or tables would be too large.
    TooLarge,
    /// There would be too many ways to walk: an estimate of their number.
    TooLong(BigUint),
    /// The roll is no test of one side, so there is no intervention in it.
    NoTest,
    /// The budget of work is used up.
    TooMuch(Exhausted),
    /// The budget of memory is used up.
    TooFull(Full),
    /// All samples would take more work than the budget: the number that fits.
    TooMany(u64),
    /// The best decision is not known, because ties are rolled again.
    BestTies,
    /// The best decision depends on ways whose result is not known.
    BestUnsure,
    /// Both sides tie for ever.
    NeverEnds,
    /// The program itself stopped.
    Stopped(Box<Failure>),
    /// Too much work, memory or too many paths, with the dice that contribute most.
    Large(Box<Self>, Vec<LargeDice>),
}

/// Dice, the number of their throws, and the number of branches of each throw.
pub type LargeDice = (String, u64, u64);

impl OddsError {
    /// Adds the dice that contribute most, if this is a bound that was exceeded.
    pub(super) fn made_by(self, budget: &Budget) -> Self {
        let dice = budget.followed();
        match self {
            Self::TooLarge | Self::TooLong(_) | Self::TooMuch(_) | Self::TooFull(_) if !dice.is_empty() => {
                Self::Large(Box::new(self), dice)
            }
            other => other,
        }
    }
}

impl From<Exhausted> for OddsError {
    fn from(spent: Exhausted) -> Self {
        Self::TooMuch(spent)
    }
}

impl From<Full> for OddsError {
    fn from(full: Full) -> Self {
        Self::TooFull(full)
    }
}

impl From<Exceeded> for OddsError {
    fn from(exceeded: Exceeded) -> Self {
        match exceeded {
            Exceeded::Work(spent) => spent.into(),
            Exceeded::Memory(full) => full.into(),
        }
    }
}

impl From<Failure> for OddsError {
    fn from(failure: Failure) -> Self {
        Self::Stopped(Box::new(failure))
    }
}
