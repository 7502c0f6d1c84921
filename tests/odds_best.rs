//! Policies in odds: an intervention that is done where a condition holds, and best play. Held to what is done always
//! and never, to the same walked face by face, and to all policies that there are in a tiny game.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use crate::common::{Empty, tirada};
use tirada::internals::check::program::CheckedGame;
use tirada::internals::diagnostic::{Code, Diagnostic};
use tirada::internals::engine::Answer;
use tirada::internals::limits::Limits;
use tirada::internals::odds::{
    ActionOdds, BestWhen, Chance, OddsLimits, Sampling, Take, Turn, WalkStrategy, best_of_action, of_action, of_turns,
    sample_action,
};
use tirada::internals::ruleset::File;
use tirada::internals::session::{ActionRequest, BestOf, PolicyText, Session, action_call};
use tirada::internals::world::{Env, Person, World};

/// Few dice, so that all policies can be tried; a push that costs, one that needs an answer, and a test of two sides that rolls again.
const RULES: &str = "
tirada: 1
id: plum
name: Plum
rounding: down
dice: {d: 3, roll: 2d, names: {a: lowest, Q: highest, W: sum}}
points:
  Zest: {start: 1, max: 3}
tests:
  swing:
    roll: 2d
    ask:
      goal: {number: any, default: 5}
      bonus: {number: any, default: 0}
    values:
      sting: Q - a
    total: W + bonus
    against: goal
    show: [sting]
    outcomes:
      fine: {when: margin >= 0, is: success}
      even: {when: a = Q, is: failure}
      poor: {is: failure}
    opposed: {compare: [total], tie: reroll}
  toss:
    roll: 1d
    total: W
    outcomes:
      up: {when: W = 3, is: success}
      down: {is: failure}
interventions:
  again:
    after: swing
    steps:
      all: {reroll: all}
      less: {change: {bonus: bonus - 1}}
  swap:
    after: swing
    roles: [who]
    when: who.Zest > 0
    steps:
      which: {ask: {dice: any}}
      price: {lose: {Zest: 1}, of: who}
      again: {reroll: which}
  lift:
    after: [swing, toss]
    roles: [who]
    need:
      Zest is needed: who.Zest > 0
    steps:
      price: {lose: {Zest: 1}, of: who}
      all: {reroll: all}
actions:
  hit:
    roles: [one]
    steps:
      blow: {roll: swing, by: one}
      harm: 'if blow.success then 3 * blow.margin + blow.sting else blow.sting'
  twice:
    roles: [one]
    steps:
      blow: {roll: swing, by: one}
      next: {roll: toss, by: one}
      both: blow.success and next.success
  shots:
    roles: [one]
    steps:
      hits: 0
      round:
        repeat: 3
        steps:
          shot: {roll: toss, by: one}
          more: {when: shot.success, set: {hits: hits + 1}}
  chain:
    roles: [one]
    steps:
      early: {roll: toss, by: one}
      blow: {roll: swing, by: one, with: {goal: if early.success then 4 else 5}}
      deep: {when: blow.success, roll: toss, by: one}
      gained: {when: blow.success, gain: {Zest: 1}, to: one}
      last: {roll: toss, by: one}
      score: (if early.success then 1 else 0) + (if blow.success then 2 + blow.sting else 0) + (if last.success then 2 else 0)
  joust:
    roles: [one, other]
    steps:
      meet: {oppose: swing, sides: {one: {}, other: {}}}
";

struct Table {
    game: CheckedGame,
    world: World,
}

fn table(session: &mut Session<'_>, rules: &str) -> Table {
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: rules.to_owned() }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let mut world = World::new();
    for name in ["Ann", "Bob"] {
        world.join(Person { name: name.to_owned(), ..Person::default() });
    }
    Table { game: loaded.game, world }
}

/// What is wanted: interventions with conditions (none: whenever possible), and what is to be best.
struct Wanted<'a> {
    action: &'a str,
    choose: &'a [(&'a str, Option<&'a str>)],
    best: Option<&'a str>,
}

fn wish(wanted: &Wanted<'_>) -> ActionRequest {
    let roles = [("one", "Ann"), ("other", "Bob")];
    let roles = roles.iter().take(if wanted.action == "joust" { 2 } else { 1 });
    ActionRequest {
        action: wanted.action.to_owned(),
        roles: roles.map(|(role, who)| (Some((*role).into()), vec![(*who).into()])).collect(),
        interventions: wanted.choose.iter().map(|(name, _)| asked_for(name)).collect(),
        ..ActionRequest::default()
    }
}

/// An intervention, and which dice or where, if that is said: `swap which=1`, `swap at=blow Ann`.
fn asked_for(text: &str) -> (String, Option<String>, BTreeMap<String, String>) {
    if let Some((name, place)) = text.split_once(" at=") {
        return (name.to_owned(), Some(place.to_owned()), BTreeMap::new());
    }
    let (name, which) = text.split_once(" which=").map_or((text, None), |(name, which)| (name, Some(which)));
    (name.to_owned(), None, which.map(|which| ("which".to_owned(), which.to_owned())).into_iter().collect())
}

fn try_odds(wanted: &Wanted<'_>, strategy: WalkStrategy) -> Result<ActionOdds, Vec<Diagnostic>> {
    try_odds_of(RULES, wanted, strategy)
}

fn try_odds_of(rules: &str, wanted: &Wanted<'_>, strategy: WalkStrategy) -> Result<ActionOdds, Vec<Diagnostic>> {
    let mut session = Session::new(&Empty);
    let Table { game, world } = table(&mut session, rules);
    let call = action_call(&game, &world, &wish(wanted), true).unwrap();
    let mut typed = PolicyText::default();
    let mut rules: Vec<(_, Range<usize>)> = Vec::new();
    for ((_, when), chosen) in wanted.choose.iter().zip(&call.interventions) {
        if let Some(when) = when {
            rules.push((chosen.clone(), typed.add(when, 0..when.len())));
        }
    }
    let best = wanted.best.map(|best| (best, BestOf::Action(&call)));
    let decided = session.decided(&game, &world, (&typed, "typed"), (&rules, &[]), best)?;
    let bounds = OddsLimits { strategy, ..OddsLimits::within(&Limits::FULL) };
    let env = Env::default();
    let odds = session.staged_odds((&game, &env, &world), Ok(&decided), &|stage| match &decided.goal {
        Some(goal) => best_of_action(stage, &call, goal, &bounds),
        None => of_action(stage, &call, &bounds),
    });
    odds.map_err(|error| vec![error])
}

