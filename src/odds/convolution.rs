//! Sums of independent pools and a constant, by convolution.

use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::One as _;

use super::OddsLimits;
use super::conservation::whole;
use super::error::OddsError;
use super::pool::{IidPool, convolved, joint, summed};
use crate::check::program::{Arithmetic, CheckedGame, Ir, Op, Pool, PoolRead};
use crate::check::{Prepared, RollSource, Side};
use crate::dice::{Face, merged};
use crate::engine::{Statistic, settled};
use crate::limits::Budget;
use crate::ruleset::model::Reading;
use crate::world::{Env, World};

/// Numbers beyond this are left to the walk, so that no sum overflows.
const MOST: i64 = 1 << 48;

/// About how many bytes a value takes that has so many ways at most, while values are added up.
pub(super) fn bytes_of_ways(all: &BigUint) -> u64 {
    144 + all.bits() / 6
}

#[derive(Clone, Copy)]
pub(super) struct SumContext<'a> {
    pub(super) game: &'a CheckedGame,
    pub(super) prepared: &'a Prepared,
    pub(super) side: Option<&'a Side>,
    pub(super) env: &'a Env,
    /// The table and the roller's place, if a character rolls.
    pub(super) seat: Option<(&'a World, usize)>,
    pub(super) bounds: &'a OddsLimits,
    pub(super) budget: &'a Rc<Budget>,
}

impl SumContext<'_> {
    /// A number that is the same whatever dice show, if it is known.
    fn settled(&self, ir: &Ir) -> Result<Option<i64>, OddsError> {
        Ok(settled(self.game, self.prepared, self.side, self.env, self.seat, ir)?)
    }
}

/// A sum of a constant, of named dice of one roll, and of dice of their own.
struct LinearSum {
    constant: i64,
    named: Vec<(i64, Reading)>,
    /// What else is read off that roll.
    reads: Vec<(i64, Statistic)>,
    pools: Vec<(i64, IidPool, Statistic)>,
    /// Bytes of all pools.
    bytes: u64,
}

/// Why a formula is not counted here.
enum Unfit {
    /// It is none of the simple kind: the walk goes through it.
    Other,
    /// The walk would not get any further.
    Trouble(OddsError),
}

impl From<OddsError> for Unfit {
    fn from(trouble: OddsError) -> Self {
        Self::Trouble(trouble)
    }
}

/// How large a sum becomes, as far as that is known before anything is added up.
struct Foreseen {
    values: u64,
    all: BigUint,
}

impl Foreseen {
    /// What it takes to add so many values: those that there are and those that come are paired.
    ///
    /// # Errors
    ///
    /// That it is too much.
    fn add(&mut self, values: u64, all: &BigUint, budget: &Budget) -> Result<u64, OddsError> {
        self.all *= all;
        let pairs = u128::from(self.values) * u128::from(values) * u128::from(1 + self.all.bits() / 256);
        let each = if self.all.bits() <= 63 { 3 } else { 100 };
        let work = u64::try_from(pairs.saturating_mul(each)).unwrap_or(u64::MAX);
        if work > budget.left() {
            budget.spend(work)?;
        }
        if pairs > 400_000_000 {
            return Err(OddsError::TooLarge);
        }
        // There are no fewer sums than this, whatever the values are.
        self.values = self.values.saturating_add(values).saturating_sub(1);
        Ok(work)
    }
}

