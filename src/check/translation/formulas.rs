//! Formulas in the other language: the same text with every name translated.

use std::collections::HashMap;

use super::Translator;
use super::names::{SectionName, scope};
use crate::check::dice_words::{Split, split};
use crate::check::program::CheckedGame;
use crate::check::quoted_where_needed;
use crate::sort::Sort as _;
use crate::syntax::{BinaryOp, CallArg, Expr, ExprKind, Name, TextSpan, parse_expr};

/// What can be read of tests, tracks, points and tags. The words are the same in every language, even if
/// something else in the game is called so.
const OF_THE_LANGUAGE: [&str; 14] = [
    "total", "margin", "outcome", "success", "failure", "winner", "loser", "tied", "lost", "left", "boxes", "state",
    "owner", "max",
];

impl Translator<'_> {
    /// A formula in which names are called otherwise. Those inside of the thing come first.
    pub(super) fn formula(&self, text: &str, thing: &SectionName<'_>, from: &CheckedGame) -> String {
        let (expr, problems) = parse_expr(text);
        if !problems.is_empty() {
            return text.to_owned();
        }
        let mut writer =
            FormulaTranslator { translator: self, from, text, inside: scope(thing), read: false, changes: Vec::new() };
        writer.expr(&expr);
        let mut changes = writer.changes;
        changes.order_by_key(|(span, _)| span.start);
        let mut written = String::with_capacity(text.len());
        let mut at = 0;
        for (span, name) in changes {
            let range = span.range();
            // Nothing is in two names.
            if let Some(before) = text.get(at..range.start) {
                written.push_str(before);
                written.push_str(&name);
                at = range.end;
            }
        }
        written.push_str(text.get(at..).unwrap_or(""));
        written
    }

    /// What a name is called inside of something, or everywhere.
    fn called(&self, inside: &str, name: &str) -> Option<&str> {
        let find = |scope: &str| self.said.get(scope).and_then(|names| names.get(name));
        find(inside).or_else(|| find("")).map(String::as_str)
    }

    /// What a name is called anywhere else: a row, a state, an outcome. Of several things that
    /// have it, the first by name; of what is read off a roll (the second list), tests before others.
    pub(super) fn anywhere(&self) -> [HashMap<String, String>; 2] {
        [false, true].map(|read| {
            let mut scopes: Vec<(&String, &HashMap<String, String>)> = self.said.iter().collect();
            scopes.order_by_key(|(scope, _)| (read && !scope.starts_with("tests/"), *scope));
            let mut found = HashMap::new();
            for (name, said) in scopes.into_iter().flat_map(|(_, names)| names) {
                found.entry(name.clone()).or_insert_with(|| said.clone());
            }
            found
        })
    }

    fn elsewhere(&self, name: &str, read: bool) -> Option<&str> {
        let [others, off_rolls] = &self.elsewhere;
        (if read { off_rolls } else { others }).get(name).map(String::as_str)
    }
}

struct FormulaTranslator<'a, 't> {
    translator: &'a Translator<'t>,
    from: &'a CheckedGame,
    text: &'a str,
    inside: String,
    /// The name follows a dot.
    read: bool,
    changes: Vec<(TextSpan, String)>,
}

impl FormulaTranslator<'_, '_> {
    fn name(&mut self, name: &Name) {
        let translator = self.translator;
        let inside = if self.read { "" } else { self.inside.as_str() };
        let said = translator.called(inside, &name.text).map(str::to_owned);
        let said = said.or_else(|| if name.quoted { None } else { self.dice(&name.text) });
        let of_the_language = OF_THE_LANGUAGE.contains(&&*name.text) && !name.quoted;
        let elsewhere = || if of_the_language { None } else { translator.elsewhere(&name.text, self.read) };
        if let Some(said) = said.or_else(|| elsewhere().map(str::to_owned)) {
            self.change(name, &said);
        }
    }

