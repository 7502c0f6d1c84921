//! Invented games, in folders of `games`: they pass their cases, and together they use
//! everything that the reader knows.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::renaming::places::{Place, below};
use tirada::internals::report::{Catalogue, Language, diagnostics};
use tirada::internals::ruleset::{File, Shelf, keys, read_character};
use tirada::internals::session::{Session, run_cases};
use tirada::internals::source::Sources;
use tirada::internals::world::{FileOwner, read_person};
use tirada::internals::yaml::{Entry, Node, NodeKind, YamlLimits, parse};

/// The games that have cases: one that uses everything, one that extends it, and games such as people play.
pub(crate) fn games() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let entries = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let played = entries.filter(|path| path.join("cases").is_dir());
    let mut ids: Vec<String> = played.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    ids.sort();
    ids
}

/// Words of the format that stand where others could, with where they stand.
const WORDS: [(&str, &[&str]); 12] = [
    ("overflow", &["worsen", "ignore"]),
    ("names", &["lowest", "middle", "highest", "nth 2", "sum"]),
    ("tie", &["reroll", "nobody", "attacker", "defender"]),
    ("outside", &["nearest", "error"]),
    ("cells", &["text", "time"]),
    ("columns", &["effects", "formula"]),
    ("is", &["success", "failure"]),
    ("roles", &["one", "many"]),
    ("keep", &["better", "worse", "new"]),
    ("heal", &["all"]),
    ("reroll", &["all"]),
    ("min", &["none"]),
];

pub(crate) fn folder(path: &str) -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(path);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).map(|list| list.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "yml"));
    paths.sort();
    let read = |path: PathBuf| File { text: std::fs::read_to_string(&path).unwrap(), name: path.display().to_string() };
    paths.into_iter().map(read).collect()
}

pub(crate) struct Games;

impl Shelf for Games {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        games().iter().any(|one| one == id).then(|| folder(id))
    }

    fn ids(&self) -> Vec<String> {
        games()
    }
}

pub(crate) fn tree(file: &File) -> Node {
    let mut sources = Sources::new();
    let id = sources.add(&*file.name, &*file.text);
    let (tree, errors) = parse(&sources, id, &YamlLimits::default());
    assert!(errors.is_empty(), "{}: {errors:?}", file.name);
    tree
}

/// What their cases say is also right where they are not played.
#[test]
fn invented_games_and_their_cases_are_sound() {
    let folders = games().into_iter().map(|id| format!("tests/games/{id}"));
    let mut run = crate::common::command(&crate::common::folder("games-checked"));
    run.arg("check").args(folders);
    let told = crate::common::finish(run, "");
    assert_eq!(told.code, 0, "{}{}", told.stdout, told.stderr);
}

