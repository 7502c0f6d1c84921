//! Files in other encodings: one error at the byte, and nothing of theirs is ever rewritten.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use crate::common::{Run, command, finish, folder};
use serde_json::Value;
use tirada::internals::source::{Undecoded, decode, undecoded, wide, windows_1252, without_mark};

const GAME: &str = "\
tirada: 1
id: molino
name: Molino
language: es
dice: {d: 6, roll: 2d}
traits:
  Maña: {number: 0..10, default: 0}
points:
  Agua: {start: 5}
actions:
  beber:
    roles: {quien: one}
    steps:
      gasto: {pay: {Agua: 1}, from: quien, to: nobody}
";
const CASES: &str = "\
tirada cases: 1
ruleset: molino
cases:
  Con maña:
    roll: d6 + Maña
    with: {Maña: 2}
    dice: [3]
    expect: {total: 5}
";
const ANA: &str = "\
tirada character: 1
name: Ana Ibáñez
ruleset: molino
traits: {Maña: 3}
points: {Agua: 4}
";
const WORDS: &str = "\
tirada translation: 1
ruleset: molino
language: en
name: Mill with an ñ
";

fn home(test: &str) -> PathBuf {
    let home = folder(&format!("encodings-{test}"));
    for path in ["molino/cases", "molino/translations", "people"] {
        std::fs::create_dir_all(home.join(path)).unwrap();
    }
    for (path, text) in FILES {
        std::fs::write(home.join(path), text).unwrap();
    }
    home
}

/// Every kind of file that `check` reads, and the line with its first `ñ`.
const FILES: [(&str, &str); 4] = [
    ("molino/ruleset.yml", GAME),
    ("molino/cases/una.yml", CASES),
    ("people/ana.yml", ANA),
    ("molino/translations/en.yml", WORDS),
];

/// What an editor set to Windows-1252 saves.
fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect()
}

