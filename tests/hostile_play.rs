//! Attacks on what came last: tables that are rolled by their names, formulas with parameters, templates, and odds
//! whose runs cost more than they count. Work units, allocations and bytes are counted; nothing here looks at a clock.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;

use crate::common::{Empty, command, finish, folder};
use crate::hostile_work::{HEAD, MEMORY, many};
use allocation_counter::{AllocationInfo, measure};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use tirada::internals::limits::Limits;
use tirada::internals::odds::OddsLimits;
use tirada::internals::ruleset::File;
use tirada::internals::session::{RollRequest, Session};

/// The codes of the errors of a game, each once, and what it takes to find them.
fn found(rest: &str) -> (Vec<&'static str>, AllocationInfo) {
    let game = File { name: "ruleset.yml".to_owned(), text: format!("{HEAD}{rest}") };
    let mut codes = Vec::new();
    let cost = measure(|| {
        let loaded = Session::within(&Empty, Limits::FULL).load_files(vec![game]);
        codes = loaded.findings.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect();
    });
    codes.dedup();
    (codes, cost)
}

/// What odds come to: a code, or nothing where they are known; the units, and what was allocated.
fn odds(rules: &str, text: &str, limits: Limits) -> (Option<&'static str>, u64, AllocationInfo) {
    let mut session = Session::within(&Empty, limits);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: format!("{HEAD}{rules}") }]);
    assert!(loaded.is_sound(), "{:?}", loaded.findings);
    let request = RollRequest { text: text.to_owned(), source: "<test>".to_owned(), ..RollRequest::default() };
    let ready = match session.prepare(&loaded.game, &request) {
        Ok(ready) => ready,
        // Dice that never end are refused when they are read.
        Err(errors) => return (errors.first().map(|error| error.code.as_str()), 0, measure(|| ())),
    };
    let bounds = OddsLimits::within(&limits);
    let budget = bounds.budget();
    let mut found = None;
    let cost = measure(|| found = Some(session.odds_within(&loaded.game, &ready, &bounds, &budget)));
    (found.unwrap().err().map(|error| error.code.as_str()), budget.done(), cost)
}

/// Rows that lead to their table again and again come to few texts, and are walked once for each depth.
#[test]
fn rows_that_lead_to_their_table_are_walked_once_each() {
    let table = |again: usize, row: &str| {
        format!("tables:\n  Fl: {{dice: 1d6, again: {again}, ranges: {{1..5: A plank., 6: '{row}'}}}}\n")
    };
    for again in [3, 4] {
        let (code, done, cost) = odds(&table(again, "{Fl} {Fl}"), "Fl", Limits::FULL);
        assert_eq!(code, None, "{again}");
        assert!(done < 200_000_000, "{again}: {done}");
        assert!(cost.bytes_max < MEMORY / 8, "{again}: {} bytes", cost.bytes_max);
    }
    // Of texts that all differ there are too many, which is known soon.
    let (code, done, cost) = odds(&table(6, "{Fl}{Fl}{1d20}{Fl}"), "Fl", Limits::FULL);
    assert!(matches!(code, Some("odds-too-long" | "odds-too-much-memory")), "{code:?}");
    assert!(done < Limits::FULL.odds / 5, "{done}");
    assert!(cost.bytes_max < 2 * Limits::FULL.memory, "{} bytes", cost.bytes_max);
}

/// Tables that double one another end within the limits of a roll.
#[test]
fn tables_that_double_one_another_end() {
    let chain = |kind: &str, row: fn(usize) -> String| {
        let tables = many(21, |at| format!("  T{at}: {{cells: {kind}, dice: 1d2, rows: [{}, '1']}}", row(at + 1)));
        format!("tables:\n{tables}  T21: {{cells: {kind}, dice: 1d2, rows: ['1', '2']}}\n")
    };
    let texts = chain("text", |next| format!("'{{T{next}}}{{T{next}}}'"));
    let (code, done, cost) = odds(&texts, "T0", Limits::SANDBOX);
    assert!(code.is_some() && done < 2 * Limits::SANDBOX.odds, "{code:?} after {done}");
    assert!(cost.bytes_max < 3 * Limits::SANDBOX.memory, "{} bytes", cost.bytes_max);
}

