//! Signals to stop: a closed terminal, a shutdown. The prompt ends as with `quit`, so a campaign is closed and no
//! temporary file remains.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::signal::unix::{SignalKind, signal};

/// The exit code that the end asks for; 0 as long as nobody asks.
static ASKED: AtomicU8 = AtomicU8::new(0);
/// Whether a line is being read.
static READING: AtomicBool = AtomicBool::new(false);
/// A reader of lines may need as long until it hears signals.
const PATIENCE: Duration = Duration::from_millis(50);
/// What a shell adds to the number of the signal that ended a program.
const ENDED: u8 = 128;

/// Listens for the end from now on. Where signals cannot be heard, they end the program as ever.
pub(super) fn listen() {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    let (heard, hears) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let asked = runtime.block_on(async {
            let signals = (signal(SignalKind::hangup()), signal(SignalKind::terminate()));
            // The prompt does not wait for someone who is gone.
            let _ = heard.send(());
            let (Ok(mut hangup), Ok(mut terminate)) = signals else { return None };
            tokio::select! {
                _ = hangup.recv() => Some(Signal::SIGHUP),
                _ = terminate.recv() => Some(Signal::SIGTERM),
            }
        });
        let Some(asked) = asked else { return };
        ASKED.store(ENDED.saturating_add(u8::try_from(asked as i32).unwrap_or(0)), Ordering::SeqCst);
        // A line that is being done is done to its end; one that is being read is left as with Ctrl-C.
        loop {
            std::thread::sleep(PATIENCE);
            if READING.load(Ordering::SeqCst) {
                let _ = kill(Pid::this(), Signal::SIGINT);
            }
        }
    });
    let _ = hears.recv();
}

/// The exit code, if the end was asked for.
pub(super) fn asked() -> Option<u8> {
    Some(ASKED.load(Ordering::SeqCst)).filter(|code| *code != 0)
}

/// Reads a line, which the end that is asked for interrupts.
pub(super) fn reading<T>(read: impl FnOnce() -> T) -> T {
    READING.store(true, Ordering::SeqCst);
    let line = read();
    READING.store(false, Ordering::SeqCst);
    line
}