fn utf16(text: &str) -> Vec<u8> {
    std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

fn run(home: &Path, args: &[&str]) -> Run {
    let mut run = command(home);
    run.current_dir(home).args(["--lang", "en"]).args(args);
    finish(run, "")
}

fn found(home: &Path, path: &str) -> Vec<(String, u64, u64)> {
    let run = run(home, &["check", "--format", "json", path]);
    let list: Value = serde_json::from_str(&run.stdout).unwrap();
    let place = |one: &Value, key: &str| one[key].as_u64().unwrap_or(0);
    let list = list["problems"].as_array().unwrap().iter();
    list.map(|one| (one["code"].as_str().unwrap().to_owned(), place(one, "line"), place(one, "column"))).collect()
}

#[test]
fn a_file_that_is_not_utf_8_is_one_error() {
    let home = home("bytes");
    let before = run(&home, &["check"]).stdout;
    assert!(before.starts_with("4 files checked: no errors"), "{before}");
    for (path, text) in FILES {
        let lines = || text.lines().enumerate();
        let (line, column) = lines()
            .find_map(|(at, line)| line.chars().position(|letter| !letter.is_ascii()).map(|column| (at, column)))
            .unwrap();
        let place = |code: &str, line: usize, column: usize| vec![(code.to_owned(), line as u64, column as u64)];
        std::fs::write(home.join(path), latin(text)).unwrap();
        assert_eq!(found(&home, path), place("not-utf-8", line + 1, column + 1), "{path}");
        std::fs::write(home.join(path), utf16(text)).unwrap();
        assert_eq!(found(&home, path), place("utf-16", 1, 1), "{path}");
        std::fs::write(home.join(path), format!("\u{FEFF}{text}")).unwrap();
        let wrong = found(&home, path).into_iter().filter(|(code, ..)| code != "translation-lacks");
        assert_eq!(wrong.collect::<Vec<_>>(), [], "{path}");
        std::fs::write(home.join(path), text).unwrap();
    }
    // All of them with a mark in front are what they were without.
    for (path, text) in FILES {
        std::fs::write(home.join(path), format!("\u{FEFF}{text}")).unwrap();
    }
    assert_eq!(run(&home, &["check"]).stdout, before);
    assert_eq!(run(&home, &["test", "./molino"]).stdout, "1 passed, 0 failed\n");
}

#[test]
fn encoding_errors_name_byte_letter_and_remedy() {
    let home = home("words");
    std::fs::write(home.join("people/ana.yml"), latin(ANA)).unwrap();
    let shown = run(&home, &["sheet", "people/ana.yml", "-r", "./molino"]);
    assert_eq!(shown.code, 1);
    assert_eq!(
        shown.stderr,
        "error[not-utf-8]: This file is not UTF-8: it has the byte E1 here, which is “á” in Windows-1252 and Latin-1.
 --> people/ana.yml:2:10
    name: Ana Ib<E1><F1>ez
                ^^^^ not readable in UTF-8
  help: save it as UTF-8 (“Save with encoding” in most editors); nothing is written to it until then
"
        .replace(":2:10", ":2:13")
    );
}

#[test]
fn nothing_is_written_to_a_file_that_was_not_read() {
    let home = home("write");
    let ana = home.join("people/ana.yml");
    let act = ["do", "-r", "./molino", "beber", "--as", "quien=people/ana.yml", "--write"];
    for bytes in [latin(ANA), utf16(ANA)] {
        std::fs::write(&ana, &bytes).unwrap();
        let run = run(&home, &act);
        assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
        assert_eq!(std::fs::read(&ana).unwrap(), bytes);
    }
    // A mark in front stays, and only the line that has to changes.
    std::fs::write(&ana, format!("\u{FEFF}{ANA}")).unwrap();
    let run = run(&home, &act);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let now = std::fs::read_to_string(&ana).unwrap();
    assert_eq!(now, format!("\u{FEFF}{}", ANA.replace("Agua: 4", "Agua: 3")));
}

#[test]
fn settings_and_lock_files_report_it_as_well() {
    let home = home("settings");
    let config = home.join(".config/tirada");
    std::fs::create_dir_all(&config).unwrap();
    std::fs::write(config.join("config.yml"), latin("# señas\nlanguage: es\n")).unwrap();
    let shown = run(&home, &["list"]);
    assert_eq!(shown.code, 3);
    assert!(shown.stderr.contains("line 1, column 5 has the byte F1 (“ñ”"), "{}", shown.stderr);
    std::fs::write(config.join("config.yml"), "\u{FEFF}language: es\n").unwrap();
    assert_eq!(run(&home, &["list"]).code, 0);
    std::fs::write(home.join("tirada.lock"), utf16("version: 1\n")).unwrap();
    let shown = run(&home, &["lock", "--check"]);
    assert_eq!(shown.code, 3);
    assert!(shown.stderr.contains("tirada.lock is UTF-16"), "{}", shown.stderr);
}

#[test]
fn a_pack_with_such_a_file_is_not_made() {
    let home = home("pack");
    let pack = "tirada pack: 1\nid: molino\nname: Molino\nversion: 1.0.0\nauthors: [Ana]\nlicense: MIT\n";
    std::fs::write(home.join("molino/pack.yml"), pack).unwrap();
    std::fs::write(home.join("molino/README.md"), latin("Señas\n")).unwrap();
    let shown = run(&home, &["pack", "molino"]);
    assert_ne!(shown.code, 0);
    assert!(shown.stderr.contains("README.md is not UTF-8: line 1, column 3"), "{}", shown.stderr);
    // A file that is no text is one error beside a pack as well.
    std::fs::write(home.join("molino/README.md"), "Notes\n").unwrap();
    std::fs::write(home.join("molino/pack.yml"), pack.replace("license: MIT\n", "license: MIT\nlanguage: es\n"))
        .unwrap();
    std::fs::write(home.join("molino/ruleset.yml"), latin(GAME)).unwrap();
    let told = found(&home, "molino");
    assert_eq!(told.iter().filter(|(code, ..)| code.ends_with("utf-8")).count(), 1, "{told:?}");
}

#[test]
fn bytes_that_are_no_text_are_found_where_they_stand() {
    assert_eq!(decode("año".as_bytes().to_vec()), "año");
    assert_eq!(undecoded("año \u{FFFD} \u{10FF00}"), None);
    let latin = decode(b"\xc3\xb1 a\xf1o \x80".to_vec());
    assert_eq!(undecoded(&latin), Some(Undecoded::Byte(4..8, 0xF1)));
    assert_eq!(windows_1252(0xF1), 'ñ');
    assert_eq!(windows_1252(0x80), '€');
}

#[test]
fn utf_16_is_known_by_its_mark_or_its_zeros() {
    let units: Vec<u16> = "tirada: 1\nañ".encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for bytes in [[b"\xff\xfe", &*little].concat(), [b"\xfe\xff", &*big].concat(), little, big] {
        let text = decode(bytes);
        assert_eq!(undecoded(&text), Some(Undecoded::Wide("UTF-16")));
        assert_eq!(without_mark(&text), "tirada: 1\nañ");
    }
}

#[test]
fn utf_32_is_no_utf_16() {
    let little: Vec<u8> = "tirada: 1\nañ".chars().flat_map(|letter| u32::from(letter).to_le_bytes()).collect();
    let big: Vec<u8> = "tirada: 1\nañ".chars().flat_map(|letter| u32::from(letter).to_be_bytes()).collect();
    for bytes in [[b"\xff\xfe\0\0", &*little].concat(), [b"\0\0\xfe\xff", &*big].concat(), little, big] {
        assert_eq!(wide(&bytes), Some("UTF-32"));
        let text = decode(bytes);
        assert_eq!(undecoded(&text), Some(Undecoded::Wide("UTF-32")));
        assert_eq!(without_mark(&text), "tirada: 1\nañ");
    }
}
