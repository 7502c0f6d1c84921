//! Evaluation with intervals, for dice with truncated explosions. The walk follows a bounded number of explosions;
//! often the result does not depend on the rest.

use std::cmp::Ordering;

use super::failure::{Failure, Stop, There as _};
use super::machine::{Machine, Value};
use super::statistic::Statistic;
use crate::check::interval::{Environment, interval};
use crate::check::program::{Arithmetic, At, Ir, Op, Outcome, Pool, PoolRead, Test};
use crate::dice::Interval;
use crate::ruleset::model::OptionalDecl;

impl<'a> Machine<'a> {
    /// The value of a formula, or its bounds if explosions were truncated.
    pub(super) fn nearly(&mut self, ir: &'a Ir) -> Result<Interval, Failure> {
        match self.whole(ir) {
            Err(failure) if self.is_open_ended(&failure) => self.between(ir),
            value => value.map(Interval::exactly),
        }
    }

    /// Whether a failure comes only from truncated explosions, so that there may be bounds.
    pub(super) fn is_open_ended(&self, failure: &Failure) -> bool {
        failure.stop() == Some(Stop::Cut) && self.effects.open_ended()
    }

    /// The value of a formula; `None` if explosions were truncated.
    pub(super) fn unless_cut(&self, number: Result<i64, Failure>) -> Result<Option<i64>, Failure> {
        match number {
            Err(failure) if self.is_open_ended(&failure) => Ok(None),
            number => number.map(Some),
        }
    }

    /// The order of a bounded number and a formula. Dice are asked for nothing else.
    pub(super) fn compare_nearly(&mut self, left: Interval, ir: &'a Ir) -> Result<Ordering, Failure> {
        if let Some(left) = left.exact() {
            match self.compare_with(ir, left) {
                Err(failure) if self.is_open_ended(&failure) => {}
                found => return found.map(Ordering::reverse),
            }
        }
        let right = self.nearly(ir)?;
        left.order(right).ok_or_else(|| Failure::cut(ir.at))
    }

    /// The outcome, if it does not depend on truncated explosions.
    pub(super) fn certain_outcome(
        &mut self,
        test: &'a Test,
        has_target: bool,
    ) -> Result<Option<Option<(usize, &'a Outcome)>>, Failure> {
        for (index, outcome) in test.outcomes.iter().enumerate() {
            if !has_target && (outcome.needs_target || outcome.when.is_none()) {
                if self.is_switched_off(outcome)? {
                    continue;
                }
                return Ok(Some(None));
            }
            let holds = match &outcome.when {
                None => Some(true),
                Some(ir) => self.between(ir)?.holds(),
            };
            match holds {
                Some(true) => return Ok(Some(Some((index, outcome)))),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(None))
    }

    /// The bounds of a formula; [`Interval::ANY`] for operations that have no rule here.
    fn between(&mut self, ir: &'a Ir) -> Result<Interval, Failure> {
        interval(&mut Cut { machine: self, depth: 0 }, ir)
    }

    /// The bounds of the margin.
    pub(super) fn margin_between(&mut self, at: At) -> Result<Interval, Failure> {
        Cut { machine: self, depth: 0 }.margin(at)
    }

    /// The bounds of the total; exact if none of its dice was truncated.
    pub(super) fn total_between(&mut self) -> Result<Interval, Failure> {
        Cut { machine: self, depth: 0 }.total()
    }

    fn statistic_between(&mut self, stat: &Statistic, ir: &'a Ir) -> Result<Interval, Failure> {
        let Some(roll) = self.roll(ir.at)? else { return Ok(Interval::ANY) };
        self.ends(roll, stat, ir.at)
    }

    /// The bounds of a statistic of a pool in a formula. Each pool is thrown only once.
    fn pool_between(&mut self, stat: &Statistic, pool: &'a Pool, at: At) -> Result<Interval, Failure> {
        let pools = self.frame.as_ref().map_or(&self.pools, |frame| &frame.pools);
        let mut thrown = pools.iter().filter(|(one, _)| std::ptr::eq(*one, pool)).map(|(_, roll)| *roll);
        let roll = match (thrown.next(), thrown.next()) {
            (Some(roll), None) => roll,
            (None, _) => self.throw_apart(pool)?,
            _ => return Ok(Interval::ANY),
        };
        self.ends(roll, stat, at)
    }

    /// Whether a condition holds, if that does not depend on truncated explosions.
    pub(super) fn certainly(&mut self, ir: &'a Ir) -> Result<Option<bool>, Failure> {
        Ok(self.between(ir)?.holds())
    }
}

/// The interval analysis of a test with truncated dice.
struct Cut<'m, 'a> {
    machine: &'m mut Machine<'a>,
    depth: usize,
}

impl<'a> Environment<'a> for Cut<'_, 'a> {
    type Failure = Failure;

