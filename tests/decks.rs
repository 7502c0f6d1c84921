//! Decks: odds of drawn cards by hand and by the plain walk, and what is kept of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;

use tirada::check::program::Game;
use tirada::engine::Answer;
use tirada::odds::{Bounds, Chance, DeedOdds, Distribution, Going, Turn, of_turns};
use tirada::ruleset::File;
use tirada::session::{Session, Wish, deed_of};
use tirada::world::{Env, Person, World};

use crate::common::{Empty, folder, tirada};

/// Eight cards, four of each hue.
const RULES: &str = "\
tirada: 1
id: pebbles
name: Pebbles
rounding: down
points: {Score: {start: '0', max: 20}}
tags:
  pebble:
    values: {hue: {one of: [red, blue]}, weight: {number: 1..4}}
    gives: {heft: weight}
    cards: {'{hue} {weight}': }
    reshuffle: yes
actions:
  at once:
    roles: [who]
    steps:
      hand: {draw: pebble, number: 3, to: who}
      reds: 'count(who.pebble, hue = red)'
      heaviest: who.highest(heft)
      spare: pebble.left
  singly:
    roles: [who]
    steps:
      one: {draw: pebble, to: who}
      two: {draw: pebble, to: who}
      three: {draw: pebble, to: who}
      reds: 'count(who.pebble, hue = red)'
      heaviest: who.highest(heft)
      spare: pebble.left
  in rounds:
    roles: [who]
    steps:
      round: {repeat: 3, steps: {one: {draw: pebble, to: who}}}
      reds: 'count(who.pebble, hue = red)'
      heaviest: who.highest(heft)
      spare: pebble.left
  turn over:
    roles: [who]
    steps:
      one: {draw: pebble, to: table}
      scored: {when: one.hue = red, gain: {Score: 1}}
  bet:
    roles: [who]
    steps:
      mine: {draw: pebble, to: who}
      theirs: {draw: pebble, to: table}
      won: {when: mine.weight > theirs.weight, gain: {Score: 1}}
      down: {discard: mine}
  two bets:
    roles: [who]
    steps: {first bet: {do: bet, as: who}, second: {do: bet, as: who}}
  go round:
    roles: [who]
    steps:
      most: {draw: pebble, number: 6, to: table}
      hand: {draw: pebble, number: 4, to: who}
      has it: 'count(who.pebble, hue = red, weight = 4)'
      lies: pebble.discarded
  too many:
    roles: [who]
    steps:
      one: {draw: pebble, to: who}
      all: {when: one.hue = red, draw: pebble, number: 7, to: who}
      more: {when: one.hue = red, draw: pebble, to: who}
";

fn table(session: &mut Session<'_>) -> (Game, World) {
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: RULES.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let mut world = World::new();
    world.join(Person { name: "Ann".to_owned(), ..Person::default() });
    (loaded.game, world)
}

fn wish(action: &str) -> Wish {
    Wish { action: action.to_owned(), roles: vec![(Some("who".into()), vec!["Ann".into()])], ..Wish::default() }
}

fn odds(action: &str, going: Going) -> DeedOdds {
    let mut session = Session::new(&Empty);
    let (game, world) = table(&mut session);
    let deed = deed_of(&game, &world, &wish(action), false).unwrap();
    session.deed_odds(&game, &Env::default(), &world, &deed, &Bounds { going, ..Bounds::default() }).unwrap()
}

fn value<'o>(odds: &'o DeedOdds, label: &str) -> &'o Distribution<Answer> {
    &odds.values.iter().find(|(name, _)| name == label).unwrap().1
}

/// Three of eight, four of which are red: 56 choices, of which 4, 24, 24 and 4 have none to three reds.
#[test]
fn drawing_at_once_equals_drawing_one_by_one() {
    for going in [Going::Plain, Going::Covered] {
        let (once, singly, rounds) = (odds("at once", going), odds("singly", going), odds("in rounds", going));
        for (reds, ways) in [4_u32, 24, 24, 4].into_iter().enumerate() {
            let chance = value(&once, "reds").chance(&Answer::Number(reds as i64));
            assert_eq!(chance, Chance::new(ways, 56_u32), "{reds} reds");
        }
        for label in ["reds", "heaviest", "spare"] {
            assert_eq!(value(&once, label), value(&singly, label), "{label}");
            assert_eq!(value(&once, label), value(&rounds, label), "{label}");
        }
        assert_eq!(once.changes, singly.changes);
        assert_eq!(once.changes, rounds.changes);
        assert!(value(&once, "spare").chance(&Answer::Number(5)).is_always());
    }
}

