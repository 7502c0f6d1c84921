//! The odds of a test for some bonuses and each step of its ladder: the data, which the session computes, and its
//! tables.

use crate::world::Answer;
use std::collections::BTreeSet;

use super::super::document::{Document, DocumentColumn, Line};
use super::super::numbers::Numbers;
use super::super::roll::words;
use super::super::show::Shower;
use crate::check::program::{AnswerKind, LookupTable, Question, Test};
use crate::diagnostic::Diagnostic;
use crate::id::Id;
use crate::odds::Chance;

#[derive(Debug, Clone, Default)]
pub struct TestChances {
    /// The assumed answers to questions without a default: the index of the question, and the answer.
    pub given: Vec<(usize, i64)>,
    /// Those of them that are traits: the answer is which of those that there are, from 0.
    pub named: BTreeSet<usize>,
    /// The traits that are assumed of the roller.
    pub traits: Vec<(String, i64)>,
    /// The question whose answers make the columns, and those answers.
    pub lead: Option<(usize, Vec<i64>)>,
    /// What makes the rows.
    pub steps: Steps,
    /// For each row the chance of success in each column; empty where nothing is a success.
    pub success: Vec<Vec<Chance>>,
    /// For each outcome of the test its chance in each column, against the step in the middle.
    pub outcomes: Vec<Vec<Chance>>,
    /// The mean of the total in each column, where nothing is an outcome.
    pub means: Vec<String>,
}

/// The difficulties of a table of chances: one for each row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Steps {
    #[default]
    Nothing,
    /// Rows of a table, by index.
    Rows(Id<LookupTable>, Vec<usize>),
    Numbers(Vec<i64>),
}

impl Steps {
    /// Their number.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Rows(_, rows) => rows.len(),
            Self::Numbers(numbers) => numbers.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The chances of a test, or the reason why they were not computed.
pub type TestChancesResult = Result<TestChances, Diagnostic>;

/// A chance in a cell: whole percents, but what is never or always is told from what is nearly so.
fn cell(chance: &Chance) -> Line {
    if chance.is_never() {
        return Line::new().dim("–");
    }
    match chance.percent(0).as_str() {
        "0" => Line::new().number("<1"),
        "100" if !chance.is_always() => Line::new().number(">99"),
        percent => Line::new().number(percent),
    }
}

impl Shower<'_> {
    /// The tables of a test's chances.
    pub(super) fn chances(&self, test: &Test, found: &TestChancesResult, brief: bool) -> Document {
        let chances = match found {
            Ok(chances) => chances,
            Err(_) if brief => return Document::new(),
            Err(why) => {
                let line = self.say_with(
                    "reference-no-chances",
                    &vec![("why", self.catalogue.text(why.code.as_str(), &why.args).into())],
                );
                return Document::new().line(Line::new().dim(line));
            }
        };
        let mut document = Document::new();
        if !brief && (!chances.given.is_empty() || !chances.traits.is_empty()) {
            let given = chances.given.iter().map(|&(index, value)| self.given_in(test, chances, index, value));
            let all = given.chain(chances.traits.iter().map(|(name, value)| (name.clone(), value.to_string())));
            let all = all.map(|(name, answer)| Line::new().name(name).plain(" ").plain(answer));
            let line = Line::new().dim(self.say("reference-given")).plain(" ").then(Line::join(all, ", "));
            document = document.line(line);
        }
        if !chances.success.is_empty() {
            let title = match &chances.steps {
                Steps::Nothing => String::new(),
                Steps::Rows(table, _) => self.game.tables[*table].name.to_string(),
                Steps::Numbers(_) => {
                    let name = test.against.and_then(|index| test.inputs.get(index));
                    name.map_or(String::new(), |(name, _)| name.to_string())
                }
            };
            let rows = chances.success.iter().enumerate().map(|(index, row)| {
                let mut line = vec![self.step_label(&chances.steps, index)];
                line.extend(row.iter().map(cell));
                line
            });
            document = document.table(self.titled(&title, test, chances, true), rows.collect());
        }
        let plain = test.outcomes.len() == chances.outcomes.len();
        // Where the only two ways to end are success and failure, the first table says it all.
        let told = !chances.success.is_empty()
            && test.outcomes.len() <= 2
            && test.outcomes.iter().all(|outcome| outcome.success.is_some());
        if plain && !told && !chances.outcomes.is_empty() {
            let middle = chances.steps.len().saturating_sub(1) / 2;
            let against = self.step_label(&chances.steps, middle).words();
            let title = if chances.steps.is_empty() {
                self.say("reference-outcome")
            } else {
                self.say_with("reference-outcome-against", &vec![("step", against.into())])
            };
            let rows = test.outcomes.iter().zip(&chances.outcomes).map(|(outcome, row)| {
                let mut line = vec![Line::new().name(&outcome.name)];
                line.extend(row.iter().map(cell));
                line
            });
            document = document.table(self.titled(&title, test, chances, true), rows.collect());
        }
        if !chances.means.is_empty() {
            let mut row = vec![Line::new().plain(self.say("reference-mean"))];
            let numbers = Numbers::of(self.catalogue);
            row.extend(chances.means.iter().map(|mean| Line::new().number(numbers.write(mean))));
            document = document.table(self.titled("", test, chances, false), vec![row]);
        }
        document
    }

