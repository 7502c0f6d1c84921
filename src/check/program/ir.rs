//! Formulas ready to be evaluated: indices instead of names, kinds that fit.

use std::sync::Arc;

use crate::source::{Placement, Sources, Span};
use crate::syntax::{CompareOp, TextSpan};

/// A place inside a formula, cheap enough to stand in every [`Ir`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    /// Index of the formula's [`Origin`]; [`At::TYPED`] is what was typed.
    pub origin: u32,
    /// Where in its text.
    pub span: TextSpan,
}

impl At {
    /// The origin of an expression that does not belong to the ruleset.
    pub const TYPED: u32 = u32::MAX;
}

/// Where the text of a formula stands.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The decoded text.
    pub text: Arc<str>,
    /// Its place.
    pub placement: Placement,
}

impl Origin {
    /// The place in the file of a place in the text.
    #[must_use]
    pub fn locate(&self, sources: &Sources, span: TextSpan) -> Span {
        self.placement.locate(sources, &self.text, span.range())
    }

    /// The words at a place.
    #[must_use]
    pub fn words(&self, span: TextSpan) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}

/// Kinds of value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number,
    /// Yes or no; counts as 1 or 0 where a number is due.
    Flag,
    /// A text.
    Text,
    /// A row of the table with this index.
    Row(usize),
    /// A column of the table with this index.
    Column(usize),
    /// One of these words.
    Choice(Arc<[String]>),
    /// A character, by its place at the table; -1 is nobody.
    Person,
    /// A tag of the kind with this index, by its number; -1 is none.
    Tag(usize),
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
    /// What to do.
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
    /// A trait.
    Trait(usize),
    /// An option.
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
    /// Something read off dice.
    Read {
        /// What.
        what: PoolRead,
        /// Off which dice; `None`: the roll.
        pool: Option<Box<Pool>>,
    },
    /// How many dice of the left beat theirs.
    Beats(Box<Pool>, Box<Pool>),
    /// `-x`
    Negate(Box<Ir>),
    /// `not x`
    Not(Box<Ir>),
    /// Arithmetic.
    Arithmetic(Arithmetic, Box<Ir>, Box<Ir>),
    /// A comparison of numbers.
    Compare(CompareOp, Box<Ir>, Box<Ir>),
    /// `and` (the right side is not evaluated if the left decides).
    And(Box<Ir>, Box<Ir>),
    /// `or`
    Or(Box<Ir>, Box<Ir>),
    /// `if`
    If(Box<Ir>, Box<Ir>, Box<Ir>),
    /// `let`: slot, value, body.
    Let(usize, Box<Ir>, Box<Ir>),
    /// The least.
    Min(Vec<Ir>),
    /// The greatest.
    Max(Vec<Ir>),
    /// A cell of a table.
    Cell(Box<CellRead>),
    /// The name of a row.
    RowName(usize, Box<Pick>),
    /// A row, to count on from.
    RowAt(usize, Box<Pick>),
    /// Points of whoever is spoken of.
    Points(usize, PointsRead),
    /// Points by a value of kind points, of whoever is spoken of.
    PointsAt(Box<Ir>, PointsRead),
    /// Something of a track of whoever is spoken of.
    Track(usize, TrackRead),
    /// Whether whoever is spoken of has a tag of a kind.
    HasTag(usize),
    /// How many tags of a kind there are with these values.
    TagCount(usize, Vec<(usize, Ir)>),
    /// A value of the tag of a kind that whoever is spoken of has.
    TagValue(usize, usize),
    /// A value of a tag.
    ValueOfTag(Box<Ir>, usize),
    /// Whose a tag is.
    TagOwner(Box<Ir>),
    /// A value of the tag whose formula this is.
    OwnValue(usize),
    /// What modifiers come to.
    Gather(Gathering, usize),
    /// What a slot of the running action holds.
    Slot(usize),
    /// A formula seen from a character.
    Of(Box<Ir>, Box<Ir>),
    /// A formula seen from the test in a slot: which side, from 0.
    InRoll(usize, usize, Box<Ir>),
    /// Something of the test or tests in a slot.
    RollFact(usize, RollFact),
    /// A slot of the action in a slot.
    Did(usize, usize),
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
    /// Boxes with marks.
    Lost,
    /// Boxes without.
    Left,
    /// All boxes.
    Boxes,
    /// The state that holds, by index.
    State,
    /// Boxes with this mark.
    Mark(usize),
}

