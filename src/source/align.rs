//! From a place inside a decoded scalar to the place in the file.

use std::ops::Range;

use super::{Sources, Span};

/// How a scalar is written in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScalarStyle {
    /// Without quotes.
    Plain,
    /// `'…'`
    SingleQuoted,
    /// `"…"`
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
}

/// Where a text stands: as it is in a source, or decoded from a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// The scalar as it is written in its source (with its quotes).
    pub span: Span,
    /// `None`: the text is the source's own, byte for byte.
    pub style: Option<ScalarStyle>,
}

impl Placement {
    /// The place in the file of a place in the decoded text (bytes). Where the two
    /// cannot be aligned it is the whole scalar.
    #[must_use]
    pub fn locate(&self, _sources: &Sources, _decoded: &str, range: Range<usize>) -> Span {
        match self.style {
            None => Span {
                source: self.span.source,
                start: self.span.start + range.start,
                end: self.span.start + range.end,
            },
            Some(_) => self.span,
        }
    }
}
