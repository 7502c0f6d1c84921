//! What a ruleset says, before it is checked to make sense.
//!
//! Every word and formula keeps its place in the files.

mod play;

use std::sync::Arc;

use crate::source::{Placement, Span};
use crate::syntax::{Expr, Notation};

pub use play::*;

/// A name of the author, in NFC, with its place.
#[derive(Debug, Clone)]
pub struct Word {
    /// The name.
    pub text: String,
    pub span: Span,
}

/// A formula with its text and place.
#[derive(Debug, Clone)]
pub struct Formula {
    /// The tree; places are bytes of `text`.
    pub expr: Expr,
    /// The text, decoded.
    pub text: Arc<str>,
    /// Where the text stands in its file.
    pub placement: Placement,
    /// The words of which it yields one; none: it yields something else.
    pub one_of: Vec<Word>,
}

/// How divisions round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
    /// To the nearest whole number; halves up.
    Nearest,
}

/// A ruleset as written, after files and `extends` were put together.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// Where formulas could not be read; what seems wrong just there only follows.
    pub slips: Vec<Span>,
    /// Identifier for the command line.
    pub id: Word,
    /// Name for people.
    pub name: String,
    /// Language tag of its words.
    pub language: Option<String>,
    /// One line about it.
    pub doc: Option<String>,
    /// The colour of its pages.
    pub accent: Option<super::Accent>,
    /// How divisions round, if it says so.
    pub rounding: Option<Rounding>,
    /// The dice and what is read off them.
    pub dice: Dice,
    /// Options of the table.
    pub options: Vec<(Word, Question)>,
    /// Traits, given and derived.
    pub traits: Vec<Trait>,
    pub tables: Vec<Table>,
    /// Formulas with a name and parameters.
    pub formulas: Vec<NamedFormula>,
    /// What outcomes can be besides a success or a failure.
    pub classes: Vec<Word>,
    pub tests: Vec<Test>,
    /// The test of a bare `E vs D`.
    pub versus: Option<Word>,
    /// Units of time.
    pub times: Vec<Time>,
    /// Counters.
    pub points: Vec<Points>,
    /// Rows of boxes.
    pub tracks: Vec<Track>,
    /// What a character is, has or suffers.
    pub tags: Vec<Tag>,
    /// What can be done.
    pub actions: Vec<Action>,
    /// What can be done in the middle of something else.
    pub interventions: Vec<Intervention>,
    /// How characters act in turn.
    pub turns: Option<Turns>,
    pub templates: Vec<Archetype>,
    /// Kinds of characters, which a trait names.
    pub kinds: Vec<CharacterKind>,
    /// What has to be true of every character: a sentence and its condition.
    pub require: Vec<(Word, Formula)>,
    /// Names of tables and tests that are there but could not be read.
    pub unread: Vec<Word>,
}

impl Ruleset {
    /// What may have states: the tracks, then the points.
    pub fn holders(&self) -> impl Iterator<Item = Holder<'_>> + Clone {
        Holder::all(&self.tracks, &self.points)
    }
}

/// The game's dice.
#[derive(Debug, Clone, Default)]
pub struct Dice {
    /// Faces of the game's own die (`3d`).
    pub sides: Option<(i64, Option<Span>)>,
    /// What is rolled when named dice are used and nothing else rolls.
    pub roll: Option<Formula>,
    pub names: Vec<(Word, Reading)>,
    /// What is understood besides the language in what people type.
    pub notation: Notation,
}

/// What a die's name reads off one roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The lowest face.
    Lowest,
    Middle,
    /// The highest face.
    Highest,
    /// The n-th from below, from 1.
    Nth(i64),
    /// All together.
    Sum,
}

