//! State and actions, with indices instead of names.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::decks::Deck;
use super::game::{Default, Question, Test};
use super::ir::{At, Ir, Kind, Op};
use crate::id::Id;
use crate::ruleset::CharacterFile;
use crate::ruleset::model;
use crate::ruleset::steps::{self, Part, PartMut, Parts, Phase, Placed};
use crate::sort::Sort as _;

pub type Time = model::TimeDecl<Lowered>;
pub type Points = model::PointsDecl<Lowered>;
pub type Track = model::TrackDecl<Lowered>;
pub type Holder<'g> = model::HolderDecl<'g, Lowered>;
pub type State = model::StateDecl<Lowered>;
pub type TagKind = model::TagDecl<Lowered>;
pub type Turns = model::TurnsDecl<Lowered>;

/// A place for a value in the frame of a running action: a role, an answer, a labelled step.
#[derive(Debug, Clone)]
pub struct Slot {
    pub name: Arc<str>,
    pub kind: SlotKind,
    /// For the answer to a question for a trait: the candidates.
    pub traits: Option<Arc<Vec<usize>>>,
    /// Whether it is the answer to an optional question.
    pub optional: bool,
    /// Whether it is one of several answers to a question.
    pub several: bool,
    /// For a role: the kind of characters who can play it; `None`: all.
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

/// The contents of a slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SlotKind {
    /// One character.
    Role,
    /// Several characters in one role.
    Many,
    Value(Kind),
    /// Points: their owner is in this slot; without one, the current character.
    Points(Option<usize>),
    /// Faces that a user picked or typed.
    Dice,
    Roll(Id<Test>),
    /// One of several tests that was rolled: the slot that says which. Each has a slot of the same name.
    Rolls(usize),
    /// Two sides of a test: the test, and the slots of both roles.
    Contest(Id<Test>, usize, usize),
    /// A side of a contest that no character plays.
    Side,
    /// A called action, by index.
    Did(usize),
    /// Nothing that can be read.
    Nothing,
}

/// A compiled action.
#[derive(Debug, Clone, std::default::Default)]
pub struct Action {
    pub name: Arc<str>,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// Whether it is bookkeeping: lists omit it unless everything is requested.
    pub internal: bool,
    /// The name of its group.
    pub group: Option<Arc<str>>,
    /// The word for a decider who alone does it and plays no role, such as the GM.
    pub by: Option<Arc<str>>,
    /// Texts for reports: the first whose labels all have values is used.
    pub tells: Vec<Ir>,
    /// Its slots: roles first, then questions, then labels.
    pub slots: super::SlotList,
    pub roles: usize,
    /// Its questions, by slot, in order.
    pub ask: Vec<Ask>,
    /// Preconditions, with the sentence that is shown if one does not hold.
    pub need: Vec<(String, Ir)>,
    pub steps: Vec<Step>,
    /// When it is done automatically: index of the unit of time, and the condition on a character.
    pub every: Vec<(usize, Ir)>,
    /// By step: the rolls that are dead after it. Empty if there are none.
    pub gone: Vec<Option<Gone>>,
    /// Whether calling actions read its labels.
    pub read_outside: bool,
    /// Slots of rolls whose statistics are taken when they end, because later changes may affect them.
    pub counted: BTreeSet<usize>,
    /// Slots of loops in whose rounds nothing reads or changes their number.
    pub unnumbered: BTreeSet<usize>,
}

/// Rolls of an action of which nothing reads the dice any more, nor what follows from them, but for what is named.
#[derive(Debug, Clone)]
pub struct Gone {
    pub rolls: Vec<Left>,
}

/// What is still read of a roll that is over.
#[derive(Debug, Clone)]
pub struct Left {
    /// The slot of its label.
    pub slot: usize,
    /// Whether the outcome is live; otherwise only success and winner are.
    pub outcome: bool,
    pub success: bool,
    pub winner: bool,
    /// What else: values that are counted before its dice are gone.
    pub values: Vec<LeftValue>,
}

