//! Reports questions and values that nothing uses.

use std::collections::HashSet;

use super::actions::reads_name;
use super::hooks::Variants;
use super::program::{Action, AnswerKind, Cell, CheckedGame, Default, Hook, Ir, Op, SlotKind, Step, Test};
use super::toposort::mentions;
use super::{Checker, all_steps};
use crate::diagnostic::{Code, Diagnostic};
use crate::id::{Id, IdVec};
use crate::ruleset::model::{self, Ruleset};
use crate::source::nfc;
use crate::syntax::{TextSpan, tokens};

impl Checker<'_> {
    /// Warns of what nothing uses.
    pub(super) fn unused(&mut self, ruleset: &Ruleset) {
        let mut warnings = Vec::new();
        for (raw, table) in ruleset.tables.iter().zip(&self.game.tables) {
            let mut used = Vec::new();
            for cell in table.rows.iter().flat_map(|row| &row.cells) {
                match cell {
                    Cell::Value(ir) => note(ir, &mut used),
                    Cell::Effects(action) => in_action(action, &mut |ir| note(ir, &mut used)),
                    Cell::Pending(_) => {}
                }
            }
            for (index, word) in raw.given.iter().enumerate() {
                if !used.contains(&Use::Given(index)) {
                    warnings.push(Diagnostic::warning(Code::UnusedGiven, word.span).arg("name", &*word.text));
                }
            }
        }
        for one in &ruleset.formulas {
            let text = &*one.formula.text;
            let written = |span: TextSpan| nfc(text.get(span.range()).unwrap_or("").trim_matches(['«', '»', '"']));
            let read: HashSet<String> = tokens(text).into_iter().map(|(span, _)| written(span)).collect();
            for word in one.parameters.iter().filter(|word| !read.contains(word.text.as_str())) {
                let warning = Diagnostic::warning(Code::UnusedParameter, one.name.span).arg("name", &*word.text);
                warnings.push(warning.arg("formula", &*one.name.text));
            }
        }
        let read = self.read_elsewhere();
        let variants = Variants::of(&self.game);
        let mut used_by = IdVec::filled(None::<HashSet<&str>>, self.game.tests.len());
        for (raw, (id, test)) in ruleset.tests.iter().zip(self.game.tests.pairs()) {
            let mut unused = unused_of(raw, test);
            unused.retain(|(_, word)| !read.contains(word.text.as_str()));
            if unused.is_empty() {
                continue;
            }
            // What a variant of it uses is used.
            for other in variants.all(id).into_iter().filter(|other| *other != id) {
                let variant = &self.game.tests[other];
                let names = used_by[other].get_or_insert_with(|| names_used(variant));
                unused.retain(|(_, word)| !names.contains(word.text.as_str()));
                if unused.is_empty() {
                    break;
                }
            }
            let warning =
                |(code, word): (Code, &model::Word)| Diagnostic::warning(code, word.span).arg("name", &*word.text);
            warnings.extend(unused.into_iter().map(warning));
        }
        for warning in warnings {
            self.report(warning);
        }
    }
}

/// What a formula uses.
#[derive(PartialEq, Eq, Hash)]
enum Use {
    Given(usize),
    Input(usize),
    Value(usize),
}

fn note(ir: &Ir, used: &mut Vec<Use>) {
    used.extend(ir.parts().filter_map(|part| match part.op {
        Op::Given(index) => Some(Use::Given(index)),
        Op::Input(index) | Op::Picked(index, _) => Some(Use::Input(index)),
        Op::Value(index) | Op::InHand(index, _) => Some(Use::Value(index)),
        _ => None,
    }));
}

/// What a test uses of its own.
fn used_in(test: &Test) -> Vec<Use> {
    let mut used = Vec::new();
    used.extend(test.against.map(Use::Input));
    used.extend(test.show.iter().copied().map(Use::Value));
    for (_, question) in &test.inputs {
        if let Some(super::program::Default::Value(ir)) = &question.default {
            note(ir, &mut used);
        }
    }
    in_test(test, &mut |ir| note(ir, &mut used));
    used
}

fn names_used(test: &Test) -> HashSet<&str> {
    let name = |one: &Use| match one {
        Use::Input(index) => test.inputs.get(*index).map(|(name, _)| &**name),
        Use::Value(index) => test.values.get(*index).map(|value| &*value.name),
        Use::Given(_) => None,
    };
    used_in(test).iter().filter_map(name).collect()
}

