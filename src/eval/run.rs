//! Running a prepared expression from beginning to end.

use super::effects::Effects;
use super::failure::Failure;
use super::fast::Fast;
use super::generator::Generator;
use super::machine::{Machine, Value};
use super::result::{Answer, Evaluation, SideResult};
use crate::check::program::{Game, Kind};
use crate::check::{Prepared, Program};
use crate::state::{Env, World};

/// Evaluates an expression and explains it. `wanted` are labels of values that
/// the caller wants to see besides those that the ruleset shows. `seat` is whoever rolls, if
/// somebody at a table does.
///
/// # Errors
///
/// What stopped it: a limit, a division by zero, a number that nobody gave, dice
/// that are not there.
pub fn evaluate<E: Effects>(
    game: &Game,
    prepared: &Prepared,
    env: &Env,
    seat: Option<(&World, usize)>,
    effects: &mut E,
    wanted: &[&str],
) -> Result<Evaluation, Failure> {
    let seated = || seat.map(|(world, who)| super::deed::seat(world, who));
    match &prepared.program {
        Program::Value { ir, kind, roll } => {
            let mut machine = Machine::new(game, &prepared.origin, env, effects, roll, true);
            machine.play = seated();
            let (terms, value) = if matches!(kind, Kind::Number) {
                let (terms, total) = machine.addends(ir)?;
                (terms, Answer::Number(total))
            } else {
                (Vec::new(), {
                    let value = machine.value(ir)?;
                    machine.shown(&value, kind)
                })
            };
            let total = match value {
                Answer::Number(total) => Some(total),
                _ => None,
            };
            let side = SideResult { test: None, terms, total, shown: Vec::new(), extra: Vec::new() };
            Ok(Evaluation {
                value,
                sides: vec![side],
                rolls: machine.rolls,
                outcome: None,
                trace: machine.trace.unwrap_or_default(),
            })
        }
        Program::Test(side) => {
            let mut machine = Machine::new(game, &prepared.origin, env, effects, &side.roll, true);
            machine.play = seated();
            machine.one_side(side, wanted)
        }
        Program::Opposed(left, right) => {
            let mut machine = Machine::new(game, &prepared.origin, env, effects, &left.roll, true);
            machine.play = seated();
            machine.two_sides(left, right, wanted)
        }
    }
}

/// The value alone: of a plain expression its number, of a test its total. `fast` is
/// the shortcut of this expression, if it has one.
///
/// # Errors
///
/// As [`evaluate`].
#[inline]
pub fn value_of(
    game: &Game,
    prepared: &Prepared,
    fast: Option<&Fast>,
    env: &Env,
    generator: &mut Generator,
) -> Result<i64, Failure> {
    match fast {
        Some(fast) => Ok(fast.roll(generator)),
        None => interpreted(game, prepared, env, generator),
    }
}

#[inline(never)]
fn interpreted(game: &Game, prepared: &Prepared, env: &Env, generator: &mut Generator) -> Result<i64, Failure> {
    match &prepared.program {
        Program::Value { ir, roll, .. } => {
            let mut machine = Machine::new(game, &prepared.origin, env, generator, roll, false);
            machine.value(ir).map(|value| match value {
                Value::Int(value) => value,
                Value::Text(_) => 0,
            })
        }
        Program::Test(side) | Program::Opposed(side, _) => {
            let mut machine = Machine::new(game, &prepared.origin, env, generator, &side.roll, false);
            machine.open(side);
            machine.total(side.total.at)
        }
    }
}
