//! The checked game: names became numbers, formulas became [`Ir`] with kinds that
//! fit. What stands here cannot fail by name or kind.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::ruleset::model::{Outside, Reading, Rounding, Tie};
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
    /// As they are written.
    pub text: String,
    /// Where.
    pub at: At,
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
}

/// Which column.
#[derive(Debug, Clone)]
pub enum ColumnPick {
    /// This one.
    Fixed(usize),
    /// The one that a value of kind column names.
    Column(Ir),
}

impl Table {
    /// The names of its rows, in their order, then their other names.
    pub fn row_names(&self) -> impl Iterator<Item = &str> {
        let labels = self.rows.iter().map(|row| &*row.label).filter(|label| self.names.contains_key(*label));
        let mut others: Vec<&str> = self.names.keys().map(String::as_str).collect();
        others.retain(|name| {
            self.names.get(*name).and_then(|row| self.rows.get(*row)).is_some_and(|row| *row.label != **name)
        });
        others.sort_unstable();
        labels.chain(others)
    }

    /// The names of its columns, if they have any.
    #[must_use]
    pub fn column_names(&self) -> Vec<String> {
        self.columns.iter().filter_map(|column| column.name.clone()).collect()
    }
}

/// What a name of the ruleset is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A trait with a value.
    Trait(usize),
    /// A group of traits that people name themselves.
    Group(usize),
    /// An option.
    Option(usize),
    /// A table.
    Table(usize),
    /// A test.
    Test(usize),
    /// A name of dice.
    Die(usize),
}

/// What an answer may be.
#[derive(Debug, Clone)]
pub enum AnswerKind {
    /// A number within bounds.
    Number(Option<i64>, Option<i64>),
    /// Yes or no.
    YesNo,
    /// One of some words.
    OneOf(Arc<[String]>),
    /// A row of a table.
    Row(usize),
    /// The number in a column of a row, or any number.
    Cell(usize, usize),
    /// A column of a table.
    Column(usize),
}

impl AnswerKind {
    /// The kind of the value that an answer gives.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Number(..) | Self::Cell(..) => Kind::Number,
            Self::YesNo => Kind::Flag,
            Self::OneOf(words) => Kind::Choice(Arc::clone(words)),
            Self::Row(table) => Kind::Row(*table),
            Self::Column(table) => Kind::Column(*table),
        }
    }
}

/// A question.
#[derive(Debug, Clone)]
pub struct Question {
    /// What an answer may be.
    pub kind: AnswerKind,
    /// The answer if nobody is asked.
    pub default: Option<Default>,
    /// One line for whoever is asked.
    pub doc: Option<String>,
    /// Its kind could not be read.
    pub broken: bool,
}

impl Question {
    /// The kind of its answers.
    #[must_use]
    pub fn value_kind(&self) -> Kind {
        if self.broken { Kind::Broken } else { self.kind.kind() }
    }
}

/// A default.
#[derive(Debug, Clone)]
pub enum Default {
    /// A value.
    Value(Ir),
    /// The book does not say, and why.
    Pending(String),
}

/// A trait.
#[derive(Debug, Clone)]
pub struct Trait {
    /// Its name.
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// Where its value comes from.
    pub source: TraitSource,
}

/// Where a trait's value comes from.
#[derive(Debug, Clone)]
pub enum TraitSource {
    /// From the sheet.
    Given(Question),
    /// A group of free names; every member answers this.
    Group(Question),
    /// A formula.
    Derived(Ir),
}

/// An option.
#[derive(Debug, Clone)]
pub struct OptionDef {
    /// Its name.
    pub name: Arc<str>,
    /// The question.
    pub question: Question,
}

/// A table.
#[derive(Debug, Clone)]
pub struct Table {
    /// Its name.
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// Its rows can be counted on.
    pub ordered: bool,
    /// Its cells read the roll.
    pub uses_dice: bool,
    /// Names of what its cells need.
    pub given: Vec<String>,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Rows by name, aliases included.
    pub names: HashMap<String, usize>,
    /// Intervals and their rows, ascending, inclusive.
    pub intervals: Vec<(i64, i64, usize)>,
    /// How a row is chosen.
    pub chosen: Chosen,
    /// Numbers beyond the rows.
    pub outside: Outside,
}

