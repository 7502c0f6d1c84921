//! What an action leads to is the same whichever way it is walked: face by face in one piece, or
//! covered dice, what follows apart, and turns carried on from state to state.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common::Empty;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use tirada::internals::check::program::CheckedGame;
use tirada::internals::engine::Answer;
use tirada::internals::limits::Limits;
use tirada::internals::odds::{
    ActionOdds, Chance, Changing, OddsLimits, Sampling, Turn, WalkStrategy, of_turns, sample_action, sample_turns,
};
use tirada::internals::ruleset::File;
use tirada::internals::session::{ActionRequest, Session, action_call};
use tirada::internals::world::{Env, Person, World};

/// A blow that hurts by what its dice show, a state that is entered and asks for another test,
/// points that are spent, a contest whose ties are rolled again.
const RULES: &str = "
tirada: 1
id: plim
name: Plim
rounding: down
dice: {d: 4, roll: 2d, names: {a: lowest, Q: highest, W: sum}}
traits:
  Brawn: {number: 0..9, default: 1}
points:
  Zest: {start: 2, max: 3}
tags:
  Gone: {}
  Dazed: {gives: {slow: -1}}
tracks:
  Flesh:
    boxes: 5
    marks: {nick: /}
    overflow: ignore
    states:
      Fine: {when: lost < 3}
      Bad: {when: left > 0, gives: {slow: -1}, enter: reel}
      Down: {enter: fade}
tests:
  swing:
    roll: 2d
    ask:
      goal: {number: any, default: 4}
    total: W + Brawn + sum(slow)
    against: goal
    outcomes:
      great: {when: a >= 3, is: success, values: {harm: W - 2}}
      fine: {when: margin >= 0, is: success, values: {harm: a}}
      poor: {is: failure}
    opposed: {tie: reroll}
actions:
  hit:
    roles: [one, other]
    steps:
      able: {when: one.Gone, fail: Gone.}
      blow: {roll: swing, by: one, on: {failure: {tired: {lose: {Zest: 1}, of: one}, end: {stop: Missed.}}}}
      hurt: {mark: blow.harm, on: Flesh, of: other, as: nick}
  grapple:
    roles: [one, other]
    steps:
      both:
        oppose: swing
        sides: {one: {}, other: {}}
        with: {goal: 4}
        on:
          one: {hold: {gain: Dazed, to: other}}
          other: {slip: {gain: Dazed, to: one}}
  volley:
    roles: [one, other]
    steps:
      near: {roll: swing, by: one}
      far: {roll: swing, by: other, with: {goal: if near.success then 3 else 5}}
      late: {roll: swing, by: one, on: {great: {hurt: {mark: late.harm, on: Flesh, of: other, as: nick}}}}
      score: (if near.outcome = great then 2 else 0) + far.margin + (if late.failure then 1 else 0)
      tires: {when: score > 2, lose: {Zest: 1}, of: one}
      tells: {say: '{score} {near.outcome}'}
  duel:
    roles: [one, other]
    steps:
      near: {roll: swing, by: one}
      far: {roll: swing, by: other, with: {goal: if near.success then 3 else 5}}
      score: (if near.outcome = great then 2 else 0) + (if far.failure then 1 else 0)
      tires: {when: score > 2, lose: {Zest: 1}, of: one}
  rout:
    roles: [one, other]
    steps:
      both: {oppose: swing, sides: {one: {}, other: {}}, with: {goal: 4}}
      turn: {when: both.winner = one, roll: swing, by: one, on: {great: {daze: {gain: Dazed, to: other}}}}
      stops: {when: both.loser = one, stop: Enough.}
      last: {roll: swing, by: other}
  feud:
    roles: [one, other]
    steps:
      more: {do: duel, as: {one: one, other: other}}
      next: {roll: swing, by: one, with: {goal: 3 + more.score}}
      once: {roll: swing, by: other}
      ends: {when: next.failure and once.failure, gain: Dazed, to: one}
  reel:
    roles: [who]
    steps:
      stand: {roll: swing, by: who, on: {failure: {dizzy: {gain: Dazed, to: who}}}}
  fade:
    roles: [who]
    steps:
      last: {roll: swing, by: who, on: {failure: {gone: {gain: Gone, to: who}}}}
";

struct Table {
    game: CheckedGame,
    world: World,
}

fn table(session: &mut Session<'_>) -> Table {
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: RULES.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let mut world = World::new();
    for name in ["Ann", "Bob"] {
        world.join(Person { name: name.to_owned(), ..Person::default() });
    }
    Table { game: loaded.game, world }
}

fn wish(action: &str, one: &str, other: &str) -> ActionRequest {
    ActionRequest {
        action: action.to_owned(),
        roles: vec![(Some("one".into()), vec![one.into()]), (Some("other".into()), vec![other.into()])],
        ..ActionRequest::default()
    }
}

fn odds(action: &str, strategy: WalkStrategy) -> ActionOdds {
    let mut session = Session::new(&Empty);
    let Table { game, world } = table(&mut session);
    let call = action_call(&game, &world, &wish(action, "Ann", "Bob"), false).unwrap();
    let bounds = OddsLimits { strategy, ..OddsLimits::within(&Limits::FULL) };
    session.action_odds(&game, &Env::default(), &world, &call, &bounds).unwrap()
}

#[test]
fn an_action_is_the_same_walked_face_by_face() {
    for action in ["hit", "grapple", "volley", "rout", "feud"] {
        let (plain, covered) = (odds(action, WalkStrategy::Enumerate), odds(action, WalkStrategy::Deferred));
        assert_eq!(plain.changes, covered.changes, "{action}");
        assert_eq!(plain.tests.len(), covered.tests.len(), "{action}");
        for (one, other) in plain.tests.iter().zip(&covered.tests) {
            assert_eq!((&one.label, &one.who), (&other.label, &other.who));
            assert_eq!(one.rolled, other.rolled, "{action} {}", one.label);
            assert_eq!(one.odds, other.odds, "{action} {}", one.label);
        }
        // The first is told in full: two dice with four sides and 1 have seven totals.
        assert_eq!(covered.tests[0].odds.values.ways().len(), 7, "{action}");
        assert!(covered.tests[0].odds.margin.is_some() && covered.tests[0].odds.values.whole().is_always());
        assert_eq!((&plain.said, &plain.values), (&covered.said, &covered.values));
        assert!(plain.left.is_never() && covered.left.is_never());
    }
}

