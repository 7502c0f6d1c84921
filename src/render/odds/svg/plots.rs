//! What of a view is drawn: curves over an axis.

use super::super::figures::{self, Headline};
use super::super::rows::Rows;
use super::super::{Parameter, Reading, Series, View, charts, outcomes, several, swept};
use crate::eval::Answer;
use crate::odds::{Distribution, Odds};
use crate::render::Catalogue;

/// More lines than this cannot be told apart.
const LINES: usize = 12;
/// So few numbers are told in words.
const FEW: usize = 3;

/// One pair of axes with what is drawn between them.
#[derive(Debug)]
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
#[derive(Debug)]
pub(in crate::render::odds) enum Places {
    /// Along a line of numbers.
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

impl Plot {
    /// The names of what is drawn.
    pub(super) fn names(&self) -> Vec<&str> {
        self.curves.iter().map(|curve| curve.name.as_str()).collect()
    }
}

/// All that is drawn of a view, from top to bottom.
pub(super) fn plots(view: &View, catalogue: &Catalogue) -> Vec<Plot> {
    match view.parameters.as_slice() {
        [] => {
            let all: Vec<(&str, &Odds)> =
                view.series.iter().filter_map(|one| Some((one.name.as_str(), &one.points.first()?.odds))).collect();
            let mut plots: Vec<Plot> = ends(&all, catalogue).into_iter().collect();
            plots.extend(values(view, &all, catalogue));
            plots
        }
        [parameter] => {
            let mut plots: Vec<Plot> = over_one(view, parameter, catalogue).into_iter().collect();
            if let ([only], true) = (view.series.as_slice(), view.reading != Reading::Exactly) {
                plots.extend(read(view, only, parameter, catalogue));
            }
            plots
        }
        [rows, columns, ..] => over_two(view, rows, columns, catalogue).into_iter().collect(),
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
            let words = format!("{series} · {name}: {}", figures::percent(&chance));
            Some((super::count(index), figures::float(&chance), words))
        });
        Curve { name: (*series).to_owned(), points: points.collect() }
    });
    Some(Plot {
        below: catalogue.text("odds-outcome", &Vec::new()),
        beside: catalogue.text("odds-chance", &Vec::new()),
        shares: true,
        curves: curves.collect(),
        places: Places::Words(names),
        lines: false,
        note: None,
    })
}

/// Every value that is worth it.
fn values(view: &View, all: &[(&str, &Odds)], catalogue: &Catalogue) -> Option<Plot> {
    let distributions: Vec<&Distribution<Answer>> = all.iter().map(|(_, odds)| &odds.values).collect();
    let rows = Rows::every(&distributions, view.all);
    if rows.answers.is_empty() {
        return None;
    }
    let numbers = rows.numbers;
    let reading = if numbers { view.reading } else { Reading::Exactly };
    let curves: Vec<Curve> = all
        .iter()
        .map(|(series, odds)| {
            let chances = rows.chances(&odds.values, reading);
            // What never comes up has no bar; what is at least something is so at every value.
            let bars = reading == Reading::Exactly;
            let points = rows.answers.iter().zip(&chances).enumerate();
            let points = points.filter(|(_, (_, chance))| !bars || !chance.is_never());
            let points = points.map(|(index, (answer, chance))| {
                let place = match answer {
                    Answer::Number(number) if numbers => approximate(*number),
                    _ => super::count(index),
                };
                let words = format!("{}: {}", outcomes::value(answer, catalogue), figures::percent(chance));
                (place, figures::float(chance), words)
            });
            Curve { name: (*series).to_owned(), points: points.collect() }
        })
        .collect();
    let is_test = all.iter().any(|(_, odds)| !odds.outcomes.is_empty());
    let hidden = rows.hidden();
    let note = (hidden > 0).then(|| catalogue.text("odds-left-out", &vec![("count", hidden.into())]));
    let places = if numbers {
        Places::Numbers
    } else {
        Places::Words(rows.answers.iter().map(|answer| outcomes::value(answer, catalogue)).collect())
    };
    Some(Plot {
        below: catalogue.text(if is_test { "odds-total" } else { "odds-value" }, &Vec::new()),
        beside: catalogue.text(charts::heading(reading), &Vec::new()),
        shares: true,
        places,
        curves,
        lines: reading != Reading::Exactly,
        note,
    })
}

