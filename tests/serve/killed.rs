//! A server that is killed loses nothing that it said: links, secret and numbers are kept before they are used.
#![cfg(feature = "store")]

use std::path::Path;

use serde_json::{Value, json};

use super::{Server, strike};
use crate::common;

fn campaign(name: &str) -> String {
    let path = common::folder(&format!("serve-killed-{name}")).join("night.tirada");
    let path = path.to_str().unwrap().to_owned();
    let made = common::tirada(&["campaign", "new", &path, "-r", "tests/games/mini"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let people = ["tests/games/mini/people/ann.yml", "tests/games/mini/people/bob.yml"];
    let came = common::tirada(&["campaign", "import", &path, people[0], people[1]]);
    assert_eq!(came.code, 0, "{}", came.stderr);
    path
}

fn join(server: &Server, whose: &str, nonce: &str) {
    let body = json!({ "token": server.link(whose), "nonce": nonce });
    assert_eq!(server.post("join", server.link(whose), &body).code(), "done");
}

fn rolls(state: &Value) -> Vec<u64> {
    state["log"].as_array().unwrap().iter().filter_map(|one| one["roll"].as_u64()).collect()
}

fn verify(args: &[&str]) -> common::Run {
    common::tirada(&[&["verify"], args].concat())
}

fn save(path: &str, state: &str) -> String {
    let file = Path::new(path).with_file_name("rolls.json");
    std::fs::write(&file, state).unwrap();
    file.to_str().unwrap().to_owned()
}

fn secret_in(said: &str) -> String {
    said.trim().rsplit(' ').next().unwrap().to_owned()
}

#[test]
fn a_log_that_spans_kills_is_verified() {
    let path = campaign("verify");
    let mut before: Option<(Value, std::collections::BTreeMap<String, String>)> = None;
    for run in 0..4 {
        let server = Server::of(&format!("killed-verify-{run}"), &[&path]);
        if run == 0 {
            join(&server, "Ann", "abcdef");
        }
        let state = server.state("Ann");
        if let Some((old, links)) = &before {
            assert_eq!(links, &server.links);
            assert_eq!(old["commitment"], state["commitment"], "the session goes on");
            assert_eq!(rolls(old), rolls(&state), "what was shown before is still shown as rolled");
        }
        server.does("Ann", json!({ "what": "line", "line": "3d6 + 1" }));
        server.does("Ann", strike("Ann"));
        server.does("GM", json!({ "what": "line", "line": "undo" }));
        server.does("bob", json!({ "what": "line", "line": "2d10" }));
        before = Some((server.state("Ann"), server.links.clone()));
        // Killed with -9.
        drop(server);
    }
    let server = Server::of("killed-verify-last", &[&path]);
    let state = server.get("state", server.link("Ann")).body;
    let numbers = rolls(&serde_json::from_str(&state).unwrap());
    assert_eq!(numbers.len(), 8, "{state}");
    assert!(numbers.windows(2).all(|two| two[0] < two[1]), "no number is used twice: {numbers:?}");
    assert!(state.contains("abcdef"), "the nonce still counts: {state}");
    let rolls = save(&path, &state);
    let unknown = verify(&[&rolls]);
    assert!(unknown.code == 1 && unknown.stdout.contains("8 cannot be verified yet"), "{}", unknown.stdout);
    let secret = secret_in(&server.stop());
    let good = verify(&[&rolls, "--secret", &secret]);
    assert_eq!(good.code, 0, "{}{}", good.stdout, good.stderr);
    assert!(good.stdout.contains("8 as the secret says, 0 not, 4 typed by hand"), "{}", good.stdout);
    // The campaign itself knows what was told.
    let own = verify(&[&path]);
    assert!(
        own.code == 0 && own.stdout.contains("8 as the secret says, 0 not, 4 typed"),
        "{}{}",
        own.stdout,
        own.stderr
    );
    // A session that was closed is followed by one with another secret; both are verified together.
    let server = Server::of("killed-verify-after", &[&path]);
    server.does("Ann", json!({ "what": "line", "line": "3d6 + 2" }));
    let state = server.get("state", server.link("Ann")).body;
    let parsed: Value = serde_json::from_str(&state).unwrap();
    assert!(parsed["secrets"].to_string().contains(&secret), "{state}");
    assert!(parsed["commitment"] != parsed["log"][0]["commitment"], "{state}");
    let rolls = save(&path, &state);
    let secret = secret_in(&server.stop());
    let good = verify(&[&rolls, "--secret", &secret]);
    assert!(good.code == 0 && good.stdout.contains("9 as the secret says, 0 not"), "{}{}", good.stdout, good.stderr);
}

#[test]
fn whatever_was_acknowledged_is_there_after_each_kill() {
    let path = campaign("loop");
    let mut known: Vec<u64> = Vec::new();
    for run in 0..6_u64 {
        let server = Server::of(&format!("killed-loop-{run}"), &[&path]);
        let found = rolls(&server.state("GM"));
        assert!(known.iter().all(|number| found.contains(number)), "{known:?} {found:?}");
        let mut sorted = found.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), found.len(), "a number twice: {found:?}");
        std::thread::scope(|scope| {
            let rolling = scope.spawn(|| {
                let mut newest = Vec::new();
                for _ in 0..20 {
                    // Killed in the middle, it answers nothing.
                    let answer = server.wants("GM", json!({ "what": "line", "line": "4d6" }));
                    if answer.status != 200 {
                        break;
                    }
                    let state = server.get("state", server.link("GM"));
                    // An answer may be cut off.
                    let Ok(state) = serde_json::from_str(&state.body) else { break };
                    newest = rolls(&state);
                }
                newest
            });
            std::thread::sleep(std::time::Duration::from_millis(150 + 70 * run));
            server.kill();
            let newest = rolling.join().unwrap();
            if !newest.is_empty() {
                known = newest;
            }
        });
    }
    assert!(!known.is_empty(), "nothing was rolled before the kills");
    let server = Server::of("killed-loop-last", &[&path]);
    server.stop();
    let own = verify(&[&path]);
    assert!(own.code == 0 && own.stdout.contains(" 0 not, 0 typed"), "{}{}", own.stdout, own.stderr);
}

