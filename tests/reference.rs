//! The reference at the end of `rulesets/README.md` has every key of the format, and no other.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Headings and groups of the reference, and the place that the reader knows each as.
const PLACES: [(&str, &str); 36] = [
    ("A ruleset", "ruleset"),
    ("of another ruleset, or of another thing in the same section", "another ruleset"),
    ("dice", "dice"),
    ("beside a ruleset, a file of its own", "coverage"),
    ("a pack, in `pack.yml`", "pack"),
    ("a translation, in `translations/`", "translation"),
    ("what a translation says of one thing", "translated"),
    ("a trait", "trait"),
    ("a formula that yields words", "formula"),
    ("points", "points"),
    ("a track", "track"),
    ("a state of a track, or of points", "state"),
    ("a tag", "tag"),
    ("a time", "time"),
    ("Questions", "question"),
    ("Tables", "table"),
    ("a cell", "cell"),
    ("Tests", "test"),
    ("an outcome", "outcome"),
    ("opposed", "opposed"),
    ("names in its outcomes", "opposed-outcomes"),
    ("a kind of tie", "tie"),
    ("turns", "turns"),
    ("a kind of character", "kind of character"),
    ("a template", "template"),
    ("an action", "action"),
    ("an intervention", "intervention"),
    ("a step", "step"),
    ("how a tag is called", "gain"),
    ("a character, in a file of its own", "character"),
    ("beside the values of a tag", "tag of a character"),
    ("a file of cases", "cases"),
    ("a character of a case", "character of a case"),
    ("a case", "case"),
    ("a step of a case", "case-step"),
    ("beside the answers to an intervention", "case-intervention"),
];

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The keys of the reference, by heading or group; each row has its keys in the first cell.
fn written(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let (_, reference) = text.split_once("\n## Every key\n").unwrap();
    let mut place = String::new();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in reference.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            place = heading.to_owned();
        }
        let Some(row) = line.strip_prefix("| ") else { continue };
        let first = row.split(" | ").next().unwrap().trim();
        if let Some(group) = first.strip_prefix("**") {
            place = group.split_once("**").unwrap().0.to_owned();
            continue;
        }
        let keys = first.split('`').skip(1).step_by(2).map(str::to_owned);
        found.entry(place.clone()).or_default().extend(keys);
    }
    found.retain(|_, keys| !keys.is_empty());
    found
}

#[test]
fn every_key_is_in_the_reference() {
    let written = written(&read("rulesets/README.md"));
    let known: BTreeMap<&str, BTreeSet<&str>> = tirada::internals::ruleset::keys()
        .into_iter()
        .map(|(place, keys)| (place, keys.into_iter().collect()))
        .collect();
    let places: BTreeSet<&str> = PLACES.iter().map(|(_, place)| *place).collect();
    assert_eq!(places, known.keys().copied().collect(), "places");
    let headings: BTreeSet<&str> = PLACES.iter().map(|(heading, _)| *heading).collect();
    assert_eq!(headings, written.keys().map(String::as_str).collect(), "headings");
    for (heading, place) in PLACES {
        let written: BTreeSet<&str> = written[heading].iter().map(String::as_str).collect();
        assert_eq!(written, known[place], "{heading}");
    }
}

/// The rows of tables that begin with a cell, without their marks.
fn rows(text: &str) -> BTreeMap<String, Vec<String>> {
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect();
    let rows = text.lines().filter(|line| line.starts_with("| ")).map(cells);
    rows.map(|cells: Vec<String>| (cells[0].clone(), cells[1..].to_vec())).collect()
}

#[test]
fn coverage_figures_match_both_readmes() {
    let readmes = ["README.md", "README.es.md"].map(|name| rows(&read(name)));
    for id in ["hitos", "mirada", "cdb", "terror"] {
        let mut sources = tirada::internals::source::Sources::new();
        let text = read(&format!("rulesets/{id}/coverage.yml"));
        let source = sources.add("coverage.yml".to_owned(), text);
        let (tree, _) = tirada::internals::yaml::parse(&sources, source, &Default::default());
        let mechanics = tree.get("mechanics").unwrap().as_map().unwrap();
        let text = mechanics.iter().filter(|one| one.value.get("text").is_some()).count();
        let found = [mechanics.len(), mechanics.len() - text, text].map(|count| count.to_string());
        for rows in &readmes {
            assert_eq!(rows[id], found, "{id}");
        }
    }
}

/// What the reader knows it knows from one list: no other stands in its code.
#[test]
fn the_reader_has_no_keys_of_its_own() {
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ruleset/read")).unwrap().flatten() {
        let text = fs::read_to_string(entry.path()).unwrap();
        for (at, call) in text.match_indices("fields(") {
            let arguments = text[at + call.len()..].split(");").next().unwrap();
            assert!(!arguments.contains("&[\""), "{}: fields({arguments})", entry.path().display());
        }
    }
}
