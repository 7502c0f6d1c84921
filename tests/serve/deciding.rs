//! Who decides what: on a page nobody answers for somebody else, nor does what is for somebody else.

use serde_json::{Value, json};

use super::Server;
use super::client::Client;
use crate::common;

const GAME: &str = "tirada: 1
id: pits
rounding: down
dice: {d: 6, roll: 2d, names: {both: sum}}
traits: {Nerve: {number: 0..9, default: 3}}
points: {Chips: {start: 5 + Nerve}}
tags: {scar: {free names: yes}}
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
  goad:
    after: haul
    roller: thrower
    roles: [goader]
    ask: {shouts: {yes no: no}}
    steps:
      fit: {do: be fit, as: {tired: goader}}
      lifts: {change: {bonus: bonus + 1 + shouts}}
  jinx:
    after: haul
    roller: thrower
    roles: [jinxer]
    ask:
      fits: {yes no: yes, by: judge}
      how: {one of: [softly, loudly], default: softly}
    steps:
      goes: {do: weigh, as: {jinxer: jinxer}, with: {fits: fits, how: how}}
      over: {when: not goes.counts, stop: It does not fit.}
      lifts: {change: {bonus: bonus - 1}}
  vouch:
    after: haul
    roller: thrower
    roles: [friend]
    ask:
      worth: {number: 0..3, default: 1, by: judge}
      loud: {yes no: no, by: judge}
      gift: {number: 0..3, default: 0, by: judge, when: friend.Chips < 2}
      how loud: {one of: [roaring, booming], default: roaring, by: judge, when: loud}
    steps: {lifts: {change: {bonus: bonus + worth + gift}}, cries: {when: loud, say: 'Heard by all, {«how loud»}.'}}
  again:
    after: haul
    roller: thrower
    roles: [friend]
    ask: {fits: {yes no: yes, by: judge}}
    steps: {over: {when: not fits, stop: It does not fit.}, r: {reroll: all}}
  recall:
    after: haul
    roller: thrower
    roles: [scarred]
    ask: {which: {tag: scar, of: scarred}}
    steps:
      kept: {when: which = none, stop: Nothing.}
      lifts: {change: {bonus: bonus + 2}}
actions:
  soothe:
    roles: [scarred]
    ask: {which: {tag: scar, of: scarred}}
    steps: {gone: {lose: which}}
  haggle:
    roles: [seller]
    ask:
      skill: {trait: [Nerve]}
      price: {number: 0..9, default: 3, by: judge}
      open: {yes no: no, by: judge}
    steps: {try: {roll: haul, with: {bonus: skill + price + open, target: 7}}}
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
  weigh:
    internal: yes
    roles: [jinxer]
    ask: {fits: {yes no: }, how: {one of: [softly, loudly]}}
    steps:
      counts: fits
      fit: {when: counts, do: be fit, as: {tired: jinxer}}
      loud: {when: counts and how = loudly, lose: {Chips: 1}}
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
            if question.is_null() || question["number"] == answered {
                std::thread::sleep(std::time::Duration::from_millis(50));
                continue;
            }
            let whom = question["to"].as_str().unwrap_or("GM");
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
        // What a player says of it is a proposal.
        ("shove Ann Bob fair=no", ["done", "done", "not-yours"]),
        ("shove Ann Bob fair=perhaps", ["bad-answer", "bad-answer", "not-yours"]),
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

/// Where a player acts, others are asked for what is theirs; the GM speaks for all.
#[test]
fn others_are_asked_for_what_is_theirs() {
    let server = server("asked");
    let (code, asked) = tells(&server, "Ann", "shove Ann Bob");
    assert_eq!((code.as_str(), asked.len()), ("done", 3), "{asked:?}");
    assert!(asked[0].contains("braced") && asked[1].contains("fair"), "{asked:?}");
    assert!(asked[2].contains("rolls") && asked[2].contains("land Bob"), "{asked:?}");
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
    // Of what the judge decides, Ann can propose an answer.
    for (name, is_own) in [("hard", true), ("braced", false), ("fair", true)] {
        assert!(gm.contains(&field(name)), "{name}");
        assert_eq!(ann.contains(&field(name)), is_own, "{name}");
    }
    // What an action needs that this one does is told at once, whatever would be answered.
    for page in [gm, ann] {
        assert!(!page.contains(&key("rest")) && page.contains("Has chips left"), "rest is refused");
    }
}

