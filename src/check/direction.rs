//! Whether a higher or a lower total is better.

use std::collections::{BTreeMap, BTreeSet};

use super::program::{Arithmetic, Ir, Op, Outcome, Test};
use crate::ruleset::model::OptionalDecl;
use crate::sort::Gather as _;
use crate::syntax::CompareOp;

/// Whether less of a test's total is better: the first of its outcomes that compares what was
/// rolled with something says so. Where none does, more is better.
pub(super) fn counts_down(test: &Test) -> bool {
    less_is_better(test, reads_total).or_else(|| less_is_better(test, reads_dice)).unwrap_or(false)
}

/// The same where it is the total itself that outcomes compare, or its dice with what the total is compared with.
pub(super) fn total_counts_down(test: &Test) -> bool {
    less_is_better(test, reads_total).unwrap_or_else(|| {
        let target = |ir: &Ir| test.against.is_some_and(|against| reads_input(test, ir, against));
        let compared = test.outcomes.iter().filter_map(|outcome| outcome.when.as_ref()).any(target);
        compared && less_is_better(test, reads_dice) == Some(true)
    })
}

/// Whether a formula reads what a test is given, also through values of the test.
pub(super) fn reads_input(test: &Test, ir: &Ir, input: usize) -> bool {
    reads(test, ir, &|op| matches!(op, Op::Input(index) if *index == input), &mut BTreeSet::new())
}

/// Whether an outcome, by its index, is only reached where the total is not above what it is compared with: because it
/// says so, or because an outcome before it takes the others.
pub(super) fn is_below(test: &Test, at: usize) -> bool {
    let Some(against) = test.against.filter(|_| matches!(test.margin, OptionalDecl::Usual)) else { return false };
    let compared = |ir: &Ir| {
        let Op::Compare(how, left, right) = &ir.op else { return None };
        let total = |ir: &Ir| matches!(ir.op, Op::Total | Op::OwnTotal);
        let target = |ir: &Ir| matches!(ir.op, Op::Input(input) if input == against);
        match how {
            CompareOp::GreaterOrEqual | CompareOp::Greater if total(left) && target(right) => Some(true),
            CompareOp::LessOrEqual | CompareOp::Less if total(left) && target(right) => Some(false),
            CompareOp::GreaterOrEqual | CompareOp::Greater if target(left) && total(right) => Some(false),
            CompareOp::LessOrEqual | CompareOp::Less if target(left) && total(right) => Some(true),
            _ => None,
        }
    };
    let says = |outcome: &Outcome, above| outcome.when.as_ref().and_then(compared) == Some(above);
    test.outcomes.iter().take(at).any(|before| says(before, true))
        || test.outcomes.get(at).is_some_and(|own| says(own, false))
}

fn less_is_better(test: &Test, reads: fn(&Test, &Ir) -> bool) -> Option<bool> {
    test.outcomes.iter().find_map(|outcome| {
        let less = less_of(test, outcome.when.as_ref()?, reads)?;
        Some(less == outcome.success?)
    })
}

/// Whether two sides compare by a value that decreases while the margin increases (monotonicity conflict). The first
/// compared value that depends on the dice decides; where its direction is not known, more of a margin that the test
/// declares is better.
pub(super) fn compares_against_margin(test: &Test) -> bool {
    let Some(opposed) = &test.opposed else { return false };
    let mut known = FlowDirections::new();
    let mut rising = |ir: &Ir| rises(test, ir, &mut known);
    let compared = match opposed.compare.as_slice() {
        [] => rising(&test.total),
        compare if matches!(test.margin, OptionalDecl::Formula(_)) => {
            compare.iter().find(|ir| follows_dice(test, ir)).and_then(&mut rising)
        }
        compare => compare.iter().find_map(&mut rising),
    };
    let margin = match &test.margin {
        OptionalDecl::Formula(ir) => rising(ir),
        OptionalDecl::Usual | OptionalDecl::Nothing => rising(&test.total),
    };
    compared.zip(margin).is_some_and(|(compared, margin)| compared != margin)
}

/// The directions of the values of a test, its total and its margin that were found so far. Each is computed once.
type FlowDirections = BTreeMap<NamedFlow, Option<bool>>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NamedFlow {
    Value(usize),
    Total,
    Margin,
}

/// The same of something that has a name. What reads itself is wrong, which is reported elsewhere.
fn named_rises(test: &Test, name: NamedFlow, ir: &Ir, seen: &mut FlowDirections) -> Option<bool> {
    if let Some(known) = seen.get(&name) {
        return *known;
    }
    seen.insert(name, None);
    let found = rises(test, ir, seen);
    seen.insert(name, found);
    found
}