/// Formulas that call formulas are written out in few places, and the error says how many.
#[test]
fn formulas_that_double_one_another_name_their_limit() {
    let chain = |count: usize, body: &str| {
        let calls = many(count, |at| format!("  f{at}(x): {}", body.replace('N', &(at + 1).to_string())));
        format!("formulas:\n{calls}  f{count}(x): x\ntests:\n  t: {{roll: 2d6, total: highest() + f0(1)}}\n")
    };
    for body in ["fN(x) + fN(x + 1)", "fN(fN(x) + fN(x))"] {
        let (codes, cost) = found(&chain(60, body));
        assert_eq!(codes, ["too-many-calls"], "{body}");
        assert!(cost.bytes_total < MEMORY, "{body}: {} bytes", cost.bytes_total);
    }
    let (codes, cost) = found(&chain(2_500, "fN(x)"));
    assert_eq!(codes, ["too-many-calls"]);
    assert!(cost.bytes_total < 4 * MEMORY, "{} bytes", cost.bytes_total);
    // What is added to itself stands there once.
    let (codes, _) = found(&chain(60, "fN(x + x)"));
    assert_eq!(codes, [""; 0]);
}

/// The dice of templates count, each character's and those that are thrown to check all of them.
#[test]
fn dice_of_templates_are_counted() {
    let traits = format!("traits:\n{}", many(2_000, |at| format!("  a{at}: {{number: any, default: 1}}")));
    let one = format!("templates:\n  t: {{traits: {{{}}}}}\n", many(2_000, |at| format!("a{at}: 9000d6,")));
    let all = format!("templates:\n{}", many(1_000, |at| format!("  t{at}: {{traits: {{a1: 9999d6}}}}")));
    for templates in [one, all] {
        let (codes, cost) = found(&format!("{traits}{templates}"));
        assert_eq!(codes, ["too-many-dice"]);
        assert!(cost.bytes_max < MEMORY, "{} bytes", cost.bytes_max);
        assert!(cost.bytes_total < 4 * MEMORY, "{} bytes in all", cost.bytes_total);
    }
}

/// Dice of one kind or another, most of which no shorter way sees.
fn pool() -> impl Strategy<Value = String> {
    let sides = prop::sample::select(vec!["2", "4", "12", "100", "1000", "{2,1000,999999,2,1,1}"]);
    let suffix = prop::sample::select(vec![
        "",
        "!",
        "!!",
        "dh1!",
        "dl1!",
        "kh2!!",
        "r2",
        "r<=2!",
        "!>=5r<=2",
        "km1",
        "dh1!!>=5r2",
        "!!<=2",
        "ro1dl1!",
    ]);
    (2..6_u32, sides, suffix).prop_map(|(count, sides, suffix)| format!("{count}d{sides}{suffix}"))
}

/// Several of them, in all ways in which they come together.
fn pools() -> impl Strategy<Value = String> {
    prop_oneof![
        (pool(), pool()).prop_map(|(one, other)| format!("{one} * {other}")),
        (pool(), pool()).prop_map(|(one, other)| format!("{one} beats {other}")),
        (pool(), pool(), pool()).prop_map(|(one, two, three)| format!("{one} * min({two}, {three})")),
        (pool(), pool()).prop_map(|(one, other)| format!("if {one} > 3 then {other} else {one}")),
        (pool(), pool()).prop_map(|(one, other)| format!("count({one}, >= 2) * repeats({other})")),
        pool().prop_map(|one| format!("(d4){one}").replace(")1d", ")d").replace(")2d", ")d")),
        pool().prop_map(|one| format!("let x = {one} in x * x + {one}")),
    ]
    .prop_filter("one number of dice", |text| !text.contains(")3d") && !text.contains(")4d") && !text.contains(")5d"))
}

