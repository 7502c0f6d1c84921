//! Ties after which something is other than when the contest began: from there it is another contest.
//!
//! A run ends at such a tie, and how likely it was is kept by what is so there: runs that come to the same
//! have the same before them. When all other ways are gone, what comes after is walked once for each of
//! these situations, from the choices of the first run that came to it, and weighs as much as was kept.
//! Where every tie changes something, this goes on until what is left is less than one in a thousand
//! million.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::choices::Choice;
use super::dice::{Covered, refuse};
use super::{END_BYTES, Failed, MASS_BYTES, Run, Since, Walked, Walker, bytes_of, fail};
use crate::diagnostic::Code;
use crate::engine::{Failure, Marking, Refusal, Situation, Stop, nowhere};
use crate::limits::Budget;
use crate::odds::mass::{Mass, on_one};
use crate::odds::trouble::Trouble;
use crate::odds::{MOST_PATHS, conserved};
use crate::sort::{Gather as _, Sort as _};

/// What is less likely than this is followed no further.
const SELDOM: f64 = 1e-9;

/// A contest that a run began.
#[derive(Debug)]
pub(super) struct Begun {
    /// How many choices came before.
    pub(super) choices: usize,
    /// How many dice lay covered.
    pub(super) covered: usize,
    /// How many tests had ended and how many marks were made.
    pub(super) told: (usize, usize),
    /// What was so, if anything but dice can be other the next time.
    pub(super) now: Option<Situation>,
}

/// The tests of a run, in their order, as the walker numbers them.
pub(in crate::odds) type Tests = Vec<usize>;

/// How tests of runs ended: by their places, then by how, as the walker numbers it.
pub(in crate::odds) type Ends = Vec<BTreeMap<usize, Mass>>;

/// How much of everything some runs are that rolled the same tests, and how these ended.
#[derive(Debug, Clone, Default)]
pub(in crate::odds) struct Found {
    pub(in crate::odds) mass: Mass,
    pub(in crate::odds) ends: Ends,
}

impl Found {
    /// Counts one run more, in which the tests ended so.
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

    /// Its masses.
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

    /// This, and then that.
    pub(in crate::odds) fn and_then(&self, then: &Self) -> Self {
        let times = |ends: &Ends, often: &Mass| -> Ends {
            ends.iter().map(|ends| ends.iter().map(|(end, mass)| (*end, mass.times(often))).to_map()).collect()
        };
        let mut ends = times(&self.ends, &then.mass);
        ends.extend(times(&then.ends, &self.mass));
        Self { mass: self.mass.times(&then.mass), ends }
    }
}

/// Some tests, and then more.
pub(in crate::odds) fn and_then(tests: &[usize], then: &[usize]) -> Tests {
    [tests, then].concat()
}

/// Where runs tied that are the same from there on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The choices before the contest began, or all of them where nothing else can be the same.
    path: Vec<Choice>,
    now: Option<Situation>,
    covered: Vec<Covered>,
    cut: bool,
    fallen: usize,
    made: Vec<Marking>,
    /// How many tests had ended of those of which one is wanted.
    ended: usize,
    /// What comes after it does not go on for ever, however unlikely it is.
    ends: bool,
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.path.hash(state);
        self.now.hash(state);
    }
}

/// What is kept of runs that tied in one place.
#[derive(Debug)]
pub(super) struct Parked {
    /// In which order places were found.
    number: u64,
    /// The choices of the first of these runs, how likely they are, and how many tests ended by then.
    path: Vec<Choice>,
    one: (BigUint, BigUint),
    ended: usize,
    /// By the tests that were rolled before.
    found: BTreeMap<Tests, Found>,
}

/// Runs that tied, by their places.
pub(super) type AllParked = FxHashMap<Rc<Place>, Parked>;

impl Walker {
    /// How many tests ended and how many marks were made by now.
    pub(super) fn told(&self) -> (usize, usize) {
        (self.ended.len(), self.made.len())
    }

