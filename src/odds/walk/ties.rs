//! Ties that changed something since the contest began: another contest follows.
//!
//! A run stops at such a tie, and its probability is added to the state that it reached: runs with equal states have
//! equal futures. When all other branches are done, the future of each state is walked once, from the choices of the
//! first run that reached it, and weighted with its probability. If every tie changes something, this continues until
//! less than one in a thousand million is left.

use std::collections::{BTreeMap, hash_map};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use num_bigint::BigUint;
use num_integer::Integer as _;
use rustc_hash::{FxHashMap, FxHashSet};

use super::choices::TakenBranch;
use super::dice::{Covered, refuse};
use super::{
    END_BYTES, Failed, MASS_BYTES, ROLLED_BYTES, Rolled, RunProgram, Since, TEST_BYTES, Walked, Walker, bytes_of, fail,
};
use crate::diagnostic::Code;
use crate::engine::{Failure, LoopRound, Marking, Refusal, StateKey, Stop, nowhere};
use crate::limits::Budget;
use crate::odds::error::OddsError;
use crate::odds::mass::{Mass, on_one};
use crate::odds::{MOST_PATHS, conservation};
use crate::sort::{Gather as _, Sort as _};

/// Situations less likely than this are followed no further.
const SELDOM: f64 = 1e-9;

/// A contest that a run began.
#[derive(Debug)]
pub(super) struct Begun {
    /// The number of choices before it.
    pub(super) choices: usize,
    /// The number of deferred pools before it.
    pub(super) covered: usize,
    /// The number of faces that had fallen already and were not taken up yet.
    pub(super) fallen: usize,
    /// The numbers of tests that had ended and of marks that were made.
    pub(super) told: (usize, usize),
    /// The situation, if anything but dice can differ the next time.
    pub(super) now: Option<StateKey>,
    /// Whether it is done again where it ties.
    pub(super) again: bool,
}

/// The numbers of the tests of a run, in order.
pub(in crate::odds) type RunTests = Vec<usize>;

/// The masses of results of tests: by the position of the test in the run, then by the number of the result.
pub(in crate::odds) type Ends = Vec<BTreeMap<usize, Mass>>;

/// The masses of results of tests, counted when they were rolled: by the number of the test and which of its rolls in a
/// run it is, then by the number of the result. Each run that rolled them has to come to its end.
pub(in crate::odds) type CountedEnds = BTreeMap<(usize, usize), BTreeMap<usize, Mass>>;

/// The mass of runs that rolled the same tests, and of the results of these tests that are not counted yet.
#[derive(Debug, Clone, Default)]
pub(in crate::odds) struct TestMass {
    pub(in crate::odds) mass: Mass,
    pub(in crate::odds) ends: Ends,
}

impl TestMass {
    /// Adds a run with its mass and the results of its tests.
    pub(super) fn add(&mut self, (above, below): (BigUint, &BigUint), ended: &[usize]) {
        self.ends.resize_with(ended.len(), BTreeMap::new);
        for (ends, end) in self.ends.iter_mut().zip(ended) {
            ends.entry(*end).or_default().add(above.clone(), below);
        }
        self.mass.add(above, below);
    }

    pub(super) fn join(&mut self, other: Self) {
        self.mass.join(other.mass);
        self.ends.resize_with(other.ends.len(), BTreeMap::new);
        for (ends, more) in self.ends.iter_mut().zip(other.ends) {
            for (end, mass) in more {
                ends.entry(end).or_default().join(mass);
            }
        }
    }

    fn masses_mut(&mut self) -> impl Iterator<Item = &mut Mass> {
        [&mut self.mass].into_iter().chain(self.ends.iter_mut().flat_map(BTreeMap::values_mut))
    }

    pub(super) fn scale(&mut self, above: &BigUint, below: &BigUint) {
        self.mass.scale(above, below);
        self.ends.iter_mut().flat_map(BTreeMap::values_mut).for_each(|mass| mass.scale(above, below));
    }

