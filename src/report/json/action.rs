//! The result of an action as JSON.

use serde_json::{Value, json};

use super::super::Catalogue;
use super::super::action::{ReportDetail, changes::ChangeWriter, lines};
use super::super::document::with_minus_signs;
use super::{Map, Object, Seed, dice, lasts, named, outcome, person, tag, to_json};
use crate::check::program::{CheckedGame, Kind};
use crate::engine::{Done, TraceStep};
use crate::world::{Answer, Event, LastsLook, Look, TagLook, TagValue};

/// The context of an action for its JSON.
#[derive(Debug, Clone)]
pub struct ActionInfo<'a> {
    pub game: &'a CheckedGame,
    pub action: &'a str,
    /// Who played its roles, by name.
    pub roles: &'a [(String, Vec<String>)],
    /// The seed; `None` where the dice were typed in.
    pub seed: Option<Seed>,
    /// All characters after the action.
    pub after: Vec<Look>,
}

/// The result of an action as JSON.
#[must_use]
pub fn object(facts: &ActionInfo<'_>, done: &Done, catalogue: &Catalogue) -> Object {
    let catalogue = &catalogue.as_it_is();
    let changes = ChangeWriter { game: facts.game, done, before: None, catalogue };
    let roles = named(&mut facts.roles.iter().map(|(role, who)| (role.clone(), Value::from(who.clone()))));
    let trace = lines(facts.game, done, ReportDetail::Every, catalogue);
    let trace = trace.into_iter().map(|one| format!("{}{}", "  ".repeat(one.depth), one.line.marked()));
    let after = named(&mut facts.after.iter().map(|look| (look.name.clone(), person(look).into())));
    Object::versioned()
        .put("ruleset", facts.game.id.as_str())
        .put("action", facts.action)
        .put("roles", roles)
        .put("seed", facts.seed.map(|seed| seed.number))
        .put("seed_given", facts.seed.map(|seed| seed.given))
        .list("rolls", done.rolls.iter().map(|roll| dice(facts.game, roll)))
        .put("tests", done.trace.iter().filter_map(|step| test(step, catalogue)).collect::<Value>())
        .object("outcome", done.outcome.as_ref().map(|one| outcome(one, catalogue)))
        .put("said", done.said.iter().cloned().map(with_minus_signs).collect::<Vec<_>>())
        .put("events", done.events.iter().map(|one| event(&changes, one)).collect::<Value>())
        .put("trace", trace.collect::<Vec<_>>())
        .put("after", after)
}

/// A test that was rolled: its label, who rolled, what it came to.
fn test(step: &TraceStep, catalogue: &Catalogue) -> Option<Value> {
    let TraceStep::Test { label, who, sides, outcome: ended } = step else { return None };
    let values: Vec<Map> = sides
        .iter()
        .map(|side| named(&mut side.shown.iter().map(|(name, value)| (name.clone(), to_json(value)))))
        .collect();
    let mut test = json!({
        "label": label,
        "test": sides.first().and_then(|side| side.test.clone()),
        "who": who,
        "totals": sides.iter().map(|side| side.total).collect::<Vec<_>>(),
        "values": values,
        "outcome": ended.as_ref().map(|one| Value::from(outcome(one, catalogue))),
    });
    let ends: Option<Vec<Value>> =
        sides.iter().map(|side| side.outcome.as_ref().map(|one| Value::from(outcome(one, catalogue)))).collect();
    if let (Some(ends), Some(test)) = (ends.filter(|_| sides.len() > 1), test.as_object_mut()) {
        test.insert("outcomes".to_owned(), ends.into());
    }
    Some(test)
}

/// An event: what kind, of whom, what there was and what there is.
fn event(changes: &ChangeWriter<'_>, event: &Event) -> Value {
    let game = changes.game;
    let name = |who: &usize| changes.done.world.people.get(*who).map(|person| person.name.clone());
    match event {
        Event::Points { who, points, from, to } => {
            json!({ "kind": "points", "who": name(who), "name": &*game.points[*points].name, "from": from, "to": to })
        }
        Event::Trait { who, index, from, to } => {
            let kind = game.trait_kind(*index);
            let said = |value: i64| to_json(&Answer::of(game, &kind, value));
            let one = game.traits.get(*index).map(|one| &*one.name);
            json!({ "kind": "trait", "who": name(who), "name": one, "from": said(*from), "to": said(*to) })
        }
        Event::Own { who, name: own, from, to } => {
            let kind = game.open_group().map_or(Kind::Number, |question| question.value_kind());
            let said = |value: i64| to_json(&Answer::of(game, &kind, value));
            json!({ "kind": "trait", "who": name(who), "name": own, "from": said(*from), "to": said(*to) })
        }
        Event::Marks { who, track, from, to } => {
            let track = &game.tracks[*track];
            let marks = |counts: &[i64]| -> Map {
                let kinds = track.marks.iter().enumerate();
                named(&mut kinds.map(|(at, (name, _))| (name.to_string(), counts.get(at).copied().unwrap_or(0).into())))
            };
            json!({ "kind": "marks", "who": name(who), "track": &*track.name, "from": marks(from), "to": marks(to) })
        }
        Event::State { who, holder, from, to } => {
            let of = if *holder < game.tracks.len() { "track" } else { "points" };
            let holder = game.holder(*holder);
            let state = |at: usize| holder.as_ref().and_then(|one| one.states.get(at)).map(|state| &*state.name);
            let called = holder.as_ref().map(|one| &**one.name);
            json!({ "kind": "state", "who": name(who), (of): called, "from": state(*from), "to": state(*to) })
        }
        Event::TagGained { who, tag: one } => {
            json!({ "kind": "tag-gained", "who": name(who), "tag": tag(&TagLook::of(game, one)) })
        }
        Event::TagLost { who, tag: one, over } => {
            json!({ "kind": "tag-lost", "who": name(who), "tag": tag(&TagLook::of(game, one)), "over": over })
        }
        Event::TagValue { who, number, value, from, to } => {
            let held = changes.tag_numbered(*number);
            let look = held.map(|tag| TagLook::of(game, tag));
            let question = held.and_then(|tag| game.tags[tag.kind].values.get(*value));
            let said =
                |held: &TagValue| question.map(|(_, question)| to_json(&Answer::of_held(game, &question.kind, held)));
            json!({
                "kind": "tag-value",
                "who": name(who),
                "tag": look.as_ref().map(tag),
                "name": question.map(|(name, _)| &**name),
                "from": said(from),
                "to": said(to),
            })
        }
        Event::TagLasts { who, number, from, to } => {
            let look = changes.tag_numbered(*number).map(|tag| TagLook::of(game, tag));
            let said = |one| lasts(LastsLook::of(game, one).as_ref(), None);
            json!({
                "kind": "tag-lasts",
                "who": name(who),
                "tag": look.as_ref().map(tag),
                "from": said(*from),
                "to": said(*to),
            })
        }
        Event::Said(text) => json!({ "kind": "said", "text": with_minus_signs(text.clone()) }),
        Event::Turn(turns) => {
            let turns = turns.as_deref();
            json!({
                "kind": "turn",
                "who": turns.and_then(|turns| turns.current()),
                "round": turns.map(|turns| turns.round),
            })
        }
        Event::Passed(time) => {
            json!({ "kind": "passed", "time": &*game.time(*time).name })
        }
    }
}
