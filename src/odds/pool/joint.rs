//! Joint distributions of all statistics that are read of a pool, as weights.

use num_bigint::BigUint;
use num_traits::{One as _, Zero as _};

use super::IidPool;
use super::face_pass::{DiceKinds, PassStatistic, WeightedRows, states, sweep};
use super::power::{convolved, power};
#[cfg(doc)]
use crate::dice::FirstDie;
use crate::dice::{Face, Faces, MOST_FACES, SUM, merged};
use crate::engine::{DieSelector, Statistic, place, row_of, worth_of};
use crate::limits::Budget;
use crate::odds::conservation::{lost, whole};
use crate::odds::error::OddsError;
use crate::sort::Sort as _;

/// The joint distribution of several statistics.
#[derive(Debug, Clone)]
pub struct JointDistribution {
    /// The value of each statistic, in order (`None`: it has none), and the number of ways.
    pub rows: Vec<(Vec<Option<i64>>, BigUint)>,
    /// The total weight, including truncated explosions.
    pub all: BigUint,
}

/// States that a pass may hold at once.
const MOST_STATES: usize = 8_000_000;
/// Steps that it may take, as if every state could be reached: far more than are taken.
const MOST_STEPS: u128 = 1_000_000_000_000;
/// Dice times dice times explosions of one, where a die ends that brought as many as it may.
const MOST_ENDING: u64 = 20_000;
/// Dice to the third power times explosions of one, where the first die differs from those that are brought.
const MOST_ORDERS: u64 = 20_000_000;
/// Values that a sum may have, where it has all that lie between the least and the most.
const MOST_VALUES: u128 = 1_200_000;
/// Bits that all numbers of a result may have together: 128 MB.
const MOST_BITS: u128 = 1 << 30;

/// The statistics of dice, together.
///
/// # Errors
///
/// If it would take too long or too much room.
pub fn joint(dice: &IidPool, stats: &[Statistic], budget: &Budget) -> Result<JointDistribution, OddsError> {
    answered(stats, |seen| all_of(dice, seen, budget))
}

/// The same, where it is known how to count what is seen: whether something holds follows from what it is, which is
/// seen once for all that ask.
///
/// # Errors
///
/// As counting has.
pub(super) fn answered(
    stats: &[Statistic],
    counted: impl FnOnce(&[Statistic]) -> Result<JointDistribution, OddsError>,
) -> Result<JointDistribution, OddsError> {
    let mut seen: Vec<Statistic> = Vec::with_capacity(stats.len());
    for stat in stats {
        let stat = inside(stat);
        if !seen.contains(stat) {
            seen.push(stat.clone());
        }
    }
    if seen.as_slice() == stats {
        return counted(stats);
    }
    let found = counted(&seen)?;
    let answer = |values: &[Option<i64>], stat: &Statistic| {
        let at = seen.iter().position(|one| one == inside(stat))?;
        let value = values.get(at).copied().flatten()?;
        Some(match stat {
            Statistic::Holds(_, op, wanted) => i64::from(op.holds(value, *wanted)),
            Statistic::Row(_, rows) => row_of(rows, value),
            _ => value,
        })
    };
    let rows = found
        .rows
        .into_iter()
        .map(|(values, ways)| (stats.iter().map(|stat| answer(&values, stat)).collect::<Vec<_>>(), ways));
    Ok(JointDistribution { rows: joined(rows.collect()), all: found.all })
}

/// The subject of a statistic.
pub(in crate::odds) fn inside(stat: &Statistic) -> &Statistic {
    match stat {
        Statistic::Holds(inner, ..) | Statistic::Row(inner, _) => inner,
        other => other,
    }
}

fn all_of(dice: &IidPool, stats: &[Statistic], budget: &Budget) -> Result<JointDistribution, OddsError> {
    let found = counted(dice, stats, budget)?;
    // What is followed to its end comes out; of dice that were cut, nothing does.
    whole(found.rows.iter().map(|(_, ways)| ways), &dice.followed())?;
    Ok(found)
}