/// Games whose texts are compared, whose dice meet one of several conditions, where somebody is asked when the dice lie
/// there, where nobody rolls, and where a test knows the name of a trait.
#[test]
fn invented_games_are_the_same_walked_face_by_face() {
    type Named = (&'static str, &'static str);
    /// A game, an action, who plays it, and their traits.
    type Played<'p> = (&'p str, &'p str, &'p [Named], &'p [(&'p str, i64)]);
    let games: [Played<'_>; 14] = [
        ("squalls", "steer", &[("price", "both"), ("what", "Sail")], &[("Helm", 1)]),
        ("squalls", "look up", &[], &[("Helm", 1)]),
        ("fuses", "launch", &[("height", "9")], &[("Powder", 2)]),
        ("mules", "cross", &[], &[("Back", 4), ("Crates", 5)]),
        ("tallow", "look about", &[("dark", "6")], &[("Waxen", 2)]),
        ("anvils", "finish", &[], &[("Arm", 2)]),
        ("anvils", "market", &[], &[("Arm", 2)]),
        ("gulls", "cast", &[], &[("Nets", 3)]),
        ("looms", "patch", &[("which", "Dyeing")], &[("Dyeing", 40)]),
        // Two skills with one number are not the same.
        ("looms", "waver", &[], &[("Dyeing", 40), ("Spinning", 40)]),
        ("reeds", "go", &[("how", "slip"), ("ease", "5")], &[("Stalk", 50)]),
        ("reeds", "go", &[("how", "dive"), ("depth", "5")], &[]),
        ("reeds", "rob", &[("how", "wrest")], &[("Grip", 3)]),
        ("reeds", "call", &[("cry", "owl")], &[("Stalk", 50)]),
    ];
    for (name, action, answers, traits) in games {
        let path = format!("{}/tests/games/{name}/ruleset.yml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let mut session = Session::new(&Empty);
        let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text }]);
        assert!(loaded.is_sound(), "{:#?}", loaded.findings);
        let game = loaded.game;
        let at = |wanted: &str| game.traits.iter().position(|one| *one.name == *wanted).unwrap();
        let traits = traits.iter().map(|(name, value)| (at(name), *value)).collect();
        let mut world = World::new();
        world.join(Person { name: "Ann".to_owned(), traits, ..Person::default() });
        let role = game.actions.iter().find(|one| *one.name == *action).unwrap();
        let roles =
            role.slots.iter().take(role.roles).map(|slot| (Some(slot.name.to_string()), vec!["Ann".to_owned()]));
        let answers = answers.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let wish =
            ActionRequest { action: action.to_owned(), roles: roles.collect(), answers, ..ActionRequest::default() };
        let call = action_call(&game, &world, &wish, false).unwrap();
        let mut odds = |strategy| {
            let bounds = OddsLimits { strategy, ..OddsLimits::within(&Limits::FULL) };
            session.action_odds(&game, &Env::default(), &world, &call, &bounds).unwrap()
        };
        let (plain, covered, apart) =
            (odds(WalkStrategy::Enumerate), odds(WalkStrategy::Deferred), odds(WalkStrategy::Separate));
        for other in [&covered, &apart] {
            assert_eq!((&plain.changes, &plain.said), (&other.changes, &other.said), "{action}");
            for (one, other) in plain.tests.iter().zip(&other.tests) {
                assert_eq!((&one.label, &one.who, &one.rolled), (&other.label, &other.who, &other.rolled), "{action}");
                assert_eq!(one.odds, other.odds, "{action} {}", one.label);
            }
            assert!(!plain.tests.is_empty() && plain.tests.len() == other.tests.len() && other.left.is_never());
        }
    }
}

/// A roll of a test that is picked is a roll of that test.
#[test]
fn a_picked_test_has_the_odds_of_that_test() {
    let action = |name: &str, roll: &str, ask: &str| {
        format!(
            "  {name}:\n    roles: [one, other]\n    ask: {{{ask}}}\n    steps:\n      blow: {{roll: {roll}, by: one, with: \
             {{goal: 5}}, on: {{great: {{hurt: {{mark: blow.harm, on: Flesh, of: other, as: nick}}}}}}}}\n      score: if \
             blow.outcome = poor then 0 else blow.total\n"
        )
    };
    let lunge = "  lunge: {like: swing, change: {total: W + 2}}\nactions:\n";
    let of_both = action("picked", "how", "how: {test: any}");
    let rules = RULES.replace("actions:\n", lunge);
    let rules = rules + &of_both + &action("swung", "swing", "") + &action("lunged", "lunge", "");
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: rules }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let mut world = World::new();
    for name in ["Ann", "Bob"] {
        world.join(Person { name: name.to_owned(), ..Person::default() });
    }
    let mut odds = |action: &str, how: Option<&str>| {
        let answers = how.map(|how| ("how".to_owned(), how.to_owned())).into_iter().collect();
        let wish = ActionRequest { answers, ..wish(action, "Ann", "Bob") };
        let call = action_call(&loaded.game, &world, &wish, false).unwrap();
        let bounds = OddsLimits::within(&Limits::FULL);
        session.action_odds(&loaded.game, &Env::default(), &world, &call, &bounds).unwrap()
    };
    for (how, alone) in [("swing", "swung"), ("lunge", "lunged")] {
        let (one, other) = (odds("picked", Some(how)), odds(alone, None));
        let both = [&one, &other].map(|odds| odds.tests.iter().map(|test| test.odds.clone()).collect::<Vec<_>>());
        assert_eq!(both[0], both[1], "{how}");
        assert_eq!((&one.changes, &one.values), (&other.changes, &other.values), "{how}");
    }
    assert_ne!(odds("swung", None).tests[0].odds, odds("lunged", None).tests[0].odds);
}

/// `2d4`: 16 throws. `hit` fails where the sum and 1 are below 4, which is 1 and 1: one of 16.
#[test]
fn a_blow_by_hand() {
    let found = odds("hit", WalkStrategy::Deferred);
    assert_eq!(found.tests[0].odds.success().unwrap(), Chance::new(15_u32, 16_u32));
    let zest = found.changes.iter().find(|one| one.called == "Zest").unwrap();
    assert_eq!(zest.to.chance(&Answer::Number(-1)), Chance::new(1_u32, 16_u32));
    // 4 and 4: six marks where five fit.
    let marks = found.changes.iter().find(|one| matches!(one.what, Changing::Marks(_))).unwrap();
    assert_eq!(marks.to.chance(&Answer::Number(5)), Chance::new(3_u32, 16_u32));
}