    /// The titles of the columns. The first says what rows, columns and numbers are: `Sea /
    /// bonus (%)`.
    fn titled(&self, rows: &str, test: &Test, chances: &TestChances, percents: bool) -> Vec<DocumentColumn> {
        let Some((lead, values)) = &chances.lead else {
            let title = if percents { format!("{rows} (%)").trim_start().to_owned() } else { rows.to_owned() };
            return vec![DocumentColumn::left(title), DocumentColumn::right(self.say("reference-chance"))];
        };
        let name = test.inputs.get(*lead).map_or("", |(name, _)| &**name);
        let what = if rows.is_empty() { name.to_owned() } else { format!("{rows} / {name}") };
        let first = DocumentColumn::left(if percents { format!("{what} (%)") } else { what });
        let heads = values.iter().map(|&value| DocumentColumn::right(self.answer_in(test, *lead, value).1));
        std::iter::once(first).chain(heads).collect()
    }

    /// The name of a question of a test, and what is assumed as its answer.
    fn given_in(&self, test: &Test, chances: &TestChances, index: usize, value: i64) -> (String, String) {
        match test.inputs.get(index) {
            Some((name, Question { kind: AnswerKind::Trait(list, _), .. })) if chances.named.contains(&index) => {
                let one = usize::try_from(value).ok().and_then(|at| self.game.traits.get(*list.get(at)?));
                (name.to_string(), one.map_or(String::new(), |one| one.name.to_string()))
            }
            _ => self.answer_in(test, index, value),
        }
    }

    /// The name of a question of a test, and an answer to it in words.
    fn answer_in(&self, test: &Test, index: usize, value: i64) -> (String, String) {
        let Some((name, question)) = test.inputs.get(index) else { return Default::default() };
        let answer = match &question.kind {
            AnswerKind::Cell(..) => value.to_string(),
            kind => words(&Answer::of(self.game, &kind.kind(), value), self.catalogue),
        };
        (name.to_string(), answer)
    }

    fn step_label(&self, steps: &Steps, index: usize) -> Line {
        match steps {
            Steps::Nothing => Line::new().plain(self.say("reference-success")),
            Steps::Numbers(numbers) => Line::new().plain(numbers.get(index).copied().unwrap_or_default()),
            Steps::Rows(table, rows) => {
                let table = &self.game.tables[*table];
                let row = rows.get(index).and_then(|row| table.rows.get(*row));
                let Some(row) = row else { return Line::new() };
                let line = Line::new().name(&row.label);
                match row.cells.first().zip(table.columns.first()) {
                    Some((cell, column)) => line.plain(" ").then(self.cell(cell, &column.kind)),
                    None => line,
                }
            }
        }
    }
}
