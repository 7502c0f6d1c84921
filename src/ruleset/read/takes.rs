//! The values that a key accepts. The reader's keys are lists of these; the schemas for editors are generated from the
//! same lists.

/// A key of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// As written in files.
    pub name: &'static str,
    /// The values that it can have.
    pub takes: Takes,
    /// Whether it is required.
    pub due: bool,
}

/// An optional key.
pub(in crate::ruleset) const fn key(name: &'static str, takes: Takes) -> Key {
    Key { name, takes, due: false }
}

/// A required key.
pub(in crate::ruleset) const fn due(name: &'static str, takes: Takes) -> Key {
    Key { name, takes, due: true }
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
    /// `yes` or `no`.
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
    Keys(Place),
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
    /// Something that is known only where it stands: a role, a label, an input.
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

/// A place where keys can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A file of rules.
    Ruleset,
    /// What one ruleset, or one thing in it, says of another.
    Another,
    Dice,
    /// A question on a sheet, or before anything is played.
    Question,
    /// A value of a tag.
    QuestionOfTag,
    QuestionOfTest,
    QuestionOfAction,
    /// What a group of players decides, and what of the rules that changes.
    Option,
    Trait,
    /// A formula that yields one of some words.
    Worded,
    Points,
    Track,
    /// A state of a track.
    State,
    /// A kind of tag.
    Tag,
    /// A unit of time.
    Time,
    /// How characters act in turn.
    Turns,
    /// A kind of character.
    CharacterKind,
    /// A character to be made.
    Template,
    Table,
    Cell,
    CellKind,
    Test,
    Outcome,
    /// How two sides compare.
    Opposed,
    /// What comes out of that.
    OpposedOutcomes,
    /// A kind of tie.
    Tie,
    Action,
    Intervention,
    Step,
    /// How a tag is called.
    Gain,
    Character,
    CharacterOfCase,
    TagOfCharacter,
    /// A file of cases.
    Cases,
    Case,
    CaseStep,
    CaseIntervention,
    /// What of a book is covered.
    Coverage,
    Pack,
    Translation,
    /// What a translation says of one thing.
    Translated,
}

impl Place {
    pub const ALL: [Self; 41] = [
        Self::Ruleset,
        Self::Another,
        Self::Dice,
        Self::Question,
        Self::QuestionOfTag,
        Self::QuestionOfTest,
        Self::QuestionOfAction,
        Self::Option,
        Self::Trait,
        Self::Worded,
        Self::Points,
        Self::Track,
        Self::State,
        Self::Tag,
        Self::Time,
        Self::Turns,
        Self::CharacterKind,
        Self::Template,
        Self::Table,
        Self::Cell,
        Self::CellKind,
        Self::Test,
        Self::Outcome,
        Self::Opposed,
        Self::OpposedOutcomes,
        Self::Tie,
        Self::Action,
        Self::Intervention,
        Self::Step,
        Self::Gain,
        Self::Character,
        Self::CharacterOfCase,
        Self::TagOfCharacter,
        Self::Cases,
        Self::Case,
        Self::CaseStep,
        Self::CaseIntervention,
        Self::Coverage,
        Self::Pack,
        Self::Translation,
        Self::Translated,
    ];

    /// What it is called where keys are listed and described.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ruleset => "ruleset",
            Self::Another => "another ruleset",
            Self::Dice => "dice",
            Self::Question | Self::QuestionOfTag | Self::QuestionOfTest | Self::QuestionOfAction | Self::Option => {
                "question"
            }
            Self::Trait => "trait",
            Self::Worded => "formula",
            Self::Points => "points",
            Self::Track => "track",
            Self::State => "state",
            Self::Tag => "tag",
            Self::Time => "time",
            Self::Turns => "turns",
            Self::CharacterKind => "kind of character",
            Self::Template => "template",
            Self::Table => "table",
            Self::Cell | Self::CellKind => "cell",
            Self::Test => "test",
            Self::Outcome => "outcome",
            Self::Opposed => "opposed",
            Self::OpposedOutcomes => "opposed-outcomes",
            Self::Tie => "tie",
            Self::Action => "action",
            Self::Intervention => "intervention",
            Self::Step => "step",
            Self::Gain => "gain",
            Self::Character => "character",
            Self::CharacterOfCase => "character of a case",
            Self::TagOfCharacter => "tag of a character",
            Self::Cases => "cases",
            Self::Case => "case",
            Self::CaseStep => "case-step",
            Self::CaseIntervention => "case-intervention",
            Self::Coverage => "coverage",
            Self::Pack => "pack",
            Self::Translation => "translation",
            Self::Translated => "translated",
        }
    }
}
