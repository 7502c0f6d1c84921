//! Files that make much of little: copies of long texts, all on one line, and what lies beside others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;
use std::fs;

use crate::common::{Empty, command, finish, folder};
use allocation_counter::measure;
use tirada::internals::cli::saving::replace_file;
use tirada::internals::limits::Limits;
use tirada::internals::ruleset::File;
use tirada::internals::session::Session;
use tirada::internals::source::{Position, Sources};

const HEAD: &str = "tirada: 1\nid: plim\nname: Plim\nrounding: down\ndice: {d: 6}\n";

/// The codes of what is wrong with a game, each once, and the most bytes in use.
fn found(rest: &str) -> (Vec<&'static str>, u64) {
    let file = File { name: "ruleset.yml".to_owned(), text: format!("{HEAD}{rest}") };
    let mut codes = Vec::new();
    let cost = measure(|| {
        let loaded = Session::within(&Empty, Limits::FULL).load_files(vec![file]);
        codes = loaded.findings.iter().map(|one| one.code.as_str()).collect();
    });
    codes.dedup();
    (codes, cost.bytes_max)
}

fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, at| {
        let _ = write!(text, "{}", one(at));
        text
    })
}

#[test]
fn bytes_of_copies_are_counted() {
    let long = |bytes| "x".repeat(bytes);
    let whole = |bytes, copies| {
        format!("traits:\n  a: &a {{number: any, doc: \"{}\"}}\n", long(bytes))
            + &many(copies, |at| format!("  b{at}: *a\n"))
    };
    let text = |bytes, copies| {
        format!("traits:\n  a: {{number: any, doc: &a \"{}\"}}\n", long(bytes))
            + &many(copies, |at| format!("  b{at}: {{number: any, doc: *a}}\n"))
    };
    // Copies of copies count as well.
    let nested = format!("traits:\n  a: {{number: any, doc: &a \"{}\"}}\n", long(30_000))
        + &many(6, |at| format!("  b{at}: &b{at} {{number: any, doc: *a}}\n"))
        + &many(60, |at| format!("  c{at}: *b{}\n", at % 6));
    // Each copy is a mistake.
    let wrong = format!("doc: &a \"{}\"\ntraits:\n", long(90_000)) + &many(2_000, |at| format!("  b{at}: *a\n"));
    // What stands between brackets is read again for each mistake, blanks and all.
    let blank = format!("doc: &a [{}x]\ntraits:\n", " ".repeat(90_000)) + &many(2_000, |at| format!("  b{at}: *a\n"));
    for text in [whole(50_000, 3_900), text(50_000, 3_900), nested, wrong, blank] {
        let (codes, bytes) = found(&text);
        assert!(codes.contains(&"yaml-alias-bomb"), "{text:.60}: {codes:?}");
        assert!(bytes < 16 << 20, "{text:.60}: {bytes} bytes");
    }
    // A megabyte may be copied.
    let (codes, bytes) = found(&whole(50_000, 20));
    assert_eq!(codes, ["unused-trait"; 0]);
    assert!(bytes < 32 << 20, "{bytes} bytes");
}

/// Also where `like` makes them.
#[test]
fn bytes_of_what_is_like_another_are_counted() {
    let doc = "x".repeat(50_000);
    let tests = many(2_500, |at| format!("  t{}: {{like: t0}}\n", at + 1));
    let (codes, bytes) = found(&format!("tests:\n  t0: {{doc: \"{doc}\", roll: 2d6, total: highest()}}\n{tests}"));
    assert_eq!(codes, ["too-many-entries"]);
    assert!(bytes < 128 << 20, "{bytes} bytes");
}

#[test]
fn what_nobody_sees_on_one_long_line() {
    let rows = many(6_000, |at| format!("\"r{at}\u{200b}\": 1, "));
    let (codes, bytes) = found(&format!("tables: {{T: {{rows: {{{rows}z: 1}}}}}}\n"));
    assert_eq!(codes, ["invisible-in-name"]);
    assert!(bytes < 64 << 20, "{bytes} bytes");
}

#[test]
fn an_id_with_an_invisible_character_is_reported() {
    let home = folder("hostile-files-id");
    std::fs::write(home.join("zid.yml"), "tirada: 1\nid: zid\u{200b}\ndice: {d: 6}\n").unwrap();
    let mut run = command(&home);
    run.current_dir(&home).args(["check", "zid.yml"]);
    let run = finish(run, "");
    assert!(run.stderr.contains("warning[invisible-in-name]") && run.stderr.contains("zid.yml:2:5"), "{}", run.stderr);
}

