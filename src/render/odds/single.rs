//! One distribution: how a test ends, every value, and what they come to.

use super::rows::Rows;
use super::{Reading, Series, View, figures, outcomes};
use crate::eval::Answer;
use crate::odds::{Chance, Distribution, Odds};
use crate::render::Catalogue;
use crate::render::document::{Chart, ChartRow, Column, Document, Line};

/// Values that a test tells besides are told one by one up to so many.
const TOLD: usize = 8;
/// What stands over margins, which have a sign.
const MARGIN: &str = "odds-margin";
/// More modes than this are only counted.
const MODES: usize = 4;

/// One series of one point.
pub(super) fn document(view: &View, series: &Series, catalogue: &Catalogue) -> Document {
    let Some(point) = series.points.first() else { return Document::new() };
    let odds = &point.odds;
    let mut document = Document::new().heading(Line::new().code(&point.expression));
    let is_test = !odds.outcomes.is_empty();
    if is_test {
        document = document.chart(ends(odds, catalogue));
        document.append(below_outcomes(odds, catalogue));
    }
    for (label, values) in &odds.shown {
        document = document.line(shown(label, values, catalogue));
    }
    let title = if is_test { "odds-total" } else { "odds-value" };
    if !odds.values.is_empty() {
        document = if is_test { document.gap() } else { document };
        document.append(distribution(&odds.values, title, view, catalogue));
    }
    for line in outcomes::reservations(odds, catalogue) {
        document = document.line(line);
    }
    if let Some(margin) = odds.margin.as_ref().filter(|margin| view.margins && !margin.is_empty()) {
        document = document.gap();
        document.append(distribution(&margin.map(|one| Answer::Number(*one)), MARGIN, view, catalogue));
    }
    document
}

/// How a test ends.
fn ends(odds: &Odds, catalogue: &Catalogue) -> Chart {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let most = odds.outcomes.iter().map(|outcome| &outcome.chance).max().cloned().unwrap_or_else(Chance::always);
    let rows = odds.outcomes.iter().map(|outcome| ChartRow {
        cells: vec![
            outcomes::line(outcome, catalogue),
            Line::from(outcomes::success(outcome, catalogue)),
            Line::new().dim(figures::fraction(&outcome.chance).unwrap_or_default()),
            Line::new().number(figures::percent(&outcome.chance)),
        ],
        bars: vec![figures::part(&outcome.chance, &most)],
    });
    let chart = Chart {
        columns: vec![
            Column::left(say("odds-outcome")),
            Column::left(say("odds-is-success")),
            Column::right(say("odds-fraction")),
            Column::right(say("odds-chance")),
        ],
        bars: vec![3],
        spare: vec![2],
        folds: false,
        rows: rows.collect(),
    };
    without_empty(chart, 2)
}

/// The chance to succeed, and by how much.
fn below_outcomes(odds: &Odds, catalogue: &Catalogue) -> Document {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let mut parts = Vec::new();
    if let Some(success) = odds.success() {
        let line = Line::new().plain(format!("{} ", say("odds-success"))).strong(figures::percent(&success));
        parts.push(match figures::fraction(&success) {
            Some(fraction) => line.dim(format!(" ({fraction})")),
            None => line,
        });
    }
    if let Some(mean) = outcomes::mean_margin(odds) {
        let margins = odds.margin.as_ref().map(Distribution::ways).unwrap_or_default();
        let line = Line::new().plain(format!("{} ", say("odds-mean-margin"))).number(figures::decimal_and_ratio(&mean));
        parts.push(match (margins.first(), margins.last()) {
            (Some((lowest, _)), Some((highest, _))) if lowest != highest => {
                let args = vec![("low", signed(*lowest).into()), ("high", signed(*highest).into())];
                line.plain(", ").plain(catalogue.text("odds-from-to", &args))
            }
            _ => line,
        });
    }
    if parts.is_empty() { Document::new() } else { Document::new().line(Line::join(parts, " · ")) }
}

fn signed(number: i64) -> String {
    if number > 0 { format!("+{number}") } else { number.to_string().replace('-', "−") }
}

/// A value that a test tells besides: each with its chance, or only what they come to.
fn shown(label: &str, values: &Distribution<Answer>, catalogue: &Catalogue) -> Line {
    let line = Line::new().name(label).plain(": ");
    if values.ways().len() <= TOLD {
        let each = values.chances().map(|(answer, chance)| {
            Line::new().strong(outcomes::value(answer, catalogue)).plain(format!(" {}", figures::percent(&chance)))
        });
        return line.then(Line::join(each, " · "));
    }
    line.then(summary(values, catalogue))
}

/// Every value that is worth it with a bar, and what they come to.
fn distribution(values: &Distribution<Answer>, title: &str, view: &View, catalogue: &Catalogue) -> Document {
    let rows = Rows::new(&[values], view.all);
    let mut document = Document::new().chart(chart(values, &rows, title, view.reading, catalogue));
    document.append(rows.notes(catalogue));
    document.line(summary(values, catalogue))
}

fn chart(values: &Distribution<Answer>, rows: &Rows, title: &str, reading: Reading, catalogue: &Catalogue) -> Chart {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    // Words have no order in which one would be at least the other.
    let reading = if rows.numbers { reading } else { Reading::Exactly };
    let mut order = vec![reading];
    if rows.numbers {
        let others = [Reading::Exactly, Reading::AtLeast, Reading::AtMost];
        order.extend(others.into_iter().filter(|other| *other != reading));
    }
    let read: Vec<Vec<Chance>> = order.iter().map(|reading| rows.chances(values, *reading)).collect();
    let first = read.first().cloned().unwrap_or_default();
    let most = first.iter().max().cloned().unwrap_or_else(Chance::always);
    let values_title = if rows.numbers { Column::right(say(title)) } else { Column::left(say(title)) };
    let mut columns = vec![values_title, Column::right(say("odds-fraction"))];
    columns.extend(order.iter().map(|reading| Column::right(say(heading(*reading)))));
    let lines = rows.answers.iter().zip(&first).enumerate().map(|(index, (answer, chance))| {
        let mut cells = vec![
            rows.title(answer, title == MARGIN, catalogue),
            Line::new().dim(figures::fraction(chance).unwrap_or_default()),
        ];
        let chances = read.iter().filter_map(|chances| chances.get(index));
        cells.extend(chances.map(|chance| Line::new().number(figures::percent(chance))));
        ChartRow { cells, bars: vec![figures::part(chance, &most)] }
    });
    let lines = lines.collect();
    let last = columns.len().saturating_sub(1);
    let spare = if rows.numbers { vec![4, 3, 1] } else { vec![1] };
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
pub(super) fn summary(values: &Distribution<Answer>, catalogue: &Catalogue) -> Line {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let mut parts = Vec::new();
    let mut part = |id: &str, text: String| {
        parts.push(Line::new().plain(format!("{} ", say(id))).strong(text));
    };
    if let Some(numbers) = crate::odds::numbers(values) {
        if let Some(mean) = numbers.mean() {
            part("odds-mean", figures::decimal_and_ratio(&mean));
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
