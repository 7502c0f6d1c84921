//! Changes of a test after the roll: its inputs and its dice.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::action_state::Idle;
use super::comparisons::reads_dice;
use super::failure::{Failure, There as _};
use super::machine::{Machine, too_large};
use super::result::TraceStep;
use super::roll::{Batch, DiceRoll, Order, kept_faces};
use super::statistic::Throwing;
use super::truncated_bounds::TruncatedBounds;
use crate::check::program::{
    At, Count, Default, DiceSelection, Die, Hook, Ir, Late, Lowered, Op, Pool, PoolModifier, SlotKind, Test,
};
use crate::check::{RollSource, all_steps};
use crate::diagnostic::Code;
use crate::dice::{CompareOp, Faces, Interval, MOST_CONDITIONS, MoreConditions, Suffix, Thrown, ordered};
use crate::ruleset::model::{OptionalDecl, RerollKeep};
use crate::ruleset::steps::{Fact, Reroll};
use crate::sort::{Sort as _, without};

/// A reroll of hidden dice: their roll, the new handle, and the number of sides.
struct Unseen {
    roll: usize,
    fresh: usize,
    sides: u32,
    /// Whether at least one die is certainly rerolled.
    known: bool,
}

/// What is known of hidden dice: their handles, those with truncated explosions, and those that may be others.
type Hidden = (BTreeMap<usize, usize>, BTreeMap<usize, TruncatedBounds>, BTreeMap<usize, usize>);

/// How a test stood before dice were thrown again.
enum Old {
    /// How good its outcome was, and which it was, if that is known: all else is asked where that does not decide.
    Rank(Interval, Option<usize>),
    /// All that may decide, and its total.
    Standing(Vec<Interval>, Option<i64>),
}

/// The dice to reroll: those of this throw, and those with one of these faces. `listed`: the faces are complete.
struct RerollSelection {
    hand: Option<usize>,
    showing: Option<Vec<(CompareOp, i64)>>,
    listed: bool,
}

/// Bound on listed faces.
const MOST_SHOWN: i64 = 1_000;

impl<'a> Machine<'a> {
    /// Assigns inputs of the running test; everything is computed again.
    pub(super) fn change(&mut self, list: &'a [(usize, Ir)], at: At) -> Result<(), Failure> {
        let read = self.read_by_the_roll(at)?;
        let dice = self.dice_by_inputs(at)?;
        for (index, ir) in list {
            let test = self.frame.as_ref().there(at)?.test;
            let (name, question) = test.inputs.get(*index).there(at)?;
            let answer = self.answer_by(ir, &question.kind)?;
            let before = if self.has_value(*index, at)? { Some(self.answer(*index, at)?) } else { None };
            let frame = self.frame.as_mut().there(at)?;
            *frame.inputs.get_mut(*index).there(at)? = Some(answer.clone());
            frame.forget();
            frame.forget_picks(*index);
            self.within(name, question, &answer.value, ir.at)?;
            let name = name.to_string();
            let value = self.shown(&answer.value, &question.value_kind());
            let same = before.as_ref() == Some(&answer);
            let unread = !read.contains(index) && !test.read_outside.contains(index);
            if let Some(running) = self.playing(at)?.interveners.last_mut() {
                if running.before.iter().all(|(input, _)| input != index) {
                    running.before.push((*index, before));
                }
                running.idle.extend(match (unread, same) {
                    (true, _) => Some(Idle::Unread(name.clone())),
                    (false, true) => Some(Idle::Same(name.clone())),
                    (false, false) => None,
                });
            }
            self.forget_told();
            self.step(|_| TraceStep::Changed { name, value });
        }
        self.follow_inputs(dice, at)
    }

    /// Whether an input is known without a question: it was read or given, or it has a default.
    pub(super) fn has_value(&mut self, index: usize, at: At) -> Result<bool, Failure> {
        let frame = self.frame.as_ref().there(at)?;
        let (test, given) = (frame.test, frame.given);
        let is_given = |inputs: &[Option<_>]| inputs.get(index).is_some_and(Option::is_some);
        if is_given(&frame.inputs) || given.get(index).is_some_and(Option::is_some) {
            return Ok(true);
        }
        let (name, question) = test.inputs.get(index).there(at)?;
        // A question for dice is not asked for this.
        if question.picks.is_some() {
            return Ok(matches!(question.default, Some(Default::Value(_))));
        }
        // A pending value would be asked for.
        let default = matches!(question.default, Some(Default::Value(_)));
        Ok(default || self.given_input(name, question, at)?.is_some())
    }

    /// The inputs that the running test reads: in its dice, its total (which may be typed), and its outcomes.
    pub(super) fn read_by_the_roll(&mut self, at: At) -> Result<Rc<BTreeSet<usize>>, Failure> {
        let frame = self.frame.as_ref().there(at)?;
        let total = frame.total_ir.map_or(0, |ir| std::ptr::from_ref(ir).addr());
        let (test, source) = (std::ptr::from_ref(frame.test).addr(), std::ptr::from_ref(self.source).addr());
        self.inputs_read((test, total, source, self.is_contest()), |machine| machine.find_inputs_read(at))
    }

