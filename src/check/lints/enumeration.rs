//! Evaluates conditions for all values that they read and all throws, if these are few.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::formula_range::{FormulaContext, Reach};
use crate::check::program::{
    Arithmetic, CheckedGame, Count, Die, Ir, Op, PointsId, PointsRead, Pool, PoolRead, TagId, TrackId, TrackRead,
};
use crate::dice::{CompareOp, Interval};
use crate::ruleset::model::{OptionalDecl, Reading, Rounding};
use crate::sort::Gather as _;

/// Bound on combinations of values and throws.
const MOST_STATES: usize = 20_000;
/// Bound on the multisets of a throw.
const MOST_THROWS: usize = 2_000;
/// Bound on the values of one unknown.
const MOST_VALUES: usize = 500;
/// Bound on all parts of formulas, so that a frequent name stays cheap.
const MOST_PARTS: usize = 400;

/// The least cost of one analysis, in combinations.
const EACH: usize = 20;

/// The reachability of a condition, given that all earlier ones are false.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Reached,
    Never,
    /// It holds only if an earlier one does: always the same one, or several.
    Covered(Option<usize>),
}

/// The remaining combinations and parts of formulas, for all warnings.
pub(super) type StateBudget = std::cell::Cell<usize>;

/// A formula over numbered unknowns.
enum FormulaNode {
    Number(i64),
    /// An unknown, by index.
    Leaf(usize),
    /// One of these values, by the index that another node yields.
    OneOf(Rc<[i64]>, Rc<FormulaNode>),
    /// The roll of the test.
    Roll(Stat),
    /// The number of dice of the roll that meet a comparison.
    Count(CompareOp, Rc<FormulaNode>),
    Negate(Rc<FormulaNode>),
    Not(Rc<FormulaNode>),
    Arithmetic(Arithmetic, Rc<FormulaNode>, Rc<FormulaNode>),
    Compare(CompareOp, Rc<FormulaNode>, Rc<FormulaNode>),
    And(Rc<FormulaNode>, Rc<FormulaNode>),
    Or(Rc<FormulaNode>, Rc<FormulaNode>),
    If(Rc<FormulaNode>, Rc<FormulaNode>, Rc<FormulaNode>),
    Least(Vec<Rc<FormulaNode>>),
    Greatest(Vec<Rc<FormulaNode>>),
}

/// An independent unknown: it has the same value at every occurrence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknown {
    Trait(usize),
    Option(usize),
    Input(usize),
    Points(PointsId, PointsRead),
    HasTag(TagId),
    Slot(usize),
    Track(TrackId, TrackRead),
    State(usize),
    InputAnswered(usize),
    SlotAnswered(usize),
    Total,
    Margin,
    Value(usize),
    /// An abstracted operand of comparisons, by index: one of the values that the comparisons distinguish.
    Compared(usize),
    /// Anything else, which is the same only at this occurrence.
    Part(*const Ir),
}

/// An unknown, with the slot of its owner if a role names one.
type OwnedUnknown = (Option<usize>, Unknown);

/// A statistic of the sorted roll.
#[derive(Clone, Copy)]
enum Stat {
    Sum,
    /// The die at this index.
    At(usize),
    /// The number of dice that show the most repeated face.
    Repeats,
}

/// Compiles formulas to [`FormulaNode`]s. A part that cannot be compiled becomes an independent unknown within its bounds, so
/// the analysis is conservative: more is considered possible, never less.
struct Compiler<'g> {
    game: &'g CheckedGame,
    here: &'g FormulaContext<'g>,
    leaves: Vec<(OwnedUnknown, Interval)>,
    /// The greatest number of dice, and their faces, once they are read.
    dice: Option<(usize, Vec<i64>)>,
    /// The number of dice, if a formula gives it.
    many: Option<Rc<FormulaNode>>,
    /// Each with its number of parts, which are visited again at every use of the name.
    locals: Vec<Option<(Rc<FormulaNode>, usize)>>,
    left: usize,
    states: &'g StateBudget,
    /// Operands of comparisons with the values that distinguish their results.
    compared: Vec<(OwnedUnknown, BTreeSet<i64>)>,
}

