//! Reasons why odds cannot be computed.

use num_bigint::BigUint;

use crate::engine::Failure;
use crate::limits::{Exceeded, Exhausted, Full};

/// Why odds cannot be had.
#[derive(Debug, Clone)]
pub enum Trouble {
    /// Numbers or tables would be too large.
    TooLarge,
    /// There would be too many ways to go through: about so many.
    TooLong(BigUint),
    /// What was rolled is no test by one side: nobody can intervene in it.
    NoTest,
    /// It takes more work than it may.
    TooMuch(Exhausted),
    /// It takes more memory than it may.
    TooFull(Full),
    /// So many samples would take more work than they may: so many fit.
    TooMany(u64),
    /// What is best is not known: after a tie all is rolled again.
    BestTies,
    /// What is best depends on what is not known of some ways.
    BestUnsure,
    /// Both sides tie for ever.
    NeverEnds,
    /// The program itself stopped.
    Stopped(Box<Failure>),
}

impl From<Exhausted> for Trouble {
    fn from(spent: Exhausted) -> Self {
        Self::TooMuch(spent)
    }
}

impl From<Full> for Trouble {
    fn from(full: Full) -> Self {
        Self::TooFull(full)
    }
}

impl From<Exceeded> for Trouble {
    fn from(exceeded: Exceeded) -> Self {
        match exceeded {
            Exceeded::Work(spent) => spent.into(),
            Exceeded::Memory(full) => full.into(),
        }
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Stopped(Box::new(failure))
    }
}
