//! Every short way to the odds of something comes to what the walk over all outcomes comes to,
//! fraction by fraction.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::common::Empty;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use tirada::internals::check::Program;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::engine::Answer;
use tirada::internals::odds::{Chance, Distribution, Odds, OddsLimits, WalkStrategy};
use tirada::internals::ruleset::File;
use tirada::internals::session::{RollRequest, Session};

/// Four dice with names, a test that reads the dice, one that reads its total alone, and every
/// policy for ties.
const RULES: &str = "
tirada: 1
id: plim
name: Plim
rounding: down
dice:
  d: 6
  roll: 3d
  names: {a: lowest, b: nth 2, z: middle, Q: highest, W: sum}
tests:
  glorp:
    roll: 3d
    ask:
      bonus: {number: any, default: 0}
      goal: {number: any}
    total: z + bonus
    against: goal
    values:
      twins: repeats()
      edge: if Q > 4 then a else Q
    show: [edge]
    outcomes:
      great: {when: count(6) >= 2, is: success, values: {harm: W - a}}
      awful: {when: count(1) >= 2, is: failure}
      fine: {when: margin >= 0, is: success, values: {harm: Q}}
      poor: {is: failure}
    opposed: {tie: TIE}
  flat:
    roll: 3d
    ask:
      goal: {number: any, default: 4}
    total: W
    against: goal
    outcomes:
      much: {when: margin > 3, is: success}
      some: {when: margin >= 0, is: success}
      nope: {is: failure}
    opposed: {compare: [total, Q], tie: TIE}
  hands:
    ask:
      size: {number: any, default: 4}
      kept: {number: any, default: 1}
      goal: {number: any, default: 4}
    roll:
      mine: 2d(size)!
      yours: 3d{0,1,3}kh(kept)
      marks: (kept + 1)d4
    total: max(mine, sum(yours)) + count(marks, >= size - 1) - sum(marks, Signs, moon)
    against: goal
    values:
      suns: sum(marks, Signs)
      low: lowest(mine)
    show: [suns, low]
    outcomes:
      odd: {when: suns = 2 and mine > yours, is: success}
      much: {when: margin >= 0, is: success, values: {harm: highest(yours)}}
      nope: {is: failure}
    opposed: {compare: [total, suns], tie: TIE}
  levels:
    roll: 2d6
    ask:
      skill: {number: any, default: 7}
    against: skill
    total: sum()
    margin: skill - total
    outcomes:
      top: {when: total <= skill / 2, is: success}
      blot: {when: count(6) >= 1 and total > 9, is: failure}
      done: {when: total <= skill, is: success, values: {left: highest()}}
      lost: {is: failure}
    opposed: {compare: [outcome, if success then total else 0], tie: TIE}
  above:
    roll: 2d6
    ask:
      goal: {number: any, default: 7}
    against: goal
    total: sum()
    outcomes:
      twice: {when: repeats() = 2, is: success}
      over: {when: total >= goal, is: success}
      under: {is: failure}
    opposed: {compare: [success, margin], tie: TIE}
  picks:
    ask:
      goal: {number: any, default: 6}
      pair: {dice: any, exactly: 2, default: best(2)}
      other: {dice: rest(pair), up to: 1, default: largest(rest(pair))}
    against: goal
    roll: {one: 2d4, two: d6, three: 2d3kh1}
    values: {left: 'rest(pair, other)'}
    total: pair + sides(other) - count(left, 1)
    outcomes: {done: {when: total >= goal, is: success}, lost: {is: failure}}
    opposed: {compare: [total, sum(left)], tie: TIE}
  loot:
    ask: {goal: {number: any, default: 20}}
    against: goal
    roll: {mine: 2d4, yours: 3d3kh2!, ours: d6}
    values: {top: 'Bands[highest(yours), worth]'}
    total: Bands[mine, worth] * 10 + Steps[ours, prize] - top
    outcomes:
      even: {when: 'Bands[mine, worth] = Steps[ours, prize] and mine > 2', is: success}
      much: {when: margin >= 0, is: success, values: {harm: 'Steps[ours, prize] + mine'}}
      nope: {is: failure}
    opposed: {compare: [total, top], tie: TIE}
