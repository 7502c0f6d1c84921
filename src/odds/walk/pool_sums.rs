//! Pools that are read together: the walk branches over a sum over all of them, not over the contribution of each.
//! Conditionally rerolled dice stay in the group of their first throw, which was read.

use std::rc::Rc;
use std::sync::Arc;

use super::Walker;
use super::dice::Covered;
use super::tables::{DiceKind, Next, Together};
use crate::check::program::Die;
use crate::dice::CompareOp;
use crate::engine::{Refusal, Statistic, StatisticPart};
use crate::odds::pool::{adds_up, inside};

/// What the program calls covered dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Handle {
    /// Where they lie among those of the run.
    pub(super) entry: usize,
    /// Which of several pools they are, each after how many times that some of its dice were thrown again; none: all that
    /// lie there.
    pub(super) parts: Rc<[(usize, usize)]>,
}

/// A statistic of some of several pools as one of all of them.
fn of_several(stat: &Statistic, parts: &[(usize, usize)]) -> Statistic {
    match stat {
        Statistic::Holds(what, op, wanted) => Statistic::Holds(Box::new(of_several(what, parts)), *op, *wanted),
        Statistic::Row(what, rows) => Statistic::Row(Box::new(of_several(what, parts)), Arc::clone(rows)),
        stat => Statistic::Together(each_of(parts, 1, stat).collect()),
    }
}

fn each_of(parts: &[(usize, usize)], times: i64, stat: &Statistic) -> impl Iterator<Item = StatisticPart> {
    parts.iter().map(move |(member, layer)| StatisticPart { times, member: *member, layer: *layer, stat: stat.clone() })
}

/// The same statistic where so many other pools come first.
fn moved(stat: &Statistic, by: usize) -> Statistic {
    match stat {
        Statistic::Holds(what, op, wanted) => Statistic::Holds(Box::new(moved(what, by)), *op, *wanted),
        Statistic::Row(what, rows) => Statistic::Row(Box::new(moved(what, by)), rows.clone()),
        Statistic::Together(parts) => {
            let part = |part: &StatisticPart| StatisticPart { member: part.member + by, ..part.clone() };
            Statistic::Together(parts.iter().map(part).collect())
        }
        other => of_several(other, &[(by, 0)]),
    }
}

/// Whether a statistic reads each die of a pool by itself, if any.
fn reads_each(stat: &Statistic, member: usize) -> bool {
    match inside(stat) {
        Statistic::Together(parts) => parts.iter().all(|part| part.member != member || adds_up(&part.stat)),
        _ => false,
    }
}

impl Walker {
    /// Whether something has begun that is done again where it ties.
    pub(super) fn may_tie(&self) -> bool {
        self.begun.iter().any(|begun| begun.again)
    }

    pub(super) fn handle(&self, covered: usize) -> Result<Handle, Refusal> {
        self.handles.get(covered).cloned().ok_or_else(|| Refusal::internal())
    }

    /// Dice lie covered; the number by which the program knows them.
    pub(super) fn lies_covered(&mut self, table: usize) -> usize {
        self.covered.push(Covered { table, node: 0, cut: None, gone: false, extreme: None });
        self.handle_of(self.covered.len() - 1, Rc::default())
    }

    /// A new number by which the program knows dice.
    fn handle_of(&mut self, entry: usize, parts: Rc<[(usize, usize)]>) -> usize {
        self.handles.push(Handle { entry, parts });
        self.handles.len() - 1
    }

    /// More dice lie with some that lie covered. `None`: they cannot be read together.
    pub(super) fn lies_with(&mut self, covered: usize, table: usize) -> Result<Option<usize>, Refusal> {
        let (handles, lying) = (self.handles.len(), self.covered.len());
        let more = self.lies_covered(table);
        let entries = [self.handle(covered)?.entry, self.handle(more)?.entry];
        let Some(entry) = self.join(&entries)? else {
            self.handles.truncate(handles);
            self.covered.truncate(lying);
            return Ok(None);
        };
        let parts = [&*self.handle(covered)?.parts, &*self.handle(more)?.parts].concat();
        Ok(Some(self.handle_of(entry, parts.into())))
    }

