//! Every key of the format, by the place where it is allowed, with the values that it takes. The reader accepts no
//! others, and the schemas for editors are generated from these lists.

use super::choices::{
    ANY_WORDS, ASKED_WORDS, CELL_WORDS, COMPARE_WORDS, D66_WORDS, OUTSIDE_WORDS, OVERFLOW_WORDS, ROUNDING_WORDS,
    SUCCESS_WORDS, TABLE_WORDS, TIE_WORDS, TURN_WORDS, TURNING_WORDS, USES_WORDS,
};
use super::takes::{FormatKey, Of, Takes, due, key};
use crate::ruleset::steps;
use crate::syntax::SyntaxLimits;

use Takes::{
    Closed, Count, Either, Formula, FormulaOrPending, Keys, Like, List, Map, Name, OneOf, Text, Version, YesNo,
};

/// A range of numbers, where a formula in parentheses may stand for an end.
pub(crate) const ENDS: &str = r"^\s*(any|[-+]?[0-9]+|([-+]?[0-9]+|\(.*\))?\s*\.\.\s*([-+]?[0-9]+|\(.*\))?)\s*$";
/// `0..10`, `1..`, `..2`, `7`, `any`.
const RANGE: &str = r"^\s*(any|[-+]?[0-9]+|([-+]?[0-9]+)?\s*\.\.\s*([-+]?[0-9]+)?)\s*$";
/// A whole number as a text.
pub(super) const WHOLE: &str = r"^\s*[-+]?[0-9]+\s*$";
/// `lowest`, `nth 2`.
const READING: &str = r"^\s*(lowest|middle|highest|sum|nth\s+0*[1-9][0-9]*)\s*$";
/// `2 turn`, or a name alone.
const COUNT_OF_TIME: &str = r"^\s*([1-9][0-9]*\s+)?[^\s0-9-].*$";
/// `low..high`, `low..`.
const FIND: &str = r"\.\.";
/// Six hexadecimal digits, with or without `#`.
const ACCENT: &str = r"^\s*#?[0-9a-fA-F]{6}\s*$";
/// What the id of a pack is made of.
const PACK_ID: &str = r"^\s*[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?\s*$";
const PACK_SEMVER: &str = r"^\s*[0-9]+\.[0-9]+\.[0-9]+([-+][0-9A-Za-z.+-]+)?\s*$";

/// As many as one likes.
const MANY: usize = usize::MAX;
pub(in crate::ruleset) const DURATION: Takes = Text;
const WORD: Takes = Name(Of::New);
const WORDS: Takes = List(&WORD);
pub(in crate::ruleset) const NEAR: Takes = Name(Of::Near);
pub(in crate::ruleset) const NEARS: Takes = List(&NEAR);
pub(in crate::ruleset) const ACTION_NAME: Takes = Name(Of::Action);
const EVERY: Takes = Map(Of::Time, &ACTION_NAME);
pub(in crate::ruleset) const FORMULAS: Takes = Map(Of::New, &Formula);
/// Formulas that may yield words.
const VALUES: Takes = Map(Of::New, &Either(&[Formula, Keys(KeyPlace::Worded)]));
pub(in crate::ruleset) const ANSWERS: Takes = Map(Of::Answer, &Formula);
pub(in crate::ruleset) const STEPS: Takes = Map(Of::New, &Keys(KeyPlace::Step));
const ASK: Takes = Map(Of::New, &Keys(KeyPlace::QuestionOfAction));
const ROLES: Takes = Either(&[WORDS, Map(Of::New, &Name(Of::Role))]);
const KIND_OF_CELL: Takes = Either(&[OneOf(CELL_WORDS), Keys(KeyPlace::CellKind)]);
pub(in crate::ruleset) const LOST: Takes = Either(&[Count(1, MANY, &List(&Name(Of::Thing))), Map(Of::Thing, &Formula)]);
pub(in crate::ruleset) const PLAYED: Takes = Either(&[NEAR, Map(Of::Near, &NEAR)]);
/// A success or a failure, and classes that the ruleset declares.
const IS: Takes = List(&Either(&[OneOf(SUCCESS_WORDS), Name(Of::Class)]));
const NUMBER: Takes = Takes::Number(i64::MIN, i64::MAX);
const FACES: Takes = List(&NUMBER);
/// Something that one text says, or several.
const TEXTS: Takes = List(&Text);

