//! Replays cases with steps: characters, a sequence of actions, and the expectations after each.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::action_request::{
    ActionRequest, FinalQuestion, NamedIntervention, Playing, action_call, answer_words, chosen_of, time_named,
};
use super::case_spans::place_errors;
use super::cases::{CaseReport, Mismatch, codes, stopped};
use super::coverage::Exercised;
use super::{RollRequest, Session, expectations, person_in, unused_dice};
use crate::check::Settings;
use crate::check::program::CheckedGame;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Done, Failure, Passing, Recorder, Stage, TraceStep, Turning, TypedDice, has_rules};
use crate::ruleset::model::Word;
use crate::ruleset::{CaseFile, CaseTurns, CharacterFile, RawCase, RawStep, RawStepKind, TextEntry};
use crate::sort::{Gather as _, Sort as _};
use crate::source::nfc;
use crate::world::{Env, FileOwner, Person, World, read_person};

/// Names of `expect` that are no formulas.
const FACTS: [&str; 4] = ["error", "said", "outcome", "margin"];

/// Steps as which it counts that a case reads a character.
const PERSON: u64 = 6;

/// The characters of a file of cases, read once for all cases without characters of their own.
pub struct CaseCharacters<'f> {
    shared: &'f [(Word, CharacterFile)],
    read: OnceCell<(World, Vec<Diagnostic>)>,
}

impl<'f> CaseCharacters<'f> {
    /// The characters of a file.
    #[must_use]
    pub fn of(file: &'f CaseFile) -> Self {
        Self { shared: &file.characters, read: OnceCell::new() }
    }
}

/// The characters of a case. Errors in their files are added to `errors`.
pub(super) fn people(
    game: &CheckedGame,
    cast: &CaseCharacters<'_>,
    case: &RawCase,
    errors: &mut Vec<Diagnostic>,
) -> World {
    if !case.characters.is_empty() {
        let (world, mut found) = read_people(game, cast.shared, &case.characters);
        errors.append(&mut found);
        return world;
    }
    // What is wrong with those that all cases share is reported in full by the first.
    let told = cast.read.get().is_some();
    let (world, found) = cast.read.get_or_init(|| read_people(game, cast.shared, &[]));
    errors.extend(found.iter().take(if told { 1 } else { found.len() }).cloned());
    world.clone()
}

fn read_people(
    game: &CheckedGame,
    shared: &[(Word, CharacterFile)],
    own: &[(Word, CharacterFile)],
) -> (World, Vec<Diagnostic>) {
    let (mut world, mut errors) = (World::new(), Vec::new());
    let mut known: BTreeMap<&str, Person> = BTreeMap::new();
    let owned: BTreeSet<&str> = own.iter().map(|(word, _)| word.text.as_str()).to_set();
    let all = shared.iter().filter(|(word, _)| !owned.contains(word.text.as_str())).chain(own);
    let mut entries = 0_u64;
    for (word, file) in all {
        let base = match &file.like {
            None => None,
            Some(like) => {
                // A copy in a case may be of one that the file declares under the same name.
                let found = known.get(like.text.as_str()).cloned().or_else(|| {
                    let (_, file) = shared.iter().find(|(word, _)| word.text == like.text)?;
                    Some(read_person(file, game, FileOwner::Character, None).0)
                });
                if found.is_none() {
                    let error = Diagnostic::error(Code::UnknownPerson, like.span).arg("name", &*like.text);
                    errors.push(error.suggest(errors.len(), &like.text, like.span, known.keys()));
                }
                found
            }
        };
        let table = word.text == "table";
        let owner = if table { FileOwner::Table } else { FileOwner::Character };
        let (mut person, mut found) = person_in(file, game, owner, base.as_ref());
        errors.append(&mut found);
        entries = entries.saturating_add(person.entries() as u64);
        if entries > game.limits.entries {
            let limit = i64::try_from(game.limits.entries).unwrap_or(i64::MAX);
            errors.push(Diagnostic::error(Code::TooManyEntries, word.span).arg("limit", limit));
            break;
        }
        person.name.clone_from(&word.text);
        if table {
            if let Some(slot) = world.people.get_mut(crate::world::TABLE) {
                slot.points = person.points;
                slot.tags = person.tags;
            }
            continue;
        }
        known.insert(&word.text, person.clone());
        world.join(person);
    }
    errors.order_by_key(|one| !one.is_error());
    (world, errors)
}

