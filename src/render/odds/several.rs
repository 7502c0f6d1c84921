//! Several distributions side by side.

use std::collections::BTreeSet;

use super::figures::Headline;
use super::rows::Rows;
use super::{Reading, Series, View, charts, figures, outcomes};
use crate::eval::Answer;
use crate::odds::{Chance, Distribution, Odds, Ratio};
use crate::render::document::{Chart, ChartRow, Column, Document, Line};
use crate::render::{Catalogue, width};

/// Names longer than this stand above the table, and letters in it.
const LONGEST_TITLE: usize = 16;
/// More series than this are shown without bars.
const BARS: usize = 3;

/// All series of one point each.
pub(super) fn document(view: &View, catalogue: &Catalogue) -> Document {
    let titles = Titles::new(view);
    let all: Vec<&Odds> = view.series.iter().filter_map(|series| Some(&series.points.first()?.odds)).collect();
    let mut document = titles.above();
    let summary = summary(view, &titles, &all, catalogue);
    if !summary.rows.is_empty() {
        document = document.chart(summary).gap();
    }
    document.append(values(view, &titles, &all, catalogue));
    for (series, odds) in view.series.iter().zip(&all) {
        for line in outcomes::reservations(odds, view.seed, catalogue) {
            document = document.line(Line::new().code(&series.name).plain(": ").then(line));
        }
    }
    document
}

/// What the columns of several series are called.
pub(super) struct Titles {
    names: Vec<String>,
    /// What the letters stand for, where there are letters.
    legend: Vec<(String, String)>,
    /// The expression that all have in common, where only something else differs.
    common: Option<String>,
}

impl Titles {
    pub(super) fn new(view: &View) -> Self {
        let names: Vec<String> = view.series.iter().map(|series| series.name.clone()).collect();
        let expressions: BTreeSet<&str> = view.series.iter().map(|series| series.expression.as_str()).collect();
        let common =
            expressions.first().filter(|only| expressions.len() == 1 && !names.iter().any(|name| name == *only));
        let common = common.map(|&only| only.to_owned());
        if names.iter().all(|name| width(name) <= LONGEST_TITLE) {
            return Self { names, legend: Vec::new(), common };
        }
        let letters = (0..names.len()).map(letter);
        let legend: Vec<(String, String)> = letters.zip(names).collect();
        Self { names: legend.iter().map(|(letter, _)| letter.clone()).collect(), legend, common }
    }

    /// What stands above a table with these titles.
    pub(super) fn above(&self) -> Document {
        let mut document = Document::new();
        if let Some(common) = &self.common {
            document = document.heading(Line::new().code(common));
        }
        for (letter, name) in &self.legend {
            document = document.line(Line::new().strong(letter).plain("  ").code(name));
        }
        if self.legend.is_empty() { document } else { document.gap() }
    }

    /// The columns of a table with one for each series, and one for the difference.
    pub(super) fn columns(&self, first: Column, view: &View, catalogue: &Catalogue) -> Vec<Column> {
        let mut columns = vec![first];
        columns.extend(self.names.iter().map(|name| Column::right(name.as_str())));
        if view.compared().is_some() {
            columns.push(Column::right(catalogue.text("odds-difference", &Vec::new())));
        }
        columns
    }
}

/// `A`, `B`, …, `Z`, `A2`, …
fn letter(index: usize) -> String {
    let letter = u8::try_from(index % 26).ok().and_then(|at| b'A'.checked_add(at)).map_or('?', char::from);
    if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26 + 1) }
}

/// How tests end, and what the values come to.
fn summary(view: &View, titles: &Titles, all: &[&Odds], catalogue: &Catalogue) -> Chart {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let mut rows = Vec::new();
    for name in outcomes::names(all.iter().copied(), catalogue) {
        let chances = all.iter().map(|odds| outcomes::chance(odds, &name, catalogue)).collect();
        rows.push(chances_row(Line::from(name), chances, view));
    }
    let success: Vec<Option<Chance>> = all.iter().map(|odds| odds.success()).collect();
    if success.iter().any(Option::is_some) {
        rows.push(chances_row(Line::new().strong(say("odds-success")), success, view));
    }
    let mut ratios = |id: &str, of: &dyn Fn(&Odds) -> Option<Ratio>| {
        let found: Vec<Option<Ratio>> = all.iter().map(|odds| of(odds)).collect();
        if found.iter().any(Option::is_some) {
            rows.push(ratios_row(Line::from(say(id)), &found, view));
        }
    };
    ratios("odds-mean-margin", &outcomes::mean_margin);
    ratios("odds-mean", &outcomes::mean);
    let deviations: Vec<Option<String>> =
        all.iter().map(|odds| Some(figures::root(&odds.numbers()?.variance()?))).collect();
    if deviations.iter().any(Option::is_some) {
        let cells = deviations.into_iter().map(|text| Line::from(text.unwrap_or_else(|| "–".to_owned())));
        rows.push(row(Line::from(say("odds-deviation")), cells.collect()));
    }
    let columns = titles.columns(Column::left(""), view, catalogue);
    Chart { columns, bars: Vec::new(), spare: Vec::new(), folds: true, rows }
}

