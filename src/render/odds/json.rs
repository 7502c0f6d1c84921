//! Odds as JSON, for programs. The shape is a contract; docs/json.md says it.

use serde::Serialize;
use serde_json::Map;

use super::{Point, Series, View, figures, outcomes};
use crate::eval::Answer;
use crate::odds::{Chance, Distribution, Odds, Ratio};
use crate::render::Catalogue;
use crate::render::visible::escape_json;

type Object = Map<String, serde_json::Value>;

#[derive(Serialize)]
struct Whole<'a> {
    ruleset: &'a str,
    expression: &'a str,
    #[serde(skip_serializing_if = "Object::is_empty")]
    parameters: Object,
    values: Vec<Value<'a>>,
    outcomes: Vec<Outcome>,
    success: Option<String>,
    success_decimal: Option<f64>,
    #[serde(flatten)]
    summary: Summary<'a>,
    margin: Option<Margin<'a>>,
    shown: Object,
    left: String,
    undecided: String,
    samples: Option<u64>,
}

#[derive(Serialize)]
struct Value<'a> {
    value: Word<'a>,
    probability: String,
    decimal: f64,
    at_least: Option<String>,
    at_least_decimal: Option<f64>,
    at_most: Option<String>,
    at_most_decimal: Option<f64>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Word<'a> {
    Number(i64),
    Flag(bool),
    Text(&'a str),
}

#[derive(Serialize)]
struct Outcome {
    name: String,
    success: Option<bool>,
    probability: String,
    decimal: f64,
}

/// What a distribution comes to.
#[derive(Serialize)]
struct Summary<'a> {
    mean: Option<String>,
    mean_decimal: Option<f64>,
    deviation: Option<f64>,
    variance: Option<String>,
    median: Option<Word<'a>>,
    modes: Vec<Word<'a>>,
}

#[derive(Serialize)]
struct Margin<'a> {
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
            all.push(object(series, point, parameters, catalogue));
        }
    }
    let text = match all.pop() {
        Some(only) if all.is_empty() && view.parameters.is_empty() => only,
        Some(last) => {
            all.push(last);
            format!("[{}]", all.join(","))
        }
        None => "[]".to_owned(),
    };
    escape_json(&text)
}

fn parameter(value: &str) -> serde_json::Value {
    value.parse::<i64>().map_or_else(|_| value.into(), Into::into)
}

fn object(series: &Series, point: &Point, parameters: Object, catalogue: &Catalogue) -> String {
    let odds = &point.odds;
    let margin = odds.margin.as_ref().map(|margin| margin.map(|one| Answer::Number(*one)));
    let success = odds.success();
    let whole = Whole {
        ruleset: &series.ruleset,
        expression: &point.expression,
        parameters,
        values: values(&odds.values),
        outcomes: ends(odds, catalogue),
        success: success.as_ref().map(Chance::to_string),
        success_decimal: success.as_ref().map(figures::float),
        summary: summary(&odds.values),
        margin: margin.as_ref().map(|margin| Margin { values: values(margin), summary: summary(margin) }),
        shown: odds.shown.iter().map(|(label, values)| (label.clone(), of_shown(values))).collect(),
        left: odds.values.left().to_string(),
        undecided: odds.undecided.to_string(),
        samples: odds.samples,
    };
    serde_json::to_string(&whole).unwrap_or_default()
}

fn of_shown(distribution: &Distribution<Answer>) -> serde_json::Value {
    serde_json::to_value(values(distribution)).unwrap_or_default()
}

fn ends(odds: &Odds, catalogue: &Catalogue) -> Vec<Outcome> {
    let outcomes = odds.outcomes.iter().map(|outcome| Outcome {
        name: outcomes::name(outcome, catalogue),
        success: outcome.success,
        probability: outcome.chance.to_string(),
        decimal: figures::float(&outcome.chance),
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

fn values(distribution: &Distribution<Answer>) -> Vec<Value<'_>> {
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
            at_least: least.map(Chance::to_string),
            at_least_decimal: least.map(figures::float),
            at_most: most.map(Chance::to_string),
            at_most_decimal: most.map(figures::float),
        }
    });
    values.collect()
}

fn summary(distribution: &Distribution<Answer>) -> Summary<'_> {
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
