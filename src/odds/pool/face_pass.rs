//! One pass over the faces, from the lowest to the highest. The state is the number of remaining dice and the
//! statistics so far; throws with equal states are merged.
//!
//! The method is that of icepool (Liu, *Icepool: Efficient Computation of Dice Pool Probabilities*, AIIDE 2022). What a
//! formula reads of a die depends on the die's position in ascending order, so an order statistic is a set of weights
//! by position: nothing is known of it until the pass reaches that position, and states stay few.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::dice::Face;
use crate::limits::Budget;
use crate::odds::conservation::{lost, whole};
use crate::odds::error::OddsError;
use crate::odds::weight::Weight;

/// What is seen of dice, as the pass goes on.
#[derive(Debug, Clone)]
pub(super) enum PassStatistic {
    /// A sum over places: what each place counts, and which number each face counts there.
    Places {
        /// Sums of the weights of all places before each.
        before: Vec<i64>,
        /// The number of each face.
        worth: Vec<i64>,
    },
    /// How many dice show one of some faces, kept or not.
    Shown {
        /// Whether each face is one of them.
        faces: Vec<bool>,
        /// How many dice can show them.
        most: usize,
    },
    /// How many of the kept places show the most repeated face.
    Repeats {
        /// Sums of the kept places before each.
        before: Vec<i64>,
    },
    /// The same, and which face that is: the number of it is its place among the faces.
    Repeated {
        /// Sums of the kept places before each.
        before: Vec<i64>,
    },
}

impl PassStatistic {
    /// Whether its number grows by the same, whatever it is.
    fn grows(&self) -> bool {
        matches!(self, Self::Places { .. } | Self::Shown { .. })
    }
}

/// The numbers that an eye may hold: from, how many.
fn span(eye: &PassStatistic, faces: usize) -> Option<(i64, usize)> {
    match eye {
        PassStatistic::Places { before, worth } => {
            let least = worth.iter().copied().min().unwrap_or(0);
            let most = worth.iter().copied().max().unwrap_or(0);
            let (mut low, mut high) = (0_i64, 0_i64);
            for (one, two) in before.iter().zip(before.iter().skip(1)) {
                let weight = two - one;
                let (from, to) = (weight.checked_mul(least)?, weight.checked_mul(most)?);
                // In the middle of the pass the rest counts nothing yet.
                low = low.checked_add(from.min(to).min(0))?;
                high = high.checked_add(from.max(to).max(0))?;
            }
            let width = usize::try_from(high.checked_sub(low)?).ok()?.checked_add(1)?;
            Some((low, width))
        }
        PassStatistic::Shown { most, .. } => Some((0, most.checked_add(1)?)),
        PassStatistic::Repeats { before } => Some((0, usize::try_from(*before.last()?).ok()?.checked_add(1)?)),
        PassStatistic::Repeated { before } => {
            let most = usize::try_from(*before.last()?).ok()?.checked_add(1)?;
            Some((0, most.checked_mul(faces.checked_add(1)?)?))
        }
    }
}

/// How many dice of each of two kinds are thrown, and to which kind each face belongs: no face to both.
#[derive(Debug, Clone)]
pub(super) struct DiceKinds {
    pub(super) counts: [usize; 2],
    /// Of each face, whether it is one of the second kind.
    pub(super) second: Vec<bool>,
}

impl DiceKinds {
    /// In how many ways some of all of them can be there.
    pub(super) fn levels(&self) -> usize {
        let [first, second] = self.counts;
        (first + 1).saturating_mul(second + 1)
    }

    /// How many numbers of dice each face can be shown by, of all faces together.
    pub(super) fn taken(&self) -> usize {
        let [first, second] = self.counts;
        self.second.iter().map(|of_second| if *of_second { second + 1 } else { first + 1 }).sum()
    }

    /// Sorted throws of all of them.
    fn throws(&self) -> usize {
        let mut throws = 1_usize;
        for (kind, count) in self.counts.into_iter().enumerate() {
            let faces = self.second.iter().filter(|second| usize::from(**second) == kind).count();
            let mut of_kind = 1_usize;
            for at in 1..=count.min(faces.saturating_sub(1)) {
                of_kind = of_kind.saturating_mul(count + faces - at) / at;
            }
            throws = throws.saturating_mul(of_kind);
        }
        throws
    }
}

