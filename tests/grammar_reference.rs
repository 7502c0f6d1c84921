//! Runs the examples of `grammar/README.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;

use tirada::internals::syntax::parse;

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
        let codes: Vec<_> = parse(text).problems.iter().map(|problem| problem.code.as_str()).collect();
        assert_eq!(codes, [code.trim()], "grammar/README.md:{number}: {text}");
    }
}
