//! tirada beside its peers: one table, made in one run.
//!
//! Peers get the fastest of their ways and the fastest generator that they take
//! (`SmallRng`, fastrand); tirada rolls on its own portable one, ChaCha8.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;

use rand08::SeedableRng as _;
use rand09::SeedableRng as _;
use rand10::SeedableRng as _;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::engine::Generator;
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{Builtin, Ready, RollRequest, Session};
use tirada_peers::{Candidate, Report, TIRADA, Target, duration, race};

/// Texts that no parser has seen are made in advance; enough for a whole race.
const TEXTS: usize = 900_000;

fn main() {
    // `cargo test --benches` and the like pass flags; there is nothing to choose.
    let mut report = Report::default();
    for part in [prepared, named_dice, texts, loading] {
        part(&mut report);
        report.print();
    }
    report.end();
}

/// A shipped game, ready to play.
fn game(session: &mut Session<'_>, id: &str) -> CheckedGame {
    let loaded = session.load(id).unwrap_or_else(|_| panic!("no ruleset {id}"));
    assert!(loaded.is_sound());
    loaded.game
}

fn ready(session: &mut Session<'_>, game: &CheckedGame, text: &str) -> Ready {
    let request = RollRequest { text: text.to_owned(), source: "<bench>".to_owned(), ..RollRequest::default() };
    session.prepare(game, &request).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// Rolls what was prepared before.
fn prepared(report: &mut Report) {
    report.section("A prepared expression, rolled once");
    let mut session = Session::within(&Builtin, tirada::internals::limits::Limits::FULL);
    let game = game(&mut session, "hitos");
    // tirada's way to write it, rollcli's, tyche's, xdy's, diceystats'.
    let rows = [
        ("3d10", Some("3d10"), "3d10", Some("3D10"), Some("3xd10")),
        ("4d6kh3", Some("4d6kh3"), "4d6kh3", Some("4D6 drop lowest 1"), None),
        ("2d6+3", Some("2d6+3"), "2d6+3", Some("2D6+3"), Some("2xd6+3")),
        ("10d6!", None, "10d6x", None, None),
    ];
    for (text, rollcli, tyche, xdy, diceystats) in rows {
        let mine = ready(&mut session, &game, text);
        let mut generator = Generator::new(1);
        let (session, game) = (&session, &game);
        let mut candidates =
            vec![Candidate::new(TIRADA, move || session.value(game, &mine, &mut generator).unwrap_or(0))];
        if let Some(text) = rollcli {
            let expression = roll::parse_expr(text).unwrap();
            let mut random = rand09::rngs::SmallRng::seed_from_u64(1);
            candidates.push(Candidate::new("rollcli", move || roll::roll_value(&expression, &mut random)));
        }
        let mut random = tyche::dice::roller::FastRand::with_seed(1);
        if let Ok(dice) = tyche.parse::<tyche::Dice>() {
            use tyche::dice::roller::Roller as _;
            candidates.push(Candidate::new("tyche", move || {
                random.roll(&dice, true).and_then(|rolled| rolled.total()).unwrap_or(0)
            }));
        } else {
            let expression: tyche::Expr = tyche.parse().unwrap();
            candidates.push(Candidate::new("tyche", move || {
                expression.eval(&mut random).ok().and_then(|value| value.calc().ok()).unwrap_or(0)
            }));
        }
        if let Some(text) = xdy {
            let mut evaluator = xdy::Evaluator::new(xdy::compile(text).unwrap());
            let mut random = rand10::rngs::SmallRng::seed_from_u64(1);
            candidates
                .push(Candidate::new("xdy", move || evaluator.evaluate([], &mut random).map(|value| value.result)));
        }
        diceystats_candidate(&mut candidates, diceystats);
        report.row(&format!("`{text}`"), race(candidates), Target::AtMost(1.0));
    }
    let without =
        if cfg!(feature = "diceystats") { "" } else { " diceystats was not built (it needs an unstable compiler)." };
    report.note(&format!(
        "rollcli and xdy have no exploding dice. diceystats has neither these nor keeping. In tyche the text is \
         `10d6x`, in xdy `4D6 drop lowest 1`.{without}"
    ));
}

#[cfg(feature = "diceystats")]
fn diceystats_candidate(candidates: &mut Vec<Candidate<'_>>, text: Option<&str>) {
    use rand09::prelude::Distribution as _;
    if let Some(text) = text {
        let formula: diceystats::dices::DiceFormula = text.parse().unwrap();
        let mut random = rand09::rngs::SmallRng::seed_from_u64(1);
        candidates.push(Candidate::new("diceystats", move || formula.sample(&mut random)));
    }
}

#[cfg(not(feature = "diceystats"))]
fn diceystats_candidate(_: &mut Vec<Candidate<'_>>, _: Option<&str>) {}

/// Named dice against what one would write by hand.
fn named_dice(report: &mut Report) {
    report.section("Named dice of a ruleset, prepared");
    let mut session = Session::within(&Builtin, tirada::internals::limits::Limits::FULL);
    let game = game(&mut session, "hitos");
    let mine = ready(&mut session, &game, "mM+2");
    let (session, game) = (&session, &game);
    let mut generator = Generator::new(1);
    let mut other = Generator::new(1);
    let row = race(vec![
        Candidate::new(TIRADA, move || session.value(game, &mine, &mut generator).unwrap_or(0)),
        Candidate::new("by hand", move || {
            let mut faces = [0_u32; 3];
            for face in &mut faces {
                *face = other.die(10);
            }
            let least = faces.iter().min().copied().unwrap_or(0);
            let most = faces.iter().max().copied().unwrap_or(0);
            i64::from(least + most + 2)
        }),
    ]);
    report.row("`mM+2`", row, Target::AtMostOf(2.0, "by hand"));
    report.note("By hand: three dice from `tirada::internals::engine::Generator`, their lowest and highest, and 2.");
}

/// Distinct texts that tirada, caith and tyche all read.
fn distinct() -> Vec<String> {
    let mut texts = Vec::with_capacity(TEXTS);
    for number in 0..TEXTS {
        let (count, rest) = (number % 20 + 1, number / 20);
        let (sides, rest) = ([4, 6, 8, 10, 12, 20][rest % 6], rest / 6);
        let bonus = rest + 1;
        texts.push(match number % 4 {
            0 => format!("{count}d{sides} + {bonus}"),
            1 => format!("{count}d{sides}-{bonus}"),
            2 => format!("{count}d{sides} + 2d6 + {bonus}"),
            _ => format!("({count}d{sides} + {bonus}) * 2"),
        });
    }
    texts
}

/// Texts one after the other, for ever; each candidate has its own.
fn cycle<'t>(texts: &'t [String]) -> impl FnMut() -> &'t str {
    let mut at = 0;
    move || {
        let text = texts.get(at).map_or("", String::as_str);
        at = (at + 1) % texts.len();
        text
    }
}

