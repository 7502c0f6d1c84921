//! Lowers actions and interventions: roles and questions first, so that actions can call one another, then their steps.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::lower::{InputName, Want};
use super::program::{
    self, Action, AnswerKind, AnswerOwner, Ask, At, Cell, Decider, Default, Ir, Kind, Mention, Named, Op, Requirement,
    Slot, SlotKind, SlotList, Test, TraitRef,
};
use super::{Checker, FormulaSite, Scope, all_steps};
use crate::diagnostic::{Arg, Code, Diagnostic};
use crate::id::Id;
use crate::ruleset::model::{self, DefaultDecl, Formula, QuestionDecl, Role, Ruleset, Word};
use crate::ruleset::steps::{Fact, Part, Parts as _};
use crate::source::Span;

/// The state of lowering one action.
#[derive(Debug, Clone, Default)]
pub(super) struct ActionLowering {
    pub(super) slots: SlotList,
    /// The slots of all single roles.
    pub(super) roles: Vec<usize>,
    /// Slots of the rolls lowered so far.
    pub(super) rolls: Vec<usize>,
    /// Inputs of the test at which an intervention happens.
    pub(super) inputs: Vec<InputName>,
    pub(super) values: Vec<(Arc<str>, Kind)>,
    pub(super) test: Option<Id<Test>>,
    /// The test after whose throw an intervention happens.
    pub(super) lying: Option<Id<Test>>,
    pub(super) no_margin: bool,
    /// Arguments of the table of a cell of effects.
    pub(super) given: Arc<[String]>,
    /// Index of the action at whose step an intervention happens.
    pub(super) hooked: Option<usize>,
    /// All labels of its steps.
    pub(super) labels: Vec<Arc<str>>,
    /// Slots of loop variables of finished loops.
    pub(super) loops: BTreeSet<usize>,
}

impl ActionLowering {
    pub(super) fn add(&mut self, name: &str, kind: SlotKind) -> usize {
        self.slots.push(Slot { name: name.into(), kind, traits: None, optional: false, several: false, of_kind: None });
        self.slots.len() - 1
    }

    /// Notes that a slot is the answer to a question for a trait, if it is.
    pub(super) fn asks_trait(&mut self, slot: usize, ask: &Ask) {
        if let AnswerKind::Trait(list, _) = &ask.question.kind {
            self.holds_trait(slot, Arc::new(list.to_vec()));
        }
    }

    /// Notes that a slot holds one of these traits.
    pub(super) fn holds_trait(&mut self, slot: usize, list: Arc<Vec<usize>>) {
        if let Some(slot) = self.slots.get_mut(slot) {
            slot.traits = Some(list);
        }
    }

    /// The trait in a label that is the answer to a question for a trait.
    pub(super) fn trait_answered(&self, name: &str) -> Option<TraitRef> {
        let slot = self.find(name)?;
        self.slots.get(slot).filter(|one| one.of_trait()).map(|_| TraitRef::Slot(slot))
    }

    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.slots.find(name)
    }

    /// The slot of the only role, to which bare names belong.
    pub(super) fn sole(&self) -> Option<usize> {
        match self.roles.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    pub(super) fn scope(&self, throws: bool) -> Scope<'_> {
        let roll = match (self.rolls.as_slice(), self.test) {
            ([one], None) => Some(*one),
            _ => None,
        };
        Scope {
            slots: &self.slots,
            sole: self.sole(),
            roll,
            reads_roll: roll.is_some() || self.test.is_some(),
            throws,
            inputs: &self.inputs,
            values: &self.values,
            has_total: self.test.is_some(),
            has_target: !self.no_margin,
            lying: self.lying,
            given: &self.given,
            later: &self.labels,
            ..Checker::scope(FormulaSite::Action)
        }
    }
}