    /// Work of [`Self::and_then`].
    fn work(&self, then: &Self) -> u64 {
        let ends = |found: &Self| 1 + found.ends.iter().map(BTreeMap::len).sum::<usize>() as u64;
        let (own, others) = (self.mass.digits(), then.mass.digits());
        (ends(self) + ends(then)) * (PRODUCT + own * others / 4)
    }

    /// The product: these runs, each followed by those.
    pub(in crate::odds) fn and_then(&self, then: &Self) -> Self {
        let times = |ends: &Ends, often: &Mass| -> Ends {
            ends.iter().map(|ends| ends.iter().map(|(end, mass)| (*end, mass.times(often))).to_map()).collect()
        };
        let mut ends = times(&self.ends, &then.mass);
        ends.extend(times(&then.ends, &self.mass));
        Self { mass: self.mass.times(&then.mass), ends }
    }
}

/// Tests by their numbers, and the how manyth of these each is.
pub(in crate::odds) fn keys(tests: &[usize]) -> Vec<(usize, usize)> {
    let nth = |at: usize, test: usize| tests.iter().take(at).filter(|one| **one == test).count();
    tests.iter().enumerate().map(|(at, test)| (*test, nth(at, *test))).collect()
}

/// The tests of a run, followed by others.
pub(in crate::odds) fn and_then(tests: &[usize], then: &[usize]) -> RunTests {
    [tests, then].concat()
}

/// A situation after a tie. Runs that tie in equal ones have the same future.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TieState {
    /// The choices before the contest began, if something may hang on them; all choices, if situations cannot be
    /// compared.
    path: Vec<TakenBranch>,
    now: Option<Rc<StateKey>>,
    /// The round that is over, of a loop whose rounds differ in nothing but their number.
    round: Option<LoopRound>,
    covered: Vec<Covered>,
    cut: bool,
    fallen: usize,
    made: Vec<Marking>,
    /// The number of tests that had ended, if runs end with one given test.
    ended: usize,
    /// Whether its future is finite (rounds of `repeat`), so that it is followed even if it is unlikely.
    ends: bool,
}

impl TieState {
    /// Whether it lies between two interventions: that is worth it or not for itself.
    pub(super) fn is_link(&self) -> bool {
        self.now.as_ref().is_some_and(|now| now.is_link())
    }

    /// Whether runs only wait there so that what follows is found apart: between two interventions, or where a loop is over.
    pub(super) fn is_passage(&self) -> bool {
        self.is_link() || self.round.as_ref().is_some_and(|round| round.over)
    }

    /// Whether it lies between two rounds: no run comes to it once more, since rounds are numbered.
    fn is_between_rounds(&self) -> bool {
        self.ends && self.now.as_ref().is_some_and(|now| !now.is_link() && !now.is_step())
    }

    /// The same in any round, where another round follows and differs in nothing but its number.
    fn in_any_round(&self) -> Option<Self> {
        let round = self.round.as_ref().filter(|round| !round.over && self.is_about_its_state())?;
        // Labels of the last round keep their values.
        let left = round.left.min(2);
        Some(Self { round: Some(LoopRound { number: 0, left, ..round.clone() }), ..self.clone() })
    }

    /// Whether it is told from others by nothing but its state and its round.
    fn is_about_its_state(&self) -> bool {
        self.path.is_empty() && self.covered.is_empty() && self.made.is_empty() && self.ended == 0
    }

    /// The same so many rounds later, where so many more may follow.
    fn rounds_later(&self, (later, more): (i64, i64)) -> Option<Self> {
        let round = self.round.as_ref()?;
        let left = round.left.checked_add(more).filter(|left| *left >= 0)?;
        let number = round.number.checked_add(later)?;
        Some(Self { round: Some(LoopRound { number, left, ..round.clone() }), ..self.clone() })
    }