/// How a row of a table is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// By name only.
    Name,
    /// By name or, as the rows are ordered, by number of the row.
    NameOrPosition,
    /// By name, or by a number through intervals.
    NameOrInterval,
    /// By a number through intervals.
    Interval,
}

/// A column.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// What its cells are.
    pub kind: Kind,
}

/// A row.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its name, or its interval as written.
    pub label: Arc<str>,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone)]
pub enum Cell {
    /// A formula, or a text as [`Op::Template`].
    Value(Ir),
    /// The book does not say, and why.
    Pending(String),
}

/// A test.
#[derive(Debug, Clone)]
pub struct Test {
    /// Its name.
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// What it asks, in order.
    pub inputs: Vec<(Arc<str>, Question)>,
    /// The input that `vs` fills.
    pub against: Option<usize>,
    /// What it rolls.
    pub roll: Option<Pool>,
    /// Its values.
    pub values: Vec<Value>,
    /// Its total.
    pub total: Ir,
    /// Indices of the values worth telling.
    pub show: Vec<usize>,
    /// Its outcomes, in order.
    pub outcomes: Vec<Outcome>,
    /// How two sides compare, if they can.
    pub opposed: Option<Opposed>,
}

/// A labelled value.
#[derive(Debug, Clone)]
pub struct Value {
    /// Its label.
    pub name: Arc<str>,
    /// Its formula.
    pub ir: Ir,
    /// Its kind.
    pub kind: Kind,
}

/// An outcome.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Its name.
    pub name: Arc<str>,
    /// When it is the one.
    pub when: Option<Ir>,
    /// Success, failure, or neither.
    pub success: Option<bool>,
    /// Values computed when it is reached.
    pub values: Vec<Value>,
    /// Whether the condition needs what the total is compared with.
    pub needs_target: bool,
}

/// How two sides compare.
#[derive(Debug, Clone)]
pub struct Opposed {
    /// More wins; the next breaks ties.
    pub compare: Vec<Ir>,
    /// What a tie leads to; the first row that holds.
    pub tie: Vec<(Tie, Option<Ir>)>,
    /// What winning is called.
    pub win: Option<Arc<str>>,
    /// What losing is called.
    pub lose: Option<Arc<str>>,
    /// What a tie is called.
    pub tied: Option<Arc<str>>,
}

/// A name of dice.
#[derive(Debug, Clone)]
pub struct DieName {
    /// The name.
    pub name: Arc<str>,
    /// What it reads.
    pub reading: Reading,
}

/// A checked game.
#[derive(Debug, Clone, std::default::Default)]
pub struct Game {
    /// Identifier.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Language tag of its words.
    pub language: Option<String>,
    /// One line about it.
    pub doc: Option<String>,
    /// How divisions round.
    pub rounding: Option<Rounding>,
    /// Faces of its own die.
    pub own_die: Option<u32>,
    /// What is rolled for named dice when nothing else is.
    pub roll: Option<Pool>,
    /// Names of dice.
    pub die_names: Vec<DieName>,
    /// Traits.
    pub traits: Vec<Trait>,
    /// Options.
    pub options: Vec<OptionDef>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Tests.
    pub tests: Vec<Test>,
    /// The test of a bare `E vs D`.
    pub versus: Option<usize>,
    /// All names of the ruleset.
    pub names: HashMap<String, Named>,
    /// Names of what could not be read: nothing more is said about them.
    pub unread: HashSet<String>,
    /// Where its formulas stand.
    pub origins: Vec<Origin>,
}

impl Game {
    /// The question that members of an open group of traits answer, if there is one.
    #[must_use]
    pub fn open_group(&self) -> Option<&Question> {
        self.traits.iter().find_map(|one| match &one.source {
            TraitSource::Group(question) => Some(question),
            _ => None,
        })
    }
}
