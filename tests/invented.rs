//! The engine's own tests play invented games: only the tests of the shipped
//! rulesets may speak of those.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tirada::internals::ruleset::Shelf;
use tirada::internals::session::{Builtin, Session};

/// Files and folders under `tests/`, without their endings, whose matter the shipped games are.
const ABOUT_SHIPPED: [&str; 17] = [
    "rulesets",
    // As whoever embeds the engine gets them.
    "api",
    "prompt",
    "words",
    "shipped",
    "renaming",
    "invented",
    "cli",
    "docs",
    "mutations",
    "coverage",
    "reference",
    "odds_known",
    "odds_sampling",
    "given",
    // It takes no others.
    "sandbox",
    "browser",
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
    found.sort();
}

/// What the program says in the language of the shipped games, which snapshots show.
fn messages() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/messages");
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Ids of shipped games, and the capitalised names of their traits, tables, rows and
/// options: what only that game calls so.
fn proper_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for id in Builtin.ids() {
        let mut session = Session::new(&Builtin);
        let game = session.load(&id).unwrap().game;
        names.extend([game.id.clone(), game.name.clone()]);
        let rows = game.tables.iter().flat_map(|table| table.names.keys().cloned());
        let all: Vec<String> = game.names.keys().cloned().chain(rows).collect();
        names.extend(all.into_iter().filter(|name| name.chars().count() > 3 && name.starts_with(char::is_uppercase)));
    }
    let messages = messages();
    names.retain(|name| !mentions(&messages, name));
    names
}

fn mentions(text: &str, name: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(is_letter) && !text[at + name.len()..].starts_with(is_letter))
}

#[test]
fn tests_of_the_engine_play_invented_games() {
    let names = proper_names();
    assert!(names.len() > 100, "only {} names", names.len());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut paths = Vec::new();
    files(&root, &mut paths);
    let mut wrong = Vec::new();
    for path in paths {
        let relative = path.strip_prefix(&root).unwrap();
        let first = relative.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
        // `rulesets.rs`, `cli/…`, `snapshots/cli__….snap`
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let test = if first == "snapshots" {
            name.trim_start_matches("suite__").split("__").next()
        } else {
            first.split('.').next()
        };
        if ABOUT_SHIPPED.contains(&test.unwrap()) {
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for name in names.iter().filter(|name| mentions(&text, name)) {
            wrong.push(format!("tests/{}: {name}", relative.display()));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
