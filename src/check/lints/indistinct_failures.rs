//! Failures that outcomes do not distinguish although `keep` or two sides compare them.

use std::collections::BTreeSet;

use crate::check::all_steps;
use crate::check::program::{CheckedGame, Hook, Intervention, Ir, Op, Test};
use crate::diagnostic::{Code, Diagnostic};
use crate::id::Id;
use crate::ruleset::model::{Formula, RerollKeep, Ruleset};
use crate::ruleset::steps::Fact;
use crate::sort::Gather as _;
use crate::syntax::ExprKind;

/// Warns of each failure behind all successes, where another failure follows it: outcomes do not say which of the two
/// is worse. For `keep`, by how much they fail says it, unless faces of dice make one of them.
pub(super) fn better(game: &CheckedGame, ruleset: &Ruleset) -> Vec<Diagnostic> {
    let keep = game.interventions.iter().filter(|one| compares(one));
    let places = keep.flat_map(Intervention::hooks);
    let tests: BTreeSet<Id<Test>> = places
        .filter_map(|hook| match hook {
            Hook::Test(_, test) | Hook::Settled(test) => Some(test),
            Hook::Step(..) => None,
        })
        .to_set();
    let mut found = Vec::new();
    for (id, test) in game.tests.pairs() {
        let Some(raw) = ruleset.tests.iter().find(|raw| raw.name.text == *test.name) else { continue };
        // Two sides have no margin that decides next.
        let sides = raw.opposed.iter().flat_map(|one| &one.compare).any(is_outcome) && !test.outcomes.is_empty();
        if !sides && !tests.contains(&id) {
            continue;
        }
        let success = test.outcomes.iter().rposition(|one| one.success == Some(true));
        let Some(behind) = success.map(|at| at + 1) else { continue };
        let failures: Vec<_> = test.outcomes.iter().skip(behind).filter(|one| one.success == Some(false)).collect();
        for one in failures.iter().rev().skip(1).rev() {
            let word = raw.outcomes.iter().map(|outcome| &outcome.name).find(|word| word.text == *one.name);
            if let (Some(word), true) = (word, one.when.as_ref().is_some_and(|ir| sides || reads_faces(test, ir))) {
                let warning = Diagnostic::warning(Code::BetterUnclear, word.span).arg("name", &*word.text);
                found.push(warning.arg("test", &*test.name).help("help-better-unclear"));
            }
        }
    }
    found
}

/// Whether two sides are compared by their outcomes.
fn is_outcome(formula: &Formula) -> bool {
    matches!(&formula.expr.kind, ExprKind::Name(name) if name.text == "outcome")
}

fn compares(intervention: &Intervention) -> bool {
    let steps = intervention.places.iter().flat_map(|place| all_steps(&place.action.steps));
    let mut verbs = steps.map(|step| &step.verb);
    verbs.any(|verb| verb.does(|fact| matches!(fact, Fact::Rerolls(.., keep) if *keep != RerollKeep::New)))
}

/// Whether a formula of a test reads faces otherwise than by its total and its margin.
fn reads_faces(test: &Test, ir: &Ir) -> bool {
    ir.any_part(&|part| match &part.op {
        Op::Dice(_) | Op::Roll | Op::Read { .. } | Op::Hand(..) | Op::Pool(_) | Op::Beats(..) => true,
        // A value reads only those before it.
        Op::Value(index) => test.values.get(*index).is_some_and(|value| reads_faces(test, &value.ir)),
        _ => false,
    })
}