/// The ways of each value of a sum, out of all; `None` where it is none of the simple kind.
///
/// # Errors
///
/// If it would take too long.
pub(super) fn sum(place: SumContext<'_>, ir: &Ir) -> Result<Option<(Vec<Face>, BigUint)>, OddsError> {
    let mut sum = LinearSum { constant: 0, named: Vec::new(), reads: Vec::new(), pools: Vec::new(), bytes: 0 };
    match sum.add(place, ir, 1, 0) {
        Ok(()) => {}
        Err(Unfit::Other) => return Ok(None),
        Err(Unfit::Trouble(trouble)) => return Err(trouble),
    }
    if !sum.named.is_empty() {
        sum.reads.push((1, Statistic::Named(std::mem::take(&mut sum.named))));
    }
    let mut parts: Vec<(IidPool, Vec<(i64, Statistic)>)> = Vec::with_capacity(sum.pools.len() + 1);
    if !sum.reads.is_empty() {
        let Some(dice) = shared(place)? else { return Ok(None) };
        parts.push((dice, sum.reads));
    }
    parts.extend(sum.pools.into_iter().map(|(times, dice, stat)| (dice, vec![(times, stat)])));
    let mut foreseen = Foreseen { values: 1, all: BigUint::one() };
    for (dice, reads) in &parts {
        if matches!(reads.as_slice(), [(_, Statistic::Sum)]) && dice.is_whole() && dice.keep.is_empty() {
            // Sums of numbers are no fewer than those of as many that follow upon one another.
            let values = (dice.each.faces.len().saturating_sub(1)).saturating_mul(dice.count.into()).saturating_add(1);
            // Of so many ways only how long the number is counts.
            let bits = dice.each.all.bits().saturating_mul(dice.count.into());
            let all = if bits < 1 << 12 { dice.each.all.pow(dice.count) } else { BigUint::from(1_u8) << bits };
            foreseen.add(values, &all, place.budget)?;
        }
    }
    let mut found: Vec<Face> = vec![(sum.constant, BigUint::one())];
    // All ways, and those that came out: of dice that were cut, not all do.
    let (mut all, mut came) = (BigUint::one(), BigUint::one());
    for (dice, reads) in parts {
        let Some((values, of_these)) = read_off(dice, &reads, place.budget)? else { return Ok(None) };
        all *= of_these;
        came *= values.iter().map(|(_, ways)| ways).sum::<BigUint>();
        if let [(constant, ways)] = found.as_slice()
            && ways.is_one()
        {
            let constant = *constant;
            found = values.into_iter().map(|(value, ways)| (value + constant, ways)).collect();
            continue;
        }
        let width = |faces: &[Face]| match (faces.first(), faces.last()) {
            (Some((low, _)), Some((high, _))) => (high - low).unsigned_abs(),
            _ => 0,
        };
        let pairs = (found.len() as u128) * (values.len() as u128) * u128::from(1 + all.bits() / 256);
        let each = if all.bits() <= 63 { 3 } else { 100 };
        place.budget.spend(u64::try_from(pairs.saturating_mul(each)).unwrap_or(u64::MAX))?;
        place.budget.room((found.len() as u64 + values.len() as u64).saturating_mul(bytes_of_ways(&all)))?;
        if pairs > 400_000_000 || width(&found).saturating_add(width(&values)) > crate::dice::MOST_FACES as u64 {
            return Err(OddsError::TooLarge);
        }
        found = convolved(&found, &values)?;
    }
    whole(found.iter().map(|(_, ways)| ways), &came)?;
    Ok(Some((found, all)))
}

/// Whether it is the face of one die, which ends.
fn is_one_die(dice: &IidPool, reads: &[(i64, Statistic)]) -> bool {
    matches!(reads, [(_, Statistic::Sum)]) && dice.count == 1 && dice.keep.is_empty() && dice.each.exploding.is_empty()
}

/// What is read off dice, so many times each and added up, and all their ways; `None` where that is too
/// large or there may be nothing.
fn read_off(
    dice: IidPool,
    reads: &[(i64, Statistic)],
    budget: &Budget,
) -> Result<Option<(Vec<Face>, BigUint)>, OddsError> {
    let mut values: Vec<Face> = Vec::new();
    let all = if let ([(times, Statistic::Sum)], true) = (reads, is_one_die(&dice, reads)) {
        let small =
            |face: Option<i64>| face.and_then(|face| face.checked_mul(*times)).is_none_or(|value| value.abs() < MOST);
        if !small(dice.each.faces.lowest()) || !small(dice.each.faces.highest()) {
            return Ok(None);
        }
        values = dice.each.faces.written(budget)?.into_iter().map(|(face, ways)| (face * times, ways)).collect();
        dice.each.all
    } else {
        if !reads.iter().all(|(_, stat)| dice.sees(stat)) {
            return Ok(None);
        }
        if let [(1, stat)] = reads
            && let Some((values, all)) = summed(&dice, stat, budget)?
        {
            let fits = values.iter().all(|(value, _)| value.abs() < MOST);
            return Ok(fits.then_some((values, all)));
        }
        let stats: Vec<Statistic> = reads.iter().map(|(_, stat)| stat.clone()).collect();
        let seen = joint(&dice, &stats, budget)?;
        values.reserve(seen.rows.len());
        for (seen, ways) in seen.rows {
            let mut each =
                seen.iter().zip(reads).map(|(value, (times, _))| value.and_then(|value| value.checked_mul(*times)));
            let value = each.try_fold(0_i64, |sum, value| sum.checked_add(value?));
            match value {
                Some(value) if value.abs() < MOST => values.push((value, ways)),
                _ => return Ok(None),
            }
        }
        seen.all
    };
    Ok(Some((merged(values), all)))
}

/// The dice that names are read off.
fn shared(place: SumContext<'_>) -> Result<Option<IidPool>, OddsError> {
    let source = match place.side {
        Some(side) => &side.roll,
        None => place.prepared.program.source(),
    };
    let own = || place.side.and_then(|side| place.game.tests[side.test].roll.as_ref());
    let pool = match source {
        RollSource::Dice(pool) => &**pool,
        RollSource::Game => match &place.game.roll {
            Some(pool) => pool,
            None => return Ok(None),
        },
        RollSource::Test => match own().or(place.game.roll.as_ref()) {
            Some(pool) => pool,
            None => return Ok(None),
        },
        RollSource::Nothing => return Ok(None),
    };
    dice(place, pool)
}

fn dice(place: SumContext<'_>, pool: &Pool) -> Result<Option<IidPool>, OddsError> {
    match number_of(place, pool)? {
        Some(count) => IidPool::of(pool, count, place.bounds.depth, place.budget),
        None => Ok(None),
    }
}

