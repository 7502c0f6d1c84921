//! Values of traits, options and pending cells.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::check::program::{AnswerKind, CheckedGame, Named, TraitSource};
use crate::check::{Settings, answer_of, bad_answer};
use crate::diagnostic::{Code, Diagnostic, nearest, words};
use crate::sort::Sort as _;
use crate::source::{fold, nfc, whole};

/// Values of traits, options and pending cells, by index in one game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Env {
    pub(super) traits: BTreeMap<usize, i64>,
    pub(super) options: BTreeMap<usize, i64>,
    cells: BTreeMap<String, i64>,
    open: BTreeMap<String, i64>,
}

impl Env {
    /// Checks names and settings against a game. Settings that are no option and no
    /// cell are left for the test that is rolled; see [`Env::unused`].
    ///
    /// # Errors
    ///
    /// Names that the game does not know, values out of range.
    pub fn new(
        game: &CheckedGame,
        names: &BTreeMap<String, String>,
        settings: &Settings,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut env = Self::default();
        let mut errors = Vec::new();
        for (name, value) in names {
            env.give(game, name, value, &mut errors);
        }
        for (name, text) in settings {
            if let Some(Named::Option(index)) = game.names.get(name) {
                let kind = game.options.get(*index).map(|option| &option.question.kind);
                let value = kind.and_then(|kind| answer_of(game, kind, text));
                match value {
                    Some(value) => {
                        env.options.insert(*index, value);
                    }
                    None => errors.push(bad_answer(game, Code::TraitOutOfRange, name, text, kind)),
                }
            } else if game.is_cell(name) {
                match whole(text) {
                    Some(value) => {
                        env.cells.insert(cell_name(&with_column(game, name)), value);
                    }
                    None => {
                        let any = AnswerKind::Number(None, None);
                        errors.push(bad_answer(game, Code::BadSetting, name, text, Some(&any)));
                    }
                }
            }
        }
        if errors.is_empty() { Ok(env) } else { Err(errors) }
    }

    fn give(&mut self, game: &CheckedGame, name: &str, text: &str, errors: &mut Vec<Diagnostic>) {
        match game.names.get(name) {
            Some(Named::Trait(index)) => {
                let any = AnswerKind::Number(None, None);
                let kind = match game.traits.get(*index).map(|one| &one.source) {
                    Some(TraitSource::Given(question)) => &question.kind,
                    _ => &any,
                };
                if let Some(value) = value_of(game, name, text, kind, errors) {
                    self.traits.insert(*index, value);
                }
            }
            Some(Named::Option(_)) => errors.push(Diagnostic::error(Code::OptionWith, None).arg("name", name)),
            Some(_) => errors.push(Diagnostic::error(Code::NotATrait, None).arg("name", name)),
            None => match game.open_group() {
                Some(question) => {
                    if let Some(value) = value_of(game, name, text, &question.kind, errors) {
                        self.open.insert(name.to_owned(), value);
                    }
                }
                None => {
                    let mut known: Vec<&str> = game.trait_names().collect();
                    known.order();
                    let error = Diagnostic::error(Code::UnknownTrait, None).arg("name", name);
                    errors.push(match nearest(name, known.iter().copied()) {
                        Some(near) => error.help_with("help-did-you-mean", "name", near),
                        None => error.help_with("help-there-is", "names", words(&known)),
                    });
                }
            },
        }
    }

    /// The value of a trait, if it was given one.
    #[must_use]
    pub fn trait_value(&self, index: usize) -> Option<i64> {
        self.traits.get(&index).copied()
    }

    /// The traits that were given, which are no longer here afterwards.
    #[must_use]
    pub fn take_traits(&mut self) -> BTreeMap<usize, i64> {
        std::mem::take(&mut self.traits)
    }

    /// The value of an option, if it was set.
    #[must_use]
    pub fn option_value(&self, index: usize) -> Option<i64> {
        self.options.get(&index).copied()
    }

    /// The value of a cell that the book leaves out, if it was given one.
    #[must_use]
    pub fn cell_value(&self, name: &str) -> Option<i64> {
        self.cells.get(&cell_name(name)).copied()
    }

    /// Names of the character's own choosing, and their values.
    #[must_use]
    pub fn open(&self) -> &BTreeMap<String, i64> {
        &self.open
    }
}

/// `Cargo[ Rum ,  price ]` is `Cargo[Rum, price]`.
fn cell_name(name: &str) -> String {
    let tight: String = nfc(name).replace(['«', '»', '"'], "");
    let parts: Vec<&str> = tight.split([',', '[', ']']).map(str::trim).filter(|part| !part.is_empty()).collect();
    fold(&parts.join("\u{1}"))
}

/// `Cargo[Rum]` is the first column of the row, by its name.
fn with_column(game: &CheckedGame, name: &str) -> String {
    let Some((table, keys)) = name.split_once('[') else { return name.to_owned() };
    let table = nfc(table.trim().trim_matches(['«', '»', '"']));
    let columns = match game.names.get(&table) {
        Some(Named::Table(index)) => game.tables[*index].columns.as_slice(),
        _ => &[],
    };
    match columns.first().and_then(|column| column.name.as_ref()) {
        Some(column) if !keys.contains(',') => format!("{table}[{}, {column}]", keys.trim_end().trim_end_matches(']')),
        _ => name.to_owned(),
    }
}

/// The value that a text means for a trait, or an error.
fn value_of(
    game: &CheckedGame,
    name: &str,
    text: &str,
    kind: &AnswerKind,
    errors: &mut Vec<Diagnostic>,
) -> Option<i64> {
    let value = answer_of(game, kind, text);
    if value.is_none() {
        errors.push(bad_answer(game, Code::TraitOutOfRange, name, text, Some(kind)));
    }
    value
}
