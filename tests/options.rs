//! An option that changes the rules, switched on, is the same game as a ruleset that extends one without it and says
//! the same: in odds of expressions, of actions and over turns.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{folder, tirada};

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Where the block of this heading ends: at the next line that is no further in.
fn end(lines: &[&str], start: usize) -> usize {
    let outer = indent(lines[start]);
    let next = lines[start + 1..].iter().position(|line| !line.trim().is_empty() && indent(line) <= outer);
    next.map_or(lines.len(), |next| start + 1 + next)
}

/// The same game as two rulesets: one in which the option changes nothing, and one that extends it by what the option
/// (or a word of it, under `rules`) carries.
fn as_patch(game: &str, option: &str, word: Option<&str>) -> (String, String) {
    let lines: Vec<&str> = game.lines().collect();
    let find =
        |from: usize, text: String| from + lines[from..].iter().position(|line| **line == text).expect("a heading");
    let mut heading = find(find(0, "options:".to_owned()), format!("  {option}:"));
    let all = heading..end(&lines, heading);
    if let Some(word) = word {
        heading = find(heading, format!("      {word}:"));
    }
    let depth = indent(lines[heading]) + 2;
    let (mut base, mut patch) = (lines[..=all.start].to_vec(), String::new());
    let mut key = "";
    for (at, line) in lines[all.clone()].iter().enumerate().skip(1) {
        let inside = (heading + 1..end(&lines, heading)).contains(&(all.start + at));
        if inside && indent(line) == depth {
            key = line.trim().split(':').next().unwrap();
        }
        match key {
            _ if !inside || word.is_none() && !matches!(key, "change" | "remove" | "add") => {
                // Of an option of words, the rules of all words go.
                if word.is_none() || indent(line) == 4 && line.trim() != "rules:" {
                    base.push(line);
                }
            }
            "add" if indent(line) == depth => {}
            "add" => patch += &format!("{}\n", line.get(depth + 2..).unwrap_or_default()),
            _ => patch += &format!("{}\n", line.get(depth..).unwrap_or_default()),
        }
    }
    base.extend(&lines[all.end..]);
    let base = base.join("\n").replacen("\nid: sleds\n", "\nid: base\n", 1);
    let patch = format!("tirada: 1\nid: patched\nname: Patched\nextends: base\n{patch}");
    (base, patch)
}

/// What was computed, without what names the ruleset, and without what cannot happen: the option leaves names of
/// outcomes where the patch removes them.
fn clean(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let named = |key: &str| matches!(key, "ruleset" | "options" | "expression");
            Value::Object(
                map.into_iter().filter(|(key, _)| !named(key)).map(|(key, value)| (key, clean(value))).collect(),
            )
        }
        Value::Array(list) => {
            let happens = |value: &Value| value.get("probability").is_none_or(|chance| chance != "0/1");
            Value::Array(list.into_iter().filter(happens).map(clean).collect())
        }
        other => other,
    }
}

/// Odds of a ruleset with an option as it is said; nothing where they are refused.
fn odds(ruleset: &Path, args: &[&str], held: Option<&str>) -> Option<Value> {
    let path = ruleset.to_str().unwrap();
    let set: Vec<&str> = held.iter().flat_map(|held| ["--set", held]).collect();
    let run = tirada(&[&["odds", "-r", path, "--format", "json"], args, &set].concat());
    if held.is_some() && run.stderr.contains("error[given-unread]") {
        // Where the option changes nothing it may not be said.
        return odds(ruleset, args, None);
    }
    assert!(run.code == 0 || run.code == 1, "{args:?}: {}", run.stderr);
    (run.code == 0).then(|| clean(serde_json::from_str(&run.stdout).unwrap()))
}

