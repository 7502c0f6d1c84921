//! What somebody types, and what interventions make of it: they change it, or are refused.

use super::{Files, Says, all, say, say_with, state};
use tirada::internals::cli::prompt::state::{NoAnswers, PromptLine, PromptState};
use tirada::internals::report::{Catalogue, Language};

/// Dice without names, and three ways to better a roll: by what the test reads, by its dice, and both.
const QUARRY: &str = "
tirada: 1
id: quarry
rounding: down
dice: {d: 10}
traits: {Grip: {number: 0..10}}
tables: {Stone: {rows: {Soft: 1, Hard: 2}}}
points: {Dust: {start: '3'}}
vs: heft
tests:
  heft:
    ask: {bonus: {number: any, default: 0}, target: {number: any}, levered: {yes no: no}}
    against: target
    roll: 2d10
    total: sum() + bonus + 3 * levered
    outcomes: {lifts: {when: total >= target, is: success}, drops: {is: failure}}
    opposed: {compare: [total], tie: reroll}
  heave:
    like: heft
    change: {total: sum() + bonus}
  prop:
    like: heft
    ask: {braced: {number: any, default: 2 * levered}}
    change: {total: sum() + bonus + braced}
actions:
  carry:
    roles: [mason]
    steps: {load: {roll: heft, by: mason, with: {bonus: mason.Grip, target: 14}}}
  dig:
    roles: [first, second]
    steps:
      one: {roll: heft, by: first, with: {bonus: first.Grip, target: 14}}
      two: {roll: heft, by: second, with: {bonus: second.Grip, target: 14}}
  drag:
    roles: [mason]
    steps: {load: {roll: heave, by: mason, with: {bonus: mason.Grip, target: 14}}}
  prop up:
    roles: [mason]
    steps: {load: {roll: prop, by: mason, with: {bonus: mason.Grip, target: 14}}}
  wrestle:
    roles: [mason, joiner]
    steps:
      bout: {oppose: heft, sides: {mason: {bonus: mason.Grip}, joiner: {bonus: joiner.Grip}}, with: {target: 0}}
  haul:
    roles: {crew: many}
    steps: {each of them: {each: {one: crew}, steps: {told: {say: '{one} hauls.'}}}}
  parley:
    roles: [speaker, listener, host]
    steps: {told: {say: '{speaker} speaks to {listener} in the house of {host}.'}}
  pull down:
    roles: {crew: many, wall: one}
    steps: {told: {say: '{wall} goes down.'}}
interventions:
  signal:
    after: heft
    roller: mason
    roles: [watcher, messenger]
    steps: {pays: {pay: {Dust: 1}, from: messenger, to: nobody}, levers: {change: {levered: yes}}}
  lever:
    after: heft
    roller: mason
    steps: {pays: {pay: {Dust: 1}, from: mason, to: nobody}, levers: {change: {levered: yes}}}
  grope:
    after: heft
    roller: mason
    ask: {which: {dice: any}}
    steps: {pays: {pay: {Dust: 1}, from: mason, to: nobody}, again: {reroll: which}}
  wrench:
    after: heft
    roller: mason
    when: total < 30
    ask: {which: {dice: any}}
    steps:
      pays: {pay: {Dust: 1}, from: mason, to: nobody}
      again: {reroll: which}
      levers: {change: {levered: yes}}
";

fn quarry(files: &Files) -> PromptState<'_> {
    for (name, grip) in [("Ida", 3), ("Olaf", 2), ("Ula", 1)] {
        let text = format!("tirada character: 1\nname: {name}\ntraits: {{Grip: {grip}}}\n");
        files.0.borrow_mut().insert(format!("{name}.yml"), text);
    }
    files.0.borrow_mut().insert("quarry".to_owned(), QUARRY.to_owned());
    let mut state = PromptState::new(files, Catalogue::new(Language::English), true, 5);
    let (reply, _) = state.begin("quarry");
    assert!(!reply.failed(), "{:?}", reply.findings);
    state.verbose = true;
    all(&mut state, &["load Ida.yml Olaf.yml Ula.yml"]);
    state
}

