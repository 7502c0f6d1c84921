//! Tables with bars: how much of something there is, row by row, on a common measure.

use super::text::TextStyle;
use super::wrap::wrap;
use super::{Column, Line, table};

/// What stands between two columns takes so much.
const BETWEEN: usize = 2;
/// A bar narrower than this tells nothing.
const NARROWEST_BAR: usize = 8;
/// Where there is no limit, bars are drawn as if there were so many columns.
const USUAL: usize = 80;
/// Parts of a column, from one eighth to all eight.
const EIGHTHS: [&str; 8] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/// How long a bar is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Part(u32);

impl Part {
    /// The longest bar.
    pub const WHOLE: u32 = 1 << 20;

    /// So many parts of [`Part::WHOLE`].
    #[must_use]
    pub fn new(parts: u32) -> Self {
        Self(parts.min(Self::WHOLE))
    }

    /// The bar in so many columns, rounded to the nearest; what is not nothing is seen.
    fn drawn(self, width: usize, plain: bool) -> String {
        let parts = |units: usize| {
            let doubled = u128::from(self.0).saturating_mul(units as u128).saturating_mul(2);
            let rounded = doubled.saturating_add(u128::from(Self::WHOLE)) / u128::from(Self::WHOLE).saturating_mul(2);
            usize::try_from(rounded).unwrap_or(units).max(usize::from(self.0 > 0))
        };
        if plain {
            return "#".repeat(parts(width));
        }
        let eighths = parts(width.saturating_mul(8));
        let whole = "█".repeat(eighths / 8);
        let rest = (eighths % 8).checked_sub(1).and_then(|index| EIGHTHS.get(index)).unwrap_or(&"");
        format!("{whole}{rest}")
    }
}

/// A table with bars.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chart {
    /// The columns of words and numbers.
    pub columns: Vec<Column>,
    /// The columns, by index, behind which a bar stands; where one is left out, its bar stands
    /// behind the one before it.
    pub bars: Vec<usize>,
    /// Columns that can be left out where there is no room for the bars, by index; the
    /// first goes first.
    pub spare: Vec<usize>,
    /// Where the columns do not fit, those that are left, or were left out for the bars, go on
    /// below, the first once more before them.
    pub folds: bool,
    /// The rows.
    pub rows: Vec<ChartRow>,
}

/// A row of a chart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChartRow {
    /// Its cells, one for each column.
    pub cells: Vec<Line>,
    /// Its bars, one for each of the chart's.
    pub bars: Vec<Part>,
}

impl Chart {
    /// The rows without bars, for places that do not draw them.
    #[must_use]
    pub fn cells(&self) -> Vec<Vec<Line>> {
        self.rows.iter().map(|row| row.cells.clone()).collect()
    }

    /// How many columns each column takes.
    fn widths(&self) -> Vec<usize> {
        let wide = |line: &Line| wrap(line, usize::MAX).iter().map(|row| row.width).max().unwrap_or(0);
        let mut widths: Vec<usize> = self.columns.iter().map(|column| wide(&column.title)).collect();
        for row in &self.rows {
            for (widest, cell) in widths.iter_mut().zip(&row.cells) {
                *widest = (*widest).max(wide(cell));
            }
        }
        widths
    }

    /// The columns that remain when so many were left out.
    fn kept(&self, without: usize) -> Vec<usize> {
        let gone: Vec<usize> = self.spare.iter().copied().take(without).collect();
        (0..self.columns.len()).filter(|index| !gone.contains(index)).collect()
    }
}

/// What some columns take, with what stands between them.
fn taken(widths: &[usize], columns: &[usize]) -> usize {
    let cells: usize = columns.iter().filter_map(|&index| widths.get(index)).sum();
    cells.saturating_add(BETWEEN.saturating_mul(columns.len().saturating_sub(1)))
}

/// Writes a chart.
pub(super) fn draw(out: &mut String, chart: &Chart, style: TextStyle) {
    let widths = chart.widths();
    let room = if style.width == 0 { USUAL } else { style.limit() };
    let ways = || (0..=chart.spare.len()).map(|without| chart.kept(without));
    let bar_of = |kept: &[usize]| {
        let left = room.saturating_sub(taken(&widths, kept)).checked_div(chart.bars.len())?;
        left.checked_sub(BETWEEN).filter(|&bar| bar >= NARROWEST_BAR)
    };
    let drawn = ways().find_map(|kept| bar_of(&kept).map(|bar| (kept, Some(bar))));
    let fits = || ways().find(|kept| taken(&widths, kept) <= style.limit()).map(|kept| (kept, None));
    let every: Vec<usize> = (1..chart.columns.len()).collect();
    if let Some((kept, bar)) = drawn.or_else(fits) {
        put(out, chart, &kept, bar, style);
        let left: Vec<usize> = every.into_iter().filter(|index| !kept.contains(index)).collect();
        if chart.folds && !left.is_empty() {
            out.push('\n');
            fold(out, chart, &left, &widths, style);
        }
    } else if chart.folds && chart.columns.len() > 1 {
        fold(out, chart, &every, &widths, style);
    } else {
        put(out, chart, &chart.kept(0), None, style);
    }
}

/// One table below the other, each with as many of some columns as fit.
fn fold(out: &mut String, chart: &Chart, columns: &[usize], widths: &[usize], style: TextStyle) {
    let mut columns = columns.iter().copied().peekable();
    let mut first = true;
    while columns.peek().is_some() {
        let mut part = vec![0];
        while let Some(next) = columns.peek().copied() {
            part.push(next);
            if part.len() > 2 && taken(widths, &part) > style.limit() {
                part.pop();
                break;
            }
            columns.next();
        }
        if !std::mem::take(&mut first) {
            out.push('\n');
        }
        put(out, chart, &part, None, style);
    }
}

/// Some of the columns as a table, with bars of a width or without.
fn put(out: &mut String, chart: &Chart, kept: &[usize], bar: Option<usize>, style: TextStyle) {
    let bars_behind = |index: usize| {
        let behind = |at: usize| kept.iter().copied().filter(|column| *column <= at).max() == Some(index);
        let bars = chart.bars.iter().enumerate().filter(move |(_, at)| behind(**at)).map(|(bar, _)| bar);
        bars.filter_map(move |at| Some((bar?, at))).collect::<Vec<_>>()
    };
    let mut columns = Vec::new();
    for index in kept {
        columns.extend(chart.columns.get(*index).cloned());
        columns.extend(bars_behind(*index).iter().map(|_| Column::left("")));
    }
    let rows = chart.rows.iter().map(|row| {
        let mut cells = Vec::new();
        for index in kept {
            cells.push(row.cells.get(*index).cloned().unwrap_or_default());
            cells.extend(bars_behind(*index).into_iter().map(|(width, at)| {
                let part = row.bars.get(at).copied().unwrap_or_default();
                // Filled up, so that the rule above is as long as the longest bar could be.
                Line::from(format!("{:<width$}", part.drawn(width, style.plain)))
            }));
        }
        cells
    });
    table::draw(out, &columns, &rows.collect::<Vec<_>>(), style);
}
