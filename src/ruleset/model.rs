//! The model of a ruleset as written, before it is checked.
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
    /// In NFC.
    pub text: String,
    pub span: Span,
}

/// A formula with its text and place.
#[derive(Debug, Clone)]
pub struct Formula {
    /// The tree; places are bytes of `text`.
    pub expr: Expr,
    /// Decoded from YAML.
    pub text: Arc<str>,
    /// Maps bytes of the text to the file.
    pub placement: Placement,
    /// The words that it can yield; empty: it yields something else.
    pub one_of: Vec<Word>,
}

/// The rounding of integer divisions.
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
    /// Formulas with syntax errors; errors at the same place are only consequences.
    pub slips: Vec<Span>,
    /// What options change in the rules.
    pub changes: Vec<super::option_patches::OptionChanges>,
    /// Identifier for the command line.
    pub id: Word,
    /// As readers see it.
    pub name: String,
    /// Language tag of its words.
    pub language: Option<String>,
    /// One line about it.
    pub doc: Option<String>,
    /// The colour of its pages.
    pub accent: Option<super::Accent>,
    /// Rounding of `/`; `None` if the ruleset declares none.
    pub rounding: Option<Rounding>,
    /// The dice and the names for reading them.
    pub dice: DiceDecl,
    /// Options of the table.
    pub options: Vec<(Word, QuestionDecl)>,
    /// Traits, given and derived.
    pub traits: Vec<TraitDecl>,
    pub tables: Vec<TableDecl>,
    /// Formulas with a name and parameters.
    pub formulas: Vec<FormulaDecl>,
    /// Classes of outcomes besides success and failure.
    pub classes: Vec<Word>,
    pub tests: Vec<TestDecl>,
    /// The test of a bare `E vs D`.
    pub versus: Option<Word>,
    pub times: Vec<TimeDecl>,
    pub points: Vec<PointsDecl>,
    pub tracks: Vec<TrackDecl>,
    /// Kinds of tag: what a character is, has or suffers.
    pub tags: Vec<TagDecl>,
    pub actions: Vec<ActionDecl>,
    /// Interventions in tests and actions.
    pub interventions: Vec<InterventionDecl>,
    /// How characters act in turn.
    pub turns: Option<TurnsDecl>,
    pub templates: Vec<ArchetypeDecl>,
    /// Kinds of characters, which a trait names.
    pub kinds: Vec<CharacterKind>,
    /// Conditions for every character sheet, each with its sentence.
    pub require: Vec<(Word, Formula)>,
    /// Names of tables and tests that are declared but could not be read.
    pub unread: Vec<Word>,
}

impl Ruleset {
    /// All holders of states: the tracks, then the points.
    pub fn holders(&self) -> impl Iterator<Item = HolderDecl<'_>> + Clone {
        HolderDecl::all(&self.tracks, &self.points)
    }
}

/// The section `dice` of a game.
#[derive(Debug, Clone, Default)]
pub struct DiceDecl {
    /// Number of sides of the game's own die (`3d`).
    pub sides: Option<(i64, Option<Span>)>,
    /// The pool for named dice if nothing else is rolled.
    pub roll: Option<Formula>,
    pub names: Vec<(Word, Reading)>,
    /// Foreign notations that are enabled in typed text.
    pub notation: Notation,
}

/// The value that a die name reads from a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reading {
    Lowest,
    Middle,
    Highest,
    /// The n-th from below, from 1.
    Nth(i64),
    /// The sum of all dice.
    Sum,
}

