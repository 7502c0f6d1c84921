//! Runs loops of steps in rounds.

use std::ops::Range;

use super::failure::Failure;
use super::machine::{Machine, Value};
use super::perform::Flow;
use super::play::Facts;
use super::result::{Answer, Step as Told};
use crate::check::program::{At, Left, Lowered};
use crate::diagnostic::Code;
use crate::ruleset::steps::Repeat;
use crate::sort::without;

impl<'a> Machine<'a> {
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
        let begun = self.ties(at)?;
        while left > 0 {
            left -= 1;
            self.store(slot, Value::Int(count - left), at)?;
            if self.telling() {
                let name = self.label_of(slot, at)?;
                self.step(|_| Told::Value { name, formula: String::new(), value: Answer::Number(count - left) });
            }
            if self.steps(&round.steps)? == Flow::Stops {
                return Ok(Flow::Stops);
            }
            if let Some(until) = until
                && self.whole(until)? != 0
            {
                break;
            }
            if left > 0 {
                self.forget_round(&round.own, at)?;
                self.round_over(&begun, at)?;
            }
        }
        Ok(Flow::Goes)
    }

    /// Clears what nothing reads any more of rolls that are over.
    pub(super) fn forget_rolls(&mut self, rolls: &[Left], at: At) -> Result<(), Failure> {
        let held = &mut self.act(at)?.held;
        for left in rolls {
            held.rolls.remove(&left.slot);
            held.did.remove(&left.slot);
            if let Some(facts) = held.facts.get_mut(&left.slot) {
                let none = Facts::default();
                *facts = Facts {
                    outcome: facts.outcome.filter(|_| left.outcome),
                    success: facts.success.filter(|_| left.success),
                    margin: None,
                    ..if left.winner { *facts } else { none }
                };
            }
        }
        Ok(())
    }

    /// Clears the labels that belong to a round, because no other round reads them.
    fn forget_round(&mut self, own: &Range<usize>, at: At) -> Result<(), Failure> {
        let act = self.act(at)?;
        act.slots.iter_mut().take(own.end).skip(own.start).for_each(|slot| *slot = None);
        let (held, gone): (_, &dyn Fn(&usize) -> bool) = (&mut act.held, &|slot| own.contains(slot));
        without(&mut held.many, gone);
        without(&mut held.dice, gone);
        without(&mut held.rolls, gone);
        without(&mut held.facts, gone);
        without(&mut held.did, gone);
        Ok(())
    }
}
