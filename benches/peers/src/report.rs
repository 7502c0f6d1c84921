//! Tables of what was measured, and what is demanded of it.

use std::fmt::Write as _;

use crate::{Row, duration};

/// The name of the candidate whom the others are compared with.
pub const TIRADA: &str = "tirada";

/// What a row demands of tirada.
#[derive(Clone, Copy)]
pub enum Target {
    /// At most this many times as long as each of the others.
    AtMost(f64),
    /// At most this many times as long as the one with this name.
    AtMostOf(f64, &'static str),
    /// At most so many nanoseconds of its own.
    Within(f64),
    /// Nothing; for information.
    None,
}

/// Rows of tables, and how many of them miss what they demand.
#[derive(Default)]
pub struct Report {
    text: String,
    missed: usize,
}

impl Report {
    /// Begins a table.
    pub fn section(&mut self, title: &str) {
        let _ = write!(self.text, "\n{title}\n\n");
        let _ =
            writeln!(self.text, "| what | who | time | beside tirada | target |\n| --- | --- | ---: | ---: | --- |");
    }

    /// Adds what was measured side by side.
    pub fn row(&mut self, what: &str, row: Row, target: Target) {
        let own = row.iter().find(|(name, _)| name == TIRADA).map_or(f64::NAN, |(_, time)| *time);
        for (name, time) in row {
            let most = match target {
                Target::AtMost(most) => Some(most),
                Target::AtMostOf(most, other) if other == name => Some(most),
                _ => None,
            };
            let verdict = match (most, target) {
                (Some(most), _) if name != TIRADA => {
                    format!("tirada ≤ {most} ×: {}", self.verdict(own <= most * time))
                }
                (_, Target::Within(most)) if name == TIRADA => {
                    format!("≤ {}: {}", duration(most), self.verdict(own <= most))
                }
                _ => String::new(),
            };
            let ratio = if name == TIRADA { String::new() } else { format!("{:.2} ×", time / own) };
            let _ = writeln!(self.text, "| {what} | {name} | {} | {ratio} | {verdict} |", duration(time));
        }
    }

    /// Adds what could not be measured because tirada refused it, and why.
    pub fn missing(&mut self, what: &str, why: &str, target: Target) {
        let wanted = match target {
            Target::Within(most) => format!("≤ {}: {}", duration(most), self.verdict(false)),
            _ => self.verdict(false).to_owned(),
        };
        let _ = writeln!(self.text, "| {what} | {TIRADA} | `{why}` | | {wanted} |");
    }

    fn verdict(&mut self, kept: bool) -> &'static str {
        self.missed += usize::from(!kept);
        if kept { "kept" } else { "MISSED" }
    }

    /// Adds a line of text.
    pub fn note(&mut self, text: &str) {
        let _ = write!(self.text, "\n{text}\n");
    }

    /// Prints what there is since the last time.
    pub fn print(&mut self) {
        print!("{}", std::mem::take(&mut self.text));
    }

    /// Says how many rows miss their target, if any do.
    pub fn end(self) {
        if self.missed > 0 {
            println!("\n{} rows miss their target", self.missed);
        }
    }
}
