//! A reference as Markdown.

use super::{Reference, ReferenceEntry};
use crate::report::document::{Document, Line, markdown};

/// The reference as Markdown: everything but the screen, which is the same again, shorter.
#[must_use]
pub fn render(reference: &Reference) -> String {
    let mut parts = vec![title(1, &reference.title), markdown::render(&reference.lead)];
    for section in &reference.sections {
        parts.push(title(2, &section.title));
        parts.extend(section.entries.iter().flat_map(|entry| entry_parts(entry, &reference.steps_title)));
    }
    parts.push(markdown::render(&Document::new().line(Line::new().dim(&reference.colophon))));
    let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).filter(|part| !part.is_empty()).collect();
    parts.join("\n\n") + "\n"
}

fn entry_parts(entry: &ReferenceEntry, steps_title: &str) -> [String; 4] {
    let steps = if entry.steps.is_empty() {
        String::new()
    } else {
        markdown::render(&Document::new().line(Line::new().strong(steps_title)))
    };
    [title(3, &entry.title), markdown::render(&entry.body), steps, markdown::render(&entry.steps)]
}

fn title(level: usize, text: &str) -> String {
    let line = markdown::render(&Document::new().heading(text));
    format!("{} {}", "#".repeat(level), line.strip_prefix("## ").unwrap_or(&line))
}
