//! The main proof that no game lives in the program: every name of every game becomes a
//! code that means nothing, in its rules and its cases alike, and the cases come out the
//! same with the same dice.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod codes;
pub(crate) mod places;
mod writing;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::shipped;
use codes::Codes;
use places::Place;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::report::{Catalogue, Language, diagnostics};
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{Builtin, Session, run_cases};
use tirada::internals::yaml::{Node, NodeKind};
use writing::{renamed, tree};

/// Rulesets by id, with their cases.
struct Library(BTreeMap<String, (Vec<File>, Vec<File>)>);

impl Shelf for Library {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        self.0.get(id).map(|(rules, _)| rules.clone())
    }

    fn ids(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// Names under which something stands: traits, tags and people that the cases made up.
fn free_names(cases: &[File], game: &CheckedGame, found: &mut BTreeSet<String>) {
    let entries = |node: Option<&Node>| node.and_then(Node::as_map).unwrap_or_default().to_vec();
    let mut people = Vec::new();
    for file in cases {
        let root = tree(file);
        people.extend(entries(root.get("characters")));
        for case in entries(root.get("cases")) {
            let made_up = entries(case.value.get("with")).into_iter().map(|entry| entry.key.text.to_string());
            found.extend(made_up.filter(|name| !game.names.contains_key(name)));
            people.extend(entries(case.value.get("characters")));
        }
    }
    for person in people {
        found.insert(person.key.text.to_string());
        for group in entries(person.value.get("traits")) {
            found.extend(entries(Some(&group.value)).into_iter().map(|entry| entry.key.text.to_string()));
        }
        for kind in entries(person.value.get("tags")) {
            if let NodeKind::Scalar(scalar) = &kind.value.kind {
                found.insert(scalar.text.to_string());
            }
            let own = entries(Some(&kind.value)).into_iter();
            let named = own.filter(|entry| entry.value.is_empty() || entry.value.as_map().is_some());
            found.extend(named.map(|entry| entry.key.text.to_string()));
        }
    }
}

/// What goes otherwise when all games of a library are played under other names.
fn differences(library: &Library, least: usize) -> String {
    let mut games = BTreeMap::new();
    let mut free = BTreeSet::new();
    for (id, (_, cases)) in &library.0 {
        let game = Session::new(library).load(id).unwrap().game;
        free_names(cases, &game, &mut free);
        // The name of a card that is made of its values has no code of its own.
        for card in game.tags.iter().flat_map(|tag| &tag.cards).flat_map(|deck| &deck.cards) {
            if card.pattern.is_some() {
                free.remove(&*card.name);
            }
        }
        games.insert(id.clone(), game);
    }
    let codes = Codes::new(games.values(), &free);
    assert!(codes.names.len() > least, "only {} names", codes.names.len());
    let coded = Library(
        library
            .0
            .iter()
            .map(|(id, (rules, cases))| {
                let rules: Vec<File> =
                    rules.iter().filter(|file| !file.text.starts_with("tirada coverage")).cloned().collect();
                let rules = renamed(&rules, Place::Ruleset, &codes, &games[id]);
                (codes.of(id), (rules, renamed(cases, Place::Cases, &codes, &games[id])))
            })
            .collect(),
    );
    let english = Catalogue::new(Language::English);
    let mut failures = String::new();
    for (id, (_, cases)) in &library.0 {
        let mut session = Session::new(&coded);
        let loaded = session.load(&codes.of(id)).unwrap();
        let wrong: Vec<_> = loaded.findings.into_iter().filter(|one| one.is_error()).collect();
        if !wrong.is_empty() {
            failures += &diagnostics::plain::render(&wrong, &session.sources, &english);
            continue;
        }
        let mut kept = shipped::names(&loaded.game);
        kept.retain(|name| codes.names.contains_key(name) && *name != loaded.game.name);
        assert!(kept.is_empty(), "{id} still knows {kept:?}");

        let (reports, errors) = run_cases(&mut session, &loaded.game, coded.0[&codes.of(id)].1.clone());
        failures += &diagnostics::plain::render(&errors, &session.sources, &english);
        let mut original = Session::new(library);
        let (before, _) = run_cases(&mut original, &games[id], cases.clone());
        assert!(!reports.is_empty(), "{id} has no cases");
        assert_eq!(reports.len(), before.len(), "{id}");
        for report in reports {
            for difference in report.differences {
                failures += &format!(
                    "{id}: {}: {}: expected {}, found {}\n",
                    report.name, difference.what, difference.expected, difference.found
                );
            }
        }
    }
    failures
}

#[test]
fn shipped_games_play_the_same_under_names_that_mean_nothing() {
    let ids = Builtin.ids().into_iter();
    let library = ids.map(|id| (id.clone(), (Builtin.files(&id).unwrap(), Builtin::cases(&id)))).collect();
    let failures = differences(&Library(library), 1_000);
    assert!(failures.is_empty(), "\n{failures}");
}

fn yaml(folder: &Path) -> Vec<File> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).map(|list| list.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "yml"));
    paths.sort();
    let read = |path: PathBuf| File { text: std::fs::read_to_string(&path).unwrap(), name: path.display().to_string() };
    paths.into_iter().map(read).collect()
}

#[test]
fn invented_games_play_the_same_under_names_that_mean_nothing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let mut library = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let mut rules = yaml(&path);
        rules.retain(|file| !file.text.contains("tirada character:"));
        let cases = yaml(&path.join("cases"));
        if !cases.is_empty() {
            library.insert(path.file_name().unwrap().to_string_lossy().into_owned(), (rules, cases));
        }
    }
    assert!(!library.is_empty());
    let failures = differences(&Library(library), 100);
    assert!(failures.is_empty(), "\n{failures}");
}
