//! Whether one condition implies another.

use crate::check::program::{Arithmetic, CheckedGame, Ir, Op};
use crate::dice::Interval;
use crate::ruleset::model::OptionalDecl;
use crate::syntax::CompareOp;

use super::LintBudget;
use super::formula_range::{FormulaContext, Reach};
use crate::sort::Sort as _;

/// What a look at two conditions costs, in parts of formulas.
const COST: usize = 10;
/// How many parts of two formulas are compared to find how far they are apart.
const MOST_STEPS: usize = 12;

/// Whether wherever the first holds, the second does; `false` where that is not plain, or nothing is
/// left to look further. Both stand in the same place of the same test or track, so that equal words
/// mean the same.
pub(super) fn implies<'g>(
    game: &'g CheckedGame,
    here: &FormulaContext<'g>,
    one: &'g Ir,
    other: &'g Ir,
    budget: &LintBudget,
) -> bool {
    let Some(left) = budget.get().checked_sub(COST) else { return false };
    let implies = |one: &'g Ir, other: &'g Ir| implies(game, here, one, other, budget);
    budget.set(left);
    let both = match &other.op {
        Op::And(left, right) => implies(one, left) && implies(one, right),
        Op::Or(left, right) => implies(one, left) || implies(one, right),
        _ => false,
    };
    let parts = match &one.op {
        Op::And(left, right) => implies(left, other) || implies(right, other),
        Op::Or(left, right) => implies(left, other) && implies(right, other),
        _ => false,
    };
    both || parts || same(game, one, other) || compared(game, one, other) || bounded(game, here, one, other)
}

/// The words of a formula, without blanks.
fn words(game: &CheckedGame, ir: &Ir) -> Option<String> {
    let origin = game.origins.get(usize::try_from(ir.at.origin).ok()?)?;
    let words: String = origin.words(ir.at.span).split_whitespace().collect();
    (!words.is_empty()).then_some(words)
}

/// Whether two formulas in the same place are written alike, and throw no dice of their own.
pub(super) fn same(game: &CheckedGame, one: &Ir, other: &Ir) -> bool {
    if one.any_part(&|part| part.op.throws()) {
        return false;
    }
    // A part may stand in the same words as the whole: `a != b` is not that both are the same.
    if std::mem::discriminant(&one.op) != std::mem::discriminant(&other.op) {
        return false;
    }
    let found = words(game, one);
    found.is_some() && found == words(game, other)
}

/// Bounds of the difference between two formulas.
struct DifferenceBound {
    left: String,
    right: String,
    /// The least difference, left minus right.
    low: Option<i64>,
    /// The greatest.
    high: Option<i64>,
}

fn bound(game: &CheckedGame, ir: &Ir) -> Option<DifferenceBound> {
    let Op::Compare(how, left, right) = &ir.op else { return None };
    let (right, more) = shifted(game, right)?;
    let (low, high) = match how {
        CompareOp::Equal => (Some(more), Some(more)),
        CompareOp::GreaterOrEqual => (Some(more), None),
        CompareOp::Greater => (Some(more.checked_add(1)?), None),
        CompareOp::LessOrEqual => (None, Some(more)),
        CompareOp::Less => (None, Some(more.checked_sub(1)?)),
        CompareOp::NotEqual => return None,
    };
    Some(DifferenceBound { left: words(game, left)?, right, low, high })
}

/// Something and a number more; nothing and the number, if it is only that.
fn shifted(game: &CheckedGame, ir: &Ir) -> Option<(String, i64)> {
    let number = |ir: &Ir| match &ir.op {
        Op::Number(number) => Some(*number),
        Op::Negate(inner) => match inner.op {
            Op::Number(number) => number.checked_neg(),
            _ => None,
        },
        _ => None,
    };
    if let Some(number) = number(ir) {
        return Some((String::new(), number));
    }
    match &ir.op {
        Op::Arithmetic(Arithmetic::Add, left, right) => match (number(left), number(right)) {
            (_, Some(more)) => Some((words(game, left)?, more)),
            (Some(more), _) => Some((words(game, right)?, more)),
            _ => Some((words(game, ir)?, 0)),
        },
        Op::Arithmetic(Arithmetic::Subtract, left, right) => match number(right) {
            Some(less) => Some((words(game, left)?, less.checked_neg()?)),
            None => Some((words(game, ir)?, 0)),
        },
        _ => Some((words(game, ir)?, 0)),
    }
}

