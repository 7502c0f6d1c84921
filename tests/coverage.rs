//! Every mechanic of the books is somewhere in the rules, with a case that plays it, or is
//! said to be only text, with the reason: `coverage.yml` beside the rules.
//!
//! The mechanics are numbered by book. That a key is there says little by itself; that the
//! cases see the numbers below it is for `mutations` to say.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tirada::internals::ruleset::{File, Shelf, merged_tree, read_cases};
use tirada::internals::session::Builtin;
use tirada::internals::source::Sources;
use tirada::internals::yaml::{Entry, Node, YamlLimits, parse};

/// Rulesets, how the numbers of their mechanics are written, and how many there are.
const BOOKS: [(&str, &str, usize); 4] =
    [("hitos", "H", 181), ("cdb", "C", 107), ("terror", "T", 52), ("mirada", "M", 54)];

fn tree(file: File, sources: &mut Sources) -> Node {
    let id = sources.add(file.name, file.text);
    let (tree, errors) = parse(sources, id, &YamlLimits::default());
    assert!(errors.is_empty(), "{errors:?}");
    tree
}

/// What a ruleset says about its coverage; it stands beside the rules, and is not built in.
fn coverage(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets").join(id).join("coverage.yml")
}

fn map(node: &Node) -> &[Entry] {
    node.as_map().unwrap_or_default()
}

/// Names in a list, or one.
fn names(node: Option<&Node>) -> Vec<String> {
    let Some(node) = node else { return Vec::new() };
    let items = node.as_list().unwrap_or(std::slice::from_ref(node));
    items.iter().map(|item| item.as_text().unwrap_or("?").trim().to_owned()).collect()
}

/// Whether a path such as `tables.Cargo.rows.Rum` leads somewhere; names may hold dots.
fn leads_somewhere(tree: &Node, path: &str) -> bool {
    map(tree).iter().any(|entry| match path.strip_prefix(&*entry.key.text) {
        Some("") => true,
        Some(rest) => rest.strip_prefix('.').is_some_and(|rest| leads_somewhere(&entry.value, rest)),
        None => false,
    })
}

/// What is wrong with the coverage of a ruleset.
fn problems(id: &str, letter: &str, count: usize) -> Vec<String> {
    let mut sources = Sources::new();
    let files = Builtin.files(id).unwrap();
    let rules = merged_tree(files, &Builtin, &mut sources, &tirada::internals::limits::Limits::FULL).unwrap();
    let mut cases = BTreeSet::new();
    for file in Builtin::cases(id) {
        let (read, errors) = read_cases(&tree(file, &mut sources), &sources);
        assert!(errors.is_empty(), "{errors:?}");
        cases.extend(read.cases.into_iter().map(|case| case.name.text));
    }
    let text = std::fs::read_to_string(coverage(id)).unwrap();
    let covering = tree(File { name: "coverage.yml".to_owned(), text }, &mut sources);
    let mut wrong = Vec::new();
    if covering.get("tirada coverage").is_none() {
        wrong.push("coverage.yml has no heading".to_owned());
    }
    for key in map(&covering) {
        if !["tirada coverage", "mechanics"].contains(&&*key.key.text) {
            wrong.push(format!("{}: no such key", key.key.text));
        }
    }
    let mechanics = covering.get("mechanics").map(map).unwrap_or_default();
    let (mut seen, mut played, mut told) = (BTreeSet::new(), 0, 0);
    for mechanic in mechanics {
        let id = &*mechanic.key.text;
        if !seen.insert(id.to_owned()) {
            wrong.push(format!("{id} stands twice"));
        }
        for field in map(&mechanic.value) {
            if !["keys", "cases", "text"].contains(&&*field.key.text) {
                wrong.push(format!("{id}: {}: no such key", field.key.text));
            }
        }
        let field = |name: &str| names(mechanic.value.get(name));
        let (keys, examples, text) = (field("keys"), field("cases"), field("text"));
        match (keys.is_empty(), examples.is_empty(), text.join(" ").trim()) {
            (false, false, "") => played += 1,
            (true, true, reason) if reason.chars().count() > 10 => told += 1,
            _ => wrong.push(format!("{id}: either keys and cases, or a text with the reason")),
        }
        for key in keys.iter().filter(|key| !leads_somewhere(&rules, key)) {
            wrong.push(format!("{id}: the rules have no {key}"));
        }
        for name in examples.iter().filter(|name| !cases.contains(*name)) {
            wrong.push(format!("{id}: no case is called “{name}”"));
        }
    }
    let wanted: BTreeSet<String> = (1..=count).map(|number| format!("{letter}-{number:02}")).collect();
    wrong.extend(wanted.difference(&seen).map(|id| format!("{id} is missing")));
    wrong.extend(seen.difference(&wanted).map(|id| format!("{id}: there is no such mechanic")));

    let readme = format!("{}/rulesets/{id}/README.md", env!("CARGO_MANIFEST_DIR"));
    let all = played + told;
    let sentence =
        format!("Mecánicas del texto en `coverage.yml`: {all}; en las reglas, {played}; solo texto, {told}.");
    let readme = std::fs::read_to_string(readme).unwrap();
    if !readme.split_whitespace().collect::<Vec<_>>().join(" ").contains(&sentence) {
        wrong.push(format!("README.md does not say: {sentence}"));
    }
    wrong.into_iter().map(|problem| format!("{id}: {problem}")).collect()
}

#[test]
fn every_mechanic_is_played_or_marked_as_text() {
    let wrong: Vec<String> = BOOKS.iter().flat_map(|(id, letter, count)| problems(id, letter, *count)).collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    assert_eq!(BOOKS.iter().map(|(.., count)| count).sum::<usize>(), 394);
}

#[test]
fn every_ruleset_with_coverage_is_a_book() {
    for id in Builtin.ids() {
        assert_eq!(coverage(&id).exists(), BOOKS.iter().any(|(book, ..)| *book == id), "{id}");
    }
}

#[test]
fn paths_lead_somewhere_or_not() {
    let mut sources = Sources::new();
    let text = "tables: {Cargo v. 2: {rows: {Rum: 1, Tea: }}}";
    let tree = tree(File { name: "a".to_owned(), text: text.to_owned() }, &mut sources);
    for path in ["tables", "tables.Cargo v. 2", "tables.Cargo v. 2.rows.Rum", "tables.Cargo v. 2.rows.Tea"] {
        assert!(leads_somewhere(&tree, path), "{path}");
    }
    for path in ["", "table", "tables.", "tables.Cargo", "tables.Cargo v. 2.rows.Rum.1", "rows.Rum"] {
        assert!(!leads_somewhere(&tree, path), "{path}");
    }
}