fn pairs<'e>(list: impl IntoIterator<Item = &'e TextEntry>) -> BTreeMap<String, String> {
    list.into_iter().map(|entry| (nfc(entry.name.text.trim()), entry.text.clone())).to_map()
}

/// Plays a case and compares what it expects.
pub(super) fn run_steps(
    session: &mut Session<'_>,
    game: &CheckedGame,
    cast: &CaseCharacters<'_>,
    case: &RawCase,
    errors: &mut Vec<Diagnostic>,
) -> CaseReport {
    let mut report = CaseReport {
        name: case.name.text.clone(),
        source: case.source.clone(),
        differences: Vec::new(),
        why: Vec::new(),
        cells: Vec::new(),
        used: Exercised::default(),
        errors: Vec::new(),
    };
    let before = errors.len();
    // Once the budget is spent, the first step says so.
    let there = cast.shared.len().saturating_add(case.characters.len()) as u64;
    let _ = session.work.spend(PERSON.saturating_mul(there));
    let mut world = people(game, cast, case, errors);
    if !case.characters.is_empty() {
        // Those of a file are read once, those of a case each time, and so are copies of them.
        let entries: usize = world.people.iter().map(|person| person.entries()).sum();
        let _ = session.work.spend(entries as u64);
    }
    if errors.iter().skip(before).any(Diagnostic::is_error) {
        let found = errors.get(before..).unwrap_or_default();
        report.differences.extend(stopped(found, std::iter::empty(), case.name.span));
        return report;
    }
    for step in &case.steps {
        if one_step(session, game, step, &mut world, &mut report).is_err() {
            break;
        }
    }
    report
}

fn wanted<'s>(step: &'s RawStep, name: &str) -> Option<&'s TextEntry> {
    step.expect.iter().find(|entry| entry.name.text == name)
}

/// Plays one step. An error is a difference that makes all that follows worthless.
fn one_step(
    session: &mut Session<'_>,
    game: &CheckedGame,
    step: &RawStep,
    world: &mut World,
    report: &mut CaseReport,
) -> Result<(), ()> {
    let formulas: Vec<&TextEntry> =
        step.expect.iter().filter(|entry| !FACTS.contains(&entry.name.text.as_str())).collect();
    let questions: Vec<FinalQuestion> = formulas
        .iter()
        .map(|entry| FinalQuestion { text: entry.name.text.clone(), placement: entry.name_placement })
        .collect();
    let mut dice = TypedDice::new(&step.dice).within(&session.work);
    let done = perform(session, game, step, world, &mut dice, &questions);
    let done = done.and_then(|(done, used)| match unused_dice(&dice) {
        Some(error) => Err(vec![error]),
        None => {
            report.used.join(&used);
            Ok(done)
        }
    });
    let done = done.map_err(|mut found| {
        place_errors(&mut found, step, &session.sources);
        found
    });
    match (done, wanted(step, "error")) {
        (Err(mut found), Some(entry)) => {
            if !expectations::is_among(entry, &found) {
                report.differences.push(Mismatch {
                    what: "error".to_owned(),
                    expected: entry.text.clone(),
                    found: codes(&found),
                    at: entry.span,
                });
                report.errors.append(&mut found);
            }
            Ok(())
        }
        (Err(mut found), None) => {
            let expected = step.expect.iter();
            let expected = expected.map(|entry| (entry.name.text.as_str(), entry.text.clone(), entry.span));
            report.differences.extend(stopped(&found, expected, step.span));
            report.errors.append(&mut found);
            Err(())
        }
        (Ok(done), refused) => {
            if let Some(entry) = refused.filter(|entry| entry.text.trim() != "none") {
                report.differences.push(Mismatch {
                    what: "error".to_owned(),
                    expected: entry.text.clone(),
                    found: "none".to_owned(),
                    at: entry.span,
                });
            }
            compare(step, &formulas, &done, report);
            report.cells.extend(done.trace.iter().filter_map(|told| match told {
                TraceStep::Cell { table, row, column, .. } => Some((table.clone(), row.clone(), column.clone())),
                _ => None,
            }));
            if !report.differences.is_empty() && report.why.is_empty() {
                report.why = super::trace::told(game, &done, session.language);
            }
            *world = done.world;
            Ok(())
        }
    }
}

