//! Interventions, lowered once for each place where they can happen.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

use super::actions::{ActionLowering, labels_of};
use super::direction::follows_dice;
use super::lower::InputName;
use super::program::{self, Action, Hook, Intervention, Ir, Named, Op, RollFact, SlotKind, SlotList, Test};
use super::unused_values::in_action;
use super::{Checker, all_steps};
use crate::diagnostic::{Arg, Code, Diagnostic, is_few};
use crate::id::{Id, IdVec};
use crate::ruleset::model::{self, Ruleset, Word};
use crate::sort::Sort as _;
use crate::source::Span;
use crate::syntax::CompareOp;
use rustc_hash::FxHashSet;

/// Tests whose outcome a rule after the roll reads: in a contest, each side ends by itself.
fn sides_that_end(interventions: &[Intervention]) -> BTreeSet<Id<Test>> {
    let mut found = BTreeSet::new();
    for place in interventions.iter().flat_map(|one| &one.places) {
        let mut reads = false;
        let mut note = |ir: &Ir| {
            let ends = |op: &Op| matches!(op, Op::RollFact(_, RollFact::Outcome | RollFact::Class(_)));
            reads |= ir.any_part(&|part| ends(&part.op));
        };
        place.when.iter().for_each(&mut note);
        in_action(&place.action, &mut note);
        let settled = place.hooks().filter_map(|hook| if let Hook::Settled(test) = hook { Some(test) } else { None });
        found.extend(settled.filter(|_| reads));
    }
    found
}

/// All hooks with an intervention. Lists of tests that many interventions share are visited once.
fn all_hooks(interventions: &[Intervention]) -> FxHashSet<Hook> {
    let mut hooks = FxHashSet::default();
    let mut shared = HashSet::new();
    for place in interventions.iter().flat_map(|one| &one.places) {
        hooks.insert(place.hook);
        if shared.insert((Arc::as_ptr(&place.also), matches!(place.hook, Hook::Test(true, _)))) {
            hooks.extend(place.hooks());
        }
    }
    hooks
}

