//! The load of each character: a name may come from one file, leave, and come again from another.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{MoveHistory, What};
use crate::sort::without;

/// The number of the load in which each character came; `None` is the table's own file.
pub type LoadNumbers = BTreeMap<Option<String>, usize>;

/// The characters who join in one load.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Joining {
    /// Names of the characters that joined.
    pub people: Vec<String>,
    /// The name of the table's own file, if there is one.
    pub table: Option<String>,
    /// The number of the load.
    pub load: usize,
}

/// Updates the loads after a move.
pub(super) fn follow(came: &mut LoadNumbers, what: &What) {
    match what {
        What::Joined(Joining { people, table, load }) => {
            came.extend(people.iter().map(|name| (Some(name.clone()), *load)));
            came.extend(table.iter().map(|_| (None, *load)));
        }
        What::Left(names) => without(came, &|one| one.as_ref().is_some_and(|one| names.contains(one))),
        What::Action(_) | What::Passed(_) | What::Rolled(_) | What::Turn(_) | What::Edited(_) => {}
    }
}

impl MoveHistory {
    /// The loads of the characters who are there now. Undone moves do not count.
    #[must_use]
    pub fn came(&self) -> LoadNumbers {
        let mut came = self.came.clone();
        self.moves().for_each(|one| follow(&mut came, &one.what));
        came
    }
}
