//! Probabilities as ratios of integers.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer as _;
use num_traits::{One as _, ToPrimitive as _, Zero as _};
use serde::{Serialize, Serializer};

/// A probability: the number of ways in which something happens, out of all equally likely ways. It is exact; only
/// decimals are rounded. Serializes to `probability` and `decimal`, as the odds of the command line do.
///
/// ```
/// use tirada::Chance;
///
/// let third = Chance::new(2_u32, 6_u32);
/// assert_eq!((third.to_string(), third.percent(2)), ("1/3".to_owned(), "33.33".to_owned()));
/// assert!(third < Chance::new(1_u32, 2_u32));
/// ```
#[derive(Debug, Clone)]
pub struct Chance {
    ways: BigUint,
    all: BigUint,
}

impl Chance {
    /// The probability `ways / all`. `all` is at least 1.
    ///
    /// ```
    /// assert_eq!(tirada::Chance::new(3_u32, 12_u32), tirada::Chance::new(1_u32, 4_u32));
    /// ```
    #[must_use]
    pub fn new(ways: impl Into<BigUint>, all: impl Into<BigUint>) -> Self {
        let all = all.into();
        Self { ways: ways.into(), all: if all.is_zero() { BigUint::one() } else { all } }
    }

    /// The probability 0.
    ///
    /// ```
    /// assert!(tirada::Chance::never().is_never());
    /// ```
    #[must_use]
    pub fn never() -> Self {
        Self::new(0_u32, 1_u32)
    }

    /// The probability 1.
    ///
    /// ```
    /// assert!(tirada::Chance::always().is_always());
    /// ```
    #[must_use]
    pub fn always() -> Self {
        Self::new(1_u32, 1_u32)
    }

    /// The numerator, not in lowest terms.
    ///
    /// ```
    /// assert_eq!(*tirada::Chance::new(3_u32, 12_u32).ways(), tirada::BigUint::from(3_u32));
    /// ```
    #[must_use]
    pub fn ways(&self) -> &BigUint {
        &self.ways
    }

    /// The denominator, not in lowest terms.
    ///
    /// ```
    /// assert_eq!(*tirada::Chance::new(3_u32, 12_u32).all(), tirada::BigUint::from(12_u32));
    /// ```
    #[must_use]
    pub fn all(&self) -> &BigUint {
        &self.all
    }

    /// The numerator over another denominator, which has to be a multiple of [`Self::all`].
    #[must_use]
    pub(super) fn ways_of(&self, all: &BigUint) -> BigUint {
        &self.ways * (all / &self.all)
    }

    /// Whether it is 0.
    ///
    /// ```
    /// assert!(tirada::Chance::new(0_u32, 6_u32).is_never());
    /// ```
    #[must_use]
    pub fn is_never(&self) -> bool {
        self.ways.is_zero()
    }

    /// Whether it is 1.
    ///
    /// ```
    /// assert!(tirada::Chance::new(6_u32, 6_u32).is_always());
    /// ```
    #[must_use]
    pub fn is_always(&self) -> bool {
        self.ways == self.all
    }

    /// The same probability in lowest terms.
    ///
    /// ```
    /// assert_eq!(*tirada::Chance::new(3_u32, 12_u32).reduced().all(), tirada::BigUint::from(4_u32));
    /// ```
    #[must_use]
    pub fn reduced(&self) -> Self {
        let common = self.ways.gcd(&self.all);
        if common.is_one() {
            return self.clone();
        }
        Self { ways: &self.ways / &common, all: &self.all / &common }
    }

    /// The probability of the complement: one minus this.
    ///
    /// ```
    /// assert_eq!(tirada::Chance::new(1_u32, 6_u32).not().to_string(), "5/6");
    /// ```
    #[must_use]
    pub fn not(&self) -> Self {
        let ways = if self.ways > self.all { BigUint::zero() } else { &self.all - &self.ways };
        Self { ways, all: self.all.clone() }
    }

