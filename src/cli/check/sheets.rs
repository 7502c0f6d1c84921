//! Warnings about a character sheet that only `check` gives; during a game, a sheet may be incomplete.

use crate::check::program::{CheckedGame, Named, TraitSource};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::CharacterFile;
use crate::source::Span;
use crate::world::Person;

/// That a character's sheet leaves traits open that have no usual value, and that characters of its kind have.
pub(super) fn unset((sheet, person): (&CharacterFile, &Person), game: &CheckedGame, at: Span) -> Option<Diagnostic> {
    let is_said = |name: &str| sheet.traits.iter().any(|(word, ..)| word.text == name);
    let open = game.traits.iter().enumerate().filter(|(index, one)| match &one.source {
        TraitSource::Given(question) => {
            let is_open = question.default.is_none() && !question.broken && !is_said(&one.name);
            is_open && person.lacks(game, Named::Trait(*index)).is_none()
        }
        TraitSource::Group(_) | TraitSource::Derived(_) => false,
    });
    let names: Vec<String> = open.map(|(_, one)| one.name.to_string()).collect();
    (!names.is_empty()).then(|| Diagnostic::warning(Code::TraitUnset, at).arg("names", names))
}
