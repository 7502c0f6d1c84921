//! All characters at the table and their state. An [`Event`] is the only way to change it: replaying the events gives
//! the same state.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::check::program::{AnswerKind, CardValue, CheckedGame, PointsId, TagId, TrackId};

/// The state of all characters. Index 0 is the table itself, which holds entries that belong to no character.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct World {
    /// By index; index 0 is the table.
    pub people: People,
    /// The number of the next tag.
    pub next_tag: i64,
    /// The order of turns; `None` if characters do not act in turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<Box<TurnOrder>>,
}

/// The order in which characters act, and whose turn it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TurnOrder {
    /// Names, first to last.
    pub order: Vec<String>,
    /// Index in `order` of the character whose turn it is.
    pub now: usize,
    /// The current round, from 1.
    pub round: i64,
    /// The turn of that character has not begun, because the character before it left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
}

impl TurnOrder {
    /// The name of the character whose turn it is.
    #[must_use]
    pub fn current(&self) -> Option<&str> {
        self.order.get(self.now).map(String::as_str)
    }

    /// The index of a character in the order.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        self.order.iter().position(|one| one == name)
    }

    /// The order without a character that left; `None`: no character is left. With `starts`, the turn of the next
    /// character still has to begin.
    #[must_use]
    pub fn without(&self, name: &str, starts: bool) -> Option<Self> {
        let Some(at) = self.place(name) else { return Some(self.clone()) };
        let mut turns = self.clone();
        turns.waits |= starts && at == turns.now;
        turns.order.remove(at);
        turns.now = if at < turns.now { turns.now.saturating_sub(1) } else { turns.now };
        if turns.now >= turns.order.len() {
            turns.now = 0;
        }
        (!turns.order.is_empty()).then_some(turns)
    }
}

/// Characters by index. A clone shares all characters with the original until one of them changes, since every run of a
/// walk and every move at a table begins with a clone.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Person>", into = "Vec<Person>")]
pub struct People(Vec<Arc<Person>>);

impl People {
    /// The number of characters, including the table.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is not even a table.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The character at this index.
    #[must_use]
    pub fn get(&self, who: usize) -> Option<&Person> {
        self.0.get(who).map(|person| &**person)
    }

    /// The character at this index, mutably.
    pub fn get_mut(&mut self, who: usize) -> Option<&mut Person> {
        self.0.get_mut(who).map(Arc::make_mut)
    }

    /// All characters, by index.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Person> + DoubleEndedIterator + Clone {
        self.0.iter().map(|person| &**person)
    }

    /// All characters, mutably.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = &mut Person> {
        self.0.iter_mut().map(Arc::make_mut)
    }

    /// Shared references to all characters.
    pub fn shared(&self) -> impl Iterator<Item = &Arc<Person>> {
        self.0.iter()
    }

    /// Appends a character.
    pub fn push(&mut self, person: Person) {
        self.0.push(Arc::new(person));
    }

    /// Removes a character; later indices move down by one.
    ///
    /// # Panics
    ///
    /// If there is no character at this index.
    pub fn remove(&mut self, who: usize) -> Person {
        Arc::unwrap_or_clone(self.0.remove(who))
    }
}

#[expect(clippy::indexing_slicing, reason = "a place that nobody has panics, as it does in a vector")]
impl Index<usize> for People {
    type Output = Person;

    fn index(&self, who: usize) -> &Person {
        &self.0[who]
    }
}

#[expect(clippy::indexing_slicing, reason = "a place that nobody has panics, as it does in a vector")]
impl IndexMut<usize> for People {
    fn index_mut(&mut self, who: usize) -> &mut Person {
        Arc::make_mut(&mut self.0[who])
    }
}

impl FromIterator<Arc<Person>> for People {
    fn from_iter<I: IntoIterator<Item = Arc<Person>>>(people: I) -> Self {
        Self(people.into_iter().collect())
    }
}

impl From<Vec<Person>> for People {
    fn from(people: Vec<Person>) -> Self {
        people.into_iter().collect()
    }
}

