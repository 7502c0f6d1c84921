//! Pools that are read together, and dice that are thrown again by what they show without being seen: each held to the
//! same walked face by face, fraction by fraction.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use crate::common::Empty;
use tirada::internals::diagnostic::{Code, Diagnostic};
use tirada::internals::limits::Limits;
use tirada::internals::odds::{ActionOdds, Chance, OddsLimits, Sampling, WalkStrategy, of_action, sample_action};
use tirada::internals::ruleset::File;
use tirada::internals::session::{ActionRequest, PolicyText, Session, action_call};
use tirada::internals::world::{Env, Person, World};

/// Dice of several names that are counted, summed, weighted and read in a table, and all ways to throw some of them again.
const RULES: &str = "
tirada: 1
id: plot
name: Plot
rounding: down
points:
  Zest: {start: 1, max: 3}
tables:
  Peel:
    columns: [rind, pith]
    from: {1: [0, 1], 2: [1, 0], 3: [1, 1], 4: [2, 0]}
tests:
  pull:
    ask: {goal: {number: any, default: 2}, more: {number: 0..3, default: 0}}
    roll: {base: 2d4, gear: (1 + more)d3, rag: d4}
    values:
      banes: count(base, 1)
      broken: count(gear, 1)
    total: count(base, 4) + 2 * count(gear, 3) - count(rag, 1) + more
    against: goal
    show: [banes, broken]
    outcomes:
      great: {when: margin >= 1 and banes = 0, is: success}
      fine: {when: margin >= 0, is: success}
      even: {when: sum(base) = sum(rag), is: failure}
      poor: {is: failure}
  pluck: {like: pull, change: {roll: {base: d4, rag: d2}}}
  peel:
    roll: {one: 2d4, two: d4}
    values:
      pith: sum(one, Peel, pith) - sum(two, Peel, pith)
      high: highest(one)
    total: sum(one, Peel, rind) + sum(two, Peel, rind)
    show: [pith, high]
    outcomes:
      ripe: {when: total >= 4 and pith > 0, is: success}
      green: {is: failure}
  grow:
    ask: {goal: {number: any, default: 3}, size: {number: 2..9, default: 3}, many: {number: 1..5, default: 2}}
    against: goal
    roll: (many)d(size)
    total: sum()
    outcomes: {tall: {when: total >= goal, is: success}, small: {is: failure}}
  swell:
    ask: {goal: {number: any, default: 3}, size: {number: 2..9, default: 3}, many: {number: 1..5, default: 1}}
    against: goal
    roll: {own: (many)d(size), other: d(size)}
    total: own + other
    outcomes: {tall: {when: total >= goal, is: success}, small: {is: failure}}
  keep:
    ask: {goal: {number: any, default: 5}, best: {number: 1..3, default: 2}}
    against: goal
    roll: 3d4kh(best)
    total: sum()
    outcomes: {tall: {when: total >= goal, is: success}, small: {is: failure}}
  rise:
    ask: {goal: {number: any, default: 5}}
    roll: {own: 2d4, wild: d6!! at most 1 time}
    values: {ones: own = 2 and wild = 1}
    total: max(own, wild + 1)
    against: goal
    outcomes:
      bad: {when: ones, is: failure}
      great: {when: margin >= 2, is: success}
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
  sink:
    ask: {goal: {number: any, default: 3}}
    roll: {own: 2d3, wild: d4, more: d4}
    values: {both: own + wild}
    total: min(own, 3 + wild, more, 5)
    against: goal
    outcomes: {fine: {when: margin >= 0, is: success}, odd: {when: both = 5, is: failure}, poor: {is: failure}}
  shown:
    like: sink
    show: [both]
  top:
    ask: {goal: {number: any, default: 4}}
    roll: {own: 2d4, wild: d4! at most 1 time}
    total: highest(own, wild)
    against: goal
    outcomes:
      deep: {when: 'lowest(own, wild) >= 2', is: success}
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
  bare:
    roll: {own: d3!!, wild: d3!}
    total: max(own, wild)
    outcomes: {fine: {when: total >= 4, is: success}, poor: {is: failure}}
