//! What an evaluation yields: a value, and why.

use super::roll::Roll;

/// A value as people see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// A text; also the name of a row, a column or a choice.
    Text(String),
}

/// A part of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// It is taken away.
    pub negative: bool,
    /// What it is, in the author's words; a bare number has none.
    pub label: Option<String>,
    /// Its value.
    pub value: i64,
    /// Nobody gave it, and it adds nothing: not worth telling.
    pub silent: bool,
}

/// Where a name's value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// A person or a sheet gave it.
    Given,
    /// The ruleset's default.
    Default,
    /// Computed.
    Derived,
    /// An option of the ruleset.
    Option,
    /// Asked for while rolling.
    Asked,
}

/// A step of an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Dice were thrown: index of the roll.
    Rolled(usize),
    /// A name got its value.
    Name {
        /// The name.
        name: String,
        /// Its value.
        value: Answer,
        /// Where from.
        how: How,
        /// Its formula, if it is derived.
        formula: Option<String>,
    },
    /// A cell was read.
    Cell {
        /// The table.
        table: String,
        /// The row reached.
        row: String,
        /// The column, if it has a name.
        column: Option<String>,
        /// What stands there.
        formula: String,
        /// Its value.
        value: Answer,
    },
    /// A value of a test.
    Value {
        /// Its label.
        name: String,
        /// Its formula.
        formula: String,
        /// Its value.
        value: Answer,
    },
    /// The total of a side.
    Total {
        /// The side, from 0.
        side: usize,
        /// Its value.
        value: i64,
    },
    /// The outcome that held.
    Outcome {
        /// Its name.
        name: String,
        /// The condition, if it has one.
        because: Option<String>,
    },
    /// Both sides were equal.
    Tie {
        /// Both roll again.
        again: bool,
    },
}

/// Who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The left side.
    Win,
    /// The right side.
    Lose,
    /// Nobody.
    Tie,
}

/// How a test ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutcomeResult {
    /// Its name, if the ruleset names it.
    pub name: Option<String>,
    /// Who won, if there were two sides.
    pub verdict: Option<Verdict>,
    /// Success, failure, or neither.
    pub success: Option<bool>,
    /// The total less what it is compared with.
    pub margin: Option<i64>,
    /// What it is compared with.
    pub against: Option<i64>,
    /// The name of that, on a ladder.
    pub against_name: Option<String>,
}

/// One side, or a plain expression.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SideResult {
    /// The test, if it is one.
    pub test: Option<String>,
    /// The parts of its sum.
    pub terms: Vec<Term>,
    /// The sum; `None` for a text.
    pub total: Option<i64>,
    /// Values worth telling, by label.
    pub shown: Vec<(String, Answer)>,
    /// Values that were asked for besides.
    pub extra: Vec<(String, Answer)>,
}

/// Everything about one evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluation {
    /// The value.
    pub value: Answer,
    /// One side, or two.
    pub sides: Vec<SideResult>,
    /// All rolls in their order.
    pub rolls: Vec<Roll>,
    /// How it ended, if it is a test.
    pub outcome: Option<OutcomeResult>,
    /// Why.
    pub trace: Vec<Step>,
}
