//! Who decides what: on a page nobody answers for somebody else, nor does what is for somebody else.

use serde_json::json;

use super::Server;
use crate::common;

const GAME: &str = "tirada: 1
id: pits
rounding: down
dice: {d: 6, roll: 2d, names: {both: sum}}
traits: {Nerve: {number: 0..9, default: 3}}
points: {Chips: {start: 5 + Nerve}}
tests:
  haul:
    ask: {bonus: {number: any, default: 0}, target: {number: any}}
    against: target
    total: both + bonus
    outcomes: {up: {when: total >= target, is: success}, down: {is: failure}}
interventions:
  cheer:
    after: haul
    roller: thrower
    roles: [friend]
    ask:
      loud: {yes no: no, by: friend}
      hears: {yes no: yes, by: thrower}
    steps:
      lifts: {change: {bonus: bonus + 1 + loud + hears}}
actions:
  shove:
    roles: [pusher, pushed]
    ask:
      hard: {yes no: no, by: pusher}
      braced: {yes no: no, by: pushed}
      fair: {yes no: yes, by: judge}
    steps:
      costs: {when: hard or not fair, lose: {Chips: 1}, of: pusher}
      lands: {when: not braced, do: land, as: {lander: pushed}}
  land:
    roles: [lander]
    ask: {rolls: {yes no: no, by: lander}}
    steps: {hurts: {when: not rolls, lose: {Chips: 1}}}
  lean:
    roles: [leaner]
    ask: {means: {trait: [Nerve]}}
    steps: {try: {roll: haul, with: {bonus: means, target: 7}}}
  heave:
    roles: [heaver]
    steps: {try: {roll: haul, with: {target: 7}}}
  rest:
    roles: [tired]
    ask: {long: {yes no: }}
    steps: {fit: {do: be fit}, back: {when: long, gain: {Chips: 1}}}
  be fit:
    internal: yes
    roles: [tired]
    need: {Has chips left: Chips < 3}
  reward:
    by: judge
    roles: [best]
    steps: {gets: {gain: {Chips: 1}}}
";

