//! What stands in each place of a file: names, formulas, texts.
#![allow(dead_code)]

/// A place of a file.
#[derive(Clone, Copy)]
pub enum Place<'a> {
    Ruleset,
    Dice,
    /// Names, each with something below it.
    Named(&'a Place<'a>),
    /// Words of the format, or what is under no name of the game.
    Keyed(&'a Place<'a>),
    Question,
    /// A question, and what of the rules its answer changes.
    Option,
    Table(Option<&'a str>),
    Row(&'a str),
    /// Dice that a table is rolled with: a formula, or digits.
    TableDice,
    /// Formulas by their names, with what is handed to them.
    Formulas,
    /// A formula, or one with the words that it yields.
    Worded,
    CellKind,
    Test,
    Outcome,
    Opposed,
    Tie,
    Time,
    Points,
    Track,
    State,
    Tag,
    Action,
    Intervention,
    Turns,
    /// A kind of characters.
    Kind,
    Step,
    Gain,
    Amount,
    Effects,
    Cases,
    Case,
    CaseStep,
    Character,
    /// Tags of one kind on a sheet.
    Tags,
    /// The values of one.
    TagValues,
    Interventions,
    Answers,
    Setting,
    Expected,
    Each,
    Path,
    Find,
    /// Two numbers, or formulas in parentheses.
    Ends,
    Name,
    Formula,
    Duration,
    /// How many play a role, and of which kind.
    Role,
    Text,
    Typed,
    AsItIs,
}

/// The place below a key, and whether the key itself is a name.
pub fn below<'p>(place: Place<'p>, key: &str, written: &'p str) -> (Place<'p>, bool) {
    use Place as P;
    let known = |place| (place, false);
    match (place, key) {
        (P::Named(P::Table(None)), _) => (P::Table(Some(written)), true),
        (P::Named(inner), _) => (*inner, true),
        (P::Formulas, _) => (P::Worded, true),
        (P::Keyed(inner), _) => known(*inner),
        (P::Each | P::Expected | P::Answers | P::TagValues | P::Gain | P::Row(_), _) => named(place, key),
        (P::Cases | P::Case | P::CaseStep | P::Character, _) => known(of_cases(place, key)),
        (P::Interventions, _) => (P::Answers, true),
        (P::Step | P::Amount | P::Effects, _) => done(place, key),
        (P::Path, _) => (P::Path, true),
        (P::Option, "change" | "add") => known(P::Ruleset),
        (P::Option, "rules") => known(P::Named(&P::Option)),
        (P::Option, "remove") => known(P::Path),
        (P::Option, _) => below(P::Question, key, written),
        (_, "doc" | "pending") => known(P::AsItIs),
        (_, "change") => known(place),
        (_, "remove" | "after" | "before") => known(P::Path),
        (_, "like") => known(P::Name),
        _ => known(of_rules(place, key)),
    }
}

/// Below what is a name, but for a few words.
fn named<'p>(place: Place<'p>, key: &str) -> (Place<'p>, bool) {
    use Place as P;
    match (place, key) {
        (P::Expected, "error" | "comment" | "faces") => (P::AsItIs, false),
        (P::Expected, "said" | "outcome") => (P::Setting, false),
        (P::Answers, "at") => (P::Path, false),
        (P::TagValues, "for") => (P::Duration, false),
        (P::TagValues, "until") => (P::Formula, false),
        (P::TagValues, "turn of") => (P::Name, false),
        (P::Gain, _) => (P::Amount, true),
        (P::Row(table), _) => (P::Row(table), true),
        _ => (P::Setting, true),
    }
}

fn of_cases<'p>(place: Place<'p>, key: &str) -> Place<'p> {
    use Place as P;
    match (place, key) {
        (P::Cases, "ruleset") | (P::Character, "like" | "ruleset" | "name") => P::Name,
        (P::Cases | P::Case, "characters") => P::Named(&P::Character),
        (P::Cases, "cases") => P::Keyed(&P::Case),
        (P::Case, "with") => P::Named(&P::Setting),
        (P::Case, "steps") => P::CaseStep,
        (P::Case | P::CaseStep, "set" | "choose" | "each") => P::Each,
        (P::Case | P::CaseStep, "roll") => P::Typed,
        (P::Case | P::CaseStep, "expect") => P::Expected,
        (P::CaseStep, "do" | "pass") => P::Name,
        (P::CaseStep, "as") => P::Named(&P::Name),
        (P::CaseStep, "interventions") => P::Interventions,
        (P::Character, "traits") => P::Named(&P::Named(&P::Setting)),
        (P::Character, "tags") => P::Named(&P::Tags),
        (P::Character, "marks") => P::Named(&P::Named(&P::AsItIs)),
        (P::Character, "points") => P::Named(&P::AsItIs),
        _ => P::AsItIs,
    }
}

/// Below the steps of an action, and what stands in their place in cells.
fn done<'p>(place: Place<'p>, key: &str) -> (Place<'p>, bool) {
    use Place as P;
    let known = |place| (place, false);
    match (place, key) {
        (P::Amount, "name") => known(P::Text),
        (P::Step | P::Effects, "do") => known(P::Name),
        (P::Step | P::Effects, "as") => known(P::Named(&P::Name)),
        (P::Step | P::Effects, "with" | "lose" | "give") => known(P::Named(&P::Formula)),
        (P::Step | P::Effects, "steps") => known(P::Named(&P::Step)),
        (P::Step | P::Effects, "say") => known(P::Text),
        (P::Effects, "pending") => known(P::AsItIs),
        (P::Effects, _) => (P::Amount, true),
        (
            _,
            "value" | "repeat" | "mark" | "heal" | "effects" | "by" | "to" | "of" | "turn of" | "from" | "until"
            | "when",
        ) => known(P::Formula),
        (_, "ask") => known(P::Question),
        (_, "roll" | "oppose" | "order" | "reroll" | "ties" | "draw" | "discard" | "shuffle") => known(P::Name),
        (_, "number") => known(P::Formula),
        (_, "first" | "seen") => known(P::Named(&P::Step)),
        (_, "each") => known(P::Named(&P::Name)),
        (_, "on") => known(P::Named(&P::Named(&P::Step))),
        (_, "sides") => known(P::Named(&P::Named(&P::Formula))),
        (_, "gain") => known(P::Gain),
        (_, "pay" | "change") => known(P::Named(&P::Formula)),
        (_, "set") => known(P::Named(&P::Formula)),
        (_, "for") => known(P::Duration),
        (_, "stop" | "fail") => known(P::Text),
        _ => known(P::AsItIs),
    }
}

