//! Dice thrown together: distributions of what formulas read of them, without enumerating every throw.

mod beyond;
mod joint;
mod power;
mod sweep;
mod throws;

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One as _, Zero as _};

use super::trouble::Trouble;
use crate::check::interval::Interval;
use crate::check::program::{Die, Pool, PoolModifier};
use crate::engine::{ENDLESS, Glance, Unending, window};
use crate::limits::Budget;
use crate::ruleset::model::Reading;
use crate::syntax::CompareOp;

pub(super) use beyond::{Alike, Beyond};
pub(super) use joint::joint;
pub(super) use power::convolved;
pub(super) use sweep::beats;
pub(super) use throws::{Part, Throws};

/// Work of a sum of what a die shows, and of what others bring, besides that of its ways; and its bytes.
const SUM: u64 = 100;
const SUM_BYTES: u64 = 144;
/// Words of a large number that are multiplied in one unit of work.
const WORDS: u64 = 8;

/// A face and its ways.
pub(super) type Face = (i64, BigUint);

/// Dice that are all alike and know nothing of one another, and what is kept of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dice {
    pub(super) count: u32,
    /// What each can end with, ascending, and its ways; of dice that explode, only what does
    /// not.
    pub(super) faces: Vec<Face>,
    /// What those can show that bring another die; a face may be among both where dice are thrown again
    /// after they have exploded.
    pub(super) exploding: Vec<Face>,
    /// All ways of one die, whatever was cut included.
    pub(super) all: BigUint,
    /// How many explosions of one die are followed.
    pub(super) depth: u32,
    /// What is kept, in order.
    pub(super) keep: Vec<PoolModifier>,
    /// The least that a die can show which was cut; as little as there is where it may also fall.
    cut_from: Option<i64>,
}

impl Dice {
    /// The dice of a pool; `None` where what is done to one die depends on the others.
    ///
    /// # Errors
    ///
    /// If the budget does not suffice to find out what one die can show.
    pub(super) fn of(pool: &Pool, count: u32, depth: u32, budget: &Budget) -> Result<Option<Self>, Trouble> {
        budget.room(Self::bytes(&pool.die))?;
        let mut dice = Self::plain(&pool.die, count, depth);
        let mut compounded = false;
        for modifier in &pool.modifiers {
            let alone = dice.keep.is_empty();
            let first = alone && dice.exploding.is_empty() && !compounded;
            let done = match modifier {
                PoolModifier::Reroll(op, value) if alone => dice.again(&pool.die, *op, *value, true),
                PoolModifier::RerollOnce(op, value) if alone => dice.again(&pool.die, *op, *value, false),
                PoolModifier::Compound(op, value) if first => {
                    compounded = true;
                    dice.compound(&pool.die, *op, *value, budget)?
                }
                PoolModifier::Explode(op, value) if first && dice.is_plain(&pool.die) => {
                    (dice.exploding, dice.faces) =
                        dice.faces.into_iter().partition(|(face, _)| op.holds(*face, *value));
                    Some(())
                }
                PoolModifier::Reroll(..)
                | PoolModifier::RerollOnce(..)
                | PoolModifier::Compound(..)
                | PoolModifier::Explode(..) => None,
                keep => {
                    dice.keep.push(*keep);
                    Some(())
                }
            };
            if done.is_none() {
                return Ok(None);
            }
        }
        if !dice.exploding.is_empty() {
            dice.ways_of_chain(budget)?;
        }
        // Whether there is a middle may depend on how many explode: then each throw is looked at.
        let middle = dice.keep.iter().any(|keep| matches!(keep, PoolModifier::KeepMiddle(_)));
        let there = dice.window(count as usize).is_some() && (dice.exploding.is_empty() || !middle);
        Ok(there.then_some(dice))
    }

