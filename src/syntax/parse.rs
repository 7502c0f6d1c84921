//! Parses a whole text, repeatedly until all its errors are found.

use std::borrow::Cow;

use pest::Parser;

use super::build::Builder;
use super::error_recovery::{Mend, judge};
use super::grammar::{Grammar, Pair, Rule, offset, place, skip_gap};
use super::lex::{TokenKind, tokens};
use super::pool::between;
use super::{Body, Expr, ExprKind, FormulaProblem, Input, TextSpan, limits};
use crate::diagnostic::Code;
use crate::sort::Sort as _;
use crate::source::without_width;

/// How many places a text is mended at before the rest is left unread.
const MENDS: usize = 20;

/// What could be read of a text, and everything that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// The tree, with [`ExprKind::Missing`] where something could not be read.
    pub input: Input,
    /// What is wrong, from left to right; empty for a good text.
    pub problems: Vec<FormulaProblem>,
}

/// Reads what is typed: an expression or a test, and its comment.
#[must_use]
pub fn parse(text: &str) -> Parsed {
    let read = read(text);
    Parsed { input: read.input, problems: read.problems }
}

/// Reads a formula of a file: no `vs`; a comment may stand behind it and is dropped.
#[must_use]
pub fn parse_expr(text: &str) -> (Expr, Vec<FormulaProblem>) {
    // Most cells are numbers.
    if text.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(number) = text.parse()
    {
        return (ExprKind::Number(number).at(between(0, offset(text.len()))), Vec::new());
    }
    let ParsedInput { input, mut problems, versus } = read(text);
    let expr = match input.body {
        Body::Value(expr) => expr,
        Body::Versus { left, .. } => left,
    };
    if let Some(span) = versus {
        problems.push(FormulaProblem::new(Code::VsNotHere, span));
        problems.order_by_key(|problem| problem.at.start);
    }
    (expr, problems)
}

/// What was read, and where its `vs` is.
pub(super) struct ParsedInput {
    pub(super) input: Input,
    pub(super) problems: Vec<FormulaProblem>,
    pub(super) versus: Option<TextSpan>,
}

impl ParsedInput {
    fn nothing(text: &str, problems: Vec<FormulaProblem>) -> Self {
        let span = between(0, offset(text.len()));
        let body = Body::Value(ExprKind::Missing.at(span));
        Self { input: Input { body, comment: None }, problems, versus: None }
    }
}

pub(super) fn read(text: &str) -> ParsedInput {
    let mut text = Cow::Borrowed(text);
    let mut problems = Vec::new();
    let mut mended = Vec::new();
    if let Some(problem) = unseen(&text) {
        // What is around it can be read when it is gone.
        return ParsedInput::nothing(&text, vec![problem]);
    }
    loop {
        if let Some(problem) = limits::exceeded(&text) {
            problems.push(problem);
            return ParsedInput::nothing(&text, problems);
        }
        let mut parsed = match Grammar::parse(Rule::input, &text) {
            Ok(parsed) => parsed,
            Err(error) => {
                // The grammar takes any text; this is for the day when it does not.
                problems.push(FormulaProblem::internal(failed_at(&text, &error)));
                return ParsedInput::nothing(&text, problems);
            }
        };
        let Some(whole) = parsed.next() else { return ParsedInput::nothing(&text, problems) };
        let mend = stopped_at(&whole)
            .filter(|_| problems.len() < MENDS)
            .and_then(|stop| judge(&text, stop, whole.clone().into_inner().flatten()));
        let Some(Mend { problem, blank, instead }) = mend else {
            return build(&text, whole, problems, &mended);
        };
        problems.push(problem);
        let filler = instead.map_or_else(|| " ".repeat(blank.range().len()), str::to_owned);
        if instead.is_none() {
            mended.push(blank);
        }
        let mut next = text.into_owned();
        next.replace_range(blank.range(), &filler);
        text = Cow::Owned(next);
    }
}

/// The first letter that takes no place on a line, outside of comments: names look alike that are not.
fn unseen(text: &str) -> Option<FormulaProblem> {
    let mark = |&(at, letter): &(usize, char)| at == 0 && letter == '\u{FEFF}';
    let mut letters = without_width(text).filter(|one| !mark(one)).peekable();
    letters.peek()?;
    limits::exceeded(text).is_none().then_some(())?;
    let tokens = tokens(text);
    let said = |at: usize| tokens.iter().any(|(span, kind)| *kind == TokenKind::Comment && span.range().contains(&at));
    let (at, letter) = letters.find(|(at, _)| !said(*at))?;
    let span = between(offset(at), offset(at.saturating_add(letter.len_utf8())));
    Some(FormulaProblem::new(Code::UnknownCharacter, span).arg("found", letter.to_string()))
}

/// Where reading stopped, if that was before the end.
fn stopped_at(whole: &Pair<'_>) -> Option<usize> {
    let rest = whole.clone().into_inner().next_back()?;
    let span = rest.as_span();
    (rest.as_rule() == Rule::rest && span.start() < span.end()).then(|| span.start())
}

fn failed_at(text: &str, error: &pest::error::Error<Rule>) -> TextSpan {
    let at = match error.location {
        pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
    };
    super::mistakes::piece(text, at.min(text.len()))
}

fn build(text: &str, whole: Pair<'_>, mut problems: Vec<FormulaProblem>, mended: &[TextSpan]) -> ParsedInput {
    let builder = Builder::new(text, mended);
    let mut sides = Vec::with_capacity(2);
    let mut versus = None;
    for part in whole.into_inner() {
        match part.as_rule() {
            Rule::versus if versus.is_none() => versus = Some(place(&part)),
            Rule::versus => {
                let problem = FormulaProblem::new(Code::SecondVs, place(&part)).help("help-vs-once");
                builder.report(problem);
            }
            Rule::expression | Rule::opponent => sides.push(builder.sequence(part).expr),
            _ => {}
        }
    }
    let mut found = builder.into_problems();
    let mut sides = sides.into_iter();
    let missing = || ExprKind::Missing.at(between(offset(text.len()), offset(text.len())));
    let first = sides.next().unwrap_or_else(missing);
    let second = sides.next();
    let end = second.as_ref().map_or(first.span.end, |right| right.span.end);
    let comment = last_comment(text, end as usize);
    let body = match second {
        Some(right) => Body::Versus { left: first, right },
        None => Body::Value(first),
    };
    problems.append(&mut found);
    problems.order_by_key(|problem| problem.at.start);
    problems.dedup();
    ParsedInput { input: Input { body, comment }, problems, versus }
}

/// The comment that ends a text; `end` is where its last operand ends.
fn last_comment(text: &str, end: usize) -> Option<String> {
    let (stop, comment) = skip_gap(text, end);
    comment.filter(|comment| stop == text.len() && !comment.is_empty()).map(str::to_owned)
}