    fn change(&mut self, name: &Name, said: &str) {
        if said != name.text {
            self.changes.push((name.span, quoted_where_needed(said)));
        }
    }

    /// What is compared with a name: a word of the game that spells dice is none.
    fn beside(&mut self, expr: &Expr, with: &Expr) {
        let word = match (&expr.kind, &with.kind) {
            (ExprKind::Pool(_) | ExprKind::Multiple { .. }, ExprKind::Name(_) | ExprKind::Member { .. }) => {
                self.text.get(expr.span.range()).and_then(|word| Some((word, self.translator.elsewhere(word, false)?)))
            }
            _ => None,
        };
        match word {
            Some((word, said)) if word != said => self.changes.push((expr.span, quoted_where_needed(said))),
            _ => self.expr(expr),
        }
    }

    /// Names of dice side by side.
    fn dice(&self, word: &str) -> Option<String> {
        let names = &self.from.die_names;
        let Split::One(parts) = split(word, names) else { return None };
        let said = parts.iter().map(|&die| {
            let name = names.get(die).map_or("", |die| &*die.name);
            self.translator.called("", name).unwrap_or(name)
        });
        Some(said.collect())
    }

    /// A row or column of a table, where it is one.
    fn key(&mut self, table: &str, arg: &CallArg) {
        match arg {
            CallArg::Value(Expr { kind: ExprKind::Name(name), .. }) => {
                let inside = self.translator.said.get(&self.inside).is_some_and(|names| names.contains_key(&name.text));
                let row = self.translator.said.get(&scope(&["tables", table])).and_then(|names| names.get(&name.text));
                match row.filter(|_| !inside) {
                    Some(said) => self.change(name, &said.clone()),
                    None => self.name(name),
                }
            }
            CallArg::Value(expr) => self.expr(expr),
            other => self.arg(other),
        }
    }

    fn arg(&mut self, arg: &CallArg) {
        match arg {
            CallArg::Value(expr) | CallArg::Condition { value: expr, .. } => self.expr(expr),
            CallArg::Named { name, value } => {
                self.name(name);
                let name = Expr { kind: ExprKind::Name(name.clone()), span: name.span };
                self.beside(value, &name);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Flag(_) | ExprKind::Missing => {}
            ExprKind::Name(name) => self.name(name),
            ExprKind::Multiple { times, word } => {
                if let Some(said) = self.dice(&word.text) {
                    self.changes.push((expr.span, format!("{times}{said}")));
                }
            }
            ExprKind::Pool(pool) => pool.formulas().for_each(|formula| self.expr(formula)),
            ExprKind::Negate(value) | ExprKind::Not(value) => self.expr(value),
            ExprKind::Binary { op: BinaryOp::Compare(_), left, right } => {
                self.beside(left, right);
                self.beside(right, left);
            }
            ExprKind::Binary { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::If { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(|part| self.expr(part));
            }
            ExprKind::Let { values, body, .. } => {
                values.iter().chain([&**body]).for_each(|part| self.expr(part));
            }
            ExprKind::Call { name, args } => {
                // A function of the language keeps its name.
                if self.from.names.contains_key(&name.text) {
                    self.name(name);
                }
                let table = match args.first() {
                    Some(CallArg::Value(Expr { kind: ExprKind::Name(table), .. })) => Some(table.text.clone()),
                    _ => None,
                };
                for (index, arg) in args.iter().enumerate() {
                    match &table {
                        Some(table) if index > 0 => self.key(table, arg),
                        _ => self.arg(arg),
                    }
                }
            }
            ExprKind::Cell { table, keys } => {
                self.name(table);
                keys.iter().for_each(|arg| self.key(&table.text, arg));
            }
            ExprKind::Member { of, what } => {
                self.name(of);
                let before = std::mem::replace(&mut self.read, true);
                self.expr(what);
                self.read = before;
            }
        }
    }
}
