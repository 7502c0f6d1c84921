//! Diagnostics drawn for a terminal, by miette.
//!
//! The English labels of miette ("help:") are replaced, and its byte offsets are given in characters: see
//! [`super::excerpt_source`].

use std::fmt::Display;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles};

use super::excerpt::WINDOW;
use super::excerpt_source::ExcerptSource;
use super::resolved_span::ResolvedSpan;
use super::{in_order, wording};
use crate::diagnostic::Diagnostic;
use crate::report::document::text::{TextStyle, put};
use crate::report::document::{Line, TextRole};
use crate::report::messages::Catalogue;
use crate::source::Sources;

/// Nothing is drawn narrower than this.
const NARROWEST: usize = 40;
/// What the numbers of lines and the frame take of the width.
const FRAME: usize = 12;

/// How diagnostics are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GraphicalStyle {
    /// Frames of box-drawing characters; otherwise of ASCII.
    pub unicode: bool,
    /// Whether to write ANSI colours.
    pub colour: bool,
    /// How many columns there are; 0 when there is no limit.
    pub width: usize,
}

/// All of them, with an empty line between each two.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, catalogue: &Catalogue, style: &GraphicalStyle) -> String {
    let handler = handler(*style);
    let list = in_order(diagnostics, sources);
    let drawn: Vec<String> =
        list.into_iter().map(|diagnostic| one(diagnostic, sources, catalogue, *style, &handler)).collect();
    drawn.join("\n")
}

fn one(
    diagnostic: &Diagnostic,
    sources: &Sources,
    catalogue: &Catalogue,
    style: GraphicalStyle,
    handler: &GraphicalReportHandler,
) -> String {
    let mut places = Vec::new();
    let mut labels = Vec::new();
    if let Some(place) = diagnostic.at.and_then(|span| ResolvedSpan::new(span, sources)) {
        labels.push(wording::with_continuation(wording::label(diagnostic, catalogue), &place, catalogue));
        places.push(place);
    }
    for label in &diagnostic.labels {
        if let Some(place) = ResolvedSpan::new(label.span, sources) {
            labels.push(wording::with_continuation(Some(wording::other(label, catalogue)), &place, catalogue));
            places.push(place);
        }
    }
    let limit = match style.width {
        0 => WINDOW,
        width => width.max(NARROWEST).saturating_sub(FRAME),
    };
    let view = ExcerptSource::new(&places, limit);
    let spans = labels.into_iter().zip(view.places()).enumerate();
    let drawing = Drawing {
        title: wording::title(diagnostic, catalogue),
        severity: if diagnostic.is_error() { miette::Severity::Error } else { miette::Severity::Warning },
        message: wording::message(diagnostic, catalogue),
        labels: spans
            .map(|(index, (label, span))| {
                let span = (span.start, span.len());
                // The first one gives the line and column that stand on top.
                let new = if index == 0 { LabeledSpan::new_primary_with_span } else { LabeledSpan::new_with_span };
                new(label, span)
            })
            .collect(),
        view,
    };
    let mut out = String::new();
    if handler.render_report(&mut out, &drawing).is_err() {
        return super::plain::render(std::slice::from_ref(diagnostic), sources, catalogue);
    }
    let text_style = TextStyle { colour: style.colour, width: style.width, plain: false };
    for (name, text) in wording::advice(diagnostic, sources, catalogue) {
        for (index, row) in text.lines().enumerate() {
            if index == 0 {
                put(
                    &mut out,
                    &Line::new().code(format!("{name}:")).plain(format!(" {row}")),
                    "  ",
                    "    ",
                    TextRole::Plain,
                    text_style,
                );
            } else {
                put(&mut out, &Line::from(row), "    ", "    ", TextRole::Plain, text_style);
            }
        }
    }
    out
}

fn handler(style: GraphicalStyle) -> GraphicalReportHandler {
    let theme = GraphicalTheme {
        characters: if style.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
        styles: if style.colour { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .without_syntax_highlighting()
        .with_context_lines(1)
        .with_wrap_lines(style.width > 0)
        .with_width(if style.width > 0 { style.width.max(NARROWEST) } else { 200 })
}

/// A diagnostic with its words, as miette expects it.
#[derive(Debug)]
struct Drawing {
    title: String,
    severity: miette::Severity,
    message: String,
    labels: Vec<LabeledSpan>,
    view: ExcerptSource,
}

impl Display for Drawing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Drawing {}

impl miette::Diagnostic for Drawing {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(&self.title))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        (!self.labels.is_empty()).then_some(&self.view as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty()).then(|| Box::new(self.labels.iter().cloned()) as Box<_>)
    }
}
