//! The odds of an expression, by the walk or a shorter method.

use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::Zero as _;

use super::chance::Chance;
use super::distribution::Distribution;
use super::error::OddsError;
use super::mass::{Mass, together};
use super::model::{JointOdds, Odds, OddsCondition, OutcomeOdds};
use super::walk::{Failed, Heap, IndependentParts, PendingPart, ReachedOutcome, Walked, Walker, shown_heap};
use super::{MOST_PATHS, OddsLimits, WalkStrategy, conservation, shortcuts};
use crate::check::program::{Arithmetic, CheckedGame, Count, Die, Ir, Late, Op, Test};
use crate::check::{NO_OUTCOME, Prepared, Program};
use crate::diagnostic::Code;
use crate::engine::{
    Answer, Effects, Evaluation, EvaluationCost, Failure, Observed, Observer as _, There as _, Verdict, nowhere,
    observe, observe_apart, observe_joint,
};
use crate::id::Id;
use crate::limits::Budget;
use crate::world::{Env, World};

/// The result of one run of an expression. There may be half a million of them, so parts that most runs lack take
/// little space.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ExpressionLeaf {
    /// `None`: only the outcome of the test is known.
    pub(super) value: Option<Answer>,
    pub(super) end: Option<Box<ReachedOutcome>>,
    pub(super) shown: Box<[(String, Answer)]>,
    pub(super) beside: SecondValue,
}

/// The second value of a run, or whether its condition holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SecondValue {
    #[default]
    Nothing,
    /// The condition does not hold: the run does not count.
    Out,
    /// The second value.
    This(Box<Answer>),
}

impl SecondValue {
    fn of(beside: Option<Answer>) -> Self {
        beside.map_or(Self::Nothing, |one| Self::This(Box::new(one)))
    }
}

impl Heap for ExpressionLeaf {
    fn heap(&self) -> u64 {
        let end = self.end.as_ref().map_or(0, |end| (size_of::<ReachedOutcome>() as u64).saturating_add(end.heap()));
        // Leaves are put in order and told beside what they were found in.
        let value = self.value.heap().saturating_add(3 * size_of::<Self>() as u64);
        let beside = if let SecondValue::This(answer) = &self.beside { answer.heap().saturating_add(32) } else { 0 };
        value.saturating_add(end).saturating_add(shown_heap(&self.shown)).saturating_add(beside)
    }
}

impl ExpressionLeaf {
    /// A run in which the condition does not hold.
    fn out() -> Self {
        Self { beside: SecondValue::Out, ..Self::default() }
    }

    /// The result of an evaluation. If explosions were cut (`open_ended`), only the outcome, and a total that does not
    /// read these dice.
    ///
    /// # Errors
    ///
    /// An internal one if nothing was rolled.
    pub(super) fn of(evaluation: Evaluation, open_ended: bool) -> Result<Self, Failure> {
        let end = evaluation.outcome.as_ref().map(|outcome| Box::new(ReachedOutcome::of(outcome)));
        let opposed = evaluation.sides.len() > 1;
        let side = evaluation.sides.into_iter().next().there(nowhere())?;
        if open_ended {
            return Ok(Self { value: side.total.map(Answer::Number), end, ..Self::default() });
        }
        let shown = if opposed { Box::default() } else { side.shown.into() };
        Ok(Self { value: Some(evaluation.value), end, shown, ..Self::default() })
    }
}

/// The odds of an expression. `seat` is the roller's index in the world, if the roll is made at a table.
///
/// # Errors
///
/// What stopped a run, or that it would take too long.
pub fn of_expression(
    game: &CheckedGame,
    prepared: &Prepared,
    env: &Env,
    seat: Option<(&World, usize)>,
    (bounds, budget): (&OddsLimits, &Rc<Budget>),
) -> Result<Odds, OddsError> {
    if bounds.strategy == WalkStrategy::Deferred
        && prepared.joint.is_none()
        && let Some(found) = shortcuts::of(game, prepared, env, seat, (bounds, budget))?
    {
        return Ok(found);
    }
    if let Program::Value { ir, .. } = &prepared.program {
        let least = least_ways(ir).max(least_together(ir, game.limits.dice));
        if least > MOST_PATHS.into() {
            return Err(OddsError::TooLong(least.into()));
        }
    }
    let mut walker = Walker::new(bounds, budget);
    if bounds.strategy != WalkStrategy::Enumerate {
        walker = walker.setting_aside();
    }
    if matches!(prepared.program, Program::Opposed(..)) {
        walker = walker.without_unread_values();
    }
    let program = PartOf { game, prepared, env, bounds, budget };
    let walked = program.walk(&mut walker, |walker| run(game, prepared, env, seat, walker));
    let walked = walked.map_err(|trouble| trouble.made_by(budget))?.answered()?;
    // What it knows of the dice may be as much as what came of them.
    drop(walker);
    if let Some((failure, _)) = walked.failed.first()
        && walked.leaves.iter().all(|(leaf, _)| leaf.value.is_none() && leaf.beside != SecondValue::Out)
    {
        // Every run that was followed to its end fails; what is known of the others is known of dice that were cut.
        return Err(failure.clone().into());
    }
    gathered(game, prepared, walked)
}

