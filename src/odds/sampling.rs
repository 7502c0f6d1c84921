//! Samples, for questions that are too large for exact odds.
//!
//! Samples are drawn in parts of a fixed size, each with its own generator, so the same seed gives the same counts on
//! any number of cores.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use num_bigint::BigUint;
use num_traits::{CheckedSub as _, ToPrimitive as _};

use super::actions::{
    ActionCounts, ActionFact, ActionLeaf, ChangeKey, CharacterChanges, REFUSED, TestCounts, and_then, change, changes,
    is_over, others,
};
use super::best_play::rolled;
use super::card_classes::CardUsage;
use super::chance::Chance;
use super::conservation;
use super::error::OddsError;
use super::expression::{Narrowed, ends, from_leaves, narrowed, sampled};
use super::model::{ActionOdds, Odds, TurnOdds, UNNAMED, unanswered};
use super::turns::Turn;
use super::walk::{Heap, TestIdentity, TestInterner, TestRecord};
use crate::check::program::{AnswerKind, CheckedGame, Die};
use crate::check::{Prepared, Program};
use crate::engine::{
    ActionCall, Answer, Decision, Done, Effects, Failure, Generator, Never, Observer, Refusal, RequestedIntervention,
    Stage, Tested, act, nowhere, states,
};
use crate::limits::{Budget, Full, Limits};
use crate::sort::Sort as _;
use crate::world::{Env, World};

/// Samples in one part.
const PART: u64 = 1_000;

/// Work of a sample besides its dice and its steps, of a throw, of each of its dice, of putting a die in order
/// each time that there are twice as many, and of a step; the units are those of exact odds.
const SAMPLE: u64 = 1_000;
/// Samples that are drawn to see what they cost.
const FIRST: u64 = 10;
const THROW: u64 = 100;
const DIE: u64 = 20;
const ORDER: u64 = 3;
const STEP: u64 = 40;

/// How samples are drawn.
#[derive(Clone, Copy)]
pub struct Sampling<'a> {
    /// The number of samples.
    pub times: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// Threads that draw them. One draws on the caller's own.
    pub threads: NonZeroUsize,
    /// Hears how many samples have been drawn by now.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// When it becomes true no more are drawn; what there is counts.
    pub stop: &'a AtomicBool,
}

/// Dice from a generator; what a test came to is written down.
struct Sampler {
    generator: Generator,
    ended: Vec<TestRecord>,
    /// Work that was done.
    work: u64,
}

impl Sampler {
    fn new(generator: Generator) -> Self {
        Self { generator, ended: Vec::new(), work: 0 }
    }
}

impl Effects for Sampler {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        let each = DIE.saturating_add(ORDER.saturating_mul(u64::from(count.checked_ilog2().unwrap_or(0))));
        // Faces of a die of its own are written down for each throw, as cards are for each that is drawn.
        let faces_of = if let Die::Faces(list) = die { list.len() as u64 } else { 0 };
        let dice = each.saturating_mul(u64::from(count));
        self.work = self.work.saturating_add(THROW).saturating_add(faces_of).saturating_add(dice);
        self.generator.throw(die, count, faces)
    }

    fn decide(&mut self, asked: &Decision<'_>) -> Result<Option<String>, Refusal> {
        Ok((matches!(asked.kind, AnswerKind::Text) && !asked.action.is_empty()).then(|| UNNAMED.to_owned()))
    }
}

impl Observer for Sampler {
    fn worked(&mut self, steps: u64) -> Result<(), Refusal> {
        self.work = self.work.saturating_add(STEP.saturating_mul(steps));
        Ok(())
    }

    fn tested(&mut self, test: &Tested<'_>) -> Result<(), Refusal> {
        self.ended.push(TestRecord::of(test));
        Ok(())
    }

    fn whenever(&self) -> bool {
        true
    }

    /// As where odds are exact: the first test is reported in full.
    fn counts(&self) -> bool {
        self.ended.is_empty()
    }
}

