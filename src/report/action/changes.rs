//! The change of an event in a few words, and the sum of all changes.

use super::super::Catalogue;
use super::super::document::Line;
use super::super::roll::{signed, words};
use super::super::sheet::about_tag;
use crate::check::program::{CardValue, CheckedGame, Kind, PointsId, TagId, TrackId, TraitSource};
use crate::diagnostic::Args;
use crate::engine::{Answer, Done};
use crate::world::{Event, HeldTag, LastsLook, TABLE, TagLook, TagValue, World};

/// Describes the changes of events.
pub(in crate::report) struct ChangeWriter<'a> {
    pub(in crate::report) game: &'a CheckedGame,
    pub(in crate::report) done: &'a Done,
    /// All characters before, where a sheet may have said nothing of what has a value now.
    pub(in crate::report) before: Option<&'a World>,
    pub(in crate::report) catalogue: &'a Catalogue,
}

impl ChangeWriter<'_> {
    fn say(&self, id: &str, name: &'static str, value: &str) -> String {
        self.catalogue.text(id, &vec![(name, value.into())])
    }

    /// The name of a character; the table is called so in every language.
    pub(in crate::report) fn name(&self, who: usize) -> String {
        let name = self.done.world.people.get(who).map_or("", |person| &*person.name);
        if who == TABLE && name == "table" { self.catalogue.text("deed-table", &Args::new()) } else { name.to_owned() }
    }

    /// A tag by its kind, its name and its values, but for those that are as usual.
    pub(in crate::report) fn tag(&self, tag: &HeldTag) -> String {
        let mut look = TagLook::of(self.game, tag);
        let kind = &self.game.tags[tag.kind];
        let card = kind.cards.as_ref().and_then(|deck| deck.card(tag.name.as_deref()?));
        // Nor what the name of a card says.
        let is_in_name = |index: usize, held: &TagValue| {
            let number = card.filter(|card| card.named.contains(&index)).and_then(|card| card.values.get(index));
            matches!((number, held), (Some(CardValue::Number(one)), TagValue::Number(other)) if one == other)
        };
        let mut in_name = tag.values.iter().enumerate().map(|(index, held)| is_in_name(index, held));
        look.values.retain(|(name, _)| !in_name.next().unwrap_or(false) && !look.usual.contains(name));
        let name = look.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
        format!("{}{name}{}", look.kind, about_tag(&look, self.catalogue))
    }

    /// A tag by its kind and its name.
    fn short(&self, number: i64) -> String {
        let Some(tag) = self.tag_numbered(number) else { return String::new() };
        let look = TagLook::of(self.game, tag);
        look.name.map_or(look.kind.clone(), |name| format!("{} {name}", look.kind))
    }

    /// A tag that a character has, or had.
    pub(in crate::report) fn tag_numbered(&self, number: i64) -> Option<&HeldTag> {
        let gone = || {
            self.done.events.iter().rev().find_map(|event| match event {
                Event::TagLost { tag, .. } | Event::TagGained { tag, .. } if tag.number == number => Some(tag),
                _ => None,
            })
        };
        self.done.world.tag(number).map(|(_, tag)| tag).or_else(gone)
    }

    /// `7/ 0X`
    fn signs(&self, track: TrackId, marks: &[i64]) -> String {
        let all = self.game.tracks[track].marks.iter().enumerate().map(|(at, (_, sign))| {
            let count = marks.get(at).copied().unwrap_or(0);
            format!("{count}{sign}")
        });
        all.collect::<Vec<_>>().join(" ")
    }

    fn held(&self, number: i64, value: usize, held: &TagValue) -> String {
        let question = self
            .tag_numbered(number)
            .and_then(|tag| self.game.tags[tag.kind].values.get(value))
            .map(|(_, question)| question);
        let found = question.map(|question| Answer::of_held(self.game, &question.kind, held));
        found.map(|answer| words(&answer, self.catalogue)).unwrap_or_default()
    }

    fn lasts(&self, lasts: crate::world::Lasts) -> String {
        match LastsLook::of(self.game, lasts) {
            Some(LastsLook::For(count, time)) => format!("{count} {time}"),
            Some(LastsLook::Until(condition)) => self.say("sheet-until", "condition", &condition),
            None => "–".to_owned(),
        }
    }

    /// Whom an event is about, and what it changed for them.
    pub(in crate::report) fn one(&self, event: &Event) -> Option<(usize, Line)> {
        let from_to = |name: &str, from: String, to: String| {
            Line::new().name(name).plain(" ").plain(from).plain(" → ").strong(to)
        };
        Some(match event {
            Event::Points { who, points, from, to } => {
                (*who, from_to(&self.game.points[*points].name, from.to_string(), to.to_string()))
            }
            Event::Trait { who, index, from, to } => {
                let name = self.game.traits.get(*index).map_or("", |one| &*one.name);
                let kind = self.game.trait_kind(*index);
                let said = |value: i64| words(&Answer::of(self.game, &kind, value), self.catalogue);
                if self.was_blank(*who, *index) {
                    return Some((*who, Line::new().name(name).plain(" ").strong(said(*to))));
                }
                (*who, from_to(name, said(*from), said(*to)))
            }
            Event::Own { who, name, from, to } => {
                let kind = self.game.open_group().map_or(Kind::Number, |question| question.value_kind());
                let said = |value: i64| words(&Answer::of(self.game, &kind, value), self.catalogue);
                (*who, from_to(name, said(*from), said(*to)))
            }
            Event::Marks { who, track, from, to } => {
                (*who, from_to(&self.game.tracks[*track].name, self.signs(*track, from), self.signs(*track, to)))
            }
            Event::State { who, holder, from, to } => {
                let states = self.game.holder(*holder).map(|one| one.states).unwrap_or_default();
                let name = |at: usize| states.get(at).map_or(String::new(), |state| state.name.to_string());
                (*who, Line::new().plain(name(*from)).plain(" → ").strong(name(*to)))
            }
            Event::TagGained { who, tag } => (*who, Line::new().plain(self.say("deed-gains", "tag", &self.tag(tag)))),
            Event::TagLost { who, tag, over } => {
                let id = if *over { "deed-over" } else { "deed-loses" };
                (*who, Line::new().plain(self.say(id, "tag", &self.short(tag.number))))
            }
            Event::TagValue { who, number, value, from, to } => {
                let tag = self.tag_numbered(*number);
                let question = tag.and_then(|tag| self.game.tags[tag.kind].values.get(*value));
                let name = question.map_or("", |(name, _)| &**name);
                let line = Line::new().name(self.short(*number)).plain(": ");
                (*who, line.then(from_to(name, self.held(*number, *value, from), self.held(*number, *value, to))))
            }
            Event::TagLasts { who, number, from, to } => {
                (*who, from_to(&self.short(*number), self.lasts(*from), self.lasts(*to)))
            }
            Event::Said(_) | Event::Passed(_) | Event::Turn(_) => return None,
        })
    }

    /// Whether a trait had no value at all before.
    fn was_blank(&self, who: usize, index: usize) -> bool {
        let said = |world: &World| world.people.get(who).is_some_and(|person| person.traits.contains_key(&index));
        let usual = matches!(self.game.traits.get(index).map(|one| &one.source),
            Some(TraitSource::Given(question)) if question.default.is_some());
        self.before.is_some_and(|before| !said(before)) && !usual
    }

    /// Groups equal changes, without bookkeeping: `Ann, Bob: Luck 3 → 2`. Changes of all characters in `many` are
    /// listed for each.
    pub(in crate::report) fn grouped(&self, many: &str) -> Vec<Line> {
        let mut people: Vec<(usize, Vec<Line>)> = Vec::new();
        for event in net(self.game, &self.done.events).iter().filter(|event| !self.is_internal(event)) {
            let line = match event {
                Event::Marks { who, track, from, to } => Some((*who, self.more_marks(*track, from, to))),
                event => self.one(event),
            };
            let Some((who, line)) = line else { continue };
            match people.iter_mut().find(|(one, _)| *one == who) {
                Some((_, lines)) => lines.push(line),
                None => people.push((who, vec![line])),
            }
        }
        let mut groups: Vec<(Vec<String>, Line)> = Vec::new();
        for (who, lines) in people {
            let (name, line) = (self.name(who), Line::join(lines, ", "));
            match groups.iter_mut().find(|(_, same)| *same == line) {
                Some((names, _)) => names.push(name),
                None => groups.push((vec![name], line)),
            }
        }
        let each = |names: &[String]| match names.join(", ") {
            all if all == many => self.catalogue.text("deed-each", &vec![("count", names.len().into())]),
            some => some,
        };
        groups.into_iter().map(|(names, line)| Line::new().name(each(&names)).plain(": ").then(line)).collect()
    }

    /// Whether an event is about what the ruleset keeps only for itself.
    fn is_internal(&self, event: &Event) -> bool {
        let tag = |kind: TagId| self.game.tags[kind].internal;
        let internal = |points: PointsId| self.game.points[points].internal;
        match event {
            Event::Points { points, .. } => internal(*points),
            Event::State { holder, .. } => self.game.is_internal_holder(*holder),
            Event::TagGained { tag: one, .. } | Event::TagLost { tag: one, .. } => tag(one.kind),
            Event::TagValue { number, .. } | Event::TagLasts { number, .. } => {
                self.tag_numbered(*number).is_some_and(|one| tag(one.kind))
            }
            _ => false,
        }
    }

    /// `Health +4/ −1X`
    fn more_marks(&self, track: TrackId, from: &[i64], to: &[i64]) -> Line {
        let def = &self.game.tracks[track];
        let count = |marks: &[i64], at: usize| marks.get(at).copied().unwrap_or(0);
        let more = def.marks.iter().enumerate().filter_map(|(at, (_, sign))| {
            let more = count(to, at).saturating_sub(count(from, at));
            (more != 0).then(|| format!("{}{sign}", signed(more)))
        });
        Line::new().name(&def.name).plain(" ").strong(more.collect::<Vec<_>>().join(" "))
    }

    /// What all that happened came to, one line a character, in the order in which they were
    /// first touched.
    pub(in crate::report) fn summary(&self) -> Vec<Line> {
        let mut people: Vec<(usize, Vec<Line>)> = Vec::new();
        for event in net(self.game, &self.done.events) {
            let Some((who, line)) = self.one(&event) else { continue };
            match people.iter_mut().find(|(one, _)| *one == who) {
                Some((_, lines)) => lines.push(line),
                None => people.push((who, vec![line])),
            }
        }
        people
            .into_iter()
            .map(|(who, lines)| Line::new().name(self.name(who)).plain(": ").then(Line::join(lines, "; ")))
            .collect()
    }
}

