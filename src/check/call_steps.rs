//! Lowers steps that call tests and other actions, with their arguments.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::Checker;
use super::actions::ActionLowering;
use super::answers::bad_answer;
use super::program::{
    self, AnswerKind, At, Ending, Ir, Kind, Lowered, Named, Op, RoleGiven, Slot, SlotId, SlotKind, Step, Test, Who,
};
use super::reserved_words::{CLASSES, outcome_called, outcome_word, unquoted};
use super::steps::StepLowering;
use crate::diagnostic::{Arg, Code, Diagnostic, Note, SHOWN};
use crate::id::Id;
use crate::ruleset::model::{Formula, Word};
use crate::ruleset::steps::{Do, LowersKind, Oppose, Roll, Written};
use crate::sort::Sort as _;
use crate::source::Span;
use crate::syntax::{TextSpan, TokenKind, our_words, parse, tokens};

/// Whether a text is a formula with dice.
fn throws(text: &str) -> bool {
    tokens(text).iter().any(|(_, kind)| *kind == TokenKind::Dice) && parse(text).problems.is_empty()
}

impl Checker<'_> {
    pub(super) fn inputs(
        &mut self,
        test: Id<Test>,
        list: &[(Word, Formula)],
        act: &ActionLowering,
    ) -> Vec<(usize, Ir)> {
        let mut found = Vec::new();
        for (word, formula) in list {
            let def = &self.game.tests[test];
            match def.inputs.iter().position(|(name, _)| **name == *word.text) {
                Some(at) => {
                    let kind = def.inputs.get(at).map(|(_, question)| question.kind.clone());
                    let Some(kind) = kind else { continue };
                    let ir = self.lower(formula, act.scope(true), |lower| lower.answer(&formula.expr, &kind));
                    self.fits(word, formula, &ir, &kind);
                    if found.iter().any(|(other, _)| *other == at) {
                        self.report(Diagnostic::error(Code::InputTwice, word.span).arg("name", &*word.text));
                    }
                    found.push((at, ir));
                }
                None => {
                    let error = Diagnostic::error(Code::UnknownInput, word.span).arg("test", &*def.name);
                    let error = error.arg("several", "no");
                    // `with: {vs: 9}`: the input that this fills.
                    let filled = def.against.filter(|_| {
                        ["target", "vs"].into_iter().any(|ours| our_words("language", &word.text).contains(&ours))
                    });
                    let filled = filled.and_then(|at| def.inputs.get(at)).map(|(name, _)| name.to_string());
                    self.report(match filled {
                        Some(name) => {
                            let error = error.arg("name", &*word.text).help_with("help-did-you-mean", "name", &*name);
                            Some(error.may_fix(word.span, name))
                        }
                        None => self.none_called(error, word, def.inputs.iter().map(|(name, _)| name)),
                    });
                }
            }
        }
        found
    }

    /// A number that is known has to be one that may be answered.
    pub(super) fn fits(&mut self, word: &Word, formula: &Formula, ir: &Ir, kind: &AnswerKind) {
        let (least, most) = match kind {
            AnswerKind::Number(least, most) => (*least, *most),
            AnswerKind::YesNo => (Some(0), Some(1)),
            _ => return,
        };
        let Some(number) = super::constant(ir) else { return };
        if least.is_some_and(|least| number < least) || most.is_some_and(|most| number > most) {
            let text = number.to_string();
            let error = bad_answer(&self.game, Code::InputOutOfRange, &word.text, &text, Some(kind));
            self.report(Diagnostic { at: Some(formula.placement.span), ..error });
        }
    }

    /// The names of tests to choose from; of all, if none are named.
    pub(super) fn tests_named(&mut self, words: &[Word]) -> Option<Arc<[String]>> {
        if words.is_empty() {
            return Some(self.raw.tests.iter().map(|test| test.name.text.clone()).collect());
        }
        let named = |word: &Word| self.find_test(word).map(|_| word.text.clone());
        let names: Vec<Option<String>> = words.iter().map(named).collect();
        names.into_iter().collect()
    }

    fn find_test(&mut self, word: &Word) -> Option<Id<Test>> {
        if let Some(Named::Test(index)) = self.game.names.get(&word.text) {
            return Some(*index);
        }
        if self.game.unread.contains(&word.text) {
            return None;
        }
        let names = self.raw.tests.iter().map(|test| &test.name.text);
        let error = Diagnostic::error(Code::UnknownTest, word.span);
        self.report(match (self.called_as_typed(&word.text), self.game.names.get(&word.text)) {
            (Some(example), _) => Some(error.arg("name", &*word.text).help_with("help-write", "example", example)),
            (None, Some(Named::Action(_))) => Some(self.by_another_verb(error, word, "roll", "do")),
            (None, _) if throws(&word.text) => {
                Some(error.arg("name", &*word.text).help_with("help-dice-behind-label", "dice", &*word.text))
            }
            (None, _) => self.none_called(error, word, names),
        });
        None
    }

    /// `test(skill, 9)`, `test vs 9` and `test + 2`, as they are typed, in the form of a step; of dice alone, the label.
    fn called_as_typed(&self, text: &str) -> Option<String> {
        let end = text.find(['(', '+', '-', '−']).unwrap_or(text.len());
        let end = text.find(" vs ").map_or(end, |vs| vs.min(end));
        let Some(Named::Test(test)) = self.game.names.get(text.get(..end)?.trim()) else { return None };
        Some(self.game.tests[*test].as_a_step(text))
    }

    /// Branches by class: some outcome is of each, and none is of two, unless it has a branch of its own.
    fn classes_apart(&mut self, test: Id<Test>, classes: &[(usize, &Word)], own: &HashMap<usize, Span>) {
        let mut errors = Vec::new();
        let def = &self.game.tests[test];
        for (at, (class, word)) in classes.iter().enumerate() {
            let mut of_it = def.outcomes.iter().enumerate().filter(|(_, one)| one.classes.contains(class)).peekable();
            if of_it.peek().is_none() {
                let error = Diagnostic::error(Code::ClassNever, word.span).arg("name", &*word.text);
                errors.push(error.arg("test", &*def.name));
                continue;
            }
            let open = of_it.filter(|(index, _)| !own.contains_key(index)).map(|(_, outcome)| outcome);
            let twice = open.flat_map(|outcome| {
                let others = classes.iter().take(at).filter(|(other, _)| outcome.classes.contains(other));
                others.map(move |(_, other)| (outcome, *other))
            });
            if let Some((outcome, other)) = twice.into_iter().next() {
                let error = Diagnostic::error(Code::ClassesMeet, word.span).arg("name", &*outcome.name);
                let error = error.arg("class", &*word.text).arg("other", &*other.text);
                let error = error.label(other.span, "label-first-here");
                errors.push(error.help_with(
                    "help-write",
                    "example",
                    format!("{}: …", outcome_word(&outcome.name, &self.game.classes)),
                ));
            }
        }
        errors.into_iter().for_each(|error| self.report(error));
    }

    /// An outcome that none of some tests has.
    pub(super) fn no_such_outcome(&self, word: &Word, tests: &[Id<Test>]) -> Option<Diagnostic> {
        let classes = &self.game.classes;
        let outcomes = tests.iter().flat_map(|test| &self.game.tests[*test].outcomes);
        let outcomes = outcomes.map(|outcome| outcome_word(&outcome.name, classes));
        let judged = CLASSES.map(|(class, _)| class.to_owned());
        let known = outcomes.chain(judged).chain(classes.iter().map(|class| class.to_string()));
        let bare = Word { text: unquoted(&word.text).to_owned(), span: word.span };
        let error = self.about_tests(Diagnostic::error(Code::UnknownOutcome, word.span), tests);
        if tests.len() < 2 {
            return self.none_called(error, &bare, known);
        }
        let mut seen = BTreeSet::new();
        self.none_called(error, &bare, known.filter(|name| seen.insert(name.clone())))
    }

    /// An error about one test, or about all of several.
    pub(super) fn about_tests(&self, error: Diagnostic, tests: &[Id<Test>]) -> Diagnostic {
        let names: Vec<&str> = tests.iter().map(|test| &*self.game.tests[*test].name).collect();
        error.arg("test", names.join(", ")).arg("several", if tests.len() > 1 { "yes" } else { "no" })
    }

    /// An answer to a question of a kind; whatever it is, if that could not be read.
    fn answer_in(&mut self, formula: &Formula, kind: Option<&AnswerKind>, act: &ActionLowering) -> Ir {
        match kind {
            None => self.kind_in(formula, &Kind::Broken, act),
            Some(kind) => self.lower(formula, act.scope(true), |lower| lower.answer(&formula.expr, kind)),
        }
    }
}

