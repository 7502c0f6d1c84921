//! Odds of an action in which dice have fallen: all first throws together are the odds of the whole action, and what
//! people can do in the roll that lies there is counted by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::common::Empty;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::engine::Answer;
use tirada::internals::limits::Limits;
use tirada::internals::odds::{ActionOdds, Chance, Course, OddsLimits, WalkStrategy, best_of_action, of_action};
use tirada::internals::ruleset::File;
use tirada::internals::session::{ActionRequest, BestOf, PolicyText, Session, action_call};
use tirada::internals::world::{Env, Person, World};

/// Two tests in a row, a state that is entered and rolls one more, a contest whose ties are rolled again, and
/// interventions: with a question, for a price, of anybody who is there, at a step before any dice.
const RULES: &str = "
tirada: 1
id: plim
name: Plim
rounding: down
dice: {d: 3, roll: 2d, names: {a: lowest, Q: highest, W: sum}}
points:
  Zest: {start: 1, max: 3}
tags:
  Hurt: {}
  Ready: {}
tracks:
  Flesh:
    boxes: 4
    marks: {nick: /}
    overflow: ignore
    states:
      Fine: {when: lost < 3}
      Bad: {enter: reel}
tests:
  swing:
    roll: 2d
    ask:
      goal: {number: any, default: 4}
      bonus: {number: any, default: 0}
    total: W + bonus
    against: goal
    outcomes:
      fine: {when: margin >= 0, is: success}
      poor: {is: failure}
    opposed: {compare: [total], tie: reroll}
interventions:
  again:
    after: swing
    steps: {all: {reroll: all}}
  swap:
    after: swing
    roles: [who]
    steps:
      which: {ask: {dice: any}}
      price: {lose: {Zest: 1}, of: who}
      once: {reroll: which}
  boast:
    after: swing
    when: W >= 6
    steps: {words: {say: Ha.}}
  calm:
    before: hit.blow
    steps: {ready: {gain: Ready, to: one}}
actions:
  hit:
    roles: [one, other]
    ask: {hard: {yes no: no}}
    steps:
      blow:
        roll: swing
        by: one
        with: {goal: 'if hard then 5 else 4'}
        on: {failure: {tired: {gain: Hurt, to: one}, end: {stop: Missed.}}}
      more: {value: 1d}
      hurt: {mark: more, on: Flesh, of: other, as: nick}
  joust:
    roles: [one, other]
    steps:
      meet:
        oppose: swing
        sides: {one: {}, other: {}}
        on:
          one: {hold: {gain: Hurt, to: other}}
          other: {slip: {gain: Hurt, to: one}}
  reel:
    roles: [who]
    steps:
      stand: {roll: swing, by: who, on: {failure: {dizzy: {gain: Hurt, to: who}}}}
";

/// What is asked: an action, which interventions are done, and what is to be best.
#[derive(Clone, Copy)]
struct Asked<'a> {
    action: &'a str,
    choose: &'a [&'a str],
    best: Option<&'a str>,
    strategy: WalkStrategy,
}

/// The game and everybody at the table, read once.
struct Table {
    session: Session<'static>,
    game: CheckedGame,
    world: World,
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::new({
        let mut session = Session::within(&Empty, Limits::FULL);
        let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: RULES.to_owned() }]);
        assert!(loaded.is_sound(), "{:#?}", loaded.findings);
        let mut world = World::new();
        for name in ["Ann", "Bob"] {
            world.join(Person { name: name.to_owned(), ..Person::default() });
        }
        Table { session, game: loaded.game, world }
    });
}

fn wish(asked: Asked<'_>) -> ActionRequest {
    let answers = |text: &&str| {
        let mut words = text.split(' ');
        let name = words.next().unwrap().to_owned();
        let words = words.filter_map(|word| word.split_once('='));
        let mut answers: BTreeMap<String, String> = words.map(|(name, answer)| (name.into(), answer.into())).collect();
        let at = answers.remove("at");
        (name, at, answers)
    };
    let role = |role: &str, who: &str| (Some(role.to_owned()), vec![who.to_owned()]);
    ActionRequest {
        action: asked.action.to_owned(),
        roles: vec![role("one", "Ann"), role("other", "Bob")],
        interventions: asked.choose.iter().map(answers).collect(),
        ..ActionRequest::default()
    }
}

fn try_after(asked: Asked<'_>, faces: &[i64]) -> Result<ActionOdds, Diagnostic> {
    TABLE.with_borrow_mut(|Table { session, game, world }| {
        let call = action_call(game, world, &wish(asked), true).unwrap();
        let best = asked.best.map(|best| (best, BestOf::Action(&call)));
        let decided = session.decided(game, world, (&PolicyText::default(), "typed"), (&[], &[]), best).unwrap();
        let bounds = OddsLimits { strategy: asked.strategy, ..OddsLimits::within(&Limits::FULL) };
        session.staged_odds((game, &Env::default(), world), Ok(&decided), &|stage| match &decided.goal {
            Some(goal) => best_of_action(&stage.after(faces), &call, goal, &bounds),
            None => of_action(&stage.after(faces), &call, &bounds),
        })
    })
}

