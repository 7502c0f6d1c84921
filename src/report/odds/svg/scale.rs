//! Round numbers along an axis.

use crate::report::numbers::with_minus;

/// A stretch of numbers laid along a stretch of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Lays `low` at `from` and `high` at `to`.
    pub(super) fn new(low: f64, high: f64, from: f64, to: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self { low, high, from, to }
    }

    /// Where a number lies.
    pub(super) fn at(&self, number: f64) -> f64 {
        self.from + (number - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// The numbers at its ends.
    pub(super) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Round numbers within the stretch, about so many, no closer than `least`; and how far
    /// they are apart.
    pub(super) fn ticks(&self, about: f64, least: f64) -> (Vec<f64>, f64) {
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
pub(super) fn round_step(step: f64) -> f64 {
    if !step.is_finite() || step <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf(step.log10().floor());
    let within = step / power;
    let round = [1.0, 2.0, 5.0].into_iter().find(|round| within <= round + 1e-9).unwrap_or(10.0);
    round * power
}

/// A number of an axis whose numbers are so far apart.
pub(super) fn label(number: f64, step: f64) -> String {
    let places = (0..6_usize).find(|places| {
        let scaled = step * 10_f64.powi(i32::try_from(*places).unwrap_or(0));
        (scaled - scaled.round()).abs() < 1e-6
    });
    let text = format!("{number:.*}", places.unwrap_or(6));
    if text.trim_start_matches(['-', '0', '.']).is_empty() { "0".to_owned() } else { with_minus(&text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
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
}
