//! What lasts: two who write the same files lose nothing of each other, a killed program leaves all
//! or nothing, and nobody's file is written over or waited for in vain.
//!
//! `TIRADA_KILLS` and `TIRADA_RACES` say how many times; `.ci/run full` asks for more.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::print_stderr)]

#[cfg(feature = "store")]
mod campaign;
mod full;
mod killed;
mod owned;
mod racing;
mod special;
mod typed;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{Run, finish, folder};

/// A game of counting.
pub const TALLY: &str = "\
tirada: 1
id: tally
name: Tally
language: en
dice: {d: 6, roll: 1d}
points:
  Corn: {start: 0}
  Salt: {start: 0}
actions:
  reap:
    roles: [who]
    steps: {more: {gain: {Corn: 1}, to: who}}
  mine:
    roles: [who]
    steps: {more: {gain: {Salt: 1}, to: who}}
  trade:
    roles: [giver, taker]
    steps: {gives: {pay: {Corn: 1}, from: giver, to: taker}}
";

/// Somebody who plays it.
pub fn sheet(name: &str, corn: i64, salt: i64) -> String {
    format!(
        "# {name} counts.\ntirada character: 1\nname: {name}\nruleset: tally\npoints:\n  Corn: {corn}  # yellow\n  Salt: {salt}\n"
    )
}

/// A folder with the game in it.
pub fn place(name: &str) -> PathBuf {
    let home = folder(&format!("durable-{name}"));
    std::fs::create_dir(home.join("tally")).unwrap();
    std::fs::write(home.join("tally/ruleset.yml"), TALLY).unwrap();
    home
}

pub fn tirada(home: &Path, args: &[&str]) -> Command {
    let mut command = crate::common::command(home);
    command.current_dir(home).env("TIRADA_PATH", home).env("LANG", "en").args(args);
    command
}

pub fn run(home: &Path, args: &[&str]) -> Run {
    finish(tirada(home, args), "")
}

/// The same without anybody who reads what it says.
pub fn quiet(mut command: Command) -> Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// How much somebody has of something, as their file says.
pub fn points(path: &Path, name: &str) -> i64 {
    let text = std::fs::read_to_string(path).unwrap();
    let line = text
        .lines()
        .find_map(|line| line.trim().strip_prefix(&format!("{name}: ")))
        .unwrap_or_else(|| panic!("{text}"));
    line.split(' ').next().unwrap().parse().unwrap()
}

/// How often something is tried, unless the environment says how often.
pub fn times(variable: &str, usual: usize) -> usize {
    std::env::var(variable).map_or(usual, |text| text.parse().unwrap())
}

/// What lies in a folder, hidden or not.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
