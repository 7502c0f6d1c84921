//! Reads tables.

use std::collections::{BTreeMap, HashMap};

use super::choices;
use super::keys;
use super::{Fields, Reader, cut_at_comma, decimal_in, first_place};
use crate::diagnostic::{Arg, Code, Diagnostic, Label, Note, is_few, words};
use crate::ruleset::model::{
    CellDecl, CellKind, ColumnDecl, Find, Results, RowDecl, RowKey, TableDecl, TableDice, Word,
};
use crate::source::{Placement, ScalarStyle, Span, whole};
use crate::yaml::{Entry, Node, NodeKind};

/// Whether it has the name and the value of a key of a table, and so is hardly a row.
fn is_said_of_a_table(entry: &Entry) -> bool {
    let value = entry.value.as_text().map_or("", str::trim);
    match &*entry.key.text {
        "ordered" | "gaps" => matches!(value, "yes" | "no" | "true" | "false"),
        "outside" => choices::OUTSIDE.iter().any(|(word, _)| *word == value),
        _ => false,
    }
}

/// Whether all rows are called like ranges of numbers, or some of them like numbers.
fn are_ranges(rows: &Node) -> bool {
    let number = |text: &str| text.is_empty() || whole(text).is_some();
    let ends = |text: &str| text.split_once("..").map(|(low, high)| [low.trim(), high.trim()].into_iter().all(number));
    let names = || rows.as_map().unwrap_or_default().iter().map(|entry| entry.key.text.trim());
    names().any(|name| ends(name).is_some()) && names().all(|name| ends(name).unwrap_or_else(|| whole(name).is_some()))
}

