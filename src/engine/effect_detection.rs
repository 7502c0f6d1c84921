//! Detects whether a running intervention has an effect. One without effect is refused and costs nothing.

use std::collections::BTreeSet;

use super::action_state::{Idle, Intervener};
use super::answered_trait::AnsweredValue;
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value};
use super::rerolls::follow_defaults;
use crate::check::program::{
    Arithmetic, At, CheckedGame, Default, Hook, InterventionSite, Ir, Op, TagId, Target, Test,
};
use crate::check::{all_steps, may_throw, named_of_roll};
use crate::ruleset::model::OptionalDecl;
use crate::ruleset::steps::Fact;
use crate::world::{Event, World};

/// The values of a roll that something shows or reads.
#[derive(PartialEq, Eq)]
struct ObservedRoll {
    /// Its total, its margin and what compares two sides, in the same order each time.
    numbers: Vec<i64>,
    outcome: Option<usize>,
    values: Vec<Value>,
}

impl<'a> Machine<'a> {
    /// Notes that the running interventions do something beside what they do to the roll.
    pub(super) fn notes_effect(&mut self) {
        if let Some(play) = self.play.as_deref_mut().filter(|play| !play.paying) {
            play.interveners.iter_mut().for_each(|running| running.did = true);
        }
    }

    /// Notes what the running interventions do beside what they do to the roll: it is what they cost, or an effect.
    pub(super) fn notes_event(&mut self, event: &Event) {
        let Some(play) = self.play.as_deref_mut().filter(|play| !play.interveners.is_empty()) else { return };
        let whose = cost_to(event, self.game, &play.world);
        for running in &mut play.interveners {
            let costs = play.paying || whose.is_some_and(|who| usize::try_from(running.who) == Ok(who));
            *(if costs { &mut running.paid } else { &mut running.did }) = true;
        }
    }

    /// Does what an intervention costs: that alone is no effect.
    pub(super) fn paying<T>(
        &mut self,
        at: At,
        what: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let outer = std::mem::replace(&mut self.playing(at)?.paying, true);
        let done = what(self);
        self.playing(at)?.paying = outer;
        done
    }

    /// Whether what the running intervention did by now is noticed whatever it does next.
    pub(super) fn is_certainly_noticed(&mut self, at: At) -> Result<bool, Failure> {
        let Some(running) = self.playing(at)?.interveners.last().cloned() else { return Ok(false) };
        let changed = self.changed(&running.before, at)?;
        if running.did || running.felt || changed.into_iter().any(|input| self.moves_the_result(input)) {
            return Ok(true);
        }
        self.reads_any(&running.again, at)
    }

    /// Whether everything is as it was before the running intervention, but for what it cost.
    pub(super) fn is_as_before(
        &mut self,
        place: &'a InterventionSite,
        done: &mut Intervener,
        at: At,
    ) -> Result<bool, Failure> {
        let costs =
            |fact: &Fact<'_, _>| matches!(fact, Fact::Points(..) | Fact::Takes(..) | Fact::Holds(_) | Fact::Asks(_));
        let aims =
            |fact: &Fact<'_, _>| matches!(fact, Fact::Changes(_) | Fact::Rerolls(..) | Fact::Sets(Target::Slot(_), _));
        let steps = || all_steps(&place.action.steps).into_iter();
        // What only costs something was never meant to change anything.
        let only_costs =
            steps().all(|step| step.verb.only_does(costs)) || done.paid && !steps().any(|step| step.verb.does(aims));
        if done.did || done.felt || done.rolls != self.rolls.len() || only_costs {
            return Ok(false);
        }
        if let Hook::Step(..) = place.hook {
            return self.labels_are_as_before(at);
        }
        let changed = self.changed(&done.before, at)?;
        let again = std::mem::take(&mut done.again);
        if changed.is_empty() && again.is_empty() {
            return Ok(true);
        }
        let test = self.frame.as_ref().map(|frame| frame.test).there(at)?;
        let read = self.read_by_the_roll(at)?;
        let (named, _) = self.named_outside(at)?;
        if changed.iter().any(|input| named.contains(input)) {
            return Ok(false);
        }
        let changed: Vec<usize> = changed.into_iter().filter(|input| read.contains(input)).collect();
        if matches!(place.hook, Hook::Test(true, _)) && !changed.is_empty() {
            return Ok(false);
        }
        if let [input] = *changed
            && self.has_another_number(&done.before, input)
            && self.moves_the_result(input)
        {
            return Ok(false);
        }
        let same = self.comes_to_the_same(&done.before, (&changed, &again), at)?;
        if same && !again.is_empty() {
            done.idle.push(Idle::UnreadDice);
        } else if same {
            let names = changed.iter().filter_map(|input| test.inputs.get(*input));
            done.idle.extend(names.map(|(name, _)| Idle::Unnoticed(name.to_string())));
        }
        Ok(same)
    }

