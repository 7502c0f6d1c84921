//! The greatest or the least of statistics of several hidden pools: the walk branches over it, and not over what each
//! pool shows. Where something reads one of these pools by itself after all, the walk branches over what each can show.

use std::rc::Rc;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::dice::Covered;
use super::tables::Next;
use super::{Followed, Walker};
use crate::dice::CompareOp;
use crate::engine::{Refusal, Statistic};
use crate::sort::Sort as _;

/// The extremes that were seen in a walk, and the number of each.
#[derive(Debug, Default)]
pub(super) struct Extremes {
    seen: Vec<PoolExtreme>,
    numbers: FxHashMap<ExtremeKey, usize>,
    /// The distribution of each, by the tables of the pools and what was known of these: `None` if it has a value
    /// that is too large.
    spreads: FxHashMap<SpreadKey, Option<Rc<Spread>>>,
}

/// The pools by their tables, what was known of each, what is read of it and added; and whether it is the greatest.
type SpreadKey = (Vec<(usize, usize, Statistic, i64)>, bool);

/// The values of an extreme, ascending, with their ways, and the number of all ways.
#[derive(Debug)]
struct Spread {
    values: Vec<(i64, BigUint)>,
    all: BigUint,
    /// The pools that were branched over, by their tables, and over how many values.
    followed: Vec<(usize, u64)>,
}

/// What an extreme depends on: the pools, whether the greatest is read, and its value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct ExtremeKey {
    parts: Vec<ExtremePart>,
    greatest: bool,
    value: i64,
}

/// Where a pool lies, what was known of it, what is read of it, and what is added.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct ExtremePart {
    entry: usize,
    node: usize,
    stat: Statistic,
    plus: i64,
}

/// The greatest or the least of several pools, and how likely it was.
#[derive(Debug, Clone)]
struct PoolExtreme {
    key: ExtremeKey,
    ways: BigUint,
    all: BigUint,
}

/// Work of a value of one of the pools.
const VALUE: u64 = 200;

/// About how many bytes each pool of an extreme takes that is kept, twice.
const EXTREME_BYTES: u64 = 250;

/// About how many bytes each value of a distribution takes, without the digits of its ways.
const VALUE_BYTES: u64 = 64;

/// The possible values of one pool, ascending: the value, the node, and its ways.
type PoolValues = Vec<(i64, usize, BigUint)>;

impl Walker {
    /// See [`crate::engine::Observer::extreme`].
    pub(super) fn extreme_of(
        &mut self,
        parts: &[(usize, Statistic, i64)],
        greatest: bool,
        known: bool,
    ) -> Result<Option<i64>, Refusal> {
        if self.may_tie() {
            return Ok(None);
        }
        let mut lying = Vec::with_capacity(parts.len());
        let mut seen = Vec::with_capacity(parts.len());
        for (covered, stat, plus) in parts {
            let handle = self.handle(*covered)?;
            let lies = *self.covered.get(handle.entry).ok_or_else(|| Refusal::internal())?;
            if !handle.parts.is_empty() || lies.gone || lies.cut.is_some() {
                return Ok(None);
            }
            seen.push(lies.extreme);
            lying.push(ExtremePart { entry: handle.entry, node: lies.node, stat: stat.clone(), plus: *plus });
        }
        if let Some(at) = seen.iter().flatten().next() {
            let ExtremeKey { parts, greatest: of_greatest, value } = &self.extreme(*at)?.key;
            let same = *parts == lying && *of_greatest == greatest && seen.iter().all(|one| *one == Some(*at));
            return Ok(same.then_some(*value));
        }
        let twice =
            lying.iter().enumerate().any(|(at, one)| lying.iter().take(at).any(|other| other.entry == one.entry));
        if known || twice || !self.is_seen_apart(&mut lying)? {
            return Ok(None);
        }
        let Some(spread) = self.spread(&lying, greatest)? else { return Ok(None) };
        let at = self.choices.choose(spread.values.len());
        let (value, ways) = spread.values.get(at).cloned().ok_or_else(|| Refusal::internal())?;
        let all = spread.all.clone();
        self.chosen.push(ways.clone().into(), all.clone().into());
        let key = ExtremeKey { parts: lying, greatest, value };
        let entries: Vec<usize> = key.parts.iter().map(|part| part.entry).collect();
        let at = match self.extremes.numbers.get(&key) {
            Some(at) => *at,
            None => {
                let parts = EXTREME_BYTES.saturating_mul(key.parts.len() as u64);
                let bytes = parts.saturating_add((ways.bits() + all.bits()) / 8);
                self.budget.hold(bytes).map_err(|full| self.stop(full.into()))?;
                let at = self.extremes.seen.len();
                self.extremes.numbers.insert(key.clone(), at);
                self.extremes.seen.push(PoolExtreme { key, ways, all });
                at
            }
        };
        for entry in entries {
            self.covered.get_mut(entry).ok_or_else(|| Refusal::internal())?.extreme = Some(at);
        }
        Ok(Some(value))
    }

