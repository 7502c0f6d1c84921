//! Lowers the part after the dot of a test, of two sides, of an action and of a tag.

use super::entry_reads::{Receiver, contest_names, name_of};
use super::name_resolution::quoted_where_needed;
use super::{InputName, Lower, Scope, TypedIr, Want};
use crate::check::picked_test::slot_of_test;
use crate::check::program::{
    Ir, Kind, LookupTable, NO_SLOTS, Named, Op, Outcome, RollFact, SlotKind, SlotList, TagId, Test,
};
use crate::check::reserved_words::is_class;
use crate::diagnostic::Code;
use crate::dice::CompareOp;
use crate::id::Id;
use crate::ruleset::model::OptionalDecl;
use crate::syntax::{Expr, ExprKind, FormulaProblem, Name, TextSpan};

impl<'a> Lower<'a> {
    pub(super) fn of_roll(&mut self, slot: usize, test: Id<Test>, side: usize, what: &Expr, span: TextSpan) -> TypedIr {
        let def = &self.game.tests[test];
        if let Some(name) = name_of(what) {
            // In quotes one outcome that is called like a class.
            if name.quoted
                && is_class(&name.text, &self.game.classes)
                && let Some(at) = def.outcomes.iter().position(|outcome| *outcome.name == *name.text)
            {
                let [outcome, number] = [Op::RollFact(slot, RollFact::Outcome), Op::Number(at as i64)];
                let [outcome, number] = [outcome, number].map(|op| Box::new(self.ir(op, span)));
                return (self.ir(Op::Compare(CompareOp::Equal, outcome, number), span), Kind::Flag);
            }
            let fact = match &*name.text {
                "outcome" => {
                    let words: Vec<String> = def.outcomes.iter().map(|outcome| outcome.name.to_string()).collect();
                    Some((RollFact::Outcome, Kind::Choice(words.into())))
                }
                "success" => Some((RollFact::Success, Kind::Flag)),
                "failure" => Some((RollFact::Failure, Kind::Flag)),
                "margin" if !def.has_margin() => return self.no_margin(&def.name, name.span, span),
                "margin" => Some((RollFact::Margin, Kind::Number)),
                word => self
                    .game
                    .classes
                    .iter()
                    .position(|class| **class == *word)
                    .map(|class| (RollFact::Class(class), Kind::Flag)),
            };
            if let Some((RollFact::Class(class), _)) = fact
                && !def.outcomes.iter().any(|outcome| outcome.classes.contains(&class))
            {
                let problem = FormulaProblem::new(Code::ClassNever, name.span).arg("name", &*name.text);
                self.report(problem.arg("test", &*def.name));
                return self.broken(span);
            }
            if let Some((fact, kind)) = fact {
                return (self.ir(Op::RollFact(slot, fact), span), kind);
            }
        }
        let facts = self.facts_of(def);
        let (ir, kind) = self.in_test(slot, test, what, (&facts, &[]));
        if kind == Kind::Broken {
            return self.broken(span);
        }
        (self.ir(Op::InRoll(slot, side, Box::new(ir)), span), kind)
    }

    /// What all tests have of which one was rolled, read of that one.
    pub(super) fn of_one_roll(&mut self, label: &str, which: usize, what: &Expr, span: TextSpan) -> TypedIr {
        let slots = self.scope.slots;
        let Some(SlotKind::Value(Kind::Choice(words))) = slots.get(which).map(|slot| &slot.kind) else {
            return self.broken(span);
        };
        let mut found: Vec<TypedIr> = Vec::new();
        for word in words.iter() {
            let Some(Named::Test(test)) = self.game.names.get(word) else { return self.broken(span) };
            let Some(slot) = slot_of_test(slots, label, *test) else { return self.broken(span) };
            let before = self.problems.len();
            let read = self.of_roll(slot, *test, 0, what, span);
            if read.1 == Kind::Broken {
                // Another test may have it.
                let problems = self.problems.iter_mut().skip(before).filter(|one| one.code == Code::HasNo);
                for (name, value) in problems.flat_map(|one| &mut one.args) {
                    if *name == "of" {
                        *value = word.as_str().into();
                    }
                }
                return self.broken(span);
            }
            found.push(read);
        }
        let kind = match found.as_slice() {
            [first, rest @ ..] if rest.iter().all(|one| one.1 == first.1) => first.1.clone(),
            all if all.iter().all(|(_, kind)| matches!(kind, Kind::Choice(_))) => {
                let mut union: Vec<String> = Vec::new();
                for (_, kind) in all {
                    let Kind::Choice(words) = kind else { continue };
                    union.extend(words.iter().filter(|word| !union.contains(word)).cloned().collect::<Vec<_>>());
                }
                Kind::Choice(union.into())
            }
            _ => Kind::Number,
        };
        let mut chain: Option<Ir> = None;
        for (index, (ir, own)) in found.into_iter().enumerate().rev() {
            let ir = match (&kind, &own) {
                (kind, own) if kind == own => ir,
                (Kind::Choice(all), Kind::Choice(words)) => self.among(ir, words, all, span),
                _ => self.as_number(ir, &own, span),
            };
            chain = Some(match chain {
                None => ir,
                Some(rest) => {
                    let is = self.is_number(Op::Slot(which), index, span);
                    self.ir(Op::If(Box::new(is), Box::new(ir), Box::new(rest)), span)
                }
            });
        }
        chain.map_or_else(|| self.broken(span), |ir| (ir, kind))
    }