/// What a step does, in words.
fn wish(word: &Word, step: &RawStep, answers: Settings) -> ActionRequest {
    let roles = step.roles.iter().map(|(role, names)| {
        let names = names.iter().map(|word| word.text.clone()).collect();
        (role.as_ref().map(|word| word.text.clone()), names)
    });
    ActionRequest { action: word.text.clone(), roles: roles.collect(), answers, interventions: interventions(step) }
}

fn interventions(step: &RawStep) -> Vec<NamedIntervention> {
    step.interventions
        .iter()
        .map(|one| (one.name.text.clone(), one.at.as_ref().map(|at| at.text.clone()), pairs(&one.answers)))
        .collect()
}

fn perform(
    session: &mut Session<'_>,
    game: &CheckedGame,
    step: &RawStep,
    world: &World,
    dice: &mut TypedDice,
    questions: &[FinalQuestion],
) -> Result<(Done, Exercised), Vec<Diagnostic>> {
    let _ = session.work.spend(step.answers().count() as u64);
    let settings: Settings = pairs(step.answers().rev());
    let (env, answers): (Env, _) = session.settings(game, &settings)?;
    let mut used = Exercised::default();
    let mut play = |session: &mut Session<'_>, what: Playing<'_>| {
        let mut recorder = Recorder::new(dice);
        let done = session.play((game, &env, world), what, &mut recorder, questions);
        let record = recorder.record();
        done.map_err(|errors| session.told_as_rolled((game, &env, world), what, &record, errors))
    };
    let done = match &step.kind {
        RawStepKind::Do(word) => {
            let call = action_call(game, world, &wish(word, step, answers), false)?;
            used.answers(game, call.action, &call.answers);
            play(session, Playing::InTurn(&call))
        }
        RawStepKind::Pass(word) => {
            let time = time_named(game, &word.text, false).map_err(|error| vec![error])?;
            let interventions = chosen_of(game, &interventions(step), false)?;
            play(session, Playing::Passing(&Passing { time, answers, interventions }))
        }
        RawStepKind::Turns(what, _) => {
            let interventions = chosen_of(game, &interventions(step), false)?;
            let passing = Passing { time: 0, answers, interventions };
            play(session, Playing::Turning(&turning_of(world, step, *what)?, &passing))
        }
        RawStepKind::Roll(entry) => {
            // A roll reads its roller. It changes nothing, except by rules for settled rolls.
            let names = step.roles.iter().flat_map(|(_, names)| names).map(|word| word.text.as_str());
            let who = names.filter_map(|name| world.find(name)).next();
            let request = RollRequest {
                text: entry.text.clone(),
                source: entry.text.clone(),
                settings,
                placement: entry.placement,
                person: Some((world.clone(), who.unwrap_or(crate::world::NOBODY))),
                ..RollRequest::default()
            };
            let ready = session.prepare(game, &request)?;
            if let Some(who) = who.filter(|_| has_rules(game, &ready.prepared.program)) {
                let stage = Stage::new(game, &ready.prepared.origin, &ready.env, world);
                let rolled = crate::engine::roll(&stage, &ready.prepared, who, Vec::new(), dice);
                let told = |failure: Failure| failure.into_diagnostic(game, &ready.prepared.origin, &session.sources);
                let (evaluation, mut done) = rolled.map_err(|failure| vec![told(failure)])?;
                done.watched = session.look(game, &env, &done.world, who, dice, questions)?;
                return Ok((done, Exercised::of(&evaluation)));
            }
            let evaluation = session.evaluate(game, &ready, dice, &[]).map_err(|error| vec![error])?;
            let used = Exercised::of(&evaluation);
            let watched = session.look(game, &env, world, who.unwrap_or(0), dice, questions)?;
            let done = Done {
                world: world.clone(),
                outcome: evaluation.outcome,
                rolls: evaluation.rolls,
                trace: evaluation.trace,
                watched,
                ..Done::default()
            };
            return Ok((done, used));
        }
    }?;
    used.walk(&done.trace);
    Ok((done, used))
}

