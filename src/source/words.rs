//! How names are compared.

use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical, is_combining_mark};

use crate::sort::Sort as _;

/// The composed form (NFC) in which all names are compared, so that `caña`
/// typed on two systems is one name.
#[must_use]
pub fn nfc(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let mut composed: Vec<char> = Vec::new();
    // The last letter that marks can join, and the class of the last mark behind it that did not.
    let (mut starter, mut last) = (None, 0);
    for letter in nfd(text) {
        let class = canonical_combining_class(letter);
        let blocked = |at: usize| composed.len() > at + 1 && last >= class;
        let before = starter.filter(|at| !blocked(*at)).and_then(|at| composed.get_mut(at));
        if let Some(before) = before
            && let Some(whole) = compose(*before, letter)
        {
            *before = whole;
            continue;
        }
        if class == 0 {
            starter = Some(composed.len());
        }
        last = class;
        composed.push(letter);
    }
    composed.into_iter().collect()
}

/// The letters of a text with their marks apart, each run of marks in the order of their classes (NFD, UAX #15). The iterators of the
/// library would bring its tables of compatibility forms along, a twelfth of all that the engine for browsers has in tables.
pub(crate) fn nfd(text: &str) -> Vec<char> {
    let mut letters = Vec::with_capacity(text.len());
    for letter in text.chars() {
        decompose_canonical(letter, |part| letters.push(part));
    }
    for marks in letters.split_mut(|letter| canonical_combining_class(*letter) == 0) {
        marks.order_by_key(|mark| canonical_combining_class(*mark));
    }
    letters
}

/// Without accents and case: what two names share that a hurried person would
/// take for the same.
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    nfd(text).into_iter().filter(|&letter| !is_combining_mark(letter)).flat_map(char::to_lowercase).collect()
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