    /// About how many bytes it takes, with that many choices before it.
    fn bytes(&self, choices: usize) -> u64 {
        self.now.as_ref().map_or(0, |now| now.bytes()) + Self::own_bytes(choices)
    }

    /// The same where its state is kept elsewhere as well.
    fn own_bytes(choices: usize) -> u64 {
        600 + 40 * choices as u64
    }
}

impl Hash for TieState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.path.hash(state);
        self.now.hash(state);
        self.round.hash(state);
    }
}

/// The runs that tied in one situation.
#[derive(Debug)]
pub(super) struct Parked {
    /// The position in the order in which situations were found.
    number: u64,
    /// The choices of the first of these runs, their probability, and the number of tests that had ended.
    path: Vec<TakenBranch>,
    one: (BigUint, BigUint),
    ended: usize,
    /// Masses by the tests that were rolled before.
    found: BTreeMap<RunTests, TestMass>,
}

/// What follows a situation, and the runs from which that was walked.
struct Future {
    since: Since,
    /// The number of the round that was over, and how many were left, if it is the same after any round.
    round: Option<(i64, i64)>,
    choices: usize,
    one: (BigUint, BigUint),
    ended: usize,
}

/// The same future after another round.
pub(super) struct Later<'k> {
    /// How many rounds later, and how many more may follow.
    rounds: (i64, i64),
    /// The runs that come there.
    kept: &'k Parked,
    /// How many choices, and how many ended tests, they have instead of how many.
    choices: usize,
    ended: usize,
    /// How likely one of them is, by which the likelihood of the others is divided.
    of: &'k (BigUint, BigUint),
}

impl Future {
    fn new(since: Since, place: &TieState, kept: &Parked) -> Self {
        let round = place.round.as_ref().map(|round| (round.number, round.left));
        Self { since, round, choices: kept.path.len(), one: kept.one.clone(), ended: kept.ended }
    }

    /// How it is changed where it begins after another round.
    fn later<'k>(&'k self, place: &TieState, kept: &'k Parked) -> Option<Later<'k>> {
        let (round, (number, left)) = (place.round.as_ref()?, self.round?);
        let rounds = (round.number - number, round.left - left);
        let Self { choices, ended, one, .. } = self;
        (rounds != (0, 0)).then_some(Later { rounds, kept, choices: *choices, ended: *ended, of: one })
    }
}

impl Later<'_> {
    /// The first of the runs that wait later instead of these.
    fn first(&self, parked: &Parked) -> Result<Parked, OddsError> {
        let Parked { path, one, ended, .. } = self.kept;
        let since = parked.path.get(self.choices..).ok_or_else(|| conservation::lost())?;
        let tests = parked.ended.checked_sub(self.ended).ok_or_else(|| conservation::lost())?;
        let (above, below) = (&one.0 * &parked.one.0 * &self.of.1, &one.1 * &parked.one.1 * &self.of.0);
        let common = above.gcd(&below);
        Ok(Parked {
            number: parked.number,
            path: [path, since].concat(),
            one: (above / &common, below / common),
            ended: ended + tests,
            found: BTreeMap::new(),
        })
    }
}

/// Runs that tied, by situation.
pub(super) type AllParked = FxHashMap<Rc<TieState>, Parked>;

impl Walker {
    /// The numbers of tests that ended and of marks that were made so far.
    pub(super) fn told(&self) -> (usize, usize) {
        (self.ended.len(), self.made.len())
    }

