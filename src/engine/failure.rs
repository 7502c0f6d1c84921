//! The reasons that stop an evaluation.

use super::effects::Refusal;
use crate::check::program::{At, Game, Origin};
use crate::diagnostic::{Arg, Args, Code, Diagnostic, Note};
use crate::source::Sources;

/// An error while evaluating, with the place in the formula that caused it. It is
/// small, because it passes through every level of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure(Box<Details>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Details {
    cause: Cause,
    at: At,
    args: Args,
    helps: Vec<Note>,
}

/// How a walk over all outcomes stops a run in which nothing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Dice were cut: the number is unknown, its bounds may be known.
    Cut,
    /// Dice were not followed any further: nothing more is known.
    Lost,
    /// A hidden die must be enumerated: the walk restarts with it visible.
    Anew,
    /// The rest of the run is not needed.
    Over,
    /// It tied and begins anew.
    Again,
}

/// What stops a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// An error with this code, which the user sees.
    Wrong(Code),
    /// Nothing is wrong, and it is never shown.
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

/// Failures of a formula on what the dice show: at the table there is no answer either. All other failures are
/// mistakes, or answers that are missing.
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
        UNANSWERABLE.contains(&self.code())
    }

    /// Whether the budget of an evaluation is used up: whatever else it evaluates fails as well.
    #[must_use]
    pub fn is_of_a_budget(&self) -> bool {
        matches!(self.code(), Code::TooManySteps | Code::TooMuchText)
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

    /// Whether the same failed in the same place, whatever the numbers.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        (self.0.cause, self.0.at) == (other.0.cause, other.0.at)
    }

    /// What its message is about.
    #[must_use]
    pub fn args(&self) -> &Args {
        &self.0.args
    }

    /// A run that is not followed any further.
    #[must_use]
    pub fn cut(at: At) -> Self {
        Self::new(Stop::Cut, at)
    }

    #[cold]
    pub(crate) fn new(cause: impl Into<Cause>, at: At) -> Self {
        Self(Box::new(Details { cause: cause.into(), at, args: Vec::new(), helps: Vec::new() }))
    }

    /// What cannot be: a mistake of the program itself. It says which place of the program noticed it.
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

    /// Code of the error. That a walk stopped itself is an internal error where it is shown.
    #[must_use]
    pub fn code(&self) -> Code {
        match self.0.cause {
            Cause::Wrong(code) => code,
            Cause::Stopped(_) => Code::Internal,
        }
    }

    /// How a walk stopped, if it is that.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        match self.0.cause {
            Cause::Wrong(_) => None,
            Cause::Stopped(stop) => Some(stop),
        }
    }

    /// The failure as an error in a file or in what was typed.
    #[must_use]
    pub fn into_diagnostic(self, game: &Game, typed: &Origin, sources: &Sources) -> Diagnostic {
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