fn wanted<'a>(action: &'a str, choose: &'a [(&'a str, Option<&'a str>)], best: Option<&'a str>) -> Wanted<'a> {
    Wanted { action, choose, best }
}

/// The same both ways.
fn odds(wanted: &Wanted<'_>) -> ActionOdds {
    let found = try_odds(wanted, WalkStrategy::Deferred).unwrap_or_else(|error| panic!("{error:#?}"));
    assert_eq!(found, try_odds(wanted, WalkStrategy::Enumerate).unwrap());
    found
}

fn success(odds: &ActionOdds) -> Chance {
    odds.tests[0].odds.success().unwrap()
}

fn mean(odds: &ActionOdds, label: &str) -> f64 {
    let values = &odds.values.iter().find(|(name, _)| name == label).unwrap().1;
    let numbers = values.chances().map(|(answer, chance)| match answer {
        Answer::Number(number) => *number as f64 * chance.approximate(),
        Answer::Flag(flag) => f64::from(u8::from(*flag)) * chance.approximate(),
        _ => panic!("a number"),
    });
    numbers.sum()
}

fn worth(odds: &ActionOdds) -> f64 {
    let worth = &odds.best.as_ref().unwrap().worth;
    worth.to_string().split('/').map(|one| one.parse::<f64>().unwrap()).reduce(|one, other| one / other).unwrap()
}

#[test]
fn yes_is_whenever_and_no_is_never() {
    for name in ["again", "lift"] {
        let always = odds(&wanted("hit", &[(name, None)], None));
        assert_eq!(odds(&wanted("hit", &[(name, Some("yes"))], None)), always, "{name}");
        let never = odds(&wanted("hit", &[], None));
        assert_eq!(odds(&wanted("hit", &[(name, Some("no"))], None)), never, "{name}");
        assert_ne!(always, never, "{name}");
    }
}

/// What is best is the same where runs go together that lead to the same, between rounds and between steps.
#[test]
fn best_is_the_same_where_runs_go_together() {
    for best in ["hits", "shot.success", "one.Zest = 0 or hits = 2"] {
        odds(&wanted("shots", &[("lift", None)], Some(best)));
    }
    for name in ["lift", "again"] {
        for best in ["score", "last.success", "if deep.success then 3 * score else one.Zest", "0 - blow.margin"] {
            odds(&wanted("chain", &[(name, None)], Some(best)));
        }
        odds(&wanted("chain", &[(name, Some("total > 2"))], None));
        odds(&wanted("chain", &[(name, Some("total < 2"))], Some("score")));
    }
    odds(&wanted("chain", &[("lift", None), ("again", None)], Some("score")));
}

/// Interventions that follow one another in a roll: what the dice may come to is the same face by face.
#[test]
fn chained_interventions_are_the_same_face_by_face() {
    let rules = RULES.replace(
        "  lift:\n",
        "  curse: {after: [swing, toss], steps: {all: {reroll: all, keep: worse}}}\n  bless: {after: [swing, toss], steps: \
         {all: {reroll: all, keep: better}}}\n  lift:\n",
    );
    let chains: [&[&str]; 6] = [
        &["curse", "bless"],
        &["bless", "curse"],
        &["again", "lift"],
        &["lift", "again", "bless"],
        &["curse", "curse", "lift"],
        &["bless", "swap which=1"],
    ];
    for chain in chains {
        let chosen: Vec<_> = chain.iter().map(|name| (*name, None)).collect();
        let walked = |strategy| try_odds_of(&rules, &wanted("hit", &chosen, None), strategy).unwrap();
        assert_eq!(walked(WalkStrategy::Deferred), walked(WalkStrategy::Enumerate), "{chain:?}");
    }
}

/// Of two throws with the same outcome it is not asked which is better, unless something reads their dice after all.
#[test]
fn better_throws_are_the_same_face_by_face() {
    let rules = RULES.replace(
        "  lift:\n",
        "  curse: {after: [swing, wild], steps: {all: {reroll: all, keep: worse}}}\n  bless: {after: [swing, wild], steps: \
         {all: {reroll: all, keep: better}}}\n  lift:\n",
    );
    let rules = rules.replace(
        "interventions:\n",
        "  wild:\n    roll: {trait: d3!! at most 1 time, luck: d2!! at most 1 time}\n    ask: {goal: {number: any, default: \
         3}}\n    total: max(trait, luck)\n    against: goal\n    outcomes:\n      awful: {when: trait = 1 and luck = 1, is: \
         failure}\n      grand: {when: margin >= 2, is: success}\n      fine: {when: total >= goal, is: success}\n      poor: \
         {is: failure}\ninterventions:\n",
    );
    let rules = rules.replace(
        "actions:\n",
        "actions:\n  leap: {roles: [one], steps: {blow: {roll: wild, by: one}, won: {when: blow.success, gain: {Zest: 1}, to: \
         one}}}\n  read: {roles: [one], steps: {blow: {roll: wild, by: one}, more: blow.total + one.Zest}}\n  look: {roles: \
         [one], steps: {blow: {roll: swing, by: one}, more: blow.sting}}\n",
    );
    let chains: [&[&str]; 5] = [&["bless"], &["curse"], &["curse", "bless"], &["bless", "bless"], &["bless", "again"]];
    for (action, chain) in
        ["leap", "read", "look", "hit"].into_iter().flat_map(|action| chains.map(|one| (action, one)))
    {
        if chain.contains(&"again") && ["leap", "read"].contains(&action) {
            continue;
        }
        let chosen: Vec<_> = chain.iter().map(|name| (*name, None)).collect();
        let walked = |strategy| try_odds_of(&rules, &wanted(action, &chosen, None), strategy).unwrap();
        let (covered, mut plain) = (walked(WalkStrategy::Deferred), walked(WalkStrategy::Enumerate));
        let (test, other) = (&covered.tests[0].odds, &mut plain.tests[0].odds);
        if other.margin.is_none() {
            // So many ways are gone face by face that totals are left out.
            (other.values, other.margin) = (test.values.clone(), test.margin.clone());
        }
        assert_eq!(covered, plain, "{action} {chain:?}");
    }
}