impl Reading {
    /// The places of the dice that are read of so many, from 0 in ascending order; nothing where there is no such die.
    #[must_use]
    pub fn places(self, count: usize) -> Option<std::ops::Range<usize>> {
        let at = match self {
            Self::Sum => return Some(0..count),
            Self::Lowest => 0,
            Self::Highest => count.checked_sub(1)?,
            Self::Middle if count % 2 == 1 => count / 2,
            Self::Middle => return None,
            Self::Nth(n) => usize::try_from(n).ok()?.checked_sub(1)?,
        };
        (at < count).then_some(at..at + 1)
    }
}

/// A question: what an answer may be.
#[derive(Debug, Clone)]
pub struct Question {
    /// The kind of answer.
    pub kind: QuestionKind,
    /// The answer when no player is asked.
    pub default: Option<Answer>,
    /// One line for the user who is asked.
    pub doc: Option<String>,
    /// Where it is asked.
    pub span: Span,
    /// Who decides.
    pub by: Option<Word>,
    /// Whose trait, points or tag it is; `any`: any character's.
    pub of: Option<Word>,
    /// When it is asked; else the default holds.
    pub when: Option<Formula>,
    /// It is asked once the dice have been thrown, where something reads it: where that is said.
    pub late: Option<Span>,
    /// Of dice: among which, and how many.
    pub dice: DiceAsked,
    /// It asks for one of several answers.
    pub part: Option<OneOfSeveral>,
}

/// One of several answers to a question, each of which is asked for by itself; no two are the same.
#[derive(Debug, Clone)]
pub struct OneOfSeveral {
    /// The question.
    pub of: Word,
    /// Which of them, from 0.
    pub index: usize,
    pub count: usize,
    /// What may be the same in no two of them: a value of a tag, or `group`.
    pub unlike: Option<Word>,
}

/// Which dice may be picked.
#[derive(Debug, Clone, Default)]
pub struct DiceAsked {
    /// Among these; `None`: all of the roll.
    pub among: Option<Formula>,
    pub exactly: Option<Formula>,
    pub most: Option<Formula>,
}

impl Question {
    /// The questions for its several answers: `name 1`, `name 2` …; otherwise only itself.
    pub fn spread(self, name: Word) -> impl Iterator<Item = (Word, Self)> {
        let count = self.part.as_ref().map_or(1, |part| part.count);
        (0..count).map(move |index| {
            let mut one = self.clone();
            let mut word = name.clone();
            if let Some(part) = &mut one.part {
                word.text = format!("{} {}", name.text, index + 1);
                part.index = index;
            }
            (word, one)
        })
    }

    /// Whether it could not be read.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        matches!(self.kind, QuestionKind::Broken)
    }
}

/// A default.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A formula (a number, a row's name, one of the words, yes or no).
    Formula(Formula),
    /// The book does not say.
    Pending(Pending),
    /// It may stay without an answer.
    Open,
}

/// A value that a book leaves out.
#[derive(Debug, Clone)]
pub struct Pending {
    /// Why, in the author's words.
    pub why: String,
    pub span: Span,
}

/// Kinds of answer.
#[derive(Debug, Clone)]
pub enum QuestionKind {
    /// A whole number between two bounds, inclusive.
    Number {
        min: Option<i64>,
        /// Greatest.
        max: Option<i64>,
    },
    YesNo,
    OneOf(Vec<Word>),
    /// A row of a table.
    Row(Word),
    /// The number in a row of a table, or any number.
    Cell(Word, Option<Word>),
    /// A column of a table.
    Column(Word),
    /// The value of a trait of these groups or names, or any number.
    Trait(Vec<Word>),
    /// One of the points of these groups or names.
    Points(Vec<Word>),
    Tag(Word),
    Character(Option<Word>),
    /// Dice of the roll.
    Dice,
    Text,
    /// It could not be read, and an error says so.
    Broken,
}

/// `modifier(score): score / 2 - 5`
#[derive(Debug, Clone)]
pub struct NamedFormula {
    pub name: Word,
    pub parameters: Vec<Word>,
    pub formula: Formula,
}

