//! `tirada odds` of what is done: `--do`, `--turns`, `--after`, `--simulate`, and `odds do` at the
//! prompt, to the letter, in an invented game.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use crate::common::{Run, command, finish, folder};
use insta::assert_snapshot;

const FENS: &str = "\
tirada: 1
id: fens
name: Fens
rounding: down
dice: {d: 6, roll: 2d}
times: {tide: {}}
traits: {Arm: {number: 0..9, default: 0}}
points: {Breath: {start: 1, max: 5}}
tags: {Sunk: {}, knack: {free names: yes}, Mud: {values: {depth: {number: any}}}, Chill: {}, spell: {free names: yes, values: {power: {number: any}}}}
tracks:
  Body:
    boxes: 6
    marks: {bruise: /}
    overflow: ignore
    states:
      Sound: {when: lost = 0}
      Sore: {when: left > 0}
      Spent: {every: {tide: sink}}
vs: heave
tests:
  heave:
    ask: {bonus: {number: any, default: 0}, wind: {number: any}}
    against: wind
    roll: 2d
    values: {sixes: count(6)}
    show: [sixes]
    total: sum() + bonus
    outcomes:
      soars: {when: sixes >= 2, is: success}
      lands: {when: total >= wind, is: success}
      falls: {is: failure}
interventions:
  retry:
    after: heave
    roller: who
    ask: {dice: {dice: any}}
    steps: {pays: {pay: {Breath: 1}, from: who, to: nobody}, again: {reroll: dice}}
  ease:
    after: heave
    roller: who
    steps: {pays: {pay: {Breath: 1}, from: who, to: nobody}, eases: {change: {bonus: bonus - 2}}}
actions:
  hit:
    roles: [striker, struck]
    ask: {force: {number: 0..}}
    steps:
      blow:
        roll: heave
        by: striker
        with: {bonus: striker.Arm, wind: 8}
        on: {failure: {off: {stop: '{striker} misses.'}}}
      harm: force + blow.sixes
      hurts: {mark: harm, on: Body, of: struck}
      holds: {roll: heave, by: struck, with: {wind: 5}}
  sink:
    roles: [swimmer]
    need: {Who has sunk does not sink: not swimmer.Sunk}
    steps:
      stroke: {value: 1d6}
      goes: {when: stroke <= 2, gain: {Sunk: permanent}, to: swimmer}
  wade:
    roles: [wader]
    steps: {mire: {gain: {Mud: permanent}, with: {depth: 2}, to: wader}}
  pull:
    roles: [puller]
    steps:
      tug: {value: 1d6 - Mud.depth}
      free: {when: tug > 2, lose: Mud, of: puller}
  stir:
    roles: [caster]
    ask: {which: {tag: spell}}
    steps:
      luck: {value: 1d6}
      grows: {when: luck >= 5, set: {which.power: which.power + luck}}
  freeze:
    roles: [one]
    steps: {cold: {gain: {Chill: 3 tide}, to: one}}
  learn:
    roles: [pupil]
    steps:
      luck: {value: 1d6}
      knows: {when: luck >= 4, gain: {knack: {name: Rope}}, to: pupil}
      tires: {when: luck = 1, lose: {Breath: 1}, of: pupil}
  rest:
    roles: [idle]
    ask: {asleep: {yes no: no}, on: {one of: [Moss, Stone]}}
    steps: {gains: {when: asleep, gain: {Breath: 1}, to: idle}}
  doze:
    roles: [idle]
    ask: {asleep: {yes no: no}}
    steps: {told: {say: 'Asleep: {asleep}.'}}
  share:
    roles: [giver, taker]
    steps: {gift: {pay: {Breath: 1}, from: giver, to: taker}}
  trade:
    roles: [one]
    steps: {out: {lose: {Breath: 1}, of: one}, back: {gain: {Breath: 1}, to: one}}
  train:
    roles: [pupil]
    steps: {luck: {value: 1d6}, stronger: {when: luck >= 5, gain: {Arm: 1}, to: pupil}}
";

/// A home with a ruleset on its shelf, and two people.
fn home(test: &str) -> PathBuf {
    let home = folder(&format!("odds-deeds-{test}"));
    let shelf = home.join(".local/share/tirada/rulesets");
    std::fs::create_dir_all(&shelf).unwrap();
    std::fs::write(shelf.join("fens.yml"), FENS).unwrap();
    std::fs::create_dir_all(home.join(".config/tirada")).unwrap();
    std::fs::write(home.join(".config/tirada/config.yml"), "ruleset: fens\n").unwrap();
    let person = |name: &str, rest: &str| {
        let text = format!("tirada character: 1\nname: {name}\nruleset: fens\n{rest}");
        std::fs::write(home.join(format!("{}.yml", name.to_lowercase())), text).unwrap();
    };
    person("Ida", "traits: {Arm: 2}\n");
    person("Otto", "");
    home
}

fn tirada_in(home: &Path, args: &[&str], input: &str) -> Run {
    let mut run = command(home);
    run.current_dir(home).args(args);
    finish(run, input)
}

fn odds(test: &str, args: &[&str]) -> Run {
    tirada_in(&home(test), &[&["--lang", "en", "odds"], args].concat(), "")
}

fn fine(test: &str, args: &[&str]) -> String {
    let run = odds(test, args);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    run.stdout
}

fn wrong(test: &str, args: &[&str], code: i32) -> String {
    let run = odds(test, args);
    assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{}", run.stderr);
    run.stderr
}

const HIT: [&str; 8] = ["--do", "hit", "--as", "striker=ida.yml", "--as", "struck=otto.yml", "--set", "force=5"];

fn json(test: &str, args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&fine(test, &[args, &["--json"]].concat())).unwrap()
}

/// Of something in a list, the one with these keys.
fn find<'j>(list: &'j serde_json::Value, keys: &[(&str, &str)]) -> &'j serde_json::Value {
    let is = |one: &&serde_json::Value| keys.iter().all(|(key, value)| one[*key].as_str() == Some(value));
    list.as_array().unwrap().iter().find(is).unwrap_or_else(|| panic!("{keys:?} is not in {list}"))
}

#[test]
fn an_action_is_reported_by_test_and_character() {
    assert_snapshot!("hit", fine("hit", &HIT));
    assert_snapshot!("hit_plain", fine("hit", &[&HIT[..], &["--plain"]].concat()));
    assert_snapshot!("hit_markdown", fine("hit", &[&HIT[..], &["--format", "markdown"]].concat()));
    let run = tirada_in(&home("hit"), &[&["--lang", "es", "odds"], &HIT[..]].concat(), "");
    assert_snapshot!("hit_spanish", run.stdout);
}

