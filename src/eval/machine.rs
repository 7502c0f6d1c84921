//! The interpreter of formulas.

use std::collections::BTreeMap;

use super::effects::{Asked, AskedFor, Effects};
use super::failure::Failure;
use super::names::shown;
use super::result::{Answer, How, Step};
use super::roll::Roll;
use crate::check::program::{
    AnswerKind, Arithmetic, At, Cell, CellRead, Chosen, Column, ColumnPick, Default, Game, Ir, Kind, Op, Origin, Pick,
    Piece, Pool, PoolRead, Question, Row, Table, Test, Trait, TraitSource,
};
use crate::check::{RollSource, row_for};
use crate::limits::LIMITS;
use crate::ruleset::model::{Outside, Rounding};
use crate::state::Env;

/// A value while it is computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Int(i64),
    Text(String),
}

impl Value {
    pub(super) fn answer(self, game: &Game, kind: &Kind) -> Answer {
        match self {
            Self::Int(value) => shown(game, kind, value),
            Self::Text(text) => Answer::Text(text),
        }
    }
}

/// The test whose formulas are running.
pub(super) struct TestFrame<'a> {
    pub(super) test: &'a Test,
    pub(super) given: &'a [Option<Ir>],
    pub(super) inputs: Vec<Option<i64>>,
    pub(super) values: Vec<Option<Value>>,
    /// Values of the outcome that was reached; they are counted on from the test's.
    pub(super) late: &'a [crate::check::program::Value],
    pub(super) total_ir: Option<&'a Ir>,
    pub(super) total: Option<i64>,
}

/// Evaluates formulas of one game with one set of effects.
pub(super) struct Machine<'a, E: Effects> {
    pub(super) game: &'a Game,
    pub(super) typed: &'a Origin,
    pub(super) env: &'a Env,
    pub(super) effects: &'a mut E,
    pub(super) rolls: Vec<Roll>,
    pub(super) trace: Option<Vec<Step>>,
    pub(super) thrown: u32,
    steps: u64,
    depth: usize,
    locals: Vec<Value>,
    base: usize,
    given: Vec<i64>,
    pub(super) source: &'a RollSource,
    pub(super) shared: Option<usize>,
    pub(super) frame: Option<TestFrame<'a>>,
    pub(super) side: usize,
    told: BTreeMap<String, ()>,
    /// Answers of this evaluation, so that nothing is asked twice.
    asked: BTreeMap<String, i64>,
}

impl<'a, E: Effects> Machine<'a, E> {
    pub(super) fn new(
        game: &'a Game,
        typed: &'a Origin,
        env: &'a Env,
        effects: &'a mut E,
        source: &'a RollSource,
        traced: bool,
    ) -> Self {
        Self {
            game,
            typed,
            env,
            effects,
            rolls: Vec::new(),
            trace: traced.then(Vec::new),
            thrown: 0,
            steps: 0,
            depth: 0,
            locals: Vec::new(),
            base: 0,
            given: Vec::new(),
            source,
            shared: None,
            frame: None,
            side: 0,
            told: BTreeMap::new(),
            asked: BTreeMap::new(),
        }
    }

    /// Records a step, if anybody wants to know.
    pub(super) fn step(&mut self, step: impl FnOnce(&Self) -> Step) {
        if self.trace.is_some() {
            let step = step(self);
            if let Some(trace) = &mut self.trace {
                trace.push(step);
            }
        }
    }

    /// Records a name's value once.
    fn tell(&mut self, name: &str, step: impl FnOnce() -> Step) {
        if self.trace.is_some() && self.told.insert(format!("{}/{name}", self.side), ()).is_none() {
            self.step(|_| step());
        }
    }

