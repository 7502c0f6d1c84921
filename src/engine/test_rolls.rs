//! Tests that actions roll, against a number or against each other.

use std::cmp::Ordering;

use super::action_state::{Facts, OFF_THE_TEST};
use super::answered_trait::AnsweredValue;
use super::effects::Tested;
use super::failure::{Failure, There as _};
use super::loops::LoopRound;
use super::machine::{Machine, TestFrame};
use super::result::{OutcomeResult, SideResult, TraceStep, Verdict};
use super::steps::Flow;
use crate::check::program::{At, Count, Ending, Hook, Ir, Lowered, Op, SlotId, SlotKind, Test};
use crate::diagnostic::{Code, Note};
use crate::dice::{Interval, deciding, ordered};
use crate::id::Id;
use crate::ruleset::model::Tie;
use crate::ruleset::steps;
use crate::sort::without;
use crate::world::{TABLE, UNNAMED};

/// A side after its test: the result, the criteria of comparison, and the margin.
type EndedSide = (SideResult, Vec<Interval>, Option<i64>);

/// Two sides: what they came to, by how much each is made, which of what compares them distinguishes them, and how
/// they compare.
type SideComparison = (Vec<SideResult>, [Option<i64>; 2], Option<usize>, Ordering);

impl<'a> Machine<'a> {
    /// Makes a test the running one, with what it was given.
    fn start_test(&mut self, test: &'a Test, given: Vec<(usize, AnsweredValue)>) -> Result<(), Failure> {
        let mut inputs = vec![None; test.inputs.len()];
        for (index, answer) in given {
            *inputs.get_mut(index).there(test.total.at)? = Some(answer);
        }
        self.frame = Some(TestFrame {
            reached: None,
            test,
            given: &[],
            inputs,
            values: vec![None; test.values.len()],
            chosen: std::collections::BTreeMap::new(),
            picked: Vec::new(),
            bounds: std::collections::BTreeMap::new(),
            hands: Vec::new(),
            late: &[],
            total_ir: Some(&test.total),
            total: None,
            cut: false,
            pools: Vec::new(),
        });
        self.shared = None;
        self.source = &OFF_THE_TEST;
        Ok(())
    }

    fn given(&mut self, test: &Test, list: &'a [(usize, Ir)]) -> Result<Vec<(usize, AnsweredValue)>, Failure> {
        let mut given = Vec::new();
        for (index, ir) in list {
            // What has no answer here has none there.
            if self.is_answered(ir)? {
                let (_, question) = test.inputs.get(*index).there(ir.at)?;
                given.push((*index, self.answer_by(ir, &question.kind)?));
            }
        }
        Ok(given)
    }

    /// Throws the dice of a test: what may be done before, the dice, and what is done as soon as
    /// they lie there comes from the caller.
    fn throw_test(&mut self, slot: usize, side: usize, at: At) -> Result<(), Failure> {
        let outer = self.open_roll(slot, side, at)?;
        let thrown = self.throw_open(slot, at);
        self.close_roll(slot, side, outer, at)?;
        thrown
    }

    fn throw_open(&mut self, slot: usize, at: At) -> Result<(), Failure> {
        let test = self.frame.as_ref().map(|frame| frame.test).there(at)?;
        let index = self.game.tests.find(|one| std::ptr::eq(one, test)).there(at)?;
        self.at_hook(Hook::Test(true, index), at)?;
        self.check_inputs(test, at)?;
        if test.roll.is_some() || test.has_hands() || self.game.roll.is_some() {
            if self.effects.asks_for_whom() {
                let (label, who) = (self.label_of(slot, at)?, self.playing(at)?.who);
                let who = self.name_of(who);
                self.effects.throws_for(&label, &who);
            }
            self.throw_all(at)?;
        }
        Ok(())
    }