/// Inputs and values of a test that it does not use itself, each with its warning.
fn unused_of<'r>(raw: &'r model::TestDecl, test: &Test) -> Vec<(Code, &'r model::Word)> {
    let used: HashSet<Use> = used_in(test).into_iter().collect();
    let inputs = raw.ask.iter().enumerate().filter(|(index, _)| !used.contains(&Use::Input(*index)));
    let mut by_defaults = Vec::new();
    for (_, question) in &raw.ask {
        if let Some(model::DefaultDecl::Formula(formula)) = &question.default {
            mentions(&formula.expr, &|_, _| false, &mut by_defaults);
        }
    }
    let values =
        raw.values.iter().enumerate().filter(|(index, (word, _))| {
            !used.contains(&Use::Value(*index)) && !by_defaults.contains(&word.text.as_str())
        });
    let inputs = inputs.map(|(_, (word, _))| (Code::UnusedInput, word));
    inputs.chain(values.map(|(_, (word, _))| (Code::UnusedValue, word))).collect()
}

impl Checker<'_> {
    /// Classes of which no outcome is.
    pub(super) fn classes_of_nothing(&mut self, ruleset: &Ruleset) {
        let read = ruleset.tests.iter().flat_map(|test| &test.outcomes).flat_map(|outcome| &outcome.classes);
        let read: HashSet<&str> = read.map(|word| word.text.as_str()).collect();
        for word in ruleset.classes.iter().filter(|word| !read.contains(word.text.as_str())) {
            self.report(Diagnostic::warning(Code::UnusedClass, word.span).arg("name", &*word.text));
        }
    }

    /// Modifiers that are given and that nothing gathers: they would do nothing.
    pub(super) fn gathered(&mut self, ruleset: &Ruleset) {
        if self.game.modifiers.is_empty() {
            return;
        }
        let mut used = vec![false; self.game.modifiers.len()];
        every_formula(&self.game, &mut |ir| {
            for part in ir.parts() {
                if let Op::Gather(_, index) = &part.op
                    && let Some(slot) = used.get_mut(*index)
                {
                    *slot = true;
                }
            }
        });
        let states = ruleset.holders().flat_map(|one| one.states).flat_map(|state| &state.gives);
        let tags = ruleset.tags.iter().flat_map(|tag| &tag.gives);
        let mut errors = Vec::new();
        for (name, used) in self.game.modifiers.iter().zip(used) {
            let word = states.clone().chain(tags.clone()).map(|(word, _)| word).find(|word| *word.text == **name);
            if let (false, Some(word)) = (used, word) {
                errors.push(Diagnostic::error(Code::GivenNeverGathered, word.span).arg("name", &*word.text));
            }
        }
        for error in errors {
            self.report(error);
        }
    }
}

