//! Reports reads of optional answers at places where the answer may be missing.
//!
//! A formula is visited together with the set of questions that are known to be answered there: after `answered(x)
//! and`, in a branch of an `if`, in a step or outcome with such a condition, and after an outcome or step that ends all
//! cases without an answer (definite assignment).

use std::collections::{BTreeMap, BTreeSet};

use super::Checker;
use super::program::{
    Action, At, CheckedGame, Ending, Hook, InterventionSite, Ir, Lowered, Mention, Op, Over, RollFact, SlotId,
    SlotKind, Step, Target, Test, Verb,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::id::Id;
use crate::ruleset::model::OptionalDecl;
use crate::ruleset::steps::{Part, Parts};
use crate::sort::Gather as _;

/// A question, as formulas of one place read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Which {
    /// Of the running test.
    Input(usize),
    /// Of the running action.
    Slot(usize),
    /// Of the action in a slot.
    Did(usize, usize),
    /// Of the test in a slot: which side, which input.
    InRoll(usize, usize, usize),
}

type AnsweredSet = BTreeSet<Which>;

/// The questions that have answers where a condition holds, and where it does not.
#[derive(Debug, Default)]
struct AnsweredBranches {
    so: AnsweredSet,
    not_so: AnsweredSet,
}

/// What an outcome tells: the inputs that have answers where it is reached.
type Reached = Vec<BTreeSet<usize>>;

struct Walk<'g> {
    game: &'g CheckedGame,
    /// By test: of each of its outcomes what it tells.
    reached: BTreeMap<Id<Test>, Reached>,
    found: Vec<(Code, At, String)>,
    /// Questions that were asked about although they always have an answer, and those that need not.
    always: Vec<(At, String)>,
    sometimes: BTreeSet<(u32, u32)>,
    /// Margins of tests that need what may stay open.
    margins: BTreeSet<Id<Test>>,
    shown: BTreeSet<Id<Test>>,
}

/// The declaration to which a formula belongs.
#[derive(Clone, Copy)]
struct FormulaOwner<'g> {
    test: Option<Id<Test>>,
    action: Option<&'g Action>,
    /// The slot and side of the roll that a formula is behind.
    roll: Option<(usize, usize)>,
    /// The questions of the action, and of what it is in.
    optional: &'g BTreeSet<usize>,
}

impl Checker<'_> {
    /// Reports what is read although it may have no answer.
    pub(super) fn unanswered(&mut self) {
        let mut walk = Walk {
            game: &self.game,
            reached: BTreeMap::new(),
            found: Vec::new(),
            always: Vec::new(),
            sometimes: BTreeSet::new(),
            margins: BTreeSet::new(),
            shown: BTreeSet::new(),
        };
        let tests: Vec<Id<Test>> = self.game.tests.pairs().map(|(id, _)| id).collect();
        tests.iter().for_each(|id| walk.margin(*id));
        tests.iter().for_each(|id| walk.test(*id));
        for action in self.game.actions.iter().chain(self.game.recipes()) {
            let optional = own_questions(action);
            walk.action(action, &optional, None);
        }
        for place in self.game.interventions.iter().flat_map(|one| &one.places) {
            walk.place(place);
        }
        let Walk { mut found, always, sometimes, margins, shown, .. } = walk;
        let always = always.into_iter().filter(|(at, _)| !sometimes.contains(&(at.origin, at.span.start)));
        found.extend(always.map(|(at, name)| (Code::AlwaysAnswered, at, name)));
        for (id, test) in tests.iter().zip(self.game.tests.iter_mut()) {
            test.need_target.0 |= margins.contains(id);
            test.need_target.1 |= shown.contains(id);
        }
        for (code, at, name) in found {
            let place = self.game.place_in(self.sources, at);
            let error = Diagnostic::error(code, place).arg("name", &*name);
            let example: Vec<String> = name.split('.').map(super::quoted_where_needed).collect();
            let example = example.join(".");
            self.report(match code {
                Code::MayBeUnanswered => error.help_with("help-guard-answer", "name", example),
                _ => error.help_with("help-make-optional", "name", example),
            });
        }
    }
}

