//! Replays cases: the worked examples next to a ruleset.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::action_request::answer_words;
use super::case_spans::place_dice;
use super::coverage::Exercised;
use super::fixes::offer_in_file;
use super::steps::CaseCharacters;
use super::{Ready, RollRequest, Session, dice_left_over, expectations, unread, unused_dice};
use crate::check::program::CheckedGame;
use crate::diagnostic::{Code, Diagnostic, Family};
use crate::engine::{Answer, Evaluation, TraceStep, TypedDice, UNSAID};
use crate::report::cases::NOT_THERE;
use crate::report::roll::step_line;
use crate::report::{Catalogue, Language};
use crate::ruleset::{CaseFile, File, RawCase, TextEntry, read_cases};
use crate::sort::Gather as _;
use crate::source::{Placement, SourceId, Span, fold, nfc};
use crate::yaml::{YamlLimits, parse};

/// The result of one case.
#[derive(Debug, Clone)]
pub struct CaseReport {
    pub name: String,
    /// Where the case comes from: book and page.
    pub source: Option<String>,
    /// What was found other than expected; empty if it passed.
    pub differences: Vec<Mismatch>,
    /// The steps that led there, if it failed.
    pub why: Vec<String>,
    /// What stopped it, if it failed by that.
    pub errors: Vec<Diagnostic>,
    /// Cells that were read: table, row, column.
    pub cells: Vec<(String, String, Option<String>)>,
    /// What of the game it came upon.
    pub used: Exercised,
}

/// A difference between what was expected and what was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// What is compared: `total`, `m`, an expression.
    pub what: String,
    /// What the case expects.
    pub expected: String,
    /// The value that was computed.
    pub found: String,
    /// The place of the expectation.
    pub at: crate::source::Span,
}

/// Runs the cases of some files against a game: all, or those with `wanted` in their names or sources. Each report is
/// handed over as soon as there is one, with its file and line. Errors in the files themselves are returned.
pub fn each_case(
    session: &mut Session<'_>,
    game: &CheckedGame,
    files: Vec<File>,
    wanted: Option<&str>,
    tell: &mut dyn FnMut(CaseReport, &str, usize),
) -> Vec<Diagnostic> {
    let (mut errors, mut said) = (Vec::new(), ReportedErrors::default());
    let wanted = wanted.map(fold);
    for file in files {
        let name = file.name.clone();
        let read = read_case_file(session, file, &mut errors);
        if let Some(error) = of_another_game(&read, game) {
            errors.push(error);
            continue;
        }
        let is_wanted = |case: &RawCase| match &wanted {
            Some(text) => {
                let source = case.source.as_ref();
                fold(&case.name.text).contains(text) || source.is_some_and(|source| fold(source).contains(text))
            }
            None => true,
        };
        let cast = CaseCharacters::of(&read);
        // What could not be read is said, and says nothing of the rules.
        for case in read.cases.iter().filter(|case| !case.unread && is_wanted(case)) {
            // Errors of a character that all cases share are reported once.
            let before = errors.len();
            let report = run_case(session, game, &cast, case, &mut errors);
            said.once(&mut errors, before);
            let at = case.name.span;
            let line = session.sources.get(at.source).map_or(0, |source| source.position(at.start).line);
            tell(report, &name, line);
        }
    }
    errors
}

/// Runs all cases of some files: the reports, and errors in the files themselves.
pub fn run_cases(
    session: &mut Session<'_>,
    game: &CheckedGame,
    files: Vec<File>,
) -> (Vec<CaseReport>, Vec<Diagnostic>) {
    let mut reports = Vec::new();
    let errors = each_case(session, game, files, None, &mut |report, _, _| reports.push(report));
    (reports, errors)
}

/// The errors that were already reported, so that each is reported once.
#[derive(Default)]
struct ReportedErrors {
    errors: HashSet<Diagnostic>,
    count: usize,
}

