//! Odds as JSON, for programs. The shapes are a contract; docs/json.md says them.

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{Report, figures, outcomes};
use crate::eval::{Answer, Failure};
use crate::odds::{Chance, Distribution, Odds, Ratio};
use crate::render::Catalogue;
use crate::render::json::{Seed, to_json};
use crate::render::visible::json_line;

/// The answer as one line of JSON.
#[must_use]
pub fn json(report: &dyn Report, catalogue: &Catalogue) -> String {
    json_line(&report.json(catalogue))
}

/// A value of JSON whose objects keep the order of their keys.
#[derive(Debug, Clone)]
pub enum Json {
    /// A text, a number, or anything without such objects.
    Leaf(Value),
    /// A list of objects.
    List(Vec<Object>),
    /// An object.
    Object(Object),
}

/// An object of JSON; its keys stay in the order in which they were put.
#[derive(Debug, Clone, Default)]
pub struct Object(Vec<(&'static str, Json)>);

impl Object {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn put(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.0.push((key, Json::Leaf(value.into())));
        self
    }

    /// The key only where there is a value.
    pub(super) fn put_some(self, key: &'static str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.put(key, value),
            None => self,
        }
    }

    pub(super) fn list(mut self, key: &'static str, list: impl IntoIterator<Item = Self>) -> Self {
        self.0.push((key, Json::List(list.into_iter().collect())));
        self
    }

    pub(super) fn object(mut self, key: &'static str, object: Option<Self>) -> Self {
        self.0.push((key, object.map_or(Json::Leaf(Value::Null), Json::Object)));
        self
    }

    /// The keys of both.
    pub(super) fn and(mut self, mut other: Self) -> Self {
        self.0.append(&mut other.0);
        self
    }

    /// From how many samples it comes, and their seed.
    pub(super) fn samples(self, samples: Option<u64>, seed: Option<Seed>) -> Self {
        let seed = samples.and(seed);
        let object = self.put("samples", samples).put_some("seed", seed.map(|seed| seed.number));
        object.put_some("seed_given", seed.map(|seed| seed.given))
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Leaf(value) => value.serialize(serializer),
            Self::List(list) => list.serialize(serializer),
            Self::Object(object) => object.serialize(serializer),
        }
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        let value = |value: Json| match value {
            Json::Leaf(value) => value,
            Json::List(list) => list.into_iter().map(Self::from).collect(),
            Json::Object(object) => object.into(),
        };
        Self::Object(object.0.into_iter().map(|(key, one)| (key.to_owned(), value(one))).collect())
    }
}

/// How likely something is.
pub(super) fn likely(chance: &Chance, samples: Option<u64>) -> Object {
    let object = Object::new().put("probability", chance.to_string()).put("decimal", figures::float(chance));
    object.put_some("interval", samples.map(|samples| interval(chance, samples)))
}

fn interval(chance: &Chance, samples: u64) -> Vec<f64> {
    figures::interval(chance, samples).to_vec()
}

/// What an expression, a test or an action comes to: values, outcomes, success, mean and the like.
pub(super) fn totals(odds: Option<&Odds>, catalogue: &Catalogue) -> Object {
    let nothing = Distribution::nothing();
    let totals = odds.map_or(&nothing, |odds| &odds.values);
    let object = Object::new().list("values", values(totals, odds.and_then(|odds| odds.samples)));
    object
        .list("outcomes", odds.map(|odds| ends(odds, catalogue)).unwrap_or_default())
        .and(success(odds))
        .and(summary(totals))
}

/// How likely a success is.
pub(super) fn success(odds: Option<&Odds>) -> Object {
    let success = odds.and_then(Odds::success);
    let samples = odds.and_then(|odds| odds.samples);
    Object::new()
        .put("success", success.as_ref().map(Chance::to_string))
        .put("success_decimal", success.as_ref().map(figures::float))
        .put_some("success_interval", success.as_ref().zip(samples).map(|(chance, samples)| interval(chance, samples)))
}

/// How a test ends.
pub(super) fn ends(odds: &Odds, catalogue: &Catalogue) -> Vec<Object> {
    let ends = odds.outcomes.iter().map(|outcome| {
        let object = Object::new().put("name", outcomes::name(outcome, catalogue)).put("success", outcome.success);
        object.and(likely(&outcome.chance, odds.samples))
    });
    ends.collect()
}

/// Each value, and how likely it is.
pub(super) fn values(distribution: &Distribution<Answer>, samples: Option<u64>) -> Vec<Object> {
    // Words have no order in which one would be at least the other.
    let numbers = distribution.ways().iter().all(|(answer, _)| matches!(answer, Answer::Number(_)));
    let (least, most) = (distribution.at_least(), distribution.at_most());
    let chances = distribution.chances().zip(least.iter().zip(&most));
    let values = chances.map(|((answer, chance), (least, most))| {
        let (least, most) = (numbers.then_some(least), numbers.then_some(most));
        Object::new()
            .put("value", to_json(answer))
            .and(likely(&chance, samples))
            .put("at_least", least.map(Chance::to_string))
            .put("at_least_decimal", least.map(figures::float))
            .put("at_most", most.map(Chance::to_string))
            .put("at_most_decimal", most.map(figures::float))
    });
    values.collect()
}

/// What a distribution comes to.
pub(super) fn summary(distribution: &Distribution<Answer>) -> Object {
    let numbers = crate::odds::numbers(distribution);
    let mean = numbers.as_ref().and_then(Distribution::mean);
    let variance = numbers.as_ref().and_then(Distribution::variance);
    // Always with a line, as probabilities are: `7/1`.
    let ratio = |ratio: &Ratio| format!("{}/{}", ratio.above, ratio.below);
    Object::new()
        .put("mean", mean.as_ref().map(ratio))
        .put("mean_decimal", mean.as_ref().map(figures::float_of))
        .put("deviation", variance.as_ref().and_then(|variance| variance.root(12).parse::<f64>().ok()))
        .put("variance", variance.as_ref().map(ratio))
        .put("median", numbers.as_ref().and_then(Distribution::median))
        .put("modes", distribution.modes().iter().map(to_json).collect::<Value>())
}

/// The margins of a test.
pub(super) fn margin(odds: &Odds) -> Option<Object> {
    let margin = odds.margin.as_ref()?.map(|one| Answer::Number(*one));
    Some(Object::new().list("values", values(&margin, odds.samples)).and(summary(&margin)))
}

/// Values that have labels.
pub(super) fn by_label(all: &[(String, Distribution<Answer>)], samples: Option<u64>) -> Value {
    let one = |distribution| values(distribution, samples).into_iter().map(Value::from).collect::<Value>();
    Value::Object(all.iter().map(|(label, values)| (label.clone(), one(values))).collect())
}

/// What cannot be answered, and why.
pub(super) fn unanswered(all: &[(Failure, Chance)], samples: Option<u64>, catalogue: &Catalogue) -> Vec<Object> {
    let one = |(failure, chance): &(Failure, Chance)| {
        let message = catalogue.text(failure.code(), failure.args());
        Object::new().put("code", failure.code()).put("message", message).and(likely(chance, samples))
    };
    all.iter().map(one).collect()
}
