//! A distribution: values and their probabilities.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::{One as _, Zero as _};

use super::chance::{Chance, Ratio};
use crate::engine::Answer;
use crate::sort::Sort as _;

/// A distribution: values that exclude one another, each with its number of ways, out of all ways. The ways may sum to
/// less than all: the rest is left over.
#[derive(Debug, Clone)]
pub struct Distribution<K> {
    /// Values in ascending order, each once, each with at least one way.
    ways: Vec<(K, BigUint)>,
    all: BigUint,
}

impl<K: Ord + Clone> Distribution<K> {
    /// A distribution from ways in any order. Ways of equal values are added up.
    #[must_use]
    pub fn new(mut ways: Vec<(K, BigUint)>, all: BigUint) -> Self {
        ways.retain(|(_, ways)| !ways.is_zero());
        ways.order_by(|one, other| one.0.cmp(&other.0));
        ways.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += &next.1;
            }
            same
        });
        Self { ways, all }
    }

    /// The distribution of one certain value.
    #[must_use]
    pub fn certain(key: K) -> Self {
        Self { ways: vec![(key, BigUint::one())], all: BigUint::one() }
    }

    /// The distribution without values: all of it is left over.
    #[must_use]
    pub fn nothing() -> Self {
        Self { ways: Vec::new(), all: BigUint::one() }
    }

    /// The values and their ways, ascending.
    #[must_use]
    pub fn ways(&self) -> &[(K, BigUint)] {
        &self.ways
    }

    /// An estimate of the bytes that its values take when they are written, each with three ratios in lowest terms. The
    /// common divisor is that of the first, the middle and the last value, which most values share.
    #[must_use]
    pub fn written(&self) -> u64 {
        let last = self.ways.len().saturating_sub(1);
        let some = [0, last / 2, last].into_iter().filter_map(|at| self.ways.get(at));
        let common = some.fold(self.all.clone(), |common, (_, ways)| common.gcd(ways));
        let bits = self.all.bits().saturating_sub(common.bits());
        // A ratio has two numbers, and a digit about 3.3 bits.
        (self.ways.len() as u64).saturating_mul(bits.saturating_mul(2).saturating_add(160))
    }

    /// All ways.
    #[must_use]
    pub fn all(&self) -> &BigUint {
        &self.all
    }

    /// Whether there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }

    /// The values and their probabilities, ascending.
    pub fn chances(&self) -> impl DoubleEndedIterator<Item = (&K, Chance)> + ExactSizeIterator {
        self.ways.iter().map(|(key, ways)| (key, Chance::new(ways.clone(), self.all.clone())))
    }

    /// The probability of one value.
    #[must_use]
    pub fn chance(&self, key: &K) -> Chance {
        let found = self.ways.binary_search_by(|(one, _)| one.cmp(key)).ok().and_then(|at| self.ways.get(at));
        Chance::new(found.map_or_else(BigUint::zero, |(_, ways)| ways.clone()), self.all.clone())
    }

    /// The probability of the values for which a predicate holds.
    #[must_use]
    pub fn chance_that(&self, holds: impl Fn(&K) -> bool) -> Chance {
        let ways = self.ways.iter().filter(|(key, _)| holds(key)).map(|(_, ways)| ways).sum::<BigUint>();
        Chance::new(ways, self.all.clone())
    }

    /// The probability of all values together.
    #[must_use]
    pub fn whole(&self) -> Chance {
        self.chance_that(|_| true)
    }

    /// The probability that is left over.
    #[must_use]
    pub fn left(&self) -> Chance {
        self.whole().not()
    }

    /// For each value, ascending, the probability of at least this value.
    pub fn at_least(&self) -> impl Iterator<Item = Chance> {
        let mut above: BigUint = self.ways.iter().map(|(_, ways)| ways).sum();
        self.ways.iter().map(move |(_, ways)| {
            let chance = Chance::new(above.clone(), self.all.clone());
            above -= ways;
            chance
        })
    }

    /// For each value, ascending, the probability of at most this value.
    pub fn at_most(&self) -> impl Iterator<Item = Chance> {
        let mut below = BigUint::zero();
        self.ways.iter().map(move |(_, ways)| {
            below += ways;
            Chance::new(below.clone(), self.all.clone())
        })
    }

    /// The most likely values.
    #[must_use]
    pub fn modes(&self) -> Vec<K> {
        let most = self.ways.iter().map(|(_, ways)| ways).max();
        self.ways.iter().filter(|(_, ways)| Some(ways) == most).map(|(key, _)| key.clone()).collect()
    }

    /// The lowest value `v` such that at least half of the known ways have at most `v`.
    #[must_use]
    pub fn median(&self) -> Option<K> {
        let known: BigUint = self.ways.iter().map(|(_, ways)| ways).sum();
        let mut below = BigUint::zero();
        for (key, ways) in &self.ways {
            below += ways;
            if &below * 2_u32 >= known {
                return Some(key.clone());
            }
        }
        None
    }

    /// The distribution of a function of the values.
    #[must_use]
    pub fn map<L: Ord + Clone>(&self, name: impl Fn(&K) -> L) -> Distribution<L> {
        let mut named: Vec<(L, BigUint)> = Vec::new();
        for (key, ways) in &self.ways {
            let name = name(key);
            // Equal neighbours are added up at once, so that a million of them take no memory.
            match named.last_mut() {
                Some((last, sum)) if *last == name => *sum += ways,
                _ => named.push((name, ways.clone())),
            }
        }
        Distribution::new(named, self.all.clone())
    }
}

