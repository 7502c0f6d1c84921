//! What a table proves of its dice: each throw of a line, and what each browser added.

use serde_json::{Value, json};

use super::Server;
use crate::common;

fn joins(server: &Server, whose: &str, nonce: &str) -> String {
    let body = json!({ "token": server.link(whose), "nonce": nonce });
    server.post("join", server.link(whose), &body).code()
}

/// The rolls as Ann's page saves them, in a file, once the server has stopped; and its secret.
fn saved(server: Server, name: &str) -> (String, String) {
    let rolls = server.get("state", server.link("Ann")).body;
    let said = server.stop();
    let path = common::folder(name).join("rolls.json");
    std::fs::write(&path, rolls).unwrap();
    (path.to_str().unwrap().to_owned(), said.trim().rsplit(' ').next().unwrap().to_owned())
}

#[test]
fn every_throw_of_a_repeated_line_is_verified() {
    let server = Server::start("fair-repeated");
    server.does("Ann", json!({ "what": "line", "line": "r3 2d6" }));
    server.does("GM", json!({ "what": "line", "line": "r2 1d6", "dice": "4" }));
    let log = server.state("Ann")["log"].as_array().unwrap().clone();
    let dice: Vec<usize> = log.iter().map(|one| one["dice"].as_array().unwrap().len()).collect();
    assert_eq!(dice, [2, 2, 2, 1, 1]);
    assert_eq!((log[3]["typed"].as_u64(), log[4]["typed"].as_u64()), (Some(1), Some(0)));
    let (rolls, secret) = saved(server, "serve-fair-repeated");
    let good = common::tirada(&["verify", &rolls, "--secret", &secret]);
    assert!(good.stdout.contains("4 as the secret says, 0 not, 1 typed by hand"), "{}{}", good.stdout, good.stderr);
    assert_eq!(good.code, 0);
}

#[test]
fn the_number_of_each_browser_that_comes_in_counts() {
    let server = Server::start("fair-nonces");
    let roll = |server: &Server| server.does("Ann", json!({ "what": "line", "line": "2d6" }));
    assert_eq!(joins(&server, "Ann", "00ff"), "done");
    roll(&server);
    assert_eq!(joins(&server, "Ann", "abcd"), "done");
    roll(&server);
    roll(&server);
    for wrong in ["xyz", &"a".repeat(65)] {
        assert_eq!(joins(&server, "Ann", wrong), "bad-nonce");
    }
    let log = server.state("Ann")["log"].as_array().unwrap().clone();
    let nonces: Vec<&str> = log.iter().map(|one| one["nonces"].as_str().unwrap()).collect();
    assert_eq!(nonces, ["00ff", "00ff.abcd", "00ff.abcd"]);
    let (rolls, secret) = saved(server, "serve-fair-nonces");
    let verify = |path: &str, nonce: &str| {
        let run = common::tirada(&["verify", path, "--secret", &secret, "--nonce", nonce]);
        (run.code, run.stdout)
    };
    let (code, told) = verify(&rolls, "ABCD");
    assert!(code == 0 && told.contains("3 as the secret says, 0 not"), "{told}");
    let (code, told) = verify(&rolls, "1234");
    assert!(code == 1 && told.matches("thrown without the number of that browser").count() == 3, "{told}");
    // A server that leaves it out of one.
    let mut changed: Value = serde_json::from_str(&std::fs::read_to_string(&rolls).unwrap()).unwrap();
    changed["log"][2]["nonces"] = json!("00ff");
    std::fs::write(&rolls, changed.to_string()).unwrap();
    assert_eq!(verify(&rolls, "abcd").0, 1);
}

const WELL: &str = "tirada: 1
id: well
dice: {d: 20}
points: {Nerve: {start: 0}}
turns: {open: gather, order: queue}
tests: {haul: {roll: 9d20, total: sum(), outcomes: {up: {is: success}}}}
actions:
  draw water:
    roles: [who]
    steps: {rope: {roll: haul, by: who}, full: {ask: {yes no: }}}
  gather:
    roles: {all: many}
    steps: {each one: {each: {one: all}, steps: {looks: 1d}}}
  queue:
    roles: {all: many}
    steps:
      each one: {each: {one: all}, steps: {pushes: 1d}}
      line: {order: all, by: [Nerve]}
  look down:
    roles: [who]
    ask: {fair: {yes no: , by: judge}, deep: {yes no: , by: judge}}
    steps: {a: {when: fair and deep, say: Deep.}}
";

fn well(name: &str) -> Server {
    let (rules, people) = written(name);
    Server::of(name, &["-r", &rules, &people[0]])
}

/// The game and its characters as files.
fn written(name: &str) -> (String, [String; 2]) {
    let folder = common::folder(&format!("serve-{name}"));
    std::fs::create_dir_all(folder.join("well")).unwrap();
    std::fs::write(folder.join("well/ruleset.yml"), WELL).unwrap();
    let people = ["Ann", "Bo"].map(|name| {
        let path = folder.join(format!("{name}.yml"));
        std::fs::write(&path, format!("tirada character: 1\nname: {name}\nruleset: well\n")).unwrap();
        path.to_str().unwrap().to_owned()
    });
    (folder.join("well").to_str().unwrap().to_owned(), people)
}

