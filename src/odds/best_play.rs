//! Odds of an action or a test with best play, and of tests with interventions.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::actions::Runs;
use super::advice::advice;
use super::error::OddsError;
use super::face_classes::{FaceClasses, ends_suffice, ends_suffice_in_action, reads_roll};
use super::mass::{Mass, together};
use super::model::{ActionOdds, BestPlay};
use super::walk::{BestDecision, DecisionKey, ReachedOutcome, TestRecord, Walker};
use super::{OddsLimits, WalkStrategy};
use crate::check::program::{Kind, Op, RollFact, Test};
use crate::check::{Prepared, Program};
use crate::engine::{
    ActionCall, Answer, Done, Effects, Failure, Policy, RequestedIntervention, Stage, Stop, There as _, Watched, act,
    nowhere, roll, states,
};
use crate::id::Id;
use crate::limits::Budget;
use crate::sort::Sort as _;

/// The goal of best play.
#[derive(Debug, Clone)]
pub struct Goal {
    pub of: GoalOf,
    /// Whether it is an error if a requested intervention is never possible.
    pub wanted: bool,
}

/// The value that best play maximizes: a probability, or a mean. A missing value counts as 0.
#[derive(Debug, Clone)]
pub enum GoalOf {
    /// A formula, evaluated after the action, that sees the names of the action.
    Formula(Watched),
    /// A result of a typed test.
    Roll(RollGoal),
}

/// A result of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RollGoal {
    Success,
    Failure,
    Total,
    Margin,
    /// The outcome with this name.
    Outcome(String),
    /// An outcome of this class.
    Class(String),
    /// A shown value, and whether it is yes or no.
    Shown(String, bool),
}

impl GoalOf {
    /// Whether it may depend on more of a test than how it ends.
    fn reads_totals(&self) -> bool {
        match self {
            Self::Formula((formula, _)) => formula.any_part(&|part| match part.op {
                Op::RollFact(_, fact) => matches!(fact, RollFact::Margin),
                Op::InRoll(..) | Op::Inside(..) | Op::Did(..) => true,
                _ => false,
            }),
            Self::Roll(goal) => matches!(goal, RollGoal::Total | RollGoal::Margin | RollGoal::Shown(..)),
        }
    }

    /// Whether the value is yes or no, rather than a number.
    fn is_flag(&self) -> bool {
        match self {
            Self::Formula((_, kind)) => *kind == Kind::Flag,
            Self::Roll(of) => !matches!(of, RollGoal::Total | RollGoal::Margin | RollGoal::Shown(_, false)),
        }
    }
}

impl RollGoal {
    /// The worth of a result; 0 if it lacks the value.
    ///
    /// # Errors
    ///
    /// An internal one for a value in words, which has no worth.
    fn worth(&self, ended: &TestRecord) -> Result<i64, Failure> {
        let end = ended.outcome.as_ref();
        let flag = |holds: Option<bool>| Some(i64::from(holds == Some(true)));
        let worth = match self {
            Self::Success => flag(end.and_then(|end| end.success)),
            Self::Failure => flag(end.and_then(|end| end.success.map(|success| !success))),
            Self::Total => ended.total,
            Self::Margin => end.and_then(|end| end.margin),
            Self::Outcome(name) => flag(end.map(|end| end.name.as_ref() == Some(name))),
            Self::Class(class) => flag(end.map(|end| end.classes.contains(class))),
            Self::Shown(label, _) => match ended.shown.iter().find(|(one, _)| one == label) {
                Some((_, Answer::Number(number))) => Some(*number),
                Some((_, Answer::Flag(flag))) => Some(i64::from(*flag)),
                Some((_, Answer::Text(_))) => return Err(Failure::internal(nowhere())),
                None => None,
            },
        };
        Ok(worth.unwrap_or(0))
    }
}