impl From<People> for Vec<Person> {
    fn from(people: People) -> Self {
        people.0.into_iter().map(Arc::unwrap_or_clone).collect()
    }
}

impl FromIterator<Person> for People {
    fn from_iter<I: IntoIterator<Item = Person>>(people: I) -> Self {
        Self(people.into_iter().map(Arc::new).collect())
    }
}

/// The index of the table itself.
pub const TABLE: usize = 0;

/// Whether a name is reserved for the table or for no character.
#[must_use]
pub fn is_reserved_name(name: &str) -> bool {
    crate::source::fold(name.trim()) == "table" || crate::syntax::is_none(name)
}

/// The index of an unnamed roller. Reading a character's entries at it is an error once there are characters at the
/// table.
pub const NOBODY: usize = usize::MAX;

/// The index of the second side of a typed contest without a named character: it has neither tags nor marks. Reading a
/// character's entries at it is an error once there are characters at the table.
pub const UNNAMED: usize = usize::MAX - 1;

/// A character in play.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Person {
    pub name: String,
    /// Values of given traits, by index.
    pub traits: BTreeMap<usize, i64>,
    /// Values in the group of free names, by name.
    pub open: BTreeMap<String, i64>,
    /// Current points by id; missing ones have their start value.
    pub points: BTreeMap<PointsId, i64>,
    /// Marked boxes: by track, then by mark.
    pub marks: BTreeMap<TrackId, Vec<i64>>,
    /// The tags, oldest first.
    pub tags: Vec<HeldTag>,
}

impl Person {
    /// Names of the tags of a kind as answers, with their numbers. A tag without a name has the name of the kind,
    /// numbered in the order of the sheet if there are several.
    #[must_use]
    pub fn tags_called(&self, game: &CheckedGame, kind: TagId) -> Vec<(String, i64)> {
        let of_kind = || self.tags.iter().filter(|tag| tag.kind == kind);
        let several = of_kind().filter(|tag| tag.name.is_none()).count() > 1;
        let of_kind_called = &game.tags[kind].name;
        let mut before = 0;
        let called = of_kind().map(|tag| {
            let name = tag.name.clone().unwrap_or_else(|| {
                before += 1;
                if several { format!("{of_kind_called} {before}") } else { of_kind_called.to_string() }
            });
            (name, tag.number)
        });
        called.collect()
    }

    /// The number of entries.
    #[must_use]
    pub fn entries(&self) -> usize {
        let held: usize = self.tags.iter().map(|tag| 1 + tag.values.len()).sum();
        1 + self.traits.len() + self.open.len() + self.points.len() + self.marks.len() + held
    }

    /// The tag with this number, mutably.
    fn numbered(&mut self, number: i64) -> Option<&mut HeldTag> {
        self.tags.iter_mut().find(|tag| tag.number == number)
    }
}

/// A tag that a character has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HeldTag {
    /// The number of the tag, unique at the table.
    pub number: i64,
    pub kind: TagId,
    /// Its own name, if the kind has free names.
    pub name: Option<String>,
    /// Its values, in the order of its kind.
    pub values: Vec<TagValue>,
    /// How long it lasts.
    pub lasts: Lasts,
    /// The name of the character at whose turns the duration is counted, if it is not the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
}

/// A stored value of a tag.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum TagValue {
    /// A number; also the index of a row or word, from 0.
    Number(i64),
    /// A text that a user typed.
    Text(String),
}

impl From<&CardValue> for TagValue {
    fn from(value: &CardValue) -> Self {
        match value {
            CardValue::Number(number) => Self::Number(*number),
            CardValue::Text(text) => Self::Text(text.clone()),
        }
    }
}

/// The duration of a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Lasts {
    /// Until it is removed.
    Permanent,
    /// A number of units of time: amount, index of the unit.
    Times(i64, usize),
    /// Until a condition holds: its index in the game.
    Until(usize),
}