#[test]
fn invented_games_pass_their_cases() {
    let english = Catalogue::new(Language::English);
    let mut failures = String::new();
    for id in games() {
        let mut session = Session::new(&Games);
        let loaded = session.load(&id).unwrap();
        failures += &diagnostics::plain::render(&loaded.findings, &session.sources, &english);
        let (reports, errors) = run_cases(&mut session, &loaded.game, folder(&format!("{id}/cases")));
        failures += &diagnostics::plain::render(&errors, &session.sources, &english);
        assert!(!reports.is_empty(), "{id}");
        for report in reports {
            for difference in report.differences {
                let (what, expected, found) = (difference.what, difference.expected, difference.found);
                failures += &format!("{id}: {}: {what}: expected {expected}, found {found}\n", report.name);
            }
        }
        for file in folder(&format!("{id}/people")) {
            let source = session.sources.add(&*file.name, &*file.text);
            let (tree, mut errors) = parse(&session.sources, source, &YamlLimits::default());
            let (sheet, mut found) = read_character(&tree, &session.sources);
            errors.append(&mut found);
            errors.extend(read_person(&sheet, &loaded.game, FileOwner::of(&sheet, &loaded.game), None).1);
            failures += &diagnostics::plain::render(&errors, &session.sources, &english);
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// The place of the reader's list that a place of a file is.
fn listed(place: Place<'_>) -> &'static [&'static str] {
    match place {
        Place::Ruleset => &["ruleset", "another ruleset", "coverage", "pack"],
        Place::Dice => &["dice"],
        Place::Question | Place::Option => &["question", "trait"],
        Place::Worded => &["formula"],
        Place::Points => &["points", "another ruleset"],
        Place::Track => &["track", "another ruleset"],
        Place::State => &["state"],
        Place::Tag => &["tag", "another ruleset"],
        Place::Time => &["time"],
        Place::Table(_) => &["table", "another ruleset"],
        Place::CellKind | Place::Effects => &["cell"],
        Place::Test => &["test", "another ruleset"],
        Place::Outcome => &["outcome", "tie"],
        Place::Opposed => &["opposed"],
        Place::Keyed(Place::Name) => &["opposed-outcomes"],
        Place::Action => &["action", "another ruleset"],
        Place::Intervention => &["intervention"],
        Place::Turns => &["turns"],
        Place::Kind => &["kind of character"],
        Place::Step => &["step"],
        Place::Amount => &["gain"],
        Place::Cases => &["cases", "character"],
        Place::Character => &["character", "character of a case", "template"],
        Place::TagValues => &["tag of a character"],
        Place::Case => &["case"],
        Place::CaseStep => &["case-step"],
        Place::Answers => &["case-intervention"],
        _ => &[],
    }
}

/// What is seen of each key: the places that it may belong to, its path, and itself.
type See<'s> = &'s mut dyn FnMut(&'static [&'static str], &[String], &Entry);

/// Every key below a node; what stands in a list has its index in the path.
pub(crate) fn each_key(node: &Node, place: Place<'_>, path: &mut Vec<String>, see: See<'_>) {
    match &node.kind {
        NodeKind::Map(entries) => entries.iter().for_each(|entry| one_key(entry, entries, place, path, see)),
        NodeKind::List(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(index.to_string());
                each_key(item, place, path, see);
                path.pop();
            }
        }
        _ => {}
    }
}

fn one_key(entry: &Entry, beside: &[Entry], place: Place<'_>, path: &mut Vec<String>, see: See<'_>) {
    let named = beside.iter().any(|entry| entry.value.as_map().is_some());
    let place = match place {
        Place::Tags if named => Place::Named(&Place::TagValues),
        Place::Tags => Place::TagValues,
        other => other,
    };
    let key = &*entry.key.text;
    path.push(key.to_owned());
    see(listed(place), path, entry);
    // The rows of a table hold what its columns say; cells of effects are known by being maps.
    if matches!(place, Place::Table(_)) && ["rows", "from", "ranges"].contains(&key) {
        for row in entry.value.as_map().unwrap_or_default() {
            path.push(row.key.text.to_string());
            each_cell(&row.value, path, see);
            path.pop();
        }
    } else {
        each_key(&entry.value, below(place, key, key).0, path, see);
    }
    path.pop();
}

fn each_cell(row: &Node, path: &mut Vec<String>, see: See<'_>) {
    each_key(row, Place::Effects, path, see);
    for entry in row.as_map().unwrap_or_default() {
        path.push(entry.key.text.to_string());
        each_key(&entry.value, Place::Effects, path, see);
        path.pop();
    }
}

/// A translation has keys, and things of which the same can be said.
pub(crate) fn each_key_of_translation(node: &Node, see: See<'_>) {
    for entry in node.as_map().unwrap() {
        let section = entry.key.text.to_string();
        see(&["translation"], std::slice::from_ref(&section), entry);
        for thing in entry.value.as_map().unwrap_or_default() {
            for said in thing.value.as_map().unwrap_or_default() {
                let path = [section.clone(), thing.key.text.to_string(), said.key.text.to_string()];
                see(&["translated"], &path, said);
            }
        }
    }
}

/// Is shown an entry, in which file and of which key it is, and the keys that lead there.
type SeesKey<'s> = dyn FnMut(&File, &'static [&'static str], &[String], &Entry) + 's;

/// Every key of all files of an invented game, with its file.
pub(crate) fn each_key_of(id: &str, see: &mut SeesKey<'_>) {
    let files = |folder_of: &str| folder(&format!("{id}{folder_of}"));
    for (inside, place) in [("", Place::Ruleset), ("/cases", Place::Cases), ("/people", Place::Character)] {
        for file in files(inside) {
            each_key(&tree(&file), place, &mut Vec::new(), &mut |lists, path, entry| see(&file, lists, path, entry));
        }
    }
    for file in files("/translations") {
        each_key_of_translation(&tree(&file), &mut |lists, path, entry| see(&file, lists, path, entry));
    }
}

/// All keys and texts below a node.
pub(crate) fn words(node: &Node, found: &mut BTreeSet<String>) {
    match &node.kind {
        NodeKind::Scalar(scalar) => {
            found.insert(scalar.text.to_string());
        }
        NodeKind::List(items) => items.iter().for_each(|item| words(item, found)),
        NodeKind::Map(entries) => {
            for entry in entries {
                found.insert(entry.key.text.to_string());
                words(&entry.value, found);
            }
        }
        NodeKind::Empty | NodeKind::Bad => {}
    }
}

#[test]
fn invented_games_use_every_key() {
    let mut used: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for id in games() {
        each_key_of(&id, &mut |_, lists, path, entry| {
            let key = path.last().unwrap();
            for list in lists {
                used.entry(list).or_default().insert(key.clone());
            }
            words(&entry.value, texts.entry(key.clone()).or_default());
        });
    }
    let mut missing = Vec::new();
    let none = BTreeSet::new();
    for (place, keys) in keys() {
        let known = used.get(place).unwrap_or(&none);
        missing.extend(keys.into_iter().filter(|key| !known.contains(*key)).map(|key| format!("{place}: {key}")));
    }
    for (key, words) in WORDS {
        let known = texts.get(key).unwrap_or(&none);
        missing.extend(words.iter().filter(|word| !known.contains(**word)).map(|word| format!("{key}: {word}")));
    }
    missing.dedup();
    assert!(missing.is_empty(), "no invented game has\n{}\n", missing.join("\n"));
}
