//! Interventions in odds are done whenever they can be, and left out elsewhere: held to what can be
//! counted by hand, and to the same walked face by face.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::common::Empty;
use tirada::internals::check::program::{CheckedGame, TagId};
use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::engine::Answer;
use tirada::internals::id::Id;
use tirada::internals::odds::{
    ActionOdds, Chance, OddsLimits, Sampling, Turn, TurnOdds, WalkStrategy, of_turns, sample_action,
};
use tirada::internals::ruleset::File;
use tirada::internals::session::{ActionRequest, Session, action_call};
use tirada::internals::world::{Env, Person, World};

/// Interventions with a condition, with a need, with a price, with questions that some dice do not
/// allow, and one whose price is paid only when the dice have fallen again.
const RULES: &str = "
tirada: 1
id: plim
name: Plim
rounding: down
dice: {d: 4, roll: 2d, names: {a: lowest, Q: highest, W: sum}}
points:
  Zest: {start: 1, max: 3}
  Luck: {start: 0, max: 3, min: -2}
tags:
  Hurt: {}
tests:
  swing:
    roll: 2d
    ask:
      goal: {number: any, default: 6}
      bonus: {number: any, default: 0}
    total: W + bonus
    against: goal
    outcomes:
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
  burst:
    roll: 2d{1,2}!
    ask:
      goal: {number: any, default: 4}
    total: W
    against: goal
    outcomes:
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
  coin:
    roll: 1d{1,2}!
    ask:
      goal: {number: any, default: 2}
    total: W
    against: goal
    outcomes:
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
interventions:
  nudge:
    after: swing
    when: Q = 4
    steps:
      more: {change: {bonus: 2}}
      words: {say: Nudged.}
  push:
    after: swing
    roles: [pusher]
    need:
      A low die: a = 1
    steps:
      price: {lose: {Zest: 1}, of: pusher}
      more: {change: {bonus: 3}}
  swap:
    after: swing
    steps:
      which: {ask: {dice: any}}
      again: {reroll: which}
  late:
    after: swing
    roles: [who]
    steps:
      again: {reroll: all}
      price: {when: a < 3, lose: {Zest: 2}, of: who}
  retry:
    after: [burst, coin]
    when: margin < 0
    steps:
      again: {reroll: all}
  best:
    after: burst
    steps:
      again: {reroll: all, keep: better}
  ones:
    after: burst
    steps:
      again: {reroll: all, showing: 1}
actions:
  hit:
    roles: [one]
    steps:
      blow: {roll: swing, by: one, on: {failure: {hurt: {gain: Hurt, to: one}}}}
  twice:
    roles: [one]
    steps:
      blow: {roll: swing, by: one, on: {failure: {second: {roll: swing, by: one, on: {failure: {hurt: {gain: Hurt, to: one}}}}}}}
  blast:
    roles: [one]
    steps:
      blow: {roll: burst, by: one, on: {failure: {hurt: {gain: Hurt, to: one}}}}
  flip:
    roles: [one]
    steps:
      blow: {roll: coin, by: one, on: {failure: {hurt: {gain: Hurt, to: one}}}}
";

struct Table {
    game: CheckedGame,
    world: World,
}

fn table(session: &mut Session<'_>) -> Table {
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: RULES.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let mut world = World::new();
    world.join(Person { name: "Ann".to_owned(), ..Person::default() });
    Table { game: loaded.game, world }
}

fn wish(action: &str, choose: &[&str]) -> ActionRequest {
    let interventions = choose.iter().map(|text| {
        let mut words = text.split(' ');
        let name = words.next().unwrap().to_owned();
        let words = words.map(|word| word.split_once('=').unwrap());
        let (at, answers): (Vec<_>, Vec<_>) = words.partition(|(name, _)| *name == "at");
        let at = at.first().map(|(_, place)| (*place).to_owned());
        let answers = answers.into_iter().map(|(name, answer)| (name.to_owned(), answer.to_owned()));
        (name, at, answers.collect::<BTreeMap<_, _>>())
    });
    ActionRequest {
        action: action.to_owned(),
        roles: vec![(Some("one".into()), vec!["Ann".into()])],
        interventions: interventions.collect(),
        ..ActionRequest::default()
    }
}

fn try_odds(action: &str, choose: &[&str], strategy: WalkStrategy) -> Result<ActionOdds, Diagnostic> {
    let mut session = Session::new(&Empty);
    let Table { game, world } = table(&mut session);
    let call = action_call(&game, &world, &wish(action, choose), true).unwrap();
    session.action_odds(&game, &Env::default(), &world, &call, &OddsLimits { strategy, ..OddsLimits::default() })
}

