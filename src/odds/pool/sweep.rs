//! One pass over the faces, from the lowest to the highest: a state for how many dice are left
//! and what has been seen so far, throws merged by state.
//!
//! The method is that of icepool (Liu, *Icepool: Efficient Computation of Dice Pool
//! Probabilities*, AIIDE 2022). What is seen of a die depends on its place in ascending order,
//! so an order statistic is a weight of places: nothing is known of it until the pass comes
//! there, and states stay few.

use num_bigint::BigUint;
use num_integer::binomial;

use super::Face;
use crate::odds::weight::Weight;

/// What is seen of dice, as the pass goes on.
#[derive(Debug, Clone)]
pub(super) enum Eye {
    /// A sum over places: what each place counts, and which number each face counts there.
    Places {
        /// Sums of the weights of all places before each.
        before: Vec<i64>,
        /// The number of each face.
        worth: Vec<i64>,
    },
    /// How many of the kept places show the most repeated face.
    Repeats {
        /// Sums of the kept places before each.
        before: Vec<i64>,
    },
    /// The same, and which face that is: the number of it is its place among the faces.
    Repeated {
        /// As above.
        before: Vec<i64>,
    },
}

/// The numbers that an eye may hold: from, how many.
fn span(eye: &Eye, faces: usize) -> Option<(i64, usize)> {
    match eye {
        Eye::Places { before, worth } => {
            let least = worth.iter().copied().min().unwrap_or(0);
            let most = worth.iter().copied().max().unwrap_or(0);
            let (mut low, mut high) = (0_i64, 0_i64);
            for pair in before.windows(2) {
                let [one, two] = pair else { continue };
                let weight = two - one;
                let (from, to) = (weight.checked_mul(least)?, weight.checked_mul(most)?);
                // In the middle of the pass the rest counts nothing yet.
                low = low.checked_add(from.min(to).min(0))?;
                high = high.checked_add(from.max(to).max(0))?;
            }
            let width = usize::try_from(high.checked_sub(low)?).ok()?.checked_add(1)?;
            Some((low, width))
        }
        Eye::Repeats { before } => Some((0, usize::try_from(*before.last()?).ok()?.checked_add(1)?)),
        Eye::Repeated { before } => {
            let most = usize::try_from(*before.last()?).ok()?.checked_add(1)?;
            Some((0, most.checked_mul(faces.checked_add(1)?)?))
        }
    }
}

/// How much a sweep has to hold: states for each number of dice.
pub(super) fn states(eyes: &[Eye], faces: usize) -> Option<usize> {
    eyes.iter().try_fold(1_usize, |product, eye| product.checked_mul(span(eye, faces)?.1))
}

/// The ways of everything that can be seen of so many dice with these faces, ascending.
pub(super) fn sweep<W: Weight>(faces: &[Face], count: usize, eyes: &[Eye]) -> Vec<(Vec<i64>, BigUint)> {
    let mut spans = Vec::with_capacity(eyes.len());
    let mut size = 1_usize;
    for eye in eyes {
        let Some((from, width)) = span(eye, faces.len()) else { return Vec::new() };
        spans.push((from, width, size));
        size = size.saturating_mul(width);
    }
    // Ways by how many dice have been placed, then by what was seen.
    let mut levels: Vec<Level<W>> = (0..=count).map(|_| Level { ways: Vec::new(), from: 0, to: 0 }).collect();
    let start = spans.iter().fold(0, |start, (from, _, stride)| start + from.unsigned_abs() as usize * stride);
    if let Some(first) = levels.first_mut() {
        first.add(start, size, &W::one(), &W::one());
    }
    let chosen = Chosen::<W>::new(count);
    for (index, (_, weight)) in faces.iter().enumerate() {
        let last = index + 1 == faces.len();
        let powers = powers::<W>(weight, count);
        // From above, so that what is sent on is not sent on twice.
        for used in (0..count).rev() {
            let (low, high) = levels.split_at_mut(used + 1);
            let Some(level) = low.last_mut() else { continue };
            if level.from >= level.to {
                continue;
            }
            let left = count - used;
            for taken in if last { left..=left } else { 1..=left } {
                let Some(target) = high.get_mut(taken - 1) else { continue };
                let Some(ways) = chosen.ways(left, taken, &powers) else { continue };
                send(level, target, size, &ways, eyes, &spans, &Taken { used, taken, face: index, faces: faces.len() });
            }
            if last {
                level.clear();
            }
        }
    }
    let Some(level) = levels.pop() else { return Vec::new() };
    let mut found = Vec::new();
    for (at, ways) in level.ways.into_iter().enumerate() {
        if !ways.is_zero() {
            let seen = spans.iter().map(|(from, width, stride)| from + ((at / stride) % width) as i64).collect();
            found.push((seen, ways.into_big()));
        }
    }
    found
}

/// Dice that show one face.
struct Taken {
    used: usize,
    taken: usize,
    face: usize,
    faces: usize,
}

struct Level<W> {
    ways: Vec<W>,
    from: usize,
    to: usize,
}

impl<W: Weight> Level<W> {
    fn add(&mut self, at: usize, size: usize, ways: &W, times: &W) {
        if self.ways.is_empty() {
            self.ways = vec![W::zero(); size];
            (self.from, self.to) = (at, at + 1);
        }
        if let Some(slot) = self.ways.get_mut(at) {
            slot.add_product(ways, times);
            self.from = self.from.min(at);
            self.to = self.to.max(at + 1);
        }
    }

