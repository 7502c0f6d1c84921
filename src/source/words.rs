//! How names are compared.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The composed form (NFC) in which all names are compared, so that `caña`
/// typed on two systems is one name.
#[must_use]
pub fn nfc(text: &str) -> String {
    text.nfc().collect()
}

/// Without accents and case: what two names share that a hurried person would
/// take for the same.
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfd().filter(|&letter| !is_combining_mark(letter)).flat_map(char::to_lowercase).collect()
}

/// Quotes that begin and end something, but for the straight ones.
const PRINTED: [char; 7] = ['“', '”', '„', '‟', '‘', '’', '‚'];

/// A name that stands in the quotes of a printed page, without them. Quotes inside it belong to it, as in
/// `The “Rat”`, and so does an apostrophe.
#[must_use]
pub fn out_of_quotes(text: &str) -> Option<&str> {
    let is_quote = |letter: char| PRINTED.contains(&letter);
    let name = text.trim_matches(is_quote);
    let begins = text.len() > text.trim_start_matches(is_quote).len();
    let ends = text.len() > text.trim_end_matches(|letter| is_quote(letter) && letter != '’').len();
    let inner = name.contains(|letter| is_quote(letter) && letter != '’');
    ((begins || ends) && !inner && !name.trim().is_empty()).then_some(name)
}

/// A text that stands in the quotes of a printed page as a whole, without them.
#[must_use]
pub fn out_of_printed_quotes(text: &str) -> Option<&str> {
    let inner = text.strip_prefix(['“', '„', '‟', '”'])?.strip_suffix(['”', '“'])?;
    (!inner.contains(['“', '”', '„', '‟'])).then_some(inner)
}

/// A whole number as people write it: also with the minus sign (U+2212) that the program prints.
#[must_use]
pub fn whole(text: &str) -> Option<i64> {
    let text = text.trim();
    match text.strip_prefix('−') {
        Some(digits) if digits.starts_with(|first: char| first.is_ascii_digit()) => format!("-{digits}").parse().ok(),
        Some(_) => None,
        None => text.parse().ok(),
    }
}
