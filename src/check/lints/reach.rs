//! Between which numbers a formula can come out, whatever falls and whoever rolls.
//!
//! What is said is never too narrow: what is not known may be any number. So a condition that
//! cannot hold by these bounds never holds.

use std::collections::BTreeMap;

use crate::check::program::{
    AnswerKind, Arithmetic, Cell, CellRead, ColumnPick, Count, Default, Die, Game, Ir, Op, Pick, PointsRead, Pool,
    PoolModifier, PoolRead, Question, Test, TrackRead, TraitSource,
};
use crate::ruleset::model::{Reading, Said};
use crate::syntax::CompareOp;

/// The least and the greatest.
pub(super) type Range = (i64, i64);

/// Any number.
pub(super) const ANY: Range = (i64::MIN, i64::MAX);
const FLAG: Range = (0, 1);
/// How deep formulas that mention one another are followed, and how many parts of them.
const DEEPEST: usize = 60;
const MOST: usize = 20_000;

/// Where a formula stands.
#[derive(Clone, Default)]
pub(super) struct Here<'g> {
    /// The test whose formula it is.
    pub(super) test: Option<&'g Test>,
    /// Inputs of the test that are known.
    pub(super) inputs: BTreeMap<usize, Range>,
    /// What slots of the action hold, as far as that is known.
    pub(super) slots: BTreeMap<usize, Range>,
    /// Nobody helps and nobody hinders: where a question has no bounds, its default is the answer,
    /// and nothing is gathered.
    pub(super) unaided: bool,
    /// How many parts of formulas all together may still be followed.
    pub(super) budget: Option<&'g std::cell::Cell<usize>>,
}

/// Follows formulas.
pub(super) struct Reach<'g> {
    game: &'g Game,
    here: Here<'g>,
    locals: Vec<Range>,
    left: usize,
    depth: usize,
}

impl<'g> Reach<'g> {
    pub(super) fn new(game: &'g Game, here: Here<'g>) -> Self {
        Self { game, here, locals: Vec::new(), left: MOST, depth: 0 }
    }

    /// Whether a condition holds; `None`: that depends.
    pub(super) fn holds(&mut self, ir: &'g Ir) -> Option<bool> {
        match self.range(ir) {
            (0, 0) => Some(false),
            (low, high) if low > 0 || high < 0 => Some(true),
            _ => None,
        }
    }

    /// Between which numbers a formula comes out.
    pub(super) fn range(&mut self, ir: &'g Ir) -> Range {
        if self.left == 0 || self.depth >= DEEPEST {
            return ANY;
        }
        self.left -= 1;
        if let Some(budget) = self.here.budget {
            let Some(left) = budget.get().checked_sub(1) else { return ANY };
            budget.set(left);
        }
        self.depth += 1;
        let range = self.of(&ir.op);
        self.depth -= 1;
        range
    }

