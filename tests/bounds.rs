//! Hostile input ends at once, with the right answer or with an error that names the
//! limit. What it costs is counted in allocations, not in time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;

use allocation_counter::measure;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::engine::{Answer, Generator};
use tirada::internals::limits::Limits;
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{LoadedGame, RollRequest, Session};

/// Bytes that are in use at any one time.
const MEMORY: u64 = 64 << 20;

/// Rulesets that extend the next, without end.
struct Endless;

impl Shelf for Endless {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        let number: u32 = id.strip_prefix('f')?.parse().ok()?;
        let text = format!("tirada: 1\nid: {id}\nname: F\nextends: f{}\n", number + 1);
        Some(vec![File { name: format!("{id}.yml"), text }])
    }

    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Runs something that may allocate so often, and whatever happens no more than
/// [`MEMORY`] at a time.
fn within<T>(allocations: u64, what: &str, work: impl FnOnce() -> T) -> T {
    let mut result = None;
    let found = measure(|| result = Some(work()));
    let what: String = what.chars().skip(50).take(60).collect();
    assert!(found.bytes_max < MEMORY, "{what}: {} bytes", found.bytes_max);
    assert!(found.count_total < allocations, "{what}: {} allocations", found.count_total);
    result.unwrap()
}

fn load(text: String) -> LoadedGame {
    load_within(Limits::FULL, text)
}

fn load_within(limits: Limits, text: String) -> LoadedGame {
    Session::within(&Endless, limits).load_files(vec![File { name: "ruleset.yml".to_owned(), text }])
}

fn codes(loaded: &LoadedGame) -> Vec<&'static str> {
    let mut codes: Vec<&str> =
        loaded.findings.iter().filter(|one| one.is_error()).map(|one| one.code.as_str()).collect();
    codes.dedup();
    codes
}

fn rules(text: &str) -> CheckedGame {
    rules_within(Limits::FULL, text)
}

fn rules_within(limits: Limits, text: &str) -> CheckedGame {
    let text = format!("tirada: 1\nid: plim\nname: Plim\nrounding: down\n{text}");
    let loaded = load_within(limits, text);
    assert!(loaded.is_sound(), "{:?}", loaded.findings);
    loaded.game
}

/// What rolling a text comes to: a number, or the code of the first error.
fn roll(game: &CheckedGame, text: &str) -> Result<i64, &'static str> {
    let mut session = Session::within(&Endless, Limits::FULL);
    let request = RollRequest { text: text.to_owned(), source: "<test>".to_owned(), ..RollRequest::default() };
    let ready = session.prepare(game, &request).map_err(|errors| errors[0].code.as_str())?;
    let explained = session.evaluate(game, &ready, &mut Generator::new(1), &[]).map_err(|error| error.code.as_str());
    let value = session.value(game, &ready, &mut Generator::new(1)).map_err(|error| error.code.as_str());
    match explained {
        Ok(found) => assert_eq!(value.map(Answer::Number), Ok(found.value), "{text:.60}"),
        Err(code) => assert_eq!(value, Err(code), "{text:.60}"),
    }
    value
}