fn faces(entry: &Value) -> Vec<i64> {
    entry["dice"].as_array().unwrap().iter().map(|die| die[1].as_i64().unwrap()).collect()
}

/// What opens turns and what orders them are two actions of one line.
#[cfg(feature = "store")]
#[test]
fn one_number_proves_all_dice_of_a_line() {
    let (rules, people) = written("fair-whole");
    let campaign = common::folder("serve-fair-whole-campaign").join("night.tirada").to_str().unwrap().to_owned();
    for args in
        [&["campaign", "new", &campaign, "-r", &rules][..], &["campaign", "import", &campaign, &people[0], &people[1]]]
    {
        let run = common::tirada(args);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let server = Server::of("fair-whole", &[&campaign]);
    server.does("GM", json!({ "what": "begin" }));
    server.does("GM", json!({ "what": "line", "line": "1d20" }));
    server.does("GM", json!({ "what": "begin", "dice": "1 2 3 4" }));
    let log = server.state("Ann")["log"].as_array().unwrap().clone();
    // Two dice for each of the actions.
    assert_eq!(log.iter().map(|one| faces(one).len()).collect::<Vec<_>>(), [4, 1, 4]);
    assert_eq!(faces(&log[2]), [1, 2, 3, 4]);
    let what = |key: &str| log.iter().map(|one| one[key].as_u64()).collect::<Vec<_>>();
    assert_eq!(what("roll"), [Some(1), Some(2), None]);
    assert_eq!(what("typed"), [Some(0), Some(0), Some(4)]);
    let (rolls, secret) = saved(server, "serve-fair-whole-saved");
    for args in [&["verify", &rolls, "--secret", &secret][..], &["verify", &campaign]] {
        let run = common::tirada(args);
        assert!(run.stdout.contains("2 as the secret says, 0 not, 1 typed by hand"), "{}{}", run.stdout, run.stderr);
        assert_eq!(run.code, 0);
    }
}

/// The same line has them again; on a page no other line does.
#[test]
fn a_page_shows_what_visible_dice_count_for() {
    let server = well("fair-told");
    let told = std::thread::scope(|scope| {
        let saying = scope.spawn(|| server.wants("GM", json!({ "what": "line", "line": "draw water Ann" })).json());
        let question = waiting(&server);
        server.wants("GM", json!({ "what": "cancel", "question": question["number"] }));
        saying.join().unwrap().to_string()
    });
    assert!(told.contains("they count if you send the same line again before anything else is done"), "{told}");
    assert!(!told.contains("next roll"), "{told}");
    server.does("GM", json!({ "what": "line", "line": "dice" }));
    assert!(server.state("GM").to_string().contains("No dice are waiting."));
}

#[test]
fn replacing_missing_dice_reports_the_reason() {
    let server = well("fair-missing");
    std::thread::scope(|scope| {
        let wanted = json!({ "what": "line", "line": "2d20", "dice": "4" });
        let saying = scope.spawn(|| server.wants("Ann", wanted).code());
        let number = waiting(&server)["number"].clone();
        let answer = |text: &str| {
            server.wants("Ann", json!({ "what": "answer", "question": number, "text": text })).json()["lines"]
                .to_string()
        };
        assert_eq!(answer("21"), r#"["No d20 shows 21."]"#);
        assert_eq!(answer("1 2"), r#"["Dice typed: 2; missing: 1."]"#);
        assert!(answer("x").contains("“x” is not a face of a die"));
        answer("20");
        assert_eq!(saying.join().unwrap(), "done");
    });
    assert_eq!(faces(&server.state("Ann")["log"][0]), [4, 20]);
}

/// The question that waits.
fn waiting(server: &Server) -> Value {
    for _ in 0..500 {
        let question = server.state("GM")["question"].clone();
        if !question.is_null() {
            return question;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("nothing is asked");
}

/// Dice of what was given up, which others have seen, are thrown for the same line again, and for no other.
#[test]
fn dice_that_were_seen_are_for_their_line_alone() {
    let server = well("fair-given-up");
    let given_up = || {
        std::thread::scope(|scope| {
            let saying = scope.spawn(|| server.wants("GM", json!({ "what": "line", "line": "draw water Ann" })).code());
            let question = waiting(&server);
            server.wants("GM", json!({ "what": "answer", "question": question["number"], "text": "" }));
            assert_ne!(saying.join().unwrap(), "done");
            question["dice"].clone()
        })
    };
    let seen = given_up();
    assert_eq!(seen.as_array().unwrap().len(), 9);
    assert_eq!(given_up(), seen);
    server.does("Ann", json!({ "what": "line", "line": "9d20" }));
    let log = server.state("Ann")["log"].as_array().unwrap().clone();
    assert_eq!(log.len(), 1);
    assert_ne!(json!(faces(&log[0])), seen);
}

/// A server that stops waits for no answer, however many questions are left.
#[test]
fn a_server_stops_while_questions_wait() {
    let server = well("fair-stops");
    let client = (*server).clone();
    let asking = std::thread::spawn(move || client.wants("GM", json!({ "what": "line", "line": "look down Ann" })));
    waiting(&server);
    let (stops, stopped) = std::sync::mpsc::channel();
    std::thread::spawn(move || stops.send(server.stop()));
    stopped.recv_timeout(std::time::Duration::from_secs(30)).expect("the server stops");
    drop(asking);
}
