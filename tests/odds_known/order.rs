//! Order statistics of 3d10, and what is made of them.
//!
//! Of `n` dice with `s` sides the `k`-th from the lowest is at most `x` if at least `k` of them
//! are: sum over `j` from `k` to `n` of choose(n, j) x^j (s - x)^(n - j), out of s^n. For three
//! dice that is 1000 - (10 - x)^3 for the lowest, x^2 (30 - 2x) for the middle one, x^3 for the
//! highest. The ways of each value are differences of these, worked out on paper.

use super::asking::{Known, Table};
use super::counting::{choose, counted, die, highest, lowest, power, sorted};

const LOWEST: [u32; 10] = [271, 217, 169, 127, 91, 61, 37, 19, 7, 1];
const MIDDLE: [u32; 10] = [28, 76, 112, 136, 148, 148, 136, 112, 76, 28];
const HIGHEST: [u32; 10] = [1, 7, 19, 37, 61, 91, 127, 169, 217, 271];

fn of_ten(ways: [u32; 10]) -> impl Iterator<Item = (i64, u32)> {
    (1..).zip(ways)
}

/// All ten values of the lowest, the middle and the highest of 3d10, read in every way that
/// there is.
#[test]
fn exactly() {
    let mut known = Known::new("3d10, exactly");
    let mut hitos = Table::of("hitos");
    let mut bare = Table::bare();
    for (ways, texts) in [
        (LOWEST, ["3d10kl1", "lowest(3d10)", "nth(3d10, 1)", "3d10dh2"]),
        (MIDDLE, ["3d10km1", "nth(3d10, 2)", "3d10dl1kl1", "3d10dh1dl1"]),
        (HIGHEST, ["3d10kh1", "highest(3d10)", "nth(3d10, 3)", "3d10dl2"]),
    ] {
        for text in texts {
            known.values(text, &bare.odds(text), of_ten(ways), 1000_u32);
        }
    }
    for (name, ways) in [("m", LOWEST), ("C", MIDDLE), ("M", HIGHEST)] {
        known.values(name, &hitos.odds(name), of_ten(ways), 1000_u32);
    }
    let mut plain = Table::of("hitos").plainly();
    for (name, ways) in [("m", LOWEST), ("C", MIDDLE), ("M", HIGHEST)] {
        known.values(name, &plain.odds(name), of_ten(ways), 1000_u32);
    }
    known.done();
}

/// At most and at least each value, from the formulas.
#[test]
fn at_most_and_at_least() {
    let mut known = Known::new("3d10, at most and at least");
    let mut hitos = Table::of("hitos");
    let at_most: [fn(u32) -> u32; 3] = [|x| 1000 - (10 - x).pow(3), |x| x * x * (30 - 2 * x), |x| x.pow(3)];
    for (name, at_most) in ["m", "C", "M"].into_iter().zip(at_most) {
        let numbers = hitos.odds(name).numbers().unwrap();
        let (below, above): (Vec<_>, Vec<_>) = (numbers.at_most().collect(), numbers.at_least().collect());
        for x in 1..=10_u32 {
            let at = x as usize - 1;
            known.chance(&format!("{name} <= {x}"), &below[at], at_most(x), 1000_u32);
            known.chance(&format!("{name} >= {x}"), &above[at], 1000 - at_most(x - 1), 1000_u32);
            known.chance(
                &format!("{name} = {x}"),
                &numbers.chance(&i64::from(x)),
                at_most(x) - at_most(x - 1),
                1000_u32,
            );
        }
    }
    known.done();
}

/// Every place of other pools, by the same formula.
#[test]
fn of_other_pools() {
    let mut known = Known::new("order statistics of other pools");
    let mut bare = Table::bare();
    for (dice, sides) in [(2, 20), (4, 6), (5, 8), (7, 4), (12, 6), (20, 10)] {
        for place in 1..=dice {
            let at_most = |x: u64| {
                (place..=dice)
                    .map(|j| choose(dice, j) * power(x, j) * power(sides - x, dice - j))
                    .sum::<num_bigint::BigUint>()
            };
            let ways = (1..=sides).map(|x| (x as i64, at_most(x) - at_most(x - 1)));
            let text = format!("nth({dice}d{sides}, {place})");
            known.values(&text, &bare.odds(&text), ways, power(sides, dice));
        }
    }
    known.done();
}

/// The lowest taken from the highest of 3d10. The three lie within `r` of each other, and no
/// closer, in (10 - r) 6 r ways: 10 - r places for the two ends, and between them the third die
/// anywhere (6 (r - 1) ways in order, and 6 with the third on an end). All alike: 10.
#[test]
fn spread() {
    let mut known = Known::new("M - m");
    let mut hitos = Table::of("hitos");
    let ways = [10_u32, 54, 96, 126, 144, 150, 144, 126, 96, 54];
    let formula = (0..10_u32).map(|r| if r == 0 { 10 } else { (10 - r) * 6 * r });
    assert!(ways.iter().copied().eq(formula));
    known.values("M - m", &hitos.odds("M - m"), (0..).zip(ways), 1000_u32);
    known.done();
}

/// Whatever is read together off one roll stays together: by brute force over all 1000 throws.
#[test]
fn read_together() {
    let mut known = Known::new("names of one roll read together");
    let mut hitos = Table::of("hitos");
    let mut plain = Table::of("hitos").plainly();
    type Reading = fn(i64, i64, i64) -> i64;
    let readings: [(&str, Reading); 14] = [
        ("mM", |m, _, x| m + x),
        ("CM", |_, c, x| c + x),
        ("mC", |m, c, _| m + c),
        ("mCM", |m, c, x| m + c + x),
        ("2C", |_, c, _| 2 * c),
        ("2CC", |_, c, _| 3 * c),
        ("-mM", |m, _, x| -m - x),
        ("M - C", |_, c, x| x - c),
        ("M * m - C", |m, c, x| x * m - c),
        ("if C >= 5 then M else m", |m, c, x| if c >= 5 { x } else { m }),
        ("if M - m > 5 then mCM else C", |m, c, x| if x - m > 5 { m + c + x } else { c }),
        ("max(2m, M)", |m, _, x| x.max(2 * m)),
        ("M % m", |m, _, x| x % m),
        ("mCM / 2", |m, c, x| (m + c + x) / 2),
    ];
    for (text, reading) in readings {
        let ways = counted(3, &die(10), |throw| {
            let throw = sorted(throw);
            reading(throw[0], throw[1], throw[2])
        });
        known.values(text, &hitos.odds(text), ways.clone(), 1000_u32);
        known.values(text, &plain.odds(text), ways, 1000_u32);
    }
    known.done();
}

/// Places of two rolls are not: `M - m` of written dice are two rolls.
#[test]
fn read_apart() {
    let mut known = Known::new("two rolls read apart");
    let mut bare = Table::bare();
    let text = "highest(3d10) - lowest(3d10)";
    let (high, low) = (counted(3, &die(10), highest), counted(3, &die(10), lowest));
    let mut ways = std::collections::BTreeMap::new();
    for (one, first) in &high {
        for (other, second) in &low {
            *ways.entry(one - other).or_insert(0_u128) += first * second;
        }
    }
    known.values(text, &bare.odds(text), ways, 1_000_000_u32);
    known.done();
}
