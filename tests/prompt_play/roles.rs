//! Whose roll an intervention is about, and who plays what.

use super::{Files, Says, all, say, say_with};
use tirada::internals::cli::prompt::state::{PromptLine, PromptState};
use tirada::internals::report::Catalogue;
use tirada::internals::report::Language;

/// Two who wrestle: each hold is followed by the other's roll not to fall.
const RING: &str = "
tirada: 1
id: ring
rounding: down
dice: {d: 10}
traits: {Might: {number: 0..10}}
points: {Breath: {start: '3'}}
tests:
  heave:
    ask: {bonus: {number: any, default: 0}, target: {number: any}, lifted: {number: any, default: 0}}
    against: target
    roll: d
    total: sum() + bonus + lifted
    outcomes: {good: {when: total >= target, is: success}, bad: {is: failure}}
    opposed: {compare: [total], tie: reroll}
actions:
  hold:
    roles: [wrestler, grappler]
    steps:
      grip: {roll: heave, by: wrestler, with: {bonus: wrestler.Might, target: 8}}
      stand: {roll: heave, by: grappler, with: {bonus: grappler.Might, target: 8}}
      bruise: 2 - stand.success
      hurt: {do: suffer, as: grappler, with: {bruises: bruise}}
  feint:
    roles: [wrestler, grappler]
    steps:
      grip: {roll: heave, by: wrestler, with: {bonus: wrestler.Might, target: 8}}
      stand: {when: not grip.success, roll: heave, by: grappler, with: {bonus: grappler.Might, target: 8}}
  shove:
    roles: [wrestler, grappler]
    steps:
      push: {oppose: heave, sides: {wrestler: {bonus: wrestler.Might}, grappler: {bonus: grappler.Might}}, with: {target: 0}}
  train:
    roles: [wrestler]
    steps:
      one: {roll: heave, by: wrestler, with: {target: 5}}
      two: {roll: heave, by: wrestler, with: {target: 5}}
  suffer:
    roles: [victim]
    ask: {bruises: {number: 0..}}
    steps: {lost: {lose: {Breath: bruises}}}
  lead:
    roles: {leader: one, helpers: many}
    steps: {told: {say: '{leader} leads.'}}
  point out:
    roles: [speaker]
    ask: {somebody: {character: any}}
    steps: {told: {say: '{speaker} points at {somebody}.'}}
interventions:
  strain:
    after: heave
    roller: wrestler
    when: wrestler.Breath > 0
    steps: {pays: {pay: {Breath: 1}, from: wrestler, to: nobody}, lifts: {change: {lifted: lifted + 1}}}
  cheer:
    after: heave
    roller: wrestler
    roles: [friend]
    steps: {pays: {pay: {Breath: 1}, from: friend, to: nobody}, lifts: {change: {lifted: lifted + 1}}}
  shake:
    after: heave
    roller: wrestler
    when: wrestler.Breath > 0
    steps: {pays: {pay: {Breath: 1}, from: wrestler, to: nobody}, again: {reroll: all}}
  jeer:
    after: heave
    roller: wrestler
    roles: [foe]
    need: {Only at others: foe != wrestler}
    steps: {pays: {pay: {Breath: 1}, from: foe, to: nobody}, lowers: {change: {lifted: lifted - 1}}}
  final gasp:
    after: heave
    roller: wrestler
    when: total = 1
    steps: {lifts: {change: {lifted: lifted + 5}}}
  parry:
    before: suffer.lost
    steps: {less: {set: {bruises: bruises - 1}}}
";

pub(super) fn ring(files: &Files) -> PromptState<'_> {
    let people = [("Ida", 3), ("Olaf", 2), ("Ula", 1)];
    for (name, might) in people {
        let text = format!("tirada character: 1\nname: {name}\ntraits: {{Might: {might}}}\n");
        files.0.borrow_mut().insert(format!("{name}.yml"), text);
    }
    files.0.borrow_mut().insert("ring".to_owned(), RING.to_owned());
    let mut state = PromptState::new(files, Catalogue::new(Language::English), true, 5);
    let (reply, _) = state.begin("ring");
    assert!(!reply.failed(), "{:?}", reply.findings);
    state.verbose = true;
    all(&mut state, &["load Ida.yml Olaf.yml Ula.yml"]);
    state
}

