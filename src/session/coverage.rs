//! Coverage: the parts of a game that its cases exercise, and those that they do not.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::program::{AnswerKind, CheckedGame, LookupTable};
use crate::engine::{Evaluation, OutcomeResult, SideResult, TraceStep};
use crate::id::Id;
use crate::report::cases::CoveragePart;
use crate::source::fold;

/// The names of a game that a case used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exercised {
    /// Rows that were read: table, row.
    rows: BTreeSet<(String, String)>,
    /// Outcomes that were reached: test, outcome.
    outcomes: BTreeSet<(String, String)>,
    /// Test, the name of what it was compared with.
    against: BTreeSet<(String, String)>,
    actions: BTreeSet<String>,
    interventions: BTreeSet<String>,
}

impl Exercised {
    /// What an expression came upon.
    #[must_use]
    pub(super) fn of(evaluation: &Evaluation) -> Self {
        let mut found = Self::default();
        found.walk(&evaluation.trace);
        found.test(&evaluation.sides, evaluation.outcome.as_ref());
        found
    }

    fn test(&mut self, sides: &[SideResult], outcome: Option<&OutcomeResult>) {
        let test = sides.first().and_then(|side| side.test.as_ref());
        let (Some(test), Some(outcome)) = (test, outcome) else { return };
        self.outcomes.extend(outcome.name.iter().map(|name| (test.clone(), name.clone())));
        self.against.extend(outcome.against_name.iter().map(|name| (test.clone(), name.clone())));
    }

    /// Counts the rows of tables that answers name.
    pub(super) fn answers(&mut self, game: &CheckedGame, action: usize, answers: &BTreeMap<String, String>) {
        let action = game.action(action);
        for ask in &action.ask {
            let (AnswerKind::Cell(table, _) | AnswerKind::Row(table)) = ask.question.kind else { continue };
            let answer = answers.get(&*action.slot(ask.slot).name).map(|answer| fold(answer.trim()));
            let Some(answer) = answer else { continue };
            let table = &game.tables[table];
            for row in table.rows.iter().filter(|row| fold(&row.label) == answer) {
                self.rows.insert((table.name.to_string(), row.label.to_string()));
            }
        }
    }

    /// What steps came upon.
    pub(super) fn walk(&mut self, trace: &[TraceStep]) {
        for step in trace {
            match step {
                TraceStep::Cell { table, row, .. } => {
                    self.rows.insert((table.clone(), row.clone()));
                }
                TraceStep::Act { name, .. } => {
                    self.actions.insert(name.clone());
                }
                TraceStep::Intervened { name, .. } => {
                    self.interventions.insert(name.clone());
                }
                TraceStep::Test { sides, outcome, .. } => self.test(sides, outcome.as_ref()),
                _ => {}
            }
        }
    }

    /// Adds the counts of `other`.
    pub fn join(&mut self, other: &Self) {
        self.rows.extend(other.rows.iter().cloned());
        self.outcomes.extend(other.outcomes.iter().cloned());
        self.against.extend(other.against.iter().cloned());
        self.actions.extend(other.actions.iter().cloned());
        self.interventions.extend(other.interventions.iter().cloned());
    }
}

fn part<'n>(of: Option<&str>, names: impl Iterator<Item = &'n str>, done: impl Fn(&str) -> bool) -> CoveragePart {
    let mut part = CoveragePart { of: of.map(str::to_owned), ..CoveragePart::default() };
    for name in names {
        part.all += 1;
        if !done(name) {
            part.missing.push(name.to_owned());
        }
    }
    part
}

/// For each kind of thing in a game, how many the cases use and which they do not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Rows, table by table.
    pub tables: Vec<CoveragePart>,
    /// Outcomes, test by test.
    pub tests: Vec<CoveragePart>,
    pub actions: CoveragePart,
    pub interventions: CoveragePart,
}

impl Coverage {
    /// What of a game was exercised.
    #[must_use]
    pub fn of(game: &CheckedGame, done: &Exercised) -> Self {
        let has =
            |set: &BTreeSet<(String, String)>, of: &str, name: &str| set.contains(&(of.to_owned(), name.to_owned()));
        // What a test is compared with may be the name of a row.
        let ladders = game.tests.iter().filter_map(|test| {
            let (_, question) = test.inputs.get(test.against?)?;
            match question.kind {
                AnswerKind::Cell(table, _) | AnswerKind::Row(table) => Some((&*test.name, table)),
                _ => None,
            }
        });
        let ladders: Vec<(&str, Id<LookupTable>)> = ladders.collect();
        let rows_of = game.tables.pairs().filter(|(_, table)| !table.rows.is_empty());
        let tables = rows_of.map(|(index, table)| {
            let rows = table.rows.iter().map(|row| &*row.label);
            part(Some(&table.name), rows, |row| {
                let named = ladders.iter().filter(|(_, table)| *table == index);
                has(&done.rows, &table.name, row) || named.into_iter().any(|(test, _)| has(&done.against, test, row))
            })
        });
        let tests = game.tests.iter().filter(|test| !test.outcomes.is_empty()).map(|test| {
            let outcomes = test.outcomes.iter().map(|outcome| &*outcome.name);
            part(Some(&test.name), outcomes, |outcome| has(&done.outcomes, &test.name, outcome))
        });
        Self {
            tables: tables.collect(),
            tests: tests.collect(),
            actions: part(None, game.actions.iter().map(|one| &*one.name), |name| done.actions.contains(name)),
            interventions: part(None, game.interventions.iter().map(|one| &*one.name), |name| {
                done.interventions.contains(name)
            }),
        }
    }

    /// Everything in one list: what it is, and the part.
    pub fn parts(&self) -> impl Iterator<Item = (&'static str, &CoveragePart)> {
        let tables = self.tables.iter().map(|part| ("rows", part));
        let tests = self.tests.iter().map(|part| ("outcomes", part));
        tables.chain(tests).chain([("actions", &self.actions), ("interventions", &self.interventions)])
    }
}
