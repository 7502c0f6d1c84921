//! A campaign whose moves speak of what its game does not have: it is not opened, and nothing is left out without a word.

use super::typed;
use crate::durable::{place, run};

const CAMP: &str = "\
tirada: 1
id: camp
name: Camp
language: en
dice: {d: 6, roll: 1d}
times: {hour: {}}
traits:
  Pluck: {number: 1..9, default: 4}
  Trade: {one of: [cook, scout], default: cook}
points: {Bread: {start: 3}}
tracks:
  Hurt:
    boxes: 4
    marks: {nick: /, gash: X}
    overflow: ignore
    states: {Well: {when: lost = 0}, Sore: {}}
tags:
  wet: {lasts: 2 hour, values: {depth: {number: 1..3, default: 1}}}
actions:
  scuffle:
    roles: [one, other]
    steps:
      cut: {mark: 1, on: Hurt, of: other}
      soaked: {gain: wet, to: other}
      eaten: {pay: {Bread: 1}, from: one, to: nobody}
      grown: {gain: {Pluck: 1}, to: one}
  dive:
    roles: [one]
    steps:
      deeper: {set: {wet.depth: 2}, of: one}
";

/// A part of a move, and what stands there instead: what others wrote, or a disk that failed.
const DAMAGES: [(i64, &str, &str); 24] = [
    // Who sat down, as they were.
    (1, r#""traits":{"0":5,"#, r#""traits":{"9":5,"#),
    (1, r#""1":1}"#, r#""1":2}"#),
    (1, r#""points":{}"#, r#""points":{"9":1}"#),
    (1, r#""marks":{}"#, r#""marks":{"0":[1]}"#),
    // An action, and who plays its roles.
    (2, r#""action":0"#, r#""action":99"#),
    (2, r#"[[1],[2]]"#, r#"[[1],[22]]"#),
    (2, r#"[[1],[2]]"#, r#"[[1]]"#),
    (2, r#""interventions":[]"#, r#""interventions":[{"index":3,"at":null,"place":null,"by":null,"answers":{}}]"#),
    (2, r#""options":{}"#, r#""options":{"7":1}"#),
    // What it changed: whom, and what.
    (2, r#"{"who":2,"track":0"#, r#"{"who":7,"track":0"#),
    (2, r#""track":0"#, r#""track":99"#),
    (2, r#""to":[1,0]"#, r#""to":[1]"#),
    (2, r#""kind":0"#, r#""kind":999"#),
    (2, r#""values":[{"Number":1}]"#, r#""values":[]"#),
    (2, r#"{"Times":[2,0]}"#, r#"{"Times":[2,5]}"#),
    (2, r#""points":0"#, r#""points":1"#),
    (2, r#""index":0"#, r#""index":40"#),
    (2, r#""holder":0"#, r#""holder":5"#),
    (2, r#""from":0,"to":1}"#, r#""from":0,"to":3}"#),
    (3, r#""number":1"#, r#""number":6"#),
    (3, r#""value":0"#, r#""value":4"#),
    (4, r#""time":0"#, r#""time":8"#),
    (5, r#"{"Passed":0}"#, r#"{"Passed":6}"#),
    (5, r#""number":1"#, r#""number":6"#),
];

#[test]
fn moves_of_what_is_not_there_are_never_left_out() {
    let home = place("campaign-damaged");
    std::fs::create_dir(home.join("camp")).unwrap();
    std::fs::write(home.join("camp/ruleset.yml"), CAMP).unwrap();
    for name in ["ann", "bob"] {
        let sheet = format!("tirada character: 1\nname: {name}\nruleset: camp\ntraits: {{Pluck: 5, Trade: scout}}\n");
        std::fs::write(home.join(format!("{name}.yml")), sheet).unwrap();
    }
    assert_eq!(run(&home, &["campaign", "new", "c", "-r", "camp"]).stderr, "");
    let path = home.join("c.tirada");
    let made = typed(&home, &path, "load ann.yml bob.yml\nscuffle \"ann\" \"bob\"\ndive bob\npass hour\npass hour\n");
    assert_eq!((made.code, made.stderr.as_str()), (0, ""));
    let database = rusqlite::Connection::open(&path).unwrap();
    let put = |number: i64, body: &str| {
        database.execute("UPDATE moves SET body = ?1 WHERE number = ?2", (body, number)).unwrap();
    };
    for (number, from, to) in DAMAGES {
        let good: String =
            database.query_row("SELECT body FROM moves WHERE number = ?1", [number], |row| row.get(0)).unwrap();
        assert!(good.contains(from), "{from}: {good}");
        put(number, &good.replacen(from, to, 1));
        let refused = typed(&home, &path, "who\n");
        assert_eq!((refused.code, refused.stdout.as_str()), (3, ""), "{from} → {to}: {}", refused.stderr);
        let told =
            format!("error[campaign-damaged]: c.tirada is damaged: what it holds cannot be read (moves {number}).");
        let first = refused.stderr.lines().next().unwrap_or_default();
        assert_eq!(first.replace(&*path.display().to_string(), "c.tirada"), told, "{from} → {to}");
        put(number, &good);
    }
    // Nothing was changed meanwhile.
    let whole = typed(&home, &path, "undo\nwho\n");
    assert_eq!((whole.code, whole.stderr.as_str()), (0, ""));
    assert!(whole.stdout.contains("bob  Hurt Sore 3/4 · Bread 3 · wet"), "{}", whole.stdout);
}