/// The code and what is said of the places there are.
fn refused(state: &mut PromptState<'_>, line: &str) -> (&'static str, Vec<String>) {
    let reply = state.execute(PromptLine { text: line, source: "<typed>", number: 1 }, &mut super::NoAnswers);
    let finding = reply.findings.first().expect("an error");
    let help = finding.helps.iter().find(|help| ["help-at", "help-rolls-were"].contains(&help.id));
    let names = help.and_then(|help| match help.args.first() {
        Some((_, tirada::internals::diagnostic::Arg::List(names))) => Some(names.clone()),
        _ => None,
    });
    (finding.code.as_str(), names.unwrap_or_default())
}

#[test]
fn an_intervention_is_about_the_roll_of_whoever_intervenes() {
    let files = Files::new();
    let mut state = ring(&files);
    all(&mut state, &["dice 4 2", "hold Ida Olaf"]);
    // The grappler rolled last; whoever is named means their own roll.
    let said = say(&mut state, "cheer Ida");
    assert!(said.contains("cheer · Ida\n"), "{said}");
    say(&mut state, "undo");
    assert_eq!(state.table.moves().count(), 2);
    let said = say(&mut state, "cheer Olaf");
    assert!(said.contains("cheer · Olaf\n"), "{said}");
    say(&mut state, "undo");
    // Somebody who rolled nothing has to say whose roll it is about.
    let rolls = vec!["grip Ida (7)".to_owned(), "stand Olaf (4)".to_owned()];
    assert_eq!(refused(&mut state, "cheer Ula"), ("intervention-whose", rolls.clone()));
    let said = say(&mut state, "cheer Ula wrestler=Ida");
    assert!(said.contains("cheer · wrestler Ida, friend Ula"), "{said}");
    say(&mut state, "undo");
    let said = say(&mut state, "cheer friend=Ula at=«grip Ida»");
    assert!(said.contains("cheer · wrestler Ida, friend Ula"), "{said}");
    say(&mut state, "undo");
    // `as` says who intervenes as well.
    say(&mut state, "as Ida");
    assert!(say(&mut state, "cheer").contains("cheer · Ida\n"));
    say(&mut state, "undo");
    assert!(say(&mut state, "strain").contains("Ida: Breath 3 → 2"));
}

#[test]
fn against_others_it_is_about_their_rolls() {
    let files = Files::new();
    let mut state = ring(&files);
    all(&mut state, &["dice 4 2", "hold Ida Olaf"]);
    assert!(say(&mut state, "jeer Ida").contains("jeer · wrestler Olaf, foe Ida"));
    say(&mut state, "undo");
    assert!(say(&mut state, "jeer Olaf").contains("jeer · wrestler Ida, foe Olaf"));
    say(&mut state, "undo");
    let both = vec!["grip Ida (7)".to_owned(), "stand Olaf (4)".to_owned()];
    assert_eq!(refused(&mut state, "jeer Ula"), ("intervention-which", both));
    // Said at once, it waits for the roll that it is about.
    all(&mut state, &["undo", "dice 4 2"]);
    let said = say(&mut state, "hold Ida Olaf + jeer Ida");
    assert!(said.contains("jeer · wrestler Olaf, foe Ida"), "{said}");
    assert_eq!(refused(&mut state, "train Ida + jeer Ida").0, "intervention-own");
    assert_eq!(refused(&mut state, "train Ida + cheer Ula").0, "intervention-whose");
    all(&mut state, &["dice 4 2", "train Ida"]);
    assert_eq!(refused(&mut state, "jeer Ida").0, "intervention-own");
}

