//! Odds of prepared expressions.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::action_request::named_in;
use super::{Ready, Session};
use crate::check::program::{AnswerKind, CheckedGame, Kind, Origin, SlotKind, TagId};
use crate::check::{Program, answer_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{ActionCall, Answer, RequestedIntervention, Stage};
use crate::id::Id;
use crate::limits::{Budget, Full};
use crate::odds::{
    ActionOdds, Course, Courses, Odds, OddsError, OddsLimits, Sampling, courses, courses_of_action, of_action,
    of_expression, sample_expression,
};
use crate::source::Span;
use crate::world::{Env, World};

/// An intervention that is not possible, with the error.
pub type Impossible = (String, Diagnostic);

/// Answers to questions, by name, as the ruleset calls what was typed.
#[must_use]
pub fn answers_told(game: &CheckedGame, answers: &BTreeMap<String, String>) -> Vec<(String, Answer)> {
    let told = |name: &str, text: &str| {
        // `Ana.weapon` is asked as `weapon`.
        let asked = [name, name.rsplit('.').next()?];
        let mut slots = game.actions.iter().flat_map(|action| &action.slots);
        let slot = slots.find(|slot| asked.contains(&&*slot.name) && matches!(slot.kind, SlotKind::Value(_)));
        let inputs = game.tests.iter().flat_map(|test| &test.inputs);
        let kind = match slot.map(|slot| &slot.kind) {
            Some(SlotKind::Value(kind)) => kind.clone(),
            _ => inputs.clone().find(|(input, _)| asked.contains(&&**input))?.1.kind.kind(),
        };
        let question = match &kind {
            Kind::Flag => AnswerKind::YesNo,
            Kind::Row(table) => AnswerKind::Row(*table),
            Kind::Column(table) => AnswerKind::Column(*table),
            Kind::Choice(words) => AnswerKind::OneOf(Arc::clone(words)),
            _ => return None,
        };
        Some(Answer::of(game, &kind, answer_of(game, &question, text)?))
    };
    let answers = answers.iter();
    answers.map(|(name, text)| (name.clone(), told(name, text).unwrap_or_else(|| Answer::Text(text.clone())))).collect()
}

/// A kind of tag by its name.
///
/// # Errors
///
/// If there is none of that name; what there is is said.
pub fn tag_named(game: &CheckedGame, name: &str) -> Result<TagId, Diagnostic> {
    named_in(game.tags.iter().map(|tag| &*tag.name), name, true, Code::NoSuchTag).map(Id::new)
}

impl Session<'_> {
    /// The odds of an expression.
    ///
    /// # Errors
    ///
    /// What stopped it, in its place; or that it would take too long.
    pub fn odds(&self, game: &CheckedGame, ready: &Ready, bounds: &OddsLimits) -> Result<Odds, Diagnostic> {
        self.odds_within(game, ready, bounds, &bounds.budget())
    }

    /// The same within a budget that several questions share.
    ///
    /// # Errors
    ///
    /// As [`Session::odds`].
    pub fn odds_within(
        &self,
        game: &CheckedGame,
        ready: &Ready,
        bounds: &OddsLimits,
        budget: &Rc<Budget>,
    ) -> Result<Odds, Diagnostic> {
        let seat = ready.person.as_ref().map(|(world, who)| (world, *who));
        let held = budget.held();
        let found = of_expression(game, &ready.prepared, &ready.env, seat, (bounds, budget));
        budget.release(budget.held() - held);
        found.map_err(|trouble| self.no_odds(game, &ready.prepared.origin, trouble))
    }

    /// What an action leads to.
    ///
    /// # Errors
    ///
    /// The errors in it, the error that stopped it, or that it would take too long.
    pub fn action_odds(
        &mut self,
        game: &CheckedGame,
        env: &Env,
        world: &World,
        call: &ActionCall,
        bounds: &OddsLimits,
    ) -> Result<ActionOdds, Diagnostic> {
        let name = &*game.action(call.action).name;
        self.staged_odds((game, env, world), Err(name), &|stage| of_action(stage, call, bounds))
    }

    /// The odds of an expression, from samples.
    ///
    /// # Errors
    ///
    /// What stopped a sample, in its place.
    pub fn simulate_expression(
        &self,
        game: &CheckedGame,
        ready: &Ready,
        sampling: &Sampling<'_>,
    ) -> Result<Odds, Diagnostic> {
        let seat = ready.person.as_ref().map(|(world, who)| (world, *who));
        let odds = sample_expression(game, &ready.prepared, &ready.env, seat, sampling)
            .map_err(|trouble| self.no_odds(game, &ready.prepared.origin, trouble))?;
        some_samples(odds.samples).map(|()| odds)
    }

    /// What each thing that can be done would make of a test whose dice have fallen, those of interventions that were
    /// done among them. `who` rolled it. With each intervention that is not possible comes why.
    ///
    /// # Errors
    ///
    /// What stopped the test itself: it is none, the faces do not fit, something is not known.
    pub fn courses(
        &self,
        game: &CheckedGame,
        ready: &Ready,
        (world, who): (&World, usize),
        fallen: (&[i64], &[RequestedIntervention]),
        bounds: &OddsLimits,
    ) -> Result<(Vec<Course>, Vec<Impossible>), Diagnostic> {
        let origin = &ready.prepared.origin;
        let stage = Stage::new(game, origin, &ready.env, world);
        let found = courses(&stage, &ready.prepared, who, fallen, bounds)
            .map_err(|trouble| self.stopped(self.no_odds(game, origin, trouble)))?;
        Ok(self.told_why(game, origin, found))
    }

    /// The same of an action in which these dice have fallen.
    ///
    /// # Errors
    ///
    /// What stopped the action itself: the faces do not fit, something is not known.
    pub fn courses_of_action(
        &mut self,
        (game, env, world): (&CheckedGame, &Env, &World),
        call: &ActionCall,
        faces: &[i64],
        bounds: &OddsLimits,
    ) -> Result<(Vec<Course>, Vec<Impossible>), Diagnostic> {
        let name = &*game.action(call.action).name;
        let odds = |stage: &Stage<'_>| courses_of_action(&stage.after(faces), call, bounds);
        let found = self.staged_odds((game, env, world), Err(name), &odds)?;
        let origin = self.nowhere(name);
        Ok(self.told_why(game, &origin, found))
    }

    fn told_why(&self, game: &CheckedGame, origin: &Origin, found: Courses) -> (Vec<Course>, Vec<Impossible>) {
        let why = |(name, failure): (String, crate::engine::Failure)| {
            (name, self.stopped(failure.into_diagnostic(game, origin, &self.sources)))
        };
        (found.courses, found.impossible.into_iter().map(why).collect())
    }

    /// Why there are no odds, as an error in its place.
    pub(super) fn no_odds(&self, game: &CheckedGame, origin: &Origin, trouble: OddsError) -> Diagnostic {
        let at = Some(origin.placement.span);
        match trouble {
            OddsError::Stopped(failure) => failure.into_diagnostic(game, origin, &self.sources),
            OddsError::TooLarge => Diagnostic::error(Code::OddsTooLarge, at).help("help-simulate"),
            OddsError::TooLong(ways) => {
                Diagnostic::error(Code::OddsTooLong, at).arg("ways", about(&ways)).help("help-simulate")
            }
            OddsError::TooMuch(spent) => {
                let limit = i64::try_from(spent.limit).unwrap_or(i64::MAX);
                Diagnostic::error(Code::OddsTooMuchWork, at).arg("limit", limit).help("help-simulate")
            }
            OddsError::TooFull(full) => too_full(full, at),
            OddsError::TooMany(most) => {
                let most = i64::try_from(most).unwrap_or(i64::MAX);
                Diagnostic::error(Code::OddsTooManySamples, at).arg("most", most)
            }
            OddsError::NoTest => no_test(game, None, at),
            OddsError::BestTies => Diagnostic::error(Code::BestTies, at).help("help-policy-instead"),
            OddsError::BestUnsure => Diagnostic::error(Code::BestUnsure, at).help("help-policy-instead"),
            OddsError::Large(trouble, dice) => {
                let told = |(dice, times, ways): &(String, u64, u64)| match times {
                    1 => format!("{dice}: {ways}"),
                    _ => format!("{times} × {dice}: {ways}"),
                };
                let told: Vec<String> = dice.iter().map(told).collect();
                self.no_odds(game, origin, *trouble).help_with("help-followed", "dice", told.join(" · "))
            }
            OddsError::NeverEnds => Diagnostic::error(Code::OddsNeverEnd, at),
        }
    }
}