    /// The distribution of the extreme of these pools, computed once for all runs.
    fn spread(&mut self, lying: &[ExtremePart], greatest: bool) -> Result<Option<Rc<Spread>>, Refusal> {
        let mut parts = Vec::with_capacity(lying.len());
        for ExtremePart { entry, node, stat, plus } in lying {
            let table = self.covered.get(*entry).ok_or_else(|| Refusal::internal())?.table;
            parts.push((table, *node, stat.clone(), *plus));
        }
        let key = (parts, greatest);
        if let Some(known) = self.extremes.spreads.get(&key).cloned() {
            let followed = known.iter().flat_map(|spread| &spread.followed);
            self.followed.extend(followed.map(|(table, values)| (Followed::Covered(*table), *values)));
            return Ok(known);
        }
        let followed_before = self.followed.len();
        let mut found: Option<Vec<(i64, BigUint)>> = None;
        let mut all = BigUint::from(1_u8);
        for part in lying {
            let Some(values) = self.values_of(part)? else {
                self.extremes.spreads.insert(key, None);
                return Ok(None);
            };
            let values: Vec<(i64, BigUint)> = values.into_iter().map(|(value, _, ways)| (value, ways)).collect();
            all *= values.iter().map(|(_, ways)| ways).sum::<BigUint>();
            found = Some(match found {
                None => values,
                Some(found) => extremes(&found, &values, greatest),
            });
        }
        let values = found.ok_or_else(|| Refusal::internal())?;
        let digits: u64 = values.iter().map(|(_, ways)| ways.bits() / 8 + VALUE_BYTES).sum();
        self.budget.hold(digits).map_err(|full| self.stop(full.into()))?;
        let followed = self.followed.iter().skip(followed_before).filter_map(|(what, values)| match what {
            Followed::Covered(table) => Some((*table, *values)),
            Followed::Open(..) => None,
        });
        let spread = Some(Rc::new(Spread { values, all, followed: followed.collect() }));
        self.extremes.spreads.insert(key, spread.clone());
        Ok(spread)
    }

    fn extreme(&self, at: usize) -> Result<&PoolExtreme, Refusal> {
        self.extremes.seen.get(at).ok_or_else(|| Refusal::internal())
    }

    /// Whether each of these can be seen without its dice; which of them were cut is decided.
    fn is_seen_apart(&mut self, lying: &mut [ExtremePart]) -> Result<bool, Refusal> {
        for part in lying {
            let table = self.covered.get(part.entry).ok_or_else(|| Refusal::internal())?.table;
            let dice = self.tables.dice(table).map_err(|_| Refusal::internal())?;
            if !dice.sees(&part.stat) {
                return Ok(false);
            }
            if part.node == 0 && !dice.is_followed() {
                match self.whole_node(part)? {
                    Some(node) => part.node = node,
                    None => return Ok(false),
                }
            }
        }
        Ok(true)
    }