/// Compares both for characters from poor to rich.
fn same(name: &str, option: &str, word: Option<&str>) {
    let home = folder(name);
    let game = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/sleds/ruleset.yml")).unwrap();
    let (base, patch) = as_patch(&game, option, word);
    let write = |file: &str, text: &str| -> PathBuf {
        fs::write(home.join(file), text).unwrap();
        home.join(file)
    };
    write("base.yml", &base);
    let (whole, patched) = (write("whole.yml", &game), write("patched.yml", &patch));
    let held = format!("{option}={}", word.unwrap_or("yes"));
    let (mut compared, mut changed) = (0, 0);
    for rich in 0..4 {
        let sheet = |ruleset: &str| {
            let text = format!("tirada character: 1\nname: Ana\nruleset: {ruleset}\n");
            let text = format!("{text}traits: {{Load: {rich}}}\npoints: {{Wax: {rich}}}\n");
            write(&format!("ana-of-{ruleset}.yml"), &text).to_str().unwrap().to_owned()
        };
        let (one, other) = (sheet("sleds"), sheet("patched"));
        let mut compare = |who: &str, args: &[&str]| {
            let (one, other) = (format!("{who}{one}"), format!("{who}{other}"));
            let flag = if who.is_empty() { "--with" } else { "--as" };
            let on = odds(&whole, &[args, &[flag, &one]].concat(), Some(&held));
            let as_extended = odds(&patched, &[args, &[flag, &other]].concat(), None);
            assert_eq!(on, as_extended, "{option} at {rich}: {args:?}");
            let off = odds(&whole, &[args, &[flag, &one]].concat(), None);
            compared += 1;
            changed += usize::from(on != off);
        };
        for text in [
            "run(2)",
            "run(2) vs Drift",
            "run(0, friends = 1) vs 9",
            "«night run»(1) vs Drift",
            "Ground[Drift]",
            "Weight",
        ] {
            compare("", &[text]);
        }
        for chosen in [None, Some("dig in"), Some("share"), Some("appeal")] {
            let mut args = vec!["--do", "descend", "--set", "target=Track"];
            args.extend(chosen.iter().flat_map(|chosen| ["--choose", chosen]));
            compare("driver=", &args);
        }
        compare("driver=", &["--do", "descend", "--set", "target=Drift", "--turns", "3"]);
        compare("driver=", &["--do", "wax up", "--pass", "night", "--turns", "2"]);
    }
    assert!(compared == 48 && changed > 10, "{changed} of {compared} differ from the game without the option");
}

#[test]
fn a_switched_option_is_a_ruleset_that_extends() {
    same("options-switched", "strict", None);
}

#[test]
fn a_word_of_an_option_is_a_ruleset_that_extends() {
    same("options-word", "ice", Some("black"));
}

/// Odds of an expression in a ruleset.
fn odds_in(home: &Path, name: &str, rules: &str, args: &[&str]) -> Value {
    let path = home.join(format!("{name}.yml"));
    fs::write(&path, format!("tirada: 1\nid: {name}\nname: Heron\nlanguage: en\nrounding: down\n{rules}")).unwrap();
    odds(&path, if args.is_empty() { &["wade()"] } else { args }, None).unwrap()
}

/// The outcomes of a test that is `like` one which an option changes.
fn wading(outcomes: &str) -> String {
    format!("tests: {{wade: {{roll: 2d6, total: sum(), outcomes: {{{outcomes}}}}}}}\n")
}

#[test]
fn what_an_option_adds_stands_beside_what_it_names() {
    let home = folder("options-beside");
    let rules = |place: &str| {
        format!(
            "tests:
  walk:
    roll: 2d6
    total: sum()
    outcomes:
      high: {{when: total >= 11, is: success}}
      fair: {{when: total >= 7, is: success}}
      poor: {{is: failure}}
  wade:
    like: walk
    outcomes: {{wet: {{when: lowest() = 1, is: failure}}}}
    before: high
options:
  storm:
    yes no: no
    remove: [tests.walk.outcomes.high]
    add: {{tests: {{walk: {{outcomes: {{lost: {{when: sum() <= 3, is: failure}}}}, {place}}}}}}}
"
        )
    };
    let [wet, lost] =
        ["wet: {when: lowest() = 1, is: failure}, ", "lost: {when: sum() <= 3, is: failure}, "].map(str::to_owned);
    let rest = "fair: {when: total >= 7, is: success}, poor: {is: failure}";
    let plain = odds_in(&home, "plain", &wading(&format!("{wet}{lost}{rest}")), &[]);
    let args = ["wade()", "--set", "storm=yes"];
    assert_eq!(odds_in(&home, "before", &rules("before: fair"), &args), plain);
    // Behind what stands before the one that is removed.
    let behind = odds_in(
        &home,
        "behind",
        &wading(&format!("{wet}fair: {{when: total >= 7, is: success}}, {lost}poor: {{is: failure}}")),
        &[],
    );
    assert_eq!(odds_in(&home, "after", &rules("after: fair"), &args), behind);
}

#[test]
fn each_new_entry_may_have_its_own_place() {
    let home = folder("options-places");
    let rules = "tests:
  walk:
    roll: 2d6
    total: sum()
    outcomes:
      high: {when: total >= 11, is: success}
      fair: {when: total >= 7, is: success}
      poor: {is: failure}
  wade:
    like: walk
    outcomes: {wet: {when: lowest() = 1, is: failure}, even: {when: lowest() = highest(), is: success}}
    before: [high, fair]
";
    let plain = wading(
        "wet: {when: lowest() = 1, is: failure}, high: {when: total >= 11, is: success}, even: {when: lowest() = highest(), is: success}, fair: {when: total >= 7, is: success}, poor: {is: failure}",
    );
    let plain = odds_in(&home, "flat", &plain, &[]);
    assert_eq!(odds_in(&home, "placed", rules, &[]), plain);
}
