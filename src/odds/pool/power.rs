//! The sum of many equal dice: a power of one die's polynomial, coefficient after coefficient (`f P' = n f' P`). The
//! coefficients sum to the number of throws. Linear in the number of coefficients times the number of terms of `f`.

use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive as _, Zero as _};

use crate::dice::{Face, MOST_FACES, merged};
use crate::odds::conservation::lost;
use crate::odds::error::OddsError;

/// Ways of each sum of so many values that are alike.
///
/// Of `P = f^n` follows `f P' = n f' P` (Euler; Knuth, *The Art of Computer Programming* 2,
/// 4.7), which gives each coefficient from those before it: with `f` in `t` terms in `t`
/// multiplications. Values from `a` to `b` in equal numbers need three, however many they are,
/// as then `f = (x^a - x^(b+1)) / (1 - x)`.
///
/// # Errors
///
/// That a coefficient is none: a mistake of the program.
pub(in crate::odds) fn power(values: &[Face], times: u32) -> Result<Vec<Face>, OddsError> {
    if times == 0 {
        return Ok(vec![(0, BigUint::from(1_u32))]);
    }
    let (first, ways) = match values {
        [] => return Ok(Vec::new()),
        [(value, ways)] => return Ok(vec![(value.saturating_mul(i64::from(times)), ways.pow(times))]),
        _ if times == 1 => return Ok(values.to_vec()),
        [first, ..] => first,
    };
    let even = values.windows(2).all(|pair| match pair {
        [(one, ways), (two, others)] => two - one == 1 && ways == others,
        _ => false,
    });
    let sums = if even {
        let half = even_half(values.len() as u64, u64::from(times));
        mirrored(half, (values.len() - 1) * times as usize + 1, &ways.pow(times))
    } else {
        uneven(values, *first, times)?
    };
    let start = first.saturating_mul(i64::from(times));
    let named = sums.into_iter().enumerate().map(|(at, ways)| (start + at as i64, ways));
    Ok(named.filter(|(_, ways)| !ways.is_zero()).collect())
}

/// The first half of the coefficients of `((1 - x^s) / (1 - x))^n`, the middle one included.
fn even_half(sides: u64, times: u64) -> Vec<BigUint> {
    let last = (sides - 1) * times;
    let half = (last / 2) as usize;
    let bits = (u128::from(sides)).ilog2() + 1;
    if u64::from(bits) * times + 64 <= 126 { even_small(sides, times, half) } else { even_big(sides, times, half) }
}

/// Where machine words suffice.
fn even_small(sides: u64, times: u64, half: usize) -> Vec<BigUint> {
    let (sides, times) = (i128::from(sides), i128::from(times));
    let mut found: Vec<i128> = Vec::with_capacity(half + 1);
    found.push(1);
    for at in 1..=half {
        let k = at as i128;
        // Before the first there is nothing.
        let before = |back: i128| usize::try_from(k - back).ok().and_then(|at| found.get(at)).copied().unwrap_or(0);
        let sum = (k - 1 + times) * before(1)
            + (k - sides - times * sides) * before(sides)
            + (times * (sides - 1) - (k - sides - 1)) * before(sides + 1);
        found.push(sum / k);
    }
    found.into_iter().map(|ways| BigUint::from(ways.unsigned_abs())).collect()
}

fn even_big(sides: u64, times: u64, half: usize) -> Vec<BigUint> {
    let none = BigUint::zero();
    let mut found: Vec<BigUint> = Vec::with_capacity(half + 1);
    found.push(BigUint::from(1_u32));
    for at in 1..=half {
        let k = at as u64;
        let before = |back: u64| {
            k.checked_sub(back).and_then(|at| usize::try_from(at).ok()).and_then(|at| found.get(at)).unwrap_or(&none)
        };
        let mut plus = before(1) * (k - 1 + times);
        let mut minus = BigUint::zero();
        for (factor, value) in [
            (i128::from(k) - i128::from(sides) - i128::from(times) * i128::from(sides), before(sides)),
            (i128::from(times) * (i128::from(sides) - 1) - (i128::from(k) - i128::from(sides) - 1), before(sides + 1)),
        ] {
            if value.is_zero() {
                continue;
            }
            let product = value * factor.unsigned_abs();
            if factor < 0 { minus += product } else { plus += product }
        }
        found.push(fitted((plus - minus) / k));
    }
    found
}