#[test]
fn expressions_end_at_once() {
    let game = rules("dice: {d: 6}\n");
    let deep = |open: &str, close: &str, times: usize| format!("{}1{}", open.repeat(times), close.repeat(times));
    for (text, expected) in [
        ("999999999d999999999", Err("too-many-sides")),
        ("999999999d6", Err("too-many-dice")),
        ("1000000d6", Err("too-many-dice")),
        ("(999999)d6", Err("too-many-dice")),
        ("(9223372036854775807)d6", Err("too-many-dice")),
        ("10001d6", Err("too-many-dice")),
        ("6000d6 + 6000d6", Err("too-many-dice")),
        ("(0-1)d6", Err("negative-dice")),
        ("(0)d6", Ok(0)),
        ("1d1!", Err("explodes-forever")),
        ("2d1!", Err("explodes-forever")),
        ("1d1!!", Err("explodes-forever")),
        ("2d6!>0", Err("explodes-forever")),
        ("2d6!>=1", Err("explodes-forever")),
        ("2d6!!<=6", Err("explodes-forever")),
        ("d{1,1}!", Err("explodes-forever")),
        ("3d6r<=6", Err("rerolls-forever")),
        ("3d6r!=7", Err("rerolls-forever")),
        ("3d6ro<=6 * 0", Ok(0)),
        ("9999d2!", Err("too-many-dice")),
        ("9999d2!!", Err("too-many-dice")),
        ("9000d100r<=99", Err("too-many-dice")),
        ("9999999999999999999", Err("number-too-large")),
        ("123456789012345678901234567890", Err("number-too-large")),
        ("9223372036854775807", Ok(i64::MAX)),
        ("9223372036854775807 * 2", Err("result-too-large")),
        ("9223372036854775807 + 1", Err("result-too-large")),
        ("-9223372036854775807 - 2", Err("result-too-large")),
        ("(-9223372036854775807 - 1) / -1", Err("result-too-large")),
        ("(-9223372036854775807 - 1) % -1", Ok(0)),
        ("-(-9223372036854775807 - 1)", Err("result-too-large")),
        ("1 / 0", Err("division-by-zero")),
        ("1 % 0", Err("division-by-zero")),
        ("d0", Err("die-without-faces")),
        ("0d6", Err("no-dice")),
        ("d99999999999999999999", Err("too-many-sides")),
        ("4d6kh99999999999999999999", Err("number-too-large")),
        ("4d6kh4294967297", Err("keep-too-many")),
        ("d(999999999)", Err("too-many-sides")),
        ("d(0)", Err("die-without-sides")),
        ("d(3 - 9)", Err("die-without-sides")),
        ("3d(1)!", Err("explodes-forever")),
        ("3d6!<=(6)", Err("explodes-forever")),
        ("3d6r<=(6)", Err("rerolls-forever")),
        ("3d6kh(-1)", Err("negative-dice")),
        ("3d6kh(0)", Ok(0)),
        ("3d1kh(9223372036854775807)", Ok(3)),
        ("(999999)d(2)", Err("too-many-dice")),
    ] {
        assert_eq!(within(60_000, text, || roll(&game, text)), expected, "{text}");
    }
    let long = [
        (deep("(", ")", 100_000), "text-too-long"),
        (deep("(", ")", 4_000), "too-deep"),
        (deep("d(", ")", 3_000), "too-deep"),
        (deep("2d6kh(", ")", 1_300), "too-deep"),
        (deep("dr<=(", ")", 1_500), "too-deep"),
        (deep("((", "))", 40), "1"),
        (deep("T[", "]", 3_000), "too-deep"),
        (deep("max(", ")", 1_900), "too-deep"),
        (deep("not ", "", 2_400), "too-deep"),
        (deep("-", "", 9_000), "too-deep"),
        (deep("if 1 > 0 then ", " else 0", 400), "too-deep"),
        (deep("let x = 1 in ", "", 700), "too-deep"),
        (format!("1{}", "+1".repeat(4_900)), "too-long-chain"),
        (format!("1{}", " 1".repeat(4_900)), "side-by-side"),
        ("1".repeat(10_000), "number-too-large"),
        ("x".repeat(10_000), "name-too-long"),
        ("1 + 1 ".repeat(2_000_000), "text-too-long"),
        ("é".repeat(5_000_000), "text-too-long"),
        (format!("d{{{}1}}", "1,".repeat(4_000)), "too-many-faces"),
        (format!("1d6{}", "kh1".repeat(3_000)), "too-many-suffixes"),
        (format!("2d6{}", "!".repeat(9_000)), "explodes-twice"),
        ("?".repeat(9_000), "unknown-character"),
        ("(".repeat(99), "missing-close"),
        ("«".repeat(3_000), "unclosed-quote"),
    ];
    for (text, expected) in long {
        let found = within(2_000_000, &text, || roll(&game, &text));
        match found {
            Ok(value) if expected == "1" => assert!((1..=6).contains(&value)),
            other => assert_eq!(other, Err(expected), "{text:.60}"),
        }
    }
}

