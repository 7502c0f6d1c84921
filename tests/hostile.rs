//! What is known to have broken the bounds: each input comes to what it has to come to, with no
//! more memory and no more work than it may. Nothing here looks at a clock; `benches/work.rs` says how
//! long units of work take.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::{Empty, command, finish, folder};
use allocation_counter::measure;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::limits::{Budget, Limits};
use tirada::internals::odds::{OddsLimits, Sampling};
use tirada::internals::report::document::markdown;
use tirada::internals::report::document::text::{self, TextStyle};
use tirada::internals::report::odds::{ExpressionView, csv, document, json, svg};
use tirada::internals::report::reference::{self, Reference, Sheets};
use tirada::internals::report::schema::{SchemaKind, SchemaNames, schema};
use tirada::internals::report::{Catalogue, Language, diagnostics};
use tirada::internals::ruleset::compare::{Mentions, differences};
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::command::{CommandSpec, with_interventions};
use tirada::internals::session::comparison::{ComparedRuleset, shifts};
use tirada::internals::session::{LoadedGame, RollRequest, Session, run_cases};
use tirada::internals::world::{Env, HeldTag, Lasts, Person, World};

/// Bytes in use at any one time: what a file of 100 kB or a line may take.
const MEMORY: u64 = 128 << 20;

fn file(name: &str, text: impl Into<String>) -> File {
    File { name: name.to_owned(), text: text.into() }
}

fn head(rest: &str) -> String {
    format!("tirada: 1\nid: plim\nname: Plim\nrounding: down\ndice: {{d: 6}}\n{rest}")
}

fn load(session: &mut Session<'_>, text: &str) -> LoadedGame {
    session.load_files(vec![file("ruleset.yml", text)])
}

fn game(session: &mut Session<'_>, text: &str) -> CheckedGame {
    let loaded = load(session, text);
    assert!(loaded.is_sound(), "{:?}", errors(&loaded.findings));
    loaded.game
}

fn errors(findings: &[Diagnostic]) -> Vec<&'static str> {
    let mut codes: Vec<&str> = findings.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect();
    codes.dedup();
    codes
}

/// So many lines, from a number each.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "{}", line(at));
        text
    })
}

/// A test, and so many others that are like the one before.
fn chain(tests: usize) -> String {
    "tests:\n  t0: {roll: 2d6, total: highest()}\n".to_owned()
        + &lines(tests, |at| format!("  t{}: {{like: t{at}}}", at + 1))
}

/// A test, and so many others that are like the first, with what they have besides.
fn star(tests: usize, besides: impl Fn(usize) -> String) -> String {
    "tests:\n  t0: {roll: 2d6, total: highest()}\n".to_owned()
        + &lines(tests, |at| format!("  t{}: {{like: t0{}}}", at + 1, besides(at)))
}

fn interventions(count: usize) -> String {
    "interventions:\n".to_owned() + &lines(count, |at| format!("  i{at}: {{after: t0, steps: {{a: {{say: x}}}}}}"))
}

/// Tables of texts, each the next one twice.
fn doubling(tables: usize, bytes: usize) -> String {
    let mut text = "tables:\n".to_owned();
    for at in 0..tables {
        let next = at + 1;
        let _ = writeln!(text, "  T{at}: {{cells: text, rows: {{a: '{{T{next}[a]}}{{T{next}[a]}}'}}}}");
    }
    let _ = writeln!(text, "  T{tables}: {{cells: text, rows: {{a: '{}'}}}}", "x".repeat(bytes));
    text
}