impl ReportedErrors {
    /// Takes away what was found again after so many errors.
    fn once(&mut self, errors: &mut Vec<Diagnostic>, before: usize) {
        let mut found = errors.split_off(before.min(errors.len()));
        self.errors.extend(errors.iter().skip(self.count).cloned());
        self.count = errors.len();
        found.retain(|error| !self.errors.contains(error));
        errors.append(&mut found);
    }
}

/// Reads a file of cases, to run them one by one.
pub fn read_case_file(session: &mut Session<'_>, file: File, errors: &mut Vec<Diagnostic>) -> CaseFile {
    let id = session.sources.add(file.name, file.text);
    read_cases_of(session, id, errors)
}

fn read_cases_of(session: &Session<'_>, id: SourceId, errors: &mut Vec<Diagnostic>) -> CaseFile {
    let (tree, mut found) = parse(&session.sources, id, &YamlLimits::default());
    errors.append(&mut found);
    let (cases, mut found) = read_cases(&tree, &session.sources);
    errors.append(&mut found);
    cases
}

/// Cases that lie with a game belong to it: another that they name is an error, and nothing is played.
pub fn of_another_game(read: &CaseFile, game: &CheckedGame) -> Option<Diagnostic> {
    let word = read.ruleset.as_ref().filter(|word| word.text != game.id)?;
    let error = Diagnostic::error(Code::CasesOfAnotherGame, word.span).arg("name", &*word.text);
    Some(error.arg("game", &*game.id))
}

/// Runs one case of a file with its characters.
pub fn run_case(
    session: &mut Session<'_>,
    game: &CheckedGame,
    characters: &CaseCharacters<'_>,
    case: &RawCase,
    errors: &mut Vec<Diagnostic>,
) -> CaseReport {
    if case.steps.is_empty() {
        run_rolls(session, game, case, errors)
    } else {
        super::steps::run_steps(session, game, characters, case, errors)
    }
}

/// Checks cases without running them: their keys, and that every expression has a
/// meaning in the game.
pub fn check_cases(session: &mut Session<'_>, game: &CheckedGame, files: Vec<File>) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let added: Vec<(SourceId, File)> =
        files.into_iter().map(|file| (session.sources.add(file.name.as_str(), file.text.as_str()), file)).collect();
    for (id, file) in &added {
        let id = *id;
        // A copy has the longer name.
        let same = added.iter().filter(|(_, other)| other.text == file.text);
        let original = same.min_by_key(|(_, other)| other.name.len()).filter(|(first, _)| *first != id);
        if let Some(&(first, _)) = original {
            let start = |source| Span { source, start: 0, end: file.text.find('\n').unwrap_or(file.text.len()) };
            let error = Diagnostic::error(Code::FileTwice, start(id)).arg("what", "copy");
            errors.push(error.label(start(first), "label-first-here").help_with("help-file-twice", "what", "copy"));
            continue;
        }
        let mut found = check_case_file(session, game, id);
        offer_in_file(&mut found, &session.sources, id, &session.limits, |sources, id| {
            check_case_file(&mut session.with(sources.clone()), game, id)
        });
        super::root_causes::leave_torn_lines(&mut found, &session.sources);
        errors.append(&mut found);
    }
    errors
}