    fn enter(&mut self, ir: &'a Ir) -> Result<Option<Interval>, Failure> {
        self.depth += 1;
        if self.depth > self.machine.game.limits.depth {
            return Ok(Some(Interval::ANY));
        }
        self.machine.count_step(ir.at)?;
        self.known(ir)
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}

impl<'a> Cut<'_, 'a> {
    fn known(&mut self, ir: &'a Ir) -> Result<Option<Interval>, Failure> {
        let frame = self.machine.frame.as_ref();
        Ok(Some(match &ir.op {
            Op::Total => self.total()?,
            Op::Margin => self.margin(ir.at)?,
            Op::Dice(dice) => {
                let stat = self.machine.named(dice, ir.at)?;
                self.machine.statistic_between(&stat, ir)?
            }
            Op::Roll => self.machine.statistic_between(&Statistic::Sum, ir)?,
            Op::InRoll(slot, side, inner) => {
                let play = self.machine.playing(ir.at)?;
                if play.open == Some((play.acts.len(), *slot, *side)) {
                    return interval(self, inner).map(Some);
                }
                match self.machine.kept_value((*slot, *side), inner)? {
                    Some(Value::Int(number)) => return Ok(Some(Interval::exactly(number))),
                    Some(Value::Text(_)) => return Ok(None),
                    None => {}
                }
                let outer = self.machine.open_roll(*slot, *side, ir.at)?;
                let between = interval(self, inner);
                self.machine.close_roll(*slot, *side, outer, ir.at)?;
                between?
            }
            Op::Late(name) => {
                let late = frame.map(|frame| frame.late).unwrap_or_default();
                self.read(late.iter().find(|value| value.name == *name).map(|value| &value.ir))?
            }
            // A branch is evaluated only if it is certain to be taken, because it may throw dice.
            Op::If(condition, then, otherwise) => {
                let chosen = interval(self, condition)?.holds();
                self.read(chosen.map(|holds| if holds { &**then } else { &**otherwise }))?
            }
            Op::Pool(pool) => self.machine.pool_between(&Statistic::Sum, pool, ir.at)?,
            Op::OwnTotal => self.read(frame.map(|frame| &frame.test.total))?,
            Op::Hand(index, _) => {
                let outer = self.machine.take_up(*index, ir.at)?;
                let between = self.machine.statistic_between(&Statistic::Sum, ir);
                self.machine.shared = outer;
                between?
            }
            Op::InHand(index, inner) => {
                let outer = self.machine.take_up(*index, ir.at)?;
                let between = interval(self, inner);
                self.machine.shared = outer;
                between?
            }
            Op::Read { what, pool } => {
                let stat = match what {
                    PoolRead::Count(op, wanted) => match interval(self, wanted)?.exact() {
                        Some(wanted) => Statistic::Count(*op, wanted),
                        None => return Ok(Some(Interval::ANY)),
                    },
                    PoolRead::Sum => Statistic::Sum,
                    PoolRead::Highest => Statistic::Highest,
                    PoolRead::Lowest => Statistic::Lowest,
                    PoolRead::Repeats => Statistic::Repeats,
                    PoolRead::CountAny(_) | PoolRead::Nth(_) | PoolRead::Repeated | PoolRead::Worth(..) => {
                        return Ok(Some(Interval::ANY));
                    }
                };
                match pool {
                    Some(pool) => self.machine.pool_between(&stat, pool, ir.at)?,
                    None => self.machine.statistic_between(&stat, ir)?,
                }
            }
            Op::Value(index) => self.value(*index)?,
            Op::Min(items) | Op::Max(items) => self.extreme(items, matches!(ir.op, Op::Max(_)), ir.at)?,
            Op::Known(..)
            | Op::Trait(_)
            | Op::Option(_)
            | Op::Input(_)
            | Op::Answered(_)
            | Op::Points(..)
            | Op::Track(..)
            | Op::State(_)
            | Op::HasTag(_)
            | Op::Gather(..)
            | Op::Group(..) => self.given(ir)?,
            Op::Arithmetic(
                Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::DivideAs(_) | Arithmetic::Remainder,
                ..,
            )
            | Op::SameText(..)
                if is_given(ir) =>
            {
                self.given(ir)?
            }
            _ => return Ok(None),
        }))
    }