/// The same both ways, where nothing explodes; and how samples come out.
fn odds(action: &str, choose: &[&str]) -> ActionOdds {
    let found =
        try_odds(action, choose, WalkStrategy::Deferred).unwrap_or_else(|error| panic!("{choose:?}: {error:?}"));
    let plain = try_odds(action, choose, WalkStrategy::Enumerate).unwrap();
    assert_eq!(found, plain, "{choose:?}");
    found
}

fn hurt(odds: &ActionOdds) -> Chance {
    let found = odds.changes.iter().find(|one| one.called == "Hurt");
    found.map_or_else(Chance::never, |one| one.to.chance(&Answer::Flag(true)))
}

/// Every throw of two dice with four sides.
fn throws() -> impl Iterator<Item = (i64, i64)> {
    (1..=4).flat_map(|one| (1..=4).map(move |other| (one, other)))
}

fn share(holds: impl Fn(i64, i64) -> bool) -> Chance {
    let count = throws().filter(|(one, other)| holds(*one, *other)).count();
    Chance::new(u32::try_from(count).unwrap(), 16_u32)
}

#[test]
fn conditions_and_needs_decide_each_time() {
    assert_eq!(hurt(&odds("hit", &[])), share(|one, other| one + other < 6));
    let nudged = |one: i64, other: i64| if one.max(other) == 4 { 2 } else { 0 };
    assert_eq!(hurt(&odds("hit", &["nudge"])), share(|one, other| one + other + nudged(one, other) < 6));
    let pushed = |one: i64, other: i64| if one.min(other) == 1 { 3 } else { 0 };
    let found = odds("hit", &["push"]);
    assert_eq!(hurt(&found), share(|one, other| one + other + pushed(one, other) < 6));
    assert!(found.refused.is_never());
    let zest = found.changes.iter().find(|one| one.called == "Zest").unwrap();
    assert_eq!(zest.to.chance(&Answer::Number(-1)), share(|one, other| one.min(other) == 1));
    // Both, in whichever order they are wanted: each sets the bonus, the one that is done last counts.
    let both = |first: &str, then: &str| hurt(&odds("hit", &[first, then]));
    let bonus = |one, other, last: bool| match (nudged(one, other), pushed(one, other)) {
        (2, 3) => {
            if last {
                3
            } else {
                2
            }
        }
        (nudged, pushed) => nudged + pushed,
    };
    assert_eq!(both("nudge", "push"), share(|one, other| one + other + bonus(one, other, true) < 6));
    assert_eq!(both("push", "nudge"), share(|one, other| one + other + bonus(one, other, false) < 6));
}

#[test]
fn what_was_not_possible_is_possible_later() {
    // Of two rolls the second comes only after the first failed. Both can be pushed, so it has to be said which.
    for strategy in [WalkStrategy::Deferred, WalkStrategy::Enumerate] {
        let error = try_odds("twice", &["push"], strategy).unwrap_err();
        assert_eq!(error.code.as_str(), "intervention-which", "{strategy:?}");
    }
    for (choose, pushed) in [
        (&["push at=blow"][..], [true, false]),
        (&["push at=second"], [false, true]),
        (&["push at=blow", "push at=second"], [true, true]),
        (&["push", "push"], [true, true]),
    ] {
        let found = odds("twice", choose);
        let (mut ways, mut all) = (0_u32, 0_u32);
        let more = |at: usize, one: i64, other: i64| if pushed[at] && one.min(other) == 1 { 3 } else { 0 };
        for (one, other) in throws() {
            for (third, fourth) in throws() {
                all += 1;
                let fails = one + other + more(0, one, other) < 6;
                // She has one point to spend.
                let then = if more(0, one, other) > 0 { 0 } else { more(1, third, fourth) };
                ways += u32::from(fails && third + fourth + then < 6);
            }
        }
        assert_eq!(hurt(&found), Chance::new(ways, all), "{choose:?}");
    }
}

#[test]
fn dice_that_do_not_lie_there_are_not_thrown_again() {
    // A 1 is thrown again, if there is one.
    let found = odds("hit", &["swap which=1"]);
    let mut ways = 0_u32;
    for (one, other) in throws() {
        let (low, high) = (one.min(other), one.max(other));
        ways += (1..=4).filter(|again| if low == 1 { again + high < 6 } else { one + other < 6 }).count() as u32;
    }
    assert_eq!(hurt(&found), Chance::new(ways, 64_u32));
}

