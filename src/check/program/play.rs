//! State and actions, with indices instead of names.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::decks::Deck;
use super::game::{Default, Question, Test};
use super::ir::{At, Ir, Kind};
use crate::id::Id;
use crate::ruleset::CharacterFile;
use crate::ruleset::model;
use crate::ruleset::steps::{self, Part, PartMut, Parts, Phase, Placed};
use crate::sort::Sort as _;

pub type Time = model::Time<Lowered>;
pub type Points = model::Points<Lowered>;
pub type Track = model::Track<Lowered>;
pub type Holder<'g> = model::Holder<'g, Lowered>;
pub type State = model::State<Lowered>;
pub type TagKind = model::Tag<Lowered>;

/// A place for a value of a running action: a role, an answer, a labelled step.
#[derive(Debug, Clone)]
pub struct Slot {
    pub name: Arc<str>,
    pub kind: SlotKind,
    /// The traits among which it is the answer to a question, if it is one.
    pub traits: Option<Arc<Vec<usize>>>,
    /// Whether it is the answer to a question that may stay without one.
    pub optional: bool,
    /// Whether it is one of several answers to a question.
    pub several: bool,
    /// Of a role, the kind of characters who may play it, if not all.
    pub of_kind: Option<i64>,
}

impl Slot {
    /// Whether it is the answer to a question for a trait.
    #[must_use]
    pub const fn of_trait(&self) -> bool {
        self.traits.is_some()
    }

    /// Whether no formula can name it.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.name.starts_with('·')
    }
}

/// What a slot holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SlotKind {
    /// One character.
    Role,
    /// Several characters in one role.
    Many,
    Value(Kind),
    /// One of some points, whose owner is in this slot (or, without one, the current character).
    Points(Option<usize>),
    /// Faces that a user picked or typed.
    Dice,
    /// A test that was rolled.
    Roll(Id<Test>),
    /// Two sides of a test: the test, and the slots of both roles.
    Contest(Id<Test>, usize, usize),
    /// A side of a contest that no character plays.
    Side,
    /// Another action, by its index.
    Did(usize),
    /// Nothing that can be read.
    Nothing,
}

/// Something that can be done.
#[derive(Debug, Clone, std::default::Default)]
pub struct Action {
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// Bookkeeping: on lists only where all is asked for.
    pub internal: bool,
    /// The word for the only one who does it, such as the GM; no role of the action.
    pub by: Option<Arc<str>>,
    /// What is told of it at the table: the first text whose labels all have values.
    pub tells: Vec<Ir>,
    /// Its slots: roles first, then questions, then labels.
    pub slots: super::SlotList,
    pub roles: usize,
    /// Its questions, by slot, in order.
    pub ask: Vec<Ask>,
    /// What has to hold, and what is said where it does not.
    pub need: Vec<(String, Ir)>,
    pub steps: Vec<Step>,
    /// When it is done by itself: time, and for whom.
    pub every: Vec<(usize, Ir)>,
    /// By step: what nothing reads any more when it is over. Empty where that is nothing.
    pub gone: Vec<Option<Gone>>,
    /// Other actions that do it read its labels.
    pub read_outside: bool,
    /// Slots of rolls that are counted when they end: what is read of them later may be other by then.
    pub counted: BTreeSet<usize>,
}

/// Rolls of an action of which nothing reads the dice any more, nor what follows from them.
#[derive(Debug, Clone)]
pub struct Gone {
    pub rolls: Vec<Left>,
}

/// What is still read of a roll that is over.
#[derive(Debug, Clone, Copy)]
pub struct Left {
    /// The slot of its label.
    pub slot: usize,
    /// Which outcome it has; then whether that is a success, and who won.
    pub outcome: bool,
    pub success: bool,
    pub winner: bool,
}

/// How characters act in turn.
#[derive(Debug, Clone, std::default::Default)]
pub struct Turns {
    /// The action that begins it for some characters.
    pub open: Option<usize>,
    /// The action that puts them in order.
    pub order: Option<usize>,
    /// The action that ends it.
    pub end: Option<usize>,
    /// Whether a character has a turn, seen from them; `None`: all have.
    pub acts: Option<Ir>,
    /// The time that passes when all have had their turn.
    pub round: Option<usize>,
    /// The time that passes for a character when its turn begins.
    pub starts: Option<usize>,
    /// The time that passes for a character when its turn ends.
    pub ends: Option<usize>,
}

impl Turns {
    /// The times that pass at each turn, for one character.
    pub fn own_times(&self) -> impl Iterator<Item = usize> + use<> {
        self.starts.into_iter().chain(self.ends)
    }
}