/// The odds of an action with best play.
///
/// # Errors
///
/// What stopped a run, that it would take too long, or that the best decision is not known.
pub fn best_of_action(
    stage: &Stage<'_>,
    call: &ActionCall,
    goal: &Goal,
    bounds: &OddsLimits,
) -> Result<ActionOdds, OddsError> {
    let GoalOf::Formula(formula) = &goal.of else { return Err(Failure::internal(nowhere()).into()) };
    let stage = stage.quiet();
    let classes = match bounds.strategy {
        // Faces that fell already are what they are.
        _ if !stage.fallen.is_empty() => None,
        WalkStrategy::Enumerate => None,
        // What is best is reported of all dice together.
        _ => FaceClasses::of_action(&stage, call, Some(&formula.0))
            .and_then(|(found, test)| Some((found.joined()?, test))),
    };
    let seen = stage.policy.map(|policy| match &classes {
        Some((classes, test)) => Cow::Owned(classes.seen(stage.game, *test, policy)),
        None => Cow::Borrowed(policy),
    });
    let stage = Stage { policy: seen.as_deref(), ..stage };
    let ends = ends_suffice_in_action(stage.game, call, &formula.0);
    let asked = PlayedFor { goal: Some(goal), classes: classes.map(|(classes, _)| classes), ends };
    played(&stage, (asked, &call.interventions), bounds, &|stage, walker| {
        let mut done = act(stage, call, walker, std::slice::from_ref(formula));
        let worth = match done.as_mut().map(|done| done.watched.pop()) {
            Ok(Some(Ok(Answer::Number(number)))) => number,
            Ok(Some(Ok(Answer::Flag(flag)))) => i64::from(flag),
            Ok(Some(Err(failure))) if failure.is_about_what_was_not_done() => 0,
            Ok(Some(Err(failure))) => return Err(failure),
            Err(_) => 0,
            Ok(Some(Ok(Answer::Text(_))) | None) => return Err(Failure::internal(nowhere())),
        };
        walker.is_worth(worth);
        done
    })
}

/// The odds of a typed test with interventions, and the changes of characters, as for an action that only rolls it.
///
/// # Errors
///
/// It is no test of one side, it would take too long, or the best decision is not known.
pub fn of_roll(
    stage: &Stage<'_>,
    prepared: &Prepared,
    (who, interventions): (usize, &[RequestedIntervention]),
    goal: Option<&Goal>,
    bounds: &OddsLimits,
) -> Result<ActionOdds, OddsError> {
    let Program::Test(side) = &prepared.program else { return Err(OddsError::NoTest) };
    let stage = stage.quiet();
    let classes = match bounds.strategy {
        _ if !stage.fallen.is_empty() => None,
        WalkStrategy::Enumerate => None,
        _ => FaceClasses::of_roll(&stage, side, interventions).and_then(|found| match goal {
            Some(_) => found.joined(),
            None => Some(found),
        }),
    };
    let seen = stage.policy.map(|policy| match &classes {
        Some(classes) if goal.is_some() => Cow::Owned(classes.seen(stage.game, side.test, policy)),
        _ => Cow::Borrowed(policy),
    });
    let stage = Stage { policy: seen.as_deref(), ..stage };
    let asked = PlayedFor { goal, classes, ends: ends_suffice(stage.game, side.test, interventions) };
    played(&stage, (asked, interventions), bounds, &|stage, walker| {
        let (ended, done) = rolled(stage, prepared, (side.test, who), interventions, walker)?;
        if let Some(Goal { of: GoalOf::Roll(goal), .. }) = goal {
            walker.is_worth(goal.worth(&ended)?);
        }
        walker.ended.push(ended);
        Ok(done)
    })
}