impl Reader<'_> {
    pub(crate) fn table(&mut self, entry: &Entry) -> Option<TableDecl> {
        let name = self.key(entry);
        let alone = matches!(entry.value.kind, NodeKind::List(_));
        let before = self.errors.len();
        let fields = match alone {
            true => Fields { entries: BTreeMap::new(), unclear: false },
            false => self.fields(&entry.value, "table", &keys::TABLE),
        };
        if keys::ROWS.into_iter().all(|key| fields.get(key).is_none()) {
            let first = self.errors.get(before).and_then(|error| error.text("key"));
            let numbers = first.is_some_and(|key| key.starts_with(|letter: char| letter.is_ascii_digit()));
            self.heading_of_many(before, if numbers { "ranges" } else { "rows" }, 2);
        }
        let doc = fields.get("doc").and_then(|node| self.prose(node));
        let ordered = self.flag(&fields, "ordered");
        let uses_dice = fields.get("uses").and_then(|node| self.one_of(node, &choices::USES)).unwrap_or(false);
        let given = fields.get("given").map(|node| self.names(node)).unwrap_or_default();
        let mut gaps = self.flag(&fields, "gaps");
        let outside = fields.get("outside").and_then(|node| self.one_of(node, &choices::OUTSIDE)).unwrap_or_default();
        let cells = fields.get("cells").and_then(|node| self.cell_kind(node));
        // Of maps with one name each it is said that they need no dashes, unless cells are maps.
        let maps =
            cells.as_ref().is_some_and(|kind| matches!(kind, CellKind::Effects)) || fields.get("columns").is_some();
        let column = |name: &str| columns_in(&fields).any(|one| one == name);
        let row = |item: &Node| {
            item.as_map().is_some_and(|cells| match cells {
                // One name that is no column: a row with a dash before it.
                [only] => !maps || fields.get("columns").is_some() && !column(&only.key.text),
                _ => !maps,
            })
        };
        let list = |node: &Node| match &node.kind {
            NodeKind::List(items) => items.iter().any(|item| !row(item)),
            _ => false,
        };
        let listed = alone || fields.get("rows").is_some_and(list);
        // What is rolled on is reported, unless it says otherwise.
        let rolled = listed || fields.get("dice").is_some();
        let cells = cells.unwrap_or(if rolled { CellKind::Text } else { CellKind::Formula });
        let columns = match fields.get("columns") {
            Some(node) if node.is_bad() => return None,
            Some(node) => self.columns(node, &cells),
            None => vec![ColumnDecl { name: None, kind: cells }],
        };
        let mut dice = fields.get("dice").and_then(|node| self.table_dice(node));
        let again = fields.get("again").and_then(|node| self.again(node));
        let apart = self.flag(&fields, "columns apart");
        let apart = fields.entry("columns apart").filter(|_| apart).map(|entry| entry.key.span);
        let find = fields.get("find").and_then(|node| self.find(node, &columns));
        let mut also = Vec::new();
        if let Some(node) = fields.get("also") {
            for entry in self.map(node, "also") {
                let alias = self.key(entry);
                also.extend(self.word(&entry.value).map(|row| (alias, row)));
            }
        }
        let named = columns.iter().enumerate().rev();
        let places: Places<'_> = named.filter_map(|(at, column)| Some((&*column.name.as_ref()?.text, at))).collect();
        let rows = if listed {
            let node = if alone { &entry.value } else { fields.get("rows")? };
            self.listed_rows(node, &name, &mut dice, &columns, &places)?
        } else {
            self.keyed_rows(&fields, &name, (&mut dice, &mut gaps), &columns, &places)?
        };
        Some(TableDecl {
            name,
            doc,
            ordered,
            uses_dice,
            given,
            columns,
            find,
            outside,
            gaps,
            also,
            dice,
            again,
            apart,
            rows,
        })
    }

    /// The rows of a table that are keyed by names, numbers or intervals.
    fn keyed_rows(
        &mut self,
        fields: &Fields<'_>,
        name: &Word,
        (dice, gaps): (&mut Option<TableDice>, &mut bool),
        columns: &[ColumnDecl],
        places: &Places<'_>,
    ) -> Option<Vec<RowDecl>> {
        let sections: Vec<&str> = keys::ROWS.into_iter().filter(|key| fields.get(key).is_some()).collect();
        let section = match sections.as_slice() {
            [one] => *one,
            [] => {
                if !fields.unclear() {
                    self.report(Diagnostic::error(Code::TableWithoutRows, name.span).arg("table", &*name.text));
                }
                return None;
            }
            [_, second, ..] => {
                let at = fields.entry(second).map_or(name.span, |entry| entry.key.span);
                self.report(Diagnostic::error(Code::TableWithTwoKindsOfRows, at));
                return None;
            }
        };
        let mut rows = Vec::new();
        let listed = fields.get(section)?;
        let section = match fields.entry(section).filter(|entry| section == "rows" && are_ranges(&entry.value)) {
            Some(entry) => {
                self.report(Diagnostic::error(Code::RowsAreRanges, entry.key.span).fix(entry.key.span, "ranges"));
                "ranges"
            }
            None => section,
        };
        let before = self.errors.len();
        for entry in self.map(listed, section) {
            if fields.get(&entry.key.text).is_none() && is_said_of_a_table(entry) {
                self.report(self.further_out(entry, 1));
                continue;
            }
            let key = self.row_key(entry, section);
            if key.is_none() {
                // What cannot be read leaves no gap, and dice may show it.
                *gaps = true;
                dice.iter_mut().for_each(|dice| dice.results = None);
            }
            if let Some(key) = key {
                let cells = self.cells(&entry.value, (&entry.key.text, entry.key.span), columns, places);
                let span = entry.key.span.to(entry.value.span);
                rows.push(RowDecl { key, cells, span });
            }
        }
        self.one_column_less(before, rows.len(), fields.get("columns"));
        if fields.get("columns").is_none() {
            self.no_columns(before, name);
        }
        if rows.is_empty() {
            if listed.is_empty() || listed.as_map().is_some_and(<[Entry]>::is_empty) {
                self.report(Diagnostic::error(Code::TableWithoutRows, name.span).arg("table", &*name.text));
            }
            return None;
        }
        Some(rows)
    }

    /// Where every row has as many cells, but not as many as there are columns, it is the columns that are wrong: one
    /// error for all rows.
    fn one_column_less(&mut self, before: usize, rows: usize, columns: Option<&Node>) {
        let found = |error: &Diagnostic| {
            let is_found = |(name, value): &(&str, Arg)| (*name == "found").then(|| value.clone());
            (error.code == Code::WrongNumberOfCells).then(|| error.args.iter().find_map(is_found)).flatten()
        };
        let counts: Vec<Arg> = self.errors.iter().skip(before).filter_map(found).collect();
        let alike = counts.windows(2).all(|two| matches!(two, [one, next] if one == next));
        let Some(columns) = columns.filter(|_| alike && counts.len() == rows && rows > 1) else { return };
        let mut index = 0;
        let mut first = true;
        self.errors.retain_mut(|error| {
            index += 1;
            if index <= before || found(error).is_none() {
                return true;
            }
            if first {
                error
                    .labels
                    .push(Label { span: columns.span, note: Note { id: "label-its-columns", args: Vec::new() } });
            }
            std::mem::take(&mut first)
        });
    }

    /// Where several rows hold several cells each and no columns are declared, that is one error.
    fn no_columns(&mut self, before: usize, name: &Word) {
        let sources = self.sources;
        let several = |error: &Diagnostic| {
            error.code == Code::NotAFormula && error.at.is_some_and(|at| sources.slice(at).starts_with('['))
        };
        let rows: Vec<Span> =
            self.errors.iter().skip(before).filter(|error| several(error)).filter_map(|one| one.at).collect();
        let [first, _, ..] = *rows else { return };
        let mut index = 0;
        self.errors.retain(|error| {
            index += 1;
            index <= before || !several(error)
        });
        let error = Diagnostic::error(Code::ColumnsMissing, first).arg("table", &*name.text).arg("count", rows.len());
        self.report(error.help_with("help-write", "example", "columns: [first, second]"));
    }

    /// Rows one after the other: each belongs to the next of what the dice can show; without dice all are as likely.
    fn listed_rows(
        &mut self,
        node: &Node,
        name: &Word,
        dice: &mut Option<TableDice>,
        columns: &[ColumnDecl],
        places: &Places<'_>,
    ) -> Option<Vec<RowDecl>> {
        let items = self.list(node);
        if items.is_empty() {
            self.report(Diagnostic::error(Code::TableWithoutRows, name.span).arg("table", &*name.text));
            return None;
        }
        if let ([column], Some(row)) = (columns, items.iter().find(|row| numbers_before(row).is_some()))
            && column.name.is_none()
        {
            let example = numbers_before(row).unwrap_or_default();
            self.report(Diagnostic::error(Code::NumbersInListedRow, row.span).help_with(
                "help-ranges",
                "example",
                example,
            ));
            return None;
        }
        let dice = match dice {
            Some(dice) => dice,
            None => {
                let text = format!("1d{}", items.len());
                let span = first_place(node);
                let formula = self.formula_of(text.as_str().into(), Placement { span, style: None });
                dice.insert(TableDice { results: results(&text), formula, text })
            }
        };
        let results = || dice.results.iter().flat_map(Results::iter);
        let numbers: Vec<i64> = results().take(items.len() + 1).collect();
        if numbers.len() != items.len() {
            let count = results().take(MOST_RESULTS).count();
            let error = Diagnostic::error(Code::ListUnlikeDice, name.span).arg("table", &*name.text);
            let error = error.arg("rows", items.len()).arg("dice", &*dice.text).arg("results", count);
            self.report(error.label(dice.formula.placement.span, "label-its-dice"));
            return None;
        }
        let mut rows = Vec::with_capacity(items.len());
        for (number, item) in numbers.into_iter().zip(items) {
            let cells = self.cells(item, (&number.to_string(), item.span), columns, places);
            rows.push(RowDecl { key: RowKey::Range(Some(number), Some(number), item.span), cells, span: item.span });
        }
        Some(rows)
    }

    /// `2d6`, `d100`, `d66`, `d66 sorted`.
    fn table_dice(&mut self, node: &Node) -> Option<TableDice> {
        let text = self.text(node)?.trim().to_owned();
        let Some((sides, digits, sorted)) = digits(&text) else {
            return Some(TableDice { results: results(&text), formula: self.formula(node), text });
        };
        // Nothing of what is made here is written like this: whatever is wrong is the whole.
        let whole = Placement { span: node.span, style: Some(ScalarStyle::Plain) };
        let formula = if sorted {
            // The lower die is the first digit.
            format!("let «·1» = d{sides} in let «·2» = d{sides} in 10 * min(«·1», «·2») + max(«·1», «·2»)")
        } else {
            let places = (0..digits).rev().map(|place| format!("{} * d{sides}", 10_i64.pow(place)));
            places.collect::<Vec<_>>().join(" + ").replace("1 * ", "")
        };
        let formula = self.formula_of(formula.into(), whole);
        let mut shown = vec![0];
        for _ in 0..digits {
            shown = shown.iter().flat_map(|before| (1..=sides).map(move |face| before * 10 + face)).collect();
        }
        shown.retain(|number| !sorted || number / 10 <= number % 10);
        Some(TableDice { formula, text, results: Some(Results::These(shown)) })
    }

    fn again(&mut self, node: &Node) -> Option<usize> {
        let (least, most) = keys::AGAIN;
        let text = self.text(node)?;
        let found = crate::source::whole(&text).filter(|number| (least..=most).contains(number));
        if found.is_none() {
            let error = Diagnostic::error(Code::BadAgain, node.span).arg("text", &*text);
            self.report(error.arg("least", least).arg("most", most));
        }
        found.and_then(|number| usize::try_from(number).ok())
    }

    fn cell_kind(&mut self, node: &Node) -> Option<CellKind> {
        if matches!(node.kind, NodeKind::Map(_)) {
            let fields = self.fields(node, "cell-kind", &keys::CELL_KIND);
            if let Some(node) = fields.get("row") {
                return self.word(node).map(CellKind::Row);
            }
            return fields.get("column").and_then(|node| self.word(node)).map(CellKind::Column);
        }
        Some(match self.one_of(node, &choices::CELL)? {
            0 => CellKind::Formula,
            1 => CellKind::Text,
            2 => CellKind::Effects,
            _ => CellKind::Time,
        })
    }

    fn columns(&mut self, node: &Node, usual: &CellKind) -> Vec<ColumnDecl> {
        let mut columns: Vec<ColumnDecl> = Vec::new();
        let mut places: HashMap<String, Span> = HashMap::new();
        if let NodeKind::Map(entries) = &node.kind {
            // `{a, b}`
            let written = self.sources.slice(node.span);
            let inner = written.strip_prefix('{').and_then(|written| written.strip_suffix('}'));
            let bare = entries.iter().all(|entry| entry.value.is_empty());
            if let Some(inner) = inner.filter(|inner| bare && !inner.contains(':')) {
                self.report(Diagnostic::error(Code::NotAList, node.span).fix(node.span, format!("[{inner}]")));
                let named = |entry| ColumnDecl { name: Some(self.key(entry)), kind: usual.clone() };
                return entries.iter().map(named).collect();
            }
            for entry in entries {
                let kind = self.cell_kind(&entry.value).unwrap_or_else(|| usual.clone());
                columns.push(ColumnDecl { name: Some(self.key(entry)), kind });
            }
        } else {
            let names = match node.kind {
                NodeKind::Scalar(_) => self.names(node),
                // Its cells are there even if its name is not.
                _ => {
                    let unnamed = |item: &Node| Word { text: String::new(), span: item.span };
                    self.list(node).iter().map(|item| self.word(item).unwrap_or_else(|| unnamed(item))).collect()
                }
            };
            for word in names {
                if let Some(&first) = places.get(&word.text).filter(|_| !word.text.is_empty()) {
                    self.report(
                        Diagnostic::error(Code::ColumnTwice, word.span)
                            .arg("name", &*word.text)
                            .label(first, "label-first-here"),
                    );
                }
                places.entry(word.text.clone()).or_insert(word.span);
                columns.push(ColumnDecl { name: Some(word), kind: usual.clone() });
            }
        }
        if columns.is_empty() {
            self.report(Diagnostic::error(Code::NoColumns, node.span));
            columns.push(ColumnDecl { name: None, kind: usual.clone() });
        }
        columns
    }

    /// `low..high` or `low..`: the columns by which a number finds its row.
    fn find(&mut self, node: &Node, columns: &[ColumnDecl]) -> Option<Find> {
        let text = self.text(node)?;
        let Some((low, high)) = text.split_once("..") else {
            self.report(Diagnostic::error(Code::BadFind, node.span));
            return None;
        };
        let names: Vec<&str> =
            columns.iter().filter_map(|column| column.name.as_ref()).map(|name| name.text.as_str()).collect();
        let mut column = |name: &str, start: usize| -> Option<Word> {
            let first = start + (name.len() - name.trim_start().len());
            let place = first..first + name.trim().len();
            let span = node.placement().map_or(node.span, |placement| placement.locate(self.sources, &text, place));
            let name = crate::source::nfc(name.trim());
            if names.contains(&name.as_str()) {
                return Some(Word { text: name, span });
            }
            let error = Diagnostic::error(Code::UnknownColumn, span).arg("name", &*name);
            self.report(error.suggest(self.errors.len(), &name, span, &names));
            None
        };
        let behind = low.len() + 2;
        let first = column(low, 0);
        if high.trim().is_empty() {
            return first.map(Find::Reached);
        }
        let last = column(high, behind);
        Some(Find::Between(first?, last?))
    }

    /// `[1,5, 13]` in a row of two cells: a number was cut at its comma.
    fn cut_cells(&self, items: &[Node], columns: usize) -> Option<Diagnostic> {
        let digit = |letter: char| letter.is_ascii_digit();
        let cut: Vec<Span> = items
            .iter()
            .zip(items.iter().skip(1))
            .filter(|(one, next)| {
                let between = self.sources.slice(Span { start: one.span.end, end: next.span.start, ..one.span });
                let (before, after) = (self.sources.slice(one.span), self.sources.slice(next.span));
                between == "," && before.ends_with(digit) && after.starts_with(digit)
            })
            .map(|(one, next)| one.span.to(next.span))
            .collect();
        // Where no comma has a blank behind it, they are just written so.
        let others = cut.len() + 1 < items.len() || columns == 1;
        let whole = cut.first().copied().filter(|_| others && items.len() - cut.len() == columns)?;
        decimal_in(whole, self.sources.slice(whole))
    }

    /// `[One thing, another, 3]` in a row of a text and a number: a text was cut at its comma.
    fn cut_texts(&self, items: &[Node], columns: &[ColumnDecl]) -> Option<Diagnostic> {
        let more = items.len().checked_sub(columns.len()).filter(|more| *more > 0)?;
        let mut texts = columns.iter().enumerate().filter(|(_, column)| matches!(column.kind, CellKind::Text));
        let (at, _) = texts.next().filter(|_| texts.next().is_none())?;
        let parts = items.get(at..=at + more)?;
        if !parts.iter().all(|part| part.as_scalar().is_some_and(|scalar| !scalar.is_quoted())) {
            return None;
        }
        let whole = parts.first()?.span.to(parts.last()?.span);
        Some(cut_at_comma(self.sources.slice(whole), whole, parts.first()?.span.end))
    }

    fn row_key(&mut self, entry: &Entry, section: &str) -> Option<RowKey> {
        let name = self.key(entry);
        match section {
            "rows" => Some(RowKey::Name(name)),
            "from" => match crate::source::whole(&name.text) {
                Some(number) => Some(RowKey::From(number, name.span)),
                None => {
                    let error = Diagnostic::error(Code::NotANumber, name.span).arg("text", &*name.text);
                    let first = name.text.split(['-', '–', '.', ' ']).next().unwrap_or("");
                    self.report(match crate::source::whole(first) {
                        Some(first) => error.help("help-from-number").may_fix(name.span, first.to_string()),
                        None => error.help("help-from-number"),
                    });
                    None
                }
            },
            _ => self.bounds(&name.text, name.span).map(|(low, high)| RowKey::Range(low, high, name.span)),
        }
    }

    fn cells(&mut self, node: &Node, row: (&str, Span), columns: &[ColumnDecl], places: &Places<'_>) -> Vec<CellDecl> {
        let missing =
            |node: &Node| CellDecl::Pending(crate::ruleset::model::Pending { why: String::new(), span: node.span });
        if let [column] = columns {
            let node = match &node.kind {
                NodeKind::List(items) if items.len() == 1 && column.name.is_some() => items.first().unwrap_or(node),
                _ => node,
            };
            let by_name = matches!(&node.kind, NodeKind::Map(entries) if column.name.as_ref().is_some_and(|name| match column.kind {
                // What is to be done is itself written by names.
                CellKind::Effects => entries.iter().any(|entry| *entry.key.text == name.text),
                _ => entries.first().is_none_or(|first| &*first.key.text != "pending"),
            }));
            if !by_name {
                return vec![self.cell(node, column).unwrap_or_else(|| missing(node))];
            }
        }
        match &node.kind {
            NodeKind::List(items) => {
                if let Some(error) = self.cut_cells(items, columns.len()).or_else(|| self.cut_texts(items, columns)) {
                    self.report(error);
                    let open = if self.fills(columns.len(), node.span) { columns.len() } else { 0 };
                    return vec![missing(node); open];
                }
                if items.len() != columns.len() {
                    let error = self.wrong_number_of_cells(node, row.0, items.len(), columns);
                    self.report(error);
                }
                let filled = items
                    .iter()
                    .zip(columns)
                    .map(|(item, column)| self.cell(item, column).unwrap_or_else(|| missing(item)));
                let mut cells: Vec<CellDecl> = filled.collect();
                if self.fills(columns.len().saturating_sub(cells.len()), node.span) {
                    cells.resize_with(columns.len(), || missing(node));
                }
                cells
            }
            NodeKind::Map(entries) if self.pending(node).is_none() => {
                let mut cells: BTreeMap<usize, CellDecl> = BTreeMap::new();
                let mut misspelt = false;
                for entry in entries {
                    let name = self.key(entry);
                    let place = places.get(&*name.text).copied();
                    if let Some((index, column)) = place.and_then(|index| Some((index, columns.get(index)?))) {
                        let cell = self.cell(&entry.value, column).unwrap_or_else(|| missing(node));
                        cells.insert(index, cell);
                    } else {
                        let names = columns.iter().filter_map(|column| Some(&column.name.as_ref()?.text));
                        let error = Diagnostic::error(Code::UnknownColumn, name.span).arg("name", &*name.text);
                        self.report(error.suggest(self.errors.len(), &name.text, name.span, names));
                        misspelt = true;
                    }
                }
                if cells.len() < columns.len() {
                    let open = columns.iter().enumerate().filter(|(at, _)| !cells.contains_key(at));
                    let open = words(open.filter_map(|(_, column)| Some(&column.name.as_ref()?.text)));
                    if open != words::<&str>([]) && !misspelt {
                        let error = Diagnostic::error(Code::MissingCells, row.1).arg("row", row.0);
                        self.report(error.arg("columns", open));
                    }
                    if !self.fills(columns.len() - cells.len(), node.span) {
                        return Vec::new();
                    }
                }
                (0..columns.len()).map(|at| cells.remove(&at).unwrap_or_else(|| missing(node))).collect()
            }
            _ => {
                if let Some(pending) = self.pending(node) {
                    let open = if self.fills(columns.len(), node.span) { columns.len() } else { 0 };
                    return vec![CellDecl::Pending(pending); open];
                }
                if !matches!(node.kind, NodeKind::Bad) {
                    let error = self.wrong_number_of_cells(node, row.0, 1, columns);
                    // A list without its brackets.
                    let text = node.as_scalar().filter(|scalar| !scalar.is_quoted()).map_or("", |scalar| &scalar.text);
                    let list = text.split(',').count() == columns.len() && !text.contains(['[', '{', '(']);
                    self.report(if list { error.fix(node.span, format!("[{text}]")) } else { error });
                }
                let open = if self.fills(columns.len(), node.span) { columns.len() } else { 0 };
                vec![missing(node); open]
            }
        }
    }

    fn wrong_number_of_cells(&self, node: &Node, row: &str, found: usize, columns: &[ColumnDecl]) -> Diagnostic {
        let error = Diagnostic::error(Code::WrongNumberOfCells, node.span).arg("row", row).arg("found", found);
        let error = error.arg("expected", columns.len());
        // Of very many errors, not each has the names of all columns.
        match is_few(self.errors.len()) {
            true => error.help_with("help-columns-are", "columns", column_names(columns)),
            false => error,
        }
    }

    /// Counts cells to fill in; whether there may be so many. The first excess is reported.
    fn fills(&mut self, open: usize, at: Span) -> bool {
        let (before, most) = (self.blanks, self.limits.cells);
        self.blanks = before.saturating_add(open);
        if before <= most && self.blanks > most {
            self.report(Diagnostic::error(Code::TooManyCells, at).arg("limit", most));
        }
        self.blanks <= most
    }

    fn cell(&mut self, node: &Node, column: &ColumnDecl) -> Option<CellDecl> {
        if let Some(pending) = self.pending(node) {
            return Some(CellDecl::Pending(pending));
        }
        match column.kind {
            CellKind::Formula => Some(CellDecl::Formula(self.formula(node))),
            CellKind::Text => self.template(node).map(CellDecl::Text),
            CellKind::Row(_) | CellKind::Column(_) | CellKind::Time => self.word(node).map(CellDecl::Name),
            CellKind::Effects => Some(CellDecl::Effects(self.effects(node))),
        }
    }
}

