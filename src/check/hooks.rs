//! Interventions, lowered for each place where they take hold.

use std::sync::Arc;

use super::Checker;
use super::acts::{Act, labels_of, slot_kind};
use super::program::{self, Action, At, Hook, Intervention, Ir, Named, Op, SlotKind};
use crate::diagnostic::Diagnostic;
use crate::ruleset::model::{self, Ruleset, Word};
use crate::syntax::{CompareOp, TextSpan};

impl Checker<'_> {
    /// Interventions, one for each place where they take hold.
    pub(super) fn interventions(&mut self, ruleset: &Ruleset) {
        for raw in &ruleset.interventions {
            let mut places = Vec::new();
            self.declare_labels(&raw.steps);
            for role in &raw.roles {
                self.label(&role.name);
            }
            for word in raw.ask.iter().map(|(word, _)| word).chain(&raw.roller) {
                self.label(word);
            }
            for at in &raw.at {
                if let Some(label) = &at.label {
                    places.extend(self.at_step(raw, at, label));
                } else {
                    self.at_test(raw, at, &mut places);
                }
            }
            let name = raw.name.text.as_str().into();
            self.game.interventions.push(Intervention { name, doc: raw.doc.clone(), places });
        }
    }

    fn at_test(&mut self, raw: &model::Intervention, at: &model::Hook, places: &mut Vec<program::Place>) {
        let Some(Named::Test(wanted)) = self.game.names.get(&at.name.text) else {
            if let Some(Named::Action(index)) = self.game.names.get(&at.name.text) {
                // Which of its steps is meant is missing.
                let steps = self.raw.actions.get(*index).map(|raw| labels_of(&raw.steps)).unwrap_or_default();
                let steps: Vec<String> = steps.iter().map(|step| format!("{}.{step}", at.name.text)).collect();
                let error = Diagnostic::error("hook-needs-step", at.name.span).arg("name", &*at.name.text);
                self.report(error.help_with("help-there-is", "names", steps));
                return;
            }
            let names: Vec<String> = self.game.tests.iter().map(|test| test.name.to_string()).collect();
            self.none_called(Diagnostic::error("unknown-test", at.name.span), &at.name, names);
            return;
        };
        let wanted = *wanted;
        for test in 0..self.game.tests.len() {
            let descends = self.is_like(test, wanted);
            let taken = places.iter().any(|place| place.hook == Hook::Test(at.before, test));
            if !descends || taken {
                continue;
            }
            let Some(def) = self.game.tests.get(test) else { continue };
            let mut act = Act { test: Some(test), no_margin: !def.has_margin(), ..Act::default() };
            act.inputs = def.inputs.iter().map(|(name, one)| (Arc::clone(name), one.value_kind())).collect();
            act.values = def.values.iter().map(|value| (Arc::clone(&value.name), value.kind.clone())).collect();
            let roller = raw.roller.as_ref().map_or("·roller", |word| word.text.as_str());
            let slot = act.add(roller, SlotKind::Role);
            act.roles.push(slot);
            let already = self.errors.len();
            let place = self.place_of(raw, act, Hook::Test(at.before, test), 1);
            if test == wanted || self.errors.iter().skip(already).all(|error| !error.is_error()) {
                places.push(place);
            } else {
                // What a variant of the test has no longer got cannot be intervened in there.
                self.errors.truncate(already);
            }
        }
    }

    /// Whether a test is another, or was written as a variant of it.
    pub(crate) fn is_like(&self, test: usize, wanted: usize) -> bool {
        let mut next = Some(test);
        for _ in 0..=self.game.tests.len() {
            match next {
                Some(test) if test == wanted => return true,
                Some(test) => next = self.game.tests.get(test).and_then(|test| test.like),
                None => return false,
            }
        }
        false
    }

    fn at_step(&mut self, raw: &model::Intervention, at: &model::Hook, label: &Word) -> Option<program::Place> {
        let index = self.find_action(&at.name)?;
        let action = self.game.actions.get(index)?.clone();
        // An answer is no step: nothing could be done before or after it.
        let mut steps = self.raw.actions.get(index).map(|raw| labels_of(&raw.steps)).unwrap_or_default();
        let slot = action.slots.iter().rposition(|slot| *slot.name == *label.text);
        let Some(slot) = slot.filter(|_| steps.contains(&label.text)) else {
            steps.dedup();
            let names = steps;
            let error = Diagnostic::error("unknown-step", label.span).arg("action", &*action.name);
            self.none_called(error, label, names);
            return None;
        };
        let outer = action.slots.len();
        let roles = (0..action.roles).filter(|&at| action.slots.get(at).is_some_and(|one| one.kind == SlotKind::Role));
        let act = Act { roles: roles.collect(), slots: action.slots, ..Act::default() };
        Some(self.place_of(raw, act, Hook::Step(at.before, index, slot), outer))
    }

    fn place_of(&mut self, raw: &model::Intervention, mut act: Act, hook: Hook, outer: usize) -> program::Place {
        for role in &raw.roles {
            let slot = act.add(&role.name.text, if role.many { SlotKind::Many } else { SlotKind::Role });
            if !role.many {
                act.roles.push(slot);
            }
        }
        let roles = act.slots.len();
        let mut asks = Vec::new();
        for (word, question) in &raw.ask {
            let mut ask = self.ask_shell(question, &act);
            ask.slot = act.add(&word.text, slot_kind(&ask, &act));
            act.asks_trait(ask.slot, &ask);
            asks.push(ask);
        }
        self.ask_formulas(&raw.ask, &mut asks, &act);
        let need = self.needs(&raw.need, &act);
        // Whether it is possible and whether it must be is known before anybody answers.
        let before = Act { slots: act.slots.iter().take(roles).cloned().collect(), ..act.clone() };
        let when = raw.when.as_ref().map(|formula| self.flag_in(formula, &before));
        let must = raw.must.as_ref().map(|formula| self.flag_in(formula, &before));
        act.labels = labels_of(&raw.steps);
        let steps = self.steps(&raw.steps, &mut act);
        let at = At { origin: At::TYPED, span: TextSpan::default() };
        let action = Action {
            name: raw.name.text.as_str().into(),
            doc: raw.doc.clone(),
            slots: act.slots,
            roles,
            ask: asks,
            need,
            steps,
            every: Vec::new(),
            at,
        };
        let conditions = when.iter().chain(action.need.iter().map(|(_, need)| need));
        let others = matches!(hook, Hook::Test(..))
            && outer < action.roles
            && conditions.into_iter().any(|ir| differ(ir, ROLLER, outer));
        program::Place { hook, action, outer, others, when, must }
    }
}

/// The slot of whoever rolled, at a test.
const ROLLER: usize = 0;

/// Whether a condition can only hold if two roles are played by different people.
fn differ(ir: &Ir, one: usize, other: usize) -> bool {
    let both = |left: &Ir, right: &Ir| match (&left.op, &right.op) {
        (Op::Slot(left), Op::Slot(right)) => [*left, *right] == [one, other] || [*left, *right] == [other, one],
        _ => false,
    };
    match &ir.op {
        Op::And(left, right) => differ(left, one, other) || differ(right, one, other),
        Op::Compare(CompareOp::NotEqual, left, right) => both(left, right),
        Op::Not(inner) => matches!(&inner.op, Op::Compare(CompareOp::Equal, left, right) if both(left, right)),
        _ => false,
    }
}
