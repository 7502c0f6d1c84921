//! Whether what was seen can have come from a distribution: Pearson's test, and one of the mean.

use std::collections::BTreeMap;

use num_traits::ToPrimitive as _;
use tirada::internals::odds::{Chance, Distribution};

/// What happens by chance less often than this is held to be wrong.
pub const UNLIKELY: f64 = 1e-9;

/// Things that are expected less often than this many times are put together.
const FEW: f64 = 5.0;

/// The natural logarithm of the gamma function, by Lanczos' series (as in *Numerical Recipes*).
fn log_gamma(x: f64) -> f64 {
    const SERIES: [f64; 6] = [
        76.180_091_729_471_46,
        -86.505_320_329_416_77,
        24.014_098_240_830_91,
        -1.231_739_572_450_155,
        0.120_865_097_386_617_9e-2,
        -0.539_523_938_495_3e-5,
    ];
    let shifted = x + 5.5;
    let sum = SERIES.iter().zip(1_u8..).fold(1.000_000_000_190_015, |sum, (part, at)| sum + part / (x + f64::from(at)));
    (x + 0.5).mul_add(shifted.ln(), -shifted) + (2.506_628_274_631_000_5 * sum / x).ln()
}

/// How likely chi-square with so many degrees of freedom is to be at least so large: the upper
/// incomplete gamma function, by its series near its middle and by a continued fraction above.
pub fn at_least(chi_square: f64, freedom: usize) -> f64 {
    let (a, x) = (freedom as f64 / 2.0, chi_square / 2.0);
    if freedom == 0 || x <= 0.0 {
        return 1.0;
    }
    let front = (a.mul_add(x.ln(), -x) - log_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut at) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-15 {
            at += 1.0;
            term *= x / at;
            sum += term;
        }
        return sum.mul_add(-front, 1.0).max(0.0);
    }
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1e300, 1.0 / b);
    let mut fraction = d;
    for step in 1..10_000_u32 {
        let step = f64::from(step);
        let part = -step * (step - a);
        b += 2.0;
        d = 1.0 / part.mul_add(d, b);
        c = b + part / c;
        fraction *= d * c;
        if (d * c - 1.0).abs() < 1e-14 {
            break;
        }
    }
    front * fraction
}

/// How likely it is that chance alone is so far from what is expected. Of each thing how often it
/// was seen and how likely it is; all chances together are 1.
pub fn pearson(things: &[(u64, f64)]) -> f64 {
    let all = things.iter().map(|(seen, _)| seen).sum::<u64>() as f64;
    let (mut cells, mut few): (Vec<(f64, f64)>, (f64, f64)) = (Vec::new(), (0.0, 0.0));
    for (seen, chance) in things {
        let cell = (*seen as f64, chance * all);
        if cell.1 < FEW { few = (few.0 + cell.0, few.1 + cell.1) } else { cells.push(cell) }
    }
    if few.1 >= FEW {
        cells.push(few);
    } else if let Some(least) = cells.iter_mut().min_by(|one, other| one.1.total_cmp(&other.1)) {
        *least = (least.0 + few.0, least.1 + few.1);
    }
    let chi_square = cells.iter().map(|(seen, expected)| (seen - expected).powi(2) / expected).sum();
    at_least(chi_square, cells.len().saturating_sub(1))
}

/// How likely it is at most that a mean of so many is so far off: Bernstein's inequality, which
/// holds however skewed a distribution is.
fn bernstein(seen: f64, mean: f64, variance: f64, furthest: f64, count: f64) -> f64 {
    let off = (seen - mean).abs();
    if off == 0.0 {
        return 1.0;
    }
    2.0 * (-count * off * off / (2.0 * (variance + furthest * off / 3.0))).exp()
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// What cannot be was seen, or what is there is not known.
    Impossible(String),
    /// It is less likely than anybody believes.
    Unlikely(String),
}

/// What was seen, and how often.
pub type Seen<K> = BTreeMap<K, u64>;

/// Compares what was seen in `throws` throws with what is known; in the rest of the throws there
/// was nothing of it. What cannot be must never be seen.
///
/// # Errors
///
/// What is wrong.
pub fn agrees<K: Ord + Clone + std::fmt::Debug>(
    known: &Distribution<K>,
    seen: &Seen<K>,
    throws: u64,
) -> Result<(), Wrong> {
    let chances: Vec<(K, Chance)> = known.chances().map(|(thing, chance)| (thing.clone(), chance)).collect();
    all_agree(&chances, &known.left(), seen, throws)
}

