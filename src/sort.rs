//! Sorting that is compiled once for each kind of element. The standard methods are compiled anew for every closure, about
//! four kilobytes each time, which the engine for browsers can do without. Where speed counts, those are the better ones.

use std::cmp::Ordering;

/// Stable sorting of lists.
pub(crate) trait Sort<T> {
    /// Sorts by a key, which is computed for each comparison.
    fn order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);

    /// Sorts by a comparison.
    fn order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);
}

impl<T> Sort<T> for [T] {
    fn order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        sort(self, &|one, other| key(one).cmp(&key(other)));
    }

    fn order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        sort(self, &compare);
    }
}

#[inline(never)]
fn sort<T>(list: &mut [T], compare: &dyn Fn(&T, &T) -> Ordering) {
    list.sort_by(compare);
}

#[cfg(test)]
mod tests {
    use super::Sort as _;

    #[test]
    fn what_is_equal_keeps_its_order() {
        let mut list = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        list.order_by_key(|(number, _)| *number);
        assert_eq!(list, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
        list.order_by(|one, other| other.0.cmp(&one.0));
        assert_eq!(list, [(2, 'a'), (2, 'c'), (1, 'b'), (1, 'd')]);
    }
}
