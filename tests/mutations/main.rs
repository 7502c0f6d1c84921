//! The cases see the rules: changing any number of a ruleset by one makes a case fail.
//!
//! Every number of the rules is raised by one, one at a time, and the cases of its ruleset
//! are played until one fails. A mutant that cannot be read, or of which something is wrong,
//! counts as seen. The bounds of what may be answered (`number: 0..10`) count as seen as
//! well if lowering them by one is: that an answer beyond the bound is refused, and that the
//! bound itself is taken, both need that number.
//!
//! One number in five is tried; `TIRADA_WHOLE=1` tries all (`.ci/run full`). `TIRADA_MUTATE=one,two` tries only those rulesets, `TIRADA_MUTATE_DIR=/some/rulesets` those
//! of another folder; there, cases that fail anyway are left aside.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod numbers;
mod shelf;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use numbers::{Number, numbers};
use shelf::Rulesets;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::limits::Limits;
use tirada::internals::report::{Catalogue, Language, diagnostics};
use tirada::internals::ruleset::{CaseFile, File, Shelf};
use tirada::internals::session::{CaseCharacters, Session, read_case_file, run_case};
use tirada::internals::source::Sources;

/// So many neighbouring mutants are tried by one thread, one after the other: what sees
/// one of them is likely to see the next.
const NEIGHBOURS: usize = 8;

/// Of so many groups of neighbours one is tried, unless all are.
const SAMPLE: usize = 5;

/// An invented game that only plays along in the tests of other things.
const PROPS: &str = "knocks";

/// A ruleset with its cases, read once.
struct Subject<'a> {
    id: &'a str,
    shelf: &'a Rulesets,
    files: Vec<File>,
    /// With the texts of the cases.
    sources: Sources,
    cases: Vec<CaseFile>,
    /// What is said of it as it is.
    warnings: usize,
    /// Those that pass: file, case.
    passing: Vec<(usize, usize)>,
}

/// A ruleset with one number changed.
struct Mutant {
    file: usize,
    number: Number,
    line: usize,
    column: usize,
    before: String,
    after: String,
    context: String,
    allowed_as: String,
}

/// What notices that a number was changed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Seen {
    /// The ruleset cannot be read, or something is wrong with it.
    Check,
    Case,
    Nowhere,
}

impl<'a> Subject<'a> {
    fn new(id: &'a str, shelf: &'a Rulesets) -> Result<(Self, CheckedGame), String> {
        let files = shelf.files(id).ok_or("there is no such ruleset")?;
        let mut session = Session::within(shelf, Limits::FULL);
        let mut errors = Vec::new();
        let cases: Vec<CaseFile> =
            shelf.cases(id).into_iter().map(|file| read_case_file(&mut session, file, &mut errors)).collect();
        let sources = session.sources.clone();
        let loaded = session.load_files(files.clone());
        let warnings = loaded.findings.len();
        errors.extend(loaded.findings);
        if errors.iter().any(Diagnostic::is_error) || (shelf.is_shipped() && warnings > 0) {
            let english = Catalogue::new(Language::English);
            return Err(diagnostics::plain::render(&errors, &session.sources, &english));
        }
        let mut subject = Self { id, shelf, files, sources, cases, warnings, passing: Vec::new() };
        let all: Vec<(usize, usize)> = subject
            .cases
            .iter()
            .enumerate()
            .flat_map(|(file, read)| (0..read.cases.len()).map(move |case| (file, case)))
            .collect();
        for place in &all {
            if passes(&subject, &mut session, &loaded.game, *place) {
                subject.passing.push(*place);
            } else if shelf.is_shipped() {
                return Err(format!("the case “{}” fails", subject.cases[place.0].cases[place.1].name.text));
            }
        }
        println!("{id}: {} of {} cases pass", subject.passing.len(), all.len());
        Ok((subject, loaded.game))
    }

    fn mutants(&self, game: &CheckedGame) -> Vec<Mutant> {
        let mut mutants = Vec::new();
        for (file, File { name, text }) in self.files.iter().enumerate() {
            for number in numbers(&self.files[file], game) {
                let before = &text[..number.range.start];
                let start = before.rfind('\n').map_or(0, |at| at + 1);
                let context = text[start..].lines().next().unwrap().trim().to_owned();
                let short = name.rsplit('/').next().unwrap();
                let digits = text[number.range.clone()].to_owned();
                mutants.push(Mutant {
                    file,
                    line: before.matches('\n').count() + 1,
                    column: before[start..].chars().count() + 1,
                    after: shifted(&digits, 1),
                    allowed_as: format!("{}/{short} {} {digits}", self.id, number.path.join(".")),
                    before: digits,
                    context,
                    number,
                });
            }
        }
        mutants
    }

    /// What sees a mutant; `order` is that in which cases are tried, and those that failed
    /// move to its front.
    fn seen(&self, mutant: &Mutant, digits: &str, order: &mut [usize]) -> Seen {
        let mut files = self.files.clone();
        files[mutant.file].text.replace_range(mutant.number.range.clone(), digits);
        let mut session = Session::new(self.shelf);
        session.sources = self.sources.clone();
        let loaded = session.load_files(files);
        if !loaded.is_sound() || loaded.findings.len() != self.warnings {
            return Seen::Check;
        }
        for tried in 0..order.len() {
            if !passes(self, &mut session, &loaded.game, self.passing[order[tried]]) {
                order[..=tried].rotate_right(1);
                return Seen::Case;
            }
        }
        Seen::Nowhere
    }
}

