//! `tirada diff` and `tirada show --origin`, to the letter, in an invented game.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::PathBuf;

use crate::common::{Run, command, finish, folder};
use serde_json::{Value, json};

const KITES: &str = "\
tirada: 1
id: kites
name: Kites
dice: {d: 6, roll: 2d, names: {a: lowest, Z: highest}}
tables:
  Wind:
    uses: dice
    columns: [target, drag]
    rows:
      Calm: [5, 0]
      Breeze: [8, a]
      Gale: [11, a + Z]
tests:
  flight:
    ask:
      wind: {row: Wind}
      bonus: {number: any, default: 0}
    roll: 2d
    values:
      drag: Wind[wind, drag]
    show: [drag]
    total: sum() + bonus
    outcomes:
      flies: {when: 'total >= Wind[wind, target]', is: success}
      falls: {is: failure}
  landing:
    ask: {slope: {number: any}}
    roll: 1d
    total: sum() - slope
    outcomes:
      safe: {when: total >= 2, is: success}
      hurt: {is: failure}
  feast:
    roll: 1d
    total: sum()
    outcomes:
      good: {when: total >= 3, is: success}
      bad: {is: failure}
";

const MORE: &str = "\
tirada: 1
id: more
name: More Kites
extends: kites
change:
  tables:
    Wind:
      rows:
        Breeze: {target: 7, drag: ' a '}
        Gale: [11, Z + a]
  tests:
    landing: {total: sum() - 2 * slope}
tests:
  dive: {roll: 1d, total: sum(), doc: Straight down}
remove: [tests.feast]
";

fn home(test: &str) -> PathBuf {
    let home = folder(&format!("comparing-{test}"));
    let shelf = home.join(".local/share/tirada/rulesets");
    std::fs::create_dir_all(&shelf).unwrap();
    std::fs::write(shelf.join("kites.yml"), KITES).unwrap();
    std::fs::write(shelf.join("more.yml"), MORE).unwrap();
    home
}

fn run(test: &str, args: &[&str]) -> Run {
    let mut command = command(&home(test));
    command.args(args);
    finish(command, "")
}