#[test]
fn a_chain_of_explosions_ends() {
    let game = rules("dice: {d: 6}\n");
    // Every second die explodes: 4,000 become about 8,000.
    assert!(within(40_000, "4000d2!", || roll(&game, "4000d2!")).is_ok());
    assert!(within(40_000, "1000000-sided", || roll(&game, "5d1000000!<1000000")) == Err("too-many-dice"));
}

#[test]
fn rulesets_end_at_once() {
    let head = "tirada: 1\nid: plim\nname: Plim\nrounding: down\ndice: {d: 6}\n";
    let mut bomb = format!("{head}a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let above = format!("*a{}", level - 1);
        let _ = writeln!(bomb, "a{level}: &a{level} [{}]", [above.as_str(); 9].join(", "));
    }
    let mut huge = format!("{head}tables:\n  T:\n    rows:\n");
    for row in 0..400_000 {
        let _ = writeln!(huge, "      R{row}: {row}");
    }
    let many = format!("{head}doc: [{}]\n", "x,".repeat(400_000));
    let mut large = format!("{head}tables:\n  T:\n    rows:\n");
    for row in 0..50_000 {
        let _ = writeln!(large, "      R{row}: 2d6");
    }
    let nested = |open: &str, times: usize| format!("{head}doc: {}", open.repeat(times));
    let loaded = within(6_000_000, "50,000 rows", || load(large));
    assert!(loaded.is_sound(), "{:?}", codes(&loaded));
    let lines: String = (0..1_000).fold(format!("{head}tables:\n"), |mut text, depth| {
        let _ = writeln!(text, "{}k:", " ".repeat(depth + 2));
        text
    });
    let long = format!("max({}1)", "1,".repeat(4_900));
    let formulas = (0..90).fold(format!("{head}tables:\n  T:\n    rows:\n"), |mut text, row| {
        let _ = writeln!(text, "      R{row}: '{long}'");
        text
    });
    for (text, expected) in [
        (bomb, "yaml-alias-bomb"),
        (huge, "file-too-large"),
        (many, "yaml-too-many-nodes"),
        (nested("[", 100_000), "yaml-too-deep"),
        (nested("{a: ", 100_000), "yaml-too-deep"),
        (nested("- ", 100_000), "yaml-reserved-start"),
        (lines, "yaml-too-deep"),
        (format!("{head}doc: {}\n", "x".repeat(5 << 20)), "file-too-large"),
        (format!("{head}traits:\n  A: {{is: {}1{}}}\n", "(".repeat(50_000), ")".repeat(50_000)), "text-too-long"),
        (format!("{head}traits:\n  A: {{is: {}1{}}}\n", "(".repeat(2_000), ")".repeat(2_000)), "too-deep"),
        (format!("{head}options: {{o: {{number: 0..99999999999999999999}}}}\n"), "not-a-range"),
        (format!("{head}traits:\n  A: {{is: A + 1}}\n"), "traits-in-a-circle"),
        (format!("{head}tables:\n  T: {{rows: {{a: 'T[a]'}}}}\n"), "tables-in-a-circle"),
        (format!("{head}tables:\n  T: {{rows: {{a: 'U[a]'}}}}\n  U: {{rows: {{a: 'T[a]'}}}}\n"), "tables-in-a-circle"),
        (format!("{head}extends: f1\n"), "extends-too-deep"),
        (formulas, "too-many-formulas"),
        (
            format!("{head}tables:\n  T: {{cells: text, rows: {{a: '{}'}}}}\n", "{1}".repeat(300_000)),
            "too-many-formulas",
        ),
    ] {
        let loaded = within(6_000_000, &text, || load(text.clone()));
        assert!(codes(&loaded).contains(&expected), "{text:.90}: {:?}", codes(&loaded));
    }
}