/// A trait of a character.
#[derive(Debug, Clone)]
pub struct Trait {
    pub name: Word,
    /// Given or derived.
    pub kind: TraitKind,
    /// The group that it belongs to, for questions.
    pub group: Option<Word>,
    /// One line about it.
    pub doc: Option<String>,
    /// The formulas in place of its least and its greatest number.
    pub ends: [Option<Formula>; 2],
}

/// Where a trait's value comes from.
#[derive(Debug, Clone)]
pub enum TraitKind {
    /// It stands on the sheet.
    Given {
        /// What it may be.
        question: Box<Question>,
        /// The name is a group whose members people name themselves.
        free_names: bool,
    },
    /// It is computed.
    Derived(Formula),
    /// It says something of the turns of characters; where that stands.
    Turn(TurnRead, Formula),
}

/// What can be read of the turns of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnRead {
    /// Whether it is the character's turn.
    Own,
    /// Whether the character has had its turn in this round.
    Had,
    /// Which round it is, from 1; 0 where characters do not act in turn.
    Round,
    /// The place of the character in the order, from 1; 0 where it is not in it.
    Place,
}

impl TraitKind {
    /// Whether no sheet says it.
    #[must_use]
    pub const fn is_computed(&self) -> bool {
        matches!(self, Self::Derived(_) | Self::Turn(..))
    }
}

/// What a cell may hold.
#[derive(Debug, Clone)]
pub enum CellKind {
    Formula,
    Text,
    /// The name of a row of a table.
    Row(Word),
    /// The name of a column of a table.
    Column(Word),
    /// What is to be done.
    Effects,
    /// A unit of time.
    Time,
}

/// A column of a table.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its name; a table without columns has one without a name.
    pub name: Option<Word>,
    /// What its cells hold.
    pub kind: CellKind,
}

/// How a number finds a row of a table with named rows.
#[derive(Debug, Clone)]
pub enum Find {
    /// Between two columns, inclusive.
    Between(Word, Word),
    /// The last row whose column the number reaches.
    Reached(Word),
}

/// What happens to a number that belongs to no row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outside {
    #[default]
    Error,
    /// The nearest row.
    Nearest,
}

#[derive(Debug, Clone)]
pub struct Table {
    pub name: Word,
    /// One line about it.
    pub doc: Option<String>,
    /// Its rows can be counted on.
    pub ordered: bool,
    /// Its cells read the dice of the roll.
    pub uses_dice: bool,
    /// Numbers that its cells need.
    pub given: Vec<Word>,
    /// Its columns, at least one.
    pub columns: Vec<Column>,
    /// How a number finds a row by columns.
    pub find: Option<Find>,
    /// Numbers beyond the rows.
    pub outside: Outside,
    /// Gaps between intervals are meant.
    pub gaps: bool,
    /// Other names of rows.
    pub also: Vec<(Word, Word)>,
    /// What is thrown where the table is read by its name alone.
    pub dice: Option<TableDice>,
    /// How deep its rows may lead to it again.
    pub again: Option<usize>,
    /// Each of its columns is rolled by itself: where that is said.
    pub apart: Option<Span>,
    /// The rows, in order.
    pub rows: Vec<Row>,
}

/// The dice of a table.
#[derive(Debug, Clone)]
pub struct TableDice {
    pub formula: Formula,
    /// As they are written: `d66 sorted`.
    pub text: String,
    /// All that they can show, where that is easily known; ascending.
    pub results: Option<Results>,
}

/// What dice can show.
#[derive(Debug, Clone)]
pub enum Results {
    /// Everything from here to there.
    Between(i64, i64),
    These(Vec<i64>),
}

