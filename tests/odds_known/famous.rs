//! Problems of chance with a history, whose answers stand in books.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::asking::{Known, Table};
use super::counting::{choose, count, counted, die, power, sorted, throws};

/// Galileo (about 1620): nine and ten come in six ways each, but ten is more likely. De Méré and
/// Pascal (1654): a six in four throws is better than even, two sixes at once in 24 throws are
/// not. Newton and Pepys (1693): a six with six dice, two with twelve, three with eighteen. Pascal
/// and Fermat (1654): of a broken game where one player lacks two points and the other three.
#[test]
fn old_problems() {
    let mut known = Known::new("old problems");
    let mut bare = Table::bare();
    let three = bare.odds("3d6").numbers().unwrap();
    known.chance("Galileo: nine", &three.chance(&9), 25_u32, 216_u32);
    known.chance("Galileo: ten", &three.chance(&10), 27_u32, 216_u32);
    known.holds("De Méré: a six", &bare.odds("count(4d6, 6) >= 1"), 671_u32, 1296_u32);
    let none = power(35, 24);
    known.holds("De Méré: two at once", &bare.odds("count(24d36, 36) >= 1"), power(36, 24) - none, power(36, 24));
    known.holds("Newton: one of six", &bare.odds("count(6d6, 6) >= 1"), 31_031_u32, 46_656_u32);
    known.holds("Newton: two of twelve", &bare.odds("count(12d6, 6) >= 2"), 1_346_704_211_u64, 2_176_782_336_u64);
    let two: BigUint = (0..3).map(|k| choose(18, k) * power(5, 18 - k)).sum();
    known.holds("Newton: three of eighteen", &bare.odds("count(18d6, 6) >= 3"), power(6, 18) - two, power(6, 18));
    known.holds("Pascal: two against three points", &bare.odds("count(4d2, 1) >= 2"), 11_u32, 16_u32);
    known.holds("Fifty heads of a hundred", &bare.odds("count(100d2, 1) = 50"), choose(100, 50), power(2, 100));
    known.holds("A double", &bare.odds("repeats(2d6) = 2"), 1_u32, 6_u32);
    known.done();
}

/// Of 23 people two have the same birthday more often than not (von Mises, 1939): all different
/// are 365 * 364 * … out of 365^n.
#[test]
fn birthdays() {
    let mut known = Known::new("birthdays");
    let mut bare = Table::bare();
    for people in [2_u64, 10, 22, 23, 30] {
        let different: BigUint = (0..people).map(|before| BigUint::from(365 - before)).product();
        let all = power(365, people);
        let odds = bare.odds(&format!("repeats({people}d365) > 1"));
        known.holds(&format!("{people} people"), &odds, &all - different, all);
    }
    known.done();
}