/// How modifiers come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gathering {
    /// Their sum.
    Sum,
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
}

/// What can be read of a test that was rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RollFact {
    /// Its outcome, by index.
    Outcome,
    /// Whether that is a success.
    Success,
    /// The total less what it was compared with; left less right.
    Margin,
    /// Who won.
    Winner,
    /// Who lost.
    Loser,
    /// Nobody won.
    Tied,
}

/// A part of a text.
#[derive(Debug, Clone)]
pub enum Piece {
    /// As it is.
    Text(String),
    /// A value and how it is shown.
    Value(Ir, Kind),
}

/// Arithmetic.
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
    /// `%`
    Remainder,
}

/// What can be read off dice.
#[derive(Debug, Clone)]
pub enum PoolRead {
    /// How many meet a condition.
    Count(CompareOp, Box<Ir>),
    /// Their sum.
    Sum,
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

/// Dice to throw.
#[derive(Debug, Clone)]
pub struct Pool {
    /// How many.
    pub count: Count,
    /// Of what kind.
    pub die: Die,
    /// What is done to them, in order.
    pub modifiers: Vec<PoolModifier>,
    /// Numbers of the die and the modifiers that are known when the dice are thrown.
    pub late: Vec<Late>,
    /// As they are written.
    pub text: String,
    /// Where.
    pub at: At,
}

impl Pool {
    /// All formulas in it.
    pub fn formulas(&self) -> impl Iterator<Item = &Ir> {
        let count = match &self.count {
            Count::Computed(ir) => Some(&**ir),
            Count::Fixed(_) => None,
        };
        count.into_iter().chain(self.late.iter().filter_map(|late| match late {
            Late::Sides(ir) | Late::Modifier(_, ir) => Some(ir),
            Late::Highest(_) => None,
        }))
    }
}

/// A number of dice that is known when they are thrown.
#[derive(Debug, Clone)]
pub enum Late {
    /// How many sides.
    Sides(Ir),
    /// The number of the modifier with this index.
    Modifier(usize, Ir),
    /// The same where it is the highest face.
    Highest(usize),
}

/// How many dice.
#[derive(Debug, Clone)]
pub enum Count {
    /// So many.
    Fixed(u32),
    /// As many as a formula says.
    Computed(Box<Ir>),
}

/// The faces of a die.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Die {
    /// 1 to n.
    Sides(u32),
    /// These.
    Faces(Arc<[i64]>),
}

impl PoolModifier {
    /// The same with another number.
    #[must_use]
    pub fn with(self, number: i64) -> Self {
        let n = u32::try_from(number).unwrap_or(u32::MAX);
        match self {
            Self::KeepHighest(_) => Self::KeepHighest(n),
            Self::KeepLowest(_) => Self::KeepLowest(n),
            Self::KeepMiddle(_) => Self::KeepMiddle(n),
            Self::DropHighest(_) => Self::DropHighest(n),
            Self::DropLowest(_) => Self::DropLowest(n),
            Self::Explode(op, _) => Self::Explode(op, number),
            Self::Compound(op, _) => Self::Compound(op, number),
            Self::Reroll(op, _) => Self::Reroll(op, number),
            Self::RerollOnce(op, _) => Self::RerollOnce(op, number),
        }
    }

    /// Whether its number is one of dice.
    #[must_use]
    pub fn counts(self) -> bool {
        !matches!(self, Self::Explode(..) | Self::Compound(..) | Self::Reroll(..) | Self::RerollOnce(..))
    }

