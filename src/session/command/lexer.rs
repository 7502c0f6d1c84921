//! Tokens: words, quoted words and `=`.

use std::ops::Range;

use crate::engine::typed_faces;
use crate::syntax::SyntaxLimits;

/// A word, or `=`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// The word, without its quotes.
    pub(super) text: String,
    /// Whether it stood in quotes.
    pub(super) quoted: bool,
    /// Its place, quotes included.
    pub(super) range: Range<usize>,
    equals: bool,
}

impl Token {
    /// Whether it is `=`.
    pub(super) fn is_equals(&self) -> bool {
        self.equals
    }

    /// Whether it can be a face of a die, or several: `4`, `4,1`.
    pub(super) fn is_numbers(&self) -> bool {
        let part = |part: &str| part.is_empty() || typed_faces(part).is_ok();
        !self.quoted && self.text.chars().any(|letter| letter.is_ascii_digit()) && self.text.split(',').all(part)
    }
}

/// What closes a quote.
fn closing(open: char) -> Option<char> {
    match open {
        '«' => Some('»'),
        '“' => Some('”'),
        '"' => Some('"'),
        _ => None,
    }
}

pub(super) fn tokens(text: &str) -> Vec<Token> {
    read(text, usize::MAX, usize::MAX)
}

/// So many of the words with which a text begins; of one in quotes no more than any name has.
pub(super) fn first_tokens(text: &str, most: usize) -> Vec<Token> {
    read(text, most, 4 * SyntaxLimits::STANDARD.name)
}

fn read(text: &str, most: usize, longest: usize) -> Vec<Token> {
    let mut found = Vec::new();
    let mut letters = text.char_indices().peekable();
    while let Some(&(start, letter)) = letters.peek().filter(|_| found.len() < most) {
        if letter.is_whitespace() {
            letters.next();
        } else if letter == '=' {
            letters.next();
            found.push(Token { text: "=".to_owned(), quoted: false, range: start..start + 1, equals: true });
        } else if let Some(close) = closing(letter) {
            letters.next();
            let mut inside = String::new();
            let mut end = text.len();
            for (at, letter) in letters.by_ref().take(longest) {
                if letter == close {
                    end = at + letter.len_utf8();
                    break;
                }
                inside.push(letter);
            }
            found.push(Token { text: inside.trim().to_owned(), quoted: true, range: start..end, equals: false });
        } else {
            let mut word = String::new();
            let mut end = start;
            while let Some(&(at, letter)) = letters.peek() {
                // The `=` of `<=`, `>=` and `!=` does not separate a name from a value.
                let compares = letter == '=' && word.ends_with(['<', '>', '!']);
                if letter.is_whitespace()
                    || (letter == '=' && !compares)
                    || (closing(letter).is_some() && !word.is_empty())
                {
                    break;
                }
                word.push(letter);
                end = at + letter.len_utf8();
                letters.next();
            }
            found.push(Token { text: word, quoted: false, range: start..end, equals: false });
        }
    }
    found
}