#[test]
fn differences_are_rules_and_not_lines() {
    let told = run("rules", &["diff", "kites", "more"]);
    assert_eq!((told.code, told.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(told.stdout);
    // With one name it is the same.
    assert_eq!(run("alone", &["diff", "more"]).stdout, told.stdout);
}

#[test]
fn a_game_compared_with_itself_has_no_differences() {
    assert_eq!(run("same", &["diff", "kites", "kites"]).stdout, "kites → kites\nThey say the same.\n");
}

#[test]
fn rule_changes_report_their_effect_on_tests() {
    let told = run("odds", &["diff", "more", "--odds", "--set", "slope=1"]);
    assert_eq!((told.code, told.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(told.stdout);
    let told = run("missing", &["diff", "more", "--odds"]);
    assert!(told.stdout.contains("- landing: This test needs “slope”."), "{}", told.stdout);
}

/// By hand: of 36 throws of two dice 21 come to 7 or
/// more and 15 to 8 or more. One die less 1 is 2 or more in 4 cases of 6, less 2 in 3.
#[test]
fn json_has_exact_chances_and_places() {
    let told = run("json", &["diff", "more", "--odds", "--set", "slope=1", "--json"]);
    let found: Value = serde_json::from_str(&told.stdout).unwrap();
    assert_eq!((&found["from"], &found["to"]), (&json!("kites"), &json!("more")));
    let changes = found["changes"].as_array().unwrap();
    let one = |name: &str, change: &str| {
        changes.iter().find(|one| one["name"] == name && one["change"] == change).unwrap_or_else(|| panic!("{name}"))
    };
    let wind = one("Wind", "changed");
    assert_eq!(wind["path"], json!(["rows", "Breeze", "target"]));
    assert_eq!((&wind["from"], &wind["to"]), (&json!("8"), &json!("7")));
    assert_eq!(wind["to_at"]["line"], 9);
    assert!(wind["to_at"]["file"].as_str().unwrap().ends_with("more.yml"));
    assert_eq!(wind["from_at"]["line"], 11);
    let flight = &wind["odds"][0];
    assert_eq!((&flight["test"], &flight["set"]), (&json!("flight"), &json!({"wind": "Breeze"})));
    assert_eq!(flight["figures"][0], json!({"what": "success", "name": null, "from": "5/12", "to": "7/12"}));
    let landing = one("landing", "changed");
    assert_eq!(landing["odds"][0]["figures"][0]["from"], "2/3");
    assert_eq!(landing["odds"][0]["figures"][0]["to"], "1/2");
    assert_eq!(one("dive", "added")["to"], "Straight down");
    assert_eq!(one("feast", "removed")["to"], Value::Null);
    // A formula with other spaces is the same; one with its terms the other way round is another.
    let cells: Vec<&Value> = changes.iter().filter(|one| one["name"] == "Wind").map(|one| &one["path"][1]).collect();
    assert_eq!(cells, ["Breeze", "Gale"]);
}

#[test]
fn each_value_shows_its_source() {
    let told = run("origin", &["show", "more", "wind", "--origin", "--format", "json"]);
    let found: Value = serde_json::from_str(&told.stdout).unwrap();
    let leaf =
        |path: Value| found["values"].as_array().unwrap().iter().find(|one| one["path"] == path).unwrap().clone();
    let place = |leaf: Value| {
        (leaf["at"]["file"].as_str().unwrap().rsplit('/').next().unwrap().to_owned(), leaf["at"]["line"].clone())
    };
    assert_eq!(place(leaf(json!(["tables", "Wind", "rows", "Calm", "target"]))), ("kites.yml".to_owned(), json!(10)));
    assert_eq!(place(leaf(json!(["tables", "Wind", "rows", "Breeze", "target"]))), ("more.yml".to_owned(), json!(9)));
    let told = run("nowhere", &["show", "more", "Wnd", "--origin"]);
    assert_eq!(told.code, 1);
    assert!(told.stderr.contains("did you mean “Wind”?"), "{}", told.stderr);
}

#[test]
fn incomparable_rulesets_get_advice() {
    let told = run("one", &["diff", "kites"]);
    assert_eq!((told.code, told.stdout.as_str()), (1, ""));
    assert!(told.stderr.contains("give a second ruleset"), "{}", told.stderr);
    let told = run("none", &["diff", "kits", "kites"]);
    assert_eq!(told.code, 1);
    assert!(told.stderr.contains("did you mean “kites”?"), "{}", told.stderr);
    assert_eq!(run("usage", &["diff", "kites", "more", "--set", "slope=1"]).code, 2);
}

const BARGES: &str = "\
tirada: 1
id: barges
name: Barges
rounding: down
traits:
  Bulk: {number: 0..10}
  Oars: {number: 0..10, default: 2, group: craft}
tracks:
  Hull:
    boxes: 2 + Bulk
    marks: {dent: /}
    overflow: ignore
    states:
      Sound: {when: lost * 2 < boxes}
      Leaky: {when: left > 0, gives: {hurt: -2}}
      Sunk: {gives: {hurt: -5}}
tags:
  Slow: {gives: {hurt: -1}}
  Rope: {several: yes, values: {length: {number: 0..9}}, gives: {help: length}}
tests:
  ferry:
    roll: 1d6
    total: sum() + sum(hurt)
    outcomes:
      over: {when: total >= 2, is: success}
      back: {is: failure}
  tow: {roll: 1d6, total: sum() + highest(help)}
  paddle: {ask: {by: {trait: craft}}, roll: 1d6, total: sum() / 2 + by}
  draw:
    roll: 1d6
    total: sum()
    outcomes:
      Left: {when: sum() <= 3}
      Right: {}
  even: {roll: 2d6, total: sum()}
";

const MARA: &str = "\
tirada character: 1
ruleset: barges
name: Mara
traits: {Bulk: 4}
marks: {Hull: {dent: 3}}
tags: {Slow: yes, Rope: [{length: 3}]}
";

/// Of whoever rolls the tests read what states and tags give, and how many boxes there are, without naming them.
#[test]
fn what_reaches_a_test_only_through_who_rolls_is_compared() {
    let folder = folder("comparing-roller");
    let path = |name: &str| folder.join(name).display().to_string();
    std::fs::write(path("barges.yml"), BARGES).unwrap();
    std::fs::write(path("mara.yml"), MARA).unwrap();
    let cases = [
        (
            "Leaky: {when: left > 0, gives: {hurt: -2}}",
            "Leaky: {when: left > 0, gives: {hurt: -3}}",
            "ferry succeeds 33.33% → 16.67%",
        ),
        ("gives: {hurt: -1}", "gives: {hurt: -3}", "ferry succeeds 33.33% → 0%"),
        ("boxes: 2 + Bulk", "boxes: 6 + Bulk", "ferry succeeds 33.33% → 66.67%"),
        ("when: lost * 2 < boxes", "when: lost < boxes", "ferry succeeds 33.33% → 66.67%"),
        ("gives: {help: length}", "gives: {help: length - 1}", "tow mean 6.5 → 5.5"),
        ("rounding: down", "rounding: up", "paddle mean 3.5 → 4"),
        ("default: 2, group", "default: 3, group", "paddle mean 3.5 → 4.5"),
        ("Left: {when: sum() <= 3}", "Left: {when: sum() <= 2}", "draw Left 50.00% → 33.33%"),
        ("roll: 2d6, total: sum()", "roll: 2d6, total: 7", "even total = 7 16.67% → 100%"),
    ];
    for (before, after, expected) in cases {
        assert!(BARGES.contains(before), "{before}");
        std::fs::write(path("other.yml"), BARGES.replace(before, after)).unwrap();
        let mut command = command(&folder);
        command.args(["diff", &path("barges.yml"), &path("other.yml"), "--odds", "--with", &path("mara.yml")]);
        if expected.starts_with("paddle") {
            command.args(["--set", "by=Oars"]);
        }
        let told = finish(command, "");
        assert_eq!((told.code, told.stderr.as_str()), (0, ""), "{after}");
        assert!(told.stdout.contains(expected), "{after}: {}", told.stdout);
    }
}

/// Of a test that had two outcomes, those that are there before and after are compared where a third joins them.
#[test]
fn an_outcome_that_joins_leaves_the_others_compared() {
    let folder = folder("comparing-outcomes");
    let path = |name: &str| folder.join(name).display().to_string();
    let base = "tirada: 1\nid: hop\nname: Hop\ntests:\n  leap:\n    roll: 2d6\n    total: sum()\n    outcomes:\n      over: {when: total >= 8, is: success}\n      short: {is: failure}\n";
    std::fs::write(path("hop.yml"), base).unwrap();
    let more = base.replace("      over", "      far: {when: total >= 11, is: success}\n      over");
    std::fs::write(path("far.yml"), more).unwrap();
    let mut command = command(&folder);
    command.args(["diff", &path("hop.yml"), &path("far.yml"), "--odds"]);
    let told = finish(command, "");
    assert_eq!((told.code, told.stderr.as_str()), (0, ""));
    for line in ["leap far – → 8.33%", "leap over 41.67% → 33.33%"] {
        assert!(told.stdout.contains(line), "{}", told.stdout);
    }
    assert!(!told.stdout.contains("short –"), "{}", told.stdout);
}
