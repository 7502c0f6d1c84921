//! Decks: odds of drawn cards by hand and by the plain walk, and what is kept of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::fs;

use tirada::internals::check::program::CheckedGame;
use tirada::internals::diagnostic::Code;
use tirada::internals::engine::{Answer, Stage};
use tirada::internals::limits::Limits;
use tirada::internals::odds::{
    ActionOdds, Chance, ChangeOdds, Changing, Distribution, OddsLimits, Turn, WalkStrategy, of_action, of_turns,
};
use tirada::internals::ruleset::File;
use tirada::internals::session::{ActionRequest, Session, action_call};
use tirada::internals::world::{Env, HeldTag, Lasts, Person, TagValue, World};

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

fn table(session: &mut Session<'_>) -> (CheckedGame, World) {
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: RULES.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let mut world = World::new();
    world.join(Person { name: "Ann".to_owned(), ..Person::default() });
    (loaded.game, world)
}

fn wish(action: &str) -> ActionRequest {
    ActionRequest {
        action: action.to_owned(),
        roles: vec![(Some("who".into()), vec!["Ann".into()])],
        ..ActionRequest::default()
    }
}

fn odds(action: &str, strategy: WalkStrategy) -> ActionOdds {
    let mut session = Session::new(&Empty);
    let (game, world) = table(&mut session);
    let call = action_call(&game, &world, &wish(action), false).unwrap();
    session
        .action_odds(&game, &Env::default(), &world, &call, &OddsLimits { strategy, ..OddsLimits::default() })
        .unwrap()
}

fn value<'o>(odds: &'o ActionOdds, label: &str) -> &'o Distribution<Answer> {
    &odds.values.iter().find(|(name, _)| name == label).unwrap().1
}

