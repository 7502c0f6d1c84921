//! Tests: one side against a number, or two sides.

use super::action_state::Saved;
use super::failure::{Failure, There as _};
use super::machine::{Machine, TestFrame, Value, too_large};
use super::result::{Answer, Evaluation, OutcomeResult, SideResult, Term, TraceStep, Verdict};
use super::steps::option_alone;
use crate::check::program::{AnswerKind, At, Cell, Hook, Ir, Op, Opposed, Outcome, Test};
use crate::check::{RollSource, Side, SideOwner, row_for};
use crate::diagnostic::Code;
use crate::dice::{Interval, deciding, ordered};
use crate::ruleset::model::{OptionalDecl, Tie};
use crate::world::{NOBODY, UNNAMED};

/// A test that was rolled, and the dice that it shares.
type RolledFrame<'a> = (Option<TestFrame<'a>>, Option<usize>);

struct RolledSide {
    result: SideResult,
    margin: Option<i64>,
    compare: Vec<Interval>,
}

/// A side by itself.
#[derive(Debug)]
pub struct SideAlone {
    /// Its total; where it is open, what is added to the dice.
    pub total: i64,
    /// Whether the observer counts what the dice add ([`leaves_open`](super::Observer::leaves_open)).
    pub open: bool,
    /// The values by which it is compared; `None`: its total.
    pub compare: Vec<Option<i64>>,
}

impl<'a> Machine<'a> {
    /// Makes a side's test the running one.
    pub(super) fn open(&mut self, side: &'a Side) {
        let test = &self.game.tests[side.test];
        self.source = &side.roll;
        self.shared = None;
        self.frame = Some(TestFrame {
            reached: None,
            test,
            given: &side.inputs,
            inputs: vec![None; test.inputs.len()],
            values: vec![None; test.values.len()],
            chosen: std::collections::BTreeMap::new(),
            picked: Vec::new(),
            bounds: std::collections::BTreeMap::new(),
            hands: Vec::new(),
            late: &[],
            total_ir: Some(&side.total),
            total: None,
            cut: false,
            pools: Vec::new(),
        });
    }

    /// Rolls a side: what it was given, in order, then the sum.
    fn roll_side(
        &mut self,
        side: &'a Side,
        known: Option<i64>,
    ) -> Result<(&'a Test, SideResult, Option<i64>), Failure> {
        self.open(side);
        let test = &self.game.tests[side.test];
        for (index, given) in side.inputs.iter().enumerate() {
            if let (Some(ir), true) = (given, test.against != Some(index)) {
                self.input_value(index, ir.at)?;
            }
        }
        self.target_fits(side, test)?;
        self.others(side)?;
        let (terms, total) = match known {
            Some(total) => (Vec::new(), Some(total)),
            // Whatever needs it will add it up.
            None if !self.effects.counts() => (Vec::new(), None),
            None => self.add_up(&side.total)?,
        };
        self.frame.as_mut().there(side.total.at)?.total = total;
        let number = self.side;
        if let Some(value) = total {
            self.step(|_| TraceStep::Total { side: number, terms: terms.clone(), value });
        }
        let result = SideResult { test: Some(test.name.to_string()), terms, total, ..SideResult::default() };
        Ok((test, result, total))
    }

    /// What a test is compared with has to be within its bounds, and that is found before the dice fall
    /// where it is known. It is reported later, and what has not been said is asked for later.
    fn target_fits(&mut self, side: &'a Side, test: &'a Test) -> Result<(), Failure> {
        let Some((name, question)) = test.against.and_then(|index| test.inputs.get(index)) else { return Ok(()) };
        let given = test.against.and_then(|index| side.inputs.get(index)?.as_ref());
        let Some(ir) = given.filter(|ir| matches!(question.kind, AnswerKind::Number(..)) && self.is_known(ir)) else {
            return Ok(());
        };
        let trace = self.trace.take();
        let value = self.value(ir);
        self.trace = trace;
        self.within(name, question, &value?, ir.at)
    }

    /// Whether a formula throws nothing and asks nothing.
    fn is_known(&self, ir: &Ir) -> bool {
        let own = match &ir.op {
            Op::Number(_) | Op::Known(..) => true,
            Op::Trait(index) => self.trait_given(*index).is_some(),
            Op::Negate(_) | Op::Arithmetic(..) | Op::Min(_) | Op::Max(_) | Op::If(..) | Op::Compare(..) => true,
            _ => false,
        };
        own && ir.children().into_iter().all(|child| self.is_known(child))
    }