fn counted(dice: &IidPool, stats: &[Statistic], budget: &Budget) -> Result<JointDistribution, OddsError> {
    if let [stat] = stats
        && let Some((values, all)) = sums(dice, stat, budget)?
    {
        let rows = values.into_iter().map(|(value, ways)| (vec![Some(value)], ways)).collect();
        return Ok(JointDistribution { rows, all });
    }
    let mut rows: Vec<(Vec<Option<i64>>, BigUint)> = Vec::new();
    let mut left = MOST_STEPS;
    if dice.each.exploding.is_empty() {
        pass((dice, budget), None, &[PassScale::by(BigUint::one())], stats, &mut left, &mut rows)?;
        return Ok(JointDistribution { rows: joined(rows), all: dice.all() });
    }
    let most = dice.count.checked_mul(dice.depth).ok_or(OddsError::TooLarge)?;
    let orders = u128::from(dice.count).saturating_mul(u128::from((dice.depth + 1).ilog2() + 1));
    if !dice.ends_there && u128::from(most).saturating_mul(orders) > MOST_BITS {
        return Err(OddsError::TooLarge);
    }
    let passes = passes(dice, budget)?;
    // Whether all of them can be gone through is known before the first is.
    let mut before = left;
    for DicePass { dice, bringing, .. } in &passes {
        planned(dice, Some(&dice.each.exploding), budget)?;
        plan(dice, Some((&dice.each.exploding, *bringing)), stats, &mut before)?;
    }
    for DicePass { dice, bringing, scales } in passes {
        pass((&dice, budget), Some((&dice.each.exploding, bringing)), &scales, stats, &mut left, &mut rows)?;
    }
    Ok(JointDistribution { rows: joined(rows), all: dice.all() })
}

/// A pass over dice that end and so many that brought them: both kinds are independent of one another.
struct DicePass {
    dice: IidPool,
    bringing: u32,
    /// By how many of the dice that end show a face apart ([`FirstDie`]); one where there are no such faces.
    scales: Vec<PassScale>,
}

/// The number by which the ways of a pass are multiplied, and then the one by which they are divided.
struct PassScale {
    times: BigUint,
    per: BigUint,
}

impl PassScale {
    fn by(times: BigUint) -> Self {
        Self { times, per: BigUint::one() }
    }

    fn of(&self, ways: BigUint) -> BigUint {
        let ways = if self.times.is_one() { ways } else { ways * &self.times };
        if self.per.is_one() { ways } else { ways / &self.per }
    }
}

/// All passes over dice that explode: one for each number of those that bring another. A die that brought as many as
/// it may can end whatever it shows: of those that come so far, all dice bring one, as it were, and none ends.
fn passes(dice: &IidPool, budget: &Budget) -> Result<Vec<DicePass>, OddsError> {
    let (count, depth) = (dice.count, dice.depth);
    let size = u64::from(count).saturating_mul(u64::from(count)).saturating_mul(u64::from(depth));
    if dice.ends_there && size > MOST_ENDING {
        return Err(OddsError::TooLarge);
    }
    let mut passes = Vec::new();
    let mut choices = BigUint::one();
    for last in 0..=if dice.ends_there { count } else { 0 } {
        let others = IidPool { count: count - last, ..dice.clone() };
        for (bringing, mut scales) in orders(&others, budget)? {
            let unused = dice.each.all.pow(others.count * depth - bringing) * &choices;
            scales.iter_mut().for_each(|scale| scale.times *= &unused);
            passes.push(DicePass { dice: others.clone(), bringing: bringing + last * (depth + 1), scales });
        }
        choices = choices * (count - last) / (last + 1);
        if let Some(first) = &dice.each.first {
            choices *= &first.times_exploding;
        }
    }
    Ok(passes)
}