/// How many states a sweep may have for each number of dice, at most; `None` where even their
/// number is too large.
pub(super) fn states(eyes: &[PassStatistic], kinds: &DiceKinds) -> Option<usize> {
    let faces = kinds.second.len();
    let numbers = eyes.iter().try_fold(1_usize, |product, eye| product.checked_mul(span(eye, faces)?.1))?;
    if numbers > usize::MAX >> 2 {
        return None;
    }
    // There are no more of them than there are sorted throws.
    Some(if lie_side_by_side(numbers, kinds) { numbers } else { numbers.min(kinds.throws().saturating_mul(2)) })
}

/// Whether all numbers are kept, or only those that come up: where those are few.
fn lie_side_by_side(numbers: usize, kinds: &DiceKinds) -> bool {
    numbers <= MOST_SIDE.min(kinds.throws().saturating_mul(LOOKED_UP as usize))
}

/// The number of an eye as one digit of the number that says all that was seen.
struct Digit<'e> {
    eye: &'e PassStatistic,
    from: i64,
    width: usize,
    stride: usize,
}

/// A digit for each eye, and how many numbers there are.
fn digits(eyes: &[PassStatistic], faces: usize) -> Option<(Vec<Digit<'_>>, usize)> {
    let mut digits = Vec::with_capacity(eyes.len());
    for eye in eyes {
        let (from, width) = span(eye, faces)?;
        digits.push(Digit { eye, from, width, stride: 1 });
    }
    let mut size = 1_usize;
    // Numbers that do not just grow by the same for all come first: theirs lie side by side.
    for grows in [false, true] {
        for digit in digits.iter_mut().filter(|digit| digit.eye.grows() == grows) {
            digit.stride = size;
            size = size.saturating_mul(digit.width);
        }
    }
    Some((digits, size))
}

/// The ways of everything that can be seen of so many dice with these faces, ascending.
///
/// # Errors
///
/// If the budget does not suffice; each product that is added costs `each`, and each way has so much
/// on the heap.
pub(super) fn sweep<W: Weight>(
    faces: &[Face],
    kinds: &DiceKinds,
    eyes: &[PassStatistic],
    (each, heap, budget): (u64, u64, &Budget),
) -> Result<WeightedRows, OddsError> {
    let (digits, size) = digits(eyes, faces.len()).ok_or_else(|| lost())?;
    // Ways by how many dice of each kind have been placed, then by what was seen.
    let side = lie_side_by_side(size, kinds);
    let mut levels: Vec<WaysTable<W>> = (0..kinds.levels()).map(|_| WaysTable::new(side)).collect();
    let [count, more] = kinds.counts;
    let most = count.max(more);
    let start = digits.iter().fold(0, |start, digit| start + digit.from.unsigned_abs() as usize * digit.stride);
    levels.first_mut().ok_or_else(|| lost())?.add(start, size, &W::one(), &W::one())?;
    budget.room(ShownWays::<W>::bytes(most, heap))?;
    let chosen = ShownWays::<W>::new(most);
    let mut powers = (None, Vec::new());
    let last_of = [false, true].map(|second| kinds.second.iter().rposition(|one| *one == second));
    let mut step = FaceStep { shift: 0, moving: Vec::new() };
    for (index, (_, weight)) in faces.iter().enumerate() {
        let second = *kinds.second.get(index).ok_or_else(|| lost())?;
        let last = last_of.contains(&Some(index));
        if powers.0 != Some(weight) {
            // Most dice have as many of each face.
            powers = (Some(weight), self::powers::<W>(weight, most)?);
        }
        let powers = &powers.1;
        // From above, so that what is sent on is not sent on twice.
        for place in (0..levels.len()).rev() {
            let used = [place / (more + 1), place % (more + 1)];
            let (left, stride) = if second { (more - used[1], 1) } else { (count - used[0], more + 1) };
            let (low, high) = levels.split_at_mut(place + 1);
            let level = low.last_mut().ok_or_else(|| lost())?;
            if left == 0 || level.is_empty() {
                continue;
            }
            let used = used[0] + used[1];
            let times = if last { 1 } else { left as u64 };
            budget.spend(PLACED.saturating_add(level.room().saturating_mul(each)).saturating_mul(times))?;
            for taken in if last { left..=left } else { 1..=left } {
                let target = high.get_mut(taken * stride - 1).ok_or_else(|| lost())?;
                let ways = chosen.ways(left, taken, powers).ok_or_else(|| lost())?;
                step.set(&digits, &FaceDice { used, taken, face: index, faces: faces.len() })?;
                step.send(level, target, size, &ways)?;
            }
            if last {
                level.clear();
            }
            budget.room(levels.iter().map(|level| level.bytes(heap)).sum())?;
        }
    }
    let level = levels.pop().ok_or_else(|| lost())?;
    drop(levels);
    let mut count = 0_usize;
    level.each(|_, _| {
        count += 1;
        Ok(())
    })?;
    budget.room(level.bytes(heap).saturating_add((SEEN + heap).saturating_mul(count as u64)))?;
    let mut found = Vec::with_capacity(count);
    level.each(|at, ways| {
        let seen = digits.iter().map(|digit| Some(digit.from + ((at / digit.stride) % digit.width) as i64)).collect();
        found.push((seen, ways.clone().into_big()));
        Ok(())
    })?;
    Ok(found)
}