    /// The total, part by part; `None` where dice in it were cut: how a test ends may be certain
    /// all the same.
    pub(super) fn add_up(&mut self, ir: &'a crate::check::program::Ir) -> Result<(Vec<Term>, Option<i64>), Failure> {
        match self.addends(ir) {
            Err(failure) if self.is_open_ended(&failure) => {
                self.remember_total(&Err(failure));
                Ok((Vec::new(), None))
            }
            added => added.map(|(terms, total)| (terms, Some(total))),
        }
    }

    /// Where others may intervene in a roll,
    /// the dice have fallen before anything is added up.
    fn others(&mut self, side: &'a Side) -> Result<(), Failure> {
        if !self.play.as_deref().is_some_and(|play| play.rolling) {
            return Ok(());
        }
        let at = side.total.at;
        self.at_hook(Hook::Test(true, side.test), at)?;
        let test = &self.game.tests[side.test];
        if test.roll.is_some()
            || test.has_hands()
            || self.game.roll.is_some()
            || !matches!(side.roll, RollSource::Test | RollSource::Game)
        {
            self.throw_all(at)?;
        }
        self.at_hook(Hook::Test(false, side.test), at)
    }

    /// A test whose total is compared with a number, or with nothing yet.
    pub(super) fn one_side(&mut self, side: &'a Side, wanted: &[&str]) -> Result<Evaluation, Failure> {
        self.one_side_with(side, None, wanted)
    }

    /// The same where the total may be known already.
    pub(super) fn one_side_with(
        &mut self,
        side: &'a Side,
        known: Option<i64>,
        wanted: &[&str],
    ) -> Result<Evaluation, Failure> {
        let (test, mut result, total) = self.roll_side(side, known)?;
        let mut against = None;
        let mut has_target = false;
        if let Some(index) = test.against {
            let given = matches!(side.inputs.get(index), Some(Some(_)));
            let default = test.inputs.get(index).is_some_and(|(_, question)| question.has_a_default());
            has_target = given || default;
            if has_target {
                against = Some(self.input(index, side.total.at)?);
            }
        }
        let (outcome, _) = self.conclude_with(test, &mut result, total, against, has_target, side.total.at, wanted)?;
        Ok(Evaluation {
            value: told(total),
            sides: vec![result],
            rolls: std::mem::take(&mut self.rolls),
            outcome,
            trace: self.trace.take().unwrap_or_default(),
            nodes: self.spent(),
        })
    }

    /// How the running test ended, when its total is known.
    pub(super) fn conclude(
        &mut self,
        test: &'a Test,
        result: &mut SideResult,
        total: Option<i64>,
        has_target: bool,
        at: crate::check::program::At,
        wanted: &[&str],
    ) -> Result<(Option<OutcomeResult>, Option<usize>), Failure> {
        let against = match test.against.filter(|_| has_target) {
            Some(index) => Some(self.input(index, at)?),
            None => None,
        };
        self.conclude_with(test, result, total, against, has_target, at, wanted)
    }

    #[expect(clippy::too_many_arguments, reason = "everything about the end of one test")]
    fn conclude_with(
        &mut self,
        test: &'a Test,
        result: &mut SideResult,
        total: Option<i64>,
        against: Option<i64>,
        has_target: bool,
        at: crate::check::program::At,
        wanted: &[&str],
    ) -> Result<(Option<OutcomeResult>, Option<usize>), Failure> {
        let against = against.filter(|_| test.target().is_some());
        let known = has_target || test.against.is_none();
        let margin = match (&test.margin, total, against) {
            (OptionalDecl::Usual, Some(total), Some(against)) => {
                Some(total.checked_sub(against).ok_or_else(|| too_large(at))?)
            }
            (OptionalDecl::Formula(_), Some(_), _) if known || !test.need_target.0 => {
                let margin = self.margin(at);
                self.unless_cut(margin)?
            }
            _ => None,
        };
        let (against, against_name) = match (&test.shown_against, test.against) {
            (OptionalDecl::Usual, Some(index)) => {
                (against, against.and_then(|value| self.target_name(test, index, value)))
            }
            (OptionalDecl::Formula(ir), _) if total.is_some() && (known || !test.need_target.1) => {
                let shown = self.number(ir);
                (self.unless_cut(shown)?, None)
            }
            _ => (None, None),
        };
        let reached = self.outcome(test, has_target || !test.needs_against())?;
        // Of nested actions, values that nothing reads are not needed.
        let inside = self.play.as_deref().is_some_and(|play| play.acts.len() > 1);
        let wants = self.effects.counts() || !inside;
        if !self.effects.open_ended() && wants {
            self.tell_values(test, result, wanted, has_target || !test.needs_against())?;
        }
        if let Some((_, outcome)) = reached {
            let first = test.values.len();
            let frame = self.frame.as_mut().there(at)?;
            frame.values.resize(first + outcome.values.len(), None);
            frame.late = &outcome.values;
            let wanted = self.effects.curious() && wants && !self.effects.open_ended();
            for (index, value) in outcome.values.iter().enumerate().filter(|_| wanted) {
                let answer = self.test_value(first + index, value.ir.at)?.answer(self.game, &value.kind);
                result.shown.push((value.name.to_string(), answer));
            }
        }
        let index = reached.map(|(index, _)| index);
        let outcome = reached.map(|(_, outcome)| OutcomeResult {
            name: Some(outcome.name.to_string()),
            verdict: None,
            success: outcome.success,
            classes: self.game.classes_of(outcome),
            margin,
            decided: None,
            tie_broken: false,
            against,
            against_name,
        });
        Ok((outcome, index))
    }

