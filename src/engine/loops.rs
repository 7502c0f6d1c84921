//! Runs loops of steps in rounds.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::action_state::{Facts, Play, Saved, Unfinished};
use super::failure::{Failure, Stop, There as _};
use super::machine::{Machine, TestFrame, Value};
use super::result::{Answer, TraceStep};
use super::steps::Flow;
use crate::check::AlsoRead;
use crate::check::program::{At, FrameRead, Gone, Left, LeftRead, LeftValue, Lowered};
use crate::diagnostic::Code;
use crate::ruleset::steps::Repeat;
use crate::sort::without;

/// Loops of so few rounds are walked as they stand.
const FEW_ROUNDS: i64 = 3;

/// A round of a loop that is over, where each round is like any other that begins in the same state.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LoopRound {
    /// The loop.
    pub of: At,
    /// The number of the round, from 1, and how many may follow it.
    pub number: i64,
    pub left: i64,
    /// Whether the loop is over as well.
    pub over: bool,
}

impl<'a> Machine<'a> {
    /// Begins something that is done step by step or for one after the other: how much is being done now.
    pub(super) fn push_pending(&mut self, at: At) -> Result<usize, Failure> {
        let pending = &mut self.playing(at)?.pending;
        pending.push(Unfinished { at, left: Vec::new(), tags: Vec::new() });
        Ok(pending.len())
    }

    /// Notes what is left to do of that, as it belongs to the state of a run.
    pub(super) fn set_pending(
        &mut self,
        begun: usize,
        left: impl IntoIterator<Item = i64>,
        tags: impl IntoIterator<Item = i64>,
        at: At,
    ) -> Result<(), Failure> {
        if !self.effects.compares() {
            return Ok(());
        }
        let pending = &mut self.playing(at)?.pending;
        pending.truncate(begun);
        let last = pending.last_mut().there(at)?;
        (last.left, last.tags) = (left.into_iter().collect(), tags.into_iter().collect());
        Ok(())
    }

    /// Ends it.
    pub(super) fn pop_pending(&mut self, begun: usize, at: At) -> Result<(), Failure> {
        self.playing(at)?.pending.truncate(begun.saturating_sub(1));
        Ok(())
    }

    pub(super) fn repeat(&mut self, repeat: &'a Repeat<Lowered>, slot: usize, at: At) -> Result<Flow, Failure> {
        let Repeat { rounds, until, round } = repeat;
        let count = self.amount(rounds, false)?;
        let limit = i64::from(self.game.limits.rounds);
        if count > limit {
            return Err(Failure::new(Code::TooManyRounds, rounds.at).arg("limit", limit).arg("number", count));
        }
        self.forget_round(&round.own, at)?;
        self.store(slot, Value::Int(0), at)?;
        let mut left = count;
        let begun = self.parts_begin();
        let this = self.playing(at)?.pending.len();
        let moves = count > FEW_ROUNDS && self.rounds_move(slot, at)?;
        while left > 0 {
            left -= 1;
            self.set_pending(this, [left], [], at)?;
            self.store(slot, Value::Int(count - left), at)?;
            if self.telling() {
                let name = self.label_of(slot, at)?;
                self.step(|_| TraceStep::Value { name, formula: String::new(), value: Answer::Number(count - left) });
            }
            if self.steps(&round.steps)? == Flow::Stops {
                return Ok(Flow::Stops);
            }
            let over = match until {
                Some(until) => self.whole(until)? != 0 || left == 0,
                None => left == 0,
            };
            if !over {
                self.forget_round(&round.own, at)?;
            }
            if moves {
                let now = LoopRound { of: at, number: count - left, left, over };
                self.round_over(&begun, Some((now, this, slot)), at)?;
            } else if !over {
                self.round_over(&begun, None, at)?;
            }
            if over {
                break;
            }
        }
        Ok(Flow::Goes)
    }

    /// Whether each round of a loop is like any other that begins in the same state: nothing reads its number.
    fn rounds_move(&mut self, slot: usize, at: At) -> Result<bool, Failure> {
        let Play { waiting, refused, policy, .. } = self.playing(at)?;
        let alone = waiting.is_empty() && refused.is_empty() && policy.is_none();
        let unnumbered = self.act(at)?.action.unnumbered.contains(&slot);
        Ok(alone && unnumbered && self.effects.compares() && !self.effects.decides())
    }

