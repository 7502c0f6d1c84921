//! Probabilities as ratios of integers.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer as _;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

/// A probability: so many ways of so many that are equally likely. Nothing is rounded before
/// it is printed.
#[derive(Debug, Clone)]
pub struct Chance {
    ways: BigUint,
    all: BigUint,
}

impl Chance {
    /// So many ways of all; `all` is at least 1.
    #[must_use]
    pub fn new(ways: impl Into<BigUint>, all: impl Into<BigUint>) -> Self {
        let all = all.into();
        Self { ways: ways.into(), all: if all.is_zero() { BigUint::one() } else { all } }
    }

    /// What never happens.
    #[must_use]
    pub fn never() -> Self {
        Self::new(0_u32, 1_u32)
    }

    /// What always happens.
    #[must_use]
    pub fn always() -> Self {
        Self::new(1_u32, 1_u32)
    }

    /// The ways, as they were counted.
    #[must_use]
    pub fn ways(&self) -> &BigUint {
        &self.ways
    }

    /// All that are equally likely, as they were counted.
    #[must_use]
    pub fn all(&self) -> &BigUint {
        &self.all
    }

    /// How many ways it is out of a multiple of all that are equally likely.
    #[must_use]
    pub(super) fn ways_of(&self, all: &BigUint) -> BigUint {
        &self.ways * (all / &self.all)
    }

    /// Whether it never happens.
    #[must_use]
    pub fn is_never(&self) -> bool {
        self.ways.is_zero()
    }

    /// Whether it always happens.
    #[must_use]
    pub fn is_always(&self) -> bool {
        self.ways == self.all
    }

    /// The same in lowest terms.
    #[must_use]
    pub fn reduced(&self) -> Self {
        let common = self.ways.gcd(&self.all);
        if common.is_one() {
            return self.clone();
        }
        Self { ways: &self.ways / &common, all: &self.all / &common }
    }

    /// That it does not happen.
    #[must_use]
    pub fn not(&self) -> Self {
        let ways = if self.ways > self.all { BigUint::zero() } else { &self.all - &self.ways };
        Self { ways, all: self.all.clone() }
    }

    /// That one of two happens which exclude each other.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        if self.all == other.all {
            return Self { ways: &self.ways + &other.ways, all: self.all.clone() };
        }
        let all = self.all.lcm(&other.all);
        let ways = &self.ways * (&all / &self.all) + &other.ways * (&all / &other.all);
        Self { ways, all }
    }

    /// How often it happens where the other does, of which it is a part; never if that never
    /// happens.
    #[must_use]
    pub fn given(&self, other: &Self) -> Self {
        if other.is_never() {
            return Self::never();
        }
        Self { ways: &self.ways * &other.all, all: &self.all * &other.ways }
    }

    /// The decimal with so many places, rounded half up: `0.0833`.
    #[must_use]
    pub fn decimal(&self, places: usize) -> String {
        decimal(&BigInt::from(self.ways.clone()), &self.all, places)
    }

    /// The same in percent, without the sign: `8.33`.
    #[must_use]
    pub fn percent(&self, places: usize) -> String {
        decimal(&BigInt::from(&self.ways * 100_u32), &self.all, places)
    }

    /// So many parts of `of`, rounded to the nearest: the length of a bar.
    #[must_use]
    pub fn parts(&self, of: u32) -> u32 {
        let doubled = &self.ways * of * 2_u32 + &self.all;
        (doubled / (&self.all * 2_u32)).to_u32().unwrap_or(of)
    }

    /// The nearest number of the machine, for drawing only.
    #[must_use]
    pub fn approximate(&self) -> f64 {
        let scaled = (&self.ways << 64_u32) / &self.all;
        scaled.to_f64().unwrap_or(0.0) / 18_446_744_073_709_551_616.0
    }
}

/// In lowest terms: `1/12`.
impl std::fmt::Display for Chance {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let reduced = self.reduced();
        write!(out, "{}/{}", reduced.ways, reduced.all)
    }
}

impl PartialEq for Chance {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Chance {}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chance {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.all == other.all {
            return self.ways.cmp(&other.ways);
        }
        (&self.ways * &other.all).cmp(&(&other.ways * &self.all))
    }
}

