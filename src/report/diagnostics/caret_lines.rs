//! Diagnostics about a line that is still on the terminal: carets directly under its characters, then the message.

use super::resolved_span::ResolvedSpan;
use super::{in_order, wording};
use crate::diagnostic::Diagnostic;
use crate::report::document::text::{TextStyle, put};
use crate::report::document::{Line, TextRole};
use crate::report::messages::Catalogue;
use crate::report::visible::{is_visible, width};
use crate::sort::Sort as _;
use crate::source::{SourceId, Sources};

/// The typed line on the terminal: its source and the column where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypedPosition {
    pub source: SourceId,
    /// The columns of the terminal that stand before it.
    pub column: usize,
}

/// All of them; `None` if the line is not there as it was typed, or if they
/// are about other texts.
#[must_use]
pub fn render(
    diagnostics: &[Diagnostic],
    sources: &Sources,
    catalogue: &Catalogue,
    typed: &TypedPosition,
    style: &TextStyle,
) -> Option<String> {
    let text = sources.get(typed.source)?.text();
    if !is_visible(text) || (style.width > 0 && typed.column.saturating_add(width(text)) >= style.width) {
        return None;
    }
    let elsewhere = |source: SourceId| source != typed.source;
    let list = in_order(diagnostics, sources);
    if list.iter().any(|one| {
        one.at.is_some_and(|span| elsewhere(span.source)) || one.labels.iter().any(|label| elsewhere(label.span.source))
    }) {
        return None;
    }
    let mut out = String::new();
    carets(&mut out, &list, sources, catalogue, typed, style);
    for diagnostic in list {
        let role = if diagnostic.is_error() { TextRole::Failure } else { TextRole::Neutral };
        let title = Line::new().piece(role, wording::severity(diagnostic.severity, catalogue));
        let title = title.plain(format!(": {}", wording::message(diagnostic, catalogue)));
        put(&mut out, &title, "", "  ", TextRole::Plain, *style);
        for (name, text) in wording::advice(diagnostic, sources, catalogue) {
            for (index, row) in text.lines().enumerate() {
                let line = if index == 0 { Line::new().code(format!("{name}:")).plain(" ") } else { Line::new() };
                put(&mut out, &line.plain(row), "  ", "    ", TextRole::Plain, *style);
            }
        }
    }
    Some(out)
}

/// A row of carets under all places, the label behind them if there is only one.
fn carets(
    out: &mut String,
    list: &[&Diagnostic],
    sources: &Sources,
    catalogue: &Catalogue,
    typed: &TypedPosition,
    style: &TextStyle,
) {
    let mut places: Vec<ResolvedSpan<'_>> = list.iter().filter_map(|one| ResolvedSpan::new(one.at?, sources)).collect();
    places.order_by_key(|place| (place.range.start, place.range.end));
    let mut row = " ".repeat(typed.column);
    let mut reached = 0;
    for place in &places {
        let from = place.range.start.max(reached);
        row.push_str(&" ".repeat(width(place.source.slice(reached..from))));
        let to = place.range.end.max(from);
        // What has no width of its own, such as the end of the line, gets one caret.
        let wide = width(place.source.slice(from..to));
        row.push_str(&"^".repeat(if place.range.is_empty() && from == place.range.start { 1 } else { wide }));
        reached = to;
    }
    if places.is_empty() {
        return;
    }
    let mut line = Line::new().piece(TextRole::Failure, row);
    if let ([only], [_]) = (list, places.as_slice())
        && let Some(label) = wording::label(only, catalogue)
        && (style.width == 0 || width(&line.words()).saturating_add(width(&label)) < style.width)
    {
        line = line.plain(format!(" {label}"));
    }
    // Without a limit: a row of carets must not be broken.
    put(out, &line, "", "", TextRole::Plain, TextStyle { width: 0, ..*style });
}