/// Where less is better, a second throw helps as it should: p + (1 - p) * p, whichever way it is walked.
#[test]
fn the_better_of_two_throws_by_hand() {
    let mut session = Session::new(&Empty);
    // Ten faces are walked sooner than a hundred.
    let text = include_str!("games/tides/ruleset.yml").replace("d: 100", "d: 10").replace("default: 50", "default: 5");
    let game = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text }]).game;
    let mut world = World::new();
    world.join(Person { name: "Mara".to_owned(), ..Person::default() });
    let wanted = ActionRequest {
        action: "paddle".to_owned(),
        roles: vec![(Some("swimmer".into()), vec!["Mara".into()])],
        interventions: vec![("another wave".to_owned(), None, std::collections::BTreeMap::new())],
        ..ActionRequest::default()
    };
    let call = action_call(&game, &world, &wanted, false).unwrap();
    for strategy in [WalkStrategy::Enumerate, WalkStrategy::Deferred] {
        let bounds = OddsLimits { strategy, ..OddsLimits::default() };
        let odds = session.action_odds(&game, &Env::default(), &world, &call, &bounds).unwrap();
        assert_eq!(odds.tests[0].odds.success().unwrap(), Chance::new(3_u32, 4_u32));
    }
}

#[test]
fn samples_are_the_same_on_any_number_of_cores() {
    let mut session = Session::new(&Empty);
    let Table { game, world } = table(&mut session);
    let call = action_call(&game, &world, &wish("hit", "Ann", "Bob"), false).unwrap();
    let turns = [Turn::Act(call.clone())];
    let mut sampled = |threads: usize| {
        let (progress, stop) = (|_: u64| (), AtomicBool::new(false));
        let threads = NonZeroUsize::new(threads).unwrap();
        let sampling = Sampling { times: 4_500, seed: 9, threads, progress: &progress, stop: &stop };
        let env = Env::default();
        let once = session
            .staged_odds((&game, &env, &world), Err(""), &|stage| sample_action(stage, &call, &sampling))
            .unwrap();
        let mut turns = |times| {
            session
                .staged_odds((&game, &env, &world), Err(""), &|stage| sample_turns(stage, &turns, times, &sampling))
                .unwrap()
        };
        (once, turns(3), turns(1))
    };
    let (alone, several) = (sampled(1), sampled(4));
    assert_eq!(alone, several);
    let (once, turns, turn) = alone;
    assert_eq!((once.samples, turns[2].samples), (Some(4_500), Some(4_500)));
    // One thing done once is a turn of it.
    assert_eq!(once.changes, turn[0].changes);
    assert!(once.tests.iter().all(|test| test.odds.samples == Some(4_500)));
}

#[test]
fn turns_are_their_paths() {
    let mut session = Session::new(&Empty);
    let Table { game, world } = table(&mut session);
    let there = action_call(&game, &world, &wish("hit", "Ann", "Bob"), false).unwrap();
    let back = action_call(&game, &world, &wish("hit", "Bob", "Ann"), false).unwrap();
    let turns = [Turn::Act(there), Turn::Act(back)];
    let carried = session
        .staged_odds((&game, &Env::default(), &world), Err(""), &|stage| {
            of_turns(stage, &turns, 2, &[], &OddsLimits::default())
        })
        .unwrap();
    let plain = OddsLimits { strategy: WalkStrategy::Enumerate, ..OddsLimits::default() };
    let walked = session
        .staged_odds((&game, &Env::default(), &world), Err(""), &|stage| of_turns(stage, &turns, 2, &[], &plain))
        .unwrap();
    assert_eq!(carried, walked);
    // Every chance is out of everything.
    for turn in &carried {
        for change in &turn.changes {
            assert!(change.to.whole().is_always(), "{}: {}", turn.turn, change.called);
        }
    }
    // What can be counted by hand: nobody tires in the first blow but once in 16.
    let zest = |turn: usize, who: &str| {
        let found = carried[turn].changes.iter().find(|one| one.called == "Zest" && one.name == who).unwrap();
        found.to.chance(&Answer::Number(0))
    };
    assert_eq!(zest(0, "Ann"), Chance::new(15_u32, 16_u32));
}

/// Two who throw a die until one has more; what they see in between they may note, or pay for.
const QUARREL: &str = "\
tirada: 1
id: quarrel
name: Quarrel
rounding: down
dice: {d: 6, roll: 1d, names: {F: sum}}
points: {Heat: {start: '0'}, Gloom: {start: '0', max: 2}, Lot: {start: '0'}}
tests:
  lot:
    total: F
    outcomes: {low: {when: total < 4, is: failure}, high: {is: success}}
  shout:
    total: F
    outcomes: {heard: {is: success}}
    opposed: {compare: [total], tie: reroll}
actions:
  argue:
    roles: [one, other]
    steps:
      loud: 0
      bout:
        oppose: shout
        sides: {one: {}, other: {}}
        seen: {high: {when: bout.one.F > 4, set: {loud: 1}}}
  rage:
    roles: [one, other]
    steps:
      bout:
        oppose: shout
        sides: {one: {}, other: {}}
        seen: {high: {when: bout.one.F > 4, gain: {Heat: 1}, to: one}}
  sulk:
    roles: [one, other]
    steps:
      bout:
        oppose: shout
        sides: {one: {}, other: {}}
        seen: {high: {when: bout.one.F > 4, gain: {Gloom: 1}, to: one}}
  queue:
    roles: {all: many}
    steps:
      put: {order: all, by: [Lot], ties: draw}
  draw:
    roles: [who]
    steps:
      drawn: {roll: lot, by: who}
      note: {set: {Lot: drawn.total}, of: who}
";

fn quarrel(action: &str) -> ActionOdds {
    let mut session = Session::new(&Empty);
    let game = session.load_files(vec![File { name: "quarrel.yml".to_owned(), text: QUARREL.to_owned() }]);
    assert!(game.is_sound(), "{:?}", game.findings);
    let mut world = World::new();
    for name in ["Ann", "Bob"] {
        world.join(Person { name: name.to_owned(), ..Person::default() });
    }
    let together = ActionRequest {
        action: action.to_owned(),
        roles: vec![(Some("all".into()), vec!["Ann".into(), "Bob".into()])],
        ..ActionRequest::default()
    };
    let wish = if action == "queue" { together } else { wish(action, "Ann", "Bob") };
    let call = action_call(&game.game, &world, &wish, false).unwrap();
    session.action_odds(&game.game, &Env::default(), &world, &call, &OddsLimits::within(&Limits::FULL)).unwrap()
}