/// A program of which parts are walked by themselves.
#[derive(Clone, Copy)]
struct PartOf<'a> {
    game: &'a CheckedGame,
    prepared: &'a Prepared,
    env: &'a Env,
    bounds: &'a OddsLimits,
    budget: &'a Rc<Budget>,
}

impl PartOf<'_> {
    /// Walks, and first all parts that the walk wants to know.
    fn walk<L: Ord + Clone + Heap>(
        self,
        walker: &mut Walker,
        mut run: impl FnMut(&mut Walker) -> Result<L, Failure>,
    ) -> Result<Walked<L>, OddsError> {
        loop {
            let found = walker.walk(&mut run);
            let Some(wanted) = walker.parts.wanted() else { return found };
            let parts = std::mem::take(&mut walker.parts);
            walker.parts = self.part(wanted, parts)?;
        }
    }

    /// Walks a part by itself.
    fn part(self, wanted: PendingPart, mut parts: IndependentParts) -> Result<IndependentParts, OddsError> {
        if !parts.enter() {
            parts.found(wanted, None, EvaluationCost::default())?;
            return Ok(parts);
        }
        let held = self.budget.held();
        let mut walker = Walker::new(self.bounds, self.budget).with_parts(parts, &wanted.ir);
        let mut taken = EvaluationCost::default();
        let walked = self.walk(&mut walker, |walker| {
            let part = (&*wanted.ir, &*wanted.reading);
            let (found, took) = observe_apart(self.game, self.prepared, self.env, part, walker);
            taken = taken.max(took);
            found
        });
        let mut parts = std::mem::take(&mut walker.parts);
        drop(walker);
        let walked = match walked {
            Ok(walked) => Some(walked),
            Err(trouble @ OddsError::TooMuch(_)) => return Err(trouble),
            // The part is evaluated in its place, which gives the reason.
            Err(_) => None,
        };
        let now = walked.as_ref().map_or(0, |walked| walked.bytes);
        self.budget.release(self.budget.held().saturating_sub(held.saturating_add(now)));
        parts.found(wanted, walked, taken)?;
        Ok(parts)
    }
}

/// The same of what the whole expression does with dice that stand in it by themselves: both are read whatever the
/// other shows. Where they stand deeper, the walk may take them apart.
fn least_together(ir: &Ir, most_dice: u32) -> u128 {
    match &ir.op {
        Op::Compare(_, left, right) | Op::Arithmetic(_, left, right) => match (&left.op, &right.op) {
            (Op::Pool(_), Op::Pool(_)) => least_ways(left).saturating_mul(least_ways(right)),
            _ => 1,
        },
        Op::Pool(pool) if pool.modifiers.is_empty() => match (&pool.count, pool.late.as_slice(), &pool.die) {
            // Of each number of dice every sum; of more than may be thrown nothing.
            (Count::Computed(count), [], Die::Sides(sides)) if matches!(count.op, Op::Pool(_)) => {
                let numbers = least_ways(count).min(most_dice.into());
                numbers + u128::from(sides.saturating_sub(1)) * (numbers * (numbers + 1) / 2)
            }
            // Of each number of sides every face.
            (Count::Fixed(1), [Late::Sides(sides)], _) if matches!(sides.op, Op::Pool(_)) => {
                let sides = least_ways(sides);
                sides.saturating_mul(sides.saturating_add(1)) / 2
            }
            _ => 1,
        },
        _ => 1,
    }
}

/// A lower bound on the number of paths: the product of the face counts of all dice that are read unconditionally.
fn least_ways(ir: &Ir) -> u128 {
    match &ir.op {
        Op::Negate(inner) => least_ways(inner),
        Op::Arithmetic(Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply, left, right) => {
            least_ways(left).saturating_mul(least_ways(right))
        }
        Op::Min(all) | Op::Max(all) => all.iter().map(least_ways).fold(1, u128::saturating_mul),
        Op::Pool(pool) if pool.late.is_empty() && pool.modifiers.is_empty() => match (&pool.count, &pool.die) {
            (Count::Fixed(1..), Die::Sides(sides)) => (*sides).into(),
            _ => 1,
        },
        _ => 1,
    }
}

