//! Tables, with or without bars, drawn as text: aligned if they fit, otherwise wrapped or folded, and otherwise one row
//! below the other.

use serde::{Deserialize, Serialize};

use super::text::{TextStyle, paint, put};
use super::wrap::{WrappedRow, wrap};
use super::{Line, TextRole};

/// What is between two columns.
const BETWEEN: &str = "  ";
/// A column is wrapped down to this width, and no further.
const NARROWEST_COLUMN: usize = 16;
/// A bar narrower than this tells nothing.
const NARROWEST_BAR: usize = 8;
/// Where there is no limit, bars are drawn as if there were so many columns.
const USUAL: usize = 80;
/// Parts of a column, from one eighth to all eight.
const EIGHTHS: [&str; 8] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/// A table with titles. Formats without drawings omit its bars.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentTable {
    /// What the columns are called and how they are aligned.
    pub columns: Vec<DocumentColumn>,
    /// The cells, row by row. A row may have fewer cells than there are columns.
    pub rows: Vec<Vec<Line>>,
    /// Bars behind columns, in the order of these.
    pub bars: Vec<Bars>,
    /// Columns that can be left out where there is no room for the bars, by index; the
    /// first goes first.
    pub spare: Vec<usize>,
    /// Where the columns do not fit, those that are left, or were left out for the bars, go on
    /// below, the first once more before them.
    pub folds: bool,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentColumn {
    /// What is written over it.
    pub title: Line,
    /// The place of its cells.
    pub align: Align,
}

/// The alignment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Align {
    /// At the left, as words do.
    #[default]
    Left,
    /// At the right, as numbers do.
    Right,
}

impl DocumentColumn {
    /// A column of words.
    #[must_use]
    pub fn left(title: impl Into<Line>) -> Self {
        Self { title: title.into(), align: Align::Left }
    }

    /// A column of numbers.
    #[must_use]
    pub fn right(title: impl Into<Line>) -> Self {
        Self { title: title.into(), align: Align::Right }
    }
}

/// Bars in a table that share one scale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bars {
    /// The index of the column after which they are drawn. If that column is omitted, they follow the one before it.
    pub behind: usize,
    /// How long each row's is.
    pub parts: Vec<BarLength>,
}

/// The length of a bar, as a part of [`BarLength::WHOLE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct BarLength(u32);

impl BarLength {
    /// The length of the longest bar.
    pub const WHOLE: u32 = 1 << 20;

    /// So many parts of [`BarLength::WHOLE`].
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

impl DocumentTable {
    /// A table without bars.
    #[must_use]
    pub fn new(columns: Vec<DocumentColumn>, rows: Vec<Vec<Line>>) -> Self {
        Self { columns, rows, ..Self::default() }
    }

    /// Whether any column has a title.
    pub(super) fn has_titles(&self) -> bool {
        self.columns.iter().any(|column| !column.title.is_empty())
    }

    /// The row with a cell for each column.
    pub(super) fn filled<'t>(&'t self, row: &'t [Line]) -> impl Iterator<Item = &'t Line> {
        const NOTHING: &Line = &Line::new();
        (0..self.columns.len()).map(|index| row.get(index).unwrap_or(NOTHING))
    }

    /// The table with another line for each of its titles and cells.
    pub(super) fn map(&self, change: impl Fn(&Line) -> Line) -> Self {
        let columns = self.columns.iter().map(|one| DocumentColumn { title: change(&one.title), align: one.align });
        let rows = self.rows.iter().map(|row| row.iter().map(&change).collect());
        Self { columns: columns.collect(), rows: rows.collect(), ..self.clone() }
    }

    /// How many columns of the terminal each column takes.
    fn widths(&self) -> Vec<usize> {
        let wide = |line: &Line| wrap(line, usize::MAX).iter().map(|row| row.width).max().unwrap_or(0);
        let mut widths: Vec<usize> = self.columns.iter().map(|column| wide(&column.title)).collect();
        for row in &self.rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
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

    /// Appends the table as text to `out`.
    pub(super) fn draw(&self, out: &mut String, style: TextStyle) {
        if self.bars.is_empty() && self.spare.is_empty() && !self.folds {
            return self.draw_all(out, style);
        }
        let widths = self.widths();
        let room = if style.width == 0 { USUAL } else { style.limit() };
        let ways = || (0..=self.spare.len()).map(|without| self.kept(without));
        let bar_of = |kept: &[usize]| {
            let left = room.saturating_sub(taken(&widths, kept)).checked_div(self.bars.len())?;
            left.checked_sub(BETWEEN.len()).filter(|&bar| bar >= NARROWEST_BAR)
        };
        let drawn = ways().find_map(|kept| bar_of(&kept).map(|bar| (kept, Some(bar))));
        let fits = || ways().find(|kept| taken(&widths, kept) <= style.limit()).map(|kept| (kept, None));
        let every: Vec<usize> = (1..self.columns.len()).collect();
        if let Some((kept, bar)) = drawn.or_else(fits) {
            self.part(&kept, bar, style).draw_all(out, style);
            let left: Vec<usize> = every.into_iter().filter(|index| !kept.contains(index)).collect();
            if self.folds && !left.is_empty() {
                out.push('\n');
                self.fold(out, &left, &widths, style);
            }
        } else if self.folds && self.columns.len() > 1 {
            self.fold(out, &every, &widths, style);
        } else {
            self.part(&self.kept(0), None, style).draw_all(out, style);
        }
    }

    /// One table below the other, each with as many of some columns as fit.
    fn fold(&self, out: &mut String, columns: &[usize], widths: &[usize], style: TextStyle) {
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
            self.part(&part, None, style).draw_all(out, style);
        }
    }

