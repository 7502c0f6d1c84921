//! The intermediate representation of formulas: indices instead of names, matching kinds.

use std::sync::Arc;

use super::dice::Pool;
use super::game::Table;
use super::play::{PointsId, TagId, TrackId};
use crate::id::Id;
use crate::ruleset::model::Rounding;
pub use crate::ruleset::model::TurnRead;
use crate::source::{Placement, Sources, Span};
use crate::syntax::{CompareOp, TextSpan};

/// A place inside a formula, cheap enough to stand in every [`Ir`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    /// Index of the formula's [`Origin`]; [`At::TYPED`] is what was typed.
    pub origin: u32,
    pub span: TextSpan,
}

impl At {
    /// The origin of an expression that does not belong to the ruleset.
    pub const TYPED: u32 = u32::MAX;
}

/// Where the text of a formula stands.
#[derive(Debug, Clone)]
pub struct Origin {
    /// Decoded from YAML.
    pub text: Arc<str>,
    /// Maps bytes of the text to the file.
    pub placement: Placement,
}

impl Origin {
    /// The place in the file of a place in the text.
    #[must_use]
    pub fn locate(&self, sources: &Sources, span: TextSpan) -> Span {
        self.placement.locate(sources, &self.text, span.range())
    }

    #[must_use]
    pub fn words(&self, span: TextSpan) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}

/// The static type of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    Number,
    /// Yes or no; counts as 1 or 0 where a number is due.
    Flag,
    Text,
    /// A row of this table.
    Row(Id<Table>),
    /// A column of this table.
    Column(Id<Table>),
    /// Dice of a test that have a name; count as their sum.
    Dice,
    /// Dice that were chosen among others; count as their sum.
    Chosen,
    /// One of these words.
    Choice(Arc<[String]>),
    /// A character, by its place at the table; -1 is none.
    Person,
    /// A tag of this kind, by its number; -1 is none.
    Tag(TagId),
    /// One of some points, by index.
    Points,
    /// A unit of time, by index.
    Time,
    /// What is to be done; only the step `effects` can read it.
    Effects,
    /// Unknown because something was wrong; fits everywhere, so that one mistake is
    /// reported once.
    Broken,
}

/// A formula ready to be evaluated.
#[derive(Debug, Clone)]
pub struct Ir {
    pub op: Op,
    /// Where that is written.
    pub at: At,
}

/// What a formula does.
#[derive(Debug, Clone)]
pub enum Op {
    /// A number; also a row, a column or a choice, as its index.
    Number(i64),
    /// A text with holes.
    Template(Vec<Piece>),
    /// A name of `let`, by its slot.
    Local(usize),
    /// A name that a person gave a value.
    Known(Arc<str>, i64),
    Trait(usize),
    Option(usize),
    /// An input of the running test.
    Input(usize),
    /// A value of the running test.
    Value(usize),
    /// The total of the running test (with what was added to it).
    Total,
    /// The total as the running test's own formula computes it.
    OwnTotal,
    /// The total less what it is compared with.
    Margin,
    /// What the table of the running cell was given.
    Given(usize),
    /// Named dice of the roll, side by side; `(times, die name)`.
    Dice(Vec<(i64, usize)>),
    /// Dice as a number: the sum of those kept.
    Pool(Box<Pool>),
    /// The sum of the roll itself.
    Roll,
    /// Dice of the running test that have a name, the first of them 0: their sum.
    Hand(usize, Box<Pool>),
    /// What is read off dice with a name, as if they were the roll.
    InHand(usize, Box<Ir>),
    /// Something read off dice.
    Read {
        what: PoolRead,
        /// Off which dice; `None`: the roll.
        pool: Option<Box<Pool>>,
    },
    /// Some of these dice; their sum.
    Chosen(Choosing, Vec<Ir>),
    /// The dice picked for an input of the running test, by its index; among all that are thrown.
    Picked(usize, Box<Ir>),
    /// Dice by what they are called in an answer.
    Called(Arc<str>),
    /// Something read off dice that were chosen.
    ReadOff(ChosenRead, Box<Ir>),
    /// How many dice of the left beat theirs.
    Beats(Box<Pool>, Box<Pool>),
    /// `-x`
    Negate(Box<Ir>),
    /// `not x`
    Not(Box<Ir>),
    Arithmetic(Arithmetic, Box<Ir>, Box<Ir>),
    /// A comparison of numbers.
    Compare(CompareOp, Box<Ir>, Box<Ir>),
    /// Whether two texts are the same.
    SameText(Box<Ir>, Box<Ir>),
    /// Whether a question has an answer.
    Answered(Box<Ir>),
    /// `and` (the right side is not evaluated if the left decides).
    And(Box<Ir>, Box<Ir>),
    /// `or`
    Or(Box<Ir>, Box<Ir>),
    /// `if`
    If(Box<Ir>, Box<Ir>, Box<Ir>),
    /// `let`: slot, value, body.
    Let(usize, Box<Ir>, Box<Ir>),
    Min(Vec<Ir>),
    Max(Vec<Ir>),
    /// A cell of a table.
    Cell(Box<CellRead>),
    RowName(Id<Table>, Box<Pick>),
    /// A row, to count on from.
    RowAt(Id<Table>, Box<Pick>),
    /// Points of the current character.
    Points(PointsId, PointsRead),
    /// Points by a value of kind points, of the current character.
    PointsAt(Box<Ir>, PointsRead),
    /// Something of a track of the current character.
    Track(TrackId, TrackRead),
    /// The state that holds, by index; of a holder of the current character.
    State(usize),
    /// Whether the current character has a tag of a kind.
    HasTag(TagId),
    /// How many tags of a kind there are with these values.
    TagCount(TagId, Vec<(usize, Ir)>),
    /// Something of the turn of the current character.
    Turn(TurnRead),
    /// How many cards of a deck, by its kind of tag, are in the pile.
    CardsLeft(TagId),
    /// A value of the tag of a kind that the current character has.
    TagValue(TagId, usize),
    ValueOfTag(Box<Ir>, usize),
    TagOwner(Box<Ir>),
    /// A value of the tag whose formula this is.
    OwnValue(usize),
    /// What modifiers come to.
    Gather(Gathering, usize),
    /// Something of several traits, and of those that people name themselves, if so.
    Group(GroupRead, Vec<Ir>, bool),
    /// Something of the current character with a name that players gave it, which a text yields.
    Named(Box<Ir>, NamedRead),
    /// What a slot of the running action holds.
    Slot(usize),
    /// What the trait is called that is the answer which a formula reads.
    NameOf(Box<Ir>),
    /// A formula seen from a character.
    Of(Box<Ir>, Box<Ir>),
    /// A formula seen from the test in a slot: which side, from 0.
    InRoll(usize, usize, Box<Ir>),
    /// Something of the test or tests in a slot.
    RollFact(usize, RollFact),
    /// A slot of the action in a slot.
    Did(usize, usize),
    /// A formula of the action in a slot, which reads its rolls. Its slots are those of that action, so that it is no
    /// part of what it stands in.
    Inside(usize, Box<Ir>),
    /// A value of the outcome that the running test reached, by its name.
    Late(Arc<str>),
}

