//! Words that differ from another only by an accent, which is probably a typing error.

use std::collections::HashMap;

use unicode_normalization::char::is_combining_mark;

use crate::check::all_steps;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{RowKey, Ruleset, Word};
use crate::source::{Span, nfd};

/// What makes a letter another one, and is no accent.
const TILDE: char = '\u{303}';

/// A word without its accents.
fn plain(word: &str) -> String {
    let mut plain = String::new();
    nfd(word, &mut |letter| plain.extend((letter == TILDE || !is_combining_mark(letter)).then_some(letter)));
    plain
}

/// Warns of each word that is written like one before it but for its accents.
pub(super) fn accents(ruleset: &Ruleset) -> Vec<Diagnostic> {
    let mut seen: HashMap<String, Vec<(&str, Span)>> = HashMap::new();
    let mut found = Vec::new();
    for word in names(ruleset) {
        let alike = seen.entry(plain(&word.text)).or_default();
        if alike.iter().any(|(text, _)| *text == word.text) {
            continue;
        }
        if let Some((first, at)) = alike.first() {
            let warning = Diagnostic::warning(Code::DiffersByAccent, word.span).arg("name", &*word.text);
            found.push(warning.arg("other", *first).label(*at, "label-other-word").help("help-one-spelling"));
        }
        alike.push((&word.text, word.span));
    }
    found
}

/// Every name that an author gave, in the order of the sections.
fn names(ruleset: &Ruleset) -> Vec<&Word> {
    let mut names: Vec<&Word> = ruleset.dice.names.iter().map(|(word, _)| word).collect();
    names.extend(ruleset.options.iter().map(|(word, _)| word));
    names.extend(ruleset.traits.iter().flat_map(|one| one.group.iter().chain([&one.name])));
    names.extend(ruleset.times.iter().map(|one| &one.name));
    names.extend(ruleset.points.iter().flat_map(|one| one.group.iter().chain([&one.name])));
    for track in &ruleset.tracks {
        names.push(&track.name);
        names.extend(track.marks.iter().map(|(word, _)| word));
    }
    for state in ruleset.holders().flat_map(|one| one.states) {
        names.push(&state.name);
        names.extend(state.gives.iter().map(|(word, _)| word));
    }
    for tag in &ruleset.tags {
        names.push(&tag.name);
        names.extend(tag.values.iter().map(|(word, _)| word));
        names.extend(tag.gives.iter().map(|(word, _)| word));
    }
    for table in &ruleset.tables {
        names.push(&table.name);
        names.extend(table.columns.iter().filter_map(|column| column.name.as_ref()));
        names.extend(table.given.iter().chain(table.also.iter().map(|(word, _)| word)));
        names.extend(table.rows.iter().filter_map(|row| match &row.key {
            RowKey::Name(word) => Some(word),
            _ => None,
        }));
    }
    for test in &ruleset.tests {
        names.push(&test.name);
        names.extend(test.ask.iter().map(|(word, _)| word));
        names.extend(test.values.iter().map(|(word, _)| word));
        names.extend(test.outcomes.iter().map(|outcome| &outcome.name));
    }
    for action in &ruleset.actions {
        names.extend(action.group.iter().chain([&action.name]));
        names.extend(action.roles.iter().map(|role| &role.name));
        names.extend(action.ask.iter().map(|(word, _)| word));
        names.extend(all_steps(&action.steps).into_iter().map(|step| &step.label));
    }
    for one in &ruleset.interventions {
        names.extend(one.group.iter().chain([&one.name]));
        names.extend(one.roles.iter().map(|role| &role.name));
        names.extend(one.ask.iter().map(|(word, _)| word));
        names.extend(all_steps(&one.steps).into_iter().map(|step| &step.label));
    }
    names
}
