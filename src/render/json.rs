//! The result of a roll as JSON. The shape is a contract; a snapshot test holds it.

use serde::Serialize;

use super::Catalogue;
use super::report::step_line;
use crate::check::program::Game;
use crate::eval::{Answer, Evaluation, Roll, Verdict};

/// A result.
#[derive(Debug, Serialize)]
struct Result<'a> {
    ruleset: &'a str,
    expression: &'a str,
    seed: Option<u64>,
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
    pub seed: Option<u64>,
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
        seed: facts.seed,
        value: Value::from(&evaluation.value),
        rolls: evaluation.rolls.iter().map(|roll| dice(facts.game, roll)).collect(),
        outcome: evaluation.outcome.as_ref().map(|outcome| Outcome {
            name: outcome.name.clone().unwrap_or_else(|| {
                let id = match outcome.verdict {
                    Some(Verdict::Win) => "outcome-win",
                    Some(Verdict::Lose) => "outcome-lose",
                    _ => "outcome-tie",
                };
                catalogue.text(id, &Vec::new())
            }),
            success: outcome.success,
            margin: outcome.margin,
            against: outcome.against,
            against_name: outcome.against_name.as_deref(),
        }),
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
    serde_json::to_string(&result).unwrap_or_default()
}

fn to_json(answer: &Answer) -> serde_json::Value {
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
