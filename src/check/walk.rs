//! Visitors over formulas and steps with all their parts.

use super::program::{Ask, ColumnPick, Default, GroupRead, Ir, NamedRead, Op, Pick, Piece, Step, Table};
use crate::id::Id;

/// Iterates over a formula and all its subformulas in pre-order.
pub(crate) struct Parts<'i> {
    open: Vec<&'i Ir>,
}

impl<'i> Iterator for Parts<'i> {
    type Item = &'i Ir;

    fn next(&mut self) -> Option<&'i Ir> {
        let ir = self.open.pop()?;
        let before = self.open.len();
        push_children(ir, &mut self.open);
        self.open.get_mut(before..)?.reverse();
        Some(ir)
    }
}

impl Ir {
    pub(crate) fn parts(&self) -> Parts<'_> {
        Parts { open: vec![self] }
    }

    /// Index of the trait, if the formula only reads a trait (as a number or counted from 1).
    pub(crate) fn trait_read(&self) -> Option<usize> {
        match &self.op {
            Op::Trait(index) => Some(*index),
            Op::Of(_, inner) => inner.trait_read(),
            Op::Arithmetic(_, one, first) if matches!(first.op, Op::Number(1)) && self.at == one.at => one.trait_read(),
            _ => None,
        }
    }

    /// Whether it yields a trait and not only a number; `answered`: whether an answer is a trait.
    pub(crate) fn names_a_trait(&self, answered: &impl Fn(&Self) -> bool) -> bool {
        match &self.op {
            Op::Slot(_) | Op::Input(_) | Op::Did(..) => answered(self),
            Op::Of(_, inner) | Op::InRoll(_, _, inner) => inner.names_a_trait(answered),
            Op::If(_, then, otherwise) => then.names_a_trait(answered) && otherwise.names_a_trait(answered),
            Op::Named(_, read) => matches!(read, NamedRead::Trait(..)),
            Op::Known(..) => true,
            _ => self.trait_read().is_some(),
        }
    }

    /// The owner, if the formula only reads a trait of a named owner.
    pub(crate) fn owner(&self) -> Option<&Ir> {
        match &self.op {
            Op::Of(person, _) => Some(person),
            Op::Arithmetic(_, one, _) => one.owner(),
            _ => None,
        }
    }

    /// The direct subformulas.
    pub(crate) fn children(&self) -> Vec<&Ir> {
        let mut list = Vec::new();
        push_children(self, &mut list);
        list
    }
}

impl Op {
    /// The table that is read, and how its row is selected.
    pub(crate) fn pick(&self) -> Option<(Id<Table>, &Pick)> {
        match self {
            Op::Cell(read) => Some((read.table, &read.row)),
            Op::RowName(table, pick) | Op::RowAt(table, pick) => Some((*table, pick)),
            _ => None,
        }
    }

    /// Whether its value depends only on its subformulas.
    pub(crate) fn computes(&self) -> bool {
        matches!(
            self,
            Op::Number(_)
                | Op::Negate(_)
                | Op::Not(_)
                | Op::Answered(_)
                | Op::Arithmetic(..)
                | Op::Compare(..)
                | Op::And(..)
                | Op::Or(..)
                | Op::If(..)
                | Op::Min(_)
                | Op::Max(_)
        )
    }

    /// Whether it throws dice at each evaluation.
    pub(crate) fn throws(&self) -> bool {
        matches!(self, Op::Pool(_) | Op::Read { pool: Some(_), .. } | Op::Beats(..))
    }

    /// Whether it is independent of dice, if its subformulas are.
    pub(crate) fn is_settled(&self) -> bool {
        let texts = matches!(self, Op::NameOf(_) | Op::SameText(..) | Op::Template(_));
        texts || self.computes() || matches!(self, Op::Known(..) | Op::Trait(_) | Op::Option(_) | Op::Input(_))
    }
}

