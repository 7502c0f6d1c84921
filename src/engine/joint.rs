//! Several things that are read off the same dice: `A, B given C`.

use super::effects::Effects;
use super::failure::Failure;
use super::machine::{Machine, Value};
use super::result::{Answer, Evaluation, OutcomeResult, SideResult, Verdict};
use crate::check::program::{Game, Ir, Kind};
use crate::check::{Joint, Prepared, Program, Seen};
use crate::world::{Env, World};

/// What an evaluation came to, and what is asked besides; nothing where the condition does not hold.
///
/// # Errors
///
/// As [`super::observe`].
pub fn observe_joint(
    game: &Game,
    prepared: &Prepared,
    joint: &Joint,
    env: &Env,
    seat: Option<(&World, usize)>,
    effects: &mut dyn Effects,
) -> Result<Option<(Evaluation, Option<Answer>)>, Failure> {
    let mut machine = Machine::new(game, &prepared.origin, env, effects, prepared.program.source(), false);
    machine.play = seat.map(|(world, who)| super::deed::seat(world, who));
    machine.joint(&prepared.program, joint)
}

impl<'a> Machine<'a> {
    fn joint(
        &mut self,
        program: &'a Program,
        joint: &'a Joint,
    ) -> Result<Option<(Evaluation, Option<Answer>)>, Failure> {
        if let Some(given) = joint.given.as_ref().filter(|_| joint.first) {
            // It reads none of these names; those of its own are counted on from them.
            self.name_locally(vec![Value::Int(0); joint.seen.len()]);
            if !self.flag(given)? {
                return Ok(None);
            }
            self.name_locally(Vec::new());
        }
        let (mut evaluation, total) = match program {
            Program::Value { ir, kind, .. } => {
                let value = self.value(ir)?;
                (self.came_to(self.shown(&value, kind)), Some(value))
            }
            Program::Test(_) | Program::Opposed(..) => {
                let mut evaluation = self.run(program, &[])?;
                self.rolls = std::mem::take(&mut evaluation.rolls);
                let total = evaluation.sides.first().and_then(|side| side.total);
                (evaluation, total.map(Value::Int))
            }
        };
        let others = joint.told.iter().flatten().map(|(ir, _)| ir).chain(&joint.given);
        // Where dice were cut, how it ends may not be known.
        if let (None, Some(at)) = (&evaluation.outcome, others.clone().map(|ir| ir.at).next())
            && !matches!(program, Program::Value { .. })
            && self.effects.open_ended()
        {
            return Err(Failure::cut(at));
        }
        let mut names = Vec::with_capacity(joint.seen.len());
        for seen in &joint.seen {
            let value = match seen {
                Seen::Total => total.clone(),
                seen => Some(Value::Int(self.end_as(*seen, program, evaluation.outcome.as_ref()))),
            };
            names.push(match (value, others.clone().next()) {
                (Some(value), _) => value,
                (None, Some(ir)) => return Err(Failure::cut(ir.at)),
                (None, None) => Value::Int(0),
            });
        }
        self.name_locally(names);
        if let Some(given) = joint.given.as_ref().filter(|_| !joint.first)
            && !self.flag(given)?
        {
            return Ok(None);
        }
        let ended = evaluation.outcome.clone();
        let mut told = Vec::with_capacity(joint.told.len());
        for one in &joint.told {
            told.push(match one {
                Some((ir, kind)) => Some(self.beside(ir, kind)?),
                None => None,
            });
        }
        let mut told = told.into_iter();
        if let Some(Some(value)) = told.next() {
            let own = std::mem::replace(&mut evaluation, self.came_to(value));
            let own = match ended {
                Some(ended) => ended.name.map_or(Answer::Flag(ended.success == Some(true)), Answer::Text),
                None => own.value,
            };
            return Ok(Some((evaluation, told.next().map(|value| value.unwrap_or(own)))));
        }
        Ok(Some((evaluation, told.next().flatten())))
    }

    fn beside(&mut self, ir: &'a Ir, kind: &Kind) -> Result<Answer, Failure> {
        let value = self.value(ir)?;
        Ok(self.shown(&value, kind))
    }

    /// An evaluation that came to this and is no test.
    fn came_to(&self, value: Answer) -> Evaluation {
        let total = if let Answer::Number(total) = value { Some(total) } else { None };
        let side = SideResult { total, ..SideResult::default() };
        let (rolls, trace) = (Vec::new(), Vec::new());
        Evaluation { value, sides: vec![side], rolls, outcome: None, trace, nodes: self.spent() }
    }

    /// How a test ended, as a number.
    fn end_as(&self, seen: Seen, program: &Program, outcome: Option<&OutcomeResult>) -> i64 {
        let Some(outcome) = outcome else { return if seen == Seen::Outcome { -1 } else { 0 } };
        let reached = || match program {
            Program::Test(side) => {
                let outcomes = &self.game.tests[side.test].outcomes;
                outcomes.iter().position(|one| Some(&*one.name) == outcome.name.as_deref())
            }
            Program::Opposed(..) | Program::Value { .. } => None,
        };
        match seen {
            Seen::Outcome => reached().and_then(|at| i64::try_from(at).ok()).unwrap_or(-1),
            Seen::Called(at) => i64::from(reached() == Some(at)),
            Seen::Success => i64::from(outcome.success == Some(true) || outcome.verdict == Some(Verdict::Win)),
            Seen::Margin => outcome.margin.unwrap_or_default(),
            Seen::Class(at) => i64::from(
                self.game.classes.get(at).is_some_and(|class| outcome.classes.iter().any(|one| **one == **class)),
            ),
            Seen::Total => 0,
        }
    }
}
