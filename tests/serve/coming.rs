//! Characters who come while a table is served, and what is filled in on their sheets.

use serde_json::json;

use super::Server;

fn order(server: &Server) -> serde_json::Value {
    server.state("GM")["turns"]["order"].clone()
}

#[test]
fn a_new_characters_link_lets_its_player_fill_the_sheet() {
    let server = Server::start("coming-new");
    server.does("GM", json!({ "what": "create", "name": "Cleo" }));
    assert_eq!(server.wants("GM", json!({ "what": "create", "name": "cleo" })).code(), "already-here");
    assert_eq!(server.wants("GM", json!({ "what": "create", "name": "nobody" })).code(), "nobody-is-called-so");
    let page = server.get("links", server.link("GM")).body;
    let (_, own) = page.split_once("<h2>Cleo</h2>").unwrap();
    let (_, own) = own.split_once("href=\"").unwrap();
    let link = own.split_once('"').unwrap().0.rsplit_once('#').unwrap().1.to_owned();
    let page = server.get("", &link).body;
    assert!(page.contains("value=\"fill\"") && page.contains("name=\"f.Brawn\""), "{page}");
    let fill = |value: &str| json!({ "what": "fill", "who": "Cleo", "f.Brawn": value });
    assert_eq!(server.post("do", server.link("Ann"), &fill("3")).code(), "not-yours");
    let wrong = server.post("do", &link, &fill("99"));
    assert_eq!((wrong.status, wrong.code().as_str()), (409, "trait-out-of-range"), "{}", wrong.body);
    assert_eq!(server.post("do", &link, &fill("3")).code(), "done");
    // What is written is for the GM to change, and others do not see it.
    assert_eq!(server.post("do", &link, &fill("4")).code(), "moved-on");
    assert!(!server.state("Ann")["log"].to_string().contains("Brawn"));
    assert!(server.get("state", &link).body.contains("Brawn"));
}

/// Their players have links; what the GM brought at the table goes by name.
#[test]
fn undo_never_takes_away_who_was_there_before() {
    let server = Server::start("coming-undo");
    let undo = || server.wants("GM", json!({ "what": "undo" }));
    let button = |server: &Server| {
        let page = server.get("", server.link("GM")).body;
        let (_, from) = page.split_once("value=\"undo\"").unwrap();
        from.split_once("</button>").unwrap().0.to_owned()
    };
    assert!(button(&server).contains("disabled"));
    let refused = undo();
    assert_eq!(refused.code(), "nothing-to-undo");
    assert!(refused.body.contains("who came before the table was opened stay"), "{}", refused.body);
    assert_eq!(server.line("GM", "undo 1").code(), "nothing-to-undo");
    server.does("GM", json!({ "what": "create", "name": "Cleo" }));
    assert!(button(&server).contains("(Cleo will no longer be there)"), "{}", button(&server));
    server.does("GM", json!({ "what": "line", "line": "pass beat" }));
    assert!(!button(&server).contains("Cleo"));
    assert_eq!(server.line("GM", "undo 3").code(), "too-much-to-undo");
    server.does("GM", json!({ "what": "line", "line": "undo 2" }));
    assert!(button(&server).contains("disabled"));
    assert_eq!(server.get("state", server.link("Ann")).status, 200);
    server.does("GM", json!({ "what": "redo" }));
    assert!(button(&server).contains("Cleo"));
}

#[test]
fn skills_are_filled_in_by_the_line() {
    let server = Server::of("coming-lines", &["-r", "tests/games/mini"]);
    server.does("GM", json!({ "what": "create", "name": "Eve" }));
    let fill = |skills: &str| json!({ "what": "fill", "who": "Eve", "f.Brawn": "4", "f.craft": skills });
    let page = server.get("", server.link("GM")).body;
    assert!(page.contains("name=\"f.craft\""), "{page}");
    assert_eq!(server.wants("GM", fill("Bow of horn")).code(), "bad-text");
    assert_eq!(server.wants("GM", fill("Bow of horn 99")).code(), "trait-out-of-range");
    server.does("GM", fill("Bow of horn 3\nKnots: 2"));
    server.does("GM", json!({ "what": "line", "line": "sheet Eve" }));
    let log = server.state("GM")["log"].to_string();
    for said in ["Bow of horn 3", "Knots 2", "Brawn 4"] {
        assert!(log.contains(said), "{said}: {log}");
    }
}

#[test]
fn whoever_comes_joins_the_order_of_turns() {
    let server = Server::of("coming-turns", &["-r", "tests/games/harbour"]);
    server.does("GM", json!({ "what": "npc", "name": "deck hand", "count": "2" }));
    server.does("GM", json!({ "what": "begin" }));
    assert_eq!(order(&server).as_array().unwrap().len(), 2);
    let now = server.state("GM")["turns"]["now"].clone();
    server.does("GM", json!({ "what": "npc", "name": "deck hand", "count": "1" }));
    let log = server.state("GM")["log"].to_string();
    assert!(log.contains("begin \\\"Deck hand 3\\\""), "{log}");
    assert!(server.get("", server.link("GM")).body.contains("data-key=\"join\""));
    server.does("GM", json!({ "what": "begin", "who": "Deck hand 3" }));
    assert_eq!(order(&server).as_array().unwrap().len(), 3);
    assert_eq!(server.state("GM")["turns"]["now"], now);
    assert!(!server.get("", server.link("GM")).body.contains("data-key=\"join\""));
    server.does("GM", json!({ "what": "undo" }));
    assert_eq!(order(&server).as_array().unwrap().len(), 2);
    // Only some of those who act in turn: nothing says what becomes of the others.
    assert_eq!(server.wants("GM", json!({ "what": "begin", "who": "Deck hand 1" })).code(), "in-turns-already");
}

#[test]
fn pages_are_answered_in_the_language_of_the_browser() {
    let server = Server::start("coming-language");
    let (table, address) = (&server.table, &server.address);
    let ask = |language: &str, path: &str, body: &str| {
        let secret = server.link("Ann");
        let length = body.len();
        server.raw(&format!(
            "POST {table}{path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {secret}\r\nAccept: application/json\r\n\
             Accept-Language: {language}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}"
        ))
    };
    let told = |language: &str, body: &str| ask(language, "do", body).json()["lines"][0].as_str().unwrap().to_owned();
    for body in ["what=line&line=next", "what=line&line=2d6+%2B+Zork", "what=answer&question=9&text=x"] {
        let (english, spanish) = (told("en", body), told("es-MX", body));
        assert_ne!(english, spanish, "{body}");
    }
    assert!(told("es", "what=line&line=2d6+%2B+Zork").contains("Zork"));
}

#[test]
#[cfg(feature = "store")]
fn players_do_not_read_paths_of_files() {
    let path = crate::common::folder("serve-coming").join("night.tirada");
    let path = path.to_str().unwrap();
    let person = "tests/games/mini/people/ann.yml";
    for args in [&["campaign", "new", path, "-r", "tests/games/mini"][..], &["campaign", "import", path, person]] {
        let run = crate::common::tirada(args);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let server = Server::of("coming-paths", &[path]);
    assert!(server.state("GM")["log"].to_string().contains(person));
    let seen = server.state("Ann")["log"].to_string() + &server.get("", server.link("Ann")).body;
    assert!(!seen.contains("ann.yml"), "{seen}");
    server.stop();
    let log = crate::common::tirada(&["log", path, "--players"]);
    assert!(log.code == 0 && !log.stdout.contains("ann.yml"), "{}", log.stdout);
}
