//! State and actions as written: times, points, tracks, tags, actions and interventions.

use super::{Formula, Pending, QuestionDecl, Template, Word};
use crate::ruleset::steps::{self, Phase, Written};
use crate::ruleset::{CharacterFile, RawTag};
use crate::source::Span;

pub use crate::ruleset::steps::GainAmount;
pub type VerbDecl = steps::PhasedVerb<Written>;
pub type DurationDecl = steps::PhasedDuration<Written>;

/// A unit of time.
#[derive(Debug, Clone)]
pub struct TimeDecl<P: Phase = Written> {
    pub name: P::Own,
    /// Durations in these units end with it.
    pub ends: Vec<P::Name>,
    /// It consists of these amounts of shorter units, which pass first.
    pub passes: Vec<(i64, P::Name)>,
}

/// A counter of a character or of the table.
#[derive(Debug, Clone)]
pub struct PointsDecl<P: Phase = Written> {
    pub name: P::Own,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// Whether they are bookkeeping: sheets omit them unless everything is requested.
    pub internal: bool,
    /// The initial value; `None`: 0.
    pub start: Option<P::Start>,
    /// The lower bound.
    pub min: P::Least,
    /// The upper bound; `None`: unbounded.
    pub max: Option<P::Formula>,
    /// At these times it is set to these values.
    pub renew: Vec<(P::Name, P::Formula)>,
    /// While this condition holds, its value does not change.
    pub endless: Option<P::Formula>,
    /// Whether the table holds it, not each character.
    pub shared: bool,
    /// The group that it belongs to, for questions.
    pub group: Option<P::Own>,
    /// States; the first whose condition holds applies. May be empty.
    pub states: Vec<StateDecl<P>>,
    /// Whether states between the old and the new one are entered and left as well.
    pub between: bool,
}

/// The initial value of a counter.
#[derive(Debug, Clone)]
pub enum Start {
    Formula(Formula),
    /// The book omits the value.
    Pending(Pending),
}

/// The lower bound of a counter.
#[derive(Debug, Clone)]
pub enum Least {
    /// Not declared: 0.
    Zero,
    /// Unbounded.
    None,
    Formula(Formula),
}

/// A row of boxes with marks.
#[derive(Debug, Clone)]
pub struct TrackDecl<P: Phase = Written> {
    pub name: P::Own,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// The total number of boxes.
    pub boxes: P::Formula,
    /// The number of boxes of each mark, if marks have their own boxes.
    pub each: Vec<(P::Own, P::Formula)>,
    /// The amount that one box of a mark takes, if not 1.
    pub worth: Vec<(P::Own, i64)>,
    /// The number of boxes per row on a sheet.
    pub row: Option<P::Formula>,
    /// Kinds of mark, lightest first, with their signs.
    pub marks: Vec<(P::Own, String)>,
    /// What happens to marks without a box.
    pub overflow: Overflow,
    /// States; the first whose condition holds applies.
    pub states: Vec<StateDecl<P>>,
    /// Whether states between the old and the new one are entered and left as well.
    pub between: bool,
}

/// A holder of states: a track, or points.
#[derive(Debug, Clone)]
pub struct HolderDecl<'g, P: Phase = Written> {
    pub name: &'g P::Own,
    /// The first whose condition holds applies. May be empty.
    pub states: &'g [StateDecl<P>],
    /// Whether the table holds it, not each character.
    pub shared: bool,
    /// Whether states between the old and the new one are entered and left as well.
    pub between: bool,
}

impl<'g, P: Phase> HolderDecl<'g, P> {
    /// All holders, by index: the tracks first, then the points.
    pub fn all(tracks: &'g [TrackDecl<P>], points: &'g [PointsDecl<P>]) -> impl Iterator<Item = Self> + Clone {
        tracks.iter().map(Self::from).chain(points.iter().map(Self::from))
    }
}

impl<'g, P: Phase> From<&'g TrackDecl<P>> for HolderDecl<'g, P> {
    fn from(one: &'g TrackDecl<P>) -> Self {
        Self { name: &one.name, states: &one.states, shared: false, between: one.between }
    }
}

impl<'g, P: Phase> From<&'g PointsDecl<P>> for HolderDecl<'g, P> {
    fn from(one: &'g PointsDecl<P>) -> Self {
        Self { name: &one.name, states: &one.states, shared: one.shared, between: one.between }
    }
}

/// What happens to marks that find no free box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// Each turns the lightest mark into the next heavier one.
    Worsen,
    /// Marks beyond the last box are lost.
    Ignore,
}