/// In how many ways dice bring others, by how many these are, and by how many of those that end show a face apart:
/// as multiples of the ways of dice to which nothing was done.
fn orders(dice: &IidPool, budget: &Budget) -> Result<Vec<(u32, Vec<PassScale>)>, OddsError> {
    let (count, depth) = (dice.count, dice.depth);
    let lengths = |least: i64| (least..=i64::from(depth)).map(|n| (n, BigUint::one())).collect::<Vec<Face>>();
    let number = |bringing: i64| u32::try_from(bringing).map_err(|_| lost());
    let Some(first) = &dice.each.first else {
        let orders = power(&lengths(0), count)?.into_iter();
        return orders.map(|(bringing, orders)| Ok((number(bringing)?, vec![PassScale::by(orders)]))).collect();
    };
    let steps = u64::from(count).saturating_pow(3).saturating_mul(depth.into());
    if steps > MOST_ORDERS {
        return Err(OddsError::TooLarge);
    }
    budget.spend(steps.saturating_mul(SUM))?;
    // Faces that are not apart and those that are, in powers of one variable.
    let both = |others: &BigUint, apart: &BigUint, dice: u32| {
        let faces = if first.apart.is_empty() {
            vec![(0, others.clone())]
        } else {
            merged(vec![(0, others.clone()), (1, apart.clone())])
        };
        power(&faces, dice)
    };
    let one = BigUint::one();
    let width = if first.apart.is_empty() { 1 } else { count as usize + 1 };
    let mut found = vec![vec![BigUint::zero(); width]; count as usize * depth as usize + 1];
    let mut choices = one.clone();
    // By how many of the dice bring others at all: what ends these is one of those.
    for bring in 0..=count {
        let apart = convolved(&both(&first.times, &first.times_apart, count - bring)?, &both(&one, &one, bring)?)?;
        for (bringing, orders) in power(&lengths(1), bring)? {
            let orders = orders * &choices;
            let by_apart = found.get_mut(number(bringing)? as usize).ok_or_else(|| lost())?;
            for (shown, ways) in &apart {
                *usize::try_from(*shown).ok().and_then(|at| by_apart.get_mut(at)).ok_or_else(|| lost())? +=
                    ways * &orders;
            }
        }
        choices = choices * (count - bring) / (bring + 1) * &first.times_exploding;
    }
    let there = |(_, by_apart): &(u32, Vec<BigUint>)| by_apart.iter().any(|ways| !ways.is_zero());
    let found: Vec<_> = (0..).zip(found).filter(there).collect();
    // Which of the dice show those apart is among the ways that a pass counts.
    let chosen = both(&one, &one, count)?;
    let shared = |(bringing, by_apart): (u32, Vec<BigUint>)| {
        let scales = by_apart.into_iter().zip(&chosen).map(|(times, (_, per))| PassScale { times, per: per.clone() });
        (bringing, scales.collect())
    };
    Ok(found.into_iter().map(shared).collect())
}

pub(super) fn joined(mut rows: Vec<(Vec<Option<i64>>, BigUint)>) -> Vec<(Vec<Option<i64>>, BigUint)> {
    rows.order_by(|one, other| one.0.cmp(&other.0));
    rows.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += &next.1;
        }
        same
    });
    rows.retain(|(_, ways)| !ways.is_zero());
    rows
}

/// The same of one statistic, if it adds up what each die shows by itself: the ways of each sum, and all ways.
///
/// # Errors
///
/// If it would take too long or too much room.
pub fn summed(dice: &IidPool, stat: &Statistic, budget: &Budget) -> Result<Option<(Vec<Face>, BigUint)>, OddsError> {
    let found = sums(dice, stat, budget)?;
    if let Some((values, _)) = &found {
        whole(values.iter().map(|(_, ways)| ways), &dice.followed())?;
    }
    Ok(found)
}