pub(super) const RULESET: [FormatKey; 26] = [
    key(RULESET_VERSION, Version),
    key("id", WORD),
    key("name", Text),
    key("language", Text),
    key("doc", Text),
    key("accent", Like(ACCENT, &["7a1f2b"])),
    key("rounding", OneOf(ROUNDING_WORDS)),
    key("dice", Keys(KeyPlace::Dice)),
    key("options", Map(Of::New, &Keys(KeyPlace::Option))),
    key("traits", Map(Of::New, &Keys(KeyPlace::Trait))),
    key("tables", Map(Of::New, &Either(&[Keys(KeyPlace::Table), LISTED]))),
    key("formulas", VALUES),
    key("classes", WORDS),
    key("asks", Map(Of::New, &Map(Of::New, &Keys(KeyPlace::QuestionOfAction)))),
    key("tests", Map(Of::New, &Keys(KeyPlace::Test))),
    key("vs", Name(Of::Test)),
    key("times", Map(Of::New, &Keys(KeyPlace::Time))),
    key("points", Map(Of::New, &Keys(KeyPlace::Points))),
    key("tracks", Map(Of::New, &Keys(KeyPlace::Track))),
    key("tags", Map(Of::New, &Keys(KeyPlace::Tag))),
    key("actions", Map(Of::New, &Keys(KeyPlace::Action))),
    key("interventions", Map(Of::New, &Keys(KeyPlace::Intervention))),
    key("turns", Keys(KeyPlace::Turns)),
    key("templates", Map(Of::New, &Keys(KeyPlace::Template))),
    key("kinds", Map(Of::New, &Keys(KeyPlace::CharacterKind))),
    REQUIRE,
];
/// Sentences with their conditions.
const REQUIRE: FormatKey = key("require", Map(Of::New, &Formula));
/// What only characters of one kind have, and what has to be true of them.
pub(super) const CHARACTER_KIND: [FormatKey; 2] = [key("has", List(&Name(Of::Had))), REQUIRE];
pub(super) const DICE: [FormatKey; 6] = [
    key("d", Takes::Number(1, SyntaxLimits::STANDARD.sides)),
    key("roll", Formula),
    key("compare", OneOf(COMPARE_WORDS)),
    key("d66", OneOf(D66_WORDS)),
    key("others", YesNo),
    key("names", Map(Of::New, &Like(READING, &["lowest", "middle", "highest", "nth 2", "sum"]))),
];
/// Kinds of question.
pub(super) const KINDS: [FormatKey; 13] = [
    key("number", Takes::Range(&["0..10", "1..", "any"])),
    key("yes no", Either(&[YesNo, Formula, Takes::Nothing])),
    key("one of", Count(1, MANY, &WORDS)),
    key("row", Name(Of::Table)),
    key("cell", Count(1, 2, &List(&Name(Of::Table)))),
    key("column", Name(Of::Table)),
    key("trait", Count(1, MANY, &List(&Name(Of::TraitOrGroup)))),
    key("points", Count(1, MANY, &List(&Name(Of::PointsOrGroup)))),
    key("tag", Name(Of::Tag)),
    key("character", Name(Of::Kind)),
    key("test", Either(&[OneOf(ANY_WORDS), Count(1, MANY, &List(&Name(Of::Test)))])),
    key("dice", Either(&[OneOf(ANY_WORDS), Formula])),
    key("text", OneOf(ANY_WORDS)),
];
/// The keys of a question besides its kind.
pub(super) const QUESTION: [FormatKey; 10] = [
    key("default", FormulaOrPending),
    key("exactly", Formula),
    key("up to", Formula),
    key("one of each", NEAR),
    key("optional", YesNo),
    key("asked", OneOf(ASKED_WORDS)),
    key("doc", Text),
    key("by", NEAR),
    key("of", NEAR),
    key("when", Formula),
];
/// What is taken away: paths, or names under what their paths begin with.
const REMOVED: Takes = Either(&[List(&Name(Of::Path)), Map(Of::New, &Either(&[TEXTS, Map(Of::New, &TEXTS)]))]);
/// What an option changes of the rules while it has a value.
pub(in crate::ruleset) const PATCH: [FormatKey; 3] =
    [key("change", Keys(KeyPlace::Another)), key("remove", REMOVED), key("add", Keys(KeyPlace::Another))];
