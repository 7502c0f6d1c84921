//! What is told in a line or two: all that matters at the table, and nothing twice.

use super::{Files, all, say, say_with, state};
use tirada::internals::check::program::CheckedGame;
use tirada::internals::cli::prompt::state::{Asker, PromptLine, PromptState};
use tirada::internals::engine::{Answer, Decision, ValueRequest};
use tirada::internals::report::Catalogue;

const PANS: &str = "tirada: 1
id: pans
rounding: down
dice: {d: 6, roll: 1d, names: {face: sum}}
points: {Heat: {start: 3}}
traits: {Skill: {number: 0..9, default: 2}}
interventions:
  stir:
    after: sizzle
    roller: thrower
    roles: [stirrer]
    ask: {spoon: {one of: [wood, tin]}}
    steps: {colder: {change: {target: target + 3}}}
tests:
  sizzle:
    ask: {target: {number: any}}
    against: target
    total: face
    outcomes: {hot: {when: total >= target, is: success}, cold: {is: failure}}
actions:
  toss:
    tells: '{cook} tosses to {other}: {throw.total}'
    roles: [cook, other]
    steps:
      calls: {say: Catch!}
      throw: {roll: sizzle, by: cook, with: {target: 3}}
      then: {do: catch, as: {catcher: other}}
  boil:
    tells: ['{cook} boils by {means.name}: {throw.total}', '{cook} boils: {throw.total}']
    roles: [cook]
    ask: {means: {trait: [Skill]}}
    steps: {throw: {roll: sizzle, with: {target: means}}}
  catch:
    roles: [catcher]
    ask: {near: {yes no: }}
    steps:
      grab: {roll: sizzle, with: {target: if near then 3 else 5}}
      cries: {when: grab.total < 4, say: Ouch!}
  spill:
    roles: [cook]
    steps: {much: 2d + 1d, drips: {when: much > 5, lose: {Heat: 1}}}
  nod:
    roles: [cook]
    steps: {quiet: {when: Heat > 99, say: Hm.}}
  gather:
    roles: {all: many}
    steps:
      each one:
        each: {one: all}
        steps: {comes: {say: '{one} comes.'}}
  line up:
    roles: {all: many}
    steps:
      places: {order: all, by: [Heat]}
      each one:
        each: {one: all}
        steps: {stands: {say: '{one} stands here.'}}
turns: {open: gather, order: line up}
";

/// Those who tie run again.
const RACE: &str = "  race:
    roles: {all: many}
    steps: {places: {order: all, by: [Heat], ties: spurt}}
  spurt: {roles: [one], steps: {dash: {roll: sizzle, with: {target: 9}}, now: {set: {Heat: dash.total}}}}
  cool: {roles: {all: many}, steps: {each one: {each: {one: all}, steps: {same: {set: {Heat: 2}, of: one}}}}}
";

fn kitchen() -> Files {
    let files = Files::new();
    let mut all = files.0.borrow_mut();
    all.insert("pans".to_owned(), PANS.to_owned());
    for name in ["Ada", "Ben", "Cid"] {
        all.insert(format!("{name}.yml"), format!("tirada character: 1\nname: {name}\n"));
    }
    drop(all);
    files
}

fn at_work(files: &Files) -> PromptState<'_> {
    let mut state = state(files);
    state.verbose = false;
    all(&mut state, &["use pans", "load Ada.yml Ben.yml Cid.yml"]);
    state
}

#[test]
fn a_text_of_its_own_hides_nothing_that_others_do() {
    let files = kitchen();
    let mut state = at_work(&files);
    let said = all(&mut state, &["dice 5 2", "toss Ada Ben near=no"]);
    let line = said.lines().last().unwrap();
    assert_eq!(line, "Ada tosses to Ben: 5 [5] · catch Ben [2] 2 against 5, cold · Ben: Ouch!");
    assert_eq!(say(&mut state, "nod Ada"), "nod Ada: Nothing changed.");
    // Dice of a formula are told as well.
    let said = all(&mut state, &["dice 2 3 5", "spill Ada"]);
    assert!(said.ends_with("spill Ada: [2 3] [5]\nAda: Heat 3 → 2"), "{said}");
}

/// A text of the ruleset's own tells the action; who intervened in it stands before it.
#[test]
fn an_intervention_is_reported_as_one() {
    let files = kitchen();
    let mut state = at_work(&files);
    all(&mut state, &["dice 5 2", "toss Ada Ben near=no"]);
    let line = say(&mut state, "at=throw stir stirrer=Cid wood");
    assert!(line.starts_with("Cid, stir «wood» → Ada tosses to Ben: 5 [5] · catch Ben [2]"), "{line}");
}

