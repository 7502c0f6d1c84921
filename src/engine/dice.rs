//! Throws a pool: all dice first, then each modifier from left to right; rerolls and explosions follow the order of the
//! pool.

use std::borrow::Cow;

use super::failure::{Failure, Stop, There as _};
use super::machine::Machine;
use super::roll::{Batch, DiceRoll, Order, kept_faces, text_of};
use super::statistic::Throwing;
use super::truncated_bounds::{ENDLESS, TruncatedBounds};
use crate::check::program::{At, Count, Late, Pool};
use crate::diagnostic::Code;
use crate::dice::{Brings, Die, Halt, PoolModifier, Supply, Thrown};
use crate::syntax::SyntaxLimits;

impl<'a> Machine<'a> {
    /// Throws a pool; returns the index of the roll.
    pub(super) fn throw(&mut self, pool: &'a Pool, named: bool) -> Result<usize, Failure> {
        let count = self.count(pool)?;
        let pool = &*self.settled(pool)?;
        if let Some(covered) = self.cover(pool, count)? {
            let batches = vec![Batch { dice: count, order: Order::Sorted }];
            self.rolls.push(DiceRoll { batches, sides: pool.die.sides(), ..DiceRoll::covered(named, self.side) });
            let index = self.rolls.len() - 1;
            self.covered.insert(index, covered);
            return Ok(index);
        }
        self.throw_count(pool, count, named)
    }

    /// The number of dice of a pool.
    pub(super) fn count(&mut self, pool: &'a Pool) -> Result<u32, Failure> {
        match &pool.count {
            Count::Fixed(count) => Ok(*count),
            Count::Computed(ir) => {
                let count = self.number(ir)?;
                if count < 0 {
                    return Err(Failure::new(Code::NegativeDice, ir.at).arg("count", count));
                }
                // A larger number is refused by the throw.
                Ok(u32::try_from(count).unwrap_or(u32::MAX))
            }
        }
    }