#[test]
fn a_billion_rows_are_a_range() {
    let game = rules("dice: {d: 6}\ntables:\n  T: {ranges: {1..1000000000: 7, 1000000001..9223372036854775807: 8}}\n");
    assert_eq!(within(10_000, "T[999999999]", || roll(&game, "T[999999999]")), Ok(7));
    assert_eq!(within(10_000, "T[9223372036854775807]", || roll(&game, "T[9223372036854775807]")), Ok(8));
    assert!(roll(&game, "T[0]").is_err());
}

/// Tables, values and traits that ask the next: as long as a chain may be, and longer.
#[test]
fn long_chains_end() {
    for (length, expected) in [(100, Ok(1)), (500, Err("too-deep-evaluation")), (5_000, Err("too-deep-evaluation"))] {
        let mut tables = "dice: {d: 6}\ntables:\n".to_owned();
        let mut traits = "dice: {d: 6}\ntraits:\n".to_owned();
        for number in 0..length {
            let _ = writeln!(tables, "  T{number}: {{rows: {{a: 'T{}[a]'}}}}", number + 1);
            let _ = writeln!(traits, "  A{number}: {{is: A{}}}", number + 1);
        }
        let _ = writeln!(tables, "  T{length}: {{rows: {{a: 1}}}}");
        let _ = writeln!(traits, "  A{length}: {{number: any, default: 1}}");
        let game = within(2_000_000, "tables", || rules(&tables));
        assert_eq!(within(100_000, "tables", || roll(&game, "T0[a]")), expected, "{length} tables");
        let game = within(2_000_000, "traits", || rules(&traits));
        assert_eq!(within(100_000, "traits", || roll(&game, "A0")), expected, "{length} traits");
    }
}

/// A test of so many dice with so many values that are dice, each chosen among those before it.
fn chain_of_dice(limits: Limits, dice: usize, length: usize, total: &str) -> CheckedGame {
    let mut text = format!("dice: {{d: 6}}\ntests:\n  t:\n    roll: {dice}d6\n    values:\n      a0: rest(best(1))\n");
    for number in 1..length {
        let _ = writeln!(text, "      a{number}: 'showing(a{}, <= 6)'", number - 1);
    }
    let _ = writeln!(text, "    total: {total}");
    text.push_str("    opposed: {compare: [total], tie: nobody, outcomes: {win: a, lose: b, tie: c}}\n");
    text.push_str("actions:\n  go: {roles: [who], steps: {r: {roll: t}}}\n");
    rules_within(limits, &text)
}

/// Values that are dice lie as deep inside one another as numbers may, and no deeper.
#[test]
fn long_chains_of_dice_end() {
    for (length, expected) in [(100, true), (500, false), (5_500, false)] {
        let game =
            within(12_000_000, "loading", || chain_of_dice(Limits::FULL, 2, length, &format!("sum(a{})", length - 1)));
        for text in ["t()", "t() vs t()"] {
            let found = within(100_000, text, || roll(&game, text));
            match found {
                Ok(_) => assert!(expected, "{text} of {length}"),
                Err(code) => assert_eq!((code, expected), ("too-deep-evaluation", false), "{text} of {length}"),
            }
        }
    }
}

/// A tenth of the steps: a tenth of the dice uses them up, in a tenth of the time.
const TENTH: Limits = Limits { steps: Limits::FULL.steps / 10, ..Limits::FULL };

