//! What was said and had no effect, or was not understood although the program says it so itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use crate::common::Run;

const RULES: &str = "\
tirada: 1
id: reeds
name: Reeds
language: en
rounding: down
traits:
  Pull: {number: 1..9, default: 3}
  lore: {number: 1..9, free names: yes}
points: {Breath: {start: 2}}
tracks:
  Scrapes: {boxes: 3, marks: {scrape: /}, overflow: worsen}
tests:
  tug:
    ask: {mod: {number: any, default: 0}, how: {one of: [plain, double], default: plain}}
    roll: (if how = plain then 1 else 2)d6
    total: highest() + mod
    outcomes: {held: {when: total >= 4, is: success}, slipped: {is: failure}}
    opposed: {tie: reroll}
actions:
  twice: {roles: [who], steps: {one: {roll: tug}, two: {roll: tug}}}
  rope:
    roles: [near, far]
    steps: {contest: {oppose: tug, sides: {near: {mod: 0}, far: {mod: 0}}}}
  shove: {roles: {crew: many}, ask: {much: {number: any}}, steps: {told: {say: '{much}'}}}
interventions:
  again: {after: tug, roller: x, steps: {r: {reroll: all, keep: better}}}
  cheer:
    before: tug
    roller: puller
    roles: [friend]
    when: friend != puller
    steps: {more: {change: {how: double}}}
";

fn folder(test: &str) -> PathBuf {
    let folder = crate::common::folder(&format!("unused-{test}"));
    let game = folder.join("reeds");
    std::fs::create_dir_all(game.join("cases")).unwrap();
    std::fs::write(game.join("ruleset.yml"), RULES).unwrap();
    for name in ["Ida", "Olaf", "Per"] {
        let sheet = format!("tirada character: 1\nname: {name}\nruleset: reeds\ntraits: {{lore: {{Knots: 4}}}}\n");
        std::fs::write(folder.join(format!("{}.yml", name.to_lowercase())), sheet).unwrap();
    }
    folder
}

fn run(folder: &Path, args: &[&str]) -> Run {
    let mut command = crate::common::command(folder);
    command.current_dir(folder).args(args);
    crate::common::finish(command, "")
}

fn fine(folder: &Path, args: &[&str]) -> String {
    let run = run(folder, args);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{args:?}");
    run.stdout
}

/// The errors of a run, which says nothing else.
fn errors(folder: &Path, args: &[&str]) -> String {
    let run = run(folder, args);
    assert_eq!(run.code, 1, "{args:?}: {} {}", run.stdout, run.stderr);
    run.stderr
}

#[test]
fn a_value_that_nothing_could_read_is_an_error() {
    let folder = folder("values");
    for given in ["Scrapes.lost=2", "Scrapes.scrape=1", "lore.Knots=8", "Per.Pull=8", "Olaf.Pull=8"] {
        let args = ["roll", "-r", "./reeds", "Knots", "--with", "ida.yml", "--with", "olaf.yml", "--with", given];
        let told = errors(&folder, &args);
        assert!(told.starts_with("error[given-to-another]"), "{given}: {told}");
        assert!(told.contains("help: "), "{given}: {told}");
    }
    // Whoever rolls may be named.
    let own = ["roll", "-r", "./reeds", "Pull", "--with", "ida.yml", "--with", "Ida.Pull=8"];
    assert!(fine(&folder, &own).ends_with("= 8\n"));
}

#[test]
fn cases_of_another_game_are_not_played() {
    let folder = folder("cases");
    let text = "tirada cases: 1\nruleset: sedge\ncases:\n  Three:\n    roll: 3\n    expect: {total: 3}\n";
    std::fs::write(folder.join("reeds/cases/three.yml"), text).unwrap();
    for args in [["check", "./reeds"], ["test", "./reeds"], ["check", "./reeds/cases/three.yml"]] {
        let told = errors(&folder, &args);
        assert_eq!(told.matches("error[").count(), 1, "{args:?}: {told}");
        assert!(told.starts_with("error[cases-of-another-game]"), "{args:?}: {told}");
        assert!(told.contains("three.yml:2:10"), "{args:?}: {told}");
    }
}

#[test]
fn steps_before_a_contests_first_side_are_done() {
    let folder = folder("before");
    let rope = ["do", "rope", "-r", "./reeds", "--as", "near=ida.yml", "--as", "far=olaf.yml", "--choose"];
    let told = fine(&folder, &[&rope[..], &["cheer friend=Olaf", "--dice", "1,5,3"]].concat());
    assert!(told.contains("Ida"), "{told}");
    let odds = ["odds", "-r", "./reeds", "--do", "rope", "--as", "near=ida.yml", "--as", "far=olaf.yml", "--choose"];
    fine(&folder, &[&odds[..], &["cheer friend=Olaf"]].concat());
    // A third one may mean either side.
    let third = ["cheer friend=Per", "--with", "per.yml", "--dice", "1,5,3"];
    let told = errors(&folder, &[&rope[..], &third[..]].concat());
    assert!(told.starts_with("error[intervention-which]"), "{told}");
    assert!(told.contains("contest Ida") && told.contains("contest Olaf"), "{told}");
}

#[test]
fn places_that_are_named_come_in_their_own_order() {
    let folder = folder("order");
    let twice = ["do", "twice", "-r", "./reeds", "--as", "ida.yml"];
    let there = ["--choose", "again at=one", "--choose", "again at=two", "--dice", "1,2,3,4"];
    let back = ["--choose", "again at=two", "--choose", "again at=one", "--dice", "1,2,3,4"];
    assert_eq!(fine(&folder, &[&twice[..], &there].concat()), fine(&folder, &[&twice[..], &back].concat()));
}

#[test]
fn an_empty_name_among_others_is_an_error() {
    let folder = folder("empty");
    let people = ["load ida.yml olaf.yml", "shove crew=Ida,,Olaf much=1"].join("\n");
    let mut command = crate::common::command(&folder);
    command.current_dir(&folder).args(["-r", "./reeds"]);
    let told = crate::common::finish(command, &people);
    assert!(told.stderr.contains("error[unknown-person]"), "{} {}", told.stdout, told.stderr);
}

#[test]
fn the_minus_sign_that_is_printed_is_read() {
    let folder = folder("minus");
    let shove = ["do", "shove", "-r", "./reeds", "--as", "crew=ida.yml", "--set", "much=−2"];
    assert!(fine(&folder, &shove).contains("−2"));
    assert!(fine(&folder, &["roll", "2d{-1,0,1}", "--dice", "−1,1"]).ends_with("= 0\n"));
    let text =
        "tirada cases: 1\nruleset: reeds\ncases:\n  Low:\n    roll: tug(−3)\n    dice: [1]\n    expect: {total: −2}\n";
    std::fs::write(folder.join("reeds/cases/low.yml"), text).unwrap();
    fine(&folder, &["test", "./reeds"]);
}

#[test]
fn a_name_of_ones_own_is_held_to_no_trait() {
    let folder = folder("over");
    let told = fine(&folder, &["odds", "-r", "./reeds", "tug(up)", "--over", "up=-2..2", "--with", "ida.yml"]);
    assert!(told.contains("−2"), "{told}");
    // What the roller has stays within its bounds.
    let args = ["odds", "-r", "./reeds", "tug(Knots)", "--over", "Knots=-2..2", "--with", "ida.yml"];
    assert!(errors(&folder, &args).contains("1..9"));
}
