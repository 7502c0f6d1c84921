//! Liveness analysis of rolls, from the last step to the first: the rolls of an action that nothing reads afterwards.
//! Runs that differ only in dead rolls have the same future, so odds merge them.

use std::collections::BTreeSet;

use super::idle::may_throw;
use super::program::{
    Action, Ask, Default, Game, Gone, Hook, Ir, Left, Mention, Op, RollFact, Slot, SlotKind, Step, Test, TraitSource,
    Verb,
};
use super::unused::{each_part, in_action, in_test};
use super::{Checker, all_steps};
use crate::diagnostic::Diagnostic;
use crate::id::{Id, IdVec};
use crate::ruleset::steps::{Part, Parts as _};

impl Checker<'_> {
    /// Notes with each step of an action what is gone when it is over.
    pub(super) fn gone(&mut self) {
        if self.errors.iter().any(Diagnostic::is_error) {
            // A game with errors is not played.
            return;
        }
        let game = &self.game;
        let gone: Vec<_> =
            game.actions.iter().enumerate().map(|(index, action)| after_steps(game, index, action)).collect();
        let (read, counted) = (read_outside(game), counted(game));
        for (((index, action), gone), counted) in self.game.actions.iter_mut().enumerate().zip(gone).zip(counted) {
            (action.gone, action.read_outside, action.counted) = (gone, read.contains(&index), counted);
        }
    }
}

/// Actions whose labels are read where another one has done them.
fn read_outside(game: &Game) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let places = game.places().map(|place| &place.action);
    for action in game.actions.iter().chain(game.recipes()).chain(places) {
        if !action.slots.iter().any(|one| matches!(one.kind, SlotKind::Did(_))) {
            continue;
        }
        let mut formulas = Vec::new();
        in_action(action, &mut |ir| formulas.push(ir));
        for ir in formulas {
            each_part(game, action, ir, &mut |of, part| {
                if let Op::Did(slot, _) | Op::Inside(slot, _) = &part.op
                    && let Some(SlotKind::Did(index)) = of.slots.get(*slot).map(|slot| &slot.kind)
                {
                    found.insert(*index);
                }
            });
        }
    }
    found
}

/// By action, the rolls of which something is read later that may be other by then: it is what it was when they ended.
fn counted(game: &Game) -> Vec<BTreeSet<usize>> {
    let places = game.places().map(|place| &place.action);
    // Traits that a step gives another value; whether it may be any.
    let (mut changed, mut any) = (BTreeSet::new(), false);
    for action in game.actions.iter().chain(game.recipes()).chain(places) {
        for step in all_steps(&action.steps) {
            if !matches!(step.verb, Verb::Set(_) | Verb::Gain(_) | Verb::Lose(_) | Verb::Pay(_)) {
                continue;
            }
            step.verb.parts(&mut |part| match part {
                Part::Mention(Mention::Trait(index)) => drop(changed.insert(index)),
                Part::Mention(Mention::Slot(slot)) => any |= action.slots.get(slot).is_some_and(Slot::of_trait),
                _ => {}
            });
        }
    }
    let may_change = |test: Id<Test>| {
        let mut found = false;
        let is_changed = |index: usize| any || changed.contains(&index);
        let test = &game.tests[test];
        in_test(test, &mut |ir| found |= changes(game, ir, &is_changed, 0));
        let defaults = test.inputs.iter().filter_map(|(_, question)| question.default.as_ref());
        for default in defaults {
            if let Default::Value(ir) = default {
                found |= changes(game, ir, &is_changed, 0);
            }
        }
        found
    };
    let mut by_test: IdVec<bool, Test> = IdVec::default();
    for test in game.tests.ids() {
        by_test.push(may_change(test));
    }
    let rolls =
        |action: &Action| action.slots.iter().any(|one| matches!(one.kind, SlotKind::Roll(_) | SlotKind::Contest(..)));
    let of_action = |action: &Action| {
        if !rolls(action) {
            return BTreeSet::new();
        }
        let mut read = Reads::default();
        action.steps.iter().for_each(|step| read.step(step));
        action.ask.iter().flat_map(Ask::formulas).chain(&action.tells).for_each(|ir| read.note(ir));
        let slots = action.slots.iter().enumerate().filter(|(slot, one)| {
            let test = match one.kind {
                SlotKind::Roll(test) | SlotKind::Contest(test, ..) => test,
                _ => return false,
            };
            (read.whole.contains(slot) || action.read_outside) && by_test[test]
        });
        slots.map(|(slot, _)| slot).collect()
    };
    game.actions.iter().map(of_action).collect()
}

/// Derived values that are worked out from one another, one after the other, at most.
const DEEP: usize = 20;