    /// The pool with all its computed numbers, as it is thrown: in a walk over all outcomes its faces may be merged.
    pub(super) fn settled(&mut self, pool: &'a Pool) -> Result<Cow<'a, Pool>, Failure> {
        let pool = self.calculated(pool)?;
        Ok(self.as_thrown(pool))
    }

    /// A pool as it is thrown.
    pub(super) fn as_thrown<'p>(&mut self, pool: Cow<'p, Pool>) -> Cow<'p, Pool> {
        match self.effects.merged(pool.at, &pool.die) {
            Some(die) => Cow::Owned(Pool { die, ..pool.into_owned() }),
            None => pool,
        }
    }

    /// The pool with all its computed numbers.
    pub(super) fn calculated(&mut self, pool: &'a Pool) -> Result<Cow<'a, Pool>, Failure> {
        if pool.late.is_empty() {
            return Ok(Cow::Borrowed(pool));
        }
        let (mut die, mut modifiers) = (pool.die.clone(), pool.modifiers.clone());
        for late in &pool.late {
            let (index, condition, number) = match late {
                Late::Sides(ir) => {
                    let (sides, limit) = (self.number(ir)?, SyntaxLimits::STANDARD.sides);
                    if sides < 1 {
                        return Err(Failure::new(Code::DieWithoutSides, ir.at).arg("sides", sides));
                    }
                    if sides > limit {
                        return Err(Failure::new(Code::TooManySides, ir.at).arg("limit", limit));
                    }
                    die = Die::Sides(u32::try_from(sides).map_err(|_| Failure::internal(ir.at))?);
                    continue;
                }
                Late::Modifier(index, condition, ir) => {
                    let number = self.number(ir)?;
                    let chooses = modifiers.get(*index).there(pool.at)?.suffix.choice().is_some();
                    if chooses && number < 0 {
                        return Err(Failure::new(Code::NegativeDice, ir.at).arg("count", number));
                    }
                    (*index, *condition, number)
                }
                Late::Highest(index) => (*index, 0, die.highest()),
            };
            *modifiers.get_mut(index).there(pool.at)?.number_mut(condition).there(pool.at)? = number;
        }
        if let Some(code) = modifiers.iter().find_map(|modifier| modifier.never_ends(&die)) {
            return Err(Failure::new(code, pool.at));
        }
        let suffixes: String = modifiers.iter().map(|modifier| modifier.spelled(&die)).collect();
        let most = modifiers.iter().find_map(|modifier| modifier.most);
        let text = format!("{die}{suffixes}{}", most.map(crate::dice::at_most).unwrap_or_default());
        let text = match &pool.count {
            Count::Fixed(1) => text,
            Count::Fixed(count) => format!("{count}{text}"),
            // Reports put the number before it.
            Count::Computed(_) => format!("(){text}"),
        };
        Ok(Cow::Owned(Pool { count: pool.count.clone(), die, modifiers, late: Vec::new(), text, at: pool.at }))
    }

    /// Asks the observer to hide a throw; returns its handle.
    pub(super) fn cover(&mut self, pool: &Pool, count: u32) -> Result<Option<usize>, Failure> {
        let covered = self.effects.cover(&Throwing { pool, count });
        let covered = covered.map_err(|refusal| Failure::refused(refusal, pool.at))?;
        if covered.is_some() {
            self.count_dice(count, pool.at)?;
        }
        Ok(covered)
    }

    /// Throws dice of a pool visibly.
    pub(super) fn throw_count(&mut self, pool: &Pool, count: u32, named: bool) -> Result<usize, Failure> {
        self.rolls.push(DiceRoll::covered(named, self.side));
        let index = self.rolls.len() - 1;
        self.throw_into(index, pool, count)?;
        self.lies(index, pool.at, |text, dice| super::result::TraceStep::Rolled { roll: index, text, dice })?;
        Ok(index)
    }

    /// Throws dice of a pool into an existing roll, as all of its dice.
    pub(super) fn throw_into(&mut self, index: usize, pool: &Pool, count: u32) -> Result<(), Failure> {
        let order = self.falling_order();
        let mut faces = Vec::new();
        self.more_dice(&pool.die, count, pool.at, &mut faces)?;
        let mut dice: Vec<Thrown> = faces.into_iter().map(Thrown::plain).collect();
        let cut = self.modify_all(pool, &mut dice)?;
        let text = text_of(pool, count).there(pool.at)?;
        let roll = self.thrown_mut(index, pool.at)?;
        roll.sorted = kept_faces(&dice);
        (roll.text, roll.dice, roll.sides, roll.outdated) = (text, dice, pool.die.sides(), false);
        roll.batches = vec![Batch { dice: count, order }];
        self.unending.extend(cut.map(|cut| (index, cut)));
        Ok(())
    }

    /// The order of the dice of the next throw.
    pub(super) fn falling_order(&self) -> Order {
        if self.effects.in_order() { Order::AsThrown } else { Order::Sorted }
    }

    /// Applies all modifiers to dice. Returns bounds if a walk over all outcomes truncates their explosions.
    fn modify_all(&mut self, pool: &Pool, dice: &mut Vec<Thrown>) -> Result<Option<TruncatedBounds>, Failure> {
        let mut cut = None;
        let mut modifiers = pool.modifiers.iter().enumerate();
        while let Some((at, modifier)) = modifiers.next() {
            let rest = pool.modifiers.get(at + 1..).there(pool.at)?;
            let again = rest.iter().take_while(|modifier| modifier.suffix.throws_again()).count();
            let (again, keep) = rest.split_at_checked(again).there(pool.at)?;
            let (brings, explodes) = (modifier.suffix.brings(), modifier.suffix.brings() == Some(Brings::Dice));
            let falls = |faces: &[i64]| faces.iter().any(|face| *face < 0 && modifier.holds(*face));
            let rises = || explodes || !matches!(&pool.die, Die::Faces(faces) if falls(faces));
            let chosen = || keep.iter().all(|modifier| modifier.suffix.choice().is_some());
            if !self.effects.covers() || brings.is_none() || !rises() || !chosen() {
                self.modify(*modifier, pool, dice)?;
                continue;
            }
            self.following = Some(Vec::new());
            let modified = self.modify(*modifier, pool, dice);
            let stopped = self.following.take().there(pool.at)?;
            modified?;
            if stopped.is_empty() {
                continue;
            }
            let (mut least, mut most) = (pool.die.lowest(), pool.die.highest());
            let mut ends = Vec::new();
            if explodes && again.is_empty() && modifier.most.is_none() {
                // The final face of a die is independent of its number of explosions: it ends here, after at least one
                // more.
                let (bringing, ending) = modifier.faces_apart(&pool.die);
                let steps = self.effects.worked(pool.die.sides().into());
                steps.map_err(|refusal| Failure::refused(refusal, pool.at))?;
                let extremes = bringing.iter().copied().min().zip(bringing.iter().copied().max());
                (least, most) = extremes.there(pool.at)?;
                let ending = Die::Faces(ending.into());
                for _ in &stopped {
                    let thrown = self.effects.throw(&ending, 1, &mut ends);
                    thrown.map_err(|refusal| Failure::refused(refusal, pool.at))?;
                }
            }
            for modifier in again {
                // A compounding die may show any higher value.
                let certain = |at: &usize| dice.get(*at).is_some_and(|die| modifier.spares_from(die.face));
                if !explodes && !stopped.iter().all(certain) {
                    return Err(Failure::new(Stop::Lost, pool.at));
                }
                self.modify(*modifier, pool, dice)?;
                (least, most) = modifier.faces_left(&pool.die).unwrap_or((least, most));
                modifiers.next();
            }
            let known = |stopped_at: &dyn Fn(i64) -> i64| {
                let kept = dice.iter().enumerate().filter(|(_, die)| die.kept);
                kept.map(|(at, die)| if stopped.contains(&at) { stopped_at(die.face) } else { die.face })
                    .collect::<Vec<_>>()
            };
            cut = Some(if explodes {
                let mut faces = known(&|face| face);
                // One of the truncated dice is counted among the unknown ones.
                let brought = stopped.first().and_then(|at| dice.get(at.checked_sub(1)?)).filter(|_| !ends.is_empty());
                let brought = brought.and_then(|die| faces.iter().position(|face| *face == die.face));
                if let Some(at) = brought {
                    faces.swap_remove(at);
                }
                faces.append(&mut ends);
                TruncatedBounds { low: faces.clone(), high: faces, more: Some((least, most)), keep: keep.to_vec() }
            } else {
                let (low, high) = (known(&|face| face.saturating_add(least)), known(&|_| ENDLESS));
                TruncatedBounds { low, high, more: None, keep: keep.to_vec() }
            });
        }
        Ok(cut)
    }

    pub(super) fn more_dice(&mut self, die: &Die, count: u32, at: At, faces: &mut Vec<i64>) -> Result<(), Failure> {
        self.count_dice(count, at)?;
        self.effects.throw(die, count, faces).map_err(|refusal| self.for_whom(Failure::refused(refusal, at)))
    }

    pub(super) fn count_dice(&mut self, count: u32, at: At) -> Result<(), Failure> {
        self.thrown = self.thrown.saturating_add(count);
        if self.thrown > self.game.limits.dice {
            return Err(Failure::new(Code::TooManyDice, at)
                .arg("limit", i64::from(self.game.limits.dice))
                .arg("count", i64::from(self.thrown)));
        }
        Ok(())
    }

    fn one_die(&mut self, die: &Die, at: At) -> Result<i64, Failure> {
        let mut face = Vec::with_capacity(1);
        self.more_dice(die, 1, at, &mut face)?;
        face.first().copied().there(at)
    }

    pub(super) fn modify(
        &mut self,
        modifier: PoolModifier,
        pool: &Pool,
        dice: &mut Vec<Thrown>,
    ) -> Result<(), Failure> {
        // The work of a walk over few dice is counted there.
        let work = if dice.len() > FEW { MODIFIED.saturating_mul(dice.len() as u64) } else { 0 };
        self.effects.worked(work).map_err(|refusal| Failure::refused(refusal, pool.at))?;
        let Some(throwing) = modifier.suffix.throwing() else { return keep(modifier, pool.at, dice) };
        let mut supply = OnTable { machine: self, pool, why: None };
        match throwing.roll(modifier, dice, &mut supply) {
            Ok(()) => Ok(()),
            Err(Halt) => Err(supply.why.take().unwrap_or_else(|| Failure::internal(pool.at))),
        }
    }
}