fn push_children<'i>(ir: &'i Ir, list: &mut Vec<&'i Ir>) {
    fn of_pick<'i>(pick: &'i Pick, list: &mut Vec<&'i Ir>) {
        if let Pick::Row(ir) | Pick::Number(ir) | Pick::Word(ir, _) = pick {
            list.push(ir);
        }
    }
    match &ir.op {
        Op::Negate(a) | Op::Not(a) | Op::Answered(a) => list.push(a),
        Op::Arithmetic(_, a, b)
        | Op::Compare(_, a, b)
        | Op::SameText(a, b)
        | Op::And(a, b)
        | Op::Or(a, b)
        | Op::Let(_, a, b) => {
            list.extend([&**a, &**b]);
        }
        Op::If(a, b, c) => list.extend([&**a, &**b, &**c]),
        Op::Min(items) | Op::Max(items) => list.extend(items),
        Op::Template(pieces) => list.extend(pieces.iter().filter_map(|piece| match piece {
            Piece::Value(ir, _) => Some(ir),
            Piece::Text(_) => None,
        })),
        Op::Pool(pool) | Op::Hand(_, pool) => list.extend(pool.formulas()),
        Op::Beats(a, b) => {
            list.extend(a.formulas().chain(b.formulas()));
        }
        Op::Read { what, pool } => {
            list.extend(pool.iter().flat_map(|pool| pool.formulas()));
            list.extend(what.formulas());
        }
        Op::Chosen(how, of) => list.extend(how.formulas().chain(of)),
        Op::ReadOff(what, of) => list.extend(what.formulas().chain([&**of])),
        Op::Cell(read) => {
            of_pick(&read.row, list);
            if let ColumnPick::Column(ir) | ColumnPick::Word(ir, _) = &read.column {
                list.push(ir);
            }
            list.extend(&read.given);
            list.extend(read.worth.iter().map(|(_, ir)| ir));
        }
        Op::RowName(_, pick) | Op::RowAt(_, pick) => of_pick(pick, list),
        Op::PointsAt(ir, _)
        | Op::ValueOfTag(ir, _)
        | Op::TagOwner(ir)
        | Op::NameOf(ir)
        | Op::Named(ir, _)
        | Op::InRoll(_, _, ir)
        | Op::InHand(_, ir)
        | Op::Picked(_, ir) => {
            list.push(ir);
        }
        Op::Of(person, ir) => list.extend([&**person, &**ir]),
        Op::Group(how, members, _) => {
            list.extend(members);
            if let GroupRead::Count(wanted) = how {
                list.extend(wanted.iter().map(|(_, ir)| ir));
            }
        }
        Op::TagCount(_, values) => list.extend(values.iter().map(|(_, ir)| ir)),
        Op::Points(..)
        | Op::Track(..)
        | Op::State(_)
        | Op::HasTag(_)
        | Op::CardsLeft(_)
        | Op::Turn(_)
        | Op::TagValue(..)
        | Op::OwnValue(_)
        | Op::Gather(..)
        | Op::Slot(_)
        | Op::RollFact(..)
        | Op::Did(..)
        | Op::Inside(..)
        | Op::Late(_)
        | Op::Number(_)
        | Op::Local(_)
        | Op::Known(..)
        | Op::Trait(_)
        | Op::Option(_)
        | Op::Input(_)
        | Op::Value(_)
        | Op::Total
        | Op::OwnTotal
        | Op::Margin
        | Op::Given(_)
        | Op::Dice(_)
        | Op::Called(_)
        | Op::Roll => {}
    }
}

/// Visits the direct subformulas, mutably.
pub(crate) fn walk_mut(ir: &mut Ir, visit: &mut impl FnMut(&mut Ir)) {
    match &mut ir.op {
        Op::Negate(a) | Op::Not(a) | Op::Answered(a) => visit(a),
        Op::Arithmetic(_, a, b)
        | Op::Compare(_, a, b)
        | Op::SameText(a, b)
        | Op::And(a, b)
        | Op::Or(a, b)
        | Op::Let(_, a, b) => {
            visit(a);
            visit(b);
        }
        Op::If(a, b, c) => {
            visit(a);
            visit(b);
            visit(c);
        }
        Op::Min(items) | Op::Max(items) => items.iter_mut().for_each(visit),
        Op::Read { what, .. } => what.formulas_mut().for_each(visit),
        Op::Chosen(how, of) => {
            how.formulas_mut().for_each(&mut *visit);
            of.iter_mut().for_each(visit);
        }
        Op::ReadOff(what, of) => {
            what.formulas_mut().for_each(&mut *visit);
            visit(of);
        }
        Op::Cell(read) => {
            if let Pick::Row(ir) | Pick::Number(ir) | Pick::Word(ir, _) = &mut read.row {
                visit(ir);
            }
            if let ColumnPick::Column(ir) | ColumnPick::Word(ir, _) = &mut read.column {
                visit(ir);
            }
            read.worth.iter_mut().for_each(|(_, ir)| visit(ir));
            read.given.iter_mut().for_each(visit);
        }
        Op::PointsAt(ir, _)
        | Op::ValueOfTag(ir, _)
        | Op::TagOwner(ir)
        | Op::NameOf(ir)
        | Op::Named(ir, _)
        | Op::InRoll(_, _, ir)
        | Op::InHand(_, ir)
        | Op::Picked(_, ir) => {
            visit(ir);
        }
        Op::Of(person, ir) => {
            visit(person);
            visit(ir);
        }
        Op::Group(how, members, _) => {
            members.iter_mut().for_each(&mut *visit);
            if let GroupRead::Count(wanted) = how {
                wanted.iter_mut().for_each(|(_, ir)| visit(ir));
            }
        }
        Op::TagCount(_, values) => values.iter_mut().for_each(|(_, ir)| visit(ir)),
        Op::RowName(_, pick) | Op::RowAt(_, pick) => {
            if let Pick::Row(ir) | Pick::Number(ir) | Pick::Word(ir, _) = &mut **pick {
                visit(ir);
            }
        }
        _ => {}
    }
}

impl Ask {
    pub(crate) fn formulas(&self) -> impl Iterator<Item = &Ir> {
        let default = match &self.question.default {
            Some(Default::Value(ir)) => Some(ir),
            _ => None,
        };
        let picks = self.question.picks.iter().flat_map(|picks| picks.formulas());
        default.into_iter().chain(&self.when).chain(picks)
    }
}

impl Step {
    /// Its own formulas, without those of nested steps.
    pub(crate) fn formulas(&self) -> impl Iterator<Item = &Ir> {
        self.when.iter().chain(self.verb.formulas())
    }
}
