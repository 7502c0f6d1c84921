//! Selects the values that have a row in a table, and computes the probability of each row.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Cumulation, figures, outcomes};
use crate::engine::Answer;
use crate::limits::ROWS;
use crate::odds::{Chance, Distribution};
use crate::report::Catalogue;
use crate::report::document::{Document, Line};
use crate::sort::Gather as _;

/// Where there are more rows than this, values are taken together, and about a quarter are left.
pub const MANY: usize = 200;
/// The same of a picture, which has fewer dots.
const MOST_DRAWN: usize = 4_000;

/// The rows of a table over the values of one or several distributions.
#[derive(Debug)]
pub(super) struct Rows {
    /// The value of each row; of several that are taken together the lowest that could be.
    pub(super) answers: Vec<Answer>,
    pub(super) numbers: bool,
    /// How many values are taken together.
    step: i64,
    /// The lowest and the highest number that there are.
    ends: (i64, i64),
    /// How many values have no row.
    hidden: usize,
    /// Whether all are shown that can be.
    all: bool,
}

impl Rows {
    /// Rows for every value that is worth it in one of the distributions, or for all; of very
    /// many several are taken together.
    pub(super) fn new(distributions: &[&Distribution<Answer>], all: bool) -> Self {
        Self::of(distributions, all, if all { ROWS } else { MANY })
    }

    /// The same for a picture.
    pub(super) fn drawn(distributions: &[&Distribution<Answer>], all: bool) -> Self {
        Self::of(distributions, all, MOST_DRAWN)
    }

    /// That values are taken together, and that some at the ends have no row.
    pub(super) fn without_row(&self, catalogue: &Catalogue) -> Vec<String> {
        let together = (self.step > 1).then(|| catalogue.text("odds-together", &vec![("step", self.step.into())]));
        let left = (self.hidden > 0).then(|| catalogue.text("odds-left-out", &vec![("count", self.hidden.into())]));
        together.into_iter().chain(left).collect()
    }

    /// How values are read: words have no order in which one would be at least the other.
    pub(super) fn reading(&self, wanted: Cumulation) -> Cumulation {
        if self.numbers { wanted } else { Cumulation::Exactly }
    }

    fn of(distributions: &[&Distribution<Answer>], all: bool, many: usize) -> Self {
        let mut every: BTreeSet<&Answer> = BTreeSet::new();
        let mut worth: BTreeSet<&Answer> = BTreeSet::new();
        for values in distributions {
            let range = figures::worth(values, all);
            for (index, (answer, _)) in values.ways().iter().enumerate() {
                every.insert(answer);
                if range.contains(&index) {
                    worth.insert(answer);
                }
            }
        }
        let numbers = every.iter().all(|answer| matches!(answer, Answer::Number(_)));
        let number = |answer: Option<&&Answer>| match answer {
            Some(Answer::Number(number)) => *number,
            _ => 0,
        };
        let ends = (number(every.first()), number(every.last()));
        // Between the ends of one series stand values that are at the ends of another.
        let shown = |answer: &&Answer| match (worth.first(), worth.last()) {
            (Some(first), Some(last)) => *first <= *answer && *answer <= *last,
            _ => false,
        };
        let step = if numbers && every.iter().copied().filter(|one| shown(one)).count() > many {
            step(number(worth.first()), number(worth.last()), many)
        } else {
            1
        };
        let rows: BTreeSet<Answer> = every.iter().copied().filter(|one| shown(one)).map(|one| row(one, step)).to_set();
        let hidden = every.iter().filter(|answer| !rows.contains(&row(answer, step))).count();
        Self { answers: rows.into_iter().collect(), numbers, step, ends, hidden, all }
    }

    /// How likely each row is in a distribution, as it is read.
    pub(super) fn chances(&self, values: &Distribution<Answer>, reading: Cumulation) -> Vec<Chance> {
        let values =
            if self.step > 1 { Cow::Owned(values.map(|answer| row(answer, self.step))) } else { Cow::Borrowed(values) };
        let known = values.ways().iter().map(|(answer, _)| answer);
        match reading {
            Cumulation::Exactly => self.answers.iter().map(|answer| values.chance(answer)).collect(),
            // Of the first that is not lower.
            Cumulation::AtLeast => {
                let mut read = known.zip(values.at_least()).peekable();
                let mut found = Vec::with_capacity(self.answers.len());
                for answer in &self.answers {
                    while read.next_if(|(one, _)| *one < answer).is_some() {}
                    found.push(read.peek().map_or_else(Chance::never, |(_, chance)| chance.clone()));
                }
                found
            }
            // Of the last that is not higher.
            Cumulation::AtMost => {
                let mut read = known.zip(values.at_most()).peekable();
                let mut last = Chance::never();
                let mut found = Vec::with_capacity(self.answers.len());
                for answer in &self.answers {
                    while let Some((_, chance)) = read.next_if(|(one, _)| *one <= answer) {
                        last = chance;
                    }
                    found.push(last.clone());
                }
                found
            }
        }
    }

    /// What is before a row: a value, or the first and last of several.
    pub(super) fn title(&self, answer: &Answer, signed: bool, catalogue: &Catalogue) -> Line {
        let word = |number: i64| if signed { outcomes::signed(number) } else { outcomes::unsigned(number) };
        let Answer::Number(low) = answer else { return Line::new().strong(outcomes::value(answer, catalogue)) };
        let high = low.saturating_add(self.step - 1).min(self.ends.1);
        let low = (*low).max(self.ends.0);
        Line::new().strong(if low < high { format!("{}–{}", word(low), word(high)) } else { word(low) })
    }

    /// What is to be said about values that have no row of their own.
    pub(super) fn notes(&self, catalogue: &Catalogue) -> Document {
        let mut notes = self.without_row(catalogue);
        if notes.is_empty() {
            return Document::new();
        }
        notes.push(catalogue.say(if self.all { "odds-write-all" } else { "odds-show-all" }));
        Document::new().line(Line::new().dim(notes.join(" ")))
    }
}

/// The value of the row that a value belongs to.
fn row(answer: &Answer, step: i64) -> Answer {
    match answer {
        Answer::Number(number) if step > 1 => Answer::Number(number.div_euclid(step).saturating_mul(step)),
        other => other.clone(),
    }
}

/// 2, 5, 10, 20, 50 …: so many values that about a quarter of so many rows are left.
pub fn step(low: i64, high: i64, many: usize) -> i64 {
    let least = (i128::from(high) - i128::from(low)) / (many as i128 / 4);
    let powers = std::iter::successors(Some(1_i64), |power| power.checked_mul(10));
    let steps = powers.flat_map(|power| [1, 2, 5].into_iter().filter_map(move |times| power.checked_mul(times)));
    steps.skip(1).find(|step| i128::from(*step) >= least).unwrap_or(i64::MAX)
}
