//! Variables of `let`, and settings of `set`.

use std::collections::BTreeMap;

use crate::check::program::{AnswerKind, CheckedGame, Named, TraitSource};
use crate::check::{Split, answer_of, is_function, quoted_where_needed, split};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{fold, nfc};
use crate::syntax::{SyntaxLimits, is_dice_word, is_keyword, is_plain_name};
use crate::world::Env;

/// The name before the `=` of a `let`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LetTarget {
    /// The name as the game or the person spells it.
    pub(super) name: String,
    /// The game has such a trait.
    pub(super) is_trait: bool,
}

/// A name without the quotes that it may be written in.
pub(super) fn bare(written: &str) -> String {
    let quotes = [('«', '»'), ('"', '"'), ('“', '”')];
    let text = written.trim();
    let inner = quotes.iter().find_map(|&(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    nfc(inner.unwrap_or(text).trim())
}

/// What a `let` names.
///
/// # Errors
///
/// Why nothing can be called so; the place is not said.
pub(super) fn target(
    game: &CheckedGame,
    lets: &BTreeMap<String, String>,
    written: &str,
) -> Result<LetTarget, Diagnostic> {
    let name = bare(written);
    let refuse = |code| Err(Diagnostic::error(code, None).arg("name", &*name));
    let code = match game.names.get(&name) {
        Some(Named::Trait(_)) => return Ok(LetTarget { name, is_trait: true }),
        Some(Named::Option(_)) => {
            return refuse(Code::LetIsOption)
                .map_err(|error: Diagnostic| error.help_with("help-set-here", "example", format!("{name} = …")));
        }
        Some(Named::Table(_)) => Some(Code::LetIsTable),
        Some(Named::Test(_) | Named::Formula(_)) => Some(Code::LetIsTest),
        Some(Named::Group(_)) => Some(Code::LetIsGroup),
        Some(Named::Die(_)) => Some(Code::LetIsDice),
        Some(named @ (Named::Points(_) | Named::Track(_) | Named::Tag(_) | Named::Action(_) | Named::Class(_))) => {
            let what = match named {
                Named::Points(_) => "points",
                Named::Track(_) => "track",
                Named::Tag(_) => "tag",
                Named::Class(_) => "class",
                _ => "action",
            };
            return refuse(Code::LetIsTaken).map_err(|error: Diagnostic| error.arg("what", what));
        }
        None if game.interventions.iter().any(|one| *one.name == *name) => {
            return refuse(Code::LetIsTaken).map_err(|error: Diagnostic| error.arg("what", "intervention"));
        }
        None => None,
    };
    if let Some(code) = code {
        return refuse(code);
    }
    if is_function(&name) {
        return refuse(Code::LetIsFunction);
    }
    if is_keyword(&name) {
        return refuse(Code::LetIsKeyword);
    }
    if is_dice_word(&name) || (!name.is_empty() && split(&name, &game.die_names) != Split::None) {
        return refuse(Code::LetIsDice);
    }
    let was_quoted = written.trim() != name && written.trim().starts_with(['«', '"', '“']);
    let words = name.split_whitespace().all(|word| is_plain_name(word) || is_dice_word(word));
    let fine = if was_quoted { !name.contains(['«', '»', '"', '“', '”', '\n']) } else { words };
    let starts_well = name.chars().next().is_some_and(char::is_alphabetic);
    if !fine || !starts_well || name.chars().count() > SyntaxLimits::STANDARD.name {
        return refuse(Code::LetNotAName);
    }
    // The same but for case and accents, when only one can be meant.
    let folded = fold(&name);
    let traits = game.trait_names().map(|name| (name, true));
    let mut same: Vec<(&str, bool)> =
        traits.chain(lets.keys().map(|name| (name.as_str(), false))).filter(|(one, _)| fold(one) == folded).collect();
    same.sort_by_key(|(name, is_trait)| (*name, !is_trait));
    same.dedup_by_key(|(name, _)| *name);
    match same.as_slice() {
        [(only, is_trait)] if !lets.contains_key(&name) => {
            Ok(LetTarget { name: (*only).to_owned(), is_trait: *is_trait })
        }
        _ => Ok(LetTarget { name, is_trait: false }),
    }
}

/// What the game asks of a trait: what an answer to it may be.
pub(super) fn trait_kind<'a>(game: &'a CheckedGame, name: &str) -> Option<&'a AnswerKind> {
    let Some(Named::Trait(index)) = game.names.get(name) else { return None };
    match &game.traits.get(*index)?.source {
        TraitSource::Given(question) => Some(&question.kind),
        _ => None,
    }
}

