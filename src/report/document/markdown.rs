//! Documents as Markdown: CommonMark with the tables and the `~~` of GitHub, which chats and forums also support.

use super::chat::for_each_calm;
use super::{Align, Block, Document, DocumentTable, Line, TextPiece, TextRole};
use crate::report::visible::{visible, visible_lines};

/// The document as Markdown.
#[must_use]
pub fn render(document: &Document) -> String {
    let mut out = String::new();
    let mut previous: Option<&Block> = None;
    for block in &document.blocks {
        if *block == Block::Gap {
            previous = None;
            continue;
        }
        if !out.is_empty() {
            out.push_str(match (previous, block) {
                // A break inside a paragraph takes two spaces before it.
                (Some(Block::Line(_)), Block::Line(_)) => "  \n",
                (Some(Block::Item { .. } | Block::Told { .. }), Block::Item { .. } | Block::Told { .. }) => "\n",
                _ => "\n\n",
            });
        }
        match block {
            Block::Heading(line) => out.push_str(&format!("## {}", inline(line))),
            Block::Line(line) => out.push_str(&start_of_line(&inline(line))),
            Block::Item { depth, line } | Block::Told { depth, line } => {
                let indent = "  ".repeat(usize::from(*depth));
                out.push_str(&format!("{indent}- {}", start_of_line(&inline(line))));
            }
            Block::Table(rows) => out.push_str(&table(rows)),
            Block::Code(text) => {
                let fence = "`".repeat(longest_run(text, '`').saturating_add(1).max(3));
                out.push_str(&format!("{fence}\n{}\n{fence}", visible_lines(text).trim_end_matches('\n')));
            }
            Block::Gap => {}
        }
        previous = Some(block);
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

fn table(table: &DocumentTable) -> String {
    let cells = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let mut lines = vec![
        cells(table.columns.iter().map(|column| cell(&column.title)).collect()),
        cells(table.columns.iter().map(|column| rule(column.align).to_owned()).collect()),
    ];
    lines.extend(table.rows.iter().map(|row| cells(table.filled(row).map(cell).collect())));
    lines.join("\n")
}

/// A bar ends a cell even between backquotes; only there does it still need its
/// backslash.
fn cell(line: &Line) -> String {
    let escaped = |written: String, role| if role == TextRole::Code { written.replace('|', "\\|") } else { written };
    line.pieces().iter().map(|part| escaped(piece(part), part.role)).collect()
}

fn rule(align: Align) -> &'static str {
    match align {
        Align::Left => "---",
        Align::Right => "---:",
    }
}

fn inline(line: &Line) -> String {
    line.pieces().iter().map(piece).collect()
}

fn piece(piece: &TextPiece) -> String {
    let text = visible(&piece.text);
    let (before, after) = piece.role.marks();
    match piece.role {
        TextRole::Strong | TextRole::Success | TextRole::Failure | TextRole::Neutral => around("**", &text),
        TextRole::Comment => around("*", &text),
        TextRole::DroppedDie => around("~~", &text),
        TextRole::RerolledDie => around("~~", &text) + after,
        TextRole::Code => code(&text),
        TextRole::Plain | TextRole::Dim | TextRole::Number | TextRole::Name | TextRole::Die | TextRole::ExplodedDie => {
            format!("{before}{}{after}", escape(&text))
        }
    }
}

/// Marks hold only when they touch the words, so that spaces go outside.
fn around(mark: &str, text: &str) -> String {
    let words = text.trim();
    if words.is_empty() {
        return text.to_owned();
    }
    let (before, after) = text.split_once(words).unwrap_or(("", ""));
    format!("{before}{mark}{}{mark}{after}", escape(words))
}

fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text, '`').saturating_add(1));
    let room = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{room}{text}{room}{fence}")
}

/// Puts a backslash before what Markdown would take for a mark or a part of an address, which is read as it is written
/// then; and calls nobody.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for_each_calm(text, |letter, acts| {
        if acts {
            // `http:/\/`, `www\.`; between two letters there is nothing but a gap.
            match out.chars().next_back().filter(char::is_ascii_punctuation) {
                Some(mark) => {
                    out.pop();
                    out.extend(['\\', mark]);
                }
                None => out.push(' '),
            }
        }
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$') {
            out.push('\\');
        }
        out.push(letter);
    });
    out
}

/// What means something only where a line begins.
fn start_of_line(text: &str) -> String {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let after = text.get(digits..).unwrap_or("");
    if text.starts_with(['#', '+', '-', '=']) {
        format!("\\{text}")
    } else if digits > 0 && after.starts_with(['.', ')']) {
        format!("{}\\{after}", text.get(..digits).unwrap_or(""))
    } else {
        text.to_owned()
    }
}

fn longest_run(text: &str, wanted: char) -> usize {
    text.split(|letter| letter != wanted).map(str::len).max().unwrap_or(0)
}