interventions:
  lucky: {after: [rise, sink, shown, top], when: failure, steps: {r: {reroll: all, keep: better}}}
  hedge: {after: [rise, sink, top], steps: {r: {reroll: own, keep: better}}}
  curse: {after: [rise, sink], steps: {r: {reroll: all, keep: worse}}}
  fresh: {after: [rise, top], when: own = 4, steps: {r: {reroll: all}}}
  all: {after: pull, steps: {r: {reroll: all, showing: 2..3}}}
  low: {after: pull, when: total < 2, steps: {r: {reroll: all, showing: 2..3}}}
  paid: {after: pull, when: margin < 0, steps: {p: {pay: {Zest: 1}}, r: {reroll: all, showing: 2..}}}
  each: {after: pull, steps: {b: {reroll: base, showing: 2..3}, g: {reroll: gear, showing: ..2}, r: {reroll: rag, showing: 1}}}
  those: {after: pull, ask: {w: {dice: 'showing(2, 3)', default: 'showing(2, 3)'}}, steps: {r: {reroll: w}}}
  free: {after: pull, ask: {w: {dice: any, default: 'showing(<= 2)'}}, steps: {p: {pay: {Zest: 1}}, r: {reroll: w}}}
  better: {after: pull, steps: {r: {reroll: all, showing: 1..2, keep: better}}}
  worse: {after: pull, steps: {r: {reroll: base, showing: 3.., keep: worse}}}
  again: {after: pull, steps: {r: {reroll: all}}}
  join: {after: pull, steps: {c: {change: {more: more + 1}}, r: {reroll: gear, showing: 1}}}
  ripen: {after: peel, when: pith <= 0, steps: {r: {reroll: one, showing: 1..2}}}
  seen: {after: peel, when: high < 4, steps: {r: {reroll: all, showing: ..3}}}
  step: {after: [grow, swell], steps: {c: {change: {size: size + 2}}, r: {reroll: all}}}
  part: {after: [grow, swell], steps: {c: {change: {size: size + 2}}, r: {reroll: all, showing: 2..}}}
  most: {after: [grow, swell], steps: {c: {change: {size: size + 2, many: many + 1}}, r: {reroll: all}}}
  later: {after: [grow, swell], steps: {c: {change: {size: size + 2}}, m: {change: {many: many + 1}}, r: {reroll: all, showing: 1}}}
  best: {after: [grow, swell], steps: {c: {change: {size: size + 2}}, r: {reroll: all, keep: better}}}
  wide: {after: keep, steps: {c: {change: {best: best + 1}}, r: {reroll: all}}}
actions:
  pulls: {roles: [one], steps: {blow: {roll: pull, by: one}, left: blow.banes - one.Zest}}
  plucks: {roles: [one], steps: {blow: {roll: pluck, by: one}, left: blow.banes - one.Zest}}
  peels: {roles: [one], steps: {blow: {roll: peel, by: one}}}
  grows: {roles: [one], steps: {blow: {roll: grow, by: one}}}
  swells: {roles: [one], steps: {blow: {roll: swell, by: one}}}
  keeps: {roles: [one], steps: {blow: {roll: keep, by: one}}}
  rises: {roles: [one], steps: {blow: {roll: rise, by: one}}}
  sinks: {roles: [one], steps: {blow: {roll: sink, by: one}}}
  shows: {roles: [one], steps: {blow: {roll: shown, by: one}, left: blow.own}}
  tops: {roles: [one], steps: {blow: {roll: top, by: one}}}
  bares: {roles: [one], steps: {blow: {roll: bare, by: one}}}
";

/// An action, and what is done in it, each with its condition.
type Wanted<'a> = (&'a str, &'a [(&'a str, Option<&'a str>)]);

fn with<T>(
    (action, choose): Wanted<'_>,
    odds: impl Fn(
        &tirada::internals::engine::Stage<'_>,
        &tirada::internals::engine::ActionCall,
    ) -> Result<T, tirada::internals::odds::OddsError>,
) -> Result<T, Diagnostic> {
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: RULES.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let game = loaded.game;
    let mut world = World::new();
    world.join(Person { name: "Ann".to_owned(), ..Person::default() });
    let wish = ActionRequest {
        action: action.to_owned(),
        roles: vec![(Some("one".into()), vec!["Ann".into()])],
        interventions: choose.iter().map(|(name, _)| ((*name).to_owned(), None, [].into())).collect(),
        ..ActionRequest::default()
    };
    let call = action_call(&game, &world, &wish, true).unwrap();
    let mut typed = PolicyText::default();
    let mut rules: Vec<(_, Range<usize>)> = Vec::new();
    for ((_, when), chosen) in choose.iter().zip(&call.interventions) {
        if let Some(when) = when {
            rules.push((chosen.clone(), typed.add(when, 0..when.len())));
        }
    }
    let decided = session.decided(&game, &world, (&typed, "typed"), (&rules, &[]), None).unwrap();
    let env = Env::default();
    session.staged_odds((&game, &env, &world), Ok(&decided), &|stage| odds(stage, &call))
}

