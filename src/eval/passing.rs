//! Time passes: what ends with it, what begins anew, what is due.

use super::failure::{Failure, There as _};
use super::machine::{Machine, Value};
use super::perform::Cast;
use super::play::{Act, HeldThings};
use super::states::{States, known};
use crate::check::program::At;
use crate::diagnostic::Code;
use crate::state::{Event, Lasts, TABLE, Tag};

impl<'a> Machine<'a> {
    /// Tags that last until something is so, and it is.
    pub(super) fn ended(&mut self, at: At) -> Result<bool, Failure> {
        let game = self.game;
        let mut over: Vec<(usize, Tag)> = Vec::new();
        let people = self.playing(at)?.world.people.clone();
        for (who, person) in people.iter().enumerate() {
            for tag in &person.tags {
                let Lasts::Until(index) = tag.lasts else { continue };
                let ir = game.untils.get(index).there(at)?;
                if self.seen_from(who, at, |machine| machine.whole(ir))? != 0 {
                    over.push((who, tag.clone()));
                }
            }
        }
        let any = !over.is_empty();
        for (who, tag) in over {
            self.end_tag(who, tag, at)?;
        }
        Ok(any)
    }

    /// The time of a tag is over.
    fn end_tag(&mut self, who: usize, tag: Tag, at: At) -> Result<(), Failure> {
        let ends = self.game.tags.get(tag.kind).there(at)?.ends;
        self.record(Event::TagLost { who, tag: tag.clone(), over: true }, at)?;
        match ends {
            Some(action) => self.about_tag(action, who, &tag, at),
            None => Ok(()),
        }
    }

    /// An action that nobody asked for: its only role is whoever it is about.
    pub(super) fn by_itself(&mut self, action: usize, who: usize, at: At) -> Result<(), Failure> {
        let def = self.game.actions.get(action).there(at)?;
        let cast = (0..def.roles).map(|slot| if slot == 0 { Cast::One(who) } else { Cast::Nobody }).collect();
        self.run_action(def, Some(action), cast, Vec::new(), at).map(|_| ())
    }

    /// The same about a tag: a question of the action that is called as the tag's kind is that tag.
    fn about_tag(&mut self, action: usize, who: usize, tag: &Tag, at: At) -> Result<(), Failure> {
        let def = self.game.actions.get(action).there(at)?;
        let kind = self.game.tags.get(tag.kind).map(|kind| &*kind.name).there(at)?;
        let mut given = Vec::new();
        for ask in &def.ask {
            let same = matches!(ask.question.kind, crate::check::program::AnswerKind::Tag(of) if of == tag.kind);
            if same || def.slots.get(ask.slot).is_some_and(|slot| *slot.name == *kind) {
                given.push((ask.slot, Value::Int(tag.number)));
                break;
            }
        }
        let cast = (0..def.roles).map(|slot| if slot == 0 { Cast::One(who) } else { Cast::Nobody }).collect();
        self.playing(at)?.about.push(tag.clone());
        let done = self.run_action(def, Some(action), cast, given, at).map(|_| ());
        self.playing(at)?.about.pop();
        done
    }

    /// One unit of time.
    pub(super) fn pass(&mut self, time: usize, left: &mut u32, at: At) -> Result<(), Failure> {
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
        self.record(Event::Passed(time), at)?;
        // What was counted in shorter times ends; what was counted in this one is nearer to it.
        let people = self.playing(at)?.world.people.clone();
        let mut over = Vec::new();
        for (who, person) in people.iter().enumerate() {
            for tag in &person.tags {
                let Lasts::Times(count, unit) = tag.lasts else { continue };
                if def.ends.contains(&unit) || (unit == time && count <= 1) {
                    over.push((who, tag.clone()));
                } else if unit == time {
                    let to = Lasts::Times(count.saturating_sub(1), unit);
                    self.record(Event::TagLasts { who, number: tag.number, from: tag.lasts, to }, at)?;
                }
            }
        }
        for (who, tag) in over {
            self.end_tag(who, tag, at)?;
        }
        self.renew(time, at)?;
        self.every(time, at)
    }

    fn renew(&mut self, time: usize, at: At) -> Result<(), Failure> {
        let game = self.game;
        let people = self.playing(at)?.world.people.len();
        for (index, points) in game.points.iter().enumerate() {
            let Some((_, ir)) = points.renew.iter().find(|(unit, _)| *unit == time) else { continue };
            for who in 0..people {
                if points.shared != (who == TABLE) {
                    continue;
                }
                let quiet = std::mem::replace(&mut self.playing(at)?.quiet, true);
                let to = self.seen_from(who, at, |machine| machine.whole(ir));
                let read = crate::check::program::PointsRead::Now;
                let from = self.seen_from(who, at, |machine| machine.points(index, read, at));
                self.playing(at)?.quiet = quiet;
                self.playing(at)?.who = TABLE;
                // Whose sheet does not say it has none to renew.
                let (Some(to), Some(from)) = (known(to)?, known(from)?) else { continue };
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

    /// What is due every so often: states, then tags, then actions.
    fn every(&mut self, time: usize, at: At) -> Result<(), Failure> {
        let game = self.game;
        let due = |state: &crate::check::program::State| state.every.iter().any(|(unit, _)| *unit == time);
        let any = game.tracks.iter().any(|track| track.states.iter().any(due));
        let states = if any { self.states(at)? } else { States::new() };
        for ((who, track), state) in states {
            let state = game.tracks.get(track).and_then(|track| track.states.get(state));
            for (unit, action) in &state.there(at)?.every {
                if *unit == time {
                    self.by_itself(*action, who, at)?;
                }
            }
        }
        let people = self.playing(at)?.world.people.clone();
        for (who, person) in people.iter().enumerate() {
            for tag in &person.tags {
                let kind = game.tags.get(tag.kind).there(at)?;
                for (unit, action) in &kind.every {
                    let still = self.playing(at)?.world.tag(tag.number).is_some();
                    if *unit == time && still {
                        self.about_tag(*action, who, tag, at)?;
                    }
                }
            }
        }
        for (index, action) in game.actions.iter().enumerate() {
            for (_, when) in action.every.iter().filter(|(unit, _)| *unit == time) {
                for who in 1..people.len() {
                    let mut slots: Vec<Option<Value>> = vec![None; action.slots.len()];
                    let who_it_is = i64::try_from(who).map_err(|_| Failure::internal(at))?;
                    *slots.first_mut().there(at)? = Some(Value::Int(who_it_is));
                    let act = Act { action, index: None, slots, held: HeldThings::default() };
                    let play = self.playing(at)?;
                    play.acts.push(act);
                    let quiet = std::mem::replace(&mut play.quiet, true);
                    let due = self.whole(when);
                    let play = self.playing(at)?;
                    play.acts.pop();
                    play.quiet = quiet;
                    play.who = TABLE;
                    if known(due)?.is_some_and(|due| due != 0) {
                        self.by_itself(index, who, at)?;
                    }
                }
            }
        }
        Ok(())
    }
}
