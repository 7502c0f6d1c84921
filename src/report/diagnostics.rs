//! Diagnostics in words: drawn, plain, or as JSON.
//!
//! All forms show the same diagnostics once each and in the same order: those without a place first, then by file and
//! place.

pub mod caret_lines;
mod excerpt;
#[cfg(feature = "cli")]
mod excerpt_source;
pub mod github;
#[cfg(feature = "cli")]
pub mod graphical;
pub mod json;
pub mod plain;
mod resolved_span;
mod wording;

use std::collections::HashSet;

use super::messages::Catalogue;
use crate::diagnostic::Diagnostic;
use crate::sort::Sort as _;
use crate::source::Sources;

/// The diagnostics in the order in which people read them, each only once.
#[must_use]
pub fn in_order<'a>(diagnostics: &'a [Diagnostic], sources: &Sources) -> Vec<&'a Diagnostic> {
    let mut seen = HashSet::new();
    let mut list: Vec<&Diagnostic> = diagnostics.iter().filter(|diagnostic| seen.insert(*diagnostic)).collect();
    let key = |diagnostic: &Diagnostic| {
        let place = diagnostic.at.map(|span| {
            let name = sources.get(span.source).map_or("", |source| source.name());
            (name, span.source, span.start, span.end)
        });
        (place, diagnostic.severity)
    };
    list.order_by(|one, other| key(one).cmp(&key(other)));
    list
}

/// What a diagnostic says, without its place, and its advice.
#[must_use]
pub fn spoken(diagnostic: &Diagnostic, sources: &Sources, catalogue: &Catalogue) -> (String, Vec<String>) {
    let advice = wording::advice(diagnostic, sources, catalogue).into_iter().map(|(_, text)| text);
    (wording::message(diagnostic, catalogue), advice.collect())
}

/// "3 errors, 1 warning", what was said twice counted once.
#[must_use]
pub fn summary(diagnostics: &[Diagnostic], catalogue: &Catalogue) -> String {
    let list = in_order(diagnostics, &Sources::new());
    let errors = list.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let warnings = list.len().saturating_sub(errors);
    let mut parts = Vec::new();
    if errors > 0 {
        parts.push(catalogue.text("count-errors", &vec![("count", errors.into())]));
    }
    if warnings > 0 {
        parts.push(catalogue.text("count-warnings", &vec![("count", warnings.into())]));
    }
    if parts.is_empty() {
        parts.push(catalogue.say("count-nothing"));
    }
    parts.join(", ")
}