/// The errors in one file of cases.
pub(crate) fn check_case_file(session: &mut Session<'_>, game: &CheckedGame, id: SourceId) -> Vec<Diagnostic> {
    let (mut errors, mut said) = (Vec::new(), ReportedErrors::default());
    let read = read_cases_of(session, id, &mut errors);
    if let Some(error) = of_another_game(&read, game) {
        // Whatever else this game does not know of them follows from that.
        return vec![error];
    }
    let cast = CaseCharacters::of(&read);
    for case in &read.cases {
        // The case that took the last of it says so.
        if session.work.left() == 0 {
            break;
        }
        let before = errors.len();
        empty_expectations(case, &mut errors);
        if !case.steps.is_empty() {
            super::steps::check_steps(session, game, &cast, case, &mut errors);
            said.once(&mut errors, before);
            check_played(session, game, &cast, case, before, &mut errors);
            continue;
        }
        if let Some((_, wanted)) = case.expect.iter().find(|(word, _)| word.text == "error") {
            wanted.iter().for_each(|entry| expectations::check_code(entry, &mut errors));
            continue;
        }
        let roll = case.roll.iter().map(|entry| (&entry.text, entry.placement));
        // What one expression reads is not given in vain.
        let given = request(case, "", None);
        let mut idle: BTreeSet<&str> = given.names.keys().chain(given.settings.keys()).map(String::as_str).to_set();
        let mut reads = |ready: &Ready| {
            let unread = unread(game, &given, ready, false);
            idle = idle.iter().copied().filter(|name| unread.contains(name)).to_set();
        };
        for entry in &case.each {
            match session.prepare(game, &request(case, &entry.name.text, entry.name_placement)) {
                Ok(ready) => {
                    reads(&ready);
                    expectations::check_each(game, entry, &ready.prepared, &mut errors);
                }
                Err(found) => errors.extend(found.into_iter().map(|error| in_the_case(error, case))),
            }
        }
        for (text, placement) in roll {
            match session.prepare(game, &request(case, text, placement)) {
                Ok(ready) => {
                    reads(&ready);
                    expectations::check_roll(game, case, &ready.prepared, &mut errors);
                }
                Err(found) => {
                    errors.extend(found.into_iter().map(|error| in_the_case(error, case)));
                    // What is expected can be looked at where only an answer is wrong.
                    let asked = request(case, text, placement);
                    if asked.names.is_empty() && asked.settings.is_empty() {
                        continue;
                    }
                    let bare = RollRequest { names: BTreeMap::new(), settings: BTreeMap::new(), ..asked };
                    if let Ok(ready) = session.prepare(game, &bare) {
                        expectations::check_roll(game, case, &ready.prepared, &mut errors);
                    }
                }
            }
        }
        check_played(session, game, &cast, case, before, &mut errors);
        if !case.unread && !errors.iter().skip(before).any(Diagnostic::is_error) {
            let warning = |name| in_the_case(Diagnostic::warning(Code::GivenUnread, None).arg("name", name), case);
            errors.extend(idle.into_iter().map(warning));
        }
    }
    leave_torn(&read, &mut errors);
    errors
}

/// Removes further errors of a case that YAML misreads, and errors about names that a missing heading may declare.
fn leave_torn(read: &CaseFile, errors: &mut Vec<Diagnostic>) {
    let misread = |one: &Diagnostic| one.is_error() && one.code.family() == Some(Family::Yaml);
    let case_of = |at: Span| read.cases.iter().rposition(|case| case.span.start <= at.start);
    let torn: BTreeSet<usize> = errors.iter().filter(|one| misread(one)).filter_map(|one| case_of(one.at?)).to_set();
    let headless = errors.iter().any(|one| one.code == Code::HeadingMissing);
    errors.retain(|one| !headless || super::root_causes::name_of_nothing(one).is_none());
    errors.retain(|one| misread(one) || !one.at.and_then(case_of).is_some_and(|case| torn.contains(&case)));
}

/// Plays a case in which nothing else is wrong than what it expects, to find what stops it and is in the case
/// itself: dice that are too many or too few or have other faces, answers without a question, and questions without an
/// answer, wherever in the ruleset they are asked.
fn check_played(
    session: &mut Session<'_>,
    game: &CheckedGame,
    characters: &CaseCharacters<'_>,
    case: &RawCase,
    before: usize,
    errors: &mut Vec<Diagnostic>,
) {
    let stands_in_the_way = |error: &Diagnostic| error.is_error() && error.code != Code::NeverSo;
    if case.unread || errors.iter().skip(before).any(stands_in_the_way) {
        return;
    }
    let within = |at: Span| case.span.source == at.source && case.span.to(at) == case.span;
    let report = run_case(session, game, characters, case, &mut Vec::new());
    errors.extend(report.errors.into_iter().filter_map(|error| match error.at {
        Some(at) if within(at) => Some(error),
        _ if UNSAID.contains(&error.code) => Some(Diagnostic { at: Some(case.name.span), ..error }),
        _ => None,
    }));
}

