//! Slips that once took effect in another way than they were meant, without a word.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use crate::common::Run;

const FEN: &str = "\
tirada: 1
id: fen
language: en
rounding: down
traits:
  Brawn: {row: Ladder}
  skill: {number: 0..99, free names: yes}
tables: {Ladder: {ordered: yes, rows: {Poor: -1, Fair: 0, Good: 1, Great: 2}}}
points: {Luck: {start: 3}}
tests: {try: {roll: 1d20, total: sum(), outcomes: {done: {is: success}}}}
actions:
  save: {roles: [who], steps: {a: {roll: try, by: who}}}
  pass the ford: {roles: [who], steps: {a: {say: Across}}}
  climb: {roles: [who], steps: {a: {say: Up}}}
interventions:
  drop it: {after: try, roller: x, steps: {a: {reroll: all}}}
  luck: {after: try, roller: x, steps: {p: {pay: {Luck: 1}, from: x}, a: {reroll: all}}}
";

fn folder(test: &str) -> PathBuf {
    let folder = crate::common::folder(&format!("unheard-{test}"));
    std::fs::write(folder.join("fen.yml"), FEN).unwrap();
    let ann = "tirada character: 1\nname: Ann\nruleset: fen\ntraits: {Brawn: Great, skill: {Swords: 62}}\n";
    std::fs::write(folder.join("ann.yml"), ann).unwrap();
    folder
}

fn run(folder: &Path, args: &[&str], stdin: &str) -> Run {
    let mut command = crate::common::command(folder);
    command.current_dir(folder).args(args);
    crate::common::finish(command, stdin)
}

#[test]
fn names_that_begin_with_a_command_are_warned_of() {
    let folder = folder("commands");
    let run = run(&folder, &["check", "fen.yml"], "");
    let all = run.stdout + &run.stderr;
    for name in ["«save»", "«pass the ford»", "«drop it»"] {
        assert!(all.contains(name), "{name}: {all}");
    }
    assert_eq!(all.matches("hidden-by-command").count(), 3, "{all}");
}

#[test]
fn a_translation_that_no_game_reads_is_warned_of() {
    let folder = folder("translation");
    let text = "tirada translation: 1\nruleset: fen\nlanguage: es\nactions: {climb: trepar}\n";
    std::fs::create_dir_all(folder.join("translations")).unwrap();
    std::fs::create_dir_all(folder.join("translation")).unwrap();
    for (place, apart) in [("es.yml", true), ("translation/es.yml", true), ("translations/es.yml", false)] {
        std::fs::write(folder.join(place), text).unwrap();
        let run = run(&folder, &["check", place], "");
        assert_eq!(run.stderr.contains("[translation-apart]"), apart, "{place}: {}{}", run.stdout, run.stderr);
        std::fs::remove_file(folder.join(place)).unwrap();
    }
}

#[test]
fn sentences_with_braces_are_warned_about() {
    let folder = folder("braces");
    let rules = FEN.replace("  climb: {roles: [who], ", "  climb: {roles: [who], need: {'{who} is weak': Luck > 0}, ");
    assert_ne!(rules, FEN);
    std::fs::write(folder.join("fen.yml"), rules).unwrap();
    let run = run(&folder, &["check", "fen.yml"], "");
    assert_eq!(run.stderr.matches("[braces-as-written]").count(), 1, "{}", run.stderr);
}

#[test]
fn let_hides_nothing_that_has_a_meaning() {
    let folder = folder("let");
    for (name, what) in
        [("Ann", "a character at the table"), ("Swords", "a trait of a character"), ("luck", "an intervention")]
    {
        let run = run(&folder, &["-r", "./fen.yml"], &format!("load ann.yml\nas Ann\nlet {name} = 4\n"));
        let told = run.stderr.contains("error[let-is-taken]") && run.stderr.contains(what);
        assert!(told, "{name}: {}{}", run.stdout, run.stderr);
    }
}