/// A change of the world, or a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The current value of points changed.
    Points {
        /// Index of the character in [`World::people`].
        who: usize,
        /// Id of the points in the game.
        points: PointsId,
        /// The value before the change.
        from: i64,
        /// The value after the change.
        to: i64,
    },
    /// The value of a declared trait changed.
    Trait {
        /// Index of the character in [`World::people`].
        who: usize,
        /// Index of the trait in the game.
        index: usize,
        /// The value before the change; a row or word is its index from 0.
        from: i64,
        /// The value after the change.
        to: i64,
    },
    /// The value of a trait in the group of free names changed.
    Own {
        /// Index of the character in [`World::people`].
        who: usize,
        /// The name that its owner gave it.
        name: String,
        /// The value before the change.
        from: i64,
        /// The value after the change.
        to: i64,
    },
    /// Marks of a track changed.
    Marks {
        /// Index of the character in [`World::people`].
        who: usize,
        /// Id of the track in the game.
        track: TrackId,
        /// Marked boxes by mark, before the change.
        from: Vec<i64>,
        /// Marked boxes by mark, after the change.
        to: Vec<i64>,
    },
    /// A character gained a tag.
    TagGained {
        /// Index of the character in [`World::people`].
        who: usize,
        tag: HeldTag,
    },
    /// A character lost a tag.
    TagLost {
        /// Index of the character in [`World::people`].
        who: usize,
        /// The tag before it was lost.
        tag: HeldTag,
        /// Whether its duration ended.
        over: bool,
    },
    /// A value of a tag changed.
    TagValue {
        /// Index of the character in [`World::people`].
        who: usize,
        /// The number of the tag, unique at the table.
        number: i64,
        /// Index of the value in the kind of the tag.
        value: usize,
        /// The value before the change.
        from: TagValue,
        /// The value after the change.
        to: TagValue,
    },
    /// The duration of a tag changed.
    TagLasts {
        /// Index of the character in [`World::people`].
        who: usize,
        /// The number of the tag, unique at the table.
        number: i64,
        /// The duration before the change.
        from: Lasts,
        /// The duration after the change.
        to: Lasts,
    },
    /// A character entered another state. It follows from other events and changes nothing itself.
    State {
        /// Index of the character in [`World::people`].
        who: usize,
        /// Index of the holder of the state: a track or points.
        holder: usize,
        /// Index of the state before the change.
        from: usize,
        /// Index of the state after the change.
        to: usize,
    },
    /// An action or a user said this text.
    Said(String),
    /// A unit of time passed, by index in the game.
    Passed(usize),
    /// The turn passed to another character; `None`: characters no longer act in turn.
    Turn(Option<Box<TurnOrder>>),
}

impl Event {
    /// Bytes of its texts.
    #[must_use]
    pub fn text(&self) -> usize {
        match self {
            Self::Said(text) => text.len(),
            Self::Own { name, .. } => name.len(),
            Self::TagGained { tag, .. } | Self::TagLost { tag, .. } => tag.name.as_ref().map_or(0, String::len),
            _ => 0,
        }
    }

    /// The character that it changes, if any.
    #[must_use]
    pub fn whom(&self) -> Option<usize> {
        match self {
            Self::Points { who, .. }
            | Self::Trait { who, .. }
            | Self::Own { who, .. }
            | Self::Marks { who, .. }
            | Self::TagGained { who, .. }
            | Self::TagLost { who, .. }
            | Self::TagValue { who, .. }
            | Self::TagLasts { who, .. } => Some(*who),
            Self::State { .. } | Self::Said(_) | Self::Passed(_) | Self::Turn(_) => None,
        }
    }
}

/// `Ann.Lucky`: the name of an entry with its owner.
#[must_use]
pub fn owned(owner: &str, name: &str) -> String {
    format!("{owner}.{name}")
}

/// Unambiguous names: those that several characters have, each with its owner.
#[must_use]
pub fn told_apart(called: &[(String, String)]) -> Vec<String> {
    let mut owners: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (owner, name) in called {
        owners.entry(name).or_default().insert(owner);
    }
    let is_shared = |name: &str| owners.get(name).is_some_and(|owners| owners.len() > 1);
    called.iter().map(|(owner, name)| if is_shared(name) { owned(owner, name) } else { name.clone() }).collect()
}