fn sums(dice: &IidPool, stat: &Statistic, budget: &Budget) -> Result<Option<(Vec<Face>, BigUint)>, OddsError> {
    if !dice.keep.is_empty() {
        return Ok(None);
    }
    // What one die adds for a face, if that is the face so many times.
    let scale = match stat {
        Statistic::Sum => Some(1),
        Statistic::Named(names) => {
            let all = names.iter().all(|(_, reading)| place(*reading, 1) == Some(DieSelector::All));
            // Of one die all names mean the same; of several only the sum is one.
            let sum = all && !names.iter().any(|(_, reading)| place(*reading, 2) != Some(DieSelector::All));
            sum.then(|| names.iter().map(|(times, _)| *times).sum::<i64>())
        }
        Statistic::Worth(_) | Statistic::Count(..) | Statistic::CountAny(_) => None,
        _ => return Ok(None),
    };
    let (faces, brings) = (&dice.each.faces, &dice.each.exploding);
    // Where each face is a value of its own, how large it becomes is known before it is written down.
    let scale = match (stat, scale) {
        (Statistic::Named(_), None) => return Ok(None),
        (_, scale) => scale.filter(|times| *times != 0),
    };
    let fits = |(low, high): (i64, i64), values: u64, even: bool, bits: u64| -> Result<(u64, u64), OddsError> {
        let width = (i128::from(high) - i128::from(low)).unsigned_abs();
        let length = width.saturating_mul(u128::from(dice.count));
        let bits = u128::from(bits).saturating_mul(u128::from(dice.count));
        let terms = if even { 3 } else { u128::from(values) };
        let steps = length.saturating_mul(terms).saturating_mul(1 + bits / 256);
        let too_many = even && length > MOST_VALUES;
        if too_many || length.saturating_mul(bits + 256) > MOST_BITS || steps > MOST_STEPS {
            return Err(OddsError::TooLarge);
        }
        let each = if even && bits <= 62 { 10 } else { 100 + bits / 8 };
        let work = u64::try_from(length.saturating_mul(terms).saturating_mul(each)).unwrap_or(u64::MAX);
        let bytes = u64::try_from(length.saturating_mul(144 + bits / 7)).unwrap_or(u64::MAX);
        Ok((work, bytes))
    };
    if let (Some(times), Some(low), Some(high), true) = (scale, faces.lowest(), faces.highest(), brings.is_empty())
        && let (Some(low), Some(high)) = (low.checked_mul(times), high.checked_mul(times))
    {
        let even = faces.are_even() && times.abs() == 1;
        let (work, bytes) = fits((low, high), faces.len(), even, dice.each.all.bits())?;
        if work > budget.left() {
            budget.spend(work)?;
        }
        budget.room(bytes)?;
    }
    let levels = u64::from(dice.depth) + 1;
    if scale.is_some() && !brings.is_empty() && faces.len().saturating_mul(levels) > MOST_FACES as u64 {
        return Err(OddsError::TooLarge);
    }
    let values = |faces: &Faces| -> Result<Option<Vec<Face>>, OddsError> {
        let parted = match stat {
            Statistic::Count(op, wanted) => Some(faces.parted(*op, *wanted)),
            Statistic::CountAny(conditions) => Some(faces.parted_by(conditions.iter().copied())),
            _ => None,
        };
        if let Some((holds, others)) = parted {
            return Ok(Some(merged(vec![(0, others.ways()), (1, holds.ways())])));
        }
        let written = faces.written(budget)?;
        if scale == Some(1) {
            return Ok(Some(written));
        }
        let of = |face: i64| match (stat, scale) {
            (Statistic::Worth(worth), _) => worth_of(worth, face),
            (_, Some(times)) => face.checked_mul(times),
            // The names cancel one another out.
            (_, None) => Some(0),
        };
        let named: Option<Vec<Face>> =
            written.into_iter().map(|(face, ways)| of(face).map(|value| (value, ways))).collect();
        Ok(named.map(merged))
    };
    let die = |faces: &Faces, brings: &Faces| -> Result<Option<EndsAndBrings>, OddsError> {
        Ok(values(faces)?.zip(values(brings)?))
    };
    let Some(brought) = die(faces, brings)? else { return Ok(None) };
    let first = match &dice.each.first {
        None => None,
        Some(first) => {
            let Some(first) = die(&first.faces, &brings.times(&first.times_exploding))? else { return Ok(None) };
            Some(first)
        }
    };
    let all = dice.all_of_one();
    let one =
        if brings.is_empty() { brought.0 } else { chain(first.as_ref().unwrap_or(&brought), &brought, dice, budget)? };
    if let (Some((low, _)), Some((high, _))) = (one.first(), one.last()) {
        let (work, bytes) = fits((*low, *high), one.len() as u64, even(&one), all.bits())?;
        budget.spend(work)?;
        budget.room(bytes)?;
    }
    let sums = if dice.count == 1 { one } else { power(&one, dice.count)? };
    Ok(Some((sums, all.pow(dice.count))))
}

/// Whether faces follow upon one another, all equally likely.
fn even(faces: &[Face]) -> bool {
    faces.windows(2).all(|pair| matches!(pair, [(a, x), (b, y)] if b - a == 1 && x == y))
}

