//! The values that a key accepts. The reader's keys are lists of these; the schemas for editors are generated from the
//! same lists.

use super::KeyPlace;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormatKey {
    /// As written in files.
    pub name: &'static str,
    /// The values that it can have.
    pub takes: Takes,
    /// Whether it is required.
    pub due: bool,
}

/// An optional key.
pub(in crate::ruleset) const fn key(name: &'static str, takes: Takes) -> FormatKey {
    FormatKey { name, takes, due: false }
}

/// A required key.
pub(in crate::ruleset) const fn due(name: &'static str, takes: Takes) -> FormatKey {
    FormatKey { name, takes, due: true }
}

/// The kind of value of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// The version of the format.
    Version,
    /// Any scalar, as text.
    Text,
    /// The name of something.
    Name(Of),
    /// A whole number from the first to the second.
    Number(i64, i64),
    YesNo,
    /// One of these words, and no other.
    OneOf(&'static [&'static str]),
    /// A text of this form: a regular expression, and examples of what it means.
    Like(&'static str, &'static [&'static str]),
    /// A range of numbers, or one: examples of what it means.
    Range(&'static [&'static str]),
    Formula,
    /// A formula, or why there is none yet.
    FormulaOrPending,
    Nothing,
    /// A map with the keys that are known in a place.
    Keys(KeyPlace),
    /// A map whose keys are names that the author chooses, or names of the game.
    Map(Of, &'static Takes),
    /// A map with these names.
    Closed(&'static [&'static str], &'static Takes),
    /// A map with keys of this form.
    Numbered(&'static str, &'static Takes),
    /// A list; one value is a list of one.
    List(&'static Takes),
    /// A list, and nothing but a list.
    Strictly(&'static Takes),
    /// So many of them, in a list or map: at least, at most.
    Count(usize, usize, &'static Takes),
    /// Any of these alternatives.
    Either(&'static [Takes]),
    /// A cell, or a row of cells: what they are, their table says.
    Cells,
    /// How much is gained of something, how long, or under which name.
    Amount,
    /// What is so, seen from outside: values by formulas or names.
    Expected,
    TraitsOfSheet,
    TagsOfSheet,
}

/// What a name is the name of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Of {
    /// Something new, which gets its name here.
    New,
    /// Something that is known only where it is: a role, a label, an input.
    Near,
    Ruleset,
    /// Something else in the same section.
    Sibling,
    Trait,
    /// A trait, or a group of them.
    TraitOrGroup,
    Points,
    PointsOrGroup,
    Track,
    /// A mark of a track.
    Mark,
    /// A kind of tag.
    Tag,
    /// Anything that can be gained or lost.
    Thing,
    /// Anything that a character has: a trait, points, a group of either, a track, a kind of tag.
    Had,
    /// How many play a role, and of which kind they are.
    Role,
    /// Any character, or one of a kind.
    Kind,
    /// A unit of time.
    Time,
    Table,
    Test,
    /// An outcome of a test.
    Outcome,
    /// A class of outcomes.
    Class,
    Action,
    Intervention,
    /// A place of interventions: a test, or a step of an action.
    Hook,
    /// The path of something: `tables.Sky.rows`.
    Path,
    /// An input of a test or action, or an option.
    Answer,
}