impl Checker<'_> {
    /// Declares roles and questions of every action, without formulas.
    pub(super) fn declare_actions(&mut self, ruleset: &Ruleset) {
        for raw in &ruleset.actions {
            let mut act = ActionLowering::default();
            self.roles(&raw.roles, &mut act);
            let roles = act.slots.len();
            if let Some(by) = raw.by.as_ref().filter(|by| act.find(&by.text).is_some()) {
                self.report(Diagnostic::error(Code::DoneByARole, by.span).arg("name", &*by.text));
            }
            let ask = self.questions(&raw.ask, &mut act);
            self.game.actions.push(Action {
                name: raw.name.text.as_str().into(),
                doc: raw.doc.clone(),
                internal: raw.internal,
                group: raw.group.as_ref().map(|group| group.text.as_str().into()),
                by: raw.by.as_ref().map(|by| by.text.as_str().into()),
                slots: act.slots,
                roles,
                ask,
                ..Action::default()
            });
        }
    }

    /// Lowers turns, templates and requirements.
    pub(super) fn turns(&mut self, ruleset: &Ruleset) {
        for tag in ruleset.templates.iter().flat_map(|one| &one.sheet.tags).filter(|tag| !tag.denied) {
            // Every character made from it would hold the same card.
            if let Some(Named::Tag(kind)) = self.game.names.get(&tag.kind.text).copied()
                && self.is_deck(kind)
            {
                self.report(Diagnostic::error(Code::CardGained, tag.kind.span).arg("kind", &*tag.kind.text));
            }
        }
        self.game.templates = ruleset
            .templates
            .iter()
            .map(|one| program::Archetype {
                name: one.name.text.as_str().into(),
                doc: one.doc.clone(),
                sheet: Arc::new(one.sheet.clone()),
            })
            .collect();
        let of_kinds = ruleset
            .kinds
            .iter()
            .flat_map(|one| one.require.iter().map(move |(word, formula)| (Some(&one.name), word, formula)));
        for (kind, word, formula) in ruleset.require.iter().map(|(word, formula)| (None, word, formula)).chain(of_kinds)
        {
            let kind = kind.and_then(|kind| self.kind_index(&kind.text));
            let requirement = Requirement { name: word.text.as_str().into(), condition: self.condition(formula), kind };
            self.game.requirements.push(requirement);
        }
        let Some(raw) = &ruleset.turns else { return };
        let mut action = |word: &Option<Word>| {
            let word = word.as_ref()?;
            let index = self.find_action(word)?;
            let action = self.game.actions.get(index)?;
            let many = action
                .slots
                .get(..action.roles)
                .is_some_and(|roles| matches!(roles, [only] if only.kind == SlotKind::Many));
            if !many {
                self.report(Diagnostic::error(Code::TurnsNeedMany, word.span).arg("name", &*word.text));
            }
            Some(index)
        };
        let (open, order, end) = (action(&raw.open), action(&raw.order), action(&raw.end));
        if let (Some(index), Some(word)) = (order, &raw.order)
            && let Some(action) = ruleset.actions.get(index)
            && !all_steps(&action.steps).iter().any(|step| matches!(step.verb, model::VerbDecl::Order(_)))
        {
            self.report(Diagnostic::error(Code::OrdersNobody, word.span).arg("name", &*word.text));
        }
        let acts = raw.acts.as_ref().map(|formula| self.condition(formula));
        let round = raw.round.as_ref().and_then(|word| self.find_time(word));
        let mut own = |word: Option<&'_ Word>| {
            let word = word?;
            let time = self.find_time(word)?;
            if self.game.times.get(time).is_some_and(|time| !time.passes.is_empty()) {
                self.report(Diagnostic::error(Code::TurnPasses, word.span).arg("name", &*word.text));
            }
            Some(time)
        };
        let (starts, ends) = (own(raw.starts.as_ref()), own(raw.ends.as_ref()));
        let (starts, ends) = (starts.zip(raw.starts.as_ref()), ends.zip(raw.ends.as_ref()));
        if let (Some((start, first)), Some((end, word))) = (starts, ends)
            && start == end
        {
            let error = Diagnostic::error(Code::DeclaredTwice, word.span).arg("name", &*word.text);
            self.report(error.label(first.span, "label-first-here"));
        }
        if let (Some(time), Some(word)) = (round, &raw.round) {
            let within = self.times_within(time);
            for (own, name) in [starts, ends].into_iter().flatten() {
                if within.contains(&own) {
                    let error = Diagnostic::error(Code::RoundOfTurns, word.span).arg("name", &*word.text);
                    self.report(error.arg("turn", &*name.text));
                }
            }
        }
        let (starts, ends) = (starts.map(|(time, _)| time), ends.map(|(time, _)| time));
        self.game.turns = Some(program::Turns { open, order, end, acts, round, starts, ends });
    }

    fn roles(&mut self, roles: &[Role], act: &mut ActionLowering) {
        for role in roles {
            self.label(&role.name);
            if act.find(&role.name.text).is_some() {
                self.report(Diagnostic::error(Code::DeclaredTwice, role.name.span).arg("name", &*role.name.text));
                continue;
            }
            self.role(role, act);
        }
    }

    /// Adds the slot of a role.
    pub(super) fn role(&mut self, role: &Role, act: &mut ActionLowering) {
        let slot = act.add(&role.name.text, if role.many { SlotKind::Many } else { SlotKind::Role });
        if !role.many {
            act.roles.push(slot);
        }
        let kind = self.kind_of_role(role);
        if let Some(slot) = act.slots.get_mut(slot) {
            slot.of_kind = kind;
        }
    }

    /// Adds slots of questions; their formulas are lowered later.
    pub(super) fn questions(&mut self, list: &[(Word, QuestionDecl)], act: &mut ActionLowering) -> Vec<Ask> {
        let mut asks = Vec::new();
        for (word, question) in list {
            self.label(word);
            if act.find(&word.text).is_some() {
                self.report(Diagnostic::error(Code::DeclaredTwice, word.span).arg("name", &*word.text));
            }
            asks.push(self.asked(word, question, act));
        }
        asks
    }

    /// Adds the slot of one question.
    pub(super) fn asked(&mut self, word: &Word, question: &QuestionDecl, act: &mut ActionLowering) -> Ask {
        let mut ask = self.ask_shell(question, act);
        ask.late = question.late.is_some();
        ask.slot = act.add(&word.text, slot_kind(&ask, act));
        if let Some(slot) = act.slots.get_mut(ask.slot) {
            slot.optional = matches!(question.default, Some(DefaultDecl::Open));
            slot.several = question.part.is_some();
            if let AnswerKind::Character(kind) = ask.question.kind {
                slot.of_kind = kind;
            }
        }
        act.asks_trait(ask.slot, &ask);
        ask
    }

    /// Lowers a question without its formulas.
    pub(super) fn ask_shell(&mut self, question: &QuestionDecl, act: &ActionLowering) -> Ask {
        let kind = self.answer_kind(&question.kind);
        let broken = kind.is_none();
        let kind = kind.unwrap_or(AnswerKind::Number(None, None));
        let by = question.by.as_ref().map(|word| match act.find(&word.text) {
            Some(slot) => Decider::Role(slot),
            None => Decider::Word(word.text.clone()),
        });
        let of = match &question.of {
            None => act.sole().map_or(AnswerOwner::Current, AnswerOwner::Role),
            Some(word) if word.text == "any" => AnswerOwner::Any,
            Some(word) => match self.role_slot(word, act) {
                Some(slot) => AnswerOwner::Role(slot),
                None => AnswerOwner::Current,
            },
        };
        let personal = matches!(kind, AnswerKind::Trait(..) | AnswerKind::Points(_) | AnswerKind::Tag(_));
        if personal && of == AnswerOwner::Current && act.test.is_none() && question.of.is_none() {
            let roles = Arg::names(roles_of(act).map(|role| format!("`of: {role}`")));
            self.report(match roles_of(act).next() {
                None => Diagnostic::error(Code::NobodyTakesPart, question.span).help("help-roles"),
                Some(_) => {
                    Diagnostic::error(Code::QuestionOfWhom, question.span).help_with("help-one-of", "names", roles)
                }
            });
        }
        let raw_part = question.part.as_ref();
        let question =
            program::Question { kind, default: None, doc: question.doc.clone(), broken, picks: None, named: false };
        let part = raw_part.and_then(|part| self.part(part, &question.kind, act));
        Ask { slot: 0, question, by, of, when: None, late: false, part }
    }

    /// One of several answers.
    fn part(
        &mut self,
        part: &model::OneOfSeveralDecl,
        kind: &AnswerKind,
        act: &ActionLowering,
    ) -> Option<program::OneOfSeveral> {
        let earlier = (1..=part.index).filter_map(|index| act.find(&format!("{} {index}", part.of.text))).collect();
        let value = match (kind, &part.unlike) {
            (_, None) => None,
            (AnswerKind::Tag(tag), Some(word)) => {
                let values = self.game.tags[*tag].values.iter();
                let names: Vec<Arc<str>> = values.map(|(name, _)| Arc::clone(name)).collect();
                let at = names.iter().position(|name| **name == *word.text);
                if at.is_none() && part.index == 0 {
                    let error =
                        Diagnostic::error(Code::NoSuchTagValue, word.span).arg("kind", &*self.game.tags[*tag].name);
                    self.report(self.none_called(error, word, names.iter().map(|name| &**name)));
                }
                Some(at?)
            }
            (_, Some(word)) => {
                if word.text != "group" {
                    if part.index == 0 {
                        let error = Diagnostic::error(Code::NoSuchTagValue, word.span).arg("kind", &*part.of.text);
                        self.report(self.none_called(error, word, ["group"]));
                    }
                    return None;
                }
                None
            }
        };
        let name = part.unlike.as_ref().map(|word| Arc::from(&*word.text));
        let unlike = name.map(|name| program::Unlike { name, value });
        Some(program::OneOfSeveral {
            of: (&*part.of.text).into(),
            index: part.index,
            count: part.count,
            earlier,
            unlike,
        })
    }

    /// The slot of the character that a word names.
    pub(super) fn role_slot(&mut self, word: &Word, act: &ActionLowering) -> Option<usize> {
        if let Some(slot) = act.find(&word.text)
            && matches!(
                act.slots.get(slot).map(|slot| &slot.kind),
                Some(SlotKind::Role | SlotKind::Value(Kind::Person))
            )
        {
            return Some(slot);
        }
        if act.find(&word.text).and_then(|slot| act.slots.get(slot)).is_some_and(|slot| slot.kind == SlotKind::Many) {
            self.report(Diagnostic::error(Code::OneOfMany, word.span).arg("name", &*word.text));
            return None;
        }
        let error = Diagnostic::error(Code::UnknownRole, word.span);
        // A character read from another entry needs a label first.
        let dotted = word.text.contains('.').then(|| word.text.clone());
        let error = match dotted {
            Some(text) => error.help_with("help-role-step", "text", text),
            None => error,
        };
        self.report(self.none_called(error, word, roles_of(act)));
        None
    }

    /// Lowers formulas of questions, which can read the answers before them.
    pub(super) fn ask_formulas(&mut self, list: &[(Word, QuestionDecl)], asks: &mut [Ask], act: &mut ActionLowering) {
        let Some(first) = asks.first().map(|ask| ask.slot) else { return };
        let mut later = act.slots.split_off(first.min(act.slots.len())).into_iter();
        for ((_, question), ask) in list.iter().zip(asks) {
            let before = ask.slot.saturating_sub(act.slots.len());
            act.slots.extend(later.by_ref().take(before));
            self.ask_formula(question, ask, act);
        }
        act.slots.extend(later);
    }

    /// Lowers the formulas of one question, which can read the visible slots.
    pub(super) fn ask_formula(&mut self, raw: &QuestionDecl, ask: &mut Ask, visible: &ActionLowering) {
        if matches!(ask.question.kind, AnswerKind::Dice) {
            ask.question = self.picking(raw, visible.scope(false));
            let picks = ask.question.picks.as_deref();
            if visible.test.is_none() && picks.is_some_and(|picks| picks.formulas().next().is_some()) {
                self.report(Diagnostic::error(Code::OnlyInATest, raw.span).arg("verb", "dice"));
            }
        } else {
            ask.question.default = self.usual_answer(raw, ask, visible);
        }
        ask.when = raw.when.as_ref().map(|formula| self.flag_in(formula, visible));
        if let (Some(when), None) = (&raw.when, &ask.question.default) {
            self.report(Diagnostic::error(Code::WhenWithoutDefault, when.placement.span));
        }
    }

    fn usual_answer(&mut self, raw: &QuestionDecl, ask: &Ask, visible: &ActionLowering) -> Option<Default> {
        match &raw.default {
            None => None,
            Some(DefaultDecl::Pending(pending)) => Some(Default::Pending(pending.why.clone())),
            Some(DefaultDecl::Open) => Some(Default::Open),
            Some(DefaultDecl::Formula(formula)) => {
                let kind = ask.question.kind.clone();
                Some(Default::Value(self.answer_in_scope(formula, &kind, visible.scope(false))))
            }
        }
    }

    /// The default of a question: of one about words a label that holds words, or these words.
    pub(super) fn answer_in_scope(&mut self, formula: &Formula, kind: &AnswerKind, scope: Scope<'_>) -> Ir {
        if !matches!(kind, AnswerKind::Text) {
            return self.lower(formula, scope, |lower| lower.answer(&formula.expr, kind));
        }
        let text = formula.text.trim();
        let holds =
            |slot: &usize| matches!(scope.slots.get(*slot).map(|slot| &slot.kind), Some(SlotKind::Value(Kind::Text)));
        let slot = scope.slots.find(text).filter(holds).map(Op::Slot);
        let input = scope.inputs.iter().position(|input| *input.name == *text && input.kind == Kind::Text);
        let words = || Op::Template(vec![program::Piece::Text(formula.text.to_string())]);
        let op = slot.or(input.map(Op::Input)).unwrap_or_else(words);
        Ir { op, at: At { origin: self.origin(formula), span: formula.expr.span } }
    }

    pub(super) fn flag_in(&mut self, formula: &Formula, act: &ActionLowering) -> Ir {
        self.lower(formula, act.scope(false), |lower| lower.flag(&formula.expr))
    }

    pub(super) fn number_in(&mut self, formula: &Formula, act: &ActionLowering) -> Ir {
        self.lower(formula, act.scope(true), |lower| lower.number(&formula.expr, &Want::Anything))
    }

    /// Lowers the steps of actions in topological order of their calls.
    pub(super) fn actions(&mut self, ruleset: &Ruleset) {
        let needs: Vec<Vec<usize>> = ruleset
            .actions
            .iter()
            .map(|raw| {
                let mut found = Vec::new();
                calls(&raw.steps, &mut |word| {
                    if let Some(Named::Action(index)) = self.game.names.get(&word.text) {
                        found.push(*index);
                    }
                });
                found
            })
            .collect();
        let sorted = self.calls_in_order(ruleset, needs);
        for index in sorted {
            let (Some(raw), Some(shell)) = (ruleset.actions.get(index), self.game.actions.get(index).cloned()) else {
                continue;
            };
            let roles =
                (0..shell.roles).filter(|&slot| shell.slots.get(slot).is_some_and(|s| s.kind == SlotKind::Role));
            let mut act =
                ActionLowering { roles: roles.collect(), slots: shell.slots.clone(), ..ActionLowering::default() };
            let mut asks = shell.ask.clone();
            let already = self.errors.len();
            self.ask_formulas(&raw.ask, &mut asks, &mut act);
            let need = self.needs(&raw.need, &act);
            let every = raw
                .every
                .iter()
                .filter_map(|(time, formula)| {
                    let when = self.flag_in(formula, &act);
                    Some((self.find_time(time)?, when))
                })
                .collect::<Vec<_>>();
            if let Some((time, _)) = raw.every.first() {
                self.needs_one_role(index, time);
            }
            self.declare_labels(&raw.steps);
            act.labels = labels_of(&raw.steps);
            let steps = self.steps(&raw.steps, &mut act);
            self.asked_in_time(raw, &asks, &need, &steps);
            self.named_by_default(&raw.ask, &asks, &steps, &act.slots);
            let tells = raw.tells.iter().map(|(text, at)| self.text_in(text, *at, &act, false)).collect();
            self.report_missing_roles_once(already, &act);
            if let Some(slot) = self.game.actions.get_mut(index) {
                *slot = Action { slots: act.slots, ask: asks, need, steps, every, tells, ..shell };
            }
        }
    }

    /// Reports late questions that are read before a roll.
    fn asked_in_time(&mut self, raw: &model::ActionDecl, asks: &[Ask], need: &[(String, Ir)], steps: &[program::Step]) {
        let late: Vec<(usize, Span)> =
            asks.iter().zip(&raw.ask).filter_map(|(ask, (_, question))| Some((ask.slot, question.late?))).collect();
        if late.is_empty() {
            return;
        }
        let before = asks.iter().flat_map(Ask::formulas).chain(need.iter().map(|(_, ir)| ir));
        let mut early: Vec<(usize, At)> = before.flat_map(slots_read).collect();
        let rolls = before_rolls(&steps.iter().collect::<Vec<_>>(), &mut early);
        for (slot, span) in late {
            let read = early.iter().find(|(read, _)| *read == slot).map(|(_, at)| *at);
            let why = match read {
                Some(_) => "read",
                None if !rolls => "never",
                None => continue,
            };
            let error = Diagnostic::error(Code::AskedTooEarly, span).arg("why", why);
            self.report(match read.and_then(|at| self.game.place_in(self.sources, at)) {
                Some(place) => error.label(place, "label-read-here"),
                None => error,
            });
        }
    }

    /// If steps change the answered trait or read its name, checks that the default names a trait.
    pub(super) fn named_by_default(
        &mut self,
        raw: &[(Word, QuestionDecl)],
        asks: &[Ask],
        steps: &[program::Step],
        slots: &SlotList,
    ) {
        for ((word, _), ask) in raw.iter().zip(asks) {
            let Some(Default::Value(ir)) = &ask.question.default else { continue };
            let of_trait = |slot: usize| slots.get(slot).is_some_and(|one| one.of_trait());
            if !of_trait(ask.slot)
                || ir.names_a_trait(&|part| match part.op {
                    Op::Slot(slot) => of_trait(slot),
                    _ => true,
                })
            {
                continue;
            }
            if reads_name(steps, ask.slot) {
                let at = self.game.place_in(self.sources, ir.at).unwrap_or(word.span);
                let error = Diagnostic::error(Code::AnswerWithoutName, at);
                self.report(error.arg("name", &*word.text));
            }
        }
    }

    /// Sorts actions topologically by their calls. A cycle is reported, and its actions are lowered as if their results
    /// could not be read.
    fn calls_in_order(&mut self, ruleset: &Ruleset, mut needs: Vec<Vec<usize>>) -> Vec<usize> {
        for _ in 0..=needs.len() {
            let circle = match super::toposort::sort(&needs) {
                Ok(sorted) => return sorted,
                Err(circle) => circle,
            };
            let names: Vec<&Word> =
                circle.iter().filter_map(|&index| ruleset.actions.get(index)).map(|one| &one.name).collect();
            self.report(super::toposort::circle(Code::ActionsInACircle, &names));
            for &index in &circle {
                self.circular.insert(index);
                if let Some(list) = needs.get_mut(index) {
                    list.retain(|called| !circle.contains(called));
                }
            }
        }
        Vec::new()
    }

    /// Reports an automatic action that does not have exactly one role.
    pub(super) fn needs_one_role(&mut self, action: usize, at: &Word) {
        let Some(def) = self.game.actions.get(action) else { return };
        if def.roles != 1 || def.slots.first().is_none_or(|slot| slot.kind != SlotKind::Role) {
            self.report(Diagnostic::error(Code::EveryNeedsOneRole, at.span).arg("name", def.name.to_string()));
        }
    }

    /// Reports an action of the table that has roles.
    pub(super) fn needs_no_role(&mut self, action: usize, at: &Word) {
        let Some(def) = self.game.actions.get(action) else { return };
        if def.roles != 0 {
            self.report(Diagnostic::error(Code::StateOfTableNeedsNoRole, at.span).arg("name", def.name.to_string()));
        }
    }

    /// Reports once that an action has no roles, not for each step or role name.
    fn report_missing_roles_once(&mut self, already: usize, act: &ActionLowering) {
        let has_no_roles = roles_of(act).next().is_none();
        let mut first = true;
        let mut at = 0;
        self.errors.retain(|error| {
            at += 1;
            let follows = error.code == Code::NobodyTakesPart
                || has_no_roles && error.code == Code::UnknownRole && error.fixes.is_empty();
            at <= already || !follows || std::mem::take(&mut first)
        });
    }

    pub(super) fn needs(&mut self, list: &[(Word, Formula)], act: &ActionLowering) -> Vec<(String, Ir)> {
        list.iter().map(|(word, formula)| (word.text.clone(), self.flag_in(formula, act))).collect()
    }

    /// Reports labels that hide names of the ruleset, once per place.
    pub(super) fn declare_labels(&mut self, steps: &[model::StepDecl]) {
        let mut words = Vec::new();
        labels(steps, &mut words);
        for word in words {
            self.label(word);
        }
    }

    /// Lowers a cell of effects.
    pub(super) fn effects_cell(&mut self, steps: &[model::StepDecl], given: &Arc<[String]>) -> Cell {
        let mut act = ActionLowering { given: Arc::clone(given), ..ActionLowering::default() };
        let slot = act.add("·whom", SlotKind::Role);
        act.roles.push(slot);
        act.labels = labels_of(steps);
        let steps = self.steps(steps, &mut act);
        Cell::Effects(Arc::new(Action { slots: act.slots, roles: 1, steps, ..Action::default() }))
    }
}

