//! Errors in a text, with places in that text.

use super::TextSpan;
use crate::diagnostic::{Code, Diagnostic, Finding, SuggestedFix};
use crate::source::Span;

/// Something that is wrong with a text, in that text.
pub type FormulaProblem = Finding<TextSpan, TextSpan>;

impl FormulaProblem {
    #[must_use]
    pub fn new(code: Code, span: TextSpan) -> Self {
        Self::error(code, span)
    }

    /// Something that cannot happen did, in the place of the program that says so.
    #[must_use]
    #[track_caller]
    pub(super) fn internal(span: TextSpan) -> Self {
        let place = std::panic::Location::caller();
        Self::new(Code::Internal, span).arg("where", format!("{}:{}", place.file(), place.line()))
    }

    /// The same as an error in a source; `place` says where in the source a place of
    /// the text is.
    #[must_use]
    pub fn into_diagnostic(self, place: impl Fn(TextSpan) -> Span) -> Diagnostic {
        let fix = |fix: SuggestedFix<TextSpan>| SuggestedFix {
            span: place(fix.span),
            replacement: fix.replacement,
            sure: fix.sure,
            tried: fix.tried,
        };
        Diagnostic {
            code: self.code,
            severity: self.severity,
            at: Some(place(self.at)),
            args: self.args,
            labels: Vec::new(),
            helps: self.helps,
            fixes: self.fixes.into_iter().map(fix).collect(),
        }
    }
}
