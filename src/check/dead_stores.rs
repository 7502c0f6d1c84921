//! Reports assignments to labels that nothing reads afterwards (dead stores).
//!
//! Liveness analysis: steps are visited from the last to the first, with the set of labels that are read later. The
//! steps of a loop are visited again until that set no longer grows.

use std::collections::{BTreeMap, HashMap};

use super::program::{
    Action, CheckedGame, Hook, InterventionSite, Ir, Lowered, Mention, Op, SlotKind, Step, Target, Verb,
};
use super::unused_values::each_part;
use super::{Checker, all_steps};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{self, Formula, Ruleset, Word};
use crate::ruleset::steps::{Each, Fact, Part, Parts};
use crate::sort::without;
use crate::source::Span;

/// A bit set of slots of an action: there may be thousands, at each of thousands of steps.
#[derive(Debug, Clone, Default)]
struct Slots(Vec<u64>);

impl Slots {
    fn insert(&mut self, slot: usize) {
        if self.0.len() <= slot / 64 {
            self.0.resize(slot / 64 + 1, 0);
        }
        if let Some(bits) = self.0.get_mut(slot / 64) {
            *bits |= 1 << (slot % 64);
        }
    }

    fn contains(&self, slot: usize) -> bool {
        self.0.get(slot / 64).is_some_and(|bits| bits & (1 << (slot % 64)) != 0)
    }

    /// Removes a slot; returns whether it was in the set.
    fn remove(&mut self, slot: usize) -> bool {
        let was = self.contains(slot);
        if let Some(bits) = self.0.get_mut(slot / 64).filter(|_| was) {
            *bits &= !(1 << (slot % 64));
        }
        was
    }

    /// Adds the slots of another set; returns whether the set grew.
    fn extend(&mut self, other: &Self) -> bool {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut more = false;
        for (bits, new) in self.0.iter_mut().zip(&other.0) {
            more |= *new & !*bits != 0;
            *bits |= new;
        }
        more
    }

    /// Keeps only the slots before `end`.
    fn truncate(&mut self, end: usize) {
        self.0.truncate(end.div_ceil(64));
        if let Some(bits) = self.0.get_mut(end / 64) {
            *bits &= (1 << (end % 64)) - 1;
        }
    }
}

/// The live slots at a point of an action.
#[derive(Debug, Clone, Default)]
struct Live {
    /// Slots whose values are read.
    read: Slots,
    /// Slots that are assigned before they are read.
    anew: Slots,
}

impl Live {
    fn insert(&mut self, slot: usize) {
        self.read.insert(slot);
    }

    fn contains(&self, slot: usize) -> bool {
        self.read.contains(slot)
    }

    /// Notes an assignment of a slot; returns whether the slot is live.
    fn given(&mut self, slot: usize) -> bool {
        let read = self.read.remove(slot);
        if read {
            self.anew.insert(slot);
        }
        read
    }

    /// Adds another set; returns whether the live set grew.
    fn extend(&mut self, other: &Self) -> bool {
        self.anew.extend(&other.anew);
        self.read.extend(&other.read)
    }

    fn truncate(&mut self, end: usize) {
        self.read.truncate(end);
        self.anew.truncate(end);
    }
}

/// The intervention of a step, by index, and its hook: whether before, the action, the slot of the label.
type Where = Option<(usize, bool, usize, usize)>;

/// Interventions with their indices, by hook: action, whether before a step, the slot of its label.
type Hooks<'g> = BTreeMap<(usize, bool, usize), Vec<(usize, &'g InterventionSite)>>;

