//! The passing of time: expires and renews tags, and runs due actions.

use std::rc::Rc;

use super::action_state::{HeldThings, RunningAction};
use super::effects::CardRead;
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value};
use super::states::known;
use super::steps::Cast;
use crate::check::program::{At, Named};
use crate::diagnostic::Code;
use crate::world::{Event, HeldTag, Lasts, TABLE};

impl<'a> Machine<'a> {
    /// Ends tags whose `until` condition holds; returns whether there were any.
    pub(super) fn ended(&mut self, at: At) -> Result<bool, Failure> {
        let game = self.game;
        let mut over: Vec<(usize, HeldTag)> = Vec::new();
        for (who, tag) in self.tags_that(|tag| matches!(tag.lasts, Lasts::Until(_)), at)? {
            let Lasts::Until(index) = tag.lasts else { continue };
            let ir = game.untils.get(index).there(at)?;
            if self.seen_from(who, at, |machine| machine.whole(ir))? != 0 {
                over.push((who, tag));
            }
        }
        let any = !over.is_empty();
        self.end_tags(&over, at)?;
        Ok(any)
    }

    /// The tags that meet a predicate, with their owners.
    fn tags_that(&mut self, wanted: impl Fn(&HeldTag) -> bool, at: At) -> Result<Vec<(usize, HeldTag)>, Failure> {
        let there = self.playing(at)?.world.size();
        self.look_at(there, at)?;
        let people = self.playing(at)?.world.people.iter().enumerate();
        let tags = people.flat_map(|(who, person)| person.tags.iter().map(move |tag| (who, tag)));
        Ok(tags.filter(|(_, tag)| wanted(tag)).map(|(who, tag)| (who, tag.clone())).collect())
    }

    /// Ends tags and runs the `ends` of each.
    fn end_tags(&mut self, over: &[(usize, HeldTag)], at: At) -> Result<(), Failure> {
        let this = self.push_pending(at)?;
        let mut rest = over;
        while let Some(((who, tag), after)) = rest.split_first() {
            rest = after;
            let (left, tags) = (after.iter().map(|(who, _)| *who as i64), after.iter().map(|(_, tag)| tag.number));
            self.set_pending(this, left, tags, at)?;
            let ends = self.game.tags[tag.kind].ends;
            self.record(Event::TagLost { who: *who, tag: tag.clone(), over: true }, at)?;
            if let Some(action) = ends {
                self.about_tag(action, *who, tag, at)?;
            }
        }
        self.pop_pending(this, at)
    }

    /// Runs an action that no player requested; its only role is the character it is about.
    pub(super) fn by_itself(&mut self, action: usize, who: usize, at: At) -> Result<(), Failure> {
        let def = self.game.actions.get(action).there(at)?;
        let cast = (0..def.roles).map(|slot| if slot == 0 { Cast::One(who) } else { Cast::Empty }).collect();
        self.run_action(def, Some(action), cast, Vec::new(), at).map(|_| ())
    }

    /// Runs such an action for a tag, which answers the action's first question for its kind.
    fn about_tag(&mut self, action: usize, who: usize, tag: &HeldTag, at: At) -> Result<(), Failure> {
        // They are gone through in the order of the hand.
        self.reads_card(tag.kind, CardRead::Itself, at)?;
        let def = self.game.actions.get(action).there(at)?;
        let kind = &*self.game.tags[tag.kind].name;
        let mut given = Vec::new();
        for ask in &def.ask {
            let same = matches!(ask.question.kind, crate::check::program::AnswerKind::Tag(of) if of == tag.kind);
            if same || def.slots.get(ask.slot).is_some_and(|slot| *slot.name == *kind) {
                given.push((ask.slot, Value::Int(tag.number).into()));
                break;
            }
        }
        let cast = (0..def.roles).map(|slot| if slot == 0 { Cast::One(who) } else { Cast::Empty }).collect();
        self.playing(at)?.about.push(tag.clone());
        let done = self.run_action(def, Some(action), cast, given, at).map(|_| ());
        self.playing(at)?.about.pop();
        done
    }

    /// Passes one unit of time for all characters. A round that passes in this way includes a turn of each.
    pub(super) fn pass(&mut self, time: usize, left: &mut u32, at: At) -> Result<(), Failure> {
        for own in self.game.turns_within(time) {
            self.unit(own, None, left, at)?;
        }
        self.unit(time, None, left, at)
    }

    /// Passes one unit of time by itself: for all characters, or for the one whose turn it is. Entries of the table
    /// count every turn.
    pub(super) fn unit(&mut self, time: usize, owner: Option<usize>, left: &mut u32, at: At) -> Result<(), Failure> {
        let game = self.game;
        *left = left
            .checked_sub(1)
            .ok_or_else(|| Failure::new(Code::TooMuchTime, at).arg("limit", i64::from(self.game.limits.passing)))?;
        let def = game.times.get(time).there(at)?;
        for (count, inner) in &def.passes {
            for _ in 0..*count {
                self.pass(*inner, left, at)?;
            }
        }
        if owner.is_none() {
            self.record(Event::Passed(time), at)?;
        }
        // Durations in shorter units end; durations in this unit decrease.
        let counted =
            |tag: &HeldTag| matches!(tag.lasts, Lasts::Times(_, unit) if unit == time || def.ends.contains(&unit));
        let mut over = Vec::new();
        for (who, tag) in self.tags_that(counted, at)? {
            // If that character is not at the table, the owner's turns count.
            let named = tag.turn.as_ref();
            let counts = match named {
                Some(name) => self.playing(at)?.world.find(name).unwrap_or(who),
                None => who,
            };
            if !concerns(owner, counts) {
                continue;
            }
            let Lasts::Times(count, unit) = tag.lasts else { continue };
            if def.ends.contains(&unit) || count <= 1 {
                over.push((who, tag));
            } else {
                let to = Lasts::Times(count.saturating_sub(1), unit);
                self.record(Event::TagLasts { who, number: tag.number, from: tag.lasts, to }, at)?;
            }
        }
        let this = self.push_pending(at)?;
        self.set_pending(this, [i64::from(*left)], [], at)?;
        self.end_tags(&over, at)?;
        self.renew(time, owner, at)?;
        self.every(time, owner, at)?;
        self.pop_pending(this, at)
    }