tables:
  Bands: {columns: [from, to, worth], find: from..to, outside: nearest, rows: {low: [2, 4, 1], mid: [5, 5, 2], high: [6, 8, 4]}}
  Steps: {columns: [value, prize], find: value.., rows: {none: [-9, 0], few: [2, 1], many: [5, 3]}}
  Signs:
    columns: [sun, moon]
    ranges: {1..2: [0, 1], 3..3: [1, 0], 4..4: [2, -1]}
  Bits:
    dice: 1d3
    rows: ['bit', 'x{1d2}', '{Bits} {Lots} {Bits}']
    again: 1
  Lots:
    columns: {much: formula, more: formula}
    dice: 2d2
    rows: [[1d3!, 2], [Lump, 1d2], [2d2dl1!, 0]]
  Lump: {cells: formula, dice: 1d2, rows: [2d2dh1!, 1d3]}
vs: glorp
";

/// Every policy for ties.
const TIES: [&str; 4] = ["nobody", "reroll", "attacker", "defender"];

thread_local! {
    /// The games that were read, by their policy for ties.
    static GAMES: RefCell<BTreeMap<String, (Session<'static>, CheckedGame)>> = const { RefCell::new(BTreeMap::new()) };
}

/// With the game, which is read once.
fn in_game<T>(tie: &str, ask: impl FnOnce(&mut Session<'static>, &CheckedGame) -> T) -> T {
    GAMES.with_borrow_mut(|games| {
        let (session, game) = games.entry(tie.to_owned()).or_insert_with(|| {
            let mut session = Session::new(&Empty);
            let text = RULES.replace("TIE", tie);
            let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text }]);
            assert!(loaded.is_sound(), "{:?}", loaded.findings);
            (session, loaded.game)
        });
        ask(session, game)
    })
}

fn odds(tie: &str, text: &str, strategy: WalkStrategy) -> Result<Odds, Diagnostic> {
    in_game(tie, |session, game| {
        let ready = session.prepare(game, &typed(text)).map_err(|mut errors| errors.remove(0))?;
        session.odds(game, &ready, &OddsLimits { depth: 2, strategy, ..OddsLimits::default() })
    })
}

fn typed(text: &str) -> RollRequest {
    RollRequest { text: text.to_owned(), source: "<test>".to_owned(), ..RollRequest::default() }
}

/// Whether two sides roll against each other.
fn is_opposed(text: &str) -> bool {
    in_game("nobody", |session, game| {
        let ready = session.prepare(game, &typed(text)).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        matches!(ready.prepared.program, Program::Opposed(..))
    })
}

/// More is known of each value, and no more than was left.
fn known(plain: &Distribution<Answer>, covered: &Distribution<Answer>, left: &Chance, text: &str) {
    for (value, _) in plain.ways().iter().chain(covered.ways()) {
        let (less, more) = (plain.chance(value), covered.chance(value));
        assert!(less <= more && more <= less.or(left), "{value:?} of {text:?}: {less}, {more}");
    }
}

/// Whether all ways lead to odds, which then are the same.
fn agree(tie: &str, text: &str) -> bool {
    let plain = odds(tie, text, WalkStrategy::Enumerate);
    let covered = agrees(tie, text, &plain, WalkStrategy::Deferred);
    agrees(tie, text, &plain, WalkStrategy::Separate) && covered
}

fn agrees(tie: &str, text: &str, plain: &Result<Odds, Diagnostic>, strategy: WalkStrategy) -> bool {
    match (plain, odds(tie, text, strategy)) {
        (Ok(plain), Ok(covered)) => {
            assert_eq!(plain.shown, covered.shown, "what is shown of {text:?}, {tie}");
            // Of dice that were cut more is known where they lie covered: `max(3, 1d2! beats 1d6)` is 3 whatever comes.
            let same = plain.values.left() == covered.values.left() && !is_opposed(text);
            if plain.values.left().is_never() || same {
                assert_eq!(plain.values, covered.values, "values of {text:?}, {tie}");
                assert_eq!(plain.values.left(), covered.values.left(), "what is left of {text:?}, {tie}");
                assert_eq!(plain.margin, covered.margin, "margin of {text:?}, {tie}");
            } else {
                known(&plain.values, &covered.values, &plain.values.left(), text);
                assert!(covered.undecided <= plain.undecided, "what is undecided of {text:?}, {tie}");
                for one in &plain.outcomes {
                    let same = covered
                        .outcomes
                        .iter()
                        .find(|same| (&same.name, same.verdict) == (&one.name, one.verdict))
                        .unwrap();
                    let most = one.chance.or(&plain.undecided);
                    assert!(one.chance <= same.chance && same.chance <= most, "{one:?} of {text:?}, {tie}");
                }
            }
            if plain.values.left().is_never() {
                assert_eq!(plain.outcomes, covered.outcomes, "outcomes of {text:?}, {tie}");
                let sum = plain.values.whole();
                assert!(sum.is_always(), "{text:?}: {sum}");
            }
            true
        }
        (Err(plain), Err(covered)) => {
            assert_eq!(plain.code, covered.code, "{text:?}, {tie}");
            false
        }
        // The plain walk may be too long where a shorter one is not.
        (Err(plain), Ok(_)) if ["odds-too-long", "odds-too-much-work"].contains(&plain.code.as_str()) => false,
        (plain, covered) => {
            let code =
                |odds: &Result<Odds, Diagnostic>| odds.as_ref().map_or_else(|error| error.code.as_str(), |_| "odds");
            panic!("{text:?}, {tie}: {} and {}", code(plain), code(&covered))
        }
    }
}