#[test]
fn an_intervention_that_cannot_finish_changes_nothing() {
    // Thrown again, a die below 3 costs more than anybody has: then the first throw counts.
    let found = odds("hit", &["late"]);
    let mut ways = 0_u32;
    for (one, other) in throws() {
        for (third, fourth) in throws() {
            let total = if third.min(fourth) < 3 { one + other } else { third + fourth };
            ways += u32::from(total < 6);
        }
    }
    assert_eq!(hurt(&found), Chance::new(ways, 256_u32));
    assert!(found.changes.iter().all(|one| one.called != "Zest"), "nobody paid");
    assert!(found.refused.is_never());
}

#[test]
fn what_can_never_be_done_is_an_error() {
    let code = |choose: &str| try_odds("hit", &[choose], WalkStrategy::Deferred).unwrap_err().code.as_str();
    assert_eq!(code("swap which=5"), "no-such-face");
    assert_eq!(code("retry"), "intervention-not-here");
    // Wanted twice, and there is one roll and zest for one: whenever it can be is once.
    assert_eq!(hurt(&odds("hit", &["push", "push"])), hurt(&odds("hit", &["push"])));
    let error = try_odds("hit", &["retry", "retry"], WalkStrategy::Deferred).unwrap_err();
    assert_eq!(error.code.as_str(), "intervention-not-here");
    // Somebody who is not there is a slip wherever it stands.
    assert_eq!(code("push pusher=Zoe"), "unknown-person");
}

fn turns(action: &str, choose: &[&str], times: u32) -> Vec<TurnOdds> {
    let mut session = Session::new(&Empty);
    let Table { game, world } = table(&mut session);
    let turns = [Turn::Act(action_call(&game, &world, &wish(action, choose), true).unwrap())];
    session
        .staged_odds((&game, &Env::default(), &world), Err(""), &|stage| {
            of_turns(stage, &turns, times, &[], &OddsLimits::default())
        })
        .unwrap()
}

#[test]
fn an_action_repeats_each_turn_while_possible() {
    // Zest for one push: in the second turn it is there if nobody pushed in the first.
    let found = turns("hit", &["push"], 2);
    let low = share(|one, other| one.min(other) == 1);
    let zest = |turn: usize| {
        let zest = found[turn].changes.iter().find(|one| one.called == "Zest").unwrap();
        zest.to.chance(&Answer::Number(-1))
    };
    assert_eq!(zest(0), low);
    // 7 of 16, and 7 of the other 9.
    assert_eq!(zest(1), Chance::new(7_u32 * 16 + 9 * 7, 256_u32));
    assert!(found.iter().all(|turn| turn.unable.is_never()));
}

#[test]
fn samples_do_the_same() {
    let mut session = Session::new(&Empty);
    let Table { game, world } = table(&mut session);
    let (progress, stop) = (|_: u64| (), AtomicBool::new(false));
    let sampling =
        Sampling { times: 40_000, seed: 3, threads: std::num::NonZeroUsize::MIN, progress: &progress, stop: &stop };
    let env = Env::default();
    for choose in [["push"], ["late"], ["nudge"]] {
        let call = action_call(&game, &world, &wish("hit", &choose), true).unwrap();
        let sampled = session
            .staged_odds((&game, &env, &world), Err(""), &|stage| sample_action(stage, &call, &sampling))
            .unwrap();
        let (near, exact) = (hurt(&sampled).approximate(), hurt(&odds("hit", &choose)).approximate());
        assert!((near - exact).abs() < 0.015, "{choose:?}: {near} and {exact}");
    }
    let call = action_call(&game, &world, &wish("hit", &["swap which=5"]), true).unwrap();
    assert_eq!(
        session
            .staged_odds((&game, &env, &world), Err(""), &|stage| sample_action(stage, &call, &sampling))
            .unwrap_err()
            .code
            .as_str(),
        "no-such-face"
    );
}

/// Tags that nothing reads: one with a value that makes far too many states, and others of which all together
/// are too many, but not each.
const TAGS: &str = "
tirada: 1
id: wood
name: Wood
rounding: down
dice: {d: 8, roll: 1d, names: {W: sum}}
tags:
  Oak: {several: yes, values: {rings: {number: 0..}}}
  Ash: {several: yes}
  Elm: {several: yes}
actions:
  walk:
    roles: [one]
    steps:
      oak: {gain: {Oak: permanent}, with: {rings: 1d20}, to: one}
      toss: {value: 1d2}
      ash: {when: toss = 1, gain: {Ash: permanent}, to: one}
      flip: {value: 1d2}
      elm: {when: flip = 1, gain: {Elm: permanent}, to: one}