/// What it takes to read a game, and what is wrong with it. A line that names nothing is right.
#[test]
fn games_are_read_within_bounds() {
    let many = |name: &str, count| lines(count, |at| format!("      {name}{at}: {at}"));
    let doubled = lines(60, |at| format!("      v{}: v{at} + v{at}", at + 1));
    let cases: Vec<(&str, String, &[&str])> = vec![
        ("a chain of tests", chain(4_000), &[]),
        (
            "a chain of tables",
            {
                "tables:\n  t0: {rows: {a: 1}}\n".to_owned()
                    + &lines(4_000, |at| format!("  t{}: {{like: t{at}}}", at + 1))
            },
            &[],
        ),
        (
            "a chain that ends in itself",
            { "tables:\n".to_owned() + &lines(2_000, |at| format!("  t{at}: {{like: t{}}}", (at + 1) % 2_000)) },
            &["like-in-a-circle"],
        ),
        (
            "a chain whose tables grow",
            {
                "tables:\n  t0: {rows: {a: 1}}\n".to_owned()
                    + &lines(2_500, |at| format!("  t{}: {{like: t{at}, rows: {{r{at}: 1}}}}", at + 1))
            },
            &["too-many-entries"],
        ),
        (
            "a large table, copied",
            {
                format!("tables:\n  t0:\n    rows:\n{}", many("r", 2_000))
                    + &lines(2_000, |at| format!("  t{}: {{like: t0}}", at + 1))
            },
            &["too-many-entries"],
        ),
        ("interventions in a chain", chain(1_500) + &interventions(1_500), &[]),
        ("interventions in a star", star(3_000, |_| String::new()) + &interventions(3_000), &[]),
        (
            "interventions that change what was asked, in a star",
            {
                star(1_800, |_| String::new()).replace("roll: 2d6", "ask: {x: {number: 0..9}}, roll: 2d6!>=(x)")
                    + &interventions(1_000).replace("say: x", "change: {x: x + 1}")
            },
            &["change-without-effect"],
        ),
        (
            "interventions at tests that differ",
            { star(1_000, |at| format!(", values: {{v{at}: 1}}")) + &interventions(1_000) },
            &["too-much-to-check"],
        ),
        (
            "very many throws of one test",
            {
                let rolls: Vec<String> = (0..4_000).map(|at| format!("r{at}: d6")).collect();
                format!("tests:\n  t:\n    roll: {{{}}}\n    total: r1\n", rolls.join(", "))
            },
            &["too-much-to-check"],
        ),
        (
            "sums over a large group",
            {
                "traits:\n".to_owned()
                    + &lines(1_500, |at| format!("  x{at}: {{number: any, group: g}}"))
                    + &lines(280, |at| format!("  y{at}: {{is: {}sum(g)}}", "sum(g) + ".repeat(19)))
            },
            &["too-much-to-check"],
        ),
        (
            "many readers of a large group",
            {
                "traits:\n".to_owned()
                    + &lines(1_200, |at| format!("  x{at}: {{number: any, default: 1, group: g}}"))
                    + &lines(1_300, |at| format!("  y{at}: {{is: sum(g)}}"))
            },
            &["too-much-to-check"],
        ),
        (
            "values that ask the one before twice",
            {
                format!(
                    "tests:\n  t:\n    ask: {{q: {{number: 0..9}}}}\n    against: q\n    roll: 2d6\n    values:\n      \
                 v0: q\n{doubled}    total: highest()\n    outcomes: {{a: {{when: v60 > 1}}, b: {{}}}}\n"
                )
            },
            &[],
        ),
    ];
    for (name, text, expected) in cases {
        let text = head(&text);
        assert!(text.len() < 190_000, "{name}: {}", text.len());
        let mut found = None;
        let cost = measure(|| found = Some(load(&mut Session::within(&Empty, Limits::FULL), &text)));
        let codes = errors(&found.unwrap().findings);
        assert!(expected.iter().all(|code| codes.contains(code)), "{name}: {codes:?}");
        assert!(!expected.is_empty() || codes.is_empty(), "{name}: {codes:?}");
        assert!(cost.bytes_max < MEMORY, "{name}: {} bytes", cost.bytes_max);
        // Linear: some hundred allocations a line, and what the budgets allow besides.
        let lines = text.lines().count() as u64;
        assert!(cost.count_total < 200 * lines + 2_000_000, "{name}: {} allocations", cost.count_total);
    }
}

/// An intervention takes hold in every variant of its test, also where one place stands for all.
#[test]
fn a_place_that_stands_for_many_is_each_of_them() {
    let mut session = Session::within(&Empty, Limits::FULL);
    let text =
        head(&(star(3, |at| if at == 1 { ", values: {v: 1}".to_owned() } else { String::new() }) + &interventions(1)));
    let loaded = game(&mut session, &text);
    let one = &loaded.interventions[0];
    assert_eq!((one.places.len(), one.hooks().len()), (2, 4));
    assert!(one.hooks().iter().all(|hook| one.places.iter().filter(|place| place.takes(*hook)).count() == 1));
}

/// A change that the test itself no longer reads takes effect in a variant that does, also where one place
/// stands for both.
#[test]
fn a_change_is_for_the_sake_of_a_variant() {
    let rules = |total: &str| {
        head(&format!(
            "tests:\n  t0: {{ask: {{x: {{number: 2..9}}}}, roll: 2d6!>=(x), total: highest()}}\n  \
             t1: {{like: t0, change: {{total: {total}}}}}\n\
             interventions:\n  push: {{after: t0, steps: {{a: {{change: {{x: x + 1}}}}}}}}\n"
        ))
    };
    let codes = |total: &str| errors(&load(&mut Session::within(&Empty, Limits::FULL), &rules(total)).findings);
    assert_eq!(codes("highest() + x"), [""; 0]);
    assert_eq!(codes("lowest()"), ["change-without-effect"]);
}

#[test]
fn texts_that_double_end() {
    let mut session = Session::within(&Empty, Limits::FULL);
    let rules = doubling(14, 9_000)
        + "actions:\n  go: {steps: {a: {do: g0}}}\n"
        + &lines(4, |at| {
            let steps: Vec<String> = (0..10).map(|step| format!("s{step}: {{do: g{}}}", at + 1)).collect();
            format!("  g{at}: {{steps: {{{}}}}}", steps.join(", "))
        })
        + "  g4: {steps: {a: {say: '{T8[a]}'}}}\n";
    let game = game(&mut session, &head(&rules));
    let cases = "tirada cases: 1\nruleset: plim\ncases:\n  One: {roll: 'T0[a]', expect: {value: x}}\n  \
                 Two: {steps: [{do: go, expect: {error: need-not-met}}]}\n";
    let mut reports = None;
    let cost = measure(|| reports = Some(run_cases(&mut session, &game, vec![file("cases.yml", cases)])));
    let (reports, wrong) = reports.unwrap();
    assert!(wrong.is_empty(), "{wrong:?}");
    for report in &reports {
        let found = format!("{:?} {:?}", errors(&report.errors), report.differences);
        assert!(found.contains("too-much-text"), "{}: {found}", report.name);
    }
    assert_eq!(reports.len(), 2);
    assert!(cost.bytes_max < MEMORY / 4, "{} bytes", cost.bytes_max);
}

