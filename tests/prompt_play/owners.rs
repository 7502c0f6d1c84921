//! Whose a trait is where several people sit there, and what a game that is used again keeps.

use super::{Files, all, say, state};

#[test]
fn shared_names_belong_to_nobody_until_an_owner_is_given() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml room.yml"]);
    for (line, place) in [
        ("Brawn + 1", "Brawn"),
        ("2d6 + Wits", "Wits"),
        ("Grit", "Grit"),
        ("Luck", "Luck"),
        ("Flesh.lost", "Flesh.lost"),
        ("if Dead then 1 else 0", "Dead"),
        ("count(Shield)", "count(Shield)"),
        ("sum(guard)", "sum(guard)"),
        // What a test reads on its own is missing where the test is called.
        ("trial(3) vs 8", "trial(3)"),
        ("odds B + Wits", "Wits"),
        ("odds trial(3) vs 8", "trial(3)"),
        ("Knife", "Knife"),
    ] {
        assert_eq!(say(&mut state, line), format!("whose-name at {place}; "), "{line}");
    }
    // What belongs to nobody, and what somebody said.
    assert_eq!(say(&mut state, "Dread + 1").lines().last(), Some("= 4"));
    assert_eq!(say(&mut state, "Ann.Brawn + bob.Wits + Ann.Knife + Ann.Flesh.left").lines().last(), Some("= 26"));
    assert!(say(&mut state, "odds B + bob.Brawn").contains("mean 8.5"));
    assert_eq!(say(&mut state, "bob.Knife"), "nobody-has at Knife; ");
    all(&mut state, &["let Wits = 5"]);
    assert_eq!(say(&mut state, "Wits"), "= 5");
    all(&mut state, &["unlet Wits", "as bob"]);
    assert_eq!(say(&mut state, "Wits + Ann.Knife").lines().last(), Some("= 7"));
    assert_eq!(say(&mut state, "Knife"), "whose-name at Knife; ");
    all(&mut state, &["drop bob"]);
    assert_eq!(say(&mut state, "Wits").lines().last(), Some("= 2"), "the only one there");
}

#[test]
fn the_table_alone_is_seen() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load room.yml"]);
    assert_eq!(say(&mut state, "Dread"), "= 3");
    assert_eq!(say(&mut state, "Wits"), "= 2");
}

#[test]
fn a_game_that_is_played_already_keeps_its_table() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml", "hurt them Ann 3", "let mine = 2", "dice 1 2 3"]);
    let before = state.table.world().clone();
    let same = "“mini” is being played already, and its rules are as they were: nothing changes.";
    assert_eq!(say(&mut state, "use mini"), same);
    assert_eq!(say(&mut state, "use empty"), "people-not-saved at empty; ");
    assert_eq!(say(&mut state, "Flesh.lost + mine").lines().last(), Some("= 5"));
    assert_eq!(state.table.world(), &before);
    assert_eq!(say(&mut state, "undo"), "Taken back: hurt them victim Ann");
    assert!(say(&mut state, "redo").starts_with("Done again: hurt them victim Ann"));
    // Errors still point into what was typed.
    assert_eq!(say(&mut state, "Brown"), "unknown-name at Brown; ");
    say(&mut state, "save");
    assert_eq!(say(&mut state, "use mini"), same);
}

#[test]
fn returning_to_a_game_restores_everything() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml", "let mine = 2", "hurt them Ann 3", "save"]);
    let before = (
        state.table.world().clone(),
        say(&mut state, "who"),
        say(&mut state, "log"),
        say(&mut state, "Flesh.lost + mine"),
    );
    assert!(say(&mut state, "use empty").ends_with("No longer there: Ann"), "{before:?}");
    assert_eq!(say(&mut state, "undo 9"), "too-much-to-undo at 9; ");
    assert_eq!(say(&mut state, "undo"), "Taken back: use empty");
    let after = (
        state.table.world().clone(),
        say(&mut state, "who"),
        say(&mut state, "log"),
        say(&mut state, "Flesh.lost + mine"),
    );
    assert_eq!(after, before);
    // The errors of the line point into it.
    assert_eq!(say(&mut state, "Brown"), "unknown-name at Brown; ");
    assert_eq!(say(&mut state, "redo"), "Done again: use empty");
    assert_eq!(
        (state.game().id.to_string(), say(&mut state, "redo")),
        ("empty".to_owned(), "nothing-to-redo at ; ".to_owned())
    );
    assert!(say(&mut state, "undo 2").ends_with("Taken back: hurt them victim Ann"));
    assert!(say(&mut state, "redo 2").ends_with("Done again: use empty"));
    // What is done instead is what comes next.
    all(&mut state, &["undo 2", "hurt them Ann 1"]);
    assert_eq!(say(&mut state, "redo").split(" at ").next(), Some("nothing-to-redo"));
    assert_eq!(say(&mut state, "use empty"), "people-not-saved at empty; ");
}

#[test]
fn changed_rules_explain_how_to_reload_characters() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml room.yml", "hurt them Ann 3"]);
    files.0.borrow_mut().insert("changed".to_owned(), String::new());
    assert_eq!(say(&mut state, "use mini"), "people-not-saved at mini; ");
    all(&mut state, &["save"]);
    let said = say(&mut state, "use mini");
    assert!(said.ends_with("No longer there: Ann\nTo have them back: load room.yml ann.yml"), "{said}");
    assert_eq!(say(&mut state, "load room.yml ann.yml"), "table  room.yml\nAnn  ann.yml");
}

/// Two sections of a sheet in a line, nobody who speaks any more, and what several have with its owner.
#[test]
fn create_and_as_lines_are_read_in_full() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml"]);
    let came = say(&mut state, "create Cleo traits: {Brawn: 3} points: {Luck: 2}");
    assert!(came.starts_with("Cleo"), "{came}");
    assert!(say(&mut state, "sheet Cleo").contains("Luck 2"));
    assert_eq!(say(&mut state, "create Dan traits: {Brawn: 3} nonsense: {Luck: 2}"), "unknown-key at nonsense; ");
    assert_eq!(say(&mut state, "as Cleo"), "Cleo  (`as nobody` ends it)");
    assert_eq!(say(&mut state, "as nobody"), "No character is chosen.");
    assert_eq!(state.current_name(), None);
    assert_eq!(say(&mut state, "pass 3 beats"), "unknown-time at 3 beats; ");
}
