//! The result of a roll, and a character, as JSON. The shapes are contracts; snapshot
//! tests hold them.

pub mod deed;

use serde::Serialize;
use serde_json::json;

use super::Catalogue;
use super::report::{outcome_name, step_line};
use super::visible::json_line;
use crate::check::program::Game;
use crate::eval::{Answer, Evaluation, OutcomeResult, Roll};
use crate::state::{LastsLook, Look, TagLook, Words};

type Map = serde_json::Map<String, serde_json::Value>;

/// The seed of dice or of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Seed {
    /// The number.
    #[serde(rename = "seed")]
    pub number: u64,
    /// Somebody gave it; otherwise it was drawn.
    #[serde(rename = "seed_given")]
    pub given: bool,
}

impl Seed {
    /// One that somebody gave.
    #[must_use]
    pub fn given(number: u64) -> Self {
        Self { number, given: true }
    }

    /// The one that somebody gave, or one that is drawn now.
    #[must_use]
    pub fn of(given: Option<u64>, draw: impl FnOnce() -> u64) -> Self {
        Self { number: given.unwrap_or_else(draw), given: given.is_some() }
    }
}

/// A result.
#[derive(Debug, Serialize)]
struct Result<'a> {
    ruleset: &'a str,
    expression: &'a str,
    seed: Option<u64>,
    seed_given: Option<bool>,
    value: Value<'a>,
    rolls: Vec<Dice<'a>>,
    outcome: Option<Outcome<'a>>,
    values: serde_json::Map<String, serde_json::Value>,
    sides: Vec<Side<'a>>,
    comment: Option<&'a str>,
    trace: Vec<String>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Value<'a> {
    Number(i64),
    Flag(bool),
    Text(&'a str),
}

impl<'a> From<&'a Answer> for Value<'a> {
    fn from(answer: &'a Answer) -> Self {
        match answer {
            Answer::Number(number) => Self::Number(*number),
            Answer::Flag(flag) => Self::Flag(*flag),
            Answer::Text(text) => Self::Text(text),
        }
    }
}

#[derive(Debug, Serialize)]
struct Dice<'a> {
    dice: &'a str,
    faces: Vec<i64>,
    names: serde_json::Map<String, serde_json::Value>,
    detail: Vec<Die<'a>>,
    side: usize,
}

#[derive(Debug, Serialize)]
struct Die<'a> {
    face: i64,
    kept: bool,
    dropped: bool,
    rerolled: &'a [i64],
    exploded: bool,
    from_explosion: bool,
}

#[derive(Debug, Serialize)]
struct Outcome<'a> {
    name: String,
    success: Option<bool>,
    margin: Option<i64>,
    against: Option<i64>,
    against_name: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct Side<'a> {
    test: Option<&'a str>,
    total: Option<i64>,
    terms: Vec<Term<'a>>,
}

#[derive(Debug, Serialize)]
struct Term<'a> {
    label: Option<&'a str>,
    value: i64,
    negative: bool,
}

/// What a result is told with.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// The game.
    pub game: &'a Game,
    /// The expression as it was typed.
    pub expression: &'a str,
    /// The seed; `None` where the dice were typed in.
    pub seed: Option<Seed>,
    /// The comment behind the expression.
    pub comment: Option<&'a str>,
}

/// One line of JSON.
#[must_use]
pub fn render(facts: &Facts<'_>, evaluation: &Evaluation, catalogue: &Catalogue) -> String {
    let values = evaluation.sides.iter().flat_map(|side| &side.shown);
    let result = Result {
        ruleset: &facts.game.id,
        expression: facts.expression,
        seed: facts.seed.map(|seed| seed.number),
        seed_given: facts.seed.map(|seed| seed.given),
        value: Value::from(&evaluation.value),
        rolls: evaluation.rolls.iter().map(|roll| dice(facts.game, roll)).collect(),
        outcome: evaluation.outcome.as_ref().map(|one| outcome(one, catalogue)),
        values: values.map(|(name, answer)| (name.clone(), to_json(answer))).collect(),
        sides: evaluation
            .sides
            .iter()
            .map(|side| Side {
                test: side.test.as_deref(),
                total: side.total,
                terms: side
                    .terms
                    .iter()
                    .map(|term| Term { label: term.label.as_deref(), value: term.value, negative: term.negative })
                    .collect(),
            })
            .collect(),
        comment: facts.comment,
        trace: evaluation
            .trace
            .iter()
            .map(|step| step_line(facts.game, evaluation, step, catalogue).marked())
            .collect(),
    };
    json_line(&result)
}

fn outcome<'a>(outcome: &'a OutcomeResult, catalogue: &Catalogue) -> Outcome<'a> {
    Outcome {
        name: outcome_name(outcome, catalogue),
        success: outcome.success,
        margin: outcome.margin,
        against: outcome.against,
        against_name: outcome.against_name.as_deref(),
    }
}

pub(super) fn to_json(answer: &Answer) -> serde_json::Value {
    match answer {
        Answer::Number(number) => (*number).into(),
        Answer::Flag(flag) => (*flag).into(),
        Answer::Text(text) => text.as_str().into(),
    }
}

fn dice<'a>(game: &Game, roll: &'a Roll) -> Dice<'a> {
    Dice {
        dice: &roll.text,
        faces: roll.faces(),
        names: roll.names(game).into_iter().map(|(name, value)| (name, value.into())).collect(),
        detail: roll
            .dice
            .iter()
            .map(|die| Die {
                face: die.face,
                kept: die.kept,
                dropped: !die.kept,
                rerolled: &die.rerolled,
                exploded: die.exploded,
                from_explosion: die.bonus,
            })
            .collect(),
        side: roll.side,
    }
}

/// A character; also what an action left of it. The same shape in both places.
#[must_use]
pub fn person(look: &Look) -> serde_json::Value {
    let mut traits = Map::new();
    for one in &look.traits {
        traits.insert(one.name.clone(), one.value.as_ref().map_or(serde_json::Value::Null, from_words));
    }
    for one in &look.open {
        traits.insert(one.name.clone(), from_words(&one.value));
    }
    let tracks: Map = look
        .tracks
        .iter()
        .map(|track| {
            let marks: Map = track.marks.iter().map(|mark| (mark.name.clone(), mark.count.into())).collect();
            let value = json!({ "boxes": track.boxes, "lost": track.lost, "marks": marks, "state": track.state });
            (track.name.clone(), value)
        })
        .collect();
    let points: Map = look.points.iter().map(|points| (points.name.clone(), points.now.into())).collect();
    let tags: Vec<serde_json::Value> = look.tags.iter().map(tag).collect();
    json!({ "name": look.name, "traits": traits, "tracks": tracks, "points": points, "tags": tags })
}

fn tag(tag: &TagLook) -> serde_json::Value {
    let values: Map = tag.values.iter().map(|(name, value)| (name.clone(), from_words(value))).collect();
    json!({ "kind": tag.kind, "name": tag.name, "values": values, "lasts": lasts(tag.lasts.as_ref()) })
}

/// How long a tag lasts; `null` until it is taken away.
fn lasts(lasts: Option<&LastsLook>) -> serde_json::Value {
    match lasts {
        None => serde_json::Value::Null,
        Some(LastsLook::For(count, time)) => json!({ "for": count, "time": time }),
        Some(LastsLook::Until(condition)) => json!({ "until": condition }),
    }
}

fn from_words(words: &Words) -> serde_json::Value {
    match words {
        Words::Number(number) => (*number).into(),
        Words::Flag(flag) => (*flag).into(),
        Words::Text(text) => text.as_str().into(),
    }
}
