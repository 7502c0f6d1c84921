//! What a ruleset asks for or computes and nothing uses.

use super::program::{Cell, Ir, Op, Test};
use super::{Checker, walk};
use crate::diagnostic::Diagnostic;
use crate::ruleset::model::{self, Ruleset};

impl Checker<'_> {
    /// Warns of what nothing uses.
    pub(super) fn unused(&mut self, ruleset: &Ruleset) {
        let mut warnings = Vec::new();
        for (raw, table) in ruleset.tables.iter().zip(&self.game.tables) {
            let mut used = Vec::new();
            for cell in table.rows.iter().flat_map(|row| &row.cells) {
                if let Cell::Value(ir) = cell {
                    note(ir, &mut used);
                }
            }
            for (index, word) in raw.given.iter().enumerate() {
                if !used.contains(&Use::Given(index)) {
                    warnings.push(Diagnostic::warning("unused-given", word.span).arg("name", &*word.text));
                }
            }
        }
        for (raw, test) in ruleset.tests.iter().zip(&self.game.tests) {
            unused_of(raw, test, &mut warnings);
        }
        for warning in warnings {
            self.report(warning);
        }
    }
}

/// What a formula uses.
#[derive(PartialEq, Eq)]
enum Use {
    Given(usize),
    Input(usize),
    Value(usize),
}

fn note(ir: &Ir, used: &mut Vec<Use>) {
    walk(ir, &mut |ir| match ir.op {
        Op::Given(index) => used.push(Use::Given(index)),
        Op::Input(index) => used.push(Use::Input(index)),
        Op::Value(index) => used.push(Use::Value(index)),
        _ => {}
    });
}

fn unused_of(raw: &model::Test, test: &Test, warnings: &mut Vec<Diagnostic>) {
    let mut used = Vec::new();
    used.extend(test.against.map(Use::Input));
    used.extend(test.show.iter().copied().map(Use::Value));
    note(&test.total, &mut used);
    for value in &test.values {
        note(&value.ir, &mut used);
    }
    for outcome in &test.outcomes {
        outcome.when.iter().chain(outcome.values.iter().map(|value| &value.ir)).for_each(|ir| note(ir, &mut used));
    }
    if let Some(pool) = &test.roll
        && let super::program::Count::Computed(count) = &pool.count
    {
        note(count, &mut used);
    }
    if let Some(opposed) = &test.opposed {
        let ties = opposed.tie.iter().filter_map(|(_, when)| when.as_ref());
        opposed.compare.iter().chain(ties).for_each(|ir| note(ir, &mut used));
    }
    for (index, (word, _)) in raw.ask.iter().enumerate() {
        if !used.contains(&Use::Input(index)) {
            warnings.push(Diagnostic::warning("unused-input", word.span).arg("name", &*word.text));
        }
    }
    for (index, (word, _)) in raw.values.iter().enumerate() {
        if !used.contains(&Use::Value(index)) {
            warnings.push(Diagnostic::warning("unused-value", word.span).arg("name", &*word.text));
        }
    }
}