/// A value of a roll that is read when it is over.
#[derive(Debug, Clone)]
pub struct LeftValue {
    /// Of which side, from 0.
    pub side: usize,
    pub read: LeftRead,
    /// The condition of the step that reads it, where it tells nothing but how rolls ended: if it does not hold, it is
    /// not read.
    pub when: Option<Ir>,
}

/// What of a roll is read.
#[derive(Debug, Clone)]
pub enum LeftRead {
    Margin,
    /// A formula of its test that is no more than [`FrameRead`].
    Of(FrameRead, Ir),
}

/// What formulas may read of a test without its dice.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FrameRead {
    Total,
    /// A value of the test, by its index.
    Value(usize),
    /// A value of its outcome, by its name.
    Late(Arc<str>),
    /// The sum of its roll.
    Roll,
    /// Named dice side by side; `(times, die name)`.
    Dice(Vec<(i64, usize)>),
}

impl FrameRead {
    /// What a formula reads, if it is no more than that.
    #[must_use]
    pub fn of(ir: &Ir) -> Option<Self> {
        Some(match &ir.op {
            Op::Total => Self::Total,
            Op::Value(index) => Self::Value(*index),
            Op::Late(name) => Self::Late(Arc::clone(name)),
            Op::Roll => Self::Roll,
            Op::Dice(dice) => Self::Dice(dice.clone()),
            _ => return None,
        })
    }
}

impl Turns {
    /// The times that pass for one character at each turn.
    pub fn own_times(&self) -> impl Iterator<Item = usize> + use<> {
        self.starts.into_iter().chain(self.ends)
    }
}

/// A template of characters.
#[derive(Debug, Clone)]
pub struct Archetype {
    pub name: Arc<str>,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// The sheet; values of traits may be formulas that throw dice.
    pub sheet: Arc<CharacterFile>,
}

/// A question of an action.
#[derive(Debug, Clone)]
pub struct Ask {
    /// The slot of its answer.
    pub slot: usize,
    /// The accepted answers.
    pub question: Question,
    /// The decider: the slot of a role, or a word.
    pub by: Option<Decider>,
    /// The owner of the trait, points or tag.
    pub of: AnswerOwner,
    pub when: Option<Ir>,
    /// Whether it is asked after a throw, when something reads it.
    pub late: bool,
    /// Set if it asks for one of several answers.
    pub part: Option<OneOfSeveral>,
}

/// One of several answers to a question; no two are equal.
#[derive(Debug, Clone)]
pub struct OneOfSeveral {
    /// The name of the question.
    pub of: Arc<str>,
    /// Its index, from 0.
    pub index: usize,
    pub count: usize,
    /// The slots of the earlier answers.
    pub earlier: Vec<usize>,
    /// What no two of them may have in common.
    pub unlike: Option<Unlike>,
}

/// A property that several answers must not share.
#[derive(Debug, Clone)]
pub struct Unlike {
    /// As it is written.
    pub name: Arc<str>,
    /// Index of a value of the tag; `None`: the group of traits or points.
    pub value: Option<usize>,
}

impl Ask {
    /// The name under which several answers can be given at once.
    #[must_use]
    pub fn together(&self) -> Option<&str> {
        self.part.as_ref().map(|part| &*part.of)
    }

    /// Whether it must be answered before the action starts.
    #[must_use]
    pub fn must_be_said(&self) -> bool {
        self.question.must_be_answered() && !self.late
    }
}

