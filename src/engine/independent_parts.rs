//! Sub-programs that read only their own dice. Exact odds compute the distribution of each sub-program once, and then
//! branch over its values.

use std::collections::BTreeSet;

use super::failure::{Failure, Stop};
use super::machine::{Machine, Value};
use super::roll::DiceRoll;
use super::truncated_bounds::{ENDLESS, TruncatedBounds};
use crate::check::Prepared;
use crate::check::program::{Cell, CheckedGame, ColumnPick, Ir, LookupTable, Op, Pick, Pool};
use crate::dice::Interval;
use crate::id::Id;
use crate::sort::Sort as _;
use crate::world::Env;

use super::effects::Effects;

/// A sub-program, and its dependencies.
#[derive(Debug, Clone, Copy)]
pub struct IndependentPart<'p> {
    /// The game whose tables it reads.
    pub game: &'p CheckedGame,
    /// The root of the sub-program.
    pub ir: &'p Ir,
    /// Recursive tables that are being read, outermost first; one for each reading.
    pub reading: &'p [Id<LookupTable>],
    /// The resources that an evaluation may still use.
    pub room: EvaluationCost,
}

/// The resources that an evaluation uses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EvaluationCost {
    /// The number of dice thrown.
    pub dice: u32,
    /// Steps of the evaluator.
    pub steps: u64,
    /// Bytes of the texts that were made.
    pub text: u64,
}

impl EvaluationCost {
    /// The larger of both values, field by field.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { dice: self.dice.max(other.dice), steps: self.steps.max(other.steps), text: self.text.max(other.text) }
    }

    /// Whether no field exceeds that of `room`.
    #[must_use]
    pub fn fits(self, room: Self) -> bool {
        self.dice <= room.dice && self.steps <= room.steps && self.text <= room.text
    }
}

/// The value of a sub-program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aside {
    Number(i64),
    Text(String),
    /// Explosions were truncated: the lower and the upper bound.
    Between(i64, i64),
}

/// The value of a sub-program or its failure, and the resources it used.
pub type PartFound = (Result<Aside, Failure>, EvaluationCost);

/// Evaluates a part by itself.
///
/// # Errors
///
/// As [`super::evaluate`].
pub fn observe_apart<'a>(
    game: &'a CheckedGame,
    prepared: &'a Prepared,
    env: &'a Env,
    (ir, reading): (&'a Ir, &[Id<LookupTable>]),
    effects: &'a mut dyn Effects,
) -> PartFound {
    let mut machine = Machine::new(game, &prepared.origin, env, effects, prepared.program.source(), false);
    machine.reading = reading.to_vec();
    machine.apart = Some(place_of(ir));
    let found = machine.alone(ir);
    (found, machine.taken())
}

/// The address of a sub-program, used as its cache key. It is valid while the program is not moved.
#[must_use]
pub fn place_of(ir: &Ir) -> usize {
    std::ptr::from_ref(ir) as usize
}

impl<'a> Machine<'a> {
    fn alone(&mut self, ir: &'a Ir) -> Result<Aside, Failure> {
        if !matches!(ir.op, Op::Pool(_)) {
            return Ok(match self.value(ir)? {
                Value::Int(number) => Aside::Number(number),
                Value::Text(text) => Aside::Text(text),
            });
        }
        let between = self.nearly(ir)?;
        Ok(match (between.exact(), between.least, between.most) {
            (Some(number), ..) => Aside::Number(number),
            (None, Some(least), most) if least.abs() < ENDLESS => Aside::Between(least, most.unwrap_or(ENDLESS)),
            _ => return Err(Failure::new(Stop::Lost, ir.at)),
        })
    }

    /// The value of a sub-program, if the observer computed it by itself.
    pub(super) fn set_aside(&mut self, ir: &'a Ir) -> Result<Option<Value>, Failure> {
        if !self.effects.sets_aside() || !is_rolled(ir) || self.apart == Some(place_of(ir)) {
            return Ok(None);
        }
        let mut reading = self.reading.clone();
        reading.order();
        let part = IndependentPart { game: self.game, ir, reading: &reading, room: self.room() };
        let found = self.effects.aside(&part).map_err(|refusal| Failure::refused(refusal, ir.at))?;
        let Some((found, taken)) = found else { return Ok(None) };
        self.count_taken(taken);
        let between = match found? {
            Aside::Text(text) => return Ok(Some(Value::Text(text))),
            Aside::Number(number) => Interval::exactly(number),
            Aside::Between(least, most) => Interval { least: Some(least), most: Some(most) },
        };
        if let Op::Pool(pool) = &ir.op {
            self.lay_aside(pool, between);
        }
        match between.exact() {
            Some(number) => Ok(Some(Value::Int(number))),
            None => Err(Failure::cut(ir.at)),
        }
    }

