//! Applies a changed input to a roll: throws more dice, removes or replaces some, or changes which are kept.

use std::borrow::Cow;

use super::failure::{Failure, There as _};
use super::independent_parts::throws_after_choosing;
use super::machine::Machine;
use super::result::TraceStep;
use super::roll::{Batch, Order, kept_faces, text_of};
use super::statistic::Throwing;
use crate::check::program::{At, Count, Ir, Op, Pool, PoolModifier};
use crate::check::{all_steps, follows_inputs};
use crate::dice::Thrown;

/// The dice of a throw by its formulas: their number, and the pool with computed numbers.
pub(super) struct Follows {
    count: u32,
    pool: Pool,
}

impl Follows {
    fn is_same(&self, other: &Self) -> bool {
        let of = |one: &Self| (one.count, one.pool.die.clone(), one.pool.modifiers.clone());
        of(self) == of(other)
    }
}

impl<'a> Machine<'a> {
    /// The dice of each throw of the running test by its formulas, if they were thrown; `None` for throws that no
    /// change affects.
    pub(super) fn dice_by_inputs(&mut self, at: At) -> Result<Vec<Option<Follows>>, Failure> {
        if self.lying().is_empty() {
            return Ok(Vec::new());
        }
        self.lying_pools(at)?.into_iter().map(|(_, pool)| self.by_inputs(pool)).collect()
    }

    fn by_inputs(&mut self, pool: &'a Pool) -> Result<Option<Follows>, Failure> {
        if !follows_inputs(self.game, pool) {
            return Ok(None);
        }
        let told = self.trace.as_ref().map(Vec::len);
        let count = self.count(pool)?;
        let pool = self.calculated(pool)?.into_owned();
        // It was recorded when they were thrown.
        if let (Some(trace), Some(told)) = (&mut self.trace, told) {
            trace.truncate(told);
        }
        Ok(Some(Follows { count, pool }))
    }

    /// Adapts the dice of the running test to the current values of its formulas.
    pub(super) fn follow_inputs(&mut self, before: Vec<Option<Follows>>, at: At) -> Result<(), Failure> {
        for (place, before) in before.into_iter().enumerate() {
            let Some(before) = before else { continue };
            // Earlier throws may have changed them.
            let (roll, pool) = self.lying_pools(at)?.get(place).copied().there(at)?;
            let now = self.by_inputs(pool)?.there(at)?;
            if before.is_same(&now) {
                continue;
            }
            self.is_one_throw(roll, at)?;
            // An intervention that throws dice again says itself which of them become others.
            let rerolls = all_steps(&self.act(at)?.action.steps).iter().any(|step| step.verb.rerolls());
            let lying = self.thrown(roll, at)?.count();
            let done = if before.pool.die != now.pool.die && !rerolls && (lying, now.count) != (0, 0) {
                self.throw_others(roll, &now, at)?;
                true
            } else {
                self.fit(roll, (&before, &now), at)?
            };
            self.forget_values();
            // Later throws may depend on their faces.
            let reads = |ir: &Ir| {
                let dice = |op: &Op| matches!(op, Op::Hand(of, _) | Op::InHand(of, _) if *of == place);
                ir.any_part(&|part| dice(&part.op))
            };
            let later = self.lying_pools(at)?;
            let followed = later.iter().skip(place + 1).any(|(_, pool)| pool.formulas().any(reads));
            if let Some(running) = self.playing(at)?.interveners.last_mut().filter(|_| done) {
                running.again.push(roll);
                running.felt |= followed;
            }
        }
        Ok(())
    }

    /// Replaces dice by dice of another kind.
    fn throw_others(&mut self, index: usize, now: &Follows, at: At) -> Result<(), Failure> {
        let (pool, count) = (&*self.as_thrown(Cow::Borrowed(&now.pool)), now.count);
        self.unending.remove(&index);
        self.covered.remove(&index);
        let base = |dice: &[Thrown]| dice.iter().filter(|die| !die.bonus).cloned().collect::<Vec<_>>();
        let old = base(&self.thrown(index, at)?.dice);
        if let Some(covered) = self.cover(pool, count)? {
            self.covered.insert(index, covered);
            let roll = self.thrown_mut(index, at)?;
            (roll.dice, roll.sorted, roll.sides, roll.outdated) = (Vec::new(), Vec::new(), pool.die.sides(), false);
            roll.batches = vec![Batch { dice: count, order: Order::Sorted }];
            return Ok(());
        }
        self.throw_into(index, pool, count)?;
        let roll = self.thrown_mut(index, at)?;
        for (die, old) in roll.dice.iter_mut().filter(|die| !die.bonus).zip(&old) {
            die.rerolled = [&*old.rerolled, &[old.face], &*die.rerolled].concat();
        }
        let faces = |dice: &[Thrown]| dice.iter().map(|die| die.face).collect();
        let (from, to) = (faces(&old), faces(&base(&roll.dice)));
        self.lies(index, at, |text, dice| TraceStep::Rerolled { roll: index, from, to, text, dice })
    }

