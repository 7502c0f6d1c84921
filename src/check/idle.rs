//! Changes of a test whose dice lie there already: those that come too late for anything.

use std::collections::BTreeSet;

use super::acts::inner;
use super::program::{self, Action, Cell, Count, Default, Hook, Ir, Op, Pool, SlotKind, Step, Test, Verb};
use super::unused::in_action;
use super::{Checker, walk};
use crate::diagnostic::Diagnostic;
use crate::ruleset::model::{self, Ruleset, Word};

/// Who reads the inputs of a test.
#[derive(Default)]
struct Readers {
    /// How many dice there are.
    count: BTreeSet<usize>,
    /// What dice they are and what is done to them.
    dice: BTreeSet<usize>,
    /// What is computed from them.
    result: BTreeSet<usize>,
    /// Conditions and steps of interventions.
    interventions: BTreeSet<usize>,
    /// Dice of it can be thrown again.
    again: bool,
}

impl Checker<'_> {
    /// Reports changes after the dice that nothing can notice any more, and warns of those that the
    /// number of dice does not follow.
    pub(super) fn idle_changes(&mut self, ruleset: &Ruleset) {
        if self.errors.iter().any(Diagnostic::is_error) {
            // What could not be read would have been a reader.
            return;
        }
        let mut found = Vec::new();
        let readers: Vec<Readers> = (0..self.game.tests.len()).map(|test| self.readers(test)).collect();
        for (raw, intervention) in ruleset.interventions.iter().zip(&self.game.interventions) {
            let mut words = Vec::new();
            changed(&raw.steps, &mut words);
            for word in words {
                let places = intervention.places.iter().filter_map(|place| match place.hook {
                    Hook::Test(false, test) => {
                        let input =
                            self.game.tests.get(test)?.inputs.iter().position(|(name, _)| **name == *word.text)?;
                        Some((readers.get(test)?, input))
                    }
                    Hook::Test(true, _) | Hook::Step(..) => None,
                });
                let places: Vec<(&Readers, usize)> = places.collect();
                if places.is_empty() {
                    continue;
                }
                // What a variant of a test no longer reads may be changed for the sake of the others.
                let dice =
                    places.iter().any(|(readers, input)| readers.count.contains(input) || readers.dice.contains(input));
                if !places.iter().any(|(readers, input)| readers.notice(*input)) {
                    let error = Diagnostic::error("change-without-effect", word.span).arg("name", &*word.text);
                    let error = error.arg("dice", if dice { "yes" } else { "no" });
                    found.push(if dice { error.help("help-change-before") } else { error });
                } else if places.iter().all(|(readers, input)| readers.count.contains(input)) {
                    let warning = Diagnostic::warning("change-without-dice", word.span).arg("name", &*word.text);
                    found.push(warning.help("help-change-before"));
                }
            }
        }
        found.into_iter().for_each(|one| self.report(one));
    }

    fn readers(&self, index: usize) -> Readers {
        let mut readers = Readers::default();
        let Some(test) = self.game.tests.get(index) else { return readers };
        of_test(test, &mut readers);
        let game = &self.game;
        let cells = game.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells);
        let recipes = cells.filter_map(|cell| match cell {
            Cell::Effects(action) => Some(&**action),
            Cell::Value(_) | Cell::Pending(_) => None,
        });
        let places = game.interventions.iter().flat_map(|one| &one.places);
        for action in game.actions.iter().chain(recipes).chain(places.clone().map(|place| &place.action)) {
            in_action(action, &mut |ir| read_off(action, index, ir, &mut readers.result));
        }
        let mut changes = Vec::new();
        for place in places.filter(|place| matches!(place.hook, Hook::Test(_, test) if test == index)) {
            place.when.iter().chain(&place.must).for_each(|ir| note(ir, &mut readers.interventions));
            let (own, dice) = without_changes(&place.action, &mut changes);
            readers.again |= dice;
            in_action(&own, &mut |ir| note(ir, &mut readers.interventions));
        }
        // What is given to an input that is noticed is noticed.
        for _ in 0..=test.inputs.len() {
            for (input, read) in &changes {
                if readers.result.contains(input) {
                    readers.result.extend(read);
                } else if readers.interventions.contains(input) {
                    readers.interventions.extend(read.iter().filter(|one| *one != input));
                }
            }
        }
        readers
    }
}

