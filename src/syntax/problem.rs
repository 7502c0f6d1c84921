//! Errors in a text, with places in that text.

use super::TextSpan;
use crate::diagnostic::{Arg, Args, Code, Diagnostic, Near, Note, Severity, SuggestedFix};
use crate::source::Span;

/// What to put where in a text, to mend it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFix {
    /// The text to replace.
    pub span: TextSpan,
    /// Takes the place of the text at `span`.
    pub replacement: String,
    /// Nothing else can have been meant.
    pub sure: bool,
}

/// One thing that is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Stable name and identifier of the message.
    pub code: Code,
    pub severity: Severity,
    /// Where in the text that was parsed.
    pub span: TextSpan,
    /// Arguments of the message.
    pub args: Args,
    pub helps: Vec<Note>,
    /// What to put where, to mend it, the likeliest first.
    pub fixes: Vec<TextFix>,
}

impl Problem {
    #[must_use]
    pub fn new(code: Code, span: TextSpan) -> Self {
        Self { code, severity: Severity::Error, span, args: Vec::new(), helps: Vec::new(), fixes: Vec::new() }
    }

    /// Something that cannot happen did, in the place of the program that says so.
    #[must_use]
    #[track_caller]
    pub(super) fn internal(span: TextSpan) -> Self {
        let place = std::panic::Location::caller();
        Self::new(Code::Internal, span).arg("where", format!("{}:{}", place.file(), place.line()))
    }

    #[must_use]
    pub fn warning(code: Code, span: TextSpan) -> Self {
        Self { severity: Severity::Warning, ..Self::new(code, span) }
    }

    /// Whether it is an error and not a warning.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Adds an argument of the message.
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

    /// Says what change surely mends it.
    #[must_use]
    pub fn fix(mut self, span: TextSpan, replacement: impl Into<String>) -> Self {
        self.fixes.push(TextFix { span, replacement: replacement.into(), sure: true });
        self
    }

    /// Says what change may mend it.
    #[must_use]
    pub fn may_fix(mut self, span: TextSpan, replacement: impl Into<String>) -> Self {
        self.fixes.push(TextFix { span, replacement: replacement.into(), sure: false });
        self
    }

    /// Suggests a name in place of what was written; `replacement` is how it is written there.
    #[must_use]
    pub fn instead(self, at: TextSpan, near: Near<'_>, replacement: impl Into<String>) -> Self {
        let problem = self.help_with("help-did-you-mean", "name", near.name);
        if near.sure { problem.fix(at, replacement) } else { problem.may_fix(at, replacement) }
    }

    /// The same as an error in a source; `place` says where in the source a place of
    /// the text is.
    #[must_use]
    pub fn into_diagnostic(self, place: impl Fn(TextSpan) -> Span) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code, place(self.span));
        diagnostic.severity = self.severity;
        diagnostic.args = self.args;
        diagnostic.helps = self.helps;
        let fixes = self.fixes.into_iter();
        diagnostic.fixes = fixes
            .map(|fix| SuggestedFix {
                span: place(fix.span),
                replacement: fix.replacement,
                sure: fix.sure,
                tried: false,
            })
            .collect();
        diagnostic
    }
}
