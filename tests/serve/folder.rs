//! A folder of campaigns: each is a table of its own, open while somebody is there.
#![cfg(feature = "store")]

use serde_json::json;

use super::{Server, strike};
use crate::common;

/// A folder with campaigns of these names, each with two characters.
fn folder(test: &str, names: &[&str]) -> String {
    let folder = common::folder(&format!("serve-folder-{test}"));
    for name in names {
        let path = folder.join(format!("{name}.tirada"));
        let path = path.to_str().unwrap();
        let made = common::tirada(&["campaign", "new", path, "-r", "tests/games/mini"]);
        assert_eq!(made.code, 0, "{}", made.stderr);
        let people = ["tests/games/mini/people/ann.yml", "tests/games/mini/people/bob.yml"];
        assert_eq!(common::tirada(&["campaign", "import", path, people[0], people[1]]).code, 0);
    }
    folder.to_str().unwrap().to_owned()
}

fn serve(test: &str, folder: &str, more: &[&str]) -> Server {
    Server::of(&format!("folder-{test}"), &[&[folder], more].concat())
}

/// Whether another program can write the campaign.
fn is_closed(folder: &str, name: &str) -> bool {
    let mut prompt = common::command(&common::folder("serve-folder-prompt"));
    // With a seed of its own it does not play at the server's table instead.
    prompt.arg(format!("{folder}/{name}.tirada")).args(["--seed", "1"]);
    let taken = common::finish(prompt, "who\n");
    assert!(taken.code == 0 || taken.stderr.contains("127.0.0.1"), "{}", taken.stderr);
    taken.code == 0
}

fn until(what: &str, holds: impl Fn() -> bool) {
    let begin = std::time::Instant::now();
    while !holds() {
        assert!(begin.elapsed().as_secs() < 120, "{what}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn each_campaign_is_a_table_of_its_own() {
    let folder = folder("own", &["dawn", "dusk"]);
    std::fs::write(format!("{folder}/notes.txt"), "no campaign").unwrap();
    // What a prompt that was killed had not saved is no table of the server's.
    std::fs::copy(format!("{folder}/dawn.tirada"), format!("{folder}/.unsaved-1.tirada")).unwrap();
    let server = serve("own", &folder, &[]);
    assert_eq!(server.links.keys().collect::<Vec<_>>(), ["dawn", "dusk"]);
    let [dawn, dusk] = ["dawn", "dusk"].map(|name| server.at(name));
    assert!(is_closed(&folder, "dawn"), "nobody came yet");
    assert_eq!(dawn.state("dawn")["people"], json!(["Ann", "bob"]));
    dawn.does("dawn", strike("Ann"));
    assert!(!is_closed(&folder, "dawn"));
    assert!(is_closed(&folder, "dusk"));
    let lines = |state: serde_json::Value| state["log"].as_array().unwrap().len();
    assert_eq!(lines(dawn.state("dawn")), 2);
    assert_eq!(lines(dusk.state("dusk")), 1, "what happens at one table is not seen at another");
    // A link opens its own table only.
    assert_eq!(dusk.get("state", dawn.link("dawn")).status, 401);
    assert_eq!(dawn.get("state", dawn.link("dusk")).status, 401);
}

#[test]
fn a_table_closes_when_nobody_is_there() {
    let folder = folder("idle", &["dawn"]);
    let server = serve("idle", &folder, &["--idle", "1"]);
    let dawn = server.at("dawn");
    let mut events = dawn.events("dawn", 0);
    events.next("change");
    dawn.does("dawn", json!({ "what": "note", "line": "It rains." }));
    std::thread::sleep(std::time::Duration::from_millis(2500));
    assert!(!is_closed(&folder, "dawn"), "a page is there");
    drop(events);
    until("it closes", || is_closed(&folder, "dawn"));
    // Who comes back finds all of it.
    let state = dawn.state("dawn");
    assert_eq!(state["log"][1]["line"], "note It rains.");
    assert_eq!(state["secrets"].as_object().unwrap().len(), 1, "the session was closed, and its secret told: {state}");
    assert!(!is_closed(&folder, "dawn"));
}

#[test]
fn a_campaign_in_use_is_reported() {
    let folder = folder("taken", &["dawn", "dusk"]);
    // It was served once, so that it has links.
    drop(serve("taken-before", &folder, &[]));
    let playing = Server::of("folder-taken-by", &[&format!("{folder}/dawn.tirada")]);
    let server = serve("taken", &folder, &[]);
    let answer = server.at("dawn").get("state", server.link("dawn"));
    assert_eq!((answer.status, answer.code().as_str()), (503, "not-opened"));
    assert!(answer.body.contains(&playing.address), "{}", answer.body);
    assert_eq!(server.at("dusk").get("state", server.link("dusk")).status, 200);
    drop(playing);
    until("it opens", || server.at("dawn").get("state", server.link("dawn")).status == 200);
}

#[test]
fn files_that_are_no_campaign_are_reported_and_skipped() {
    let folder = folder("damaged", &["dawn"]);
    std::fs::write(format!("{folder}/wreck.tirada"), "not a database").unwrap();
    let server = serve("damaged", &folder, &[]);
    assert_eq!(server.links.keys().collect::<Vec<_>>(), ["dawn"]);
    drop(server);
    std::fs::remove_file(format!("{folder}/dawn.tirada")).unwrap();
    let run = common::tirada(&["serve", &folder, "--port", "0"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("wreck.tirada"), "{}", run.stderr);
    let run = common::tirada(&["serve", &format!("{folder}/wreck.tirada"), "--idle", "5"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("idle-without-folder"), "{}", run.stderr);
}