impl Checker<'_> {
    /// Lowers interventions, once for each hook.
    pub(super) fn interventions(&mut self, ruleset: &Ruleset) {
        self.variants = Variants::of(&self.game);
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
            for (label, tests) in &raw.settled {
                self.label(label);
                for test in tests {
                    self.when_settled(raw, label, test, &mut places);
                }
            }
            let name = raw.name.text.as_str().into();
            let group = raw.group.as_ref().map(|group| group.text.as_str().into());
            self.game.interventions.push(Intervention { name, doc: raw.doc.clone(), group, places });
        }
        self.game.hooks = all_hooks(&self.game.interventions);
        for test in sides_that_end(&self.game.interventions) {
            self.game.sides_end(test);
        }
    }

    fn at_test(
        &mut self,
        raw: &model::InterventionDecl,
        at: &model::HookDecl,
        places: &mut Vec<program::InterventionSite>,
    ) {
        let Some(Named::Test(wanted)) = self.game.names.get(&at.name.text) else {
            if let Some(Named::Action(index)) = self.game.names.get(&at.name.text) {
                // The step is not named.
                let mut steps = Vec::new();
                if is_few(self.errors.len()) {
                    steps = self.raw.actions.get(*index).map(|raw| labels_of(&raw.steps)).unwrap_or_default();
                }
                let steps = Arg::names(steps.iter().map(|step| format!("{}.{step}", at.name.text)));
                let error = Diagnostic::error(Code::HookNeedsStep, at.name.span).arg("name", &*at.name.text);
                self.report(error.help_with("help-there-is", "names", steps));
                return;
            }
            let names = self.game.tests.iter().map(|test| &test.name);
            self.report(self.none_called(Diagnostic::error(Code::UnknownTest, at.name.span), &at.name, names));
            return;
        };
        let wanted = *wanted;
        let known = places.len();
        for alike in self.variants.alike(wanted).iter() {
            // Another `at` of the same intervention may have this hook already.
            let taken = |test: &Id<program::Test>| {
                places.iter().take(known).any(|place| place.takes(Hook::Test(at.before, *test)))
            };
            let alike = match alike.tests().filter(|_| known > 0).any(|test| taken(&test)) {
                true => EquivalentTests::of(alike.tests().filter(|test| !taken(test)).collect()),
                false => Some(alike.clone()),
            };
            let Some(EquivalentTests { first: test, also }) = alike else { continue };
            let own = test == wanted || also.binary_search(&wanted).is_ok();
            let def = &self.game.tests[test];
            let work = parts(raw) * PART + def.inputs.len() + def.values.len();
            if !self.affords(work, at.name.span) {
                return;
            }
            let def = &self.game.tests[test];
            let mut act =
                ActionLowering { test: Some(test), no_margin: !def.has_margin(), ..ActionLowering::default() };
            act.lying = (!at.before).then_some(test);
            act.inputs = InputName::of(def);
            act.values = def.values.iter().map(|value| (Arc::clone(&value.name), value.kind.clone())).collect();
            let roller = raw.roller.as_ref().map_or("·roller", |word| word.text.as_str());
            let slot = act.add(roller, SlotKind::Role);
            act.roles.push(slot);
            let already = self.errors.len();
            self.names_apart(raw, test);
            let place = self.place_of(raw, act, Hook::Test(at.before, test), 1);
            if at.before {
                self.nothing_thrown(raw, &place, test);
            }
            if own || self.errors.iter().skip(already).all(|error| !error.is_error()) {
                places.push(program::InterventionSite { also, ..place });
            } else {
                // An intervention does not apply to a variant without the entries that it reads.
                self.errors.truncate(already);
            }
        }
    }

    /// Lowers a rule for the moment when a test, or any like it, is settled.
    fn when_settled(
        &mut self,
        raw: &model::InterventionDecl,
        label: &Word,
        name: &Word,
        places: &mut Vec<program::InterventionSite>,
    ) {
        let Some(Named::Test(wanted)) = self.game.names.get(&name.text) else {
            let names = self.game.tests.iter().map(|test| &test.name);
            self.report(self.none_called(Diagnostic::error(Code::UnknownTest, name.span), name, names));
            return;
        };
        let wanted = *wanted;
        for test in self.variants.all(wanted) {
            let hook = Hook::Settled(test);
            if places.iter().any(|place| place.hook == hook) {
                continue;
            }
            if !self.affords(parts(raw) * PART, name.span) {
                return;
            }
            let mut act = ActionLowering::default();
            let roller = act.add(raw.roller.as_ref().map_or("·roller", |word| word.text.as_str()), SlotKind::Role);
            act.roles.push(roller);
            act.add(&label.text, SlotKind::Roll(test));
            let already = self.errors.len();
            let place = self.place_of(raw, act, hook, SETTLED_OUTER);
            if test == wanted || self.errors.iter().skip(already).all(|error| !error.is_error()) {
                places.push(place);
            } else {
                // A rule does not apply to a variant without the entries that it reads.
                self.errors.truncate(already);
            }
        }
    }

    fn at_step(
        &mut self,
        raw: &model::InterventionDecl,
        at: &model::HookDecl,
        label: &Word,
    ) -> Option<program::InterventionSite> {
        let index = self.find_action(&at.name)?;
        let action = self.game.actions.get(index)?;
        let outer = action.slots.len();
        if !self.affords(parts(raw) * PART + outer, label.span) {
            return None;
        }
        let action = self.game.actions.get(index)?;
        let raw_steps = self.raw.actions.get(index).map_or(&[][..], |raw| &raw.steps);
        let steps = all_steps(raw_steps);
        // An answer is not a step, so it has no hooks.
        let slot = action.slots.find(&label.text);
        let Some(slot) = slot.filter(|_| steps.iter().any(|step| step.label.text == label.text)) else {
            let mut steps = labels_of(raw_steps);
            steps.dedup();
            let error = Diagnostic::error(Code::UnknownStep, label.span).arg("action", &*action.name);
            self.report(self.none_called(error, label, steps));
            return None;
        };
        let roles = (0..action.roles).filter(|&at| action.slots.get(at).is_some_and(|one| one.kind == SlotKind::Role));
        // Labels of later steps are not visible.
        let mut slots = action.slots.clone();
        let labels = hide_later(&mut slots, &steps, &label.text, at.before);
        let act =
            ActionLowering { roles: roles.collect(), slots, labels, hooked: Some(index), ..ActionLowering::default() };
        let mut place = self.place_of(raw, act, Hook::Step(at.before, index, slot), outer);
        place.action.slots.name_as(&self.game.actions.get(index)?.slots);
        Some(place)
    }

    /// Reports names of an intervention that hide inputs and values of its test.
    fn names_apart(&mut self, raw: &model::InterventionDecl, test: Id<Test>) {
        let def = &self.game.tests[test];
        let inputs = def.inputs.iter().map(|(name, _)| name);
        let known: HashSet<&str> =
            inputs.chain(def.values.iter().map(|value| &value.name)).map(|name| &**name).collect();
        let mut labels = Vec::new();
        super::actions::labels(&raw.steps, &mut labels);
        let words = raw.roles.iter().map(|role| &role.name).chain(raw.ask.iter().map(|(word, _)| word)).chain(labels);
        let hidden: Vec<&Word> = words.filter(|word| known.contains(word.text.as_str())).collect();
        for word in hidden {
            let error = Diagnostic::error(Code::HidesName, word.span).arg("name", &*word.text);
            self.report(error.arg("test", &*self.game.tests[test].name));
        }
    }

    /// Reports reads and rerolls of dice before a test.
    fn nothing_thrown(&mut self, raw: &model::InterventionDecl, place: &program::InterventionSite, test: Id<Test>) {
        let mut early: Vec<(Option<Span>, String)> = Vec::new();
        let mut note = |ir: &Ir| {
            early.extend(first_of_dice(&self.game.tests[test], ir).map(|part| {
                let words =
                    self.game.origins.get(part.at.origin as usize).map_or("", |origin| origin.words(part.at.span));
                (self.game.place_in(self.sources, part.at), words.to_owned())
            }));
        };
        place.when.iter().chain(&place.must).for_each(&mut note);
        in_action(&place.action, &mut note);
        let again = all_steps(&raw.steps).into_iter().filter(|step| step.verb.rerolls());
        early.extend(again.map(|step| (Some(step.label.span), "reroll".to_owned())));
        for (at, words) in early {
            let error = Diagnostic::error(Code::NotThrownYet, at).arg("name", words);
            let name = &self.game.tests[test].name;
            self.report(error.arg("test", &**name).help_with("help-after-the-dice", "test", &**name));
        }
    }

    fn place_of(
        &mut self,
        raw: &model::InterventionDecl,
        mut act: ActionLowering,
        hook: Hook,
        outer: usize,
    ) -> program::InterventionSite {
        for role in &raw.roles {
            self.role(role, &mut act);
        }
        let roles = act.slots.len();
        let mut asks: Vec<_> = raw.ask.iter().map(|(word, question)| self.asked(word, question, &mut act)).collect();
        self.ask_formulas(&raw.ask, &mut asks, &mut act);
        let need = self.needs(&raw.need, &act);
        // `when` and `must` are evaluated before questions are answered, so they can read roles only.
        let before = (raw.when.is_some() || raw.must.is_some())
            .then(|| ActionLowering { slots: act.slots.iter().take(roles).cloned().collect(), ..act.clone() });
        let mut flag = |formula: &Option<_>| Some(self.flag_in(formula.as_ref()?, before.as_ref()?));
        let (when, must) = (flag(&raw.when), flag(&raw.must));
        act.labels.extend(labels_of(&raw.steps));
        let steps = self.steps(&raw.steps, &mut act);
        self.named_by_default(&raw.ask, &asks, &steps, &act.slots);
        let action = Action {
            name: raw.name.text.as_str().into(),
            doc: raw.doc.clone(),
            slots: act.slots,
            roles,
            ask: asks,
            need,
            steps,
            ..Action::default()
        };
        let conditions = when.iter().chain(action.need.iter().map(|(_, need)| need));
        let others = matches!(hook, Hook::Test(..))
            && outer < action.roles
            && conditions.into_iter().any(|ir| differ(ir, ROLLER, outer));
        program::InterventionSite { hook, also: Arc::from([]), action, outer, others, when, must }
    }
}

