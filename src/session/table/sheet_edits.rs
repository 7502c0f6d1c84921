//! Corrections of a character's sheet by hand.

use super::{Move, MoveHistory, What};
use crate::diagnostic::Diagnostic;
use crate::engine::{Done, Record};
use crate::world::{Env, Event, HeldTag, Person};

impl MoveHistory {
    /// Edits characters: a move like any other, with its events. Each entry is the index of a character, the state that
    /// the difference is taken from (with the defaults of the ruleset), and the new state.
    ///
    /// # Errors
    ///
    /// An internal error where the events do not lead there.
    pub fn edit(&mut self, changed: &[(usize, Person, Person)]) -> Result<&Move, Diagnostic> {
        let before = self.world().clone();
        let (mut world, mut events) = (before.clone(), Vec::new());
        for (who, had, now) in changed {
            let old = world.people.get(*who).ok_or_else(Diagnostic::internal)?;
            let own = changes(*who, (old, had), now, world.next_tag);
            world = world.after(&own).ok_or_else(Diagnostic::internal)?;
            events.extend(own);
        }
        let done = Done { world, events, ..Done::default() };
        let who = changed.iter().map(|(who, ..)| *who).collect();
        Ok(self.make(Move::new(What::Edited(who), done, before, &Env::default(), Record::default())))
    }
}

/// The events that lead from one to another. New tags take the numbers from `next` on.
fn changes(who: usize, (old, had): (&Person, &Person), now: &Person, next: i64) -> Vec<Event> {
    let points = now.points.iter().map(|(points, to)| {
        let from = had.points.get(points).copied().unwrap_or(0);
        (from != *to || !old.points.contains_key(points)).then_some(Event::Points {
            who,
            points: *points,
            from,
            to: *to,
        })
    });
    let traits = now.traits.iter().map(|(index, to)| {
        let from = had.traits.get(index).copied().unwrap_or(0);
        (from != *to || !old.traits.contains_key(index)).then_some(Event::Trait { who, index: *index, from, to: *to })
    });
    let own = now.open.iter().map(|(name, to)| {
        let from = old.open.get(name).copied();
        (from != Some(*to)).then(|| Event::Own { who, name: name.clone(), from: from.unwrap_or(0), to: *to })
    });
    let marks = now.marks.iter().map(|(track, to)| {
        let mut from = old.marks.get(track).cloned().unwrap_or_default();
        from.resize(to.len(), 0);
        (from != *to).then(|| Event::Marks { who, track: *track, from, to: to.clone() })
    });
    let mut events: Vec<Event> = points.chain(traits).chain(own).chain(marks).flatten().collect();
    tags(who, old, now, next, &mut events);
    events
}

/// What becomes of tags: the same kind with the same name is the same tag.
fn tags(who: usize, old: &Person, now: &Person, next: i64, events: &mut Vec<Event>) {
    let mut left: Vec<&HeldTag> = now.tags.iter().collect();
    for tag in &old.tags {
        let same = |one: &&HeldTag| one.kind == tag.kind && one.name == tag.name && one.turn == tag.turn;
        let Some(found) = left.iter().position(same).map(|at| left.remove(at)) else {
            events.push(Event::TagLost { who, tag: tag.clone(), over: false });
            continue;
        };
        let number = tag.number;
        for (value, (from, to)) in tag.values.iter().zip(&found.values).enumerate().filter(|(_, (from, to))| from != to)
        {
            events.push(Event::TagValue { who, number, value, from: from.clone(), to: to.clone() });
        }
        if tag.lasts != found.lasts {
            events.push(Event::TagLasts { who, number, from: tag.lasts, to: found.lasts });
        }
    }
    events.extend(left.into_iter().zip(next..).map(|(tag, number)| {
        let mut tag = tag.clone();
        tag.number = number;
        Event::TagGained { who, tag }
    }));
}
