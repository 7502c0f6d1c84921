//! Arrays of probabilities over one denominator: integers of one width side by side, so that adding a product to one of
//! them allocates nothing. A fight of ten turns adds millions.

use num_bigint::BigUint;

use crate::odds::conservation::lost;
use crate::odds::error::OddsError;

const DIGIT: u64 = u64::BITS as u64;

/// Whole numbers of the same width; least significant digit first.
#[derive(Debug, Clone, Default)]
pub struct Masses {
    width: usize,
    digits: Vec<u64>,
}

/// The digits of a number, least significant first.
pub fn digits(number: &BigUint) -> Vec<u64> {
    number.iter_u64_digits().collect()
}

pub fn number(digits: &[u64]) -> BigUint {
    let halves = digits.iter().flat_map(|digit| [*digit as u32, (*digit >> (DIGIT / 2)) as u32]);
    BigUint::new(halves.collect())
}

impl Masses {
    /// An empty array. `most` bounds the numbers that it can hold.
    pub fn up_to(most: &BigUint) -> Self {
        // No number in memory has more digits than can be counted.
        Self { width: (most.bits().div_ceil(DIGIT) as usize).max(1), digits: Vec::new() }
    }

    /// An empty array of the same width in the memory of `old`.
    pub(super) fn in_room_of(mut self, old: Self) -> Self {
        self.digits = old.digits;
        self.digits.clear();
        self
    }

    /// Appends a zero.
    pub fn push(&mut self) {
        self.digits.resize(self.digits.len() + self.width, 0);
    }

    /// The number of digits of all numbers together.
    pub(super) fn size(&self) -> usize {
        self.digits.len()
    }

    /// The number of numbers.
    pub(super) fn len(&self) -> usize {
        self.each().len()
    }

    /// The digits of each number, leading zeros included.
    pub(super) fn each(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        self.digits.chunks_exact(self.width.max(1))
    }

    fn digits(&self, at: usize) -> Result<&[u64], OddsError> {
        let from = at.checked_mul(self.width).and_then(|from| self.digits.get(from..));
        from.and_then(|digits| digits.get(..self.width)).ok_or_else(|| lost())
    }

    /// The digits of one number, without leading zeros; zero has none.
    pub fn digits_of(&self, at: usize) -> Result<&[u64], OddsError> {
        let digits = self.digits(at)?;
        let used = digits.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
        digits.get(..used).ok_or_else(|| lost())
    }

    /// One of the numbers.
    pub fn get(&self, at: usize) -> Result<BigUint, OddsError> {
        Ok(number(self.digits_of(at)?))
    }

    /// Adds a product to the number at `at`.
    ///
    /// # Errors
    ///
    /// An internal one if there is no such number, or the sum does not fit.
    pub fn add_product(&mut self, at: usize, one: &[u64], other: &[u64]) -> Result<(), OddsError> {
        let from = at.checked_mul(self.width).ok_or_else(|| lost())?;
        let number = self.digits.get_mut(from..).and_then(|rest| rest.get_mut(..self.width)).ok_or_else(|| lost())?;
        for (place, times) in other.iter().enumerate() {
            if *times == 0 {
                continue;
            }
            let slots = number.get_mut(place..).filter(|slots| slots.len() >= one.len()).ok_or_else(|| lost())?;
            let mut slots = slots.iter_mut();
            let mut carry = 0_u128;
            for (digit, slot) in one.iter().zip(slots.by_ref()) {
                // The greatest value of this sum just fits in 128 bits.
                let sum = u128::from(*digit) * u128::from(*times) + u128::from(*slot) + carry;
                *slot = sum as u64;
                carry = sum >> DIGIT;
            }
            for slot in slots {
                if carry == 0 {
                    break;
                }
                let sum = u128::from(*slot) + carry;
                *slot = sum as u64;
                carry = sum >> DIGIT;
            }
            if carry != 0 {
                return Err(lost());
            }
        }
        Ok(())
    }
}

/// The product of two numbers, without zeros in front of it.
pub fn product(one: &[u64], other: &[u64], into: &mut Vec<u64>) -> Result<(), OddsError> {
    let width = one.len() + other.len();
    let mut product = Masses { width, digits: std::mem::take(into) };
    product.digits.clear();
    product.push();
    product.add_product(0, one, other)?;
    *into = product.digits;
    while into.last() == Some(&0) {
        into.pop();
    }
    Ok(())
}
