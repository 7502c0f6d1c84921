//! How numbers, shares and colours are written.

use num_bigint::{BigInt, BigUint};
use tirada::internals::limits::ROWS;
use tirada::internals::odds::{Chance, Ratio};
use tirada::internals::report::numbers::Numbers;
use tirada::internals::report::odds::figures::{
    aside, decimal, decimal_and_ratio, float, float_of, interval, percent, points, root, short_percent, signed,
};
use tirada::internals::report::odds::rows::{MANY, step};
use tirada::internals::report::odds::svg::paper::{look, number};
use tirada::internals::report::odds::svg::scale::{Scale, label, round_step};
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::ruleset::accent::{Accent, contrast};

#[test]
fn each_language_writes_numbers_its_own_way() {
    let spanish = Numbers::of(&Catalogue::new(Language::Spanish));
    for (text, told) in [
        ("2.80%", "2,80\u{a0}%"),
        ("40.38–59.62% (−1.5)", "40,38–59,62\u{a0}% (−1,5)"),
        (">99.99%, 3 de 4.", ">99,99\u{a0}%, 3 de 4."),
        ("1..6, v1.2, 1.2.3, 10 %", "1..6, v1.2, 1.2.3, 10 %"),
    ] {
        assert_eq!(spanish.write(text), told);
        assert_eq!(Numbers::of(&Catalogue::new(Language::English)).write(text), text);
    }
}

#[test]
fn only_what_is_certain_looks_so() {
    let percents = |ways: u32, all: u32| percent(&Chance::new(ways, all));
    assert_eq!(percents(1, 3), "33.33%");
    assert_eq!(percents(0, 3), "0%");
    assert_eq!(percents(3, 3), "100%");
    assert_eq!(percents(1, 1_000_000), "<0.01%");
    assert_eq!(percents(999_999, 1_000_000), ">99.99%");
    assert_eq!(short_percent(&Chance::new(1_u32, 10_000_u32)), "<0.1%");
}

#[test]
fn intervals_are_those_of_wilson() {
    // Worked out by hand: 50 of 100, 0 of 10.
    let [low, high] = interval(&Chance::new(50_u32, 100_u32), 100);
    assert!((low - 0.40383).abs() < 1e-5 && (high - 0.59617).abs() < 1e-5, "{low} {high}");
    let [low, high] = interval(&Chance::never(), 10);
    assert!(low == 0.0 && (high - 0.27753).abs() < 1e-5, "{low} {high}");
    assert_eq!(aside(&Chance::new(50_u32, 100_u32), Some(100)), Some("40.38–59.62%".to_owned()));
}

#[test]
fn numbers_are_as_short_as_they_can_be() {
    let ratio = |above: i64, below: u32| Ratio::new(BigInt::from(above), BigUint::from(below));
    assert_eq!(decimal(&ratio(11, 2)), "5.5");
    assert_eq!(decimal(&ratio(-19, 3)), "−6.33");
    assert_eq!(decimal_and_ratio(&ratio(19, 3)), "6.33 (19/3)");
    assert_eq!(decimal_and_ratio(&ratio(11, 2)), "5.5");
    assert_eq!(root(&ratio(2, 1)), "1.41");
    assert_eq!(root(&ratio(35, 12)), "1.71");
    assert_eq!(points(&ratio(-1, 3)), "−33.33 pp");
    assert_eq!(points(&ratio(1, 1_000_000)), "≈ 0 pp");
    assert_eq!(signed(&ratio(3, 2)), "+1.50");
}

#[test]
fn decimals_are_the_nearest() {
    assert_eq!(float(&Chance::new(1_u32, 10_u32)).to_string(), "0.1");
    assert_eq!(float(&Chance::new(1_u32, 12_u32)), 1.0 / 12.0);
    let rare = Chance::new(1_u32, BigUint::from(6_u32).pow(100));
    assert!(float(&rare) > 1e-78 && float(&rare) < 2e-78);
    assert_eq!(float(&Chance::new(1_u32, BigUint::from(6_u32).pow(9000))), 0.0);
    assert_eq!(float_of(&Ratio::new(BigInt::from(-7), BigUint::from(2_u32))), -3.5);
}

#[test]
fn numbers_of_pictures_are_short() {
    assert_eq!(number(1.0), "1");
    assert_eq!(number(1.005), "1");
    assert_eq!(number(-0.001), "0");
    assert_eq!(number(100.0), "100");
    assert_eq!(number(f64::NAN), "0");
}

#[test]
fn no_two_series_look_alike() {
    let looks: std::collections::BTreeSet<_> = (0..36).map(look).collect();
    assert_eq!(looks.len(), 36);
}

#[test]
fn steps_between_ticks_are_round() {
    assert_eq!(round_step(0.9), 1.0);
    assert_eq!(round_step(1.1), 2.0);
    assert_eq!(round_step(60.0), 100.0);
    assert!((round_step(0.0003) - 0.0005).abs() < 1e-12);
    assert_eq!(round_step(0.0), 1.0);
    assert_eq!(round_step(f64::NAN), 1.0);
}

#[test]
fn ticks_lie_within() {
    let scale = Scale::new(-3.0, 17.0, 0.0, 100.0);
    let (ticks, step) = scale.ticks(5.0, 1.0);
    assert_eq!((ticks, step), (vec![0.0, 5.0, 10.0, 15.0], 5.0));
    assert_eq!(scale.at(7.0), 50.0);
    assert_eq!(Scale::new(4.0, 4.0, 0.0, 10.0).ticks(5.0, 1.0).0, [4.0, 5.0]);
}

#[test]
fn labels_have_as_many_places_as_the_steps() {
    assert_eq!(label(2.5, 0.5), "2.5");
    assert_eq!(label(20.0, 10.0), "20");
    assert_eq!(label(-5.0, 5.0), "−5");
    assert_eq!(label(-0.0, 0.5), "0");
    assert_eq!(label(0.05, 0.05), "0.05");
}

#[test]
fn steps_between_rows_are_round() {
    assert_eq!(step(1, 1000, MANY), 20);
    assert_eq!(step(3, 300, MANY), 5);
    assert_eq!(step(0, 60, MANY), 2);
    assert_eq!(step(1, 1_000_000, ROWS), 500);
    assert_eq!(step(i64::MIN, i64::MAX, MANY), 500_000_000_000_000_000);
}

#[test]
fn contrast_is_that_of_the_standard() {
    let known = [("000000", 210), ("ffffff", 10), ("767676", 45), ("ff0000", 39), ("7a1f2b", 102)];
    for (text, tenths) in known {
        assert_eq!(Accent::read(text).unwrap().contrast_with_white(), tenths, "{text}");
    }
    assert!(["", "12345", "1234567", "12345g", "##12345", "ñ1234"].iter().all(|text| Accent::read(text).is_none()));
}

#[test]
fn every_colour_can_be_read_in_both_schemes() {
    for part in (0..=0xff_ffff_u32).step_by(977) {
        let colour = Accent::read(&format!("{part:06x}")).unwrap().readable();
        let [light, dark] = colour.tints();
        assert!(contrast(colour, light) >= 45, "{colour} on {light}");
        assert!(contrast(colour.in_the_dark(), dark) >= 45, "{colour} in the dark on {dark}");
    }
}
