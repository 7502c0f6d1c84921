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
    assert_eq!(server.wants("GM", tell(&json!(["Nobody"]), "x")).code(), "nobody-of-that-name");
    assert_eq!(server.wants("Ann", tell(&json!(["bob"]), "  ")).code(), "too-long");
    assert_eq!(server.wants("Ann", json!({ "what": "reveal", "entry": 1 })).code(), "only-gm");
    server.does("GM", json!({ "what": "reveal", "entry": 1 }));
    assert!(texts(&server, "bob").contains("Secret-0"));
}

#[test]
#[cfg(feature = "store")]
fn messages_stay_private_in_a_campaign() {
    let path = super::campaign("telling");
    let path = path.as_str();
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

/// The smallest that is an image to the server; its name, and that it is there.
fn upload(server: &Server, whose: &str) -> crate::serve::client::Answer {
    server.raw(&format!(
        "POST {}images HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: image/gif\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{IMAGE}",
        server.table,
        server.address,
        server.link(whose),
        IMAGE.len()
    ))
}

const IMAGE: &str = "GIF89a a map of the cellar";

#[test]
fn an_image_is_for_those_who_may_read_its_message() {
    let server = Server::start("images");
    assert_eq!(upload(&server, "Ann").code(), "only-gm");
    let name = upload(&server, "GM").json()["image"].as_str().unwrap().to_owned();
    let path = format!("images/{name}");
    let sees = |whose: &str| server.get(&path, server.link(whose)).status;
    // Who has its name has not seen a message yet.
    assert_eq!(ALL.map(sees), [200, 404, 404]);
    server.does("GM", json!({ "what": "tell", "to": ["Ann"], "line": "The cellar", "image": name }));
    assert_eq!(ALL.map(sees), [200, 200, 404]);
    assert_eq!(server.get(&path, "0123456789abcdef0123456789abcdef").status, 401);
    let image = server.get(&path, server.link("Ann"));
    assert_eq!(image.body, IMAGE);
    assert!(image.head.to_lowercase().contains("content-type: image/gif"), "{}", image.head);
    for (whose, expected) in ALL.into_iter().zip([true, true, false]) {
        let page = server.get("", server.link(whose)).body;
        assert_eq!(page.contains(&format!("<img src=\"{path}\" alt=\"Image\"")), expected, "{whose}: {page}");
        assert_eq!(page.contains("The cellar"), expected, "{whose}");
    }
    // Who only writes its address does not see it.
    server.does("bob", tell(&json!([]), &format!("The cellar\nimages/{name}")));
    server.does("bob", json!({ "what": "note", "line": format!("images/{name}") }));
    assert_eq!(ALL.map(sees), [200, 200, 404]);
    let other = json!({ "what": "tell", "line": "Look", "image": "00000000000000000000000000000000.png" });
    let codes = ALL.map(|whose| server.wants(whose, other.clone()).code());
    assert_eq!(codes, ["not-an-image", "only-gm", "only-gm"]);
    // What only looks like one, and names that lead elsewhere.
    for other in ["images/..%2Fstate", "images/00000000000000000000000000000000.gif", "images/x.gif"] {
        assert_eq!(server.get(other, server.link("GM")).status, 404, "{other}");
    }
    let text = server.raw(&format!(
        "POST {}images HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Length: 5\r\nConnection: close\r\n\r\n<svg>",
        server.table,
        server.address,
        server.link("GM")
    ));
    assert_eq!((text.status, text.code().as_str()), (400, "not-an-image"));
}

#[test]
#[cfg(feature = "store")]
fn an_image_stays_in_the_campaign_and_in_its_log() {
    let path = crate::common::folder("serve-images").join("night.tirada");
    let path = path.to_str().unwrap();
    assert_eq!(crate::common::tirada(&["campaign", "new", path, "-r", "tests/games/mini"]).code, 0);
    let server = Server::of("images-first", &[path]);
    let name = upload(&server, "GM").json()["image"].as_str().unwrap().to_owned();
    server.does("GM", json!({ "what": "tell", "line": "", "image": name }));
    drop(server);
    let server = Server::of("images-second", &[path]);
    assert_eq!(server.get(&format!("images/{name}"), server.link("GM")).body, IMAGE);
    server.stop();
    let log = |more: &[&str]| crate::common::tirada(&[&["log", path, "--format", "html"], more].concat()).stdout;
    assert!(log(&[]).contains("<img src=\"data:image/gif;base64,R0lGODlhIGEgbWFwIG9mIHRoZSBjZWxsYXI=\""));
    assert!(!log(&["--players"]).contains("<img"));
}

#[test]
fn a_character_is_handed_to_another_player() {
    let server = Server::start("handing");
    let (ann, bob) = (server.link("Ann").to_owned(), server.link("bob").to_owned());
    let mut page = server.events("bob", 0);
    page.next("change");
    assert_eq!(server.wants("GM", json!({ "what": "hand", "who": "Ann", "to": "bob" })).code(), "done");
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

/// What the log says to Ann, and to players afterwards.
#[test]
#[cfg(feature = "store")]
fn what_is_hidden_stays_hidden_when_taken_back() {
    let path = super::campaign("hidden");
    let server = Server::of("hidden-first", &[&path]);
    let line = |line: &str, hidden: &str| json!({ "what": "line", "line": line, "hidden": hidden });
    let does = |server: &Server, wanted: Value| server.does("GM", wanted);
    let seen = |server: &Server| server.state("Ann")["log"].as_array().unwrap().len();
    let (undo, redo) = (json!({ "what": "undo" }), json!({ "what": "redo" }));
    does(&server, line("edit bob points: {Luck: 3}", "yes"));
    does(&server, line("edit bob points: {Luck: 2}", "yes"));
    for wanted in [undo.clone(), redo.clone(), line("undo 2", "no"), line("redo 2", "no")] {
        does(&server, wanted);
    }
    // Nor does an intervention in it show it.
    does(&server, json!({ "what": "line", "line": "strike Ann bob Club", "dice": "3 2 9", "hidden": "yes" }));
    does(&server, json!({ "what": "line", "line": "push 2 pusher=bob who=Ann veto=no", "dice": "8" }));
    for wanted in [undo.clone(), redo.clone()] {
        does(&server, wanted);
    }
    does(&server, line("as bob", "no"));
    does(&server, json!({ "what": "line", "line": "trial(2) vs 8", "dice": "1 2 3", "hidden": "yes" }));
    does(&server, json!({ "what": "line", "line": "push 2 veto=no", "dice": "8" }));
    does(&server, line("let Zork = 42", "yes"));
    assert_eq!(server.line("Ann", "Zork").code(), "unknown-name");
    assert_eq!(server.state("Ann")["log"], json!([]));
    server.stop();
    let log = crate::common::tirada(&["log", &path, "--players"]);
    assert!(log.stdout.starts_with("Nothing has happened yet."), "{}", log.stdout);
    // The next session knows it as well.
    let server = Server::of("hidden-second", &[&path]);
    assert_eq!(server.line("Ann", "Zork").code(), "unknown-name");
    assert_eq!(server.line("GM", "Zork").code(), "done");
    does(&server, line("let Zork = 42", "no"));
    assert_eq!(server.line("Ann", "Zork").code(), "done");
    let before = seen(&server);
    does(&server, undo.clone());
    assert_eq!(seen(&server), before);
    // What is for all to see is so when it is taken back, and so is what was shown to all.
    does(&server, line("edit bob points: {Luck: 4}", "no"));
    does(&server, undo.clone());
    assert_eq!(seen(&server), before + 2);
    does(&server, line("edit bob points: {Luck: 2}", "yes"));
    let number = server.state("GM")["log"].as_array().unwrap().last().unwrap()["number"].clone();
    does(&server, json!({ "what": "reveal", "entry": number }));
    does(&server, undo);
    assert_eq!(seen(&server), before + 4);
}
