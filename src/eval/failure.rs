//! What stopped an evaluation.

use super::effects::Refusal;
use crate::check::program::{At, Game, Origin};
use crate::diagnostic::{Arg, Args, Diagnostic, Note};
use crate::source::Sources;

/// An error while evaluating, with the place in the formula that caused it. It is
/// small, because it passes through every level of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure(Box<Details>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Details {
    code: &'static str,
    at: At,
    args: Args,
    helps: Vec<Note>,
}

/// The code of a number that nobody knows, because dice were cut by whoever walks all outcomes;
/// between what it lies may be known. Nobody gets to see it.
pub const CUT: &str = "cut";

/// The code of a run of which nothing more is known: dice were not followed any further.
pub const LOST: &str = "lost";

/// Failures of a formula on what the dice show: what they stop cannot be answered at the table either.
/// Others are mistakes, or something that nobody said.
const UNANSWERABLE: [&str; 14] = [
    "no-row",
    "no-row-there",
    "no-row-called-so",
    "face-without-row",
    "no-such-die",
    "die-not-in-roll",
    "division-by-zero",
    "result-too-large",
    "no-middle",
    "negative-dice",
    "die-without-sides",
    "too-many-sides",
    "not-in-this-outcome",
    "input-out-of-range",
];

/// What a number stands for that the program itself gave out.
pub(crate) trait There<T> {
    /// It is there, or the program is wrong.
    fn there(self, at: At) -> Result<T, Failure>;
}

impl<T> There<T> for Option<T> {
    #[track_caller]
    #[inline]
    fn there(self, at: At) -> Result<T, Failure> {
        match self {
            Some(found) => Ok(found),
            None => Err(Failure::internal(at)),
        }
    }
}

impl Failure {
    /// Whether it may hang on what the dice show that something cannot be answered.
    #[must_use]
    pub fn is_unanswerable(&self) -> bool {
        UNANSWERABLE.contains(&self.0.code)
    }

    /// Whether the same failed in the same place, whatever the numbers.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        (self.0.code, self.0.at) == (other.0.code, other.0.at)
    }

    /// What its message is about.
    #[must_use]
    pub fn args(&self) -> &Args {
        &self.0.args
    }

    /// A run that is not followed any further.
    #[must_use]
    pub fn cut(at: At) -> Self {
        Self::new(CUT, at)
    }

    #[cold]
    pub(crate) fn new(code: &'static str, at: At) -> Self {
        Self(Box::new(Details { code, at, args: Vec::new(), helps: Vec::new() }))
    }

    /// What cannot be: a mistake of the program itself. It says which place of the program noticed it.
    #[cold]
    #[track_caller]
    pub(crate) fn internal(at: At) -> Self {
        let place = std::panic::Location::caller();
        Self::new("internal", at).arg("where", format!("{}:{}", place.file(), place.line()))
    }

    pub(crate) fn arg(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.0.args.push((name, value.into()));
        self
    }

    pub(crate) fn help(mut self, id: &'static str) -> Self {
        self.0.helps.push(Note { id, args: Vec::new() });
        self
    }

    pub(crate) fn help_with(mut self, id: &'static str, name: &'static str, value: impl Into<Arg>) -> Self {
        self.0.helps.extend(Note::advice(id, name, value.into()));
        self
    }

    pub(crate) fn note(mut self, note: Note) -> Self {
        self.0.helps.push(note);
        self
    }

    pub(crate) fn refused(refusal: Refusal, at: At) -> Self {
        Self(Box::new(Details { code: refusal.code, at, args: refusal.args, helps: Vec::new() }))
    }

    /// Code of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// The failure as an error in a file or in what was typed.
    #[must_use]
    pub fn into_diagnostic(self, game: &Game, typed: &Origin, sources: &Sources) -> Diagnostic {
        let Details { code, at, args, helps } = *self.0;
        let origin = game.origins.get(at.origin as usize).unwrap_or(typed);
        let mut error = Diagnostic::error(code, origin.locate(sources, at.span));
        error.args = args;
        error.helps = helps;
        error
    }
}