fn dust(state: &mut PromptState<'_>, who: &str) -> String {
    say(state, &format!("{who}.Dust"))
}

#[test]
fn what_cannot_take_effect_is_refused_and_not_paid() {
    let files = Files::new();
    let mut state = quarry(&files);
    all(&mut state, &["as Ida", "dice 4 5", "2d10 + 3 vs 14"]);
    // The total that was typed does not read it.
    assert_eq!(say(&mut state, "lever"), "intervention-without-effect at lever; ");
    assert_eq!(dust(&mut state, "Ida"), "= 3");
    all(&mut state, &["dice 4 5", "2d10 + 3 vs 14"]);
    assert_eq!(say(&mut state, "wrench"), "intervention-without-effect at wrench; ");
    assert!(say(&mut state, "2d10 + 3 vs 14 + lever").starts_with("intervention-without-effect at "));
    assert_eq!(dust(&mut state, "Ida"), "= 3");
    // Its own total does, also with something added to it.
    all(&mut state, &["dice none", "dice 4 5", "heft(3) + 1 vs 16"]);
    let said = say(&mut state, "lever");
    assert!(said.contains("lifts") && said.contains("Ida: Dust 3 → 2"), "{said}");
    // A variant that leaves it out does not.
    all(&mut state, &["dice 4 5", "drag Ida"]);
    assert_eq!(say(&mut state, "lever"), "intervention-without-effect at lever; ");
    // One that reads it by what is usual does.
    all(&mut state, &["undo", "undo", "dice 4 5", "prop up Ida"]);
    let said = say(&mut state, "lever");
    assert!(said.contains("lifts") && said.contains("Dust 3 → 2"), "{said}");
    all(&mut state, &["dice 4 5", "drag Ida", "dice 9"]);
    assert!(say(&mut state, "wrench 4").contains("lifts"), "dice that are thrown again are an effect");
    assert_eq!(dust(&mut state, "Ida"), "= 1");
}

#[test]
fn what_one_cannot_pay_is_meant_of_the_other() {
    let files = Files::new();
    let mut state = quarry(&files);
    all(&mut state, &["dice 4 5 4 5", "dig Ida Olaf"]);
    assert!(say(&mut state, "lever").starts_with("intervention-which"));
    all(&mut state, &["undo", "edit Ida points: {Dust: 0}", "dice 4 5 4 5", "dig Ida Olaf"]);
    let said = say(&mut state, "lever");
    assert!(said.contains("Olaf: Dust 3 → 2"), "{said}");
    // Where neither can pay, it is said.
    all(&mut state, &["undo", "undo", "edit Olaf points: {Dust: 0}", "dice 4 5 4 5", "dig Ida Olaf"]);
    assert!(say(&mut state, "lever").starts_with("not-enough-points"));
}

#[test]
fn an_intervention_that_changes_nothing_is_not_paid() {
    let files = Files::new();
    let mut state = quarry(&files);
    all(&mut state, &["as Ida", "dice 4 5", "carry Ida", "lever"]);
    assert_eq!(dust(&mut state, "Ida"), "= 2");
    // It is levered already.
    assert_eq!(say(&mut state, "lever"), "intervention-without-effect at lever; ");
    // No die is thrown again; dice alone are an effect, also where the rest has its value already.
    assert!(say(&mut state, "grope").starts_with("intervention-without-effect at grope; "));
    assert!(say(&mut state, "wrench").starts_with("intervention-without-effect at wrench; "));
    assert_eq!(dust(&mut state, "Ida"), "= 2");
    all(&mut state, &["dice 9", "wrench 4"]);
    assert_eq!(dust(&mut state, "Ida"), "= 1");
    // There are no dice.
    all(&mut state, &["as Olaf", "7 vs 14"]);
    for intervention in ["lever", "grope", "wrench"] {
        assert_eq!(say(&mut state, intervention), format!("intervention-without-effect at {intervention}; "));
        let whole = say(&mut state, &format!("7 vs 14 + {intervention}"));
        assert!(whole.starts_with("intervention-without-effect at "), "{whole}");
    }
    assert!(say(&mut state, "grope 4").starts_with("no-such-face at "));
    assert_eq!(dust(&mut state, "Olaf"), "= 3");
}

