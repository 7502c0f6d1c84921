//! What works but surely is not meant. Nothing of this stands in the way of playing, so it is
//! looked for only where somebody wants to know.

mod accents;
mod constant;
mod counted;
mod implied;
mod reach;
mod unreached;
mod unread;
mod unused;

use super::program::Game;
use crate::diagnostic::Diagnostic;
use crate::ruleset::model::Ruleset;
use crate::source::Sources;

/// Warnings about a game that is sound, and whose cases hold these expressions.
#[must_use]
pub fn lints(game: &Game, ruleset: &Ruleset, expressions: &[String], sources: &Sources) -> Vec<Diagnostic> {
    let mut found = unread::unread(game, ruleset, expressions);
    found.extend(unused::unused(game, ruleset));
    found.extend(constant::constant(game, ruleset, sources));
    found.extend(unreached::unreached(game, ruleset));
    found.extend(accents::accents(ruleset));
    found.extend(counted::counted(game, ruleset));
    found
}