    /// The sum: the probability of one of two events that exclude each other.
    ///
    /// ```
    /// let (five, six) = (tirada::Chance::new(1_u32, 6_u32), tirada::Chance::new(1_u32, 6_u32));
    /// assert_eq!(five.or(&six).to_string(), "1/3");
    /// ```
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        if self.all == other.all {
            return Self { ways: &self.ways + &other.ways, all: self.all.clone() };
        }
        let all = self.all.lcm(&other.all);
        let ways = &self.ways * (&all / &self.all) + &other.ways * (&all / &other.all);
        Self { ways, all }
    }

    /// The conditional probability of this event given `other`, which contains it; 0 if `other` is 0.
    ///
    /// ```
    /// let (six, even) = (tirada::Chance::new(1_u32, 6_u32), tirada::Chance::new(1_u32, 2_u32));
    /// assert_eq!(six.given(&even).to_string(), "1/3");
    /// ```
    #[must_use]
    pub fn given(&self, other: &Self) -> Self {
        if other.is_never() {
            return Self::never();
        }
        Self { ways: &self.ways * &other.all, all: &self.all * &other.ways }
    }

    /// The decimal with `places` digits after the point, rounded half up: `0.0833`.
    ///
    /// ```
    /// assert_eq!(tirada::Chance::new(1_u32, 12_u32).decimal(4), "0.0833");
    /// ```
    #[must_use]
    pub fn decimal(&self, places: usize) -> String {
        decimal(&BigInt::from(self.ways.clone()), &self.all, places)
    }

    /// The percentage with `places` digits after the point, rounded half up, without the sign: `8.33`.
    ///
    /// ```
    /// assert_eq!(tirada::Chance::new(1_u32, 12_u32).percent(2), "8.33");
    /// ```
    #[must_use]
    pub fn percent(&self, places: usize) -> String {
        decimal(&BigInt::from(&self.ways * 100_u32), &self.all, places)
    }

    /// The probability times `of`, rounded to the nearest whole number: the length of a bar.
    ///
    /// ```
    /// assert_eq!(tirada::Chance::new(1_u32, 4_u32).parts(40), 10);
    /// ```
    #[must_use]
    pub fn parts(&self, of: u32) -> u32 {
        let doubled = &self.ways * of * 2_u32 + &self.all;
        (doubled / (&self.all * 2_u32)).to_u32().unwrap_or(of)
    }

    /// A floating-point approximation from 0 to 1, for drawing only.
    ///
    /// ```
    /// assert!((tirada::Chance::new(1_u32, 4_u32).approximate() - 0.25).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn approximate(&self) -> f64 {
        let scaled = (&self.ways << 64_u32) / &self.all;
        scaled.to_f64().unwrap_or(0.0) / 18_446_744_073_709_551_616.0
    }
}

/// The fraction in lowest terms: `1/12`.
impl std::fmt::Display for Chance {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let reduced = self.reduced();
        write!(out, "{}/{}", reduced.ways, reduced.all)
    }
}

/// As `probability`, exactly, and `decimal`, the nearest number that machines hold.
impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Likely {
            probability: String,
            decimal: f64,
        }
        Likely { probability: self.to_string(), decimal: quotient(&self.ways, &self.all) }.serialize(serializer)
    }
}

/// A ratio as the nearest number that machines hold.
pub(crate) fn quotient(above: &BigUint, below: &BigUint) -> f64 {
    if above.is_zero() || below.is_zero() {
        return 0.0;
    }
    // Enough bits for the division to be exact to the last that is kept.
    let shift = below.bits().saturating_sub(above.bits()).saturating_add(66);
    let scaled = ((above << shift) / below).to_f64().unwrap_or(f64::MAX);
    let (half, rest) = (i32::try_from(shift / 2), i32::try_from(shift - shift / 2));
    // In two steps, so that what is small does not vanish on the way.
    match (half, rest) {
        (Ok(half), Ok(rest)) => scaled * 2_f64.powi(-half) * 2_f64.powi(-rest),
        _ => 0.0,
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
    /// The numerator.
    pub above: BigInt,
    /// The denominator, at least 1.
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

    /// The difference `one - other` of two probabilities.
    #[must_use]
    pub fn difference(one: &Chance, other: &Chance) -> Self {
        let above = BigInt::from(&one.ways * &other.all) - BigInt::from(&other.ways * &one.all);
        Self::new(above, &one.all * &other.all)
    }

    /// The sum of two ratios.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.less(&Self { above: -&other.above, below: other.below.clone() })
    }

    /// The difference `self - other`.
    #[must_use]
    pub fn less(&self, other: &Self) -> Self {
        let above = &self.above * BigInt::from(other.below.clone()) - &other.above * BigInt::from(self.below.clone());
        Self::new(above, &self.below * &other.below)
    }

    /// The decimal with `places` digits after the point, rounded half away from zero.
    #[must_use]
    pub fn decimal(&self, places: usize) -> String {
        decimal(&self.above, &self.below, places)
    }

    /// The decimal of its square root, with `places` digits after the point; 0 for a negative ratio.
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

/// The fraction: `1/12`; `7` if the denominator is 1.
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
