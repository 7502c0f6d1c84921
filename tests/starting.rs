//! `tirada new`: whatever the dice are, what is written is sound, plays, and passes its cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Run, command, finish, folder};
use tirada::internals::ruleset::Shelf;
use tirada::internals::session::Builtin;

fn run(home: &Path, args: &[&str], stdin: &str) -> Run {
    let mut command = command(home);
    command.current_dir(home).args(args);
    finish(command, stdin)
}

fn fine(home: &Path, args: &[&str]) -> String {
    let told = run(home, args, "");
    // A number that was changed for the sake of the test may well be a strange one.
    let quiet = told.stderr.is_empty() || (args.contains(&"check") && told.stderr.starts_with("warning[no-rise]"));
    assert!(told.code == 0 && quiet, "{args:?}: {}{}", told.stdout, told.stderr);
    told.stdout
}

const PACK: &str = "\
tirada pack: 1
id: kites-at-dusk
version: 1.0.0
authors: [Nobody]
licence: MIT
language: en
";

/// All files of a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let schemas = entry.file_name() == ".tirada";
        if schemas {
            continue;
        }
        if entry.path().is_dir() { found.extend(files(&entry.path())) } else { found.push(entry.path()) }
    }
    found.sort();
    found
}

#[test]
fn a_new_game_with_any_dice_checks_and_plays() {
    let home = folder("starting-dice");
    let dice = [
        "2d6",
        "1d20",
        "2d20kh1",
        "4dF",
        "1d6!",
        "d2",
        "60d6",
        "pool d6",
        "pool d10",
        "pool d6!",
        "under d100",
        "under 3d6",
    ];
    for (number, dice) in dice.into_iter().enumerate() {
        for language in ["en", "es"] {
            let id = format!("game-{number}-{language}");
            fine(&home, &["new", &id, "--dice", dice, "--language", language]);
            let path = format!("./{id}");
            let checked = fine(&home, &["--lang", "en", "check", &path]);
            assert!(checked.ends_with(" files checked: no errors.\n"), "{dice} {language}: {checked}");
            assert!(fine(&home, &["--lang", "en", "test", &path]).ends_with("4 passed, 0 failed\n"), "{dice}");
            for file in files(&home.join(&id)) {
                let text = fs::read_to_string(&file).unwrap();
                let header = text.lines().find_map(|line| line.strip_prefix("# yaml-language-server: $schema="));
                assert!(file.parent().unwrap().join(header.unwrap()).is_file(), "{}: {header:?}", file.display());
                assert!(!text.contains("{{"), "{}: {text}", file.display());
                assert!(text.lines().all(|line| line.trim_end() == line), "{}: {text}", file.display());
            }
            let person = format!("{path}/people/ada.yml");
            let (action, skill) =
                if language == "en" { ("try", "skill=Wits") } else { ("intentar", "habilidad=Ingenio") };
            fine(&home, &["do", "-r", &path, action, "--as", &person, "--set", skill, "--seed", "1"]);
        }
    }
}

#[test]
fn a_new_game_reads_well() {
    let home = folder("starting-text");
    let told = fine(&home, &["new", "Kites at Dusk", "--dice", "2d6"]);
    let mut text = format!("$ tirada new \"Kites at Dusk\" --dice 2d6\n{told}");
    for file in files(&home.join("kites-at-dusk")) {
        let name = file.strip_prefix(&home).unwrap().display().to_string().replace('\\', "/");
        text.push_str(&format!("\n=== {name}\n{}", fs::read_to_string(&file).unwrap()));
    }
    insta::assert_snapshot!(text);
    // What is written for editors is nothing that a pack carries, and nothing that it misses.
    fs::write(home.join("kites-at-dusk/pack.yml"), PACK).unwrap();
    fine(&home, &["pack", "kites-at-dusk"]);
}

