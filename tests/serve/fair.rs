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
