//! `tirada check`: what it reads, how it says what is wrong, and how it watches.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

mod totals;

use crate::common::{Run, command, finish, folder};
use serde_json::Value;

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
  Wind: {rows: {Calm: 5, Breeze: 8, Gale: 11}}
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
";

const CASES: &str = "\
tirada cases: 1
ruleset: kites
cases:
  A breeze is enough:
    roll: flight()
    set: {wind: Breeze}
    dice: [4, 4]
    expect: {total: 8, outcome: flies}
";

const ANN: &str = "\
tirada character: 1
name: Ann
ruleset: kites
traits: {Reach: 3}
";

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn home(test: &str) -> PathBuf {
    let home = folder(&format!("checking-{test}"));
    write(&home.join("kites/ruleset.yml"), KITES);
    write(&home.join("kites/cases/first.yml"), CASES);
    write(&home.join("people/ann.yml"), ANN);
    home
}

fn check(home: &Path, args: &[&str]) -> Run {
    let mut run = command(home);
    run.current_dir(home).args(["--lang", "en", "check"]).args(args);
    finish(run, "")
}

/// The codes and the lines of what is wrong.
fn found(home: &Path, args: &[&str]) -> Vec<(String, u64)> {
    let run = check(home, &[&["--format", "json"], args].concat());
    let list: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(list["version"], 1);
    let list = list["problems"].as_array().unwrap().iter();
    list.map(|one| (one["code"].as_str().unwrap().to_owned(), one["line"].as_u64().unwrap_or(0))).collect()
}

fn pairs(list: &[(&str, u64)]) -> Vec<(String, u64)> {
    list.iter().map(|(code, line)| ((*code).to_owned(), *line)).collect()
}

#[test]
fn a_folder_is_read_with_all_that_is_in_it() {
    let home = home("all");
    let run = check(&home, &[]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("3 files checked: no errors.\n", "", 0));
    write(&home.join("people/ann.yml"), &ANN.replace("Reach: 3", "Reach: 30"));
    write(&home.join("kites/cases/first.yml"), &CASES.replace("flies", "flees"));
    assert_eq!(found(&home, &[]), pairs(&[("never-so", 8), ("trait-out-of-range", 4)]));
    assert_eq!(found(&home, &["people/ann.yml"]), pairs(&[("trait-out-of-range", 4)]));
    assert_eq!(found(&home, &["kites/cases/first.yml"]), pairs(&[("never-so", 8)]));
    assert_eq!(check(&home, &[]).code, 1);
    assert_eq!(check(&home, &["nowhere"]).code, 3);
}

#[test]
fn missing_answers_of_a_case_are_reported_by_check() {
    let home = home("lacking");
    // What one side of a contest asks is asked in the ruleset.
    let contest = "    opposed: {tie: attacker}\nactions:\n  race:\n    roles: [one, other]\n    steps:\n      both: \
                   {oppose: flight, sides: {one: {wind: Calm}, other: {}}}\n";
    let rules = KITES.replace("sum() + Reach\n", "sum() + Wind[wind]\n").replace("actions:\n", contest);
    write(&home.join("kites/ruleset.yml"), &rules);
    let case = "  Two of them:\n    steps:\n      - {do: race, as: {one: Ann, other: Bob}, dice: [1, 2, 3, 4], expect: {margin: 3}}\n";
    let cases = format!(
        "tirada cases: 1\nruleset: kites\ncharacters: {{Ann: {{traits: {{}}}}, Bob: {{traits: {{}}}}}}\ncases:\n{case}"
    );
    write(&home.join("kites/cases/first.yml"), &cases);
    assert_eq!(found(&home, &["kites"]), pairs(&[("input-without-value", 5)]));
}

#[test]
fn errors_of_a_game_are_reported_once_beside_its_cases() {
    let home = home("once");
    write(&home.join("kites/ruleset.yml"), &KITES.replace("sum() + Reach", "sum() + Rech"));
    write(&home.join("kites/cases/first.yml"), &CASES.replace("expect:", "expects:"));
    assert_eq!(found(&home, &[]), pairs(&[("unknown-key", 8), ("unknown-name", 16)]));
    // Who only reads a character is told why no more is known.
    assert_eq!(found(&home, &["people"]), pairs(&[("game-not-sound", 3)]));
}

#[test]
fn checks_parts_with_the_whole_game() {
    let home = home("parts");
    write(&home.join("kites/more.yml"), "actions:\n  look:\n    roles: [one]\n    steps: {far: Reach * 2}\n");
    assert_eq!(found(&home, &["kites/more.yml"]), []);
    write(&home.join("alone/one.yml"), "tirada: 1\nid: one\nextends: kites\n");
    write(&home.join("alone/two.yml"), "tirada: 1\nid: two\nextends: one\nchange: {traits: {Reach: {number: 0..3}}}\n");
    assert_eq!(found(&home, &["alone", "kites"]), []);
    assert_eq!(found(&home, &["alone/two.yml", "kites"]), []);
    write(&home.join("alone/two.yml"), "tirada: 1\nid: one\n");
    let twice = found(&home, &["alone", "kites"]);
    assert_eq!(twice, pairs(&[("file-twice", 1)]));
}

#[test]
fn chains_that_use_names_twice_are_checked_at_once() {
    let home = home("chain");
    let mut total = "let a0 = sum() + sum() in ".to_owned();
    for at in 1..40 {
        total += &format!("let a{at} = a{} + a{} in ", at - 1, at - 1);
    }
    let rules = format!(
        "tirada: 1\nid: chain\nname: Chain\nlanguage: en\nrounding: down\ndice: {{d: 10}}\ntests:\n  t: {{roll: 1d10, total: \"{total}a39 % 7\", \
         outcomes: {{ok: {{when: total > 3, is: success}}, no: {{is: failure}}}}}}\n"
    );
    write(&home.join("chain.yml"), &rules);
    let begun = std::time::Instant::now();
    assert_eq!(found(&home, &["chain.yml"]), []);
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_part_in_a_subfolder_is_one_error() {
    let home = home("apart");
    let parts = KITES.split_once("tests:\n").unwrap().1;
    write(&home.join("kites/old/tests.yml"), &format!("tests:\n{parts}"));
    write(&home.join("kites/old/more.yml"), "tables:\n  Sky: {rows: {Blue: 1}}\n");
    assert_eq!(found(&home, &["kites"]), pairs(&[("part-apart", 1)]));
    // A whole copy is a game of its own.
    write(&home.join("kites/old/tests.yml"), KITES);
    assert!(found(&home, &["kites"]).iter().all(|(code, _)| code != "part-apart"));
}

#[test]
fn a_pack_is_checked_as_it_would_be_imported() {
    let home = home("pack");
    let pack = "tirada pack: 1\nid: kites\nversion: 1.0.0\nauthors: [Ann]\nlicence: MIT\nlanguage: en\n";
    write(&home.join("kites/pack.yml"), pack);
    assert_eq!(found(&home, &["kites"]), []);
    write(&home.join("kites/people/ann.yml"), &ANN.replace("Reach: 3", "Reach: 30"));
    write(&home.join("kites/pack.yml"), &format!("{pack}needs: {{balloons: ^1}}\n"));
    assert_eq!(found(&home, &["kites"]), pairs(&[("pack-need-missing", 7)]));
    // Where the pack itself cannot be read, what is in it is.
    write(&home.join("kites/pack.yml"), &pack.replace("1.0.0", "1.0"));
    assert_eq!(found(&home, &["kites"]), pairs(&[("bad-pack-version", 3), ("trait-out-of-range", 4)]));
}

#[test]
fn annotations_for_a_build_are_one_line_each() {
    let home = home("github");
    write(&home.join("kites/ruleset.yml"), &KITES.replace("sum() + Reach", "sum() + 100% Rech"));
    write(&home.join("a,b/ann.yml"), &ANN.replace("Reach: 3", "Reech: 3"));
    let run = check(&home, &["--format", "github", "kites", "a,b"]);
    assert_eq!(run.code, 1);
    let text = format!("{}{}", run.stdout, run.stderr);
    for line in text.lines() {
        assert!(line.starts_with("::error file="), "{line}");
    }
    assert!(run.stdout.contains("::error file=kites/ruleset.yml,line=16,endLine=16,col="), "{text}");
    assert!(run.stdout.contains("%0Ahelp: "), "{text}");
    write(&home.join("kites/ruleset.yml"), KITES);
    let run = check(&home, &["--format", "github", "kites", "a,b"]);
    let expected = "::error file=a%2Cb/ann.yml,line=4,endLine=4,col=10,endColumn=15,title=unknown-trait::\
                    There is no trait called “Reech”.%0Ahelp: did you mean “Reach”?%0Afix: replace “Reech” with “Reach”\n";
    assert_eq!(run.stdout, expected);
}

#[test]
fn what_is_sure_is_mended() {
    let home = home("fix");
    let wrong = KITES.replace("traits:", "rasgos:  # as they say").replace("sum() + Reach", "SUM() + Raech");
    write(&home.join("kites/ruleset.yml"), &wrong);
    write(&home.join("ann.yml"), &ANN.replace("Reach: 3", "Raech: 3"));
    write(&home.join("bad.yml"), "tirada: 1\nid: bad\nnombre: none of the sure ones\nvs: nothing\n");
    // Not UTF-8: nobody may write it.
    let mut latin = b"tirada: 1\nid: old\nnombre: A\xf1o\n".to_vec();
    std::fs::write(home.join("latin.yml"), &latin).unwrap();
    let run = check(&home, &["--fix", "kites", "ann.yml", "bad.yml", "latin.yml"]);
    assert_eq!(run.code, 1, "{run:?}");
    let read = |name: &str| std::fs::read_to_string(home.join(name)).unwrap();
    assert_eq!(read("kites/ruleset.yml"), KITES.replace("traits:", "traits:  # as they say"));
    assert_eq!(read("ann.yml"), ANN);
    assert_eq!(read("bad.yml"), "tirada: 1\nid: bad\nname: none of the sure ones\nvs: nothing\n");
    assert_eq!(std::fs::read(home.join("latin.yml")).unwrap(), latin);
    latin.clear();
    for line in ["kites/ruleset.yml:", "ann.yml:4: “Raech” is now “Reach”.", "bad.yml:3: “nombre” is now “name”."]
    {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
    // Nothing but the files themselves is left behind.
    let names: Vec<String> = std::fs::read_dir(&home)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".new"))
        .collect();
    assert_eq!(names, Vec::<String>::new());
}

