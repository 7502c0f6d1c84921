//! The prompt.

use crate::cli::output::Output;

/// How the prompt starts.
pub struct Start {
    /// How things are written.
    pub output: Output,
    /// Nobody said in which language, so the ruleset decides.
    pub language_open: bool,
    /// The ruleset to begin with.
    pub ruleset: Option<String>,
    /// The seed of the dice, if it is given.
    pub seed: Option<u64>,
}

/// Runs the prompt; the exit code.
pub(crate) fn run(start: Start) -> u8 {
    let _ = start;
    0
}
