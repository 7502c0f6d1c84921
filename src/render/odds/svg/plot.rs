//! What is drawn: curves over an axis.

use super::count;
use crate::eval::Answer;
use crate::odds::{Distribution, Odds};
use crate::render::Catalogue;
use crate::render::odds::figures::Measure;
use crate::render::odds::rows::Rows;
use crate::render::odds::{Reading, outcomes, table};

/// One pair of axes with what is drawn between them.
#[derive(Debug, Default)]
pub(in crate::render::odds) struct Plot {
    /// What runs to the right, in a word.
    pub(in crate::render::odds) below: String,
    /// What runs upwards, in a word.
    pub(in crate::render::odds) beside: String,
    /// Upwards runs a share from 0 to 1.
    pub(in crate::render::odds) shares: bool,
    /// Where things lie.
    pub(in crate::render::odds) places: Places,
    /// What is drawn.
    pub(in crate::render::odds) curves: Vec<Curve>,
    /// Lines, and no bars.
    pub(in crate::render::odds) lines: bool,
    /// What else there is to say.
    pub(in crate::render::odds) note: Option<String>,
}

/// Where things lie from left to right.
#[derive(Debug, Default)]
pub(in crate::render::odds) enum Places {
    /// Along a line of numbers.
    #[default]
    Numbers,
    /// One beside the other.
    Words(Vec<String>),
}

/// The bars or the line of a series.
#[derive(Debug)]
pub(in crate::render::odds) struct Curve {
    /// The name of the series.
    pub(in crate::render::odds) name: String,
    /// How far to the right (of words, which), how high, and that in words.
    pub(in crate::render::odds) points: Vec<(f64, f64, String)>,
}

impl Curve {
    /// A curve through points: how far to the right, what that is, and how much there is of it. In words
    /// `before` stands before that.
    pub(in crate::render::odds) fn new(
        name: &str,
        before: &str,
        points: impl IntoIterator<Item = (f64, String, Measure)>,
    ) -> Self {
        let point = |(x, label, measure): (f64, String, Measure)| {
            (x, measure.float(), format!("{before}{label}: {}", measure.words()))
        };
        Self { name: name.to_owned(), points: points.into_iter().map(point).collect() }
    }
}

impl Plot {
    /// Bars of chances beside one another.
    pub(in crate::render::odds) fn bars(
        below: String,
        names: Vec<String>,
        curves: Vec<Curve>,
        catalogue: &Catalogue,
    ) -> Self {
        let beside = catalogue.text("odds-chance", &Vec::new());
        Self { below, beside, shares: true, places: Places::Words(names), curves, ..Self::default() }
    }

    /// The names of its curves.
    pub(super) fn names(&self) -> Vec<&str> {
        self.curves.iter().map(|curve| curve.name.as_str()).collect()
    }

    /// What it shows, for those who do not see it.
    pub(in crate::render::odds) fn in_words(&self) -> String {
        let points = self.curves.iter().flat_map(|curve| &curve.points).map(|(.., words)| words.as_str());
        format!("{}: {}", self.below, points.collect::<Vec<_>>().join("; "))
    }
}

/// How tests end.
pub(in crate::render::odds) fn ends(all: &[(&str, &Odds)], catalogue: &Catalogue) -> Option<Plot> {
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
    Some(Plot::bars(catalogue.text("odds-outcome", &Vec::new()), names, curves, catalogue))
}

/// Values that are drawn as one curve.
pub(in crate::render::odds) struct SeriesOfValues<'a> {
    name: String,
    /// What stands before a value in words.
    before: String,
    values: &'a Distribution<Answer>,
}

impl<'a> SeriesOfValues<'a> {
    pub(in crate::render::odds) fn new(name: &str, before: &str, values: &'a Distribution<Answer>) -> Self {
        Self { name: name.to_owned(), before: before.to_owned(), values }
    }
}

/// Every value that is worth it.
pub(in crate::render::odds) fn values(
    below: String,
    all: &[SeriesOfValues<'_>],
    reading: Reading,
    every: bool,
    catalogue: &Catalogue,
) -> Option<Plot> {
    let rows = Rows::every(&all.iter().map(|one| one.values).collect::<Vec<_>>(), every);
    if rows.answers.is_empty() {
        return None;
    }
    let reading = rows.reading(reading);
    let bars = reading == Reading::Exactly;
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
        Curve::new(&one.name, &one.before, points)
    });
    let words = || rows.answers.iter().map(|answer| outcomes::value(answer, catalogue)).collect();
    Some(Plot {
        below,
        beside: catalogue.text(table::heading(reading), &Vec::new()),
        shares: true,
        places: if rows.numbers { Places::Numbers } else { Places::Words(words()) },
        curves: curves.collect(),
        lines: !bars,
        note: rows.left_out(catalogue),
    })
}

/// The nearest number that can be drawn.
pub(in crate::render::odds) fn number(number: i64) -> f64 {
    number.to_string().parse().unwrap_or(0.0)
}