/// A text has no value to add up: it is no zero.
#[test]
fn a_text_is_not_rolled_as_a_number() {
    let mut session = Session::within(&Empty, Limits::FULL);
    let game = game(&mut session, &head("tables:\n  T: {cells: text, rows: {a: x}}\n"));
    let request = RollRequest { text: "T[a]".to_owned(), source: "<test>".to_owned(), ..RollRequest::default() };
    let ready = session.prepare(&game, &request).unwrap();
    let found = session.value(&game, &ready, &mut tirada::internals::engine::Generator::new(1));
    assert_eq!(found.unwrap_err().code.as_str(), "text-where-number");
}

/// What a line names is looked for once, however long it is.
#[test]
fn long_lines_are_understood_in_one_go() {
    let known: Vec<CommandSpec> = ["push", "two words", "three long words"]
        .map(|name| CommandSpec { name: name.to_owned(), ..CommandSpec::default() })
        .into();
    let cost = |line: &str| {
        let mut found = 0;
        let cost = measure(|| found = with_interventions(line, &known, &|_| false).1.len());
        (found, cost.count_total)
    };
    for (what, expected) in [("push", true), ("three long words", true), ("nothing of it", false), ("\"", false)] {
        let line = |times: usize| format!("go{}", format!(" + {what}").repeat(times));
        let (few, many) = (cost(&line(100)), cost(&line(1_600)));
        assert_eq!((few.0, many.0), if expected { (100, 1_600) } else { (0, 0) }, "{what}");
        assert!(many.1 < 20 * few.1, "{what}: {} and then {} allocations", few.1, many.1);
    }
}

/// Of a hundred errors of a line the first five are shown, and how many more there are.
#[test]
fn the_prompt_shows_a_few_errors() {
    let home = folder("hostile-prompt");
    std::fs::write(home.join("plim.yml"), head("tests:\n  t: {roll: 2d6, total: highest()}\n")).unwrap();
    let mut run = command(&home);
    run.current_dir(&home).args(["--lang", "en", "-r", "plim.yml"]);
    let unknown: Vec<String> = (0..100).map(|at| format!("w{at}")).collect();
    let run = finish(run, format!("{}\n{}\n", unknown.join(" + "), "wumm"));
    assert_eq!(run.stderr.matches("error[unknown-name]").count(), 6, "{}", run.stderr);
    assert!(run.stderr.contains("This line has 95 more mistakes."), "{}", run.stderr);
}

/// What exact odds come to within so much work: a code, or nothing where they are known.
fn odds(game: &CheckedGame, text: &str, depth: u32, work: u64) -> (Option<&'static str>, u64) {
    let mut session = Session::within(&Empty, Limits::FULL);
    let request = RollRequest { text: text.to_owned(), source: "<test>".to_owned(), ..RollRequest::default() };
    let ready = session.prepare(game, &request).unwrap();
    let bounds = OddsLimits { depth, work, ..OddsLimits::within(&Limits::FULL) };
    let budget = bounds.budget();
    let found = session.odds_within(game, &ready, &bounds, &budget);
    (found.err().map(|error| error.code.as_str()), budget.done())
}

#[test]
fn odds_stop_at_their_budget() {
    let game = game(&mut Session::within(&Empty, Limits::FULL), &head(""));
    let whole = Limits::FULL.odds;
    for (text, depth, expected) in [
        ("3d1000000", 12, "odds-too-large"),
        ("2d1000000", 12, "odds-too-large"),
        ("5d6!", 1_000, "odds-too-much-work"),
        ("20d20!", 150, "odds-too-much-work"),
        // Each of them is allowed; that both together are not is known before either is.
        ("300d1000 + 300d1000", 12, "odds-too-much-work"),
        ("300d1000 - 300d1000 + 2", 12, "odds-too-much-work"),
        ("((d20)d20)d20", 12, "odds-too-long"),
        ("d1000000 * d1000000", 12, "odds-too-long"),
        ("max(d1000000, 2 - d2000)", 12, "odds-too-long"),
        // Each number of dice begins anew where each die has to be seen.
        ("repeated((20d6)d6!) * d1000", 12, "odds-too-large"),
    ] {
        let mut found = None;
        let cost = measure(|| found = Some(odds(&game, text, depth, whole)));
        // Known before anything is gone through, or after an estimate of at most a second.
        let (code, done) = found.unwrap();
        assert_eq!(code, Some(expected), "{text}");
        assert!(
            cost.bytes_max < if text.contains("00d") { 1 << 20 } else { 2 * MEMORY },
            "{text}: {} bytes",
            cost.bytes_max
        );
        assert!(expected == "odds-too-much-work" || done < whole / 10, "{text}: {done}");
    }
    // What is gone through step by step stops where the budget ends, wherever that is.
    for (text, work) in [("31d6 beats 32d6", 5_000_000), ("10d20kh5 * 10d20kh5", 100_000), ("30d20kh9", 50_000)] {
        let (code, done) = odds(&game, text, 12, work);
        assert_eq!(code, Some("odds-too-much-work"), "{text}");
        assert!(done < 20 * work, "{text}: {done}");
    }
    // Whatever ends is counted the same again and again, and is allowed exactly that.
    for text in ["3d6", "5d10kh3", "2d6!", "3d6 * 2d4", "4d6 beats 5d6", "max(2d6, 1d12)"] {
        let (code, done) = odds(&game, text, 12, whole);
        assert_eq!(code, None, "{text}");
        assert!(done < whole / 100, "{text}: {done}");
        assert_eq!(odds(&game, text, 12, done), (None, done), "{text}");
    }
}

