//! Pools of 1 to 12 dice with six sides: the highest face and how often it shows, the most
//! repeated face and how often that does, together.

use num_bigint::BigUint;

use super::asking::{Known, Table};
use super::counting::{choose, count, counted, die, highest, lowest, power};

fn table(dice: u64) -> Table {
    let rules = format!("{{d: 6, roll: {dice}d, names: {{Q: highest, a: lowest}}}}");
    Table::made_up(&format!("tirada: 1\nid: plim\nname: Plim\nrounding: down\ndice: {rules}\n"))
}

/// So many dice with these faces, none of which shows more often than is allowed of it.
fn within(dice: u64, allowed: &[u64]) -> BigUint {
    match allowed.split_first() {
        None => BigUint::from(u32::from(dice == 0)),
        Some((most, rest)) => (0..=dice.min(*most)).map(|shown| choose(dice, shown) * within(dice - shown, rest)).sum(),
    }
}

/// `k` of `n` dice show `h`, the others less: choose(n, k) (h - 1)^(n - k), out of 6^n.
#[test]
fn highest_and_how_often() {
    let mut known = Known::new("the highest face and how often it shows");
    for dice in 1..=12_u64 {
        let mut ways = Vec::new();
        for face in 1..=6_u64 {
            for shown in 1..=dice {
                ways.push(((face * 100 + shown) as i64, choose(dice, shown) * power(face - 1, dice - shown)));
            }
        }
        let text = "Q * 100 + count(Q)";
        known.values(&format!("{text} of {dice}d6"), &table(dice).odds(text), ways, power(6, dice));
    }
    known.done();
}

/// The face that shows most often (of two the higher) shows `r` times: those above it less often,
/// those below it at most as often.
#[test]
fn repeated_and_how_often() {
    let mut known = Known::new("the most repeated face and how often it shows");
    for dice in 1..=12_u64 {
        let mut ways = Vec::new();
        for face in 1..=6_usize {
            for shown in 1..=dice {
                let mut allowed = vec![shown; face - 1];
                allowed.extend(vec![shown - 1; 6 - face]);
                ways.push((face as i64 * 100 + shown as i64, choose(dice, shown) * within(dice - shown, &allowed)));
            }
        }
        let text = "repeated() * 100 + repeats()";
        known.values(&format!("{text} of {dice}d6"), &table(dice).odds(text), ways, power(6, dice));
    }
    known.done();
}

/// The highest face together with how often the most repeated one shows: all within the two
/// bounds, less what is within either one of them by one less.
#[test]
fn highest_and_repeats() {
    let mut known = Known::new("the highest face and the most repeats");
    let bounded = |dice: u64, face: usize, shown: u64| within(dice, &vec![shown; face]);
    for dice in 1..=12_u64 {
        let mut ways = Vec::new();
        for face in 1..=6_usize {
            for shown in 1..=dice {
                let more = bounded(dice, face, shown) + bounded(dice, face - 1, shown - 1);
                let less = bounded(dice, face - 1, shown) + bounded(dice, face, shown - 1);
                ways.push((face as i64 * 100 + shown as i64, more - less));
            }
        }
        let text = "Q * 100 + repeats()";
        known.values(&format!("{text} of {dice}d6"), &table(dice).odds(text), ways, power(6, dice));
    }
    known.done();
}

/// Everything at once, throw by throw.
#[test]
fn counted_throw_by_throw() {
    let mut known = Known::new("pools counted throw by throw");
    for dice in 1..=6_usize {
        let ways = counted(dice, &die(6), |throw| {
            let shown = |face: &i64| count(throw, *face);
            let repeated = (1..=6).max_by_key(|face| (shown(face), *face)).unwrap();
            highest(throw) * 1000 + repeated * 100 + shown(&repeated) * 10 + lowest(throw)
        });
        let text = "Q * 1000 + repeated() * 100 + repeats() * 10 + a";
        known.values(&format!("{text} of {dice}d6"), &table(dice as u64).odds(text), ways, power(6, dice as u64));
    }
    known.done();
}
