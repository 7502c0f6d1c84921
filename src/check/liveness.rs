//! Liveness analysis of rolls, from the last step to the first: the rolls of an action that nothing reads afterwards.
//! Runs that differ only in dead rolls have the same future, so odds merge them.

use std::collections::BTreeSet;

use super::ineffective_changes::may_throw;
use super::program::{
    Action, Altered, Ask, CheckedGame, Default, FrameRead, Gone, Hook, Ir, Kind, Left, LeftRead, LeftValue, Lowered,
    Mention, Op, Pool, RollFact, Slot, SlotKind, Step, Target, Test, TraitRef, TraitSource, Verb,
};
use super::unused_values::{each_part, in_action, in_test};
use super::{Checker, all_steps};
use crate::diagnostic::Diagnostic;
use crate::id::{Id, IdVec};
use crate::ruleset::steps::{Fact, Part, Parts as _, Repeat};

impl Checker<'_> {
    /// Notes with each step of an action what is gone when it is over.
    pub(super) fn gone(&mut self) {
        if self.errors.iter().any(Diagnostic::is_error) {
            // A game with errors is not played.
            return;
        }
        let game = &self.game;
        let (read, counted) = (read_outside(game), counted(game));
        let unnumbered: Vec<_> =
            game.actions.iter().enumerate().map(|(index, action)| unnumbered(game, index, action)).collect();
        let actions = game.actions.iter().enumerate().zip(&counted);
        let gone: Vec<_> =
            actions.map(|((index, action), counted)| after_steps(game, (index, action), counted)).collect();
        for (((index, action), gone), counted) in self.game.actions.iter_mut().enumerate().zip(gone).zip(counted) {
            let totals = counted.into_iter().filter(|slot| reads_total(&self.game.tests, action, *slot)).collect();
            (action.gone, action.read_outside, action.counted) = (gone, read.contains(&index), totals);
            action.unnumbered = unnumbered.get(index).cloned().unwrap_or_default();
        }
    }
}