/// The numbers of something that is no test, if there are more than a few.
pub(in crate::render::odds) fn numbers(
    below: String,
    values: &Distribution<Answer>,
    all: bool,
    catalogue: &Catalogue,
) -> Option<Plot> {
    let rows = Rows::every(&[values], all);
    if !rows.numbers || values.ways().len() <= FEW {
        return None;
    }
    let points = rows.answers.iter().zip(rows.chances(values, Reading::Exactly)).map(|(answer, chance)| {
        let words = format!("{}: {}", outcomes::value(answer, catalogue), figures::percent(&chance));
        (place_of(answer), figures::float(&chance), words)
    });
    let hidden = rows.hidden();
    let note = (hidden > 0).then(|| catalogue.text("odds-left-out", &vec![("count", hidden.into())]));
    Some(Plot {
        beside: catalogue.text("odds-chance", &Vec::new()),
        shares: true,
        places: Places::Numbers,
        curves: vec![Curve { name: below.clone(), points: points.collect() }],
        below,
        lines: false,
        note,
    })
}

/// The nearest number that can be drawn.
fn approximate(number: i64) -> f64 {
    number.to_string().parse().unwrap_or(0.0)
}

/// How likely each value or a higher one is (or a lower one): a line for each value of a parameter,
/// of very many not for every one.
fn read(view: &View, series: &Series, parameter: &Parameter, catalogue: &Catalogue) -> Option<Plot> {
    let (values, title) = swept::read_values(series);
    let rows = Rows::every(&values.iter().collect::<Vec<_>>(), view.all);
    if !rows.numbers || rows.answers.is_empty() {
        return None;
    }
    let every = parameter.values.len().div_ceil(LINES).max(1);
    let curves = values.iter().zip(&parameter.values).step_by(every).map(|(values, value)| {
        let name = format!("{} {value}", parameter.name);
        let points = rows.answers.iter().zip(rows.chances(values, view.reading)).map(|(answer, chance)| {
            let words = format!("{name} · {}: {}", outcomes::value(answer, catalogue), figures::percent(&chance));
            (place_of(answer), figures::float(&chance), words)
        });
        Curve { points: points.collect(), name: name.clone() }
    });
    Some(Plot {
        below: catalogue.text(title, &Vec::new()),
        beside: catalogue.text(charts::heading(view.reading), &Vec::new()),
        shares: true,
        places: Places::Numbers,
        curves: curves.collect(),
        lines: true,
        note: drawn_every(every, parameter, catalogue),
    })
}

/// That not all lines are drawn.
fn drawn_every(every: usize, parameter: &Parameter, catalogue: &Catalogue) -> Option<String> {
    let args = vec![("every", every.into()), ("name", parameter.name.as_str().into())];
    (every > 1).then(|| catalogue.text("odds-every", &args))
}

fn place_of(answer: &Answer) -> f64 {
    match answer {
        Answer::Number(number) => approximate(*number),
        _ => 0.0,
    }
}

/// Where the values of a parameter lie.
fn along(parameter: &Parameter) -> (Places, Vec<f64>) {
    let numbers: Option<Vec<f64>> =
        parameter.values.iter().map(|value| value.parse::<i64>().ok().map(approximate)).collect();
    match numbers {
        Some(numbers) => (Places::Numbers, numbers),
        None => {
            let places = (0..parameter.values.len()).map(super::count).collect();
            (Places::Words(parameter.values.clone()), places)
        }
    }
}

