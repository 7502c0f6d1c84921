//! Chance: the same dice for a seed for ever, every face as likely as the others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use tirada::internals::engine::Generator;

fn faces(seed: u64, sides: u32, count: usize) -> Vec<u32> {
    let mut generator = Generator::new(seed);
    (0..count).map(|_| generator.die(sides)).collect()
}

/// Changing these changes what every seed that anybody wrote down means.
#[test]
fn a_seed_gives_the_same_faces_for_ever() {
    let golden: [(u64, u32, [u32; 20]); 6] = [
        (1, 6, [4, 3, 6, 1, 2, 4, 3, 2, 5, 2, 6, 5, 3, 3, 5, 1, 1, 6, 2, 5]),
        (1, 10, [6, 5, 10, 1, 3, 6, 4, 3, 9, 3, 10, 8, 5, 5, 8, 2, 1, 9, 2, 8]),
        (1, 100, [55, 41, 99, 9, 22, 60, 39, 22, 84, 29, 92, 72, 50, 47, 72, 16, 5, 88, 18, 71]),
        (20_261_121, 6, [4, 6, 3, 2, 4, 2, 1, 2, 2, 5, 4, 3, 6, 6, 2, 6, 4, 3, 5, 2]),
        (20_261_121, 10, [6, 10, 4, 3, 7, 2, 1, 3, 4, 8, 7, 5, 10, 10, 3, 9, 6, 4, 7, 3]),
        (20_261_121, 100, [51, 94, 37, 28, 61, 20, 9, 21, 32, 73, 64, 50, 92, 92, 29, 90, 59, 39, 68, 23]),
    ];
    for (seed, sides, expected) in golden {
        assert_eq!(faces(seed, sides, 20), expected, "seed {seed}, d{sides}");
    }
}

/// Chi-square with fixed seeds: the statistic stays below the 99.9 % point of its
/// distribution, by the approximation of Wilson and Hilferty.
#[test]
fn every_face_is_as_likely_as_the_others() {
    for sides in [2_u32, 3, 4, 6, 8, 10, 12, 20, 100, 1000, 1009] {
        for seed in [1, 7, 20_261_121] {
            let mut generator = Generator::new(seed);
            let throws = 200 * sides.max(100);
            let mut counts = vec![0_u32; sides as usize];
            for _ in 0..throws {
                counts[generator.die(sides) as usize - 1] += 1;
            }
            let expected = f64::from(throws) / f64::from(sides);
            let statistic: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
            let freedom = f64::from(sides - 1);
            let part = 2.0 / (9.0 * freedom);
            let limit = |z: f64| freedom * (1.0 - part + z * part.sqrt()).powi(3);
            assert!(statistic < limit(3.09), "d{sides}, seed {seed}: {statistic}");
            // Too even would not be chance either.
            assert!(sides < 4 || statistic > limit(-3.09), "d{sides}, seed {seed}: {statistic}");
        }
    }
}

/// A die of 3·2^30 faces shows what rejection is for: a remainder would make the
/// lowest third come twice as often, multiplication alone every third face.
#[test]
fn dice_too_large_for_plain_multiplication_have_no_bias() {
    let sides = 3 << 30;
    let mut generator = Generator::new(1);
    let throws = 90_000;
    let (mut thirds, mut remainders) = ([0_i32; 3], [0_i32; 3]);
    for _ in 0..throws {
        let face = generator.die(sides) - 1;
        assert!(face < sides);
        thirds[(face >> 30) as usize] += 1;
        remainders[(face % 3) as usize] += 1;
    }
    for count in thirds.into_iter().chain(remainders) {
        // Five standard deviations around a third.
        assert!((count - throws / 3).abs() < 5 * 142, "{thirds:?} {remainders:?}");
    }
}

/// The halves of a die just above 2^31: nearly half of all draws have to be rejected.
#[test]
fn rejected_draws_are_drawn_again() {
    let sides = (1 << 31) + 1;
    let mut generator = Generator::new(1);
    let throws = 100_000;
    let high = (0..throws).filter(|_| generator.die(sides) > sides / 2).count() as i32;
    assert!((high - throws / 2).abs() < 5 * 159, "{high}");
    // One stream of 32 bits a draw: had nothing been rejected, both would be level.
    let mut level = Generator::new(1);
    for _ in 0..throws {
        level.die(1 << 31);
    }
    assert_ne!(level.die(1 << 31), generator.die(1 << 31), "no draw was rejected");
}

#[test]
fn dice_without_sides_give_nothing() {
    assert_eq!(Generator::new(1).die(0), 0);
    assert_eq!(faces(1, 1, 3), [1, 1, 1]);
}