impl Checker<'_> {
    /// Reports dead assignments of `set`. Each hook of an intervention counts separately.
    pub(super) fn late_sets(&mut self, ruleset: &Ruleset) {
        if self.errors.iter().any(Diagnostic::is_error) {
            return;
        }
        let mut found = self.sets();
        let mut errors = Vec::new();
        let actions = ruleset.actions.iter().map(|raw| (None, &raw.steps));
        let interventions = ruleset.interventions.iter().enumerate().map(|(index, raw)| (Some(index), &raw.steps));
        for (of, steps) in actions.chain(interventions) {
            for (word, formula) in set_words(steps) {
                let wanted = formula.placement.span;
                let places: Vec<_> =
                    found.range((wanted, None)..).take_while(|((span, _), _)| *span == wanted).collect();
                let idle = places.into_iter().find_map(|((_, place), set)| {
                    (place.map(|(index, ..)| index) == of && !set.read).then_some((*place, set))
                });
                let Some((place, set)) = idle else { continue };
                errors.push(self.late(word, ruleset, place, set));
                // An entry that is `like` another has the same words.
                without(&mut found, &|(span, _)| *span == wanted);
            }
        }
        errors.into_iter().for_each(|error| self.report(error));
    }

    fn late(&self, word: &Word, ruleset: &Ruleset, place: Where, set: &Set) -> Diagnostic {
        let mut error = Diagnostic::error(Code::SetWithoutEffect, word.span).arg("name", &*word.text);
        let hook = place.and_then(|(index, before, action, slot)| {
            let action = self.game.actions.get(action)?;
            let label = action.slots.get(slot)?;
            let at = ruleset.interventions.get(index)?.at.iter().find(|at| {
                let named = at.label.as_ref().is_some_and(|word| *word.text == *label.name);
                at.before == before && *at.name.text == *action.name && named
            })?;
            Some((at.label.as_ref()?.span, format!("{}.{}", action.name, label.name)))
        });
        error = error.arg("anew", if set.anew { "yes" } else { "no" });
        match hook {
            Some((span, name)) => error = error.arg("place", name).label(span, "label-takes-hold"),
            None => error = error.arg("place", "none"),
        }
        match &set.last {
            _ if set.anew => error.help("help-set-anew"),
            Some(last) => error.help_with("help-set-before", "step", last.as_str()),
            None => error.help("help-set-nothing-reads"),
        }
    }

    /// Every `set` of a label, by the place of its value and the hook.
    fn sets(&self) -> BTreeMap<(Span, Where), Set> {
        let game = &self.game;
        let mut hooks: Hooks<'_> = BTreeMap::new();
        for (index, one) in game.interventions.iter().enumerate() {
            for place in &one.places {
                if let Hook::Step(before, action, slot) = place.hook {
                    hooks.entry((action, before, slot)).or_default().push((index, place));
                }
            }
        }
        let at_tests = game.places();
        let at_tests = at_tests.filter(|place| matches!(place.hook, Hook::Test(..))).map(|place| &place.action);
        let alone: Vec<&Action> = game.recipes().chain(at_tests).collect();
        let told = self.read_of_others(&alone);
        let mut all = LivenessWalk {
            checker: self,
            hooks: &hooks,
            action: None,
            end: Live::default(),
            place: None,
            loops: 0,
            sets: BTreeMap::new(),
        };
        let actions = game.actions.iter().enumerate().map(|(index, action)| (Some(index), action));
        for (index, action) in actions.chain(alone.into_iter().map(|action| (None, action))) {
            let mut end: Live = index.and_then(|index| told.get(&index)).cloned().unwrap_or_default();
            let mut reads = end.clone();
            note_action(action, &mut reads);
            if let Some(index) = index {
                let here = hooks.range((index, false, 0)..=(index, true, usize::MAX));
                here.flat_map(|(_, places)| places).for_each(|(_, place)| note_place(place, &mut reads));
            }
            // Values that no step reads are shown in the report.
            let values = all_steps(&action.steps).into_iter().filter(|step| step.verb.held().is_some());
            values.map(|step| step.slot).filter(|slot| !reads.contains(*slot)).for_each(|slot| end.insert(slot));
            action.tells.iter().for_each(|text| note(text, &mut end));
            all.action = index.map(|index| (index, action));
            all.end = end.clone();
            all.steps(&action.steps, end);
        }
        all.sets
    }

    /// The slots of actions that their callers read.
    fn read_of_others(&self, alone: &[&Action]) -> HashMap<usize, Live> {
        let mut told: HashMap<usize, Live> = HashMap::new();
        let places = self.game.places().map(|place| &place.action);
        for action in self.game.actions.iter().chain(places).chain(alone.iter().copied()) {
            super::unused_values::in_action(action, &mut |ir| {
                behind_labels(&self.game, action, ir, &mut |index, inner| {
                    told.entry(index).or_default().insert(inner);
                });
            });
        }
        told
    }
}

/// The slots of other actions that a formula reads, each with the index of its action.
fn behind_labels(game: &CheckedGame, action: &Action, ir: &Ir, found: &mut impl FnMut(usize, usize)) {
    each_part(game, action, ir, &mut |within, part| {
        let index = |slot: usize| match within.slots.get(slot).map(|slot| &slot.kind) {
            Some(SlotKind::Did(index)) => Some(*index),
            _ => None,
        };
        match &part.op {
            Op::Did(slot, inner) => index(*slot).into_iter().for_each(|index| found(index, *inner)),
            Op::Inside(slot, inner) => {
                let Some(index) = index(*slot) else { return };
                inner.parts().filter_map(|part| label_read(&part.op)).for_each(|label| found(index, label));
            }
            _ => {}
        }
    });
}

