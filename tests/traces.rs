//! What is told is what came out: the arithmetic of every explanation, done again, gives its
//! values, and text, JSON and trace say the same, also after ties that were rolled again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use crate::common::Empty;
use proptest::prelude::*;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::engine::{Answer, Evaluation, Generator, SideResult, Term, TraceStep};
use tirada::internals::report::action::{ReportDetail, lines};
use tirada::internals::report::document::Document;
use tirada::internals::report::document::text::{TextStyle, render};
use tirada::internals::report::json::{self, RollInfo};
use tirada::internals::report::roll::{explanation, report};
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::ruleset::File;
use tirada::internals::session::{ActionRequest, Playing, RollRequest, Session, action_call};
use tirada::internals::world::{Env, Person, World};

/// Dice of two faces, so that there are ties.
const GAME: &str = "\
tirada: 1
id: oars
name: Oars
rounding: down
dice: {d: 2, roll: 2d, names: {slow: lowest, fast: highest}}
traits: {Reach: {number: -9..9}, Span: {is: 2 * Reach}}
points: {Luck: {start: 4, max: 9}}
tracks: {Hull: {boxes: 5, marks: {dent: /}, overflow: ignore}}
tags: {Sail: {values: {width: {number: 0..9}}}}
tests:
  pull:
    ask: {knack: {number: any, default: 0}, mark: {number: any, default: 4}}
    against: mark
    roll: 2d
    values: {even: slow = fast, pace: 2 * fast - 3, drift: pace - knack}
    total: fast + knack - slow + pace
    show: [drift]
    outcomes:
      glides: {when: total >= mark, is: success, values: {clear: margin}}
      success: {when: even, is: success}
      drags: {is: failure, values: {short: mark - total}}
    opposed: {compare: [total], tie: reroll}
vs: pull
actions:
  race:
    roles: [left, right]
    ask: {knack: {number: any}}
    steps:
      run:
        oppose: pull
        sides: {left: {knack: knack}, right: {knack: right.Reach}}
        on: {left: {a: {say: '{left} by {run.margin}.'}}, right: {b: {say: '{right} by {0 - run.margin}.'}}}
      alone: {roll: pull, by: left, with: {knack: knack}}
  weigh:
    roles: [left, right]
    steps:
      both: left.Reach + right.Reach
      gap: left.Span - right.Span
      more: left.Span + right.Reach
      own: right.Reach + right.Reach
      luck: left.Luck + right.Luck
      room: left.Luck.max - right.Luck
      hull: left.Hull.left + right.Hull.lost
      one: {gain: {Sail: permanent}, with: {width: 3}, to: left}
      two: {gain: {Sail: permanent}, with: {width: 5}, to: right}
      cloth: left.Sail.width + right.Sail.width
      fee: {lose: {Luck: 1}, of: left}
      rest: left.Luck + right.Luck
      told: {say: 'It is {gap}.'}
";

fn game(session: &mut Session<'_>) -> CheckedGame {
    let loaded = session.load_files(vec![File { name: "oars.yml".to_owned(), text: GAME.to_owned() }]);
    assert!(loaded.is_sound(), "{:?}", loaded.findings);
    loaded.game
}

fn sum(terms: &[Term]) -> i64 {
    terms.iter().map(|term| if term.negative { -term.value } else { term.value }).sum()
}

fn drawn(document: &Document) -> String {
    render(document, &TextStyle { colour: false, width: 0, plain: false })
}

/// The number at the end of a text, if there is one.
fn last_number(text: &str) -> Option<i64> {
    let text = text.trim().trim_end_matches(')');
    let digits = text.chars().rev().take_while(char::is_ascii_digit).count();
    let (before, number) = text.split_at(text.len() - digits);
    let number: i64 = number.parse().ok()?;
    let sign = before.ends_with('−') && !before.ends_with("− ");
    Some(if sign { -number } else { number })
}

/// Does the sum of a line such as `fast 2 + knack 3 − slow 1 = 4 vs 3` again.
fn checked(line: &str) -> Option<()> {
    let line = line.trim_start_matches("- ");
    let line = line.rsplit_once(": ").map_or(line, |(_, line)| line);
    let line = line.strip_prefix("total = ").unwrap_or(line);
    let (parts, total) = line.split_once(" = ")?;
    let total = last_number(total.split(" vs ").next()?.split(" (").next()?)?;
    let mut sum = 0;
    let mut sign = 1;
    let spread = parts.replace(" + ", "\n+").replace(" − ", "\n-");
    for part in spread.lines() {
        let (next, part) = match (part.strip_prefix('+'), part.strip_prefix('-')) {
            (Some(part), _) => (1, part),
            (_, Some(part)) => (-1, part),
            _ => (sign, part),
        };
        sign = next;
        sum += sign * last_number(part)?;
    }
    assert_eq!(sum, total, "{line}");
    Some(())
}

