//! The rules of `grammar/tirada.pest` and the precedence of its operators.

use std::sync::LazyLock;

use pest::pratt_parser::{Assoc, Op, PrattParser};
use pest_derive::Parser;

use super::TextSpan;

/// Reads texts by the rules of the grammar.
#[derive(Parser)]
#[grammar = "grammar/tirada.pest"]
pub(super) struct Grammar;

/// A part of the text that a rule matched.
pub(super) type Pair<'i> = pest::iterators::Pair<'i, Rule>;

/// Operators, loosest first. `beside` is between two operands without an
/// operator, which is reported.
pub(super) static OPERATORS: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Op::infix(rule, Assoc::Left);
    PrattParser::new()
        .op(left(Rule::or_op))
        .op(left(Rule::and_op))
        .op(Op::prefix(Rule::not_op))
        .op(left(Rule::compare) | left(Rule::beats))
        .op(left(Rule::add) | left(Rule::subtract))
        .op(left(Rule::multiply)
            | left(Rule::divide)
            | left(Rule::divide_down)
            | left(Rule::divide_up)
            | left(Rule::divide_nearest)
            | left(Rule::remainder))
        .op(Op::prefix(Rule::negative))
        .op(left(Rule::beside))
});

/// Where a part is.
pub(super) fn place(pair: &Pair<'_>) -> TextSpan {
    let span = pair.as_span();
    TextSpan { start: offset(span.start()), end: offset(span.end()) }
}

/// An offset as spans keep it; texts are far shorter than that.
pub(super) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// White space of the grammar.
pub(super) fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{FEFF}'
}

/// The first offset from `at` on that is neither blank nor comment, and the last
/// comment on the way, trimmed.
pub(super) fn skip_gap(text: &str, mut at: usize) -> (usize, Option<&str>) {
    let mut comment = None;
    loop {
        let rest = text.get(at..).unwrap_or("");
        let trimmed = rest.trim_start_matches(is_blank);
        at = text.len().saturating_sub(trimmed.len());
        let Some(said) = trimmed.strip_prefix('#') else { return (at, comment) };
        let end = said.find(['\n', '\r']).unwrap_or(said.len());
        comment = Some(said.get(..end).unwrap_or("").trim_matches(is_blank));
        at = at.saturating_add(1).saturating_add(end);
    }
}
