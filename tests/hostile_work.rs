//! What grew faster than it is written: labels, units of time, rows of words, characters of cases, explosions. Work
//! units, allocations and bytes are counted; nothing here looks at a clock.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;
use std::fs;

use crate::common::{Empty, command, finish, folder};
use allocation_counter::{AllocationInfo, measure};
use tirada::internals::limits::Limits;
use tirada::internals::odds::OddsLimits;
use tirada::internals::report::reference::{self, Reference, Sheets};
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::ruleset::File;
use tirada::internals::session::{RollRequest, Session, check_cases, run_cases};

pub const HEAD: &str = "tirada: 1\nid: plim\nname: Plim\nrounding: down\ndice: {d: 6}\n";
pub const MEMORY: u64 = 128 << 20;

pub fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "{}", one(at));
        text
    })
}

fn file(name: &str, text: String) -> File {
    File { name: name.to_owned(), text }
}

/// The codes of the errors of a game, each once, and what it takes to find them.
fn found(rest: &str) -> (Vec<&'static str>, AllocationInfo) {
    let game = file("ruleset.yml", format!("{HEAD}{rest}"));
    let mut codes = Vec::new();
    let cost = measure(|| {
        let loaded = Session::within(&Empty, Limits::FULL).load_files(vec![game]);
        codes = loaded.findings.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect();
    });
    codes.dedup();
    (codes, cost)
}

#[test]
fn labels_are_found_by_their_names() {
    let labels = |count| {
        "actions:\n  a:\n    steps:\n      s0: 1\n".to_owned()
            + &many(count, |at| format!("      s{}: s{at} + s{at}", at + 1))
            + &format!("      z: {{say: '{{s{count}}}'}}\n")
    };
    let (few, many) = (found(&labels(400)), found(&labels(3_200)));
    assert_eq!((few.0.as_slice(), many.0.as_slice()), ([""; 0].as_slice(), [""; 0].as_slice()));
    // Eight times as many take eight times as much.
    assert!(many.1.count_total < 10 * few.1.count_total, "{} and then {}", few.1.count_total, many.1.count_total);
    assert!(many.1.bytes_total < 12 * few.1.bytes_total, "{} and then {}", few.1.bytes_total, many.1.bytes_total);
}

/// Each option asks around the formula as those before it have left it; what these said is not read again for it.
#[test]
fn options_that_change_one_formula_are_read_once() {
    let options = |count: usize| {
        let all = many(count, |at| format!("  o{at}: {{yes no: no, change: {{traits: {{b: {{is: a + {at}1}}}}}}}}"));
        format!("traits:\n  a: {{number: any}}\n  b: {{is: a + 1}}\noptions:\n{all}")
    };
    let (few, many) = (found(&options(20)), found(&options(80)));
    assert_eq!((few.0.as_slice(), many.0.as_slice()), ([""; 0].as_slice(), [""; 0].as_slice()));
    assert!(many.1.count_total < 7 * few.1.count_total, "{} and then {}", few.1.count_total, many.1.count_total);
    assert!(found(&options(1_500)).0.contains(&"text-too-long"));
}

/// A name of `let` stands for all its parts wherever it is used, and that doubles with each of a chain.
#[test]
fn long_chains_of_let_are_loaded_and_checked() {
    let links: String = (1..40).map(|at| format!("let a{at} = a{} + a{} in ", at - 1, at - 1)).collect();
    let test = format!("tests: {{t: {{roll: 1d6, total: 'let a0 = sum() in {links}a39 % 7', ");
    let outcomes = "outcomes: {good: {when: total > 3, is: success}, bad: {is: failure}}}}";
    let game = file("ruleset.yml", format!("{HEAD}{test}{outcomes}"));
    let mut session = Session::within(&Empty, Limits::FULL);
    let loaded = session.load_files(vec![game]);
    assert_eq!(loaded.findings.len(), 0, "{:?}", loaded.findings);
    session.lint(&loaded, &[]);
}

/// What a unit of time ends is known of all of them: that grows with their square.
#[test]
fn units_of_time_that_end_one_another_are_counted() {
    let times = |count| "times:\n  u0: {}\n".to_owned() + &many(count, |at| format!("  u{}: {{ends: u{at}}}", at + 1));
    assert_eq!(found(&times(300)).0, [""; 0]);
    let (codes, cost) = found(&times(3_500));
    assert_eq!(codes, ["too-much-to-check"]);
    assert!(cost.bytes_max < MEMORY / 4, "{} bytes", cost.bytes_max);
}

