//! Several pools that are read together: the distribution of sums over all of them, as weights.
//!
//! The statistics of each pool are counted by themselves, and their contributions are convolved, as vectors. A
//! conditional reroll makes a die a pair of faces, before and after, independent of the other dice: both throws can be
//! read.

use std::rc::Rc;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::IidPool;
use super::joint::{JointDistribution, answered, joined, joint};
use crate::dice::{CompareOp, Faces};
use crate::engine::{Statistic, StatisticPart};
use crate::limits::Budget;
use crate::odds::conservation::{lost, whole};
use crate::odds::error::OddsError;
use crate::odds::weight::Weight;
use crate::ruleset::model::Reading;

/// Dice of one kind, and how some of them were thrown again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub dice: IidPool,
    /// One after the other.
    pub again: Vec<Again>,
}

/// A conditional reroll: dice whose face meets the condition are replaced by an independent roll of this die.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    pub showing: Rc<[(CompareOp, i64)]>,
    pub fresh: Faces,
}

/// Ways that one die with all its throws may go.
const MOST_OF_ONE: usize = 20_000;
/// Rows that a result may have.
const MOST_ROWS: usize = 2_000_000;
/// Work of a row that is made of two.
const ROW: u64 = 30;
/// About how many bytes a row takes besides its values and ways.
const ROW_BYTES: u64 = 120;

/// A statistic of one pool: the index of the throw, and what is read of it.
type ThrowStatistic = (usize, Statistic);
/// Combinations of values, and the number of ways of each.
type JointRows = Vec<(Vec<Option<i64>>, BigUint)>;

impl Member {
    /// All ways.
    pub fn all(&self) -> BigUint {
        let again = self.again.iter().fold(BigUint::from(1_u8), |all, again| all * again.fresh.ways());
        self.dice.all() * again.pow(self.dice.count)
    }

    /// Whether this can be read of the throw with this number.
    pub fn sees(&self, layer: usize, stat: &Statistic) -> bool {
        layer == 0 && self.again.is_empty() || adds_up(stat)
    }

    /// Whether its dice can be thrown again by what they show: each by itself.
    pub fn is_apart(&self) -> bool {
        self.dice.is_whole() && self.dice.keep.is_empty()
    }

    fn joint(&self, reads: &[ThrowStatistic], budget: &Budget) -> Result<JointRows, OddsError> {
        if self.again.is_empty() {
            let stats: Vec<Statistic> = reads.iter().map(|(_, stat)| stat.clone()).collect();
            return Ok(joint(&self.dice, &stats, budget)?.rows);
        }
        let one = self.one(reads, budget)?;
        let mut found: JointRows = vec![(vec![Some(0); reads.len()], BigUint::from(1_u8))];
        // Squares of squares, from the highest digit of the number of dice.
        for digit in (0..u32::BITS - self.dice.count.leading_zeros()).rev() {
            found = convolved(&found, &found, budget)?;
            if self.dice.count >> digit & 1 == 1 {
                found = convolved(&found, &one, budget)?;
            }
        }
        Ok(found)
    }

    /// What one die adds to each, in all its throws.
    fn one(&self, reads: &[ThrowStatistic], budget: &Budget) -> Result<JointRows, OddsError> {
        let mut ways: Vec<(Vec<i64>, BigUint)> = Vec::new();
        budget.spend(self.dice.each.faces.len().saturating_mul(ROW))?;
        for (face, times) in self.dice.each.faces.iter() {
            ways.push((vec![face], times.clone()));
        }
        for again in &self.again {
            let (fresh, all) = (again.fresh.written(budget)?, again.fresh.ways());
            let mut next = Vec::new();
            for (faces, times) in ways {
                let face = *faces.last().ok_or_else(|| lost())?;
                let falls = again.showing.iter().any(|(op, wanted)| op.holds(face, *wanted));
                let with = |face: i64| faces.iter().copied().chain([face]).collect::<Vec<_>>();
                if falls {
                    next.extend(fresh.iter().map(|(face, more)| (with(*face), &times * more)));
                } else {
                    next.push((with(face), times * &all));
                }
                if next.len() > MOST_OF_ONE {
                    return Err(OddsError::TooLarge);
                }
            }
            budget.spend(ROW.saturating_mul(next.len() as u64))?;
            ways = next;
        }
        let mut rows = JointRows::with_capacity(ways.len());
        for (faces, times) in ways {
            let mut seen = Vec::with_capacity(reads.len());
            for (layer, stat) in reads {
                seen.push(stat.read(faces.get(*layer..=*layer).ok_or_else(|| lost())?));
            }
            rows.push((seen, times));
        }
        Ok(joined(rows))
    }
}

/// Whether what is read of several dice is the sum of what is read of each.
pub(in crate::odds) fn adds_up(stat: &Statistic) -> bool {
    match stat {
        Statistic::Sum | Statistic::Worth(_) | Statistic::Count(..) | Statistic::CountAny(_) => true,
        Statistic::Named(names) => names.iter().all(|(_, reading)| *reading == Reading::Sum),
        _ => false,
    }
}

/// What sums over several pools come to together.
///
/// # Errors
///
/// If it would take too long or too much room.
pub fn together(members: &[Member], stats: &[Statistic], budget: &Budget) -> Result<JointDistribution, OddsError> {
    answered(stats, |seen| sums(members, seen, budget))
}

