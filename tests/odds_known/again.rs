//! Dice that explode and dice that are thrown again.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use tirada::internals::odds::Chance;

use super::asking::{Known, Table};
use super::counting::{choose, counted, power, sorted};

/// A test that compares any total with a number.
const RULES: &str = "
tirada: 1
id: plim
name: Plim
rounding: down
dice: {d: 6, roll: 2d}
tests:
  glorp:
    roll: 2d
    ask: {goal: {number: any}}
    total: sum()
    against: goal
    outcomes:
      good: {when: total >= goal, is: success}
      bad: {is: failure}
vs: glorp
";

/// The chance that a test of `RULES` succeeds, which is certain however far dice explode.
fn reaches(known: &mut Known, table: &mut Table, text: &str, ways: impl Into<BigUint>, all: impl Into<BigUint>) {
    let odds = table.odds(text);
    assert!(odds.undecided.is_never(), "{text}: {} is not decided", odds.undecided);
    known.chance(text, &odds.success().unwrap(), ways, all);
}

/// Where the program cuts, what is known lies between what it finds and that with everything
/// added that it leaves undecided; and that is little.
fn lies_within(table: &mut Table, text: &str, ways: impl Into<BigUint>, all: impl Into<BigUint>) {
    let odds = table.odds(text);
    let (least, known) = (odds.success().unwrap(), Chance::new(ways, all));
    let most = least.or(&odds.undecided);
    assert!(least <= known && known <= most, "{text}: {known} is not between {least} and {most}");
    assert!(odds.undecided < Chance::new(1_u32, 1_000_000_000_u32), "{text}: {} is undecided", odds.undecided);
}

/// A six is thrown on: 6k + r, with r from 1 to 5, takes k sixes and an r, which happens once in
/// 6^(k + 1). What is cut is once in 6^(depth + 1): a six each time.
#[test]
fn one_die() {
    let mut known = Known::new("one die that explodes");
    for depth in [0, 1, 3, 12] {
        for text in ["1d6!", "1d6!!", "sum(1d6!)", "highest(1d6!!)"] {
            let ways = (0..=u64::from(depth))
                .flat_map(|k| (1..=5).map(move |r| (6 * k as i64 + r, power(6, u64::from(depth) - k))));
            let mut bare = Table::bare().deep(depth);
            let odds = bare.odds(text);
            let all = power(6, u64::from(depth) + 1);
            known.values(&format!("{text} to {depth}"), &odds, ways, all.clone());
            known.chance("what is left", &odds.values.left(), 1_u32, all);
        }
    }
    known.done();
}

/// At least n = 6k + r takes k sixes and then at least r: (7 - r) / 6^(k + 1). So 10 or more is
/// 3/36 = 1/12, without any cut. Likewise with ten sides.
#[test]
fn one_die_against_a_number() {
    let mut known = Known::new("one die that explodes, against a number");
    let mut table = Table::made_up(RULES);
    reaches(&mut known, &mut table, "1d6! vs 10", 1_u32, 12_u32);
    for sides in [6, 10] {
        for goal in 1..=40_u64 {
            let (sixes, rest) = ((goal - 1) / sides, (goal - 1) % sides + 1);
            let (ways, all) = (sides + 1 - rest, power(sides, sixes + 1));
            for suffix in ["!", "!!"] {
                let text = format!("1d{sides}{suffix} vs {goal}");
                reaches(&mut known, &mut table, &text, ways, all.clone());
            }
        }
    }
    known.done();
}

/// Followed to depth 2 a die that is cut shows three sixes and more, 19 at least: up to there all is
/// decided, beyond it what is known lies between what is found and that with what is left.
#[test]
fn around_the_cut() {
    let mut known = Known::new("around the cut");
    for suffix in ["!", "!!"] {
        let mut table = Table::made_up(RULES).deep(2);
        for goal in 1..=30_u64 {
            let (sixes, rest) = ((goal - 1) / 6, (goal - 1) % 6 + 1);
            let (ways, all) = (BigUint::from(7 - rest), power(6, sixes + 1));
            let text = format!("1d6{suffix} vs {goal}");
            let odds = table.odds(&text);
            if goal <= 19 {
                reaches(&mut known, &mut table, &text, ways, all);
                continue;
            }
            let (least, chance) = (odds.success().unwrap(), Chance::new(ways, all));
            assert!(!odds.undecided.is_never(), "{text}: nobody can know");
            let most = least.or(&odds.undecided);
            assert!(least <= chance && chance <= most, "{text}: {chance} is not between {least} and {most}");
        }
    }
    known.done();
}