/// Rounds of a game, written as a loop and one by one.
fn rounds(action: &str, answers: &[(&str, &str)]) -> ActionOdds {
    const LOOPS: &str = "
tirada: 1
id: loops
name: Loops
rounding: down
points: {Gold: {start: 5}, Heat: {}}
tests:
  dig:
    ask: {deep: {number: 0..9, default: 0}}
    roll: d6
    total: sum() + deep
    outcomes:
      vein: {when: total >= 6, is: success}
      stone: {is: failure}
  roll many:
    ask: {n: {number: 1..9}}
    roll: (n)d6
    total: count(6)
    outcomes: {sixes: {when: total > 0, is: success}, blank: {is: failure}}
actions:
  looped:
    roles: [one]
    ask: {times: {number: 0..20}}
    steps:
      found: 0
      round:
        repeat: times
        steps:
          spade: {roll: dig, with: {deep: 'min(found, 3)'}, on: {success: {u: {set: {found: found + 1}}, w: {gain: {Gold: spade.total}}}}}
  written:
    roles: [one]
    steps:
      found: 0
      a: {roll: dig, with: {deep: 'min(found, 3)'}, on: {success: {au: {set: {found: found + 1}}, aw: {gain: {Gold: a.total}}}}}
      b: {roll: dig, with: {deep: 'min(found, 3)'}, on: {success: {bu: {set: {found: found + 1}}, bw: {gain: {Gold: b.total}}}}}
      c: {roll: dig, with: {deep: 'min(found, 3)'}, on: {success: {cu: {set: {found: found + 1}}, cw: {gain: {Gold: c.total}}}}}
      end: {say: 'Found {found}.'}
  dig once: {roles: [digger], ask: {deep: {number: 0..9}}, steps: {spade: {roll: dig, with: {deep: deep}}}}
  delegated:
    roles: [one]
    steps:
      found: 0
      round:
        repeat: 3
        steps:
          task: {do: dig once, with: {deep: 'min(found, 3)'}}
          u: {when: task.spade.success, set: {found: found + 1}}
          w: {when: task.spade.outcome = vein, gain: {Gold: task.spade.total}}
  search:
    roles: [one]
    ask: {times: {number: 0..1000}}
    steps: {round: {repeat: times, until: spade.success, steps: {spade: {roll: dig}, hot: {when: spade.outcome = stone, gain: {Heat: 'min(1, 2 - Heat)'}}}}}
  more:
    roles: [one]
    steps:
      n: 3
      sixes: 0
      round:
        repeat: 20
        until: n = 0
        steps: {cast: {roll: roll many, with: {n: n}}, next: {set: {n: cast.total}}, add: {set: {sixes: sixes + cast.total}}}
  nested:
    roles: [one]
    steps:
      found: 0
      outer:
        repeat: 2
        steps: {inner: {repeat: 2, steps: {spade: {roll: dig, on: {success: {up: {set: {found: found + 1}}}}}}}}
";
    let mut session = Session::new(&Empty);
    let game = session.load_files(vec![File { name: "loops.yml".to_owned(), text: LOOPS.to_owned() }]);
    assert!(game.is_sound(), "{:?}", game.findings);
    let mut world = World::new();
    world.join(Person { name: "Ann".to_owned(), ..Person::default() });
    let answers = answers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let wish = ActionRequest {
        action: action.to_owned(),
        roles: vec![(Some("one".into()), vec!["Ann".into()])],
        answers,
        ..ActionRequest::default()
    };
    let call = action_call(&game.game, &world, &wish, false).unwrap();
    session.action_odds(&game.game, &Env::default(), &world, &call, &OddsLimits::within(&Limits::FULL)).unwrap()
}

/// A roll that is read through the label of the action that made it counts as one of its own.
#[test]
fn rolls_inside_of_other_actions_are_exact() {
    let (own, inside) = (rounds("looped", &[("times", "3")]), rounds("delegated", &[]));
    assert!(inside.unanswered.is_empty() && inside.left.is_never() && !inside.changes.is_empty());
    assert_eq!(own.changes, inside.changes);
}

/// What rounds lead to is what the same steps lead to that stand there one by one.
#[test]
fn rounds_are_what_their_steps_are_one_by_one() {
    let (looped, written) = (rounds("looped", &[("times", "3")]), rounds("written", &[]));
    assert!(looped.unanswered.is_empty() && looped.left.is_never());
    assert_eq!(looped.changes.len(), 1);
    for gold in 0..=27 {
        let gold = Answer::Number(gold);
        assert_eq!(looped.changes[0].to.chance(&gold), written.changes[0].to.chance(&gold));
    }
    assert_eq!(looped.tests.len(), 3);
    for (one, other) in looped.tests.iter().zip(&written.tests) {
        assert_eq!(one.odds.success(), other.odds.success());
    }
    let sum =
        |odds: &ActionOdds| odds.values.iter().find(|(name, _)| name == "found").map(|(_, sum)| sum.clone()).unwrap();
    for count in 0..=3 {
        let count = Answer::Number(count);
        assert_eq!(sum(&looped).chance(&count), sum(&written).chance(&count));
    }
}

/// Nothing is left over of rounds that end, however unlikely the last of them is.
#[test]
fn rounds_until_something_holds_are_exact() {
    let found = rounds("search", &[("times", "150")]);
    assert!(found.unanswered.is_empty() && found.left.is_never());
    let round = &found.values.iter().find(|(name, _)| name == "round").unwrap().1;
    // 5 of 6 go on: of the 150th round that is about one in a million million.
    let missed = |often: u32| num_bigint::BigUint::from(5_u32).pow(often);
    let all = |often: u32| num_bigint::BigUint::from(6_u32).pow(often);
    assert_eq!(round.chance(&Answer::Number(1)), Chance::new(1_u32, 6_u32));
    assert_eq!(round.chance(&Answer::Number(100)), Chance::new(missed(99), all(100)));
    assert_eq!(round.chance(&Answer::Number(150)), Chance::new(missed(149), all(149)));
    assert_eq!(found.tests[149].odds.success().unwrap(), Chance::new(missed(149), all(150)));
    let heat = &found.changes[0].to;
    assert_eq!(heat.chance(&Answer::Number(2)), Chance::new(25_u32, 36_u32));
}

/// Dice that bring more dice: each die is a branching process of its own.
#[test]
fn rounds_that_shrink_are_exact() {
    let found = rounds("more", &[]);
    assert!(found.unanswered.is_empty() && found.left.is_never());
    let all = &found.values.iter().find(|(name, _)| name == "sixes").unwrap().1;
    assert_eq!(all.chance(&Answer::Number(0)), Chance::new(125_u32, 216_u32));
    // One six of three dice, and none after it.
    assert_eq!(all.chance(&Answer::Number(1)), Chance::new(75 * 5_u32, 216 * 6_u32));
}