#[derive(Debug, Clone)]
pub enum Decider {
    /// The character in this role.
    Role(usize),
    /// A decider who is no character.
    Word(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerOwner {
    /// The current character.
    Current,
    /// The character in this role.
    Role(usize),
    Any,
}

/// A compiled intervention.
#[derive(Debug, Clone)]
pub struct Intervention {
    pub name: Arc<str>,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// The name of its group.
    pub group: Option<Arc<str>>,
    /// Its hooks, with the action at each.
    pub places: Vec<InterventionSite>,
}

impl Intervention {
    /// All its hooks; tests in their order.
    #[must_use]
    pub fn hooks(&self) -> Vec<Hook> {
        let mut found: Vec<Hook> = self.places.iter().flat_map(InterventionSite::hooks).collect();
        found.order_by_key(|hook| match hook {
            Hook::Test(before, test) => (0, !before, test.index(), 0),
            Hook::Settled(test) => (2, false, test.index(), 0),
            Hook::Step(before, action, slot) => (1, !before, *action, *slot),
        });
        found
    }

    /// The role of the intervener, if that need not be the roller or the acting character.
    #[must_use]
    pub fn own_role(&self) -> Option<&str> {
        self.places.iter().find_map(InterventionSite::own_role)
    }
}

#[expect(clippy::indexing_slicing, reason = "an index of another action panics, as it does in a vector")]
impl Action {
    /// The slot at an index of this action. Panics at any other.
    #[must_use]
    #[track_caller]
    pub fn slot(&self, index: usize) -> &Slot {
        &self.slots[index]
    }

    /// The slots of its roles.
    #[must_use]
    pub fn role_slots(&self) -> &[Slot] {
        &self.slots[..self.roles]
    }
}

impl InterventionSite {
    /// The slots of the roles of the intervention itself, behind those of its hook.
    #[must_use]
    pub fn own_slots(&self) -> &[Slot] {
        self.action.role_slots().get(self.outer..).unwrap_or_default()
    }

    /// The role of the intervener, if that need not be the roller or the acting character.
    #[must_use]
    pub fn own_role(&self) -> Option<&str> {
        self.own_slots().first().map(|slot| &*slot.name)
    }
}

/// An intervention at one hook. It is lowered for each, since the meaning of its names depends on the hook.
#[derive(Debug, Clone)]
pub struct InterventionSite {
    pub hook: Hook,
    /// Variants of the test of the hook with the same inputs and values, to which it also applies, ascending.
    /// Interventions at the same test share them.
    pub also: Arc<[Id<Test>]>,
    /// The steps. At a test its first slot is the roller; at a step its first slots are those of the action.
    pub action: Action,
    /// The number of slots that belong to the enclosing action or test.
    pub outer: usize,
    /// Whether its conditions exclude that the roller is the intervener.
    pub others: bool,
    /// The condition for being possible.
    pub when: Option<Ir>,
    /// The condition for being mandatory.
    pub must: Option<Ir>,
}

impl InterventionSite {
    /// Whether it applies to this test, before or after the throw.
    #[must_use]
    pub fn is_about(&self, test: Id<Test>) -> bool {
        matches!(self.hook, Hook::Test(_, one) if one == test || self.also.binary_search(&test).is_ok())
    }

    /// Whether it applies at a hook.
    #[must_use]
    pub fn takes(&self, hook: Hook) -> bool {
        match (self.hook, hook) {
            (Hook::Test(before, _), Hook::Test(other, test)) if before == other && self.hook != hook => {
                self.also.binary_search(&test).is_ok()
            }
            _ => self.hook == hook,
        }
    }

    /// All hooks at which it applies.
    pub fn hooks(&self) -> impl Iterator<Item = Hook> {
        let before = matches!(self.hook, Hook::Test(true, _));
        std::iter::once(self.hook).chain(self.also.iter().map(move |test| Hook::Test(before, *test)))
    }
}

/// A point at which interventions can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hook {
    /// At a test: whether before the throw, the test.
    Test(bool, Id<Test>),
    /// After the last intervention in a test; the rule reads the roll in its second slot.
    Settled(Id<Test>),
    /// At a step: whether before it, the index of the action, the slot of the label.
    Step(bool, usize, usize),
}

#[derive(Debug, Clone)]
pub struct Step {
    /// The slot of its label.
    pub slot: usize,
    /// The guard; `None`: always.
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

/// The phase of a step after lowering: indices instead of names.
#[derive(Debug, Clone)]
pub struct Lowered;

pub type Verb = steps::PhasedVerb<Lowered>;
pub type Duration = steps::PhasedDuration<Lowered>;
/// The character that a step applies to: a formula of kind character.
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
    type Given = Gift;
    type Taken = Loss;
    type Target = Target;
    type Over = Over;
    type Role = RoleGiven;
    type Ending = Ending;
    type Dice = DiceSelection;
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

/// An entry that a lowered step refers to by index, outside of formulas.
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

/// How a step selects a mark of a track.
#[derive(Debug, Clone)]
pub enum WhichMark {
    /// No mark is named: any fits.
    Any,
    Fixed(usize),
    /// By a word: a formula, and the mark of each of its words.
    Word(Ir, Vec<usize>),
}

/// An end of a test, in the order of the branches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// An outcome of the test, by index.
    Outcome(usize),
    /// A class of outcomes, by index.
    Class(usize),
    Success,
    Failure,
}

/// The elements that `each` loops over.
#[derive(Debug, Clone)]
pub enum Over {
    /// All characters in the role in this slot.
    Role(SlotId),
    /// All tags of a kind that a character has.
    Tags(TagId, Who),
    /// The given answers in these slots.
    Answers(Vec<SlotId>),
}

/// The dice of a test that a step selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceSelection {
    All,
    Answer(SlotId),
    /// The dice that are the value with this index.
    Hand(usize),
}

