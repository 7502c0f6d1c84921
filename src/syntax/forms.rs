//! Builds composite forms: calls, cells, parentheses, `if` and `let`.

use super::build::{Builder, Built};
use super::grammar::{Pair, Rule, is_blank, place};
use super::{Amount, BinaryOp, CallArg, Expr, ExprKind, FormulaProblem, IgnoredSpan, Name, TextSpan, dots, mistakes};
use crate::diagnostic::Code;
use crate::dice::CompareOp;

/// How many numbers there are at most from one to another.
const MOST_BETWEEN: u64 = 100;

impl Builder<'_> {
    /// A name alone, or one that something in brackets follows; before either, what has it.
    pub(super) fn reference(&self, pair: Pair<'_>) -> Built {
        let mut parts = pair.into_inner();
        let Some(first) = parts.next() else { return self.nothing() };
        let name = self.name(&first);
        match parts.next() {
            Some(more) if more.as_rule() == Rule::path => self.path(name, more),
            list => self.bracketed(name, list),
        }
    }

    /// A name and what its dots lead to.
    fn path(&self, mut name: Name, pair: Pair<'_>) -> Built {
        let dot = place(&pair).start;
        let mut owners = Vec::new();
        let mut list = None;
        for part in pair.into_inner() {
            let torn = owners.is_empty() && name.span.end < dot;
            match part.as_rule() {
                Rule::arguments | Rule::keys => list = Some(part),
                Rule::astray => {
                    self.report(dots::no_name(&part, dot, torn));
                    owners.push(std::mem::replace(&mut name, Name::nothing(place(&part))));
                }
                _ => {
                    if torn {
                        let gap = TextSpan { start: name.span.end, end: dot.saturating_add(1) };
                        self.report(dots::torn(gap));
                    }
                    owners.push(std::mem::replace(&mut name, self.name(&part)));
                }
            }
        }
        let mut built = self.bracketed(name, list);
        while let Some(of) = owners.pop() {
            let span = TextSpan { start: of.span.start, end: built.expr.span.end };
            built = self.node(ExprKind::Member { of, what: Box::new(built.expr) }, span, built.depth);
        }
        built
    }

    /// A name and what follows it in brackets, if anything.
    fn bracketed(&self, name: Name, list: Option<Pair<'_>>) -> Built {
        let span = name.span;
        let Some(list) = list else {
            let kind = if name.text.is_empty() { ExprKind::Missing } else { ExprKind::Name(name) };
            return Built::new(kind, span, 1);
        };
        let is_call = list.as_rule() == Rule::arguments;
        let (args, end, depth) = self.list(list);
        let kind = if is_call { ExprKind::Call { name, args } } else { ExprKind::Cell { table: name, keys: args } };
        self.node(kind, TextSpan { start: span.start, end }, depth)
    }

    /// What is in the brackets of a call or a cell; where they end, and how deep it is.
    fn list(&self, list: Pair<'_>) -> (Vec<CallArg>, u32, usize) {
        let before = self.reported();
        let list_is_call = list.as_rule() == Rule::arguments;
        let mut args = Vec::new();
        let mut depth = 0;
        let mut open = TextSpan::default();
        let mut end = 0;
        let mut semicolons: Vec<TextSpan> = Vec::new();
        for part in list.into_inner() {
            let span = place(&part);
            match part.as_rule() {
                Rule::open_paren | Rule::open_bracket => (open, end) = (span, span.end),
                Rule::separator => {
                    end = span.end;
                    if part.as_str() == ";" {
                        semicolons.push(span);
                    }
                }
                Rule::close_paren => end = span.end,
                Rule::close_bracket => {
                    end = span.end;
                    if args.is_empty() {
                        self.report(FormulaProblem::new(Code::EmptyKeys, TextSpan { start: open.start, end }));
                    }
                }
                Rule::no_close_paren | Rule::no_close_bracket => {
                    // `sum( + bonus`: the brackets hold nothing, and the rest follows them.
                    let first = args.first();
                    if matches!(first, Some(CallArg::Value(first)) if begins_with_nothing(first)) {
                        self.forget_from(before);
                        (args, end) = (Vec::new(), open.end);
                    }
                    // So do those of `sum( - 2`, where a sign can begin a value.
                    let apart = |value: &Expr| {
                        let sign = self.slice(TextSpan { start: open.end, end: value.span.end });
                        let behind = sign.trim_start_matches(is_blank).trim_start_matches(['-', '−', '–']);
                        sign.starts_with(is_blank) && behind.starts_with(is_blank)
                    };
                    if let ([CallArg::Value(value)], true) = (args.as_slice(), list_is_call)
                        && is_negated(value)
                        && apart(value)
                    {
                        (args, end) = (Vec::new(), open.end);
                    }
                    mistakes::missing_close(self, open, end);
                }
                _ => {
                    let between = part.clone().into_inner().next().filter(|one| one.as_rule() == Rule::between);
                    if let Some(between) = between {
                        end = end.max(span.end);
                        args.extend(self.between(&between));
                        continue;
                    }
                    let (arg, last, below) = self.arg(part);
                    end = end.max(last);
                    depth = depth.max(below);
                    args.extend(arg);
                }
            }
        }
        // All of them are one mistake.
        if let (Some(first), Some(last)) = (semicolons.first(), semicolons.last()) {
            let all = TextSpan { start: first.start, end: last.end };
            let mut mended = self.slice(all).to_owned();
            for one in &semicolons {
                let at = one.start.saturating_sub(all.start) as usize;
                mended.replace_range(at..at.saturating_add(1), ",");
            }
            self.report(FormulaProblem::new(Code::WrongSeparator, *first).fix(all, mended));
        }
        (args, end, depth)
    }

    /// `2..5`: a condition for each number, or one where an end is open.
    fn between(&self, pair: &Pair<'_>) -> Vec<CallArg> {
        let span = place(pair);
        let condition = |op, value: ExprKind| CallArg::Condition { op, value: value.at(span), span: IgnoredSpan(span) };
        let (from, to) = pair.as_str().split_once("..").unwrap_or_default();
        let mut ends = pair.clone().into_inner();
        let mut end = |written: &str| match written.is_empty() {
            true => Some(None),
            false => ends.next().and_then(|end| self.signed(&end)).map(Some),
        };
        match (end(from), end(to)) {
            (Some(Some(from)), Some(Some(to))) if from <= to && from.abs_diff(to) < MOST_BETWEEN => {
                (from..=to).map(|number| condition(CompareOp::Equal, ExprKind::Number(number))).collect()
            }
            (Some(Some(from)), Some(None)) => vec![condition(CompareOp::GreaterOrEqual, ExprKind::Number(from))],
            (Some(None), Some(Some(to))) => vec![condition(CompareOp::LessOrEqual, ExprKind::Number(to))],
            // Too large a number was told.
            (None, _) | (_, None) => vec![condition(CompareOp::Equal, ExprKind::Missing)],
            _ => {
                self.report(FormulaProblem::new(Code::BadFaceSpan, span).arg("limit", MOST_BETWEEN.to_string()));
                vec![condition(CompareOp::Equal, ExprKind::Missing)]
            }
        }
    }

    /// An argument or a key, where it ends and how deep it is.
    fn arg(&self, pair: Pair<'_>) -> (Option<CallArg>, u32, usize) {
        let is_key = pair.as_rule() == Rule::key;
        let Some(part) = pair.into_inner().next() else { return (None, 0, 0) };
        let start = place(&part).start;
        match part.as_rule() {
            Rule::named | Rule::named_key => {
                let mut parts = part.into_inner();
                let name = parts.next().map(|part| self.name(&part));
                let value = parts.nth(1).map(|part| self.nested(part));
                let (Some(name), Some(value)) = (name, value) else { return (None, start, 0) };
                let end = value.expr.span.end;
                (Some(CallArg::Named { name, value: value.expr }), end, value.depth)
            }
            Rule::condition => {
                let mut parts = part.into_inner();
                let Some(operator) = parts.next() else { return (None, start, 0) };
                let op = self.compare(&operator);
                let before = self.reported();
                let value = parts.next().map_or_else(|| self.nothing(), |part| self.nested(part));
                let span = TextSpan { start, end: value.expr.span.end };
                if is_key {
                    self.report(FormulaProblem::new(Code::ConditionInKey, span));
                } else if !value.grouped && !is_plain_sum(&value.expr) {
                    self.forget_from(before);
                    self.report(FormulaProblem::new(Code::ConditionNotSimple, span).help("help-condition-simple"));
                }
                (Some(CallArg::Condition { op, value: value.expr, span: IgnoredSpan(span) }), span.end, value.depth)
            }
            _ => {
                let value = self.nested(part);
                let end = value.expr.span.end;
                (Some(CallArg::Value(value.expr)), end, value.depth)
            }
        }
    }

    /// Parentheses, and the dice that touch them.
    pub(super) fn group(&self, pair: Pair<'_>) -> Built {
        let start = place(&pair).start;
        let mut parts = pair.into_inner().peekable();
        let open = parts.next().map_or(TextSpan::default(), |part| place(&part));
        let before = self.reported();
        let mut body = parts.next().into_iter().flat_map(Pair::into_inner);
        let inner = body.next().map_or_else(|| self.nothing(), |part| self.nested(part));
        let mut end = inner.expr.span.end.max(open.end);
        match body.next() {
            Some(close) if close.as_rule() == Rule::close_paren => end = place(&close).end,
            _ => {
                if inner.is_missing() && self.reported() == before.saturating_add(1) {
                    self.forget_from(before);
                }
                // `(force d6`: where it should close, two values touch.
                if mistakes::count_left_open(self.slice(TextSpan { start: open.end, end })).is_some() {
                    self.forget_from(before);
                }
                mistakes::missing_close(self, open, end);
            }
        }
        if parts.peek().is_none() {
            let span = TextSpan { start, end };
            return Built { expr: Expr { span, ..inner.expr }, grouped: true, chained: false, beside: None, ..inner };
        }
        let below = inner.depth;
        let (kind, end, deepest) = self.pool(Some(Amount::Computed(Box::new(inner.expr))), start, parts);
        self.node(kind, TextSpan { start, end }, below.max(deepest))
    }

    /// `if a then b else c`.
    pub(super) fn conditional(&self, pair: Pair<'_>) -> Built {
        let start = place(&pair).start;
        let mut values = Vec::with_capacity(3);
        let mut end = start;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::nested => values.push(self.nested(part)),
                Rule::expression => values.push(self.sequence(part)),
                // Without `then` one is not told about `else` as well.
                Rule::no_then => drop(self.report(mistakes::missing_word(Code::MissingThen, start, end, "help-if"))),
                Rule::no_else if values.len() == 2 => {
                    self.report(mistakes::missing_word(Code::MissingElse, start, end, "help-if"));
                }
                _ => end = end.max(place(&part).end),
            }
            end = values.last().map_or(end, |value| value.expr.span.end.max(end));
        }
        let depth = values.iter().map(|value| value.depth).max().unwrap_or(0);
        let mut values = values.into_iter().map(|value| Box::new(value.expr));
        let mut next = || values.next().unwrap_or_else(|| Box::new(ExprKind::Missing.at(TextSpan { start: end, end })));
        let kind = ExprKind::If { condition: next(), then: next(), otherwise: next() };
        self.node(kind, TextSpan { start, end }, depth)
    }

    /// `let x = a in b`.
    pub(super) fn binding(&self, pair: Pair<'_>) -> Built {
        let start = place(&pair).start;
        let mut end = start;
        let mut name = None;
        let (mut values, mut body) = (Vec::with_capacity(1), None);
        let mut whole = true;
        for part in pair.into_inner() {
            let span = place(&part);
            match part.as_rule() {
                Rule::binder => {
                    let Some(written) = part.into_inner().next() else { continue };
                    match written.as_rule() {
                        Rule::no_name => {}
                        _ => end = end.max(place(&written).end),
                    }
                    match written.as_rule() {
                        Rule::no_name => whole = false,
                        Rule::taken => drop(self.report(mistakes::taken(&written))),
                        _ => name = Some(self.name(&written)),
                    }
                    if !whole {
                        self.report(mistakes::missing_word(Code::MissingLetName, start, end, "help-let"));
                    }
                }
                Rule::no_equals if whole => {
                    whole = false;
                    self.report(mistakes::missing_word(Code::MissingEquals, start, end, "help-let"));
                }
                Rule::no_in if whole => {
                    self.report(mistakes::missing_word(Code::MissingIn, start, end, "help-let"));
                }
                Rule::nested => values.push(self.nested(part)),
                Rule::expression => body = Some(self.sequence(part)),
                Rule::no_equals | Rule::no_in => {}
                _ => end = end.max(span.end),
            }
            end = values.iter().chain(&body).last().map_or(end, |value| value.expr.span.end.max(end));
        }
        let depth = values.iter().chain(&body).map(|value| value.depth).max().unwrap_or(0);
        let values = values.into_iter().map(|value| value.expr).collect();
        let here = TextSpan { start: end, end };
        let body = Box::new(body.map_or_else(|| ExprKind::Missing.at(here), |body| body.expr));
        let name = name.unwrap_or(Name::nothing(here));
        let kind = ExprKind::Let { name, values, body };
        self.node(kind, TextSpan { start, end }, depth)
    }
}

impl Name {
    /// Stands where a name should, of which an error tells.
    fn nothing(span: TextSpan) -> Self {
        Self { text: String::new(), quoted: false, span }
    }
}

/// Whether the first operand is missing.
fn begins_with_nothing(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Missing => true,
        ExprKind::Binary { left, .. } => begins_with_nothing(left),
        _ => false,
    }
}

/// Whether the first operand has a sign.
fn is_negated(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Negate(_) => true,
        ExprKind::Binary { left, .. } => is_negated(left),
        _ => false,
    }
}

/// What may follow the comparison of a condition without parentheses.
fn is_plain_sum(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary { op, .. } => {
            !matches!(op, BinaryOp::Or | BinaryOp::And | BinaryOp::Compare(_) | BinaryOp::Beats)
        }
        ExprKind::Not(_) => false,
        _ => true,
    }
}