/// The slot of the running action that a formula reads.
fn label_read(op: &Op) -> Option<usize> {
    match op {
        Op::Slot(slot) | Op::InRoll(slot, ..) | Op::RollFact(slot, _) | Op::Did(slot, _) | Op::Inside(slot, _) => {
            Some(*slot)
        }
        _ => None,
    }
}

/// An assignment of a label by `set`.
#[derive(Debug, Default)]
struct Set {
    /// Whether something reads it afterwards.
    read: bool,
    /// The last step that reads the label.
    last: Option<String>,
    /// Whether it is assigned again before that.
    anew: bool,
}

/// Visits the steps of an action backwards.
struct LivenessWalk<'c, 'g> {
    checker: &'c Checker<'g>,
    hooks: &'c Hooks<'c>,
    /// The action whose steps have interventions.
    action: Option<(usize, &'c Action)>,
    /// The live slots at the end.
    end: Live,
    /// The intervention that the steps belong to.
    place: Where,
    /// The number of enclosing loops.
    loops: usize,
    sets: BTreeMap<(Span, Where), Set>,
}

impl LivenessWalk<'_, '_> {
    fn steps(&mut self, steps: &[Step], after: Live) -> Live {
        steps.iter().rev().fold(after, |after, step| self.one(step, after))
    }

    fn one(&mut self, step: &Step, after: Live) -> Live {
        let Some(when) = &step.when else { return self.done(step, after) };
        let done = self.hook(false, step.slot, after.clone());
        let mut live = self.verb(step, done);
        live.extend(&after);
        note(when, &mut live);
        self.hook(true, step.slot, live)
    }

    /// The live slots before a step, with the interventions before and after it.
    fn done(&mut self, step: &Step, after: Live) -> Live {
        let after = self.hook(false, step.slot, after);
        let live = self.verb(step, after);
        self.hook(true, step.slot, live)
    }

    /// The live slots before a hook at which interventions happen any number of times.
    fn hook(&mut self, before: bool, slot: usize, after: Live) -> Live {
        let Some((action, _)) = self.action.filter(|_| self.place.is_none()) else { return after };
        let Some(places) = self.hooks.get(&(action, before, slot)) else { return after };
        let mut live = after;
        let mut more = true;
        while std::mem::take(&mut more) {
            for (index, place) in places {
                let end = std::mem::replace(&mut self.end, live.clone());
                self.place = Some((*index, before, action, slot));
                let mut read = self.steps(&place.action.steps, live.clone());
                self.place = None;
                self.end = end;
                note_beside(place, &mut read);
                read.truncate(place.outer);
                more |= live.extend(&read);
            }
        }
        live
    }

    /// The steps of a loop, each round with another value in `one`.
    fn around(&mut self, steps: &[Step], one: usize, after: &mut Live) {
        // Slots that the first steps read are live after the last. Nested loops are analysed less precisely.
        let mut again = Live::default();
        if self.loops < 2 {
            self.loops += 1;
            again = self.steps(steps, again);
            self.loops -= 1;
        } else {
            note_steps(steps, &mut again);
        }
        again.given(one);
        after.extend(&again);
        let mut inside = self.steps(steps, after.clone());
        inside.given(one);
        after.extend(&inside);
    }

    fn verb(&mut self, step: &Step, mut after: Live) -> Live {
        match &step.verb {
            Verb::Value(..) | Verb::Ask(_) => {
                after.given(step.slot);
            }
            Verb::First(first) => {
                let rows = &first.rows;
                // Without a final unconditional row, no step may run.
                let always = rows.last().is_some_and(|row| row.when.is_none());
                let mut live = if always { Live::default() } else { after.clone() };
                for row in rows.iter().rev() {
                    let read = self.done(row, after.clone());
                    live.extend(&read);
                    row.when.iter().for_each(|when| note(when, &mut live));
                }
                return live;
            }
            Verb::Steps(steps) => return self.steps(&steps.steps, after),
            Verb::Each(each) => {
                let Each { each: (one, _), steps, .. } = &**each;
                self.around(steps, *one, &mut after);
            }
            Verb::Repeat(repeat) => {
                repeat.until.iter().for_each(|until| note(until, &mut after));
                self.around(&repeat.round.steps, step.slot, &mut after);
            }
            Verb::Roll(roll) => {
                // An outcome without a branch continues below.
                let mut live = after.clone();
                for (_, steps) in &roll.on {
                    let read = self.steps(steps, after.clone());
                    live.extend(&read);
                }
                after = self.steps(&roll.seen, live);
            }
            Verb::Oppose(oppose) => {
                let mut live = after.clone();
                for (_, steps) in &oppose.on {
                    let read = self.steps(steps, after.clone());
                    live.extend(&read);
                }
                // A tie may be rolled again, with the inputs of both sides.
                note_verb(&step.verb, &mut live);
                after = self.steps(&oppose.seen, live);
            }
            Verb::Set(set) => {
                for (target, ir) in set.what.iter().rev() {
                    let Target::Slot(slot) = target else {
                        note_parts(target, &mut after);
                        note(ir, &mut after);
                        continue;
                    };
                    let anew = after.anew.contains(*slot);
                    let read = after.given(*slot);
                    self.note_set(*slot, ir, read, anew);
                    // The operands are live only if the result is.
                    if read {
                        note(ir, &mut after);
                    }
                }
                return after;
            }
            verb if verb.does(|fact| matches!(fact, Fact::Ends(true))) => after.clone_from(&self.end),
            verb if verb.ends() => after = Live::default(),
            _ => {}
        }
        note_verb(&step.verb, &mut after);
        after
    }

