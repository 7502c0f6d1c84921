//! Every key of the format, by the place where it can stand. The reader knows no others.

pub(super) const RULESET: [&str; 18] = [
    "tirada",
    "id",
    "name",
    "language",
    "doc",
    "rounding",
    "dice",
    "options",
    "traits",
    "tables",
    "tests",
    "vs",
    "times",
    "points",
    "tracks",
    "tags",
    "actions",
    "interventions",
];
pub(super) const DICE: [&str; 3] = ["d", "roll", "names"];
/// Kinds of question.
pub(super) const KINDS: [&str; 12] =
    ["number", "yes no", "one of", "row", "cell", "column", "trait", "points", "tag", "character", "dice", "text"];
/// What stands beside the kind of a question.
pub(super) const QUESTION: [&str; 5] = ["default", "doc", "by", "of", "when"];
/// What stands beside the question of a trait.
pub(super) const GIVEN: [&str; 2] = ["free names", "group"];
pub(super) const DERIVED: [&str; 3] = ["is", "doc", "group"];
pub(super) const POINTS: [&str; 8] = ["doc", "start", "min", "max", "renew", "endless", "of", "group"];
pub(super) const TRACK: [&str; 6] = ["doc", "boxes", "row", "marks", "overflow", "states"];
pub(super) const STATE: [&str; 5] = ["when", "gives", "enter", "leave", "every"];
pub(super) const TAG: [&str; 8] = ["doc", "free names", "several", "values", "gives", "lasts", "every", "ends"];
pub(super) const TIME: [&str; 2] = ["ends", "passes"];
pub(super) const TABLE: [&str; 13] = [
    "doc", "ordered", "uses", "given", "columns", "cells", "find", "outside", "gaps", "also", "rows", "from", "ranges",
];
pub(super) const CELL_KIND: [&str; 2] = ["row", "column"];
/// In place of a value that the book does not give.
pub(super) const PENDING: &str = "pending";
/// What a cell of effects can say besides what is gained.
pub(super) const EFFECTS: [&str; 5] = ["say", "lose", "do", "as", "with"];
/// What it can say instead of all that.
pub(super) const RECIPE: [&str; 1] = ["steps"];
pub(super) const TEST: [&str; 10] =
    ["doc", "ask", "against", "roll", "values", "total", "show", "outcomes", "opposed", "like"];
pub(super) const OUTCOME: [&str; 3] = ["when", "is", "values"];
pub(super) const OPPOSED: [&str; 3] = ["compare", "tie", "outcomes"];
pub(super) const OPPOSED_OUTCOMES: [&str; 3] = ["win", "lose", "tie"];
pub(super) const TIE: [&str; 1] = ["when"];
pub(super) const ACTION: [&str; 6] = ["doc", "roles", "ask", "need", "steps", "every"];
pub(super) const INTERVENTION: [&str; 10] =
    ["doc", "after", "before", "roller", "roles", "ask", "when", "must", "need", "steps"];
/// What can be done, each with what may stand beside it; `when` may always.
pub(super) const VERBS: [(&str, &[&str]); 21] = [
    ("value", &[]),
    ("ask", &[]),
    ("roll", &["by", "with", "on", "seen"]),
    ("oppose", &["sides", "with", "on", "seen"]),
    ("do", &["as", "with"]),
    ("first", &[]),
    ("steps", &[]),
    ("each", &["steps"]),
    ("gain", &["to", "for", "until", "with"]),
    ("lose", &["of"]),
    ("pay", &["from", "to"]),
    ("mark", &["on", "of", "as"]),
    ("heal", &["on", "of", "from"]),
    ("set", &["of"]),
    ("effects", &["to"]),
    ("say", &[]),
    ("stop", &[]),
    ("fail", &[]),
    ("order", &["by", "ties"]),
    ("reroll", &["showing", "keep"]),
    ("change", &[]),
];
/// In place of how much is gained: what a tag is called.
pub(super) const GAINED: [&str; 1] = ["name"];
pub(super) const CHARACTER: [&str; 8] =
    ["tirada character", "name", "table", "ruleset", "traits", "tags", "marks", "points"];