/// Combinations of values, and the number of ways of each.
pub(super) type WeightedRows = Vec<(Vec<Option<i64>>, BigUint)>;

/// About how many bytes what is seen takes, with its ways.
const SEEN: u64 = 170;

/// Work of placing some dice, besides that of what was seen before them.
const PLACED: u64 = 40;
/// Work of a state that is looked up, in products.
const LOOKED_UP: u64 = 20;

/// Dice that show one face.
struct FaceDice {
    used: usize,
    taken: usize,
    face: usize,
    faces: usize,
}

/// Ways by what was seen, as a number: side by side where there are few numbers, else only those
/// that came up.
enum WaysTable<W> {
    Side(WaysRange<W>),
    Sparse(FxHashMap<usize, W>),
}

/// Ways side by side, and between which of them all lie that are there.
struct WaysRange<W> {
    ways: Vec<W>,
    from: usize,
    to: usize,
}

/// Numbers that are kept side by side.
const MOST_SIDE: usize = 1 << 16;

impl<W: Weight> WaysTable<W> {
    fn new(side: bool) -> Self {
        if side {
            Self::Side(WaysRange { ways: Vec::new(), from: 0, to: 0 })
        } else {
            Self::Sparse(FxHashMap::default())
        }
    }

    fn add(&mut self, at: usize, size: usize, ways: &W, times: &W) -> Result<(), OddsError> {
        match self {
            Self::Side(side) => side.add(at, size, ways, times)?,
            Self::Sparse(all) => all.entry(at).or_insert_with(W::zero).add_product(ways, times),
        }
        Ok(())
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Side(side) => side.from >= side.to,
            Self::Sparse(all) => all.is_empty(),
        }
    }

    /// How many products it takes to go on from it.
    fn room(&self) -> u64 {
        match self {
            Self::Side(side) => side.to.saturating_sub(side.from) as u64,
            Self::Sparse(all) => LOOKED_UP.saturating_mul(all.len() as u64),
        }
    }

    /// About how many bytes it takes where each way has so many on the heap.
    fn bytes(&self, heap: u64) -> u64 {
        match self {
            Self::Side(side) => {
                let used = side.to.saturating_sub(side.from) as u64;
                (size_of::<W>() as u64).saturating_mul(side.ways.len() as u64).saturating_add(heap.saturating_mul(used))
            }
            // A map is at least half full when it has just grown.
            Self::Sparse(all) => (2 * size_of::<(usize, W)>() as u64 + 2 + heap).saturating_mul(all.len() as u64),
        }
    }

    /// What was seen, and its ways.
    fn each(&self, mut what: impl FnMut(usize, &W) -> Result<(), OddsError>) -> Result<(), OddsError> {
        match self {
            Self::Side(side) => {
                let mut there =
                    (side.from..).zip(side.part(side.from, side.to)?).filter(|(_, ways)| !ways.is_nothing());
                there.try_for_each(|(at, ways)| what(at, ways))
            }
            Self::Sparse(all) => all.iter().try_for_each(|(at, value)| what(*at, value)),
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Side(side) => (side.from, side.to) = (0, 0),
            Self::Sparse(all) => all.clear(),
        }
    }
}

