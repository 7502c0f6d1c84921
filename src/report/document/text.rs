//! Documents as text, for a terminal or a file.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::plain::plainly;
use super::wrap::{WrappedRow, wrap};
use super::{Block, Document, Line, TextRole};
use crate::report::visible::{visible_lines, width};

/// No text is wrapped narrower than this.
const NARROWEST: usize = 20;
/// Entries deeper than this are not indented any further.
const DEEPEST: u8 = 8;

/// How a document is drawn as text: colour, width in columns, ASCII only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextStyle {
    /// Whether to write ANSI colours.
    pub colour: bool,
    /// How many columns there are; 0 when there is no limit.
    pub width: usize,
    /// Only characters of ASCII, but for words that have others.
    pub plain: bool,
}

impl TextStyle {
    /// How many columns there are, as a number to compare with.
    pub(super) fn limit(self) -> usize {
        if self.width == 0 { usize::MAX } else { self.width.max(NARROWEST) }
    }
}

/// The document as lines of text. Every line ends with a line break and none is
/// wider than the width, except where something is shown exactly as it is.
#[must_use]
pub fn render(document: &Document, style: &TextStyle) -> String {
    let plain = style.plain.then(|| plainly(document));
    let document = plain.as_ref().unwrap_or(document);
    let mut out = String::new();
    for block in &document.blocks {
        match block {
            Block::Heading(line) => {
                if !out.is_empty() && !out.ends_with("\n\n") {
                    out.push('\n');
                }
                put(&mut out, line, "", "", TextRole::Strong, *style);
            }
            Block::Line(line) => put(&mut out, line, "", "  ", TextRole::Plain, *style),
            Block::Item { depth, line } => {
                let indent = "  ".repeat(usize::from((*depth).min(DEEPEST)));
                put(&mut out, line, &format!("{indent}- "), &format!("{indent}  "), TextRole::Plain, *style);
            }
            Block::Told { depth, line } => {
                let indent = "  ".repeat(usize::from((*depth).min(DEEPEST)).saturating_add(1));
                put(&mut out, line, &indent, &format!("{indent}    "), TextRole::Plain, *style);
            }
            Block::Gap => out.push('\n'),
            Block::Code(text) => {
                for line in text.lines() {
                    out.push_str(format!("    {}", visible_lines(line)).trim_end());
                    out.push('\n');
                }
            }
            Block::Table(table) => table.draw(&mut out, *style),
        }
    }
    out
}

/// Writes a line, wrapped, with what is before its first row and the others.
/// Plain pieces take the role `base`.
pub(in crate::report) fn put(out: &mut String, line: &Line, first: &str, rest: &str, base: TextRole, style: TextStyle) {
    let limit = style.limit().saturating_sub(width(rest).max(width(first)));
    for (index, row) in wrap(line, limit).into_iter().enumerate() {
        let mut written = String::from(if index == 0 { first } else { rest });
        written.push_str(&paint(&row, base, style));
        out.push_str(written.trim_end());
        out.push('\n');
    }
}

/// A row with its colours.
pub(super) fn paint(row: &WrappedRow, base: TextRole, style: TextStyle) -> String {
    let mut out = String::new();
    for (role, text) in &row.pieces {
        let look = look(if *role == TextRole::Plain { base } else { *role });
        if style.colour && !look.is_plain() {
            // Writing to a string cannot fail.
            let _ = write!(out, "{}{text}{}", look.render(), look.render_reset());
        } else {
            out.push_str(text);
        }
    }
    out
}

fn look(role: TextRole) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match role {
        TextRole::Plain | TextRole::Number | TextRole::Name => Style::new(),
        TextRole::Strong | TextRole::Die => Style::new().bold(),
        TextRole::Dim | TextRole::DroppedDie | TextRole::RerolledDie | TextRole::Comment => Style::new().dimmed(),
        TextRole::ExplodedDie => colour(AnsiColor::Magenta).bold(),
        TextRole::Success => colour(AnsiColor::Green).bold(),
        TextRole::Failure => colour(AnsiColor::Red).bold(),
        TextRole::Neutral => colour(AnsiColor::Yellow).bold(),
        TextRole::Code => colour(AnsiColor::Cyan),
    }
}
