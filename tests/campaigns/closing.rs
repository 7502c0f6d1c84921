//! The prompt at a terminal: what it says of questions that are left, and how it ends when its window is closed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::common;

/// Nothing takes longer, even on a machine that does much else.
const LONG: Duration = Duration::from_secs(60);

/// The program at a terminal of its own, which `script` makes.
struct Terminal {
    child: Child,
    came: Receiver<String>,
    shown: String,
}

impl Terminal {
    fn start(name: &str, args: &[&str]) -> Self {
        let home = common::folder(&format!("terminal-{name}"));
        let line = std::iter::once(common::program()).chain(args.iter().copied());
        let line: Vec<String> = line.map(|word| format!("'{word}'")).collect();
        let mut command = Command::new("script");
        command.args(["-q", "-e", "-f", "-c", &format!("exec {}", line.join(" ")), "/dev/null"]);
        command.env("HOME", &home).env("LANG", "C").env("TERM", "xterm").env("NO_COLOR", "1");
        command.env_remove("LC_ALL").env_remove("TIRADA_LANG").current_dir(env!("CARGO_MANIFEST_DIR"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        let (sends, came) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0_u8; 4096];
            while let Ok(count) = out.read(&mut bytes)
                && count > 0
            {
                let text = String::from_utf8_lossy(bytes.get(..count).unwrap_or_default()).into_owned();
                if sends.send(text).is_err() {
                    break;
                }
            }
        });
        Self { child, came, shown: String::new() }
    }

    /// Types a line and waits until something is shown; what was shown since.
    fn types(&mut self, line: &str, until: &str) -> String {
        self.child.stdin.as_mut().unwrap().write_all(format!("{line}\r").as_bytes()).unwrap();
        self.waits(until)
    }

    fn waits(&mut self, until: &str) -> String {
        while !self.shown.contains(until) {
            match self.came.recv_timeout(LONG) {
                Ok(text) => self.shown.push_str(&text),
                Err(error) => panic!("{error} before `{until}`: {}", self.shown),
            }
        }
        let end = self.shown.find(until).unwrap() + until.len();
        let rest = self.shown.split_off(end);
        std::mem::replace(&mut self.shown, rest)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A campaign whose window is closed is closed as with `quit`: it is one file.
#[test]
fn a_closed_window_closes_the_campaign() {
    for signal in ["HUP", "TERM"] {
        let folder = common::folder(&format!("closed-window-{signal}"));
        let path = folder.join("night.tirada").to_str().unwrap().to_owned();
        assert_eq!(common::tirada(&["campaign", "new", &path, "-r", "tests/games/mini"]).code, 0);
        let mut terminal = Terminal::start(&format!("window-{signal}"), &[&path]);
        terminal.waits("mini> ");
        terminal.types("note It rains.", "It rains.\r\n");
        terminal.waits("mini> ");
        let lock = std::fs::read_to_string(format!("{path}-lock")).unwrap();
        let holder: serde_json::Value = serde_json::from_str(&lock).unwrap();
        let kill = Command::new("kill").args([&format!("-{signal}"), &holder["pid"].to_string()]).status();
        assert!(kill.unwrap().success());
        terminal.child.wait().unwrap();
        let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|one| one.unwrap().file_name()).collect();
        assert_eq!(files, ["night.tirada"], "{signal}");
        let shown = common::tirada(&["campaign", "show", &path, "--json"]).stdout;
        let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
        assert!(shown["sessions"][0]["closed"].is_number(), "{shown}");
    }
}

/// A question that is left is no error; who cannot do something is named, without a place in the rules.
#[test]
fn declined_questions_at_a_terminal_are_no_errors() {
    // What is not saved is kept beside the files.
    let folder = common::folder("terminal-people");
    let people = ["ann.yml", "bob.yml"].map(|name| {
        let path = folder.join(name);
        std::fs::copy(format!("tests/games/mini/people/{name}"), &path).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let mut terminal = Terminal::start("calm", &["-r", "tests/games/mini"]);
    terminal.waits("mini> ");
    terminal.types(&format!("load {}", people.join(" ")), "Ann");
    // Nobody is asked for the target while the attacker is unknown.
    let told = terminal.types("strike Zoe", "called “Zoe”");
    assert!(!told.contains("target one?"), "{told}");
    for leaves in ["", "undo", "\u{3}"] {
        terminal.types("strike Ann", "target one?");
        let told = terminal.types(leaves, "Nothing is done.");
        assert!(!told.contains("error"), "{told}");
    }
    terminal.types("edit Ann tags: {Dead: {}}", "\n");
    let told = terminal.types("strike Ann bob Club", "The dead do not strike.");
    assert!(told.contains("Ann: The dead") && !told.contains("ruleset.yml"), "{told}");
}