fn passes(subject: &Subject<'_>, session: &mut Session<'_>, game: &CheckedGame, (file, case): (usize, usize)) -> bool {
    let read = &subject.cases[file];
    let mut errors = Vec::new();
    let report = run_case(session, game, &CaseCharacters::of(read), &read.cases[case], &mut errors);
    report.differences.is_empty() && errors.is_empty()
}

/// Digits of a number that is so much more.
fn shifted(digits: &str, by: i64) -> String {
    digits.parse::<i64>().map_or_else(|_| digits.to_owned(), |number| (number + by).to_string())
}

/// What sees each mutant.
fn seen(subject: &Subject<'_>, mutants: &[Mutant]) -> Vec<Seen> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(vec![Seen::Nowhere; mutants.len()]);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut order: Vec<usize> = (0..subject.passing.len()).collect();
                loop {
                    let start = next.fetch_add(NEIGHBOURS, Ordering::Relaxed);
                    if start >= mutants.len() {
                        break;
                    }
                    let end = mutants.len().min(start + NEIGHBOURS);
                    for (index, mutant) in mutants.iter().enumerate().take(end).skip(start) {
                        let mut seen = subject.seen(mutant, &mutant.after, &mut order);
                        if seen == Seen::Nowhere && mutant.number.bound {
                            seen = subject.seen(mutant, &shifted(&mutant.before, -1), &mut order);
                        }
                        found.lock().unwrap()[index] = seen;
                    }
                }
            });
        }
    });
    found.into_inner().unwrap()
}

/// What need not be seen, with the reason: `ruleset/file path number: why`.
fn allowed() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mutations.allow")).unwrap();
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (what, reason) = line.split_once(": ").unwrap_or_else(|| panic!("{line}: a reason is missing"));
            (what.trim().to_owned(), reason.trim().to_owned())
        })
        .collect()
}

/// What no case sees in one ruleset, and is not allowed; what is allowed is noted.
fn unseen(id: &str, shelf: &Rulesets, allowed: &BTreeMap<String, String>, used: &mut BTreeSet<String>) -> Vec<String> {
    let start = Instant::now();
    let (subject, game) = match Subject::new(id, shelf) {
        Ok(subject) => subject,
        Err(why) => return vec![format!("{id}: {why}")],
    };
    let mut mutants: Vec<Mutant> = subject.mutants(&game);
    if std::env::var_os("TIRADA_WHOLE").is_none() {
        let mut number = 0;
        mutants.retain(|mutant| {
            let is_tried = (number / NEIGHBOURS).is_multiple_of(SAMPLE);
            number += 1;
            if !is_tried && allowed.contains_key(&mutant.allowed_as) {
                used.insert(mutant.allowed_as.clone());
            }
            is_tried
        });
    }
    let seen = seen(&subject, &mutants);
    let mut wrong = Vec::new();
    for (mutant, _) in mutants.iter().zip(&seen).filter(|(_, seen)| **seen == Seen::Nowhere) {
        if allowed.contains_key(&mutant.allowed_as) {
            used.insert(mutant.allowed_as.clone());
            continue;
        }
        let Mutant { line, column, before, after, context, .. } = mutant;
        let name = &subject.files[mutant.file].name;
        wrong.push(format!("{name}:{line}:{column}: {before} -> {after} | {context}"));
    }
    let count = |what| seen.iter().filter(|seen| **seen == what).count();
    let (checked, unseen) = (count(Seen::Check), count(Seen::Nowhere));
    println!("{id}: {} mutants, {checked} do not check, {unseen} not seen, {:.1?}", mutants.len(), start.elapsed());
    wrong
}

#[test]
fn changing_any_number_of_a_ruleset_fails_a_case() {
    let shelf = Rulesets::from_environment();
    let allowed = allowed();
    let mut used = BTreeSet::new();
    let wanted = std::env::var("TIRADA_MUTATE").unwrap_or_default();
    let wanted: Vec<&str> = wanted.split(',').map(str::trim).filter(|id| !id.is_empty()).collect();
    let ids: Vec<String> = shelf.ids().into_iter().filter(|id| wanted.is_empty() || wanted.contains(&&**id)).collect();
    assert!(!ids.is_empty(), "there is no such ruleset");
    let mut wrong: Vec<String> = ids.iter().flat_map(|id| unseen(id, &shelf, &allowed, &mut used)).collect();
    for what in allowed.keys().filter(|what| !used.contains(*what)) {
        if ids.iter().any(|id| what.starts_with(&format!("{id}/"))) || wanted.is_empty() {
            wrong.push(format!("tests/mutations.allow: “{what}” is in no need of being allowed"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// The invented games are no worse.
#[test]
fn changing_any_number_of_invented_games_fails_a_case() {
    let games = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games"));
    let shelf = Rulesets::of(games);
    let played = shelf.ids().into_iter().filter(|id| games.join(id).join("cases").is_dir() && id != PROPS);
    let tried = |id: String| unseen(&id, &shelf, &BTreeMap::new(), &mut BTreeSet::new());
    let wrong: Vec<String> = played.flat_map(tried).collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
