//! Reading what lies on the table: named dice, counts, sums, pools against pools.

use super::effects::Effects;
use super::failure::Failure;
use super::machine::{Machine, too_large};
use crate::check::RollSource;
use crate::check::program::{At, Pool, PoolRead};
use crate::ruleset::model::Reading;

impl<'a, E: Effects> Machine<'a, E> {
    /// The index of the roll that named dice are read off; thrown when first needed.
    pub(super) fn roll(&mut self, at: At) -> Result<Option<usize>, Failure> {
        if self.shared.is_some() {
            return Ok(self.shared);
        }
        let pool: Option<&'a Pool> = match self.source {
            RollSource::Game => self.game.roll.as_ref(),
            RollSource::Test => {
                self.frame.as_ref().and_then(|frame| frame.test.roll.as_ref()).or(self.game.roll.as_ref())
            }
            RollSource::Dice(pool) => Some(pool),
            RollSource::Nothing => return Ok(None),
        };
        let Some(pool) = pool else { return Err(no_roll(at)) };
        let index = self.throw(pool, true)?;
        self.shared = Some(index);
        Ok(self.shared)
    }

    /// What a die's name reads off the roll.
    pub(super) fn die(&mut self, die: usize, at: At) -> Result<i64, Failure> {
        if let Some((_, value)) = self.worth.iter().rev().find(|(index, _)| *index == die) {
            return Ok(*value);
        }
        let Some(index) = self.roll(at)? else { return Err(no_roll(at)) };
        let Some(die) = self.game.die_names.get(die) else { return Err(Failure::new("internal", at)) };
        let value = self.rolls.get(index).and_then(|roll| roll.read(die.reading));
        value.ok_or_else(|| Failure::new("die-not-in-roll", at).arg("name", &*die.name))
    }

    pub(super) fn sum(&self, roll: usize, at: At) -> Result<i64, Failure> {
        let roll = self.rolls.get(roll).ok_or_else(|| Failure::new("internal", at))?;
        roll.read(Reading::Sum).ok_or_else(|| too_large(at))
    }

    pub(super) fn read(&mut self, what: &'a PoolRead, pool: Option<&'a Pool>, at: At) -> Result<i64, Failure> {
        let roll = match pool {
            Some(pool) => Some(self.throw(pool, false)?),
            None => self.roll(at)?,
        };
        let wanted = match what {
            PoolRead::Count(_, ir) | PoolRead::Nth(ir) => self.number(ir)?,
            _ => 0,
        };
        let Some(roll) = roll.and_then(|index| self.rolls.get(index)) else { return Ok(0) };
        let value = match what {
            PoolRead::Count(op, _) => roll.sorted.iter().filter(|&&face| op.holds(face, wanted)).count() as i64,
            PoolRead::Sum => return roll.read(Reading::Sum).ok_or_else(|| too_large(at)),
            PoolRead::Highest => roll.sorted.last().copied().unwrap_or(0),
            PoolRead::Lowest => roll.sorted.first().copied().unwrap_or(0),
            PoolRead::Nth(_) => {
                let found = roll.read(Reading::Nth(wanted));
                return found
                    .ok_or_else(|| Failure::new("no-such-die", at).arg("n", wanted).arg("have", roll.sorted.len()));
            }
            PoolRead::Repeats => roll.most_repeated().1,
            PoolRead::Repeated => roll.most_repeated().0,
        };
        Ok(value)
    }

    pub(super) fn beats(&self, left: usize, right: usize) -> i64 {
        let faces = |index: usize| self.rolls.get(index).map(|roll| roll.sorted.as_slice()).unwrap_or(&[]);
        let pairs = faces(left).iter().rev().zip(faces(right).iter().rev());
        pairs.filter(|(left, right)| left > right).count() as i64
    }
}

fn no_roll(at: At) -> Failure {
    Failure::new("no-roll", at).help("help-call-a-test")
}