    /// A contest is tied: as it began, or in another situation.
    pub(super) fn ties_again(&mut self, first: usize, last: usize, now: Option<&Situation>) -> Result<(), Refusal> {
        let begun = last.checked_sub(1).and_then(|at| self.begun.get(at)).ok_or_else(|| Refusal::internal())?;
        let same = match (&begun.now, now) {
            (None, None) => true,
            // What was told since would be missing.
            (Some(then), Some(now)) => begun.told == self.told() && now.is_comparable() && then == now,
            _ => false,
        };
        // What began before the choices that every run makes did not begin in this walk.
        if same && begun.choices >= self.choices.fixed() {
            self.tied = Some(last);
            return Err(refuse(Stop::Again));
        }
        self.waits(first, now.ok_or_else(|| Refusal::internal())?, false)
    }

    /// A run ends here, if it has made choices of its own: what comes after is walked once for all that are the same.
    pub(super) fn waits(&mut self, first: usize, now: &Situation, ends: bool) -> Result<(), Refusal> {
        let first = first.checked_sub(1).and_then(|at| self.begun.get(at)).ok_or_else(|| Refusal::internal())?;
        let made = self.choices.made();
        if made <= self.choices.fixed().max(first.choices) {
            return Ok(());
        }
        let (alike, covered) = (now.is_comparable(), first.covered);
        let path = self.choices.first(if alike { first.choices } else { made }).to_vec();
        let covered = self.covered.get(..covered).ok_or_else(|| Refusal::internal())?.to_vec();
        self.parked = Some(Place {
            path,
            now: alike.then(|| now.clone()),
            covered,
            cut: self.cut,
            fallen: self.fallen.len(),
            made: self.made.clone(),
            ended: if self.until.is_some() { self.ended.len() } else { 0 },
            ends,
        });
        Err(refuse(Stop::Again))
    }