#[test]
fn of_two_sides_nobody_is_guessed() {
    let files = Files::new();
    let mut state = ring(&files);
    // The first throw is a tie, and taken up again.
    all(&mut state, &["dice 4 5 6 2", "shove Ida Olaf"]);
    let both = vec!["push Ida (9)".to_owned(), "push Olaf (4)".to_owned()];
    assert_eq!(refused(&mut state, "strain"), ("intervention-which", both));
    let mut asked = Says(vec![Some("push Ida (9)")], Vec::new());
    let said = say_with(&mut state, "strain", &mut asked);
    assert_eq!(asked.1, ["at [push Ida (9), push Olaf (4)]"]);
    assert!(said.contains("Ida: Breath 3 → 2"), "{said}");
    say(&mut state, "undo");
    for line in ["strain at=Olaf", "strain Olaf", "strain at=grappler", "strain grappler", "as Ula strain Olaf"] {
        let line = line.strip_prefix("as Ula ").inspect(|_| _ = say(&mut state, "as Ula")).unwrap_or(line);
        assert!(say(&mut state, line).contains("Olaf: Breath 3 → 2"), "{line}");
        say(&mut state, "undo");
    }
    say(&mut state, "as none");
    let reply = state.execute(PromptLine { text: "strain Uwe", source: "<typed>", number: 1 }, &mut super::NoAnswers);
    assert_eq!((reply.findings[0].code.as_str(), reply.findings[0].helps[0].id), ("says-too-much", "help-say-at"));
    say(&mut state, "as Ida");
    assert!(say(&mut state, "strain").contains("Ida: Breath 3 → 2"));
    say(&mut state, "undo");
    say(&mut state, "as Ula");
    assert_eq!(refused(&mut state, "strain").0, "intervention-whose");
}

/// A name behind an intervention is whose roll it is about, where `as` says who intervenes.
#[test]
fn who_was_chosen_intervenes_in_the_roll_that_is_named() {
    let files = Files::new();
    let mut state = ring(&files);
    all(&mut state, &["dice 4 2", "hold Ida Olaf", "as Ula"]);
    for line in ["cheer Olaf", "cheer grappler", "cheer stand"] {
        let said = say(&mut state, line);
        assert!(said.contains("cheer · wrestler Olaf, friend Ula"), "{line}: {said}");
        assert!(said.contains("Ula: Breath"), "{line}: {said}");
        say(&mut state, "undo");
    }
    all(&mut state, &["undo", "dice 4 2"]);
    let said = say(&mut state, "hold Ida Olaf + cheer Olaf");
    assert!(said.contains("cheer · wrestler Olaf, friend Ula"), "{said}");
}

#[test]
fn only_where_it_is_allowed() {
    let files = Files::new();
    let mut state = ring(&files);
    all(&mut state, &["dice 1 2", "train Ida"]);
    let two = vec!["one Ida (1)".to_owned(), "two Ida (2)".to_owned()];
    assert_eq!(refused(&mut state, "strain"), ("intervention-which", two));
    let said = say(&mut state, "final gasp");
    assert!(said.contains("lifted → 5"), "{said}");
    all(&mut state, &["undo", "undo", "dice 3 2", "train Ida"]);
    assert!(say(&mut state, "final gasp").starts_with("intervention-not-now"));
    // Several steps: whoever acts at it, else all.
    all(&mut state, &["undo", "dice 4 2", "hold Ida Olaf", "as Ida"]);
    assert!(say(&mut state, "parry").contains("Olaf: Breath 3 → 2"));
}

/// What it costs is not paid yet when it is judged where it could have been.
#[test]
fn the_last_point_pays_for_either_roll() {
    let files = Files::new();
    let mut state = ring(&files);
    all(&mut state, &["suffer Ida bruises=2", "dice 4 2"]);
    let two = vec!["one Ida (4)".to_owned(), "two Ida (2)".to_owned()];
    assert_eq!(refused(&mut state, "train Ida + strain"), ("intervention-which", two));
    say(&mut state, "dice 4 2");
    assert!(say(&mut state, "train Ida + strain at=two").contains("Ida: Breath 1 → 0"));
}

