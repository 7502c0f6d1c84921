//! Intervals of integers: bounds of a value that is not known exactly.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use super::CompareOp;

/// Bounds of a number; `None`: unbounded, or unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// Inclusive.
    pub least: Option<i64>,
    /// Inclusive.
    pub most: Option<i64>,
}

/// Represents a missing bound: it exceeds all numbers, and its square does not overflow.
pub(crate) const END: i128 = (1 << 63) + 1;

impl Interval {
    /// The unbounded interval.
    pub const ANY: Self = Self { least: None, most: None };
    /// A truth value: 0 to 1.
    pub const FLAG: Self = Self::between(0, 1);
    /// A count: at least 0.
    pub const COUNT: Self = Self { least: Some(0), most: None };

    /// The interval with both bounds.
    #[must_use]
    pub const fn between(least: i64, most: i64) -> Self {
        Self { least: Some(least), most: Some(most) }
    }

    /// The interval of one number.
    #[must_use]
    pub const fn exactly(value: i64) -> Self {
        Self::between(value, value)
    }

    /// A truth value that is true, false, or (`None`) unknown.
    #[must_use]
    pub fn flag(holds: Option<bool>) -> Self {
        holds.map_or(Self::FLAG, |holds| Self::exactly(i64::from(holds)))
    }

    /// The value, if it is certain.
    #[must_use]
    pub fn exact(self) -> Option<i64> {
        self.least.filter(|_| self.least == self.most)
    }

    /// Its truth value, if it is certain.
    #[must_use]
    pub fn holds(self) -> Option<bool> {
        match (self.least, self.most) {
            (Some(0), Some(0)) => Some(false),
            (Some(least), _) if least > 0 => Some(true),
            (_, Some(most)) if most < 0 => Some(true),
            _ => None,
        }
    }

    /// The union: the smallest interval with all values of both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { least: both(self.least, other.least, i64::min), most: both(self.most, other.most, i64::max) }
    }

    /// The minimum of two numbers.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self { least: both(self.least, other.least, i64::min), most: either(self.most, other.most, i64::min) }
    }

    /// The maximum of two numbers.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { least: either(self.least, other.least, i64::max), most: both(self.most, other.most, i64::max) }
    }

    /// Whether the comparison holds, if that is certain.
    #[must_use]
    pub fn compare(self, op: CompareOp, other: Self) -> Option<bool> {
        let known = |one: Option<i64>, two: Option<i64>, holds: fn(&i64, &i64) -> bool| {
            one.zip(two).is_some_and(|(one, two)| holds(&one, &two))
        };
        let below = known(self.most, other.least, i64::lt);
        let above = known(self.least, other.most, i64::gt);
        let not_below = known(self.least, other.most, i64::ge);
        let not_above = known(self.most, other.least, i64::le);
        let decide = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
        match op {
            CompareOp::Less => decide(below, not_below),
            CompareOp::LessOrEqual => decide(not_above, above),
            CompareOp::Greater => decide(above, not_above),
            CompareOp::GreaterOrEqual => decide(not_below, below),
            CompareOp::Equal => decide(not_below && not_above, below || above),
            CompareOp::NotEqual => decide(below || above, not_below && not_above),
        }
    }

    /// The order of two numbers, if it is certain.
    #[must_use]
    pub fn order(self, other: Self) -> Option<Ordering> {
        let decided = |op, order| (self.compare(op, other) == Some(true)).then_some(order);
        decided(CompareOp::Less, Ordering::Less)
            .or_else(|| decided(CompareOp::Greater, Ordering::Greater))
            .or_else(|| decided(CompareOp::Equal, Ordering::Equal))
    }

    /// Both bounds as numbers; a missing one exceeds all numbers.
    pub(crate) fn ends(self) -> [i128; 2] {
        [self.least.map_or(-END, i128::from), self.most.map_or(END, i128::from)]
    }
}

/// Combines two bounds with `pick`; `None` if one is missing.
fn both(one: Option<i64>, other: Option<i64>, pick: fn(i64, i64) -> i64) -> Option<i64> {
    one.zip(other).map(|(one, other)| pick(one, other))
}

fn either(one: Option<i64>, other: Option<i64>, pick: fn(i64, i64) -> i64) -> Option<i64> {
    both(one, other, pick).or(one).or(other)
}

impl Neg for Interval {
    type Output = Self;

    fn neg(self) -> Self {
        Self { least: self.most.and_then(i64::checked_neg), most: self.least.and_then(i64::checked_neg) }
    }
}

impl Add for Interval {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let add = |one: Option<i64>, two: Option<i64>| one?.checked_add(two?);
        Self { least: add(self.least, other.least), most: add(self.most, other.most) }
    }
}

impl Sub for Interval {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        let subtract = |one: Option<i64>, two: Option<i64>| one?.checked_sub(two?);
        Self { least: subtract(self.least, other.most), most: subtract(self.most, other.least) }
    }
}

impl Mul for Interval {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let products = self.ends().into_iter().flat_map(|one| other.ends().map(|two| one * two));
        let (least, most) = products.fold((i128::MAX, i128::MIN), |(least, most), one| (least.min(one), most.max(one)));
        Self { least: i64::try_from(least).ok(), most: i64::try_from(most).ok() }
    }
}

/// The index of the first elements of two lists that may differ.
#[must_use]
pub fn deciding(left: &[Interval], right: &[Interval]) -> Option<usize> {
    left.iter().zip(right).position(|(one, other)| one.order(*other) != Some(Ordering::Equal))
}

/// The lexicographic order of two lists of numbers, if it is certain.
#[must_use]
pub fn ordered(left: &[Interval], right: &[Interval]) -> Option<Ordering> {
    for (one, other) in left.iter().zip(right) {
        match one.order(*other)? {
            Ordering::Equal => {}
            order => return Some(order),
        }
    }
    Some(left.len().cmp(&right.len()))
}
