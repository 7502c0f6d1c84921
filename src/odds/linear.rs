//! Sums of independent pools and a constant.

use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::One as _;

use super::Bounds;
use super::conserved::whole;
use super::pool::{Dice, convolved, joint};
use super::trouble::Trouble;
use crate::check::program::{Arithmetic, Game, Ir, Op, Pool, PoolRead};
use crate::check::{Prepared, RollSource, Side};
use crate::dice::{Face, merged};
use crate::engine::{Glance, settled};
use crate::limits::Budget;
use crate::ruleset::model::Reading;
use crate::world::{Env, World};

/// Numbers beyond this are left to the walk, so that no sum overflows.
const MOST: i64 = 1 << 48;

/// About how many bytes a value takes that has so many ways at most, while values are added up.
pub(super) fn bytes_of_ways(all: &BigUint) -> u64 {
    144 + all.bits() / 6
}

/// Work of one face of a die that is thrown alone.
const FACE: u64 = 30;

/// Where a sum stands.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) game: &'a Game,
    pub(super) prepared: &'a Prepared,
    pub(super) side: Option<&'a Side>,
    pub(super) env: &'a Env,
    /// Whoever rolls, if somebody at a table does.
    pub(super) seat: Option<(&'a World, usize)>,
    pub(super) bounds: &'a Bounds,
    pub(super) budget: &'a Rc<Budget>,
}

/// A sum of a constant, of named dice of one roll, and of dice of their own.
struct LinearSum {
    constant: i64,
    named: Vec<(i64, Reading)>,
    /// What else is read off that roll.
    reads: Vec<(i64, Glance)>,
    pools: Vec<(i64, Dice, Glance)>,
}

/// The ways of each value of a sum, out of all; `None` where it is none of the simple kind.
///
/// # Errors
///
/// If it would take too long.
pub(super) fn sum(place: Place<'_>, ir: &Ir) -> Result<Option<(Vec<Face>, BigUint)>, Trouble> {
    let mut sum = LinearSum { constant: 0, named: Vec::new(), reads: Vec::new(), pools: Vec::new() };
    if sum.add(place, ir, 1, 0).is_none() {
        return Ok(None);
    }
    if !sum.named.is_empty() {
        sum.reads.push((1, Glance::Named(std::mem::take(&mut sum.named))));
    }
    let mut parts: Vec<(Dice, Vec<(i64, Glance)>)> = Vec::with_capacity(sum.pools.len() + 1);
    if !sum.reads.is_empty() {
        let Some(dice) = shared(place) else { return Ok(None) };
        parts.push((dice, sum.reads));
    }
    parts.extend(sum.pools.into_iter().map(|(times, dice, glance)| (dice, vec![(times, glance)])));
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
            return Err(Trouble::TooLarge);
        }
        found = convolved(&found, &values);
    }
    whole(found.iter().map(|(_, ways)| ways), &came)?;
    Ok(Some((found, all)))
}

