//! Questions whose answers nothing uses, and values of interventions that nothing reads.

use crate::check::all_steps;
use crate::check::program::{Action, AnswerKind, Ask, CheckedGame, DiceSelection, Mention, Op};
use crate::check::unused_values::in_action;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{self, QuestionDecl, Ruleset, Word};
use crate::ruleset::steps::{Fact, Part, Parts as _};

/// Warns of what is asked in vain.
pub(super) fn unused(game: &CheckedGame, ruleset: &Ruleset) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (raw, action) in ruleset.actions.iter().zip(&game.actions) {
        answers(&raw.ask, &[], action, &mut found);
    }
    for (raw, one) in ruleset.interventions.iter().zip(&game.interventions) {
        // What one place has no use for, another may.
        let mut all: Option<Vec<Diagnostic>> = None;
        for place in &one.places {
            let mut here = Vec::new();
            answers(&raw.ask, &raw.steps, &place.action, &mut here);
            all = Some(match all {
                None => here,
                Some(before) => before.into_iter().filter(|warning| here.contains(warning)).collect(),
            });
        }
        found.extend(all.unwrap_or_default());
    }
    found
}

/// Questions of an action that neither its formulas nor its steps use, and values of these steps: nothing else can read
/// them.
fn answers(raw: &[(Word, QuestionDecl)], steps: &[model::StepDecl], action: &Action, found: &mut Vec<Diagnostic>) {
    let mut used = vec![false; action.slots.len()];
    let mut uses = |slot: usize| {
        if let Some(slot) = used.get_mut(slot) {
            *slot = true;
        }
    };
    in_action(action, &mut |ir| {
        for part in ir.parts() {
            if let Op::Slot(slot)
            | Op::RollFact(slot, _)
            | Op::Did(slot, _)
            | Op::Inside(slot, _)
            | Op::InRoll(slot, ..) = &part.op
            {
                uses(*slot);
            }
        }
    });
    for step in all_steps(&action.steps) {
        step.verb.parts(&mut |part| {
            if let Part::Mention(Mention::Slot(slot)) = part {
                uses(slot);
            }
        });
    }
    for (word, _) in raw {
        let named = |ask: &&Ask| action.slots.get(ask.slot).is_some_and(|slot| *slot.name == *word.text);
        let Some(ask) = action.ask.iter().find(named) else { continue };
        // Characters, things that they have and dice are named by steps without a formula.
        let is_again =
            |fact: &Fact<'_, _>| matches!(fact, Fact::Rerolls(DiceSelection::Answer(slot), ..) if slot.0 == ask.slot);
        let by_name = match ask.question.kind {
            AnswerKind::Character(_) | AnswerKind::Tag(_) | AnswerKind::Points(_) => true,
            AnswerKind::Dice => all_steps(&action.steps).iter().any(|step| step.verb.does(is_again)),
            _ => false,
        };
        if !by_name && used.get(ask.slot) == Some(&false) {
            found.push(Diagnostic::warning(Code::UnusedAnswer, word.span).arg("name", &*word.text));
        }
    }
    let values = all_steps(steps).into_iter().filter(|step| step.verb.held().is_some());
    for word in values.map(|step| &step.label).filter(|word| !word.text.starts_with('·')) {
        let slot = action.slots.find(&word.text);
        if slot.is_some_and(|slot| used.get(slot) == Some(&false)) {
            found.push(Diagnostic::warning(Code::UnusedValue, word.span).arg("name", &*word.text));
        }
    }
}