#[test]
fn links_are_kept_before_they_are_shown() {
    let path = campaign("links");
    let server = Server::of("killed-links", &[&path]);
    let old = server.links.clone();
    assert_eq!(server.wants("GM", json!({ "what": "renew", "who": "Ann" })).code(), "done");
    assert_eq!(server.wants("GM", json!({ "what": "revoke", "who": "bob" })).code(), "done");
    drop(server);
    let server = Server::of("killed-links-again", &[&path]);
    assert_eq!(server.links["GM"], old["GM"]);
    assert_ne!(server.links["Ann"], old["Ann"]);
    assert!(!server.links.contains_key("bob"), "{:?}", server.links);
    assert_eq!(server.get("state", &old["Ann"]).status, 401);
    assert_eq!(server.get("state", &old["bob"]).status, 401);
    assert_eq!(server.get("state", server.link("Ann")).status, 200);
}

#[test]
fn a_copied_campaign_does_not_reuse_its_secret() {
    let path = campaign("copy");
    let server = Server::of("killed-copy", &[&path]);
    server.does("Ann", json!({ "what": "line", "line": "3d6" }));
    let copy = Path::new(&path).with_file_name("copy.tirada");
    let copied = common::tirada(&["campaign", "backup", &path, copy.to_str().unwrap()]);
    assert_eq!(copied.code, 0, "{}", copied.stderr);
    let of_copy = Server::of("killed-copy-served", &[copy.to_str().unwrap()]);
    assert_ne!(of_copy.state("GM")["commitment"], server.state("GM")["commitment"]);
    let text = std::fs::read(&copy).unwrap();
    let secret = secret_in(&server.stop());
    assert!(!text.windows(64).any(|part| part == secret.as_bytes()), "the secret is in the copy");
}