#[test]
fn rounds_inside_of_rounds_are_exact() {
    let found = rounds("nested", &[]);
    let sum = &found.values.iter().find(|(name, _)| name == "found").unwrap().1;
    for (count, ways) in [(0, 625_u32), (1, 500), (2, 150), (3, 20), (4, 1)] {
        assert_eq!(sum.chance(&Answer::Number(count)), Chance::new(ways, 1296_u32));
    }
}

/// What is noted after a tie is the same after the next: nothing is left over.
#[test]
fn ties_that_come_back_to_the_same_are_exact() {
    let found = quarrel("argue");
    assert!(found.unanswered.is_empty() && found.left.is_never());
    assert_eq!(found.tests[0].odds.success().unwrap(), Chance::new(1_u32, 2_u32));
}

/// A power of a fraction.
fn power(below: u64, often: u32) -> u64 {
    below.pow(often)
}

/// Each tie may add to what was gained before. Of 36 throws 4 tie and change nothing, which are thrown again; of
/// the other 32, 2 tie with one point more, 10 end with one point more and 20 with none: a geometric series.
#[test]
fn ties_that_add_a_point_are_a_series() {
    let found = quarrel("rage");
    let [(failure, chance)] = found.unanswered.as_slice() else { panic!("{:?}", found.unanswered) };
    assert_eq!(failure.code().as_str(), "too-many-ties");
    // The first power of 1/16 below one in a thousand million.
    assert_eq!(*chance, Chance::new(1_u32, power(16, 8)));
    let heat = &found.changes[0].to;
    for often in 1..=7_u32 {
        let one = Chance::new(20_u64, 32 * power(16, often));
        assert_eq!(heat.chance(&Answer::Number(often.into())), one.or(&Chance::new(10_u64, 2 * power(16, often))));
    }
    assert_eq!(heat.chance(&Answer::Number(0)), Chance::new(5_u32, 8_u32));
    assert_eq!(heat.chance(&Answer::Number(8)), Chance::new(10_u64, 2 * power(16, 8)));
    let won = (0..8).map(|often| Chance::new(15_u64, 32 * power(16, often)));
    let won = won.fold(Chance::never(), |sum, one| sum.or(&one));
    assert_eq!(found.tests[0].odds.success().unwrap(), won);
}

/// Where no more than so much can change, the series has an end, and nothing is left over.
#[test]
fn ties_that_change_no_more_than_so_much_are_exact() {
    let found = quarrel("sulk");
    assert!(found.unanswered.is_empty() && found.left.is_never());
    assert_eq!(found.tests[0].odds.success().unwrap(), Chance::new(1_u32, 2_u32));
    let gloom = &found.changes[0].to;
    // As above; from the second on all is gathered there.
    assert_eq!(gloom.chance(&Answer::Number(0)), Chance::new(5_u32, 8_u32));
    assert_eq!(gloom.chance(&Answer::Number(1)), Chance::new(20 + 5 * 32_u32, 32 * 16_u32));
    assert_eq!(gloom.chance(&Answer::Number(2)), Chance::new(3_u32, 128_u32));
}

/// Those who tie are put in order by other dice, again and again: each round is known, and how often it comes.
#[test]
fn each_round_of_those_who_tie_is_known() {
    let found = quarrel("queue");
    assert_eq!(found.unanswered.len(), 1);
    assert_eq!(found.unanswered[0].1, Chance::new(1_u32, power(6, 12)));
    // Twelve throws of each.
    assert_eq!(found.tests.len(), 24);
    for (at, pair) in found.tests.chunks(2).enumerate() {
        let rolled = Chance::new(power(6, 12 - at as u32) - 1, power(6, 12));
        assert_eq!([&pair[0].rolled, &pair[1].rolled], [&rolled, &rolled], "{at}");
        let low = pair[0].odds.outcomes.iter().find(|one| one.name.as_deref() == Some("low")).unwrap();
        assert_eq!(low.chance.clone(), Chance::new(power(6, 12 - at as u32) - 1, 2 * power(6, 12)), "{at}");
    }
}

/// A total is what it was when its roll ended, also where a state that comes before it is read changes what it is made
/// of.
#[test]
fn a_total_read_later_is_that_of_its_roll() {
    let rules = RULES.replace(
        "  reel:\n",
        "  recall:\n    roles: [one, other]\n    steps:\n      far: {roll: swing, by: other}\n      near: {roll: swing, by: one, on: \
         {great: {hurt: {mark: near.harm, on: Flesh, of: other, as: nick}}}}\n      score: far.total * 10 + far.margin\n  reel:\n",
    );
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: rules }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let mut world = World::new();
    for name in ["Ann", "Bob"] {
        world.join(Person { name: name.to_owned(), ..Person::default() });
    }
    let call = action_call(&loaded.game, &world, &wish("recall", "Ann", "Bob"), false).unwrap();
    for strategy in [WalkStrategy::Enumerate, WalkStrategy::Deferred] {
        let bounds = OddsLimits { strategy, ..OddsLimits::default() };
        let found = session.action_odds(&loaded.game, &Env::default(), &world, &call, &bounds).unwrap();
        let score = &found.values.iter().find(|(name, _)| name == "score").unwrap().1;
        for (sum, ways) in (2..=8).zip([1_u32, 2, 3, 4, 3, 2, 1]) {
            let total = sum + 1;
            assert_eq!(score.chance(&Answer::Number(total * 10 + total - 4)), Chance::new(ways, 16_u32), "{sum}");
        }
    }
}

/// Actions of random steps whose later ones read what earlier rolls came to; the same counted throw by throw.
mod of_random_steps {
    use super::*;
    use std::collections::BTreeMap;

    const GAME: &str = "
tirada: 1
id: steps
name: Steps
rounding: down
points: {Gold: {start: '0'}, Luck: {start: 2}}
tests:
  try:
    ask: {goal: {number: any, default: 3}}
    roll: d6
    total: sum()
    against: goal
    margin: goal - total
    values: {half: total div down 2}
    outcomes:
      great: {when: total * 2 <= goal, is: success, values: {more: total + 1}}
      fine: {when: total <= goal, is: success}
      poor: {is: failure}
interventions:
  retry: {after: try, roles: [who], need: {Luck is needed: who.Luck > 0}, steps: {price: {pay: {Luck: 1}, from: who}, all: {reroll: all}}}
actions:
";

    /// What a step reads of an earlier roll.
    #[derive(Debug, Clone, Copy)]
    enum Read {
        Half,
        Total,
        Margin,
        Success,
    }