#[test]
fn a_heading_that_is_none_is_one_error() {
    let home = home("heading");
    for heading in ["tirada charcter", "tirada personaje"] {
        let wrong = ANN.replace("tirada character", heading);
        write(&home.join("ann.yml"), &wrong);
        let run = check(&home, &["ann.yml"]);
        assert_eq!(run.code, 1, "{run:?}");
        let told = format!("{}{}", run.stdout, run.stderr);
        assert_eq!(told.matches("error[").count(), 1, "{told}");
        assert!(told.contains(&format!("replace “{heading}” with “tirada character”")), "{told}");
        check(&home, &["--fix", "ann.yml"]);
        assert_eq!(std::fs::read_to_string(home.join("ann.yml")).unwrap(), ANN);
        // What is wrong besides is seen only then: the change is not sure.
        write(&home.join("ann.yml"), &wrong.replace("Reach", "Nothing at all"));
        check(&home, &["--fix", "ann.yml"]);
        assert!(std::fs::read_to_string(home.join("ann.yml")).unwrap().contains(heading));
    }
}

#[test]
fn a_wrong_key_that_stands_twice_is_mended() {
    let home = home("twice");
    let two = "  Reach: {number: 0..10, default: 0}\n  Grip: {number: 0..10, default: 0}\n";
    let right = KITES.replace("  Reach: {number: 0..10, default: 0}\n", two).replace("+ Reach", "+ Reach + Grip");
    for wrong in ["número", "numberr"] {
        write(&home.join("kites/ruleset.yml"), &right.replace("number", wrong));
        check(&home, &["--fix", "kites"]);
        assert_eq!(std::fs::read_to_string(home.join("kites/ruleset.yml")).unwrap(), right);
    }
}

#[test]
fn an_outcome_that_named_dice_never_reach_is_reported() {
    let home = home("named");
    let game = "tirada: 1\nid: hands\nname: Hands\ntests:\n  t:\n    ask: {b: {number: any}, target: {number: any}}\n    \
                against: target\n    roll: {r: 2d6}\n    total: r + b\n    outcomes:\n      \
                one: {when: 'count(r, 7) > 0', is: success}\n      two: {when: 'r > 12', is: success}\n      \
                may: {when: 'r > 11', is: success}\n      ko: {is: failure}\n";
    write(&home.join("hands.yml"), game);
    let run = check(&home, &["hands.yml"]);
    let told = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(told.matches("outcome-never").count(), 2, "{told}");
}

#[test]
fn what_is_below_zero_has_a_minus_sign() {
    let home = home("minus");
    let game = "tirada: 1\nid: wane\nname: Wane\ntracks:\n  Hurt: {boxes: 0 - 3, overflow: ignore, marks: {hit: X}}\n";
    write(&home.join("wane.yml"), game);
    let run = check(&home, &["wane.yml"]);
    let told = format!("{}{}", run.stdout, run.stderr);
    assert!(told.contains("this is −3 at most"), "{told}");
}

/// Reads lines until one begins so.
fn until(lines: &Receiver<String>, begin: &str) -> Vec<String> {
    let mut read = Vec::new();
    loop {
        let line = lines.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("no {begin}: {read:#?}"));
        let last = line.starts_with(begin);
        read.push(line);
        if last {
            // What came through the other pipe may still be on its way.
            while let Ok(line) = lines.recv_timeout(Duration::from_millis(300)) {
                read.push(line);
            }
            return read;
        }
    }
}