/// The columns that a table says it has.
fn columns_in<'n>(fields: &Fields<'n>) -> impl Iterator<Item = &'n str> {
    let node = fields.get("columns");
    let listed = node.and_then(Node::as_list).into_iter().flatten().filter_map(Node::as_text);
    let named = node.and_then(Node::as_map).into_iter().flatten().map(|entry| &*entry.key.text);
    listed.chain(named).map(str::trim)
}

/// Results of dice that are counted.
const MOST_RESULTS: usize = 1000;

/// Dice that are read as digits: their sides, how many, and whether the lower comes first.
fn digits(text: &str) -> Option<(i64, u32, bool)> {
    let (dice, sorted) = match text.split_once(char::is_whitespace) {
        Some((dice, "sorted")) => (dice, true),
        Some(_) => return None,
        None => (text, false),
    };
    let faces = dice.strip_prefix(['d', 'D'])?;
    let first = faces.chars().next().filter(|first| ('2'..='9').contains(first))?;
    let many = (2..=3).contains(&faces.len()) && faces.chars().all(|digit| digit == first);
    let sides = i64::from(first.to_digit(10)?);
    (many && !(sorted && faces.len() > 2)).then_some((sides, u32::try_from(faces.len()).ok()?, sorted))
}

/// What plain dice can show: `2d6`, `d100`.
fn results(text: &str) -> Option<Results> {
    let (count, sides) = text.split_once(['d', 'D'])?;
    let count =
        if count.is_empty() { 1 } else { count.parse::<i64>().ok().filter(|count| (1..=100).contains(count))? };
    let sides =
        if sides == "%" { 100 } else { sides.parse::<i64>().ok().filter(|sides| (1..=1_000_000).contains(sides))? };
    Some(Results::Between(count, count * sides))
}

/// A row such as `[1, 2, A patrol]`, as `1..2: A patrol`.
fn numbers_before(row: &Node) -> Option<String> {
    let NodeKind::List(items) = &row.kind else { return None };
    let texts = items.iter().map(Node::as_text).collect::<Option<Vec<_>>>()?;
    match texts.as_slice() {
        [from, to, what] if crate::source::whole(from).is_some() && crate::source::whole(to).is_some() => {
            Some(format!("{from}..{to}: {what}"))
        }
        [from, what] if crate::source::whole(from).is_some() => Some(format!("{from}: {what}")),
        _ => None,
    }
}

fn column_names(columns: &[ColumnDecl]) -> Arg {
    words(columns.iter().filter_map(|column| Some(&column.name.as_ref()?.text)))
}

/// The columns by name; of two with one name, the first.
type Places<'c> = HashMap<&'c str, usize>;