    /// What the dice are missing for: the action, the roll if it has a name, and the roller.
    pub(super) fn for_whom(&self, failure: Failure) -> Failure {
        let Some(play) = self.play.as_deref().filter(|_| failure.code() == Code::TooFewDice) else { return failure };
        // With an intervention in it, it is still the roll of an action.
        let roll = play.open.and_then(|(depth, slot, _)| Some((play.acts.get(depth.checked_sub(1)?)?, slot)));
        let named = || play.acts.iter().rev().find(|act| !act.action.name.is_empty());
        let Some(act) = roll.map(|(act, _)| act).or_else(named) else { return failure };
        let slot = roll.and_then(|(act, slot)| act.action.slots.get(slot));
        let mut roles = act.action.slots.iter().enumerate().filter(|(_, slot)| slot.kind == SlotKind::Role);
        let role = roles.find_map(|(slot, _)| act.character(slot));
        let who = if slot.is_some() { Some(play.who) } else { role };
        let who = who.filter(|who| *who != TABLE).and_then(|who| play.world.people.get(who));
        let label = slot.map(|slot| &*slot.name).filter(|name| !name.starts_with('·'));
        failure.note(Note {
            id: "help-dice-for",
            args: vec![
                ("action", (&*act.action.name).into()),
                ("roll", label.unwrap_or("none").into()),
                ("who", who.map_or("none", |person| &*person.name).into()),
            ],
        })
    }

    /// What was given has to be within its bounds.
    fn check_inputs(&mut self, test: &'a Test, at: At) -> Result<(), Failure> {
        let inputs = self.frame.as_ref().map(|frame| frame.inputs.clone()).there(at)?;
        for ((name, question), answer) in test.inputs.iter().zip(inputs) {
            if let Some(answer) = answer {
                self.within(name, question, &answer.value, at)?;
            }
        }
        Ok(())
    }

    /// Puts an empty test into a slot.
    fn lay(
        &mut self,
        slot: usize,
        side: usize,
        test: &'a Test,
        given: Vec<(usize, AnsweredValue)>,
        who: usize,
        at: At,
    ) -> Result<(), Failure> {
        self.notes_effect();
        let saved = super::action_state::Saved { frame: None, shared: None, who, side };
        let sides = self.act(at)?.held.rolls.entry(slot).or_default();
        while sides.len() <= side {
            sides.push(None);
        }
        *sides.get_mut(side).there(at)? = Some(saved);
        let outer = self.open_roll(slot, side, at)?;
        let started = self.start_test(test, given);
        self.close_roll(slot, side, outer, at)?;
        started
    }

    pub(super) fn roll_step(&mut self, step: &'a steps::Roll<Lowered>, slot: usize, at: At) -> Result<Flow, Failure> {
        let game = self.game;
        let test = &game.tests[step.test];
        // In an action without roles it is no character's roll.
        let who = if matches!(step.by.op, Op::Number(-1)) { UNNAMED } else { self.required_character(&step.by)? };
        let names = |machine: &Self| if who == UNNAMED { Vec::new() } else { vec![machine.name_of(who)] };
        if self.telling() {
            let (label, name) = (self.label_of(slot, at)?, names(self));
            self.step(|_| TraceStep::Began { label, test: test.name.to_string(), who: name });
        }
        let given = self.given(test, &step.with)?;
        let chain = self.chain(test, at)?;
        let around = std::mem::replace(&mut self.playing(at)?.chain, chain);
        self.lay(slot, 0, test, given, who, at)?;
        self.throw_test(slot, 0, at)?;
        if self.steps(&step.seen)? == Flow::Stops {
            return Ok(Flow::Stops);
        }
        let outer = self.open_roll(slot, 0, at)?;
        let counts = self.is_counted(slot, at)?;
        let ended = self.end_test(test, step.test, counts, at);
        self.close_roll(slot, 0, outer, at)?;
        self.playing(at)?.chain = around;
        let (result, outcome, reached) = ended?;
        self.rolled(Hook::Test(false, step.test), &[result.total], at)?;
        let facts = Facts {
            outcome: reached.map(|index| index as i64),
            success: outcome.as_ref().and_then(|outcome| outcome.success),
            margin: outcome.as_ref().and_then(|outcome| outcome.margin),
            winner: -1,
            loser: -1,
            tied: false,
        };
        self.act(at)?.held.facts.insert(slot, facts);
        let who = names(self);
        let label = self.label_of(slot, at)?;
        self.playing(at)?.last = outcome.clone();
        let end = Tested { label: &label, test: step.test, who: &who, side: &result, outcome: outcome.as_ref() };
        self.effects.tested(&end).map_err(|refusal| Failure::refused(refusal, at))?;
        self.step(|_| TraceStep::Test { label, who, sides: vec![result], outcome });
        self.settled_roll(slot, 0, (step.test, facts), at)?;
        let ends = |ending: &Ending| match ending {
            Ending::Outcome(index) => reached == Some(*index),
            Ending::Class(class) => reached
                .and_then(|index| test.outcomes.get(index))
                .is_some_and(|outcome| outcome.classes.contains(class)),
            Ending::Success => facts.success == Some(true),
            Ending::Failure => facts.success == Some(false),
        };
        match step.on.iter().find(|(ending, _)| ends(ending)) {
            Some((_, steps)) => self.steps(steps),
            None => Ok(Flow::Goes),
        }
    }

