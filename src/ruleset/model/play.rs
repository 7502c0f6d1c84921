//! State and actions as written: times, points, tracks, tags, actions and interventions.

use super::{Formula, Pending, Question, Template, Word};
use crate::ruleset::steps::{self, Phase, Written};
use crate::ruleset::{CharacterFile, RawTag};
use crate::source::Span;

pub use crate::ruleset::steps::Amount;
pub type Verb = steps::Verb<Written>;
pub type Duration = steps::Duration<Written>;

/// A unit of time.
#[derive(Debug, Clone)]
pub struct Time<P: Phase = Written> {
    pub name: P::Own,
    /// What is counted in these ends with it.
    pub ends: Vec<P::Name>,
    /// It consists of these amounts of shorter units, which pass first.
    pub passes: Vec<(i64, P::Name)>,
}

/// A counter of a character or of the table.
#[derive(Debug, Clone)]
pub struct Points<P: Phase = Written> {
    pub name: P::Own,
    /// One line about it.
    pub doc: Option<String>,
    /// Bookkeeping: on sheets only where all is asked for.
    pub internal: bool,
    /// What there is at first; `None`: 0.
    pub start: Option<P::Start>,
    /// The least there can be.
    pub min: P::Least,
    /// The most there can be.
    pub max: Option<P::Formula>,
    /// At these times it is set to that.
    pub renew: Vec<(P::Name, P::Formula)>,
    /// While it holds, nothing is taken or added.
    pub endless: Option<P::Formula>,
    /// It is kept once, for the table.
    pub shared: bool,
    /// The group that it belongs to, for questions.
    pub group: Option<P::Own>,
    /// States; the first that holds. None where it has no states.
    pub states: Vec<State<P>>,
    /// States between the old and the new one are entered and left as well.
    pub between: bool,
}

/// What a counter begins with.
#[derive(Debug, Clone)]
pub enum Start {
    Formula(Formula),
    /// The book does not say.
    Pending(Pending),
}

/// The least that a counter can hold.
#[derive(Debug, Clone)]
pub enum Least {
    /// Nothing was said: 0.
    Zero,
    /// Unbounded.
    None,
    Formula(Formula),
}

/// A row of boxes with marks.
#[derive(Debug, Clone)]
pub struct Track<P: Phase = Written> {
    pub name: P::Own,
    /// One line about it.
    pub doc: Option<String>,
    /// How many boxes there are, all together.
    pub boxes: P::Formula,
    /// How many of them each mark has for itself, if so.
    pub each: Vec<(P::Own, P::Formula)>,
    /// How much one box of a mark takes, where that is not always one.
    pub worth: Vec<(P::Own, i64)>,
    /// How many of them a sheet draws in a row.
    pub row: Option<P::Formula>,
    /// Kinds of mark, lightest first, and their signs.
    pub marks: Vec<(P::Own, String)>,
    /// What happens to marks without a box.
    pub overflow: Overflow,
    /// States; the first that holds.
    pub states: Vec<State<P>>,
    /// States between the old and the new one are entered and left as well.
    pub between: bool,
}

/// What has states: a track, or points.
#[derive(Debug, Clone)]
pub struct Holder<'g, P: Phase = Written> {
    pub name: &'g P::Own,
    /// The first that holds; none where it has no states.
    pub states: &'g [State<P>],
    /// It is kept once, for the table.
    pub shared: bool,
    /// States between the old and the new one are entered and left as well.
    pub between: bool,
}

impl<'g, P: Phase> Holder<'g, P> {
    /// All that may have states; the place here is the index of a holder: the tracks first, then the points.
    pub fn all(tracks: &'g [Track<P>], points: &'g [Points<P>]) -> impl Iterator<Item = Self> + Clone {
        tracks.iter().map(Self::from).chain(points.iter().map(Self::from))
    }
}

impl<'g, P: Phase> From<&'g Track<P>> for Holder<'g, P> {
    fn from(one: &'g Track<P>) -> Self {
        Self { name: &one.name, states: &one.states, shared: false, between: one.between }
    }
}

impl<'g, P: Phase> From<&'g Points<P>> for Holder<'g, P> {
    fn from(one: &'g Points<P>) -> Self {
        Self { name: &one.name, states: &one.states, shared: one.shared, between: one.between }
    }
}

/// What happens to marks that find no free box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// Each turns the lightest mark into the next heavier.
    Worsen,
    /// Marks beyond the last box are lost.
    Ignore,
}

/// A state of a track or of points.
#[derive(Debug, Clone)]
pub struct State<P: Phase = Written> {
    pub name: P::Own,
    /// When it holds; `None`: always.
    pub when: Option<P::Formula>,
    /// Modifiers that it gives.
    pub gives: Vec<(P::Name, P::Formula)>,
    /// The action done on entering it.
    pub enter: Option<P::Name>,
    /// The action done on leaving it.
    pub leave: Option<P::Name>,
    /// Actions done while in it, by time.
    pub every: Vec<(P::Name, P::Name)>,
}