/// The kind of the slot of an answer.
pub(super) fn slot_kind(ask: &Ask, _act: &ActionLowering) -> SlotKind {
    match &ask.question.kind {
        _ if ask.question.broken => SlotKind::Value(Kind::Broken),
        AnswerKind::Points(_) => SlotKind::Points(match ask.of {
            AnswerOwner::Role(slot) => Some(slot),
            _ => None,
        }),
        AnswerKind::Dice => SlotKind::Dice,
        kind => SlotKind::Value(kind.kind()),
    }
}

/// The actions that steps call.
fn calls(steps: &[model::StepDecl], found: &mut impl FnMut(&Word)) {
    all_steps(steps).into_iter().flat_map(|step| step.verb.actions()).for_each(|(action, _)| found(action));
}

/// The labels of steps, without loop variables.
pub(super) fn labels_of(steps: &[model::StepDecl]) -> Vec<Arc<str>> {
    let named = all_steps(steps).into_iter().map(|step| step.label.text.as_str());
    named.filter(|label| !label.starts_with('·')).map(Arc::from).collect()
}

/// The roles of an action, as written after `of` and similar keys.
pub(super) fn roles_of(act: &ActionLowering) -> impl Iterator<Item = &str> {
    let people = act.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Role | SlotKind::Value(Kind::Person)));
    people.map(|slot| &*slot.name).filter(|name| !name.starts_with('·'))
}