/// Texts after the last formula that may be read have formulas as well.
#[test]
fn texts_behind_too_many_formulas_are_passed_over() {
    let sums = many(30, |at| format!("  t{at}: {{is: '{}1'}}", "1 + ".repeat(290)));
    let long = many(25, |at| format!("  u{at}: {{is: '1 # {}'}}", "x".repeat(9_000)));
    let says = many(3, |at| format!("      s{at}: {{say: 'so {{1}} and {{2}}'}}"));
    let (codes, _) = found(&format!("traits:\n{sums}{long}actions:\n  a:\n    steps:\n{says}"));
    assert_eq!(codes.iter().filter(|code| **code == "too-many-formulas").count(), 1, "{codes:?}");
}

/// Things of one name have anchors of their own, and these are short.
#[test]
fn anchors_stay_short() {
    let text = format!("{HEAD}traits:\n{}", many(1_500, |at| format!("  {}{at:04}: {{number: any}}", "x".repeat(70))));
    let mut session = Session::within(&Empty, Limits::FULL);
    let loaded = session.load_files(vec![file("ruleset.yml", text)]);
    let catalogue = Catalogue::new(Language::English);
    let page = reference::page::page(
        &Reference::new(&loaded.game, &[], &catalogue, true),
        &Sheets::of(&loaded.game, &[], &catalogue),
    );
    assert!(page.len() < 1 << 20, "{} bytes", page.len());
}

fn cases(session: &mut Session<'_>, rules: &str, rest: &str) -> (usize, Vec<&'static str>, AllocationInfo) {
    let loaded = session.load_files(vec![file("ruleset.yml", format!("{HEAD}{rules}"))]);
    assert!(loaded.is_sound(), "{:?}", loaded.findings);
    let text = format!("tirada cases: 1\nruleset: plim\n{rest}");
    let (mut failed, mut codes) = (0, Vec::new());
    let cost = measure(|| {
        let found = check_cases(session, &loaded.game, vec![file("cases.yml", text.clone())]);
        codes = found.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect();
        let (reports, _) = run_cases(session, &loaded.game, vec![file("again.yml", text.clone())]);
        failed = reports.iter().filter(|one| !(one.differences.is_empty() && one.errors.is_empty())).count();
    });
    codes.dedup();
    (failed, codes, cost)
}

const GO: &str = "traits:\n  f: {number: any, free names: yes, default: 0}\ntests:\n  t0: {roll: 2d6, total: highest()}\n\
                  tags: {Q: {}}\nactions:\n  go: {roles: [x], steps: {r: {roll: t0, by: x}, g: {gain: Q}}}\n";

/// Characters that all cases of a file share are read once, and what they copy of one another is counted.
#[test]
fn characters_of_cases_are_read_once() {
    let people = |people: usize, cases: usize| {
        format!("characters:\n{}", many(people, |at| format!("  p{at}: {{traits: {{f: {{n: 1}}}}}}")))
            + &format!(
                "cases:\n{}",
                many(cases, |at| {
                    format!("  c{at}: {{steps: [{{do: go, as: p0, dice: [1, 2], expect: {{p0.Q: yes, r.total: 2}}}}]}}")
                })
            )
    };
    let cost = |people_there, cases_there| {
        let mut session = Session::within(&Empty, Limits::FULL);
        let (failed, codes, cost) = cases(&mut session, GO, &people(people_there, cases_there));
        assert_eq!((failed, codes), (0, Vec::new()));
        cost.count_total
    };
    // Not sixty times as much: what is left is that they are named for each case.
    let (one, all) = (cost(400, 1), cost(400, 60));
    assert!(all < 10 * one, "{one} and then {all} allocations");
    let copies = format!("characters:\n  p0: {{traits: {{f: {{{}}}}}}}\n", many(3_000, |at| format!("n{at}: 1,")))
        + &many(1_500, |at| format!("  p{}: {{like: p0}}", at + 1))
        + "cases:\n  c: {steps: [{do: go, as: p1, dice: [1, 2], expect: {p1.Q: yes}}]}\n";
    let mut session = Session::within(&Empty, Limits::FULL);
    let (failed, codes, cost) = cases(&mut session, GO, &copies);
    assert_eq!((failed, codes), (1, vec!["too-many-entries"]));
    assert!(cost.bytes_max < MEMORY, "{} bytes", cost.bytes_max);
}

/// A step that cannot be played says why once for each of thousands of expectations, not all of it for each.
#[test]
fn expectations_that_fail_together_are_summarised() {
    let wrong = |count| {
        format!(
            "characters: {{p: {{}}}}\ncases:\n  c:\n    steps:\n      - do: go\n        as: p\n        \
             dice: [1, 2]\n        expect:\n{}",
            many(count, |at| format!("          p.Zork{at}: {at}"))
        )
    };
    let mut session = Session::within(&Empty, Limits::FULL);
    let (failed, codes, cost) = cases(&mut session, GO, &wrong(4_500));
    assert_eq!(failed, 1);
    assert!(codes.contains(&"nobody-has"), "{codes:?}");
    assert!(cost.bytes_max < MEMORY, "{} bytes", cost.bytes_max);
}

