//! Amounts below zero are told, and count as nothing.

use super::{Files, say, state};

#[test]
fn negative_amounts_are_reported() {
    let files = Files::new();
    let tides = include_str!("../games/tides/ruleset.yml");
    files.0.borrow_mut().insert("tides".to_owned(), tides.to_owned());
    let mara = "tirada character: 1\nname: Mara\n";
    files.0.borrow_mut().insert("mara.yml".to_owned(), mara.to_owned());
    let mut state = state(&files);
    say(&mut state, "use tides");
    say(&mut state, "load mara.yml");
    // Once for each of the two.
    let said = say(&mut state, "ebb far=-2");
    assert_eq!(said.matches("2: less than 0, so it counts as 0").count(), 2, "{said}");
    assert!(said.ends_with("Nothing changed."), "{said}");
    let said = say(&mut state, "ebb and flood far=-2");
    assert!(said.contains("Breath 5 → 7") && said.contains("Pearls 4 → 2"), "{said}");
}