    /// The first outcome that holds. Without anything to compare with, those are
    /// read that need none, until the first that does.
    pub(super) fn outcome(
        &mut self,
        test: &'a Test,
        has_target: bool,
    ) -> Result<Option<(usize, &'a Outcome)>, Failure> {
        if let Some(reached) = self.frame.as_ref().and_then(|frame| frame.reached) {
            let outcome = test.outcomes.get(reached).there(test.total.at)?;
            return Ok(Some((reached, outcome)));
        }
        for (index, outcome) in test.outcomes.iter().enumerate() {
            if !has_target && (outcome.needs_target || outcome.when.is_none()) {
                if self.is_switched_off(outcome)? {
                    continue;
                }
                return Ok(None);
            }
            let holds = match outcome.when.as_ref().map(|ir| self.formula(ir)) {
                None => true,
                Some(Err(failure)) if self.is_open_ended(&failure) => {
                    return self.certain_outcome(test, has_target)?.ok_or(failure);
                }
                Some(value) => value? == Value::Int(1),
            };
            if holds {
                self.step(|machine| TraceStep::Outcome {
                    name: outcome.name.to_string(),
                    because: outcome.when.as_ref().map(|ir| machine.words(ir.at)),
                });
                return Ok(Some((index, outcome)));
            }
        }
        Ok(None)
    }

    /// Whether an outcome is none of the game as its options are, whatever its other conditions read.
    pub(super) fn is_switched_off(&mut self, outcome: &'a Outcome) -> Result<bool, Failure> {
        let mut left = outcome.when.as_ref();
        while let Some(Op::And(first, rest)) = left.map(|when| &when.op)
            && option_alone(first).is_some()
        {
            if self.whole(first)? == 0 {
                return Ok(true);
            }
            left = Some(rest);
        }
        Ok(false)
    }

    /// Values worth telling, and those that the caller asked for.
    pub(super) fn tell_values(
        &mut self,
        test: &'a Test,
        result: &mut SideResult,
        wanted: &[&str],
        has_target: bool,
    ) -> Result<(), Failure> {
        let curious = self.effects.curious();
        if !curious && wanted.is_empty() {
            return Ok(());
        }
        for (index, value) in test.values.iter().enumerate() {
            let shows = curious && test.show.contains(&index);
            let extra = wanted.contains(&&*value.name);
            if !shows && !extra {
                continue;
            }
            if !has_target && value.needs_target {
                continue;
            }
            let answer = self.test_value(index, value.ir.at)?.answer(self.game, &value.kind);
            // What is not the case is not worth telling.
            if shows && answer != Answer::Flag(false) {
                result.shown.push((value.name.to_string(), answer));
            } else {
                result.extra.push((value.name.to_string(), answer));
            }
        }
        Ok(())
    }

    /// The name that a number has on the ladder it is taken from.
    fn target_name(&self, test: &Test, index: usize, value: i64) -> Option<String> {
        let (_, question) = test.inputs.get(index)?;
        let AnswerKind::Cell(table, column) = &question.kind else { return None };
        let def = &self.game.tables[*table];
        if !def.ordered && def.intervals.is_empty() {
            return None;
        }
        let same =
            |cell: &Cell| matches!(cell, Cell::Value(ir) if matches!(ir.op, Op::Number(number) if number == value));
        let row = def
            .rows
            .iter()
            .position(|row| row.cells.get(*column).is_some_and(same))
            .or_else(|| row_for(self.game, *table, value))?;
        def.rows.get(row).map(|row| row.label.to_string())
    }

