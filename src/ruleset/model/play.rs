//! What changes and what is done: times, points, tracks, tags, actions and
//! interventions, as they are written.

use super::{Formula, Pending, Question, Template, Word};

/// A unit of time.
#[derive(Debug, Clone)]
pub struct Time {
    pub name: Word,
    /// What is counted in these ends with it.
    pub ends: Vec<Word>,
    /// It lasts so many of others, which pass first.
    pub passes: Vec<(i64, Word)>,
}

/// A counter.
#[derive(Debug, Clone)]
pub struct Points {
    pub name: Word,
    /// One line about it.
    pub doc: Option<String>,
    /// What there is at first; `None`: 0.
    pub start: Option<Start>,
    /// The least there can be.
    pub min: Least,
    /// The most there can be.
    pub max: Option<Formula>,
    /// At these times it is set to that.
    pub renew: Vec<(Word, Formula)>,
    /// While it holds, nothing is taken or added.
    pub endless: Option<Formula>,
    /// It is kept once, for the table.
    pub shared: bool,
    /// The group that it belongs to, for questions.
    pub group: Option<Word>,
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
    /// No bound.
    None,
    Formula(Formula),
}

/// A row of boxes with marks.
#[derive(Debug, Clone)]
pub struct Track {
    pub name: Word,
    /// One line about it.
    pub doc: Option<String>,
    /// How many boxes there are.
    pub boxes: Formula,
    /// How many of them a sheet draws in a row.
    pub row: Option<Formula>,
    /// Kinds of mark, lightest first, and their signs.
    pub marks: Vec<(Word, String)>,
    /// What happens to marks without a box.
    pub overflow: Overflow,
    /// States; the first that holds.
    pub states: Vec<State>,
}

/// What happens to marks that find no free box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// Each turns the lightest mark into the next heavier.
    Worsen,
    /// They are lost.
    Ignore,
}

/// A state of a track.
#[derive(Debug, Clone)]
pub struct State {
    pub name: Word,
    /// When it holds; `None`: always.
    pub when: Option<Formula>,
    /// Modifiers that it gives.
    pub gives: Vec<(Word, Formula)>,
    /// The action done on entering it.
    pub enter: Option<Word>,
    /// The action done on leaving it.
    pub leave: Option<Word>,
    /// Actions done while in it, by time.
    pub every: Vec<(Word, Word)>,
}

/// A kind of tag.
#[derive(Debug, Clone)]
pub struct Tag {
    pub name: Word,
    /// One line about it.
    pub doc: Option<String>,
    /// People name them.
    pub free_names: bool,
    /// Somebody may have more than one.
    pub several: bool,
    pub values: Vec<(Word, Question)>,
    /// Modifiers that it gives.
    pub gives: Vec<(Word, Formula)>,
    /// How long it lasts unless it is said.
    pub lasts: Option<Duration>,
    /// Actions done while somebody has it, by time.
    pub every: Vec<(Word, Word)>,
    /// The action done when its time is over.
    pub ends: Option<Word>,
}

/// How long something lasts.
#[derive(Debug, Clone)]
pub enum Duration {
    /// Until it is taken away.
    Permanent,
    /// So many of a unit; `None`: one.
    Times(Option<Formula>, Word),
    /// A formula that yields a unit: one of it.
    Unit(Formula),
}

/// A role of an action.
#[derive(Debug, Clone)]
pub struct Role {
    pub name: Word,
    /// It may be played by several.
    pub many: bool,
}

