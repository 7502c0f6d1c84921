//! What holds however high dice rise that explode on and on: values between bounds. Whoever
//! walks all outcomes stops following explosions somewhere; often nothing depends on how they
//! would have gone on.

use std::cmp::Ordering;

use super::effects::Effects;
use super::failure::{CUT, Failure};
use super::glance::Glance;
use super::machine::{Machine, Value};
use crate::check::program::{Arithmetic, At, Ir, Op, Outcome, Pool, PoolRead, Test};
use crate::check::walk;
use crate::ruleset::model::Said;
use crate::syntax::CompareOp;

/// The least and the most that a value can be; `None` is without end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Between {
    least: Option<i64>,
    most: Option<i64>,
}

impl Between {
    pub(super) const ANYTHING: Self = Self { least: None, most: None };

    pub(super) fn exactly(value: i64) -> Self {
        Self { least: Some(value), most: Some(value) }
    }

    /// The value, if it is certain.
    pub(super) fn exact(self) -> Option<i64> {
        self.least.filter(|_| self.least == self.most)
    }

    /// How it compares with another; `None` if that depends on dice that were cut.
    fn order(self, other: Self) -> Option<Ordering> {
        let decided = |op, order| (self.compare(op, other) == Some(true)).then_some(order);
        decided(CompareOp::Less, Ordering::Less)
            .or_else(|| decided(CompareOp::Greater, Ordering::Greater))
            .or_else(|| decided(CompareOp::Equal, Ordering::Equal))
    }

    fn flag(value: Option<bool>) -> Self {
        match value {
            Some(value) => Self::exactly(i64::from(value)),
            None => Self { least: Some(0), most: Some(1) },
        }
    }

    fn as_flag(self) -> Option<bool> {
        match (self.least, self.most) {
            (Some(least), _) if least > 0 => Some(true),
            (Some(0), Some(0)) => Some(false),
            _ => None,
        }
    }

    pub(super) fn negated(self) -> Self {
        Self { least: self.most.and_then(i64::checked_neg), most: self.least.and_then(i64::checked_neg) }
    }

    fn plus(self, other: Self) -> Self {
        let add = |one: Option<i64>, two: Option<i64>| one?.checked_add(two?);
        Self { least: add(self.least, other.least), most: add(self.most, other.most) }
    }

    /// The greater or the lesser of two.
    fn extreme(self, other: Self, greater: bool) -> Self {
        // One that is known bounds the extreme from one side, both bound it from the other.
        let either = |one: Option<i64>, two: Option<i64>, pick: fn(i64, i64) -> i64| match (one, two) {
            (Some(one), Some(two)) => Some(pick(one, two)),
            (one, two) => one.or(two),
        };
        let both = |one: Option<i64>, two: Option<i64>, pick: fn(i64, i64) -> i64| Some(pick(one?, two?));
        if greater {
            let most = both(self.most, other.most, i64::max);
            Self { least: either(self.least, other.least, i64::max), most }
        } else {
            let least = both(self.least, other.least, i64::min);
            Self { least, most: either(self.most, other.most, i64::min) }
        }
    }

    fn compare(self, op: CompareOp, other: Self) -> Option<bool> {
        let below = matches!((self.most, other.least), (Some(most), Some(least)) if most < least);
        let above = matches!((self.least, other.most), (Some(least), Some(most)) if least > most);
        let not_below = matches!((self.least, other.most), (Some(least), Some(most)) if least >= most);
        let not_above = matches!((self.most, other.least), (Some(most), Some(least)) if most <= least);
        let same = not_below && not_above;
        let decide = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
        match op {
            CompareOp::Less => decide(below, not_below),
            CompareOp::LessOrEqual => decide(not_above, above),
            CompareOp::Greater => decide(above, not_above),
            CompareOp::GreaterOrEqual => decide(not_below, below),
            CompareOp::Equal => decide(same, below || above),
            CompareOp::NotEqual => decide(below || above, same),
        }
    }
}

/// How two rows of numbers compare, by the first that differs; `None` if that depends on dice that were
/// cut.
pub(super) fn ordered(left: &[Between], right: &[Between]) -> Option<Ordering> {
    for (one, other) in left.iter().zip(right) {
        match one.order(*other)? {
            Ordering::Equal => {}
            order => return Some(order),
        }
    }
    Some(left.len().cmp(&right.len()))
}

impl<'a, E: Effects> Machine<'a, E> {
    /// A number, or between what it lies where dice of it were cut.
    pub(super) fn nearly(&mut self, ir: &'a Ir) -> Result<Between, Failure> {
        match self.whole(ir) {
            Err(failure) if self.is_open_ended(&failure) => self.between(ir, 0),
            value => value.map(Between::exactly),
        }
    }

    /// Whether something failed only because dice were cut: between what it lies may be known.
    pub(super) fn is_open_ended(&self, failure: &Failure) -> bool {
        failure.code() == CUT && self.effects.open_ended()
    }

