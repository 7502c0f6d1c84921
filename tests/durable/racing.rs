//! Two programs that write the same files.

use std::io::{BufRead as _, BufReader, Lines, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::{names, place, points, run, sheet, times, tirada};

/// Does something again and again; how often it was saved.
fn again(home: &Path, args: &[&str], times: usize) -> i64 {
    let mut saved = 0;
    for _ in 0..times {
        let run = run(home, args);
        if run.code == 0 {
            assert!(run.stderr.contains("Saved: "), "{}", run.stderr);
            saved += 1;
        } else {
            // The other one was quicker, which is said.
            assert_eq!(run.code, 3, "{}", run.stderr);
            assert!(run.stderr.contains("error[file-changed]"), "{}", run.stderr);
            assert!(run.stderr.contains("changed in both places: Corn"), "{}", run.stderr);
        }
    }
    saved
}

fn race(home: &Path, one: &[&str], other: &[&str], times: usize) -> (i64, i64) {
    std::thread::scope(|scope| {
        let first = scope.spawn(|| again(home, one, times));
        let second = again(home, other, times);
        (first.join().unwrap(), second)
    })
}

const REAP: [&str; 5] = ["do", "reap", "--as", "ann.yml", "--write"];
const MINE: [&str; 5] = ["do", "mine", "--as", "ann.yml", "--write"];

#[test]
fn reported_saves_are_on_disk() {
    let home = place("same-key");
    let ann = home.join("ann.yml");
    std::fs::write(&ann, sheet("Ann", 0, 0)).unwrap();
    let times = times("TIRADA_RACES", 12);
    let (one, other) = race(&home, &REAP, &REAP, times);
    assert_eq!(points(&ann, "Corn"), one + other);
    assert_eq!(std::fs::read_to_string(&ann).unwrap(), sheet("Ann", one + other, 0));
    assert_eq!(names(&home), ["ann.yml", "tally"]);
}

#[test]
fn changes_of_different_things_are_all_kept() {
    let home = place("other-key");
    let ann = home.join("ann.yml");
    std::fs::write(&ann, sheet("Ann", 0, 0)).unwrap();
    let times = times("TIRADA_RACES", 12);
    let all = i64::try_from(times).unwrap();
    assert_eq!(race(&home, &REAP, &MINE, times), (all, all));
    assert_eq!(std::fs::read_to_string(&ann).unwrap(), sheet("Ann", all, all));
}

#[test]
fn savers_of_two_files_and_of_one_never_deadlock() {
    let home = place("crossed");
    for (name, folder) in [("Ann", "east"), ("Bob", "west")] {
        std::fs::create_dir(home.join(folder)).unwrap();
        std::fs::write(home.join(folder).join("sheet.yml"), sheet(name, 100, 0)).unwrap();
    }
    let trade = |from: &str, to: &str| [format!("giver={from}/sheet.yml"), format!("taker={to}/sheet.yml")];
    let (there, back) = (trade("east", "west"), trade("west", "east"));
    let args = |roles: &[String; 2]| -> Vec<String> {
        ["do", "trade", "--as", &roles[0], "--as", &roles[1], "--write"].map(str::to_owned).to_vec()
    };
    let (there, back) = (args(&there), args(&back));
    let words = |args: &[String]| -> Vec<String> { args.to_vec() };
    let (there, back) = (words(&there), words(&back));
    let there: Vec<&str> = there.iter().map(String::as_str).collect();
    let back: Vec<&str> = back.iter().map(String::as_str).collect();
    let (one, other) = race(&home, &there, &back, times("TIRADA_RACES", 12));
    let corn = |folder: &str| points(&home.join(folder).join("sheet.yml"), "Corn");
    assert_eq!((corn("east"), corn("west")), (100 - one + other, 100 + one - other));
}

/// A prompt that is open the whole evening.
struct Prompt {
    child: Child,
    typed: Option<ChildStdin>,
    told: Option<Lines<BufReader<ChildStdout>>>,
}

impl Prompt {
    fn open(home: &Path) -> Self {
        let mut command = tirada(home, &["-r", "tally"]);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        let (typed, told) = (child.stdin.take(), child.stdout.take().map(|told| BufReader::new(told).lines()));
        Self { child, typed, told }
    }

    fn types(&mut self, lines: &str) {
        // In one piece: what reads the first of it may be gone before the rest.
        self.typed.as_mut().unwrap().write_all(format!("{lines}\n").as_bytes()).unwrap();
    }

    /// Reads until something is told.
    fn until(&mut self, last: &str) {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.contains(last)) {
            lines.push(self.told.as_mut().unwrap().next().unwrap_or_else(|| panic!("{lines:?}")).unwrap());
        }
    }

    /// Types no more: the exit code, and what was wrong.
    fn ends(mut self) -> (Option<i32>, String) {
        drop(self.typed.take());
        let mut error = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        (self.child.wait().unwrap().code(), error)
    }
}

