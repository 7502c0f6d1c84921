//! Sums of dice, what is kept of them and how many of them meet a condition.

use num_bigint::BigUint;

use super::asking::{Known, Table};
use super::counting::{choose, count, counted, die, highest, power, sorted, sum, throws, ways_of_sum};

/// Tables that stand in every book: two and three dice, four with the lowest dropped, the better
/// and the worse of two twenties, four of Fudge.
#[test]
fn well_known_tables() {
    let mut known = Known::new("well-known tables");
    let mut bare = Table::bare();
    let two = [1_u32, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
    known.values("2d6", &bare.odds("2d6"), (2..).zip(two), 36_u32);
    let three = [1_u32, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1];
    known.values("3d6", &bare.odds("3d6"), (3..).zip(three), 216_u32);
    let best_three = [1_u32, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21];
    for text in ["4d6kh3", "4d6dl1", "4d6k3"] {
        known.values(text, &bare.odds(text), (3..).zip(best_three), 1296_u32);
    }
    let worst_three = best_three.into_iter().rev();
    known.values("4d6kl3", &bare.odds("4d6kl3"), (3..).zip(worst_three), 1296_u32);
    known.values("2d20kh1", &bare.odds("2d20kh1"), (1..=20).map(|x| (x, 2 * x as u32 - 1)), 400_u32);
    known.values("2d20kl1", &bare.odds("2d20kl1"), (1..=20).map(|x| (x, 41 - 2 * x as u32)), 400_u32);
    let fudge = [1_u32, 4, 10, 16, 19, 16, 10, 4, 1];
    known.values("4dF", &bare.odds("4dF"), (-4..).zip(fudge), 81_u32);
    known.values("d%", &bare.odds("d%"), (1..=100).map(|x| (x, 1_u32)), 100_u32);
    known.values("d{0,0,1,2}", &bare.odds("d{0,0,1,2}"), [(0, 2_u32), (1, 1), (2, 1)], 4_u32);
    known.done();
}

/// Means and variances: of a die with `s` sides (s + 1) / 2 and (s^2 - 1) / 12, of several as
/// many times that; of 4d6kh3 15869/1296, of the better of two twenties 553/40.
#[test]
fn means() {
    let mut known = Known::new("means and variances");
    let mut bare = Table::bare();
    let mut compare = |text: &str, mean: (u32, u32), variance: Option<(u32, u32)>| {
        let numbers = bare.odds(text).numbers().unwrap();
        let found = numbers.mean().unwrap();
        let found = tirada::internals::odds::Chance::new(found.above.magnitude().clone(), found.below);
        known.chance(&format!("the mean of {text}"), &found, mean.0, mean.1);
        if let Some((above, below)) = variance {
            let found = numbers.variance().unwrap();
            let found = tirada::internals::odds::Chance::new(found.above.magnitude().clone(), found.below);
            known.chance(&format!("the variance of {text}"), &found, above, below);
        }
    };
    for (dice, sides) in [(1, 6), (1, 20), (2, 6), (3, 6), (3, 10), (10, 10), (100, 6)] {
        compare(&format!("{dice}d{sides}"), (dice * (sides + 1), 2), Some((dice * (sides * sides - 1), 12)));
    }
    compare("4d6kh3", (15_869, 1296), None);
    compare("2d20kh1", (553, 40), None);
    compare("2d20kl1", (287, 40), None);
    known.done();
}

/// Large sums, by inclusion and exclusion.
#[test]
fn large_sums() {
    let mut known = Known::new("large sums");
    let mut bare = Table::bare();
    for (dice, sides) in [(5, 10), (10, 10), (20, 6), (40, 20), (100, 6)] {
        let text = format!("{dice}d{sides}");
        let ways = (dice..=dice * sides).map(|sum| (sum as i64, ways_of_sum(dice, sides, sum)));
        known.values(&text, &bare.odds(&text), ways, power(sides, dice));
    }
    let odds = bare.odds("100d6").numbers().unwrap();
    // One way to throw a hundred ones; of 101, a two on one of the dice; of 102, a three on one
    // or twos on two; and as many at the other end.
    for (sum, ways) in [(100, 1_u32), (101, 100), (102, 5050), (103, 171_700), (600, 1), (599, 100), (598, 5050)] {
        known.chance(&format!("100d6 = {sum}"), &odds.chance(&sum), ways, power(6, 100));
    }
    // What is as likely on both sides of 350 leaves half of the rest for each.
    let middle = ways_of_sum(100, 6, 350);
    let above: BigUint = power(6, 100) - &middle;
    known.chance("100d6 > 350", &odds.chance_that(|sum| *sum > 350), above, power(6, 100) * 2_u32);
    known.done();
}

/// How many of the dice show something: choose(n, k) a^k b^(n - k) out of (a + b)^n, where `a` of
/// the faces do and `b` do not.
#[test]
fn how_many() {
    let mut known = Known::new("how many dice meet a condition");
    let mut bare = Table::bare();
    for (dice, sides, condition, meet) in [
        (1, 6, "6", 1),
        (8, 6, ">= 5", 2),
        (10, 6, ">= 5", 2),
        (10, 10, ">= 8", 3),
        (12, 6, "1", 1),
        (30, 6, "!= 3", 5),
        (100, 2, "1", 1),
    ] {
        let text = format!("count({dice}d{sides}, {condition})");
        let ways = (0..=dice).map(|k| (k as i64, choose(dice, k) * power(meet, k) * power(sides - meet, dice - k)));
        known.values(&text, &bare.odds(&text), ways, power(sides, dice));
    }
    known.done();
}

fn kept(throw: &[i64], from: usize, to: usize) -> i64 {
    sorted(throw)[from..to].iter().sum()
}

/// What is kept of a pool: all throws, sorted and cut.
#[test]
fn keeping() {
    let mut known = Known::new("keeping some of the dice");
    let mut bare = Table::bare();
    for (text, dice, sides, from, to) in [
        ("3d6kh1", 3, 6, 2, 3),
        ("3d6kl2", 3, 6, 0, 2),
        ("5d6kh3", 5, 6, 2, 5),
        ("5d6kl2", 5, 6, 0, 2),
        ("5d6km3", 5, 6, 1, 4),
        ("4d6km2", 4, 6, 1, 3),
        ("6d4dh2", 6, 4, 0, 4),
        ("6d4dl2", 6, 4, 2, 6),
        ("5d4dh1dl1", 5, 4, 1, 4),
        ("6d6kh4kl2", 6, 6, 2, 4),
        ("4d10kh2", 4, 10, 2, 4),
        ("2d12kh1", 2, 12, 1, 2),
        ("3d20dl1dh1", 3, 20, 1, 2),
    ] {
        let ways = counted(dice, &die(sides), |throw| kept(throw, from, to));
        known.values(text, &bare.odds(text), ways, power(sides as u64, dice as u64));
    }
    known.done();
}

/// Several pools in one expression, each by itself; and one value used twice.
#[test]
fn put_together() {
    let mut known = Known::new("several pools in one expression");
    let mut bare = Table::bare();
    // Two sixes, two fours: one loop for each die.
    let mut loops = |text: &str, dice: &[i64], what: &dyn Fn(&[i64]) -> i64| {
        let mut all = vec![Vec::new()];
        for sides in dice {
            let longer = |throw: &Vec<i64>| -> Vec<Vec<i64>> {
                (1..=*sides).map(|face| throw.iter().copied().chain([face]).collect()).collect()
            };
            all = all.iter().flat_map(longer).collect();
        }
        let mut ways = std::collections::BTreeMap::new();
        all.iter().for_each(|throw| *ways.entry(what(throw)).or_insert(0_u64) += 1);
        known.values(text, &bare.odds(text), ways, all.len());
    };
    loops("2d6 + 2d6", &[6, 6, 6, 6], &sum);
    loops("let x = 2d6 in x + x", &[6, 6], &|throw| 2 * sum(throw));
    loops("let x = d6 in x * x", &[6], &|throw| throw[0] * throw[0]);
    loops("d6 * d6", &[6, 6], &|throw| throw[0] * throw[1]);
    loops("2d4 * 2d3", &[4, 4, 3, 3], &|throw| (throw[0] + throw[1]) * (throw[2] + throw[3]));
    loops("2d6 - 2d4", &[6, 6, 4, 4], &|throw| throw[0] + throw[1] - throw[2] - throw[3]);
    loops("d4 + d6 + d8 + d10", &[4, 6, 8, 10], &sum);
    loops("max(2d6, 3d4)", &[6, 6, 4, 4, 4], &|throw| sum(&throw[..2]).max(sum(&throw[2..])));
    loops("min(d20, d12 + 3)", &[20, 12], &|throw| throw[0].min(throw[1] + 3));
    loops("if d6 >= 4 then 2d8 else d12", &[6, 8, 8, 12], &|throw| {
        if throw[0] >= 4 { throw[1] + throw[2] } else { throw[3] }
    });
    loops("let x = d6 in if x > 3 then x else x + d6", &[6, 6], &|throw| {
        if throw[0] > 3 { throw[0] } else { throw[0] + throw[1] }
    });
    loops("3 * d8 % 5", &[8], &|throw| 3 * throw[0] % 5);
    loops("highest(2d6) * 10 + lowest(2d8)", &[6, 6, 8, 8], &|throw| {
        highest(&throw[..2]) * 10 + throw[2].min(throw[3])
    });
    loops("count(3d6, 6) + repeats(3d4)", &[6, 6, 6, 4, 4, 4], &|throw| {
        let most = (1..=4).map(|face| count(&throw[3..], face)).max().unwrap();
        count(&throw[..3], 6) + most
    });
    known.done();
}

/// As many dice as other dice say: d4 of them with six sides.
#[test]
fn so_many_dice() {
    let mut known = Known::new("as many dice as a die says");
    let mut bare = Table::bare();
    // Each number of dice is as likely as another; out of 4 * 6^4.
    let mut ways = std::collections::BTreeMap::new();
    for dice in 1..=4_usize {
        throws(dice, &die(6), |throw| *ways.entry(sum(throw)).or_insert(0_u64) += 6_u64.pow(4 - dice as u32));
    }
    known.values("(d4)d6", &bare.odds("(d4)d6"), ways, 4 * 6_u64.pow(4));
    known.done();
}