fn after(asked: Asked<'_>, faces: &[i64]) -> ActionOdds {
    try_after(asked, faces).unwrap_or_else(|error| panic!("{faces:?}: {error:#?}"))
}

fn courses(action: &str, faces: &[i64]) -> (Vec<Course>, Vec<String>) {
    TABLE.with_borrow_mut(|Table { session, game, world }| {
        let call = action_call(game, world, &wish(Asked { action, ..HIT }), true).unwrap();
        let on = (&*game, &Env::default(), &*world);
        let (courses, impossible) =
            session.courses_of_action(on, &call, faces, &OddsLimits::within(&Limits::FULL)).unwrap();
        (courses, impossible.into_iter().map(|(name, why)| format!("{name}: {}", why.code.as_str())).collect())
    })
}

/// How likely everything is that can be other than it was at first.
fn likely(odds: &ActionOdds) -> BTreeMap<String, Chance> {
    let mut all: BTreeMap<String, Chance> = BTreeMap::new();
    let mut put = |what: String, chance: &Chance| {
        let sum = all.remove(&what).unwrap_or_else(Chance::never).or(chance);
        all.insert(what, sum);
    };
    for test in &odds.tests {
        put(format!("{} {:?}", test.label, test.who), &test.rolled);
        for end in &test.odds.outcomes {
            put(format!("{} {:?} {:?} {:?}", test.label, test.who, end.name, end.verdict), &end.chance);
        }
    }
    for change in &odds.changes {
        for (answer, chance) in change.to.chances() {
            let same = [Answer::Number(0), Answer::Flag(false), Answer::Text("Fine".to_owned())].contains(answer);
            if !same {
                put(format!("{} {} {answer:?}", change.name, change.called), &chance);
            }
        }
    }
    for (label, values) in &odds.values {
        values.chances().for_each(|(answer, chance)| put(format!("{label} {answer:?}"), &chance));
    }
    odds.said.iter().for_each(|(text, chance)| put(text.clone(), chance));
    put("left".to_owned(), &odds.left);
    put("refused".to_owned(), &odds.refused);
    all.retain(|_, chance| !chance.is_never());
    all
}

/// Every throw of so many dice with three sides.
fn throws(dice: u32) -> impl Iterator<Item = Vec<i64>> {
    (0..3_i64.pow(dice)).map(move |number| (0..dice).map(|die| number / 3_i64.pow(die) % 3 + 1).collect())
}

/// All of these throws together, each after the same dice.
fn together(asked: Asked<'_>, before: &[i64], dice: u32) -> BTreeMap<String, Chance> {
    let mut all: BTreeMap<String, Chance> = BTreeMap::new();
    for faces in throws(dice) {
        let faces = [before, &faces].concat();
        // What nobody can do in this throw is not done.
        let odds = match try_after(asked, &faces) {
            Err(error) if error.code.as_str() == "no-such-face" => after(Asked { choose: &[], ..asked }, &faces),
            odds => odds.unwrap_or_else(|error| panic!("{faces:?}: {error:#?}")),
        };
        for (what, chance) in likely(&odds) {
            let share = Chance::new(chance.ways().clone(), chance.all() * 3_u64.pow(dice));
            let sum = all.remove(&what).unwrap_or_else(Chance::never).or(&share);
            all.insert(what, sum);
        }
    }
    all
}

const HIT: Asked<'static> = Asked { action: "hit", choose: &[], best: None, strategy: WalkStrategy::Deferred };

#[test]
fn all_first_throws_together_are_the_whole_action() {
    for strategy in [WalkStrategy::Deferred, WalkStrategy::Enumerate] {
        for (choose, best) in [
            (&[][..], None),
            (&["again at=blow"][..], None),
            (&["swap which=1 at=blow"][..], None),
            (&["swap"][..], Some("blow.success")),
        ] {
            let asked = Asked { choose, best, strategy, ..HIT };
            assert_eq!(together(asked, &[], 2), likely(&after(asked, &[])), "{choose:?} {best:?} {strategy:?}");
        }
    }
}

/// What lies there may end in the middle of the action, and in what follows from it.
#[test]
fn later_throws_together_are_what_comes_after_the_earlier() {
    assert_eq!(together(HIT, &[3, 3], 1), likely(&after(HIT, &[3, 3])));
    // Three marks are bad: who is hit rolls as well.
    assert_eq!(together(HIT, &[3, 3, 3], 2), likely(&after(HIT, &[3, 3, 3])));
    assert_eq!(after(HIT, &[3, 3, 3]).past, 1);
    let odds = after(HIT, &[3, 3, 3, 1, 1]);
    assert!(odds.tests.iter().all(|test| test.rolled.is_always()) && odds.past == 1);
    assert_eq!(odds.tests[1].odds.success().unwrap(), Chance::never());
    // Of the test in which dice lie its total is known.
    assert_eq!(odds.tests[1].odds.values.mean().unwrap().to_string(), "2");
}

