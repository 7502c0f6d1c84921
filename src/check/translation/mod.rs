//! A translated game: all names and texts that readers see are replaced by their translations. Behaviour does not
//! change. Formulas keep their meaning; their texts contain the translated names.

mod dictionary;
mod formulas;
mod names;
mod texts;

use std::collections::HashMap;

use super::program::CheckedGame;
use crate::diagnostic::Diagnostic;
use crate::ruleset::Translation;
use dictionary::Dictionary;

/// A game in another language.
#[derive(Debug)]
pub struct Spoken {
    pub game: CheckedGame,
    /// What has no translation, in the order of the game.
    pub missing: Vec<Untranslated>,
    /// The number of texts that can be translated, missing ones included.
    pub total: usize,
    /// What is wrong with the translations of the game itself.
    pub findings: Vec<Diagnostic>,
}

/// Something without a translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untranslated {
    /// The keys under which its translation would stand: `tables`, `Sky`, `rows`, `Cloud`.
    pub path: Vec<String>,
    /// What it is, unless the last key says so.
    pub text: Option<String>,
}

/// The game as its translations have it: the first of those that say something counts. The
/// first `own` of them are the game's, so that they may speak of nothing that it has not; the others
/// belong to what it extends.
#[must_use]
pub fn translated(game: &CheckedGame, layers: &[&Translation], own: usize) -> Spoken {
    let mut translator =
        Translator { dictionary: Dictionary::new(layers, own), said: HashMap::new(), elsewhere: Default::default() };
    let mut spoken = game.clone();
    translator.names(&mut spoken, game);
    translator.elsewhere = translator.anywhere();
    translator.texts(&mut spoken, game);
    let (missing, total, findings) = translator.dictionary.finish();
    Spoken { game: spoken, missing, total, findings }
}

/// A game being translated.
struct Translator<'t> {
    dictionary: Dictionary<'t>,
    /// What a name in a formula is called, by where it may be used: the key of a thing (names
    /// inside of it), of a table (its rows and columns), or nothing (everywhere).
    said: HashMap<String, HashMap<String, String>>,
    /// What it is called wherever else it is used: at all, and behind a dot.
    elsewhere: [HashMap<String, String>; 2],
}
