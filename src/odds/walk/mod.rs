//! The walk: runs a program once for each way that its dice can fall.
//!
//! At a choice that no earlier run made, a run takes the first alternative. The next run repeats the same choices up
//! to the last one that has another alternative, and takes that (depth-first search by replay). The program is the
//! one that rolls at the table; only the faces come from here.
//!
//! There are two strategies with the same results. The *plain* one is the definition: it enumerates the sorted faces
//! of each throw with their multinomial weights. The other keeps dice *covered*: it enumerates only the answers to
//! what the program asks of them, which are far fewer.

mod choices;
mod dice;
mod heap;
mod tables;

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::{One as _, Zero as _};

use super::deeds::TestKey;
use super::mass::Mass;
use super::trouble::Trouble;
use super::{Bounds, MOST_PATHS, conserved};
use crate::check::program::At;
use crate::check::{Prepared, Program};
use crate::diagnostic::Code;
use crate::engine::{Answer, Fact, Failure, Marking, Memory, OutcomeResult, Stop, Tested};
use crate::limits::Budget;
use choices::Choices;
pub(super) use heap::{Heap, shown_heap};
use tables::Tables;

/// How dice are gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Going {
    /// Face by face: the definition.
    Plain,
    /// By what is asked of them.
    Covered,
}

/// A test that ended, as it was told.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ended {
    pub(super) label: String,
    pub(super) test: usize,
    pub(super) who: Vec<String>,
    pub(super) total: Option<i64>,
    pub(super) shown: Vec<(String, Answer)>,
    pub(super) outcome: Option<End>,
}

impl Ended {
    pub(super) fn of(test: &Tested<'_>) -> Self {
        Self {
            label: test.label.to_owned(),
            test: test.test,
            who: test.who.to_vec(),
            total: test.side.total,
            shown: test.side.shown.clone(),
            outcome: test.outcome.map(End::of),
        }
    }
}

/// How a test ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct End {
    pub(super) name: Option<String>,
    pub(super) verdict: Option<u8>,
    pub(super) success: Option<bool>,
    pub(super) margin: Option<i64>,
}

impl End {
    pub(super) fn of(outcome: &OutcomeResult) -> Self {
        use crate::engine::Verdict;
        let verdict = outcome.verdict.map(|verdict| match verdict {
            Verdict::Win => 0,
            Verdict::Lose => 1,
            Verdict::Tie => 2,
        });
        Self { name: outcome.name.clone(), verdict, success: outcome.success, margin: outcome.margin }
    }
}

/// The outside of a program that is walked.
#[derive(Debug)]
pub(super) struct Walker {
    going: Going,
    depth: u32,
    curious: bool,
    counts: bool,
    whenever: bool,
    choices: Choices,
    tables: Tables,
    /// Dice of this run that lie covered.
    covered: Vec<dice::Covered>,
    /// Dice of this run that lie open were not followed any further.
    cut: bool,
    /// What else this run chose: ways, out of all.
    chosen: Vec<(BigUint, BigUint)>,
    /// Faces that fell already.
    fallen: std::collections::VecDeque<i64>,
    pinned: Vec<i64>,
    /// Whether questions that nobody answered are wanted rather than their defaults.
    asking: bool,
    /// The first of them: its name, what there is to choose from, whether that is dice.
    asked: Option<Question>,
    /// Contests that this run began.
    contests: usize,
    /// The contest that this run tied.
    tied: Option<usize>,
    /// The test with which each run ends, if the rest is not needed.
    until: Option<TestKey>,
    /// Tests that ended in this run.
    pub(super) ended: Vec<Ended>,
    /// What the runs of a walk found out before anything happened.
    memory: Option<Memory>,
    /// Marks that this run made, in order.
    pub(super) made: Vec<Marking>,
    /// What runs read since somebody last took it.
    pub(super) facts: BTreeSet<Fact>,
    pub(super) runs: u64,
    /// Bytes that are held for what runs of this walk came to.
    bytes: u64,
    trouble: Option<Trouble>,
    /// What all walks of the same question may cost.
    pub(super) budget: Rc<Budget>,
}

/// A question: its name, what there is to choose from, and whether that is dice.
pub(super) type Question = (String, Vec<String>, bool);

