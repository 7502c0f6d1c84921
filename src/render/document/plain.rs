//! The same with characters of ASCII, for terminals and voices that know no others. Words
//! keep their letters.

use super::{Block, Document, Line};

/// Signs that the program writes, and what they become.
const SIGNS: [(char, &str); 16] = [
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
    Document { blocks: document.blocks.iter().map(block).collect() }
}

fn block(block: &Block) -> Block {
    match block {
        Block::Heading(line) => Block::Heading(plain(line)),
        Block::Line(line) => Block::Line(plain(line)),
        Block::Table(table) => Block::Table(table.map(plain)),
        Block::Item { depth, line } => Block::Item { depth: *depth, line: plain(line) },
        Block::Told { depth, line } => Block::Told { depth: *depth, line: plain(line) },
        Block::Gap => Block::Gap,
        Block::Code(text) => Block::Code(text.clone()),
    }
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
