//! `docs/errors.md` lists all codes of errors and warnings: with `TIRADA_DOCS=update` it is written anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tirada::diagnostic::{Code, SHOWN};
use tirada::report::{Catalogue, Language};

use crate::catalogues::scan::messages;

/// Where codes arise, by the file of their message.
const GROUPS: [(&str, &[&str]); 9] = [
    ("Formulas as they are written", &["syntax.ftl"]),
    ("YAML", &["yaml.ftl"]),
    ("Rulesets and cases as they are written", &["read.ftl", "translations.ftl", "testing.ftl"]),
    ("What rulesets and formulas mean", &["check.ftl", "dice.ftl", "checking.ftl", "actions.ftl", "reference.ftl"]),
    ("Rolls and odds", &["eval.ftl", "session.ftl", "comparing.ftl"]),
    ("Actions and characters", &["play.ftl", "character.ftl", "sheet.ftl"]),
    ("The command line and files", &["cli.ftl", "starting.ftl", "packs.ftl"]),
    ("The prompt", &["repl.ftl"]),
    ("Campaigns", &["campaign.ftl", "serve.ftl"]),
];

/// An example is no longer than so many lines.
const LINES: usize = 8;

/// The shortest example of each code that a snapshot of `tests/errors` shows in English.
fn examples(root: &Path) -> BTreeMap<Code, String> {
    let mut found: BTreeMap<Code, String> = BTreeMap::new();
    let mut paths: Vec<_> =
        fs::read_dir(root.join("tests/errors/snapshots")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let text = fs::read_to_string(path).unwrap();
        let shown = text.splitn(3, "---\n").nth(2).unwrap();
        let english = shown.split("\n(").next().unwrap();
        for block in english.split("\n\n") {
            // A blank line may also stand inside of what is shown.
            let Some(rest) = block.strip_prefix("error[").or_else(|| block.strip_prefix("warning[")) else { continue };
            let code: Code = rest.split(']').next().unwrap().parse().unwrap_or_else(|_| panic!("{block}"));
            let block = block.trim_end().to_owned();
            if block.lines().count() <= LINES && found.get(&code).is_none_or(|old| block.len() < old.len()) {
                found.insert(code, block);
            }
        }
    }
    found
}

/// The message of a code, with the names of its arguments for what they are.
fn message(code: Code, english: &Catalogue) -> String {
    let text = english.text(code.as_str(), &Vec::new()).replace("{$", "{").replace('|', "\\|");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn page(root: &Path) -> String {
    let (english, examples, files) = (Catalogue::new(Language::English), examples(root), messages("en"));
    let mut text = format!(
        "# Errors and warnings\n\n\
        <!-- Written by the tests: `TIRADA_DOCS=update cargo test error_codes::` -->\n\n\
        Each of the {} kinds of errors and warnings has a code. It stands in brackets in what is printed, in JSON as \
        `code`,\nin cases as `error: CODE`, and in a ruleset as `# allow CODE: reason` for warnings that can be silenced\n\
        ([checking](checking.md)). Codes keep their spelling; messages may be reworded.\n\n\
        The examples are inputs of `tests/errors`, shown with what is printed about them. Codes without one have only \
        their\nmessage, with its arguments in braces. A list in a message shows at most {SHOWN} names.\n",
        Code::ALL.len()
    );
    for (title, _) in GROUPS {
        let anchor = title.to_lowercase().replace(' ', "-");
        text += &format!("{}- [{title}](#{anchor})\n", if title == GROUPS[0].0 { "\n" } else { "" });
    }
    let mut told = 0;
    for (title, of) in GROUPS {
        let codes = || Code::ALL.iter().filter(|code| of.contains(&files[code.as_str()].file.as_str()));
        told += codes().count();
        text += &format!("\n## {title}\n");
        for code in codes() {
            if let Some(example) = examples.get(code) {
                text += &format!("\n### `{code}`\n\n```text\n{example}\n```\n");
            }
        }
        let mut rest = codes().filter(|code| !examples.contains_key(code)).peekable();
        if rest.peek().is_some() {
            text += "\n| code | message |\n| --- | --- |\n";
        }
        for code in rest {
            text += &format!("| `{code}` | {} |\n", message(*code, &english));
        }
    }
    assert_eq!(told, Code::ALL.len(), "a file of messages is in no group, or in two");
    text
}

#[test]
fn the_page_of_errors_lists_every_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (path, page) = (root.join("docs/errors.md"), page(root));
    if std::env::var("TIRADA_DOCS").is_ok_and(|value| value == "update") {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == page, "docs/errors.md is out of date: TIRADA_DOCS=update cargo test error_codes::");
}
