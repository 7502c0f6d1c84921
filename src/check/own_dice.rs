//! Whether a typed formula throws dice, names dice, or reads dice that were thrown before.

use super::program::{CheckedGame, Ir, Op, Pool, Test};
use super::visitors::walk_mut;

pub(super) fn own_pools(ir: &Ir) -> usize {
    match &ir.op {
        Op::Pool(_) | Op::Read { pool: Some(_), .. } => 1,
        Op::Beats(..) => 2,
        _ => 0,
    }
}

/// Takes the only dice out of a formula; the roll is in their place.
pub(super) fn take_pool(ir: &mut Ir) -> Option<Box<Pool>> {
    match &mut ir.op {
        Op::Pool(_) => match std::mem::replace(&mut ir.op, Op::Roll) {
            Op::Pool(pool) => return Some(pool),
            other => ir.op = other,
        },
        Op::Read { pool, .. } if pool.is_some() => return pool.take(),
        _ => {}
    }
    let mut found = None;
    walk_mut(ir, &mut |child| {
        if found.is_none() {
            found = take_pool(child);
        }
    });
    found
}

/// Whether evaluating this throws dice or reads a roll.
pub(super) fn throws(ir: &Ir) -> bool {
    let throws =
        |op: &Op| matches!(op, Op::Pool(_) | Op::Dice(_) | Op::Roll | Op::Read { .. } | Op::Beats(..) | Op::OwnTotal);
    ir.any_part(&|part| throws(&part.op))
}

pub(super) fn names_dice(ir: &Ir, game: &CheckedGame) -> bool {
    ir.any_part(&|part| match &part.op {
        Op::Dice(_) => true,
        Op::Cell(read) => game.tables[read.table].uses_dice,
        _ => false,
    })
}

pub(super) fn reads_without_dice(ir: &Ir) -> bool {
    ir.any_part(&|part| matches!(part.op, Op::Read { pool: None, .. } | Op::Roll))
}

pub(super) fn reads_roll_deep(ir: &Ir, test: &Test) -> bool {
    let reads = |ir: &Ir| ir.any_part(&|part| matches!(part.op, Op::Dice(_) | Op::Read { pool: None, .. }));
    ir.any_part(&|part| match &part.op {
        Op::Dice(_) | Op::Read { pool: None, .. } | Op::Roll => true,
        Op::Value(index) => test.values.get(*index).is_some_and(|value| reads(&value.ir)),
        _ => false,
    })
}
