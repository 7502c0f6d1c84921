//! Odds over one or two parameters: a row for each value.

use super::expression::{Titles, apart};
use super::figures::Measure;
use super::plot::{AxisScale, Curve, Plot, SeriesOfValues, count, number, values};
use super::rows::Rows;
use super::table::{self, MARGIN, TableBuilder};
use super::{Cumulation, ExpressionView, Parameter, Series, figures, outcomes};
use crate::engine::Answer;
use crate::odds::{Chance, Distribution, Odds};
use crate::report::Catalogue;
use crate::report::document::{Block, Document, DocumentColumn, Line};
use crate::report::numbers::with_minus;
use crate::sort::Sort as _;

/// Of values in words as many get a column of their own.
const WORDS: usize = 8;
/// More lines than this cannot be distinguished in a picture.
const LINES: usize = 12;

/// A row for each value of a parameter.
pub(super) fn over_one(view: &ExpressionView, parameter: &Parameter, catalogue: &Catalogue) -> Document {
    let mut document = match view.series.as_slice() {
        [only] => {
            let mut document = one_series(only, parameter, catalogue);
            if view.reading != Cumulation::Exactly {
                document.append(read(view, only, parameter, catalogue));
            }
            document
        }
        _ => side_by_side(view, parameter, catalogue),
    };
    document.append(reservations(view, catalogue));
    document
}

/// What holds of single points is reported once of all.
fn reservations(view: &ExpressionView, catalogue: &Catalogue) -> Document {
    let left = view.points().map(|point| point.odds.cut()).max();
    let undecided = view.points().map(|point| point.odds.undecided.clone()).max();
    let mut document = Document::new();
    for (id, chance) in [("odds-left-at-most", left), ("odds-undecided-at-most", undecided)] {
        if let Some(chance) = chance.filter(|chance| !chance.is_never()) {
            document = document.line(catalogue.text(id, &vec![("chance", figures::percent(&chance).into())]));
        }
    }
    let failed = view
        .points()
        .filter(|point| !point.odds.unanswered.is_empty())
        .max_by_key(|point| point.odds.unanswered.iter().fold(Chance::never(), |sum, (_, chance)| sum.or(chance)));
    let failed = failed.map(|point| outcomes::unanswered(&point.odds.unanswered, point.odds.samples, catalogue));
    let samples = view.points().filter_map(|point| point.odds.samples).min();
    let samples = samples.map(|samples| outcomes::sampled(samples, view.seed, catalogue));
    failed.into_iter().flatten().chain(samples).fold(document, Document::line)
}

impl Parameter {
    /// Its column: numbers at the right.
    fn column(&self, title: impl Into<Line>) -> DocumentColumn {
        let number = |value: &String| value.replace('−', "-").parse::<i64>().is_ok();
        if self.values.iter().all(number) { DocumentColumn::right(title) } else { DocumentColumn::left(title) }
    }

    /// What is before the rows.
    fn labels(&self) -> impl Iterator<Item = Line> {
        self.values.iter().map(|value| {
            let number = value.parse::<i64>().is_ok();
            Line::new().strong(if number { with_minus(value) } else { value.clone() })
        })
    }

    /// Where its values lie in a picture.
    fn along(&self) -> (AxisScale, Vec<f64>) {
        let numbers: Option<Vec<f64>> = self.values.iter().map(|value| value.parse().ok().map(number)).collect();
        match numbers {
            Some(numbers) => (AxisScale::Numbers, numbers),
            None => (AxisScale::Words(self.values.clone()), (0..self.values.len()).map(count).collect()),
        }
    }
}