/// What can be read of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointsRead {
    /// What there is now.
    Now,
    /// The most there can be.
    Max,
}

/// What can be read of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackRead {
    /// Number of marked boxes.
    Lost,
    /// Number of free boxes.
    Left,
    Boxes,
    /// Boxes with this mark.
    Mark(usize),
    /// Boxes of this mark without it.
    LeftOf(usize),
    /// Boxes of this mark.
    BoxesOf(usize),
}

/// How modifiers come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gathering {
    Sum,
    Highest,
    Lowest,
}

/// What can be read of something that has a name of a character's own.
#[derive(Debug, Clone)]
pub enum NamedRead {
    /// The number of a trait.
    Trait,
    /// Whether there is a tag of this kind.
    Tag(TagId),
    /// The number of the tag of this kind.
    Number(TagId),
    /// A value of a tag of one of these kinds, by its index.
    Value(Vec<(TagId, usize)>),
}

impl NamedRead {
    /// The kinds of tags that it may be.
    pub fn kinds(&self) -> impl Iterator<Item = TagId> {
        let (one, several) = match self {
            Self::Trait => (None, [].as_slice()),
            Self::Tag(kind) | Self::Number(kind) => (Some(*kind), [].as_slice()),
            Self::Value(kinds) => (None, kinds.as_slice()),
        };
        one.into_iter().chain(several.iter().map(|(kind, _)| *kind))
    }
}

/// What can be read of a group of traits.
#[derive(Debug, Clone)]
pub enum GroupRead {
    Gathered(Gathering),
    /// How many compare so with a number: one of several comparisons is enough.
    Count(Vec<(CompareOp, Ir)>),
}

/// What can be read of a test that was rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RollFact {
    /// Its outcome, by index.
    Outcome,
    /// Whether that is a success.
    Success,
    /// Whether that is a failure.
    Failure,
    /// Whether that is of a class.
    Class(usize),
    /// The total less what it was compared with; left less right.
    Margin,
    /// The character on the winning side.
    Winner,
    /// The character on the losing side.
    Loser,
    /// Whether neither side won.
    Tied,
}

/// A part of a text.
#[derive(Debug, Clone)]
pub enum Piece {
    Text(String),
    /// A value and how it is shown.
    Value(Ir, Kind),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `div up` and the like.
    DivideAs(Rounding),
    /// `%`
    Remainder,
}

/// What can be read off dice.
#[derive(Debug, Clone)]
pub enum PoolRead {
    /// How many meet a condition.
    Count(CompareOp, Box<Ir>),
    /// How many meet one of several conditions.
    CountAny(Vec<(CompareOp, Ir)>),
    Sum,
    /// The sum of what each of them is worth by a table: which, and which column.
    Worth(Id<Table>, Box<Ir>),
    /// The highest face; 0 without dice.
    Highest,
    /// The lowest face; 0 without dice.
    Lowest,
    /// The n-th from below.
    Nth(Box<Ir>),
    /// How many show the most repeated face.
    Repeats,
    /// The most repeated face, the higher of two.
    Repeated,
}

