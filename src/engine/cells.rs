//! Cells of tables: finds row and column, and evaluates the cell.

use super::effects::AskedFor;
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value};
use super::result::TraceStep;
use crate::check::program::{
    AnswerKind, At, Cell, CellRead, Column, ColumnPick, LookupTable, Op, Pick, Row, RowSelector,
};
use crate::check::row_for;
use crate::diagnostic::Code;
use crate::id::Id;
use crate::ruleset::model::Outside;

impl<'a> Machine<'a> {
    pub(super) fn pick(&mut self, table: Id<LookupTable>, pick: &'a Pick) -> Result<usize, Failure> {
        let def = &self.game.tables[table];
        let (number, by_interval, place) = match pick {
            Pick::Fixed(row) => return Ok(*row),
            Pick::Row(ir) => (self.number(ir)?, false, ir.at),
            Pick::Word(ir, rows) => {
                let word = usize::try_from(self.number(ir)?).map_err(|_| Failure::internal(ir.at))?;
                let found = rows.get(word).copied().filter(|row| *row != usize::MAX);
                return found.ok_or_else(|| self.no_word(def, ir.at));
            }
            Pick::Number(ir) => {
                let by_interval = def.chosen != RowSelector::NameOrPosition;
                if by_interval && let Some(row) = self.covered_row(table, ir)? {
                    return Ok(row);
                }
                let number = self.number(ir)?;
                (if by_interval { number } else { number.saturating_sub(1) }, by_interval, ir.at)
            }
        };
        let last = def.rows.len().saturating_sub(1);
        if by_interval {
            if let Some(row) = row_for(self.game, table, number) {
                return Ok(row);
            }
            if def.outside == Outside::Nearest {
                let at = def.intervals.partition_point(|(low, ..)| *low <= number);
                let below = at.checked_sub(1).and_then(|at| def.intervals.get(at));
                let above = def.intervals.get(at);
                let nearest = match (below, above) {
                    (Some(below), Some(above)) if number.abs_diff(below.1) <= number.abs_diff(above.0) => Some(below),
                    (_, Some(above)) => Some(above),
                    (below, None) => below,
                };
                if let Some((.., row)) = nearest {
                    return Ok(*row);
                }
            }
            let rows: Vec<String> = def.rows.iter().map(|row| row.label.to_string()).collect();
            let failure = Failure::new(Code::NoRow, place).arg("table", &*def.name).arg("number", number);
            return Err(failure.help_with("help-there-is", "names", rows));
        }
        match usize::try_from(number) {
            Ok(row) if row <= last => Ok(row),
            _ if def.outside == Outside::Nearest => Ok(if number < 0 { 0 } else { last }),
            _ => Err(Failure::new(Code::NoRowThere, place)
                .arg("table", &*def.name)
                .arg("position", number.saturating_add(1))
                .arg("rows", def.rows.len())),
        }
    }

    /// Nothing in a table is called as a value is.
    fn no_word(&self, table: &LookupTable, at: At) -> Failure {
        Failure::new(Code::NoRowCalledSo, at).arg("table", &*table.name).arg("name", self.words(at))
    }

    /// The row and column of a cell, and the input of the table.
    pub(super) fn place(&mut self, read: &'a CellRead) -> Result<(usize, usize, Vec<i64>), Failure> {
        let row = self.pick(read.table, &read.row)?;
        let column = match &read.column {
            ColumnPick::Fixed(column) => *column,
            ColumnPick::Column(ir) => usize::try_from(self.number(ir)?).map_err(|_| Failure::internal(ir.at))?,
            ColumnPick::Word(ir, columns) => {
                let word = usize::try_from(self.number(ir)?).map_err(|_| Failure::internal(ir.at))?;
                let found = columns.get(word).copied().filter(|column| *column != usize::MAX);
                let table = &self.game.tables[read.table];
                found.ok_or_else(|| self.no_word(table, ir.at))?
            }
        };
        let mut given = Vec::with_capacity(read.given.len());
        for ir in &read.given {
            given.push(self.number(ir)?);
        }
        Ok((row, column, given))
    }

    pub(super) fn cell(&mut self, read: &'a CellRead, at: At) -> Result<Value, Failure> {
        let (row, column, given) = self.place(read)?;
        let mut worth = Vec::with_capacity(read.worth.len());
        for (die, ir) in &read.worth {
            worth.push((*die, self.number(ir)?));
        }
        self.cell_at(read.table, (row, column), given, worth, at)
    }