    #[derive(Debug, Clone)]
    enum One {
        /// A roll: its goal, and another one where an earlier roll succeeded.
        Roll(i64, Option<(usize, i64)>),
        /// The same, only where an earlier roll failed.
        RollAgain(i64, usize),
        Reads(usize, Read),
        Gains(usize),
        GainsMore(usize),
        Throws(i64),
    }

    /// Random numbers of a seed (splitmix64).
    struct Seeded(u64);

    impl Seeded {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut mixed = self.0;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((mixed ^ (mixed >> 31)) % end as u64) as usize
        }
    }

    fn steps_of(seed: u64) -> Vec<One> {
        let mut random = Seeded(seed);
        let mut steps = vec![One::Roll(2 + random.below(4) as i64, None)];
        let (mut throws, mut rolls) = (1, vec![0]);
        for at in 1..8 {
            let earlier = rolls[random.below(rolls.len())];
            let goal = 1 + random.below(6) as i64;
            let throwing = throws < 4;
            let one = match random.below(if throwing { 8 } else { 4 }) {
                0 => One::Reads(earlier, [Read::Half, Read::Total, Read::Margin, Read::Success][random.below(4)]),
                1 | 2 => One::Gains(earlier),
                3 => One::GainsMore(earlier),
                4 => One::Throws(goal),
                5 => One::RollAgain(goal, earlier),
                6 => One::Roll(goal, Some((earlier, 4))),
                _ => One::Roll(goal, None),
            };
            match one {
                One::Roll(..) | One::RollAgain(..) => {
                    throws += 1;
                    // A roll that may not be made is not read.
                    if matches!(one, One::Roll(..)) {
                        rolls.push(at);
                    }
                }
                One::Throws(_) => throws += 1,
                _ => {}
            }
            steps.push(one);
        }
        steps
    }

    fn written(steps: &[One]) -> String {
        let mut text = format!("{GAME}  go:\n    roles: [one]\n    steps:\n");
        let mut labels = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let line = match step {
                One::Roll(goal, None) => format!("{{roll: try, by: one, with: {{goal: {goal}}}}}"),
                One::Roll(goal, Some((earlier, other))) => {
                    format!("{{roll: try, by: one, with: {{goal: if s{earlier}.success then {other} else {goal}}}}}")
                }
                One::RollAgain(goal, earlier) => {
                    format!("{{when: s{earlier}.failure, roll: try, by: one, with: {{goal: {goal}}}}}")
                }
                One::Reads(earlier, read) => match read {
                    Read::Half => format!("s{earlier}.half"),
                    Read::Total => format!("s{earlier}.total"),
                    Read::Margin => format!("s{earlier}.margin"),
                    Read::Success => format!("if s{earlier}.success then 1 else 0"),
                },
                One::Gains(earlier) => {
                    format!("{{when: s{earlier}.success, gain: {{Gold: s{earlier}.half}}, to: one}}")
                }
                One::GainsMore(earlier) => {
                    format!("{{when: s{earlier}.outcome = great, gain: {{Gold: s{earlier}.more}}, to: one}}")
                }
                One::Throws(goal) => format!("if 1d6 <= {goal} then 1 else 0"),
            };
            if matches!(step, One::Reads(..) | One::Throws(_)) {
                labels.push(format!("s{at}"));
            }
            text.push_str(&format!("      s{at}: {line}\n"));
        }
        text.push_str(&format!(
            "      tally: 0 {}\n",
            labels.iter().map(|one| format!("+ {one} ")).collect::<String>()
        ));
        text
    }

    /// What was rolled: the face and the goal.
    type Rolled = BTreeMap<usize, (i64, i64)>;

    /// Counts gold and the sum of all labels, out of 6 to the fourth.
    fn count(
        steps: &[One],
        at: usize,
        rolled: &Rolled,
        (gold, sum, ways): (i64, i64, u64),
        all: &mut BTreeMap<(bool, i64), u64>,
    ) {
        let Some(step) = steps.get(at) else {
            *all.entry((false, gold)).or_default() += ways;
            *all.entry((true, sum)).or_default() += ways;
            return;
        };
        let succeeds = |of: &usize| rolled[of].0 <= rolled[of].1;
        let mut go = |rolled: &Rolled, so: (i64, i64, u64)| count(steps, at + 1, rolled, so, all);
        match step {
            One::Roll(goal, other) => {
                let goal = other.filter(|(earlier, _)| succeeds(earlier)).map_or(*goal, |(_, other)| other);
                for face in 1..=6 {
                    let mut rolled = rolled.clone();
                    rolled.insert(at, (face, goal));
                    go(&rolled, (gold, sum, ways / 6));
                }
            }
            One::RollAgain(_, earlier) if succeeds(earlier) => go(rolled, (gold, sum, ways)),
            One::RollAgain(..) => (1..=6).for_each(|_| go(rolled, (gold, sum, ways / 6))),
            One::Reads(earlier, read) => {
                let (face, goal) = rolled[earlier];
                let more = match read {
                    Read::Half => face / 2,
                    Read::Total => face,
                    Read::Margin => goal - face,
                    Read::Success => i64::from(face <= goal),
                };
                go(rolled, (gold, sum + more, ways));
            }
            One::Gains(earlier) => {
                let more = if succeeds(earlier) { rolled[earlier].0 / 2 } else { 0 };
                go(rolled, (gold + more, sum, ways));
            }
            One::GainsMore(earlier) => {
                let (face, goal) = rolled[earlier];
                go(rolled, (gold + if face * 2 <= goal { face + 1 } else { 0 }, sum, ways));
            }
            One::Throws(goal) => {
                for face in 1..=6 {
                    go(rolled, (gold, sum + i64::from(face <= *goal), ways / 6));
                }
            }
        }
    }

    fn loaded(session: &mut Session<'_>, text: &str) -> (CheckedGame, World) {
        let loaded = session.load_files(vec![File { name: "steps.yml".to_owned(), text: text.to_owned() }]);
        assert!(
            !loaded.findings.iter().any(tirada::internals::diagnostic::Diagnostic::is_error),
            "{text}\n{:#?}",
            loaded.findings
        );
        let mut world = World::new();
        world.join(Person { name: "Ann".to_owned(), ..Person::default() });
        (loaded.game, world)
    }

    fn walked(text: &str, strategy: WalkStrategy) -> ActionOdds {
        let mut session = Session::new(&Empty);
        let (game, world) = loaded(&mut session, text);
        let wish = ActionRequest {
            action: "go".to_owned(),
            roles: vec![(Some("one".into()), vec!["Ann".into()])],
            ..ActionRequest::default()
        };
        let call = action_call(&game, &world, &wish, false).unwrap();
        let bounds = OddsLimits { strategy, ..OddsLimits::within(&Limits::FULL) };
        session.action_odds(&game, &Env::default(), &world, &call, &bounds).unwrap()
    }

    /// What later steps read of earlier rolls is what these came to, however their runs go together.
    #[test]
    fn values_read_later_are_those_of_their_rolls() {
        for seed in 0..40 {
            let steps = steps_of(seed);
            let text = written(&steps);
            let (plain, covered) = (walked(&text, WalkStrategy::Enumerate), walked(&text, WalkStrategy::Deferred));
            assert_eq!((&plain.changes, &plain.values), (&covered.changes, &covered.values), "{text}");
            for (one, other) in plain.tests.iter().zip(&covered.tests) {
                assert_eq!(
                    (&one.label, &one.rolled, &one.odds.outcomes),
                    (&other.label, &other.rolled, &other.odds.outcomes),
                    "{text}"
                );
            }
            let mut all = BTreeMap::new();
            let out_of = 6_u64.pow(4);
            count(&steps, 0, &Rolled::new(), (0, 0, out_of), &mut all);
            let sums = &covered.values.iter().find(|(name, _)| name == "tally").unwrap().1;
            let gold = covered.changes.iter().find(|one| one.called == "Gold");
            for ((of_labels, number), ways) in &all {
                let counted = Chance::new(*ways, out_of);
                match (of_labels, gold) {
                    (true, _) => assert_eq!(sums.chance(&Answer::Number(*number)), counted, "{text}"),
                    (false, Some(gold)) => assert_eq!(gold.to.chance(&Answer::Number(*number)), counted, "{text}"),
                    (false, None) => assert_eq!((*number, *ways), (0, out_of), "{text}"),
                }
            }
        }
    }

    /// Three rolls of a hundred faces, of which values are read: too many throws to walk each. What each adds to is a
    /// sum of three that are alike.
    #[test]
    fn rounds_that_read_values_of_large_dice_are_exact() {
        let game = GAME.replace("roll: d6", "roll: d100").replace("goal: 3", "goal: 45");
        let rules = format!(
            "{game}  once:
    roles: [one]
    steps:
      shot: {{roll: try, by: one}}
      where: {{when: shot.success, roll: Places}}
      hurt: {{when: shot.success, gain: {{Gold: shot.half}}, to: one}}
  go:
    roles: [one]
    steps:
      round: {{repeat: 3, steps: {{shot: {{do: once, as: {{one: one}}}}}}}}
      near: if 1d100 <= 45 then 1 else 0
      more: if 1d100 <= 45 then 1 else 0
      last: if 1d100 <= 45 then 1 else 0
      tally: near + more + last
tables:
  Places: {{dice: d100, cells: effects, ranges: {{1..15: {{Luck: 1}}, 16..100: {{Luck: 2}}}}}}
"
        )
        .replace("default: 3}", "default: 45}");
        let found = walked(&rules, WalkStrategy::Deferred);
        assert!(found.unanswered.is_empty() && found.left.is_never());
        // 45 of 100 succeed, and gain half of what they show.
        let one: BTreeMap<i64, u64> = (1..=100).fold(BTreeMap::new(), |mut all, face| {
            *all.entry(if face <= 45 { face / 2 } else { 0 }).or_default() += 1;
            all
        });
        let mut three = BTreeMap::from([(0, 1_u64)]);
        for _ in 0..3 {
            let mut next = BTreeMap::new();
            for (sum, ways) in &three {
                one.iter().for_each(|(more, each)| *next.entry(sum + more).or_default() += ways * each);
            }
            three = next;
        }
        let gold = found.changes.iter().find(|one| one.called == "Gold").unwrap();
        for (sum, ways) in three {
            assert_eq!(gold.to.chance(&Answer::Number(sum)), Chance::new(ways, 1_000_000_u32));
        }
        let tally = &found.values.iter().find(|(name, _)| name == "tally").unwrap().1;
        for (count, ways) in [(0, 166_375_u32), (1, 408_375), (2, 334_125), (3, 91_125)] {
            assert_eq!(tally.chance(&Answer::Number(count)), Chance::new(ways, 1_000_000_u32));
        }
    }
}