    fn of(&mut self, op: &'g Op) -> Range {
        match op {
            Op::Number(number) | Op::Known(_, number) => (*number, *number),
            Op::Local(slot) => self.locals.get(*slot).copied().unwrap_or(ANY),
            Op::Trait(index) => self.of_trait(*index),
            Op::Option(index) => self.game.options.get(*index).map_or(ANY, |one| self.of_question(&one.question)),
            Op::Input(index) => self.of_input(*index),
            Op::Value(index) => {
                let value = self.here.test.and_then(|test| test.values.get(*index));
                value.map_or(ANY, |value| self.range(&value.ir))
            }
            Op::Total | Op::OwnTotal => self.here.test.map_or(ANY, |test| self.range(&test.total)),
            Op::Margin => {
                let Some(test) = self.here.test else { return ANY };
                if let Said::Formula(margin) = &test.margin {
                    return self.range(margin);
                }
                let against = test.against.map_or(ANY, |index| self.of_input(index));
                subtract(self.range(&test.total), against)
            }
            Op::Dice(list) => list.iter().fold((0, 0), |sum, &(times, die)| {
                let read = self.of_die(die);
                add(sum, multiply((times, times), read))
            }),
            Op::Pool(pool) => self.of_pool(pool, &PoolRead::Sum),
            Op::Roll => self.rolled().map_or(ANY, |pool| self.of_pool(pool, &PoolRead::Sum)),
            Op::Read { what, pool } => match pool.as_deref().or_else(|| self.rolled()) {
                Some(pool) => self.of_pool(pool, what),
                None => ANY,
            },
            Op::Negate(inner) => subtract((0, 0), self.range(inner)),
            Op::Not(inner) => match self.holds(inner) {
                Some(holds) => flag(!holds),
                None => FLAG,
            },
            Op::Arithmetic(how, left, right) => {
                let (left, right) = (self.range(left), self.range(right));
                arithmetic(*how, left, right)
            }
            Op::Compare(how, left, right) => {
                let (left, right) = (self.range(left), self.range(right));
                compare(*how, left, right)
            }
            Op::And(left, right) => match (self.holds(left), self.holds(right)) {
                (Some(false), _) | (_, Some(false)) => flag(false),
                (Some(true), Some(true)) => flag(true),
                _ => FLAG,
            },
            Op::Or(left, right) => match (self.holds(left), self.holds(right)) {
                (Some(true), _) | (_, Some(true)) => flag(true),
                (Some(false), Some(false)) => flag(false),
                _ => FLAG,
            },
            Op::If(condition, then, otherwise) => match self.holds(condition) {
                Some(true) => self.range(then),
                Some(false) => self.range(otherwise),
                None => either(self.range(then), self.range(otherwise)),
            },
            Op::Let(slot, value, body) => {
                let value = self.range(value);
                if self.locals.len() <= *slot {
                    self.locals.resize(slot + 1, ANY);
                }
                if let Some(local) = self.locals.get_mut(*slot) {
                    *local = value;
                }
                self.range(body)
            }
            Op::Min(items) => {
                let found = items.iter().map(|item| self.range(item));
                found.reduce(|one, other| (one.0.min(other.0), one.1.min(other.1))).unwrap_or(ANY)
            }
            Op::Max(items) => {
                let found = items.iter().map(|item| self.range(item));
                found.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1))).unwrap_or(ANY)
            }
            Op::Cell(read) => self.of_cell(read),
            Op::RowAt(table, _) => self.rows_of(*table),
            Op::Points(index, PointsRead::Now) => self.of_points(*index),
            Op::Track(_, TrackRead::State) => ANY,
            Op::Track(index, TrackRead::Boxes) => self.game.tracks.get(*index).map_or(ANY, |track| {
                let (low, high) = self.range(&track.boxes);
                (low.max(0), high.max(0))
            }),
            Op::Track(..) | Op::TagCount(..) | Op::Beats(..) => (0, i64::MAX),
            Op::HasTag(_) => FLAG,
            Op::Gather(..) if self.here.unaided => (0, 0),
            Op::Slot(slot) => self.here.slots.get(slot).copied().unwrap_or(ANY),
            Op::Of(_, inner) => self.range(inner),
            _ => ANY,
        }
    }

    fn of_input(&mut self, index: usize) -> Range {
        match (self.here.inputs.get(&index), self.here.test) {
            (Some(range), _) => *range,
            (None, Some(test)) => test.inputs.get(index).map_or(ANY, |(_, one)| self.of_question(one)),
            _ => ANY,
        }
    }

    fn of_trait(&mut self, index: usize) -> Range {
        match self.game.traits.get(index).map(|one| &one.source) {
            Some(TraitSource::Given(question) | TraitSource::Group(question)) => self.of_question(question),
            Some(TraitSource::Derived(ir)) => self.range(ir),
            None => ANY,
        }
    }

    /// Between which numbers an answer lies.
    pub(super) fn of_question(&mut self, question: &'g Question) -> Range {
        let range = match &question.kind {
            _ if question.broken => ANY,
            AnswerKind::Number(low, high) => (low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX)),
            AnswerKind::YesNo => FLAG,
            AnswerKind::OneOf(words) => (0, count(words.len()).saturating_sub(1)),
            AnswerKind::Row(table) => self.rows_of(*table),
            AnswerKind::Trait(traits, false) => {
                let one = |&index: &usize| {
                    let (low, high) = self.of_trait(index);
                    (self.game.trait_number(index, low), self.game.trait_number(index, high))
                };
                let given = traits.iter().map(one).reduce(either).unwrap_or(ANY);
                // A number can be said as well; nobody does so without need.
                if self.here.unaided { given } else { ANY }
            }
            _ => ANY,
        };
        let default = match &question.default {
            Some(Default::Value(ir)) if self.here.unaided => Some(self.range(ir)),
            _ => None,
        };
        match default {
            Some(default) if range == ANY => default,
            Some(default) => either(range, default),
            None => range,
        }
    }

    fn rows_of(&self, table: usize) -> Range {
        let rows = self.game.tables.get(table).map_or(0, |table| table.rows.len());
        (0, count(rows).saturating_sub(1))
    }

    fn of_points(&mut self, index: usize) -> Range {
        let Some(points) = self.game.points.get(index) else { return ANY };
        let low = points.min.as_ref().map_or(i64::MIN, |ir| self.range(ir).0);
        let high = points.max.as_ref().map_or(i64::MAX, |ir| self.range(ir).1);
        (low, high)
    }

    /// What a name of dice reads off the roll.
    fn of_die(&mut self, die: usize) -> Range {
        let (Some(name), Some(pool)) = (self.game.die_names.get(die), self.rolled()) else { return ANY };
        let what = match name.reading {
            Reading::Sum => &PoolRead::Sum,
            _ => &PoolRead::Highest,
        };
        self.of_pool(pool, what)
    }

    fn rolled(&self) -> Option<&'g Pool> {
        self.here.test.and_then(|test| test.roll.as_ref()).or(self.game.roll.as_ref())
    }

    fn of_pool(&mut self, pool: &'g Pool, what: &PoolRead) -> Range {
        let (mut least, mut most) = match &pool.count {
            Count::Fixed(dice) => (i64::from(*dice), i64::from(*dice)),
            Count::Computed(ir) => {
                let (low, high) = self.range(ir);
                (low.max(0), high.max(0))
            }
        };
        let (low, mut high) = match &pool.die {
            Die::Sides(sides) => (1, i64::from(*sides)),
            Die::Faces(faces) => (faces.iter().copied().min().unwrap_or(0), faces.iter().copied().max().unwrap_or(0)),
        };
        for modifier in &pool.modifiers {
            match modifier {
                PoolModifier::KeepHighest(n) | PoolModifier::KeepLowest(n) | PoolModifier::KeepMiddle(n) => {
                    (least, most) = (least.min(i64::from(*n)), most.min(i64::from(*n)));
                }
                PoolModifier::DropHighest(n) | PoolModifier::DropLowest(n) => {
                    least = least.saturating_sub(i64::from(*n)).max(0);
                    most = most.saturating_sub(i64::from(*n)).max(0);
                }
                PoolModifier::Explode(..) => most = i64::MAX,
                PoolModifier::Compound(..) => high = i64::MAX,
                PoolModifier::Reroll(..) | PoolModifier::RerollOnce(..) => {}
            }
        }
        let none = least == 0;
        match what {
            PoolRead::Sum => {
                let sum = |dice: i64, face: i64| multiply((dice, dice), (face, face));
                let all = [sum(least, low), sum(least, high), sum(most, low), sum(most, high)];
                all.into_iter().reduce(either).unwrap_or(ANY)
            }
            PoolRead::Count(..) | PoolRead::Repeats => (0, most),
            _ if none => either((0, 0), (low, high)),
            _ => (low, high),
        }
    }

    /// The numbers in the cells that may be read.
    fn of_cell(&mut self, read: &'g CellRead) -> Range {
        let Some(table) = self.game.tables.get(read.table) else { return ANY };
        let fixed = |pick: &Pick| match pick {
            Pick::Fixed(row) => Some(*row),
            _ => None,
        };
        let column = match read.column {
            ColumnPick::Fixed(column) => Some(column),
            _ => None,
        };
        // Given numbers and dice that are worth something else: a cell may come out otherwise there.
        if !read.given.is_empty() || !read.worth.is_empty() {
            return ANY;
        }
        let rows = table.rows.iter().enumerate().filter(|(at, _)| fixed(&read.row).is_none_or(|row| row == *at));
        let mut all: Option<Range> = None;
        for cell in rows.flat_map(|(_, row)| row.cells.iter().enumerate()) {
            if column.is_some_and(|column| column != cell.0) {
                continue;
            }
            let Cell::Value(ir) = cell.1 else { return ANY };
            let here = self.range(ir);
            all = Some(all.map_or(here, |before| either(before, here)));
        }
        all.unwrap_or(ANY)
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn flag(holds: bool) -> Range {
    (i64::from(holds), i64::from(holds))
}

/// Both.
pub(super) fn either(one: Range, other: Range) -> Range {
    (one.0.min(other.0), one.1.max(other.1))
}

/// The least of a sum; without end, where one of them has none.
fn low(one: i64, other: i64) -> i64 {
    if one == i64::MIN || other == i64::MIN { i64::MIN } else { one.saturating_add(other) }
}

fn high(one: i64, other: i64) -> i64 {
    if one == i64::MAX || other == i64::MAX { i64::MAX } else { one.saturating_add(other) }
}

fn add(one: Range, other: Range) -> Range {
    (low(one.0, other.0), high(one.1, other.1))
}

fn negated(bound: i64) -> i64 {
    match bound {
        i64::MIN => i64::MAX,
        i64::MAX => i64::MIN,
        bound => -bound,
    }
}

fn subtract(one: Range, other: Range) -> Range {
    add(one, (negated(other.1), negated(other.0)))
}

fn multiply(one: Range, other: Range) -> Range {
    let times = |one: i64, other: i64| match (one, other) {
        (0, _) | (_, 0) => 0,
        _ => one.saturating_mul(other),
    };
    let all = [times(one.0, other.0), times(one.0, other.1), times(one.1, other.0), times(one.1, other.1)];
    (all.iter().copied().min().unwrap_or(i64::MIN), all.iter().copied().max().unwrap_or(i64::MAX))
}

fn arithmetic(how: Arithmetic, one: Range, other: Range) -> Range {
    match how {
        Arithmetic::Add => add(one, other),
        Arithmetic::Subtract => subtract(one, other),
        Arithmetic::Multiply => multiply(one, other),
        // However it is rounded, nothing grows by being divided.
        Arithmetic::Divide if other.0 > 0 => {
            let by = |bound: i64, divisor: i64| match bound {
                i64::MIN | i64::MAX => (bound, bound),
                _ => (bound.div_euclid(divisor), bound.div_euclid(divisor).saturating_add(1)),
            };
            let all = [by(one.0, other.0), by(one.0, other.1), by(one.1, other.0), by(one.1, other.1)];
            let exact = |bound: i64, divisor: i64| bound % divisor == 0;
            let low = all.iter().map(|(low, _)| *low).min().unwrap_or(i64::MIN);
            let whole = other.0 == other.1 && one.1 != i64::MAX && exact(one.1, other.0);
            let high =
                if whole { one.1 / other.0 } else { all.iter().map(|(_, high)| *high).max().unwrap_or(i64::MAX) };
            (low, high)
        }
        Arithmetic::Remainder if other.0 > 0 && one.0 >= 0 => (0, other.1.saturating_sub(1)),
        Arithmetic::Divide | Arithmetic::Remainder => ANY,
    }
}

fn compare(how: CompareOp, one: Range, other: Range) -> Range {
    let apart = one.1 < other.0 || other.1 < one.0;
    let same = one.0 == one.1 && one == other;
    let (always, never) = match how {
        CompareOp::Equal => (same, apart),
        CompareOp::NotEqual => (apart, same),
        CompareOp::Less => (one.1 < other.0, one.0 >= other.1),
        CompareOp::LessOrEqual => (one.1 <= other.0, one.0 > other.1),
        CompareOp::Greater => (one.0 > other.1, one.1 <= other.0),
        CompareOp::GreaterOrEqual => (one.0 >= other.1, one.1 < other.0),
    };
    match (always, never) {
        (true, _) => flag(true),
        (_, true) => flag(false),
        _ => FLAG,
    }
}
