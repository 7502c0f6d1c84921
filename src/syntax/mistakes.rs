//! Common slips, each with its correction.

use super::build::{Builder, Built};
use super::error_recovery::begins_with_dice;
use super::grammar::{Pair, Rule, is_blank, offset, place, skip_gap};
use super::lex::is_dice_word;
use super::pool::between;
use super::{Expr, ExprKind, FormulaProblem, SyntaxLimits, TextSpan, is_plain_name};
use crate::diagnostic::{Arg, Code};
use crate::dice::Suffix;
use crate::source::nfc;

/// What may stand where a value is wanted.
pub(super) const OPERAND: [&str; 4] = ["expected-number", "expected-name", "expected-dice", "expected-open"];

/// A name without line breaks: blanks trimmed, and one where there were several.
pub(super) fn one_line(written: &str) -> String {
    let mut text = String::with_capacity(written.len());
    for word in written.split(is_blank).filter(|word| !word.is_empty()) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    if text.is_ascii() { text } else { nfc(&text) }
}

/// The word or the single letter at an offset.
pub(super) fn piece(text: &str, at: usize) -> TextSpan {
    let rest = text.get(at..).unwrap_or("");
    let mut end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    if end == 0 {
        let first = rest.chars().next().unwrap_or('\0');
        end = if rest.is_empty() {
            0
        } else if first == '.' {
            rest.len().saturating_sub(rest.trim_start_matches('.').len())
        } else {
            first.len_utf8()
        };
    }
    between(offset(at), offset(at.saturating_add(end)))
}

/// A value is missing; gives the place where it should be.
pub(super) fn missing_operand(builder: &Builder<'_>, span: TextSpan) -> TextSpan {
    let text = builder.text;
    let at = span.start as usize;
    let end = if at < text.len() { span.start } else { offset(last_token(text)) };
    let here = between(end, end);
    if !builder.was_mended(span) {
        report_missing(builder, at, here);
    }
    here
}

fn report_missing(builder: &Builder<'_>, at: usize, end: TextSpan) {
    let text = builder.text;
    if at < text.len() {
        let here = piece(text, at);
        let problem = FormulaProblem::new(Code::Syntax, here)
            .arg("found", builder.slice(here))
            .arg("expected", Arg::AnyOf(OPERAND.to_vec()));
        let versus = builder.slice(here) == "vs";
        builder.report(if versus { problem.help("help-versus-left") } else { problem });
        return;
    }
    if skip_gap(text, 0).0 == text.len() {
        builder.report(FormulaProblem::new(Code::EmptyExpression, TextSpan::default()).help("help-empty"));
        return;
    }
    builder.report(FormulaProblem::new(Code::SyntaxEnd, end).arg("expected", Arg::AnyOf(OPERAND.to_vec())));
}

/// Where the last thing that is neither blank nor comment ends.
fn last_token(text: &str) -> usize {
    let pieces = super::lex::tokens(text);
    let last = pieces.iter().rev().find(|(_, kind)| *kind != super::TokenKind::Comment);
    last.map_or(0, |(span, _)| span.end as usize)
}

/// A number with a decimal point or comma.
pub(super) fn decimal(span: TextSpan, written: &str) -> FormulaProblem {
    let problem = FormulaProblem::new(Code::NotAWholeNumber, span).arg("found", written);
    match (fraction(written), thousands(written)) {
        (Some(fraction), _) => problem.help_with("help-fraction", "fraction", fraction),
        (None, Some(number)) => problem.help("help-whole").may_fix(span, number),
        (None, None) => problem.help("help-whole"),
    }
}

/// `1,000` and `1.000` as they are written here: a number that is cut into groups of three digits.
fn thousands(written: &str) -> Option<String> {
    let mut groups = written.split(|letter: char| !letter.is_ascii_digit());
    let first = groups.next().filter(|first| (1..=3).contains(&first.len()) && !first.starts_with('0'))?;
    let rest: Vec<&str> = groups.collect();
    (!rest.is_empty() && rest.iter().all(|group| group.len() == 3)).then(|| format!("{first}{}", rest.concat()))
}

/// A decimal number as a division of whole ones; three decimals may as well be thousands.
fn fraction(written: &str) -> Option<String> {
    let (whole, parts) = written.split_once(['.', ','])?;
    let places = u32::try_from(parts.len()).ok().filter(|&places| places < 3)?;
    let below = 10_i64.checked_pow(places)?;
    let whole = if whole.is_empty() { 0 } else { whole.parse::<i64>().ok()? };
    let above = whole.checked_mul(below)?.checked_add(parts.parse::<i64>().ok()?)?;
    let (mut one, mut other) = (above, below);
    while other != 0 {
        (one, other) = (other, one.checked_rem(other)?);
    }
    Some(format!("{} / {}", above.checked_div(one)?, below.checked_div(one)?))
}

