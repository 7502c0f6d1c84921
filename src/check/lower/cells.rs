//! Lowers reads of table cells: row, column, and the arguments of the table.

use std::collections::{BTreeMap, HashMap};

use super::{FormulaSite, Lower, TypedIr, Want};
use crate::check::program::{CellRead, ColumnPick, Ir, Kind, LookupTable, Named, Op, Pick, Piece, RowSelector};
use crate::diagnostic::{Code, SHOWN, words};
use crate::id::Id;
use crate::source::fold;
use crate::syntax::{CallArg, Expr, ExprKind, FormulaProblem, Name, TextSpan};

impl Lower<'_> {
    /// The table with a name, or an error.
    pub(super) fn table(&mut self, name: &Name) -> Option<Id<LookupTable>> {
        if let Some(Named::Table(index)) = self.game.names.get(&name.text) {
            return Some(*index);
        }
        let folded = fold(&name.text);
        if self.scope.forgiving {
            let mut same = self.game.tables.pairs().filter(|(_, table)| fold(&table.name) == folded);
            if let (Some((index, _)), None) = (same.next(), same.next()) {
                return Some(index);
            }
        }
        if !self.game.unread.contains(&name.text) {
            let problem = FormulaProblem::new(Code::UnknownTable, name.span).arg("name", &*name.text);
            let known = self.game.tables.iter().map(|table| &table.name);
            self.report(self.suggest(problem, &name.text, name.span, known));
        }
        None
    }

    /// Whether a test is called so.
    fn is_test(&self, name: &str) -> bool {
        let folded = fold(name);
        let same = |test: &crate::check::program::Test| {
            *test.name == *name || self.scope.forgiving && fold(&test.name) == folded
        };
        !matches!(self.game.names.get(name), Some(Named::Table(_))) && self.game.tests.iter().any(same)
    }

    pub(super) fn cell(&mut self, table: &Name, keys: &[CallArg], span: TextSpan) -> TypedIr {
        if self.is_test(&table.text) && !self.game.unread.contains(&table.text) {
            // `test[3]`
            let behind = TextSpan { start: table.span.end, ..span };
            let keys = self.text.get(behind.range()).unwrap_or("").trim();
            let keys = keys.strip_prefix('[').and_then(|keys| keys.strip_suffix(']')).unwrap_or("");
            let problem = FormulaProblem::new(Code::UnknownTable, table.span).arg("name", &*table.text);
            let problem = problem.help_with("help-write", "example", format!("{}({keys})", table.text));
            self.report(problem.fix(behind, format!("({keys})")));
            return self.broken(span);
        }
        let Some(index) = self.table(table) else { return self.broken(span) };
        let def = &self.game.tables[index];
        if def.uses_dice {
            self.may_read_roll(table.span);
        }
        let mut positional: Vec<&Expr> = Vec::new();
        let mut given: BTreeMap<usize, Ir> = BTreeMap::new();
        let mut misspelt = false;
        let mut worth: Vec<(usize, Ir)> = Vec::new();
        for key in keys {
            match key {
                CallArg::Value(expr) => positional.push(expr),
                CallArg::Named { name, value } => {
                    let place = def.given.iter().position(|one| *one == name.text);
                    let value = self.number(value, &Want::Anything);
                    let die = self.game.die_names.iter().position(|die| *die.name == *name.text);
                    if let (None, Some(die), true) = (place, die, def.uses_dice) {
                        if worth.iter().any(|(other, _)| *other == die) {
                            self.report(FormulaProblem::new(Code::GivenTwice, name.span).arg("name", &*name.text));
                        }
                        worth.push((die, value));
                        continue;
                    }
                    match place {
                        Some(at) if given.contains_key(&at) => {
                            self.report(FormulaProblem::new(Code::GivenTwice, name.span).arg("name", &*name.text));
                        }
                        Some(at) => {
                            given.insert(at, value);
                        }
                        None => {
                            let problem = FormulaProblem::new(Code::UnknownGiven, name.span).arg("name", &*name.text);
                            self.report(self.suggest(problem, &name.text, name.span, &def.given));
                            misspelt = true;
                        }
                    }
                }
                CallArg::Condition { span, .. } => self.report(FormulaProblem::new(Code::ConditionNotHere, span.0)),
            }
        }
        let named = def.columns.iter().all(|column| column.name.is_some());
        if positional.len() > 2 || (positional.len() > 1 && !named) {
            let extra = positional.get(if !named { 1 } else { 2 }).map_or(span, |expr| expr.span);
            let keys = if named { 2_i64 } else { 1 };
            self.report(FormulaProblem::new(Code::TooManyKeys, extra).arg("table", &*def.name).arg("keys", keys));
            return self.broken(span);
        }
        if given.len() < def.given.len() && !misspelt {
            let missing = def.given.iter().enumerate().filter(|(at, _)| !given.contains_key(at));
            let missing: Vec<&String> = missing.map(|(_, name)| name).take(SHOWN + 1).collect();
            let more: Vec<String> = missing.iter().map(|name| format!("{name} = 2")).collect();
            let written = self.text.get(span.range()).unwrap_or("").trim_end_matches(']');
            let example = format!("{written}, {}]", more.join(", "));
            self.report(FormulaProblem::new(Code::GivenMissing, span).arg("names", words(missing)).help_with(
                "help-write",
                "example",
                example,
            ));
        }
        let Some(row) = positional.first() else {
            self.report(FormulaProblem::new(Code::CellNeedsRow, span).arg("table", &*def.name));
            return self.broken(span);
        };
        let Some(row) = self.pick(index, row) else { return self.broken(span) };
        let (column, kind) = match positional.get(1) {
            Some(expr) => match self.column(index, expr) {
                Some(column) => column,
                None => return self.broken(span),
            },
            None => (ColumnPick::Fixed(0), def.columns.first().map_or(Kind::Broken, |column| column.kind.clone())),
        };
        let read = CellRead { table: index, row, column, given: given.into_values().collect(), worth };
        (self.ir(Op::Cell(Box::new(read)), span), kind)
    }

    /// A table whose dice are thrown: the cell of a column; without one, the only cell or a text of all.
    pub(super) fn rolled_on(&self, index: Id<LookupTable>, column: Option<usize>) -> Option<(Op, Kind)> {
        let table = &self.game.tables[index];
        let (dice, _) = table.dice.clone()?;
        let at = dice.at;
        let read = |row: Pick, column: usize| {
            let kind = table.columns.get(column)?.kind.clone();
            let column = ColumnPick::Fixed(column);
            Some((
                Op::Cell(Box::new(CellRead { table: index, row, column, given: Vec::new(), worth: Vec::new() })),
                kind,
            ))
        };
        if let Some(column) = column.or((table.columns.len() == 1).then_some(0)) {
            return read(Pick::Number(dice), column);
        }
        let slot = self.locals.len();
        let pick = || match table.apart {
            true => Pick::Number(dice.clone()),
            false => Pick::Row(Ir { op: Op::Local(slot), at }),
        };
        let mut pieces = Vec::new();
        for (place, column) in table.columns.iter().enumerate() {
            let (cell, kind) = read(pick(), place)?;
            if kind == Kind::Effects {
                return None;
            }
            let between = if place == 0 { "" } else { " · " };
            pieces.push(Piece::Text(format!("{between}{} ", column.name.as_deref().unwrap_or_default())));
            pieces.push(Piece::Value(Ir { op: cell, at }, kind));
        }
        if table.apart {
            return Some((Op::Template(pieces), Kind::Text));
        }
        let row = Ir { op: Op::RowAt(index, Box::new(Pick::Number(dice))), at };
        Some((Op::Let(slot, Box::new(row), Box::new(Ir { op: Op::Template(pieces), at })), Kind::Text))
    }

    /// `Table.column`: that column of whatever row the table's dice find.
    pub(super) fn rolled_column(&mut self, index: Id<LookupTable>, what: &Expr, span: TextSpan) -> TypedIr {
        let def = &self.game.tables[index];
        let ExprKind::Name(column) = &what.kind else {
            self.report(FormulaProblem::new(Code::NothingBehindDot, what.span).arg("name", &*def.name));
            return self.broken(span);
        };
        let place = def.columns.iter().position(|one| one.name.as_deref() == Some(&*column.text));
        let Some(place) = place else {
            let problem = FormulaProblem::new(Code::UnknownColumn, column.span).arg("name", &*column.text);
            let names: Vec<String> = def.column_names();
            self.report(self.suggest(problem, &column.text, column.span, names));
            return self.broken(span);
        };
        if !self.scope.throws {
            self.no_dice(span);
        }
        match self.rolled_on(index, Some(place)) {
            Some((op, kind)) => (self.ir(op, span), kind),
            None => self.broken(span),
        }
    }

    /// The row that an expression names or counts to.
    pub(super) fn pick(&mut self, index: Id<LookupTable>, expr: &Expr) -> Option<Pick> {
        let def = &self.game.tables[index];
        let named = def.chosen != RowSelector::Interval;
        let want = if named { Want::RowOf(index) } else { Want::Anything };
        // A table's own row whose name is a number: `Deck[3]`.
        if let (true, ExprKind::Number(number)) = (named, &expr.kind)
            && let Some(&row) = def.names.get(&number.to_string())
        {
            return Some(Pick::Fixed(row));
        }
        if named
            && let ExprKind::Pool(_) = &expr.kind
            && let Some(written) = self.text.get(expr.span.start as usize..expr.span.end as usize)
            && def.names.contains_key(written)
        {
            self.report(FormulaProblem::new(Code::RowOrDice, expr.span).arg("table", &*def.name).arg("name", written));
            return None;
        }
        let (ir, kind) = self.expr(expr, &want);
        match kind {
            Kind::Row(table) if table == index => match ir.op {
                Op::Number(row) => usize::try_from(row).ok().map(Pick::Fixed),
                _ => Some(Pick::Row(ir)),
            },
            Kind::Number | Kind::Flag if def.chosen != RowSelector::Name => Some(Pick::Number(ir)),
            Kind::Broken => None,
            Kind::Number | Kind::Flag => {
                self.report(FormulaProblem::new(Code::RowByNameOnly, expr.span).arg("table", &*def.name));
                None
            }
            // Points, and the row that is called so.
            Kind::Points => {
                let table = &self.game.tables[index];
                let row = |name: &str| table.names.get(name).copied().unwrap_or(usize::MAX);
                let rows: Vec<usize> = self.game.points.iter().map(|one| row(&one.name)).collect();
                Some(Pick::Word(ir, rows.into()))
            }
            // One of some words, each of which is a row.
            Kind::Choice(choices) if choices.iter().all(|word| self.game.tables[index].names.contains_key(word)) => {
                let table = &self.game.tables[index];
                let rows: Vec<usize> = choices.iter().filter_map(|word| table.names.get(word).copied()).collect();
                Some(Pick::Word(ir, rows.into()))
            }
            Kind::Choice(choices) => {
                let table = &self.game.tables[index];
                let without = choices.iter().filter(|word| !table.names.contains_key(*word));
                let problem = FormulaProblem::new(Code::WordsWithoutRow, expr.span).arg("table", &*table.name);
                self.report(problem.arg("names", words(without)));
                None
            }
            other => {
                self.problems.extend(super::misfit(self.game, &Kind::Row(index), &other, expr.span));
                None
            }
        }
    }

    fn column(&mut self, index: Id<LookupTable>, expr: &Expr) -> Option<(ColumnPick, Kind)> {
        let def = &self.game.tables[index];
        let (ir, kind) = self.expr(expr, &Want::ColumnOf(index));
        match (kind, ir.op) {
            (Kind::Column(table), Op::Number(column)) if table == index => {
                let column = usize::try_from(column).ok()?;
                let kind = def.columns.get(column)?.kind.clone();
                Some((ColumnPick::Fixed(column), kind))
            }
            (Kind::Column(table), op) if table == index => {
                let first = def.columns.first()?.kind.clone();
                if def.columns.iter().any(|column| column.kind != first) {
                    self.report(FormulaProblem::new(Code::ColumnsOfTwoKinds, expr.span).arg("table", &*def.name));
                    return None;
                }
                Some((ColumnPick::Column(Ir { op, at: ir.at }), first))
            }
            (Kind::Broken, _) => None,
            // Words or points, and the column that is called so.
            (kind @ (Kind::Choice(_) | Kind::Points), op) => {
                let names: Vec<&str> = match &kind {
                    Kind::Choice(choices) => choices.iter().map(String::as_str).collect(),
                    _ => self.game.points.iter().map(|one| &*one.name).collect(),
                };
                let named = def.columns.iter().enumerate().rev();
                let at: HashMap<&str, usize> =
                    named.filter_map(|(at, column)| Some((column.name.as_deref()?, at))).collect();
                let columns: Vec<usize> =
                    names.iter().map(|name| at.get(name).copied().unwrap_or(usize::MAX)).collect();
                let first = def.columns.first()?.kind.clone();
                if matches!(kind, Kind::Choice(_)) && columns.contains(&usize::MAX) {
                    let without = names.into_iter().filter(|name| !at.contains_key(name));
                    let problem = FormulaProblem::new(Code::WordsWithoutColumn, expr.span).arg("table", &*def.name);
                    self.report(problem.arg("names", words(without)));
                    return None;
                }
                Some((ColumnPick::Word(Ir { op, at: ir.at }, columns.into()), first))
            }
            (other, _) => {
                self.problems.extend(super::misfit(self.game, &Kind::Column(index), &other, expr.span));
                None
            }
        }
    }

    /// `name(Table, 17)`, `row(Table, …)`, `rows(Table)`.
    pub(super) fn about_table(&mut self, what: &str, args: &[CallArg], span: TextSpan) -> TypedIr {
        let wanted = if what == "rows" { 1 } else { 2 };
        if args.len() != wanted {
            self.report(
                FormulaProblem::new(Code::WrongNumberOfArguments, span)
                    .arg("name", what)
                    .arg("expected", wanted)
                    .arg("found", args.len()),
            );
            return self.broken(span);
        }
        let is_table = |arg: &CallArg| match arg {
            CallArg::Value(Expr { kind: ExprKind::Name(name), .. }) => {
                matches!(self.game.names.get(&name.text), Some(Named::Table(_)))
            }
            _ => false,
        };
        if let ([CallArg::Value(key), CallArg::Value(table)], [first, second]) = (args, args)
            && is_table(second)
            && !is_table(first)
        {
            let written = |expr: &Expr| self.text.get(expr.span.range()).unwrap_or("");
            let meant = format!("{what}({}, {})", written(table), written(key));
            let problem = FormulaProblem::new(Code::TableFirst, span).arg("meant", &*meant);
            self.report(problem.fix(span, meant));
            return self.broken(span);
        }
        let Some(CallArg::Value(Expr { kind: ExprKind::Name(name), .. })) = args.first() else {
            self.report(FormulaProblem::new(Code::TableExpected, span).arg("name", what));
            return self.broken(span);
        };
        let Some(index) = self.table(name) else { return self.broken(span) };
        let rows = self.game.tables[index].rows.len();
        if what == "rows" {
            let rows = i64::try_from(rows).unwrap_or(i64::MAX);
            return (self.ir(Op::Number(rows), span), Kind::Number);
        }
        let Some(key) = args.get(1).and_then(|arg| self.positional(arg)) else { return self.broken(span) };
        let Some(pick) = self.pick(index, key) else { return self.broken(span) };
        if what == "name" {
            return (self.ir(Op::RowName(index, Box::new(pick)), span), Kind::Text);
        }
        (self.ir(Op::RowAt(index, Box::new(pick)), span), Kind::Row(index))
    }

    /// Whether tests can be called here.
    pub(super) fn may_call(&self) -> bool {
        self.scope.place == FormulaSite::Typed
    }
}
