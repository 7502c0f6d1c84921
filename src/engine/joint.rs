//! Several values of the same dice: `A, B given C`.

use super::effects::Effects;
use super::failure::{Failure, Stop, There as _};
use super::machine::{Machine, Value};
use super::result::{Answer, Evaluation, OutcomeResult, SideResult, Verdict};
use crate::check::program::{At, CheckedGame, Ir, Kind, Op, Test};
use crate::check::{JointQuery, NO_OUTCOME, Prepared, Program, ResultProperty};
use crate::diagnostic::Code;
use crate::id::Id;
use crate::world::{Env, World};

/// What is observed under a condition.
#[derive(Debug)]
pub enum Observed {
    /// The result, and its second value.
    Found(Box<Evaluation>, Option<Answer>),
    /// The condition holds; the result depends on truncated explosions.
    Cut,
    /// The condition does not hold.
    Out,
}

/// The result of an evaluation and its second value, under a condition.
///
/// # Errors
///
/// As [`super::observe`].
pub fn observe_joint(
    game: &CheckedGame,
    prepared: &Prepared,
    joint: &JointQuery,
    env: &Env,
    seat: Option<(&World, usize)>,
    effects: &mut dyn Effects,
) -> Result<Observed, Failure> {
    let mut machine = Machine::new(game, &prepared.origin, env, effects, prepared.program.source(), false);
    machine.play = seat.map(|(world, who)| super::entry_points::seat(world, who));
    machine.joint(&prepared.program, joint)
}