/// Whether a formula reads of a character what an action may change.
fn changes(game: &Game, ir: &Ir, is_changed: &dyn Fn(usize) -> bool, depth: usize) -> bool {
    ir.parts().any(|part| match &part.op {
        Op::Trait(index) => match game.traits.get(*index).map(|one| &one.source) {
            Some(TraitSource::Derived(ir)) => depth >= DEEP || changes(game, ir, is_changed, depth + 1),
            _ => is_changed(*index),
        },
        Op::Points(..)
        | Op::PointsAt(..)
        | Op::Track(..)
        | Op::State(_)
        | Op::HasTag(_)
        | Op::TagCount(..)
        | Op::TagValue(..)
        | Op::ValueOfTag(..)
        | Op::TagOwner(_)
        | Op::OwnValue(_)
        | Op::Gather(..)
        | Op::Group(..)
        | Op::Named(..)
        | Op::Turn(_)
        | Op::CardsLeft(_) => true,
        _ => false,
    })
}

/// What is read of slots.
#[derive(Default)]
struct Reads {
    /// Slots of which more is read than how a roll ended.
    whole: BTreeSet<usize>,
    outcomes: BTreeSet<usize>,
    successes: BTreeSet<usize>,
    winners: BTreeSet<usize>,
}

impl Reads {
    fn note(&mut self, ir: &Ir) {
        for part in ir.parts() {
            match &part.op {
                Op::RollFact(slot, fact) => {
                    let of = match fact {
                        RollFact::Outcome | RollFact::Class(_) => &mut self.outcomes,
                        RollFact::Success | RollFact::Failure => &mut self.successes,
                        // It is counted when it is read.
                        RollFact::Margin => &mut self.whole,
                        RollFact::Winner | RollFact::Loser | RollFact::Tied => &mut self.winners,
                    };
                    of.insert(*slot);
                }
                Op::Slot(slot) | Op::InRoll(slot, ..) | Op::Did(slot, _) | Op::Inside(slot, _) => {
                    self.whole.insert(*slot);
                }
                _ => {}
            }
        }
    }

    fn step(&mut self, step: &Step) {
        for step in all_steps(std::slice::from_ref(step)) {
            step.formulas().for_each(|ir| self.note(ir));
            step.verb.parts(&mut |part| {
                if let Part::Mention(Mention::Slot(slot)) = part {
                    self.whole.insert(slot);
                }
            });
        }
    }

    fn left(&self, slot: usize) -> Left {
        Left {
            slot,
            outcome: self.outcomes.contains(&slot),
            success: self.successes.contains(&slot),
            winner: self.winners.contains(&slot),
        }
    }
}

/// By step. Only steps count that throw dice which nothing reads any more, with others that throw behind them.
fn after_steps(game: &Game, index: usize, action: &Action) -> Vec<Option<Gone>> {
    let throws: Vec<bool> = action.steps.iter().map(|step| may_throw_dice(game, step)).collect();
    if throws.iter().filter(|throws| **throws).count() < 2 {
        return Vec::new();
    }
    let mut read = Reads::default();
    // Questions may be asked when the dice lie there.
    action.ask.iter().flat_map(Ask::formulas).chain(&action.tells).for_each(|ir| read.note(ir));
    // Wherever they take hold, they may read whatever there is then.
    for place in game.places().filter(|place| matches!(place.hook, Hook::Step(_, of, _) if of == index)) {
        place.when.iter().chain(&place.must).for_each(|ir| read.note(ir));
        in_action(&place.action, &mut |ir| read.note(ir));
    }
    let rolled = |step: &Step| -> Vec<usize> {
        let slots = all_steps(std::slice::from_ref(step)).into_iter().map(|step| step.slot);
        let holds = |slot: &usize| {
            let kind = action.slots.get(*slot).map(|slot| &slot.kind);
            matches!(kind, Some(SlotKind::Roll(_) | SlotKind::Contest(..) | SlotKind::Did(_)))
        };
        slots.filter(holds).collect()
    };
    let mut found = vec![None; action.steps.len()];
    let mut later = false;
    for ((at, step), throws) in action.steps.iter().enumerate().zip(throws).rev() {
        let own = rolled(step);
        if later && throws && !own.is_empty() && own.iter().all(|slot| !read.whole.contains(slot)) {
            let before = action.steps.iter().take(at).flat_map(&rolled);
            let gone = before.filter(|slot| !read.whole.contains(slot)).chain(own);
            if let Some(place) = found.get_mut(at) {
                *place = Some(Gone { rolls: gone.map(|slot| read.left(slot)).collect() });
            }
        }
        later |= throws;
        read.step(step);
    }
    found
}

fn may_throw_dice(game: &Game, step: &Step) -> bool {
    all_steps(std::slice::from_ref(step)).into_iter().any(|step| {
        let rolls = matches!(
            step.verb,
            Verb::Roll(_)
                | Verb::Oppose(_)
                | Verb::Do(_)
                | Verb::Draw(_)
                | Verb::Shuffle(_)
                | Verb::Order(_)
                | Verb::Effects(_)
        );
        rolls || step.formulas().any(|ir| may_throw(game, ir))
    })
}