/// What is read off dice, so many times each and added up, and all their ways; `None` where that is too
/// large or there may be nothing.
fn read_off(dice: Dice, reads: &[(i64, Glance)], budget: &Budget) -> Result<Option<(Vec<Face>, BigUint)>, Trouble> {
    let mut values: Vec<Face> = Vec::new();
    let all = if let ([(times, Glance::Sum)], 1, [], []) = (reads, dice.count, &*dice.keep, &*dice.each.exploding) {
        // A die of a million sides is not written down twice.
        budget.spend(dice.each.faces.len() as u64 * FACE)?;
        let small = |(face, _): &Face| face.checked_mul(*times).is_some_and(|value| value.abs() < MOST);
        if !dice.each.faces.iter().all(small) {
            return Ok(None);
        }
        values = dice.each.faces.into_iter().map(|(face, ways)| (face * times, ways)).collect();
        dice.each.all
    } else {
        let glances: Vec<Glance> = reads.iter().map(|(_, glance)| glance.clone()).collect();
        if !glances.iter().all(|glance| dice.sees(glance)) {
            return Ok(None);
        }
        let seen = joint(&dice, &glances, budget)?;
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
fn shared(place: Place<'_>) -> Option<Dice> {
    let source = match place.side {
        Some(side) => &side.roll,
        None => place.prepared.program.source(),
    };
    let own = || place.side.and_then(|side| place.game.tests[side.test].roll.as_ref());
    let pool = match source {
        RollSource::Dice(pool) => &**pool,
        RollSource::Game => place.game.roll.as_ref()?,
        RollSource::Test => own().or(place.game.roll.as_ref())?,
        RollSource::Nothing => return None,
    };
    dice(place, pool)
}

fn dice(place: Place<'_>, pool: &Pool) -> Option<Dice> {
    if !pool.late.is_empty() {
        return None;
    }
    let count = match &pool.count {
        crate::check::program::Count::Fixed(count) => *count,
        crate::check::program::Count::Computed(ir) => {
            let count = settled(place.game, place.prepared, place.side, place.env, place.seat, ir)?;
            u32::try_from(count).ok()?
        }
    };
    if count > place.game.limits.dice {
        return None;
    }
    // That it is too much is said by the walk.
    Dice::of(pool, count, place.bounds.depth, place.budget).ok()?
}

impl LinearSum {
    /// Adds a formula so many times; `None` if it is none of the simple kind.
    fn add(&mut self, place: Place<'_>, ir: &Ir, times: i64, depth: usize) -> Option<()> {
        if depth > place.game.limits.depth || times.abs() >= 1 << 16 {
            return None;
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
                (Op::Number(number), _) => self.add(place, right, times.checked_mul(*number)?, deeper),
                (_, Op::Number(number)) => self.add(place, left, times.checked_mul(*number)?, deeper),
                _ => self.settle(place, ir, times),
            },
            Op::Negate(inner) => self.add(place, inner, -times, deeper),
            Op::OwnTotal => {
                let test = &place.game.tests[place.side?.test];
                self.add(place, &test.total, times, deeper)
            }
            Op::Pool(pool) => self.pool(place, pool, times, Glance::Sum),
            Op::Read { what, pool: None } => {
                let glance = self.glance(place, what)?;
                if self.reads.iter().any(|(_, one)| *one == glance) {
                    return None;
                }
                self.reads.push((times, glance));
                Some(())
            }
            Op::Read { what, pool: Some(pool) } => self.pool(place, pool, times, self.glance(place, what)?),
            Op::Roll => {
                self.named.push((times, Reading::Sum));
                Some(())
            }
            Op::Dice(dice) => {
                for (each, die) in dice {
                    let reading = place.game.die_names.get(*die)?.reading;
                    self.named.push((each.checked_mul(times)?, reading));
                }
                Some(())
            }
            _ => self.settle(place, ir, times),
        }
    }

    fn settle(&mut self, place: Place<'_>, ir: &Ir, times: i64) -> Option<()> {
        let value = settled(place.game, place.prepared, place.side, place.env, place.seat, ir)?;
        self.constant(value, times)
    }

    fn constant(&mut self, value: i64, times: i64) -> Option<()> {
        self.constant = value.checked_mul(times)?.checked_add(self.constant)?;
        (self.constant.abs() < MOST).then_some(())
    }

    fn pool(&mut self, place: Place<'_>, pool: &Pool, times: i64, glance: Glance) -> Option<()> {
        if self.pools.len() >= 64 {
            return None;
        }
        let dice = dice(place, pool)?;
        self.pools.push((times, dice, glance));
        Some(())
    }

    fn glance(&self, place: Place<'_>, what: &PoolRead) -> Option<Glance> {
        let number = |ir| settled(place.game, place.prepared, place.side, place.env, place.seat, ir);
        Some(match what {
            PoolRead::Count(op, ir) => Glance::Count(*op, number(ir)?),
            PoolRead::Sum => Glance::Sum,
            PoolRead::Worth(..) => return None,
            PoolRead::Highest => Glance::Highest,
            PoolRead::Lowest => Glance::Lowest,
            PoolRead::Nth(ir) => Glance::Nth(number(ir)?),
            PoolRead::Repeats => Glance::Repeats,
            PoolRead::Repeated => Glance::Repeated,
        })
    }
}