    /// Clears what nothing reads any more of rolls that are over. Values that are read later are counted before.
    pub(super) fn forget_rolls(&mut self, gone: &'a Gone, also: &AlsoRead, at: At) -> Result<(), Failure> {
        for left in &gone.rolls {
            // Of what is read besides, values are not counted before it is.
            if also.reads_dice(left.slot) {
                continue;
            }
            let Some(kept) = self.values_left(left, at)? else { continue };
            let more = also.ends(left.slot);
            let held = &mut self.act(at)?.held;
            held.rolls.remove(&left.slot);
            held.did.remove(&left.slot);
            held.kept.retain(|(slot, _), _| *slot != left.slot);
            held.kept.extend(kept.values.into_iter().map(|(side, values)| ((left.slot, side), values)));
            if let Some(facts) = held.facts.get_mut(&left.slot) {
                let none = Facts::default();
                *facts = Facts {
                    outcome: facts.outcome.filter(|_| left.outcome || more.outcome),
                    success: facts.success.filter(|_| left.success || more.success),
                    margin: kept.margin,
                    ..if left.winner || more.winner { *facts } else { none }
                };
            }
        }
        self.let_go_of_dice(at)
    }

    /// Where decisions see all dice that lie there, those are taken away that belong to no roll any more.
    fn let_go_of_dice(&mut self, at: At) -> Result<(), Failure> {
        if !self.effects.decides() || !self.effects.covers() {
            return Ok(());
        }
        let mut held: BTreeSet<usize> = self.shared.into_iter().collect();
        held.extend(self.frame.iter().flat_map(TestFrame::rolls));
        held.extend(self.pools.iter().map(|(_, roll)| *roll));
        let play = self.playing(at)?;
        held.extend(play.contest.iter().flat_map(Saved::rolls));
        play.acts.iter().for_each(|act| act.rolls(&mut held));
        for roll in self.covered.keys().copied().collect::<Vec<_>>() {
            if !held.contains(&roll) {
                self.covered.remove(&roll);
                self.unending.remove(&roll);
                self.either.remove(&roll);
            }
        }
        for (number, roll) in self.rolls.iter_mut().enumerate() {
            if !held.contains(&number) {
                roll.dice.clear();
                roll.sorted.clear();
            }
        }
        Ok(())
    }

    /// What is still read of a roll. `None`: it cannot be told without its dice.
    fn values_left(&mut self, left: &'a Left, at: At) -> Result<Option<ValuesLeft>, Failure> {
        let mut kept = ValuesLeft::default();
        for LeftValue { side, read, when } in &left.values {
            // Where the condition cannot be known yet, it may hold.
            let is_read = match when {
                Some(when) => self.whole(when) != Ok(0),
                None => true,
            };
            let held = &self.act(at)?.held;
            if !is_read || !held.facts.contains_key(&left.slot) {
                continue;
            }
            match read {
                LeftRead::Margin => {
                    let known = held.facts.get(&left.slot).and_then(|facts| facts.margin);
                    let margin = if known.is_some() { Ok(known) } else { self.margin_of(left.slot, at) };
                    kept.margin = match unless_stopped(margin)?.flatten() {
                        None => return Ok(None),
                        margin => margin,
                    };
                }
                LeftRead::Of(read, ir) => {
                    let values = kept.values.entry(*side).or_default();
                    if values.contains_key(read) {
                        continue;
                    }
                    let value = match self.in_roll(left.slot, *side, ir, at) {
                        Err(failure) if failure.code() == Code::NotInThisOutcome => None,
                        value => match unless_stopped(value)? {
                            None => return Ok(None),
                            value => value,
                        },
                    };
                    values.insert(read.clone(), value);
                }
            }
        }
        Ok(Some(kept))
    }

    /// Clears the labels that belong to a round, because no other round reads them.
    fn forget_round(&mut self, own: &Range<usize>, at: At) -> Result<(), Failure> {
        let act = self.act(at)?;
        act.slots.iter_mut().take(own.end).skip(own.start).for_each(|slot| *slot = None);
        let (held, gone): (_, &dyn Fn(&usize) -> bool) = (&mut act.held, &|slot| own.contains(slot));
        without(&mut held.many, gone);
        without(&mut held.dice, gone);
        without(&mut held.rolls, gone);
        held.kept.retain(|(slot, _), _| !own.contains(slot));
        without(&mut held.facts, gone);
        without(&mut held.did, gone);
        self.let_go_of_dice(at)
    }
}

/// What is still read of a roll whose dice are gone.
#[derive(Default)]
struct ValuesLeft {
    margin: Option<i64>,
    /// By side.
    values: BTreeMap<usize, BTreeMap<FrameRead, Option<Value>>>,
}

/// A value; `None` where there is none, which whatever reads it will say. What stops a run stops it here.
fn unless_stopped<T>(value: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match value {
        Err(failure) if failure.stop() == Some(Stop::Cut) => Ok(None),
        value => Failure::if_any(value),
    }
}
