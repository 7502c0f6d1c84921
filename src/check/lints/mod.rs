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

/// What is left of [`MOST`].
type Budget = std::cell::Cell<usize>;

/// How many parts of formulas are followed for all warnings together.
const MOST: usize = 2_000_000;

/// Warnings about a game that is sound, and whose cases hold these expressions.
#[must_use]
pub fn lints(game: &Game, ruleset: &Ruleset, expressions: &[String], sources: &Sources) -> Vec<Diagnostic> {
    let budget = &Budget::new(MOST);
    let mut found = unread::unread(game, ruleset, expressions);
    found.extend(unused::unused(game, ruleset));
    found.extend(unreached::unreached(game, ruleset, budget));
    found.extend(constant::constant(game, ruleset, sources, budget));
    found.extend(accents::accents(ruleset));
    found.extend(counted::counted(game, ruleset));
    found
}
