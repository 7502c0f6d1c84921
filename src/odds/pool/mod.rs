//! Pools: distributions of the statistics that formulas read, without enumerating every throw.

mod face_pass;
mod joint;
mod power;
mod sums;
mod throws;
mod truncated_throws;

use num_bigint::BigUint;

use super::error::OddsError;
use crate::check::program::Pool;
use crate::dice::{Brings, Chooser, CompareOp, Counting, Faces, Interval, OneDie, PoolModifier};
use crate::engine::{ENDLESS, Statistic, TruncatedBounds, window};
use crate::limits::Budget;
use crate::ruleset::model::Reading;

pub(super) use face_pass::beats;
pub(super) use joint::inside;
pub use joint::{JointDistribution, joint, summed};
pub(super) use power::convolved;
pub(super) use sums::adds_up;
pub use sums::{Again, Member, together};
pub use throws::{ThrowRange, Throws};
pub(super) use truncated_throws::{BoundedLevelSet, TruncatedThrows};

/// Independent, identically distributed dice, and which of them are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IidPool {
    pub count: u32,
    /// The distribution of one die.
    pub each: OneDie,
    /// How many explosions of one die are followed.
    pub depth: u32,
    /// Whether a die ends there whatever it shows.
    pub ends_there: bool,
    /// What is kept, in order.
    pub keep: Vec<PoolModifier>,
}

impl IidPool {
    /// The dice of a pool; `None` where what is done to one die depends on the others.
    ///
    /// # Errors
    ///
    /// If the budget does not suffice to find out what one die can show.
    pub(super) fn of(pool: &Pool, count: u32, depth: u32, budget: &Budget) -> Result<Option<Self>, OddsError> {
        let by = Counting { die: &pool.die, depth, dice: count, budget };
        let mut dice = Self { count, each: OneDie::plain(&pool.die), depth, ends_there: false, keep: Vec::new() };
        for modifier in &pool.modifiers {
            match modifier.suffix.throwing() {
                None => dice.keep.push(*modifier),
                Some(throwing) => {
                    if !dice.keep.is_empty() || throwing.count(*modifier, &mut dice.each, &by)?.is_none() {
                        return Ok(None);
                    }
                    if let (Some(most), Some(Brings::Dice)) = (modifier.most, modifier.suffix.brings())
                        && most <= depth
                    {
                        (dice.depth, dice.ends_there) = (most, true);
                    }
                }
            }
        }
        if !dice.each.exploding.is_empty() {
            dice.each.chain(&by)?;
        }
        budget.room(dice.bytes())?;
        // Whether there is a middle may depend on how many explode: then each throw is looked at.
        let certain = dice.keep.iter().all(|keep| keep.suffix.choice().is_none_or(Chooser::is_certain));
        let there = dice.window(count as usize).is_some() && (dice.each.exploding.is_empty() || certain);
        Ok(there.then_some(dice))
    }

    /// About how many bytes they take, of which the faces are not written down.
    pub(super) fn bytes(&self) -> u64 {
        256_u64.saturating_add(self.each.faces.bytes()).saturating_add(self.each.exploding.bytes())
    }

    /// All ways of one die, with those that it may bring.
    pub(super) fn all_of_one(&self) -> BigUint {
        let OneDie { exploding, all, first, .. } = &self.each;
        let first = first.as_ref().map_or(all, |first| &first.all);
        if exploding.is_empty() { first.clone() } else { first * all.pow(self.depth) }
    }

    /// All ways, truncated explosions included.
    pub(super) fn all(&self) -> BigUint {
        self.all_of_one().pow(self.count)
    }

    /// The ways in which all dice are followed to their end.
    pub(super) fn followed(&self) -> BigUint {
        let OneDie { faces, exploding, first, .. } = &self.each;
        if exploding.is_empty() {
            // What a die that gathers others was cut from is among all of its ways, and among no face.
            return faces.ways().pow(self.count);
        }
        if self.ends_there {
            return self.all();
        }
        let mut cut = exploding.ways().pow(self.depth + 1);
        if let Some(first) = first {
            cut *= &first.times_exploding;
        }
        (self.all_of_one() - cut).pow(self.count)
    }

    /// Whether every throw is followed to its end, more dice included.
    pub(super) fn is_followed(&self) -> bool {
        self.is_whole() || self.ends_there && self.each.cut_from.is_none()
    }

    /// Whether every throw is followed to its end, and no die brings another.
    pub(super) fn is_whole(&self) -> bool {
        self.count == 0 || self.each.cut_from.is_none() && self.each.exploding.is_empty()
    }

    /// Whether a statistic can see them without looking at each throw: what repeats hangs on both kinds of dice
    /// where those that bring others can show the same as those that end.
    pub(super) fn sees(&self, stat: &Statistic) -> bool {
        let both = || self.each.exploding.share(&self.each.faces);
        !matches!(joint::inside(stat), Statistic::Repeats | Statistic::Repeated) || !both()
    }

