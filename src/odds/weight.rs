//! Integers for weights: machine words if they suffice, otherwise integers of any size.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive as _, Zero};

use super::conservation::lost;
use super::error::OddsError;

/// A whole number that counts ways. The caller guarantees that the count of all ways fits.
pub(super) trait Weight: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    fn is_nothing(&self) -> bool;
    fn add(&mut self, other: &Self);
    fn add_product(&mut self, one: &Self, other: &Self);
    fn times(&self, other: &Self) -> Self;
    /// # Errors
    ///
    /// An internal one, if it does not fit.
    fn from_big(number: &BigUint) -> Result<Self, OddsError>;
    fn into_big(self) -> BigUint;
}

/// Machine words. The count of all ways fits, so no sum of some of them wraps around.
macro_rules! of_the_machine {
    ($number:ty, $from:ident) => {
        impl Weight for $number {
            fn zero() -> Self {
                0
            }

            fn one() -> Self {
                1
            }

            fn is_nothing(&self) -> bool {
                *self == 0
            }

            fn add(&mut self, other: &Self) {
                *self = self.wrapping_add(*other);
            }

            fn add_product(&mut self, one: &Self, other: &Self) {
                *self = self.wrapping_add(one.wrapping_mul(*other));
            }

            fn times(&self, other: &Self) -> Self {
                self.wrapping_mul(*other)
            }

            fn from_big(number: &BigUint) -> Result<Self, OddsError> {
                number.$from().ok_or_else(|| lost())
            }

            fn into_big(self) -> BigUint {
                BigUint::from(self)
            }
        }
    };
}

of_the_machine!(u64, to_u64);
of_the_machine!(u128, to_u128);

impl Weight for BigUint {
    fn zero() -> Self {
        <BigUint as Zero>::zero()
    }

    fn one() -> Self {
        <BigUint as One>::one()
    }

    fn is_nothing(&self) -> bool {
        <BigUint as Zero>::is_zero(self)
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn add_product(&mut self, one: &Self, other: &Self) {
        *self += one * other;
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn from_big(number: &BigUint) -> Result<Self, OddsError> {
        Ok(number.clone())
    }

    fn into_big(self) -> BigUint {
        self
    }
}