impl Results {
    /// The results in ascending order.
    pub fn iter(&self) -> Box<dyn Iterator<Item = i64> + '_> {
        match self {
            Self::Between(low, high) => Box::new(*low..=*high),
            Self::These(list) => Box::new(list.iter().copied()),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Row {
    /// How it is chosen.
    pub key: RowKey,
    /// One cell for each column.
    pub cells: Vec<Cell>,
    pub span: Span,
}

/// How a row is chosen.
#[derive(Debug, Clone)]
pub enum RowKey {
    Name(Word),
    /// By a number that reaches it.
    From(i64, Span),
    /// By an interval, inclusive; `None` is without end.
    Range(Option<i64>, Option<i64>, Span),
}

#[derive(Debug, Clone)]
pub enum Cell {
    Formula(Formula),
    /// A text with formulas in it.
    Text(Template),
    /// The name of a row or column of another table.
    Name(Word),
    /// The book does not say.
    Pending(Pending),
    /// What is to be done.
    Effects(Vec<Step>),
}

/// A text with holes.
#[derive(Debug, Clone)]
pub struct Template {
    /// Its parts in order.
    pub parts: Vec<Part>,
}

/// A part of a text.
#[derive(Debug, Clone)]
pub enum Part {
    Text(String),
    /// The value of a formula.
    Formula(Formula),
}

#[derive(Debug, Clone)]
pub struct Test {
    pub name: Word,
    /// One line about it.
    pub doc: Option<String>,
    /// What is asked, in order.
    pub ask: Vec<(Word, Question)>,
    /// The input that `vs` fills.
    pub against: Option<Word>,
    /// What is rolled, if it has no names.
    pub roll: Option<Formula>,
    /// How many of the values are dice that are rolled.
    pub hands: usize,
    /// Values by label, dice with names before them.
    pub values: Vec<(Word, Formula)>,
    pub total: Formula,
    /// What its margin is; usually the total less what that is shown against.
    pub margin: Said<Formula>,
    /// What the total is shown against; usually what it is compared with.
    pub shown_against: Said<Formula>,
    /// Values worth telling.
    pub show: Vec<Word>,
    /// Outcomes; the first that holds.
    pub outcomes: Vec<Outcome>,
    /// How two sides compare.
    pub opposed: Option<Opposed>,
    /// The test that it was written as a variant of.
    pub like: Option<Word>,
}

/// What a ruleset may say in place of what is usual.
#[derive(Debug, Clone, Default)]
pub enum Said<T> {
    /// Nothing was said.
    #[default]
    Usual,
    /// `none`: there is none.
    Nothing,
    Formula(T),
}

impl<T> Said<T> {
    pub const fn formula(&self) -> Option<&T> {
        match self {
            Self::Formula(formula) => Some(formula),
            Self::Usual | Self::Nothing => None,
        }
    }
}

/// An outcome of a test.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub name: Word,
    /// When it is the one; `None`: always.
    pub when: Option<Formula>,
    /// Whether it counts as success.
    pub success: Option<bool>,
    /// What else it is.
    pub classes: Vec<Word>,
    /// Values computed when it is reached.
    pub values: Vec<(Word, Formula)>,
}

/// How two sides of a test compare.
#[derive(Debug, Clone)]
pub struct Opposed {
    /// More wins; the next breaks ties. Empty: the total.
    pub compare: Vec<Formula>,
    /// What happens on a tie; the first row that holds.
    pub tie: Vec<TieRow>,
    /// What winning is called.
    pub win: Option<Word>,
    /// What losing is called.
    pub lose: Option<Word>,
    /// What a tie is called.
    pub tied: Option<Word>,
}

/// What happens on a tie, and when.
#[derive(Debug, Clone)]
pub struct TieRow {
    /// What happens.
    pub policy: Tie,
    /// When; `None`: always.
    pub when: Option<Formula>,
    pub span: Span,
}

/// Which dice count after some were thrown again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keep {
    /// Those that fell last.
    #[default]
    New,
    /// The result that ends better for the roller.
    Better,
    /// The result that ends worse for the roller.
    Worse,
}

/// What a tie leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// Both roll again.
    Reroll,
    /// Neither side wins.
    Nobody,
    /// The left side wins.
    Attacker,
    /// The right side wins.
    Defender,
}
