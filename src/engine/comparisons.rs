//! Comparisons of hidden dice: the observer is asked only whether a comparison holds, not for the value.

use std::cmp::Ordering;

use super::failure::{Failure, There as _};
use super::machine::{Machine, Value};
use super::pool_sums::PoolSum;
use super::statistic::{NO_ROW, Statistic};
use crate::check::program::{Arithmetic, At, Cell, CellRead, Count, Ir, LookupTable, Op, Pick, Pool, PoolRead};
use crate::check::row_for;
use crate::id::Id;
use crate::ruleset::model::{OptionalDecl, Reading};
use crate::syntax::CompareOp;

/// A sum of named dice of the roll and of a number.
#[derive(Debug, Clone, Default)]
struct DiceSum {
    dice: Vec<(i64, Reading)>,
    number: i64,
}

impl DiceSum {
    fn number(number: i64) -> Self {
        Self { dice: Vec::new(), number }
    }

    fn times(mut self, times: i64) -> Option<Self> {
        self.number = self.number.checked_mul(times)?;
        for (each, _) in &mut self.dice {
            *each = each.checked_mul(times)?;
        }
        Some(self)
    }

    fn plus(mut self, other: Self) -> Option<Self> {
        self.number = self.number.checked_add(other.number)?;
        for (times, reading) in other.dice {
            match self.dice.iter_mut().find(|(_, one)| *one == reading) {
                Some((sum, _)) => *sum = sum.checked_add(times)?,
                None => self.dice.push((times, reading)),
            }
        }
        self.dice.retain(|(times, _)| *times != 0);
        Some(self)
    }
}

/// A linear term `times * ir + plus`, where `ir` reads no dice. It is evaluated where it is compared, as the formula
/// itself would be.
#[derive(Clone, Copy)]
struct LinearTerm<'a> {
    ir: &'a Ir,
    times: i64,
    plus: i64,
}

impl<'a> LinearTerm<'a> {
    fn plus(self, number: i64) -> Option<Self> {
        Some(Self { plus: self.plus.checked_add(number)?, ..self })
    }

    fn negated(self) -> Option<Self> {
        Some(Self { times: -self.times, plus: self.plus.checked_neg()?, ..self })
    }
}

/// What a name of the running test stands for.
pub(super) enum Meaning<'a> {
    Number(i64),
    /// A formula, and a number besides.
    Formula(&'a Ir, i64),
    /// Something else.
    Open,
}

impl<'a> Machine<'a> {
    /// Whether a comparison holds, if covered dice can answer that.
    pub(super) fn covered_compare(
        &mut self,
        op: CompareOp,
        left: &'a Ir,
        right: &'a Ir,
    ) -> Result<Option<bool>, Failure> {
        if !self.worth.is_empty() || !self.given.is_empty() {
            return Ok(None);
        }
        if !reads_dice(right) {
            return self.compares_with(op, left, LinearTerm { ir: right, times: 1, plus: 0 });
        }
        let until = self.followed_until();
        let sides = (self.sum_of(left, &[], until)?, self.sum_of(right, &[], until)?);
        let (Some(one), Some(other)) = sides else { return Ok(None) };
        let Some(sum) = other.times(-1).and_then(|other| one.plus(other)) else { return Ok(None) };
        self.compare_sum(sum, op, 0, left)
    }