/// Rounds of two sides, each with the totals of both; of a test by itself there is one.
fn rounds(trace: &[TraceStep]) -> Vec<Vec<i64>> {
    let mut rounds = vec![Vec::new()];
    for step in trace {
        match step {
            TraceStep::Total { side, terms, value } => {
                assert_eq!(sum(terms), *value, "{terms:?}");
                let last = rounds.last_mut().unwrap();
                assert_eq!(last.len(), *side);
                last.push(*value);
            }
            TraceStep::Tie { again: true } => rounds.push(Vec::new()),
            _ => {}
        }
    }
    rounds
}

fn agree(rounds: &[Vec<i64>], sides: &[SideResult]) {
    let (last, before) = rounds.split_last().unwrap();
    let totals: Vec<i64> = sides.iter().filter_map(|side| side.total).collect();
    assert_eq!(*last, totals);
    for tied in before {
        assert_eq!(tied[0], tied[1], "{rounds:?}");
    }
    assert!(sides.iter().all(|side| sum(&side.terms) == side.total.unwrap()));
}

fn told(game: &CheckedGame, evaluation: &Evaluation, expression: &str) {
    let english = Catalogue::new(Language::English);
    let text = drawn(&report(game, evaluation, None, &english));
    let why = drawn(&explanation(game, evaluation, &english));
    // One minus sign; what stands between the signs of equality is a formula as it is written.
    let signs = why.lines().flat_map(|line| line.trim_start_matches("- ").split(" = ").last());
    assert!(
        !text.contains('-') && !signs.clone().filter(|part| last_number(part).is_some()).any(|part| part.contains('-')),
        "{text}\n{why}"
    );
    let facts = RollInfo { game, expression, seed: None, comment: None };
    let json: serde_json::Value = serde_json::to_value(json::object(&facts, evaluation, &english)).unwrap();
    let Some(outcome) = &evaluation.outcome else { return };
    let sums = text.lines().filter_map(checked).count();
    let rounds = rounds(&evaluation.trace);
    assert_eq!(sums, rounds.iter().map(Vec::len).sum::<usize>(), "{text}");
    let explained = why.lines().filter(|line| line.contains("total = ")).filter_map(checked).count();
    assert_eq!(explained, sums, "{why}");
    agree(&rounds, &evaluation.sides);
    assert_eq!(text.lines().filter(|line| line.contains("both sides roll again")).count(), rounds.len() - 1, "{text}");
    // The same name, margin and totals everywhere.
    let name = json["outcome"]["name"].as_str().unwrap();
    let last = text.lines().last().unwrap();
    assert!(last.starts_with(name), "{last} / {name}");
    let margin = last.split("margin ").nth(1).map(|text| last_number(text).unwrap());
    assert_eq!(margin, json["outcome"]["margin"].as_i64(), "{last}");
    assert_eq!(margin, outcome.margin);
    for (side, told) in evaluation.sides.iter().zip(json["sides"].as_array().unwrap()) {
        assert_eq!(told["total"].as_i64(), side.total);
    }
}