/// Whether a formula rises (`true`) or falls with what is read off the dice; `None`: neither, or not known.
fn rises(test: &Test, ir: &Ir, seen: &mut FlowDirections) -> Option<bool> {
    let both = |one: Option<bool>, other: Option<bool>| match (one, other) {
        (Some(one), Some(other)) => (one == other).then_some(one),
        (one, other) => one.or(other),
    };
    match &ir.op {
        Op::Dice(dice) => dice.iter().map(|(times, _)| Some(*times > 0)).reduce(both).flatten(),
        Op::Pool(_) | Op::Roll | Op::Hand(..) | Op::Read { .. } => Some(true),
        Op::InHand(_, inner) => rises(test, inner, seen),
        Op::Total | Op::OwnTotal => named_rises(test, NamedFlow::Total, &test.total, seen),
        Op::Margin => match &test.margin {
            OptionalDecl::Formula(margin) => named_rises(test, NamedFlow::Margin, margin, seen),
            OptionalDecl::Usual | OptionalDecl::Nothing => named_rises(test, NamedFlow::Total, &test.total, seen),
        },
        Op::Value(index) => named_rises(test, NamedFlow::Value(*index), &test.values.get(*index)?.ir, seen),
        Op::Negate(inner) => rises(test, inner, seen).map(|rises| !rises),
        Op::Arithmetic(op, left, right) => {
            let (one, other) = (rises(test, left, seen), rises(test, right, seen));
            match op {
                Arithmetic::Add => both(one, other),
                Arithmetic::Subtract => both(one, other.map(|rises| !rises)),
                Arithmetic::Remainder => None,
                Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::DivideAs(_) => {
                    let negative = |ir: &Ir| matches!(&ir.op, Op::Negate(_)) || matches!(ir.op, Op::Number(..0));
                    both(one.map(|rises| rises != negative(right)), other.map(|rises| rises != negative(left)))
                }
            }
        }
        Op::Not(inner) => rises(test, inner, seen).map(|rises| !rises),
        Op::Compare(op, left, right) => {
            let (one, other) = (rises(test, left, seen), rises(test, right, seen));
            let rising = both(one, other.map(|rises| !rises));
            match op {
                CompareOp::Greater | CompareOp::GreaterOrEqual => rising,
                CompareOp::Less | CompareOp::LessOrEqual => rising.map(|rises| !rises),
                CompareOp::Equal | CompareOp::NotEqual => None,
            }
        }
        Op::If(when, then, otherwise) if let (Some(yes), Some(no)) = (number(then), number(otherwise)) => {
            if yes == no {
                None
            } else {
                rises(test, when, seen).map(|rises| rises == (yes > no))
            }
        }
        Op::If(_, then, otherwise) => both(rises(test, then, seen), rises(test, otherwise, seen)),
        Op::Min(all) | Op::Max(all) => all.iter().map(|one| rises(test, one, seen)).reduce(both).flatten(),
        _ => None,
    }
}

/// A number as it is written.
fn number(ir: &Ir) -> Option<i64> {
    match &ir.op {
        Op::Number(number) => Some(*number),
        Op::Negate(inner) => number(inner)?.checked_neg(),
        _ => None,
    }
}

/// Whether a condition holds for less of what was rolled (or for more), if it compares that: however it is written,
/// by a value, turned round by `not`, or as a difference.
fn less_of(test: &Test, when: &Ir, reads: fn(&Test, &Ir) -> bool) -> Option<bool> {
    match &when.op {
        Op::Not(inner) => less_of(test, inner, reads).map(|less| !less),
        // A value reads only those before it.
        Op::Value(index) => less_of(test, &test.values.get(*index)?.ir, reads),
        Op::Compare(op, left, right) => {
            // More of the total is more, whatever it is made of.
            let mut known = [(NamedFlow::Total, Some(true))].into_iter().to_map();
            let mut rising = |ir: &Ir| rises(test, ir, &mut known).unwrap_or(true);
            let less = match (reads(test, left), reads(test, right)) {
                (true, false) => rising(left),
                (false, true) => !rising(right),
                _ => return None,
            };
            match op {
                CompareOp::Less | CompareOp::LessOrEqual => Some(less),
                CompareOp::Greater | CompareOp::GreaterOrEqual => Some(!less),
                CompareOp::Equal | CompareOp::NotEqual => None,
            }
        }
        _ => when.children().into_iter().find_map(|part| less_of(test, part, reads)),
    }
}

fn reads_total(test: &Test, ir: &Ir) -> bool {
    let total = |op: &Op| matches!(op, Op::Total | Op::OwnTotal | Op::Margin);
    reads(test, ir, &total, &mut BTreeSet::new())
}

/// Whether a formula reads dice of the test, or its total, also through values of the test.
pub(super) fn follows_dice(test: &Test, ir: &Ir) -> bool {
    reads_dice(test, ir) || reads_total(test, ir)
}

fn reads_dice(test: &Test, ir: &Ir) -> bool {
    let dice =
        |op: &Op| matches!(op, Op::Dice(_) | Op::Pool(_) | Op::Roll | Op::Hand(..) | Op::InHand(..) | Op::Read { .. });
    reads(test, ir, &dice, &mut BTreeSet::new())
}

/// Whether a formula reads something, also through values of the test.
fn reads(test: &Test, ir: &Ir, what: &dyn Fn(&Op) -> bool, seen: &mut BTreeSet<usize>) -> bool {
    ir.parts().any(|part| {
        let value = if let Op::Value(index) = part.op { test.values.get(index).zip(Some(index)) } else { None };
        what(&part.op) || value.is_some_and(|(value, index)| seen.insert(index) && reads(test, &value.ir, what, seen))
    })
}