    pub(super) fn label_of(&mut self, slot: usize, at: At) -> Result<String, Failure> {
        let act = self.act(at)?;
        act.action.slots.get(slot).map(|slot| slot.name.to_string()).there(at)
    }

    /// Interventions are over: the total, the outcome and what follows from it.
    fn end_test(
        &mut self,
        test: &'a Test,
        index: Id<Test>,
        counts: bool,
        at: At,
    ) -> Result<(SideResult, Option<OutcomeResult>, Option<usize>), Failure> {
        self.at_hook(Hook::Test(false, index), at)?;
        let mut result = self.sum_up(test, counts)?;
        let total = result.total;
        self.tell_total(&result);
        let has_target = match test.against {
            Some(index) => self.input_answered(index, at)?,
            None => false,
        };
        let (outcome, reached) = self.conclude(test, &mut result, total, has_target, at, &[])?;
        Ok((result, outcome, reached))
    }

    /// Whether the total of a roll is counted when it ends, and not where something reads it.
    fn is_counted(&mut self, slot: usize, at: At) -> Result<bool, Failure> {
        Ok(self.effects.counts() || self.act(at)?.action.counted.contains(&slot))
    }

    /// The total of the running test, part by part.
    fn sum_up(&mut self, test: &'a Test, counts: bool) -> Result<SideResult, Failure> {
        let name = Some(test.name.to_string());
        if !counts {
            // Whatever needs it will add it up.
            return Ok(SideResult { test: name, ..SideResult::default() });
        }
        let (terms, total) = self.add_up(&test.total)?;
        self.frame.as_mut().there(test.total.at)?.total = total;
        Ok(SideResult { test: name, terms, total, ..SideResult::default() })
    }

    fn tell_total(&mut self, result: &SideResult) {
        let side = self.side;
        if let Some(value) = result.total {
            self.step(|_| TraceStep::Total { side, terms: result.terms.clone(), value });
        }
    }

