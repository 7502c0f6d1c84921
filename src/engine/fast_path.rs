//! A fast path for the most common expressions: weighted dice and a constant.
//!
//! It is derived from the checked program and throws the same dice in the same order as the interpreter. A property
//! test compares them die for die.

use super::generator::Generator;
use crate::check::program::{Arithmetic, CheckedGame, Count, Die, Ir, Kind, Op, Pool};
use crate::check::{Prepared, Program, RollSource};
use crate::ruleset::model::Reading;
use crate::syntax::CompareOp;

/// Pools that have to be sorted are left to the interpreter beyond this.
const MOST_SORTED: u32 = 16;

/// Dice beyond this are left to the interpreter, which counts them against its limit.
const MOST_DICE: u32 = 1 << 10;

/// Exploding dice beyond this are left to the interpreter, too. From so few dice it takes more than nine thousand
/// explosions to reach the limit, even with coins.
const MOST_EXPLODING: u32 = 1 << 8;

/// Numbers beyond this are left to the interpreter, so that no sum can overflow.
const MOST: i64 = 1 << 31;

/// Dice with weights, and a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fast {
    constant: i64,
    throws: Vec<FastThrow>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct FastThrow {
    count: u32,
    sides: u32,
    what: FastRead,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum FastRead {
    /// All dice have the weight `each`; the lowest and the highest have these additional weights.
    Each { each: i64, lowest: i64, highest: i64 },
    /// All dice have the same weight and explode on the highest face.
    Exploding(i64),
    /// Weights of the dice in ascending order.
    Sorted(Vec<i64>),
}

impl Fast {
    /// The shortcut of an expression, if it has one.
    #[must_use]
    pub fn of(game: &CheckedGame, prepared: &Prepared) -> Option<Self> {
        if prepared.joint.is_some() {
            return None;
        }
        let Program::Value { ir, roll, kind: Kind::Number } = &prepared.program else { return None };
        let mut build = Build { game, roll, constant: 0, throws: Vec::new(), shared: None };
        build.add(ir, 1)?;
        let mut throws = build.throws;
        let dice = |throw: &FastThrow| match throw.what {
            FastRead::Exploding(_) => throw.count * (MOST_DICE / MOST_EXPLODING),
            _ => throw.count,
        };
        if throws.iter().map(dice).sum::<u32>() > MOST_DICE {
            return None;
        }
        throws.iter_mut().for_each(FastThrow::simplify);
        Some(Self { constant: build.constant, throws })
    }

    /// Rolls once and returns the total.
    #[inline]
    pub fn roll(&self, generator: &mut Generator) -> i64 {
        let mut sum = self.constant;
        for throw in &self.throws {
            sum += throw.roll(generator);
        }
        sum
    }
}

impl FastThrow {
    /// Sorts the dice only if weights depend on the order.
    fn simplify(&mut self) {
        let FastRead::Sorted(weights) = &self.what else { return };
        let (each, lowest, highest) = match weights.as_slice() {
            // Without dice the sum is 0.
            [] => (0, 0, 0),
            [one] => (*one, 0, 0),
            [low, high] => (*low, 0, high - low),
            [low, each, rest @ .., high] if rest.iter().all(|one| one == each) => (*each, low - each, high - each),
            _ => return,
        };
        self.what = FastRead::Each { each, lowest, highest };
    }

    #[inline]
    fn roll(&self, generator: &mut Generator) -> i64 {
        match &self.what {
            FastRead::Each { each, lowest, highest } => {
                let (mut sum, mut least, mut most) = (0_i64, u32::MAX, 0_u32);
                for _ in 0..self.count {
                    let face = generator.die(self.sides);
                    sum += i64::from(face);
                    least = least.min(face);
                    most = most.max(face);
                }
                each * sum + lowest * i64::from(least) + highest * i64::from(most)
            }
            FastRead::Exploding(weight) => exploding(self.count, self.sides, generator) * weight,
            FastRead::Sorted(weights) => sorted(weights, self.sides, generator),
        }
    }
}

/// Rare paths, kept out of line.
#[inline(never)]
fn exploding(count: u32, sides: u32, generator: &mut Generator) -> i64 {
    let (mut sum, mut left) = (0_i64, count);
    while left > 0 {
        let face = generator.die(sides);
        left = left - 1 + u32::from(face == sides);
        sum += i64::from(face);
    }
    sum
}

/// Throws a die for each weight, at most [`MOST_SORTED`], and returns the weighted sum of the sorted faces.
#[inline(never)]
fn sorted(weights: &[i64], sides: u32, generator: &mut Generator) -> i64 {
    let mut faces = [0_u32; MOST_SORTED as usize];
    let (faces, _) = faces.split_at_mut(weights.len());
    faces.fill_with(|| generator.die(sides));
    faces.sort_unstable();
    weights.iter().zip(&*faces).map(|(weight, face)| weight * i64::from(*face)).sum()
}

struct Build<'a> {
    game: &'a CheckedGame,
    roll: &'a RollSource,
    constant: i64,
    throws: Vec<FastThrow>,
    shared: Option<usize>,
}