    /// Throws more dice, removes some, or changes which count; returns whether anything changed.
    fn fit(&mut self, index: usize, (before, now): (&Follows, &Follows), at: At) -> Result<bool, Failure> {
        let thrown = self.as_thrown(Cow::Borrowed(&now.pool));
        let pool = &*thrown;
        let lying = self.thrown(index, at)?.count();
        let count = if before.count == now.count { lying } else { now.count };
        let chooses = |pool: &Pool| pool.modifiers.iter().any(|modifier| modifier.suffix.choice().is_some());
        let of_kind = |pool: &Pool, throws: bool| -> Vec<PoolModifier> {
            let of_kind = |one: &&PoolModifier| one.suffix.choice().is_none() == throws;
            pool.modifiers.iter().filter(of_kind).copied().collect()
        };
        if before.pool.die != now.pool.die || of_kind(&before.pool, true) != of_kind(pool, true) {
            self.thrown_mut(index, at)?.outdated = true;
        }
        if count == lying && of_kind(&before.pool, false) == of_kind(pool, false) {
            return Ok(false);
        }
        // If nothing was read, the result has the distribution of a throw of that number. Which of them count is a
        // read.
        let untouched = self.thrown(index, at)?.is_untouched() && count != lying && !throws_after_choosing(pool);
        let alike = !self.thrown(index, at)?.outdated;
        if let Some(covered) = self.covered.get(&index).copied().filter(|_| untouched && alike) {
            let fresh = self.effects.cover_instead(covered, &Throwing { pool, count });
            if let Some(fresh) = fresh.map_err(|refusal| Failure::refused(refusal, at))? {
                self.count_dice(count.saturating_sub(lying), at)?;
                self.covered.insert(index, fresh);
                let roll = self.thrown_mut(index, at)?;
                roll.batches = vec![Batch { dice: count, order: Order::Sorted }];
                roll.sides = pool.die.sides();
                return Ok(true);
            }
        }
        let hidden = alike && self.thrown(index, at)?.dice.is_empty() && !chooses(pool);
        if let (Some(covered), Some(more)) = (self.covered.get(&index).copied(), count.checked_sub(lying))
            && hidden
            && more > 0
        {
            let joining = Pool { count: Count::Fixed(more), ..pool.clone() };
            let all = self.effects.cover_more(covered, &Throwing { pool: &joining, count: more });
            if let Some(all) = all.map_err(|refusal| Failure::refused(refusal, at))? {
                self.count_dice(more, at)?;
                self.covered.insert(index, all);
                self.thrown_mut(index, at)?.batches.push(Batch { dice: more, order: Order::Sorted });
                return Ok(true);
            }
        }
        self.uncover(index, true, at)?;
        if self.unending.contains_key(&index) {
            // The number of dice was truncated.
            return Err(Failure::cut(at));
        }
        let gone = self.take_away(index, lying.saturating_sub(count), at)?;
        if let Some(more) = count.checked_sub(lying).filter(|more| *more > 0) {
            let batch = Batch { dice: more, order: self.falling_order() };
            self.thrown_mut(index, at)?.goes_on_with(&pool.die);
            let joining = Pool { count: Count::Fixed(more), ..pool.clone() };
            let covered = if chooses(pool) { None } else { self.cover(&joining, more)? };
            if let Some(covered) = covered {
                self.covered.insert(index, covered);
            } else {
                let mut faces = Vec::new();
                self.more_dice(&pool.die, more, pool.at, &mut faces)?;
                let mut fresh: Vec<Thrown> = faces.into_iter().map(Thrown::plain).collect();
                for modifier in of_kind(pool, true) {
                    self.modify(modifier, pool, &mut fresh)?;
                }
                self.thrown_mut(index, at)?.dice.append(&mut fresh);
            }
            self.thrown_mut(index, at)?.batches.push(batch);
        }
        let mut dice = std::mem::take(&mut self.thrown_mut(index, at)?.dice);
        self.keep_again(pool, &mut dice)?;
        let text = text_of(pool, count).there(at)?;
        let roll = self.thrown_mut(index, at)?;
        let sorted = kept_faces(&dice);
        let same = count == lying && sorted == roll.sorted;
        (roll.sorted, roll.dice, roll.text) = (sorted, dice, text);
        if same {
            return Ok(false);
        }
        self.lies(index, at, |text, mut dice| {
            dice.extend(gone);
            TraceStep::Rolled { roll: index, text, dice }
        })?;
        Ok(true)
    }

    /// Removes the dice that were thrown last, with the dice from their explosions.
    fn take_away(&mut self, index: usize, mut dice: u32, at: At) -> Result<Vec<Thrown>, Failure> {
        let mut gone = Vec::new();
        while dice > 0 {
            let roll = self.thrown_mut(index, at)?;
            let mut batch = roll.batches.pop().there(at)?;
            let first = roll.count();
            let taken = batch.dice.min(dice);
            dice -= taken;
            if taken == batch.dice {
                gone.extend(first..first + taken);
                continue;
            }
            batch.dice -= taken;
            roll.batches.push(batch);
            match batch.order {
                Order::AsThrown => gone.extend(first + batch.dice..first + batch.dice + taken),
                Order::Lost => return Err(Failure::cut(at)),
                Order::Sorted | Order::Again => {
                    let places: Vec<i64> = (first..first + batch.dice + taken).map(i64::from).collect();
                    let mut drawn = Vec::new();
                    let drawing = self.effects.draw(&places, taken, &mut drawn);
                    drawing.map_err(|refusal| Failure::refused(refusal, at))?;
                    for place in drawn {
                        gone.push(u32::try_from(place).ok().there(at)?);
                    }
                }
            }
        }
        let roll = self.thrown_mut(index, at)?;
        let mut place = 0_u32;
        let (mut left, mut taken) = (Vec::with_capacity(roll.dice.len()), Vec::new());
        for die in std::mem::take(&mut roll.dice) {
            place += u32::from(!die.bonus);
            if place.checked_sub(1).is_some_and(|place| gone.contains(&place)) {
                taken.push(Thrown { kept: false, ..die });
            } else {
                left.push(die);
            }
        }
        roll.dice = left;
        Ok(taken)
    }
}