    /// How a number between bounds compares with a formula, of which no more is asked than that.
    pub(super) fn compare_nearly(&mut self, left: Between, ir: &'a Ir) -> Result<Ordering, Failure> {
        if let Some(left) = left.exact() {
            match self.compare_with(ir, left) {
                Err(failure) if self.is_open_ended(&failure) => {}
                found => return found.map(Ordering::reverse),
            }
        }
        let right = self.nearly(ir)?;
        left.order(right).ok_or_else(|| Failure::cut(ir.at))
    }

    /// The outcome that holds whatever else the dice may show; `None` if it depends on that.
    pub(super) fn certain_outcome(
        &mut self,
        test: &'a Test,
        has_target: bool,
    ) -> Result<Option<Option<(usize, &'a Outcome)>>, Failure> {
        for (index, outcome) in test.outcomes.iter().enumerate() {
            if !has_target && (outcome.needs_target || outcome.when.is_none()) {
                return Ok(Some(None));
            }
            let holds = match &outcome.when {
                None => Some(true),
                Some(ir) => self.between(ir, 0)?.as_flag(),
            };
            match holds {
                Some(true) => return Ok(Some(Some((index, outcome)))),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(None))
    }

    /// Between what a formula lies. Whatever this does not understand may be anything.
    fn between(&mut self, ir: &'a Ir, depth: usize) -> Result<Between, Failure> {
        if depth > self.game.limits.depth {
            return Ok(Between::ANYTHING);
        }
        self.count_step(ir.at)?;
        let depth = depth + 1;
        Ok(match &ir.op {
            Op::Total => self.total_between(depth)?,
            Op::Margin => self.margin_between(depth, ir.at)?,
            Op::Dice(dice) => {
                let glance = self.named(dice, ir.at)?;
                self.glance_between(&glance, ir)?
            }
            Op::Roll => self.glance_between(&Glance::Sum, ir)?,
            Op::InRoll(slot, side, inner) => {
                let play = self.playing(ir.at)?;
                if play.open == Some((play.acts.len(), *slot, *side)) {
                    return self.between(inner, depth);
                }
                let outer = self.open_roll(*slot, *side, ir.at)?;
                let between = self.between(inner, depth);
                self.close_roll(*slot, *side, outer, ir.at)?;
                between?
            }
            Op::Late(name) => {
                let late = self.frame.as_ref().map(|frame| frame.late).unwrap_or_default();
                match late.iter().find(|value| value.name == *name) {
                    Some(value) => self.between(&value.ir, depth)?,
                    None => Between::ANYTHING,
                }
            }
            Op::If(condition, then, otherwise) => match self.between(condition, depth)?.as_flag() {
                Some(holds) => self.between(if holds { then } else { otherwise }, depth)?,
                None => Between::ANYTHING,
            },
            Op::Pool(pool) => self.pool_between(&Glance::Sum, pool, ir.at)?,
            Op::OwnTotal => match self.frame.as_ref().map(|frame| &frame.test.total) {
                Some(own) => self.between(own, depth)?,
                None => Between::ANYTHING,
            },
            Op::Hand(index, _) => {
                let outer = self.take_up(*index, ir.at)?;
                let between = self.glance_between(&Glance::Sum, ir);
                self.shared = outer;
                between?
            }
            Op::InHand(index, inner) => {
                let outer = self.take_up(*index, ir.at)?;
                let between = self.between(inner, depth);
                self.shared = outer;
                between?
            }
            Op::Min(items) | Op::Max(items) => {
                let mut best: Option<Between> = None;
                for item in items {
                    let one = self.between(item, depth)?;
                    best = Some(best.map_or(one, |best| best.extreme(one, matches!(ir.op, Op::Max(_)))));
                }
                best.unwrap_or(Between::ANYTHING)
            }
            Op::Read { what, pool } => {
                let glance = match what {
                    PoolRead::Count(op, wanted) => {
                        let wanted = self.between(wanted, depth)?;
                        match (wanted.least, wanted.most) {
                            (Some(least), Some(most)) if least == most => Glance::Count(*op, least),
                            _ => return Ok(Between::ANYTHING),
                        }
                    }
                    PoolRead::Sum => Glance::Sum,
                    PoolRead::Highest => Glance::Highest,
                    PoolRead::Lowest => Glance::Lowest,
                    PoolRead::Repeats => Glance::Repeats,
                    PoolRead::Nth(_) | PoolRead::Repeated | PoolRead::Worth(..) => return Ok(Between::ANYTHING),
                };
                match pool {
                    Some(pool) => self.pool_between(&glance, pool, ir.at)?,
                    None => self.glance_between(&glance, ir)?,
                }
            }
            Op::Value(index) => {
                let value = self.frame.as_ref().and_then(|frame| frame.test.values.get(*index));
                match value {
                    Some(value) => self.between(&value.ir, depth)?,
                    None => Between::ANYTHING,
                }
            }
            Op::Negate(inner) => self.between(inner, depth)?.negated(),
            Op::Not(inner) => Between::flag(self.between(inner, depth)?.as_flag().map(|flag| !flag)),
            Op::Arithmetic(Arithmetic::Add, left, right) => {
                self.between(left, depth)?.plus(self.between(right, depth)?)
            }
            Op::Arithmetic(Arithmetic::Subtract, left, right) => {
                self.between(left, depth)?.plus(self.between(right, depth)?.negated())
            }
            Op::Compare(op, left, right) => {
                let left = self.between(left, depth)?;
                Between::flag(left.compare(*op, self.between(right, depth)?))
            }
            Op::And(left, right) => match self.between(left, depth)?.as_flag() {
                Some(false) => Between::flag(Some(false)),
                left => match (left, self.between(right, depth)?.as_flag()) {
                    (_, Some(false)) => Between::flag(Some(false)),
                    (Some(true), Some(true)) => Between::flag(Some(true)),
                    _ => Between::flag(None),
                },
            },
            Op::Or(left, right) => match self.between(left, depth)?.as_flag() {
                Some(true) => Between::flag(Some(true)),
                left => match (left, self.between(right, depth)?.as_flag()) {
                    (_, Some(true)) => Between::flag(Some(true)),
                    (Some(false), Some(false)) => Between::flag(Some(false)),
                    _ => Between::flag(None),
                },
            },
            _ if is_given(ir) => match self.formula(ir)? {
                Value::Int(value) => Between::exactly(value),
                Value::Text(_) => Between::ANYTHING,
            },
            _ => Between::ANYTHING,
        })
    }

    /// Between what the margin lies.
    pub(super) fn margin_between(&mut self, depth: usize, at: At) -> Result<Between, Failure> {
        let test = self.frame.as_ref().map(|frame| frame.test);
        if let Some(Said::Formula(margin)) = test.map(|test| &test.margin) {
            return self.between(margin, depth);
        }
        let total = self.total_between(depth)?;
        Ok(match test.and_then(|test| test.against) {
            Some(index) => total.plus(Between::exactly(self.input(index, at)?).negated()),
            None => Between::ANYTHING,
        })
    }

    /// Between what the total lies. It is known where nothing of it was cut.
    pub(super) fn total_between(&mut self, depth: usize) -> Result<Between, Failure> {
        let Some(frame) = &self.frame else { return Ok(Between::ANYTHING) };
        match (frame.total, frame.total_ir) {
            (Some(total), _) => Ok(Between::exactly(total)),
            (None, Some(ir)) => self.between(ir, depth),
            (None, None) => Ok(Between::ANYTHING),
        }
    }

    fn glance_between(&mut self, glance: &Glance, ir: &'a Ir) -> Result<Between, Failure> {
        let Some(roll) = self.roll(ir.at)? else { return Ok(Between::ANYTHING) };
        let (least, most) = self.ends(roll, glance, ir.at)?;
        Ok(Between { least, most })
    }

    /// Between what lies what is seen of dice that stand in a formula: of those that were thrown
    /// already, once.
    fn pool_between(&mut self, glance: &Glance, pool: &'a Pool, at: At) -> Result<Between, Failure> {
        let pools = self.frame.as_ref().map(|frame| frame.pools.as_slice()).unwrap_or_default();
        let mut thrown = pools.iter().filter(|(one, _)| std::ptr::eq(*one, pool)).map(|(_, roll)| *roll);
        let roll = match (thrown.next(), thrown.next()) {
            (Some(roll), None) => roll,
            (None, _) => self.throw_apart(pool)?,
            _ => return Ok(Between::ANYTHING),
        };
        let (least, most) = self.ends(roll, glance, at)?;
        Ok(Between { least, most })
    }

    /// Whether something holds however dice go on that were cut; `None` if it depends on that.
    pub(super) fn certainly(&mut self, ir: &'a Ir) -> Result<Option<bool>, Failure> {
        Ok(self.between(ir, 0)?.as_flag())
    }
}

/// The same of a test that somebody makes: what they have is what it was before the dice fell.
fn is_given(ir: &Ir) -> bool {
    match &ir.op {
        Op::Points(..) | Op::Track(..) | Op::HasTag(_) | Op::Gather(..) => true,
        Op::Negate(inner) => is_given(inner),
        Op::Arithmetic(_, left, right) => is_given(left) && is_given(right),
        Op::Min(items) | Op::Max(items) => items.iter().all(is_given),
        _ => is_settled(ir),
    }
}

/// Whether a formula is the same whatever the dice show.
pub(super) fn is_settled(ir: &Ir) -> bool {
    let mut settled = true;
    walk(ir, &mut |ir| {
        settled &= matches!(
            ir.op,
            Op::Number(_)
                | Op::Known(..)
                | Op::Trait(_)
                | Op::Option(_)
                | Op::Input(_)
                | Op::Negate(_)
                | Op::Not(_)
                | Op::Arithmetic(..)
                | Op::Compare(..)
                | Op::And(..)
                | Op::Or(..)
                | Op::If(..)
                | Op::Min(_)
                | Op::Max(_)
        );
    });
    settled
}