#[test]
fn turns_with_a_deck_are_their_paths() {
    let mut session = Session::new(&Empty);
    let (game, world) = table(&mut session);
    let turns = [Turn::Act(deed_of(&game, &world, &wish("turn over"), false).unwrap())];
    let mut found = |going| {
        let bounds = Bounds { going, ..Bounds::default() };
        session
            .staged_odds((&game, &Env::default(), &world), Err(""), &|stage| of_turns(stage, &turns, 3, &[], &bounds))
            .unwrap()
    };
    let carried = found(Going::Covered);
    assert_eq!(carried, found(Going::Plain));
    let score = carried[2].changes.iter().find(|one| one.called == "Score").unwrap();
    assert_eq!(score.to.chance(&Answer::Number(3)), Chance::new(4_u32, 56_u32));
}

/// In whatever order cards came to lie on the table, they are the same.
#[test]
fn turns_with_discards_are_their_steps_in_one() {
    let mut session = Session::new(&Empty);
    let (game, world) = table(&mut session);
    let turns = [Turn::Act(deed_of(&game, &world, &wish("bet"), false).unwrap())];
    let turns = session
        .staged_odds((&game, &Env::default(), &world), Err(""), &|stage| {
            of_turns(stage, &turns, 2, &[], &Bounds::default())
        })
        .unwrap();
    let score =
        |changes: &[tirada::odds::ChangeOdds]| changes.iter().find(|one| one.called == "Score").unwrap().to.clone();
    assert_eq!(score(&turns[1].changes), score(&odds("two bets", Going::Covered).changes));
    // Two cards weigh the same once in seven times.
    assert_eq!(score(&turns[0].changes).chance(&Answer::Number(1)), Chance::new(3_u32, 7_u32));
    // Four of eight lie there: 70 choices, each with one of three scores.
    assert!(turns[1].states.is_some_and(|states| states <= 70 * 3));
}

/// Six lie on the table; of the four that are drawn then two are sure, and two come from the six.
#[test]
fn the_rest_is_drawn_before_the_discards_are_shuffled() {
    let found = odds("go round", Going::Covered);
    assert_eq!(value(&found, "has it").chance(&Answer::Number(1)), Chance::new(1_u32, 2_u32));
    assert!(value(&found, "lies").chance(&Answer::Number(0)).is_always());
}

#[test]
fn what_cannot_be_drawn_is_not_done() {
    assert_eq!(odds("too many", Going::Covered).refused, Chance::new(1_u32, 2_u32));
}

/// A comma in a name is none between names.
#[test]
fn names_with_commas_stay_whole_in_odds() {
    let home = folder("decks-commas");
    let at = |name: &str| home.join(name).display().to_string();
    fs::write(home.join("pebbles.yml"), RULES.replace("'{hue} {weight}'", "'{hue}, {weight}'")).unwrap();
    fs::write(home.join("ann.yml"), "tirada character: 1\nname: Ann\nruleset: pebbles\n").unwrap();
    let run = tirada(&["odds", "-r", &at("pebbles.yml"), "--do", "at once", "--as", &at("ann.yml")]);
    assert!(run.stdout.contains("«blue, 1» 37.50% (3/8) · «blue, 2»"), "{}{}", run.stdout, run.stderr);
}

