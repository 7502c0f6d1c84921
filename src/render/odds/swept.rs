//! Odds over one parameter or two: a row for each value.

use super::figures::Headline;
use super::rows::Rows;
use super::several::{Titles, apart, headline};
use super::{Parameter, Reading, Series, View, charts, figures, outcomes};
use crate::eval::Answer;
use crate::odds::{Chance, Distribution, Odds};
use crate::render::Catalogue;
use crate::render::document::{Chart, ChartRow, Column, Document, Line, Part};

/// Of values in words as many get a column of their own.
const WORDS: usize = 8;

/// A row for each value of a parameter.
pub(super) fn over_one(view: &View, parameter: &Parameter, catalogue: &Catalogue) -> Document {
    let mut document = match view.series.as_slice() {
        [only] if view.reading != Reading::Exactly => {
            let mut document = one_series(only, parameter, catalogue);
            document.append(read(view, only, parameter, catalogue));
            document
        }
        [only] => one_series(only, parameter, catalogue),
        _ => side_by_side(view, parameter, catalogue),
    };
    document.append(reservations(view, catalogue));
    document
}

/// What holds of single points is said once of all.
fn reservations(view: &View, catalogue: &Catalogue) -> Document {
    let points = || view.series.iter().flat_map(|series| &series.points);
    let left = points().map(|point| point.odds.cut()).max().filter(|left| !left.is_never());
    let undecided = points().map(|point| point.odds.undecided.clone()).max().filter(|chance| !chance.is_never());
    let mut document = Document::new();
    for (id, chance) in [("odds-left-at-most", left), ("odds-undecided-at-most", undecided)] {
        if let Some(chance) = chance {
            document = document.line(catalogue.text(id, &vec![("chance", figures::percent(&chance).into())]));
        }
    }
    let failed = points()
        .filter(|point| !point.odds.unanswered.is_empty())
        .max_by_key(|point| point.odds.unanswered.iter().fold(Chance::never(), |sum, (_, chance)| sum.or(chance)));
    for line in
        failed.into_iter().flat_map(|point| outcomes::unanswered(&point.odds.unanswered, point.odds.samples, catalogue))
    {
        document = document.line(line);
    }
    let samples = points().filter_map(|point| point.odds.samples).min();
    if let Some(samples) = samples {
        document = document.line(outcomes::sampled(samples, view.seed, catalogue));
    }
    document
}

/// The column of a parameter: numbers at the right.
fn parameter_column(title: String, parameter: &Parameter) -> Column {
    let number = |value: &String| value.replace('−', "-").parse::<i64>().is_ok();
    let numbers = parameter.values.iter().all(number);
    if numbers { Column::right(title) } else { Column::left(title) }
}

fn parameter_cell(value: &str) -> Line {
    let shown = if value.parse::<i64>().is_ok() { value.replace('-', "−") } else { value.to_owned() };
    Line::new().strong(shown)
}

/// How a test ends, or what the values come to, row by row.
fn one_series(series: &Series, parameter: &Parameter, catalogue: &Catalogue) -> Document {
    let all: Vec<&Odds> = series.points.iter().map(|point| &point.odds).collect();
    let table = Table::of(&all, catalogue);
    let mut columns = vec![parameter_column(parameter.name.clone(), parameter)];
    columns.extend(table.columns.iter().map(|column| Column::right(column.title(catalogue))));
    let chances = all.iter().any(|odds| matches!(figures::headline(odds), Some(Headline::Chance(_))));
    let longest = all.iter().filter_map(|odds| bar_of(odds)).max();
    let most = longest.map(|longest| if chances { Chance::always() } else { longest });
    let rows = parameter.values.iter().zip(&all).map(|(value, odds)| {
        let mut cells = vec![parameter_cell(value)];
        cells.extend(table.columns.iter().map(|column| column.cell(odds, catalogue)));
        let part = match (bar_of(odds), &most) {
            (Some(one), Some(most)) => figures::part(&one, most),
            _ => Part::default(),
        };
        ChartRow { cells, bars: vec![part] }
    });
    let last = columns.len().saturating_sub(1);
    let bars = if most.is_some() { vec![last] } else { Vec::new() };
    // First goes what matters least: the outcomes from the last, but never the headline.
    let spare = (1..columns.len()).rev().filter(|index| Some(*index) != table.headline.map(|at| at + 1)).collect();
    let rows = rows.collect();
    Document::new().heading(Line::new().code(&series.expression)).chart(Chart {
        columns,
        bars,
        spare,
        folds: true,
        rows,
    })
}

