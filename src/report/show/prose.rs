//! Formulas in words, for readers who look up a rule and write no formulas.

use super::Shower;
use crate::check::program::Named;
use crate::diagnostic::{self, Diagnostic};
use crate::syntax::{BinaryOp, CallArg, CompareOp, Expr, ExprKind, Name, parse_expr};

/// The precedence of a phrase, which decides whether it needs brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    /// `a if b, otherwise c`
    Open,
    /// `a or b`
    Or,
    /// `a and b`
    And,
    /// `2 or more dice showing 6`, `a > b`
    Comparison,
    /// `a + b`
    Sum,
    /// `a × b`
    Product,
    /// One word, or what is not taken apart.
    Tight,
}

/// A part of a formula in words.
struct Phrase {
    words: String,
    bond: Bond,
}

impl Phrase {
    fn tight(words: impl Into<String>) -> Self {
        Self { words: words.into(), bond: Bond::Tight }
    }

    /// The words where nothing looser than this may stand.
    fn within(self, bond: Bond) -> String {
        if self.bond < bond { format!("({})", self.words) } else { self.words }
    }
}

impl Shower<'_> {
    /// A condition in words; as it is written where it is no formula by itself.
    #[must_use]
    pub fn condition(&self, text: &str) -> String {
        self.in_words(text, true).unwrap_or_else(|| text.to_owned())
    }

    /// Puts the condition that a message tells into words.
    pub fn condition_in(&self, message: &mut Diagnostic) {
        for (_, arg) in message.args.iter_mut().filter(|(name, _)| *name == "condition") {
            if let diagnostic::Arg::Text(text) = arg {
                *text = self.condition(text);
            }
        }
    }

    /// A formula in words, `alone` or between others; `None` if it is no formula by itself.
    pub(super) fn in_words(&self, text: &str, alone: bool) -> Option<String> {
        let (expr, problems) = parse_expr(text);
        let bond = if alone { Bond::Open } else { Bond::Or };
        problems.is_empty().then(|| self.phrase(&expr).within(bond))
    }

    fn told(&self, id: &'static str, parts: &[(&'static str, String)]) -> String {
        self.say_with(id, &parts.iter().map(|(name, text)| (*name, text.as_str().into())).collect())
    }

    fn phrase(&self, expr: &Expr) -> Phrase {
        match &expr.kind {
            ExprKind::Flag(flag) => Phrase::tight(self.say(if *flag { "yes" } else { "no" })),
            ExprKind::Name(name) => Phrase::tight(self.name_in_words(name)),
            ExprKind::Negate(value) => {
                Phrase { words: format!("−{}", self.phrase(value).within(Bond::Tight)), bond: Bond::Product }
            }
            ExprKind::Not(value) => {
                let what = self.phrase(value).within(Bond::Tight);
                Phrase { words: self.told("words-not", &[("what", what)]), bond: Bond::And }
            }
            ExprKind::Binary { op, left, right } => self.two_sides(*op, left, right),
            ExprKind::If { condition, then, otherwise } => {
                let then = self.phrase(then).within(Bond::Or);
                let (when, otherwise) = (self.phrase(condition).within(Bond::Or), self.phrase(otherwise).words);
                let parts = [("then", then), ("when", when), ("otherwise", otherwise)];
                Phrase { words: self.told("words-if", &parts), bond: Bond::Open }
            }
            ExprKind::Let { name, values, body } => {
                let values: Vec<String> = values.iter().map(|value| self.phrase(value).within(Bond::Or)).collect();
                let (value, body) = (values.join(", "), self.phrase(body).within(Bond::Or));
                let parts = [("body", body), ("name", name.text.to_string()), ("value", value)];
                Phrase { words: self.told("words-let", &parts), bond: Bond::Open }
            }
            ExprKind::Call { name, args } => self.call_in_words(name, args),
            ExprKind::Cell { table, keys } if self.is_row(table, keys) => {
                let parts = [("what", self.list_in_words(keys)), ("of", table.text.to_string())];
                Phrase::tight(self.told("words-of", &parts))
            }
            ExprKind::Cell { table, keys } => {
                let table_name = ("table", table.text.to_string());
                let words = match self.column(table, keys) {
                    Some((column, rows)) => {
                        self.told("words-column", &[("column", column), table_name, ("keys", self.list_in_words(rows))])
                    }
                    None => self.told("words-cell", &[table_name, ("keys", self.list_in_words(keys))]),
                };
                Phrase { words, bond: Bond::Or }
            }
            // What an answer is called is the answer, as people say it.
            ExprKind::Member { of, what } if matches!(&what.kind, ExprKind::Name(name) if name.text == "name") => {
                Phrase::tight(of.text.clone())
            }
            ExprKind::Member { of, what } => {
                let what = self.phrase(what).within(Bond::Tight);
                Phrase::tight(self.told("words-of", &[("what", what), ("of", of.text.to_string())]))
            }
            ExprKind::Number(_) | ExprKind::Multiple { .. } | ExprKind::Pool(_) | ExprKind::Missing => {
                Phrase::tight(expr.to_string())
            }
        }
    }

    fn two_sides(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Phrase {
        if let (BinaryOp::Compare(op), ExprKind::Call { name, args }) = (op, &left.kind)
            && let (Some(counted), ExprKind::Number(_)) = (self.counted(name, args), &right.kind)
        {
            let id = match op {
                CompareOp::GreaterOrEqual => "words-at-least",
                CompareOp::LessOrEqual => "words-at-most",
                CompareOp::Greater => "words-more",
                CompareOp::Less => "words-fewer",
                CompareOp::Equal => "words-just",
                CompareOp::NotEqual => "words-other-than",
            };
            let words = self.told(id, &[("number", right.to_string()), ("what", counted)]);
            return Phrase { words, bond: Bond::Comparison };
        }
        let (bond, sign) = match op {
            BinaryOp::Or => (Bond::Or, self.say("words-or")),
            BinaryOp::And => (Bond::And, self.say("words-and")),
            BinaryOp::Compare(op) => (Bond::Comparison, sign(op).to_owned()),
            BinaryOp::Beats => (Bond::Comparison, self.say("words-beats")),
            BinaryOp::Add => (Bond::Sum, "+".to_owned()),
            BinaryOp::Subtract => (Bond::Sum, "−".to_owned()),
            BinaryOp::Multiply => (Bond::Product, "×".to_owned()),
            BinaryOp::Divide => (Bond::Product, "÷".to_owned()),
            BinaryOp::DivideDown => (Bond::Product, self.say("words-div-down")),
            BinaryOp::DivideUp => (Bond::Product, self.say("words-div-up")),
            BinaryOp::DivideNearest => (Bond::Product, self.say("words-div-nearest")),
            BinaryOp::Remainder => (Bond::Product, self.say("words-remainder")),
        };
        // What comes second is no part of the first: `a − (b + c)`.
        let after = match bond {
            Bond::Sum if op == BinaryOp::Subtract => Bond::Product,
            Bond::Product => Bond::Tight,
            _ => bond,
        };
        let words = format!("{} {sign} {}", self.phrase(left).within(bond), self.phrase(right).within(after));
        Phrase { words, bond }
    }

    /// A name; words of the language, where nothing here is called so, in that of the reader.
    fn name_in_words(&self, name: &Name) -> String {
        let id = match &*name.text {
            "none" => "show-none",
            "outcome" => "words-outcome",
            "success" => "words-success",
            "winner" => "words-winner",
            "loser" => "words-loser",
            "tied" => "words-tied",
            "owner" => "words-owner",
            "boxes" => "words-boxes",
            "margin" => "words-margin",
            "state" => "words-state",
            "lost" => "words-lost",
            "left" => "words-left",
            "max" => "words-max",
            other => return other.to_owned(),
        };
        if self.game.names.contains_key(&name.text) { name.text.to_string() } else { self.say(id) }
    }

    /// Whether a cell is in a row that is named.
    fn is_row(&self, table: &Name, keys: &[CallArg]) -> bool {
        let (Some(Named::Table(id)), [CallArg::Value(Expr { kind: ExprKind::Name(row), .. })]) =
            (self.game.names.get(&table.text), keys)
        else {
            return false;
        };
        self.game.tables[*id].names.contains_key(&*row.text)
    }

    /// The column of a table that the last key of a cell names, and the keys before it.
    fn column<'a>(&self, table: &Name, keys: &'a [CallArg]) -> Option<(String, &'a [CallArg])> {
        let Some(Named::Table(id)) = self.game.names.get(&table.text) else { return None };
        let (CallArg::Value(Expr { kind: ExprKind::Name(last), .. }), rows) = keys.split_last()? else { return None };
        let is_column = self.game.tables[*id].columns.iter().any(|one| one.name.as_deref() == Some(&*last.text));
        (is_column && !rows.is_empty()).then(|| (last.text.to_string(), rows))
    }

    /// What a call counts: `dice showing 6`.
    fn counted(&self, name: &Name, args: &[CallArg]) -> Option<String> {
        if &*name.text != "count" {
            return None;
        }
        Some(match args {
            [CallArg::Value(Expr { kind: ExprKind::Name(of), .. })]
                if matches!(self.game.names.get(&of.text), Some(Named::Tag(_))) =>
            {
                of.text.to_string()
            }
            [_] => self.told("words-dice-showing", &[("what", self.list_in_words(args))]),
            [of, rest @ ..] if !rest.is_empty() => {
                let parts = [("of", self.argument(of)), ("what", self.list_in_words(rest))];
                self.told("words-those-with", &parts)
            }
            _ => return None,
        })
    }

    fn call_in_words(&self, name: &Name, args: &[CallArg]) -> Phrase {
        if let Some(counted) = self.counted(name, args) {
            return Phrase { words: self.told("words-number-of", &[("what", counted)]), bond: Bond::Comparison };
        }
        let known = self.game.names.contains_key(&name.text);
        let id = match (&*name.text, args) {
            ("sum", []) => "words-sum",
            ("highest", []) => "words-highest",
            ("lowest", []) => "words-lowest",
            ("repeats", []) => "words-repeats",
            ("repeated", []) => "words-repeated",
            ("sum", [_]) => "words-sum-of",
            ("highest", [_]) => "words-highest-of",
            ("lowest", [_]) => "words-lowest-of",
            ("max", [_, _, ..]) => "words-max-of",
            ("min", [_, _, ..]) => "words-min-of",
            ("rows", [_]) => "words-rows-of",
            ("name", [_]) => "words-name-of",
            ("answered", [_]) => "words-answered",
            ("name" | "row", [table, row]) if !known => {
                let parts = [("what", self.argument(row)), ("of", self.argument(table))];
                return Phrase::tight(self.told("words-row-of", &parts));
            }
            _ => return Phrase::tight(format!("{} ({})", name.text, self.list_in_words(args))),
        };
        match (known, args) {
            (true, _) => Phrase::tight(format!("{} ({})", name.text, self.list_in_words(args))),
            (false, []) => Phrase::tight(self.say(id)),
            (false, _) => {
                let words = self.told(id, &[("what", self.list_in_words(args))]);
                // A list ends nowhere by itself.
                Phrase { words, bond: if args.len() > 1 { Bond::Open } else { Bond::Comparison } }
            }
        }
    }

    fn list_in_words(&self, args: &[CallArg]) -> String {
        args.iter().map(|arg| self.argument(arg)).collect::<Vec<_>>().join(", ")
    }

    fn argument(&self, arg: &CallArg) -> String {
        match arg {
            CallArg::Value(value) => self.phrase(value).within(Bond::Or),
            CallArg::Named { name, value } => format!("{} = {}", name.text, self.phrase(value).within(Bond::Or)),
            CallArg::Condition { op: CompareOp::Equal, value, .. } => self.phrase(value).within(Bond::Sum),
            CallArg::Condition { op, value, .. } => format!("{} {}", sign(*op), self.phrase(value).within(Bond::Sum)),
        }
    }
}

fn sign(op: CompareOp) -> &'static str {
    match op {
        CompareOp::GreaterOrEqual => "≥",
        CompareOp::LessOrEqual => "≤",
        CompareOp::Greater => ">",
        CompareOp::Less => "<",
        CompareOp::Equal => "=",
        CompareOp::NotEqual => "≠",
    }
}
