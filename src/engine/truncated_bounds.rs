//! Bounds on statistics of a pool whose explosions were truncated.

use super::statistic::Statistic;
use crate::dice::{Interval, PoolModifier};
use crate::ruleset::model::Reading;
use crate::syntax::CompareOp;

/// Represents the value of a die with unbounded explosions; greater than the value of any other die.
pub const ENDLESS: i64 = i64::MAX / 4;
/// Bound on the numbers of dice that are tried. Beyond, there are no bounds.
const MOST_SIZES: usize = 2_000;

/// Dice with truncated explosions. Known dice have a lower and an upper bound; an unknown number of dice may follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TruncatedBounds {
    /// The lower bound of each known die.
    pub low: Vec<i64>,
    /// The upper bound of each known die.
    pub high: Vec<i64>,
    /// The lowest and the highest face of further dice: at least one, without an upper bound on their number. `None`:
    /// there are none.
    pub more: Option<(i64, i64)>,
    /// The modifiers that keep or drop some of all dice, in order.
    pub keep: Vec<PoolModifier>,
}

impl TruncatedBounds {
    /// Bounds of a statistic.
    #[must_use]
    pub fn ends(&self, stat: &Statistic) -> Interval {
        match stat {
            Statistic::Holds(what, op, wanted) => {
                Interval::flag(self.ends(what).compare(*op, Interval::exactly(*wanted)))
            }
            // These do not decrease with any die.
            Statistic::Sum | Statistic::Highest | Statistic::Lowest | Statistic::Nth(_) => {
                Interval { least: self.least(stat, &self.low, false), most: self.most(stat, &self.high, true) }
            }
            Statistic::Count(op, wanted) => self.counted(*op, *wanted),
            // None, or all of them.
            Statistic::CountAny(_) => {
                let all = Statistic::Count(CompareOp::GreaterOrEqual, i64::MIN);
                Interval { least: Some(0), most: self.most(&all, &self.low, false) }
            }
            Statistic::Named(names) => names.iter().fold(Interval::exactly(0), |sum, (times, reading)| {
                sum + Interval::exactly(*times) * self.read(*reading)
            }),
            Statistic::Worth(_)
            | Statistic::Repeats
            | Statistic::Repeated
            | Statistic::Row(..)
            | Statistic::Together(_) => Interval::ANY,
        }
    }

    fn read(&self, reading: Reading) -> Interval {
        match reading {
            Reading::Sum => self.ends(&Statistic::Sum),
            Reading::Lowest => self.ends(&Statistic::Lowest),
            Reading::Highest => self.ends(&Statistic::Highest),
            Reading::Nth(n) => self.ends(&Statistic::Nth(n)),
            Reading::Middle => match (self.more, self.low.len()) {
                (None, dice) if self.keep.is_empty() && dice % 2 == 1 => {
                    i64::try_from(dice / 2 + 1).map_or(Interval::ANY, |n| self.ends(&Statistic::Nth(n)))
                }
                _ => Interval::ANY,
            },
        }
    }

    /// Bounds of the number of dice that meet a comparison.
    fn counted(&self, op: CompareOp, wanted: i64) -> Interval {
        let stat = Statistic::Count(op, wanted);
        let faces = self.low.iter().chain(&self.high).copied().chain(self.more.into_iter().flat_map(|(a, b)| [a, b]));
        let (lowest, highest) = faces.fold((i64::MAX, i64::MIN), |(low, high), face| (low.min(face), high.max(face)));
        match op {
            CompareOp::Greater | CompareOp::GreaterOrEqual => {
                Interval { least: self.least(&stat, &self.low, false), most: self.most(&stat, &self.high, true) }
            }
            CompareOp::Less | CompareOp::LessOrEqual => {
                Interval { least: self.least(&stat, &self.high, true), most: self.most(&stat, &self.low, false) }
            }
            CompareOp::Equal if wanted < lowest || wanted > highest => Interval::exactly(0),
            CompareOp::Equal if wanted == highest => self.counted(CompareOp::GreaterOrEqual, wanted),
            CompareOp::Equal if wanted == lowest => self.counted(CompareOp::LessOrEqual, wanted),
            CompareOp::Equal => self.equal(wanted),
            CompareOp::NotEqual => {
                let all = Statistic::Count(CompareOp::GreaterOrEqual, i64::MIN);
                Interval { least: Some(0), most: self.most(&all, &self.low, false) }
            }
        }
    }