/// What odds are worked out and written with: a code, or how many bytes were written; and the most bytes at once.
fn written(limits: Limits, text: &str, format: &str) -> (Result<usize, &'static str>, u64) {
    let mut session = Session::within(&Empty, limits);
    let game = game(&mut session, &head(""));
    let request = RollRequest { text: text.to_owned(), source: "<test>".to_owned(), ..RollRequest::default() };
    let ready = session.prepare(&game, &request).unwrap();
    let bounds = OddsLimits::within(&limits);
    let catalogue = Catalogue::new(Language::English);
    let mut found = None;
    let cost = measure(|| {
        found = Some(session.odds(&game, &ready, &bounds).map_err(|error| error.code.as_str()).map(|odds| {
            let view = ExpressionView { all: true, ..ExpressionView::one("plim", text, odds) };
            match format {
                "csv" => csv(&view, &catalogue).len(),
                "json" => json(&view, &catalogue).len(),
                "svg" => svg::render(&view, &catalogue).len(),
                "markdown" => markdown::render(&document(&view, &catalogue)).len(),
                _ => text::render(&document(&view, &catalogue), &TextStyle::default()).len(),
            }
        }));
    });
    (found.unwrap(), cost.bytes_max)
}

/// What is held and what is written is bounded, by a tenth for strangers; what is refused for it is
/// refused before it is held.
#[test]
fn large_dice_stay_within_their_memory() {
    let full = Limits::FULL;
    // A tenth of the largest, which `.ci/hostile` asks of the program itself.
    for (text, format) in [
        ("d100000", "text"),
        ("d100000 * 2", "markdown"),
        ("d100000", "svg"),
        ("2d50000", "text"),
        ("300d20", "text"),
        ("d30000", "json"),
        ("d30000", "csv"),
    ] {
        let (found, bytes) = written(full, text, format);
        let found = found.unwrap_or_else(|code| panic!("{text}: {code}"));
        assert!(bytes < full.memory / 4, "{text} as {format}: {bytes} bytes");
        // Nobody reads a hundred thousand rows.
        assert!(found < 4_000_000 || ["json", "csv"].contains(&format), "{text} as {format}: {found} written");
    }
    // Numbers of three hundred digits.
    let (found, bytes) = written(full, "100d1000", "text");
    assert!(found.is_ok() && bytes < 36 << 20, "{bytes} bytes");
    // The most that is answered.
    for text in ["300d1000", "2d500000", "d1000000"] {
        let (found, bytes) = written(full, text, "text");
        assert!(found.is_ok() && bytes < 128 << 20, "{text}: {bytes} bytes");
    }
    // That it is too large is known before most of it is there.
    let (found, bytes) = written(full, "d1000000!", "text");
    assert_eq!(found, Err("odds-too-large"));
    assert!(bytes < full.memory / 2, "{bytes} bytes");
    let strangers = Limits::SANDBOX;
    for (text, format, expected) in [
        ("d1000000", "text", Err("odds-too-much-memory")),
        ("2d500000", "text", Err("odds-too-much-memory")),
        ("d700 * d700", "text", Err("odds-too-much-memory")),
        ("d100000", "text", Ok(())),
        ("d20000", "json", Ok(())),
        ("3d6 * 2d6", "csv", Ok(())),
    ] {
        let (found, bytes) = written(strangers, text, format);
        assert_eq!(found.map(|_| ()), expected, "{text} as {format}");
        assert!(bytes < strangers.memory, "{text} as {format}: {bytes} bytes");
    }
}

/// As many changes are tried as reading a text of some length takes, and no more.
#[test]
fn few_changes_are_tried_in_a_large_file() {
    let rules = |total: &str| {
        let rows = lines(3_000, |at| format!("      r{at}: {at}"));
        let tests = lines(900, |at| format!("  t{at}: {{ask: {{x: {{row: T}}}}, roll: 2d6, total: {total}}}"));
        head(&format!("tables:\n  T:\n    rows:\n{rows}tests:\n{tests}"))
    };
    let cost = |text: &str| {
        let mut found = None;
        let cost = measure(|| found = Some(load(&mut Session::within(&Empty, Limits::FULL), text)));
        (errors(&found.unwrap().findings).len(), cost)
    };
    let (none, right) = cost(&rules("highest() + 1"));
    let (some, wrong) = cost(&rules("highest() + T[x]"));
    assert!(none == 0 && some > 0);
    assert!(wrong.count_total < 8 * right.count_total, "{} and then {}", right.count_total, wrong.count_total);
    assert!(wrong.bytes_max < MEMORY, "{} bytes", wrong.bytes_max);
}