fn row(title: Line, mut cells: Vec<Line>) -> ChartRow {
    cells.insert(0, title);
    ChartRow { cells, bars: Vec::new() }
}

fn chances_row(title: Line, chances: Vec<Option<Chance>>, view: &View) -> ChartRow {
    let shown = |chance: &Option<Chance>| match chance {
        Some(chance) => Line::new().number(figures::percent(chance)),
        None => Line::from("–"),
    };
    let mut cells: Vec<Line> = chances.iter().map(shown).collect();
    if view.compared().is_some() {
        // What one of them cannot come to never happens there.
        let mut known = chances.into_iter().map(|chance| chance.unwrap_or_else(Chance::never));
        let difference = known.next().zip(known.next()).map(|(one, other)| Ratio::difference(&other, &one));
        cells.push(Line::from(difference.map(|one| figures::points(&one)).unwrap_or_default()));
    }
    row(title, cells)
}

fn ratios_row(title: Line, ratios: &[Option<Ratio>], view: &View) -> ChartRow {
    let shown = |ratio: &Option<Ratio>| match ratio {
        Some(ratio) => Line::new().number(figures::decimal(ratio)),
        None => Line::from("–"),
    };
    let mut cells: Vec<Line> = ratios.iter().map(shown).collect();
    if view.compared().is_some() {
        let difference = match ratios {
            [Some(one), Some(other)] => figures::signed(&other.less(one)),
            _ => String::new(),
        };
        cells.push(Line::from(difference));
    }
    row(title, cells)
}

/// How far two headlines are apart.
pub(super) fn apart(one: Option<&Headline>, other: Option<&Headline>) -> String {
    match (one, other) {
        (Some(Headline::Chance(one)), Some(Headline::Chance(other))) => figures::points(&Ratio::difference(other, one)),
        (Some(Headline::Mean(one)), Some(Headline::Mean(other))) => figures::signed(&other.less(one)),
        _ => String::new(),
    }
}

/// Every value that is worth it in one of the series.
fn values(view: &View, titles: &Titles, all: &[&Odds], catalogue: &Catalogue) -> Document {
    let distributions: Vec<&Distribution<Answer>> = all.iter().map(|odds| &odds.values).collect();
    let rows = Rows::new(&distributions, view.all);
    let reading = if rows.numbers { view.reading } else { Reading::Exactly };
    let columns: Vec<Vec<Chance>> = distributions.iter().map(|values| rows.chances(values, reading)).collect();
    let most = columns.iter().flatten().max().cloned().unwrap_or_else(Chance::always);
    let lines = rows.answers.iter().enumerate().map(|(index, answer)| {
        let chances: Vec<Chance> = columns.iter().filter_map(|column| column.get(index).cloned()).collect();
        let bars = chances.iter().map(|chance| figures::part(chance, &most)).collect();
        let title = rows.title(answer, false, catalogue);
        ChartRow { bars, ..chances_row(title, chances.into_iter().map(Some).collect(), view) }
    });
    let lines = lines.collect();
    let title = catalogue.text(charts::heading(reading), &Vec::new());
    let first = if rows.numbers { Column::right(title) } else { Column::left(title) };
    let bars = if view.series.len() <= BARS { (1..=view.series.len()).collect() } else { Vec::new() };
    let columns = titles.columns(first, view, catalogue);
    let mut document = Document::new().chart(Chart { columns, bars, spare: Vec::new(), folds: true, rows: lines });
    document.append(rows.notes(catalogue));
    document
}

/// The headline of a point, of one series.
pub(super) fn headline(series: &Series, point: usize) -> Option<Headline> {
    series.points.get(point).and_then(|point| figures::headline(&point.odds))
}
