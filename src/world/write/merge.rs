//! Three-way merge of two changes of one character: both are kept if they do not conflict.

use std::collections::BTreeMap;

use super::in_order_of;
use crate::check::program::{CheckedGame, TagId};
use crate::sort::{Gather as _, Sort as _, without};
use crate::world::people::{HeldTag, Person};

/// The result of a merge of two changes.
pub(super) struct Both {
    /// The character that the file tells of now; tags that only we have changed have the numbers that we know.
    pub(super) there: Person,
    /// The same with our changes.
    pub(super) new: Person,
}

/// Changes `there` as `old` became `new`. A key is a trait, points, the marks of a track, a tag by its
/// name, or all tags of a kind whose tags have no names.
///
/// # Errors
///
/// The names of what both have changed, also where they changed it alike: two wounds are not one.
pub(super) fn merged(game: &CheckedGame, old: &Person, new: &Person, there: &Person) -> Result<Both, Vec<String>> {
    let mut clashes = Vec::new();
    let name_of = |found: Option<&str>| found.unwrap_or_default().to_owned();
    let traits = keys(
        &old.traits,
        &new.traits,
        &there.traits,
        |one, other| one == other,
        |index| {
            clashes.push(name_of(game.traits.get(*index).map(|one| &*one.name)));
        },
    );
    let open = keys(&old.open, &new.open, &there.open, |one, other| one == other, |name| clashes.push(name.clone()));
    let points = keys(
        &old.points,
        &new.points,
        &there.points,
        |one, other| one == other,
        |index| {
            clashes.push(game.points[*index].name.to_string());
        },
    );
    // No marks are as good as none said.
    let count = |marks: Option<&Vec<i64>>| -> Vec<i64> {
        let mut marks = marks.cloned().unwrap_or_default();
        while marks.last() == Some(&0) {
            marks.pop();
        }
        marks
    };
    let marks = keys(
        &old.marks,
        &new.marks,
        &there.marks,
        |one, other| count(one) == count(other),
        |index| {
            clashes.push(game.tracks[*index].name.to_string());
        },
    );
    let mut tags = Tags::default();
    for (kind, one) in game.tags.pairs() {
        let [old, new, there] = [old, new, there].map(|person| of_kind(person, kind));
        // A name that is there twice names neither.
        if one.free_names && [&old, &new, &there].into_iter().all(|person| named(person).len() == person.tags.len()) {
            tags.by_name(&one.name, &old, &new, &there);
        } else {
            tags.whole(&one.name, old, new, there);
        }
    }
    clashes.append(&mut tags.clashes);
    if !clashes.is_empty() {
        clashes.dedup();
        return Err(clashes);
    }
    let there = Person { tags: tags.there, ..there.clone() };
    Ok(Both { new: Person { traits, open, points, marks, tags: tags.new, ..there.clone() }, there })
}

/// What each key is to be: ours where only we have changed it, theirs otherwise.
fn keys<K: Ord + Clone, V: Clone>(
    old: &BTreeMap<K, V>,
    new: &BTreeMap<K, V>,
    there: &BTreeMap<K, V>,
    same: impl Fn(Option<&V>, Option<&V>) -> bool,
    mut clash: impl FnMut(&K),
) -> BTreeMap<K, V> {
    let (mut both, mut gone) = (there.clone(), Vec::new());
    let mut ours: Vec<&K> = old.keys().chain(new.keys()).collect();
    ours.order();
    ours.dedup();
    for key in ours {
        let (was, is, other) = (old.get(key), new.get(key), there.get(key));
        if same(was, is) {
            continue;
        }
        if !same(was, other) {
            clash(key);
        }
        match is {
            Some(value) => _ = both.insert(key.clone(), value.clone()),
            None => gone.push(key),
        }
    }
    // They are in order.
    without(&mut both, &|key| gone.binary_search(&key).is_ok());
    both
}

fn of_kind(person: &Person, kind: TagId) -> Person {
    Person { tags: person.tags.iter().filter(|tag| tag.kind == kind).cloned().collect(), ..Person::default() }
}

/// The tags of one kind by their names.
fn named(person: &Person) -> BTreeMap<Option<String>, HeldTag> {
    person.tags.iter().map(|tag| (tag.name.clone(), tag.clone())).to_map()
}

/// Tags of all kinds during a merge.
#[derive(Default)]
struct Tags {
    there: Vec<HeldTag>,
    new: Vec<HeldTag>,
    clashes: Vec<String>,
}

impl Tags {
    fn by_name(&mut self, kind: &str, old: &Person, new: &Person, there: &Person) {
        let alike = |one: Option<&HeldTag>, other: Option<&HeldTag>| match (one, other) {
            (Some(one), Some(other)) => (&one.values, one.lasts) == (&other.values, other.lasts),
            (one, other) => one.is_none() && other.is_none(),
        };
        let (clashes, known) = (&mut self.clashes, named(there));
        let both = keys(&named(old), &named(new), &known, alike, |name| {
            clashes.push(name.clone().unwrap_or_else(|| kind.to_owned()));
        });
        // In the order of the file, what is new behind it.
        let order = there.tags.iter().chain(new.tags.iter().filter(|tag| !known.contains_key(&tag.name)));
        self.new.extend(order.filter_map(|tag| both.get(&tag.name).cloned()));
        self.there.extend(there.tags.iter().cloned());
    }

    fn whole(&mut self, kind: &str, old: Person, new: Person, there: Person) {
        if in_order_of(&old, &new).is_some_and(|_| old.tags.len() == new.tags.len()) {
            self.new.extend(there.tags.iter().cloned());
            self.there.extend(there.tags);
            return;
        }
        match in_order_of(&there, &old).filter(|_| old.tags.len() == there.tags.len()) {
            Some(tags) => {
                self.there.extend(tags);
                self.new.extend(new.tags);
            }
            None => self.clashes.push(kind.to_owned()),
        }
    }
}
