//! Foreign conditions, and the words that join them.

use super::our_word;
use super::pieces::{Pieces, Replacement};
use crate::syntax::{TokenKind, tokens};

/// `AND(a; b)`
pub(super) fn joined(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    pieces.indices().find_map(|at| {
        let word = pieces.ours(at, known).filter(|ours| matches!(*ours, "and" | "or"))?;
        if at.checked_sub(1).is_some_and(|before| pieces.is_value(before, ")")) {
            return None;
        }
        let (parts, close) = pieces.inside(at + 1)?;
        if parts.len() < 2 || parts.iter().any(|part| part.is_empty()) {
            return None;
        }
        let part = |part: &&str| {
            let several = tokens(part).iter().any(|(span, kind)| {
                let word = part.get(span.range()).unwrap_or("");
                let joins = matches!(our_word("language", word), Some("and" | "or" | "if"));
                *kind == TokenKind::Keyword || joins && *kind == TokenKind::Name && !known(word)
            });
            if several { format!("({part})") } else { (*part).to_owned() }
        };
        let new = parts.iter().map(part).collect::<Vec<_>>().join(&format!(" {word} "));
        Some((pieces.start(at)..pieces.end(close), format!("({new})")))
    })
}

/// `si a entonces b`: 0 where the condition is not met.
pub(super) fn without_else(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    let ours = |at: usize, word: &str| pieces.ours(at, known) == Some(word);
    // The last one, so that what it ends with is its own. Of `if a then b` it is known that the rest is missing.
    let theirs = |at: usize| ours(at, "then") && pieces.kind(at) == Some(TokenKind::Name);
    let then = pieces.indices().rfind(|&at| theirs(at)).filter(|&then| {
        (0..then).any(|at| ours(at, "if"))
            && !(then..pieces.list.len()).any(|at| ours(at, "else") || ours(at, "else if"))
    })?;
    let end = pieces.beside(then, 1, &[]).unwrap_or(pieces.list.len());
    let place = pieces.end(end.checked_sub(1)?);
    (end > then + 1).then(|| (place..place, " else 0".to_owned()))
}

/// `a ? b : c`; of several, the last first.
pub(super) fn ternary(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Replacement {
    let at = pieces.indices().rfind(|&at| pieces.word(at) == "?")?;
    let colon = pieces.beside(at, 1, &[":"]).filter(|&colon| pieces.word(colon) == ":")?;
    let (from, to) = (pieces.beside(at, -1, &["?", ":"]), pieces.beside(colon, 1, &[":"]));
    let from = from.map_or(0, |before| before + 1);
    let to = to.unwrap_or(pieces.list.len());
    pieces.condition([from..at, at + 1..colon, colon + 1..to], from..to)
}

/// `a >= 3, b`: conditions that have to be met together.
pub(super) fn listed(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    let mut depth = 0_usize;
    let mut from = 0;
    let mut commas = Vec::new();
    let condition = |from: usize, to: usize| {
        let mut own = from..to;
        let negated = usize::from(pieces.word(from) == "not");
        let single = to == from + negated + 1 && pieces.is_name(to - 1) && known(pieces.word(to - 1));
        let dotted = to > from + negated + 2 && pieces.word(to - 2) == "." && pieces.is_name(to - 1);
        from < to && (single || dotted || own.any(|at| pieces.compares(at)))
    };
    for at in pieces.indices() {
        match pieces.word(at) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            "," if depth == 0 && condition(from, at) => {
                commas.push(at);
                from = at + 1;
            }
            "," if depth == 0 => return None,
            _ => {}
        }
    }
    let asks = pieces.indices().any(|at| pieces.compares(at) || matches!(pieces.word(at), "not" | "."));
    let at = commas.first().copied().filter(|_| asks && condition(from, pieces.list.len()))?;
    Some((pieces.end(at - 1)..pieces.end(at), " and".to_owned()))
}

