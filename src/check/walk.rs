//! Visitors over formulas and steps, with all their parts.

use super::program::{
    Ask, ColumnPick, Default, Duration, Given, Ir, Op, Over, Pick, Piece, PoolRead, RoleGiven, Step, Taken, Target,
    Verb,
};

/// A formula and everything in it, each before its parts and those from left to right.
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

    /// The direct parts.
    pub(crate) fn children(&self) -> Vec<&Ir> {
        let mut list = Vec::new();
        push_children(self, &mut list);
        list
    }
}

impl Op {
    /// The table that is read, and which row of it.
    pub(crate) fn pick(&self) -> Option<(usize, &Pick)> {
        match self {
            Op::Cell(read) => Some((read.table, &read.row)),
            Op::RowName(table, pick) | Op::RowAt(table, pick) => Some((*table, pick)),
            _ => None,
        }
    }

    /// Whether its parts are all that it depends on.
    pub(crate) fn computes(&self) -> bool {
        matches!(
            self,
            Op::Number(_)
                | Op::Negate(_)
                | Op::Not(_)
                | Op::Arithmetic(..)
                | Op::Compare(..)
                | Op::And(..)
                | Op::Or(..)
                | Op::If(..)
                | Op::Min(_)
                | Op::Max(_)
        )
    }

    /// Whether it is the same whatever the dice show, if its parts are.
    pub(crate) fn is_settled(&self) -> bool {
        self.computes() || matches!(self, Op::Known(..) | Op::Trait(_) | Op::Option(_) | Op::Input(_))
    }
}

fn push_children<'i>(ir: &'i Ir, list: &mut Vec<&'i Ir>) {
    fn of_pick<'i>(pick: &'i Pick, list: &mut Vec<&'i Ir>) {
        if let Pick::Row(ir) | Pick::Number(ir) | Pick::Word(ir, _) = pick {
            list.push(ir);
        }
    }
    match &ir.op {
        Op::Negate(a) | Op::Not(a) => list.push(a),
        Op::Arithmetic(_, a, b) | Op::Compare(_, a, b) | Op::And(a, b) | Op::Or(a, b) | Op::Let(_, a, b) => {
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
            if let PoolRead::Count(_, ir) | PoolRead::Nth(ir) | PoolRead::Worth(_, ir) = what {
                list.push(ir);
            }
        }
        Op::Cell(read) => {
            of_pick(&read.row, list);
            if let ColumnPick::Column(ir) | ColumnPick::Word(ir, _) = &read.column {
                list.push(ir);
            }
            list.extend(&read.given);
            list.extend(read.worth.iter().map(|(_, ir)| ir));
        }
        Op::RowName(_, pick) | Op::RowAt(_, pick) => of_pick(pick, list),
        Op::PointsAt(ir, _) | Op::ValueOfTag(ir, _) | Op::TagOwner(ir) | Op::InRoll(_, _, ir) | Op::InHand(_, ir) => {
            list.push(ir);
        }
        Op::Of(person, ir) => list.extend([&**person, &**ir]),
        Op::TagCount(_, values) => list.extend(values.iter().map(|(_, ir)| ir)),
        Op::Points(..)
        | Op::Track(..)
        | Op::HasTag(_)
        | Op::TagValue(..)
        | Op::OwnValue(_)
        | Op::Gather(..)
        | Op::Slot(_)
        | Op::RollFact(..)
        | Op::Did(..)
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
        | Op::Roll => {}
    }
}

