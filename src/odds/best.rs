//! Odds of an action or a test with best play, and of tests with interventions.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::advice::advice;
use super::deeds::Runs;
use super::mass::{Mass, together};
use super::merging::Merging;
use super::model::{BestPlay, DeedOdds};
use super::trouble::Trouble;
use super::walk::{Advised, DecisionKey, End, Ended, Found, Walker};
use super::{Bounds, Going};
use crate::check::program::{Kind, Test};
use crate::check::{Prepared, Program};
use crate::engine::{
    Answer, Chosen, Deed, Done, Effects, Failure, Policy, Stage, There as _, Watched, act, nowhere, roll, states,
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
    fn worth(&self, ended: &Ended) -> Result<i64, Failure> {
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
pub fn best_of_deed(stage: &Stage<'_>, deed: &Deed, goal: &Goal, bounds: &Bounds) -> Result<DeedOdds, Trouble> {
    let GoalOf::Formula(formula) = &goal.of else { return Err(Failure::internal(nowhere()).into()) };
    let stage = stage.quiet();
    let merging = match bounds.going {
        Going::Plain => None,
        _ => Merging::of_deed(&stage, deed, Some(&formula.0)),
    };
    let seen = stage.policy.map(|policy| match &merging {
        Some((merging, test)) => Cow::Owned(merging.seen(stage.game, *test, policy)),
        None => Cow::Borrowed(policy),
    });
    let stage = Stage { policy: seen.as_deref(), ..stage };
    let asked = (Some(goal), merging.map(|(merging, _)| merging));
    played(&stage, (asked, &deed.interventions), bounds, &|walker| {
        let mut done = act(&stage, deed, walker, std::slice::from_ref(formula));
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
    (who, interventions): (usize, &[Chosen]),
    goal: Option<&Goal>,
    bounds: &Bounds,
) -> Result<DeedOdds, Trouble> {
    let Program::Test(side) = &prepared.program else { return Err(Trouble::NoTest) };
    let stage = stage.quiet();
    let merging = match bounds.going {
        Going::Plain => None,
        _ => Merging::of_roll(&stage, side, interventions),
    };
    let seen = stage.policy.map(|policy| match &merging {
        Some(merging) if goal.is_some() => Cow::Owned(merging.seen(stage.game, side.test, policy)),
        _ => Cow::Borrowed(policy),
    });
    let stage = Stage { policy: seen.as_deref(), ..stage };
    played(&stage, ((goal, merging), interventions), bounds, &|walker| {
        let (ended, done) = rolled(&stage, prepared, (side.test, who), interventions, walker)?;
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
    interventions: &[Chosen],
    effects: &mut dyn Effects,
) -> Result<(Ended, Done), Failure> {
    let (evaluation, done) = roll(stage, prepared, who, interventions.to_vec(), &mut *effects)?;
    if effects.open_ended() && evaluation.outcome.is_none() {
        return Err(Failure::cut(nowhere()));
    }
    let name = stage.world.people.get(who).there(nowhere())?.name.clone();
    let result = evaluation.sides.into_iter().next().there(nowhere())?;
    let ended = Ended {
        label: String::new(),
        test,
        who: vec![name],
        total: result.total,
        shown: if effects.open_ended() { Vec::new() } else { result.shown },
        outcome: evaluation.outcome.as_ref().map(End::of),
    };
    Ok((ended, done))
}

/// A run of an action or a test. It tells its worth to the walker.
type Run<'r> = &'r dyn Fn(&mut Walker) -> Result<Done, Failure>;

/// The goal of best play, if there is one, and which faces nothing tells apart.
type PlayedFor<'r> = (Option<&'r Goal>, Option<Merging>);

fn played(
    stage: &Stage<'_>,
    (asked, chosen): (PlayedFor<'_>, &[Chosen]),
    bounds: &Bounds,
    run: Run<'_>,
) -> Result<DeedOdds, Trouble> {
    let budget = &bounds.budget();
    let goal = asked.0;
    let found = played_once(stage, (asked, chosen), (bounds, budget), run).map_err(|trouble| trouble.made_by(budget));
    let unsure = matches!(&found, Err(Trouble::BestUnsure)) || matches!(&found, Ok(odds) if !odds.left.is_never());
    if bounds.going == Going::Plain || goal.is_none() || !unsure {
        return found;
    }
    // With deferred dice the best decision may be unknown: walk all throws.
    let plain = Bounds { going: Going::Plain, ..*bounds };
    played_once(stage, ((goal, None), chosen), (&plain, budget), run).or(found)
}

fn played_once(
    stage: &Stage<'_>,
    ((goal, merging), chosen): (PlayedFor<'_>, &[Chosen]),
    (bounds, budget): (&Bounds, &Rc<Budget>),
    run: Run<'_>,
) -> Result<DeedOdds, Trouble> {
    let mut walker = Walker::new(bounds, budget).wherever_possible().pinned(stage.fallen).merging(merging.clone());
    if let Some(goal) = goal {
        walker = walker.deciding(goal.of.is_flag());
    }
    let before = states(stage, &mut walker)?;
    let mut runs = Runs::default();
    let leaf = |walker: &mut Walker, runs: &mut Runs| {
        let done = run(walker).and_then(|done| walker.nothing_lies_there(nowhere()).map(|()| done));
        runs.leaf(stage, stage.world, done, walker).map(|(leaf, _)| leaf)
    };
    let (found, best) = if goal.is_some() {
        let (found, best) = walker.walk_best(|walker| leaf(walker, &mut runs))?;
        (found, Some(best))
    } else {
        (walker.walk(|walker| leaf(walker, &mut runs))?, None)
    };
    runs.left = found.left;
    runs.failed = found.failed;
    let leaves = found.leaves.into_iter().zip(found.ends);
    runs.seen = leaves.map(|((leaf, mass), (tests, ends))| (leaf, tests, Found { mass, ends })).collect();
    let (mut odds, _) = runs.odds(stage, &before, &walker, goal.is_none_or(|goal| goal.wanted))?;
    let (Some(goal), Some(best)) = (goal, best) else { return Ok(odds) };
    let none = Policy::default();
    let policy = stage.policy.unwrap_or(&none);
    let advised: Vec<(Advised, Mass)> = best.advice.into_iter().collect();
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
        found.extend(advice((stage.game, policy, merging.as_ref()), &key, &situations, &all, budget)?);
    }
    odds.best = Some(BestPlay { worth: best.worth, flag: goal.of.is_flag(), advice: found });
    Ok(odds)
}
