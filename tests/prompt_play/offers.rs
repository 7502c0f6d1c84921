//! What is said about what can be done, and what Tab offers.

use super::{Files, PromptState, Says, all, say, state};
use tirada::internals::check::answer_of;
use tirada::internals::check::program::{AnswerKind, CheckedGame};
use tirada::internals::cli::prompt::complete::complete;
use tirada::internals::cli::prompt::state::PromptLine;
use tirada::internals::cli::terminal_effects::{in_words, meant};
use tirada::internals::engine::Decision;
use tirada::internals::report::{Catalogue, Language};

#[test]
fn help_shows_what_can_be_done() {
    let files = Files::new();
    let mut state = state(&files);
    let help = say(&mut state, "help");
    assert!(help.contains("Actions: refresh, fading, hurt them, strike, chase, scare, line up"), "{help}");
    assert!(help.contains("Interventions in the last move: push, bigger"), "{help}");
    assert!(say(&mut state, "help strike").contains("weapon: a row of Weapon"));
    assert!(say(&mut state, "help push").contains("judge decides"));
    assert_eq!(say(&mut state, "help strik"), "unknown-command at strik; ");
    assert!(say(&mut state, "help undo").starts_with("undo [N]  "));
}

#[test]
fn an_example_is_of_who_can_do_it() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml", "load bob.yml"]);
    assert!(say(&mut state, "help strike").contains("strike Ann bob"));
    say(&mut state, "edit Ann tags: {Dead: {}}");
    let help = say(&mut state, "help strike");
    assert!(help.contains("strike bob Ann"), "{help}");
}

/// Two roles, a role of another kind, and a question for a character.
#[test]
fn an_example_names_no_character_twice() {
    let files = Files::new();
    let rules = "tirada: 1
id: yard
rounding: down
traits: {Being: {one of: [Carter, Cart], default: Carter}}
kinds: {Carter: {}, Cart: {}}
actions:
  hand over:
    roles: [giver]
    ask: {taker: {character: any}, kindly: {yes no: }}
    steps: {goes: {say: '{giver} to {taker}', when: kindly}}
  drive:
    roles: {carter: Carter, cart: Cart}
    steps: {goes: {say: '{carter} drives {cart}'}}
";
    files.0.borrow_mut().insert("yard".to_owned(), rules.to_owned());
    for (name, kind) in [("Ada", "Carter"), ("Ben", "Carter"), ("Wain", "Cart")] {
        let text = format!("tirada character: 1\nname: {name}\ntraits: {{Being: {kind}}}\n");
        files.0.borrow_mut().insert(format!("{name}.yml"), text);
    }
    let mut state = state(&files);
    let said = all(&mut state, &["use yard", "load Ada.yml"]);
    let example = |state: &mut PromptState<'_>, name: &str| {
        let help = say(state, &format!("help {name}"));
        help.lines().last().and_then(|line| line.split_once(": ")).map_or(help.clone(), |(_, line)| line.to_owned())
    };
    assert_eq!(example(&mut state, "hand over"), "hand over Ada TAKER kindly=yes", "{said}");
    assert_eq!(example(&mut state, "drive"), "drive Ada CART");
    say(&mut state, "load Ben.yml Wain.yml");
    assert_eq!(example(&mut state, "hand over"), "hand over Ada Ben kindly=yes");
    assert_eq!(example(&mut state, "drive"), "drive Ada Wain");
    state.catalogue = Catalogue::new(Language::Spanish);
    assert_eq!(example(&mut state, "hand over"), "hand over Ada Ben kindly=sí");
}

/// Candidates for a line whose cursor stands at its end.
fn offered(state: &PromptState<'_>, line: &str) -> String {
    let (start, found) = complete(line, line.len(), &state.view());
    format!("{start}: {}", found.into_iter().map(|one| one.text).collect::<Vec<_>>().join("; "))
}

#[test]
fn tab_knows_what_can_be_done() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml", "dice 2 7 5", "strike Ann bob Gun Knife"]);
    assert_eq!(offered(&state, "stri"), "0: strike ; strict");
    assert_eq!(offered(&state, "hurt t"), "0: hurt them ");
    assert_eq!(offered(&state, "strike "), "7: attacker=; target one=; weapon=; skill=");
    assert_eq!(offered(&state, "strike att"), "7: attacker=");
    assert_eq!(offered(&state, "strike attacker=a"), "16: Ann");
    assert_eq!(offered(&state, "strike attacker=Ann "), "20: target one=; weapon=; skill=");
    assert_eq!(offered(&state, "strike attacker=Ann target one="), "31: bob");
    // What is filled by its position is not offered again, nor is whoever plays another role.
    assert_eq!(offered(&state, "strike Ann "), "11: target one=; weapon=; skill=");
    assert_eq!(offered(&state, "strike Ann target one="), "22: bob");
    say(&mut state, "as Ann");
    assert_eq!(offered(&state, "strike bob "), "11: weapon=; skill=");
    assert_eq!(offered(&state, "push veto="), "10: yes; no");
    state.catalogue = Catalogue::new(Language::Spanish);
    assert_eq!(offered(&state, "push veto="), "10: sí; no");
    state.catalogue = Catalogue::new(Language::English);
    say(&mut state, "as none");
    assert_eq!(offered(&state, "strike weapon=g"), "14: Gun");
    assert_eq!(offered(&state, "strike skill=k"), "13: Knife");
    assert_eq!(offered(&state, "strike bo"), "7: bob");
    assert_eq!(offered(&state, "push dice="), "10: 2; 5; 7");
    assert_eq!(offered(&state, "push at="), "8: blow; Ann; base");
    assert_eq!(offered(&state, "push q"), "5: quirk=");
    assert_eq!(offered(&state, "push quirk=l"), "11: Lucky");
    assert_eq!(offered(&state, "pass n"), "5: night");
    assert_eq!(offered(&state, "as a"), "3: Ann");
    assert_eq!(offered(&state, "help stri"), "5: strike");
    // A beginning of one name alone is as good as the name; who plays a role is in no other.
    assert_eq!(offered(&state, "stri Ann "), "9: target one=; weapon=; skill=");
    assert_eq!(offered(&state, "stri An "), "8: target one=; weapon=; skill=");
    assert_eq!(offered(&state, "strike An b"), "10: bob; Brawn");
    let (_, found) = complete("strike Ann ", 11, &state.view());
    assert_eq!(found.iter().find(|one| one.text == "target one=").map(|one| one.about.as_str()), Some("bob"));
}