/// Whether a game takes a value for a name.
///
/// # Errors
///
/// Why not; without a place.
pub(super) fn allowed(game: &CheckedGame, name: &str, value: &str) -> Result<(), Vec<Diagnostic>> {
    if !matches!(game.names.get(name), Some(Named::Trait(_))) {
        return Ok(());
    }
    let names = BTreeMap::from([(name.to_owned(), value.to_owned())]);
    Env::new(game, &names, &BTreeMap::new()).map(|_| ())
}

/// The name that a `set` means, if its value fits.
///
/// # Errors
///
/// If there is no such option or input, or if it cannot be this; without a place.
pub(super) fn setting(game: &CheckedGame, written: &str, value: &str) -> Result<String, Vec<Diagnostic>> {
    let name = if game.is_cell(written) { nfc(written.trim()) } else { bare(written) };
    let inputs = game.tests.iter().flat_map(|test| test.inputs.iter().map(|(name, _)| &**name));
    let mut known: Vec<&str> = game.options.iter().map(|option| &*option.name).chain(inputs).collect();
    known.sort_unstable();
    known.dedup();
    let folded = fold(&name);
    let same: Vec<&str> = known.iter().copied().filter(|one| fold(one) == folded).collect();
    let name = match same.as_slice() {
        [only] if !known.contains(&&*name) => (*only).to_owned(),
        _ => name,
    };
    if game.is_cell(&name) || matches!(game.names.get(&name), Some(Named::Option(_))) {
        let settings = BTreeMap::from([(name.clone(), value.to_owned())]);
        return Env::new(game, &BTreeMap::new(), &settings).map(|_| name);
    }
    let mut kinds = game
        .tests
        .iter()
        .flat_map(|test| &test.inputs)
        .filter(|(input, _)| **input == *name)
        .map(|(_, question)| &question.kind)
        .peekable();
    if kinds.peek().is_none() {
        let mut error = Diagnostic::error(Code::UnknownSetting, None).arg("name", &*name);
        if let Some(near) = nearest(&name, known) {
            error = error.help_with("help-did-you-mean", "name", near);
        } else if matches!(game.names.get(&name), Some(Named::Trait(_))) {
            error = error.help_with("help-edit-here", "example", format!("{}: 4", quoted_where_needed(&name)));
        }
        return Err(vec![error]);
    }
    // Names of a character's own, and dice, are known where it rolls.
    let late = |kind: &AnswerKind| matches!(kind, AnswerKind::Trait(_, true) | AnswerKind::Tag(_) | AnswerKind::Dice);
    let may_be = |kind: &AnswerKind| answer_of(game, kind, value).is_some() || late(kind);
    if kinds.any(may_be) {
        return Ok(name);
    }
    Err(vec![Diagnostic::error(Code::BadSetting, None).arg("name", &*name).arg("text", value)])
}

/// The inputs of all tests and the options: what `set` knows.
pub(super) fn settable(game: &CheckedGame) -> Vec<(&str, &AnswerKind)> {
    let options = game.options.iter().map(|option| (&*option.name, &option.question.kind));
    let inputs = game.tests.iter().flat_map(|test| &test.inputs).map(|(name, question)| (&**name, &question.kind));
    let mut list: Vec<(&str, &AnswerKind)> = options.chain(inputs).collect();
    list.sort_by_key(|(name, _)| *name);
    list.dedup_by_key(|(name, _)| *name);
    list
}
