//! What cannot be answered has a probability of its own; all the rest is told, and nothing is lost.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::atomic::AtomicBool;

use crate::common::{Empty, folder, tirada};
use tirada::internals::check::program::{CheckedGame, TagId};
use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::engine::{Answer, Failure};
use tirada::internals::odds::{
    Chance, Odds, OddsLimits, Sampling, Turn, TurnOdds, WalkStrategy, of_turns, sample_action, sample_turns,
};
use tirada::internals::ruleset::File;
use tirada::internals::session::{ActionRequest, RollRequest, Session, action_call};
use tirada::internals::world::{Env, Person, World};

const RULES: &str = "
tirada: 1
id: plim
name: Plim
rounding: down
language: en
dice: {d: 4, roll: 2d, names: {a: lowest, Q: highest, W: sum}}
tags:
  Dead: {}
  Odd: {}
  Awe: {}
points:
  Zest: {start: 0, max: 9}
tables:
  Harm:
    columns: [hurt]
    ranges: {1..3: [1], 4..7: [2]}
tests:
  swing:
    roll: 2d
    ask:
      goal: {number: any, default: 5}
    total: W
    against: goal
    values:
      harm: Harm[W]
    show: [harm]
    outcomes:
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
    opposed: {compare: [total, harm], tie: reroll}
actions:
  hit:
    roles: [one]
    steps:
      blow: {roll: swing, by: one}
      hurt: {gain: {Zest: blow.harm}, to: one}
      dead: {when: blow.harm = 2, gain: Dead, to: one}
  fall:
    roles: [one]
    steps:
      x: 1d2
      dead: {when: x = 1 and not one.Odd, gain: Dead, to: one}
      awed: {when: x = 2, gain: Awe, to: one}
  calm:
    roles: [one]
    steps:
      x: 1d2
      gone: {when: x = 2, lose: Dead, of: one}
vs: swing
";

fn game(session: &mut Session<'_>) -> CheckedGame {
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: RULES.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    loaded.game
}

fn try_odds(text: &str, strategy: WalkStrategy) -> Result<Odds, Diagnostic> {
    let mut session = Session::new(&Empty);
    let game = game(&mut session);
    let request = RollRequest { text: text.to_owned(), source: "<test>".to_owned(), ..RollRequest::default() };
    let ready = session.prepare(&game, &request).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    session.odds(&game, &ready, &OddsLimits { strategy, ..OddsLimits::default() })
}

fn odds(text: &str) -> Odds {
    let found = try_odds(text, WalkStrategy::Deferred).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let plain = try_odds(text, WalkStrategy::Enumerate).unwrap();
    assert_eq!(
        (&found.values, &found.outcomes, &found.shown),
        (&plain.values, &plain.outcomes, &plain.shown),
        "{text}"
    );
    assert_eq!(sum(&found.unanswered), sum(&plain.unanswered), "{text}");
    let all = found.values.whole().or(&sum(&found.unanswered)).or(&found.cut());
    assert!(all.is_always(), "{text}: {all}");
    found
}

fn sum(all: &[(Failure, Chance)]) -> Chance {
    all.iter().fold(Chance::never(), |sum, (_, chance)| sum.or(chance))
}

fn share(ways: u32, all: u32) -> Chance {
    Chance::new(ways, all)
}

#[test]
fn a_missing_cell_is_its_own_class() {
    // No row for 8, which one of sixteen throws comes to.
    let found = odds("swing() vs 5");
    assert_eq!(found.unanswered.len(), 1);
    assert_eq!((found.unanswered[0].0.code().as_str(), &found.unanswered[0].1), ("no-row", &share(1, 16)));
    assert_eq!(found.success().unwrap(), share(9, 16));
    let poor = found.outcomes.iter().find(|one| one.name.as_deref() == Some("poor")).unwrap();
    assert_eq!(poor.chance, share(6, 16));
    assert!(found.cut().is_never() && found.undecided.is_never());
    // 6 / 0 once in three, and 12 / 0 with it.
    let found = odds("6 / (1d3 - 1)");
    assert_eq!((found.unanswered[0].0.code().as_str(), sum(&found.unanswered)), ("division-by-zero", share(1, 3)));
    assert_eq!(found.values.chance(&Answer::Number(3)), share(1, 3));
    // Both: what fails first is told.
    let found = odds("Harm[2d4] / (1d2 - 1)");
    assert_eq!(sum(&found.unanswered), share(1, 16).or(&share(15, 32)));
    assert_eq!(found.unanswered.len(), 2);
}