#[test]
fn watching_checks_and_tests_after_every_save() {
    let home = home("watch");
    let mut run = command(&home);
    run.current_dir(&home).args(["--lang", "en", "check", "--watch"]);
    let mut child = run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (send, lines) = channel();
    let out = BufReader::new(child.stdout.take().unwrap());
    let errors = BufReader::new(child.stderr.take().unwrap());
    let more = send.clone();
    std::thread::spawn(move || out.lines().map_while(Result::ok).for_each(|line| drop(send.send(line))));
    std::thread::spawn(move || errors.lines().map_while(Result::ok).for_each(|line| drop(more.send(line))));

    let first = until(&lines, "Watching");
    assert_eq!(
        first,
        ["3 files checked: no errors.", "1 passed, 0 failed", "Watching 3 files for changes; Ctrl-C ends it."]
    );
    // A row that was renumbered: nothing is wrong, but a case fails.
    write(&home.join("kites/ruleset.yml"), &KITES.replace("Breeze: 8", "Breeze: 9"));
    let second = until(&lines, "Watching").join("\n");
    assert!(
        second.contains("outcome: expected “flies”, found “falls”") && second.contains("0 passed, 1 failed"),
        "{second}"
    );
    // A file that was not there before.
    write(&home.join("people/bob.yml"), &ANN.replace("Ann", "Bob").replace("Reach", "Rich"));
    let third = until(&lines, "Watching").join("\n");
    assert!(third.contains("error[unknown-trait]") && !third.contains("passed"), "{third}");
    std::fs::remove_file(home.join("people/bob.yml")).unwrap();
    write(&home.join("kites/ruleset.yml"), KITES);
    let fourth = until(&lines, "Watching").join("\n");
    assert!(fourth.contains("1 passed, 0 failed"), "{fourth}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Nothing is wrong here, and yet.
const ODD: &str = "\
tirada: 1
id: odd
rounding: down
dice: {d: 6, roll: 2d, names: {a: lowest, Z: highest}}
options:
  house rule: {yes no: no}
traits:
  Reach: {number: 0..5}
  Rígido: {number: 0..5}
tracks:
  Sail:
    boxes: 3
    marks: {slit: /}
    overflow: ignore
    states:
      Trim: {when: lost < 0}
      Torn: {when: left >= 0}
      Gone: {}
tables:
  Blow:
    ordered: yes
    uses: dice
    rows:
      Fist: a
      Club: Z
      Knife: a
      Sword: a + Z
      Axe: 2a + Z
  Height:
    columns: [height]
    rows: {Step: 2, Wall: 5, Tower: 11}
  Mishap:
    ranges:
      1..3: 1
      4..6: 2
      7..: 3
tests:
  climb:
    ask:
      height: {cell: Height}
      rope: {number: 0..2, default: 0}
    against: height
    roll: 2d
    values:
      total dice: a + Z
      spare: a
      Rigido: Rígido
    total: a + Z + Reach + Rigido
    outcomes:
      soars: {when: Z > 6, is: success}
      climbs: {when: total >= height, is: success}
      falls: {is: failure}
actions:
  slip:
    roles: [climber]
    ask:
      why: {one of: [rain, haste]}
    steps:
      die: 1d6
      harm: Mishap[die]
";

#[test]
fn a_warning_is_reported_and_can_be_suppressed_in_place() {
    let home = folder("checking-odd");
    let path = home.join("odd.yml");
    write(&path, ODD);
    let all = found(&home, &["odd.yml"]);
    let expected = [
        ("unused-option", 6),
        ("unused-track", 11),
        ("state-never", 16),
        ("state-never", 18),
        ("unused-table", 20),
        ("no-rise", 26),
        ("never-missed", 31),
        ("row-never", 36),
        ("unused-input", 41),
        ("unused-value", 45),
        ("unused-value", 46),
        ("differs-by-accent", 47),
        ("outcome-never", 50),
        ("unused-answer", 57),
    ];
    assert_eq!(all, pairs(&expected));
    let run = check(&home, &["odd.yml"]);
    assert_eq!((run.stdout.as_str(), run.code), ("1 file checked: no errors, 14 warnings.\n", 0));

    // Each above its line, or behind it.
    let line = |at: usize| all.iter().filter(move |(_, line)| *line == at as u64 + 1);
    let mut silenced = String::new();
    for (at, text) in ODD.lines().enumerate() {
        for (code, _) in line(at).filter(|_| at % 2 == 0) {
            silenced += &format!("      # allow {code}: it is meant so\n");
        }
        silenced += text;
        for (code, _) in line(at).filter(|_| at % 2 == 1) {
            silenced += &format!("   # allow {code}: it is meant so");
        }
        silenced.push('\n');
    }
    write(&path, &silenced);
    assert_eq!(found(&home, &["odd.yml"]), []);
    // Played, it says nothing either.
    let mut run = command(&home);
    run.current_dir(&home).args(["--lang", "en", "test", "./odd.yml"]);
    assert_eq!(finish(run, "").stderr, "");

    let idle =
        "# allow two boats: that is prose\n# allow no-rise: because\n# allow no-rize: because\n# allow row-never\n";
    write(
        &path,
        &format!(
            "{idle}{}",
            ODD.replace("  house rule: {yes no: no}", "  house rule: {yes no: no}   # allow unused-option:")
        ),
    );
    let all = found(&home, &["odd.yml"]);
    let about = |begin: &str| all.iter().filter(|(code, _)| code.starts_with(begin)).cloned().collect::<Vec<_>>();
    let expected =
        [("allow-nothing", 2), ("allow-unknown", 3), ("allow-without-reason", 4), ("allow-without-reason", 10)];
    assert_eq!(about("allow-"), pairs(&expected));
    assert_eq!(about("unused-option"), pairs(&[("unused-option", 10)]));
}

/// What can never happen stands beside what looks like it and can.
const NEVER: &str = "\
tirada: 1
id: never
rounding: down
dice: {d: 6, roll: 3d, names: {a: lowest, V: middle, Z: highest}}
traits:
  Reach: {number: 0..5}
  Grip: {number: 0..5}
  Fixed: {is: 'max(10, min(0, Reach)) + Grip'}
  Free: {is: 'max(3, min(9, Reach)) + Reach * 0 + if Grip > 2 then 1 else 2'}
  Idle: {number: 0..5}
points:
  Thread: {start: 5}
  Dust: {start: 1}
tags:
  Tied: {}
  Lost: {}
  Slow: {gives: {drag: -1}}
  Coil: {}
tracks:
  Sail:
    boxes: Reach - 5
    marks: {slit: /}
    overflow: ignore
    states:
      Trim: {when: lost < 4}
      Torn: {when: lost < 4 and left > 0}
      Worn: {when: lost < 6}
      Gone: {}
tables:
  Height:
    columns: [height, depth, width, note]
    rows: {Step: [32, 1, 3, 4], Wall: [35, 2, 3, 4]}
  Steps:
    ordered: yes
    rows: {One: 3, Two: 2, Three: 1}
  Spare: {rows: {One: 1}}
tests:
  climb:
    ask:
      height: {cell: Height}
      bonus: {number: any, default: 0}
    against: height
    roll: 3d
    total: V + Reach + bonus + Fixed + Free + sum(drag) + Steps[One]
    outcomes:
      lucky: {when: count(6) >= 2, is: success}
      climbs: {when: total >= height, is: success}
      soars: {when: total >= height + 5 and Z = 6, is: success}
      crawls: {when: total >= height - 2, is: failure}
      lands: {when: total > height, is: success}
      thrice: {when: count(6) = 3, is: success}
      twice: {when: count(5) >= 2, is: success}
      falls: {is: failure}
  omen:
    roll: 3d
    total: sum()
    outcomes:
      fair: {when: V > Z or sum() % 7 = 7, is: success}
      foul: {when: V = Z and Z > a, is: failure}
      dull: {}
actions:
  go:
    roles: [climber]
    ask:
      wide: {number: 0.., default: 'Height[Step, width]'}
    steps:
      try: {roll: climb, by: climber, with: {height: wide}}
      hurt: {mark: 1, on: Sail}
      roped: {gain: Tied}
      cut: {lose: {Thread: 1}}
";

#[test]
fn no_outcome_of_known_dice_counts_as_impossible() {
    let home = folder("checking-late");
    let rules = "tirada: 1\nid: late\nname: Late\ntests:\n  pull:\n    ask: {size: {number: 4..12}, kept: {number: 1..2}}\n    \
                 roll: 3d(size)kh(kept)\n    total: sum()\n    outcomes:\n      high: {when: total >= 5, is: success}\n      \
                 low: {}\n";
    write(&home.join("late.yml"), rules);
    assert_eq!(found(&home, &["late.yml"]), []);
}

const CROWDED: &str = "\
tirada: 1
id: crowded
name: Crowded
rounding: down
dice: {d: 6, roll: 2d}
traits:
  Grip: {number: 0..10}
  Idle: {is: Grip / 20}
  Half: {is: (Grip + 1) / 2}
points: {Coin: {start: 3}, Purse: {start: 1, max: 2}}
tracks:
  Hull:
    boxes: 3
    marks: {dent: /, hole: /}
    overflow: ignore
    states:
      Gone: {when: lost > 5}
      Sunk: {when: lost > 2}
      Afloat: {}
tests:
  haul:
    ask: {skill: {number: 1..9}}
    total: sum()
    outcomes:
      done: {when: total + skill >= 10, is: success}
      twice: {when: count(6) = 2, is: success}
      left: {is: failure}
  under:
    ask: {skill: {number: 1..}, bonus: {number: any}}
    roll: 1d20
    total: sum() + bonus
    outcomes:
      fits: {when: total <= skill, is: success}
      half: {when: total < skill / 2, is: success}
      least: {when: total = 1, is: success}
      over: {is: failure}
  apart:
    ask: {skill: {number: 2..9}}
    total: sum()
    outcomes:
      # With two sixes this holds, unless the skill is 2.
      done: {when: total + skill >= 15, is: success}
      twice: {when: count(6) = 2 and skill = 2, is: success}
      sixes: {when: count(6) = 2, is: success}
      half: {when: total <= skill / 2, is: failure}
      low: {when: total <= skill, is: failure}
      left: {is: failure}
actions:
  go:
    roles: [who]
    steps:
      try: {roll: haul, by: who, with: {skill: 3}}
      one: {gain: {Coin: who.Coin - who.Coin + who.Idle + who.Half}, when: Hull.state = Gone}
      two: {gain: {Coin: 1}, when: try.outcome = twice}
      three: {mark: 1, on: Hull, when: try.outcome = done}
      four: {pay: {Purse: Idle + 3}, to: nobody}
      more: {roll: under, with: {skill: 3, bonus: 1}}
      last: {roll: apart, with: {skill: 3}, on: {success: {end: {say: done}}}}
";

#[test]
fn few_values_and_throws_are_all_tried() {
    let home = folder("checking-crowded");
    write(&home.join("crowded.yml"), CROWDED);
    let expected = [
        ("always-same", 8),
        ("signs-alike", 14),
        ("state-never", 17),
        ("outcome-never", 26),
        ("outcome-never", 34),
        ("outcome-never", 35),
        ("outcome-never", 44),
        ("always-same", 53),
        ("always-same", 53),
        ("always-same", 54),
        ("never-paid", 56),
    ];
    assert_eq!(found(&home, &["crowded.yml"]), pairs(&expected));
}

#[test]
fn impossible_and_unused_entries_are_reported() {
    let home = folder("checking-never");
    let path = home.join("never.yml");
    write(&path, NEVER);
    let expected = [
        ("always-same", 8),
        ("always-same", 9),
        ("unused-trait", 10),
        ("unused-points", 13),
        ("unused-tag", 16),
        ("unused-tag", 18),
        ("boxes-none", 21),
        ("state-never", 26),
        ("unused-column", 31),
        ("unused-column", 31),
        ("no-rise", 35),
        ("unused-table", 36),
        ("outcome-never", 48),
        ("outcome-never", 50),
        ("outcome-never", 51),
        ("outcome-never", 58),
    ];
    let all = found(&home, &["never.yml"]);
    assert_eq!(all, pairs(&expected));
    // What a case reads is read.
    write(&home.join("game/ruleset.yml"), &NEVER.replace("id: never", "id: game"));
    let case = "tirada cases: 1\nruleset: game\ncases:\n  All:\n    with: {Idle: 1}\n    each: {'Spare[One]': 1, \
                'Height[Step, depth]': 1, Idle: 1}\n";
    write(&home.join("game/cases/all.yml"), case);
    let left = found(&home, &["game"]);
    let lines: Vec<u64> = left.iter().filter(|(code, _)| code.starts_with("unused")).map(|(_, line)| *line).collect();
    assert_eq!(lines, [13, 16, 18, 31]);
}

/// The last of several is left nothing where those before it cover everything together; one number
/// that they leave is enough.
#[test]
fn what_the_others_together_leave_nothing_is_never_reached() {
    let home = folder("checking-covered");
    let rules = "\
tirada: 1
id: covered
name: Covered
traits: {Afraid: {yes no: no}, Arm: {number: 0..5}}
tracks:
  Hull:
    boxes: 3
    marks: {dent: x}
    overflow: worsen
    states:
      Whole: {when: lost < 2}
      Leaky: {when: lost >= 2}
      Sunk: {}
  Sail:
    boxes: 3
    marks: {tear: x}
    overflow: worsen
    states:
      Tight: {when: lost < 1}
      Torn: {when: lost > 1}
      Loose: {}
tests:
  haul:
    ask: {wind: {number: any}}
    roll: 2d6
    total: sum() - wind + Arm
    outcomes:
      over: {when: total > wind + 3, is: success}
      level: {when: total = wind + 3, is: success}
      under: {when: total <= wind + 2, is: failure}
      gone: {is: failure}
  hold:
    roll: 2d6
    total: sum() + Arm
    outcomes:
      shakes: {when: Afraid, is: failure}
      holds: {when: not Afraid, is: success}
      falls: {is: failure}
  keep:
    roll: 2d6
    total: sum() + Arm
    outcomes:
      high: {when: total > 9, is: success}
      low: {when: total < 9, is: failure}
      nine: {is: failure}
actions:
  strand:
    roles: [ship]
    steps:
      dent: {mark: 1, on: Hull, of: ship}
      tear: {mark: 1, on: Sail, of: ship}
";
    write(&home.join("covered.yml"), rules);
    assert_eq!(
        found(&home, &["covered.yml"]),
        pairs(&[("state-never", 13), ("outcome-never", 31), ("outcome-never", 38)])
    );
}

#[test]
fn a_misspelt_word_for_the_decider_is_reported() {
    let home = folder("checking-decider");
    let rules = "\
tirada: 1
id: decider
name: Decider
traits: {Arm: {number: 0..5}}
actions:
  haul:
    roles: [sailor]
    ask:
      far: {yes no: no, by: keeper}
      loud: {yes no: no, by: keepr}
      low: {yes no: no, by: sailer}
      wet: {yes no: no, by: sailor}
      old: {yes no: no, by: the table}
      dry: {yes no: no, by: keeper}
    steps:
      tells: {say: '{far} {loud} {low} {wet} {old} {dry} {sailor.Arm}'}
";
    write(&home.join("decider.yml"), rules);
    assert_eq!(found(&home, &["decider.yml"]), pairs(&[("decider-near", 10), ("decider-near", 11)]));
}

#[test]
fn constant_comparisons_and_counts_are_reported() {
    let home = folder("checking-constant");
    let rules = "\
tirada: 1
id: constant
name: Constant
dice: {d: 6, roll: 5d6}
traits:
  Arm: {number: 0..5}
tracks:
  Hull:
    boxes: 4
    marks: {dent: x}
    overflow: worsen
    states:
      Sunk: {when: lost > 5}
      Afloat: {}
tests:
  haul:
    ask: {wind: {number: 0..5}}
    roll: 5d{0,2,4}
    values:
      sevens: count(7)
      high: count(> 4)
      every: count(>= 0)
      some: count(>= 2)
      strong: Arm > 9
      weak: wind >= 0
      open: Arm > wind
    total: sevens + high + every + some + strong + weak + open
    outcomes:
      done: {when: total >= 9, is: success}
      left: {is: failure}
  pull:
    like: haul
    change: {roll: 5d6}
actions:
  strand:
    roles: [ship]
    need: {'It is stuck.': ship.Hull.lost <= 4}
    steps:
      gone: {when: ship.Hull.left > 4, say: Nothing is left.}
      dent: {mark: 1, on: Hull, of: ship, as: dent}
      hauled: {roll: haul, by: ship, with: {wind: 2}}
      pulled: {roll: pull, by: ship, with: {wind: 2}}
";
    write(&home.join("constant.yml"), rules);
    let expected = [
        ("state-never", 13),
        ("always-same", 20),
        ("always-same", 22),
        ("always-same", 24),
        ("always-same", 25),
        ("always-same", 37),
        ("always-same", 39),
    ];
    assert_eq!(found(&home, &["constant.yml"]), pairs(&expected));
    // Dice with a name, in a total.
    let named = "\
tirada: 1
id: constant
name: Constant
dice: {d: 6}
tests:
  haul:
    roll: {rope: 2d6, net: 3d8}
    total: sum(rope) + count(rope, 7) + count(net, 7)
    values:
      torn: highest(net) > 8
      knots: repeats(rope) >= 0
    outcomes: {done: {when: total >= 9 or torn or knots, is: success}, left: {is: failure}}
";
    write(&home.join("constant.yml"), named);
    let expected = [("always-same", 8), ("always-same", 10), ("always-same", 11), ("outcome-never", 12)];
    assert_eq!(found(&home, &["constant.yml"]), pairs(&expected));
}

#[test]
fn conditions_that_no_outcome_meets_are_reported() {
    let home = folder("checking-ends");
    let ends = "\
tirada: 1
id: ends
rounding: down
dice: {d: 6}
classes: [odd]
traits: {Grip: {number: 0..9}}
tests:
  haul:
    ask: {goal: {number: any}}
    against: goal
    roll: 2d6
    total: sum()
    outcomes:
      done: {when: total >= goal + 3, is: success}
      nearly: {when: total >= goal, is: [success, odd]}
      left: {is: failure}
actions:
  tug:
    roles: [who]
    steps:
      r: {roll: haul, by: who, with: {goal: 7}}
      never: {when: r.success and r.failure, say: A}
      nor this: {when: r.odd and not r.success and who.Grip > 3, say: B}
      either: {when: r.success or r.failure, say: C}
      both: {when: r.outcome = done and r.odd, say: D}
      may be: {when: r.success and not r.odd, say: E}
";
    write(&home.join("ends.yml"), ends);
    let expected = [22, 23, 24, 25].map(|line| ("always-same", line));
    assert_eq!(found(&home, &["ends.yml"]), pairs(&expected));
}

#[test]
fn a_variant_repeats_no_warnings_of_its_base() {
    let home = folder("checking-variant");
    write(&home.join("odd.yml"), ODD);
    let variant = "tirada: 1\nid: even\nextends: odd\nchange:\n  traits: {Reach: {number: 0..4}}\n";
    write(&home.join("even.yml"), variant);
    assert_eq!(found(&home, &["even.yml"]), []);
    // What it brings about is its own, also where it shows in the other file.
    let change = "  tables: {Blow: {rows: {Sword: 2a + Z}}}\n";
    write(&home.join("odd.yml"), &ODD.replace("Knife: a\n", "Knife: 2Z\n"));
    write(&home.join("even.yml"), &format!("{variant}{change}"));
    assert_eq!(found(&home, &["even.yml"]), pairs(&[("no-rise", 28)]));
    write(&home.join("even.yml"), &format!("{variant}{}   # allow no-rise: a stick is a stick\n", change.trim_end()));
    assert_eq!(found(&home, &["even.yml"]), []);
}

#[test]
fn a_folder_without_files_is_no_game() {
    let home = home("folders");
    std::fs::create_dir_all(home.join("photos/deeper")).unwrap();
    write(&home.join("photos/one.jpg"), "");
    let run = |args: &[&str], stdin: &str| {
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", "en"]).args(args);
        finish(run, stdin)
    };
    let empty = run(&["check", "photos"], "");
    assert_eq!((empty.stdout.as_str(), empty.code), ("", 3));
    assert_eq!(empty.stderr, "error[no-files]: There is no YAML file in photos.\n");
    // A folder of folders with files is none.
    assert_eq!(run(&["check", "."], "").code, 0);
    let folder = "error[file-is-folder]: photos is a folder, and a file is needed here.\n";
    for args in [
        &["sheet", "photos", "-r", "./kites"][..],
        &["do", "-r", "./kites", "launch", "--as", "photos"],
        &["doc", "./kites", "--output", "photos"],
    ] {
        let found = run(args, "");
        assert_eq!((found.stderr.as_str(), found.code), (folder, 3), "{args:?}");
    }
    let prompt = run(&["-r", "./kites"], "load photos\n");
    assert!(
        prompt.stderr.starts_with("error[no-characters]: photos is a folder, and no file in it is a character"),
        "{}",
        prompt.stderr
    );
}

#[test]
fn a_sheet_does_not_set_what_is_worked_out() {
    let home = home("worked-out");
    write(&home.join("kites/more.yml"), "traits:\n  Height: {is: Reach * 2}\n");
    write(&home.join("people/ann.yml"), &ANN.replace("Reach: 3", "Reach: 3, Height: 4"));
    assert_eq!(found(&home, &["people/ann.yml"]), pairs(&[("trait-worked-out", 4)]));
    let mut run = command(&home);
    run.current_dir(&home).args(["--lang", "en", "sheet", "people/ann.yml", "-r", "./kites"]);
    assert_eq!(finish(run, "").code, 1);
}

#[test]
fn a_sheet_with_a_name_is_not_the_tables() {
    let home = folder("checking-named");
    let rules = "tirada: 1\nid: crags\nname: Crags\nlanguage: en\npoints: {Doom: {of: table, start: 2}}\n";
    write(&home.join("crags.yml"), rules);
    let sheet = |more: &str| format!("tirada character: 1\nruleset: crags\n{more}points: {{Doom: 4}}\n");
    for (more, wrong) in [("", false), ("table: yes\n", false), ("name: Ana\n", true)] {
        write(&home.join("ana.yml"), &sheet(more));
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", "en", "check", "ana.yml"]);
        let run = finish(run, "");
        assert_eq!(run.stderr.contains("[points-of-the-table]"), wrong, "{more}{}", run.stderr);
        assert_eq!(run.code == 0, !wrong, "{more}{}{}", run.stdout, run.stderr);
    }
}

#[test]
fn averages_use_the_number_format_of_the_language() {
    let home = folder("checking-averages");
    let rows = "Fist: 1\n      Stick: 1d6\n      Knife: 1d6 - 1d4 / 4\n      Sword: 2d6\n      Axe: 3d6\n";
    let rules = format!(
        "tirada: 1\nid: blow\nrounding: down\ndice: {{d: 6}}\ntables:\n  Blow:\n    ordered: yes\n    rows:\n      {rows}"
    );
    write(&home.join("blow.yml"), &rules);
    for (language, own, other) in [("en", "3.50", "3,50"), ("es", "3,50", "3.50")] {
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", language, "check", "blow.yml"]);
        let told = finish(run, "").stderr;
        assert!(told.contains("no-rise") && told.contains(own) && !told.contains(other), "{told}");
    }
}

#[test]
fn a_sheet_has_no_more_marks_than_boxes() {
    let home = folder("checking-marks");
    let track = |boxes: &str| {
        format!(
            "tirada: 1\nid: hull\nrounding: down\ndice: {{d: 6}}\ntraits: {{Size: {{number: 1..9, default: 2}}}}\ntracks:\n  \
             Hull: {{boxes: {boxes}, marks: {{dent: /, leak: X}}, overflow: ignore}}\n"
        )
    };
    write(&home.join("hull.yml"), &track("4"));
    write(&home.join("loose.yml"), &track("2 * Size").replace("id: hull", "id: loose"));
    for (marks, wrong) in [
        ("{dent: 4}", None),
        ("{dent: 5}", Some("0..4")),
        ("{dent: 2, leak: 2}", None),
        ("{dent: 3, leak: 3}", Some("0..1")),
    ] {
        let sheet = |id: &str| format!("tirada character: 1\nname: Ann\nruleset: {id}\nmarks:\n  Hull: {marks}\n");
        write(&home.join("ann.yml"), &sheet("hull"));
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", "en", "sheet", "ann.yml", "-r", "./hull.yml"]);
        let run = finish(run, "");
        assert_eq!(run.code, i32::from(wrong.is_some()), "{marks}: {}", run.stderr);
        assert!(run.stderr.contains(wrong.unwrap_or("")), "{}", run.stderr);
        // What a formula allows may shrink while there are marks.
        write(&home.join("ann.yml"), &sheet("loose"));
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", "en", "sheet", "ann.yml", "-r", "./loose.yml"]);
        assert_eq!(finish(run, "").code, 0, "{marks}");
    }
}

#[test]
fn boxes_that_are_left_and_lost_are_one_number() {
    let home = folder("checking-left");
    let game = "tirada: 1\nid: st\nrounding: down\ndice: {d: 6}\ntracks:\n  Health:\n    boxes: 5\n    marks: {cut: X}\n    overflow: \
                ignore\n    states:\n      Hurt: {when: left > 0}\n      Whole: {when: lost = 0}\n      Down: {}\nactions: {hit: {roles: [a], \
                steps: {h: {mark: 1, on: Health}}}}\n";
    write(&home.join("st.yml"), game);
    assert_eq!(found(&home, &["st.yml"]), pairs(&[("state-never", 12)]));
    write(&home.join("st.yml"), &game.replace("left > 0", "left < 5").replace("Hurt", "Harmed"));
    assert_eq!(found(&home, &["st.yml"]), pairs(&[("state-never", 13)]), "one of the two always holds");
    write(&home.join("st.yml"), &game.replace("left > 0", "left < 3"));
    assert_eq!(found(&home, &["st.yml"]), []);
}

/// What a variant makes impossible stands in files that its author does not have.
#[test]
fn impossible_changes_are_reported_where_the_game_is_extended() {
    let home = folder("checking-made-impossible");
    let base = "tirada: 1\nid: base\nrounding: down\ndice: {d: 10, names: {hi: highest}}\nvs: x\ntests:\n  x:\n    ask: {t: {number: \
                0..9}}\n    against: t\n    roll: 2d\n    total: hi\n    outcomes:\n      top: {when: hi > 6, is: success}\n      ok: {when: total >= \
                t, is: success}\n      no: {is: failure}\n";
    write(&home.join("base.yml"), base);
    assert_eq!(found(&home, &["base.yml"]), []);
    let variant = "tirada: 1\nid: small\nextends: base\nchange: {dice: {d: 6}}\n";
    write(&home.join("small.yml"), variant);
    assert_eq!(found(&home, &["small.yml"]), pairs(&[("outcome-never", 3)]));
    write(&home.join("small.yml"), &variant.replace("d: 6", "d: 8"));
    assert_eq!(found(&home, &["small.yml"]), []);
}

#[test]
fn dice_missing_from_every_roll_of_a_test_are_reported() {
    let home = folder("checking-absent");
    let game = |roll: &str, total: &str| {
        format!(
            "tirada: 1\nid: z\nrounding: down\ndice: {{d: 6, names: {{mid: middle, third: nth 3}}}}\nvs: x\ntests:\n  x:\n    ask: {{t: \
             {{number: any}}}}\n    against: t\n    roll: {roll}\n    total: {total}\n    outcomes: {{ok: {{when: total >= t, is: success}}, no: \
             {{is: failure}}}}\n"
        )
    };
    for (roll, total, missing) in
        [("2d", "mid", true), ("2d", "third + 1", true), ("3d", "mid + third", false), ("4d", "mid", true)]
    {
        write(&home.join("z.yml"), &game(roll, total));
        let mut found = found(&home, &["z.yml"]);
        found.retain(|(code, _)| code == "die-not-in-roll");
        assert_eq!(found, pairs(if missing { &[("die-not-in-roll", 10)] } else { &[] }), "{roll} {total}");
    }
}

/// Beside a condition about something without bounds, the others are still looked at.
#[test]
fn outcomes_that_contradict_themselves_never_come() {
    let home = folder("checking-contrary");
    let game = |when: &str| {
        format!(
            "tirada: 1\nid: o\nrounding: down\ndice: {{d: 6, names: {{hi: highest, lo: lowest}}}}\nvs: x\noptions: {{storm: {{one of: [none, brewing, \
             raging], default: none}}}}\ntests:\n  x:\n    ask: {{b: {{number: any}}, t: {{number: any}}}}\n    against: t\n    roll: 2d\n    total: hi + \
             b\n    outcomes:\n      odd: {{when: {when}, is: success}}\n      ok: {{when: total >= t, is: success}}\n      no: {{is: failure}}\n"
        )
    };
    for (when, never) in [
        ("hi > 5 and hi < 3", true),
        ("lo > hi", true),
        ("storm = none and storm = raging", true),
        ("hi = 5 and lo = 6", true),
        ("hi = 6 and lo = 5", false),
        // Of the total, which has no bounds, only what it is compared with is known.
        ("total >= 10 and total <= 6", true),
        ("not (total >= 4 or total < 10)", true),
        ("total >= 6 and total <= 6", false),
        ("b > 3 and total < 4 and b < 4", true),
        ("b > 3 and total < 4 and b < 5", false),
    ] {
        write(&home.join("o.yml"), &game(when));
        let mut found = found(&home, &["o.yml"]);
        found.retain(|(code, _)| code == "outcome-never");
        assert_eq!(found, pairs(if never { &[("outcome-never", 14)] } else { &[] }), "{when}");
    }
}

/// A question for a trait that is a row once counted from 0.
const RUNGS: &str = "\
tirada: 1
id: rungs
rounding: down
dice: {d: 6, roll: 2d}
tables:
  Ladder: {ordered: yes, rows: {Low: 1, High: 3}}
traits:
  Grip: {row: Ladder}
  trick: {row: Ladder, free names: yes}
  Weight: {number: 1..9}
actions:
  climb:
    roles: [climber]
    ask:
      knack: {trait: [Grip, trick]}
      hold: {trait: Grip}
      load: {trait: Weight}
    steps:
      rung: Ladder[hold] + load
      height: knack + 1
      next: {ask: {trait: trick}}
      far: next * 2
";

#[test]
fn adding_to_the_number_of_a_row_is_reported() {
    let home = folder("checking-rungs");
    write(&home.join("rungs.yml"), RUNGS);
    assert_eq!(found(&home, &["rungs.yml"]), pairs(&[("row-counted", 15), ("row-counted", 21)]));
    let test = "tests: {haul: {ask: {grip: {trait: Grip}}, total: sum() + grip}}\n";
    write(&home.join("rungs.yml"), &format!("{RUNGS}{test}"));
    assert_eq!(found(&home, &["rungs.yml"]), pairs(&[("row-counted", 15), ("row-counted", 21), ("row-counted", 23)]));
    // Nor is it added only where a sign stands between.
    let haul = "points: {Rope: {start: 0}}\ntests:\n  haul: {ask: {grip: {number: any}}, total: sum() + grip}\n";
    for step in [
        "height: -knack",
        "height: min(knack, 2) + 1",
        "height: (if load > 3 then knack else 0) * 2",
        "same: knack\n      height: same + 1",
        "height: {roll: haul, with: {grip: knack}}",
        "height: {gain: {Rope: knack}}",
        "height: {repeat: knack, steps: {a: {say: Up.}}}",
        "height: {say: 'Up {if knack >= 2 then 1 else 0} times.'}",
        "height: let step = knack in step + 1",
        "height: {say: 'Up {max(knack, 2)} times.'}",
        "height: {set: {Rope: knack}}",
    ] {
        let text = format!("{haul}{}", RUNGS.split_once("tables:").map(|(_, text)| format!("tables:{text}")).unwrap());
        let head = RUNGS.split_once("tables:").map(|(head, _)| head).unwrap();
        let text = text.replace("height: knack + 1", step).replace("next * 2", "Ladder[next]");
        write(&home.join("rungs.yml"), &format!("{head}{text}"));
        let mut found = found(&home, &["rungs.yml"]);
        found.retain(|(code, _)| code == "row-counted");
        assert_eq!(found, pairs(&[("row-counted", 18)]), "{step}");
    }
    // Of several answers as well.
    for step in ["height: sum(knack)", "height: «knack 1» + 10", "height: {each: {one: knack}, steps: {a: one + 1}}"]
    {
        let text = RUNGS.replace("knack: {trait: [Grip, trick]}", "knack: {trait: [Grip, trick], exactly: 2}");
        assert_ne!(text, RUNGS);
        write(&home.join("rungs.yml"), &text.replace("height: knack + 1", step).replace("next * 2", "Ladder[next]"));
        let mut found = found(&home, &["rungs.yml"]);
        found.retain(|(code, _)| code == "row-counted");
        assert_eq!(found, pairs(&[("row-counted", 15)]), "{step}");
    }
    let plain = RUNGS.replace("knack + 1", "knack").replace("next * 2", "Ladder[next]");
    write(&home.join("rungs.yml"), &plain);
    assert_eq!(found(&home, &["rungs.yml"]), []);
    // So many dice, and faces as high.
    for (dice, total) in [("(grip)d6", "sum()"), ("{g: (grip)d6}", "sum(g)"), ("2d", "count(>= grip)")] {
        let test = format!(
            "tests:\n  haul:\n    ask: {{grip: {{trait: [Grip, trick]}}}}\n    roll: {dice}\n    total: {total}\n"
        );
        write(&home.join("rungs.yml"), &format!("{plain}{test}"));
        assert_eq!(found(&home, &["rungs.yml"]), pairs(&[("row-counted", 25)]), "{dice} {total}");
    }
}

/// In place of a trait that is a row stands the number of a row.
#[test]
fn a_number_for_a_row_is_one_of_them() {
    let home = folder("checking-rung-numbers");
    let rules = "\
tirada: 1
id: rungs
name: Rungs
rounding: down
dice: {d: 6, roll: 2d}
tables:
  Ladder: {ordered: yes, outside: nearest, rows: {Low: 1, High: 3}}
traits:
  Grip: {row: Ladder}
tests:
  haul:
    ask: {grip: {trait: Grip}}
    total: Ladder[grip]
actions:
  climb:
    roles: [climber]
    ask: {grip: {trait: Grip}}
    steps: {told: {say: 'Rung {Ladder[grip]}.'}}
";
    write(&home.join("rungs.yml"), rules);
    write(&home.join("ann.yml"), "tirada character: 1\nruleset: rungs\nname: Ann\ntraits: {Grip: High}\n");
    assert_eq!(found(&home, &["rungs.yml"]), []);
    for (number, code) in [("0", 1), ("-3", 1), ("3", 1), ("1", 0), ("2", 0)] {
        let set = format!("grip={number}");
        for args in [
            vec!["roll", "-r", "rungs.yml", "haul()", "--with", "ann.yml", "--set", &set],
            vec!["roll", "-r", "rungs.yml", &format!("haul({number})"), "--with", "ann.yml"],
            vec!["odds", "-r", "rungs.yml", "haul()", "--with", "ann.yml", "--set", &set],
            vec!["do", "-r", "rungs.yml", "climb", "--as", "ann.yml", "--set", &set],
        ] {
            let mut run = command(&home);
            run.current_dir(&home).args(["--lang", "en"]).args(&args);
            let told = finish(run, "");
            assert_eq!(told.code, code, "{args:?}: {}{}", told.stdout, told.stderr);
            assert_eq!(told.stderr.contains("`1..2`"), code != 0, "{args:?}: {}", told.stderr);
        }
    }
}

/// The rows of a plain list have no names, and ranges have numbers: a number is an answer.
#[test]
fn rows_without_names_are_answered_by_number() {
    let home = folder("checking-list-answers");
    let rules = "\
tirada: 1
id: finds
name: Finds
dice: {d: 6}
tables:
  Find: {cells: text, rows: [a bee, a cow, a dog]}
  Yield: {ranges: {1: 10, 2..4: 20}}
tests:
  look: {ask: {what: {row: Find}}, roll: 1d6, total: highest(), values: {seen: 'Find[what]'}, show: [seen]}
  dig: {ask: {deep: {row: Yield}}, roll: 1d6, total: 'highest() + Yield[deep]'}
actions:
  go:
    roles: [finder]
    ask: {what: {row: Find}}
    steps: {told: {say: 'Sees {Find[what]}.'}}
";
    write(&home.join("finds.yml"), rules);
    write(&home.join("ann.yml"), "tirada character: 1\nruleset: finds\nname: Ann\n");
    assert_eq!(found(&home, &["finds.yml"]), []);
    let tirada = |args: &[&str]| {
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", "en"]).args(args).args(["-r", "finds.yml"]);
        finish(run, "")
    };
    for (args, said) in [
        (&["roll", "look()", "--set", "what=2", "--dice", "3"][..], "a cow"),
        (&["roll", "look(3)", "--dice", "3"], "a dog"),
        (&["roll", "dig()", "--set", "deep=3", "--dice", "3"], "= 23"),
        (&["roll", "dig(1)", "--dice", "3"], "= 13"),
        (&["do", "go", "--as", "ann.yml", "--set", "what=1"], "Sees a bee."),
    ] {
        let told = tirada(args);
        assert!(told.code == 0 && told.stdout.contains(said), "{args:?}: {}{}", told.stdout, told.stderr);
    }
    for args in [
        &["roll", "look()", "--set", "what=4"][..],
        &["roll", "dig(0)"],
        &["do", "go", "--as", "ann.yml", "--set", "what=0"],
        &["do", "go", "--as", "ann.yml"],
    ] {
        let told = tirada(args);
        assert!(told.code != 0 && told.stderr.contains("available: 1, 2"), "{args:?}: {}{}", told.stdout, told.stderr);
    }
}

/// What is reckoned of a group is a number; the best of its rows is a row.
#[test]
fn groups_of_rows_are_counted_as_well() {
    let home = folder("checking-rung-groups");
    let grouped = RUNGS.replace("Grip: {row: Ladder}", "Grip: {row: Ladder, group: holds}");
    for (step, said) in [
        ("sum(holds)", true),
        ("highest(holds) + load", true),
        ("count(holds, >= 2)", true),
        ("lowest(trick)", true),
        ("Ladder[highest(holds)]", false),
    ] {
        let text = grouped.replace("Ladder[hold] + load", step).replace("knack + 1", "knack");
        let text = text.replace("next * 2", "Ladder[next]");
        write(&home.join("rungs.yml"), &text);
        let mut found = found(&home, &["rungs.yml"]);
        found.retain(|(code, _)| code == "row-counted");
        let expected: &[_] = if said { &[("row-counted", 19)] } else { &[] };
        assert_eq!(found, pairs(expected), "{step}");
    }
}

/// Words and columns count from 1 as well, and whoever calculates with them is told.
#[test]
fn words_and_columns_count_from_one() {
    let home = folder("checking-moods");
    let moods = "\
tirada: 1
id: moods
name: Moods
tables: {Grade: {columns: [a, b], rows: {low: [1, 2]}}}
traits:
  Mood: {one of: [calm, wild, mad], group: own}
  Side: {column: Grade, group: own}
actions:
  see:
    roles: [seer]
    ask: {which: {trait: own}}
    steps:
      told: {say: 'It is {which + 10}.'}
";
    write(&home.join("moods.yml"), moods);
    write(&home.join("ann.yml"), "tirada character: 1\nruleset: moods\nname: Ann\ntraits: {Mood: mad, Side: b}\n");
    assert_eq!(found(&home, &["moods.yml"]), pairs(&[("row-counted", 11)]));
    for (which, said) in [("Mood", "It is 13."), ("Side", "It is 12.")] {
        let mut run = command(&home);
        let set = format!("which={which}");
        run.current_dir(&home).args(["do", "-r", "moods.yml", "see", "--as", "ann.yml", "--set", &set, "--seed", "1"]);
        let told = finish(run, "");
        assert!(told.stdout.contains(said), "{which}: {}{}", told.stdout, told.stderr);
    }
}

#[test]
fn falling_and_idle_numbers_are_reported() {
    let home = folder("checking-falling");
    let game = "tirada: 1\nid: falling\nname: Falling\nlanguage: en\ntables:\n  \
        Down: {ordered: yes, rows: {One: 5, Two: 4, Three: 3}}\n  \
        Dip: {ordered: yes, rows: {One: 5, Two: 5, Three: 4, Four: 9}}\n  \
        Up: {ordered: yes, rows: {One: 5, Two: 0, Three: -6}}\n  \
        Both: {ordered: yes, columns: [worse, better], rows: {One: [5, 1], Two: [4, 2], Three: [3, 3]}}\n\
        points: {Pluck: {start: 3, max: 6}, Debt: {start: 0, min: -5, max: 6}}\n\
        tracks: {Body: {boxes: 3, marks: {cut: /}, overflow: ignore}}\n\
        tests: {t: {ask: {down: {cell: Down}, dip: {cell: Dip}, up: {cell: Up}, both: {row: Both}}, roll: 2d6, \
        total: 'sum() + down + dip + up + Both[both, worse] + Both[both, better]'}}\n\
        actions:\n  a:\n    roles: [who]\n    steps:\n      \
        r: {roll: t, by: who}\n      \
        b: {lose: {Pluck: 9}}\n      \
        c: {lose: {Pluck: 6}}\n      \
        e: {lose: {Pluck: 0}}\n      \
        f: {mark: 0, on: Body}\n      \
        g: {lose: {Debt: 11}}\n      \
        h: {lose: {Debt: 12}}\n      \
        i: {lose: {Pluck: 9}, by: any}\n";
    write(&home.join("falling.yml"), game);
    let expected = [
        ("no-rise", 6),
        ("no-rise", 7),
        ("never-paid", 18),
        ("amount-never", 20),
        ("amount-never", 21),
        ("never-paid", 23),
    ];
    assert_eq!(found(&home, &["falling.yml"]), pairs(&expected));
    // Whoever means it says so.
    write(
        &home.join("falling.yml"),
        &game.replace("Three: 3}}\n  Dip", "Three: 3}}   # allow no-rise: a price\n  Dip"),
    );
    assert_eq!(found(&home, &["falling.yml"]), pairs(&expected[1..]));
}

#[test]
fn comparing_a_label_with_an_impossible_text_is_reported() {
    let home = folder("checking-label-texts");
    let game = |condition: &str| {
        format!(
            "tirada: 1\nid: loot\nname: Loot\nlanguage: en\ntables:\n  \
             Loot: {{dice: 1d6, cells: text, ranges: {{1..3: gold, 4..6: gem}}}}\n\
             actions:\n  dig:\n    roles: [who]\n    steps:\n      l: {{roll: Loot}}\n      \
             m: {{when: '{condition}', say: There.}}\n"
        )
    };
    for (condition, expected) in [
        ("l = «gold»", &[][..]),
        ("l != «gem»", &[]),
        ("l = «sliver»", &[("always-same", 12)]),
        ("l != «sliver»", &[("always-same", 12)]),
    ] {
        write(&home.join("loot.yml"), &game(condition));
        assert_eq!(found(&home, &["loot.yml"]), pairs(expected), "{condition}");
    }
    // What is set may be anything.
    let set = game("l = «sliver»").replace("      m: ", "      s: {set: {l: Loot}}\n      m: ");
    write(&home.join("loot.yml"), &set);
    assert_eq!(found(&home, &["loot.yml"]), pairs(&[]));
}

/// A test that succeeds at or below what it is compared with.
const BELOW: &str = "\
tirada: 1
id: below
rounding: down
dice: {d: 100, roll: d}
tests:
  dip:
    ask: {deep water: {number: any}}
    against: deep water
    total: sum()
    outcomes: {dry: {when: total <= «deep water», is: success}, wet: {is: failure}}
";

#[test]
fn a_margin_in_the_wrong_direction_is_reported() {
    let home = folder("checking-below");
    write(&home.join("below.yml"), BELOW);
    assert_eq!(found(&home, &["below.yml"]), pairs(&[("margin-upwards", 8)]));
    // Through a value, and by its dice.
    let shown =
        BELOW.replace("total: sum()", "values: {shown: sum()}\n    total: shown").replace("total <=", "shown <=");
    write(&home.join("shown.yml"), &shown.replace("id: below", "id: shown"));
    assert_eq!(found(&home, &["shown.yml"]), pairs(&[("margin-upwards", 8)]));
    let dice = BELOW.replace("total <=", "sum() <=").replace("id: below", "id: dice");
    write(&home.join("dice.yml"), &dice);
    assert_eq!(found(&home, &["dice.yml"]), pairs(&[("margin-upwards", 8)]));
    let hits = BELOW
        .replace("total: sum()", "values: {hits: 'count(>= «deep water»)'}\n    total: hits")
        .replace("total <= «deep water»", "total > 0");
    write(&home.join("hits.yml"), &hits.replace("id: below", "id: hits"));
    assert_eq!(found(&home, &["hits.yml"]), pairs(&[("margin-read-twice", 8)]));
    let by_margin = BELOW.replace("total <= «deep water»", "margin <= 0");
    write(&home.join("margin.yml"), &by_margin.replace("id: below", "id: margin"));
    let told = check(&home, &["margin.yml"]).stderr;
    assert!(told.contains("help: then turn round what the outcomes compare the margin with"), "{told}");
    let pool =
        BELOW.replace("total: sum()", "total: count(>= «deep water»)").replace("total <= «deep water»", "total > 0");
    write(&home.join("pool.yml"), &pool.replace("id: below", "id: pool"));
    assert_eq!(found(&home, &["pool.yml"]), pairs(&[("margin-read-twice", 8)]));
    let run = check(&home, &["below.yml"]);
    assert!(run.stderr.contains("margin: «deep water» - total"), "{}", run.stderr);
    for said in ["margin: «deep water» - total", "margin: none"] {
        write(
            &home.join("below.yml"),
            &BELOW.replace("    total: sum()\n", &format!("    total: sum()\n    {said}\n")),
        );
        assert_eq!(found(&home, &["below.yml"]), [], "{said}");
    }
    write(&home.join("below.yml"), &BELOW.replace("<=", ">="));
    assert_eq!(found(&home, &["below.yml"]), []);
}

/// A total that is 0 or 1, and is compared as if it were more.
#[test]
fn a_total_compared_twice_is_reported() {
    let home = folder("checking-compared");
    let compared = |total: &str, when: &str| {
        let text = BELOW.replace("total: sum()", &format!("total: {total}")).replace("total <= «deep water»", when);
        write(&home.join("twice.yml"), &text);
        found(&home, &["twice.yml"])
    };
    let told = pairs(&[("total-is-a-condition", 9)]);
    assert_eq!(compared("sum() >= «deep water»", "total >= «deep water»"), told);
    assert!(check(&home, &["twice.yml"]).stderr.contains("when: total >= «deep water»"));
    assert_eq!(compared("sum() >= «deep water»", "total = 1"), []);
}

#[test]
fn an_internal_tag_never_given_is_reported() {
    let home = folder("checking-internal");
    let game = "\
tirada: 1
id: lamps
rounding: down
tags: {Lit: {internal: yes}, Seen: {}}
actions:
  look:
    roles: [who]
    steps: {a: {when: Lit or Seen, say: Bright}}
";
    write(&home.join("lamps.yml"), game);
    assert_eq!(found(&home, &["lamps.yml"]), pairs(&[("tag-never-given", 4)]));
    write(&home.join("lamps.yml"), &game.replace("say: Bright}", "say: Bright}, b: {gain: Lit}"));
    assert_eq!(found(&home, &["lamps.yml"]), []);
}

/// A game in which a heading may stand anywhere.
const HEADINGS: &str = "\
tirada: 1
id: rafts
rounding: down
dice: {d: 6, roll: 2d}
traits: {Arm: {number: 0..9}}
tests:
  pull:
    ask: {arm: {number: any}}
    total: sum() + arm
    outcomes: {on: {when: total >= 7, is: success}, off: {is: failure}}
    opposed: {}
actions:
  race:
    doc: Who is first
    roles: [one, two]
    steps:
      go:
        oppose: pull
        sides:
          one:
            arm: one.Arm
          two:
            arm: two.Arm
        seen:
          wave:
            say: They wave.
  rest:
    roles: [one]
    steps: {a: {say: 'Slowly, {one}'}}
";

#[test]
fn a_heading_in_another_column_is_one_error() {
    let home = folder("checking-headings");
    let text = HEADINGS;
    write(&home.join("rafts.yml"), text);
    assert_eq!(found(&home, &["rafts.yml"]), []);
    for heading in ["actions:", "  race:", "          two:", "        seen:"] {
        for more in [" ", "  "] {
            let line = text.lines().position(|line| line == heading).unwrap() as u64 + 1;
            let moved = text.replace(&format!("\n{heading}\n"), &format!("\n{more}{heading}\n"));
            write(&home.join("rafts.yml"), &moved);
            let found: Vec<u64> = found(&home, &["rafts.yml"]).into_iter().map(|(_, line)| line).collect();
            assert_eq!(found, [line], "{more}{heading}");
        }
    }
}

/// Interventions that can do nothing, whatever is rolled.
const DORY: &str = "\
tirada: 1
id: dory
rounding: down
tests:
  pull:
    ask: {oars: {number: 1..9}, hands: {number: any, default: oars}}
    roll: (hands)d6
    total: sum()
    outcomes: {moves: {when: total > 3, is: success}, stays: {is: failure}}
  steer:
    ask: {oars: {number: 1..9}}
    roll: {helm: d6, luck: 'd{2,4,8}'}
    total: helm + luck + oars
interventions:
";

#[test]
fn what_can_take_no_effect_in_any_roll_is_found() {
    let home = folder("checking-dory");
    for (intervention, expected) in [
        ("{after: pull, roller: x, steps: {c: {change: {oars: oars + 1}}}}", Some("change-without-effect")),
        ("{after: steer, roller: x, steps: {c: {change: {oars: oars + 1}}}}", None),
        ("{after: pull, roller: x, steps: {r: {reroll: all, showing: 7..9}}}", Some("impossible-face")),
        ("{after: pull, roller: x, steps: {r: {reroll: all, showing: 6..9}}}", None),
        ("{after: steer, roller: x, steps: {r: {reroll: luck, showing: 5..7}}}", Some("impossible-face")),
        ("{after: steer, roller: x, steps: {r: {reroll: all, showing: 5..7}}}", None),
        ("{after: steer, roller: x, ask: {which: {dice: any}}, steps: {s: {say: Hello.}}}", Some("unused-answer")),
        ("{after: steer, roller: x, ask: {which: {dice: any}}, steps: {r: {reroll: which}}}", None),
    ] {
        write(&home.join("dory.yml"), &format!("{DORY}  again: {intervention}\n"));
        let found = found(&home, &["dory.yml"]);
        let codes: Vec<&str> = found.iter().map(|(code, _)| code.as_str()).collect();
        assert_eq!(codes, expected.into_iter().collect::<Vec<_>>(), "{intervention}");
    }
}

#[test]
fn a_name_that_is_dice_is_reported_once() {
    let home = folder("checking-name-is-dice");
    let text = "tirada: 1\nid: d\nrounding: down\ntests:\n  go:\n    ask: {d: {number: 1..20}}\n    roll: d(d)\n    total: sum()\n";
    write(&home.join("d.yml"), text);
    assert_eq!(found(&home, &["d.yml"]), pairs(&[("name-is-dice", 6)]));
}

/// Formulas are there for what people type, unless others are used by the rules.
#[test]
fn an_unused_formula_is_reported() {
    let home = folder("checking-formulas");
    let rules = "\
tirada: 1
id: idle
name: Idle
rounding: down
traits: {Arm: {number: 0..5}}
formulas:
  half(score): score / 2
  third(score): score / 3
  ninth(score): third(third(score))
tests:
  haul:
    roll: 2d6
    total: sum() + half(Arm)
    outcomes: {over: {when: total > 7, is: success}, under: {is: failure}}
actions:
  pull: {roles: [who], steps: {tries: {roll: haul}}}
";
    write(&home.join("idle.yml"), rules);
    assert_eq!(found(&home, &["idle.yml"]), pairs(&[("unused-formula", 9)]));
    write(&home.join("idle.yml"), &rules.replace("half(Arm)", "Arm / 2"));
    assert_eq!(found(&home, &["idle.yml"]), pairs(&[("unused-formula", 7), ("unused-formula", 9)]));
    // Nothing uses any of them.
    let none = rules.replace("half(Arm)", "Arm / 2").replace("third(third(score))", "score / 9");
    write(&home.join("idle.yml"), &none);
    assert_eq!(found(&home, &["idle.yml"]), []);
}

#[test]
fn a_character_without_its_kind_is_one_error() {
    let home = home("headless");
    write(&home.join("people/ann.yml"), "name: Ann\ntraits:\n  Reach: 3\n  Grip: 2\npoints:\n  Wind: 1\n");
    assert_eq!(found(&home, &["people/ann.yml"]), pairs(&[("missing-version", 1)]));
    // Rules that lack the same are rules.
    write(&home.join("lost.yml"), "name: Lost\ntraits:\n  Reach: {number: 0..3}\n");
    let codes: Vec<String> = found(&home, &["lost.yml"]).into_iter().map(|(code, _)| code).collect();
    assert!(codes.contains(&"missing-key".to_owned()), "{codes:?}");
}

#[test]
fn another_kind_of_file_instead_of_rules_is_one_error() {
    let home = home("no-rules");
    for (args, what) in [
        (&["roll", "-r", "people/ann.yml", "2d6"][..], "it is a character"),
        (&["test", "kites/cases/first.yml"], "it holds cases"),
    ] {
        let mut command = command(&home);
        command.current_dir(&home).args(["--lang", "en"]).args(args);
        let run = finish(command, "");
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(run.stderr.starts_with("error[no-ruleset-file]") && run.stderr.contains(what), "{}", run.stderr);
        assert_eq!(run.stderr.matches("error[").count(), 1, "{}", run.stderr);
    }
}

/// Where all that uses a name is of one mind, its declaration is what is wrong; cases and characters are asked as well.
#[test]
fn a_name_declared_differently_is_reported_at_its_declaration() {
    let home = folder("checking-declared-otherwise");
    let kites = home.join("kites");
    std::fs::create_dir_all(kites.join("cases")).unwrap();
    let twice = format!(
        "{CASES}  Calm:\n    roll: flight()\n    set: {{wind: Breeze}}\n    dice: [1, 1]\n    expect: {{total: 2}}\n"
    );
    std::fs::write(kites.join("cases/kites.yml"), twice).unwrap();
    let slips = [("  flight:", "  fligt:"), ("Breeze: 8", "Breze: 8"), ("roles: {pilot", "roles: {pilt")];
    for (old, new) in slips {
        let text = KITES.replacen(old, new, 1);
        let line = text[..text.find(new).unwrap()].matches('\n').count() as u64 + 1;
        std::fs::write(kites.join("ruleset.yml"), text).unwrap();
        assert_eq!(found(&home, &["kites"]), [("defined-otherwise".to_owned(), line)], "{new}");
    }
    // A bracket that is left over is what is wrong, and nothing that follows from it.
    std::fs::write(kites.join("ruleset.yml"), KITES.replace("roles: {pilot: one}", "roles: pilot]")).unwrap();
    assert_eq!(found(&home, &["kites"]), [("yaml-extra-bracket".to_owned(), 22)]);
}

/// A rule for what was rolled reads a throw of it.
#[test]
fn what_only_a_settled_rule_reads_is_used() {
    let home = folder("checking-settled");
    let game = "tirada: 1\nid: smithy\ndice: {d: 6}\npoints: {Heat: {start: 0}}\ntests:\n  smith:\n    ask: {danger: {number: any, default: 1}}\n    roll: {own: 2d6, stress: d6}\n    total: own\n    outcomes: {made: {when: total >= 8, is: success}, spoilt: {is: failure}}\ninterventions:\n  burn: {settled: {r: smith}, when: 'r.count(stress, 1) >= r.danger', steps: {h: {gain: {Heat: 1}}}}\n";
    write(&home.join("smithy.yml"), game);
    assert_eq!(found(&home, &["smithy.yml"]), []);
    write(&home.join("smithy.yml"), &game.replace("r.count(stress, 1) >= r.danger", "r.success"));
    assert_eq!(found(&home, &["smithy.yml"]), pairs(&[("unused-input", 7), ("unused-value", 8)]));
}

/// Named throws have no die that is read by its name, and an error that is expected is one that there is.
#[test]
fn what_a_case_expects_of_a_roll_is_checked() {
    let home = folder("checking-expected");
    let game = "tirada: 1\nid: well\ndice: {d: 6, roll: 2d, names: {lo: lowest}}\ntests:\n  two: {roll: {a: 2d6, b: 1d8}, total: a + b}\n  one: {total: lo}\n";
    write(&home.join("well/ruleset.yml"), game);
    let cases = "tirada cases: 1\nruleset: well\ncases:\n  A: {roll: one(), dice: [1, 2], expect: {lo: 1}}\n  B: {roll: two(), dice: [1, 2, 3], expect: {lo: 1}}\n  C: {roll: one(), dice: [1, 2], expect: {error: no-code-at-all}}\n";
    write(&home.join("well/cases/all.yml"), cases);
    assert_eq!(found(&home, &["well"]), pairs(&[("expects-nothing", 5), ("no-such-code", 6)]));
    // No more faces are seen than dice fell, and the most of points is known.
    let game = game.replace("tests:", "points: {Luck: {start: 3, max: 4}}\nactions:\n  go: {roles: [x], steps: {s: {pay: {Luck: 1}, to: nobody}}}\ntests:");
    write(&home.join("well/ruleset.yml"), &game);
    let cases = "tirada cases: 1\nruleset: well\ncharacters: {Ann: {}}\ncases:\n  A: {roll: one(), dice: [1, 2], expect: {faces: [1, 2, 3]}}\n  B:\n    steps:\n      - {do: go, as: Ann, expect: {Ann.Luck.max: 5}}\n";
    write(&home.join("well/cases/all.yml"), cases);
    assert_eq!(found(&home, &["well"]), pairs(&[("never-so", 5), ("never-so", 8)]));
}

/// How many dice there are may be a value, which conditions read as well.
#[test]
fn dice_as_many_as_a_value_are_tried() {
    let home = folder("checking-many");
    let game = "tirada: 1\nid: well\nrounding: down\ndice: {d: 6, names: {Both: sum, High: highest}}\ntraits: {Ward: {number: 0..3}}\n\
                tests:\n  t:\n    ask: {k: {number: 1..3}}\n    roll: (k)d6\n    total: count(>= 5)\n    outcomes:\n      \
                over: {when: total > k, is: success}\n      all: {when: total = k}\n      six: {when: count(6) > 2}\n      \
                rest: {is: failure}\n  u:\n    roll: (Ward + 1)d6\n    total: Both\n    outcomes:\n      \
                over: {when: total > 6 * (Ward + 1), is: success}\n      may: {when: total > 6 * Ward}\n      \
                high: {when: High > 5}\n      low: {when: total < Ward + 1}\n      rest: {is: failure}\nactions:\n  a:\n    roles: [x]\n    steps:\n      r: {roll: u}\n      \
                k: r.total + 2\n      s: {say: big, when: k > 25}\n      v: {say: big, when: k > 26}\n";
    write(&home.join("well.yml"), game);
    let told = found(&home, &["well.yml"]);
    let never: Vec<_> =
        told.into_iter().filter(|(code, _)| ["outcome-never", "always-same"].contains(&code.as_str())).collect();
    assert_eq!(
        never,
        pairs(&[
            ("outcome-never", 12),
            ("outcome-never", 14),
            ("outcome-never", 20),
            ("outcome-never", 23),
            ("always-same", 32)
        ])
    );
}

/// A step that gives something a value that it can never have is refused each time it is played.
#[test]
fn values_always_out_of_bounds_are_reported() {
    let home = folder("checking-unfit");
    let game = "tirada: 1\nid: unfit\nname: Unfit\nlanguage: en\ntables: {Ranks: {ordered: yes, rows: {Low: 1, Mid: 2, High: 3}}}\n\
        traits: {Might: {number: 1..6, default: 3}, Rank: {row: Ranks, default: Low}, Cargo: {number: 0..(3 * Might), default: 0}}\n\
        points: {Pluck: {start: 3, max: 6}}\n\
        tags: {Gear: {several: yes, values: {q: {number: 1..3}}, gives: {mod: q}}, omen: {values: {s: {number: 1..3}}, cards: {'A {1..3}': {s: 1}}}}\n\
        tests: {t: {ask: {bonus: {number: 0..5, default: 0}, r: {row: Ranks, default: Low}}, roll: 2d6, \
        total: 'sum() + Might + bonus + Ranks[r] + Ranks[Rank] + sum(mod) + Cargo'}}\n\
        actions:\n  sub: {roles: [who], ask: {k: {number: 1..3}}, steps: {b: {gain: {Pluck: k}}}}\n  \
        a:\n    roles: [who]\n    ask: {w: {tag: Gear}, k: {number: 6..9}}\n    steps:\n      \
        r: {roll: t, by: who, with: {bonus: k}}\n      \
        b: {gain: {Might: 6}}\n      \
        c: {gain: {Might: 5}}\n      \
        dd: {set: {Might: Might + 6}}\n      \
        e: {set: {Rank: Rank + 3}}\n      \
        f: {set: {Rank: Rank + 2}}\n      \
        gg: {set: {w.q: 4}}\n      \
        h: {gain: {Gear: permanent}, with: {q: 4}}\n      \
        i: {draw: omen, number: 4, to: who}\n      \
        j: {do: sub, as: {who: who}, with: {k: Might + 3}}\n      \
        l: {set: {Cargo: 19}}\n      \
        m: {set: {Pluck: 7 + Might}}\n      \
        n: {lose: {Might: 7}}\n\
        interventions:\n  more: {after: t, steps: {c: {change: {bonus: bonus + 6}}}}\n";
    write(&home.join("unfit.yml"), game);
    let expected = [
        ("never-fits", 16),
        ("never-fits", 17),
        ("never-fits", 19),
        ("never-fits", 20),
        ("never-fits", 22),
        ("never-fits", 23),
        ("never-fits", 24),
        ("never-fits", 25),
        ("never-fits", 26),
        ("never-fits", 27),
        ("never-fits", 28),
        ("never-fits", 30),
    ];
    assert_eq!(found(&home, &["unfit.yml"]), pairs(&expected));
}

#[test]
fn unreachable_branches_are_reported() {
    let home = folder("checking-branches");
    let game = "tirada: 1\nid: fork\nname: Fork\nlanguage: en\n\
        options: {deep: {one of: [low, mid, high], default: low}}\n\
        traits: {Might: {number: 1..6, default: 3}}\n\
        tests: {t: {roll: 2d6, total: sum() + Might, outcomes: {great: {when: total > 15, is: success}, good: {when: total >= 10, is: success}, bad: {is: failure}}}}\n\
        actions:\n  a:\n    roles: [who]\n    steps:\n      \
        r: {roll: t, by: who, on: {great: {gg: {say: Great.}}, success: {s: {when: r.outcome = great, say: Never.}, u: {when: r.outcome = good, say: Good.}}}}\n      \
        f:\n        first:\n          \
        one: {when: r.total >= 5, say: One.}\n          \
        two: {when: r.total >= 8, say: Two.}\n          \
        three: {say: Three.}\n      \
        dd: {when: r.lowest() = 7, say: Seven.}\n      \
        e: {when: r.count(7) > 0, say: Seven.}\n      \
        h: {when: r.highest() = 6, say: Six.}\n      \
        i: {when: deep = low and deep = high, say: Both.}\n";
    write(&home.join("fork.yml"), game);
    let expected = [
        ("always-same", 12),
        ("always-same", 12),
        ("step-never", 16),
        ("always-same", 18),
        ("always-same", 19),
        ("always-same", 21),
    ];
    assert_eq!(found(&home, &["fork.yml"]), pairs(&expected));
}

/// What is left of the boxes is told from either end.
#[test]
fn states_shadowed_by_a_wider_one_are_reported() {
    let home = folder("checking-states");
    let game = "tirada: 1\nid: crew\nname: Crew\nlanguage: en\ntraits: {Brawn: {number: 1..6, default: 2}}\ntracks:\n  \
        Hull:\n    boxes: 3 + Brawn\n    marks: {dent: /}\n    overflow: ignore\n    states:\n      \
        Fine: {when: lost < boxes}\n      \
        Low: {when: left = 1}\n      \
        Gone: {}\n";
    write(&home.join("crew.yml"), game);
    assert_eq!(found(&home, &["crew.yml"]), pairs(&[("state-never", 13)]));
}

/// A difficulty with a usual value is always there, so what comes before is looked at.
#[test]
fn outcomes_shadowed_by_a_wider_one_are_reported() {
    let home = folder("checking-wider");
    let head = "tirada: 1\nid: wide\nname: Wide\nlanguage: en\ntests:\n";
    let test = |rest: &str| format!("{head}  t:\n{rest}");
    for (rest, line) in [
        (
            "    ask: {skill: {number: 1..20, default: 10}}\n    against: skill\n    roll: 1d20\n    total: sum()\n    margin: skill - total\n    outcomes:\n      ok: {when: total <= skill, is: success}\n      crit: {when: total = 1, is: success}\n      no: {is: failure}\n",
            14,
        ),
        (
            "    ask: {bonus: {number: 0..10, default: 0}, dc: {number: 5..20}}\n    against: dc\n    roll: 1d20\n    total: sum() + bonus\n    outcomes:\n      hit: {when: total >= dc, is: success}\n      crit: {when: sum() = 20, is: success}\n      miss: {is: failure}\n",
            13,
        ),
        (
            "    ask: {bonus: {number: 0..10, default: 0}, dc: {number: 5..30, default: 10}}\n    against: dc\n    roll: 1d20\n    total: sum() + bonus\n    outcomes:\n      hit: {when: total >= dc, is: success}\n      miss: {when: total < dc, is: failure}\n      crit: {when: sum() = 20, is: success}\n",
            14,
        ),
    ] {
        write(&home.join("wide.yml"), &test(rest));
        let found = found(&home, &["wide.yml"]);
        assert!(found.contains(&("outcome-never".to_owned(), line)), "{rest}{found:?}");
    }
    // Without a bound of the skill a one may be too much.
    let open = "    ask: {skill: {number: any, default: 10}}\n    against: skill\n    roll: 1d20\n    total: sum()\n    margin: skill - total\n    outcomes:\n      ok: {when: total <= skill, is: success}\n      crit: {when: total = 1, is: success}\n      no: {is: failure}\n";
    write(&home.join("wide.yml"), &test(open));
    assert_eq!(found(&home, &["wide.yml"]), pairs(&[]));
}