    fn note_set(&mut self, slot: usize, ir: &Ir, read: bool, anew: bool) {
        let origin = usize::try_from(ir.at.origin).ok().and_then(|index| self.checker.game.origins.get(index));
        let Some(origin) = origin else { return };
        let place = self.place;
        let last = self.action.filter(|_| !read).and_then(|(_, action)| last_reader(action, &action.steps, slot));
        let set = self.sets.entry((origin.placement.span, place)).or_default();
        set.read |= read;
        set.last = last;
        set.anew = anew;
    }
}

/// The label of the last step that reads a slot.
fn last_reader(action: &Action, steps: &[Step], slot: usize) -> Option<String> {
    steps.iter().rev().find_map(|step| {
        let inner = step.verb.inner().into_iter().rev();
        let inside = inner.into_iter().find_map(|step| last_reader(action, std::slice::from_ref(step), slot));
        inside.or_else(|| {
            let mut read = Live::default();
            step.when.iter().for_each(|when| note(when, &mut read));
            note_verb(&step.verb, &mut read);
            let label = action.slots.get(step.slot).map(|slot| &*slot.name)?;
            (read.contains(slot) && !matches!(step.verb, Verb::Set(_)) && !label.starts_with('·'))
                .then(|| format!("{}.{label}", action.name))
        })
    })
}

/// The labels in `set`, as written, with their formulas.
fn set_words(steps: &[model::StepDecl]) -> impl Iterator<Item = (&Word, &Formula)> {
    all_steps(steps).into_iter().flat_map(|step| step.verb.targets())
}

/// Adds the slots that a formula reads.
fn note(ir: &Ir, live: &mut Live) {
    ir.parts().filter_map(|part| label_read(&part.op)).for_each(|slot| live.insert(slot));
}

/// Adds the slots that parts of steps read, in formulas and otherwise.
fn note_parts(parts: &impl Parts<Lowered>, live: &mut Live) {
    parts.parts(&mut |part| match part {
        Part::Formula(ir) => note(ir, live),
        Part::Mention(Mention::Slot(slot)) => live.insert(slot),
        Part::Mention(_) | Part::Step(_) => {}
    });
}

/// Adds the slots that a step itself reads, without nested steps and without assigned labels.
fn note_verb(verb: &Verb, live: &mut Live) {
    let Verb::Set(set) = verb else { return note_parts(verb, live) };
    for (target, ir) in &set.what {
        note_parts(target, live);
        let mut read = Live::default();
        note(ir, &mut read);
        if let Target::Slot(slot) = target {
            // A slot that only updates itself is not live.
            read.given(*slot);
        }
        live.extend(&read);
    }
}

fn note_steps(steps: &[Step], live: &mut Live) {
    for step in all_steps(steps) {
        step.when.iter().for_each(|when| note(when, live));
        note_verb(&step.verb, live);
    }
}

/// Adds all slots that an action reads outside of its steps.
fn note_action(action: &Action, live: &mut Live) {
    action.ask.iter().for_each(|ask| note_parts(ask, live));
    action.need.iter().for_each(|(_, ir)| note(ir, live));
    note_steps(&action.steps, live);
}

/// Adds the slots that an intervention reads before its steps.
fn note_beside(place: &InterventionSite, live: &mut Live) {
    place.action.ask.iter().for_each(|ask| note_parts(ask, live));
    let need = place.action.need.iter().map(|(_, ir)| ir);
    place.when.iter().chain(&place.must).chain(need).for_each(|ir| note(ir, live));
}

fn note_place(place: &InterventionSite, live: &mut Live) {
    note_beside(place, live);
    note_steps(&place.action.steps, live);
}
