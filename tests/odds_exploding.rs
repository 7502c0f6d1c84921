//! Dice that explode without end, held to what can be counted: where only finitely many explosions
//! decide, nothing is left over.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use crate::common::Empty;
use num_bigint::BigUint;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::engine::{Answer, Verdict};
use tirada::internals::odds::{ActionOdds, Chance, Course, Odds, OddsLimits, WalkStrategy};
use tirada::internals::ruleset::File;
use tirada::internals::session::{ActionRequest, RollRequest, Session, action_call};
use tirada::internals::world::{Env, Person, World};

const RULES: &str = "
tirada: 1
id: plim
name: Plim
rounding: down
dice: {d: 6, roll: 2d, names: {a: lowest, Q: highest, W: sum}}
tags:
  Hurt: {}
tests:
  swing:
    ask:
      goal: {number: any}
    total: 0
    against: goal
    outcomes:
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
  lift:
    roll: 2d
    ask:
      goal: {number: any}
    total: 0
    against: goal
    outcomes:
      best: {when: count(0) > 0, is: success}
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
  nerve:
    roll: 2d
    ask:
      goal: {number: any}
    total: 0
    against: goal
    outcomes:
      bad: {when: count(1) > 1, is: failure}
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
  coin:
    roll: 1d{1,2}!
    ask:
      goal: {number: any, default: 2}
    total: W
    against: goal
    outcomes:
      fine: {when: margin >= 0, is: success, values: {harm: W}}
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
  clash:
    ask:
      goal: {number: any, default: 0}
    total: 0
    against: goal
    outcomes:
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
    opposed: {tie: nobody}
  rematch:
    ask:
      goal: {number: any, default: 0}
    total: 0
    against: goal
    outcomes:
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
    opposed: {compare: [total - 1, 0 - total], tie: reroll}
  duel:
    ask:
      wild: {number: 0..1}
    roll:
      mine: 1d6!
      yours: 1d6
    total: if wild = 1 then mine else yours
    opposed: {tie: reroll}
  hands:
    ask:
      goal: {number: any, default: 4}
    roll:
      mine: 2d{1,2}!
      yours: 1d{1,2}!!
    total: mine - 1 + yours
    against: goal
    outcomes:
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
interventions:
  again:
    after: [swing, lift]
    steps:
      which: {ask: {dice: any}}
      thrown: {reroll: which}
  retry:
    after: [coin, burst, hands]
    when: margin < 0
    steps:
      thrown: {reroll: all}
  ones:
    after: burst
    steps:
      thrown: {reroll: all, showing: 1}
  best:
    after: burst
    steps:
      thrown: {reroll: all, keep: better}
  worst:
    after: burst
    steps:
      thrown: {reroll: all, keep: worse}
actions:
  flip:
    roles: [one]
    steps:
      blow: {roll: coin, by: one, on: {failure: {hurt: {gain: Hurt, to: one}}}}
  blast:
    roles: [one]
    steps:
      blow: {roll: burst, by: one, on: {failure: {hurt: {gain: Hurt, to: one}}}}
  grasp:
    roles: [one]
    steps:
      blow: {roll: hands, by: one, on: {failure: {hurt: {gain: Hurt, to: one}}}}
  fence:
    roles: [one, other]
    steps:
      both:
        oppose: duel
        sides: {one: {wild: 1}, other: {wild: 0}}
        on:
          one: {hurt: {gain: Hurt, to: other}}
  drain:
    roles: [one]
    steps:
      blow: {roll: coin, by: one, on: {failure: {miss: {stop: Missed.}}}}
      hurt: {when: blow.harm > 4, gain: Hurt, to: one}
vs: swing
";

/// Where dice that are typed stand in the total, and where they are the roll of a test.
const TESTS: [&str; 2] = ["swing", "lift"];

fn game(session: &mut Session<'_>, test: &str) -> CheckedGame {
    let text = RULES.replace("vs: swing", &format!("vs: {test}"));
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    loaded.game
}

fn request(text: &str) -> RollRequest {
    RollRequest { text: text.to_owned(), source: "<test>".to_owned(), ..RollRequest::default() }
}