#[test]
fn a_variant_equals_its_base_until_its_example_changes() {
    let home = folder("starting-versions");
    // Where there are only dice, there is no number to change.
    for base in Builtin.ids().into_iter().filter(|base| base != "plain") {
        let id = format!("my-{base}");
        let path = format!("./{id}");
        fine(&home, &["--lang", "en", "new", &id, "--extends", &base]);
        assert_eq!(fine(&home, &["--lang", "en", "check", &path]), "2 files checked: no errors.\n");
        assert_eq!(fine(&home, &["--lang", "en", "test", &path]), "1 passed, 0 failed\n");
        assert!(fine(&home, &["--lang", "en", "diff", &path]).contains("the same"));
        // Taking the signs away makes rules of the example, and another number is a change.
        let rules = home.join(&id).join("ruleset.yml");
        let text = fs::read_to_string(&rules).unwrap();
        let (before, example) = text.split_once("# change:\n").unwrap();
        let (example, after) = example.split_once("\n#\n").unwrap();
        let example: Vec<&str> = example.lines().map(|line| line.strip_prefix("# ").unwrap()).collect();
        let example = example.join("\n");
        let other = example.trim_end_matches('}').trim_end_matches(|letter: char| letter.is_ascii_digit());
        let closing = if example.ends_with('}') { "}" } else { "" };
        fs::write(&rules, format!("{before}change:\n{other}77{closing}\n#\n{after}")).unwrap();
        // Where the case reads that number alone, checking notices.
        let checked = run(&home, &["--lang", "en", "check", &path], "");
        let noticed = checked.stderr.contains("error[never-so]") && checked.code == 1;
        let sound = checked.stdout.starts_with("2 files checked: no errors") && checked.code == 0;
        assert!(noticed || sound, "{base}: {}{}", checked.stdout, checked.stderr);
        assert!(fine(&home, &["--lang", "en", "diff", &path]).contains("→ 77"), "{base}");
        assert_eq!(run(&home, &["test", &path], "").code, 1, "{base}: its case notices");
    }
}

#[test]
fn questions_take_free_answers_and_empty_ones() {
    let home = folder("starting-asked");
    for (id, answer, dice) in
        [("one", "under d20\n", "1d20"), ("two", "", "2d6"), ("three", "\n", "2d6"), ("four", "bajo 3d6", "3d6")]
    {
        let told = run(&home, &["new", id], answer);
        assert_eq!(told.code, 0, "{}", told.stderr);
        assert!(told.stderr.starts_with("Which dice does the game roll?"), "{}", told.stderr);
        let rules = fs::read_to_string(home.join(id).join("ruleset.yml")).unwrap();
        let dice = dice.strip_prefix('1').unwrap_or(dice);
        assert!(rules.contains(&format!("roll: {dice}\n")), "{rules}");
    }
    let told = run(&home, &["new", "five"], "three dice\n");
    assert_eq!(told.code, 1);
    assert!(told.stderr.contains("“three dice” is not a roll of dice"), "{}", told.stderr);
    assert!(!home.join("five").exists());
}

#[test]
fn a_game_is_not_called_like_a_device() {
    let home = folder("starting-devices");
    for name in ["CON", "com¹", "CONIN$", "nul.txt", "games/Aux", "LPT3"] {
        for language in ["en", "es"] {
            let told = run(&home, &["new", name, "--dice", "2d6", "--lang", language], "");
            assert!(told.code == 2 && told.stderr.starts_with("error[new-device]: "), "{name}: {told:?}");
        }
    }
    assert_eq!(files(&home), Vec::<PathBuf>::new());
    fine(&home, &["new", "Console", "--dice", "2d6"]);
}

#[test]
fn a_failed_start_gives_the_reason_and_writes_nothing() {
    let home = folder("starting-wrong");
    let shipped = Builtin.ids().into_iter().next().unwrap();
    fine(&home, &["new", "there", "--dice", "d6"]);
    let mut text = String::new();
    for (args, code) in [
        (vec!["new", "there", "--dice", "d6"], 1),
        (vec!["new", "¿?", "--dice", "d6"], 2),
        (vec!["new", "one", "--dice", "2d6+1"], 2),
        (vec!["new", "one", "--dice", "d1"], 1),
        (vec!["new", "one", "--dice", "d6", "--language", "tlh"], 2),
        (vec!["new", "nowhere/one", "--dice", "d6"], 3),
        (vec!["new", "there/one", "--extends", "./there"], 1),
    ] {
        let told = run(&home, &args, "");
        assert_eq!((told.code, told.stdout.as_str()), (code, ""), "{args:?}: {}", told.stderr);
        text.push_str(&format!("$ tirada {}\n{}\n", args.join(" "), told.stderr));
    }
    insta::assert_snapshot!(text);
    assert_eq!(run(&home, &["new", "one", "--extends", "nobody-wrote-this"], "").code, 1);
    assert_eq!(run(&home, &["new", &shipped, "--dice", "d6"], "").code, 1);
    let left: Vec<_> = fs::read_dir(&home).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["there"]);
}