/// Quotes that nothing closes.
pub(super) fn unclosed(text: &str, span: TextSpan) -> FormulaProblem {
    let written = text.get(span.range()).unwrap_or("");
    let (open, close) = quotes(written);
    let end = span.start.saturating_add(offset(written.trim_end_matches(is_blank).len()));
    let here = between(span.start, span.start.saturating_add(offset(open.len_utf8())));
    FormulaProblem::new(Code::UnclosedQuote, here).arg("close", close).may_fix(between(end, end), close)
}

/// The quote that a text begins with, and the one that closes it.
fn quotes(written: &str) -> (char, &'static str) {
    match written.chars().next() {
        Some('«') => ('«', "»"),
        Some('“') => ('“', "”"),
        _ => ('"', "\""),
    }
}

/// Whether the quote that a text begins with is closed in it.
pub(super) fn is_closed(written: &str) -> bool {
    let (open, close) = quotes(written);
    written.get(open.len_utf8()..).is_some_and(|inside| inside.contains(close))
}

/// A bracket that nothing closes.
pub(super) fn missing_close(builder: &Builder<'_>, open: TextSpan, end: u32) {
    let close = if builder.slice(open) == "[" { "]" } else { ")" };
    let at = between(end, end);
    let problem = FormulaProblem::new(Code::MissingClose, open).arg("open", builder.slice(open)).arg("close", close);
    let problem = problem.may_fix(at, close);
    // What goes on with a sign may go on behind it.
    let behind = between(open.end, open.end);
    let signed = builder.slice(between(open.end, end)).trim_start().starts_with(['-', '+', '*', '/', '−']);
    let problem = if signed { problem.may_fix(behind, close) } else { problem };
    let dice = count_left_open(builder.slice(between(open.end, end))).filter(|_| close == ")");
    builder.report(match dice {
        Some(gap) => {
            let at = |place: usize| open.end.saturating_add(offset(place));
            problem.may_fix(between(at(gap.start), at(gap.end)), close)
        }
        None => problem,
    });
}

/// Where a parenthesis is missing behind a name that is a number of dice, `forced6` or `force d6`: between the two.
pub(super) fn count_left_open(inside: &str) -> Option<std::ops::Range<usize>> {
    let inside = inside.trim_end();
    let before = inside.trim_end_matches(|letter: char| letter.is_ascii_digit()).strip_suffix(['d', 'D'])?;
    let name = before.trim_end_matches(is_blank);
    (is_plain_name(name) && before.len() + 1 < inside.len()).then_some(name.len()..before.len())
}

/// A word such as `then` that has to follow.
pub(super) fn missing_word(code: Code, start: u32, end: u32, help: &'static str) -> FormulaProblem {
    FormulaProblem::new(code, between(start, end)).help(help)
}

/// A new name that means something already.
pub(super) fn taken(pair: &Pair<'_>) -> FormulaProblem {
    FormulaProblem::new(Code::NameTaken, place(pair)).arg("name", pair.as_str()).help("help-name-taken")
}

/// `&&` for `and`, `||` for `or`.
pub(super) fn symbol_for_word(builder: &Builder<'_>, operator: &Pair<'_>, word: &'static str) {
    if operator.as_str() == word {
        return;
    }
    let span = place(operator);
    let before = builder.text.get(..span.start as usize).unwrap_or("");
    let after = builder.text.get(span.end as usize..).unwrap_or("");
    let pad = |needed: bool| if needed { " " } else { "" };
    let fix = format!("{}{word}{}", pad(!before.ends_with(is_blank)), pad(!after.starts_with(is_blank)));
    builder.report(
        FormulaProblem::new(Code::SymbolForWord, span)
            .arg("found", operator.as_str())
            .arg("meant", word)
            .fix(span, fix),
    );
}

/// `4d6kh`, `4d6r`.
pub(super) fn bare_suffix(pair: &Pair<'_>) -> FormulaProblem {
    let word = pair.as_str();
    let help = if word.starts_with('r') { "help-suffix-reroll" } else { "help-suffix-keep" };
    let span = place(pair);
    let problem = FormulaProblem::new(Code::SuffixNeedsNumber, span).arg("found", word).help_with(help, "suffix", word);
    if word.starts_with('r') { problem } else { problem.may_fix(between(span.end, span.end), "1") }
}

