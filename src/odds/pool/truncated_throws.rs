//! Throws with truncated explosions, grouped by the faces of the other dice: often these decide the result.
//!
//! If an explosion adds a new die, the final faces are independent of the number of explosions, so all of them are
//! known. If it compounds, truncated dice are combined with the others; of the others, the highest are merged.

use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::{One as _, Zero as _};
use rustc_hash::FxHashMap;

use super::IidPool;
use crate::dice::Interval;
use crate::engine::{ENDLESS, Statistic, TruncatedBounds};
use crate::limits::Budget;
use crate::odds::conservation::lost;
use crate::odds::error::OddsError;

/// Dice of all the throws that are distinguished. Faces are taken together, the highest first, until there are no more.
const MOST_DICE: usize = 50_000;

/// Bytes of a face among them; its work is as much.
const SPAN_BYTES: u64 = 100;

/// Throws in which one die at least was cut.
#[derive(Debug)]
pub(in crate::odds) struct TruncatedThrows {
    /// What is known of each, and its ways.
    throws: Vec<(TruncatedBounds, BigUint)>,
    /// Some of them, by number, and the ways of all of these. The first part is all of them.
    parts: Vec<(Vec<usize>, BigUint)>,
    /// By a part and a statistic: what is seen of them.
    apart: FxHashMap<(usize, Statistic), Rc<[BoundedLevelSet]>>,
}

/// Throws for which a statistic reads a number in the same interval.
#[derive(Debug, Clone, Copy)]
pub(in crate::odds) struct BoundedLevelSet {
    /// The bounds of that number.
    pub(in crate::odds) range: Interval,
    /// The index of their range in the list of throws.
    pub(in crate::odds) part: usize,
}

/// What a die can show.
#[derive(Debug, Clone)]
struct FaceRange {
    low: i64,
    high: i64,
    /// All ways, and those in which it was followed to its end: all where that says nothing.
    ways: BigUint,
    followed: BigUint,
}

impl TruncatedThrows {
    /// Throws in which dice were cut; `None` where no more is known of them than of all together.
    pub(in crate::odds) fn of(dice: &IidPool, budget: &Budget) -> Option<Self> {
        let count = dice.count as usize;
        // Dice that all end have no such throws; and faces are only distinguished while there is room for them.
        let bytes = dice.each.faces.len().saturating_mul(SPAN_BYTES);
        if dice.is_followed()
            || dice.each.first.is_some()
            || budget.room(bytes).is_err()
            || budget.spend(bytes).is_err()
        {
            return None;
        }
        let ended = |(face, ways): (i64, &BigUint)| FaceRange {
            low: face,
            high: face,
            ways: ways.clone(),
            followed: BigUint::zero(),
        };
        let mut spans: Vec<FaceRange> = dice.each.faces.iter().map(ended).collect();
        match dice.each.cut_from {
            None => {}
            Some(i64::MIN) => return None,
            Some(from) => {
                for span in &mut spans {
                    span.followed = span.ways.clone();
                }
                let followed: BigUint = spans.iter().map(|span| &span.ways).sum();
                let at = spans.partition_point(|span| span.low < from);
                spans.insert(
                    at,
                    FaceRange { low: from, high: from, ways: &dice.each.all - followed, followed: BigUint::zero() },
                );
                // One that was cut shows any number from there on, as do those that are taken together with it.
                together(&mut spans, at + 1);
                spans.last_mut()?.high = ENDLESS;
            }
        }
        while throws(spans.len(), count).is_none_or(|throws| throws.saturating_mul(count) > MOST_DICE) {
            // Of one kind nothing more is known than of all together.
            let fewer = spans.len().checked_sub(1).filter(|fewer| *fewer > 1)?;
            together(&mut spans, fewer);
        }
        let bringing = match dice.each.cut_from {
            None => Some((dice.each.exploding.lowest()?, dice.each.exploding.highest()?)),
            Some(_) => None,
        };
        let mut found = Vec::new();
        each_throw(count, &spans, &mut Vec::with_capacity(count), &mut |chosen| {
            let ways = ways_of(chosen, |span| &span.ways) - ways_of(chosen, |span| &span.followed);
            if ways.is_zero() {
                return;
            }
            let (mut low, mut high): (Vec<i64>, Vec<i64>) = chosen.iter().map(|span| (span.low, span.high)).unzip();
            // One at least of the highest was cut.
            if let (Some(from), Some(highest)) = (dice.each.cut_from, low.last_mut()) {
                *highest = from.max(*highest);
            }
            if let Some((least, most)) = bringing {
                // As many as are followed, and one more at least, of which all have brought another.
                low.extend(std::iter::repeat_n(least, dice.depth as usize));
                high.extend(std::iter::repeat_n(most, dice.depth as usize));
            }
            found.push((TruncatedBounds { low, high, more: bringing, keep: dice.keep.clone() }, ways));
        });
        let all = found.iter().map(|(_, ways)| ways).sum();
        let parts = vec![((0..found.len()).collect(), all)];
        Some(Self { throws: found, parts, apart: FxHashMap::default() })
    }

