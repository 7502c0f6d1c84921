//! A stopwatch for things that are compared with one another.
//!
//! The candidates of a row take turns, round after round, so that a neighbour who
//! takes the processor away takes it from all of them; of each the median round
//! counts. A benchmark harness measures one after the other, which on a shared
//! machine compares the neighbours.

mod python;
mod report;

use std::hint::black_box;
use std::time::{Duration, Instant};

pub use python::Python;
pub use report::{Report, TIRADA, Target};

/// How many times a row's candidates take turns.
const ROUNDS: usize = 31;

/// How long one round of one candidate lasts, about.
const ROUND: Duration = Duration::from_millis(15);

/// One thing that is measured.
pub struct Candidate<'a> {
    name: String,
    work: Box<dyn FnMut(usize) -> Duration + 'a>,
}

impl<'a> Candidate<'a> {
    /// Something to be done again and again; what it returns is not optimised away.
    pub fn new<T>(name: impl Into<String>, mut once: impl FnMut() -> T + 'a) -> Self {
        let work = move |times| {
            let start = Instant::now();
            for _ in 0..times {
                black_box(once());
            }
            start.elapsed()
        };
        Self::timed(name, work)
    }

    /// Something that does its work so many times by its own clock, and says how long that took.
    pub fn timed(name: impl Into<String>, work: impl FnMut(usize) -> Duration + 'a) -> Self {
        Self { name: name.into(), work: Box::new(work) }
    }

    fn time(&mut self, times: usize) -> Duration {
        (self.work)(times)
    }
}

/// Nanoseconds of each candidate, in their order.
pub type Row = Vec<(String, f64)>;

/// Measures candidates side by side.
pub fn race(mut candidates: Vec<Candidate<'_>>) -> Row {
    let times: Vec<usize> = candidates.iter_mut().map(how_often).collect();
    let mut found = vec![Vec::with_capacity(ROUNDS); candidates.len()];
    for _ in 0..ROUNDS {
        for ((candidate, &times), found) in candidates.iter_mut().zip(&times).zip(&mut found) {
            found.push(candidate.time(times).as_secs_f64() * 1e9 / times as f64);
        }
    }
    candidates.into_iter().zip(found).map(|(candidate, rounds)| (candidate.name, median(rounds))).collect()
}

/// How many repetitions make a round; finding out warms everything up.
fn how_often(candidate: &mut Candidate<'_>) -> usize {
    let mut times = 1;
    loop {
        let took = candidate.time(times);
        if took * 4 >= ROUND || times >= 1 << 24 {
            let wanted = ROUND.as_secs_f64() / took.as_secs_f64().max(1e-9) * times as f64;
            return (wanted as usize).max(1);
        }
        times *= 2;
    }
}

fn median(mut rounds: Vec<f64>) -> f64 {
    rounds.sort_by(f64::total_cmp);
    rounds.get(rounds.len() / 2).copied().unwrap_or(f64::NAN)
}

/// A time in the unit that suits it.
pub fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        n if n < 1e3 => format!("{n:.1} ns"),
        n if n < 1e6 => format!("{:.2} µs", n / 1e3),
        n if n < 1e9 => format!("{:.2} ms", n / 1e6),
        n => format!("{:.2} s", n / 1e9),
    }
}
