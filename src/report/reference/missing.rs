//! The missing texts of a translation, as a file to fill in.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::check::Untranslated;
use crate::check::program::CheckedGame;
use crate::report::visible;
use crate::yaml::in_quotes;

/// What is missing, as a translation in which it is open. Behind what a name does not say,
/// its text is a comment.
#[must_use]
pub fn to_fill_in(game: &CheckedGame, language: &str, missing: &[Untranslated]) -> String {
    let mut out = format!("tirada translation: 1\nruleset: {}\nlanguage: {}\n", key(&game.id), key(language));
    let mut open: Vec<&str> = Vec::new();
    let more: HashSet<&[String]> =
        missing.iter().filter(|one| one.path.len() > 2).filter_map(|one| one.path.get(..2)).collect();
    for one in missing {
        // A thing of which more is missing is a map, in which its name is one of several.
        let mut keys: Vec<&str> = one.path.iter().map(String::as_str).collect();
        let is_thing = keys.len() == 2 && !matches!(keys.first(), Some(&("words" | "texts")));
        if is_thing && more.contains(one.path.as_slice()) {
            keys.push("name");
        }
        let same = open.iter().zip(&keys).take_while(|(one, other)| one == other).count();
        for (depth, name) in keys.iter().enumerate().skip(same) {
            // Writing to a string cannot fail.
            let _ = write!(out, "{}{}:", "  ".repeat(depth), key(name));
            if depth.saturating_add(1) < keys.len() {
                out.push('\n');
            }
        }
        if let Some(text) = &one.text {
            let _ = write!(out, "  # {}", visible(text));
        }
        out.push('\n');
        open = keys;
    }
    out
}

/// A key as YAML reads it back.
fn key(text: &str) -> String {
    let plain = text.chars().all(|letter| letter.is_alphanumeric() || " _-.,()¿?¡!".contains(letter))
        && text.starts_with(char::is_alphabetic)
        && text.trim() == text
        && !["yes", "no", "true", "false", "null", "on", "off"].contains(&text.to_lowercase().as_str());
    if plain { text.to_owned() } else { in_quotes(text) }
}
