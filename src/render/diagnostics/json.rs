//! Diagnostics as JSON, for editors and other programs.
//!
//! An array, one object a diagnostic. Lines and columns are from 1, columns in
//! characters, and `end_column` is one past the last character. Without a place,
//! `file` and the numbers are null. `text` is what is underlined, exactly, but
//! no more than its first thousand characters.

use serde::Serialize;

use super::place::Place;
use super::{in_order, wording};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::render::messages::Catalogue;
use crate::render::visible::{json_lines, shortened};
use crate::source::{Sources, Span};

/// How many characters of the underlined text are given.
const LONGEST: usize = 1000;

#[derive(Serialize)]
struct Entry {
    code: Code,
    severity: &'static str,
    message: String,
    #[serde(flatten)]
    at: Range,
    text: Option<String>,
    label: Option<String>,
    help: Vec<String>,
    related: Vec<Related>,
    fix: Option<Change>,
}

#[derive(Serialize)]
struct Related {
    #[serde(flatten)]
    at: Range,
    message: String,
}

#[derive(Serialize)]
struct Change {
    #[serde(flatten)]
    at: Range,
    replacement: String,
    /// `tirada check --fix` makes it.
    sure: bool,
}

#[derive(Serialize, Default)]
struct Range {
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
}

/// All of them as one array, on several lines.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, catalogue: &Catalogue) -> String {
    let list = in_order(diagnostics, sources);
    let entries: Vec<Entry> = list.into_iter().map(|diagnostic| entry(diagnostic, sources, catalogue)).collect();
    json_lines(&entries) + "\n"
}

fn entry(diagnostic: &Diagnostic, sources: &Sources, catalogue: &Catalogue) -> Entry {
    let place = diagnostic.at.and_then(|span| Place::new(span, sources));
    Entry {
        code: diagnostic.code,
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: wording::message(diagnostic, catalogue),
        at: place.as_ref().map(range).unwrap_or_default(),
        text: place.as_ref().map(|place| shortened(place.text(), LONGEST).into_owned()),
        label: wording::label(diagnostic, catalogue),
        help: diagnostic.helps.iter().map(|note| wording::note(note, catalogue)).collect(),
        related: diagnostic
            .labels
            .iter()
            .map(|label| Related { at: range_of(label.span, sources), message: wording::other(label, catalogue) })
            .collect(),
        fix: diagnostic.fix_offered().map(|fix| Change {
            at: exact_range(fix.span, sources),
            replacement: fix.replacement.clone(),
            sure: fix.sure,
        }),
    }
}

fn range_of(span: Span, sources: &Sources) -> Range {
    Place::new(span, sources).as_ref().map(range).unwrap_or_default()
}

/// The range of a change keeps the line breaks that it takes away.
fn exact_range(span: Span, sources: &Sources) -> Range {
    Place::exact(span, sources).as_ref().map(range).unwrap_or_default()
}

fn range(place: &Place<'_>) -> Range {
    Range {
        file: Some(place.source.name().to_owned()),
        line: Some(place.start.line),
        column: Some(place.start.column),
        end_line: Some(place.end.line),
        end_column: Some(place.end.column),
    }
}
