//! Round numbers along an axis.

use crate::report::numbers::with_minus;

/// Maps a range of numbers linearly to a range of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Lays `low` at `from` and `high` at `to`.
    pub fn new(low: f64, high: f64, from: f64, to: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self { low, high, from, to }
    }

    /// Where a number lies.
    pub fn at(&self, number: f64) -> f64 {
        self.from + (number - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// The numbers at its ends.
    pub(super) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Round numbers within the stretch, about so many, no closer than `least`; and how far
    /// they are apart.
    pub fn ticks(&self, about: f64, least: f64) -> (Vec<f64>, f64) {
        let step = round_step((self.high - self.low) / about.max(1.0)).max(least);
        let first = (self.low / step - 1e-9).ceil();
        let mut ticks = Vec::new();
        // There are never many more than was asked for.
        for index in 0..200_u32 {
            let tick = (first + f64::from(index)) * step;
            if tick > self.high + step * 1e-6 {
                break;
            }
            ticks.push(tick);
        }
        (ticks, step)
    }
}

/// The next of 1, 2, 5, 10, 20, 50 … from here on.
pub fn round_step(step: f64) -> f64 {
    if !step.is_finite() || step <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf(step.log10().floor());
    let within = step / power;
    let round = [1.0, 2.0, 5.0].into_iter().find(|round| within <= round + 1e-9).unwrap_or(10.0);
    round * power
}

/// A number of an axis whose numbers are so far apart.
pub fn label(number: f64, step: f64) -> String {
    let places = (0..6_usize).find(|places| {
        let scaled = step * 10_f64.powi(i32::try_from(*places).unwrap_or(0));
        (scaled - scaled.round()).abs() < 1e-6
    });
    let text = format!("{number:.*}", places.unwrap_or(6));
    if text.trim_start_matches(['-', '0', '.']).is_empty() { "0".to_owned() } else { with_minus(&text) }
}