/// Two comparisons of the same thing with the same, but for a number.
fn compared(game: &CheckedGame, one: &Ir, other: &Ir) -> bool {
    let (Some(one), Some(other)) = (bound(game, one), bound(game, other)) else { return false };
    let low = other.low.is_none_or(|low| one.low.is_some_and(|least| least >= low));
    let high = other.high.is_none_or(|high| one.high.is_some_and(|most| most <= high));
    one.left == other.left && one.right == other.right && low && high
}

/// Two comparisons of which the second leaves more room, whatever the values of what they read.
fn bounded<'g>(game: &'g CheckedGame, here: &FormulaContext<'g>, one: &'g Ir, other: &'g Ir) -> bool {
    let (one, other) = (below(here, one, other), below(here, other, one));
    // What is at most something else: of each of the second some of the first is nearer.
    !other.is_empty()
        && other.iter().all(|&(low, high, more)| {
            one.iter().any(|&(least, most, apart)| {
                let mut gap = Gap { game, here, left: MOST_STEPS };
                let below = gap.least(least, low);
                let above = below.and_then(|_| gap.least(high, most));
                let room = below.zip(above).and_then(|(below, above)| below.checked_add(above)?.checked_add(apart));
                room.is_some_and(|room| room >= more)
            })
        })
}

/// What a comparison says: what is at most what, less a number. `beside` is the other comparison: a margin is the total
/// less the difficulty as they are named there.
fn below<'g>(here: &FormulaContext<'g>, ir: &'g Ir, beside: &'g Ir) -> Vec<(&'g Ir, &'g Ir, i64)> {
    let Op::Compare(how, left, right) = &ir.op else { return Vec::new() };
    if ir.any_part(&|part| part.op.throws()) {
        return Vec::new();
    }
    let (left, right, more) = match (&left.op, &right.op) {
        (Op::Margin, Op::Number(number)) => match margin(here, beside) {
            Some((total, against)) => (total, against, *number),
            None => return Vec::new(),
        },
        _ => (&**left, &**right, 0),
    };
    // The left side is at most (at least, …) the right one and `more`.
    let at_most = |less: i64| less.checked_sub(more).map(|apart| (left, right, apart));
    let at_least = |less: i64| less.checked_add(more).map(|apart| (right, left, apart));
    let (one, other) = match how {
        CompareOp::LessOrEqual => (at_most(0), None),
        CompareOp::Less => (at_most(1), None),
        CompareOp::GreaterOrEqual => (at_least(0), None),
        CompareOp::Greater => (at_least(1), None),
        CompareOp::Equal => (at_most(0), at_least(0)),
        CompareOp::NotEqual => (None, None),
    };
    one.into_iter().chain(other).collect()
}

/// The total and the difficulty between which a test counts its margin, as another condition names them.
fn margin<'g>(here: &FormulaContext<'g>, beside: &'g Ir) -> Option<(&'g Ir, &'g Ir)> {
    let test = here.test.filter(|test| matches!(test.margin, OptionalDecl::Usual))?;
    let total = beside.parts().find(|part| matches!(part.op, Op::Total))?;
    let against = beside.parts().find(|part| matches!(part.op, Op::Input(input) if Some(input) == test.against))?;
    Some((total, against))
}

/// By how much two formulas are apart at least.
struct Gap<'h, 'g> {
    game: &'g CheckedGame,
    here: &'h FormulaContext<'g>,
    left: usize,
}

