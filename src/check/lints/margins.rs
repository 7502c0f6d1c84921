//! Margins that count upwards where a test counts downwards.

use crate::check::direction::total_counts_down;
use crate::check::program::Game;
use crate::check::quoted_where_needed;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{Ruleset, Said};

/// Warns of each test that succeeds at or below what its total is compared with, and says nothing of its margin: that
/// is how far the total lies above, so that the worst failure has the greatest.
pub(super) fn margins(game: &Game, ruleset: &Ruleset) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for (raw, test) in ruleset.tests.iter().zip(&game.tests) {
        let Some(against) = raw.against.as_ref().filter(|_| matches!(test.margin, Said::Usual)) else { continue };
        let told = found.iter().any(|one| one.at == Some(against.span));
        if !told && test.against.is_some() && total_counts_down(test) {
            let example = format!("margin: {} - total", quoted_where_needed(&against.text));
            let warning = Diagnostic::warning(Code::MarginUpwards, against.span).arg("test", &*test.name);
            found.push(warning.help_with("help-write", "example", example));
        }
    }
    found
}