/// The same of chances one by one, and of that there is nothing.
///
/// # Errors
///
/// What is wrong.
pub fn all_agree<K: Ord + std::fmt::Debug>(
    known: &[(K, Chance)],
    left: &Chance,
    seen: &Seen<K>,
    throws: u64,
) -> Result<(), Wrong> {
    let times = |thing: &K| seen.get(thing).copied().unwrap_or(0);
    let possible = |thing: &K| known.iter().any(|(one, chance)| one == thing && !chance.is_never());
    if let Some((thing, times)) = seen.iter().find(|(thing, _)| left.is_never() && !possible(thing)) {
        return Err(Wrong::Impossible(format!("{thing:?} cannot be and was seen {times} times in {throws}")));
    }
    // What was cut may come to anything that is not known.
    let nothing = throws - known.iter().map(|(thing, _)| times(thing)).sum::<u64>();
    if nothing > 0 && left.is_never() {
        return Err(Wrong::Impossible(format!("there was nothing {nothing} times in {throws}, which cannot be")));
    }
    let mut things: Vec<(u64, f64)> =
        known.iter().map(|(thing, chance)| (times(thing), chance.approximate())).collect();
    things.push((nothing, left.approximate()));
    let likely = pearson(&things);
    if likely >= UNLIKELY {
        return Ok(());
    }
    let expected = |chance: &Chance| chance.approximate() * throws as f64;
    let list: Vec<String> =
        known.iter().map(|(thing, chance)| format!("{thing:?} {} for {:.1}", times(thing), expected(chance))).collect();
    Err(Wrong::Unlikely(format!(
        "by chance once in {:.1e}: {}, nothing {nothing} for {:.1}",
        1.0 / likely,
        list.join(", "),
        expected(left)
    )))
}

/// Compares a single chance.
///
/// # Errors
///
/// What is wrong.
pub fn happens(known: &Chance, times: u64, throws: u64) -> Result<(), Wrong> {
    let seen = BTreeMap::from([(true, times), (false, throws - times)]);
    let seen = seen.into_iter().filter(|(_, times)| *times > 0).collect();
    all_agree(&[(true, known.clone()), (false, known.not())], &Chance::never(), &seen, throws)
}

