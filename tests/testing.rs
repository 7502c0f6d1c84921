//! `tirada test`: which cases, what they leave out, reports for programs, and writing cases anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use crate::common::{Run, command, finish, folder};
use serde_json::{Value, json};

const KITES: &str = "\
tirada: 1
id: kites
name: Kites
dice: {d: 6, roll: 2d, names: {a: lowest, Z: highest}}
traits:
  Reach: {number: 0..10, default: 0}
points:
  Thread: {start: 5}
tables:
  Wind:
    rows:
      Calm: 5
      Breeze: 8
      Gale: 11
tests:
  flight:
    ask:
      wind: {row: Wind}
    roll: 2d
    total: sum() + Reach
    outcomes:
      flies: {when: 'total >= Wind[wind]', is: success}
      falls: {is: failure}
actions:
  launch:
    roles: {pilot: one}
    ask:
      wind: {row: Wind}
    steps:
      throw: {roll: flight, by: pilot, with: {wind: wind}}
      cut: {when: not throw.success, lose: {Thread: 1}, of: pilot}
  land:
    roles: {pilot: one}
    steps:
      rest: {gain: {Thread: 1}, to: pilot}
";

const CASES: &str = "\
tirada cases: 1
ruleset: kites
cases:
  A breeze is enough:
    source: page 3
    dice: [4, 4]
    set: {wind: Breeze}
    roll: flight()
    expect: {total: 9, outcome: falls, faces: [4, 5]}   # somebody miscounted
  Winds:
    each:
      Wind[Calm]: 5
      Wind[Gale]: '10'
  Ann launches:
    characters:
      Ann: {traits: {Reach: 2}}
    steps:
      - do: launch
        as: Ann
        set: {wind: Gale}
        dice: [5, 5]
        expect:
          Ann.Thread: 4
          outcome: flies
";

fn home(test: &str, cases: &str) -> PathBuf {
    let home = folder(&format!("testing-{test}"));
    std::fs::create_dir_all(home.join("kites/cases")).unwrap();
    std::fs::write(home.join("kites/ruleset.yml"), KITES).unwrap();
    std::fs::write(home.join("kites/cases/first.yml"), cases).unwrap();
    home
}

fn run(home: &Path, args: &[&str]) -> Run {
    let mut command = command(home);
    command.current_dir(home).arg("test").args(args);
    finish(command, "")
}

fn cases(home: &Path) -> String {
    std::fs::read_to_string(home.join("kites/cases/first.yml")).unwrap()
}

/// What cannot be read has no cases that are as they should be.
#[test]
fn an_unreadable_game_is_not_up_to_date() {
    let home = home("update-broken", CASES);
    std::fs::write(home.join("kites/ruleset.yml"), KITES.replace("tirada: 1", "tirada: 1\nnonsense: 1")).unwrap();
    let told = run(&home, &["kites/", "--update", "--yes"]);
    assert!(told.code == 1 && told.stderr.contains("error[") && told.stdout.is_empty(), "{told:?}");
    std::fs::write(home.join("kites/ruleset.yml"), KITES).unwrap();
    std::fs::write(home.join("kites/cases/first.yml"), "tirada cases: 1\ncases: [\n").unwrap();
    let told = run(&home, &["kites/", "--update", "--yes"]);
    assert!(told.code == 1 && told.stderr.contains("error[") && told.stdout.is_empty(), "{told:?}");
    assert_eq!(cases(&home), "tirada cases: 1\ncases: [\n");
}

