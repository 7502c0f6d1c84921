//! What is wrong, said well: each file below `tests/errors` holds a mistake, and
//! its snapshot what its author or its player reads, in both languages.
//!
//! Everything happens under the invented game of `tests/errors/world.yml`:
//! `parse` holds texts as they are typed, `notations.txt` such as other programs understand them, a line each, `load` and `check` games (a folder is a
//! game of several files; the folders in it are other games on the shelf), `run`
//! what goes wrong when something is rolled.
//!
//! `play` and `characters` belong to the game of `tests/errors/table.yml`: cases that
//! cannot be played as they stand, or that play on and are stopped, and files of
//! characters. Games of `check` may extend it. Cases after a line `---` belong to the
//! game before that line.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use insta::{assert_snapshot, glob, with_settings};
use serde::Deserialize;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::cli::features::Feature;
use tirada::internals::diagnostic::{Code, Diagnostic};
use tirada::internals::engine::{Generator, TypedDice};
use tirada::internals::limits::Limits;
use tirada::internals::report::{Catalogue, Language, diagnostics};
use tirada::internals::ruleset::{File, Shelf, read_character};
use tirada::internals::session::{RollRequest, Session, check_cases, offer_in_file, run_cases, unused_dice};
use tirada::internals::source::Sources;
use tirada::internals::world::{FileOwner, read_person};
use tirada::internals::yaml::{YamlLimits, parse};

/// Rulesets by id, kept in memory.
#[derive(Default)]
struct Memory(BTreeMap<String, Vec<File>>);

impl Shelf for Memory {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        self.0.get(id).cloned()
    }

    fn ids(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

fn file(path: &Path, name: &str) -> File {
    File { name: name.to_owned(), text: fs::read_to_string(path).unwrap() }
}

/// The `.yml` files directly in a folder, by name.
fn files_in(folder: &Path, prefix: &str) -> Vec<File> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let yaml = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "yml"));
    yaml.map(|path| file(path, &format!("{prefix}{}", path.file_name().unwrap().to_string_lossy()))).collect()
}

/// A game of these fixtures that is right.
fn sound(session: &mut Session<'_>, name: &str) -> CheckedGame {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors").join(name);
    let loaded = session.load_files(vec![file(&path, name)]);
    let wrong = diagnostics::plain::render(&loaded.findings, &session.sources, &Catalogue::new(Language::English));
    assert!(loaded.findings.is_empty(), "{wrong}");
    loaded.game
}

fn world(session: &mut Session<'_>) -> CheckedGame {
    sound(session, "world.yml")
}

/// Whether a number of the program's own has a decimal point: not one that the author wrote, which stands in quotes.
fn has_decimal_point(line: &str) -> bool {
    let mut own = String::new();
    let mut until = None;
    for letter in line.chars() {
        match (until, letter) {
            (Some(end), letter) if letter == end => until = None,
            (Some(_), _) => {}
            (None, '«') => until = Some('»'),
            (None, '“') => until = Some('”'),
            (None, '`') => until = Some('`'),
            (None, letter) => own.push(letter),
        }
    }
    let words = own.split_whitespace().filter(|word| word.matches('.').count() == 1);
    let numbers = words.filter(|word| word.chars().all(|one| one.is_ascii_digit() || ".,;:%()−".contains(one)));
    numbers.into_iter().any(|word| {
        let (whole, part) = word.split_once('.').unwrap();
        whole.ends_with(|one: char| one.is_ascii_digit()) && part.starts_with(|one: char| one.is_ascii_digit())
    })
}

/// What is read in both languages.
fn words(found: &[Diagnostic], sources: &Sources) -> String {
    assert!(!found.is_empty(), "nothing was found to be wrong");
    let mut text = String::new();
    for language in Language::ALL {
        let catalogue = Catalogue::new(language);
        text += &diagnostics::plain::render(found, sources, &catalogue);
        text += &format!("({})\n\n", diagnostics::summary(found, &catalogue));
    }
    let spanish = Catalogue::new(Language::Spanish);
    for line in diagnostics::plain::render(found, sources, &spanish).lines().filter(|line| !line.starts_with("    ")) {
        assert!(!has_decimal_point(line), "{line}");
    }
    for inside in ["TextSpan", "Some(", "None", "{$", "<help", "<label", "]: <"] {
        assert!(!text.contains(inside), "{text}");
    }
    text
}

fn sweep(name: &str, found: &[Diagnostic], sources: &Sources) {
    let text = words(found, sources);
    with_settings!({ snapshot_path => "errors/snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        assert_snapshot!(name, text);
    });
}

/// What a command said that only a test of its own can run: the page of errors shows it, too.
pub fn command_said(command: &str, stderr: &str) {
    let (_, rest) = stderr.split_once('[').unwrap();
    let code = rest.split(']').next().unwrap();
    with_settings!({ snapshot_path => "errors/snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        assert_snapshot!(format!("command-{code}"), format!("$ {command}\n{stderr}"));
    });
}

