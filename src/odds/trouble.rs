//! Why odds cannot be had.

use num_bigint::BigUint;

use crate::eval::Failure;

/// Why odds cannot be had.
#[derive(Debug, Clone)]
pub enum Trouble {
    /// Numbers or tables would be too large.
    TooLarge,
    /// There would be too many ways to go through: about so many.
    TooLong(BigUint),
    /// What was rolled is no test by one side: nobody can intervene in it.
    NoTest,
    /// Both sides tie for ever.
    NeverEnds,
    /// The program itself stopped.
    Stopped(Box<Failure>),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Stopped(Box::new(failure))
    }
}