#[test]
fn an_intervention_is_about_what_was_rolled_last() {
    let files = Files::new();
    let mut state = quarry(&files);
    all(&mut state, &["dice 4 5", "carry Ida", "as Ida"]);
    // Two sides, and a roll of nobody: nobody can intervene, and the move before is not meant.
    all(&mut state, &["2d10 + 3 vs 2d10"]);
    assert_eq!(say(&mut state, "lever"), "nothing-to-intervene at lever; ");
    assert!(say(&mut state, "2d10 + 3 vs 2d10 + lever").starts_with("intervention-not-here at "));
    assert_eq!(dust(&mut state, "Ida"), "= 3");
    // Other dice are rolled beside it.
    all(&mut state, &["undo", "dice 4 5", "carry Ida", "1d100", "1 + 1"]);
    assert!(say(&mut state, "lever").contains("lifts"));
    all(&mut state, &["undo", "redo"]);
    assert_eq!(dust(&mut state, "Ida"), "= 2");
}

#[test]
fn dice_without_names_can_be_thrown_again() {
    let files = Files::new();
    let mut state = quarry(&files);
    all(&mut state, &["as Ida", "dice 4 5", "2d10 + 3 vs 14", "dice 9"]);
    let said = say(&mut state, "grope 4");
    assert!(said.contains("2d10: 4→9 5") && said.contains("lifts"), "{said}");
    // Of several nobody knows which.
    all(&mut state, &["dice 4 5 2", "2d10 + 1d6 vs 14"]);
    assert!(say(&mut state, "grope 4").starts_with("nothing-thrown at "));
}

#[test]
fn no_side_is_guessed_when_typed_at_once() {
    let files = Files::new();
    let mut state = quarry(&files);
    say(&mut state, "dice 4 5 6 2");
    assert_eq!(say(&mut state, "wrestle Ida Olaf + lever"), "intervention-which at lever; ");
    // The faces say it, the place, or whose it is.
    all(&mut state, &["dice none", "dice 4 5 6 2 9"]);
    assert!(say(&mut state, "wrestle Ida Olaf + grope 6").contains("Olaf: Dust 3 → 2"));
    say(&mut state, "dice 4 5 6 2");
    assert!(say(&mut state, "wrestle Ida Olaf + lever at=Olaf").contains("Olaf: Dust 2 → 1"));
    say(&mut state, "dice 4 5 6 2");
    assert!(say(&mut state, "wrestle Ida Olaf + lever mason=Ida").contains("Ida: Dust 3 → 2"));
    // The only one of whom it is allowed.
    say(&mut state, "dice 10 10 6 2 3");
    let said = say(&mut state, "wrestle Ida Olaf + wrench");
    assert!(said.starts_with("intervention-which at "), "{said}");
}

#[test]
fn the_chosen_character_plays_the_first_role() {
    let files = Files::new();
    let mut state = quarry(&files);
    say(&mut state, "as Ula");
    for (line, roles) in [
        ("haul", "haul · crew Ula"),
        ("haul Ida Olaf", "haul · crew Ida, Olaf"),
        ("pull down Olaf", "pull down · crew Ula, wall Olaf"),
        ("pull down crew=Ida,Olaf wall=Ula", "pull down · crew Ida, Olaf, wall Ula"),
    ] {
        let said = say(&mut state, line);
        assert!(said.starts_with(roles), "{line}: {said}");
    }
    // Nobody whom `as` chose becomes the wall because nobody else is left.
    let said = say(&mut state, "pull down crew=Ida,Olaf");
    assert!(said.starts_with("role-missing at "), "{said}");
}