/// Which of some dice.
#[derive(Debug, Clone)]
pub enum Choosing {
    All,
    /// So many that are the most by something, or the least.
    Foremost(Foremost, Box<Ir>),
    /// The one in this place, counted from 1, in the order in which they were thrown.
    Place(Box<Ir>),
    /// Those that meet one of these conditions.
    Showing(Vec<(CompareOp, Ir)>),
    /// All others than the first.
    Rest,
}

/// By what dice come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foremost {
    /// They show the most.
    Best,
    /// They show the least.
    Worst,
    /// They have the most faces.
    Largest,
    /// They have the fewest faces.
    Smallest,
}

/// What can be read off dice that were chosen.
#[derive(Debug, Clone)]
pub enum ChosenRead {
    /// What can be read off any dice.
    Any(PoolRead),
    /// How many faces the largest has; 0 without dice.
    Sides,
    /// How many faces that are shown follow one another at most.
    Run,
    /// How many faces are shown by so many dice.
    Sets(Box<Ir>),
}

impl Choosing {
    /// Its conditions and its number.
    pub fn formulas(&self) -> impl Iterator<Item = &Ir> {
        let number = if let Self::Foremost(_, number) | Self::Place(number) = self { Some(&**number) } else { None };
        let conditions = if let Self::Showing(conditions) = self { conditions.as_slice() } else { &[] };
        number.into_iter().chain(conditions.iter().map(|(_, ir)| ir))
    }

    pub fn formulas_mut(&mut self) -> impl Iterator<Item = &mut Ir> {
        let (number, conditions) = match self {
            Self::Foremost(_, number) | Self::Place(number) => (Some(&mut **number), None),
            Self::Showing(conditions) => (None, Some(conditions)),
            Self::All | Self::Rest => (None, None),
        };
        number.into_iter().chain(conditions.into_iter().flatten().map(|(_, ir)| ir))
    }
}

impl PoolRead {
    /// Its conditions and its number.
    pub fn formulas(&self) -> impl Iterator<Item = &Ir> {
        let (one, several) = match self {
            Self::Count(_, ir) | Self::Nth(ir) | Self::Worth(_, ir) => (Some(&**ir), &[][..]),
            Self::CountAny(conditions) => (None, conditions.as_slice()),
            Self::Sum | Self::Highest | Self::Lowest | Self::Repeats | Self::Repeated => (None, &[][..]),
        };
        one.into_iter().chain(several.iter().map(|(_, ir)| ir))
    }

    pub fn formulas_mut(&mut self) -> impl Iterator<Item = &mut Ir> {
        let (one, several) = match self {
            Self::Count(_, ir) | Self::Nth(ir) | Self::Worth(_, ir) => (Some(&mut **ir), None),
            Self::CountAny(conditions) => (None, Some(conditions)),
            Self::Sum | Self::Highest | Self::Lowest | Self::Repeats | Self::Repeated => (None, None),
        };
        one.into_iter().chain(several.into_iter().flatten().map(|(_, ir)| ir))
    }
}

impl ChosenRead {
    /// Its conditions and its number.
    pub fn formulas(&self) -> impl Iterator<Item = &Ir> {
        let any = if let Self::Any(read) = self { Some(read.formulas()) } else { None };
        let number = if let Self::Sets(number) = self { Some(&**number) } else { None };
        any.into_iter().flatten().chain(number)
    }

    pub fn formulas_mut(&mut self) -> impl Iterator<Item = &mut Ir> {
        let (any, number) = match self {
            Self::Any(read) => (Some(read.formulas_mut()), None),
            Self::Sets(number) => (None, Some(&mut **number)),
            Self::Sides | Self::Run => (None, None),
        };
        any.into_iter().flatten().chain(number)
    }
}

#[derive(Debug, Clone)]
pub struct CellRead {
    pub table: Id<Table>,
    pub row: Pick,
    pub column: ColumnPick,
    /// What the table is given, in its order.
    pub given: Vec<Ir>,
    /// What named dice are worth there instead of what they show: die, value.
    pub worth: Vec<(usize, Ir)>,
}

/// How a formula selects a row of a table.
#[derive(Debug, Clone)]
pub enum Pick {
    Fixed(usize),
    /// The one that a value of kind row names.
    Row(Ir),
    /// The one that a number belongs to.
    Number(Ir),
    /// The one that is called as one of some words: the row of each.
    Word(Ir, Arc<[usize]>),
}

#[derive(Debug, Clone)]
pub enum ColumnPick {
    Fixed(usize),
    /// The one that a value of kind column names.
    Column(Ir),
    /// The one that is called as one of some words: the column of each.
    Word(Ir, Arc<[usize]>),
}