fn run(
    game: &CheckedGame,
    prepared: &Prepared,
    env: &Env,
    seat: Option<(&World, usize)>,
    walker: &mut Walker,
) -> Result<ExpressionLeaf, Failure> {
    let (evaluation, beside) = match found(game, prepared, env, seat, walker)? {
        Observed::Found(evaluation, beside) => (*evaluation, SecondValue::of(beside)),
        // It counts, and nothing is known of it.
        Observed::Cut => return Ok(ExpressionLeaf::default()),
        Observed::Out => return Ok(ExpressionLeaf::out()),
    };
    let open_ended = walker.open_ended();
    if open_ended && evaluation.sides.first().is_some_and(|side| side.test.is_none()) {
        // Whatever reads dice that were cut has no value: this one they cannot change.
        return Ok(ExpressionLeaf { value: Some(evaluation.value), beside, ..ExpressionLeaf::default() });
    }
    if open_ended && evaluation.outcome.is_none() {
        return Err(Failure::cut(prepared_at(prepared)));
    }
    Ok(ExpressionLeaf { beside, ..ExpressionLeaf::of(evaluation, open_ended)? })
}

/// What an evaluation comes to with what is asked besides.
fn found(
    game: &CheckedGame,
    prepared: &Prepared,
    env: &Env,
    seat: Option<(&World, usize)>,
    effects: &mut dyn Effects,
) -> Result<Observed, Failure> {
    match &prepared.joint {
        Some(joint) => observe_joint(game, prepared, joint, env, seat, effects),
        None => Ok(Observed::Found(Box::new(observe(game, prepared, env, seat, effects)?), None)),
    }
}

/// What one sample comes to.
pub(super) fn sampled(
    game: &CheckedGame,
    prepared: &Prepared,
    env: &Env,
    seat: Option<(&World, usize)>,
    effects: &mut dyn Effects,
) -> Result<ExpressionLeaf, Failure> {
    match found(game, prepared, env, seat, effects)? {
        Observed::Found(evaluation, beside) => {
            Ok(ExpressionLeaf { beside: SecondValue::of(beside), ..ExpressionLeaf::of(*evaluation, false)? })
        }
        Observed::Out => Ok(ExpressionLeaf::out()),
        // Samples are followed to their end.
        Observed::Cut => Err(Failure::internal(prepared_at(prepared))),
    }
}

/// What counts under the condition of what is asked, if there is one.
pub(super) struct Narrowed {
    pub(super) leaves: Vec<(ExpressionLeaf, BigUint)>,
    pub(super) failed: Vec<(Failure, Chance)>,
    pub(super) all: BigUint,
    pub(super) given: Option<OddsCondition>,
}

/// Leaves out the ways in which a condition does not hold. In so many of all (`unknown`) it may; of samples that is
/// not known.
///
/// # Errors
///
/// That it never holds.
pub(super) fn narrowed(
    prepared: &Prepared,
    mut leaves: Vec<(ExpressionLeaf, BigUint)>,
    failed: Vec<(Failure, Chance)>,
    (all, unknown): (BigUint, Option<&BigUint>),
) -> Result<Narrowed, OddsError> {
    let Some((joint, given)) = prepared.joint.as_ref().and_then(|joint| Some((joint, joint.given.as_ref()?))) else {
        return Ok(Narrowed { leaves, failed, all, given: None });
    };
    let out: BigUint = leaves.iter().filter(|(leaf, _)| leaf.beside == SecondValue::Out).map(|(_, ways)| ways).sum();
    leaves.retain(|(leaf, _)| leaf.beside != SecondValue::Out);
    let left = &all - out;
    if left.is_zero() {
        let failure = Failure::new(Code::GivenNever, given.at);
        return Err(failure.arg("sampled", if unknown.is_none() { "yes" } else { "no" }).into());
    }
    let chance = Chance::new(left.clone(), all.clone());
    let given = OddsCondition {
        condition: joint.condition.clone(),
        chance,
        at_most: unknown.is_some_and(|ways| !ways.is_zero()),
    };
    let failed = failed.into_iter().map(|(failure, chance)| (failure, Chance::new(chance.ways_of(&all), left.clone())));
    Ok(Narrowed { leaves, failed: failed.collect(), all: left, given: Some(given) })
}