";

#[test]
fn too_many_tags_are_followed_one_by_one() {
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: TAGS.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let game = loaded.game;
    let mut world = World::new();
    world.join(Person { name: "Ann".to_owned(), ..Person::default() });
    let wish = ActionRequest { action: "walk".to_owned(), ..ActionRequest::default() };
    let turns = [Turn::Act(action_call(&game, &world, &wish, true).unwrap())];
    let mut odds = |track: &[TagId]| {
        let bounds = OddsLimits { work: 16_000_000, ..OddsLimits::default() };
        session
            .staged_odds((&game, &Env::default(), &world), Err(""), &|stage| of_turns(stage, &turns, 4, track, &bounds))
    };
    let found = odds(&[]).unwrap();
    for turn in &found {
        assert_eq!(turn.left_out, ["Oak"], "turn {}", turn.turn);
        let told: Vec<&str> = turn.changes.iter().map(|change| change.called.as_str()).collect();
        assert_eq!(told, ["Ash", "Elm"], "turn {}", turn.turn);
    }
    // Each of them is as often there as a coin shows heads.
    let last = found.last().unwrap();
    for change in &last.changes {
        assert_eq!(change.to.chance(&Answer::Number(4)), Chance::new(1_u32, 16_u32), "{}", change.called);
        assert_eq!(change.to.chance(&Answer::Number(2)), Chance::new(6_u32, 16_u32), "{}", change.called);
    }
    // Whoever asks for one gets it, or that it is too much.
    let asked = odds(&[Id::new(1)]).unwrap();
    assert!(asked.iter().all(|turn| turn.left_out.contains(&"Oak".to_owned()) && turn.changes.iter().any(|one| one.called == "Ash")));
    assert_eq!(odds(&[Id::new(0)]).unwrap_err().code.as_str(), "odds-too-much-work");
}

/// Two sides that roll again where they tie, and a price that is paid before it is known that they do.
const TIES: &str = "
tirada: 1
id: joust
name: Joust
rounding: down
dice: {d: 4, roll: 1d, names: {W: sum}}
points:
  Zest: {start: 1, max: 3}
tests:
  joust:
    roll: 1d
    ask:
      goal: {number: any, default: 0}
      bonus: {number: any, default: 0}
    total: W + bonus
    against: goal
    outcomes: {fine: {when: margin >= 0, is: success}, poor: {is: failure}}
    opposed: {compare: [total], tie: reroll}
interventions:
  shove:
    after: joust
    roller: rider
    steps: {price: {pay: {Zest: 1}, from: rider, to: nobody}, more: {change: {bonus: bonus + 1}}}
actions:
  ride:
    roles: [one, other]
    steps:
      meet: {oppose: joust, sides: {one: {}, other: {}}}
";

#[test]
fn effects_before_a_tie_stay_and_the_rest_restarts() {
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: TIES.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let game = loaded.game;
    let mut world = World::new();
    for name in ["Ann", "Bob"] {
        world.join(Person { name: name.to_owned(), ..Person::default() });
    }
    let mut wins = |answers: &[(&str, &str)], strategy| {
        let answers = answers.iter().map(|(name, answer)| ((*name).to_owned(), (*answer).to_owned())).collect();
        let wish = ActionRequest {
            action: "ride".to_owned(),
            roles: vec![(Some("one".into()), vec!["Ann".into()]), (Some("other".into()), vec!["Bob".into()])],
            interventions: vec![("shove".to_owned(), None, answers)],
            ..ActionRequest::default()
        };
        let call = action_call(&game, &world, &wish, true).unwrap();
        let bounds = OddsLimits { strategy, ..OddsLimits::default() };
        let odds = session.action_odds(&game, &Env::default(), &world, &call, &bounds)?;
        Ok::<_, Diagnostic>((odds.tests[0].odds.success().unwrap(), odds.left))
    };
    for strategy in [WalkStrategy::Deferred, WalkStrategy::Enumerate] {
        // One better, 10 of 16 win and 3 tie; then both are alike.
        let (wins, left) = wins(&[("rider", "Ann")], strategy).unwrap();
        assert_eq!((wins, left), (Chance::new(23_u32, 32_u32), Chance::never()), "{strategy:?}");
    }
    // Both could, and nobody says which.
    assert_eq!(wins(&[], WalkStrategy::Deferred).unwrap_err().code.as_str(), "intervention-which");
}