/// The same for each of its words.
pub(in crate::ruleset) const RULES: FormatKey = key("rules", Map(Of::Near, &Keys(KeyPlace::Another)));
/// Questions that stand elsewhere, before those of a thing.
pub(in crate::ruleset) const ASKS: FormatKey = key("asks", NEARS);
/// What several things of a section are called together.
const GROUP: FormatKey = key("group", WORD);
/// The keys of a trait besides those of its question.
pub(super) const GIVEN: [FormatKey; 2] = [key("free names", YesNo), GROUP];
pub(super) const DERIVED: [FormatKey; 3] = [key("is", Formula), key("doc", Text), GROUP];
/// In place of the formula: what of the turns of characters a trait says.
pub(super) const OF_THE_TURN: FormatKey = key("turn", OneOf(TURN_WORDS));
/// A formula that yields one of some words.
pub(super) const WORDED: [FormatKey; 2] = [due("is", Formula), due("one of", Count(1, MANY, &WORDS))];
pub(super) const POINTS: [FormatKey; 11] = [
    key("doc", Text),
    INTERNAL,
    key("start", FormulaOrPending),
    key("min", Formula),
    key("max", Formula),
    key("renew", Map(Of::Time, &Formula)),
    key("endless", Formula),
    key("of", OneOf(TABLE_WORDS)),
    GROUP,
    STATES,
    BETWEEN,
];
/// The states of a track or of points.
const STATES: FormatKey = key("states", Map(Of::New, &Keys(KeyPlace::State)));
/// Whether those between the old and the new one are entered and left as well.
const BETWEEN: FormatKey = key("in between", YesNo);
pub(super) const TRACK: [FormatKey; 8] = [
    key("doc", Text),
    due("boxes", Either(&[Formula, Map(Of::Mark, &Formula)])),
    key("worth", Map(Of::Mark, &Takes::Number(1, i64::MAX))),
    key("row", Formula),
    due("marks", Count(1, MANY, &Map(Of::New, &Text))),
    due("overflow", OneOf(OVERFLOW_WORDS)),
    STATES,
    BETWEEN,
];
pub(super) const STATE: [FormatKey; 5] = [
    key("when", Formula),
    key("gives", FORMULAS),
    key("enter", ACTION_NAME),
    key("leave", ACTION_NAME),
    key("every", EVERY),
];
/// The values of a card; nothing where its name or defaults say them all.
const CARD: Takes = Either(&[Map(Of::Near, &Text), Takes::Nothing]);
pub(super) const TAG: [FormatKey; 12] = [
    key("doc", Text),
    INTERNAL,
    key("free names", YesNo),
    key("several", YesNo),
    key("values", Map(Of::New, &Keys(KeyPlace::QuestionOfTag))),
    key("counted", NEAR),
    key("gives", FORMULAS),
    key("lasts", DURATION),
    key("every", EVERY),
    key("ends", ACTION_NAME),
    key("cards", Count(1, MANY, &Map(Of::New, &CARD))),
    key("reshuffle", YesNo),
];
pub(super) const TIME: [FormatKey; 2] =
    [key("ends", List(&Name(Of::Time))), key("passes", List(&Like(COUNT_OF_TIME, &["24 hour"])))];