/// What is read of each point: of tests the margin, which changes with what they are compared with.
/// And what that is called.
pub(super) fn read_values(series: &Series) -> (Vec<Distribution<Answer>>, &'static str) {
    let margins = series.points.iter().map(|point| Some(point.odds.margin.as_ref()?.map(|one| Answer::Number(*one))));
    match margins.collect::<Option<Vec<_>>>() {
        Some(margins) => (margins, charts::MARGIN),
        None => (series.points.iter().map(|point| point.odds.values.clone()).collect(), "odds-value"),
    }
}

/// How likely each value or a higher one is (or a lower one), a column for each value of the
/// parameter.
fn read(view: &View, series: &Series, parameter: &Parameter, catalogue: &Catalogue) -> Document {
    let (values, title) = read_values(series);
    let rows = Rows::new(&values.iter().collect::<Vec<_>>(), view.all);
    if !rows.numbers || rows.answers.is_empty() {
        return Document::new();
    }
    let signed = title == charts::MARGIN;
    let names = rows.answers.iter().map(|answer| rows.title(answer, signed, catalogue).words()).collect();
    let lines = Parameter { name: catalogue.text(title, &Vec::new()), values: names };
    let chances: Vec<Vec<Chance>> = values.iter().map(|values| rows.chances(values, view.reading)).collect();
    let columns = chances.len().max(1);
    let cell = |point: usize| {
        let chance = chances.get(point % columns).and_then(|column| column.get(point / columns));
        chance.map(figures::short_percent).unwrap_or_default()
    };
    let what = catalogue.text(charts::heading(view.reading), &Vec::new());
    let args = vec![("what", what.into()), ("name", parameter.name.as_str().into())];
    let mut document = Document::new().gap().line(catalogue.text("odds-grid", &args));
    document = document.chart(grid(&lines, parameter, &cell));
    document.append(rows.notes(catalogue));
    document
}

/// What a bar shows: the headline, unless some of it is negative.
fn bar_of(odds: &Odds) -> Option<Chance> {
    match figures::headline(odds)? {
        Headline::Chance(chance) => Some(chance),
        Headline::Mean(mean) => {
            let above = mean.above.to_biguint()?;
            Some(Chance::new(above, mean.below))
        }
    }
}

/// What is shown of each point.
struct Table {
    columns: Vec<Shown>,
    /// The place of the headline among them.
    headline: Option<usize>,
}

enum Shown {
    Outcome(String),
    Word(Answer),
    Success,
    Mean,
    Deviation,
    Median,
    Lowest,
    Highest,
}

impl Table {
    fn of(all: &[&Odds], catalogue: &Catalogue) -> Self {
        let mut columns: Vec<Shown> =
            outcomes::names(all.iter().copied(), catalogue).into_iter().map(Shown::Outcome).collect();
        let success = all.iter().any(|odds| odds.success().is_some());
        let mut headline = None;
        if success {
            headline = Some(columns.len());
            columns.push(Shown::Success);
        }
        let numbers = all.iter().any(|odds| odds.numbers().is_some());
        if numbers {
            headline = headline.or(Some(columns.len()));
            columns.push(Shown::Mean);
        }
        if numbers && !success {
            columns.extend([Shown::Deviation, Shown::Median, Shown::Lowest, Shown::Highest]);
        }
        if !numbers {
            let mut words: Vec<&Answer> = all.iter().flat_map(|odds| odds.values.ways()).map(|(one, _)| one).collect();
            words.sort_unstable();
            words.dedup();
            // What holds comes first.
            words.sort_by_key(|word| **word != Answer::Flag(true));
            headline = headline.or(Some(columns.len()));
            columns.extend(words.into_iter().take(WORDS).cloned().map(Shown::Word));
        }
        Self { columns, headline }
    }
}

impl Shown {
    fn title(&self, catalogue: &Catalogue) -> String {
        let say = |id: &str| catalogue.text(id, &Vec::new());
        match self {
            Self::Outcome(name) => name.clone(),
            Self::Word(answer) => outcomes::value(answer, catalogue),
            Self::Success => say("odds-success"),
            Self::Mean => say("odds-mean"),
            Self::Deviation => say("odds-deviation"),
            Self::Median => say("odds-median"),
            Self::Lowest => say("odds-lowest"),
            Self::Highest => say("odds-highest"),
        }
    }

    fn cell(&self, odds: &Odds, catalogue: &Catalogue) -> Line {
        let chance = |chance: Option<Chance>| chance.map(|one| figures::percent(&one));
        let value = |answer: Option<&Answer>| answer.map(|one| outcomes::value(one, catalogue));
        let ways = odds.values.ways();
        let text = match self {
            Self::Outcome(name) => chance(outcomes::chance(odds, name, catalogue)),
            Self::Word(answer) => Some(figures::percent(&odds.values.chance(answer))),
            Self::Success => chance(odds.success()),
            Self::Mean => outcomes::mean(odds).map(|mean| figures::decimal(&mean)),
            Self::Deviation => odds.numbers().and_then(|one| one.variance()).map(|one| figures::root(&one)),
            Self::Median => value(odds.values.median().as_ref()),
            Self::Lowest => value(ways.first().map(|(one, _)| one)),
            Self::Highest => value(ways.last().map(|(one, _)| one)),
        };
        let text = text.unwrap_or_else(|| "–".to_owned());
        if matches!(self, Self::Success) { Line::new().strong(text) } else { Line::new().number(text) }
    }
}

