//! `tirada serve`: a table in a browser. The GM and every player have their own page.
//!
//! `tables` holds the tables; `table` starts the thread of one, `table_thread` handles each `request`, and `questions`
//! sends questions of the rules. `snapshot` is the state of a table; `pages` and `sheets` render the part of it that one
//! seat may see, and `forms` the actions. `http` is the server and `app` its shared state; `fields` parses requests,
//! `feed` sends changes, `seats` knows the links, `verifiable_dice` derives the dice. `remote_prompt` is the prompt of
//! another process at a table of the server.

#[cfg(feature = "serve")]
mod app;
#[cfg(feature = "serve")]
mod feed;
#[cfg(feature = "serve")]
mod fields;
#[cfg(feature = "serve")]
mod forms;
#[cfg(feature = "serve")]
mod http;
#[cfg(feature = "serve")]
mod images;
#[cfg(feature = "serve")]
mod lifecycle;
#[cfg(feature = "serve")]
mod pages;
#[cfg(feature = "serve")]
mod questions;
#[cfg(all(feature = "fetch", feature = "serve", feature = "store"))]
pub(super) mod remote_prompt;
#[cfg(feature = "serve")]
mod request;
#[cfg(feature = "serve")]
mod seats;
#[cfg(feature = "serve")]
mod sheets;
#[cfg(feature = "serve")]
mod snapshot;
#[cfg(feature = "serve")]
mod table;
#[cfg(feature = "serve")]
mod table_thread;
#[cfg(feature = "serve")]
mod tables;
#[cfg_attr(not(feature = "serve"), allow(dead_code))]
pub(super) mod verifiable_dice;

use clap::Args;

#[cfg(feature = "serve")]
use super::CommandContext;
#[cfg(feature = "serve")]
use lifecycle::lan_host;

/// Secrets that were told, by their hashes: where a campaign keeps them.
#[cfg_attr(not(feature = "store"), allow(dead_code))]
pub(super) const SECRETS: &str = "serve.secrets";

/// `tirada serve`
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Characters' files, a campaign, or a folder of campaigns.
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    #[arg(short, long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// Ignores `tirada.lock`.
    #[arg(long)]
    pub ignore_lock: bool,
    /// The port; 0 takes a free one.
    #[arg(long, value_name = "PORT", default_value_t = 7272)]
    pub port: u16,
    /// Lets other machines in.
    #[arg(long)]
    pub lan: bool,
    /// How pages are reached through a proxy.
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// Closes the campaigns of a folder when nobody has been there for so long.
    #[arg(long, value_name = "SECONDS")]
    pub idle: Option<u64>,
    /// Leaves the browser alone.
    #[arg(long)]
    pub no_open: bool,
}

/// Runs `tirada serve`; returns the exit code.
#[cfg(feature = "serve")]
pub(super) fn run(context: &mut CommandContext, wanted: &ServeArgs) -> u8 {
    lifecycle::run(context, wanted)
}
