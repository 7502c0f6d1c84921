//! Lays out the screen on two sheets. Widths are estimated from an average letter, rather too large than too small.
//! What does not fit is printed on a third sheet, and never cut.

use super::cards::CardDetail;
use crate::report::document::html::SHORT as SHORT_CELL;
use crate::report::document::{Align, Block, Document, DocumentColumn, DocumentTable, Line};
use crate::report::width;

/// A card of the game master's screen.
#[derive(Debug, Clone)]
pub struct ScreenCard {
    /// Its title; empty if it is the only card of its group.
    pub title: String,
    /// The content below the title.
    pub body: Document,
    /// It is too short to be cut in two.
    pub short: bool,
    /// Its words have to be cut anywhere, or it would be too wide.
    pub tight: bool,
}

/// Cards of one kind.
#[derive(Debug, Clone)]
pub struct Group {
    /// The title of the group.
    pub title: String,
    pub cards: Vec<ScreenCard>,
}

/// The layout of the screen: two sheets, or one sequence of cards over both if one half needs more than a sheet.
#[derive(Debug, Clone)]
pub struct Sheets {
    /// The groups of cards on each sheet.
    pub sheets: Vec<Vec<Group>>,
    /// How they are set.
    pub fit: Fit,
    /// Whether two sheets of paper are enough, by the estimate.
    pub enough: bool,
}

impl Default for Sheets {
    fn default() -> Self {
        Self { sheets: Vec::new(), fit: Fit { quarters: SMALLEST, columns: 5 }, enough: true }
    }
}

/// The size of letters, in quarters of a point, and the number of columns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// The size of letters, in quarters of a point.
    pub quarters: u32,
    /// Columns of a sheet.
    pub columns: u32,
}

/// A sheet of A4 across, less its margins, in points.
const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 548.0;
/// The space between two columns, in points.
const GAP: f64 = 11.0;
/// A line, and an average letter, as parts of the size.
const LINE: f64 = 1.22;
const LETTER: f64 = 0.56;
/// Letters from this size down to that, in quarters of a point.
const LARGEST: u32 = 52;
const SMALLEST: u32 = 26;
/// Columns that are tried.
const COLUMNS: [u32; 4] = [3, 4, 5, 6];
/// Columns are never filled to the last line; but the widths above are rather too large.
const WASTE: f64 = 0.97;
/// A list replaces a table that takes this part of its room, or less.
const MUCH: f64 = 0.7;
/// A card that takes no more of a column than this part is not cut in two.
const SHORT: f64 = 0.2;
/// Between two cells, in letters.
const BETWEEN: f64 = 1.2;

/// Sets the cards as large as they fit, telling less where nothing else helps. Tables of numbers
/// stay tables, unless that is in the way.
pub(super) fn fit(cards: impl Fn(CardDetail) -> [Vec<Group>; 2]) -> Sheets {
    // What is too large at any rate is not tried in every way.
    let least = cards(CardDetail::Least);
    let smallest = COLUMNS.map(|columns| {
        let fit = Fit { quarters: SMALLEST, columns };
        let [one, other] = least.clone().map(|half| fit.set(half));
        let needs = fit.sheets(&one) + fit.sheets(&other);
        (needs, Sheets { sheets: vec![one.into_iter().chain(other).collect()], fit, enough: needs <= 2.0 })
    });
    let best = smallest.into_iter().min_by(|(one, _), (other, _)| one.total_cmp(other));
    let mut last = best.map(|(_, sheets)| sheets);
    if last.as_ref().is_some_and(|sheets| !sheets.enough) {
        return last.unwrap_or_default();
    }
    for whole in [true, false] {
        for detail in [CardDetail::Most, CardDetail::Less, CardDetail::Least] {
            let halves = cards(detail);
            for quarters in (SMALLEST..=LARGEST).rev() {
                for columns in COLUMNS {
                    let fit = Fit { quarters, columns };
                    if whole && halves.iter().flatten().any(|group| fit.crowds(group)) {
                        continue;
                    }
                    let [one, other] = halves.clone().map(|half| fit.set(half));
                    let (first, second) = (fit.sheets(&one), fit.sheets(&other));
                    if first <= 1.0 && second <= 1.0 {
                        let sheets = [one, other].into_iter().filter(|half| !half.is_empty()).collect();
                        return Sheets { sheets, fit, enough: true };
                    }
                    let enough = first + second <= 2.0;
                    let sheets = Sheets { sheets: vec![one.into_iter().chain(other).collect()], fit, enough };
                    if enough {
                        return sheets;
                    }
                    last = Some(sheets);
                }
            }
        }
    }
    last.unwrap_or_default()
}