/// What a step does with turns: the characters of `as` begin, or all of them.
fn turning_of(world: &World, step: &RawStep, what: CaseTurns) -> Result<Turning, Vec<Diagnostic>> {
    let named: Vec<&Word> = step.roles.iter().flat_map(|(_, names)| names).collect();
    match what {
        CaseTurns::Begin if named.is_empty() => Ok(Turning::Begin((1..world.people.len()).collect())),
        CaseTurns::Begin | CaseTurns::Join => {
            let found = named.iter().map(|word| {
                let unknown = || Diagnostic::error(Code::NobodyOfThatName, Some(word.span)).arg("name", &*word.text);
                world.find(&word.text).filter(|who| *who != crate::world::TABLE).ok_or_else(|| vec![unknown()])
            });
            let found = found.collect::<Result<_, _>>()?;
            Ok(if what == CaseTurns::Join { Turning::Join(found) } else { Turning::Begin(found) })
        }
        CaseTurns::Next => Ok(Turning::Next),
        CaseTurns::End => Ok(Turning::End),
    }
}

fn compare(step: &RawStep, formulas: &[&TextEntry], done: &Done, report: &mut CaseReport) {
    let mut check = |entry: &TextEntry, found: String| {
        if !super::cases::same(&entry.text, &found) {
            report.differences.push(Mismatch {
                what: entry.name.text.clone(),
                expected: entry.text.clone(),
                found,
                at: entry.span,
            });
        }
    };
    for (entry, value) in formulas.iter().zip(&done.watched) {
        let found = match value {
            Ok(answer) => answer_words(answer),
            Err(failure) => format!("error {}", failure.code()),
        };
        check(entry, found);
    }
    let none = || "none".to_owned();
    if let Some(entry) = wanted(step, "said") {
        // One of several texts may be the one that matters; all of them may be a list.
        let same = super::cases::same;
        let list = || Some(done.said.join(", ")).filter(|list| same(&entry.text, list));
        let one = done.said.iter().find(|text| same(&entry.text, text)).cloned().or_else(list);
        let all = || if done.said.is_empty() { none() } else { done.said.join(" ") };
        check(entry, one.unwrap_or_else(all));
    }
    let outcome = done.outcome.as_ref();
    if let Some(entry) = wanted(step, "outcome") {
        check(entry, outcome.and_then(|outcome| outcome.name.clone()).unwrap_or_else(none));
    }
    if let Some(entry) = wanted(step, "margin") {
        check(entry, outcome.and_then(|outcome| outcome.margin).map_or_else(none, |margin| margin.to_string()));
    }
}