/// A ratio that may be negative: a mean, a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratio {
    /// Above the line.
    pub above: BigInt,
    /// Below it, at least 1.
    pub below: BigUint,
}

impl Ratio {
    /// A ratio in lowest terms.
    #[must_use]
    pub fn new(above: BigInt, below: BigUint) -> Self {
        let common = above.magnitude().gcd(&below);
        if common.is_zero() || common.is_one() {
            return Self { above, below: if below.is_zero() { BigUint::one() } else { below } };
        }
        Self { above: above / BigInt::from(common.clone()), below: below / common }
    }

    /// How much more one chance is than another.
    #[must_use]
    pub fn difference(one: &Chance, other: &Chance) -> Self {
        let above = BigInt::from(&one.ways * &other.all) - BigInt::from(&other.ways * &one.all);
        Self::new(above, &one.all * &other.all)
    }

    /// One and the other.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.less(&Self { above: -&other.above, below: other.below.clone() })
    }

    /// How much more one is than another.
    #[must_use]
    pub fn less(&self, other: &Self) -> Self {
        let above = &self.above * BigInt::from(other.below.clone()) - &other.above * BigInt::from(self.below.clone());
        Self::new(above, &self.below * &other.below)
    }

    /// The decimal with so many places, rounded half away from zero.
    #[must_use]
    pub fn decimal(&self, places: usize) -> String {
        decimal(&self.above, &self.below, places)
    }

    /// The decimal of its square root, rounded down; nothing for a negative one.
    #[must_use]
    pub fn root(&self, places: usize) -> String {
        if self.above.sign() == Sign::Minus {
            return decimal(&BigInt::zero(), &BigUint::one(), places);
        }
        let scale = BigUint::from(10_u32).pow(u32::try_from(places).unwrap_or(0) + 2);
        let inside = self.above.magnitude() * &scale * &scale / &self.below;
        decimal(&BigInt::from(inside.sqrt()), &scale, places)
    }
}

/// `1/12`, and `7` where nothing is below the line.
impl std::fmt::Display for Ratio {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.below.is_one() { write!(out, "{}", self.above) } else { write!(out, "{}/{}", self.above, self.below) }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = &self.above * BigInt::from(other.below.clone());
        left.cmp(&(&other.above * BigInt::from(self.below.clone())))
    }
}

fn decimal(above: &BigInt, below: &BigUint, places: usize) -> String {
    let scale = BigUint::from(10_u32).pow(u32::try_from(places).unwrap_or(0));
    let rounded = (above.magnitude() * &scale * 2_u32 + below) / (below * 2_u32);
    let (whole, part) = rounded.div_rem(&scale);
    let sign = if above.sign() == Sign::Minus && !rounded.is_zero() { "-" } else { "" };
    if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part:0>places$}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_rounded_once() {
        assert_eq!(Chance::new(1_u32, 12_u32).decimal(4), "0.0833");
        assert_eq!(Chance::new(2_u32, 3_u32).percent(1), "66.7");
        assert_eq!(Chance::new(1_u32, 2_u32).decimal(0), "1");
        assert_eq!(Ratio::new(BigInt::from(-1), BigUint::from(3_u32)).decimal(2), "-0.33");
        assert_eq!(Ratio::new(BigInt::from(-1), BigUint::from(3000_u32)).decimal(2), "0.00");
        assert_eq!(Ratio::new(BigInt::from(2), BigUint::one()).root(3), "1.414");
    }

    #[test]
    fn ratios_compare_by_what_they_are_worth() {
        assert_eq!(Chance::new(2_u32, 4_u32), Chance::new(1_u32, 2_u32));
        assert!(Chance::new(1_u32, 3_u32) < Chance::new(1_u32, 2_u32));
        assert_eq!(Chance::new(6_u32, 8_u32).to_string(), "3/4");
        assert_eq!(Chance::new(1_u32, 6_u32).or(&Chance::new(1_u32, 4_u32)), Chance::new(5_u32, 12_u32));
        assert_eq!(Chance::new(1_u32, 3_u32).parts(10), 3);
        assert_eq!(Chance::always().parts(10), 10);
    }
}
