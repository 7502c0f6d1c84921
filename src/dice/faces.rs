//! Faces with their weights, as runs of consecutive faces: a die with a million sides takes as little memory as one
//! with six until its faces are listed, and a reroll changes only a few runs.

use num_bigint::BigUint;
use num_traits::{One as _, Zero as _};

use super::{CompareOp, Die};
use crate::limits::{Budget, Exceeded};

/// A face and its weight (number of ways).
pub type Face = (i64, BigUint);

/// Work and bytes per listed face.
const WRITTEN: u64 = 30;
const WRITTEN_BYTES: u64 = 64;
const RUN_BYTES: u64 = 80;

/// Consecutive faces with equal weights.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FaceRun {
    first: i64,
    last: i64,
    ways: BigUint,
}

impl FaceRun {
    fn len(&self) -> u64 {
        self.last.abs_diff(self.first).saturating_add(1)
    }
}

/// Faces in ascending order, each once, with their weights. Runs are maximal, so equal distributions are equal values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faces {
    runs: Vec<FaceRun>,
}

impl Faces {
    pub(crate) fn plain(die: &Die) -> Self {
        let mut found = Self::default();
        match die {
            Die::Sides(0) => {}
            Die::Sides(sides) => found.push(FaceRun { first: 1, last: i64::from(*sides), ways: BigUint::one() }),
            Die::Faces(faces) => {
                let mut faces = faces.to_vec();
                faces.sort_unstable();
                for same in faces.chunk_by(|one, other| one == other) {
                    let Some(face) = same.first() else { continue };
                    found.push(FaceRun { first: *face, last: *face, ways: BigUint::from(same.len()) });
                }
            }
        }
        found
    }

    /// From a list in ascending order.
    pub fn listed(faces: impl IntoIterator<Item = Face>) -> Self {
        let mut found = Self::default();
        faces.into_iter().for_each(|(face, ways)| found.push(FaceRun { first: face, last: face, ways }));
        found
    }

    /// Appends a run, merging it with the last one if they are adjacent and have the same weight.
    fn push(&mut self, run: FaceRun) {
        if run.ways.is_zero() {
            return;
        }
        match self.runs.last_mut() {
            Some(last) if last.last.checked_add(1) == Some(run.first) && last.ways == run.ways => last.last = run.last,
            _ => self.runs.push(run),
        }
    }

    /// The estimated bytes of all runs.
    pub(crate) fn bytes(&self) -> u64 {
        (self.runs.len() as u64).saturating_mul(RUN_BYTES)
    }

    /// The number of runs.
    pub(super) fn runs(&self) -> u64 {
        self.runs.len() as u64
    }

    pub fn len(&self) -> u64 {
        self.runs.iter().map(FaceRun::len).fold(0, u64::saturating_add)
    }

    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    pub(crate) fn lowest(&self) -> Option<i64> {
        self.runs.first().map(|run| run.first)
    }

    pub(crate) fn highest(&self) -> Option<i64> {
        self.runs.last().map(|run| run.last)
    }

    /// The sum of all weights.
    pub fn ways(&self) -> BigUint {
        self.runs.iter().map(|run| &run.ways * run.len()).sum()
    }

    /// The weight of each face, run by run.
    pub(super) fn each_ways(&self) -> impl Iterator<Item = &BigUint> {
        self.runs.iter().map(|run| &run.ways)
    }

    pub(super) fn each_ways_mut(&mut self) -> impl Iterator<Item = &mut BigUint> {
        self.runs.iter_mut().map(|run| &mut run.ways)
    }

    /// Whether the faces are consecutive and equally likely.
    pub(crate) fn are_even(&self) -> bool {
        self.runs.len() < 2
    }