impl<W: Weight> WaysRange<W> {
    /// Makes room for numbers between these, of which there are so many.
    fn open(&mut self, size: usize, from: usize, to: usize) -> Result<&mut [W], OddsError> {
        if self.ways.is_empty() {
            self.ways = vec![W::zero(); size];
            (self.from, self.to) = (from, to);
        }
        self.from = self.from.min(from);
        self.to = self.to.max(to);
        self.ways.get_mut(from..to).ok_or_else(|| lost())
    }

    fn add(&mut self, at: usize, size: usize, ways: &W, times: &W) -> Result<(), OddsError> {
        self.open(size, at, at + 1)?.first_mut().ok_or_else(|| lost())?.add_product(ways, times);
        Ok(())
    }

    /// The ways of all numbers from one up to another; none where they are the wrong way round.
    fn part(&self, from: usize, to: usize) -> Result<&[W], OddsError> {
        self.ways.get(from..to.max(from)).ok_or_else(|| lost())
    }

    /// Adds `times * other.ways[from..to]`, shifted by `shift`.
    fn add_part(&mut self, other: &Self, (from, to): (usize, usize), shift: i64, times: &W) -> Result<(), OddsError> {
        let from = from.max(other.from);
        let part = other.part(from, to.min(other.to))?;
        // Where nothing could be seen, there may be no place, either.
        let is_there = |ways: &W| !ways.is_nothing();
        let (Some(first), Some(last)) = (part.iter().position(is_there), part.iter().rposition(is_there)) else {
            return Ok(());
        };
        let start = usize::try_from((from + first) as i64 + shift).map_err(|_| lost())?;
        let part = part.get(first..=last).ok_or_else(|| lost())?;
        let slots = self.open(other.ways.len(), start, start + part.len())?;
        for (slot, ways) in slots.iter_mut().zip(part).filter(|(_, ways)| is_there(ways)) {
            slot.add_product(ways, times);
        }
        Ok(())
    }
}

/// What dice that show one face change of what was seen.
struct FaceStep {
    /// By how much the number grows.
    shift: i64,
    /// Eyes whose numbers do not just grow.
    moving: Vec<Moving>,
}

/// An eye for repeated faces, when it comes to one of them.
struct Moving {
    stride: usize,
    width: usize,
    /// How many of the kept dice show it.
    shown: usize,
    /// How many faces there are, none included, and which one it is, counted from 1: if that is
    /// of interest.
    which: Option<(usize, usize)>,
}

impl Moving {
    /// By how much the number of everything that was seen grows.
    fn shift(&self, at: usize) -> i64 {
        let now = (at / self.stride) % self.width;
        let next = match self.which {
            None => now.max(self.shown),
            Some((kinds, face)) if self.shown > 0 && self.shown >= now / kinds => self.shown * kinds + face,
            Some(_) => now,
        };
        (next as i64 - now as i64) * self.stride as i64
    }
}

