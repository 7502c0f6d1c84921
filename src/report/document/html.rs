//! Documents as HTML: parts of a page, without its frame. Whatever is text is escaped; nothing
//! that an author or a player wrote becomes a tag.

use super::{Align, Block, Document, Line, Piece, Role, Table};
use crate::report::visible::{visible, visible_lines};
use crate::report::width;

/// Numbers and formulas that are no wider stay in one line.
pub const SHORT: usize = 10;

/// The document as HTML. The caption names its first table for screen readers.
#[must_use]
pub fn render(document: &Document, caption: &str) -> String {
    let mut out = String::new();
    let mut open = 0_usize;
    let mut caption = Some(caption);
    let mut paragraph = false;
    for block in &document.blocks {
        let line = matches!(block, Block::Line(_));
        if paragraph && !line {
            out.push_str("</p>\n");
            paragraph = false;
        }
        let depth = match block {
            Block::Item { depth, .. } | Block::Told { depth, .. } => usize::from(*depth).saturating_add(1),
            _ => 0,
        };
        nest(&mut out, open, depth);
        open = depth;
        match block {
            Block::Heading(line) => out.push_str(&format!("<h4>{}</h4>\n", inline(line))),
            Block::Line(line) => {
                out.push_str(if paragraph { "<br/>\n" } else { "<p>" });
                paragraph = true;
                out.push_str(&inline(line));
            }
            Block::Item { line, .. } | Block::Told { line, .. } => out.push_str(&inline(line)),
            Block::Table(rows) => out.push_str(&table(rows, caption.take())),
            Block::Gap => {}
            Block::Code(text) => {
                let text = visible_lines(text);
                out.push_str(&format!("<pre>{}</pre>\n", escape(text.trim_end_matches('\n'))));
            }
        }
    }
    if paragraph {
        out.push_str("</p>\n");
    }
    nest(&mut out, open, 0);
    out
}

/// Text as HTML shows it, in elements and in attributes.
#[must_use]
pub fn escape(text: &str) -> String {
    escape_marks(&visible_lines(text)).replace('\'', "&#39;")
}

/// Text without the marks of HTML, SVG and all XML: what stands in quotes, in double ones.
pub(in crate::report) fn escape_marks(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A line with the roles of its pieces.
#[must_use]
pub fn inline(line: &Line) -> String {
    line.pieces().iter().map(piece).collect()
}

/// Goes from one depth of lists to another. An entry is left open for the list that it may hold.
fn nest(out: &mut String, open: usize, wanted: usize) {
    for _ in wanted..open {
        out.push_str("</li></ul>\n");
    }
    if wanted > 0 && open >= wanted {
        out.push_str("</li>\n<li>");
    }
    for _ in open..wanted {
        out.push_str("<ul><li>");
    }
}

fn table(table: &Table, caption: Option<&str>) -> String {
    let mut out = String::from("<table>\n");
    if let Some(caption) = caption.filter(|caption| !caption.is_empty()) {
        out.push_str(&format!("<caption>{}</caption>\n", escape(&visible(caption))));
    }
    if table.has_titles() {
        out.push_str("<thead><tr>");
        for column in &table.columns {
            let title = inline(&column.title);
            match title.is_empty() {
                true => out.push_str("<td></td>"),
                false => out.push_str(&format!("<th scope=\"col\"{}>{title}</th>", class(column.align))),
            }
        }
        out.push_str("</tr></thead>\n");
    }
    out.push_str("<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (index, (column, cell)) in table.columns.iter().zip(table.filled(row)).enumerate() {
            let text = inline(cell);
            let short = index < row.len() && width(&cell.words()) <= SHORT;
            let align = if short && column.align == Align::Right { " class=\"n k\"" } else { class(column.align) };
            match index {
                0 => out.push_str(&format!("<th scope=\"row\"{align}>{text}</th>")),
                _ => out.push_str(&format!("<td{align}>{text}</td>")),
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table>\n");
    out
}

fn class(align: Align) -> &'static str {
    match align {
        Align::Left => "",
        Align::Right => " class=\"n\"",
    }
}

fn piece(piece: &Piece) -> String {
    let text = escape(&visible(&piece.text));
    let (before, after) = piece.role.marks();
    match piece.role {
        Role::Plain => text,
        Role::Number | Role::Name | Role::Die | Role::ExplodedDie => format!("{before}{text}{after}"),
        Role::Strong => format!("<b>{text}</b>"),
        Role::Success => format!("<b class=\"good\">{text}</b>"),
        Role::Failure => format!("<b class=\"bad\">{text}</b>"),
        Role::Neutral => format!("<b class=\"even\">{text}</b>"),
        Role::Dim => format!("<span class=\"dim\">{text}</span>"),
        Role::Comment => format!("<em>{text}</em>"),
        Role::DroppedDie => format!("<s>{text}</s>"),
        Role::RerolledDie => format!("<s>{text}</s>{after}"),
        Role::Code => format!("<code>{text}</code>"),
    }
}
