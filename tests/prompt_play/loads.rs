//! Loads that are taken back: nobody's file is written with what came from another.

use super::{Files, all, say, state};

#[test]
fn the_table_goes_with_its_load() {
    let files = Files::new();
    let mut state = state(&files);
    let room = files.text("room.yml");
    all(&mut state, &["load ann.yml room.yml", "undo"]);
    assert_eq!(say(&mut state, "who"), "the table  Dread 1\nThere are no characters; `load FILE` loads one.");
    assert_eq!(say(&mut state, "save"), "There is nothing to save.");
    assert_eq!(files.text("room.yml"), room);
    assert_eq!(say(&mut state, "load room.yml"), "table  room.yml");
    assert_eq!(say(&mut state, "who").lines().next(), Some("the table  Dread 3  room.yml"));
    all(&mut state, &["undo", "redo"]);
    assert_eq!(say(&mut state, "who").lines().next(), Some("the table  Dread 3  room.yml"));
}

#[test]
fn whoever_is_back_has_their_own_file_again() {
    let files = Files::new();
    let other = "tirada character: 1\nname: Ann\ntraits: {Brawn: 9}\n";
    files.0.borrow_mut().insert("other.yml".to_owned(), other.to_owned());
    let hall = "tirada character: 1\ntable: yes\npoints: {Dread: 5}\n";
    files.0.borrow_mut().insert("hall.yml".to_owned(), hall.to_owned());
    let mut state = state(&files);
    all(&mut state, &["load ann.yml room.yml", "drop Ann", "load other.yml hall.yml"]);
    assert!(say(&mut state, "who").contains("other.yml"));
    all(&mut state, &["undo 2"]);
    let who = say(&mut state, "who");
    assert!(who.contains("ann.yml") && who.contains("Dread 3  room.yml") && !who.contains("not saved"), "{who}");
    assert_eq!(say(&mut state, "save"), "There is nothing to save.");
    all(&mut state, &["hurt them Ann 3"]);
    assert_eq!(say(&mut state, "save"), "Ann  ann.yml");
    assert_eq!((files.text("other.yml").as_str(), files.text("hall.yml").as_str()), (other, hall));
}

#[test]
fn who_shows_tags_that_have_no_name_of_their_own() {
    let files = Files::new();
    let eve = "tirada character: 1\nname: Eve\ntags: {Dazed: {for: 1 beat}}\n";
    files.0.borrow_mut().insert("eve.yml".to_owned(), eve.to_owned());
    let mut state = state(&files);
    all(&mut state, &["load eve.yml ann.yml"]);
    let who = say(&mut state, "who");
    let of = |name: &str| who.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(of("Eve").contains(" · Dazed  eve.yml"), "{who}");
    assert!(!of("Ann").contains("Dazed"), "{who}");
}