/// How characters act in turn.
pub(super) const TURNS: [FormatKey; 7] = [
    key("open", ACTION_NAME),
    key("order", ACTION_NAME),
    key("end", ACTION_NAME),
    key("acts", Formula),
    key("round", Name(Of::Time)),
    key("starts", Name(Of::Time)),
    key("ends", Name(Of::Time)),
];
/// A character to be made when one is needed: numbers may be dice.
pub(super) const TEMPLATE: [FormatKey; 5] = [
    key("doc", Text),
    key("traits", Map(Of::TraitOrGroup, &Either(&[Formula, FORMULAS]))),
    key("tags", Takes::TagsOfSheet),
    key("marks", MARKS),
    key("points", POINTS_OF_SHEET),
];
/// Rows of a random table, one after the other.
const LISTED: Takes = Count(1, MANY, &Takes::Strictly(&Takes::Cells));
/// How deep rows of a table may lead to it again.
pub(super) const AGAIN: (i64, i64) = (1, 20);
pub(super) const TABLE: [FormatKey; 16] = [
    key("doc", Text),
    key("dice", Formula),
    key("again", Takes::Number(AGAIN.0, AGAIN.1)),
    key("columns apart", YesNo),
    key("ordered", YesNo),
    key("uses", OneOf(USES_WORDS)),
    key("given", WORDS),
    key("columns", Count(1, MANY, &Either(&[WORDS, Map(Of::New, &KIND_OF_CELL)]))),
    key("cells", KIND_OF_CELL),
    key("find", Like(FIND, &["low..high", "low.."])),
    key("outside", OneOf(OUTSIDE_WORDS)),
    key("gaps", YesNo),
    key("also", Map(Of::New, &NEAR)),
    key("rows", Either(&[Count(1, MANY, &Map(Of::New, &Takes::Cells)), LISTED])),
    key("from", Count(1, MANY, &Takes::Numbered(WHOLE, &Takes::Cells))),
    key("ranges", Count(1, MANY, &Takes::Numbered(RANGE, &Takes::Cells))),
];
/// What the rows of a table stand under: one of these.
pub(super) const ROWS: [&str; 3] = ["rows", "from", "ranges"];
pub(super) const CELL_KIND: [FormatKey; 2] = [key("row", Name(Of::Table)), key("column", Name(Of::Table))];
/// In place of a value that the book does not give.
pub(super) const PENDING: &str = "pending";
/// What a cell of effects can say besides what is gained.
pub(super) const EFFECTS: [FormatKey; 5] =
    [key("say", Text), key("lose", LOST), key("do", ACTION_NAME), key("as", PLAYED), key("with", FORMULAS)];
