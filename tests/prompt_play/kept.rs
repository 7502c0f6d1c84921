//! A table that is kept: whoever closes it after each line and opens it again sees no difference.
#![cfg(feature = "store")]

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use tirada::internals::cli::prompt::persistence::rules_of;
use tirada::internals::cli::prompt::state::PromptState;
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::store::{Sqlite, Storage};

use super::{Files, say};

/// A campaign that has just begun.
fn campaign(name: &str, files: &Files) -> PathBuf {
    let path = crate::common::folder(name).join("c.tirada");
    let mut state = PromptState::new(files, Catalogue::new(Language::English), true, 5);
    let rules = rules_of(&mut state, "mini").unwrap();
    Sqlite::create(&path, "c", &rules, 1).unwrap();
    path
}

fn opened<'f>(path: &Path, files: &'f Files) -> PromptState<'f> {
    let mut state = PromptState::new(files, Catalogue::new(Language::English), true, 5);
    let (reply, _) = state.go_on(Box::new(Sqlite::open(path).unwrap()), path);
    assert!(reply.findings.is_empty(), "{:?}", reply.findings);
    state
}

fn lines() -> impl Strategy<Value = Vec<&'static str>> {
    let lines = prop::sample::select(vec![
        "strike Ann bob Gun Knife",
        "strike bob Ann Fist",
        "push",
        "push pusher=Ann",
        "bigger",
        "chase Ann bob",
        "hurt them Ann 3",
        "scare bob P=2 how=hard",
        "pass beat",
        "pass night",
        "as Ann",
        "trial(2) vs 8",
        "trial(2) vs 8 + push",
        "2d6",
        "drop bob",
        "load bob.yml",
        "load room.yml",
        "strike nonsense",
        "undo",
        "undo 2",
        "undo",
        "redo",
        "let x = 3",
        "trial(x) vs 8",
        "set strict = yes",
        "unlet x",
        "dice 10 10 4",
        "note they flee",
        "save",
        "use mini",
    ]);
    prop::collection::vec(lines, 1..24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn closing_and_opening_changes_nothing(lines in lines(), seed in 0..1000_u64) {
        let files = Files::new();
        let (one, other) = (campaign("kept-open", &files), campaign("kept-closed", &files));
        let mut open = opened(&one, &files);
        say(&mut open, "load ann.yml bob.yml");
        let mut closed = opened(&other, &files);
        say(&mut closed, "load ann.yml bob.yml");
        for (number, line) in lines.iter().enumerate() {
            closed.close().unwrap();
            drop(closed);
            closed = opened(&other, &files);
            for state in [&mut open, &mut closed] {
                say(state, &format!("seed {}", seed + number as u64));
            }
            prop_assert_eq!(say(&mut open, line), say(&mut closed, line), "{}", line);
            prop_assert_eq!(open.table.world(), closed.table.world(), "{}", line);
            for look in ["who", "log", "let", "set", "dice", "as"] {
                prop_assert_eq!(say(&mut open, look), say(&mut closed, look), "{} after {}", look, line);
            }
        }
        let told = |state: &PromptState<'_>| -> Vec<(String, Vec<i64>)> {
            let log = state.storage().unwrap().log(None, 0).unwrap();
            log.into_iter().map(|one| (one.line, one.dice)).collect()
        };
        prop_assert_eq!(told(&open), told(&closed));
    }
}

#[test]
fn the_last_move_can_be_explained_and_changed_after_reopening() {
    let files = Files::new();
    let path = campaign("kept-last", &files);
    let mut state = opened(&path, &files);
    say(&mut state, "load ann.yml bob.yml");
    say(&mut state, "seed 3");
    say(&mut state, "strike Ann bob Gun Knife");
    let last = say(&mut state, "last");
    state.close().unwrap();
    drop(state);
    let mut state = opened(&path, &files);
    assert_eq!(say(&mut state, "last"), last);
    assert!(last.lines().count() > 3, "{last}");
}

#[test]
fn the_last_roll_is_shown_again_after_reopening() {
    let files = Files::new();
    let path = campaign("kept-roll", &files);
    let mut state = opened(&path, &files);
    assert_eq!(say(&mut state, "last"), "nothing-rolled-yet at ; ");
    say(&mut state, "load ann.yml");
    say(&mut state, "dice 4 5");
    say(&mut state, "2d10 + 1");
    state.close().unwrap();
    drop(state);
    let last = say(&mut opened(&path, &files), "last");
    assert!(last.starts_with("2d10 + 1\n") && last.contains("= 10"), "{last}");
}

#[test]
fn checkpoints_lead_to_the_same_people() {
    let files = Files::new();
    let path = campaign("kept-long", &files);
    let mut state = opened(&path, &files);
    say(&mut state, "load ann.yml bob.yml");
    for number in 0..2500 {
        say(&mut state, if number % 7 == 3 { "scare Ann P=5 how=mild" } else { "pass beat" });
    }
    say(&mut state, "undo 30");
    let (world, who) = (state.table.world().clone(), say(&mut state, "who"));
    let log = say(&mut state, "log");
    state.close().unwrap();
    drop(state);
    let mut state = opened(&path, &files);
    assert_eq!(*state.table.world(), world);
    assert_eq!(say(&mut state, "who"), who);
    let again = say(&mut state, "log");
    let tail = |log: &str| log.lines().rev().take(500).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(tail(&again), tail(&log));
    assert!(!say(&mut state, "redo 30").contains("nothing"));
    assert!(say(&mut state, "undo 900").starts_with("Taken back:"));
}

#[test]
fn a_new_session_lists_characters_and_logs_every_line() {
    let files = Files::new();
    let path = campaign("kept-log", &files);
    let mut state = opened(&path, &files);
    say(&mut state, "load ann.yml");
    say(&mut state, "note  They come to # the inn.");
    say(&mut state, "dice 4 5");
    say(&mut state, "2d10");
    say(&mut state, "who");
    say(&mut state, "strike nonsense");
    state.close().unwrap();
    drop(state);
    let read = Sqlite::read(&path).unwrap();
    let log: Vec<(String, Vec<i64>)> = read.log(None, 0).unwrap().into_iter().map(|one| (one.line, one.dice)).collect();
    let expected: Vec<(String, Vec<i64>)> =
        [("load ann.yml", vec![]), ("note  They come to # the inn.", vec![]), ("2d10", vec![4, 5])]
            .map(|(line, dice)| (line.to_owned(), dice))
            .into();
    assert_eq!(log, expected);
    let sessions = read.sessions().unwrap();
    assert_eq!((sessions.len(), sessions[0].lines), (1, 3));
    assert!(sessions[0].closed.is_some());
}