/// A character to be made when one is needed.
#[derive(Debug, Clone)]
pub struct Archetype {
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// As a character's file says it; values of traits may also be formulas that throw dice.
    pub sheet: Arc<CharacterFile>,
}

/// A question of an action.
#[derive(Debug, Clone)]
pub struct Ask {
    /// The slot of its answer.
    pub slot: usize,
    /// What may be answered.
    pub question: Question,
    /// Who decides: the slot of a role, or a word.
    pub by: Option<Decider>,
    /// Whose trait, points or tag.
    pub of: Whose,
    pub when: Option<Ir>,
    /// It is asked once the dice have been thrown, where something reads it.
    pub late: bool,
    /// It asks for one of several answers.
    pub part: Option<OneOfSeveral>,
}

/// One of several answers to a question; no two are the same.
#[derive(Debug, Clone)]
pub struct OneOfSeveral {
    /// The name of the question.
    pub of: Arc<str>,
    /// Which of them, from 0.
    pub index: usize,
    pub count: usize,
    /// The slots of those before it.
    pub earlier: Vec<usize>,
    /// What may be the same in no two of them.
    pub unlike: Option<Unlike>,
}

/// What several answers may not have in common.
#[derive(Debug, Clone)]
pub struct Unlike {
    /// As it is written.
    pub name: Arc<str>,
    /// A value of a tag, by its index; `None`: a group of traits or points.
    pub value: Option<usize>,
}

impl Ask {
    /// The name under which several answers can be given at once.
    #[must_use]
    pub fn together(&self) -> Option<&str> {
        self.part.as_ref().map(|part| &*part.of)
    }

    /// Whether it has to be answered before anything is done.
    #[must_use]
    pub fn must_be_said(&self) -> bool {
        self.question.must_be_answered() && !self.late
    }
}

#[derive(Debug, Clone)]
pub enum Decider {
    /// The character in this role.
    Role(usize),
    /// A decider that is no character.
    Word(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// The character spoken of.
    Current,
    /// The character in this role.
    Role(usize),
    Anybody,
}

/// Something that can be done in the middle of a test or an action.
#[derive(Debug, Clone)]
pub struct Intervention {
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// Where it can be done, and what is done there.
    pub places: Vec<Place>,
}

impl Intervention {
    /// Everywhere where it takes hold; tests in their order.
    #[must_use]
    pub fn hooks(&self) -> Vec<Hook> {
        let mut found: Vec<Hook> = self.places.iter().flat_map(Place::hooks).collect();
        found.order_by_key(|hook| match hook {
            Hook::Test(before, test) => (0, !before, test.index(), 0),
            Hook::Settled(test) => (2, false, test.index(), 0),
            Hook::Step(before, action, slot) => (1, !before, *action, *slot),
        });
        found
    }

    /// The role of the character who intervenes, where that need not be the roller or the one who acts.
    #[must_use]
    pub fn own_role(&self) -> Option<&str> {
        self.places.iter().find_map(Place::own_role)
    }
}

impl Place {
    /// The role of the character who intervenes, where that need not be the roller or the one who acts.
    #[must_use]
    pub fn own_role(&self) -> Option<&str> {
        let own = self.action.slots.get(self.outer).filter(|_| self.outer < self.action.roles)?;
        Some(&own.name)
    }
}

/// An intervention in one place. It is lowered for each: what its names mean depends on it.
#[derive(Debug, Clone)]
pub struct Place {
    pub hook: Hook,
    /// Other tests with the same inputs and values in which it takes hold in the same way: variants
    /// of that of the hook, ascending. Interventions at the same test share them.
    pub also: Arc<[Id<Test>]>,
    /// What is done. At a test its first slot is the roller; at a step its first slots are
    /// those of the action.
    pub action: Action,
    /// How many of its slots belong to what it stands in.
    pub outer: usize,
    /// Its conditions exclude that the roller is the one who intervenes.
    pub others: bool,
    /// Whether it is possible.
    pub when: Option<Ir>,
    /// Whether it is done without asking.
    pub must: Option<Ir>,
}

impl Place {
    /// Whether it takes hold there.
    #[must_use]
    pub fn takes(&self, hook: Hook) -> bool {
        match (self.hook, hook) {
            (Hook::Test(before, _), Hook::Test(other, test)) if before == other && self.hook != hook => {
                self.also.binary_search(&test).is_ok()
            }
            _ => self.hook == hook,
        }
    }

    /// Everywhere where it takes hold.
    pub fn hooks(&self) -> impl Iterator<Item = Hook> {
        let before = matches!(self.hook, Hook::Test(true, _));
        std::iter::once(self.hook).chain(self.also.iter().map(move |test| Hook::Test(before, *test)))
    }
}

/// Where an intervention takes hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hook {
    /// At a test: whether before it; which.
    Test(bool, Id<Test>),
    /// When interventions in a test are over; which. What is done there reads the roll in its second slot.
    Settled(Id<Test>),
    /// At a step of an action: whether before it; the action, the slot of the label.
    Step(bool, usize, usize),
}

