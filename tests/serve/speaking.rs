//! For whom a line speaks: a player's for their character, the game master's for whoever was chosen; and how lines are
//! told afterwards.
#![cfg(feature = "store")]

use serde_json::json;

use super::client::{Client, Server};
use crate::common;

/// What the table was told last.
fn last(server: &Client) -> String {
    server.state("GM")["log"].as_array().unwrap().last().unwrap()["text"].as_str().unwrap().to_owned()
}

/// A player's move chooses nobody for the game master, neither at once nor for the next session.
#[test]
fn players_choose_nobody_for_the_game_master() {
    let path = super::campaign("speaking");
    let server = Server::of("speaking", &[&path]);
    let line = |whose: &str, line: &str| server.does(whose, json!({ "what": "line", "line": line }));
    line("Ann", "Brawn + 1");
    line("GM", "as");
    assert!(!last(&server).contains("Ann"), "{}", last(&server));
    line("GM", "as bob");
    line("Ann", "Brawn + 1");
    line("GM", "as");
    assert!(last(&server).contains("bob"), "{}", last(&server));
    server.does("GM", json!({ "what": "line", "line": "2d6", "hidden": "yes" }));
    line("Ann", "Brawn + 1");
    server.stop();
    let log = common::tirada(&["log", &path]).stdout;
    assert!(log.contains("(hidden) bob: 2d6"), "{log}");
    let home = common::folder("speaking-home");
    let mut prompt = common::command(&home);
    prompt.arg(&path);
    let told = common::finish(prompt, "as\n").stdout;
    assert!(told.lines().last().unwrap().starts_with("bob"), "{told}");
}

/// Forms write lines that nobody has to read: pages and logs say in words what was done, also after a restart.
#[test]
fn logs_show_forms_in_words() {
    let path = super::campaign("worded");
    let server = Server::of("worded", &[&path]);
    server.does("Ann", super::strike("Ann"));
    server.does("GM", json!({ "what": "tell", "to": ["Ann"], "line": "One\nTwo" }));
    server.stop();
    let server = Server::of("worded-again", &[&path]);
    let page = server.get("", server.link("Ann")).body;
    assert!(!page.contains("attacker=") && !page.contains("<code>strike"), "{page}");
    server.stop();
    for format in ["text", "markdown", "bbcode", "html"] {
        let log = common::tirada(&["log", &path, "--format", format]).stdout;
        assert!(log.contains("strike Ann → bob, Club"), "{log}");
        assert!(!log.contains("attacker=") && !log.contains("note One"), "{log}");
    }
}