/// One throw may be repeated of three that each succeed in a third: the first that fails, if any.
#[test]
fn a_reroll_of_one_of_three_by_hand() {
    let found = odds(&wanted("shots", &[("lift", None)], Some("hits")));
    assert_eq!(found.best.as_ref().unwrap().worth.to_string(), "107/81");
    // 21 faces to the third would be far more cases than are walked.
    let rules = RULES.replace("roll: 1d\n    total: W", "roll: 1d21\n    total: sum()").replace("W = 3", "total > 14");
    let large = try_odds_of(&rules, &wanted("shots", &[("lift", None)], Some("hits")), WalkStrategy::Deferred).unwrap();
    assert_eq!(large.best.as_ref().unwrap().worth.to_string(), "107/81");
}

/// Dice by a rule are those that the ruleset itself would throw again.
#[test]
fn dice_by_a_rule_are_those_that_meet_it() {
    let low = "  low:
    after: swing
    roles: [who]
    when: who.Zest > 0
    steps:
      price: {lose: {Zest: 1}, of: who}
      again: {reroll: all, showing: ..2}
actions:";
    let rules = RULES.replace("actions:", low);
    for condition in ["yes", "total < 4"] {
        let [rule, ruleset] = ["swap which=showing(<= 2)", "low"].map(|name| {
            let choose = [(name, Some(condition))];
            let [found, plain] = [WalkStrategy::Deferred, WalkStrategy::Enumerate]
                .map(|strategy| try_odds_of(&rules, &wanted("hit", &choose, None), strategy).unwrap());
            assert_eq!(found, plain);
            found
        });
        assert_eq!(rule, ruleset, "{condition}");
    }
}

#[test]
fn a_condition_sees_what_the_intervention_sees() {
    // Rolled again where the highest is 1 or 2, with a malus of one: six of nine throws fall so, never 5 or more.
    let found = odds(&wanted("hit", &[("again", Some("Q <= 2 and margin < 0 and total < 5 and bonus = 0"))], None));
    let left = throws().filter(|(one, other)| one.max(other) == &3 && one + other >= 5).count();
    let again = throws().filter(|(one, other)| one.max(other) <= &2).count();
    let then = throws().filter(|(one, other)| one + other > 5).count();
    assert_eq!(success(&found), Chance::new((left * 9 + again * then) as u64, 81_u64));
}

fn throws() -> impl Iterator<Item = (i64, i64)> + Clone {
    (1..=3).flat_map(|one| (1..=3).map(move |other| (one, other)))
}

/// Every policy of one intervention after two dice with three sides: six situations.
fn policies() -> Vec<String> {
    let situations: Vec<(i64, i64)> = throws().filter(|(one, other)| one <= other).collect();
    let policy = |number: u32| {
        let taken = situations.iter().enumerate().filter(|(at, _)| number >> at & 1 == 1);
        let all: Vec<String> = taken.map(|(_, (a, high))| format!("a = {a} and Q = {high}")).collect();
        if all.is_empty() { "no".to_owned() } else { all.join(" or ") }
    };
    (0..1 << situations.len()).map(policy).collect()
}

/// What is decided a thousand times is refused after a look at it, and so is what is thrown as often.
#[test]
fn too_many_decisions_are_refused_at_once() {
    let many = "\n  drum:\n    roles: [one]\n    steps:\n      beats:\n        repeat: 1000\n        steps: {blow: {roll: swing, by: one}}\n";
    let rules = format!("{}{}", RULES.trim_end(), many);
    let mut session = Session::within(&Empty, Limits::FULL);
    let Table { game, world } = table(&mut session, &rules);
    let wanted = wanted("drum", &[("again", None)], Some("success"));
    let call = action_call(&game, &world, &wish(&wanted), true).unwrap();
    let best = Some(("success", BestOf::Action(&call)));
    let decided = session.decided(&game, &world, (&PolicyText::default(), "typed"), (&[], &[]), best).unwrap();
    let (bounds, env) = (OddsLimits { work: 100_000_000, ..OddsLimits::default() }, Env::default());
    let odds = session.staged_odds((&game, &env, &world), Ok(&decided), &|stage| {
        best_of_action(stage, &call, decided.goal.as_ref().unwrap(), &bounds)
    });
    assert_eq!(odds.unwrap_err().code, Code::OddsTooLong);
}

/// Of many dice that lie open each way is gone, and each try of an intervention counts for what it is: a unit is a
/// nanosecond, and an allocation takes at least ten of them with all that is done besides.
#[test]
fn interventions_that_are_tried_are_counted() {
    let rules = RULES.replace(
        "  toss:\n    roll: 1d\n    total: W\n",
        "  toss:\n    roll: {main: 12d6, more: 2d8}\n    total: count(main, 6) + count(more, 8)\n",
    );
    let rules = rules.replace("W = 3", "total > 2")
        + "  heave:\n    roles: [one]\n    steps:\n      blow: {roll: toss, by: one}\n";
    let mut session = Session::within(&Empty, Limits::FULL);
    let Table { game, world } = table(&mut session, &rules);
    for condition in [Some("total <= 2"), None] {
        let wanted = wanted("heave", &[("lift", None)], condition.is_none().then_some("success"));
        let call = action_call(&game, &world, &wish(&wanted), true).unwrap();
        let mut typed = PolicyText::default();
        let chosen = call.interventions[0].clone();
        let rules: Vec<_> = condition.map(|when| (chosen, typed.add(when, 0..when.len()))).into_iter().collect();
        let best = condition.is_none().then_some(("success", BestOf::Action(&call)));
        let decided = session.decided(&game, &world, (&typed, "typed"), (&rules, &[]), best).unwrap();
        let env = Env::default();
        let run = |session: &mut Session<'_>, work: u64| {
            let bounds = OddsLimits { work, ..OddsLimits::default() };
            let mut odds = None;
            let cost = allocation_counter::measure(|| {
                odds = Some(session.staged_odds((&game, &env, &world), Ok(&decided), &|stage| match &decided.goal {
                    Some(goal) => best_of_action(stage, &call, goal, &bounds),
                    None => of_action(stage, &call, &bounds),
                }));
            });
            (odds.unwrap().map_err(|error| error.code), cost.count_total)
        };
        // The least budget that does, or the largest that is tried.
        for power in 20..=27 {
            let work = 1 << power;
            let (odds, allocations) = run(&mut session, work);
            assert!(allocations * 5 < work, "{condition:?}: {allocations} allocations of {work}");
            match odds {
                Ok(_) => break,
                Err(code) => assert!([Code::OddsTooMuchWork, Code::OddsTooLong].contains(&code), "{code}"),
            }
        }
    }
}