    fn renew(&mut self, time: usize, owner: Option<usize>, at: At) -> Result<(), Failure> {
        let game = self.game;
        let people = self.playing(at)?.world.people.len();
        for (index, points) in game.points.pairs() {
            let Some((_, ir)) = points.renew.iter().find(|(unit, _)| *unit == time) else { continue };
            for who in 0..people {
                let person = self.playing(at)?.world.people.get(who);
                let lacks = person.is_some_and(|person| person.lacks(game, Named::Points(index)).is_some());
                if points.shared != (who == TABLE) || !concerns(owner, who) || lacks {
                    continue;
                }
                let quiet = std::mem::replace(&mut self.playing(at)?.quiet, true);
                let to = self.seen_from(who, at, |machine| machine.whole(ir));
                let read = crate::check::program::PointsRead::Now;
                let from = self.seen_from(who, at, |machine| machine.points(index, read, at));
                let most = points.max.as_ref().map(|ir| self.seen_from(who, at, |machine| machine.whole(ir)));
                self.playing(at)?.quiet = quiet;
                self.playing(at)?.who = TABLE;
                // Nothing is renewed if the sheet has no such points.
                let (Some(to), Some(from)) = (known(to)?, known(from)?) else { continue };
                let most = most.map(known).transpose()?.flatten();
                // As with gains, the upper bound applies.
                let to = most.map_or(to, |most| to.min(most.max(from)));
                let endless = match &points.endless {
                    Some(ir) => self.seen_from(who, at, |machine| machine.whole(ir))? != 0,
                    None => false,
                };
                if to != from && !endless {
                    self.record(Event::Points { who, points: index, from, to }, at)?;
                }
            }
        }
        Ok(())
    }

    /// Runs everything with `every`: states, then tags, then actions.
    fn every(&mut self, time: usize, owner: Option<usize>, at: At) -> Result<(), Failure> {
        let game = self.game;
        let due = |state: &crate::check::program::State| state.every.iter().any(|(unit, _)| *unit == time);
        let any = game.all_states().any(due);
        let states = if any { self.states(at)? } else { Rc::default() };
        let this = self.push_pending(at)?;
        for (&(who, holder), &state) in states.iter().filter(|((who, _), _)| concerns(owner, *who)) {
            let state = game.holder(holder).and_then(|one| one.states.get(state));
            for (unit, action) in &state.there(at)?.every {
                if *unit == time {
                    let rest = states.iter().filter(|(key, _)| **key >= (who, holder));
                    self.set_pending(this, rest.flat_map(|(&key, &state)| flat(key, state)), [], at)?;
                    self.by_itself(*action, who, at)?;
                }
            }
        }
        let due = |tag: &HeldTag| game.tags[tag.kind].every.iter().any(|(unit, _)| *unit == time);
        let people = self.playing(at)?.world.people.len();
        let due = self.tags_that(due, at)?;
        for (place, (who, tag)) in due.iter().enumerate() {
            if !concerns(owner, *who) {
                continue;
            }
            let rest = || due.iter().skip(place + 1);
            let (left, tags) = (rest().map(|(who, _)| *who as i64), rest().map(|(_, tag)| tag.number));
            self.set_pending(this, left, tags, at)?;
            let kind = &game.tags[tag.kind];
            for (_, action) in kind.every.iter().filter(|(unit, _)| *unit == time) {
                // An earlier action may have removed it.
                if self.tag_numbered(tag.number, at)?.is_some() {
                    self.about_tag(*action, *who, tag, at)?;
                }
            }
        }
        for (index, action) in game.actions.iter().enumerate() {
            for (_, when) in action.every.iter().filter(|(unit, _)| *unit == time) {
                let role = action.slots.first().there(at)?;
                for who in (1..people).filter(|who| concerns(owner, *who)) {
                    if Failure::if_any(self.is_for((&role.name, role.of_kind), who, at))?.is_none() {
                        continue;
                    }
                    let mut slots = vec![None; action.slots.len()];
                    let who_it_is = i64::try_from(who).map_err(|_| Failure::internal(at))?;
                    *slots.first_mut().there(at)? = Some(Value::Int(who_it_is).into());
                    let act = RunningAction { action, index: None, slots, held: HeldThings::default() };
                    let play = self.playing(at)?;
                    play.acts.push(act);
                    let quiet = std::mem::replace(&mut play.quiet, true);
                    let due = self.whole(when);
                    let play = self.playing(at)?;
                    play.acts.pop();
                    play.quiet = quiet;
                    play.who = TABLE;
                    if known(due)?.is_some_and(|due| due != 0) {
                        self.set_pending(this, [index as i64, who as i64], [], at)?;
                        self.by_itself(index, who, at)?;
                    }
                }
            }
        }
        self.pop_pending(this, at)
    }
}

/// The state of something that a character has, as numbers.
fn flat((who, holder): (usize, usize), state: usize) -> [i64; 3] {
    [who as i64, holder as i64, state as i64]
}

/// Whether time that passes for one character, or for all, passes for this one; always for the table.
fn concerns(owner: Option<usize>, who: usize) -> bool {
    owner.is_none_or(|one| one == who || who == TABLE)
}