impl Fit {
    /// Letters of a line of a column.
    fn letters(self) -> f64 {
        let columns = f64::from(self.columns);
        (WIDTH - GAP * (columns - 1.0)) / columns / (f64::from(self.quarters) / 4.0 * LETTER)
    }

    /// Whether a table of numbers would have to be something else.
    fn crowds(self, group: &Group) -> bool {
        let letters = self.letters();
        let mut blocks = group.cards.iter().flat_map(|card| &card.body.blocks);
        blocks.any(|block| match block {
            Block::Table(table) => of_numbers(table) && crowded(table, letters, false),
            _ => false,
        })
    }

    /// The height of a line, in points.
    fn line(self) -> f64 {
        f64::from(self.quarters) / 4.0 * LINE
    }

    /// Cards as they stand in columns of this width.
    fn set(self, mut groups: Vec<Group>) -> Vec<Group> {
        let letters = self.letters();
        for card in groups.iter_mut().flat_map(|group| &mut group.cards) {
            let blocks = std::mem::take(&mut card.body.blocks);
            card.body.blocks = blocks.into_iter().flat_map(|block| turned(block, letters)).collect();
            card.tight = card.body.blocks.iter().any(|block| too_wide(block, letters));
            card.short = card.lines(letters) * self.line() <= SHORT * HEIGHT;
        }
        groups
    }

    /// Sheets that groups take.
    fn sheets(self, groups: &[Group]) -> f64 {
        let letters = self.letters();
        let lines = |group: &Group| 2.2 + group.cards.iter().map(|card| card.lines(letters)).sum::<f64>();
        let lines: f64 = groups.iter().map(lines).sum();
        lines * WASTE * self.line() / (HEIGHT * f64::from(self.columns))
    }
}

impl ScreenCard {
    #[must_use]
    pub fn new(title: impl Into<String>, body: Document) -> Self {
        Self { title: title.into(), body, short: false, tight: false }
    }

    /// Lines that it takes, so many letters wide.
    fn lines(&self, letters: f64) -> f64 {
        let title = if self.title.is_empty() { 0.0 } else { 1.1 };
        0.8 + title + self.body.blocks.iter().map(|block| height(block, letters)).sum::<f64>()
    }
}

/// Whether the longest words of a table's columns have no room beside one another.
fn too_wide(block: &Block, letters: f64) -> bool {
    match block {
        Block::Table(table) => crowded(table, letters, true),
        _ => false,
    }
}

fn crowded(table: &DocumentTable, letters: f64, titles: bool) -> bool {
    let longest = |line: &Line| {
        let words = line.words();
        words.split_whitespace().map(|word| wide(&Line::from(word))).fold(0.0, f64::max)
    };
    let widths = table.columns.iter().enumerate().map(|(index, column)| {
        let title = if titles || index == 0 { longest(&column.title) } else { 1.0 };
        let cells = table.rows.iter().filter_map(|row| row.get(index));
        // Short numbers are never cut.
        let cells = cells.map(|cell| {
            if column.align == Align::Right && width(&cell.words()) <= SHORT_CELL { wide(cell) } else { longest(cell) }
        });
        cells.fold(title, f64::max) + BETWEEN
    });
    widths.sum::<f64>() > letters
}

/// A table as it is in a column: one that is too wide, or takes much more room than its
/// words do, is set on its side or as a list. One of numbers stays a table where only its titles
/// are too wide: they will stand upright.
fn turned(block: Block, letters: f64) -> Vec<Block> {
    let Block::Table(table) = &block else { return vec![block] };
    let wide = too_wide(&block, letters);
    if wide && table.rows.len() + 1 < table.columns.len() {
        let side = on_its_side(table);
        if !too_wide(&side, letters) {
            return vec![side];
        }
    }
    if of_numbers(table) && !crowded(table, letters, false) {
        return vec![block];
    }
    let list = as_list(table);
    let lines: f64 = list.iter().map(|block| height(block, letters)).sum();
    if wide || lines < height(&block, letters) * MUCH { list } else { vec![block] }
}