/// A state of a track or of points.
#[derive(Debug, Clone)]
pub struct StateDecl<P: Phase = Written> {
    pub name: P::Own,
    /// The condition; `None`: always.
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
pub struct TagDecl<P: Phase = Written> {
    pub name: P::Own,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// Whether it is bookkeeping: sheets omit it unless everything is requested.
    pub internal: bool,
    /// Whether each tag of this kind has its own name.
    pub free_names: bool,
    /// Whether a character can have several.
    pub several: bool,
    pub values: Vec<(P::Own, P::Asked)>,
    /// The value that counts equal pieces.
    pub counted: Option<P::Counted>,
    /// Modifiers that it gives.
    pub gives: Vec<(P::Name, P::Formula)>,
    /// The default duration.
    pub lasts: Option<steps::PhasedDuration<P>>,
    /// Actions done while a character has it, by time.
    pub every: Vec<(P::Name, P::Name)>,
    /// The action done when its duration ends.
    pub ends: Option<P::Name>,
    /// Set for a deck: all tags of this kind.
    pub cards: Option<P::Cards>,
}

/// The cards of a deck.
#[derive(Debug, Clone)]
pub struct CardsDecl {
    /// Each card with its values, as on a sheet. A name with values in braces stands for a card of each.
    pub list: Vec<RawTag>,
    /// Whether the discards are shuffled when the pile is empty.
    pub reshuffles: bool,
}

/// How characters act in turn.
#[derive(Debug, Clone)]
pub struct TurnsDecl<P: Phase = Written> {
    /// The action that begins turns for some characters.
    pub open: Option<P::Name>,
    /// The action that puts them in order.
    pub order: Option<P::Name>,
    /// The action that ends turns.
    pub end: Option<P::Name>,
    /// The condition for a turn, evaluated for the character; `None`: always.
    pub acts: Option<P::Formula>,
    /// The time that passes after each round.
    pub round: Option<P::Name>,
    /// The time that passes for a character when its turn begins.
    pub starts: Option<P::Name>,
    /// The time that passes for a character when its turn ends.
    pub ends: Option<P::Name>,
}

/// A template of characters.
#[derive(Debug, Clone)]
pub struct ArchetypeDecl {
    pub name: Word,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// The sheet; values of traits may be formulas that throw dice.
    pub sheet: CharacterFile,
}

/// A role of an action.
#[derive(Debug, Clone)]
pub struct Role {
    pub name: Word,
    /// Whether several characters can play it.
    pub many: bool,
    /// The kind of characters who can play it; `None`: all.
    pub kind: Option<Word>,
}

#[derive(Debug, Clone)]
pub struct CharacterKind {
    /// The word of the trait that selects the kind.
    pub name: Word,
    /// Entries that only characters of this kind, and of others that list them, have.
    pub has: Vec<Word>,
    /// Conditions for their sheets.
    pub require: Vec<(Word, Formula)>,
}

/// An action as written.
#[derive(Debug, Clone)]
pub struct ActionDecl {
    pub name: Word,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// Whether it is bookkeeping: lists omit it unless everything is requested.
    pub internal: bool,
    /// What it is called together with others.
    pub group: Option<Word>,
    /// The word for a decider who alone does it and plays no role, such as the GM.
    pub by: Option<Word>,
    /// Texts for reports: the first whose labels all have values is used.
    pub tells: Vec<(Template, Span)>,
    /// The roles, in order.
    pub roles: Vec<Role>,
    /// Questions that are asked first, in order.
    pub ask: Vec<(Word, QuestionDecl)>,
    /// Preconditions, with the sentence that is shown if one does not hold.
    pub need: Vec<(Word, Formula)>,
    pub steps: Vec<StepDecl>,
    /// When it is done automatically: the unit of time, and the condition on a character.
    pub every: Vec<(Word, Formula)>,
}

/// An intervention as written.
#[derive(Debug, Clone)]
pub struct InterventionDecl {
    pub name: Word,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// What it is called together with others.
    pub group: Option<Word>,
    pub at: Vec<HookDecl>,
    /// For rules of settled rolls: the name of the roll, and the tests after which the rule is done.
    pub settled: Vec<(Word, Vec<Word>)>,
    /// The name of the roller in its formulas.
    pub roller: Option<Word>,
    /// The roles, in order.
    pub roles: Vec<Role>,
    /// Questions that are asked first, in order.
    pub ask: Vec<(Word, QuestionDecl)>,
    /// The condition for being possible.
    pub when: Option<Formula>,
    /// The condition for being mandatory.
    pub must: Option<Formula>,
    /// Preconditions, with the sentence that is shown if one does not hold.
    pub need: Vec<(Word, Formula)>,
    pub steps: Vec<StepDecl>,
}

/// A point at which an intervention can happen.
#[derive(Debug, Clone)]
pub struct HookDecl {
    /// Whether before it (nothing is thrown yet), or after it.
    pub before: bool,
    /// A test, or an action.
    pub name: Word,
    /// A label of the action.
    pub label: Option<Word>,
}

/// A step: a label, a guard, and a verb.
#[derive(Debug, Clone)]
pub struct StepDecl {
    pub label: Word,
    /// The guard; `None`: always.
    pub when: Option<Formula>,
    pub verb: VerbDecl,
}