/// A headline as a height and in words.
fn height(headline: &Headline) -> (f64, String) {
    match headline {
        Headline::Chance(chance) => (figures::float(chance), figures::percent(chance)),
        Headline::Mean(mean) => (figures::float_of(mean), figures::decimal(mean)),
    }
}

fn axes(parameter: &Parameter, headlines: &[Headline], catalogue: &Catalogue) -> (bool, String, String) {
    let shares = headlines.iter().any(|one| matches!(one, Headline::Chance(_)));
    let beside = if shares { "odds-success" } else { "odds-mean" };
    (shares, parameter.name.clone(), catalogue.text(beside, &Vec::new()))
}

/// A line for each series; of a single test one for each outcome as well.
fn over_one(view: &View, parameter: &Parameter, catalogue: &Catalogue) -> Option<Plot> {
    let (places, along) = along(parameter);
    let mut headlines = Vec::new();
    let mut curves = Vec::new();
    for series in &view.series {
        let mut points = Vec::new();
        for (point, (x, value)) in along.iter().zip(&parameter.values).enumerate() {
            let Some(headline) = several::headline(series, point) else { continue };
            let (y, words) = height(&headline);
            points.push((*x, y, format!("{} · {} {value}: {words}", series.name, parameter.name)));
            headlines.push(headline);
        }
        curves.push(Curve { name: series.name.clone(), points });
    }
    let (shares, below, beside) = axes(parameter, &headlines, catalogue);
    if let ([only], true) = (view.series.as_slice(), shares) {
        let names = outcomes::names(only.points.iter().map(|point| &point.odds), catalogue);
        if let Some(first) = curves.first_mut().filter(|_| !names.is_empty()) {
            first.name.clone_from(&beside);
        }
        for name in names {
            let points = only.points.iter().zip(&along).zip(&parameter.values).filter_map(|((point, x), value)| {
                let chance = outcomes::chance(&point.odds, &name, catalogue)?;
                let words = format!("{name} · {} {value}: {}", parameter.name, figures::percent(&chance));
                Some((*x, figures::float(&chance), words))
            });
            curves.push(Curve { points: points.collect(), name });
        }
    }
    let beside = if curves.len() > view.series.len() { catalogue.text("odds-chance", &Vec::new()) } else { beside };
    (!headlines.is_empty()).then_some(Plot { below, beside, shares, places, curves, lines: true, note: None })
}

/// Along the parameter with more values, a line for each value of the other; of very many
/// not every one.
fn over_two(view: &View, rows: &Parameter, columns: &Parameter, catalogue: &Catalogue) -> Option<Plot> {
    let turned = columns.values.len() >= rows.values.len();
    let (right, other) = if turned { (columns, rows) } else { (rows, columns) };
    let inner = columns.values.len();
    let (places, along) = along(right);
    let lines = other.values.len().saturating_mul(view.series.len());
    let every = lines.div_ceil(LINES).max(1);
    let mut headlines = Vec::new();
    let mut curves = Vec::new();
    for series in &view.series {
        for (line, value) in other.values.iter().enumerate().step_by(every) {
            let name = format!("{} {value}", other.name);
            let name = if view.series.len() > 1 { format!("{} · {name}", series.name) } else { name };
            let mut points = Vec::new();
            for (index, (x, at)) in along.iter().zip(&right.values).enumerate() {
                let (row, column) = if turned { (line, index) } else { (index, line) };
                let point = row.saturating_mul(inner).saturating_add(column);
                let Some(headline) = several::headline(series, point) else { continue };
                let (y, words) = height(&headline);
                points.push((*x, y, format!("{name} · {} {at}: {words}", right.name)));
                headlines.push(headline);
            }
            curves.push(Curve { name, points });
        }
    }
    let (shares, below, beside) = axes(right, &headlines, catalogue);
    let note = drawn_every(every, other, catalogue);
    (!headlines.is_empty()).then_some(Plot { below, beside, shares, places, curves, lines: true, note })
}