/// Four times as long a game takes about four times as much, or less where a budget ends.
#[test]
fn commands_on_large_games_stay_within_bounds() {
    type Command = fn(&mut Session<'_>, &LoadedGame) -> usize;
    let commands: [(&str, Command); 4] = [
        ("doc", |session, loaded| {
            let chances = session.chances(&loaded.game);
            let reference = Reference::new(&loaded.game, &chances, &Catalogue::new(Language::English), true);
            reference::markdown::render(&reference).len()
        }),
        ("page", |session, loaded| {
            let chances = session.chances(&loaded.game);
            let catalogue = Catalogue::new(Language::English);
            let reference = Reference::new(&loaded.game, &chances, &catalogue, true);
            reference::page::page(&reference, &Sheets::of(&loaded.game, &chances, &catalogue)).len()
        }),
        ("schema", |_, loaded| {
            let known = SchemaNames { game: &loaded.game, extends: false };
            schema(SchemaKind::Ruleset, Some(known), &Catalogue::new(Language::English), None).len()
        }),
        ("lint", |session, loaded| session.lint(loaded, &[]).len()),
    ];
    type Growing = fn(usize) -> String;
    let games: [(&str, Growing); 3] = [
        ("a chain of tests", |count| chain(4 * count)),
        ("interventions in a chain", |count| chain(3 * count / 2) + &interventions(3 * count / 2)),
        ("tests of many rows", |count| {
            let rows = lines(2 * count, |at| format!("      r{at}: {at}"));
            let tests =
                lines(count, |at| format!("  t{at}: {{ask: {{x: {{row: T}}}}, roll: 2d6, total: highest() + 1}}"));
            format!("tables:\n  T:\n    rows:\n{rows}tests:\n{tests}")
        }),
    ];
    for (name, text) in games {
        for (command, run) in commands {
            let cost = |count: usize| {
                let mut session = Session::within(&Empty, Limits::FULL);
                let loaded = load(&mut session, &head(&text(count)));
                assert!(loaded.is_sound(), "{name}: {:?}", errors(&loaded.findings));
                let mut bytes = 0;
                let cost = measure(|| bytes = run(&mut session, &loaded));
                assert!(bytes > 0 || command == "lint", "{name}: {command}");
                (bytes as u64, cost)
            };
            let ((few, small), (many, large)) = (cost(150), cost(600));
            assert!(large.bytes_max < MEMORY, "{command} of {name}: {} bytes", large.bytes_max);
            // Where a budget ends, each test says so in a few more words.
            assert!(many <= 7 * few, "{command} of {name}: {few} and then {many} bytes");
            let (few, many) = (small.count_total, large.count_total);
            assert!(many <= 6 * few + 10_000, "{command} of {name}: {few} and then {many} allocations");
        }
    }
}

/// What a name takes is said once, and each of thousands of names leads there.
#[test]
fn a_schema_grows_as_its_game_does() {
    let text =
        "traits:\n  t0: {number: any}\n".to_owned() + &lines(3_500, |at| format!("  t{}: {{is: t{at} + 1}}", at + 1));
    let mut session = Session::within(&Empty, Limits::FULL);
    let loaded = load(&mut session, &head(&text));
    assert!(loaded.is_sound(), "{:?}", errors(&loaded.findings));
    let mut bytes = 0;
    let cost = measure(|| {
        let known = SchemaNames { game: &loaded.game, extends: false };
        bytes = schema(SchemaKind::Ruleset, Some(known), &Catalogue::new(Language::English), None).len();
    });
    assert!(bytes < 24 * text.len(), "{bytes} bytes of {}", text.len());
    assert!(cost.bytes_max < MEMORY / 4, "{} bytes", cost.bytes_max);
    // What each of them takes is a definition of its own, as text.
    let text = "tags:\n".to_owned()
        + &lines(3_000, |at| format!("  T{at}: {{free names: yes, values: {{v{at}: {{number: 1..9}}}}}}"));
    let loaded = load(&mut session, &head(&text));
    assert!(loaded.is_sound(), "{:?}", errors(&loaded.findings));
    let cost = measure(|| {
        let known = SchemaNames { game: &loaded.game, extends: false };
        bytes = schema(SchemaKind::Ruleset, Some(known), &Catalogue::new(Language::English), None).len();
    });
    assert!(cost.bytes_max < 6 * bytes as u64, "{} bytes for {bytes}", cost.bytes_max);
}

/// What a change reaches is followed so far, for all changes together.
#[test]
fn what_changes_reach_is_followed_so_far() {
    let text = chain(300);
    let tree = |session: &Session<'_>, text: &str| session.rules(vec![file("ruleset.yml", head(text))]).unwrap().0;
    let changed = text.replace("highest()", "lowest()");
    let limits = |reached| Limits { reached, ..Limits::FULL };
    let compared = |limits: Limits| {
        let mut sessions = [&text, &changed].map(|_| Session::within(&Empty, limits));
        let trees = [tree(&sessions[0], &text), tree(&sessions[1], &changed)];
        let [old, new] = &mut sessions;
        let games = [load(old, &head(&text)).game, load(new, &head(&changed)).game];
        let found = differences(&trees[0], &trees[1]);
        assert!(!found.is_empty());
        let mut one = ComparedRuleset { session: old, game: &games[0], tree: &trees[0] };
        let mut other = ComparedRuleset { session: new, game: &games[1], tree: &trees[1] };
        let request = RollRequest::default();
        let shifts = shifts(&mut one, &mut other, &found, (&request, &request), &OddsLimits::within(&limits));
        shifts.map(|found| (found.shifts.len(), !found.left_out.is_empty())).map_err(|error| error.code.as_str())
    };
    assert_eq!(compared(limits(10)), Err("diff-reaches-too-much"));
    assert_eq!(compared(Limits { compared: 7, ..Limits::FULL }), Ok((7, true)));
    assert_eq!(compared(Limits { compared: 2_000, ..Limits::FULL }), Ok((301, false)));
}

/// Things that all give the same are spoken of once, not once for each of them.
#[test]
fn who_speaks_of_what_many_give_is_kept_once() {
    let cost = |count: usize| {
        let text = format!(
            "tags:\n{}traits:\n  t: {{is: sum(h)}}\n",
            lines(count, |at| format!("  g{at}: {{gives: {{h: -1}}}}"))
        );
        let tree = Session::within(&Empty, Limits::FULL).rules(vec![file("ruleset.yml", head(&text))]).unwrap().0;
        let mut reached = 0;
        let cost = measure(|| {
            let mentions = Mentions::of(&tree);
            let budget = Budget::new(Limits::FULL.reached);
            reached = mentions.reaching("traits", "g0", &budget).unwrap().len();
        });
        assert_eq!(reached, 1);
        cost.bytes_max
    };
    let (few, many) = (cost(500), cost(2_000));
    assert!(many < 6 * few, "{few} and then {many} bytes");
}

#[test]
fn samples_are_refused_before_they_are_drawn() {
    let game = game(&mut Session::within(&Empty, Limits::FULL), &head(""));
    let mut session = Session::within(&Empty, Limits::FULL);
    let request = RollRequest { text: "10000d6".to_owned(), ..RollRequest::default() };
    let ready = session.prepare(&game, &request).unwrap();
    let (progress, stop) = (|_: u64| {}, AtomicBool::new(false));
    let sampling =
        |times| Sampling { times, seed: 1, threads: std::num::NonZeroUsize::MIN, progress: &progress, stop: &stop };
    let error = session.simulate_expression(&game, &ready, &sampling(100_000)).unwrap_err();
    assert_eq!(error.code.as_str(), "odds-too-many-samples");
    assert_eq!(session.simulate_expression(&game, &ready, &sampling(100)).unwrap().samples, Some(100));
    // What is done to the dice counts as well.
    let request = RollRequest { text: "1000d6!kh500".to_owned(), ..RollRequest::default() };
    let ready = session.prepare(&game, &request).unwrap();
    let error = session.simulate_expression(&game, &ready, &sampling(100_000)).unwrap_err();
    assert_eq!(error.code.as_str(), "odds-too-many-samples");
}

/// Nine in ten samples cost nothing: the first ten may all be of them.
#[test]
fn samples_end_where_their_work_does() {
    let limits = Limits { odds: 100_000_000, ..Limits::FULL };
    let game = game(&mut Session::within(&Empty, limits), &head(""));
    let mut session = Session::within(&Empty, limits);
    let request = RollRequest { text: "if d100 = 1 then 2000d6 else 0".to_owned(), ..RollRequest::default() };
    let ready = session.prepare(&game, &request).unwrap();
    let (progress, stop) = (|_: u64| {}, AtomicBool::new(false));
    let one = std::num::NonZeroUsize::MIN;
    let refused = (1..20).filter(|seed| {
        let sampling = Sampling { times: 80_000, seed: *seed, threads: one, progress: &progress, stop: &stop };
        match session.simulate_expression(&game, &ready, &sampling) {
            Err(error) => error.code.as_str() == "odds-too-many-samples",
            Ok(odds) => panic!("{:?}", odds.samples),
        }
    });
    assert_eq!(refused.count(), 19);
}

/// Cases have a budget of their own, all together.
#[test]
fn cases_end_with_their_budget() {
    let mut session = Session::within(&Empty, Limits::FULL);
    let tables = lines(12, |at| format!("  T{at}: {{rows: {{a: 'T{0}[a] + T{0}[a]'}}}}", at + 1));
    let game = game(&mut session, &head(&format!("tables:\n{tables}  T12: {{rows: {{a: 1}}}}\n")));
    let cases = lines(50, |at| format!("  C{at}: {{roll: 'T0[a]', expect: {{value: 4096}}}}"));
    let cases = file("cases.yml", format!("tirada cases: 1\nruleset: plim\ncases:\n{cases}"));
    let (reports, _) = run_cases(&mut session, &game, vec![cases.clone()]);
    assert!(reports.iter().all(|report| report.errors.is_empty() && report.differences.is_empty()));
    session.work = Arc::new(Budget::new(100_000));
    let (reports, _) = run_cases(&mut session, &game, vec![cases]);
    let stopped = reports.iter().position(|report| !report.errors.is_empty()).unwrap();
    assert_eq!(errors(&reports[stopped].errors), ["pack-too-slow"]);
    assert!((3..50).contains(&stopped), "{stopped}");
}

/// Time that passes counts by how many people and tags it is looked for, and nobody is copied for it.
#[test]
fn time_that_passes_is_counted() {
    let mut session = Session::within(&Empty, Limits::FULL);
    let rules = "times:\n  turn: {}\n  age: {passes: 1000 turn}\ntags:\n  Q: {}\npoints:\n  P: {start: 1}\n";
    let game = game(&mut session, &head(rules));
    let mut cost = |people: usize, pass: &str| {
        let characters = lines(people, |at| format!("  p{at}: {{tags: {{Q: {{for: 9000 age}}}}}}"));
        let cases = file(
            "cases.yml",
            format!(
                "tirada cases: 1\nruleset: plim\ncharacters:\n{characters}cases:\n  C: {{steps: [{{pass: {pass}, expect: {{p0.P: 1}}}}]}}\n"
            ),
        );
        session.work = Arc::new(Budget::new(u64::MAX));
        let mut found = Vec::new();
        let cost = measure(|| found = run_cases(&mut session, &game, vec![cases]).0);
        assert!(found.iter().all(|one| one.errors.is_empty() && one.differences.is_empty()), "{found:?}");
        (session.work.done(), cost.count_total)
    };
    let (few, many) = (cost(10, "age").0, cost(200, "age").0);
    assert!(few > 1_000 && many > 4 * few && many < 30_000, "{few} and then {many} steps");
    // Each turn looks at everybody, but makes nothing for them.
    let (turn, age) = (cost(200, "turn").1, cost(200, "age").1);
    assert!(age < turn + 20_000, "{turn} and then {age} allocations");
}

/// Every error of a bound says in both languages what the bound is.
#[test]
fn errors_name_their_limit() {
    let sources = Session::within(&Empty, Limits::FULL).sources;
    for code in [
        "too-many-entries",
        "too-many-cells",
        "too-much-to-check",
        "too-much-text",
        "odds-too-much-work",
        "odds-too-much-memory",
        "diff-reaches-too-much",
        "pack-too-slow",
    ] {
        for language in Language::ALL {
            let error = Diagnostic::error(code.parse().unwrap(), None).arg("limit", 12_345_i64);
            let text = diagnostics::plain::render(&[error], &sources, &Catalogue::new(language));
            assert!(text.contains("12345"), "{text}");
        }
    }
}

/// So many names in one line of YAML, each behind a word.
fn names(count: usize, word: &str, behind: &str) -> String {
    (0..count).map(|at| format!("{word}{at}{behind}, ")).collect()
}

/// Of each of thousands of mistakes no more is kept than is shown, and nothing is made for rows of which
/// little is written.
#[test]
fn mistakes_are_reported_within_bounds() {
    let columns = |rows: String| format!("tables:\n  T:\n    columns: [{}z]\n    rows:\n{rows}", names(4_000, "c", ""));
    let table = |rest: String| format!("tables:\n  T:\n    rows: {{{}}}\n{rest}", names(3_000, "w", ": 1"));
    let roles =
        |count| format!("actions:\n  a:\n    roles: [{}z]\n    steps: {{s: {{say: hi}}}}\n", names(count, "r", ""));
    let words = format!("options:\n  o: {{one of: [{}x], default: x}}\n", names(6_000, "w", ""));
    let asked =
        format!("actions:\n  a: {{ask: {{{}}}, steps: {{s: {{say: x}}}}}}\n", names(2_000, "a", ": {number: any}"));
    let outcomes = format!(
        "tests:\n  t:\n    roll: 2d6\n    total: sum()\n    outcomes: {{{}z: {{}}}}\n",
        names(2_000, "o", ": {when: total = 1}")
    );
    let cases: Vec<(&str, String, &[&str])> = vec![
        (
            "rows without cells",
            columns(lines(4_500, |at| format!("      r{at}: []"))),
            &["wrong-number-of-cells", "too-many-cells"],
        ),
        (
            "rows of one cell",
            format!("tables:\n  T:\n    columns: [{}z]\n    rows:\n", names(300, "c", ""))
                + &lines(9_000, |at| format!("      r{at}: 1")),
            &["wrong-number-of-cells"],
        ),
        ("a chain of comparisons", format!("traits:\n  t: {{is: {}1}}\n", "1=".repeat(4_800)), &["too-long-chain"]),
        (
            "rows of nothing",
            columns(lines(4_500, |at| format!("      r{at}: {{}}"))),
            &["missing-cells", "too-many-cells"],
        ),
        (
            "rows that are pending",
            columns(lines(3_000, |at| format!("      r{at}: {{pending: x}}"))),
            &["too-many-cells"],
        ),
        (
            "many roles for many actions",
            roles(2_000)
                + "  c:\n    roles: ["
                + &names(2_000, "r", "")
                + "z]\n    steps: {"
                + &names(2_000, "s", ": {do: a}")
                + "}\n",
            &["too-much-to-check"],
        ),
        (
            "many roles that nobody plays",
            roles(5_000) + &lines(2_000, |at| format!("  b{at}: {{steps: {{s: {{do: a}}}}}}")),
            &["too-much-to-check"],
        ),
        (
            "a step for one of many",
            roles(5_000).replace("s: {say: hi}", &names(2_000, "s", ": {gain: Q}")) + "tags: {Q: {}}\n",
            &["step-of-whom"],
        ),
        ("other names of no row", table(format!("    also: {{{}}}\n", names(3_000, "v", ": q"))), &["no-such-row"]),
        (
            "numbers that a table is not given",
            format!("tables:\n  T:\n    given: [{}z]\n    rows: {{a: 'z'}}\ntraits:\n", names(5_000, "g", ""))
                + &lines(2_000, |at| format!("  t{at}: {{is: 'T[a]'}}")),
            &["given-missing"],
        ),
        (
            "words without a row",
            words + "tables:\n  T: {rows: {x: 1}}\ntraits:\n" + &lines(2_000, |at| format!("  t{at}: {{is: 'T[o]'}}")),
            &["words-without-row"],
        ),
        (
            "answers that nobody asks for",
            asked + &lines(1_500, |at| format!("  b{at}: {{steps: {{s: {{do: a, with: {{q: 1}}}}}}}}")),
            &["unknown-question"],
        ),
        (
            "outcomes that are none",
            outcomes
                + "actions:\n"
                + &lines(1_000, |at| {
                    format!("  b{at}: {{roles: [x], steps: {{s: {{roll: t, on: {{q: {{y: {{say: h}}}}}}}}}}}}")
                }),
            &["unknown-outcome"],
        ),
        (
            "names that nearly are",
            "traits:\n".to_owned()
                + &lines(1_500, |at| format!("  strengthofmine{at}: {{number: any}}"))
                + &lines(1_000, |at| format!("  x{at}: {{is: strengthofmina{at}}}")),
            &["unknown-name"],
        ),
        (
            "actions that states do not have",
            "tracks:\n  T:\n    boxes: 10\n    marks: {a: /}\n    overflow: ignore\n    states:\n".to_owned()
                + &lines(1_200, |at| format!("      S{at}: {{when: lost = {at}, enter: a{at}}}"))
                + "      Z: {}\nactions:\n"
                + &lines(1_200, |at| format!("  b{at}: {{roles: [x], steps: {{s: {{mark: 1}}}}}}")),
            &["unknown-action"],
        ),
    ];
    for (name, text, expected) in cases {
        let text = head(&text);
        let mut found = None;
        let cost = measure(|| found = Some(load(&mut Session::within(&Empty, Limits::FULL), &text)));
        let codes = errors(&found.unwrap().findings);
        assert!(expected.iter().all(|code| codes.contains(code)), "{name}: {codes:?}");
        assert!(cost.bytes_max < MEMORY, "{name}: {} bytes", cost.bytes_max);
        assert!(cost.bytes_total < 8 * MEMORY, "{name}: {} bytes one after the other", cost.bytes_total);
        assert!(cost.count_total < 3_000_000, "{name}: {} allocations", cost.count_total);
    }
}

/// A game beside another one is not read again and again, however many of the names it has that are missed there.
#[test]
fn large_neighbours_are_not_tried() {
    struct Neighbour(Vec<File>);
    impl Shelf for Neighbour {
        fn files(&self, id: &str) -> Option<Vec<File>> {
            (id == "near").then(|| self.0.clone())
        }
        fn ids(&self) -> Vec<String> {
            vec!["near".to_owned()]
        }
    }
    let near = head(&("actions:\n".to_owned() + &lines(40_000, |at| format!("  b{at}: {{steps: {{s: {{say: x}}}}}}"))));
    let shelf = Neighbour(vec![file("near.yml", near.replace("id: plim", "id: near"))]);
    let text = head(&("actions:\n".to_owned() + &lines(20, |at| format!("  a{at}: {{steps: {{s: {{do: b{at}}}}}}}"))));
    let mut found = None;
    let cost = measure(|| found = Some(load(&mut Session::within(&shelf, Limits::FULL), &text)));
    assert_eq!(errors(&found.unwrap().findings), ["unknown-action"]);
    assert!(cost.bytes_total < MEMORY / 2, "{} bytes one after the other", cost.bytes_total);
}

/// All formulas that are looked at for one sheet have one budget, and what gives is gone through, not copied, to find it.
#[test]
fn one_sheet_has_one_budget() {
    let rules = "traits:\n  Wit: {number: any}\n".to_owned()
        + &lines(600, |at| format!("  X{at}: {{is: sum(Grit) + {at}}}"))
        + "tags:\n  Scar: {free names: yes, gives: {Grit: 1}}\nrequire:\n"
        + &lines(800, |at| format!("  s{at}: sum(Grit) + Wit + {at} > 0"));
    let game = game(&mut Session::within(&Empty, Limits::FULL), &head(&rules));
    let (mut world, scar) = (World::new(), game.tags.numbered(0).unwrap());
    let tag = |number| {
        let (name, values, lasts) = (Some(format!("S{number}")), Vec::new(), Lasts::Permanent);
        HeldTag { number, kind: scar, name, values, lasts, turn: None }
    };
    let tags = (0..2_500).map(tag).collect();
    let who = world.join(Person { name: "Bob".to_owned(), tags, ..Person::default() });
    let cost = measure(|| _ = Session::within(&Empty, Limits::FULL).see(&game, &Env::default(), &world, who));
    assert!(cost.count_total < 1_000_000, "{} allocations", cost.count_total);
}

/// Changes are tried as far as the bytes that are read again for it go, not all of forty in a large file.
#[test]
fn changes_are_tried_within_bounds() {
    let wrong = |count| lines(count, |at| format!("  T{at}: {{rows: {{a: min(1,2)}}}}"));
    let traits = lines(3_500, |at| format!("  t{at}: {{number: any}}"));
    let text = |count| head(&format!("traits:\n{traits}tables:\n{}", wrong(count)));
    let tried = |count| {
        let mut found = 0;
        let cost = measure(|| {
            let loaded = load(&mut Session::within(&Empty, Limits::FULL), &text(count));
            found = loaded.findings.iter().filter(|one| one.fix_offered().is_some()).count();
        });
        (found, cost.count_total)
    };
    let (one, forty) = (tried(1), tried(40));
    assert_eq!(one.0, 1);
    assert!((1..8).contains(&forty.0), "{}", forty.0);
    assert!(forty.1 < 8 * one.1, "{} and then {} allocations", one.1, forty.1);
}

/// A line of names that nobody knows is looked at as often as a few mistakes are worth it.
#[test]
fn lines_of_mistakes_are_reported_within_bounds() {
    let mut session = Session::within(&Empty, Limits::FULL);
    let traits = lines(1_500, |at| format!("  strengthofmine{at}: {{number: any}}"));
    let game = game(&mut session, &head(&format!("traits:\n{traits}")));
    let cost = |line: String| {
        let request = RollRequest { text: line, forgiving: true, ..RollRequest::default() };
        let mut session = Session::within(&Empty, Limits::FULL);
        measure(|| assert!(session.prepare(&game, &request).is_err())).count_total
    };
    let sum = |count: usize| (0..count).map(|at| format!("strengthofmina{at}")).collect::<Vec<_>>().join(" + ");
    let (few, many) = (cost(sum(10)), cost(sum(280)));
    assert!(many < 40 * few, "{few} and then {many} allocations");
    assert!(many < 4_000_000, "{many} allocations");
}
