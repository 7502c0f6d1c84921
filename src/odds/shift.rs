//! The effect of a changed rule on the odds of a test.

use num_traits::Zero as _;

use super::chance::{Chance, Ratio};
use super::model::{Odds, numbers};
use crate::diagnostic::Diagnostic;

/// A number about a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figure {
    /// How likely a success is.
    Success(Chance),
    /// How likely an outcome is, by its name.
    Outcome(String, Chance),
    /// The mean of the total.
    Mean(Ratio),
    /// The mean of a value that is shown, by its label, over the times that there is one; whether
    /// there always is.
    Shown(String, Ratio, bool),
}

impl Figure {
    /// Whether both say the same of the same.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Success(_), Self::Success(_)) | (Self::Mean(_), Self::Mean(_)) => true,
            (Self::Outcome(one, _), Self::Outcome(other, _)) | (Self::Shown(one, ..), Self::Shown(other, ..)) => {
                one == other
            }
            _ => false,
        }
    }

    /// How much more the other is.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<Ratio> {
        match (self, other) {
            (Self::Success(one) | Self::Outcome(_, one), Self::Success(other) | Self::Outcome(_, other)) => {
                Some(Ratio::difference(other, one))
            }
            (Self::Mean(one) | Self::Shown(_, one, _), Self::Mean(other) | Self::Shown(_, other, _)) => {
                Some(other.less(one))
            }
            _ => None,
        }
    }
}

/// What a change does to a test.
#[derive(Debug, Clone)]
pub struct Shift {
    pub test: String,
    /// What was set for it: the row that was changed.
    pub set: Option<(String, String)>,
    /// What was found.
    pub found: Found,
}

/// What was found about a test.
#[derive(Debug, Clone)]
pub enum Found {
    /// The figures that differ, before and after; `None`: there is no such figure.
    Figures(Vec<Pair>),
    /// There are no odds of it: what is missing or wrong, and whether that is so in the first.
    Missing(Vec<Diagnostic>, bool),
}

/// A figure before and after.
pub type Pair = (Option<Figure>, Option<Figure>);

/// The figures of a test that differ.
#[must_use]
pub fn shifted(one: &Odds, other: &Odds) -> Vec<Pair> {
    let (one, other) = (figures(one), figures(other));
    let mut pairs: Vec<Pair> = Vec::new();
    for figure in &other {
        pairs.push((one.iter().find(|before| before.is_like(figure)).cloned(), Some(figure.clone())));
    }
    for figure in one.iter().filter(|figure| !other.iter().any(|after| after.is_like(figure))) {
        pairs.push((Some(figure.clone()), None));
    }
    pairs.retain(|pair| match pair {
        (Some(one), Some(other)) => one.difference(other).is_some_and(|difference| !difference.above.is_zero()),
        _ => true,
    });
    pairs
}

/// Everything about a test that is one number.
fn figures(odds: &Odds) -> Vec<Figure> {
    let mut found: Vec<Figure> = odds.success().map(Figure::Success).into_iter().collect();
    // Of two outcomes one is what the other is not.
    for outcome in odds.outcomes.iter().filter(|_| odds.outcomes.len() > 2) {
        if let Some(name) = &outcome.name {
            found.push(Figure::Outcome(name.clone(), outcome.chance.clone()));
        }
    }
    found.extend(odds.values.mean().map(Figure::Mean));
    for (label, values) in &odds.shown {
        let mean = numbers(values).and_then(|numbers| numbers.mean());
        let always = values.whole().is_always();
        found.extend(mean.map(|mean| Figure::Shown(label.clone(), mean, always)));
    }
    found
}