#[test]
fn nobody_plays_a_role_because_nobody_else_is_left() {
    let files = Files::new();
    let mut state = quarry(&files);
    let mut asked = Says(vec![None, Some("Olaf")], Vec::new());
    for line in ["parley Ida Olaf", "parley speaker=Ida host=Ula", "pull down crew=Ida,Olaf", "carry"] {
        assert_eq!(say(&mut state, line), format!("role-missing at {line}; "));
    }
    assert_eq!(say_with(&mut state, "parley Ida Olaf", &mut asked), "role-missing at parley Ida Olaf; ");
    let said = say_with(&mut state, "parley Ida Ula", &mut asked);
    assert!(said.contains("Ida speaks to Ula in the house of Olaf."), "{said}");
    assert_eq!(asked.1, ["host [Ida, Olaf, Ula]", "host [Ida, Olaf, Ula]"]);
    // Nor because they rolled.
    all(&mut state, &["as Ida", "dice 4 5", "carry Ida"]);
    assert_eq!(say(&mut state, "signal"), "role-missing at signal; ");
    assert_eq!(say(&mut state, "signal watcher=Ula mason=Ida"), "role-missing at signal watcher=Ula mason=Ida; ");
    assert!(say(&mut state, "signal messenger=Ula").contains("Ula: Dust 3 → 2"));
    // Whoever is alone is meant.
    all(&mut state, &["undo", "undo", "as", "drop Ula", "drop Olaf", "dice 4 5"]);
    assert!(say(&mut state, "carry").starts_with("carry · mason Ida"));
    assert!(say(&mut state, "parley").starts_with("role-missing at "));
}

#[test]
fn dice_that_fell_later_stay_as_they_fell() {
    let files = Files::new();
    let mut state = super::roles::ring(&files);
    all(&mut state, &["dice 4 2", "hold Ida Olaf", "dice 9"]);
    let said = say(&mut state, "strain at=grip");
    assert!(!said.contains("no longer"), "{said}");
    // Nobody threw anything.
    assert_eq!(state.waiting_dice(), [9]);
    let said = say(&mut state, "last");
    assert!(said.contains("d10: 2") && said.contains("= 4 vs 8"), "{said}");
}

#[test]
fn what_was_done_in_a_later_roll_is_done_again() {
    let files = Files::new();
    let mut state = super::roles::ring(&files);
    all(&mut state, &["dice 4 2", "hold Ida Olaf", "as Olaf", "strain", "as Ida", "strain at=grip"]);
    // Each paid one, and whoever fell lost two besides.
    for (name, breath) in [("Ida", 2), ("Olaf", 0), ("Ula", 3)] {
        assert_eq!(say(&mut state, &format!("{name}.Breath")), format!("= {breath}"));
    }
}

#[test]
fn dice_rethrown_twice_in_a_roll_show_earlier_faces() {
    let files = Files::new();
    let mut state = super::roles::ring(&files);
    let before = ["dice 4 2", "hold Ida Olaf", "as Olaf", "dice 5", "shake", "dice 7", "shake", "as Ida"];
    all(&mut state, &before);
    // Whoever intervenes in the first roll, be it with dice or without, leaves the second as it was.
    for line in ["strain at=grip", "shake at=grip"] {
        let said = say(&mut state, line);
        assert!(said.contains("2→5→7") && !said.contains("no longer counts"), "{line}: {said}");
    }
    assert_eq!(say(&mut state, "Olaf.Breath"), "= 0");
}

#[test]
fn uncounted_dice_are_reported_and_not_paid() {
    let files = Files::new();
    let mut state = super::roles::ring(&files);
    all(&mut state, &["dice 4 2", "feint Ida Olaf", "as Olaf", "strain", "as Ida"]);
    assert_eq!(say(&mut state, "Olaf.Breath"), "= 2");
    let said = say(&mut state, "strain at=grip");
    assert!(said.contains("This die fell after it and no longer counts: 2"), "{said}");
    assert!(said.ends_with("“strain” came after it and can no longer be done; it costs nothing."), "{said}");
    assert_eq!(say(&mut state, "Olaf.Breath"), "= 3");
}

