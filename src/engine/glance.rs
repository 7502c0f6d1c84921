//! What a formula reads of dice.

use std::sync::Arc;

use crate::check::program::Pool;
use crate::ruleset::model::Reading;
use crate::syntax::CompareOp;

/// A question to dice. All that formulas read off dice is one of these, so exact odds can answer it without looking at
/// each face.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Glance {
    /// The sum of those that count.
    Sum,
    /// The sum of what each of them is worth: from this face to that, so much.
    Worth(Arc<[(i64, i64, i64)]>),
    /// Named dice side by side, each so many times.
    Named(Vec<(i64, Reading)>),
    /// How many compare so with a number.
    Count(CompareOp, i64),
    /// How many compare so with one of several numbers.
    CountAny(Vec<(CompareOp, i64)>),
    /// The highest face; 0 without dice.
    Highest,
    /// The lowest face; 0 without dice.
    Lowest,
    /// The n-th from below.
    Nth(i64),
    /// How many show the most repeated face.
    Repeats,
    /// The most repeated face, the higher of two; 0 without dice.
    Repeated,
    /// Whether something that can be seen compares so with a number: 1 or 0.
    Holds(Box<Glance>, CompareOp, i64),
}

impl Glance {
    /// What is seen on faces in ascending order; `None` where there is no such die or where the
    /// number is too large.
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
        }
    }
}

/// What a face is worth, if anything says it.
#[must_use]
pub fn worth_of(worth: &[(i64, i64, i64)], face: i64) -> Option<i64> {
    let at = worth.partition_point(|(low, ..)| *low <= face).checked_sub(1)?;
    worth.get(at).filter(|(_, high, _)| face <= *high).map(|(.., worth)| *worth)
}

fn sum(sorted: &[i64]) -> Option<i64> {
    sorted.iter().try_fold(0_i64, |sum, face| sum.checked_add(*face))
}

/// What a name reads off faces in ascending order; `None` where it has no meaning (the middle
/// of two dice).
pub(super) fn read(sorted: &[i64], reading: Reading) -> Option<i64> {
    let at = place(reading, sorted.len())?;
    match at {
        Place::All => sum(sorted),
        Place::Die(at) => sorted.get(at).copied(),
    }
}

/// Which of so many dice in ascending order a name reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// All of them.
    All,
    /// The one at this place, from 0.
    Die(usize),
}

/// Which of so many dice a name reads, if there is such a die.
#[must_use]
pub fn place(reading: Reading, count: usize) -> Option<Place> {
    let places = reading.places(count)?;
    Some(if reading == Reading::Sum { Place::All } else { Place::Die(places.start) })
}

/// The most repeated face and how often it stands there; the higher of two.
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

/// How many of the left's dice beat the right's, both in ascending order: the highest against
/// the highest, and so on; dice without an opponent do not count.
#[must_use]
pub fn beating(left: &[i64], right: &[i64]) -> i64 {
    let pairs = left.iter().rev().zip(right.iter().rev());
    i64::try_from(pairs.filter(|(left, right)| left > right).count()).unwrap_or(i64::MAX)
}

/// Dice that are about to be thrown: what stands in the program, and how many there are.
#[derive(Debug, Clone, Copy)]
pub struct Throwing<'a> {
    /// As it is written.
    pub pool: &'a Pool,
    /// How many dice.
    pub count: u32,
}