    /// The value of a cell by row and column, with the input of the table and the worth of named dice in it.
    pub(super) fn cell_at(
        &mut self,
        table: Id<LookupTable>,
        (row_index, column_index): (usize, usize),
        given: Vec<i64>,
        worth: Vec<(usize, i64)>,
        at: At,
    ) -> Result<Value, Failure> {
        let def = &self.game.tables[table];
        let (Some(row), Some(column)) = (def.rows.get(row_index), def.columns.get(column_index)) else {
            return Err(Failure::internal(at));
        };
        let value = match row.cells.get(column_index) {
            Some(Cell::Value(ir)) => {
                if def.uses_dice {
                    self.roll(at)?;
                }
                let outer = std::mem::replace(&mut self.given, given);
                let before = self.worth.len();
                self.worth.extend(worth);
                let value = self.in_row(table, at, |machine| machine.formula(ir));
                self.worth.truncate(before);
                self.given = outer;
                value?
            }
            Some(Cell::Effects(_)) => return Err(Failure::new(Code::EffectsWhereValue, at)),
            Some(Cell::Pending(why)) => Value::Int(self.pending(def, row, column, why, at)?),
            None => return Err(Failure::internal(at)),
        };
        self.tell_cell(def, row, column, row.cells.get(column_index), &value);
        Ok(value)
    }

    /// Evaluates inside a row of a table. A row may read the same table again, up to the depth that the table allows.
    pub(super) fn in_row<T>(
        &mut self,
        table: Id<LookupTable>,
        at: At,
        what: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let def = &self.game.tables[table];
        let Some(most) = def.again else { return what(self) };
        if self.reading.iter().filter(|other| **other == table).count() > most {
            return Err(Failure::new(Code::TableTooDeep, at).arg("table", &*def.name).arg("again", most));
        }
        self.reading.push(table);
        let done = what(self);
        self.reading.pop();
        done
    }

    /// The worth of faces by a column of a table: first face, last face, worth; ascending.
    pub(super) fn worths(
        &mut self,
        table: Id<LookupTable>,
        column: usize,
        at: At,
    ) -> Result<Vec<(i64, i64, i64)>, Failure> {
        let def = &self.game.tables[table];
        let mut found = Vec::with_capacity(def.rows.len());
        for (low, high, row_index) in rows_by_number(def) {
            let (Some(row), Some(head)) = (def.rows.get(row_index), def.columns.get(column)) else {
                return Err(Failure::internal(at));
            };
            let worth = match row.cells.get(column) {
                Some(Cell::Value(ir)) => self.number(ir)?,
                Some(Cell::Pending(why)) => self.pending(def, row, head, why, at)?,
                _ => return Err(Failure::internal(at)),
            };
            found.push((low, high, worth));
        }
        if def.outside == Outside::Nearest {
            found.first_mut().into_iter().for_each(|(low, ..)| *low = i64::MIN);
            found.last_mut().into_iter().for_each(|(_, high, _)| *high = i64::MAX);
        }
        Ok(found)
    }

    /// Explains the worth of each die of a roll.
    pub(super) fn tell_worths(
        &mut self,
        table: Id<LookupTable>,
        column: usize,
        worth: &[(i64, i64, i64)],
        roll: usize,
        at: At,
    ) -> Result<(), Failure> {
        if self.trace.is_none() {
            return Ok(());
        }
        let def = &self.game.tables[table];
        for face in self.thrown(roll, at)?.sorted.clone() {
            let mut worths = worth.iter().enumerate();
            // A face without a row is an error, which is reported elsewhere.
            let Some((place, (.., worth))) = worths.find(|(_, (low, high, _))| (*low..=*high).contains(&face)) else {
                continue;
            };
            let row = rows_by_number(def).nth(place).and_then(|(.., row)| def.rows.get(row)).there(at)?;
            self.tell_cell(def, row, def.columns.get(column).there(at)?, None, &Value::Int(*worth));
        }
        Ok(())
    }

    /// The error for a cell that the book leaves out.
    #[inline(never)]
    fn pending(&mut self, def: &LookupTable, row: &Row, column: &Column, why: &'a str, at: At) -> Result<i64, Failure> {
        let name = match &column.name {
            Some(column) => format!("{}[{}, {column}]", def.name, row.label),
            None => format!("{}[{}]", def.name, row.label),
        };
        match self.env.cell_value(&name) {
            Some(value) => Ok(value),
            None => self.ask(&name, AskedFor::Cell, &AnswerKind::Number(None, None), Some(why), at),
        }
    }

    #[inline(never)]
    fn tell_cell(&mut self, def: &LookupTable, row: &Row, column: &Column, cell: Option<&Cell>, value: &Value) {
        self.step(|machine| TraceStep::Cell {
            table: def.name.to_string(),
            row: row.label.to_string(),
            column: column.name.clone(),
            formula: match cell {
                Some(Cell::Value(ir)) if !matches!(ir.op, Op::Template(_) | Op::Number(_)) => machine.words(ir.at),
                _ => String::new(),
            },
            value: value.clone().answer(machine.game, &column.kind),
        });
    }
}

/// The numbers that each row is found by.
fn rows_by_number(def: &LookupTable) -> impl Iterator<Item = (i64, i64, usize)> + '_ {
    let by_place = def.chosen == RowSelector::NameOrPosition;
    let rows = if by_place { def.rows.len() } else { 0 };
    let places = (0..rows).map(|row| (row as i64 + 1, row as i64 + 1, row));
    def.intervals.iter().copied().filter(move |_| !by_place).chain(places)
}
