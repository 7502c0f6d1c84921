//! Odds as comma-separated values, for spreadsheets.

use super::Report;
use crate::render::{Catalogue, visible};

/// The answer as comma-separated values, the titles first.
#[must_use]
pub fn csv(report: &dyn Report, catalogue: &Catalogue) -> String {
    let mut out = String::new();
    for row in report.sheet(catalogue).rows {
        let cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
        out.push_str(&cells.join(","));
        out.push('\n');
    }
    out
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
fn quoted(cell: &str) -> String {
    let cell = visible(cell);
    let cell = if is_run(&cell) { format!("'{cell}") } else { cell.into_owned() };
    if cell.contains([',', '"']) || cell.starts_with(' ') || cell.ends_with(' ') {
        return format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell
}