#[test]
fn tab_knows_commands_in_the_language_that_is_spoken() {
    let files = Files::new();
    let mut state = state(&files);
    say(&mut state, "load ann.yml bob.yml");
    assert!(offered(&state, "pasar n") != "6: night");
    state.catalogue = Catalogue::new(Language::Spanish);
    for (line, offers) in [
        ("pasar n", "6: night"),
        ("hoja a", "5: Ann"),
        ("ayuda stri", "6: strike"),
        ("soy b", "4: bob"),
        ("ho a", "3: Ann"),
    ] {
        assert_eq!(offered(&state, line), offers);
    }
    assert_eq!(offered(&state, "desh"), "0: deshacer");
    assert!(offered(&state, "ult").contains("último"));
    assert!(!offered(&state, "und").contains("undo"));
    assert!(offered(&state, "probabilidad h").contains("hacer"));
    assert_eq!(offered(&state, "detallado s"), "10: sí");
}

#[test]
fn yes_and_no_follow_the_prompts_language() {
    let options = ["yes".to_owned(), "no".to_owned()];
    let kind = AnswerKind::YesNo;
    let asked = Decision {
        name: "veto",
        action: "push",
        intervening: false,
        whom: None,
        by: None,
        doc: None,
        options: &options,
        kind: &kind,
        proposed: None,
        doing: None,
    };
    assert_eq!(in_words(&asked, &Catalogue::new(Language::Spanish)), ["sí", "no"]);
    let game = CheckedGame::default();
    let spanish = Catalogue::new(Language::Spanish);
    assert_eq!(meant(&game, &asked, "sí", &spanish).as_deref(), Ok("sí"));
    assert_eq!(answer_of(&game, &kind, "sí"), Some(1));
    // The beginning of a word that is read is enough.
    assert_eq!(meant(&game, &asked, "s", &spanish).as_deref(), Ok("yes"));
    assert!(meant(&game, &asked, "q", &spanish).is_err());
}

#[test]
fn the_beginning_of_an_answer_is_enough() {
    let options = ["pistol", "pike", "Rope"].map(str::to_owned);
    let kind = AnswerKind::OneOf(options.to_vec().into());
    let asked = Decision {
        name: "tool",
        action: "dig",
        intervening: false,
        whom: None,
        by: None,
        doc: None,
        options: &options,
        kind: &kind,
        proposed: None,
        doing: None,
    };
    let told = |text: &str| meant(&CheckedGame::default(), &asked, text, &Catalogue::new(Language::English));
    assert_eq!(told("ro").as_deref(), Ok("Rope"));
    assert_eq!(told("2").as_deref(), Ok("pike"));
    assert_eq!(told("pi"), Err("“pi” may mean several: pike, pistol.".to_owned()));
    let again = "That is not an answer to tool.\n  available: pistol, pike, Rope";
    assert_eq!(told("x"), Err(again.to_owned()));
}

#[test]
fn what_several_people_have_is_offered_once() {
    let files = Files::new();
    let other = "tirada character: 1\nname: Cat\ntraits: {Brawn: 2, craft: {Knife: 1}}\n";
    files.0.borrow_mut().insert("cat.yml".to_owned(), other.to_owned());
    let mut state = state(&files);
    all(&mut state, &["load ann.yml cat.yml"]);
    assert_eq!(offered(&state, "strike skill=k"), "13: Knife");
}

#[test]
fn without_characters_the_error_explains_loading() {
    let files = Files::new();
    let mut state = state(&files);
    let mut asked = Says(vec![Some("Ann")], Vec::new());
    let typed = PromptLine { text: "hurt them 3", source: "<typed>", number: 1 };
    let reply = state.execute(typed, &mut asked);
    assert_eq!(reply.findings[0].code.as_str(), "role-missing");
    assert_eq!(reply.findings[0].helps[0].id, "help-nobody-here");
    assert!(asked.1.is_empty());
}