    /// Two sides: each rolls its own dice, the left one first.
    pub(super) fn two_sides(
        &mut self,
        left: &'a Side,
        right: &'a Side,
        wanted: &[&str],
    ) -> Result<Evaluation, Failure> {
        let test = &self.game.tests[left.test];
        let opposed = test.opposed.as_ref().there(left.total.at)?;
        let mut rounds = 0_u32;
        let contest = self.effects.contest(None, true);
        let (first, second, verdict, left_roll) = loop {
            self.side = 0;
            let first = self.opposed_side(left, wanted)?;
            let mut left_roll = (self.frame.take(), self.shared.take());
            self.side = 1;
            let second = self.seated(right, |machine| machine.opposed_side(right, wanted))?;
            let order = ordered(&first.compare, &second.compare).ok_or_else(|| Failure::cut(left.total.at))?;
            let verdict = match order {
                std::cmp::Ordering::Greater => Some(Verdict::Win),
                std::cmp::Ordering::Less => Some(Verdict::Lose),
                std::cmp::Ordering::Equal => {
                    // A tie is seen from the left side.
                    self.side = 0;
                    self.swap_roll(&mut left_roll);
                    let source = std::mem::replace(&mut self.source, &left.roll);
                    let policy = self.tie_policy(&opposed.tie)?;
                    self.swap_roll(&mut left_roll);
                    self.source = source;
                    self.step(|_| TraceStep::Tie { again: policy == Tie::Reroll });
                    if policy == Tie::Reroll {
                        let again = self.effects.again(contest, contest, None);
                        again.map_err(|refusal| Failure::refused(refusal, left.total.at))?;
                    }
                    verdict_of(policy)
                }
            };
            if let Some(verdict) = verdict {
                break (first, second, verdict, left_roll);
            }
            rounds += 1;
            if rounds > self.game.limits.ties {
                return Err(
                    Failure::new(Code::TooManyTies, left.total.at).arg("limit", i64::from(self.game.limits.ties))
                );
            }
        };
        if self.play.as_deref().is_some_and(|play| play.rolling) {
            let rolls = [(left, left_roll), (right, (self.frame.take(), self.shared.take()))];
            let play = self.playing(left.total.at)?;
            let saved = rolls.into_iter().enumerate().map(|(index, (side, (frame, shared)))| Saved {
                frame,
                shared,
                who: seat_of(side, play.who),
                side: index,
            });
            play.contest = saved.collect();
        }
        let margins = [first.margin, second.margin];
        let decided = deciding(&first.compare, &second.compare);
        let outcome = self.end_of_contest(opposed, verdict, margins, second.result.total, (decided, left.total.at))?;
        Ok(Evaluation {
            value: told(first.result.total),
            sides: vec![first.result, second.result],
            rolls: std::mem::take(&mut self.rolls),
            outcome: Some(outcome),
            trace: self.trace.take().unwrap_or_default(),
            nodes: self.spent(),
        })
    }

    /// Makes another roll of this expression the running one.
    fn swap_roll(&mut self, other: &mut RolledFrame<'a>) {
        std::mem::swap(&mut self.frame, &mut other.0);
        std::mem::swap(&mut self.shared, &mut other.1);
    }

    /// How two sides end; `decided` is which of the formulas that compare them told them apart.
    pub(super) fn end_of_contest(
        &self,
        opposed: &Opposed,
        verdict: Verdict,
        margins: [Option<i64>; 2],
        against: Option<i64>,
        (decided, at): (Option<usize>, At),
    ) -> Result<OutcomeResult, Failure> {
        let (name, success) = match verdict {
            Verdict::Win => (&opposed.win, Some(true)),
            Verdict::Lose => (&opposed.lose, Some(false)),
            Verdict::Tie => (&opposed.tied, None),
        };
        let margin = match margins {
            [Some(left), Some(right)] => {
                Some(opposed.margin(verdict.order(), left, right).ok_or_else(|| too_large(at))?)
            }
            _ => None,
        };
        let tie_broken = decided.is_none() && verdict != Verdict::Tie;
        let overruled = margin == Some(0) && verdict != Verdict::Tie;
        let decided = decided.filter(|_| overruled || opposed.ends).and_then(|index| opposed.compare.get(index));
        // Where outcomes come first, the report names what breaks their tie.
        let decided = decided.filter(|ir| opposed.ends || !matches!(ir.op, Op::Total | Op::OwnTotal));
        let decided = decided.map(|ir| self.words(ir.at));
        let name = name.as_ref().map(|name| name.to_string());
        Ok(OutcomeResult {
            name,
            verdict: Some(verdict),
            success,
            classes: Vec::new(),
            margin,
            decided,
            tie_broken,
            against,
            against_name: None,
        })
    }

