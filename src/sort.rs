//! Sorting and collecting into maps that is compiled once. The standard methods are instantiated for every closure,
//! about three kilobytes each, which the WebAssembly build saves. Where speed matters, use the standard ones.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Stable sorting of lists.
pub trait Sort<T> {
    /// Sorts by a key, which is computed for each comparison.
    fn order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);

    /// Sorts by the order of its own.
    fn order(&mut self)
    where
        T: Ord;

    /// Sorts by a comparison.
    fn order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);
}

impl<T> Sort<T> for [T] {
    fn order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        sort(self, &|one, other| key(one).cmp(&key(other)));
    }

    fn order(&mut self)
    where
        T: Ord,
    {
        sort(self, &T::cmp);
    }

    fn order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        sort(self, &compare);
    }
}

/// Of lists that are no longer than this, each element is moved to its place at once.
const SHORT: usize = 8;

fn sort<T>(list: &mut [T], compare: &dyn Fn(&T, &T) -> Ordering) {
    if list.len() <= SHORT {
        for end in 1..list.len() {
            let follows = |list: &[T], place: usize| {
                let pair = list.get(place - 1).zip(list.get(place));
                pair.is_some_and(|(one, other)| compare(one, other) == Ordering::Greater)
            };
            let mut place = end;
            while place > 0 && follows(list, place) {
                list.swap(place - 1, place);
                place -= 1;
            }
        }
        return;
    }
    let at = |place: usize| list.get(place);
    // Places that are not there are compared with nothing.
    let compare = |one, other| at(one).zip(at(other)).map_or(Ordering::Equal, |(one, other)| compare(one, other));
    let order = order(list.len(), &compare);
    arrange(order, &mut |one, other| list.swap(one, other));
}

/// The places of a list of so many, sorted: compiled once, whatever is in the list.
#[inline(never)]
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}

/// Brings everything to its place by exchanging: what is to come first is at the first of the places, and so on.
#[inline(never)]
fn arrange(order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    let mut goes = vec![0; order.len()];
    for (to, from) in order.into_iter().enumerate() {
        if let Some(goes) = goes.get_mut(from) {
            *goes = to;
        }
    }
    for place in 0..goes.len() {
        while let Some(&to) = goes.get(place).filter(|to| **to != place) {
            swap(place, to);
            goes.swap(place, to);
        }
    }
}

/// Collecting into maps and sets without sorting before, which the standard method does, compiled anew at each place.
pub trait Gather: Iterator + Sized {
    /// A map of all pairs; of those with the same key the last.
    fn to_map<K: Ord, V>(self) -> BTreeMap<K, V>
    where
        Self: Iterator<Item = (K, V)>,
    {
        let mut map = BTreeMap::new();
        self.for_each(|(key, value)| put(&mut map, key, value));
        map
    }

    /// A set of all.
    fn to_set(self) -> BTreeSet<Self::Item>
    where
        Self::Item: Ord,
    {
        let mut set = BTreeSet::new();
        self.for_each(|one| add(&mut set, one));
        set
    }
}

impl<I: Iterator> Gather for I {}

/// Takes out of a map, which is built anew for it: to keep a tree balanced is compiled anew for each kind of map, too.
pub(crate) fn without<K: Ord, V>(map: &mut BTreeMap<K, V>, gone: &dyn Fn(&K) -> bool) {
    *map = std::mem::take(map).into_iter().filter(|(key, _)| !gone(key)).to_map();
}

#[inline(never)]
fn put<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: V) {
    map.insert(key, value);
}

#[inline(never)]
fn add<T: Ord>(set: &mut BTreeSet<T>, one: T) {
    set.insert(one);
}