    /// Bounds of the number of dice with this face.
    fn equal(&self, wanted: i64) -> Interval {
        let number = |count: usize| i64::try_from(count).ok();
        let (mut low, mut high) = (self.low.clone(), self.high.clone());
        let known = match self.more {
            // The n-th die in ascending order is between the n-th lower bound and the n-th upper bound.
            None => {
                low.sort_unstable();
                high.sort_unstable();
                self.kept(&low).zip(self.kept(&high))
            }
            Some(_) => self.keep.is_empty().then_some((low.as_slice(), high.as_slice())),
        };
        let Some((low, high)) = known else {
            let [below, above] = [CompareOp::LessOrEqual, CompareOp::GreaterOrEqual].map(|op| self.counted(op, wanted));
            return Interval { least: Some(0), most: below.min(above).most };
        };
        let both = || low.iter().zip(high);
        let must = both().filter(|(low, high)| (**low, **high) == (wanted, wanted)).count();
        let may = both().filter(|(low, high)| (**low..=**high).contains(&wanted)).count();
        let others = self.more.is_some_and(|(low, high)| (low..=high).contains(&wanted));
        Interval { least: number(must), most: number(may).filter(|_| !others) }
    }

    /// The least value of a statistic if the known dice show `known` and all others their lowest (or highest) face.
    fn least(&self, stat: &Statistic, known: &[i64], highest: bool) -> Option<i64> {
        let seen = self.seen(stat, known, highest)?;
        let falls = matches!(seen.as_slice(), [.., before, last] if last < before);
        seen.into_iter().min().filter(|_| !falls)
    }

    fn most(&self, stat: &Statistic, known: &[i64], highest: bool) -> Option<i64> {
        let seen = self.seen(stat, known, highest)?;
        let rises = matches!(seen.as_slice(), [.., before, last] if last > before);
        // Some values exceed that of every die that ends.
        seen.into_iter().max().filter(|most| !rises && most.abs() < ENDLESS / 2)
    }

    /// The values of a statistic for each number of further dice, up to the number from which each further die has the
    /// same effect: the kept dice are a fixed number at one end, or all but a fixed number.
    fn seen(&self, stat: &Statistic, known: &[i64], highest: bool) -> Option<Vec<i64>> {
        let mut sorted = known.to_vec();
        sorted.sort_unstable();
        let Some((low, high)) = self.more else {
            return Some(vec![stat.read(self.kept(&sorted)?)?]);
        };
        let face = if highest { high } else { low };
        let counts = self.keep.iter().map(|keep| keep.dice());
        let nth = match stat {
            Statistic::Nth(n) => usize::try_from(*n).ok()?,
            _ => 0,
        };
        let sizes = counts.fold(nth, usize::saturating_add).saturating_add(2);
        if sizes > MOST_SIZES {
            return None;
        }
        let mut seen = Vec::with_capacity(sizes);
        for _ in 0..sizes {
            let at = sorted.partition_point(|one| *one < face);
            sorted.insert(at, face);
            seen.push(stat.read(self.kept(&sorted)?)?);
        }
        Some(seen)
    }

    /// The kept dice, of all dice in ascending order.
    fn kept<'d>(&self, sorted: &'d [i64]) -> Option<&'d [i64]> {
        let (from, to) = window(&self.keep, sorted.len())?;
        sorted.get(from..to)
    }
}

/// The range of indices of the kept dice, of `dice` ascending ones: from, to (exclusive). `None` if there is no middle.
#[must_use]
pub fn window(keep: &[PoolModifier], dice: usize) -> Option<(usize, usize)> {
    keep.iter().try_fold((0, dice), |(from, to), modifier| {
        let (first, end) = modifier.window(to - from)?;
        Some((from + first, from + end))
    })
}
