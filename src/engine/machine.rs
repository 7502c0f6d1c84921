//! The interpreter of formulas.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::action_state::Play;
use super::answered_trait::AnsweredValue;
use super::dice_selection::{ChosenDice, Local, sum_of_chosen};
use super::effects::{CardRead, Effects};
use super::failure::{Failure, There as _};
use super::independent_parts::EvaluationCost;
use super::numbers::{divide, remainder};
use super::result::{Answer, How, TraceStep};
use super::roll::DiceRoll;
use super::truncated_bounds::TruncatedBounds;
use crate::check::RollSource;
use crate::check::program::{
    Arithmetic, At, CheckedGame, Ir, Kind, LookupTable, Op, Origin, Piece, Pool, RollFact, SlotKind, Test,
};
use crate::diagnostic::Code;
use crate::dice::Interval;
use crate::id::Id;
use crate::ruleset::model::Rounding;
use crate::source::nfc;
use crate::syntax::{CompareOp, their_word};
use crate::world::Env;

/// Steps between two reports to an observer that counts them.
const TOLD: u64 = 8;

/// Elements (characters, tags, interventions, faces) inspected per counted step.
const LOOKED_AT: usize = 64;

/// Bytes of text that each step of an explanation counts as, besides its formulas: all steps are held until the end.
const TRACED: u64 = 24;

/// Dice chosen, compared or kept per counted step.
const CHOSEN: usize = 16;

/// The language whose words [`their_word`] knows.
const OF_THEIR_WORDS: &str = "es";

/// A value while it is computed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Value {
    Int(i64),
    Text(String),
}

impl Value {
    /// # Errors
    ///
    /// If it is a text.
    pub(super) fn number(&self, at: At) -> Result<i64, Failure> {
        match self {
            Self::Int(value) => Ok(*value),
            Self::Text(_) => Err(Failure::new(Code::TextWhereNumber, at)),
        }
    }

    pub(super) fn answer(self, game: &CheckedGame, kind: &Kind) -> Answer {
        match self {
            Self::Int(value) => Answer::of(game, kind, value),
            Self::Text(text) => Answer::Text(text),
        }
    }
}

/// What is known about a value of a test whose dice may include truncated explosions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ValueBound {
    /// The value itself is unknown.
    pub(super) cut: bool,
    /// Bounds of the value.
    pub(super) between: Option<Interval>,
}

/// The test whose formulas are running.
#[derive(Clone)]
pub(super) struct TestFrame<'a> {
    pub(super) test: &'a Test,
    pub(super) given: &'a [Option<Ir>],
    pub(super) inputs: Vec<Option<AnsweredValue>>,
    pub(super) values: Vec<Option<Value>>,
    /// Values that are dice, by index: the chosen dice.
    pub(super) chosen: BTreeMap<usize, ChosenDice>,
    /// Picked dice, by input: the candidates, and the choice.
    pub(super) picked: Vec<(usize, ChosenDice, ChosenDice)>,
    /// A cache of the bounds of values that depend on truncated dice, by index.
    pub(super) bounds: BTreeMap<usize, ValueBound>,
    /// Rolls of the named throws, once they are thrown.
    pub(super) hands: Vec<usize>,
    /// Values of the reached outcome; their indices continue those of the test.
    pub(super) late: &'a [crate::check::program::TestValue],
    pub(super) total_ir: Option<&'a Ir>,
    pub(super) total: Option<i64>,
    /// The outcome that its dice reach, where it was compared with that of others.
    pub(super) reached: Option<usize>,
    /// Dice that were cut are in the total: only between what it lies is known.
    pub(super) cut: bool,
    /// In a walk over all outcomes, rolls of pools inside formulas, by pool.
    pub(super) pools: Vec<(&'a Pool, usize)>,
}

impl TestFrame<'_> {
    /// The dice that it has, by the numbers of their rolls.
    pub(super) fn rolls(&self) -> impl Iterator<Item = usize> {
        self.hands.iter().copied().chain(self.pools.iter().map(|(_, roll)| *roll))
    }

    /// What was computed of it is computed anew.
    pub(super) fn forget(&mut self) {
        self.values = vec![None; self.test.values.len()];
        self.chosen.clear();
        self.bounds.clear();
        self.total = None;
        self.reached = None;
        self.cut = false;
        self.pools.clear();
    }

    /// What was picked by an input that has changed is picked again.
    pub(super) fn forget_picks(&mut self, changed: usize) {
        let test = self.test;
        self.picked.retain(|(input, ..)| !test.inputs_behind(test.picking(*input)).contains(&changed));
    }
}