#[test]
fn examples_agree() {
    for text in [
        "7",
        "3d6",
        "2d6 > 1d8 + 2",
        "2d4! >= 3d3",
        "2a != Q - 1",
        "(d2 - 1)d4! > 2",
        "sum(best(3d4, 2))",
        "run(4d6)",
        "run(3d4!)",
        "sets(4d4, 2)",
        "sum(best(2d4!, d6, 2))",
        "count(showing(3d4ro1, >= 2), 3)",
        "sides(largest(d4, 2d6kh1)) + sum(worst(2d3!!, 1))",
        "highest(rest(best(2))) - run()",
        "count(best(2), >= 4) vs 1",
        "let x = sum(best(2d4, 1)) in x + x",
        "let x = 2d4, d6 in highest(x) * 10 + count(x, 1)",
        "let x = best(2d4, d6, 2) in sides(largest(rest(x))) + x",
        "let x = 3d4! in highest(x) - lowest(x) + count(x, >= highest(2d3))",
        "let x = 3d4kh2 in x * 10 + count(x, x - 2)",
        "let x = 2d4 in let y = x, d6 in sum(rest(best(y))) - highest(x)",
        "let x = 3d4 in count(x, >= 2) + highest() vs 4",
        "sum(rest(best(2d4, d6))) + sides(rest(die(d4, 2d6kh1, 2)))",
        "rest(best(2d3!, 1)) + rest(worst(rest(best(2d4, d6))))",
        "die(3d4, 2) * 10 + die(2d3, d2, 3)",
        "die(1) * 10 - die(2)",
        "sum(rest(die(1))) + z vs 5",
        "die(3d4kh2, 1) - die(2d3ro1, 2)",
        "count(die(2d3!, 1), 3)",
        "picks()",
        "picks() - 1 vs 5",
        "W",
        "Q - a",
        "if z >= 4 then Q else a",
        "let x = 2d4 in x + x",
        "2d4 * 2d3",
        "4d6kh3",
        "4d6dh1",
        "5d4km1 + 2",
        "3d6r1",
        "3d6ro<3",
        "3d4!",
        "3d4!ro1",
        "2d4!ro1kh1",
        "3d4ro1!kh2",
        "3d3r1!kl2",
        "repeats(3d3ro1!)",
        "repeated(2d4ro<=2!) * 10 + highest()",
        "count(3d4ro1!>=3, >= 3)",
        "2d4ro4!kh1",
        "2d4ro{1,4}!>=3dl1",
        "2d{1,1,2,4}ro1!",
        "3d{1,1,2,2}ro1!kh1",
        "3d4ro1! at most 2 times",
        "2d3ro1!kh2 at most 1 time",
        "2d4ro1ro2!kh1",
        "2d4ro2!ro1",
        "2d4r>1!1",
        "let x = 2d4ro1! in x + highest(x)",
        "2d4ro1!kh1 vs 4",
        "2d4!>=3r<=2",
        "2d3!r3",
        "2d4!ro4dl1",
        "count(3d3!ro1, >= 2)",
        "repeats(2d3!ro1)",
        "repeated(2d3!r2) * 10 + repeats(2d2!ro2)",
        "let x = 2d3!ro1 in x + x",
        "1d3!ro1 vs 4",
        "1d3!!ro<=2 vs 4",
        "2d3!!ro1",
        "2d4!!>=3r<=3kh1",
        "2d4!!",
        "2d4ro<=2!!",
        "2d4r1ro2!!>=3kh1",
        "4d4!kh2",
        "4d4!!kl2",
        "3d4!>2",
        "4d4!dl1",
        "count(5d6, >= 5)",
        "repeats(5d4)",
        "repeated(5d4)",
        "highest(3d3!) - lowest(3d3!)",
        "3d4 beats 2d6",
        "d{1,1,3,6} + 2d{0,2}",
        "repeats(1d2) + 1d1",
        "0 - (max(highest(), sum(2d6!))) vs 0",
        "z + let x = aQ in x + x - (b) vs 0",
        "max(2d4, 3d3)",
        "z > 3",
        "count(6) * 10 + repeats()",
        "repeated() * 100 + repeats() * 10 + Q",
        "z + 2 vs 5",
        "glorp(bonus = 1) vs 5",
        "flat() vs 9",
        "flat() + 1d4 vs 9",
        "2d6 vs 8",
        "1d4! vs 6",
        "3d4kh2 vs 5",
        "z vs z + 1",
        "z vs 1d4",
        "1d2! vs 2d4",
        "2d4 vs 1d2!",
        "1d2! + 1 vs 1d2!!",
        "min(1d3!, 2) vs 1d2",
        "flat() vs flat() + 2",
        "hands() vs 3",
        "hands(2, 2)",
        "hands(3, 3) + 1 vs 4",
        "3d(2 + 2)kh(1 + 1) + d(3)",
        "2d(4)!>=(2 + 1)kl(1)",
        "sum(3d4, Signs) - sum(2d4kh1, Signs, moon)",
        "2d4ro<=(1)",
        "flat() vs flat() + 1d4",
        "3d3dl1! * 2d3kh1! - 1",
        "max(3d3dl1!, 3) * 2d2dl1!!",
        "let x = 3d3dl1! in x * x + Lump",
        "if 2d3dl1! > 3 then 2d3kh1! else Lump + Lump",
        "z + 2d3dl1! vs 6",
        "2d3dl1! + flat() vs 6",
        "3d6r{1,3}",
        "2d6ro{2,>=5}kh1",
        "3d4!{1,4}",
        "2d4!!{2,>3}ro{1,4}",
        "count(3d4!{1,3}, 1, >= 4)",
        "count(4d6, 1, >= 5) vs 2",
        "levels() vs levels(4)",
        "levels(9) vs levels(9)",
        "levels(6) + 1 vs levels()",
        "above(6) vs above()",
        "above() vs above(goal = 9) + 1",
        "count(1, 6) * 10 + count(<= 2, 6)",
        "2d{-1,0,1,2}!!{1,!=0}",
        "2d4!ro{3,!=4}",
        "Bits",
        "Lots",
        "Lots.much * Lots.more",
        "Lump * Lots.much",
        "Lump + z vs 5",
        "2d6ro2..5",
        "3d4ro{1,>=(z + 3)}",
        "3d4!{1,3..4}",
        "3d4! at most 2 times",
        "4d4! at most 1 times",
        "3d4!>=3kh2 at most 2 times",
        "2d3!!ro1 at most 1 times",
        "2d3!ro1 at most 2 times",
        "3d3!r3kl2 at most 1 times",
        "count(3d3! at most 2 times, >= 2)",
        "repeats(3d3! at most 1 times)",
        "highest(3d3! at most 2 times) - lowest(3d3! at most 2 times)",
        "let x = 2d3! at most 1 times in x * x",
        "nth(2d4! at most 2 times, 2)",
        "2d4!! at most 2 times vs 9",
        "2d4! at most 2 times vs 1d6! at most 1 times",
        "2d2! at most 5 times",
        "1d1! at most 2 times",
        "3d2!1..2 at most 1 times",
        "Steps[W - 6, prize]",
        "Bands[Q, worth] * 10 + Bands[a, worth]",
        "Bands[W - a, worth] * 100 + W",
        "Steps[Q - z, prize] + Steps[count(>= 3), prize] * 7",
        "Bands[b, worth] vs 2",
        "loot()",
        "loot() + Bands[2d3!, worth] vs 9",
    ] {
        // Without two sides nothing ties.
        let policies = if is_opposed(text) { TIES.as_slice() } else { &TIES[..1] };
        for tie in policies {
            assert!(agree(tie, text), "{text}: {:?}", odds(tie, text, WalkStrategy::Deferred).map(|_| ()));
        }
    }
}