#[test]
fn unstorable_moves_are_reported_and_refused() {
    let path = campaign("busy");
    let server = Server::of("killed-busy", &[&path]);
    server.does("GM", json!({ "what": "note", "line": "The butler did it", "hidden": "yes" }));
    let number = server.state("GM")["log"][0]["number"].clone();
    // Another program writes for longer than the server waits.
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    for wanted in [
        json!({ "what": "renew", "who": "Ann" }),
        json!({ "what": "reveal", "entry": number }),
        json!({ "what": "line", "line": "3d6" }),
    ] {
        let refused = server.wants("GM", wanted.clone());
        assert_eq!((refused.status, refused.code().as_str()), (409, "file-not-written"), "{wanted} {}", refused.body);
        assert!(refused.body.contains("night.tirada"), "the campaign is named: {}", refused.body);
    }
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(server.get("state", server.link("Ann")).status, 200, "the old link is still valid");
    assert!(!server.get("", server.link("Ann")).body.contains("The butler"));
    server.does("GM", json!({ "what": "line", "line": "3d6" }));
}

#[test]
fn what_cannot_be_read_is_an_error_and_not_empty() {
    let path = campaign("damaged");
    let server = Server::of("killed-damaged", &[&path]);
    server.does("GM", json!({ "what": "note", "line": "Rain" }));
    server.stop();
    for (damage, mend) in [
        ("UPDATE lines SET shown = 'x' WHERE number = 1", "UPDATE lines SET shown = '[]' WHERE number = 1"),
        ("UPDATE extras SET value = 'x' WHERE name = 'serve.links'", "DELETE FROM extras WHERE name = 'serve.links'"),
        (
            "UPDATE extras SET value = 'x' WHERE name = 'serve.secrets'",
            "DELETE FROM extras WHERE name = 'serve.secrets'",
        ),
        ("UPDATE extras SET value = 'x' WHERE name = 'serve.dice'", "DELETE FROM extras WHERE name = 'serve.dice'"),
    ] {
        let database = rusqlite::Connection::open(&path).unwrap();
        assert_eq!(database.execute(damage, ()).unwrap(), 1, "{damage}");
        drop(database);
        let run = common::tirada(&["serve", &path, "--port", "0"]);
        assert_eq!(run.code, 3, "{damage}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("night.tirada") && run.stderr.contains("backup"), "{damage}: {}", run.stderr);
        rusqlite::Connection::open(&path).unwrap().execute(mend, ()).unwrap();
    }
}

/// What was undone is marked as before, and a move is still that of who made it.
#[test]
fn moves_are_known_after_a_restart() {
    let path = campaign("moves");
    let server = Server::of("killed-moves-1", &[&path]);
    server.does("bob", strike("bob"));
    server.does("Ann", strike("Ann"));
    server.does("bob", strike("bob"));
    server.does("GM", json!({ "what": "undo" }));
    let marks = |server: &Server| {
        let state = server.state("GM");
        state["log"].as_array().unwrap().iter().map(|one| one["undone"].clone()).collect::<Vec<_>>()
    };
    let before = marks(&server);
    assert_eq!(before.iter().filter(|one| **one == json!(true)).count(), 1);
    drop(server);
    let server = Server::of("killed-moves-2", &[&path]);
    assert_eq!(marks(&server), before);
    assert_eq!(server.wants("bob", json!({ "what": "undo" })).code(), "not-your-move");
    server.does("GM", json!({ "what": "redo" }));
    assert_eq!(marks(&server).iter().filter(|one| **one == json!(true)).count(), 0);
    server.does("bob", json!({ "what": "undo" }));
    server.does("Ann", json!({ "what": "undo" }));
    assert_eq!(marks(&server).iter().filter(|one| **one == json!(true)).count(), 2);
}
