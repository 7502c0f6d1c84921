//! Whether more or less of a total is better.

use std::collections::BTreeSet;

use super::program::{Ir, Op, Test};
use crate::syntax::CompareOp;

/// Whether less of a test's total is better: the first of its outcomes that compares what was
/// rolled with something says so. Where none does, more is better.
pub(super) fn counts_down(test: &Test) -> bool {
    let by = |reads: fn(&Test, &Ir) -> bool| {
        test.outcomes.iter().find_map(|outcome| {
            let less = less_of(test, outcome.when.as_ref()?, reads)?;
            Some(less == outcome.success?)
        })
    };
    by(reads_total).or_else(|| by(reads_dice)).unwrap_or(false)
}

/// Whether a condition holds for less of what was rolled (or for more), if it compares that.
fn less_of(test: &Test, when: &Ir, reads: fn(&Test, &Ir) -> bool) -> Option<bool> {
    when.parts().find_map(|part| {
        let Op::Compare(op, left, right) = &part.op else { return None };
        let less = match (reads(test, left), reads(test, right)) {
            (true, false) => true,
            (false, true) => false,
            _ => return None,
        };
        match op {
            CompareOp::Less | CompareOp::LessOrEqual => Some(less),
            CompareOp::Greater | CompareOp::GreaterOrEqual => Some(!less),
            CompareOp::Equal | CompareOp::NotEqual => None,
        }
    })
}

fn reads_total(test: &Test, ir: &Ir) -> bool {
    let total = |op: &Op| matches!(op, Op::Total | Op::OwnTotal | Op::Margin);
    reads(test, ir, &total, &mut BTreeSet::new())
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