/// The generator of a part: parts with numbers side by side have seeds far apart (the steps of
/// SplitMix64).
fn generator(seed: u64, part: u64) -> Generator {
    let mut mixed = seed.wrapping_add(part.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    Generator::new(mixed ^ (mixed >> 31))
}

/// How often each thing that samples tell of was seen, what could not be answered, and how many
/// samples that are.
type Sampled<L> = (Vec<(L, BigUint)>, Failures, u64);

/// Draws samples, of which all together may take so much work.
fn sample<L: Ord + Send + Heap>(
    sampling: &Sampling<'_>,
    limits: &Limits,
    run: impl Fn(&mut Sampler, &mut dyn FnMut(L)) -> Result<(), Failure> + Sync,
) -> Result<Sampled<L>, OddsError> {
    // What a few cost tells whether all of them are too much, before they are drawn.
    let mut sampler = Sampler::new(generator(sampling.seed, 0));
    let first = FIRST.min(sampling.times);
    for _ in 0..first {
        sampler.ended.clear();
        match run(&mut sampler, &mut |_| {}) {
            Err(failure) if !failure.is_unanswerable() => return Err(failure.into()),
            _ => {}
        }
    }
    let each = sampler.work.checked_div(first).map_or(SAMPLE, |work| work.saturating_add(SAMPLE));
    let most = limits.odds / each;
    if sampling.times > most {
        return Err(OddsError::TooMany(most));
    }
    let unanswered: Mutex<Vec<(u64, Failure, u64)>> = Mutex::new(Vec::new());
    let parts = sampling.times.div_ceil(PART);
    let (next, drawn) = (AtomicU64::new(0), AtomicU64::new(0));
    let found: Mutex<BTreeMap<L, u64>> = Mutex::new(BTreeMap::new());
    let failed: Mutex<Option<(u64, Failure)>> = Mutex::new(None);
    let budget = Budget::with_memory(limits.odds, limits.memory);
    let full: Mutex<Option<Full>> = Mutex::new(None);
    // The first may have cost less than the others.
    let spent = AtomicBool::new(false);
    let work = || loop {
        let part = next.fetch_add(1, Ordering::Relaxed);
        if part >= parts || sampling.stop.load(Ordering::Relaxed) {
            return;
        }
        let mut sampler = Sampler::new(generator(sampling.seed, part));
        let size = PART.min(sampling.times - part * PART);
        let mut counts: BTreeMap<L, u64> = BTreeMap::new();
        for _ in 0..size {
            sampler.ended.clear();
            match run(&mut sampler, &mut |seen| *counts.entry(seen).or_default() += 1) {
                Ok(()) => {}
                Err(failure) if failure.is_unanswerable() => {
                    let mut all = held(&unanswered);
                    match all.iter_mut().find(|(_, one, _)| one.is_like(&failure)) {
                        Some((first, one, count)) => {
                            *count += 1;
                            // The failure of the first part: the result does not depend on the threads.
                            if part < *first {
                                (*first, *one) = (part, failure);
                            }
                        }
                        None => all.push((part, failure, 1)),
                    }
                }
                Err(failure) => {
                    // The failure of the first part: the result does not depend on the threads.
                    let mut failed = held(&failed);
                    if failed.as_ref().is_none_or(|(other, _)| part < *other) {
                        *failed = Some((part, failure));
                    }
                    next.store(parts, Ordering::Relaxed);
                    return;
                }
            }
        }
        if budget.spend(sampler.work.saturating_add(SAMPLE.saturating_mul(size))).is_err() {
            spent.store(true, Ordering::Relaxed);
            next.store(parts, Ordering::Relaxed);
            return;
        }
        let mut all = held(&found);
        for (leaf, count) in counts {
            let bytes = 2 * size_of::<(L, BigUint)>() as u64 + 100 + 3 * leaf.heap();
            match all.entry(leaf) {
                Entry::Occupied(known) => *known.into_mut() += count,
                Entry::Vacant(new) => {
                    new.insert(count);
                    if let Err(error) = budget.hold(bytes) {
                        *held(&full) = Some(error);
                        next.store(parts, Ordering::Relaxed);
                        return;
                    }
                }
            }
        }
        drop(all);
        (sampling.progress)(drawn.fetch_add(size, Ordering::Relaxed) + size);
    };
    std::thread::scope(|scope| {
        for _ in 1..parts.min(sampling.threads.get() as u64) {
            scope.spawn(work);
        }
        work();
    });
    if let Some((_, failure)) = ended(failed) {
        return Err(failure.into());
    }
    if let Some(full) = ended(full) {
        return Err(full.into());
    }
    if spent.into_inner() {
        return Err(OddsError::TooMany(drawn.into_inner()));
    }
    let found = ended(found);
    let found: Vec<(L, BigUint)> = found.into_iter().map(|(leaf, count)| (leaf, BigUint::from(count))).collect();
    let drawn = drawn.into_inner();
    let mut unanswered = ended(unanswered);
    unanswered.order_by_key(|(part, ..)| *part);
    let chance = |count: u64| Chance::new(count, drawn.max(1));
    let unanswered: Failures = unanswered.into_iter().map(|(_, failure, count)| (failure, chance(count))).collect();
    match unanswered.first() {
        Some((failure, _)) if found.is_empty() => Err(failure.clone().into()),
        _ => Ok((found, unanswered, drawn)),
    }
}

/// Locks a value that threads share. A poisoned lock is used all the same: a panic ends the program anyway.
fn held<T>(written: &Mutex<T>) -> MutexGuard<'_, T> {
    written.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The value that threads shared, after all of them ended.
fn ended<T>(written: Mutex<T>) -> T {
    written.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Failures that leave a sample without an answer, and their probabilities.
type Failures = Vec<(Failure, Chance)>;

/// The odds of an expression from samples.
///
/// # Errors
///
/// What stopped a sample.
pub fn sample_expression(
    game: &CheckedGame,
    prepared: &Prepared,
    env: &Env,
    seat: Option<(&World, usize)>,
    sampling: &Sampling<'_>,
) -> Result<Odds, OddsError> {
    let (leaves, failed, drawn) = sample(sampling, &game.limits, |sampler, tell| {
        tell(sampled(game, prepared, env, seat, sampler)?);
        Ok(())
    })?;
    let all = BigUint::from(drawn.max(1));
    let counted =
        BigUint::from(drawn).checked_sub(&unanswered(&failed).ways_of(&all)).ok_or_else(|| conservation::lost())?;
    conservation::whole(leaves.iter().map(|(_, ways)| ways), &counted)?;
    let Narrowed { leaves, failed, all, given } = narrowed(prepared, leaves, failed, (all, None))?;
    let counted = leaves.iter().map(|(_, ways)| ways).sum();
    let odds = from_leaves(&ends(game, &prepared.program)?, leaves, (&counted, &all))?;
    let mut odds = Odds { unanswered: failed, given, ..odds.titled(prepared) };
    // Of those that a condition leaves out nothing is reported.
    odds.samples = Some(if odds.given.is_some() { all.to_u64().ok_or_else(|| conservation::lost())? } else { drawn });
    Ok(odds)
}

/// What an action leads to, from samples.
///
/// # Errors
///
/// What stopped a sample; where none could be done, why.
pub fn sample_action(stage: &Stage<'_>, call: &ActionCall, sampling: &Sampling<'_>) -> Result<ActionOdds, OddsError> {
    let stage = stage.quiet();
    sampled_runs(&stage, sampling, &call.interventions, |sampler| act(&stage, call, sampler, &[]))
}

/// The odds of a typed test with interventions, from samples.
///
/// # Errors
///
/// It is no test of one side, or what stopped a sample.
pub fn sample_roll(
    stage: &Stage<'_>,
    prepared: &Prepared,
    (who, interventions): (usize, &[RequestedIntervention]),
    sampling: &Sampling<'_>,
) -> Result<ActionOdds, OddsError> {
    let Program::Test(side) = &prepared.program else { return Err(OddsError::NoTest) };
    let stage = stage.quiet();
    sampled_runs(&stage, sampling, interventions, |sampler| {
        let (ended, done) = rolled(&stage, prepared, (side.test, who), interventions, sampler)?;
        sampler.ended.push(ended);
        Ok(done)
    })
}

/// What runs in which people intervene lead to.
fn sampled_runs(
    stage: &Stage<'_>,
    sampling: &Sampling<'_>,
    interventions: &[RequestedIntervention],
    run: impl Fn(&mut Sampler) -> Result<Done, Failure> + Sync,
) -> Result<ActionOdds, OddsError> {
    let refused: Mutex<Option<Failure>> = Mutex::new(None);
    let never = Nevers(vec![(!interventions.is_empty()).then(Mutex::default)]);
    let (before, by_name) = (states(stage, &mut Sampler::new(Generator::new(0)))?, CardUsage::default());
    let (seen, failed, drawn) = sample(sampling, &stage.game.limits, |sampler, tell| {
        let leaf = match run(sampler) {
            Ok(mut done) => {
                never.narrow(0, &done)?;
                let after = std::mem::take(&mut done.world);
                ActionLeaf::of((stage.game, &by_name), stage.world, &after, done)?
            }
            Err(failure) if REFUSED.contains(&failure.code()) => {
                held(&refused).get_or_insert(failure);
                sampler.ended.clear();
                ActionLeaf::refused()
            }
            Err(failure) => return Err(failure),
        };
        leaf.facts(&mut |fact| tell(ActionSample::Came(fact)));
        let tests: Vec<TestIdentity> = sampler.ended.iter().map(TestRecord::key).collect();
        for (at, one) in std::mem::take(&mut sampler.ended).into_iter().enumerate() {
            let before = tests.iter().take(at).filter(|other| tests.get(at) == Some(*other)).count();
            tell(ActionSample::Ended(before, one));
        }
        tell(ActionSample::Rolled(tests));
        Ok(())
    })?;
    let mut counts = ActionCounts::default();
    let mut known = TestInterner::default();
    let mut tests = TestCounts::default();
    for (seen, ways) in seen {
        match seen {
            ActionSample::Came(fact) => counts.count(fact, &ways),
            ActionSample::Rolled(sequence) => {
                tests.sequence(sequence.iter().map(|test| known.number_of(test)).collect(), &ways);
            }
            ActionSample::Ended(before, one) => tests.end((known.test(&one), before), known.end(&one), &ways),
        }
    }
    if let Some(failure) = ended(refused).filter(|_| counts.is_refused()) {
        return Err(failure.into());
    }
    never.check()?;
    let all = BigUint::from(drawn.max(1));
    // Without any sample nothing was seen.
    let cut = &all - BigUint::from(drawn);
    let mut odds = counts.odds((stage, &by_name), &before, (tests, &known), &all, (cut, failed))?;
    odds.samples = Some(drawn);
    odds.tests.iter_mut().for_each(|test| test.odds.samples = Some(drawn));
    Ok(odds)
}

/// One thing that a sample of an action came to. Each is counted by itself: all together are nearly always new.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum ActionSample {
    Came(ActionFact),
    /// The tests that were rolled, in order.
    Rolled(Vec<TestIdentity>),
    /// How a test ended, and how many of the same were rolled before it.
    Ended(usize, TestRecord),
}

impl Heap for ActionSample {
    fn heap(&self) -> u64 {
        match self {
            Self::Came(fact) => fact.heap(),
            Self::Rolled(tests) => tests.iter().map(|(label, who, _)| label.len() as u64 + who.heap() + 100).sum(),
            Self::Ended(_, ended) => ended.heap(),
        }
    }
}

/// What was wanted and could not be done in any sample, by what happens; none where nothing is
/// wanted.
struct Nevers(Vec<Option<Mutex<Never>>>);

impl Nevers {
    fn new(turns: &[Turn]) -> Self {
        Self(turns.iter().map(|turn| (!turn.interventions().is_empty()).then(Mutex::default)).collect())
    }

    fn narrow(&self, at: usize, done: &Done) -> Result<(), Failure> {
        let never = self.0.get(at).ok_or_else(|| Failure::internal(nowhere()))?;
        never.iter().for_each(|never| held(never).narrow(done));
        Ok(())
    }

    fn check(self) -> Result<(), OddsError> {
        let never = self.0.into_iter().flatten().map(ended);
        never.filter_map(Never::why).next().map_or(Ok(()), |failure| Err(failure.into()))
    }
}

/// One observation of a turn in a sample.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum TurnSample {
    /// A value of a character differs from its initial one.
    Changed(ChangeKey, Answer),
    /// Something could not be done.
    Unable,
    /// Something could not be answered.
    Unanswered,
}