/// A die's faces that end there, and those that bring another.
type EndsAndBrings = (Vec<Face>, Vec<Face>);

/// What one die that explodes comes to, as far as it is followed: itself, then those that are brought.
fn chain(
    first: &EndsAndBrings,
    brought: &EndsAndBrings,
    dice: &IidPool,
    budget: &Budget,
) -> Result<Vec<Face>, OddsError> {
    let mut found: Vec<Face> = Vec::new();
    let mut so_far: Vec<Face> = vec![(0, BigUint::one())];
    // Each level brings at least what can end there.
    let levels = dice.depth as usize + 1;
    if brought.0.len().saturating_mul(levels) > MOST_FACES {
        return Err(OddsError::TooLarge);
    }
    let most = dice.each.all.bits().saturating_mul(levels as u64);
    let mut unused = dice.each.all.pow(dice.depth);
    for level in 0..=dice.depth {
        let (ends, brings) = if level == 0 { first } else { brought };
        let pairs = (so_far.len() as u64).saturating_mul((ends.len() + brings.len()) as u64);
        budget.spend(pairs.saturating_mul(100 + unused.bits() / 8))?;
        let held = (found.len() + so_far.len() + ends.len()) as u64;
        budget.room(held.saturating_mul(144 + most / 7))?;
        let sums = convolved(&so_far, ends)?;
        found.extend(sums.into_iter().map(|(value, ways)| (value, ways * &unused)));
        so_far = convolved(&so_far, brings)?;
        if dice.ends_there && level == dice.depth {
            found.append(&mut so_far);
        }
        if level < dice.depth {
            unused /= &dice.each.all;
        }
        if found.len() > MOST_FACES || so_far.len() > MOST_FACES {
            return Err(OddsError::TooLarge);
        }
    }
    Ok(merged(found))
}

/// What a pass looks for, and how large it is.
pub(super) struct Plan {
    pub(super) eyes: Vec<PassStatistic>,
    /// Which statistics see anything at all.
    seeing: Vec<bool>,
    /// Whether there is an eye more, for the number of faces apart ([`FirstDie`]).
    is_apart: bool,
    pub(super) faces: Vec<i64>,
    kinds: DiceKinds,
    bits: u128,
}

/// Prepares a pass over dice that all end, to see one thing.
///
/// # Errors
///
/// If it would take too long.
pub(super) fn plan_of_one(dice: &IidPool, stat: &Statistic) -> Result<Plan, OddsError> {
    let mut left = MOST_STEPS;
    plan(dice, None, std::slice::from_ref(stat), &mut left)
}

/// Work of a face of a pass that is prepared, and its bytes.
const PLANNED: u64 = 40;
const PLANNED_BYTES: u64 = 64;

/// Counts the preparation of a pass.
fn planned(dice: &IidPool, brings: Option<&Faces>, budget: &Budget) -> Result<(), OddsError> {
    let faces = dice.each.faces.len().saturating_add(brings.map_or(0, Faces::len));
    budget.room(faces.saturating_mul(PLANNED_BYTES))?;
    Ok(budget.spend(faces.saturating_mul(PLANNED))?)
}

/// The faces of dice that end and of those that bring others, ascending: whether each is one of the second kind.
fn of_both<'f>(ends: &'f Faces, brings: Option<&'f Faces>) -> Vec<(i64, &'f BigUint, bool)> {
    let ends = ends.iter().map(|(face, ways)| (face, ways, false));
    let Some(brings) = brings else { return ends.collect() };
    let mut both: Vec<(i64, &BigUint, bool)> =
        ends.chain(brings.iter().map(|(face, ways)| (face, ways, true))).collect();
    both.order_by_key(|(face, ..)| *face);
    both
}

