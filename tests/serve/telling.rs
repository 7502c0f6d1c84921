//! Private messages and handouts: each reaches those it is for, and whoever leads the game.

use serde_json::{Value, json};

use super::Server;

const ALL: [&str; 3] = ["GM", "Ann", "bob"];

fn texts(server: &Server, whose: &str) -> String {
    let link = server.link(whose);
    ["", "state"].map(|path| server.get(path, link).body).join("\n")
        + &server.events(whose, 0).next("change").to_string()
}

fn tell(to: &Value, text: &str) -> Value {
    json!({ "what": "tell", "to": to, "line": text })
}

#[test]
fn messages_reach_those_they_are_for_and_nobody_else() {
    let server = Server::start("telling");
    // Who says it, to whom, and who sees it.
    let messages: [(&str, Value, [bool; 3]); 6] = [
        ("GM", json!(["Ann"]), [true, true, false]),
        ("GM", json!(["Ann", "bob"]), [true, true, true]),
        ("GM", json!([]), [true, false, false]),
        ("Ann", json!([]), [true, true, false]),
        ("Ann", json!(["bob"]), [true, true, true]),
        ("bob", json!(["bob"]), [true, false, true]),
    ];
    for (at, (by, to, _)) in messages.iter().enumerate() {
        server.does(by, tell(to, &format!("Secret-{at}\nand a second line")));
    }
    for (place, whose) in ALL.into_iter().enumerate() {
        let seen = texts(&server, whose);
        for (at, (by, to, expected)) in messages.iter().enumerate() {
            assert_eq!(seen.contains(&format!("Secret-{at}")), expected[place], "{whose} sees {at} ({by} to {to})");
        }
        assert!(seen.contains("and a second line") && !seen.contains('␊'), "{whose}");
    }
    assert_eq!(server.wants("GM", tell(&json!(["Nobody"]), "x")).code(), "moved-on");
    assert_eq!(server.wants("Ann", tell(&json!(["bob"]), "  ")).code(), "too-long");
    assert_eq!(server.wants("Ann", json!({ "what": "reveal", "entry": 1 })).code(), "only-gm");
    server.does("GM", json!({ "what": "reveal", "entry": 1 }));
    assert!(texts(&server, "bob").contains("Secret-0"));
}

#[test]
#[cfg(feature = "store")]
fn messages_stay_private_in_a_campaign() {
    let path = crate::common::folder("serve-telling").join("night.tirada");
    let path = path.to_str().unwrap();
    let people = ["tests/games/mini/people/ann.yml", "tests/games/mini/people/bob.yml"];
    for args in
        [&["campaign", "new", path, "-r", "tests/games/mini"][..], &["campaign", "import", path, people[0], people[1]]]
    {
        let run = crate::common::tirada(args);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let server = Server::of("telling-first", &[path]);
    server.does("GM", tell(&json!(["Ann"]), "Trust nobody"));
    drop(server);
    let server = Server::of("telling-second", &[path]);
    for (whose, expected) in ALL.into_iter().zip([true, true, false]) {
        assert_eq!(texts(&server, whose).contains("Trust nobody"), expected, "{whose}");
    }
    server.stop();
    let log = crate::common::tirada(&["log", path, "--players"]);
    assert!(log.code == 0 && !log.stdout.contains("Trust"), "{}", log.stdout);
}

#[test]
fn a_character_is_handed_to_another_player() {
    let server = Server::start("handing");
    let (ann, bob) = (server.link("Ann").to_owned(), server.link("bob").to_owned());
    let mut page = server.events("bob", 0);
    page.next("change");
    assert_eq!(server.wants("GM", json!({ "what": "hand", "who": "Ann", "to": "bob" })).status, 303);
    assert_eq!(page.next("gone")["again"], json!(true));
    // Whoever played Bob goes on as Ann; whoever played Ann is out, and nobody plays Bob yet.
    let seat = |secret: &str| server.get("state", secret);
    assert_eq!(seat(&bob).json()["seat"], json!("Ann"));
    assert_eq!(seat(&ann).status, 401);
    assert_eq!(server.post("do", &bob, &super::strike("Ann")).code(), "done");
    assert_eq!(server.post("do", &bob, &super::strike("bob")).code(), "not-yours");
    let links = server.get("links", server.link("GM")).body;
    assert!(links.contains(&format!("#{bob}")) && !links.contains(&ann), "{links}");
}
