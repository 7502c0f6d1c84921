//! Chances, ratios and distributions by themselves.

use num_bigint::{BigInt, BigUint};
use tirada::internals::odds::{Chance, Distribution, Ratio};

#[test]
fn decimals_are_rounded_once() {
    assert_eq!(Chance::new(1_u32, 12_u32).decimal(4), "0.0833");
    assert_eq!(Chance::new(2_u32, 3_u32).percent(1), "66.7");
    assert_eq!(Chance::new(1_u32, 2_u32).decimal(0), "1");
    assert_eq!(Ratio::new(BigInt::from(-1), BigUint::from(3_u32)).decimal(2), "-0.33");
    assert_eq!(Ratio::new(BigInt::from(-1), BigUint::from(3000_u32)).decimal(2), "0.00");
    assert_eq!(Ratio::new(BigInt::from(2), BigUint::from(1_u32)).root(3), "1.414");
}

#[test]
fn ratios_compare_by_what_they_are_worth() {
    assert_eq!(Chance::new(2_u32, 4_u32), Chance::new(1_u32, 2_u32));
    assert!(Chance::new(1_u32, 3_u32) < Chance::new(1_u32, 2_u32));
    assert_eq!(Chance::new(6_u32, 8_u32).to_string(), "3/4");
    assert_eq!(Chance::new(1_u32, 6_u32).or(&Chance::new(1_u32, 4_u32)), Chance::new(5_u32, 12_u32));
    assert_eq!(Chance::new(1_u32, 3_u32).parts(10), 3);
    assert_eq!(Chance::always().parts(10), 10);
}

fn of(ways: &[(i64, u32)], all: u32) -> Distribution<i64> {
    Distribution::new(ways.iter().map(|(value, ways)| (*value, BigUint::from(*ways))).collect(), all.into())
}

#[test]
fn a_die() {
    let die = of(&[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)], 6);
    assert_eq!(die.mean().map(|mean| mean.to_string()), Some("7/2".to_owned()));
    assert_eq!(die.variance().map(|one| one.to_string()), Some("35/12".to_owned()));
    assert_eq!(die.median(), Some(3));
    assert_eq!(die.at_least().nth(4).map(|one| one.to_string()), Some("1/3".to_owned()));
    assert_eq!(die.at_most().nth(1).map(|one| one.to_string()), Some("1/3".to_owned()));
    assert_eq!(die.modes().len(), 6);
    assert!(die.left().is_never());
}

#[test]
fn what_comes_twice_is_added_up() {
    let one = of(&[(2, 1), (1, 2), (2, 1)], 8);
    assert_eq!(one, of(&[(1, 1), (2, 1)], 4));
    assert_eq!(one.left(), Chance::new(1_u32, 2_u32));
}