/// The headline of each series, and how far two are apart.
fn side_by_side(view: &View, parameter: &Parameter, catalogue: &Catalogue) -> Document {
    let titles = Titles::new(view);
    let headlines: Vec<Vec<Option<Headline>>> = view
        .series
        .iter()
        .map(|series| (0..parameter.values.len()).map(|point| headline(series, point)).collect())
        .collect();
    let rows = parameter.values.iter().enumerate().map(|(point, value)| {
        let of_all: Vec<Option<&Headline>> =
            headlines.iter().map(|series| series.get(point).and_then(Option::as_ref)).collect();
        let mut cells = vec![parameter_cell(value)];
        cells.extend(of_all.iter().map(|one| Line::new().number(one.map(shown).unwrap_or_else(|| "–".to_owned()))));
        if view.compared().is_some() {
            let mut two = of_all.iter().copied();
            cells.push(Line::from(apart(two.next().flatten(), two.next().flatten())));
        }
        ChartRow { cells, bars: Vec::new() }
    });
    let rows = rows.collect();
    let what = what(headlines.iter().flatten().flatten(), catalogue);
    let columns = titles.columns(parameter_column(parameter.name.clone(), parameter), view, catalogue);
    titles.above().line(what).chart(Chart { columns, bars: Vec::new(), spare: Vec::new(), folds: true, rows })
}

/// What the numbers of a table are.
fn what<'a>(headlines: impl IntoIterator<Item = &'a Headline>, catalogue: &Catalogue) -> Line {
    let (mut chance, mut mean) = (false, false);
    for headline in headlines {
        match headline {
            Headline::Chance(_) => chance = true,
            Headline::Mean(_) => mean = true,
        }
    }
    let words: Vec<String> = [("odds-success", chance), ("odds-mean", mean)]
        .into_iter()
        .filter(|(_, is)| *is)
        .map(|(id, _)| catalogue.text(id, &Vec::new()))
        .collect();
    Line::from(words.join(" · "))
}

fn shown(headline: &Headline) -> String {
    match headline {
        Headline::Chance(chance) => figures::percent(chance),
        Headline::Mean(mean) => figures::decimal(mean),
    }
}

fn shown_shorter(headline: &Headline) -> String {
    match headline {
        Headline::Chance(chance) => figures::short_percent(chance),
        Headline::Mean(mean) => figures::decimal(mean),
    }
}

/// A grid for each series: rows are the values of one parameter, columns those of the other.
pub(super) fn over_two(view: &View, rows: &Parameter, columns: &Parameter, catalogue: &Catalogue) -> Document {
    let mut document = Document::new();
    for series in &view.series {
        let all: Vec<Headline> = (0..series.points.len()).filter_map(|point| headline(series, point)).collect();
        let args = vec![("what", what(&all, catalogue).words().into()), ("name", columns.name.as_str().into())];
        let cell = |point| headline(series, point).as_ref().map_or_else(|| "–".to_owned(), shown_shorter);
        document = document
            .heading(Line::new().code(&series.name))
            .line(catalogue.text("odds-grid", &args))
            .chart(grid(rows, columns, &cell));
    }
    if let Some((one, other)) = view.compared() {
        let args = vec![("one", one.name.as_str().into()), ("other", other.name.as_str().into())];
        let cell = |point| apart(headline(one, point).as_ref(), headline(other, point).as_ref()).replace(" pp", "");
        document = document.heading(catalogue.text("odds-grid-difference", &args)).chart(grid(rows, columns, &cell));
    }
    document.append(reservations(view, catalogue));
    document
}

/// A table with a cell for each point.
fn grid(rows: &Parameter, columns: &Parameter, cell: &dyn Fn(usize) -> String) -> Chart {
    let mut titles = vec![parameter_column(rows.name.clone(), rows)];
    titles.extend(columns.values.iter().map(|value| Column::right(parameter_cell(value))));
    let inner = columns.values.len();
    let lines = rows.values.iter().enumerate().map(|(row, value)| {
        let points = (0..inner).map(|column| row.saturating_mul(inner).saturating_add(column));
        let mut cells = vec![parameter_cell(value)];
        cells.extend(points.map(|point| Line::new().number(cell(point))));
        ChartRow { cells, bars: Vec::new() }
    });
    Chart { columns: titles, bars: Vec::new(), spare: Vec::new(), folds: true, rows: lines.collect() }
}
