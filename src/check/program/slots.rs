//! The slots of an action, in order and by name.

use std::collections::BTreeMap;
use std::ops::{Deref, Range};
use std::sync::Arc;

use super::game::LookupTable;
use super::ir::Kind;
use super::play::{Slot, SlotKind};
use crate::id::Id;

/// Slots in their order. Of two with one name, the last has it.
#[derive(Debug, Clone, Default)]
pub struct SlotList {
    all: Vec<Slot>,
    by_name: BTreeMap<Arc<str>, usize>,
}

/// Where there are none.
pub static NO_SLOTS: SlotList = SlotList::new();

impl SlotList {
    #[must_use]
    pub const fn new() -> Self {
        Self { all: Vec::new(), by_name: BTreeMap::new() }
    }

    /// Gives a slot another name, by which nothing finds it; its own is returned.
    pub fn hide(&mut self, name: &str, hidden: &Arc<str>) -> Option<Arc<str>> {
        let slot = self.by_name.remove(name).and_then(|at| self.all.get_mut(at))?;
        Some(std::mem::replace(&mut slot.name, Arc::clone(hidden)))
    }

    /// Gives the first slots the names that they have in another list.
    pub fn name_as(&mut self, other: &Self) {
        for (at, (slot, known)) in self.all.iter_mut().zip(&other.all).enumerate() {
            if slot.is_hidden() && slot.name != known.name {
                slot.name = Arc::clone(&known.name);
                self.by_name.entry(Arc::clone(&known.name)).or_insert(at);
            }
        }
    }

    /// The index of the slot with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The slots of the several answers to a question: `name 1`, `name 2` …; none, if it has only one.
    #[must_use]
    pub fn answers(&self, name: &str) -> Vec<usize> {
        let one = |at: usize| {
            self.find(&format!("{name} {at}")).filter(|at| self.all.get(*at).is_some_and(|one| one.several))
        };
        (1_usize..).map_while(one).collect()
    }

    /// The table, if a label is a row that was rolled on it.
    #[must_use]
    pub fn row(&self, label: &str) -> Option<Id<LookupTable>> {
        match self.all.get(self.find(&hidden_row(label))?)?.kind {
            SlotKind::Value(Kind::Row(table)) => Some(table),
            _ => None,
        }
    }

    /// The slot of a column of the row that a label is.
    #[must_use]
    pub fn column(&self, label: &str, column: &str) -> Option<usize> {
        self.find(&hidden_column(label, column))
    }

    pub(in crate::check) fn push(&mut self, slot: Slot) {
        self.by_name.insert(Arc::clone(&slot.name), self.all.len());
        self.all.push(slot);
    }

    /// A slot, of which anything but the name may change.
    pub(in crate::check) fn get_mut(&mut self, at: usize) -> Option<&mut Slot> {
        self.all.get_mut(at)
    }

    /// Changes some of them, their names as well.
    pub(in crate::check) fn change(&mut self, some: Range<usize>, change: impl FnMut(&mut Slot)) {
        let mut all = std::mem::take(&mut self.all);
        all.iter_mut().take(some.end).skip(some.start).for_each(change);
        *self = all.into_iter().collect();
    }

    /// Takes away the slots from one on.
    pub(in crate::check) fn split_off(&mut self, at: usize) -> Vec<Slot> {
        let rest = self.all.split_off(at.min(self.all.len()));
        *self = std::mem::take(&mut self.all).into_iter().collect();
        rest
    }
}

/// The name of the slot of a row that is rolled.
pub(in crate::check) fn hidden_row(label: &str) -> String {
    format!("·{label}")
}

/// The name of the slot of one of its columns.
pub(in crate::check) fn hidden_column(label: &str, column: &str) -> String {
    format!("·{label}.{column}")
}

impl Deref for SlotList {
    type Target = [Slot];

    fn deref(&self) -> &[Slot] {
        &self.all
    }
}

impl<'a> IntoIterator for &'a SlotList {
    type Item = &'a Slot;
    type IntoIter = std::slice::Iter<'a, Slot>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl FromIterator<Slot> for SlotList {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Self {
        let mut list = Self::new();
        list.extend(slots);
        list
    }
}

impl Extend<Slot> for SlotList {
    fn extend<I: IntoIterator<Item = Slot>>(&mut self, slots: I) {
        slots.into_iter().for_each(|slot| self.push(slot));
    }
}
