//! A session of a campaign that is killed at any moment: whatever it has answered is there, nothing is there by half, and
//! undo still knows the way back.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{place, run, sheet, times, tirada};

/// The longest that a kill waits after an answer, in microseconds.
const SPREAD: u64 = 4_000;
/// After so many kills another campaign begins.
const KILLS_OF_ONE: usize = 50;

fn begin(home: &Path) {
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(home.join(format!("c.tirada{end}")));
    }
    assert_eq!(run(home, &["campaign", "new", "c", "-r", "tally"]).code, 0);
    let import = run(home, &["campaign", "import", "c", "ann.yml", "bob.yml"]);
    assert_eq!(import.code, 0, "{}", import.stderr);
}

/// What a campaign says: how many trades hold, the numbers that were noted, and whose corn there is.
fn kept(home: &Path) -> (usize, Vec<usize>, [i64; 2]) {
    let log = run(home, &["log", "c.tirada", "--format", "json"]);
    assert_eq!(log.code, 0, "{}", log.stderr);
    let log: serde_json::Value = serde_json::from_str(&log.stdout).unwrap();
    let lines = log["entries"].as_array().unwrap();
    let of = |start: &str| lines.iter().filter_map(|one| one["line"].as_str()?.strip_prefix(start)).collect::<Vec<_>>();
    let undone = of("undo").len();
    let noted = of("note ").into_iter().map(|number| number.parse().unwrap()).collect();
    let trades = of("trade ").len() - undone;
    let out = home.join("out");
    assert_eq!(run(home, &["campaign", "export", "c", "--dir", "out", "--force"]).code, 0);
    let corn = ["ann.yml", "bob.yml"].map(|name| super::points(&out.join(name), "Corn"));
    (trades, noted, corn)
}

#[test]
fn whatever_was_answered_survives_a_kill() {
    let home = place("killed-campaign");
    std::fs::write(home.join("ann.yml"), sheet("Ann", 1_000_000, 0)).unwrap();
    std::fs::write(home.join("bob.yml"), sheet("Bob", 0, 0)).unwrap();
    let kills = times("TIRADA_KILLS", 30);
    let (mut next, mut answered_in_all, mut unanswered) = (0, 0, 0);
    for kill in 0..kills {
        if kill % KILLS_OF_ONE == 0 {
            begin(&home);
            next = 0;
        }
        let mut command = tirada(&home, &["c.tirada"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (mut says, mut hears) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut line = String::new();
        hears.read_line(&mut line).unwrap();
        assert!(line.starts_with("Session "), "kill {kill}: {line}");
        // Each number is noted after a trade; every fifth trade is taken back and made again.
        let first = next;
        let writer = std::thread::spawn(move || {
            for number in first..first + 2000 {
                let again = if number % 5 == 4 { "undo\ntrade Ann Bob\n" } else { "" };
                if write!(says, "trade Ann Bob\n{again}note {number}\n").is_err() {
                    break;
                }
            }
        });
        // Primes, so that kills fall everywhere.
        let mut answered = Vec::new();
        while answered.len() < kill * 7 % 23 {
            line.clear();
            hears.read_line(&mut line).unwrap();
            answered.extend(line.trim().parse::<usize>());
        }
        let until = Instant::now() + Duration::from_micros(u64::try_from(kill).unwrap() * 271 % SPREAD);
        while Instant::now() < until {
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        writer.join().unwrap();
        answered.extend(hears.lines().map_while(Result::ok).filter_map(|line| line.trim().parse::<usize>().ok()));
        let (trades, noted, corn) = kept(&home);
        assert_eq!(noted, (0..noted.len()).collect::<Vec<_>>(), "kill {kill}");
        let expected = answered.last().map_or(first, |last| last + 1);
        assert!(noted.len() == expected || noted.len() == expected + 1, "kill {kill}: {expected} of {}", noted.len());
        answered_in_all += answered.len();
        unanswered += noted.len() - expected;
        // What was done after the last note: at most a trade that was taken back and made again.
        assert!(trades == noted.len() || trades == noted.len() + 1, "kill {kill}: {trades} and {}", noted.len());
        assert_eq!(corn, [1_000_000 - i64::try_from(trades).unwrap(), i64::try_from(trades).unwrap()], "kill {kill}");
        // Back to where a note stands, so that the next kill can be counted.
        next = noted.len();
        if trades > next {
            let lines = crate::common::finish(tirada(&home, &["c.tirada"]), "undo\n");
            assert_eq!((lines.code, lines.stderr.as_str()), (0, ""), "kill {kill}");
        }
    }
    eprintln!("{answered_in_all} lines were answered before {kills} kills; {unanswered} were kept and not answered");
    assert!(answered_in_all > kills, "no kill came in time: {answered_in_all}");
}