/// What it can say instead of all that.
pub(super) const RECIPE: [FormatKey; 1] = [key("steps", STEPS)];
pub(super) const TEST: [FormatKey; 13] = [
    key("doc", Text),
    ASKS,
    key("ask", Map(Of::New, &Keys(KeyPlace::QuestionOfTest))),
    key("against", NEAR),
    key("roll", Either(&[Formula, FORMULAS])),
    key("values", VALUES),
    due("total", Formula),
    key("margin", Formula),
    key("shown against", Formula),
    key("show", NEARS),
    key("outcomes", Map(Of::New, &Keys(KeyPlace::Outcome))),
    key("opposed", Keys(KeyPlace::Opposed)),
    key("like", Name(Of::Test)),
];
pub(super) const OUTCOME: [FormatKey; 3] = [key("when", Formula), key("is", IS), key("values", VALUES)];
pub(super) const OPPOSED: [FormatKey; 3] = [
    key("compare", List(&Formula)),
    key("tie", Either(&[OneOf(TIE_WORDS), Closed(TIE_WORDS, &Keys(KeyPlace::Tie))])),
    key("outcomes", Keys(KeyPlace::OpposedOutcomes)),
];
pub(super) const OPPOSED_OUTCOMES: [FormatKey; 3] = [key("win", WORD), key("lose", WORD), key("tie", WORD)];
pub(super) const TIE: [FormatKey; 1] = [key("when", Formula)];
/// Bookkeeping: on sheets and lists only where all is asked for.
const INTERNAL: FormatKey = key("internal", YesNo);
pub(super) const ACTION: [FormatKey; 11] = [
    key("doc", Text),
    INTERNAL,
    GROUP,
    key("by", WORD),
    key("tells", TEXTS),
    key("roles", ROLES),
    ASKS,
    key("ask", ASK),
    key("need", FORMULAS),
    key("steps", STEPS),
    key("every", Map(Of::Time, &Formula)),
];
pub(super) const INTERVENTION: [FormatKey; 13] = [
    key("doc", Text),
    GROUP,
    key("after", List(&Name(Of::Hook))),
    key("before", List(&Name(Of::Hook))),
    key("settled", Map(Of::New, &List(&Name(Of::Test)))),
    key("roller", WORD),
    key("roles", ROLES),
    ASKS,
    key("ask", ASK),
    key("when", Formula),
    key("must", Formula),
    key("need", FORMULAS),
    key("steps", STEPS),
];
/// Where an intervention takes hold: one of these has to be there.
pub(super) const HOOKS: [&str; 3] = ["after", "before", "settled"];
pub(in crate::ruleset) const BRANCHES: FormatKey = key("on", Map(Of::Outcome, &STEPS));
pub(in crate::ruleset) const SEEN: FormatKey = key("seen", STEPS);
pub(in crate::ruleset) const WITH: FormatKey = key("with", ANSWERS);
pub(in crate::ruleset) const OF_WHOM: FormatKey = key("of", NEAR);
pub(in crate::ruleset) const TO_WHOM: FormatKey = key("to", NEAR);
/// Allowed in every step.
pub(super) const WHEN: FormatKey = key("when", Formula);
/// In place of how much is gained: what a tag is called.
pub(super) const GAINED: [FormatKey; 1] = [due("name", Text)];
const MARKS: Takes = Map(Of::Track, &Map(Of::Mark, &Takes::Number(0, i64::MAX)));
const POINTS_OF_SHEET: Takes = Map(Of::Points, &NUMBER);
pub(super) const CHARACTER: [FormatKey; 8] = [
    due("tirada character", Version),
    key("name", Text),
    key("table", YesNo),
    key("ruleset", Name(Of::Ruleset)),
    key("traits", Takes::TraitsOfSheet),
    key("tags", Takes::TagsOfSheet),
    key("marks", MARKS),
    key("points", POINTS_OF_SHEET),
];
pub(super) const CHARACTER_OF_A_CASE: [FormatKey; 5] = [
    key("like", NEAR),
    key("traits", Takes::TraitsOfSheet),
    key("tags", Takes::TagsOfSheet),
    key("marks", MARKS),
    key("points", POINTS_OF_SHEET),
];
/// What of a sheet is changed by hand.
pub(super) const CHANGE_OF_A_SHEET: [FormatKey; 4] = [
    key("traits", Takes::TraitsOfSheet),
    key("tags", Takes::TagsOfSheet),
    key("marks", MARKS),
    key("points", POINTS_OF_SHEET),
];
/// Beside the values of a tag on a sheet.
pub(super) const TAG_OF_A_CHARACTER: [FormatKey; 3] =
    [key("for", DURATION), key("until", Formula), key("turn of", Text)];