fn sums(members: &[Member], stats: &[Statistic], budget: &Budget) -> Result<JointDistribution, OddsError> {
    let mut sums: Vec<&[StatisticPart]> = Vec::with_capacity(stats.len());
    for stat in stats {
        let Statistic::Together(parts) = stat else { return Err(lost()) };
        sums.push(parts);
    }
    let all = members.iter().map(Member::all).fold(BigUint::from(1_u8), |all, ways| all * ways);
    let mut found: JointRows = vec![(vec![Some(0); sums.len()], BigUint::from(1_u8))];
    for (number, member) in members.iter().enumerate() {
        let own = |part: &&StatisticPart| part.member == number;
        let mut reads: Vec<ThrowStatistic> = Vec::new();
        for part in sums.iter().flat_map(|parts| parts.iter()).filter(own) {
            let read = (part.layer, part.stat.clone());
            if !reads.contains(&read) {
                reads.push(read);
            }
        }
        let rows = match reads.is_empty() {
            true => vec![(Vec::new(), member.all())],
            false => member.joint(&reads, budget)?,
        };
        let mut added = JointRows::with_capacity(rows.len());
        for (values, ways) in rows {
            let value = |part: &StatisticPart| -> Result<Option<i64>, OddsError> {
                let at = reads.iter().position(|(layer, stat)| (*layer, stat) == (part.layer, &part.stat));
                let seen = *at.and_then(|at| values.get(at)).ok_or_else(|| lost())?;
                Ok(seen.and_then(|seen| part.times.checked_mul(seen)))
            };
            let sum = |parts: &&[StatisticPart]| -> Result<Option<i64>, OddsError> {
                let mut own = parts.iter().filter(own);
                own.try_fold(Some(0_i64), |sum, part| {
                    Ok(sum.zip(value(part)?).and_then(|(sum, more)| sum.checked_add(more)))
                })
            };
            added.push((sums.iter().map(sum).collect::<Result<_, _>>()?, ways));
        }
        found = convolved(&found, &joined(added), budget)?;
    }
    let found = joined(found);
    whole(found.iter().map(|(_, ways)| ways), &all)?;
    Ok(JointDistribution { rows: found, all })
}

/// Sums of what two rows have seen, of each two. What one of them does not see is not seen.
fn convolved(one: &JointRows, other: &JointRows, budget: &Budget) -> Result<JointRows, OddsError> {
    let bits = |rows: &JointRows| rows.iter().fold(BigUint::default(), |sum, (_, ways)| sum + ways).bits();
    let bits = bits(one) + bits(other);
    let pairs = (one.len() as u64).saturating_mul(other.len() as u64);
    budget.spend(pairs.saturating_mul(ROW + bits / 32))?;
    match bits {
        0..=62 => convolved_in::<u64>(one, other, budget),
        63..=126 => convolved_in::<u128>(one, other, budget),
        _ => convolved_in::<BigUint>(one, other, budget),
    }
}

/// One digit of the mixed-radix number that encodes the values of all places.
struct MixedRadixDigit {
    /// The least of each side; `None`: nothing is seen.
    least: Option<(i64, i64)>,
    width: u64,
    stride: u64,
}

fn convolved_in<W: Weight>(one: &JointRows, other: &JointRows, budget: &Budget) -> Result<JointRows, OddsError> {
    let length = one.first().or(other.first()).map_or(0, |(values, _)| values.len());
    let mut places = Vec::with_capacity(length);
    let mut stride = 1_u64;
    for at in 0..length {
        let ends = |rows: &JointRows| {
            let value = |(values, _): &(Vec<Option<i64>>, BigUint)| values.get(at).copied().flatten();
            let seen: Option<Vec<i64>> = rows.iter().map(value).collect();
            seen.and_then(|seen| Some((seen.iter().copied().min()?, seen.iter().copied().max()?)))
        };
        let place = match (ends(one), ends(other)) {
            (Some((low, high)), Some((least, most))) => {
                let width = high.checked_sub(low).zip(most.checked_sub(least)).and_then(|(a, b)| a.checked_add(b));
                let width =
                    width.and_then(|width| u64::try_from(width).ok()?.checked_add(1)).ok_or(OddsError::TooLarge)?;
                MixedRadixDigit { least: Some((low, least)), width, stride }
            }
            _ => MixedRadixDigit { least: None, width: 1, stride },
        };
        stride = stride.checked_mul(place.width).ok_or(OddsError::TooLarge)?;
        places.push(place);
    }
    let packed = |rows: &JointRows, second: bool| {
        let number = |values: &[Option<i64>]| {
            values.iter().zip(&places).try_fold(0_u64, |number, (value, place)| {
                let Some((low, least)) = place.least else { return Some(number) };
                let from = if second { least } else { low };
                Some(number + u64::try_from((*value)? - from).ok()? * place.stride)
            })
        };
        let row = |(values, ways): &(Vec<Option<i64>>, BigUint)| {
            Ok((number(values).ok_or_else(|| lost())?, W::from_big(ways)?))
        };
        rows.iter().map(row).collect::<Result<Vec<_>, OddsError>>()
    };
    let (left, right) = (packed(one, false)?, packed(other, true)?);
    let mut found: FxHashMap<u64, W> = FxHashMap::default();
    let bytes = (ROW_BYTES + 16 * length as u64).saturating_add(size_of::<W>() as u64);
    for (number, ways) in &left {
        for (more, times) in &right {
            found.entry(number + more).or_insert_with(W::zero).add_product(ways, times);
        }
        if found.len() > MOST_ROWS {
            return Err(OddsError::TooLarge);
        }
        budget.room(bytes.saturating_mul(found.len() as u64))?;
    }
    let value = |number: u64, place: &MixedRadixDigit| {
        let (low, least) = place.least?;
        i64::try_from(number / place.stride % place.width).ok()?.checked_add(low)?.checked_add(least)
    };
    let row = |(number, ways): (u64, W)| (places.iter().map(|place| value(number, place)).collect(), ways.into_big());
    Ok(found.into_iter().map(row).collect())
}