/// A value that may be a number.
pub trait Numeric {
    fn number(&self) -> Option<i64>;
}

impl Numeric for i64 {
    fn number(&self) -> Option<i64> {
        Some(*self)
    }
}

impl Numeric for Answer {
    fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Flag(_) | Self::Text(_) => None,
        }
    }
}

impl<K: Ord + Clone + Numeric> Distribution<K> {
    /// Whether there are values, all of them numbers.
    #[must_use]
    pub fn is_of_numbers(&self) -> bool {
        !self.ways.is_empty() && self.ways.iter().all(|(value, _)| value.number().is_some())
    }

    /// The mean of the known ways; `None` without values, or if one is no number.
    #[must_use]
    pub fn mean(&self) -> Option<Ratio> {
        let (known, sum, _) = self.sums()?;
        Some(Ratio::new(sum, known))
    }

    /// The variance of the known ways; `None` as for the mean.
    #[must_use]
    pub fn variance(&self) -> Option<Ratio> {
        let (known, sum, squares) = self.sums()?;
        let above = squares * BigInt::from(known.clone()) - &sum * &sum;
        Some(Ratio::new(above, &known * &known))
    }

    /// The moments Σw, Σvw and Σv²w.
    fn sums(&self) -> Option<(BigUint, BigInt, BigInt)> {
        let known: BigUint = self.ways.iter().map(|(_, ways)| ways).sum();
        if known.is_zero() {
            return None;
        }
        let (mut sum, mut squares) = (BigInt::zero(), BigInt::zero());
        for (value, ways) in &self.ways {
            let value = value.number()?;
            let weighted = BigInt::from(ways.clone()) * value;
            squares += &weighted * value;
            sum += weighted;
        }
        Some((known, sum, squares))
    }
}

/// Two distributions are equal if all probabilities are.
impl<K: Ord + Clone> PartialEq for Distribution<K> {
    fn eq(&self, other: &Self) -> bool {
        self.ways.len() == other.ways.len()
            && self.ways.iter().zip(&other.ways).all(|((one, ways), (two, others))| {
                one == two && (self.all == other.all && ways == others || ways * &other.all == others * &self.all)
            })
    }
}

impl<K: Ord + Clone> Eq for Distribution<K> {}
