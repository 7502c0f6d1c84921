//! Checks the expectations and answers of a case without playing it: unknown names, and impossible values.

use std::collections::BTreeSet;

use super::reachability::led_to;
use crate::check::program::{AnswerKind, CheckedGame, Ir, Kind, NO_SLOTS, Test};
use crate::check::{Prepared, Program, Sought, all_steps, answer_of, bad_answer, reachable, seen_behind};
use crate::diagnostic::{Arg, Code, Diagnostic, Family, Note};
use crate::dice::Interval;
use crate::id::Id;
use crate::ruleset::model::{OptionalDecl, Word};
use crate::ruleset::steps::Fact;
use crate::ruleset::{RawCase, RawStep, TextEntry};
use crate::syntax::{CompareOp, our_word, our_words};

/// What can be expected of every roll.
const OF_A_ROLL: [&str; 8] = ["total", "value", "outcome", "success", "margin", "against", "faces", "comment"];

/// The possible values of something that a case expects.
enum ValueRange {
    /// A number between these.
    Number(Interval),
    /// A number between these, or `none`.
    NumberOrNone(Interval),
    Words(Vec<String>),
    Anything,
}

impl ValueRange {
    fn of(game: &CheckedGame, kind: &Kind, range: Interval) -> Self {
        match kind {
            Kind::Number => Self::Number(range),
            Kind::Flag => {
                let words = [("yes", Some(false)), ("no", Some(true))];
                let possible =
                    words.into_iter().filter(|(_, never)| range.holds().is_none() || range.holds() != *never);
                Self::Words(possible.map(|(word, _)| word.to_owned()).collect())
            }
            Kind::Choice(words) if !words.is_empty() => {
                Self::Words(words.iter().cloned().chain(["none".to_owned()]).collect())
            }
            // Rows of ranges are called by what they hold.
            Kind::Row(table) if game.tables[*table].row_names().next().is_some() => {
                Self::Words(game.tables[*table].row_names().map(str::to_owned).chain(["none".to_owned()]).collect())
            }
            _ => Self::Anything,
        }
    }
}

/// Checks what an expression among several is expected to come to.
pub(super) fn check_each(game: &CheckedGame, entry: &TextEntry, prepared: &Prepared, errors: &mut Vec<Diagnostic>) {
    let range = reachable(game, &prepared.program, Sought::Total);
    let allowed = match &prepared.program {
        Program::Value { kind, .. } => ValueRange::of(game, kind, range),
        Program::Test(_) | Program::Opposed(..) => ValueRange::Number(range),
    };
    errors.extend(never(entry, &allowed, errors.len()));
}

/// Checks what is expected of a roll.
pub(super) fn check_roll(game: &CheckedGame, case: &RawCase, prepared: &Prepared, errors: &mut Vec<Diagnostic>) {
    for (word, entries) in &case.expect {
        match allowed(game, &prepared.program, &word.text) {
            Ok(allowed) => {
                let found = |entry| never(entry, &allowed, errors.len()).map(|error| as_class(error, entry, ""));
                let found: Vec<_> = entries.iter().filter_map(found).collect();
                errors.extend(found);
            }
            Err(known) => errors.push(nothing(word, &known, errors.len())),
        }
        // No more faces are seen than dice fell.
        let surplus = entries.get(case.dice.len()).filter(|_| word.text == "faces" && case.dice_at.is_some());
        errors.extend(surplus.map(|entry| {
            let error =
                Diagnostic::error(Code::NeverSo, entry.span).arg("name", "faces").arg("text", entry.text.trim());
            error.help_with("help-fewer-dice", "count", case.dice.len())
        }));
    }
}

/// The side of a contest of which something is expected, and what: `left.total`.
pub(super) fn of_side(name: &str) -> Option<(usize, &str)> {
    let (side, rest) = name.split_once('.')?;
    Some((["left", "right"].iter().position(|one| *one == side)?, rest))
}