/// Rolls a typed test once, with interventions: how it ended, and what has changed.
pub(super) fn rolled(
    stage: &Stage<'_>,
    prepared: &Prepared,
    (test, who): (Id<Test>, usize),
    interventions: &[RequestedIntervention],
    effects: &mut dyn Effects,
) -> Result<(TestRecord, Done), Failure> {
    let (evaluation, done) = roll(stage, prepared, who, interventions.to_vec(), &mut *effects)?;
    if effects.open_ended() && evaluation.outcome.is_none() {
        return Err(Failure::cut(nowhere()));
    }
    let name = stage.world.people.get(who).there(nowhere())?.name.clone();
    let result = evaluation.sides.into_iter().next().there(nowhere())?;
    let ended = TestRecord {
        label: String::new(),
        test,
        who: vec![name],
        total: result.total,
        shown: if effects.open_ended() { Vec::new() } else { result.shown },
        outcome: evaluation.outcome.as_ref().map(ReachedOutcome::of),
    };
    Ok((ended, done))
}

/// A run of an action or a test. It tells its worth to the walker.
type RunStage<'r> = &'r dyn Fn(&Stage<'_>, &mut Walker) -> Result<Done, Failure>;

/// What is asked of a walk.
#[derive(Clone)]
struct PlayedFor<'r> {
    /// The goal of best play, if there is one.
    goal: Option<&'r Goal>,
    /// Which faces nothing distinguishes.
    classes: Option<FaceClasses>,
    /// Whether decisions need to see no more than how the test ends.
    ends: bool,
}

/// How totals and margins are worked out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Totals {
    All,
    /// Unless that takes more than [`MOST_WAYS`], or [`MOST_WORK`].
    Briefly,
    Not,
}

/// The most ways in which totals are worked out, and their work, where there is a shorter way without.
const MOST_WAYS: u64 = 100_000;
const MOST_WORK: u64 = 1_000_000_000;
/// Bits of a number of ways that is not tried without totals where all dice are seen.
const HOPELESS: u64 = 64;

