//! Interventions that happen at every possible hook. A walk over all outcomes requests interventions without a place.

use std::collections::{BTreeMap, VecDeque};

use super::action_state::{Play, RequestedIntervention};
use super::entry_points::Done;
use super::failure::{Failure, There as _};
use super::machine::{Machine, TestFrame};
use super::roll::DiceRoll;
use super::truncated_bounds::TruncatedBounds;
use crate::check::RollSource;
use crate::check::program::{At, Hook, InterventionSite};
use crate::diagnostic::Code;

/// Failures that say that an intervention is not possible now: others are mistakes.
pub const IMPOSSIBLE: [Code; 16] = [
    Code::HasAnother,
    Code::InterventionNotNow,
    Code::InterventionWithoutEffect,
    Code::InterventionNotHere,
    Code::InterventionOwn,
    Code::InterventionWhose,
    Code::NeedNotMet,
    Code::NotEnoughPoints,
    Code::BadAnswer,
    Code::NobodyThere,
    Code::NoSuchFace,
    Code::NothingThrown,
    Code::NumberOfDice,
    Code::PickedTwice,
    Code::TagNotThere,
    Code::TooFewAnswers,
];

/// Steps that each try of an intervention counts as where every way is gone, and for each die thrown: all is
/// kept as it was, what is seen is worked out again, and so is what the roll comes to.
const TRIED: u64 = 30;
const TRIED_DIE: u64 = 2;
/// What is copied counts as so many that are looked at.
const COPIED: usize = 4;

/// Everything that an intervention may change.
pub(super) struct Before<'a> {
    /// Without events, which only come after one another.
    play: Option<Box<Play<'a>>>,
    /// How many events there were.
    events: usize,
    frame: Option<TestFrame<'a>>,
    rolls: Vec<DiceRoll>,
    covered: BTreeMap<usize, usize>,
    unending: BTreeMap<usize, TruncatedBounds>,
    either: BTreeMap<usize, usize>,
    shared: Option<usize>,
    source: &'a RollSource,
    side: usize,
    told: usize,
    asked: BTreeMap<String, i64>,
    given: Vec<i64>,
    worth: Vec<(usize, i64)>,
}