/// What is kept of dice that explode, all that fell counted: every die shows some highest faces and
/// then another, followed to depth 2.
#[test]
fn keeping_of_what_exploded() {
    let mut known = Known::new("keeping of dice that explode");
    let mut bare = Table::bare().deep(2);
    type Keep = fn(&[i64]) -> i64;
    let kept: [(&str, usize, i64, Keep); 6] = [
        ("3d4!kh2", 3, 4, |faces| faces[faces.len() - 2..].iter().sum()),
        ("2d6!kl2", 2, 6, |faces| faces[..2].iter().sum()),
        ("3d4!dl1", 3, 4, |faces| faces[1..].iter().sum()),
        ("3d4!dh2", 3, 4, |faces| faces[..faces.len() - 2].iter().sum()),
        ("4d3!kh3kl1", 4, 3, |faces| faces[faces.len() - 3]),
        ("highest(2d8!) - 0", 2, 8, |faces| faces[faces.len() - 1]),
    ];
    for (text, dice, sides, keep) in kept {
        // Faces of one die and its ways out of sides^3.
        let one: Vec<(Vec<i64>, u64)> = (0..=2_u32)
            .flat_map(|explosions| {
                (1..sides).map(move |last| {
                    let mut faces = vec![sides; explosions as usize];
                    faces.push(last);
                    (faces, (sides as u64).pow(2 - explosions))
                })
            })
            .collect();
        let mut all = vec![(Vec::new(), 1_u64)];
        for _ in 0..dice {
            let longer = |(faces, ways): &(Vec<i64>, u64)| {
                let with = |(more, times): &(Vec<i64>, u64)| ([faces.as_slice(), more].concat(), ways * times);
                one.iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        let mut ways = BTreeMap::new();
        for (faces, times) in all {
            *ways.entry(keep(&sorted(&faces))).or_insert(0) += times;
        }
        let odds = bare.odds(text);
        let of = power(sides as u64, 3 * dice as u64);
        let followed: u64 = ways.values().sum();
        known.chance(&format!("what is left of {text}"), &odds.values.left(), &of - followed, of.clone());
        known.values(text, &odds, ways, of);
    }
    known.done();
}

/// How likely each value of one die is, out of `sides` to the power of `to`, with faces from
/// `explodes` up thrown on: f(v) = [v is below] / s + sum of f(v - face) / s.
fn one(sides: u64, explodes: u64, to: u64) -> Vec<BigUint> {
    let mut ways = vec![BigUint::ZERO; usize::try_from(to).unwrap() + 1];
    for value in 1..=to {
        let mut sum = if value < explodes { power(sides, to - 1) } else { BigUint::ZERO };
        for face in explodes..=sides.min(value) {
            // A way out of s^to, behind one more die.
            sum += &ways[usize::try_from(value - face).unwrap()] / sides;
        }
        ways[usize::try_from(value).unwrap()] = sum;
    }
    ways
}

/// Several dice: the chance of less than a number is a finite sum.
#[test]
fn several_dice_against_a_number() {
    let mut known = Known::new("several dice that explode, against a number");
    let mut table = Table::made_up(RULES);
    for (pool, dice, sides, explodes) in [
        ("1d6!>=5", 1, 6, 5),
        ("2d6!", 2, 6, 6),
        ("2d6!!", 2, 6, 6),
        ("2d6!>4", 2, 6, 5),
        ("3d4!", 3, 4, 4),
        ("2d10!>=9", 2, 10, 9),
    ] {
        for goal in [2, 5, 8, 11, 14, 17, 20, 23] {
            let one = one(sides, explodes, goal);
            let all = power(sides, goal * dice);
            // Sums of one die after the other, as long as they are below the goal.
            let mut sums = vec![BigUint::ZERO; usize::try_from(goal).unwrap()];
            sums[0] = BigUint::from(1_u32);
            for _ in 0..dice {
                let mut next = vec![BigUint::ZERO; sums.len()];
                for (sum, ways) in sums.iter().enumerate() {
                    for value in 0..sums.len() - sum {
                        next[sum + value] += ways * &one[value];
                    }
                }
                sums = next;
            }
            let below: BigUint = sums.into_iter().sum();
            reaches(&mut known, &mut table, &format!("{pool} vs {goal}"), &all - below, all);
        }
    }
    known.done();
}

/// Compounded, one die is at least 6k + r in (7 - r) of 6^(k + 1) ways, the highest of several in
/// 1 - (1 - (7 - r) / 6^(k + 1))^n. Of dice that only explode the highest face is at least x with
/// 1 - ((x - 1) / 6)^n. The program does not see that what it cuts of these cannot matter.
#[test]
fn highest_of_several() {
    let mut table = Table::made_up(RULES);
    for dice in [1, 2, 4] {
        for goal in 1..=6_u64 {
            let (below, all) = ((goal - 1).pow(dice as u32), 6_u64.pow(dice as u32));
            lies_within(&mut table, &format!("{dice}d6!kh1 vs {goal}"), all - below, all);
        }
        for goal in 1..=20_u64 {
            let (sixes, rest) = ((goal - 1) / 6, (goal - 1) % 6 + 1);
            let one = power(6, sixes + 1);
            let below = (&one - (7 - rest)).pow(u32::try_from(dice).unwrap());
            let all = power(6, (sixes + 1) * dice);
            lies_within(&mut table, &format!("highest({dice}d6!!) vs {goal}"), &all - below, all);
        }
    }
}

/// Successes on fives and sixes, sixes thrown on. One die: none is 4/6; a five is one more and
/// the end of it, a six one more than what follows. Several: sums of that.
#[test]
fn successes_that_explode() {
    let mut known = Known::new("successes with dice that explode");
    let mut bare = Table::bare();
    let most = 8_u64;
    let mut one = vec![power(6, most) * 4_u32];
    for successes in 1..=most {
        let last = one.last().unwrap() / 6_u32;
        one.push(if successes == 1 { power(6, most) + last } else { last });
    }
    for dice in [1, 3] {
        let mut sums = BTreeMap::from([(0, BigUint::from(1_u32))]);
        for _ in 0..dice {
            let mut next = BTreeMap::new();
            for (sum, ways) in &sums {
                for (more, other) in one.iter().enumerate() {
                    *next.entry(sum + more).or_insert(BigUint::ZERO) += ways * other;
                }
            }
            sums = next;
        }
        let text = format!("count({dice}d6!, >= 5)");
        let found = bare.odds(&text).numbers().unwrap();
        for successes in 0..=most {
            let ways = sums[&usize::try_from(successes).unwrap()].clone();
            let all = power(6, (most + 1) * dice);
            known.chance(&format!("{text} = {successes}"), &found.chance(&(successes as i64)), ways, all);
        }
    }
    known.done();
}

/// Thrown again until it is something else: every face that is left is as likely as another.
/// Thrown again once: what was thrown again comes with 1/s of its chance.
#[test]
fn thrown_again() {
    let mut known = Known::new("dice that are thrown again");
    let mut bare = Table::bare();
    known.values("1d6r1", &bare.odds("1d6r1"), (2..=6).map(|x| (x, 1_u32)), 5_u32);
    known.values("1d6r<=2", &bare.odds("1d6r<=2"), (3..=6).map(|x| (x, 1_u32)), 4_u32);
    known.values("1d6r!=6", &bare.odds("1d6r!=6"), [(6, 1_u32)], 1_u32);
    known.values("1d10r>7", &bare.odds("1d10r>7"), (1..=7).map(|x| (x, 1_u32)), 7_u32);
    known.values("1d6ro1", &bare.odds("1d6ro1"), (1..=6).map(|x| (x, if x == 1 { 1_u32 } else { 7 })), 36_u32);
    known.values("1d20ro1", &bare.odds("1d20ro1"), (1..=20).map(|x| (x, if x == 1 { 1_u32 } else { 21 })), 400_u32);
    known.values("1d6ro<=2", &bare.odds("1d6ro<=2"), (1..=6).map(|x| (x, if x <= 2 { 1_u32 } else { 4 })), 18_u32);
    // First the ones, 1/36 and 7/36 for each other face; then the twos that lie there: 7/216 more
    // for each face, and no other two.
    let twice = [(1, 13_u32), (2, 7), (3, 49), (4, 49), (5, 49), (6, 49)];
    known.values("1d6ro1ro2", &bare.odds("1d6ro1ro2"), twice, 216_u32);
    // Two dice with the faces 2 to 6.
    let five = counted(2, &[2, 3, 4, 5, 6], |throw| throw[0] + throw[1]);
    known.values("2d6r1", &bare.odds("2d6r1"), five, 25_u32);
    let best = counted(4, &[2, 3, 4, 5, 6], |throw| sorted(throw)[1..].iter().sum::<i64>());
    known.values("4d6r1kh3", &bare.odds("4d6r1kh3"), best, 625_u32);
    // A die of 36 faces: one 1, seven of each other.
    let faces: Vec<i64> = (1..=6).flat_map(|x| vec![x; if x == 1 { 1 } else { 7 }]).collect();
    let sum = counted(2, &faces, |throw| throw[0] + throw[1]);
    known.values("2d6ro1", &bare.odds("2d6ro1"), sum, 36_u32 * 36);
    let best = counted(3, &faces, |throw| sorted(throw)[2]);
    known.values("3d6ro1kh1", &bare.odds("3d6ro1kh1"), best, 36_u32 * 36 * 36);
    // How many of 10 dice that never show a one are sixes.
    let sixes = (0..=10).map(|k| (k as i64, choose(10, k) * power(4, 10 - k)));
    known.values("count(10d6r1, 6)", &bare.odds("count(10d6r1, 6)"), sixes, power(5, 10));
    known.done();
}

/// Thrown again once and then exploding: the first die is a six in 7 of 36 ways, what follows is
/// a die as any other. The program cuts it.
#[test]
fn thrown_again_and_exploding() {
    let mut table = Table::made_up(RULES);
    for (goal, ways, all) in [
        (1, 36_u32, 36_u32),
        (2, 35, 36),
        (5, 14, 36),
        (6, 7, 36),
        (7, 7, 36),
        (8, 35, 216),
        (12, 7, 216),
        (13, 7, 216),
        (14, 35, 1296),
    ] {
        lies_within(&mut table, &format!("1d6ro1! vs {goal}"), ways, all);
    }
}