/// Everything that a walk came to.
#[derive(Debug)]
pub(super) struct Walked<L> {
    /// What each run came to, and how much of everything that is.
    pub(super) leaves: Vec<(L, Mass)>,
    /// What was cut.
    pub(super) left: Mass,
    /// What cannot be answered, by why.
    pub(super) failed: Failed,
    /// Bytes that the budget holds for it.
    pub(super) bytes: u64,
}

/// What cannot be answered, by why, and how much of everything that is.
pub(super) type Failed = Vec<(Failure, Mass)>;

/// Adds what cannot be answered.
pub(super) fn fail(failed: &mut Failed, failure: Failure, mass: Mass) {
    match failed.iter_mut().find(|(one, _)| one.is_like(&failure)) {
        Some((_, sum)) => sum.join(mass),
        None => failed.push((failure, mass)),
    }
}

impl<L> Walked<L> {
    /// The same, unless nothing can be answered at all.
    pub(super) fn answered(self) -> Result<Self, Trouble> {
        match self.failed.first() {
            Some((failure, _)) if self.leaves.is_empty() => Err(failure.clone().into()),
            _ => Ok(self),
        }
    }
}

/// What was seen since a contest began.
struct Since<L> {
    /// How many choices came before.
    choices: usize,
    leaves: BTreeMap<L, Mass>,
    left: Mass,
    failed: Failed,
    /// Runs that tied a contest, by its number.
    ties: BTreeMap<usize, Mass>,
}

impl<L: Ord> Since<L> {
    fn new(choices: usize) -> Self {
        Self { choices, leaves: BTreeMap::new(), left: Mass::default(), failed: Failed::new(), ties: BTreeMap::new() }
    }

    fn take(&mut self, other: Self) {
        for (leaf, mass) in other.leaves {
            self.leaves.entry(leaf).or_default().join(mass);
        }
        self.left.join(other.left);
        for (failure, mass) in other.failed {
            fail(&mut self.failed, failure, mass);
        }
        for (contest, mass) in other.ties {
            self.ties.entry(contest).or_default().join(mass);
        }
    }

    /// Where a contest is tied all begins anew: what follows is as likely as it is without
    /// ties.
    fn without_ties(mut self, contest: usize) -> Result<Self, Trouble> {
        let Some(tied) = self.ties.remove(&contest).filter(|mass| !mass.is_zero()) else { return Ok(self) };
        let mut rest = Mass::default();
        let failed = self.failed.iter().map(|(_, mass)| mass);
        let others = self.leaves.values().chain([&self.left]).chain(failed).chain(self.ties.values());
        others.for_each(|mass| rest.join(mass.clone()));
        let mut all = rest.clone();
        all.join(tied);
        let ((rest, below), (all, others)) = (rest.ratio(), all.ratio());
        if rest.is_zero() {
            return Err(Trouble::NeverEnds);
        }
        let (above, below) = (all * below, rest * others);
        let failed = self.failed.iter_mut().map(|(_, mass)| mass);
        let masses = self.leaves.values_mut().chain([&mut self.left]).chain(failed).chain(self.ties.values_mut());
        masses.for_each(|mass| mass.scale(&above, &below));
        Ok(self)
    }
}

impl Walker {
    pub(super) fn new(bounds: &Bounds, budget: &Rc<Budget>) -> Self {
        Self {
            going: bounds.going,
            depth: bounds.depth,
            curious: true,
            counts: true,
            whenever: false,
            choices: Choices::default(),
            tables: Tables::default(),
            covered: Vec::new(),
            cut: false,
            chosen: Vec::new(),
            fallen: std::collections::VecDeque::new(),
            pinned: Vec::new(),
            asking: false,
            asked: None,
            contests: 0,
            tied: None,
            until: None,
            ended: Vec::new(),
            memory: None,
            made: Vec::new(),
            facts: BTreeSet::new(),
            runs: 0,
            bytes: 0,
            trouble: None,
            budget: Rc::clone(budget),
        }
    }

    /// Nobody wants to know more than what follows from it.
    pub(super) fn incurious(mut self) -> Self {
        self.curious = false;
        self
    }

    /// Each run is over where this test has ended.
    pub(super) fn until(mut self, key: &TestKey) -> Self {
        self.until = Some(key.clone());
        self
    }

