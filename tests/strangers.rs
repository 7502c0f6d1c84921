//! Games such as strangers play, in YAML alone: their cases exercise every row, outcome, action and
//! intervention, and each of their tests has exact odds at once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Something to ask for the odds of, for every game; between them, every mechanism.
const ASKED: [(&str, &[&str]); 8] = [
    ("lanterns", &["lead(Keen) vs 6", "lead(Blazing) vs 12"]),
    ("embers", &["brega(4, 3, 2) vs 2", "brega(5, 5, 3, 3, 1)"]),
    ("archive", &["consult(45, Hard, -1)", "consult(60, Plain, 2)"]),
    ("omens", &["agüero(4, 3)", "agüero(4, 5)"]),
    ("ferry", &["risk(2)"]),
    ("duel", &["pose(4, 3, 1) vs 20", "pose(2, 1) vs pose(2)"]),
    ("echoes", &["prueba(2) vs Pozo"]),
    ("salt", &["attempt(1)"]),
];

/// Far more than any of them takes.
const LONGEST: Duration = Duration::from_secs(60);

fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(id)
}

fn told(args: &[&str]) -> String {
    let run = crate::common::tirada(&[&["--lang", "en"], args].concat());
    assert_eq!(run.code, 0, "{args:?}\n{}{}", run.stdout, run.stderr);
    run.stdout
}

#[test]
fn cases_exercise_everything_of_every_game() {
    for (id, _) in ASKED {
        let path = folder(id);
        let path = path.to_str().unwrap();
        let check = told(&["check", path]);
        assert!(check.ends_with("no errors.\n"), "{id}: {check}");
        let told = told(&["test", path, "--coverage"]);
        let counted: Vec<Vec<&str>> = told
            .lines()
            .filter_map(|line| line.split_once(": ")?.1.split_once(" of "))
            .map(|(some, all)| vec![some, all])
            .collect();
        assert!(counted.len() >= 2, "{id}: {told}");
        assert!(counted.iter().all(|pair| pair[0] == pair[1]), "{id}: {told}");
    }
}

#[test]
fn every_test_of_every_game_has_exact_odds() {
    for (id, asked) in ASKED {
        let path = folder(id);
        for text in asked {
            let start = Instant::now();
            let odds = told(&["odds", "-r", path.to_str().unwrap(), text, "--json"]);
            assert!(start.elapsed() < LONGEST, "{id}: {text} takes {:?}", start.elapsed());
            let odds: serde_json::Value = serde_json::from_str(&odds).unwrap();
            assert!(odds.to_string().contains("\"outcomes\""), "{id}: {text}: {odds}");
        }
        let rules = std::fs::read_to_string(path.join("ruleset.yml")).unwrap();
        let names = rules.split("\ntests:\n").nth(1).unwrap();
        let names = names.lines().take_while(|line| line.is_empty() || line.starts_with(' '));
        let names = names.filter_map(|line| line.strip_prefix("  ")?.strip_suffix(':'));
        for name in names.filter(|name| !name.starts_with(' ')) {
            assert!(asked.iter().any(|text| text.starts_with(name)), "{id}: nobody asks for the odds of {name}");
        }
    }
}
