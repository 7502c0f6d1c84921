//! What happened, one line each, for cases that failed.

use crate::check::program::Game;
use crate::eval::{Done, Evaluation, Step};
use crate::render::report::step_line;
use crate::render::{Catalogue, Language};
use crate::state::Event;

/// The steps of a deed in one line each.
pub(super) fn told(game: &Game, done: &Done) -> Vec<String> {
    let catalogue = Catalogue::new(Language::English);
    let evaluation = Evaluation {
        value: crate::eval::Answer::Number(0),
        sides: Vec::new(),
        rolls: done.rolls.clone(),
        outcome: None,
        trace: Vec::new(),
    };
    let mut lines = Vec::new();
    for step in &done.trace {
        let line = match step {
            Step::Act { name, roles, .. } | Step::Intervened { name, roles, .. } => {
                let roles: Vec<String> = roles.iter().map(|(role, who)| format!("{role}: {who}")).collect();
                format!("{name} ({})", roles.join(", "))
            }
            Step::Event(index) => done.events.get(*index).map_or(String::new(), |event| event_line(game, done, event)),
            Step::Test { label, who, sides, outcome } => {
                let totals: Vec<String> =
                    sides.iter().filter_map(|side| side.total).map(|total| total.to_string()).collect();
                let name = outcome.as_ref().and_then(|outcome| outcome.name.clone()).unwrap_or_default();
                format!("{label}: {} {} {name}", who.join(", "), totals.join(" : "))
            }
            Step::Ordered(names) => names.join(", "),
            Step::KeptOld(total) => total.to_string(),
            step => step_line(game, &evaluation, step, &catalogue).marked(),
        };
        if !line.trim().is_empty() {
            lines.push(line);
        }
    }
    lines
}

fn event_line(game: &Game, done: &Done, event: &Event) -> String {
    let name = |who: &usize| done.world.people.get(*who).map_or("", |person| &*person.name).to_owned();
    let tag_name = |tag: &crate::state::Tag| {
        let kind = game.tags.get(tag.kind).map_or("", |kind| &*kind.name);
        tag.name.clone().map_or_else(|| kind.to_owned(), |name| format!("{kind} {name}"))
    };
    match event {
        Event::Points { who, points, from, to } => {
            let points = game.points.get(*points).map_or("", |points| &*points.name);
            format!("{}: {points} {from} → {to}", name(who))
        }
        Event::Trait { who, index, from, to } => {
            let label = game.traits.get(*index).map_or("", |one| &*one.name);
            format!("{}: {label} {from} → {to}", name(who))
        }
        Event::Marks { who, track, from, to } => {
            let track = game.tracks.get(*track);
            let label = track.map_or("", |track| &*track.name);
            let signs = |marks: &[i64]| {
                let kinds = track.map(|track| track.marks.as_slice()).unwrap_or_default();
                marks.iter().zip(kinds).map(|(count, (_, sign))| format!("{count}{sign}")).collect::<Vec<_>>().join(" ")
            };
            format!("{}: {label} {} → {}", name(who), signs(from), signs(to))
        }
        Event::TagGained { who, tag } => format!("{}: + {}", name(who), tag_name(tag)),
        Event::TagLost { who, tag, .. } => format!("{}: − {}", name(who), tag_name(tag)),
        Event::TagValue { who, .. } | Event::TagLasts { who, .. } => format!("{}: …", name(who)),
        Event::State { who, track, from, to } => {
            let states = game.tracks.get(*track).map(|track| track.states.as_slice()).unwrap_or_default();
            let label = |at: &usize| states.get(*at).map_or("", |state| &*state.name).to_owned();
            format!("{}: {} → {}", name(who), label(from), label(to))
        }
        Event::Said(text) => format!("«{text}»"),
        Event::Passed(time) => game.times.get(*time).map_or("", |time| &*time.name).to_owned(),
    }
}