/// The reachability of each of some conditions. If there are too many combinations, or an unknown is unbounded, each
/// condition is analysed alone and with each earlier one; then operands of comparisons are independent unknowns.
pub(super) fn fates(
    game: &CheckedGame,
    here: &FormulaContext<'_>,
    conditions: &[Option<&Ir>],
    states: &StateBudget,
) -> Vec<Fate> {
    if let Some(fates) = fates_of(game, here, conditions, states, false) {
        return fates;
    }
    let of_last = |some: &[Option<&Ir>]| {
        let fates = fates_of(game, here, some, states, false).or_else(|| fates_of(game, here, some, states, true));
        fates.and_then(|fates| fates.last().copied())
    };
    let fate = |(at, one): (usize, &Option<&Ir>)| {
        if one.is_none() {
            return Fate::Reached;
        }
        if of_last(&[*one]) == Some(Fate::Never) {
            return Fate::Never;
        }
        let covers = |before: &Option<&Ir>| matches!(of_last(&[*before, *one]), Some(Fate::Covered(_)));
        let first = conditions.iter().take(at).position(covers);
        first.map_or(Fate::Reached, |first| Fate::Covered(Some(first)))
    };
    conditions.iter().enumerate().map(fate).collect()
}

/// The reachability of all conditions together; operands of comparisons (`compared`) may be independent unknowns.
/// `None`: there are too many combinations, or an unknown is unbounded.
fn fates_of(
    game: &CheckedGame,
    here: &FormulaContext<'_>,
    conditions: &[Option<&Ir>],
    states: &StateBudget,
    compared: bool,
) -> Option<Vec<Fate>> {
    // If there are many conditions, not every pair is analysed.
    states.set(states.get().checked_sub(EACH)?);
    let mut compiler = Compiler::new(game, here, states);
    if compared {
        conditions.iter().filter_map(|condition| *condition).for_each(|ir| compiler.compare(ir));
    }
    let mut compiled = Vec::new();
    for condition in conditions {
        let node = match condition {
            Some(ir) => compiler.node(ir)?,
            None => Rc::new(FormulaNode::Number(1)),
        };
        compiled.push(node);
    }
    let mut seen: Vec<ConditionCoverage> = compiled.iter().map(|_| ConditionCoverage::default()).collect();
    compiler.each(|values, faces| {
        let held: Option<Vec<bool>> =
            compiled.iter().map(|node| Some(value(game, node, values, faces)? != 0)).collect();
        let mut before: Option<usize> = None;
        for (at, (holds, one)) in held?.into_iter().zip(&mut seen).enumerate() {
            if holds {
                one.see(before);
                before = before.or(Some(at));
            }
        }
        Some(())
    })?;
    Some(seen.into_iter().map(ConditionCoverage::fate).collect())
}

/// The value of a constant formula.
pub(super) fn only_value(game: &CheckedGame, here: &FormulaContext<'_>, ir: &Ir, states: &StateBudget) -> Option<i64> {
    let mut compiler = Compiler::new(game, here, states);
    let node = compiler.node(ir)?;
    let mut only = None;
    compiler.each(|values, faces| {
        let value = value(game, &node, values, faces)?;
        let same = only.is_none_or(|only| only == value);
        only = Some(value);
        same.then_some(())
    })?;
    only
}

/// The evaluations in which a condition held.
#[derive(Default)]
struct ConditionCoverage {
    first: bool,
    holds: bool,
    /// The earlier condition that held as well, if it was always the same.
    before: Option<usize>,
    several: bool,
}

impl ConditionCoverage {
    fn see(&mut self, before: Option<usize>) {
        match before {
            None => self.first = true,
            Some(at) => {
                self.several |= self.before.is_some_and(|one| one != at);
                self.before = Some(at);
            }
        }
        self.holds = true;
    }

    fn fate(self) -> Fate {
        match (self.first, self.holds) {
            (true, _) => Fate::Reached,
            (false, false) => Fate::Never,
            (false, true) => Fate::Covered(self.before.filter(|_| !self.several)),
        }
    }
}

impl<'g> Compiler<'g> {
    fn new(game: &'g CheckedGame, here: &'g FormulaContext<'g>, states: &'g StateBudget) -> Self {
        let (leaves, locals, compared) = (Vec::new(), Vec::new(), Vec::new());
        Self { game, here, leaves, dice: None, many: None, locals, left: MOST_PARTS, states, compared }
    }