#[test]
fn its_numbers_are_those_of_a_count_by_hand() {
    let found = json("count", &HIT);
    // 26 of 36 throws of two dice come to 6 or more.
    assert_eq!(found["success"], "13/18");
    assert_eq!((&found["ruleset"], &found["action"]), (&"fens".into(), &"hit".into()));
    assert_eq!(found["roles"]["struck"][0], "Otto");
    let ends: Vec<&str> = found["outcomes"].as_array().unwrap().iter().filter_map(|end| end["name"].as_str()).collect();
    assert_eq!(ends, ["soars", "lands", "falls"]);
    // The second test only if the first succeeds; 5 or more come up in 30 of 36.
    let holds = find(&found["tests"], &[("label", "holds")]);
    assert_eq!(holds["rolled"]["probability"], "13/18");
    assert_eq!(holds["success"], "65/108");
    // Five bruises and one more for each six: all six boxes are full unless no six fell.
    // Of the 26 throws 15 have no six.
    let state = find(&found["changes"], &[("who", "Otto"), ("what", "state")]);
    assert_eq!(find(&state["values"], &[("value", "Sore")])["probability"], "5/12");
    assert_eq!(find(&state["values"], &[("value", "Spent")])["probability"], "11/36");
    assert_eq!(find(&state["values"], &[("value", "Sound")])["probability"], "5/18");
    assert_eq!(found["said"][0]["text"], "Ida misses.");
    assert_eq!(found["said"][0]["probability"], "5/18");
    assert_eq!((&found["refused"]["probability"], &found["left"]), (&"0/1".into(), &"0/1".into()));
}

#[test]
fn seated_characters_may_be_named_in_action_lines() {
    let files = ["--with", "ida.yml", "--with", "otto.yml"];
    let said = json("said", &[&["--do", "hit Ida Otto force=5"], &files[..]].concat());
    let cast = json("said", &HIT);
    assert_eq!(said["changes"], cast["changes"]);
    assert_eq!(said["expression"], "hit Ida Otto force=5");
    // Where only one can be meant, it is they.
    assert_eq!(json("said", &["--do", "learn", "--with", "otto.yml"])["roles"]["pupil"][0], "Otto");
    assert_snapshot!("learn", fine("said", &["--do", "learn", "--with", "otto.yml"]));
}

#[test]
fn turns_go_on_from_one_another() {
    let sinking = ["--do", "sink", "--with", "otto.yml", "--turns", "3"];
    assert_snapshot!("sink", fine("turns", &sinking));
    // One in three each time: 1/3, 5/9, 19/27; who has sunk cannot sink.
    let found = json("turns", &sinking);
    let chances: Vec<&str> = (0..3)
        .map(|turn| {
            let sunk = find(&found["turns"][turn]["changes"], &[("name", "Sunk")]);
            let yes = sunk["values"].as_array().unwrap().iter().find(|one| one["value"] == true).unwrap();
            yes["probability"].as_str().unwrap()
        })
        .collect();
    assert_eq!(chances, ["1/3", "5/9", "19/27"]);
    let unable = |turn: usize| found["turns"][turn]["unable"]["probability"].as_str().unwrap();
    assert_eq!([unable(0), unable(1), unable(2)], ["0/1", "1/3", "5/9"]);
    assert_eq!(found["happens"], serde_json::json!([{"action": "sink", "roles": {"swimmer": ["Otto"]}}]));
    assert!(fine("turns", &[&sinking[..], &["--format", "csv"]].concat()).contains("\nsink,true,5/9,"), "csv");
}

#[test]
fn what_happens_twice_a_turn_is_not_possible_once() {
    let found = json("twice", &["--do", "sink", "--do", "sink", "--with", "otto.yml", "--turns", "2"]);
    let unable = |turn: usize| found["turns"][turn]["unable"]["probability"].as_str().unwrap();
    // Whoever has sunk before the last of two, or of four, strokes.
    assert_eq!([unable(0), unable(1)], ["1/3", "19/27"]);
}

#[test]
fn tags_of_an_earlier_turn_are_there() {
    let found = json("mud", &["--do", "wade", "--do", "pull", "--with", "otto.yml", "--turns", "2"]);
    // Out with 5 or 6; who is stuck is stuck again.
    let mud = |turn: usize| {
        let mud = find(&found["turns"][turn]["changes"], &[("name", "Mud")]);
        mud["values"].as_array().unwrap().iter().find(|one| one["value"] == true).unwrap()["probability"].clone()
    };
    assert_eq!((mud(0), mud(1)), ("2/3".into(), "2/3".into()));
}

#[test]
fn interventions_are_there_turn_after_turn() {
    let files = ["--with", "ida.yml", "--with", "otto.yml", "--turns", "2"];
    let found = json("each-turn", &[&["--do", "hit Ida Otto force=5 + ease at=blow"], &files[..]].concat());
    let sound = find(&found["turns"][0]["changes"], &[("who", "Otto"), ("what", "state")]);
    assert_eq!(find(&sound["values"], &[("value", "Sound")])["probability"], "7/12");
    let breath = find(&found["turns"][0]["changes"], &[("name", "Breath")]);
    assert_eq!(breath["mean"], "-1/1");
    // There is Breath for one: the second turn goes on without it.
    for turn in [0, 1] {
        assert_eq!(found["turns"][turn]["unable"]["probability"], "0/1");
    }
    assert_eq!(find(&found["turns"][1]["changes"], &[("name", "Breath")])["mean"], "-1/1");
}