/// What a program without a feature says, which the program that is tested has.
#[test]
fn features_that_are_missing() {
    let refused = Feature::ALL.map(|feature| feature.missing(format!("tirada {}", feature.name())));
    assert!(refused.iter().all(|(_, code)| *code == 2));
    sweep("features", &refused.map(|(error, _)| error), &Sources::new());
}

/// What is said where something happens that cannot, or only beside other programs, in the rights of another user,
/// at a terminal, or on a page in a browser.
#[test]
fn what_no_fixture_can_bring_about() {
    let error = |code| Diagnostic::error(code, None);
    let of = |code, path: &str| error(code).arg("path", path);
    let found = [
        error(Code::Internal).arg("where", "src/engine/machine.rs:1"),
        of(Code::FileForbidden, "ana.yml"),
        of(Code::FileChanged, "ana.yml"),
        error(Code::FileNotAsRead),
        error(Code::NothingSaved),
        of(Code::SaveCutShort, "ana.yml").help_with("help-save-cut-short", "path", ".tirada-record"),
        of(Code::JournalNotKept, "~/.local/share/tirada"),
        error(Code::PackNoDataFolder),
        of(Code::CampaignTaken, "faro.tirada")
            .arg("known", "yes")
            .arg("pid", 7_i64)
            .arg("host", "mesa")
            .arg("since", "20:30"),
        error(Code::NotYours).arg("name", "se permite").arg("by", "apicultor"),
        error(Code::DiffReachesTooMuch).arg("name", "Vista").arg("limit", 10_i64),
        error(Code::ChancesUnknown),
        error(Code::NoDefaultRuleset),
        error(Code::DiceSince).arg("who", "Zaz"),
        error(Code::NothingAnswers).arg("name", "cuáles"),
        error(Code::OddsNoSamples),
        error(Code::BeginningOfSeveral).arg("text", "s").arg("names", vec!["set".to_owned(), "sheet".to_owned()]),
    ];
    sweep("rare", &found, &Sources::new());
}

#[test]
fn typed_texts_that_cannot_be_read() {
    let shelf = Memory::default();
    glob!("errors/parse/*", |path| {
        let mut session = Session::within(&shelf, Limits::FULL);
        let game = world(&mut session);
        let text = fs::read_to_string(path).unwrap();
        let request = RollRequest {
            text: text.trim_end_matches('\n').to_owned(),
            source: "prompt".to_owned(),
            forgiving: true,
            ..RollRequest::default()
        };
        let found = match session.prepare(&game, &request) {
            Ok(ready) => ready.warnings,
            Err(found) => found,
        };
        sweep("parse", &found, &session.sources);
    });
}

/// Each line of `notations.txt`, under rules with tests and under none: it is told once, or rolled.
#[test]
fn notations_of_other_programs() {
    let shelf = Memory::default();
    let lines = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors/notations.txt")).unwrap();
    for name in ["world", "bare"] {
        let mut text = String::new();
        for line in lines.lines() {
            let mut session = Session::within(&shelf, Limits::FULL);
            let game = sound(&mut session, &format!("{name}.yml"));
            let request = RollRequest {
                text: line.to_owned(),
                source: "prompt".to_owned(),
                forgiving: true,
                ..RollRequest::default()
            };
            text += &format!("== {line}\n");
            text += &match session.prepare(&game, &request) {
                Ok(ready) if ready.warnings.is_empty() => format!("{}\n\n", ready.prepared.origin.text),
                Ok(ready) => words(&ready.warnings, &session.sources),
                Err(found) => words(&found, &session.sources),
            };
        }
        with_settings!({ snapshot_path => "errors/snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
            assert_snapshot!(format!("notations-{name}"), text);
        });
    }
}

fn games(name: &str, path: &Path) {
    let mut shelf = Memory::default();
    for (id, name) in [("faro", "world.yml"), ("colmena", "table.yml")] {
        let world = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors").join(name);
        shelf.0.insert(id.to_owned(), vec![file(&world, name)]);
    }
    let files = if path.is_dir() {
        for entry in fs::read_dir(path).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_dir()) {
            let id = entry.file_name().to_string_lossy().into_owned();
            let files = files_in(&entry.path(), &format!("{id}/"));
            shelf.0.insert(id, files);
        }
        files_in(path, "")
    } else {
        vec![file(path, &path.file_name().unwrap().to_string_lossy())]
    };
    let mut session = Session::within(&shelf, Limits::FULL);
    let loaded = session.load_files(files);
    sweep(name, &loaded.findings, &session.sources);
}

#[test]
fn games_that_cannot_be_read() {
    glob!("errors/load/*", |path| games("load", path));
}

#[test]
fn games_that_cannot_be_meant() {
    glob!("errors/check/*", |path| games("check", path));
}