const ROUNDS: &str = "
tirada: 1
id: bouts
name: Bouts
rounding: down
points: {Puff: {start: 8, max: 8}}
tests:
  shove: {roll: 1d20, total: sum(), outcomes: {lands: {when: total >= 11, is: success}, misses: {is: failure}}}
actions:
  bout:
    roles: [one, other]
    steps:
      rounds:
        repeat: 6
        until: one.Puff = 0 or other.Puff = 0
        steps:
          ours: {roll: shove, by: one, on: {success: {hurt: {lose: {Puff: 'min(d4, other.Puff)'}, of: other}}}}
          theirs:
            when: other.Puff > 0
            roll: shove
            by: other
            on: {success: {back: {lose: {Puff: 'min(d4, one.Puff)'}, of: one}}}
";

/// Between two rounds only the states are kept: neither what they lead to, nor each test of each of them.
#[test]
fn rounds_give_back_what_they_took() {
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: ROUNDS.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let mut world = World::new();
    for name in ["Ann", "Bob"] {
        world.join(Person { name: name.to_owned(), ..Person::default() });
    }
    let call = action_call(&loaded.game, &world, &wish("bout", "Ann", "Bob"), false).unwrap();
    let bounds = OddsLimits { memory: 8_000_000, ..OddsLimits::within(&Limits::FULL) };
    let exact = session.action_odds(&loaded.game, &Env::default(), &world, &call, &bounds).unwrap();
    assert_eq!(exact.tests.len(), 12);
    assert!(exact.left.is_never() && exact.tests[0].rolled.is_always());
    // Samples keep each thing by itself: nearly each sample is another one as a whole.
    let sampling = Sampling {
        times: 20_000,
        seed: 5,
        threads: NonZeroUsize::MIN,
        progress: &|_| {},
        stop: &AtomicBool::new(false),
    };
    let mut session = Session::within(&Empty, Limits { memory: 3_000_000, ..Limits::FULL });
    let game = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: ROUNDS.to_owned() }]).game;
    let sampled =
        session.staged_odds((&game, &Env::default(), &world), Err(""), &|stage| sample_action(stage, &call, &sampling));
    let sampled = sampled.unwrap();
    for (one, other) in exact.tests.iter().zip(&sampled.tests) {
        let near = (one.rolled.approximate() - other.rolled.approximate()).abs();
        assert!(near < 0.02, "{}: {} {}", one.label, one.rolled, other.rolled);
    }
}