fn odds(text: &str, test: &str) -> Odds {
    let mut session = Session::new(&Empty);
    let game = game(&mut session, test);
    let ready = session.prepare(&game, &request(text)).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    session.odds(&game, &ready, &OddsLimits::default()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// One die with so many sides, exploding on the highest: the ways of each value below `end`, added
/// up (`compounded`) or not, out of `sides ^ levels`.
fn die(sides: u32, levels: u32, end: u32) -> Vec<(u32, u128)> {
    let mut ways = Vec::new();
    for level in 0..levels {
        for face in 1..sides {
            let value = level * sides + face;
            if value < end {
                ways.push((value, u128::from(sides).pow(levels - level - 1)));
            }
        }
    }
    ways
}

/// How likely so many dice that explode add up to less than a number.
fn less(dice: u32, sides: u32, number: u32) -> Chance {
    let levels = number / sides + 1;
    let one = die(sides, levels, number);
    let mut sums: BTreeMap<u32, BigUint> = BTreeMap::from([(0, BigUint::from(1_u32))]);
    for _ in 0..dice {
        let mut next: BTreeMap<u32, BigUint> = BTreeMap::new();
        for (sum, ways) in &sums {
            for (value, count) in &one {
                if sum + value < number {
                    *next.entry(sum + value).or_default() += ways * count;
                }
            }
        }
        sums = next;
    }
    Chance::new(sums.values().sum::<BigUint>(), BigUint::from(sides).pow(levels * dice))
}

/// Nothing is undecided, and the failures are so likely.
fn decided(text: &str, failure: &Chance) {
    for test in TESTS {
        let found = odds(text, test);
        assert!(found.undecided.is_never(), "{test} {text}: {}", found.undecided);
        assert_eq!(found.success().unwrap(), failure.not(), "{test} {text}");
        let whole = found.outcomes.iter().fold(Chance::never(), |sum, one| sum.or(&one.chance));
        assert!(whole.is_always(), "{test} {text}: {whole}");
    }
}

#[test]
fn what_is_kept_after_an_explosion_is_known() {
    // The two highest of four, each with what it brought: below 30 all of them end soon.
    let one = die(10, 3, 30);
    let mut ways = BigUint::default();
    for (a, first) in &one {
        for (b, second) in &one {
            for (c, third) in &one {
                for (d, fourth) in &one {
                    let mut dice = [*a, *b, *c, *d];
                    dice.sort_unstable();
                    if dice[2] + dice[3] < 30 {
                        ways += BigUint::from(first * second) * BigUint::from(third * fourth);
                    }
                }
            }
        }
    }
    decided("4d10!!kh2 vs 30", &Chance::new(ways, BigUint::from(1000_u32).pow(4)));
    // No die of its own shows more than 6.
    decided("2d6!kh1 vs 10", &Chance::always());
    decided("3d6!kh2 vs 13", &Chance::always());
    // Whatever explodes leaves a 6 behind.
    decided("2d6!kh1 vs 6", &Chance::new(25_u32, 36_u32));
    decided("3d6!kl1 vs 7", &Chance::always());
    // The two lowest of those that lie there at the end: a 6 brings another die.
    decided("2d6!kl2 vs 13", &Chance::always());
    // All but the lowest.
    decided("2d6!!dl1 vs 6", &Chance::new(25_u32, 36_u32));
    decided("1d6!kh1 + 4 vs 11", &Chance::always());
    decided("1d6! - 1 vs 9", &less(1, 6, 10));
    decided("max(1d6!, 2) + 1 vs 11", &less(1, 6, 10));
    decided("2d6! vs 15", &less(2, 6, 15));
}

#[test]
fn where_no_die_is_thrown_none_explodes() {
    for (text, chance) in [("(d2 - 1)d6! >= 7", "1/12"), ("(count(3d6, >= 5))d6! >= 1", "19/27")] {
        let run = crate::common::tirada(&["--lang", "en", "odds", "-r", "plain", text]);
        assert!(run.code == 0 && run.stdout.contains(chance), "{text}: {}{}", run.stdout, run.stderr);
    }
}

/// What the plain walk knows of few explosions is inside what is known of all.
#[test]
fn nothing_that_is_certain_is_wrong() {
    for text in ["2d4!kh1 vs 4", "3d4!kh2 vs 7", "2d4!!kl1 vs 5", "3d4!!dl1 vs 9", "3d4!dh1 vs 6", "2d{0,1,3}!kh3 vs 4"]
    {
        let mut session = Session::new(&Empty);
        let game = game(&mut session, "swing");
        let ready = session.prepare(&game, &request(text)).unwrap();
        let of = |strategy| {
            session.odds(&game, &ready, &OddsLimits { depth: 3, strategy, ..OddsLimits::default() }).unwrap()
        };
        let (plain, covered) = (of(WalkStrategy::Enumerate), of(WalkStrategy::Deferred));
        for outcome in &plain.outcomes {
            let same = covered.outcomes.iter().find(|one| one.name == outcome.name).unwrap();
            let most = outcome.chance.or(&plain.undecided);
            assert!(outcome.chance <= same.chance && same.chance <= most, "{text} {outcome:?} {same:?} {most}");
        }
        assert!(covered.undecided <= plain.undecided, "{text}");
    }
}

/// A comparison that no explosion can change any more is decided, and dice that are thrown again after they
/// exploded are as certain as others.
#[test]
fn what_explosions_cannot_change_is_decided() {
    let yes = |text: &str| {
        let found = odds(text, "lift");
        let [no, yes] = [false, true].map(|flag| found.values.chance(&Answer::Flag(flag)));
        assert!(no.or(&yes).is_always(), "{text}: {no}, {yes}");
        yes
    };
    assert_eq!(yes("1d6! > 5"), Chance::new(1_u32, 6_u32));
    assert_eq!(yes("2d6! > 8"), less(2, 6, 9).not());
    assert_eq!(yes("1d6! >= 8"), Chance::new(5_u32, 36_u32));
    assert_eq!(yes("3d3! >= 10"), Chance::new(31_u32, 81_u32));
    // 4 or 5 after one six, or a one that becomes 4, 5 or 6; and all that has two sixes.
    assert_eq!(yes("1d6!r1 > 9"), Chance::new(1_u32, 10_u32));
    for (text, chance) in [("1d6!r1 vs 10", (1_u32, 10_u32)), ("2d6!r1kh1 vs 5", (16, 25)), ("1d6!!r1 vs 10", (1, 12))]
    {
        let found = odds(text, "swing");
        assert!(found.undecided.is_never(), "{text}: {}", found.undecided);
        assert_eq!(found.success().unwrap(), Chance::new(chance.0, chance.1), "{text}");
    }
}

fn courses(text: &str, faces: &[i64]) -> Vec<Course> {
    courses_in(text, "lift", faces)
}

fn courses_in(text: &str, test: &str, faces: &[i64]) -> Vec<Course> {
    let mut session = Session::new(&Empty);
    let game = game(&mut session, test);
    let mut world = World::new();
    let who = world.join(Person { name: "Ann".to_owned(), ..Person::default() });
    let ready = session.prepare(&game, &RollRequest { person: Some((world.clone(), who)), ..request(text) }).unwrap();
    let found = session.courses(&game, &ready, (&world, who), (faces, &[]), &OddsLimits::default());
    found.unwrap_or_else(|error| panic!("{text}: {error:?}")).0
}

#[test]
fn dice_that_lie_there_count_and_others_explode() {
    let found = courses("4d6! vs 15", &[5, 5, 5, 1]);
    let success = |again: &[i64]| {
        let course = found.iter().find(|one| one.again == again).unwrap_or_else(|| panic!("{again:?}"));
        assert!(course.odds.undecided.is_never(), "{again:?}");
        course.odds.success().unwrap()
    };
    assert!(success(&[]).is_always());
    assert!(success(&[1]).is_always());
    assert_eq!(success(&[5]), less(1, 6, 4).not());
    assert_eq!(success(&[1, 5]), less(2, 6, 5).not());
    assert_eq!(success(&[5, 5]), less(2, 6, 9).not());
    assert_eq!(success(&[5, 5, 5]), less(3, 6, 14).not());
    assert_eq!(success(&[1, 5, 5, 5]), less(4, 6, 15).not());
    assert_eq!(found.len(), 8);
}

/// However often a die explodes, it ends with a one just as often.
#[test]
fn how_a_die_ends_is_independent_of_its_explosions() {
    for (text, faces, bad) in [
        ("3d8! vs 15", &[8, 5, 3][..], Chance::never()),
        ("2d6! vs 3", &[6, 1], Chance::new(1_u32, 5_u32)),
        ("2d6! vs 3", &[6, 6], Chance::new(1_u32, 25_u32)),
    ] {
        let found = courses_in(text, "nerve", faces);
        let left = found.iter().find(|one| one.intervention.is_none()).unwrap();
        assert!(left.odds.undecided.is_never(), "{text} {faces:?}: {}", left.odds.undecided);
        assert_eq!(left.odds.success().unwrap(), bad.not(), "{text} {faces:?}");
    }
}

#[test]
fn what_lies_there_already_is_certain() {
    // 11, and whatever the 6 brings.
    let found = courses("2d6! vs 11", &[6, 5]);
    let left = found.iter().find(|one| one.again.is_empty()).unwrap();
    assert!(left.odds.success().unwrap().is_always(), "{}", left.odds.success().unwrap());
    assert!(left.odds.undecided.is_never());
    let found = courses("2d6!! vs 12", &[6, 5]);
    assert!(found.iter().any(|one| one.again.is_empty() && one.odds.success().unwrap().is_always()));
    // Only dice that fell can be meant.
    let faces: std::collections::BTreeSet<&Vec<i64>> = found.iter().map(|one| &one.again).collect();
    assert!(faces.iter().all(|again| again.iter().all(|face| [5, 6, 11].contains(face))), "{faces:?}");
}

fn action_odds(action: &str, choose: &str, strategy: WalkStrategy) -> ActionOdds {
    let mut session = Session::new(&Empty);
    let game = game(&mut session, "lift");
    let mut world = World::new();
    world.join(Person { name: "Ann".to_owned(), ..Person::default() });
    world.join(Person { name: "Bob".to_owned(), ..Person::default() });
    let choose = (!choose.is_empty()).then(|| (choose.to_owned(), None, BTreeMap::new()));
    let roles = [("one", "Ann"), ("other", "Bob")].map(|(role, who)| (Some(role.to_owned()), vec![who.to_owned()]));
    let roles = roles.into_iter().take(if action == "fence" { 2 } else { 1 }).collect();
    let wish = ActionRequest {
        action: action.to_owned(),
        roles,
        interventions: choose.into_iter().collect(),
        ..ActionRequest::default()
    };
    let call = action_call(&game, &world, &wish, true).unwrap();
    let bounds = OddsLimits {
        strategy,
        depth: if strategy == WalkStrategy::Enumerate { 1 } else { 12 },
        ..OddsLimits::default()
    };
    session.action_odds(&game, &Env::default(), &world, &call, &bounds).unwrap_or_else(|error| panic!("{error:?}"))
}

fn hurt(odds: &ActionOdds) -> Chance {
    let found = odds.changes.iter().find(|one| one.called == "Hurt");
    found.map_or_else(Chance::never, |one| one.to.chance(&Answer::Flag(true)))
}

#[test]
fn dice_that_explode_can_be_thrown_again() {
    // One that explodes on 2 fails with 1; thrown again, with 1 and 1.
    for (action, choose, ways, all) in [
        ("flip", "", 1_u32, 2_u32),
        ("flip", "retry", 1, 4),
        ("blast", "", 1, 4),
        ("blast", "retry", 1, 16),
        ("blast", "ones", 1, 16),
        ("blast", "best", 1, 16),
        ("blast", "worst", 7, 16),
        // Three dice, of which one 2 is enough.
        ("grasp", "", 1, 8),
        ("grasp", "retry", 1, 64),
        // 2 and 2 and 1 and whatever else adds up to more than 4.
        ("drain", "", 1, 4),
    ] {
        let found = action_odds(action, choose, WalkStrategy::Deferred);
        assert_eq!(hurt(&found), Chance::new(ways, all), "{action} {choose}");
        let exact = choose != "ones";
        assert_eq!(found.left.is_never(), exact, "{action} {choose}: {}", found.left);
        // As far as the plain walk follows them it is the same.
        let plain = action_odds(action, choose, WalkStrategy::Enumerate);
        assert!(hurt(&plain) <= hurt(&found) && hurt(&found) <= hurt(&plain).or(&plain.left), "{action} {choose}");
    }
}

#[test]
fn the_first_test_is_complete_where_dice_are_cut() {
    let found = action_odds("flip", "", WalkStrategy::Deferred);
    let test = &found.tests[0].odds;
    assert_eq!(test.success().unwrap(), Chance::new(1_u32, 2_u32));
    // 1, 3, 5 … 25, and what was cut.
    assert_eq!(test.values.ways().len(), 13);
    assert_eq!(test.values.left(), Chance::new(1_u32, 8192_u32));
}

/// A die that explodes against one that does not: whatever it brings, it is ahead.
#[test]
fn a_side_that_explodes_is_ahead_of_one_that_ends() {
    let of =
        |odds: &Odds, verdict| odds.outcomes.iter().find(|one| one.verdict == Some(verdict)).unwrap().chance.clone();
    for text in ["1d6! vs 1d6", "1d6!! vs 1d6", "1d6! - 1 vs 1d6 - 1"] {
        let found = odds(text, "clash");
        assert_eq!(of(&found, Verdict::Win), Chance::new(16_u32, 36_u32), "{text}");
        assert_eq!(of(&found, Verdict::Tie), Chance::new(5_u32, 36_u32), "{text}");
        assert_eq!(of(&found, Verdict::Lose), Chance::new(15_u32, 36_u32), "{text}");
        assert!(found.undecided.is_never(), "{text}");
        let found = odds(text, "rematch");
        assert_eq!(found.success().unwrap(), Chance::new(16_u32, 31_u32), "{text}");
        assert!(found.undecided.is_never(), "{text}");
    }
    let found = odds("1d6 vs 1d6!", "clash");
    assert_eq!(of(&found, Verdict::Lose), Chance::new(16_u32, 36_u32));
    // Its own total is whole, whatever the other side brings.
    assert!(found.values.left().is_never(), "{}", found.values.left());
    assert_eq!(found.values.chance(&Answer::Number(3)), Chance::new(1_u32, 6_u32));
    // Two of them, against two that end: below 13 all of them end soon.
    let one = die(6, 3, 13);
    let mut ways = BigUint::default();
    for (a, first) in &one {
        for (b, second) in &one {
            let others = (2..=12_u32).filter(|other| a + b <= *other).map(|other| 6 - other.abs_diff(7));
            ways += BigUint::from(first * second) * others.sum::<u32>();
        }
    }
    let found = odds("2d6! vs 2d6", "clash");
    let ahead = of(&found, Verdict::Win);
    assert_eq!(ahead.not(), Chance::new(ways, BigUint::from(6_u32).pow(6) * 36_u32));
    // Where both go on for ever, that alone is undecided.
    let both = odds("1d6! vs 1d6!", "clash");
    assert_eq!(both.undecided, Chance::new(1_u32, BigUint::from(6_u32).pow(26)));
}

#[test]
fn so_it_is_in_an_action() {
    for (strategy, exact) in [(WalkStrategy::Deferred, true), (WalkStrategy::Enumerate, false)] {
        let found = action_odds("fence", "", strategy);
        let (win, lose) = (Chance::new(16_u32, 31_u32), Chance::new(15_u32, 31_u32));
        assert_eq!(found.left.is_never(), exact);
        if exact {
            assert_eq!(hurt(&found), win);
            assert_eq!(found.tests[0].odds.success().unwrap(), win);
        } else {
            assert!(hurt(&found) <= win && lose <= hurt(&found).not());
        }
    }
}

/// Dice that were cut lie beside others whose faces decide: every outcome is known.
#[test]
fn what_other_dice_show_decides() {
    let one = |roll: &str, goal: i64| {
        let text = format!(
            "tirada: 1\nid: plum\nname: Plum\nrounding: down\ndice: {{d: 6}}\ntests:\n  it:\n    roll: {roll}\n    \
             total: sum()\n    outcomes:\n      bad: {{when: count(1) >= 2, is: failure}}\n      \
             top: {{when: count(10) >= 2, is: success}}\n      fine: {{when: total >= {goal}, is: success}}\n      \
             poor: {{is: failure}}\n"
        );
        let mut session = Session::new(&Empty);
        let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text }]);
        assert!(loaded.is_sound(), "{:#?}", loaded.findings);
        let game = loaded.game;
        let ready = session.prepare(&game, &request("it()")).expect("a good expression");
        session.odds(&game, &ready, &OddsLimits::default()).expect("odds")
    };
    for (roll, goal) in [("4d10!!kh2", 30), ("3d10!!kh2", 25), ("4d6!!kl1", 9), ("3d6!", 15), ("4d10!!", 30)] {
        let found = one(roll, goal);
        assert!(found.undecided.is_never(), "{roll}: {:?}", found.undecided);
    }
    let chance = |roll: &str, goal: i64, name: &str| {
        let found = one(roll, goal);
        let outcome = found.outcomes.iter().find(|outcome| outcome.name.as_deref() == Some(name));
        outcome.expect("the outcome").chance.clone()
    };
    // All four show six, and then three at least.
    assert_eq!(chance("4d6!!kl1", 9, "fine"), Chance::new(1_u32, 6561_u32));
    // Two of three dice that end show one: five faces end.
    assert_eq!(chance("3d6!", 15, "bad"), Chance::new(13_u32, 125_u32));
}
