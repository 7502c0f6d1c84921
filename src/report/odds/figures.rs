//! Formats numbers, and selects those that are worth showing.

use num_bigint::BigUint;
use num_traits::{One as _, Zero as _};

use crate::engine::Answer;
use crate::odds::{Chance, Distribution, Odds, Ratio, quotient};
use crate::report::document::{BarLength, Line};
use crate::report::numbers::with_minus;

/// Ratios longer than this are left to programs.
const LONGEST: usize = 12;
/// Fewer values than this are always all shown.
const FEW: usize = 40;
/// The ends of a long distribution are left out where they come up less often than once in
/// so many times.
const SELDOM: u32 = 100_000;

/// The ratio, where it is short enough to be read.
pub(super) fn fraction(chance: &Chance) -> Option<String> {
    if chance.is_never() || chance.is_always() {
        return Some(if chance.is_never() { "0" } else { "1" }.to_owned());
    }
    let reduced = chance.reduced();
    if reduced.all().bits() > 40 {
        return None;
    }
    Some(reduced.to_string()).filter(|text| text.len() <= LONGEST)
}

/// 97.5 % of a normal distribution lie below this many deviations: between it and its negative
/// lie 95 %.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// Between which bounds a chance lies that came up in so many samples: the interval of Wilson
/// for 95 %. With the share `p` of `n` samples and `z` = 1.96:
///
/// `(p + z²/2n ± z √(p (1 − p)/n + z²/4n²)) / (1 + z²/n)`
pub fn interval(chance: &Chance, samples: u64) -> [f64; 2] {
    // Counts of samples are far from where this would round.
    let (p, n) = (float(chance), samples.max(1) as f64);
    let square = DEVIATIONS * DEVIATIONS;
    let middle = p + square / (2.0 * n);
    let reach = DEVIATIONS * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt();
    let whole = 1.0 + square / n;
    // What never came up may be impossible, and what always came up certain.
    let low = if chance.is_never() { 0.0 } else { ((middle - reach) / whole).max(0.0) };
    let high = if chance.is_always() { 1.0 } else { ((middle + reach) / whole).min(1.0) };
    [low, high]
}

/// What is beside a chance: the ratio, where it is short enough; of samples the interval.
pub fn aside(chance: &Chance, samples: Option<u64>) -> Option<String> {
    let Some(samples) = samples else { return fraction(chance) };
    let [low, high] = interval(chance, samples);
    Some(format!("{:.2}–{:.2}%", low * 100.0, high * 100.0))
}

/// What is written over it.
pub(super) fn aside_title(samples: Option<u64>) -> &'static str {
    if samples.is_some() { "odds-interval" } else { "odds-fraction" }
}

/// In percent, with the ratio or the interval behind it.
pub(super) fn percent_and_aside(chance: &Chance, samples: Option<u64>) -> Line {
    let line = Line::new().strong(percent(chance));
    match aside(chance, samples) {
        Some(aside) if !chance.is_always() || samples.is_some() => line.dim(format!(" ({aside})")),
        _ => line,
    }
}

/// In percent with two places. Only what is impossible is `0%`, and only what is certain `100%`.
pub fn percent(chance: &Chance) -> String {
    rounded(chance, 2)
}

/// In percent with one place, for tables with many columns.
pub fn short_percent(chance: &Chance) -> String {
    rounded(chance, 1)
}

fn rounded(chance: &Chance, places: usize) -> String {
    if chance.is_never() {
        return "0%".to_owned();
    }
    if chance.is_always() {
        return "100%".to_owned();
    }
    let text = chance.percent(places);
    if text == Chance::never().percent(places) {
        let least = Chance::new(1_u32, BigUint::from(10_u32).pow(u32::try_from(places).unwrap_or(0) + 2));
        return format!("<{}%", least.percent(places));
    }
    if text == Chance::always().percent(places) {
        let least = Chance::new(1_u32, BigUint::from(10_u32).pow(u32::try_from(places).unwrap_or(0) + 2));
        return format!(">{}%", least.not().percent(places));
    }
    format!("{text}%")
}

/// A difference of two chances in percentage points, with its sign.
pub fn points(difference: &Ratio) -> String {
    let hundred = Ratio::new(&difference.above * 100, difference.below.clone());
    format!("{} pp", signed(&hundred))
}

/// A difference with its sign; one too small to be seen is `≈ 0`, and none `0`.
pub fn signed(difference: &Ratio) -> String {
    if difference.above.is_zero() {
        return "0".to_owned();
    }
    let text = difference.decimal(2);
    match text.strip_prefix('-') {
        Some(size) => format!("−{size}"),
        None if text == "0.00" => "≈ 0".to_owned(),
        None => format!("+{text}"),
    }
}

/// A number with at most two places: `5.5`, `−6.33`, `7`.
pub fn decimal(ratio: &Ratio) -> String {
    shortest(&ratio.decimal(2))
}

