//! Enumeration of every throw of few dice. If there are hardly more throws than steps of a pass over the faces, this
//! costs less, and the results can be reused.

use num_traits::ToPrimitive as _;

use super::IidPool;
use super::face_pass::PassStatistic;
use super::joint::{inside, plan_of_one};
use crate::engine::{Statistic, row_of};
use crate::odds::conservation::lost;
use crate::odds::error::OddsError;

/// Throws that are looked at one by one.
const MOST_THROWS: usize = 512;
/// Bits of the number of all ways: so far no product on the way to it is too large for 64.
const MOST_BITS: u64 = 48;

/// All throws of a few dice that end, sorted.
#[derive(Debug)]
pub struct Throws {
    /// For each die, from the lowest: the throws of it and of those before it.
    dice: Vec<Vec<ThrowNode>>,
    /// The ways of each throw of all dice.
    ways: Vec<u64>,
    /// Numbers of throws: all of them, then again and again some, by what was seen of them.
    order: Vec<usize>,
    looks: Vec<ThrowIndex>,
}

/// A throw of some dice, which has one more than another.
#[derive(Debug, Clone, Copy)]
struct ThrowNode {
    /// The number of the other.
    before: usize,
    /// The place of the face of its last die among the faces.
    face: usize,
    /// How many of its dice show that.
    same: u64,
    ways: u64,
}

/// What was seen of all throws.
#[derive(Debug)]
struct ThrowIndex {
    stat: Statistic,
    /// For each throw, which of the values. `None`: there is nothing to see.
    seen: Option<Vec<u16>>,
    /// Ascending; not all of them need come up.
    values: Vec<i64>,
}

/// A range of the list of throws.
#[derive(Debug, Clone, Copy, Default)]
pub struct ThrowRange {
    from: usize,
    to: usize,
}

impl ThrowRange {
    /// Whether the range is empty. It also is where throws were not enumerated.
    pub fn is_empty(self) -> bool {
        self.from == self.to
    }
}

/// The throws for which a statistic reads the same value.
#[derive(Debug)]
pub struct LevelSet {
    /// The value (`None`: there is none).
    pub value: Option<i64>,
    pub throws: ThrowRange,
    pub ways: u64,
}

impl Throws {
    /// All throws, if they are few.
    pub fn of(dice: &IidPool) -> Option<Self> {
        let (count, kinds) = (dice.count as usize, usize::try_from(dice.each.faces.len()).ok()?);
        let bits = dice.each.all.bits().checked_mul(u64::from(dice.count))?;
        if !dice.each.exploding.is_empty() || kinds == 0 || bits > MOST_BITS {
            return None;
        }
        // As many as there are ways to choose, of both together, the fewer.
        let (fewer, more) = (count.min(kinds - 1), count.max(kinds - 1));
        let mut throws = 1_usize;
        for at in 1..=fewer {
            throws = throws.checked_mul(more.checked_add(at)?)? / at;
            if throws > MOST_THROWS {
                return None;
            }
        }
        // No dice show nothing, however many faces they have.
        let weights = dice.each.faces.iter().map(|(_, ways)| ways.to_u64()).take(MOST_THROWS);
        let weights: Vec<u64> = weights.collect::<Option<_>>()?;
        let mut all: Vec<Vec<ThrowNode>> = Vec::with_capacity(count);
        let nothing = [ThrowNode { before: 0, face: 0, same: 0, ways: 1 }];
        for dice in 1..=count as u64 {
            let shorter = all.last().map_or(nothing.as_slice(), Vec::as_slice);
            let mut longer = Vec::with_capacity(throws);
            for (before, throw) in shorter.iter().enumerate() {
                let mut same = throw.same;
                let orders = throw.ways * dice;
                for (face, weight) in weights.iter().enumerate().skip(throw.face) {
                    same += 1;
                    let ways = orders * weight;
                    longer.push(ThrowNode { before, face, same, ways: if same > 1 { ways / same } else { ways } });
                    same = 0;
                }
            }
            all.push(longer);
        }
        let ways: Vec<u64> = all.last().map_or(nothing.as_slice(), Vec::as_slice).iter().map(|one| one.ways).collect();
        Some(Self { dice: all, order: (0..ways.len()).collect(), ways, looks: Vec::new() })
    }

    pub fn all(&self) -> ThrowRange {
        ThrowRange { from: 0, to: self.ways.len() }
    }

    /// Some of the throws by what a statistic sees of them, ascending.
    ///
    /// # Errors
    ///
    /// If a pass would be refused.
    pub fn apart(&mut self, dice: &IidPool, stat: &Statistic, some: ThrowRange) -> Result<Vec<LevelSet>, OddsError> {
        let at = self.look(dice, stat)?;
        let start = self.order.len();
        let throws = self.order.get(some.from..some.to).ok_or_else(lost)?;
        let ways_of = |throw: &usize| self.ways.get(*throw).copied().ok_or_else(lost);
        let ThrowIndex { seen: Some(seen), values, .. } = self.looks.get(at).ok_or_else(lost)? else {
            let ways = throws.iter().map(ways_of).sum::<Result<u64, OddsError>>()?;
            return Ok(vec![LevelSet { value: None, throws: some, ways }]);
        };
        // Per value: the number of throws, their weights, and the index where the next value starts.
        let mut places = vec![(0_usize, 0_u64); values.len()];
        for throw in throws {
            let place = seen.get(*throw).and_then(|value| places.get_mut(usize::from(*value))).ok_or_else(lost)?;
            place.0 += 1;
            place.1 += ways_of(throw)?;
        }
        let mut found = Vec::new();
        let mut from = start;
        for ((place, ways), value) in places.iter_mut().zip(values).filter(|((throws, _), _)| *throws > 0) {
            let to = from + *place;
            *place = from - start;
            found.push(LevelSet { value: Some(*value), throws: ThrowRange { from, to }, ways: *ways });
            from = to;
        }
        if let [one] = found.as_mut_slice() {
            one.throws = some;
            return Ok(found);
        }
        self.order.resize(from, 0);
        let (before, after) = self.order.split_at_mut(start);
        for throw in before.get(some.from..some.to).ok_or_else(lost)? {
            let place = seen.get(*throw).and_then(|value| places.get_mut(usize::from(*value)));
            let (place, _) = place.ok_or_else(lost)?;
            *after.get_mut(*place).ok_or_else(lost)? = *throw;
            *place += 1;
        }
        Ok(found)
    }