/// How a test ends, or what the values come to, row by row.
fn one_series(series: &Series, parameter: &Parameter, catalogue: &Catalogue) -> Document {
    let all: Vec<&Odds> = series.points.iter().map(|point| &point.odds).collect();
    let columns = columns(&all, catalogue);
    let headline = columns.iter().position(|column| column.is_headline);
    let mut table = TableBuilder::new(parameter.column(parameter.name.as_str()), parameter.labels());
    for (index, column) in columns.into_iter().enumerate() {
        let cells = column.cells.into_iter().map(|cell| Line::new().number(cell.unwrap_or_else(|| "–".to_owned())));
        let cells = cells.map(|cell| if column.is_success { Line::new().strong(cell.words()) } else { cell });
        table = table.column(DocumentColumn::right(column.title), cells);
        // First goes what matters least: the outcomes from the last, but never the headline.
        if Some(index) != headline {
            table = table.spare(usize::MAX - index);
        }
    }
    // A bar shows the headline, unless some of it is negative.
    let bars: Vec<Option<Chance>> = all
        .iter()
        .map(|odds| match Measure::headline(odds)? {
            Measure::Chance(chance) => Some(chance),
            Measure::Mean(mean) => Some(Chance::new(mean.above.to_biguint()?, mean.below)),
        })
        .collect();
    if bars.iter().any(Option::is_some) {
        let certain = all.iter().any(|odds| matches!(Measure::headline(odds), Some(Measure::Chance(_))));
        let bars: Vec<Chance> = bars.into_iter().map(|bar| bar.unwrap_or_else(Chance::never)).collect();
        let always = [Chance::always()];
        table = table.bars(&bars, if certain { always.iter() } else { bars.iter() });
    }
    Document::new().heading(series.title()).block(table.folds().build())
}

/// A column of a sweep: its title, and a figure for each point.
struct SweepColumn {
    title: String,
    cells: Vec<Option<String>>,
    is_success: bool,
    is_headline: bool,
}

fn columns(all: &[&Odds], catalogue: &Catalogue) -> Vec<SweepColumn> {
    let column = |title: String, of: &dyn Fn(&Odds) -> Option<String>| SweepColumn {
        title,
        cells: all.iter().map(|odds| of(odds)).collect(),
        is_success: false,
        is_headline: false,
    };
    let percent = |chance: Option<Chance>| chance.as_ref().map(figures::percent);
    let word = |answer: Option<&Answer>| answer.map(|one| outcomes::value(one, catalogue));
    let names = outcomes::names(all.iter().copied(), catalogue);
    let outcome = |name: String| column(name.clone(), &|odds| percent(outcomes::chance(odds, &name, catalogue)));
    let mut columns: Vec<SweepColumn> = names.into_iter().map(outcome).collect();
    let outcomes = columns.len();
    let success = all.iter().any(|odds| odds.success().is_some());
    if success {
        columns.push(SweepColumn {
            is_success: true,
            ..column(catalogue.say("odds-success"), &|odds| percent(odds.success()))
        });
    }
    if all.iter().any(|odds| odds.values.mean().is_some()) {
        columns
            .push(column(catalogue.say("odds-mean"), &|odds| outcomes::mean(odds).map(|mean| figures::decimal(&mean))));
        if !success {
            let deviation = |odds: &Odds| Some(figures::root(&odds.values.variance()?));
            columns.extend([
                column(catalogue.say("odds-deviation"), &deviation),
                column(catalogue.say("odds-median"), &|odds| word(odds.values.median().as_ref())),
                column(catalogue.say("odds-lowest"), &|odds| word(odds.values.ways().first().map(|(one, _)| one))),
                column(catalogue.say("odds-highest"), &|odds| word(odds.values.ways().last().map(|(one, _)| one))),
            ]);
        }
    } else {
        let mut words: Vec<&Answer> = all.iter().flat_map(|odds| odds.values.ways()).map(|(one, _)| one).collect();
        words.order();
        words.dedup();
        // What holds comes first.
        words.order_by_key(|word| **word != Answer::Flag(true));
        let each = words.into_iter().take(WORDS);
        columns.extend(each.map(|answer| {
            column(outcomes::value(answer, catalogue), &|odds| percent(Some(odds.values.chance(answer))))
        }));
    }
    if let Some(headline) = columns.get_mut(outcomes) {
        headline.is_headline = true;
    }
    columns
}

/// What is read of each point: of tests the margin, which changes with what they are compared with.
/// And what that is called.
fn read_values(series: &Series) -> (Vec<Distribution<Answer>>, &'static str) {
    let margins = series.points.iter().map(|point| Some(point.odds.margin.as_ref()?.map(|one| Answer::Number(*one))));
    match margins.collect::<Option<Vec<_>>>() {
        Some(margins) => (margins, MARGIN),
        None => (series.points.iter().map(|point| point.odds.values.clone()).collect(), "odds-value"),
    }
}