#[test]
fn only_finitely_many_explosions_decide() {
    let found = odds("nobody", "1d6! vs 10", WalkStrategy::Deferred).unwrap();
    assert_eq!(found.success().unwrap().to_string(), "1/12");
    assert!(found.undecided.is_never());
    assert!(!found.values.left().is_never());
}

#[test]
fn where_every_run_that_ends_fails_there_are_no_odds() {
    // There is no third die, however many explosions are followed.
    let text = "nth(3) - (count(2d3!kl2, >= 2)) vs 0";
    assert!(!agree("reroll", text));
    assert_eq!(odds("reroll", text, WalkStrategy::Deferred).unwrap_err().code.as_str(), "no-such-die");
}

#[test]
fn two_sides_that_only_tie_never_end() {
    for strategy in [WalkStrategy::Enumerate, WalkStrategy::Deferred] {
        assert_eq!(odds("reroll", "1d1 vs 1d1", strategy).unwrap_err().code.as_str(), "odds-never-end");
    }
}

fn pool() -> impl Strategy<Value = String> {
    let sides = prop_oneof![
        6 => prop::sample::select(vec!["1", "2", "3", "4", "6"]).prop_map(str::to_owned),
        1 => Just("{0,0,2,5}".to_owned()),
        1 => Just("F".to_owned()),
    ];
    let keep = || (prop::sample::select(vec!["kh", "kl", "km", "dh", "dl"]), 1..4_u32);
    let suffix = prop_oneof![
        4 => Just(String::new()),
        3 => keep().prop_map(|(word, n)| format!("{word}{n}")),
        1 => Just("!".to_owned()),
        1 => Just("!!".to_owned()),
        1 => keep().prop_map(|(word, n)| format!("!{word}{n}")),
        1 => keep().prop_map(|(word, n)| format!("!!{word}{n}")),
        1 => keep().prop_map(|(word, n)| format!("{word}{n}!")),
        1 => prop::sample::select(vec!["r1", "ro1", "r<2", "ro>=2", "ro1r2", "r1ro2", "ro2!!", "!ro1", "!r2", "!!ro<=2", "ro{1,>=3}", "r{2,4}", "!{1,2}", "!!{1,>3}", "!ro{1,2}kh1", "ro1..2", "! at most 1 times", "!kh2 at most 2 times", "!! at most 1 times"]).prop_map(str::to_owned),
        1 => keep().prop_map(|(word, n)| format!("kh3{word}{n}")),
    ];
    (1..5_u32, sides, suffix).prop_map(|(count, sides, suffix)| format!("{count}d{sides}{suffix}"))
}