#[test]
fn turns_may_be_sampled() {
    let sinking = ["--do", "sink", "--with", "otto.yml", "--turns", "3", "--simulate", "20000", "--seed", "11"];
    assert_snapshot!("sink_sampled", fine("sampled-turns", &sinking));
    let found = json("sampled-turns", &sinking);
    assert_eq!(found, json("sampled-turns", &sinking));
    assert_eq!((&found["samples"], &found["seed"]), (&20_000.into(), &11.into()));
    for (turn, exact) in [1.0 / 3.0, 5.0 / 9.0, 19.0 / 27.0].into_iter().enumerate() {
        let sunk = find(&found["turns"][turn]["changes"], &[("name", "Sunk")]);
        let yes = sunk["values"].as_array().unwrap().iter().find(|one| one["value"] == true).unwrap();
        let (low, high) = (yes["interval"][0].as_f64().unwrap(), yes["interval"][1].as_f64().unwrap());
        assert!(low < exact && exact < high && high - low < 0.02, "{low} {exact} {high}");
    }
    // Who has sunk cannot sink: as often as it came in the turn before.
    assert_eq!(found["turns"][1]["unable"]["probability"], {
        let sunk = find(&found["turns"][0]["changes"], &[("name", "Sunk")]);
        sunk["values"].as_array().unwrap().iter().find(|one| one["value"] == true).unwrap()["probability"].clone()
    });
}

#[test]
fn interventions_stand_behind_a_plus() {
    let files = ["--with", "ida.yml", "--with", "otto.yml"];
    let said = json("plus", &[&["--do", "hit Ida Otto force=5 + ease at=blow"], &files[..]].concat());
    let chosen = json("plus", &[&HIT[..], &["--choose", "ease at=blow"]].concat());
    assert_eq!((&said["changes"], &said["tests"]), (&chosen["changes"], &chosen["tests"]));
    // 15 of 36 throws come to 8 without the 2 of the arm.
    assert_eq!((&said["success"], &said["mean"]), (&"5/12".into(), &"7/1".into()));
    assert_eq!(find(&said["changes"], &[("name", "Breath")])["mean"], "-1/1");
}

#[test]
fn the_first_test_is_reported_in_full() {
    let found = json("full", &HIT);
    // Two dice and 2: from 4 to 14, 9 on average; against 8.
    let values: Vec<i64> = found["values"].as_array().unwrap().iter().filter_map(|one| one["value"].as_i64()).collect();
    assert_eq!(values, (4..=14).collect::<Vec<i64>>());
    assert_eq!((&found["mean"], &found["values"][0]["probability"]), (&"9/1".into(), &"1/36".into()));
    assert_eq!(found["values"][5]["at_least"], "7/12");
    let blow = find(&found["tests"], &[("label", "blow")]);
    assert_eq!((&blow["values"], &blow["margin"]["mean"]), (&found["values"], &"1/1".into()));
    assert_eq!(find(&blow["shown"]["sixes"], &[("probability", "1/36")])["value"], 2);
    // Of later tests it is known how they end, and what they show.
    let holds = find(&found["tests"], &[("label", "holds")]);
    assert_eq!((&holds["values"], &holds["margin"]), (&serde_json::json!([]), &serde_json::Value::Null));
    assert_eq!(find(&holds["shown"]["sixes"], &[("probability", "13/648")])["value"], 2);
}

#[test]
fn what_happens_keeps_the_order_of_the_command_line() {
    let files = ["--with", "ida.yml", "--with", "otto.yml", "--turns", "3"];
    let first = [&["--pass", "tide", "--do", "hit Ida Otto force=5"], &files[..]].concat();
    let last = [&["--do", "hit Ida Otto force=5", "--pass", "tide"], &files[..]].concat();
    assert_snapshot!("tide_last", fine("order", &last));
    // Who is hit before the tide may sink with it.
    let sunk = |args: &[&str]| {
        let found = json("order", args);
        let changes = found["turns"][0]["changes"].as_array().unwrap().clone();
        changes.iter().any(|change| change["name"] == "Sunk")
    };
    assert!(!sunk(&first) && sunk(&last));
    assert!(
        fine("order", &["--pass", "tide", "--with", "otto.yml", "--turns", "2"]).contains("all is as it was at first.")
    );
}

#[test]
fn samples_are_near_exact_odds_and_marked_as_samples() {
    let sampled = [&HIT[..], &["--simulate", "20000", "--seed", "7"]].concat();
    assert_snapshot!("hit_sampled", fine("samples", &sampled));
    let found = json("samples", &sampled);
    assert_eq!((found["samples"].as_u64(), found["seed"].as_u64()), (Some(20_000), Some(7)));
    assert_eq!(found, json("samples", &sampled));
    // The interval holds what is true, and the share that came up.
    let (low, high) = (found["success_interval"][0].as_f64().unwrap(), found["success_interval"][1].as_f64().unwrap());
    assert!(low < 13.0 / 18.0 && 13.0 / 18.0 < high && high - low < 0.02, "{low} {high}");
    let share = found["success_decimal"].as_f64().unwrap();
    assert!(low < share && share < high);
    let of_dice = json("samples", &["2d6", "--simulate", "5000", "--seed", "7"]);
    assert_eq!(of_dice["values"].as_array().unwrap().len(), 11);
    assert!(of_dice["values"][5]["interval"][0].as_f64().unwrap() < 1.0 / 6.0);
    // Exact odds have neither.
    assert!(json("samples", &["2d6"])["values"][5].get("interval").is_none());
}

#[test]
fn what_can_be_done_when_the_dice_lie_there() {
    let after = ["heave(2) vs 8", "--after", "4,1", "--with", "ida.yml"];
    assert_snapshot!("after", fine("after", &after));
    // 4 + 2 stay: 2 or more of the other die. 1 + 2 stay: 5 or more. Both again: 26 of 36.
    let found = json("after", &after);
    let chance = |at: usize| found["courses"][at]["success"].as_str().unwrap();
    assert_eq!([chance(0), chance(1), chance(2), chance(3)], ["5/6", "13/18", "1/3", "0/1"]);
    assert_eq!(found["courses"][0]["again"], serde_json::json!([1]));
    assert_eq!(found["courses"][0]["cost"], serde_json::json!([{"who": "Ida", "points": "Breath", "count": 1}]));
    assert_eq!((&found["success"], &found["courses"][3]["intervention"]), (&"0/1".into(), &serde_json::Value::Null));
    assert!(
        fine("after", &[&after[..], &["--format", "csv"]].concat())
            .contains("\nheave(2) vs 8,retry,1,,Ida: Breath 1,5/6,")
    );
    let picture = fine("after", &[&after[..], &["--format", "svg"]].concat());
    assert!(picture.contains("<title>retry 1: 83.33%</title>"), "{picture}");
    assert!(picture.contains("<title>leave them: 0%</title>"), "{picture}");
}