/// Something to roll under the world's rules, or under its own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    rules: Option<String>,
    roll: String,
    dice: Option<Vec<i64>>,
    #[serde(default)]
    with: BTreeMap<String, String>,
    #[serde(default)]
    set: BTreeMap<String, String>,
}

fn run(session: &mut Session<'_>, run: Run) -> Vec<Diagnostic> {
    let game = match run.rules {
        Some(text) => session.load_files(vec![File { name: "rules.yml".to_owned(), text }]).game,
        None => world(session),
    };
    let game = &game;
    let request = RollRequest {
        text: run.roll,
        source: "prompt".to_owned(),
        names: run.with,
        settings: run.set,
        ..RollRequest::default()
    };
    let ready = match session.prepare(game, &request) {
        Ok(ready) => ready,
        Err(found) => return found,
    };
    match run.dice {
        Some(faces) => {
            let mut dice = TypedDice::new(&faces);
            match session.evaluate(game, &ready, &mut dice, &[]) {
                Ok(_) => unused_dice(&dice).into_iter().collect(),
                Err(found) => vec![found],
            }
        }
        None => session.evaluate(game, &ready, &mut Generator::new(1), &[]).err().into_iter().collect(),
    }
}

#[test]
fn rolls_that_go_wrong() {
    let shelf = Memory::default();
    glob!("errors/run/*", |path| {
        let mut session = Session::within(&shelf, Limits::FULL);
        let found = run(&mut session, serde_yaml::from_str(&fs::read_to_string(path).unwrap()).unwrap());
        sweep("run", &found, &session.sources);
    });
}

/// What is wrong with cases: as they stand, or else what stops them when they are played.
fn played(session: &mut Session<'_>, text: &str) -> Vec<Diagnostic> {
    let (game, cases) = match text.split_once("\n---\n") {
        Some((rules, cases)) => {
            let rules = File { name: "rules.yml".to_owned(), text: format!("{rules}\n") };
            let loaded = session.load_files(vec![rules]);
            assert!(loaded.is_sound(), "{}", words(&loaded.findings, &session.sources));
            (loaded.game, cases)
        }
        None => (sound(session, "table.yml"), text),
    };
    let files = || vec![File { name: "cases.yml".to_owned(), text: cases.to_owned() }];
    let found = check_cases(session, &game, files());
    if !found.is_empty() {
        return found;
    }
    let (reports, mut found) = run_cases(session, &game, files());
    for report in reports {
        assert!(!report.differences.is_empty(), "{}: nothing stops it", report.name);
        assert!(!report.errors.is_empty(), "{}: {:?}", report.name, report.differences);
        found.extend(report.errors);
    }
    found
}

#[test]
fn deeds_that_cannot_be_done() {
    let shelf = colmena();
    glob!("errors/play/*", |path| {
        let mut session = Session::within(&shelf, Limits::FULL);
        let found = played(&mut session, &fs::read_to_string(path).unwrap());
        sweep("play", &found, &session.sources);
    });
}

fn colmena() -> Memory {
    let mut shelf = Memory::default();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors/table.yml");
    shelf.0.insert("colmena".to_owned(), vec![file(&path, "table.yml")]);
    shelf
}

#[test]
fn characters_that_cannot_be() {
    let shelf = Memory::default();
    glob!("errors/characters/*", |path| {
        let mut session = Session::within(&shelf, Limits::FULL);
        let game = sound(&mut session, "table.yml");
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let id = session.sources.add(name, fs::read_to_string(path).unwrap());
        let read = |sources: &Sources, id| {
            let (tree, mut found) = parse(sources, id, &YamlLimits::default());
            let (sheet, more) = read_character(&tree, sources);
            found.extend(more);
            found.extend(read_person(&sheet, &game, FileOwner::of(&sheet, &game), None).1);
            found
        };
        let mut found = read(&session.sources, id);
        offer_in_file(&mut found, &session.sources, id, &tirada::internals::limits::Limits::FULL, read);
        sweep("characters", &found, &session.sources);
    });
}

/// Whatever can be wrong with what characters have and do has been read as people read it.
#[test]
fn every_mistake_in_play_is_here() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = String::new();
    for entry in fs::read_dir(root.join("tests/errors/snapshots")).unwrap() {
        seen += &fs::read_to_string(entry.unwrap().path()).unwrap();
    }
    let mut missing = Vec::new();
    for file in ["actions.ftl", "play.ftl"] {
        let text = fs::read_to_string(root.join("src/report/messages/en").join(file)).unwrap();
        let mut code = "";
        for line in text.lines() {
            match line.split_once(" =") {
                Some((id, _)) if id.starts_with(|letter: char| letter.is_ascii_lowercase()) => code = id,
                Some(("    .label", _)) if !seen.contains(&format!("error[{code}]")) => missing.push(code.to_owned()),
                _ => {}
            }
        }
    }
    assert!(missing.is_empty(), "no fixture ends with {missing:#?}");
}