/// Checks what a case does without doing it: actions, roles, formulas.
pub(super) fn check_steps(
    session: &mut Session<'_>,
    game: &CheckedGame,
    cast: &CaseCharacters<'_>,
    case: &RawCase,
    errors: &mut Vec<Diagnostic>,
) {
    let world = people(game, cast, case, errors);
    let names: Vec<String> = world.people.iter().map(|person| person.name.clone()).collect();
    for step in &case.steps {
        let action = match &step.kind {
            RawStepKind::Do(word) => {
                let found = action_call(game, &world, &wish(word, step, Settings::new()), false);
                if let Err(mut found) = found
                    && !is_expected(step, &found)
                {
                    place_errors(&mut found, step, &session.sources);
                    errors.append(&mut found);
                }
                match super::action_request::action_named(game, &word.text, false) {
                    Ok(index) => {
                        if wanted(step, "error").is_none() {
                            expectations::check_answers(game, index, step, errors);
                        }
                        Some(index)
                    }
                    Err(_) => continue,
                }
            }
            RawStepKind::Pass(word) => {
                let found = time_named(game, &word.text, false).err();
                let more = chosen_of(game, &interventions(step), false).err();
                let mut found: Vec<Diagnostic> = found.into_iter().chain(more.into_iter().flatten()).collect();
                if !is_expected(step, &found) {
                    place_errors(&mut found, step, &session.sources);
                    errors.append(&mut found);
                }
                None
            }
            RawStepKind::Turns(what, _) => {
                let found = turning_of(&world, step, *what).err();
                let more = chosen_of(game, &interventions(step), false).err();
                let mut found: Vec<Diagnostic> = found.into_iter().chain(more).flatten().collect();
                if !is_expected(step, &found) {
                    place_errors(&mut found, step, &session.sources);
                    errors.append(&mut found);
                }
                None
            }
            RawStepKind::Roll(_) => None,
        };
        if wanted(step, "error").is_none() {
            errors.extend(never_answered(session, game, case, step, action));
        }
        expectations::check_facts(game, step, action, errors);
        for entry in step.expect.iter().filter(|entry| !FACTS.contains(&entry.name.text.as_str())) {
            let question = FinalQuestion { text: entry.name.text.clone(), placement: entry.name_placement };
            let origin = session.origin(&question);
            match crate::check::watch(game, &session.sources, &origin, action, &names, false) {
                Ok(seen) => expectations::check_value(game, entry, &seen, (action, &names), errors),
                Err(found) => {
                    errors.extend(found.into_iter().map(|error| expectations::with_label(game, action, entry, error)));
                }
            }
        }
    }
}

/// Whether an error that is found without playing is the one that the step expects.
fn is_expected(step: &RawStep, found: &[Diagnostic]) -> bool {
    wanted(step, "error").is_some_and(|entry| expectations::is_among(entry, found))
}

/// Answers to what nothing in the game asks for.
fn never_answered(
    session: &Session<'_>,
    game: &CheckedGame,
    case: &RawCase,
    step: &RawStep,
    action: Option<usize>,
) -> Option<Diagnostic> {
    let is_option = |name: &str| game.options.iter().any(|option| *option.name == *name);
    let names: Vec<String> = step.answers().map(|entry| entry.name.text.clone()).collect();
    // A test that is rolled by itself asks for whatever no action hands to it.
    let typed = matches!(step.kind, RawStepKind::Roll(_));
    let is_input = |name: &str| game.tests.iter().any(|test| test.inputs.iter().any(|(input, _)| **input == *name));
    let names = names.iter().filter(|name| {
        let known = is_option(name) || game.is_cell(name);
        !(known || typed && is_input(super::action_request::bare(name)))
    });
    let from = action.map(|action| [action]);
    let mut error = vec![super::never_asked(game, from.as_ref().map(<[usize; 1]>::as_slice), names)?];
    place_errors(&mut error, step, &session.sources);
    let mut error = error.pop()?;
    // Where it is nowhere in the step, it is in the case.
    error.at = error.at.or(Some(case.name.span));
    let action = action.map(|index| game.action(index)).filter(|_| error.helps.is_empty());
    let asks = action.map(|action| action.ask.iter().map(|ask| action.slot(ask.slot).name.to_string()));
    Some(match asks {
        Some(asks) => error.help_with("help-there-is", "names", asks.collect::<Vec<String>>()),
        None => error,
    })
}