    /// Handles a tie: in the situation in which the contest began, or in another one.
    pub(super) fn ties_again(&mut self, first: usize, last: usize, now: Option<&StateKey>) -> Result<(), Refusal> {
        let begun = last.checked_sub(1).and_then(|at| self.begun.get(at)).ok_or_else(|| Refusal::internal())?;
        let same = match (&begun.now, now) {
            (None, None) => true,
            // Results and marks since then would be lost.
            (Some(then), Some(now)) => begun.told == self.told() && now.is_comparable() && then == now,
            _ => false,
        };
        // What began before the choices that every run makes did not begin in this walk; and where dice fell already,
        // others fall the next time.
        if same && begun.fallen == self.fallen.len() && begun.choices >= self.choices.fixed() {
            self.tied = Some(last);
            return Err(refuse(Stop::Again));
        }
        self.waits(first, now.ok_or_else(|| Refusal::internal())?, false, None)
    }

    /// Ends a run that has made choices of its own: the future of its situation is walked once for all runs in it.
    pub(super) fn waits(
        &mut self,
        first: usize,
        now: &StateKey,
        ends: bool,
        round: Option<LoopRound>,
    ) -> Result<(), Refusal> {
        let first = first.checked_sub(1).and_then(|at| self.begun.get(at)).ok_or_else(|| Refusal::internal())?;
        let (began, lying, made) = (first.choices, first.covered, self.choices.made());
        let moved = made > self.choices.fixed() || self.has_left_loop(now, round.as_ref());
        if !moved || made <= began {
            return Ok(());
        }
        let alike = now.is_comparable();
        // What nothing reads any more fell in any way.
        let (told, covered) = match (now.is_whole(), alike) {
            (true, _) => (0, 0),
            (_, true) => (began, lying),
            _ => (made, lying),
        };
        let path = self.choices.first(told).to_vec();
        let covered = self.covered.get(..covered).ok_or_else(|| Refusal::internal())?.to_vec();
        self.parked = Some(TieState {
            path,
            now: alike.then(|| Rc::new(now.clone())),
            round,
            covered,
            cut: self.cut,
            fallen: self.fallen.len(),
            made: self.made.clone(),
            ended: if self.until.is_some() { self.ended.len() } else { 0 },
            ends,
        });
        Err(refuse(Stop::Again))
    }

    /// Whether a run that began where a loop was over has come further, even without a choice.
    fn has_left_loop(&mut self, now: &StateKey, round: Option<&LoopRound>) -> bool {
        if self.choices.made() != self.choices.fixed() {
            return false;
        }
        let Some(began) = &self.left_loop else { return false };
        if self.past_loop {
            return true;
        }
        self.past_loop = began.round.as_ref() == round && began.now.as_deref() == Some(now);
        false
    }

    /// Adds a run that tied to its situation. `before` is the number of its tests that ended before the walk began.
    pub(super) fn park(
        &mut self,
        parked: &mut AllParked,
        place: TieState,
        (above, below): (BigUint, &BigUint),
        before: usize,
    ) -> Result<(), OddsError> {
        let (tests, ends) = self.tests_and_ends(before);
        if !parked.contains_key(&place) {
            self.hold_place(&place)?;
        }
        self.places += 1;
        self.joined.1 += u64::from(!place.is_passage());
        let kept = parked.entry(Rc::new(place)).or_insert_with(|| Parked {
            number: self.places,
            path: self.choices.first(self.choices.made()).to_vec(),
            one: (above.clone(), below.clone()),
            ended: self.ended.len(),
            found: BTreeMap::new(),
        });
        kept.found.entry(tests).or_default().add((above, below), &ends);
        Ok(())
    }

    /// A situation is kept to which no run came before.
    pub(super) fn hold_place(&mut self, place: &TieState) -> Result<(), OddsError> {
        let bytes = place.bytes(self.choices.made());
        self.budget.hold(bytes)?;
        self.bytes += bytes;
        self.joined.0 += u64::from(!place.is_passage());
        Ok(())
    }

    /// How tests end has to be counted with what runs come to: all begins anew.
    fn counts_anew(&mut self) -> OddsError {
        self.counts_jointly = true;
        Failure::refused(refuse(Stop::Restart), nowhere()).into()
    }

    /// From now on how tests end is counted with what runs come to.
    pub(in crate::odds) fn count_jointly(&mut self) {
        self.counts_jointly = true;
    }

