//! A span in lines and columns (in characters), and the part of it on its first line.

use std::ops::Range;

use crate::report::visible::visible;
use crate::source::{Position, Source, SourceId, Sources, Span};

/// A span with its source, lines and columns.
#[derive(Debug, Clone)]
pub(super) struct ResolvedSpan<'a> {
    pub(super) id: SourceId,
    pub(super) source: &'a Source,
    pub(super) start: Position,
    /// Where it ends; the column is one past the last character.
    pub(super) end: Position,
    /// All of its bytes.
    pub(super) range: Range<usize>,
    /// Its bytes on the first line.
    pub(super) on_first_line: Range<usize>,
}

impl<'a> ResolvedSpan<'a> {
    /// The place of a span, without line breaks at its end; none if its source
    /// is unknown. A span that does not fit its text, or cuts a character, is
    /// made to fit.
    pub(super) fn new(span: Span, sources: &'a Sources) -> Option<Self> {
        let kept = sources.slice(span).trim_end_matches(['\n', '\r']).len();
        let end = if kept > 0 { span.start.saturating_add(kept) } else { span.end };
        Self::exact(Span { end, ..span }, sources)
    }

    /// The place of a span with all that it covers.
    pub(super) fn exact(span: Span, sources: &'a Sources) -> Option<Self> {
        let source = sources.get(span.source)?;
        let text: &str = source.text();
        let mut from = span.start.min(text.len());
        while !text.is_char_boundary(from) {
            from = from.saturating_sub(1);
        }
        let mut to = span.end.clamp(from, text.len());
        while !text.is_char_boundary(to) {
            to = to.saturating_add(1);
        }
        let (start, end) = (source.position(from), source.position(to));
        let line_end = source.line_start(start.line).saturating_add(source.line(start.line).len());
        // A place may be the line break itself.
        let first = from.min(line_end)..to.clamp(from.min(line_end), line_end);
        Some(Self { id: span.source, source, start, end, range: from..to, on_first_line: first })
    }

    /// The last line, if it is not the first one.
    pub(super) fn continues_to(&self) -> Option<usize> {
        let continues = self.end.line > self.start.line && self.range.end > self.on_first_line.end;
        continues.then_some(self.end.line)
    }

    /// The name of its source, safe to print.
    pub(super) fn name(&self) -> String {
        visible(self.source.name()).into_owned()
    }

    /// The text that it covers.
    pub(super) fn text(&self) -> &'a str {
        self.source.slice(self.range.clone())
    }
}

impl std::fmt::Display for ResolvedSpan<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.name(), self.start.line, self.start.column)
    }
}
