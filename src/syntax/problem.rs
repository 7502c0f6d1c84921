//! What is wrong with a text, with places in that text alone.

use super::TextSpan;
use crate::diagnostic::{Arg, Args, Diagnostic, Fix, Note, Severity};
use crate::source::Span;

/// One thing that is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Stable name and identifier of the message.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// Where in the text that was parsed.
    pub span: TextSpan,
    /// Arguments of the message.
    pub args: Args,
    /// What to do.
    pub helps: Vec<Note>,
    /// What to put where, to mend it.
    pub fix: Option<(TextSpan, String)>,
}

impl Problem {
    /// A problem at a place.
    #[must_use]
    pub fn new(code: &'static str, span: TextSpan) -> Self {
        Self { code, severity: Severity::Error, span, args: Vec::new(), helps: Vec::new(), fix: None }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(code: &'static str, span: TextSpan) -> Self {
        Self { severity: Severity::Warning, ..Self::new(code, span) }
    }

    /// Whether it is an error and not a warning.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// Adds advice without arguments.
    #[must_use]
    pub fn help(mut self, id: &'static str) -> Self {
        self.helps.push(Note { id, args: Vec::new() });
        self
    }

    /// Adds advice with one argument; a list of nothing is no advice.
    #[must_use]
    pub fn help_with(mut self, id: &'static str, name: &'static str, value: impl Into<Arg>) -> Self {
        self.helps.extend(Note::advice(id, name, value.into()));
        self
    }

    /// Says what change mends it.
    #[must_use]
    pub fn fix(mut self, span: TextSpan, replacement: impl Into<String>) -> Self {
        self.fix = Some((span, replacement.into()));
        self
    }

    /// The same as an error in a source; `place` says where in the source a place of
    /// the text is.
    #[must_use]
    pub fn into_diagnostic(self, place: impl Fn(TextSpan) -> Span) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code, place(self.span));
        diagnostic.severity = self.severity;
        diagnostic.args = self.args;
        diagnostic.helps = self.helps;
        diagnostic.fix = self.fix.map(|(span, replacement)| Fix { span: place(span), replacement });
        diagnostic
    }
}