/// An error that has no place is about a trait or a setting of the case.
fn in_the_case(mut error: Diagnostic, case: &RawCase) -> Diagnostic {
    if error.at.is_some() {
        return error;
    }
    let name = error.text("name");
    match case.with.iter().chain(&case.set).find(|entry| Some(entry.name.text.as_str()) == name) {
        Some(entry) => expectations::placed(error, entry),
        None => {
            error.at = Some(case.name.span);
            error
        }
    }
}

fn run_rolls(
    session: &mut Session<'_>,
    game: &CheckedGame,
    case: &RawCase,
    errors: &mut Vec<Diagnostic>,
) -> CaseReport {
    let mut differences = Vec::new();
    let mut why = Vec::new();
    let mut cells = Vec::new();
    let mut used = Exercised::default();
    let mut stops = Vec::new();
    if let Some(roll) = &case.roll {
        match run_one(session, game, case, &roll.text, roll.placement) {
            Ok((evaluation, comment, _)) => {
                cells.extend(cells_read(&evaluation));
                used.join(&Exercised::of(&evaluation));
                compare(game, case, &evaluation, comment.as_deref(), &mut differences);
                if !differences.is_empty() {
                    why = explain(game, &evaluation, session.language);
                }
            }
            Err(failure) => {
                let before = differences.len();
                expect_failure(case, &failure, &mut differences);
                if differences.len() > before {
                    stops = failure;
                }
            }
        }
    }
    // Of several expressions each takes the dice that it needs: those that none takes are too many.
    let mut taken = if case.each.is_empty() { case.dice.len() } else { 0 };
    for entry in &case.each {
        let found = match run_one(session, game, case, &entry.name.text, entry.name_placement) {
            Ok((evaluation, _, dice)) => {
                taken = taken.max(dice);
                cells.extend(cells_read(&evaluation));
                used.join(&Exercised::of(&evaluation));
                answer_words(&evaluation.value)
            }
            Err(failure) => {
                taken = case.dice.len();
                let found = format!("error {}", codes(&failure));
                if !same(&entry.text, &found) {
                    stops.extend(failure);
                }
                found
            }
        };
        if !same(&entry.text, &found) {
            let what = entry.name.text.clone();
            differences.push(Mismatch { what, expected: entry.text.clone(), found, at: entry.span });
        }
    }
    if taken < case.dice.len() {
        let mut error = dice_left_over(case.dice.len(), taken);
        place_dice(&mut error, (case.dice_at, rolls(case)), &session.sources);
        differences.extend(stopped(std::slice::from_ref(&error), std::iter::empty(), case.name.span));
        stops.push(error);
    }
    empty_expectations(case, errors);
    let (name, source) = (case.name.text.clone(), case.source.clone());
    CaseReport { name, source, differences, why, errors: stops, cells, used }
}

/// Names of what is expected without a value.
fn empty_expectations(case: &RawCase, errors: &mut Vec<Diagnostic>) {
    let empty = case.expect.iter().filter(|(_, entries)| entries.is_empty());
    errors.extend(empty.map(|(word, _)| Diagnostic::error(Code::EmptyValue, word.span)));
}

fn cells_read(evaluation: &Evaluation) -> impl Iterator<Item = (String, String, Option<String>)> {
    evaluation.trace.iter().filter_map(|step| match step {
        TraceStep::Cell { table, row, column, .. } => Some((table.clone(), row.clone(), column.clone())),
        _ => None,
    })
}

