//! Whose the sides of a contest are, what of them is told, and what interventions in them change.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use crate::common::Run;

/// A game in which a tag is a hindrance, and somebody can change what a roll reads.
const MOOR: &str = "\
tirada: 1
id: moor
language: en
rounding: down
traits: {Might: {number: 0..9}}
points: {Luck: {start: 3}}
tags: {Bound: {gives: {hindrance: 2}}}
vs: push
tests:
  push:
    ask: {might: {number: any, default: 0}, goal: {number: any, default: 10}}
    against: goal
    roll: 1d20
    total: sum() + might - sum(hindrance)
    outcomes: {moves: {when: total >= goal, is: success}, stays: {is: failure}}
    opposed: {tie: nobody}
  stroke:
    ask: {goal: {number: any}}
    against: goal
    roll: {tens: '1d{0,10,20,30,40,50,60,70,80,90}', units: '1d10'}
    values: {alike: tens = units * 10}
    total: tens + units
    margin: goal - total
    outcomes:
      perfect: {when: alike and total <= goal, is: success}
      blunder: {when: alike, is: failure}
      hit: {when: total <= goal, is: success}
      miss: {is: failure}
actions:
  wrestle:
    roles: [a, b]
    steps: {bout: {oppose: push, sides: {a: {might: a.Might}, b: {might: b.Might}}, with: {goal: 0}}}
  strike:
    roles: [a]
    steps: {blow: {roll: stroke, by: a, with: {goal: 30}}}
  climb:
    roles: [a]
    steps:
      bout:
        oppose: push
        sides: {a: {might: a.Might}, wall: {by: nobody, might: 2}}
        on:
          a: {up: {say: '{bout.winner} is up, {bout.loser} was {bout.wall.total}.'}}
          wall: {down: {say: '{bout.winner} holds.'}, hurts: {lose: {Luck: 1}, of: a}}
interventions:
  slope:
    before: push
    roller: x
    roles: [helper]
    steps: {p: {pay: {Luck: 1}, from: helper}, steeper: {change: {goal: goal + 2}}}
  second thought:
    after: stroke
    roller: x
    steps: {again: {reroll: tens, keep: better}}
";

fn folder(test: &str) -> PathBuf {
    let folder = crate::common::folder(&format!("contests-{test}"));
    std::fs::write(folder.join("moor.yml"), MOOR).unwrap();
    for (name, might, tags) in [("Kara", 3, "tags: {Bound: yes}\n"), ("Gob", 1, ""), ("Zed", 0, "")] {
        let text = format!("tirada character: 1\nname: {name}\nruleset: moor\ntraits: {{Might: {might}}}\n{tags}");
        std::fs::write(folder.join(format!("{}.yml", name.to_lowercase())), text).unwrap();
    }
    folder
}

fn run(folder: &Path, args: &[&str], stdin: &str) -> Run {
    let mut command = crate::common::command(folder);
    command.current_dir(folder).args(args);
    crate::common::finish(command, stdin)
}

fn typed(folder: &Path, expression: &str) -> Run {
    let people = ["--with", "kara.yml", "--with", "gob.yml", "--with", "zed.yml"];
    let mut args = vec!["roll", "-r", "./moor.yml", expression, "--dice", "10,4"];
    args.extend(people);
    run(folder, &args, "")
}