    /// Walks all branches, and the futures of all situations after ties.
    pub(super) fn every_way(&mut self, run: &mut RunProgram<'_>) -> Result<Walked<usize>, OddsError> {
        self.runs_of_walk = 0;
        let mut end = self.ways_from(run, &[], 0)?;
        // The walked futures, by situation.
        let mut known: FxHashMap<Rc<TieState>, Future> = FxHashMap::default();
        // The states after rounds that are like any other.
        let mut states: FxHashSet<Rc<StateKey>> = FxHashSet::default();
        let mut enough = false;
        while end.parked.keys().any(|place| place.ends || !enough) {
            // Tie after tie: what ties once more waits for the next time.
            let mut waiting: Vec<_> = std::mem::take(&mut end.parked).into_iter().collect();
            waiting.order_by_key(|(_, kept)| kept.number);
            let found = waiting.iter_mut().flat_map(|(_, kept)| kept.all_mut());
            on_one(found.flat_map(TestMass::masses_mut).collect());
            self.counts_jointly |= end.is_lossy();
            let ending = waiting.iter_mut().filter(|(place, _)| place.ends && !self.counts_jointly);
            for (_, kept) in ending {
                self.bytes += kept.count_ends(&mut end.counted, &self.budget)?;
            }
            let endless = waiting.iter().all(|(place, _)| !place.ends);
            enough |= endless && waiting.iter().map(|(_, kept)| kept.roughly()).sum::<f64>() < SELDOM;
            for (place, kept) in waiting {
                // Of what ends, all is known or nothing.
                enough |= !place.ends && (self.budget.is_half_used() || self.runs_of_walk > MOST_PATHS);
                if enough && !place.ends {
                    kept.leave(&mut end.failed);
                    continue;
                }
                let held = self.bytes;
                let key = self.future_of((&place, &kept), &mut known, &mut states, run)?;
                let future = known.get(&key).ok_or_else(|| conservation::lost())?;
                let (walked, later) = (&future.since, future.later(&place, &kept));
                let is_own = Rc::ptr_eq(&key, &place);
                let new = walked.parked.iter().filter(|(next, _)| is_own && !end.parked.contains_key(*next));
                let stays: u64 = new.map(|(next, parked)| next.bytes(parked.path.len())).sum();
                let mut taken = 0;
                for (tests, found) in &kept.found {
                    taken += end.take_after(tests, found, (walked, later.as_ref()), &self.budget)?;
                }
                if later.is_some() {
                    self.give_back(TieState::own_bytes(kept.path.len()));
                } else if is_own && place.is_between_rounds() {
                    known.remove(&place);
                    let freed = (self.bytes - held).saturating_sub(stays);
                    self.give_back(freed.saturating_add(place.bytes(kept.path.len())));
                }
                self.bytes += taken;
                if end.is_lossy() && !end.counted.is_empty() {
                    return Err(self.counts_anew());
                }
            }
        }
        let parked = std::mem::take(&mut end.parked);
        parked.into_values().for_each(|kept| kept.leave(&mut end.failed));
        if end.is_lossy() && !end.counted.is_empty() {
            return Err(self.counts_anew());
        }
        end.walked(self.bytes)
    }

