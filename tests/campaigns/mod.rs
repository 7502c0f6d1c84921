//! Campaigns: how they are kept, and the commands about them.
#![cfg(all(unix, feature = "store"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(all(unix, feature = "serve"))]
mod closing;
mod commands;
mod damaged;
mod full;
mod memory;
mod storage;

use std::path::{Path, PathBuf};

use crate::common::{Run, finish};
use crate::durable::{place, run, sheet, tirada};

/// A folder with a game, a character of it and a campaign that has begun.
fn begun(name: &str) -> (PathBuf, PathBuf) {
    let home = place(&format!("campaign-{name}"));
    std::fs::write(home.join("ann.yml"), sheet("Ann", 1, 1)).unwrap();
    let made = run(&home, &["campaign", "new", "c", "-r", "tally"]);
    assert_eq!((made.code, made.stderr.as_str()), (0, ""));
    let path = home.join("c.tirada");
    (home, path)
}

/// Lines that are typed in a campaign.
fn typed(home: &Path, campaign: &Path, lines: &str) -> Run {
    finish(tirada(home, &[campaign.to_str().unwrap()]), lines)
}
