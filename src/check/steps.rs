//! Steps of actions: labels become places, verbs what they do.

use std::sync::Arc;

use super::Checker;
use super::acts::{Act, roles_of, slot_kind};
use super::lower::Want;
use super::program::{
    Ask, At, GainStep, Given, Ir, Kind, Named, Op, OpposeStep, Piece, PointsRef, RoleGiven, RollStep, SlotKind, Step,
    Taken, Target, Verb, Who,
};
use crate::diagnostic::{Diagnostic, Note};
use crate::ruleset::model::{self, Amount, Formula, Part, Template, Word};
use crate::source::Span;
use crate::syntax::TextSpan;

impl Checker<'_> {
    pub(super) fn steps(&mut self, raw: &[model::Step], act: &mut Act) -> Vec<Step> {
        raw.iter().map(|step| self.one_step(step, act)).collect()
    }

    fn one_step(&mut self, raw: &model::Step, act: &mut Act) -> Step {
        let when = raw.when.as_ref().map(|formula| self.flag_in(formula, act));
        let (verb, kind) = self.verb(&raw.verb, &raw.label, act);
        let slot = self.label_slot(&raw.label, kind, act);
        let at = self.at_word(&raw.label);
        Step { slot, when, verb, at }
    }

    /// A place in a file that is no formula.
    fn at_word(&mut self, word: &Word) -> At {
        let placement = crate::source::Placement { span: word.span, style: None };
        // Where nothing is written that could be read, it is whatever stands there.
        let text = if word.text.is_empty() { self.sources.slice(word.span) } else { &word.text };
        let text: Arc<str> = text.into();
        let id = u32::try_from(self.game.origins.len()).unwrap_or(At::TYPED);
        let end = u32::try_from(text.len()).unwrap_or(0);
        self.game.origins.push(super::Origin { text, placement });
        At { origin: id, span: TextSpan { start: 0, end } }
    }

    /// The slot of a label; given a value again it has to be of the same kind.
    fn label_slot(&mut self, word: &Word, kind: SlotKind, act: &mut Act) -> usize {
        let Some(slot) = act.find(&word.text) else {
            let slot = act.add(&word.text, kind.clone());
            if matches!(kind, SlotKind::Roll(_) | SlotKind::Contest(..)) {
                act.rolls.push(slot);
            }
            return slot;
        };
        if let Some(found) = act.slots.get_mut(slot) {
            match (&found.kind, &kind) {
                (_, SlotKind::Nothing) | (_, SlotKind::Value(Kind::Broken)) => {}
                (SlotKind::Nothing | SlotKind::Value(Kind::Broken), _) => found.kind = kind,
                (SlotKind::Value(Kind::Flag), SlotKind::Value(Kind::Number)) => found.kind = kind,
                (SlotKind::Value(Kind::Number), SlotKind::Value(Kind::Flag)) => {}
                (one, other) if one == other => {}
                _ if word.text.starts_with('·') => found.kind = kind,
                _ => self.report(Diagnostic::error("label-of-two-kinds", word.span).arg("name", &*word.text)),
            }
        }
        slot
    }

    fn value_in(&mut self, formula: &Formula, act: &Act) -> (Ir, Kind) {
        self.lower(formula, act.scope(true), |lower| lower.expr(&formula.expr, &Want::Anything))
    }

    fn kind_in(&mut self, formula: &Formula, kind: &Kind, act: &Act) -> Ir {
        self.lower(formula, act.scope(true), |lower| lower.of_kind(&formula.expr, kind))
    }

    fn text_in(&mut self, template: &Template, at: Span, act: &Act) -> Ir {
        let mut pieces = Vec::new();
        for part in &template.parts {
            match part {
                Part::Text(text) => pieces.push(Piece::Text(text.clone())),
                Part::Formula(formula) => {
                    let (ir, kind) = self.value_in(formula, act);
                    pieces.push(Piece::Value(ir, kind));
                }
            }
        }
        let at = self.at_word(&Word { text: String::new(), span: at });
        Ir { op: Op::Template(pieces), at }
    }

    /// Whoever a role names; without one, the only
    /// character; `beside` is what would say it.
    fn who(&mut self, word: Option<&Word>, beside: &str, at: Span, act: &Act) -> Who {
        let slot = match word {
            Some(word) => self.role_slot(word, act),
            None => match act.sole() {
                Some(slot) => Some(slot),
                None => {
                    let roles = roles_of(act).map(|role| format!("`{beside}: {role}`")).collect::<Vec<_>>();
                    let many = act.slots.iter().find(|slot| slot.kind == SlotKind::Many);
                    self.report(match many {
                        Some(many) if roles.is_empty() => {
                            let example = format!("each: {{…: {}}}", many.name);
                            let error = Diagnostic::error("step-of-many", at).arg("name", &*many.name);
                            error.help_with("help-write", "example", example)
                        }
                        None if roles.is_empty() => Diagnostic::error("nobody-takes-part", at),
                        _ => Diagnostic::error("step-of-whom", at).help_with("help-one-of", "names", roles),
                    });
                    None
                }
            },
        };
        let at = self.at_word(&Word { text: String::new(), span: word.map_or(at, |word| word.span) });
        Ir { op: slot.map_or(Op::Number(-1), Op::Slot), at }
    }

    /// Whether these are points that belong to the table, and so to nobody at it.
    fn all_shared<'w>(&self, mut words: impl Iterator<Item = &'w Word>) -> bool {
        words.all(|word| match self.game.names.get(&word.text) {
            Some(Named::Points(index)) => self.game.points.get(*index).is_some_and(|points| points.shared),
            _ => false,
        })
    }

    fn who_or_table(&mut self, word: Option<&Word>, beside: &str, shared: bool, at: Span, act: &Act) -> Who {
        if word.is_some() || !shared {
            return self.who(word, beside, at, act);
        }
        let at = self.at_word(&Word { text: String::new(), span: at });
        Ir { op: Op::Number(0), at }
    }

    fn verb(&mut self, raw: &model::Verb, label: &Word, act: &mut Act) -> (Verb, SlotKind) {
        let at = label.span;
        let verb = match raw {
            model::Verb::Value(formula) => {
                let (ir, kind) = self.value_in(formula, act);
                let slot = match &ir.op {
                    // The same points under another name.
                    _ if kind == Kind::Points => SlotKind::Points(None),
                    _ => SlotKind::Value(kind.clone()),
                };
                return (Verb::Value(ir, kind), slot);
            }
            model::Verb::Ask(question) => {
                let mut ask = self.ask_shell(question, act);
                ask.slot = act.slots.len();
                self.ask_formula(question, &mut ask, act);
                let kind = slot_kind(&ask, act);
                return (Verb::Ask(Box::new(ask)), kind);
            }
            model::Verb::Roll { test, by, with, on, seen } => {
                return self.roll_step(test, by.as_ref(), with, on, seen, label, act);
            }
            model::Verb::Oppose { test, sides, with, on, seen } => {
                return self.oppose_step(test, sides, with, on, seen, label, act);
            }
            model::Verb::Do { action, roles, with } => return self.do_step(action, roles, with, act),
            model::Verb::First(steps) => Verb::First(self.steps(steps, act)),
            model::Verb::Steps(steps) => Verb::Steps(self.steps(steps, act)),
            model::Verb::Each { one, of, steps } => self.each_step(one, of, steps, act),
            model::Verb::Gain { what, to, lasts, until, with } => {
                let scope = act.clone();
                let lasts = lasts.as_ref().map(|duration| self.duration(duration, scope.scope(true)));
                let until = until.as_ref().map(|formula| self.until(formula));
                let shared = self.all_shared(what.iter().map(|(word, _)| word));
                let to = self.who_or_table(to.as_ref(), "to", shared, at, act);
                let mut list = Vec::new();
                for (word, amount) in what {
                    list.extend(self.given(word, amount, with, act));
                }
                Verb::Gain(Box::new(GainStep { what: list, to, lasts, until }))
            }
            model::Verb::Lose { what, of } => {
                let mut list = Vec::new();
                let mut owned = false;
                for (word, amount) in what {
                    if let Some(taken) = self.taken(word, amount.as_ref(), act) {
                        owned |= matches!(taken, Taken::Tag(_));
                        list.push(taken);
                    }
                }
                // A tag in a label has an owner of its own.
                let shared = self.all_shared(what.iter().map(|(word, _)| word));
                let of = if owned && of.is_none() {
                    None
                } else {
                    Some(self.who_or_table(of.as_ref(), "of", shared, at, act))
                };
                Verb::Lose(list, of)
            }
            model::Verb::Pay { what, from, to } => {
                let mut list = Vec::new();
                for (word, formula) in what {
                    let count = self.number_in(formula, act);
                    list.extend(self.paid(word, act).map(|points| (points, count)));
                }
                let shared = self.all_shared(what.iter().map(|(word, _)| word));
                let from = self.who_or_table(from.as_ref(), "from", shared, at, act);
                let to = to.as_ref().map(|word| self.who(Some(word), "to", at, act));
                Verb::Pay(list, from, to)
            }
            model::Verb::Mark { count, on, of, mark } => {
                let count = self.number_in(count, act);
                let Some(track) = self.track_of(on.as_ref(), at) else { return (Verb::Broken, SlotKind::Nothing) };
                let of = self.who(of.as_ref(), "of", at, act);
                let mark = match mark {
                    None => Some(0),
                    Some(word) => self.mark_of(track, word),
                };
                match mark {
                    Some(mark) => Verb::Mark(count, track, of, mark),
                    None => Verb::Broken,
                }
            }
            model::Verb::Heal { count, on, of, from } => {
                let count = count.as_ref().map(|formula| self.number_in(formula, act));
                let Some(track) = self.track_of(on.as_ref(), at) else { return (Verb::Broken, SlotKind::Nothing) };
                let of = self.who(of.as_ref(), "of", at, act);
                let mark = from.as_ref().and_then(|word| self.mark_of(track, word));
                Verb::Heal(count, track, of, mark)
            }
            model::Verb::Set { what, of } => Verb::Set(
                what.iter().filter_map(|(word, formula)| self.set_one(word, formula, of.as_ref(), act)).collect(),
            ),
            model::Verb::Effects { cell, to } => {
                let ir = self.lower(cell, act.scope(true), |lower| lower.effects(&cell.expr));
                let to = self.who(to.as_ref(), "to", at, act);
                match ir {
                    Some(ir) => Verb::Effects(ir, to),
                    None => Verb::Broken,
                }
            }
            model::Verb::Say(text) => Verb::Say(self.text_in(text, at, act)),
            model::Verb::Stop(text) => Verb::Stop(self.text_in(text, at, act)),
            model::Verb::Fail(text) => Verb::Fail(self.text_in(text, at, act)),
            model::Verb::Order { role, by, ties } => self.order_step(role, by, ties.as_ref(), act),
            model::Verb::Reroll { dice, keep_better } => {
                if act.test.is_none() {
                    self.report(Diagnostic::error("only-in-a-test", at).arg("verb", "reroll"));
                    return (Verb::Broken, SlotKind::Nothing);
                }
                let dice = match dice {
                    None => None,
                    Some(word) => {
                        let slot = act
                            .find(&word.text)
                            .filter(|&slot| matches!(act.slots.get(slot).map(|slot| &slot.kind), Some(SlotKind::Dice)));
                        if slot.is_none() {
                            let dice = act.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Dice));
                            let names: Vec<String> =
                                dice.map(|slot| slot.name.to_string()).chain(["all".into()]).collect();
                            self.none_called(Diagnostic::error("not-an-answer-of-dice", word.span), word, names);
                            return (Verb::Broken, SlotKind::Nothing);
                        }
                        slot
                    }
                };
                Verb::Reroll(dice, *keep_better)
            }
            model::Verb::Change(list) => self.change_step(list, at, act),
            model::Verb::Broken(_) => Verb::Broken,
        };
        (verb, SlotKind::Nothing)
    }

    fn inputs(&mut self, test: usize, list: &[(Word, Formula)], act: &Act) -> Vec<(usize, Ir)> {
        let mut found = Vec::new();
        for (word, formula) in list {
            let Some(def) = self.game.tests.get(test) else { continue };
            match def.inputs.iter().position(|(name, _)| **name == *word.text) {
                Some(at) => {
                    let kind = def.inputs.get(at).map(|(_, question)| question.kind.clone());
                    let Some(kind) = kind else { continue };
                    let ir = self.lower(formula, act.scope(true), |lower| lower.answer(&formula.expr, &kind));
                    if found.iter().any(|(other, _)| *other == at) {
                        self.report(Diagnostic::error("input-twice", word.span).arg("name", &*word.text));
                    }
                    found.push((at, ir));
                }
                None => {
                    let names: Vec<String> = def.inputs.iter().map(|(name, _)| name.to_string()).collect();
                    let error = Diagnostic::error("unknown-input", word.span).arg("test", &*def.name);
                    self.none_called(error, word, names);
                }
            }
        }
        found
    }

    fn find_test(&mut self, word: &Word) -> Option<usize> {
        if let Some(Named::Test(index)) = self.game.names.get(&word.text) {
            return Some(*index);
        }
        let names: Vec<String> = self.game.tests.iter().map(|test| test.name.to_string()).collect();
        self.none_called(Diagnostic::error("unknown-test", word.span), word, names);
        None
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one step")]
    fn roll_step(
        &mut self,
        test: &Word,
        by: Option<&Word>,
        with: &[(Word, Formula)],
        on: &[(Word, Vec<model::Step>)],
        seen: &[model::Step],
        label: &Word,
        act: &mut Act,
    ) -> (Verb, SlotKind) {
        let by = self.who(by, "by", label.span, act);
        let Some(test) = self.find_test(test) else {
            // What follows from it can be read all the same, but for what came out.
            self.label_slot(label, SlotKind::Value(Kind::Broken), act);
            for steps in on.iter().map(|(_, steps)| steps.as_slice()).chain([seen]) {
                self.steps(steps, act);
            }
            return (Verb::Broken, SlotKind::Value(Kind::Broken));
        };
        let with = self.inputs(test, with, act);
        let kind = SlotKind::Roll(test);
        // Steps that follow from it can read it.
        self.label_slot(label, kind.clone(), act);
        let seen = self.steps(seen, act);
        let names: Vec<Arc<str>> = self
            .game
            .tests
            .get(test)
            .map(|test| test.outcomes.iter().map(|outcome| Arc::clone(&outcome.name)).collect())
            .unwrap_or_default();
        let mut step = RollStep { test, by, with, on: Vec::new(), success: None, failure: None, seen };
        for (word, steps) in on {
            let lowered = self.steps(steps, act);
            match (names.iter().position(|name| **name == *word.text), &*word.text) {
                (Some(outcome), _) => step.on.push((outcome, lowered)),
                (None, "success") => step.success = Some(lowered),
                (None, "failure") => step.failure = Some(lowered),
                _ => {
                    let known = names.iter().map(|name| name.to_string());
                    let known = known.chain(["success".to_owned(), "failure".to_owned()]);
                    let test = self.game.tests.get(step.test).map_or(String::new(), |test| test.name.to_string());
                    let error = Diagnostic::error("unknown-outcome", word.span).arg("test", test);
                    self.none_called(error, word, known);
                }
            }
        }
        (Verb::Roll(Box::new(step)), kind)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one step")]
    fn oppose_step(
        &mut self,
        test: &Word,
        sides: &[(Word, Vec<(Word, Formula)>)],
        with: &[(Word, Formula)],
        on: &[(Word, Vec<model::Step>)],
        seen: &[model::Step],
        label: &Word,
        act: &mut Act,
    ) -> (Verb, SlotKind) {
        let broken = (Verb::Broken, SlotKind::Value(Kind::Broken));
        let word = test;
        let Some(test) = self.find_test(test) else { return broken };
        if self.game.tests.get(test).is_some_and(|test| test.opposed.is_none()) {
            self.report(Diagnostic::error("not-opposed", word.span).arg("test", &*word.text));
            return broken;
        }
        // That there are not two was said when the file was read.
        let [(left, left_with), (right, right_with)] = sides else { return broken };
        let (Some(first), Some(second)) = (self.role_slot(left, act), self.role_slot(right, act)) else {
            return broken;
        };
        let both = self.inputs(test, with, act);
        let mut given = [both.clone(), both];
        for (side, own) in given.iter_mut().zip([left_with, right_with]) {
            let own = self.inputs(test, own, act);
            side.retain(|(at, _)| !own.iter().any(|(other, _)| other == at));
            side.extend(own);
        }
        let kind = SlotKind::Contest(test, first, second);
        self.label_slot(label, kind.clone(), act);
        let seen = self.steps(seen, act);
        let mut ends: [Vec<Step>; 3] = [Vec::new(), Vec::new(), Vec::new()];
        for (word, steps) in on {
            let lowered = self.steps(steps, act);
            let at = [left.text.as_str(), right.text.as_str(), "tie"].iter().position(|name| *name == word.text);
            match at.and_then(|at| ends.get_mut(at)) {
                Some(slot) => *slot = lowered,
                None => {
                    let known = [left.text.clone(), right.text.clone(), "tie".to_owned()];
                    self.none_called(Diagnostic::error("unknown-side", word.span), word, known);
                }
            }
        }
        let step = OpposeStep { test, sides: [first, second], with: given, on: ends, seen };
        (Verb::Oppose(Box::new(step)), kind)
    }

    fn do_step(
        &mut self,
        word: &Word,
        roles: &[(Option<Word>, Word)],
        with: &[(Word, Formula)],
        act: &Act,
    ) -> (Verb, SlotKind) {
        let Some(action) = self.find_action(word) else { return (Verb::Broken, SlotKind::Value(Kind::Broken)) };
        let Some(def) = self.game.actions.get(action).cloned() else { return (Verb::Broken, SlotKind::Nothing) };
        let theirs: Vec<_> = def.slots.iter().take(def.roles).cloned().collect();
        let mut given: Vec<Option<RoleGiven>> = vec![None; theirs.len()];
        // What is missing may only follow from what nobody could read.
        let mut unclear = false;
        for (role, ours) in roles {
            let at = match role {
                None if theirs.len() == 1 => Some(0),
                None => {
                    let names = theirs.iter().map(|slot| format!("`as: {{{}: {}}}`", slot.name, ours.text));
                    let error = Diagnostic::error("which-role", ours.span).arg("action", &*word.text);
                    self.report(error.arg("name", &*ours.text).help_with(
                        "help-one-of",
                        "names",
                        names.collect::<Vec<_>>(),
                    ));
                    unclear = true;
                    continue;
                }
                Some(role) => {
                    let at = theirs.iter().position(|slot| *slot.name == *role.text);
                    if at.is_none() {
                        let names = theirs.iter().map(|slot| slot.name.to_string());
                        self.none_called(Diagnostic::error("unknown-role", role.span), role, names);
                        unclear = true;
                    }
                    at
                }
            };
            let many = at.and_then(|at| theirs.get(at)).is_some_and(|slot| slot.kind == SlotKind::Many);
            let value = if ours.text == "nobody" {
                Some(RoleGiven::Nobody)
            } else if many {
                let slot = act.find(&ours.text);
                let is_many = slot.and_then(|slot| act.slots.get(slot)).is_some_and(|one| one.kind == SlotKind::Many);
                if !is_many {
                    self.not_many(ours, act);
                    unclear = true;
                }
                slot.filter(|_| is_many).map(RoleGiven::Many)
            } else {
                Some(RoleGiven::One(self.who(Some(ours), "as", ours.span, act)))
            };
            if let (Some(slot), Some(value)) = (at.and_then(|at| given.get_mut(at)), value) {
                *slot = Some(value);
            }
        }
        let mut missing = Vec::new();
        let mut filled = Vec::new();
        for (slot, role) in given.into_iter().zip(&theirs) {
            // The same name plays the same role; the only one here the only one there.
            let same = act.find(&role.name).filter(|&at| act.slots.get(at).is_some_and(|one| one.kind == role.kind));
            let here = self.at_word(&Word { text: String::new(), span: word.span });
            let value = slot.or_else(|| match same {
                Some(at) if role.kind == SlotKind::Many => Some(RoleGiven::Many(at)),
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
                    filled.push(RoleGiven::Nobody);
                }
            }
        }
        if !missing.is_empty() && !unclear {
            let roles: Vec<String> = missing.iter().map(|name| format!("{name}: …")).collect();
            let example = format!("as: {{{}}}", roles.join(", "));
            let error = Diagnostic::error("role-missing", word.span).arg("action", &*word.text);
            self.report(error.arg("names", missing).help_with("help-write", "example", example));
        }
        let mut answers = Vec::new();
        for (name, formula) in with {
            match def.ask.iter().find(|ask| def.slots.get(ask.slot).is_some_and(|slot| *slot.name == *name.text)) {
                Some(ask) => {
                    let ir = self.answer_in(formula, ask, act);
                    answers.push((ask.slot, ir));
                }
                None => {
                    let asked = def.ask.iter().filter_map(|ask| def.slots.get(ask.slot));
                    let names: Vec<String> = asked.map(|slot| slot.name.to_string()).collect();
                    let error = Diagnostic::error("unknown-question", name.span).arg("action", &*word.text);
                    self.none_called(error, name, names);
                }
            }
        }
        // Of an action that calls this one nothing is known yet.
        let kind = if self.circular.contains(&action) { SlotKind::Value(Kind::Broken) } else { SlotKind::Did(action) };
        (Verb::Do(action, filled, answers), kind)
    }

    fn answer_in(&mut self, formula: &Formula, ask: &Ask, act: &Act) -> Ir {
        let kind = ask.question.kind.clone();
        if ask.question.broken {
            return self.kind_in(formula, &Kind::Broken, act);
        }
        self.lower(formula, act.scope(true), |lower| lower.answer(&formula.expr, &kind))
    }

    fn each_step(&mut self, one: &Word, of: &Word, steps: &[model::Step], act: &mut Act) -> Verb {
        let all = act.find(&of.text).filter(|&at| act.slots.get(at).is_some_and(|slot| slot.kind == SlotKind::Many));
        if all.is_none() {
            self.not_many(of, act);
        }
        let slot = match act.find(&one.text) {
            Some(slot) => slot,
            None => act.add(&one.text, SlotKind::Role),
        };
        // Inside, bare names are still to say whose they are, unless nobody else is there.
        act.roles.push(slot);
        let steps = self.steps(steps, act);
        act.roles.pop();
        all.map_or(Verb::Broken, |all| Verb::Each(slot, all, steps))
    }

    /// A role that should be of several characters and is not, or is no role.
    fn not_many(&mut self, word: &Word, act: &Act) {
        if act.find(&word.text).is_some() {
            self.report(Diagnostic::error("not-many", word.span).arg("name", &*word.text));
            return;
        }
        let many = act.slots.iter().filter(|slot| slot.kind == SlotKind::Many);
        let names: Vec<String> = many.map(|slot| slot.name.to_string()).collect();
        self.none_called(Diagnostic::error("unknown-role", word.span), word, names);
    }

    /// A condition on the owner of a tag.
    fn until(&mut self, formula: &Formula) -> usize {
        let ir = self.condition(formula);
        self.game.untils.push(ir);
        self.game.untils.len() - 1
    }

    fn given(&mut self, word: &Word, amount: &Amount, with: &[(Word, Formula)], act: &Act) -> Option<Given> {
        match (self.game.names.get(&word.text).copied(), amount) {
            (Some(Named::Tag(kind)), amount) => self.tag_given(kind, word, amount, with, act),
            (Some(Named::Trait(index)), Amount::Formula(formula)) => {
                self.not_computed(index, word);
                Some(Given::Trait(index, self.number_in(formula, act)))
            }
            (_, Amount::Formula(formula)) => {
                let count = self.number_in(formula, act);
                Some(Given::Points(self.points_of(word, act)?, count))
            }
            (Some(Named::Points(_)), _) => {
                self.report(Diagnostic::error("amount-not-a-number", word.span).arg("name", &*word.text));
                None
            }
            _ => {
                self.points_of(word, act);
                None
            }
        }
    }

    fn tag_given(
        &mut self,
        kind: usize,
        word: &Word,
        amount: &Amount,
        with: &[(Word, Formula)],
        act: &Act,
    ) -> Option<Given> {
        let def = self.game.tags.get(kind)?.clone();
        let (mut name, mut lasts) = (None, None);
        match (def.free_names, amount) {
            (true, Amount::Named(template)) => name = Some(self.text_in(template, word.span, act)),
            (true, Amount::Formula(formula)) => {
                let before = self.errors.len();
                name = Some(self.kind_in(formula, &Kind::Text, act));
                // A word that means nothing is surely the name itself.
                let example = format!("{{{}: {{name: {}}}}}", word.text, formula.text);
                for error in self.errors.iter_mut().skip(before).filter(|error| error.code == "unknown-name") {
                    error.code = "gain-needs-name";
                    error.args = vec![("kind", word.text.as_str().into())];
                    error.helps = vec![Note { id: "help-write", args: vec![("example", example.as_str().into())] }];
                    error.fix = None;
                }
            }
            (false, Amount::Lasts(duration)) => lasts = Some(self.duration(duration, act.scope(true))),
            (false, Amount::Usual) => {}
            (false, Amount::Formula(formula)) => {
                // `yes`, or a formula that yields a time.
                if let crate::syntax::ExprKind::Number(_) = formula.expr.kind {
                    let names: Vec<String> = self.game.times.iter().map(|time| time.name.to_string()).collect();
                    let error = Diagnostic::error("count-without-time", formula.placement.span);
                    self.report(error.arg("text", &*formula.text).help_with("help-there-is", "names", names));
                } else if &*formula.text != "yes" {
                    let duration = model::Duration::Unit(formula.clone());
                    lasts = Some(self.duration(&duration, act.scope(true)));
                }
            }
            (true, Amount::Lasts(_) | Amount::Usual) => {
                let example = format!("{{{}: {{name: …}}}}", word.text);
                let error = Diagnostic::error("gain-needs-name", word.span).arg("kind", &*word.text);
                self.report(error.help_with("help-write", "example", example));
                return None;
            }
            (false, Amount::Named(_)) => {
                self.report(Diagnostic::error("tag-has-no-name", word.span).arg("kind", &*word.text));
                return None;
            }
        }
        let mut values = Vec::new();
        let mut unclear = false;
        for (value, formula) in with {
            match def.values.iter().position(|(name, _)| **name == *value.text) {
                Some(at) => {
                    let question = def.values.get(at).map(|(_, question)| question.kind.clone());
                    let Some(kind) = question else { continue };
                    let ir = self.lower(formula, act.scope(true), |lower| lower.answer(&formula.expr, &kind));
                    values.push((at, ir));
                }
                None => {
                    let names = def.values.iter().map(|(name, _)| name.to_string());
                    let error = Diagnostic::error("no-such-tag-value", value.span).arg("kind", &*word.text);
                    self.none_called(error, value, names);
                    unclear = true;
                }
            }
        }
        let missing: Vec<String> = def
            .values
            .iter()
            .enumerate()
            .filter(|(at, (_, question))| question.default.is_none() && !values.iter().any(|(given, _)| given == at))
            .map(|(_, (name, _))| name.to_string())
            .collect();
        if !missing.is_empty() && !unclear {
            let values: Vec<String> = missing.iter().map(|name| format!("{name}: …")).collect();
            let example = format!("with: {{{}}}", values.join(", "));
            let error = Diagnostic::error("tag-value-missing", word.span).arg("kind", &*word.text);
            self.report(error.arg("name", missing).help_with("help-write", "example", example));
        }
        Some(Given::Tag(kind, name, values, lasts))
    }

    fn taken(&mut self, word: &Word, amount: Option<&Formula>, act: &Act) -> Option<Taken> {
        let slot = act.find(&word.text);
        match (amount, slot.and_then(|slot| act.slots.get(slot)).map(|slot| &slot.kind)) {
            (None, Some(SlotKind::Value(Kind::Tag(_)))) => slot.map(Taken::Tag),
            (None, _) => match self.game.names.get(&word.text) {
                Some(Named::Tag(kind)) => Some(Taken::Tags(*kind)),
                Some(Named::Points(_) | Named::Trait(_)) => {
                    self.report(Diagnostic::error("amount-not-a-number", word.span).arg("name", &*word.text));
                    None
                }
                _ => {
                    let labels = act.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Value(Kind::Tag(_))));
                    let kinds = self.game.tags.iter().map(|tag| tag.name.to_string());
                    let names: Vec<String> = kinds.chain(labels.map(|slot| slot.name.to_string())).collect();
                    self.none_called(Diagnostic::error("no-such-tag", word.span), word, names);
                    None
                }
            },
            (Some(formula), _) => match self.game.names.get(&word.text).copied() {
                Some(Named::Trait(index)) => {
                    self.not_computed(index, word);
                    Some(Taken::Trait(index, self.number_in(formula, act)))
                }
                Some(Named::Tag(kind)) => Some(Taken::Tags(kind)),
                _ => {
                    let count = self.number_in(formula, act);
                    Some(Taken::Points(self.points_of(word, act)?, count))
                }
            },
        }
    }

    fn is_computed(&self, index: usize) -> bool {
        self.raw.traits.get(index).is_some_and(|one| matches!(one.kind, model::TraitKind::Derived(_)))
    }

    /// What follows from other values cannot be changed itself.
    fn not_computed(&mut self, index: usize, word: &Word) {
        if self.is_computed(index) {
            self.report(Diagnostic::error("trait-is-derived", word.span).arg("name", &*word.text));
        }
    }

    fn points_of(&mut self, word: &Word, act: &Act) -> Option<PointsRef> {
        if let Some(slot) = act.find(&word.text)
            && matches!(act.slots.get(slot).map(|slot| &slot.kind), Some(SlotKind::Points(_)))
        {
            return Some(PointsRef::Slot(slot));
        }
        if let Some(Named::Points(index)) = self.game.names.get(&word.text) {
            return Some(PointsRef::Fixed(*index));
        }
        if let Some(Named::Track(_)) = self.game.names.get(&word.text) {
            self.report(Diagnostic::error("track-is-marked", word.span).arg("name", &*word.text));
            return None;
        }
        let mut names: Vec<String> = self
            .game
            .names
            .iter()
            .filter(|(_, named)| match named {
                Named::Trait(index) => !self.is_computed(*index),
                named => matches!(named, Named::Points(_) | Named::Tag(_)),
            })
            .map(|(name, _)| name.clone())
            .collect();
        names.extend(act.slots.iter().filter(|s| matches!(s.kind, SlotKind::Points(_))).map(|s| s.name.to_string()));
        names.sort();
        self.none_called(Diagnostic::error("nothing-to-gain", word.span), word, names);
        None
    }

    /// What is paid: only points can be.
    fn paid(&mut self, word: &Word, act: &Act) -> Option<PointsRef> {
        let fixed = matches!(self.game.names.get(&word.text), Some(Named::Points(_)));
        let label = act.find(&word.text).and_then(|slot| act.slots.get(slot));
        if fixed || label.is_some_and(|slot| matches!(slot.kind, SlotKind::Points(_))) {
            return self.points_of(word, act);
        }
        let labels = act.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Points(_)));
        let points = self.game.points.iter().map(|points| &points.name);
        let names: Vec<String> = points.chain(labels.map(|slot| &slot.name)).map(|name| name.to_string()).collect();
        self.none_called(Diagnostic::error("no-such-points", word.span), word, names);
        None
    }

    /// The track that is marked; where there is only one it need not be said.
    fn track_of(&mut self, word: Option<&Word>, at: Span) -> Option<usize> {
        let names: Vec<Arc<str>> = self.game.tracks.iter().map(|track| Arc::clone(&track.name)).collect();
        match word {
            None if names.len() == 1 => Some(0),
            None => {
                let names: Vec<String> = names.iter().map(|name| format!("`on: {name}`")).collect();
                self.report(match names.is_empty() {
                    true => Diagnostic::error("no-tracks", at),
                    false => Diagnostic::error("which-track", at).help_with("help-one-of", "names", names),
                });
                None
            }
            Some(word) => {
                if let Some(Named::Track(index)) = self.game.names.get(&word.text) {
                    return Some(*index);
                }
                let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
                self.none_called(Diagnostic::error("no-such-track", word.span), word, names);
                None
            }
        }
    }

    fn mark_of(&mut self, track: usize, word: &Word) -> Option<usize> {
        let marks: Vec<Arc<str>> = self
            .game
            .tracks
            .get(track)
            .map(|track| track.marks.iter().map(|(name, _)| Arc::clone(name)).collect())
            .unwrap_or_default();
        let found = marks.iter().position(|name| **name == *word.text);
        if found.is_none() {
            let of = self.game.tracks.get(track).map_or(String::new(), |track| track.name.to_string());
            let error = Diagnostic::error("no-such-mark", word.span).arg("track", of);
            self.none_called(error, word, marks.iter().map(|name| name.to_string()));
        }
        found
    }

    fn set_one(&mut self, word: &Word, formula: &Formula, of: Option<&Word>, act: &Act) -> Option<(Target, Ir)> {
        if let Some((label, value)) = word.text.split_once('.') {
            let slot = act.find(label.trim());
            if let Some(SlotKind::Value(Kind::Tag(kind))) = slot.and_then(|s| act.slots.get(s)).map(|s| s.kind.clone())
            {
                let values: Vec<_> = self.game.tags.get(kind).map(|kind| kind.values.clone()).unwrap_or_default();
                let found = values.iter().position(|(name, _)| **name == *value.trim());
                let Some(at) = found else {
                    self.no_value_of_tag(kind, word, label, value);
                    return None;
                };
                let kind = values.get(at)?.1.kind.clone();
                let ir = self.lower(formula, act.scope(true), |lower| lower.answer(&formula.expr, &kind));
                return Some((Target::TagValue(slot?, at), ir));
            }
        }
        if let Some((label, value)) = word.text.split_once('.')
            && let Some(Named::Tag(kind)) = self.game.names.get(crate::source::nfc(label.trim()).as_str()).copied()
        {
            let values: Vec<_> = self.game.tags.get(kind).map(|kind| kind.values.clone()).unwrap_or_default();
            let Some(at) = values.iter().position(|(name, _)| **name == *value.trim()) else {
                self.no_value_of_tag(kind, word, label, value);
                return None;
            };
            let question = values.get(at)?.1.kind.clone();
            let ir = self.lower(formula, act.scope(true), |lower| lower.answer(&formula.expr, &question));
            let who = self.who(of, "of", word.span, act);
            return Some((Target::KindValue(kind, at, who), ir));
        }
        let slot = act.find(&word.text);
        let kind = slot.and_then(|slot| act.slots.get(slot)).map(|slot| slot.kind.clone());
        match (slot, kind) {
            (Some(slot), Some(SlotKind::Value(kind))) => {
                let kind = if kind == Kind::Flag { Kind::Number } else { kind };
                Some((Target::Slot(slot), self.kind_in(formula, &kind, act)))
            }
            (Some(slot), Some(SlotKind::Points(_))) => {
                let ir = self.number_in(formula, act);
                Some((Target::Points(PointsRef::Slot(slot), self.who(of, "of", word.span, act)), ir))
            }
            _ if let Some(Named::Points(index)) = self.game.names.get(&word.text).copied() => {
                let ir = self.number_in(formula, act);
                let shared = self.all_shared(std::iter::once(word));
                Some((Target::Points(PointsRef::Fixed(index), self.who_or_table(of, "of", shared, word.span, act)), ir))
            }
            _ if let Some(Named::Trait(index)) = self.game.names.get(&word.text).copied() => {
                let ir = self.number_in(formula, act);
                self.not_computed(index, word);
                Some((Target::Trait(index, self.who(of, "of", word.span, act)), ir))
            }
            (Some(_), _) => {
                self.report(Diagnostic::error("label-cannot-be-set", word.span).arg("name", &*word.text));
                None
            }
            (None, _) => {
                let labels = act.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Value(_)));
                let kinds = self.game.tags.iter().filter(|kind| !kind.values.is_empty());
                let given = |one: &&super::program::Trait| matches!(one.source, super::program::TraitSource::Given(_));
                let traits = self.game.traits.iter().filter(given).map(|one| &one.name);
                let numbers = self.game.points.iter().map(|one| &one.name).chain(traits);
                let names = match word.text.split_once('.') {
                    None => {
                        labels.map(|slot| &slot.name).chain(numbers).map(|name| name.to_string()).collect::<Vec<_>>()
                    }
                    Some((_, value)) => labels
                        .filter(|slot| matches!(slot.kind, SlotKind::Value(Kind::Tag(_))))
                        .map(|slot| &slot.name)
                        .chain(kinds.map(|kind| &kind.name))
                        .map(|name| format!("{name}.{}", value.trim()))
                        .collect(),
                };
                let error = Diagnostic::error("unknown-label", word.span);
                let near = crate::diagnostic::nearest(&word.text, names.iter().map(String::as_str)).is_some();
                self.none_called(if near { error } else { error.help("help-new-step") }, word, names);
                None
            }
        }
    }

    /// `label.value`, and the tag there has no such value.
    fn no_value_of_tag(&mut self, kind: usize, word: &Word, label: &str, value: &str) {
        let Some(kind) = self.game.tags.get(kind) else { return };
        let names: Vec<String> = kind.values.iter().map(|(name, _)| name.to_string()).collect();
        let error = Diagnostic::error("no-such-tag-value", word.span).arg("kind", kind.name.to_string());
        let written = format!("{}.{}", label.trim(), value.trim());
        let known: Vec<String> = names.iter().map(|name| format!("{}.{name}", label.trim())).collect();
        let near = crate::diagnostic::nearest(value.trim(), names.iter().map(String::as_str));
        let error = error.arg("name", value.trim());
        self.report(match near {
            Some(near) => {
                error.help_with("help-did-you-mean", "name", near).fix(word.span, format!("{}.{near}", label.trim()))
            }
            None => error.suggest(&written, word.span, known.iter().map(String::as_str)),
        });
    }

    fn order_step(&mut self, role: &Word, by: &[Formula], ties: Option<&Word>, act: &Act) -> Verb {
        let all = act.find(&role.text).filter(|&at| act.slots.get(at).is_some_and(|slot| slot.kind == SlotKind::Many));
        let Some(all) = all else {
            self.not_many(role, act);
            return Verb::Broken;
        };
        // Seen from each of them.
        let mut lowered = Vec::new();
        for formula in by {
            let scope = super::Scope { slots: &act.slots, ..Checker::scope(super::Place::Derived) };
            lowered.push(self.lower(formula, scope, |lower| lower.number(&formula.expr, &Want::Anything)));
        }
        let ties = ties.and_then(|word| self.find_action(word));
        Verb::Order(all, lowered, ties)
    }

    fn change_step(&mut self, list: &[(Word, Formula)], at: Span, act: &Act) -> Verb {
        let Some(test) = act.test else {
            self.report(Diagnostic::error("only-in-a-test", at).arg("verb", "change"));
            return Verb::Broken;
        };
        Verb::Change(self.inputs(test, list, act))
    }
}
