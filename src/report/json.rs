//! The result of a roll, and a character, as JSON. The shapes are contracts, which snapshot tests fix.

pub mod action;
mod object;

use serde_json::json;

use super::Catalogue;
use super::roll::{outcome_name, step_line};
use crate::check::program::CheckedGame;
use crate::engine::{Answer, DiceRoll, Evaluation, OutcomeResult, SideResult, TraceStep, classes};
use crate::world::{LastsLook, Look, TagLook};

pub use object::{Json, Object, Objects, VersionedList};

type Map = serde_json::Map<String, serde_json::Value>;

/// The seed of dice or of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed {
    pub number: u64,
    /// Whether the user gave it; otherwise it was drawn.
    pub given: bool,
}

impl Seed {
    /// A seed that the user gave.
    #[must_use]
    pub fn given(number: u64) -> Self {
        Self { number, given: true }
    }

    /// The seed that the user gave, or one that is drawn now.
    #[must_use]
    pub fn of(given: Option<u64>, draw: impl FnOnce() -> u64) -> Self {
        Self { number: given.unwrap_or_else(draw), given: given.is_some() }
    }
}

/// The context of a roll for its JSON.
#[derive(Debug, Clone, Copy)]
pub struct RollInfo<'a> {
    pub game: &'a CheckedGame,
    /// The expression as it was typed.
    pub expression: &'a str,
    /// The seed; `None` where the dice were typed in.
    pub seed: Option<Seed>,
    /// The comment behind the expression.
    pub comment: Option<&'a str>,
}

/// Values by name; of those with the same name the last.
fn named(pairs: &mut dyn Iterator<Item = (String, serde_json::Value)>) -> Map {
    let mut all = Map::new();
    for (name, value) in pairs {
        all.insert(name, value);
    }
    all
}

/// A roll as JSON.
#[must_use]
pub fn object(facts: &RollInfo<'_>, evaluation: &Evaluation, catalogue: &Catalogue) -> Object {
    let catalogue = &catalogue.as_it_is();
    let shown = |side: &SideResult| -> Map {
        named(&mut side.shown.iter().map(|(name, answer)| (name.clone(), to_json(answer))))
    };
    // Where both sides have one of that name, that of the left, whose total is the value.
    let values = named(&mut evaluation.sides.iter().rev().flat_map(shown));
    let trace = evaluation.trace.iter().map(|step| step_line(facts.game, evaluation, step, catalogue).marked());
    let side = |side: &SideResult| {
        let terms = side.terms.iter().map(|term| {
            let object = Object::new().put("label", term.label.as_deref());
            object.put("value", term.value).put("negative", term.negative)
        });
        let object = Object::new().put("test", side.test.as_deref()).put("total", side.total);
        let object = object.put("values", shown(side)).list("terms", terms);
        match &side.outcome {
            Some(one) => object.object("outcome", Some(outcome(one, catalogue))),
            None => object,
        }
    };
    Object::versioned()
        .put("ruleset", facts.game.id.as_str())
        .put("expression", facts.expression)
        .put("seed", facts.seed.map(|seed| seed.number))
        .put("seed_given", facts.seed.map(|seed| seed.given))
        .put("value", to_json(&evaluation.value))
        .list("rolls", evaluation.rolls.iter().map(|roll| dice(facts.game, roll)))
        .list("cells", evaluation.trace.iter().filter_map(cell))
        .object("outcome", evaluation.outcome.as_ref().map(|one| outcome(one, catalogue)))
        .put("values", values)
        .list("sides", evaluation.sides.iter().map(side))
        .put("comment", facts.comment)
        .put("trace", trace.collect::<Vec<_>>())
}

/// A cell of a table that was read.
fn cell(step: &TraceStep) -> Option<Object> {
    let TraceStep::Cell { table, row, column, value, .. } = step else { return None };
    let object = Object::new().put("table", table.as_str()).put("row", row.as_str());
    Some(object.put("column", column.as_deref()).put("value", to_json(value)))
}