    /// Iterates over the faces without listing them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (i64, &BigUint)> + Clone {
        self.runs.iter().flat_map(|run| (run.first..=run.last).map(move |face| (face, &run.ways)))
    }

    /// Lists all faces.
    ///
    /// # Errors
    ///
    /// The budget does not suffice; then nothing is listed.
    pub fn written(&self, budget: &Budget) -> Result<Vec<Face>, Exceeded> {
        self.has_room(budget)?;
        Ok(self.iter().map(|(face, ways)| (face, ways.clone())).collect())
    }

    /// The bytes of a list of all faces.
    pub(crate) fn written_bytes(all: &[&Self]) -> u64 {
        all.iter().map(|faces| faces.len()).fold(0, u64::saturating_add).saturating_mul(WRITTEN_BYTES)
    }

    /// Spends the work and the bytes of listing all faces.
    ///
    /// # Errors
    ///
    /// If the budget does not suffice.
    pub(crate) fn has_room(&self, budget: &Budget) -> Result<(), Exceeded> {
        budget.room(self.len().saturating_mul(WRITTEN_BYTES))?;
        Ok(budget.spend(self.len().saturating_mul(WRITTEN))?)
    }

    /// Splits the faces into those that meet a comparison with a number, and the others.
    pub fn parted(&self, op: CompareOp, number: i64) -> (Self, Self) {
        let (mut holds, mut others) = (Self::default(), Self::default());
        for run in &self.runs {
            // Faces below the number, the number itself, and faces above it compare alike. At the ends of `i64` there
            // is nothing beyond.
            let below = number.checked_sub(1).map(|below| (run.first, run.last.min(below)));
            let at = Some((run.first.max(number), run.last.min(number)));
            let above = number.checked_add(1).map(|above| (run.first.max(above), run.last));
            for (first, last) in [below, at, above].into_iter().flatten().filter(|(first, last)| first <= last) {
                let piece = FaceRun { first, last, ways: run.ways.clone() };
                if op.holds(first, number) { holds.push(piece) } else { others.push(piece) }
            }
        }
        (holds, others)
    }

    /// Splits the faces into those that meet one of some comparisons, and the others.
    pub(crate) fn parted_by(&self, conditions: impl IntoIterator<Item = (CompareOp, i64)>) -> (Self, Self) {
        let (mut holds, mut others) = (Self::default(), self.clone());
        for (op, number) in conditions {
            let (more, rest) = others.parted(op, number);
            holds = if holds.is_empty() { more } else { holds.with(&more) };
            others = rest;
        }
        (holds, others)
    }

    /// Whether both contain a common face.
    pub fn share(&self, other: &Self) -> bool {
        let (mut left, mut right) = (self.runs.iter().peekable(), other.runs.iter().peekable());
        while let (Some(one), Some(two)) = (left.peek(), right.peek()) {
            if one.last < two.first {
                left.next();
            } else if two.last < one.first {
                right.next();
            } else {
                return true;
            }
        }
        false
    }

    /// Multiplies all weights by a number.
    pub(crate) fn times(&self, times: &BigUint) -> Self {
        let mut found = Self::default();
        self.runs.iter().for_each(|run| found.push(FaceRun { ways: &run.ways * times, ..run.clone() }));
        found
    }

    /// The union of both; the weights of equal faces are added.
    pub fn with(&self, other: &Self) -> Self {
        let mut found = Self::default();
        let (mut left, mut right) = (self.runs.iter().cloned(), other.runs.iter().cloned());
        let (mut one, mut two) = (left.next(), right.next());
        loop {
            let (mut low, mut high, swapped) = match (one, two) {
                (None, None) => return found,
                (Some(run), None) | (None, Some(run)) => {
                    found.push(run);
                    (one, two) = (left.next(), right.next());
                    continue;
                }
                (Some(one), Some(two)) if one.first <= two.first => (one, two, false),
                (Some(one), Some(two)) => (two, one, true),
            };
            let mut lower = || if swapped { right.next() } else { left.next() };
            if low.last < high.first {
                found.push(low);
                let next = lower();
                (one, two) = if swapped { (Some(high), next) } else { (next, Some(high)) };
                continue;
            }
            if low.first < high.first {
                found.push(FaceRun { first: low.first, last: high.first - 1, ways: low.ways.clone() });
            }
            let end = low.last.min(high.last);
            found.push(FaceRun { first: high.first, last: end, ways: &low.ways + &high.ways });
            let rest = |run: &mut FaceRun| {
                run.first = end.saturating_add(1);
                run.last > end
            };
            let low = if rest(&mut low) { Some(low) } else { lower() };
            let high = if rest(&mut high) {
                Some(high)
            } else if swapped {
                left.next()
            } else {
                right.next()
            };
            (one, two) = if swapped { (high, low) } else { (low, high) };
        }
    }
}
