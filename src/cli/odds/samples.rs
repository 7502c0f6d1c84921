//! `--simulate`: samples instead of exact odds, with a progress line. Ctrl-C prints the results so far.

use std::num::NonZeroUsize;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::CommandContext;
use crate::cli::args::OddsArgs;
use crate::cli::output::{clear_progress, show_progress};
use crate::cli::roll::fresh_seed;
use crate::odds::Sampling;
use crate::report::json::Seed;

/// Whether Ctrl-C was pressed: sampling stops.
static STOP: AtomicBool = AtomicBool::new(false);
static HANDLER: Once = Once::new();
/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

/// The number of samples and their seed.
#[derive(Debug, Clone, Copy)]
pub(super) struct SampleCount {
    times: u64,
    pub(super) seed: Seed,
}

impl SampleCount {
    /// What the command line wants; `None`: it is to be exact.
    pub(super) fn wanted(context: &CommandContext, wanted: &OddsArgs) -> Option<Self> {
        wanted
            .simulate
            .map(|times| Self { times, seed: Seed::of(wanted.seed, || fresh_seed(&context.output.catalogue)) })
    }

    pub(super) fn draw<T>(&self, run: impl FnOnce(&Sampling<'_>) -> T) -> T {
        HANDLER.call_once(|| {
            // Where signals cannot be heard, Ctrl-C ends the program as ever.
            let _ = ctrlc::set_handler(|| {
                if STOP.swap(true, Ordering::Relaxed) {
                    std::process::exit(INTERRUPTED);
                }
            });
        });
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let progress = |drawn: u64| show_progress(drawn, self.times);
        let sampling =
            Sampling { times: self.times, seed: self.seed.number, threads, progress: &progress, stop: &STOP };
        let result = run(&sampling);
        clear_progress();
        result
    }
}