    /// The error if every throw of a die would bring another.
    #[must_use]
    pub fn never_ends(self, die: &Die) -> Option<&'static str> {
        let always = |op, value| {
            let (hits, faces) = die.matching(op, value);
            hits == faces
        };
        match self {
            Self::Explode(op, value) | Self::Compound(op, value) => always(op, value).then_some("explodes-forever"),
            Self::Reroll(op, value) => always(op, value).then_some("rerolls-forever"),
            _ => None,
        }
    }
}

impl Die {
    /// The highest face.
    #[must_use]
    pub fn highest(&self) -> i64 {
        match self {
            Self::Sides(sides) => i64::from(*sides),
            Self::Faces(faces) => faces.iter().copied().max().unwrap_or(0),
        }
    }

    /// Whether it has a face.
    #[must_use]
    pub fn has(&self, face: i64) -> bool {
        match self {
            Self::Sides(sides) => (1..=i64::from(*sides)).contains(&face),
            Self::Faces(faces) => faces.contains(&face),
        }
    }

    /// How many faces there are, and how many of them compare so.
    #[must_use]
    pub fn matching(&self, op: CompareOp, value: i64) -> (u64, u64) {
        match self {
            Self::Sides(sides) => {
                let sides = i64::from(*sides);
                let below = (value.saturating_sub(1)).clamp(0, sides);
                let equal = i64::from((1..=sides).contains(&value));
                let above = sides - below - equal;
                let hits = match op {
                    CompareOp::Equal => equal,
                    CompareOp::NotEqual => below + above,
                    CompareOp::Less => below,
                    CompareOp::LessOrEqual => below + equal,
                    CompareOp::Greater => above,
                    CompareOp::GreaterOrEqual => above + equal,
                };
                (hits.unsigned_abs(), sides.unsigned_abs())
            }
            Self::Faces(faces) => {
                let hits = faces.iter().filter(|&&face| op.holds(face, value)).count();
                (hits as u64, faces.len() as u64)
            }
        }
    }
}

impl std::fmt::Display for Die {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sides(sides) => write!(f, "d{sides}"),
            Self::Faces(faces) => {
                let faces: Vec<String> = faces.iter().map(i64::to_string).collect();
                write!(f, "d{{{}}}", faces.join(","))
            }
        }
    }
}

/// What is done to dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolModifier {
    /// Keep the highest n.
    KeepHighest(u32),
    /// Keep the lowest n.
    KeepLowest(u32),
    /// Keep the n in the middle.
    KeepMiddle(u32),
    /// Drop the highest n.
    DropHighest(u32),
    /// Drop the lowest n.
    DropLowest(u32),
    /// Another die for each that meets the condition.
    Explode(CompareOp, i64),
    /// The same, added to the die itself.
    Compound(CompareOp, i64),
    /// Throw again while the condition holds.
    Reroll(CompareOp, i64),
    /// Throw again once.
    RerollOnce(CompareOp, i64),
}

/// Reading a cell.
#[derive(Debug, Clone)]
pub struct CellRead {
    /// The table.
    pub table: usize,
    /// The row.
    pub row: Pick,
    /// The column.
    pub column: ColumnPick,
    /// What the table is given, in its order.
    pub given: Vec<Ir>,
    /// What named dice are worth there instead of what they show: die, value.
    pub worth: Vec<(usize, Ir)>,
}

/// Which row.
#[derive(Debug, Clone)]
pub enum Pick {
    /// This one.
    Fixed(usize),
    /// The one that a value of kind row names.
    Row(Ir),
    /// The one that a number belongs to.
    Number(Ir),
    /// The one that is called as one of some words: the row of each.
    Word(Ir, Arc<[usize]>),
}

/// Which column.
#[derive(Debug, Clone)]
pub enum ColumnPick {
    /// This one.
    Fixed(usize),
    /// The one that a value of kind column names.
    Column(Ir),
    /// The one that is called as one of some words: the column of each.
    Word(Ir, Arc<[usize]>),
}
