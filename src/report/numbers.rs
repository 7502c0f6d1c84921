//! Decimals and percentages as each language writes them.

use super::Catalogue;
use super::document::{Document, Line};

/// A number, written with a hyphen below zero, with the minus sign of all text for people.
pub(crate) fn with_minus(number: &str) -> String {
    number.replace('-', "−")
}

/// A text that is a number and nothing else, as [`with_minus`] writes it; any other as it is.
pub(super) fn number_with_minus(text: String) -> String {
    if text.starts_with('-') && text.parse::<i64>().is_ok() { with_minus(&text) } else { text }
}

/// How a language writes numbers.
#[derive(Debug, Clone)]
pub struct Numbers {
    /// What is between the whole and its decimals.
    point: String,
    /// The suffix of a percentage.
    percent: String,
}

impl Numbers {
    pub fn of(catalogue: &Catalogue) -> Self {
        Self { point: catalogue.say("number-point"), percent: catalogue.say("number-percent") }
    }

    /// A text whose numbers are written with `.` and `%`, in this language. What has two points or
    /// letters in it is no decimal number.
    pub fn write(&self, text: &str) -> String {
        let mut told = String::with_capacity(text.len());
        for (at, letter) in text.char_indices() {
            let (before, rest) = (text.get(..at).unwrap_or(""), text.get(at..).unwrap_or(""));
            let whole = before.trim_end_matches(|letter: char| letter.is_ascii_digit());
            let begins =
                whole.len() < before.len() && !whole.ends_with(|one: char| one.is_alphanumeric() || one == '.');
            match letter {
                '.' if begins && is_decimals(rest) => told.push_str(&self.point),
                '%' if before.ends_with(|letter: char| letter.is_ascii_digit()) => told.push_str(&self.percent),
                _ => told.push(letter),
            }
        }
        told
    }

    /// A document whose numbers are written with `.` and `%`, in this language; what was typed stays as it is.
    pub(super) fn document(&self, document: &Document) -> Document {
        document.map(|line| {
            line.pieces().iter().fold(Line::new(), |told, piece| {
                let typed = piece.role.is_typed();
                told.piece(piece.role, if typed { piece.text.clone() } else { self.write(&piece.text) })
            })
        })
    }
}

/// Whether a point and digits follow, and nothing that makes a date or a version of them.
fn is_decimals(text: &str) -> bool {
    let digits = text.get(1..).unwrap_or("");
    let rest = digits.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let mut rest_letters = rest.chars();
    let goes_on = match rest_letters.next() {
        Some('.') => rest_letters.next().is_some_and(|letter| letter.is_ascii_digit()),
        next => next.is_some_and(char::is_alphanumeric),
    };
    rest.len() < digits.len() && !goes_on
}
