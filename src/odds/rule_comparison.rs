//! The effect of a changed rule on the odds of a test.

use std::collections::BTreeSet;

use num_traits::Zero as _;

use super::chance::{Chance, Ratio};
use super::distribution::Distribution;
use super::model::Odds;
use crate::diagnostic::Diagnostic;
use crate::engine::Answer;

/// A figure about a test that two versions of a game are compared by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figure {
    /// The probability of success.
    Success(Chance),
    /// The probability of an outcome, by name.
    Outcome(String, Chance),
    /// The mean of the total.
    Mean(Ratio),
    /// The mean of a shown value, by label, given that there is one; and whether there always is one.
    Shown(String, Ratio, bool),
    /// The probability of one value of the total (`None`) or of a shown value: where means are equal or missing, but
    /// distributions differ.
    Exactly(Option<String>, Answer, Chance),
}

impl Figure {
    /// Whether both are the same figure, whatever their numbers.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Success(_), Self::Success(_)) | (Self::Mean(_), Self::Mean(_)) => true,
            (Self::Outcome(one, _), Self::Outcome(other, _)) | (Self::Shown(one, ..), Self::Shown(other, ..)) => {
                one == other
            }
            (Self::Exactly(label, value, _), Self::Exactly(other, it, _)) => (label, value) == (other, it),
            _ => false,
        }
    }

    /// The difference `other - self`; `None` for different figures.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<Ratio> {
        match (self, other) {
            (
                Self::Success(one) | Self::Outcome(_, one) | Self::Exactly(.., one),
                Self::Success(other) | Self::Outcome(_, other) | Self::Exactly(.., other),
            ) => Some(Ratio::difference(other, one)),
            (Self::Mean(one) | Self::Shown(_, one, _), Self::Mean(other) | Self::Shown(_, other, _)) => {
                Some(other.less(one))
            }
            _ => None,
        }
    }
}

/// The effect of a change on a test.
#[derive(Debug, Clone)]
pub struct Shift {
    pub test: String,
    /// The answer that was assumed: the name of the question and the changed row.
    pub set: Option<(String, String)>,
    /// The figures, or why there are none.
    pub found: ShiftResult,
}

/// What changes do to the tests that they touch.
#[derive(Debug)]
pub struct Shifts {
    /// Each test, alone or with a row that it asks for.
    pub shifts: Vec<Shift>,
    /// Change by change the places of its shifts.
    pub places: Vec<Vec<usize>>,
    /// Shift by shift the changes that may have a part in it.
    pub causes: Vec<Vec<usize>>,
    /// Tests that are touched too and were not compared: there are too many.
    pub left_out: Vec<String>,
    /// Names that were given values, and that no test that was compared reads.
    pub unread: BTreeSet<String>,
}

/// The result of comparing the odds of a test.
#[derive(Debug, Clone)]
pub enum ShiftResult {
    /// The figures that differ, before and after; `None`: there is no such figure.
    Figures(Vec<FigurePair>),
    /// There are no odds: what is missing or wrong, and whether that is so in the first game.
    Missing(Vec<Diagnostic>, bool),
}

/// A figure before and after.
pub type FigurePair = (Option<Figure>, Option<Figure>);

/// The figures of a test that differ, before and after.
#[must_use]
pub fn shifted(one: &Odds, other: &Odds) -> Vec<FigurePair> {
    let told = [one, other].into_iter().all(success_tells);
    let mut pairs = changed(&figures(one, told), &figures(other, told));
    let labels = other.shown.iter().chain(&one.shown).map(|(label, _)| Some(label.as_str()));
    let mut seen = BTreeSet::new();
    for label in std::iter::once(None).chain(labels).filter(|label| seen.insert(*label)) {
        let of = |odds| values(odds, label);
        let means = changed(&mean(label, of(one)), &mean(label, of(other)));
        // Distributions with the same mean may differ.
        let most = if means.is_empty() { widest(label, of(one), of(other)) } else { None };
        pairs.extend(means);
        pairs.extend(most);
    }
    pairs
}

/// The figures that are missing on one side, or differ.
fn changed(one: &[Figure], other: &[Figure]) -> Vec<FigurePair> {
    let mut pairs: Vec<FigurePair> = Vec::new();
    for figure in other {
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

/// Whether the probability of success tells those of all outcomes: of two one is the complement of the other, unless
/// there may be neither.
fn success_tells(odds: &Odds) -> bool {
    let two = odds.success().is_some() && odds.outcomes.len() <= 2;
    two && odds.undecided.is_never() && odds.unanswered.is_empty()
}

/// The probability of success, and those of the outcomes that it does not tell.
fn figures(odds: &Odds, told: bool) -> Vec<Figure> {
    let mut found: Vec<Figure> = odds.success().map(Figure::Success).into_iter().collect();
    for outcome in odds.outcomes.iter().filter(|_| !told) {
        if let Some(name) = &outcome.name {
            found.push(Figure::Outcome(name.clone(), outcome.chance.clone()));
        }
    }
    found
}

/// The total, or what is shown under a label.
fn values<'o>(odds: &'o Odds, label: Option<&str>) -> Option<&'o Distribution<Answer>> {
    match label {
        None => Some(&odds.values),
        Some(label) => odds.shown.iter().find(|(one, _)| one == label).map(|(_, values)| values),
    }
}

fn mean(label: Option<&str>, values: Option<&Distribution<Answer>>) -> Vec<Figure> {
    let Some((values, mean)) = values.and_then(|values| Some((values, values.mean()?))) else {
        return Vec::new();
    };
    vec![match label {
        None => Figure::Mean(mean),
        Some(label) => Figure::Shown(label.to_owned(), mean, values.whole().is_always()),
    }]
}

/// The value whose chance differs most.
fn widest(
    label: Option<&str>,
    one: Option<&Distribution<Answer>>,
    other: Option<&Distribution<Answer>>,
) -> Option<FigurePair> {
    let figure = |of: Option<&Distribution<Answer>>, value: &Answer| {
        of.map(|of| Figure::Exactly(label.map(str::to_owned), value.clone(), of.chance(value)))
    };
    let all = [one, other].into_iter().flatten().flat_map(Distribution::ways).map(|(value, _)| value);
    let pairs = all.map(|value| (figure(one, value), figure(other, value))).filter_map(|pair| {
        let apart = match &pair {
            (Some(one), Some(other)) => one.difference(other)?,
            _ => Ratio::new(1.into(), 1_u32.into()),
        };
        let size = Ratio { above: apart.above.magnitude().clone().into(), ..apart };
        (!size.above.is_zero()).then_some((size, pair))
    });
    // The first of several that differ as much.
    let most = pairs.reduce(|most, next| if next.0 > most.0 { next } else { most });
    most.map(|(_, pair)| pair)
}
