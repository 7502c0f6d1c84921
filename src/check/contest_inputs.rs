//! Warns of inputs of a contest that nothing reads: the comparison of the two sides ignores them, and no outcome uses
//! them.

use std::collections::BTreeSet;

use super::program::{CheckedGame, Default, Ir, Op, Test};
use super::{Checker, all_steps};
use crate::diagnostic::{Code, Diagnostic};
use crate::id::Id;
use crate::ruleset::model::{self, Ruleset};

impl Checker<'_> {
    /// Warns of what `oppose` gives its sides in vain.
    pub(super) fn given_to_contests(&mut self, ruleset: &Ruleset) {
        // What could not be read may read them.
        if !ruleset.slips.is_empty() || self.errors.iter().any(Diagnostic::is_error) {
            return;
        }
        let all = ruleset.actions.iter().flat_map(|one| all_steps(&one.steps));
        let all = all.chain(ruleset.interventions.iter().flat_map(|one| all_steps(&one.steps)));
        let mut warnings = Vec::new();
        for step in all {
            let model::VerbDecl::Oppose(oppose) = &step.verb else { continue };
            let Some((id, test)) = self.game.tests.pairs().find(|(_, test)| *test.name == *oppose.test.text) else {
                continue;
            };
            let read = read_in_contest(&self.game, id);
            let given = oppose.with.iter().chain(oppose.sides.iter().flat_map(|(_, own)| own));
            for (word, _) in given {
                let index = test.inputs.iter().position(|(name, _)| **name == *word.text);
                // What has to be answered may be answered here as well.
                let usual = |index: usize| test.inputs.get(index).is_some_and(|(_, one)| one.default.is_some());
                if index.is_some_and(|index| usual(index) && !read.contains(&index)) {
                    warnings.push(Diagnostic::warning(Code::GivenUnread, word.span).arg("name", &*word.text));
                }
            }
        }
        for warning in warnings {
            self.report(warning);
        }
    }
}

/// The inputs of a test that count where it is rolled by two sides, whatever the dice show.
#[must_use]
pub fn read_in_contest(game: &CheckedGame, id: Id<Test>) -> BTreeSet<usize> {
    let test = &game.tests[id];
    let ends = test.ends_by_itself(true) || test.opposed.as_ref().is_some_and(|opposed| opposed.to_target);
    let values = test.values.iter().filter(|value| ends || !value.needs_target).map(|value| &value.ir);
    let roll = test.roll.iter().flat_map(|pool| pool.formulas());
    let mut read = test.read_outside.clone();
    std::iter::once(&test.total).chain(values).chain(roll).chain(test.endings(true)).for_each(|ir| note(ir, &mut read));
    let mut open: Vec<usize> = read.iter().copied().collect();
    while let Some(index) = open.pop() {
        let mut more = BTreeSet::new();
        if let Some(Default::Value(ir)) = test.inputs.get(index).and_then(|(_, question)| question.default.as_ref()) {
            note(ir, &mut more);
        }
        open.extend(more.into_iter().filter(|index| read.insert(*index)));
    }
    read
}

fn note(ir: &Ir, read: &mut BTreeSet<usize>) {
    read.extend(ir.parts().filter_map(|part| if let Op::Input(index) = part.op { Some(index) } else { None }));
}