/// The events that lead from what there was to what there is, each thing once: what was undone
/// again is left out.
fn net(game: &CheckedGame, events: &[Event]) -> Vec<Event> {
    let mut net: Vec<Event> = Vec::new();
    for event in events {
        if let Event::TagLost { tag, .. } = event {
            net.retain(|one| match one {
                Event::TagValue { number, .. } | Event::TagLasts { number, .. } => *number != tag.number,
                _ => true,
            });
        }
        match net.iter().position(|one| about_the_same(one, event)) {
            Some(at) => {
                if let Some(old) = net.get_mut(at)
                    && !join(old, event)
                {
                    net.remove(at);
                }
            }
            None if matches!(event, Event::Said(_) | Event::Passed(_) | Event::Turn(_)) => {}
            None => net.push(event.clone()),
        }
    }
    net.retain(|event| match event {
        Event::Points { from, to, .. } | Event::Trait { from, to, .. } | Event::Own { from, to, .. } => from != to,
        Event::Marks { from, to, .. } => from != to,
        Event::State { from, to, .. } => from != to,
        Event::TagValue { from, to, .. } => from != to,
        Event::TagLasts { from, to, .. } => from != to,
        _ => true,
    });
    // A state belongs to its track or its points.
    let (states, mut rest): (Vec<Event>, Vec<Event>) =
        net.into_iter().partition(|event| matches!(event, Event::State { .. }));
    for state in states {
        let Event::State { who, holder, .. } = &state else { continue };
        let same = |event: &Event| match event {
            Event::Marks { who: one, track, .. } => one == who && CheckedGame::holder_of_track(*track) == *holder,
            Event::Points { who: one, points, .. } => one == who && game.holder_of_points(*points) == *holder,
            _ => false,
        };
        match rest.iter().position(same) {
            Some(at) => rest.insert(at + 1, state),
            None => rest.push(state),
        }
    }
    rest
}

