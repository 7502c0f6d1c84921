//! How long units of work take: `cargo bench --bench work`. Each line is a question that takes much
//! of one kind of work; a budget of so many units is worth so much time.
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

fn main() -> Result<(), String> {
    let rules = "tirada: 1\nid: work\nname: Work\ndice: {d: 6}\n".to_owned();
    let mut session = Session::within(&Nothing, Limits::FULL);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: rules }]);
    println!("| work | units | time | ten billion units take |\n| --- | ---: | ---: | ---: |");
    for (name, text, depth) in QUESTIONS {
        let request = Request { text: text.to_owned(), source: "<bench>".to_owned(), ..Request::default() };
        let ready = session.prepare(&loaded.game, &request).map_err(|errors| format!("{text}: {errors:?}"))?;
        let bounds = Bounds { depth, ..Bounds::within(&Limits::FULL) };
        let budget = bounds.budget();
        let began = Instant::now();
        let found = session.odds_within(&loaded.game, &ready, &bounds, &budget);
        let time = began.elapsed().as_secs_f64();
        let came = found.map_or_else(|error| error.code, |_| "");
        let units = budget.done().max(1);
        let whole = time * Limits::FULL.odds as f64 / units as f64;
        println!("| {name}: `{text}` {came} | {units} | {:.0} ms | {whole:.1} s |", time * 1e3);
    }
    Ok(())
}