impl Reading {
    /// The indices of the dice that are read, of `count` ascending dice; `None` if there is no such die.
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

/// A question and its accepted answers.
#[derive(Debug, Clone)]
pub struct QuestionDecl {
    /// The kind of answer.
    pub kind: QuestionKind,
    /// The answer if no player is asked.
    pub default: Option<DefaultDecl>,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// The place of the question.
    pub span: Span,
    /// The role or word for the decider.
    pub by: Option<Word>,
    /// The owner of the trait, points or tag; `any`: any character.
    pub of: Option<Word>,
    /// The condition for asking; otherwise the default holds.
    pub when: Option<Formula>,
    /// Set if it is asked after a throw, when something reads it: the place of that key.
    pub late: Option<Span>,
    /// For dice: the candidates, and how many.
    pub dice: DiceAsked,
    /// Set if it asks for one of several answers.
    pub part: Option<OneOfSeveralDecl>,
}

/// One of several answers to a question, each of which is asked by itself; no two are equal.
#[derive(Debug, Clone)]
pub struct OneOfSeveralDecl {
    /// The name of the question.
    pub of: Word,
    /// Its index, from 0.
    pub index: usize,
    pub count: usize,
    /// What no two of them may share: a value of a tag, or `group`.
    pub unlike: Option<Word>,
}

/// The dice that can be picked.
#[derive(Debug, Clone, Default)]
pub struct DiceAsked {
    /// The candidates; `None`: all dice of the roll.
    pub among: Option<Formula>,
    pub exactly: Option<Formula>,
    pub most: Option<Formula>,
}

impl QuestionDecl {
    /// The questions for its answers: `name 1`, `name 2` …; only itself if it has one answer.
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

/// The default of a question.
#[derive(Debug, Clone)]
pub enum DefaultDecl {
    /// A formula (a number, a row's name, one of the words, yes or no).
    Formula(Formula),
    /// The book omits the value.
    Pending(Pending),
    /// No answer is needed.
    Open,
}

/// A value that a book leaves out.
#[derive(Debug, Clone)]
pub struct Pending {
    /// Why, in the author's words.
    pub why: String,
    pub span: Span,
}

/// The kinds of answer that questions accept.
#[derive(Debug, Clone)]
pub enum QuestionKind {
    /// A whole number between two bounds, inclusive.
    Number {
        min: Option<i64>,
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
    /// One of these tests; none are named: any.
    Test(Vec<Word>),
    /// Dice of the roll.
    Dice,
    Text,
    /// Unreadable; an error was reported.
    Broken,
}

/// `modifier(score): score / 2 - 5`
#[derive(Debug, Clone)]
pub struct FormulaDecl {
    pub name: Word,
    pub parameters: Vec<Word>,
    pub formula: Formula,
}

/// A trait of a character.
#[derive(Debug, Clone)]
pub struct TraitDecl {
    pub name: Word,
    pub kind: TraitKind,
    /// The group of the trait, for questions.
    pub group: Option<Word>,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// Formulas of the lower and the upper bound.
    pub ends: [Option<Formula>; 2],
}

/// Where a trait's value comes from.
#[derive(Debug, Clone)]
pub enum TraitKind {
    /// The sheet gives it.
    Given {
        /// The accepted values.
        question: Box<QuestionDecl>,
        /// Whether the name is a group whose members players name.
        free_names: bool,
    },
    /// Computed by this formula.
    Derived(Formula),
    /// A property of the character's turn, with its place.
    Turn(TurnRead, Formula),
}

/// A property of the turns of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnRead {
    /// Whether it is the character's turn.
    Own,
    /// Whether the character has had its turn in this round.
    Had,
    /// The current round, from 1; 0 if characters do not act in turn.
    Round,
    /// The position of the character in the order, from 1; 0 if it is not in it.
    Place,
}

impl TraitKind {
    /// Whether it is computed and not on sheets.
    #[must_use]
    pub const fn is_computed(&self) -> bool {
        matches!(self, Self::Derived(_) | Self::Turn(..))
    }
}

/// The kinds of cell.
#[derive(Debug, Clone)]
pub enum CellKind {
    Formula,
    Text,
    /// The name of a row of a table.
    Row(Word),
    /// The name of a column of a table.
    Column(Word),
    Effects,
    /// A unit of time.
    Time,
}

/// A column of a table.
#[derive(Debug, Clone)]
pub struct ColumnDecl {
    /// Its name; a table without columns has one unnamed column.
    pub name: Option<Word>,
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

/// The result for a number that belongs to no row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outside {
    #[default]
    Error,
    /// It belongs to the nearest row.
    Nearest,
}

#[derive(Debug, Clone)]
pub struct TableDecl {
    pub name: Word,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// Whether rows can be selected by position.
    pub ordered: bool,
    /// Whether its cells read the dice of the roll.
    pub uses_dice: bool,
    /// Names of the arguments of its cells.
    pub given: Vec<Word>,
    /// Its columns, at least one.
    pub columns: Vec<ColumnDecl>,
    /// How columns select the row of a number.
    pub find: Option<Find>,
    /// The result for numbers beyond the rows.
    pub outside: Outside,
    /// Whether gaps between intervals are allowed.
    pub gaps: bool,
    /// Aliases of rows: alias, name.
    pub also: Vec<(Word, Word)>,
    /// The dice that are thrown if only its name is read.
    pub dice: Option<TableDice>,
    /// The greatest depth of recursion through its rows.
    pub again: Option<usize>,
    /// Each of its columns is rolled by itself: where that is written.
    pub apart: Option<Span>,
    /// The rows, in order.
    pub rows: Vec<RowDecl>,
}

#[derive(Debug, Clone)]
pub struct TableDice {
    pub formula: Formula,
    /// As written: `d66 sorted`.
    pub text: String,
    /// All possible results, if they are easily known; ascending.
    pub results: Option<Results>,
}

/// The possible results of dice.
#[derive(Debug, Clone)]
pub enum Results {
    /// All numbers between two bounds, inclusive.
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
pub struct RowDecl {
    /// How the row is selected.
    pub key: RowKey,
    /// One cell for each column.
    pub cells: Vec<CellDecl>,
    pub span: Span,
}

/// How a row is selected.
#[derive(Debug, Clone)]
pub enum RowKey {
    Name(Word),
    /// By numbers from this one on.
    From(i64, Span),
    /// By an inclusive interval; `None`: unbounded.
    Range(Option<i64>, Option<i64>, Span),
}

#[derive(Debug, Clone)]
pub enum CellDecl {
    Formula(Formula),
    /// A text with formulas.
    Text(Template),
    /// The name of a row or column of another table.
    Name(Word),
    /// The book omits the value.
    Pending(Pending),
    Effects(Vec<StepDecl>),
}

/// A text with holes.
#[derive(Debug, Clone)]
pub struct Template {
    /// Its parts in order.
    pub parts: Vec<TemplatePart>,
}

/// A part of a text.
#[derive(Debug, Clone)]
pub enum TemplatePart {
    Text(String),
    /// The value of a formula.
    Formula(Formula),
}

#[derive(Debug, Clone)]
pub struct TestDecl {
    pub name: Word,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// Its inputs, in order.
    pub ask: Vec<(Word, QuestionDecl)>,
    /// The input that `vs` fills.
    pub against: Option<Word>,
    /// The pool, if its throws have no names.
    pub roll: Option<Formula>,
    /// The number of values that are named throws.
    pub hands: usize,
    /// Values by label; named throws come first.
    pub values: Vec<(Word, Formula)>,
    pub total: Formula,
    /// Its margin; by default the total minus the value next to which it is shown.
    pub margin: OptionalDecl<Formula>,
    /// The value next to which the total is shown; by default the value that it is compared with.
    pub shown_against: OptionalDecl<Formula>,
    /// Labels of values that reports show.
    pub show: Vec<Word>,
    /// Outcomes; the first whose condition holds applies.
    pub outcomes: Vec<OutcomeDecl>,
    /// How two sides compare.
    pub opposed: Option<OpposedDecl>,
    /// The test that it was written as a variant of.
    pub like: Option<Word>,
}

/// An optional declaration that can also be `none`.
#[derive(Debug, Clone, Default)]
pub enum OptionalDecl<T> {
    /// Not declared: the usual value holds.
    #[default]
    Usual,
    /// `none`.
    Nothing,
    Formula(T),
}

impl<T> OptionalDecl<T> {
    pub const fn formula(&self) -> Option<&T> {
        match self {
            Self::Formula(formula) => Some(formula),
            Self::Usual | Self::Nothing => None,
        }
    }
}

/// An outcome of a test.
#[derive(Debug, Clone)]
pub struct OutcomeDecl {
    pub name: Word,
    /// The condition; `None`: always.
    pub when: Option<Formula>,
    /// Whether it is a success or a failure; `None`: neither.
    pub success: Option<bool>,
    pub classes: Vec<Word>,
    /// Values that are computed when it is reached.
    pub values: Vec<(Word, Formula)>,
}

/// How two sides of a test compare.
#[derive(Debug, Clone)]
pub struct OpposedDecl {
    /// The criteria, in order: the higher value wins, the next one breaks ties. Empty: the total.
    pub compare: Vec<Formula>,
    /// The rules for ties; the first whose condition holds applies.
    pub tie: Vec<TieRow>,
    /// The name of the winner's outcome.
    pub win: Option<Word>,
    /// The name of the loser's outcome.
    pub lose: Option<Word>,
    /// The name of a tie.
    pub tied: Option<Word>,
}

/// A rule for ties, and its condition.
#[derive(Debug, Clone)]
pub struct TieRow {
    pub policy: Tie,
    /// The condition; `None`: always.
    pub when: Option<Formula>,
    pub span: Span,
}

/// Which result counts after a reroll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RerollKeep {
    #[default]
    New,
    /// The result that ends better for the roller.
    Better,
    /// The result that ends worse for the roller.
    Worse,
}

/// The consequence of a tie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// Both sides roll again.
    Reroll,
    NoWinner,
    /// The left side wins.
    Attacker,
    /// The right side wins.
    Defender,
}