    pub(super) fn oppose_step(
        &mut self,
        step: &'a steps::Oppose<Lowered>,
        slot: usize,
        at: At,
    ) -> Result<Flow, Failure> {
        let game = self.game;
        let test = &game.tests[step.test];
        let opposed = test.opposed.as_ref().there(at)?;
        let mut who = [0_usize; 2];
        for (place, (SlotId(role), _)) in who.iter_mut().zip(&step.sides) {
            let role = *role;
            if self.act(at)?.action.slots.get(role).is_some_and(|slot| slot.kind == SlotKind::Side) {
                *place = UNNAMED;
                continue;
            }
            *place = match self.act(at)?.character(role) {
                Some(who) => who,
                None => {
                    let name = self.label_of(role, at)?;
                    return Err(Failure::new(Code::NobodyThere, at).arg("name", name));
                }
            };
        }
        let label = self.label_of(slot, at)?;
        let mut names = Vec::with_capacity(who.len());
        for (who, (SlotId(role), _)) in who.iter().zip(&step.sides) {
            names.push(if *who == UNNAMED { self.label_of(*role, at)? } else { self.name_of(*who) });
        }
        let began = names.clone();
        self.step(|_| TraceStep::Began { label, test: test.name.to_string(), who: began });
        let mut rounds = 0_u32;
        let mut ties = self.ties(at)?;
        let (results, margins, decided, verdict) = loop {
            let from = self.playing(at)?.passed.len();
            for (side, (_, with)) in step.sides.iter().enumerate() {
                let given = self.given(test, with)?;
                let person = who.get(side).copied().there(at)?;
                self.lay(slot, side, test, given, person, at)?;
                self.throw_test(slot, side, at)?;
            }
            if self.steps(&step.seen)? == Flow::Stops {
                return Ok(Flow::Stops);
            }
            self.at_both(slot, Hook::Test(false, step.test), at)?;
            let (results, margins, decided, order) = self.compare_sides(test, slot, at)?;
            let totals: Vec<Option<i64>> = results.iter().map(|result| result.total).collect();
            self.rolled(Hook::Test(false, step.test), &totals, at)?;
            let verdict = match order {
                Ordering::Greater => Some(Verdict::Win),
                Ordering::Less => Some(Verdict::Lose),
                Ordering::Equal => {
                    let outer = self.open_roll(slot, 0, at)?;
                    let policy = self.tie_policy(&opposed.tie);
                    self.close_roll(slot, 0, outer, at)?;
                    let policy = policy?;
                    self.step(|_| TraceStep::Tie { again: policy == Tie::Reroll });
                    super::test_sides::verdict_of(policy)
                }
            };
            if let Some(verdict) = verdict {
                break (results, margins, decided, verdict);
            }
            self.playing(at)?.passed.iter_mut().skip(from).for_each(|passed| passed.over = true);
            rounds += 1;
            if rounds > self.game.limits.ties {
                return Err(Failure::new(Code::TooManyTies, at).arg("limit", i64::from(self.game.limits.ties)));
            }
            // These dice are not read any more.
            without(&mut self.act(at)?.held.rolls, &|one| *one == slot);
            self.tied(&mut ties, at)?;
        };
        let total = |side: usize| results.get(side).and_then(|result: &SideResult| result.total);
        let outcome = self.end_of_contest(opposed, verdict, margins, total(1), (decided, at))?;
        let number = |who: usize| if who == UNNAMED { -1 } else { who as i64 };
        let place = |side: usize| who.get(side).map(|who| number(*who)).there(at);
        let (winner, loser) = match verdict {
            Verdict::Win => (place(0)?, place(1)?),
            Verdict::Lose => (place(1)?, place(0)?),
            Verdict::Tie => (-1, -1),
        };
        let OutcomeResult { success, margin, .. } = outcome;
        let facts = Facts { outcome: None, success, margin, winner, loser, tied: verdict == Verdict::Tie };
        self.act(at)?.held.facts.insert(slot, facts);
        self.playing(at)?.last = Some(outcome.clone());
        let label = self.label_of(slot, at)?;
        let side = results.first().there(at)?;
        let end = Tested { label: &label, test: step.test, who: &names, side, outcome: Some(&outcome) };
        self.effects.tested(&end).map_err(|refusal| Failure::refused(refusal, at))?;
        self.step(|_| TraceStep::Test { label, who: names, sides: results, outcome: Some(outcome) });
        for (side, facts) in [facts, facts.of_the_other()].into_iter().enumerate() {
            if self.game.hooks.contains(&Hook::Settled(step.test)) {
                let outer = self.open_roll(slot, side, at)?;
                let own = self.end_of_side(test, facts, at);
                self.close_roll(slot, side, outer, at)?;
                self.settled_roll(slot, side, (step.test, own?), at)?;
            }
        }
        let end = match verdict {
            Verdict::Win => 0,
            Verdict::Lose => 1,
            Verdict::Tie => 2,
        };
        match step.on.iter().find(|(winner, _)| *winner == end) {
            Some((_, steps)) => self.steps(steps),
            None => Ok(Flow::Goes),
        }
    }