/// Computes the values of steps such as `left.Reach + right.Span` from the names that the trace tells.
fn replayed(trace: &[TraceStep], of: impl Fn(&str) -> String) -> usize {
    let mut known: BTreeMap<&str, i64> = BTreeMap::new();
    let mut values = 0;
    for step in trace {
        match step {
            TraceStep::Name { name, value: Answer::Number(value), .. } => _ = known.insert(name, *value),
            TraceStep::Value { formula, value: Answer::Number(value), .. } => {
                let [left, sign, right] = formula.split_whitespace().collect::<Vec<_>>()[..] else {
                    panic!("{formula}")
                };
                let [left, right] = [left, right].map(|read| {
                    let (role, name) = read.split_once('.').unwrap();
                    let own = known.get(&*format!("{}.{name}", of(role)));
                    // With one owner in the formula, no owner is told.
                    let alone = || known.get(name).filter(|_| of("left") == of("right") || left == right);
                    *own.or_else(alone).unwrap_or_else(|| panic!("{read} of {formula}: {known:?}"))
                });
                assert_eq!(if sign == "+" { left + right } else { left - right }, *value, "{formula}: {known:?}");
                values += 1;
            }
            _ => {}
        }
    }
    values
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn explanations_of_rolls_come_out(a in -5_i64..6, b in -5_i64..6, form in 0_usize..6, seed in any::<u64>()) {
        let text = match form {
            0 => format!("pull({a}) vs {b}"),
            1 => format!("fast + {a} - slow vs fast - {b}"),
            2 => format!("pull({a}) vs pull({b})"),
            3 => format!("pull({a}) + {b} vs pull({a})"),
            4 => format!("slow - {a} + fast vs {b}"),
            _ => format!("pull({a})"),
        };
        let mut session = Session::new(&Empty);
        let game = game(&mut session);
        let request = RollRequest { text: text.clone(), source: "<test>".to_owned(), ..RollRequest::default() };
        let ready = session.prepare(&game, &request).unwrap();
        // Two that are the same for ever end at the limit of ties.
        if let Ok(evaluation) = session.evaluate(&game, &ready, &mut Generator::new(seed), &[]) {
            told(&game, &evaluation, &text);
        }
    }

    #[test]
    fn explanations_of_actions_come_out(a in -3_i64..4, b in -3_i64..4, seed in any::<u64>()) {
        let mut session = Session::new(&Empty);
        let game = game(&mut session);
        let mut world = World::new();
        for (name, reach) in [("Una", 0), ("Ivo", b)] {
            world.join(Person { name: name.to_owned(), traits: [(0, reach)].into(), ..Person::default() });
        }
        let mut wish = ActionRequest { action: "race".to_owned(), ..ActionRequest::default() };
        wish.roles = [("left", "Una"), ("right", "Ivo")].map(|(role, who)| (Some(role.to_owned()), vec![who.to_owned()])).into();
        wish.answers.insert("knack".to_owned(), a.to_string());
        let call = action_call(&game, &world, &wish, false).unwrap();
        let Ok(done) = session.play((&game, &Env::default(), &world), Playing::Action(&call), &mut Generator::new(seed), &[]) else {
            return Ok(());
        };
        let english = Catalogue::new(Language::English);
        let happened = lines(&game, &done, ReportDetail::Told, &english);
        let text: Vec<String> = happened.iter().map(|one| one.line.words()).collect();
        let first: Vec<TraceStep> = done.trace.iter().take_while(|step| !matches!(step, TraceStep::Test { .. })).cloned().collect();
        let Some(TraceStep::Test { sides, outcome, .. }) = done.trace.iter().find(|step| matches!(step, TraceStep::Test { .. })) else {
            panic!("{:?}", done.trace)
        };
        let rounds = rounds(&first);
        agree(&rounds, sides);
        let sums = text.iter().filter(|line| line.starts_with("Una: fast") || line.starts_with("Ivo: fast"));
        prop_assert_eq!(sums.filter_map(|line| checked(line)).count(), 2 * rounds.len(), "{}", text.join("\n"));
        // What is said is what the roll came to.
        let margin = outcome.as_ref().unwrap().margin.unwrap();
        let said = text.iter().find(|line| line.contains(" by ") && line.ends_with('.')).unwrap();
        prop_assert_eq!(said.clone(), format!("{} by {}.", if margin > 0 { "Una" } else { "Ivo" }, margin.abs()));
        let won = text.iter().find(|line| line.contains(" wins")).unwrap();
        prop_assert!(won.starts_with(if margin > 0 { "Una" } else { "Ivo" }), "{}", won);
    }

    /// Names of two characters are told with their owners, points, tracks and values of tags too, and the values come out of them.
    #[test]
    fn values_of_two_characters_come_out(
        a in -9_i64..10, b in -9_i64..10, luck in proptest::option::of(1_i64..9), same in any::<bool>()
    ) {
        let mut session = Session::new(&Empty);
        let game = game(&mut session);
        let mut world = World::new();
        let points = game.points.numbered(0).unwrap();
        for (name, reach) in [("Una", a), ("Ivo", b)] {
            let points = luck.filter(|_| name == "Una").map(|luck| (points, luck)).into_iter().collect();
            world.join(Person { name: name.to_owned(), traits: [(0, reach)].into(), points, ..Person::default() });
        }
        let other = if same { "Una" } else { "Ivo" };
        let of = |role: &str| if role == "left" { "Una".to_owned() } else { other.to_owned() };
        let mut wish = ActionRequest { action: "weigh".to_owned(), ..ActionRequest::default() };
        wish.roles = ["left", "right"].map(|role| (Some(role.to_owned()), vec![of(role)])).into();
        let call = action_call(&game, &world, &wish, false).unwrap();
        let world = (&game, &Env::default(), &world);
        let done = session.play(world, Playing::Action(&call), &mut Generator::new(1), &[]).unwrap();
        prop_assert_eq!(replayed(&done.trace, of), 9);
        let english = Catalogue::new(Language::English);
        let facts = json::action::ActionInfo { game: &game, action: "weigh", roles: &[], seed: None, after: Vec::new() };
        let json = serde_json::to_value(json::action::object(&facts, &done, &english)).unwrap();
        // People read the same everywhere.
        let said = json["said"][0].as_str().unwrap();
        prop_assert!(json["trace"].as_array().unwrap().iter().any(|line| line.as_str().unwrap().contains(said)), "{}", said);
        prop_assert!(!said.contains('-'), "{}", said);
    }
}
