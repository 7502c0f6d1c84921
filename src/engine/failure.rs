//! The reasons that stop an evaluation.

use super::effects::Refusal;
use crate::check::program::{At, CheckedGame, Origin};
use crate::diagnostic::{Arg, Args, Code, Diagnostic, Note};
use crate::source::Sources;

/// An error of an evaluation, with the place in the formula that caused it. It is one pointer wide, because every level
/// of a formula returns it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure(Box<Details>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Details {
    cause: Cause,
    at: At,
    args: Args,
    helps: Vec<Note>,
}

/// How a walk over all outcomes stops a run without an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Explosions were truncated: the number is unknown, its bounds may be known.
    Cut,
    /// Explosions were truncated: nothing more is known.
    Lost,
    /// A hidden die must be enumerated: the walk restarts with it visible.
    Restart,
    /// The rest of the run is not needed.
    Over,
    /// A tie: the contest begins again.
    Again,
}

/// What stops a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// An error with this code, which the user sees.
    Wrong(Code),
    /// Not an error; it is never shown.
    Stopped(Stop),
}

impl From<Code> for Cause {
    fn from(code: Code) -> Self {
        Self::Wrong(code)
    }
}

impl From<Stop> for Cause {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Failures that depend on the faces of dice: at the table there is no answer either. All other failures are errors of
/// the rules, or missing answers.
const UNANSWERABLE: [Code; 18] = [
    Code::NoRow,
    Code::NoRowThere,
    Code::NoRowCalledSo,
    Code::FaceWithoutRow,
    Code::NoSuchDie,
    Code::DieNotInRoll,
    Code::DivisionByZero,
    Code::ResultTooLarge,
    Code::NoMiddle,
    Code::NegativeDice,
    Code::DieWithoutSides,
    Code::TooManySides,
    Code::NotInThisOutcome,
    Code::NoOutcomeHolds,
    Code::InputOutOfRange,
    Code::TooManyTies,
    Code::TooManyRounds,
    Code::TableTooDeep,
];

/// Looks up an id that the program itself created.
pub(crate) trait There<T> {
    /// The value.
    ///
    /// # Errors
    ///
    /// An internal error if it is missing.
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
    /// Whether the failure may depend on the faces of dice.
    #[must_use]
    pub fn is_unanswerable(&self) -> bool {
        UNANSWERABLE.contains(&self.code())
    }

    /// Whether the budget of an evaluation is used up: every further evaluation fails as well.
    #[must_use]
    pub fn is_of_a_budget(&self) -> bool {
        matches!(self.code(), Code::TooManySteps | Code::TooMuchText)
    }

    /// A value that a formula may lack: an ordinary failure is `None`.
    ///
    /// # Errors
    ///
    /// Those that are not about the value: internal ones, stops of the run and used-up budgets.
    pub(crate) fn if_any<T>(found: Result<T, Self>) -> Result<Option<T>, Self> {
        match found {
            Err(failure) if failure.code() != Code::Internal && !failure.is_of_a_budget() => Ok(None),
            found => found.map(Some),
        }
    }

    /// Whether a value is missing because its step was not done, its test not rolled or its outcome not reached.
    #[must_use]
    pub fn is_about_what_was_not_done(&self) -> bool {
        use Code::{LabelNotSet, MayBeUnanswered, NoOutcomeHolds, NobodyThere, NotInThisOutcome, NotRolledYet};
        matches!(
            self.code(),
            LabelNotSet | MayBeUnanswered | NoOutcomeHolds | NobodyThere | NotInThisOutcome | NotRolledYet
        )
    }

    /// Whether both have the same code and place, with any arguments.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        (self.0.cause, self.0.at) == (other.0.cause, other.0.at)
    }

    /// Arguments of its message.
    #[must_use]
    pub fn args(&self) -> &Args {
        &self.0.args
    }

    /// The stop of a run with truncated explosions.
    #[must_use]
    pub fn cut(at: At) -> Self {
        Self::new(Stop::Cut, at)
    }

    #[cold]
    pub(crate) fn new(cause: impl Into<Cause>, at: At) -> Self {
        Self(Box::new(Details { cause: cause.into(), at, args: Vec::new(), helps: Vec::new() }))
    }

    /// An internal error: a state that cannot occur, with the place in the source that detected it.
    #[cold]
    #[track_caller]
    pub(crate) fn internal(at: At) -> Self {
        let place = std::panic::Location::caller();
        Self::new(Code::Internal, at).arg("where", format!("{}:{}", place.file(), place.line()))
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
        Self(Box::new(Details { cause: refusal.cause, at, args: refusal.args, helps: Vec::new() }))
    }

    /// The code of the error. Showing a [`Stop`] is an internal error.
    #[must_use]
    pub fn code(&self) -> Code {
        match self.0.cause {
            Cause::Wrong(code) => code,
            Cause::Stopped(_) => Code::Internal,
        }
    }

    /// How a walk stopped the run, if it did.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        match self.0.cause {
            Cause::Wrong(_) => None,
            Cause::Stopped(stop) => Some(stop),
        }
    }

    /// The failure as a diagnostic in a file or in the typed text.
    #[must_use]
    pub fn into_diagnostic(self, game: &CheckedGame, typed: &Origin, sources: &Sources) -> Diagnostic {
        let code = self.code();
        let Details { cause, at, mut args, helps } = *self.0;
        if let Cause::Stopped(stop) = cause {
            args.push(("where", format!("{stop:?}").into()));
        }
        let origin = game.origins.get(at.origin as usize).unwrap_or(typed);
        let mut error = Diagnostic::error(code, origin.locate(sources, at.span));
        error.args = args;
        error.helps = helps;
        error
    }
}
