//! The greatest or the least of statistics of several hidden pools: the walk branches over it, and not over what each
//! pool shows. Nothing more is known of these pools afterwards; where something reads one of them by itself, the walk
//! begins anew, and reads each.

use num_bigint::BigUint;

use super::Walker;
use super::dice::Covered;
use super::tables::Next;
use crate::dice::CompareOp;
use crate::engine::{Glance, Refusal};
use crate::sort::Sort as _;

/// The extremes that were seen in a walk.
#[derive(Debug, Default)]
pub(super) struct Extremes {
    /// Each kind is listed once.
    seen: Vec<Extreme>,
    /// Whether each pool is read by itself, as something else reads it too.
    off: bool,
}

/// The greatest or the least of several pools.
#[derive(Debug, PartialEq, Eq)]
struct Extreme {
    /// Where each pool lies, what is read of it, and what is added.
    parts: Vec<(usize, Glance, i64)>,
    greatest: bool,
    value: i64,
}

/// Work of a value of one of the pools.
const VALUE: u64 = 200;

/// What can be seen of one pool, ascending, and the ways of each.
type Values = Vec<(i64, BigUint)>;

impl Walker {
    /// See [`crate::engine::Observer::extreme`].
    pub(super) fn extreme_of(
        &mut self,
        parts: &[(usize, Glance, i64)],
        greatest: bool,
        known: bool,
    ) -> Result<Option<i64>, Refusal> {
        if self.extremes.off || self.begun.iter().any(|begun| begun.again) {
            return Ok(None);
        }
        let mut lying = Vec::with_capacity(parts.len());
        let mut seen = Vec::with_capacity(parts.len());
        for (covered, glance, plus) in parts {
            let handle = self.handle(*covered)?;
            let lies = *self.covered.get(handle.entry).ok_or_else(|| Refusal::internal())?;
            if !handle.parts.is_empty() || lies.gone || lies.cut.is_some() {
                return Ok(None);
            }
            seen.push(lies.extreme);
            lying.push((handle.entry, glance.clone(), *plus));
        }
        if let Some(at) = seen.iter().flatten().next() {
            let extreme = self.extremes.seen.get(*at).ok_or_else(|| Refusal::internal())?;
            let same =
                extreme.parts == lying && extreme.greatest == greatest && seen.iter().all(|one| *one == Some(*at));
            return Ok(same.then_some(extreme.value));
        }
        let twice = lying.iter().enumerate().any(|(at, one)| lying.iter().take(at).any(|other| other.0 == one.0));
        if known || twice || !self.is_seen_apart(&lying)? {
            return Ok(None);
        }
        let mut found: Option<Values> = None;
        let mut all = BigUint::from(1_u8);
        for (entry, glance, plus) in &lying {
            let Some(values) = self.values_of(*entry, glance, *plus)? else { return Ok(None) };
            all *= values.iter().map(|(_, ways)| ways).sum::<BigUint>();
            found = Some(match found {
                None => values,
                Some(found) => extremes(&found, &values, greatest),
            });
        }
        let mut found = found.ok_or_else(|| Refusal::internal())?;
        let at = self.choices.choose(found.len());
        let (value, ways) = if at < found.len() { found.swap_remove(at) } else { return Err(Refusal::internal()) };
        self.chosen.push(ways.into(), all.into());
        let entries: Vec<usize> = lying.iter().map(|(entry, ..)| *entry).collect();
        let extreme = Extreme { parts: lying, greatest, value };
        let at = self.extremes.seen.iter().position(|one| *one == extreme).unwrap_or(self.extremes.seen.len());
        if at == self.extremes.seen.len() {
            self.extremes.seen.push(extreme);
        }
        for entry in entries {
            self.covered.get_mut(entry).ok_or_else(|| Refusal::internal())?.extreme = Some(at);
        }
        Ok(Some(value))
    }

    /// Whether each of these can be seen without its dice; which of them were cut is decided.
    fn is_seen_apart(&mut self, lying: &[(usize, Glance, i64)]) -> Result<bool, Refusal> {
        for (entry, glance, _) in lying {
            let Covered { table, node, .. } = *self.covered.get(*entry).ok_or_else(|| Refusal::internal())?;
            let dice = self.tables.dice(table).map_err(|_| Refusal::internal())?;
            if !dice.sees(glance) {
                return Ok(false);
            }
            if node == 0 && !dice.is_followed() && !self.is_whole(*entry, glance)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Decides whether dice of which nothing is known were cut.
    fn is_whole(&mut self, entry: usize, glance: &Glance) -> Result<bool, Refusal> {
        let table = self.covered.get(entry).ok_or_else(|| Refusal::internal())?.table;
        // It holds of all dice that were not cut.
        let any = Glance::Holds(Box::new(glance.clone()), CompareOp::GreaterOrEqual, i64::MIN);
        let next = self.tables.next(table, 0, &any, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let Next::Choose(nodes, true) = next else { return Err(Refusal::internal()) };
        if nodes.len() != 1 {
            return Err(Refusal::internal());
        }
        self.followed.push((super::Followed::Covered(table), 2));
        let is_cut = self.choices.choose(2) == 1;
        let lies = self.covered.get_mut(entry).ok_or_else(|| Refusal::internal())?;
        if is_cut {
            lies.cut = Some(0);
            self.covered_cut = true;
        } else {
            lies.node = nodes.start;
        }
        Ok(!is_cut)
    }

    /// What can be seen of dice that are not cut.
    fn values_of(&mut self, entry: usize, glance: &Glance, plus: i64) -> Result<Option<Values>, Refusal> {
        let Covered { table, node, .. } = *self.covered.get(entry).ok_or_else(|| Refusal::internal())?;
        let next = self.tables.next(table, node, glance, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let mut values = match next {
            Next::Known(value) => {
                let Some(value) = value.and_then(|value| value.checked_add(plus)) else { return Ok(None) };
                return Ok(Some(vec![(value, BigUint::from(1_u8))]));
            }
            Next::Choose(nodes, false) => {
                self.followed.push((super::Followed::Covered(table), nodes.len() as u64));
                let seen = self.tables.each_seen(table, nodes).map_err(|_| Refusal::internal())?;
                let values = seen.map(|(seen, ways)| Some((seen?.checked_add(plus)?, ways.clone())));
                let Some(values) = values.collect::<Option<Values>>() else { return Ok(None) };
                values
            }
            Next::Choose(_, true) => return Err(Refusal::internal()),
        };
        self.budget.spend(VALUE.saturating_mul(values.len() as u64)).map_err(|spent| self.stop(spent.into()))?;
        values.order_by_key(|(value, _)| *value);
        Ok(Some(values))
    }

    /// From now on each pool is read by itself.
    pub(super) fn sees_each(&mut self) -> Refusal {
        self.extremes.off = true;
        self.begins_anew()
    }
}

/// The ways of the greatest or the least of two independent values.
fn extremes(one: &Values, other: &Values, greatest: bool) -> Values {
    let mut all: Vec<i64> = one.iter().chain(other).map(|(value, _)| *value).collect();
    all.order();
    all.dedup();
    if !greatest {
        all.reverse();
    }
    // Of all values up to each, as they lie on the way from the one end to the other.
    let walked = |values: &Values| {
        let values = values.clone();
        let mut left: Values = if greatest { values } else { values.into_iter().rev().collect() };
        left.reverse();
        left
    };
    let (mut left, mut right) = (walked(one), walked(other));
    let (mut sums, mut before) = ([BigUint::default(), BigUint::default()], BigUint::default());
    let mut found = Values::new();
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