/// Steps per die and modifier: keeping sorts the dice, exploding and rerolling visit them.
const MODIFIED: u64 = 2;
/// Up to this number of dice, the work is negligible.
const FEW: usize = 16;

/// Further dice of a pool, thrown by the machine.
struct OnTable<'m, 'a> {
    machine: &'m mut Machine<'a>,
    pool: &'m Pool,
    /// The failure that ended the supply.
    why: Option<Failure>,
}

impl OnTable<'_, '_> {
    fn so<T>(&mut self, found: Result<T, Failure>) -> Result<T, Halt> {
        found.map_err(|why| {
            self.why = Some(why);
            Halt
        })
    }
}

impl Supply for OnTable<'_, '_> {
    fn another(&mut self) -> Result<i64, Halt> {
        let face = self.machine.one_die(&self.pool.die, self.pool.at);
        self.so(face)
    }

    fn follow(&mut self, place: usize, times: u32) -> Result<Option<i64>, Halt> {
        let (machine, at) = (&mut *self.machine, self.pool.at);
        let explodes = machine.effects.explodes(times).map_err(|refusal| Failure::refused(refusal, at));
        let face = match (explodes.and_then(|()| machine.one_die(&self.pool.die, at)), &mut machine.following) {
            (Err(failure), Some(stopped)) if failure.stop() == Some(Stop::Lost) => {
                stopped.push(place);
                machine.effects.cut();
                Ok(None)
            }
            (face, _) => face.map(Some),
        };
        self.so(face)
    }