fn on_its_side(DocumentTable { columns, rows, .. }: &DocumentTable) -> Block {
    let empty = Line::new();
    let head = columns.first().map(|column| column.title.clone()).unwrap_or_default();
    let titles = rows.iter().map(|row| DocumentColumn::right(row.first().cloned().unwrap_or_default()));
    let turned = columns.iter().enumerate().skip(1).map(|(index, column)| {
        let cells = rows.iter().map(|row| row.get(index).unwrap_or(&empty).clone());
        std::iter::once(column.title.clone()).chain(cells).collect()
    });
    let turned: Vec<Vec<Line>> = turned.collect();
    Block::Table(DocumentTable::new(std::iter::once(DocumentColumn::left(head)).chain(titles).collect(), turned))
}

/// An entry for each row: what it is called, and each cell behind the title of its column.
fn as_list(DocumentTable { columns, rows, .. }: &DocumentTable) -> Vec<Block> {
    let entry = |row: &Vec<Line>| {
        let name = row.first().map(Line::words).unwrap_or_default();
        let cells = row.iter().zip(columns).skip(1).filter(|(cell, _)| !cell.is_empty());
        let cells = cells.map(|(cell, column)| match column.title.is_empty() {
            true => cell.clone(),
            false => Line::new().dim(column.title.words()).plain(" ").then(cell.clone()),
        });
        Block::Item { depth: 0, line: Line::new().strong(name).plain(" ").then(Line::join(cells, " · ")) }
    };
    rows.iter().map(entry).collect()
}

fn height(block: &Block, letters: f64) -> f64 {
    match block {
        Block::Heading(line) | Block::Line(line) => lines(line, letters),
        Block::Item { line, .. } | Block::Told { line, .. } => lines(line, letters - 1.6) + 0.03,
        Block::Gap => 0.5,
        Block::Code(text) => text.lines().map(|line| lines(&Line::from(line), letters)).sum(),
        Block::Table(one) => table(one, letters),
    }
}

fn lines(line: &Line, letters: f64) -> f64 {
    (wide(line) / letters.max(1.0)).ceil().max(1.0)
}

fn wide(line: &Line) -> f64 {
    // Nothing is so long that this matters.
    f64::from(u32::try_from(width(&line.words())).unwrap_or(u32::MAX))
}

/// Whether all but the first column are numbers.
fn of_numbers(DocumentTable { columns, .. }: &DocumentTable) -> bool {
    columns.len() > 1 && columns.iter().skip(1).all(|column| column.align == Align::Right)
}

/// Cells have their width where all fit; otherwise those that are wide share what the narrow leave.
fn table(table: &DocumentTable, letters: f64) -> f64 {
    let DocumentTable { columns, rows, .. } = table;
    let upright = of_numbers(table) && crowded(table, letters, true);
    let titles: Vec<Line> = columns.iter().map(|column| column.title.clone()).collect();
    let longest = titles.iter().skip(1).map(wide).fold(0.0, f64::max);
    let of = |row: &[Line], column: usize| row.get(column).map_or(0.0, wide);
    let mut all: Vec<&[Line]> = rows.iter().map(Vec::as_slice).collect();
    if !upright && titles.iter().any(|title| !title.is_empty()) {
        all.push(&titles);
    }
    let widest = |column: usize| all.iter().map(|row| of(row, column)).fold(1.0, f64::max) + BETWEEN;
    let widths = share(&(0..columns.len()).map(widest).collect::<Vec<f64>>(), letters);
    let lines = |row: &&[Line]| {
        let cells = widths.iter().enumerate();
        let cells = cells.map(|(column, width)| (of(row, column) / (width - BETWEEN).max(1.0)).ceil());
        cells.fold(1.0, f64::max) + 0.03
    };
    let head = if upright { longest * LETTER / LINE + 0.4 } else { 0.0 };
    head + all.iter().map(lines).sum::<f64>()
}

fn share(natural: &[f64], letters: f64) -> Vec<f64> {
    let sum: f64 = natural.iter().sum();
    if sum <= letters {
        return natural.to_vec();
    }
    let mut widths = natural.to_vec();
    // Those that need less than an even part keep what they need.
    let mut open: Vec<usize> = (0..natural.len()).collect();
    let mut left = letters;
    loop {
        #[expect(clippy::cast_precision_loss, reason = "columns of a table are few")]
        let even = left / open.len().max(1) as f64;
        let (narrow, wide): (Vec<usize>, Vec<usize>) =
            open.iter().partition(|&&column| natural.get(column).is_some_and(|width| *width <= even));
        if narrow.is_empty() || wide.is_empty() {
            for column in open {
                if let Some(width) = widths.get_mut(column) {
                    *width = width.min(even).max(2.6);
                }
            }
            return widths;
        }
        left -= narrow.iter().filter_map(|&column| natural.get(column)).sum::<f64>();
        open = wide;
    }
}