/// The characters that a call gives to a role.
#[derive(Debug, Clone)]
pub enum RoleGiven {
    One(Who),
    /// All characters in a slot.
    Many(SlotId),
    Empty,
}

/// One gift of a `gain`.
#[derive(Debug, Clone)]
pub enum Gift {
    Points(PointsRef, Ir),
    Trait(TraitRef, Ir),
    /// A tag: kind, name, values by index, duration.
    Tag(TagId, Option<Ir>, Vec<(usize, Ir)>, Option<Duration>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointsRef {
    Fixed(PointsId),
    /// The points in a slot.
    Slot(usize),
}

/// How a step selects a trait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraitRef {
    /// By index.
    Fixed(usize),
    /// The trait that the answer in a slot names.
    Slot(usize),
}

/// One loss of a `lose`.
#[derive(Debug, Clone)]
pub enum Loss {
    Points(PointsRef, Ir),
    Trait(TraitRef, Ir),
    /// All tags of a kind, or an amount of the only one.
    Tags(TagId, Option<Ir>),
    /// The tag in a slot, or an amount of it.
    Tag(usize, Option<Ir>),
    /// The tag by the name that players gave it, or an amount of it: kind, its number, owner.
    Named(TagId, Ir, Who, Option<Ir>),
}

impl Loss {
    /// Whether it says by itself whose it is.
    #[must_use]
    pub fn has_owner(&self) -> bool {
        matches!(self, Self::Tag(..) | Self::Named(..))
    }
}

/// The destination of a `set`.
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
    /// A value of a tag by the name that players gave it, whose number a formula yields: kind, value, tag, owner.
    NamedValue(TagId, usize, Ir, Who),
}

/// Implements `Parts` from a pattern: first the mentioned entries, then the nested parts.
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
        Self::Empty => [] [];
    }
    DiceSelection {
        Self::Answer(slot) => [] [slot];
        Self::All | Self::Hand(_) => [] [];
    }
    Gift {
        Self::Points(points, ir) => [] [points, ir];
        Self::Trait(one, ir) => [] [one, ir];
        Self::Tag(kind, name, values, lasts) => [Mention::Tag(*kind)] [lasts, name, values];
    }
    Loss {
        Self::Points(points, ir) => [] [points, ir];
        Self::Trait(one, ir) => [] [one, ir];
        Self::Tags(kind, count) => [Mention::Tag(*kind)] [count];
        Self::Tag(slot, count) => [Mention::Slot(*slot)] [count];
        Self::Named(kind, which, who, count) => [Mention::Tag(*kind)] [which, who, count];
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
    AnswerOwner {
        Self::Role(slot) => [Mention::Slot(*slot)] [];
        Self::Current | Self::Any => [] [];
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