/// Dice that have fallen in an action: what people can do now, or what they say that they do.
#[test]
fn what_can_be_done_in_an_action_that_goes_on() {
    let after = [&HIT[..], &["--after", "4,1"]].concat();
    assert_snapshot!("hit_after", fine("hit_after", &after));
    let found = json("hit_after", &after);
    let told = |at: usize| (found["courses"][at]["intervention"].as_str(), found["courses"][at]["success"].as_str());
    // 4 + 1 + 2 are 7 of 8: with 4 there is 2 or more, with 1 there is 5 or more.
    assert_eq!((told(0), told(3)), ((Some("retry"), Some("5/6")), (None, Some("0/1"))));
    assert_eq!((&found["after"], &found["success"]), (&serde_json::json!([4, 1]), &"0/1".into()));
    assert_eq!(find(&found["courses"][0]["changes"], &[("who", "Ida"), ("what", "points")])["mean"], "-1/1");
    let csv = fine("hit_after", &[&after[..], &["--format", "csv"]].concat());
    assert!(csv.contains("\nhit,retry,1,,Ida: Breath 1,5/6,"), "{csv}");
    let picture = fine("hit_after", &[&after[..], &["--format", "svg"]].concat());
    assert!(picture.contains("<title>retry 1: 83.33%</title>"), "{picture}");
    let run = tirada_in(&home("hit_after"), &[&["--lang", "es", "odds"], &after[..]].concat(), "");
    assert_snapshot!("hit_after_spanish", run.stdout);
    // What is said is done, and nothing else.
    let chosen = json("hit_after", &[&after[..], &["--choose", "retry dice=1 at=blow"]].concat());
    assert_eq!((&chosen["success"], &chosen["courses"]), (&"5/6".into(), &serde_json::Value::Null));
    let best = fine("hit_after", &[&after[..], &["--best", "blow.success", "--choose", "retry at=blow"]].concat());
    assert!(best.contains("Best play for blow.success: 83.33% (5/6)") && best.contains("the dice show 4 1"), "{best}");
    let typed = json("hit_after", &["heave(2) vs 8", "--after", "4,1", "--choose", "ease", "--with", "ida.yml"]);
    assert_eq!((&typed["success"], &typed["after"]), (&"0/1".into(), &serde_json::json!([4, 1])));
    // The prompt tells it of what was just done.
    let input = "load ida.yml otto.yml\ndice 4,1,2\nhit Ida Otto 1\nodds now\nas Ida\ndice 4,1\nheave(2) vs 8\nodds now\nseed 5\nretry dice=1 at=Ida\nodds now\n";
    let run = tirada_in(&home("hit_after"), &["--lang", "en"], input);
    assert_snapshot!("now", format!("{}---\n{}", run.stdout, run.stderr));
    // Where nobody can do anything it is told as an action.
    let learnt = fine("hit_after", &["--do", "learn Ida", "--with", "ida.yml", "--after", "4"]);
    assert!(
        learnt.contains("Rope") && !learnt.contains("leave them") && learnt.contains("the dice show 4"),
        "{learnt}"
    );
}

/// Dice of an intervention in an action have fallen, too, and what it cost is paid.
#[test]
fn an_intervention_that_was_done_is_part_of_now() {
    let home = folder("odds-now-again");
    let rules = "tirada: 1\nid: kite\nname: Kite\nlanguage: en\npoints: {Thread: {start: 5}}\ntests:\n  climb: {roll: 2d8, \
                 total: highest(), outcomes: {aloft: {when: total >= 7, is: success}, low: {is: failure}}}\n\
                 interventions:\n  tug: {after: climb, roller: x, ask: {which: {dice: any}}, steps: {cost: {pay: {Thread: \
                 1}, from: x}, again: {reroll: which}}}\n  lift: {before: launch.go, steps: {cost: {pay: {Thread: 2}, from: \
                 who}, more: {set: {calm: calm + 1}}}}\nactions:\n  launch:\n    roles: [who]\n    steps: {calm: 1, go: \
                 {roll: climb}, told: {say: 'Calm {calm}.'}}\n";
    std::fs::write(home.join("kite.yml"), rules).unwrap();
    std::fs::write(home.join("ann.yml"), "tirada character: 1\nname: Ann\nruleset: kite\n").unwrap();
    for (first, second) in [("launch Ann", "tug 3"), ("launch Ann + lift", "tug 3")] {
        let input = format!("load ann.yml\ndice 3,5\n{first}\ndice 2\n{second}\nodds now\n");
        let run = tirada_in(&home, &["--lang", "en", "-r", "./kite.yml"], &input);
        assert!(!run.stderr.contains("dice-left-over") && !run.stderr.contains("whose"), "{first}: {}", run.stderr);
        let rows: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("tug") && line.contains('%')).collect();
        // Either die, or both: one point for what would be done, and none of what was.
        assert!(!rows.is_empty() && rows.iter().all(|row| row.contains("Thread 1 ")), "{first}: {}", run.stdout);
        assert!(rows.iter().any(|row| row.contains("tug 2 5") && row.contains("43.75%")), "{first}: {}", run.stdout);
    }
}

/// After the dice of one side were thrown again, what is left out of the other side's is told; of a contest that was
/// typed nothing can be decided.
#[test]
fn now_reports_what_it_omits() {
    let home = folder("odds-now-sides");
    let rules = "tirada: 1\nid: spar\nname: Spar\nlanguage: en\npoints: {Breath: {start: 3}}\ntests:\n  clash: {roll: \
                 2d6, total: sum(), outcomes: {hit: {when: total >= 7, is: success}, off: {is: failure}}, opposed: \
                 {compare: [total], tie: nobody}}\ninterventions:\n  press: {after: clash, roller: who, when: not \
                 success, steps: {p: {pay: {Breath: 1}, from: who}, r: {reroll: all}}}\nactions:\n  spar: {roles: [a, b], \
                 steps: {c: {oppose: clash, sides: {a: {}, b: {}}}}}\n";
    std::fs::write(home.join("spar.yml"), rules).unwrap();
    for name in ["Ann", "Ben"] {
        let sheet = format!("tirada character: 1\nname: {name}\nruleset: spar\n");
        std::fs::write(home.join(format!("{name}.yml")), sheet).unwrap();
    }
    let load = "load Ann.yml Ben.yml\n";
    let input = format!("{load}dice 1,1,1,2\nspar Ann Ben\nas Ben\ndice 5,6\npress\nodds now\n");
    let run = tirada_in(&home, &["--lang", "en", "-r", "./spar.yml"], &input);
    assert!(
        run.stdout.contains("press · at Ann: Dice were thrown after the roll of Ann"),
        "{}{}",
        run.stdout,
        run.stderr
    );
    let run = tirada_in(&home, &["--lang", "en", "-r", "./spar.yml"], &format!("{load}clash() vs clash()\nodds now\n"));
    assert!(run.stderr.contains("error[nothing-to-intervene]: Nothing can be decided"), "{}", run.stderr);
}

