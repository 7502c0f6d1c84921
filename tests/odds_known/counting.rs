//! Counting by brute force and by the oldest formulas; nothing here knows of the program.

use std::collections::BTreeMap;

use num_bigint::BigUint;

/// Every throw of so many dice with these faces, one after the other.
pub fn throws(dice: usize, faces: &[i64], mut each: impl FnMut(&[i64])) {
    let mut at = vec![0; dice];
    let mut throw = vec![faces[0]; dice];
    loop {
        each(&throw);
        let mut die = 0;
        while die < dice {
            at[die] += 1;
            if at[die] < faces.len() {
                throw[die] = faces[at[die]];
                break;
            }
            at[die] = 0;
            throw[die] = faces[0];
            die += 1;
        }
        if die == dice {
            return;
        }
    }
}

/// In how many throws something comes to what.
pub fn counted<K: Ord>(dice: usize, faces: &[i64], mut what: impl FnMut(&[i64]) -> K) -> BTreeMap<K, u128> {
    let mut found = BTreeMap::new();
    throws(dice, faces, |throw| *found.entry(what(throw)).or_insert(0) += 1);
    found
}

/// The faces of a die.
pub fn die(sides: i64) -> Vec<i64> {
    (1..=sides).collect()
}

pub fn sorted(throw: &[i64]) -> Vec<i64> {
    let mut sorted = throw.to_vec();
    sorted.sort_unstable();
    sorted
}

/// How many dice show a face.
pub fn count(throw: &[i64], face: i64) -> i64 {
    throw.iter().filter(|one| **one == face).count() as i64
}

pub fn sum(throw: &[i64]) -> i64 {
    throw.iter().sum()
}

pub fn lowest(throw: &[i64]) -> i64 {
    *throw.iter().min().unwrap()
}

pub fn highest(throw: &[i64]) -> i64 {
    *throw.iter().max().unwrap()
}

/// How many ways there are to choose so many of so many.
pub fn choose(of: u64, some: u64) -> BigUint {
    if some > of {
        return BigUint::ZERO;
    }
    (0..some).fold(BigUint::from(1_u32), |ways, at| ways * (of - at) / (at + 1))
}

pub fn power(base: u64, exponent: u64) -> BigUint {
    BigUint::from(base).pow(u32::try_from(exponent).unwrap())
}

/// Ways of a sum of dice with so many sides, by inclusion and exclusion (de Moivre, 1730):
/// dice that show more than they have are taken away again, those of which two do are given
/// back, and so on.
pub fn ways_of_sum(dice: u64, sides: u64, sum: u64) -> BigUint {
    let (mut more, mut less) = (BigUint::ZERO, BigUint::ZERO);
    for over in 0..=dice {
        let Some(rest) = sum.checked_sub(sides * over + dice) else { break };
        let ways = choose(dice, over) * choose(rest + dice - 1, dice - 1);
        if over % 2 == 0 { more += ways } else { less += ways }
    }
    more - less
}
