//! Wraps lines at a width.

use unicode_width::UnicodeWidthChar;

use super::{Line, TextRole};
use crate::report::visible::visible;

/// One row of a wrapped line.
#[derive(Debug, Clone, Default)]
pub(super) struct WrappedRow {
    /// Its pieces, marks included.
    pub(super) pieces: Vec<(TextRole, String)>,
    /// How many columns they take.
    pub(super) width: usize,
}

impl WrappedRow {
    fn push(&mut self, letter: char, role: TextRole) {
        self.width = self.width.saturating_add(columns(letter));
        match self.pieces.last_mut() {
            Some((last, text)) if *last == role => text.push(letter),
            _ => self.pieces.push((role, letter.to_string())),
        }
    }
}

/// The rows of a line, cut at spaces, or anywhere where a word alone is too
/// wide. There is always at least one.
pub(super) fn wrap(line: &Line, limit: usize) -> Vec<WrappedRow> {
    let letters = letters(line);
    let mut rows = Vec::new();
    let mut start = 0;
    while let Some(rest) = letters.get(start..).filter(|rest| !rest.is_empty()) {
        let (taken, next) = fitting(rest, limit);
        let mut row = WrappedRow::default();
        for &(letter, role) in rest.iter().take(taken) {
            row.push(letter, role);
        }
        rows.push(row);
        start = start.saturating_add(next);
    }
    if rows.is_empty() {
        rows.push(WrappedRow::default());
    }
    rows
}

/// How many letters the first row takes, and where the next one begins.
fn fitting(letters: &[(char, TextRole)], limit: usize) -> (usize, usize) {
    let mut width = 0_usize;
    let mut space = None;
    for (at, &(letter, _)) in letters.iter().enumerate() {
        if letter == ' ' && at > 0 {
            space = Some(at);
        }
        width = width.saturating_add(columns(letter));
        if width > limit {
            return match space {
                Some(space) => {
                    let gap = letters.iter().skip(space).take_while(|&&(letter, _)| letter == ' ').count();
                    (space, space.saturating_add(gap))
                }
                None => (at.max(1), at.max(1)),
            };
        }
    }
    (letters.len(), letters.len())
}

fn letters(line: &Line) -> Vec<(char, TextRole)> {
    let mut letters = Vec::new();
    for piece in line.pieces() {
        let (before, after) = piece.role.marks();
        let text = visible(&piece.text);
        let all = before.chars().chain(text.chars()).chain(after.chars());
        letters.extend(all.map(|letter| (letter, piece.role)));
    }
    letters
}

fn columns(letter: char) -> usize {
    letter.width().unwrap_or(0)
}