/// Compares the mean of numbers that are all known.
///
/// # Errors
///
/// How far it is off.
pub fn mean_agrees(known: &Distribution<i64>, seen: &Seen<i64>) -> Result<(), Wrong> {
    if !known.left().is_never() {
        return Ok(());
    }
    let (Some(mean), Some(variance)) = (known.mean(), known.variance()) else { return Ok(()) };
    let number = |ratio: &tirada::internals::odds::Ratio| ratio.decimal(12).parse::<f64>().unwrap();
    let (mean, variance) = (number(&mean), number(&variance));
    let ends = [known.ways().first(), known.ways().last()];
    let furthest = ends.into_iter().flatten().map(|(end, _)| (end.to_f64().unwrap() - mean).abs()).fold(0.0, f64::max);
    let count = seen.values().sum::<u64>() as f64;
    let sum: f64 = seen.iter().map(|(value, times)| *value as f64 * *times as f64).sum();
    // Digits that were rounded away are no difference.
    if (sum / count - mean).abs() < 1e-9 {
        return Ok(());
    }
    let likely = bernstein(sum / count, mean, variance, furthest, count);
    if likely < UNLIKELY {
        return Err(Wrong::Unlikely(format!(
            "the mean of {count} is {} for {mean}, once in {:.1e}",
            sum / count,
            1.0 / likely
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use tirada::internals::engine::Generator;

    use super::*;

    /// As many throws as a test of the suite is given.
    const THROWS: u64 = crate::THROWS;

    /// Points of the distribution from tables; for an even number of degrees it is a finite sum.
    #[test]
    fn chi_square_is_as_in_tables() {
        for (freedom, chi_square, chance) in [
            (1, 3.841_459, 0.05),
            (1, 10.827_57, 0.001),
            (5, 11.0705, 0.05),
            (10, 18.307, 0.05),
            (30, 59.7031, 0.001),
            (100, 124.342, 0.05),
        ] {
            let found = at_least(chi_square, freedom);
            assert!((found / chance - 1.0).abs() < 1e-4, "{freedom}: {found} for {chance}");
        }
        for freedom in [2_usize, 8, 40] {
            for chi_square in [0.5_f64, 7.0, 40.0, 120.0] {
                let (mut term, mut sum) = (1.0, 1.0);
                for k in 1..freedom / 2 {
                    term *= chi_square / 2.0 / k as f64;
                    sum += term;
                }
                let (found, chance) = (at_least(chi_square, freedom), (-chi_square / 2.0).exp() * sum);
                assert!((found / chance - 1.0).abs() < 1e-9, "{freedom}, {chi_square}: {found} for {chance}");
            }
        }
    }

    /// The middle die of three with ten sides.
    const MIDDLE: [u32; 10] = [28, 76, 112, 136, 148, 148, 136, 112, 76, 28];

    fn middle(ways: [u32; 10]) -> Distribution<i64> {
        let all = ways.iter().sum::<u32>();
        Distribution::new((1..).zip(ways.map(BigUint::from)).collect(), BigUint::from(all))
    }

    fn thrown(throws: u64, seed: &str) -> Seen<i64> {
        let mut generator = Generator::new(crate::seed(seed));
        let mut seen = Seen::new();
        for _ in 0..throws {
            let mut faces = [0; 3].map(|_| i64::from(generator.die(10)));
            faces.sort_unstable();
            *seen.entry(faces[1]).or_insert(0) += 1;
        }
        seen
    }

    #[test]
    fn what_is_right_is_not_rejected() {
        for number in 0..300 {
            let seen = thrown(THROWS, &format!("right {number}"));
            assert_eq!(agrees(&middle(MIDDLE), &seen, THROWS), Ok(()));
            assert_eq!(mean_agrees(&middle(MIDDLE), &seen), Ok(()));
        }
        // Of so many, about half are more likely than not, and not all of them nearly certain.
        let likely = |number: u32| {
            let seen = thrown(THROWS, &format!("spread {number}"));
            let things = (1..).zip(MIDDLE).map(|(face, ways)| (seen[&face], f64::from(ways) / 1000.0));
            pearson(&things.collect::<Vec<_>>())
        };
        let found: Vec<f64> = (0..300).map(likely).collect();
        let below = |bound: f64| found.iter().filter(|likely| **likely < bound).count();
        assert!((110..190).contains(&below(0.5)), "{}", below(0.5));
        assert!((10..60).contains(&below(0.1)), "{}", below(0.1));
    }

    /// One chance that is slightly wrong is seen: with as many throws as each test is given if it
    /// is off by one in twenty, with a hundred times as many if it is off by one in two hundred.
    #[test]
    fn what_is_slightly_wrong_is_rejected() {
        let shifted = |by: u32| {
            let mut ways = MIDDLE;
            ways[4] -= by;
            ways[6] += by;
            middle(ways)
        };
        for number in 0..if crate::whole() { 20 } else { 4 } {
            let (few, many) =
                (thrown(THROWS, &format!("few {number}")), thrown(THROWS * 100, &format!("many {number}")));
            agrees(&shifted(50), &few, THROWS).unwrap_err();
            agrees(&shifted(5), &many, THROWS * 100).unwrap_err();
            assert_eq!(agrees(&shifted(0), &many, THROWS * 100), Ok(()));
        }
    }

    /// What goes wrong when rules are read in two ways: `>` for `>=`, a die that cannot fall, one
    /// more or less on the total, a value that nobody has.
    #[test]
    fn what_programs_get_wrong_is_rejected() {
        let seen = thrown(THROWS, "wrong");
        let of = |least: i64| seen.iter().filter(|(face, _)| **face >= least).map(|(_, times)| times).sum::<u64>();
        assert_eq!(happens(&Chance::new(500_u32, 1000_u32), of(6), THROWS), Ok(()));
        happens(&Chance::new(352_u32, 1000_u32), of(6), THROWS).unwrap_err();
        happens(&Chance::never(), 1, THROWS).unwrap_err();
        happens(&Chance::always(), THROWS - 1, THROWS).unwrap_err();
        agrees(&middle(MIDDLE).map(|face| face + 1), &seen, THROWS).unwrap_err();
        let mut one = seen.clone();
        one.insert(11, 1);
        agrees(&middle(MIDDLE), &one, THROWS + 1).unwrap_err();
        agrees(&middle(MIDDLE), &seen, THROWS + 1).unwrap_err();
        // A mean that is four tenths off.
        mean_agrees(&middle([48, 96, 128, 142, 148, 148, 128, 92, 56, 14]), &seen).unwrap_err();
    }
}
