//! Best play: the odds of an action where each decision is the best that whoever sees everything can make.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::advice::advice;
use super::deeds::Runs;
use super::mass::{Mass, together};
use super::model::{BestPlay, DeedOdds};
use super::trouble::Trouble;
use super::walk::{Advised, Found, Walker};
use super::{Bounds, Going};
use crate::check::program::Kind;
use crate::engine::{Answer, Deed, Failure, Policy, Stage, Watched, act, nowhere, states};
use crate::limits::Budget;

/// What best play makes as large as it can be.
#[derive(Debug, Clone)]
pub struct Goal {
    /// A formula that sees what the action saw, when all is done: how likely it holds, or what it is on average. Where
    /// it has no value it counts as nothing.
    pub formula: Watched,
    /// It is an error if what is wanted can never be done.
    pub wanted: bool,
}

/// What an action leads to with best play.
///
/// # Errors
///
/// What stopped it, that it would take too long, or that what is best is not known.
pub fn best_of_deed(stage: &Stage<'_>, deed: &Deed, goal: &Goal, bounds: &Bounds) -> Result<DeedOdds, Trouble> {
    let (stage, budget) = (stage.quiet(), &bounds.budget());
    let none = Policy::default();
    let policy = stage.policy.unwrap_or(&none);
    let stage = stage.deciding(Some(policy));
    let found = played(&stage, deed, goal, (bounds, budget), policy);
    let unsure = matches!(&found, Err(Trouble::BestUnsure)) || matches!(&found, Ok(odds) if !odds.left.is_never());
    if bounds.going == Going::Plain || !unsure {
        return found;
    }
    // Dice that lie covered may be known too little.
    let plain = Bounds { going: Going::Plain, ..*bounds };
    played(&stage, deed, goal, (&plain, budget), policy).or(found)
}

fn played(
    stage: &Stage<'_>,
    deed: &Deed,
    goal: &Goal,
    (bounds, budget): (&Bounds, &Rc<Budget>),
    policy: &Policy,
) -> Result<DeedOdds, Trouble> {
    let flag = goal.formula.1 == Kind::Flag;
    let mut walker = Walker::new(bounds, budget).wherever_possible().deciding(flag);
    let before = states(stage, &mut walker)?;
    let mut runs = Runs::default();
    let watch = std::slice::from_ref(&goal.formula);
    let (found, best) = walker.walk_best(|walker| {
        let mut done = act(stage, deed, walker, watch);
        let worth = match done.as_mut().map(|done| done.watched.pop()) {
            Ok(Some(Ok(Answer::Number(number)))) => number,
            Ok(Some(Ok(Answer::Flag(flag)))) => i64::from(flag),
            Ok(Some(Err(failure))) if failure.is_about_what_was_not_done() => 0,
            Ok(Some(Err(failure))) => return Err(failure),
            Err(_) => 0,
            Ok(Some(Ok(Answer::Text(_))) | None) => return Err(Failure::internal(nowhere())),
        };
        walker.is_worth(worth);
        runs.leaf(stage, stage.world, done, walker).map(|(leaf, _)| leaf)
    })?;
    runs.left = found.left;
    runs.failed = found.failed;
    let leaves = found.leaves.into_iter().zip(found.ends);
    runs.seen = leaves.map(|((leaf, mass), (tests, ends))| (leaf, tests, Found { mass, ends })).collect();
    let (mut odds, _) = runs.odds(stage, &before, &walker, goal.wanted)?;
    let advised: Vec<(Advised, Mass)> = best.advice.into_iter().collect();
    let (advised, all) = together(advised);
    let mut keys: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (advised, ways) in advised {
        keys.entry(Rc::clone(&advised.key)).or_default().push((advised, ways));
    }
    let mut found = Vec::new();
    for (key, situations) in keys {
        found.extend(advice(stage.game, policy, &key, &situations, &all, budget)?);
    }
    odds.best = Some(BestPlay { worth: best.worth, flag, advice: found });
    Ok(odds)
}
