//! Two sides, each with its own dice, and what becomes of a tie.

use std::collections::BTreeMap;

use super::asking::{Known, Table};
use super::counting::{count, counted, die, highest, sorted, sum};

const RULES: &str = "
tirada: 1
id: plim
name: Plim
rounding: down
dice: {d: 6, roll: 2d, names: {Q: highest, W: sum}}
tests:
  glorp:
    roll: 2d
    ask: {bonus: {number: any, default: 0}}
    total: W + bonus
    opposed: {tie: TIE}
  second:
    roll: 2d
    total: W
    opposed: {compare: [total, Q], tie: TIE}
vs: glorp
";

const POLICIES: [&str; 4] = ["nobody", "reroll", "attacker", "defender"];

fn table(tie: &str) -> Table {
    Table::made_up(&RULES.replace("TIE", tie))
}

/// What each policy makes of ways to win, lose and tie.
fn decided(tie: &str, [win, lose, tied]: [u128; 3]) -> ([u128; 3], u128) {
    let all = win + lose + tied;
    match tie {
        "nobody" => ([win, lose, tied], all),
        "reroll" => ([win, lose, 0], win + lose),
        "attacker" => ([win + tied, lose, 0], all),
        "defender" => ([win, lose + tied, 0], all),
        _ => panic!("{tie}"),
    }
}

/// In how many ways one side is above, below or the same as the other.
fn against<K: Ord>(left: &BTreeMap<K, u128>, right: &BTreeMap<K, u128>) -> [u128; 3] {
    let mut ways = [0; 3];
    for (one, first) in left {
        for (other, second) in right {
            let at = match one.cmp(other) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => 2,
            };
            ways[at] += first * second;
        }
    }
    ways
}

/// Equal sides: of dice with `s` sides 1/s tie and the rest is shared. Two sixes against two tie in
/// the sum of the squares, 146 of 1296. A twenty with `k` more wins, below, (20 - k)(19 - k) / 2 of
/// 400.
#[test]
fn by_hand() {
    let mut known = Known::new("two sides, by hand");
    for tie in POLICIES {
        let mut table = table(tie);
        for sides in [2_u128, 6, 10, 20, 100] {
            let text = format!("1d{sides} vs 1d{sides}");
            let share = sides * (sides - 1) / 2;
            let (ways, all) = decided(tie, [share, share, sides]);
            known.sides(&format!("{text}, {tie}"), &table.odds(&text), ways, all);
        }
        let (ways, all) = decided(tie, [575, 575, 146]);
        known.sides(&format!("W vs W, {tie}"), &table.odds("W vs W"), ways, all);
        for more in [0_u128, 1, 2, 5, 10, 19, 25] {
            let text = format!("1d20 vs 1d20 + {more}");
            let (win, tied) = if more > 19 { (0, 0) } else { ((20 - more) * (19 - more) / 2, 20 - more) };
            let (ways, all) = decided(tie, [win, 400 - win - tied, tied]);
            known.sides(&format!("{text}, {tie}"), &table.odds(&text), ways, all);
        }
    }
    known.done();
}

/// All throws of both sides.
#[test]
fn counted_pair_by_pair() {
    let mut known = Known::new("two sides, pair by pair");
    let sums = |dice: usize, sides: i64, more: i64| counted(dice, &die(sides), |throw| sum(throw) + more);
    let sides = [
        ("W + 3", sums(2, 6, 3), "W + 5", sums(2, 6, 5)),
        ("glorp(bonus = 1)", sums(2, 6, 1), "glorp(bonus = -2) + 1", sums(2, 6, -1)),
        ("3d6", sums(3, 6, 0), "2d8 + 1", sums(2, 8, 1)),
        ("1d12", sums(1, 12, 0), "3d4", sums(3, 4, 0)),
        ("3d6kh2", counted(3, &die(6), |throw| sum(&sorted(throw)[1..])), "W + 1", sums(2, 6, 1)),
        ("Q", counted(2, &die(6), highest), "1d4 + 2", sums(1, 4, 2)),
        ("4 * Q - W", counted(2, &die(6), |throw| 4 * highest(throw) - sum(throw)), "3d6", sums(3, 6, 0)),
    ];
    for tie in POLICIES {
        let mut table = table(tie);
        for (left, first, right, second) in &sides {
            let text = format!("{left} vs {right}");
            let (ways, all) = decided(tie, against(first, second));
            known.sides(&format!("{text}, {tie}"), &table.odds(&text), ways, all);
        }
        // The same totals are compared by the highest die.
        let pairs = counted(2, &die(6), |throw| (sum(throw), highest(throw)));
        let (ways, all) = decided(tie, against(&pairs, &pairs));
        known.sides(&format!("second() vs second(), {tie}"), &table.odds("second() vs second()"), ways, all);
    }
    known.done();
}

/// The same by going every way of the dice on both sides, ties included.
#[test]
fn counted_way_by_way() {
    let mut known = Known::new("two sides, way by way");
    let sums = |more: i64| counted(2, &die(6), |throw| (sum(throw) + more, 0));
    let pairs = counted(2, &die(6), |throw| (sum(throw), highest(throw)));
    for tie in POLICIES {
        let mut table = table(tie).plainly();
        for (text, first, second) in [
            ("W + 1 vs W", &sums(1), &sums(0)),
            ("W vs W + 3", &sums(0), &sums(3)),
            ("second() vs second()", &pairs, &pairs),
        ] {
            let (ways, all) = decided(tie, against(first, second));
            known.sides(&format!("{text}, {tie}"), &table.odds(text), ways, all);
        }
    }
    known.done();
}