#[test]
fn best_is_the_best_of_all_policies() {
    for (intervention, goal) in [("again", "success"), ("again", "harm"), ("lift", "success"), ("again", "blow.margin")]
    {
        let best = odds(&wanted("hit", &[(intervention, None)], Some(goal)));
        let mut most = f64::MIN;
        for policy in policies() {
            let one = try_odds(&wanted("hit", &[(intervention, Some(&policy))], None), WalkStrategy::Deferred).unwrap();
            let comes = match goal {
                "success" => success(&one).approximate(),
                "harm" => mean(&one, "harm"),
                _ => {
                    let margin = one.tests[0].odds.margin.as_ref().unwrap();
                    margin.chances().map(|(margin, chance)| *margin as f64 * chance.approximate()).sum()
                }
            };
            most = most.max(comes);
        }
        assert!((worth(&best) - most).abs() < 1e-9, "{intervention}, {goal}: {} and {most}", worth(&best));
    }
}

#[test]
fn advice_is_a_policy_that_comes_to_the_same() {
    for (intervention, goal) in [("again", "success"), ("again", "harm"), ("lift", "success"), ("again", "even")] {
        let best = odds(&wanted("hit", &[(intervention, None)], Some(goal)));
        let advice = &best.best.as_ref().unwrap().advice;
        assert_eq!(advice.len(), 1, "{advice:?}");
        assert_eq!(advice[0].take, Take::Answer("yes".to_owned()));
        let BestWhen::Formula(when) = &advice[0].when else { panic!("{intervention}, {goal}: {advice:?}") };
        let told = odds(&wanted("hit", &[(intervention, Some(when))], None));
        assert_eq!(ActionOdds { best: None, ..best.clone() }, told, "{when}");
    }
}

#[test]
fn best_is_no_worse_than_anything_else() {
    let all = [("again", None), ("swap", None), ("lift", None)];
    let best = odds(&wanted("hit", &all, Some("success")));
    assert!(best.best.as_ref().unwrap().flag);
    assert!((worth(&best) - success(&best).approximate()).abs() < 1e-12);
    for others in [&all[..0], &all[..1], &all[2..]] {
        assert!(success(&odds(&wanted("hit", others, None))) <= success(&best));
        assert!(success(&odds(&wanted("hit", others, Some("success")))) <= success(&best));
        let one: Vec<(&str, Option<&str>)> = others.iter().map(|(name, _)| (*name, Some("margin = -1"))).collect();
        assert!(success(&odds(&wanted("hit", &one, None))) <= success(&best));
    }
}

#[test]
fn whoever_decides_looks_ahead() {
    // Zest for one throw again, of the blow or of what comes next: both have to succeed, so it is the better used where
    // it is more likely to help. By hand: a blow is fine in 3 of 9, a toss in 1 of 3.
    let best = odds(&wanted("twice", &[("lift", None)], Some("both")));
    // Failed (6 of 9) it is lifted: 3 of 9, and then 1 of 3. Fine, what comes next is tried twice: 5 of 9.
    let by_hand = 3.0 / 9.0 * 5.0 / 9.0 + 6.0 / 9.0 * (3.0 / 9.0) * (1.0 / 3.0);
    assert!((worth(&best) - by_hand).abs() < 1e-12, "{}", worth(&best));
    assert!((mean(&best, "both") - by_hand).abs() < 1e-12);
    let told: Vec<(&str, &BestWhen)> =
        best.best.as_ref().unwrap().advice.iter().map(|one| (one.place.as_str(), &one.when)).collect();
    assert_eq!(told.len(), 2, "{told:?}");
}

#[test]
fn dice_are_chosen_as_is_best() {
    let best = odds(&wanted("hit", &[("swap", None)], Some("success")));
    // By hand: of each throw that fails, the best set of dice to throw again.
    let wins = |fixed: &[i64]| {
        let all: Vec<i64> = match fixed {
            [one] => (1..=3).map(|die| one + die).collect(),
            _ => throws().map(|(one, other)| one + other).collect(),
        };
        all.iter().filter(|sum| **sum >= 5).count() as f64 / all.len() as f64
    };
    let sum: f64 = throws()
        .map(|(one, other)| if one + other >= 5 { 1.0 } else { wins(&[one]).max(wins(&[other])).max(wins(&[])) })
        .sum();
    assert!((worth(&best) - sum / 9.0).abs() < 1e-12);
}

/// Two dice are picked for the total, and perhaps another for its size.
const PICKS: &str = "
tirada: 1
id: pick
name: Pick
rounding: down
tests:
  braid:
    ask:
      pair: {dice: any, exactly: 2}
      spare: {dice: rest(pair), up to: 1}
    roll: {large: d4, small: 2d3}
    total: pair
    values: {weight: sides(spare)}
    outcomes: {fine: {when: total >= 5, is: success}, poor: {is: failure}}
actions:
  hit:
    roles: [one]
    steps: {blow: {roll: braid, by: one}, both: 'if blow.success then 10 + blow.weight else 0'}
";

#[test]
fn dice_of_a_test_are_picked_as_is_best() {
    let found = |best, strategy| try_odds_of(PICKS, &wanted("hit", &[], best), strategy);
    let nobody = found(None, WalkStrategy::Deferred).unwrap_err();
    assert_eq!(nobody[0].code, Code::DecisionNeeded);
    let throws = (1..=4).flat_map(|large| (1..=3).flat_map(move |one| (1..=3).map(move |other| (large, one, other))));
    let (mut fine, mut both, mut all) = (0_i64, 0, 0_i64);
    for (large, one, other) in throws {
        let pairs = [(large + one, 3), (large + other, 3), (one + other, 4)];
        let best = pairs.iter().filter(|(sum, _)| *sum >= 5).map(|(_, spare)| 10 + spare).max();
        fine += i64::from(best.is_some());
        both += best.unwrap_or(0);
        all += 1;
    }
    for strategy in [WalkStrategy::Deferred, WalkStrategy::Enumerate] {
        let most = worth(&found(Some("success"), strategy).unwrap());
        assert!((most - fine as f64 / all as f64).abs() < 1e-12, "{most}");
        let most = worth(&found(Some("both"), strategy).unwrap());
        assert!((most - both as f64 / all as f64).abs() < 1e-12, "{most}");
    }
}

/// Answers of which there may be up to so many, before and after a throw; and two sides that never tie.
const SEVERAL: &str = "
tirada: 1
id: quince
name: Quince
rounding: down
traits:
  Reed: {number: any, group: pipe, default: 2}
  Horn: {number: any, group: pipe, default: 3}
  Drum: {number: any, group: pipe, default: -4}
