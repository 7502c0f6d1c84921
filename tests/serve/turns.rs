//! Whose turn it is, on all pages.

use serde_json::{Value, json};

use super::Server;

fn now(state: &Value) -> &str {
    state["turns"]["now"].as_str().unwrap_or("nobody")
}

#[test]
fn all_pages_show_whose_turn_it_is() {
    let server = Server::start("turns");
    assert!(server.state("Ann")["turns"].is_null());
    assert!(server.get("", server.link("GM")).body.contains("value=\"begin\""));
    assert!(!server.get("", server.link("Ann")).body.contains("value=\"begin\""));
    let mut page = server.events("Ann", 0);
    page.next("change");
    server.does("GM", json!({ "what": "begin" }));
    let heard = page.next("change");
    assert!(heard["parts"]["turns"].as_str().unwrap().contains("Round 1"), "{heard}");
    let order = server.state("bob")["turns"]["order"].clone();
    assert_eq!(order.as_array().unwrap().len(), 2, "{order}");
    let first = now(&server.state("Ann")).to_owned();
    server.does("GM", json!({ "what": "line", "line": "next" }));
    let heard = page.next("change")["parts"]["turns"].as_str().unwrap().to_owned();
    let second = now(&server.state("bob")).to_owned();
    assert!(first != second && heard.contains(if second == "Ann" { "It is your turn" } else { "bob" }), "{heard}");
    for whose in ["GM", "Ann", "bob"] {
        let text = server.get("", server.link(whose)).body;
        assert!(text.contains("aria-current=\"step\""), "{whose}");
        assert_eq!(text.contains("id=\"next-turn\""), whose == "GM", "{whose}");
    }
    for wanted in [json!({ "what": "line", "line": "next" }), json!({ "what": "line", "line": "end" })] {
        assert_eq!(server.wants("Ann", wanted).code(), "not-yours");
    }
    assert_eq!(server.wants("Ann", json!({ "what": "begin" })).code(), "only-gm");
    server.does("GM", json!({ "what": "line", "line": "next" }));
    assert_eq!(server.state("Ann")["turns"]["round"], json!(2));
    server.does("GM", json!({ "what": "line", "line": "end" }));
    assert!(server.state("Ann")["turns"].is_null());
    server.does("GM", json!({ "what": "begin", "who": ["bob", "Ann"] }));
    assert_eq!(server.state("Ann")["turns"]["order"], json!(["bob", "Ann"]));
}

/// A newcomer whose sheet is not filled in keeps nobody from beginning.
#[test]
fn who_is_unfinished_is_passed_over() {
    let server = Server::start("unfinished");
    server.does("GM", json!({ "what": "create", "name": "Cleo" }));
    server.does("GM", json!({ "what": "begin" }));
    let state = server.state("GM");
    assert_eq!(state["turns"]["order"].as_array().unwrap().len(), 2, "{state}");
    let told = state["log"].as_array().unwrap().last().unwrap()["text"].as_str().unwrap().to_owned();
    assert!(told.contains("not filled in: Cleo"), "{told}");
}