fn outcome(outcome: &OutcomeResult, catalogue: &Catalogue) -> Object {
    Object::new()
        .put("name", outcome_name(outcome, catalogue))
        .put("success", outcome.success)
        .put("is", classes(outcome.success, &outcome.classes))
        .put("margin", outcome.margin)
        .put_some("decided_by", outcome.decided_by())
        .put("against", outcome.against)
        .put("against_name", outcome.against_name.as_deref())
}

pub(super) fn to_json(answer: &Answer) -> serde_json::Value {
    match answer {
        Answer::Number(number) => (*number).into(),
        Answer::Flag(flag) => (*flag).into(),
        Answer::Text(text) => text.as_str().into(),
    }
}

fn dice(game: &CheckedGame, roll: &DiceRoll) -> Object {
    let names = named(&mut roll.names(game).into_iter().map(|(name, value)| (name, value.into())));
    let detail = roll.dice.iter().map(|die| {
        Object::new()
            .put("face", die.face)
            .put("kept", die.kept)
            .put("dropped", !die.kept)
            .put("rerolled", die.rerolled.clone())
            .put("exploded", die.exploded)
            .put("from_explosion", die.bonus)
    });
    Object::new()
        .put("dice", roll.text.as_str())
        .put("faces", roll.faces())
        .put("names", names)
        .list("detail", detail)
        .put("side", roll.side)
}

/// A character by itself, as JSON.
#[must_use]
pub fn sheet(look: &Look) -> Object {
    Object::versioned().and(person(look))
}

/// A character; also what an action left of it. The same shape in both places.
fn person(look: &Look) -> Object {
    let mut traits = Map::new();
    for one in &look.traits {
        traits.insert(one.name.clone(), one.value.as_ref().map_or(serde_json::Value::Null, to_json));
    }
    for one in &look.open {
        traits.insert(one.name.clone(), to_json(&one.value));
    }
    let tracks = named(&mut look.tracks.iter().map(|track| {
        let marks = named(&mut track.marks.iter().map(|mark| (mark.name.clone(), mark.count.into())));
        let mut value = json!({ "boxes": track.boxes, "lost": track.lost, "marks": marks, "state": track.state });
        let own = track.marks.iter().filter_map(|mark| Some((mark.name.clone(), mark.own?)));
        let own = own.map(|(name, (boxes, worth))| (name, json!({ "boxes": boxes, "worth": worth })));
        let mut own = own.peekable();
        if let (Some(_), Some(value)) = (own.peek(), value.as_object_mut()) {
            value.insert("kinds".to_owned(), named(&mut own).into());
        }
        (track.name.clone(), value)
    }));
    let points = named(&mut look.points.iter().map(|points| (points.name.clone(), points.now.into())));
    let states = look.points.iter().filter_map(|points| Some((points.name.clone(), points.state.clone()?.into())));
    let states = named(&mut states.into_iter());
    let tags: Vec<serde_json::Value> = look.tags.iter().map(tag).collect();
    Object::new()
        .put("name", look.name.as_str())
        .put("points", points)
        .put_some("states", look.points.iter().any(|points| points.state.is_some()).then_some(states))
        .put("tags", tags)
        .put("tracks", tracks)
        .put("traits", traits)
}

fn tag(tag: &TagLook) -> serde_json::Value {
    let values = named(&mut tag.values.iter().map(|(name, value)| (name.clone(), to_json(value))));
    json!({ "kind": tag.kind, "name": tag.name, "values": values, "lasts": lasts(tag.lasts.as_ref(), tag.turn.as_deref()) })
}

/// How long a tag lasts; `null` until it is taken away.
fn lasts(lasts: Option<&LastsLook>, turn: Option<&str>) -> serde_json::Value {
    match lasts {
        None => serde_json::Value::Null,
        Some(LastsLook::For(count, time)) if turn.is_some() => json!({ "for": count, "time": time, "of": turn }),
        Some(LastsLook::For(count, time)) => json!({ "for": count, "time": time }),
        Some(LastsLook::Until(condition)) => json!({ "until": condition }),
    }
}