    /// Decides whether dice of which nothing is known were cut; what is known then if they were not.
    fn whole_node(&mut self, part: &ExtremePart) -> Result<Option<usize>, Refusal> {
        let table = self.covered.get(part.entry).ok_or_else(|| Refusal::internal())?.table;
        // It holds of all dice that were not cut.
        let any = Statistic::Holds(Box::new(part.stat.clone()), CompareOp::GreaterOrEqual, i64::MIN);
        let next = self.tables.next(table, 0, &any, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let Next::Choose(nodes, true) = next else { return Err(Refusal::internal()) };
        if nodes.len() != 1 {
            return Err(Refusal::internal());
        }
        self.followed.push((Followed::Covered(table), 2));
        let is_cut = self.choices.choose(2) == 1;
        let lies = self.covered.get_mut(part.entry).ok_or_else(|| Refusal::internal())?;
        if is_cut {
            lies.cut = Some(0);
            self.covered_cut = true;
            return Ok(None);
        }
        lies.node = nodes.start;
        Ok(Some(nodes.start))
    }

    /// What can be seen of dice that are not cut.
    fn values_of(&mut self, part: &ExtremePart) -> Result<Option<PoolValues>, Refusal> {
        let Covered { table, .. } = *self.covered.get(part.entry).ok_or_else(|| Refusal::internal())?;
        let ExtremePart { node, stat, plus, .. } = part;
        let next = self.tables.next(table, *node, stat, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let mut values = match next {
            Next::Known(value) => {
                let Some(value) = value.and_then(|value| value.checked_add(*plus)) else { return Ok(None) };
                return Ok(Some(vec![(value, *node, BigUint::from(1_u8))]));
            }
            Next::Choose(nodes, false) => {
                self.followed.push((Followed::Covered(table), nodes.len() as u64));
                let seen = self.tables.each_seen(table, nodes.clone()).map_err(|_| Refusal::internal())?;
                let values =
                    nodes.zip(seen).map(|(node, (seen, ways))| Some((seen?.checked_add(*plus)?, node, ways.clone())));
                let Some(values) = values.collect::<Option<PoolValues>>() else { return Ok(None) };
                values
            }
            Next::Choose(_, true) => return Err(Refusal::internal()),
        };
        self.budget.spend(VALUE.saturating_mul(values.len() as u64)).map_err(|spent| self.stop(spent.into()))?;
        values.order_by_key(|(value, ..)| *value);
        Ok(Some(values))
    }

    /// Chooses what each pool shows of which only an extreme was seen together with these dice.
    pub(super) fn see_each(&mut self, entry: usize) -> Result<(), Refusal> {
        let Some(at) = self.covered.get(entry).ok_or_else(|| Refusal::internal())?.extreme else { return Ok(()) };
        let PoolExtreme { key: ExtremeKey { parts, greatest, value }, ways, all } = self.extreme(at)?.clone();
        let mut left = Vec::with_capacity(parts.len());
        for part in &parts {
            let values = self.values_of(part)?.ok_or_else(|| Refusal::internal())?;
            let within = |one: i64| if greatest { one <= value } else { one >= value };
            left.push(values.into_iter().filter(|(one, ..)| within(*one)).collect::<PoolValues>());
        }
        let reaches = |values: &PoolValues| values.iter().any(|(one, ..)| *one == value);
        let mut reached = false;
        for (number, part) in parts.iter().enumerate() {
            let values = left.get(number).ok_or_else(|| Refusal::internal())?;
            // One of them at least is the extreme.
            let free = reached || left.iter().skip(number + 1).any(reaches);
            let options: Vec<_> = values.iter().filter(|(one, ..)| free || *one == value).collect();
            let (one, node, _) = options.get(self.choices.choose(options.len())).ok_or_else(|| Refusal::internal())?;
            reached |= *one == value;
            let lies = self.covered.get_mut(part.entry).ok_or_else(|| Refusal::internal())?;
            (lies.node, lies.extreme) = (*node, None);
        }
        // What is known of each of them now says how likely it is.
        self.chosen.push(all.into(), ways.into());
        Ok(())
    }
}

/// The ways of the greatest or the least of two independent values.
fn extremes(one: &[(i64, BigUint)], other: &[(i64, BigUint)], greatest: bool) -> Vec<(i64, BigUint)> {
    let mut all: Vec<i64> = one.iter().chain(other).map(|(value, _)| *value).collect();
    all.order();
    all.dedup();
    // From the one end to the other: all ways of the values up to each.
    let ordered = |values: &[(i64, BigUint)]| {
        let mut values = values.to_vec();
        if greatest {
            values.reverse();
        }
        values
    };
    if !greatest {
        all.reverse();
    }
    let (mut left, mut right) = (ordered(one), ordered(other));
    let (mut sums, mut before) = ([BigUint::default(), BigUint::default()], BigUint::default());
    let mut found = Vec::new();
    for value in all {
        for (values, sum) in [&mut left, &mut right].into_iter().zip(&mut sums) {
            while let Some((_, ways)) = values.pop_if(|(next, _)| *next == value) {
                *sum += ways;
            }
        }
        let [one, other] = &sums;
        let both = one * other;
        let ways = &both - &before;
        if ways != BigUint::default() {
            found.push((value, ways));
        }
        before = both;
    }
    found.order_by_key(|(value, _)| *value);
    found
}
