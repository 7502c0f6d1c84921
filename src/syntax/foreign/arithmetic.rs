//! Foreign operators and functions, and their equivalents for integers.

use super::frame::slashes;
use super::our_word;
use super::pieces::{Pieces, Replacement};
use crate::syntax::parse::read;
use crate::syntax::{TokenKind, is_plain_name};

/// `a // 2`, a division that rounds down, if a formula of known names goes on behind it.
pub(super) fn floored(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    let at = slashes(pieces)?;
    let rest = pieces.text.get(pieces.end(at + 1)..)?;
    let others = Pieces::of(rest);
    let means = |one: usize| {
        let function = |at: usize| others.word(at + 1) == "(" && our_word("functions", others.word(at)).is_some();
        // What is gathered is no name of its own.
        let gathered = || one.checked_sub(2).is_some_and(function) && others.word(one + 1) == ")";
        others.kind(one) != Some(TokenKind::Name) || known(others.word(one)) || function(one) || gathered()
    };
    // It may still be inside of brackets, which close behind it.
    let goes_on = others.is_value(0, "(") && others.indices().all(means);
    let whole = || format!("{}{rest}", pieces.slice(0, pieces.start(at)).to_owned() + "/");
    let divides = goes_on && pieces.is_value(at - 1, ")") && read(&whole()).problems.is_empty();
    divides.then(|| {
        let from = pieces.end(at - 1);
        let to = pieces.start(at + 2);
        (from..to, " div down ".to_owned())
    })
}