#[test]
fn what_changes_nothing_in_what_was_typed_is_no_course() {
    let after = ["3d6! vs 12", "--after", "5,5,4", "--with", "ida.yml"];
    let told = fine("typed", &after);
    assert!(told.contains("retry 4 ") && !told.contains("ease  "), "{told}");
    assert!(told.contains("\nease: “ease” changes nothing in this roll"), "{told}");
}

/// Dice that no outcome reads are the roll where they stand alone; of several it is said that none is.
#[test]
fn dice_that_only_the_total_reads_are_thrown_again() {
    let home = home("nameless");
    let rules = FENS.replace("sixes >= 2", "total >= 99").replace("force + blow.sixes", "force");
    let rules = rules.replace("    values: {sixes: count(6)}\n    show: [sixes]\n", "");
    std::fs::write(home.join(".local/share/tirada/rulesets/fens.yml"), rules).unwrap();
    let told = |dice: &str, faces: &str| {
        let run = tirada_in(&home, &["--lang", "en", "odds", dice, "--after", faces, "--with", "ida.yml"], "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        run.stdout
    };
    let alone = told("2d6 + 1 vs 8", "4,1");
    assert!(alone.contains("\nretry 1 "), "{alone}");
    let several = told("1d6 + 2d4 vs 8", "4,1,1");
    assert!(several.contains("\nretry: The dice are in the formula of the total"), "{several}");
}

/// Dice that end and dice that bring others are thrown side by side: few of the first, many of the second.
#[test]
fn exploding_dice_are_followed_with_every_option() {
    let told = fine("explode", &["6d6! vs 30"]);
    assert!(told.contains("mean 25.2 ") && told.contains("Left over: <0.01%"), "{told}");
    let after = fine("explode", &["6d6! vs 30", "--after", "1,1,1,1,1,6,2", "--with", "ida.yml"]);
    assert!(after.contains("\nretry 1 1 1 1 1 2 6 "), "{after}");
}

#[test]
fn advice_names_no_flag_that_would_be_refused() {
    let dice = "12d6!>=2 vs 60";
    let advice = |flags: &[&str]| {
        let said = wrong("advice", &[&[dice], flags].concat(), 1);
        said.lines().filter(|line| line.starts_with("  help: ")).collect::<Vec<_>>().join("\n")
    };
    assert!(advice(&[]).contains("from samples: `tirada odds … --simulate 100000`"));
    assert!(advice(&["--depth", "30"]).contains("instead of --depth"));
    let after = advice(&["--after", "1,1,1,1,1,1,1,1,1,1,1,1", "--with", "ida.yml"]);
    assert!(!after.contains("--simulate") && after.contains("with `--depth 2` there is an answer"), "{after}");
}

#[test]
fn pictures_show_how_it_ends_and_the_states() {
    let picture = fine("svg", &[&HIT[..], &["--format", "svg"]].concat());
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    assert!(picture.contains("<title>Spent: 30.56%</title>"), "{picture}");
    let turns = fine("svg", &["--do", "sink", "--with", "otto.yml", "--turns", "3", "--format", "svg"]);
    assert!(turns.contains("<title>3 Sunk: 70.37%</title>"), "{turns}");
}

#[test]
fn csv_rows_name_their_character() {
    let table = fine("csv", &[&HIT[..], &["--format", "csv"]].concat());
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("expression,value,probability,decimal,at_least,at_most,kind,ruleset,who,name"));
    assert!(table.contains("\nhit,falls,5/18,0.2777777777777778,,,outcome,fens,Ida,blow\n"), "{table}");
    assert!(table.contains("\nhit,Sore,5/12,0.4166666666666667,,,state,fens,Otto,Body\n"), "{table}");
    assert!(table.contains("\nhit,Ida misses.,5/18,0.2777777777777778,,,said,fens,,\n"), "{table}");
}

#[test]
fn errors_include_advice() {
    let files = ["--with", "ida.yml", "--with", "otto.yml"];
    let all: [(&[&str], i32); 18] = [
        (&["--do", "hit", "--as", "striker=ida.yml", "--as", "struck=otto.yml"], 1),
        (&["--do", "hit", "--as", "striker=ida.yml", "--set", "force=5"], 1),
        (&["--do", "hit"], 1),
        (&[&["--do", "hit Ida force=5"], &files[..]].concat(), 1),
        (&[&["--do", "hitt Ida Otto"], &files[..]].concat(), 1),
        (&[&["--do", "hit Ida Otto", "--set", "forse=5"], &files[..]].concat(), 1),
        (&[&["--do", "hit Ida Otto 5", "--as", "strucker=otto.yml"], &files[..]].concat(), 1),
        (&[&["--do", "hit Ida Otto 5 6"], &files[..]].concat(), 1),
        (&["--pass", "tyde", "--with", "otto.yml"], 1),
        (&["--do", "learn", "--with", "nobody.yml"], 3),
        (&["2d6", "--do", "learn"], 2),
        (&["--do", "learn", "--with", "otto.yml", "--turns", "0"], 2),
        (&["2d6", "--after", "4,1"], 1),
        (&[&HIT[..], &["--after", "4,1,1"]].concat(), 1),
        (&[&HIT[..], &["--after", "4,1", "--choose", "retry dice=5"]].concat(), 1),
        (&[&["--do", "learn Ida", "--do", "learn Ida", "--after", "4"], &files[..]].concat(), 1),
        (&[&HIT[..], &["--after", "4,1", "--turns", "2"]].concat(), 2),
        (&[&HIT[..], &["--after", ""]].concat(), 2),
    ];
    let said: Vec<String> = all.iter().map(|(args, code)| wrong("wrong", args, *code)).collect();
    assert_snapshot!("wrong", said.join("\n"));
}

