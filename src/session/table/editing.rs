//! Somebody's sheet is corrected by hand.

use super::{Move, Table, What};
use crate::engine::{Done, Record};
use crate::world::{Env, Event, Person, World};

impl Table {
    /// What is true of the character of this place becomes what another says: a move like any other, with its events.
    /// What the sheet does not say, and what therefore changes from what the ruleset says, is in `had`.
    pub fn edit(&mut self, who: usize, had: &Person, now: &Person) -> &Move {
        let before = self.world().clone();
        let mut world = before.clone();
        let mut events = Vec::new();
        if let (Some(old), Some(slot)) = (before.people.get(who), world.people.get_mut(who)) {
            // Names of one's own have no event of theirs.
            slot.open.clone_from(&now.open);
            events = changes(who, (old, had), now, before.next_tag);
        }
        events.iter().for_each(|event| World::apply(&mut world, event));
        let done = Done { world, events, ..Done::default() };
        self.make(Move::new(What::Edited(who), done, before, &Env::default(), Record::default()))
    }
}

/// The events that lead from one to another. Tags beyond those that there were are new, and take the numbers from `next` on.
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
    let marks = now.marks.iter().map(|(track, to)| {
        let mut from = old.marks.get(track).cloned().unwrap_or_default();
        from.resize(to.len(), 0);
        (from != *to).then(|| Event::Marks { who, track: *track, from, to: to.clone() })
    });
    let tags = now.tags.iter().skip(old.tags.len()).zip(next..).map(|(tag, number)| {
        let mut tag = tag.clone();
        tag.number = number;
        Some(Event::TagGained { who, tag })
    });
    points.chain(traits).chain(marks).chain(tags).flatten().collect()
}
