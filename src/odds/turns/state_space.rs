//! The state space: interned states of all characters. Each character, each table of characters and each set of states
//! is stored once and has an id, which is stable for the life of the space.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::tag_kinds::FollowedKinds;
use crate::check::program::{CheckedGame, TrackId};
use crate::engine::{Failure, Marking, States, nowhere};
use crate::odds::conservation::lost;
use crate::odds::error::OddsError;
use crate::world::{HeldTag, Person, World};

/// Things that are kept once.
#[derive(Debug)]
pub(super) struct Kept<T: ?Sized> {
    all: Vec<Arc<T>>,
    numbers: FxHashMap<Arc<T>, u32>,
}

impl<T: ?Sized> Default for Kept<T> {
    fn default() -> Self {
        Self { all: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Hash + Eq + ?Sized> Kept<T> {
    pub(super) fn number<'t>(&mut self, thing: &'t T) -> Result<u32, Failure>
    where
        Arc<T>: Borrow<T> + From<&'t T>,
    {
        match self.numbers.get(thing) {
            Some(number) => Ok(*number),
            None => self.keep(Arc::from(thing)),
        }
    }

    /// One more than any number is a number too.
    fn keep(&mut self, thing: Arc<T>) -> Result<u32, Failure> {
        let number = u32::try_from(self.all.len()).ok().filter(|number| *number < u32::MAX);
        let number = number.ok_or_else(|| Failure::internal(nowhere()))?;
        self.all.push(Arc::clone(&thing));
        self.numbers.insert(thing, number);
        Ok(number)
    }

    pub(super) fn get(&self, number: u32) -> Option<&Arc<T>> {
        self.all.get(number as usize)
    }
}

impl<T: Hash + Eq> Kept<T> {
    fn share(&mut self, thing: &Arc<T>) -> Result<u32, Failure> {
        match self.numbers.get(&**thing) {
            Some(number) => Ok(*number),
            None => self.keep(Arc::clone(thing)),
        }
    }

    pub(super) fn own(&mut self, thing: T) -> Result<u32, Failure> {
        match self.numbers.get(&thing) {
            Some(number) => Ok(*number),
            None => self.keep(Arc::new(thing)),
        }
    }
}

/// A place in a list that grows up to it.
pub(super) fn place<T: Clone>(list: &mut Vec<T>, at: usize, empty: T) -> Result<&mut T, Failure> {
    if list.len() <= at {
        list.resize(at + 1, empty);
    }
    list.get_mut(at).ok_or_else(|| Failure::internal(nowhere()))
}

/// Interned states of all characters.
///
/// A table is one row of numbers: its people, then the number of the next tag, then, if something
/// was done and nothing has followed from it yet, one more than the number of the states from
/// before it, else 0.
#[derive(Debug, Default)]
pub(super) struct StateSpace {
    people: Kept<Person>,
    /// How many of them were weighed, and what they weigh.
    weighed: usize,
    weight: u64,
    tables: Kept<[u32]>,
    tags: Kept<i64>,
    /// The states of one person, by index of a holder.
    conditions: Kept<BTreeMap<usize, usize>>,
    /// The conditions of all characters.
    states: Kept<[u32]>,
    /// The states of each table, by its number.
    held: Vec<Option<u32>>,
    /// The condition of each person, by who and which, where it follows from no other person.
    alone: FxHashMap<(usize, u32), u32>,
    /// One more than the number of each person without inert tags, by the number of the person.
    bare: Vec<u32>,
}

/// About how many bytes a person takes as they may be, each thing that they say of themselves, a table, and each of its
/// numbers: people are kept as they are and as they are read.
const PERSON: u64 = 700;
const ENTRY: u64 = 150;
const TABLE: u64 = 250;
const PLACE: u64 = 8;

/// The numbers of a table that are not people.
const BESIDES: usize = 2;

/// What of a character's marks something read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Depth {
    /// How many boxes have one.
    Lost,
    Marks,
}

/// Marks that something read: whose, and of which track.
pub(super) type MarkReads = BTreeMap<(usize, TrackId), Depth>;

/// What of all characters matters to something: people without the marks that it did not read, the number of the next
/// tag, the states from before, and the states.
pub(super) type View = [u32];

/// A change that nothing read before or after it: it can be made to any state.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum BlindChange {
    Marking(Marking),
    /// An inert tag that a character gained.
    Tag(usize, HeldTag),
}

