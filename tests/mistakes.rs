//! What people get wrong in real files: `tests/mistakes/README.md` says how they are kept.
//!
//! For each, the first message of `tirada check` stands on the right line and says what to do,
//! and where it suggests a change, that makes the file right.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Run, command, finish, folder};
use insta::{assert_snapshot, with_settings};
use serde_json::Value;

/// What the first line of a mistake says.
struct Expected {
    line: u64,
    fix: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes")
}

fn mistakes() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "yml"));
    files.sort();
    files
}

fn expected(text: &str) -> Expected {
    let head = text.lines().next().unwrap().strip_prefix("# mistake: line ").expect("a first line that says so");
    let parts: Vec<&str> = head.split("; ").collect();
    let yes_no = |part: &str, name: &str| match part.strip_prefix(name).unwrap() {
        ": yes" => true,
        ": no" => false,
        other => panic!("{other}"),
    };
    yes_no(parts[2], "schema");
    Expected { line: parts[0].parse().unwrap(), fix: yes_no(parts[1], "fix") }
}

/// A folder with the games, and the file among them: a pack in a folder of its own, with a game in it.
fn laid_out(test: &str, name: &str, text: &str) -> (PathBuf, String) {
    let home = folder(&format!("mistakes-{test}-{name}"));
    for entry in fs::read_dir(root().join("games")).unwrap() {
        let game = entry.unwrap().path();
        fs::copy(&game, home.join(game.file_name().unwrap())).unwrap();
    }
    if text.contains("\ntirada pack:") {
        let pack = home.join("lagoon");
        fs::create_dir_all(pack.join("glass")).unwrap();
        fs::rename(home.join("glass.yml"), pack.join("glass/ruleset.yml")).unwrap();
        fs::write(pack.join("pack.yml"), text).unwrap();
        return (home, "lagoon".to_owned());
    }
    let name = format!("{name}.yml");
    fs::write(home.join(&name), text).unwrap();
    (home, name)
}

fn check(home: &Path, path: &str, args: &[&str]) -> Run {
    let mut run = command(home);
    run.current_dir(home).args(args).arg("check").arg(path);
    finish(run, "")
}

fn findings(home: &Path, path: &str) -> Vec<Value> {
    let mut run = command(home);
    run.current_dir(home).args(["check", "--format", "json", path]);
    let found: Value = serde_json::from_str(&finish(run, "").stdout).unwrap();
    found["problems"].as_array().unwrap().clone()
}

/// The text with a change made.
fn changed(text: &str, fix: &Value) -> String {
    let at = |line: &str, column: &str| {
        let (line, column) = (fix[line].as_u64().unwrap() as usize, fix[column].as_u64().unwrap() as usize);
        let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let rest = &text[start..];
        start + rest.char_indices().nth(column - 1).map_or(rest.len(), |(at, _)| at)
    };
    let (from, to) = (at("line", "column"), at("end_line", "end_column"));
    format!("{}{}{}", &text[..from], fix["replacement"].as_str().unwrap(), &text[to..])
}

/// What is wrong with how a mistake is told.
fn judged(name: &str, text: &str) -> Vec<String> {
    let expected = expected(text);
    let (home, path) = laid_out("found", name, text);
    let found = findings(&home, &path);
    let Some(first) = found.first() else { return vec![format!("{name}: nothing is found")] };
    let mut wrong = Vec::new();
    let mut say = |text: String| wrong.push(format!("{name}: {text}"));
    let line = first["line"].as_u64();
    if line != Some(expected.line) {
        say(format!("line {line:?} instead of {}", expected.line));
    }
    let own = if path == "lagoon" { "pack.yml" } else { path.as_str() };
    if !first["file"].as_str().is_some_and(|file| file.ends_with(own)) {
        say(format!("in {}", first["file"]));
    }
    // A message that shows what to write says what to do.
    let shows = first["message"].as_str().unwrap().contains('`');
    if first["fix"].is_null() && first["help"].as_array().unwrap().is_empty() && !shows {
        say("it does not say what to do".to_owned());
    }
    if expected.fix == first["fix"].is_null() {
        say(format!("a fix is {}", if expected.fix { "missing" } else { "suggested" }));
    }
    if !first["fix"].is_null() {
        let (home, path) = laid_out("mended", name, &changed(text, &first["fix"]));
        let run = check(&home, &path, &["--lang", "en"]);
        if run.code != 0 || !run.stderr.is_empty() {
            say(format!("the fix does not mend it:\n{}", run.stderr));
        }
    }
    if found.len() > 1 {
        say(format!("{} messages", found.len()));
    }
    wrong
}

#[test]
fn the_games_are_right() {
    let home = folder("mistakes-right");
    let (_, path) = (fs::remove_dir_all(&home), root().join("games"));
    let run = check(&path, ".", &["--lang", "en"]);
    let only = "There is no game called “stream” that could be extended.";
    // One of them extends what only a mistake brings.
    assert_eq!(run.stderr.matches("error[").count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains(only), "{}", run.stderr);
}

#[test]
fn the_first_message_gives_place_and_advice() {
    let all = mistakes();
    assert!(all.len() >= 40);
    let mut wrong = Vec::new();
    for path in all {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        wrong.extend(judged(&name, &fs::read_to_string(&path).unwrap()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_their_authors_read() {
    for path in mistakes() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let (home, path) = laid_out("read", &name, &text);
        let said: Vec<String> =
            ["en", "es"].map(|language| check(&home, &path, &["--lang", language]).stderr).into_iter().collect();
        with_settings!({ snapshot_path => "mistakes/snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
            assert_snapshot!(name.as_str(), said.join("\n").replace(&home.display().to_string(), "…"));
        });
    }
}
