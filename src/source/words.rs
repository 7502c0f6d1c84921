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