impl BlindChange {
    fn who(&self) -> usize {
        match self {
            Self::Marking(marking) => marking.who,
            Self::Tag(who, _) => *who,
        }
    }
}

/// The changes of one run that nothing read, in their order.
pub(super) type BlindChanges = [BlindChange];

/// The difference between a state of the table and its successor.
#[derive(Debug)]
pub(super) struct StateDelta {
    /// The changed characters, each with the number of its new state.
    changed: Box<[(usize, u32)]>,
    /// The numbers of the table that are not people.
    besides: [u32; BESIDES],
    /// What changed without being read.
    blind: u32,
}

/// Projections of characters to the marks that a walk reads, computed so far.
#[derive(Debug)]
pub(super) struct MarkProjection {
    pub(super) read: MarkReads,
    /// By who and which person: one more than the number of what can be read of them.
    seen: Vec<Vec<u32>>,
    people: Kept<Person>,
    /// By who, which person, from whom, and what changed without being read: the first with what the other has that is
    /// not read, and the changes.
    patched: FxHashMap<(usize, u32, u32, u32), u32>,
}

impl MarkProjection {
    pub(super) fn of(read: MarkReads) -> Self {
        Self { read, seen: Vec::new(), people: Kept::default(), patched: FxHashMap::default() }
    }

    /// Other idle kinds of tag are followed from now on: people after a change are others.
    pub(super) fn forget_patched(&mut self) {
        self.patched.clear();
    }

    fn depth(&self, who: usize, track: TrackId) -> Option<Depth> {
        self.read.get(&(who, track)).copied()
    }

    /// The number of what can be read of a person, if that is known.
    fn seen(&self, who: usize, person: u32) -> Option<u32> {
        self.seen.get(who)?.get(person as usize)?.checked_sub(1)
    }

    /// Keeps what can be read of a person.
    fn keep(&mut self, (who, person): (usize, u32), seen: Person) -> Result<u32, Failure> {
        let number = self.people.own(seen)?;
        *place(place(&mut self.seen, who, Vec::new())?, person as usize, 0)? = number + 1;
        Ok(number)
    }
}

impl StateSpace {
    /// The number of these people at a table; `before` are the states from before something was
    /// done.
    pub(super) fn number(&mut self, world: &World, before: Option<u32>) -> Result<u32, Failure> {
        let people = world.people.shared().map(|person| self.people.share(person));
        let mut table = people.collect::<Result<Vec<u32>, _>>()?;
        table.push(self.tags.own(world.next_tag)?);
        table.push(before.map_or(0, |before| before + 1));
        self.tables.number(&table)
    }

    /// In how many ways the characters can be, as far as they were found.
    pub(super) fn len(&self) -> usize {
        self.tables.all.len()
    }

    /// About how many bytes the people and tables that are kept take, with what is found out about each.
    pub(super) fn kept(&mut self) -> Result<u64, OddsError> {
        for person in self.people.all.get(self.weighed..).ok_or_else(|| lost())? {
            let entries = ENTRY.saturating_mul(person.entries() as u64);
            self.weight = self.weight.saturating_add(PERSON.saturating_add(entries));
        }
        self.weighed = self.people.all.len();
        let places = self.tables.all.first().map_or(0, |table| table.len() as u64);
        let table = TABLE.saturating_add(PLACE.saturating_mul(places));
        Ok(self.weight.saturating_add(table.saturating_mul(self.tables.all.len() as u64)))
    }

    /// The people at a table, and the rest of it.
    fn table(&self, number: u32) -> Option<(&[u32], &[u32])> {
        let table = self.tables.get(number)?;
        table.split_at_checked(table.len().checked_sub(BESIDES)?)
    }

    /// The people at a table, by their numbers.
    pub(super) fn people(&self, number: u32) -> Result<&[u32], OddsError> {
        self.table(number).map(|(people, _)| people).ok_or_else(|| lost())
    }

    pub(super) fn person(&self, number: u32) -> Result<&Arc<Person>, OddsError> {
        self.people.get(number).ok_or_else(|| lost())
    }