    /// Walks the future of a situation, if it is not known yet. Returns the situation under which it is known: rounds
    /// that are like any other share theirs.
    fn future_of(
        &mut self,
        (place, kept): (&Rc<TieState>, &Parked),
        known: &mut FxHashMap<Rc<TieState>, Future>,
        states: &mut FxHashSet<Rc<StateKey>>,
        run: &mut RunProgram<'_>,
    ) -> Result<Rc<TieState>, OddsError> {
        let alike = place.in_any_round().filter(|_| !self.numbers_rounds).map(Rc::new);
        if let Some(key) = alike.iter().chain([place]).find(|key| known.contains_key(*key)) {
            return Ok(Rc::clone(key));
        }
        self.left_loop = place.round.as_ref().filter(|round| round.over).map(|_| Rc::clone(place));
        let walked = self.ways_from(run, &kept.path, kept.ended);
        self.left_loop = None;
        let mut walked = walked?.of_one(&kept.one)?;
        let key = match alike.filter(|_| walked.is_one_round(place)) {
            Some(alike) => {
                self.shares_rounds = true;
                self.give_back(walked.share(states));
                alike
            }
            None => Rc::clone(place),
        };
        known.insert(Rc::clone(&key), Future::new(walked, place, kept));
        Ok(key)
    }

    /// Memory that is no longer held.
    fn give_back(&mut self, bytes: u64) {
        let freed = bytes.min(self.bytes);
        self.budget.release(freed);
        self.bytes -= freed;
    }
}

/// Work of weighting one branch, and of one product.
const WEIGHED: u64 = 2_000;
const PRODUCT: u64 = 300;

