//! The result of an evaluation: a value, and its explanation.

use std::cmp::Ordering;

use serde::{Serialize, Serializer};

use super::roll::DiceRoll;
use crate::dice::Thrown;
use crate::ruleset::model::RerollKeep;
pub use crate::world::Answer;

/// A part of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Whether it is subtracted.
    pub negative: bool,
    /// What it is, in the author's words; a bare number has none.
    pub label: Option<String>,
    pub value: i64,
    /// A default that adds 0: explanations leave it out.
    pub silent: bool,
}

/// Where a name's value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// A person or a sheet gave it.
    Given,
    Default,
    /// A formula of the ruleset.
    Derived,
    /// An option of the ruleset.
    Option,
    /// Asked for while rolling.
    Asked,
    /// What there is of points or of a track at the moment.
    Held,
}

/// A step of an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TraceStep {
    Rolled {
        /// Index of the roll.
        roll: usize,
        /// What they were then, as it is written: `3d6`.
        text: String,
        /// The dice as they lay then; those that were taken away do not count.
        dice: Vec<Thrown>,
    },
    /// A name got its value.
    Name {
        name: String,
        value: Answer,
        /// The source of the value.
        how: How,
        /// Its formula, if it is derived.
        formula: Option<String>,
    },
    /// A cell was read.
    Cell {
        table: String,
        /// The label of the row.
        row: String,
        /// The column, if it has a name.
        column: Option<String>,
        /// The formula in the cell.
        formula: String,
        value: Answer,
    },
    /// A value of a test.
    Value {
        /// The label of the value.
        name: String,
        formula: String,
        value: Answer,
    },
    /// The total of a side.
    Total {
        /// The side, from 0.
        side: usize,
        /// The parts of the sum.
        terms: Vec<Term>,
        value: i64,
    },
    /// The outcome that held.
    Outcome {
        name: String,
        /// The condition, if it has one.
        because: Option<String>,
    },
    Act {
        name: String,
        /// Who plays its roles: role, names.
        roles: Vec<(String, String)>,
        /// Number of enclosing actions.
        depth: usize,
    },
    /// A question was answered.
    Answered { name: String, value: Answer },
    /// The sum of a modifier was formed.
    Gathered {
        modifier: String,
        /// What gave them, and how much.
        from: Vec<(String, i64)>,
        /// What they come to.
        value: i64,
    },
    /// Something changed or was said: index of the event.
    Event(usize),
    /// An action or an intervention ended: the last that began and has not ended.
    Over,
    /// An action begins to roll a test.
    Began {
        /// The label of the step.
        label: String,
        test: String,
        /// Who rolls: one, or two.
        who: Vec<String>,
    },
    /// A test that an action rolled ended.
    Test {
        /// The label of the step.
        label: String,
        /// Names of the rollers: one, or two in a contest.
        who: Vec<String>,
        /// One side, or two.
        sides: Vec<SideResult>,
        /// The outcome, if the test has one.
        outcome: Option<OutcomeResult>,
    },
    Intervened {
        name: String,
        /// Who plays its roles.
        roles: Vec<(String, String)>,
        /// Number of enclosing actions.
        depth: usize,
    },
    /// Dice were thrown again.
    Rerolled {
        /// Index of the roll.
        roll: usize,
        /// The faces that were taken.
        from: Vec<i64>,
        /// The faces that fell.
        to: Vec<i64>,
        /// What all dice of the roll were then, as it is written.
        text: String,
        /// All dice of the roll as they lay then.
        dice: Vec<Thrown>,
    },
    /// An amount was below zero and counts as 0.
    BelowZero {
        /// As it is written.
        formula: String,
        /// What it came to.
        value: i64,
    },
    /// What was thrown again was worse: the old faces stay, and this total.
    KeptOld { total: i64, keep: RerollKeep },
    /// An input of a test was given another value.
    Changed {
        name: String,
        /// The value after the change.
        value: Answer,
    },
    /// The order in which they act.
    Ordered(Vec<String>),
    /// These tie in an order; what decides between them follows.
    Tied(Vec<String>),
    /// Both sides were equal.
    Tie {
        /// Whether both sides roll again.
        again: bool,
    },
}