/// What may be expected of a roll under a name; else the names that there are.
fn allowed(game: &CheckedGame, program: &Program, name: &str) -> Result<ValueRange, Vec<String>> {
    if let (Program::Opposed(left, right), Some((number, rest))) = (program, of_side(name)) {
        let (side, word) = if number == 0 { (left, "left") } else { (right, "right") };
        let prefixed = |known: Vec<String>| known.into_iter().map(|one| format!("{word}.{one}")).collect();
        return allowed(game, &Program::Test(side.clone()), rest).map_err(prefixed);
    }
    let tests: Vec<_> = program.sides().iter().map(|side| &game.tests[side.test]).collect();
    let values = || tests.iter().flat_map(|test| test.values.iter().chain(late(test)));
    // Of throws with names of their own no die is read by its name.
    let named = |test: &&Test| test.values.iter().any(|value| value.kind == Kind::Dice);
    let unnamed = tests.is_empty() || !tests.iter().all(named);
    let dice = game.die_names.iter().map(|die| &*die.name).filter(|_| unnamed);
    let mut known: Vec<&str> = OF_A_ROLL.to_vec();
    known.extend(values().map(|value| &*value.name).chain(dice));
    let classes: Vec<&str> = match (program, tests.as_slice()) {
        (Program::Test(_), [test]) => classes(game, test),
        _ => Vec::new(),
    };
    known.extend(classes.iter().copied().chain(["error"]));
    if !known.contains(&name) {
        return Err(known.into_iter().map(str::to_owned).collect());
    }
    let range = |sought: Sought<'_>| reachable(game, program, sought);
    Ok(match name {
        "total" | "value" => match program {
            Program::Value { kind, .. } => ValueRange::of(game, kind, range(Sought::Total)),
            _ => ValueRange::Number(range(Sought::Total)),
        },
        "margin" if !tests.is_empty() && !tests.iter().all(|test| test.has_margin() || program.sides().len() > 1) => {
            ValueRange::Words(vec!["none".to_owned()])
        }
        "margin" => ValueRange::NumberOrNone(range(Sought::Margin)),
        // Without a difficulty there is nothing to be against.
        "against" if is_open(game, program) => ValueRange::Words(vec!["none".to_owned()]),
        "against" => ValueRange::NumberOrNone(range(Sought::Against)),
        "faces" => ValueRange::Number(Interval::ANY),
        "success" => ValueRange::Words(["yes", "no", "none"].map(str::to_owned).to_vec()),
        "outcome" => match (program, tests.as_slice()) {
            (Program::Test(_), [test]) => outcomes(test.outcomes.iter().map(|one| &*one.name)),
            (Program::Opposed(..), [test, _]) => contest(test),
            _ => ValueRange::Words(vec!["none".to_owned()]),
        },
        "comment" | "error" => ValueRange::Anything,
        class if classes.contains(&class) => ValueRange::Words(["yes", "no"].map(str::to_owned).to_vec()),
        _ => match values().find(|value| *value.name == *name) {
            Some(value) => ValueRange::of(game, &value.kind, range(Sought::Named(name))),
            None => ValueRange::Number(range(Sought::Named(name))),
        },
    })
}

/// Whether a test is compared with nothing, because it is given no difficulty.
fn is_open(game: &CheckedGame, program: &Program) -> bool {
    let Program::Test(side) = program else { return false };
    let test = &game.tests[side.test];
    let usual = |index: usize| test.inputs.get(index).is_some_and(|(_, one)| one.default.is_some());
    let given = |index: usize| side.inputs.get(index).is_some_and(Option::is_some) || usual(index);
    matches!(test.shown_against, OptionalDecl::Usual) && test.target().is_some_and(|index| !given(index))
}

/// The classes that outcomes of a test are of.
fn classes<'g>(game: &'g CheckedGame, test: &Test) -> Vec<&'g str> {
    let classes = game.classes.iter().enumerate();
    let classes = classes.filter(|(index, _)| test.outcomes.iter().any(|outcome| outcome.classes.contains(index)));
    classes.map(|(_, class)| &**class).collect()
}

/// Values that only some outcome has.
fn late(test: &crate::check::program::Test) -> impl Iterator<Item = &crate::check::program::TestValue> {
    test.outcomes.iter().flat_map(|outcome| &outcome.values)
}

fn outcomes<'n>(names: impl Iterator<Item = &'n str>) -> ValueRange {
    ValueRange::Words(names.chain(["none"]).map(str::to_owned).collect())
}

/// The words for winning and losing, if the test has any.
fn contest(test: &crate::check::program::Test) -> ValueRange {
    let names = test.opposed.iter().flat_map(|one| [&one.win, &one.lose, &one.tied]).flatten();
    outcomes(names.map(|name| &**name))
}