/// Visits the direct parts of a formula.
pub(crate) fn walk_mut(ir: &mut Ir, visit: &mut impl FnMut(&mut Ir)) {
    match &mut ir.op {
        Op::Negate(a) | Op::Not(a) => visit(a),
        Op::Arithmetic(_, a, b) | Op::Compare(_, a, b) | Op::And(a, b) | Op::Or(a, b) | Op::Let(_, a, b) => {
            visit(a);
            visit(b);
        }
        Op::If(a, b, c) => {
            visit(a);
            visit(b);
            visit(c);
        }
        Op::Min(items) | Op::Max(items) => items.iter_mut().for_each(visit),
        Op::Read { what: PoolRead::Count(_, ir) | PoolRead::Nth(ir) | PoolRead::Worth(_, ir), .. } => visit(ir),
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
        Op::PointsAt(ir, _) | Op::ValueOfTag(ir, _) | Op::TagOwner(ir) | Op::InRoll(_, _, ir) | Op::InHand(_, ir) => {
            visit(ir);
        }
        Op::Of(person, ir) => {
            visit(person);
            visit(ir);
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
        default.into_iter().chain(&self.when)
    }
}

impl Duration {
    pub(crate) fn formula(&self) -> Option<&Ir> {
        match self {
            Duration::Times(Some(ir), _) | Duration::Unit(ir) => Some(ir),
            _ => None,
        }
    }
}

/// Steps and those inside of them, each before those.
pub(crate) fn all_steps(steps: &[Step]) -> Vec<&Step> {
    let mut found = Vec::new();
    let mut open: Vec<&Step> = steps.iter().rev().collect();
    while let Some(step) = open.pop() {
        found.push(step);
        open.extend(step.verb.inner().into_iter().rev().flat_map(|steps| steps.iter().rev()));
    }
    found
}

impl Step {
    /// Its own formulas, without those of the steps inside of it.
    pub(crate) fn formulas(&self) -> impl Iterator<Item = &Ir> {
        self.when.iter().chain(self.verb.formulas())
    }
}

impl Verb {
    /// The lists of steps inside of it.
    pub(crate) fn inner(&self) -> Vec<&[Step]> {
        match self {
            Verb::Roll(roll) => {
                let ends = roll.on.iter().map(|(_, steps)| steps).chain(&roll.success).chain(&roll.failure);
                std::iter::once(&roll.seen).chain(ends).map(Vec::as_slice).collect()
            }
            Verb::Oppose(oppose) => std::iter::once(&oppose.seen).chain(&oppose.on).map(Vec::as_slice).collect(),
            Verb::First(steps) | Verb::Steps(steps) | Verb::Each(_, _, steps) => vec![steps],
            _ => Vec::new(),
        }
    }

    pub(crate) fn inner_mut(&mut self) -> Vec<&mut Vec<Step>> {
        match self {
            Verb::Roll(roll) => {
                let on = roll.on.iter_mut().map(|(_, steps)| steps);
                on.chain(&mut roll.success).chain(&mut roll.failure).chain([&mut roll.seen]).collect()
            }
            Verb::Oppose(oppose) => oppose.on.iter_mut().chain([&mut oppose.seen]).collect(),
            Verb::First(steps) | Verb::Steps(steps) | Verb::Each(_, _, steps) => vec![steps],
            _ => Vec::new(),
        }
    }

    /// The formulas of a step, those for people among them.
    pub(crate) fn formulas(&self) -> Vec<&Ir> {
        fn all(list: &[(usize, Ir)]) -> impl Iterator<Item = &Ir> {
            list.iter().map(|(_, ir)| ir)
        }
        match self {
            Verb::Value(ir) | Verb::Say(ir) | Verb::Stop(ir) | Verb::Fail(ir) => vec![ir],
            Verb::Effects(ir, to) => vec![ir, to],
            Verb::Ask(ask) => ask.formulas().collect(),
            Verb::Roll(roll) => all(&roll.with).chain([&roll.by]).collect(),
            Verb::Oppose(oppose) => oppose.with.iter().flat_map(|with| all(with)).collect(),
            Verb::Do(_, roles, with) => {
                let people =
                    roles.iter().filter_map(|role| if let RoleGiven::One(who) = role { Some(who) } else { None });
                all(with).chain(people).collect()
            }
            Verb::Each(_, Over::Tags(_, who), _) => vec![who],
            Verb::Gain(gain) => {
                let mut list: Vec<&Ir> = gain.lasts.iter().filter_map(Duration::formula).chain([&gain.to]).collect();
                for given in &gain.what {
                    match given {
                        Given::Points(_, ir) | Given::Trait(_, ir) => list.push(ir),
                        Given::Tag(_, name, values, lasts) => {
                            list.extend(lasts.iter().filter_map(Duration::formula).chain(name).chain(all(values)));
                        }
                    }
                }
                list
            }
            Verb::Lose(list, of, _) => {
                let amounts = list.iter().filter_map(|taken| match taken {
                    Taken::Points(_, ir) | Taken::Trait(_, ir) => Some(ir),
                    Taken::Tags(_) | Taken::Tag(_) => None,
                });
                amounts.chain(of).collect()
            }
            Verb::Pay(list, from, to) => list.iter().map(|(_, ir)| ir).chain([from]).chain(to).collect(),
            Verb::Mark(ir, _, of, _) => vec![ir, of],
            Verb::Heal(ir, _, of, _) => ir.iter().chain([of]).collect(),
            Verb::Set(list) => list.iter().flat_map(|(target, ir)| target.whose().into_iter().chain([ir])).collect(),
            Verb::Order(_, by, _) => by.iter().collect(),
            Verb::Change(list) => all(list).collect(),
            Verb::First(_) | Verb::Steps(_) | Verb::Each(..) | Verb::Reroll(..) | Verb::Broken => Vec::new(),
        }
    }
}

impl Target {
    pub(crate) fn whose(&self) -> Option<&Ir> {
        match self {
            Target::Points(_, who) | Target::Trait(_, who) | Target::KindValue(_, _, who) => Some(who),
            Target::Slot(_) | Target::TagValue(..) => None,
        }
    }
}