pub(super) const CHARACTER_OF_A_CASE: [&str; 5] = ["like", "traits", "tags", "marks", "points"];
/// Beside the values of a tag on a sheet.
pub(super) const TAG_OF_A_CHARACTER: [&str; 2] = ["for", "until"];
pub(super) const CASES: [&str; 4] = ["tirada cases", "ruleset", "characters", "cases"];
pub(super) const CASE: [&str; 9] = ["source", "with", "set", "dice", "roll", "expect", "each", "characters", "steps"];
/// Of a case with steps; those that it cannot have are known to be in the way.
pub(super) const PLAYED_CASE: [&str; 6] = ["source", "characters", "set", "steps", "roll", "each"];
/// What a step of a case can do.
pub(super) const DEEDS: [&str; 3] = ["do", "pass", "roll"];
/// What stands beside it.
pub(super) const CASE_STEP: [&str; 6] = ["as", "set", "choose", "dice", "interventions", "expect"];
/// Beside the answers to an intervention in a case.
pub(super) const CASE_INTERVENTION: &str = "at";
/// What one ruleset, or one thing in it, says of another.
const OF_ANOTHER: [&str; 6] = ["extends", "like", "change", "remove", "after", "before"];
/// A file beside a ruleset that says what of its book it covers; nobody plays it.
pub(crate) const COVERAGE: &str = "tirada coverage";

/// What `pack.yml` says of a pack.
pub(crate) const PACK: [&str; 9] =
    [PACK_VERSION, "id", "version", "name", "authors", "licence", "language", "doc", "needs"];
/// The key by which `pack.yml` is known; nobody plays it.
pub(crate) const PACK_VERSION: &str = "tirada pack";

/// Every key, by the place where it can stand.
#[must_use]
pub fn keys() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut verbs = vec!["when"];
    for (verb, beside) in VERBS {
        verbs.push(verb);
        verbs.extend(beside);
    }
    let all: [(&str, Vec<&str>); 30] = [
        ("ruleset", RULESET.to_vec()),
        ("another ruleset", OF_ANOTHER.to_vec()),
        ("dice", DICE.to_vec()),
        ("question", [&KINDS[..], &QUESTION].concat()),
        ("trait", [&GIVEN[..], &DERIVED].concat()),
        ("points", POINTS.to_vec()),
        ("track", TRACK.to_vec()),
        ("state", STATE.to_vec()),
        ("tag", TAG.to_vec()),
        ("time", TIME.to_vec()),
        ("table", TABLE.to_vec()),
        ("cell", [&CELL_KIND[..], &[PENDING], &EFFECTS, &RECIPE].concat()),
        ("test", TEST.to_vec()),
        ("outcome", OUTCOME.to_vec()),
        ("opposed", OPPOSED.to_vec()),
        ("opposed-outcomes", OPPOSED_OUTCOMES.to_vec()),
        ("tie", TIE.to_vec()),
        ("action", ACTION.to_vec()),
        ("intervention", INTERVENTION.to_vec()),
        ("step", verbs),
        ("gain", GAINED.to_vec()),
        ("character", CHARACTER.to_vec()),
        ("character of a case", CHARACTER_OF_A_CASE.to_vec()),
        ("tag of a character", TAG_OF_A_CHARACTER.to_vec()),
        ("cases", CASES.to_vec()),
        ("case", [&CASE[..], &PLAYED_CASE].concat()),
        ("case-step", [&DEEDS[..], &CASE_STEP].concat()),
        ("case-intervention", vec![CASE_INTERVENTION]),
        ("coverage", vec![COVERAGE]),
        ("pack", PACK.to_vec()),
    ];
    all.into()
}