/// That interventions need a test of one side.
#[must_use]
pub fn no_test(game: &CheckedGame, program: Option<&Program>, at: Option<Span>) -> Diagnostic {
    let help = if matches!(program, Some(Program::Opposed(..))) {
        "help-odds-of-an-action"
    } else if game.versus.is_some() {
        "help-odds-a-test"
    } else {
        "help-odds-of-a-game"
    };
    Diagnostic::error(Code::OddsNoTest, at).help(help)
}

/// Checks that there is a sample at all.
///
/// # Errors
///
/// None was drawn: none was wanted, or it was stopped before the first.
pub fn some_samples(samples: Option<u64>) -> Result<(), Diagnostic> {
    if samples == Some(0) { Err(Diagnostic::error(Code::OddsNoSamples, None)) } else { Ok(()) }
}

/// That odds take more memory than they may.
#[must_use]
pub fn too_full(full: Full, at: Option<Span>) -> Diagnostic {
    let limit = i64::try_from(full.limit >> 20).unwrap_or(i64::MAX);
    Diagnostic::error(Code::OddsTooMuchMemory, at).arg("limit", limit).help("help-simulate")
}

/// A number of ways as people say it: `3,000,000`, `10^40`.
fn about(ways: &num_bigint::BigUint) -> String {
    let digits = ways.to_string();
    match digits.len() {
        0..=3 => digits,
        length @ 4..=9 => {
            let zeros = "0".repeat(length - 1);
            let rounded = format!("{}{zeros}", digits.get(..1).unwrap_or("1"));
            let mut grouped = String::new();
            for (at, digit) in rounded.chars().enumerate() {
                if at > 0 && (length - at) % 3 == 0 {
                    grouped.push(' ');
                }
                grouped.push(digit);
            }
            grouped
        }
        length => format!("10^{}", length - 1),
    }
}
