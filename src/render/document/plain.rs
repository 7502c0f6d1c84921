//! The same with characters of ASCII, for terminals and voices that know no others. Words
//! keep their letters.

use super::{Block, Chart, ChartRow, Column, Document, Line};

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
        Block::Table { columns, rows } => {
            Block::Table { columns: titles(columns), rows: rows.iter().map(|row| cells(row)).collect() }
        }
        Block::Chart(chart) => {
            let rows = chart.rows.iter().map(|row| ChartRow { cells: cells(&row.cells), bars: row.bars.clone() });
            Block::Chart(Chart { columns: titles(&chart.columns), rows: rows.collect(), ..chart.clone() })
        }
        Block::Item { depth, line } => Block::Item { depth: *depth, line: plain(line) },
        Block::Told { depth, line } => Block::Told { depth: *depth, line: plain(line) },
        Block::Gap => Block::Gap,
        Block::Code(text) => Block::Code(text.clone()),
    }
}

fn titles(columns: &[Column]) -> Vec<Column> {
    columns.iter().map(|column| Column { title: plain(&column.title), align: column.align }).collect()
}

fn cells(cells: &[Line]) -> Vec<Line> {
    cells.iter().map(plain).collect()
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
