//! Names that stand twice.

use std::collections::HashMap;

use super::Entry;
use super::text::shown;
use crate::diagnostic::{Code, Diagnostic};

/// Reports names that stand twice in a map and keeps the first. `composed`: which names
/// had to be brought into the composed form (NFC).
pub(super) fn duplicates(entries: &mut Vec<Entry>, composed: &[bool]) -> Vec<Diagnostic> {
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
    for &(first, at) in &again {
        let (Some(one), Some(two)) = (entries.get(first), entries.get(at)) else { continue };
        let alike = composed.get(first) != composed.get(at);
        let code = if alike { Code::DuplicateKeyNormalForm } else { Code::DuplicateKey };
        let error = Diagnostic::error(code, two.key.span).arg("name", shown(&two.key.text));
        let error = error.label(one.key.span, "label-yaml-first");
        diagnostics.push(if alike { error.help("help-yaml-retype") } else { error.help("help-yaml-once") });
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