/// Something that can be done.
#[derive(Debug, Clone)]
pub struct Action {
    pub name: Word,
    /// One line about it.
    pub doc: Option<String>,
    /// Who takes part.
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
    /// What whoever rolled is called.
    pub roller: Option<Word>,
    /// Who takes part.
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

/// What can be done in a step.
#[derive(Debug, Clone)]
pub enum Verb {
    /// A formula; the label is its value.
    Value(Formula),
    Ask(Box<Question>),
    /// Rolls a test.
    Roll {
        test: Word,
        /// Who rolls.
        by: Option<Word>,
        /// Its inputs.
        with: Vec<(Word, Formula)>,
        /// What is done by outcome.
        on: Vec<(Word, Vec<Step>)>,
        /// What is done when the dice lie there.
        seen: Vec<Step>,
    },
    /// Two sides roll a test against each other.
    Oppose {
        test: Word,
        /// Roles and their inputs; left, right.
        sides: Vec<(Word, Vec<(Word, Formula)>)>,
        /// Inputs of both.
        with: Vec<(Word, Formula)>,
        /// What is done by winner (a role), or `tie`.
        on: Vec<(Word, Vec<Step>)>,
        /// What is done when the dice lie there.
        seen: Vec<Step>,
    },
    /// Another action.
    Do {
        action: Word,
        /// Its roles, by theirs or, without a name, the only one.
        roles: Vec<(Option<Word>, Word)>,
        /// Answers to its questions.
        with: Vec<(Word, Formula)>,
    },
    /// The first that holds.
    First(Vec<Step>),
    /// Several.
    Steps(Vec<Step>),
    /// For everybody in a role, or for every tag of a kind.
    Each {
        /// What each is called.
        one: Word,
        /// The role, or the kind.
        of: Word,
        /// Whose tags.
        whose: Option<Word>,
        steps: Vec<Step>,
    },
    /// Gives.
    Gain {
        /// What, and how much or how long.
        what: Vec<(Word, Amount)>,
        /// To whom.
        to: Option<Word>,
        /// How long, for tags.
        lasts: Option<Duration>,
        /// Until this is true of the owner, for tags.
        until: Option<Formula>,
        /// Values of tags.
        with: Vec<(Word, Formula)>,
        /// Amounts below zero take away.
        any: bool,
    },
    /// Takes away.
    Lose {
        /// What, and how much; `None`: tags.
        what: Vec<(Word, Option<Formula>)>,
        /// From whom.
        of: Option<Word>,
        /// Amounts below zero give.
        any: bool,
    },
    /// Passes points on.
    Pay {
        what: Vec<(Word, Formula)>,
        /// From whom.
        from: Option<Word>,
        /// To whom; `None`: nobody.
        to: Option<Word>,
    },
    /// Marks boxes.
    Mark {
        count: Formula,
        /// Which track.
        on: Option<Word>,
        of: Option<Word>,
        mark: Option<Word>,
    },
    /// Frees boxes.
    Heal {
        /// How many; `None`: all.
        count: Option<Formula>,
        /// Which track.
        on: Option<Word>,
        of: Option<Word>,
        /// Of which mark.
        from: Option<Word>,
    },
    /// Gives labels, values of tags, points or traits another value.
    Set {
        /// A label, `label.value`, `tag.value`, points or a trait; and the value.
        what: Vec<(Word, Formula)>,
        /// Whose points, traits and tags.
        of: Option<Word>,
    },
    /// Does what a cell says.
    Effects {
        cell: Formula,
        /// To whom.
        to: Option<Word>,
    },
    Say(Template),
    /// Ends this action, saying something.
    Stop(Template),
    /// Refuses: nothing has happened.
    Fail(Template),
    /// Puts a role in order, highest first.
    Order {
        role: Word,
        /// By what; the next breaks ties.
        by: Vec<Formula>,
        /// What those do that are equal.
        ties: Option<Word>,
    },
    /// Throws dice of the roll again.
    Reroll {
        /// Which: the label of an answer, or dice of the test that have a name; `None`: all.
        dice: Option<Word>,
        /// Only those that show from here to there.
        showing: Option<(Option<i64>, Option<i64>)>,
        /// The better of both totals counts.
        keep_better: bool,
    },
    /// Gives inputs of the test another value.
    Change(Vec<(Word, Formula)>),
    /// It could not be read, and an error says so.
    Broken,
}

/// How much is given, or how long.
#[derive(Debug, Clone)]
pub enum Amount {
    /// A formula; of a tag with free names, its name.
    Formula(Formula),
    /// How long a tag lasts.
    Lasts(Duration),
    /// The name of a tag, in so many words.
    Named(Template),
    /// As long as a tag usually lasts.
    Usual,
}