/// Points and traits are told, whoever has them and however little they change; nothing of it is called nothing.
#[test]
fn changed_points_are_reported() {
    let told = |args: &[&str], lines: &[&str]| {
        let out = fine("points", args);
        assert!(!out.contains("Nothing changes") && lines.iter().all(|line| out.contains(line)), "{args:?}: {out}");
    };
    let otto = ["--with", "otto.yml"];
    told(&[&["--do", "rest Otto asleep=yes on=moss"], &otto[..]].concat(), &["Breath: +1"]);
    told(&["--do", "share Ida Otto", "--with", "ida.yml", "--with", "otto.yml"], &["Breath: −1", "Breath: +1"]);
    told(&[&["--do", "trade Otto"], &otto[..]].concat(), &["Otto: Breath"]);
    // A trait that the sheet leaves to its default of 0, and one that it does not.
    told(&[&["--do", "train Otto"], &otto[..]].concat(), &["Arm: 0 66.67% · 1 33.33%"]);
    told(&["--do", "train Ida", "--with", "ida.yml"], &["Arm: 2 66.67% · 3 33.33%"]);
    told(&["--do", "hit Ida Otto force=5 + ease at=blow", "--with", "ida.yml", "--with", "otto.yml"], &["Breath: −1"]);
    assert!(
        fine("points", &[&["--do", "rest Otto asleep=no on=Moss"], &otto[..]].concat()).contains("Nothing changes.")
    );
}

