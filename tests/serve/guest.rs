//! A prompt at a campaign that a server has open.
#![cfg(all(feature = "store", feature = "fetch"))]

use serde_json::json;

use super::{Server, strike};
use crate::common;

fn campaign(test: &str) -> String {
    let path = common::folder(&format!("serve-guest-{test}")).join("dawn.tirada");
    let path = path.to_str().unwrap().to_owned();
    assert_eq!(common::tirada(&["campaign", "new", &path, "-r", "tests/games/mini"]).code, 0);
    let people = ["tests/games/mini/people/ann.yml", "tests/games/mini/people/bob.yml"];
    assert_eq!(common::tirada(&["campaign", "import", &path, people[0], people[1]]).code, 0);
    path
}

/// What the prompt says to lines.
fn prompt(path: &str, more: &[&str], lines: &str) -> common::Run {
    let mut prompt = common::command(&common::folder("serve-guest-prompt"));
    prompt.arg(path).args(more);
    common::finish(prompt, lines)
}

#[test]
fn a_prompt_plays_at_the_table_of_the_server() {
    let path = campaign("plays");
    let server = Server::of("guest-plays", &[&path]);
    server.does("GM", strike("Ann"));
    let run = prompt(&path, &[], "note by candlelight\n\nundo\nwho\nquit\nnote too late\n");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("is served at http://127.0.0.1:"), "{}", run.stderr);
    assert!(run.stdout.starts_with("by candlelight\n"), "what was done before is not shown again: {}", run.stdout);
    assert!(run.stdout.contains("Ann"), "{}", run.stdout);
    let log = server.state("GM")["log"].clone();
    let log = log.as_array().unwrap();
    let said = |line: &str| log.iter().filter(|one| one["line"] == json!(line)).count();
    assert_eq!((said("note by candlelight"), said("undo"), said("note too late")), (1, 1, 0), "{log:?}");
    // Pages saw it as well.
    let strikes: Vec<_> = log.iter().filter(|one| one["undone"] == json!(true)).collect();
    assert_eq!(strikes.len(), 1, "{log:?}");
}

/// A line that a form wrote says nothing that the line below it does not say in words.
#[test]
fn lines_of_forms_are_not_shown() {
    let path = campaign("forms");
    let server = Server::of("guest-forms", &[&path]);
    server.does("GM", strike("Ann"));
    server.does("GM", json!({ "what": "line", "line": "2d6" }));
    let log = server.state("GM")["log"].clone();
    let words: Vec<_> = log.as_array().unwrap().iter().map(|one| one["words"].clone()).collect();
    assert_eq!(words[words.len() - 2..], [json!(null), json!("2d6")], "{log}");
}

#[test]
fn server_refusals_are_shown() {
    let path = campaign("refuses");
    let server = Server::of("guest-refuses", &[&path]);
    let run = prompt(&path, &[], "2d6 +\nload nobody.yml\n");
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
    assert_eq!(
        server.state("GM")["log"].as_array().unwrap().iter().filter(|one| one["line"] == json!("2d6 +")).count(),
        0
    );
    // Dice are the server's.
    let seeded = prompt(&path, &["--seed", "1"], "2d6\n");
    assert_ne!(seeded.code, 0);
    assert!(seeded.stderr.contains("campaign-taken"), "{}", seeded.stderr);
}

#[test]
fn many_lines_wait_for_their_turn() {
    let path = campaign("many");
    let server = Server::of("guest-many", &[&path]);
    let lines: String = (0..60).map(|at| format!("note {at}\n")).collect();
    let run = prompt(&path, &[], &lines);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let expected: String = (0..60).map(|at| format!("{at}\n")).collect();
    assert_eq!(run.stdout, expected);
    drop(server);
}