/// A number has no name: the next text that does without one is told.
#[test]
fn a_text_names_what_has_a_name() {
    let files = kitchen();
    let mut state = at_work(&files);
    for (line, told) in [("boil Ada Skill", "Ada boils by Skill: 5 [5]"), ("boil Ada 3", "Ada boils: 5 [5]")] {
        assert!(all(&mut state, &["dice 5", line]).ends_with(told), "{line}");
    }
}

#[test]
fn only_newcomers_are_reported_when_joining_turns() {
    let files = kitchen();
    let mut state = at_work(&files);
    let begun = say(&mut state, "begin Ada Ben");
    assert!(begun.contains("Ada comes. · Ben comes."), "{begun}");
    let joined = say(&mut state, "begin Cid");
    assert!(joined.contains(": Cid comes.\n"), "{joined}");
    assert!(joined.contains(": Ada stands here. · Ben stands here. · Cid stands here."), "{joined}");
}

/// Rolls that break ties are told by their totals, ties among some of the same where the first is told, and what
/// changes for all of many at once.
#[test]
fn an_order_with_ties_is_short() {
    let files = kitchen();
    let rules = format!("{}{RACE}", PANS.split("turns:").next().unwrap());
    files.0.borrow_mut().insert("pans".to_owned(), rules);
    files.0.borrow_mut().insert("Dot.yml".to_owned(), "tirada character: 1\nname: Dot\n".to_owned());
    let mut state = at_work(&files);
    say(&mut state, "load Dot.yml");
    assert_eq!(say(&mut state, "cool all"), "cool (4)\neach of the 4: Heat 3 → 2");
    say(&mut state, "dice 5 5 2 3 6 1");
    assert_eq!(
        say(&mut state, "race all"),
        "race (4): a tie between Ada (5, 6), Ben (5, 1), Cid (2), Dot (3); 1. Ada · 2. Dot · 3. Cid · 4. Ben\n\
         Ada: Heat 2 → 6 · Ben: Heat 2 → 1 · Dot: Heat 2 → 3"
    );
}

/// Where one action opens turns and another orders them, the dice of both belong to the line.
#[test]
fn dice_of_all_that_a_line_does_are_kept() {
    let files = kitchen();
    let rules = PANS.replace("steps: {comes: {say:", "steps: {hurry: 1d, comes: {say:");
    assert_ne!(rules, PANS);
    files.0.borrow_mut().insert("pans".to_owned(), rules);
    let mut state = at_work(&files);
    say(&mut state, "begin Ada Ben");
    assert_eq!(state.thrown.len(), 2);
    say(&mut state, "next");
    assert_eq!(state.thrown.len(), 0);
}

/// About whom something was asked.
struct Whom(Vec<String>);

impl Asker for Whom {
    fn ask(&mut self, _: &CheckedGame, _: &ValueRequest<'_>, _: &Catalogue) -> Option<i64> {
        None
    }

    fn decide(&mut self, _: &CheckedGame, asked: &Decision<'_>, _: Option<&Answer>, _: &Catalogue) -> Option<String> {
        self.0.push(format!("{}: {} {}", asked.name, asked.action, asked.whom.unwrap_or("nobody")));
        Some("yes".to_owned())
    }
}

#[test]
fn questions_of_inner_actions_name_their_character() {
    let files = kitchen();
    let mut state = at_work(&files);
    let typed = PromptLine { text: "toss Ada Ben", source: "<typed>", number: 1 };
    let reply = state.execute(typed, &mut super::NoAnswers);
    let help = reply.findings[0].helps.iter().find(|help| help.id == "help-asked-in").unwrap();
    assert_eq!(help.args, [("action", "catch Ben".into())]);
    let mut asker = Whom(Vec::new());
    say_with(&mut state, "toss Ada Ben", &mut asker);
    assert_eq!(asker.0, ["near: catch Ben"]);
}

#[test]
fn beginnings_of_templates_and_of_names_behind_help() {
    let files = Files::new();
    let pans = format!("{PANS}templates:\n  cook's boy: {{}}\n  cook: {{}}\n  waiter: {{}}\n");
    files.0.borrow_mut().insert("pans".to_owned(), pans);
    let mut state = state(&files);
    say(&mut state, "use pans");
    assert!(say(&mut state, "help tos").starts_with("unknown-command"));
    assert!(say(&mut state, "npc 2 wai").starts_with("no-template"));
    state.abbreviates = true;
    assert!(say(&mut state, "help tos").starts_with("toss COOK OTHER"));
    assert!(say(&mut state, "help l").starts_with("beginning-of-several at l"));
    assert!(say(&mut state, "npc 2 wai").starts_with("Waiter 1"));
    assert!(say(&mut state, "npc coo").starts_with("beginning-of-several"));
    assert!(say(&mut state, "npc cook").starts_with("Cook"));
}