impl LowersKind<Roll<Written>, Roll<Lowered>> for StepLowering<'_, '_> {
    fn lower(&mut self, raw: &Roll<Written>) -> Option<Roll<Lowered>> {
        let Self { checker, act, label, kind, .. } = self;
        *kind = SlotKind::Value(Kind::Broken);
        let takes_part =
            |slot: &Slot| matches!(slot.kind, SlotKind::Role | SlotKind::Many | SlotKind::Value(Kind::Person));
        let by = if raw.by.is_none() && !act.slots.iter().any(takes_part) {
            checker.absent_roller(raw, label.span)
        } else {
            checker.who(raw.by.as_ref(), "by", label.span, act)
        };
        let Some(test) = checker.find_test(&raw.test) else {
            // What follows from it can be read all the same, but for what came out.
            checker.label_slot(label, kind.clone(), act);
            for steps in raw.on.iter().map(|(_, steps)| steps).chain([&raw.seen]) {
                checker.steps(steps, act);
            }
            return None;
        };
        let with = checker.inputs(test, &raw.with, act);
        *kind = SlotKind::Roll(test);
        // Steps that follow from it can read it.
        if !self.picked {
            checker.label_slot(label, kind.clone(), act);
        }
        let seen = checker.steps(&raw.seen, act);
        let outcomes = checker.game.tests[test].outcomes.iter();
        let names: Vec<Arc<str>> = outcomes.map(|outcome| Arc::clone(&outcome.name)).collect();
        let mut on: Vec<(Ending, Vec<Step>)> = Vec::new();
        let mut before: HashMap<usize, Span> = HashMap::new();
        let mut classes: Vec<(usize, &Word)> = Vec::new();
        for (word, steps) in &raw.on {
            let lowered = checker.steps(steps, act);
            let outcome = outcome_called(&word.text, &names, &checker.game.classes);
            let class = checker.game.classes.iter().position(|class| **class == *word.text);
            let class = class.filter(|_| outcome.is_none());
            // One outcome can be written in two ways, with and without « ».
            if let Some(first) = outcome.and_then(|outcome| before.get(&outcome)) {
                let error = Diagnostic::error(Code::DeclaredTwice, word.span).arg("name", unquoted(&word.text));
                checker.report(error.label(*first, "label-first-here"));
            }
            outcome.map(|outcome| before.entry(outcome).or_insert(word.span));
            if let Some(class) = class {
                classes.push((class, word));
                on.push((Ending::Class(class), lowered));
                continue;
            }
            match (outcome, &*word.text) {
                (Some(outcome), _) => on.push((Ending::Outcome(outcome), lowered)),
                (None, "success") => on.push((Ending::Success, lowered)),
                (None, "failure") => on.push((Ending::Failure, lowered)),
                _ => {
                    checker.report(checker.no_such_outcome(word, &[test]));
                }
            }
        }
        checker.classes_apart(test, &classes, &before);
        // What an outcome does by its name is before what it does by its class.
        on.order_by_key(|(ending, _)| match ending {
            Ending::Outcome(_) => Ending::Outcome(0),
            Ending::Class(_) => Ending::Class(0),
            class => *class,
        });
        Some(Roll { test, by, with, on, seen })
    }
}