/// Text to number.
fn texts(report: &mut Report) {
    report.section("Parse and roll");
    let texts = distinct();
    let few: Vec<String> = texts.iter().skip(1000).take(8).cloned().collect();
    for (what, texts) in [("texts never seen before", &texts), ("8 texts seen before", &few)] {
        let mut session = Session::within(&Builtin, tirada::internals::limits::Limits::FULL);
        let game = game(&mut session, "hitos");
        let mut generator = Generator::new(1);
        let mut next = cycle(texts);
        let mine = Candidate::new(TIRADA, move || {
            let request = RollRequest { text: next().to_owned(), source: String::new(), ..RollRequest::default() };
            let ready = session.prepare(&game, &request).unwrap();
            session.value(&game, &ready, &mut generator).unwrap()
        });
        let mut next = cycle(texts);
        let mut random = rand08::rngs::SmallRng::seed_from_u64(1);
        let caith = Candidate::new("caith", move || {
            let result = caith::Roller::new(next()).unwrap().roll_with(&mut random).unwrap();
            result.as_single().map(|result| result.get_total())
        });
        let mut next = cycle(texts);
        let mut random = tyche::dice::roller::FastRand::with_seed(1);
        let tyche = Candidate::new("tyche", move || {
            let expression: tyche::Expr = next().parse().unwrap();
            expression.eval(&mut random).ok().and_then(|value| value.calc().ok())
        });
        report.row(what, race(vec![mine, caith, tyche]), Target::None);
    }
    report.note("Shapes: `NdS + B`, `NdS-B`, `NdS + 2d6 + B`, `(NdS + B) * 2`. tyche is shown for information.");
}