    fn clear(&mut self) {
        (self.from, self.to) = (0, 0);
    }
}

fn send<W: Weight>(
    level: &Level<W>,
    target: &mut Level<W>,
    size: usize,
    ways: &W,
    eyes: &[Eye],
    spans: &[(i64, usize, usize)],
    taken: &Taken,
) {
    let places = |before: &[i64]| {
        let at = |place: usize| before.get(place).copied().unwrap_or(0);
        at(taken.used + taken.taken) - at(taken.used)
    };
    let mut shift = 0_i64;
    let mut moving: Vec<(usize, usize, usize, bool)> = Vec::new();
    for (eye, (_, width, stride)) in eyes.iter().zip(spans) {
        match eye {
            Eye::Places { before, worth } => {
                shift += places(before) * worth.get(taken.face).copied().unwrap_or(0) * *stride as i64;
            }
            Eye::Repeats { before } => {
                moving.push((*stride, *width, usize::try_from(places(before)).unwrap_or(0), false));
            }
            Eye::Repeated { before } => {
                moving.push((*stride, *width, usize::try_from(places(before)).unwrap_or(0), true));
            }
        }
    }
    for at in level.from..level.to {
        let Some(value) = level.ways.get(at).filter(|value| !value.is_zero()) else { continue };
        let mut to = at as i64 + shift;
        for (stride, width, shown, which) in &moving {
            let now = (at / stride) % width;
            let kinds = taken.faces + 1;
            let next = match which {
                false => now.max(*shown),
                true if *shown > 0 && *shown >= now / kinds => shown * kinds + taken.face + 1,
                true => now,
            };
            to += (next as i64 - now as i64) * *stride as i64;
        }
        if let Ok(to) = usize::try_from(to) {
            target.add(to, size, value, ways);
        }
    }
}

/// `w^0 … w^n`
fn powers<W: Weight>(weight: &BigUint, count: usize) -> Vec<W> {
    let weight = W::from_big(weight);
    let mut powers = Vec::with_capacity(count + 1);
    let mut power = W::one();
    for _ in 0..=count {
        powers.push(power.clone());
        power = power.times(&weight);
    }
    powers
}

/// In how many ways some of the dice that are left can be those that show a face.
struct Chosen<W> {
    rows: Vec<Vec<W>>,
}

impl<W: Weight> Chosen<W> {
    fn new(count: usize) -> Self {
        let mut rows: Vec<Vec<W>> = vec![vec![W::one()]];
        for _ in 0..count {
            let mut row = vec![W::one()];
            if let Some(before) = rows.last() {
                for pair in before.windows(2) {
                    let [one, two] = pair else { continue };
                    let mut sum = one.clone();
                    sum.add(two);
                    row.push(sum);
                }
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

/// The ways of how many of the left's dice beat the right's, kept places only, both in
/// ascending order: the pass goes over the faces of both from the highest to the lowest.
pub(in crate::odds) fn beats(left: (&[Face], usize), right: (&[Face], usize)) -> Vec<Face> {
    let mut values: Vec<i64> = left.0.iter().chain(right.0).map(|(face, _)| *face).collect();
    values.sort_unstable();
    values.dedup();
    let pairs = left.1.min(right.1);
    let stride = pairs + 1;
    let weight = |faces: &[Face], value: i64| {
        faces.iter().find(|(face, _)| *face == value).map_or_else(BigUint::default, |(_, ways)| ways.clone())
    };
    // By how many dice of each are placed, then by how many beat theirs.
    let place = |one: usize, two: usize, beaten: usize| (one * (right.1 + 1) + two) * stride + beaten;
    let mut states = vec![BigUint::default(); (left.1 + 1) * (right.1 + 1) * stride];
    if let Some(first) = states.first_mut() {
        *first = BigUint::from(1_u32);
    }
    for value in values.iter().rev() {
        let (ways, others) = (weight(left.0, *value), weight(right.0, *value));
        let mut next = vec![BigUint::default(); states.len()];
        for one in 0..=left.1 {
            for two in 0..=right.1 {
                for beaten in 0..=pairs {
                    let Some(state) = states.get(place(one, two, beaten)) else { continue };
                    if *state == BigUint::default() {
                        continue;
                    }
                    for take in 0..=left.1 - one {
                        for takes in 0..=right.1 - two {
                            if take > 0 && ways == BigUint::default() || takes > 0 && others == BigUint::default() {
                                continue;
                            }
                            // Of the left's dice with this face, those beat theirs whose opponents
                            // are still to come and lower.
                            let beat = (one + take).min(pairs).saturating_sub(one.max(two + takes));
                            let times = binomial(BigUint::from(left.1 - one), BigUint::from(take))
                                * binomial(BigUint::from(right.1 - two), BigUint::from(takes))
                                * ways.pow(u32::try_from(take).unwrap_or(0))
                                * others.pow(u32::try_from(takes).unwrap_or(0));
                            if let Some(slot) = next.get_mut(place(one + take, two + takes, beaten + beat)) {
                                *slot += state * times;
                            }
                        }
                    }
                }
            }
        }
        states = next;
    }
    let ends = (0..=pairs).filter_map(|beaten| {
        let ways = states.get(place(left.1, right.1, beaten))?.clone();
        (ways != BigUint::default()).then(|| (i64::try_from(beaten).unwrap_or(i64::MAX), ways))
    });
    ends.collect()
}