/// An explained name that belongs to a character.
struct Owned {
    side: usize,
    /// Its index in the trace, if it was recorded there.
    step: usize,
    name: String,
    who: usize,
}

/// Evaluates formulas of one game with one set of effects.
pub(super) struct Machine<'a> {
    pub(super) game: &'a CheckedGame,
    pub(super) typed: &'a Origin,
    pub(super) env: &'a Env,
    pub(super) effects: &'a mut dyn Effects,
    pub(super) rolls: Vec<DiceRoll>,
    pub(super) trace: Option<Vec<TraceStep>>,
    pub(super) thrown: u32,
    steps: u64,
    /// Inspected elements that do not fill a counted step yet.
    looked_at: usize,
    /// The number of steps at which the observer gets its next report.
    told_at: u64,
    /// Bytes of all texts made so far.
    text: Cell<u64>,
    depth: usize,
    locals: Vec<Local>,
    base: usize,
    pub(super) given: Vec<i64>,
    pub(super) source: &'a RollSource,
    pub(super) shared: Option<usize>,
    /// Hidden rolls: index of the roll → handle that the observer gave it. Some of their dice may be visible.
    pub(super) covered: BTreeMap<usize, usize>,
    /// Visible rolls with truncated explosions.
    pub(super) unending: BTreeMap<usize, TruncatedBounds>,
    /// Rolls that may be replaced by another: which of both was kept depends on truncated dice.
    pub(super) either: BTreeMap<usize, usize>,
    /// Whether truncated dice may stay as they are during a change, and those that did.
    pub(super) following: Option<Vec<usize>>,
    pub(super) frame: Option<TestFrame<'a>>,
    /// In a walk over all outcomes, rolls of pools inside formulas outside any test.
    pub(super) pools: Vec<(&'a Pool, usize)>,
    pub(super) side: usize,
    /// Index of the character whose state is being computed; facts that it reads are part of that state.
    pub(super) in_state: Option<usize>,
    /// Entries of another character were read on behalf of this one.
    pub(super) elsewhere: bool,
    told: BTreeMap<String, ()>,
    /// Explained names that belong to characters, since the last reset.
    owned: Vec<Owned>,
    /// Answers of this evaluation, by name; nothing is asked twice.
    pub(super) asked: BTreeMap<String, i64>,
    /// Values of named dice that replace their faces while a cell is read.
    pub(super) worth: Vec<(usize, i64)>,
    /// Recursive tables being read, one entry per level.
    pub(super) reading: Vec<Id<LookupTable>>,
    /// The sub-program that is evaluated by itself, if any.
    pub(super) apart: Option<usize>,
    /// The running game, if any.
    pub(super) play: Option<Box<Play<'a>>>,
}

impl<'a> Machine<'a> {
    pub(super) fn new(
        game: &'a CheckedGame,
        typed: &'a Origin,
        env: &'a Env,
        effects: &'a mut dyn Effects,
        source: &'a RollSource,
        traced: bool,
    ) -> Self {
        Self {
            game,
            typed,
            env,
            effects,
            rolls: Vec::new(),
            trace: traced.then(Vec::new),
            thrown: 0,
            steps: 0,
            looked_at: 0,
            told_at: TOLD,
            text: Cell::new(0),
            depth: 0,
            locals: Vec::new(),
            base: 0,
            given: Vec::new(),
            source,
            shared: None,
            covered: BTreeMap::new(),
            unending: BTreeMap::new(),
            either: BTreeMap::new(),
            following: None,
            frame: None,
            pools: Vec::new(),
            side: 0,
            in_state: None,
            elsewhere: false,
            told: BTreeMap::new(),
            owned: Vec::new(),
            asked: BTreeMap::new(),
            worth: Vec::new(),
            reading: Vec::new(),
            apart: None,
            play: None,
        }
    }

    /// The values of local names outside of any `let`.
    pub(super) fn name_locally(&mut self, values: Vec<Value>) {
        self.locals = values.into_iter().map(Local::Value).collect();
    }

    /// What local names of formulas that run stand for.
    pub(super) fn locals(&self) -> &[Local] {
        &self.locals
    }