#[test]
fn what_is_rolled_again_leaves_as_much() {
    // Two sides: ties are rolled again, and what cannot be answered is as likely as it is of a round
    // in which nobody tied.
    let found = odds("swing() vs swing()");
    let (mut fails, mut ties, mut wins) = (0_u32, 0_u32, 0_u32);
    let throws = || (1..=4).flat_map(|one| (1..=4).map(move |other| one + other));
    for left in throws() {
        for right in throws() {
            if left == 8 || right == 8 {
                fails += 1;
            } else if left == right {
                ties += 1;
            } else if left > right {
                wins += 1;
            }
        }
    }
    assert_eq!(sum(&found.unanswered), share(fails, 256 - ties));
    assert_eq!(found.success().unwrap(), share(wins, 256 - ties));
}

#[test]
fn what_always_fails_is_an_error() {
    for strategy in [WalkStrategy::Enumerate, WalkStrategy::Deferred] {
        assert_eq!(try_odds("1d2 / (1d1 - 1)", strategy).unwrap_err().code.as_str(), "division-by-zero");
        assert_eq!(try_odds("Harm[1d2 + 20]", strategy).unwrap_err().code.as_str(), "no-row");
    }
}

fn world(tags: &[TagId]) -> World {
    let mut world = World::new();
    let who = world.join(Person { name: "Ann".to_owned(), ..Person::default() });
    for kind in tags {
        let lasts = tirada::internals::world::Lasts::Permanent;
        let tag = tirada::internals::world::HeldTag {
            kind: *kind,
            number: world.next_tag,
            name: None,
            values: Vec::new(),
            lasts,
            turn: None,
        };
        world.next_tag += 1;
        world.people[who].tags.push(tag);
    }
    world
}

fn turns(actions: &[&str], tags: &[&str], times: u32, strategy: WalkStrategy) -> Vec<TurnOdds> {
    let mut session = Session::new(&Empty);
    let game = game(&mut session);
    let kinds: Vec<TagId> =
        tags.iter().map(|name| tirada::internals::session::tag_named(&game, name).unwrap()).collect();
    let world = world(&kinds);
    let turn = |action: &&str| {
        let wish = ActionRequest { action: (*action).to_owned(), ..ActionRequest::default() };
        Turn::Act(action_call(&game, &world, &wish, true).unwrap())
    };
    let turns: Vec<Turn> = actions.iter().map(turn).collect();
    let bounds = OddsLimits { strategy, ..OddsLimits::default() };
    session
        .staged_odds((&game, &Env::default(), &world), Err(""), &|stage| of_turns(stage, &turns, times, &[], &bounds))
        .unwrap()
}

fn has(turn: &TurnOdds, tag: &str) -> Chance {
    let found = turn.changes.iter().find(|one| one.called == tag);
    found.map_or_else(Chance::never, |one| one.to.chance(&Answer::Flag(true)))
}

#[test]
fn actions_and_turns_report_the_rest() {
    let mut session = Session::new(&Empty);
    let game = game(&mut session);
    let world = world(&[]);
    let call =
        action_call(&game, &world, &ActionRequest { action: "hit".to_owned(), ..ActionRequest::default() }, true)
            .unwrap();
    let of = |strategy| {
        let mut session = Session::new(&Empty);
        session
            .action_odds(&game, &Env::default(), &world, &call, &OddsLimits { strategy, ..OddsLimits::default() })
            .unwrap()
    };
    let (plain, found) = (of(WalkStrategy::Enumerate), of(WalkStrategy::Deferred));
    assert_eq!((&plain.changes, sum(&plain.unanswered)), (&found.changes, sum(&found.unanswered)));
    assert_eq!((found.unanswered[0].0.code().as_str(), sum(&found.unanswered)), ("no-row", share(1, 16)));
    for change in &found.changes {
        assert!(change.to.whole().or(&sum(&found.unanswered)).is_always(), "{}", change.called);
    }
    // The test itself is told as far as it can be answered.
    assert_eq!(found.tests[0].odds.success().unwrap(), share(9, 16));
    let turns = turns(&["hit"], &[], 2, WalkStrategy::Deferred);
    assert_eq!(sum(&turns[0].unanswered), share(1, 16));
    assert_eq!(sum(&turns[1].unanswered), share(31, 256));
    assert_eq!(has(&turns[0], "Dead"), share(12, 16));
    let (progress, stop) = (|_: u64| (), AtomicBool::new(false));
    let sampling =
        Sampling { times: 20_000, seed: 4, threads: std::num::NonZeroUsize::MIN, progress: &progress, stop: &stop };
    let sampled = session
        .staged_odds((&game, &Env::default(), &world), Err(""), &|stage| sample_action(stage, &call, &sampling))
        .unwrap();
    assert!((sum(&sampled.unanswered).approximate() - 1.0 / 16.0).abs() < 0.02);
    let acts = [Turn::Act(call.clone())];
    let sampled = session
        .staged_odds((&game, &Env::default(), &world), Err(""), &|stage| sample_turns(stage, &acts, 2, &sampling))
        .unwrap();
    assert!((sum(&sampled[1].unanswered).approximate() - 31.0 / 256.0).abs() < 0.02);
    for change in &sampled[1].changes {
        assert!(change.to.whole().or(&sum(&sampled[1].unanswered)).is_always(), "{}", change.called);
    }
}