#[test]
fn the_most_and_the_least_of_one_thing_are_refused() {
    let folder = folder("most");
    for (expression, better) in [("max(2d20)", "highest(2d20)"), ("min(2d20)", "lowest(2d20)")] {
        let run = run(&folder, &["roll", expression, "--dice", "11,9"], "");
        assert!(run.stderr.contains("error[wrong-number-of-arguments]"), "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(better), "{}", run.stderr);
    }
    let run = run(&folder, &["roll", "max(3, 2d20)", "--dice", "11,9"], "");
    assert!(run.stdout.contains("= 20"), "{}", run.stdout);
}

#[test]
fn a_row_beyond_its_table_is_counted_from_1() {
    let folder = folder("rows");
    for (expression, value) in [("Brawn - 1", "= Good"), ("Brawn + 1", "= 5"), ("Brawn - 5", "= −1")] {
        let run = run(&folder, &["roll", "-r", "./fen.yml", expression, "--with", "ann.yml"], "");
        assert_eq!(run.stdout.trim(), value, "{expression}: {}", run.stderr);
    }
}

#[test]
fn what_is_put_in_quotes_stays_as_it_is() {
    let folder = folder("quotes");
    let text = FEN.replace("{say: Up}", "{say: Salta y cae #1}").replace("{say: Across}", "{say: No hope: {who}}");
    std::fs::write(folder.join("fen.yml"), text).unwrap();
    run(&folder, &["check", "--fix", "fen.yml"], "");
    let mended = std::fs::read_to_string(folder.join("fen.yml")).unwrap();
    assert!(mended.contains("'Salta y cae #1'") && mended.contains("'No hope: {who}'"), "{mended}");
}

/// An answer that an action and all that it leads to never ask for changes nothing, also where another action asks it.
#[test]
fn answers_that_only_another_action_asks_for_are_errors() {
    let folder = folder("answers");
    let ford = "\
tirada: 1
id: ford
language: en
tests:
  wade: {ask: {depth: {number: any, default: 3}}, roll: 1d20, total: sum(), against: depth, outcomes: {dry: {when: total >= depth, is: success}, wet: {is: failure}}}
actions:
  cross:
    roles: [who]
    steps: {go: {roll: wade, with: {depth: 12}, on: {failure: {x: {do: dry off, with: {fire: yes}}, y: {do: rest}}}}}
  dry off: {roles: [who], ask: {fire: {yes no: no}}, steps: {s: {when: fire, say: Warm.}}}
  rest: {roles: [who], ask: {hours: {number: 1.., default: 1}}, steps: {s: {say: 'For {hours}.'}}}
  look: {roles: [who], ask: {far: {number: any}}, steps: {dip: {roll: wade}, s: {say: 'As far as {far}.'}}}
";
    std::fs::write(folder.join("ford.yml"), ford).unwrap();
    std::fs::write(folder.join("Ida.yml"), "tirada character: 1\nname: Ida\nruleset: ford\n").unwrap();
    for (action, answer, asked) in [
        // The test's input is given by the action, and so is the question of the action that it does.
        ("cross", "depth=3", false),
        ("cross", "fire=no", false),
        ("cross", "far=3", false),
        // It may come to that, whatever falls.
        ("cross", "hours=3", true),
        ("look", "depth=3", true),
    ] {
        for command in [&["do", action, "--dice", "19"][..], &["odds", "--do", action]] {
            let mut args = vec!["-r", "ford.yml", "--as", "Ida.yml", "--set", answer];
            if action == "look" {
                args.extend(["--set", "far=2"]);
            }
            let run = run(&folder, &[command, &args].concat(), "");
            assert_eq!(run.stderr.contains("error[answer-unused]"), !asked, "{command:?} {answer}: {}", run.stderr);
            assert_eq!(run.code == 0, asked, "{command:?} {answer}: {}{}", run.stdout, run.stderr);
        }
    }
}

/// A game with one test and one intervention in it.
fn intervening(name: &str, test: &str, step: &str, say: &str) -> PathBuf {
    let folder = crate::common::folder(&format!("unheard-{name}"));
    let text = format!(
        "tirada: 1\nid: one\nlanguage: en\ntests:\n  t: {test}\ninterventions:\n  i: {{after: t, steps: {{s: {step}}}}}\n\
         actions:\n  go: {{roles: [w], steps: {{x: {{roll: t}}, y: {{say: '{say}'}}}}}}\n"
    );
    std::fs::write(folder.join("one.yml"), text).unwrap();
    std::fs::write(folder.join("w.yml"), "tirada character: 1\nname: Wil\nruleset: one\n").unwrap();
    folder
}

#[test]
fn a_changed_number_of_dice_reaches_every_reading() {
    let thrown = "ask: {n: {number: 1..9, default: 1}}, roll: (v)d6, values: {v: 'max(1, n)'}";
    let ended = "outcomes: {ok: {is: success}}";
    for (name, rest, total) in [
        ("shown", "show: [v], total: sum()", "5."),
        ("counted", "total: sum() + v * 0", "5."),
        ("unseen", "total: sum()", "5."),
        ("added", "total: sum() + v", "7."),
    ] {
        let folder = intervening(name, &format!("{{{thrown}, {rest}, {ended}}}"), "{change: {n: n + 1}}", "{x.total}.");
        let checked = run(&folder, &["check", "one.yml"], "");
        assert!(checked.code == 0 && checked.stdout.contains("no errors."), "{}{}", checked.stdout, checked.stderr);
        let args = ["do", "go", "-r", "./one.yml", "--as", "w.yml", "--dice", "3,2", "--choose", "i"];
        let done = run(&folder, &args, "");
        assert!(done.stdout.contains(total), "{name}: {}{}", done.stdout, done.stderr);
    }
    // What explodes when it is thrown is not thrown again for it.
    let test = "{ask: {n: {number: 2..9, default: 6}}, roll: 2d6!>=(n), total: sum(), outcomes: {ok: {is: success}}}";
    let folder = intervening("exploded", test, "{change: {n: n - 1}}", "Done");
    let checked = run(&folder, &["check", "one.yml"], "");
    assert!((checked.stdout + &checked.stderr).contains("error[change-without-effect]"));
}

#[test]
fn a_margin_reads_what_it_is_made_of() {
    let test = "{ask: {edge: {number: 0..9, default: 0}}, roll: 2d6, total: sum(), margin: total - 7 + edge, \
                outcomes: {ok: {when: total >= 7, is: success}, bad: {is: failure}}}";
    let folder = intervening("margin", test, "{change: {edge: edge + 1}}", "by {x.margin}");
    let checked = run(&folder, &["check", "one.yml"], "");
    assert!(checked.code == 0 && checked.stdout.contains("no errors."), "{}{}", checked.stdout, checked.stderr);
    let args = ["do", "go", "-r", "./one.yml", "--as", "w.yml", "--dice", "4,4", "--choose", "i"];
    let done = run(&folder, &args, "");
    assert!(done.stdout.contains("by 2"), "{}{}", done.stdout, done.stderr);
}

#[test]
fn the_better_throw_is_the_same_however_conditions_are_written() {
    for (index, (values, when)) in [
        ("fine: yes", "total <= skill"),
        ("fine: total <= skill", "fine"),
        ("fine: yes", "not total > skill"),
        ("fine: yes", "skill - total >= 0"),
        ("diff: skill - total", "diff >= 0"),
        ("fine: yes", "skill >= total"),
    ]
    .into_iter()
    .enumerate()
    {
        let test = format!(
            "{{ask: {{skill: {{number: any, default: 50}}}}, against: skill, roll: d100, values: {{{values}}}, \
             total: sum(), outcomes: {{ok: {{when: '{when}', is: success}}, nope: {{is: failure}}}}}}"
        );
        let folder = intervening(&format!("better-{index}"), &test, "{reroll: all, keep: better}", "{x.total}.");
        for dice in ["40,30", "30,40"] {
            let args = ["do", "go", "-r", "./one.yml", "--as", "w.yml", "--dice", dice, "--choose", "i"];
            let run = run(&folder, &args, "");
            assert!(run.stdout.contains("30."), "{when} {dice}: {}{}", run.stdout, run.stderr);
        }
    }
}

/// A trait that is a row, and one whose table has no order.
const ROWS: &str = "\
tirada: 1
id: rows
name: Rows
language: en
tables:
  Rank: {ordered: yes, rows: {Low: 10, High: 30}}
  Kin: {rows: {Elk: 1, Owl: 2}}
traits:
  Grade: {row: Rank}
  Blood: {row: Kin}
actions:
  adopt:
    roles: [w]
    ask: {x: {trait: [Grade], of: w}}
    steps: {takes: {set: {Grade: x}}, says: {say: '{Rank[w.Grade]}, {Kin[w.Blood]}'}}
  next: {roles: [w], steps: {goes: {gain: {Blood: 1}}}}
  before: {roles: [w], steps: {goes: {lose: {Blood: 1}}}}
";

#[test]
fn numbers_are_no_rows_and_unordered_rows_have_no_next() {
    let folder = crate::common::folder("unheard-rows");
    std::fs::write(folder.join("rows.yml"), ROWS).unwrap();
    let run = run(&folder, &["check", "rows.yml"], "");
    let all = run.stdout + &run.stderr;
    assert_eq!(all.matches("error[not-a-row]").count(), 1, "{all}");
    // One line of the table mends both uses.
    assert_eq!(all.matches("error[rows-without-order]").count(), 1, "{all}");
    assert!(all.contains(": and here"), "{all}");
}

#[test]
fn sheets_name_the_rows_of_names_of_ones_own() {
    let folder = crate::common::folder("unheard-sheet");
    let game = "tirada: 1\nid: rows\nlanguage: en\ntables: {Rank: {ordered: yes, rows: {Low: 10, High: 30}}}\n\
                traits: {Fav: {row: Rank, free names: yes}}\n";
    std::fs::write(folder.join("rows.yml"), game).unwrap();
    let zed = "tirada character: 1\nname: Zed\nruleset: rows\ntraits: {Fav: {Cake: High, Pie: Low}}\n";
    std::fs::write(folder.join("zed.yml"), zed).unwrap();
    let run = run(&folder, &["sheet", "zed.yml", "-r", "./rows.yml"], "");
    assert!(run.stdout.contains("Cake High, Pie Low"), "{}{}", run.stdout, run.stderr);
}

/// Two sides read nothing of what only one side is compared with.
const DIKE: &str = "\
tirada: 1
id: dike
language: en
rounding: down
tags: {Soaked: {}}
tests:
  dip:
    ask: {depth: {number: any}}
    against: depth
    roll: d100
    total: sum()
    margin: none
    outcomes: {dry: {when: total <= depth, is: success}, wet: {is: failure}}
    opposed: {}
interventions: {wait: {after: dip, steps: {a: {reroll: all}}}}
actions: {fall in: {roles: [who], steps: {a: {gain: Soaked}}}}
";

fn dike(test: &str) -> PathBuf {
    let folder = folder(test);
    std::fs::write(folder.join("dike.yml"), DIKE).unwrap();
    std::fs::write(folder.join("eva.yml"), "tirada character: 1\nname: Eva\nruleset: dike\ntags: {Soaked: yes}\n")
        .unwrap();
    folder
}

#[test]
fn odds_refuse_what_a_roll_refuses() {
    let folder = dike("dike-odds");
    for command in ["roll", "odds"] {
        let run = run(&folder, &[command, "-r", "./dike.yml", "dip(50) vs dip(70)"], "");
        assert!(run.stderr.contains("error[given-unread]") && run.code == 1, "{command}: {}{}", run.stdout, run.stderr);
    }
}

#[test]
fn what_is_there_already_changes_nothing() {
    let folder = dike("dike-again");
    let run = run(&folder, &["do", "-r", "./dike.yml", "fall in", "--as", "eva.yml"], "");
    let quiet =
        !run.stdout.contains("loses") && !run.stdout.contains("gets") && run.stdout.contains("Nothing changed.");
    assert!(quiet, "{}{}", run.stdout, run.stderr);
}

#[test]
fn an_intervention_in_what_was_typed_begins_its_line() {
    let folder = dike("dike-line");
    let run = run(&folder, &["-r", "./dike.yml"], "load eva.yml\nas Eva\ndip(50)\nwait\n");
    assert!(run.stdout.lines().any(|line| line.starts_with("wait (Eva): ")), "{}{}", run.stdout, run.stderr);
}

const HOLT: &str = "\
tirada: 1
id: holt
language: en
rounding: down
dice: {d: 6}
points: {Luck: {start: 3}}
tracks: {Hide: {boxes: 6, overflow: ignore, marks: {nick: /}}}
tags:
  omen: {free names: yes, values: {spent: {yes no: no}}}
  Rested: {}
  Shaken: {gives: {hurt: -1}}
tests:
  tug:
    ask: {goal: {number: any}, bonus: {number: any, default: 0}, note: {number: any, default: 0}}
    against: goal
    roll: 2d6
    total: highest() + min(3, bonus) + min(0, sum(hurt))
    outcomes: {fine: {when: total > goal, is: success}, bad: {when: total < goal, is: failure}}
  toss: {roll: 2d4, total: sum(), outcomes: {fine: {when: total >= 5, is: success}, bad: {is: failure}}}
  mute: {roll: 2d6, total: sum(), margin: none, opposed: {compare: [total], tie: nobody}}
actions:
  haul:
    roles: [who]
    ask: {goal: {number: any}, bonus: {number: any, default: 0}}
    steps: {a: {roll: tug, with: {goal: goal, bonus: bonus}}, by how much: a.margin}
  haul and note: {roles: [who], steps: {a: {roll: tug, with: {goal: 4}}, noted: a.note}}
  haul and judge: {roles: [who], steps: {a: {roll: tug, with: {goal: 4}}, judged: if a.outcome = fine then 1 else 0}}
  toss twice: {roles: [who], steps: {a: {roll: toss}, b: {roll: toss}, both: a.total + b.total}}
  bruise: {roles: [sore], steps: {m: {mark: 1, on: Hide}}}
interventions:
  bleed: {after: tug, steps: {m: {mark: 1, on: Hide}, c: {change: {bonus: bonus + 1}}}}
  ache: {after: tug, steps: {m: {do: bruise}, c: {change: {bonus: bonus + 1}}}}
  lower: {after: tug, steps: {m: {set: {Luck: Luck - 1}}, c: {change: {bonus: bonus + 1}}}}
  wake: {after: tug, steps: {m: {lose: Rested}, c: {change: {bonus: bonus + 1}}}}
  heed: {after: tug, ask: {which: {tag: omen}}, steps: {m: {set: {which.spent: yes}}, c: {change: {bonus: bonus + 1}}}}
  calm: {after: tug, steps: {m: {gain: Shaken}, c: {change: {bonus: bonus + 1}}}}
  jot: {after: tug, steps: {p: {pay: {Luck: 1}}, c: {change: {note: note + 1}}}}
  scar: {after: tug, steps: {m: {do: bruise}}}
  anew: {after: toss, steps: {r: {reroll: all, showing: 1}}}
  anew for luck: {after: toss, steps: {p: {pay: {Luck: 1}}, r: {reroll: all, showing: 1}}}
";

fn holt(test: &str) -> PathBuf {
    let folder = crate::common::folder(&format!("unheard-holt-{test}"));
    std::fs::write(folder.join("holt.yml"), HOLT).unwrap();
    let ann = "tirada character: 1\nname: Ann\nruleset: holt\ntags: {Rested: yes, omen: {A crow: }}\n";
    std::fs::write(folder.join("ann.yml"), ann).unwrap();
    folder
}

fn haul(folder: &Path, action: &str, args: &[&str]) -> Run {
    run(folder, &[&["do", "-r", "holt.yml", "--as", "ann.yml", action], args].concat(), "")
}

#[test]
fn what_an_intervention_costs_is_no_effect_whatever_it_is() {
    let folder = holt("costs");
    for cost in ["bleed", "ache", "lower", "wake", "heed which=«A crow»"] {
        let set = |bonus: &'static str| ["--set", "goal=9", "--set", bonus, "--dice", "4,2", "--choose", cost];
        let done = haul(&folder, "haul", &set("bonus=1"));
        assert!(done.stdout.contains("bonus → 2") && done.stderr.is_empty(), "{cost}: {}", done.stderr);
        // Three is the most that counts.
        let refused = haul(&folder, "haul", &set("bonus=3"));
        assert!(refused.stderr.contains("error[intervention-without-effect]"), "{cost}: {}", refused.stdout);
    }
    let set = ["--set", "goal=9", "--set", "bonus=3", "--dice", "4,2", "--choose"];
    for effect in ["calm", "scar"] {
        let done = haul(&folder, "haul", &[&set[..], &[effect]].concat());
        assert!(done.stderr.is_empty() && done.stdout.contains("What changed"), "{effect}: {}", done.stderr);
    }
    let odds = ["odds", "-r", "holt.yml", "--as", "ann.yml", "--do", "haul", "--set", "goal=9", "--set", "bonus=3"];
    let odds = run(&folder, &[&odds[..], &["--choose", "bleed"]].concat(), "");
    assert!(odds.stderr.contains("error[intervention-without-effect]"), "{}{}", odds.stdout, odds.stderr);
}

#[test]
fn a_rolls_value_read_only_by_another_action_passes() {
    let folder = holt("reads");
    let read = haul(&folder, "haul and note", &["--dice", "4,2", "--choose", "jot"]);
    assert!(read.stdout.contains("noted = 1") && read.stderr.is_empty(), "{}", read.stderr);
    let unread = haul(&folder, "haul", &["--set", "goal=9", "--dice", "4,2", "--choose", "jot"]);
    assert!(unread.stderr.contains("error[intervention-without-effect]"), "{}", unread.stdout);
    let typed = run(&folder, &["-r", "holt.yml"], "load ann.yml\nas Ann\ndice 4,2\ntug() vs 9\njot\nquit\n");
    assert!(typed.stderr.contains("error[intervention-without-effect]"), "{}{}", typed.stdout, typed.stderr);
}

/// Of two throws of 2d4, the ones of the first that shows any are thrown again: the mean of both.
fn two_tosses() -> String {
    let (mut sum, all) = (0, 4_i64.pow(6));
    for code in 0..all {
        let die = |place: u32| code / 4_i64.pow(place) % 4 + 1;
        let (mut dice, spare) = ([die(0), die(1), die(2), die(3)], [die(4), die(5)]);
        let pair = if dice[..2].contains(&1) { 0..2 } else { 2..4 };
        for (one, again) in dice[pair].iter_mut().zip(spare) {
            *one = if *one == 1 { again } else { *one };
        }
        sum += dice.iter().sum::<i64>();
    }
    let divisor = (1..=all).rev().find(|one| sum % one == 0 && all % one == 0).unwrap();
    format!("({}/{})", sum / divisor, all / divisor)
}

#[test]
fn a_free_reroll_waits_for_dice_that_it_throws_again() {
    let folder = holt("free");
    // In the first roll where it can be, not in one of them that is not said.
    for choice in ["anew", "anew for luck"] {
        let toss = ["odds", "-r", "holt.yml", "--as", "ann.yml", "--do", "toss twice"];
        let unsaid = run(&folder, &[&toss[..], &["--choose", choice]].concat(), "");
        assert!(unsaid.stderr.contains("error[intervention-which]"), "{choice}: {}", unsaid.stderr);
        let policy = format!("{choice}: yes");
        let args = [&toss[..], &["--policy", &policy]].concat();
        let odds = run(&folder, &args, "");
        assert!(odds.stdout.contains(&two_tosses()), "{choice}: {} {}", two_tosses(), odds.stdout);
    }
}

#[test]
fn a_roll_without_an_outcome_is_reported_as_such() {
    let folder = holt("none");
    let odds = |args: &[&str]| run(&folder, &[&["odds", "-r", "holt.yml"], args].concat(), "");
    let plain = odds(&["tug() vs 4"]);
    assert!(plain.stdout.contains("no outcome  –            7/36"), "{}", plain.stdout);
    assert!(!plain.stdout.contains("explode"), "{}", plain.stdout);
    let spanish = odds(&["tug() vs 4", "--lang", "es"]);
    assert!(spanish.stdout.contains("sin resultado"), "{}", spanish.stdout);
    for text in ["tug() vs 4, outcome", "outcome, tug() vs 4"] {
        let beside = odds(&[text, "--format", "csv"]);
        assert!(beside.stdout.contains("none,7/36") && !beside.stdout.contains("-1,7/36"), "{text}: {}", beside.stdout);
    }
    let given = odds(&["tug() vs 4 given outcome = none"]);
    assert!(given.stdout.contains("19.44% (7/36)"), "{}{}", given.stdout, given.stderr);
    // Play and odds agree on the margin; what has no outcome says so.
    let played = haul(&folder, "haul", &["--set", "goal=4", "--dice", "4,2"]);
    assert!(played.stdout.contains("by how much = 0"), "{}{}", played.stdout, played.stderr);
    let judged = haul(&folder, "haul and judge", &["--dice", "4,2"]);
    assert!(judged.stderr.contains("error[no-outcome-holds]"), "{}{}", judged.stdout, judged.stderr);
    let judged = odds(&["--as", "ann.yml", "--do", "haul and judge"]);
    assert!(judged.stdout.contains("19.44% (7/36)"), "{}{}", judged.stdout, judged.stderr);
}

#[test]
fn reading_a_margin_that_a_test_lacks_is_an_error() {
    let folder = holt("margin");
    for text in ["mute() vs mute(), margin", "margin, mute() vs mute()", "mute() vs mute() given margin = 0"] {
        let odds = run(&folder, &["odds", "-r", "holt.yml", text], "");
        assert!(odds.stderr.contains("error["), "{text}: {}", odds.stdout);
    }
    let odds = run(&folder, &["odds", "-r", "holt.yml", "mute() vs mute(), total"], "");
    assert!(odds.stderr.is_empty(), "{}", odds.stderr);
}

/// `a != b` is written in the same words as what it negates, and is not that.
#[test]
fn an_outcome_behind_another_name_is_reached() {
    let folder = folder("named");
    let text = "\
tirada: 1
id: named
traits: {Reed: {number: 1..6, default: 3}, Rush: {number: 1..6, default: 2}}
tests:
  weave:
    ask: {by: {trait: [Reed, Rush], default: Reed}}
    roll: 2d6
    total: sum() + by
    outcomes:
      fine: {when: by.name = Reed and total > 5, is: success}
      fair: {when: by.name != Reed, is: success}
      poor: {is: failure}
";
    std::fs::write(folder.join("named.yml"), text).unwrap();
    let told = run(&folder, &["check", "named.yml"], "");
    assert_eq!((told.code, told.stderr.as_str()), (0, ""));
}

/// Where a test reads the name of an answer, an action hands on a trait and no number.
#[test]
fn numbers_handed_to_who_reads_a_name_are_errors() {
    let folder = folder("handed");
    let text = |given: &str| {
        format!(
            "\
tirada: 1
id: handed
traits: {{Reed: {{number: 1..6, default: 3}}, Rush: {{number: 1..6, default: 2}}}}
points: {{Luck: {{start: 1}}}}
tests:
  weave:
    ask: {{by: {{trait: [Reed, Rush]}}}}
    roll: 2d6
    total: sum() + by
    outcomes: {{fine: {{when: total > 8 and by.name = Reed, is: success}}, poor: {{is: failure}}}}
actions:
  work:
    roles: [who]
    ask: {{which: {{trait: [Reed, Rush]}}}}
    steps: {{t: {{roll: weave, with: {{by: {given}}}}}}}
"
        )
    };
    for (given, wrong) in [("which", false), ("Reed", false), ("which + 1", true), ("5", true), ("who.Luck", true)] {
        std::fs::write(folder.join("handed.yml"), text(given)).unwrap();
        let told = run(&folder, &["check", "handed.yml"], "");
        assert_eq!(told.stderr.contains("error[answer-without-name]"), wrong, "{given}: {}", told.stderr);
        assert_eq!(told.code, i32::from(wrong), "{given}: {}", told.stderr);
    }
}

/// What only a test asks for that was not picked answers nothing, whoever picked.
#[test]
fn answers_for_another_test_are_refused() {
    let folder = folder("picked");
    std::fs::create_dir_all(folder.join("reeds")).unwrap();
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/reeds/ruleset.yml");
    let rules = std::fs::read_to_string(rules).unwrap().replace("with: {depth: 4, limb: who.Grip}", "with: {depth: 4}");
    std::fs::write(folder.join("reeds/ruleset.yml"), rules).unwrap();
    std::fs::write(folder.join("eve.yml"), "tirada character: 1\nname: Eve\nruleset: reeds\n").unwrap();
    let command = |args: &[&str]| run(&folder, &[args, &["-r", "./reeds", "--as", "eve.yml"]].concat(), "");
    let slip = ["--set", "how=slip", "--set", "depth=5"];
    for args in [[&["do", "go"][..], &slip].concat(), [&["odds", "--do", "go"][..], &slip].concat()] {
        let told = command(&args);
        let said =
            "error[answer-unused]: Nothing asks for this: depth.\n  help: “depth” is asked by dive, and this is slip";
        assert!(told.stderr.starts_with(said), "{args:?}: {}{}", told.stdout, told.stderr);
    }
    let told = command(&["--lang", "es", "do", "go", "--set", "how=slip", "--set", "depth=5"]);
    assert!(told.stderr.contains("«depth» lo pide dive, y aquí se tira slip"), "{}", told.stderr);
    // It picks what is asked for, or by its default.
    assert_eq!(command(&["do", "go", "--set", "how=dive", "--set", "depth=5"]).code, 0);
    for args in [["do", "rob", "--set", "limb=Grip"].as_slice(), &["odds", "--do", "rob", "--set", "limb=Grip"]] {
        let told = command(args);
        assert!(told.stderr.contains("“limb” is asked by wrest, and this is dive"), "{args:?}: {}", told.stderr);
    }
    let typed = |lines: &str| run(&folder, &["-r", "./reeds"], &format!("load eve.yml\n{lines}"));
    let told = typed("go Eve how=dive depth=5 limb=Grip\n");
    let placed = told.stderr.contains("go Eve how=dive depth=5 limb=Grip\n                            ^^^^");
    assert!(placed && told.stderr.contains("is asked by wrest, and this is dive"), "{}", told.stderr);
    // What was set waits for whoever asks.
    let told = typed("set depth=5\ngo Eve how=slip\nsave\n");
    assert!(!told.stderr.contains("answer-unused"), "{}", told.stderr);
}

#[test]
fn names_that_cannot_be_typed_are_not_offered() {
    let folder = folder("hidden");
    let rules = FEN.replace("roller: x, steps: {a: {reroll: all}}", "steps: {a: {reroll: all}}");
    std::fs::write(folder.join("fen.yml"), rules).unwrap();
    let told = run(&folder, &["do", "save", "-r", "./fen.yml", "--as", "ann.yml", "--choose", "drop it foo=3"], "");
    assert!(told.stderr.contains("error[answer-unused]"), "{}{}", told.stdout, told.stderr);
    assert!(!told.stderr.contains('·'), "{}", told.stderr);
}
