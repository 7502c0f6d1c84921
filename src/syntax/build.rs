//! Builds the tree from the flat pairs of the grammar.

use std::cell::{Cell, RefCell};

use super::grammar::{OPERATORS, Pair, Rule, offset, place, skip_gap};
use super::{
    Amount, BinaryOp, CompareOp, Expr, ExprKind, FormulaProblem, Name, SyntaxLimits, TextSpan, TokenKind, mistakes,
    tokens,
};
use crate::diagnostic::Code;
use crate::source::nfc;

/// An expression on its way into the tree.
pub(super) struct Built {
    /// What has been read.
    pub(super) expr: Expr,
    /// How deep its tree is.
    pub(super) depth: usize,
    /// The expression has its own parentheses.
    pub(super) grouped: bool,
    /// It is an `and` that stands for `a < b < c`.
    pub(super) chained: bool,
    /// The problem that reports its parts as standing side by side.
    pub(super) beside: Option<usize>,
}

impl Built {
    pub(super) fn new(kind: ExprKind, span: TextSpan, depth: usize) -> Self {
        Self { expr: Expr { kind, span }, depth, grouped: false, chained: false, beside: None }
    }

    pub(super) fn is_missing(&self) -> bool {
        self.expr.kind == ExprKind::Missing
    }
}

/// Builds the tree of one text and gathers what is wrong on the way.
pub(super) struct Builder<'t> {
    /// The text that was read; the same length as what was written.
    pub(super) text: &'t str,
    /// What was written there but was reported and blanked out.
    pub(super) mended: &'t [TextSpan],
    problems: RefCell<Vec<FormulaProblem>>,
    too_long: Cell<bool>,
}

impl<'t> Builder<'t> {
    pub(super) fn new(text: &'t str, mended: &'t [TextSpan]) -> Self {
        Self { text, mended, problems: RefCell::new(Vec::new()), too_long: Cell::new(false) }
    }

    pub(super) fn into_problems(self) -> Vec<FormulaProblem> {
        self.problems.into_inner()
    }

    pub(super) fn report(&self, problem: FormulaProblem) -> usize {
        let mut problems = self.problems.borrow_mut();
        problems.push(problem);
        problems.len().saturating_sub(1)
    }

    /// Changes a problem that was reported before.
    pub(super) fn amend(&self, index: usize, change: impl FnOnce(&mut FormulaProblem)) {
        if let Some(problem) = self.problems.borrow_mut().get_mut(index) {
            change(problem);
        }
    }

    /// The first problem of a kind that was reported within a place.
    pub(super) fn told_within(&self, code: Code, place: TextSpan) -> Option<usize> {
        let within = |problem: &FormulaProblem| place.start <= problem.at.start && problem.at.end <= place.end;
        self.problems.borrow().iter().position(|problem| problem.code == code && within(problem))
    }

    pub(super) fn reported(&self) -> usize {
        self.problems.borrow().len()
    }

    pub(super) fn forget_from(&self, count: usize) {
        self.problems.borrow_mut().truncate(count);
    }

    pub(super) fn slice(&self, span: TextSpan) -> &'t str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// A row of operators and operands.
    pub(super) fn sequence(&self, pair: Pair<'_>) -> Built {
        let mut parts = pair.into_inner();
        if parts.len() == 1
            && let Some(only) = parts.next()
        {
            return self.operand(only);
        }
        OPERATORS
            .map_primary(|part| self.operand(part))
            .map_prefix(|operator, value| self.prefix(&operator, value))
            .map_infix(|left, operator, right| self.infix(left, &operator, right))
            .parse(parts)
    }

    /// A row in which `vs` may not stand but is reported.
    pub(super) fn nested(&self, pair: Pair<'_>) -> Built {
        let mut parts = pair.into_inner();
        let first = parts.next().map_or_else(|| self.nothing(), |part| self.sequence(part));
        for part in parts {
            if part.as_rule() == Rule::versus {
                self.report(FormulaProblem::new(Code::VsInside, place(&part)).help("help-vs-outside"));
            } else {
                self.sequence(part);
            }
        }
        first
    }

    pub(super) fn nothing(&self) -> Built {
        Built::new(ExprKind::Missing, TextSpan::default(), 1)
    }

    /// A node over others. Past the limit of depth there is nothing but the error.
    pub(super) fn node(&self, kind: ExprKind, span: TextSpan, below: usize) -> Built {
        let depth = below.saturating_add(1);
        if depth <= SyntaxLimits::STANDARD.depth {
            return Built::new(kind, span, depth);
        }
        if !self.too_long.replace(true) {
            let limit = SyntaxLimits::STANDARD.depth;
            self.report(FormulaProblem::new(Code::TooLongChain, span).arg("limit", limit).help("help-simplify"));
        }
        Built::new(ExprKind::Missing, span, 1)
    }

