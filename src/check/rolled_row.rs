//! `roll:` with the name of a table whose columns have names: the row is thrown for once, and the label reads its
//! columns.

use super::Checker;
use super::actions::ActionLowering;
use super::program::{
    CellRead, ColumnPick, Ir, Kind, LookupTable, Named, Op, Pick, Piece, SlotKind, Step, Verb, hidden_column,
    hidden_row,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::id::Id;
use crate::ruleset::model::{self, Word};
use crate::ruleset::steps::{Roll, Steps, Value, Written};

impl Checker<'_> {
    /// The table that is rolled on with its dice, if its columns have names and are values.
    pub(super) fn rows_rolled(&self, roll: &Roll<Written>) -> Option<(Id<LookupTable>, Ir)> {
        let Some(Named::Table(index)) = self.game.names.get(&roll.test.text) else { return None };
        let table = &self.game.tables[*index];
        let is_value = table.columns.iter().all(|column| column.name.is_some() && column.kind != Kind::Effects);
        table.dice.as_ref().filter(|_| is_value).map(|(dice, _)| (*index, dice.clone()))
    }

    /// A roll on a table: the row, each of its columns, and what the label itself is.
    pub(super) fn roll_row(
        &mut self,
        raw: &model::StepDecl,
        roll: &Roll<Written>,
        (index, dice): (Id<LookupTable>, Ir),
        act: &mut ActionLowering,
    ) -> Step {
        let when = raw.when.as_ref().map(|formula| self.flag_in(formula, act));
        self.only_beside_a_test(roll, false);
        let (label, at, of_table) = (&raw.label, self.at_word(&raw.label), self.at_word(&roll.test));
        let table = &self.game.tables[index];
        let (columns, apart) = (table.columns.clone(), table.apart);
        let of_rows = SlotKind::Value(Kind::Row(index));
        let before = act.slots.find(&hidden_row(&label.text)).and_then(|slot| act.slots.get(slot));
        if before.map_or(act.find(&label.text).is_some(), |slot| slot.kind != of_rows) {
            self.report(Diagnostic::error(Code::LabelOfTwoKinds, label.span).arg("name", &*label.text));
        }
        let hidden = |text: String| Word { text, span: label.span };
        let row = self.label_slot(&hidden(hidden_row(&label.text)), of_rows, act);
        let mut steps = Vec::new();
        let mut keep = |slot: usize, op: Op| {
            let value = Value { formula: Ir { op, at: of_table } };
            steps.push(Step { slot, when: None, verb: Verb::Value(Box::new(value)), at });
        };
        if !apart {
            keep(row, Op::RowAt(index, Box::new(Pick::Number(dice.clone()))));
        }
        let mut pieces = Vec::new();
        for (place, column) in columns.iter().enumerate() {
            let name = column.name.as_deref().unwrap_or_default();
            let word = hidden(hidden_column(&label.text, name));
            let slot = self.label_slot(&word, SlotKind::Value(column.kind.clone()), act);
            let row =
                if apart { Pick::Number(dice.clone()) } else { Pick::Row(Ir { op: Op::Slot(row), at: of_table }) };
            let (given, worth) = (Vec::new(), Vec::new());
            let read = CellRead { table: index, row, column: ColumnPick::Fixed(place), given, worth };
            keep(slot, Op::Cell(Box::new(read)));
            let between = if place == 0 { "" } else { " · " };
            pieces.push(Piece::Text(format!("{between}{name} ")));
            pieces.push(Piece::Value(Ir { op: Op::Slot(slot), at: of_table }, column.kind.clone()));
        }
        // Of one column, the label is its cell.
        let (op, kind) = match (columns.as_slice(), pieces.pop()) {
            ([_], Some(Piece::Value(ir, kind))) => (ir.op, kind),
            (_, last) => (Op::Template(pieces.into_iter().chain(last).collect()), Kind::Text),
        };
        let slot = self.label_slot(label, SlotKind::Value(kind), act);
        keep(slot, op);
        Step { slot, when, verb: Verb::Steps(Box::new(Steps { steps })), at }
    }

    /// Reports a label that is a row elsewhere: its columns would be those of another time.
    pub(super) fn not_of_a_row(&mut self, label: &Word, act: &ActionLowering) {
        if act.slots.row(&label.text).is_some() {
            self.report(Diagnostic::error(Code::LabelOfTwoKinds, label.span).arg("name", &*label.text));
        }
    }
}
