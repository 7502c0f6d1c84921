//! `all` stands for everyone wherever characters are named.

use super::{Files, all, say, state, world};
use tirada::internals::cli::prompt::command::{COMMANDS, CommandArguments};
use tirada::internals::cli::prompt::complete::complete;
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::session::What;

/// `ann.yml`, `bob.yml`, and one more whose name is said.
fn with(name: &str) -> Files {
    let files = Files::new();
    let text = format!("tirada character: 1\nname: {name}\ntraits: {{Brawn: 2, Wits: 2}}\n");
    files.0.borrow_mut().insert("more.yml".to_owned(), text);
    files
}

#[test]
fn every_command_that_takes_people_takes_all() {
    let files = with("Allan");
    let mut state = state(&files);
    state.abbreviates = true;
    let mut taken = 0;
    for (word, _, _, behind) in COMMANDS {
        let line = match behind {
            CommandArguments::Person | CommandArguments::People => format!("{word} all"),
            CommandArguments::SheetOf => format!("{word} all points: {{Luck: 1}}"),
            _ => continue,
        };
        say(&mut state, "load ann.yml bob.yml more.yml");
        let said = say(&mut state, &line);
        if word == "as" {
            assert_eq!(said, "nobody-of-that-name at all; ");
        } else {
            assert!(!said.contains(" at "), "{line}: {said}");
            taken += 1;
        }
        let end = matches!(behind, CommandArguments::People) && state.table.world().turns.is_some();
        all(&mut state, if end { &["end"] } else { &[] });
        say(&mut state, "drop all");
        assert!(state.people().is_empty(), "{line}");
    }
    assert!(taken >= 6);
    assert_eq!(say(&mut state, "sheet all"), "nobody-of-that-name at all; ");
}

#[test]
fn what_all_names_is_one_move() {
    let files = with("Cleo");
    let mut state = state(&files);
    say(&mut state, "load ann.yml bob.yml more.yml");
    let sheets = say(&mut state, "sheet all");
    assert!(["Ann  ", "bob  ", "Cleo  "].iter().all(|name| sheets.contains(name)), "{sheets}");
    let before = world(&state);
    let said = say(&mut state, "edit all points: {Luck: 1}");
    assert!(said.contains("Ann: Luck 2 → 1") && said.contains("bob: Luck 4 → 1"), "{said}");
    assert!(say(&mut state, "save all").contains("bob.yml"));
    assert!(say(&mut state, "drop all").starts_with("Ann, bob, Cleo leave"));
    assert_eq!(say(&mut state, "undo"), "Taken back: Ann, bob, Cleo leave");
    assert!(say(&mut state, "undo").starts_with("Taken back: The sheets of Ann, bob, Cleo are corrected"));
    assert_eq!(world(&state), before);
    // Where one of them cannot be so, none is.
    assert!(say(&mut state, "edit all points: {Luck: 99}").starts_with("trait-out-of-range"));
    assert_eq!(world(&state), before);
    state.catalogue = Catalogue::new(Language::Spanish);
    assert!(say(&mut state, "hoja todos").contains("bob  "));
    let (_, found) = complete("hoja to", 7, &state.view());
    assert_eq!(found.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), ["todos"]);
    assert!(say(&mut state, "retirar todos").contains("Cleo"));
    // Campaigns keep the place of one character as a number.
    assert!(matches!(serde_json::from_str(r#"{"Edited":2}"#), Ok(What::Edited(people)) if people == [2]));
}

/// The name of a character is meant before everyone.
#[test]
fn a_character_called_all_is_that_one() {
    let files = with("all");
    let mut state = state(&files);
    say(&mut state, "load ann.yml bob.yml more.yml");
    assert!(say(&mut state, "sheet all").starts_with("all  "));
    // Without names, all act in turn.
    assert_eq!(say(&mut state, "begin"), "Round 1 · Ann");
    assert!(say(&mut state, "drop all").starts_with("all leaves"));
    assert!(say(&mut state, "sheet everyone").contains("bob  "));
}