    /// Margins are not needed.
    pub(super) fn not_counting(mut self) -> Self {
        self.counts = false;
        self
    }

    /// Interventions are done whenever they can be.
    pub(super) fn wherever_possible(mut self) -> Self {
        self.whenever = true;
        self
    }

    /// These faces have fallen already; the first dice show them.
    pub(super) fn pinned(mut self, faces: &[i64]) -> Self {
        self.pinned = faces.to_vec();
        self
    }

    /// Whoever walks wants to know of questions that nobody answered.
    pub(super) fn asking(mut self) -> Self {
        self.asking = true;
        self
    }

    /// The question that stopped a walk.
    pub(super) fn asked(&mut self) -> Option<Question> {
        self.asked.take()
    }

    /// All dice that fell before the walk were used.
    pub(super) fn nothing_lies_there(&self, prepared: &Prepared) -> Result<(), Failure> {
        if self.fallen.is_empty() {
            return Ok(());
        }
        let used = self.pinned.len() - self.fallen.len();
        let at = At { origin: At::TYPED, span: crate::syntax::TextSpan::default() };
        let at = match &prepared.program {
            Program::Value { ir, .. } => ir.at,
            Program::Test(side) | Program::Opposed(side, _) if side.total.at.origin == At::TYPED => side.total.at,
            _ => at,
        };
        Err(Failure::new(Code::DiceLeftOver, at).arg("given", self.pinned.len()).arg("used", used))
    }

    fn begin(&mut self) {
        self.choices.begin();
        self.covered.clear();
        self.cut = false;
        self.chosen.clear();
        self.fallen = self.pinned.iter().copied().collect();
        self.contests = 0;
        self.tied = None;
        self.ended.clear();
        self.made.clear();
    }

    /// How likely this run was: above and below the line.
    fn mass(&self) -> Result<(BigUint, Cow<'_, BigUint>), Trouble> {
        let covered = self.covered.iter().map(|covered| self.tables.ways(covered));
        let mut factors = covered.collect::<Result<Vec<_>, _>>()?;
        factors.extend(self.chosen.iter().map(|(ways, all)| (Cow::Borrowed(ways), all)));
        let mut factors = factors.into_iter();
        // Most runs have one.
        let Some((above, below)) = factors.next() else { return Ok((BigUint::one(), Cow::Owned(BigUint::one()))) };
        let (mut above, mut below) = (above.into_owned(), Cow::Borrowed(below));
        for (ways, all) in factors {
            above *= &*ways;
            *below.to_mut() *= all;
        }
        Ok((above, below))
    }

    /// Goes every way once. What a run leads to comes from `run`; a failure that is none of the
    /// program's own ends the walk.
    ///
    /// # Errors
    ///
    /// What stopped a run, or that there are too many.
    pub(super) fn walk<L: Ord + Clone + Heap>(
        &mut self,
        mut run: impl FnMut(&mut Self) -> Result<L, Failure>,
    ) -> Result<Walked<L>, Trouble> {
        loop {
            self.memory = Some(Memory::default());
            self.bytes = 0;
            let found = self.every_way(&mut run);
            self.memory = None;
            match found {
                Err(Trouble::Stopped(failure)) if failure.stop() == Some(Stop::Anew) => self.budget.release(self.bytes),
                found => return found,
            }
        }
    }