fn about_the_same(one: &Event, other: &Event) -> bool {
    match (one, other) {
        (Event::Points { who: a, points: x, .. }, Event::Points { who: b, points: y, .. }) => a == b && x == y,
        (Event::Trait { who: a, index: x, .. }, Event::Trait { who: b, index: y, .. }) => a == b && x == y,
        (Event::Own { who: a, name: x, .. }, Event::Own { who: b, name: y, .. }) => a == b && x == y,
        (Event::Marks { who: a, track: x, .. }, Event::Marks { who: b, track: y, .. }) => a == b && x == y,
        (Event::State { who: a, holder: x, .. }, Event::State { who: b, holder: y, .. }) => a == b && x == y,
        (Event::TagValue { number: a, value: x, .. }, Event::TagValue { number: b, value: y, .. }) => a == b && x == y,
        (Event::TagLasts { number: a, .. }, Event::TagLasts { number: b, .. }) => a == b,
        (Event::TagGained { tag, .. }, Event::TagLost { tag: lost, .. }) => tag.number == lost.number,
        (Event::TagGained { tag, .. }, Event::TagValue { number, .. } | Event::TagLasts { number, .. }) => {
            tag.number == *number
        }
        _ => false,
    }
}

/// Makes one event of two; `false` where nothing is left of both.
fn join(old: &mut Event, new: &Event) -> bool {
    match (old, new) {
        (Event::Points { to: old, .. }, Event::Points { to, .. })
        | (Event::Trait { to: old, .. }, Event::Trait { to, .. })
        | (Event::Own { to: old, .. }, Event::Own { to, .. }) => *old = *to,
        (Event::Marks { to: old, .. }, Event::Marks { to, .. }) => old.clone_from(to),
        (Event::State { to: old, .. }, Event::State { to, .. }) => *old = *to,
        (Event::TagValue { to: old, .. }, Event::TagValue { to, .. }) => *old = to.clone(),
        (Event::TagLasts { to: old, .. }, Event::TagLasts { to, .. }) => *old = *to,
        (Event::TagGained { tag, .. }, Event::TagValue { value, to, .. }) => {
            if let Some(slot) = tag.values.get_mut(*value) {
                *slot = to.clone();
            }
        }
        (Event::TagGained { tag, .. }, Event::TagLasts { to, .. }) => tag.lasts = *to,
        (Event::TagGained { .. }, Event::TagLost { .. }) => return false,
        _ => {}
    }
    true
}