/// The steps of an evaluation in one line each.
fn explain(game: &CheckedGame, evaluation: &Evaluation, language: Language) -> Vec<String> {
    let catalogue = Catalogue::new(language);
    evaluation.trace.iter().map(|step| step_line(game, evaluation, step, &catalogue).marked()).collect()
}

/// What a case rolls.
fn request(case: &RawCase, text: &str, placement: Option<Placement>) -> RollRequest {
    let pairs = |list: &[TextEntry]| -> BTreeMap<String, String> {
        list.iter().map(|entry| (entry.name.text.clone(), entry.text.clone())).to_map()
    };
    RollRequest {
        text: text.to_owned(),
        source: case.name.text.clone(),
        names: pairs(&case.with),
        settings: pairs(&case.set),
        placement,
        ..RollRequest::default()
    }
}

fn run_one(
    session: &mut Session<'_>,
    game: &CheckedGame,
    case: &RawCase,
    text: &str,
    placement: Option<Placement>,
) -> Result<(Evaluation, Option<String>, usize), Vec<Diagnostic>> {
    let ready = session
        .prepare(game, &request(case, text, placement))
        .map_err(|found| found.into_iter().map(|error| in_the_case(error, case)).collect::<Vec<_>>())?;
    let mut dice = TypedDice::new(&case.dice).within(&session.work);
    let words = case.expect.iter().map(|(word, _)| word.text.as_str());
    let wanted: Vec<&str> = words.map(|word| expectations::of_side(word).map_or(word, |(_, rest)| rest)).collect();
    let evaluation = session.evaluate(game, &ready, &mut dice, &wanted);
    let evaluation = evaluation.and_then(|evaluation| match unused_dice(&dice).filter(|_| case.roll.is_some()) {
        Some(error) => Err(error),
        None => Ok(evaluation),
    });
    let evaluation = evaluation.map_err(|mut error| {
        place_dice(&mut error, (case.dice_at, rolls(case)), &session.sources);
        vec![error]
    })?;
    Ok((evaluation, ready.prepared.comment, dice.given() - dice.left()))
}

pub(super) fn codes(errors: &[Diagnostic]) -> String {
    let mut codes: Vec<&str> = Vec::new();
    for error in errors {
        if !codes.contains(&error.code.as_str()) {
            codes.push(error.code.as_str());
        }
    }
    codes.join(", ")
}

fn expect_failure(case: &RawCase, failure: &[Diagnostic], differences: &mut Vec<Mismatch>) {
    let wanted = case.expect.iter().find(|(word, _)| word.text == "error");
    match wanted.and_then(|(_, values)| values.first()) {
        Some(entry) if expectations::is_among(entry, failure) => {}
        Some(entry) => differences.push(Mismatch {
            what: "error".to_owned(),
            expected: entry.text.clone(),
            found: codes(failure),
            at: entry.span,
        }),
        None => {
            let expected = case.expect.iter().filter_map(|(word, entries)| {
                let at = entries.first()?.span.to(entries.last()?.span);
                Some((word.text.as_str(), expected_of(entries), at))
            });
            differences.extend(stopped(failure, expected, case.name.span));
        }
    }
}

/// What a case expects of one name, in words.
fn expected_of(entries: &[TextEntry]) -> String {
    entries.iter().map(|entry| entry.text.as_str()).collect::<Vec<_>>().join(", ")
}

/// The expectations of a case that an error stopped; without any, that no error was expected.
pub(super) fn stopped<'e>(
    failure: &[Diagnostic],
    expected: impl Iterator<Item = (&'e str, String, Span)>,
    at: Span,
) -> Vec<Mismatch> {
    let found = codes(failure);
    let mut all: Vec<Mismatch> = expected
        .map(|(what, expected, at)| Mismatch { what: what.to_owned(), expected, found: format!("error {found}"), at })
        .collect();
    if all.is_empty() {
        let at = failure.first().and_then(|error| error.at).filter(|place| place.source == at.source).unwrap_or(at);
        all.push(Mismatch { what: "error".to_owned(), expected: "none".to_owned(), found, at });
    }
    all
}