fn of_rules<'p>(place: Place<'p>, key: &str) -> Place<'p> {
    use Place as P;
    match (place, key) {
        (P::Ruleset, "id" | "extends" | "vs") => P::Name,
        (P::Ruleset, "dice") => P::Dice,
        (P::Dice, "roll") => P::Formula,
        (P::Dice, "names") => P::Named(&P::AsItIs),
        (P::Ruleset, "options") => P::Named(&P::Option),
        (P::Ruleset, "traits") => P::Named(&P::Question),
        (P::Ruleset, "asks") => P::Named(&P::Named(&P::Question)),
        (P::Ruleset, "formulas") => P::Formulas,
        (P::Ruleset, "classes") | (P::Outcome, "is") => P::Name,
        (P::Ruleset, "tables") => P::Named(&P::Table(None)),
        (P::Ruleset, "tests") => P::Named(&P::Test),
        (P::Ruleset, "times") => P::Named(&P::Time),
        (P::Ruleset, "points") => P::Named(&P::Points),
        (P::Ruleset, "tracks") => P::Named(&P::Track),
        (P::Ruleset, "tags") => P::Named(&P::Tag),
        (P::Ruleset, "actions") => P::Named(&P::Action),
        (P::Ruleset, "interventions") => P::Named(&P::Intervention),
        (P::Ruleset, "turns") => P::Turns,
        (P::Ruleset, "kinds") => P::Named(&P::Kind),
        (P::Kind, "has") => P::Name,
        (P::Ruleset | P::Kind, "require") => P::Named(&P::Formula),
        (P::Ruleset, "templates") => P::Named(&P::Character),
        (P::Turns, "open" | "order" | "end" | "round" | "starts" | "ends") => P::Name,
        (P::Turns, "acts") => P::Formula,
        (P::Action, "by") => P::Name,
        (P::Action, "tells") => P::Text,
        (P::Question, "default" | "is" | "when" | "dice" | "exactly" | "up to") => P::Formula,
        (P::Question, "number") => P::Ends,
        (
            P::Question,
            "one of each" | "one of" | "row" | "cell" | "column" | "trait" | "points" | "tag" | "character" | "test"
            | "group" | "by" | "of",
        ) => P::Name,
        (P::Table(_), "dice") => P::TableDice,
        (P::Table(_), "columns") => P::Named(&P::CellKind),
        (P::Table(_), "cells") => P::CellKind,
        (P::CellKind, "row" | "column") => P::Name,
        (P::Table(_), "given") => P::Name,
        (P::Table(_), "also") => P::Named(&P::Name),
        (P::Table(_), "find") => P::Find,
        (P::Test | P::Action | P::Intervention, "asks") => P::Name,
        (P::Test | P::Action | P::Intervention, "ask") | (P::Tag, "values") => P::Named(&P::Question),
        (P::Test, "against" | "show") => P::Name,
        (P::Test, "roll") => P::Named(&P::Formula),
        (P::Test, "total" | "margin" | "shown against") => P::Formula,
        (P::Test | P::Outcome, "values") => P::Named(&P::Worded),
        (P::Worded, "is") => P::Formula,
        (P::Worded, "one of") => P::Name,
        (P::Test, "outcomes") => P::Named(&P::Outcome),
        (P::Test, "opposed") => P::Opposed,
        (P::Outcome, "when") => P::Formula,
        (P::Opposed, "compare") => P::Formula,
        (P::Opposed, "tie") => P::Tie,
        (P::Opposed, "outcomes") => P::Keyed(&P::Name),
        (P::Tie, _) => P::Outcome,
        (P::Time, "passes") => P::Duration,
        (P::Time | P::Tag, "ends") => P::Name,
        (P::Points, "start" | "min" | "max" | "endless") | (P::Track, "row") => P::Formula,
        (P::Track, "boxes") | (P::Points, "renew") | (P::State | P::Tag, "gives") | (P::Action, "every") => {
            P::Named(&P::Formula)
        }
        (P::Points | P::Action | P::Intervention, "group") => P::Name,
        (P::Track, "marks" | "worth") => P::Named(&P::AsItIs),
        (P::Track | P::Points, "states") => P::Named(&P::State),
        (P::State, "when") | (P::Intervention, "when" | "must") => P::Formula,
        (P::State | P::Tag, "every") => P::Named(&P::Name),
        (P::State, "enter" | "leave") | (P::Intervention, "roller") => P::Name,
        (P::Tag, "lasts") => P::Duration,
        (P::Tag, "counted") => P::Name,
        (P::Tag, "cards") => P::Named(&P::TagValues),
        (P::Intervention, "settled") => P::Named(&P::Name),
        (P::Action | P::Intervention, "roles") => P::Named(&P::Role),
        (P::Action | P::Intervention, "need") => P::Keyed(&P::Formula),
        (P::Action | P::Intervention, "steps") => P::Named(&P::Step),
        _ => P::AsItIs,
    }
}
