//! The input of miette: not the sources, but only the visible lines of all of them, one after the other, ready to
//! print.
//!
//! With this it shows several files in one diagnostic, columns in characters, correct underlines below tabs and
//! invisible characters, and a window of a line of ten megabytes.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::excerpt::{Excerpt, is_long};
use super::resolved_span::ResolvedSpan;
use crate::sort::Sort as _;
use crate::source::Position;

/// Consecutive lines of a source that are printed together.
#[derive(Debug)]
struct ExcerptLines {
    /// The name of the source.
    name: String,
    /// The first of them, from 1.
    first_line: usize,
    lines: usize,
    /// Where they stand in the text of the view.
    range: Range<usize>,
}

/// The printed lines of all sources as one text, for miette.
#[derive(Debug, Default)]
pub(super) struct ExcerptSource {
    text: String,
    pieces: Vec<ExcerptLines>,
    /// Where each place is in the text, and in its source.
    places: Vec<(Range<usize>, Position)>,
}

/// The spans in each excerpt, by index.
struct ExcerptSpans {
    places: Vec<usize>,
    first: usize,
    last: usize,
}

impl ExcerptSource {
    /// The lines of some places and those around them, the first place's first;
    /// of each line at most so many characters.
    pub(super) fn new(places: &[ResolvedSpan<'_>], limit: usize) -> Self {
        let mut view = Self { places: places.iter().map(|place| (0..0, place.start)).collect(), ..Self::default() };
        let mut groups = groups(places, limit);
        groups.order_by_key(|group| !group.places.contains(&0));
        for group in groups {
            view.add(&group, places, limit);
        }
        view
    }

    /// Where each place is in the view, in the order in which they came.
    pub(super) fn places(&self) -> Vec<Range<usize>> {
        self.places.iter().map(|(range, _)| range.clone()).collect()
    }

    fn add(&mut self, group: &ExcerptSpans, places: &[ResolvedSpan<'_>], limit: usize) {
        let Some(place) = group.places.first().and_then(|&index| places.get(index)) else { return };
        let source = place.source;
        // Empty lines at the edges say nothing.
        let has_words =
            |line: usize| line > 0 && source.line(line).chars().take(limit).any(|letter| !letter.is_whitespace());
        let above = group.first.saturating_sub(1);
        let below = group.last.saturating_add(1);
        let first_line = if has_words(above) { above } else { group.first };
        let last_line = if has_words(below) { below } else { group.last };

        let start = self.text.len();
        for line in first_line..=last_line {
            let here = group.places.iter().filter_map(|&index| places.get(index).map(|place| (index, place)));
            let here: Vec<_> = here.filter(|(_, place)| place.start.line == line).collect();
            let around = here.first().map_or(source.line_start(line), |(_, place)| place.on_first_line.start);
            let excerpt = Excerpt::new(source, line, around, limit);
            let offset = self.text.len();
            for (index, place) in here {
                let shown = excerpt.locate(&place.on_first_line);
                if let Some((range, _)) = self.places.get_mut(index) {
                    *range = offset.saturating_add(shown.start)..offset.saturating_add(shown.end);
                }
            }
            self.text.push_str(&excerpt.text);
            self.text.push('\n');
        }
        self.pieces.push(ExcerptLines {
            name: place.name(),
            first_line,
            lines: last_line.saturating_sub(first_line).saturating_add(1),
            range: start..self.text.len(),
        });
    }
}

/// Which places are shown together: those of one source whose lines, with one
/// more above and below, touch. What is on a long line is shown alone, with
/// what else is seen in the same window.
fn groups(places: &[ResolvedSpan<'_>], limit: usize) -> Vec<ExcerptSpans> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.order_by_key(|&index| places.get(index).map(|place| (place.id, place.start, index)));
    let mut groups: Vec<ExcerptSpans> = Vec::new();
    for index in order {
        let Some(place) = places.get(index) else { continue };
        let line = place.start.line;
        let near = groups.last_mut().filter(|group| {
            let first = group.places.first().and_then(|&index| places.get(index));
            first.is_some_and(|first| {
                if first.id != place.id {
                    false
                } else if is_long(place.source, line, limit) || is_long(first.source, group.last, limit) {
                    let window = Excerpt::new(first.source, group.last, first.on_first_line.start, limit).window;
                    group.last == line && place.on_first_line.end <= window.end
                } else {
                    line <= group.last.saturating_add(3)
                }
            })
        });
        match near {
            Some(group) => {
                group.last = line;
                group.places.push(index);
            }
            None => groups.push(ExcerptSpans { places: vec![index], first: line, last: line }),
        }
    }
    groups
}

impl SourceCode for ExcerptSource {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        _context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let end = span.offset().saturating_add(span.len());
        // What reaches into another piece is refused: miette then keeps them apart.
        let holds = |piece: &&ExcerptLines| piece.range.contains(&span.offset()) && end <= piece.range.end;
        let piece = self.pieces.iter().find(holds).ok_or(MietteError::OutOfBounds)?;
        // Without context miette asks for the line and column to write on top.
        let place = self.places.iter().find(|(range, _)| range.start == span.offset());
        let (line, column) = match place {
            Some((_, at)) if context_lines_before == 0 => (at.line, at.column),
            _ => (piece.first_line, 1),
        };
        let data = self.text.get(piece.range.clone()).unwrap_or("").as_bytes();
        Ok(Box::new(MietteSpanContents::new_named(
            piece.name.clone(),
            data,
            (piece.range.start, piece.range.len()).into(),
            line.saturating_sub(1),
            column.saturating_sub(1),
            piece.lines,
        )))
    }
}
