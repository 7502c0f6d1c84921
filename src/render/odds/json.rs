//! Odds as JSON, for programs. The shape is a contract; docs/json.md says it.

use serde::Serialize;
use serde_json::Map;

use super::{Point, Series, View, figures, outcomes};
use crate::eval::{Answer, Failure};
use crate::odds::{Chance, Distribution, Odds, Ratio};
use crate::render::Catalogue;
use crate::render::json::Seed;
use crate::render::visible::json_line;

pub(super) type Object = Map<String, serde_json::Value>;

#[derive(Serialize)]
struct Whole<'a> {
    ruleset: &'a str,
    expression: &'a str,
    #[serde(skip_serializing_if = "Object::is_empty")]
    parameters: Object,
    values: Vec<Value<'a>>,
    outcomes: Vec<Outcome>,
    #[serde(flatten)]
    success: Success,
    #[serde(flatten)]
    summary: Summary<'a>,
    margin: Option<Margin<'a>>,
    shown: Object,
    left: String,
    undecided: String,
    unanswered: Vec<Unanswered>,
    samples: Option<u64>,
    #[serde(flatten)]
    seed: Option<Seed>,
}

#[derive(Serialize)]
pub(super) struct Value<'a> {
    value: Word<'a>,
    probability: String,
    decimal: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<[f64; 2]>,
    at_least: Option<String>,
    at_least_decimal: Option<f64>,
    at_most: Option<String>,
    at_most_decimal: Option<f64>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Word<'a> {
    Number(i64),
    Flag(bool),
    Text(&'a str),
}

#[derive(Serialize)]
pub(super) struct Outcome {
    name: String,
    success: Option<bool>,
    #[serde(flatten)]
    chance: Likely,
}

/// How likely something is.
#[derive(Serialize)]
pub(super) struct Likely {
    probability: String,
    decimal: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<[f64; 2]>,
}

impl Likely {
    pub(super) fn new(chance: &Chance, samples: Option<u64>) -> Self {
        Self {
            probability: chance.to_string(),
            decimal: figures::float(chance),
            interval: samples.map(|samples| figures::interval(chance, samples)),
        }
    }
}

/// How likely a success is.
#[derive(Serialize)]
pub(super) struct Success {
    success: Option<String>,
    success_decimal: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    success_interval: Option<[f64; 2]>,
}

impl Success {
    pub(super) fn of(odds: Option<&Odds>) -> Self {
        let success = odds.and_then(Odds::success);
        let samples = odds.and_then(|odds| odds.samples);
        Self {
            success: success.as_ref().map(Chance::to_string),
            success_decimal: success.as_ref().map(figures::float),
            success_interval: success.as_ref().zip(samples).map(|(chance, samples)| figures::interval(chance, samples)),
        }
    }
}

/// What a distribution comes to.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    mean: Option<String>,
    mean_decimal: Option<f64>,
    deviation: Option<f64>,
    variance: Option<String>,
    median: Option<Word<'a>>,
    modes: Vec<Word<'a>>,
}

#[derive(Serialize)]
pub(super) struct Margin<'a> {
    values: Vec<Value<'a>>,
    #[serde(flatten)]
    summary: Summary<'a>,
}

/// One line of JSON: an object, or a list of several.
#[must_use]
pub fn render(view: &View, catalogue: &Catalogue) -> String {
    let mut all = Vec::new();
    for series in &view.series {
        for (index, point) in series.points.iter().enumerate() {
            let parameters = view.values_at(index).into_iter();
            let parameters = parameters.map(|(name, value)| (name.to_owned(), parameter(value))).collect();
            all.push(object(view, series, point, parameters, catalogue));
        }
    }
    match all.pop() {
        Some(only) if all.is_empty() && view.parameters.is_empty() => only,
        Some(last) => {
            all.push(last);
            format!("[{}]", all.join(","))
        }
        None => "[]".to_owned(),
    }
}

fn parameter(value: &str) -> serde_json::Value {
    value.parse::<i64>().map_or_else(|_| value.into(), Into::into)
}