    /// What a local name of the formula that runs stands for.
    pub(super) fn local(&self, slot: usize, at: At) -> Result<&Local, Failure> {
        self.locals.get(self.base + slot).there(at)
    }

    /// Runs something in which a local name stands for a value.
    pub(super) fn in_let<T>(
        &mut self,
        (slot, value): (usize, &'a Ir),
        run: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let local = self.held(value)?;
        self.locals.truncate(self.base + slot);
        self.locals.push(local);
        let result = run(self);
        self.locals.truncate(self.base + slot);
        result
    }

    /// Names are reported again: they may have another value or another owner by now.
    pub(super) fn forget_told(&mut self) {
        self.told.clear();
        self.owned.clear();
    }

    /// Nodes of formulas and steps of actions evaluated so far.
    pub(super) fn spent(&self) -> u64 {
        self.steps
    }

    /// The resources used so far.
    pub(super) fn taken(&self) -> EvaluationCost {
        EvaluationCost { dice: self.thrown, steps: self.steps, text: self.text.get() }
    }

    /// The resources that remain.
    pub(super) fn room(&self) -> EvaluationCost {
        let limits = &self.game.limits;
        let steps = if self.play.is_some() { limits.playing } else { limits.steps };
        EvaluationCost {
            dice: limits.dice.saturating_sub(self.thrown),
            steps: steps.saturating_sub(self.steps),
            text: limits.text.saturating_sub(self.text.get()),
        }
    }

    /// Counts resources that a sub-program used.
    pub(super) fn count_taken(&mut self, taken: EvaluationCost) {
        self.thrown = self.thrown.saturating_add(taken.dice);
        self.steps = self.steps.saturating_add(taken.steps);
        // The observer already counts these.
        self.told_at = self.told_at.saturating_add(taken.steps);
        self.text.set(self.text.get().saturating_add(taken.text));
    }

    /// Counts a step of an action, or a node of a formula that is analysed without its value.
    pub(super) fn count_step(&mut self, at: At) -> Result<(), Failure> {
        self.count_text(0, at)?;
        self.steps += 1;
        if self.steps >= self.told_at { self.enough_steps(at) } else { Ok(()) }
    }

    /// Counts further elements of one step.
    pub(super) fn count_steps(&mut self, more: usize, at: At) -> Result<(), Failure> {
        self.steps = self.steps.saturating_add(more as u64);
        if self.steps >= self.told_at { self.enough_steps(at) } else { Ok(()) }
    }

    /// Counts inspected characters, tags and the like.
    pub(super) fn look_at(&mut self, count: usize, at: At) -> Result<(), Failure> {
        self.looked_at += count;
        let steps = self.looked_at / LOOKED_AT;
        self.looked_at %= LOOKED_AT;
        self.count_steps(steps, at)
    }

    /// Counts faces that are read; a few are part of the reading step.
    pub(super) fn count_faces(&mut self, faces: usize, at: At) -> Result<(), Failure> {
        self.count_steps(faces / LOOKED_AT, at)
    }

    /// Counts dice that are chosen; a few are part of the choosing step.
    pub(super) fn count_chosen(&mut self, dice: usize, at: At) -> Result<(), Failure> {
        self.count_steps(dice / CHOSEN, at)
    }

    /// Reports to the observer and checks the limit, which is lower for a roll than for an action.
    #[cold]
    fn enough_steps(&mut self, at: At) -> Result<(), Failure> {
        let since = self.steps.saturating_add(TOLD).saturating_sub(self.told_at);
        self.told_at = self.steps.saturating_add(TOLD);
        self.effects.worked(since).map_err(|refusal| Failure::refused(refusal, at))?;
        let limit = if self.play.is_some() { self.game.limits.playing } else { self.game.limits.steps };
        if self.steps <= limit {
            return Ok(());
        }
        Err(Failure::new(Code::TooManySteps, at).arg("limit", i64::try_from(limit).unwrap_or(i64::MAX)))
    }

    /// Records a step, if a trace is requested.
    pub(super) fn step(&mut self, step: impl FnOnce(&Self) -> TraceStep) {
        if self.trace.is_some() {
            let step = step(self);
            if let Some(trace) = &mut self.trace {
                trace.push(step);
            }
            // Exceeding the limit fails at the next text or step of an action, as for explanations of formulas.
            self.text.set(self.text.get().saturating_add(TRACED));
        }
    }

    /// Whether a trace is requested.
    pub(super) fn telling(&self) -> bool {
        self.trace.is_some()
    }

    /// Records the value of a name once.
    pub(super) fn tell(&mut self, name: &str, step: impl FnOnce(String) -> TraceStep) {
        if self.trace.is_some() && self.told.insert(format!("{}/{name}", self.side), ()).is_none() {
            self.step(|_| step(name.to_owned()));
        }
    }

    /// Records the value of a name that belongs to the current character, once per character. If several were read,
    /// each name has its owner: `Ana.Arm`.
    pub(super) fn tell_own(&mut self, name: &str, step: impl FnOnce(String) -> TraceStep) {
        let who = self.play.as_deref().map(|play| play.who).filter(|who| !self.name_of(*who).is_empty());
        let Some(who) = who.filter(|_| self.trace.is_some()) else { return self.tell(name, step) };
        if self.told.insert(format!("{}/{who}/{name}", self.side), ()).is_none() {
            let told = self.read_of(who, name);
            self.step(|_| step(told));
        }
    }

    /// Notes that the current character has a name whose value was recorded before.
    pub(super) fn told_before(&mut self, name: &str) {
        let who = self.play.as_deref().map(|play| play.who).filter(|_| self.trace.is_some());
        who.map(|who| self.read_of(who, name));
    }

    /// Notes that a name of a character is read, and returns the name to record.
    fn read_of(&mut self, who: usize, name: &str) -> String {
        let side = self.side;
        let alone = self.owned.iter().all(|one| one.side != side || one.who == who);
        let owned = std::mem::take(&mut self.owned);
        for Owned { step, name, who, .. } in owned.iter().filter(|one| !alone && one.side == side) {
            let with_owner = self.owned_by(*who, name);
            match self.trace.as_mut().and_then(|trace| trace.get_mut(*step)) {
                Some(TraceStep::Name { name: told, .. }) if told == name => *told = with_owner,
                _ => {}
            }
        }
        self.owned = owned;
        let step = self.trace.as_ref().map_or(0, Vec::len);
        self.owned.push(Owned { side, step, name: name.to_owned(), who });
        if alone { name.to_owned() } else { self.owned_by(who, name) }
    }

    /// `Ana.Arm`
    fn owned_by(&self, who: usize, name: &str) -> String {
        format!("{}.{name}", self.name_of(who))
    }

    pub(super) fn words(&self, at: At) -> String {
        let origin = self.game.origins.get(at.origin as usize).unwrap_or(self.typed);
        let words = origin.words(at.span).split_whitespace().collect::<Vec<_>>().join(" ");
        self.text.set(self.text.get().saturating_add(words.len() as u64));
        words
    }

    /// Counts the bytes of a text. Explanations count as well; exceeding the limit fails at the next text or step of an
    /// action.
    pub(super) fn count_text(&self, bytes: usize, at: At) -> Result<(), Failure> {
        let made = self.text.get().saturating_add(bytes as u64);
        self.text.set(made);
        if made <= self.game.limits.text {
            return Ok(());
        }
        Err(Failure::new(Code::TooMuchText, at).arg("limit", i64::try_from(self.game.limits.text).unwrap_or(i64::MAX)))
    }

    pub(super) fn number(&mut self, ir: &'a Ir) -> Result<i64, Failure> {
        match self.value(ir)? {
            Value::Int(value) => Ok(value),
            Value::Text(_) => Err(Failure::new(Code::TextWhereNumber, ir.at)),
        }
    }

    pub(super) fn flag(&mut self, ir: &'a Ir) -> Result<bool, Failure> {
        Ok(self.number(ir)? != 0)
    }

    /// Evaluates a formula of the ruleset in a new frame of local names.
    pub(super) fn formula(&mut self, ir: &'a Ir) -> Result<Value, Failure> {
        self.in_own_room(|machine| machine.value(ir))
    }

    pub(super) fn in_own_room<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let base = std::mem::replace(&mut self.base, self.locals.len());
        let result = run(self);
        self.locals.truncate(self.base);
        self.base = base;
        result
    }