/// Prepares a pass; what it would take is taken off what is left.
fn plan(
    dice: &IidPool,
    brings: Option<(&Faces, u32)>,
    stats: &[Statistic],
    left: &mut u128,
) -> Result<Plan, OddsError> {
    let more = brings.map_or(0, |(_, more)| more as usize);
    let total = dice.count as usize + more;
    let window = dice.window(total).ok_or(OddsError::TooLarge)?;
    let both = of_both(&dice.each.faces, brings.map(|(brings, _)| brings));
    let (faces, second): (Vec<i64>, Vec<bool>) = both.iter().map(|(face, _, second)| (*face, *second)).unzip();
    drop(both);
    let kinds = DiceKinds { counts: [dice.count as usize, more], second };
    let mut eyes = Vec::new();
    let mut seeing = Vec::new();
    for stat in stats {
        match eye(stat, window, total, &faces) {
            Some(eye) => {
                seeing.push(true);
                eyes.push(eye);
            }
            None => seeing.push(false),
        }
    }
    let apart = dice.each.first.as_ref().map(|first| &first.apart).filter(|apart| !apart.is_empty());
    let is_apart = brings.is_some() && apart.is_some();
    if let (true, Some(apart)) = (is_apart, apart) {
        let mut those = apart.iter().map(|(face, _)| face).peekable();
        let shows = |(face, second): (&i64, &bool)| !second && those.next_if_eq(face).is_some();
        let faces = faces.iter().zip(&kinds.second).map(shows).collect();
        eyes.push(PassStatistic::Shown { faces, most: dice.count as usize });
    }
    let states = states(&eyes, &kinds).ok_or(OddsError::TooLarge)?;
    let held = states.saturating_mul(kinds.levels());
    let steps = (held as u128).saturating_mul(kinds.taken() as u128);
    let bits = bits_of(&dice.each.all, total);
    // Numbers of any size take longer, and all passes together must not take too long.
    let steps = steps.saturating_mul(if bits <= 126 { 1 } else { 8 + bits / 64 });
    let room = (held as u128).saturating_mul(bits);
    *left = left.checked_sub(steps).ok_or(OddsError::TooLarge)?;
    if held > MOST_STATES || room > 2 * MOST_BITS {
        return Err(OddsError::TooLarge);
    }
    Ok(Plan { eyes, seeing, is_apart, faces, kinds, bits })
}

/// Bits of all ways of so many dice: where a word may just suffice they are counted, else they are
/// no more than this.
fn bits_of(all: &BigUint, total: usize) -> u128 {
    let most = u128::from(all.bits()).saturating_mul(total as u128);
    match u32::try_from(total) {
        Ok(total) if (63..=256).contains(&most) => u128::from(all.pow(total).bits()),
        _ => most,
    }
}

/// A pass over all faces, of dice that end and of so many that brought them.
fn pass(
    (dice, budget): (&IidPool, &Budget),
    brings: Option<(&Faces, u32)>,
    scales: &[PassScale],
    stats: &[Statistic],
    left: &mut u128,
    rows: &mut Vec<(Vec<Option<i64>>, BigUint)>,
) -> Result<(), OddsError> {
    let second = brings.map(|(brings, _)| brings);
    planned(dice, second, budget)?;
    let Plan { eyes, seeing, is_apart, faces, kinds, bits } = plan(dice, brings, stats, left)?;
    let all = [Some(&dice.each.faces), second];
    all.into_iter().flatten().try_for_each(|faces| faces.has_room(budget))?;
    let both = of_both(&dice.each.faces, second);
    let weights: Vec<Face> = both.into_iter().map(|(face, ways, _)| (face, ways.clone())).collect();
    let counted = run(&weights, &kinds, &eyes, bits, budget)?;
    let longest = scales.iter().map(|scale| scale.times.bits()).max().unwrap_or(0);
    budget.room(
        ((rows.len() + counted.len()) as u64)
            .saturating_mul(144 + longest / 8 + u64::try_from(bits / 8).unwrap_or(u64::MAX)),
    )?;
    let as_seen = seeing.iter().all(|sees| *sees) && !stats.contains(&Statistic::Repeated);
    if let (true, true, [PassScale { times, .. }]) = (as_seen, rows.is_empty(), scales)
        && times.is_one()
    {
        *rows = counted;
        return Ok(());
    }
    rows.reserve(counted.len());
    for (mut seen, ways) in counted {
        // How many show a face apart was looked at last.
        let apart = if is_apart { seen.pop().flatten().ok_or_else(|| lost())? } else { 0 };
        let scale = usize::try_from(apart).ok().and_then(|apart| scales.get(apart)).ok_or_else(|| lost())?;
        let ways = scale.of(ways);
        if as_seen {
            rows.push((seen, ways));
            continue;
        }
        let mut seen = seen.into_iter();
        let mut values: Vec<Option<i64>> = Vec::with_capacity(stats.len());
        for (stat, sees) in stats.iter().zip(&seeing) {
            let value = if *sees { seen.next().flatten() } else { None };
            values.push(match (value, stat) {
                (Some(value), Statistic::Repeated) => {
                    Some(match usize::try_from(value).map_err(|_| lost())? % (faces.len() + 1) {
                        // No die is kept.
                        0 => 0,
                        at => faces.get(at - 1).copied().ok_or_else(|| lost())?,
                    })
                }
                (value, _) => value,
            });
        }
        rows.push((values, ways));
    }
    Ok(())
}

