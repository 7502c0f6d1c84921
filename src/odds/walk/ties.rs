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
use super::{Heap, Since, Walked, Walker, fail};
use crate::diagnostic::Code;
use crate::engine::{Failure, Marking, Refusal, Situation, Stop, nowhere};
use crate::odds::{MOST_PATHS, conserved};
use crate::odds::mass::Mass;
use crate::odds::trouble::Trouble;

/// What is less likely than this is followed no further.
const SELDOM: f64 = 1e-9;

/// A contest that a run began.
#[derive(Debug)]
pub(super) struct Begun {
    /// How many choices came before.
    pub(super) choices: usize,
    /// How many dice lay covered.
    pub(super) covered: usize,
    /// What was so, if anything but dice can be other the next time.
    pub(super) now: Option<Situation>,
}

/// How tests of a run ended: by their places, then by how, as the walker numbers it.
pub(in crate::odds) type Ends = Vec<BTreeMap<usize, Mass>>;

/// What a run came to, and how much of everything that is.
#[derive(Debug, Default)]
pub(in crate::odds) struct Found {
    pub(in crate::odds) mass: Mass,
    pub(in crate::odds) ends: Ends,
}

impl Found {
    /// Counts one run more, in which tests ended so, from this place on.
    pub(super) fn add(&mut self, (above, below): (BigUint, &BigUint), ended: &[usize], from: usize) {
        if self.ends.len() < ended.len() {
            self.ends.resize_with(ended.len(), BTreeMap::new);
        }
        for (ends, end) in self.ends.iter_mut().zip(ended).skip(from) {
            ends.entry(*end).or_default().add(above.clone(), below);
        }
        self.mass.add(above, below);
    }

    pub(super) fn join(&mut self, other: Self) {
        self.mass.join(other.mass);
        join_ends(&mut self.ends, other.ends);
    }

    pub(super) fn scale(&mut self, above: &BigUint, below: &BigUint) {
        self.mass.scale(above, below);
        self.ends.iter_mut().flat_map(BTreeMap::values_mut).for_each(|mass| mass.scale(above, below));
    }

    /// This after something that came to `before` as its tests ended so.
    fn after(&mut self, before: &Ends, share: &Mass) {
        for (ends, before) in self.ends.iter_mut().zip(before) {
            *ends = before.iter().map(|(end, mass)| (*end, mass.times(share))).collect();
        }
    }
}

fn join_ends(ends: &mut Ends, more: Ends) {
    if ends.len() < more.len() {
        ends.resize_with(more.len(), BTreeMap::new);
    }
    for (ends, more) in ends.iter_mut().zip(more) {
        for (end, mass) in more {
            ends.entry(end).or_default().join(mass);
        }
    }
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
    tests: Vec<usize>,
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.path.hash(state);
        self.now.hash(state);
        self.tests.hash(state);
    }
}

/// What is kept of runs that tied in one place.
#[derive(Debug)]
pub(super) struct Parked {
    /// In which order places were found.
    number: u64,
    /// The choices of the first of them, and how likely these are.
    path: Vec<Choice>,
    one: (BigUint, BigUint),
    found: Found,
}

/// Runs that tied, by their places.
pub(super) type AllParked = FxHashMap<Rc<Place>, Parked>;

impl Walker {
    /// A contest is tied: as it began, or in another situation.
    pub(super) fn ties_again(&mut self, first: usize, last: usize, now: Option<&Situation>) -> Result<(), Refusal> {
        let begun = |number: usize| number.checked_sub(1).and_then(|at| self.begun.get(at));
        let (Some(first), Some(begun)) = (begun(first), begun(last)) else { return Err(Refusal::internal()) };
        let same = match (&begun.now, now) {
            (None, None) => true,
            (Some(then), Some(now)) => now.is_comparable() && then == now,
            _ => false,
        };
        // What began before the choices that every run makes did not begin in this walk.
        if same && begun.choices >= self.choices.fixed() {
            self.tied = Some(last);
            return Err(refuse(Stop::Again));
        }
        let made = self.choices.made();
        if made <= self.choices.fixed() {
            return Ok(());
        }
        let Some(now) = now else { return Err(Refusal::internal()) };
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
            tests: self.tests(),
        });
        Err(refuse(Stop::Again))
    }

    /// Keeps a run that tied.
    pub(super) fn park(
        &mut self,
        parked: &mut AllParked,
        place: Place,
        (above, below): (BigUint, &BigUint),
        from: usize,
    ) -> Result<(), Trouble> {
        let ended = self.ends();
        if !parked.contains_key(&place) {
            let bytes = place.now.as_ref().map_or(0, Situation::bytes) + 600 + 40 * place.path.len() as u64;
            self.budget.hold(bytes)?;
            self.bytes += bytes;
        }
        let number = self.places;
        let kept = parked.entry(Rc::new(place)).or_insert_with(|| Parked {
            number,
            path: self.choices.first(self.choices.made()).to_vec(),
            one: (above.clone(), below.clone()),
            found: Found::default(),
        });
        self.places += 1;
        kept.found.add((above, below), &ended, from);
        Ok(())
    }
}