fn object(view: &View, series: &Series, point: &Point, parameters: Object, catalogue: &Catalogue) -> String {
    let odds = &point.odds;
    let margin = odds.margin.as_ref().map(|margin| margin.map(|one| Answer::Number(*one)));
    let whole = Whole {
        ruleset: &series.ruleset,
        expression: &point.expression,
        parameters,
        values: values(&odds.values, odds.samples),
        outcomes: ends(odds, catalogue),
        success: Success::of(Some(odds)),
        summary: summary(&odds.values),
        margin: margin.as_ref().map(|margin| self::margin(margin, odds.samples)),
        shown: by_label(&odds.shown, odds.samples),
        left: odds.cut().to_string(),
        undecided: odds.undecided.to_string(),
        unanswered: unanswered(&odds.unanswered, odds.samples, catalogue),
        samples: odds.samples,
        seed: odds.samples.and(view.seed),
    };
    json_line(&whole)
}

/// What cannot be answered, and why.
#[derive(Serialize)]
pub(super) struct Unanswered {
    code: &'static str,
    message: String,
    #[serde(flatten)]
    chance: Likely,
}

pub(super) fn unanswered(all: &[(Failure, Chance)], samples: Option<u64>, catalogue: &Catalogue) -> Vec<Unanswered> {
    let one = |(failure, chance): &(Failure, Chance)| Unanswered {
        code: failure.code(),
        message: catalogue.text(failure.code(), failure.args()),
        chance: Likely::new(chance, samples),
    };
    all.iter().map(one).collect()
}

pub(super) fn margin(margin: &Distribution<Answer>, samples: Option<u64>) -> Margin<'_> {
    Margin { values: values(margin, samples), summary: summary(margin) }
}

/// Values that have labels.
pub(super) fn by_label(all: &[(String, Distribution<Answer>)], samples: Option<u64>) -> Object {
    let one = |distribution: &Distribution<Answer>| serde_json::to_value(values(distribution, samples));
    all.iter().map(|(label, values)| (label.clone(), one(values).unwrap_or_default())).collect()
}

pub(super) fn ends(odds: &Odds, catalogue: &Catalogue) -> Vec<Outcome> {
    let outcomes = odds.outcomes.iter().map(|outcome| Outcome {
        name: outcomes::name(outcome, catalogue),
        success: outcome.success,
        chance: Likely::new(&outcome.chance, odds.samples),
    });
    outcomes.collect()
}

fn word(answer: &Answer) -> Word<'_> {
    match answer {
        Answer::Number(number) => Word::Number(*number),
        Answer::Flag(flag) => Word::Flag(*flag),
        Answer::Text(text) => Word::Text(text),
    }
}

pub(super) fn values(distribution: &Distribution<Answer>, samples: Option<u64>) -> Vec<Value<'_>> {
    let numbers = distribution.ways().iter().all(|(answer, _)| matches!(answer, Answer::Number(_)));
    let (least, most) = (distribution.at_least(), distribution.at_most());
    let chances = distribution.chances().zip(least.iter().zip(&most));
    let values = chances.map(|((answer, chance), (least, most))| {
        // Words have no order in which one would be at least the other.
        let (least, most) = (numbers.then_some(least), numbers.then_some(most));
        Value {
            value: word(answer),
            probability: chance.to_string(),
            decimal: figures::float(&chance),
            interval: samples.map(|samples| figures::interval(&chance, samples)),
            at_least: least.map(Chance::to_string),
            at_least_decimal: least.map(figures::float),
            at_most: most.map(Chance::to_string),
            at_most_decimal: most.map(figures::float),
        }
    });
    values.collect()
}

pub(super) fn summary(distribution: &Distribution<Answer>) -> Summary<'_> {
    let numbers = crate::odds::numbers(distribution);
    let mean = numbers.as_ref().and_then(Distribution::mean);
    let variance = numbers.as_ref().and_then(Distribution::variance);
    let median = numbers.as_ref().and_then(Distribution::median);
    let most = distribution.ways().iter().map(|(_, ways)| ways).max();
    let modes = distribution.ways().iter().filter(|(_, ways)| Some(ways) == most).map(|(answer, _)| word(answer));
    Summary {
        mean_decimal: mean.as_ref().map(figures::float_of),
        mean: mean.as_ref().map(ratio),
        deviation: variance.as_ref().and_then(|variance| variance.root(12).parse().ok()),
        variance: variance.as_ref().map(ratio),
        median: median.map(Word::Number),
        modes: modes.collect(),
    }
}

/// Always with a line, as probabilities are: `7/1`.
fn ratio(ratio: &Ratio) -> String {
    format!("{}/{}", ratio.above, ratio.below)
}
