//! Diagnostics as plain lines, for pipes and screen readers: no frames, and every line names its role.

use super::excerpt::{Excerpt, WINDOW};
use super::resolved_span::ResolvedSpan;
use super::{in_order, wording};
use crate::diagnostic::Diagnostic;
use crate::report::messages::Catalogue;
use crate::report::visible::width;
use crate::source::Sources;

/// All of them, with an empty line between each two.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, catalogue: &Catalogue) -> String {
    let list = in_order(diagnostics, sources);
    let drawn: Vec<String> = list.into_iter().map(|diagnostic| one(diagnostic, sources, catalogue)).collect();
    drawn.join("\n")
}

fn one(diagnostic: &Diagnostic, sources: &Sources, catalogue: &Catalogue) -> String {
    let mut out = format!("{}: {}\n", wording::title(diagnostic, catalogue), wording::message(diagnostic, catalogue));
    if let Some(place) = diagnostic.at.and_then(|span| ResolvedSpan::new(span, sources)) {
        out.push_str(&format!(" --> {place}\n"));
        let label = wording::with_continuation(wording::label(diagnostic, catalogue), &place, catalogue);
        underline(&mut out, &place, &label.unwrap_or_default());
    }
    let other_place = catalogue.say("line-other-place");
    for label in &diagnostic.labels {
        if let Some(place) = ResolvedSpan::new(label.span, sources) {
            out.push_str(&format!("  {other_place}: {place}: {}\n", wording::other(label, catalogue)));
        }
    }
    for (name, text) in wording::advice(diagnostic, sources, catalogue) {
        out.push_str(&format!("  {name}: {}\n", text.replace('\n', "\n    ")));
    }
    out
}

/// The line of the source, and carets under the place.
fn underline(out: &mut String, place: &ResolvedSpan<'_>, label: &str) {
    let excerpt = Excerpt::new(place.source, place.start.line, place.on_first_line.start, WINDOW);
    let shown = excerpt.locate(&place.on_first_line);
    let before = width(excerpt.text.get(..shown.start).unwrap_or(""));
    let carets = width(excerpt.text.get(shown).unwrap_or("")).max(1);
    out.push_str(format!("    {}", excerpt.text).trim_end());
    out.push_str(&format!("\n    {}{}", " ".repeat(before), "^".repeat(carets)));
    out.push_str(format!(" {label}").trim_end());
    out.push('\n');
}