fn prepared_at(prepared: &Prepared) -> crate::check::program::At {
    match &prepared.program {
        Program::Value { ir, .. } => ir.at,
        Program::Test(side) | Program::Opposed(side, _) => side.total.at,
    }
}

/// The names of everything that a program can end with, in the ruleset's order.
pub(super) fn ends(game: &CheckedGame, program: &Program) -> Result<Vec<ReachedOutcome>, OddsError> {
    match program {
        Program::Value { .. } => Ok(Vec::new()),
        Program::Test(side) => ends_of_one(game, side.test),
        Program::Opposed(side, _) => ends_of_two(game, side.test),
    }
}

fn end(name: Option<String>, verdict: Option<u8>, success: Option<bool>) -> ReachedOutcome {
    ReachedOutcome { name, verdict, success, classes: Vec::new(), margin: None }
}

/// How a test by one side can end.
pub(super) fn ends_of_one(game: &CheckedGame, test: Id<Test>) -> Result<Vec<ReachedOutcome>, OddsError> {
    let outcomes = game.tests[test].outcomes.iter();
    Ok(outcomes
        .map(|one| ReachedOutcome {
            classes: game.classes_of(one),
            ..end(Some(one.name.to_string()), None, one.success)
        })
        .collect())
}

/// How a test by two sides can end.
pub(super) fn ends_of_two(game: &CheckedGame, test: Id<Test>) -> Result<Vec<ReachedOutcome>, OddsError> {
    let opposed = game.tests[test].opposed.as_ref().ok_or_else(|| conservation::lost())?;
    let name = |name: &Option<std::sync::Arc<str>>| name.as_ref().map(|name| name.to_string());
    Ok(vec![
        end(name(&opposed.win), Some(0), Some(true)),
        end(name(&opposed.tied), Some(2), None),
        end(name(&opposed.lose), Some(1), Some(false)),
    ])
}

pub(super) fn verdict(number: u8) -> Verdict {
    match number {
        0 => Verdict::Win,
        1 => Verdict::Lose,
        _ => Verdict::Tie,
    }
}

/// Outcomes with their ways, out of all, in the order of their names; those that cannot be are
/// left out, but for one side's, whose outcomes all stand there.
pub(super) fn outcomes(
    order: &[ReachedOutcome],
    ways: &[(ReachedOutcome, BigUint)],
    all: &BigUint,
) -> Vec<OutcomeOdds> {
    let same = |one: &ReachedOutcome, other: &ReachedOutcome| one.name == other.name && one.verdict == other.verdict;
    let mut names: Vec<ReachedOutcome> = order.to_vec();
    for (end, _) in ways {
        if !names.iter().any(|one| same(one, end)) {
            names.push(end.clone());
        }
    }
    let any = ways.iter().any(|(_, ways)| !ways.is_zero());
    let found = names.into_iter().map(|name| {
        let sum: BigUint = ways.iter().filter(|(end, _)| same(end, &name)).map(|(_, ways)| ways).sum();
        OutcomeOdds {
            verdict: name.verdict.map(verdict),
            success: name.success,
            classes: name.classes,
            name: name.name,
            chance: Chance::new(sum, all.clone()),
        }
    });
    // Without anything to compare with nothing has an outcome.
    if any {
        found.filter(|one| one.verdict != Some(Verdict::Tie) || !one.chance.is_never()).collect()
    } else {
        Vec::new()
    }
}

/// What a walk came to, by what it is.
pub(super) fn gathered(
    game: &CheckedGame,
    prepared: &Prepared,
    walked: Walked<ExpressionLeaf>,
) -> Result<Odds, OddsError> {
    let nothing = ExpressionLeaf::default();
    let mut seen: Vec<(LeafOrFailure<ExpressionLeaf>, Mass)> =
        walked.leaves.into_iter().map(|(leaf, mass)| (LeafOrFailure::Leaf(leaf), mass)).collect();
    seen.push((LeafOrFailure::Leaf(nothing), walked.left));
    let (leaves, failed, all) = apart(seen, walked.failed)?;
    // What was not followed comes last.
    let unknown = leaves.last().map(|(_, ways)| ways.clone()).ok_or_else(|| conservation::lost())?;
    let Narrowed { leaves, failed, all, given } = narrowed(prepared, leaves, failed, (all, Some(&unknown)))?;
    let counted = leaves.iter().map(|(_, ways)| ways).sum();
    let odds = from_leaves(&ends(game, &prepared.program)?, leaves, (&counted, &all))?;
    Ok(Odds { unanswered: failed, given, ..odds.titled(prepared) })
}

