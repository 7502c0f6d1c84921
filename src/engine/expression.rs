//! Evaluates a prepared expression.

use super::effects::Effects;
use super::failure::Failure;
use super::fast_path::Fast;
use super::generator::Generator;
use super::machine::Machine;
use super::result::{Answer, Evaluation, SideResult};
use super::test_sides::SideAlone;
use crate::check::program::{CheckedGame, Ir, Kind};
use crate::check::{Prepared, Program, Side};
use crate::diagnostic::Code;
use crate::world::{Env, World};

/// Evaluates an expression and explains it. `wanted` are labels of values that the caller wants to see besides those
/// that the ruleset shows. `seat` is the roller's index in the world, if the roll is made at a table.
///
/// # Errors
///
/// What stopped it: a limit, a division by zero, a missing answer, dice that are not there.
pub fn evaluate(
    game: &CheckedGame,
    prepared: &Prepared,
    env: &Env,
    seat: Option<(&World, usize)>,
    effects: &mut dyn Effects,
    wanted: &[&str],
) -> Result<Evaluation, Failure> {
    alone(prepared)?;
    let mut machine = Machine::new(game, &prepared.origin, env, effects, prepared.program.source(), true);
    machine.play = seat.map(|(world, who)| super::entry_points::seat(world, who));
    machine.run(&prepared.program, wanted)
}

/// # Errors
///
/// Several expressions of the same dice, and conditions (`given`): only odds answer these.
fn alone(prepared: &Prepared) -> Result<(), Failure> {
    match &prepared.joint {
        None => Ok(()),
        Some(joint) => Err(Failure::new(Code::GivenForOdds, joint.at(&prepared.program))),
    }
}

/// Evaluates an expression without explaining it: there are no parts of sums and no trace.
///
/// # Errors
///
/// As [`evaluate`].
pub fn observe(
    game: &CheckedGame,
    prepared: &Prepared,
    env: &Env,
    seat: Option<(&World, usize)>,
    effects: &mut dyn Effects,
) -> Result<Evaluation, Failure> {
    let mut machine = Machine::new(game, &prepared.origin, env, effects, prepared.program.source(), false);
    machine.play = seat.map(|(world, who)| super::entry_points::seat(world, who));
    machine.run(&prepared.program, &[])
}

impl<'a> Machine<'a> {
    /// Runs an expression from beginning to end.
    pub(super) fn run(&mut self, program: &'a Program, wanted: &[&str]) -> Result<Evaluation, Failure> {
        match program {
            Program::Value { ir, kind, .. } => {
                let (terms, value) = if matches!(kind, Kind::Number) {
                    let (terms, total) = self.addends(ir)?;
                    (terms, Answer::Number(total))
                } else {
                    let value = self.value(ir)?;
                    (Vec::new(), self.shown(&value, kind))
                };
                let total = match value {
                    Answer::Number(total) => Some(total),
                    _ => None,
                };
                let side = SideResult { terms, total, ..SideResult::default() };
                Ok(Evaluation {
                    value,
                    sides: vec![side],
                    rolls: std::mem::take(&mut self.rolls),
                    outcome: None,
                    trace: self.trace.take().unwrap_or_default(),
                    nodes: self.spent(),
                })
            }
            Program::Test(side) => self.one_side(side, wanted),
            Program::Opposed(left, right) => self.two_sides(left, right, wanted),
        }
    }
}

/// One side of an opposed test by itself: its total, and what it is compared by.
///
/// # Errors
///
/// As [`evaluate`].
pub fn observe_side<'a>(
    game: &'a CheckedGame,
    prepared: &'a Prepared,
    side: &'a Side,
    env: &'a Env,
    seat: Option<(&World, usize)>,
    effects: &'a mut dyn Effects,
) -> Result<SideAlone, Failure> {
    let mut machine = Machine::new(game, &prepared.origin, env, effects, &side.roll, false);
    machine.play = seat.map(|(world, who)| super::entry_points::seat(world, who));
    machine.side_alone(side)
}

/// How a test ends whose total is known, and of which nothing reads the dice.
///
/// # Errors
///
/// As [`evaluate`].
pub fn observe_total<'a>(
    game: &'a CheckedGame,
    prepared: &'a Prepared,
    side: &'a Side,
    env: &'a Env,
    seat: Option<(&World, usize)>,
    total: i64,
    effects: &'a mut dyn Effects,
) -> Result<Evaluation, Failure> {
    let mut machine = Machine::new(game, &prepared.origin, env, effects, &side.roll, false);
    machine.play = seat.map(|(world, who)| super::entry_points::seat(world, who));
    machine.one_side_with(side, Some(total), &[])
}

/// The value of a formula that is the same whatever dice show; `None` if it may depend on
/// them, or cannot be had. In a test it is seen from this side.
///
/// # Errors
///
/// Internal ones, and a used-up budget.
pub fn settled(
    game: &CheckedGame,
    prepared: &Prepared,
    side: Option<&Side>,
    env: &Env,
    seat: Option<(&World, usize)>,
    ir: &Ir,
) -> Result<Option<i64>, Failure> {
    if !ir.parts().all(|part| part.op.is_settled()) {
        return Ok(None);
    }
    let mut no_dice = super::effects::TypedDice::new(&[]);
    let mut machine = Machine::new(game, &prepared.origin, env, &mut no_dice, prepared.program.source(), false);
    machine.play = seat.map(|(world, who)| super::entry_points::seat(world, who));
    if let Some(side) = side {
        machine.open(side);
    }
    Failure::if_any(machine.number(ir))
}

/// The value alone: of a plain expression its number, of a test its total. `fast` is
/// the shortcut of this expression, if it has one.
///
/// # Errors
///
/// As [`evaluate`].
#[inline]
pub fn value_of(
    game: &CheckedGame,
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
fn interpreted(game: &CheckedGame, prepared: &Prepared, env: &Env, generator: &mut Generator) -> Result<i64, Failure> {
    alone(prepared)?;
    match &prepared.program {
        Program::Value { ir, roll, .. } => {
            let mut machine = Machine::new(game, &prepared.origin, env, generator, roll, false);
            machine.number(ir)
        }
        Program::Test(side) | Program::Opposed(side, _) => {
            let mut machine = Machine::new(game, &prepared.origin, env, generator, &side.roll, false);
            machine.open(side);
            machine.total(side.total.at)
        }
    }
}