    /// Dice of which only the sum is known, by bounds.
    fn lay_aside(&mut self, pool: &'a Pool, between: Interval) {
        let mut roll = DiceRoll::covered(false, self.side);
        let index = self.rolls.len();
        match (between.exact(), between.least, between.most) {
            (Some(number), ..) => roll.sorted.push(number),
            (None, least, most) => {
                let ends = |end: Option<i64>| vec![end.unwrap_or(ENDLESS)];
                let unending = TruncatedBounds { low: ends(least), high: ends(most), more: None, keep: Vec::new() };
                self.unending.insert(index, unending);
                self.effects.cut();
            }
        }
        self.rolls.push(roll);
        self.frame.as_mut().map_or(&mut self.pools, |frame| &mut frame.pools).push((pool, index));
    }
}

/// Whether a sub-program reads only its own dice, and no shorter method computes it.
#[must_use]
pub fn stands_alone(game: &CheckedGame, ir: &Ir) -> bool {
    let mut alone = Alone { game, dice: false, seen: BTreeSet::new() };
    match &ir.op {
        Op::Pool(pool) if !throws_after_choosing(pool) => false,
        _ => alone.stands(ir, false, &mut Vec::new()) && alone.dice,
    }
}

/// Whether dice are chosen before others are thrown: then every throw must be visible.
pub(super) fn throws_after_choosing(pool: &Pool) -> bool {
    let chooses = pool.modifiers.iter().position(|modifier| modifier.suffix.choice().is_some());
    let throws = pool.modifiers.iter().rposition(|modifier| modifier.suffix.throwing().is_some());
    chooses.zip(throws).is_some_and(|(chooses, throws)| chooses < throws)
}

struct Alone<'g> {
    game: &'g CheckedGame,
    /// Whether it throws dice.
    dice: bool,
    /// Tables visited so far.
    seen: BTreeSet<Id<LookupTable>>,
}

impl<'g> Alone<'g> {
    fn stands(&mut self, ir: &'g Ir, in_table: bool, names: &mut Vec<usize>) -> bool {
        let here = match &ir.op {
            Op::Let(slot, value, body) => {
                if !self.stands(value, in_table, names) {
                    return false;
                }
                names.push(*slot);
                let stands = self.stands(body, in_table, names);
                names.pop();
                return stands;
            }
            Op::Local(slot) => names.contains(slot),
            Op::Given(_) => in_table,
            Op::Pool(_) | Op::Beats(..) | Op::Read { pool: Some(_), .. } => {
                self.dice = true;
                true
            }
            Op::Cell(read) => read.worth.is_empty() && self.table(read.table),
            Op::Template(_) | Op::RowName(..) | Op::RowAt(..) | Op::Known(..) | Op::Chosen(..) | Op::ReadOff(..) => {
                true
            }
            op => op.computes(),
        };
        here && ir.children().into_iter().all(|part| self.stands(part, in_table, names))
    }

    fn table(&mut self, table: Id<LookupTable>) -> bool {
        if !self.seen.insert(table) {
            return true;
        }
        let game = self.game;
        let def = &game.tables[table];
        let cells = def.rows.iter().flat_map(|row| &row.cells);
        !def.uses_dice
            && cells.into_iter().all(|cell| match cell {
                Cell::Value(ir) => self.stands(ir, true, &mut Vec::new()),
                Cell::Effects(_) | Cell::Pending(_) => false,
            })
    }
}

/// Whether dice are chosen, or a table is read by a thrown or computed value; fixed cells are known anyway.
fn is_rolled(ir: &Ir) -> bool {
    match &ir.op {
        Op::Pool(pool) => throws_after_choosing(pool),
        Op::Let(..) | Op::Chosen(..) | Op::ReadOff(..) => true,
        Op::Cell(read) => {
            !matches!(read.row, Pick::Fixed(_) | Pick::Row(_)) || !matches!(read.column, ColumnPick::Fixed(_))
        }
        _ => false,
    }
}
