//! Odds as people and programs see them: tables with bars, CSV, JSON and pictures.
//!
//! A [`View`] is what is to be shown: one or several series side by side, each of one point,
//! or of one for each value of one or two parameters. What it becomes is decided here alone.

pub mod after;
mod charts;
mod csv;
pub mod deeds;
pub(super) mod figures;
mod json;
mod outcomes;
mod rows;
mod several;
mod single;
pub mod svg;
mod swept;
pub mod turns;

use super::Catalogue;
use super::document::Document;
use super::json::Seed;
use crate::odds::Odds;

pub use csv::render as csv;
pub use json::render as json;

/// What is read off a distribution first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reading {
    /// How likely each value is.
    #[default]
    Exactly,
    /// How likely it or a higher one is.
    AtLeast,
    /// How likely it or a lower one is.
    AtMost,
}

/// What is shown.
#[derive(Debug, Clone, Default)]
pub struct View {
    /// What stands side by side; at least one.
    pub series: Vec<Series>,
    /// What changes from point to point: nothing, or one parameter or two.
    pub parameters: Vec<Parameter>,
    /// What is read first.
    pub reading: Reading,
    /// Show how much more the second of two series is than the first.
    pub difference: bool,
    /// Show values at the ends too, however unlikely they are.
    pub all: bool,
    /// Show the whole distribution of margins.
    pub margins: bool,
    /// The seed of what was only sampled.
    pub seed: Option<Seed>,
}

/// Something that changes from point to point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its values in words, in their order.
    pub values: Vec<String>,
}

/// One thing that is looked at.
#[derive(Debug, Clone)]
pub struct Series {
    /// What tells it from the others: an expression, a ruleset.
    pub name: String,
    /// The id of the ruleset.
    pub ruleset: String,
    /// The expression as it was typed.
    pub expression: String,
    /// Its points: one, or one for each value of the parameter; of two parameters those of
    /// the first value of the first parameter come first.
    pub points: Vec<Point>,
}

/// The odds in one place.
#[derive(Debug, Clone)]
pub struct Point {
    /// The expression with the value of a parameter in it.
    pub expression: String,
    /// The odds.
    pub odds: Odds,
}

impl View {
    /// One series without parameters.
    #[must_use]
    pub fn one(ruleset: &str, expression: &str, odds: Odds) -> Self {
        let points = vec![Point { expression: expression.to_owned(), odds }];
        let (ruleset, expression) = (ruleset.to_owned(), expression.to_owned());
        let series = Series { name: expression.clone(), ruleset, expression, points };
        Self { series: vec![series], ..Self::default() }
    }

    /// The values of the parameters at a point, by its place.
    fn values_at(&self, point: usize) -> Vec<(&str, &str)> {
        let inner = self.parameters.get(1).map_or(1, |second| second.values.len().max(1));
        let mut found = Vec::new();
        if let Some(first) = self.parameters.first() {
            let index = point.checked_div(inner).unwrap_or(0);
            found.extend(first.values.get(index).map(|value| (first.name.as_str(), value.as_str())));
        }
        if let Some(second) = self.parameters.get(1) {
            let index = point.checked_rem(inner).unwrap_or(0);
            found.extend(second.values.get(index).map(|value| (second.name.as_str(), value.as_str())));
        }
        found
    }

    /// About how many bytes all of it is as JSON or CSV: of many values with long ratios, very many.
    #[must_use]
    pub fn written(&self) -> u64 {
        let points = self.series.iter().flat_map(|series| &series.points);
        points.fold(0, |sum: u64, point| sum.saturating_add(written(&point.odds)))
    }

    /// Two series whose difference is wanted.
    fn compared(&self) -> Option<(&Series, &Series)> {
        match self.series.as_slice() {
            [one, other] if self.difference => Some((one, other)),
            _ => None,
        }
    }
}

/// About how many bytes some odds are as JSON.
fn written(odds: &Odds) -> u64 {
    let of = |values: usize, bits: u64| {
        // Three ratios of two numbers each, with three bits and a bit more to a digit.
        let each = bits.saturating_mul(2).saturating_add(160);
        u64::try_from(values).unwrap_or(u64::MAX).saturating_mul(each)
    };
    let shown = odds.shown.iter().map(|(_, values)| of(values.ways().len(), values.all().bits()));
    let margin = odds.margin.as_ref().map(|values| of(values.ways().len(), values.all().bits()));
    let values = of(odds.values.ways().len(), odds.values.all().bits());
    shown.chain(margin).fold(values, u64::saturating_add)
}

/// The view as a document.
#[must_use]
pub fn document(view: &View, catalogue: &Catalogue) -> Document {
    match (view.series.as_slice(), view.parameters.as_slice()) {
        ([], _) => Document::new(),
        ([only], []) => single::document(view, only, catalogue),
        (_, []) => several::document(view, catalogue),
        (_, [parameter]) => swept::over_one(view, parameter, catalogue),
        (_, [rows, columns, ..]) => swept::over_two(view, rows, columns, catalogue),
    }
}