impl Heap for TurnSample {
    fn heap(&self) -> u64 {
        match self {
            Self::Changed(_, answer) => answer.heap(),
            Self::Unable | Self::Unanswered => 0,
        }
    }
}

/// Estimates the distribution of the states of all characters after each turn. Each sample runs from the first turn to
/// the last. An action that is impossible in the state of its turn is skipped.
///
/// # Errors
///
/// What stopped a sample.
pub fn sample_turns(
    stage: &Stage<'_>,
    turns: &[Turn],
    times: u32,
    sampling: &Sampling<'_>,
) -> Result<Vec<TurnOdds>, OddsError> {
    let stage = stage.quiet();
    let never = Nevers::new(turns);
    let before = states(&stage, &mut Sampler::new(Generator::new(0)))?;
    let failed: Mutex<Option<Failure>> = Mutex::new(None);
    let (found, _, drawn) = sample(sampling, &stage.game.limits, |sampler, tell| {
        let mut now = stage.world.clone();
        let mut changed = CharacterChanges::new();
        for turn in 1..=times {
            let mut unable = false;
            for (at, what) in turns.iter().enumerate() {
                match what.happens(&Stage { world: &now, ..stage }, sampler) {
                    Ok(mut done) => {
                        never.narrow(at, &done)?;
                        let after = std::mem::take(&mut done.world);
                        and_then(
                            &mut changed,
                            &changes((stage.game, &CardUsage::default()), &now, &after, &done.events)?,
                        );
                        now = after;
                    }
                    Err(failure) if is_over(&stage, &failure) => unable = true,
                    Err(failure) if failure.is_unanswerable() => {
                        // The rest of this sample is unknown.
                        (turn..=times).for_each(|turn| tell((turn, TurnSample::Unanswered)));
                        held(&failed).get_or_insert(failure);
                        return Ok(());
                    }
                    Err(failure) => return Err(failure),
                }
            }
            for (what, answer) in &changed {
                tell((turn, TurnSample::Changed(*what, answer.clone())));
            }
            for owner in others(stage.game, stage.world, &now)? {
                tell((turn, TurnSample::Changed(owner, Answer::Flag(true))));
            }
            if unable {
                tell((turn, TurnSample::Unable));
            }
        }
        Ok(())
    })?;
    never.check()?;
    let all = BigUint::from(drawn.max(1));
    let mut odds: Vec<TurnOdds> = (1..=times).map(|turn| TurnOdds::sampled(turn, drawn)).collect();
    let failed = ended(failed);
    let mut ways: BTreeMap<_, Vec<(Answer, BigUint)>> = BTreeMap::new();
    for ((turn, seen), count) in found {
        match seen {
            TurnSample::Changed(what, answer) => ways.entry((turn, what)).or_default().push((answer, count)),
            TurnSample::Unable => {
                of_turn(&mut odds, turn)?.unable = Chance::new(count, all.clone());
            }
            TurnSample::Unanswered => {
                let failure = failed.clone().ok_or_else(|| conservation::lost())?;
                of_turn(&mut odds, turn)?.unanswered = vec![(failure, Chance::new(count, all.clone()))];
            }
        }
    }
    for ((turn, what), ways) in ways {
        let odds = of_turn(&mut odds, turn)?;
        let done = unanswered(&odds.unanswered).not().ways_of(&all);
        odds.changes.push(change((&stage, &CardUsage::default()), &before, what, ways, &done, &all)?);
    }
    Ok(odds)
}

fn of_turn(odds: &mut [TurnOdds], turn: u32) -> Result<&mut TurnOdds, OddsError> {
    odds.iter_mut().find(|odds| odds.turn == turn).ok_or_else(|| conservation::lost())
}