/// A name with braces is one text to translate; what stands in them is called as the values are.
#[test]
fn cards_have_names_in_other_languages() {
    let home = folder("decks-translated");
    let at = |name: &str| home.join(name).display().to_string();
    fs::create_dir_all(home.join("pebbles/translations")).unwrap();
    let rules = RULES.replace(
        "{'{hue} {weight}': }",
        "{'{hue} {weight}': , 'Pearl {1..2}': {hue: red, weight: 1}, Opal: {hue: blue, weight: 4}}",
    );
    fs::write(home.join("pebbles/ruleset.yml"), rules).unwrap();
    let words = "tirada translation: 1
ruleset: pebbles
language: es
tags: {pebble: {name: guijarro, words: {hue: color, red: rojo, blue: azul, Opal: Ópalo}}}
texts: {'{hue} {weight}': '{weight} de {hue}', 'Pearl {1..2}': 'Perla {1..2}'}
";
    fs::write(home.join("pebbles/translations/es.yml"), words).unwrap();
    let run = tirada(&["show", &at("pebbles"), "pebble", "--language", "es", "--lang", "en"]);
    let cards = "1 1 de rojo, 2 2 de rojo, 3 3 de rojo, 4 4 de rojo, 5 1 de azul, 6 2 de azul, 7 3 de azul, 8 4 de azul, \
                 9 Perla 1, 10 Perla 2, 11 Ópalo";
    assert!(run.stdout.contains(cards), "{}{}", run.stdout, run.stderr);
    let run = tirada(&["show", &at("pebbles"), "pebble"]);
    assert!(run.stdout.contains("8 blue 4, 9 Pearl 1, 10 Pearl 2, 11 Opal"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn hands_and_discards_are_written_on_sheets() {
    let home = folder("decks");
    let at = |name: &str| home.join(name).display().to_string();
    fs::write(home.join("pebbles.yml"), RULES).unwrap();
    fs::write(home.join("ann.yml"), "tirada character: 1\nname: Ann\nruleset: pebbles\n").unwrap();
    fs::write(home.join("table.yml"), "tirada character: 1\ntable: yes\nruleset: pebbles\n").unwrap();
    let (rules, ann, everybody) = (at("pebbles.yml"), at("ann.yml"), format!("table={}", at("table.yml")));
    let act = |action: &str, dice: &str| {
        let run = tirada(&[
            "do",
            action,
            "-r",
            &rules,
            "--as",
            &format!("who={ann}"),
            "--as",
            &everybody,
            "--dice",
            dice,
            "--write",
        ]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        [fs::read_to_string(&ann).unwrap(), fs::read_to_string(at("table.yml")).unwrap()]
    };
    let [hand, _] = act("at once", "5,1,8");
    assert!(hand.ends_with("tags:\n  pebble:\n    red 1:\n    blue 1:\n    blue 4:\n"), "{hand}");
    let [hand, open] = act("turn over", "3");
    assert!(hand.contains("blue 1:") && open.ends_with("tags:\n  pebble:\n    red 3:\n"), "{hand}{open}");
    // What somebody holds, and what lies open, is not in the pile.
    for (dice, held) in [("1", "1"), ("3", "3"), ("9", "9")] {
        let run = tirada(&[
            "do",
            "turn over",
            "-r",
            &rules,
            "--as",
            &format!("who={ann}"),
            "--as",
            &everybody,
            "--dice",
            dice,
        ]);
        assert!(run.stderr.contains("card-not-in-pile") && run.stderr.contains(held), "{}", run.stderr);
    }
}

#[test]
fn all_decks_together_have_a_limit() {
    let found = |decks: usize, last: &str| {
        let mut rules = "tirada: 1\nid: packs\nname: Packs\ntags:\n".to_owned();
        for deck in 0..decks {
            rules += &format!("  deck{deck}: {{cards: {{'A {{1..1000}}': }}}}\n");
        }
        rules += last;
        rules += "actions: {all: {roles: [who], steps: {";
        rules +=
            &(0..decks).map(|deck| format!("s{deck}: {{draw: deck{deck}, to: who}}")).collect::<Vec<_>>().join(", ");
        rules += "}}}\n";
        let mut session = Session::new(&Empty);
        let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: rules }]);
        let errors = loaded.findings.iter().filter(|one| one.is_error());
        errors.map(|one| one.code.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found(20, ""), Vec::<String>::new());
    // The last is one card too many, and those behind it are not told again.
    assert_eq!(found(20, "  one more: {cards: {B: }}\n  and more: {cards: {B: , C: }}\n"), ["too-many-cards"]);
    assert_eq!(found(30, ""), ["too-many-cards"]);
}
