//! Everybody at the table and what is true of them. Nothing changes but by an
//! [`Event`]; whoever keeps the events can begin anew and come to the same.

use std::collections::BTreeMap;

/// Everybody at the table. The first is the table itself, which keeps what belongs to nobody.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct World {
    /// By their places.
    pub people: Vec<Person>,
    /// The number of the next tag.
    pub next_tag: i64,
}

/// The place of the table itself.
pub const TABLE: usize = 0;

/// The place of whoever rolls where nobody has said who does. What a character has cannot be read
/// from there as soon as one sits at the table.
pub const NOBODY: usize = usize::MAX;

/// A character in play.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Person {
    /// Its name.
    pub name: String,
    /// Traits that somebody gave a value, by index.
    pub traits: BTreeMap<usize, i64>,
    /// Names of its own in the open group, and their values.
    pub open: BTreeMap<String, i64>,
    /// Points by index; what is not here is still what it begins with.
    pub points: BTreeMap<usize, i64>,
    /// Boxes with marks: by track, then by mark.
    pub marks: BTreeMap<usize, Vec<i64>>,
    /// Its tags, oldest first.
    pub tags: Vec<Tag>,
}

/// A tag that somebody has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag {
    /// Its number, one of a kind at the table.
    pub number: i64,
    /// Its kind, by index.
    pub kind: usize,
    /// Its own name, where kinds have free names.
    pub name: Option<String>,
    /// Its values, in the order of its kind.
    pub values: Vec<Held>,
    /// How long it lasts.
    pub lasts: Lasts,
}

/// A value that is kept.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Held {
    /// A number; also the index of a row, a word …
    Number(i64),
    /// Words.
    Text(String),
}

/// How long a tag lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lasts {
    /// Until it is taken away.
    Permanent,
    /// So many of a unit of time, by index.
    Times(i64, usize),
    /// Until a condition holds, by its index in the game.
    Until(usize),
}

/// Something that changed or was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Points changed.
    Points {
        /// Whose.
        who: usize,
        /// Which.
        points: usize,
        /// What there was.
        from: i64,
        /// What there is.
        to: i64,
    },
    /// A trait changed.
    Trait {
        /// Whose.
        who: usize,
        /// Which.
        index: usize,
        /// What it was.
        from: i64,
        /// What it is.
        to: i64,
    },
    /// Marks of a track changed.
    Marks {
        /// Whose.
        who: usize,
        /// Which track.
        track: usize,
        /// Boxes by mark, before.
        from: Vec<i64>,
        /// Boxes by mark, after.
        to: Vec<i64>,
    },
    /// Somebody has a tag.
    TagGained {
        /// Who.
        who: usize,
        /// The tag.
        tag: Tag,
    },
    /// Somebody no longer has a tag.
    TagLost {
        /// Who.
        who: usize,
        /// The tag, as it was.
        tag: Tag,
        /// Its time was over.
        over: bool,
    },
    /// A value of a tag changed.
    TagValue {
        /// Whose.
        who: usize,
        /// The tag's number.
        number: i64,
        /// Which value.
        value: usize,
        /// What it was.
        from: Held,
        /// What it is.
        to: Held,
    },
    /// A tag lasts for another time than before.
    TagLasts {
        /// Whose.
        who: usize,
        /// The tag's number.
        number: i64,
        /// Before.
        from: Lasts,
        /// After.
        to: Lasts,
    },
    /// Somebody is in another state; it follows from the rest and changes nothing itself.
    State {
        /// Who.
        who: usize,
        /// Of which track.
        track: usize,
        /// Before.
        from: usize,
        /// After.
        to: usize,
    },
    /// Something was said.
    Said(String),
    /// Time passed.
    Passed(usize),
}

impl Event {
    /// Bytes of the texts in it.
    #[must_use]
    pub fn text(&self) -> usize {
        match self {
            Self::Said(text) => text.len(),
            Self::TagGained { tag, .. } | Self::TagLost { tag, .. } => tag.name.as_ref().map_or(0, String::len),
            _ => 0,
        }
    }

    /// Whoever is not as they were before it, if anybody.
    #[must_use]
    pub fn whom(&self) -> Option<usize> {
        match self {
            Self::Points { who, .. }
            | Self::Trait { who, .. }
            | Self::Marks { who, .. }
            | Self::TagGained { who, .. }
            | Self::TagLost { who, .. }
            | Self::TagValue { who, .. }
            | Self::TagLasts { who, .. } => Some(*who),
            Self::State { .. } | Self::Said(_) | Self::Passed(_) => None,
        }
    }
}

impl World {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        let table = Person { name: "table".to_owned(), ..Person::default() };
        Self { people: vec![table], next_tag: 1 }
    }

    /// The place of whoever has this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.people.iter().position(|person| person.name == name)
    }

    /// Somebody sits down; the place is returned.
    pub fn join(&mut self, mut person: Person) -> usize {
        for tag in &mut person.tags {
            tag.number = self.next_tag;
            self.next_tag += 1;
        }
        self.people.push(person);
        self.people.len() - 1
    }

    /// A tag by its number, and whose it is.
    #[must_use]
    pub fn tag(&self, number: i64) -> Option<(usize, &Tag)> {
        self.people
            .iter()
            .enumerate()
            .find_map(|(who, person)| Some((who, person.tags.iter().find(|tag| tag.number == number)?)))
    }

    /// Makes what an event says true.
    pub fn apply(&mut self, event: &Event) {
        let Some(who) = event.whom() else { return };
        let Some(person) = self.people.get_mut(who) else { return };
        match event {
            Event::Points { points, to, .. } => {
                person.points.insert(*points, *to);
            }
            Event::Trait { index, to, .. } => {
                person.traits.insert(*index, *to);
            }
            Event::Marks { track, to, .. } => {
                person.marks.insert(*track, to.clone());
            }
            Event::TagGained { tag, .. } => {
                person.tags.push(tag.clone());
                self.next_tag = self.next_tag.max(tag.number.saturating_add(1));
            }
            Event::TagLost { tag, .. } => person.tags.retain(|one| one.number != tag.number),
            Event::TagValue { number, value, to, .. } => {
                let tag = person.tags.iter_mut().find(|one| one.number == *number);
                if let Some(slot) = tag.and_then(|tag| tag.values.get_mut(*value)) {
                    *slot = to.clone();
                }
            }
            Event::TagLasts { number, to, .. } => {
                if let Some(tag) = person.tags.iter_mut().find(|one| one.number == *number) {
                    tag.lasts = *to;
                }
            }
            Event::State { .. } | Event::Said(_) | Event::Passed(_) => {}
        }
    }
}
