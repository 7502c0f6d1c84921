//! Duplicate names.

use std::collections::HashMap;
use std::ops::Range;

use super::Entry;
use super::error_recovery::SourceText;
use super::text::{cut, shown};
use crate::diagnostic::{Code, Diagnostic};

/// Reports names that stand twice in a map and keeps the first, unless nothing is behind it. `composed`: which
/// names had to be brought into the composed form (NFC).
pub(super) fn duplicates(place: SourceText<'_>, entries: &mut Vec<Entry>, composed: &[bool]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    /// Up to here comparing each with each is the fastest.
    const FEW: usize = 12;
    let mut again: Vec<(usize, usize)> = Vec::new();
    if entries.len() <= FEW {
        for (at, entry) in entries.iter().enumerate() {
            let first = entries.iter().take(at).position(|before| before.key.text == entry.key.text);
            again.extend(first.map(|first| (first, at)));
        }
    } else {
        let mut seen: HashMap<&str, usize> = HashMap::with_capacity(entries.len());
        for (at, entry) in entries.iter().enumerate() {
            let first = *seen.entry(&entry.key.text).or_insert(at);
            if first != at {
                again.push((first, at));
            }
        }
    }
    if let Some((at, error)) = another_item(place, entries, &again) {
        entries.truncate(at);
        return vec![error];
    }
    for &(first, at) in &again {
        let (Some(one), Some(two)) = (entries.get(first), entries.get(at)) else { continue };
        let alike = composed.get(first) != composed.get(at);
        let code = if alike { Code::DuplicateKeyNormalForm } else { Code::DuplicateKey };
        let error = Diagnostic::error(code, two.key.span).arg("name", shown(&two.key.text));
        let mut error = error.label(one.key.span, "label-yaml-first");
        if let Some(range) = superfluous(place, one, two).filter(|_| !alike) {
            error = error.fix(place.span(range), "");
        }
        diagnostics.push(if alike { error.help("help-yaml-retype") } else { error.help("help-yaml-once") });
    }
    for &(first, at) in &again {
        let is_empty = |at: usize| entries.get(at).is_some_and(|entry| entry.value.is_empty());
        if is_empty(first) && !is_empty(at) {
            entries.swap(first, at);
        }
    }
    if !again.is_empty() {
        let mut at = 0;
        let mut dropped = again.iter().map(|&(_, again)| again).peekable();
        entries.retain(|_| {
            let drop = dropped.next_if_eq(&at).is_some();
            at += 1;
            !drop
        });
    }
    diagnostics
}

/// Where all names of an item of a list come once more, from the first on, the next item has no dash: its place among
/// the names, and the error.
fn another_item(place: SourceText<'_>, entries: &[Entry], again: &[(usize, usize)]) -> Option<(usize, Diagnostic)> {
    let &(first, at) = again.first().filter(|_| again.len() > 1)?;
    let (one, two) = (entries.get(first).filter(|_| first == 0)?.key.span, entries.get(at)?.key.span);
    let line = |end: usize| cut(place.text, 0..end).rsplit('\n').next().unwrap_or("");
    let (before, blank) = (line(one.start), line(two.start));
    let indented = blank.len() == before.len() && blank.trim().is_empty();
    if !indented || before.trim() != "-" || !before.ends_with("- ") {
        return None;
    }
    let error = Diagnostic::error(Code::YamlMissingDash, two).help("help-yaml-dash");
    Some((at, error.fix(place.span(two.start - 2..two.start), "- ")))
}

/// What is to be taken away where a line was written twice: the name without a value, or the same once more.
fn superfluous(place: SourceText<'_>, one: &Entry, two: &Entry) -> Option<Range<usize>> {
    let (first, again) = (one.key.span, two.key.span);
    let bare = |range: &Range<usize>| cut(place.text, range.clone()).trim_matches([',', ':']).trim().is_empty();
    if one.value.is_empty() {
        let between = first.end..again.start;
        return (first.end < again.start && bare(&between)).then_some(first.start..again.start);
    }
    let whole = |entry: &Entry| entry.key.span.start..entry.value.span.end.max(entry.key.span.end);
    let (first, again) = (whole(one), whole(two));
    let between = first.end..again.start;
    let same = first.end <= again.start && cut(place.text, first.clone()) == cut(place.text, again.clone());
    (same && bare(&between)).then_some(first.end..again.end)
}
