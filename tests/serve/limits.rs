//! What the rules allow at the moment holds for whoever leads the game, too.

use serde_json::{Value, json};

use super::Server;
use crate::common;

fn courtiers(name: &str) -> Server {
    let folder = common::folder(&format!("serve-limits-{name}"));
    let person = |name: &str, void: i64| {
        let path = folder.join(format!("{name}.yml"));
        let text = format!(
            "tirada character: 1\nname: {name}\nruleset: duel\ntraits: {{Grace: 3, Wit: 2}}\npoints: {{Void: {void}}}\n"
        );
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (kei, ume) = (person("Kei", 1), person("Ume", 5));
    Server::of(&format!("limits-{name}"), &["-r", "tests/games/duel", &kei, &ume])
}

fn points(who: &str, to: i64) -> Value {
    json!({ "what": "points", "who": who, "name": "Void", "to": to })
}

#[test]
fn points_stay_within_what_formulas_allow() {
    let server = courtiers("points");
    server.does("GM", points("Kei", 3));
    let version = server.state("GM")["version"].clone();
    for wanted in [
        points("Kei", 4),
        json!({ "what": "line", "line": "edit Kei points: {Void: 50}" }),
        json!({ "what": "line", "line": "edit Kei marks: {Face: {stain: 16}}" }),
    ] {
        let refused = server.wants("GM", wanted.clone());
        assert_eq!((refused.status, refused.code().as_str()), (409, "beyond-bounds"), "{wanted} {}", refused.body);
        assert!(refused.json()["lines"][0].as_str().unwrap().contains("allow"), "{}", refused.body);
    }
    let state = server.state("GM");
    assert_eq!(state["version"], version, "nothing changed: {state}");
    server.does("GM", json!({ "what": "line", "line": "edit Kei marks: {Face: {stain: 15}}" }));
    // The limit is a formula: it follows what it is computed from.
    server.does("GM", json!({ "what": "line", "line": "edit Kei traits: {Grace: 4}" }));
    server.does("GM", points("Kei", 4));
}

#[test]
fn what_is_beyond_already_may_come_nearer() {
    let server = courtiers("nearer");
    assert_eq!(server.wants("GM", points("Ume", 6)).code(), "beyond-bounds");
    server.does("GM", points("Ume", 4));
    assert_eq!(server.wants("GM", points("Ume", 5)).code(), "beyond-bounds");
    server.does("GM", points("Ume", 3));
}
