//! Characters: a sheet of traits, checked against the game that it belongs to.

use std::collections::BTreeMap;

use crate::check::program::{Game, Named};
use crate::diagnostic::Diagnostic;
use crate::ruleset::CharacterFile;
use crate::ruleset::model::Word;

/// A character.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Character {
    /// Its name.
    pub name: Option<String>,
    /// Values of its traits.
    pub traits: BTreeMap<String, String>,
}

/// Checks a character against its game.
#[must_use]
pub fn read_character(file: &CharacterFile, game: &Game) -> (Character, Vec<Diagnostic>) {
    let mut errors = Vec::new();
    let mut traits = BTreeMap::new();
    for (name, _, value) in &file.traits {
        match game.names.get(&name.text) {
            Some(Named::Trait(_)) => {
                traits.insert(name.text.clone(), value.clone());
            }
            Some(Named::Group(_)) => {
                errors.push(Diagnostic::error("group-is-not-a-value", name.span).arg("name", &*name.text))
            }
            _ => errors.push(unknown(name, game)),
        }
    }
    for (group, name, value) in &file.members {
        if !matches!(game.names.get(&group.text), Some(Named::Group(_))) {
            errors.push(unknown(group, game));
        } else if traits.insert(name.text.clone(), value.clone()).is_some() {
            errors.push(Diagnostic::error("declared-twice", name.span).arg("name", &*name.text));
        }
    }
    (Character { name: file.name.clone(), traits }, errors)
}

fn unknown(name: &Word, game: &Game) -> Diagnostic {
    let mut known: Vec<&str> = game
        .names
        .iter()
        .filter(|(_, named)| matches!(named, Named::Trait(_) | Named::Group(_)))
        .map(|(name, _)| name.as_str())
        .collect();
    known.sort_unstable();
    Diagnostic::error("unknown-trait", name.span).arg("name", &*name.text).suggest(&name.text, name.span, known)
}