    fn find_inputs_read(&self, at: At) -> Result<BTreeSet<usize>, Failure> {
        let frame = self.frame.as_ref().there(at)?;
        let pools: Vec<&Pool> = match self.source {
            RollSource::Dice(pool) => vec![pool],
            RollSource::Nothing => Vec::new(),
            RollSource::Test | RollSource::Game => frame.test.rolls().map(|(_, pool)| pool).collect(),
        };
        let dice = pools.into_iter().flat_map(Pool::formulas);
        let test = frame.test;
        // In a contest, nothing reads the target.
        let contest = self.is_contest();
        let mut read = test.inputs_behind(frame.total_ir.into_iter().chain(test.endings(contest)).chain(dice));
        read.extend(test.against.filter(|_| !contest));
        follow_defaults(test, &mut read);
        Ok(read)
    }

    /// Rerolls dice of the running test.
    pub(super) fn reroll(&mut self, again: &Reroll<Lowered>, at: At) -> Result<(), Failure> {
        let mut lying = self.lying_pools(at)?;
        if lying.iter().any(|(roll, _)| self.either.get(roll).is_some_and(|other| other != roll)) {
            return Err(Failure::cut(at));
        }
        let wanted = self.wanted_again(again, at)?;
        let Some(unseen) = self.unseen(&mut lying, (again, &wanted), at)? else {
            return self.nothing_again(&lying, again, at);
        };
        for (place, (roll, _)) in self.lying_pools(at)?.into_iter().enumerate() {
            let is_meant = wanted.hand.is_none_or(|hand| hand == place);
            if is_meant && lying.iter().any(|(other, _)| *other == roll) {
                self.uncover(roll, true, at)?;
            }
        }
        // A named throw is complete, and hidden.
        let hand = wanted.hand.is_some() && !unseen.is_empty();
        let mut chosen = if hand { Vec::new() } else { self.chosen_dice(&lying, again, &wanted, at)? };
        if let Some((low, high)) = again.showing {
            let shows = |face: i64| low.is_none_or(|low| face >= low) && high.is_none_or(|high| face <= high);
            chosen.retain(|&(roll, die)| self.die_at(roll, die).is_some_and(|die| shows(die.face)));
        } else if let Some(showing) = &wanted.showing {
            let shows = |die: &Thrown| die.kept && showing.iter().any(|(op, number)| op.holds(die.face, *number));
            chosen.retain(|&(roll, die)| self.die_at(roll, die).is_some_and(shows));
        }
        if chosen.is_empty() && unseen.is_empty() {
            return self.nothing_again(&lying, again, at);
        }
        if let Some(running) = self.playing(at)?.interveners.last_mut() {
            // It is unknown whether any of the hidden dice is rerolled.
            running.felt |= unseen.iter().any(|unseen| !unseen.known) && again.showing.is_some();
            running.again.extend(unseen.iter().map(|unseen| unseen.roll).chain(chosen.iter().map(|(roll, _)| *roll)));
        }
        // If all dice are rerolled unseen, only their outcome has to be known.
        let unread = lying.is_empty() && wanted.showing.is_none() && self.trace.is_none() && !self.is_contest();
        let reached =
            if unread && again.keep != RerollKeep::New && self.effects.ranks() { self.reached(at)? } else { None };
        // Of hidden dice no more is asked than decides: how the test ends, and only where both end alike by how much.
        let briefly = self.trace.is_none() && self.effects.covers() && !self.is_contest() && !self.throws_to_end(at)?;
        let old = match (again.keep, reached) {
            (RerollKeep::New, _) | (_, Some(_)) => None,
            (_, None) if briefly => Some(self.rank_alone(at).map(|(rank, reached)| Old::Rank(rank, reached))?),
            (_, None) => Some(self.standing(at).map(|(standing, total)| Old::Standing(standing, total))?),
        };
        let (covered, unending, either) = (self.covered.clone(), self.unending.clone(), self.either.clone());
        let all = lying.iter().map(|(roll, _)| *roll).chain(unseen.iter().map(|unseen| unseen.roll));
        let before = all.map(|roll| Ok((roll, self.thrown(roll, at)?.clone())));
        let before = before.collect::<Result<Vec<_>, Failure>>()?;
        for Unseen { roll, fresh, sides, .. } in unseen {
            // Computing the standing may have made them visible.
            let lying = self.thrown_mut(roll, at)?;
            lying.dice.clear();
            lying.sorted.clear();
            if wanted.showing.is_none() {
                lying.batches = vec![Batch { dice: lying.count(), order: Order::Sorted }];
                (lying.sides, lying.outdated) = (sides, false);
            } else {
                lying.thrown_again(false);
            }
            self.unending.remove(&roll);
            self.either.remove(&roll);
            self.covered.insert(roll, fresh);
        }
        self.forget_values();
        for (index, pool) in lying {
            let dice: Vec<usize> = chosen.iter().filter(|(roll, _)| *roll == index).map(|(_, die)| *die).collect();
            if !dice.is_empty() {
                self.throw_again(index, &dice, pool, at)?;
            }
        }
        if let Some(old) = reached {
            let test = self.frame.as_ref().there(at)?.test;
            let Some(new) = self.reached(at)? else { return Err(Failure::refused(self.effects.ties_matter(), at)) };
            let mut order = test.rank(Some(new)).cmp(&test.rank(Some(old)));
            self.forget_values();
            if order == Ordering::Equal && new != old {
                // Of outcomes that are as good as one another the margin decides.
                let hidden = (covered.clone(), unending.clone(), either.clone());
                let decided = self.against_before(&before, hidden, at)?;
                order = decided.ok_or_else(|| Failure::refused(self.effects.ties_matter(), at))?;
            }
            let order = if again.keep == RerollKeep::Worse { order.reverse() } else { order };
            let again_rolls: Vec<(usize, usize)> = before.iter().map(|(index, _)| (*index, *index)).collect();
            let left = match order {
                Ordering::Less => {
                    for (index, roll) in before {
                        self.put_roll(index, roll, at)?;
                    }
                    (self.covered, self.unending, self.either) = (covered, unending, either);
                    old
                }
                Ordering::Equal | Ordering::Greater => new,
            };
            // Nothing but how it ends is read of it: else all begins anew.
            self.either.extend(again_rolls);
            self.frame.as_mut().there(at)?.reached = Some(left);
        } else if let Some(old) = old {
            let (order, total, alike) = match old {
                Old::Standing(old, total) => (ordered(&self.standing(at)?.0, &old), total, None),
                Old::Rank(old, before_it) => {
                    let (new, now) = self.rank_alone(at)?;
                    let order = match ordered(&[new], &[old]) {
                        Some(Ordering::Equal) | None => {
                            let hidden = (covered.clone(), unending.clone(), either.clone());
                            self.against_before(&before, hidden, at)?
                        }
                        order => order,
                    };
                    (order, None, now.filter(|_| now == before_it))
                }
            };
            match if again.keep == RerollKeep::Worse { order.map(Ordering::reverse) } else { order } {
                Some(Ordering::Less) => {
                    for (index, roll) in before {
                        self.put_roll(index, roll, at)?;
                    }
                    (self.covered, self.unending) = (covered, unending);
                    self.forget_values();
                    if let Some(total) = total {
                        self.step(|_| TraceStep::KeptOld { total, keep: again.keep });
                    }
                }
                Some(_) => {}
                None if !self.effects.open_ended() => return Err(too_large(at)),
                None => {
                    for (index, roll) in before {
                        self.rolls.push(roll);
                        let other = self.rolls.len() - 1;
                        self.covered.extend(covered.get(&index).map(|covered| (other, *covered)));
                        self.unending.extend(unending.get(&index).map(|unending| (other, unending.clone())));
                        self.either.insert(index, other);
                    }
                    self.forget_values();
                    self.frame.as_mut().there(at)?.reached = alike;
                }
            }
        }
        Ok(())
    }

