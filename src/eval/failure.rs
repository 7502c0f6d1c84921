//! What stopped an evaluation.

use super::effects::Refusal;
use crate::check::program::{At, Game, Origin};
use crate::diagnostic::{Arg, Args, Diagnostic, Note};
use crate::source::Sources;

/// An error while evaluating, with the place in the formula that caused it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Code of the error.
    pub code: &'static str,
    /// Where.
    pub at: Option<At>,
    /// Arguments of its message.
    pub args: Args,
    /// What to do.
    pub helps: Vec<Note>,
}

impl Failure {
    pub(crate) fn new(code: &'static str, at: At) -> Self {
        Self { code, at: Some(at), args: Vec::new(), helps: Vec::new() }
    }

    pub(crate) fn arg(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    pub(crate) fn help(mut self, id: &'static str) -> Self {
        self.helps.push(Note { id, args: Vec::new() });
        self
    }

    pub(crate) fn help_with(mut self, id: &'static str, name: &'static str, value: impl Into<Arg>) -> Self {
        self.helps.extend(Note::advice(id, name, value.into()));
        self
    }

    pub(crate) fn refused(refusal: Refusal, at: At) -> Self {
        Self { code: refusal.code, at: Some(at), args: refusal.args, helps: Vec::new() }
    }

    /// The failure as an error in a file or in what was typed.
    #[must_use]
    pub fn into_diagnostic(self, game: &Game, typed: &Origin, sources: &Sources) -> Diagnostic {
        let at = self.at.map(|at| {
            let origin = game.origins.get(at.origin as usize).unwrap_or(typed);
            origin.locate(sources, at.span)
        });
        let mut error = Diagnostic::error(self.code, at);
        error.args = self.args;
        error.helps = self.helps;
        error
    }
}