    /// Counts a step and enters its subformulas, until [`Self::ascend`].
    pub(super) fn descend(&mut self, at: At) -> Result<(), Failure> {
        self.steps += 1;
        if self.steps >= self.told_at {
            self.enough_steps(at)?;
        }
        if self.depth >= self.game.limits.depth {
            return Err(Failure::new(Code::TooDeepEvaluation, at).arg("limit", self.game.limits.depth));
        }
        self.depth += 1;
        Ok(())
    }

    /// Leaves the subformulas of a step.
    pub(super) fn ascend(&mut self) {
        self.depth -= 1;
    }

    pub(super) fn value(&mut self, ir: &'a Ir) -> Result<Value, Failure> {
        self.descend(ir.at)?;
        let result = self.compute(ir);
        self.ascend();
        if let Ok(Value::Text(text)) = &result {
            self.count_text(text.len(), ir.at)?;
        }
        result
    }

    /// Only operations that form long chains are evaluated inline; the others are separate calls, because this stack
    /// frame is used at every level of a formula.
    fn compute(&mut self, ir: &'a Ir) -> Result<Value, Failure> {
        let number = match &ir.op {
            Op::Number(number) => *number,
            Op::Trait(index) => self.one_trait(*index, ir.at)?,
            Op::Value(index) => return self.test_value(*index, ir.at),
            Op::Cell(read) => {
                if self.effects.covers() {
                    if let Some(value) = self.set_aside(ir)? {
                        return Ok(value);
                    }
                    if let Some(sum) = self.covered_cell(read, ir)? {
                        return Ok(Value::Int(sum));
                    }
                }
                return self.cell(read, ir.at);
            }
            Op::Arithmetic(op, left, right) => {
                if self.effects.covers()
                    && let Some(sum) = self.sum_together(ir)?
                {
                    return Ok(Value::Int(sum));
                }
                let left = self.number(left)?;
                let right = self.number(right)?;
                self.arithmetic(*op, left, right, ir.at)?
            }
            Op::Compare(op, left, right) => {
                if self.effects.covers() {
                    return self.compared(*op, left, right, ir).map(Value::Int);
                }
                let left = self.number(left)?;
                i64::from(op.holds(left, self.number(right)?))
            }
            Op::And(left, right) => i64::from(self.flag(left)? && self.flag(right)?),
            Op::Or(left, right) => i64::from(self.flag(left)? || self.flag(right)?),
            Op::If(condition, then, otherwise) => {
                let told = self.told_by_outcome(&|when| when.at == condition.at && !matches!(condition.op, Op::If(..)));
                let holds = told.map_or_else(|| self.flag(condition), Ok)?;
                return self.value(if holds { then } else { otherwise });
            }
            _ => return self.compute_rest(ir),
        };
        Ok(Value::Int(number))
    }

