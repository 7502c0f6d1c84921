//! The table in a browser: a real server, and clients that speak to it as pages and bots do.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod client;
mod coming;
mod deciding;
mod doors;
mod fair;
mod folder;
mod guest;
mod killed;
mod limits;
mod messages;
mod speaking;
mod turns;

use serde_json::{Value, json};

use crate::common;
use client::Server;

/// A campaign of the invented game with its two characters: its path.
#[cfg(feature = "store")]
fn campaign(name: &str) -> String {
    let path = common::folder(&format!("serve-{name}")).join("night.tirada").to_str().unwrap().to_owned();
    let people = ["tests/games/mini/people/ann.yml", "tests/games/mini/people/bob.yml"];
    for args in [
        &["campaign", "new", &path, "-r", "tests/games/mini"][..],
        &["campaign", "import", &path, people[0], people[1]],
    ] {
        let run = common::tirada(args);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    path
}

fn strike(who: &str) -> Value {
    let mut wanted = json!({ "what": "act", "name": "strike", "f.weapon": "Club", "dice": "3 2 9" });
    wanted["f.attacker"] = json!(who);
    wanted["f.target one"] = json!(if who == "Ann" { "bob" } else { "Ann" });
    wanted
}

/// Every kind of request, and what the GM, the player of Ann and the player of Bob are told.
fn requests() -> Vec<(Value, [&'static str; 3])> {
    let line = |line: &str| json!({ "what": "line", "line": line });
    // These dice miss, so that nobody falls.
    let typed = |line: &str| json!({ "what": "line", "line": line, "dice": "3 2 9" });
    let push = json!({ "what": "intervene", "name": "push", "by": "Ann", "f.dice": "2" });
    let mut odds = strike("Ann");
    odds["what"] = json!("odds");
    vec![
        (push, ["nothing-to-intervene", "moved-on", "not-yours"]),
        (json!({ "what": "redo" }), ["nothing-to-redo", "not-yours", "not-yours"]),
        (odds, ["done", "not-yours", "not-yours"]),
        (line("2d6 + 1"), ["done", "done", "done"]),
        (strike("Ann"), ["done", "done", "not-yours"]),
        (strike("bob"), ["done", "not-yours", "done"]),
        (typed("strike Ann bob Club"), ["done", "done", "not-yours"]),
        (typed("strike bob Ann Club"), ["done", "not-yours", "done"]),
        (line("Ann.Brawn + 1"), ["done", "done", "not-yours"]),
        (line("«Ann».Brawn + 1"), ["done", "done", "not-yours"]),
        (line("2d6 + Ann.Wits"), ["done", "done", "not-yours"]),
        (line("sheet Ann"), ["done", "not-yours", "not-yours"]),
        (json!({ "what": "script", "line": "sheet Ann" }), ["done", "not-yours", "not-yours"]),
        (json!({ "what": "script", "line": "2d6" }), ["done"; 3]),
        (line("odds 1d6"), ["done", "not-yours", "not-yours"]),
        (line("pass beat"), ["done", "not-yours", "not-yours"]),
        (line("edit Ann points: {Luck: 3}"), ["done", "not-yours", "not-yours"]),
        (line("as Ann"), ["done", "not-yours", "not-yours"]),
        (line("let Zork = 3"), ["done", "not-yours", "not-yours"]),
        (line("dice 1 2 3"), ["done", "not-yours", "not-yours"]),
        (line("load tests/games/mini/people/ann.yml"), ["not-on-a-page"; 3]),
        (line("save"), ["not-on-a-page"; 3]),
        (line("use mini"), ["not-on-a-page"; 3]),
        (line("seed 5"), ["not-on-a-page"; 3]),
        (line("quit"), ["not-on-a-page"; 3]),
        (json!({ "what": "mark", "who": "Ann", "track": "Flesh", "at": 0 }), ["done", "only-gm", "only-gm"]),
        (json!({ "what": "points", "who": "Ann", "name": "Luck", "to": 2 }), ["done", "only-gm", "only-gm"]),
        (json!({ "what": "reveal", "entry": 1 }), ["done", "only-gm", "only-gm"]),
        (json!({ "what": "note", "line": "It rains." }), ["done"; 3]),
        (json!({ "what": "answer", "question": 99, "text": "yes" }), ["question-gone"; 3]),
        (json!({ "what": "cancel" }), ["question-gone"; 3]),
        (json!({ "what": "complete", "line": "str" }), ["done", "only-gm", "only-gm"]),
        (json!({ "what": "renew", "who": "nobody there" }), ["nobody-of-that-name", "only-gm", "only-gm"]),
        (json!({ "what": "revoke", "who": "nobody there" }), ["nobody-of-that-name", "only-gm", "only-gm"]),
        (json!({ "what": "hand", "who": "Ann", "to": "nobody there" }), ["nobody-of-that-name", "only-gm", "only-gm"]),
        (json!({ "what": "hand", "who": "Ann", "to": "Ann" }), ["moved-on", "only-gm", "only-gm"]),
        (json!({ "what": "tell", "to": ["nobody there"], "line": "Hush" }), ["nobody-of-that-name"; 3]),
        (json!({ "what": "tell", "to": ["Ann"], "line": "Hush" }), ["done"; 3]),
        (json!({ "what": "begin", "who": ["nobody there"] }), ["nobody-of-that-name", "only-gm", "only-gm"]),
        (json!({ "what": "begin" }), ["done", "only-gm", "only-gm"]),
        (line("next"), ["done", "not-yours", "not-yours"]),
        (line("end"), ["done", "not-yours", "not-yours"]),
        (json!({ "what": "npc", "name": "guard" }), ["no-template", "only-gm", "only-gm"]),
        (json!({ "what": "create", "name": "Cleo" }), ["done", "only-gm", "only-gm"]),
        (json!({ "what": "fill", "who": "Ann", "f.Brawn": "3" }), ["moved-on", "moved-on", "not-yours"]),
        (line("create Dora"), ["done", "not-yours", "not-yours"]),
        (json!({ "what": "note", "line": "Hush", "hidden": "perhaps" }), ["bad-request"; 3]),
        (json!({ "what": "note", "line": "Hush", "hidden": "yes" }), ["done", "only-gm", "only-gm"]),
        (json!({ "what": "undo", "seen": "what" }), ["bad-request"; 3]),
        (json!({ "what": "dance" }), ["bad-request"; 3]),
        (json!({ "what": "begin", "line": "next" }), ["bad-request"; 3]),
        (json!({ "what": "note", "line": "Hush", "to": ["Ann"] }), ["bad-request"; 3]),
        (json!({ "what": "line" }), ["bad-request"; 3]),
    ]
}

#[test]
fn each_seat_may_do_what_is_its_own() {
    let server = Server::start("seats");
    let mut wrong = Vec::new();
    for (wanted, expected) in requests() {
        for (whose, expected) in ["GM", "Ann", "bob"].into_iter().zip(expected) {
            let code = patiently(&server, whose, &wanted);
            if code != expected {
                wrong.push(format!("{whose} {wanted}: {code} and not {expected}"));
            }
        }
        for secret in ["", "0123456789abcdef0123456789abcdef", "@gm"] {
            // After some guesses none is looked at for a while.
            let answer = server.post("do", secret, &wanted);
            let told = (answer.status, answer.code());
            let refused = [(401, "unknown-link"), (429, "too-many-requests")];
            assert!(refused.contains(&(told.0, &told.1)), "{wanted}: {told:?}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_kind_of_request_is_tried_with_every_link() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/serving.md")).unwrap();
    let (_, table) = text.split_once("| `what` | fields |\n").unwrap();
    let rows = table.lines().skip(1).take_while(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap().replace(['`', ' '], ""));
    let kinds: Vec<String> = cells.flat_map(|cell| cell.split(',').map(str::to_owned).collect::<Vec<_>>()).collect();
    assert!(kinds.len() >= 18, "{kinds:?}");
    for kind in kinds {
        assert!(requests().iter().any(|(wanted, _)| wanted["what"] == json!(kind)), "{kind}");
    }
}

/// Words that the prompt knows beside its own: each command with those of other languages.
fn other_words() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/syntax/foreign/words.txt")).unwrap();
    let (_, commands) = text.split_once("[commands]\n").unwrap();
    let lines = commands.lines().take_while(|line| !line.is_empty());
    let pairs = lines.flat_map(|line| {
        let (ours, theirs) = line.split_once(": ").unwrap();
        theirs.split(", ").map(move |word| (ours.to_owned(), word.to_owned())).collect::<Vec<_>>()
    });
    pairs.collect()
}

/// What is answered when no more is asked in a second than may be.
fn patiently(server: &Server, whose: &str, wanted: &Value) -> String {
    loop {
        let code = server.wants(whose, wanted.clone()).code();
        if code != "too-many-requests" {
            return code;
        }
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
}

#[test]
fn closed_commands_are_closed_in_every_language() {
    let people = ["tests/games/mini/people/ann.yml", "tests/games/mini/people/bob.yml"];
    let server = Server::of("seats-es", &["--lang", "es", "-r", "tests/games/mini", people[0], people[1]]);
    let words = other_words();
    assert!(words.len() > 30, "{words:?}");
    for (ours, theirs) in words {
        let rest = match ours.as_str() {
            "use" => "mini",
            "let" | "set" => "Zork = 3",
            "unlet" | "save" => "Zork",
            "dice" => "1 2 3",
            "seed" => "5",
            "odds" => "1d6",
            "load" => "tests/games/mini/people/ann.yml",
            "as" | "sheet" | "show" | "drop" | "create" => "Ann",
            "edit" => "Ann points: {Luck: 3}",
            "pass" => "beat",
            _ => "",
        };
        let [ours, theirs] = [ours, theirs].map(|word| json!({ "what": "line", "line": format!("{word} {rest}") }));
        let (known, told) = (patiently(&server, "bob", &ours), patiently(&server, "bob", &theirs));
        assert_ne!(known, "done", "{ours}");
        assert_eq!(told, known, "{theirs}");
    }
    // What a button says is told in the language of the page.
    server.does("Quien dirige", json!({ "what": "line", "line": "pass beat" }));
    let log = server.get("", server.link("Quien dirige")).body;
    assert!(log.contains("<code>pasar beat</code>"), "{log}");
}

#[test]
fn pages_show_what_a_seat_may_see() {
    let server = Server::start("sights");
    server.does("GM", json!({ "what": "line", "line": "3d6 + 1000", "hidden": "yes" }));
    server.does("GM", json!({ "what": "note", "line": "The butler did it", "hidden": "yes" }));
    server.does("GM", json!({ "what": "line", "line": "sheet Bob" }));
    let texts = |whose: &str| {
        let link = server.link(whose);
        ["", "state"].map(|path| server.get(path, link).body).join("\n")
            + &server.events(whose, 0).next("change").to_string()
    };
    let (gm, ann) = (texts("GM"), texts("Ann"));
    for hidden in ["3d6 + 1000", "The butler", "sheet Bob"] {
        assert!(gm.contains(hidden), "{hidden}");
        assert!(!ann.contains(hidden), "{hidden}");
    }
    // Zeros that say nothing are on no page.
    let page = server.get("", server.link("GM")).body;
    assert!(page.contains("<dt>Load</dt><dd>2") && !page.contains("<dt>Load</dt><dd>0"));
    // Of others a player sees the name.
    assert!(ann.contains("bob") && !ann.contains("Flesh, box"));
    let number = server.state("GM")["log"][0]["number"].clone();
    server.does("GM", json!({ "what": "reveal", "entry": number }));
    assert!(texts("Ann").contains("3d6 + 1000"));
    for (path, status) in [("links", 403), ("", 200), ("state", 200)] {
        assert_eq!(server.get(path, server.link("Ann")).status, status, "{path}");
    }
    for (path, status) in [("links", 303), ("state", 401), ("events", 401)] {
        assert_eq!(server.get(path, "").status, status, "{path}");
    }
    assert!(!server.get("", "").body.contains("Ann"));
}

#[test]
fn questions_go_to_whoever_decides() {
    let server = Server::start("questions");
    server.does("Ann", strike("Ann"));
    // What the GM looks at changes nothing about what lies open.
    server.does("GM", json!({ "what": "line", "line": "sheet Ann" }));
    let newest = server.state("Ann")["log"].as_array().unwrap().last().unwrap()["number"].clone();
    let push = json!({ "what": "intervene", "name": "push", "by": "Ann", "at": "", "f.dice": "2", "dice": "8" });
    let with = |key: &str, value: Value| {
        let mut wanted = push.clone();
        wanted[key] = value;
        wanted
    };
    assert_eq!(server.wants("bob", push.clone()).code(), "not-yours");
    assert_eq!(server.wants("Ann", with("seen", json!(99))).code(), "moved-on");
    // The judge decides, and whoever profits from it only proposes.
    let mut proposing = with("seen", newest);
    proposing["f.veto"] = json!("no");
    std::thread::scope(|scope| {
        let pushing = scope.spawn(|| server.wants("Ann", proposing));
        let asked = server.until("GM", "a question", |state| !state["question"].is_null());
        let question = &asked["question"];
        assert!(question["words"].as_str().unwrap().contains("veto"), "{question}");
        assert_eq!(question["proposed"], json!("no"));
        assert!(question["about"].as_str().unwrap().starts_with("Ann, push"), "{question}");
        assert!(server.state("Ann")["question"].is_null() && server.state("Ann")["waits"] == json!(true));
        let answer = |text: &str| json!({ "what": "answer", "question": question["number"], "text": text });
        assert_eq!(server.wants("bob", answer("yes")).code(), "not-your-question");
        assert_eq!(server.wants("GM", answer("perhaps")).code(), "no-answer");
        assert_eq!(server.line("bob", "2d6").code(), "waiting");
        assert_eq!(server.wants("GM", answer("no")).code(), "done");
        assert_eq!(pushing.join().unwrap().code(), "done");
    });
    assert!(server.state("GM")["log"].as_array().unwrap().last().unwrap()["line"].as_str().unwrap().contains("push"));
}

/// What the judge decides of an action is the judge's too.
#[test]
fn actions_ask_whoever_decides() {
    let sheet = common::folder("serve-judged").join("ann.yml");
    std::fs::write(&sheet, "tirada character: 1\nname: Ann\nruleset: knocks\ntraits: {Brawn: 3}\n").unwrap();
    let server = Server::of("judged", &["-r", "tests/games/knocks", sheet.to_str().unwrap()]);
    let act = |word: &str| json!({ "what": "act", "name": "name it", "f.one": "Ann", "f.word": word });
    for whose in ["GM", "Ann"] {
        assert!(server.get("", server.link(whose)).body.contains("name=\"f.word\""), "{whose}");
    }
    std::thread::scope(|scope| {
        let acting = scope.spawn(|| server.wants("Ann", act("Lucky")));
        let asked = server.until("GM", "a question", |state| !state["question"].is_null());
        assert_eq!(asked["question"]["proposed"], json!("Lucky"));
        let answer = json!({ "what": "answer", "question": asked["question"]["number"], "text": "Grim" });
        assert_eq!(server.wants("GM", answer).code(), "done");
        assert_eq!(acting.join().unwrap().code(), "done");
    });
}

/// Dice that the GM types in a line wait for the GM's next roll, and for nobody else's.
#[test]
fn typed_dice_wait_for_the_gm() {
    let server = Server::start("typed-dice");
    let last = |whose: &str| server.state(whose)["log"].as_array().unwrap().last().unwrap().to_string();
    server.does("GM", json!({ "what": "line", "line": "dice 1 2 3" }));
    server.does("Ann", json!({ "what": "line", "line": "2d4" }));
    server.does("GM", json!({ "what": "line", "line": "B" }));
    assert!(last("GM").contains("3d10: 1 2 3"), "{}", last("GM"));
}

/// Dice that are sent with a line fall in it, or nothing is done.
#[test]
fn dice_that_are_sent_fall_or_are_refused() {
    let server = Server::start("sent-dice");
    let lines = |server: &Server| server.state("GM")["log"].as_array().unwrap().len();
    let with_dice = |line: &str| json!({ "what": "line", "line": line, "dice": "3" });
    server.does("GM", json!({ "what": "line", "line": "2d6" }));
    let before = lines(&server);
    for line in ["1+1", "let Zork = 1", "who", "undo", "note It rains.", "pass beat", "dice 4", "1+1; 2"] {
        assert_eq!(server.wants("GM", with_dice(line)).code(), "dice-left-over", "{line}");
    }
    let note = json!({ "what": "note", "line": "It rains.", "dice": "3" });
    assert_eq!(server.wants("Ann", note).code(), "dice-left-over");
    let npc = json!({ "what": "npc", "name": "guard", "dice": "3" });
    assert_eq!(server.wants("GM", npc).code(), "dice-left-over");
    assert_eq!(lines(&server), before);
    // Nothing of it was done: neither has the name a value, nor was the roll taken back.
    assert_eq!(server.wants("GM", json!({ "what": "line", "line": "Zork" })).code(), "unknown-name");
    server.does("GM", json!({ "what": "line", "line": "d10", "dice": "3" }));
    server.does("GM", json!({ "what": "line", "line": "1+1; d10", "dice": "3" }));
}

#[test]
fn fields_that_mean_nothing_are_named() {
    let server = Server::start("fields");
    let roll = |name: &str| json!({ "what": "line", "line": "d6", name: "3" });
    for (name, wanted) in [
        ("dise", roll("dise")),
        ("Hidden", roll("Hidden")),
        ("f.weapon", roll("f.weapon")),
        ("bogus", json!({ "what": "npc", "name": "guard", "bogus": "yes" })),
        ("line", json!({ "what": "line", "line": ["d6", "d8"] })),
        ("dice", json!({ "what": "complete", "line": "str", "dice": "3" })),
    ] {
        let answer = server.wants("GM", wanted);
        assert_eq!(answer.code(), "bad-request", "{}", answer.body);
        assert!(answer.body.contains(&format!("“{name}”")), "{}", answer.body);
    }
    // A field of a form that was left empty says nothing.
    server.does("GM", json!({ "what": "line", "line": "d6", "file": "" }));
}

/// A click is one more or one fewer, however many come at once.
#[test]
fn points_change_by_steps() {
    let server = Server::start("steps");
    let by = |by: i64| json!({ "what": "points", "who": "Ann", "name": "Luck", "by": by });
    server.does("GM", json!({ "what": "points", "who": "Ann", "name": "Luck", "to": 1 }));
    for _ in 0..3 {
        server.does("GM", by(1));
    }
    server.does("GM", by(-1));
    server.does("GM", json!({ "what": "line", "line": "sheet Ann" }));
    let log = server.state("GM")["log"].to_string();
    assert!(log.contains("Luck 3"), "{log}");
    assert_eq!(
        server.wants("GM", json!({ "what": "mark", "who": "Ann", "track": "Flesh", "at": 99 })).code(),
        "moved-on"
    );
}

#[test]
fn undo_is_for_whoever_did_it_last() {
    let server = Server::start("undo");
    let last = || server.state("GM")["log"].as_array().unwrap().last().unwrap()["number"].as_u64().unwrap();
    let undo = |seen: u64| json!({ "what": "undo", "seen": seen });
    server.does("Ann", strike("Ann"));
    let first = last();
    assert_eq!(server.wants("bob", undo(first)).code(), "not-your-move");
    server.does("Ann", undo(first));
    let state = server.state("bob");
    assert_eq!(state["log"][0]["undone"], json!(true), "{state}");
    assert_eq!(state["log"].as_array().unwrap().len(), 2, "the undo stands in the log: {state}");
    server.does("GM", json!({ "what": "redo" }));
    assert_eq!(server.state("bob")["log"][0]["undone"], json!(false));
    server.does("bob", strike("bob"));
    assert_eq!(server.wants("Ann", undo(last())).code(), "not-your-move");
    // What came meanwhile is not undone by mistake.
    assert_eq!(server.wants("GM", undo(first)).code(), "moved-on");
    server.does("GM", undo(last()));
}

#[test]
fn events_catch_up_by_number() {
    let server = Server::start("events");
    let mut page = server.events("Ann", 0);
    let mut seen = page.next("change")["version"].as_u64().unwrap();
    server.does("GM", json!({ "what": "line", "line": "2d6 + 40" }));
    let change = page.next("change");
    assert!(change["log"][0][1].as_str().unwrap().contains("2d6 + 40"), "{change}");
    assert!(change["version"].as_u64().unwrap() > seen);
    seen = change["version"].as_u64().unwrap();
    drop(page);
    server.does("bob", strike("bob"));
    server.does("GM", json!({ "what": "note", "line": "Later" }));
    let change = server.events("Ann", seen).next("change");
    let numbers: Vec<u64> = change["log"].as_array().unwrap().iter().map(|entry| entry[0].as_u64().unwrap()).collect();
    assert_eq!(numbers, [2, 3], "{change}");
    // A page of a run of the server that is over begins anew.
    assert_eq!(server.events("Ann", 99_999).next("change")["log"].as_array().unwrap().len(), 3);
    let mut page = server.events("Ann", 0);
    server.events("bob", 0).next("beat");
    let renewed = server.wants("GM", json!({ "what": "renew", "who": "Ann" }));
    assert_eq!(renewed.status, 200, "{}", renewed.body);
    page.next("gone");
    assert_eq!(server.get("state", server.link("Ann")).status, 401);
    let mut page = server.events("GM", 0);
    page.next("change");
    let secret = server.stop();
    let told = page.next("bye")["secret"].as_str().unwrap().to_owned();
    assert!(secret.contains(&told), "{secret}");
}

#[test]
fn strangers_stay_outside() {
    let server = Server::start("strangers");
    let (table, address) = (&server.table, &server.address);
    let get = |path: &str, host: &str| {
        server.raw(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    };
    let page = get(table, address);
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: same-origin",
        "cache-control: no-store",
    ] {
        assert!(page.head.to_lowercase().contains(header), "{header}: {}", page.head);
    }
    // A name that is made to mean this machine, and what no route takes.
    assert_eq!(get(table, "evil.example").status, 421);
    assert_eq!(get(table, "192.168.1.7:80").status, 421);
    assert_eq!(get("/static/../Cargo.toml", address).status, 404);
    assert_eq!(get("/t/000000000000/", address).status, 200);
    let join = |origin: &str, secret: &str| {
        let body = format!("token={secret}&nonce=00ff");
        let length = body.len();
        server.raw(&format!(
            "POST {table}join HTTP/1.1\r\nHost: {address}\r\n{origin}Content-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        ))
    };
    let same = format!("Origin: http://{address}\r\n");
    let secret = server.link("Ann").to_owned();
    assert_eq!(join("", &secret).status, 403);
    assert_eq!(join("Origin: http://evil.example\r\n", &secret).status, 403);
    let joined = join(&same, &secret);
    assert_eq!(joined.status, 200, "{}", joined.body);
    let own = joined.json()["page"].as_str().unwrap().to_owned();
    assert!(own.starts_with(&format!("{table}at/")) && !own.contains(&secret), "{own}");
    let cookie = joined.head.lines().find(|line| line.to_lowercase().starts_with("set-cookie")).unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains(&format!("Path={own}")));
    let cookie = cookie.split_once(": ").unwrap().1.split(';').next().unwrap().to_owned();
    let with =
        server.raw(&format!("GET {own} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"));
    assert!(with.body.contains("id=\"log\""), "{}", with.body);
    let foreign = server.raw(&format!(
        "POST {own}do HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nOrigin: http://evil.example\r\n\
         Content-Length: 0\r\nConnection: close\r\n\r\n"
    ));
    assert_eq!(foreign.status, 403);
    let long = json!({ "what": "note", "line": "x".repeat(100_000) });
    // The connection may be closed before the answer was read.
    assert!([413, 0].contains(&server.post("do", server.link("GM"), &long).status));
    let guesses: Vec<u16> = (0..12).map(|_| join(&same, "00000000000000000000000000000000").status).collect();
    assert!(guesses.contains(&403) && guesses.contains(&429), "{guesses:?}");
    let mut many = (0..2000).map(|_| server.wants("bob", json!({ "what": "complete", "line": "" })).status);
    assert!(many.any(|status| status == 429));
}

#[test]
fn no_text_becomes_a_tag() {
    let server = Server::start("tags");
    let evil = "<script>alert(1)</script>";
    server.does("GM", json!({ "what": "note", "line": evil }));
    server.does("GM", json!({ "what": "line", "line": format!("2d6 # {evil}") }));
    let refused = server.wants("GM", json!({ "what": "act", "name": "strike", "f.attacker": "Ann» push «" }));
    assert_eq!(refused.code(), "bad-text");
    for whose in ["GM", "Ann"] {
        let page = server.get("", server.link(whose)).body;
        assert!(page.contains("&lt;script&gt;") && !page.contains("<script>alert"), "{whose}");
        assert_eq!(page.matches("<script").count(), 1);
        assert!(!page.contains("style=") && !page.contains("onclick"));
    }
}

#[test]
fn dice_can_be_verified() {
    let server = Server::start("dice");
    server.line("Ann", "strike Uwe");
    server.does("Ann", strike("Ann"));
    server.does("GM", json!({ "what": "line", "line": "5d6 + 2d10" }));
    server.does("GM", json!({ "what": "line", "line": "undo" }));
    server.does(
        "bob",
        json!({ "what": "act", "name": "strike", "f.attacker": "bob", "f.target one": "Ann", "f.weapon": "Axe" }),
    );
    let rolls = server.get("state", server.link("Ann")).body;
    let numbers: Vec<Value> =
        server.state("Ann")["log"].as_array().unwrap().iter().map(|one| one["roll"].clone()).collect();
    assert!(numbers[0].is_null() && numbers[1].is_number() && numbers[3].as_u64() > numbers[1].as_u64(), "{numbers:?}");
    let said = server.stop();
    let secret = said.trim().rsplit(' ').next().unwrap().to_owned();
    let folder = common::folder("serve-verify");
    let path = folder.join("rolls.json");
    let verify = |text: &str, secret: &str| {
        std::fs::write(&path, text).unwrap();
        common::tirada(&["verify", path.to_str().unwrap(), "--secret", secret])
    };
    let good = verify(&rolls, &secret);
    assert_eq!(good.code, 0, "{}{}", good.stdout, good.stderr);
    assert!(good.stdout.contains("2 as the secret says, 0 not, 1 typed by hand"), "{}", good.stdout);
    let mut changed: Value = serde_json::from_str(&rolls).unwrap();
    let face = changed["log"][1]["dice"][0][1].as_i64().unwrap();
    changed["log"][1]["dice"][0][1] = json!(face % 6 + 1);
    let bad = verify(&changed.to_string(), &secret);
    assert_eq!(bad.code, 1, "{}", bad.stdout);
    assert!(bad.stdout.contains("not what the secret says"), "{}", bad.stdout);
    // Of a line that consists of dice and numbers the dice are known, too.
    let first = numbers[1].as_u64().unwrap();
    assert!(good.stdout.contains(&format!("№ {first}  ")), "{}", good.stdout);
    for (key, value) in [
        ("line", json!("6d6 + 2d10")),
        ("line", json!("5d6 + 2d8")),
        ("dice", json!(changed["log"][1]["dice"].as_array().unwrap()[..6])),
        ("dice", json!([])),
        ("typed", json!(7)),
    ] {
        let mut changed: Value = serde_json::from_str(&rolls).unwrap();
        changed["log"][1][key] = value;
        let bad = verify(&changed.to_string(), &secret);
        assert!(bad.code == 1 && bad.stdout.contains("not the dice"), "{key}: {}", bad.stdout);
    }
    // Names and numbers of a line, who said it, and what has no seal among what has.
    for (at, key, value) in [
        (1, "line", json!("5d6 + 2d10 + 9")),
        (1, "by", json!("Ann")),
        (1, "seal", json!("")),
        (0, "line", json!("strike attacker=«bob»")),
        (3, "line", json!("strike attacker=«bob» target one=«bob» weapon=«Axe»")),
    ] {
        let mut changed: Value = serde_json::from_str(&rolls).unwrap();
        changed["log"][at][key] = value;
        let bad = verify(&changed.to_string(), &secret);
        assert!(bad.code == 1 && bad.stdout.contains("not the line that was said"), "{key}: {}", bad.stdout);
    }
    // Older programs saved none at all.
    let mut old: Value = serde_json::from_str(&rolls).unwrap();
    old["log"].as_array_mut().unwrap().iter_mut().for_each(|one| one["seal"] = Value::Null);
    let told = verify(&old.to_string(), &secret);
    assert!(told.code == 0 && told.stdout.contains("3 lines have no seal"), "{}", told.stdout);
    for (text, secret, code) in [
        (rolls.as_str(), "00", "not-a-secret"),
        (rolls.as_str(), &"0".repeat(64), "other-secret"),
        ("{}", &*secret, "not-rolls]"),
        ("{\n 5}", &*secret, "holds no rolls as a page saves them: line 2, column 2.\n"),
    ] {
        let wrong = verify(text, secret);
        assert!(wrong.code == 1 && wrong.stderr.contains(code), "{}", wrong.stderr);
    }
}

#[test]
#[cfg(feature = "store")]
fn a_campaign_comes_back_with_its_links() {
    let folder = common::folder("serve-campaign");
    let path = folder.join("night.tirada");
    let path = path.to_str().unwrap();
    let made = common::tirada(&["campaign", "new", path, "-r", "tests/games/mini"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let people = ["tests/games/mini/people/ann.yml", "tests/games/mini/people/bob.yml"];
    let came = common::tirada(&["campaign", "import", path, people[0], people[1]]);
    assert_eq!(came.code, 0, "{}", came.stderr);
    let server = Server::of("campaign-first", &[path]);
    server.does("Ann", strike("Ann"));
    server.does("GM", json!({ "what": "note", "line": "The first night", "hidden": "yes" }));
    server.does("bob", json!({ "what": "note", "line": "Rain" }));
    let taken = common::tirada(&["serve", path, "--port", "0"]);
    assert!(taken.code == 1 && taken.stderr.contains(&server.address), "{}", taken.stderr);
    let links = server.links.clone();
    // Killed.
    drop(server);
    let server = Server::of("campaign-second", &[path]);
    assert_eq!(server.links, links);
    let texts = |whose: &str| server.state(whose)["log"].to_string();
    for (whose, note) in [("GM", true), ("Ann", false)] {
        let log = texts(whose);
        assert!(
            log.contains("strike") && log.contains("Rain") && log.contains("The first night") == note,
            "{whose} {log}"
        );
    }
    server.does("GM", json!({ "what": "undo" }));
    server.does("GM", json!({ "what": "mark", "who": "Ann", "track": "Flesh", "at": 0 }));
    server.stop();
    let log = common::tirada(&["log", path]);
    assert!(log.code == 0 && log.stdout.contains("Rain"), "{}{}", log.stdout, log.stderr);
    // What was clicked is told in words.
    assert!(log.stdout.contains("Ann: Flesh") && !log.stdout.contains("marks:"), "{}", log.stdout);
}

#[test]
fn invalid_serve_arguments_are_refused() {
    let refused = |args: &[&str], code: &str, exit: i32| {
        let run = common::tirada(args);
        assert!(run.code == exit && run.stderr.contains(code), "{args:?}: {} {}", run.code, run.stderr);
    };
    refused(&["serve", "-r", "no such game", "--port", "0"], "no ", 1);
    refused(&["serve", "-r", "tests/games/mini", "nobody.yml", "--port", "0"], "nobody.yml", 3);
    refused(&["serve", "-r", "tests/games/mini", "--url", "table.example"], "not-an-address", 2);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let busy = format!("cannot-listen]: The server cannot listen on port {port}: another program is using it.");
    refused(&["serve", "-r", "tests/games/mini", "--port", &port], &busy, 3);
    let run = common::tirada(&["serve", "-r", "tests/games/mini", "--port", &port]);
    crate::errors::command_said("tirada serve", &run.stderr.replace(&port, "7272"));
}

#[test]
fn pages_have_the_colour_of_their_game() {
    let server = Server::of("accent", &["-r", "tests/games/harbour"]);
    let page = server.get("", server.link("GM")).body;
    assert!(page.contains("href=\"/static/accent-20506a.css\""), "{page}");
    let style = |name: &str| {
        let address = &server.address;
        server.raw(&format!("GET /static/{name} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"))
    };
    let known = style("accent-20506a.css");
    assert!(known.status == 200 && known.body.contains("--accent: #20506a"), "{}", known.body);
    assert!(known.head.contains("text/css") && known.body.contains("prefers-color-scheme: dark"), "{}", known.head);
    for wrong in ["accent-20506.css", "accent-url(x).css", "accent-20506a.js"] {
        assert_eq!(style(wrong).status, 404, "{wrong}");
    }
    let plain = Server::start("no-accent");
    assert!(!plain.get("", plain.link("GM")).body.contains("accent-"));
}

/// A program that stands in for the browser; nothing where the system has no `script`, which stands in for a terminal.
#[test]
#[cfg(target_os = "linux")]
fn a_terminal_opens_the_page_of_the_gm_once() {
    use std::os::unix::fs::PermissionsExt as _;
    if !std::path::Path::new("/usr/bin/script").exists() {
        return;
    }
    let folder = common::folder("serve-open");
    let opener = folder.join("xdg-open");
    std::fs::write(&opener, format!("#!/bin/sh\necho \"$1\" > '{}/opened'\n", folder.display())).unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let line = format!("'{}' serve -r tests/games/mini --port 0", common::program());
    let mut command = std::process::Command::new("/usr/bin/script");
    command.args(["-qfec", &line, "/dev/null"]).env_clear();
    command.env("PATH", format!("{}:/usr/bin:/bin", folder.display())).env("LANG", "en").env("HOME", &folder);
    let mut terminal =
        command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().unwrap();
    let opened = folder.join("opened");
    let begin = std::time::Instant::now();
    let address = loop {
        let text = std::fs::read_to_string(&opened).unwrap_or_default();
        if text.ends_with('\n') {
            break text.trim().to_owned();
        }
        assert!(begin.elapsed() < std::time::Duration::from_secs(120), "nothing was opened");
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    // Whoever lists the programs of this machine learns no secret that lasts.
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    assert!(path.starts_with("open/") && !path.contains('#'), "{address}");
    let ask = || client::ask(host, &format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
    let leads = |answer: &client::Answer| {
        let to = answer.head.lines().find_map(|line| line.strip_prefix("location: ")).unwrap_or("").to_owned();
        (answer.status, to)
    };
    let (status, to) = leads(&ask());
    assert!(status == 303 && to.starts_with("/t/") && to.contains("/#"), "{to}");
    assert_eq!(leads(&ask()), (303, "/".to_owned()), "once");
    terminal.kill().unwrap();
    terminal.wait().unwrap();
}