/// Three of eight, four of which are red: 56 choices, of which 4, 24, 24 and 4 have none to three reds.
#[test]
fn drawing_at_once_equals_drawing_one_by_one() {
    for strategy in [WalkStrategy::Enumerate, WalkStrategy::Deferred] {
        let (once, singly, rounds) = (odds("at once", strategy), odds("singly", strategy), odds("in rounds", strategy));
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
    let turns = [Turn::Act(action_call(&game, &world, &wish("turn over"), false).unwrap())];
    let mut found = |strategy| {
        let bounds = OddsLimits { strategy, ..OddsLimits::default() };
        session
            .staged_odds((&game, &Env::default(), &world), Err(""), &|stage| of_turns(stage, &turns, 3, &[], &bounds))
            .unwrap()
    };
    let carried = found(WalkStrategy::Deferred);
    assert_eq!(carried, found(WalkStrategy::Enumerate));
    let score = carried[2].changes.iter().find(|one| one.called == "Score").unwrap();
    assert_eq!(score.to.chance(&Answer::Number(3)), Chance::new(4_u32, 56_u32));
}

/// In whatever order cards came to lie on the table, they are the same.
#[test]
fn turns_with_discards_are_their_steps_in_one() {
    let mut session = Session::new(&Empty);
    let (game, world) = table(&mut session);
    let turns = [Turn::Act(action_call(&game, &world, &wish("bet"), false).unwrap())];
    let turns = session
        .staged_odds((&game, &Env::default(), &world), Err(""), &|stage| {
            of_turns(stage, &turns, 2, &[], &OddsLimits::default())
        })
        .unwrap();
    let score = |changes: &[tirada::internals::odds::ChangeOdds]| {
        changes.iter().find(|one| one.called == "Score").unwrap().to.clone()
    };
    assert_eq!(score(&turns[1].changes), score(&odds("two bets", WalkStrategy::Deferred).changes));
    // Two cards weigh the same once in seven times.
    assert_eq!(score(&turns[0].changes).chance(&Answer::Number(1)), Chance::new(3_u32, 7_u32));
    // Four of eight lie there: 70 choices, each with one of three scores.
    assert!(turns[1].states.is_some_and(|states| states <= 70 * 3));
}

/// Six lie on the table; of the four that are drawn then two are sure, and two come from the six.
#[test]
fn the_rest_is_drawn_before_the_discards_are_shuffled() {
    let found = odds("go round", WalkStrategy::Deferred);
    assert_eq!(value(&found, "has it").chance(&Answer::Number(1)), Chance::new(1_u32, 2_u32));
    assert!(value(&found, "lies").chance(&Answer::Number(0)).is_always());
}

#[test]
fn what_cannot_be_drawn_is_not_done() {
    assert_eq!(odds("too many", WalkStrategy::Deferred).refused, Chance::new(1_u32, 2_u32));
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

/// What is read of the cards differs by action.
const SHELLS: &str = "\
tirada: 1
id: shells
name: Shells
rounding: down
points: {Score: {start: '0', max: 60}}
traits: {Luck: {number: 0..9, default: 3}}
tags:
  shell:
    values: {hue: {one of: [red, blue, green]}, weight: {number: 1..3}, note: {text: any}}
    gives: {heft: weight, glow: 'if hue = red then 2 else weight - 1', lucky: 'weight * Luck', price: 'Price[weight]'}
    cards:
      red 1: {hue: red, weight: 1, note: plain}
      red 2: {hue: red, weight: 2, note: plain}
      red 3: {hue: red, weight: 2, note: dull}
      blue 1: {hue: blue, weight: 1, note: plain}
      blue 2: {hue: blue, weight: 2, note: plain}
      green 1: {hue: green, weight: 1, note: plain}
      green 2: {hue: green, weight: 3, note: plain}
    reshuffle: yes
  stone:
    values: {size: {number: 1..3}}
    cards: {'Stone {1..2}': {size: 1}, 'Rock {1..2}': {size: 2}}
tables: {Price: {ordered: yes, rows: {low: 4, middle: 4, high: 9}}}
tests:
  cast: {roll: d4, total: sum() + sum(heft), against: goal, ask: {goal: {number: any, default: 4}}, outcomes: {hit: {when: margin >= 0, is: success}, miss: {is: failure}}}
interventions:
  luck: {after: cast, when: 'count(shell, hue = red) > 0', steps: {r: {reroll: all}}}
  pride: {after: cast, when: 'shell[«red 2»]', steps: {r: {reroll: all}}}
actions:
  nothing: {roles: [who], steps: {h: {draw: shell, number: 3, to: who}, spare: shell.left}}
  hues: {roles: [who], steps: {h: {draw: shell, number: 4, to: who}, reds: 'count(who.shell, hue = red)'}}
  both columns: {roles: [who], steps: {h: {draw: shell, number: 4, to: who}, reds: 'count(who.shell, hue = red)', threes: 'count(who.shell, weight = 2)', heavy reds: 'count(who.shell, hue = red, weight = 2)'}}
  weights: {roles: [who], steps: {h: {draw: shell, number: 4, to: who}, weighs: who.sum(heft), best: who.highest(heft), least: who.lowest(heft)}}
  gifts: {roles: [who], steps: {h: {draw: shell, number: 4, to: who}, shine: who.sum(glow), most: who.highest(glow)}}
  gifts of others: {roles: [who], steps: {h: {draw: shell, number: 3, to: who}, luck: who.sum(lucky), cost: who.sum(price)}}
  singly:
    roles: [who]
    steps:
      one: {draw: shell, to: who}
      two: {draw: shell, to: who}
      red twice: one.hue = red and two.hue = red
      gains: {when: one.weight > two.weight, gain: {Score: 1}}
      down: {discard: one}
      three: {draw: shell, to: who}
      weighs: who.sum(heft)
      lies: shell.discarded
  rounds: {roles: [who], steps: {keep: {draw: shell, to: who}, r: {repeat: 3, steps: {one: {draw: shell, to: who}, more: {when: one.hue = red, gain: {Score: 1}, to: who}}}, reds: 'count(who.shell, hue = red)', kept: keep.weight}}
  two hands:
    roles: [who, other]
    steps:
      h: {draw: shell, number: 2, to: who}
      o: {draw: shell, number: 3, to: other}
      more: {when: 'count(who.shell, hue = blue) > count(other.shell, hue = blue)', gain: {Score: 1}, to: who}
      theirs: other.highest(heft)
  round again:
    roles: [who]
    steps:
      most: {draw: shell, number: 5, to: table}
      scored: {when: shell.discarded > 4, gain: {Score: 2}}
      hand: {draw: shell, number: 4, to: who}
      has: 'count(who.shell, hue = red, weight = 2)'
      lies: shell.discarded
  runs out:
    roles: [who]
    steps:
      s: {draw: stone, number: 2, to: who}
      more: {when: 'count(who.stone, size = 2) > 0', draw: stone, number: 3, to: who}
      big: 'count(who.stone, size = 2)'
  two decks:
    roles: [who]
    steps:
      h: {draw: shell, number: 3, to: who}
      s: {draw: stone, number: 2, to: who}
      alike: 'count(who.shell, hue = green) = count(who.stone, size = 2)'
  by name: {roles: [who], steps: {h: {draw: shell, number: 3, to: who}, has: 'who.shell[red 1]', of it: 'if who.shell[red 1] then who.shell[red 1, weight] else 0'}}
  told: {roles: [who], steps: {one: {draw: shell, to: who}, two: {draw: shell, to: who}, s: {say: '{who} turns over {one}.'}}}
  each: {roles: [who], steps: {h: {draw: shell, number: 3, to: who}, e: {each: {held: shell}, steps: {g: {when: held.weight = who.Score + 1, gain: {Score: 1}}}}}}
  called: {roles: [who], steps: {one: {draw: shell, to: who}, it: 'one = «red 1»', two: {draw: shell, number: 2, to: who}, reds: 'count(who.shell, hue = red)'}}
  sets: {roles: [who], steps: {one: {draw: shell, to: who}, s: {set: {one.weight: 3}}, two: {draw: shell, number: 2, to: who}, weighs: who.sum(heft)}}
  throws: {roles: [who], steps: {h: {draw: shell, number: 2, to: who}, c: {roll: cast, by: who}, won: {when: c.success, gain: {Score: 1}}}}
  chance: {roles: [who], steps: {x: 1d3, h: {draw: shell, number: x, to: who}, of that weight: 'count(who.shell, weight = x)'}}
  passes:
    roles: [who, other]
    steps:
      one: {draw: shell, to: who}
      h: {draw: shell, number: 2, to: who}
      given: {give: one, to: other}
      theirs: 'count(other.shell, hue = red)'
      mine: who.sum(heft)
      away: {discard: shell, of: who}
      again: {shuffle: shell}
      new: {draw: shell, number: 2, to: who}
      now: 'count(who.shell, hue = red)'
  drops: {roles: [who], ask: {which: {tag: shell, of: who, default: none}}, steps: {h: {draw: shell, number: 2, to: who}}}
";

fn shells() -> CheckedGame {
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: SHELLS.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    loaded.game
}

/// Ann and Bob; some hold cards already.
fn two(game: &CheckedGame, held: &[(&str, usize)]) -> World {
    let kind = game.tags.pairs().find(|(_, kind)| &*kind.name == "shell").unwrap();
    let mut world = World::new();
    for name in ["Ann", "Bob"] {
        world.join(Person { name: name.to_owned(), ..Person::default() });
    }
    for (number, (card, who)) in held.iter().enumerate() {
        let deck = kind.1.cards.as_ref().unwrap();
        let tag = HeldTag {
            number: number as i64,
            kind: kind.0,
            name: Some((*card).to_owned()),
            values: deck.card(card).unwrap().values.iter().map(TagValue::from).collect(),
            lasts: Lasts::Permanent,
            turn: None,
        };
        world.people.get_mut(*who).unwrap().tags.push(tag);
    }
    world.next_tag = held.len() as i64;
    world
}

fn shells_wish(game: &CheckedGame, action: &str) -> ActionRequest {
    let role = game.actions.iter().find(|one| *one.name == *action).unwrap();
    let people = role.slots.iter().take(role.roles).zip(["Ann", "Bob"]);
    let roles = people.map(|(slot, name)| (Some(slot.name.to_string()), vec![name.to_owned()])).collect();
    ActionRequest { action: action.to_owned(), roles, ..ActionRequest::default() }
}

/// The same, but for the names of cards where they are counted.
fn counted(changes: &[ChangeOdds], decks: &[String]) -> Vec<ChangeOdds> {
    let count = |answer: &Answer| match answer {
        Answer::Text(text) if text.is_empty() => Answer::Number(0),
        Answer::Text(text) => Answer::Number(text.split(", ").count() as i64),
        other => other.clone(),
    };
    let each = changes.iter().cloned().map(|change| {
        if !decks.contains(&change.called) || matches!(change.what, Changing::Values(_) | Changing::Lasts(_)) {
            return change;
        }
        let ways = change.to.ways().iter().map(|(answer, ways)| (count(answer), ways.clone()));
        let to = Distribution::new(ways.collect(), change.to.all().clone());
        ChangeOdds { to, had: Vec::new(), ..change }
    });
    // Where one has as many as before, which ones they are is not counted.
    each.filter(|change| change.to.ways().len() > 1 || !decks.contains(&change.called)).collect()
}

const HELD: [&[(&str, usize)]; 3] =
    [&[], &[("red 1", 1), ("blue 2", 0)], &[("green 2", 2), ("red 1", 1), ("red 2", 1)]];

#[test]
fn indistinguishable_cards_are_counted_together() {
    let game = shells();
    let mut session = Session::new(&Empty);
    let actions = game.actions.iter().filter(|action| action.ask.is_empty());
    let mut by_name = Vec::new();
    for (action, held) in actions.flat_map(|action| HELD.map(|held| (action, held))) {
        let world = two(&game, held);
        let call = action_call(&game, &world, &shells_wish(&game, &action.name), false).unwrap();
        let mut odds = |strategy| {
            let bounds = OddsLimits { strategy, ..OddsLimits::within(&Limits::FULL) };
            session.action_odds(&game, &Env::default(), &world, &call, &bounds)
        };
        let (plain, covered, apart) =
            match (odds(WalkStrategy::Enumerate), odds(WalkStrategy::Deferred), odds(WalkStrategy::Separate)) {
                (Ok(plain), Ok(covered), Ok(apart)) => (plain, covered, apart),
                // There are never so many cards.
                (Err(plain), Err(covered), Err(apart)) => {
                    let code = Code::DeckEmpty;
                    assert_eq!((plain.code, covered.code, apart.code), (code, code, code), "{}", action.name);
                    continue;
                }
                differs => panic!("{} {differs:?}", action.name),
            };
        let about = format!("{} {held:?}", action.name);
        assert_eq!((&plain.values, &plain.changes), (&covered.values, &covered.changes), "{about}");
        assert!(covered.counted.is_empty() && plain.left.is_never());
        for (label, values) in &apart.values {
            assert_eq!(value(&plain, label), values, "{about} {label}");
        }
        // Only which card a draw brought is left out.
        let missing = plain.values.iter().filter(|(label, _)| apart.values.iter().all(|(one, _)| one != label));
        assert!(missing.clone().all(|(_, values)| !apart.counted.is_empty() && !values.is_of_numbers()), "{about}");
        let decks = &apart.counted;
        assert_eq!(counted(&plain.changes, decks), counted(&apart.changes, decks), "{about}");
        assert_eq!((&plain.said, &plain.refused, &plain.left), (&apart.said, &apart.refused, &apart.left), "{about}");
        assert_eq!(plain.unanswered, apart.unanswered, "{about}");
        for (one, other) in plain.tests.iter().zip(&apart.tests) {
            assert_eq!((&one.rolled, &one.odds.outcomes), (&other.rolled, &other.odds.outcomes), "{about}");
        }
        if apart.counted.is_empty() {
            by_name.push(action.name.to_string());
        }
    }
    by_name.dedup();
    assert_eq!(by_name, ["by name", "told", "each", "called", "sets"]);
}

#[test]
fn turns_count_indistinguishable_cards() {
    let game = shells();
    let mut session = Session::new(&Empty);
    for (action, held) in ["hues", "singly", "passes", "round again", "throws", "by name", "weights"]
        .into_iter()
        .flat_map(|action| HELD.map(|held| (action, held)))
    {
        let world = two(&game, held);
        let turns = [Turn::Act(action_call(&game, &world, &shells_wish(&game, action), false).unwrap())];
        let mut found = |strategy| {
            let bounds = OddsLimits { strategy, ..OddsLimits::within(&Limits::FULL) };
            let odds = session.staged_odds((&game, &Env::default(), &world), Err(""), &|stage| {
                of_turns(stage, &turns, 2, &[], &bounds)
            });
            odds.unwrap_or_else(|error| panic!("{action} {strategy:?}: {error:?}"))
        };
        for (plain, apart) in found(WalkStrategy::Enumerate).iter().zip(&found(WalkStrategy::Separate)) {
            let decks = &apart.counted;
            assert_eq!(decks.is_empty(), action == "by name");
            assert_eq!(counted(&plain.changes, decks), counted(&apart.changes, decks), "{action} {held:?}");
            assert_eq!((&plain.unable, &plain.left), (&apart.unable, &apart.left), "{action} {held:?}");
            assert!(apart.states <= plain.states, "{action} {held:?}");
        }
    }
}

/// Five of 52, as every book on poker has them; and hands of 13.
#[test]
fn hands_of_a_whole_pack_are_exact() {
    let home = folder("decks-pack");
    let at = |name: &str| home.join(name).display().to_string();
    let rules = "\
tirada: 1
id: pack
name: Pack
tags:
  card:
    values: {rank: {number: 1..13}, suit: {one of: [clubs, diamonds, hearts, spades]}}
    gives: {pips: rank, honours: 'max(0, rank - 9)'}
    cards: {'{rank} {suit}': }
actions:
  five: {roles: [who], steps: {h: {draw: card, number: 5, to: who}, hearts: 'count(who.card, suit = hearts)'}}
  best: {roles: [who], steps: {h: {draw: card, number: 5, to: who}, most: who.highest(pips)}}
  thirteen: {roles: [who], steps: {h: {draw: card, number: 13, to: who}, spades: 'count(who.card, suit = spades)'}}
  valued: {roles: [who], steps: {h: {draw: card, number: 13, to: who}, worth: who.sum(honours)}}
  one by one: {roles: [who], steps: {r: {repeat: 5, steps: {one: {draw: card, to: who}}}, hearts: 'count(who.card, suit = hearts)'}}
  named: {roles: [who], steps: {h: {draw: card, number: 5, to: who}, has: 'who.card[«1 hearts»]'}}
";
    fs::write(home.join("pack.yml"), rules).unwrap();
    fs::write(home.join("ann.yml"), "tirada character: 1\nname: Ann\nruleset: pack\n").unwrap();
    let (rules, ann) = (at("pack.yml"), at("ann.yml"));
    let asked = |action: &str, more: &[&str]| {
        let run = tirada(&[&["odds", "-r", &rules, "--do", action, "--as", &ann], more].concat());
        run.stdout + &run.stderr
    };
    let five = asked("five", &[]);
    assert!(five.contains("33/66640") && five.contains("\ncard: 5\n"), "{five}");
    assert!(five.contains("Cards of card are counted without their names"), "{five}");
    assert!(asked("five", &["--lang", "es"]).contains("se cuentan sin nombrarlas"));
    assert!(asked("five", &["--json"]).contains(r#""counted":["card"]"#));
    // All below 13: (48 choose 5) of (52 choose 5); the rest has a 13.
    assert!(asked("best", &[]).contains("18472/54145"), "{}", asked("best", &[]));
    let thirteen = asked("thirteen", &["--json"]);
    assert!(thirteen.contains(r#"{"value":13,"probability":"1/635013559600""#), "{thirteen}");
    let computed =
        |text: &str| text.split_once(r#""hearts":"#).map(|(_, rest)| rest.split_once(']').unwrap().0.to_owned());
    assert_eq!(computed(&asked("five", &["--json"])), computed(&asked("one by one", &["--json"])));
    // What cards give is the same for 36 of them.
    let valued = asked("valued", &["--json"]);
    assert!(valued.contains(r#"{"value":0,"probability":"48546/13340621""#), "{valued}");
    // The faces that are known are cards by name; the others are counted.
    let after = asked("one by one", &["--after", "1,2", "--json"]);
    assert!(after.contains(r#""counted":["card"]"#), "{after}");
    // Which card somebody has needs all of them by name.
    let named = asked("named", &[]);
    assert!(named.contains("odds-too-long"));
    crate::errors::command_said("tirada odds -r pack.yml --do named --as ann.yml", &named);
}

/// Interventions are done where cards are so, and dice have fallen before.
#[test]
fn interventions_distinguish_the_cards_that_they_read() {
    let game = shells();
    let mut session = Session::new(&Empty);
    let world = two(&game, &[]);
    for (name, fallen) in [("luck", &[][..]), ("luck", &[2, 5]), ("pride", &[]), ("pride", &[2, 7])] {
        let wish = ActionRequest {
            interventions: vec![(name.to_owned(), None, BTreeMap::new())],
            ..shells_wish(&game, "throws")
        };
        let call = action_call(&game, &world, &wish, true).unwrap();
        let mut odds = |strategy| {
            let bounds = OddsLimits { strategy, ..OddsLimits::within(&Limits::FULL) };
            let found = session.staged_odds((&game, &Env::default(), &world), Err(""), &|stage| {
                of_action(&Stage { fallen, ..*stage }, &call, &bounds)
            });
            found.unwrap_or_else(|error| panic!("{name} {strategy:?}: {error:?}"))
        };
        let (plain, apart) = (odds(WalkStrategy::Enumerate), odds(WalkStrategy::Separate));
        assert_eq!(apart.counted.is_empty(), name == "pride");
        assert_eq!(plain.values, apart.values, "{name} {fallen:?}");
        assert_eq!(counted(&plain.changes, &apart.counted), counted(&apart.changes, &apart.counted), "{name}");
        assert_eq!(plain.tests[0].odds.outcomes, apart.tests[0].odds.outcomes, "{name} {fallen:?}");
    }
}
