//! The walk-throughs of `CONTRIBUTING.md` are as the tree is.
//!
//! A comment `<!-- walk-through: WORD, … -->` begins one. The table below it names files and what they contain. The files of
//! `src/` and `grammar/` that the table and the paragraph after it name are all those that have one of the words.
//!
//! So is `tests/README.md`, which names every suite. Names of tests are short, and none is in `src/`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A section of the document with a walk-through.
struct WalkThrough {
    title: String,
    /// What its files have in common, in small letters.
    words: Vec<String>,
    /// The number of files that its text says.
    count: usize,
    /// File and what it contains, as the rows of its table say.
    rows: Vec<(String, Vec<String>)>,
    /// The files that the table and the next paragraph name.
    named: BTreeSet<String>,
}

/// The pieces between backticks.
fn code(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned)
}

/// Whether something is a file of the program.
fn is_file(text: &str) -> bool {
    (text.starts_with("src/") || text.starts_with("grammar/")) && !text.ends_with('/')
}

fn walk_throughs(document: &str) -> Vec<WalkThrough> {
    let sections = document.split("\n### ").skip(1);
    sections.filter(|section| section.contains("<!-- walk-through: ")).map(walk_through).collect()
}

fn walk_through(section: &str) -> WalkThrough {
    let title = section.lines().next().unwrap().to_owned();
    let (above, below) = section.split_once("<!-- walk-through: ").unwrap();
    let words = below.split_once(" -->").unwrap().0.split(", ").map(str::to_lowercase).collect();
    let count = above.split("**").nth(1).and_then(|text| text.strip_suffix(" files")?.parse().ok());
    let table = below.lines().filter(|line| line.starts_with("| `"));
    let rows = table.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
        assert_eq!(cells.len(), 3, "{title}: {line}");
        (code(cells[0]).next().unwrap(), code(cells[2]).collect())
    });
    WalkThrough {
        words,
        count: count.unwrap_or_else(|| panic!("{title}: no number of files")),
        rows: rows.collect(),
        // The comment, the table, the paragraph.
        named: below.split("\n\n").take(3).flat_map(code).filter(|text| is_file(text)).collect(),
        title,
    }
}

/// The files of a folder and of those in it, with their texts, by their paths from the root.
fn files(folder: &str, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(root().join(folder)).unwrap().flatten() {
        let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() {
            files(&path, found);
        } else {
            let text = std::fs::read(entry.path()).unwrap();
            found.push((path, String::from_utf8_lossy(&text).into_owned()));
        }
    }
}

/// Whether a text has a word that is no part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))
}

#[test]
fn walk_throughs_are_as_the_tree_is() {
    let document = std::fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let mut tree = Vec::new();
    for folder in ["src", "grammar"] {
        files(folder, &mut tree);
    }
    // The reference of the grammar is a document.
    tree.retain(|(path, _)| !Path::new(path).ends_with("README.md"));
    let mut wrong = String::new();
    let all = walk_throughs(&document);
    assert!(all.len() >= 5, "{}", all.len());
    for WalkThrough { title, words, count, rows, named } in all {
        if rows.len() != count {
            wrong += &format!("{title}: {count} files in the text, {} in the table\n", rows.len());
        }
        for (file, contents) in &rows {
            match tree.iter().find(|(path, _)| path == file) {
                None => wrong += &format!("{title}: {file} is not there\n"),
                Some((_, text)) => {
                    for missing in contents.iter().filter(|content| !text.contains(content.as_str())) {
                        wrong += &format!("{title}: {file} has no `{missing}`\n");
                    }
                    assert!(!contents.is_empty(), "{title}: {file}");
                }
            }
        }
        for (path, text) in &tree {
            let text = text.to_lowercase();
            let has = words.iter().any(|word| has_word(&text, word));
            if has != named.contains(path) {
                wrong += &format!("{title}: {path} {}\n", if has { "is not named" } else { "does not mention it" });
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_suite_is_named_in_the_readme_of_the_tests() {
    let [main, readme] =
        ["tests/main.rs", "tests/README.md"].map(|path| std::fs::read_to_string(root().join(path)).unwrap());
    let named: BTreeSet<String> = code(&readme).collect();
    let suites: Vec<&str> = main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    assert!(suites.len() > 50, "{}", suites.len());
    let missing: Vec<_> = suites.iter().filter(|suite| **suite != "common" && !named.contains(**suite)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// With some there, the library would be compiled twice, and `cargo test` would not run them.
#[test]
fn the_library_has_no_tests_inside() {
    let mut tree = Vec::new();
    files("src", &mut tree);
    let has_tests = |text: &str| text.contains("cfg(test)") || text.contains("#[test]");
    let found: Vec<_> = tree.iter().filter(|(_, text)| has_tests(text)).map(|(path, _)| path).collect();
    assert!(tree.len() > 40 && found.is_empty(), "{found:?}");
}

#[test]
fn names_of_tests_have_at_most_ten_words() {
    let mut tree = Vec::new();
    files("tests", &mut tree);
    let (mut count, mut long) = (0, Vec::new());
    for (path, text) in tree.iter().filter(|(path, _)| path.ends_with(".rs")) {
        for after in text.split("#[test]\n").skip(1) {
            let name = after.split_once("fn ").unwrap().1.split('(').next().unwrap();
            count += 1;
            if name.split('_').count() > 10 {
                long.push(format!("{path}: {name}"));
            }
        }
    }
    assert!(count > 1000, "{count}");
    assert!(long.is_empty(), "{long:#?}");
}
