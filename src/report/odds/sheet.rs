//! The rows of a spreadsheet: one for each value, outcome and margin. The first eight columns are always the same;
//! others follow, and the interval of samples comes last.

use super::write_row;
use super::{figures, outcomes};
use crate::engine::{Answer, Failure};
use crate::odds::{Chance, Distribution, Odds};
use crate::report::Catalogue;

/// The columns that there always are.
const COLUMNS: [&str; 8] = ["expression", "value", "probability", "decimal", "at_least", "at_most", "kind", "ruleset"];
/// The columns of what was only sampled.
const INTERVAL: [&str; 2] = ["low", "high"];

/// Rows of a spreadsheet with a header. They are written one by one, because there may be a million.
#[derive(Debug, Default)]
pub struct Spreadsheet {
    /// The rows written so far.
    pub(super) text: String,
    /// What the rows that follow have in common.
    pub(super) expression: String,
    pub(super) ruleset: String,
    /// The cells of further columns.
    pub(super) more: Vec<String>,
    pub(super) samples: Option<u64>,
    /// What was not sampled among what was.
    pub(super) certain: bool,
}

impl Spreadsheet {
    /// A sheet with further columns, and those of samples if there are any.
    pub(super) fn new<'t>(more: impl IntoIterator<Item = &'t str>, sampled: bool) -> Self {
        let titles = COLUMNS.into_iter().chain(more).chain(INTERVAL.into_iter().filter(|_| sampled));
        let mut sheet = Self::default();
        write_row(&mut sheet.text, titles);
        sheet
    }

    pub(super) fn row(&mut self, value: String, chance: &Chance, ends: Option<(&Chance, &Chance)>, kind: &str) {
        let (least, most) = ends.map(|(least, most)| (least.to_string(), most.to_string())).unwrap_or_default();
        let decimal = decimal(chance);
        let interval = self.samples.map(|samples| match self.certain {
            true => [decimal.clone(), decimal.clone()],
            false => figures::interval(chance, samples).map(|bound| bound.to_string()),
        });
        let chance = chance.to_string();
        let cells = [&*self.expression, &value, &chance, &decimal, &least, &most, kind, &self.ruleset];
        let interval = interval.iter().flatten().map(String::as_str);
        write_row(&mut self.text, cells.into_iter().chain(self.more.iter().map(String::as_str)).chain(interval));
    }

    /// What a test or an expression comes to.
    pub(super) fn odds(&mut self, odds: &Odds, catalogue: &Catalogue) {
        for outcome in &odds.outcomes {
            self.row(outcomes::name(outcome, catalogue), &outcome.chance, None, "outcome");
        }
        if let Some(success) = odds.success() {
            self.row(String::new(), &success, None, "success");
        }
        for (class, chance) in odds.classes() {
            self.row(class.to_owned(), &chance, None, "class");
        }
        self.values(&odds.values, "value");
        if let Some(margin) = &odds.margin {
            self.values(&margin.map(|one| Answer::Number(*one)), "margin");
        }
        for (label, values) in &odds.shown {
            self.values(values, &format!("shown {label}"));
        }
    }

    /// The condition under which all holds, and what two things come to together: the second in the last column.
    pub(super) fn together(&mut self, odds: &Odds) {
        if let Some(given) = &odds.given {
            self.row(
                given.condition.clone(),
                &given.chance,
                None,
                if given.at_most { "given at most" } else { "given" },
            );
        }
        let Some(pairs) = &odds.pairs else { return };
        for ((value, beside), chance) in pairs.values.chances() {
            if let Some(last) = self.more.last_mut() {
                *last = word(beside);
            }
            self.row(word(value), &chance, None, "pair");
        }
        self.more.last_mut().into_iter().for_each(String::clear);
    }

    pub(super) fn values(&mut self, values: &Distribution<Answer>, kind: &str) {
        let numbers = values.ways().iter().all(|(answer, _)| matches!(answer, Answer::Number(_)));
        for ((answer, chance), (least, most)) in values.chances().zip(values.at_least().zip(values.at_most())) {
            self.row(word(answer), &chance, numbers.then_some((&least, &most)), kind);
        }
    }

    /// What is left out where it never happens.
    pub(super) fn perhaps(&mut self, chance: &Chance, kind: &str) {
        if !chance.is_never() {
            self.row(String::new(), chance, None, kind);
        }
    }

    pub(super) fn unanswered(&mut self, all: &[(Failure, Chance)]) {
        for (failure, chance) in all {
            self.row(failure.code().to_string(), chance, None, "unanswered");
        }
    }
}

fn word(answer: &Answer) -> String {
    match answer {
        Answer::Number(number) => number.to_string(),
        Answer::Flag(flag) => flag.to_string(),
        Answer::Text(text) => text.clone(),
    }
}

/// The decimal as short as it can be without losing anything of what machines hold.
pub(super) fn decimal(chance: &Chance) -> String {
    figures::float(chance).to_string()
}