    /// Makes several entries one. `None`: some of them are not followed to their end, or another contest may take up again
    /// what is known of them.
    fn join(&mut self, entries: &[usize]) -> Result<Option<usize>, Refusal> {
        if let [one] = entries
            && self.handles.iter().any(|handle| handle.entry == *one && !handle.parts.is_empty())
        {
            return Ok(Some(*one));
        }
        if self.may_tie() {
            return Ok(None);
        }
        let (mut several, mut path) = (Together::new(), Vec::new());
        let mut handles = self.handles.clone();
        for entry in entries {
            self.see_each(*entry)?;
            let Covered { table, node, cut, .. } = *self.covered.get(*entry).ok_or_else(|| Refusal::internal())?;
            let joins = self.tables.can_join(table).map_err(|_| Refusal::internal())?;
            let Some(members) = self.tables.members(table).filter(|_| joins && cut.is_none()) else { return Ok(None) };
            let known = self.tables.path(table, node).map_err(|_| Refusal::internal())?;
            let before = several.len();
            path.extend(known.into_iter().map(|(stat, seen)| (moved(&stat, before), seen)));
            for handle in handles.iter_mut().filter(|handle| handle.entry == *entry) {
                let parts = if handle.parts.is_empty() { &[(0, 0)] } else { &*handle.parts };
                let parts = parts.iter().map(|(member, layer)| (before + member, *layer)).collect();
                *handle = Handle { entry: self.covered.len(), parts };
            }
            several.extend(members);
        }
        let joined = self.lies_together(&several, &path, entries)?;
        if joined.is_some() {
            self.handles = handles;
        }
        Ok(joined)
    }