    /// Something begins that is done again where it ties.
    pub(super) fn ties(&mut self, at: At) -> Result<Option<Ties>, Failure> {
        if !self.effects.compares() {
            return Ok(None);
        }
        let rolls = self.rolls.len();
        let now = self.state_key(rolls, at)?;
        let first = self.effects.contest(Some(now), true);
        Ok(Some(Ties { first, last: first, rolls }))
    }

    /// Begins steps or rounds between which runs in equal states merge.
    pub(super) fn parts_begin(&mut self) -> Option<Ties> {
        self.effects.compares().then(|| {
            let rolls = self.rolls.len();
            let first = self.effects.contest(None, false);
            Ties { first, last: first, rolls }
        })
    }

    /// It ties, and is done again.
    pub(super) fn tied(&mut self, ties: &mut Option<Ties>, at: At) -> Result<(), Failure> {
        let Some(Ties { first, last, rolls }) = ties else { return Ok(()) };
        let now = self.state_key(*rolls, at)?;
        self.effects.again(*first, *last, Some(&now)).map_err(|refusal| Failure::refused(refusal, at))?;
        *last = self.effects.contest(Some(now), true);
        Ok(())
    }

    /// How the running side of two ends: by itself, if something reads that, or else by who wins.
    pub(super) fn end_of_side(&mut self, test: &'a Test, won: Facts, at: At) -> Result<Facts, Failure> {
        if !test.ends_by_itself(true) {
            return Ok(won);
        }
        let trace = self.trace.take();
        let known = self.knows_target(test);
        let reached = self.outcome(test, known || !test.needs_against());
        // Not what the two are compared by: with which score a contest is decided is another matter.
        let margin =
            if test.has_margin() && (known || !test.need_target.0) { self.margin(at).map(Some) } else { Ok(None) };
        self.trace = trace;
        let reached = reached?;
        let success = reached.and_then(|(_, outcome)| outcome.success);
        Ok(Facts { outcome: reached.map(|(index, _)| index as i64), success, margin: margin?, ..won })
    }

    /// What both sides come to, and how the left one compares with the right.
    fn compare_sides(&mut self, test: &'a Test, slot: usize, at: At) -> Result<SideComparison, Failure> {
        let compare = test.opposed.as_ref().map(|opposed| opposed.compare.as_slice()).there(at)?;
        let compare = if compare.is_empty() { std::slice::from_ref(&test.total) } else { compare };
        if !self.is_counted(slot, at)? {
            return self.compare_lazily(test, compare, slot, at);
        }
        let mut results = Vec::new();
        let mut scores = Vec::new();
        let mut margins = [None; 2];
        for (side, margin) in margins.iter_mut().enumerate() {
            let outer = self.open_roll(slot, side, at)?;
            let ended = self.end_side(test, compare);
            self.close_roll(slot, side, outer, at)?;
            let (result, score);
            (result, score, *margin) = ended?;
            results.push(result);
            scores.push(score);
        }
        let [left, right] = scores.as_slice() else { return Err(Failure::internal(at)) };
        let order = ordered(left, right).ok_or_else(|| Failure::cut(at))?;
        Ok((results, margins, deciding(left, right), order))
    }

    /// What they come to is not needed: only as much is asked as tells which is more.
    fn compare_lazily(
        &mut self,
        test: &'a Test,
        compare: &'a [Ir],
        slot: usize,
        at: At,
    ) -> Result<SideComparison, Failure> {
        let results = (0..2).map(|_| SideResult { test: Some(test.name.to_string()), ..SideResult::default() });
        let results = results.collect();
        for ir in compare {
            let outer = self.open_roll(slot, 0, at)?;
            let left = self.nearly(ir);
            self.close_roll(slot, 0, outer, at)?;
            let left = left?;
            let outer = self.open_roll(slot, 1, at)?;
            let order = self.compare_nearly(left, ir);
            self.close_roll(slot, 1, outer, at)?;
            let order = order?;
            if order != Ordering::Equal {
                return Ok((results, [None; 2], None, order));
            }
        }
        Ok((results, [None; 2], None, Ordering::Equal))
    }