#[derive(Debug, Clone)]
pub struct Step {
    /// The slot of its label.
    pub slot: usize,
    /// When it is done.
    pub when: Option<Ir>,
    pub verb: Verb,
    pub at: At,
}

impl Placed for Step {
    type Phase = Lowered;
    fn verb(&self) -> &Verb {
        &self.verb
    }
}

/// A step with indices instead of names.
#[derive(Debug, Clone)]
pub struct Lowered;

pub type Verb = steps::Verb<Lowered>;
pub type Duration = steps::Duration<Lowered>;
/// Who something is done to, or by: a formula whose value is a character.
pub type Who = Ir;

impl Phase for Lowered {
    type Formula = Ir;
    type Text = Ir;
    type Question = Ask;
    type Step = Step;
    type Name = usize;
    type Test = Id<Test>;
    type Slot = SlotId;
    type Who = Who;
    type Track = TrackId;
    /// Its kind of tag.
    type Deck = TagId;
    type Mark = WhichMark;
    type Points = PointsRef;
    type Given = Given;
    type Taken = Taken;
    type Target = Target;
    type Over = Over;
    type Role = RoleGiven;
    type Ending = Ending;
    type Dice = Dice;
    /// An index into the list of the game.
    type Until = usize;
    type Early<T: Parts<Self>> = ();
    type Own = Arc<str>;
    type Asked = Question;
    type Cards = Deck;
    /// The index of the value of the tag that is counted.
    type Counted = usize;
    type Start = Default;
    /// The lower bound; `None`: unbounded.
    type Least = Option<Ir>;
    type Mention = Mention;
}

/// Something that a lowered step names, by its index, other than in formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mention {
    /// A slot that is read.
    Slot(usize),
    Points(PointsId),
    Trait(usize),
    Track(TrackId),
    /// A kind of tag.
    Tag(TagId),
}

/// The index of a slot that a step reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotId(pub usize);

pub type TrackId = Id<Track>;
pub type PointsId = Id<Points>;

pub type TagId = Id<TagKind>;

/// Which mark of a track.
#[derive(Debug, Clone)]
pub enum WhichMark {
    /// No mark is named: any fits.
    Any,
    Fixed(usize),
    /// The one that a word names: a formula, and the marks by its words.
    Word(Ir, Vec<usize>),
}

/// How a test comes out, in the order in which it is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// An outcome of the test, by index.
    Outcome(usize),
    /// By a class of the ruleset.
    Class(usize),
    Success,
    Failure,
}

/// What steps are done for, one after the other.
#[derive(Debug, Clone)]
pub enum Over {
    /// All characters in the role in this slot.
    Role(SlotId),
    /// All tags of a kind that a character has.
    Tags(TagId, Who),
    /// The answers in these slots, of those that there are.
    Answers(Vec<SlotId>),
}

/// Which dice of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dice {
    All,
    /// Those that the answer in a slot names.
    Answer(SlotId),
    /// Those that the test calls so: the index of the value.
    Hand(usize),
}

/// Who plays a role of another action.
#[derive(Debug, Clone)]
pub enum RoleGiven {
    One(Who),
    /// All characters in a slot.
    Many(SlotId),
    Nobody,
}