/// Ties are rolled again: those that lie there, and those that may come.
#[test]
fn both_sides_of_a_contest_may_lie_there() {
    for strategy in [WalkStrategy::Deferred, WalkStrategy::Enumerate] {
        let joust = Asked { action: "joust", strategy, ..HIT };
        let all = likely(&after(joust, &[]));
        assert_eq!(together(joust, &[], 2), all);
        assert_eq!(together(joust, &[], 4), all);
        // After a tie all is as at first.
        assert_eq!(likely(&after(joust, &[1, 3, 2, 2])), all);
        assert_eq!(together(joust, &[1, 3, 2, 2], 2), all);
        let won = likely(&after(joust, &[1, 3, 2, 2, 3, 3, 1, 1]));
        assert!(won.values().all(Chance::is_always) && won.keys().any(|what| what.starts_with("Bob Hurt")), "{won:?}");
    }
}

#[test]
fn nobody_intervenes_before_the_last_die_fell() {
    // The third die is the harm: it is too late to roll the first two again.
    let odds = after(HIT, &[1, 3, 2]);
    assert!(odds.changes.iter().any(|change| change.called == "Flesh"));
    let error = try_after(Asked { choose: &["again"], ..HIT }, &[1, 3, 2]).unwrap_err();
    assert_eq!(error.code.as_str(), "intervention-not-here");
    assert!(error.helps.iter().any(|help| help.id == "help-only-from-there"));
    let error = try_after(Asked { choose: &["calm"], ..HIT }, &[1, 3]).unwrap_err();
    assert_eq!(error.code.as_str(), "intervention-not-here");
    // Best play does not know which dice would fall.
    let best = after(Asked { choose: &["again"], best: Some("blow.success"), ..HIT }, &[1, 1]);
    assert_eq!(best.tests[0].odds.success().unwrap(), Chance::new(6_u32, 9_u32));
    let best = after(Asked { choose: &["again"], best: Some("blow.success"), ..HIT }, &[1, 3]);
    assert!(best.tests[0].odds.success().unwrap().is_always());
}

#[test]
fn dice_that_do_not_fit_are_errors() {
    let code = |faces: &[i64]| try_after(HIT, faces).unwrap_err().code.as_str();
    assert_eq!(code(&[1]), "too-few-dice");
    assert_eq!(code(&[1, 4]), "impossible-face");
    assert_eq!(code(&[1, 1, 1]), "dice-left-over");
    assert_eq!(code(&[3, 3, 3, 1, 1, 1]), "dice-left-over");
}

#[test]
fn everything_possible_in_the_roll_that_lies_there() {
    let (found, impossible) = courses("hit", &[1, 2]);
    let told: Vec<String> = found
        .iter()
        .map(|course| {
            let name = course.intervention.as_deref().unwrap_or("-");
            let answers: Vec<String> = course.answers.iter().map(|(name, answer)| format!("{name}={answer}")).collect();
            let cost: Vec<String> =
                course.cost.iter().map(|(who, what, count)| format!("{who} {what} {count}")).collect();
            format!("{name} {:?} {answers:?} {cost:?} {}", course.again, course.odds.success().unwrap())
        })
        .collect();
    // 1 + 2 are too little. Of two dice 6 of 9 throws are 4 or more; beside 2 it is 2 or 3, beside 1 only 3.
    assert_eq!(
        told,
        [
            r#"again [] [] [] 2/3"#,
            r#"swap [1] [] ["Ann Zest 1"] 2/3"#,
            r#"swap [1, 2] [] ["Ann Zest 1"] 2/3"#,
            r#"swap [1] ["who=Bob"] ["Bob Zest 1"] 2/3"#,
            r#"swap [1, 2] ["who=Bob"] ["Bob Zest 1"] 2/3"#,
            r#"swap [2] [] ["Ann Zest 1"] 1/3"#,
            r#"swap [2] ["who=Bob"] ["Bob Zest 1"] 1/3"#,
            r#"- [] [] [] 0/1"#,
        ]
    );
    assert_eq!(impossible, ["boast: intervention-not-now"]);
    // Each is what the action comes to when it is done.
    let swapped = after(Asked { choose: &["swap which=1 at=blow"], ..HIT }, &[1, 2]);
    assert_eq!(likely(found[1].action.as_deref().unwrap()), likely(&swapped));
    // The harm has fallen, too: there is nothing to do but to leave the dice.
    assert_eq!(courses("hit", &[1, 3, 2]).0.len(), 1);
    // Of two sides it is said whose roll it is.
    let (found, _) = courses("joust", &[1, 3, 1, 2]);
    let again: Vec<_> = found.iter().filter(|course| course.intervention.as_deref() == Some("again")).collect();
    assert_eq!(again.len(), 2);
    for course in again {
        assert_eq!(course.answers.len(), 1);
        assert!(course.answers[0].0 == "at" && ["Ann", "Bob"].contains(&&*course.answers[0].1));
    }
}
