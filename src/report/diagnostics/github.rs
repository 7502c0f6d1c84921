//! Diagnostics as workflow commands of GitHub: one line each, which its checks show next to the line of the file.

use super::resolved_span::ResolvedSpan;
use super::{in_order, wording};
use crate::diagnostic::Diagnostic;
use crate::report::messages::Catalogue;
use crate::source::Sources;

/// All of them, one a line.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, catalogue: &Catalogue) -> String {
    let list = in_order(diagnostics, sources);
    list.into_iter().map(|diagnostic| one(diagnostic, sources, catalogue) + "\n").collect()
}

fn one(diagnostic: &Diagnostic, sources: &Sources, catalogue: &Catalogue) -> String {
    let command = if diagnostic.is_error() { "error" } else { "warning" };
    let mut properties = Vec::new();
    if let Some(place) = diagnostic.at.and_then(|span| ResolvedSpan::new(span, sources)) {
        properties.push(format!("file={}", property(path(place.source.name()))));
        properties.push(format!("line={}", place.start.line));
        properties.push(format!("endLine={}", place.end.line));
        if place.end.line == place.start.line {
            // GitHub takes columns only where all is on one line.
            properties.push(format!("col={}", place.start.column));
            properties.push(format!("endColumn={}", place.end.column));
        }
    }
    properties.push(format!("title={}", property(diagnostic.code.as_str())));
    let mut message = wording::message(diagnostic, catalogue);
    for (name, text) in wording::advice(diagnostic, sources, catalogue) {
        message.push_str(&format!("\n{name}: {text}"));
    }
    format!("::{command} {}::{}", properties.join(","), data(&message))
}

/// GitHub knows files by their paths from the root of the repository.
fn path(name: &str) -> &str {
    name.strip_prefix("./").unwrap_or(name)
}

/// Escapes the message after the `::` of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// What may stand as the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