    fn every_way<L: Ord + Clone + Heap>(
        &mut self,
        mut run: impl FnMut(&mut Self) -> Result<L, Failure>,
    ) -> Result<Walked<L>, Trouble> {
        let mut stack: Vec<Since<L>> = vec![Since::new(0)];
        let mut runs = 0_u64;
        let (began, mut foreseen) = (self.budget.done(), false);
        let mut held = 0;
        self.choices.forget();
        loop {
            self.begin();
            let came = run(self);
            runs += 1;
            self.runs += 1;
            if let Some(trouble) = self.trouble.take() {
                return Err(trouble);
            }
            // Contests that began in this run and in none before it.
            while stack.len() <= self.contests {
                let at = self.choices.contest(stack.len() - 1).ok_or_else(|| conserved::lost())?;
                stack.push(Since::new(at));
            }
            let (above, below) = self.mass()?;
            let top = stack.last_mut().ok_or_else(|| conserved::lost())?;
            match came {
                Ok(leaf) => {
                    let bytes = 3 * size_of::<(L, Mass)>() as u64 / 2 + leaf.heap() + MASS_BYTES + below.bits() / 2;
                    match top.leaves.entry(leaf) {
                        Entry::Occupied(known) => known.into_mut().add(above, &below),
                        Entry::Vacant(new) => {
                            self.budget.hold(bytes)?;
                            held += bytes;
                            new.insert(Mass::default()).add(above, &below);
                        }
                    }
                }
                Err(failure) if matches!(failure.stop(), Some(Stop::Cut | Stop::Lost)) => top.left.add(above, &below),
                Err(failure) if failure.stop() == Some(Stop::Again) => {
                    top.ties.entry(self.tied.ok_or_else(|| conserved::lost())?).or_default().add(above, &below);
                }
                Err(failure) if failure.is_unanswerable() => {
                    let mut mass = Mass::default();
                    mass.add(above, &below);
                    fail(&mut top.failed, failure, mass);
                }
                Err(failure) => return Err(failure.into()),
            }
            self.bytes = held;
            self.budget.spend(RUN + CHOSEN * self.chosen.len() as u64)?;
            let first = runs == FIRST_RUNS || self.budget.done().saturating_sub(began) > FIRST_WORK;
            if first && !std::mem::replace(&mut foreseen, true) {
                self.foresee(&mut run)?;
            }
            if runs > MOST_PATHS.saturating_mul(2) {
                return Err(Trouble::TooLong(BigUint::from(runs)));
            }
            let kept = self.choices.advance();
            while stack.len() > 1 && stack.last().is_some_and(|since| kept.is_none_or(|kept| kept < since.choices)) {
                let since = stack.pop().ok_or_else(|| conserved::lost())?;
                let since = since.without_ties(stack.len())?;
                stack.last_mut().ok_or_else(|| conserved::lost())?.take(since);
            }
            if kept.is_none() {
                break;
            }
        }
        let end = stack.pop().ok_or_else(|| conserved::lost())?;
        let failed = end.failed.iter().map(|(_, mass)| mass);
        conserved::one(end.leaves.values().chain([&end.left]).chain(failed).chain(end.ties.values()))?;
        let leaves = end.leaves.into_iter().collect();
        Ok(Walked { leaves, left: end.left, failed: end.failed, bytes: self.bytes })
    }

    /// How many runs there will be, before most of them: of some runs that choose blindly, the
    /// product of how many choices they had each time is right on average (Knuth, *Estimating the
    /// Efficiency of Backtrack Programs*, 1975).
    fn foresee<L>(&mut self, run: &mut impl FnMut(&mut Self) -> Result<L, Failure>) -> Result<(), Trouble> {
        let kept = std::mem::take(&mut self.choices);
        let mut sum = BigUint::zero();
        let (began, mut probes) = (self.budget.done(), 0_u64);
        while probes < PROBES && (probes == 0 || self.budget.done().saturating_sub(began) < PROBE_WORK) {
            let seed = probes;
            probes += 1;
            self.choices = Choices::blind(seed);
            self.begin();
            // Whatever it comes to, it is one way of many.
            if let Err(failure) = run(self)
                && failure.stop() == Some(Stop::Anew)
            {
                return Err(failure.into());
            }
            self.trouble = None;
            sum += self.choices.product();
            self.budget.spend(RUN)?;
        }
        self.choices = kept;
        let mean = sum / probes;
        if mean > BigUint::from(MOST_PATHS) { Err(Trouble::TooLong(mean)) } else { Ok(()) }
    }
}

/// Work of a run besides the steps that it makes.
const RUN: u64 = 1_500;
/// Work of each factor of its probability.
const CHOSEN: u64 = 150;
/// About how many bytes a probability takes besides its own and its digits.
const MASS_BYTES: u64 = 72;
/// Work of a step.
const STEP: u64 = 40;
/// Runs before anybody asks how many there will be, and their work, if they are long.
const FIRST_RUNS: u64 = 2_000;
const FIRST_WORK: u64 = 300_000_000;
/// Work of runs that choose blindly, if they are long.
const PROBE_WORK: u64 = 200_000_000;
/// Runs that choose blindly.
const PROBES: u64 = 200;
