//! What is typed at a terminal is kept for the next time, whoever else types meanwhile.
#![cfg(target_os = "linux")]

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::{names, place};

/// A prompt at a terminal of its own.
struct Prompt {
    child: Child,
    typed: ChildStdin,
    shown: Arc<Mutex<String>>,
}

impl Prompt {
    fn open(home: &Path) -> Self {
        let mut script = Command::new("script");
        script.args(["-qefc", &format!("'{}' -r tally", crate::common::program()), "/dev/null"]);
        script.env_clear().env("PATH", "/usr/bin:/bin").env("HOME", home).env("TIRADA_PATH", home);
        script.env("LANG", "en").env("TERM", "xterm").env("SHELL", "/bin/sh").current_dir(home);
        let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let (typed, mut drawn) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let shown = Arc::new(Mutex::new(String::new()));
        let reader = Arc::clone(&shown);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = drawn.read(&mut bytes) {
                reader.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..count]));
            }
        });
        let prompt = Self { child, typed, shown };
        prompt.wait_for("tally>", 0);
        prompt
    }

    /// All that was drawn from somewhere on.
    fn since(&self, start: usize) -> String {
        self.shown.lock().unwrap()[start..].to_owned()
    }

    fn wait_for(&self, what: &str, start: usize) {
        let since = Instant::now();
        while !self.since(start).contains(what) {
            assert!(since.elapsed() < Duration::from_secs(60), "no {what:?} in {:?}", self.since(start));
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Types a line that rolls; what is shown until it has fallen.
    fn roll(&mut self, line: &str) -> String {
        let start = self.shown.lock().unwrap().len();
        writeln!(self.typed, "{line}").unwrap();
        self.wait_for("= ", start);
        // Then it asks for the next line.
        let fallen = start + self.since(start).find("= ").unwrap();
        self.wait_for("tally>", fallen);
        self.since(start)
    }

    fn quit(mut self) {
        writeln!(self.typed, "quit").unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

const FOLDER: &str = ".local/state/tirada";

fn kept(home: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(home.join(FOLDER).join("history.txt")).unwrap();
    let mut lines = text.lines().map(str::to_owned);
    assert_eq!(lines.next().unwrap(), "#V2");
    lines.collect()
}

#[test]
fn several_prompts_lose_nothing_of_each_other() {
    let home = place("typed");
    let lines = |who: usize| (1..=12).map(move |number| format!("1d6 + {}", 100 * who + number));
    std::thread::scope(|scope| {
        for who in 1..=4 {
            let home = &home;
            scope.spawn(move || {
                let mut prompt = Prompt::open(home);
                lines(who).for_each(|line| drop(prompt.roll(&line)));
                prompt.quit();
            });
        }
    });
    let all = kept(&home);
    for who in 1..=4 {
        let start = format!("1d6 + {who}");
        let own: Vec<String> = all.iter().filter(|line| line.starts_with(&start)).cloned().collect();
        assert_eq!(own, lines(who).collect::<Vec<_>>(), "{all:?}");
    }
    assert_eq!(all.iter().filter(|line| *line != "quit").count(), 48);
    assert_eq!(names(&home.join(FOLDER)), ["history.txt"]);
    let rights = std::fs::metadata(home.join(FOLDER).join("history.txt")).unwrap().permissions();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&rights) & 0o777, 0o600);
}

#[test]
fn they_come_back_and_the_oldest_go() {
    let home = place("typed-long");
    std::fs::create_dir_all(home.join(FOLDER)).unwrap();
    let history = home.join(FOLDER).join("history.txt");
    let old: String = (0..1000).map(|number| format!("1d6 + {number}\n")).collect();
    std::fs::write(&history, format!("#V2\n{old}")).unwrap();
    let mut prompt = Prompt::open(&home);
    // The arrow upwards brings the last one back, to which something is added.
    prompt.roll("\u{1b}[A + 7");
    // The same once more is kept once.
    prompt.roll("\u{1b}[A");
    prompt.quit();
    let lines = kept(&home);
    assert_eq!((lines.len(), lines[0].as_str()), (1000, "1d6 + 2"), "{:?}", &lines[990..]);
    assert_eq!(lines[998..], ["1d6 + 999 + 7", "quit"]);
}

#[test]
fn what_is_no_history_stays_and_nobody_waits_for_it() {
    let home = place("typed-special");
    std::fs::create_dir_all(home.join(FOLDER)).unwrap();
    let history = home.join(FOLDER).join("history.txt");
    assert!(Command::new("mkfifo").arg(&history).status().unwrap().success());
    let mut prompt = Prompt::open(&home);
    let shown = prompt.roll("1d6");
    assert!(shown.contains("error[file-special]") && shown.contains("cannot be kept"), "{shown:?}");
    // It is said once.
    assert!(!prompt.roll("1d6 + 1").contains("kept"));
    prompt.quit();
    std::fs::remove_file(&history).unwrap();
    std::fs::write(&history, "My notes.\n").unwrap();
    let mut prompt = Prompt::open(&home);
    let shown = prompt.roll("1d6");
    assert!(shown.contains("error[file-not-ours]") && shown.contains("cannot be kept"), "{shown:?}");
    prompt.quit();
    assert_eq!(std::fs::read_to_string(&history).unwrap(), "My notes.\n");
}

#[test]
fn lines_typed_or_pasted_together_are_all_answered() {
    let home = place("typed-together");
    let mut prompt = Prompt::open(&home);
    for together in ["2 + 40\n3 + 40\n4 + 40\n", "\u{1b}[200~2 + 40\n3 + 40\n4 + 40\n\u{1b}[201~\r"] {
        let start = prompt.shown.lock().unwrap().len();
        prompt.typed.write_all(together.as_bytes()).unwrap();
        for answer in ["42", "43", "44"] {
            prompt.wait_for(answer, start);
        }
    }
    prompt.quit();
    assert_eq!(kept(&home).iter().filter(|line| *line == "4 + 40").count(), 2);
}
