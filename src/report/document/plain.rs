//! Documents in ASCII, for terminals and speech output that support nothing else. Words keep their letters.

use super::{Document, Line};

/// Signs that the program writes, and what they become.
const SIGNS: [(char, &str); 17] = [
    ('\u{a0}', " "),
    ('−', "-"),
    ('–', "-"),
    ('—', "-"),
    ('·', "|"),
    ('…', "..."),
    ('→', "->"),
    ('←', "<-"),
    ('≥', ">="),
    ('≤', "<="),
    ('≠', "!="),
    ('≈', "~"),
    ('×', "x"),
    ('«', "\""),
    ('»', "\""),
    ('“', "\""),
    ('”', "\""),
];

/// The document without signs beyond ASCII.
pub(super) fn plainly(document: &Document) -> Document {
    document.map(plain)
}

fn plain(line: &Line) -> Line {
    let mut out = Line::new();
    for piece in line.pieces() {
        let text = piece.text.chars().fold(String::with_capacity(piece.text.len()), |mut text, letter| {
            match SIGNS.iter().find(|(sign, _)| *sign == letter) {
                Some((_, instead)) => text.push_str(instead),
                None => text.push(letter),
            }
            text
        });
        out.push(piece.role, text);
    }
    out
}
