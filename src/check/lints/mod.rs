//! What works but surely is not meant. Nothing of this stands in the way of playing, so it is
//! looked for only where somebody wants to know.

mod accents;
mod counted;
mod reach;
mod unreached;
mod unused;

use super::program::Game;
use crate::diagnostic::Diagnostic;
use crate::ruleset::model::Ruleset;

/// Warnings about a game that is sound.
#[must_use]
pub fn lints(game: &Game, ruleset: &Ruleset) -> Vec<Diagnostic> {
    let mut found = unused::unused(game, ruleset);
    found.extend(unreached::unreached(game, ruleset));
    found.extend(accents::accents(ruleset));
    found.extend(counted::counted(game, ruleset));
    found
}
