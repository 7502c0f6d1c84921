//! Documents as HTML: parts of a page, without its frame. All text is escaped; nothing that an author or a player wrote
//! becomes a tag.

use super::{Align, Block, Document, DocumentTable, Line, TextPiece, TextRole};
use crate::report::visible::{visible, visible_lines};
use crate::report::width;

/// Numbers and formulas that are no wider stay in one line.
pub const SHORT: usize = 10;

/// The document as HTML. The caption names its first table for screen readers.
#[must_use]
pub fn render(document: &Document, caption: &str) -> String {
    anchored(document, caption, &mut |_| String::new())
}

/// The same, with an anchor for each row of a table, under each of its names, and for each outermost entry of a list
/// that begins with a name, and the names of a line that does; none where the anchor of a name is empty.
pub(in crate::report) fn anchored(
    document: &Document,
    caption: &str,
    anchor: &mut dyn FnMut(&str) -> String,
) -> String {
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
        let named = match block {
            Block::Item { depth: 0, line } => line.pieces().first().filter(|piece| piece.role == TextRole::Name),
            _ => None,
        };
        nest(&mut out, open, depth, &named.map_or_else(String::new, |piece| id(&anchor(&piece.text))));
        open = depth;
        match block {
            Block::Heading(line) => out.push_str(&format!("<h4>{}</h4>\n", inline(line))),
            Block::Line(line) => {
                out.push_str(if paragraph { "<br/>\n" } else { "<p>" });
                paragraph = true;
                let begins = line.pieces().first().is_some_and(|piece| piece.role == TextRole::Name);
                out.push_str(&if begins { with_anchors(line, 0, anchor) } else { inline(line) });
            }
            Block::Item { line, .. } | Block::Told { line, .. } => out.push_str(&inline(line)),
            Block::Table(rows) => out.push_str(&table(rows, caption.take(), anchor)),
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
    nest(&mut out, open, 0, "");
    out
}

/// A line whose names have anchors, but for the first pieces.
fn with_anchors(line: &Line, but: usize, anchor: &mut dyn FnMut(&str) -> String) -> String {
    let pieces = line.pieces().iter().enumerate();
    let pieces = pieces.map(|(at, one)| match one.role {
        TextRole::Name if at >= but => match id(&anchor(&one.text)) {
            none if none.is_empty() => piece(one),
            id => format!("<span{id}>{}</span>", piece(one)),
        },
        _ => piece(one),
    });
    pieces.collect()
}

/// The attribute of an anchor.
fn id(anchor: &str) -> String {
    if anchor.is_empty() { String::new() } else { format!(" id=\"{}\"", escape(anchor)) }
}

/// Text as HTML shows it, in elements and in attributes.
#[must_use]
pub fn escape(text: &str) -> String {
    escape_marks(&visible_lines(text)).replace('\'', "&#39;")
}

/// Text without the marks of HTML, SVG and all XML: what is in quotes, in double ones.
pub(in crate::report) fn escape_marks(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A line with the roles of its pieces.
#[must_use]
pub fn inline(line: &Line) -> String {
    line.pieces().iter().map(piece).collect()
}

/// Goes from one depth of lists to another. An entry is left open for the list that it may hold.
fn nest(out: &mut String, open: usize, wanted: usize, id: &str) {
    for _ in wanted..open {
        out.push_str("</li></ul>\n");
    }
    if wanted > 0 && open >= wanted {
        out.push_str(&format!("</li>\n<li{id}>"));
    }
    for _ in open..wanted {
        out.push_str(&format!("<ul><li{id}>"));
    }
}

fn table(table: &DocumentTable, caption: Option<&str>, anchor: &mut dyn FnMut(&str) -> String) -> String {
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
        let first = row.first().and_then(|cell| cell.pieces().first()).filter(|piece| piece.role == TextRole::Name);
        let name = first.map_or_else(|| row.first().map_or_else(String::new, Line::words), |piece| piece.text.clone());
        out.push_str(&format!("<tr{}>", id(&anchor(&name))));
        for (index, (column, cell)) in table.columns.iter().zip(table.filled(row)).enumerate() {
            let text = if index == 0 { with_anchors(cell, 1, anchor) } else { inline(cell) };
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

fn piece(piece: &TextPiece) -> String {
    let text = escape(&visible(&piece.text));
    let (before, after) = piece.role.marks();
    match piece.role {
        TextRole::Plain => text,
        TextRole::Number | TextRole::Name | TextRole::Die | TextRole::ExplodedDie => format!("{before}{text}{after}"),
        TextRole::Strong => format!("<b>{text}</b>"),
        TextRole::Success => format!("<b class=\"good\">{text}</b>"),
        TextRole::Failure => format!("<b class=\"bad\">{text}</b>"),
        TextRole::Neutral => format!("<b class=\"even\">{text}</b>"),
        TextRole::Dim => format!("<span class=\"dim\">{text}</span>"),
        TextRole::Comment => format!("<em>{text}</em>"),
        TextRole::DroppedDie => format!("<s>{text}</s>"),
        TextRole::RerolledDie => format!("<s>{text}</s>{after}"),
        TextRole::Code => format!("<code>{text}</code>"),
    }
}