    pub(super) fn words(&self, at: At) -> String {
        let origin = self.game.origins.get(at.origin as usize).unwrap_or(self.typed);
        origin.words(at.span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(super) fn number(&mut self, ir: &'a Ir) -> Result<i64, Failure> {
        match self.value(ir)? {
            Value::Int(value) => Ok(value),
            Value::Text(_) => Err(Failure::new("text-where-number", ir.at)),
        }
    }

    fn flag(&mut self, ir: &'a Ir) -> Result<bool, Failure> {
        Ok(self.number(ir)? != 0)
    }

    /// Evaluates a formula of the ruleset in its own room for local names.
    pub(super) fn formula(&mut self, ir: &'a Ir) -> Result<Value, Failure> {
        let base = std::mem::replace(&mut self.base, self.locals.len());
        let result = self.value(ir);
        self.locals.truncate(self.base);
        self.base = base;
        result
    }

    pub(super) fn value(&mut self, ir: &'a Ir) -> Result<Value, Failure> {
        self.steps += 1;
        if self.steps > LIMITS.steps {
            let limit = i64::try_from(LIMITS.steps).unwrap_or(i64::MAX);
            return Err(Failure::new("too-many-steps", ir.at).arg("limit", limit));
        }
        if self.depth >= LIMITS.depth {
            return Err(Failure::new("too-deep-evaluation", ir.at).arg("limit", LIMITS.depth));
        }
        self.depth += 1;
        let result = self.compute(ir);
        self.depth -= 1;
        result
    }

    /// What stands in long chains is dealt with here, everything else a call away: what
    /// this needs of the stack, every level of a formula needs.
    fn compute(&mut self, ir: &'a Ir) -> Result<Value, Failure> {
        let number = match &ir.op {
            Op::Number(number) => *number,
            Op::Trait(index) => self.one_trait(*index, ir.at)?,
            Op::Value(index) => return self.test_value(*index, ir.at),
            Op::Cell(read) => return self.cell(read, ir.at),
            Op::Arithmetic(op, left, right) => {
                let left = self.number(left)?;
                let right = self.number(right)?;
                self.arithmetic(*op, left, right, ir.at)?
            }
            Op::Compare(op, left, right) => {
                let left = self.number(left)?;
                i64::from(op.holds(left, self.number(right)?))
            }
            Op::And(left, right) => i64::from(self.flag(left)? && self.flag(right)?),
            Op::Or(left, right) => i64::from(self.flag(left)? || self.flag(right)?),
            Op::If(condition, then, otherwise) => {
                let chosen = if self.flag(condition)? { then } else { otherwise };
                return self.value(chosen);
            }
            _ => return self.compute_rest(ir),
        };
        Ok(Value::Int(number))
    }

    #[inline(never)]
    fn compute_rest(&mut self, ir: &'a Ir) -> Result<Value, Failure> {
        let number = match &ir.op {
            Op::Template(pieces) => return self.template(pieces),
            Op::Local(slot) => {
                return self.locals.get(self.base + slot).cloned().ok_or_else(|| Failure::new("internal", ir.at));
            }
            Op::Known(name, value) => {
                let (name, value) = (name.to_string(), *value);
                self.tell(&name.clone(), || Step::Name {
                    name,
                    value: Answer::Number(value),
                    how: How::Given,
                    formula: None,
                });
                value
            }
            Op::Option(index) => self.option(*index, ir.at)?,
            Op::Input(index) => self.input(*index, ir.at)?,
            Op::Total => self.total(ir.at)?,
            Op::OwnTotal => {
                let Some(frame) = &self.frame else { return Err(Failure::new("internal", ir.at)) };
                let total = &frame.test.total;
                match self.formula(total)? {
                    Value::Int(total) => total,
                    Value::Text(_) => return Err(Failure::new("text-where-number", ir.at)),
                }
            }
            Op::Margin => self.margin(ir.at)?,
            Op::Given(index) => self.given.get(*index).copied().ok_or_else(|| Failure::new("internal", ir.at))?,
            Op::Dice(dice) => {
                let mut sum = 0_i64;
                for (times, die) in dice {
                    let value = self.die(*die, ir.at)?;
                    sum = times
                        .checked_mul(value)
                        .and_then(|value| sum.checked_add(value))
                        .ok_or_else(|| too_large(ir.at))?;
                }
                sum
            }
            Op::Pool(pool) => {
                let roll = self.throw(pool, false)?;
                self.sum(roll, ir.at)?
            }
            Op::Roll => {
                let roll = self.roll(ir.at)?;
                match roll {
                    Some(roll) => self.sum(roll, ir.at)?,
                    None => 0,
                }
            }
            Op::Read { what, pool } => self.read(what, pool.as_deref(), ir.at)?,
            Op::Beats(left, right) => {
                let left = self.throw(left, false)?;
                let right = self.throw(right, false)?;
                self.beats(left, right)
            }
            Op::Negate(inner) => self.number(inner)?.checked_neg().ok_or_else(|| too_large(ir.at))?,
            Op::Not(inner) => i64::from(!self.flag(inner)?),
            Op::Let(slot, value, body) => {
                let value = self.value(value)?;
                self.locals.truncate(self.base + slot);
                self.locals.push(value);
                let result = self.value(body);
                self.locals.truncate(self.base + slot);
                return result;
            }
            Op::Min(items) | Op::Max(items) => {
                let least = matches!(ir.op, Op::Min(_));
                let mut best: Option<i64> = None;
                for item in items {
                    let value = self.number(item)?;
                    best = Some(best.map_or(value, |best| if least { best.min(value) } else { best.max(value) }));
                }
                best.unwrap_or(0)
            }
            Op::RowName(table, pick) => {
                let row = self.pick(*table, pick, ir.at)?;
                let label =
                    self.game.tables.get(*table).and_then(|table| table.rows.get(row)).map(|row| row.label.to_string());
                return Ok(Value::Text(label.unwrap_or_default()));
            }
            Op::RowAt(table, pick) => {
                let row = self.pick(*table, pick, ir.at)?;
                i64::try_from(row).unwrap_or(i64::MAX)
            }
            Op::Number(_)
            | Op::Trait(_)
            | Op::Value(_)
            | Op::Cell(_)
            | Op::Arithmetic(..)
            | Op::Compare(..)
            | Op::And(..)
            | Op::Or(..)
            | Op::If(..) => return Err(Failure::new("internal", ir.at)),
        };
        Ok(Value::Int(number))
    }

    fn template(&mut self, pieces: &'a [Piece]) -> Result<Value, Failure> {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Value(ir, kind) => match self.formula(ir)?.answer(self.game, kind) {
                    Answer::Number(number) => text.push_str(&number.to_string()),
                    Answer::Flag(flag) => text.push_str(if flag { "1" } else { "0" }),
                    Answer::Text(part) => text.push_str(&part),
                },
            }
        }
        Ok(Value::Text(text))
    }

    fn arithmetic(&self, op: Arithmetic, left: i64, right: i64, at: At) -> Result<i64, Failure> {
        let value = match op {
            Arithmetic::Add => left.checked_add(right),
            Arithmetic::Subtract => left.checked_sub(right),
            Arithmetic::Multiply => left.checked_mul(right),
            Arithmetic::Divide | Arithmetic::Remainder => {
                if right == 0 {
                    return Err(Failure::new("division-by-zero", at));
                }
                let rounding = self.game.rounding.unwrap_or(Rounding::Down);
                if op == Arithmetic::Divide { divide(left, right, rounding) } else { remainder(left, right) }
            }
        };
        value.ok_or_else(|| too_large(at))
    }

    /// The index of the roll that named dice are read off; thrown when first needed.
    pub(super) fn roll(&mut self, at: At) -> Result<Option<usize>, Failure> {
        if self.shared.is_some() {
            return Ok(self.shared);
        }
        let pool: Option<&'a Pool> = match self.source {
            RollSource::Game => self.game.roll.as_ref(),
            RollSource::Test => {
                self.frame.as_ref().and_then(|frame| frame.test.roll.as_ref()).or(self.game.roll.as_ref())
            }
            RollSource::Dice(pool) => Some(pool),
            RollSource::Nothing => return Ok(None),
        };
        let Some(pool) = pool else { return Err(no_roll(at)) };
        let index = self.throw(pool, true)?;
        self.shared = Some(index);
        Ok(self.shared)
    }

    /// What a die's name reads off the roll.
    pub(super) fn die(&mut self, die: usize, at: At) -> Result<i64, Failure> {
        let Some(index) = self.roll(at)? else { return Err(no_roll(at)) };
        let Some(die) = self.game.die_names.get(die) else { return Err(Failure::new("internal", at)) };
        let value = self.rolls.get(index).and_then(|roll| roll.read(die.reading));
        value.ok_or_else(|| Failure::new("die-not-in-roll", at).arg("name", &*die.name))
    }

    fn sum(&self, roll: usize, at: At) -> Result<i64, Failure> {
        let roll = self.rolls.get(roll).ok_or_else(|| Failure::new("internal", at))?;
        roll.read(crate::ruleset::model::Reading::Sum).ok_or_else(|| too_large(at))
    }

    fn read(&mut self, what: &'a PoolRead, pool: Option<&'a Pool>, at: At) -> Result<i64, Failure> {
        let roll = match pool {
            Some(pool) => Some(self.throw(pool, false)?),
            None => self.roll(at)?,
        };
        let wanted = match what {
            PoolRead::Count(_, ir) | PoolRead::Nth(ir) => self.number(ir)?,
            _ => 0,
        };
        let Some(roll) = roll.and_then(|index| self.rolls.get(index)) else { return Ok(0) };
        let value = match what {
            PoolRead::Count(op, _) => roll.sorted.iter().filter(|&&face| op.holds(face, wanted)).count() as i64,
            PoolRead::Sum => return roll.read(crate::ruleset::model::Reading::Sum).ok_or_else(|| too_large(at)),
            PoolRead::Highest => roll.sorted.last().copied().unwrap_or(0),
            PoolRead::Lowest => roll.sorted.first().copied().unwrap_or(0),
            PoolRead::Nth(_) => {
                let found = roll.read(crate::ruleset::model::Reading::Nth(wanted));
                return found
                    .ok_or_else(|| Failure::new("no-such-die", at).arg("n", wanted).arg("have", roll.sorted.len()));
            }
            PoolRead::Repeats => roll.most_repeated().1,
            PoolRead::Repeated => roll.most_repeated().0,
        };
        Ok(value)
    }

    fn beats(&self, left: usize, right: usize) -> i64 {
        let faces = |index: usize| self.rolls.get(index).map(|roll| roll.sorted.as_slice()).unwrap_or(&[]);
        let pairs = faces(left).iter().rev().zip(faces(right).iter().rev());
        pairs.filter(|(left, right)| left > right).count() as i64
    }

    fn one_trait(&mut self, index: usize, at: At) -> Result<i64, Failure> {
        let Some(one) = self.game.traits.get(index) else { return Err(Failure::new("internal", at)) };
        if let Some(value) = self.env.trait_value(index) {
            self.tell_trait(one, value, How::Given, None);
            return Ok(value);
        }
        match &one.source {
            TraitSource::Derived(ir) => {
                let Value::Int(value) = self.formula(ir)? else { return Err(Failure::new("text-where-number", at)) };
                self.tell_trait(one, value, How::Derived, self.game.origins.get(ir.at.origin as usize));
                Ok(value)
            }
            TraitSource::Given(question) | TraitSource::Group(question) => {
                self.question(&one.name, question, AskedFor::Trait, at)
            }
        }
    }

    #[inline(never)]
    fn tell_trait(&mut self, one: &Trait, value: i64, how: How, formula: Option<&Origin>) {
        self.tell(&one.name, || Step::Name {
            name: one.name.to_string(),
            value: Answer::Number(value),
            how,
            formula: formula.map(|origin| origin.text.to_string()),
        });
    }

    fn option(&mut self, index: usize, at: At) -> Result<i64, Failure> {
        let Some(option) = self.game.options.get(index) else { return Err(Failure::new("internal", at)) };
        let name = option.name.to_string();
        if let Some(value) = self.env.option_value(index) {
            let answer = shown(self.game, &option.question.kind.kind(), value);
            self.tell(&option.name, || Step::Name { name, value: answer, how: How::Option, formula: None });
            return Ok(value);
        }
        self.question(&name, &option.question, AskedFor::Option, at)
    }

    /// A default, or an answer from outside.
    fn question(&mut self, name: &str, question: &'a Question, what: AskedFor, at: At) -> Result<i64, Failure> {
        let default = match &question.default {
            Some(Default::Value(ir)) => match self.formula(ir)? {
                Value::Int(value) => Some(value),
                Value::Text(_) => None,
            },
            _ => None,
        };
        let (value, how) = match default {
            Some(value) => (value, How::Default),
            None => (self.ask(name, what, &question.kind, question.doc.as_deref(), at)?, How::Asked),
        };
        let answer = shown(self.game, &question.kind.kind(), value);
        self.tell(name, || Step::Name { name: name.to_owned(), value: answer, how, formula: None });
        Ok(value)
    }

    fn ask(
        &mut self,
        name: &str,
        what: AskedFor,
        kind: &'a AnswerKind,
        doc: Option<&'a str>,
        at: At,
    ) -> Result<i64, Failure> {
        if let Some(&value) = self.asked.get(name) {
            return Ok(value);
        }
        let asked = Asked { name, what, kind, doc };
        let answer = self.effects.answer(&asked).map_err(|refusal| Failure::refused(refusal, at))?;
        if let Some(value) = answer {
            self.asked.insert(name.to_owned(), value);
            return Ok(value);
        }
        let quoted =
            if name.contains(' ') || name.contains('[') { format!("\"{name}=3\"") } else { format!("{name}=3") };
        Err(match what {
            AskedFor::Trait => {
                Failure::new("trait-without-value", at).arg("name", name).help_with("help-give-with", "example", quoted)
            }
            AskedFor::Input => {
                Failure::new("input-without-value", at).arg("name", name).help_with("help-give-set", "example", quoted)
            }
            AskedFor::Cell => Failure::new("cell-pending", at)
                .arg("name", name)
                .arg("why", doc.unwrap_or("").to_owned())
                .help_with("help-give-set", "example", quoted),
            AskedFor::Option => {
                Failure::new("option-pending", at).arg("name", name).help_with("help-give-set", "example", quoted)
            }
        })
    }

    pub(super) fn input(&mut self, index: usize, at: At) -> Result<i64, Failure> {
        let Some(frame) = &self.frame else { return Err(Failure::new("internal", at)) };
        if let Some(Some(value)) = frame.inputs.get(index) {
            return Ok(*value);
        }
        let test = frame.test;
        let given = frame.given;
        let Some((name, question)) = test.inputs.get(index) else { return Err(Failure::new("internal", at)) };
        let value = match given.get(index) {
            Some(Some(ir)) => match self.value(ir)? {
                Value::Int(value) => {
                    self.within(name, question, value, ir.at)?;
                    value
                }
                Value::Text(_) => return Err(Failure::new("text-where-number", ir.at)),
            },
            _ => {
                // What is missing is missing where the test is called.
                let at = frame.total_ir.map_or(at, |total| total.at);
                self.question(name, question, AskedFor::Input, at)?
            }
        };
        if let Some(slot) = self.frame.as_mut().and_then(|frame| frame.inputs.get_mut(index)) {
            *slot = Some(value);
        }
        Ok(value)
    }

    fn within(&self, name: &str, question: &Question, value: i64, at: At) -> Result<(), Failure> {
        if let AnswerKind::Number(min, max) = &question.kind
            && (min.is_some_and(|min| value < min) || max.is_some_and(|max| value > max))
        {
            let range = crate::check::range_words(min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
            return Err(Failure::new("input-out-of-range", at)
                .arg("name", name)
                .arg("value", value)
                .arg("range", range));
        }
        Ok(())
    }

    pub(super) fn test_value(&mut self, index: usize, at: At) -> Result<Value, Failure> {
        let Some(frame) = &self.frame else { return Err(Failure::new("internal", at)) };
        if let Some(Some(value)) = frame.values.get(index) {
            return Ok(value.clone());
        }
        let test = frame.test;
        let late = frame.late;
        let own = test.values.get(index);
        let Some(def) = own.or_else(|| late.get(index.checked_sub(test.values.len())?)) else {
            return Err(Failure::new("internal", at));
        };
        let value = self.formula(&def.ir)?;
        if let Some(slot) = self.frame.as_mut().and_then(|frame| frame.values.get_mut(index)) {
            *slot = Some(value.clone());
        }
        self.step(|machine| Step::Value {
            name: def.name.to_string(),
            formula: machine.words(def.ir.at),
            value: value.clone().answer(machine.game, &def.kind),
        });
        Ok(value)
    }

    pub(super) fn total(&mut self, at: At) -> Result<i64, Failure> {
        let Some(frame) = &self.frame else { return Err(Failure::new("internal", at)) };
        if let Some(total) = frame.total {
            return Ok(total);
        }
        let Some(ir) = frame.total_ir else { return Err(Failure::new("internal", at)) };
        let total = self.number(ir)?;
        if let Some(frame) = &mut self.frame {
            frame.total = Some(total);
        }
        Ok(total)
    }

    fn margin(&mut self, at: At) -> Result<i64, Failure> {
        let target = self.frame.as_ref().and_then(|frame| frame.test.against);
        let Some(target) = target else { return Err(Failure::new("no-target", at)) };
        let total = self.total(at)?;
        let target = self.input(target, at)?;
        total.checked_sub(target).ok_or_else(|| too_large(at))
    }

    pub(super) fn pick(&mut self, table: usize, pick: &'a Pick, at: At) -> Result<usize, Failure> {
        let Some(def) = self.game.tables.get(table) else { return Err(Failure::new("internal", at)) };
        let (number, by_interval, place) = match pick {
            Pick::Fixed(row) => return Ok(*row),
            Pick::Row(ir) => (self.number(ir)?, false, ir.at),
            Pick::Number(ir) => {
                let number = self.number(ir)?;
                let by_interval = def.chosen != Chosen::NameOrPosition;
                (if by_interval { number } else { number.saturating_sub(1) }, by_interval, ir.at)
            }
        };
        let last = def.rows.len().saturating_sub(1);
        if by_interval {
            if let Some(row) = row_for(self.game, table, number) {
                return Ok(row);
            }
            if def.outside == Outside::Nearest {
                let at = def.intervals.partition_point(|(low, ..)| *low <= number);
                let below = at.checked_sub(1).and_then(|at| def.intervals.get(at));
                let above = def.intervals.get(at);
                let nearest = match (below, above) {
                    (Some(below), Some(above)) if number.abs_diff(below.1) <= number.abs_diff(above.0) => Some(below),
                    (_, Some(above)) => Some(above),
                    (below, None) => below,
                };
                if let Some((.., row)) = nearest {
                    return Ok(*row);
                }
            }
            let rows: Vec<String> = def.rows.iter().map(|row| row.label.to_string()).collect();
            let failure = Failure::new("no-row", place).arg("table", &*def.name).arg("number", number);
            return Err(failure.help_with("help-there-is", "names", rows));
        }
        match usize::try_from(number) {
            Ok(row) if row <= last => Ok(row),
            _ if def.outside == Outside::Nearest => Ok(if number < 0 { 0 } else { last }),
            _ => Err(Failure::new("no-row-there", place)
                .arg("table", &*def.name)
                .arg("position", number.saturating_add(1))
                .arg("rows", def.rows.len())),
        }
    }

    fn cell(&mut self, read: &'a CellRead, at: At) -> Result<Value, Failure> {
        let Some(def) = self.game.tables.get(read.table) else { return Err(Failure::new("internal", at)) };
        let row_index = self.pick(read.table, &read.row, at)?;
        let column_index = match &read.column {
            ColumnPick::Fixed(column) => *column,
            ColumnPick::Column(ir) => usize::try_from(self.number(ir)?).unwrap_or(0),
        };
        let mut given = Vec::with_capacity(read.given.len());
        for ir in &read.given {
            given.push(self.number(ir)?);
        }
        let (Some(row), Some(column)) = (def.rows.get(row_index), def.columns.get(column_index)) else {
            return Err(Failure::new("internal", at));
        };
        let value = match row.cells.get(column_index) {
            Some(Cell::Value(ir)) => {
                if def.uses_dice {
                    self.roll(at)?;
                }
                let outer = std::mem::replace(&mut self.given, given);
                let value = self.formula(ir);
                self.given = outer;
                value?
            }
            Some(Cell::Pending(why)) => Value::Int(self.pending(def, row, column, why, at)?),
            None => return Err(Failure::new("internal", at)),
        };
        self.tell_cell(def, row, column, row.cells.get(column_index), &value);
        Ok(value)
    }

    /// A cell that the book leaves out.
    #[inline(never)]
    fn pending(&mut self, def: &Table, row: &Row, column: &Column, why: &'a str, at: At) -> Result<i64, Failure> {
        let name = match &column.name {
            Some(column) => format!("{}[{}, {column}]", def.name, row.label),
            None => format!("{}[{}]", def.name, row.label),
        };
        match self.env.cell_value(&name) {
            Some(value) => Ok(value),
            None => self.ask(&name, AskedFor::Cell, &AnswerKind::Number(None, None), Some(why), at),
        }
    }

    #[inline(never)]
    fn tell_cell(&mut self, def: &Table, row: &Row, column: &Column, cell: Option<&Cell>, value: &Value) {
        self.step(|machine| Step::Cell {
            table: def.name.to_string(),
            row: row.label.to_string(),
            column: column.name.clone(),
            formula: match cell {
                Some(Cell::Value(ir)) if !matches!(ir.op, Op::Template(_) | Op::Number(_)) => machine.words(ir.at),
                _ => String::new(),
            },
            value: value.clone().answer(machine.game, &column.kind),
        });
    }
}