impl LowersKind<Oppose<Written>, Oppose<Lowered>> for StepLowering<'_, '_> {
    fn lower(&mut self, raw: &Oppose<Written>) -> Option<Oppose<Lowered>> {
        let Self { checker, act, label, kind, .. } = self;
        *kind = SlotKind::Value(Kind::Broken);
        let test = checker.find_test(&raw.test)?;
        if checker.game.tests[test].opposed.is_none() {
            checker.report(Diagnostic::error(Code::NotOpposed, raw.test.span).arg("test", &*raw.test.text));
            return None;
        }
        // That there are not two was said when the file was read.
        let [(left, left_with), (right, right_with)] = raw.sides.as_slice() else { return None };
        let slots = raw.sides.iter().map(|(side, own)| checker.side_slot(side, (raw, own), test, act));
        let slots: Vec<Option<usize>> = slots.collect();
        let [Some(first), Some(second)] = *slots.as_slice() else { return None };
        let both = checker.inputs(test, &raw.with, act);
        let mut sides = vec![(SlotId(first), both.clone()), (SlotId(second), both)];
        for ((_, side), own) in sides.iter_mut().zip([left_with, right_with]) {
            let own: Vec<_> = own.iter().filter(|given| !checker.is_without_roller(given, test)).cloned().collect();
            let own = checker.inputs(test, &own, act);
            side.retain(|(at, _)| !own.iter().any(|(other, _)| other == at));
            side.extend(own);
        }
        *kind = SlotKind::Contest(test, first, second);
        checker.label_slot(label, kind.clone(), act);
        let seen = checker.steps(&raw.seen, act);
        let mut on = Vec::new();
        for (word, steps) in &raw.on {
            let lowered = checker.steps(steps, act);
            let at = [left.text.as_str(), right.text.as_str(), "tie"].iter().position(|name| *name == word.text);
            on.extend(at.map(|at| (at, lowered)));
            if at.is_none() {
                let known = [left.text.clone(), right.text.clone(), "tie".to_owned()];
                checker.report(checker.none_called(Diagnostic::error(Code::UnknownSide, word.span), word, known));
            }
        }
        on.order_by_key(|(winner, _)| *winner);
        Some(Oppose { test, sides, with: (), on, seen })
    }
}

