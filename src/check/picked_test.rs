//! `roll:` with a label that says which test: one ordinary roll of each test that it may be, of which one is made.

use std::sync::Arc;

use super::Checker;
use super::actions::ActionLowering;
use super::program::{Ir, Kind, Named, Op, Slot, SlotKind, Step, Test, Verb};
use super::reserved_words::outcome_called;
use super::steps::StepLowering;
use crate::diagnostic::{Code, Diagnostic};
use crate::dice::CompareOp;
use crate::id::Id;
use crate::ruleset::model::{self, Word};
use crate::ruleset::steps::{Roll, Steps, Value, Written, all_steps};

/// The label that says which test is rolled, its words, and the test of each.
pub(super) struct Picked {
    slot: usize,
    words: Arc<[String]>,
    tests: Vec<Id<Test>>,
}

impl Checker<'_> {
    /// What a label means in the place of a test, if all words that it can hold are tests.
    pub(super) fn picked_test(&self, word: &Word, act: &ActionLowering) -> Option<Picked> {
        if self.game.names.contains_key(&word.text) {
            return None;
        }
        let slot = act.find(&word.text)?;
        let SlotKind::Value(Kind::Choice(words)) = &act.slots.get(slot)?.kind else { return None };
        let test = |word: &String| match self.game.names.get(word) {
            Some(Named::Test(test)) => Some(*test),
            _ => None,
        };
        let tests = words.iter().map(test).collect::<Option<Vec<_>>>()?;
        Some(Picked { slot, words: Arc::clone(words), tests })
    }

    /// A roll of the test that a label holds.
    pub(super) fn roll_picked(
        &mut self,
        raw: &model::StepDecl,
        roll: &Roll<Written>,
        Picked { slot: from, words, tests }: Picked,
        act: &mut ActionLowering,
    ) -> Step {
        let when = raw.when.as_ref().map(|formula| self.flag_in(formula, act));
        let (at, label) = (self.at_word(&raw.label), &raw.label);
        let inside = roll.on.iter().map(|(_, steps)| steps).chain([&roll.seen]);
        let each = inside.map(|steps| all_steps(steps).len()).sum::<usize>() + roll.with.len() + roll.on.len() + 1;
        if !self.affords(each.saturating_mul(tests.len()), roll.test.span) {
            let slot = self.label_slot(label, SlotKind::Value(Kind::Broken), act);
            return Step { slot, when, verb: Verb::Broken, at };
        }
        // Which test it was, whatever becomes of the answer.
        let hidden = Word { text: format!("·{}", label.text), span: label.span };
        let of_words = SlotKind::Value(Kind::Choice(words));
        let before = act.find(&hidden.text).and_then(|slot| act.slots.get(slot));
        if before.is_some_and(|slot| slot.kind != of_words) {
            self.report(Diagnostic::error(Code::LabelOfTwoKinds, label.span).arg("name", &*label.text));
        }
        let which = self.label_slot(&hidden, of_words, act);
        if act.find(&label.text).is_none() {
            tests.iter().for_each(|test| _ = act.add(&label.text, SlotKind::Roll(*test)));
            act.add(&label.text, SlotKind::Rolls(which));
        }
        let slot = self.label_slot(label, SlotKind::Rolls(which), act);
        self.of_none_of(roll, &tests, act);
        let value = Value { formula: Ir { op: Op::Slot(from), at: self.at_word(&roll.test) } };
        let mut steps = vec![Step { slot: which, when: None, verb: Verb::Value(Box::new(value)), at }];
        let first = self.errors.len();
        for (index, test) in tests.iter().enumerate() {
            let own = self.roll_of(roll, (index, *test), &tests);
            let before = self.errors.len();
            let mut to = StepLowering::new(self, act, label);
            to.picked = true;
            let verb = model::VerbDecl::Roll(Box::new(own)).lower(&mut to).unwrap_or(Verb::Broken);
            // What is wrong with all of them is reported once.
            let said = self.errors.split_off(before);
            let told = |one: &Diagnostic| {
                let mut others = self.errors.iter().skip(first);
                others.any(|other| other.code == one.code && other.at == one.at)
            };
            let new: Vec<Diagnostic> = said.into_iter().filter(|one| !told(one)).collect();
            self.errors.extend(new);
            let [held, number] = [Op::Slot(which), Op::Number(index as i64)].map(|op| Box::new(Ir { op, at }));
            let when = (tests.len() > 1).then_some(Ir { op: Op::Compare(CompareOp::Equal, held, number), at });
            let slot = slot_of_test(&act.slots, &label.text, *test).unwrap_or(slot);
            steps.push(Step { slot, when, verb, at });
        }
        Step { slot, when, verb: Verb::Steps(Box::new(Steps { steps })), at }
    }

    /// Reports what a roll of one of several tests says of none of them.
    fn of_none_of(&mut self, roll: &Roll<Written>, tests: &[Id<Test>], act: &mut ActionLowering) {
        for (word, _) in &roll.with {
            if tests.iter().any(|test| self.asks(*test, word)) {
                continue;
            }
            let error = self.about_tests(Diagnostic::error(Code::UnknownInput, word.span), tests);
            let mut known: Vec<Arc<str>> = Vec::new();
            for (name, _) in tests.iter().flat_map(|test| &self.game.tests[*test].inputs) {
                if !known.contains(name) {
                    known.push(Arc::clone(name));
                }
            }
            self.report(self.none_called(error, word, known));
        }
        for (word, steps) in &roll.on {
            let is_class = self.game.classes.iter().any(|class| **class == *word.text);
            if !is_class && !tests.iter().any(|test| self.ends(*test, word)) {
                self.report(self.no_such_outcome(word, tests));
                self.steps(steps, act);
            }
        }
    }

    fn asks(&self, test: Id<Test>, word: &Word) -> bool {
        self.game.tests[test].inputs.iter().any(|(name, _)| **name == *word.text)
    }

    /// Whether a branch can follow from a test.
    fn ends(&self, test: Id<Test>, word: &Word) -> bool {
        let outcomes = &self.game.tests[test].outcomes;
        let names: Vec<Arc<str>> = outcomes.iter().map(|outcome| Arc::clone(&outcome.name)).collect();
        let class = self.game.classes.iter().position(|class| **class == *word.text);
        matches!(&*word.text, "success" | "failure")
            || outcome_called(&word.text, &names, &self.game.classes).is_some()
            || class.is_some_and(|class| outcomes.iter().any(|outcome| outcome.classes.contains(&class)))
    }

    /// What a roll of one of several tests says of this one; the first says also the classes that are of none.
    fn roll_of(&self, roll: &Roll<Written>, (index, test): (usize, Id<Test>), tests: &[Id<Test>]) -> Roll<Written> {
        let is_class = |word: &Word| self.game.classes.iter().any(|class| **class == *word.text);
        let of_none = |word: &Word| index == 0 && is_class(word) && !tests.iter().any(|test| self.ends(*test, word));
        let mut own = roll.clone();
        own.test.text = self.game.tests[test].name.to_string();
        own.with.retain(|(word, _)| self.asks(test, word));
        own.on.retain(|(word, _)| self.ends(test, word) || of_none(word));
        own
    }
}

/// The slot of a label in which the roll of one of several tests lies.
pub(super) fn slot_of_test(slots: &[Slot], label: &str, test: Id<Test>) -> Option<usize> {
    slots.iter().position(|slot| *slot.name == *label && slot.kind == SlotKind::Roll(test))
}
