//! The shortcut of simple expressions throws the dice that the interpreter throws.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common::Empty;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::engine::{Answer, Fast, Generator};
use tirada::internals::ruleset::File;
use tirada::internals::session::{Ready, RollRequest, Session};

/// Five dice with names for the ends, the middle, one between and the sum.
const FIVE: &str = "
tirada: 1
id: plim
name: Plim
rounding: down
dice:
  d: 8
  roll: 5d
  names: {a: lowest, b: nth 2, z: middle, Q: highest, W: sum}
";

/// An even number has no middle; one die is lowest and highest at once.
const TWO: &str = "
tirada: 1
id: plum
name: Plum
rounding: down
dice: {d: 6, roll: 2d, names: {a: lowest, b: nth 2, z: nth 1, Q: highest, W: sum}}
";
const ONE: &str = "
tirada: 1
id: plam
name: Plam
rounding: down
dice: {d: 20, roll: 1d, names: {a: lowest, b: nth 1, z: middle, Q: highest, W: sum}}
";

fn game(session: &mut Session<'_>, text: &str) -> CheckedGame {
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: text.to_owned() }]);
    assert!(loaded.is_sound(), "{:?}", loaded.findings);
    loaded.game
}

fn prepare(session: &mut Session<'_>, game: &CheckedGame, text: &str) -> Option<Ready> {
    let request = RollRequest { text: text.to_owned(), source: "<test>".to_owned(), ..RollRequest::default() };
    session.prepare(game, &request).ok()
}

/// Rolls many times in a row with both; whether there was a shortcut.
fn agrees(rules: &str, text: &str, seed: u64) -> bool {
    let mut session = Session::new(&Empty);
    let game = game(&mut session, rules);
    let Some(ready) = prepare(&mut session, &game, text) else { return false };
    let Some(fast) = Fast::of(&game, &ready.prepared) else { return false };
    let (mut one, mut other) = (Generator::new(seed), Generator::new(seed));
    for roll in 0..60 {
        let slow = session.evaluate(&game, &ready, &mut one, &[]).map(|found| found.value);
        assert_eq!(slow, Ok(Answer::Number(fast.roll(&mut other))), "{text:?}, roll {roll}");
    }
    // Both have drawn as much.
    assert_eq!(one.die(1_000_000), other.die(1_000_000), "{text:?}");
    true
}

#[test]
fn what_is_common_has_a_shortcut() {
    for text in [
        "7",
        "3d10",
        "d6",
        "3d",
        "4d6kh3",
        "4d6kl3",
        "4d6dl1",
        "4d6dh1",
        "5d6km3",
        "20d6",
        "10d6!",
        "2d6!!",
        "2d6+3",
        "aQ+2",
        "W",
        "2b - a",
        "-(zQ) * 3",
        "2 * (d6 - a) + 16d4kh9",
        "0 * d6 + a",
        "1000d6",
        "d6 - 60000 * 2",
    ] {
        assert!(agrees(FIVE, text, 1), "{text}");
    }
    for (rules, text) in [(TWO, "aQ+2"), (TWO, "2abW"), (ONE, "aQ"), (ONE, "z - 2W"), (ONE, "1d6kh1")] {
        assert!(agrees(rules, text, 1), "{text}");
    }
}

#[test]
fn what_may_fail_has_none() {
    for text in [
        "10000d6 + d6",
        "6000d6 + 6000d6",
        "300d2!",
        "d6 * d6",
        "d6 / 2",
        "min(d6, 3)",
        "3d6r1",
        "2d6!>4",
        "4dF",
        "9223372036854775807 + d6",
        "17d6kh3",
        "yes",
        "d6 > 3",
        "4d6kh3!",
    ] {
        assert!(!agrees(FIVE, text, 1), "{text}");
    }
}

fn pool() -> impl Strategy<Value = String> {
    let size = prop_oneof![9 => 1..9_u32, 2 => 9..30_u32, 1 => 30..400_u32];
    let sides = prop::sample::select(vec![1_u32, 2, 3, 4, 6, 8, 10, 20, 100, 9973]);
    let suffix = prop_oneof![
        3 => Just(String::new()),
        2 => Just("!".to_owned()),
        1 => Just("!!".to_owned()),
        4 => (prop::sample::select(vec!["kh", "k", "kl", "km", "dh", "dl"]), 1..9_u32).prop_map(|(word, n)| format!("{word}{n}")),
    ];
    prop_oneof![
        6 => (size, sides, suffix).prop_map(|(count, sides, suffix)| format!("{count}d{sides}{suffix}")),
        1 => Just("2d".to_owned()),
    ]
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => pool(),
        3 => prop::sample::select(vec!["a", "Q", "z", "b", "W", "aQ", "3zQ", "2a", "abzQ", "QQ"]).prop_map(str::to_owned),
        2 => (0..2000_i64).prop_map(|number| number.to_string()),
    ];
    leaf.prop_recursive(4, 12, 2, |inner| {
        prop_oneof![
            3 => (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("{left} + {right}")),
            2 => (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("{left} - ({right})")),
            1 => inner.clone().prop_map(|inner| format!("-({inner})")),
            1 => (0..40_i64, inner.clone()).prop_map(|(times, inner)| format!("{times} * ({inner})")),
            1 => (inner, -40..40_i64).prop_map(|(inner, times)| format!("({inner}) * ({times})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn shortcuts_throw_the_dice_of_the_interpreter(
        rules in prop::sample::select(vec![FIVE, TWO, ONE]), text in expression(), seed in any::<u64>(),
    ) {
        agrees(rules, &text, seed);
    }
}

/// Most of what the generator makes has to have a shortcut, or nothing is shown.
#[test]
fn the_property_is_about_something() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let found = (0..200).filter(|_| {
        let text = expression().new_tree(&mut runner).unwrap().current();
        agrees(FIVE, &text, 1)
    });
    let found = found.count();
    assert!(found > 80, "only {found} of 200 have a shortcut");
}
