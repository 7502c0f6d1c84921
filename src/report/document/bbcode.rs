//! Documents as BBCode, for forums.
//!
//! BBCode has no common escape for brackets: some forums show `&#91;` literally, others do not know `[plain]`. All
//! leave brackets around anything that is not a tag alone. So only a bracket that would form a tag is replaced by its
//! full-width twin; `Table[row]` stays as it is and can be copied.

use super::chat::calm;
use super::{Block, Document, DocumentTable, Line, TextPiece, TextRole};
use crate::report::visible::{visible, visible_lines};

/// Tags of the common forums, in lower case.
const TAGS: &str = "* abbr acronym align anchor attach attachment b br center code color colour dice email flash font \
    ftp h1 h2 h3 hide highlight hr html i img indent ispoiler justify left li list media move noparse ol \
    php plain pre quote right roll s size spoiler strike sub sup table td th tr tt u url";

/// Tags whose names are longer or open in number.
const TAG_STARTS: [&str; 4] = ["user", "youtube", "video", "ul"];

/// The document as BBCode.
#[must_use]
pub fn render(document: &Document) -> String {
    let mut out = String::new();
    let mut open = 0_usize;
    for block in &document.blocks {
        let wanted = match block {
            Block::Item { depth, .. } | Block::Told { depth, .. } => usize::from(*depth).saturating_add(1),
            _ => 0,
        };
        for _ in wanted..open {
            out.push_str("[/list]\n");
        }
        for _ in open..wanted {
            out.push_str("[list]\n");
        }
        open = wanted;
        match block {
            Block::Heading(line) => out.push_str(&format!("[b]{}[/b]\n", escape(&calm(visible(&line.words()))))),
            Block::Line(line) => out.push_str(&format!("{}\n", inline(line))),
            Block::Item { line, .. } | Block::Told { line, .. } => out.push_str(&format!("[*]{}\n", inline(line))),
            Block::Table(rows) => out.push_str(&table(rows)),
            Block::Gap => out.push('\n'),
            Block::Code(text) => {
                let text = visible_lines(text);
                out.push_str(&format!("[code]\n{}\n[/code]\n", escape(text.trim_end_matches('\n'))));
            }
        }
    }
    for _ in 0..open {
        out.push_str("[/list]\n");
    }
    out
}

fn table(table: &DocumentTable) -> String {
    let row = |cells: String| format!("[tr]{cells}[/tr]\n");
    let cell = |text: String| format!("[td]{text}[/td]");
    let mut out = String::from("[table]\n");
    if table.has_titles() {
        let titles = table.columns.iter().map(|column| wrap("b", &escape(&calm(visible(&column.title.words())))));
        out.push_str(&row(titles.map(cell).collect()));
    }
    for cells in &table.rows {
        out.push_str(&row(table.filled(cells).map(|one| cell(inline(one))).collect()));
    }
    out.push_str("[/table]\n");
    out
}

fn inline(line: &Line) -> String {
    line.pieces().iter().map(piece).collect()
}

fn piece(piece: &TextPiece) -> String {
    let text = escape(&calm(visible(&piece.text)));
    let (before, after) = piece.role.marks();
    match piece.role {
        TextRole::Strong | TextRole::Neutral => wrap("b", &text),
        TextRole::Success => format!("[b][color=green]{text}[/color][/b]"),
        TextRole::Failure => format!("[b][color=red]{text}[/color][/b]"),
        TextRole::DroppedDie => wrap("s", &text),
        TextRole::RerolledDie => wrap("s", &text) + after,
        TextRole::Comment => wrap("i", &text),
        TextRole::Plain
        | TextRole::Dim
        | TextRole::Number
        | TextRole::Name
        | TextRole::Die
        | TextRole::ExplodedDie
        | TextRole::Code => {
            format!("{before}{text}{after}")
        }
    }
}

fn wrap(tag: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("[{tag}]{text}[/{tag}]") }
}

/// Keeps brackets of the author's from being tags.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        // Right behind a name it is a cell of a table.
        let alone = !out.ends_with(|before: char| before.is_alphanumeric() || matches!(before, '»' | '_'));
        let is_mark = letter == '[' && is_tag(text.get(at.saturating_add(1)..).unwrap_or(""), alone);
        out.push(if is_mark { '［' } else { letter });
    }
    out
}

/// Whether what follows an opening bracket makes it a tag: of any forum's, where it can be nothing else.
fn is_tag(after: &str, alone: bool) -> bool {
    let (closes, after) = after.strip_prefix('/').map_or((false, after), |after| (true, after));
    if after.starts_with('*') {
        return true;
    }
    let name: String = after.chars().take_while(char::is_ascii_alphanumeric).take(24).collect();
    let name = name.to_ascii_lowercase();
    let rest = after.get(name.len()..).unwrap_or("");
    let is_word = name.len() > 1 && name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if is_word && (rest.starts_with('=') || rest.starts_with(']') && (closes || alone)) {
        return true;
    }
    let known = TAGS.split(' ').any(|tag| tag == name) || TAG_STARTS.iter().any(|start| name.starts_with(start));
    known && rest.starts_with([']', '=', ' ', ':'])
}