/// A game with one test, whose dice are thrown again and of which the better, the worse or the new throw counts.
fn again(roll: &str, total: &str, goal: u32, which: &str, keep: &str, strategy: WalkStrategy) -> ActionOdds {
    let rules = format!(
        "tirada: 1\nid: plim\nname: Plim\nrounding: down\ntags: {{Hurt: {{}}}}\ntests:\n  go:\n    roll: {roll}\n    \
         ask: {{goal: {{number: any, default: {goal}}}}}\n    total: {total}\n    against: goal\n    \
         outcomes: {{fine: {{when: total >= goal, is: success}}, poor: {{is: failure}}}}\n\
         interventions:\n  again: {{after: go, steps: {{again: {{reroll: {which}, keep: {keep}}}}}}}\n\
         actions:\n  try:\n    roles: [one]\n    \
         steps: {{blow: {{roll: go, by: one, on: {{failure: {{hurt: {{gain: Hurt, to: one}}}}}}}}}}\n"
    );
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: rules }]);
    assert!(loaded.is_sound(), "{total}: {:#?}", loaded.findings);
    let mut world = World::new();
    world.join(Person { name: "Ann".to_owned(), ..Person::default() });
    let call = action_call(&loaded.game, &world, &wish("try", &["again"]), true).unwrap();
    let bounds = OddsLimits { strategy, ..OddsLimits::default() };
    let odds = session.action_odds(&loaded.game, &Env::default(), &world, &call, &bounds);
    odds.unwrap_or_else(|error| panic!("{total}: {error:?}"))
}

/// Whatever is read off dice, a throw that replaces another is not added to it.
#[test]
fn the_throw_that_is_kept_counts_alone() {
    let alone = [
        "sum()",
        "highest() * 3",
        "nth(2) + nth(3)",
        "count(>= 3) * 3",
        "repeats() * 3",
        "sum(best(2))",
        "sum(worst(2))",
        "sum(largest(2))",
        "sum(showing(>= 3))",
        "sum(rest(best(1)))",
        "count(best(2), >= 3) * 5",
        "die(1) * 3 + die(3)",
        "run() * 3",
        "sets(2) * 9",
    ];
    let several = [
        "sum(best(a, b, 2))",
        "run(a, b) * 3",
        "sets(a, b, 2) * 9",
        "highest(a) + sum(b) * 2",
        "sum(rest(best(a, b, 1)))",
        "die(a, b, 2) + die(b, 1)",
    ];
    let mut asked: Vec<(&str, &str, &str)> = alone.iter().map(|total| ("3d3", *total, "all")).collect();
    asked.extend(several.iter().flat_map(|total| ["all", "a"].map(|which| ("{a: 2d3, b: d4}", *total, which))));
    let asked = asked.into_iter().flat_map(|one| ["better", "worse", "new"].map(|keep| (one, keep)));
    for ((roll, total, which), keep) in crate::common::one_in(2, asked) {
        let found = again(roll, total, 5, which, keep, WalkStrategy::Deferred);
        assert_eq!(found, again(roll, total, 5, which, keep, WalkStrategy::Enumerate), "{total} {which} {keep}");
    }
}

/// Dice that are thrown again keep their places: every throw is looked at.
#[test]
fn dice_thrown_again_keep_their_places() {
    for strategy in [WalkStrategy::Enumerate, WalkStrategy::Deferred, WalkStrategy::Separate] {
        let poor = hurt(&again("2d4", "die(1) * 3 - die(2)", 9, "all", "new, showing: 1", strategy));
        // Each die shows what it shows, with what it shows if it shows 1 and is thrown again.
        let die = || [2_i64, 3, 4].map(|face| (face, 4_u32)).into_iter().chain([1, 2, 3, 4].map(|face| (face, 1)));
        let each = die().flat_map(|(first, one)| die().map(move |(second, other)| (first * 3 - second, one * other)));
        let all: u32 = each.clone().map(|(_, ways)| ways).sum();
        let few: u32 = each.filter(|(total, _)| *total < 9).map(|(_, ways)| ways).sum();
        assert_eq!(all, 256);
        assert_eq!(poor, Chance::new(few, all), "{strategy:?}");
    }
}

/// Of 216 throws of three dice the best two come to 8 or less in 103.
#[test]
fn the_better_of_two_hands_by_hand() {
    let poor = |keep| hurt(&again("3d6", "sum(best(2))", 9, "all", keep, WalkStrategy::Deferred));
    assert_eq!(poor("better"), Chance::new(103_u32 * 103, 216_u32 * 216));
    assert_eq!(poor("worse"), Chance::new(216_u32 * 216 - 113 * 113, 216_u32 * 216));
    assert_eq!(poor("new"), Chance::new(103_u32, 216_u32));
}
