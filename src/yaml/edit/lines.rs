//! Edits of a value, a name with its value, or an item.

use std::ops::Range;

use super::super::{Entry, Node, NodeKind};
use super::words::{self, flow, pair};
use super::{DesiredValue, EditStep, Spot, UneditableSpan};
use crate::sort::Sort as _;
use crate::source::Span;

/// A range of a text, and its replacement.
pub(super) type Edit = (Range<usize>, String);

/// Makes edits that do not overlap.
pub(super) fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.order_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in edits {
        out.push_str(text.get(at..range.start).unwrap_or(""));
        out.push_str(&new);
        at = range.end.max(at);
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

/// Where a value is written; of a copy, where `*name` is.
pub(super) fn place(node: &Node) -> Span {
    node.alias.unwrap_or(node.span)
}

/// Whether a map or list is written with brackets.
pub(super) fn is_flow(text: &str, node: &Node) -> bool {
    let bracket = if matches!(node.kind, NodeKind::List(_)) { '[' } else { '{' };
    text.get(node.span.start..).is_some_and(|rest| rest.starts_with(bracket))
}

/// The first byte of a line.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |found| found + 1)
}

/// The first byte of the next line.
fn next_line(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |found| at + found + 1)
}

/// How many characters stand before a place in its line.
pub(super) fn column(text: &str, at: usize) -> usize {
    text.get(line_start(text, at)..at).map_or(0, |before| before.chars().count())
}

/// Whether nothing but blanks is before a place in its line.
fn is_first(text: &str, at: usize) -> bool {
    text.get(line_start(text, at)..at).is_some_and(|before| before.trim().is_empty())
}

fn range_of(entry: &Entry) -> Range<usize> {
    entry.key.span.start..entry.key.span.end.max(place(&entry.value).end)
}

fn range(node: &Node) -> Range<usize> {
    place(node).range()
}