impl LowersKind<Do<Written>, Do<Lowered>> for StepLowering<'_, '_> {
    fn lower(&mut self, raw: &Do<Written>) -> Option<Do<Lowered>> {
        let Self { checker, act, kind, .. } = self;
        *kind = SlotKind::Value(Kind::Broken);
        let Do { action: word, roles, with } = raw;
        let action = checker.find_action(word)?;
        let roles_there = checker.game.actions.get(action).map_or(0, |def| def.roles);
        // Each of theirs is looked for among ours.
        if !checker.affords(roles_there, word.span) {
            return None;
        }
        let def = checker.game.actions.get(action)?;
        let theirs: Vec<_> = def.slots.iter().take(roles_there).cloned().collect();
        let mut given: Vec<Option<RoleGiven>> = vec![None; theirs.len()];
        // What is missing may only follow from what could not be read.
        let mut unclear = false;
        for (role, ours) in roles {
            let at = match role {
                None if theirs.len() == 1 => Some(0),
                None => {
                    let names = theirs.iter().map(|slot| format!("`as: {{{}: {}}}`", slot.name, ours.text));
                    let error = Diagnostic::error(Code::WhichRole, ours.span).arg("action", &*word.text);
                    let error = error.arg("name", &*ours.text);
                    checker.report(error.help_with("help-one-of", "names", Arg::names(names)));
                    unclear = true;
                    continue;
                }
                Some(role) => {
                    let at = theirs.iter().position(|slot| *slot.name == *role.text);
                    if at.is_none() {
                        let names = theirs.iter().map(|slot| &slot.name);
                        checker.report(checker.none_called(
                            Diagnostic::error(Code::UnknownRole, role.span),
                            role,
                            names,
                        ));
                        unclear = true;
                    }
                    at
                }
            };
            let many = at.and_then(|at| theirs.get(at)).is_some_and(|slot| slot.kind == SlotKind::Many);
            let value = if ours.text == "nobody" {
                Some(RoleGiven::Empty)
            } else if many {
                let slot = act.find(&ours.text);
                let is_many = slot.and_then(|slot| act.slots.get(slot)).is_some_and(|one| one.kind == SlotKind::Many);
                if !is_many {
                    checker.not_many(ours, act);
                    unclear = true;
                }
                slot.filter(|_| is_many).map(|slot| RoleGiven::Many(SlotId(slot)))
            } else {
                Some(RoleGiven::One(checker.who(Some(ours), "as", ours.span, act)))
            };
            if let (Some(slot), Some(value)) = (at.and_then(|at| given.get_mut(at)), value) {
                *slot = Some(value);
            }
        }
        let mut missing = Vec::new();
        let mut filled = Vec::new();
        let here = checker.at_word(&Word { text: String::new(), span: word.span });
        for (slot, role) in given.into_iter().zip(&theirs) {
            // The same name plays the same role; the only one here the only one there.
            let same = act.find(&role.name);
            let same = same.filter(|&at| act.slots.get(at).is_some_and(|one| one.kind == role.kind));
            let value = slot.or_else(|| match same {
                Some(at) if role.kind == SlotKind::Many => Some(RoleGiven::Many(SlotId(at))),
                Some(at) => Some(RoleGiven::One(Ir { op: Op::Slot(at), at: here })),
                None if theirs.len() == 1 && role.kind == SlotKind::Role => {
                    act.sole().map(|at| RoleGiven::One(Ir { op: Op::Slot(at), at: here }))
                }
                None => None,
            });
            match value {
                Some(value) => filled.push(value),
                None => {
                    missing.push(role.name.to_string());
                    filled.push(RoleGiven::Empty);
                }
            }
        }
        if !missing.is_empty() && !unclear {
            let roles: Vec<String> = missing.iter().take(SHOWN).map(|name| format!("{name}: …")).collect();
            let example = format!("as: {{{}}}", roles.join(", "));
            let error = Diagnostic::error(Code::RoleMissing, word.span).arg("action", &*word.text);
            checker.report(error.arg("names", missing).help_with("help-write", "example", example));
        }
        let mut answers = Vec::new();
        for (name, formula) in with {
            let Some(def) = checker.game.actions.get(action) else { continue };
            let mut asked = def.ask.iter().filter_map(|ask| Some((ask, &def.slots.get(ask.slot)?.name)));
            match asked.clone().find(|(_, label)| ***label == *name.text) {
                Some((ask, _)) => {
                    let kind = if ask.question.broken { None } else { Some(ask.question.kind.clone()) };
                    let slot = ask.slot;
                    let ir = checker.answer_in(formula, kind.as_ref(), act);
                    kind.iter().for_each(|kind| checker.fits(name, formula, &ir, kind));
                    answers.push((slot, ir));
                }
                None => {
                    let error = Diagnostic::error(Code::UnknownQuestion, name.span).arg("action", &*word.text);
                    checker.report(checker.none_called(error, name, asked.by_ref().map(|(_, label)| label)));
                }
            }
        }
        // Of an action that calls this one nothing is known yet.
        if !checker.circular.contains(&action) {
            *kind = SlotKind::Did(action);
        }
        Some(Do { action, roles: filled, with: answers })
    }
}

