//! Reads of dice: named dice, counts, sums, comparisons of pools.

use std::sync::Arc;

use super::dice_selection::not_read;
use super::failure::{Failure, There as _};
use super::machine::{Machine, too_large};
use super::result::TraceStep;
use super::roll::DiceRoll;
use super::statistic::{Statistic, Throwing, beating};
use crate::check::RollSource;
use crate::check::program::{At, Ir, Op, Pool, PoolRead};
use crate::diagnostic::Code;
use crate::dice::Interval;
use crate::dice::Thrown;
use crate::ruleset::model::Reading;
use crate::sort::Sort as _;

impl<'a> Machine<'a> {
    /// The index of the roll from which named dice are read; it is thrown when first needed.
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

    /// The roll of a named throw of the running test. All throws are made when the first is needed.
    pub(super) fn hand(&mut self, index: usize, at: At) -> Result<usize, Failure> {
        let frame = self.frame.as_ref().there(at)?;
        if frame.hands.is_empty() {
            let test = frame.test;
            for value in &test.values {
                let Op::Hand(_, pool) = &value.ir.op else { break };
                let roll = self.throw(pool, false)?;
                self.thrown_mut(roll, at)?.name = Some(Arc::clone(&value.name));
                // The next throw may read it.
                self.frame.as_mut().there(at)?.hands.push(roll);
            }
        }
        let hands = self.frame.as_ref().and_then(|frame| frame.hands.get(index));
        hands.copied().there(at)
    }

    /// Makes a named throw the roll that is read; returns the previous one.
    pub(super) fn take_up(&mut self, index: usize, at: At) -> Result<Option<usize>, Failure> {
        let roll = self.hand(index, at)?;
        Ok(self.shared.replace(roll))
    }

    /// Throws the dice of the running test.
    pub(super) fn throw_all(&mut self, at: At) -> Result<(), Failure> {
        if self.frame.as_ref().is_some_and(|frame| frame.test.has_hands()) {
            return self.hand(0, at).map(|_| ());
        }
        self.roll(at).map(|_| ())
    }

    /// The rolls of the running test so far.
    pub(super) fn lying(&self) -> Vec<usize> {
        match self.frame.as_ref().map(|frame| frame.hands.as_slice()) {
            Some(hands) if !hands.is_empty() => hands.to_vec(),
            _ => self.shared.into_iter().collect(),
        }
    }

    /// The faces of all dice of the running test, including those that do not count.
    pub(super) fn lying_faces(&self, at: At) -> Result<Vec<i64>, Failure> {
        let mut faces = Vec::new();
        for roll in self.lying() {
            let mut shown = self.thrown(roll, at)?.faces();
            shown.order();
            faces.append(&mut shown);
        }
        Ok(faces)
    }