    /// Evaluates seen from the character of a side.
    fn seated<T>(&mut self, side: &'a Side, what: impl FnOnce(&mut Self) -> Result<T, Failure>) -> Result<T, Failure> {
        match self.play.as_deref().map(|play| seat_of(side, play.who)) {
            Some(who) => self.seen_from(who, side.total.at, what),
            None => what(self),
        }
    }

    /// What a tie leads to, seen from the left side.
    pub(super) fn tie_policy(&mut self, rows: &'a [(Tie, Option<crate::check::program::Ir>)]) -> Result<Tie, Failure> {
        for (tie, when) in rows {
            let holds = match when {
                None => true,
                Some(ir) => self.formula(ir)? == Value::Int(1),
            };
            if holds {
                return Ok(*tie);
            }
        }
        Ok(Tie::NoWinner)
    }

    /// A side of an opposed test by itself: its total, and what it is compared by. The total is found last, when nothing
    /// else hangs on it.
    pub(super) fn side_alone(&mut self, side: &'a Side) -> Result<SideAlone, Failure> {
        let at = side.total.at;
        let (test, mut result, total) = self.roll_side(side, None)?;
        let mut compare = Vec::new();
        for ir in test.opposed.iter().flat_map(|opposed| &opposed.compare) {
            compare.push(match ir.op {
                Op::Total => None,
                _ => Some(self.nearly(ir)?.exact().ok_or_else(|| Failure::cut(at))?),
            });
        }
        if compare.is_empty() {
            compare.push(None);
        }
        if test.ends_by_itself(true) {
            let known = self.knows_target(test);
            self.conclude(test, &mut result, total, known, at, &[])?;
        }
        if let Some(number) = self.total_left_open(at)? {
            return Ok(SideAlone { total: number, open: true, compare });
        }
        Ok(SideAlone { total: self.total(at)?, open: false, compare })
    }

    /// What a side of two shows besides its total, and by how much it is made; nothing of it where dice
    /// were cut.
    pub(super) fn side_told(
        &mut self,
        test: &'a Test,
        result: &mut SideResult,
        wanted: &[&str],
        at: crate::check::program::At,
    ) -> Result<Option<i64>, Failure> {
        if self.effects.open_ended() {
            return Ok(None);
        }
        if test.ends_by_itself(true) {
            let (total, known) = (result.total, self.knows_target(test));
            (result.outcome, _) = self.conclude(test, result, total, known, at, wanted)?;
        } else {
            let compared = test.opposed.as_ref().is_some_and(|opposed| opposed.to_target);
            self.tell_values(test, result, wanted, compared)?;
        }
        self.margin_of_side(at)
    }

    fn opposed_side(&mut self, side: &'a Side, wanted: &[&str]) -> Result<RolledSide, Failure> {
        let (test, mut result, total) = self.roll_side(side, None)?;
        let compared = test.opposed.as_ref().map(|opposed| opposed.compare.as_slice()).unwrap_or_default();
        let mut compare = Vec::with_capacity(compared.len().max(1));
        for ir in compared {
            compare.push(self.nearly(ir)?);
        }
        if compare.is_empty() {
            compare.push(match total {
                Some(total) => Interval::exactly(total),
                None => self.total_between()?,
            });
        }
        let margin = self.side_told(test, &mut result, wanted, side.total.at)?;
        Ok(RolledSide { result, margin, compare })
    }
}

/// The place from which a side reads what a character has, where `who` is the roller.
#[must_use]
pub fn seat_of(side: &Side, who: usize) -> usize {
    match side.owner {
        SideOwner::Roller => who,
        SideOwner::Unnamed => UNNAMED,
        SideOwner::Person(person) => person,
        SideOwner::Several => NOBODY,
    }
}

/// A total; where dice of it were cut, an empty text.
fn told(total: Option<i64>) -> Answer {
    total.map_or_else(|| Answer::Text(String::new()), Answer::Number)
}

/// Who wins by what a tie leads to; `None` where it is rolled again.
pub(super) fn verdict_of(policy: Tie) -> Option<Verdict> {
    match policy {
        Tie::Reroll => None,
        Tie::NoWinner => Some(Verdict::Tie),
        Tie::Attacker => Some(Verdict::Win),
        Tie::Defender => Some(Verdict::Lose),
    }
}