/// Dice that beat one another in a circle, each two times out of three (Efron, told by Gardner
/// in 1970); Sicherman's, of which two come to what two plain dice come to (1978).
#[test]
fn strange_dice() {
    let mut known = Known::new("strange dice");
    let mut bare = Table::bare();
    let circle = ["{4,4,4,4,0,0}", "{3,3,3,3,3,3}", "{6,6,2,2,2,2}", "{5,5,5,1,1,1}"];
    for (at, one) in circle.iter().enumerate() {
        let text = format!("d{one} > d{}", circle[(at + 1) % 4]);
        known.holds(&text, &bare.odds(&text), 2_u32, 3_u32);
    }
    let two = [1_u32, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
    let text = "d{1,2,2,3,3,4} + d{1,3,4,5,6,8}";
    known.values(text, &bare.odds(text), (2..).zip(two), 36_u32);
    known.done();
}

/// Three dice of an attacker against two of a defender in Risk, the highest against the highest
/// and the next against the next, equal for the defender (Tan, 1997; Osborne, 2003): both 2890,
/// one each 2611, neither 2275 out of 7776; and with fewer dice.
#[test]
fn armies() {
    let mut known = Known::new("dice against dice, in order");
    let mut bare = Table::bare();
    for (text, lost, all) in [
        ("1d6 beats 1d6", vec![21_u32, 15], 36_u32),
        ("2d6 beats 1d6", vec![91, 125], 216),
        ("3d6 beats 1d6", vec![441, 855], 1296),
        ("1d6 beats 2d6", vec![161, 55], 216),
        ("2d6 beats 2d6", vec![581, 420, 295], 1296),
        ("3d6 beats 2d6", vec![2275, 2611, 2890], 7776),
    ] {
        known.values(text, &bare.odds(text), (0..).zip(lost), all);
    }
    known.done();
}

/// The same with other dice and more of them: all throws of both sides.
#[test]
fn armies_counted() {
    let mut known = Known::new("dice against dice, counted");
    let mut bare = Table::bare();
    for (text, (left, first), (right, second)) in [
        ("3d4 beats 3d4", (3, 4), (3, 4)),
        ("4d4 beats 2d6", (4, 4), (2, 6)),
        ("2d10 beats 3d6", (2, 10), (3, 6)),
        ("4d6 beats 3d6", (4, 6), (3, 6)),
        ("1d20 beats 4d6", (1, 20), (4, 6)),
    ] {
        let sides = |dice, sides| counted(dice, &die(sides), sorted);
        let (one, other) = (sides(left, first), sides(right, second));
        let mut ways = BTreeMap::new();
        for (throw, times) in &one {
            for (answer, others) in &other {
                let pairs = throw.iter().rev().zip(answer.iter().rev());
                *ways.entry(pairs.filter(|(mine, yours)| mine > yours).count() as i64).or_insert(0_u128) +=
                    times * others;
            }
        }
        let all = one.values().sum::<u128>() * other.values().sum::<u128>();
        known.values(text, &bare.odds(text), ways, all);
    }
    known.done();
}

const POKER: &str = "
tirada: 1
id: plim
name: Plim
rounding: down
dice: {d: 6, roll: 5d, names: {v: nth 1, w: nth 2, x: nth 3, y: nth 4, z: nth 5}}
";

/// Five dice as a hand of poker: 6 alike, 150 with four, 300 full, 1200 with three, 1800 with two
/// pairs, 3600 with one, 240 straights (120 each way of five in a row) and 480 of nothing, out of
/// 7776. As many alike as are most alike: 720 (none), 5400, 1500, 150, 6.
#[test]
fn poker_dice() {
    let mut known = Known::new("poker dice");
    let alike = [720_u32, 5400, 1500, 150, 6];
    let mut bare = Table::bare();
    known.values("repeats(5d6)", &bare.odds("repeats(5d6)"), (1..).zip(alike), 7776_u32);
    for mut table in [Table::made_up(POKER), Table::made_up(POKER).plainly()] {
        for (hand, ways) in [
            ("repeats() = 5", 6_u32),
            ("repeats() = 4", 150),
            ("repeats() = 3 and v = w and y = z", 300),
            ("repeats() = 3 and not (v = w and y = z)", 1200),
            ("repeats() = 2 and ((v = w) + (w = x) + (x = y) + (y = z)) = 2", 1800),
            ("repeats() = 2 and ((v = w) + (w = x) + (x = y) + (y = z)) = 1", 3600),
            ("repeats() = 1 and z - v = 4", 240),
            ("repeats() = 1 and z - v = 5", 480),
        ] {
            known.holds(hand, &table.odds(hand), ways, 7776_u32);
        }
    }
    known.done();
}

const AGAIN: &str = "
tirada: 1
id: plim
name: Plim
rounding: down
dice: {d: 6, roll: 2d}
tests:
  glorp:
    roll: 2d
    total: sum()
    opposed: {tie: reroll}
vs: glorp
";

/// Huygens (1657): two players throw two dice in turn, the first for a six, the second for a
/// seven; the first wins 30 times out of 61. And the points of craps: a four comes before a seven
/// 1 time out of 3, a five 2 out of 5, a six 5 out of 11; eight, nine and ten likewise. Whoever
/// decides nothing throws again.
#[test]
fn games_without_end() {
    let mut known = Known::new("games without end");
    let mut table = Table::made_up(AGAIN);
    let huygens = "(if 2d6 = 6 then 2 else if 2d6 = 7 then 0 else 1) vs 1d1";
    known.sides(huygens, &table.odds(huygens), [30_u32, 31, 0], 61_u32);
    for (point, ways, all) in [(4, 1_u32, 3_u32), (5, 2, 5), (6, 5, 11), (8, 5, 11), (9, 2, 5), (10, 1, 3)] {
        let text = format!("(let x = 2d6 in if x = {point} then 2 else if x = 7 then 0 else 1) vs 1d1");
        known.sides(&text, &table.odds(&text), [ways, all - ways, 0], all);
    }
    known.done();
}

/// How many different faces there are (the collector's problem), read off the ends of the
/// program's own functions: all six faces with six dice are 720 out of 46656; with more dice by
/// counting every throw.
#[test]
fn all_faces() {
    let mut known = Known::new("all faces of a die");
    let every = |dice: usize| {
        let mut ways = 0_u64;
        throws(dice, &die(4), |throw| ways += u64::from((1..=4).all(|face| count(throw, face) > 0)));
        ways
    };
    for dice in 4..=8_usize {
        let text = POKER.replace(
            "d: 6, roll: 5d, names: {v: nth 1, w: nth 2, x: nth 3, y: nth 4, z: nth 5}",
            &format!("d: 4, roll: {dice}d"),
        );
        let mut table = Table::made_up(&text);
        let odds = table.odds("count(1) > 0 and count(2) > 0 and count(3) > 0 and count(4) > 0");
        known.holds(&format!("{dice}d4"), &odds, every(dice), power(4, dice as u64));
    }
    known.done();
}
