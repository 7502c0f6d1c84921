//! The first test of an action, told in full: its totals, margins and what it shows.
//!
//! What an action leads to is walked without counting: of a total only as much is asked as says
//! how the test ends. So totals have a walk of their own, in which each run stops where the test
//! has ended.

use std::rc::Rc;

use super::Bounds;
use super::chance::Chance;
use super::deeds::{REFUSED, TestKey, possible};
use super::expression::{Leaf, Seen, apart, from_leaves};
use super::model::{Odds, OutcomeOdds};
use super::trouble::Trouble;
use super::walk::{End, Walker};
use crate::check::program::{At, Die};
use crate::eval::{
    Answer, Asked, Decision, Deed, Effects, Ends, Fact, Failure, Glance, Refusal, Stage, Tested, Throwing, act,
};
use crate::limits::Budget;
use crate::syntax::{CompareOp, TextSpan};

/// Runs after which totals are left out: an action whose first test comes late may have very many.
const MOST_RUNS: u32 = 20_000;
/// A run that is over.
const OVER: &str = "over";

/// A walker that counts, and that says nothing more when a test has ended.
struct Until<'w> {
    walker: &'w mut Walker,
    key: &'w TestKey,
    /// How many tests that look the same have ended.
    before: usize,
    /// Whether anybody wants to know what it shows besides.
    curious: bool,
    /// What the test came to.
    found: Option<Leaf>,
}

impl Until<'_> {
    fn goes_on(&self) -> Result<(), Refusal> {
        if self.found.is_some() { Err(Refusal { code: OVER, args: Vec::new() }) } else { Ok(()) }
    }
}

impl Effects for Until<'_> {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        self.goes_on()?;
        self.walker.throw(die, count, faces)
    }

    fn answer(&mut self, asked: &Asked<'_>) -> Result<Option<i64>, Refusal> {
        self.walker.answer(asked)
    }

    fn decide(&mut self, asked: &Decision<'_>) -> Result<Option<String>, Refusal> {
        self.walker.decide(asked)
    }

    fn offer(&mut self, asked: &Decision<'_>, otherwise: &Answer) -> Result<Option<String>, Refusal> {
        self.walker.offer(asked, otherwise)
    }

    fn cover(&mut self, throwing: &Throwing<'_>) -> Result<Option<usize>, Refusal> {
        self.goes_on()?;
        self.walker.cover(throwing)
    }

    fn covers(&self) -> bool {
        self.walker.covers()
    }

    fn glance(&mut self, covered: usize, glance: &Glance) -> Result<Option<i64>, Refusal> {
        self.goes_on()?;
        self.walker.glance(covered, glance)
    }

    fn uncover(&mut self, covered: usize) -> Result<Vec<i64>, Refusal> {
        self.goes_on()?;
        self.walker.uncover(covered)
    }

    fn beats(&mut self, left: &Throwing<'_>, right: &Throwing<'_>) -> Result<Option<i64>, Refusal> {
        self.goes_on()?;
        self.walker.beats(left, right)
    }

    fn explodes(&mut self, times: u32) -> Result<(), Refusal> {
        self.walker.explodes(times)
    }

    fn settle(&mut self, die: &Die, op: CompareOp, value: i64) -> Result<Option<i64>, Refusal> {
        self.goes_on()?;
        self.walker.settle(die, op, value)
    }

    fn contest(&mut self) -> usize {
        if self.found.is_some() { 0 } else { self.walker.contest() }
    }

    fn again(&mut self, contest: usize) -> Result<(), Refusal> {
        self.goes_on()?;
        self.walker.again(contest)
    }

    fn worked(&mut self, steps: u64) -> Result<(), Refusal> {
        self.walker.worked(steps)
    }

    fn tested(&mut self, test: &Tested<'_>) {
        let (label, who, index, place) = self.key;
        let same = test.label == label && test.who == who.as_slice() && test.test == *index;
        if !same || self.found.is_some() {
            return;
        }
        if self.before < *place {
            self.before += 1;
            return;
        }
        self.found = Some(Leaf {
            value: test.side.total.map(Answer::Number),
            end: test.outcome.map(End::of),
            shown: test.side.shown.clone(),
        });
    }

    fn curious(&self) -> bool {
        self.curious
    }

    fn whenever(&self) -> bool {
        self.walker.whenever()
    }

    fn reads(&mut self, fact: Fact) {
        self.walker.reads(fact);
    }

    fn cut(&mut self) {
        self.walker.cut();
    }

    fn open_ended(&self) -> bool {
        self.walker.open_ended()
    }

    fn range(&mut self, covered: usize, glance: &Glance) -> Result<Ends, Refusal> {
        self.goes_on()?;
        self.walker.range(covered, glance)
    }

    fn cover_again(&mut self, covered: usize) -> Result<Option<usize>, Refusal> {
        self.walker.cover_again(covered)
    }
}

/// Adds totals and margins to what is known of a test of an action, and what it shows besides if
/// nothing of that is known. Where that would take long it stays as it is.
///
/// # Errors
///
/// What stopped it.
pub(super) fn in_full(
    stage: &Stage<'_>,
    deed: &Deed,
    key: &TestKey,
    (bounds, budget): (&Bounds, &Rc<Budget>),
    left: &Chance,
    odds: &mut Odds,
) -> Result<(), Trouble> {
    let mut walker = Walker::new(bounds, budget).wherever_possible();
    let at = At { origin: At::TYPED, span: TextSpan::default() };
    // Together with totals it takes many more runs.
    let curious = odds.shown.is_empty();
    let mut runs = 0_u32;
    let walked = walker.walk(|walker| {
        runs = runs.saturating_add(1);
        if runs > MOST_RUNS {
            return Err(Failure::new(OVER, at));
        }
        let mut until = Until { walker, key, before: 0, curious, found: None };
        let done = act(stage, deed, &mut until, &[]);
        let found = until.found.take();
        match (done, found) {
            (_, Some(leaf)) => Ok(Some(leaf)),
            (Ok(_), None) => Ok(None),
            (Err(failure), None) if REFUSED.contains(&failure.code()) => Ok(None),
            (Err(failure), None) => Err(failure),
        }
    });
    let walked = match walked {
        Ok(walked) => walked,
        Err(Trouble::TooLong(_) | Trouble::TooLarge | Trouble::TooMuch(_) | Trouble::TooFull(_)) => return Ok(()),
        Err(Trouble::Stopped(failure)) if failure.code() == OVER => return Ok(()),
        Err(other) => return Err(other),
    };
    let mut seen: Vec<_> = walked.leaves.into_iter().map(|(leaf, mass)| (Seen::Leaf(leaf), mass)).collect();
    seen.push((Seen::Leaf(None), walked.left));
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
