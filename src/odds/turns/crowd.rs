//! Everybody in all the ways in which they can be: each person, each table of people and each
//! set of states is kept once and goes by a number.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::rc::Rc;

use crate::eval::States;
use crate::state::{Person, World};

/// Things that are kept once.
#[derive(Debug)]
struct Kept<T> {
    all: Vec<Rc<T>>,
    numbers: HashMap<Rc<T>, usize>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { all: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Hash + Eq> Kept<T> {
    fn number(&mut self, thing: T) -> usize {
        if let Some(number) = self.numbers.get(&thing) {
            return *number;
        }
        let thing = Rc::new(thing);
        self.all.push(Rc::clone(&thing));
        self.numbers.insert(thing, self.all.len() - 1);
        self.all.len() - 1
    }

    fn get(&self, number: usize) -> Option<&Rc<T>> {
        self.all.get(number)
    }
}

/// People at one table, by their numbers, and the number of the next tag.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Table {
    people: Vec<usize>,
    next_tag: i64,
}

/// Everybody in all the ways in which they can be.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    people: Kept<Person>,
    tables: Kept<Table>,
    states: Kept<States>,
    /// The states of each table, by its number.
    held: Vec<Option<usize>>,
}

/// Marks that something read: whose, and of which track.
pub(super) type Marks = BTreeSet<(usize, usize)>;

/// What of everybody matters to something: people without the marks that it did not read, the
/// number of the next tag, and the number of the states.
pub(super) type View = (Vec<usize>, i64, usize);

/// What was worked out about people for somebody who reads certain marks.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) read: Marks,
    /// By who and which person: the person with only the marks that are read.
    without: HashMap<(usize, usize), usize>,
    /// By who, which person, and from whom: the first with the marks of the other that are not
    /// read.
    patched: HashMap<(usize, usize, usize), usize>,
}

impl Reader {
    pub(super) fn of(read: Marks) -> Self {
        Self { read, without: HashMap::new(), patched: HashMap::new() }
    }
}

impl Crowd {
    /// The number of these people at a table.
    pub(super) fn number(&mut self, world: World) -> usize {
        let people = world.people.into_iter().map(|person| self.people.number(person)).collect();
        self.table(Table { people, next_tag: world.next_tag })
    }

    fn table(&mut self, table: Table) -> usize {
        let number = self.tables.number(table);
        if self.held.len() <= number {
            self.held.resize(number + 1, None);
        }
        number
    }

    /// In how many ways everybody can be, as far as somebody came upon them.
    pub(super) fn len(&self) -> usize {
        self.tables.all.len()
    }

    /// Everybody, by their number.
    pub(super) fn world(&self, number: usize) -> World {
        let Some(table) = self.tables.get(number) else { return World::default() };
        let people = table.people.iter().filter_map(|person| self.people.get(*person));
        World { people: people.map(|person| Person::clone(person)).collect(), next_tag: table.next_tag }
    }

    /// The number of the states of a table, as far as somebody found them.
    pub(super) fn states_of(&self, table: usize) -> Option<usize> {
        self.held.get(table).copied().flatten()
    }

    /// Keeps the states of a table.
    pub(super) fn keep_states(&mut self, table: usize, states: States) -> usize {
        let number = self.states.number(states);
        if let Some(held) = self.held.get_mut(table) {
            *held = Some(number);
        }
        number
    }

    /// States by their number.
    pub(super) fn states(&self, number: usize) -> Rc<States> {
        self.states.get(number).cloned().unwrap_or_default()
    }

    /// What of a table matters to a reader.
    pub(super) fn view(&mut self, table: usize, states: usize, reader: &mut Reader) -> View {
        let Some(table) = self.tables.get(table).cloned() else { return (Vec::new(), 0, states) };
        let mut people = Vec::with_capacity(table.people.len());
        for (who, number) in table.people.iter().enumerate() {
            let known = reader.without.get(&(who, *number)).copied();
            people.push(known.unwrap_or_else(|| {
                let mut person = self.people.get(*number).map_or_else(Person::default, |person| Person::clone(person));
                person.marks.retain(|track, _| reader.read.contains(&(who, *track)));
                let without = self.people.number(person);
                reader.without.insert((who, *number), without);
                without
            }));
        }
        (people, table.next_tag, states)
    }

    /// What became of a table, seen from another that differs from it only in marks that nobody
    /// read: they stay as they are there.
    pub(super) fn seen_from(&mut self, after: usize, from: usize, reader: &mut Reader) -> usize {
        let (Some(after), Some(from)) = (self.tables.get(after).cloned(), self.tables.get(from).cloned()) else {
            return after;
        };
        let mut people = Vec::with_capacity(after.people.len());
        for (who, (number, other)) in after.people.iter().zip(&from.people).enumerate() {
            let key = (who, *number, *other);
            let known = reader.patched.get(&key).copied();
            people.push(known.unwrap_or_else(|| {
                let mut person = self.people.get(*number).map_or_else(Person::default, |person| Person::clone(person));
                person.marks.retain(|track, _| reader.read.contains(&(who, *track)));
                if let Some(other) = self.people.get(*other) {
                    let kept = other.marks.iter().filter(|(track, _)| !reader.read.contains(&(who, **track)));
                    person.marks.extend(kept.map(|(track, marks)| (*track, marks.clone())));
                }
                let patched = self.people.number(person);
                reader.patched.insert(key, patched);
                patched
            }));
        }
        self.table(Table { people, next_tag: after.next_tag })
    }
}