fn odds(wanted: Wanted<'_>, strategy: WalkStrategy) -> Result<ActionOdds, Diagnostic> {
    let bounds = OddsLimits { strategy, ..OddsLimits::within(&Limits::FULL) };
    with(wanted, |stage, call| of_action(stage, call, &bounds))
}

/// The same both ways.
fn both(wanted: Wanted<'_>) -> ActionOdds {
    let mut plain = odds(wanted, WalkStrategy::Enumerate).unwrap_or_else(|error| panic!("{wanted:?}: {error:#?}"));
    let covered = odds(wanted, WalkStrategy::Deferred).unwrap_or_else(|error| panic!("{wanted:?}: {error:#?}"));
    let (test, other) = (&covered.tests[0].odds, &mut plain.tests[0].odds);
    if other.margin.is_none() {
        // So many ways are gone face by face that totals are left out.
        (other.values, other.margin) = (test.values.clone(), test.margin.clone());
    }
    assert_eq!(covered, plain, "{wanted:?}");
    covered
}

const EACH: [(&str, &[&str]); 9] = [
    ("pulls", &["all", "low", "paid", "each", "those", "free", "better", "worse", "again", "join"]),
    ("peels", &["ripen", "seen"]),
    ("grows", &["step", "part", "most", "later", "best"]),
    ("swells", &["step", "part", "most", "later", "best"]),
    ("keeps", &["wide"]),
    ("rises", &["lucky", "hedge", "curse", "fresh"]),
    ("sinks", &["lucky", "hedge", "curse"]),
    ("shows", &["lucky"]),
    ("tops", &["lucky", "hedge", "fresh"]),
];

#[test]
fn sums_over_pools_are_the_same_walked_face_by_face() {
    for (action, interventions) in EACH {
        let never = both((action, &[]));
        for name in interventions {
            let always = both((action, &[(name, None)]));
            // All dice, whatever they show, come to the same.
            assert!(*name == "again" || never.tests != always.tests, "{name}");
        }
    }
}

#[test]
fn two_in_a_row_agree_with_the_walk() {
    let many = [
        ("low", "each"),
        ("join", "free"),
        ("better", "low"),
        ("low", "low"),
        ("all", "low"),
        ("those", "paid"),
        ("better", "all"),
    ];
    // With all dice these are millions of ways face by face.
    let actions = if crate::common::whole() { &["plucks", "pulls"][..] } else { &["plucks"] };
    for (action, (one, other)) in actions.iter().flat_map(|action| many.map(|pair| (action, pair))) {
        both((action, &[(one, None), (other, None)]));
    }
    both(("grows", &[("part", None), ("step", None)]));
    both(("swells", &[("later", None), ("part", None)]));
    both(("peels", &[("ripen", None), ("seen", None)]));
}

#[test]
fn conditions_are_the_same_walked_face_by_face() {
    let conditions =
        ["total < 2 and banes = 0", "margin < 0", "broken > 0 or total = 1", "sum(base) < sum(rag)", "Zest > 0"];
    let names = ["all", "each", "those", "free", "better", "again"];
    let pairs = conditions.into_iter().flat_map(|when| names.map(|name| (name, when)));
    for (name, when) in crate::common::one_in(4, pairs) {
        both(("pulls", &[(name, Some(when))]));
    }
    both(("peels", &[("ripen", Some("total < 4")), ("seen", Some("pith < 1"))]));
    both(("grows", &[("part", Some("total < 4"))]));
    both(("swells", &[("step", Some("own = 1"))]));
}