/// H-12, H-13: each side adds to its middle die; the higher total wins, and a tie is thrown again
/// or stays one. A critical (two or three tens) is above everything that is none, a fumble (two
/// or three ones) below (A-H-20). M-06 and M-07 say the same.
#[test]
fn hitos_and_mirada() {
    let mut known = Known::new("opposed tests of hitos and mirada");
    let side = |bonus: i64| {
        counted(3, &die(10), |throw| {
            let strength = i64::from(count(throw, 10) >= 2) - i64::from(count(throw, 1) >= 2);
            (strength, sorted(throw)[1] + bonus)
        })
    };
    for id in ["hitos", "mirada"] {
        for (option, tie) in [("repetir", "reroll"), ("tablas", "nobody")] {
            let mut table = Table::of(id).with("empate", option);
            for (mine, yours) in [(0, 0), (3, 3), (9, 3), (3, 9), (4, 5), (0, 15), (7, 3), (2, 11)] {
                let text = format!("C + {mine} vs C + {yours}");
                let (ways, all) = decided(tie, against(&side(mine), &side(yours)));
                known.sides(&format!("{text}, {id}, {option}"), &table.odds(&text), ways, all);
            }
        }
    }
    known.done();
}

/// H-106, H-107 and H-111: a chase is the same, but that a tie leaves all as it is (A-H-21). Who
/// forces the machine adds 3; less than 15 is then a fumble, if it is no critical.
#[test]
fn chases() {
    let mut known = Known::new("chases of hitos");
    let side = |bonus: i64, forced: bool| {
        counted(3, &die(10), |throw| {
            let total = sorted(throw)[1] + bonus + if forced { 3 } else { 0 };
            let critical = count(throw, 10) >= 2;
            let fumble = count(throw, 1) >= 2 || forced && !critical && total < 15;
            (i64::from(critical) - i64::from(fumble), total)
        })
    };
    for (option, tie) in [("igual", "nobody"), ("repetir", "reroll")] {
        let mut table = Table::of("hitos").with("empate en carrera", option);
        for ((mine, force), (yours, forced)) in
            [((5, false), (5, false)), ((6, true), (8, false)), ((9, true), (9, true)), ((3, false), (7, true))]
        {
            let word = |force: bool| if force { ", forzar = yes" } else { "" };
            let text = format!("carrera({mine}{}) vs carrera({yours}{})", word(force), word(forced));
            let (ways, all) = decided(tie, against(&side(mine, force), &side(yours, forced)));
            known.sides(&format!("{text}, {option}"), &table.odds(&text), ways, all);
        }
    }
    known.done();
}

/// C-16 to C-18: two dice on each side; equal is for the defender, or for nobody where there is
/// no defender.
#[test]
fn cdb() {
    let mut known = Known::new("opposed actions of cdb");
    let side = |bonus: i64| counted(2, &die(6), |throw| sum(throw) + bonus);
    for (option, tie) in [("defensor", "defender"), ("nadie", "nobody")] {
        let mut table = Table::of("cdb").with("empate", option);
        for (mine, yours) in [(0, 0), (3, 1), (1, 3), (2, 2), (8, 0), (0, 11), (-4, 2), (5, 4)] {
            let text = format!("acción({mine}) vs acción({yours})");
            let (ways, all) = decided(tie, against(&side(mine), &side(yours)));
            known.sides(&format!("{text}, {option}"), &table.odds(&text), ways, all);
        }
    }
    known.done();
}

/// T-02 to T-05, T-10, T-11: a pool each, its highest face and one more for each further die that
/// shows it; a main character wins ties with others, any other tie is thrown again.
#[test]
fn terror() {
    let mut known = Known::new("conflicts of terror");
    let side = |dice: usize, trait_: i64, main: bool| {
        counted(dice, &die(6), |throw| {
            let best = highest(throw);
            (best + count(throw, best) - 1 + trait_, main)
        })
    };
    let mut table = Table::of("terror");
    for (mine, yours) in [
        ((3, 0, true), (3, 0, false)),
        ((3, 0, false), (3, 0, true)),
        ((3, 1, true), (2, 2, true)),
        ((4, 0, false), (2, 0, false)),
        ((1, 0, true), (6, 0, false)),
        ((5, 2, false), (4, 3, true)),
        ((2, 0, true), (2, 5, false)),
    ] {
        let word = |(dice, more, main): (usize, i64, bool)| {
            format!("reto({dice}, rasgo = {more}, principal = {})", if main { "yes" } else { "no" })
        };
        let text = format!("{} vs {}", word(mine), word(yours));
        let (first, second) = (side(mine.0, mine.1, mine.2), side(yours.0, yours.1, yours.2));
        let (ways, all) = decided("reroll", against(&first, &second));
        known.sides(&text, &table.odds(&text), ways, all);
    }
    known.done();
}