/// `2d6!>= 9`: neither the dice's nor the total's.
pub(super) fn torn(text: &str, pair: &Pair<'_>) -> FormulaProblem {
    let start = place(pair).start;
    let rest = text.get(start as usize..).unwrap_or("");
    let length = rest.find(|letter| !matches!(letter, '!' | '<' | '>' | '=' | '≥' | '≤')).unwrap_or(rest.len());
    let span = between(start, start.saturating_add(offset(length)));
    let found = rest.get(..length).unwrap_or("");
    let (bang, comparison) = found.split_at(found.find(|letter| letter != '!').unwrap_or(found.len()));
    let problem = FormulaProblem::new(Code::TornSuffix, span).arg("found", found);
    let problem = problem.help_with("help-torn-dice", "suffix", format!("{found}9"));
    match (bang, comparison) {
        ("!", "=") => problem.help_with("help-torn-differs", "text", "!= 9"),
        _ => problem.help_with("help-torn-total", "text", format!("{bang} {comparison} 9")),
    }
}

/// Two values with nothing between them. What is known of a row of more than two
/// is gathered in one problem.
pub(super) fn beside(builder: &Builder<'_>, left: &Built, right: &Expr) -> Option<usize> {
    let word = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if !name.quoted && name.span == expr.span);
    let wordy = |expr: &Expr| word(expr) || matches!(expr.kind, ExprKind::Number(_));
    let called = |expr: &Expr| matches!(&expr.kind, ExprKind::Call { name, .. } if !name.quoted);
    let (start, end) = (left.expr.span, right.span);
    let gap = between(start.end, end.start);
    if builder.was_mended(gap) || left.expr.kind == ExprKind::Missing || right.kind == ExprKind::Missing {
        return None;
    }
    let whole = between(start.start, end.end);
    let both = builder.slice(whole);
    if let Some((first, joined)) = torn_dice(builder, &left.expr, right) {
        let dice = between(first.start, end.end);
        let mut problem = FormulaProblem::new(Code::SideBySide, dice).arg("left", builder.slice(first));
        problem = problem.arg("right", builder.slice(end)).help_with("help-dice-touch", "joined", &*joined);
        // A number behind dice may as well be added to them.
        let sure = builder.slice(first).ends_with(|letter: char| letter.is_ascii_digit());
        problem = if sure { problem.fix(dice, joined) } else { problem.may_fix(dice, joined) };
        match left.beside {
            Some(index) => builder.amend(index, |told| *told = problem),
            None => return Some(builder.report(problem)),
        }
        return left.beside;
    }
    // `a not b c` is one row.
    let negated =
        || matches!(right.kind, ExprKind::Not(_)).then(|| builder.told_within(Code::SideBySide, end)).flatten();
    if let Some(index) = left.beside.or_else(negated) {
        builder.amend(index, |problem| {
            problem.at = whole;
            // No name is as long as that.
            let short = both.len() <= 4 * SyntaxLimits::STANDARD.name;
            let quotes = short && (wordy(right) || called(right));
            problem.helps.retain(|help| help.id == "help-one-of" || help.id == "help-quotes" && quotes);
            for help in problem.helps.iter_mut().filter(|help| help.id == "help-quotes") {
                help.args = vec![("quoted", Arg::Text(in_quotes(both, right)))];
            }
            problem.fixes.clear();
        });
        return Some(index);
    }
    let (first, second) = (builder.slice(start), builder.slice(end));
    let mut problem = FormulaProblem::new(Code::SideBySide, whole).arg("left", first).arg("right", second);
    if second == "div" && word(right) {
        let ways = ["down", "up", "nearest"].map(|way| format!("{first} div {way} …"));
        return Some(builder.report(problem.help_with("help-one-of", "names", ways.to_vec())));
    }
    // `a if b`: what is missing behind `if` is before it.
    if let Some(index) = builder.told_within(Code::MissingThen, end).filter(|_| second.starts_with("if")) {
        builder.amend(index, |told| *told = problem.help("help-if"));
        return Some(index);
    }
    if matches!(left.expr.kind, ExprKind::Pool(_)) && gap.start < gap.end && is_suffix(builder, end) {
        // `at most 1 time` is the last of all.
        let words = first.find(char::is_whitespace).map_or((first, ""), |at| first.split_at(at));
        let joined = format!("{}{second}{}", words.0, words.1);
        problem = problem.help_with("help-suffix-touches", "joined", &*joined);
        return Some(builder.report(match words.1 {
            "" => problem.fix(gap, ""),
            _ => problem.fix(whole, joined),
        }));
    }
    if wordy(&left.expr)
        && let Some(number) = thousands(both)
    {
        // `1 000`
        problem = problem.help_with("help-write", "example", &*number);
        return Some(builder.report(problem.may_fix(whole, number)));
    }
    let short = |expr: &Expr| word(expr) && builder.slice(expr.span).chars().count() <= 3;
    let both_short = short(&left.expr) && short(right);
    if both_short && gap.start < gap.end {
        problem = problem.help_with("help-join", "joined", format!("{first}{second}"));
    }
    // A number in front of something is how often it counts.
    let bracket = second.starts_with('(');
    let times = matches!(left.expr.kind, ExprKind::Number(_)) && (bracket || !matches!(right.kind, ExprKind::Pool(_)));
    if let (true, Some((fraction, joined))) = (times, of_a_fraction(builder, start, second)) {
        problem = problem.help_with("help-sign", "joined", &*joined);
        return Some(builder.report(problem.may_fix(between(fraction, end.end), joined)));
    }
    // The number of dice is an expression.
    let many =
        (word(&left.expr) || left.grouped) && matches!(right.kind, ExprKind::Pool(_)) && begins_with_dice(second);
    if many {
        let joined = if left.grouped { format!("{first}{second}") } else { format!("({first}){second}") };
        problem = problem.help_with("help-sign", "joined", &*joined).may_fix(whole, joined);
        return Some(builder.report(problem.may_fix(gap, " + ")));
    }
    let sign = if times { "*" } else { "+" };
    problem = problem.help_with("help-sign", "joined", format!("{first} {sign} {second}"));
    if word(&left.expr) && (wordy(right) || called(right)) {
        problem = problem.help_with("help-quotes", "quoted", in_quotes(both, right));
    }
    // Between two long names any sign may be missing; short ones are dice.
    let counts = |expr: &Expr| matches!(expr.kind, ExprKind::Number(_) | ExprKind::Pool(_));
    let known = times || both_short || counts(&left.expr) || counts(right);
    Some(builder.report(if known { problem.may_fix(gap, format!(" {sign} ")) } else { problem }))
}