    /// The same with a number.
    fn compares_with(&mut self, op: CompareOp, left: &'a Ir, bound: LinearTerm<'a>) -> Result<Option<bool>, Failure> {
        match &left.op {
            Op::Pool(pool) => return self.pool_holds(pool, None, op, (left, bound)),
            Op::Read { what, pool: Some(pool) } => return self.pool_holds(pool, Some(what), op, (left, bound)),
            Op::Read { what, pool: None } => {
                let stat = self.statistic_of(what, left.at)?;
                let Some(wanted) = self.bound(bound)? else { return Ok(None) };
                return self.holds(stat, op, wanted, left);
            }
            Op::InHand(index, inner) => {
                let outer = self.take_up(*index, left.at)?;
                let found = self.compares_with(op, inner, bound);
                self.shared = outer;
                return found;
            }
            _ => {}
        }
        if let Some(sum) = self.sum_of(left, &[], self.followed_until())? {
            let Some(wanted) = self.bound(bound)? else { return Ok(None) };
            return self.compare_sum(sum, op, wanted, left);
        }
        if !self.effects.covers() {
            return Ok(None);
        }
        self.count_step(left.at)?;
        // What is no sum may be the greatest or the least of some, with numbers besides.
        match &left.op {
            Op::Max(parts) => self.extreme_holds((parts, true), op, bound),
            Op::Min(parts) => self.extreme_holds((parts, false), op, bound),
            Op::Total | Op::OwnTotal | Op::Margin | Op::Value(_) => match self.meaning(left)? {
                Meaning::Formula(formula, more) => match more.checked_neg().and_then(|less| bound.plus(less)) {
                    Some(bound) => self.compares_with(op, formula, bound),
                    None => Ok(None),
                },
                Meaning::Number(_) | Meaning::Open => Ok(None),
            },
            Op::ReadOff(what, of) => match self.bound(bound)? {
                Some(wanted) => self.extreme_die_holds((what, of), (op, wanted), left.at),
                None => Ok(None),
            },
            Op::Negate(inner) => match bound.negated() {
                Some(bound) => self.compares_with(op.turned(), inner, bound),
                None => Ok(None),
            },
            Op::Arithmetic(Arithmetic::Add, one, other) | Op::Arithmetic(Arithmetic::Subtract, one, other) => {
                let subtracts = matches!(left.op, Op::Arithmetic(Arithmetic::Subtract, ..));
                let (op, dice, bound) = match (reads_dice(one), reads_dice(other)) {
                    (true, false) => {
                        let number = self.number(other)?;
                        let number = if subtracts { Some(number) } else { number.checked_neg() };
                        (op, one, number.and_then(|number| bound.plus(number)))
                    }
                    (false, true) => {
                        let less = self.number(one)?.checked_neg().and_then(|number| bound.plus(number));
                        match subtracts {
                            true => (op.turned(), other, less.and_then(LinearTerm::negated)),
                            false => (op, other, less),
                        }
                    }
                    _ => return Ok(None),
                };
                match bound {
                    Some(bound) => self.compares_with(op, dice, bound),
                    None => Ok(None),
                }
            }
            Op::If(condition, then, otherwise) => {
                let chosen = if self.flag(condition)? { then } else { otherwise };
                self.compares_with(op, chosen, bound)
            }
            _ => Ok(None),
        }
    }

    fn bound(&mut self, LinearTerm { ir, times, plus }: LinearTerm<'a>) -> Result<Option<i64>, Failure> {
        Ok(self.number(ir)?.checked_mul(times).and_then(|number| number.checked_add(plus)))
    }