/// A program that is called in between.
#[test]
fn the_prompt_keeps_what_others_saved() {
    let home = place("prompt");
    let ann = home.join("ann.yml");
    std::fs::write(&ann, sheet("Ann", 0, 0)).unwrap();
    let mut prompt = Prompt::open(&home);
    prompt.types("load ann.yml\nreap Ann");
    prompt.until("Corn 0 → 1");
    assert_eq!(run(&home, &MINE).code, 0);
    prompt.types("save");
    prompt.until("it now has both changes");
    assert_eq!(std::fs::read_to_string(&ann).unwrap(), sheet("Ann", 1, 1));
    // The same now on both sides: it is refused, and nothing is lost.
    assert_eq!(run(&home, &REAP).code, 0);
    prompt.types("reap Ann");
    prompt.until("Corn 1 → 2");
    prompt.types("save\nquit");
    let (_, error) = prompt.ends();
    assert!(error.contains("error[file-not-as-read]") && error.contains("changed in both places: Corn"), "{error}");
    assert_eq!(std::fs::read_to_string(&ann).unwrap(), sheet("Ann", 2, 1));
}

#[test]
fn what_is_somebody_elses_file_by_now_is_left_alone() {
    let other = sheet("Ann", 0, 0).replace("ruleset: tally", "ruleset: plain");
    for (name, now, wrong) in [
        ("prompt-bob", sheet("Bob", 0, 0), "it tells of “Bob” by now"),
        ("prompt-other", other, "error[character-of-another-game]"),
    ] {
        let home = place(name);
        let ann = home.join("ann.yml");
        std::fs::write(&ann, sheet("Ann", 0, 0)).unwrap();
        let mut prompt = Prompt::open(&home);
        prompt.types("load ann.yml\nreap Ann");
        prompt.until("Corn 0 → 1");
        std::fs::write(&ann, &now).unwrap();
        prompt.types("save");
        let (code, error) = prompt.ends();
        assert_eq!(code, Some(4), "{error}");
        assert!(error.contains(wrong), "{error}");
        assert_eq!(std::fs::read_to_string(&ann).unwrap(), now);
    }
}