impl EditStep<'_> {
    fn lines(&self, lines: &[String]) -> String {
        lines.iter().flat_map(|line| [line.as_str(), self.line_break]).collect()
    }

    /// Right behind the colon of a name, and whether there is one.
    fn behind_colon(&self, key: Span) -> (usize, bool) {
        let rest = self.text.get(key.end..).unwrap_or("");
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        if rest.get(blanks..).is_some_and(|rest| rest.starts_with(':')) {
            (key.end + blanks + 1, true)
        } else {
            (key.end, false)
        }
    }

    /// Another value, in one line.
    pub(super) fn replace(&self, spot: Spot<'_>, new: &str) -> Result<Vec<Edit>, UneditableSpan> {
        let span = place(spot.node);
        let in_lines = match &spot.node.kind {
            NodeKind::Empty => true,
            NodeKind::Map(_) | NodeKind::List(_) => !is_flow(self.text, spot.node),
            _ => false,
        };
        if !in_lines {
            return Ok(vec![(span.range(), new.to_owned())]);
        }
        let Some(key) = spot.key else {
            let glued = self.text.get(..span.start).is_some_and(|before| before.ends_with('-'));
            return Ok(vec![(span.range(), if glued { format!(" {new}") } else { new.to_owned() })]);
        };
        let (colon, there) = self.behind_colon(key.span);
        let value = if there { format!(" {new}") } else { format!(": {new}") };
        if spot.node.is_empty() {
            return Ok(vec![(colon..colon, value)]);
        }
        if !is_first(self.text, span.start) || line_start(self.text, span.start) <= key.span.start {
            return Err(UneditableSpan(span));
        }
        let lines = line_start(self.text, span.start)..next_line(self.text, span.end);
        Ok(vec![(colon..colon, value), (lines, String::new())])
    }

    /// Names under a name that has nothing yet.
    pub(super) fn under(
        &self,
        spot: Spot<'_>,
        names: &mut [(String, DesiredValue)],
    ) -> Result<Vec<Edit>, UneditableSpan> {
        let Some(key) = spot.key else { return Err(UneditableSpan(place(spot.node))) };
        let at = next_line(self.text, key.span.end);
        let mut all = Vec::new();
        for (name, wanted) in names {
            all.extend(words::entry(spot.indent, name, wanted));
            *wanted = DesiredValue::Keep;
        }
        Ok(vec![(at..at, self.lines(&all))])
    }

    /// A name with its value after the others.
    pub(super) fn add_entry(
        &self,
        spot: Spot<'_>,
        entries: &[Entry],
        name: &str,
        wanted: &DesiredValue,
    ) -> Result<Vec<Edit>, UneditableSpan> {
        if is_flow(self.text, spot.node) {
            return Ok(self.add_in_brackets(spot.node, entries.last().map(range_of), &pair(name, wanted)));
        }
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
            return Err(UneditableSpan(place(spot.node)));
        };
        let at = next_line(self.text, range_of(last).end);
        let lines = words::entry(column(self.text, first.key.span.start), name, wanted);
        Ok(vec![(at..at, self.lines(&lines))])
    }

    fn add_in_brackets(&self, node: &Node, last: Option<Range<usize>>, new: &str) -> Vec<Edit> {
        match last {
            Some(last) => vec![(last.end..last.end, format!(", {new}"))],
            None => vec![(node.span.start + 1..node.span.start + 1, new.to_owned())],
        }
    }

    /// A name less, with the comment behind it.
    pub(super) fn remove_entry(
        &self,
        spot: Spot<'_>,
        entries: &[Entry],
        index: usize,
    ) -> Result<Vec<Edit>, UneditableSpan> {
        let ranges: Vec<Range<usize>> = entries.iter().map(range_of).collect();
        let Some(gone) = ranges.get(index) else { return Err(UneditableSpan(place(spot.node))) };
        if is_flow(self.text, spot.node) {
            return Ok(vec![self.remove_in_brackets(spot.node, &ranges, index, gone)]);
        }
        if is_first(self.text, gone.start) {
            return Ok(vec![(line_start(self.text, gone.start)..next_line(self.text, gone.end), String::new())]);
        }
        // Behind the dash of an item.
        match ranges.get(index + 1) {
            Some(next) => Ok(vec![(gone.start..next.start, String::new())]),
            None if index == 0 => Ok(vec![(gone.clone(), "{}".to_owned())]),
            None => Err(UneditableSpan(place(spot.node))),
        }
    }

    fn remove_in_brackets(&self, node: &Node, ranges: &[Range<usize>], index: usize, gone: &Range<usize>) -> Edit {
        let nothing = String::new();
        if let Some(next) = ranges.get(index + 1) {
            return (gone.start..next.start, nothing);
        }
        let Some(before) = index.checked_sub(1).and_then(|before| ranges.get(before)) else {
            return (node.span.start + 1..node.span.end.saturating_sub(1), nothing);
        };
        let between = self.text.get(before.end..gone.start).unwrap_or("");
        if !between.contains('#') {
            return (before.end..gone.end, nothing);
        }
        // The comment of the one before stays, that of this one goes.
        let rest = self.text.get(gone.end..next_line(self.text, gone.end)).unwrap_or("");
        let comment = rest.trim_start_matches([' ', '\t', ',']).starts_with('#');
        let end = if comment { gone.end + rest.trim_end_matches(['\n', '\r']).len() } else { gone.end };
        (gone.start..end, nothing)
    }

    /// The column of the dash in front of an item on lines of its own.
    fn dash(&self, node: &Node) -> Result<usize, UneditableSpan> {
        let at = place(node).start;
        let before = self.text.get(line_start(self.text, at)..at).unwrap_or("");
        let dash = before.trim_end();
        if dash.trim_start() == "-" { Ok(dash.chars().count() - 1) } else { Err(UneditableSpan(place(node))) }
    }

    /// Edits that append an item.
    pub(super) fn add_item(
        &self,
        spot: Spot<'_>,
        nodes: &[Node],
        wanted: &DesiredValue,
    ) -> Result<Vec<Edit>, UneditableSpan> {
        if is_flow(self.text, spot.node) {
            return Ok(self.add_in_brackets(spot.node, nodes.last().map(range), &flow(wanted)));
        }
        let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else {
            return Err(UneditableSpan(place(spot.node)));
        };
        let at = next_line(self.text, range(last).end);
        let lines = words::item(self.dash(first)?, wanted);
        Ok(vec![(at..at, self.lines(&lines))])
    }

    /// Edits that remove the item at `index`.
    pub(super) fn remove_item(
        &self,
        spot: Spot<'_>,
        nodes: &[Node],
        index: usize,
    ) -> Result<Vec<Edit>, UneditableSpan> {
        let ranges: Vec<Range<usize>> = nodes.iter().map(range).collect();
        let (Some(node), Some(gone)) = (nodes.get(index), ranges.get(index)) else {
            return Err(UneditableSpan(place(spot.node)));
        };
        if is_flow(self.text, spot.node) {
            return Ok(vec![self.remove_in_brackets(spot.node, &ranges, index, gone)]);
        }
        self.dash(node)?;
        Ok(vec![(line_start(self.text, gone.start)..next_line(self.text, gone.end), String::new())])
    }

    /// What is there becomes the first item of a list.
    pub(super) fn listed(&self, spot: Spot<'_>) -> Result<Vec<Edit>, UneditableSpan> {
        let span = place(spot.node);
        if !matches!(spot.node.kind, NodeKind::Map(_)) || is_flow(self.text, spot.node) {
            return Ok(vec![(span.start..span.start, "[".to_owned()), (span.end..span.end, "]".to_owned())]);
        }
        if !is_first(self.text, span.start) {
            return Err(UneditableSpan(span));
        }
        let mut edits = vec![(span.start..span.start, "- ".to_owned())];
        let mut at = next_line(self.text, span.start);
        while at < span.end {
            edits.push((at..at, "  ".to_owned()));
            at = next_line(self.text, at);
        }
        Ok(edits)
    }
}
