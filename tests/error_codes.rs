//! `docs/errors.md` lists all codes of errors and warnings: with `TIRADA_DOCS=update` it is written anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use tirada::internals::diagnostic::{Code, SHOWN};
use tirada::internals::report::{Catalogue, Language};

use crate::catalogues::scan::messages;
use crate::docs::{compare, typed};

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

/// Folders with snapshots of errors, in English or in both languages.
const SNAPSHOTS: [&str; 4] =
    ["tests/errors/snapshots", "tests/mistakes/snapshots", "tests/people/snapshots", "tests/snapshots"];

/// Documents whose commands are run and print errors; what they print is tested as that of other documents is.
const TRANSCRIPTS: &str = "tests/errors/commands";

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The error or warning that begins on a line, with its code. A question without an answer may stand before it.
fn told_on(line: &str) -> Option<(Code, &str)> {
    let at = ["error[", "warning["].iter().filter_map(|word| line.find(word)).min()?;
    let (before, told) = line.split_at(at);
    let code = told.split_once('[')?.1.split(']').next()?.parse().ok()?;
    (before.is_empty() || before.ends_with(": ")).then_some((code, told))
}

/// The shortest example of each code in the fixtures: what is printed, below the command if it comes from one.
fn examples(root: &Path) -> BTreeMap<Code, String> {
    let mut found: BTreeMap<Code, String> = BTreeMap::new();
    let languages = [Catalogue::new(Language::English), Catalogue::new(Language::Spanish)];
    let snapshots = SNAPSHOTS
        .iter()
        .flat_map(|folder| files(&root.join(folder)))
        .map(|path| fs::read_to_string(path).unwrap().splitn(3, "---\n").nth(2).unwrap().to_owned());
    let transcripts = files(&root.join(TRANSCRIPTS)).into_iter().map(|path| fs::read_to_string(path).unwrap());
    for text in snapshots.chain(transcripts) {
        let mut command = None;
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            if line.starts_with("$ ") || typed(line).is_some() {
                command = Some(line);
            }
            let Some((code, told)) = told_on(line).filter(|(code, told)| is_english(told, *code, &languages)) else {
                continue;
            };
            let told = with_details(told, &mut lines);
            let example = command.map(|command| format!("{command}\n")).unwrap_or_default() + &told;
            if found.get(&code).is_none_or(|old| example.len() < old.len()) {
                found.insert(code, example);
            }
        }
    }
    found
}

/// Whether a message is rather in English than in Spanish, by the words that it shares with both.
fn is_english(line: &str, code: Code, [english, spanish]: &[Catalogue; 2]) -> bool {
    let common = |catalogue: &Catalogue| {
        let text = catalogue.text(code.as_str(), &Vec::new());
        let words =
            |text: &str| text.split(|one: char| !one.is_alphabetic()).map(str::to_owned).collect::<BTreeSet<_>>();
        words(&text).intersection(&words(line)).count()
    };
    common(english) >= common(spanish)
}

/// What is printed about an error: its line, and those that are indented below.
fn with_details<'t>(first: &str, lines: &mut Peekable<impl Iterator<Item = &'t str>>) -> String {
    let mut text = first.to_owned();
    while let Some(line) = lines.next_if(|line| line.starts_with(' ')) {
        text += "\n";
        text += line;
    }
    text
}

/// The commands of the transcripts are refused as they say.
fn commands_are_refused(root: &Path) {
    let (wrong, ran) = compare(&files(&root.join(TRANSCRIPTS)));
    assert!(wrong.is_empty(), "{wrong}");
    let silent =
        ran.iter().find(|(_, _, found)| !found.iter().any(|text| text.lines().any(|line| told_on(line).is_some())));
    assert!(silent.is_none(), "no error: {silent:?}");
}

fn page(root: &Path) -> String {
    let (examples, files) = (examples(root), messages("en"));
    let mut missing = Vec::new();
    let mut text = format!(
        "# Errors and warnings\n\n\
        <!-- Written by the tests: `TIRADA_DOCS=update cargo test error_codes::` -->\n\n\
        Each of the {} kinds of errors and warnings has a code. It stands in brackets in what is printed, in JSON as \
        `code`,\nin cases as `error: CODE`, and in a ruleset as `# allow CODE: reason` for warnings that can be silenced\n\
        ([checking](checking.md)). Codes keep their spelling; messages may be reworded.\n\n\
        Each example is an input of the tests with what is printed about it. A list in a message shows at most {SHOWN} \
        names.\n",
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
            match examples.get(code) {
                Some(example) => text += &format!("\n### `{code}`\n\n```text\n{example}\n```\n"),
                None => missing.push(code.as_str()),
            }
        }
    }
    assert!(missing.is_empty(), "no fixture in tests/errors shows {} codes: {missing:#?}", missing.len());
    assert_eq!(told, Code::ALL.len(), "a file of messages is in no group, or in two");
    text
}

#[test]
fn the_page_of_errors_lists_every_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    commands_are_refused(root);
    let (path, page) = (root.join("docs/errors.md"), page(root));
    if std::env::var("TIRADA_DOCS").is_ok_and(|value| value == "update") {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == page, "docs/errors.md is out of date: TIRADA_DOCS=update cargo test error_codes::");
}