tests:
  play:
    ask: {breath: {number: any}}
    roll: 1d6
    total: sum() + breath
    outcomes: {heard: {when: total >= 8, is: success}, unheard: {is: failure}}
  vie:
    roll: 2d3
    total: sum()
    opposed: {tie: defender}
interventions:
  louder: {after: vie, steps: {again: {reroll: all}}}
actions:
  blow:
    roles: [one]
    ask: {these: {trait: pipe, up to: 2}}
    steps: {tune: {roll: play, with: {breath: sum(these)}}}
  muffle:
    roles: [one]
    ask: {these: {trait: pipe, up to: 3, asked: after roll}}
    steps: {tune: {roll: play, with: {breath: 0}}, most: if tune.total > 3 then sum(these) else -sum(these)}
  joust:
    roles: [one, other]
    steps: {meet: {oppose: vie, sides: {one: {}, other: {}}}}
";

#[test]
fn up_to_so_many_answers_are_given_as_is_best() {
    for strategy in [WalkStrategy::Deferred, WalkStrategy::Enumerate] {
        let found = |action, best| worth(&try_odds_of(SEVERAL, &wanted(action, &[], Some(best)), strategy).unwrap());
        let heard = found("blow", "success");
        assert!((heard - 4.0 / 6.0).abs() < 1e-12, "{heard}");
        let unheard = found("blow", "failure");
        assert!((unheard - 1.0).abs() < 1e-12, "{unheard}");
        // Above three what is greatest, and below the least.
        let most = found("muffle", "most");
        assert!((most - 4.5).abs() < 1e-12, "{most}");
    }
}

#[test]
fn success_of_two_sides_is_that_the_first_wins() {
    for strategy in [WalkStrategy::Deferred, WalkStrategy::Enumerate] {
        for choose in [&[][..], &[("louder at=meet Ann", None)]] {
            let found = |best| worth(&try_odds_of(SEVERAL, &wanted("joust", choose, Some(best)), strategy).unwrap());
            for (said, meant) in [("success", "meet.winner = one"), ("failure", "meet.winner = other")] {
                let (said, meant) = (found(said), found(meant));
                assert!(said > 0.3 && (said - meant).abs() < 1e-12, "{said} {meant}");
            }
        }
    }
}

#[test]
fn what_is_not_known_is_an_error() {
    let code = |wanted: &Wanted<'_>| try_odds(wanted, WalkStrategy::Deferred).unwrap_err()[0].code.as_str();
    assert_eq!(code(&wanted("joust", &[], Some("meet.winner = one"))), "best-ties");
    // Of two places one has no such name; it comes there.
    assert_eq!(code(&wanted("twice", &[("lift", Some("bonus = 1"))], None)), "policy-not-here");
    assert_eq!(code(&wanted("hit", &[("again", Some("wind > 2"))], None)), "unknown-name");
    assert_eq!(code(&wanted("hit", &[("again", Some("total"))], None)), "not-a-condition");
    assert_eq!(code(&wanted("hit", &[("again", Some("1d6 > 2"))], None)), "dice-in-a-condition");
    assert_eq!(code(&wanted("hit", &[("again", Some("yes")), ("again", Some("no"))], None)), "said-twice");
    assert_eq!(code(&wanted("hit", &[], Some("one"))), "best-not-a-number");
    assert_eq!(code(&wanted("hit", &[], Some("nought"))), "unknown-name");
}

#[test]
fn samples_and_turns_keep_to_a_policy() {
    let mut session = Session::new(&Empty);
    let Table { game, world } = table(&mut session, RULES);
    let choose = [("lift", Some("margin < -1"))];
    let call = action_call(&game, &world, &wish(&wanted("hit", &choose, None)), true).unwrap();
    let mut typed = PolicyText::default();
    let part = typed.add("margin < -1", 0..11);
    let rules = [(call.interventions[0].clone(), part)];
    let decided = session.decided(&game, &world, (&typed, "typed"), (&rules, &[]), None).unwrap();
    let (progress, stop) = (|_: u64| (), AtomicBool::new(false));
    let sampling =
        Sampling { times: 40_000, seed: 3, threads: std::num::NonZeroUsize::MIN, progress: &progress, stop: &stop };
    let env = Env::default();
    let on = (&game, &env, &world);
    let sampled = session.staged_odds(on, Ok(&decided), &|stage| sample_action(stage, &call, &sampling)).unwrap();
    let exact = odds(&wanted("hit", &choose, None));
    assert!((success(&sampled).approximate() - success(&exact).approximate()).abs() < 0.015);
    let turns = [Turn::Act(call.clone())];
    let bounds = OddsLimits::default();
    let found = session.staged_odds(on, Ok(&decided), &|stage| of_turns(stage, &turns, 2, &[], &bounds)).unwrap();
    let zest = |turn: usize| {
        let zest = found[turn].changes.iter().find(|one| one.called == "Zest").unwrap();
        zest.to.chance(&Answer::Number(-1))
    };
    // 2 and 3 miss by more than one: 3 of 9 throws.
    assert_eq!(zest(0), Chance::new(3_u32, 9_u32));
    assert_eq!(zest(1), Chance::new(5_u32, 9_u32));
}

/// A question in the middle of an action, whose answer hangs on what was rolled before it.
const ASKS: &str = "
tirada: 1
id: pear
name: Pear
rounding: down
dice: {d: 4, roll: 1d, names: {W: sum}}
tracks:
  Body: {boxes: 1, marks: {bruise: /}, overflow: ignore, states: {Whole: {when: lost = 0}, Hurt: {enter: cry}}}
tests:
  pick:
    total: W
    outcomes: {ripe: {when: total >= 3, is: success}, sour: {is: failure}}
actions:
  gather:
    roles: [one]
    steps:
      plucked: {roll: pick, by: one}
      more: {ask: {yes no: }}
      next: {when: more, value: 1d4}
      haul: 'if more then next else plucked.total'
  press:
    roles: [one]
    steps:
      so far: 2d3
      deeper: {ask: {yes no: }}
      more: {when: deeper, value: 1d6}
      won: 'let all = «so far» + (if deeper then more else 0) in if all > 6 then 0 else all'
  fall:
    roles: [one]
    steps: {thud: {mark: 1, on: Body}}
  cry:
    roles: [one]
    ask: {loud: {yes no: no}}
    steps: {ow: {when: loud, say: Ow!}}
";