    /// Keeps a run that tied: so many of its tests ended before the walk began.
    pub(super) fn park(
        &mut self,
        parked: &mut AllParked,
        place: Place,
        (above, below): (BigUint, &BigUint),
        before: usize,
    ) -> Result<(), Trouble> {
        let (tests, ends) = self.tests_and_ends(before);
        if !parked.contains_key(&place) {
            let bytes = place.now.as_ref().map_or(0, Situation::bytes) + 600 + 40 * self.choices.made() as u64;
            self.budget.hold(bytes)?;
            self.bytes += bytes;
        }
        self.places += 1;
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

    /// Goes every way, and on from all places where runs tied.
    pub(super) fn every_way(&mut self, run: &mut Run<'_>) -> Result<Walked<usize>, Trouble> {
        self.runs_of_walk = 0;
        let mut end = self.ways_from(run, &[], 0)?;
        // What was walked, by its place.
        let mut known: FxHashMap<Rc<Place>, Since> = FxHashMap::default();
        let mut enough = false;
        while !end.parked.is_empty() && !enough {
            // Tie after tie: what ties once more waits for the next time.
            let mut waiting: Vec<_> = std::mem::take(&mut end.parked).into_iter().collect();
            waiting.order_by_key(|(_, kept)| kept.number);
            let found = waiting.iter_mut().flat_map(|(_, kept)| kept.all_mut());
            on_one(found.flat_map(Found::masses_mut).collect());
            let endless = waiting.iter().all(|(place, _)| !place.ends);
            enough = endless && waiting.iter().map(|(_, kept)| kept.roughly()).sum::<f64>() < SELDOM;
            for (place, kept) in waiting {
                enough |= self.budget.is_half_used() || self.runs_of_walk > MOST_PATHS;
                if enough {
                    kept.leave(&place, &mut end.failed);
                    continue;
                }
                if !known.contains_key(&place) {
                    let walked = self.ways_from(run, &kept.path, kept.ended)?;
                    known.insert(Rc::clone(&place), walked.of_one(&kept.one)?);
                }
                let walked = known.get(&place).ok_or_else(|| conserved::lost())?;
                for (tests, found) in &kept.found {
                    self.bytes += end.take_after(tests, found, walked, &self.budget)?;
                }
            }
        }
        let parked = std::mem::take(&mut end.parked);
        parked.into_iter().for_each(|(place, kept)| kept.leave(&place, &mut end.failed));
        end.walked(self.bytes)
    }
}

/// Work of weighing what one way comes to, and of a product.
const WEIGHED: u64 = 2_000;
const PRODUCT: u64 = 300;

impl Parked {
    pub(super) fn join(&mut self, other: Self) {
        for (tests, found) in other.found {
            self.found.entry(tests).or_default().join(found);
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Found> {
        self.found.values()
    }

    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut Found> {
        self.found.values_mut()
    }

    /// It is followed no further.
    fn leave(self, place: &Place, failed: &mut Failed) {
        let code = if place.ends { Code::TooManyRounds } else { Code::TooManyTies };
        for found in self.found.into_values() {
            let failure = Failure::new(code, nowhere()).arg("limit", 0_i64).arg("number", 0_i64);
            fail(failed, failure, found.mass);
        }
    }

    fn roughly(&self) -> f64 {
        self.found.values().map(|found| found.mass.roughly()).sum()
    }
}

impl Since {
    /// What was walked from a place, as if to come there were certain.
    fn of_one(mut self, (one, of): &(BigUint, BigUint)) -> Result<Self, Trouble> {
        let found = self.leaves.values_mut().chain(self.parked.values_mut().flat_map(Parked::all_mut));
        found.for_each(|found| found.scale(of, one));
        let failed = self.failed.iter_mut().map(|(_, mass)| mass);
        [&mut self.left].into_iter().chain(failed).for_each(|mass| mass.scale(of, one));
        let found = self.leaves.values_mut().chain(self.parked.values_mut().flat_map(Parked::all_mut));
        let failed = self.failed.iter_mut().map(|(_, mass)| mass);
        on_one(found.flat_map(Found::masses_mut).chain([&mut self.left]).chain(failed).collect());
        let found = self.leaves.values().chain(self.parked.values().flat_map(Parked::all)).map(|found| &found.mass);
        let failed = self.failed.iter().map(|(_, mass)| mass);
        conserved::one(found.chain([&self.left]).chain(failed))?;
        Ok(self)
    }

    /// Takes what was walked from a place after such tests and as often as they say; how many bytes it
    /// takes.
    fn take_after(&mut self, tests: &[usize], found: &Found, walked: &Self, budget: &Budget) -> Result<u64, Trouble> {
        let mut bytes = 0;
        for ((leaf, then), more) in &walked.leaves {
            budget.spend(WEIGHED + found.work(more))?;
            let key = (*leaf, and_then(tests, then));
            let more = found.and_then(more);
            match self.leaves.get_mut(&key) {
                Some(known) => known.join(more),
                None => {
                    let each = bytes_of(*leaf) + MASS_BYTES + END_BYTES * more.ends.len() as u64;
                    budget.hold(each)?;
                    bytes += each;
                    self.leaves.insert(key, more);
                }
            }
        }
        for (place, kept) in &walked.parked {
            let again = self.parked.entry(Rc::clone(place)).or_insert_with(|| Parked {
                number: kept.number,
                path: kept.path.clone(),
                one: kept.one.clone(),
                ended: kept.ended,
                found: BTreeMap::new(),
            });
            for (then, more) in &kept.found {
                budget.spend(WEIGHED + found.work(more))?;
                again.found.entry(and_then(tests, then)).or_default().join(found.and_then(more));
            }
        }
        self.left.join(found.mass.times(&walked.left));
        for (failure, mass) in &walked.failed {
            fail(&mut self.failed, failure.clone(), found.mass.times(mass));
        }
        Ok(bytes)
    }
}
