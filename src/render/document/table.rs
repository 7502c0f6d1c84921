//! Tables as text: aligned where they fit, wrapped where that is enough, and
//! otherwise one row after the other.

use super::text::{TextStyle, paint, put};
use super::wrap::{Row, wrap};
use super::{Align, Column, Line, Role};

/// What stands between two columns.
const BETWEEN: &str = "  ";
/// A column is wrapped down to this width, and no further.
const NARROWEST_COLUMN: usize = 16;

/// Writes a table.
pub(super) fn draw(out: &mut String, columns: &[Column], rows: &[Vec<Line>], style: TextStyle) {
    match fit(columns, rows, style.limit()) {
        Some(widths) => draw_grid(out, columns, rows, &widths, style),
        None => draw_list(out, columns, rows, style),
    }
}

/// The widths of the columns, if they can be made to fit.
fn fit(columns: &[Column], rows: &[Vec<Line>], limit: usize) -> Option<Vec<usize>> {
    let mut widths: Vec<usize> = columns.iter().map(|column| width(&column.title)).collect();
    for row in rows {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = (*widest).max(width(cell));
        }
    }
    let gaps = BETWEEN.len().saturating_mul(columns.len().saturating_sub(1));
    let total: usize = widths.iter().sum::<usize>().saturating_add(gaps);
    let excess = total.saturating_sub(limit);
    if excess > 0 {
        let words = widths.iter_mut().zip(columns).filter(|(_, column)| column.align == Align::Left);
        let (widest, _) = words.max_by_key(|(width, _)| **width)?;
        *widest = widest.checked_sub(excess).filter(|&narrowed| narrowed >= NARROWEST_COLUMN)?;
    }
    Some(widths)
}

fn draw_grid(out: &mut String, columns: &[Column], rows: &[Vec<Line>], widths: &[usize], style: TextStyle) {
    if columns.iter().any(|column| !column.title.is_empty()) {
        let titles: Vec<Line> = columns.iter().map(|column| column.title.clone()).collect();
        draw_row(out, columns, &titles, widths, Role::Strong, style);
        let rule = if style.plain { "-" } else { "─" };
        let rules: Vec<String> = widths.iter().map(|&width| rule.repeat(width)).collect();
        out.push_str(&rules.join(BETWEEN));
        out.push('\n');
    }
    for row in rows {
        draw_row(out, columns, row, widths, Role::Plain, style);
    }
}

fn draw_row(out: &mut String, columns: &[Column], cells: &[Line], widths: &[usize], base: Role, style: TextStyle) {
    let wrapped: Vec<Vec<Row>> = cells.iter().zip(widths).map(|(cell, &width)| wrap(cell, width)).collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(1);
    let nothing = Row::default();
    for level in 0..height {
        let mut written = String::new();
        for (index, (column, &width)) in columns.iter().zip(widths).enumerate() {
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
fn draw_list(out: &mut String, columns: &[Column], rows: &[Vec<Line>], style: TextStyle) {
    for row in rows {
        for (index, (column, cell)) in columns.iter().zip(row).enumerate() {
            if cell.is_empty() {
                continue;
            }
            let mut line = column.title.clone();
            if !line.is_empty() {
                line.push(Role::Plain, ": ");
            }
            let line = line.then(cell.clone());
            if index == 0 {
                put(out, &line, "", "  ", Role::Strong, style);
            } else {
                put(out, &line, "  ", "    ", Role::Plain, style);
            }
        }
    }
}

fn width(line: &Line) -> usize {
    wrap(line, usize::MAX).iter().map(|row| row.width).max().unwrap_or(0)
}