#[test]
fn an_interventions_dice_belong_to_its_roll() {
    let files = Files::new();
    let mut state = quarry(&files);
    let mut told = |line: &str| {
        all(&mut state, &["dice none", "dice 4 5"]);
        let reply = state.execute(PromptLine { text: line, source: "<typed>", number: 1 }, &mut NoAnswers);
        let finding = reply.findings.first().expect("an error");
        assert_eq!(finding.code.as_str(), "too-few-dice", "{line}");
        let help = finding.helps.iter().find(|help| help.id == "help-dice-for").expect("what they are for");
        let args = help.args.iter().map(|(_, arg)| match arg {
            tirada::internals::diagnostic::Arg::Text(text) => text.clone(),
            other => panic!("{other:?}"),
        });
        args.collect::<Vec<_>>()
    };
    assert_eq!(told("carry Ida + grope 4"), ["carry", "load", "Ida"]);
    assert_eq!(told("carry Ida + wrench 4"), ["carry", "load", "Ida"]);
    all(&mut state, &["as Olaf", "dice none", "dice 4 5"]);
    assert_eq!(say(&mut state, "dice"), "The next roll: 4, 5");
    assert_eq!(state.waiting_dice(), [4, 5]);
}

#[test]
fn dice_that_lie_ready_wait_for_dice_that_are_thrown() {
    let files = Files::new();
    let mut state = quarry(&files);
    // Dice fall, and then a trait is missing of which nobody said whose.
    let said = say(&mut state, "2d10 + Grip");
    assert!(said.starts_with("whose-name at "), "{said}");
    let lying = say(&mut state, "dice");
    // What throws nothing leaves them there.
    all(&mut state, &["2 + 3", "Olaf.Grip", "let x = 3"]);
    assert_eq!(say(&mut state, "dice"), lying);
    let faces: Vec<&str> = lying.rsplit(": ").next().unwrap().split(", ").collect();
    if faces.len() == 2 {
        let said = say(&mut state, "2d10");
        assert!(said.contains(&format!("2d10: {}", faces.join(" "))), "{lying}, {said}");
        assert_ne!(say(&mut state, "dice"), lying);
    }
}

#[test]
fn the_word_for_the_table_finds_its_values_and_tables() {
    let files = Files::new();
    let mut state = quarry(&files);
    let mut instead = |line: &str| {
        let reply = state.execute(PromptLine { text: line, source: "<typed>", number: 1 }, &mut NoAnswers);
        let finding = reply.findings.into_iter().next().expect("an error");
        let help = finding.helps.into_iter().find(|help| help.id == "help-did-you-mean");
        help.map(|help| format!("{:?}", help.args[0].1))
    };
    assert_eq!(instead("table"), Some("Text(\"sheet table\")".to_owned()));
    assert_eq!(instead("table Stone"), Some("Text(\"show Stone\")".to_owned()));
    assert_eq!(instead("table stone"), Some("Text(\"show Stone\")".to_owned()));
}

#[test]
fn only_rolls_stand_on_one_line() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml", "dice 3,2,9,4,1"]);
    let told = say(&mut state, "d6; strike Ann bob");
    assert_eq!(told, "only-rolls at strike Ann bob; ");
    assert_eq!(state.waiting_dice(), [3, 2, 9, 4, 1], "nothing is done");
}

/// What rules bring after each roll is told, also where several rolls stand on one line.
#[test]
fn consequences_are_shown_for_each_of_several_rolls() {
    let files = Files::new();
    let rules = "tirada: 1\nid: learn\nrounding: down\npoints: {XP: {start: 0}}\ntests: {move: {roll: 2d6, total: sum(), \
                 outcomes: {hit: {when: total >= 7, is: success}, miss: {is: failure}}}}\n\
                 interventions: {learns: {settled: {m: move}, when: m.failure, steps: {g: {gain: {XP: 1}}}}}\n";
    files.0.borrow_mut().insert("learn".to_owned(), rules.to_owned());
    files.0.borrow_mut().insert("Ada.yml".to_owned(), "tirada character: 1\nname: Ada\n".to_owned());
    let mut state = state(&files);
    state.verbose = false;
    all(&mut state, &["use learn", "load Ada.yml", "as Ada", "dice 1,2,1,3,6,6"]);
    let told = say(&mut state, "move(); move(); move()");
    assert!(told.contains("XP 0 → 1") && told.contains("XP 1 → 2") && told.ends_with("= 12\nhit"), "{told}");
}