#[test]
fn places_on_long_lines() {
    let text = many(300, |at| format!("añ{at}€😀{}", if at % 97 == 0 { "\n" } else { " " }));
    let mut sources = Sources::new();
    let id = sources.add("a.yml", text.as_str());
    let source = sources.get(id).unwrap();
    let (mut line, mut column) = (1, 1);
    for (at, letter) in text.char_indices() {
        assert_eq!(source.position(at), Position { line, column });
        (line, column) = if letter == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    assert_eq!(source.position(text.len() + 1), Position { line, column });
}

/// A game that is written as JSON is another game as well.
#[test]
fn games_beside_a_game_are_no_parts_of_it() {
    let home = folder("hostile-beside");
    fs::write(home.join("plim.yml"), HEAD).unwrap();
    let json = "{\"tirada\": 1, \"id\": \"zarn\", \"name\": \"Zarn\", \"rounding\": \"down\", \"dice\": {\"d\": 6}}";
    fs::write(home.join("zarn.yml"), json).unwrap();
    // As large as files may be, and with a mistake.
    let rows = many(50_000, |at| format!("\"row{at}\": 1, "));
    let large = format!(
        "# JSON\n{{\"id\": \"large\", \"tables\": {{\"T\": {{\"rows\": {{{rows}}}}}}}, \"tirada\": 1, \"wrong\": 1}}"
    );
    fs::write(home.join("large.yml"), large).unwrap();
    for (file, code) in [("plim.yml", 0), ("zarn.yml", 0), ("large.yml", 1)] {
        let mut check = command(&home);
        check.current_dir(&home).args(["--lang", "en", "check", file]);
        let run = finish(check, "");
        assert_eq!(run.code, code, "{file}: {:.500}", run.stderr);
    }
}

#[test]
fn files_larger_than_any_shipped_are_not_compared() {
    let path = folder("hostile-target").join("large.md");
    let file = fs::File::create(&path).unwrap();
    file.set_len(Limits::FULL.written + 1).unwrap();
    let error = replace_file(&path, "one\n").unwrap_err();
    assert!(format!("{error:?}").contains("TooLarge"), "{error:?}");
    assert_eq!(fs::metadata(&path).unwrap().len(), Limits::FULL.written + 1);
    fs::remove_file(path).unwrap();
}

/// One mistake in what many are like is looked into once: each of them has that formula in the same place.
#[test]
fn mistakes_that_many_are_like_are_looked_into_once() {
    let likes = many(20_000, |at| format!("  t{}: {{like: t0}}\n", at + 1));
    let text = format!("{HEAD}tests:\n  t0: {{roll: 2d6, total: highest()}}\n{likes}");
    let file = File { name: "ruleset.yml".to_owned(), text };
    let mut codes = Vec::new();
    let cost = measure(|| {
        let loaded = Session::within(&Empty, Limits::FULL).load_files(vec![file]);
        codes = loaded.findings.iter().map(|one| one.code.as_str()).collect();
    });
    assert_eq!(codes, ["too-many-formulas"]);
    assert!(cost.count_total < 20_000_000, "{} allocations", cost.count_total);
}

#[test]
fn names_may_hold_an_equals_sign() {
    for cards in ["{\"l=]\": }", "{'a=b': }", "{a=b: }"] {
        let (codes, _) = found(&format!("tags:\n  Hand: {{cards: {cards}}}\n"));
        assert!(!codes.contains(&"yaml-missing-colon"), "{cards}: {codes:?}");
    }
    // Without a colon it is meant as one.
    let (codes, _) = found("tags:\n  Hand: {cards: {a=b}}\n");
    assert_eq!(codes, ["yaml-missing-colon"]);
}

/// Many files, each of which is small enough, are a game that is not read.
#[test]
fn files_of_a_game_are_bounded_together() {
    let text = |at: usize| match at {
        0 => HEAD.to_owned(),
        at => format!("traits:\n{}", many(35_000, |one| format!("  x{at}x{one}: {{number: any}}\n"))),
    };
    let files: Vec<File> = (0..30).map(|at| File { name: format!("f{at}.yml"), text: text(at) }).collect();
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    assert!(files.iter().all(|file| file.text.len() < 1 << 20) && bytes > Limits::FULL.game);
    let mut codes = Vec::new();
    let cost = measure(|| {
        let loaded = Session::within(&Empty, Limits::FULL).load_files(files.clone());
        codes = loaded.findings.iter().map(|one| one.code.as_str()).collect();
    });
    assert_eq!(codes, ["game-too-large"]);
    assert!(cost.bytes_max < 3 * bytes as u64, "{}", cost.bytes_max);
    // So are their names and values.
    let (codes, most) = found(&format!("traits:\n{}", many(32_000, |at| format!("  x{at}: {{number: any}}\n"))));
    assert_eq!(codes, ["game-too-large"]);
    assert!(most < 64 << 20, "{most}");
}
