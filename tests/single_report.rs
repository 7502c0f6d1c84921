//! One cause is one error with the right form: lines in the wrong column, copies of files, forms of other programs; and
//! which changes are sure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use tirada::internals::diagnostic::{Diagnostic, Near, is_slip, nearest_of};
use tirada::internals::limits::Limits;
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{Builtin, Session};

use crate::fixes::{Checked, DELVE, DELVED, DELVER, Memory, belonging, game_checked, told};

#[test]
fn only_a_slip_of_the_hand_is_sure() {
    for (written, name, sure) in [
        ("Fuerza", "Fuérza", true),
        ("STEEPLE", "Steeple", true),
        ("lift", "Lift", true),
        ("Stepele", "Steeple", true),
        ("Steeeple", "Steeple", true),
        ("Steple", "Steeple", true),
        ("Steepl", "Steeple", true),
        // Another letter, or one more, makes another word; of short words any letter does.
        ("full", "lull", false),
        ("null", "lull", false),
        ("lust", "gust", false),
        ("must", "gust", false),
        ("Sift", "Lift", false),
        ("burn", "turn", false),
        ("gust2", "gust", false),
        ("Steeples", "Steeple", false),
        ("Steeble", "Steeple", false),
        ("Clod", "Cloud", false),
        ("Litf", "Lift", false),
        ("Luck", "lucky charm", false),
    ] {
        assert_eq!(is_slip(written, name), sure, "{written} for {name}");
    }
    let near = |written, names: &[&'static str]| nearest_of(written, names.iter().copied());
    assert_eq!(near("Steple", &["Steeple", "Cloud"]), Some(Near { name: "Steeple", sure: true }));
    // Where another is nearly as near, that may have been meant.
    assert_eq!(near("Steple", &["Steeple", "Stipple"]), Some(Near { name: "Steeple", sure: false }));
    assert_eq!(near("steeple", &["Steeple", "Steeples"]), Some(Near { name: "Steeple", sure: true }));
    assert_eq!(near("Luck", &["lucky charm", "Good Day"]), None);
    assert_eq!(near("lucky", &["lucky charm", "Good Day"]), Some(Near { name: "lucky charm", sure: false }));
}

#[test]
fn a_copied_file_of_a_game_is_one_error() {
    let mut copies = 0;
    for id in Builtin.ids().into_iter().filter(|id| !id.contains('.')) {
        let files = Shelf::files(&Builtin, &id).unwrap();
        for one in files.iter().filter(|one| !one.text.starts_with("tirada coverage")) {
            let (folder, name) = one.name.rsplit_once('/').unwrap_or(("", &one.name));
            let stem = name.trim_end_matches(".yml");
            for copy in [format!("{stem} copia.yml"), format!("copia de {stem}.yml")] {
                let copied = File { name: format!("{folder}/{copy}"), text: one.text.clone() };
                let mut files = files.clone();
                files.push(copied);
                files.sort_by(|one, other| one.name.cmp(&other.name));
                let mut session = Session::new(&Builtin);
                let found = session.load_files(files).findings;
                let errors: Vec<&Diagnostic> = found.iter().filter(|one| one.is_error()).collect();
                let [error] = errors.as_slice() else { panic!("{id}, {copy}: {errors:?}") };
                // A file with one thing in it has that thing twice.
                assert!(["file-twice", "defined-twice"].contains(&error.code.as_str()), "{id}, {copy}: {error:?}");
                copies += 1;
                if one.text.contains("\ntirada: ") || one.text.starts_with("tirada: ") {
                    let source = session.sources.get(error.at.unwrap().source).unwrap();
                    assert!(source.name().ends_with(&copy), "{id}, {copy}: {}", source.name());
                }
            }
        }
    }
    assert!(copies > 20, "{copies}");
}

/// Things of all kinds, each part on a line of its own.
const LEVELS: &str = "\
tirada: 1
id: levels
rounding: down
dice: {d: 6, roll: 2d}
traits:
  Might: {number: 0..5}
points:
  Breath: {start: 2}
tables:
  Sky:
    rows:
      Roof: 6
      Steeple: 9
      Cloud: 12
    also:
      Tower: Steeple
      Spire: Steeple
  Weather:
    dice: 1d6
    ranges:
      1..2: Rain
      3..4: Sun
      5..6: Hail
tests:
  climb:
    ask:
      sky: {cell: Sky}
    against: sky
    values:
      luck: if Might > 2 then 1 else 0
      more: Might + 1
    total: sum() + luck + more
    outcomes:
      high: {when: total >= sky, is: success}
      low: {is: failure}
actions:
  go:
    roles: [climber]
    need:
      Out of breath: Breath > 0
      Too weak: Might > 0
    steps:
      tries: {roll: climb, by: climber, with: {sky: Roof}}
      air: {pay: {Breath: 1}, to: nobody}
  look:
    steps:
      sees: {roll: Weather}
";

#[test]
fn lines_too_far_left_are_one_error_with_a_fix() {
    let shelf = Memory::default();
    let check = |text: String| game_checked(&shelf, vec![File { name: "levels.yml".to_owned(), text }]);
    let (found, _) = told(LEVELS, &check);
    assert!(found.is_empty(), "{found:?}");
    let lines: Vec<&str> = LEVELS.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let at = |name: &str| lines.iter().position(|line| line.trim_start() == name).unwrap();
    let mut wrong = Vec::new();
    for section in ["rows:", "also:", "ranges:", "values:", "need:"] {
        let head = at(section);
        let inside = head + 1
            ..lines.iter().skip(head + 1).position(|line| indent(line) <= indent(lines[head])).unwrap() + head + 1;
        // All lines, the last, and the first.
        for moved in [inside.clone(), inside.end - 1..inside.end, inside.start..inside.start + 1] {
            let shifted = |(at, line): (usize, &&str)| {
                if moved.contains(&at) { format!("{}\n", &line[2..]) } else { format!("{line}\n") }
            };
            let text: String = lines.iter().enumerate().map(shifted).collect();
            let (found, mended) = told(&text, &check);
            // Between lines of one thing YAML itself says it.
            let in_column = moved.end == inside.end;
            if found.len() != 1 || in_column && (found != ["too-far-left"] || mended.as_deref() != Some(LEVELS)) {
                wrong.push(format!("{section} {moved:?}: {found:?}, {mended:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // What is only misspelt stays so, and what may be anything is not surely a row.
    let (found, mended) = told(&LEVELS.replace("    dice: 1d6\n", "    dicee: 1d6\n"), &check);
    assert_eq!((found.as_slice(), mended.as_deref()), (["unknown-key"].as_slice(), Some(LEVELS)));
    let checked = check(LEVELS.replace("      Cloud: 12\n", "    note: 12\n"));
    assert!(checked.findings.iter().all(|one| one.fixes.iter().all(|fix| !fix.sure)), "{:?}", checked.findings);
}

#[test]
fn foreign_forms_are_reported_once_with_the_right_one() {
    let shelf = Memory::default();
    let check = |text: String| game_checked(&shelf, vec![File { name: "delve.yml".to_owned(), text }]);
    let mut wrong = Vec::new();
    for (old, new, code, right) in [
        // Quotes of a printed page.
        ("  Might: {number", "  “Might”: {number", "name-with-quotes", "  Might: {number"),
        ("      Dirk: [d, 1]", "      “Dirk”: [d, 1]", "name-with-quotes", "      Dirk: [d, 1]"),
        ("      Fine: {when", "      ‘Fine’: {when", "name-with-quotes", "      Fine: {when"),
        ("      good: {when", "      “good”: {when", "name-with-quotes", "      good: {when"),
        ("columns: [harm, reach]", "columns: [“harm”, reach]", "name-with-quotes", "columns: [harm, reach]"),
        ("  Breath: {start", "  «Breath»: {start", "name-with-quotes", "  Breath: {start"),
        // Keys from elsewhere.
        ("Grit: {is: Might + 3}", "Grit: {value: Might + 3}", "unknown-key", "Grit: {is: Might + 3}"),
        ("Grit: {is: Might + 3}", "Grit: {formula: Might + 3}", "unknown-key", "Grit: {is: Might + 3}"),
        ("find: {say: 'Found", "find: {if: yes, say: 'Found", "unknown-key", "find: {when: yes, say: 'Found"),
        // Ranges and numbers.
        ("{number: -2..3,", "{number: [-2, 3],", "not-a-range", "{number: -2..3,"),
        ("{number: -2..3,", "{number: {min: -2, max: 3},", "not-a-range", "{number: -2..3,"),
        ("{number: -2..3,", "{number: -2…3,", "not-a-range", "{number: -2..3,"),
        ("{number: any, default: 0}", "{number: cualquiera, default: 0}", "not-a-range", "{number: any, default: 0}"),
        ("{start: 2, max: 3,", "{start: 1,5, max: 3,", "not-a-whole-number", ""),
        ("{start: 2, max: 3,", "{start: 2, max: +3,", "not-written-here", "{start: 2, max: 3,"),
        ("{is: Might + 3}", "{is: Might * 1,5}", "not-a-whole-number", ""),
        ("Long Bow: [d, 4]", "Long Bow: [1,5, 4]", "not-a-whole-number", ""),
        ("{number: -2..3,", "{number: 0..1_000,", "not-a-range", "{number: 0..1000,"),
        ("{d: 6, roll", "{d: 1_000, roll", "not-a-number", "{d: 1000, roll"),
        ("rounding: down", "rounding: floor", "not-one-of", "rounding: down"),
        ("rounding: down", "rounding: sideways", "not-one-of", ""),
        // Lists, maps and signs.
        ("columns: [harm, reach]", "columns: [harm, reach, weight]", "wrong-number-of-cells", ""),
        ("Dirk: [d, 1]\n      Long", "- Dirk: [d, 1]\n      - Long", "not-a-map", "Dirk: [d, 1]\n      Long"),
        ("against: target", "against: total", "unknown-input", ""),
        ("total: sum() + bonus", "total: sum() + half bonus", "other-notation", "total: sum() + bonus / 2"),
        ("total: sum() + bonus", "total: sum() + bonus·2", "other-notation", "total: sum() + bonus * 2"),
        ("total: sum() + bonus", "total: sum() + CHOOSE(bonus; 1; 2)", "unknown-function", ""),
        ("    total: sum() + bonus\n", "", "missing-key", ""),
        ("attacker.Wounds.left > 0", "Hurt", "unknown-name", ""),
        ("    ask: {bonus: {", "    asks: {bonus: {", "not-a-text", "    ask: {bonus: {"),
        ("    ask: {tool: {row: Tool, default: Dirk}}", "    ask: [tool, other]", "not-a-map", ""),
        (
            "{mark: 'Tool[tool, harm] + Tool[tool, reach]', on: Wounds, of: defender}",
            "{gain: Breath 1}",
            "nothing-to-gain",
            "",
        ),
        ("total: sum() + bonus", "total: sum() bonus»", "side-by-side", ""),
        (
            "    from:\n      2: Nothing\n      6: Coins\n",
            "    from: {2: Nothing much 6: Coins}\n",
            "yaml-missing-comma",
            "    from: {2: Nothing much, 6: Coins}\n",
        ),
        ("attacker.Wounds.left > 0", "attacker.Wounds.left at least 1", "other-notation", "attacker.Wounds.left >= 1"),
        ("', on: Wounds, of: defender}", "', ON: Wounds, of: defender}", "unknown-key", "', on: Wounds, of: defender}"),
        ("\ntests:\n", "\ntetss:\n", "unknown-key", "\ntests:\n"),
        (
            "roles: [attacker, defender]",
            "roles: [attacker; defender]",
            "wrong-separator",
            "roles: [attacker, defender]",
        ),
    ] {
        assert!(DELVE.contains(old), "{old}");
        let text = DELVE.replacen(old, new, 1);
        let (found, mended) = told(&text, &check);
        let right = (!right.is_empty()).then(|| DELVE.replacen(old, right, 1));
        if found != [code] || mended != right {
            wrong.push(format!("{new}: {found:?} instead of {code}, {mended:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files of an invented game, with something else in one of them.
fn harbour_with(file: &str, old: &str, new: &str) -> Vec<File> {
    game_with("harbour", file, old, new)
}

fn game_with(game: &str, file: &str, old: &str, new: &str) -> Vec<File> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(game);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "yml"));
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut text = std::fs::read_to_string(&path).unwrap();
        if name == file {
            assert!(text.contains(old), "{old}");
            text = text.replacen(old, new, 1);
        }
        File { name: format!("{game}/{name}"), text }
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn a_formula_that_cannot_be_read_may_read_anything() {
    for (file, old, new, code) in [
        ("tests.yml", "total: used + bonus + skill", "total: used bonus + skill", "side-by-side"),
        ("tests.yml", "if lifted > 0 then W else V", "if lifted > 0 then W, else V", "stray-separator"),
        ("actions.yml", "then «bonus here» else", "then «bonus here else", "unclosed-quote"),
    ] {
        let mut session = Session::new(&Builtin);
        let found = session.load_files(harbour_with(file, old, new)).findings;
        let codes: Vec<&str> = found.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect();
        assert_eq!(codes, [code], "{new}");
    }
}

#[test]
fn an_older_copy_of_a_part_is_one_error() {
    for (part, old, new) in [("actions.yml", "\n  strike:", "\n  smash:"), ("tests.yml", "\n  haul:", "\n  pull:")] {
        let mut files = harbour_with(part, old, new);
        let text = harbour_with("", "", "").into_iter().find(|one| one.name.ends_with(part)).unwrap().text;
        let copy = format!("harbour/{} (copia).yml", part.trim_end_matches(".yml"));
        files.push(File { name: copy.clone(), text });
        files.sort_by(|one, other| one.name.cmp(&other.name));
        let mut session = Session::new(&Builtin);
        let found = session.load_files(files).findings;
        let twice: Vec<&Diagnostic> = found.iter().filter(|one| one.code.as_str() == "file-twice").collect();
        let [error] = twice.as_slice() else { panic!("{found:?}") };
        assert_eq!(session.sources.get(error.at.unwrap().source).unwrap().name(), copy);
        assert!(found.iter().all(|one| one.code.as_str() != "defined-twice"), "{found:?}");
    }
}

#[test]
fn a_line_without_which_others_stand_elsewhere_is_one_error() {
    for (game, file, line) in [
        ("harbour", "interventions.yml", "    steps:\n"),
        ("harbour", "actions.yml", "  patch up:\n"),
        ("knocks", "ruleset.yml", "tags:\n"),
    ] {
        let mut session = Session::within(&Builtin, Limits::FULL);
        let found = session.load_files(game_with(game, file, line, "")).findings;
        let codes: Vec<&str> = found.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect();
        assert_eq!(codes, ["heading-missing"], "{line}");
    }
}

#[test]
fn a_thing_whose_name_is_forgotten_is_one_error() {
    for section in [
        "tests: {roll: 2d6, total: sum(), outcomes: {hit: {when: total > 7, is: success}, miss: {is: failure}}}",
        "traits: {number: 0..5, default: 2}",
        "tracks: {states: {Hurt: {when: lost > 2}, Fine: {}}, boxes: 5}",
        "tables: {dice: 2d6, rows: {1: a, 2: b}}",
        "actions: {roles: [one], steps: {a: {say: x}}}",
        "actions:\n    roles: [one]\n    steps: {a: {say: x}}\n  rest:\n    roles: [one]\n    steps: {a: {say: y}}",
    ] {
        let text = format!("tirada: 1\nid: well\ndice: {{d: 6}}\n{section}\n");
        let mut session = Session::new(&Builtin);
        let found = session.load_files(vec![File { name: "well.yml".to_owned(), text }]).findings;
        let codes: Vec<&str> = found.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect();
        assert_eq!(codes, ["heading-missing"], "{section}");
    }
}

#[test]
fn lines_under_an_unknown_key_are_no_text() {
    let text = "tirada: 1\nid: well\ndice: {d: 6}\nactions: {a: {roles: [one], do: {b: {say: x}}}}\n".to_owned();
    let mut session = Session::new(&Builtin);
    let found = session.load_files(vec![File { name: "well.yml".to_owned(), text }]).findings;
    let codes: Vec<&str> = found.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect();
    assert_eq!(codes, ["unknown-key"]);
}

#[test]
fn a_remark_in_parentheses_is_one_error() {
    let total = "tests: {t: {roll: 2d6, total: sum() + arm (the left)}}";
    let text = format!("tirada: 1\nid: well\ndice: {{d: 6}}\ntraits: {{arm: {{number: 0..5}}}}\n{total}\n");
    let mut session = Session::new(&Builtin);
    let found = session.load_files(vec![File { name: "well.yml".to_owned(), text }]).findings;
    let codes: Vec<&str> = found.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect();
    assert_eq!(codes, ["unknown-function"]);
}

#[test]
fn what_is_read_from_an_incomplete_thing_is_no_error() {
    for (game, line) in [
        ("thimbles", "    marks: {short: s, long: l}\n"),
        ("thimbles", "    boxes: {fray: 2, rip: Weave / 2, hole: 1}\n"),
    ] {
        let mut session = Session::within(&Builtin, Limits::FULL);
        let found = session.load_files(game_with(game, "ruleset.yml", line, "")).findings;
        let codes: Vec<&str> = found.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect();
        assert_eq!(codes, ["missing-key"], "{line}");
    }
}

#[test]
fn a_list_in_place_of_a_section_is_one_error() {
    let mut files = harbour_with("", "", "");
    files.push(File { name: "harbour/people.yml".to_owned(), text: "tags:\n  - Drowned\n".to_owned() });
    files.sort_by(|one, other| one.name.cmp(&other.name));
    let mut session = Session::new(&Builtin);
    let found = session.load_files(files).findings;
    let errors: Vec<&Diagnostic> = found.iter().filter(|one| one.is_error()).collect();
    let [error] = errors.as_slice() else { panic!("{errors:?}") };
    assert_eq!(error.code.as_str(), "not-a-map");
    assert_eq!(session.sources.get(error.at.unwrap().source).unwrap().name(), "harbour/people.yml");
}

fn run(folder: &std::path::Path, args: &[&str]) -> crate::common::Run {
    let mut command = crate::common::command(folder);
    command.current_dir(folder).args(args);
    crate::common::finish(command, "")
}

/// What is wrong with files of a game, by code.
fn codes_of(files: &[(&str, &str)]) -> Vec<&'static str> {
    let file = |&(name, text): &(&str, &str)| File { name: name.to_owned(), text: text.to_owned() };
    let found = Session::new(&Builtin).load_files(files.iter().map(file).collect()).findings;
    found.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect()
}

#[test]
fn mistakes_of_homebrewers_are_one_error() {
    let head = "tirada: 1\nid: well\nlanguage: en\nrounding: down\ndice: {d: 6, names: {Both: sum}}\n\
                traits: {Ward: {number: 0..9}}\n";
    for (body, code) in [
        (
            "tables:\n  T:\n    rows:\n      1..2: 4\n      3..: 5\nactions: {a: {roles: [x], steps: {n: 1d6, k: 'T[n]', s: {say: '{k}'}}}}",
            "rows-are-ranges",
        ),
        (
            "tables: {T: {columns: {a, b}, rows: {x: [1, 2]}}}\nactions: {a: {roles: [x], steps: {s: {say: '{T[x, a]}{T[x, b]}'}}}}",
            "not-a-list",
        ),
        ("actions:\n  a:\n    doc:\n    roles: [x]\n    steps: {s: {say: y}}", "empty-value"),
        ("tables:\n  T:\n    rows:\n      - rope\n      - lamp\n        doc: What lies there", "too-far-right"),
        ("actions:\n  a:\n    roles: [x]\n    steps:\n      s: {say: y}\n      when: x.Ward > 1", "too-far-left"),
        (
            "points: {Luck: {start: 3}}\nactions: {a: {roles: [x], steps: {s: {gain: {Luck: 1, to: x}}}}}",
            "too-far-right",
        ),
        (
            "tags: {fruit: {free names: yes}}\nactions: {a: {roles: [x], ask: {called: {text: any}}, need: {Full: count(apple) < 4}, steps: {s: {gain: {apple: called}}, t: {say: '{count(fruit)}'}}}}",
            "unknown-name",
        ),
        (
            "tests: {t: {ask: {height: {number: 1..9}, steep: {number: 1..9}}, against: tall, roll: 2d6, total: Both + steep, outcomes: {a: {when: margin > height, is: success, values: {over: margin}}, b: {is: failure}}}}",
            "unknown-input",
        ),
        (
            "tests: {t: {ask: {tall: {number: any}}, roll: 2d6, total: Both, against: tall}}\nactions: {a: {roles: [x], steps: {s: {roll: t, with: {tall: 3}, on: {up: {u: {say: y}}, low: {l: {say: z}}}}}}}",
            "unknown-outcome",
        ),
        (
            "actions: {a: {roles: [gang], steps: {s: {each: {one: gang}, steps: {b: {say: '{one}'}}}, o: {order: gang, by: [Ward]}}}}",
            "not-many",
        ),
        ("traits:\n  Odd: {is: if Ward > 1 xor Ward < 2 then 1 else 2}", "duplicate-key"),
        ("points: {Odd: {start: if Ward > 1 xor Ward < 2 then 1 else 2}}", "side-by-side"),
        ("points: {Odd: {start: if Ward not at least 2 then 1 else 2}}", "side-by-side"),
        ("actions: {a: {roles: [x], steps: {s: 1d6 + 1d6 if 3 > 2, t: {say: '{s}'}}}}", "side-by-side"),
        (
            "tables: {Hull: {rows: {low: 1}}}\nactions: {a: {roles: [x], steps: {t: {say: '{Hull(low]}'}}}}",
            "unknown-function",
        ),
        (
            "points: {Odd: {start: 1}}\nactions:\n  a:\n    roles: [x]\n    steps:\n      s:\n        lose:\n          Odd: 1 + (x.Ward - 2   # wet, damp",
            "missing-close",
        ),
        ("actions: {a: {roles: [x], steps: {t: {set: {Ward: +1}}}}}", "other-notation"),
        ("actions: {a: {roles: [x], steps: {t: {set: {Ward: -1}}}}}", "input-out-of-range"),
        ("actions: {a: {roles: [x], steps: {t: {say: y, when: x.Ward = yes}}}}", "different-things"),
    ] {
        assert_eq!(codes_of(&[("well.yml", &format!("{head}{body}\n"))]), [code], "{body}");
    }
}

#[test]
fn what_hides_a_file_is_the_only_error() {
    let rules = "tirada: 1\nid: well\ndice: {d: 6}\ntraits: {Ward: {number: 0..9}}\ntracks: {F: {boxes: 3, marks: {x: /}, \
                 overflow: ignore, states: {Fine: {when: lost < 2}, Bad: {enter: reel}}}}\n";
    let acts = "actions:\n  rest:\n    roles: [who]\n    steps: {a: {mark: Ward, on: F}}\n  reel:\n    roles: [who]\n    steps: {a: {say: x}}\n";
    assert_eq!(codes_of(&[("ruleset.yml", rules), ("acts.yml", acts)]), [""; 0]);
    let versions = acts.replace("  reel:\n", "<<<<<<< HEAD\n  reel:\n=======\n  reel:\n>>>>>>> other\n");
    for (acts, code) in [
        (acts.replace("    ", "\u{a0}\u{a0}\u{a0}\u{a0}"), "odd-blanks"),
        (acts.replace(": ", ":\u{a0}"), "odd-blanks"),
        (versions, "yaml-unmerged"),
        (acts[..acts.find(", on: F").unwrap()].to_owned(), "yaml-unclosed-bracket"),
    ] {
        assert_eq!(codes_of(&[("ruleset.yml", rules), ("acts.yml", &acts)]), [code], "{acts}");
    }
}

#[test]
fn missing_headings_of_folders_cases_and_sheets_are_one_error() {
    let folder = crate::common::folder("told-once-headings");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let rules = "tirada: 1\nid: well\nlanguage: en\nrounding: down\ndice: {d: 6, names: {Both: sum}}\n\
                 traits: {Ward: {number: 0..9}, Reach: {number: 0..9}}\n";
    let tests = "tests: {t: {roll: 2d6, total: Both + Ward + Reach}}\n";
    let cases = "tirada cases: 1\nruleset: well\ncharacters:\n  Ann: {traits: {Ward: 1, Reach: 1}}\ncases:\n  One:\n    \
                 with: {Ward: 1, Reach: 2}\n    roll: t()\n    dice: [1, 2]\n    expect: {total: 6}\n  Two:\n    steps:\n      \
                 - roll: t()\n        as: Ann\n        dice: [1, 2]\n        expect: {Ann.Ward: 1}\n      - roll: t()\n        \
                 as: Ann\n        dice: [1, 2]\n        expect: {Ann.Ward: 1}\n";
    let sheet = "tirada character: 1\nruleset: well\nname: Ann\ntraits:\n  Ward: 3\n  Reach: 2\n";
    let good = [
        ("well/ruleset.yml", rules),
        ("well/tests.yml", tests),
        ("well/cases/one.yml", cases),
        ("well/ann.yml", sheet),
    ];
    good.iter().for_each(|(name, text)| write(name, text));
    let run = |args: &[&str]| run(&folder, args);
    let sound = run(&["check", "well"]);
    assert_eq!(sound.code, 0, "{}{}", sound.stdout, sound.stderr);
    for (name, text, code) in [
        ("well/ruleset.yml", rules.replace("tirada: 1\n", ""), "missing-version"),
        ("well/ruleset.yml", rules.replace("tirada: 1", "Tirada: 1"), "missing-version"),
        ("well/cases/one.yml", cases.replace("cases:\n  One", "  One"), "heading-missing"),
        (
            "well/cases/one.yml",
            cases.replace(
                "      - roll: t()\n        as: Ann\n        dice: [1, 2]\n        expect: {Ann.Ward: 1}\n      - ",
                "      - roll: t()\n        as: Ann\n        dice: [1, 2]\n        expect: {Ann.Ward: 1}\n        ",
            ),
            "yaml-missing-dash",
        ),
        (
            "well/cases/one.yml",
            cases.replace("    roll: t()\n    dice: [1, 2]\n    expect: {total: 6}", "    do: t\n    as: Ann"),
            "unknown-key",
        ),
        (
            "well/cases/one.yml",
            cases.replace("characters:\n  Ann", "Ann").replace("Ann: {t", "Bob: {}\nAnn: {t"),
            "heading-missing",
        ),
        ("well/cases/one.yml", cases.replace("characters:\n  Ann", "  Ann"), "heading-missing"),
        ("well/cases/one.yml", cases.replace("characters:\n  Ann", "  Bob: {}\n  Ann"), "heading-missing"),
        ("well/ann.yml", sheet.replace("traits:\n  Ward: 3\n  Reach: 2", "Ward: 3\nReach: 2"), "heading-missing"),
        (
            "well/cases/one.yml",
            cases.replace("{traits: {Ward: 1, Reach: 1}}", "{Ward: 1, Reach: 1}"),
            "heading-missing",
        ),
        ("well/ann.yml", sheet.replace("tirada character: 1\nruleset: well", "tirada: 1"), "unknown-heading"),
        ("well/ann.yml", sheet.replace("tirada character", "tirada"), "unknown-heading"),
        ("well/ann.yml", sheet.replace("tirada character: 1\nruleset: well\n", ""), "missing-version"),
    ] {
        write(name, &text);
        let found = run(&["check", "well"]);
        let all = found.stdout + &found.stderr;
        assert_eq!(all.matches("error[").count(), 1, "{name} {code}: {all}");
        assert!(all.contains(&format!("error[{code}]")), "{name} {code}: {all}");
        good.iter().for_each(|(name, text)| write(name, text));
    }
    // All of a sheet may stand further in.
    write("well/ann.yml", &sheet.lines().map(|line| format!("  {line}\n")).collect::<String>());
    let found = run(&["check", "well"]);
    assert_eq!(found.code, 0, "{}{}", found.stdout, found.stderr);
}

#[test]
fn a_part_in_its_own_folder_is_one_error() {
    let folder = crate::common::folder("told-once-apart");
    std::fs::create_dir_all(folder.join("well/more")).unwrap();
    std::fs::write(
        folder.join("well/ruleset.yml"),
        "tirada: 1\nid: well\ndice: {d: 6}\nactions: {a: {roles: [x], steps: {r: {roll: t}}}}\n",
    )
    .unwrap();
    std::fs::write(folder.join("well/more/tests.yml"), "tests:\n  t: {roll: 2d6, total: sum()}\n").unwrap();
    let found = run(&folder, &["--lang", "en", "check", "well"]);
    let all = found.stdout + &found.stderr;
    assert_eq!(all.matches("error[").count(), 1, "{all}");
    assert!(all.contains("error[part-apart]"), "{all}");
}

#[test]
fn misplaced_cases_are_reported() {
    let folder = crate::common::folder("told-once-elsewhere");
    let rules = "tirada: 1\nid: well\ndice: {d: 6}\n";
    let cases = "tirada cases: 1\nruleset: well\ncases:\n  One: {roll: d6, dice: [3], expect: {value: 3}}\n";
    for place in ["well/tests/one.yml", "well/Cases/one.yml", "well/cases/one.yml"] {
        let _ = std::fs::remove_dir_all(folder.join("well"));
        std::fs::create_dir_all(folder.join(place).parent().unwrap()).unwrap();
        std::fs::write(folder.join("well/ruleset.yml"), rules).unwrap();
        std::fs::write(folder.join(place), cases).unwrap();
        let found = run(&folder, &["test", "well"]);
        let played = place.contains("/cases/");
        assert_eq!(found.code, i32::from(!played), "{place}: {}{}", found.stdout, found.stderr);
        assert_eq!(found.stderr.contains("error[cases-elsewhere]"), !played, "{place}: {}", found.stderr);
    }
}

#[test]
fn an_extends_that_is_forgotten_is_one_error() {
    let folder = crate::common::folder("told-once-extends");
    let write = |name: &str, text: &str| {
        std::fs::create_dir_all(folder.join(name)).unwrap();
        std::fs::write(folder.join(name).join("ruleset.yml"), text).unwrap();
    };
    write(
        "base",
        "tirada: 1\nid: base\nrounding: down\ndice: {d: 6, names: {Both: sum}}\ntraits: {Ward: {number: 0..9}}\npoints: \
         {Luck: {start: 3}}\ntests: {t: {roll: 2d6, total: Both + Ward}}\nactions: {a: {roles: [x], steps: {r: {roll: t}}}}\n",
    );
    let own = "tirada: 1\nid: own\nextends: base\ntests: {u: {like: t, change: {total: Both + Ward + 1}}}\nactions:\n  b:\n    \
               roles: [x]\n    steps:\n      r: {roll: t}\n      s: {roll: u}\n      p: {pay: {Luck: 1}, to: nobody}\n";
    write("own", own);
    let sound = run(&folder, &["--lang", "en", "check", "own"]);
    assert_eq!(sound.code, 0, "{}{}", sound.stdout, sound.stderr);
    write("own", &own.replace("extends: base\n", ""));
    let found = run(&folder, &["--lang", "en", "check", "own"]);
    let all = found.stdout + &found.stderr;
    assert_eq!(all.matches("error[").count(), 1, "{all}");
    assert!(all.contains("`extends` is missing") && all.contains("insert “␊extends: base”"), "{all}");
}

#[test]
fn a_section_that_is_missing_is_one_error() {
    let game = |body: &str| codes_of(&[("well.yml", &format!("tirada: 1\nid: well\nrounding: down\n{body}\n"))]);
    let dice = "traits: {Ward: {number: 0..9}}\ntests:\n  t: {roll: 3d, total: mC + Ward}\n  u: {roll: 3d, total: M + Ward, \
                outcomes: {big: {when: m = 1, is: success}, small: {is: failure}}}";
    assert_eq!(game(dice), ["no-own-die"]);
    let times = "dice: {d: 6}\ntags: {Dazed: {}, Calm: {lasts: 2 turn}}\nactions: {a: {roles: [x], steps: {g: {gain: \
                 Dazed, for: 2 round}, h: {gain: Calm, for: 1 hour}}}}";
    assert_eq!(game(times), ["unknown-time"]);
}

#[test]
fn spanish_keys_are_reported_with_the_right_ones() {
    let shelf = Memory::default();
    let check = |text: String| game_checked(&shelf, vec![File { name: "well.yml".to_owned(), text }]);
    let game = "tirada: 1\nid: well\nrounding: down\ndice: {d: 6, names: {Both: sum}}\ntraits: {Ward: {number: 0..9}}\ntimes: \
                {round: {}, day: {passes: 2 round}}\npoints: {Luck: {start: 3, renew: {day: 3}}}\ntracks: {Harm: {boxes: 3, marks: {h: \
                X}, overflow: ignore}}\ntests: {t: {roll: 2d6, total: Both + Luck, opposed: {compare: [total], tie: reroll}}}\nactions:\n  \
                a:\n    roles: {x: one, y: one, z: many}\n    need: {Weak: x.Ward > 0}\n    ask: {n: {number: 1..3}}\n    steps:\n      m: {mark: n, \
                on: Harm, of: x}\n      s: {each: {one: z}, steps: {k: {say: '{one}'}}}\n      o: {oppose: t, sides: [x, y]}\n";
    let (found, _) = told(game, &check);
    assert!(found.is_empty(), "{found:?}");
    for (ours, theirs) in [
        ("passes", "pasa"),
        ("renew", "renovar"),
        ("overflow", "desborda"),
        ("need", "hace falta"),
        ("ask", "preguntar"),
        ("each", "para cada"),
        ("oppose", "oponer"),
    ] {
        let text = game.replacen(&format!("{ours}:"), &format!("{theirs}:"), 1);
        let (found, mended) = told(&text, &check);
        assert_eq!((found.as_slice(), mended.as_deref()), (["unknown-key"].as_slice(), Some(game)), "{theirs}");
    }
}

#[test]
fn lines_two_levels_too_far_left_are_one_error() {
    let lines: Vec<&str> = LEVELS.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    for section in ["rows:", "also:", "ranges:", "values:", "outcomes:", "need:", "steps:"] {
        let head = lines.iter().position(|line| line.trim_start() == section).unwrap();
        let hangs = |at: usize| at > head && lines[head + 1..=at].iter().all(|line| indent(line) > indent(lines[head]));
        let moved = |(at, line): (usize, &&str)| format!("{}\n", if hangs(at) { &line[4..] } else { line });
        let text = lines.iter().enumerate().map(moved).collect();
        let mut session = Session::within(&Builtin, Limits::FULL);
        let found = session.load_files(vec![File { name: "levels.yml".to_owned(), text }]).findings;
        let codes: Vec<&str> = found.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect();
        assert_eq!(codes, ["too-far-left"], "{section}");
    }
}

#[test]
fn a_sheet_without_its_headings_is_one_error() {
    let folder = crate::common::folder("told-once-sheets");
    std::fs::create_dir_all(folder.join("well/people")).unwrap();
    let rules = "tirada: 1\nid: well\nlanguage: en\ndice: {d: 6}\ntraits: {Ward: {number: 0..9}}\npoints: {Fame: {start: 1}}\n\
                 actions: {a: {roles: [x], steps: {s: {gain: {Fame: x.Ward}}}}}\n";
    std::fs::write(folder.join("well/ruleset.yml"), rules).unwrap();
    for (sheet, code, words) in [
        ("Ward: 3", "heading-missing", "`traits:` is missing above `Ward`"),
        // What is nearly a key of a sheet may be something of the game's.
        ("Fame: 3\ntraits: {Ward: 1}", "heading-missing", "`points:` is missing above `Fame`"),
        ("attributes: {Ward: 3}", "unknown-key", "replace “attributes” with “traits”"),
        ("traits: {Ward: 3}\nroom: 2", "unknown-key", "nothing called `room`"),
    ] {
        let text = format!("tirada character: 1\nruleset: well\nname: Ann\n{sheet}\n");
        std::fs::write(folder.join("well/people/ann.yml"), text).unwrap();
        let found = run(&folder, &["check", "well"]);
        assert_eq!(found.stderr.matches("error[").count(), 1, "{sheet}: {}", found.stderr);
        assert!(found.stderr.contains(&format!("error[{code}]")), "{sheet}: {}", found.stderr);
        assert!(found.stderr.contains(words), "{sheet}: {}", found.stderr);
    }
}

/// The only error of a text, its first example or name that is meant, and the text with the change that is offered.
fn only(text: &str, check: &dyn Fn(String) -> Checked) -> (String, String) {
    let findings = check(text.to_owned()).findings;
    let errors: Vec<&Diagnostic> = findings.iter().filter(|one| one.is_error()).collect();
    let [error] = errors.as_slice() else {
        return (format!("{:?}", errors.iter().map(|one| one.code.as_str()).collect::<Vec<_>>()), String::new());
    };
    let fix = error.fix_offered().map(|fix| fix.replacement.clone());
    let said = error.helps.iter().find_map(|help| {
        help.args.iter().find_map(|(_, arg)| match arg {
            tirada::internals::diagnostic::Arg::Text(text) => Some(text.clone()),
            _ => None,
        })
    });
    (error.code.to_string(), fix.or(said).unwrap_or_default())
}

#[test]
fn foreign_rule_notations_are_reported_with_the_right_form() {
    let shelf = Memory::default();
    let rules = |text: String| game_checked(&shelf, vec![File { name: "delve.yml".to_owned(), text }]);
    let mut wrong = Vec::new();
    for (old, new, code, form) in [
        // Conditions in words, and several in a row.
        ("attacker.Wounds.left > 0", "attacker is Blessed", "other-notation", "."),
        ("attacker.Wounds.left > 0", "attacker has Blessed", "other-notation", "."),
        ("attacker.Wounds.left > 0", "attacker is not Blessed", "other-notation", "not attacker."),
        ("attacker.Wounds.left > 0", "'attacker.Might > 0, attacker.Blessed'", "other-notation", " and"),
        ("attacker.Wounds.left > 0", "attacker.Might = 1 or 2", "half-a-comparison", "attacker.Might = "),
        ("attacker.Wounds.left > 0", "attacker.Might in 1..3", "other-notation", ">= 1 and attacker.Might <= 3"),
        ("attacker.Wounds.left > 0", "attacker.Might 2 or more", "other-notation", ">= 2"),
        ("attacker.Wounds.left > 0", "attacker.Wounds = Hurt", "track-needs-dot", "Wounds.state = Hurt"),
        (
            "when: total >= target,",
            "when: total >= target, bonus > 1,",
            "yaml-cut-at-comma",
            "'total >= target and bonus > 1'",
        ),
        ("when: total >= target,", "when: (total >= target or bonus > 1,", "missing-close", ")"),
        // Dice, and what is made of them.
        ("  check:\n", "  check:\n    roll: 2d6 + bonus\n", "roll-not-dice", "roll: 2d6, total: sum() + bonus"),
        ("  check:\n", "  check:\n    roll: 2d6 + 1d8\n", "roll-not-dice", "roll: {a: 2d6, b: 1d8}"),
        ("  check:\n", "  check:\n    roll: 5d10 >= 7\n", "roll-not-dice", "roll: 5d10, total: count(>= 7)"),
        ("  check:\n", "  check:\n    roll: 3d6 exploding\n", "other-notation", "3d6!"),
        ("  check:\n", "  check:\n    roll: (bonus)d10 kh (bonus)\n", "other-notation", "d10kh"),
        ("  check:\n", "  check:\n    margin: no\n", "other-notation", "none"),
        // Steps.
        (
            "mark: 'Tool[tool, harm] + Tool[tool, reach]', on: Wounds",
            "mark: Wounds",
            "track-needs-dot",
            "mark: 1, on: Wounds",
        ),
        (
            "{say: 'Found: {Find[2d6]}.'}",
            "{gain: {attacker: {Breath: 1}}}",
            "not-a-formula",
            "gain: {Breath: 1}, to: attacker",
        ),
        (
            "{say: 'Found: {Find[2d6]}.'}",
            "{set: {attacker: {Breath: 1}}}",
            "not-a-formula",
            "set: {Breath: 1}, of: attacker",
        ),
        ("{say: 'Found: {Find[2d6]}.'}", "{say: 'It's done.'}", "yaml-text-after-quote", "'It''s done.'"),
        (
            "        roll: check\n        by",
            "        roll: check(1) vs 9\n        by",
            "unknown-test",
            "roll: check, with: {bonus: 1, target: 9}",
        ),
        (
            "        roll: check\n",
            "        roll: check\n        bonus: 1\n        target: 9\n",
            "unknown-key",
            "with: {bonus: 1, target: 9}",
        ),
        ("        roll: check\n", "        roll: fight\n", "unknown-test", "do: fight"),
        ("{say: 'Found: {Find[2d6]}.'}", "{do: check, with: {bonus: 1}}", "unknown-action", "roll: check"),
        ("{say: 'Found: {Find[2d6]}.'}", "{gain: {Breath: 1}, of: attacker}", "unknown-key", "to"),
        ("{say: 'Found: {Find[2d6]}.'}", "{lose: {Breath: 1}, from: attacker}", "unknown-key", "of"),
        ("{say: 'Found: {Find[2d6]}.'}", "{lose: 1 Breath, of: attacker}", "no-such-tag", "{Breath: 1}"),
        ("{say: 'Found: {Find[2d6]}.'}", "{mark: {cut: 1}, of: attacker}", "not-a-formula", "1, as: cut"),
        ("{say: 'Found: {Find[2d6]}.'}", "{mark: {Wounds: 1}, of: attacker}", "not-a-formula", "1, on: Wounds"),
        (
            "{say: 'Found: {Find[2d6]}.'}",
            "{mark: {Wounds: {cut: 1}}, of: attacker}",
            "not-a-formula",
            "1, on: Wounds, as: cut",
        ),
        ("{say: 'Found: {Find[2d6]}.'}", "{heal: {cut: 1}, of: attacker}", "not-a-formula", "1, from: cut"),
        ("{say: 'Found: {Find[2d6]}.'}", "{mark: 1, to: attacker}", "unknown-key", "of"),
        ("{say: 'Found: {Find[2d6]}.'}", "{mark: -1, of: attacker}", "amount-below-zero", "heal: 1"),
        (
            "{say: 'Found: {Find[2d6]}.'}",
            "{say: {attacker} falls, and cries.}",
            "yaml-bracket-in-value",
            "'{attacker} falls, and cries.'",
        ),
        ("{say: 'Found: {Find[2d6]}.'}", "{set: {attacker.Breath: 7}}", "input-out-of-range", ""),
        (
            "      blow:\n        roll: check\n        by: attacker\n        on:\n          success:\n            hit: {mark: 'Tool[tool, harm] + Tool[tool, reach]', on: Wounds, of: defender}\n      find: {say: 'Found: {Find[2d6]}.'}\n",
            "      - say: 'One.'\n        when: attacker.Blessed\n      - {say: Two.}\n",
            "not-a-map",
            "say 1:\n        say: 'One.'\n        when: attacker.Blessed\n      say 2: {say: Two.}",
        ),
        (
            "    need:\n      Already down: attacker.Wounds.left > 0\n      Not blessed: attacker.Blessed\n",
            "    when: attacker.Blessed\n",
            "unknown-key",
            "need: {…: attacker.Blessed}",
        ),
        (
            "Already down: attacker.Wounds.left > 0",
            "attacker.Wounds.left > 0: Already down",
            "not-a-formula",
            "Already down: attacker.Wounds.left > 0",
        ),
        ("renew: {watch: 1}", "renew: watch", "not-a-map", "{watch: …}"),
        ("renew: {watch: 1}", "renew: {watch: 9}", "input-out-of-range", ""),
        (
            "{row: Tool, default: Dirk}",
            "{row: Tool, default: Dirk}, how: {traits: Might, of: attacker}",
            "unknown-key",
            "trait",
        ),
        ("{say: 'Found: {Find[2d6]}.'}", "{spend: {Breath: 1}, of: attacker}", "unknown-key", "lose"),
        ("{say: 'Found: {Find[2d6]}.'}", "{message: Hm.}", "unknown-key", "say"),
        ("{say: 'Found: {Find[2d6]}.'}", "All of it is over.", "not-a-formula", "{say: 'All of it is over.'}"),
        ("        by: attacker\n", "        by: attacker\n        with: bonus\n", "not-a-map", "{bonus: …}"),
        ("        by: attacker\n", "        by: attacker\n        with: {vs: 9}\n", "unknown-input", "target"),
        ("          success:\n", "          else:\n", "unknown-outcome", "failure"),
        // Shapes.
        (
            "roles: [attacker, defender]",
            "roles: [attacker: one, defender: one]",
            "not-a-map",
            "{attacker: one, defender: one}",
        ),
        (
            "{number: -2..3, default: 0, group: stats}",
            "{min: -2, max: 3, default: 0, group: stats}",
            "unknown-key",
            "number: -2..3",
        ),
        ("{row: Tool, default: Dirk}", "[Dirk, Long Bow]", "not-a-map", "{one of: [Dirk, Long Bow]}"),
        ("when: total >= target,", "when: natural 12,", "other-notation", "sum() ="),
        ("total: sum() + bonus", "total: count >= 5", "other-notation", "count(>= 5)"),
        ("  check:\n", "  check:\n    roll: max(1, bonus)d6\n", "other-notation", "(max(1, bonus))"),
        ("  check:\n", "  check:\n    reroll: 1\n", "unknown-key", "roll: 4d6r1"),
        ("    against: target\n", "    against: 7\n", "unknown-input", "shown against: 7"),
        ("{say: 'Found: {Find[2d6]}.'}", "{say: 'By {margin}.'}", "unknown-name", "blow.margin"),
        // Cells that are words.
        ("    cells: text\n", "", "cells-are-words", "    cells: text\n"),
        (
            "tables:\n",
            "tables:\n  Loot:\n    columns: [worth, looks]\n    rows: {Ring: [1, shiny], Pot: [2, dull and grey]}\n",
            "cells-are-words",
            "{worth: formula, looks: text}",
        ),
        // Lines without their heading.
        ("        on:\n          success:", "        success:", "heading-missing", ""),
        (
            "    outcomes:\n      good: {when: total >= target, is: success}\n      bad: {is: failure}\n",
            "    good: {when: total >= target, is: success}\n    bad: {is: failure}\n",
            "heading-missing",
            "",
        ),
        ("    rows:\n", "", "heading-missing", "    rows:\n"),
        ("    states:\n", "", "heading-missing", "    states:\n"),
    ] {
        assert!(DELVE.contains(old), "{old}");
        let found = only(&DELVE.replacen(old, new, 1), &rules);
        if found != (code.to_owned(), form.to_owned()) {
            wrong.push(format!("{new}: {found:?} instead of {code}, {form}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn amounts_never_above_zero_are_reported() {
    let shelf = Memory::default();
    let find = "{say: 'Found: {Find[2d6]}.'}";
    let hit = "{mark: 'Tool[tool, harm] + Tool[tool, reach]', on: Wounds, of: defender}";
    for (branch, step, warned) in [
        ("failure", "{mark: blow.margin, of: defender}", true),
        ("bad", "{mark: blow.margin / 2, of: defender}", true),
        ("bad", "{gain: {Breath: blow.margin}, to: attacker}", true),
        ("failure", "{lose: {Breath: 'min(0, attacker.Might)'}, of: attacker}", true),
        ("failure", "{mark: -blow.margin, of: defender}", false),
        ("failure", "{gain: {Breath: blow.margin}, to: attacker, by: any}", false),
        ("success", "{mark: blow.margin, of: defender}", false),
    ] {
        let text = DELVE.replace(find, hit).replacen("success:\n", &format!("{branch}:\n"), 1).replacen(hit, step, 1);
        let mut session = Session::new(&shelf);
        let loaded = session.load_files(vec![File { name: "delve.yml".to_owned(), text }]);
        assert!(loaded.is_sound(), "{step}: {:?}", loaded.findings);
        let told = session.lint(&loaded, &[]).into_iter().filter(|one| one.code.as_str() == "amount-never").count();
        assert_eq!(told, usize::from(warned), "{branch} {step}");
    }
}

#[test]
fn the_margin_of_two_sides_where_the_right_one_wins() {
    let rules = "tirada: 1\nid: fords\nname: Fords\nlanguage: en\npoints: {Wind: {start: 9}}\ntests:\n  \
                 haul: {roll: 2d6, total: sum(), opposed: {compare: [total], tie: nobody}}\nactions:\n  tug:\n    \
                 roles: [left, right]\n    steps:\n      run: {oppose: haul, sides: {left: {}, right: {}}, on: {SIDE: \
                 {takes: {lose: {Wind: AMOUNT}, of: left}}}}\n";
    let shelf = Memory::default();
    for (side, amount, warned) in [
        ("right", "run.margin", true),
        ("tie", "2 * run.margin", true),
        ("left", "run.margin", false),
        ("right", "-run.margin", false),
        ("right", "run.right.total - run.left.total", false),
    ] {
        let text = rules.replace("SIDE", side).replace("AMOUNT", amount);
        let mut session = Session::new(&shelf);
        let loaded = session.load_files(vec![File { name: "fords.yml".to_owned(), text }]);
        assert!(loaded.is_sound(), "{amount}: {:?}", loaded.findings);
        let told = session.lint(&loaded, &[]).into_iter().filter(|one| one.code.as_str() == "amount-never").count();
        assert_eq!(told, usize::from(warned), "{side} {amount}");
    }
}

/// A step of a case, with its dash.
const DO_FIGHT: &str = "- do: fight\n        as: {attacker: Ann, defender: Bob}\n";

#[test]
fn foreign_sheets_and_extensions_are_reported_with_the_right_form() {
    let shelf = Memory::default();
    let game = File { name: "delve.yml".to_owned(), text: DELVE.to_owned() };
    let beside = |text: String| belonging(&shelf, &game, vec![File { name: "ann.yml".to_owned(), text }]);
    let base = Memory::from([("delve".to_owned(), vec![game.clone()])]);
    let over = |text: String| game_checked(&base, vec![File { name: "mine.yml".to_owned(), text }]);
    let mut wrong = Vec::new();
    let mut judge = |what: &str, found: (String, String), code: &str, form: &str| {
        if found != (code.to_owned(), form.to_owned()) {
            wrong.push(format!("{what}: {found:?} instead of {code}, {form}"));
        }
    };
    for (old, new, code, form) in [
        ("ruleset: delve", "game: delve", "unknown-key", "ruleset"),
        ("{Might: 2}", "{Might 2}", "yaml-missing-colon", "{Might: 2}"),
        ("{Might: 2}", "\n  Might 2", "yaml-missing-colon", "Might: 2"),
        ("{Might: 2}", "\n  Might = 2", "yaml-missing-colon", "Might: 2"),
        ("{Might: 2}", "[Might: 2]", "not-a-map", "{Might: 2}"),
        ("points: {Breath: 1}\nmarks:", "points:\n  Breath: 1\n  marks:", "too-far-right", "marks: {Wounds: {cut: 2}}"),
        ("marks: {", "tracks: {", "unknown-key", "marks"),
        ("tags: {", "gear: {", "unknown-key", "tags"),
        ("{Might: 2}", "{stats: {Might: 2}}", "unknown-trait", "{Might: 2}"),
        ("{Might: 2}", "{Might: }", "empty-value", "Might: -2"),
    ] {
        assert!(DELVER.contains(old), "{old}");
        judge(new, only(&DELVER.replacen(old, new, 1), &beside), code, form);
    }
    for (old, new, code, form) in [
        ("tirada cases: 1", "tirada: 1", "unknown-heading", "tirada cases"),
        ("characters:", "people:", "unknown-key", "characters"),
        ("- do: fight", "- try: fight", "unknown-key", "do"),
        ("set: {tool: Dirk}", "with: {tool: Dirk}", "unknown-key", "set"),
        ("set: {tool: Dirk}", "tool: Dirk", "unknown-key", "set: {tool: Dirk}"),
        ("expect: {blow.outcome: bad}", "blow.outcome: bad", "unknown-key", "expect: {blow.outcome: bad}"),
        (
            "expect: {blow.outcome: bad}",
            "expect: {blow: {outcome: bad, total: 3}}",
            "not-a-text",
            "{blow.outcome: bad, blow.total: 3}",
        ),
        ("expect: {blow.outcome: bad}", "expect: bad", "not-a-map", "{outcome: bad}"),
        ("expect: {blow.outcome: bad}", "expect: {blow.outcome = bad}", "yaml-missing-colon", "{blow.outcome: bad}"),
        ("expect: {blow.outcome: bad}", "expect: {total: 3}", "unknown-name", "blow.total"),
        ("set: {tool: Dirk}", "set: tool Dirk", "yaml-missing-colon", "{tool: Dirk}"),
        ("expect: {blow.outcome: bad}", "expect: {outcome: failure}", "never-so", "blow.success: no"),
        (
            DO_FIGHT,
            "do: fight\n      as: {attacker: Ann, defender: Bob}\n",
            "not-a-list",
            "- do: fight\n        as: {attacker: Ann, defender: Bob}\n        set: {tool: Dirk}\n        dice: [1, 2, 6, 6]\n        expect: {blow.outcome: bad}",
        ),
        (
            "- do: fight",
            "first:\n        do: fight",
            "not-a-list",
            "- do: fight\n        as: {attacker: Ann, defender: Bob}\n        set: {tool: Dirk}\n        dice: [1, 2, 6, 6]\n        expect: {blow.outcome: bad}",
        ),
    ] {
        assert!(DELVED.contains(old), "{old}");
        // One step without its dash stands further to the left.
        let text = DELVED.replacen(old, new, 1);
        let text = if old == DO_FIGHT { text.replace("\n        ", "\n      ") } else { text };
        judge(new, only(&text, &beside), code, form);
    }
    let rolled = "tirada cases: 1\nruleset: delve\ncases:\n  One:\n    with: {Might: 1}\n    roll: check(2)\n    dice: [1, 2]\n    \
                  expect: {outcome: bad}\n";
    for (old, new, code, form) in [
        ("with: {Might: 1}", "Might: 1", "unknown-key", "with: {Might: 1}"),
        ("roll: check(2)", "test: check(2)", "unknown-key", "roll"),
        ("expect: {outcome: bad}", "outcome: bad", "unknown-key", "expect: {outcome: bad}"),
        ("expect: {outcome: bad}", "expect: failed", "not-a-map", "{success: no}"),
        ("expect: {outcome: bad}", "expect: bad", "not-a-map", "{outcome: bad}"),
        ("outcome: bad", "outcome: failure", "never-so", "success: no"),
    ] {
        assert!(rolled.contains(old), "{old}");
        judge(new, only(&rolled.replacen(old, new, 1), &beside), code, form);
    }
    let extension = "tirada: 1\nid: mine\nname: Mine\nextends: delve\n";
    for (line, code, form) in [
        ("remove: [fight]", "remove-of-nothing", "actions.fight"),
        ("remove: actions.fight, tables.Find", "not-a-list", "[actions.fight, tables.Find]"),
        ("change: {puntos: {Breath: {max: 9}}}", "change-of-nothing", "points"),
        ("change: {tables: {Tool: {Dirk: [d, 2]}}}", "change-of-nothing", "rows: {Dirk: …}"),
        ("change: {tables: {Tool: {A: [d, 2], B: [d, 1]}}}", "change-of-nothing", "tables: {Tool: {rows: {A: …}}}"),
        ("change: {points.Breath.max: 9}", "change-of-nothing", "points: {Breath: {max: 9}}"),
        (
            "change: {tests: {check: {outcomes: {great: {when: total > 11, is: success}}}}}",
            "change-of-nothing",
            "tests: {check: {outcomes: {great: …}, before: good}}",
        ),
        ("remove: {tables: Find}", "removed-but-used", ""),
        ("remove: {tables: [Fnd]}", "remove-of-nothing", "Find"),
        ("remove: {actions: }", "not-a-list", ""),
        ("tables: {remove: [Find]}", "too-far-right", "remove: {tables: [Find]}"),
        ("change: {points.Breath.max: 4}", "change-of-nothing", "points: {Breath: {max: 4}}"),
        ("change: points.Breath.max: 4", "yaml-colon-in-value", "{points: {Breath: {max: 4}}}"),
    ] {
        judge(line, only(&format!("{extension}{line}\n"), &over), code, form);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