/// `outcome in [near, missed]`
pub(super) fn one_of(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Replacement {
    if pieces.indices().any(|at| pieces.word(at) == "let") {
        return None;
    }
    let at =
        pieces.indices().skip(1).find(|&at| pieces.word(at) == "in" && matches!(pieces.word(at + 1), "[" | "("))?;
    let close = (at + 2..pieces.list.len()).find(|&one| matches!(pieces.word(one), "]" | ")"))?;
    let named = |one: usize| pieces.is_name(one) || pieces.kind(one) == Some(TokenKind::Number);
    let alternating =
        (at + 2..close).all(|one| if (one - at).is_multiple_of(2) { named(one) } else { pieces.word(one) == "," });
    let owner = at.checked_sub(3).filter(|_| pieces.word(at - 2) == ".").unwrap_or(at - 1);
    if !alternating || close < at + 3 || !pieces.is_name(at - 1) || !pieces.is_name(owner) {
        return None;
    }
    let asked = pieces.slice(pieces.start(owner), pieces.end(at - 1));
    let each = (at + 2..close).step_by(2).map(|one| format!("{asked} = {}", pieces.word(one)));
    let all = each.collect::<Vec<_>>().join(" or ");
    let whole = owner == 0 && close + 1 == pieces.list.len();
    Some((pieces.start(owner)..pieces.end(close), if whole { all } else { format!("({all})") }))
}

/// `b if a else c`
pub(super) fn turned(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    let ours = |at: usize, word: &str| pieces.ours(at, known) == Some(word);
    let at = pieces
        .indices()
        .rfind(|&at| at.checked_sub(1).is_some_and(|one| pieces.is_value(one, ")")) && ours(at, "if"))?;
    let other = pieces.beside(at, 1, &["then", "else", "sino"]).filter(|&other| ours(other, "else"))?;
    let from = pieces.beside(at, -1, &["else", "sino"]).map_or(0, |before| before + 1);
    let to = pieces.beside(other, 1, &[]).unwrap_or(pieces.list.len());
    pieces.condition([at + 1..other, from..at, other + 1..to], from..to)
}

/// `AND a`, `a AND`, `a AND > 2`: a word that joins nothing.
pub(super) fn idle(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    let opens = |at: usize| matches!(pieces.word(at), "(" | "[" | "," | ";" | "if" | "then" | "else" | "not" | "in");
    let at = pieces.indices().find(|&at| {
        let joins = matches!(pieces.ours(at, known), Some("and" | "or"));
        let last = at + 1 == pieces.list.len() && pieces.kind(at) == Some(TokenKind::Name);
        let compares = |one: usize| pieces.compares(one);
        let no_comparison = at > 0 && compares(at + 1) && !(0..at).any(compares);
        joins && (last || no_comparison || at.checked_sub(1).is_none_or(opens))
    })?;
    let end = |at: usize| pieces.end(at);
    let last = at.checked_sub(1).filter(|_| at + 1 == pieces.list.len()).map(|one| end(one)..end(at));
    Some((last.unwrap_or_else(|| pieces.start(at)..pieces.start(at + 1)), String::new()))
}

/// `a > 3 and < 8`
pub(super) fn one_sided(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Replacement {
    let is_join = |at: usize| matches!(pieces.word(at), "and" | "or");
    let at = pieces.indices().find(|&at| is_join(at) && pieces.compares(at + 1))?;
    let operator = (0..at).rev().find(|&one| pieces.compares(one))?;
    let begins = pieces.beside(operator, -1, &["and", "or", "if", "then", "else", "not", "in"]);
    let first = begins.map_or(0, |one| one + 1);
    let left = pieces.slice(pieces.start(first), pieces.end(operator.checked_sub(1)?));
    if left.is_empty() {
        return None;
    }
    if (first..operator).any(|one| pieces.kind(one) == Some(TokenKind::Dice)) {
        // Written twice it would be thrown twice.
        let to = pieces.beside(at, 1, &["and", "or", "then", "else", "in"]).unwrap_or(pieces.list.len());
        let (one, other) = (pieces.start(operator), pieces.start(at + 1));
        let rest = pieces.slice(other, pieces.end(to - 1));
        let new = format!("let n = {left} in n {}n {rest}", pieces.slice(one, other));
        let whole = first == 0 && to == pieces.list.len();
        let new = if whole { new } else { format!("({new})") };
        return Some((pieces.start(first)..pieces.end(to - 1), new));
    }
    let place = pieces.start(at + 1);
    Some((place..place, format!("{left} ")))
}