/// A kind of tag.
#[derive(Debug, Clone)]
pub struct Tag<P: Phase = Written> {
    pub name: P::Own,
    /// One line about it.
    pub doc: Option<String>,
    /// Bookkeeping: on sheets only where all is asked for.
    pub internal: bool,
    /// Each tag of this kind has a name of its own.
    pub free_names: bool,
    /// A character may have more than one.
    pub several: bool,
    pub values: Vec<(P::Own, P::Asked)>,
    /// The value that is how many there are of one.
    pub counted: Option<P::Counted>,
    /// Modifiers that it gives.
    pub gives: Vec<(P::Name, P::Formula)>,
    /// How long it lasts by default.
    pub lasts: Option<steps::Duration<P>>,
    /// Actions done while a character has it, by time.
    pub every: Vec<(P::Name, P::Name)>,
    /// The action done when its time is over.
    pub ends: Option<P::Name>,
    /// It is a deck: these are all the tags of this kind that there can be.
    pub cards: Option<P::Cards>,
}

/// The cards of a deck.
#[derive(Debug, Clone)]
pub struct Cards {
    /// Each with its values, as on a sheet. A name with values in braces stands for a card of each.
    pub list: Vec<RawTag>,
    /// When the pile is empty, the discards are shuffled.
    pub reshuffles: bool,
}

/// How characters act in turn.
#[derive(Debug, Clone)]
pub struct Turns {
    /// The action that begins it for some characters.
    pub open: Option<Word>,
    /// The action that puts them in order.
    pub order: Option<Word>,
    /// The action that ends it.
    pub end: Option<Word>,
    /// Whether a character has a turn; `None`: all have.
    pub acts: Option<Formula>,
    /// The time that passes when all have had their turn.
    pub round: Option<Word>,
    /// The time that passes for a character when its turn begins.
    pub starts: Option<Word>,
    /// The time that passes for a character when its turn ends.
    pub ends: Option<Word>,
}

/// A character to be made when one is needed.
#[derive(Debug, Clone)]
pub struct Archetype {
    pub name: Word,
    /// One line about it.
    pub doc: Option<String>,
    /// As a character's file says it; values of traits may also be formulas that throw dice.
    pub sheet: CharacterFile,
}

/// A role of an action.
#[derive(Debug, Clone)]
pub struct Role {
    pub name: Word,
    /// It may be played by several.
    pub many: bool,
    /// The kind of characters who may play it, if not all.
    pub kind: Option<Word>,
}

/// A kind of character.
#[derive(Debug, Clone)]
pub struct CharacterKind {
    /// A word of the trait that says the kind.
    pub name: Word,
    /// What only characters of this kind, and of others that list it as well, have.
    pub has: Vec<Word>,
    /// What has to be true of them.
    pub require: Vec<(Word, Formula)>,
}

/// Something that can be done.
#[derive(Debug, Clone)]
pub struct Action {
    pub name: Word,
    /// One line about it.
    pub doc: Option<String>,
    /// Bookkeeping: on lists only where all is asked for.
    pub internal: bool,
    /// The word for the only one who does it, such as the GM; no role of the action.
    pub by: Option<Word>,
    /// What is told of it at the table: the first text whose labels all have values.
    pub tells: Vec<(Template, Span)>,
    /// The roles, in order.
    pub roles: Vec<Role>,
    /// What is asked first, in order.
    pub ask: Vec<(Word, Question)>,
    /// What has to hold, and what is said where it does not.
    pub need: Vec<(Word, Formula)>,
    pub steps: Vec<Step>,
    /// When it is done by itself: time, and for whom.
    pub every: Vec<(Word, Formula)>,
}

/// Something that can be done in the middle of a test or an action.
#[derive(Debug, Clone)]
pub struct Intervention {
    pub name: Word,
    /// One line about it.
    pub doc: Option<String>,
    /// Where it can be done.
    pub at: Vec<Hook>,
    /// For rules of settled rolls: the name of the roll, and the tests after which the rule is done.
    pub settled: Vec<(Word, Vec<Word>)>,
    /// The name of the roller in its formulas.
    pub roller: Option<Word>,
    /// The roles, in order.
    pub roles: Vec<Role>,
    /// What is asked first, in order.
    pub ask: Vec<(Word, Question)>,
    /// Whether it is possible.
    pub when: Option<Formula>,
    /// Whether it is done without asking.
    pub must: Option<Formula>,
    /// What has to hold, and what is said where it does not.
    pub need: Vec<(Word, Formula)>,
    pub steps: Vec<Step>,
}

/// Where an intervention takes hold.
#[derive(Debug, Clone)]
pub struct Hook {
    /// Before it (nothing is thrown yet), or after it.
    pub before: bool,
    /// A test, or an action.
    pub name: Word,
    /// A label of the action.
    pub label: Option<Word>,
}

/// A step: a label, a guard, and what is done.
#[derive(Debug, Clone)]
pub struct Step {
    pub label: Word,
    /// When it is done.
    pub when: Option<Formula>,
    pub verb: Verb,
}