/// How likely each value or a higher one is (or a lower one), a column for each value of the
/// parameter.
fn read(view: &ExpressionView, series: &Series, parameter: &Parameter, catalogue: &Catalogue) -> Document {
    let (values, title) = read_values(series);
    let rows = Rows::new(&values.iter().collect::<Vec<_>>(), view.all);
    if !rows.numbers || rows.answers.is_empty() {
        return Document::new();
    }
    let labels = rows.answers.iter().map(|answer| rows.title(answer, title == MARGIN, catalogue).words());
    let labels = Parameter { name: catalogue.say(title), values: labels.collect() };
    let mut grid = TableBuilder::new(labels.column(labels.name.as_str()), labels.labels()).folds();
    for (values, label) in values.iter().zip(parameter.labels()) {
        let chances = rows.chances(values, view.reading);
        grid = grid.column(DocumentColumn::right(label), chances.iter().map(|one| figures::short_percent(one).into()));
    }
    let what = catalogue.say(table::heading(view.reading));
    let args = vec![("what", what.into()), ("name", parameter.name.as_str().into())];
    let mut document = Document::new().gap().line(catalogue.text("odds-grid", &args)).block(grid.build());
    document.append(rows.notes(catalogue));
    document
}

/// The headline of each series, and how far two are apart.
fn side_by_side(view: &ExpressionView, parameter: &Parameter, catalogue: &Catalogue) -> Document {
    let titles = Titles::new(view);
    let headlines = |point: usize| view.series.iter().map(move |series| series.headline(point));
    let rows = parameter.labels().enumerate().map(|(point, label)| (label, headlines(point).collect()));
    let what = what((0..parameter.values.len()).flat_map(headlines).flatten(), catalogue);
    let column = parameter.column(parameter.name.as_str());
    titles.above().line(what).block(Block::Table(titles.table(column, rows, None, view, catalogue)))
}

/// What the numbers of a table are.
fn what(headlines: impl IntoIterator<Item = Measure>, catalogue: &Catalogue) -> String {
    let (mut chance, mut mean) = (None, None);
    for headline in headlines {
        match headline {
            Measure::Chance(_) => chance = Some("odds-success"),
            Measure::Mean(_) => mean = Some("odds-mean"),
        }
    }
    let words = chance.into_iter().chain(mean).map(|id| catalogue.say(id));
    words.collect::<Vec<_>>().join(" · ")
}

/// A grid for each series: rows are the values of one parameter, columns those of the other.
pub(super) fn over_two(
    view: &ExpressionView,
    rows: &Parameter,
    columns: &Parameter,
    catalogue: &Catalogue,
) -> Document {
    let mut document = Document::new();
    for series in &view.series {
        let all = (0..series.points.len()).filter_map(|point| series.headline(point));
        let args = vec![("what", what(all, catalogue).into()), ("name", columns.name.as_str().into())];
        let cell = |point| series.headline(point).as_ref().map_or_else(|| "–".to_owned(), Measure::short);
        let title = if view.series.len() == 1 { series.title() } else { Line::new().code(&series.name) };
        document = document.heading(title).line(catalogue.text("odds-grid", &args)).block(grid(rows, columns, &cell));
    }
    if let Some((one, other)) = view.compared() {
        let args = vec![("one", one.name.as_str().into()), ("other", other.name.as_str().into())];
        let cell = |point| apart(one.headline(point).as_ref(), other.headline(point).as_ref()).replace(" pp", "");
        document = document.heading(catalogue.text("odds-grid-difference", &args)).block(grid(rows, columns, &cell));
    }
    document.append(reservations(view, catalogue));
    document
}

/// A table with a cell for each point.
fn grid(rows: &Parameter, columns: &Parameter, cell: &dyn Fn(usize) -> String) -> Block {
    let inner = columns.values.len();
    let mut table = TableBuilder::new(rows.column(rows.name.as_str()), rows.labels()).folds();
    for (column, label) in columns.labels().enumerate() {
        let points = (0..rows.values.len()).map(|row| row.saturating_mul(inner).saturating_add(column));
        table = table.column(DocumentColumn::right(label), points.map(|point| Line::new().number(cell(point))));
    }
    table.build()
}