    /// Counts the work and the bytes of all ways of a die that brings as many others as are followed.
    fn ways_of_chain(&self, budget: &Budget) -> Result<(), Trouble> {
        let dice = (u64::from(self.depth) + 1).saturating_mul(u64::from(self.count).max(1));
        let words = self.all.bits().saturating_mul(dice) / 64;
        budget.spend(words.saturating_mul(words) / WORDS)?;
        Ok(budget.room(words.saturating_mul(16))?)
    }

    /// About how many bytes the faces of a die take.
    pub(super) fn bytes(die: &Die) -> u64 {
        let faces = match die {
            Die::Sides(sides) => u64::from(*sides),
            Die::Faces(faces) => faces.len() as u64,
        };
        faces.saturating_mul(64)
    }

    fn plain(die: &Die, count: u32, depth: u32) -> Self {
        let faces: Vec<Face> = match die {
            Die::Sides(sides) => (1..=i64::from(*sides)).map(|face| (face, BigUint::one())).collect(),
            Die::Faces(faces) => merged(faces.iter().map(|face| (*face, BigUint::one())).collect()),
        };
        let all = faces.iter().map(|(_, ways)| ways).sum();
        Self { count, faces, exploding: Vec::new(), all, depth, keep: Vec::new(), cut_from: None }
    }

    /// Whether nothing was done to the faces yet: what explodes brings a die of the first kind.
    fn is_plain(&self, die: &Die) -> bool {
        let sides = match die {
            Die::Sides(sides) => u64::from(*sides),
            Die::Faces(faces) => faces.len() as u64,
        };
        self.all == BigUint::from(sides) && self.faces.iter().map(|(_, ways)| ways).sum::<BigUint>() == self.all
    }

    /// Dice that show this are thrown again, once or until they no longer do, those that explosions brought
    /// as well; no more come of that. `None` if that never ends.
    fn again(&mut self, die: &Die, op: CompareOp, value: i64, until: bool) -> Option<()> {
        let mut fresh = Self::plain(die, 1, 0);
        if until {
            fresh.faces.retain(|(face, _)| !op.holds(*face, value));
        }
        let new: BigUint = fresh.faces.iter().map(|(_, ways)| ways).sum();
        let shown = |faces: &[Face]| faces.iter().any(|(face, _)| op.holds(*face, value));
        // One that was cut may be thrown again, too, if what it can come to shows this.
        let cut = self.cut_from.is_some_and(|cut| match op {
            CompareOp::Less => value > cut,
            CompareOp::LessOrEqual | CompareOp::Equal => value >= cut,
            CompareOp::Greater | CompareOp::GreaterOrEqual | CompareOp::NotEqual => true,
        });
        if !shown(&self.faces) && !shown(&self.exploding) && !cut {
            return Some(());
        }
        if new.is_zero() {
            return None;
        }
        let thrown = |faces: &[Face]| -> Vec<Face> {
            let (again, mut stays): (Vec<Face>, Vec<Face>) =
                faces.iter().cloned().partition(|(face, _)| op.holds(*face, value));
            stays.iter_mut().for_each(|(_, ways)| *ways *= &new);
            let again: BigUint = again.iter().map(|(_, ways)| ways).sum();
            stays.extend(fresh.faces.iter().map(|(face, ways)| (*face, ways * &again)));
            merged(stays)
        };
        (self.faces, self.exploding) = (thrown(&self.faces), thrown(&self.exploding));
        self.all = &self.all * &new;
        let both = self.faces.iter().chain(&self.exploding);
        let common = both.fold(self.all.clone(), |common, (_, ways)| common.gcd(ways));
        self.faces.iter_mut().chain(&mut self.exploding).for_each(|(_, ways)| *ways = &*ways / &common);
        self.all = &self.all / &common;
        let least = fresh.faces.first()?.0;
        self.cut_from = self.cut_from.map(|from| if cut { from.min(least) } else { from });
        Some(())
    }

