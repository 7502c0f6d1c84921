//! The intermediate representation of formulas: indices instead of names, matching kinds.

use std::sync::Arc;

use super::dice::Pool;
use super::game::LookupTable;
use super::play::{PointsId, TagId, TrackId};
use crate::id::Id;
use crate::ruleset::model::Rounding;
pub use crate::ruleset::model::TurnRead;
use crate::source::{Placement, Sources, Span};
use crate::syntax::{CompareOp, TextSpan};

/// A place inside a formula, small enough to be stored in every [`Ir`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct At {
    /// Index of the [`Origin`]; [`At::TYPED`] for typed text.
    pub origin: u32,
    pub span: TextSpan,
}

impl At {
    /// The origin of an expression that does not belong to the ruleset.
    pub const TYPED: u32 = u32::MAX;
}

/// The text of a formula and its place.
#[derive(Debug, Clone)]
pub struct Origin {
    /// Decoded from YAML.
    pub text: Arc<str>,
    /// Maps bytes of the text to the file.
    pub placement: Placement,
}

impl Origin {
    /// Maps a place in the text to the file.
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
    /// A truth value; 1 or 0 as a number.
    Flag,
    Text,
    Row(Id<LookupTable>),
    Column(Id<LookupTable>),
    /// A named throw of a test; as a number, its sum.
    Dice,
    /// Dice chosen among others; as a number, their sum.
    Chosen,
    /// One of these words.
    Choice(Arc<[String]>),
    /// A character, by index at the table; −1: none.
    Person,
    /// A tag of this kind, by its number; −1: none.
    Tag(TagId),
    /// One of some points, by index.
    Points,
    /// A unit of time, by index.
    Time,
    /// Steps; only `effects` can use them.
    Effects,
    /// Unknown after an error. It matches every kind, so that one error is reported once.
    Broken,
}

/// A lowered formula.
#[derive(Debug, Clone)]
pub struct Ir {
    pub op: Op,
    /// Its place in the source.
    pub at: At,
}

/// The operation of a formula.
#[derive(Debug, Clone)]
pub enum Op {
    /// A number; also a row, a column or a choice, as its index.
    Number(i64),
    /// A text with holes.
    Template(Vec<Piece>),
    /// A local name, by its slot in the frame.
    Local(usize),
    /// A name with a value that the user typed.
    Known(Arc<str>, i64),
    Trait(usize),
    Option(usize),
    /// An input of the running test.
    Input(usize),
    /// A value of the running test.
    Value(usize),
    /// The total of the running test, including typed terms.
    Total,
    /// The total by the running test's own formula.
    OwnTotal,
    /// The total minus the value that it is compared with.
    Margin,
    /// An argument of the table of the running cell.
    Given(usize),
    /// Named dice of the roll, side by side: factor, index of the die name.
    Dice(Vec<(i64, usize)>),
    /// Dice as a number: the sum of those kept.
    Pool(Box<Pool>),
    /// The sum of the roll itself.
    Roll,
    /// The sum of a named throw of the running test, by index from 0.
    Hand(usize, Box<Pool>),
    /// Reads a named throw as if it were the roll.
    InHand(usize, Box<Ir>),
    /// A statistic of dice.
    Read {
        what: PoolRead,
        /// The dice; `None`: the roll.
        pool: Option<Box<Pool>>,
    },
    /// A choice among dice; as a number, their sum.
    Chosen(Choosing, Vec<Ir>),
    /// The dice picked for an input of the running test, by index, among the candidates.
    Picked(usize, Box<Ir>),
    /// Dice by their name in an answer.
    Called(Arc<str>),
    /// A statistic of chosen dice.
    ReadOff(ChosenRead, Box<Ir>),
    /// The number of dice of the left pool that beat those of the right.
    Beats(Box<Pool>, Box<Pool>),
    /// `-x`
    Negate(Box<Ir>),
    /// `not x`
    Not(Box<Ir>),
    Arithmetic(Arithmetic, Box<Ir>, Box<Ir>),
    /// A comparison of numbers.
    Compare(CompareOp, Box<Ir>, Box<Ir>),
    /// Whether two texts are equal in their composed form.
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
    RowName(Id<LookupTable>, Box<Pick>),
    /// A row, as the base of a position.
    RowAt(Id<LookupTable>, Box<Pick>),
    /// Points of the current character.
    Points(PointsId, PointsRead),
    /// Points of the current character, selected by a value.
    PointsAt(Box<Ir>, PointsRead),
    /// A property of a track of the current character.
    Track(TrackId, TrackRead),
    /// The index of the current state of a holder of the current character.
    State(usize),
    /// Whether the current character has a tag of a kind.
    HasTag(TagId),
    /// The number of tags of a kind whose values, by index, meet all of these comparisons.
    TagCount(TagId, Vec<(usize, CompareOp, Ir)>),
    /// A property of the current character's turn.
    Turn(TurnRead),
    /// The number of cards in the pile of a deck.
    CardsLeft(TagId),
    /// A value of the tag of a kind that the current character has.
    TagValue(TagId, usize),
    ValueOfTag(Box<Ir>, usize),
    TagOwner(Box<Ir>),
    /// A value of the tag that this formula belongs to.
    OwnValue(usize),
    /// The combination of a modifier.
    Gather(Gathering, usize),
    /// A function of several traits and, if true, of the free names.
    Group(GroupRead, Vec<Ir>, bool),
    /// A property of an entry of the current character with the name that a text yields.
    Named(Box<Ir>, NamedRead),
    /// The value of a slot of the running action.
    Slot(usize),
    /// The name of the trait that answers the question which the formula reads.
    NameOf(Box<Ir>),
    /// A formula evaluated for a character.
    Of(Box<Ir>, Box<Ir>),
    /// A formula evaluated in the test of a slot: slot, side from 0.
    InRoll(usize, usize, Box<Ir>),
    /// A property of the test or contest in a slot.
    RollFact(usize, RollFact),
    /// A slot of the called action in a slot.
    Did(usize, usize),
    /// A formula evaluated in the called action of a slot, which reads its rolls. Its slots are those of that action,
    /// so visitors do not treat it as a part of the enclosing formula.
    Inside(usize, Box<Ir>),
    /// A value of the reached outcome of the running test, by name.
    Late(Arc<str>),
}