/// What a case rolls, as it is written.
fn rolls(case: &RawCase) -> Span {
    let roll = case.roll.as_ref().map(|entry| entry.span);
    roll.or(case.each.first().map(|entry| entry.name.span)).unwrap_or(case.name.span)
}

/// Whether texts say the same. What the program tells has one minus sign, and what is typed may have a hyphen.
pub(super) fn same(expected: &str, found: &str) -> bool {
    let plain = |text: &str| nfc(text.trim()).replace('−', "-");
    // Yes is read in every language.
    let yes = found == "yes" && nfc(expected.trim()) == "sí";
    plain(expected) == plain(found) || yes
}

/// Compares everything that a case expects.
fn compare(
    game: &CheckedGame,
    case: &RawCase,
    evaluation: &Evaluation,
    comment: Option<&str>,
    differences: &mut Vec<Mismatch>,
) {
    for (word, entries) in &case.expect {
        let found = found(game, evaluation, comment, &word.text);
        let expected = expected_of(entries);
        let at = match (entries.first(), entries.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => word.span,
        };
        let found = found.unwrap_or_else(|| NOT_THERE.to_owned());
        // What is expected without a value is an error of the file.
        if !entries.is_empty() && !same(&expected, &found) {
            differences.push(Mismatch { what: word.text.clone(), expected, found, at });
        }
    }
}

/// What was found under a name of `expect`.
fn found(game: &CheckedGame, evaluation: &Evaluation, comment: Option<&str>, name: &str) -> Option<String> {
    if let (Some((number, rest)), [_, _]) = (expectations::of_side(name), evaluation.sides.as_slice()) {
        let side = evaluation.sides.get(number)?.clone();
        let mut alone = Evaluation { outcome: side.outcome.clone(), ..evaluation.clone() };
        alone.value = side.total.map_or_else(|| Answer::Text("none".to_owned()), Answer::Number);
        alone.rolls.retain(|roll| roll.side == number);
        alone.sides = vec![side];
        return found(game, &alone, comment, rest);
    }
    let outcome = evaluation.outcome.as_ref();
    let number = |value: Option<i64>| Some(value.map_or_else(|| "none".to_owned(), |value| value.to_string()));
    match name {
        "value" | "total" => return Some(answer_words(&evaluation.value)),
        "outcome" => {
            return Some(outcome.and_then(|outcome| outcome.name.clone()).unwrap_or_else(|| "none".to_owned()));
        }
        "success" => {
            let success = outcome.and_then(|outcome| outcome.success);
            return Some(success.map_or("none", |success| if success { "yes" } else { "no" }).to_owned());
        }
        "margin" => return number(outcome.and_then(|outcome| outcome.margin)),
        "against" => return number(outcome.and_then(|outcome| outcome.against)),
        "faces" => {
            let faces: Vec<String> =
                evaluation.rolls.iter().flat_map(|roll| roll.faces()).map(|face| face.to_string()).collect();
            return Some(faces.join(", "));
        }
        "comment" => return Some(comment.unwrap_or("none").to_owned()),
        "error" => return Some("none".to_owned()),
        _ => {}
    }
    if game.classes.iter().any(|class| **class == *name) {
        let is = outcome.is_some_and(|outcome| outcome.classes.iter().any(|class| class == name));
        return Some(if is { "yes" } else { "no" }.to_owned());
    }
    for side in &evaluation.sides {
        let values = side.shown.iter().chain(&side.extra);
        if let Some((_, answer)) = values.into_iter().find(|(label, _)| label == name) {
            return Some(answer_words(answer));
        }
    }
    let rolls = evaluation.rolls.iter().find(|roll| roll.named)?;
    rolls.names(game).into_iter().find(|(label, _)| label == name).map(|(_, value)| value.to_string())
}