    /// A side's total, and by what it is compared.
    fn end_side(&mut self, test: &'a Test, compare: &'a [Ir]) -> Result<EndedSide, Failure> {
        let mut result = self.sum_up(test, true)?;
        let mut score = Vec::new();
        for ir in compare {
            score.push(match result.total {
                Some(total) if std::ptr::eq(ir, &test.total) => Interval::exactly(total),
                _ => self.nearly(ir)?,
            });
        }
        let margin = self.side_told(test, &mut result, &[], test.total.at)?;
        // The total comes last, so that all that was told before it is reported of this side.
        self.tell_total(&result);
        Ok((result, score, margin))
    }
}

impl Machine<'_> {
    /// Of those who tie, some have rolled: what comes next is the same for all runs in which the same is so.
    pub(super) fn halfway(&mut self, ties: &Option<Ties>, at: At) -> Result<(), Failure> {
        let Some(Ties { first, rolls, .. }) = ties.as_ref() else { return Ok(()) };
        let now = self.state_key(*rolls, at)?;
        self.effects.halfway(*first, &now, false, None).map_err(|refusal| Failure::refused(refusal, at))
    }

    /// Between two rounds: what comes next is the same for all runs in which the same is so.
    /// Of a loop whose rounds are alike, also which round it was, the depth of the loop, and the slot of its number.
    pub(super) fn round_over(
        &mut self,
        begun: &Option<Ties>,
        round: Option<(LoopRound, usize, usize)>,
        at: At,
    ) -> Result<(), Failure> {
        let Some(Ties { first, rolls, .. }) = begun else { return Ok(()) };
        let now = self.state_key(*rolls, at)?;
        let (now, round) = match round {
            Some((round, depth, slot)) => (now.in_any_round(depth, slot), Some(round)),
            None => (now, None),
        };
        self.effects.halfway(*first, &now, true, round).map_err(|refusal| Failure::refused(refusal, at))
    }

    /// Where a roll begins in which several interventions are wanted: between them, runs in which the same is so go on
    /// together. Pools that lie covered are read together instead; that pays more.
    fn chain(&mut self, test: &Test, at: At) -> Result<Option<Ties>, Failure> {
        let several = self.playing(at)?.waiting.len() > 1;
        let mut dice = test.rolls().map(|(_, pool)| &pool.count);
        let is_one = matches!((dice.next(), dice.next()), (Some(Count::Fixed(1)), None));
        let lies_open = is_one || self.effects.decides() || self.effects.ranks();
        Ok(if several && lies_open && self.effects.joins() { self.parts_begin() } else { None })
    }

    /// An intervention of several in a roll was done.
    pub(super) fn link_over(&mut self, at: At) -> Result<(), Failure> {
        let Some(Ties { first, rolls, .. }) = self.playing(at)?.chain else { return Ok(()) };
        let now = self.state_key(rolls, at)?;
        let now = now.placed(&self.playing(at)?.unplaced);
        if !now.is_comparable() {
            return Ok(());
        }
        self.effects.halfway(first, &now, true, None).map_err(|refusal| Failure::refused(refusal, at))
    }

    /// The same behind one of several steps; whether it can be equal to another situation.
    pub(super) fn step_over(&mut self, begun: &Option<Ties>, at: At) -> Result<bool, Failure> {
        let Some(Ties { first, rolls, .. }) = begun else { return Ok(true) };
        let now = self.state_key(*rolls, at)?.behind(at);
        self.effects.halfway(*first, &now, true, None).map_err(|refusal| Failure::refused(refusal, at))?;
        Ok(now.is_comparable())
    }
}

/// Something that is done again where it ties: its number where it began, the number since the last tie, and
/// how many rolls there were.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ties {
    first: usize,
    last: usize,
    rolls: usize,
}
