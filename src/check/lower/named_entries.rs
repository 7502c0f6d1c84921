//! Entries that players named (`skill[Dodge]`, `aspect[Hunted, die]`, `«Hunted».die`), and the parts that are read of
//! them.

use super::entry_reads::{Receiver, name_of};
use super::{Lower, TypedIr, Want};
use crate::check::program::{Gathering, GroupRead, Ir, Kind, Named, NamedRead, Op, Piece, SlotKind, TagId};
use crate::diagnostic::{Code, nearest};
use crate::dice::CompareOp;
use crate::source::fold;
use crate::syntax::{BinaryOp, CallArg, Expr, ExprKind, FormulaProblem, Name, TextSpan};

impl Lower<'_> {
    /// `Trait[Name]`, `Tag[Name]` and `Tag[Name, value]`, if what is before the brackets has such names.
    pub(super) fn named_in(&mut self, of: &Name, keys: &[CallArg], span: TextSpan) -> Option<TypedIr> {
        let named = self.game.names.get(&of.text);
        let members = match named {
            None | Some(Named::Group(_)) => self.game.members(&of.text),
            Some(_) => Vec::new(),
        };
        let read = match named {
            Some(Named::Tag(kind)) if self.has_names(*kind) => NamedRead::Tag(*kind),
            Some(Named::Group(_)) => NamedRead::Trait(members.into(), true),
            None if !members.is_empty() => NamedRead::Trait(members.into(), false),
            _ => return None,
        };
        if !self.sees_traits() {
            return None;
        }
        let (name, value) = match (&read, keys) {
            (_, [CallArg::Value(name)]) => (name, None),
            (NamedRead::Tag(kind), [CallArg::Value(name), CallArg::Value(value)]) => (name, Some((*kind, value))),
            _ => {
                let problem = FormulaProblem::new(Code::WrongNumberOfArguments, span).arg("name", &*of.text);
                self.report(problem.arg("expected", 1_i64).arg("found", keys.len()));
                return Some(self.broken(span));
            }
        };
        let (written, name) = (name, self.own_name(name));
        if let (NamedRead::Trait(list, open), Op::Template(pieces)) = (&read, &name.op)
            && let [Piece::Text(text)] = pieces.as_slice()
        {
            let members = || list.iter().filter_map(|index| Some((*index, &*self.game.traits.get(*index)?.name)));
            let same = |one: &str| one == text || self.scope.forgiving && fold(one) == fold(text);
            if let Some((index, _)) = members().find(|(_, one)| same(one)) {
                return Some((self.ir(Op::Trait(index), span), self.game.trait_kind(index)));
            }
            if !open {
                let known: Vec<String> = members().map(|(_, one)| one.to_owned()).collect();
                return Some(self.not_there(&of.text, written, &known, span));
            }
        }
        if let (NamedRead::Trait(list, false), Op::Template(pieces)) = (&read, &name.op)
            && let [Piece::Value(_, Kind::Choice(words))] = pieces.as_slice()
        {
            let members: Vec<String> =
                list.iter().filter_map(|index| self.game.traits.get(*index)).map(|one| one.name.to_string()).collect();
            if let Some(word) = words.iter().find(|word| !members.contains(word)) {
                let problem =
                    FormulaProblem::new(Code::HasNo, written.span).arg("name", word.as_str()).arg("of", &*of.text);
                self.report(self.suggest(problem, word, written.span, &members));
                return Some(self.broken(span));
            }
        }
        let (read, kind) = match (read, value) {
            (_, Some((tag, value))) => {
                let values = self.game.tags[tag].values.as_slice();
                let at = name_of(value).and_then(|name| values.iter().position(|(one, _)| **one == *name.text));
                let Some((at, (_, question))) = at.and_then(|at| Some((at, values.get(at)?))) else {
                    let known: Vec<String> = values.iter().map(|(one, _)| one.to_string()).collect();
                    return Some(self.not_there(&of.text, value, &known, span));
                };
                (NamedRead::Value(vec![(tag, at)]), question.value_kind())
            }
            (read @ NamedRead::Trait(..), None) => (read, Kind::Number),
            (read, None) => (read, Kind::Flag),
        };
        Some((self.ir(Op::Named(Box::new(name), read), span), kind))
    }

    /// `«Name».value`: of the tag that the character calls so. A name that is nearly one of the ruleset is a mistake.
    pub(super) fn called_by(&mut self, of: &Name, what: &Expr, span: TextSpan) -> Option<TypedIr> {
        let names = &self.game.names;
        if !self.sees_traits() || names.contains_key(&of.text) || (!of.quoted && self.scope.people.is_empty()) {
            return None;
        }
        let value = name_of(what)?;
        let kinds = self.game.tags.pairs().filter(|(kind, _)| self.has_names(*kind)).filter_map(|(kind, tag)| {
            let at = tag.values.iter().position(|(one, _)| **one == *value.text)?;
            Some(((kind, at), tag.values.get(at)?.1.value_kind()))
        });
        let (kinds, values): (Vec<(TagId, usize)>, Vec<Kind>) = kinds.unzip();
        let kind = values.first().filter(|first| values.iter().all(|one| one == *first))?.clone();
        let things =
            names.iter().filter(|(_, named)| matches!(named, Named::Tag(_) | Named::Track(_) | Named::Points(_)));
        if nearest(&of.text, things.map(|(name, _)| name.as_str())).is_some() {
            return None;
        }
        let name = self.ir(Op::Template(vec![Piece::Text(of.text.clone())]), of.span);
        Some((self.ir(Op::Named(Box::new(name), NamedRead::Value(kinds)), span), kind))
    }

    /// The tag of a kind that the current character calls so, where the name means nothing else.
    pub(super) fn tag_named(&mut self, kind: TagId, name: &Name) -> Option<Ir> {
        if !self.sees_traits() || !self.has_names(kind) || name.text == "none" || self.lookup(name).is_some() {
            return None;
        }
        let called = self.ir(Op::Template(vec![Piece::Text(name.text.clone())]), name.span);
        let tag = self.ir(Op::Named(Box::new(called), NamedRead::Number(kind)), name.span);
        let written = self.text.get(name.span.range()).unwrap_or(&name.text);
        Some(self.owned((tag, Kind::Tag(kind)), written, name.span).0)
    }

    fn has_names(&self, kind: TagId) -> bool {
        let tag = &self.game.tags[kind];
        tag.free_names || tag.cards.is_some()
    }

    /// A name between brackets: what holds a text or is the answer to a question for a trait stands for that, and a
    /// character for its name.
    fn own_name(&mut self, expr: &Expr) -> Ir {
        let ExprKind::Name(name) = &expr.kind else { return self.of_kind(expr, &Kind::Text) };
        if let Some(Receiver::Trait(answer)) = self.thing(name) {
            return self.ir(Op::NameOf(Box::new(answer)), expr.span);
        }
        let found = self.exact(&name.text).filter(|_| !self.game.names.contains_key(&name.text));
        match found {
            // What one character has of another is called as that one; an answer is replaced by its word.
            Some((op, kind @ (Kind::Person | Kind::Choice(_) | Kind::Row(_) | Kind::Tag(_) | Kind::Points))) => {
                let answer = self.ir(op, expr.span);
                self.ir(Op::Template(vec![Piece::Value(answer, kind)]), expr.span)
            }
            Some((op, _)) if !matches!(op, Op::Known(..)) => self.of_kind(expr, &Kind::Text),
            _ => self.ir(Op::Template(vec![Piece::Text(name.text.clone())]), expr.span),
        }
    }
}