impl Checker<'_> {
    /// Names of inputs and values of tests that actions and interventions read.
    fn read_elsewhere(&self) -> HashSet<std::sync::Arc<str>> {
        let mut names: HashSet<std::sync::Arc<str>> = HashSet::new();
        read_of_tests(&self.game, &mut |test, ir| {
            let test = &self.game.tests[test];
            names.extend(ir.parts().filter_map(|part| match &part.op {
                Op::Input(index) => test.inputs.get(*index).map(|(name, _)| name.clone()),
                Op::Value(index) | Op::InHand(index, _) => test.values.get(*index).map(|value| value.name.clone()),
                _ => None,
            }));
        });
        names
    }

    /// Where the name of an answer to a test is read, its default says which trait that is.
    pub(super) fn answers_without_names(&mut self) {
        let game = &self.game;
        let mut named: HashSet<(Id<Test>, usize)> = HashSet::new();
        let mut note = |test: Id<Test>, ir: &Ir| {
            let answers =
                ir.parts().filter_map(|part| if let Op::NameOf(answer) = &part.op { Some(&answer.op) } else { None });
            named.extend(answers.filter_map(|op| if let Op::Input(index) = op { Some((test, *index)) } else { None }));
        };
        game.tests.pairs().for_each(|(id, test)| in_test(test, &mut |ir| note(id, ir)));
        read_of_tests(game, &mut note);
        let mut errors = Vec::new();
        for (id, test) in game.tests.pairs() {
            let of_trait = |part: &Ir| match part.op {
                Op::Input(index) => {
                    test.inputs.get(index).is_some_and(|(_, one)| matches!(one.kind, AnswerKind::Trait(..)))
                }
                _ => true,
            };
            for (index, (name, question)) in test.inputs.iter().enumerate() {
                if let Some(Default::Value(ir)) = &question.default
                    && named.contains(&(id, index))
                    && !ir.names_a_trait(&of_trait)
                {
                    let error = Diagnostic::error(Code::AnswerWithoutName, game.place_in(self.sources, ir.at));
                    errors.push(error.arg("name", &**name));
                }
            }
        }
        let places = game.places().map(|place| &place.action);
        for action in game.actions.iter().chain(game.recipes()).chain(places) {
            // A label may hold what was answered.
            let is_answer = |part: &Ir| match part.op {
                Op::Slot(slot) => {
                    let slot = action.slots.get(slot);
                    slot.is_some_and(|one| one.of_trait() || matches!(one.kind, SlotKind::Value(_)))
                }
                _ => true,
            };
            for step in all_steps(&action.steps) {
                let Some((&test, rolls)) = step.verb.rolled() else { continue };
                for (index, ir) in rolls.into_iter().flat_map(|(_, with)| with) {
                    let question = game.tests[test].inputs.get(*index);
                    if named.contains(&(test, *index))
                        && let Some((name, question)) = question.filter(|(_, one)| !one.is_optional())
                        && matches!(question.kind, AnswerKind::Trait(..))
                        && !ir.names_a_trait(&is_answer)
                    {
                        let error = Diagnostic::error(Code::AnswerWithoutName, game.place_in(self.sources, ir.at));
                        errors.push(error.arg("name", &**name));
                    }
                }
            }
        }
        let by_name = |action: &Action| {
            let asked = action.ask.iter().map(|ask| {
                let of_trait = matches!(ask.question.kind, AnswerKind::Trait(..));
                of_trait && (reads_name(&action.steps, ask.slot) || hands_on_name(&action.steps, ask.slot, &named))
            });
            asked.collect::<Vec<bool>>()
        };
        let of_actions: Vec<_> = game.actions.iter().map(by_name).collect();
        let of_places: Vec<_> = game.places().map(|place| by_name(&place.action)).collect();
        let places = self.game.interventions.iter_mut().flat_map(|one| &mut one.places).map(|place| &mut place.action);
        let actions = self.game.actions.iter_mut().zip(of_actions);
        for (action, asked) in actions.chain(places.zip(of_places)) {
            action.ask.iter_mut().zip(asked).for_each(|(ask, named)| ask.question.named = named);
        }
        errors.into_iter().for_each(|error| self.report(error));
    }
}

/// Whether a step gives the answer in a slot to a test that reads its name.
fn hands_on_name(steps: &[Step], slot: usize, named: &HashSet<(Id<Test>, usize)>) -> bool {
    all_steps(steps).into_iter().any(|step| {
        let Some((test, rolls)) = step.verb.rolled() else { return false };
        let reads = |ir: &Ir| matches!(ir.op, Op::Slot(at) if at == slot);
        rolls.into_iter().flat_map(|(_, with)| with).any(|(input, ir)| reads(ir) && named.contains(&(*test, *input)))
    })
}

/// Visits what actions and interventions read of tests.
fn read_of_tests(game: &CheckedGame, read: &mut impl FnMut(Id<Test>, &Ir)) {
    let mut read_rolls = |action: &Action, ir: &Ir| {
        each_part(game, action, ir, &mut |action, part| {
            if let Op::InRoll(slot, _, inner) = &part.op
                && let Some(SlotKind::Roll(test) | SlotKind::Contest(test, ..)) =
                    action.slots.get(*slot).map(|slot| &slot.kind)
            {
                read(*test, inner);
            }
        });
    };
    for action in game.actions.iter().chain(game.recipes()) {
        in_action(action, &mut |ir| read_rolls(action, ir));
    }
    for place in game.places() {
        // A rule for what was rolled reads it behind a name.
        in_action(&place.action, &mut |ir| read_rolls(&place.action, ir));
        place.when.iter().chain(&place.must).for_each(|ir| read_rolls(&place.action, ir));
    }
    for place in game.places() {
        if let Hook::Test(_, test) = place.hook {
            in_action(&place.action, &mut |ir| read(test, ir));
            place.when.iter().chain(&place.must).for_each(|ir| read(test, ir));
        }
    }
}

