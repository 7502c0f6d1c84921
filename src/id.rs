//! Typed indices, and vectors that only their own indices fit.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The index of something in an [`IdVec`].
pub struct Id<T>(usize, PhantomData<fn() -> T>);

impl<T> Id<T> {
    /// The id of what is at an index.
    #[must_use]
    pub const fn new(index: usize) -> Self {
        Self(index, PhantomData)
    }

    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }

    /// The number that stands for it among values.
    #[must_use]
    #[expect(clippy::cast_possible_wrap, reason = "no list is so long")]
    pub const fn number(self) -> i64 {
        self.0 as i64
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for Id<T> {}

impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// As its number. The reader has to ask the list whether it is there ([`IdVec::has`]).
impl<T> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        usize::deserialize(deserializer).map(Self::new)
    }
}

/// A list in which `list[id]` is what an id stands for, or says more about it (of `K`). Ids come from such a list, so
/// that one without anything behind it is a mistake of the program: it panics here, and nowhere is there a value in its
/// place.
pub struct IdVec<T, K = T>(Vec<T>, PhantomData<fn() -> K>);

impl<T, K> IdVec<T, K> {
    /// The same for each of so many.
    #[must_use]
    pub fn filled(one: T, count: usize) -> Self
    where
        T: Clone,
    {
        Self(vec![one; count], PhantomData)
    }

    /// Adds something, and says under which id.
    pub fn push(&mut self, one: T) -> Id<K> {
        self.0.push(one);
        Id::new(self.0.len() - 1)
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Everything, where ids are counted from 0 on.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// Everything, in the order of the ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Everything, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// The id that a number stands for, where it comes from a value.
    #[must_use]
    pub fn numbered(&self, number: i64) -> Option<Id<K>> {
        usize::try_from(number).ok().map(Id::new).filter(|id| self.has(*id))
    }

    /// Whether something has this id: one from outside may be any.
    #[must_use]
    pub const fn has(&self, id: Id<K>) -> bool {
        id.0 < self.0.len()
    }

    /// All ids, ascending.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = Id<K>> + DoubleEndedIterator + Clone + use<T, K> {
        (0..self.0.len()).map(Id::new)
    }

    /// Everything with its id.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = (Id<K>, &T)> + DoubleEndedIterator + Clone {
        self.0.iter().enumerate().map(|(index, one)| (Id::new(index), one))
    }

    /// Everything with its id, to be changed.
    pub fn pairs_mut(&mut self) -> impl ExactSizeIterator<Item = (Id<K>, &mut T)> {
        self.0.iter_mut().enumerate().map(|(index, one)| (Id::new(index), one))
    }

    /// The id of the first for which something holds.
    pub fn find(&self, is: impl FnMut(&T) -> bool) -> Option<Id<K>> {
        self.0.iter().position(is).map(Id::new)
    }
}

#[expect(clippy::indexing_slicing, reason = "the one place for ids without anything behind them")]
impl<T, K> Index<Id<K>> for IdVec<T, K> {
    type Output = T;

    #[track_caller]
    fn index(&self, id: Id<K>) -> &T {
        &self.0[id.0]
    }
}

#[expect(clippy::indexing_slicing, reason = "the one place for ids without anything behind them")]
impl<T, K> IndexMut<Id<K>> for IdVec<T, K> {
    #[track_caller]
    fn index_mut(&mut self, id: Id<K>) -> &mut T {
        &mut self.0[id.0]
    }
}

impl<T: Clone, K> Clone for IdVec<T, K> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

impl<T: fmt::Debug, K> fmt::Debug for IdVec<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T, K> Default for IdVec<T, K> {
    fn default() -> Self {
        Self(Vec::new(), PhantomData)
    }
}

impl<T, K> FromIterator<T> for IdVec<T, K> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        Self(all.into_iter().collect(), PhantomData)
    }
}

impl<'a, T, K> IntoIterator for &'a IdVec<T, K> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T, K> IntoIterator for &'a mut IdVec<T, K> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}
