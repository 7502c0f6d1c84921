//! How long units of work take: `cargo bench --bench work`. Each line is a question that takes much
//! of one kind of work; a budget of so many units is worth so much time. Then questions of all kinds are
//! asked within the limits and within ten times as much: none that ends within two seconds is refused.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::time::Instant;

use tirada::limits::Limits;
use tirada::odds::Bounds;
use tirada::ruleset::{File, Shelf};
use tirada::session::{Request, Session};

/// Rulesets come as texts here.
struct Nothing;

impl Shelf for Nothing {
    fn files(&self, _: &str) -> Option<Vec<File>> {
        None
    }

    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What is asked, and how far explosions are followed.
const QUESTIONS: [(&str, &str, u32); 7] = [
    ("a walk", "3d20 * 3d20 * 2d20", 12),
    ("a pass in 64 bits", "12d20kh5", 12),
    ("a pass in 128 bits", "24d20kh5", 12),
    ("a pass in large numbers", "40d20kh5", 12),
    ("a sum of even dice", "300d100", 12),
    ("a sum of uneven dice", "40d6!", 40),
    ("pools that beat pools", "20d6 beats 20d6", 12),
];

/// Questions that take long, or would if they were not refused.
const HEAVY: [(&str, u32); 40] = [
    ("d1000000", 12),
    ("d20 + d500000", 12),
    ("100d100", 12),
    ("1000d20", 12),
    ("2000d20", 12),
    ("5000d6", 12),
    ("40d6!", 60),
    ("10d10!", 60),
    ("5d6!", 200),
    ("20d20!", 60),
    ("10d10!!kh5", 12),
    ("30d20kh9", 12),
    ("30d20kh15", 12),
    ("60d20kh5", 12),
    ("100d6kh50", 12),
    ("40d6kh20 + 40d6kh20", 12),
    ("12d6kh6 * 12d6kl6", 12),
    ("5d6 beats 5d6", 12),
    ("25d6 beats 25d6", 12),
    ("28d6 beats 28d6", 12),
    ("10d10 beats 10d10", 12),
    ("2d20 * 2d20 * 2d20", 12),
    ("4d20 * 4d20", 12),
    ("6d20kh3 * 6d20kh3", 12),
    ("d1000 * d1000", 12),
    ("d100 * d100 * d100", 12),
    ("(d20)d20", 12),
    ("(2d6)d20", 12),
    ("((d4)d4)d4", 12),
    ("((d6)d6)d6", 12),
    ("if 5d20 > 50 then 10d10 else 20d10", 12),
    ("max(20d20, 20d20)", 12),
    ("let x = 5d20 in x * x", 12),
    ("1000d10>=7", 12),
    ("100d6r1", 12),
    ("30d6ro1kh10", 12),
    ("20d6 + 20d8 + 20d10 + 20d12", 12),
    ("(10d6>=5) * (10d6>=4)", 12),
    ("highest(6d6) * 100 + highest(5d10)", 12),
    ("3d6! * 3d6!", 6),
];

/// What a question came to within limits: the code of its error, units, seconds.
fn ask(limits: Limits, text: &str, depth: u32) -> Result<(&'static str, u64, f64), String> {
    let rules = "tirada: 1\nid: work\nname: Work\ndice: {d: 6}\n".to_owned();
    let mut session = Session::within(&Nothing, limits);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: rules }]);
    let request = Request { text: text.to_owned(), source: "<bench>".to_owned(), ..Request::default() };
    let ready = session.prepare(&loaded.game, &request).map_err(|errors| format!("{text}: {errors:?}"))?;
    let bounds = Bounds { depth, ..Bounds::within(&limits) };
    let budget = bounds.budget();
    let began = Instant::now();
    let found = session.odds_within(&loaded.game, &ready, &bounds, &budget);
    let time = began.elapsed().as_secs_f64();
    Ok((found.map_or_else(|error| error.code, |_| ""), budget.done(), time))
}

fn main() -> Result<(), String> {
    println!("| work | units | time | ten billion units take |\n| --- | ---: | ---: | ---: |");
    for (name, text, depth) in QUESTIONS {
        let (came, units, time) = ask(Limits::FULL, text, depth)?;
        let whole = time * Limits::FULL.odds as f64 / units.max(1) as f64;
        println!("| {name}: `{text}` {came} | {units} | {:.0} ms | {whole:.1} s |", time * 1e3);
    }
    println!("\n| question | depth | units | time | within ten times as much |\n| --- | ---: | ---: | ---: | ---: |");
    let raised = Limits { odds: Limits::FULL.odds * 10, ..Limits::FULL };
    let mut wrong = 0;
    for (text, depth) in HEAVY {
        let (came, units, time) = ask(Limits::FULL, text, depth)?;
        let more = match came {
            "" => String::new(),
            _ => {
                let (came, _, time) = ask(raised, text, depth)?;
                wrong += u32::from(came.is_empty() && time < 2.0);
                format!("{:.0} ms {came}", time * 1e3)
            }
        };
        println!("| `{text}` {came} | {depth} | {units} | {:.0} ms | {more} |", time * 1e3);
    }
    println!("\nRefused though they end within 2 s: {wrong}.");
    if wrong == 0 { Ok(()) } else { Err("questions that end soon are refused".to_owned()) }
}