impl Parked {
    pub(super) fn join(&mut self, other: Self) {
        for (tests, found) in other.found {
            self.found.entry(tests).or_default().join(found);
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &TestMass> {
        self.found.values()
    }

    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut TestMass> {
        self.found.values_mut()
    }

    /// Counts how the tests ended that were rolled before. Returns the bytes that this takes.
    fn count_ends(&mut self, counted: &mut CountedEnds, budget: &Budget) -> Result<u64, OddsError> {
        let mut bytes = 0;
        for (tests, found) in &mut self.found {
            for (key, ends) in keys(tests).into_iter().zip(&mut found.ends) {
                for (end, mass) in std::mem::take(ends) {
                    let ends = counted.entry(key).or_default();
                    if !ends.contains_key(&end) {
                        budget.hold(END_BYTES)?;
                        bytes += END_BYTES;
                    }
                    budget.spend(PRODUCT)?;
                    ends.entry(end).or_default().join(mass);
                }
            }
        }
        Ok(bytes)
    }

    /// Follows it no further: its mass counts as unanswered.
    fn leave(self, failed: &mut Failed) {
        for found in self.found.into_values() {
            let failure = Failure::new(Code::TooManyTies, nowhere()).arg("limit", 0_i64).arg("number", 0_i64);
            fail(failed, failure, found.mass);
        }
    }

    fn roughly(&self) -> f64 {
        self.found.values().map(|found| found.mass.roughly()).sum()
    }
}

impl Since {
    /// Equal states in which runs wait are kept once. Returns the bytes that are free then.
    fn share(&mut self, states: &mut FxHashSet<Rc<StateKey>>) -> u64 {
        let mut freed = 0;
        let parked = std::mem::take(&mut self.parked).into_iter().map(|(mut place, parked)| {
            if let Some(now) = &place.now {
                match states.get(now).map(Rc::clone) {
                    Some(known) => {
                        freed += known.bytes();
                        Rc::make_mut(&mut place).now = Some(known);
                    }
                    None => drop(states.insert(Rc::clone(now))),
                }
            }
            (place, parked)
        });
        self.parked = parked.collect();
        freed
    }

    /// Whether all of it waits after the next round of the same loop, and none of it hangs on how many came before.
    fn is_one_round(&self, place: &TieState) -> bool {
        let of = |place: &TieState| place.round.as_ref().map(|round| round.of);
        let same = |next: &Rc<TieState>| next.is_about_its_state() && of(next) == of(place);
        let ends = !self.leaves.is_empty() || !self.failed.is_empty() || !self.ties.is_empty() || self.refused;
        !ends && self.parked.keys().all(same)
    }

    /// Whether some runs did not come to an end.
    fn is_lossy(&self) -> bool {
        self.refused || !self.left.is_zero() || !self.failed.is_empty()
    }

    /// The walked future of a situation, scaled as if the situation were certain.
    pub(super) fn of_one(mut self, (one, of): &(BigUint, BigUint)) -> Result<Self, OddsError> {
        let masses = |since: &mut Self, each: &mut dyn FnMut(Vec<&mut Mass>)| {
            let found = since.rolled.values_mut().chain(since.parked.values_mut().flat_map(Parked::all_mut));
            let failed = since.failed.iter_mut().map(|(_, mass)| mass);
            let others = since.leaves.values_mut().chain([&mut since.left]).chain(failed);
            each(found.flat_map(TestMass::masses_mut).chain(others).collect());
        };
        masses(&mut self, &mut |all| all.into_iter().for_each(|mass| mass.scale(of, one)));
        masses(&mut self, &mut on_one);
        let parked = self.parked.values().flat_map(Parked::all).map(|found| &found.mass);
        let failed = self.failed.iter().map(|(_, mass)| mass);
        conservation::one(self.leaves.values().chain(parked).chain([&self.left]).chain(failed))?;
        Ok(self)
    }

    /// Adds the walked future of a situation, after these tests and with their mass. Returns the bytes that were added.
    pub(super) fn take_after(
        &mut self,
        tests: &[usize],
        found: &TestMass,
        (walked, later): (&Self, Option<&Later<'_>>),
        budget: &Budget,
    ) -> Result<u64, OddsError> {
        let mut bytes = 0;
        for (leaf, more) in &walked.leaves {
            budget.spend(WEIGHED + PRODUCT + found.mass.digits() * more.digits() / 4)?;
            let more = found.mass.times(more);
            match self.leaves.get_mut(leaf) {
                Some(known) => known.join(more),
                None => {
                    let each = bytes_of(*leaf) + MASS_BYTES;
                    budget.hold(each)?;
                    bytes += each;
                    self.leaves.insert(*leaf, more);
                }
            }
        }
        for (Rolled { leaf, tests: then }, more) in &walked.rolled {
            budget.spend(WEIGHED + found.work(more))?;
            let key = Rolled { leaf: *leaf, tests: then.as_ref().map(|then| and_then(tests, then)) };
            let more = match then {
                Some(_) => found.and_then(more),
                None => TestMass { mass: found.mass.times(&more.mass), ends: Ends::new() },
            };
            match self.rolled.get_mut(&key) {
                Some(known) => known.join(more),
                None => {
                    let each = ROLLED_BYTES + MASS_BYTES + (END_BYTES + TEST_BYTES) * more.ends.len() as u64;
                    budget.hold(each)?;
                    bytes += each;
                    self.rolled.insert(key, more);
                }
            }
        }
        for (place, kept) in &walked.parked {
            let again = match later {
                None => self.parked.entry(Rc::clone(place)).or_insert_with(|| Parked {
                    number: kept.number,
                    path: kept.path.clone(),
                    one: kept.one.clone(),
                    ended: kept.ended,
                    found: BTreeMap::new(),
                }),
                Some(later) => {
                    let place = place.rounds_later(later.rounds).ok_or_else(|| conservation::lost())?;
                    match self.parked.entry(Rc::new(place)) {
                        hash_map::Entry::Occupied(again) => again.into_mut(),
                        hash_map::Entry::Vacant(new) => {
                            let first = later.first(kept)?;
                            let held = TieState::own_bytes(first.path.len());
                            budget.hold(held)?;
                            bytes += held;
                            new.insert(first)
                        }
                    }
                }
            };
            for (then, more) in &kept.found {
                budget.spend(WEIGHED + found.work(more))?;
                again.found.entry(and_then(tests, then)).or_default().join(found.and_then(more));
            }
        }
        self.refused |= walked.refused;
        self.left.join(found.mass.times(&walked.left));
        for (failure, mass) in &walked.failed {
            fail(&mut self.failed, failure.clone(), found.mass.times(mass));
        }
        Ok(bytes)
    }
}
