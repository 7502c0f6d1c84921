//! The prompt: `tirada` without a command.
//!
//! A [`state::PromptState`] takes lines and returns documents and diagnostics; it does no input or output. The
//! [`terminal`] and the [`pipe`] feed it.

mod abbreviations;
mod action_completion;
mod actions;
mod characters;
pub mod command;
mod commands;
pub mod complete;
mod cursor;
mod examples;
pub mod highlight;
mod history;
pub mod host;
#[cfg(feature = "store")]
mod journal;
mod library;
mod log_text;
mod npc;
mod odds;
mod paused_game;
pub mod persistence;
pub mod pipe;
mod roll;
mod saved_rolls;
#[cfg(all(unix, feature = "serve"))]
mod signals;
pub mod state;
mod terminal;
mod turns;
mod variables;
mod words;

use std::io::IsTerminal as _;
use std::path::PathBuf;

use crate::cli::FILES;
use crate::cli::output::Output;
use crate::limits::Limits;
use crate::store::Storage;

#[cfg(any(feature = "store", feature = "serve"))]
pub(crate) use library::Folders;
#[cfg(feature = "serve")]
pub(crate) use library::SharedGames;
pub use library::{FileUpdate, Library};
#[cfg(feature = "store")]
pub(crate) use words::{as_spoken, without_folders};

/// The configuration of a prompt.
pub struct PromptConfig {
    /// How things are written.
    pub output: Output,
    /// No language was chosen, so the ruleset decides.
    pub language_open: bool,
    /// How much a line may cause.
    pub limits: Limits,
    /// Lines come from strangers.
    pub sandbox: bool,
    /// The ruleset to begin with.
    pub ruleset: Option<String>,
    /// The campaign to go on with, and its file.
    pub campaign: Option<(Box<dyn Storage>, PathBuf)>,
    /// The seed of the dice, if it is given.
    pub seed: Option<u64>,
}

/// Opens the campaign, or else the ruleset to begin with, and says what there is to say; the exit code if that failed.
fn begin(start: &mut PromptConfig, state: &mut state::PromptState<'_>) -> Option<u8> {
    let (reply, code) = match (start.campaign.take(), &start.ruleset) {
        (Some((storage, place)), _) => state.go_on(storage, &place),
        (None, Some(name)) => state.begin(name),
        (None, None) => return None,
    };
    start.output.speak(state.catalogue.language());
    start.output.complain(&reply.findings, state.sources());
    if !reply.document.is_empty() {
        start.output.show(&reply.document, crate::cli::OutputFormat::Text);
    }
    reply.failed().then_some(code)
}

/// Ends the session of a campaign, if there is one; the exit code.
fn end(start: &PromptConfig, state: &mut state::PromptState<'_>, code: u8) -> u8 {
    match state.close() {
        Ok(()) => code,
        Err(error) => {
            start.output.complain(&[error], state.sources());
            FILES
        }
    }
}

/// Runs the prompt; the exit code.
pub(crate) fn run(start: PromptConfig) -> u8 {
    let library = library::Folders::new(start.sandbox);
    let seed = start.seed.unwrap_or_else(|| crate::cli::roll::fresh_seed(&start.output.catalogue));
    let mut state = state::PromptState::new(&library, start.output.catalogue.clone(), start.language_open, seed);
    state.session.limits = start.limits;
    state.sandbox = start.sandbox;
    // Both have to be a terminal: what is typed is drawn on the one by the other.
    // What strangers type is kept nowhere.
    if !start.sandbox && std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        state.abbreviates = true;
        terminal::run(start, state)
    } else {
        pipe::run(start, state)
    }
}

/// Whether a line ends the prompt.
#[cfg(all(feature = "fetch", feature = "serve", feature = "store"))]
pub(crate) fn is_quit(line: &str, catalogue: &crate::report::Catalogue) -> bool {
    matches!(
        command::parse(complete::command_word(line.trim(), catalogue), &|_| false),
        Ok(command::PromptCommand::Quit)
    )
}