    /// The inputs and values of the running test that are read by their names once it was rolled: by interventions,
    /// and by the action that rolls it.
    fn named_outside(&mut self, at: At) -> Result<(BTreeSet<usize>, BTreeSet<usize>), Failure> {
        let test = self.frame.as_ref().map(|frame| frame.test).there(at)?;
        let (mut inputs, mut values) = (test.seen_inputs.clone(), test.seen_values.clone());
        let Some(play) = self.play.as_deref() else { return Ok((inputs, values)) };
        let open = play.open.and_then(|(depth, slot, _)| Some((depth, play.acts.get(depth.checked_sub(1)?)?, slot)));
        let Some((depth, act, slot)) = open else { return Ok((inputs, values)) };
        let is_beside =
            |place: &&InterventionSite| matches!(place.hook, Hook::Step(_, one, _) if Some(one) == act.index);
        let beside = self.game.places().filter(is_beside).map(|place| &place.action);
        let mut parts = 0;
        let rolls = (act.action, slot);
        for action in std::iter::once(act.action).chain(beside) {
            parts += named_of_roll(self.game, (action, true), rolls, &mut inputs, &mut values);
        }
        for outer in play.acts.iter().take(depth.saturating_sub(1)) {
            parts += named_of_roll(self.game, (outer.action, false), rolls, &mut inputs, &mut values);
        }
        follow_defaults(test, &mut inputs);
        self.look_at(parts, at)?;
        Ok((inputs, values))
    }

    /// The inputs that have another value than before.
    fn changed(&self, before: &[(usize, Option<AnsweredValue>)], at: At) -> Result<Vec<usize>, Failure> {
        if before.is_empty() {
            return Ok(Vec::new());
        }
        let frame = self.frame.as_ref().there(at)?;
        let changed = before.iter().filter(|(input, value)| frame.inputs.get(*input) != Some(value));
        Ok(changed.map(|(input, _)| *input).collect())
    }

    /// Whether the number of an input is another than before; of a trait, another one may have the same.
    fn has_another_number(&self, before: &[(usize, Option<AnsweredValue>)], input: usize) -> bool {
        let number = |answer: &Option<AnsweredValue>| answer.as_ref().map(|one| one.value.clone());
        let now = self.frame.as_ref().and_then(|frame| frame.inputs.get(input));
        let then = before.iter().find(|(one, _)| *one == input).map(|(_, answer)| answer);
        now.map(number) != then.map(number)
    }

    /// Whether the labels of the action have the values that they had before the intervention.
    pub(super) fn labels_are_as_before(&mut self, at: At) -> Result<bool, Failure> {
        let [.., outer, own] = self.playing(at)?.acts.as_slice() else { return Err(Failure::internal(at)) };
        Ok(outer.slots.iter().zip(&own.slots).all(|(before, now)| before == now))
    }

