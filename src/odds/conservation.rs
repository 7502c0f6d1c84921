//! Conservation of probability: results, truncated and undecided parts sum to exactly one. Every walk, every pass over
//! dice, every turn and every result of odds is checked here.

use num_bigint::BigUint;

use super::error::OddsError;
use super::mass::Mass;
use crate::engine::Failure;

/// Checks that some ways sum to all ways.
///
/// # Errors
///
/// An internal one, with its place in the code: ways were lost or counted twice.
#[track_caller]
pub(super) fn whole<'w>(ways: impl IntoIterator<Item = &'w BigUint>, all: &BigUint) -> Result<(), OddsError> {
    if ways.into_iter().sum::<BigUint>() == *all { Ok(()) } else { Err(lost()) }
}

/// Checks that some masses sum to one.
///
/// # Errors
///
/// As [`whole`].
#[track_caller]
pub(super) fn one<'m>(masses: impl IntoIterator<Item = &'m Mass>) -> Result<(), OddsError> {
    let mut sum = Mass::default();
    for mass in masses {
        sum.join(mass.clone());
    }
    let (above, below) = sum.ratio();
    if above == below { Ok(()) } else { Err(lost()) }
}

/// The internal error for ways that were lost or counted twice.
#[cold]
#[track_caller]
pub(super) fn lost() -> OddsError {
    OddsError::Stopped(Box::new(Failure::internal(crate::engine::nowhere())))
}
