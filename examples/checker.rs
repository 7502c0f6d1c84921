//! A checker of rulesets for another program, such as a forge: files go in, problems come out as JSON.
//!
//! ```sh
//! cargo run --example checker -- lamp.yml
//! ```

#![allow(clippy::print_stdout)]

use std::process::ExitCode;

use tirada::{File, Game, Problems};

/// Everything that is wrong with the files of a ruleset.
pub fn check(files: Vec<File>) -> Problems {
    Game::loader().check(files, Vec::new())
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut files = Vec::new();
    for path in std::env::args().skip(1) {
        files.push(File { text: std::fs::read_to_string(&path)?, name: path });
    }
    let problems = check(files);
    println!("{}", serde_json::to_string_pretty(&problems)?);
    Ok(if problems.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
