//! The first test of an action in full: its totals, margins and shown values.
//!
//! The walk over an action does not enumerate totals: it asks of a total only what decides the outcome. So totals
//! have a walk of their own, in which each run stops when the test has ended.

use std::rc::Rc;

use super::OddsLimits;
use super::actions::{REFUSED, TestKey, possible};
use super::chance::Chance;
use super::error::OddsError;
use super::expression::{ExpressionLeaf, LeafOrFailure, apart, from_leaves};
use super::face_classes::FaceClasses;
use super::model::{Odds, OutcomeOdds};
use super::walk::Walker;
use crate::check::program::At;
use crate::engine::{ActionCall, Answer, Failure, Stage, Stop, act};
use crate::limits::Budget;
use crate::syntax::TextSpan;

/// The most runs for totals, and their work. An action whose first test comes late may need many more; then totals are
/// left out.
const MOST_RUNS: u64 = 20_000;
const MOST_WORK: u64 = 500_000_000;

/// Adds totals and margins to the odds of the first test of an action, and shown values if there are none yet. If that
/// would take too long, the odds stay as they are. `classes`: faces that nothing distinguishes, totals neither.
///
/// # Errors
///
/// What stopped it.
pub(super) fn in_full(
    stage: &Stage<'_>,
    call: &ActionCall,
    key: &TestKey,
    (bounds, budget, classes): (&OddsLimits, &Rc<Budget>, Option<FaceClasses>),
    left: &Chance,
    odds: &mut Odds,
) -> Result<(), OddsError> {
    let at = At { origin: At::TYPED, span: TextSpan::default() };
    // Together with totals it takes many more runs.
    let curious = odds.shown.is_empty();
    let walker = Walker::new(bounds, budget)
        .wherever_possible()
        .pinned(stage.fallen)
        .merging(classes)
        .at_most(4 * MOST_RUNS)
        .until(key);
    let mut walker = if curious { walker } else { walker.without_unread_values() };
    let mut runs = 0_u64;
    let began = budget.done();
    let walked = walker.walk(|walker| {
        runs = runs.saturating_add(1);
        if runs > MOST_RUNS || budget.done().saturating_sub(began) > MOST_WORK {
            return Err(Failure::new(Stop::Over, at));
        }
        let done = act(stage, call, walker, &[]);
        match (done, walker.ended.get(key.3)) {
            (_, Some(test)) => Ok(Some(ExpressionLeaf {
                value: test.total.map(Answer::Number),
                end: test.outcome.clone().map(Box::new),
                shown: test.shown.clone().into(),
                ..ExpressionLeaf::default()
            })),
            (Ok(_), None) => Ok(None),
            (Err(failure), None) if REFUSED.contains(&failure.code()) => Ok(None),
            (Err(failure), None) => Err(failure),
        }
    });
    let walked = match walked {
        Ok(walked) => walked,
        Err(OddsError::TooLong(_) | OddsError::TooLarge | OddsError::TooMuch(_) | OddsError::TooFull(_)) => {
            return Ok(());
        }
        Err(OddsError::Stopped(failure)) if failure.stop() == Some(Stop::Over) => return Ok(()),
        Err(other) => return Err(other),
    };
    let mut seen: Vec<_> = walked.leaves.into_iter().map(|(leaf, mass)| (LeafOrFailure::Leaf(leaf), mass)).collect();
    seen.push((LeafOrFailure::Leaf(None), walked.left));
    let (leaves, _, all) = apart(seen, walked.failed)?;
    let leaves: Vec<_> = leaves.into_iter().filter_map(|(leaf, ways)| leaf.map(|leaf| (leaf, ways))).collect();
    let order = possible(stage.game, key.2, &leaves)?;
    let rolled = leaves.iter().map(|(_, ways)| ways).sum();
    let full = from_leaves(&order, leaves, (&rolled, &all))?;
    // What is refused later on counts as never rolled, which is not known so early; what was cut
    // later on may be known so early.
    let same = |one: &OutcomeOdds, other: &OutcomeOdds| {
        (&one.name, one.verdict) == (&other.name, other.verdict)
            && one.chance >= other.chance
            && one.chance <= other.chance.or(left)
    };
    let pairs = full.outcomes.iter().zip(&odds.outcomes);
    if full.outcomes.len() == odds.outcomes.len() && pairs.fold(true, |all, (one, other)| all && same(one, other)) {
        odds.values = full.values;
        odds.margin = full.margin;
        if curious {
            odds.shown = full.shown;
        }
    }
    Ok(())
}