    /// Collects the operands of comparisons with numbers: a comparison distinguishes values below, at and above its
    /// number.
    fn compare(&mut self, condition: &'g Ir) {
        for part in condition.parts() {
            let Op::Compare(_, left, right) = &part.op else { continue };
            let Some((what, number, _)) = with_number(left, right) else { continue };
            let (key, range) = (key_of(what), self.reach().range(what));
            let values = [number.saturating_sub(1), number, number.saturating_add(1)].into_iter().chain(range.least);
            let within = |value: &i64| {
                range.least.is_none_or(|least| least <= *value) && range.most.is_none_or(|most| *value <= most)
            };
            let values = values.chain(range.most).filter(within);
            match self.compared.iter_mut().find(|(known, _)| *known == key) {
                Some((_, known)) => known.extend(values),
                None => self.compared.push((key, values.to_set())),
            }
        }
    }

    /// The operand of a comparison as one of its representative values.
    fn one_of(&mut self, what: &Ir) -> Option<Rc<FormulaNode>> {
        let key = key_of(what);
        let index = self.compared.iter().position(|(known, _)| *known == key)?;
        let values: Rc<[i64]> = self.compared.get(index)?.1.iter().copied().collect();
        let most = i64::try_from(values.len().checked_sub(1)?).ok()?;
        let leaf = self.leaf_of((None, Unknown::Compared(index)), Interval { least: Some(0), most: Some(most) })?;
        Some(Rc::new(FormulaNode::OneOf(values, Rc::new(leaf))))
    }

    fn node(&mut self, ir: &'g Ir) -> Option<Rc<FormulaNode>> {
        self.spend(1)?;
        Some(Rc::new(match &ir.op {
            Op::Number(number) | Op::Known(_, number) => FormulaNode::Number(*number),
            Op::Negate(inner) => FormulaNode::Negate(self.node(inner)?),
            Op::Not(inner) => FormulaNode::Not(self.node(inner)?),
            Op::Arithmetic(op, left, right) => FormulaNode::Arithmetic(*op, self.node(left)?, self.node(right)?),
            Op::Compare(op, left, right) => {
                let among = with_number(left, right).filter(|_| !self.compared.is_empty());
                let among = among.and_then(|(what, number, first)| Some((self.one_of(what)?, number, first)));
                match among {
                    Some((what, number, true)) => FormulaNode::Compare(*op, what, Rc::new(FormulaNode::Number(number))),
                    Some((what, number, false)) => {
                        FormulaNode::Compare(*op, Rc::new(FormulaNode::Number(number)), what)
                    }
                    None => FormulaNode::Compare(*op, self.node(left)?, self.node(right)?),
                }
            }
            Op::And(left, right) => FormulaNode::And(self.node(left)?, self.node(right)?),
            Op::Or(left, right) => FormulaNode::Or(self.node(left)?, self.node(right)?),
            Op::If(condition, then, other) => {
                FormulaNode::If(self.node(condition)?, self.node(then)?, self.node(other)?)
            }
            Op::Min(items) => FormulaNode::Least(self.nodes(items)?),
            Op::Max(items) => FormulaNode::Greatest(self.nodes(items)?),
            Op::Local(slot) => {
                let (node, parts) = self.locals.get(*slot)?.clone()?;
                self.spend(parts)?;
                return Some(node);
            }
            Op::Let(slot, value, body) => {
                let before = self.left;
                let value = self.node(value)?;
                let value = (value, before.saturating_sub(self.left));
                if self.locals.len() <= *slot {
                    self.locals.resize(slot + 1, None);
                }
                let outer = self.locals.get_mut(*slot)?.replace(value);
                let found = self.node(body);
                *self.locals.get_mut(*slot)? = outer;
                return found;
            }
            Op::Total | Op::OwnTotal => return self.node(&self.here.test.filter(|_| self.here.total.is_none())?.total),
            Op::Value(index) => {
                let value = self.here.test?.values.get(*index)?;
                return if matches!(value.ir.op, Op::Hand(..)) { self.leaf(ir) } else { self.node(&value.ir) };
            }
            Op::Margin => {
                let test = self.here.test.filter(|test| test.opposed.is_none())?;
                match (&test.margin, test.against) {
                    (OptionalDecl::Formula(margin), _) => return self.node(margin),
                    (OptionalDecl::Usual, Some(index)) => {
                        let against = self.leaf_of((None, Unknown::Input(index)), self.reach().of_input(index))?;
                        FormulaNode::Arithmetic(Arithmetic::Subtract, self.node(&test.total)?, Rc::new(against))
                    }
                    _ => return None,
                }
            }
            // Free and marked boxes are one number, counted from either end.
            Op::Track(index, TrackRead::Left) => {
                let lost = self.leaf_of((None, Unknown::Track(*index, TrackRead::Lost)), self.reach().range(ir))?;
                let boxes = self.boxes(*index)?;
                FormulaNode::Arithmetic(Arithmetic::Subtract, Rc::new(boxes), Rc::new(lost))
            }
            Op::Track(index, TrackRead::Boxes) => self.boxes(*index)?,
            Op::Roll | Op::Dice(_) | Op::Read { pool: None, .. } => match self.read(ir) {
                Some(node) => node,
                None => return self.leaf(ir),
            },
            _ => return self.leaf(ir),
        }))
    }

