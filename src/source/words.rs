//! The comparison of names: case, accents, spaces.

use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical, is_combining_mark};

use crate::sort::Sort as _;

/// The first character that joins another: texts without it and those behind it are composed (UAX #15).
const FIRST_MARK: char = '\u{300}';

/// The composed form (NFC, UAX #15) in which all names are compared, so that `caña` typed on two systems is one name.
#[must_use]
pub fn nfc(text: &str) -> String {
    if !text.chars().any(|letter| letter >= FIRST_MARK) {
        return text.to_owned();
    }
    let mut composed = String::with_capacity(text.len());
    // A letter that marks can join, and those behind it that did not, with the class of the last.
    let (mut starter, mut apart, mut last) = (None, Vec::new(), 0);
    nfd(text, &mut |letter| {
        let class = canonical_combining_class(letter);
        let is_blocked = !apart.is_empty() && last >= class;
        if let Some(whole) = starter.filter(|_| !is_blocked).and_then(|before| compose(before, letter)) {
            starter = Some(whole);
        } else if class == 0 {
            composed.extend(starter);
            composed.extend(apart.drain(..));
            starter = Some(letter);
        } else {
            apart.push(letter);
            last = class;
        }
    });
    composed.extend(starter);
    composed.extend(apart);
    composed
}

/// Tells each letter of a text with its marks apart, each run of marks in the order of their classes (NFD, UAX #15).
/// The iterators of the library would bring its tables of compatibility forms along, an eighth of all tables of the
/// engine for browsers.
pub(crate) fn nfd(text: &str, each: &mut dyn FnMut(char)) {
    let mut marks = Vec::new();
    for letter in text.chars() {
        decompose_canonical(letter, |part| {
            if canonical_combining_class(part) == 0 {
                in_order(&mut marks, each);
                each(part);
            } else {
                marks.push(part);
            }
        });
    }
    in_order(&mut marks, each);
}

/// Passes on marks in the order of their classes, and clears the list.
fn in_order(marks: &mut Vec<char>, each: &mut dyn FnMut(char)) {
    marks.order_by_key(|mark| canonical_combining_class(*mark));
    marks.drain(..).for_each(each);
}

/// Without accents and case: what two names share that a hurried person would
/// take for the same.
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    // In which order marks stand does not matter, since all go.
    for letter in text.chars() {
        decompose_canonical(letter, |part| {
            if !is_combining_mark(part) {
                folded.extend(part.to_lowercase());
            }
        });
    }
    folded
}

/// Quotes that begin and end something, but for the straight ones.
const PRINTED: [char; 7] = ['“', '”', '„', '‟', '‘', '’', '‚'];

/// A name that is in the quotes of a printed page, without them. Quotes inside it belong to it, as in
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

/// A text that is in the quotes of a printed page as a whole, without them.
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