    /// The value of a die name.
    pub(super) fn die(&mut self, die: usize, at: At) -> Result<i64, Failure> {
        if let Some((_, value)) = self.worth.iter().rev().find(|(index, _)| *index == die) {
            return Ok(*value);
        }
        let Some(index) = self.roll(at)? else { return Err(no_roll(at)) };
        let die = self.game.die_names.get(die).there(at)?;
        let value = self.statistic(index, &Statistic::Named(vec![(1, die.reading)]), at)?;
        value.ok_or_else(|| Failure::new(Code::DieNotInRoll, at).arg("name", &*die.name))
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

    /// For hidden dice, asks for the sum only: it has fewer alternatives than the separate values.
    fn covered_dice(&mut self, dice: &'a [(i64, usize)], at: At) -> Result<Option<i64>, Failure> {
        if dice.iter().any(|(_, die)| self.worth.iter().any(|(index, _)| index == die)) {
            return Ok(None);
        }
        let Some(index) = self.roll(at)? else { return Ok(None) };
        if !self.covered.contains_key(&index) {
            return Ok(None);
        }
        let stat = self.named(dice, at)?;
        self.statistic(index, &stat, at)
    }

    pub(super) fn named(&self, dice: &'a [(i64, usize)], at: At) -> Result<Statistic, Failure> {
        let named = dice.iter().map(|(times, die)| Some((*times, self.game.die_names.get(*die)?.reading)));
        named.collect::<Option<_>>().map(Statistic::Named).there(at)
    }

    /// Throws the dice of a formula.
    pub(super) fn throw_apart(&mut self, pool: &'a Pool) -> Result<usize, Failure> {
        let roll = self.throw(pool, false)?;
        if self.effects.covers() {
            let pools = self.frame.as_mut().map_or(&mut self.pools, |frame| &mut frame.pools);
            pools.push((pool, roll));
        }
        Ok(roll)
    }

    /// A visible roll.
    pub(super) fn thrown(&self, roll: usize, at: At) -> Result<&DiceRoll, Failure> {
        self.rolls.get(roll).there(at)
    }

    /// Records a step with the current dice of a roll.
    pub(super) fn lies(
        &mut self,
        roll: usize,
        at: At,
        step: impl FnOnce(String, Vec<Thrown>) -> TraceStep,
    ) -> Result<(), Failure> {
        if self.trace.is_some() {
            let DiceRoll { text, dice, .. } = self.thrown(roll, at)?.clone();
            self.step(|_| step(text, dice));
        }
        Ok(())
    }

    pub(super) fn thrown_mut(&mut self, roll: usize, at: At) -> Result<&mut DiceRoll, Failure> {
        self.rolls.get_mut(roll).there(at)
    }

    /// Fails if a roll is one of two throws, and it is not known which. If the walk did not compare them because both
    /// reach the same outcome, it restarts and compares them.
    pub(super) fn is_one_throw(&mut self, roll: usize, at: At) -> Result<(), Failure> {
        match self.either.get(&roll) {
            None => Ok(()),
            Some(other) if *other == roll => Err(Failure::refused(self.effects.ties_matter(), at)),
            Some(_) => Err(Failure::cut(at)),
        }
    }

    /// Of two throws that reach the same outcome: whether the first of its conditions for which this is asked holds, if
    /// the outcome says so.
    pub(super) fn told_by_outcome(&self, is: &dyn Fn(&Ir) -> bool) -> Option<bool> {
        let frame = self.frame.as_ref().filter(|_| !self.either.is_empty())?;
        let reached = frame.reached?;
        let whens = frame.test.outcomes.get(..=reached)?.iter().map(|outcome| outcome.when.as_ref());
        whens.enumerate().find(|(_, when)| when.is_some_and(is)).map(|(index, _)| index == reached)
    }

    /// What dice show, whether they were seen or not.
    pub(super) fn statistic(&mut self, roll: usize, stat: &Statistic, at: At) -> Result<Option<i64>, Failure> {
        self.is_one_throw(roll, at)?;
        let open = &self.thrown(roll, at)?.sorted;
        match self.covered.get(&roll) {
            Some(_) if !open.is_empty() => self.statistic_of_both(roll, stat, at),
            Some(covered) => self.effects.statistic(*covered, stat).map_err(|refusal| Failure::refused(refusal, at)),
            None if self.unending.contains_key(&roll) => Err(Failure::cut(at)),
            None => {
                let faces = open.len().saturating_mul(stat.readings());
                self.count_faces(faces, at)?;
                Ok(stat.read(&self.thrown(roll, at)?.sorted))
            }
        }
    }

    /// A statistic of a roll with hidden and visible dice.
    fn statistic_of_both(&mut self, roll: usize, stat: &Statistic, at: At) -> Result<Option<i64>, Failure> {
        let covered = self.covered.get(&roll).copied().there(at)?;
        let found = match besides(stat, &self.thrown(roll, at)?.sorted) {
            Some(HiddenStatistic::Plus(hidden, open)) => self
                .effects
                .statistic(covered, &hidden)
                .map(|hidden| hidden.and_then(|hidden| hidden.checked_add(open))),
            Some(HiddenStatistic::Extreme(greater, open)) => self.effects.statistic(covered, stat).map(|hidden| {
                let hidden = hidden?;
                Some(if greater { hidden.max(open) } else { hidden.min(open) })
            }),
            None => {
                self.uncover(roll, false, at)?;
                return self.statistic(roll, stat, at);
            }
        };
        found.map_err(|refusal| Failure::refused(refusal, at))
    }

    /// Bounds of a statistic, for all continuations of truncated explosions.
    pub(super) fn ends(&mut self, roll: usize, stat: &Statistic, at: At) -> Result<Interval, Failure> {
        let other = self.either.get(&roll).copied();
        if other == Some(roll) {
            self.is_one_throw(roll, at)?;
        }
        let one = self.ends_alone(roll, stat, at)?;
        let Some(other) = other else { return Ok(one) };
        Ok(one.or(self.ends_alone(other, stat, at)?))
    }

    fn ends_alone(&mut self, roll: usize, stat: &Statistic, at: At) -> Result<Interval, Failure> {
        let open = self.thrown(roll, at)?.sorted.as_slice();
        let (covered, beside) = (self.covered.get(&roll).copied(), !open.is_empty());
        let found = match (covered, self.unending.get(&roll)) {
            (Some(covered), _) if !beside => self.effects.range(covered, stat),
            (Some(covered), _) => match besides(stat, open) {
                Some(HiddenStatistic::Plus(hidden, open)) => {
                    self.effects.range(covered, &hidden).map(|range| range + Interval::exactly(open))
                }
                Some(HiddenStatistic::Extreme(greater, open)) => self.effects.range(covered, stat).map(|range| {
                    let open = Interval::exactly(open);
                    if greater { range.max(open) } else { range.min(open) }
                }),
                None => Ok(Interval::ANY),
            },
            (None, Some(unending)) => return Ok(unending.ends(stat)),
            (None, None) => {
                return Ok(stat.read(open).map_or(Interval::ANY, Interval::exactly));
            }
        };
        found.map_err(|refusal| Failure::refused(refusal, at))
    }

    /// Makes hidden dice visible: those that count, or all.
    pub(super) fn uncover(&mut self, roll: usize, all: bool, at: At) -> Result<(), Failure> {
        self.is_one_throw(roll, at)?;
        let Some(covered) = self.covered.remove(&roll) else { return Ok(()) };
        let sorted = self.effects.uncover(covered, all).map_err(|refusal| Failure::refused(refusal, at))?;
        let roll = self.thrown_mut(roll, at)?;
        roll.dice.extend(sorted.iter().copied().map(Thrown::plain));
        roll.sorted.extend(sorted);
        roll.sorted.sort_unstable();
        Ok(())
    }

    pub(super) fn sum(&mut self, roll: usize, at: At) -> Result<i64, Failure> {
        self.statistic(roll, &Statistic::Sum, at)?.ok_or_else(|| too_large(at))
    }

    pub(super) fn read(&mut self, what: &'a PoolRead, pool: Option<&'a Pool>, at: At) -> Result<i64, Failure> {
        let roll = match pool {
            Some(pool) => Some(self.throw_apart(pool)?),
            None => self.roll(at)?,
        };
        match roll {
            Some(roll) => self.read_roll(what, roll, at),
            // Where a number alone is typed there are no dice.
            None => self.statistic_of(what, at).map(|_| 0),
        }
    }

    /// What is read off a roll.
    pub(super) fn read_roll(&mut self, what: &'a PoolRead, roll: usize, at: At) -> Result<i64, Failure> {
        let stat = self.statistic_of(what, at)?;
        if let (PoolRead::Worth(table, column), Statistic::Worth(worth)) = (what, &stat) {
            let column = usize::try_from(self.number(column)?).map_err(|_| Failure::internal(at))?;
            self.tell_worths(*table, column, worth, roll, at)?;
        }
        let value = self.statistic(roll, &stat, at)?;
        let faces = &self.thrown(roll, at)?.sorted;
        value.ok_or_else(|| not_read(&stat, faces, at))
    }

    pub(super) fn statistic_of(&mut self, what: &'a PoolRead, at: At) -> Result<Statistic, Failure> {
        Ok(match what {
            PoolRead::Count(op, ir) => Statistic::Count(*op, self.number(ir)?),
            PoolRead::CountAny(conditions) => {
                let mut all = Vec::with_capacity(conditions.len());
                for (op, ir) in conditions {
                    all.push((*op, self.number(ir)?));
                }
                Statistic::CountAny(all)
            }
            PoolRead::Sum => Statistic::Sum,
            PoolRead::Worth(table, column) => {
                let column = usize::try_from(self.number(column)?).map_err(|_| Failure::internal(at))?;
                Statistic::Worth(self.worths(*table, column, at)?.into())
            }
            PoolRead::Highest => Statistic::Highest,
            PoolRead::Lowest => Statistic::Lowest,
            PoolRead::Nth(ir) => Statistic::Nth(self.number(ir)?),
            PoolRead::Repeats => Statistic::Repeats,
            PoolRead::Repeated => Statistic::Repeated,
        })
    }

    /// The number of dice of the left pool that beat those of the right.
    pub(super) fn beats(&mut self, left: &'a Pool, right: &'a Pool) -> Result<i64, Failure> {
        let both = (self.count(left)?, self.count(right)?);
        let at = left.at;
        let (left, right) = (&*self.settled(left)?, &*self.settled(right)?);
        let covered =
            self.effects.beats(&Throwing { pool: left, count: both.0 }, &Throwing { pool: right, count: both.1 });
        if let Some(found) = covered.map_err(|refusal| Failure::refused(refusal, left.at))? {
            return Ok(found);
        }
        let (left, right) = (self.throw_count(left, both.0, false)?, self.throw_count(right, both.1, false)?);
        Ok(beating(&self.thrown(left, at)?.sorted, &self.thrown(right, at)?.sorted))
    }
}

/// A statistic of hidden dice, combined with dice that are already known.
pub(super) enum HiddenStatistic {
    /// The statistic of the hidden dice plus a number.
    Plus(Statistic, i64),
    /// The maximum or the minimum of the same statistic and a number.
    Extreme(bool, i64),
}

pub(super) fn besides(stat: &Statistic, open: &[i64]) -> Option<HiddenStatistic> {
    Some(match stat {
        Statistic::Sum | Statistic::Worth(_) | Statistic::Count(..) | Statistic::CountAny(_) => {
            HiddenStatistic::Plus(stat.clone(), stat.read(open)?)
        }
        Statistic::Named(names) if names.iter().all(|(_, reading)| *reading == Reading::Sum) => {
            HiddenStatistic::Plus(stat.clone(), stat.read(open)?)
        }
        Statistic::Highest => HiddenStatistic::Extreme(true, stat.read(open)?),
        Statistic::Lowest => HiddenStatistic::Extreme(false, stat.read(open)?),
        Statistic::Named(names) => match names.as_slice() {
            [(1, Reading::Highest)] => HiddenStatistic::Extreme(true, stat.read(open)?),
            [(1, Reading::Lowest)] => HiddenStatistic::Extreme(false, stat.read(open)?),
            _ => return None,
        },
        Statistic::Together(_) => return None,
        Statistic::Holds(what, op, wanted) => match besides(what, open)? {
            HiddenStatistic::Plus(hidden, open) => {
                HiddenStatistic::Plus(Statistic::Holds(Box::new(hidden), *op, wanted.checked_sub(open)?), 0)
            }
            HiddenStatistic::Extreme(..) => return None,
        },
        Statistic::Row(what, rows) => match besides(what, open)? {
            HiddenStatistic::Plus(hidden, open) => {
                let rows = rows.iter().map(|(from, row)| (from.saturating_sub(open), *row)).collect();
                HiddenStatistic::Plus(Statistic::Row(Box::new(hidden), rows), 0)
            }
            HiddenStatistic::Extreme(..) => return None,
        },
        Statistic::Nth(_) | Statistic::Repeats | Statistic::Repeated => return None,
    })
}

fn no_roll(at: At) -> Failure {
    Failure::new(Code::NoRoll, at).help("help-call-a-test")
}