/// Thousands of wrong expressions in cases are looked at in few ways each.
#[test]
fn wrong_expressions_cost_little() {
    let wrong =
        |count| format!("cases: {{{}}}\n", many(count, |at| format!("c{at}: {{roll: zz, expect: {{total: {at}}}}},")));
    let cost = |count| {
        let mut session = Session::within(&Empty, Limits::FULL);
        cases(&mut session, GO, &wrong(count)).2.count_total
    };
    // Each is read three times, and looked at for the notation of others as often.
    let many = cost(1_600);
    assert!(many < 600 * 1_600, "{many} allocations");
}

/// What odds come to: a code, or nothing where they are known; the units, and the most bytes.
fn odds(rules: &str, text: &str, depth: u32) -> (Option<&'static str>, u64, u64) {
    let mut session = Session::within(&Empty, Limits::FULL);
    let loaded = session.load_files(vec![file("ruleset.yml", format!("{HEAD}{rules}"))]);
    let request = RollRequest { text: text.to_owned(), source: "<test>".to_owned(), ..RollRequest::default() };
    let ready = session.prepare(&loaded.game, &request).unwrap();
    let bounds = OddsLimits { depth, ..OddsLimits::within(&Limits::FULL) };
    let budget = bounds.budget();
    let mut found = None;
    let cost = measure(|| found = Some(session.odds_within(&loaded.game, &ready, &bounds, &budget)));
    (found.unwrap().err().map(|error| error.code.as_str()), budget.done(), cost.bytes_max)
}

/// Of more things than are told together, no more are read.
#[test]
fn too_many_things_side_by_side_are_not_read() {
    let mut session = Session::within(&Empty, Limits::FULL);
    let loaded = session.load_files(vec![file("ruleset.yml", HEAD.to_owned())]);
    let text = format!("{}d6", "d6, ".repeat(2_400));
    let request = RollRequest { text, source: "<test>".to_owned(), odds: true, ..RollRequest::default() };
    let mut codes = Vec::new();
    let cost = measure(|| {
        let wrong = session.prepare(&loaded.game, &request).unwrap_err();
        codes = wrong.iter().map(|one| one.code.as_str()).collect();
    });
    assert_eq!(codes, ["joint-too-many"]);
    assert!(cost.bytes_total < 8 << 20, "{} bytes", cost.bytes_total);
}

/// However many names stand for dice, and for dice of one another, all of them are found once.
#[test]
fn dice_with_many_names_are_found_once() {
    let list = |one: &str, times: usize| vec![one; times].join(",");
    let chain: String = (1..90).map(|at| format!("let n{at} = n{0}, n{0} in ", at - 1)).collect();
    for (text, code) in [
        (format!("rest(best({}))", list("d6", 2_000)), Some("too-deep")),
        (format!("let x = best({}) in rest(x)", list("d6", 101)), Some("too-deep")),
        (format!("let n0 = 2d6, d8 in {chain}rest(best(n89))"), None),
        (format!("let a = {} in let b = {} in rest(b)", list("d6", 800), list("a", 800)), None),
    ] {
        let mut session = Session::new(&Empty);
        let loaded = session.load_files(vec![file("ruleset.yml", "tirada: 1\nid: plim\nname: Plim\n".to_owned())]);
        let request = RollRequest { text, ..RollRequest::default() };
        let mut found = None;
        let cost = measure(|| {
            found = session
                .prepare(&loaded.game, &request)
                .map_err(|wrong| wrong.first().map(|one| one.code.as_str()))
                .err();
        });
        assert_eq!(found.flatten(), code, "{}", request.text);
        assert!(cost.bytes_total < 32 << 20, "{} bytes for {}", cost.bytes_total, request.text);
    }
}

/// What a die that explodes can show is worked out within the budget, however far it is followed.
#[test]
fn explosions_that_are_followed_far_are_counted() {
    let far = Limits::FULL.odds / 5;
    for (text, depth) in [
        ("1d6!!", 100_000),
        ("1d2!", 100_000),
        ("3d6!", 4_000_000_000),
        ("1d6!!", u32::MAX),
        ("4d{2,1000,999999,2,1,1}!!r<=2dh1", 200),
        ("2d6!! beats 3d6", 1_000_000),
    ] {
        let (code, done, bytes) = odds("", text, depth);
        let early = matches!(code, Some("odds-too-much-memory" | "odds-too-large")) && done < far;
        // Work that is known to be too much is refused before it is done.
        assert!(early || code == Some("odds-too-much-work"), "{text}, {depth}: {code:?} after {done}");
        assert!(bytes < 2 * Limits::FULL.memory, "{text}, {depth}: {bytes} bytes");
    }
}