    /// All characters of a table, by its number.
    pub(super) fn world(&self, number: u32) -> Result<World, OddsError> {
        self.world_of(number, self.people(number)?)
    }

    /// These people at a table of this number.
    pub(super) fn world_of(&self, number: u32, people: &[u32]) -> Result<World, OddsError> {
        let (_, besides) = self.table(number).ok_or_else(|| lost())?;
        let next_tag = besides.first().and_then(|tag| self.tags.get(*tag)).ok_or_else(|| lost())?;
        let people = people.iter().map(|person| self.person(*person).map(Arc::clone));
        Ok(World { people: people.collect::<Result<_, _>>()?, next_tag: **next_tag, turns: None })
    }

    /// The people at a table without inert tags, by their numbers.
    pub(super) fn bare(
        &mut self,
        table: u32,
        (game, kinds): (&CheckedGame, &FollowedKinds),
    ) -> Result<Vec<u32>, OddsError> {
        let mut people = self.people(table)?.to_vec();
        if kinds.idle.is_empty() {
            return Ok(people);
        }
        for (who, number) in people.iter_mut().enumerate() {
            let known = self.bare.get(*number as usize).and_then(|bare| bare.checked_sub(1));
            let bare = match known {
                Some(bare) => bare,
                None => match kinds.bare(game, who, self.person(*number)?) {
                    Some(bare) => self.people.own(bare)?,
                    None => *number,
                },
            };
            *place(&mut self.bare, *number as usize, 0)? = bare + 1;
            *number = bare;
        }
        Ok(people)
    }

    /// The states from before something was done from which nothing has followed yet.
    pub(super) fn before(&self, number: u32) -> Result<Option<u32>, OddsError> {
        let before = self.table(number).and_then(|(_, besides)| besides.last());
        before.map(|before| before.checked_sub(1)).ok_or_else(|| lost())
    }

    /// The number of the states of a table, as far as they were found.
    pub(super) fn states_of(&mut self, table: u32) -> Result<Option<u32>, OddsError> {
        if let Some(held) = self.held.get(table as usize).copied().flatten() {
            return Ok(Some(held));
        }
        let people = self.people(table)?.iter().enumerate();
        let conditions: Option<Vec<u32>> =
            people.map(|(who, person)| self.alone.get(&(who, *person)).copied()).collect();
        conditions.map(|conditions| self.keep_states(table, &conditions)).transpose()
    }

    /// Keeps the states of a table: the condition of each of its people.
    pub(super) fn keep_states(&mut self, table: u32, conditions: &[u32]) -> Result<u32, OddsError> {
        let number = self.states.number(conditions)?;
        *place(&mut self.held, table as usize, None)? = Some(number);
        Ok(number)
    }

    /// The condition of a person, where it follows from no other person and was found.
    pub(super) fn condition_alone(&self, who: usize, person: u32) -> Option<u32> {
        self.alone.get(&(who, person)).copied()
    }

    /// Keeps a condition; `alone`: it follows from no other person.
    pub(super) fn keep_condition(
        &mut self,
        (who, person): (usize, u32),
        condition: BTreeMap<usize, usize>,
        alone: bool,
    ) -> Result<u32, Failure> {
        let number = self.conditions.own(condition)?;
        if alone {
            self.alone.insert((who, person), number);
        }
        Ok(number)
    }

    pub(super) fn condition(&self, number: u32) -> Result<&Arc<BTreeMap<usize, usize>>, OddsError> {
        self.conditions.get(number).ok_or_else(|| lost())
    }

    /// The conditions of all characters in these states, by number.
    pub(super) fn conditions(&self, states: u32) -> Result<&[u32], OddsError> {
        self.states.get(states).map(|states| &**states).ok_or_else(|| lost())
    }

    pub(super) fn states(&self, number: u32) -> Result<States, OddsError> {
        let mut states = States::new();
        for (who, condition) in self.conditions(number)?.iter().enumerate() {
            let held = self.condition(*condition)?;
            states.extend(held.iter().map(|(holder, state)| ((who, *holder), *state)));
        }
        Ok(states)
    }

