//! The trace of a failed case, line by line.

use crate::check::program::CheckedGame;
use crate::engine::Done;
use crate::report::action::{ReportDetail, lines};
use crate::report::{Catalogue, Language};

/// Every step of an action, indented under what it belongs to.
pub(super) fn told(game: &CheckedGame, done: &Done, language: Language) -> Vec<String> {
    let catalogue = Catalogue::new(language);
    lines(game, done, ReportDetail::Every, &catalogue)
        .into_iter()
        .map(|happened| format!("{}{}", "  ".repeat(happened.depth), happened.line.marked()))
        .collect()
}
