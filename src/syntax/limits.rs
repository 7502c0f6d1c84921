//! Bounds that are checked before and during parsing, so that no text exhausts the stack or the time.

use super::grammar::offset;
use super::{FormulaProblem, TextSpan};
use crate::diagnostic::Code;

/// How much a text may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxLimits {
    /// Bytes of the whole text.
    pub text: usize,
    /// Brackets, and words such as `if` and `not`, one inside the other.
    pub nesting: usize,
    /// How deep the tree may be, and so how many operators may stand in a row.
    pub depth: usize,
    /// Letters of a name.
    pub name: usize,
    /// Sides of a die.
    pub sides: i64,
    /// Number of faces between braces.
    pub faces: usize,
}

impl SyntaxLimits {
    /// The limits that hold.
    pub const STANDARD: Self =
        Self { text: 10_000, nesting: 100, depth: 300, name: 200, sides: 1_000_000, faces: 1_000 };
}

/// What is too much for the grammar to read, if anything.
pub(super) fn exceeded(text: &str) -> Option<FormulaProblem> {
    let limits = SyntaxLimits::STANDARD;
    if text.len() > limits.text {
        let span = letter_at(text, limits.text);
        return Some(
            FormulaProblem::new(Code::TextTooLong, span)
                .arg("length", text.len())
                .arg("limit", limits.text)
                .help("help-split"),
        );
    }
    too_deep(text, limits.nesting)
}

/// What has been opened at one level of brackets and lasts until it closes.
#[derive(Clone, Copy, Default)]
struct Level {
    /// `if` and `let`, which reach as far right as they can.
    opened: usize,
    /// `not`, which reach to the next `and` or `or`.
    negated: usize,
}

/// Finds where nesting passes the limit. It may count more than the grammar
/// nests, never less: names in quotes and comments are skipped exactly as the grammar
/// skips them, and everything else counts.
fn too_deep(text: &str, limit: usize) -> Option<FormulaProblem> {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(b' ');
    // Level 0 is outside brackets; more than `limit` are never entered.
    let mut levels = [Level::default(); SyntaxLimits::STANDARD.nesting + 2];
    let mut depth = 0_usize;
    let mut open = 0_usize;
    let mut row = 0_usize;
    let mut at = 0_usize;
    while at < bytes.len() {
        let start = at;
        at = at.saturating_add(1);
        match byte(start) {
            b' ' | b'\t' | b'\n' | b'\r' => continue,
            b'#' => {
                at = text.get(at..).and_then(|rest| rest.find(['\n', '\r'])).map_or(bytes.len(), |end| at + end);
                continue;
            }
            b'"' => at = closing(text, at, "\""),
            0xC2 if byte(at) == 0xAB => at = closing(text, at + 1, "»"),
            0xE2 if byte(at) == 0x80 && byte(at + 1) == 0x9C => at = closing(text, at + 2, "”"),
            b'(' | b'[' => {
                depth = depth.saturating_add(1);
                *levels.get_mut(depth)? = Level::default();
                row = 0;
            }
            b')' | b']' | b',' | b';' => {
                let level = levels.get_mut(depth)?;
                open = open.saturating_sub(level.opened).saturating_sub(level.negated);
                *level = Level::default();
                if matches!(byte(start), b')' | b']') {
                    depth = depth.saturating_sub(1);
                }
                row = 0;
            }
            b'-' => row = row.saturating_add(1),
            // The other characters that mean a minus.
            0xE2 if byte(at) == 0x88 && byte(at + 1) == 0x92 || byte(at) == 0x80 && byte(at + 1) == 0x93 => {
                at = at.saturating_add(2);
                row = row.saturating_add(1);
            }
            first if first.is_ascii_alphabetic() || first == b'_' => {
                while byte(at).is_ascii_alphanumeric() || byte(at) == b'_' {
                    at = at.saturating_add(1);
                }
                let level = levels.get_mut(depth)?;
                match text.get(start..at).unwrap_or("") {
                    "if" | "let" => {
                        level.opened = level.opened.saturating_add(1);
                        open = open.saturating_add(1);
                    }
                    "not" => {
                        level.negated = level.negated.saturating_add(1);
                        open = open.saturating_add(1);
                    }
                    "and" | "or" => {
                        open = open.saturating_sub(level.negated);
                        level.negated = 0;
                    }
                    _ => row = 0,
                }
            }
            // What is not ASCII may be a blank, and those separate nothing.
            first if first.is_ascii_graphic() => row = 0,
            _ => {}
        }
        if depth.saturating_add(open).saturating_add(row) > limit {
            return Some(
                FormulaProblem::new(Code::TooDeep, letter_at(text, start)).arg("limit", limit).help("help-simplify"),
            );
        }
    }
    None
}

/// Where quotes that were opened before `at` are closed.
fn closing(text: &str, at: usize, quote: &str) -> usize {
    text.get(at..).and_then(|rest| rest.find(quote)).map_or(text.len(), |end| at + end + quote.len())
}

/// The letter that a byte belongs to.
fn letter_at(text: &str, byte: usize) -> TextSpan {
    let start = (0..=byte).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let letter = text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    TextSpan { start: offset(start), end: offset(start.saturating_add(letter)) }
}
