//! The command line, to the letter.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common::{command, finish, folder, tirada};
use crate::errors::command_said;

#[test]
fn what_belongs_to_the_prompt_is_refused_before_a_command() {
    for early in [["-r", "nonsense"], ["--seed", "3"]] {
        let run = tirada(&[&early[..], &["roll", "1d6"]].concat());
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{run:?}");
        assert!(run.stderr.starts_with("error[usage-before-command]: "), "{}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn words_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt as _;
    let mut run = command(&folder("no-text"));
    run.args(["roll", "--lang", "en"]).arg(std::ffi::OsStr::from_bytes(b"2d6 # ni\xf1o"));
    let run = finish(run, "");
    assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{run:?}");
    assert!(run.stderr.starts_with("error[usage-not-text]: “2d6 # ni"), "{}", run.stderr);
    command_said(r#"tirada roll "2d6 # ni\xF1o""#, &run.stderr);
}

#[test]
fn a_value_too_many_is_not_called_a_flag() {
    let run = tirada(&["roll", "3d6", "ada.yml", "--lang", "en"]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 2));
    assert!(run.stderr.contains("error[usage-too-many]: “ada.yml” is one value too many"), "{}", run.stderr);
}

#[test]
fn an_option_that_is_none_is_named() {
    for option in ["--base", "--bogus=3"] {
        let run = tirada(&["roll", option, "2d6", "--lang", "en"]);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2));
        assert!(
            run.stderr.contains(&format!("error[usage-unknown-flag]: There is no flag “{option}”")),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn a_test_without_dice_throws_the_games_dice() {
    let home = folder("dice-of-the-game");
    let game = "tirada: 1\nid: skiff\nlanguage: en\ndice: {d: 10, roll: 3d, names: {C: middle}}\nvs: haul\ntests:\n  haul:\n    ask: {pull: {number: any, default: 0}, target: {number: any}}\n    against: target\n    total: C + pull\n    outcomes: {there: {when: total >= target, is: success}, adrift: {is: failure}}\n    opposed: {compare: [total], tie: nobody, outcomes: {win: ahead, lose: behind, tie: level}}\n";
    std::fs::write(home.join("skiff.yml"), game).unwrap();
    let rolled = |text: &str, dice: &str| {
        let mut run = command(&home);
        run.args(["roll", text, "--dice", dice, "-r"]).arg(home.join("skiff.yml"));
        let run = finish(run, "");
        assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{text}");
        run.stdout
    };
    assert!(rolled("C + 3 vs 9", "2,6,9").contains("C 6 + 3 = 9 vs 9"));
    assert!(rolled("C + 3 vs C + 1", "2,6,9,1,8,8").contains("level · 9 against 9"));
    assert!(rolled("C + 3 vs C + 1", "2,6,9,1,7,8").contains("ahead · 9 against 8"));
}

#[test]
fn a_roll_shows_dice_names_sum_and_result() {
    let run = tirada(&["roll", "mM+2", "--dice", "7,4,1"]);
    assert_eq!(run.stdout, "3d10: 7 4 1  → m 1, C 4, M 7\nm 1 + M 7 + 2\n= 10\n");
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
}

#[test]
fn the_same_seed_gives_the_same_dice() {
    let one = tirada(&["roll", "10d100", "--seed", "42"]);
    let other = tirada(&["roll", "10d100", "--seed", "42"]);
    assert_eq!(one.stdout, other.stdout);
    let third = tirada(&["roll", "10d100", "--seed", "43"]);
    assert_ne!(one.stdout, third.stdout);
}

#[test]
fn every_line_of_many_can_be_rolled_again_alone() {
    let many = tirada(&["roll", "3d10", "-n", "3", "--seed", "9", "--json"]);
    let lines: Vec<serde_json::Value> = many.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    for line in lines {
        let seed = line["seed"].to_string();
        let again = tirada(&["roll", "3d10", "--seed", &seed, "--json"]);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&again.stdout).unwrap(), line);
    }
}

#[test]
fn drawn_seeds_have_nothing_to_do_with_one_another() {
    let seeds = |args: &[&str]| -> Vec<(i128, bool)> {
        let run = tirada(args);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let lines = run.stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let number = |line: &serde_json::Value| i128::from(line["seed"].as_u64().unwrap());
        lines.map(|line| (number(&line), line["seed_given"].as_bool().unwrap())).collect()
    };
    let given = seeds(&["roll", "3d10", "-n", "5", "--seed", "9", "--json"]);
    assert_eq!(given, [(9, true), (10, true), (11, true), (12, true), (13, true)]);
    let drawn = seeds(&["roll", "3d10", "-n", "5", "--json"]);
    assert!(drawn.iter().all(|(_, given)| !given), "{drawn:?}");
    // Of 2^53 seeds each: no two are neighbours.
    assert!(drawn.windows(2).all(|pair| (pair[0].0 - pair[1].0).abs() > 1), "{drawn:?}");
    // Dice that were typed in have no seed, and an action and samples say the same of theirs.
    let typed = tirada(&["roll", "3d10", "--dice", "1,2,3", "--json"]);
    assert!(typed.stdout.contains("\"seed\":null,\"seed_given\":null"), "{}", typed.stdout);
    assert_eq!(seeds(&["odds", "3d10", "--simulate", "10", "--seed", "4", "--json"]), [(4, true)]);
    assert!(!seeds(&["odds", "3d10", "--simulate", "10", "--json"])[0].1);
    assert!(!tirada(&["odds", "3d10", "--json"]).stdout.contains("seed"));
}

#[test]
fn a_generated_seed_is_shown_and_works() {
    let run = tirada(&["roll", "5d20", "--json"]);
    let line: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let again = tirada(&["roll", "5d20", "--json", "--seed", &line["seed"].to_string()]);
    assert_eq!(run.stdout.replace("\"seed_given\":false", "\"seed_given\":true"), again.stdout);
}

#[test]
fn json_keeps_its_shape() {
    let plain = tirada(&["roll", "4d6kh3 + 2d6r1 + 2d6! # prueba", "--json", "--dice", "1,6,3,4,1,2,5,6,2,3"]);
    let test = tirada(&["roll", "C + 7 vs Difícil", "--json", "--dice", "10,10,4"]);
    let opposed = tirada(&["roll", "C + 9 vs C + 7", "--json", "--dice", "1,2,3,4,5,6"]);
    for (name, run) in [("plain", plain), ("test", test), ("opposed", opposed)] {
        assert_eq!(run.code, 0, "{}", run.stderr);
        let value: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        insta::assert_snapshot!(format!("json_{name}"), serde_json::to_string_pretty(&value).unwrap());
    }
}

#[test]
fn several_expressions_are_a_list() {
    let run = tirada(&["roll", "-r", "plain", "2d6; d20 + 2 # axe; 7", "--json", "--dice", "3,4,11"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let list: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let values =
        |list: &serde_json::Value| list.as_array().unwrap().iter().map(|one| one["value"].clone()).collect::<Vec<_>>();
    assert_eq!(values(&list), [7, 13]);
    assert_eq!((&list[0]["expression"], &list[1]["comment"]), (&"2d6".into(), &"axe; 7".into()));
    // Each result is a list.
    // One form is understood in every game, at the prompt, too.
    let run = tirada(&["roll", "-r", "plain", "repeat 6 4d6", "--lang", "en"]);
    assert!(run.stderr.contains("to roll it several times: r6 4d6\n"), "{}", run.stderr);
    let run = tirada(&["roll", "-r", "cdb", "repeat 6 4d6", "--lang", "en"]);
    assert!(run.stderr.contains("to roll it several times: r6 4d6\n"), "{}", run.stderr);
    let run = tirada(&["roll", "-r", "plain", "2d6; d20", "--json", "-n", "3", "--seed", "4"]);
    let lines: Vec<serde_json::Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().map(|line| values(line).len()).collect::<Vec<_>>(), [2, 2, 2]);
    // One that is wrong, or fails, and none is rolled; nor is a line of too many.
    let many = "d6; ".repeat(100) + "d6";
    for (text, code) in
        [(many.as_str(), "too-many-times"), ("2d6; d20 + x", "unknown-name"), ("2d6; 1 / (1 - 1)", "division-by-zero")]
    {
        let run = tirada(&["roll", "-r", "plain", text, "--seed", "1", "--lang", "en"]);
        assert_eq!((run.stdout.as_str(), run.code), ("", 1), "{text}");
        assert!(run.stderr.starts_with(&format!("error[{code}]: ")), "{text}: {}", run.stderr);
    }
    // What one of them reads is not given in vain; what none reads is.
    let run = tirada(&["roll", "C + Reflejos; 2d6", "--with", "Reflejos=3", "--dice", "1,2,3,4,5"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let run = tirada(&["roll", "C; 2d6", "--with", "Reflejos=3", "--dice", "1,2,3,4,5"]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 1));
}

#[test]
fn wrong_dice_are_errors() {
    for (dice, code) in [("10,5", "too-few-dice"), ("10,5,1,4", "dice-left-over"), ("10,5,11", "impossible-face")] {
        let run = tirada(&["roll", "mM+2", "--dice", dice, "--lang", "en"]);
        assert_eq!((run.stdout.as_str(), run.code), ("", 1), "{dice}");
        assert!(run.stderr.starts_with(&format!("error[{code}]: ")), "{dice}: {}", run.stderr);
    }
    let run = tirada(&["roll", "mM+2", "--dice", "10,x,1"]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 2));
}

#[test]
fn an_expression_may_begin_with_a_minus() {
    assert_eq!(tirada(&["roll", "-2+3d10", "--dice", "1,1,1"]).stdout.lines().last(), Some("= 1"));
    assert_eq!(tirada(&["roll", "-mM", "--dice", "1,2,3", "-r", "hitos"]).stdout.lines().last(), Some("= −4"));
}

#[test]
fn a_character_gives_its_traits() {
    let home = folder("character");
    let sheet = home.join("vladimir.yml");
    let text =
        "tirada character: 1\nname: Vladimir\nruleset: hitos\ntraits:\n  Intelecto: 3\n  habilidad: {Oído agudo: 4}\n";
    std::fs::write(&sheet, text).unwrap();
    let mut run = command(&home);
    run.args(["roll", "C + Intelecto + «Oído agudo» vs 12", "--dice", "10,5,1", "--with"]).arg(&sheet);
    let run = finish(run, "");
    assert!(run.stdout.contains("C 5 + Intelecto 3 + Oído agudo 4 = 12 vs 12"), "{}{}", run.stdout, run.stderr);
    // What YAML takes for a comment is told wherever the sheet is read.
    std::fs::write(&sheet, text.replace("name: Vladimir", "name: Vladimir #2")).unwrap();
    let path = sheet.to_str().unwrap();
    for args in [["sheet", path].as_slice(), &["roll", "C", "--with", path], &["odds", "C vs 12", "--with", path]] {
        let mut run = command(&home);
        run.args(["--lang", "en"]).args(args);
        let run = finish(run, "");
        assert!(run.code == 0 && run.stderr.contains("warning[text-cut-at-hash]"), "{args:?}: {}", run.stderr);
    }
    std::fs::write(&sheet, text.replace("Intelecto: 3", "Intelectro: 3")).unwrap();
    let mut run = command(&home);
    run.args(["--lang", "en", "check"]).arg(&sheet);
    let run = finish(run, "");
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("vladimir.yml:5:3") && run.stderr.contains("Intelecto"), "{}", run.stderr);
}

#[test]
fn rulesets_are_found_in_data_folder_and_path() {
    let home = folder("shelves");
    let shelf = home.join(".local/share/tirada/rulesets/faro");
    std::fs::create_dir_all(&shelf).unwrap();
    std::fs::write(
        shelf.join("ruleset.yml"),
        "tirada: 1\nid: faro\nname: Faro\ndice: {d: 8, roll: 2d, names: {q: highest}}\n",
    )
    .unwrap();
    let mut run = command(&home);
    run.args(["roll", "-r", "faro", "q", "--dice", "3,8"]);
    assert_eq!(finish(run, "").stdout, "2d8: 3 8  → q 8\n= 8\n");
    let other = home.join("otros");
    std::fs::create_dir_all(&other).unwrap();
    std::fs::write(
        other.join("faro.yml"),
        "tirada: 1\nid: faro\nname: Otro\ndice: {d: 4, roll: 2d, names: {q: lowest}}\n",
    )
    .unwrap();
    let mut run = command(&home);
    run.args(["roll", "-r", "faro", "q", "--dice", "3,4"]).env("TIRADA_PATH", &other);
    assert_eq!(finish(run, "").stdout.lines().last(), Some("= 3"));
    std::fs::create_dir_all(home.join(".config/tirada")).unwrap();
    std::fs::write(home.join(".config/tirada/config.yml"), "ruleset: faro\nlanguage: en\n").unwrap();
    let mut run = command(&home);
    run.args(["roll", "q", "--dice", "3,8"]);
    assert_eq!(finish(run, "").stdout.lines().last(), Some("= 8"));
    std::fs::write(home.join(".config/tirada/config.yml"), "rulesett: faro\n").unwrap();
    let mut run = command(&home);
    run.args(["roll", "q"]);
    assert_eq!(finish(run, "").code, 3);
}

#[test]
fn a_ruleset_by_path_extends_its_neighbours() {
    let home = folder("beside");
    std::fs::write(home.join("faro.yml"), "tirada: 1\nid: faro\ndice: {d: 8, roll: 2d, names: {q: highest}}\n")
        .unwrap();
    let variant = home.join("faro2.yml");
    std::fs::write(&variant, "tirada: 1\nid: faro2\nextends: faro\nchange: {dice: {d: 4}}\n").unwrap();
    let mut run = command(&home);
    run.args(["roll", "q", "--dice", "3,4", "-r"]).arg(&variant);
    let run = finish(run, "");
    assert_eq!(run.stdout, "2d4: 3 4  → q 4\n= 4\n", "{}", run.stderr);
}

#[test]
fn a_folder_of_characters_is_never_a_ruleset() {
    let home = folder("called-alike");
    let shelf = home.join(".local/share/tirada/rulesets");
    std::fs::create_dir_all(&shelf).unwrap();
    std::fs::write(shelf.join("faro.yml"), "tirada: 1\nid: faro\ndice: {d: 8, roll: 2d, names: {q: highest}}\n")
        .unwrap();
    std::fs::create_dir(home.join("faro")).unwrap();
    std::fs::write(home.join("faro/ana.yml"), "tirada character: 1\nname: Ana\nruleset: faro\n").unwrap();
    let variant = home.join("faro2.yml");
    std::fs::write(&variant, "tirada: 1\nid: faro2\nextends: faro\nchange: {dice: {d: 4}}\n").unwrap();
    let mut run = command(&home);
    run.args(["roll", "q", "--dice", "3,4", "-r"]).arg(&variant);
    let run = finish(run, "");
    assert_eq!(run.stdout, "2d4: 3 4  → q 4\n= 4\n", "{}", run.stderr);
}

#[test]
fn settings_answer_inputs_and_options() {
    let run = tirada(&["roll", "ataque(8) vs 15", "--set", "arma=Pistola", "--dice", "10,10,4"]);
    assert!(run.stdout.contains("daño: 28"), "{}{}", run.stdout, run.stderr);
    let run = tirada(&["roll", "prueba(7) vs 12", "--set", "bono=3", "--lang", "en"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("set-and-given"), "{}", run.stderr);
    let run = tirada(&["roll", "mM", "--set", "arna=Pistola", "--lang", "en"]);
    assert!(run.stderr.contains("unknown-setting"), "{}", run.stderr);
    let run = tirada(&["roll", "Terror[Miedo, dificultad]", "--set", "Terror[Miedo, dificultad]=14"]);
    assert_eq!(run.stdout.lines().last(), Some("= 14"), "{}", run.stderr);
}

#[test]
fn standard_input_can_hold_the_expression() {
    let home = folder("stdin");
    let mut run = command(&home);
    run.args(["roll", "-", "--dice", "7,4,1"]);
    assert_eq!(finish(run, "mM + 2\n").stdout.lines().last(), Some("= 10"));
    let mut run = command(&home);
    run.args(["roll", "-", "--lang", "en"]);
    let long = finish(run, "(".repeat(10_000_000));
    assert_eq!((long.stdout.as_str(), long.code), ("", 1));
    assert!(long.stderr.contains("text-too-long"), "{}", long.stderr);
}

#[test]
fn tests_and_checks_have_exit_codes() {
    let run = tirada(&["test", "--lang", "en"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.trim_end().ends_with(" passed, 0 failed"), "{}", run.stdout);
    let home = folder("failing");
    std::fs::create_dir_all(home.join("faro/cases")).unwrap();
    std::fs::write(home.join("faro/ruleset.yml"), "tirada: 1\nid: faro\ndice: {d: 8, roll: 2d, names: {q: highest}}\n")
        .unwrap();
    let case = "tirada cases: 1\nruleset: faro\ncases:\n  Uno:\n    source: X1\n    roll: q + 1\n    dice: [3, 8]\n    expect: {total: 10}\n";
    std::fs::write(home.join("faro/cases/uno.yml"), case).unwrap();
    let mut run = command(&home);
    run.args(["--lang", "en", "test"]).arg(home.join("faro"));
    let run = finish(run, "");
    assert_eq!(run.code, 1);
    assert!(run.stdout.ends_with("0 passed, 1 failed\n"), "{}", run.stdout);
    assert!(run.stdout.contains("total: expected 10, found 9"), "{}", run.stdout);
    assert_eq!(tirada(&["check", "rulesets"]).code, 0);
    assert_eq!(tirada(&["check", "no-such-file.yml"]).code, 3);
    assert_eq!(tirada(&["roll"]).code, 2);
    assert_eq!(tirada(&["frobnicate"]).code, 2);
    assert_eq!(tirada(&["roll", "-r", "nada", "3d6"]).code, 1);
}

#[test]
fn help_and_pages_exist_in_both_languages() {
    for language in ["en", "es"] {
        for args in [vec!["--help"], vec!["roll", "--help"], vec!["check", "--help"]] {
            let mut whole = vec!["--lang", language];
            whole.extend(args);
            let run = tirada(&whole);
            assert_eq!(run.code, 0);
            assert!(!run.stdout.contains('<') || !run.stdout.contains("<cli"), "{}", run.stdout);
            let words = if language == "en" { "Usage:" } else { "Uso:" };
            assert!(run.stdout.contains(words), "{}", run.stdout);
        }
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(tirada(&["completions", shell]).stdout.contains("tirada"), "{shell}");
    }
    let pages = folder("pages");
    let mut run = command(&pages);
    run.args(["man", "--dir"]).arg(pages.join("man"));
    assert_eq!(finish(run, "").code, 0);
    assert!(pages.join("man/tirada.1").exists() && pages.join("man/tirada-roll.1").exists());
}

#[test]
fn forums_and_pages_get_their_own_marks() {
    let run = tirada(&["roll", "4d6kh3", "--dice", "1,4,5,6", "--format", "bbcode"]);
    assert_eq!(run.stdout, "4d6kh3: [s]1[/s] 4 5 6\n[b]= 15[/b]\n");
    let run = tirada(&["roll", "4d6kh3", "--dice", "1,4,5,6", "--format", "markdown"]);
    assert_eq!(run.stdout, "4d6kh3: ~~1~~ 4 5 6  \n**= 15**\n");
}

#[test]
fn a_format_that_does_not_apply_is_an_error() {
    for words in [&["show", "hitos"][..], &["show", "hitos", "C"], &["do", "-r", "hitos"]] {
        let run = tirada(&[words, &["--format", "json"]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?}");
        assert!(run.stderr.starts_with("error[format-not-here]: "), "{words:?}: {}", run.stderr);
        assert_eq!(tirada(&[words, &["--format", "markdown"]].concat()).code, 0, "{words:?}");
    }
    let run = tirada(&["show", "hitos", "--origin", "--format", "json"]);
    assert!(run.code == 0 && run.stdout.starts_with(['[', '{']), "{run:?}");
}

/// Words of the system and of libraries are in the language of the messages.
#[test]
fn messages_of_dependencies_are_translated() {
    let home = folder("said-by-others");
    std::fs::write(home.join("a-file"), "").unwrap();
    let said = |args: &[&str]| {
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", "es"]).args(args);
        finish(run, "")
    };
    for (path, why) in
        [("none/at/all.md", "su carpeta no existe"), ("a-file/all.md", "una parte de su ruta no es una carpeta")]
    {
        let run = said(&["doc", "hitos", "-o", path]);
        assert!(run.code == 3 && run.stderr.contains(&format!("{path}: {why}.")), "{}", run.stderr);
        assert!(!run.stderr.contains("os error"), "{}", run.stderr);
    }
    let page = said(&["man"]).stdout;
    let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    assert_eq!(headings, ["NOMBRE", "SINOPSIS", "DESCRIPCIÓN", "OPCIONES", "Órdenes", "NOTAS", "VERSIÓN"]);
    assert!(!page.contains("default"), "{page}");
}

/// A game in a language, with a case that fails, a character with a trait that nobody has, and a pack of it.
fn quay(home: &std::path::Path, id: &str, language: &str) {
    let game = format!(
        "tirada: 1\nid: {id}\nlanguage: {language}\nname: Quay\ndice: {{d: 6}}\ntraits: {{Rope: {{number: 0..9}}}}\n"
    );
    let cases =
        format!("tirada cases: 1\nruleset: {id}\ncases:\n  short: {{roll: 2d6, dice: [1, 2], expect: {{total: 4}}}}\n");
    let person = format!("tirada character: 1\nname: Ann\nruleset: {id}\ntraits: {{Rop: 2}}\n");
    let pack = format!(
        "tirada pack: 1\nid: {id}-pack\nname: Quay\nversion: 1.0.0\nauthors: [Nora]\nlicence: CC0-1.0\nlanguage: {language}\ndoc: Ropes.\n"
    );
    for (name, text) in [("ruleset.yml", &game), ("cases/all.yml", &cases), ("ann.yml", &person)] {
        let path = home.join(id).join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let inside = home.join(format!("{id}-pack")).join(id);
    std::fs::create_dir_all(&inside).unwrap();
    std::fs::write(inside.join("ruleset.yml"), game).unwrap();
    std::fs::write(home.join(format!("{id}-pack/pack.yml")), pack).unwrap();
}

/// `--lang`, else the settings, else the locale, else the ruleset, of several the first, else English: whatever
/// the command.
#[test]
fn every_command_speaks_the_language_that_was_asked_for() {
    let home = folder("every-command-speaks");
    quay(&home, "muelle", "es");
    quay(&home, "pier", "en");
    std::fs::create_dir_all(home.join("broken")).unwrap();
    let broken = std::fs::read_to_string(home.join("muelle-pack/pack.yml")).unwrap() + "Rope: 3\n";
    std::fs::write(home.join("broken/pack.yml"), broken).unwrap();
    std::fs::create_dir_all(home.join(".config/tirada")).unwrap();
    let said = |words: &[&str], settings: &str, locale: &str| {
        std::fs::write(home.join(".config/tirada/config.yml"), settings).unwrap();
        let mut run = command(&home);
        run.current_dir(&home).env("TIRADA_PATH", &home).env("LANG", locale).args(words);
        let run = finish(run, "");
        assert!(!(run.stdout.clone() + &run.stderr).is_empty(), "{words:?}");
        (run.stdout, run.stderr, run.code)
    };
    let commands: [&[&str]; 22] = [
        &["check", "muelle", "pier"],
        &["check", "muelle/ann.yml"],
        &["check", "muelle/cases/all.yml"],
        &["check", "muelle-pack"],
        &["check", "--fix", "muelle/cases"],
        &["test", "muelle", "pier"],
        &["roll", "nada", "-r", "muelle"],
        &["odds", "nada", "-r", "muelle", "-r", "pier"],
        &["odds", "2d6", "-r", "muelle", "--with", "muelle"],
        &["odds", "2d6", "-r", "muelle", "--after", "x"],
        &["sheet", "muelle/ann.yml"],
        &["do", "nada", "-r", "muelle"],
        &["show", "muelle", "nada"],
        &["show", "muelle"],
        &["doc", "muelle", "--language", "fr"],
        &["diff", "muelle", "pier"],
        &["schema", "muelle"],
        &["pack", "muelle-pack"],
        &["pack", "broken"],
        &["import", "broken"],
        &["check", "broken"],
        &["import", "muelle-pack"],
    ];
    let installed: [&[&str]; 4] =
        [&["import", "muelle-pack"], &["update"], &["remove", "muelle-pack"], &["lock", "muelle", "pier"]];
    for (at, words) in commands.into_iter().chain(installed).enumerate() {
        if at == commands.len() {
            assert_eq!(said(&["import", "muelle-pack", "--yes"], "", "C").2, 0);
        }
        let spoken = |language: &'static str| [words, &["--lang", language]].concat();
        let (spanish, english) = (said(&spoken("es"), "", "C"), said(&spoken("en"), "", "C"));
        assert_ne!(spanish, english, "{words:?} says nothing in a language");
        assert_eq!(said(words, "", "C"), spanish, "{words:?} in nobody's locale");
        assert_eq!(said(words, "", "fr_FR.UTF-8"), spanish, "{words:?} in another locale");
        assert_eq!(said(words, "", "en_GB.UTF-8"), english, "{words:?} in an English locale");
        assert_eq!(said(words, "language: en\n", "es_ES.UTF-8"), english, "{words:?} by the settings");
        assert_eq!(said(&spoken("es"), "language: en\n", "en_GB.UTF-8"), spanish, "{words:?} by its option");
    }
    let unknown = said(&["--lang", "fr", "list"], "", "es_ES.UTF-8");
    assert!(unknown.1.starts_with("error[unknown-language]: No hay ningún idioma «fr»."), "{}", unknown.1);
    let english = said(&["check", "pier", "muelle", "--lang", "en"], "", "C");
    assert_eq!(said(&["check", "pier", "muelle"], "", "C"), english, "of several, the first");
}
