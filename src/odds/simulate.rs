//! What would take too long exactly, tried many times.
//!
//! Samples are drawn in parts of a fixed size, each with a generator of its own, so that the same
//! seed gives the same counts however many cores work on them.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use num_bigint::BigUint;

use super::deeds::{DeedLeaf, REFUSED, from_deeds};
use super::expression::{Leaf, ends_of, from_leaves};
use super::model::{DeedOdds, Odds};
use super::trouble::Trouble;
use super::walk::{End, Ended};
use crate::check::Prepared;
use crate::check::program::{AnswerKind, Die, Game};
use crate::eval::{Asked, Decision, Deed, Effects, Failure, Generator, Refusal, Stage, Tested, act, observe, states};
use crate::state::{Env, World};

/// Samples in one part.
const PART: u64 = 1_000;

/// How samples are drawn.
#[derive(Clone, Copy)]
pub struct Sampling<'a> {
    /// How many.
    pub times: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// How many threads; `None`: as many as there are cores.
    pub threads: Option<NonZeroUsize>,
    /// Hears how many samples have been drawn by now.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// When it becomes true no more are drawn; what there is counts.
    pub stop: &'a AtomicBool,
}

/// Dice from a generator; what a test came to is written down.
struct Sampler {
    generator: Generator,
    ended: Vec<Ended>,
}

impl Effects for Sampler {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        self.generator.throw(die, count, faces)
    }

    fn answer(&mut self, _: &Asked<'_>) -> Result<Option<i64>, Refusal> {
        Ok(None)
    }

    fn decide(&mut self, asked: &Decision<'_>) -> Result<Option<String>, Refusal> {
        Ok(matches!(asked.kind, AnswerKind::Text).then(|| "…".to_owned()))
    }

    fn tested(&mut self, test: &Tested<'_>) {
        self.ended.push(Ended {
            label: test.label.to_owned(),
            test: test.test,
            who: test.who.to_vec(),
            total: None,
            shown: test.sides.first().map(|side| side.shown.clone()).unwrap_or_default(),
            outcome: test.outcome.map(End::of),
        });
    }

    fn counts(&self) -> bool {
        false
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

/// How often each thing came, and how many samples that are.
fn sample<L: Ord + Send>(
    sampling: &Sampling<'_>,
    run: impl Fn(&mut Sampler) -> Result<L, Failure> + Sync,
) -> Result<(Vec<(L, BigUint)>, u64), Failure> {
    let parts = sampling.times.div_ceil(PART);
    let (next, drawn) = (AtomicU64::new(0), AtomicU64::new(0));
    let found: Mutex<BTreeMap<L, u64>> = Mutex::new(BTreeMap::new());
    let failed: Mutex<Option<(u64, Failure)>> = Mutex::new(None);
    let work = || loop {
        let part = next.fetch_add(1, Ordering::Relaxed);
        if part >= parts || sampling.stop.load(Ordering::Relaxed) {
            return;
        }
        let mut sampler = Sampler { generator: generator(sampling.seed, part), ended: Vec::new() };
        let size = PART.min(sampling.times - part * PART);
        let mut counts: BTreeMap<L, u64> = BTreeMap::new();
        for _ in 0..size {
            sampler.ended.clear();
            match run(&mut sampler) {
                Ok(leaf) => *counts.entry(leaf).or_default() += 1,
                Err(failure) => {
                    // Of several failures the first is told, whoever met it.
                    if let Ok(mut failed) = failed.lock()
                        && failed.as_ref().is_none_or(|(other, _)| part < *other)
                    {
                        *failed = Some((part, failure));
                    }
                    next.store(parts, Ordering::Relaxed);
                    return;
                }
            }
        }
        if let Ok(mut found) = found.lock() {
            for (leaf, count) in counts {
                *found.entry(leaf).or_default() += count;
            }
        }
        (sampling.progress)(drawn.fetch_add(size, Ordering::Relaxed) + size);
    };
    let cores = sampling.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    std::thread::scope(|scope| {
        for _ in 0..cores.min(usize::try_from(parts).unwrap_or(1)) {
            scope.spawn(work);
        }
    });
    if let Ok(Some((_, failure))) = failed.into_inner() {
        return Err(failure);
    }
    let found = found.into_inner().unwrap_or_default();
    let found = found.into_iter().map(|(leaf, count)| (leaf, BigUint::from(count))).collect();
    Ok((found, drawn.into_inner()))
}

/// The odds of an expression from samples.
///
/// # Errors
///
/// What stopped a sample.
pub fn sample_expression(
    game: &Game,
    prepared: &Prepared,
    env: &Env,
    seat: Option<(&World, usize)>,
    sampling: &Sampling<'_>,
) -> Result<Odds, Trouble> {
    let (leaves, drawn) =
        sample(sampling, |sampler| Ok(Leaf::of(observe(game, prepared, env, seat, sampler)?, false)))?;
    let mut odds = from_leaves(&ends_of(game, &prepared.program), leaves, BigUint::from(drawn.max(1)));
    odds.samples = Some(drawn);
    Ok(odds)
}

/// What an action leads to, from samples.
///
/// # Errors
///
/// What stopped a sample; where none could be done, why.
pub fn sample_deed(stage: &Stage<'_>, deed: &Deed, sampling: &Sampling<'_>) -> Result<DeedOdds, Trouble> {
    let stage = stage.quiet();
    let refused: Mutex<Option<Failure>> = Mutex::new(None);
    let before = states(&stage, &mut Sampler { generator: Generator::new(0), ended: Vec::new() })?;
    let (leaves, drawn) = sample(sampling, |sampler| match act(&stage, deed, sampler, &[]) {
        Ok(mut done) => {
            let after = std::mem::take(&mut done.world);
            Ok(DeedLeaf::of(stage.game, stage.world, &after, done, std::mem::take(&mut sampler.ended)))
        }
        Err(failure) if REFUSED.contains(&failure.code()) => {
            if let Ok(mut refused) = refused.lock() {
                refused.get_or_insert(failure);
            }
            Ok(DeedLeaf::refused())
        }
        Err(failure) => Err(failure),
    })?;
    if leaves.iter().all(|(leaf, _)| leaf.refused)
        && let Ok(Some(failure)) = refused.into_inner()
    {
        return Err(failure.into());
    }
    let all = BigUint::from(drawn.max(1));
    let mut odds = from_deeds(stage.game, stage.world, &before, leaves, &all, BigUint::default());
    odds.samples = Some(drawn);
    Ok(odds)
}
