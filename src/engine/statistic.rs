//! Statistics: what a formula reads of a pool.

use std::sync::Arc;

use crate::check::program::Pool;
use crate::ruleset::model::Reading;
use crate::syntax::CompareOp;

/// A statistic of dice. Every read of dice in a formula is one of these, so exact odds can compute it without
/// enumerating each face.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Statistic {
    /// The sum of the dice that count.
    Sum,
    /// The sum of the values of the dice by a table: first face, last face, value.
    Worth(Arc<[(i64, i64, i64)]>),
    /// A weighted sum of named dice: weight and name.
    Named(Vec<(i64, Reading)>),
    /// The number of dice that meet a comparison.
    Count(CompareOp, i64),
    /// The number of dice that meet one of several comparisons.
    CountAny(Vec<(CompareOp, i64)>),
    /// The highest face; 0 without dice.
    Highest,
    /// The lowest face; 0 without dice.
    Lowest,
    /// The n-th face in ascending order, from 1.
    Nth(i64),
    /// The number of dice that show the most repeated face.
    Repeats,
    /// The most repeated face (the highest, if there are several); 0 without dice.
    Repeated,
    /// Whether another statistic meets a comparison: 1 or 0.
    Holds(Box<Statistic>, CompareOp, i64),
    /// The row of a table that another statistic selects: lower bound, ascending from the smallest number, and index of
    /// the row, or [`NO_ROW`].
    Row(Box<Statistic>, Arc<[(i64, i64)]>),
    /// A sum over several hidden pools; only exact odds use this.
    Together(Arc<[StatisticPart]>),
}

/// The part of one of several pools: statistic and factor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StatisticPart {
    pub times: i64,
    /// Index of the pool.
    pub member: usize,
    /// The number of partial rerolls before it is read.
    pub layer: usize,
    pub stat: Statistic,
}

/// Represents a number that belongs to no row.
pub const NO_ROW: i64 = -1;

impl Statistic {
    /// The number of passes over the dice.
    pub(super) fn readings(&self) -> usize {
        match self {
            Self::Named(names) => names.len(),
            Self::CountAny(conditions) => conditions.len(),
            Self::Holds(what, ..) | Self::Row(what, _) => what.readings(),
            _ => 1,
        }
    }

    /// The value for faces in ascending order; `None` if there is no such die, or the number is too large.
    #[must_use]
    pub fn read(&self, sorted: &[i64]) -> Option<i64> {
        match self {
            Self::Sum => sum(sorted),
            Self::Worth(worth) => sorted.iter().try_fold(0_i64, |sum, face| sum.checked_add(worth_of(worth, *face)?)),
            Self::Named(names) => names.iter().try_fold(0_i64, |sum, (times, reading)| {
                times.checked_mul(read(sorted, *reading)?).and_then(|value| sum.checked_add(value))
            }),
            Self::Count(op, wanted) => {
                i64::try_from(sorted.iter().filter(|&&face| op.holds(face, *wanted)).count()).ok()
            }
            Self::CountAny(conditions) => {
                let meets = |face: &&i64| conditions.iter().any(|(op, wanted)| op.holds(**face, *wanted));
                i64::try_from(sorted.iter().filter(meets).count()).ok()
            }
            Self::Highest => Some(sorted.last().copied().unwrap_or(0)),
            Self::Lowest => Some(sorted.first().copied().unwrap_or(0)),
            Self::Nth(n) => read(sorted, Reading::Nth(*n)),
            Self::Repeats => Some(most_repeated(sorted).1),
            Self::Repeated => Some(most_repeated(sorted).0),
            Self::Holds(what, op, wanted) => what.read(sorted).map(|value| i64::from(op.holds(value, *wanted))),
            Self::Row(what, rows) => what.read(sorted).map(|value| row_of(rows, value)),
            // These are not the dice of one pool.
            Self::Together(_) => None,
        }
    }
}

/// The row that a number belongs to.
#[must_use]
pub fn row_of(rows: &[(i64, i64)], number: i64) -> i64 {
    let at = rows.partition_point(|(from, _)| *from <= number);
    at.checked_sub(1).and_then(|at| rows.get(at)).map_or(NO_ROW, |(_, row)| *row)
}

/// The value of a face by a table, if it has one.
#[must_use]
pub fn worth_of(worth: &[(i64, i64, i64)], face: i64) -> Option<i64> {
    let at = worth.partition_point(|(low, ..)| *low <= face).checked_sub(1)?;
    worth.get(at).filter(|(_, high, _)| face <= *high).map(|(.., worth)| *worth)
}

fn sum(sorted: &[i64]) -> Option<i64> {
    sorted.iter().try_fold(0_i64, |sum, face| sum.checked_add(*face))
}

/// The value of a named die for faces in ascending order; `None` if there is no such die (the middle of two).
pub(super) fn read(sorted: &[i64], reading: Reading) -> Option<i64> {
    let at = place(reading, sorted.len())?;
    match at {
        DieSelector::All => sum(sorted),
        DieSelector::Die(at) => sorted.get(at).copied(),
    }
}

/// The dice that a name reads, by index in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DieSelector {
    /// All dice of the pool.
    All,
    /// The die at this index, from 0.
    Die(usize),
}

/// The dice that a name reads of `count` dice, if there are such dice.
#[must_use]
pub fn place(reading: Reading, count: usize) -> Option<DieSelector> {
    let places = reading.places(count)?;
    Some(if reading == Reading::Sum { DieSelector::All } else { DieSelector::Die(places.start) })
}

/// The most repeated face (the highest, if there are several) and its number.
pub(super) fn most_repeated(sorted: &[i64]) -> (i64, i64) {
    let mut best = (0, 0);
    let mut run = (0, 0);
    for &face in sorted {
        run = if run.1 > 0 && run.0 == face { (face, run.1 + 1) } else { (face, 1) };
        if run.1 >= best.1 {
            best = run;
        }
    }
    best
}

/// The number of left dice that beat right dice, both in ascending order: the highest against the highest, and so on.
/// Dice without an opponent do not count. Linear in the number of dice.
#[must_use]
pub fn beating(left: &[i64], right: &[i64]) -> i64 {
    let pairs = left.iter().rev().zip(right.iter().rev());
    i64::try_from(pairs.filter(|(left, right)| left > right).count()).unwrap_or(i64::MAX)
}

/// Dice that are about to be thrown: the pool of the program, and the number of its dice.
#[derive(Debug, Clone, Copy)]
pub struct Throwing<'a> {
    /// The pool as it is in the program.
    pub pool: &'a Pool,
    /// The number of dice.
    pub count: u32,
}
