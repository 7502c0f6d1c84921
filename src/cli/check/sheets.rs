//! Warnings about a character's sheet that only `check` gives: during a game, a sheet may be half written.

use crate::check::program::{Game, TraitSource};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::CharacterFile;
use crate::source::Span;

/// That a character's sheet leaves traits open that have no usual value.
pub(super) fn unset(sheet: &CharacterFile, game: &Game, at: Span) -> Option<Diagnostic> {
    let is_said = |name: &str| sheet.traits.iter().any(|(word, ..)| word.text == name);
    let open = game.traits.iter().filter(|one| match &one.source {
        TraitSource::Given(question) => question.default.is_none() && !question.broken && !is_said(&one.name),
        TraitSource::Group(_) | TraitSource::Derived(_) => false,
    });
    let names: Vec<String> = open.map(|one| one.name.to_string()).collect();
    (!names.is_empty()).then(|| Diagnostic::warning(Code::TraitUnset, at).arg("names", names))
}