/// Visits every formula of a test but the defaults of its questions.
pub(super) fn in_test<'g>(test: &'g Test, visit: &mut impl FnMut(&'g Ir)) {
    visit(&test.total);
    let picks = test.inputs.iter().filter_map(|(_, question)| question.picks.as_ref());
    picks.flat_map(|picks| picks.formulas()).for_each(&mut *visit);
    test.margin.formula().into_iter().chain(test.shown_against.formula()).for_each(&mut *visit);
    test.values.iter().for_each(|value| visit(&value.ir));
    for outcome in &test.outcomes {
        outcome.when.iter().for_each(&mut *visit);
        outcome.values.iter().for_each(|value| visit(&value.ir));
    }
    test.roll.iter().flat_map(|pool| pool.formulas()).for_each(&mut *visit);
    if let Some(opposed) = &test.opposed {
        opposed.compare.iter().for_each(&mut *visit);
        opposed.tie.iter().filter_map(|(_, when)| when.as_ref()).for_each(&mut *visit);
    }
}

pub(super) fn every_formula<'g>(game: &'g super::program::CheckedGame, visit: &mut impl FnMut(&'g Ir)) {
    elsewhere(game, visit);
    game.tests.iter().for_each(|test| in_test(test, visit));
    for action in game.actions.iter().chain(game.places().map(|place| &place.action)) {
        in_action(action, visit);
    }
}

/// Visits every formula that is no part of a test, an action or an intervention.
pub(super) fn elsewhere<'g>(game: &'g super::program::CheckedGame, visit: &mut impl FnMut(&'g Ir)) {
    use super::program::{Default, TraitSource};
    let default = |default: &'g Option<Default>| match default {
        Some(Default::Value(ir)) => Some(ir),
        _ => None,
    };
    for one in &game.traits {
        one.ends.iter().flatten().for_each(&mut *visit);
        match &one.source {
            TraitSource::Derived(ir) => visit(ir),
            TraitSource::Given(question) | TraitSource::Group(question) => {
                default(&question.default).into_iter().for_each(&mut *visit);
            }
        }
    }
    game.options.iter().filter_map(|one| default(&one.question.default)).for_each(&mut *visit);
    game.untils.iter().for_each(&mut *visit);
    game.turns.iter().filter_map(|turns| turns.acts.as_ref()).for_each(&mut *visit);
    game.requirements.iter().for_each(|one| visit(&one.condition));
    let inputs = game.tests.iter().flat_map(|test| &test.inputs);
    inputs.filter_map(|(_, one)| default(&one.default)).for_each(&mut *visit);
    for one in &game.points {
        default(&one.start).into_iter().chain(&one.max).chain(&one.min).chain(&one.endless).for_each(&mut *visit);
        one.renew.iter().for_each(|(_, ir)| visit(ir));
    }
    for track in &game.tracks {
        visit(&track.boxes);
        track.row.iter().for_each(&mut *visit);
    }
    for state in game.all_states() {
        state.when.iter().for_each(&mut *visit);
        state.gives.iter().for_each(|(_, ir)| visit(ir));
    }
    for tag in &game.tags {
        tag.gives.iter().for_each(|(_, ir)| visit(ir));
        tag.values.iter().filter_map(|(_, one)| default(&one.default)).for_each(&mut *visit);
        tag.lasts.iter().filter_map(|lasts| lasts.formula()).for_each(&mut *visit);
    }
    for place in game.places() {
        place.when.iter().chain(&place.must).for_each(&mut *visit);
    }
    game.tables.iter().filter_map(|table| table.dice.as_ref()).for_each(|(dice, _)| visit(dice));
    for cell in game.cells() {
        match cell {
            Cell::Effects(action) => in_action(action, visit),
            Cell::Value(ir) => visit(ir),
            Cell::Pending(_) => {}
        }
    }
}

pub(crate) fn in_action<'g>(action: &'g super::program::Action, visit: &mut impl FnMut(&'g Ir)) {
    action.ask.iter().flat_map(|ask| ask.formulas()).for_each(&mut *visit);
    action.need.iter().for_each(|(_, ir)| visit(ir));
    action.every.iter().for_each(|(_, ir)| visit(ir));
    action.tells.iter().for_each(&mut *visit);
    super::all_steps(&action.steps).into_iter().flat_map(super::program::Step::formulas).for_each(&mut *visit);
}

/// All parts of a formula of an action, each with the action whose slots it reads: those behind the label of another
/// action read the slots of that one.
pub(super) fn each_part(game: &CheckedGame, action: &Action, ir: &Ir, see: &mut dyn FnMut(&Action, &Ir)) {
    for part in ir.parts() {
        see(action, part);
        if let Op::Inside(slot, inner) = &part.op
            && let Some(SlotKind::Did(index)) = action.slots.get(*slot).map(|slot| &slot.kind)
            && let Some(within) = game.actions.get(*index)
        {
            each_part(game, within, inner, see);
        }
    }
}
