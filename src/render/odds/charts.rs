//! Tables with bars: how a test ends, every value, whatever has a name and a chance.

use super::rows::Rows;
use super::{Reading, View, figures, outcomes};
use crate::eval::Answer;
use crate::odds::{Chance, Distribution, Odds};
use crate::render::Catalogue;
use crate::render::document::{Chart, ChartRow, Column, Document, Line};

/// What stands over margins, which have a sign.
pub(super) const MARGIN: &str = "odds-margin";
/// More modes than this are only counted.
const MODES: usize = 4;

/// In which way chances are shown.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Manner {
    /// What is read first.
    pub(super) reading: Reading,
    /// Show values at the ends too.
    pub(super) all: bool,
    /// From how many samples they come.
    pub(super) samples: Option<u64>,
}

impl Manner {
    pub(super) fn of(view: &View, odds: &Odds) -> Self {
        Self { reading: view.reading, all: view.all, samples: odds.samples }
    }
}

/// What stands over a table of values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Title<'a> {
    pub(super) text: &'a str,
    /// Its numbers say how much more or less there is.
    pub(super) signed: bool,
}

/// How a test ends.
pub(super) fn ends(odds: &Odds, manner: Manner, catalogue: &Catalogue) -> Chart {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let most = odds.outcomes.iter().map(|outcome| &outcome.chance).max().cloned().unwrap_or_else(Chance::always);
    let rows = odds.outcomes.iter().map(|outcome| ChartRow {
        cells: vec![
            outcomes::line(outcome, catalogue),
            Line::from(outcomes::success(outcome, catalogue)),
            Line::new().dim(figures::aside(&outcome.chance, manner.samples).unwrap_or_default()),
            Line::new().number(figures::percent(&outcome.chance)),
        ],
        bars: vec![figures::part(&outcome.chance, &most)],
    });
    let chart = Chart {
        columns: vec![
            Column::left(say("odds-outcome")),
            Column::left(say("odds-is-success")),
            Column::right(say(figures::aside_title(manner.samples))),
            Column::right(say("odds-chance")),
        ],
        bars: vec![3],
        spare: vec![2],
        folds: false,
        rows: rows.collect(),
    };
    without_empty(chart, 2)
}

/// Whatever has a name and a chance.
pub(super) fn names(title: &str, rows: Vec<(Line, Chance)>, manner: Manner, catalogue: &Catalogue) -> Chart {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let most = rows.iter().map(|(_, chance)| chance).max().cloned().unwrap_or_else(Chance::always);
    let rows = rows.into_iter().map(|(name, chance)| ChartRow {
        cells: vec![
            name,
            Line::new().dim(figures::aside(&chance, manner.samples).unwrap_or_default()),
            Line::new().number(figures::percent(&chance)),
        ],
        bars: vec![figures::part(&chance, &most)],
    });
    let chart = Chart {
        columns: vec![
            Column::left(title),
            Column::right(say(figures::aside_title(manner.samples))),
            Column::right(say("odds-chance")),
        ],
        bars: vec![2],
        spare: vec![1],
        folds: false,
        rows: rows.collect(),
    };
    without_empty(chart, 1)
}

/// Every value that is worth it with a bar, and what they come to.
pub(super) fn distribution(
    values: &Distribution<Answer>,
    title: Title<'_>,
    manner: Manner,
    catalogue: &Catalogue,
) -> Document {
    let rows = Rows::new(&[values], manner.all);
    let mut document = Document::new().chart(chart(values, &rows, title, manner, catalogue));
    document.append(rows.notes(catalogue));
    document.line(summary(values, manner.samples, catalogue))
}

fn chart(values: &Distribution<Answer>, rows: &Rows, title: Title<'_>, manner: Manner, catalogue: &Catalogue) -> Chart {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    // Words have no order in which one would be at least the other.
    let reading = if rows.numbers { manner.reading } else { Reading::Exactly };
    let mut order = vec![reading];
    if rows.numbers {
        let others = [Reading::Exactly, Reading::AtLeast, Reading::AtMost];
        order.extend(others.into_iter().filter(|other| *other != reading));
    }
    let read: Vec<Vec<Chance>> = order.iter().map(|reading| rows.chances(values, *reading)).collect();
    let first = read.first().cloned().unwrap_or_default();
    let most = first.iter().max().cloned().unwrap_or_else(Chance::always);
    let values_title = if rows.numbers { Column::right(title.text) } else { Column::left(title.text) };
    let mut columns = vec![values_title, Column::right(say(figures::aside_title(manner.samples)))];
    columns.extend(order.iter().map(|reading| Column::right(say(heading(*reading)))));
    let lines = rows.answers.iter().zip(&first).enumerate().map(|(index, (answer, chance))| {
        let mut cells = vec![
            rows.title(answer, title.signed, catalogue),
            Line::new().dim(figures::aside(chance, manner.samples).unwrap_or_default()),
        ];
        let chances = read.iter().filter_map(|chances| chances.get(index));
        cells.extend(chances.map(|chance| Line::new().number(figures::percent(chance))));
        ChartRow { cells, bars: vec![figures::part(chance, &most)] }
    });
    let lines = lines.collect();
    let last = columns.len().saturating_sub(1);
    let spare = if rows.numbers { vec![4, 1, 3] } else { vec![1] };
    without_empty(Chart { columns, bars: vec![last], spare, folds: false, rows: lines }, 1)
}

/// The chart without a column that says nothing.
fn without_empty(mut chart: Chart, index: usize) -> Chart {
    let says = chart.rows.iter().any(|row| row.cells.get(index).is_some_and(|cell| !cell.is_empty()));
    if says || index >= chart.columns.len() {
        return chart;
    }
    chart.columns.remove(index);
    for row in &mut chart.rows {
        if index < row.cells.len() {
            row.cells.remove(index);
        }
    }
    chart.spare.retain(|one| *one != index);
    for place in chart.bars.iter_mut().chain(&mut chart.spare).filter(|place| **place > index) {
        *place -= 1;
    }
    chart
}

/// What is written over a column.
pub(super) fn heading(reading: Reading) -> &'static str {
    match reading {
        Reading::Exactly => "odds-exactly",
        Reading::AtLeast => "odds-at-least",
        Reading::AtMost => "odds-at-most",
    }
}

/// Mean, deviation, median and mode, as far as there are such.
pub(super) fn summary(values: &Distribution<Answer>, samples: Option<u64>, catalogue: &Catalogue) -> Line {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let mut parts = Vec::new();
    let mut part = |id: &str, text: String| {
        parts.push(Line::new().plain(format!("{} ", say(id))).strong(text));
    };
    if let Some(numbers) = crate::odds::numbers(values) {
        if let Some(mean) = numbers.mean() {
            part("odds-mean", figures::mean(&mean, samples));
        }
        if let Some(variance) = numbers.variance() {
            part("odds-deviation", figures::root(&variance));
        }
        if let Some(median) = numbers.median() {
            part("odds-median", outcomes::value(&Answer::Number(median), catalogue));
        }
    }
    let modes = values.modes();
    if modes.len() > MODES {
        part("odds-mode", catalogue.text("odds-modes", &vec![("count", modes.len().into())]));
    } else {
        let words: Vec<String> = modes.iter().map(|mode| outcomes::value(mode, catalogue)).collect();
        part("odds-mode", words.join(", "));
    }
    Line::join(parts, " · ")
}