/// `⌊a / 2⌋`, `⌈a / 2⌉`: a division that rounds down or up.
pub(super) fn floor_signs(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Replacement {
    let (open, close, way) = [('⌊', '⌋', "down"), ('⌈', '⌉', "up")].into_iter().find_map(|(open, close, way)| {
        let at = pieces.text.find(open)?;
        let length = pieces.text.get(at..)?.find(close)?;
        Some((at, at + length, way))
    })?;
    let inside = pieces.text.get(open..close)?.get('⌊'.len_utf8()..)?;
    let (left, right) = inside.rsplit_once('/')?;
    Some((open..close + '⌋'.len_utf8(), format!("({} div {way} {})", left.trim(), right.trim())))
}

/// `a vs. b`
pub(super) fn versus(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Replacement {
    let dot = |at: usize| pieces.end(at)..pieces.end(at) + 1;
    let at = pieces
        .indices()
        .skip(1)
        .find(|&at| pieces.word(at) == "vs" && pieces.text.get(dot(at)) == Some(".") && pieces.is_value(at - 1, ")"))?;
    Some((dot(at), String::new()))
}

/// `a·2`, `2d6·2`, `ax2`: signs for times that are letters to us.
pub(super) fn times_inside(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    pieces.indices().find_map(|at| {
        let word = pieces.word(at);
        let named = pieces.kind(at) == Some(TokenKind::Name) && !known(word);
        let split = word.split_once('·').or_else(|| {
            let letters = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
            Some((letters.strip_suffix('x').filter(|name| known(name))?, word.get(letters.len()..)?))
        });
        let (left, right) = split.filter(|_| named || pieces.kind(at) == Some(TokenKind::Dice))?;
        let whole = !left.is_empty() && !right.is_empty();
        whole.then(|| (pieces.start(at)..pieces.end(at), format!("{left} * {right}")))
    })
}

/// How many factors a power is written out with.
const MOST_FACTORS: usize = 5;

/// `2^3`, `Name**2`, `pow(Name; 2)`: a product.
pub(super) fn power(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    let product = |base: &str, simple: bool, exponent: &str, whole: bool| {
        let count = exponent.parse().ok().filter(|count| (2..=MOST_FACTORS).contains(count))?;
        let (factor, outer) = if simple { (base, None) } else { ("n", Some(base)) };
        let new = vec![factor; count].join(" * ");
        let new = outer.map_or_else(|| new.clone(), |base| format!("let n = {base} in {new}"));
        Some(if whole { new } else { format!("({new})") })
    };
    pieces.indices().find_map(|at| {
        if pieces.ours(at, known) == Some("power") {
            let (parts, close) = pieces.inside(at + 1)?;
            let [base, exponent] = parts.as_slice() else { return None };
            let whole = at == 0 && close + 1 == pieces.list.len();
            let new = product(base, is_plain_name(base) || base.parse::<u32>().is_ok(), exponent, whole)?;
            return Some((pieces.start(at)..pieces.end(close), new));
        }
        let doubled = |at: usize| pieces.word(at) == "*" && pieces.word(at + 1) == "*";
        let (exponent, close) = match pieces.word(at) {
            "²" => ("2", at),
            "³" => ("3", at),
            "^" | "**" => (pieces.word(at + 1), at + 1),
            "*" if doubled(at) => (pieces.word(at + 2), at + 2),
            _ => return None,
        };
        // Of powers of powers the last comes first: it is not written out.
        let signs = ["^", "**", "²", "³"];
        if signs.contains(&pieces.word(close + 1)) || doubled(close + 1) {
            return None;
        }
        let last = at.checked_sub(1).filter(|&last| pieces.is_value(last, ")"))?;
        let tower = last
            .checked_sub(1)
            .is_some_and(|before| signs.contains(&pieces.word(before)) || before.checked_sub(1).is_some_and(doubled));
        if tower {
            return None;
        }
        let first = if pieces.word(last) == ")" { pieces.opening(last)? } else { last };
        let multiple = first.checked_sub(1).is_some_and(|one| pieces.end(one) == pieces.start(first));
        if multiple && matches!(pieces.kind(first - 1), Some(TokenKind::Number | TokenKind::Name)) {
            return None;
        }
        let simple = matches!(pieces.kind(last), Some(TokenKind::Number | TokenKind::Name | TokenKind::QuotedName));
        let whole = first == 0 && close + 1 == pieces.list.len();
        let base = pieces.slice(pieces.start(first), pieces.end(last));
        Some((pieces.start(first)..pieces.end(close), product(base, simple, exponent, whole)?))
    })
}

/// `VLOOKUP(row; Table; 2)`
pub(super) fn lookup(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    pieces.indices().find_map(|at| {
        if pieces.ours(at, known) != Some("lookup") {
            return None;
        }
        let (parts, close) = pieces.inside(at + 1)?;
        let (row, table, column) = match parts.as_slice() {
            [row, table] => (row, table, None),
            // Columns have names and no numbers; where there is only one, that is meant.
            [row, table, "1" | "2"] | [row, table, "1" | "2", _] => (row, table, None),
            [_, _, column] | [_, _, column, _] if column.parse::<u32>().is_ok() => return None,
            [row, table, column] | [row, table, column, _] => (row, table, Some(column)),
            _ => return None,
        };
        let named = is_plain_name(table) || table.starts_with(['«', '"']);
        let new = column.map_or_else(|| format!("{table}[{row}]"), |column| format!("{table}[{row}, {column}]"));
        (named && !row.is_empty()).then(|| (pieces.start(at)..pieces.end(close), new))
    })
}

/// `ROUND(a / b)`: all numbers are whole, so a division says how it rounds, and nothing else needs to.
pub(super) fn rounded(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    pieces.indices().find_map(|at| {
        let (word, open) = pieces.called(at, known)?;
        let way = our_word("rounding", word)?;
        let (parts, close) = pieces.inside(open)?;
        let ([inside] | [inside, "0"]) = parts.as_slice() else { return None };
        let from = open + 1;
        let end = pieces.start(from) + inside.len();
        let new = rounded_sum(pieces, from..close, end, way)?;
        let alone = at == 0 && close + 1 == pieces.list.len() || is_plain_name(&new);
        let new = if alone { new } else { format!("({new})") };
        (!inside.is_empty()).then(|| (pieces.start(at)..pieces.end(close), new))
    })
}

/// A sum of whole numbers and at most one division at the end of one of its parts, which rounds as the whole would:
/// those of these pieces that stand before `end`.
fn rounded_sum(pieces: &Pieces<'_>, range: std::ops::Range<usize>, end: usize, way: &str) -> Option<String> {
    let inside = range.start..range.end.min(pieces.list.partition_point(|(span, _)| (span.start as usize) < end));
    let divides = |at: &usize| matches!(pieces.word(*at), "/" | "÷");
    let mut all = inside.clone().filter(divides);
    let start = pieces.start(inside.start);
    let (Some(division), None) = (all.next(), all.next()) else {
        return (!inside.clone().any(|at| divides(&at))).then(|| pieces.slice(start, end).to_owned());
    };
    let mut depth = 0_usize;
    for at in inside {
        let word = pieces.word(at);
        match word {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.checked_sub(1)?,
            _ if depth > 0 && at == division => return None,
            _ if depth > 0 => {}
            "-" | "−" | "–" if way == "zero" && pieces.start(at) == start => {}
            // What is taken from something is rounded the other way; what is multiplied, before it is.
            "-" | "−" | "–" if at < division => return None,
            "*" | "×" | "%" if at > division => return None,
            _ if pieces.compares(at) || pieces.kind(at) == Some(TokenKind::Keyword) => return None,
            _ => {}
        }
    }
    let (left, right) = (pieces.slice(start, pieces.start(division)), pieces.slice(pieces.end(division), end));
    let (left, right) = (left.trim_end(), right.trim_start());
    if way != "zero" {
        return Some(format!("{left} div {way} {right}"));
    }
    // Towards zero is up below it and down above it: what is above and below has to be seen.
    let number = |text: &str| text.parse::<u32>().is_ok();
    let negative = left.strip_prefix(['-', '−', '–']).is_some_and(|rest| number(rest.trim_start()));
    let (up, down) = (format!("{left} div up {right}"), format!("{left} div down {right}"));
    match () {
        () if !number(right) => None,
        () if negative => Some(up),
        () if number(left) => Some(down),
        () => is_plain_name(left).then(|| format!("if {left} < 0 then {up} else {down}")),
    }
}