fn no_roll(at: At) -> Failure {
    Failure::new("no-roll", at).help("help-call-a-test")
}

pub(super) fn too_large(at: At) -> Failure {
    Failure::new("result-too-large", at)
}

/// Division with the ruleset's rounding; `None` if the result does not fit.
fn divide(left: i64, right: i64, rounding: Rounding) -> Option<i64> {
    let down = left.checked_div_euclid(right)?;
    let rest = left.checked_rem_euclid(right)?;
    // Euclid rounds so that the rest is positive: down for a positive divisor, up
    // for a negative one.
    let (floor, exact) = (if right < 0 && rest != 0 { down.checked_sub(1)? } else { down }, rest == 0);
    match rounding {
        Rounding::Down => Some(floor),
        Rounding::Up => {
            if exact {
                Some(floor)
            } else {
                floor.checked_add(1)
            }
        }
        Rounding::Nearest => {
            // 2 · (left - floor · right) >= right, in the sign of the divisor.
            let twice = i128::from(left) * 2;
            let middle = (i128::from(floor) * 2 + 1) * i128::from(right);
            let up = if right > 0 { twice >= middle } else { twice <= middle };
            if up { floor.checked_add(1) } else { Some(floor) }
        }
    }
}

/// What is left after dividing down: it has the sign of the divisor.
fn remainder(left: i64, right: i64) -> Option<i64> {
    // The only remainder that does not fit while dividing is that by -1: none.
    let rest = if right == -1 { 0 } else { left.checked_rem(right)? };
    if rest != 0 && (rest < 0) != (right < 0) { rest.checked_add(right) } else { Some(rest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_round_as_declared() {
        let table = [
            (7, 2, 3, 4, 4),
            (-7, 2, -4, -3, -3),
            (7, -2, -4, -3, -3),
            (-7, -2, 3, 4, 4),
            (6, 3, 2, 2, 2),
            (5, 3, 1, 2, 2),
            (4, 3, 1, 2, 1),
            (-4, 3, -2, -1, -1),
        ];
        for (left, right, down, up, nearest) in table {
            assert_eq!(divide(left, right, Rounding::Down), Some(down), "{left}/{right}");
            assert_eq!(divide(left, right, Rounding::Up), Some(up), "{left}/{right}");
            assert_eq!(divide(left, right, Rounding::Nearest), Some(nearest), "{left}/{right}");
        }
        assert_eq!(divide(i64::MIN, -1, Rounding::Down), None);
        assert_eq!(remainder(i64::MIN, -1), Some(0));
        assert_eq!(remainder(-6, 3), Some(0));
        assert_eq!(remainder(-7, 3), Some(2));
        assert_eq!(remainder(7, -3), Some(-2));
    }
}