    /// Some of the columns, with bars of a width as cells or without.
    fn part(&self, kept: &[usize], bar: Option<usize>, style: TextStyle) -> Self {
        let bars_behind = |index: usize| {
            let behind = move |at: usize| kept.iter().copied().filter(|column| *column <= at).max() == Some(index);
            let bars = self.bars.iter().filter(move |bars| behind(bars.behind));
            bars.filter_map(move |bars| Some((bar?, bars)))
        };
        let mut columns = Vec::new();
        for index in kept {
            columns.extend(self.columns.get(*index).cloned());
            columns.extend(bars_behind(*index).map(|_| DocumentColumn::left("")));
        }
        let rows = self.rows.iter().enumerate().map(|(at, row)| {
            let mut cells = Vec::new();
            for index in kept {
                cells.push(row.get(*index).cloned().unwrap_or_default());
                cells.extend(bars_behind(*index).map(|(width, bars)| {
                    let part = bars.parts.get(at).copied().unwrap_or_default();
                    // Filled up, so that the rule above is as long as the longest bar could be.
                    Line::from(format!("{:<width$}", part.drawn(width, style.plain)))
                }));
            }
            cells
        });
        Self::new(columns, rows.collect())
    }

    /// Writes all columns, without bars.
    fn draw_all(&self, out: &mut String, style: TextStyle) {
        match self.fit(style.limit()) {
            Some(widths) => self.draw_grid(out, &widths, style),
            None => self.draw_list(out, style),
        }
    }

    /// The widths of the columns, if they can be made to fit.
    fn fit(&self, limit: usize) -> Option<Vec<usize>> {
        let mut widths = self.widths();
        let every: Vec<usize> = (0..widths.len()).collect();
        let excess = taken(&widths, &every).saturating_sub(limit);
        if excess > 0 {
            let words = widths.iter_mut().zip(&self.columns).filter(|(_, column)| column.align == Align::Left);
            let (widest, _) = words.max_by_key(|(width, _)| **width)?;
            *widest = widest.checked_sub(excess).filter(|&narrowed| narrowed >= NARROWEST_COLUMN)?;
        }
        Some(widths)
    }

    fn draw_grid(&self, out: &mut String, widths: &[usize], style: TextStyle) {
        if self.has_titles() {
            let titles: Vec<Line> = self.columns.iter().map(|column| column.title.clone()).collect();
            self.draw_row(out, &titles, widths, TextRole::Strong, style);
            let rule = if style.plain { "-" } else { "─" };
            let rules: Vec<String> = widths.iter().map(|&width| rule.repeat(width)).collect();
            out.push_str(&rules.join(BETWEEN));
            out.push('\n');
        }
        for row in &self.rows {
            self.draw_row(out, row, widths, TextRole::Plain, style);
        }
    }

    fn draw_row(&self, out: &mut String, cells: &[Line], widths: &[usize], base: TextRole, style: TextStyle) {
        let wrapped: Vec<Vec<WrappedRow>> = cells.iter().zip(widths).map(|(cell, &width)| wrap(cell, width)).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(1);
        let nothing = WrappedRow::default();
        for level in 0..height {
            let mut written = String::new();
            for (index, (column, &width)) in self.columns.iter().zip(widths).enumerate() {
                let row = wrapped.get(index).and_then(|rows| rows.get(level)).unwrap_or(&nothing);
                let space = " ".repeat(width.saturating_sub(row.width));
                if index > 0 {
                    written.push_str(BETWEEN);
                }
                let text = paint(row, base, style);
                match column.align {
                    Align::Left => written.extend([text, space]),
                    Align::Right => written.extend([space, text]),
                }
            }
            out.push_str(written.trim_end());
            out.push('\n');
        }
    }

    /// The first cell of each row, and the others under it with their titles.
    fn draw_list(&self, out: &mut String, style: TextStyle) {
        for row in &self.rows {
            for (index, (column, cell)) in self.columns.iter().zip(row).enumerate() {
                if cell.is_empty() {
                    continue;
                }
                let mut line = column.title.clone();
                if !line.is_empty() {
                    line.push(TextRole::Plain, ": ");
                }
                let line = line.then(cell.clone());
                if index == 0 {
                    put(out, &line, "", "  ", TextRole::Strong, style);
                } else {
                    put(out, &line, "  ", "    ", TextRole::Plain, style);
                }
            }
        }
    }
}

/// What some columns take, with what is between them.
fn taken(widths: &[usize], columns: &[usize]) -> usize {
    let cells: usize = columns.iter().filter_map(|&index| widths.get(index)).sum();
    cells.saturating_add(BETWEEN.len().saturating_mul(columns.len().saturating_sub(1)))
}