const CHARACTERS: Takes = Map(Of::New, &Keys(KeyPlace::CharacterOfCase));
pub(super) const CASES: [FormatKey; 4] = [
    due("tirada cases", Version),
    due("ruleset", Name(Of::Ruleset)),
    key("characters", CHARACTERS),
    key("cases", Map(Of::New, &Keys(KeyPlace::Case))),
];
const SOURCE: FormatKey = key("source", Text);
const SET: FormatKey = key("set", Map(Of::Answer, &TEXTS));
/// It may be wrong, where just that is expected.
const ROLL: FormatKey = key("roll", Text);
const EACH: FormatKey = key("each", Map(Of::New, &TEXTS));
const OWN_CHARACTERS: FormatKey = key("characters", CHARACTERS);
const STEPS_OF_CASE: FormatKey = key("steps", Takes::Strictly(&Keys(KeyPlace::CaseStep)));
pub(super) const CASE: [FormatKey; 9] = [
    SOURCE,
    key("with", Map(Of::New, &TEXTS)),
    SET,
    key("dice", FACES),
    ROLL,
    key("expect", Takes::Expected),
    EACH,
    OWN_CHARACTERS,
    STEPS_OF_CASE,
];
/// Of a case with steps; those that it cannot have are known to be in the way.
pub(super) const PLAYED_CASE: [FormatKey; 6] = [SOURCE, OWN_CHARACTERS, SET, STEPS_OF_CASE, ROLL, EACH];
/// What a case plays: one of these.
pub(super) const PLAYED_AS: [&str; 3] = ["roll", "each", "steps"];
/// What a step of a case can do.
pub(super) const STEP_KINDS: [FormatKey; 4] =
    [key("do", ACTION_NAME), key("pass", Name(Of::Time)), key("turns", OneOf(TURNING_WORDS)), ROLL];
/// The keys of a step in a case.
pub(super) const CASE_STEP: [FormatKey; 6] = [
    key("as", Either(&[NEARS, Map(Of::Near, &NEARS)])),
    SET,
    key("choose", Map(Of::Answer, &TEXTS)),
    key("dice", FACES),
    key(
        "interventions",
        List(&Either(&[
            Name(Of::Intervention),
            Count(1, 1, &Map(Of::Intervention, &Keys(KeyPlace::CaseIntervention))),
        ])),
    ),
    key("expect", Takes::Expected),
];
/// What can be expected of every roll and of every step, by names of the format.
pub(super) const EXPECTED: [&str; 10] =
    ["total", "value", "outcome", "success", "margin", "against", "faces", "comment", "said", "error"];
/// Beside the answers to an intervention in a case.
pub(super) const CASE_INTERVENTION: FormatKey = key("at", NEAR);
/// What one ruleset, or one thing in it, says of another.
const OF_ANOTHER: [FormatKey; 6] = [
    key("extends", Name(Of::Ruleset)),
    key("like", Name(Of::Sibling)),
    key("change", Keys(KeyPlace::Another)),
    key("remove", REMOVED),
    key("after", NEARS),
    key("before", NEARS),
];
/// A file beside a ruleset that says what of its book it covers; it is not played.
pub(crate) const COVERAGE: &str = "tirada coverage";

/// What `pack.yml` says of a pack.
pub(super) const PACK: [FormatKey; 9] = [
    due(PACK_VERSION, Version),
    due("id", Either(&[Like(PACK_ID, &["my-pack"]), Takes::Number(0, i64::MAX)])),
    due("version", Like(PACK_SEMVER, &["1.0.0"])),
    key("name", WORD),
    due("authors", WORDS),
    due("licence", WORD),
    due("language", WORD),
    key("doc", Text),
    key("needs", Map(Of::New, &WORD)),
];
/// The key by which a ruleset is known.
pub(crate) const RULESET_VERSION: &str = "tirada";

/// The key by which `pack.yml` is known; it is not played.
pub(crate) const PACK_VERSION: &str = "tirada pack";