/// Of two dice with four faces and one with six the best two, and what is left, throw by throw.
#[test]
fn dice_of_let_are_thrown_once() {
    let text = "let x = best(2d4, d6, 2) in rest(x) * 100 + sides(rest(x)) * 10 + highest(x)";
    let throws = || (1..=4).flat_map(|one| (1..=4).flat_map(move |two| (1..=6).map(move |six| (one, two, six))));
    let mut ways = BTreeMap::new();
    for (one, two, six) in throws() {
        // Of dice that show the same, the smaller ones come first.
        let mut dice = [(-one, 4), (-two, 4), (-six, 6)];
        dice.sort_unstable();
        *ways.entry(-dice[2].0 * 100 + dice[2].1 * 10 - dice[0].0).or_insert(0_u32) += 1;
    }
    for strategy in [WalkStrategy::Enumerate, WalkStrategy::Deferred, WalkStrategy::Separate] {
        let found = odds("nobody", text, strategy).unwrap().values;
        assert!(found.whole().is_always() && found.ways().len() == ways.len(), "{strategy:?}");
        for (value, ways) in &ways {
            assert_eq!(found.chance(&Answer::Number(*value)), Chance::new(*ways, 96_u32), "{value}, {strategy:?}");
        }
    }
}

fn expression() -> impl Strategy<Value = String> {
    let read = prop_oneof![
        Just("count(2)".to_owned()),
        Just("count(>= 4)".to_owned()),
        Just("count(1, >= 3, 2)".to_owned()),
        Just("repeats()".to_owned()),
        Just("repeated()".to_owned()),
        Just("highest()".to_owned()),
        Just("sum()".to_owned()),
        (1..5_i64).prop_map(|n| format!("nth({n})")),
    ];
    let of_pool = (prop::sample::select(vec!["highest", "lowest", "repeats", "repeated", "sum"]), pool())
        .prop_map(|(what, pool)| format!("{what}({pool})"));
    let held =
        (pool(), pool(), 1..4_i64, prop::sample::select(vec!["p", "q", "rest(q)", "best(p, 2)", "rest(best(p))"]))
            .prop_map(|(one, two, n, of)| {
                format!("(let p = {one} in let q = best(p, {two}, {n}) in count({of}, >= {n}) + lowest({of}))")
            });
    let leaf = prop_oneof![
        4 => pool(),
        1 => held,
        1 => of_pool,
        1 => (pool(), 1..6_i64).prop_map(|(pool, n)| format!("count({pool}, >= {n})")),
        1 => (pool(), 1..6_i64).prop_map(|(pool, n)| format!("count({pool}, 1, >= {n})")),
        1 => (pool(), pool()).prop_map(|(one, other)| format!("({one} beats {other})")),
        4 => prop::sample::select(vec!["a", "Q", "z", "b", "W", "aQ", "3zQ", "2a"]).prop_map(str::to_owned),
        2 => read,
        2 => (0..9_i64).prop_map(|number| number.to_string()),
    ];
    leaf.prop_recursive(2, 4, 3, |inner| {
        prop_oneof![
            3 => (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("{left} + {right}")),
            2 => (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("{left} - ({right})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("({left}) * ({right})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("max({left}, {right})")),
            1 => (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(one, two, three)| format!("if {one} > 3 then {two} else {three}")),
            1 => (inner.clone(), inner.clone()).prop_map(|(one, two)| format!("let x = {one} in x + x - ({two})")),
        ]
    })
}

fn whole() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => expression(),
        2 => (expression(), prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]), expression())
            .prop_map(|(left, how, right)| format!("({left}) {how} ({right})")),
        2 => (expression(), 0..12_i64).prop_map(|(left, goal)| format!("{left} vs {goal}")),
        1 => (0..4_i64, 0..9_i64).prop_map(|(bonus, goal)| format!("glorp(bonus = {bonus}) + 1 vs {goal}")),
        1 => (pool(), 3..15_i64).prop_map(|(pool, goal)| format!("flat() + {pool} vs {goal}")),
        1 => (pool(), 0..4_i64).prop_map(|(pool, bonus)| format!("z + {bonus} vs {pool}")),
        1 => (pool(), pool()).prop_map(|(left, right)| format!("{left} vs {right}")),
        1 => (1..4_i64, 1..4_i64, 0..8_i64).prop_map(|(size, kept, goal)| format!("hands({size} + 1, {kept}) vs {goal}")),
    ]
}

