//! One line of a source as it is shown: tabs as spaces, invisible characters made visible, and a window of a long line.

use std::ops::Range;

use crate::report::visible::drawn;
use crate::source::{Source, arounds};

/// How many characters of a line are shown where nothing else is asked for.
pub(super) const WINDOW: usize = 120;

/// A line of a source as it is printed.
#[derive(Debug, Clone)]
pub(super) struct Excerpt {
    pub(super) text: String,
    /// Which bytes of the source that is.
    pub(super) window: Range<usize>,
    /// For each character of the window, where it is in the source and in
    /// `text`; at last the end of both.
    offsets: Vec<(usize, usize)>,
}

impl Excerpt {
    /// The line (from 1) of a source; if it has more characters than `limit`, as
    /// many of them around a place.
    pub(super) fn new(source: &Source, line: usize, around: usize, limit: usize) -> Self {
        let start = source.line_start(line);
        let whole = source.line(line);
        let end = start.saturating_add(whole.len());
        let window = if is_long(source, line, limit) { window(source, start..end, around, limit) } else { start..end };

        let mut text = String::from(if window.start > start { "…" } else { "" });
        let mut column = text.chars().count();
        let mut offsets = Vec::new();
        let shown = source.slice(window.clone());
        for (at, around) in arounds(shown) {
            offsets.push((window.start.saturating_add(at), text.len()));
            let drawn = drawn(&around, column);
            column = column.saturating_add(crate::report::visible::width(&drawn));
            text.push_str(&drawn);
        }
        offsets.push((window.end, text.len()));
        if window.end < end {
            text.push('…');
        }
        Self { text, window, offsets }
    }

    /// Where a byte range of the source is in `text`; what is outside of the
    /// window is cut off.
    pub(super) fn locate(&self, range: &Range<usize>) -> Range<usize> {
        let find = |offset: usize| {
            let index = self.offsets.partition_point(|&(source, _)| source < offset);
            self.offsets.get(index).or(self.offsets.last()).map_or(0, |&(_, shown)| shown)
        };
        find(range.start)..find(range.end)
    }
}

/// Whether a line is too long to be shown in full.
pub(super) fn is_long(source: &Source, line: usize, limit: usize) -> bool {
    source.line(line).char_indices().nth(limit).is_some()
}

/// The part of a long line that is shown. Looks at no more of it than that.
fn window(source: &Source, line: Range<usize>, around: usize, limit: usize) -> Range<usize> {
    let around = around.clamp(line.start, line.end);
    let before = source.slice(line.start..around);
    let start =
        before.char_indices().rev().take(limit / 3).last().map_or(around, |(at, _)| line.start.saturating_add(at));
    let rest = source.slice(start..line.end);
    let end = rest.char_indices().nth(limit).map_or(line.end, |(at, _)| start.saturating_add(at));
    start..end
}
