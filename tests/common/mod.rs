//! Runs the program as its user would, in a home of its own; and a shelf for games that need none.
#![allow(dead_code, clippy::unwrap_used)]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tirada::internals::ruleset::{File, Shelf};

/// A shelf with nothing on it.
pub struct Empty;

impl Shelf for Empty {
    fn files(&self, _: &str) -> Option<Vec<File>> {
        None
    }

    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What a run left behind.
#[derive(Debug)]
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

/// Whether what takes long is done whole: `TIRADA_WHOLE=1`, as `.ci/run full` does.
pub fn whole() -> bool {
    std::env::var_os("TIRADA_WHOLE").is_some()
}

/// Every n-th of what takes long, and all of it where it is done whole.
pub fn one_in<T>(n: usize, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    all.into_iter().step_by(if whole() { 1 } else { n })
}

/// A folder that is empty when it is made, one for each name.
pub fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// The program.
pub fn program() -> &'static str {
    env!("CARGO_BIN_EXE_tirada")
}

/// A command without the tester's own settings, language or terminal.
pub fn command(home: &std::path::Path) -> Command {
    let mut command = Command::new(program());
    command.env_clear().env("HOME", home).env("LANG", "C").current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

pub fn finish(mut command: Command, stdin: impl AsRef<[u8]>) -> Run {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let text = stdin.as_ref().to_owned();
    let writer = std::thread::spawn(move || {
        // A program that stops reading early is no error of the test.
        let _ = pipe.write_all(&text);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

/// Runs with arguments and nothing on standard input.
pub fn tirada(args: &[&str]) -> Run {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nobody");
    let mut run = command(&home);
    run.args(args);
    finish(run, "")
}