    /// Pools lie together of which this is known, instead of those at these places.
    fn lies_together(
        &mut self,
        several: &Together,
        path: &[(Statistic, Option<i64>)],
        gone: &[usize],
    ) -> Result<Option<usize>, Refusal> {
        let table = self.tables.of_several(several, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let Some(table) = table else { return Ok(None) };
        let node = self.tables.follow(table, path, &self.budget).map_err(|trouble| self.stop(trouble))?;
        for entry in gone {
            self.covered.get_mut(*entry).ok_or_else(|| Refusal::internal())?.gone = true;
        }
        self.covered.push(Covered { table, node, cut: None, gone: false, extreme: None });
        Ok(Some(self.covered.len() - 1))
    }

    /// What a sum over several pools comes to. `None`: they have to be read one by one.
    pub(super) fn sees_together(
        &mut self,
        parts: &[(i64, usize, Statistic)],
        holds: Option<(CompareOp, i64)>,
    ) -> Result<Option<Option<i64>>, Refusal> {
        let mut entries: Vec<usize> = Vec::new();
        for (_, covered, stat) in parts {
            let Handle { entry, parts } = self.handle(*covered)?;
            let Covered { table, cut, .. } = *self.covered.get(entry).ok_or_else(|| Refusal::internal())?;
            let sees = match parts.is_empty() {
                true => self.tables.dice(table).map(|dice| dice.sees(stat)),
                false => self.tables.sees_of(table, &parts, stat),
            };
            let joins = self.tables.can_join(table).map_err(|_| Refusal::internal())?;
            if !sees.map_err(|_| Refusal::internal())? || !joins || cut.is_some() {
                return Ok(None);
            }
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
        let Some(entry) = self.join(&entries)? else { return Ok(None) };
        let mut sum = Vec::with_capacity(parts.len());
        for (times, covered, stat) in parts {
            sum.extend(each_of(&self.handle(*covered)?.parts, *times, stat));
        }
        let sum = Statistic::Together(sum.into());
        let stat = match holds {
            Some((op, wanted)) => Statistic::Holds(Box::new(sum), op, wanted),
            None => sum,
        };
        self.choose_seen(entry, &stat).map(Some)
    }

    /// What is seen of some of several pools.
    pub(super) fn sees_some(&mut self, handle: &Handle, stat: &Statistic) -> Result<Option<i64>, Refusal> {
        let table = self.covered.get(handle.entry).ok_or_else(|| Refusal::internal())?.table;
        if !self.tables.sees_of(table, &handle.parts, stat).map_err(|_| Refusal::internal())? {
            return Err(self.opens(handle));
        }
        self.choose_seen(handle.entry, &of_several(stat, &handle.parts))
    }

    /// Dice of some of several pools are thrown for all to see when all begins anew.
    pub(super) fn opens(&mut self, handle: &Handle) -> Refusal {
        let table = self.covered.get(handle.entry).map(|covered| covered.table);
        let Some(members) = table.and_then(|table| self.tables.members(table)) else { return Refusal::internal() };
        for (member, _) in &*handle.parts {
            let kind: Option<&DiceKind> = members.get(*member).map(|(kind, _)| kind);
            if kind.is_none_or(|kind| self.tables.open_kind(kind).is_err()) {
                return Refusal::internal();
            }
        }
        self.begins_anew()
    }

    fn choose_seen(&mut self, entry: usize, stat: &Statistic) -> Result<Option<i64>, Refusal> {
        let Covered { table, node, .. } = *self.covered.get(entry).ok_or_else(|| Refusal::internal())?;
        let next = self.tables.next(table, node, stat, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let nodes = match next {
            Next::Known(value) => return Ok(value),
            Next::Choose(nodes, false) => nodes,
            Next::Choose(_, true) => return Err(Refusal::internal()),
        };
        self.followed.push((super::Followed::Covered(table), nodes.len() as u64));
        let node = nodes.start + self.choices.choose(nodes.len());
        self.covered.get_mut(entry).ok_or_else(|| Refusal::internal())?.node = node;
        self.tables.seen(table, node).map_err(|_| Refusal::internal())
    }

    /// Dice that show this are thrown again, as dice of this kind. `None`: they have to be seen.
    pub(super) fn throws_some_again(
        &mut self,
        covered: usize,
        showing: &[(CompareOp, i64)],
        die: &Die,
    ) -> Result<Option<usize>, Refusal> {
        let Handle { entry, parts } = self.handle(covered)?;
        let Covered { table, cut, .. } = *self.covered.get(entry).ok_or_else(|| Refusal::internal())?;
        let mut apart = true;
        for (member, _) in if parts.is_empty() { &[(0, 0)] } else { &*parts } {
            apart &= self.tables.is_apart(table, *member).map_err(|_| Refusal::internal())?;
        }
        if !apart || cut.is_some() || self.may_tie() {
            return Ok(None);
        }
        let Some(entry) = self.join(&[entry])? else { return Ok(None) };
        let parts = self.handle(covered)?.parts;
        let Covered { table, node, .. } = *self.covered.get(entry).ok_or_else(|| Refusal::internal())?;
        let mut several = self.tables.members(table).ok_or_else(|| Refusal::internal())?;
        for (member, layer) in &*parts {
            let again = &mut several.get_mut(*member).ok_or_else(|| Refusal::internal())?.1;
            if *layer != again.len() {
                // An earlier throw of them counts again.
                return Ok(None);
            }
            again.push((showing.into(), die.clone()));
        }
        let path = self.tables.path(table, node).map_err(|_| Refusal::internal())?;
        // What was read of them before is read of a first throw now.
        if !path.iter().all(|(stat, _)| parts.iter().all(|(member, _)| reads_each(stat, *member))) {
            return Ok(None);
        }
        let Some(new) = self.lies_together(&several, &path, &[entry])? else { return Ok(None) };
        self.handles.iter_mut().filter(|handle| handle.entry == entry).for_each(|handle| handle.entry = new);
        let parts = parts.iter().map(|(member, layer)| (*member, layer + 1)).collect();
        Ok(Some(self.handle_of(new, parts)))
    }
}