/// `1/2 Name`: where the fraction begins, and how that part of something is written, which rounds at its end.
fn of_a_fraction(builder: &Builder<'_>, below: TextSpan, whole: &str) -> Option<(u32, String)> {
    let before = builder.text.get(..below.start as usize)?.trim_end_matches(is_blank);
    let above = before.strip_suffix(['/', '÷'])?.trim_end_matches(is_blank);
    let start = above.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
    let number = above.get(start..).filter(|number| !number.is_empty())?;
    let touches = above.get(..start)?.trim_end_matches(is_blank).ends_with(['/', '÷', '*', '×', '%', '.', '-', '_']);
    let letters = above.get(..start)?.ends_with(char::is_alphanumeric);
    let times = if number == "1" { String::new() } else { format!("{number} * ") };
    (!touches && !letters).then(|| (offset(start), format!("{times}{whole} / {}", builder.slice(below))))
}

/// Dice with blanks in them, `3 d10` or `3 d 10`: their first piece, and how they are written.
fn torn_dice(builder: &Builder<'_>, left: &Expr, right: &Expr) -> Option<(TextSpan, String)> {
    let first = match &left.kind {
        // What was found side by side before.
        ExprKind::Binary { left, .. } => left,
        _ => left,
    };
    let written = builder.slice(between(first.span.start, right.span.end));
    let begins = builder.slice(right.span).starts_with(['d', 'D']);
    let digits = written.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let torn = match (&first.kind, &right.kind) {
        (ExprKind::Number(_), ExprKind::Pool(_)) => begins,
        (ExprKind::Number(_) | ExprKind::Pool(_), ExprKind::Number(_)) => {
            let before = digits.trim_end().strip_suffix(['d', 'D']);
            // A word that ends so is none: `1d20 CD 15`.
            before.is_some_and(|before| !before.ends_with(char::is_alphabetic))
        }
        _ => false,
    };
    if !torn {
        return None;
    }
    let joined: String = written.split(is_blank).collect();
    (joined.len() < written.len() && is_dice_word(&joined)).then_some((first.span, joined))
}

/// Words as one name in quotes, in front of the brackets that the last of them has.
fn in_quotes(words: &str, last: &Expr) -> String {
    let brackets = match &last.kind {
        ExprKind::Call { name, .. } => last.span.end.saturating_sub(name.span.end) as usize,
        _ => 0,
    };
    let (name, rest) = words.split_at_checked(words.len().saturating_sub(brackets)).unwrap_or((words, ""));
    format!("«{}»{rest}", one_line(name))
}

/// Whether what is written somewhere would belong to dice if it touched them.
fn is_suffix(builder: &Builder<'_>, span: TextSpan) -> bool {
    let written = builder.slice(span);
    let words = Suffix::ALL.map(Suffix::word).into_iter().chain(["k"]);
    words.filter(|word| !word.starts_with('!')).any(|word| {
        written
            .strip_prefix(word)
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
    })
}

/// What is still open where reading stopped, innermost first.
pub(super) fn still_open<'i>(pairs: impl Iterator<Item = Pair<'i>>, stop: usize) -> Option<Rule> {
    pairs.filter(|pair| pair.as_span().start() == stop).map(|pair| pair.as_rule()).find(|rule| {
        matches!(rule, Rule::no_close_paren | Rule::no_close_bracket | Rule::no_then | Rule::no_else | Rule::no_in)
    })
}
