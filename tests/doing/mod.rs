//! What is done on the command line, told to the letter.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

/// Commands and what they say, kept beside the tests.
macro_rules! transcripts {
    ($home:expr, $lines:expr $(,)?) => {
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!($crate::doing::transcript($home, $lines));
        })
    };
}

mod dice;
mod json;
mod mistakes;
mod reports;
mod saved;
mod shown;

use std::path::{Path, PathBuf};

/// A knocker with a comment or two.
pub(crate) const ANN: &str = "\
# Ann, who came with the fair.
tirada character: 1
name: Ann
ruleset: knocks   # the small one
traits:
  Brawn: 4
  craft: {Knife: 3}   # thrown, too
tags:
  quirk:
    Lucky:      # since the fair
    Brash: {spent: yes}
";

pub(crate) const BOB: &str = "\
tirada character: 1
name: Bob
ruleset: knocks
traits: {Brawn: 3, Wits: 4}
tags: {Shield: {size: 2}}
";

pub(crate) const TABLE: &str = "\
tirada character: 1
ruleset: knocks
points: {Dread: 2}   # it grows
";

/// A folder with Ann, Bob and the table in it.
pub(crate) fn table(test: &str) -> PathBuf {
    let home = crate::common::folder(&format!("doing-{test}"));
    for (name, text) in [("ann.yml", ANN), ("bob.yml", BOB), ("table.yml", TABLE)] {
        std::fs::write(home.join(name), text).unwrap();
    }
    home
}

/// Runs the program in a folder, with the invented games on its shelf.
pub(crate) fn run(home: &Path, args: &[&str]) -> crate::common::Run {
    let mut command = crate::common::command(home);
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    command.current_dir(home).env("TIRADA_PATH", games).env("LANG", "en_GB.UTF-8").args(args);
    let mut run = crate::common::finish(command, "");
    // Where the tests lie is nobody's business.
    for text in [&mut run.stdout, &mut run.stderr] {
        *text = text.replace(concat!(env!("CARGO_MANIFEST_DIR"), "/"), "");
    }
    run
}

/// What is typed, as a shell would cut it.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in line.chars() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '\'' | '"') => quote = Some(letter),
            (None, ' ') => words.push(String::new()),
            (_, letter) => words.last_mut().unwrap().push(letter),
        }
    }
    words
}

/// Commands and what they say, one after the other.
pub(crate) fn transcript(home: &Path, lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let run = run(home, &words);
        text += &format!("$ tirada {line}\n{}{}", run.stdout, run.stderr);
        if run.code != 0 {
            text += &format!("[{}]\n", run.code);
        }
        text += "\n";
    }
    text
}