/// Whoever made both rolls is not enough to tell them apart, before the dice fall and after.
#[test]
fn the_roller_alone_is_not_enough() {
    let files = Files::new();
    let mut state = ring(&files);
    let two = || vec!["one Ida (4)".to_owned(), "two Ida (2)".to_owned()];
    for said in ["strain", "strain Ida", "strain at=Ida", "strain at=wrestler", "strain wrestler=Ida"] {
        say(&mut state, "dice 4 2");
        assert_eq!(refused(&mut state, &format!("train Ida + {said}")), ("intervention-which", two()), "{said}");
        all(&mut state, &["dice 4 2", "train Ida"]);
        assert_eq!(refused(&mut state, said), ("intervention-which", two()), "{said}");
        say(&mut state, "undo");
    }
    for said in ["strain at=two", "strain at=«two Ida»", "strain two"] {
        say(&mut state, "dice 4 2");
        assert!(say(&mut state, &format!("train Ida + {said}")).contains("Ida: Breath 3 → 2"), "{said}");
        say(&mut state, "undo");
    }
}

#[test]
fn the_hook_may_stand_anywhere_on_the_line() {
    let files = Files::new();
    let mut state = ring(&files);
    all(&mut state, &["dice 4 2", "hold Ida Olaf"]);
    for line in [
        "cheer at=stand Ula",
        "cheer Ula at=stand",
        "cheer at=Olaf friend=Ula",
        "at=stand cheer Ula",
        "cheer at=«stand Olaf» Ula",
        "cheer at=grappler Ula",
        "cheer Ula Olaf",
    ] {
        let said = say(&mut state, line);
        assert!(said.contains("cheer · wrestler Olaf, friend Ula"), "{line}: {said}");
        say(&mut state, "undo");
    }
}

#[test]
fn the_chosen_character_acts_and_is_no_default_target() {
    let files = Files::new();
    let mut state = ring(&files);
    say(&mut state, "as Ida");
    for (line, roles) in [
        ("hold Olaf", "hold · wrestler Ida, grappler Olaf"),
        ("hold grappler=Olaf", "hold · wrestler Ida, grappler Olaf"),
        ("hold Olaf Ula", "hold · wrestler Olaf, grappler Ula"),
        ("hold Olaf Ida", "hold · wrestler Olaf, grappler Ida"),
        ("hold wrestler=Olaf grappler=Ida", "hold · wrestler Olaf, grappler Ida"),
        ("train Ula", "train · wrestler Ula"),
        ("train", "train · wrestler Ida"),
        ("lead Olaf Ula", "lead · leader Ida, helpers Olaf, Ula"),
        ("lead Ida Ula", "lead · leader Ida, helpers Ula"),
        ("point out Olaf", "point out · speaker Ida · somebody Olaf"),
        ("point out Olaf Ula", "point out · speaker Olaf · somebody Ula"),
    ] {
        let said = say(&mut state, line);
        assert!(said.starts_with(roles), "{line}: {said}");
        say(&mut state, "undo");
    }
    // Who is to suffer it is not said, and so is nobody.
    assert_eq!(say(&mut state, "hold wrestler=Olaf"), "role-missing at hold wrestler=Olaf; ");
    assert_eq!(say(&mut state, "hold"), "role-missing at hold; ");
}

/// Possible nowhere, it says which rolls there were.
#[test]
fn where_there_is_no_place_the_rolls_are_listed() {
    let files = Files::new();
    let mut state = ring(&files);
    all(&mut state, &["dice 4 2", "train Ida"]);
    let rolls = vec!["one Ida (4)".to_owned(), "two Ida (2)".to_owned()];
    assert_eq!(refused(&mut state, "parry"), ("intervention-not-here", rolls));
}