    /// The number of boxes of a track.
    fn boxes(&mut self, track: TrackId) -> Option<FormulaNode> {
        let boxes = self.node(&self.game.tracks[track].boxes)?;
        Some(FormulaNode::Greatest(vec![boxes, Rc::new(FormulaNode::Number(0))]))
    }

    /// Counts parts of formulas; `None` if there are too many.
    fn spend(&mut self, parts: usize) -> Option<()> {
        self.left = self.left.checked_sub(parts)?;
        self.states.set(self.states.get().checked_sub(parts)?);
        Some(())
    }

    fn nodes(&mut self, items: &'g [Ir]) -> Option<Vec<Rc<FormulaNode>>> {
        items.iter().map(|item| self.node(item)).collect()
    }

    fn reach(&self) -> Reach<'g> {
        Reach::new(self.game, self.here.clone())
    }

    fn leaf(&mut self, ir: &'g Ir) -> Option<Rc<FormulaNode>> {
        // In a contest it may be the total of the other side.
        let test = self.here.test;
        let against = |index: &usize| test.is_some_and(|test| test.opposed.is_some() && test.against == Some(*index));
        if matches!(&ir.op, Op::Input(index) if against(index)) {
            return None;
        }
        let range = self.reach().range(ir);
        self.leaf_of(key_of(ir), range).map(Rc::new)
    }

    fn leaf_of(&mut self, key: OwnedUnknown, range: Interval) -> Option<FormulaNode> {
        if let Some(at) = self.leaves.iter().position(|(known, _)| *known == key) {
            return Some(FormulaNode::Leaf(at));
        }
        size(range).filter(|size| *size <= MOST_VALUES)?;
        self.leaves.push((key, range));
        Some(FormulaNode::Leaf(self.leaves.len() - 1))
    }

    /// The roll of a test with few dice and without modifiers.
    fn rolled(&mut self) -> Option<usize> {
        if let Some((count, _)) = &self.dice {
            return Some(*count);
        }
        let here = self.here;
        let test = here.test.filter(|_| here.roll.is_none() && here.hand.is_none())?;
        let pool: &Pool = test.roll.as_ref().or(self.game.roll.as_ref())?;
        let (count, many) = match &pool.count {
            Count::Fixed(count) => (usize::try_from(*count).ok()?, None),
            Count::Computed(ir) => (usize::try_from(self.reach().range(ir).most?).ok()?, Some(self.node(ir)?)),
        };
        let mut faces = match &pool.die {
            Die::Sides(sides) if throws(count, usize::try_from(*sides).ok()?)? > MOST_THROWS => return None,
            Die::Sides(sides) => (1..=i64::from(*sides)).collect::<Vec<_>>(),
            Die::Faces(faces) => faces.to_vec(),
        };
        faces.sort_unstable();
        faces.dedup();
        if !pool.modifiers.is_empty() || !pool.late.is_empty() || throws(count, faces.len())? > MOST_THROWS {
            return None;
        }
        (self.dice, self.many) = (Some((count, faces)), many);
        Some(count)
    }

    fn read(&mut self, ir: &'g Ir) -> Option<FormulaNode> {
        let count = self.rolled()?;
        let at = |reading: Reading| {
            let places = reading.places(count).filter(|_| reading == Reading::Sum || self.many.is_none())?;
            Some(if reading == Reading::Sum { Stat::Sum } else { Stat::At(places.start) })
        };
        Some(match &ir.op {
            Op::Roll => FormulaNode::Roll(Stat::Sum),
            Op::Dice(list) => {
                let mut sum = FormulaNode::Number(0);
                for (times, die) in list {
                    let read = FormulaNode::Roll(at(self.game.die_names.get(*die)?.reading)?);
                    let many = FormulaNode::Arithmetic(
                        Arithmetic::Multiply,
                        Rc::new(FormulaNode::Number(*times)),
                        Rc::new(read),
                    );
                    sum = FormulaNode::Arithmetic(Arithmetic::Add, Rc::new(sum), Rc::new(many));
                }
                sum
            }
            Op::Read { what, .. } => match what {
                PoolRead::Sum => FormulaNode::Roll(Stat::Sum),
                PoolRead::Highest => FormulaNode::Roll(at(Reading::Highest)?),
                PoolRead::Lowest => FormulaNode::Roll(at(Reading::Lowest)?),
                PoolRead::Repeats => FormulaNode::Roll(Stat::Repeats),
                PoolRead::Count(op, wanted) => FormulaNode::Count(*op, self.node(wanted)?),
                PoolRead::CountAny(_) | PoolRead::Nth(_) | PoolRead::Repeated | PoolRead::Worth(..) => return None,
            },
            _ => return None,
        })
    }

    /// Calls `see` with each combination of values and each multiset of faces. `None`: there are too many, or it
    /// stopped. Exponential in the number of unknowns, within the bounds above.
    fn each(&self, mut see: impl FnMut(&[i64], &[i64]) -> Option<()>) -> Option<()> {
        let (count, faces) = self.dice.clone().unwrap_or_default();
        let sizes = self.leaves.iter().map(|(_, range)| size(*range));
        let all = sizes.chain([throws(count, faces.len())]).try_fold(1_usize, |all, size| all.checked_mul(size?))?;
        if all > MOST_STATES {
            return None;
        }
        self.states.set(self.states.get().checked_sub(all)?);
        let mut throw = vec![0_usize; count];
        loop {
            let shown: Vec<i64> = throw.iter().filter_map(|at| faces.get(*at)).copied().collect();
            let mut values: Vec<i64> = self.leaves.iter().filter_map(|(_, range)| range.least).collect();
            loop {
                // With fewer dice, the first of them form all throws of that number.
                let many = match &self.many {
                    Some(node) => usize::try_from(value(self.game, node, &values, &[])?.max(0)).ok()?,
                    None => count,
                };
                see(&values, shown.get(..many)?)?;
                // An odometer: the first value that can increase does, and those before it restart.
                let can = |(value, (_, range)): (&i64, &(OwnedUnknown, Interval))| Some(*value) != range.most;
                let Some(at) = values.iter().zip(&self.leaves).position(can) else { break };
                for (value, (_, range)) in values.iter_mut().zip(&self.leaves).take(at) {
                    *value = range.least.unwrap_or(*value);
                }
                values.get_mut(at).into_iter().for_each(|value| *value += 1);
            }
            // The next multiset in ascending order: the last die that can increase does, and the later ones follow.
            let Some(at) = throw.iter().rposition(|at| *at + 1 < faces.len()) else { return Some(()) };
            let next = throw.get(at).map_or(0, |at| at + 1);
            throw.iter_mut().skip(at).for_each(|die| *die = next);
        }
    }
}