/// The same number without the room that it took while it was computed: up to as much again.
fn fitted(number: BigUint) -> BigUint {
    if number.bits() > 64 { number.clone() } else { number }
}

fn mirrored(half: Vec<BigUint>, length: usize, scale: &BigUint) -> Vec<BigUint> {
    let mut sums: Vec<BigUint> =
        if *scale == BigUint::from(1_u32) { half } else { half.into_iter().map(|ways| ways * scale).collect() };
    // The middle of an odd number occurs once.
    let rest = length - sums.len().min(length);
    sums.reserve_exact(rest);
    for at in (0..rest).rev() {
        sums.extend(sums.get(at).cloned());
    }
    sums
}

/// Any values: the recurrence with a term for each of them.
fn uneven(values: &[Face], first: i64, times: u32) -> Result<Vec<BigUint>, OddsError> {
    let terms: Vec<(u64, BigInt)> =
        values.iter().map(|(value, ways)| ((value - first).unsigned_abs(), BigInt::from(ways.clone()))).collect();
    let Some((_, lowest)) = terms.first().cloned() else { return Ok(Vec::new()) };
    let last = terms.last().map_or(0, |(at, _)| *at) * u64::from(times);
    let length = last as usize + 1;
    let mut found: Vec<BigInt> = Vec::with_capacity(length);
    found.push(lowest.pow(times));
    for at in 1..length {
        let mut sum = BigInt::zero();
        for (back, ways) in terms.iter().skip(1) {
            let Some(before) = usize::try_from(*back).ok().and_then(|back| at.checked_sub(back)) else { break };
            let value = found.get(before).ok_or_else(|| lost())?;
            if value.is_zero() {
                continue;
            }
            let factor = i128::from(*back) * (i128::from(times) + 1) - at as i128;
            sum += value * ways * factor;
        }
        found.push(sum / (&lowest * at));
    }
    found.into_iter().map(|ways| ways.to_biguint().ok_or_else(|| lost())).collect()
}

/// All sums of one of these and one of those.
///
/// # Errors
///
/// That a sum has no place: a mistake of the program.
pub(in crate::odds) fn convolved(left: &[Face], right: &[Face]) -> Result<Vec<Face>, OddsError> {
    let (Some((low, _)), Some((high, _))) = (left.first(), left.last()) else { return Ok(Vec::new()) };
    let (Some((other_low, _)), Some((other_high, _))) = (right.first(), right.last()) else { return Ok(Vec::new()) };
    let start = low.saturating_add(*other_low);
    let width = high.saturating_add(*other_high).saturating_sub(start);
    let places = usize::try_from(width).ok().filter(|width| *width < 4 * left.len().saturating_mul(right.len()));
    let Some(places) = places.filter(|places| *places < MOST_FACES) else {
        let pairs = left
            .iter()
            .flat_map(|(one, ways)| right.iter().map(move |(two, others)| (one.saturating_add(*two), ways * others)));
        return Ok(merged(pairs.collect()));
    };
    let place = |one: i64, two: i64| usize::try_from(one + two - start).map_err(|_| lost());
    let small = |faces: &[Face]| -> Option<Vec<(i64, u128)>> {
        let mut sum = 0_u128;
        let mut found = Vec::with_capacity(faces.len());
        for (value, ways) in faces {
            let ways = ways.to_u128()?;
            sum = sum.checked_add(ways)?;
            found.push((*value, ways));
        }
        (sum < 1 << 63).then_some(found)
    };
    if let (Some(left), Some(right)) = (small(left), small(right)) {
        let mut sums = vec![0_u128; places + 1];
        for (one, ways) in &left {
            for (two, others) in &right {
                *sums.get_mut(place(*one, *two)?).ok_or_else(|| lost())? += ways * others;
            }
        }
        let named = sums.into_iter().enumerate().filter(|(_, ways)| *ways > 0);
        return Ok(named.map(|(at, ways)| (start + at as i64, BigUint::from(ways))).collect());
    }
    let mut sums = vec![BigUint::zero(); places + 1];
    for (one, ways) in left {
        for (two, others) in right {
            *sums.get_mut(place(*one, *two)?).ok_or_else(|| lost())? += ways * others;
        }
    }
    let named = sums.into_iter().enumerate().filter(|(_, ways)| !ways.is_zero());
    Ok(named.map(|(at, ways)| (start + at as i64, fitted(ways))).collect())
}