/// A question, an answer to it (or yes), and when it is given.
type AnswerWhen<'a> = (&'a str, Option<&'a str>, &'a str);

fn gathered(answers: &[(&str, Option<&str>, &str)], best: Option<&str>) -> ActionOdds {
    asked("gather", answers, best)
}

fn asked(action: &str, answers: &[(&str, Option<&str>, &str)], best: Option<&str>) -> ActionOdds {
    asked_with(action, (answers, &[]), best)
}

/// The same, with what is answered where no condition says anything.
fn asked_with(action: &str, (answers, said): (&[AnswerWhen<'_>], &[(&str, &str)]), best: Option<&str>) -> ActionOdds {
    let mut session = Session::new(&Empty);
    let Table { game, world } = table(&mut session, ASKS);
    let mut call = action_call(&game, &world, &wish(&wanted(action, &[], None)), true).unwrap();
    call.answers.extend(said.iter().map(|(name, answer)| ((*name).to_owned(), (*answer).to_owned())));
    let mut typed = PolicyText::default();
    let add = |(name, answer, when): &(&str, Option<&str>, &str)| {
        ((*name).to_owned(), answer.map(str::to_owned), typed.add(when, 0..when.len()))
    };
    let answers: Vec<_> = answers.iter().map(add).collect();
    let best = best.map(|best| (best, BestOf::Action(&call)));
    let decided = session.decided(&game, &world, (&typed, "typed"), (&[], &answers), best).unwrap();
    let env = Env::default();
    let bounds = OddsLimits::default();
    let odds = session.staged_odds((&game, &env, &world), Ok(&decided), &|stage| match &decided.goal {
        Some(goal) => best_of_action(stage, &call, goal, &bounds),
        None => of_action(stage, &call, &bounds),
    });
    odds.unwrap()
}

#[test]
fn questions_are_decided_too() {
    // Below the mean of 2.5 once more: (2.5 + 2.5 + 3 + 4) / 4.
    let best = gathered(&[], Some("haul"));
    assert!((worth(&best) - 3.0).abs() < 1e-12, "{}", worth(&best));
    let told = gathered(&[("more", None, "plucked.total <= 2")], None);
    assert!((mean(&told, "haul") - 3.0).abs() < 1e-12);
    let other = gathered(&[("more", Some("yes"), "plucked.total = 1"), ("more", Some("no"), "yes")], None);
    assert!((mean(&other, "haul") - (2.5 + 2.0 + 3.0 + 4.0) / 4.0).abs() < 1e-12);
    // What is said for all cases is what is left where a condition does not hold.
    let both = (&[("more", Some("yes"), "plucked.total = 1")][..], &[("more", "no")][..]);
    assert_eq!(asked_with("gather", both, None).values, other.values);
}

/// With two so far one die more is worth three on average; with three it is worth less than what is there.
#[test]
fn questions_of_actions_see_its_labels() {
    let best = asked("press", &[], Some("won"));
    let advice = &best.best.as_ref().unwrap().advice;
    let deeper = advice.iter().find(|one| matches!(&one.take, Take::Answer(answer) if answer == "yes")).unwrap();
    assert_eq!(deeper.when, BestWhen::Formula("«so far» = 2".to_owned()), "{advice:#?}");
}

#[test]
fn what_follows_is_asked_by_the_same_policy() {
    assert!(asked("fall", &[], None).said.is_empty());
    assert_eq!(asked("fall", &[("loud", None, "yes")], None).said, [("Ow!".to_owned(), Chance::always())]);
}

#[test]
fn best_play_is_shown() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/bellows");
    let (ann, bellows) = (root.join("people/ann.yml"), root.to_str().unwrap());
    let ann = ann.to_str().unwrap();
    let drive = ["odds", "-r", bellows, "--do", "drive", "--as", ann];
    let run = |more: &[&str]| tirada(&[&drive[..], more].concat());
    let json = |more: &[&str]| -> serde_json::Value {
        let run = run(&[more, &["--json"]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        serde_json::from_str(&run.stdout).unwrap()
    };
    let best = json(&["--choose", "push", "--best", "success"]);
    let advice = &best["policy"][0];
    assert_eq!(advice["decision"], "push");
    assert_eq!(advice["take"], "yes");
    assert_eq!(best["best"]["worth"], best["success"]);
    let when = format!("push: {}", advice["when"].as_str().unwrap());
    let told = json(&["--policy", &when]);
    assert_eq!(told["success"], best["success"]);
    assert_eq!(told["policy"][0]["when"], advice["when"]);
    // The same of a test that is typed.
    let typed = ["odds", "-r", bellows, "stoke() vs 1", "--with", ann, "--choose", "push", "--best", "success"];
    let typed = tirada(&[&typed[..], &["--json"]].concat());
    let typed: serde_json::Value = serde_json::from_str(&typed.stdout).unwrap();
    assert_eq!((&typed["success"], &typed["policy"][0]["when"]), (&best["success"], &advice["when"]));
    for (more, code, exit) in [
        (&["--policy", "push: totl = 0"][..], "unknown-name", 1),
        (&["--policy", "push"], "policy-without-condition", 1),
        (&["--policy", "puhs: yes"], "not-a-choice", 1),
        (&["--policy", "wanted: yes"], "not-a-choice", 1),
        (&["--best", "Skin"], "track-needs-dot", 1),
        (&["--best", "success", "--turns", "2"], "usage-conflict", 2),
        (&["--best", "success", "--simulate", "10"], "usage-conflict", 2),
        (&["--best", "success", "--do", "drive"], "best-of-one", 1),
    ] {
        let run = run(more);
        assert_eq!(run.code, exit, "{more:?}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("error[{code}]")), "{more:?}: {}", run.stderr);
    }
    let shown = run(&["--policy", "push: totl = 0"]).stderr;
    assert!(shown.contains("push: totl = 0\n          ^^^^"), "{shown}");
}

/// Pools with names, of which some dice are thrown again: alone, beside a change, for a price, of one pool, after a look at them.
const PUSHES: &str = "
tirada: 1
id: prune
name: Prune
rounding: down
points:
  Zest: {start: 2}
tests:
  climb:
    ask: {goal: {number: any, default: 1}, pushed: {yes no: no}}
    roll: {bare: 2d4, rope: 'd(1 + 1)', boots: d3ro1}
    values: {slips: 'count(bare, 1) + if pushed then count(rope, 1) else 0'}
    total: count(bare, 4) + sum(rope) + count(boots, >= 3)
    against: goal
    show: [slips]
    outcomes:
      top: {when: total >= 3 and slips = 0, is: success}
      ledge: {when: margin >= 0, is: success}
      foot: {is: failure}
interventions:
  some: {after: climb, steps: {again: {reroll: all, showing: 2..3}}}
  low: {after: climb, steps: {again: {reroll: all, showing: ..2}}}
  high: {after: climb, steps: {again: {reroll: all, showing: 2..}}}
  bare: {after: climb, steps: {again: {reroll: bare, showing: 2..3}}}
  boots: {after: climb, steps: {again: {reroll: boots, showing: ..2}}}
  none: {after: climb, steps: {again: {reroll: all, showing: 5..9}}}
  push: {after: climb, when: not pushed, steps: {marks: {change: {pushed: yes}}, again: {reroll: all, showing: 2..3}}}
  late: {after: climb, steps: {again: {reroll: all, showing: 2..3}, marks: {change: {pushed: yes}}}}
  paid:
    after: climb
    roles: [who]
    when: who.Zest > 0
    steps: {price: {pay: {Zest: 1}, from: who, to: nobody}, again: {reroll: all, showing: 2..3}}
  seen: {after: climb, when: total < 2, steps: {again: {reroll: all, showing: 2..3}}}
  better: {after: climb, steps: {again: {reroll: all, showing: 2..3, keep: better}}}
actions:
  up:
    roles: [one]
    steps:
      try: {roll: climb, by: one}
      way: try.total - try.slips
";

#[test]
fn dice_rethrown_by_their_faces_agree_with_the_walk() {
    let names = ["some", "low", "high", "bare", "boots", "none", "push", "late", "paid", "seen", "better"];
    let pairs = [["bare", "boots"]];
    let never = try_odds_of(PUSHES, &wanted("up", &[], None), WalkStrategy::Enumerate).unwrap();
    assert_eq!(try_odds_of(PUSHES, &wanted("up", &[], None), WalkStrategy::Deferred).unwrap(), never);
    for names in names.iter().map(std::slice::from_ref).chain(pairs.iter().map(|pair| &pair[..])) {
        let choose: Vec<(&str, Option<&str>)> = names.iter().map(|name| (*name, None)).collect();
        let of = |strategy| try_odds_of(PUSHES, &wanted("up", &choose, None), strategy);
        let (found, plain) = (of(WalkStrategy::Deferred), of(WalkStrategy::Enumerate));
        let codes = |errors: Vec<Diagnostic>| errors.iter().map(|error| error.code).collect::<Vec<_>>();
        if *names == ["none"] {
            assert_eq!(found.map_err(codes), Err(vec![Code::InterventionWithoutEffect]));
            assert_eq!(plain.map_err(codes), Err(vec![Code::InterventionWithoutEffect]));
            continue;
        }
        let found = found.unwrap_or_else(|error| panic!("{names:?}: {error:#?}"));
        let plain = plain.unwrap_or_else(|error| panic!("{names:?}: {error:#?}"));
        assert_eq!(found, plain, "{names:?}");
        assert_ne!(found, never, "{names:?}");
    }
}

const EMPHASIS: &str = "
tirada: 1
id: mallet
name: Mallet
rounding: down
tests:
  ring: {roll: ROLL, total: sum(), outcomes: {clear: {when: total >= 5, is: success}, dull: {is: failure}}}
interventions:
  care: {after: ring, steps: {again: {reroll: all, showing: SHOWN}}}
actions:
  strike: {roles: [one], steps: {blow: {roll: ring, by: one}}}
";

/// Dice that show this are thrown again: they may burst then, and which of them are kept is found out anew.
#[test]
fn kept_dice_are_rethrown_by_their_faces() {
    let ring = |roll: &str, shown: &str, strategy| {
        let rules = EMPHASIS.replace("ROLL", roll).replace("SHOWN", shown);
        try_odds_of(&rules, &wanted("strike", &[("care", None)], None), strategy).unwrap()
    };
    for roll in ["3d4kh2", "3d3dl1", "2d4!!kh1 at most 1 time", "3d3!!kl2 at most 1 time", "2d4!!>=3 at most 2 times"] {
        for shown in ["1", "..2", "2..", "4"] {
            // No die ends with the face that explodes, and what it comes to is told only where the dice are covered.
            if matches!(shown, "4" | "2..") && roll.contains('!') || shown == "4" && roll.contains("d3") {
                continue;
            }
            assert_eq!(
                ring(roll, shown, WalkStrategy::Deferred),
                ring(roll, shown, WalkStrategy::Enumerate),
                "{roll} showing {shown}"
            );
        }
    }
    let many = ring("8d10!!kh4", "1", WalkStrategy::Deferred);
    assert!(many.tests[0].odds.success().is_some());
}

#[test]
fn pushing_many_dice_costs_no_more_than_throwing() {
    let rules = PUSHES.replace("2d4", "12d6").replace("d3ro1", "9d8");
    let found = try_odds_of(&rules, &wanted("up", &[("push", None)], None), WalkStrategy::Deferred).unwrap();
    // A die ends on a one unless it was thrown again: as one in six, or as one in six of four in six.
    let slips = &found.tests[0].odds;
    assert!(slips.success().is_some(), "{slips:?}");
}

/// Interventions that may change nothing are refused in the same throws whichever way is walked.
#[test]
fn what_changes_nothing_is_as_the_walk_has_it() {
    let path = format!("{}/tests/games/sluices/ruleset.yml", env!("CARGO_MANIFEST_DIR"));
    let rules = std::fs::read_to_string(path).unwrap();
    let never = try_odds_of(&rules, &wanted("breach", &[], None), WalkStrategy::Enumerate).unwrap();
    for name in ["lend", "oil", "wait", "hurry", "heave", "wade"] {
        let of = |strategy| try_odds_of(&rules, &wanted("breach", &[(name, None)], None), strategy);
        let (found, plain) = (of(WalkStrategy::Deferred).unwrap(), of(WalkStrategy::Enumerate).unwrap());
        assert_eq!(found, plain, "{name}");
        assert_ne!(found, never, "{name}");
    }
}

/// Dice that follow what is changed when they lie there, by rules that see them and by rules that do not.
const JOINING: &str = "
tirada: 1
id: sloe
name: Sloe
rounding: down
points: {Zest: {start: 3}}
tests:
  dip:
    ask: {n: {number: any, default: 2}, k: {number: any, default: 1}, size: {number: any, default: 3}}
    roll: {own: (n)d3, side: '2d(size)kh(k)', last: '(count(own, 3))d4! at most 1 time'}
    total: sum(own) + side + last
    outcomes: {deep: {when: total >= 9, is: success}, flat: {is: failure}}
  wade:
    ask: {n: {number: any, default: 3}}
    roll: (n)d4
    total: sum()
    outcomes: {over: {when: total >= 8, is: success}, under: {is: failure}}
interventions:
  more: {after: [dip, wade], when: n < 4, steps: {m: {change: {n: n + 1}}}}
  less: {after: [dip, wade], when: n > 1, steps: {m: {change: {n: n - 1}}}}
  wider: {after: dip, when: k < 2, steps: {m: {change: {k: k + 1}}}}
  larger: {after: dip, when: size < 5, steps: {m: {change: {size: size + 1}}}}
  again: {after: [dip, wade], roles: [who], when: who.Zest > 2, steps: {p: {lose: {Zest: 1}, of: who}, m: {reroll: all, showing: 1..1}}}
actions:
  hit:
    roles: [one]
    steps: {blow: {roll: dip, by: one}, came: blow.total}
  hop:
    roles: [one]
    steps: {blow: {roll: wade, by: one}, came: blow.total}
";

fn joining(action: &str, choose: &[(&str, Option<&str>)], best: Option<&str>) -> ActionOdds {
    let wanted = wanted(action, choose, best);
    let covered = try_odds_of(JOINING, &wanted, WalkStrategy::Deferred).unwrap_or_else(|error| panic!("{error:#?}"));
    let plain = try_odds_of(JOINING, &wanted, WalkStrategy::Enumerate).unwrap_or_else(|error| panic!("{error:#?}"));
    assert_eq!(covered, plain, "{choose:?}");
    covered
}

#[test]
fn dice_that_follow_are_the_same_walked_face_by_face() {
    let (seen, low) = (Some("sum() < 8"), Some("lowest() = 1"));
    let wade: [&[(&str, Option<&str>)]; 7] = [
        &[("more", None)],
        &[("less", None)],
        &[("more", seen)],
        &[("less", low)],
        &[("again", None), ("more", None)],
        &[("more", seen), ("less", low), ("again", None)],
        &[("again", low), ("less", seen)],
    ];
    // One in two, unless all of it is wanted.
    let each = if crate::common::whole() { 1 } else { 2 };
    for choose in wade.into_iter().step_by(each) {
        joining("hop", choose, None);
    }
    let dip: [&[(&str, Option<&str>)]; 6] = [
        &[("wider", None), ("larger", None)],
        &[("larger", Some("side < 3")), ("wider", None)],
        &[("more", Some("count(own, 3) = 0"))],
        &[("less", Some("lowest(own) = 1"))],
        &[("more", None), ("again", None)],
        &[("more", Some("total < 8")), ("larger", Some("total < 9"))],
    ];
    for choose in dip.into_iter().skip(each - 1).step_by(each) {
        assert!(joining("hit", choose, None).left.is_never(), "{choose:?}");
    }
}

/// All throws of so many dice with four sides.
fn fours(dice: usize) -> Vec<Vec<i64>> {
    (0..dice).fold(vec![Vec::new()], |all, _| {
        all.into_iter().flat_map(|one| (1..=4).map(move |face| [&one[..], &[face]].concat())).collect()
    })
}

#[test]
fn dice_that_follow_by_hand() {
    let share = |dice: usize, holds: &dyn Fn(&[i64]) -> bool| {
        let all = fours(dice);
        Chance::new(all.iter().filter(|throw| holds(throw)).count() as u64, all.len() as u64)
    };
    let sum = |throw: &[i64]| throw.iter().sum::<i64>();
    // Whenever it is possible: one more, and no more than four lie there.
    let more = joining("hop", &[("more", None)], None);
    assert_eq!(success(&more), share(4, &|throw| sum(throw) >= 8));
    // A fourth only where the first three are not enough.
    let seen = joining("hop", &[("more", Some("total < 8"))], None);
    assert_eq!(success(&seen), share(4, &|throw| sum(&throw[..3]) >= 8 || sum(throw) >= 8));
    // The last of three is taken away where a one lies there, whichever of them fell last.
    let less = joining("hop", &[("less", Some("lowest() = 1 and n = 3"))], None);
    assert_eq!(
        success(&less),
        share(3, &|throw| if throw.contains(&1) { sum(&throw[..2]) >= 8 } else { sum(throw) >= 8 })
    );
    // What joined last goes first.
    let both = joining("hop", &[("more", Some("total < 6 and n = 3")), ("less", Some("n = 4 and total > 7"))], None);
    let none = joining("hop", &[], None);
    assert!(success(&both) <= success(&none));
    // Best play takes another whenever it is not over yet, and never gives one away.
    let all = [("more", None), ("less", None)];
    let best = joining("hop", &all, Some("success"));
    assert!((worth(&best) - success(&more).approximate()).abs() < 1e-12 && success(&more) == success(&seen));
}

#[test]
fn samples_of_dice_that_follow() {
    let mut session = Session::new(&Empty);
    let Table { game, world } = table(&mut session, JOINING);
    for (action, choose) in [
        ("hop", [("more", "total < 8"), ("again", "lowest() = 1")]),
        ("hit", [("larger", "side < 3"), ("more", "total < 9")]),
    ] {
        let choose = choose.map(|(name, when)| (name, Some(when)));
        let call = action_call(&game, &world, &wish(&wanted(action, &choose, None)), true).unwrap();
        let mut typed = PolicyText::default();
        let rules: Vec<_> = choose
            .iter()
            .zip(&call.interventions)
            .map(|((_, when), chosen)| (chosen.clone(), typed.add(when.unwrap(), 0..when.unwrap().len())))
            .collect();
        let decided = session.decided(&game, &world, (&typed, "typed"), (&rules, &[]), None).unwrap();
        let (progress, stop) = (|_: u64| (), AtomicBool::new(false));
        let sampling =
            Sampling { times: 40_000, seed: 5, threads: std::num::NonZeroUsize::MIN, progress: &progress, stop: &stop };
        let env = Env::default();
        let on = (&game, &env, &world);
        let sampled = session.staged_odds(on, Ok(&decided), &|stage| sample_action(stage, &call, &sampling)).unwrap();
        let exact = joining(action, &choose, None);
        assert!((success(&sampled).approximate() - success(&exact).approximate()).abs() < 0.015, "{action}");
    }
}