    /// Whether the roll comes to the same with the inputs as they were, and reads none of the dice that were thrown
    /// again. What cannot be found out without throwing dice or asking counts as different.
    fn comes_to_the_same(
        &mut self,
        before: &[(usize, Option<AnsweredValue>)],
        (changed, again): (&[usize], &[usize]),
        at: At,
    ) -> Result<bool, Failure> {
        if !self.can_be_seen(at)? {
            return Ok(false);
        }
        if self.reads_any(again, at)? {
            return Ok(false);
        }
        if changed.is_empty() {
            return Ok(true);
        }
        if before.iter().any(|(_, value)| value.is_none()) {
            return Ok(false);
        }
        let Some(now) = self.sight(at)? else { return Ok(false) };
        let frame = self.frame.as_mut().there(at)?;
        let (inputs, picked) = (frame.inputs.clone(), frame.picked.clone());
        for (input, value) in before {
            frame.inputs.get_mut(*input).there(at)?.clone_from(value);
            frame.forget_picks(*input);
        }
        let then = self.sight(at);
        let frame = self.frame.as_mut().there(at)?;
        (frame.inputs, frame.picked) = (inputs, picked);
        Ok(then?.is_some_and(|then| then == now))
    }

    /// Whether how the roll ends reads any of these dice.
    fn reads_any(&mut self, rolls: &[usize], at: At) -> Result<bool, Failure> {
        for roll in rolls {
            let hands = &self.frame.as_ref().there(at)?.hands;
            let hand = hands.iter().position(|hand| hand == roll);
            if self.looking(at, |machine| machine.result_reads(hand, at))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether how the roll ends can be found out now: its formulas throw no dice, and no user has to be asked.
    fn can_be_seen(&mut self, at: At) -> Result<bool, Failure> {
        let contest = self.is_contest();
        let frame = self.frame.as_ref().there(at)?;
        let (test, total) = (frame.test, frame.total_ir);
        let formulas = || total.into_iter().chain(test.endings(contest)).chain(test.values.iter().map(|one| &one.ir));
        if formulas().any(|ir| may_throw(self.game, ir)) {
            return Ok(false);
        }
        for input in self.read_by_the_roll(at)?.iter() {
            let optional = test.inputs.get(*input).is_none_or(|(_, question)| question.is_optional());
            let target = test.against == Some(*input) && !self.has_target(*input);
            if !optional && !target && !self.has_value(*input, at)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Evaluates formulas of the running test; inputs that are read by what is usual stay open.
    fn looking<T>(&mut self, at: At, what: impl FnOnce(&mut Self) -> Result<T, Failure>) -> Result<T, Failure> {
        let told = self.trace.as_ref().map(Vec::len);
        let frame = self.frame.as_ref().there(at)?;
        let (inputs, reached, picked) = (frame.inputs.clone(), frame.reached, frame.picked.clone());
        self.forget_values();
        let found = what(self);
        self.forget_values();
        let frame = self.frame.as_mut().there(at)?;
        (frame.inputs, frame.reached, frame.picked) = (inputs, reached, picked);
        if let (Some(trace), Some(told)) = (&mut self.trace, told) {
            trace.truncate(told);
        }
        found
    }

    /// The observed result of the roll as it currently is; `None` if it cannot be determined.
    fn sight(&mut self, at: At) -> Result<Option<ObservedRoll>, Failure> {
        Failure::if_any(self.looking(at, |machine| machine.sight_of_roll(at)))
    }

    fn sight_of_roll(&mut self, at: At) -> Result<ObservedRoll, Failure> {
        let test = self.frame.as_ref().map(|frame| frame.test).there(at)?;
        let mut sight = ObservedRoll { numbers: Vec::new(), outcome: None, values: Vec::new() };
        sight.numbers.push(self.total(at)?);
        let target = match test.against {
            Some(input) if !test.needs_against() => self.input_answered(input, at)?,
            Some(input) => self.has_target(input),
            None => false,
        };
        let known = target || !test.needs_against();
        let contest = self.is_contest();
        if let Some(opposed) = test.opposed.as_ref().filter(|_| contest) {
            for ir in opposed.compare.iter().chain(opposed.tie.iter().filter_map(|(_, when)| when.as_ref())) {
                sight.numbers.push(self.whole(ir)?);
            }
            sight.numbers.extend(self.margin_of_side(at)?);
        }
        if test.ends_by_itself(contest) {
            match &test.margin {
                OptionalDecl::Usual if target && test.target().is_some() => sight.numbers.push(self.margin(at)?),
                OptionalDecl::Formula(_) if known || !test.need_target.0 => sight.numbers.push(self.margin(at)?),
                _ => {}
            }
            match &test.shown_against {
                OptionalDecl::Usual if target => {
                    let input = test.against.there(at)?;
                    sight.numbers.push(self.input(input, at)?);
                }
                OptionalDecl::Formula(ir) if known || !test.need_target.1 => sight.numbers.push(self.number(ir)?),
                _ => {}
            }
            let reached = self.outcome(test, known)?;
            sight.outcome = reached.map(|(index, _)| index);
            let late = reached.map_or(&[][..], |(_, outcome)| outcome.values.as_slice());
            let first = test.values.len();
            let frame = self.frame.as_mut().there(at)?;
            frame.values.resize(first + late.len(), None);
            let outer = std::mem::replace(&mut frame.late, late);
            for (index, value) in late.iter().enumerate() {
                sight.values.push(self.test_value(first + index, value.ir.at)?);
            }
            self.frame.as_mut().there(at)?.late = outer;
        }
        let (_, named) = self.named_outside(at)?;
        for index in test.show.iter().chain(&named) {
            let value = test.values.get(*index).there(at)?;
            if known || !value.needs_target {
                sight.values.push(self.test_value(*index, value.ir.at)?);
            }
        }
        Ok(sight)
    }

    /// Whether a new value of an input certainly gives the roll another total or another margin.
    fn moves_the_result(&self, input: usize) -> bool {
        let Some(frame) = &self.frame else { return false };
        let (test, Some(total)) = (frame.test, frame.total_ir) else { return false };
        let by_default = test.inputs.iter().any(|(_, question)| {
            let Some(Default::Value(ir)) = &question.default else { return false };
            ir.any_part(&|part| matches!(part.op, Op::Input(read) if read == input))
        });
        let depends = |ir: &Ir| test.inputs_behind([ir]).contains(&input);
        if by_default {
            return false;
        }
        if !depends(total) {
            let usual = matches!(test.margin, OptionalDecl::Usual) && test.target() == Some(input);
            return usual && !self.is_contest() && self.has_target(input);
        }
        moves(test, total, input)
    }

    /// Whether how the roll ends reads dice with a name, or those without, as everything else is now.
    fn result_reads(&mut self, hand: Option<usize>, at: At) -> Result<bool, Failure> {
        let contest = self.is_contest();
        let (_, named) = self.named_outside(at)?;
        let frame = self.frame.as_ref().there(at)?;
        let (test, total) = (frame.test, frame.total_ir);
        let mut reads = DiceReads { machine: self, test, hand, seen: BTreeSet::new() };
        let opposed = test.opposed.as_ref().filter(|_| contest);
        let compared = opposed.into_iter().flat_map(|opposed| &opposed.compare);
        let shown = test.show.iter().chain(&named).filter_map(|index| test.values.get(*index));
        let formulas = total.into_iter().chain(test.margin.formula()).chain(compared).chain(shown.map(|one| &one.ir));
        for ir in formulas {
            if reads.reads(ir)? {
                return Ok(true);
            }
        }
        let ties = opposed.into_iter().flat_map(|opposed| &opposed.tie).filter_map(|(_, when)| when.as_ref());
        for ir in ties {
            if reads.reads(ir)? {
                return Ok(true);
            }
        }
        for outcome in test.outcomes.iter().filter(|_| test.ends_by_itself(contest)) {
            let late = outcome.values.iter().map(|value| &value.ir);
            for ir in outcome.when.iter().chain(late) {
                if reads.reads(ir)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The character who loses by an event, if any. A tag that gives something may be a burden as well.
fn cost_to(event: &Event, game: &CheckedGame, world: &World) -> Option<usize> {
    let gives = |kind: TagId| !game.tags[kind].gives.is_empty();
    let sum = |marks: &[i64]| marks.iter().fold(0_i64, |sum, count| sum.saturating_add(*count));
    match event {
        Event::Points { who, from, to, .. } | Event::Trait { who, from, to, .. } | Event::Own { who, from, to, .. } => {
            (to < from).then_some(*who)
        }
        Event::Marks { who, from, to, .. } => (sum(to) >= sum(from)).then_some(*who),
        Event::TagLost { who, tag, .. } => (!gives(tag.kind)).then_some(*who),
        Event::TagValue { who, number, .. } => {
            world.tag(*number).is_some_and(|(_, tag)| !gives(tag.kind)).then_some(*who)
        }
        _ => None,
    }
}

/// Whether a formula certainly has another value if an input has: it is a sum in one part of which the input is.
fn moves(test: &Test, ir: &Ir, input: usize) -> bool {
    let depends = |ir: &Ir| test.inputs_behind([ir]).contains(&input);
    match &ir.op {
        Op::Input(index) => *index == input,
        Op::Value(index) => test.values.get(*index).is_some_and(|value| moves(test, &value.ir, input)),
        Op::OwnTotal => moves(test, &test.total, input),
        Op::Negate(inner) => moves(test, inner, input),
        Op::Arithmetic(Arithmetic::Add | Arithmetic::Subtract, left, right) => match (depends(left), depends(right)) {
            (true, false) => moves(test, left, input),
            (false, true) => moves(test, right, input),
            _ => false,
        },
        Op::Arithmetic(Arithmetic::Multiply, left, right) => match (&left.op, &right.op) {
            (Op::Number(factor), _) => *factor != 0 && moves(test, right, input),
            (_, Op::Number(factor)) => *factor != 0 && moves(test, left, input),
            _ => false,
        },
        _ => false,
    }
}

/// Finds out whether formulas read certain dice, of branches only those that are taken.
struct DiceReads<'m, 'a> {
    machine: &'m mut Machine<'a>,
    test: &'a Test,
    /// Which dice with a name; `None`: those of the roll.
    hand: Option<usize>,
    /// Values that were looked through.
    seen: BTreeSet<usize>,
}

impl<'a> DiceReads<'_, 'a> {
    fn reads(&mut self, ir: &'a Ir) -> Result<bool, Failure> {
        self.machine.count_step(ir.at)?;
        let test = self.test;
        match &ir.op {
            Op::Dice(_) | Op::Roll | Op::Read { pool: None, .. } if self.hand.is_none() => return Ok(true),
            Op::Hand(index, _) => return Ok(self.hand == Some(*index)),
            Op::InHand(index, _) if self.hand == Some(*index) => return Ok(true),
            // What reads dice in the cell of a table reads all that there are.
            Op::Cell(read) if self.machine.game.tables[read.table].uses_dice => return Ok(true),
            Op::Value(index) => {
                let value = test.values.get(*index);
                return if self.seen.insert(*index) {
                    value.map_or(Ok(true), |one| self.reads(&one.ir))
                } else {
                    Ok(false)
                };
            }
            Op::OwnTotal => return self.reads(&test.total),
            Op::If(when, then, otherwise) => {
                if self.reads(when)? {
                    return Ok(true);
                }
                return Ok(match self.holds(when)? {
                    Some(true) => self.reads(then)?,
                    Some(false) => self.reads(otherwise)?,
                    None => self.reads(then)? || self.reads(otherwise)?,
                });
            }
            Op::And(left, right) | Op::Or(left, right) => {
                let decides = matches!(ir.op, Op::Or(..));
                return Ok(self.reads(left)? || self.holds(left)? != Some(decides) && self.reads(right)?);
            }
            _ => {}
        }
        for child in ir.children() {
            if self.reads(child)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a condition holds now; `None` where that cannot be said.
    fn holds(&mut self, when: &'a Ir) -> Result<Option<bool>, Failure> {
        if when.any_part(&|part| matches!(part.op, Op::Local(_) | Op::Late(_))) {
            return Ok(None);
        }
        Failure::if_any(self.machine.flag(when))
    }
}