    /// Looks at every throw, once for all who want to see the same: where that was written down.
    fn look(&mut self, dice: &IidPool, stat: &Statistic) -> Result<usize, OddsError> {
        if let Some(at) = self.looks.iter().position(|look| look.stat == *stat) {
            return Ok(at);
        }
        let (seen, values) = match stat {
            Statistic::Holds(..) | Statistic::Row(..) => {
                let at = self.look(dice, inside(stat))?;
                let follows = |value: &i64| match stat {
                    Statistic::Holds(_, op, wanted) => i64::from(op.holds(*value, *wanted)),
                    Statistic::Row(_, rows) => row_of(rows, *value),
                    _ => *value,
                };
                let ThrowIndex { seen, values, .. } = self.looks.get(at).ok_or_else(lost)?;
                let (places, values) = named(values.iter().map(follows).collect())?;
                let seen = match seen {
                    Some(seen) => {
                        let mut others = Vec::with_capacity(seen.len());
                        for value in seen {
                            others.push(*places.get(usize::from(*value)).ok_or_else(lost)?);
                        }
                        Some(others)
                    }
                    None => None,
                };
                (seen, values)
            }
            _ => {
                // What a pass over the faces would look for, and refuse.
                let plan = plan_of_one(dice, stat)?;
                match plan.eyes.first() {
                    Some(eye) => {
                        let (seen, values) = named(self.values(eye, &plan.faces).ok_or_else(lost)?)?;
                        (Some(seen), values)
                    }
                    None => (None, Vec::new()),
                }
            }
        };
        self.looks.push(ThrowIndex { stat: stat.clone(), seen, values });
        Ok(self.looks.len() - 1)
    }

    /// What an eye sees of each throw; `None`: it looks where no die is.
    fn values(&self, eye: &PassStatistic, faces: &[i64]) -> Option<Vec<i64>> {
        match eye {
            PassStatistic::Places { before, worth } => self.each(before, 0, |sum, weight, face| {
                // How large it becomes was found out with the plan.
                Some(sum + weight * worth.get(face)?)
            }),
            // Only dice that bring others are looked at so.
            PassStatistic::Shown { .. } => None,
            PassStatistic::Repeats { before } => {
                Some(self.repeated(before)?.into_iter().map(|(_, times)| times).collect())
            }
            PassStatistic::Repeated { before } => {
                let face = |(best, times): (usize, i64)| if times > 0 { faces.get(best).copied() } else { Some(0) };
                self.repeated(before)?.into_iter().map(face).collect()
            }
        }
    }

    /// The face that most of the kept dice show, the higher of two, and how many they are.
    fn repeated(&self, before: &[i64]) -> Option<Vec<(usize, i64)>> {
        // That one, and the last one.
        let none = ((0, 0), (0, 0));
        let found = self.each(before, none, |(best, run): ((usize, i64), (usize, i64)), kept, face| {
            let run = if kept == 0 { run } else { (face, if run.0 == face { run.1 + 1 } else { 1 }) };
            Some((if run.1 >= best.1 { run } else { best }, run))
        });
        Some(found?.into_iter().map(|(best, _)| best).collect())
    }

    /// Goes over all throws, one die after the other: to what is known of those before comes the
    /// weight of the die's place and its face.
    fn each<T: Copy>(&self, before: &[i64], start: T, next: impl Fn(T, i64, usize) -> Option<T>) -> Option<Vec<T>> {
        let mut known = vec![start];
        for (throws, (one, two)) in self.dice.iter().zip(before.iter().zip(before.iter().skip(1))) {
            let mut longer = Vec::with_capacity(throws.len());
            for throw in throws {
                longer.push(next(*known.get(throw.before)?, two - one, throw.face)?);
            }
            known = longer;
        }
        Some(known)
    }
}

/// Values by their places among all that there are, and those, ascending.
fn named(seen: Vec<i64>) -> Result<(Vec<u16>, Vec<i64>), OddsError> {
    let (least, most) =
        seen.iter().fold((i64::MAX, i64::MIN), |(least, most), value| (least.min(*value), most.max(*value)));
    let place = |value: i64| usize::try_from(value.checked_sub(least)?).ok();
    if place(most).is_some_and(|width| width < MOST_THROWS) {
        return Ok((seen.iter().map(|value| (value - least) as u16).collect(), (least..=most).collect()));
    }
    let mut values = seen.clone();
    values.sort_unstable();
    values.dedup();
    // No more values than throws.
    let place = |value: &i64| u16::try_from(values.partition_point(|one| one < value)).map_err(|_| lost());
    Ok((seen.iter().map(place).collect::<Result<_, _>>()?, values))
}