#[test]
fn a_typed_contests_second_side_is_the_named_character() {
    let folder = folder("names");
    // Kara is hindered, and Gob is not.
    let run = typed(&folder, "push(Might) vs push(Gob.Might)");
    assert!(run.stdout.contains("wins · 11 against 5, margin +6"), "{}{}", run.stdout, run.stderr);
    // Nobody's: no hindrance at all.
    let run = typed(&folder, "push(Might) vs push(2)");
    assert!(run.stdout.contains("wins · 11 against 6, margin +5"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_second_side_without_a_character_is_refused() {
    let folder = folder("whose");
    for (expression, at) in [
        ("push(Might) vs push(Might)", "write one of these: Kara.Might, Gob.Might"),
        ("push(Might) vs push(Gob.Might + Might)", "write one of these: Kara.Might, Gob.Might"),
        ("push(Might) vs push(Gob.Might + Zed.Might)", "the right side belongs to a character only if it names one"),
    ] {
        let run = typed(&folder, expression);
        assert!(run.code != 0 && run.stdout.is_empty(), "{expression}: {}", run.stdout);
        assert!(run.stderr.contains("error[whose-name]") && run.stderr.contains(at), "{expression}: {}", run.stderr);
    }
}

#[test]
fn typed_or_done_a_contest_has_the_same_odds() {
    let folder = folder("odds");
    let with = ["--with", "kara.yml", "--with", "gob.yml"];
    let expression = "push(Might) vs push(Gob.Might)";
    let line = |text: &str| text.lines().find(|line| line.starts_with("succeeds")).map(str::to_owned);
    let typed = run(&folder, &[&["odds", "-r", "./moor.yml", expression][..], &with].concat(), "");
    let done = ["odds", "-r", "./moor.yml", "--do", "wrestle", "--as", "a=kara.yml", "--as", "b=gob.yml"];
    let done = run(&folder, &done, "");
    assert!(line(&typed.stdout).is_some(), "{}{}", typed.stdout, typed.stderr);
    assert_eq!(line(&typed.stdout), line(&done.stdout));
}

#[test]
fn penalties_are_reported_for_their_side_only() {
    let folder = folder("told");
    let args = ["do", "wrestle", "-r", "./moor.yml", "--as", "a=kara.yml", "--as", "b=gob.yml", "--dice", "10,4"];
    let run = run(&folder, &args, "");
    let sum = |who: &str| format!("{who}: (sum");
    let line = |who: &str| run.stdout.lines().find(|line| line.contains(&sum(who))).unwrap_or("").to_owned();
    assert!(line("Kara").contains("(Bound +2)"), "{}", run.stdout);
    assert!(!line("Gob").contains("Bound"), "{}", run.stdout);
}

#[test]
fn a_side_can_be_no_character() {
    let folder = folder("nobody");
    let climb =
        |dice: &str| run(&folder, &["do", "climb", "-r", "./moor.yml", "--as", "a=gob.yml", "--dice", dice], "");
    let up = climb("10,4");
    assert!(up.stdout.contains("Gob is up, wall was 6."), "{}{}", up.stdout, up.stderr);
    let down = climb("3,9");
    assert!(down.stdout.contains("wall holds.") && down.stdout.contains("Luck"), "{}{}", down.stdout, down.stderr);
    // Who intervenes can only mean the roll of a character.
    let people = ["--as", "a=gob.yml", "--choose", "slope helper=Gob", "--dice", "10,4"];
    let slope = run(&folder, &[&["do", "climb", "-r", "./moor.yml"][..], &people].concat(), "");
    assert!(slope.stderr.contains("error[intervention-without-effect]"), "{}{}", slope.stdout, slope.stderr);
    let odds = ["odds", "-r", "./moor.yml", "--do", "climb", "--as", "a=gob.yml"];
    let typed = run(&folder, &["odds", "-r", "./moor.yml", "push(1) vs push(2)"], "");
    let line = |text: &str| text.lines().find(|line| line.starts_with("succeeds")).map(str::to_owned);
    assert_eq!(line(&run(&folder, &odds, "").stdout), line(&typed.stdout));
    assert!(line(&typed.stdout).is_some(), "{}", typed.stderr);
}

#[test]
fn cases_see_each_side_of_a_typed_contest() {
    let folder = folder("sides");
    std::fs::create_dir_all(folder.join("strokes/cases")).unwrap();
    let rules = MOOR.replace("id: moor", "id: strokes").replace(
        "      miss: {is: failure}\n",
        "      miss: {is: failure}\n    opposed: {compare: [outcome, total], tie: nobody}\n",
    );
    std::fs::write(folder.join("strokes/ruleset.yml"), rules).unwrap();
    let case = |expect: &str| {
        let text = format!(
            "tirada cases: 1\nruleset: strokes\ncases:\n  both:\n    roll: stroke(50) vs stroke(20)\n    dice: [10, 1, 30, 4]\n    expect: {{{expect}}}\n"
        );
        std::fs::write(folder.join("strokes/cases/one.yml"), text).unwrap();
        run(&folder, &["test", "./strokes"], "")
    };
    let right = "left.outcome: perfect, left.total: 11, left.alike: yes, left.margin: 39, right.outcome: miss, right.success: no, right.faces: '30, 4', success: yes";
    let passed = case(right);
    assert!(passed.stdout.contains("1 passed"), "{}{}", passed.stdout, passed.stderr);
    let failed = case("left.outcome: miss, right.total: 35");
    assert!(failed.stdout.contains("left.outcome: expected “miss”, found “perfect”"), "{}", failed.stdout);
    assert!(failed.stdout.contains("right.total: expected 35, found 34"), "{}", failed.stdout);
    case("left.outcme: miss, right.outcome: mis");
    let wrong = run(&folder, &["check", "./strokes"], "");
    assert!(wrong.stderr.contains("did you mean “left.outcome”"), "{}{}", wrong.stdout, wrong.stderr);
}

#[test]
fn unread_values_cannot_be_changed_before_a_contest() {
    let folder = folder("unread");
    let people = ["--as", "a=kara.yml", "--as", "b=gob.yml", "--choose", "slope helper=Kara", "--dice", "10,4"];
    let run = run(&folder, &[&["do", "wrestle", "-r", "./moor.yml"][..], &people].concat(), "");
    assert!(run.stderr.contains("error[intervention-without-effect]"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_blunder_is_never_the_better_failure() {
    let folder = folder("blunder");
    let args = ["do", "strike", "-r", "./moor.yml", "--as", "a=gob.yml", "--dice", "80,4,40"];
    let run = run(&folder, &[&args[..], &["--choose", "second thought"]].concat(), "");
    assert!(run.stdout.contains("miss") && !run.stdout.contains("blunder"), "{}{}", run.stdout, run.stderr);
}

/// Dice that show the same go before every total.
const PAIRS: &str = "\
tirada: 1
id: pairs
language: en
rounding: down
dice: {d: 6}
vs: throw
tests:
  throw:
    ask: {might: {number: any, default: 0}}
    roll: {one: 1d, other: 1d}
    values: {pair: one = other}
    total: one + other + might
    opposed: {compare: [pair, total], tie: defender, outcomes: {win: ahead, lose: behind}}
  creep:
    ask: {skill: {number: any, default: 0}}
    roll: 1d
    total: sum()
    margin: skill - total
    opposed: {compare: [-total], tie: nobody}
  crawl:
    ask: {skill: {number: 1..20}}
    roll: {die: d20}
    total: die
    margin: skill - die
    outcomes: {top: {when: die <= skill / 4, is: success}, fine: {when: die <= skill and die > 5, is: success}, bad: {is: failure}}
    opposed: {compare: [outcome, if success then total else 0], tie: nobody}
actions:
  wrestle:
    roles: [a, b]
    steps:
      bout: {oppose: throw, sides: {a: {}, b: {}}, on: {a: {w: {say: '{a} by {bout.margin}.'}}}}
      gap: bout.margin
";

/// What decides may be something else than what the margin counts.
#[test]
fn the_winner_of_a_contest_has_no_negative_margin() {
    let folder = folder("pairs");
    std::fs::write(folder.join("pairs.yml"), PAIRS).unwrap();
    for name in ["Ann", "Bob"] {
        let sheet = format!("tirada character: 1\nname: {name}\nruleset: pairs\n");
        std::fs::write(folder.join(format!("{name}.yml")), sheet).unwrap();
    }
    let roll = |text: &str, dice: &str, more: &[&str]| {
        let run = run(&folder, &[&["roll", "-r", "./pairs.yml", text, "--dice", dice][..], more].concat(), "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        run.stdout
    };
    for (dice, told) in [
        ("2,2,6,5", "ahead · 4 against 11, decided by pair"),
        ("6,5,2,2", "behind · 11 against 4, decided by pair"),
        ("6,6,2,2", "ahead · 12 against 4, margin +8"),
        ("6,6,5,2", "ahead · 12 against 7, margin +5"),
        ("6,1,5,2", "behind · 7 against 7, a tie, which the right side wins"),
    ] {
        assert!(roll("throw() vs throw()", dice, &[]).contains(told), "{dice}");
    }
    let told = roll("throw() vs throw()", "2,2,6,5", &["--json"]);
    assert!(told.contains("\"margin\":0,\"decided_by\":\"pair\""), "{told}");
    // The lower total wins, whatever the margins of both are.
    assert!(roll("creep(9) vs creep(5)", "4,3", &[]).contains("loses · 4 against 3, decided by -total"));
    assert!(roll("creep(5) vs creep(5)", "4,3", &[]).contains("loses · 4 against 3, margin −1"));
    // Outcomes rise neither with the dice nor with less of them: more of the margin that is declared is better.
    assert!(roll("crawl(11) vs crawl(14)", "2,9", &["--json"]).contains("\"margin\":4"));
    assert!(roll("crawl(11) vs crawl(14)", "11,16", &["--json"]).contains("\"margin\":2"));
    assert!(roll("crawl(11) vs crawl(14)", "9,7", &["--json"]).contains("\"margin\":0"));
    // Formulas, texts and odds say the same.
    let people = ["--as", "a=Ann.yml", "--as", "b=Bob.yml"];
    let done = run(&folder, &[&["do", "wrestle", "-r", "./pairs.yml", "--dice", "2,2,6,5"][..], &people].concat(), "");
    assert!(done.stdout.contains("Ann by 0.") && done.stdout.contains("gap = 0"), "{}{}", done.stdout, done.stderr);
    let mut margins = [0_i64; 2];
    for throw in 0..6 * 6 * 6 * 6_i64 {
        let [one, other, two, more] = [throw % 6, throw / 6 % 6, throw / 36 % 6, throw / 216].map(|face| face + 1);
        let (left, right) = (one + other, two + more);
        let ahead = (one == other, left) > (two == more, right);
        let margin = if (left > right) == ahead { left - right } else { 0 };
        margins[usize::from(margin > 0)] += margin;
    }
    let mean = (margins[0] + margins[1]) as f64 / 1296.0;
    for args in [
        &["odds", "throw() vs throw()", "-r", "./pairs.yml", "--json"][..],
        &[&["odds", "--do", "wrestle", "-r", "./pairs.yml", "--json"][..], &people].concat(),
    ] {
        let odds = run(&folder, args, "");
        let odds: serde_json::Value = serde_json::from_str(&odds.stdout).unwrap();
        let found = if odds["margin"].is_null() { &odds["tests"][0]["margin"] } else { &odds["margin"] };
        assert!((found["mean_decimal"].as_f64().unwrap() - mean).abs() < 1e-12, "{found} {mean}");
    }
    // A case that expects what formulas count is not refused.
    let cases = "tirada cases: 1\nruleset: pairs\ncases:\n  low: {roll: creep(3) vs creep(3), dice: [1, 6], \
                 expect: {margin: 5, outcome: none}}\n";
    std::fs::write(folder.join("cases.yml"), cases).unwrap();
    let run = run(&folder, &["check", "pairs.yml", "cases.yml"], "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
}

#[test]
fn failures_that_only_faces_distinguish_need_an_order() {
    let folder = folder("order");
    let check = |folder: &Path| {
        let run = run(folder, &["check", "moor.yml"], "");
        (run.stdout + &run.stderr).matches("warning[better-unclear]").count()
    };
    assert_eq!(check(&folder), 0);
    let (blunder, hit) =
        ("      blunder: {when: alike, is: failure}\n", "      hit: {when: total <= goal, is: success}\n");
    let text = MOOR.replace(&format!("{blunder}{hit}"), &format!("{hit}{blunder}"));
    std::fs::write(folder.join("moor.yml"), &text).unwrap();
    assert_eq!(check(&folder), 1);
    // Where the margin tells them apart, by how much they fail says which is worse.
    std::fs::write(
        folder.join("moor.yml"),
        text.replace("when: alike, is: failure", "when: margin < -50, is: failure"),
    )
    .unwrap();
    assert_eq!(check(&folder), 0);
}

/// How far the winner is above the loser, whichever way the sides are compared.
#[test]
fn the_margin_of_a_contest_is_for_the_winner() {
    let folder = folder("margins");
    let game = |margin: &str, compare: &str| {
        let text = format!(
            "tirada: 1\nid: fen\nlanguage: en\nrounding: down\ntests:\n  wade:\n    ask: {{goal: {{number: any, default: 12}}}}\n    \
             against: goal\n    roll: d20\n    total: sum()\n{margin}    outcomes: {{dry: {{when: total <= goal, is: success}}, \
             wet: {{is: failure}}}}\n    opposed: {{{compare}tie: nobody}}\nactions:\n  race:\n    roles: [a, b]\n    steps:\n      \
             run: {{oppose: wade, sides: {{a: {{}}, b: {{}}}}}}\n      told: {{say: 'ahead by {{run.margin}}'}}\n"
        );
        std::fs::write(folder.join("fen.yml"), text).unwrap();
    };
    for (file, name) in [("ann.yml", "Ann"), ("bo.yml", "Bo")] {
        std::fs::write(folder.join(file), format!("tirada character: 1\nname: {name}\nruleset: fen\n")).unwrap();
    }
    let said = "    margin: goal - total\n";
    for (margin, compare, typed, told) in [
        // More of the total wins.
        (said, "", "wins · 8 against 3, margin +5", "ahead by 5"),
        (said, "compare: [total], ", "wins · 8 against 3, margin +5", "ahead by 5"),
        ("", "", "wins · 8 against 3, margin +5", "ahead by 5"),
        // Less of it wins.
        (said, "compare: [-total], ", "loses · 8 against 3, margin −5", "ahead by -5"),
        ("", "compare: [-total], ", "loses · 8 against 3, margin −5", "ahead by -5"),
        ("", "compare: [100 - total], ", "loses · 8 against 3, margin −5", "ahead by -5"),
    ] {
        game(margin, compare);
        let found = run(&folder, &["roll", "-r", "./fen.yml", "wade() vs wade()", "--dice", "8,3"], "");
        assert!(found.stdout.contains(typed), "{margin}{compare}: {}{}", found.stdout, found.stderr);
        let found = run(
            &folder,
            &["do", "race", "-r", "./fen.yml", "--as", "a=ann.yml", "--as", "b=bo.yml", "--dice", "8,3"],
            "",
        );
        assert!(found.stdout.replace('−', "-").contains(told), "{margin}{compare}: {}{}", found.stdout, found.stderr);
        let odds = run(&folder, &["odds", "-r", "./fen.yml", "wade() vs wade()", "--json"], "");
        let odds: serde_json::Value = serde_json::from_str(&odds.stdout).unwrap_or_else(|_| panic!("{}", odds.stderr));
        // The left side wins as often as its margin is above 0.
        let above: f64 = odds["margin"]["values"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["value"].as_i64() > Some(0))
            .map(|one| one["decimal"].as_f64().unwrap())
            .sum();
        assert!((above - 0.475).abs() < 1e-9, "{margin}{compare}: {odds}");
    }
}

/// Two totals are compared: what one roll alone is compared with counts for nothing.
#[test]
fn a_difficulty_in_a_contest_is_an_error() {
    let folder = crate::common::folder("contests-in-vain");
    let rules = "\
tirada: 1
id: ropes
rounding: down
vs: tug
tests:
  tug:
    ask: {mod: {number: any, default: 0}, foe: {number: any, default: 7}}
    against: foe
    roll: 2d6
    total: sum() + mod
    outcomes: {held: {when: total >= foe, is: success}, slipped: {is: failure}}
    opposed: {tie: nobody}
";
    std::fs::write(folder.join("ropes.yml"), rules).unwrap();
    let told = |text: &str| {
        let mut command = crate::common::command(&folder);
        command.current_dir(&folder);
        command.args(["--lang", "en", "roll", "-r", "ropes.yml", "--seed", "1", text]);
        let run = crate::common::finish(command, "");
        (run.code, run.stderr)
    };
    let error = "error[given-unread]: “foe” was given a value, and nothing here reads it.\n";
    assert_eq!(told("tug(mod = 2, foe = 9) vs tug(1)"), (1, error.to_owned()));
    assert_eq!(told("tug(1) vs tug(mod = 1, foe = 9)"), (1, error.to_owned()));
    assert_eq!(told("tug(mod = 2) vs tug(1)"), (0, String::new()));
    assert_eq!(told("tug(mod = 2, foe = 9)"), (0, String::new()));
    let mut prompt = crate::common::command(&folder);
    prompt.current_dir(&folder).args(["--lang", "en", "-r", "ropes.yml"]);
    let run = crate::common::finish(prompt, "tug(mod = 2, foe = 9) vs tug(1)\n");
    assert!(run.stderr.starts_with("error[given-unread]"), "{}", run.stderr);
}

/// Rolling under, where the higher success wins.
const UNDER: &str = "\
tirada: 1
id: under
language: en
vs: mar
tests:
  mar:
    ask: {skill: {number: any, default: 50}}
    roll: d100
    total: sum()
    margin: skill - total
    outcomes: {ok: {when: margin >= 0, is: success}, bad: {is: failure}}
    opposed: {compare: ['if margin >= 0 then 1 else 0', total]}
";

#[test]
fn a_contests_margin_is_that_of_the_larger_side() {
    let folder = crate::common::folder("contests-under");
    std::fs::write(folder.join("under.yml"), UNDER).unwrap();
    for (sides, dice, told) in [
        ("mar(50) vs mar(30)", "45,28", "wins · 45 against 28, margin +3"),
        ("mar(50) vs mar(70)", "40,20", "wins · 40 against 20, margin 0"),
    ] {
        let run = run(&folder, &["roll", "-r", "./under.yml", sides, "--dice", dice], "");
        assert!(run.stdout.contains(told), "{sides}: {}{}", run.stdout, run.stderr);
    }
}

/// Two whose rolls have one label, and a friend who may change either.
const LANE: &str = "\
tirada: 1
id: lane
language: en
rounding: down
dice: {d: 6, roll: 2d, names: {lo: lowest, hi: highest}}
points: {Chips: {start: 10}}
tests:
  dash:
    ask: {bonus: {number: any, default: 0}, goal: {number: any, default: 5}}
    against: goal
    roll: 2d
    total: hi + bonus
    outcomes: {pass: {when: total >= goal, is: success}, fall: {is: failure}}
    opposed: {tie: nobody}
interventions:
  nudge:
    after: dash
    roles: [friend]
    steps: {p: {pay: {Chips: 1}, from: friend, to: nobody}, c: {change: {bonus: bonus + 3}}}
  aid:
    after: dash
    roller: roller
    roles: [helper]
    need: {Only others: helper != roller}
    steps: {c: {change: {bonus: bonus + 1}}}
  calm: {after: dash, steps: {p: {pay: {Chips: 1}, to: nobody}, c: {change: {bonus: 0}}}}
actions:
  race: {roles: [l, r], steps: {bout: {oppose: dash, sides: {l: {}, r: {}}}}}
  alone: {roles: [x], steps: {r: {roll: dash, by: x}}}
  heats: {roles: {crew: many}, steps: {all: {each: {one: crew}, steps: {r: {roll: dash, by: one}}}}}
";

fn lane(test: &str) -> PathBuf {
    let folder = crate::common::folder(&format!("contests-{test}"));
    std::fs::write(folder.join("lane.yml"), LANE).unwrap();
    for name in ["Ann", "Bob"] {
        std::fs::write(folder.join(format!("{name}.yml")), format!("tirada character: 1\nname: {name}\n")).unwrap();
    }
    folder
}

#[test]
fn a_label_of_both_sides_means_the_intervening_side() {
    let folder = lane("label");
    let people = ["-r", "lane.yml", "--as", "l=Ann.yml", "--as", "r=Bob.yml", "--choose"];
    for (chosen, ends) in [
        ("nudge Bob at=bout", "Bob wins · 2 against 6"),
        ("nudge Ann at=bout", "Ann wins · 5 against 3"),
        ("nudge Ann at=«bout Bob»", "Bob wins · 2 against 6"),
        // Only others may.
        ("aid Ann at=bout", "Bob wins · 2 against 4"),
        ("aid Bob at=bout", "3 against 3"),
    ] {
        let done = run(&folder, &[&["do", "race", "--dice", "1,2,3,1"], &people[..], &[chosen]].concat(), "");
        assert!(
            done.stdout.contains(ends) && !done.stdout.contains("·roller"),
            "{chosen}: {}{}",
            done.stdout,
            done.stderr
        );
        let odds =
            |chosen: &str| run(&folder, &[&["odds", "--do", "race"], &people[..], &[chosen]].concat(), "").stdout;
        let bare = chosen.split(" at=").next().unwrap();
        // What the other side gets is another question.
        if !chosen.contains('«') {
            assert_eq!(odds(chosen), odds(bare), "{chosen}");
        }
    }
    let unsaid = run(&folder, &[&["do", "race", "--dice", "1,2,3,1"], &people[..], &["nudge at=bout"]].concat(), "");
    assert!(unsaid.code != 0 && unsaid.stderr.contains("intervention-which"), "{}{}", unsaid.stdout, unsaid.stderr);
    // Rolls are offered with their totals, as they lay before.
    assert!(unsaid.stderr.contains("bout Ann (2), bout Bob (3)"), "{}", unsaid.stderr);
    let lines = "load Ann.yml Bob.yml\ndice 1,2,3,1\nrace Ann Bob\nnudge Bob at=bout\nundo\nnudge at=bout\n";
    let typed = run(&folder, &["-r", "lane.yml"], lines);
    assert!(typed.stdout.contains("2 against Bob [3 1] 6"), "{}{}", typed.stdout, typed.stderr);
    assert!(typed.stderr.contains("bout Ann (2), bout Bob (3)"), "{}", typed.stderr);
}

#[test]
fn a_label_of_all_means_the_intervening_characters_roll() {
    let folder = lane("each");
    let args = |chosen| {
        [
            "do",
            "heats",
            "-r",
            "lane.yml",
            "--as",
            "crew=Ann.yml",
            "--as",
            "crew=Bob.yml",
            "--dice",
            "1,2,3,1",
            "--choose",
            chosen,
        ]
    };
    for chosen in ["nudge Bob at=r", "nudge Bob", "nudge Bob at=«r Bob»"] {
        let done = run(&folder, &args(chosen), "");
        assert!(done.stdout.contains("hi 3 + bonus 3 = 6"), "{chosen}: {}{}", done.stdout, done.stderr);
    }
    let done = run(&folder, &args("nudge Ann at=r"), "");
    assert!(done.stdout.contains("hi 2 + bonus 3 = 5"), "{}{}", done.stdout, done.stderr);
}

#[test]
fn changing_an_answer_to_its_default_is_refused() {
    let folder = lane("default");
    let args = ["do", "alone", "-r", "lane.yml", "--as", "Ann.yml", "--dice", "1,2", "--choose", "calm"];
    let done = run(&folder, &args, "");
    assert!(done.stderr.contains("intervention-without-effect"), "{}{}", done.stdout, done.stderr);
}

/// Contests in which each side succeeds or fails by itself: what is typed, what an action does and what programs read.
#[test]
fn each_side_has_an_outcome_of_its_own() {
    let folder = crate::common::folder("contests-ends");
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/quills/ruleset.yml");
    for (name, craft) in [("Ada", 50), ("Bo", 60)] {
        let sheet = format!("tirada character: 1\nname: {name}\ntraits: {{Craft: {craft}, Nerve: 9}}\n");
        std::fs::write(folder.join(format!("{name}.yml")), sheet).unwrap();
    }
    let contest = ["roll", "-r", game, "dispute(50) vs dispute(60)", "--dice", "45,98"];
    insta::assert_snapshot!("each_side_typed", run(&folder, &contest, "").stdout);
    let told = run(&folder, &[&contest[..], &["--json"]].concat(), "").stdout;
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["outcome"]["decided_by"], "outcome");
    assert_eq!(told["sides"][0]["outcome"]["name"], "sound");
    assert_eq!(told["sides"][1]["outcome"]["is"], serde_json::json!(["failure", "blot"]));
    assert_eq!(told["sides"][1]["outcome"]["margin"], -38);
    let people = ["--as", "first=Ada.yml", "--as", "second=Bo.yml"];
    let action = [&["do", "argue", "-r", game, "--dice", "45,98"][..], &people].concat();
    insta::assert_snapshot!("each_side_done", run(&folder, &action, "").stdout);
    let told = run(&folder, &[&action[..], &["--json"]].concat(), "").stdout;
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["tests"][0]["outcomes"][1]["name"], "smudged");
}

/// The chance of each end of a contest of outcomes, counted pair by pair, in an action as well as typed.
#[test]
fn odds_of_contests_of_outcomes_are_exact() {
    let folder = crate::common::folder("contests-ends-odds");
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/quills/ruleset.yml");
    for (name, nerve) in [("Ada", 12), ("Bo", 8)] {
        let sheet = format!("tirada character: 1\nname: {name}\ntraits: {{Craft: 50, Nerve: {nerve}}}\n");
        std::fs::write(folder.join(format!("{name}.yml")), sheet).unwrap();
    }
    let mut counts = [0_i64; 3];
    for (left, right) in (1..=20).flat_map(|left| (1..=20).map(move |right| (left, right))) {
        let worth = |face: i64, nerve: i64| if face <= nerve { face } else { 0 };
        let (ours, theirs) = (worth(left, 12), worth(right, 8));
        let end = match ours.cmp(&theirs) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Equal if ours == 0 => 1,
            _ => 2,
        };
        counts[end] += 1;
    }
    let people = ["--as", "caller=Ada.yml", "--as", "other=Bo.yml"];
    for args in [
        &["odds", "outbid(12) vs outbid(8)", "-r", game, "--json"][..],
        &[&["odds", "--do", "bid", "-r", game, "--json"][..], &people].concat(),
    ] {
        let found = run(&folder, args, "");
        let found: serde_json::Value =
            serde_json::from_str(&found.stdout).unwrap_or_else(|_| panic!("{}", found.stderr));
        let outcomes = if found["outcomes"].is_null() { &found["tests"][0]["outcomes"] } else { &found["outcomes"] };
        for (name, count) in ["prevails", "both bow", "yields"].iter().zip(counts) {
            let one = outcomes.as_array().unwrap().iter().find(|one| one["name"] == *name);
            let chance = one.unwrap_or_else(|| panic!("{name}: {found}"))["decimal"].as_f64().unwrap();
            assert!((chance - count as f64 / 400.0).abs() < 1e-12, "{name}: {chance}, {count}/400");
        }
    }
}

/// Outcomes put failures before the last success in order, and no others.
#[test]
fn failures_behind_the_successes_are_alike_in_a_contest() {
    let folder = crate::common::folder("contests-alike");
    let (sound, smudged) =
        ("      sound: {when: total <= skill, is: success}\n", "      smudged: {when: total >= 96, is: failure}\n");
    for (outcomes, warnings) in [([smudged, sound], 0), ([sound, smudged], 1)] {
        let text = format!(
            "tirada: 1\nid: pens\nlanguage: en\nrounding: down\ntests:\n  line:\n    ask: {{skill: {{number: any}}}}\n    \
             roll: d100\n    total: sum()\n    margin: skill - total\n    outcomes:\n{}      poor: {{is: failure}}\n    \
             opposed: {{compare: [outcome], tie: nobody}}\n",
            outcomes.concat()
        );
        std::fs::write(folder.join("pens.yml"), text).unwrap();
        let run = run(&folder, &["check", "pens.yml"], "");
        let told = run.stdout + &run.stderr;
        assert_eq!(told.matches("warning[better-unclear]").count(), warnings, "{told}");
    }
}

/// What is repeated to find out how a side ends has a bound.
#[test]
fn ends_that_are_read_too_often_are_refused() {
    let folder = crate::common::folder("contests-bound");
    let outcomes: String = (1..400).map(|face| format!("      o{face}: {{when: total = {face}}}\n")).collect();
    let ties = "success and ".repeat(2_000);
    let text = format!(
        "tirada: 1\nid: pens\nlanguage: en\nrounding: down\ntests:\n  line:\n    roll: d100\n    total: sum()\n    outcomes:\n\
         {outcomes}      poor: {{is: failure}}\n    opposed: {{compare: [outcome], tie: {{attacker: {{when: {ties}success}}, nobody: {{}}}}}}\n"
    );
    std::fs::write(folder.join("pens.yml"), text).unwrap();
    let run = run(&folder, &["check", "pens.yml"], "");
    let told = run.stdout + &run.stderr;
    assert_eq!(told.matches("error[too-much-to-check]").count(), 1, "{told}");
}

/// Both sides of a contest that is typed have their own rules, and undo takes back what they did.
#[test]
fn rules_follow_both_sides_of_a_typed_contest() {
    let folder = folder("rules");
    for (name, craft) in [("Ada", 50), ("Bo", 60)] {
        let text =
            format!("tirada character: 1\nname: {name}\nruleset: quills\ntraits: {{Craft: {craft}, Nerve: 5}}\n");
        std::fs::write(folder.join(format!("{name}.yml")), text).unwrap();
    }
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/quills");
    let lines = "load Ada.yml Bo.yml\nas Ada\ndice 45,8\ndispute(Craft) vs dispute(Bo.Craft)\nwho\nundo\nwho\n\
                 dice 99,98\ndispute(Craft) vs dispute(60)\nwho\n";
    let run = run(&folder, &["-r", game], lines);
    for told in ["Ada: Marks 0 → 1 · Bo: Marks 0 → 2", "Taken back: Ada: dispute", "both bow · 99 against 98"] {
        assert!(run.stdout.contains(told), "{told}: {}{}", run.stdout, run.stderr);
    }
    // Only between the contest and undo.
    assert_eq!(run.stdout.matches("Ada  Marks 1").count(), 1, "{}", run.stdout);
}