/// How many dice a pool has, if that is known and not too many.
fn number_of(place: SumContext<'_>, pool: &Pool) -> Result<Option<u32>, OddsError> {
    if !pool.late.is_empty() {
        return Ok(None);
    }
    let count = match &pool.count {
        crate::check::program::Count::Fixed(count) => Some(*count),
        crate::check::program::Count::Computed(ir) => place.settled(ir)?.and_then(|count| u32::try_from(count).ok()),
    };
    Ok(count.filter(|count| *count <= place.game.limits.dice))
}

impl LinearSum {
    /// Adds a formula so many times.
    fn add(&mut self, place: SumContext<'_>, ir: &Ir, times: i64, depth: usize) -> Result<(), Unfit> {
        if depth > place.game.limits.depth || times.abs() >= 1 << 16 {
            return Err(Unfit::Other);
        }
        let deeper = depth + 1;
        match &ir.op {
            Op::Number(number) => self.constant(*number, times),
            Op::Arithmetic(Arithmetic::Add, left, right) => {
                self.add(place, left, times, deeper)?;
                self.add(place, right, times, deeper)
            }
            Op::Arithmetic(Arithmetic::Subtract, left, right) => {
                self.add(place, left, times, deeper)?;
                self.add(place, right, -times, deeper)
            }
            Op::Arithmetic(Arithmetic::Multiply, left, right) => match (&left.op, &right.op) {
                (Op::Number(number), _) => {
                    self.add(place, right, times.checked_mul(*number).ok_or(Unfit::Other)?, deeper)
                }
                (_, Op::Number(number)) => {
                    self.add(place, left, times.checked_mul(*number).ok_or(Unfit::Other)?, deeper)
                }
                _ => self.settle(place, ir, times),
            },
            Op::Negate(inner) => self.add(place, inner, -times, deeper),
            Op::OwnTotal => {
                let test = &place.game.tests[place.side.ok_or(Unfit::Other)?.test];
                self.add(place, &test.total, times, deeper)
            }
            Op::Pool(pool) => self.pool(place, pool, times, Statistic::Sum),
            Op::Read { what, pool: None } => {
                let stat = Self::statistic(place, what)?;
                if self.reads.iter().any(|(_, one)| *one == stat) {
                    return Err(Unfit::Other);
                }
                self.reads.push((times, stat));
                Ok(())
            }
            Op::Read { what, pool: Some(pool) } => self.pool(place, pool, times, Self::statistic(place, what)?),
            Op::Roll => {
                self.named.push((times, Reading::Sum));
                Ok(())
            }
            Op::Dice(dice) => {
                for (each, die) in dice {
                    let reading = place.game.die_names.get(*die).ok_or(Unfit::Other)?.reading;
                    self.named.push((each.checked_mul(times).ok_or(Unfit::Other)?, reading));
                }
                Ok(())
            }
            _ => self.settle(place, ir, times),
        }
    }

    fn settle(&mut self, place: SumContext<'_>, ir: &Ir, times: i64) -> Result<(), Unfit> {
        let value = place.settled(ir)?.ok_or(Unfit::Other)?;
        self.constant(value, times)
    }

    fn constant(&mut self, value: i64, times: i64) -> Result<(), Unfit> {
        let sum = value.checked_mul(times).and_then(|value| value.checked_add(self.constant));
        self.constant = sum.filter(|sum| sum.abs() < MOST).ok_or(Unfit::Other)?;
        Ok(())
    }

    fn pool(&mut self, place: SumContext<'_>, pool: &Pool, times: i64, stat: Statistic) -> Result<(), Unfit> {
        if self.pools.len() >= 64 {
            return Err(Unfit::Other);
        }
        let dice = dice(place, pool)?.ok_or(Unfit::Other)?;
        self.bytes = self.bytes.saturating_add(dice.bytes());
        place.budget.room(self.bytes).map_err(OddsError::from)?;
        self.pools.push((times, dice, stat));
        Ok(())
    }

    fn statistic(place: SumContext<'_>, what: &PoolRead) -> Result<Statistic, Unfit> {
        let number = |ir| place.settled(ir)?.ok_or(Unfit::Other);
        Ok(match what {
            PoolRead::Count(op, ir) => Statistic::Count(*op, number(ir)?),
            PoolRead::CountAny(all) => {
                Statistic::CountAny(all.iter().map(|(op, ir)| Ok((*op, number(ir)?))).collect::<Result<_, Unfit>>()?)
            }
            PoolRead::Sum => Statistic::Sum,
            PoolRead::Worth(..) => return Err(Unfit::Other),
            PoolRead::Highest => Statistic::Highest,
            PoolRead::Lowest => Statistic::Lowest,
            PoolRead::Nth(ir) => Statistic::Nth(number(ir)?),
            PoolRead::Repeats => Statistic::Repeats,
            PoolRead::Repeated => Statistic::Repeated,
        })
    }
}
