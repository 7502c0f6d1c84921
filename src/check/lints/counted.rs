//! Answers that count rows of a table and are used in arithmetic.

use crate::check::acts::labels;
use crate::check::all_steps;
use crate::check::program::{Action, AnswerKind, Ask, Game, Ir, Kind, Op, Question, Verb};
use crate::check::unused::{in_action, in_test};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{self, Ruleset, Word};

/// Warns of questions for a trait that is a row, whose answers are added to something: they count
/// from 1, as tables do, and did not always.
pub(super) fn counted(game: &Game, ruleset: &Ruleset) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (raw, test) in ruleset.tests.iter().zip(&game.tests) {
        for (index, (name, question)) in test.inputs.iter().enumerate() {
            let word = raw.ask.iter().map(|(word, _)| word).find(|word| *word.text == **name);
            let Some(word) = word.filter(|_| is_row(game, &question.kind)) else { continue };
            let mut used = false;
            in_test(test, &mut |ir| used |= adds(ir, |op| matches!(op, Op::Input(input) if *input == index)));
            if used {
                found.push(warning(word));
            }
        }
    }
    for (raw, action) in ruleset.actions.iter().zip(&game.actions) {
        reckoned(game, &raw.ask, &raw.steps, action, &mut found);
    }
    for (raw, one) in ruleset.interventions.iter().zip(&game.interventions) {
        for place in &one.places {
            reckoned(game, &raw.ask, &raw.steps, &place.action, &mut found);
        }
    }
    let mut seen = Vec::new();
    found.retain(|one| {
        let new = !seen.contains(&one.at);
        seen.push(one.at);
        new
    });
    found
}

fn reckoned(
    game: &Game,
    ask: &[(Word, model::Question)],
    steps: &[model::Step],
    action: &Action,
    found: &mut Vec<Diagnostic>,
) {
    let mut words: Vec<&Word> = ask.iter().map(|(word, _)| word).collect();
    labels(steps, &mut words);
    let mut asks: Vec<&Ask> = action.ask.iter().collect();
    asks.extend(all_steps(&action.steps).into_iter().filter_map(|step| match &step.verb {
        Verb::Ask(ask) => Some(&ask.question),
        _ => None,
    }));
    for ask in asks.into_iter().filter(|ask| is_row(game, &ask.question.kind)) {
        let mut used = false;
        in_action(action, &mut |ir| used |= adds(ir, |op| matches!(op, Op::Slot(slot) if *slot == ask.slot)));
        let slot = action.slots.get(ask.slot).filter(|_| used);
        let word = slot.and_then(|slot| words.iter().find(|word| *slot.name == *word.text));
        found.extend(word.map(|word| warning(word)));
    }
}

fn warning(word: &Word) -> Diagnostic {
    Diagnostic::warning(Code::RowCounted, word.span).arg("name", &*word.text)
}

/// Whether a formula reckons with what `is` it.
fn adds(ir: &Ir, is: impl Fn(&Op) -> bool) -> bool {
    ir.parts().any(|part| matches!(&part.op, Op::Arithmetic(_, left, right) if is(&left.op) || is(&right.op)))
}

/// Whether the answer may be a trait that is a row.
fn is_row(game: &Game, kind: &AnswerKind) -> bool {
    let AnswerKind::Trait(traits, open) = kind else { return false };
    let group = game.open_group().filter(|_| *open);
    let kinds = traits.iter().map(|&index| game.trait_kind(index));
    kinds.chain(group.map(Question::value_kind)).any(|kind| matches!(kind, Kind::Row(_)))
}
