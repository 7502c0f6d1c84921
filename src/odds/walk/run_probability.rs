//! The probability of a run: the product over its choices. Successive runs share most factors, so products are kept.

use num_bigint::BigUint;

/// A number of ways: a machine word, or an integer of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ways {
    Word(u128),
    Large(BigUint),
}

impl Ways {
    fn times(&self, product: &BigUint) -> BigUint {
        match self {
            Self::Word(word) => product * *word,
            Self::Large(large) => product * large,
        }
    }

    fn big(&self) -> BigUint {
        match self {
            Self::Word(word) => BigUint::from(*word),
            Self::Large(large) => large.clone(),
        }
    }

    /// The power `of ^ times`.
    pub(super) fn power(of: u64, times: u32) -> Self {
        let word = u128::from(of).checked_pow(times);
        word.map_or_else(|| Self::Large(BigUint::from(of).pow(times)), Self::Word)
    }
}

impl From<u64> for Ways {
    fn from(word: u64) -> Self {
        Self::Word(u128::from(word))
    }
}

impl From<BigUint> for Ways {
    fn from(large: BigUint) -> Self {
        Self::Large(large)
    }
}

/// The factor of one choice.
#[derive(Debug)]
struct BranchFactor {
    ways: Ways,
    all: Ways,
    /// The products up to this factor, numerator and denominator.
    above: BigUint,
    below: BigUint,
}

/// The factors of the current run. Products are kept from run to run, as far as the factors are the same.
#[derive(Debug, Default)]
pub(super) struct RunFactors {
    factors: Vec<BranchFactor>,
    taken: usize,
}

impl RunFactors {
    pub(super) fn begin(&mut self) {
        self.taken = 0;
    }

    /// Appends a choice with probability `ways / all`.
    pub(super) fn push(&mut self, ways: Ways, all: Ways) {
        let known = self.factors.get(self.taken).is_some_and(|factor| factor.ways == ways && factor.all == all);
        if !known {
            self.factors.truncate(self.taken);
            let (above, below) = match self.factors.last() {
                Some(factor) => (ways.times(&factor.above), all.times(&factor.below)),
                None => (ways.big(), all.big()),
            };
            self.factors.push(BranchFactor { ways, all, above, below });
        }
        self.taken += 1;
    }

    /// The number of choices of this run.
    pub(super) fn len(&self) -> usize {
        self.taken
    }

    /// The probability of this run, numerator and denominator; `None` without choices.
    pub(super) fn product(&self) -> Option<(&BigUint, &BigUint)> {
        let last = self.factors.get(self.taken.checked_sub(1)?)?;
        Some((&last.above, &last.below))
    }
}