impl<'a> Machine<'a> {
    /// Everything as it is before something is tried.
    pub(super) fn as_it_is(&mut self, at: At) -> Result<Before<'a>, Failure> {
        let dice = self.rolls.iter().map(|roll| 1 + roll.dice.len()).sum::<usize>();
        let play = self.playing(at)?;
        // A character that is changed then is copied, tags and all.
        let there = COPIED * play.world.size() + play.passed.len() + play.changed.len() + dice;
        // To what only grows one comes back without a copy of it, and what was found out is found out again.
        let (events, memory) = (std::mem::take(&mut play.events), std::mem::take(&mut play.memory));
        let kept = Some(Box::new(play.clone()));
        (play.events, play.memory) = (events, memory);
        let events = play.events.len();
        self.look_at(there, at)?;
        Ok(Before {
            play: kept,
            events,
            frame: self.frame.clone(),
            rolls: self.rolls.clone(),
            covered: self.covered.clone(),
            unending: self.unending.clone(),
            either: self.either.clone(),
            shared: self.shared,
            source: self.source,
            side: self.side,
            told: self.trace.as_ref().map_or(0, Vec::len),
            asked: self.asked.clone(),
            given: self.given.clone(),
            worth: self.worth.clone(),
        })
    }

    /// Nothing of what was tried has happened.
    pub(super) fn take_back(&mut self, before: Before<'a>) {
        let mut events = self.play.take().map(|play| play.events).unwrap_or_default();
        events.truncate(before.events);
        self.play = before.play.map(|mut play| {
            play.events = events;
            play
        });
        self.frame = before.frame;
        self.rolls = before.rolls;
        self.covered = before.covered;
        self.unending = before.unending;
        self.either = before.either;
        self.shared = before.shared;
        self.source = before.source;
        self.side = before.side;
        self.asked = before.asked;
        self.given = before.given;
        self.worth = before.worth;
        if let Some(trace) = &mut self.trace {
            trace.truncate(before.told);
        }
        self.forget_told();
    }

    /// All that is wanted and that can be done here, in the order in which it was asked for; whether there was
    /// anything.
    pub(super) fn what_can_be(&mut self, hook: Hook, number: usize, at: At) -> Result<bool, Failure> {
        let mut any = false;
        for _ in 0..self.game.limits.actions {
            let mut later = VecDeque::new();
            let mut done = false;
            // Where more dice lie there, only what is known to have been done here was.
            let past = self.effects.is_past();
            while !done && !self.playing(at)?.waiting.is_empty() {
                let Some(chosen) = self.next_wanted(hook, number, None, at)? else {
                    later.extend(self.playing(at)?.waiting.pop_front());
                    continue;
                };
                // What was not done just now is not done if it is asked for once more, either.
                done = !(past && chosen.place != Some(number) || later.contains(&chosen))
                    && self.is_taken(hook, number, &chosen, at)?
                    && self.is_done((hook, number), &chosen, at)?;
                if !done {
                    later.push_back(chosen);
                }
            }
            let waiting = &mut self.playing(at)?.waiting;
            later.into_iter().rev().for_each(|chosen| waiting.push_front(chosen));
            if !done {
                break;
            }
            any = true;
            if !self.playing(at)?.waiting.is_empty() {
                self.link_over(at)?;
            }
        }
        Ok(any)
    }

    /// Does an intervention, if it is possible from its first step to its last; else nothing has
    /// happened.
    fn is_done(
        &mut self,
        (hook, number): (Hook, usize),
        chosen: &RequestedIntervention,
        at: At,
    ) -> Result<bool, Failure> {
        let game = self.game;
        let places = &game.interventions.get(chosen.index).there(at)?.places;
        let place: Option<&'a InterventionSite> = places.iter().find(|place| place.takes(hook));
        let place = place.there(at)?;
        let dice = self.rolls.iter().map(|roll| roll.dice.len() as u64).sum::<u64>();
        let work = dice.saturating_mul(TRIED_DIE).saturating_add(TRIED);
        self.effects.worked(work).map_err(|refusal| Failure::refused(refusal, at))?;
        let before = self.as_it_is(at)?;
        let events = before.events;
        match self.intervene(place, Some(chosen.clone()), at) {
            Ok(()) => {
                self.playing(at)?.done.push(chosen.clone());
                // A policy and best play say where it is done.
                let ruled = self
                    .playing(at)?
                    .policy
                    .is_some_and(|policy| policy.rules.iter().any(|rule| rule.chosen == *chosen));
                if !ruled && !self.effects.decides() {
                    let noted = self.note_placed(place, chosen, number, at)?;
                    self.note_price(noted, events, at)?;
                }
                Ok(true)
            }
            Err(failure) if IMPOSSIBLE.contains(&failure.code()) => {
                self.take_back(before);
                let refused = &mut self.playing(at)?.refused;
                if refused.iter().all(|(one, _)| one != chosen) {
                    refused.push((chosen.clone(), failure));
                }
                Ok(false)
            }
            Err(failure) => Err(failure),
        }
    }

    /// What was wanted and not done, and why: it was not possible in any of its places, or there
    /// was none. What was done less often than it was wanted was done whenever it can be.
    pub(super) fn undone(&mut self, at: At) -> Result<(), Failure> {
        let decides = self.effects.decides();
        let play = self.playing(at)?;
        // Where the condition of a policy held it was wanted, wherever else it did not.
        let wanted = |chosen: &RequestedIntervention| !decides && play.refused.iter().any(|(one, _)| one == chosen);
        let left = |chosen: &RequestedIntervention| !play.declined.contains(chosen) || wanted(chosen);
        play.waiting.retain(|chosen| !play.done.contains(chosen) && left(chosen));
        if decides {
            play.done.append(&mut play.declined);
        }
        while let Some(chosen) = self.playing(at)?.waiting.front().cloned() {
            let refused = self.playing(at)?.refused.iter().find(|(one, _)| *one == chosen);
            let why = match refused.map(|(_, failure)| failure.clone()) {
                Some(failure) => failure,
                None => match self.nothing_waits(at) {
                    Err(failure) => failure,
                    Ok(()) => return Err(Failure::internal(at)),
                },
            };
            let play = self.playing(at)?;
            play.waiting.pop_front();
            play.undone.push((chosen, why));
        }
        Ok(())
    }
}

/// What was wanted in some run and done in none, and why. Where the condition of a policy did not hold it was not wanted.
#[derive(Debug, Clone, Default)]
pub struct Never {
    refused: Vec<(RequestedIntervention, Failure)>,
    taken: Vec<RequestedIntervention>,
}

impl Never {
    /// One more run: what it left undone, and what it did.
    pub fn narrow(&mut self, done: &Done) {
        for chosen in &done.taken {
            if !self.taken.contains(chosen) {
                self.taken.push(chosen.clone());
            }
        }
        for (chosen, why) in &done.undone {
            if self.refused.iter().all(|(one, _)| one != chosen) {
                self.refused.push((chosen.clone(), why.clone()));
            }
        }
    }

    /// Why the first of what was never done was not.
    #[must_use]
    pub fn why(self) -> Option<Failure> {
        let taken = self.taken;
        self.refused.into_iter().find(|(chosen, _)| !taken.contains(chosen)).map(|(_, failure)| failure)
    }
}
