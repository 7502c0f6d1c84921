//! Changes that commands offer, wherever a text comes from: each is shown only where it was tried, and
//! mends what it is for when it is pasted.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Run, command, finish, folder};

const GAME: &str = "\
tirada: 1
id: quay
name: The quay
dice: {d: 10, roll: 3d, names: {a: lowest, K: middle, Z: highest}}
traits:
  Strength: {number: 0..10, default: 2}
  Half-and-half: {number: 0..10, default: 2}
  Fifty-fifty: {number: 0..10, default: 2}
points: {Gold: {start: 3}}
vs: trial
tests:
  trial:
    ask: {'bonus [b]': {number: any, default: 0}, target: {number: 1..40}}
    against: target
    roll: 3d
    total: K + «bonus [b]»
    outcomes: {fine: {when: total >= target, is: success}, poor: {is: failure}}
actions:
  earn:
    roles: ['hand [left]']
    ask: {'coins [big]': {number: 0..5, default: 1}}
    steps: {pays: {gain: {Gold: '«coins [big]» + Strength'}}}
";
const ANN: &str = "tirada character: 1\nname: Ann\nruleset: quay\ntraits: {Strength: 4}\n";

fn home(name: &str) -> PathBuf {
    let home = folder(&format!("offered-{name}"));
    fs::create_dir_all(home.join("quay")).unwrap();
    fs::write(home.join("quay/ruleset.yml"), GAME).unwrap();
    fs::write(home.join("ann.yml"), ANN).unwrap();
    home
}

fn run(home: &Path, words: &[&str], stdin: &str) -> Run {
    let mut run = command(home);
    run.current_dir(home).env("TIRADA_PATH", home).args(words);
    finish(run, stdin)
}

/// What is replaced and by what, in the only change that is offered.
fn offered(said: &str) -> (String, String) {
    let mut lines = said.lines().filter_map(|line| line.trim().strip_prefix("fix: replace “"));
    let line = lines.next().unwrap_or_else(|| panic!("nothing is offered:\n{said}"));
    assert_eq!(lines.next(), None, "{said}");
    let (old, new) = line.split_once("” with “").unwrap();
    let new = new.rsplit_once('”').unwrap().0;
    (old.to_owned(), new.to_owned())
}

/// An expression is wrong in one way, and right with the change that is offered.
fn mended(home: &Path, command: &str, text: &str) {
    let wrong = run(home, &[command, "-r", "quay", text], "");
    assert_eq!(wrong.code, 1, "{text}: {}{}", wrong.stdout, wrong.stderr);
    assert_eq!(wrong.stderr.matches("error[").count(), 1, "{}", wrong.stderr);
    let (old, new) = offered(&wrong.stderr);
    let right = text.replacen(&old, &new, 1);
    let right = run(home, &[command, "-r", "quay", &right], "");
    assert_eq!(right.code, 0, "{text} with {new}: {}", right.stderr);
}

#[test]
fn names_with_words_of_the_language_in_them() {
    let home = home("names");
    for text in ["Half-and-half + 1", "half-and-half", "2 + Fifty-fifty", "1 + Half-and-haf", "K + Fifty-fivty vs 9"] {
        mended(&home, "roll", text);
    }
    // A name that nobody knows is no sum of two that nobody knows either.
    let said = run(&home, &["roll", "-r", "quay", "rock-and-roll"], "").stderr;
    assert!(!said.contains("fix:") && !said.contains("not-a-condition"), "{said}");
}

#[test]
fn expressions_of_which_a_part_changes() {
    let home = home("varied");
    let texts = [
        "K + Strenght vs 4..12",
        "K + Half-and-half vs 4..12",
        "K + IF(Strength > 2; 1; 2) vs 4..12",
        "2x Strength vs 1..3",
    ];
    for text in texts {
        mended(&home, "odds", text);
    }
    let asked = run(&home, &["-r", "quay"], "odds K + Strenght vs 4..12\n");
    assert_eq!(offered(&asked.stderr), ("Strenght".to_owned(), "Strength".to_owned()));
}