    fn settle(&mut self, how: PoolModifier) -> Result<i64, Halt> {
        let settled = self.machine.effects.settle(&self.pool.die, how);
        match settled.map_err(|refusal| Failure::refused(refusal, self.pool.at)) {
            Ok(None) => self.another(),
            Ok(Some(face)) => Ok(face),
            Err(why) => self.so(Err(why)),
        }
    }

    fn too_large(&mut self) -> Halt {
        self.why = Some(super::machine::too_large(self.pool.at));
        Halt
    }
}

/// Keeps some of the dice that still count; of equal faces, those thrown first. Sorts: O(n log n).
fn keep(modifier: PoolModifier, at: At, dice: &mut [Thrown]) -> Result<(), Failure> {
    let kept = dice.iter().enumerate().filter(|(_, die)| die.kept);
    let mut order: Vec<(i64, usize)> = kept.map(|(index, die)| (die.face, index)).collect();
    order.sort_unstable();
    let Some((from, to)) = modifier.window(order.len()) else {
        return Err(Failure::new(Code::NoMiddle, at).arg("n", modifier.dice()).arg("have", order.len()));
    };
    let kept = order.get(from..to).there(at)?;
    let mut counts = vec![false; dice.len()];
    for &(_, index) in kept {
        *counts.get_mut(index).there(at)? = true;
    }
    for (die, counts) in dice.iter_mut().zip(counts) {
        die.kept = counts;
    }
    Ok(())
}