fn played(
    stage: &Stage<'_>,
    (asked, chosen): (PlayedFor<'_>, &[RequestedIntervention]),
    bounds: &OddsLimits,
    run: RunStage<'_>,
) -> Result<ActionOdds, OddsError> {
    let budget = &bounds.budget();
    let goal = asked.goal;
    // How the test ends has to be seen where it is decided.
    let seen = stage.policy.zip(chosen.first()).and_then(|(policy, one)| policy.ends.get(one.index));
    let ends = asked.ends && seen.is_some_and(|places| places.iter().all(|sights| !sights.is_empty()));
    let asked = PlayedFor { ends, ..asked };
    let full = bounds.strategy == WalkStrategy::Enumerate || goal.is_some_and(|goal| goal.of.reads_totals());
    let briefly = !full;
    let totals = if briefly { Totals::Briefly } else { Totals::All };
    let mut found =
        played_once(stage, (&PlayedFor { ends: false, ..asked.clone() }, chosen), (bounds, budget), totals, run);
    // What is so much larger stays large.
    let hopeless = |trouble: &OddsError| matches!(trouble, OddsError::TooLong(ways) if ways.bits() > HOPELESS);
    let helps = goal.is_none() || asked.ends || !found.as_ref().is_err_and(hopeless);
    if briefly && helps && found.as_ref().is_err_and(takes_long) {
        // Without totals and margins it takes much less.
        let policy = stage.policy.filter(|_| goal.is_some() && asked.ends).map(seeing_ends);
        let stage = Stage { policy: policy.as_ref().or(stage.policy), ..*stage };
        found = played_once(&stage, (&asked, chosen), (bounds, budget), Totals::Not, run);
    }
    let found = found.map_err(|trouble| trouble.made_by(budget));
    let unsure = matches!(&found, Err(OddsError::BestUnsure)) || matches!(&found, Ok(odds) if !odds.left.is_never());
    if bounds.strategy == WalkStrategy::Enumerate || goal.is_none() || !unsure {
        return found;
    }
    // With deferred dice the best decision may be unknown: walk all throws.
    let plain = OddsLimits { strategy: WalkStrategy::Enumerate, ..*bounds };
    let asked = PlayedFor { goal, classes: None, ends: false };
    played_once(stage, (&asked, chosen), (&plain, budget), Totals::All, run).or(found)
}

/// A policy whose decisions see no more of a test than how it ends.
fn seeing_ends(policy: &Policy) -> Policy {
    let mut seen = policy.clone();
    for (sights, ends) in seen.sights.iter_mut().flatten().zip(policy.ends.iter().flatten()) {
        sights.retain(|sight| matches!(sight.kind, Kind::Flag | Kind::Choice(_)) || !reads_roll(&sight.ir));
        sights.splice(0..0, ends.iter().cloned());
    }
    seen
}

/// Whether it is longer than may be spent on totals.
fn takes_long(trouble: &OddsError) -> bool {
    match trouble {
        OddsError::TooLong(_) | OddsError::TooLarge | OddsError::TooMuch(_) | OddsError::TooFull(_) => true,
        OddsError::Stopped(failure) => failure.stop() == Some(Stop::Over),
        _ => false,
    }
}

fn played_once(
    stage: &Stage<'_>,
    (asked, chosen): (&PlayedFor<'_>, &[RequestedIntervention]),
    (bounds, budget): (&OddsLimits, &Rc<Budget>),
    totals: Totals,
    run: RunStage<'_>,
) -> Result<ActionOdds, OddsError> {
    let PlayedFor { goal, classes, ends } = asked;
    let mut walker =
        Walker::new(bounds, budget).counting_tests().wherever_possible().pinned(stage.fallen).merging(classes.clone());
    if let Some(goal) = goal {
        walker = walker.deciding(goal.of.is_flag());
    }
    if *ends {
        walker = walker.seeing_ends();
    }
    walker = match totals {
        Totals::All => walker,
        Totals::Briefly => walker.at_most(MOST_WAYS),
        Totals::Not => walker.not_counting(),
    };
    let before = states(stage, &mut walker)?;
    let began = budget.done();
    let mut runs = Runs::default();
    let leaf = |walker: &mut Walker, runs: &mut Runs| {
        if totals == Totals::Briefly && budget.done().saturating_sub(began) > MOST_WORK {
            return Err(Failure::new(Stop::Over, nowhere()));
        }
        let done = run(stage, walker).and_then(|done| walker.nothing_lies_there(nowhere()).map(|()| done));
        runs.leaf(stage, stage.world, done, walker).map(|(leaf, _)| leaf)
    };
    let (found, best) = if goal.is_some() {
        let (found, best) = walker.walk_best(|walker| leaf(walker, &mut runs))?;
        (found, Some(best))
    } else {
        (walker.walk(|walker| leaf(walker, &mut runs))?, None)
    };
    runs.take(found);
    let (mut odds, _) = runs.odds(stage, &before, &walker, goal.is_none_or(|goal| goal.wanted))?;
    let (Some(goal), Some(best)) = (goal, best) else { return Ok(odds) };
    let none = Policy::default();
    let policy = stage.policy.unwrap_or(&none);
    let advised: Vec<(BestDecision, Mass)> = best.advice.into_iter().collect();
    let (advised, all) = together(advised);
    let mut keys: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (advised, ways) in advised {
        keys.entry(Rc::clone(&advised.key)).or_default().push((advised, ways));
    }
    // As a policy they are decided in the order in which they are given, which is that of the play.
    let decided =
        |key: &DecisionKey| key.at.map(|(intervention, _)| chosen.iter().position(|one| one.index == intervention));
    let mut keys: Vec<_> = keys.into_iter().collect();
    keys.order_by_key(|(key, _)| (decided(key), Rc::clone(key)));
    let mut found = Vec::new();
    for (key, situations) in keys {
        found.extend(advice((stage.game, policy, classes.as_ref()), &key, &situations, &all, budget)?);
    }
    odds.best = Some(BestPlay { worth: best.worth, flag: goal.of.is_flag(), advice: found });
    Ok(odds)
}
