//! Visitors over formulas and steps with all their parts.

use super::program::{Ask, ColumnPick, Default, GroupRead, Ir, LookupTable, NamedRead, Op, Pick, Piece, Step};
use crate::id::Id;

/// Iterates over a formula and all its subformulas in pre-order.
pub(crate) struct Subformulas<'i> {
    first: Option<&'i Ir>,
    /// The last one: its parts are listed when they are asked for.
    last: Option<&'i Ir>,
    open: Vec<&'i Ir>,
}

impl<'i> Iterator for Subformulas<'i> {
    type Item = &'i Ir;

    fn next(&mut self) -> Option<&'i Ir> {
        if let Some(first) = self.first.take() {
            self.last = Some(first);
            return Some(first);
        }
        let before = self.open.len();
        push_children(self.last?, &mut self.open);
        self.open.get_mut(before..)?.reverse();
        self.last = self.open.pop();
        self.last
    }
}

impl Ir {
    pub(crate) fn parts(&self) -> Subformulas<'_> {
        Subformulas { first: Some(self), last: None, open: Vec::new() }
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
    pub(crate) fn pick(&self) -> Option<(Id<LookupTable>, &Pick)> {
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

/// Visits the direct subformulas of a formula, which is shared (`&`) or not (`&mut`).
macro_rules! each_child {
    ($ir:expr, [$($shared:tt)+], $formulas:ident, $visit:expr) => {{
        let mut visit = $visit;
        match $($shared)+ $ir.op {
            Op::Negate(a)
            | Op::Not(a)
            | Op::Answered(a)
            | Op::PointsAt(a, _)
            | Op::ValueOfTag(a, _)
            | Op::TagOwner(a)
            | Op::NameOf(a)
            | Op::Named(a, _)
            | Op::InRoll(_, _, a)
            | Op::InHand(_, a)
            | Op::Picked(_, a) => visit(a),
            Op::Arithmetic(_, a, b)
            | Op::Compare(_, a, b)
            | Op::SameText(a, b)
            | Op::And(a, b)
            | Op::Or(a, b)
            | Op::Let(_, a, b)
            | Op::Of(a, b) => {
                visit(a);
                visit(b);
            }
            Op::If(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
            Op::Min(items) | Op::Max(items) => {
                for ir in items {
                    visit(ir);
                }
            }
            Op::Template(pieces) => {
                for piece in pieces {
                    if let Piece::Value(ir, _) = piece {
                        visit(ir);
                    }
                }
            }
            Op::Pool(pool) | Op::Hand(_, pool) => pool.$formulas().for_each(visit),
            Op::Beats(a, b) => a.$formulas().chain(b.$formulas()).for_each(visit),
            Op::Read { what, pool } => {
                if let Some(pool) = pool {
                    pool.$formulas().for_each(&mut visit);
                }
                what.$formulas().for_each(visit);
            }
            Op::Chosen(how, of) => how.$formulas().chain(of).for_each(visit),
            Op::ReadOff(what, of) => {
                what.$formulas().for_each(&mut visit);
                visit(of);
            }
            Op::Cell(read) => {
                if let Pick::Row(ir) | Pick::Number(ir) | Pick::Word(ir, _) = $($shared)+ read.row {
                    visit(ir);
                }
                if let ColumnPick::Column(ir) | ColumnPick::Word(ir, _) = $($shared)+ read.column {
                    visit(ir);
                }
                for ir in $($shared)+ read.given {
                    visit(ir);
                }
                for (_, ir) in $($shared)+ read.worth {
                    visit(ir);
                }
            }
            Op::RowName(_, pick) | Op::RowAt(_, pick) => {
                if let Pick::Row(ir) | Pick::Number(ir) | Pick::Word(ir, _) = $($shared)+ **pick {
                    visit(ir);
                }
            }
            Op::Group(how, members, _) => {
                for ir in members {
                    visit(ir);
                }
                if let GroupRead::Count(wanted) = how {
                    for (_, ir) in wanted {
                        visit(ir);
                    }
                }
            }
            Op::TagCount(_, values) => {
                for (_, _, ir) in values {
                    visit(ir);
                }
            }
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
    }};
}

fn push_children<'i>(ir: &'i Ir, list: &mut Vec<&'i Ir>) {
    each_child!(ir, [&], formulas, |child: &'i Ir| list.push(child));
}

impl Ir {
    /// Whether something holds of one of its parts. It asks no memory, unlike [`Self::parts`].
    pub(crate) fn any_part(&self, holds: &dyn Fn(&Self) -> bool) -> bool {
        let mut found = holds(self);
        each_child!(self, [&], formulas, |child: &Self| found = found || child.any_part(holds));
        found
    }
}

/// Visits the direct subformulas, mutably.
pub(crate) fn walk_mut(ir: &mut Ir, visit: &mut impl FnMut(&mut Ir)) {
    each_child!(ir, [&mut], formulas_mut, visit);
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