    /// Whether a comparison holds. With hidden or truncated dice it is often certain all the same.
    #[inline(never)]
    fn compared(&mut self, op: CompareOp, left: &'a Ir, right: &'a Ir, ir: &'a Ir) -> Result<i64, Failure> {
        let holds = match self.covered_compare(op, left, right) {
            Ok(Some(holds)) => Ok(holds),
            Ok(None) => match self.compare_together(op, left, right) {
                Ok(Some(holds)) => Ok(holds),
                Ok(None) => self.number(left).and_then(|left| Ok(op.holds(left, self.number(right)?))),
                Err(failure) => Err(failure),
            },
            Err(failure) => Err(failure),
        };
        match holds {
            Err(failure) if self.is_open_ended(&failure) => self.certainly(ir)?.map(i64::from).ok_or(failure),
            holds => holds.map(i64::from),
        }
    }

    #[inline(never)]
    fn compute_rest(&mut self, ir: &'a Ir) -> Result<Value, Failure> {
        let number = match &ir.op {
            Op::Template(pieces) => return self.template(pieces),
            Op::Local(slot) => match self.local(*slot, ir.at)? {
                Local::Value(value) => return Ok(value.clone()),
                Local::Roll(roll) => {
                    let roll = *roll;
                    self.sum(roll, ir.at)?
                }
                Local::Dice(dice) => sum_of_chosen(dice, ir.at)?,
            },
            Op::Known(name, value) => {
                self.tell(name, |name| TraceStep::Name {
                    name,
                    value: Answer::Number(*value),
                    how: How::Given,
                    formula: None,
                });
                *value
            }
            Op::Option(index) => self.option(*index, ir.at)?,
            Op::Input(index) => return self.input_value(*index, ir.at),
            Op::Total => self.total(ir.at)?,
            Op::OwnTotal => {
                let frame = self.frame.as_ref().there(ir.at)?;
                let total = &frame.test.total;
                match self.formula(total)? {
                    Value::Int(total) => total,
                    Value::Text(_) => return Err(Failure::new(Code::TextWhereNumber, ir.at)),
                }
            }
            Op::Margin => self.margin(ir.at)?,
            Op::Given(index) => self.given.get(*index).copied().there(ir.at)?,
            Op::Dice(dice) => self.dice(dice, ir.at)?,
            Op::Pool(pool) => {
                if let Some(value) = self.set_aside(ir)? {
                    return Ok(value);
                }
                let roll = self.throw_apart(pool)?;
                self.sum(roll, ir.at)?
            }
            Op::Roll => {
                let roll = self.roll(ir.at)?;
                match roll {
                    Some(roll) => self.sum(roll, ir.at)?,
                    None => 0,
                }
            }
            Op::Hand(index, _) => {
                let roll = self.hand(*index, ir.at)?;
                self.sum(roll, ir.at)?
            }
            Op::InHand(index, inner) => {
                let outer = self.take_up(*index, ir.at)?;
                let value = self.number(inner);
                self.shared = outer;
                value?
            }
            Op::Read { what, pool } => self.read(what, pool.as_deref(), ir.at)?,
            Op::Chosen(..) | Op::Picked(..) => {
                if let Some(value) = self.set_aside(ir)? {
                    return Ok(value);
                }
                let dice = self.chosen(ir)?;
                sum_of_chosen(&dice, ir.at)?
            }
            Op::ReadOff(what, of) => {
                if let Some(value) = self.set_aside(ir)? {
                    return Ok(value);
                }
                self.read_off(what, of, ir.at)?
            }
            Op::Beats(left, right) => self.beats(left, right)?,
            Op::Negate(inner) => self.number(inner)?.checked_neg().ok_or_else(|| too_large(ir.at))?,
            Op::Not(inner) => i64::from(!self.flag(inner)?),
            Op::Answered(which) => i64::from(self.is_answered(which)?),
            Op::SameText(left, right) => i64::from(self.same_text(left, right)?),
            Op::Let(slot, value, body) => {
                if let Some(value) = self.set_aside(ir)? {
                    return Ok(value);
                }
                return self.in_let((*slot, value), |machine| machine.value(body));
            }
            Op::Min(items) | Op::Max(items) => {
                let least = matches!(ir.op, Op::Min(_));
                if let Some(value) = self.extreme_of((items, !least), false)? {
                    return Ok(Value::Int(value));
                }
                let mut best: Option<i64> = None;
                for item in items {
                    let value = self.number(item)?;
                    best = Some(best.map_or(value, |best| if least { best.min(value) } else { best.max(value) }));
                }
                best.there(ir.at)?
            }
            Op::RowName(table, pick) => {
                if let Some(called) = self.row_as_said(pick) {
                    return Ok(Value::Text(called));
                }
                let row = self.pick(*table, pick)?;
                let row = self.game.tables[*table].rows.get(row).there(ir.at)?;
                return Ok(Value::Text(row.label.to_string()));
            }
            Op::RowAt(table, pick) => {
                let row = self.pick(*table, pick)?;
                row as i64
            }
            Op::Points(..)
            | Op::PointsAt(..)
            | Op::Track(..)
            | Op::State(_)
            | Op::HasTag(_)
            | Op::TagCount(..)
            | Op::CardsLeft(_)
            | Op::Turn(_)
            | Op::TagValue(..)
            | Op::ValueOfTag(..)
            | Op::TagOwner(_)
            | Op::OwnValue(_)
            | Op::Gather(..)
            | Op::Group(..)
            | Op::Named(..)
            | Op::Slot(_)
            | Op::NameOf(_)
            | Op::Of(..)
            | Op::InRoll(..)
            | Op::RollFact(..)
            | Op::Did(..)
            | Op::Inside(..)
            | Op::Late(_) => return self.compute_play(ir),
            Op::Number(_)
            | Op::Trait(_)
            | Op::Value(_)
            | Op::Cell(_)
            | Op::Arithmetic(..)
            | Op::Compare(..)
            | Op::And(..)
            | Op::Or(..)
            | Op::Called(_)
            | Op::If(..) => return Err(Failure::internal(ir.at)),
        };
        Ok(Value::Int(number))
    }

