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

/// Blanks that are no spaces, and characters without any width.
#[must_use]
pub fn is_invisible(letter: char) -> bool {
    has_no_width(letter)
        || matches!(
            letter,
            '\u{a0}' | '\u{1680}' | '\u{2000}'
                ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
        )
}

/// Characters that take no place on a line.
#[must_use]
pub fn has_no_width(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}