impl Build<'_> {
    /// Adds a formula with a weight; `None` if it is not of the simple kind.
    fn add(&mut self, ir: &Ir, weight: i64) -> Option<()> {
        match &ir.op {
            Op::Number(value) => {
                self.constant = value.checked_mul(weight)?.checked_add(self.constant)?;
                (self.constant.abs() < MOST).then_some(())
            }
            Op::Arithmetic(Arithmetic::Add, left, right) => {
                self.add(left, weight)?;
                self.add(right, weight)
            }
            Op::Arithmetic(Arithmetic::Subtract, left, right) => {
                self.add(left, weight)?;
                self.add(right, weight.checked_neg()?)
            }
            Op::Arithmetic(Arithmetic::Multiply, left, right) => match (&left.op, &right.op) {
                (Op::Number(times), _) => self.add(right, weighted(weight, *times)?),
                (_, Op::Number(times)) => self.add(left, weighted(weight, *times)?),
                _ => None,
            },
            Op::Negate(inner) => self.add(inner, weight.checked_neg()?),
            Op::Pool(pool) => {
                let throw = simple(pool, weight)?;
                self.throws.push(throw);
                Some(())
            }
            Op::Roll | Op::Dice(_) => {
                let at = self.shared_roll()?;
                let throw = self.throws.get_mut(at)?;
                let FastRead::Sorted(weights) = &mut throw.what else { return None };
                match &ir.op {
                    Op::Dice(dice) => {
                        for (times, die) in dice {
                            let reading = self.game.die_names.get(*die)?.reading;
                            read(weights, reading, weighted(weight, *times)?)?;
                        }
                        Some(())
                    }
                    _ => read(weights, Reading::Sum, weight),
                }
            }
            _ => None,
        }
    }

    fn shared_roll(&mut self) -> Option<usize> {
        if let Some(at) = self.shared {
            return Some(at);
        }
        let pool = match self.roll {
            RollSource::Game => self.game.roll.as_ref()?,
            RollSource::Dice(pool) => pool,
            RollSource::Test | RollSource::Nothing => return None,
        };
        let (Count::Fixed(count), Die::Sides(sides), []) = (&pool.count, &pool.die, pool.modifiers.as_slice()) else {
            return None;
        };
        if !pool.late.is_empty() || *count > MOST_SORTED || i64::from(*sides) >= MOST >> 8 {
            return None;
        }
        let what = FastRead::Sorted(vec![0; *count as usize]);
        self.throws.push(FastThrow { count: *count, sides: *sides, what });
        self.shared = Some(self.throws.len() - 1);
        self.shared
    }
}

fn weighted(weight: i64, times: i64) -> Option<i64> {
    weight.checked_mul(times).filter(|weight| weight.abs() < 1 << 16)
}

/// Adds what a name reads to the weights of a sorted roll.
fn read(weights: &mut [i64], reading: Reading, weight: i64) -> Option<()> {
    let places = reading.places(weights.len())?;
    weights.get_mut(places)?.iter_mut().for_each(|slot| *slot += weight);
    Some(())
}

/// A pool without modifiers.
fn simple(pool: &Pool, weight: i64) -> Option<FastThrow> {
    let (Count::Fixed(count), Die::Sides(sides)) = (&pool.count, &pool.die) else { return None };
    let (count, sides) = (*count, *sides);
    if !pool.late.is_empty() || i64::from(sides) >= MOST >> 8 || count > MOST_DICE || weight.abs() >= 1 << 16 {
        return None;
    }
    let kept = |from: usize, to: usize| -> Option<FastRead> {
        if count > MOST_SORTED {
            return None;
        }
        Some(FastRead::Sorted(
            (0..count as usize).map(|at| if (from..to).contains(&at) { weight } else { 0 }).collect(),
        ))
    };
    let what = match pool.modifiers.as_slice() {
        [] => FastRead::Each { each: weight, lowest: 0, highest: 0 },
        [modifier] if modifier.suffix.brings().is_some() => {
            let one = modifier.most.is_none() && modifier.conditions().count() == 1 && modifier.op == CompareOp::Equal;
            let on_highest = one && modifier.number == i64::from(sides) && sides > 1;
            if !on_highest {
                return None;
            }
            FastRead::Exploding(weight)
        }
        [modifier] if modifier.suffix.choice().is_some() => {
            let (from, to) = modifier.window(count as usize)?;
            kept(from, to)?
        }
        _ => return None,
    };
    Some(FastThrow { count, sides, what })
}