/// Actions whose labels are read where another one has done them.
fn read_outside(game: &CheckedGame) -> BTreeSet<usize> {
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
fn counted(game: &CheckedGame) -> Vec<BTreeSet<usize>> {
    let places = game.places().map(|place| &place.action);
    // Traits that a step gives another value; whether it may be any.
    let (mut changed, mut any) = (BTreeSet::new(), false);
    for action in game.actions.iter().chain(game.recipes()).chain(places) {
        for step in all_steps(&action.steps) {
            for one in step.verb.alterations() {
                match one.what {
                    Altered::Trait(TraitRef::Fixed(index)) => drop(changed.insert(index)),
                    Altered::Trait(TraitRef::Slot(slot)) => any |= action.slots.get(slot).is_some_and(Slot::of_trait),
                    _ => {}
                }
            }
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
        let (mut read, none) = (SlotReads::default(), BTreeSet::new());
        action.steps.iter().for_each(|step| read.step((game, action, &none), step));
        action.ask.iter().flat_map(Ask::formulas).for_each(|ir| read.note(ir));
        let slots = action.slots.iter().enumerate().filter(|(slot, one)| {
            let test = match one.kind {
                SlotKind::Roll(test) | SlotKind::Contest(test, ..) => test,
                _ => return false,
            };
            (read.reads_dice(*slot) || action.read_outside) && by_test[test]
        });
        slots.map(|(slot, _)| slot).collect()
    };
    game.actions.iter().map(of_action).collect()
}

/// The slots of loops in whose rounds nothing reads or changes their number.
fn unnumbered(game: &CheckedGame, index: usize, action: &Action) -> BTreeSet<usize> {
    let loops = all_steps(&action.steps).into_iter().filter_map(|step| match &step.verb {
        Verb::Repeat(repeat) => Some((step.slot, repeat)),
        _ => None,
    });
    let is_unnumbered = |slot: usize, repeat: &Repeat<Lowered>| {
        let mut read = SlotReads::of_hooks(game, index);
        repeat.until.iter().for_each(|until| read.note(until));
        let mut sets = false;
        for step in all_steps(&repeat.round.steps) {
            step.when.iter().chain(step.verb.formulas()).for_each(|ir| read.note(ir));
            read.note_slots(step);
            sets |= step.verb.does(|fact| matches!(fact, Fact::Sets(Target::Slot(set), _) if *set == slot));
        }
        !sets && !read.whole.contains(&slot)
    };
    loops.filter(|(slot, repeat)| is_unnumbered(*slot, repeat)).map(|(slot, _)| slot).collect()
}

/// Whether something that an action reads of a roll of it depends on the total.
fn reads_total(tests: &IdVec<Test, Test>, action: &Action, slot: usize) -> bool {
    let Some(SlotKind::Roll(test)) = action.slots.get(slot).map(|one| &one.kind) else { return true };
    let test = &tests[*test];
    let reads = |ir: &Ir| {
        ir.any_part(&|part| match &part.op {
            Op::RollFact(of, RollFact::Margin) | Op::Slot(of) | Op::Did(of, _) | Op::Inside(of, _) => *of == slot,
            Op::InRoll(of, _, inner) => *of == slot && on_total(test, inner, 0),
            _ => false,
        })
    };
    let in_step = |step: &Step| {
        let mut found = step.when.iter().chain(step.verb.formulas()).any(reads);
        step.verb.parts(&mut |part| found |= matches!(part, Part::Mention(Mention::Slot(of)) if of == slot));
        found
    };
    action.read_outside
        || action.ask.iter().flat_map(Ask::formulas).any(reads)
        || all_steps(&action.steps).into_iter().any(in_step)
}

/// Whether a formula of a test depends on its total.
fn on_total(test: &Test, ir: &Ir, depth: usize) -> bool {
    depth >= DEEP
        || ir.any_part(&|part| match &part.op {
            Op::Total | Op::OwnTotal | Op::Margin => true,
            Op::Value(index) => test.values.get(*index).is_none_or(|value| on_total(test, &value.ir, depth + 1)),
            Op::Late(name) => {
                let mut values = test.outcomes.iter().flat_map(|one| &one.values).filter(|one| one.name == *name);
                values.any(|value| on_total(test, &value.ir, depth + 1))
            }
            _ => false,
        })
}

/// Derived values that are worked out from one another, one after the other, at most.
const DEEP: usize = 20;

/// Whether a formula reads of a character what an action may change.
fn changes(game: &CheckedGame, ir: &Ir, is_changed: &dyn Fn(usize) -> bool, depth: usize) -> bool {
    ir.any_part(&|part| match &part.op {
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

/// A game, one of its actions, and the slots of rolls of it that are counted when they end.
type Within<'a> = (&'a CheckedGame, &'a Action, &'a BTreeSet<usize>);

/// What is read of slots.
#[derive(Default)]
struct SlotReads {
    /// Slots of which more is read than how a roll ended and single values.
    whole: BTreeSet<usize>,
    outcomes: BTreeSet<usize>,
    successes: BTreeSet<usize>,
    winners: BTreeSet<usize>,
    /// Values, by the slots of their rolls.
    values: Vec<(usize, LeftValue)>,
}

impl SlotReads {
    /// What interventions read of an action: wherever they take hold, they may read whatever there is then.
    fn of_hooks(game: &CheckedGame, index: usize) -> Self {
        let mut read = Self::default();
        for place in game.places().filter(|place| matches!(place.hook, Hook::Step(_, of, _) if of == index)) {
            place.when.iter().chain(&place.must).for_each(|ir| read.note(ir));
            in_action(&place.action, &mut |ir| read.note(ir));
            for step in all_steps(&place.action.steps) {
                read.note_slots(step);
            }
        }
        read
    }

    /// Notes what a formula reads, wherever it is.
    fn note(&mut self, ir: &Ir) {
        ir.parts().for_each(|part| self.note_part(part));
    }

    fn note_part(&mut self, part: &Ir) {
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

    /// The same of a formula of a step of the action that rolls: of its values, which they are.
    fn note_step(&mut self, within: Within<'_>, ir: &Ir, when: Option<&Ir>) {
        for part in ir.parts() {
            match value_read(within, part) {
                Some((slot, side, read)) => self.values.push((slot, LeftValue { side, read, when: when.cloned() })),
                None => self.note_part(part),
            }
        }
    }

    fn step(&mut self, within: Within<'_>, step: &Step) {
        let when = step.when.as_ref().filter(|when| tells_ends(when));
        step.when.iter().for_each(|ir| self.note_step(within, ir, None));
        for inner in all_steps(std::slice::from_ref(step)) {
            let inside = inner.when.iter().filter(|_| !std::ptr::eq(inner, step));
            inside.chain(inner.verb.formulas()).for_each(|ir| self.note_step(within, ir, when));
            self.note_slots(inner);
        }
    }

    /// Notes the slots that a step is about.
    fn note_slots(&mut self, step: &Step) {
        step.verb.parts(&mut |part| {
            if let Part::Mention(Mention::Slot(slot)) = part {
                self.whole.insert(slot);
            }
        });
    }

    /// Whether something of a roll is read that its dice show.
    fn reads_dice(&self, slot: usize) -> bool {
        self.whole.contains(&slot) || self.values.iter().any(|(one, _)| *one == slot)
    }

    fn left(&self, slot: usize) -> Left {
        let values = self.values.iter().filter(|(one, _)| *one == slot);
        Left {
            slot,
            outcome: self.outcomes.contains(&slot),
            success: self.successes.contains(&slot),
            winner: self.winners.contains(&slot),
            values: values.map(|(_, value)| value.clone()).collect(),
        }
    }
}

/// What formulas read of the rolls of an action that are no part of the game.
#[derive(Default)]
pub(crate) struct AlsoRead(SlotReads);

impl AlsoRead {
    pub(crate) fn of<'i>(formulas: impl IntoIterator<Item = &'i Ir>) -> Self {
        let mut read = SlotReads::default();
        formulas.into_iter().for_each(|ir| read.note(ir));
        Self(read)
    }

    /// Whether a formula reads any label of an action.
    pub(crate) fn reads_any(ir: &Ir) -> bool {
        ir.any_part(&|part| {
            matches!(part.op, Op::RollFact(..) | Op::Slot(_) | Op::InRoll(..) | Op::Did(..) | Op::Inside(..))
        })
    }

    /// Whether more is read of the roll in a slot than how it ended.
    pub(crate) fn reads_dice(&self, slot: usize) -> bool {
        self.0.whole.contains(&slot)
    }

    /// What is read of how it ended.
    pub(crate) fn ends(&self, slot: usize) -> Left {
        self.0.left(slot)
    }
}

/// The value of a roll that a part of a formula reads, if it can be counted before that.
fn value_read((game, action, counted): Within<'_>, part: &Ir) -> Option<(usize, usize, LeftRead)> {
    let test = |slot: usize| match action.slots.get(slot)?.kind {
        SlotKind::Roll(test) | SlotKind::Contest(test, ..) => Some(&game.tests[test]),
        _ => None,
    };
    // What is not counted when the roll ends is what it is where it is read.
    let stays = |slot: &usize| !counted.contains(slot);
    match &part.op {
        Op::RollFact(slot, RollFact::Margin) if stays(slot) => {
            test(*slot).filter(|test| ends(game, test)).map(|_| (*slot, 0, LeftRead::Margin))
        }
        Op::InRoll(slot, side, inner) => {
            let test = test(*slot).filter(|test| ends(game, test))?;
            let read = FrameRead::of(inner)?;
            let is_number = match &read {
                FrameRead::Value(_) | FrameRead::Late(_) if !stays(slot) => false,
                FrameRead::Value(index) => {
                    test.values.get(*index).is_some_and(|value| !matches!(value.kind, Kind::Dice | Kind::Chosen))
                }
                FrameRead::Late(name) => {
                    let mut late = test.outcomes.iter().flat_map(|one| &one.values).filter(|one| one.name == *name);
                    late.all(|one| !matches!(one.kind, Kind::Dice | Kind::Chosen))
                }
                FrameRead::Total | FrameRead::Roll | FrameRead::Dice(_) => true,
            };
            is_number.then(|| (*slot, *side, LeftRead::Of(read, (**inner).clone())))
        }
        _ => None,
    }
}

/// Whether no formula of a test throws dice that may bring others without end: then nothing is lost where one is counted
/// that nothing reads after all.
fn ends(game: &CheckedGame, test: &Test) -> bool {
    let of_pool = |pool: &Pool| !pool.modifiers.iter().any(|modifier| modifier.suffix.goes_on());
    let formula_ends = |ir: &Ir| {
        ir.parts().all(|part| match &part.op {
            // Dice with a name were thrown when the roll began.
            Op::Hand(..) => true,
            Op::Pool(pool) | Op::Read { pool: Some(pool), .. } => of_pool(pool),
            Op::Beats(one, other) => of_pool(one) && of_pool(other),
            Op::Cell(_) => !may_throw(game, part),
            _ => true,
        })
    };
    let mut all = true;
    in_test(test, &mut |ir| all &= formula_ends(ir));
    all
}

/// Whether a condition reads nothing but how rolls ended: once that is known, it stays as it is.
fn tells_ends(ir: &Ir) -> bool {
    ir.parts().all(|part| match &part.op {
        Op::RollFact(_, fact) => !matches!(fact, RollFact::Margin),
        Op::Number(_) | Op::And(..) | Op::Or(..) | Op::Not(_) | Op::Compare(..) => true,
        _ => false,
    })
}

/// By step. Only steps count that throw dice which nothing reads any more but for values, with others that throw behind
/// them.
fn after_steps(game: &CheckedGame, (index, action): (usize, &Action), counted: &BTreeSet<usize>) -> Vec<Option<Gone>> {
    let throws: Vec<bool> = action.steps.iter().map(|step| may_throw_dice(game, step)).collect();
    if throws.iter().filter(|throws| **throws).count() < 2 {
        return Vec::new();
    }
    let mut read = SlotReads::of_hooks(game, index);
    // Questions may be asked when the dice lie there.
    action.ask.iter().flat_map(Ask::formulas).chain(&action.tells).for_each(|ir| read.note(ir));
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
        if later && throws && own.iter().all(|slot| !read.whole.contains(slot)) {
            let before = action.steps.iter().take(at).flat_map(&rolled);
            let gone = before.filter(|slot| !read.whole.contains(slot)).chain(own);
            if let Some(place) = found.get_mut(at) {
                *place = Some(Gone { rolls: gone.map(|slot| read.left(slot)).collect() });
            }
        }
        later |= throws;
        read.step((game, action, counted), step);
    }
    found
}

fn may_throw_dice(game: &CheckedGame, step: &Step) -> bool {
    all_steps(std::slice::from_ref(step)).into_iter().any(|step| {
        let is_chance = |fact: &Fact<'_, _>| {
            matches!(fact, Fact::Rolls(..) | Fact::Does(..) | Fact::Draws(..) | Fact::Leads | Fact::Chance)
        };
        step.verb.does(is_chance) || step.formulas().any(|ir| may_throw(game, ir))
    })
}
