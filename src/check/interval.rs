//! Interval analysis: bounds on the value of a formula. The bounds are conservative, so a value outside them is
//! impossible.

use super::program::{Arithmetic, Ir, Op};
use crate::dice::Interval;
use crate::dice::interval::END;

impl Interval {
    /// The quotient by a positive number. Any rounding gives the next integer below or above.
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

    pub fn arithmetic(self, op: Arithmetic, other: Self) -> Self {
        match op {
            Arithmetic::Add => self + other,
            Arithmetic::Subtract => self - other,
            Arithmetic::Multiply => self * other,
            Arithmetic::Divide | Arithmetic::DivideAs(_) if other.least > Some(0) => self.divided(other),
            Arithmetic::Remainder if other.least > Some(0) && self.least >= Some(0) => {
                Self { least: Some(0), most: other.most.map(|most| most - 1) }
            }
            Arithmetic::Divide | Arithmetic::DivideAs(_) | Arithmetic::Remainder => Self::ANY,
        }
    }
}

/// What is known about the values that formulas read.
pub trait Environment<'g> {
    /// Why the analysis stops.
    type Failure;

    /// A formula is visited: returns its interval, or `None` to derive it from the subformulas.
    ///
    /// # Errors
    ///
    /// If the analysis stops.
    fn enter(&mut self, ir: &'g Ir) -> Result<Option<Interval>, Self::Failure>;

    /// The visit of a formula ends.
    fn leave(&mut self);
}

/// The interval of a formula. Linear in its size.
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

/// Two conditions, one of which decides both if it has the given value.
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
