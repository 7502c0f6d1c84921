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
tests: {haul: {roll: 9d20, total: sum(), outcomes: {up: {is: success}}}}
actions:
  draw water:
    roles: [who]
    steps: {rope: {roll: haul, by: who}, full: {ask: {yes no: }}}
  look down:
    roles: [who]
    ask: {fair: {yes no: , by: judge}, deep: {yes no: , by: judge}}
    steps: {a: {when: fair and deep, say: Deep.}}
";

fn well(name: &str) -> Server {
    let folder = common::folder(&format!("serve-{name}"));
    std::fs::create_dir_all(folder.join("well")).unwrap();
    std::fs::write(folder.join("well/ruleset.yml"), WELL).unwrap();
    let ann = folder.join("Ann.yml");
    std::fs::write(&ann, "tirada character: 1\nname: Ann\nruleset: well\n").unwrap();
    Server::of(name, &["-r", folder.join("well").to_str().unwrap(), ann.to_str().unwrap()])
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
    let faces =
        |entry: &Value| -> Vec<Value> { entry["dice"].as_array().unwrap().iter().map(|die| die[1].clone()).collect() };
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