/// Dice that are read cost as many steps as there are dice.
#[test]
fn many_dice_read_often_end() {
    let sums = |count: usize| (0..count).map(|at| format!("sum(a{at})")).collect::<Vec<_>>().join(" + ");
    // Each value is found before the next one needs it.
    let flat = |limits, dice, length| chain_of_dice(limits, dice, length, &sums(length));
    let game = flat(TENTH, 900, 20);
    assert!(within(2_000_000, "few", || roll(&game, "t()")).is_ok());
    for (limits, dice, text) in [(Limits::FULL, 9_000, "t()"), (TENTH, 900, "t() vs t()")] {
        let game = flat(limits, dice, 150);
        assert_eq!(within(2_000_000, text, || roll(&game, text)), Err("too-many-steps"), "{text}");
    }
    let nested = |times: usize| format!("count({}showing(1){})", "rest(".repeat(times), ")".repeat(times));
    let game = |dice: usize, values: usize, of: &str| {
        let total = (0..values).map(|at| format!("a{at}")).collect::<Vec<_>>().join(" + ");
        let values: String = (0..values).fold(String::new(), |mut text, at| {
            let _ = writeln!(text, "      a{at}: '{of}'");
            text
        });
        let text =
            format!("dice: {{d: 6}}\ntests:\n  t:\n    roll: {dice}d6\n    total: {total}\n    values:\n{values}");
        rules_within(TENTH, &text)
    };
    let counts = ["count(>= 3)"; 100].join(" + ");
    for (dice, values, of, ends) in [
        (6, 10, &nested(90), true),
        (90, 1, &nested(90), true),
        (90, 10, &counts, true),
        (900, 10, &nested(90), false),
        (900, 40, &counts, false),
    ] {
        let game = game(dice, values, of);
        let found = within(2_000_000, of, || roll(&game, "t()"));
        assert!(if ends { found.is_ok() } else { found == Err("too-many-steps") }, "{dice} {values} {of}: {found:?}");
    }
}

/// Each table asks the next one twice: the work doubles with every table.
#[test]
fn work_that_doubles_ends() {
    let mut tables = "dice: {d: 6}\ntables:\n".to_owned();
    for number in 0..60 {
        let _ = writeln!(tables, "  T{number}: {{rows: {{a: 'T{0}[a] + T{0}[a]'}}}}", number + 1);
    }
    tables.push_str("  T60: {rows: {a: 1}}\n");
    let game = rules(&tables);
    assert_eq!(within(5_000_000, "doubling", || roll(&game, "T0[a]")), Err("too-many-steps"));
}

/// Every limit stands in docs/format.md with its name and its values, and nothing else stands there.
#[test]
fn every_limit_is_documented() {
    use tirada::internals::limits::{PACK_LIMITS, ROWS, SUGGESTIONS};
    use tirada::internals::syntax::SyntaxLimits;
    use tirada::internals::yaml::YamlLimits;
    // `Limits { dice: 10000, … }`
    let fields = |shown: String| -> Vec<(String, String)> {
        let (_, inside) = shown.split_once(" { ").unwrap();
        let pairs = inside.trim_end_matches(" }").split(", ").map(|pair| pair.split_once(": ").unwrap());
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    };
    let (full, strangers) = (fields(format!("{:?}", Limits::FULL)), fields(format!("{:?}", Limits::SANDBOX)));
    let mut known: Vec<[String; 3]> = Vec::new();
    for ((name, value), (_, tenth)) in full.into_iter().zip(strangers) {
        known.push([name, value, tenth]);
    }
    for (name, value) in
        [fields(format!("{:?}", YamlLimits::default())), fields(format!("{:?}", SyntaxLimits::STANDARD))].concat()
    {
        known.push([name, value.clone(), value]);
    }
    for (name, value) in [
        ("ROWS", ROWS.to_string()),
        ("SUGGESTIONS", SUGGESTIONS.to_string()),
        ("MOST_CONDITIONS", tirada::internals::dice::MOST_CONDITIONS.to_string()),
    ] {
        known.push([name.to_owned(), value.clone(), value]);
    }
    for (name, value) in fields(format!("{PACK_LIMITS:?}")) {
        known.push([name, value, "–".to_owned()]);
    }
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/format.md")).unwrap();
    let (_, section) = page.split_once("\n## Limits\n").unwrap();
    let mut written: Vec<[String; 3]> = Vec::new();
    for line in section.lines().take_while(|line| !line.starts_with("## ")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if let [_, name, value, tenth] = cells[..]
            && name.starts_with('`')
        {
            written.push([name.trim_matches('`').to_owned(), value.to_owned(), tenth.to_owned()]);
        }
    }
    known.sort();
    written.sort();
    assert_eq!(written, known);
}
