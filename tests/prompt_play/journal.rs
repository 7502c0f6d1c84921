//! What is not saved when the program is killed is there again.
#![cfg(feature = "store")]

use super::{Files, say, state};
use crate::common;

const MARA: &str = "tirada character: 1\nname: Mara\n";

/// A table with Mara, from a file in a folder of its own.
fn files(test: &str) -> (Files, String, std::path::PathBuf) {
    let folder = common::folder(&format!("journal-{test}"));
    let files = Files::new();
    let tides = include_str!("../games/tides/ruleset.yml");
    files.0.borrow_mut().insert("tides".to_owned(), tides.to_owned());
    let path = folder.join("mara.yml").display().to_string();
    files.0.borrow_mut().insert(path.clone(), MARA.to_owned());
    (files, path, folder)
}

fn left_in(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().display().to_string());
    let mut found: Vec<String> = entries.filter(|name| name.ends_with(".tirada")).collect();
    found.sort();
    found
}

#[test]
fn a_killed_session_is_offered_and_goes_on() {
    let (files, path, folder) = files("goes-on");
    let mut first = state(&files);
    first.keep_unsaved();
    say(&mut first, "use tides");
    say(&mut first, &format!("load «{path}»"));
    assert!(left_in(&folder).is_empty(), "nothing has changed yet");
    let told = say(&mut first, "ebb and flood far=1");
    assert!(told.contains("Breath"), "{told}");
    let then = say(&mut first, "who");
    // It ends without its end.
    drop(first);
    let left = left_in(&folder);
    assert_eq!(left.len(), 1, "{left:?}");

    let mut second = state(&files);
    second.keep_unsaved();
    say(&mut second, "use tides");
    let offered = say(&mut second, &format!("load «{path}»"));
    assert!(offered.contains("Mara") && offered.contains(&left[0]), "{offered}");
    // As long as it is not decided, what happens now is kept elsewhere.
    say(&mut second, "ebb and flood far=2");
    assert_eq!(left_in(&folder).len(), 2);
    assert!(say(&mut second, &format!("load «{}»", left[0])).contains("people-not-saved"));
    say(&mut second, "undo");
    let back = say(&mut second, &format!("load «{}»", left[0]));
    assert_eq!(back, then);
    assert_eq!(left_in(&folder), left, "only the one that goes on is left");
    let undone = say(&mut second, "undo");
    assert!(undone.contains("ebb and flood") && say(&mut second, "who").contains("Breath 5"), "{undone}");
    say(&mut second, "redo");
    say(&mut second, "save");
    assert_ne!(files.0.borrow()[&path], MARA);
    second.close().unwrap();
    assert!(left_in(&folder).is_empty());
}

#[test]
fn what_was_saved_is_not_offered() {
    let (files, path, folder) = files("saved");
    let mut first = state(&files);
    first.keep_unsaved();
    say(&mut first, "use tides");
    say(&mut first, &format!("load «{path}»"));
    say(&mut first, "ebb and flood far=1");
    say(&mut first, "save");
    drop(first);
    assert_eq!(left_in(&folder).len(), 1);
    let mut second = state(&files);
    second.keep_unsaved();
    say(&mut second, "use tides");
    let loaded = say(&mut second, &format!("load «{path}»"));
    assert!(!loaded.contains(".unsaved"), "{loaded}");
    assert!(left_in(&folder).is_empty());
}

#[test]
fn a_campaign_is_no_character() {
    let (files, path, folder) = files("campaign");
    let campaign = folder.join("dusk.tirada").display().to_string();
    assert_eq!(common::tirada(&["campaign", "new", &campaign, "-r", "tests/games/mini"]).code, 0);
    let mut table = state(&files);
    table.keep_unsaved();
    say(&mut table, "use tides");
    say(&mut table, &format!("load «{path}»"));
    let told = say(&mut table, &format!("load «{campaign}»"));
    assert!(told.contains("campaign-not-loaded"), "{told}");
}

#[test]
fn unwritable_folders_are_reported_once() {
    let (files, _, folder) = files("read-only");
    let path = folder.join("none/mara.yml").display().to_string();
    files.0.borrow_mut().insert(path.clone(), MARA.to_owned());
    let mut table = state(&files);
    table.keep_unsaved();
    say(&mut table, "use tides");
    say(&mut table, &format!("load «{path}»"));
    assert!(say(&mut table, "ebb and flood far=1").contains("journal-not-kept"));
    let next = say(&mut table, "ebb and flood far=1");
    assert!(next.contains("Breath") && !next.contains("journal-not-kept"), "{next}");
}