/// What is other although there is as much of it as before is told, of one action and turn after turn.
#[test]
fn changed_values_marks_and_durations_are_reported() {
    let home = home("others");
    let person = |name: &str, rest: &str| {
        let text = format!("tirada character: 1\nname: {name}\nruleset: fens\n{rest}");
        std::fs::write(home.join(format!("{}.yml", name.to_lowercase())), text).unwrap();
    };
    person("Una", "tags: {spell: {Fog: {power: 2}}}\n");
    person("Ugo", "tags: {Chill: {for: 3 tide}}\n");
    let told = |args: &[&str]| {
        let run = tirada_in(&home, &[&["--lang", "en", "odds"], args].concat(), "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
        run.stdout
    };
    let una = ["--do", "stir Una which=Fog", "--with", "una.yml"];
    assert_snapshot!(told(&una));
    assert_snapshot!(told(&[&una[..], &["--turns", "3"]].concat()));
    assert_snapshot!(told(&[&una[..], &["--turns", "2", "--simulate", "2000", "--seed", "1"]].concat()));
    assert_snapshot!(told(&["--pass", "tide", "--with", "ugo.yml", "--turns", "2"]));
}

/// An intervention that could be about several rolls is done in none of them, unless it is said in which.
#[test]
fn several_rolls_are_offered_by_name() {
    let home = home("several");
    let hit = |more: &[&str]| {
        let args = [&["--lang", "en", "do", "hit"], &HIT[2..], &["--dice", "6,5,3,3"], more].concat();
        tirada_in(&home, &args, "")
    };
    let run = hit(&["--choose", "ease"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
    assert_snapshot!(run.stderr);
    for said in ["ease at=Ida", "ease at=holds"] {
        let run = hit(&["--choose", said]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{said}: {}", run.stdout);
    }
}

const LIFTS: &str = "\
tirada: 1
id: plim
name: Plim
rounding: down
dice: {d: 6}
points: {Luck: {start: 5}}
tests:
  heave:
    ask: {bonus: {number: any, default: 0}}
    roll: 1d6
    total: sum() + bonus
    outcomes: {good: {when: total > 4, is: success}, bad: {is: failure}}
interventions:
  lift:
    after: heave
    roller: r
    when: r.Luck > 0
    steps: {pays: {pay: {Luck: 1}, from: r, to: nobody}, lifts: {change: {bonus: bonus + 2}}}
actions:
  train: {roles: [who], steps: {one: {roll: heave, by: who}, two: {roll: heave, by: who}}}
  drill: {roles: [who], steps: {thrice: {repeat: 3, steps: {hit: {roll: heave, by: who}}}}}
";

/// One rule for `do`, `odds` and cases: a request that names only who rolled has to be about one roll.
#[test]
fn a_roller_of_several_rolls_is_not_enough() {
    let home = folder("lifts");
    std::fs::create_dir_all(home.join("plim/cases")).unwrap();
    for file in ["plim.yml", "plim/ruleset.yml"] {
        std::fs::write(home.join(file), LIFTS).unwrap();
    }
    std::fs::write(home.join("ana.yml"), "tirada character: 1\nname: Ana\nruleset: plim\n").unwrap();
    let run = |args: &[&str]| {
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", "en"]).args(args);
        finish(run, "")
    };
    let train = ["train", "-r", "plim.yml", "--as", "ana.yml"];
    let drill = ["drill", "-r", "plim.yml", "--as", "ana.yml"];
    for said in ["lift", "lift at=Ana", "lift r=Ana", "lift at=who"] {
        let found = run(&[&["do"], &train[..], &["--dice", "1,2", "--choose", said]].concat());
        assert!(found.code == 1 && found.stderr.contains("one Ana (1), two Ana (2)"), "{said}: {}", found.stderr);
        let found = run(&[&["odds", "--do"], &train[..], &["--choose", said]].concat());
        assert!(found.code == 1 && found.stderr.contains("one Ana"), "{said}: {}", found.stderr);
    }
    let found = run(&[&["do"], &drill[..], &["--dice", "1,2,3", "--choose", "lift at=hit"]].concat());
    assert!(found.stderr.contains("hit Ana 1 (1), hit Ana 2 (2), hit Ana 3 (3)"), "{}", found.stderr);
    for said in ["lift at=one", "lift at=two"] {
        let found = run(&[&["do"], &train[..], &["--dice", "1,2", "--choose", said]].concat());
        assert_eq!((found.code, found.stderr.as_str()), (0, ""), "{said}");
        assert_eq!(run(&[&["odds", "--do"], &train[..], &["--choose", said]].concat()).code, 0, "{said}");
    }
    for said in ["hit Ana 1", "hit Ana 2", "hit Ana 3"] {
        let choose = format!("lift at=«{said}»");
        let found = run(&[&["do"], &drill[..], &["--dice", "1,2,3", "--choose", &choose]].concat());
        assert_eq!((found.code, found.stderr.as_str()), (0, ""), "{said}");
    }
    let case = |at: &str, total: i64| {
        let step = format!(
            "{{do: train, as: Ana, dice: [1, 2], interventions: [lift: {at}], expect: {{one.total: {total}}}}}"
        );
        let text = format!(
            "tirada cases: 1\nruleset: plim\ncharacters: {{Ana: {{}}}}\ncases:\n  a:\n    steps:\n      - {step}\n"
        );
        std::fs::write(home.join("plim/cases/a.yml"), text).unwrap();
        let run = run(&["test", "plim"]);
        (run.code, run.stdout + &run.stderr)
    };
    for at in ["{}", "{at: Ana}", "{r: Ana}"] {
        let (code, told) = case(at, 3);
        assert!(code == 1 && told.contains("one Ana (1), two Ana (2)"), "{at}: {told}");
    }
    assert_eq!(case("{at: one}", 3).0, 0, "{}", case("{at: one}", 3).1);
}

const RAFTS: &str = "\
tirada: 1
id: rafts
name: Rafts
language: en
rounding: down
traits: {Arm: {number: 0..9, default: 3}}
points: {Eel: {}}
tags: {hook: {free names: yes, values: {left: {number: 1..9}}, counted: left}}
require: {Even arms: Arm % 2 = 0, Strong: Arm > 3}
tests:
  cast: {roll: 2d6, total: sum(), outcomes: {bites: {when: total >= 7, is: success}, slips: {is: failure}}}
interventions:
  wait: {after: cast, steps: {anew: {reroll: all}}}
actions:
  fish:
    roles: [one]
    ask: {how: {one of: [soft, bold], asked: after roll}}
    steps:
      line: {roll: cast}
      eel: {when: line.success and how = bold, gain: {Eel: 1}}
  lose one:
    roles: [one]
    ask: {which: {tag: hook}}
    steps: {line: {roll: cast}, gone: {lose: {which: 1}}}
";

fn on_rafts(test: &str, args: &[&str]) -> Run {
    let home = folder(&format!("rafts-{test}"));
    std::fs::create_dir_all(home.join("rafts/cases")).unwrap();
    std::fs::write(home.join("rafts/ruleset.yml"), RAFTS).unwrap();
    let cases = "tirada cases: 1\nruleset: rafts\ncharacters: {Mo: {}}\ncases:\n  a:\n    steps:\n      \
                 - {do: fish, as: Mo, set: {how: bold}, dice: [3, 3], expect: {Mo.Eel: 0}}\n";
    std::fs::write(home.join("rafts/cases/a.yml"), cases).unwrap();
    let mo = "tirada character: 1\nname: Mo\nruleset: rafts\ntags: {hook: {Old: {left: 2}}}\n";
    std::fs::write(home.join("mo.yml"), mo).unwrap();
    let mut run = command(&home);
    run.current_dir(&home).args(["--lang", "en"]).args(args);
    finish(run, "")
}

/// What the action asks behind a roll is no question of the intervention in it.
#[test]
fn questions_behind_the_roll_are_those_of_the_action() {
    let fish = ["--do", "fish", "-r", "rafts", "--as", "mo.yml"];
    let after = on_rafts("after", &[&["odds"], &fish[..], &["--after", "3,3"]].concat());
    assert_eq!(after.code, 0, "{}", after.stderr);
    assert_snapshot!(after.stdout);
    let best = on_rafts("best", &[&["odds"], &fish[..], &["--best", "success"]].concat());
    assert!(best.stdout.contains("how = soft  fish") && !best.stdout.contains("wait how"), "{}", best.stdout);
    // An answer that is given in advance may not be needed.
    assert_eq!(on_rafts("cases", &["test", "rafts"]).code, 0);
}

/// Where only the faces say what is best, the advice counts them; as a policy it comes to the same.
#[test]
fn advice_counts_the_dice_that_show_faces() {
    let home = folder("odds-deeds-counts");
    let game = "tirada: 1\nid: nets\nname: Nets\nlanguage: en\ntests:\n  pull: {roll: 4d6, total: count(6), outcomes: \
                {ok: {when: total > 0, is: success}, no way: {is: failure}}}\ninterventions:\n  haul: {after: pull, \
                steps: {a: {reroll: all, showing: 2..5}}}\nactions:\n  try: {roles: [one], steps: {t: {roll: pull}}}\n";
    std::fs::write(home.join("nets.yml"), game).unwrap();
    std::fs::write(home.join("mo.yml"), "tirada character: 1\nname: Mo\nruleset: nets\n").unwrap();
    let found = |how: &str, what: &str| {
        let mut run = command(&home);
        run.current_dir(&home)
            .args(["--lang", "en", "odds", "--do", "try", "-r", "nets.yml", "--as", "mo.yml", how, what]);
        finish(run, "").stdout
    };
    let best = found("--best", "t.total");
    assert!(best.contains("count(2..5) >= 1") && !best.contains("more"), "{best}");
    let end =
        |told: &str| told.lines().filter(|line| line.starts_with("succeeds")).map(str::to_owned).collect::<Vec<_>>();
    let same = end(&found("--policy", "haul: count(2..5) >= 1"));
    assert_eq!(end(&best), same);
}

#[test]
fn advice_counts_the_dice_of_several_throws() {
    let home = folder("odds-deeds-counts-of-several");
    let game = "tirada: 1\nid: nets\nname: Nets\nlanguage: en\ntests:\n  pull: {ask: {pushed: {yes no: no}}, roll: {base: 2d6, skill: \
                d6, gear: 2d6}, total: 'count(base, skill, gear, 6)', outcomes: {ok: {when: total > 0, is: success}, no way: {is: \
                failure}}}\ninterventions:\n  haul: {after: pull, need: {once: not pushed}, steps: {c: {change: {pushed: yes}}, a: \
                {reroll: all, showing: 2..5}}}\nactions:\n  try: {roles: [one], steps: {t: {roll: pull}}}\n";
    std::fs::write(home.join("nets.yml"), game).unwrap();
    std::fs::write(home.join("mo.yml"), "tirada character: 1\nname: Mo\nruleset: nets\n").unwrap();
    let found = |how: &[&str]| {
        let mut run = command(&home);
        run.current_dir(&home)
            .args(["--lang", "en", "odds", "--do", "try", "-r", "nets.yml", "--as", "mo.yml"])
            .args(how);
        finish(run, "").stdout
    };
    let best = found(&["--choose", "haul", "--best", "success"]);
    let when = "total = 0 and count(base, skill, gear, 2..5) >= 1";
    assert!(best.contains(when) && !best.contains("more"), "{best}");
    let end =
        |told: &str| told.lines().filter(|line| line.starts_with("succeeds")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(end(&best), end(&found(&["--policy", &format!("haul: {when}")])));
}

#[test]
fn an_answer_that_is_used_up_ends_no_turns() {
    let lose = |test: &str, said: &str| {
        on_rafts(test, &["odds", "--do", "lose one", "-r", "rafts", "--as", "mo.yml", "--set", said, "--turns", "4"])
    };
    let turns = lose("turns", "which=Old");
    assert_eq!(turns.code, 0, "{}", turns.stderr);
    assert_snapshot!(turns.stdout);
    let slip = lose("slip", "which=Odl");
    assert!(slip.code == 1 && slip.stderr.contains("did you mean “Old”?"), "{}", slip.stderr);
}

#[test]
fn both_sides_of_an_equation_are_shown() {
    let sheet = on_rafts("sides", &["sheet", "mo.yml", "-r", "rafts"]).stderr;
    for sides in ["the left side is 1, the right side 0", "the left side is 3, the right side 3"] {
        assert!(sheet.contains(sides), "{sheet}");
    }
}

/// Yes and no are words in a text, in the language of the game.
#[test]
fn yes_and_no_are_words_in_a_text() {
    let home = home("words");
    let said = || tirada_in(&home, &["do", "doze", "--as", "otto.yml", "--set", "asleep=yes"], "").stdout;
    assert!(said().contains("Asleep: yes."), "{}", said());
    let game = home.join(".local/share/tirada/rulesets/fens.yml");
    std::fs::write(&game, FENS.replace("name: Fens\n", "name: Fens\nlanguage: es\n")).unwrap();
    assert!(said().contains("Asleep: sí."), "{}", said());
}

/// `--margin` lists margins, side by side too, or says that there are none.
#[test]
fn margins_are_listed_or_refused() {
    assert!(fine("margins", &["heave() vs 8", "heave(1) vs 8", "--margin"]).contains("margin"));
    let refused = |args: &[&str]| wrong("margins", args, 1);
    assert_eq!(
        refused(&["2d6", "--margin"]).lines().next().unwrap().split(':').next().unwrap(),
        "error[odds-no-margin]"
    );
    assert!(refused(&["heave() vs 8..10", "--margin"]).contains("error[odds-no-margin]: Rows"));
}

#[test]
fn answers_are_shown_in_words_of_ruleset_and_reader() {
    let first = |lang: &str| {
        let args = ["--lang", lang, "odds", "--do", "rest Otto asleep=yes on=moss", "--with", "otto.yml"];
        let run = tirada_in(&home("answers"), &args, "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        run.stdout.lines().next().unwrap().to_owned()
    };
    assert_eq!(first("en"), "rest · idle Otto · asleep yes · on Moss");
    assert_eq!(first("es"), "rest · idle Otto · asleep sí · on Moss");
}

#[test]
fn impossible_actions_give_the_reason() {
    let home = home("need");
    std::fs::write(home.join("una.yml"), "tirada character: 1\nname: Una\nruleset: fens\ntags: {Sunk: yes}\n").unwrap();
    let args = ["--lang", "en", "odds", "--do", "sink", "--as", "swimmer=una.yml"];
    let run = tirada_in(&home, &args, "");
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("Who has sunk does not sink"), "{}", run.stderr);
    // Turn after turn it is not done, and that is told.
    let run = tirada_in(&home, &[&args[..], &["--turns", "2"]].concat(), "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let same = "After each turn all is as it was at first.";
    assert!(run.stdout.contains(same) && run.stdout.contains("\n   2          100%"), "{}", run.stdout);
}

#[test]
fn the_prompt_knows_odds_of_what_is_done() {
    let home = home("prompt");
    let input = "odds do hit Ida Otto 5\nload ida.yml otto.yml\nodds do hit Ida Otto 5 frob=3\nodds do sink Otto\nodds do hit Ida Otto\ndice 6,6,1,2\nhit Ida Otto 5\nodds last\nodds 1d6\n";
    let run = tirada_in(&home, &["--lang", "en"], input);
    assert_snapshot!("prompt", format!("{}---\n{}", run.stdout, run.stderr));
}

/// Odds in a game of its own, with one character.
fn of_rules(home: &Path, rules: &str, args: &[&str]) -> Run {
    let (game, ana) = (home.join("m.yml"), home.join("ana.yml"));
    std::fs::write(&game, rules).unwrap();
    std::fs::write(&ana, "tirada character: 1\nname: Ana\nruleset: m\n").unwrap();
    let own = ["odds", "-r", game.to_str().unwrap(), "--as", ana.to_str().unwrap()];
    tirada_in(home, &[&own, args].concat(), "")
}

/// A throw of no dice, the last of its test, is not yet past where dice lie: whatever adds some is offered.
#[test]
fn interventions_are_offered_behind_a_throw_of_no_dice() {
    let home = folder("odds-deeds-no-dice");
    let rules = "tirada: 1\nid: m\nname: M\nrounding: down\ntests:\n  sr:\n    ask: {n: {number: 1..}, e: {number: 0.., default: 0}}\n    \
                 roll: {main: (n)d6, edge: (e)d6}\n    total: sum(main, edge)\n    outcomes: {good: {when: total >= 9, is: success}, lost: {is: failure}}\n\
                 interventions:\n  aid: {after: sr, steps: {c: {change: {e: e + 1}}}}\n\
                 actions:\n  go: {roles: [who], steps: {t: {roll: sr, with: {n: 2}}}}\n";
    let told = of_rules(&home, rules, &["--do", "go", "--after", "1,4"]);
    assert!(told.code == 0 && told.stdout.contains("aid") && told.stdout.contains("50.00%"), "{told:?}");
}

/// Where most of what rounds lead to cannot be followed, there are no odds.
#[test]
fn rounds_of_which_little_is_known_are_refused() {
    let home = folder("odds-deeds-rounds");
    let rules = "tirada: 1\nid: m\nname: M\nrounding: down\npoints: {Sum: {start: 0}}\n\
                 tests: {hit: {roll: d1000, total: sum(), outcomes: {good: {when: total <= 450, is: success}, lost: {is: failure}}}}\n\
                 actions:\n  go: {roles: [who], steps: {r: {repeat: 4, steps: {t: {roll: hit}, g: {gain: {Sum: t.total}}}}}}\n";
    let told = of_rules(&home, rules, &["--do", "go"]);
    assert!(told.code == 1 && told.stdout.is_empty() && told.stderr.contains("odds-too-"), "{told:?}");
}