    /// Dice that show this get another added to them, as often as is followed. The first may have been
    /// rerolled; those that it brings are fresh.
    fn compound(&mut self, die: &Die, op: CompareOp, value: i64, budget: &Budget) -> Result<Option<()>, Trouble> {
        let parted = |faces: &[Face]| -> (Vec<Face>, Vec<Face>) {
            faces.iter().cloned().partition(|(face, _)| op.holds(*face, value))
        };
        let fresh = Self::plain(die, 1, 0);
        let (mut brings, mut ends) = parted(&self.faces);
        if brings.is_empty() {
            return Ok(Some(()));
        }
        self.ways_of_chain(budget)?;
        let bits = self.all.bits() + fresh.all.bits().saturating_mul(u64::from(self.depth));
        let again = parted(&fresh.faces);
        // Sums of so many that brought another, one level after the other.
        let mut sums: Vec<Face> = vec![(0, BigUint::one())];
        let mut found: Vec<Face> = Vec::new();
        let mut scale = fresh.all.pow(self.depth);
        for level in 0..=self.depth {
            let new = (sums.len() as u64).saturating_mul((ends.len() + brings.len()) as u64);
            budget.spend(new.saturating_mul(SUM + bits / 8))?;
            budget.room(new.saturating_add(found.len() as u64).saturating_mul(SUM_BYTES + bits / 8))?;
            for (sum, ways) in &sums {
                for (face, times) in &ends {
                    let Some(sum) = sum.checked_add(*face) else { return Ok(None) };
                    found.push((sum, ways * times * &scale));
                }
            }
            found = merged(found);
            if found.len() > super::MOST_FACES || sums.len() > super::MOST_FACES {
                return Ok(None);
            }
            if level < self.depth {
                scale /= &fresh.all;
            }
            let mut next: Vec<Face> = Vec::new();
            for (sum, ways) in &sums {
                for (face, times) in &brings {
                    let Some(sum) = sum.checked_add(*face) else { return Ok(None) };
                    next.push((sum, ways * times));
                }
            }
            sums = merged(next);
            if level == 0 {
                (brings, ends) = again.clone();
            }
        }
        // What is cut has brought at least as many as are followed, and one more.
        let Some((least, _)) = fresh.faces.first() else { return Ok(None) };
        let falls = self.faces.iter().chain(&fresh.faces).any(|(face, _)| *face < 0 && op.holds(*face, value));
        self.cut_from = sums.first().map(|(sum, _)| if falls { i64::MIN } else { sum.saturating_add(*least) });
        self.faces = found;
        self.all = &self.all * fresh.all.pow(self.depth);
        Ok(Some(()))
    }

    /// The ways in which all dice are followed to their end.
    pub(super) fn followed(&self) -> BigUint {
        if self.exploding.is_empty() {
            // What a die that gathers others was cut from is among all of its ways, and among no face.
            return self.faces.iter().map(|(_, ways)| ways).sum::<BigUint>().pow(self.count);
        }
        let brings: BigUint = self.exploding.iter().map(|(_, ways)| ways).sum();
        (self.all.pow(self.depth + 1) - brings.pow(self.depth + 1)).pow(self.count)
    }

    /// Whether every throw is followed to its end.
    pub(super) fn is_whole(&self) -> bool {
        self.cut_from.is_none() && self.exploding.is_empty()
    }

    /// Whether a glance can see them without looking at each throw: what repeats hangs on both kinds of dice
    /// where those that bring others can show the same as those that end.
    pub(super) fn sees(&self, glance: &Glance) -> bool {
        let both = || self.exploding.iter().any(|(face, _)| self.faces.iter().any(|(one, _)| one == face));
        !matches!(joint::inside(glance), Glance::Repeats | Glance::Repeated) || !both()
    }

    /// Which of so many dice in ascending order are kept: from, to (exclusive). `None` where
    /// there is no middle.
    pub(super) fn window(&self, dice: usize) -> Option<(usize, usize)> {
        window(&self.keep, dice)
    }