/// Whatever is asked, what it allocates is no more than what it counts: a unit is a nanosecond, and an allocation
/// takes twenty of them at least.
#[test]
fn what_odds_allocate_is_counted() {
    let limits = Limits { odds: 60_000_000, ..Limits::FULL };
    let mut runner = TestRunner::deterministic();
    for _ in 0..60 {
        let text = pools().new_tree(&mut runner).unwrap().current();
        let (code, done, cost) = odds("", &text, limits);
        assert!(20 * cost.count_total < done + 4_000_000, "{text}: {} for {done}, {code:?}", cost.count_total);
        assert!(cost.bytes_max < 2 * limits.memory, "{text}: {} bytes", cost.bytes_max);
    }
}

/// How large dice become is known before their faces are written down, however often they are thrown again; and what
/// several pools come to together before the first is looked at.
#[test]
fn large_dice_are_refused_before_they_are_written_down() {
    let again = |word: &str, times: usize| (1..=times).map(|face| format!("{word}{face}")).collect::<String>();
    let questions = [
        format!("9000d1000000{}", again("r", 16)),
        format!("9000d1000000{}", again("ro", 9)),
        "9d1000000r1r2".to_owned(),
        "9d1000000!".to_owned(),
        vec!["d1000000"; 100].join(" + "),
        ["d1000000"; 9].join(" + "),
        "d1000000 = d1000000".to_owned(),
        "d1000000 / d1000000".to_owned(),
        "d(d1000000)".to_owned(),
        "(d1000000)d2".to_owned(),
    ];
    for text in questions {
        let (code, _, cost) = odds("", &text, Limits::FULL);
        assert!(code.is_some_and(|code| code.starts_with("odds-too")), "{text}: {code:?}");
        assert!(cost.bytes_total < 8 << 20, "{text}: {} bytes", cost.bytes_total);
        assert!(cost.count_total < 50_000, "{text}: {} allocations", cost.count_total);
    }
    // What can be answered is, within the same bounds.
    let (code, done, cost) = odds("", &format!("d100000{}", again("r", 9)), Limits::FULL);
    assert_eq!(code, None);
    assert!(20 * cost.count_total < done, "{} for {done}", cost.count_total);
    assert!(cost.bytes_max < 32 << 20, "{} bytes", cost.bytes_max);
}

/// Rolls of one line together throw no more dice than its bound.
#[test]
fn dice_of_one_line_are_counted_together() {
    let home = folder("hostile-play-line");
    let roll = |text: &str| {
        let mut run = command(&home);
        run.args(["roll", "-r", "plain", text]);
        finish(run, "").stderr
    };
    for text in ["100x 9999d1000000", &["9000d6"; 6].join("; ")] {
        assert!(roll(text).contains("error[too-many-dice]"), "{text}");
    }
    assert_eq!(roll("5x 9999d6"), "");
    let mut run = command(&home);
    run.args(["-r", "plain"]);
    let found = finish(run, "100x 9999d1000000\n");
    assert!(found.stderr.contains("error[too-many-dice]") && found.stdout.len() < 1 << 20, "{}", found.stderr);
}

/// Tags that a character holds are gone through for each that it gains.
#[test]
fn many_tags_count_as_work() {
    let home = folder("hostile-play-tags");
    let steps = "o: {repeat: n, steps: {i: {repeat: 1000, steps: {g: {gain: {F: {name: \"k{o}-{i}\"}}}}}}}";
    let game = format!(
        "{HEAD}tags: {{F: {{free names: yes}}}}\nactions:\n  go:\n    roles: [r]\n    ask: {{n: {{number: any}}}}\n    steps:\n      {steps}\n"
    );
    fs::write(home.join("plim.yml"), game).unwrap();
    fs::write(home.join("mx.yml"), "tirada character: 1\nname: Mx\nruleset: plim\n").unwrap();
    let go = |rounds: &str| {
        let mut run = command(&home);
        run.current_dir(&home).args(["do", "go", "-r", "plim.yml", "--as", "mx.yml", "--set", rounds]);
        finish(run, "").stderr
    };
    assert_eq!(go("n=1"), "");
    assert!(go("n=20").contains("error[too-many-steps]"));
}