/// The key by which occurrences of a read are equal.
fn key_of(ir: &Ir) -> OwnedUnknown {
    // The same name has the same value. A longer formula may throw dice, so each occurrence is separate.
    let (of, what) = match &ir.op {
        Op::Of(whose, what) => match whose.op {
            Op::Slot(slot) => (Some(slot), &**what),
            _ => (None, ir),
        },
        _ => (None, ir),
    };
    let key = match &what.op {
        Op::Trait(index) => Unknown::Trait(*index),
        Op::Option(index) => Unknown::Option(*index),
        Op::Input(index) => Unknown::Input(*index),
        Op::Points(index, read) => Unknown::Points(*index, *read),
        Op::HasTag(index) => Unknown::HasTag(*index),
        Op::Slot(slot) => Unknown::Slot(*slot),
        Op::Track(index, read) => Unknown::Track(*index, *read),
        Op::State(holder) => Unknown::State(*holder),
        Op::Total => Unknown::Total,
        Op::Margin => Unknown::Margin,
        Op::Value(index) => Unknown::Value(*index),
        Op::Answered(which) => match which.op {
            Op::Input(index) => Unknown::InputAnswered(index),
            Op::Slot(slot) => Unknown::SlotAnswered(slot),
            _ => Unknown::Part(std::ptr::from_ref(&**which)),
        },
        _ => Unknown::Part(std::ptr::from_ref(ir)),
    };
    (of, key)
}