/// The greater of two dice of six and four sides, plus nothing and two, is five or more unless both show less.
#[test]
fn the_greater_of_two_throws_by_hand() {
    let found = both(("rises", &[]));
    let twos = (1..=4_u64).flat_map(|one| (1..=4_u64).map(move |other| one + other));
    let low = twos.filter(|sum| *sum < 5).count() as u64;
    // Of the other die three of its six sides are four or more with one more.
    assert_eq!(found.tests[0].odds.success(), Some(Chance::new(16 * 6 - low * 3, 16_u64 * 6)));
    assert_eq!(found.tests[0].odds.values.chances().count(), 12);
}

/// Where dice explode without end, totals are the same as far as they are followed.
#[test]
fn the_greater_of_dice_without_end_agrees_with_the_walk() {
    let [covered, plain] =
        [WalkStrategy::Deferred, WalkStrategy::Enumerate].map(|strategy| odds(("bares", &[]), strategy).unwrap());
    assert_eq!(covered.tests[0].odds.values, plain.tests[0].odds.values);
    assert!(covered.left <= plain.left, "{covered:#?}");
}

/// A die of three sides that becomes one of five shows three or more in three of five throws.
#[test]
fn larger_dice_by_hand() {
    let found = both(("grows", &[("step", None)]));
    let all = (1..=5_u64).flat_map(|one| (1..=5_u64).map(move |other| one + other));
    assert_eq!(found.tests[0].odds.success(), Some(Chance::new(all.filter(|sum| *sum >= 3).count() as u64, 25_u64)));
}

/// What needs dice that nobody names is an error where the condition holds, as it is without one.
#[test]
fn a_policy_that_never_does_anything_is_an_error() {
    let rules = "after: pull, ask: {w: {dice: any, up to: 1}}, steps: {r: {reroll: w}}";
    let text = RULES.replace(
        "after: pull, ask: {w: {dice: any, default: 'showing(<= 2)'}}, steps: {p: {pay: {Zest: 1}}, r: {reroll: w}}",
        rules,
    );
    assert_ne!(text, RULES);
    for when in [None, Some("margin < 0"), Some("no")] {
        let found = unanswered(&text, when);
        match when {
            Some("no") => assert!(found.is_ok(), "{found:#?}"),
            _ => assert_eq!(found.unwrap_err().code, Code::InterventionWithoutEffect, "{when:?}"),
        }
    }
}

fn unanswered(text: &str, when: Option<&str>) -> Result<ActionOdds, Diagnostic> {
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: text.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let game = loaded.game;
    let mut world = World::new();
    world.join(Person { name: "Ann".to_owned(), ..Person::default() });
    let wish = ActionRequest {
        action: "pulls".to_owned(),
        roles: vec![(Some("one".into()), vec!["Ann".into()])],
        interventions: vec![("free".to_owned(), None, [].into())],
        ..ActionRequest::default()
    };
    let call = action_call(&game, &world, &wish, true).unwrap();
    let mut typed = PolicyText::default();
    let rules: Vec<_> =
        when.iter().map(|when| (call.interventions[0].clone(), typed.add(when, 0..when.len()))).collect();
    let decided = session.decided(&game, &world, (&typed, "typed"), (&rules, &[]), None).unwrap();
    let env = Env::default();
    session.staged_odds((&game, &env, &world), Ok(&decided), &|stage| {
        of_action(stage, &call, &OddsLimits::within(&Limits::FULL))
    })
}

#[test]
fn samples_come_near() {
    let (stop, progress) = (AtomicBool::new(false), |_| {});
    let threads = std::num::NonZeroUsize::new(2).unwrap();
    let sampling = Sampling { times: 20_000, seed: 1, threads, progress: &progress, stop: &stop };
    for (action, name) in [("pulls", "paid"), ("grows", "step"), ("grows", "part"), ("swells", "later")] {
        let wanted: Wanted<'_> = (action, &[(name, None)]);
        let exact = odds(wanted, WalkStrategy::Deferred).unwrap().tests[0].odds.success().unwrap().approximate();
        let sampled = with(wanted, |stage, call| sample_action(stage, call, &sampling)).unwrap();
        let sampled = sampled.tests[0].odds.success().unwrap().approximate();
        assert!((exact - sampled).abs() < 0.02, "{name}: {exact} {sampled}");
    }
}