    /// Whether the sum compares so with a number whatever the dice show; `None` if it may hang on that.
    pub(super) fn always(&self, glance: &Glance) -> Option<bool> {
        let Glance::Holds(what, op, wanted) = glance else { return None };
        let times = match &**what {
            Glance::Sum => 1,
            Glance::Named(names) => match names.as_slice() {
                [(times, Reading::Sum)] if *times > 0 => *times,
                _ => return None,
            },
            _ => return None,
        };
        let all = || self.faces.iter().chain(&self.exploding).map(|(face, _)| *face);
        let (lowest, highest) = (all().min()?, all().max()?);
        if !self.keep.is_empty() || lowest < 0 {
            return None;
        }
        let count = times.checked_mul(i64::from(self.count))?;
        let least = count.checked_mul(lowest)?;
        let most = if self.is_whole() { Some(count.checked_mul(highest)?) } else { None };
        Interval { least: Some(least), most }.compare(*op, Interval::exactly(*wanted))
    }

    /// The least and the most that can be seen where a die was cut that would have gone on.
    pub(super) fn range(&self, glance: &Glance) -> Interval {
        if let Glance::Holds(what, op, wanted) = glance {
            return Interval::flag(self.range(what).compare(*op, Interval::exactly(*wanted)));
        }
        let known = self.unending().map_or(Interval::ANY, |unending| unending.ends(glance));
        let (Glance::Count(op, value), None) = (glance, self.cut_from) else { return known };
        // Of the dice that end there are as many as there were at first.
        let may = |faces: &[Face]| faces.iter().any(|(face, _)| op.holds(*face, *value));
        let must = |faces: &[Face]| faces.iter().all(|(face, _)| op.holds(*face, *value));
        let ending = if may(&self.faces) { i64::from(self.count) } else { 0 };
        let known = if may(&self.exploding) {
            known
        } else {
            Interval { least: known.least, ..known.min(Interval::exactly(ending)) }
        };
        if !self.keep.is_empty() {
            return known;
        }
        let bringing = if must(&self.exploding) { i64::from(self.depth) + 1 } else { 0 };
        let bringing = if must(&self.faces) { bringing + i64::from(self.count) } else { bringing };
        Interval { most: known.most, ..known.max(Interval::exactly(bringing)) }
    }

    /// What is known of dice of which one was cut.
    fn unending(&self) -> Option<Unending> {
        let (faces, exploding) =
            (self.faces.iter().map(|(face, _)| *face), self.exploding.iter().map(|(face, _)| *face));
        let (count, brought) = (self.count as usize, self.depth as usize + 1);
        let keep = self.keep.clone();
        if let Some(cut) = self.cut_from {
            if cut == i64::MIN {
                return None;
            }
            let least = faces.min().unwrap_or(cut).min(cut);
            let low = std::iter::once(cut).chain(std::iter::repeat_n(least, count.saturating_sub(1)));
            return Some(Unending { low: low.collect(), high: vec![ENDLESS; count], more: None, keep });
        }
        let (least, most) = (exploding.clone().min()?, exploding.clone().max()?);
        let (lowest, highest) =
            faces.chain(exploding).fold((least, most), |(low, high), face| (low.min(face), high.max(face)));
        let known = |brings: i64, other: i64| {
            let others = std::iter::repeat_n(other, count.saturating_sub(1));
            std::iter::repeat_n(brings, brought).chain(others).collect()
        };
        let (low, high) = (known(least, lowest), known(most, highest));
        Some(Unending { low, high, more: Some((lowest, highest)), keep })
    }
}

/// Ascending, none twice.
pub(in crate::odds) fn merged(mut faces: Vec<Face>) -> Vec<Face> {
    faces.sort_by_key(|(face, _)| *face);
    faces.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += &next.1;
        }
        same
    });
    faces.retain(|(_, ways)| !ways.is_zero());
    faces
}
