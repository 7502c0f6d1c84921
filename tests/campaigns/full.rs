//! A disk that becomes full while a campaign is played: what was answered is there, and a line that could not be kept has
//! done nothing.

use std::process::Command;

use super::{begun, typed};
use crate::common::finish;

/// Plays with files that can grow to so many bytes and no further.
const SHORT_FILES: &str = r#"
trap '' XFSZ # Whoever ignores the signal is told by the system that the file is too large.
cd "$1"
ulimit -f $(($2 / 512))
exec "$3" c.tirada
"#;

/// How much corn a text says last that there is.
fn corn(said: &str) -> i64 {
    let last = said.rsplit("Corn ").next().unwrap();
    let number = last.rsplit_once("→ ").map_or(last, |(_, number)| number);
    number.split_whitespace().next().unwrap().parse().unwrap_or_else(|_| panic!("{said}"))
}

#[test]
fn a_full_disk_loses_nothing_that_was_answered() {
    let (home, path) = begun("full");
    assert_eq!(typed(&home, &path, "load ann.yml\n").code, 0);
    let mut stopped = 0;
    for room in [150, 200, 300, 500] {
        let mut shell = Command::new("sh");
        shell.args(["-c", SHORT_FILES, "sh"]).arg(&home).arg((room * 1024).to_string()).arg(crate::common::program());
        shell.env_clear().env("PATH", "/usr/bin:/bin").env("HOME", &home).env("LANG", "en").env("TIRADA_PATH", &home);
        let run = finish(shell, format!("{}who\n", "reap Ann\n".repeat(150)));
        let refused = run.stderr.matches("error[file-not-written]").count();
        stopped += refused;
        assert_eq!(run.code, i32::from(refused > 0), "{room}: {}", run.stderr);
        assert!(refused == 0 || run.stderr.contains("this line has changed nothing"), "{room}: {}", run.stderr);
        let answered = run.stdout.matches("Ann: Corn ").count();
        assert_eq!(answered + refused, 150, "{room}: {}", run.stderr);
        // What it says last is what is there afterwards.
        let now = typed(&home, &path, "who\n");
        assert_eq!((now.code, now.stderr.as_str()), (0, ""));
        assert_eq!(corn(&now.stdout), corn(&run.stdout), "{room}");
    }
    assert!(stopped > 0, "there was always room");
}
