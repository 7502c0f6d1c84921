//! Invented games, in folders of `games`: they pass their cases, and together they use
//! everything that the reader knows.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::renaming::places::{Place, below};
use tirada::limits::Limits;
use tirada::report::reference::{Reference, markdown};
use tirada::report::{Catalogue, Language, diagnostics};
use tirada::ruleset::compare::{Difference, differences};
use tirada::ruleset::{File, OWN, Shelf, keys, merged_tree, read_character};
use tirada::session::{Session, run_cases};
use tirada::source::Sources;
use tirada::world::{Whose, read_person};
use tirada::yaml::{Entry, Node, NodeKind, YamlLimits, parse};

/// The games that have cases: one that uses everything, one that extends it, and games such as people play.
fn games() -> Vec<String> {
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

fn folder(path: &str) -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(path);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).map(|list| list.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "yml"));
    paths.sort();
    let read = |path: PathBuf| File { text: std::fs::read_to_string(&path).unwrap(), name: path.display().to_string() };
    paths.into_iter().map(read).collect()
}

struct Games;

impl Shelf for Games {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        games().iter().any(|one| one == id).then(|| folder(id))
    }

    fn ids(&self) -> Vec<String> {
        games()
    }
}

fn tree(file: &File) -> Node {
    let mut sources = Sources::new();
    let id = sources.add(&*file.name, &*file.text);
    let (tree, errors) = parse(&sources, id, &YamlLimits::default());
    assert!(errors.is_empty(), "{}: {errors:?}", file.name);
    tree
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
            errors.extend(read_person(&sheet, &loaded.game, Whose::of(&sheet, &loaded.game), None).1);
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

/// The keys of files, by place, and all texts by key.
#[derive(Default)]
struct Used {
    keys: BTreeMap<&'static str, BTreeSet<String>>,
    words: BTreeMap<String, BTreeSet<String>>,
}

impl Used {
    fn node(&mut self, node: &Node, place: Place<'_>) {
        match &node.kind {
            NodeKind::Map(entries) => entries.iter().for_each(|entry| self.entry(entry, entries, place)),
            NodeKind::List(items) => items.iter().for_each(|item| self.node(item, place)),
            _ => {}
        }
    }

    fn entry(&mut self, entry: &Entry, beside: &[Entry], place: Place<'_>) {
        let named = beside.iter().any(|entry| entry.value.as_map().is_some());
        let place = match place {
            Place::Tags if named => Place::Named(&Place::TagValues),
            Place::Tags => Place::TagValues,
            other => other,
        };
        let key = &*entry.key.text;
        for list in listed(place) {
            self.keys.entry(list).or_default().insert(key.to_owned());
        }
        let texts = self.words.entry(key.to_owned()).or_default();
        words(&entry.value, texts);
        // The rows of a table hold what its columns say; cells of effects are known by being maps.
        if matches!(place, Place::Table(_)) && ["rows", "from", "ranges"].contains(&key) {
            for row in entry.value.as_map().unwrap_or_default() {
                self.cells(&row.value);
            }
            return;
        }
        self.node(&entry.value, below(place, key, key).0);
    }

    /// A translation has keys, and things of which the same can be said.
    fn translation(&mut self, node: &Node) {
        for entry in node.as_map().unwrap() {
            self.keys.entry("translation").or_default().insert(entry.key.text.to_string());
            let things = entry.value.as_map().unwrap_or_default().iter();
            for said in things.filter_map(|thing| thing.value.as_map()).flatten() {
                self.keys.entry("translated").or_default().insert(said.key.text.to_string());
            }
        }
    }

    fn cells(&mut self, row: &Node) {
        match &row.kind {
            NodeKind::List(cells) => cells.iter().for_each(|cell| self.node(cell, Place::Effects)),
            NodeKind::Map(entries) => {
                self.node(row, Place::Effects);
                entries.iter().for_each(|entry| self.node(&entry.value, Place::Effects));
            }
            _ => {}
        }
    }
}

/// All keys and texts below a node.
fn words(node: &Node, found: &mut BTreeSet<String>) {
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
    let mut used = Used::default();
    for id in games() {
        folder(&id).iter().for_each(|file| used.node(&tree(file), Place::Ruleset));
        folder(&format!("{id}/cases")).iter().for_each(|file| used.node(&tree(file), Place::Cases));
        folder(&format!("{id}/people")).iter().for_each(|file| used.node(&tree(file), Place::Character));
        folder(&format!("{id}/translations")).iter().for_each(|file| used.translation(&tree(file)));
    }
    let mut missing = Vec::new();
    let none = BTreeSet::new();
    for (place, keys) in keys() {
        let known = used.keys.get(place).unwrap_or(&none);
        missing.extend(keys.into_iter().filter(|key| !known.contains(*key)).map(|key| format!("{place}: {key}")));
    }
    for (key, words) in WORDS {
        let known = used.words.get(key).unwrap_or(&none);
        missing.extend(words.iter().filter(|word| !known.contains(**word)).map(|word| format!("{key}: {word}")));
    }
    missing.dedup();
    assert!(missing.is_empty(), "no invented game has\n{}\n", missing.join("\n"));
}

/// A ruleset that extends another, and takes something away.
struct Cut(String);

impl Shelf for Cut {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        if id == "cut" {
            return Some(vec![File { name: "cut.yml".to_owned(), text: self.0.clone() }]);
        }
        Games.files(id)
    }

    fn ids(&self) -> Vec<String> {
        Games.ids()
    }
}

