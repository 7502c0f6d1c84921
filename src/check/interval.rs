//! Interval analysis: the least and the greatest value of a formula. Bounds are never too narrow, so what they rule
//! out never happens.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use super::program::{Arithmetic, Ir, Op};
use crate::syntax::CompareOp;

/// The least and the most that a number can be; `None` is without end, or not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// The lower bound.
    pub least: Option<i64>,
    /// The upper bound.
    pub most: Option<i64>,
}

/// Stands for a bound that there is not: beyond all numbers, and its square is no overflow.
const END: i128 = (1 << 63) + 1;

impl Interval {
    /// Any number.
    pub const ANY: Self = Self { least: None, most: None };
    /// What a condition can be.
    pub const FLAG: Self = Self::between(0, 1);
    /// A number that counts something.
    pub const COUNT: Self = Self { least: Some(0), most: None };

    /// Both bounds.
    #[must_use]
    pub const fn between(least: i64, most: i64) -> Self {
        Self { least: Some(least), most: Some(most) }
    }

    /// One number.
    #[must_use]
    pub const fn exactly(value: i64) -> Self {
        Self::between(value, value)
    }

    /// A condition that holds, or does not, or may.
    #[must_use]
    pub fn flag(holds: Option<bool>) -> Self {
        holds.map_or(Self::FLAG, |holds| Self::exactly(i64::from(holds)))
    }

    /// The value, if it is certain.
    #[must_use]
    pub fn exact(self) -> Option<i64> {
        self.least.filter(|_| self.least == self.most)
    }

    /// Whether it holds as a condition, if that is certain.
    #[must_use]
    pub fn holds(self) -> Option<bool> {
        match (self.least, self.most) {
            (Some(0), Some(0)) => Some(false),
            (Some(least), _) if least > 0 => Some(true),
            (_, Some(most)) if most < 0 => Some(true),
            _ => None,
        }
    }

    /// All that one or the other can be.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { least: both(self.least, other.least, i64::min), most: both(self.most, other.most, i64::max) }
    }

    /// The lesser of two numbers.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self { least: both(self.least, other.least, i64::min), most: either(self.most, other.most, i64::min) }
    }

    /// The greater of two numbers.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { least: either(self.least, other.least, i64::max), most: both(self.most, other.most, i64::max) }
    }

    /// Whether it compares so with another, if that is certain.
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

    /// How it compares with another, if that is certain.
    #[must_use]
    pub fn order(self, other: Self) -> Option<Ordering> {
        let decided = |op, order| (self.compare(op, other) == Some(true)).then_some(order);
        decided(CompareOp::Less, Ordering::Less)
            .or_else(|| decided(CompareOp::Greater, Ordering::Greater))
            .or_else(|| decided(CompareOp::Equal, Ordering::Equal))
    }

    fn ends(self) -> [i128; 2] {
        [self.least.map_or(-END, i128::from), self.most.map_or(END, i128::from)]
    }

    /// Divided by something above zero. However it is rounded, it is the next whole number below or above.
    fn divided(self, by: Self) -> Self {
        let quotients = |bound: i64| by.ends().map(|divisor| i128::from(bound).div_euclid(divisor));
        let least = self.least.map(|bound| quotients(bound).into_iter().fold(END, i128::min));
        let most = self.most.map(|bound| {
            let whole = by.exact().is_some_and(|divisor| bound % divisor == 0);
            quotients(bound).into_iter().fold(-END, i128::max) + i128::from(!whole)
        });
        let narrow = |bound: Option<i128>| bound.and_then(|bound| i64::try_from(bound).ok());
        Self { least: narrow(least), most: narrow(most) }
    }

    fn arithmetic(self, op: Arithmetic, other: Self) -> Self {
        match op {
            Arithmetic::Add => self + other,
            Arithmetic::Subtract => self - other,
            Arithmetic::Multiply => self * other,
            Arithmetic::Divide if other.least > Some(0) => self.divided(other),
            Arithmetic::Remainder if other.least > Some(0) && self.least >= Some(0) => {
                Self { least: Some(0), most: other.most.map(|most| most - 1) }
            }
            Arithmetic::Divide | Arithmetic::Remainder => Self::ANY,
        }
    }
}

/// A bound that both give, and one that either gives.
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

/// How two rows of numbers compare, by the first that differs, if that is certain.
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

/// What is known of the values that formulas read.
pub trait Environment<'g> {
    /// Why no formula can be looked at any further.
    type Failure;

    /// The formula is looked at: what is known of it; `None`: no more than its parts tell.
    ///
    /// # Errors
    ///
    /// If it cannot be looked at.
    fn enter(&mut self, ir: &'g Ir) -> Result<Option<Interval>, Self::Failure>;

    /// It was looked at.
    fn leave(&mut self);
}