impl<'g> Gap<'_, 'g> {
    fn range(&self, ir: &'g Ir) -> Interval {
        Reach::new(self.game, self.here.clone()).range(ir)
    }

    /// The least that the first less the second can be, as far as that is plain.
    fn least(&mut self, first: &'g Ir, second: &'g Ir) -> Option<i64> {
        self.left = self.left.checked_sub(1)?;
        if same(self.game, first, second) {
            return Some(0);
        }
        let apart = self.range(first) - self.range(second);
        apart.least.or_else(|| self.less_of(first, second)).or_else(|| self.more_of(first, second))
    }

    /// By what the second is made of.
    fn less_of(&mut self, first: &'g Ir, second: &'g Ir) -> Option<i64> {
        match &second.op {
            Op::Arithmetic(Arithmetic::Add, left, right) => {
                let by = |gap: &mut Self, most: &'g Ir, rest: &'g Ir| {
                    let most = gap.range(most).most?;
                    gap.least(first, rest)?.checked_sub(most)
                };
                by(self, right, left).or_else(|| by(self, left, right))
            }
            Op::Arithmetic(Arithmetic::Subtract, left, right) => {
                let more = self.range(right).least?;
                self.least(first, left)?.checked_add(more)
            }
            // A part of what is not below zero is no more than that.
            Op::Arithmetic(Arithmetic::Divide | Arithmetic::DivideAs(_), whole, by)
                if self.range(by).least >= Some(1) && self.range(whole).least >= Some(0) =>
            {
                self.least(first, whole)
            }
            _ => None,
        }
    }

    /// By what the first is made of.
    fn more_of(&mut self, first: &'g Ir, second: &'g Ir) -> Option<i64> {
        match &first.op {
            Op::Arithmetic(Arithmetic::Add, left, right) => {
                let by = |gap: &mut Self, least: &'g Ir, rest: &'g Ir| {
                    let least = gap.range(least).least?;
                    gap.least(rest, second)?.checked_add(least)
                };
                by(self, right, left).or_else(|| by(self, left, right))
            }
            Op::Arithmetic(Arithmetic::Subtract, left, right) => {
                let less = self.range(right).most?;
                self.least(left, second)?.checked_sub(less)
            }
            // Several times what is not below zero is no less than that.
            Op::Arithmetic(Arithmetic::Multiply, left, right) => {
                let times = |gap: &mut Self, times: &'g Ir, whole: &'g Ir| {
                    let grows = gap.range(times).least >= Some(1) && gap.range(whole).least >= Some(0);
                    if grows { gap.least(whole, second) } else { None }
                };
                times(self, right, left).or_else(|| times(self, left, right))
            }
            _ => None,
        }
    }
}

/// Whether one of these conditions always holds; `false` where that is not plain. They stand in the same
/// place. `range` is what a number can be there.
pub(super) fn covers<'g>(
    game: &CheckedGame,
    conditions: &[&'g Ir],
    mut range: impl FnMut(&'g Ir) -> Interval,
    budget: &LintBudget,
) -> bool {
    let cost = COST.saturating_mul(conditions.len()).saturating_mul(conditions.len());
    let Some(left) = budget.get().checked_sub(cost) else { return false };
    budget.set(left);
    let opposite = |one: &Ir| match &one.op {
        Op::Not(inner) => conditions.iter().any(|other| same(game, inner, other)),
        _ => false,
    };
    conditions.iter().any(|one| opposite(one))
        || conditions.iter().any(|first| together(game, first, conditions, &mut range))
}

/// Whether comparisons of the same as in the first leave nothing out.
fn together<'g>(game: &CheckedGame, first: &'g Ir, all: &[&'g Ir], range: &mut impl FnMut(&'g Ir) -> Interval) -> bool {
    let (Some(of), Op::Compare(_, left, _)) = (bound(game, first), &first.op) else { return false };
    let bounds = all.iter().filter_map(|ir| bound(game, ir));
    let mut bounds: Vec<DifferenceBound> = bounds.filter(|one| one.left == of.left && one.right == of.right).collect();
    let domain = if of.right.is_empty() { range(left) } else { Interval::ANY };
    bounds.order_by_key(|one| one.low);
    let Interval { least, most } = domain;
    // Everything below this is covered; nothing: not even what is least.
    let mut next = least;
    for one in bounds {
        if one.low.is_some_and(|low| next.is_none_or(|next| next < low)) {
            return false;
        }
        let Some(high) = one.high else { return true };
        let Some(after) = high.checked_add(1) else { return true };
        next = Some(next.map_or(after, |next| next.max(after)));
        if most.is_some_and(|most| next > Some(most)) {
            return true;
        }
    }
    false
}
