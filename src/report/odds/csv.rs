//! Odds as comma-separated values, for spreadsheets.

use std::borrow::Cow;

use super::Report;
use crate::report::{Catalogue, visible};

/// The answer as comma-separated values, the titles first.
#[must_use]
pub fn csv(report: &dyn Report, catalogue: &Catalogue) -> String {
    report.sheet(catalogue).text
}

/// Appends one row to `out`, with quotes where they are needed.
pub(super) fn write_row<'c>(out: &mut String, cells: impl IntoIterator<Item = &'c str>) {
    for (at, cell) in cells.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str(&quoted(cell));
    }
    out.push('\n');
}

/// Whether a spreadsheet would run a cell as a formula. A number is none, and letters behind a sign (`-mM`)
/// only name something that it does not know; letters with digits may be a cell (`+A1`).
fn is_run(cell: &str) -> bool {
    // Some spreadsheets leave out blanks.
    let cell = cell.trim_start();
    let Some(first) = cell.chars().next() else { return false };
    let rest = || cell.chars().skip(1);
    match first {
        '=' | '@' | '＝' | '＠' | '＋' | '－' => true,
        '+' | '-' => {
            !rest().all(|letter| letter.is_ascii_digit() || matches!(letter, '.' | ',' | '%'))
                && !rest().all(|letter| letter.is_alphabetic() || letter == ' ')
        }
        _ => false,
    }
}

/// What holds a comma, a quote or a line break is in quotes, and what a spreadsheet would run
/// has an apostrophe before it.
pub fn quoted(cell: &str) -> Cow<'_, str> {
    let cell = visible(cell);
    // Some spreadsheets part cells at semicolons.
    let cell = if cell.split(';').any(is_run) {
        let safe = |part: &str| if is_run(part) { format!("'{part}") } else { part.to_owned() };
        cell.split(';').map(safe).collect::<Vec<_>>().join(";").into()
    } else {
        cell
    };
    if cell.contains([',', ';', '"']) || cell.starts_with(' ') || cell.ends_with(' ') {
        return format!("\"{}\"", cell.replace('"', "\"\"")).into();
    }
    cell
}