#[test]
fn files_of_characters() {
    let home = home("characters");
    let wrong = ANN.replace("Strength", "Strenght").replace("name:", "nombre:");
    let commands: [(&[&str], &str); 4] = [
        (&["roll", "-r", "quay", "Strength", "--with", "ann.yml"], ""),
        (&["do", "-r", "quay", "earn", "--as", "ann.yml"], ""),
        (&["sheet", "-r", "quay", "ann.yml"], ""),
        (&["-r", "quay"], "load ann.yml\n"),
    ];
    for (words, stdin) in commands {
        let mut text = wrong.clone();
        // First the key, which can be read without the game; then the trait.
        for _ in 0..2 {
            fs::write(home.join("ann.yml"), &text).unwrap();
            let said = run(&home, words, stdin);
            assert_ne!(said.code, 0, "{words:?}: {}", said.stdout);
            let (old, new) = offered(&said.stderr);
            text = text.replacen(&old, &new, 1);
        }
        assert_eq!(text, ANN, "{words:?}");
        fs::write(home.join("ann.yml"), &text).unwrap();
        let said = run(&home, words, stdin);
        assert!(!said.stderr.contains("error["), "{words:?}: {}", said.stderr);
    }
}

#[test]
fn what_a_pack_needs() {
    let home = home("packs");
    let pack = home.join("box");
    fs::create_dir_all(pack.join("pier")).unwrap();
    let rules = "tirada: 1\nid: pier\nname: The pier\nextends: quay\n";
    fs::write(pack.join("pier/ruleset.yml"), rules).unwrap();
    let base = home.join("base");
    fs::create_dir_all(base.join("quay")).unwrap();
    fs::write(base.join("quay/ruleset.yml"), GAME).unwrap();
    let described = |id: &str, more: &str| {
        format!(
            "tirada pack: 1\nid: {id}\nname: A pack\nversion: 1.0.0\nauthors: [Ann]\nlicence: CC0-1.0\nlanguage: en\n{more}"
        )
    };
    fs::write(base.join("pack.yml"), described("quayside", "")).unwrap();
    let done = run(&home, &["import", "base", "--yes"], "");
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    let wrong = described("piers", "needs: {quaysid: ^1}\n");
    fs::write(pack.join("pack.yml"), &wrong).unwrap();
    let said = run(&home, &["check", "box"], "").stderr;
    let (old, new) = offered(&said);
    fs::write(pack.join("pack.yml"), wrong.replacen(&old, &new, 1)).unwrap();
    let said = run(&home, &["check", "box"], "");
    assert_eq!(said.code, 0, "{}", said.stderr);
}

#[test]
fn a_name_with_brackets_is_no_cell() {
    let home = home("brackets");
    let rolled = run(&home, &["roll", "-r", "quay", "trial() vs 5", "--set", "bonus [b]=4", "--dice", "1,2,3"], "");
    assert!(rolled.stdout.contains("= 6"), "{}{}", rolled.stdout, rolled.stderr);
    let words = ["do", "-r", "quay", "earn", "--as", "hand [left]=ann.yml", "--set", "coins [big]=3"];
    let done = run(&home, &words, "");
    assert!(done.stdout.contains("3 → 10"), "{}{}", done.stdout, done.stderr);
    // What is called like no table and like nothing that is asked for means nothing.
    let lost = run(&home, &["roll", "-r", "quay", "trial() vs 5", "--set", "Cargo[Rum]=4"], "");
    assert!(lost.stderr.contains("unknown-setting"), "{}{}", lost.stdout, lost.stderr);
}

#[test]
fn a_difficulty_is_checked_before_the_dice_fall() {
    let home = home("range");
    for text in ["K vs 500", "K + 1 vs 20 * 3", "K vs Strength - 9"] {
        let with: &[&str] = if text.contains("Strength") { &["--with", "Strength=3"] } else { &[] };
        let said = run(&home, &[&["roll", "-r", "quay", text], with].concat(), "");
        assert_eq!(said.code, 1, "{}", said.stdout);
        assert!(said.stderr.contains("input-out-of-range") && !said.stderr.contains("seed"), "{text}: {}", said.stderr);
    }
}

#[test]
fn standard_input_in_utf_16_is_one_error() {
    let home = home("utf-16");
    let mut child = command(&home)
        .current_dir(&home)
        .args(["-r", "./quay"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let units = "\u{FEFF}2d6\r\nwho\r\nlist\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), &units).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.matches("error[").count(), 1, "{said}");
    assert!(said.contains("file-utf-16") && said.contains("UTF-8"), "{said}");
    assert_eq!(output.status.code(), Some(3));
}
