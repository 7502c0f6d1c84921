//! Who comes in, how often they may try, and what each page may do that is open in the same browser.

use serde_json::json;

use super::client::Answer;
use super::{Server, strike};

/// A browser: the cookies that a server gave it, by the paths to which it sends them.
struct Browser<'s> {
    server: &'s Server,
    cookies: Vec<(String, String)>,
}

impl Browser<'_> {
    fn sends(&self, method: &str, path: &str, body: &str) -> Answer {
        let address = &self.server.address;
        let cookies =
            self.cookies.iter().filter(|(under, _)| path.starts_with(under)).map(|(_, cookie)| cookie.as_str());
        let cookies = cookies.collect::<Vec<_>>().join("; ");
        self.server.raw(&format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookies}\r\nAccept: application/json\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ))
    }

    /// Opens a link; the address of its page.
    fn opens(&mut self, secret: &str) -> String {
        let answer = self.sends("POST", &format!("{}join", self.server.table), &format!("token={secret}&nonce=00ff"));
        let page = answer.json()["page"].as_str().unwrap().to_owned();
        let cookie = answer.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        let parts: Vec<&str> = cookie.split("; ").collect();
        let under = parts.iter().find_map(|part| part.strip_prefix("Path=")).unwrap();
        self.cookies.push((under.to_owned(), parts[0].to_owned()));
        page
    }
}

#[test]
fn several_seats_in_one_browser_stay_separate() {
    let server = Server::start("several-seats");
    let mut browser = Browser { server: &server, cookies: Vec::new() };
    let pages = ["GM", "Ann", "bob"].map(|whose| browser.opens(server.link(whose)));
    for (page, whose) in pages.iter().zip(["GM", "Ann", "bob"]) {
        let seat = browser.sends("GET", &format!("{page}state"), "").json()["seat"].clone();
        assert_eq!(seat, if whose == "GM" { json!(null) } else { json!(whose) });
        assert!(browser.sends("GET", page, "").body.contains("id=\"log\""), "{whose}");
        let done = browser.sends("POST", &format!("{page}do"), &format!("what=note&line=from+{whose}"));
        assert_eq!(done.code(), "done", "{whose}: {}", done.body);
    }
    let log = server.state("GM")["log"].clone();
    let said: Vec<_> = log.as_array().unwrap().iter().map(|entry| entry["by"].clone()).collect();
    assert_eq!(said, [json!(null), json!("Ann"), json!("bob")], "{log}");
    // Without a name of its own an address is nobody's.
    assert_eq!(browser.sends("GET", &format!("{}state", server.table), "").status, 401);
    // The GM's page lists the links, the others do not.
    assert_eq!(pages.map(|page| browser.sends("GET", &format!("{page}links"), "").status), [200, 403, 403]);
}

#[test]
fn guessing_links_is_slowed_and_good_links_work() {
    let server = Server::start("guesses");
    assert_eq!(server.line("Ann", "2d6").code(), "done");
    let guess = |at: usize| server.post("do", &format!("{at:032x}"), &json!({ "what": "note", "line": "x" })).status;
    assert!((0..10).all(|at| guess(at) == 401));
    // On a slow machine some time passes with each.
    assert!((10..200).any(|at| guess(at) == 429));
    let by_cookie = |path: &str| {
        let (table, address) = (&server.table, &server.address);
        let cookie = "tirada_00ff=00000000000000000000000000000000";
        server.raw(&format!(
            "GET {table}at/00ff/{path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
        ))
    };
    for path in ["state", "events", "links", ""] {
        assert!((0..200).any(|_| by_cookie(path).status == 429), "{path}");
    }
    // Who was there already is not kept out by them.
    assert_eq!(server.line("Ann", "2d6").code(), "done");
}

#[test]
fn size_limits_use_the_common_error_format() {
    let server = Server::start("too-large");
    let (table, address, secret) = (&server.table, &server.address, server.link("GM"));
    for (path, length) in [("do", 70_000), ("images", 3 << 20)] {
        let answer = server.raw(&format!(
            "POST {table}{path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {secret}\r\nAccept-Language: es\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{}",
            "x".repeat(length)
        ));
        assert_eq!((answer.status, answer.code().as_str()), (413, "too-large"), "{}", answer.body);
        assert!(answer.json()["lines"][0].as_str().unwrap().contains("64 KB como máximo"), "{}", answer.body);
    }
    let page = server.get("", secret).body;
    assert!(page.contains("data-most=\"65536\"") && page.contains("data-most-image=\"2097152\""), "the page knows it");
}

#[test]
fn who_keeps_a_request_waiting_is_left() {
    let server = Server::start("too-slow");
    let (table, address) = (&server.table, &server.address);
    let begun = std::time::Instant::now();
    let answer = server.raw(&format!(
        "POST {table}do HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer x\r\nContent-Length: 60000\r\n\r\n{{\"what\":"
    ));
    assert_eq!((answer.status, answer.code().as_str()), (408, "too-slow"), "{}", answer.body);
    assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
fn a_player_undoes_only_what_nothing_came_after() {
    let server = Server::start("undo-after");
    let may = || server.wants("Ann", json!({ "what": "undo" })).code();
    let offered = || !server.get("", server.link("Ann")).body.contains("value=\"undo\" disabled");
    for (whose, after, expected) in [
        ("GM", json!({ "what": "note", "line": "It rains." }), "not-your-move"),
        ("bob", json!({ "what": "line", "line": "2d6" }), "not-your-move"),
        ("Ann", json!({ "what": "line", "line": "2d6" }), "not-your-move"),
        // What Ann does not see tells her nothing.
        ("GM", json!({ "what": "line", "line": "2d6", "hidden": "yes" }), "done"),
        ("GM", json!({ "what": "line", "line": "sheet Ann" }), "done"),
    ] {
        server.does("Ann", strike("Ann"));
        assert!(offered(), "{after}");
        server.does(whose, after.clone());
        assert_eq!((offered(), may().as_str()), (expected == "done", expected), "{after}");
    }
    // What was taken back is no obstacle.
    server.does("Ann", strike("Ann"));
    server.does("Ann", strike("Ann"));
    assert_eq!([may(), may(), may()], ["done", "done", "not-your-move"]);
}

#[test]
fn beginnings_of_names_are_understood_where_people_type() {
    let server = Server::start("beginnings");
    let typed = |whose: &str, line: &str| server.wants(whose, json!({ "what": "line", "line": line, "dice": "3 2 9" }));
    assert_eq!(typed("GM", "str Ann bob Cl").code(), "done");
    assert_eq!(typed("Ann", "str Ann bob Cl").code(), "done");
    // Programs say names in full.
    let script = |line: &str| server.wants("GM", json!({ "what": "script", "line": line, "dice": "3 2 9" })).code();
    assert_eq!((script("str Ann bob Cl").as_str(), script("strike Ann bob Club").as_str()), ("side-by-side", "done"));
    // They open nothing that the whole name would not.
    assert_eq!(typed("bob", "str Ann bob Cl").code(), "not-yours");
    assert_eq!(server.line("bob", "she Ann").code(), "not-yours");
    assert_eq!(server.line("bob", "see 5").code(), "not-on-a-page");
}

#[test]
fn who_comes_back_has_the_same_link() {
    let server = Server::start("links-back");
    server.does("GM", json!({ "what": "line", "line": "drop Ann" }));
    assert_ne!(server.line("Ann", "2d6").code(), "done");
    server.does("GM", json!({ "what": "undo" }));
    assert_eq!(server.line("Ann", "2d6").code(), "done");
}
