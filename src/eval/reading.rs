//! Reading what lies on the table: named dice, counts, sums, pools against pools.

use super::effects::Effects;
use super::failure::Failure;
use super::glance::{Glance, Throwing, beating};
use super::machine::{Machine, too_large};
use crate::check::RollSource;
use crate::check::program::{At, Pool, PoolRead};

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
        let value = self.glance(index, &Glance::Named(vec![(1, die.reading)]), at)?;
        value.ok_or_else(|| Failure::new("die-not-in-roll", at).arg("name", &*die.name))
    }

    /// Named dice side by side.
    pub(super) fn dice(&mut self, dice: &'a [(i64, usize)], at: At) -> Result<i64, Failure> {
        if let Some(sum) = self.covered_dice(dice, at)? {
            return Ok(sum);
        }
        let mut sum = 0_i64;
        for (times, die) in dice {
            let value = self.die(*die, at)?;
            sum = times.checked_mul(value).and_then(|value| sum.checked_add(value)).ok_or_else(|| too_large(at))?;
        }
        Ok(sum)
    }

    /// Of covered dice their sum is asked at once: it says less than each of them.
    fn covered_dice(&mut self, dice: &'a [(i64, usize)], at: At) -> Result<Option<i64>, Failure> {
        if dice.iter().any(|(_, die)| self.worth.iter().any(|(index, _)| index == die)) {
            return Ok(None);
        }
        let Some(index) = self.roll(at)? else { return Ok(None) };
        if !self.covered.contains_key(&index) {
            return Ok(None);
        }
        let glance = self.named(dice);
        self.glance(index, &glance, at)
    }

    pub(super) fn named(&self, dice: &'a [(i64, usize)]) -> Glance {
        let named = dice.iter().filter_map(|(times, die)| Some((*times, self.game.die_names.get(*die)?.reading)));
        Glance::Named(named.collect())
    }

    /// What dice show, whether anybody has seen them or not.
    pub(super) fn glance(&mut self, roll: usize, glance: &Glance, at: At) -> Result<Option<i64>, Failure> {
        match self.covered.get(&roll) {
            Some(covered) => self.effects.glance(*covered, glance).map_err(|refusal| Failure::refused(refusal, at)),
            None => Ok(self.rolls.get(roll).and_then(|roll| glance.read(&roll.sorted))),
        }
    }

    /// Turns covered dice over.
    pub(super) fn uncover(&mut self, roll: usize, at: At) -> Result<(), Failure> {
        let Some(covered) = self.covered.remove(&roll) else { return Ok(()) };
        let sorted = self.effects.uncover(covered).map_err(|refusal| Failure::refused(refusal, at))?;
        if let Some(roll) = self.rolls.get_mut(roll) {
            roll.dice = sorted.iter().copied().map(super::roll::Thrown::plain).collect();
            roll.sorted = sorted;
        }
        Ok(())
    }

    pub(super) fn sum(&mut self, roll: usize, at: At) -> Result<i64, Failure> {
        self.glance(roll, &Glance::Sum, at)?.ok_or_else(|| too_large(at))
    }

    pub(super) fn read(&mut self, what: &'a PoolRead, pool: Option<&'a Pool>, at: At) -> Result<i64, Failure> {
        let roll = match pool {
            Some(pool) => Some(self.throw(pool, false)?),
            None => self.roll(at)?,
        };
        let glance = self.glance_of(what)?;
        let Some(roll) = roll else { return Ok(0) };
        let value = self.glance(roll, &glance, at)?;
        value.ok_or_else(|| match glance {
            Glance::Nth(wanted) => {
                let have = self.rolls.get(roll).map_or(0, |roll| roll.sorted.len());
                Failure::new("no-such-die", at).arg("n", wanted).arg("have", have)
            }
            _ => too_large(at),
        })
    }

    pub(super) fn glance_of(&mut self, what: &'a PoolRead) -> Result<Glance, Failure> {
        Ok(match what {
            PoolRead::Count(op, ir) => Glance::Count(*op, self.number(ir)?),
            PoolRead::Sum => Glance::Sum,
            PoolRead::Highest => Glance::Highest,
            PoolRead::Lowest => Glance::Lowest,
            PoolRead::Nth(ir) => Glance::Nth(self.number(ir)?),
            PoolRead::Repeats => Glance::Repeats,
            PoolRead::Repeated => Glance::Repeated,
        })
    }

    /// How many dice of the left beat theirs.
    pub(super) fn beats(&mut self, left: &'a Pool, right: &'a Pool) -> Result<i64, Failure> {
        let both = (self.count(left)?, self.count(right)?);
        let (left, right) = (&*self.settled(left)?, &*self.settled(right)?);
        let covered =
            self.effects.beats(&Throwing { pool: left, count: both.0 }, &Throwing { pool: right, count: both.1 });
        if let Some(found) = covered.map_err(|refusal| Failure::refused(refusal, left.at))? {
            return Ok(found);
        }
        let (left, right) = (self.throw_count(left, both.0, false)?, self.throw_count(right, both.1, false)?);
        let faces = |index: usize| self.rolls.get(index).map(|roll| roll.sorted.as_slice()).unwrap_or(&[]);
        Ok(beating(faces(left), faces(right)))
    }
}

fn no_roll(at: At) -> Failure {
    Failure::new("no-roll", at).help("help-call-a-test")
}