/// Dice that are thrown again after they have exploded are as simple as others.
#[test]
fn what_explodes_and_is_thrown_again_is_a_small_question() {
    for text in ["3d10!ro1", "10d10!r<=2", "5d6!>=5ro1kh3", "8d10!!ro1", "6d6!ro1 vs 30"] {
        let (code, done, _) = odds(
            "vs: t0\ntests:\n  t0: {roll: 2d6, ask: {x: {number: any}}, against: x, total: highest()}\n",
            text,
            12,
        );
        assert_eq!(code, None, "{text}");
        assert!(done < Limits::FULL.odds / 10, "{text}: {done}");
    }
}

/// Each run counts all dice that lie covered in it, and each step that it makes.
#[test]
fn runs_count_what_they_hold() {
    let hands = |count: usize| {
        let names =
            |between: &str, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join(between);
        format!(
            "tests:\n  t:\n    roll: {{{}}}\n    total: highest(h0) * highest(h1) * ({})\n",
            names(", ", &|at| if at < 2 { format!("h{at}: 2d6") } else { format!("h{at}: 1d1") }),
            names(" + ", &|at| format!("h{at}")),
        )
    };
    let (few, many) = (odds(&hands(10), "t()", 12), odds(&hands(200), "t()", 12));
    assert_eq!((few.0, many.0), (None, None));
    assert!(many.1 > 8 * few.1, "{} and then {}", few.1, many.1);
}

/// What lies beside a file that is a game by itself is no part of it, be it a copy or without a heading.
#[test]
fn neighbours_are_no_part_of_a_game() {
    let home = folder("hostile-neighbours");
    let rules = format!("{HEAD}tests:\n  t: {{roll: 2d6, total: highest()}}\n");
    fs::write(home.join("plim.yml"), &rules).unwrap();
    fs::write(home.join("copy.yml"), &rules).unwrap();
    fs::write(home.join("bare.yml"), "name: Zork\ntraits: {a: {numbre: any}}\n").unwrap();
    fs::write(home.join("ana.yml"), "tirada character: 1\nname: Ana\nruleset: plim\n").unwrap();
    let case = "tirada cases: 1\nruleset: plim\ncases: {a: {roll: 2d6, dice: [1, 2], expect: {value: 3}}}\n";
    fs::write(home.join("cases.yml"), case).unwrap();
    for name in ["plim.yml", "ana.yml", "cases.yml"] {
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", "en", "check", name]);
        let run = finish(run, "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{name}");
    }
    // A folder that is called as its game is that game.
    let whole = home.join("plim");
    fs::create_dir(&whole).unwrap();
    fs::write(whole.join("plim.yml"), &rules).unwrap();
    fs::write(whole.join("more.yml"), "traits: {a: {numbre: any}}\n").unwrap();
    let mut run = command(&home);
    run.current_dir(&home).args(["--lang", "en", "check", "plim/plim.yml"]);
    assert!(finish(run, "").stderr.contains("unknown-key"));
}

/// A wrong case is read once, and what is found in all of them is compared as it is.
#[test]
fn wrong_cases_are_read_once() {
    let wrong = |count| format!("cases:\n{}", many(count, |at| format!("  c{at}: {{roll: zz}}")));
    let cost = |count| {
        let mut session = Session::within(&Empty, Limits::FULL);
        let loaded = session.load_files(vec![file("ruleset.yml", HEAD.to_owned())]);
        let cases = file("cases.yml", format!("tirada cases: 1\nruleset: plim\n{}", wrong(count)));
        measure(|| drop(check_cases(&mut session, &loaded.game, vec![cases]))).count_total
    };
    let (few, many) = (cost(500), cost(1_500));
    let each = (many - few) / 1_000;
    // Reading each twice would take 300.
    assert!(each < 240, "{each} allocations for each wrong case");
}

/// Interventions at the steps of an action know of all of them, and copy them once.
#[test]
fn interventions_copy_the_steps_around_them_once() {
    let game = |count| {
        format!(
            "tags: {{Q: {{}}}}\nactions:\n  a:\n    roles: [x]\n    steps:\n{}interventions:\n{}",
            many(count, |at| format!("      s{at}: {{gain: Q}}")),
            many(count, |at| format!("  i{at}: {{before: a.s{at}, steps: {{x: {{say: y}}}}}}"))
        )
    };
    let (codes, cost) = found(&game(500));
    assert_eq!(codes, [""; 0]);
    // Each of 500 has its own copy of 500 names.
    assert!(cost.bytes_total < 500 * 500 * 275, "{} bytes", cost.bytes_total);
}