    fn prefix(&self, operator: &Pair<'_>, value: Built) -> Built {
        let span = TextSpan { start: place(operator).start, end: value.expr.span.end };
        let below = value.depth;
        let value = Box::new(value.expr);
        let kind = if operator.as_rule() == Rule::not_op { ExprKind::Not(value) } else { ExprKind::Negate(value) };
        self.node(kind, span, below)
    }

    fn infix(&self, left: Built, operator: &Pair<'_>, right: Built) -> Built {
        let span = TextSpan { start: left.expr.span.start, end: right.expr.span.end };
        let op = match operator.as_rule() {
            Rule::or_op => BinaryOp::Or,
            Rule::and_op => BinaryOp::And,
            Rule::compare => BinaryOp::Compare(self.compare(operator)),
            Rule::beats => BinaryOp::Beats,
            Rule::subtract => BinaryOp::Subtract,
            Rule::multiply => BinaryOp::Multiply,
            Rule::divide => BinaryOp::Divide,
            Rule::divide_down => BinaryOp::DivideDown,
            Rule::divide_up => BinaryOp::DivideUp,
            Rule::divide_nearest => BinaryOp::DivideNearest,
            Rule::remainder => BinaryOp::Remainder,
            _ => BinaryOp::Add,
        };
        if matches!(op, BinaryOp::Or | BinaryOp::And) {
            mistakes::symbol_for_word(self, operator, op.symbol());
        }
        let beside = (operator.as_rule() == Rule::beside).then(|| mistakes::beside(self, &left, &right.expr));
        let compares = |built: &Built| !built.grouped && is_comparison(&built.expr);
        let below = left.depth.max(right.depth);
        if matches!(op, BinaryOp::Compare(_) | BinaryOp::Beats)
            && (compares(&left) || left.chained)
            && let Some(middle) = last_compared(&left.expr).cloned()
        {
            let at = TextSpan { start: middle.span.end, end: middle.span.end };
            let problem = FormulaProblem::new(Code::ChainedComparison, place(operator)).help("help-chain-and");
            let text = self.slice(middle.span);
            let throws = tokens(text).iter().any(|(_, kind)| *kind == TokenKind::Dice);
            // Where it is not clear what is compared, neither is it that there are two comparisons.
            let torn = self.told_within(Code::SideBySide, middle.span).is_some();
            let problem = match throws {
                false => problem.may_fix(at, format!(" and {text}")),
                // Written twice they would be thrown twice.
                true if left.chained => problem,
                true => {
                    let first = self.slice(TextSpan { start: span.start, end: middle.span.start });
                    let last = self.slice(TextSpan { start: middle.span.end, end: span.end }).trim_start();
                    let new = format!("let n = {text} in {first}n and n {last}");
                    let whole = self.text.trim() == self.slice(span);
                    problem.may_fix(span, if whole { new } else { format!("({new})") })
                }
            };
            if !torn {
                self.report(problem);
            }
            let second = TextSpan { start: middle.span.start, end: span.end };
            let second = ExprKind::Binary { op, left: Box::new(middle), right: Box::new(right.expr) }.at(second);
            let kind = ExprKind::Binary { op: BinaryOp::And, left: Box::new(left.expr), right: Box::new(second) };
            return Built { chained: true, ..self.node(kind, span, below.saturating_add(1)) };
        }
        let kind = ExprKind::Binary { op, left: Box::new(left.expr), right: Box::new(right.expr) };
        Built { beside: beside.flatten(), ..self.node(kind, span, below) }
    }

    /// A comparison, also in the ways it is often miswritten.
    pub(super) fn compare(&self, operator: &Pair<'_>) -> CompareOp {
        let (op, slip) = read_compare(operator.as_str());
        if slip {
            let span = place(operator);
            let problem = FormulaProblem::new(Code::MisspeltComparison, span).arg("found", operator.as_str());
            let problem = problem.arg("meant", op.symbol());
            // `>>` may be `>=` as well.
            let doubled = matches!(operator.as_str(), "<<" | ">>");
            self.report(if doubled { problem.may_fix(span, op.symbol()) } else { problem.fix(span, op.symbol()) });
        }
        op
    }

