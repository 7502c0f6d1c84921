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