impl FaceStep {
    fn set(&mut self, digits: &[Digit<'_>], taken: &FaceDice) -> Result<(), OddsError> {
        let places = |before: &[i64]| -> Result<i64, OddsError> {
            let at = |place: usize| before.get(place).copied().ok_or_else(|| lost());
            Ok(at(taken.used + taken.taken)? - at(taken.used)?)
        };
        self.shift = 0;
        self.moving.clear();
        for Digit { eye, width, stride, .. } in digits {
            let (before, which) = match eye {
                PassStatistic::Places { before, worth } => {
                    let worth = worth.get(taken.face).ok_or_else(|| lost())?;
                    self.shift += places(before)? * worth * *stride as i64;
                    continue;
                }
                PassStatistic::Shown { faces, .. } => {
                    let shows = *faces.get(taken.face).ok_or_else(|| lost())?;
                    self.shift += if shows { (taken.taken * stride) as i64 } else { 0 };
                    continue;
                }
                PassStatistic::Repeats { before } => (before, None),
                PassStatistic::Repeated { before } => (before, Some((taken.faces + 1, taken.face + 1))),
            };
            let shown = usize::try_from(places(before)?).map_err(|_| lost())?;
            self.moving.push(Moving { stride: *stride, width: *width, shown, which });
        }
        Ok(())
    }

    fn send<W: Weight>(
        &self,
        level: &WaysTable<W>,
        target: &mut WaysTable<W>,
        size: usize,
        ways: &W,
    ) -> Result<(), OddsError> {
        match (level, target, self.moving.as_slice()) {
            (WaysTable::Side(side), WaysTable::Side(target), []) => {
                target.add_part(side, (side.from, side.to), self.shift, ways)
            }
            (WaysTable::Side(side), WaysTable::Side(target), [Moving { stride: 1, width, shown, which: None }]) => {
                // Of each row of numbers, all below the one that is seen now become that one.
                for row in side.from / width..=side.to / width {
                    let (start, end) = (row * width, (row + 1) * width);
                    let lower = side.part(start.max(side.from), (start + shown).min(side.to))?;
                    let mut sum = W::zero();
                    lower.iter().filter(|ways| !ways.is_nothing()).for_each(|ways| sum.add(ways));
                    if !sum.is_nothing() {
                        let at = usize::try_from((start + shown) as i64 + self.shift).map_err(|_| lost())?;
                        target.add(at, size, &sum, ways)?;
                    }
                    target.add_part(side, (start + shown, end), self.shift, ways)?;
                }
                Ok(())
            }
            (level, target, moving) => level.each(|at, value| {
                let to = moving.iter().fold(at as i64 + self.shift, |to, moving| to + moving.shift(at));
                target.add(usize::try_from(to).map_err(|_| lost())?, size, value, ways)
            }),
        }
    }
}

/// `w^0 … w^n`
fn powers<W: Weight>(weight: &BigUint, count: usize) -> Result<Vec<W>, OddsError> {
    let weight = W::from_big(weight)?;
    let mut powers = Vec::with_capacity(count + 1);
    let mut power = W::one();
    for _ in 0..=count {
        powers.push(power.clone());
        power = power.times(&weight);
    }
    Ok(powers)
}

/// In how many ways some of the dice that are left can be those that show a face.
struct ShownWays<W> {
    rows: Vec<Vec<W>>,
}

impl<W: Weight> ShownWays<W> {
    /// About how many bytes they take for so many dice, whose ways have so much on the heap.
    fn bytes(count: usize, heap: u64) -> u64 {
        let numbers = (count as u64).saturating_mul(count as u64) / 2;
        numbers.saturating_mul((size_of::<W>() as u64).saturating_add(heap / 3))
    }

    fn new(count: usize) -> Self {
        let mut rows: Vec<Vec<W>> = Vec::with_capacity(count + 1);
        rows.push(vec![W::one()]);
        for _ in 0..count {
            let mut row = Vec::with_capacity(rows.len() + 1);
            row.push(W::one());
            let before = rows.last().into_iter().flatten();
            for (one, two) in before.clone().zip(before.skip(1)) {
                let mut sum = one.clone();
                sum.add(two);
                row.push(sum);
            }
            row.push(W::one());
            rows.push(row);
        }
        Self { rows }
    }