    fn operand(&self, pair: Pair<'_>) -> Built {
        let span = place(&pair);
        let leaf = |kind| Built::new(kind, span, 1);
        match pair.as_rule() {
            Rule::number => leaf(self.number(&pair).map_or(ExprKind::Missing, ExprKind::Number)),
            Rule::flag => leaf(ExprKind::Flag(pair.as_str() == "yes")),
            Rule::reference => self.reference(pair),
            Rule::dice => self.dice(pair),
            Rule::run | Rule::key_run => leaf(ExprKind::Name(self.name(&pair))),
            Rule::multiple => {
                let mut parts = pair.into_inner();
                let times = parts.next().and_then(|part| self.number(&part));
                let word = parts.next().map(|part| self.name(&part));
                match (times, word) {
                    (Some(times), Some(word)) => leaf(ExprKind::Multiple { times, word }),
                    _ => leaf(ExprKind::Missing),
                }
            }
            Rule::group => self.group(pair),
            Rule::conditional => self.conditional(pair),
            Rule::binding => self.binding(pair),
            Rule::missing => Built::new(ExprKind::Missing, mistakes::missing_operand(self, span), 1),
            Rule::decimal => {
                self.report(mistakes::decimal(span, pair.as_str()));
                leaf(ExprKind::Missing)
            }
            Rule::unclosed => {
                self.report(mistakes::unclosed(self.text, span));
                leaf(ExprKind::Missing)
            }
            _ => leaf(ExprKind::Missing),
        }
    }

    /// A whole number of digits.
    pub(super) fn number(&self, pair: &Pair<'_>) -> Option<i64> {
        let number = pair.as_str().parse().ok();
        if number.is_none() {
            self.report(FormulaProblem::new(Code::NumberTooLarge, place(pair)).arg("limit", i64::MAX.to_string()));
        }
        number
    }

    /// A word, a name in quotes or a run of words.
    pub(super) fn name(&self, pair: &Pair<'_>) -> Name {
        let (written, span) = (pair.as_str(), place(pair));
        let quoted = pair.as_rule() != Rule::word;
        let text = match pair.as_rule() {
            Rule::word if written.is_ascii() => written.to_owned(),
            Rule::word => nfc(written),
            Rule::quoted => {
                let mut letters = written.chars();
                letters.next();
                letters.next_back();
                mistakes::one_line(letters.as_str())
            }
            _ => mistakes::one_line(written),
        };
        if text.is_empty() {
            self.report(FormulaProblem::new(Code::EmptyName, span));
        }
        let length = text.chars().count();
        if length > SyntaxLimits::STANDARD.name {
            let limit = SyntaxLimits::STANDARD.name;
            self.report(FormulaProblem::new(Code::NameTooLong, span).arg("length", length).arg("limit", limit));
        }
        Name { text, quoted, span }
    }

    /// Dice with or without a number before them.
    fn dice(&self, pair: Pair<'_>) -> Built {
        let start = place(&pair).start;
        let mut parts = pair.into_inner().peekable();
        let count = match parts.next_if(|part| part.as_rule() == Rule::count) {
            None => Some(Amount::Fixed(1)),
            Some(part) => self.number(&part).and_then(|number| {
                if number == 0 {
                    self.report(FormulaProblem::new(Code::NoDice, place(&part)));
                    return None;
                }
                Some(Amount::Fixed(number))
            }),
        };
        let (kind, end, below) = self.pool(count, start, parts);
        self.node(kind, TextSpan { start, end }, below)
    }

    /// Whether something was blanked out in the gap around a place, so that what
    /// seems to be missing there has been reported already.
    pub(super) fn was_mended(&self, gap: TextSpan) -> bool {
        let before = self.text.get(..gap.start as usize).unwrap_or("");
        let start = offset(before.trim_end_matches(super::grammar::is_blank).len());
        let end = offset(skip_gap(self.text, gap.end as usize).0);
        self.mended.iter().any(|span| span.start < end && start < span.end)
    }
}

impl ExprKind {
    /// An expression of this kind at a place.
    pub(crate) fn at(self, span: TextSpan) -> Expr {
        Expr { kind: self, span }
    }
}

/// The comparison that is meant, and whether it was miswritten.
pub(super) fn read_compare(written: &str) -> (CompareOp, bool) {
    match written {
        "<" => (CompareOp::Less, false),
        "<<" => (CompareOp::Less, true),
        ">>" => (CompareOp::Greater, true),
        "!==" => (CompareOp::NotEqual, true),
        "===" => (CompareOp::Equal, true),
        ">" => (CompareOp::Greater, false),
        "<=" | "≤" => (CompareOp::LessOrEqual, false),
        ">=" | "≥" => (CompareOp::GreaterOrEqual, false),
        "!=" | "≠" => (CompareOp::NotEqual, false),
        "=<" => (CompareOp::LessOrEqual, true),
        "=>" => (CompareOp::GreaterOrEqual, true),
        "<>" => (CompareOp::NotEqual, true),
        _ => (CompareOp::Equal, false),
    }
}

fn is_comparison(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Binary { op: BinaryOp::Compare(_) | BinaryOp::Beats, .. })
}

/// The last operand of a row of comparisons.
fn last_compared(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Binary { op: BinaryOp::And, right, .. } => last_compared(right),
        ExprKind::Binary { op: BinaryOp::Compare(_) | BinaryOp::Beats, right, .. } => Some(right),
        _ => None,
    }
}