fn run(
    faces: &[Face],
    kinds: &DiceKinds,
    eyes: &[PassStatistic],
    bits: u128,
    budget: &Budget,
) -> Result<WeightedRows, OddsError> {
    match bits {
        0..=62 => sweep::<u64>(faces, kinds, eyes, (2, 0, budget)),
        63..=126 => sweep::<u128>(faces, kinds, eyes, (4, 0, budget)),
        _ => {
            let bits = u64::try_from(bits).unwrap_or(u64::MAX);
            sweep::<BigUint>(faces, kinds, eyes, (80 + bits / 16, 24 + bits / 8, budget))
        }
    }
}

/// How a pass sees what a statistic asks for; `None` where these dice have no such thing.
fn eye(stat: &Statistic, window: (usize, usize), total: usize, faces: &[i64]) -> Option<PassStatistic> {
    let (from, to) = window;
    let kept = to - from;
    let mut weights = vec![0_i64; total];
    let mut weigh = |at: usize, weight: i64| -> Option<()> {
        let slot = weights.get_mut(from + at)?;
        *slot = slot.checked_add(weight)?;
        Some(())
    };
    let mut worth = faces.to_vec();
    match stat {
        Statistic::Sum => (0..kept).try_for_each(|at| weigh(at, 1))?,
        Statistic::Worth(table) => {
            (0..kept).try_for_each(|at| weigh(at, 1))?;
            worth = faces.iter().map(|face| worth_of(table, *face)).collect::<Option<_>>()?;
        }
        Statistic::Count(op, wanted) => {
            (0..kept).try_for_each(|at| weigh(at, 1))?;
            worth = faces.iter().map(|face| i64::from(op.holds(*face, *wanted))).collect();
        }
        Statistic::CountAny(conditions) => {
            (0..kept).try_for_each(|at| weigh(at, 1))?;
            let meets = |face: &i64| conditions.iter().any(|(op, wanted)| op.holds(*face, *wanted));
            worth = faces.iter().map(|face| i64::from(meets(face))).collect();
        }
        Statistic::Named(names) => {
            for (times, reading) in names {
                match place(*reading, kept)? {
                    DieSelector::All => (0..kept).try_for_each(|at| weigh(at, *times))?,
                    DieSelector::Die(at) => weigh(at, *times)?,
                }
            }
        }
        Statistic::Highest if kept > 0 => weigh(kept - 1, 1)?,
        Statistic::Lowest if kept > 0 => weigh(0, 1)?,
        Statistic::Highest | Statistic::Lowest => {}
        Statistic::Nth(n) => {
            let at = usize::try_from(*n).ok()?.checked_sub(1).filter(|at| *at < kept)?;
            weigh(at, 1)?;
        }
        Statistic::Repeats | Statistic::Repeated => (0..kept).try_for_each(|at| weigh(at, 1))?,
        Statistic::Holds(..) | Statistic::Row(..) | Statistic::Together(_) => return None,
    }
    let mut before = Vec::with_capacity(total + 1);
    let mut sum = 0_i64;
    before.push(0);
    for weight in &weights {
        sum = sum.checked_add(*weight)?;
        before.push(sum);
    }
    Some(match stat {
        Statistic::Repeats => PassStatistic::Repeats { before },
        Statistic::Repeated => PassStatistic::Repeated { before },
        _ => PassStatistic::Places { before, worth },
    })
}