/// Checks an expected value of a formula that sees what an action did, if there was one, and these characters.
pub(super) fn check_value(
    game: &CheckedGame,
    entry: &TextEntry,
    (ir, kind): &(Ir, Kind),
    (action, people): (Option<usize>, &[String]),
    errors: &mut Vec<Diagnostic>,
) {
    if *kind == Kind::Person {
        let names = people.iter().filter(|name| !name.is_empty()).map(String::as_str);
        errors.extend(never(entry, &outcomes(names.chain(["nobody"])), errors.len()));
        return;
    }
    let slots = action.map_or(&NO_SLOTS, |index| &game.action(index).slots);
    let range = seen_behind(game, slots, ir);
    errors.extend(never(entry, &ValueRange::of(game, kind, range), errors.len()));
}

/// Outcomes of everything that can be rolled in an action, in those that it does, and in whatever comes by
/// itself or in the middle; without one, of all tests.
fn outcomes_of(game: &CheckedGame, action: Option<usize>) -> ValueRange {
    let (mut alone, mut opposed) = (BTreeSet::new(), BTreeSet::new());
    match action {
        Some(action) => {
            let led = led_to(game, Some(&[action]));
            for step in led.iter().flat_map(|(action, _)| all_steps(&action.steps)) {
                let Some((test, rolls)) = step.verb.rolled() else { continue };
                if rolls.iter().any(|(side, _)| side.is_some()) { &mut opposed } else { &mut alone }.insert(*test);
            }
        }
        None => {
            alone.extend(game.tests.ids());
            opposed.extend(game.tests.ids());
        }
    }
    let of = |list: BTreeSet<Id<Test>>| list.into_iter().map(|test| &game.tests[test]);
    let own = of(alone).flat_map(|test| &test.outcomes).map(|outcome| &*outcome.name);
    let opposed = of(opposed).filter_map(|test| test.opposed.as_ref());
    let words = opposed.flat_map(|one| [&one.win, &one.lose, &one.tied]).flatten().map(|name| &**name);
    outcomes(own.chain(words))
}

/// Checks what a step expects that is no formula; `action` is what is done in it.
pub(super) fn check_facts(game: &CheckedGame, step: &RawStep, action: Option<usize>, errors: &mut Vec<Diagnostic>) {
    for entry in &step.expect {
        let allowed = match entry.name.text.as_str() {
            "margin" => ValueRange::NumberOrNone(Interval::ANY),
            "outcome" => outcomes_of(game, action),
            "error" => {
                check_code(entry, errors);
                continue;
            }
            _ => continue,
        };
        let before = format!("{}.", only_roll(game, action).unwrap_or("…"));
        errors.extend(never(entry, &allowed, errors.len()).map(|error| as_class(error, entry, &before)));
    }
}

/// The label of the only roll of an action itself.
fn only_roll(game: &CheckedGame, action: Option<usize>) -> Option<&str> {
    let action = game.action(action?);
    let mut rolls = all_steps(&action.steps)
        .into_iter()
        .filter(|step| step.verb.does(|fact| matches!(fact, Fact::Rolls(_, None, _))));
    let label = Some(action.slot(rolls.next()?.slot)).filter(|_| rolls.next().is_none());
    label.map(|label| &*label.name)
}

/// What is read of a roll without its label, with that.
pub(super) fn with_label(
    game: &CheckedGame,
    action: Option<usize>,
    entry: &TextEntry,
    mut error: Diagnostic,
) -> Diagnostic {
    let of_a_roll = OF_A_ROLL.contains(&entry.name.text.as_str()) && error.code == Code::UnknownName;
    let Some(label) = only_roll(game, action).filter(|_| of_a_roll) else { return error };
    let right = format!("{label}.{}", entry.name.text);
    error.helps.clear();
    error.help_with("help-did-you-mean", "name", &*right).may_fix(entry.name.span, right)
}

/// `outcome: success`, where no outcome is called so: whether it is one is expected by itself.
fn as_class(error: Diagnostic, entry: &TextEntry, before: &str) -> Diagnostic {
    let text = entry.text.trim();
    let meant = our_words("values", text).iter().chain([&text]).find_map(|ours| match *ours {
        "success" => Some("yes"),
        "failure" => Some("no"),
        _ => None,
    });
    let Some(flag) = meant.filter(|_| entry.name.text == "outcome") else { return error };
    let right = format!("{before}success: {flag}");
    let error = Diagnostic { helps: Vec::new(), fixes: Vec::new(), ..error };
    error.help_with("help-write", "example", &*right).may_fix(entry.name.span.to(entry.span), right)
}