    /// Whether two texts are equal in their composed form.
    fn same_text(&mut self, left: &'a Ir, right: &'a Ir) -> Result<bool, Failure> {
        let (one, other) = (self.value(left)?, self.value(right)?);
        match (&one, &other) {
            (Value::Text(one), Value::Text(other)) => Ok(one == other || nfc(one) == nfc(other)),
            _ => Err(Failure::internal(left.at)),
        }
    }

    fn template(&mut self, pieces: &'a [Piece]) -> Result<Value, Failure> {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Value(ir, Kind::Person) if let Some(side) = self.side_in_text(ir)? => text.push_str(&side),
                Piece::Value(ir, kind) => match self.piece(ir, kind)? {
                    Answer::Number(number) => text.push_str(&number.to_string()),
                    Answer::Flag(flag) => text.push_str(self.flag_in_text(flag)),
                    Answer::Text(part) => text.push_str(self.none_in_text(&part, kind).unwrap_or(&part)),
                },
            }
        }
        Ok(Value::Text(text))
    }

    /// The name of the winning or losing side of a contest, if no character played it.
    pub(super) fn side_in_text(&mut self, ir: &'a Ir) -> Result<Option<String>, Failure> {
        let Op::RollFact(slot, fact @ (RollFact::Winner | RollFact::Loser)) = ir.op else { return Ok(None) };
        let Some(facts) = self.act(ir.at)?.held.facts.get(&slot).copied() else { return Ok(None) };
        let who = if fact == RollFact::Winner { facts.winner } else { facts.loser };
        let SlotKind::Contest(_, first, second) = self.act(ir.at)?.action.slots.get(slot).there(ir.at)?.kind else {
            return Ok(None);
        };
        if facts.tied || who >= 0 {
            return Ok(None);
        }
        let left_won = facts.success == Some(true);
        let side = if left_won == (fact == RollFact::Winner) { first } else { second };
        self.label_of(side, ir.at).map(Some)
    }

    /// A truth value in a text of the game, in its language.
    fn flag_in_text(&self, flag: bool) -> &'static str {
        let ours = if flag { "yes" } else { "no" };
        let theirs = self.game.language.as_deref() == Some(OF_THEIR_WORDS);
        theirs.then(|| their_word("flags", ours)).flatten().unwrap_or(ours)
    }

    /// The words for no character and no tag in a text of the game, in its language.
    fn none_in_text(&self, shown: &str, kind: &Kind) -> Option<&'static str> {
        let word = match kind {
            Kind::Person => "nobody",
            Kind::Tag(_) => "none",
            _ => return None,
        };
        let other = shown == "none" && self.game.language.as_deref() == Some(OF_THEIR_WORDS);
        other.then(|| their_word("values", word)).flatten()
    }

    fn piece(&mut self, ir: &'a Ir, kind: &Kind) -> Result<Answer, Failure> {
        // Inside a `let` the formula reads its names.
        let value = if self.locals.len() > self.base { self.value(ir)? } else { self.formula(ir)? };
        if let Kind::Tag(tag) = kind {
            self.reads_card(*tag, CardRead::Itself, ir.at)?;
        }
        Ok(self.shown(&value, kind))
    }

    fn arithmetic(&self, op: Arithmetic, left: i64, right: i64, at: At) -> Result<i64, Failure> {
        let value = match op {
            Arithmetic::Add => left.checked_add(right),
            Arithmetic::Subtract => left.checked_sub(right),
            Arithmetic::Multiply => left.checked_mul(right),
            Arithmetic::Divide | Arithmetic::DivideAs(_) | Arithmetic::Remainder => {
                if right == 0 {
                    return Err(Failure::new(Code::DivisionByZero, at));
                }
                match op {
                    Arithmetic::Remainder => remainder(left, right),
                    Arithmetic::DivideAs(rounding) => divide(left, right, rounding),
                    _ => divide(left, right, self.game.rounding.unwrap_or(Rounding::Down)),
                }
            }
        };
        value.ok_or_else(|| too_large(at))
    }
}

pub(super) fn too_large(at: At) -> Failure {
    Failure::new(Code::ResultTooLarge, at)
}
