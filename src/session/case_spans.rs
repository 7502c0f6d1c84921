//! The place of an error in the text of a case.

use super::action_request::is_nowhere;
use crate::diagnostic::{Arg, Code, Diagnostic, Note};
use crate::ruleset::{RawStep, RawStepKind, TextEntry};
use crate::source::{Sources, Span};

/// Errors about what a case says, wherever it is that the game asks for it.
const ABOUT_ANSWERS: [Code; 9] = [
    Code::AmbiguousAnswer,
    Code::AnswerNotAsked,
    Code::AnswerUnused,
    Code::BadAnswer,
    Code::InterventionNotNow,
    Code::InterventionWithoutEffect,
    Code::NoSuchFace,
    Code::NotFaces,
    Code::UnknownPerson,
];

/// Errors about the number of dice that a case says, and about their faces.
pub(super) const DICE_ERRORS: [Code; 3] = [Code::TooFewDice, Code::ImpossibleFace, Code::DiceLeftOver];

/// Gives errors that have no place of their own the one in the step that they are about.
pub(super) fn place_errors(errors: &mut [Diagnostic], step: &RawStep, sources: &Sources) {
    for error in errors {
        let sets = error.helps.iter_mut().filter(|help| help.id == "help-give-set");
        sets.for_each(in_a_case);
        error.helps.iter_mut().filter(|help| help.id == "help-at").for_each(|help| help.id = "help-at-case");
        if place_dice(error, (step.dice_at, step_span(step)), sources) {
            continue;
        }
        let (at, exact) = place(error, step);
        let answered = exact && ABOUT_ANSWERS.contains(&error.code);
        if !is_nowhere(error, sources) && !answered {
            continue;
        }
        error.at = Some(at);
        if let Some(near) = error.suggested().filter(|_| exact).map(str::to_owned) {
            *error = error.clone().may_fix(at, near);
        }
    }
}

/// Gives an error about the dice of a case their place, or that of the one face; whether it is such. Where the case
/// says none, it is that of what rolls.
pub(super) fn place_dice(error: &mut Diagnostic, (dice, rolls): (Option<Span>, Span), sources: &Sources) -> bool {
    if !DICE_ERRORS.contains(&error.code) {
        return false;
    }
    if dice.is_none() && error.at.is_some_and(|at| at.source == rolls.source) {
        // What the case itself throws.
        return true;
    }
    let dice = dice.unwrap_or(rolls);
    if let Some(rolled) = error.at.filter(|_| !is_nowhere(error, sources)) {
        *error = error.clone().label(rolled, "label-rolled-here");
    }
    let face = error.args.iter().find_map(|(name, value)| match value {
        Arg::Number(face) if *name == "face" => Some(face.to_string()),
        _ => None,
    });
    let written = sources.slice(dice);
    let mut at = 0;
    let mut found = dice;
    for word in written.split_inclusive([',', ' ', '[', ']', '\n']) {
        let number = word.trim_end_matches([',', ' ', '[', ']', '\n']);
        if face.as_deref() == Some(number) {
            found = Span { start: dice.start + at, end: dice.start + at + number.len(), ..dice };
            break;
        }
        at += word.len();
    }
    error.at = Some(found);
    true
}

/// In a file it is not a flag that gives an answer.
fn in_a_case(help: &mut Note) {
    help.id = "help-write";
    for (_, value) in &mut help.args {
        if let Arg::Text(text) = value
            && let Some((name, answer)) = text.trim_matches('"').split_once('=')
        {
            *text = format!("set: {{{name}: {answer}}}");
        }
    }
}

/// What a step does.
fn step_span(step: &RawStep) -> Span {
    match &step.kind {
        RawStepKind::Do(word) | RawStepKind::Pass(word) => word.span,
        RawStepKind::Turns(_, span) => *span,
        RawStepKind::Roll(entry) => entry.span,
    }
}

/// The place of what an error is about, and whether it is just that word.
fn place(error: &Diagnostic, step: &RawStep) -> (Span, bool) {
    let span = step_span(step);
    if error.code == Code::DiceLeftOver {
        return (span, false);
    }
    let arg = |wanted: &str| error.args.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value);
    let name = match (arg("name"), arg("names")) {
        (Some(Arg::Text(name)), _) => name.as_str(),
        (_, Some(Arg::List(names))) => names.first().map_or("", String::as_str),
        _ => "",
    };
    let answers = || step.answers().chain(step.interventions.iter().flat_map(|one| &one.answers));
    let named = |entry: &&TextEntry| entry.name.text == name;
    let found = match error.code {
        Code::AnswerUnused | Code::AnswerNotAsked => answers().find(named).map(|entry| entry.name.span),
        Code::UnknownAction | Code::UnknownTime => Some(span),
        Code::WhichRole => {
            step.roles.iter().filter(|(role, _)| role.is_none()).flat_map(|(_, who)| who).map(|who| who.span).next()
        }
        Code::UnknownRole => {
            let roles = step.roles.iter().filter_map(|(role, _)| role.as_ref());
            roles.filter(|role| role.text == name).map(|role| role.span).next()
        }
        Code::UnknownPerson => {
            let people = step.roles.iter().flat_map(|(_, people)| people).filter(|word| word.text == name);
            let asked = answers().filter(|entry| entry.text == name).map(|entry| entry.span);
            people.map(|word| word.span).chain(asked).next()
        }
        Code::UnknownIntervention
        | Code::InterventionNotHere
        | Code::InterventionNotNow
        | Code::InterventionOwn
        | Code::InterventionWhose
        | Code::InterventionWhich
        | Code::InterventionWithoutEffect => {
            step.interventions.iter().find(|one| one.name.text == name).map(|one| one.name.span)
        }
        _ => answers().find(named).map(|entry| entry.span),
    };
    match found {
        Some(span) => (span, true),
        None => (span, false),
    }
}