/// Checks that an error that is expected is one that there is.
pub(super) fn check_code(entry: &TextEntry, errors: &mut Vec<Diagnostic>) {
    let code = entry.text.trim();
    if code == "none" || code.parse::<Code>().is_ok() {
        return;
    }
    let error = Diagnostic::error(Code::NoSuchCode, entry.span).arg("text", code);
    errors.push(match crate::diagnostic::nearest_of(code, Code::ALL.iter().map(|code| code.as_str())) {
        Some(near) => error.instead(entry.span, near, near.name),
        None => error.help("help-error-codes"),
    });
}

/// Whether the error that is expected is among those that were found.
pub(super) fn is_among(entry: &TextEntry, found: &[Diagnostic]) -> bool {
    entry.text.trim().parse().is_ok_and(|code: Code| found.iter().any(|error| error.code == code))
}

/// Checks answers that an action asks for itself.
pub(super) fn check_answers(game: &CheckedGame, action: usize, step: &RawStep, errors: &mut Vec<Diagnostic>) {
    let action = game.action(action);
    for entry in step.answers() {
        let asked =
            action.ask.iter().find(|ask| *action.slot(ask.slot).name == *entry.name.text && !ask.question.broken);
        let Some(ask) = asked else { continue };
        let kind = &ask.question.kind;
        let fixed = match kind {
            AnswerKind::Number(..) | AnswerKind::YesNo | AnswerKind::OneOf(_) | AnswerKind::Row(_) => true,
            // What a cell that is no plain number comes to is not known before.
            AnswerKind::Cell(table, _) => !game.tables[*table].names.contains_key(entry.text.trim()),
            _ => false,
        };
        if fixed && answer_of(game, kind, &entry.text).is_none() {
            let mut error = bad_answer(game, Code::TraitOutOfRange, &entry.name.text, &entry.text, Some(kind));
            if error.code == Code::BadSetting {
                error.code = Code::BadAnswer;
            }
            errors.push(placed(error, entry));
        }
    }
}

/// An error about a value, where that is, with what would mend it.
pub(super) fn placed(mut error: Diagnostic, entry: &TextEntry) -> Diagnostic {
    let about_name =
        error.code.family() == Some(Family::Unknown) || matches!(error.code, Code::NotATrait | Code::OptionWith);
    let at = if about_name { entry.name.span } else { entry.span };
    error.at = Some(at);
    match error.suggested().map(str::to_owned) {
        Some(near) => error.may_fix(at, near),
        None => error,
    }
}

fn nothing(word: &Word, known: &[String], found: usize) -> Diagnostic {
    let error = Diagnostic::error(Code::ExpectsNothing, word.span).arg("name", &*word.text);
    error.suggest(found, &word.text, word.span, known)
}

/// Adds the possible range of a value to an error.
fn between(mut error: Diagnostic, Interval { least, most }: Interval) -> Diagnostic {
    if least == most
        && let Some(value) = least
    {
        return error.help_with("help-comes-always", "value", value);
    }
    let bound = |bound: Option<i64>| bound.map_or_else(|| Arg::from("none"), Arg::from);
    let args = vec![("least", bound(least)), ("most", bound(most))];
    error.helps.push(Note { id: "help-comes-between", args });
    error
}

/// The error for a value that can never come out.
fn never(entry: &TextEntry, allowed: &ValueRange, found: usize) -> Option<Diagnostic> {
    let text = crate::source::nfc(entry.text.trim());
    // A formula that cannot be computed is expected so.
    if text.is_empty() || text.starts_with("error ") {
        return None;
    }
    let number = crate::source::whole(&text);
    let error =
        || Diagnostic::error(Code::NeverSo, entry.span).arg("name", &*entry.name.text).arg("text", text.as_str());
    match allowed {
        ValueRange::Number(range) => {
            let Some(number) = number else { return Some(error().help("help-expect-number")) };
            let out = range.compare(CompareOp::Equal, Interval::exactly(number)) == Some(false);
            out.then(|| between(error(), *range))
        }
        ValueRange::NumberOrNone(_) if text == "none" => None,
        ValueRange::NumberOrNone(range) => never(entry, &ValueRange::Number(*range), found),
        ValueRange::Words(words) if text == "sí" && words.iter().any(|word| word == "yes") => None,
        ValueRange::Words(words) if !words.contains(&text) && words.iter().any(|word| word == "yes") => {
            let error = error();
            Some(match our_word("flags", &text) {
                Some(flag) => error.help_with("help-did-you-mean", "name", flag).fix(entry.span, flag),
                None => error.suggest(found, &text, entry.span, words),
            })
        }
        ValueRange::Words(words) if !words.contains(&text) => Some(error().suggest(found, &text, entry.span, words)),
        _ => None,
    }
}