/// One thing that is given.
#[derive(Debug, Clone)]
pub enum Given {
    Points(PointsRef, Ir),
    Trait(TraitRef, Ir),
    /// A tag: kind, name, values by index, how long.
    Tag(TagId, Option<Ir>, Vec<(usize, Ir)>, Option<Duration>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointsRef {
    Fixed(PointsId),
    /// Those in a slot.
    Slot(usize),
}

/// How a step selects a trait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraitRef {
    /// By index.
    Fixed(usize),
    /// The one that the answer in a slot names.
    Slot(usize),
}

/// What is taken away.
#[derive(Debug, Clone)]
pub enum Taken {
    Points(PointsRef, Ir),
    Trait(TraitRef, Ir),
    /// All tags of a kind, or so many of the only one.
    Tags(TagId, Option<Ir>),
    /// The tag in a slot, or so many of it.
    Tag(usize, Option<Ir>),
}

/// What `set` gives another value.
#[derive(Debug, Clone)]
pub enum Target {
    Slot(usize),
    /// A value of the tag in a slot.
    TagValue(usize, usize),
    /// Points of this character.
    Points(PointsRef, Who),
    /// A trait of this character.
    Trait(TraitRef, Who),
    /// A value of the tag of a kind that this character has: kind, value, whose.
    KindValue(TagId, usize, Who),
    /// The same of the tag with a name that players gave it, whose number a formula yields: kind, value, which, whose.
    NamedValue(TagId, usize, Ir, Who),
}

/// Implements `Parts` by what a pattern matches: first what is mentioned, then what has parts of its own.
macro_rules! parts {
    ($($type:ty { $($pattern:pat => [$($mention:expr),*] [$($part:ident),*];)* })*) => {
        $(impl Parts<Lowered> for $type {
            #[allow(unused_variables, reason = "mentions are only looked at")]
            fn parts<'s>(&'s self, see: &mut dyn FnMut(Part<'s, Lowered>)) {
                match self {
                    $($pattern => {
                        $(see(Part::Mention($mention));)*
                        $(Parts::parts($part, see);)*
                    })*
                }
            }

            #[allow(unused_variables, reason = "mentions are only looked at")]
            fn parts_mut<'s>(&'s mut self, see: &mut dyn FnMut(PartMut<'s, Lowered>)) {
                match self {
                    $($pattern => { $(Parts::parts_mut($part, see);)* })*
                }
            }
        })*
    };
}

parts! {
    SlotId { Self(slot) => [Mention::Slot(*slot)] []; }
    TrackId { track => [Mention::Track(*track)] []; }
    TagId { kind => [Mention::Tag(*kind)] []; }
    PointsRef {
        Self::Fixed(points) => [Mention::Points(*points)] [];
        Self::Slot(slot) => [Mention::Slot(*slot)] [];
    }
    TraitRef {
        Self::Fixed(index) => [Mention::Trait(*index)] [];
        Self::Slot(slot) => [Mention::Slot(*slot)] [];
    }
    Over {
        Self::Role(slot) => [] [slot];
        Self::Tags(kind, who) => [Mention::Tag(*kind)] [who];
        Self::Answers(slots) => [] [slots];
    }
    RoleGiven {
        Self::One(who) => [] [who];
        Self::Many(slot) => [] [slot];
        Self::Nobody => [] [];
    }
    Dice {
        Self::Answer(slot) => [] [slot];
        Self::All | Self::Hand(_) => [] [];
    }
    Given {
        Self::Points(points, ir) => [] [points, ir];
        Self::Trait(one, ir) => [] [one, ir];
        Self::Tag(kind, name, values, lasts) => [Mention::Tag(*kind)] [lasts, name, values];
    }
    Taken {
        Self::Points(points, ir) => [] [points, ir];
        Self::Trait(one, ir) => [] [one, ir];
        Self::Tags(kind, count) => [Mention::Tag(*kind)] [count];
        Self::Tag(slot, count) => [Mention::Slot(*slot)] [count];
    }
    Target {
        Self::Slot(_) => [] [];
        Self::TagValue(slot, _) => [Mention::Slot(*slot)] [];
        Self::Points(points, who) => [] [points, who];
        Self::Trait(one, who) => [] [one, who];
        Self::KindValue(kind, _, who) => [Mention::Tag(*kind)] [who];
        Self::NamedValue(kind, _, which, who) => [Mention::Tag(*kind)] [which, who];
    }
    WhichMark {
        Self::Any | Self::Fixed(_) => [] [];
        Self::Word(ir, _) => [] [ir];
    }
    Decider {
        Self::Role(slot) => [Mention::Slot(*slot)] [];
        Self::Word(_) => [] [];
    }
    Whose {
        Self::Role(slot) => [Mention::Slot(*slot)] [];
        Self::Current | Self::Anybody => [] [];
    }
    Question {
        Question { default: Some(Default::Value(ir)), .. } => [] [ir];
        Question { .. } => [] [];
    }
    Ask { Self { question, when, by, of, .. } => [] [question, when, by, of]; }
    Ending { _ => [] []; }
    Id<Test> { _ => [] []; }
}

impl Parts<Lowered> for Ir {
    fn parts<'s>(&'s self, see: &mut dyn FnMut(Part<'s, Lowered>)) {
        see(Part::Formula(self));
    }

    fn parts_mut<'s>(&'s mut self, see: &mut dyn FnMut(PartMut<'s, Lowered>)) {
        see(PartMut::Formula(self));
    }
}

impl Parts<Lowered> for Step {
    fn parts<'s>(&'s self, see: &mut dyn FnMut(Part<'s, Lowered>)) {
        see(Part::Step(self));
    }

    fn parts_mut<'s>(&'s mut self, see: &mut dyn FnMut(PartMut<'s, Lowered>)) {
        see(PartMut::Step(self));
    }
}
