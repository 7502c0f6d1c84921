//! Two programs that write the same files.

use std::path::Path;

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
fn what_is_said_to_be_saved_is_saved() {
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
fn who_has_two_files_and_who_has_one_do_not_wait_for_each_other_forever() {
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

/// A prompt that is open the whole evening, and a program that is called in between.
#[test]
fn the_prompt_keeps_what_others_saved() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::Stdio;
    let home = place("prompt");
    let ann = home.join("ann.yml");
    std::fs::write(&ann, sheet("Ann", 0, 0)).unwrap();
    let mut prompt = tirada(&home, &["-r", "tally"]);
    let mut prompt = prompt.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut typed = prompt.stdin.take().unwrap();
    let mut told = BufReader::new(prompt.stdout.take().unwrap()).lines();
    let mut until = |last: &str| {
        let mut lines = Vec::new();
        loop {
            let line = told.next().unwrap_or_else(|| panic!("{lines:?}")).unwrap();
            let done = line.contains(last);
            lines.push(line);
            if done {
                return lines.join("\n");
            }
        }
    };
    writeln!(typed, "load ann.yml\nreap Ann").unwrap();
    until("Corn 0 → 1");
    assert_eq!(run(&home, &MINE).code, 0);
    writeln!(typed, "save").unwrap();
    until("it now has both changes");
    assert_eq!(std::fs::read_to_string(&ann).unwrap(), sheet("Ann", 1, 1));
    // The same now on both sides: it is refused, and nothing is lost.
    assert_eq!(run(&home, &REAP).code, 0);
    writeln!(typed, "reap Ann").unwrap();
    until("Corn 1 → 2");
    writeln!(typed, "save\nquit").unwrap();
    drop(typed);
    let mut error = String::new();
    std::io::Read::read_to_string(&mut prompt.stderr.take().unwrap(), &mut error).unwrap();
    prompt.wait().unwrap();
    assert!(error.contains("error[file-not-as-read]") && error.contains("changed in both places: Corn"), "{error}");
    assert_eq!(std::fs::read_to_string(&ann).unwrap(), sheet("Ann", 2, 1));
}
