//! The names of dice, in order and by name.

use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Arc;

use super::game::DieName;

/// Names of dice in their order. Of two alike, both are found.
#[derive(Debug, Clone, Default)]
pub struct DieNames {
    all: Vec<DieName>,
    by_name: HashMap<Arc<str>, Vec<usize>>,
    /// The letters that names end with.
    last: BTreeSet<char>,
}

impl DieNames {
    /// Whether a word ends as some name does.
    pub(in crate::check) fn may_end(&self, word: &str) -> bool {
        word.chars().next_back().is_none_or(|letter| self.last.contains(&letter))
    }

    /// The places of the dice with exactly this name, ascending.
    pub(in crate::check) fn called(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The names, in their order.
    pub(in crate::check) fn words(&self) -> Vec<&str> {
        self.all.iter().map(|die| &*die.name).collect()
    }
}

impl Deref for DieNames {
    type Target = [DieName];

    fn deref(&self) -> &[DieName] {
        &self.all
    }
}

impl FromIterator<DieName> for DieNames {
    fn from_iter<I: IntoIterator<Item = DieName>>(dice: I) -> Self {
        let all: Vec<DieName> = dice.into_iter().collect();
        let mut by_name: HashMap<Arc<str>, Vec<usize>> = HashMap::default();
        for (index, die) in all.iter().enumerate() {
            by_name.entry(Arc::clone(&die.name)).or_default().push(index);
        }
        let last = all.iter().filter_map(|die| die.name.chars().next_back()).collect();
        Self { all, by_name, last }
    }
}