    /// A part by what a statistic sees of it.
    ///
    /// # Errors
    ///
    /// An internal one if there is no such part.
    pub(in crate::odds) fn apart(&mut self, part: usize, stat: &Statistic) -> Result<Rc<[BoundedLevelSet]>, OddsError> {
        let key = (part, stat.clone());
        if let Some(known) = self.apart.get(&key) {
            return Ok(Rc::clone(known));
        }
        let (some, _) = self.parts.get(part).ok_or_else(|| lost())?;
        let mut seen: Vec<(Interval, Vec<usize>, BigUint)> = Vec::new();
        let mut places: FxHashMap<(Option<i64>, Option<i64>), usize> = FxHashMap::default();
        for throw in some {
            let (unending, ways) = self.throws.get(*throw).ok_or_else(|| lost())?;
            let range = unending.ends(stat);
            let at = *places.entry((range.least, range.most)).or_insert(seen.len());
            match seen.get_mut(at) {
                Some((_, throws, sum)) => {
                    throws.push(*throw);
                    *sum += ways;
                }
                None => seen.push((range, vec![*throw], ways.clone())),
            }
        }
        let found: Rc<[BoundedLevelSet]> = match seen.as_slice() {
            [(range, ..)] => [BoundedLevelSet { range: *range, part }].into(),
            _ => {
                let mut found = Vec::with_capacity(seen.len());
                for (range, throws, ways) in seen {
                    found.push(BoundedLevelSet { range, part: self.parts.len() });
                    self.parts.push((throws, ways));
                }
                found.into()
            }
        };
        self.apart.insert(key, Rc::clone(&found));
        Ok(found)
    }

    /// The ways of a part.
    ///
    /// # Errors
    ///
    /// An internal one if there is no such part.
    pub(in crate::odds) fn ways(&self, part: usize) -> Result<&BigUint, OddsError> {
        self.parts.get(part).map(|(_, ways)| ways).ok_or_else(|| lost())
    }
}

/// Takes all spans from the last of so many on together.
fn together(spans: &mut Vec<FaceRange>, count: usize) {
    let Some(from) = count.checked_sub(1) else { return };
    let rest = spans.split_off(from.min(spans.len()));
    let joined = rest.into_iter().reduce(|one, other| FaceRange {
        low: one.low.min(other.low),
        high: one.high.max(other.high),
        ways: one.ways + other.ways,
        followed: one.followed + other.followed,
    });
    spans.extend(joined);
}

/// How many sorted throws there are of so many dice with so many faces; `None`: too many to say.
fn throws(faces: usize, count: usize) -> Option<usize> {
    let (fewer, more) = (count.min(faces.checked_sub(1)?), count.max(faces - 1));
    (1..=fewer).try_fold(1_usize, |throws, at| Some(throws.checked_mul(more.checked_add(at)?)? / at))
}

/// Goes through all sorted throws of so many dice.
fn each_throw<'s>(
    count: usize,
    spans: &'s [FaceRange],
    chosen: &mut Vec<&'s FaceRange>,
    what: &mut impl FnMut(&[&'s FaceRange]),
) {
    if chosen.len() == count {
        return what(chosen);
    }
    for (at, span) in spans.iter().enumerate() {
        chosen.push(span);
        each_throw(count, spans.get(at..).unwrap_or_default(), chosen, what);
        chosen.pop();
    }
}

/// In how many ways dice show this, of which those that show the same stand together.
fn ways_of<'s>(chosen: &[&'s FaceRange], ways: impl Fn(&'s FaceRange) -> &'s BigUint) -> BigUint {
    let (mut product, mut same) = (BigUint::one(), 0_u64);
    let mut before: Option<&FaceRange> = None;
    for (at, span) in chosen.iter().enumerate() {
        same = if before.is_some_and(|before| std::ptr::eq(before, *span)) { same + 1 } else { 1 };
        product = product * (at as u64 + 1) * ways(span) / same;
        before = Some(span);
    }
    product
}