    /// Records that no die was rerolled, with advice.
    fn nothing_again(&mut self, lying: &[(usize, &'a Pool)], again: &Reroll<Lowered>, at: At) -> Result<(), Failure> {
        let face = lying.iter().find_map(|(roll, _)| self.rolls.get(*roll)?.sorted.first().copied());
        let say = match (&again.dice, face) {
            (DiceSelection::Answer(slot), Some(face)) => Some(format!("\"{}={face}\"", self.label_of(slot.0, at)?)),
            _ => None,
        };
        if let Some(running) = self.playing(at)?.interveners.last_mut() {
            running.idle.push(Idle::NoDice(say));
        }
        Ok(())
    }

    /// The rolls of the running test, with their pools.
    pub(super) fn lying_pools(&self, at: At) -> Result<Vec<(usize, &'a Pool)>, Failure> {
        let pools = |ir: &&Ir| ir.any_part(&|part| matches!(part.op, Op::Pool(_) | Op::Read { pool: Some(_), .. }));
        let several = self.frame.as_ref().and_then(|frame| frame.total_ir).filter(pools).is_some();
        let nothing = || Failure::new(Code::NothingThrown, at).arg("several", if several { "yes" } else { "no" });
        let game = self.game;
        let Some(frame) = &self.frame else { return Err(nothing()) };
        if frame.test.has_hands() {
            let pools = frame.test.values.iter().map_while(|value| match &value.ir.op {
                Op::Hand(_, pool) => Some(&**pool),
                _ => None,
            });
            return Ok(frame.hands.iter().copied().zip(pools).collect());
        }
        let pool = match self.source {
            RollSource::Dice(pool) => Some(&**pool),
            RollSource::Game => game.roll.as_ref(),
            RollSource::Test => frame.test.roll.as_ref().or(game.roll.as_ref()),
            RollSource::Nothing => None,
        };
        match (self.shared, pool) {
            (Some(roll), Some(pool)) => Ok(vec![(roll, pool)]),
            // Nothing is ever thrown for it.
            (None, None) if !several => Ok(Vec::new()),
            _ => Err(nothing()),
        }
    }

    /// The dice to reroll, as far as that is known without their faces.
    fn wanted_again(&mut self, again: &Reroll<Lowered>, at: At) -> Result<RerollSelection, Failure> {
        let hand = if let DiceSelection::Hand(index) = again.dice { Some(index) } else { None };
        let asked = match again.dice {
            // If the question is not asked, a rule gives the faces.
            DiceSelection::Answer(slot) => {
                let showing = self.act(at)?.held.showing.get(&slot.0).cloned();
                return Ok(RerollSelection { hand, listed: showing.is_some(), showing });
            }
            DiceSelection::All | DiceSelection::Hand(_) => again.showing,
        };
        let showing = match asked {
            None => None,
            Some((None, None)) => Some(vec![(CompareOp::GreaterOrEqual, i64::MIN)]),
            Some((Some(low), None)) => Some(vec![(CompareOp::GreaterOrEqual, low)]),
            Some((None, Some(high))) => Some(vec![(CompareOp::LessOrEqual, high)]),
            Some((Some(low), Some(high))) if high.saturating_sub(low) < MOST_SHOWN => {
                Some((low..=high).map(|face| (CompareOp::Equal, face)).collect())
            }
            Some(_) => return Ok(RerollSelection { hand, showing: None, listed: false }),
        };
        Ok(RerollSelection { hand, showing, listed: true })
    }

    /// Removes rolls whose dice can stay hidden during the reroll (all of them, or those with some faces) from `lying`;
    /// returns them with their new handles. `None`: no die has such a face.
    fn unseen(
        &mut self,
        lying: &mut Vec<(usize, &'a Pool)>,
        (again, wanted): (&Reroll<Lowered>, &RerollSelection),
        at: At,
    ) -> Result<Option<Vec<Unseen>>, Failure> {
        let mut unseen = Vec::new();
        if !wanted.listed || !self.effects.covers() {
            return Ok(Some(unseen));
        }
        let mut meant = Vec::new();
        let mut whole = true;
        for (place, (roll, pool)) in lying.iter().enumerate() {
            // A pool without dice is not rerolled.
            if wanted.hand.is_none_or(|hand| hand == place) && self.thrown(*roll, at)?.count() > 0 {
                let covered = self.covered.contains_key(roll) && self.thrown(*roll, at)?.dice.is_empty();
                // If the faces of another throw determine these dice, that throw is rerolled first.
                whole &= covered && !pool.late.iter().any(follows_dice);
                meant.push(*roll);
            }
        }
        // Faces that no die has are never rerolled.
        let mut shown = false;
        if let (Some(showing), true) = (&wanted.showing, again.keep == RerollKeep::New && again.showing.is_some()) {
            for (roll, pool) in lying.iter().filter(|(roll, _)| meant.contains(roll)) {
                let die = &self.settled(pool)?.die;
                let shows = !Faces::plain(die).parted_by(showing.iter().copied()).0.is_empty();
                shown |= shows && !self.thrown(*roll, at)?.outdated;
            }
        }
        let certain = shown && self.takes_effect(at)?;
        let mut known = false;
        if let Some(showing) = wanted.showing.as_deref().filter(|_| !certain) {
            // It matters whether any die is rerolled.
            let mut each = whole;
            for (_, pool) in lying.iter().filter(|(roll, _)| meant.contains(roll)) {
                each &= self.settled(pool)?.modifiers.is_empty();
            }
            match if each { self.any_shows(&meant, showing, at)? } else { None } {
                Some(true) => known = true,
                Some(false) => return Ok(None),
                None => return Ok(Some(unseen)),
            }
        }
        for (roll, pool) in std::mem::take(lying) {
            let alone = self.thrown(roll, at)?.dice.is_empty();
            let fresh = match self.covered.get(&roll).copied().filter(|_| meant.contains(&roll) && alone) {
                Some(_) if pool.late.iter().any(follows_dice) => None,
                Some(covered) => self.thrown_unseen((roll, covered), pool, (again, wanted, certain), at)?,
                None => None,
            };
            match fresh {
                Some(fresh) => unseen.push(Unseen { known, ..fresh }),
                None => lying.push((roll, pool)),
            }
        }
        Ok(Some(unseen))
    }

    /// Rerolls hidden dice, with the current values of their formulas.
    fn thrown_unseen(
        &mut self,
        (roll, covered): (usize, usize),
        pool: &'a Pool,
        (again, wanted, certain): (&Reroll<Lowered>, &RerollSelection, bool),
        at: At,
    ) -> Result<Option<Unseen>, Failure> {
        let count = self.thrown(roll, at)?.count();
        let unseen = |fresh: usize, sides: u32| Unseen { roll, fresh, sides, known: false };
        let Some(showing) = &wanted.showing else {
            let pool = self.settled(pool)?;
            let fresh = self.cover(&pool, count)?;
            return Ok(fresh.map(|fresh| unseen(fresh, pool.die.sides())));
        };
        let outdated = self.thrown(roll, at)?.outdated;
        // If nothing was read of them, the result has the distribution of a single throw.
        if let (true, false, Some(showing)) = (certain, outdated, again.showing)
            && let Some(pool) = self.once_more(pool, showing)?
        {
            let fresh = self.effects.cover_instead(covered, &Throwing { pool: &pool, count });
            if let Some(fresh) = fresh.map_err(|refusal| Failure::refused(refusal, at))? {
                return Ok(Some(unseen(fresh, pool.die.sides())));
            }
        }
        let pool = self.settled(pool)?;
        if !pool.modifiers.is_empty() {
            return Ok(None);
        }
        let fresh = self.effects.cover_some_again(covered, showing, &pool.die);
        let fresh = fresh.map_err(|refusal| Failure::refused(refusal, at))?;
        Ok(fresh.map(|fresh| unseen(fresh, pool.die.sides())))
    }

    /// Whether the running intervention is done even if no die is rerolled, or has no other effect, so that it makes no
    /// difference.
    fn takes_effect(&mut self, at: At) -> Result<bool, Failure> {
        let of_the_roll = |fact: &Fact<'_, _>| matches!(fact, Fact::Rerolls(..) | Fact::Changes(_) | Fact::Holds(_));
        let mut steps = self.act(at)?.action.steps.iter();
        let free = steps.all(|step| step.verb.only_does(of_the_roll)) && self.is_only_roll();
        // Another request may make it possible later.
        let play = self.playing(at)?;
        let free = free && play.waiting.is_empty() && play.refused.is_empty() && play.declined.is_empty();
        Ok(free || self.is_certainly_noticed(at)?)
    }

    /// Whether there is no other roll, so that a request without effect here cannot apply elsewhere.
    fn is_only_roll(&self) -> bool {
        let game = self.game;
        let leads_on = |fact: &Fact<'_, _>| {
            let is_loop = matches!(fact, Fact::Each(..) | Fact::Rounds(_));
            is_loop || matches!(fact, Fact::Rolls(_, Some(_), _) | Fact::Does(..) | Fact::Leads)
        };
        let alone = match self.play.as_deref().map(|play| play.acts.as_slice()) {
            // The intervention is the innermost action; a typed test has no other.
            None | Some([_]) => true,
            Some([act, _]) => {
                let steps = all_steps(&act.action.steps);
                let rolls = steps.iter().filter(|step| step.verb.does(|fact| matches!(fact, Fact::Rolls(..)))).count();
                rolls == 1 && !steps.iter().any(|step| step.verb.does(leads_on))
            }
            Some(_) => false,
        };
        alone
            && !game.all_states().any(|state| state.enter.is_some() || state.leave.is_some())
            && !game.tags.iter().any(|tag| tag.ends.is_some())
            && !game.places().any(|place| matches!(place.hook, Hook::Settled(_)))
    }

    /// The pool whose dice with these faces are rerolled once; `None` if other modifiers would have to be applied
    /// again, or the faces are too many to list.
    fn once_more(&mut self, pool: &'a Pool, (low, high): (Option<i64>, Option<i64>)) -> Result<Option<Pool>, Failure> {
        let pool = self.settled(pool)?.into_owned();
        // Which of them count is found out afterwards. What others were added to no longer shows these faces.
        let mut throwing = pool.modifiers.iter().filter(|modifier| modifier.suffix.choice().is_none());
        let stays = match (throwing.next(), throwing.next()) {
            (None, _) => true,
            (Some(one), None) => one.suffix == Suffix::Compound && grows_beyond(*one, &pool.die, (low, high)),
            _ => false,
        };
        if !stays {
            return Ok(None);
        }
        // Faces that no die has are never rerolled.
        if low.is_some_and(|low| low > pool.die.highest()) || high.is_some_and(|high| high < pool.die.lowest()) {
            return Ok(None);
        }
        let low = low.filter(|low| *low > pool.die.lowest());
        let high = high.filter(|high| *high < pool.die.highest());
        let conditions: Vec<(CompareOp, i64)> = match (low, high) {
            (None, None) => vec![(CompareOp::GreaterOrEqual, pool.die.lowest())],
            (None, Some(high)) => vec![(CompareOp::LessOrEqual, high)],
            (Some(low), None) => vec![(CompareOp::GreaterOrEqual, low)],
            (Some(low), Some(high)) => {
                let faces = (low..=high).take(MOST_CONDITIONS + 1).filter(|face| pool.die.has(*face));
                faces.map(|face| (CompareOp::Equal, face)).collect()
            }
        };
        let Some(((op, number), more)) = conditions.split_first() else { return Ok(None) };
        let (op, number) = (*op, *number);
        if more.len() >= MOST_CONDITIONS {
            return Ok(None);
        }
        let mut also = MoreConditions::default();
        for (place, one) in also.iter_mut().zip(more) {
            *place = Some(*one);
        }
        let once = PoolModifier { suffix: Suffix::RerollOnce, op, number, also, most: None };
        let modifiers = std::iter::once(once).chain(pool.modifiers.iter().copied()).collect();
        Ok(Some(Pool { modifiers, ..pool }))
    }

    fn die_at(&self, roll: usize, die: usize) -> Option<&Thrown> {
        self.rolls.get(roll)?.dice.get(die)
    }

    /// The selected dice, by roll.
    fn chosen_dice(
        &mut self,
        lying: &[(usize, &'a Pool)],
        again: &Reroll<Lowered>,
        wanted: &RerollSelection,
        at: At,
    ) -> Result<Vec<(usize, usize)>, Failure> {
        let mut there: Vec<(usize, usize)> = Vec::new();
        for (roll, _) in lying {
            there.extend((0..self.thrown(*roll, at)?.dice.len()).map(|die| (*roll, die)));
        }
        let slot = match again.dice {
            DiceSelection::All => return Ok(there),
            DiceSelection::Answer(_) if wanted.listed => return Ok(there),
            DiceSelection::Hand(index) => {
                let hand = lying.get(index).map(|(roll, _)| *roll);
                return Ok(there.into_iter().filter(|(roll, _)| Some(*roll) == hand).collect());
            }
            DiceSelection::Answer(slot) => slot.0,
        };
        self.answered_places(slot, at)
    }

    /// Rerolls these dice of a roll.
    fn throw_again(&mut self, index: usize, dice: &[usize], pool: &'a Pool, at: At) -> Result<(), Failure> {
        let pool = &*self.settled(pool)?;
        let Some(mut roll) = self.rolls.get(index).cloned() else { return Err(Failure::internal(at)) };
        roll.goes_on_with(&pool.die);
        let mut places = dice.to_vec();
        let all = places.len() == roll.dice.len();
        if all {
            // If all are rerolled, dice from explosions are removed.
            roll.dice.retain(|die| !die.bonus);
            places = (0..roll.dice.len()).collect();
            roll.batches = vec![Batch { dice: roll.count(), order: self.falling_order() }];
            roll.outdated = false;
        } else if !self.effects.in_order() {
            roll.thrown_again(places.len() == 1 && !self.effects.covers());
        }
        let unending = self.unending.contains_key(&index);
        without(&mut self.unending, &|roll| *roll == index);
        if unending && !all {
            // The other dice of the roll are not known.
            return Err(Failure::cut(at));
        }
        if self.covers_again(index, &places, pool, &mut roll)? {
            self.put_roll(index, roll, at)?;
            return Ok(());
        }
        let mut faces = Vec::new();
        self.more_dice(&pool.die, places.len() as u32, pool.at, &mut faces)?;
        let mut fresh: Vec<Thrown> = faces.into_iter().map(Thrown::plain).collect();
        for modifier in pool.modifiers.iter().filter(|modifier| all || modifier.suffix.choice().is_none()) {
            self.modify(*modifier, pool, &mut fresh)?;
        }
        let (mut from, mut to) = (Vec::new(), Vec::new());
        // Each with the dice from its explosions.
        let mut shown: Vec<(usize, Vec<Thrown>)> = Vec::new();
        let mut places = places.into_iter();
        for mut new in fresh {
            if new.bonus {
                shown.last_mut().there(at)?.1.push(new);
                continue;
            }
            let place = places.next().there(at)?;
            let old = roll.dice.get(place).there(at)?;
            from.push(old.face);
            to.push(new.face);
            new.rerolled = [&*old.rerolled, &[old.face], &*new.rerolled].concat();
            new.bonus = old.bonus;
            shown.push((place, vec![new]));
        }
        shown.order_by_key(|(place, _)| std::cmp::Reverse(*place));
        for (place, dice) in shown {
            roll.dice.splice(place..=place, dice);
        }
        if !all {
            self.keep_again(pool, &mut roll.dice)?;
        }
        roll.sorted = kept_faces(&roll.dice);
        self.put_roll(index, roll, at)?;
        self.lies(index, at, |text, dice| TraceStep::Rerolled { roll: index, from, to, text, dice })
    }

    /// Applies choosing modifiers again after some faces changed. Dice from explosions after the choice stay with the
    /// die that exploded.
    pub(super) fn keep_again(&mut self, pool: &Pool, dice: &mut [Thrown]) -> Result<(), Failure> {
        let Some(first) = pool.modifiers.iter().position(|modifier| modifier.suffix.choice().is_some()) else {
            return Ok(());
        };
        let explodes = |modifier: &PoolModifier| modifier.suffix.brings() == Some(crate::dice::Brings::Dice);
        let brought_later = pool.modifiers.iter().skip(first).any(explodes);
        let chosen = |die: &Thrown| !(brought_later && die.bonus);
        let mut choice: Vec<Thrown> = dice.iter().filter(|die| chosen(die)).cloned().collect();
        for die in &mut choice {
            die.kept = true;
        }
        for modifier in pool.modifiers.iter().filter(|modifier| modifier.suffix.choice().is_some()) {
            self.modify(*modifier, pool, &mut choice)?;
        }
        let mut choice = choice.into_iter();
        let mut kept = true;
        for die in dice {
            if chosen(die) {
                kept = choice.next().there(pool.at)?.kept;
            }
            die.kept = kept;
        }
        Ok(())
    }

    /// In a walk over all outcomes, hides rerolled dice beside those that stay; returns whether it did.
    fn covers_again(
        &mut self,
        index: usize,
        places: &[usize],
        pool: &Pool,
        roll: &mut DiceRoll,
    ) -> Result<bool, Failure> {
        let all = places.len() == roll.dice.len();
        // Which of them count depends on all of them.
        let chosen = !all && pool.modifiers.iter().any(|modifier| modifier.suffix.choice().is_some());
        if !self.effects.covers() || places.is_empty() || chosen {
            return Ok(false);
        }
        let count = places.len() as u32;
        let fresh = Pool { count: Count::Fixed(count), ..pool.clone() };
        let Some(covered) = self.cover(&fresh, count)? else { return Ok(false) };
        self.covered.insert(index, covered);
        let mut place = 0;
        roll.dice.retain(|_| {
            place += 1;
            !places.contains(&(place - 1))
        });
        roll.sorted = roll.dice.iter().filter(|die| die.kept).map(|die| die.face).collect();
        roll.sorted.sort_unstable();
        Ok(true)
    }

    pub(super) fn put_roll(&mut self, index: usize, roll: DiceRoll, at: At) -> Result<(), Failure> {
        *self.thrown_mut(index, at)? = roll;
        self.forget_values();
        Ok(())
    }

    /// Invalidates all values computed from faces.
    pub(super) fn forget_values(&mut self) {
        if let Some(frame) = &mut self.frame {
            frame.forget();
        }
        self.forget_told();
    }

    /// How the running test compares with what it was with the dice that lay there before, if that is certain.
    fn against_before(
        &mut self,
        rolls: &[(usize, DiceRoll)],
        hidden: Hidden,
        at: At,
    ) -> Result<Option<Ordering>, Failure> {
        let now = rolls.iter().map(|(roll, _)| Ok((*roll, self.thrown(*roll, at)?.clone())));
        let now = now.collect::<Result<Vec<_>, Failure>>()?;
        let hidden = self.lie(rolls, hidden, at)?;
        let (old, _) = self.standing(at)?;
        self.lie(&now, hidden, at)?;
        Ok(ordered(&self.standing(at)?.0, &old))
    }

    /// Puts rolls in place of those that lie there; what was known of hidden dice.
    fn lie(&mut self, rolls: &[(usize, DiceRoll)], hidden: Hidden, at: At) -> Result<Hidden, Failure> {
        for (index, roll) in rolls {
            self.put_roll(*index, roll.clone(), at)?;
        }
        let (covered, unending, either) = hidden;
        let covered = std::mem::replace(&mut self.covered, covered);
        let unending = std::mem::replace(&mut self.unending, unending);
        Ok((covered, unending, std::mem::replace(&mut self.either, either)))
    }

    /// How good the outcome is that the running test reaches, and which it is, if that is known.
    fn rank_alone(&mut self, at: At) -> Result<(Interval, Option<usize>), Failure> {
        let test = self.frame.as_ref().map(|frame| frame.test).there(at)?;
        let target = self.target_there(test, at)?;
        let found = self.rank(test, target)?;
        self.forget_values();
        Ok(found)
    }

    /// Whether formulas that say how the running test ends throw dice of their own: once each time they are asked.
    fn throws_to_end(&self, at: At) -> Result<bool, Failure> {
        let frame = self.frame.as_ref().there(at)?;
        let values = frame.test.values.iter().map(|value| &value.ir).filter(|ir| !matches!(ir.op, Op::Hand(..)));
        let throws = |ir: &Ir| {
            ir.any_part(&|part| matches!(part.op, Op::Pool(_) | Op::Beats(..) | Op::Read { pool: Some(_), .. }))
        };
        Ok(frame.total_ir.into_iter().chain(frame.test.endings(false)).chain(values).any(throws))
    }

    /// The standing of the running test as a lexicographic vector (higher is better), and its total if none of its dice
    /// was truncated. In a contest these are the criteria, then the outcome of the side; otherwise the outcome, then
    /// the margin.
    fn standing(&mut self, at: At) -> Result<(Vec<Interval>, Option<i64>), Failure> {
        let test = self.frame.as_ref().map(|frame| frame.test).there(at)?;
        let told = self.trace.as_ref().map(Vec::len);
        let total = match self.total(at) {
            Err(failure) if self.is_open_ended(&failure) => None,
            total => Some(total?),
        };
        let mut score = Vec::new();
        match test.opposed.as_ref().filter(|_| self.is_contest()) {
            Some(opposed) if !opposed.compare.is_empty() => {
                for ir in &opposed.compare {
                    score.push(self.nearly(ir)?);
                }
            }
            Some(_) => score.push(self.total_between()?),
            None => {
                let target = self.target_there(test, at)?;
                score.push(self.rank(test, target)?.0);
                // A declared margin counts wherever it is known, also where there is no target.
                let said = matches!(test.margin, OptionalDecl::Formula(_));
                let known = match test.margin {
                    OptionalDecl::Formula(_) => target.is_some() || !test.need_target.0,
                    OptionalDecl::Usual => target.is_some() && test.target() == target,
                    OptionalDecl::Nothing => false,
                };
                let margin = match known.then(|| self.margin(at)) {
                    None => self.total_between()?,
                    Some(Err(failure)) if self.is_open_ended(&failure) => self.margin_between(at)?,
                    Some(margin) => Interval::exactly(margin?),
                };
                score.push(if test.counts_down && !(said && known) { -margin } else { margin });
            }
        }
        // The winner is the same then; the end of a side may still matter.
        if test.opposed.as_ref().is_some_and(|opposed| opposed.ends) && self.is_contest() {
            let target = self.target_there(test, at)?;
            score.push(self.rank(test, target)?.0);
        }
        // The discarded result is not part of the trace.
        if let (Some(trace), Some(told)) = (&mut self.trace, told) {
            trace.truncate(told);
        }
        self.forget_values();
        Ok((score, total))
    }

    /// The input with which the running test compares its total, if it has a value.
    fn target_there(&mut self, test: &'a Test, at: At) -> Result<Option<usize>, Failure> {
        Ok(match test.against {
            Some(index) if !test.needs_against() => self.input_answered(index, at)?.then_some(index),
            against => against.filter(|index| self.has_target(*index)),
        })
    }

    /// The outcome that the running test reaches, if that is known.
    fn reached(&mut self, at: At) -> Result<Option<usize>, Failure> {
        let test = self.frame.as_ref().map(|frame| frame.test).there(at)?;
        let target = self.target_there(test, at)?;
        match self.outcome(test, target.is_some() || !test.needs_against()) {
            Err(failure) if self.is_open_ended(&failure) => Ok(None),
            reached => Ok(reached?.map(|(index, _)| index)),
        }
    }

    /// How good the outcome is that is reached, and which it is, if that is known.
    fn rank(&mut self, test: &'a Test, target: Option<usize>) -> Result<(Interval, Option<usize>), Failure> {
        Ok(match self.outcome(test, target.is_some() || !test.needs_against()) {
            Err(failure) if self.is_open_ended(&failure) => (Interval::ANY, None),
            reached => {
                let reached = reached?.map(|(index, _)| index);
                (Interval::exactly(test.rank(reached)), reached)
            }
        })
    }

    /// Whether the running test is part of a contest.
    pub(super) fn is_contest(&self) -> bool {
        let Some(play) = self.play.as_deref() else { return false };
        let kind = play.open.and_then(|(depth, slot, _)| {
            play.acts.get(depth.checked_sub(1)?)?.action.slots.get(slot).map(|slot| &slot.kind)
        });
        matches!(kind, Some(SlotKind::Contest(..)))
    }

    /// Whether there is a target: an expression need not have one.
    pub(super) fn has_target(&self, input: usize) -> bool {
        if !self.play.as_deref().is_some_and(|play| play.rolling) {
            return true;
        }
        let Some(frame) = &self.frame else { return false };
        let default = frame.test.inputs.get(input).is_some_and(|(_, question)| question.has_a_default());
        let given = frame.given.get(input).is_some_and(Option::is_some);
        default || given || frame.inputs.get(input).is_some_and(Option::is_some)
    }
}

/// Whether a number of a pool may depend on dice.
fn follows_dice(late: &Late) -> bool {
    match late {
        Late::Sides(ir) | Late::Modifier(_, _, ir) => reads_dice(ir),
        Late::Highest(_) => false,
    }
}

/// Adds the inputs on which the defaults of these inputs depend.
pub(super) fn follow_defaults(test: &Test, read: &mut BTreeSet<usize>) {
    let mut open: Vec<usize> = read.iter().copied().collect();
    while let Some(index) = open.pop() {
        let default = test.inputs.get(index).and_then(|(_, question)| question.default.as_ref());
        let Some(Default::Value(ir)) = default else { continue };
        open.extend(test.inputs_behind([ir]).into_iter().filter(|more| read.insert(*more)));
    }
}

/// Whether no die with faces between these can be one to which another is added, before or after that.
fn grows_beyond(compound: PoolModifier, die: &Die, (low, high): (Option<i64>, Option<i64>)) -> bool {
    let (again, _) = compound.parted(&Faces::plain(die));
    let (Some(least), Some(most), Some(high)) = (again.lowest(), again.highest(), high) else { return false };
    let apart = least > high || low.is_some_and(|low| most < low);
    let sum = least.checked_add(die.lowest());
    apart && die.lowest() >= 0 && sum.is_some_and(|sum| sum > high)
}