/// The interval of a formula.
///
/// # Errors
///
/// Those of the environment.
pub fn interval<'g, E: Environment<'g>>(env: &mut E, ir: &'g Ir) -> Result<Interval, E::Failure> {
    let known = env.enter(ir)?;
    let found = match known {
        Some(known) => known,
        None => of_parts(env, ir)?,
    };
    env.leave();
    Ok(found)
}

fn of_parts<'g, E: Environment<'g>>(env: &mut E, ir: &'g Ir) -> Result<Interval, E::Failure> {
    Ok(match &ir.op {
        Op::Number(number) | Op::Known(_, number) => Interval::exactly(*number),
        Op::Negate(inner) => -interval(env, inner)?,
        Op::Not(inner) => Interval::flag(interval(env, inner)?.holds().map(|holds| !holds)),
        Op::Arithmetic(op, left, right) => {
            let left = interval(env, left)?;
            left.arithmetic(*op, interval(env, right)?)
        }
        Op::Compare(op, left, right) => {
            let left = interval(env, left)?;
            Interval::flag(left.compare(*op, interval(env, right)?))
        }
        Op::And(left, right) => decided(env, left, right, false)?,
        Op::Or(left, right) => decided(env, left, right, true)?,
        Op::If(condition, then, otherwise) => match interval(env, condition)?.holds() {
            Some(holds) => interval(env, if holds { then } else { otherwise })?,
            None => {
                let then = interval(env, then)?;
                then.or(interval(env, otherwise)?)
            }
        },
        Op::Min(items) | Op::Max(items) => {
            let mut all: Option<Interval> = None;
            for item in items {
                let one = interval(env, item)?;
                let pick = if matches!(ir.op, Op::Min(_)) { Interval::min } else { Interval::max };
                all = Some(all.map_or(one, |all| pick(all, one)));
            }
            all.unwrap_or(Interval::ANY)
        }
        _ => Interval::ANY,
    })
}

/// Two conditions of which one that is so decides for both.
fn decided<'g, E: Environment<'g>>(
    env: &mut E,
    left: &'g Ir,
    right: &'g Ir,
    decides: bool,
) -> Result<Interval, E::Failure> {
    let left = interval(env, left)?.holds();
    if left == Some(decides) {
        return Ok(Interval::flag(left));
    }
    let right = interval(env, right)?.holds();
    Ok(Interval::flag(right.filter(|right| *right == decides || left.is_some())))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Arithmetic, Interval};
    use crate::syntax::CompareOp;

    fn bounds() -> impl Strategy<Value = (Interval, i64)> {
        let number = prop_oneof![-9_i64..10, any::<i64>(), Just(i64::MIN), Just(i64::MAX)];
        (number.clone(), number.clone(), number, any::<(bool, bool)>()).prop_map(|(one, two, three, ends)| {
            let mut sorted = [one, two, three];
            sorted.sort_unstable();
            let [least, value, most] = sorted;
            (Interval { least: ends.0.then_some(least), most: ends.1.then_some(most) }, value)
        })
    }

    fn holds(interval: Interval, value: i64) -> bool {
        interval.least.is_none_or(|least| least <= value) && interval.most.is_none_or(|most| value <= most)
    }

    proptest! {
        #[test]
        fn bounds_are_never_too_narrow((one, a) in bounds(), (other, b) in bounds()) {
            let floor = |a: i64, b: i64| a.checked_div_euclid(b);
            let ceiling = |a: i64, b: i64| floor(a, b)?.checked_add(i64::from(a.checked_rem_euclid(b)? != 0));
            let exact: [(Arithmetic, Option<i64>); 6] = [
                (Arithmetic::Add, a.checked_add(b)),
                (Arithmetic::Subtract, a.checked_sub(b)),
                (Arithmetic::Multiply, a.checked_mul(b)),
                (Arithmetic::Divide, floor(a, b).filter(|_| b > 0)),
                (Arithmetic::Divide, ceiling(a, b).filter(|_| b > 0)),
                (Arithmetic::Remainder, a.checked_rem_euclid(b).filter(|_| b > 0)),
            ];
            for (op, value) in exact {
                prop_assert!(value.is_none_or(|value| holds(one.arithmetic(op, other), value)), "{op:?}");
            }
            prop_assert!(a.checked_neg().is_none_or(|value| holds(-one, value)));
            prop_assert!(holds(one.min(other), a.min(b)) && holds(one.max(other), a.max(b)));
            prop_assert!(holds(one.or(other), a) && holds(one.or(other), b));
            prop_assert!(one.holds().is_none_or(|holds| holds == (a != 0)));
            prop_assert!(one.order(other).is_none_or(|order| order == a.cmp(&b)));
            for op in [CompareOp::Equal, CompareOp::NotEqual, CompareOp::Less, CompareOp::GreaterOrEqual] {
                prop_assert!(one.compare(op, other).is_none_or(|found| found == op.holds(a, b)));
            }
        }
    }
}