/// The slots of the questions of an action that may stay without an answer.
fn own_questions(action: &Action) -> BTreeSet<usize> {
    action.questions().filter(|ask| ask.question.is_optional()).map(|ask| ask.slot).to_set()
}

impl<'g> Walk<'g> {
    fn optional_inputs(&self, id: Id<Test>) -> BTreeSet<usize> {
        let inputs = self.game.tests[id].inputs.iter().enumerate();
        inputs.filter(|(_, (_, question))| question.is_optional()).map(|(index, _)| index).to_set()
    }

    /// What a test is compared with, if that may stay open.
    fn open_target(&self, id: Id<Test>) -> Option<usize> {
        let test = &self.game.tests[id];
        test.against.filter(|_| !test.needs_against())
    }

    /// Whether the margin of a test is only there where it is compared with something.
    fn margin(&mut self, id: Id<Test>) {
        let Some(target) = self.open_target(id) else { return };
        let none = BTreeSet::new();
        let here = FormulaOwner { test: Some(id), action: None, roll: None, optional: &none };
        let needs = |walk: &mut Self, ir: &'g Ir| {
            let before = walk.found.len();
            walk.look(here, ir, &AnsweredSet::new());
            let needs = walk.found.len() > before;
            walk.found.truncate(before);
            // What is missing besides is reported.
            walk.look(here, ir, &[Which::Input(target)].into_iter().to_set());
            needs
        };
        let test = &self.game.tests[id];
        let margin = match &test.margin {
            OptionalDecl::Usual => test.target().is_some(),
            OptionalDecl::Nothing => false,
            OptionalDecl::Formula(ir) => needs(self, ir),
        };
        if margin {
            self.margins.insert(id);
        }
        if let OptionalDecl::Formula(ir) = &test.shown_against
            && needs(self, ir)
        {
            self.shown.insert(id);
        }
    }

    fn test(&mut self, id: Id<Test>) {
        let test = &self.game.tests[id];
        let none = BTreeSet::new();
        let here = FormulaOwner { test: Some(id), action: None, roll: None, optional: &none };
        let nothing = AnsweredSet::new();
        for (_, question) in &test.inputs {
            if let Some(super::program::Default::Value(ir)) = &question.default {
                self.look(here, ir, &nothing);
            }
        }
        let dice = test.roll.iter().flat_map(super::program::Pool::formulas);
        let values = test.values.iter().map(|value| &value.ir);
        let opposed = test.opposed.iter();
        let opposed =
            opposed.flat_map(|one| one.compare.iter().chain(one.tie.iter().filter_map(|(_, when)| when.as_ref())));
        for ir in dice.chain(values).chain([&test.total]).chain(opposed) {
            self.look(here, ir, &nothing);
        }
        if self.open_target(id).is_none() {
            let said = test.margin.formula().into_iter().chain(test.shown_against.formula());
            said.for_each(|ir| _ = self.look(here, ir, &nothing));
        }
        let mut known = AnsweredSet::new();
        let mut reached = Reached::new();
        for outcome in &test.outcomes {
            let told = match &outcome.when {
                Some(ir) => self.look(here, ir, &known),
                None => AnsweredBranches::default(),
            };
            let inside: AnsweredSet = known.union(&told.so).copied().to_set();
            for value in &outcome.values {
                self.look(here, &value.ir, &inside);
            }
            let inputs =
                inside.iter().filter_map(|one| if let Which::Input(index) = one { Some(*index) } else { None });
            reached.push(inputs.to_set());
            // The next is only looked at where this one does not hold.
            known.extend(told.not_so);
        }
        self.reached.insert(id, reached);
    }

    fn place(&mut self, place: &InterventionSite) {
        let mut optional = own_questions(&place.action);
        let test = match place.hook {
            Hook::Test(_, test) => Some(test),
            Hook::Settled(_) => None,
            Hook::Step(_, action, _) => {
                let outer = self.game.actions.get(action).map(own_questions).unwrap_or_default();
                optional.extend(outer.into_iter().filter(|slot| *slot < place.outer));
                None
            }
        };
        let here = FormulaOwner { test, action: Some(&place.action), roll: None, optional: &optional };
        let mut known = AnsweredSet::new();
        for ir in place.when.iter().chain(&place.must) {
            let told = self.look(here, ir, &known);
            if place.when.as_ref().is_some_and(|when| std::ptr::eq(when, ir)) {
                known.extend(told.so);
            }
        }
        self.body(here, known);
    }

    fn action(&mut self, action: &Action, optional: &BTreeSet<usize>, test: Option<Id<Test>>) {
        let here = FormulaOwner { test, action: Some(action), roll: None, optional };
        for (_, ir) in &action.every {
            self.look(here, ir, &AnsweredSet::new());
        }
        self.body(here, AnsweredSet::new());
    }

    fn body(&mut self, here: FormulaOwner<'_>, mut known: AnsweredSet) {
        let Some(action) = here.action else { return };
        for ask in &action.ask {
            ask.formulas().for_each(|ir| _ = self.look(here, ir, &known));
        }
        for (_, ir) in &action.need {
            let told = self.look(here, ir, &known);
            known.extend(told.so);
        }
        self.steps(here, &action.steps, &mut known);
    }

    fn steps(&mut self, here: FormulaOwner<'_>, steps: &[Step], known: &mut AnsweredSet) {
        for step in steps {
            self.step(here, step, known);
        }
    }

    /// A step; what is known behind it is added. What its condition tells if it does not hold is returned.
    fn step(&mut self, here: FormulaOwner<'_>, step: &Step, known: &mut AnsweredSet) -> AnsweredSet {
        let told = step.when.as_ref().map(|ir| self.look(here, ir, known)).unwrap_or_default();
        let inside: AnsweredSet = known.union(&told.so).copied().to_set();
        self.verb(here, step, &inside);
        self.note_given(here, step, known);
        if step.verb.ends() {
            known.extend(told.not_so.iter().copied());
        } else if step.when.is_none() {
            known.extend(step.verb.targets().filter_map(|(target, _)| match target {
                Target::Slot(slot) => Some(Which::Slot(*slot)),
                _ => None,
            }));
            known.extend(step.verb.changed().iter().map(|(index, _)| Which::Input(*index)));
        }
        told.not_so
    }

    /// What a roll is given has an answer there if it has one here.
    fn note_given(&self, here: FormulaOwner<'_>, step: &Step, known: &mut AnsweredSet) {
        let Some((test, rolls)) = step.verb.rolled() else { return };
        let inputs = self.optional_inputs(*test);
        for (side, with) in rolls {
            for (index, ir) in with.iter().filter(|(index, _)| inputs.contains(index)) {
                if self.which(here, ir).is_none_or(|which| known.contains(&which)) {
                    known.insert(Which::InRoll(step.slot, side.unwrap_or(0), *index));
                }
            }
        }
    }

    fn verb(&mut self, here: FormulaOwner<'_>, step: &Step, known: &AnsweredSet) {
        match &step.verb {
            Verb::Roll(roll) => {
                self.look(here, &roll.by, known);
                let inputs = self.optional_inputs(roll.test);
                roll.with.iter().for_each(|(index, ir)| self.given(here, ir, inputs.contains(index), known));
                let mut after = known.clone();
                self.note_given(here, step, &mut after);
                self.steps(here, &roll.seen, &mut after.clone());
                for (ending, steps) in &roll.on {
                    let mut branch = after.clone();
                    let reached = self.told_by(roll.test, |index| ends(self.game, roll.test, index, *ending));
                    branch.extend(reached.into_iter().map(|input| Which::InRoll(step.slot, 0, input)));
                    self.steps(here, steps, &mut branch);
                }
            }
            Verb::Oppose(oppose) => {
                let inputs = self.optional_inputs(oppose.test);
                for (SlotId(role), with) in &oppose.sides {
                    self.mentioned(here, *role, step, known);
                    with.iter().for_each(|(index, ir)| self.given(here, ir, inputs.contains(index), known));
                }
                let branches = oppose.on.iter().map(|(_, steps)| steps).chain([&oppose.seen]);
                branches.for_each(|steps| self.steps(here, steps, &mut known.clone()));
            }
            Verb::Do(done) => {
                let asked = self.game.actions.get(done.action).map(own_questions).unwrap_or_default();
                done.with.iter().for_each(|(slot, ir)| self.given(here, ir, asked.contains(slot), known));
                done.roles.iter().for_each(|role| self.parts(here, role, step, known));
            }
            Verb::First(first) => {
                let mut known = known.clone();
                for row in &first.rows {
                    let otherwise = self.step(here, row, &mut known.clone());
                    known.extend(otherwise);
                }
            }
            // Those that have no answer are left out.
            Verb::Each(each) if matches!(each.each.1, Over::Answers(_)) => {
                self.steps(here, &each.steps, &mut known.clone());
            }
            verb => self.parts(here, verb, step, known),
        }
    }

    /// What is handed on: a question that may stay open here may stay open there.
    fn given(&mut self, here: FormulaOwner<'_>, ir: &Ir, open: bool, known: &AnsweredSet) {
        if !(open && self.which(here, ir).is_some()) {
            self.look(here, ir, known);
        }
    }

    fn parts(&mut self, here: FormulaOwner<'_>, parts: &impl Parts<Lowered>, step: &Step, known: &AnsweredSet) {
        let mut inner = known.clone();
        parts.parts(&mut |part| match part {
            Part::Formula(ir) => _ = self.look(here, ir, known),
            Part::Mention(Mention::Slot(slot)) => self.mentioned(here, slot, step, known),
            Part::Mention(_) => {}
            Part::Step(step) => _ = self.step(here, step, &mut inner),
        });
    }

    /// A slot that a step names without a formula.
    fn mentioned(&mut self, here: FormulaOwner<'_>, slot: usize, step: &Step, known: &AnsweredSet) {
        if here.optional.contains(&slot) && !known.contains(&Which::Slot(slot)) {
            self.found.push((Code::MayBeUnanswered, step.at, slot_name(here, slot)));
        }
    }

    /// The inputs that have answers in all outcomes of a sort.
    fn told_by(&self, test: Id<Test>, wanted: impl Fn(usize) -> bool) -> BTreeSet<usize> {
        let reached = self.reached.get(&test).map(Vec::as_slice).unwrap_or_default().iter().enumerate();
        let of_these = reached.filter(|(index, _)| wanted(*index)).map(|(_, inputs)| inputs.clone());
        of_these.reduce(|all, one| &all & &one).unwrap_or_default()
    }

    /// The question that a formula reads and nothing more, if that may stay open.
    fn which(&self, here: FormulaOwner<'_>, ir: &Ir) -> Option<Which> {
        match &ir.op {
            Op::Input(index) => {
                let (_, question) = self.game.tests[here.test?].inputs.get(*index)?;
                question.is_optional().then_some(match here.roll {
                    Some((slot, side)) => Which::InRoll(slot, side, *index),
                    None => Which::Input(*index),
                })
            }
            Op::Slot(slot) => here.optional.contains(slot).then_some(Which::Slot(*slot)),
            Op::Did(slot, inner) => {
                let SlotKind::Did(action) = here.action?.slots.get(*slot)?.kind else { return None };
                let asked = own_questions(self.game.actions.get(action)?);
                asked.contains(inner).then_some(Which::Did(*slot, *inner))
            }
            Op::InRoll(slot, side, inner) => self.which(self.behind(here, *slot, *side)?, inner),
            _ => None,
        }
    }

    /// Where formulas stand that are read off the roll in a slot.
    fn behind<'h>(&self, here: FormulaOwner<'h>, slot: usize, side: usize) -> Option<FormulaOwner<'h>> {
        let test = test_in(here, slot)?;
        Some(FormulaOwner { test: Some(test), roll: Some((slot, side)), ..here })
    }

    /// Looks at a formula where some questions are known to have answers.
    fn look(&mut self, here: FormulaOwner<'_>, ir: &Ir, known: &AnsweredSet) -> AnsweredBranches {
        let both = |left: &AnsweredSet, right: &AnsweredSet| left.union(right).copied().to_set();
        let either = |left: &AnsweredSet, right: &AnsweredSet| left.intersection(right).copied().to_set();
        match &ir.op {
            Op::Answered(which) => match self.which(here, which) {
                Some(which) => {
                    self.sometimes.insert((ir.at.origin, ir.at.span.start));
                    AnsweredBranches { so: [which].into_iter().to_set(), not_so: AnsweredSet::new() }
                }
                None => {
                    self.always.push((ir.at, question_name(self.game, here, which)));
                    AnsweredBranches::default()
                }
            },
            Op::Not(inner) => {
                let AnsweredBranches { so, not_so } = self.look(here, inner, known);
                AnsweredBranches { so: not_so, not_so: so }
            }
            Op::And(left, right) => {
                let left = self.look(here, left, known);
                let right = self.look(here, right, &both(known, &left.so));
                AnsweredBranches { so: both(&left.so, &right.so), not_so: either(&left.not_so, &right.not_so) }
            }
            Op::Or(left, right) => {
                let left = self.look(here, left, known);
                let right = self.look(here, right, &both(known, &left.not_so));
                AnsweredBranches { so: either(&left.so, &right.so), not_so: both(&left.not_so, &right.not_so) }
            }
            Op::If(condition, then, otherwise) => {
                let told = self.look(here, condition, known);
                self.look(here, then, &both(known, &told.so));
                self.look(here, otherwise, &both(known, &told.not_so));
                AnsweredBranches::default()
            }
            Op::InRoll(slot, side, inner) => match self.behind(here, *slot, *side) {
                Some(behind) => self.look(behind, inner, known),
                None => AnsweredBranches::default(),
            },
            Op::Inside(slot, inner) => {
                let action = here.action.and_then(|action| match action.slots.get(*slot)?.kind {
                    SlotKind::Did(action) => self.game.actions.get(action),
                    _ => None,
                });
                let optional = action.map(own_questions).unwrap_or_default();
                self.look(
                    FormulaOwner { action, roll: None, test: None, optional: &optional },
                    inner,
                    &AnsweredSet::new(),
                )
            }
            Op::RollFact(slot, fact) => self.fact(here, *slot, *fact, ir, known),
            Op::Margin => {
                let margin = here.test.filter(|test| self.margins.contains(test));
                if let Some(target) = margin.and_then(|test| self.open_target(test)) {
                    let which = match here.roll {
                        Some((slot, side)) => Which::InRoll(slot, side, target),
                        None => Which::Input(target),
                    };
                    self.read(here, which, ir, known);
                }
                AnsweredBranches::default()
            }
            _ => {
                if let Some(which) = self.which(here, ir) {
                    self.read(here, which, ir, known);
                }
                for child in ir.children() {
                    self.look(here, child, known);
                }
                AnsweredBranches::default()
            }
        }
    }

    /// What is read of how a test ended.
    fn fact(
        &mut self,
        here: FormulaOwner<'_>,
        slot: usize,
        fact: RollFact,
        ir: &Ir,
        known: &AnsweredSet,
    ) -> AnsweredBranches {
        let Some(test) = test_in(here, slot).filter(|_| is_one_side(here, slot)) else {
            return AnsweredBranches::default();
        };
        let game = self.game;
        let of = |index: usize| game.tests[test].outcomes.get(index);
        let told = match fact {
            RollFact::Margin => {
                if let Some(target) = self.open_target(test).filter(|_| self.margins.contains(&test)) {
                    let behind = FormulaOwner { test: Some(test), roll: Some((slot, 0)), ..here };
                    self.read(behind, Which::InRoll(slot, 0, target), ir, known);
                }
                return AnsweredBranches::default();
            }
            RollFact::Success => self.told_by(test, |index| of(index).is_some_and(|one| one.success == Some(true))),
            RollFact::Failure => self.told_by(test, |index| of(index).is_some_and(|one| one.success == Some(false))),
            RollFact::Class(class) => {
                self.told_by(test, |index| of(index).is_some_and(|one| one.classes.contains(&class)))
            }
            _ => return AnsweredBranches::default(),
        };
        AnsweredBranches {
            so: told.into_iter().map(|input| Which::InRoll(slot, 0, input)).to_set(),
            not_so: AnsweredSet::new(),
        }
    }

    fn read(&mut self, here: FormulaOwner<'_>, which: Which, ir: &Ir, known: &AnsweredSet) {
        if known.contains(&which) {
            return;
        }
        let name = match which {
            Which::Input(index) | Which::InRoll(_, _, index) => {
                let test = here.test.map(|test| &self.game.tests[test]);
                test.and_then(|test| test.inputs.get(index)).map_or(String::new(), |(name, _)| name.to_string())
            }
            Which::Slot(slot) => slot_name(here, slot),
            Which::Did(..) => question_name(self.game, here, ir),
        };
        let name = match which {
            Which::InRoll(slot, ..) => format!("{}.{name}", slot_name(here, slot)),
            _ => name,
        };
        self.found.push((Code::MayBeUnanswered, ir.at, name));
    }
}