/// A shelf with nothing on it.
struct Nothing;

impl Shelf for Nothing {
    fn files(&self, _: &str) -> Option<Vec<File>> {
        None
    }

    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A ruleset with one table of so many rows.
fn table_of(rows: usize) -> String {
    let mut text = String::from("tirada: 1\nid: large\nname: Large\nrounding: down\ntables:\n  Prices:\n    rows:\n");
    for row in 0..rows {
        let _ = writeln!(text, "      Ware {row}: {}", row % 97);
    }
    text
}

/// A ruleset of about `bytes` bytes with what rulesets are made of.
fn ruleset_of(bytes: usize) -> String {
    let mut text = String::from(
        "tirada: 1\nid: large\nname: Large\nrounding: down\ndice:\n  d: 10\n  roll: 3d\n  names: {a: lowest, b: middle, c: highest}\ntraits:\n",
    );
    for number in 0..bytes / 400 {
        let _ = writeln!(text, "  Skill {number}: {{number: 0..10, default: {}}}   # page {number}", number % 10);
        let _ = writeln!(text, "  Talent {number}: {{is: «Skill {number}» + 2 * «Skill {}» / 3}}", number / 2);
    }
    text.push_str("tables:\n");
    let mut number = 0;
    while text.len() < bytes {
        let _ =
            writeln!(text, "  Table {number}:\n    ordered: yes\n    uses: dice\n    columns: [low, high]\n    rows:");
        for row in 0..8 {
            let _ = writeln!(text, "      Row {row}: [{row}, 'max(1, ac + {row})']");
        }
        number += 1;
    }
    text
}

fn load(text: &str) -> usize {
    let mut session = Session::within(&Nothing, tirada::internals::limits::Limits::FULL);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: text.to_owned() }]);
    assert!(loaded.is_sound(), "{:?}", loaded.findings.first());
    loaded.findings.len()
}

/// Loading and checking against the YAML library's own parse.
fn loading(report: &mut Report) {
    report.section("Loading and checking a ruleset");
    for bytes in [10_000, 100_000] {
        let text = ruleset_of(bytes);
        let text = text.as_str();
        let row = race(vec![
            Candidate::new(TIRADA, || load(text)),
            Candidate::new("serde_yaml into a value", || serde_yaml::from_str::<serde_json::Value>(text).unwrap()),
            Candidate::new("serde_yaml, ignored", || serde_yaml::from_str::<serde::de::IgnoredAny>(text).unwrap()),
            Candidate::new("granit-parser, events", || {
                granit_parser::Parser::new_from_str(text).filter(|event| event.is_ok()).count()
            }),
        ]);
        report.row(&format!("a ruleset of {} kB", bytes / 1000), row, Target::AtMostOf(3.0, "serde_yaml into a value"));
    }
    let (small, large) = (table_of(1_000), table_of(10_000));
    let (small, large) = (small.as_str(), large.as_str());
    let row = race(vec![
        Candidate::new(TIRADA, || load(large)),
        Candidate::new("the same with 1,000 rows", || load(small)),
        Candidate::new("serde_yaml into a value", || serde_yaml::from_str::<serde_json::Value>(large).unwrap()),
    ]);
    report.row("a table of 10,000 rows", row, Target::AtMostOf(12.0, "the same with 1,000 rows"));
    report.note(
        "serde_yaml is serde-saphyr, the library's own reader. `from_str` into `serde_json::Value` builds a tree and \
         checks duplicate keys, as tirada does. The table also shows the bare events of the parser beneath both.",
    );
    let shipped: BTreeMap<String, usize> = Builtin
        .ids()
        .into_iter()
        .map(|id| (id.clone(), Builtin.files(&id).map_or(0, |files| files.iter().map(|file| file.text.len()).sum())))
        .collect();
    for (id, bytes) in shipped {
        let row = race(vec![Candidate::new(TIRADA, || {
            let mut session = Session::within(&Builtin, tirada::internals::limits::Limits::FULL);
            black_box(session.load(&id).map(|loaded| loaded.findings.len()).unwrap_or(0))
        })]);
        report.note(&format!("`{id}` ({} kB of its own) loads and checks in {}.", bytes / 1000, duration(row[0].1)));
    }
}