/// What the reference of a game says that extends another and takes away what stands at a path; `None`: it does not
/// load so.
fn told_without(id: &str, path: Option<&str>, catalogue: &Catalogue) -> Option<String> {
    let remove = path.map_or(String::new(), |path| format!("remove: ['{}']\n", path.replace('\'', "''")));
    let shelf = Cut(format!("tirada: 1\nid: cut\nextends: {id}\n{remove}"));
    let mut session = Session::new(&shelf);
    let loaded = session.load("cut").ok()?;
    Some(markdown::render(&Reference::new(&loaded.game, &[], catalogue, true)))
}

/// Where the keys of a place stand in a game, as paths.
fn paths(node: &Node, place: Place<'_>, path: &str, found: &mut BTreeMap<(&'static str, String), Vec<String>>) {
    for entry in node.as_map().unwrap_or_default() {
        let key = &*entry.key.text;
        if key.contains('.') {
            continue;
        }
        let here = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        for list in listed(place) {
            found.entry((list, key.to_owned())).or_default().push(here.clone());
        }
        if !matches!(place, Place::Table(_)) {
            paths(&entry.value, below(place, key, key).0, &here, found);
        }
    }
}

/// Keys that a reference need not tell by themselves, each with the reason.
const UNTOLD: [(&str, &str); 23] = [
    ("action: tells", "how the table is told, and no rule"),
    ("another ruleset: extends", "of the file that says it, not handed on to one that extends it"),
    ("dice: compare", "how typed dice are read"),
    ("dice: d66", "how typed dice are read"),
    ("dice: others", "how typed dice are read"),
    ("formula: one of", "not told yet"),
    ("opposed-outcomes: lose", "not told yet"),
    ("opposed-outcomes: tie", "not told yet"),
    ("opposed-outcomes: win", "not told yet"),
    ("opposed: outcomes", "not told yet"),
    ("points: group", "what is read of a group names it"),
    ("question: of", "not told yet"),
    ("question: when", "not told yet"),
    ("ruleset: accent", "a colour"),
    ("ruleset: doc", "of the file that says it, not handed on to one that extends it"),
    ("ruleset: language", "of the file that says it, not handed on to one that extends it"),
    ("ruleset: name", "of the file that says it, not handed on to one that extends it"),
    ("ruleset: tirada", "of the file that says it, not handed on to one that extends it"),
    ("ruleset: vs", "for what is typed"),
    ("table: find", "not told yet"),
    ("table: gaps", "its rows are told"),
    ("table: outside", "not told yet"),
    ("test: show", "not told yet"),
];

/// One list of keys, and all tools: the reference (`doc`) says something else where a key is taken away. That editors know each
/// key, and that games use it, is tested beside; what differs (`diff`) is found in trees, whatever the keys are.
#[test]
fn references_tell_of_every_key() {
    let english = Catalogue::new(Language::English);
    let mut places: BTreeMap<(&'static str, String), Vec<(String, String)>> = BTreeMap::new();
    for id in games() {
        let mut found = BTreeMap::new();
        folder(&id).iter().for_each(|file| paths(&tree(file), Place::Ruleset, "", &mut found));
        for (key, paths) in found {
            places.entry(key).or_default().extend(paths.into_iter().map(|path| (id.clone(), path)));
        }
    }
    let mut whole: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut silent = BTreeSet::new();
    for (place, keys) in keys() {
        // Files that are not played.
        if ["coverage", "pack"].contains(&place) {
            continue;
        }
        for key in keys {
            let Some(found) = places.get(&(place, key.to_owned())) else { continue };
            let mut loads = false;
            let told = found.iter().take(40).any(|(id, path)| {
                let Some(without) = told_without(id, Some(path), &english) else { return false };
                loads = true;
                let with = whole.entry(id.clone()).or_insert_with(|| told_without(id, None, &english));
                with.as_ref() != Some(&without)
            });
            // What nothing works without cannot be taken away.
            if loads && !told {
                silent.insert(format!("{place}: {key}"));
            }
        }
    }
    let allowed: BTreeSet<String> = UNTOLD.iter().map(|(key, _)| (*key).to_owned()).collect();
    assert_eq!(silent, allowed, "keys of which the reference says nothing");
}

/// Everything that stands in a tree, by its path; the key of a list or a text is the last.
fn paths_below(node: &Node, path: &[String], found: &mut Vec<Vec<String>>) {
    for entry in node.as_map().unwrap_or_default() {
        let path = [path, &[entry.key.text.to_string()]].concat();
        paths_below(&entry.value, &path, found);
        found.push(path);
    }
}

fn remove(node: &mut Node, path: &[String]) {
    let NodeKind::Map(entries) = &mut node.kind else { return };
    match path {
        [last] => entries.retain(|entry| *entry.key.text != **last),
        [first, rest @ ..] => {
            let inner = entries.iter_mut().find(|entry| *entry.key.text == **first);
            inner.into_iter().for_each(|entry| remove(&mut entry.value, rest));
        }
        [] => {}
    }
}

#[test]
fn a_key_that_is_gone_is_a_difference() {
    let mut seen = BTreeSet::new();
    for id in games() {
        let mut sources = Sources::new();
        let Some(tree) = merged_tree(folder(&id), &Games, &mut sources, &Limits::FULL) else { continue };
        let mut all = Vec::new();
        paths_below(&tree, &[], &mut all);
        for path in all.iter().filter(|path| !OWN.contains(&&*path[0])) {
            // Each key once in each section.
            if !seen.insert((path[0].clone(), path.last().unwrap().clone())) {
                continue;
            }
            let mut less = tree.clone();
            remove(&mut less, path);
            let found = differences(&tree, &less);
            let within = |one: &Difference| {
                let told = [&[one.section.clone(), one.name.clone()][..], &one.path].concat();
                told.iter().filter(|part| !part.is_empty()).zip(path).all(|(told, key)| told == key)
            };
            assert!(found.iter().any(within), "{id}: {path:?}: {found:?}");
        }
    }
}