fn server(name: &str) -> Server {
    let folder = common::folder(&format!("serve-deciding-{name}"));
    let game = folder.join("pits");
    std::fs::create_dir_all(&game).unwrap();
    std::fs::write(game.join("ruleset.yml"), GAME).unwrap();
    let person = |who: &str| {
        let path = folder.join(format!("{who}.yml"));
        std::fs::write(&path, format!("tirada character: 1\nname: {who}\nruleset: pits\n")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    Server::of(name, &["-r", game.to_str().unwrap(), &person("Ann"), &person("Bob")])
}

/// What somebody is told who says a line, and what others were asked meanwhile; they say no.
fn tells(server: &Server, whose: &str, line: &str) -> (String, Vec<String>) {
    let mut asked = Vec::new();
    // A question may still stand there a moment after it was answered.
    let mut answered = json!(null);
    let code = std::thread::scope(|scope| {
        let saying = scope.spawn(|| server.wants(whose, json!({ "what": "line", "line": line })).code());
        while !saying.is_finished() {
            let question = server.state("GM")["question"].clone();
            let Some(whom) = question["to"].as_str().filter(|_| question["number"] != answered) else {
                std::thread::sleep(std::time::Duration::from_millis(50));
                continue;
            };
            asked.push(question["words"].as_str().unwrap().to_owned());
            let answer = json!({ "what": "answer", "question": question["number"], "text": "no" });
            assert_eq!(server.wants(whom, answer).code(), "done");
            answered = question["number"].clone();
        }
        saying.join().unwrap()
    });
    (code, asked)
}

#[test]
fn nobody_answers_for_somebody_else() {
    let server = server("answers");
    let told = |whose: &str, line: &str| tells(&server, whose, line).0;
    let mut wrong = Vec::new();
    for (line, expected) in [
        ("shove Ann Bob", ["done", "done", "not-yours"]),
        ("shove Ann Bob hard=yes", ["done", "done", "not-yours"]),
        ("shove Ann Bob braced=yes", ["done", "not-yours", "not-yours"]),
        ("shove Ann Bob Bob.braced=yes", ["done", "not-yours", "not-yours"]),
        ("shove Ann Bob fair=no", ["done", "not-yours", "not-yours"]),
        ("shove Ann Bob rolls=yes", ["done", "not-yours", "not-yours"]),
        ("shove Ann Bob Bob.rolls=yes", ["done", "not-yours", "not-yours"]),
        ("heave Ann", ["done", "done", "not-yours"]),
        ("lean Ann Nerve", ["done", "done", "not-yours"]),
        // A player's number would be nobody's.
        ("lean Ann 500", ["done", "bad-answer", "not-yours"]),
        ("lean Ann Ann.means=500", ["done", "bad-answer", "not-yours"]),
        ("reward Ann", ["done", "not-yours", "not-yours"]),
        ("reward Bob", ["done", "not-yours", "not-yours"]),
        ("be fit Ann", ["need-not-met", "not-yours", "not-yours"]),
    ] {
        for (whose, expected) in ["GM", "Ann", "Bob"].into_iter().zip(expected) {
            let code = told(whose, line);
            if code != expected {
                wrong.push(format!("{whose} {line}: {code} and not {expected}"));
            }
        }
    }
    // Whoever intervenes speaks for themselves, and keeps what others said for theirs.
    assert_eq!(told("Ann", "heave Ann"), "done");
    for (whose, line, expected) in [
        ("Bob", "cheer at=Ann hears=no", "not-yours"),
        ("Ann", "cheer friend=Bob", "not-yours"),
        ("Bob", "cheer at=Ann loud=yes", "done"),
        ("Ann", "heave Ann + cheer hears=yes loud=yes", "done"),
        ("Ann", "heave Ann + cheer friend=Bob loud=yes", "not-yours"),
    ] {
        let code = told(whose, line);
        if code != expected {
            wrong.push(format!("{whose} {line}: {code} and not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let refused = server.wants("Ann", json!({ "what": "line", "line": "shove Ann Bob braced=yes" })).json();
    assert!(refused["lines"][0].as_str().unwrap().contains("Bob"), "{refused}");
    let refused = server.wants("Ann", json!({ "what": "line", "line": "reward Ann" })).json();
    assert!(refused["lines"][0].as_str().unwrap().contains("judge"), "{refused}");
}

/// Where a player acts, other players are asked for what is theirs; the GM speaks for all.
#[test]
fn others_are_asked_for_what_is_theirs() {
    let server = server("asked");
    let (code, asked) = tells(&server, "Ann", "shove Ann Bob");
    assert_eq!((code.as_str(), asked.len()), ("done", 2), "{asked:?}");
    assert!(asked[0].contains("braced") && asked[1].contains("rolls") && asked[1].contains("land Bob"), "{asked:?}");
    assert_eq!(tells(&server, "GM", "shove Ann Bob"), ("done".to_owned(), Vec::new()));
}

#[test]
fn pages_offer_what_is_for_their_seat() {
    let server = server("pages");
    let [gm, ann] = ["GM", "Ann"].map(|whose| server.get("", server.link(whose)).body);
    let key = |name: &str| format!("data-key=\"{name}\"");
    let field = |name: &str| format!("name=\"f.{name}\"");
    for name in ["shove", "heave", "land"] {
        assert!(gm.contains(&key(name)) && ann.contains(&key(name)), "{name}");
    }
    assert!(gm.contains(&key("reward")) && !ann.contains(&key("reward")));
    assert!(!gm.contains(&key("be fit")) && !ann.contains(&key("be fit")));
    for (name, is_own) in [("hard", true), ("braced", false), ("fair", false)] {
        assert!(gm.contains(&field(name)), "{name}");
        assert_eq!(ann.contains(&field(name)), is_own, "{name}");
    }
    // What an action needs that this one does is told at once, whatever would be answered.
    for page in [gm, ann] {
        assert!(!page.contains(&key("rest")) && page.contains("Has chips left"), "rest is refused");
    }
}