/// Several answers to one question.
impl Lower<'_> {
    /// `sum(picked)`, `count(picked, spent = no)`, `highest(picked.die)`: of those answers that there are.
    pub(super) fn of_answers(&mut self, what: &str, args: &[CallArg], span: TextSpan) -> Option<TypedIr> {
        let (CallArg::Value(expr), rest) = args.split_first()? else { return None };
        let (name, value) = match &expr.kind {
            ExprKind::Name(name) => (name, None),
            ExprKind::Member { of, what } => (of, Some(&**what)),
            _ => return None,
        };
        let slots = self.scope.slots;
        let answers = slots.answers(&name.text);
        if answers.is_empty() || !matches!(what, "sum" | "highest" | "lowest" | "count") {
            return None;
        }
        let counted = what == "count" && value.is_none() && rest.iter().all(|arg| matches!(arg, CallArg::Named { .. }));
        let how = if counted {
            GroupRead::Gathered(Gathering::Sum)
        } else {
            match self.how_grouped(what, rest, span) {
                Some(how) => how,
                None => return Some(self.broken(span)),
            }
        };
        let mut members = Vec::new();
        for slot in answers {
            let part = slots.get(slot)?;
            let one = Name { text: part.name.to_string(), quoted: true, span: name.span };
            let (ir, kind) = match value {
                _ if counted => (self.meets(&one, rest, span), Kind::Number),
                Some(value) => self.member(&one, value, expr.span),
                None => self.name(&one, &Want::Anything),
            };
            let ir = match kind {
                // They count from 1, as they do in a group.
                Kind::Row(_) | Kind::Choice(_) => self.counted(ir, &kind, span),
                kind => self.as_number(ir, &kind, expr.span),
            };
            members.push(if part.optional { self.if_answered(slot, ir, Op::Number(0), span) } else { ir });
        }
        Some((self.ir(Op::Group(how, members, false), span), Kind::Number))
    }

    /// The names of several answers, as a text.
    pub(super) fn names_of_answers(&mut self, name: &Name) -> Option<TypedIr> {
        let slots = self.scope.slots;
        let mut pieces = Vec::new();
        for (at, slot) in slots.answers(&name.text).into_iter().enumerate() {
            let part = slots.get(slot)?;
            let read = self.ir(Op::Slot(slot), name.span);
            let value = match &part.kind {
                SlotKind::Points(_) => Piece::Value(read, Kind::Points),
                SlotKind::Value(_) if part.of_trait() => {
                    Piece::Value(self.ir(Op::NameOf(Box::new(read)), name.span), Kind::Text)
                }
                SlotKind::Value(kind) => Piece::Value(read, kind.clone()),
                _ => return None,
            };
            let one = if at == 0 { vec![value] } else { vec![Piece::Text(", ".to_owned()), value] };
            let one = self.ir(Op::Template(one), name.span);
            let none = Op::Template(vec![Piece::Text(if at == 0 { "–" } else { "" }.to_owned())]);
            let one = if part.optional { self.if_answered(slot, one, none, name.span) } else { one };
            pieces.push(Piece::Value(one, Kind::Text));
        }
        (!pieces.is_empty()).then(|| (self.ir(Op::Template(pieces), name.span), Kind::Text))
    }

    /// 1 if these values of a tag are so, else 0.
    fn meets(&mut self, tag: &Name, values: &[CallArg], span: TextSpan) -> Ir {
        let mut all = self.ir(Op::Number(1), span);
        for arg in values {
            let CallArg::Named { name, value } = arg else { continue };
            let what = Box::new(Expr { kind: ExprKind::Name(name.clone()), span: name.span });
            let left = Expr { kind: ExprKind::Member { of: tag.clone(), what }, span: name.span };
            let (left, right) = (Box::new(left), Box::new(value.clone()));
            let kind = ExprKind::Binary { op: BinaryOp::Compare(CompareOp::Equal), left, right };
            let same = self.flag(&Expr { kind, span: name.span });
            all = self.ir(Op::And(Box::new(all), Box::new(same)), span);
        }
        all
    }

    fn if_answered(&self, slot: usize, then: Ir, otherwise: Op, span: TextSpan) -> Ir {
        let answered = self.ir(Op::Answered(Box::new(self.ir(Op::Slot(slot), span))), span);
        self.ir(Op::If(Box::new(answered), Box::new(then), Box::new(self.ir(otherwise, span))), span)
    }
}