fn slot_name(here: FormulaOwner<'_>, slot: usize) -> String {
    here.action.and_then(|action| action.slots.get(slot)).map_or(String::new(), |slot| slot.name.to_string())
}

fn test_in(here: FormulaOwner<'_>, slot: usize) -> Option<Id<Test>> {
    match here.action?.slots.get(slot)?.kind {
        SlotKind::Roll(test) | SlotKind::Contest(test, ..) => Some(test),
        _ => None,
    }
}

fn is_one_side(here: FormulaOwner<'_>, slot: usize) -> bool {
    here.action.and_then(|action| action.slots.get(slot)).is_some_and(|slot| matches!(slot.kind, SlotKind::Roll(_)))
}

/// What a question is called.
fn question_name(game: &CheckedGame, here: FormulaOwner<'_>, ir: &Ir) -> String {
    match &ir.op {
        Op::Input(index) => {
            let test = here.test.map(|test| &game.tests[test]);
            test.and_then(|test| test.inputs.get(*index)).map_or(String::new(), |(name, _)| name.to_string())
        }
        Op::Slot(slot) => slot_name(here, *slot),
        Op::Did(slot, inner) => {
            let action = here.action.and_then(|action| match action.slots.get(*slot)?.kind {
                SlotKind::Did(action) => game.actions.get(action),
                _ => None,
            });
            let name = action.and_then(|action| action.slots.get(*inner)).map_or("", |slot| &*slot.name);
            format!("{}.{name}", slot_name(here, *slot))
        }
        _ => String::new(),
    }
}

/// Whether an outcome of a test is one of those that a branch is for.
fn ends(game: &CheckedGame, test: Id<Test>, index: usize, ending: Ending) -> bool {
    let outcome = game.tests[test].outcomes.get(index);
    match ending {
        Ending::Outcome(wanted) => wanted == index,
        Ending::Class(class) => outcome.is_some_and(|one| one.classes.contains(&class)),
        Ending::Success => outcome.is_some_and(|one| one.success == Some(true)),
        Ending::Failure => outcome.is_some_and(|one| one.success == Some(false)),
    }
}