/// The key by which a translation is known.
pub(crate) const TRANSLATION_VERSION: &str = "tirada translation";
/// What something is called in another language; nothing: not said yet.
const LABEL: Takes = Either(&[Text, Takes::Nothing]);
/// The same of a thing, or all that is said of it.
pub(super) const TRANSLATED_THING: Takes = Either(&[Text, Takes::Nothing, Keys(KeyPlace::Translated)]);
/// A translation of a ruleset.
pub(super) const TRANSLATION: [FormatKey; 20] = [
    due(TRANSLATION_VERSION, Version),
    due("ruleset", Name(Of::Ruleset)),
    due("language", WORD),
    key("name", LABEL),
    key("doc", LABEL),
    key("dice", Map(Of::Near, &TRANSLATED_THING)),
    key("options", Map(Of::Near, &TRANSLATED_THING)),
    key("traits", Map(Of::Trait, &TRANSLATED_THING)),
    key("points", Map(Of::Points, &TRANSLATED_THING)),
    key("tracks", Map(Of::Track, &TRANSLATED_THING)),
    key("tags", Map(Of::Tag, &TRANSLATED_THING)),
    key("times", Map(Of::Time, &TRANSLATED_THING)),
    key("tables", Map(Of::Table, &TRANSLATED_THING)),
    key("formulas", Map(Of::Near, &TRANSLATED_THING)),
    key("tests", Map(Of::Test, &TRANSLATED_THING)),
    key("actions", Map(Of::Action, &TRANSLATED_THING)),
    key("interventions", Map(Of::Intervention, &TRANSLATED_THING)),
    key("templates", Map(Of::Near, &TRANSLATED_THING)),
    key("words", Map(Of::Near, &LABEL)),
    key("texts", Map(Of::Near, &LABEL)),
];
/// What a translation says of one thing.
pub(super) const TRANSLATED: [FormatKey; 8] = [
    key("name", LABEL),
    key("doc", LABEL),
    key("columns", Map(Of::Near, &LABEL)),
    key("rows", Map(Of::Near, &LABEL)),
    key("marks", Map(Of::Near, &LABEL)),
    key("states", Map(Of::Near, &LABEL)),
    key("outcomes", Map(Of::Near, &LABEL)),
    key("words", Map(Of::Near, &LABEL)),
];

/// The places where keys can stand: what each is called where keys are listed and described, and its keys.
macro_rules! places {
    ($($(#[$doc:meta])* $place:ident = $name:literal: $keys:expr;)*) => {
        /// A place where keys can stand.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum KeyPlace {
            $($(#[$doc])* $place,)*
        }

        impl KeyPlace {
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$place),*];

            /// What it is called where keys are listed and described.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$place => $name,)*
                }
            }
        }

        /// The keys that a place knows, with what each takes.
        #[must_use]
        pub fn keys_of(place: KeyPlace) -> Vec<FormatKey> {
            match place {
                $(KeyPlace::$place => $keys.to_vec(),)*
            }
        }
    };
}

places! {
    /// A file of rules.
    Ruleset = "ruleset": RULESET;
    /// What one ruleset, or one thing in it, says of another.
    Another = "another ruleset": OF_ANOTHER;
    Dice = "dice": DICE;
    /// A question on a sheet, or before anything is played.
    Question = "question": asked(KeyPlace::Question);
    /// A value of a tag.
    QuestionOfTag = "question": asked(KeyPlace::QuestionOfTag);
    QuestionOfTest = "question": asked(KeyPlace::QuestionOfTest);
    QuestionOfAction = "question": asked(KeyPlace::QuestionOfAction);
    /// What a group of players decides, and what of the rules that changes.
    Option = "question": [&asked(KeyPlace::Question)[..], &PATCH, &[RULES]].concat();
    Trait = "trait": [&GIVEN[..], &DERIVED, &[OF_THE_TURN]].concat();
    /// A formula that yields one of some words.
    Worded = "formula": WORDED;
    Points = "points": POINTS;
    Track = "track": TRACK;
    /// A state of a track.
    State = "state": STATE;
    /// A kind of tag.
    Tag = "tag": TAG;
    /// A unit of time.
    Time = "time": TIME;
    /// How characters act in turn.
    Turns = "turns": TURNS;
    CharacterKind = "kind of character": CHARACTER_KIND;
    /// A character to be made.
    Template = "template": TEMPLATE;
    Table = "table": TABLE;
    Cell = "cell": [&CELL_KIND[..], &[key(PENDING, Text)], &EFFECTS, &RECIPE].concat();
    CellKind = "cell": CELL_KIND;
    Test = "test": TEST;
    Outcome = "outcome": OUTCOME;
    /// How two sides compare.
    Opposed = "opposed": OPPOSED;
    /// What comes out of that.
    OpposedOutcomes = "opposed-outcomes": OPPOSED_OUTCOMES;
    /// A kind of tie.
    Tie = "tie": TIE;
    Action = "action": ACTION;
    Intervention = "intervention": INTERVENTION;
    Step = "step": keys_of_steps();
    /// How a tag is called.
    Gain = "gain": GAINED;
    Character = "character": CHARACTER;
    CharacterOfCase = "character of a case": CHARACTER_OF_A_CASE;
    TagOfCharacter = "tag of a character": TAG_OF_A_CHARACTER;
    /// A file of cases.
    Cases = "cases": CASES;
    Case = "case": [&CASE[..], &PLAYED_CASE].concat();
    CaseStep = "case-step": [&STEP_KINDS[..], &CASE_STEP].concat();
    CaseIntervention = "case-intervention": [CASE_INTERVENTION];
    /// What of a book is covered.
    Coverage = "coverage": [key(COVERAGE, Version)];
    Pack = "pack": PACK;
    Translation = "translation": TRANSLATION;
    /// What a translation says of one thing.
    Translated = "translated": TRANSLATED;
}