pub(super) fn labels<'s>(steps: &'s [model::StepDecl], found: &mut Vec<&'s Word>) {
    for step in all_steps(steps) {
        if !step.label.text.starts_with('·') {
            found.push(&step.label);
        }
        found.extend(step.verb.each().map(|(one, _)| one));
    }
}

/// The slots that a formula reads, with their places.
fn slots_read(ir: &Ir) -> impl Iterator<Item = (usize, At)> {
    ir.parts().filter_map(|part| if let Op::Slot(slot) = part.op { Some((slot, part.at)) } else { None })
}

/// Collects the slots that steps read before the first roll; returns whether there is a roll.
fn before_rolls(steps: &[&program::Step], found: &mut Vec<(usize, At)>) -> bool {
    for step in steps {
        found.extend(step.formulas().flat_map(slots_read));
        if step.verb.does(|fact| matches!(fact, Fact::Rolls(..) | Fact::Does(_, Some(_)))) {
            return true;
        }
        if before_rolls(&step.verb.inner(), found) {
            return true;
        }
    }
    false
}

/// Whether steps change the trait that is the answer in a slot, or read its name.
pub(super) fn reads_name(steps: &[program::Step], slot: usize) -> bool {
    super::all_steps(steps).into_iter().any(|step| {
        let read = |ir: &Ir| matches!(&ir.op, Op::NameOf(of) if matches!(of.op, Op::Slot(at) if at == slot));
        let mut found = step.formulas().flat_map(Ir::parts).any(read);
        step.verb.parts(&mut |part| found |= matches!(part, Part::Mention(Mention::Slot(at)) if at == slot));
        found
    })
}