    /// What of a table matters to a reader; `people` are its people without inert tags.
    pub(super) fn view(
        &self,
        (table, people): (u32, &[u32]),
        states: u32,
        reader: &mut MarkProjection,
        view: &mut Vec<u32>,
    ) -> Result<(), OddsError> {
        view.clear();
        let (_, besides) = self.table(table).ok_or_else(|| lost())?;
        for (who, number) in people.iter().enumerate() {
            if let Some(seen) = reader.seen(who, *number) {
                view.push(seen);
                continue;
            }
            let mut person = Person::clone(self.person(*number)?);
            person.marks.retain(|track, marks| match reader.depth(who, *track) {
                None => false,
                Some(Depth::Marks) => true,
                Some(Depth::Lost) => {
                    let lost = marks.iter().fold(0_i64, |sum, one| sum.saturating_add(*one));
                    *marks = vec![lost];
                    lost != 0
                }
            });
            view.push(reader.keep((who, *number), person)?);
        }
        view.extend(besides);
        view.push(states);
        Ok(())
    }

    /// What one way leads to from people without inert tags, for tables that are like theirs.
    pub(super) fn end(
        &self,
        from: &[u32],
        (after, blind): (u32, u32),
        all_blind: &Kept<BlindChanges>,
    ) -> Result<StateDelta, OddsError> {
        let made_on = all_blind.get(blind).ok_or_else(|| lost())?;
        let (after, besides) = self.table(after).ok_or_else(|| lost())?;
        let both = after.iter().zip(from).enumerate();
        // Changes that nothing read may have changed nothing here.
        let other = both.filter(|(who, (is, was))| is != was || made_on.iter().any(|one| one.who() == *who));
        let changed = other.map(|(who, (is, _))| (who, *is)).collect();
        let besides = <[u32; BESIDES]>::try_from(besides).map_err(|_| lost())?;
        Ok(StateDelta { changed, besides, blind })
    }

    /// Where a way leads from a table that is like the one where it was found but for what was not read: that stays as
    /// it is, but for what changed without being read.
    pub(super) fn led(
        &mut self,
        (game, kinds): (&CheckedGame, &FollowedKinds),
        end: &StateDelta,
        from: &[u32],
        reader: &mut MarkProjection,
        blind: &Kept<BlindChanges>,
    ) -> Result<u32, OddsError> {
        let mut row = Vec::with_capacity(from.len() + BESIDES);
        row.extend(from);
        for (who, number) in &end.changed {
            let slot = row.get_mut(*who).ok_or_else(|| lost())?;
            let key = (*who, *number, *slot, end.blind);
            *slot = match reader.patched.get(&key) {
                Some(patched) => *patched,
                None => {
                    let blind = blind.get(end.blind).ok_or_else(|| lost())?;
                    let patched = self.patched((game, kinds), *who, (*number, *slot), reader, blind)?;
                    let patched = self.people.own(patched)?;
                    reader.patched.insert(key, patched);
                    patched
                }
            };
        }
        row.extend(end.besides);
        Ok(self.tables.number(&row)?)
    }

    /// A person with what another has that is not read, and the changes that nothing read.
    fn patched(
        &self,
        (game, kinds): (&CheckedGame, &FollowedKinds),
        who: usize,
        (number, from): (u32, u32),
        reader: &MarkProjection,
        blind: &BlindChanges,
    ) -> Result<Person, OddsError> {
        let mut person = Person::clone(self.person(number)?);
        let read = |track: TrackId| reader.depth(who, track) == Some(Depth::Marks);
        person.marks.retain(|track, _| read(*track));
        let other = self.person(from)?;
        let kept = other.marks.iter().filter(|(track, _)| !read(**track));
        person.marks.extend(kept.map(|(track, marks)| (*track, marks.clone())));
        let gained = blind.iter().filter_map(|change| match change {
            BlindChange::Tag(owner, tag) if *owner == who => Some(tag),
            _ => None,
        });
        let mut person = kinds.gain(game, (who, person), other, gained);
        let made = blind.iter().filter_map(|change| match change {
            BlindChange::Marking(made) if made.who == who && !read(made.track) => Some(made),
            _ => None,
        });
        for marking in made {
            // Who has no marks has none of any kind.
            let mut before = person.marks.get(&marking.track).cloned().unwrap_or_default();
            before.resize(marking.kinds, 0);
            let after = marking.on(&before).ok_or_else(|| lost())?;
            if after != before {
                person.marks.insert(marking.track, after);
            }
        }
        Ok(person)
    }
}
