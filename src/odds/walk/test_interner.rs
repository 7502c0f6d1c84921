//! Interned ends of tests in a run.

use std::collections::BTreeMap;

use super::{RunTests, Walker};
use crate::check::program;
use crate::engine::{Answer, OutcomeResult, Tested};
use crate::id::Id;

/// The result of a test in a run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::odds) struct TestRecord {
    pub(in crate::odds) label: String,
    pub(in crate::odds) test: Id<program::Test>,
    pub(in crate::odds) who: Vec<String>,
    pub(in crate::odds) total: Option<i64>,
    pub(in crate::odds) shown: Vec<(String, Answer)>,
    pub(in crate::odds) outcome: Option<ReachedOutcome>,
}

impl TestRecord {
    pub(in crate::odds) fn of(test: &Tested<'_>) -> Self {
        Self {
            label: test.label.to_owned(),
            test: test.test,
            who: test.who.to_vec(),
            total: test.side.total,
            shown: test.side.shown.clone(),
            outcome: test.outcome.map(ReachedOutcome::of),
        }
    }

    pub(in crate::odds) fn key(&self) -> TestIdentity {
        (self.label.clone(), self.who.clone(), self.test)
    }
}

/// How a test ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::odds) struct ReachedOutcome {
    pub(in crate::odds) name: Option<String>,
    pub(in crate::odds) verdict: Option<u8>,
    pub(in crate::odds) success: Option<bool>,
    pub(in crate::odds) classes: Vec<String>,
    pub(in crate::odds) margin: Option<i64>,
}

impl ReachedOutcome {
    pub(in crate::odds) fn of(outcome: &OutcomeResult) -> Self {
        use crate::engine::Verdict;
        let verdict = outcome.verdict.map(|verdict| match verdict {
            Verdict::Win => 0,
            Verdict::Lose => 1,
            Verdict::Tie => 2,
        });
        Self {
            name: outcome.name.clone(),
            verdict,
            success: outcome.success,
            classes: outcome.classes.clone(),
            margin: outcome.margin,
        }
    }
}

/// An interner for tests and their results: runs share equal ones by number.
#[derive(Debug, Default)]
pub(in crate::odds) struct TestInterner {
    tests: Vec<TestIdentity>,
    ends: Vec<TestRecord>,
    end_numbers: BTreeMap<TestRecord, usize>,
}

/// A test by its label, who rolls it, and which it is.
pub(in crate::odds) type TestIdentity = (String, Vec<String>, Id<program::Test>);

impl TestInterner {
    /// The number of a test.
    pub(in crate::odds) fn test(&mut self, ended: &TestRecord) -> usize {
        let is = |test: &&TestIdentity| (&test.0, &test.1, test.2) == (&ended.label, &ended.who, ended.test);
        // There are few of them.
        match self.tests.iter().position(|test| is(&test)) {
            Some(number) => number,
            None => self.number_of(&ended.key()),
        }
    }

    /// The number of a test that is given by itself.
    pub(in crate::odds) fn number_of(&mut self, test: &TestIdentity) -> usize {
        if let Some(number) = self.tests.iter().position(|one| one == test) {
            return number;
        }
        self.tests.push(test.clone());
        self.tests.len() - 1
    }

    /// The number of a result.
    pub(in crate::odds) fn end(&mut self, ended: &TestRecord) -> usize {
        if let Some(number) = self.end_numbers.get(ended) {
            return *number;
        }
        self.ends.push(ended.clone());
        self.end_numbers.insert(ended.clone(), self.ends.len() - 1);
        self.ends.len() - 1
    }

    pub(in crate::odds) fn test_of(&self, number: usize) -> Option<&TestIdentity> {
        self.tests.get(number)
    }

    pub(in crate::odds) fn end_of(&self, number: usize) -> Option<&TestRecord> {
        self.ends.get(number)
    }
}

impl Walker {
    /// This run is refused: none of its tests counts.
    pub(in crate::odds) fn refuse(&mut self) {
        self.ended.clear();
        self.refused = true;
    }

    /// The tests of this run that ended after the first `before`, and their results, by number. Empty if each run ends
    /// with one given test (`until`).
    pub(super) fn tests_and_ends(&mut self, before: usize) -> (RunTests, Vec<usize>) {
        let Self { ended, known, until, .. } = self;
        if until.is_some() {
            return (RunTests::new(), Vec::new());
        }
        ended.iter().skip(before).map(|ended| (known.test(ended), known.end(ended))).unzip()
    }
}