    fn ways(&self, left: usize, taken: usize, powers: &[W]) -> Option<W> {
        Some(self.rows.get(left)?.get(taken)?.times(powers.get(taken)?))
    }
}

/// The ways of how many of the left's dice beat the right's, both in ascending order: the pass
/// goes over the faces of both from the highest to the lowest.
///
/// # Errors
///
/// If the budget does not suffice.
pub(in crate::odds) fn beats(
    left: (&[Face], usize),
    right: (&[Face], usize),
    budget: &Budget,
) -> Result<Vec<Face>, OddsError> {
    let bits = |(faces, count): (&[Face], usize)| {
        faces.iter().map(|(_, ways)| ways).sum::<BigUint>().bits().saturating_mul(count as u64)
    };
    if bits(left).saturating_add(bits(right)) <= 126 {
        beats_in::<u128>(left, right, (4, budget))
    } else {
        beats_in::<BigUint>(left, right, (80, budget))
    }
}

/// The ways of a face, if it is one of these, which ascend.
fn ways_of(faces: &[Face], value: i64) -> Option<&BigUint> {
    let at = faces.binary_search_by_key(&value, |(face, _)| *face).ok()?;
    faces.get(at).map(|(_, ways)| ways)
}

fn beats_in<W: Weight>(
    left: (&[Face], usize),
    right: (&[Face], usize),
    (each, budget): (u64, &Budget),
) -> Result<Vec<Face>, OddsError> {
    let mut values: Vec<i64> = left.0.iter().chain(right.0).map(|(face, _)| *face).collect();
    values.sort_unstable();
    values.dedup();
    let pairs = left.1.min(right.1);
    let stride = pairs + 1;
    // By how many dice of each are placed, then by how many beat theirs.
    let place = |one: usize, two: usize, beaten: usize| (one * (right.1 + 1) + two) * stride + beaten;
    let chosen = (ShownWays::<W>::new(left.1), ShownWays::<W>::new(right.1));
    let mut states = vec![W::zero(); (left.1 + 1) * (right.1 + 1) * stride];
    *states.first_mut().ok_or_else(|| lost())? = W::one();
    for (index, value) in values.iter().rev().enumerate() {
        let last = index + 1 == values.len();
        let none = BigUint::default();
        let (ways, others) = (ways_of(left.0, *value), ways_of(right.0, *value));
        let most = |ways: Option<&BigUint>, rest: usize| if ways.is_some() { rest } else { 0 };
        let both = (powers::<W>(ways.unwrap_or(&none), left.1)?, powers::<W>(others.unwrap_or(&none), right.1)?);
        let mut next = vec![W::zero(); states.len()];
        for one in 0..=left.1 {
            for two in 0..=right.1 {
                let level = states.get(place(one, two, 0)..=place(one, two, pairs)).ok_or_else(|| lost())?;
                if level.iter().all(W::is_nothing) {
                    continue;
                }
                let (rest, others) = (left.1 - one, right.1 - two);
                let seen = level.iter().filter(|state| !state.is_nothing()).count() as u64;
                let taken =
                    if last { 1 } else { (most(ways, rest) + 1) * (most(ways_of(right.0, *value), others) + 1) };
                budget.spend((seen * each + PLACED).saturating_mul(taken as u64))?;
                for take in if last { rest } else { 0 }..=most(ways, rest) {
                    let times = chosen.0.ways(rest, take, &both.0).ok_or_else(|| lost())?;
                    for takes in if last { others } else { 0 }..=most(ways_of(right.0, *value), others) {
                        let other = chosen.1.ways(others, takes, &both.1).ok_or_else(|| lost())?;
                        let times = times.times(&other);
                        // Of the left's dice with this face those beat theirs whose opponents are
                        // still to come and lower.
                        let beat = (one + take).min(pairs).saturating_sub(one.max(two + takes));
                        for (beaten, state) in level.iter().enumerate().filter(|(_, state)| !state.is_nothing()) {
                            let slot =
                                next.get_mut(place(one + take, two + takes, beaten + beat)).ok_or_else(|| lost())?;
                            slot.add_product(state, &times);
                        }
                    }
                }
            }
        }
        states = next;
    }
    let mut ends = Vec::with_capacity(stride);
    for beaten in 0..=pairs {
        let ways = states.get(place(left.1, right.1, beaten)).ok_or_else(|| lost())?.clone();
        if !ways.is_nothing() {
            ends.push((beaten as i64, ways.into_big()));
        }
    }
    let all = |(faces, count): (&[Face], usize)| faces.iter().map(|(_, ways)| ways).sum::<BigUint>().pow(count as u32);
    whole(ends.iter().map(|(_, ways)| ways), &(all(left) * all(right)))?;
    Ok(ends)
}