#[test]
fn a_character_is_made_question_by_question() {
    let home = folder("starting-character");
    let game = "tirada: 1\nid: kites\nrounding: down\ntraits:\n  Lift: {number: 2..6, doc: How well it climbs}\n  \
                Sail: {one of: [red, blue], default: red}\n  trick: {number: 0..9, free names: yes}\n  Poise: {is: Lift + 1}\n\
                tags: {saying: {free names: yes}}\n";
    fs::write(home.join("kites.yml"), game).unwrap();
    // A number out of bounds is asked for again; dice are thrown; what is left open is left out.
    let answers = "Ana\n9\n1d1 + 3\n\nLoop 2\nDive 12\n\nHigh: flyer\n\n";
    let told = run(&home, &["new-character", "ana.yml", "-r", "./kites.yml"], answers);
    assert_eq!((told.code, told.stdout.as_str()), (0, "ana.yml\n"), "{}", told.stderr);
    assert!(told.stderr.contains("2..6") && told.stderr.contains("1d1 + 3 = 4"), "{}", told.stderr);
    let text = fs::read_to_string(home.join("ana.yml")).unwrap();
    assert_eq!(
        text,
        "tirada character: 1\nname: Ana\nruleset: kites\ntraits:\n  Lift: 4\n  trick: {Loop: 2}\ntags:\n  \
         saying: {'High: flyer': {}}\n"
    );
    assert!(fine(&home, &["sheet", "ana.yml", "-r", "./kites.yml"]).contains("Loop 2"));
    // What is there is not overwritten, and half a character is not written.
    let again = run(&home, &["new-character", "ana.yml", "-r", "./kites.yml"], answers);
    assert!(again.code == 1 && again.stderr.contains("new-exists"), "{}", again.stderr);
    let half = run(&home, &["new-character", "bo.yml", "-r", "./kites.yml"], "Bo\n4\n");
    assert!(half.code == 1 && half.stderr.contains("character-unfinished"), "{}", half.stderr);
    assert!(!home.join("bo.yml").exists());
}

#[test]
fn what_is_answered_twice_or_wrongly_loses_no_answers() {
    let home = folder("starting-twice");
    let game = "tirada: 1\nid: kites\nrounding: down\ntraits:\n  Lift: {number: 2..6}\n  Tail: {number: 0..9, default: 3}\n  \
                trick: {number: 0..9, free names: yes}\n\
                tags:\n  saying:\n    free names: yes\n    values: {sort: {one of: [proud, sad], default: sad}, worth: {number: 1..}, \
                spent: {yes no: no}}\n";
    fs::write(home.join("kites.yml"), game).unwrap();
    let make = |file: &str, answers: &str| run(&home, &["new-character", file, "-r", "./kites.yml"], answers);
    let read = |file: &str| fs::read_to_string(home.join(file)).unwrap();
    // What is usually as it is comes last. The later answer counts, and is told; a colon ends a name; the value may be dice.
    let tricks = "Loop 2\nLong loop: 3\nloop 5\nDive 99\nRoll 1d1 + 1\n: 3\n\n";
    let sayings = "High\nproud\n4\nLow\n\n\nHigh\nsad\n1d1\n\n";
    let told = make("ana.yml", &format!("Ana\n4\n{tricks}\n{sayings}"));
    assert_eq!((told.code, told.stdout.as_str()), (0, "ana.yml\n"), "{}", told.stderr);
    assert!(told.stderr.contains("empty: 3") && told.stderr.contains("Loop: 2 → 5"), "{}", told.stderr);
    assert!(told.stderr.contains("“Low” is left out: it needs a value for “worth”"), "{}", told.stderr);
    assert!(
        told.stderr.contains("trait-out-of-range") && told.stderr.contains("member-without-name"),
        "{}",
        told.stderr
    );
    assert_eq!(
        read("ana.yml"),
        "tirada character: 1\nname: Ana\nruleset: kites\ntraits:\n  Lift: 4\n  trick: {Loop: 5, Long loop: 3, Roll: 2}\n\
         tags:\n  saying: {High: {sort: sad, worth: 1}}\n"
    );
    assert!(!fine(&home, &["check", "ana.yml"]).contains("warning"));
    // What is left open is told at once, and again by `check`.
    let told = make("bo.yml", "Bo\n\n\n\n\n");
    assert!(told.code == 0 && told.stderr.contains("Lift stays without a value"), "{}", told.stderr);
    let checked = run(&home, &["check", "bo.yml"], "");
    assert!(checked.code == 0 && checked.stderr.contains("warning[trait-unset]: "), "{checked:?}");
    assert!(checked.stderr.contains("no value for Lift."), "{}", checked.stderr);
    // Where that is meant, it can be said.
    let left_open = read("bo.yml") + "\ntraits: {}  # allow trait-unset: Bo never flies\n";
    std::fs::write(home.join("bo.yml"), left_open).unwrap();
    let checked = run(&home, &["check", "bo.yml"], "");
    assert!(checked.code == 0 && !checked.stderr.contains("trait-unset"), "{checked:?}");
    // Nothing can be written there: the answers are shown.
    let told = make("nowhere/cy.yml", "Cy\n5\n\n\n\n");
    assert!(told.code == 3 && told.stderr.ends_with("name: Cy\nruleset: kites\ntraits:\n  Lift: 5\n"), "{told:?}");
    let told = make("di.yml", "Di\n5\n");
    assert!(told.code == 1 && told.stderr.contains("traits:\n  Lift: 5\n"), "{told:?}");
}

