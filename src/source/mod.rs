//! Named texts, and places in them.
//!
//! Everything that tirada reads (a rule file, an expression typed at the prompt) is a [`Source`]. Errors point at a
//! [`Span`] of one.

mod align;
mod encoding;
mod hidden;
mod words;

use std::ops::Range;
use std::sync::Arc;

pub use align::{Placement, ScalarStyle};
pub(crate) use encoding::UTF_16;
pub use encoding::{Undecoded, byte_of, decode, undecoded, unread, wide, windows_1252, without_mark};
pub use hidden::{Around, unseen};
pub(crate) use hidden::{arounds, is_always_visible, is_odd_blank, without_width};
pub(crate) use words::nfd;
pub use words::{fold, nfc, out_of_printed_quotes, out_of_quotes, whole};

/// Which source of a [`Sources`] is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(u32);

/// A place in a source, in bytes from its beginning; `end` is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The source that the place is in.
    pub source: SourceId,
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The smallest place that covers both. They have to be in one source;
    /// otherwise `self` is returned.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self.source != other.source {
            return self;
        }
        Self { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The bytes as a range.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A line and a column, both from 1, counted in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// After how many bytes of a text characters are counted.
const STRIDE: usize = 256;

/// A text with the name under which people know it.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    text: Arc<str>,
    line_starts: Vec<usize>,
    /// How many characters begin before every so many bytes ([`STRIDE`]): a line may be as long as the file.
    letters: Vec<usize>,
    /// How many lines stand before the text, where it is a part of something longer.
    lines_before: usize,
}

impl Source {
    /// The name shown in errors: a path, or a word such as `<expression>`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    #[must_use]
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The text between two offsets; empty where they do not fit.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or("")
    }

    /// Line and column of a byte offset; past the end means the end.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start <= offset).max(1);
        let start = self.line_starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let column = self.letters_before(offset).saturating_sub(self.letters_before(start)).saturating_add(1);
        Position { line: line.saturating_add(self.lines_before), column }
    }

    /// How many characters begin before a byte.
    fn letters_before(&self, offset: usize) -> usize {
        let known = offset / STRIDE;
        let counted = self.letters.get(known).copied().unwrap_or(0);
        let rest = self.text.as_bytes().get(known.saturating_mul(STRIDE)..offset).unwrap_or_default();
        counted.saturating_add(letters_in(rest))
    }

    /// The lines that a range of bytes touches, without the last line break.
    pub(crate) fn lines_of(&self, range: &Range<usize>) -> Range<usize> {
        let line = |offset: usize| self.line_starts.partition_point(|&start| start <= offset);
        let start = line(range.start).checked_sub(1).and_then(|line| self.line_starts.get(line)).copied().unwrap_or(0);
        let next = self.line_starts.get(line(range.end)).copied();
        start..next.map_or(self.text.len(), |next| next.saturating_sub(1))
    }

    /// The text of a line (from 1), without its line break.
    #[must_use]
    pub fn line(&self, line: usize) -> &str {
        let Some(line) = line.checked_sub(self.lines_before) else { return "" };
        if line == 0 && self.lines_before > 0 {
            return "";
        }
        let Some(&start) = self.line_starts.get(line.saturating_sub(1)) else { return "" };
        let end = self.line_starts.get(line).copied().unwrap_or(self.text.len());
        self.slice(start..end).trim_end_matches(['\n', '\r'])
    }

    /// The offset at which a line (from 1) starts.
    #[must_use]
    pub fn line_start(&self, line: usize) -> usize {
        let line = line.saturating_sub(self.lines_before);
        self.line_starts.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len())
    }
}

/// How many characters begin in some bytes of a text.
fn letters_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

/// All sources of a session. Sources are only ever added.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// Shared, as each question about a text takes all of them along.
    list: Vec<Arc<Source>>,
    /// Texts that were put together: of what.
    woven: Vec<Arc<[SourcePiece]>>,
}

/// A part of a text that was put together.
#[derive(Debug, Clone)]
pub struct SourcePiece {
    /// Where in the whole it is.
    pub within: Range<usize>,
    /// The text that it is the beginning of, decoded.
    pub text: Arc<str>,
    pub placement: Placement,
}

impl Sources {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text under a name.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        self.add_from_line(1, name, text)
    }

    /// Adds a text that begins at a line of something longer, such as one line of a
    /// pipe.
    pub fn add_from_line(&mut self, line: usize, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        let text: Arc<str> = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.match_indices('\n').map(|(at, _)| at.saturating_add(1)));
        let id = SourceId(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        let mut letters = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut count = 0_usize;
        for chunk in text.as_bytes().chunks(STRIDE) {
            letters.push(count);
            count = count.saturating_add(letters_in(chunk));
        }
        letters.push(count);
        let lines_before = line.saturating_sub(1);
        self.list.push(Arc::new(Source { name: name.into(), text, line_starts, letters, lines_before }));
        id
    }

    /// Remembers of what a text was put together, so that every part is found where it is written.
    pub fn weave(&mut self, pieces: Vec<SourcePiece>) -> ScalarStyle {
        self.woven.push(pieces.into());
        ScalarStyle::Woven(u32::try_from(self.woven.len() - 1).unwrap_or(u32::MAX))
    }

    /// Where a place in a text that was put together is written, if it is in one of its parts.
    fn woven_at(&self, index: u32, range: Range<usize>) -> Option<Span> {
        let pieces = self.woven.get(index as usize)?;
        let piece = pieces.iter().find(|piece| piece.within.start <= range.start && range.end <= piece.within.end)?;
        let start = piece.within.start;
        Some(piece.placement.locate(self, &piece.text, range.start - start..range.end - start))
    }

    #[must_use]
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.list.get(id.0 as usize).map(|source| &**source)
    }

    /// All of them, in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = SourceId> + use<> {
        (0..u32::try_from(self.list.len()).unwrap_or(u32::MAX)).map(SourceId)
    }

    /// The last source with a name.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<&Source> {
        self.list.iter().rfind(|source| source.name() == name).map(|source| &**source)
    }

    /// Bytes of all of them.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.list.iter().map(|source| source.text.len()).sum()
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|source| source.name())
    }

    /// Their names and texts, in the order in which they were added.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list.iter().map(|source| (source.name(), &**source.text()))
    }

    /// The text that a span covers; empty where there is none.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).map_or("", |source| source.slice(span.range()))
    }
}