/// What the plain walk can do in a test: few dice.
fn is_small(text: &str) -> bool {
    let mut ways = 1.0_f64;
    let mut dice = 1.0_f64;
    let mut digits = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        if letter == 'd' {
            let count: f64 = digits.parse().unwrap_or(1.0);
            let sides = match letters.peek() {
                Some(next) if next.is_ascii_digit() => f64::from(next.to_digit(10).unwrap()),
                _ => 3.0,
            };
            ways *= (sides * 1.2).powf(count * 0.7);
            dice = count;
        }
        if matches!(letter, '!' | 'r' | 'o') {
            // Dice that explode differ more the more of them there are.
            ways *= if letter == '!' && dice > 2.0 { 15.0 } else { 5.0 };
        }
        digits.clear();
    }
    ways < 600.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if crate::common::whole() { 300 } else { 150 }))]

    #[test]
    fn all_ways_lead_to_the_same_odds(
        text in whole().prop_filter("few dice", |text| is_small(text)),
        tie in prop::sample::select(TIES.to_vec()),
    ) {
        agree(tie, &text);
    }
}

/// Most of what the generator makes has to have odds, or nothing is shown.
#[test]
fn the_property_is_about_something() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut texts = (0..200).map(|_| whole().new_tree(&mut runner).unwrap().current()).filter(|text| is_small(text));
    let found = texts.by_ref().take(30).filter(|text| agree("nobody", text)).count();
    assert!(found > 20, "only {found} of 30 have odds");
}