/// The root of a variance with at most two places.
pub fn root(variance: &Ratio) -> String {
    // One place more, so that what is rounded was not cut before.
    let exact = variance.root(6);
    let (whole, places) = exact.split_once('.').unwrap_or((&exact, ""));
    let digits: Option<u128> = format!("{whole}{places}").parse().ok();
    match digits {
        Some(digits) => {
            let hundredths = digits.saturating_add(5_000) / 10_000;
            shortest(&format!("{}.{:02}", hundredths / 100, hundredths % 100))
        }
        None => exact,
    }
}

fn shortest(text: &str) -> String {
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
    with_minus(text)
}

/// A number of two columns: the decimal, and the ratio where it says more and is short.
pub fn decimal_and_ratio(ratio: &Ratio) -> String {
    let decimal = decimal(ratio);
    let exact = ratio.to_string();
    let power = ratio.below == BigUint::one() || exact_in_two_places(ratio);
    if power || exact.len() > LONGEST { decimal } else { format!("{decimal} ({})", with_minus(&exact)) }
}

/// A mean; the ratio of samples says nothing more.
pub(super) fn mean(ratio: &Ratio, samples: Option<u64>) -> String {
    if samples.is_some() { decimal(ratio) } else { decimal_and_ratio(ratio) }
}

/// Whether two places say all there is to say.
fn exact_in_two_places(ratio: &Ratio) -> bool {
    (BigUint::from(100_u32) % &ratio.below).is_zero()
}

/// A chance as the nearest number that machines hold.
pub fn float(chance: &Chance) -> f64 {
    quotient(chance.ways(), chance.all())
}

/// A ratio as the nearest number that machines hold.
pub fn float_of(ratio: &Ratio) -> f64 {
    let size = quotient(ratio.above.magnitude(), &ratio.below);
    if ratio.above.sign() == num_bigint::Sign::Minus { -size } else { size }
}

/// How long the bar of a chance is where the longest is that of `most`.
pub(super) fn part(chance: &Chance, most: &Chance) -> BarLength {
    let parts = chance.given(most).parts(BarLength::WHOLE);
    BarLength::new(if chance.is_never() { 0 } else { parts.max(1) })
}

/// Which values are worth showing, by index: of a long list of numbers not those at either
/// end that together hardly ever come up.
pub(super) fn worth(values: &Distribution<Answer>, all: bool) -> std::ops::Range<usize> {
    let count = values.ways().len();
    let numbers = values.ways().iter().all(|(answer, _)| matches!(answer, Answer::Number(_)));
    if all || count <= FEW || !numbers {
        return 0..count;
    }
    let seldom = |all_ways: &mut dyn Iterator<Item = &num_bigint::BigUint>| {
        let mut sum = num_bigint::BigUint::default();
        let hardly = all_ways.take_while(|ways| {
            sum += *ways;
            &sum * SELDOM < *values.all()
        });
        hardly.count()
    };
    let low = seldom(&mut values.ways().iter().map(|(_, ways)| ways));
    let high = seldom(&mut values.ways().iter().rev().map(|(_, ways)| ways));
    low..count.saturating_sub(high).max(low)
}

/// A figure of a distribution: a chance or a mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::report) enum Measure {
    Chance(Chance),
    Mean(Ratio),
}

impl Measure {
    /// A chance of success, or that something holds; else the mean.
    pub(super) fn headline(odds: &Odds) -> Option<Self> {
        if let Some(success) = odds.success() {
            return Some(Self::Chance(success));
        }
        let flags = odds.values.ways().iter().all(|(answer, _)| matches!(answer, Answer::Flag(_)));
        if flags && !odds.values.is_empty() {
            return Some(Self::Chance(odds.values.chance(&Answer::Flag(true))));
        }
        odds.values.mean().map(Self::Mean)
    }

    pub(in crate::report) fn words(&self) -> String {
        match self {
            Self::Chance(chance) => percent(chance),
            Self::Mean(mean) => decimal(mean),
        }
    }

    /// For tables with many columns.
    pub(super) fn short(&self) -> String {
        match self {
            Self::Chance(chance) => short_percent(chance),
            Self::Mean(mean) => decimal(mean),
        }
    }

    pub fn float(&self) -> f64 {
        match self {
            Self::Chance(chance) => float(chance),
            Self::Mean(mean) => float_of(mean),
        }
    }

    /// How much more this is than another, if both are of one kind.
    pub(in crate::report) fn difference(&self, other: &Self) -> Option<String> {
        match (self, other) {
            (Self::Chance(one), Self::Chance(other)) => Some(points(&Ratio::difference(one, other))),
            (Self::Mean(one), Self::Mean(other)) => Some(signed(&one.less(other))),
            _ => None,
        }
    }
}