    /// The bounds of the greatest or the least of several formulas. Those that others certainly exceed are not read.
    fn extreme(&mut self, items: &'a [Ir], greatest: bool, at: At) -> Result<Interval, Failure> {
        if let Some(found) = self.machine.extreme_of((items, greatest), false)? {
            return Ok(Interval::exactly(found));
        }
        let bounds = self.machine.bounds_of_each(items)?;
        let mut all: Option<Interval> = None;
        for (index, item) in items.iter().enumerate() {
            if exceeded(*bounds.get(index).there(at)?, (index, &bounds), greatest) {
                continue;
            }
            let one = interval(self, item)?;
            all = Some(all.map_or(one, |all| if greatest { all.max(one) } else { all.min(one) }));
        }
        all.there(at)
    }

    /// The bounds of a formula that reads no dice.
    fn given(&mut self, ir: &'a Ir) -> Result<Interval, Failure> {
        Ok(match self.machine.formula(ir)? {
            Value::Int(value) => Interval::exactly(value),
            Value::Text(_) => Interval::ANY,
        })
    }

    /// The bounds of a value of the test, computed once.
    fn value(&mut self, index: usize) -> Result<Interval, Failure> {
        let Some(frame) = &self.machine.frame else { return Ok(Interval::ANY) };
        if let Some(Some(Value::Int(known))) = frame.values.get(index) {
            return Ok(Interval::exactly(*known));
        }
        if let Some(between) = frame.bounds.get(&index).and_then(|bound| bound.between) {
            return Ok(between);
        }
        let found = self.read(frame.test.values.get(index).map(|value| &value.ir))?;
        if let Some(frame) = &mut self.machine.frame {
            frame.bounds.entry(index).or_default().between = Some(found);
        }
        Ok(found)
    }

    /// The bounds of an optional formula.
    fn read(&mut self, ir: Option<&'a Ir>) -> Result<Interval, Failure> {
        ir.map_or(Ok(Interval::ANY), |ir| interval(self, ir))
    }

    fn margin(&mut self, at: At) -> Result<Interval, Failure> {
        let test = self.machine.frame.as_ref().map(|frame| frame.test);
        if let Some(OptionalDecl::Formula(margin)) = test.map(|test| &test.margin) {
            return interval(self, margin);
        }
        let total = self.total()?;
        Ok(match test.and_then(|test| test.against) {
            Some(index) => total - Interval::exactly(self.machine.input(index, at)?),
            None => Interval::ANY,
        })
    }

    fn total(&mut self) -> Result<Interval, Failure> {
        match self.machine.frame.as_ref().map(|frame| (frame.total, frame.total_ir)) {
            Some((Some(total), _)) => Ok(Interval::exactly(total)),
            Some((None, ir)) => self.read(ir),
            None => Ok(Interval::ANY),
        }
    }
}

/// Whether the bounds of another formula, by index, lie beyond these. Of equal ones the first counts.
fn exceeded(own: Interval, (at, bounds): (usize, &[Interval]), greatest: bool) -> bool {
    bounds.iter().enumerate().any(|(other, one)| {
        let order = match (greatest, own, *one) {
            (true, Interval { most: Some(own), .. }, Interval { least: Some(other), .. }) => other.cmp(&own),
            (false, Interval { least: Some(own), .. }, Interval { most: Some(other), .. }) => own.cmp(&other),
            _ => return false,
        };
        other != at && (order.is_gt() || order.is_eq() && other < at)
    })
}

/// Whether a formula reads only values that were known before the throw: settled values, and entries of characters.
fn is_given(ir: &Ir) -> bool {
    let has = |op: &Op| {
        matches!(op, Op::Points(..) | Op::Track(..) | Op::State(_) | Op::HasTag(_) | Op::Gather(..) | Op::Group(..))
    };
    ir.parts().all(|part| part.op.is_settled() || has(&part.op))
}
