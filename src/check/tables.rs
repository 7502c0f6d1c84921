//! Lowers tables: first their shapes, so that every formula can refer to them, then their cells.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::program::{Cell, Column, Ir, Kind, LookupTable, Op, Piece, Row, RowSelector};
use super::row_ranges::{RowInterval, in_order, words};
use super::{Checker, FormulaSite, Scope, toposort};
use crate::diagnostic::{Code, Diagnostic};
use crate::id::{Id, IdVec};
use crate::ruleset::model::{self, CellKind, Find, Results, RowKey, Ruleset, TemplatePart, Word};
use crate::sort::Sort as _;
use crate::source::Span;
use crate::syntax::{Expr, ExprKind};

impl Checker<'_> {
    /// Rows, columns, names and intervals of every table; cells are still empty.
    pub(super) fn build_tables(&mut self, ruleset: &Ruleset) {
        for raw in &ruleset.tables {
            let table = self.shape(raw);
            self.game.tables.push(table);
        }
    }

    fn shape(&mut self, raw: &model::TableDecl) -> LookupTable {
        let mut names: HashMap<String, usize> = HashMap::new();
        let mut places: HashMap<&str, Span> = HashMap::new();
        let mut rows = Vec::new();
        let mut intervals = Vec::new();
        let mut steps: Vec<(i64, usize, Span)> = Vec::new();
        for (index, row) in raw.rows.iter().enumerate() {
            let label: Arc<str> = match &row.key {
                RowKey::Name(word) => {
                    names.insert(word.text.clone(), index);
                    places.insert(&word.text, word.span);
                    word.text.as_str().into()
                }
                RowKey::From(from, span) => {
                    steps.push((*from, index, *span));
                    from.to_string().into()
                }
                RowKey::Range(low, high, span) => {
                    let (low, high) = (low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
                    intervals.push(RowInterval { low, high, row: index, span: *span });
                    words(low, high).into()
                }
            };
            rows.push(Row { label, cells: Vec::new() });
        }
        for (alias, row) in &raw.also {
            let Some(&index) = names.get(&row.text) else {
                let known = raw.rows.iter().filter_map(|row| match &row.key {
                    RowKey::Name(word) => Some(word.text.as_str()),
                    _ => None,
                });
                let error = Diagnostic::error(Code::NoSuchRow, row.span).arg("name", &*row.text);
                self.report(error.suggest(self.errors.len(), &row.text, row.span, known));
                continue;
            };
            if alias.text == row.text {
                self.report(Diagnostic::warning(Code::AliasOfItself, alias.span).arg("name", &*alias.text));
                continue;
            }
            if names.contains_key(&alias.text) {
                let mut error = Diagnostic::error(Code::RowTwice, alias.span).arg("name", &*alias.text);
                if let Some(&first) = places.get(alias.text.as_str()) {
                    error = error.label(first, "label-first-here");
                }
                self.report(error);
                continue;
            }
            names.insert(alias.text.clone(), index);
        }
        let named = matches!(raw.rows.first().map(|row| &row.key), Some(RowKey::Name(_)));
        match &raw.find {
            Some(_) if !named => {
                self.report(Diagnostic::error(Code::FindNeedsRows, raw.name.span).arg("table", &*raw.name.text))
            }
            Some(Find::Between(low, high)) => {
                for (index, row) in raw.rows.iter().enumerate() {
                    let bounds = (self.constant(raw, row, low), self.constant(raw, row, high));
                    if let (Some(low), Some(high)) = bounds {
                        let (low, high) = (low.min(high), low.max(high));
                        intervals.push(RowInterval { low, high, row: index, span: row.span });
                    }
                }
            }
            Some(Find::Reached(column)) => {
                for (index, row) in raw.rows.iter().enumerate() {
                    if let Some(from) = self.constant(raw, row, column) {
                        steps.push((from, index, row.span));
                    }
                }
            }
            None => {}
        }
        steps.order_by_key(|(from, ..)| *from);
        for (at, (from, row, span)) in steps.iter().enumerate() {
            let next = steps.get(at + 1).map(|(next, ..)| *next);
            if next == Some(*from) {
                let other = steps.get(at + 1).map_or(*span, |(.., span)| *span);
                self.report(
                    Diagnostic::error(Code::RangesOverlap, other)
                        .arg("shared", *from)
                        .label(*span, "label-also-here")
                        .help("help-move-one-end"),
                );
                continue;
            }
            let high = next.map_or(i64::MAX, |next| next.saturating_sub(1));
            intervals.push(RowInterval { low: *from, high, row: *row, span: *span });
        }
        // What is rolled on is counted.
        let chosen = match (named, intervals.is_empty(), raw.ordered || raw.dice.is_some()) {
            (false, ..) => RowSelector::Interval,
            (true, false, _) => RowSelector::NameOrInterval,
            (true, true, true) => RowSelector::NameOrPosition,
            (true, true, false) => RowSelector::Name,
        };
        let intervals = in_order(intervals, raw.gaps || raw.dice.is_some(), &mut self.errors);
        if let Some(dice) = &raw.dice {
            self.has_a_row_for_each(raw, dice, chosen, &intervals);
        }
        LookupTable {
            name: raw.name.text.as_str().into(),
            doc: raw.doc.clone(),
            ordered: raw.ordered,
            uses_dice: raw.uses_dice,
            given: raw.given.iter().map(|word| word.text.clone()).collect(),
            columns: raw
                .columns
                .iter()
                .map(|column| Column { name: column.name.as_ref().map(|word| word.text.clone()), kind: Kind::Number })
                .collect(),
            rows,
            names,
            intervals,
            chosen,
            outside: raw.outside,
            dice: None,
            again: raw.again,
            apart: raw.apart.is_some(),
        }
    }

    /// Whether whatever dice show finds a row.
    fn has_a_row_for_each(
        &mut self,
        raw: &model::TableDecl,
        dice: &model::TableDice,
        chosen: RowSelector,
        intervals: &[(i64, i64, usize)],
    ) {
        let at = dice.formula.placement.span;
        let beside = [("uses", raw.uses_dice), ("given", !raw.given.is_empty())];
        for (key, _) in beside.into_iter().filter(|(_, there)| *there) {
            self.report(Diagnostic::error(Code::DiceBesideKey, at).arg("table", &*raw.name.text).arg("key", key));
        }
        let by_place = [(1, i64::try_from(raw.rows.len()).unwrap_or(i64::MAX), 0)];
        let intervals = match chosen {
            RowSelector::Name | RowSelector::NameOrPosition => &by_place[..],
            RowSelector::NameOrInterval | RowSelector::Interval => intervals,
        };
        if raw.outside == model::Outside::Nearest {
            return;
        }
        let low_of = |number: i64| intervals.partition_point(|(low, ..)| *low <= number);
        let row_of = |number: i64| low_of(number).checked_sub(1).and_then(|at| intervals.get(at));
        let missing = match &dice.results {
            Some(Results::Between(low, high)) => {
                let mut next = *low;
                while let Some((_, to, _)) = row_of(next).filter(|(_, to, _)| *to >= next && next <= *high) {
                    next = to.saturating_add(1);
                }
                let before = intervals.get(low_of(next)).map_or(*high, |(low, ..)| (low - 1).min(*high));
                (next <= *high).then(|| words(next, before))
            }
            Some(Results::These(list)) => {
                list.iter().find(|number| row_of(**number).is_none_or(|(_, to, _)| to < number)).map(i64::to_string)
            }
            None => None,
        };
        if let Some(missing) = missing {
            let error = Diagnostic::error(Code::DiceWithoutRow, at).arg("table", &*raw.name.text);
            self.report(error.arg("dice", &*dice.text).arg("missing", missing));
        }
    }

    /// The dice of tables, which any formula may throw by the name of the table.
    fn table_dice(&mut self, ruleset: &Ruleset) {
        for (id, raw) in self.game.tables.ids().zip(&ruleset.tables) {
            if let Some(at) = raw.apart.filter(|_| raw.dice.is_none() || raw.columns.len() < 2) {
                let error = Diagnostic::error(Code::NoColumnsApart, at).arg("table", &*raw.name.text);
                self.report(error.arg("missing", if raw.dice.is_none() { "dice" } else { "columns" }));
            }
            let Some(dice) = &raw.dice else { continue };
            let scope = Scope { throws: true, table: &raw.name.text, ..Self::scope(FormulaSite::Cell) };
            let formula = &dice.formula;
            let ir = self.lower(formula, scope, |lower| lower.number(&formula.expr, &super::lower::Want::Anything));
            let throws = |op: &Op| matches!(op, Op::Pool(_) | Op::Read { .. } | Op::Cell(_));
            if !ir.any_part(&|part| throws(&part.op)) && !matches!(formula.expr.kind, ExprKind::Missing) {
                self.report(Diagnostic::error(Code::RollNotDice, formula.placement.span));
            }
            self.game.tables[id].dice = Some((ir, dice.text.as_str().into()));
        }
    }

    /// The number in a cell by which rows are found: it has to be a plain number.
    fn constant(&mut self, raw: &model::TableDecl, row: &model::RowDecl, column: &Word) -> Option<i64> {
        let at = raw.columns.iter().position(|one| one.name.as_ref().is_some_and(|name| name.text == column.text))?;
        let cell = row.cells.get(at)?;
        let model::CellDecl::Formula(formula) = cell else { return None };
        let value = match &formula.expr.kind {
            ExprKind::Number(number) => Some(*number),
            ExprKind::Negate(inner) => match **inner {
                Expr { kind: ExprKind::Number(number), .. } => Some(-number),
                _ => None,
            },
            _ => None,
        };
        if value.is_none() && !matches!(formula.expr.kind, ExprKind::Missing) {
            self.report(Diagnostic::error(Code::FindNeedsNumbers, formula.placement.span).arg("column", &*column.text));
        }
        value
    }

    /// Kinds of columns, then every cell; at last, whether tables ask one another in
    /// a circle.
    pub(super) fn fill_tables(&mut self, ruleset: &Ruleset) {
        for (id, raw) in self.game.tables.ids().zip(&ruleset.tables) {
            for (at, column) in raw.columns.iter().enumerate() {
                let kind = match &column.kind {
                    CellKind::Formula => Kind::Number,
                    CellKind::Text => Kind::Text,
                    CellKind::Time => Kind::Time,
                    CellKind::Effects => Kind::Effects,
                    CellKind::Row(word) => self.find_table(word).map_or(Kind::Broken, Kind::Row),
                    CellKind::Column(word) => self.find_table(word).map_or(Kind::Broken, Kind::Column),
                };
                if let Some(slot) = self.game.tables[id].columns.get_mut(at) {
                    slot.kind = kind;
                }
            }
        }
        self.table_dice(ruleset);
        let mut needs = IdVec::<_, LookupTable>::filled(Vec::new(), ruleset.tables.len());
        for (id, raw) in self.game.tables.ids().zip(&ruleset.tables) {
            self.given_names(raw);
            let given: Vec<String> = raw.given.iter().map(|word| word.text.clone()).collect();
            for (at, row) in raw.rows.iter().enumerate() {
                let mut cells = Vec::new();
                for (column, cell) in row.cells.iter().enumerate() {
                    cells.push(self.cell(cell, id, column, raw.uses_dice, &given));
                }
                for cell in &cells {
                    if let Cell::Value(ir) = cell {
                        let asked = ir.parts().filter_map(|part| part.op.pick());
                        needs[id].extend(asked.map(|(table, _)| table.index()));
                    }
                }
                if let Some(slot) = self.game.tables[id].rows.get_mut(at) {
                    slot.cells = cells;
                }
            }
        }
        for (id, table) in self.game.tables.pairs() {
            let dice = table.dice.iter().flat_map(|(ir, _)| ir.parts()).filter_map(|part| part.op.pick());
            needs[id].extend(dice.map(|(table, _)| table.index()));
            // What may come back to a table says how deep.
            needs[id].retain(|other| self.game.tables[Id::new(*other)].again.is_none());
        }
        if let Err(circle) = toposort::sort(needs.as_slice()) {
            let names: Vec<&Word> =
                circle.iter().filter_map(|&index| ruleset.tables.get(index)).map(|table| &table.name).collect();
            self.report(toposort::circle(Code::TablesInACircle, &names).help("help-again"));
        }
    }

    /// Cells that say what is to be done.
    pub(super) fn effects(&mut self, ruleset: &Ruleset) {
        for (id, raw) in self.game.tables.ids().zip(&ruleset.tables) {
            let given: Arc<[String]> = raw.given.iter().map(|word| word.text.clone()).collect();
            for (at, row) in raw.rows.iter().enumerate() {
                for (column, cell) in row.cells.iter().enumerate() {
                    let model::CellDecl::Effects(steps) = cell else { continue };
                    let lowered = self.effects_cell(steps, &given);
                    let row = self.game.tables[id].rows.get_mut(at);
                    if let Some(slot) = row.and_then(|row| row.cells.get_mut(column)) {
                        *slot = lowered;
                    }
                }
            }
        }
    }

    fn given_names(&mut self, raw: &model::TableDecl) {
        let mut given = HashSet::new();
        for word in &raw.given {
            if !given.insert(&word.text) {
                self.report(Diagnostic::error(Code::GivenTwice, word.span).arg("name", &*word.text));
            }
            if let Some(&first) = self.places.get(&word.text) {
                let error = Diagnostic::error(Code::DeclaredTwice, word.span).arg("name", &*word.text);
                self.report(error.label(first, "label-first-here"));
            }
        }
    }

    fn cell(
        &mut self,
        cell: &model::CellDecl,
        table: Id<LookupTable>,
        column: usize,
        uses_dice: bool,
        given: &[String],
    ) -> Cell {
        let name = Arc::clone(&self.game.tables[table].name);
        let scope =
            Scope { reads_roll: uses_dice, throws: true, given, table: &name, ..Self::scope(FormulaSite::Cell) };
        match cell {
            model::CellDecl::Pending(pending) => Cell::Pending(pending.why.clone()),
            // What it does is lowered when actions and tests are known.
            model::CellDecl::Effects(_) => Cell::Pending(String::new()),
            model::CellDecl::Formula(formula) => Cell::Value(
                self.lower(formula, scope, |lower| lower.number(&formula.expr, &super::lower::Want::Anything)),
            ),
            model::CellDecl::Text(template) => {
                let mut pieces = Vec::new();
                let mut at = super::At { origin: super::At::TYPED, span: crate::syntax::TextSpan::default() };
                for part in &template.parts {
                    match part {
                        TemplatePart::Text(text) => pieces.push(Piece::Text(text.clone())),
                        TemplatePart::Formula(formula) => {
                            let (ir, kind) = self.lower(formula, scope.clone(), |lower| {
                                lower.expr(&formula.expr, &super::lower::Want::Anything)
                            });
                            at = ir.at;
                            pieces.push(Piece::Value(ir, kind));
                        }
                    }
                }
                Cell::Value(Ir { op: Op::Template(pieces), at })
            }
            model::CellDecl::Name(word) => {
                let kind = self.game.tables[table].columns.get(column).map(|column| column.kind.clone());
                let found = match kind {
                    Some(Kind::Row(other)) => self.row_of(other, word),
                    Some(Kind::Column(other)) => self.find_column(other, word),
                    Some(Kind::Time) => self.find_time(word),
                    _ => None,
                };
                let at = super::At { origin: super::At::TYPED, span: crate::syntax::TextSpan::default() };
                let index = found.and_then(|index| i64::try_from(index).ok()).unwrap_or(0);
                Cell::Value(Ir { op: Op::Number(index), at })
            }
        }
    }

    fn row_of(&mut self, table: Id<LookupTable>, word: &Word) -> Option<usize> {
        let def = &self.game.tables[table];
        let found = def.names.get(&word.text).copied();
        if found.is_none() {
            let error = Diagnostic::error(Code::NoSuchRow, word.span).arg("name", &*word.text);
            let error = error.suggest(self.errors.len(), &word.text, word.span, def.row_names());
            self.report(error);
        }
        found
    }
}