/// The result of a run, or why it failed.
#[derive(Debug, Clone)]
pub(super) enum LeafOrFailure<L> {
    /// What runs came to.
    Leaf(L),
    /// Why they came to nothing.
    Failed(Failure),
}

/// What was seen, what failed and how likely that is, all out of one number of ways.
///
/// # Errors
///
/// That something was lost.
#[expect(clippy::type_complexity, reason = "three lists that belong together")]
pub(super) fn apart<L: Clone>(
    mut seen: Vec<(LeafOrFailure<L>, Mass)>,
    failed: Failed,
) -> Result<(Vec<(L, BigUint)>, Vec<(Failure, Chance)>, BigUint), OddsError> {
    seen.extend(failed.into_iter().map(|(failure, mass)| (LeafOrFailure::Failed(failure), mass)));
    let (seen, all) = together(seen);
    conservation::whole(seen.iter().map(|(_, ways)| ways), &all)?;
    let (mut leaves, mut failed) = (Vec::with_capacity(seen.len()), Vec::new());
    for (what, ways) in seen {
        match what {
            LeafOrFailure::Leaf(leaf) => leaves.push((leaf, ways)),
            LeafOrFailure::Failed(failure) => failed.push((failure, Chance::new(ways, all.clone()))),
        }
    }
    Ok((leaves, failed, all))
}

/// The same from ways that were counted: so many of all.
pub(super) fn from_leaves(
    order: &[ReachedOutcome],
    leaves: Vec<(ExpressionLeaf, BigUint)>,
    (counted, all): (&BigUint, &BigUint),
) -> Result<Odds, OddsError> {
    conservation::whole(leaves.iter().map(|(_, ways)| ways), counted)?;
    let mut values = Vec::new();
    let mut ended: Vec<(ReachedOutcome, BigUint)> = Vec::new();
    let mut margins = Vec::new();
    let mut shown: Vec<(String, Vec<(Answer, BigUint)>)> = Vec::new();
    let mut undecided = BigUint::zero();
    let any_end = leaves.iter().any(|(leaf, _)| leaf.end.is_some());
    let mut pairs: Vec<((Answer, Answer), BigUint)> = Vec::new();
    for (leaf, ways) in leaves {
        if let SecondValue::This(beside) = leaf.beside {
            // Of two sides whose ends have no names, whether the first wins.
            let won = |end: &ReachedOutcome| Answer::Flag(end.success == Some(true));
            let named = leaf.end.as_ref().map(|end| end.name.clone().map_or_else(|| won(end), Answer::Text));
            let named = named.or_else(|| any_end.then(|| Answer::Text(NO_OUTCOME.to_owned())));
            let value = named.or_else(|| leaf.value.clone()).ok_or_else(|| conservation::lost())?;
            pairs.push(((value, *beside), ways.clone()));
        }
        // Where it is known what the dice came to, none of the outcomes holds.
        let none = leaf.value.as_ref().filter(|_| any_end).map(|_| Box::new(end(None, None, None)));
        if let Some(value) = leaf.value {
            values.push((value, ways.clone()));
        }
        match leaf.end.or(none) {
            Some(end) => {
                if let Some(margin) = end.margin {
                    margins.push((margin, ways.clone()));
                }
                let end = ReachedOutcome { margin: None, ..*end };
                match ended.last_mut() {
                    Some((last, sum)) if *last == end => *sum += &ways,
                    _ => ended.push((end, ways.clone())),
                }
            }
            None => undecided += &ways,
        }
        for (label, answer) in leaf.shown {
            match shown.iter_mut().find(|(one, _)| *one == label) {
                Some((_, answers)) => answers.push((answer, ways.clone())),
                None => shown.push((label, vec![(answer, ways.clone())])),
            }
        }
    }
    let outcomes = outcomes(order, &ended, all);
    Ok(Odds {
        values: Distribution::new(values, all.clone()),
        outcomes,
        margin: (!margins.is_empty()).then(|| Distribution::new(margins, all.clone())),
        shown: shown.into_iter().map(|(label, answers)| (label, Distribution::new(answers, all.clone()))).collect(),
        undecided: if any_end { Chance::new(undecided, all.clone()) } else { Chance::never() },
        unanswered: Vec::new(),
        samples: None,
        given: None,
        pairs: (!pairs.is_empty())
            .then(|| JointOdds { titles: Vec::new(), values: Distribution::new(pairs, all.clone()) }),
    })
}