/// Loops whose number of rounds, and whose members, are known only from what was so when they began.
const LEFT: &str = "
tirada: 1
id: left
name: What is left
rounding: down
points: {Luck: {max: 9}, Score: {max: 9}, Coin: {start: 1}}
tags:
  Mark: {several: yes}
tests:
  toss: {roll: d2, total: sum(), outcomes: {heads: {when: total = 2, is: success}, tails: {is: failure}}}
actions:
  counted:
    roles: [one]
    steps:
      a: {gain: {Luck: 3 + d2}}
      round:
        repeat: Luck
        steps: {x: {lose: {Luck: 'd2 - 1'}, by: any}, y: {gain: {Score: 1}}}
  refused:
    roles: [one]
    steps: {round: {repeat: 4, steps: {flip: {roll: toss, on: {failure: {price: {pay: {Coin: 1}}}}}}}}
  marked:
    roles: [one]
    steps:
      begin: {gain: Mark}
      found: {gain: {Score: d2}}
      maybe: {when: Score = 2, gain: Mark}
      lost: {set: {Score: 0}}
      all:
        each: {mark: Mark}
        of: one
        steps:
          flip: {roll: toss, on: {success: {new: {gain: Mark}}, failure: {old: {lose: mark}}}}
          y: {gain: {Score: 1}}
  long:
    roles: [one]
    steps:
      round:
        repeat: 6
        until: Luck >= 4
        steps: {flip: {roll: toss, on: {success: {y: {gain: {Luck: 1}}}}}, z: {when: flip.total = 1, lose: {Luck: 'min(1, Luck)'}}}
      rest: {gain: {Score: round}}
      end: {roll: toss, on: {success: {w: {gain: {Coin: 1}}}}}
  numbered:
    roles: [one]
    steps: {round: {repeat: 5, steps: {flip: {roll: toss, on: {success: {y: {gain: {Luck: 'round - min(round - 1, 3)'}, by: any}}}}}}}
  inner:
    roles: [one]
    steps:
      outer:
        repeat: 2
        steps:
          flip: {roll: toss}
          rounds: {repeat: 4, until: Score >= 3, steps: {x: {gain: {Score: 'd2 - 1'}, by: any}}}
          less: {lose: {Score: 'min(Score, flip.total)'}}
  leaf: {roles: [one], steps: {round: {repeat: 3, steps: {y: {gain: {Score: 'd2 - 1'}, by: any}}}}}
  twice: {roles: [one], steps: {a: {do: leaf}, b: {do: leaf}}}
  flicker:
    roles: [one]
    steps: {flip: {roll: toss, on: {success: {y: {gain: {Score: 1}}}}}, flop: {roll: toss, on: {success: {z: {gain: {Score: 1}}}}}}
";

/// What is left to do of a loop belongs to the state of a run: runs are merged only where the same is left.
#[test]
fn loops_are_the_same_walked_face_by_face() {
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: LEFT.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let mut world = World::new();
    world.join(Person { name: "Ann".to_owned(), ..Person::default() });
    for action in ["counted", "refused", "marked", "long", "numbered", "inner", "leaf", "twice", "flicker"] {
        let wish = ActionRequest {
            action: action.to_owned(),
            roles: vec![(Some("one".into()), vec!["Ann".into()])],
            ..ActionRequest::default()
        };
        let call = action_call(&loaded.game, &world, &wish, false).unwrap();
        let mut odds = |strategy| {
            let bounds = OddsLimits { strategy, ..OddsLimits::within(&Limits::FULL) };
            session.action_odds(&loaded.game, &Env::default(), &world, &call, &bounds).unwrap()
        };
        let (plain, covered) = (odds(WalkStrategy::Enumerate), odds(WalkStrategy::Deferred));
        assert_eq!((&plain.changes, &plain.values), (&covered.changes, &covered.values), "{action}");
        assert_eq!(plain.refused, covered.refused, "{action}");
        assert_eq!(plain.tests.len(), covered.tests.len(), "{action}");
        for (one, other) in plain.tests.iter().zip(&covered.tests) {
            assert_eq!((&one.label, &one.rolled, &one.odds), (&other.label, &other.rolled, &other.odds), "{action}");
        }
    }
}

/// A round is walked once for each state in which it begins; what comes of thirty rounds is what a table of states says.
#[test]
fn duels_of_many_rounds_are_exact() {
    let mut session = Session::new(&Empty);
    let text = ROUNDS.replace("repeat: 6", "repeat: 30");
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let mut world = World::new();
    for name in ["Ann", "Bob"] {
        world.join(Person { name: name.to_owned(), ..Person::default() });
    }
    let call = action_call(&loaded.game, &world, &wish("bout", "Ann", "Bob"), false).unwrap();
    let bounds = OddsLimits::within(&Limits::FULL);
    let exact = session.action_odds(&loaded.game, &Env::default(), &world, &call, &bounds).unwrap();
    assert!(exact.left.is_never() && exact.unanswered.is_empty());
    // By hand: how likely each pair of what is left of both is, round after round.
    let hit = |left: usize| (0..=4).map(move |lost| (left.saturating_sub(lost), if lost == 0 { 0.5 } else { 0.125 }));
    let mut now = vec![vec![0.0; 9]; 9];
    now[8][8] = 1.0;
    let (mut rounds, mut over) = ([0.0; 30], [0.0; 9]);
    for (round, ends) in rounds.iter_mut().enumerate() {
        let mut next = vec![vec![0.0; 9]; 9];
        for (own, row) in now.iter().enumerate() {
            for (other, chance) in row.iter().enumerate() {
                for (other, lands) in hit(other) {
                    let back: Vec<(usize, f64)> = if other > 0 { hit(own).collect() } else { vec![(own, 1.0)] };
                    for (own, returned) in back {
                        let chance = chance * lands * returned;
                        if own == 0 || other == 0 || round == 29 {
                            *ends += chance;
                            over[own] += chance;
                        } else {
                            next[own][other] += chance;
                        }
                    }
                }
            }
        }
        now = next;
    }
    let near = |chance: &Chance, wanted: f64, what: &str| {
        assert!((chance.approximate() - wanted).abs() < 1e-12, "{what}: {} is not {wanted}", chance.approximate());
    };
    let told = &exact.values.iter().find(|(name, _)| name == "rounds").unwrap().1;
    for (round, wanted) in rounds.iter().enumerate() {
        near(&told.chance(&Answer::Number(round as i64 + 1)), *wanted, &format!("round {round}"));
    }
    for (left, wanted) in over.iter().enumerate() {
        let lost = Answer::Number(left as i64 - 8);
        near(&exact.changes[0].to.chance(&lost), *wanted, &format!("{left} left"));
    }
    assert_eq!(exact.tests.len(), 60);
}