/// Where what is told cannot be written, what is saved is what was saved, and what is lost is said to be.
#[test]
fn nobody_reads_what_was_saved() {
    let home = place("unread");
    let ann = home.join("ann.yml");
    std::fs::write(&ann, sheet("Ann", 0, 0)).unwrap();
    // Nobody reads: the reader of a pipe is gone.
    let unread = |args: &[&str]| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let done = tirada(&home, args).stdin(Stdio::null()).stdout(writer).output().unwrap();
        (done.status.code().unwrap(), String::from_utf8(done.stderr).unwrap())
    };
    let full = |args: &[&str]| {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let done = tirada(&home, args).stdin(Stdio::null()).stdout(full).output().unwrap();
        (done.status.code().unwrap(), String::from_utf8(done.stderr).unwrap())
    };
    for (args, corn) in [(REAP.to_vec(), 1), ([&REAP[..], &["--json"]].concat(), 2)] {
        let (code, error) = unread(&args);
        assert!(code == 0 && error.contains("Saved: ann.yml"), "{code} {error}");
        assert_eq!(points(&ann, "Corn"), 2 * corn - 1);
        let (code, error) = full(&args);
        assert!(code == 3 && error.contains("Saved: ann.yml"), "{code} {error}");
        assert!(error.contains("Standard output cannot be written to."), "{error}");
        assert_eq!(points(&ann, "Corn"), 2 * corn);
    }
    // So it is with everything else that writes files, and only where they were written.
    let manifest = "tirada pack: 1\nid: tallies\nversion: 1.0.0\nauthors: [Ann]\nlicence: MIT\nlanguage: en\n";
    std::fs::create_dir_all(home.join("tallies/count")).unwrap();
    std::fs::write(home.join("tallies/pack.yml"), manifest).unwrap();
    std::fs::write(home.join("tallies/count/ruleset.yml"), super::TALLY.replace("tally", "count")).unwrap();
    let commands: [(&[&str], &str); 8] = [
        (&["lock", "tally"], "tirada.lock"),
        (&["new", "kites", "--dice", "2d6"], "kites"),
        (&["schema", "--write", "tally"], "tally/.tirada/ruleset.schema.json"),
        (&["pack", "tallies"], "tallies-1.0.0.zip"),
        (&["import", "tallies", "--yes"], "/tallies"),
        (&["remove", "tallies", "--yes"], "/tallies"),
        (&["check", "--fix", "bad.yml"], "bad.yml"),
        (&["test", "tally", "--update", "--yes"], "tally/cases/one.yml"),
    ];
    let bad = sheet("Bad", 0, 0).replace("tirada character", "tirada charcter");
    let case = "tirada cases: 1\ncases: {A: {roll: 1d6, dice: [3], expect: {total: 4}}}\n";
    std::fs::create_dir(home.join("tally/cases")).unwrap();
    for end in ["gone", "full"] {
        let _ = std::fs::remove_dir_all(home.join("kites"));
        let _ = std::fs::remove_dir_all(home.join("tally/.tirada"));
        std::fs::write(home.join("bad.yml"), &bad).unwrap();
        std::fs::write(home.join("tally/cases/one.yml"), case).unwrap();
        for (args, told) in commands {
            let (code, error) = if end == "gone" { unread(args) } else { full(args) };
            let line =
                error.lines().find(|line| line.starts_with(if args[0] == "remove" { "Removed: " } else { "Saved: " }));
            assert_eq!(code, if end == "gone" { 0 } else { 3 }, "{args:?}: {error}");
            assert!(line.is_some_and(|line| line.contains(told)), "{args:?}: {error}");
        }
    }
    std::fs::remove_dir_all(home.join("tally/cases")).unwrap();
    for args in [&["lock", "nothing-like-it"][..], &["schema", "tally"], &["import", "tallies"]] {
        for (_, error) in [unread(args), full(args)] {
            assert!(!error.contains("Saved"), "{args:?}: {error}");
        }
    }
    // Nobody is told that it was saved where it was not.
    std::fs::create_dir(home.join(".tirada-lock")).unwrap();
    for (code, error) in [unread(&REAP), full(&REAP)] {
        assert!(code == 3 && error.contains("error[nothing-saved]"), "{code} {error}");
    }
    std::fs::remove_dir(home.join(".tirada-lock")).unwrap();
    // A prompt whose reader goes before `save` is read.
    let mut prompt = Prompt::open(&home);
    // It has told all of it when it answers what comes behind.
    prompt.types("load ann.yml\n1");
    prompt.until("= 1");
    drop(prompt.told.take());
    // What another test starts at this moment has the pipe too, until it is its own program.
    std::thread::sleep(std::time::Duration::from_millis(200));
    prompt.types("reap Ann\nsave");
    let (code, error) = prompt.ends();
    assert!(code == Some(4) && error.contains("error[people-not-saved]"), "{code:?} {error}");
    assert_eq!(points(&ann, "Corn"), 4);
}