impl<'a> Machine<'a> {
    fn joint(&mut self, program: &'a Program, joint: &'a JointQuery) -> Result<Observed, Failure> {
        if let Some(given) = joint.given.as_ref().filter(|_| joint.first) {
            // It reads none of these names; those of its own are counted on from them.
            self.name_locally(vec![Value::Int(0); joint.seen.len()]);
            if !self.certain(given)? {
                return Ok(Observed::Out);
            }
            self.name_locally(Vec::new());
        }
        let (mut evaluation, total) = match self.result_alone(program, joint) {
            Ok(found) => found,
            Err(failure) => return self.if_it_holds(failure, joint),
        };
        let others = joint.told.iter().flatten().map(|(ir, _)| ir).chain(&joint.given);
        // If explosions were cut, the outcome may be unknown.
        if let (None, Some(at)) = (&evaluation.outcome, others.clone().map(|ir| ir.at).next())
            && !matches!(program, Program::Value { .. })
            && self.effects.open_ended()
        {
            return Err(Failure::cut(at));
        }
        let mut names = Vec::with_capacity(joint.seen.len());
        for (slot, (side, seen)) in joint.seen.iter().enumerate() {
            let reads = |ir: &&Ir| ir.any_part(&|part| matches!(part.op, Op::Local(one) if one == slot));
            let Some(at) = others.clone().find(reads).map(|ir| ir.at) else {
                // What nothing reads only holds the place.
                names.push(Value::Int(0));
                continue;
            };
            let value = match (*side, *seen) {
                (None, ResultProperty::Total) => total.clone(),
                (None, seen) => {
                    let tests = if let Program::Test(side) = program { Some(side.test) } else { None };
                    self.end_as(seen, tests, evaluation.outcome.as_ref()).map(Value::Int)
                }
                (Some(side), seen) => self.of_side(seen, (program, side), &evaluation, at)?,
            };
            names.push(value.ok_or_else(|| match self.effects.open_ended() {
                true => Failure::cut(at),
                false => Failure::new(Code::NoTarget, at),
            })?);
        }
        self.name_locally(names);
        if let Some(given) = joint.given.as_ref().filter(|_| !joint.first)
            && !self.certain(given)?
        {
            return Ok(Observed::Out);
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
                None if joint.seen.contains(&(None, ResultProperty::Outcome)) => Answer::Text(NO_OUTCOME.to_owned()),
                None => own.value,
            };
            return Ok(Observed::Found(Box::new(evaluation), told.next().map(|value| value.unwrap_or(own))));
        }
        Ok(Observed::Found(Box::new(evaluation), told.next().flatten()))
    }

    /// The result without what is asked besides, and its value.
    fn result_alone(
        &mut self,
        program: &'a Program,
        joint: &'a JointQuery,
    ) -> Result<(Evaluation, Option<Value>), Failure> {
        Ok(match program {
            Program::Value { ir, kind, .. } => {
                let value = self.value(ir)?;
                (self.came_to(self.shown(&value, kind)), Some(value))
            }
            Program::Test(_) | Program::Opposed(..) => {
                let wanted: Vec<&str> = values_of(program, joint, self.game);
                let mut evaluation = self.run(program, &wanted)?;
                self.rolls = std::mem::take(&mut evaluation.rolls);
                let total = evaluation.sides.first().and_then(|side| side.total);
                (evaluation, total.map(Value::Int))
            }
        })
    }

    /// Whether a condition holds, also where that does not depend on explosions that were truncated. One that reads a
    /// value of another outcome does not hold.
    fn certain(&mut self, given: &'a Ir) -> Result<bool, Failure> {
        match self.flag(given) {
            Err(failure) if failure.code() == Code::NotInThisOutcome => Ok(false),
            Err(failure) if self.is_open_ended(&failure) => self.certainly(given)?.ok_or(failure),
            holds => holds,
        }
    }

    /// What has no result counts where the condition holds, if that is known without it.
    fn if_it_holds(&mut self, failure: Failure, joint: &'a JointQuery) -> Result<Observed, Failure> {
        let is_cut = failure.stop() == Some(Stop::Cut);
        if joint.first && joint.given.is_some() {
            // It does.
            return if is_cut { Ok(Observed::Cut) } else { Err(failure) };
        }
        let ordinary = |failure: &Failure| Failure::if_any::<()>(Err(failure.clone())).is_ok();
        let reads_it = |ir: &Ir| ir.any_part(&|part| matches!(part.op, Op::Local(slot) if slot < joint.seen.len()));
        let given = joint.given.as_ref().filter(|given| !reads_it(given));
        let Some(given) = given.filter(|_| is_cut || ordinary(&failure)) else { return Err(failure) };
        self.name_locally(vec![Value::Int(0); joint.seen.len()]);
        match self.certain(given) {
            Ok(false) => Ok(Observed::Out),
            Ok(true) if is_cut => Ok(Observed::Cut),
            // A run that has to begin anew does so.
            Err(other) if other.stop() != Some(Stop::Cut) && !ordinary(&other) => Err(other),
            Ok(_) | Err(_) => Err(failure),
        }
    }

    fn beside(&mut self, ir: &'a Ir, kind: &Kind) -> Result<Answer, Failure> {
        let value = self.value(ir)?;
        Ok(self.shown(&value, kind))
    }

    /// The evaluation of a plain expression with this value.
    fn came_to(&self, value: Answer) -> Evaluation {
        let total = if let Answer::Number(total) = value { Some(total) } else { None };
        let side = SideResult { total, ..SideResult::default() };
        let (rolls, trace) = (Vec::new(), Vec::new());
        Evaluation { value, sides: vec![side], rolls, outcome: None, trace, nodes: self.spent() }
    }

    /// What is seen of one of two sides; `None` if it depends on explosions that were cut.
    fn of_side(
        &self,
        seen: ResultProperty,
        (program, side): (&Program, usize),
        evaluation: &Evaluation,
        at: At,
    ) -> Result<Option<Value>, Failure> {
        let Program::Opposed(left, right) = program else { return Err(Failure::internal(at)) };
        let test = if side == 0 { left.test } else { right.test };
        let side = evaluation.sides.get(side).there(at)?;
        Ok(match seen {
            ResultProperty::Total => side.total.map(Value::Int),
            ResultProperty::Value(index) => {
                let name = &*self.game.tests[test].values.get(index).there(at)?.name;
                // What needs a difficulty that is not known has no value.
                let value = side.shown.iter().chain(&side.extra).find(|(one, _)| one == name);
                value.map(|(_, value)| match value {
                    Answer::Number(number) => Value::Int(*number),
                    Answer::Flag(flag) => Value::Int(i64::from(*flag)),
                    Answer::Text(text) => Value::Text(text.clone()),
                })
            }
            seen => self.end_as(seen, Some(test), side.outcome.as_ref()).map(Value::Int),
        })
    }

    /// The outcome of a test as a number; `None` if it depends on explosions that were cut.
    fn end_as(&self, seen: ResultProperty, test: Option<Id<Test>>, outcome: Option<&OutcomeResult>) -> Option<i64> {
        let outcomes = test.map_or(&[] as &[_], |test| self.game.tests[test].outcomes.as_slice());
        let name = outcome.and_then(|outcome| outcome.name.as_deref());
        let reached = outcomes.iter().position(|one| Some(&*one.name) == name);
        let is = |class: &str| outcome.is_some_and(|outcome| outcome.classes.iter().any(|one| **one == *class));
        Some(match seen {
            // The word for no outcome comes after those of the outcomes.
            ResultProperty::Outcome => i64::try_from(reached.unwrap_or(outcomes.len())).ok()?,
            ResultProperty::Called(at) => i64::from(reached == Some(at)),
            ResultProperty::Success => i64::from(
                outcome.is_some_and(|outcome| outcome.success == Some(true) || outcome.verdict == Some(Verdict::Win)),
            ),
            ResultProperty::Failure => i64::from(
                outcome.is_some_and(|outcome| outcome.success == Some(false) || outcome.verdict == Some(Verdict::Lose)),
            ),
            ResultProperty::Margin => outcome?.margin?,
            ResultProperty::Class(at) => i64::from(self.game.classes.get(at).is_some_and(|class| is(class))),
            ResultProperty::Total | ResultProperty::Value(_) => return None,
        })
    }
}

/// The names of the values of two sides that are read.
fn values_of<'g>(program: &Program, joint: &JointQuery, game: &'g CheckedGame) -> Vec<&'g str> {
    let Program::Opposed(left, right) = program else { return Vec::new() };
    let others = joint.told.iter().flatten().map(|(ir, _)| ir).chain(&joint.given);
    let reads =
        |slot: usize| others.clone().any(|ir| ir.any_part(&|part| matches!(part.op, Op::Local(one) if one == slot)));
    let values = joint.seen.iter().enumerate().filter_map(|(slot, one)| match one {
        (Some(side), ResultProperty::Value(index)) if reads(slot) => Some((*side, *index)),
        _ => None,
    });
    let name = |(side, index): (usize, usize)| {
        let test = if side == 0 { left.test } else { right.test };
        game.tests[test].values.get(index).map(|value| &*value.name)
    };
    values.filter_map(name).collect()
}
