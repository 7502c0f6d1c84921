//! Estimates of the heap memory of the results of runs, in bytes.

use super::{OpenStatistic, ReachedOutcome, TestRecord};
use crate::engine::Answer;

/// What a run came to, which is kept.
pub(in crate::odds) trait Heap {
    /// About how many bytes it takes besides its own.
    fn heap(&self) -> u64;
}

impl<T: Heap> Heap for Option<T> {
    fn heap(&self) -> u64 {
        self.as_ref().map_or(0, Heap::heap)
    }
}

impl<S: Heap, T: Heap> Heap for (S, T) {
    fn heap(&self) -> u64 {
        self.0.heap().saturating_add(self.1.heap())
    }
}

impl<T> Heap for Vec<T> {
    fn heap(&self) -> u64 {
        16_u64.saturating_add((size_of::<T>() as u64).saturating_mul(self.capacity() as u64))
    }
}

/// Numbers have nothing besides.
macro_rules! no_heap {
    ($($number:ty)*) => {
        $(impl Heap for $number {
            fn heap(&self) -> u64 {
                0
            }
        })*
    };
}

no_heap!(i64 u32 bool OpenStatistic);

impl Heap for Answer {
    fn heap(&self) -> u64 {
        match self {
            Self::Text(text) => 24_u64.saturating_add(text.len() as u64),
            Self::Number(_) | Self::Flag(_) => 0,
        }
    }
}

impl Heap for ReachedOutcome {
    fn heap(&self) -> u64 {
        let names = self.name.iter().chain(&self.classes);
        names.map(|name| 24_u64.saturating_add(name.len() as u64)).sum()
    }
}

impl Heap for TestRecord {
    fn heap(&self) -> u64 {
        let names = self.who.iter().chain([&self.label]).map(|name| 48_u64.saturating_add(name.len() as u64));
        names.sum::<u64>().saturating_add(shown_heap(&self.shown)).saturating_add(self.outcome.heap())
    }
}

/// About how many bytes values with labels take.
pub(in crate::odds) fn shown_heap(shown: &[(String, Answer)]) -> u64 {
    shown.iter().map(|(label, answer)| 88_u64.saturating_add(label.len() as u64).saturating_add(answer.heap())).sum()
}
