//! The Python packages: a child that answers questions and times itself.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// `peers.py` in the environment that `prepare` has made. It is started once; Python is warm
/// when it is measured.
pub struct Python {
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Python {
    /// Starts it; `None` if the environment was not prepared.
    pub fn start() -> Option<Self> {
        let home = Path::new(env!("CARGO_MANIFEST_DIR"));
        let program = home.join(".venv/bin/python");
        if !program.exists() {
            return None;
        }
        let mut child = Command::new(program)
            .arg(home.join("peers.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python of the prepared environment starts");
        let requests = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().expect("the child's output is piped"));
        Some(Self { child, requests, answers })
    }

    /// The packages and their versions.
    pub fn peers(&mut self) -> String {
        self.ask("peers")
    }

    /// How long so many repetitions took, by the child's clock.
    pub fn time(&mut self, question: &str, peer: &str, times: usize) -> Duration {
        let answer = self.ask(&format!("{question} {peer} {times}"));
        Duration::from_nanos(answer.parse().expect("nanoseconds"))
    }

    /// The distribution that a peer finds.
    pub fn show(&mut self, question: &str, peer: &str) -> BTreeMap<i64, f64> {
        let answer = self.ask(&format!("{question} {peer} show"));
        let entries = answer.split(' ').map(|entry| {
            let (value, chance) = entry.split_once(':').expect("value:ways/all");
            let (ways, all) = chance.split_once('/').expect("ways/all");
            let [ways, all] = [ways, all].map(|number| number.parse::<f64>().expect("a number"));
            (value.parse().expect("a value"), ways / all)
        });
        entries.collect()
    }

    fn ask(&mut self, request: &str) -> String {
        let requests = self.requests.as_mut().expect("the child listens");
        writeln!(requests, "{request}").and_then(|()| requests.flush()).expect("the child listens");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("the child answers");
        assert!(!answer.is_empty(), "peers.py ended at `{request}`");
        answer.trim_end().to_owned()
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        // Without more requests it ends by itself.
        self.requests = None;
        let _ = self.child.wait();
    }
}