/// A property of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointsRead {
    /// The current value.
    Now,
    /// The upper bound.
    Max,
}

/// A property of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackRead {
    /// Number of marked boxes.
    Lost,
    /// Number of free boxes.
    Left,
    Boxes,
    /// Number of boxes with this mark.
    Mark(usize),
    /// Number of free boxes of this mark.
    LeftOf(usize),
    /// Number of boxes of this mark.
    BoxesOf(usize),
}

/// How modifiers are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gathering {
    Sum,
    Highest,
    Lowest,
}

/// A property of an entry that a player named.
#[derive(Debug, Clone)]
pub enum NamedRead {
    /// The number of one of these traits, or (if so) of a name of an open group.
    Trait(Arc<[usize]>, bool),
    /// Whether there is a tag of this kind.
    Tag(TagId),
    /// The number of the tag, unique at the table.
    Number(TagId),
    /// A value of a tag of one of these kinds: kind, index of the value.
    Value(Vec<(TagId, usize)>),
}

impl NamedRead {
    /// The possible kinds of tag.
    pub fn kinds(&self) -> impl Iterator<Item = TagId> {
        let (one, several) = match self {
            Self::Trait(..) => (None, [].as_slice()),
            Self::Tag(kind) | Self::Number(kind) => (Some(*kind), [].as_slice()),
            Self::Value(kinds) => (None, kinds.as_slice()),
        };
        one.into_iter().chain(several.iter().map(|(kind, _)| *kind))
    }
}

/// A function of a group of traits.
#[derive(Debug, Clone)]
pub enum GroupRead {
    Gathered(Gathering),
    /// The number of traits that meet one of these comparisons.
    Count(Vec<(CompareOp, Ir)>),
}

/// A property of a rolled test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RollFact {
    /// Its outcome, by index.
    Outcome,
    Success,
    Failure,
    Class(usize),
    /// The total minus the value that it was compared with; in a contest, left minus right.
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
    /// A value with its kind, for formatting.
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

/// A statistic of dice.
#[derive(Debug, Clone)]
pub enum PoolRead {
    /// The number of dice that meet a comparison.
    Count(CompareOp, Box<Ir>),
    /// The number of dice that meet one of several comparisons.
    CountAny(Vec<(CompareOp, Ir)>),
    Sum,
    /// The sum of the values of the dice by a column of a table.
    Worth(Id<LookupTable>, Box<Ir>),
    /// The highest face; 0 without dice.
    Highest,
    /// The lowest face; 0 without dice.
    Lowest,
    /// The n-th from below.
    Nth(Box<Ir>),
    /// The number of dice that show the most repeated face.
    Repeats,
    /// The most repeated face; the highest if there are several.
    Repeated,
}

/// A choice among dice.
#[derive(Debug, Clone)]
pub enum Choosing {
    All,
    /// The given number of dice that come first by a criterion.
    Foremost(Foremost, Box<Ir>),
    /// The die at this position, from 1, in the order of the throws.
    Place(Box<Ir>),
    /// The dice that meet one of these comparisons.
    Showing(Vec<(CompareOp, Ir)>),
    /// All dice except the first list.
    Rest,
}

/// The criterion of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foremost {
    /// Highest faces.
    Best,
    /// Lowest faces.
    Worst,
    /// Most sides.
    Largest,
    /// Fewest sides.
    Smallest,
}

/// A statistic of chosen dice.
#[derive(Debug, Clone)]
pub enum ChosenRead {
    /// A statistic of any dice.
    Any(PoolRead),
    /// The number of sides of the largest die; 0 without dice.
    Sides,
    /// The length of the longest run of consecutive faces.
    Run,
    /// The number of faces that at least this many dice show.
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
    pub table: Id<LookupTable>,
    pub row: Pick,
    pub column: ColumnPick,
    /// The arguments of the table, in its order.
    pub given: Vec<Ir>,
    /// Values of named dice that replace their faces: die, value.
    pub worth: Vec<(usize, Ir)>,
}

/// How a formula selects a row of a table.
#[derive(Debug, Clone)]
pub enum Pick {
    Fixed(usize),
    /// The value of a formula of kind row.
    Row(Ir),
    /// The row that a number belongs to.
    Number(Ir),
    /// By a word: the row of each of its words.
    Word(Ir, Arc<[usize]>),
}

#[derive(Debug, Clone)]
pub enum ColumnPick {
    Fixed(usize),
    /// The value of a formula of kind column.
    Column(Ir),
    /// By a word: the column of each of its words.
    Word(Ir, Arc<[usize]>),
}