/// Nothing reads `Dead` or `Awe`: they are what somebody asks for all the same.
#[test]
fn unread_tags_are_reported() {
    for strategy in [WalkStrategy::Enumerate, WalkStrategy::Deferred] {
        let found = turns(&["fall"], &[], 3, strategy);
        for (at, turn) in found.iter().enumerate() {
            let none = share(1, 2_u32.pow(u32::try_from(at).unwrap() + 1));
            assert_eq!((has(turn, "Dead"), has(turn, "Awe")), (none.not(), none.not()), "{at}");
            assert!(turn.left_out.is_empty());
        }
        // What somebody had before the first turn and loses.
        let found = turns(&["calm"], &["Dead"], 2, strategy);
        assert_eq!((has(&found[0], "Dead"), has(&found[1], "Dead")), (share(1, 2), share(1, 4)));
    }
}

const GIFTS: &str = "
tirada: 1
id: gifts
name: Gifts
rounding: down
language: en
dice: {d: 6, roll: 2d, names: {W: sum}}
points: {Fate: {start: 3}}
tables:
  Gift: {outside: error, ranges: {1: 1, 2: 2}}
tests:
  try:
    ask: {goal: {number: any}, plus: {number: any, default: 0}}
    against: goal
    total: W + plus
    outcomes: {fine: {when: total >= goal, is: success}, poor: {is: failure}}
interventions:
  push:
    after: try
    roller: who
    ask: {much: {number: 1..3}}
    steps: {pays: {lose: {Fate: much}, of: who}, adds: {change: {plus: 'plus + Gift[much]'}}}
  beg:
    after: try
    roller: who
    ask: {often: {number: 1..}}
    steps: {pays: {lose: {Fate: often}, of: who}, adds: {change: {plus: plus + 1}}}
";

/// Of a question with few numbers each is tried; a course that fails says nothing of the others.
#[test]
fn a_course_that_fails_is_its_own_failure() {
    let folder = folder("odds-gifts");
    std::fs::write(folder.join("ruleset.yml"), GIFTS).unwrap();
    std::fs::write(folder.join("ann.yml"), "tirada character: 1\nruleset: gifts\nname: Ann\n").unwrap();
    let (rules, ann) = (folder.join("ruleset.yml"), folder.join("ann.yml"));
    let (rules, ann) = (rules.to_str().unwrap(), ann.to_str().unwrap());
    let found = tirada(&["odds", "try(9)", "--after", "3,4", "-r", rules, "--with", ann, "--plain"]);
    assert_eq!(found.code, 0, "{}", found.stderr);
    let lines: Vec<&str> = found.stdout.lines().collect();
    let place =
        |text: &str| lines.iter().position(|line| line.starts_with(text)).unwrap_or_else(|| panic!("{lines:?}"));
    assert!(
        place("push | much 2") < place("push | much 1")
            && place("push | much 1") < place("push | much 3: The number 3")
    );
    assert!(lines.iter().any(|line| line.starts_with("beg: ") && line.contains("often")), "{lines:?}");
}

#[test]
fn the_command_line_shows_unanswerable_parts() {
    let folder = folder("odds-unanswered");
    std::fs::write(folder.join("ruleset.yml"), RULES).unwrap();
    std::fs::write(folder.join("ann.yml"), "tirada character: 1\nruleset: plim\nname: Ann\n").unwrap();
    let (rules, ann) = (folder.join("ruleset.yml"), folder.join("ann.yml"));
    let (rules, ann) = (rules.to_str().unwrap(), format!("one={}", ann.to_str().unwrap()));
    let found = tirada(&["odds", "swing() vs 5", "-r", rules]);
    assert_eq!(found.code, 0, "{}", found.stderr);
    assert!(found.stdout.contains("Cannot be answered in 6.25% (1/16): "), "{}", found.stdout);
    let found = tirada(&["odds", "--do", "fall", "--as", &ann, "--turns", "2", "--track", "Dead", "-r", rules]);
    assert!(found.stdout.contains("Dead") && found.stdout.contains("Awe"), "{}{}", found.stdout, found.stderr);
    let found = tirada(&["odds", "--do", "fall", "--as", &ann, "--turns", "2", "--track", "Daed", "-r", rules]);
    assert_eq!(found.code, 1, "{}", found.stdout);
    assert!(found.stderr.contains("no-such-tag") && found.stderr.contains("Dead"), "{}", found.stderr);
    let found = tirada(&["odds", "6 / (1d3 - 1)", "-r", rules, "--json"]);
    let value: serde_json::Value = serde_json::from_str(&found.stdout).unwrap();
    assert_eq!(value["unanswered"][0]["code"], "division-by-zero");
    assert_eq!(value["unanswered"][0]["probability"], "1/3");
    assert_eq!(value["left"], "0/1");
}