/// What the dice fall for when Ann pushes them, and the judge is asked for a veto, which is no by default.
fn pushed(server: &Client, act: impl FnOnce(&Value)) -> String {
    server.does("GM", json!({ "what": "line", "line": "edit Ann points: {Luck: 2}" }));
    server.does("Ann", json!({ "what": "line", "line": "strike Ann bob Club", "dice": "3 2 9" }));
    let push = json!({ "what": "intervene", "name": "push", "by": "Ann", "at": "", "f.dice": "2", "dice": "8" });
    std::thread::scope(|scope| {
        let pushing = scope.spawn(|| server.wants("Ann", push).code());
        let asked = server.until("GM", "a question", |state| !state["question"].is_null());
        act(&asked["question"]["number"]);
        pushing.join().unwrap()
    })
}

/// An empty answer is for those whose question it is, and takes what holds without one; to give up is another thing.
#[test]
fn empty_answers_are_for_those_who_are_asked() {
    let server = Server::start("empty-answers");
    let is_pushed = || server.state("GM")["log"].as_array().unwrap().last().unwrap()["line"] != "strike Ann bob Club";
    let told = pushed(&server, |number| {
        let empty = json!({ "what": "answer", "question": number, "text": "" });
        for whose in ["Ann", "bob"] {
            assert_eq!(server.wants(whose, empty.clone()).code(), "not-your-question", "{whose}");
        }
        let cancel = |number: &Value| json!({ "what": "cancel", "question": number });
        assert_eq!(server.wants("bob", cancel(number)).code(), "not-your-question");
        assert_eq!(server.wants("Ann", cancel(&json!(99))).code(), "question-gone");
        assert!(server.get("", server.link("Ann")).body.contains(r#"value="cancel""#));
        assert!(!server.get("", server.link("bob")).body.contains(r#"value="cancel""#));
        assert!(server.get("", server.link("GM")).body.contains(r#"value="cancel""#));
        assert_eq!(server.wants("Ann", json!({ "what": "cancel" })).code(), "done");
    });
    assert_eq!((told.as_str(), is_pushed()), ("decision-needed", false));
    let told = pushed(&server, |number| {
        let cancel = json!({ "what": "cancel", "question": number, "text": "yes" });
        assert_eq!(server.wants("GM", cancel).code(), "done");
    });
    assert_eq!((told.as_str(), is_pushed()), ("decision-needed", false));
    let told = pushed(&server, |number| {
        let empty = json!({ "what": "answer", "question": number, "text": "" });
        assert_eq!(server.wants("GM", empty).code(), "done");
    });
    assert_eq!((told.as_str(), is_pushed()), ("done", true));
}

/// A server that stops answers nothing: what waits for an answer is not done.
#[test]
#[cfg(feature = "store")]
fn a_server_that_stops_answers_for_nobody() {
    let path = super::campaign("stops-asking");
    let server = Server::of("stops-asking", &[&path]);
    let client = (*server).clone();
    let (asks, asked) = std::sync::mpsc::channel();
    let pushing = std::thread::spawn(move || {
        pushed(&client, |_| asks.send(()).unwrap());
    });
    asked.recv_timeout(std::time::Duration::from_secs(60)).unwrap();
    server.stop();
    drop(pushing);
    let log = common::tirada(&["log", &path]).stdout;
    assert!(log.contains("strike Ann bob Club") && !log.contains("push"), "{log}");
}

/// Names that only another character has are told to no player: not for a beginning of one, and not by an error.
#[test]
fn errors_reveal_nothing_of_other_players() {
    let server = Server::start("names-of-others");
    let edit = "edit bob tags: {quirk: {Secret vice: {sort: made}}}";
    server.does("GM", json!({ "what": "line", "line": edit, "hidden": "yes" }));
    server.does("Ann", json!({ "what": "line", "line": "strike Ann bob Club", "dice": "3 2 9" }));
    for said in ["Sec", "Q", "Secret vise"] {
        let line = format!("push 2 quirk=\"{said}\"");
        let part =
            json!({ "what": "intervene", "name": "push", "by": "Ann", "at": "", "f.dice": "2", "f.quirk": said });
        for wanted in [json!({ "what": "line", "line": line, "dice": "8" }), part] {
            let answer = server.wants("Ann", wanted);
            assert_eq!(answer.code(), "bad-answer", "{}", answer.body);
            assert!(!answer.body.contains("Secret vice"), "{}", answer.body);
        }
    }
    let own = server.wants("Ann", json!({ "what": "line", "line": "push 2 quirk=Q", "dice": "8" }));
    assert!(own.body.contains("Lucky"), "{}", own.body);
    let gm = server.wants("GM", json!({ "what": "line", "line": "push 2 pusher=Ann who=Ann quirk=Q", "dice": "8" }));
    assert!(gm.body.contains("Secret vice"), "{}", gm.body);
}

/// What others may have as well is sent with its owner, and read without where a page knows of no other.
#[test]
fn a_form_leads_on_where_two_have_the_same() {
    let server = Server::start("same-quirk");
    let edit = "edit bob tags: {quirk: {Lucky: {sort: made}}}";
    server.does("GM", json!({ "what": "line", "line": edit, "hidden": "yes" }));
    server.does("Ann", json!({ "what": "line", "line": "strike Ann bob Club", "dice": "3 2 9" }));
    let page = server.get("", server.link("Ann")).body;
    assert!(page.contains("<option value=\"Ann.Lucky\">Lucky</option>") && !page.contains("bob.Lucky"), "{page}");
    let push = |quirk: &str| {
        let part = json!({ "what": "intervene", "name": "push", "by": "Ann", "at": "", "f.dice": "2" });
        let mut part = part.as_object().unwrap().clone();
        part.extend([("f.quirk".to_owned(), json!(quirk)), ("dice".to_owned(), json!("8"))]);
        json!(part)
    };
    assert_eq!(server.wants("Ann", push("Lucky")).code(), "ambiguous-answer");
    // The judge is asked: who does not answer says no.
    let laid = server.wants("Ann", json!({ "what": "line", "line": "dice 3,3" }));
    assert!(laid.body.contains("field for dice"), "{}", laid.body);
}

/// Ann does something; what the GM is asked meanwhile, which `answer` answers.
fn asked_meanwhile(server: &Server, wanted: Value, answer: impl Fn(&Value) -> Value) -> Vec<Value> {
    let mut asked = Vec::new();
    std::thread::scope(|scope| {
        let acting = scope.spawn(|| server.wants("Ann", wanted).code());
        let mut answered = json!(null);
        while !acting.is_finished() {
            let question = server.state("GM")["question"].clone();
            if question.is_null() || question["number"] == answered {
                std::thread::sleep(std::time::Duration::from_millis(20));
                continue;
            }
            answered = question["number"].clone();
            asked.push(question.clone());
            let mut said = answer(&question);
            said["what"] = json!("answer");
            said["question"] = answered.clone();
            assert_eq!(server.wants("GM", said).code(), "done", "{question}");
        }
        assert_eq!(acting.join().unwrap(), "done");
    });
    asked
}

/// What is left to the game master is asked at once, whatever holds without an answer; a player proposes.
#[test]
fn the_game_master_is_asked_about_what_players_do() {
    let server = server("proposals");
    let haggle = json!({ "what": "act", "name": "haggle", "f.seller": "Ann", "f.skill": "Nerve", "f.price": "5", "dice": "1 1" });
    let asked = std::cell::Cell::new(String::new());
    let questions = asked_meanwhile(&server, haggle.clone(), |_| {
        asked.set(server.get("", server.link("GM")).body);
        let ann = server.get("", server.link("Ann")).body;
        assert!(ann.contains("Waiting for the GM"), "{ann}");
        json!({ "f.price": "4", "f.open": "" })
    });
    // Both are asked together, with what she proposes and what is being done.
    assert_eq!(questions.len(), 1, "{questions:?}");
    assert_eq!((&questions[0]["fields"], &questions[0]["proposed"]), (&json!(["price", "open"]), &json!("5")));
    assert_eq!(questions[0]["about"], json!("Ann, haggle, Nerve 3"));
    let page = asked.take();
    assert!(page.contains("value=\"5\"") && page.contains("Ann proposes: price 5"), "{page}");
    let last = || server.state("GM")["log"].as_array().unwrap().last().unwrap()["text"].as_str().unwrap().to_owned();
    // 1 + 1 + 3 + 4
    assert!(last().contains(" 9 "), "{}", last());
    // What answers none of them, or not one of them, stays on the form.
    let tried = std::cell::Cell::new(Vec::new());
    asked_meanwhile(&server, haggle.clone(), |question| {
        let wrong = |part: &str, said: &str| {
            let mut said = json!({ "what": "answer", "question": question["number"], part: said });
            said["f.price"] = said.get("f.price").cloned().unwrap_or(json!("4"));
            server.wants("GM", said).code()
        };
        tried.set(vec![
            wrong("f.open", "perhaps"),
            wrong("f.price", "12"),
            wrong("f.prize", "3"),
            wrong("f.skill", "Nerve"),
        ]);
        json!({ "f.price": "4", "f.open": "no" })
    });
    assert_eq!(tried.take(), ["no-answer", "no-answer", "bad-request", "bad-request"]);
    // One after the other for those who answer so; what is left holds.
    let questions = asked_meanwhile(&server, haggle.clone(), |_| json!({ "text": "" }));
    assert_eq!(questions.len(), 2, "{questions:?}");
    assert!(last().contains(" 8 "), "{}", last());
    // All of it at once.
    let plain = json!({ "what": "act", "name": "haggle", "f.seller": "Ann", "f.skill": "Nerve", "dice": "1 1" });
    let questions = asked_meanwhile(&server, plain, |_| json!({ "text": "", "rest": "yes" }));
    assert_eq!(questions.len(), 1, "{questions:?}");
    // The GM who acts is asked nothing: the form has it all.
    let mut own = haggle;
    own["f.price"] = json!("");
    own["f.open"] = json!("");
    server.does("GM", own);
}

/// So it is where a player intervenes.
#[test]
fn the_game_master_is_asked_about_interventions_at_once() {
    let server = server("vouching");
    server.does("Ann", json!({ "what": "line", "line": "heave Ann", "dice": "1 1" }));
    let vouch = json!({ "what": "intervene", "name": "vouch", "by": "Ann", "at": "", "f.friend": "Ann" });
    let questions = asked_meanwhile(&server, vouch, |_| json!({ "f.worth": "3", "f.loud": "yes", "f.how loud": "" }));
    assert_eq!(questions.len(), 1, "{questions:?}");
    // What nobody answers anew decides whether there is a gift: there is none.
    assert_eq!(questions[0]["fields"], json!(["worth", "loud", "how loud"]));
    let last = || {
        let log = server.state("GM")["log"].clone();
        log.as_array().unwrap().last().unwrap()["text"].as_str().unwrap().to_owned()
    };
    assert!(last().contains("Heard by all, roaring") && last().contains(" 5 "), "{}", last());
    // Dice that were typed in vain stop nothing.
    let again =
        json!({ "what": "intervene", "name": "again", "by": "Ann", "at": "", "f.friend": "Ann", "dice": "6 6" });
    asked_meanwhile(&server, again, |_| json!({ "text": "no" }));
    assert!(
        last().contains("It does not fit") && last().contains("The typed dice (6, 6) were not needed"),
        "{}",
        last()
    );
}

/// What holds without an answer stands among the choices once.
#[test]
fn defaults_are_offered_once() {
    let server = server("defaults");
    let page = server.get("", server.link("GM")).body;
    let (_, field) = page.split_once("name=\"f.fair\"").unwrap();
    let (field, _) = field.split_once("</select>").unwrap();
    assert_eq!((field.matches(">yes<").count(), field.matches(">no<").count()), (1, 1), "{field}");
}

/// What the GM left as it is in a form is not asked again.
#[test]
fn what_a_form_leaves_open_is_not_asked() {
    let server = Server::start("left-open");
    server.does("GM", json!({ "what": "line", "line": "edit Ann points: {Luck: 2}" }));
    server.does("GM", json!({ "what": "line", "line": "strike Ann bob Club", "dice": "3 2 9" }));
    let push =
        json!({ "what": "intervene", "name": "push", "by": "Ann", "at": "", "f.dice": "2", "f.veto": "", "dice": "8" });
    server.does("GM", push);
}

/// What belongs to an earlier roll says so.
#[test]
fn offers_name_the_roll_they_belong_to() {
    let server = server("belong");
    server.does("Ann", json!({ "what": "line", "line": "heave Ann", "dice": "1 1" }));
    let offers = || {
        let page = server.get("", server.link("Ann")).body;
        let (_, offers) = page.split_once("id=\"offers\"").unwrap();
        let (offers, _) = offers.split_once("</p>").unwrap();
        offers.to_owned()
    };
    assert!(offers().ends_with("You can intervene:"), "{}", offers());
    server.does("GM", json!({ "what": "line", "line": "3d6" }));
    assert!(offers().contains("You can intervene in: ") && offers().contains("Ann"), "{}", offers());
    server.does("GM", json!({ "what": "line", "line": "undo" }));
    server.does("Ann", json!({ "what": "line", "line": "heave Ann", "dice": "1 1" }));
    server.does("GM", json!({ "what": "note", "line": "The wind rises." }));
    assert!(offers().contains("You can intervene in: "), "{}", offers());
}

/// What is refused whatever would be answered is not to be pressed, and says why.
#[test]
fn impossible_interventions_give_the_reason() {
    let server = server("refused");
    server.does("Ann", json!({ "what": "line", "line": "heave Ann", "dice": "1 1" }));
    let page = server.get("", server.link("Ann")).body;
    let key = |name: &str| format!("data-key=\"Ann+{name}\"");
    assert!(page.contains(&key("cheer")) && !page.contains(&key("goad")), "{page}");
    let (_, offers) = page.split_once("id=\"offers\"").unwrap();
    assert!(offers.contains("goad") && offers.contains("Has chips left"), "{offers}");
    // A need of what it does where the judge lets it count; otherwise it says only that it does not.
    assert!(offers.contains("jinx") && !page.contains(&key("jinx")), "{offers}");
    // A tag is asked for, and there is none.
    assert!(!page.contains(&key("recall")) && offers.contains("nothing now that could answer “which”"), "{offers}");
    assert!(page.contains("<div class=\"act off\"><p><b>soothe</b></p>"), "{page}");
    let asks_nobody = server.wants("Ann", json!({ "what": "line", "line": "jinx Ann" }));
    assert_eq!(asks_nobody.code(), "need-not-met");
    server.does("GM", json!({ "what": "line", "line": "edit Ann points: {Chips: 2}" }));
    server.does("GM", json!({ "what": "line", "line": "edit Ann tags: {scar: {Burn: {}}}" }));
    server.does("Ann", json!({ "what": "line", "line": "heave Ann", "dice": "1 1" }));
    let page = server.get("", server.link("Ann")).body;
    assert!(["goad", "jinx", "recall"].iter().all(|name| page.contains(&key(name))), "{page}");
}

/// A question with answers to press and a field to type in: what is pressed counts, whatever was typed.
#[test]
fn what_is_pressed_counts_before_what_is_typed() {
    let server = server("pressed");
    let answered = |answer: Value| {
        std::thread::scope(|scope| {
            let saying = scope.spawn(|| server.wants("GM", json!({ "what": "line", "line": "lean Ann" })).code());
            let question = loop {
                let question = server.state("GM")["question"].clone();
                if !question.is_null() {
                    break question;
                }
                std::thread::sleep(std::time::Duration::from_millis(50));
            };
            let page = server.get("", server.link("GM")).body;
            let (_, form) = page.split_once("class=\"question\"").unwrap();
            let pressed = form.split("<button").find(|one| one.contains("value=\"Nerve\"")).unwrap();
            assert!(pressed.contains("formnovalidate"), "{pressed}");
            assert!(
                form.contains("name=\"typed\"") && form.split("<button").nth(1).unwrap().contains("skip"),
                "{form}"
            );
            let mut answer = answer.clone();
            answer["what"] = json!("answer");
            answer["question"] = question["number"].clone();
            let code = server.wants("GM", answer).code();
            if code != "done" {
                server.does("GM", json!({ "what": "cancel" }));
            }
            (code, saying.join().unwrap())
        })
    };
    let both = |one: &str, other: &str| (one.to_owned(), other.to_owned());
    assert_eq!(answered(json!({ "typed": "Nerv", "text": "Nerve" })), both("done", "done"));
    assert_eq!(answered(json!({ "typed": "Nerve" })), both("done", "done"));
    assert_eq!(answered(json!({ "typed": "Zork" })).0, "no-answer");
    let told = || server.state("GM")["log"].as_array().unwrap().len();
    let before = told();
    assert_eq!(answered(json!({ "typed": "Nerve", "text": "" })).0, "done");
    assert_eq!(told(), before, "{}", server.state("GM")["log"]);
    answered(json!({ "typed": "Nerve" }));
    assert_eq!(told(), before + 1);
}