impl Parked {
    pub(super) fn join(&mut self, other: Self) {
        self.found.join(other.found);
    }

    pub(super) fn mass(&self) -> &Mass {
        &self.found.mass
    }

    pub(super) fn found_mut(&mut self) -> &mut Found {
        &mut self.found
    }
}

impl<L: Ord> Since<L> {
    /// What was walked from a place, as likely as it was to come there.
    fn from_place(mut self, kept: &Parked) -> Result<Self, Trouble> {
        let (ways, all) = kept.found.mass.ratio();
        let (one, of) = &kept.one;
        let (above, below) = (ways * of, all * one);
        let mut everything = Mass::default();
        let parked = self.parked.values_mut().map(Parked::found_mut);
        for found in self.leaves.values_mut().chain(parked) {
            let mut share = found.mass.clone();
            share.scale(of, one);
            everything.join(share.clone());
            found.scale(&above, &below);
            found.after(&kept.found.ends, &share);
        }
        for mass in [&mut self.left].into_iter().chain(self.failed.iter_mut().map(|(_, mass)| mass)) {
            let mut share = mass.clone();
            share.scale(of, one);
            everything.join(share);
            mass.scale(&above, &below);
        }
        conserved::one([&everything])?;
        Ok(self)
    }
}

impl Walker {
    /// Goes every way, and on from all places where runs tied.
    pub(super) fn every_way<L: Ord + Clone + Heap>(
        &mut self,
        mut run: impl FnMut(&mut Self) -> Result<L, Failure>,
    ) -> Result<Walked<L>, Trouble> {
        self.runs_of_walk = 0;
        let mut end = self.ways_from(&mut run, &[], 0)?;
        let mut order: BTreeMap<u64, Rc<Place>> = BTreeMap::new();
        let mut waiting = AllParked::default();
        let mut rest = 0.0;
        loop {
            for (place, more) in std::mem::take(&mut end.parked) {
                rest += more.found.mass.roughly();
                match waiting.get_mut(&place) {
                    Some(kept) => kept.found.join(more.found),
                    None => {
                        order.insert(more.number, Rc::clone(&place));
                        waiting.insert(place, more);
                    }
                }
            }
            let enough = rest < SELDOM || self.budget.is_half_used() || self.runs_of_walk > MOST_PATHS;
            if enough && !waiting.is_empty() {
                break;
            }
            let Some((_, place)) = order.pop_first() else { break };
            let kept = waiting.remove(&place).ok_or_else(|| conserved::lost())?;
            rest -= kept.found.mass.roughly();
            let found = self.ways_from(&mut run, &kept.path, place.tests.len())?;
            end.take(found.from_place(&kept)?);
        }
        for kept in waiting.into_values() {
            let failure = Failure::new(Code::TooManyTies, nowhere()).arg("limit", 0_i64);
            fail(&mut end.failed, failure, kept.found.mass);
        }
        let failed = end.failed.iter().map(|(_, mass)| mass);
        let leaves = end.leaves.values().map(|found| &found.mass);
        conserved::one(leaves.chain([&end.left]).chain(failed).chain(end.ties.values()))?;
        let (mut leaves, mut ends) = (Vec::with_capacity(end.leaves.len()), Vec::new());
        for (leaf, found) in end.leaves {
            leaves.push((leaf, found.mass));
            ends.push(found.ends);
        }
        Ok(Walked { leaves, ends, left: end.left, failed: end.failed, bytes: self.bytes })
    }
}
