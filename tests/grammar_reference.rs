//! Runs the examples of `grammar/README.md`, and holds the messages to the codes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tirada::render::{Catalogue, Language};
use tirada::syntax::parse;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The lines of all blocks fenced with a word, with their numbers.
fn lines_of(text: &str, fence: &str) -> Vec<(usize, String)> {
    let mut inside = false;
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            inside = info == fence;
        } else if inside && !line.trim().is_empty() {
            found.push((index + 1, line.to_owned()));
        }
    }
    found
}

#[test]
fn good_examples_are_good() {
    let lines = lines_of(&read("grammar/README.md"), "tirada");
    assert!(lines.len() > 80);
    for (number, line) in lines {
        let parsed = parse(&line);
        assert_eq!(parsed.problems, vec![], "grammar/README.md:{number}: {line}");
        let printed = parsed.input.to_string();
        let again = parse(&printed);
        assert_eq!(again, parsed, "grammar/README.md:{number}: {line}");
        assert_eq!(again.input.to_string(), printed, "grammar/README.md:{number}: {line}");
    }
}

#[test]
fn bad_examples_are_bad() {
    let lines = lines_of(&read("grammar/README.md"), "tirada-error");
    assert!(lines.len() > 40);
    for (number, line) in lines {
        let (text, code) = line.rsplit_once("  => ").unwrap_or_else(|| panic!("no arrow in line {number}"));
        let codes: Vec<_> = parse(text).problems.iter().map(|problem| problem.code).collect();
        assert_eq!(codes, [code.trim()], "grammar/README.md:{number}: {text}");
    }
}

/// Identifiers of messages that the syntax room uses: they have hyphens, but for these.
fn used() -> BTreeSet<String> {
    let mut used: BTreeSet<String> = ["syntax", "unreadable"].map(str::to_owned).into();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/syntax")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let is_id = |word: &&str| {
            word.contains('-')
                && word.starts_with(|letter: char| letter.is_ascii_lowercase())
                && word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-')
        };
        used.extend(text.split('"').filter(is_id).map(str::to_owned));
    }
    used
}

#[test]
fn every_code_has_its_message_in_every_language() {
    for language in ["en", "es"] {
        let text = read(&format!("src/render/messages/{language}/syntax.ftl"));
        let written: BTreeSet<String> = text
            .lines()
            .filter(|line| !line.starts_with([' ', '#']))
            .filter_map(|line| Some(line.split_once(" = ")?.0.to_owned()))
            .collect();
        let used = used();
        // Some are told in other places as well, and stand in those files.
        let catalogue = Catalogue::new(Language::from_tag(language).unwrap());
        let missing: Vec<&String> = used.iter().filter(|id| !catalogue.has(id)).collect();
        assert_eq!(missing, Vec::<&String>::new(), "missing in {language}");
        assert_eq!(written.difference(&used).collect::<Vec<_>>(), Vec::<&String>::new(), "unused in {language}");
        let resource = fluent_bundle::FluentResource::try_new(text);
        assert!(resource.is_ok(), "{language}: {:?}", resource.err());
    }
}