/// The keys of a question in a place.
fn asked(place: KeyPlace) -> Vec<FormatKey> {
    let asked = super::question::QuestionContext::of(place);
    KINDS.into_iter().chain(QUESTION).filter(|key| asked.allows(key.name)).collect()
}

fn keys_of_steps() -> Vec<FormatKey> {
    let verbs = steps::verbs().flat_map(|(verb, beside)| std::iter::once(verb).chain(beside));
    std::iter::once(&WHEN).chain(verbs).copied().collect()
}

/// Keys of a place of which one has to be there, and only one; only in the place of an
/// intervention there may be more.
#[must_use]
pub fn one_of(place: KeyPlace) -> Vec<&'static str> {
    let names = |keys: Vec<FormatKey>| keys.into_iter().map(|key| key.name).collect();
    match place {
        KeyPlace::Question
        | KeyPlace::QuestionOfTag
        | KeyPlace::QuestionOfTest
        | KeyPlace::QuestionOfAction
        | KeyPlace::Option => {
            let asked = super::question::QuestionContext::of(place);
            names(KINDS.into_iter().filter(|kind| asked.allows(kind.name)).collect())
        }
        KeyPlace::Table => ROWS.to_vec(),
        KeyPlace::Intervention => HOOKS.to_vec(),
        KeyPlace::Case => PLAYED_AS.to_vec(),
        KeyPlace::CaseStep => names(STEP_KINDS.to_vec()),
        KeyPlace::CellKind => names(CELL_KIND.to_vec()),
        _ => Vec::new(),
    }
}

/// What can be done in a step, each with what may stand beside it.
#[must_use]
pub fn verbs() -> Vec<(FormatKey, Vec<FormatKey>)> {
    steps::verbs().map(|(verb, beside)| (*verb, [beside, &[WHEN]].concat())).collect()
}

/// The names of all keys that contain entries or keys, each once.
pub(crate) fn keys_that_hold() -> Vec<&'static str> {
    let mut all: Vec<&'static str> = Vec::new();
    for key in KeyPlace::ALL.into_iter().flat_map(keys_of) {
        if matches!(key.takes, Keys(_) | Map(..) | Either(_)) && !all.contains(&key.name) {
            all.push(key.name);
        }
    }
    all
}

/// Every key, by the place where it can stand. Places of one name are one place.
#[must_use]
pub fn keys() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut all: Vec<(&'static str, Vec<&'static str>)> = Vec::new();
    for place in KeyPlace::ALL {
        let names = keys_of(place).into_iter().map(|key| key.name);
        match all.iter_mut().find(|(name, _)| *name == place.name()) {
            Some((_, known)) => known.extend(names),
            None => all.push((place.name(), names.collect())),
        }
    }
    all
}