/// Who won.
///
/// ```
/// let rules = "tirada: 1\nid: lamp\nname: Lamp\ntests: {duel: {roll: 2d6, total: sum(), opposed: {tie: nobody}}}\n";
/// let duel = tirada::Game::from_text(rules)?.prepare("duel() vs duel()")?;
/// let roll = duel.roll(&mut tirada::Dice::faces(&[6, 5, 1, 2]))?;
/// assert_eq!(roll.outcome().and_then(|outcome| outcome.verdict), Some(tirada::Verdict::Win));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Verdict {
    /// The left side won.
    Win,
    /// The right side won.
    Lose,
    /// Neither side won.
    Tie,
}

impl Verdict {
    /// How the left side compares with the right one.
    ///
    /// ```
    /// assert_eq!(tirada::Verdict::Tie.order(), std::cmp::Ordering::Equal);
    /// ```
    #[must_use]
    pub const fn order(self) -> Ordering {
        match self {
            Self::Win => Ordering::Greater,
            Self::Lose => Ordering::Less,
            Self::Tie => Ordering::Equal,
        }
    }
}

/// How a test ended. Serializes as `outcome` in the JSON of the command line; but `verdict` says which of two sides won,
/// and the name is the ruleset's, or null.
///
/// ```
/// # let rules = "
/// # tirada: 1
/// # id: lamp
/// # name: Lamp
/// # tests:
/// #   jump:
/// #     ask: {gap: {number: 1..12, default: 7}}
/// #     roll: 2d6
/// #     total: sum()
/// #     against: gap
/// #     outcomes: {across: {when: total >= gap, is: success}, fall: {is: failure}}
/// # ";
/// # let lamp = tirada::Game::from_text(rules)?;
/// let roll = lamp.prepare("jump() vs 5")?.roll(&mut tirada::Dice::faces(&[1, 2]))?;
/// let outcome = roll.outcome().unwrap();
/// assert_eq!((outcome.success, outcome.margin, outcome.against), (Some(false), Some(-2), Some(5)));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutcomeResult {
    /// Its name, if the ruleset names it.
    pub name: Option<String>,
    /// Who won, if there were two sides.
    pub verdict: Option<Verdict>,
    /// Success, failure, or neither.
    pub success: Option<bool>,
    /// What else it is, by classes of the ruleset.
    pub classes: Vec<String>,
    /// The total less what it is compared with; of two sides never against the one that won.
    pub margin: Option<i64>,
    /// What decided between two sides, in the author's words, where that is not what the margin counts.
    pub decided: Option<String>,
    /// Two sides tied, and the rule for ties says who wins.
    pub tie_broken: bool,
    /// What it is compared with.
    pub against: Option<i64>,
    /// The name of that, on a ladder.
    pub against_name: Option<String>,
}

impl OutcomeResult {
    /// What decided between two sides, if something other than the margin did.
    pub(crate) fn decided_by(&self) -> Option<&str> {
        self.decided.as_deref().or(self.tie_broken.then_some("tie"))
    }
}

/// All that an outcome is.
pub(crate) fn classes(success: Option<bool>, further: &[String]) -> Vec<String> {
    let class = success.map(|success| if success { "success" } else { "failure" }.to_owned());
    class.into_iter().chain(further.iter().cloned()).collect()
}

impl Serialize for OutcomeResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct SerializedOutcome<'a> {
            name: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            verdict: Option<Verdict>,
            success: Option<bool>,
            is: Vec<String>,
            margin: Option<i64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            decided_by: Option<&'a str>,
            against: Option<i64>,
            against_name: Option<&'a str>,
        }
        let Self { verdict, success, margin, against, .. } = *self;
        let (name, against_name) = (self.name.as_deref(), self.against_name.as_deref());
        let (is, decided_by) = (classes(success, &self.classes), self.decided_by());
        SerializedOutcome { name, verdict, success, is, margin, decided_by, against, against_name }
            .serialize(serializer)
    }
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
    /// Of two sides, how this one ends by itself, if the rules read that.
    pub outcome: Option<OutcomeResult>,
}

/// Everything about one evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluation {
    pub value: Answer,
    /// One side, or two.
    pub sides: Vec<SideResult>,
    /// All rolls in their order.
    pub rolls: Vec<DiceRoll>,
    /// How it ended, if it is a test.
    pub outcome: Option<OutcomeResult>,
    /// The explanation, in order; empty without tracing.
    pub trace: Vec<TraceStep>,
    /// Nodes of formulas that were evaluated, which [`Limits`](crate::limits::Limits) bound.
    pub nodes: u64,
}