#[test]
fn completions_speak_one_language() {
    let home = folder("starting-one-language");
    for shell in ["bash", "zsh", "fish"] {
        let told = fine(&home, &["completions", shell, "--lang", "es"]);
        // What the code says of values for those who read it.
        for english in ["For reading", "For programs", "On a terminal", "A file of rules", "page of its own"] {
            assert!(!told.contains(english), "{shell}: {english}");
        }
        assert!(told.contains("markdown"), "{shell}");
    }
}

#[test]
fn completions_offer_names() {
    let home = folder("starting-names");
    let rulesets = fine(&home, &["names", "rulesets"]);
    assert!(rulesets.lines().any(|line| line == "plain"), "{rulesets}");
    for shell in ["bash", "zsh", "fish"] {
        assert!(fine(&home, &["completions", shell]).contains("tirada names"), "{shell}");
    }
    let game = "tirada: 1\nid: kites\nrounding: down\ntraits: {Lift: {number: 2..6}}\nactions:\n  \
                fly high: {roles: [who], steps: {up: Lift}}\n  fall: {roles: [who], steps: {down: Lift}}\n  \
                tug: {internal: yes, roles: [who], steps: {line: Lift}}\n";
    fs::write(home.join("kites.yml"), game).unwrap();
    let line = |words: &str| {
        let words = words.split(' ').filter(|word| !word.is_empty());
        let args: Vec<&str> = ["names", "line", "--"].into_iter().chain(words).collect();
        let run = run(&home, &args, "");
        (run.code, run.stdout.lines().map(str::to_owned).collect::<Vec<_>>())
    };
    let actions = (0, vec!["fall".to_owned(), "fly high".to_owned()]);
    // Options may stand anywhere, and be one word or three.
    for words in [
        "do -r ./kites.yml",
        "do --ruleset=./kites.yml",
        "-r ./kites.yml do",
        "do --ruleset = ./kites.yml",
        "--lang en do --seed 3 -r ./kites.yml",
        "odds -r ./kites.yml --do",
    ] {
        assert_eq!(line(words), actions, "{words}");
    }
    assert_eq!(line("roll -r ./kites.yml --with"), (0, vec!["Lift".to_owned()]));
    assert_eq!(line("roll --lang"), (0, vec!["en".to_owned(), "es".to_owned()]));
    assert!(line("show ./kites.yml").1.contains(&"Lift".to_owned()));
    for words in ["show", "doc", "diff", "diff plain", "test", "test plain", "-r", "do --ruleset", "new one --extends"]
    {
        assert!(line(words).1.contains(&"plain".to_owned()), "{words}");
    }
    // What comes there is the shell's own affair.
    for words in ["", "do -r ./kites.yml fall", "roll", "check"] {
        assert_eq!(line(words), (1, Vec::new()), "{words}");
    }
}

#[test]
#[cfg(unix)]
fn bash_completes_names() {
    let home = folder("starting-bash");
    let game = "tirada: 1\nid: kites\nrounding: down\ntraits: {Lift: {number: 2..6}}\nactions:\n  \
                fly high: {roles: [who], steps: {up: Lift}}\n  fly low: {roles: [who], steps: {down: Lift}}\n";
    fs::write(home.join("kites.yml"), game).unwrap();
    fs::write(home.join("tirada.bash"), fine(&home, &["completions", "bash"])).unwrap();
    let program = Path::new(command(&home).get_program()).parent().unwrap().to_owned();
    let offered = |words: &[&str]| {
        let mut bash = std::process::Command::new("bash");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([program.clone()].into_iter().chain(std::env::split_paths(&path))).unwrap();
        bash.env("PATH", path).env("HOME", &home).env("LANG", "C").current_dir(&home);
        let script = "source ./tirada.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _tirada_names tirada; \
                      printf '%s\\n' \"${COMPREPLY[@]}\"";
        bash.args(["--norc", "-c", script, "bash", "tirada"]).args(words);
        finish(bash, "").stdout
    };
    assert_eq!(offered(&["do", "-r", "./kites.yml", "fl"]), "fly\\ high\nfly\\ low\n");
    assert_eq!(offered(&["-r", "./kites.yml", "do", ""]), "fly\\ high\nfly\\ low\n");
    assert_eq!(offered(&["do", "--ruleset", "=", "./kites.yml", "fly\\ h"]), "fly\\ high\n");
    assert_eq!(offered(&["odds", "-r", "./kites.yml", "--do", "\"fly l"]), "fly low\n");
    assert_eq!(offered(&["roll", "--lang", "e"]), "en\nes\n");
    assert!(offered(&["do", "--ru"]).contains("--ruleset"));
    assert_eq!(offered(&["test", "pla"]), "plain\n");
}