/// A line for each series; of a single test one for each outcome as well, and how values are read.
pub(super) fn plots_over_one(view: &ExpressionView, parameter: &Parameter, catalogue: &Catalogue) -> Vec<Plot> {
    let (_, along) = parameter.along();
    let points = || along.iter().copied().zip(&parameter.values).enumerate();
    let mut curves = Vec::new();
    for series in &view.series {
        let before = format!("{} · {} ", series.name, parameter.name);
        let measures = points().filter_map(|(point, (x, value))| Some((x, value.clone(), series.headline(point)?)));
        curves.push(Curve::new(&series.name, &before, measures));
    }
    let headlines = view.series.iter().flat_map(|series| (0..along.len()).map(|point| series.headline(point)));
    let Some(mut plot) = plot(parameter, headlines.flatten(), curves, catalogue) else { return Vec::new() };
    let [only] = view.series.as_slice() else { return vec![plot] };
    let names = outcomes::names(only.points.iter().map(|point| &point.odds), catalogue);
    if plot.shares && !names.is_empty() {
        let chance = catalogue.say("odds-chance");
        let success = std::mem::replace(&mut plot.beside, chance);
        plot.curves.iter_mut().for_each(|curve| curve.name.clone_from(&success));
        for name in names {
            let measures = points().zip(&only.points).filter_map(|((_, (x, value)), point)| {
                let chance = outcomes::chance(&point.odds, &name, catalogue)?;
                Some((x, value.clone(), Measure::Chance(chance)))
            });
            plot.curves.push(Curve::new(&name, &format!("{name} · {} ", parameter.name), measures));
        }
    }
    let mut plots = vec![plot];
    if view.reading != Cumulation::Exactly {
        plots.extend(plot_of_read(view, only, parameter, catalogue));
    }
    plots
}

/// A plot along a parameter.
fn plot(
    parameter: &Parameter,
    headlines: impl Iterator<Item = Measure>,
    curves: Vec<Curve>,
    catalogue: &Catalogue,
) -> Option<Plot> {
    let mut headlines = headlines.peekable();
    headlines.peek()?;
    let shares = headlines.any(|one| matches!(one, Measure::Chance(_)));
    let beside = catalogue.say(if shares { "odds-success" } else { "odds-mean" });
    let (places, _) = parameter.along();
    Some(Plot { below: parameter.name.clone(), beside, shares, places, curves, lines: true, note: None })
}

/// How likely each value or a higher one is (or a lower one): a line for each value of a parameter,
/// of very many not for every one.
fn plot_of_read(view: &ExpressionView, series: &Series, parameter: &Parameter, catalogue: &Catalogue) -> Option<Plot> {
    let (read, title) = read_values(series);
    let every = parameter.values.len().div_ceil(LINES).max(1);
    let lines = read.iter().zip(&parameter.values).step_by(every).map(|(values, value)| {
        let name = format!("{} {value}", parameter.name);
        SeriesOfValues::new(&name, &format!("{name} · "), values)
    });
    let numbers = read.iter().all(|values| values.is_of_numbers() || values.is_empty());
    let below = catalogue.say(title);
    let plot = values(below, &lines.collect::<Vec<_>>(), view.reading, view.all, catalogue).filter(|_| numbers)?;
    Some(Plot { note: drawn_every(every, parameter, catalogue), ..plot })
}

/// That not all lines are drawn.
fn drawn_every(every: usize, parameter: &Parameter, catalogue: &Catalogue) -> Option<String> {
    let args = vec![("every", every.into()), ("name", parameter.name.as_str().into())];
    (every > 1).then(|| catalogue.text("odds-every", &args))
}

/// Along the parameter with more values, a line for each value of the other; of very many
/// not every one.
pub(super) fn plot_over_two(
    view: &ExpressionView,
    rows: &Parameter,
    columns: &Parameter,
    catalogue: &Catalogue,
) -> Option<Plot> {
    let turned = columns.values.len() >= rows.values.len();
    let (right, other) = if turned { (columns, rows) } else { (rows, columns) };
    let inner = columns.values.len();
    let (_, along) = right.along();
    let every = other.values.len().saturating_mul(view.series.len()).div_ceil(LINES).max(1);
    let mut headlines = Vec::new();
    let mut curves = Vec::new();
    for series in &view.series {
        for (line, value) in other.values.iter().enumerate().step_by(every) {
            let name = format!("{} {value}", other.name);
            let name = if view.series.len() > 1 { format!("{} · {name}", series.name) } else { name };
            let points = along.iter().zip(&right.values).enumerate().filter_map(|(index, (x, at))| {
                let (row, column) = if turned { (line, index) } else { (index, line) };
                let measure = series.headline(row.saturating_mul(inner).saturating_add(column))?;
                Some((*x, at.clone(), measure))
            });
            let points: Vec<_> = points.collect();
            headlines.extend(points.iter().map(|(.., measure)| measure.clone()));
            curves.push(Curve::new(&name, &format!("{name} · {} ", right.name), points));
        }
    }
    let plot = plot(right, headlines.into_iter(), curves, catalogue)?;
    Some(Plot { note: drawn_every(every, other, catalogue), ..plot })
}
