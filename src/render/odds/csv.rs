//! Odds as comma-separated values, for spreadsheets.

use std::borrow::Cow;

use super::Report;
use crate::render::{Catalogue, visible};

/// The answer as comma-separated values, the titles first.
#[must_use]
pub fn csv(report: &dyn Report, catalogue: &Catalogue) -> String {
    report.sheet(catalogue).text
}

/// Writes one row.
pub(super) fn write_row<'c>(out: &mut String, cells: impl IntoIterator<Item = &'c str>) {
    for (at, cell) in cells.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str(&quoted(cell));
    }
    out.push('\n');
}

/// Whether a spreadsheet would run a cell as a formula. A number is none, and signs before words
/// (`-mM`, `+2`) only name things that it does not know.
fn is_run(cell: &str) -> bool {
    let harmless = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '.' | ',' | '_' | '+' | '-' | '%');
    match cell.chars().next() {
        Some('=' | '@' | '＝' | '＠' | '＋' | '－') => true,
        Some('+' | '-') => !cell.chars().all(harmless),
        _ => false,
    }
}

/// What holds a comma, a quote or a line break stands in quotes, and what a spreadsheet would run
/// has an apostrophe before it.
fn quoted(cell: &str) -> Cow<'_, str> {
    let cell = visible(cell);
    let cell = if is_run(&cell) { format!("'{cell}").into() } else { cell };
    if cell.contains([',', '"']) || cell.starts_with(' ') || cell.ends_with(' ') {
        return format!("\"{}\"", cell.replace('"', "\"\"")).into();
    }
    cell
}