    /// One of some words, as its number among others.
    fn among(&self, ir: Ir, words: &[String], all: &[String], span: TextSpan) -> Ir {
        if all.starts_with(words) {
            return ir;
        }
        let mut found = self.ir(Op::Number(-1), span);
        for (index, word) in words.iter().enumerate() {
            let number = all.iter().position(|one| one == word).map_or(-1, |at| at as i64);
            let is = self.is_number(ir.op.clone(), index, span);
            let number = self.ir(Op::Number(number), span);
            found = self.ir(Op::If(Box::new(is), Box::new(number), Box::new(found)), span);
        }
        found
    }

    fn is_number(&self, op: Op, number: usize, span: TextSpan) -> Ir {
        let [one, other] = [op, Op::Number(number as i64)].map(|op| Box::new(self.ir(op, span)));
        self.ir(Op::Compare(CompareOp::Equal, one, other), span)
    }

    fn no_margin(&mut self, test: &str, at: TextSpan, span: TextSpan) -> TypedIr {
        self.report(FormulaProblem::new(Code::NoMargin, at).arg("test", test));
        self.broken(span)
    }

    /// A formula as the test sees it, values of its outcomes included; `facts` of the roll are read in
    /// the same place.
    fn in_test(&mut self, slot: usize, test: Id<Test>, what: &Expr, (facts, ends): (&[&str], &[Outcome])) -> TypedIr {
        let def = &self.game.tests[test];
        let inputs = InputName::of(def);
        let values: Vec<_> = def.values.iter().map(|value| (value.name.clone(), value.kind.clone())).collect();
        if let Some(name) = name_of(what)
            && !values.iter().any(|(value, _)| **value == *name.text)
            && let Some(late) =
                def.outcomes.iter().flat_map(|outcome| &outcome.values).find(|value| *value.name == *name.text)
        {
            self.reads_ends |= !ends.is_empty();
            return (self.ir(Op::Late(late.name.clone()), what.span), late.kind.clone());
        }
        let mut inner = Lower::new(self.game, self.origin, self.text, self.scope.clone());
        inner.scope.inputs = &inputs;
        inner.scope.values = &values;
        inner.scope.has_total = true;
        inner.scope.has_target = def.has_margin();
        inner.scope.reads_roll = true;
        inner.scope.roll = None;
        inner.scope.in_test = true;
        inner.scope.ends = ends;
        inner.copied_left = self.copied_left;
        inner.found = self.found + self.problems.len();
        let known = || inputs.iter().map(|input| &*input.name).chain(values.iter().map(|(name, _)| &**name));
        // Names of traits are those of the roller.
        if let ExprKind::Name(name) = &what.kind
            && !known().any(|one| *one == *name.text)
            && !matches!(&*name.text, "total" | "margin")
            && (ends.is_empty() || !facts.contains(&&*name.text))
            && !inner.spells_dice(name)
        {
            let names = known().chain(["total", "margin"]).chain(facts.iter().copied());
            let problem =
                FormulaProblem::new(Code::HasNo, name.span).arg("name", &*name.text).arg("of", self.label(slot));
            let ends_so = facts.contains(&"outcome") && def.outcomes.iter().any(|outcome| *outcome.name == *name.text);
            self.report(if ends_so {
                let read = format!("outcome = {}", quoted_where_needed(&name.text));
                problem
                    .help_with("help-write", "example", super::unset_labels::outcome_of(&self.label(slot), &name.text))
                    .may_fix(name.span, read)
            } else {
                self.suggest(problem, &name.text, name.span, names)
            });
            return self.broken(what.span);
        }
        let found = inner.expr(what, &Want::Anything);
        let problems = std::mem::take(&mut inner.problems);
        self.reads_ends |= inner.reads_ends;
        self.copied_left = inner.copied_left;
        self.problems.extend(problems);
        found
    }