impl Readers {
    /// Whether anything notices that an input has another value, the dice lying there.
    fn notice(&self, input: usize) -> bool {
        let thrown = self.count.contains(&input) || self.dice.contains(&input);
        self.result.contains(&input)
            || (self.again && self.dice.contains(&input))
            || (!thrown && self.interventions.contains(&input))
    }
}

fn note(ir: &Ir, found: &mut BTreeSet<usize>) {
    walk(ir, &mut |ir| {
        if let Op::Input(index) = &ir.op {
            found.insert(*index);
        }
    });
}

/// What a formula of an action reads of a test that was rolled.
fn read_off(action: &Action, test: usize, ir: &Ir, found: &mut BTreeSet<usize>) {
    walk(ir, &mut |ir| {
        if let Op::InRoll(slot, _, inner) = &ir.op
            && let Some(SlotKind::Roll(of) | SlotKind::Contest(of, ..)) = action.slots.get(*slot).map(|slot| &slot.kind)
            && *of == test
        {
            note(inner, found);
        }
    });
}

fn of_test(test: &Test, readers: &mut Readers) {
    readers.result.extend(test.against);
    note(&test.total, &mut readers.result);
    for (_, question) in &test.inputs {
        if let Some(Default::Value(ir)) = &question.default {
            note(ir, &mut readers.result);
        }
    }
    test.roll.iter().for_each(|pool| of_pool(pool, readers));
    for value in &test.values {
        match &value.ir.op {
            Op::Hand(_, pool) => of_pool(pool, readers),
            _ => note(&value.ir, &mut readers.result),
        }
    }
    for outcome in &test.outcomes {
        let values = outcome.values.iter().map(|value| &value.ir);
        outcome.when.iter().chain(values).for_each(|ir| note(ir, &mut readers.result));
    }
    if let Some(opposed) = &test.opposed {
        let ties = opposed.tie.iter().filter_map(|(_, when)| when.as_ref());
        opposed.compare.iter().chain(ties).for_each(|ir| note(ir, &mut readers.result));
    }
}

fn of_pool(pool: &Pool, readers: &mut Readers) {
    if let Count::Computed(ir) = &pool.count {
        note(ir, &mut readers.count);
    }
    for late in &pool.late {
        if let program::Late::Sides(ir) | program::Late::Modifier(_, ir) = late {
            note(ir, &mut readers.dice);
        }
    }
}

/// An intervention without its changes, which are collected: the input, and those that its new
/// value reads; and whether it throws dice again.
fn without_changes(action: &Action, changes: &mut Vec<(usize, BTreeSet<usize>)>) -> (Action, bool) {
    let mut own = action.clone();
    let mut again = false;
    take_changes(&mut own.steps, changes, &mut again);
    (own, again)
}

fn take_changes(steps: &mut [Step], changes: &mut Vec<(usize, BTreeSet<usize>)>, again: &mut bool) {
    for step in steps {
        match &mut step.verb {
            Verb::Change(list) => {
                for (input, ir) in list.drain(..) {
                    let mut read = BTreeSet::new();
                    note(&ir, &mut read);
                    changes.push((input, read));
                }
            }
            Verb::Reroll(..) => *again = true,
            Verb::First(steps) | Verb::Steps(steps) | Verb::Each(_, _, steps) => take_changes(steps, changes, again),
            Verb::Roll(roll) => {
                let ends = roll.on.iter_mut().map(|(_, steps)| steps).chain(&mut roll.success).chain(&mut roll.failure);
                ends.chain([&mut roll.seen]).for_each(|steps| take_changes(steps, changes, again));
            }
            Verb::Oppose(oppose) => {
                oppose.on.iter_mut().chain([&mut oppose.seen]).for_each(|steps| take_changes(steps, changes, again));
            }
            _ => {}
        }
    }
}

/// The inputs that steps change, where they are written.
fn changed<'s>(steps: &'s [model::Step], found: &mut Vec<&'s Word>) {
    for step in steps {
        if let model::Verb::Change(list) = &step.verb {
            found.extend(list.iter().map(|(word, _)| word));
        }
        for inner in inner(step) {
            changed(inner, found);
        }
    }
}
