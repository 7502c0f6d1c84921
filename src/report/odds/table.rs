//! Tables of odds: outcomes of a test, values, named probabilities.

use super::rows::Rows;
use super::{Cumulation, figures, outcomes};
use crate::engine::Answer;
use crate::odds::{Chance, Distribution, Odds};
use crate::report::Catalogue;
use crate::report::document::{Bars, Block, Document, DocumentColumn, DocumentTable, Line};
use crate::sort::Sort as _;

/// What is over margins, which have a sign.
pub(super) const MARGIN: &str = "odds-margin";
/// More modes than this are only counted.
const MODES: usize = 4;

/// Builds a table column by column.
pub(super) struct TableBuilder {
    table: DocumentTable,
    /// Columns that can be left out: when, and their places.
    spare: Vec<(usize, usize)>,
}

impl TableBuilder {
    /// The first column, which says what each row is.
    pub(super) fn new(title: DocumentColumn, labels: impl IntoIterator<Item = Line>) -> Self {
        let rows = labels.into_iter().map(|label| vec![label]).collect();
        Self { table: DocumentTable::new(vec![title], rows), spare: Vec::new() }
    }

    pub(super) fn column(mut self, title: DocumentColumn, cells: impl IntoIterator<Item = Line>) -> Self {
        self.table.columns.push(title);
        self.table.rows.iter_mut().zip(cells).for_each(|(row, cell)| row.push(cell));
        self
    }

    /// Adds a column of percentages.
    pub(super) fn chances(self, title: impl Into<Line>, chances: &[Chance]) -> Self {
        self.column(
            DocumentColumn::right(title),
            chances.iter().map(|chance| Line::new().number(figures::percent(chance))),
        )
    }

    /// What is said beside chances, in a column that can be left out; none where nothing is.
    fn aside(self, chances: &[Chance], samples: Option<u64>, when: usize, catalogue: &Catalogue) -> Self {
        let asides: Vec<Option<String>> = chances.iter().map(|chance| figures::aside(chance, samples)).collect();
        if asides.iter().all(Option::is_none) {
            return self;
        }
        let title = DocumentColumn::right(catalogue.say(figures::aside_title(samples)));
        self.column(title, asides.into_iter().map(|aside| Line::new().dim(aside.unwrap_or_default()))).spare(when)
    }

    /// The last column can be left out where there is no room for bars: the lowest `when` goes first.
    pub(super) fn spare(mut self, when: usize) -> Self {
        self.spare.push((when, self.table.columns.len().saturating_sub(1)));
        self
    }

    /// Bars behind the last column, the longest for the highest of `all`.
    pub(super) fn bars<'c>(mut self, chances: &[Chance], all: impl IntoIterator<Item = &'c Chance>) -> Self {
        let most = all.into_iter().max().cloned().unwrap_or_else(Chance::always);
        let parts = chances.iter().map(|chance| figures::part(chance, &most)).collect();
        self.table.bars.push(Bars { behind: self.table.columns.len().saturating_sub(1), parts });
        self
    }

    /// Columns that do not fit go on below.
    pub(super) fn folds(mut self) -> Self {
        self.table.folds = true;
        self
    }

    pub(super) fn build(mut self) -> Block {
        self.spare.order();
        self.table.spare = self.spare.into_iter().map(|(_, column)| column).collect();
        Block::Table(self.table)
    }
}

/// How chances are shown in a table.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ChanceStyle {
    /// What is read first.
    pub(super) reading: Cumulation,
    /// Show values at the ends too.
    pub(super) all: bool,
    /// From how many samples they come.
    pub(super) samples: Option<u64>,
}

/// The heading of a table of values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Title<'a> {
    pub(super) text: &'a str,
    /// Its numbers say how much more or less there is.
    pub(super) signed: bool,
}

/// How a test ends.
pub(super) fn ends(odds: &Odds, manner: ChanceStyle, catalogue: &Catalogue) -> Block {
    let ends = odds.outcomes.iter();
    let table = TableBuilder::new(
        DocumentColumn::left(catalogue.say("odds-outcome")),
        ends.clone().map(|outcome| outcomes::line(outcome, catalogue)),
    );
    let success = ends.clone().map(|outcome| Line::from(outcomes::success(outcome, catalogue)));
    let table = table.column(DocumentColumn::left(catalogue.say("odds-is-success")), success);
    with_bars(table, &ends.map(|outcome| outcome.chance.clone()).collect::<Vec<_>>(), manner, catalogue)
}

/// Whatever has a name and a chance.
pub(super) fn names(title: &str, rows: Vec<(Line, Chance)>, manner: ChanceStyle, catalogue: &Catalogue) -> Block {
    let (labels, chances): (Vec<Line>, Vec<Chance>) = rows.into_iter().unzip();
    with_bars(TableBuilder::new(DocumentColumn::left(title), labels), &chances, manner, catalogue)
}

fn with_bars(table: TableBuilder, chances: &[Chance], manner: ChanceStyle, catalogue: &Catalogue) -> Block {
    let table = table.aside(chances, manner.samples, 0, catalogue);
    table.chances(catalogue.say("odds-chance"), chances).bars(chances, chances).build()
}

/// Every value that is worth it with a bar, and what they come to.
pub(super) fn distribution(
    values: &Distribution<Answer>,
    title: Title<'_>,
    manner: ChanceStyle,
    catalogue: &Catalogue,
) -> Document {
    let rows = Rows::new(&[values], manner.all);
    let mut order = vec![rows.reading(manner.reading)];
    if rows.numbers {
        let others = [Cumulation::Exactly, Cumulation::AtLeast, Cumulation::AtMost];
        order.extend(others.into_iter().filter(|other| *other != manner.reading));
    }
    let column = if rows.numbers { DocumentColumn::right(title.text) } else { DocumentColumn::left(title.text) };
    let labels = rows.answers.iter().map(|answer| rows.title(answer, title.signed, catalogue));
    let mut table = TableBuilder::new(column, labels);
    let mut first = Vec::new();
    for (place, reading) in order.into_iter().enumerate() {
        let chances = rows.chances(values, reading);
        if place == 0 {
            table = table.aside(&chances, manner.samples, 1, catalogue);
        }
        table = table.chances(catalogue.say(heading(reading)), &chances);
        match place {
            0 => first = chances,
            1 => table = table.spare(2),
            _ => table = table.spare(0),
        }
    }
    let mut document = Document::new().block(table.bars(&first, &first).build());
    document.append(rows.notes(catalogue));
    document.line(summary(values, manner.samples, catalogue))
}

/// What is written over a column.
pub(super) fn heading(reading: Cumulation) -> &'static str {
    match reading {
        Cumulation::Exactly => "odds-exactly",
        Cumulation::AtLeast => "odds-at-least",
        Cumulation::AtMost => "odds-at-most",
    }
}

/// Mean, deviation, median and mode, as far as there are such.
pub(super) fn summary(values: &Distribution<Answer>, samples: Option<u64>, catalogue: &Catalogue) -> Line {
    let mut parts = Vec::new();
    let mut part = |id: &str, text: String| {
        parts.push(Line::new().plain(format!("{} ", catalogue.say(id))).strong(text));
    };
    if let Some(mean) = values.mean() {
        part("odds-mean", figures::mean(&mean, samples));
        if let Some(variance) = values.variance() {
            part("odds-deviation", figures::root(&variance));
        }
        if let Some(median) = values.median() {
            part("odds-median", outcomes::value(&median, catalogue));
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
