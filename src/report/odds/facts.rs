//! The facts of odds for programs. Their shapes are a contract, described in docs/json.md.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

use super::{figures, outcomes};
use crate::engine::{Answer, Failure, classes};
use crate::odds::{Chance, Distribution, Odds, Ratio};
use crate::report::Catalogue;
use crate::report::json::{Json, Object, Objects, Seed, to_json};
use crate::sort::Gather as _;

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
    let object = Object::new().each("values", values(totals, odds.and_then(|odds| odds.samples)));
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
        let object = Object::new()
            .put("name", outcomes::name(outcome, catalogue))
            .put("success", outcome.success)
            .put("is", classes(outcome.success, &outcome.classes));
        object.and(likely(&outcome.chance, odds.samples))
    });
    ends.collect()
}

/// Each value, and how likely it is.
pub(super) fn values(distribution: &Distribution<Answer>, samples: Option<u64>) -> DistributionValues {
    DistributionValues { distribution: distribution.clone(), samples }
}

#[derive(Debug)]
pub(super) struct DistributionValues {
    distribution: Distribution<Answer>,
    samples: Option<u64>,
}

impl Objects for DistributionValues {
    fn each(&self) -> Box<dyn Iterator<Item = Object> + '_> {
        let distribution = &self.distribution;
        // Words have no order in which one would be at least the other.
        let numbers = distribution.ways().iter().all(|(answer, _)| matches!(answer, Answer::Number(_)));
        let chances = distribution.chances().zip(distribution.at_least().zip(distribution.at_most()));
        Box::new(chances.map(move |((answer, chance), (least, most))| {
            let (least, most) = (numbers.then_some(least), numbers.then_some(most));
            Object::new()
                .put("value", to_json(answer))
                .and(likely(&chance, self.samples))
                .put("at_least", least.as_ref().map(Chance::to_string))
                .put("at_least_decimal", least.as_ref().map(figures::float))
                .put("at_most", most.as_ref().map(Chance::to_string))
                .put("at_most_decimal", most.as_ref().map(figures::float))
        }))
    }
}

/// What a distribution comes to.
pub(super) fn summary(distribution: &Distribution<Answer>) -> Object {
    let mean = distribution.mean();
    let variance = distribution.variance();
    let median = mean.as_ref().and_then(|_| distribution.median());
    // Always with a line, as probabilities are: `7/1`.
    let ratio = |ratio: &Ratio| format!("{}/{}", ratio.above, ratio.below);
    Object::new()
        .put("mean", mean.as_ref().map(ratio))
        .put("mean_decimal", mean.as_ref().map(figures::float_of))
        .put("deviation", variance.as_ref().and_then(|variance| variance.root(12).parse::<f64>().ok()))
        .put("variance", variance.as_ref().map(ratio))
        .put("median", median.as_ref().map(to_json))
        .put("modes", distribution.modes().iter().map(to_json).collect::<Value>())
}

/// The margins of a test.
pub(super) fn margin(odds: &Odds) -> Option<Object> {
    let margin = odds.margin.as_ref()?.map(|one| Answer::Number(*one));
    let summary = summary(&margin);
    Some(Object::new().each("values", DistributionValues { distribution: margin, samples: odds.samples }).and(summary))
}

/// Values that have labels.
pub(super) fn by_label(all: &[(String, Distribution<Answer>)], samples: Option<u64>) -> BTreeMap<String, Json> {
    let one = |distribution| Json::Each(Rc::new(values(distribution, samples)));
    all.iter().map(|(label, values)| (label.clone(), one(values))).to_map()
}

/// What cannot be answered, and why.
pub(super) fn unanswered(all: &[(Failure, Chance)], samples: Option<u64>, catalogue: &Catalogue) -> Vec<Object> {
    let one = |(failure, chance): &(Failure, Chance)| {
        let message = catalogue.text(failure.code().as_str(), failure.args());
        Object::new().put("code", failure.code().as_str()).put("message", message).and(likely(chance, samples))
    };
    all.iter().map(one).collect()
}

/// From how many samples it comes, and their seed.
pub(super) fn samples(samples: Option<u64>, seed: Option<Seed>) -> Object {
    let seed = samples.and(seed);
    let object = Object::new().put("samples", samples).put_some("seed", seed.map(|seed| seed.number));
    object.put_some("seed_given", seed.map(|seed| seed.given))
}