    /// Which of so many dice in ascending order are kept: from, to (exclusive). `None` where
    /// there is no middle.
    pub(super) fn window(&self, dice: usize) -> Option<(usize, usize)> {
        window(&self.keep, dice)
    }

    /// Whether the sum compares so with a number whatever the dice show; `None` if it may hang on that.
    pub(super) fn always(&self, stat: &Statistic) -> Option<bool> {
        let Statistic::Holds(what, op, wanted) = stat else { return None };
        let times = match &**what {
            Statistic::Sum => 1,
            Statistic::Named(names) => match names.as_slice() {
                [(times, Reading::Sum)] if *times > 0 => *times,
                _ => return None,
            },
            _ => return None,
        };
        let both = [&self.each.faces, &self.each.exploding];
        let lowest = both.iter().filter_map(|faces| faces.lowest()).min()?;
        let highest = both.iter().filter_map(|faces| faces.highest()).max()?;
        if !self.keep.is_empty() || lowest < 0 {
            return None;
        }
        let count = times.checked_mul(i64::from(self.count))?;
        let least = count.checked_mul(lowest)?;
        let most = if self.is_whole() { Some(count.checked_mul(highest)?) } else { None };
        Interval { least: Some(least), most }.compare(*op, Interval::exactly(*wanted))
    }

    /// The least and the most that the sum can be of dice that are followed to their end.
    pub(super) fn reach(&self, stat: &Statistic) -> Interval {
        let is_sum = matches!(stat, Statistic::Sum)
            || matches!(stat, Statistic::Named(names) if matches!(names.as_slice(), [(1, Reading::Sum)]));
        if !is_sum || !self.keep.is_empty() || !self.each.exploding.is_empty() {
            return Interval::ANY;
        }
        let times = |face: Option<i64>| face.and_then(|face| face.checked_mul(i64::from(self.count)));
        Interval { least: times(self.each.faces.lowest()), most: times(self.each.faces.highest()) }
    }

    /// The least and the most that can be seen where a die was cut that would have gone on.
    pub(super) fn range(&self, stat: &Statistic) -> Interval {
        if let Statistic::Holds(what, op, wanted) = stat {
            return Interval::flag(self.range(what).compare(*op, Interval::exactly(*wanted)));
        }
        if matches!(stat, Statistic::Row(..)) {
            return Interval::ANY;
        }
        let known = self.unending().map_or(Interval::ANY, |unending| unending.ends(stat));
        let conditions: &[(CompareOp, i64)] = match (stat, self.each.cut_from) {
            (Statistic::Count(op, value), None) => &[(*op, *value)],
            (Statistic::CountAny(conditions), None) => conditions,
            _ => return known,
        };
        // Of the dice that end there are as many as there were at first.
        let parted = |faces: &Faces| faces.parted_by(conditions.iter().copied());
        let may = |faces: &Faces| !parted(faces).0.is_empty();
        let must = |faces: &Faces| parted(faces).1.is_empty();
        let ending = if may(&self.each.faces) { i64::from(self.count) } else { 0 };
        let known = if may(&self.each.exploding) {
            known
        } else {
            Interval { least: known.least, ..known.min(Interval::exactly(ending)) }
        };
        if !self.keep.is_empty() {
            return known;
        }
        let bringing = if must(&self.each.exploding) { i64::from(self.depth) + 1 } else { 0 };
        let bringing = if must(&self.each.faces) { bringing + i64::from(self.count) } else { bringing };
        Interval { most: known.most, ..known.max(Interval::exactly(bringing)) }
    }

    /// What is known of dice of which one was cut.
    fn unending(&self) -> Option<TruncatedBounds> {
        let (faces, exploding) = (&self.each.faces, &self.each.exploding);
        let (count, brought) = (self.count as usize, self.depth as usize + 1);
        let keep = self.keep.clone();
        if let Some(cut) = self.each.cut_from {
            if cut == i64::MIN {
                return None;
            }
            let least = faces.lowest().unwrap_or(cut).min(cut);
            let low = std::iter::once(cut).chain(std::iter::repeat_n(least, count.saturating_sub(1)));
            return Some(TruncatedBounds { low: low.collect(), high: vec![ENDLESS; count], more: None, keep });
        }
        let (least, most) = (exploding.lowest()?, exploding.highest()?);
        let lowest = faces.lowest().unwrap_or(least).min(least);
        let highest = faces.highest().unwrap_or(most).max(most);
        let known = |brings: i64, other: i64| {
            let others = std::iter::repeat_n(other, count.saturating_sub(1));
            std::iter::repeat_n(brings, brought).chain(others).collect()
        };
        let (low, high) = (known(least, lowest), known(most, highest));
        Some(TruncatedBounds { low, high, more: Some((lowest, highest)), keep })
    }
}