/// The first subformula that reads dice of the test.
fn first_of_dice<'i>(test: &Test, ir: &'i Ir) -> Option<&'i Ir> {
    match &ir.op {
        // It reads another roll.
        Op::InRoll(..) | Op::Inside(..) => None,
        Op::Dice(_) | Op::Roll | Op::Hand(..) | Op::InHand(..) | Op::Read { pool: None, .. } => Some(ir),
        Op::Total | Op::OwnTotal | Op::Margin => Some(ir),
        Op::Value(index) if test.values.get(*index).is_some_and(|value| follows_dice(test, &value.ir)) => Some(ir),
        _ => ir.children().into_iter().find_map(|part| first_of_dice(test, part)),
    }
}

/// Hides the labels that have no value at a hook, and returns them: those of later steps, unless an enclosing loop may
/// have set them.
fn hide_later(slots: &mut SlotList, all: &[&model::StepDecl], label: &str, before: bool) -> Vec<Arc<str>> {
    let mut known = 0;
    for (at, step) in all.iter().enumerate() {
        let is_it = step.label.text == label;
        if is_it && before {
            known = known.max(at);
        } else if is_it || step.verb.is_loop() {
            let within = all_steps(std::slice::from_ref(*step));
            if within.iter().any(|one| one.label.text == label) {
                known = known.max(at + within.len());
            }
        }
    }
    let (set, later) = all.split_at_checked(known).unwrap_or((all, &[]));
    // Slots are in the order of the first assignments of their labels.
    let last = set.iter().filter_map(|step| slots.find(&step.label.text)).max();
    let hidden: Arc<str> = "·".into();
    let mut labels = Vec::new();
    for label in later.iter().map(|step| &step.label.text).filter(|label| !label.starts_with('·')) {
        if slots.find(label).is_some_and(|at| Some(at) > last) {
            labels.extend(slots.hide(label, &hidden));
        }
    }
    labels
}