impl Checker<'_> {
    /// The slot of a side of a contest: a role, or with `by: nobody` a name of its own.
    fn side_slot(
        &mut self,
        side: &Word,
        (raw, own): (&Oppose<Written>, &[(Word, Formula)]),
        test: Id<Test>,
        act: &mut ActionLowering,
    ) -> Option<usize> {
        let Some((by, _)) = own.iter().find(|given| self.is_without_roller(given, test)) else {
            let before = self.errors.len();
            let slot = self.role_slot(side, act);
            if let Some(error) = self.errors.get_mut(before).filter(|error| error.code == Code::UnknownRole) {
                let args = vec![("example", format!("{}: {{by: nobody}}", side.text).into())];
                error.helps.push(Note { id: "help-side-of-nobody", args });
            }
            return slot;
        };
        let given: Vec<(Word, Formula)> = own.iter().chain(&raw.with).cloned().collect();
        if let Some(name) = self.read_of_roller(&self.game.tests[test], &given) {
            let error = Diagnostic::error(Code::NobodyTakesPart, by.span);
            self.report(error.help_with("help-test-reads", "name", name));
        }
        self.label(side);
        Some(self.label_slot(side, SlotKind::Side, act))
    }

    /// Whether this says that no character plays a side: `by: nobody`, where `by` is no input of the test.
    fn is_without_roller(&self, (name, formula): &(Word, Formula), test: Id<Test>) -> bool {
        let is_input = self.game.tests[test].inputs.iter().any(|(input, _)| **input == *name.text);
        name.text == "by" && formula.text.trim() == "nobody" && !is_input
    }

    /// The roller where no character takes part: none. What only a character has cannot be read of it; tags and marks
    /// it has none.
    fn absent_roller(&mut self, raw: &Roll<Written>, at: Span) -> Who {
        if let Some(Named::Test(test)) = self.game.names.get(&raw.test.text)
            && let Some(name) = self.read_of_roller(&self.game.tests[*test], &raw.with)
        {
            let error = Diagnostic::error(Code::NobodyTakesPart, at);
            self.report(error.help_with("help-test-reads", "name", name).help("help-roles"));
        }
        Ir { op: Op::Number(-1), at: At { origin: At::TYPED, span: TextSpan::default() } }
    }

    /// What a test reads that only a character has, but for the answers that it is given.
    fn read_of_roller(&self, test: &Test, given: &[(Word, Formula)]) -> Option<String> {
        let game = &self.game;
        for (name, question) in
            test.inputs.iter().filter(|(name, _)| !given.iter().any(|(word, _)| *word.text == **name))
        {
            if matches!(question.kind, AnswerKind::Trait(..) | AnswerKind::Points(_) | AnswerKind::Tag(_)) {
                return Some(name.to_string());
            }
        }
        let defaults = test.inputs.iter().filter_map(|(name, question)| match &question.default {
            Some(program::Default::Value(ir)) if !given.iter().any(|(word, _)| *word.text == **name) => Some(ir),
            _ => None,
        });
        let values = test.values.iter().map(|value| &value.ir);
        let pool = test.roll.iter().flat_map(|pool| pool.formulas());
        let said = test.margin.formula().into_iter().chain(test.shown_against.formula());
        let all = defaults.chain(values).chain(pool).chain(said).chain(test.outcome_formulas()).chain([&test.total]);
        all.flat_map(Ir::parts).find_map(|part| match part.op {
            Op::Trait(index) => game.traits.get(index).map(|one| one.name.to_string()),
            Op::Points(index, _) => Some(&game.points[index]).filter(|one| !one.shared).map(|one| one.name.to_string()),
            Op::PointsAt(..) | Op::Group(..) | Op::Named(..) => Some(test.name.to_string()),
            _ => None,
        })
    }
}