/// The operand, the number, and whether the number comes first.
fn with_number<'i>(left: &'i Ir, right: &'i Ir) -> Option<(&'i Ir, i64, bool)> {
    match (&left.op, &right.op) {
        (_, Op::Number(number) | Op::Known(_, number)) => Some((left, *number, true)),
        (Op::Number(number) | Op::Known(_, number), _) => Some((right, *number, false)),
        _ => None,
    }
}

/// The number of integers in an interval; `None` if it is unbounded.
fn size(range: Interval) -> Option<usize> {
    usize::try_from(range.most?.checked_sub(range.least?)?.checked_add(1)?).ok()
}

/// The number of multisets of `count` dice with `faces` faces; `None` above [`MOST_STATES`].
fn throws(count: usize, faces: usize) -> Option<usize> {
    if faces == 0 {
        return (count == 0).then_some(1);
    }
    (1..=count).try_fold(1_usize, |ways, die| {
        Some(ways.checked_mul(faces.checked_add(die)?.checked_sub(1)?)? / die).filter(|ways| *ways <= MOST_STATES)
    })
}

/// Evaluates a node; `None` if it fails.
fn value(game: &CheckedGame, node: &FormulaNode, values: &[i64], faces: &[i64]) -> Option<i64> {
    let of = |node: &FormulaNode| value(game, node, values, faces);
    Some(match node {
        FormulaNode::Number(number) => *number,
        FormulaNode::Leaf(at) => *values.get(*at)?,
        FormulaNode::OneOf(all, which) => *all.get(usize::try_from(of(which)?).ok()?)?,
        FormulaNode::Roll(Stat::Sum) => faces.iter().try_fold(0_i64, |sum, face| sum.checked_add(*face))?,
        FormulaNode::Roll(Stat::At(at)) => *faces.get(*at)?,
        FormulaNode::Roll(Stat::Repeats) => {
            let most = faces.iter().map(|face| faces.iter().filter(|other| *other == face).count()).max();
            i64::try_from(most.unwrap_or(0)).ok()?
        }
        FormulaNode::Count(op, wanted) => {
            let wanted = of(wanted)?;
            i64::try_from(faces.iter().filter(|face| op.holds(**face, wanted)).count()).ok()?
        }
        FormulaNode::Negate(inner) => of(inner)?.checked_neg()?,
        FormulaNode::Not(inner) => i64::from(of(inner)? == 0),
        FormulaNode::Arithmetic(op, left, right) => {
            let (left, right) = (of(left)?, of(right)?);
            match op {
                Arithmetic::Add => left.checked_add(right)?,
                Arithmetic::Subtract => left.checked_sub(right)?,
                Arithmetic::Multiply => left.checked_mul(right)?,
                Arithmetic::Divide => divided(left, right, game.rounding.unwrap_or(Rounding::Down))?,
                Arithmetic::DivideAs(rounding) => divided(left, right, *rounding)?,
                Arithmetic::Remainder => left.checked_rem_euclid(right).filter(|_| right > 0)?,
            }
        }
        FormulaNode::Compare(op, left, right) => i64::from(op.holds(of(left)?, of(right)?)),
        FormulaNode::And(left, right) => i64::from(of(left)? != 0 && of(right)? != 0),
        FormulaNode::Or(left, right) => i64::from(of(left)? != 0 || of(right)? != 0),
        FormulaNode::If(condition, then, other) => of(if of(condition)? != 0 { then } else { other })?,
        FormulaNode::Least(items) => {
            items.iter().map(|item| of(item)).collect::<Option<Vec<_>>>()?.into_iter().min()?
        }
        FormulaNode::Greatest(items) => {
            items.iter().map(|item| of(item)).collect::<Option<Vec<_>>>()?.into_iter().max()?
        }
    })
}

/// The quotient by a positive number.
fn divided(left: i64, right: i64, rounding: Rounding) -> Option<i64> {
    let floor = left.checked_div_euclid(right).filter(|_| right > 0)?;
    let rest = left.checked_rem_euclid(right)?;
    let up = match rounding {
        Rounding::Down => false,
        Rounding::Up => rest > 0,
        Rounding::Nearest => rest >= right.checked_sub(rest)?,
    };
    floor.checked_add(i64::from(up))
}