/// The number of slots before those of a rule itself: the roller, and the roll.
const SETTLED_OUTER: usize = 2;

/// Work per part of an intervention and hook.
const PART: usize = 50;

/// The number of parts of an intervention, which are lowered again for each hook.
fn parts(raw: &model::InterventionDecl) -> usize {
    1 + raw.ask.len() + raw.need.len() + all_steps(&raw.steps).len()
}

/// The variants of tests, and the classes of tests with equal inputs, values and outcomes.
#[derive(Debug, Default)]
pub(super) struct Variants {
    /// By test: its direct variants.
    children: IdVec<Vec<Id<program::Test>>, program::Test>,
    /// By test: the first with equal inputs, values and outcomes.
    kinds: IdVec<Id<program::Test>, program::Test>,
    /// A cache by test: it and its variants, grouped by kind.
    known: HashMap<Id<program::Test>, Rc<[EquivalentTests]>>,
}

/// Tests with equal inputs, values and outcomes. An intervention is lowered once for all of them.
#[derive(Debug, Clone)]
pub(super) struct EquivalentTests {
    first: Id<program::Test>,
    /// The other tests, ascending by id.
    also: Arc<[Id<program::Test>]>,
}

impl EquivalentTests {
    fn of(tests: Vec<Id<program::Test>>) -> Option<Self> {
        let (first, also) = tests.split_first()?;
        Some(Self { first: *first, also: also.into() })
    }

    fn tests(&self) -> impl Iterator<Item = Id<program::Test>> {
        std::iter::once(self.first).chain(self.also.iter().copied())
    }
}

impl Variants {
    pub(super) fn of(game: &program::CheckedGame) -> Self {
        let mut children = IdVec::filled(Vec::new(), game.tests.len());
        let mut first: HashMap<String, Id<program::Test>> = HashMap::new();
        let mut kinds = IdVec::default();
        for (index, test) in game.tests.pairs() {
            if let Some(like) = test.like {
                children[like].push(index);
            }
            let mut names = String::new();
            for (name, question) in &test.inputs {
                let _ = write!(names, "{name}\u{0}{:?}\u{0}{}", question.kind, question.is_optional());
            }
            for value in &test.values {
                let _ = write!(names, "\u{0}{}\u{0}{:?}", value.name, value.kind);
            }
            let _ = write!(names, "\u{0}{}", test.has_margin());
            for outcome in &test.outcomes {
                // Equal text at the same place means the same if inputs and values are equal.
                let when = outcome.when.as_ref().map(|when| when.at);
                let _ = write!(names, "\u{0}{}\u{0}{when:?}{:?}{:?}", outcome.name, outcome.success, outcome.classes);
            }
            kinds.push(*first.entry(names).or_insert(index));
        }
        Self { children, kinds, known: HashMap::new() }
    }

    /// A test and all its variants, in the order of the ruleset.
    pub(super) fn all(&self, test: Id<program::Test>) -> Vec<Id<program::Test>> {
        let mut found = vec![test];
        let mut next = 0;
        // Cycles were reported; each test is visited once.
        while let Some(test) = found.get(next).filter(|_| found.len() <= self.children.len()) {
            found.extend(&self.children[*test]);
            next += 1;
        }
        found.order_by(Ord::cmp);
        found.dedup();
        found
    }

    /// A test and its variants, grouped into classes.
    fn alike(&mut self, test: Id<program::Test>) -> Rc<[EquivalentTests]> {
        if let Some(known) = self.known.get(&test) {
            return Rc::clone(known);
        }
        let mut kinds: Vec<Vec<Id<program::Test>>> = Vec::new();
        let mut number: HashMap<Id<program::Test>, usize> = HashMap::new();
        for test in self.all(test) {
            let kind = self.kinds[test];
            match number.get(&kind).and_then(|at| kinds.get_mut(*at)) {
                Some(alike) => alike.push(test),
                None => {
                    number.insert(kind, kinds.len());
                    kinds.push(vec![test]);
                }
            }
        }
        let found: Rc<[EquivalentTests]> = kinds.into_iter().filter_map(EquivalentTests::of).collect();
        self.known.insert(test, Rc::clone(&found));
        found
    }
}

/// The slot of the roller, at a test.
const ROLLER: usize = 0;

/// Whether a condition can hold only if two roles are different characters.
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