    /// Whether a comparison of the greatest or the least of some parts holds: one of them decides it, or all do.
    fn extreme_holds(
        &mut self,
        (parts, greatest): (&'a [Ir], bool),
        op: CompareOp,
        bound: LinearTerm<'a>,
    ) -> Result<Option<bool>, Failure> {
        let Some(decides) = op.decided_by_one(greatest) else { return Ok(None) };
        if let Some(value) = self.extreme_of((parts, greatest), true)? {
            return Ok(self.bound(bound)?.map(|wanted| op.holds(value, wanted)));
        }
        for part in parts {
            let holds = match self.compares_with(op, part, bound)? {
                Some(holds) => holds,
                None => {
                    let Some(wanted) = self.bound(bound)? else { return Ok(None) };
                    match reads_dice(part) {
                        true => match self.compare_pools(op, part, PoolSum::number(wanted))? {
                            Some(holds) => holds,
                            None => return Ok(None),
                        },
                        false => op.holds(self.number(part)?, wanted),
                    }
                }
            };
            if holds == decides {
                return Ok(Some(decides));
            }
        }
        Ok(Some(!decides))
    }

    /// Whether a comparison with dice that are thrown for it holds.
    fn pool_holds(
        &mut self,
        pool: &'a Pool,
        what: Option<&'a PoolRead>,
        op: CompareOp,
        (left, bound): (&'a Ir, LinearTerm<'a>),
    ) -> Result<Option<bool>, Failure> {
        // Where explosions are cut it may be unknown whether it holds.
        let goes_on = pool.modifiers.iter().any(|modifier| modifier.suffix.goes_on());
        // Which die is the n-th is asked where there may be none.
        if goes_on || matches!(what, Some(PoolRead::Nth(_))) || !self.effects.covers() || self.effects.sets_aside() {
            return Ok(None);
        }
        let stat = match what {
            Some(what) => self.statistic_of(what, left.at)?,
            None => Statistic::Sum,
        };
        let Some(wanted) = self.bound(bound)? else { return Ok(None) };
        let roll = self.throw_apart(pool)?;
        if self.covered.contains_key(&roll) {
            let found = self.statistic(roll, &Statistic::Holds(Box::new(stat), op, wanted), left.at)?;
            return found.map(|flag| flag != 0).there(left.at).map(Some);
        }
        let shown = match what {
            Some(_) => stat.read(&self.thrown(roll, left.at)?.sorted).there(left.at)?,
            None => self.sum(roll, left.at)?,
        };
        Ok(Some(op.holds(shown, wanted)))
    }

    /// Whether a formula compares with a number in this way. Covered dice are asked for nothing else.
    pub(super) fn compare_with(&mut self, ir: &'a Ir, number: i64) -> Result<Ordering, Failure> {
        if self.effects.covers()
            && self.worth.is_empty()
            && self.given.is_empty()
            && let Some(sum) = self.sum_of(ir, &[], self.followed_until())?
            && !sum.dice.is_empty()
        {
            let more = self.compare_sum(sum.clone(), CompareOp::Greater, number, ir)?;
            let less = match more {
                Some(false) => self.compare_sum(sum, CompareOp::Less, number, ir)?,
                other => other.map(|_| false),
            };
            match (more, less) {
                (Some(true), _) => return Ok(Ordering::Greater),
                (_, Some(true)) => return Ok(Ordering::Less),
                (Some(false), Some(false)) => return Ok(Ordering::Equal),
                _ => {}
            }
        }
        Ok(self.number(ir)?.cmp(&number))
    }

    /// The total of the running test as a number besides what hidden dice add to it, if the observer counts all that they
    /// may add, so that this run need not choose.
    pub(super) fn total_left_open(&mut self, at: At) -> Result<Option<i64>, Failure> {
        let frame = self.frame.as_ref().there(at)?;
        let Some(formula) = frame.total_ir.filter(|_| frame.total.is_none() && !frame.cut) else { return Ok(None) };
        if !self.effects.covers() || !self.worth.is_empty() || !self.given.is_empty() {
            return Ok(None);
        }
        let Some(sum) = self.sum_of(formula, &[], self.followed_until())? else { return Ok(None) };
        let Some(roll) = self.roll(at)?.filter(|_| !sum.dice.is_empty()) else { return Ok(None) };
        let Some(covered) = self.covered.get(&roll).copied() else { return Ok(None) };
        self.is_one_throw(roll, at)?;
        if !self.thrown(roll, at)?.sorted.is_empty() {
            return Ok(None);
        }
        let open = self.effects.leaves_open(covered, &Statistic::Named(sum.dice));
        let open = open.map_err(|refusal| Failure::refused(refusal, at))?;
        Ok(open.then_some(sum.number))
    }

    fn compare_sum(&mut self, sum: DiceSum, op: CompareOp, number: i64, ir: &'a Ir) -> Result<Option<bool>, Failure> {
        if sum.dice.is_empty() {
            return Ok(Some(op.holds(sum.number, number)));
        }
        let Some(wanted) = number.checked_sub(sum.number) else { return Ok(None) };
        self.holds(Statistic::Named(sum.dice), op, wanted, ir)
    }

    fn holds(&mut self, stat: Statistic, op: CompareOp, wanted: i64, ir: &'a Ir) -> Result<Option<bool>, Failure> {
        let Some(roll) = self.roll(ir.at)? else { return Ok(None) };
        if !self.covered.contains_key(&roll) {
            return Ok(None);
        }
        let found = self.statistic(roll, &Statistic::Holds(Box::new(stat), op, wanted), ir.at)?;
        Ok(found.map(|flag| flag != 0))
    }

    /// The value of a cell that reads the worth of named dice, if it is a sum of covered dice: the walk is asked for
    /// the sum, and not for each die.
    pub(super) fn covered_cell(&mut self, read: &'a CellRead, ir: &'a Ir) -> Result<Option<i64>, Failure> {
        if read.worth.is_empty() || !read.given.is_empty() || !self.worth.is_empty() {
            return Ok(None);
        }
        let Some(sum) = self.sum_of_cell(read, &[], self.followed_until())? else { return Ok(None) };
        if sum.dice.is_empty() {
            return Ok(Some(sum.number));
        }
        let Some(roll) = self.roll(ir.at)? else { return Ok(None) };
        if !self.covered.contains_key(&roll) {
            return Ok(None);
        }
        let found = self.statistic(roll, &Statistic::Named(sum.dice), ir.at)?;
        Ok(found.and_then(|found| found.checked_add(sum.number)))
    }

    /// The row of a table that is chosen by number, if covered dice can say which: they are asked for nothing else.
    pub(super) fn covered_row(&mut self, table: Id<LookupTable>, ir: &'a Ir) -> Result<Option<usize>, Failure> {
        if !self.effects.covers() || !self.worth.is_empty() || !self.given.is_empty() {
            return Ok(None);
        }
        if let Op::InHand(index, inner) = &ir.op {
            let outer = self.take_up(*index, ir.at)?;
            let found = self.covered_row(table, inner);
            self.shared = outer;
            return found;
        }
        let (stat, number, roll) = match &ir.op {
            Op::Pool(pool) if self.always_finds(table, pool) => (Statistic::Sum, 0, Some(self.throw_apart(pool)?)),
            Op::Read { what, pool: None } => (self.statistic_of(what, ir.at)?, 0, self.roll(ir.at)?),
            _ => match self.sum_of(ir, &[], self.followed_until())? {
                Some(sum) if !sum.dice.is_empty() => (Statistic::Named(sum.dice), sum.number, self.roll(ir.at)?),
                _ => return Ok(None),
            },
        };
        let Some(roll) = roll else { return Ok(None) };
        if !self.covered.contains_key(&roll) {
            // Dice that were thrown here are not thrown once more.
            let number = if matches!(ir.op, Op::Pool(_)) { self.sum(roll, ir.at)? } else { return Ok(None) };
            return row_for(self.game, table, number).map(Some).there(ir.at);
        }
        let mut rows = vec![(i64::MIN, NO_ROW)];
        for (low, high, row) in &self.game.tables[table].intervals {
            rows.push((low.saturating_sub(number), i64::try_from(*row).map_err(|_| Failure::internal(ir.at))?));
            rows.extend(high.checked_add(1).map(|behind| (behind.saturating_sub(number), NO_ROW)));
        }
        rows.dedup_by(|next, before| {
            // Where one begins right behind another there is nothing between them.
            let touches = next.0 == before.0;
            if touches {
                before.1 = next.1;
            }
            touches
        });
        let found = self.statistic(roll, &Statistic::Row(Box::new(stat), rows.into()), ir.at)?;
        let found = found.and_then(|row| usize::try_from(row).ok());
        if matches!(ir.op, Op::Pool(_)) { found.there(ir.at).map(Some) } else { Ok(found) }
    }

    /// Whether a table has a row for whatever these dice show, which are added up as they fall.
    fn always_finds(&self, table: Id<LookupTable>, pool: &Pool) -> bool {
        let Count::Fixed(count) = pool.count else { return false };
        if self.effects.sets_aside() || !pool.modifiers.is_empty() || !pool.late.is_empty() {
            return false;
        }
        let times = |face: i64| face.checked_mul(count.into());
        let (Some(mut next), Some(highest)) = (times(pool.die.lowest()), times(pool.die.highest())) else {
            return false;
        };
        for (low, high, _) in &self.game.tables[table].intervals {
            if *low <= next && next <= *high {
                match high.checked_add(1) {
                    Some(behind) => next = behind,
                    None => return true,
                }
            }
        }
        next > highest
    }

    /// What a total, a margin or a value of the running test is with the current values.
    pub(super) fn meaning(&mut self, ir: &'a Ir) -> Result<Meaning<'a>, Failure> {
        let Some(frame) = &self.frame else { return Ok(Meaning::Open) };
        let test = frame.test;
        let total = match (frame.total, frame.total_ir) {
            (Some(total), _) => Meaning::Number(total),
            (None, Some(formula)) => Meaning::Formula(formula, 0),
            (None, None) => Meaning::Open,
        };
        Ok(match &ir.op {
            Op::Total => total,
            Op::OwnTotal => Meaning::Formula(&test.total, 0),
            Op::Margin => {
                let against = match (&test.margin, test.against) {
                    (OptionalDecl::Formula(margin), _) => return Ok(Meaning::Formula(margin, 0)),
                    (OptionalDecl::Usual, Some(against)) => self.input(against, ir.at)?,
                    _ => return Ok(Meaning::Open),
                };
                match (total, against.checked_neg()) {
                    (Meaning::Number(total), Some(less)) => {
                        total.checked_add(less).map_or(Meaning::Open, Meaning::Number)
                    }
                    (Meaning::Formula(formula, _), Some(less)) => Meaning::Formula(formula, less),
                    _ => Meaning::Open,
                }
            }
            Op::Value(index) => match (frame.values.get(*index), test.values.get(*index)) {
                (Some(Some(Value::Int(value))), _) => Meaning::Number(*value),
                (Some(None), Some(value)) if reads_dice(&value.ir) => Meaning::Formula(&value.ir, 0),
                (Some(None), Some(_)) => Meaning::Number(self.number(ir)?),
                _ => Meaning::Open,
            },
            _ => Meaning::Open,
        })
    }

    /// The depth to which formulas are followed. Beyond, they are evaluated, once for each value.
    fn followed_until(&self) -> u64 {
        self.spent().saturating_add(self.game.limits.followed)
    }

    fn sum_of_cell(&mut self, read: &'a CellRead, outer: Worth<'_>, until: u64) -> Result<Option<DiceSum>, Failure> {
        let mut worth: Vec<(usize, DiceSum)> = Vec::with_capacity(read.worth.len());
        for (die, value) in &read.worth {
            let Some(sum) = self.sum_of(value, outer, until)? else { return Ok(None) };
            worth.push((*die, sum));
        }
        if matches!(&read.row, Pick::Number(row) if reads_dice(row)) {
            // They are thrown once.
            return Ok(None);
        }
        let (row, column, _) = self.place(read)?;
        match self.game.tables[read.table].rows.get(row).and_then(|row| row.cells.get(column)) {
            Some(Cell::Value(cell)) => self.sum_of(cell, &worth, until),
            _ => Ok(None),
        }
    }

    /// A formula as a sum of named dice and a number, if it is one with the current values.
    fn sum_of(&mut self, ir: &'a Ir, worth: Worth<'_>, until: u64) -> Result<Option<DiceSum>, Failure> {
        self.count_step(ir.at)?;
        if self.spent() > until {
            return Ok(None);
        }
        Ok(match &ir.op {
            Op::Dice(dice) => {
                let mut sum = Some(DiceSum::default());
                for (times, die) in dice {
                    let one = match worth.iter().find(|(index, _)| index == die) {
                        Some((_, worth)) => Some(worth.clone()),
                        None => {
                            self.game.die_names.get(*die).map(|die| DiceSum { dice: vec![(1, die.reading)], number: 0 })
                        }
                    };
                    let one = one.and_then(|one| one.times(*times));
                    sum = sum.and_then(|sum| sum.plus(one?));
                }
                sum
            }
            Op::Roll => Some(DiceSum { dice: vec![(1, Reading::Sum)], number: 0 }),
            Op::Negate(inner) => self.sum_of(inner, worth, until)?.and_then(|sum| sum.times(-1)),
            Op::Arithmetic(op @ (Arithmetic::Add | Arithmetic::Subtract), left, right) => {
                let Some(left) = self.sum_of(left, worth, until)? else { return Ok(None) };
                let Some(right) = self.sum_of(right, worth, until)? else { return Ok(None) };
                let right = if *op == Arithmetic::Add { Some(right) } else { right.times(-1) };
                right.and_then(|right| left.plus(right))
            }
            Op::Total | Op::OwnTotal | Op::Margin | Op::Value(_) => match self.meaning(ir)? {
                Meaning::Number(number) => Some(DiceSum::number(number)),
                Meaning::Formula(formula, more) => {
                    let sum = self.sum_of(formula, worth, until)?;
                    sum.and_then(|sum| sum.plus(DiceSum::number(more)))
                }
                Meaning::Open => None,
            },
            Op::If(condition, then, otherwise) => {
                let chosen = if self.flag(condition)? { then } else { otherwise };
                self.sum_of(chosen, worth, until)?
            }
            Op::Cell(read) if read.given.is_empty() => self.sum_of_cell(read, worth, until)?,
            _ if !reads_dice(ir) => Some(DiceSum::number(self.number(ir)?)),
            _ => None,
        })
    }
}

/// The worth of named dice, in place of their faces, by index.
type Worth<'w> = &'w [(usize, DiceSum)];

/// Whether a formula may depend on dice.
pub(super) fn reads_dice(ir: &Ir) -> bool {
    let reads = |op: &Op| {
        matches!(
            op,
            Op::Dice(_)
                | Op::Pool(_)
                | Op::Roll
                | Op::Hand(..)
                | Op::Read { .. }
                | Op::Beats(..)
                | Op::Cell(_)
                | Op::RowName(..)
                | Op::RowAt(..)
                | Op::Value(_)
                | Op::Total
                | Op::OwnTotal
                | Op::Margin
                | Op::Local(_)
                | Op::Let(..)
                | Op::InRoll(..)
                | Op::RollFact(..)
                | Op::Late(_)
                | Op::Template(_)
        )
    };
    // Most are numbers.
    !matches!(ir.op, Op::Number(_) | Op::Input(_) | Op::Trait(_)) && ir.any_part(&|part| reads(&part.op))
}