impl World {
    #[must_use]
    pub fn new() -> Self {
        let table = Person { name: "table".to_owned(), ..Person::default() };
        Self { people: People::from_iter([table]), next_tag: 1, turns: None }
    }

    /// The index of the character with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.people.iter().position(|person| person.name == name)
    }

    /// The world as the player of a character knows it: of the others only their names. The table knows everything.
    #[must_use]
    pub fn seen_by(&self, who: usize) -> Self {
        let mut world = self.clone();
        for (_, person) in world.people.iter_mut().enumerate().filter(|(other, _)| who != TABLE && *other != who) {
            person.tags.clear();
            person.open.clear();
        }
        world
    }

    /// Names of other characters' entries that could answer a question; the player of a character must not learn them.
    #[must_use]
    pub fn names_of_others(&self, kind: &AnswerKind, name: &str) -> BTreeSet<String> {
        let named = |person: &Person| -> Vec<String> {
            match kind {
                AnswerKind::Tag(kind) => {
                    let tags = person.tags.iter().filter(|tag| tag.kind == *kind);
                    let names = tags.filter_map(|tag| tag.name.as_ref());
                    names.flat_map(|name| [name.clone(), owned(&person.name, name)]).collect()
                }
                AnswerKind::Trait(_, true) => person.open.keys().cloned().collect(),
                _ => Vec::new(),
            }
        };
        let (own, others): (Vec<&Person>, Vec<&Person>) = self.people.iter().partition(|person| person.name == name);
        let mut names: BTreeSet<String> = others.into_iter().flat_map(named).collect();
        own.into_iter().flat_map(named).for_each(|name| _ = names.remove(&name));
        names
    }

    /// Adds a character and returns its index.
    pub fn join(&mut self, mut person: Person) -> usize {
        for tag in &mut person.tags {
            tag.number = self.next_tag;
            self.next_tag += 1;
        }
        self.people.push(person);
        self.people.len() - 1
    }

    /// The number of characters and tags.
    #[must_use]
    pub fn size(&self) -> usize {
        self.people.iter().map(|person| 1 + person.tags.len()).sum()
    }

    /// A tag by its number, with the index of its owner.
    #[must_use]
    pub fn tag(&self, number: i64) -> Option<(usize, &HeldTag)> {
        self.people
            .iter()
            .enumerate()
            .find_map(|(who, person)| Some((who, person.tags.iter().find(|tag| tag.number == number)?)))
    }

    /// The world after some events; `None` as for [`Self::apply`].
    #[must_use]
    pub fn after(&self, events: &[Event]) -> Option<Self> {
        let mut world = self.clone();
        events.iter().try_for_each(|event| world.apply(event))?;
        Some(world)
    }

    /// Applies an event. `None`: it refers to a missing character or tag, and nothing more is changed.
    #[must_use]
    pub fn apply(&mut self, event: &Event) -> Option<()> {
        if let Event::Turn(turns) = event {
            self.turns.clone_from(turns);
        }
        let Some(who) = event.whom() else { return Some(()) };
        let person = self.people.get_mut(who)?;
        match event {
            Event::Points { points, to, .. } => {
                person.points.insert(*points, *to);
            }
            Event::Trait { index, to, .. } => {
                person.traits.insert(*index, *to);
            }
            Event::Own { name, to, .. } => {
                person.open.insert(name.clone(), *to);
            }
            Event::Marks { track, to, .. } => {
                person.marks.insert(*track, to.clone());
            }
            Event::TagGained { tag, .. } => {
                person.tags.push(tag.clone());
                self.next_tag = self.next_tag.max(tag.number.saturating_add(1));
            }
            Event::TagLost { tag, .. } => {
                let at = person.tags.iter().position(|one| one.number == tag.number)?;
                person.tags.remove(at);
            }
            Event::TagValue { number, value, to, .. } => {
                *person.numbered(*number)?.values.get_mut(*value)? = to.clone();
            }
            Event::TagLasts { number, to, .. } => person.numbered(*number)?.lasts = *to,
            Event::State { .. } | Event::Said(_) | Event::Passed(_) | Event::Turn(_) => {}
        }
        Some(())
    }
}
