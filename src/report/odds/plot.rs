//! Plots: curves over an axis.

use super::figures::Measure;
use super::rows::Rows;
use super::{Cumulation, outcomes, table};
use crate::engine::Answer;
use crate::odds::{Distribution, Odds};
use crate::report::Catalogue;

/// The plots of an answer, and their description in words.
#[derive(Debug, Default)]
pub struct Picture {
    /// The same in words, line by line, for those who do not see it.
    pub(super) description: Vec<String>,
    /// Plots below one another; each group has a legend of its own.
    pub(super) groups: Vec<Vec<Plot>>,
}

/// One pair of axes with its curves.
#[derive(Debug, Default)]
pub(super) struct Plot {
    /// What runs to the right, in a word.
    pub(super) below: String,
    /// What runs upwards, in a word.
    pub(super) beside: String,
    /// Upwards runs a share from 0 to 1.
    pub(super) shares: bool,
    /// What the x axis measures.
    pub(super) places: AxisScale,
    /// One curve or series of bars each.
    pub(super) curves: Vec<Curve>,
    /// Lines, and no bars.
    pub(super) lines: bool,
    /// What else there is to say.
    pub(super) note: Option<String>,
}

/// The axis from left to right: numbers, or words at equal distances.
#[derive(Debug, Default)]
pub(super) enum AxisScale {
    /// Along a line of numbers.
    #[default]
    Numbers,
    /// Categories, side by side.
    Words(Vec<String>),
}

/// The bars or the line of one series.
#[derive(Debug)]
pub(super) struct Curve {
    /// The name of the series.
    pub(super) name: String,
    /// How far to the right (of words, which), how high, and that in words.
    pub(super) points: Vec<(f64, f64, String)>,
    /// The mean of its values: how far to the right, and that in words.
    pub(super) mean: Option<(f64, String)>,
}

impl Curve {
    /// A curve through points: how far to the right, what that is, and how much there is of it. In words
    /// `before` precedes it.
    pub(super) fn new(name: &str, before: &str, points: impl IntoIterator<Item = (f64, String, Measure)>) -> Self {
        let point = |(x, label, measure): (f64, String, Measure)| {
            (x, measure.float(), format!("{before}{label}: {}", measure.words()))
        };
        Self { name: name.to_owned(), points: points.into_iter().map(point).collect(), mean: None }
    }
}

impl Plot {
    /// Bars of chances beside one another.
    pub(super) fn bars(below: String, names: Vec<String>, curves: Vec<Curve>, catalogue: &Catalogue) -> Self {
        let beside = catalogue.say("odds-chance");
        Self { below, beside, shares: true, places: AxisScale::Words(names), curves, ..Self::default() }
    }

    /// The names of its curves.
    pub(super) fn names(&self) -> Vec<&str> {
        self.curves.iter().map(|curve| curve.name.as_str()).collect()
    }

    /// What it shows, for those who do not see it.
    pub(super) fn in_words(&self) -> String {
        let points = self.curves.iter().flat_map(|curve| &curve.points).map(|(.., words)| words.as_str());
        format!("{}: {}", self.below, points.collect::<Vec<_>>().join("; "))
    }
}

/// A plot of the outcomes of tests; `None` if none has outcomes.
pub(super) fn ends(all: &[(&str, &Odds)], catalogue: &Catalogue) -> Option<Plot> {
    let names = outcomes::names(all.iter().map(|(_, odds)| *odds), catalogue);
    if names.is_empty() {
        return None;
    }
    let curves = all.iter().map(|(series, odds)| {
        let points = names.iter().enumerate().filter_map(|(index, name)| {
            let chance = outcomes::chance(odds, name, catalogue)?;
            Some((count(index), name.clone(), Measure::Chance(chance)))
        });
        Curve::new(series, &format!("{series} · "), points)
    });
    let curves = curves.collect();
    Some(Plot::bars(catalogue.say("odds-outcome"), names, curves, catalogue))
}

/// Values and their chances that are drawn as one curve.
pub(super) struct SeriesOfValues<'a> {
    name: String,
    /// What is before a value in words.
    before: String,
    values: &'a Distribution<Answer>,
}

impl<'a> SeriesOfValues<'a> {
    pub(super) fn new(name: &str, before: &str, values: &'a Distribution<Answer>) -> Self {
        Self { name: name.to_owned(), before: before.to_owned(), values }
    }
}

/// Every value that is worth it.
pub(super) fn values(
    below: String,
    all: &[SeriesOfValues<'_>],
    reading: Cumulation,
    every: bool,
    catalogue: &Catalogue,
) -> Option<Plot> {
    let rows = Rows::drawn(&all.iter().map(|one| one.values).collect::<Vec<_>>(), every);
    if rows.answers.is_empty() {
        return None;
    }
    let reading = rows.reading(reading);
    let bars = reading == Cumulation::Exactly;
    let curves = all.iter().map(|one| {
        let chances = rows.chances(one.values, reading);
        // What never comes up has no bar; what is at least something is so at every value.
        let points = rows.answers.iter().zip(chances).enumerate();
        let points = points.filter(|(_, (_, chance))| !bars || !chance.is_never());
        let points = points.map(|(index, (answer, chance))| {
            let place = match answer {
                Answer::Number(value) if rows.numbers => number(*value),
                _ => count(index),
            };
            (place, outcomes::value(answer, catalogue), Measure::Chance(chance))
        });
        let mean = one.values.mean().filter(|_| rows.numbers).map(Measure::Mean);
        let mean =
            mean.map(|mean| (mean.float(), format!("{}{}: {}", one.before, catalogue.say("odds-mean"), mean.words())));
        Curve { mean, ..Curve::new(&one.name, &one.before, points) }
    });
    let words = || rows.answers.iter().map(|answer| outcomes::value(answer, catalogue)).collect();
    Some(Plot {
        below,
        beside: catalogue.say(table::heading(reading)),
        shares: true,
        places: if rows.numbers { AxisScale::Numbers } else { AxisScale::Words(words()) },
        curves: curves.collect(),
        lines: !bars,
        note: Some(rows.without_row(catalogue).join(" ")).filter(|note| !note.is_empty()),
    })
}

/// The nearest number that can be drawn.
pub(super) fn number(number: i64) -> f64 {
    number.to_string().parse().unwrap_or(0.0)
}

/// A count as a length.
pub(super) fn count(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}