    /// What can be read of how a test ends: its outcome, and the classes of its outcomes.
    fn facts_of(&self, def: &Test) -> Vec<&'a str> {
        let classes = self.game.classes.iter().enumerate();
        let classes = classes.filter(|(class, _)| def.outcomes.iter().any(|outcome| outcome.classes.contains(class)));
        ["outcome", "success", "failure"].into_iter().chain(classes.map(|(_, name)| &**name)).collect()
    }

    pub(super) fn of_contest(
        &mut self,
        slot: usize,
        test: Id<Test>,
        roles: &[String; 2],
        what: &Expr,
        span: TextSpan,
    ) -> TypedIr {
        let (name, rest) = match &what.kind {
            ExprKind::Name(name) => (name, None),
            ExprKind::Member { of, what } => (of, Some(&**what)),
            _ => return self.not_there(&self.label(slot), what, &contest_names(roles), span),
        };
        if let (Some(side), Some(rest)) = (roles.iter().position(|role| *role == name.text), rest) {
            return self.of_roll_side(slot, test, side, rest, span);
        }
        let (fact, kind) = match &*name.text {
            "winner" => (RollFact::Winner, Kind::Person),
            "loser" => (RollFact::Loser, Kind::Person),
            "tied" => (RollFact::Tied, Kind::Flag),
            "success" => (RollFact::Success, Kind::Flag),
            "failure" => (RollFact::Failure, Kind::Flag),
            "margin" => {
                // Of two sides, totals can be compared where nothing else is given.
                let def = &self.game.tests[test];
                if matches!(def.margin, OptionalDecl::Nothing) {
                    return self.no_margin(&def.name, name.span, span);
                }
                (RollFact::Margin, Kind::Number)
            }
            _ => {
                let of = self.label(slot);
                let problem = if roles.contains(&name.text) {
                    let example = format!("{}.{}.total", quoted_where_needed(&of), quoted_where_needed(&name.text));
                    let problem = FormulaProblem::new(Code::LabelWithoutValue, name.span).arg("name", &*name.text);
                    problem.arg("what", "roll").help_with("help-write", "example", example)
                } else {
                    let problem = FormulaProblem::new(Code::HasNo, name.span).arg("name", &*name.text).arg("of", of);
                    self.suggest(problem, &name.text, name.span, contest_names(roles))
                };
                self.report(problem);
                return self.broken(span);
            }
        };
        let ir = self.ir(Op::RollFact(slot, fact), if rest.is_none() { span } else { name.span });
        self.and_behind(ir, kind, name, rest, span)
    }

    /// `ir`, or the part after its dot if there is one.
    fn and_behind(&mut self, ir: Ir, kind: Kind, name: &Name, rest: Option<&Expr>, span: TextSpan) -> TypedIr {
        match (rest, &kind) {
            (None, _) => (ir, kind),
            (Some(rest), Kind::Person) => self.behind(Receiver::Person(ir), &name.text, rest, span),
            (Some(rest), Kind::Tag(tag)) => self.behind(Receiver::Tag(ir, *tag), &name.text, rest, span),
            (Some(_), _) => {
                self.report(FormulaProblem::new(Code::NothingBehindDot, name.span).arg("name", &*name.text));
                self.broken(span)
            }
        }
    }

    fn of_roll_side(&mut self, slot: usize, test: Id<Test>, side: usize, what: &Expr, span: TextSpan) -> TypedIr {
        let def = &self.game.tests[test];
        let facts = if def.outcomes.is_empty() { Vec::new() } else { self.facts_of(def) };
        let outer = std::mem::take(&mut self.reads_ends);
        let (ir, kind) = self.in_test(slot, test, what, (&facts, &def.outcomes));
        if std::mem::replace(&mut self.reads_ends, outer) {
            self.sides.insert(test);
        }
        if kind == Kind::Broken {
            return self.broken(span);
        }
        (self.ir(Op::InRoll(slot, side, Box::new(ir)), span), kind)
    }

    pub(super) fn of_action(&mut self, slot: usize, action: usize, what: &Expr, span: TextSpan) -> TypedIr {
        let slots = self.game.actions.get(action).map_or(&NO_SLOTS, |one| &one.slots);
        let (name, rest) = match &what.kind {
            ExprKind::Name(name) => (name, None),
            ExprKind::Member { of, what } => (of, Some(&**what)),
            _ => return self.not_there(&self.label(slot), what, &[], span),
        };
        let found = slots.find(&name.text);
        let kind = found.and_then(|at| slots.get(at)).map(|one| one.kind.clone());
        let (at, kind) = match (found, kind) {
            (Some(at), Some(SlotKind::Role)) => (at, Kind::Person),
            (Some(at), Some(SlotKind::Value(kind))) => (at, kind),
            (Some(_), Some(SlotKind::Roll(_) | SlotKind::Rolls(_) | SlotKind::Contest(..) | SlotKind::Did(_)))
                if let Some(rest) = rest =>
            {
                let (ir, kind) = self.inside(slots, name, rest, span);
                return (self.ir(Op::Inside(slot, Box::new(ir)), span), kind);
            }
            _ => {
                let names = slots.iter().filter(|one| matches!(one.kind, SlotKind::Value(_) | SlotKind::Role));
                let names = names.map(|one| &one.name);
                let of = self.label(slot);
                let problem = FormulaProblem::new(Code::HasNo, name.span).arg("name", &*name.text).arg("of", of);
                self.report(self.suggest(problem, &name.text, name.span, names));
                return self.broken(span);
            }
        };
        let ir = self.ir(Op::Did(slot, at), name.span);
        if let Some(what) = rest.filter(|_| slots.get(at).is_some_and(|one| one.of_trait())) {
            return self.behind(Receiver::Trait(ir), &name.text, what, span);
        }
        if let Some((what, table)) = rest.zip(slots.row(&name.text)) {
            return match self.column_of_row(slots, &name.text, table, what) {
                Some((column, kind)) => (self.ir(Op::Did(slot, column), span), kind),
                None => self.broken(span),
            };
        }
        self.and_behind(ir, kind, name, rest, span)
    }

    /// What is behind a label of another action, as that action reads it.
    fn inside(&mut self, slots: &SlotList, label: &Name, what: &Expr, span: TextSpan) -> TypedIr {
        let scope =
            Scope { slots, sole: None, roll: None, reads_roll: false, inputs: &[], values: &[], ..self.scope.clone() };
        let mut inner = Lower::new(self.game, self.origin, self.text, scope);
        inner.copied_left = self.copied_left;
        inner.found = self.found + self.problems.len();
        let found = inner.member(label, what, span);
        self.copied_left = inner.copied_left;
        self.sides.extend(std::mem::take(&mut inner.sides));
        let problems = std::mem::take(&mut inner.problems);
        self.problems.extend(problems);
        found
    }

    /// The slot of a column of the row that a label is.
    pub(super) fn column_of_row(
        &mut self,
        slots: &SlotList,
        label: &str,
        table: Id<LookupTable>,
        what: &Expr,
    ) -> Option<(usize, Kind)> {
        let Some(column) = name_of(what) else {
            self.report(FormulaProblem::new(Code::NothingBehindDot, what.span).arg("name", label));
            return None;
        };
        let found = slots.column(label, &column.text).and_then(|slot| Some((slot, slots.get(slot)?)));
        let Some((slot, SlotKind::Value(kind))) = found.map(|(at, slot)| (at, &slot.kind)) else {
            let problem = FormulaProblem::new(Code::UnknownColumn, column.span).arg("name", &*column.text);
            self.report(self.suggest(problem, &column.text, column.span, self.game.tables[table].column_names()));
            return None;
        };
        Some((slot, kind.clone()))
    }

    pub(super) fn of_tag(&mut self, tag: Ir, kind: TagId, what: &Expr, span: TextSpan) -> TypedIr {
        let (name, rest) = match &what.kind {
            ExprKind::Name(name) => (name, None),
            ExprKind::Member { of, what } => (of, Some(&**what)),
            _ => {
                let of = &*self.game.tags[kind].name;
                return self.not_there(of, what, &["owner".to_owned()], span);
            }
        };
        if name.text == "owner" {
            let owner = self.ir(Op::TagOwner(Box::new(tag)), span);
            return match rest {
                None => (owner, Kind::Person),
                Some(rest) => self.behind(Receiver::Person(owner), "owner", rest, span),
            };
        }
        let values = self.game.tags[kind].values.as_slice();
        let Some(at) = values.iter().position(|(value, _)| **value == *name.text) else {
            let names = values.iter().map(|(name, _)| &**name).chain(["owner"]);
            let of = &*self.game.tags[kind].name;
            let problem = FormulaProblem::new(Code::NoSuchTagValue, name.span).arg("name", &*name.text);
            self.report(self.suggest(problem.arg("kind", of), &name.text, name.span, names));
            return self.broken(span);
        };
        let found = values.get(at).map_or(Kind::Broken, |(_, question)| question.value_kind());
        (self.ir(Op::ValueOfTag(Box::new(tag), at), span), found)
    }
}