#[test]
fn update_writes_found_values_in_place_only() {
    let home = home("update", CASES);
    assert_eq!(run(&home, &["kites/"]).code, 1);
    let told = run(&home, &["kites/", "--update"]);
    assert_eq!((told.code, told.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(told.stdout);
    let new = cases(&home);
    let expected = CASES
        .replace("{total: 9, outcome: falls, faces: [4, 5]}", "{total: 8, outcome: flies, faces: [4, 4]}")
        .replace("Wind[Gale]: '10'", "Wind[Gale]: 11")
        .replace("Ann.Thread: 4", "Ann.Thread: 5");
    assert_eq!(new, expected);
    let told = run(&home, &["kites/"]);
    assert_eq!((told.code, told.stdout.as_str()), (0, "3 passed, 0 failed\n"));
    let told = run(&home, &["kites/", "--update"]);
    assert_eq!((told.code, told.stdout.as_str()), (0, "Nothing to write.\n"));
}

#[test]
fn a_case_that_an_error_stopped_is_left_alone() {
    let broken = CASES.replace("dice: [4, 4]", "dice: [4]");
    let home = home("stopped", &broken);
    let told = run(&home, &["kites/", "--update"]);
    assert_eq!(told.code, 1);
    assert!(told.stderr.contains("A breeze is enough: was stopped by an error and is left alone"), "{}", told.stderr);
    assert!(cases(&home).contains("expect: {total: 9, outcome: falls, faces: [4, 5]}"));
    assert!(cases(&home).contains("Wind[Gale]: 11"));
}

#[test]
fn cases_that_come_with_the_program_are_not_written() {
    let home = home("shipped", CASES);
    let rulesets = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets");
    let shipped = std::fs::read_dir(rulesets).unwrap().map(|entry| entry.unwrap().path());
    let name = shipped.filter(|path| path.join("ruleset.yml").exists()).min().unwrap().file_name().unwrap().to_owned();
    let told = run(&home, &[name.to_str().unwrap(), "--update", "--lang", "en"]);
    assert_eq!((told.code, told.stdout.as_str()), (0, "Nothing to write.\n"));
}

#[test]
fn a_filter_chooses_by_name_and_by_source() {
    let home = home("filter", CASES);
    assert_eq!(run(&home, &["kites/", "--filter", "LAUNCH"]).stdout.lines().last(), Some("0 passed, 1 failed"));
    assert_eq!(run(&home, &["kites/", "--filter", "page 3"]).stdout.lines().last(), Some("0 passed, 1 failed"));
    let told = run(&home, &["kites/", "--filter", "nobody"]);
    assert_eq!(told.code, 1);
    assert!(told.stderr.contains("No case has “nobody”"), "{}", told.stderr);
}

#[test]
fn coverage_names_what_no_case_exercises() {
    let home = home("coverage", CASES);
    let told = run(&home, &["kites/", "--coverage"]);
    insta::assert_snapshot!(told.stdout);
    let told = run(&home, &["kites/", "--coverage", "--filter", "Winds", "--format", "json"]);
    let found: Value = serde_json::from_str(&told.stdout).unwrap();
    assert_eq!(
        found["rulesets"][0]["coverage"],
        json!([
            {"what": "rows", "of": "Wind", "all": 3, "missing": ["Breeze"]},
            {"what": "outcomes", "of": "flight", "all": 2, "missing": ["flies", "falls"]},
            {"what": "actions", "of": null, "all": 2, "missing": ["launch", "land"]},
        ])
    );
}

#[test]
fn programs_read_json() {
    let home = home("json", CASES);
    let told = run(&home, &["kites/", "--format", "json"]);
    assert_eq!(told.code, 1);
    let found: Value = serde_json::from_str(&told.stdout).unwrap();
    assert_eq!((&found["passed"], &found["failed"]), (&json!(0), &json!(3)));
    let case = &found["rulesets"][0]["cases"][0];
    assert_eq!((&case["name"], &case["source"]), (&json!("A breeze is enough"), &json!("page 3")));
    assert_eq!((&case["file"], &case["line"]), (&json!("kites/cases/first.yml"), &json!(4)));
    let total = &case["differences"][0];
    assert_eq!(
        total,
        &json!({"what": "total", "expected": "9", "found": "8", "file": "kites/cases/first.yml", "line": 9})
    );
}

#[test]
fn build_servers_read_junit() {
    let home =
        home("junit", &CASES.replace("Ann launches", "Ann <launches> & flies").replace("Winds:", "Winds at rest:"));
    let told = run(&home, &["kites/", "--format", "junit"]);
    assert_eq!(told.code, 1);
    insta::assert_snapshot!(told.stdout);
}

#[test]
fn a_stopped_case_shows_its_expectation_in_the_users_language() {
    let broken = CASES.replace("dice: [4, 4]", "dice: [4]").replace("dice: [5, 5]", "dice: [5, 9]");
    let home = home("stopped-where", &broken);
    let told = run(&home, &["kites/", "--lang", "es"]);
    assert_eq!(told.code, 1);
    let out = told.stdout.as_str();
    for line in [
        "  kites/cases/first.yml:9:21: total: se esperaba 9, ha salido el error too-few-dice\n",
        "  kites/cases/first.yml:9:33: outcome: se esperaba «falls», ha salido el error too-few-dice\n",
        "  kites/cases/first.yml:23:23: Ann.Thread: se esperaba 4, ha salido el error impossible-face\n",
        "0 superados, 3 fallidos\n",
    ] {
        assert!(out.contains(line), "{line}{out}");
    }
    assert!(!out.contains('…'), "{out}");
    // The error itself stands at the dice.
    for place in ["kites/cases/first.yml:6:11", "kites/cases/first.yml:21:19"] {
        assert!(told.stderr.contains(place), "{place}\n{}", told.stderr);
    }

    // What a failed case did is told in the same language.
    std::fs::write(home.join("kites/cases/first.yml"), CASES).unwrap();
    let told = run(&home, &["kites/", "--lang", "es"]);
    for word in ["otherwise", "expected", "found", "passed"] {
        assert!(!told.stdout.contains(word), "{}", told.stdout);
    }

    // A step of which nothing is expected but that it can be done.
    let bare = broken.replace("        expect:\n          Ann.Thread: 4\n          outcome: flies\n", "");
    let bare = format!("{bare}      - do: land\n        as: Ann\n        expect: {{Ann.Thread: 6}}\n");
    std::fs::write(home.join("kites/cases/first.yml"), bare).unwrap();
    let out = run(&home, &["kites/", "--lang", "en"]).stdout;
    let line = "  kites/cases/first.yml:21:19: error: expected none, found impossible-face\n";
    assert!(out.contains(line), "{out}");

    // The same is found by looking only.
    let mut check = command(&home);
    check.current_dir(&home).args(["--lang", "en", "check", "kites"]);
    let told = finish(check, "");
    assert_eq!(told.code, 1);
    for begin in ["error[too-few-dice]", "error[impossible-face]"] {
        assert!(told.stderr.contains(begin), "{}", told.stderr);
    }
}

#[test]
fn found_values_are_shown_in_the_readers_language() {
    let more = "  Below zero:\n    roll: flight() - 20\n    set: {wind: Gale}\n    dice: [4, 4]\n    expect: {total: -11, success: yes}\n";
    let home = home("minus", &format!("{CASES}{more}"));
    let out = run(&home, &["kites/", "--lang", "es"]).stdout;
    assert!(out.contains("total: se esperaba −11, ha salido −12\n"), "{out}");
    assert!(out.contains("success: se esperaba sí, ha salido no\n"), "{out}");
    // Programs read it as it is written.
    let json = run(&home, &["kites/", "--lang", "es", "--format", "json"]).stdout;
    assert!(json.contains("\"found\": \"-12\"") || json.contains("\"found\":\"-12\""), "{json}");
    assert!(json.contains("\"yes\""), "{json}");
}
