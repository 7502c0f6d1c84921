//! Kinds of characters at the prompt: what sheets show, who may play a role.

use super::{Files, all, say};
use tirada::internals::cli::prompt::state::PromptState;
use tirada::internals::report::{Catalogue, Language};

fn quay(files: &Files) -> PromptState<'_> {
    let game = include_str!("../games/tugs/ruleset.yml").to_owned();
    files.0.borrow_mut().insert("tugs".to_owned(), game);
    let mut state = PromptState::new(files, Catalogue::new(Language::English), true, 5);
    let (reply, _) = state.begin("tugs");
    assert!(!reply.failed(), "{:?}", reply.findings);
    all(&mut state, &["npc Spring tide", "npc Old steamer", "create Ada traits: {Arms: 3}"]);
    state
}

#[test]
fn a_sheet_shows_what_its_kind_has() {
    let files = Files::new();
    let mut state = quay(&files);
    let tide = say(&mut state, "sheet Spring tide");
    assert!(tide.contains("Height 2 of 4") && !tide.contains("Hull") && !tide.contains("Grog"), "{tide}");
    let tug = say(&mut state, "sheet Old steamer");
    assert!(tug.contains("Hull") && !tug.contains("Height") && !tug.contains("Arms"), "{tug}");
    assert!(say(&mut state, "create Bo traits: {Being: tide, Arms: 3}").starts_with("not-of-this-kind at Arms"));
    assert!(say(&mut state, "edit Ada traits: {Being: tide}").starts_with("not-of-this-kind at Being"));
    assert!(say(&mut state, "edit Ada traits: {Being: hand, Eyes: 4}").ends_with("Eyes 2 → 4"));
}

#[test]
fn only_characters_of_its_kind_play_a_role() {
    let files = Files::new();
    let mut state = quay(&files);
    assert!(say(&mut state, "rise Spring tide").contains("Height 2 → 3"));
    assert!(say(&mut state, "rise Old steamer").starts_with("role-of-a-kind"));
    assert!(say(&mut state, "«Old steamer».Height").starts_with("not-of-this-kind at Height"));
    // Time concerns only those who have what it changes.
    assert!(say(&mut state, "pass night").contains("Height 3 → 2"));
}

#[test]
fn saved_rolls_are_not_called_like_commands() {
    let files = Files::new();
    let mut state = super::state(&files);
    for name in ["odds", "note", "sheet"] {
        let said = say(&mut state, &format!("let {name}(n) = 2d6 + n"));
        assert!(said.starts_with(&format!("let-is-taken at {name}")), "{said}");
    }
    assert!(say(&mut state, "let oddly(n) = 2d6 + n").starts_with("oddly(n) = 2d6 + n"));
}
