//! Foreign conditions, and the words that join them.

use super::pieces::{Change, Pieces};
use super::{our_word, our_words};
use crate::syntax::{TokenKind, tokens};

/// `AND(a; b)`
pub(super) fn joined(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
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

/// `IF(a; b; c)`
pub(super) fn conditional(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        if pieces.ours(at, known) != Some("if") {
            return None;
        }
        let (parts, close) = pieces.inside(at + 1)?;
        if let [whole] = parts.as_slice() {
            // `IF(a then b else c)`
            let goes_on = (at + 2..close).any(|one| pieces.ours(one, known) == Some("then"));
            return goes_on.then(|| (pieces.start(at)..pieces.end(close), format!("(if {whole})")));
        }
        let [condition, then, other] = parts.as_slice() else { return None };
        Some((pieces.start(at)..pieces.end(close), format!("(if {condition} then {then} else {other})")))
    })
}

/// `IF(a; b)`, `si a entonces b`: 0 where the condition is not met.
pub(super) fn half_conditional(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let ours = |at: usize, word: &str| pieces.ours(at, known) == Some(word);
    // The last one, so that what it ends with is its own. Of `if a then b` it is known that the rest is missing.
    let theirs = |at: usize| ours(at, "then") && pieces.kind(at) == Some(TokenKind::Name);
    let lone = pieces.indices().rfind(|&at| theirs(at)).filter(|&then| {
        (0..then).any(|at| ours(at, "if"))
            && !(then..pieces.list.len()).any(|at| ours(at, "else") || ours(at, "else if"))
    });
    if let Some(then) = lone {
        let end = pieces.beside(then, 1, &[]).unwrap_or(pieces.list.len());
        let place = pieces.end(end.checked_sub(1)?);
        return (end > then + 1).then(|| (place..place, " else 0".to_owned()));
    }
    pieces.indices().find_map(|at| {
        if pieces.ours(at, known) != Some("if") {
            return None;
        }
        let (parts, close) = pieces.inside(at + 1)?;
        let [condition, then] = parts.as_slice() else { return None };
        let whole = !condition.is_empty() && !then.is_empty();
        whole.then(|| (pieces.start(at)..pieces.end(close), format!("(if {condition} then {then} else 0)")))
    })
}

/// `a ? b : c`; of several, the last first.
pub(super) fn ternary(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().rfind(|&at| pieces.word(at) == "?")?;
    let colon = pieces.beside(at, 1, &[":"]).filter(|&colon| pieces.word(colon) == ":")?;
    let (from, to) = (pieces.beside(at, -1, &["?", ":"]), pieces.beside(colon, 1, &[":"]));
    let from = from.map_or(0, |before| before + 1);
    let to = to.unwrap_or(pieces.list.len());
    pieces.condition([from..at, at + 1..colon, colon + 1..to], from..to)
}

/// `n = 2d6 in n + n`
pub(super) fn bound(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let names = pieces.kind(0) == Some(TokenKind::Name) && !known(pieces.word(0)) && pieces.word(1) == "=";
    let goes_on = names && pieces.indices().skip(3).any(|at| pieces.word(at) == "in");
    goes_on.then(|| (pieces.start(0)..pieces.start(0), "let ".to_owned()))
}

/// `a at least 3`, `a is b`: comparisons in words, of which the longest is meant.
pub(super) fn phrase(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let before = at.checked_sub(1).is_some_and(|left| pieces.is_value(left, ")") || pieces.word(left) == "]");
        (1..=LONGEST_PHRASE).rev().filter(|_| before).find_map(|count| {
            let words: Vec<&str> = (at..at + count).map(|one| pieces.word(one)).collect();
            let apart = (at..at + count).all(|one| pieces.is_word(one) && !known(pieces.word(one)));
            let words = words.join(" ");
            let ours = our_word("phrases", &words).filter(|_| apart && pieces.is_value(at + count, "("))?;
            // “Two less than the highest” is the highest − 2: it compares nothing without a verb.
            let bare = count == 2 && our_word("phrases", pieces.word(at)).is_none() && matches!(ours, "<" | ">");
            if bare && pieces.kind(at - 1) == Some(TokenKind::Number) {
                return None;
            }
            Some((pieces.start(at)..pieces.end(at + count - 1), ours.to_owned()))
        })
    })
}

/// Words of the longest comparison in words.
const LONGEST_PHRASE: usize = 5;

/// `natural 20`, `nat 1`
pub(super) fn natural(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| {
        let word = pieces.word(at);
        !known(word) && our_word("natural", word).is_some() && pieces.kind(at + 1) == Some(TokenKind::Number)
    })?;
    Some((pieces.start(at)..pieces.start(at + 1), "sum() = ".to_owned()))
}

/// `count >= 5`: what is counted stands in parentheses.
pub(super) fn counted(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| {
        let counts = our_word("functions", pieces.word(at)) == Some("count") && !known(pieces.word(at));
        let number = pieces.kind(at + 2) == Some(TokenKind::Number) && !pieces.is_word(at + 3);
        counts && pieces.compares(at + 1) && number
    })?;
    Some((
        pieces.start(at)..pieces.end(at + 2),
        format!("count({})", pieces.slice(pieces.start(at + 1), pieces.end(at + 2))),
    ))
}

/// `who has Charm`, `who is not Dead`, where a role has that; `has Charm`
pub(super) fn held(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let says = |at: usize, ours: &str| !known(pieces.word(at)) && our_words("held", pieces.word(at)).contains(&ours);
    pieces.indices().find_map(|at| {
        if !says(at, "has") {
            return None;
        }
        let negated = says(at + 1, "not");
        let what = if negated { at + 2 } else { at + 1 };
        let not = if negated { "not " } else { "" };
        let name = pieces.is_name(what).then(|| pieces.word(what))?;
        let owner = at.checked_sub(1).filter(|&owner| pieces.is_name(owner));
        let whole = owner.map(|owner| (owner, format!("{}.{name}", pieces.word(owner))));
        if let Some((owner, whole)) = whole.filter(|(_, whole)| known(whole)) {
            return Some((pieces.start(owner)..pieces.end(what), format!("{not}{whole}")));
        }
        let begins = at.checked_sub(1).is_none_or(|before| !pieces.is_value(before, ")") && pieces.word(before) != "]");
        (begins && known(name)).then(|| (pieces.start(at)..pieces.start(what), not.to_owned()))
    })
}

/// `Side = red or blue`, `Might = 3 or 4`
pub(super) fn alternatives(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let (left, right) = (at.checked_sub(3)?, at + 1);
        let sign = pieces.word(at - 2);
        let joins = matches!(pieces.word(at), "or" | "and") && matches!(sign, "=" | "!=");
        let ends = matches!(pieces.word(right + 1), "" | "or" | "and" | ")" | "," | "then" | "else");
        let one = |at: usize| pieces.is_name(at) || pieces.kind(at) == Some(TokenKind::Number);
        if !joins || !ends || !pieces.is_name(left) || !one(at - 1) || !one(right) {
            return None;
        }
        let may_be = || known(&format!("{} = {}", pieces.word(left), pieces.word(right)));
        let owner = left.checked_sub(2).filter(|_| pieces.word(left - 1) == ".").unwrap_or(left);
        let asked = pieces.slice(pieces.start(owner), pieces.end(left));
        let place = pieces.start(right);
        (pieces.kind(right) == Some(TokenKind::Number) || may_be()).then(|| (place..place, format!("{asked} {sign} ")))
    })
}

/// `a >= 3, b`: conditions that have to be met together.
pub(super) fn listed(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
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

/// `a in 3..5`, `a 3 or more`, `a 3+`
pub(super) fn ranged(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let binds = pieces.indices().any(|at| pieces.word(at) == "let");
    pieces.indices().skip(1).find_map(|at| {
        let ends = |at: usize| pieces.is_value(at - 1, ")") || pieces.word(at - 1) == "]";
        let words = |at: usize| our_word("language", pieces.word(at)) == Some("or") && !known(pieces.word(at));
        if pieces.word(at) == "in" && !binds && ends(at) {
            let to = pieces.beside(at, 1, &["and", "or", "then", "else"]).unwrap_or(pieces.list.len());
            let bounds = pieces.slice(pieces.end(at), pieces.end(to - 1)).split_once("..");
            let (low, high) = bounds.map(|(low, high)| (low.trim().parse::<i64>(), high.trim().parse::<i64>()))?;
            let (low, high) = (low.ok()?, high.ok()?);
            let begins = pieces.beside(at, -1, &["and", "or", "if", "then", "else", "not"]).map_or(0, |one| one + 1);
            let left = pieces.slice(pieces.start(begins), pieces.end(at - 1));
            let thrown = (begins..at).any(|one| pieces.kind(one) == Some(TokenKind::Dice));
            let new = format!("{left} >= {low} and {left} <= {high}");
            return (!thrown).then(|| (pieces.start(begins)..pieces.end(to - 1), new));
        }
        let number =
            pieces.kind(at) == Some(TokenKind::Number) && ends(at) && pieces.kind(at - 1) != Some(TokenKind::Dice);
        let sign = our_word("bounds", pieces.word(at + 2)).filter(|_| number && words(at + 1))?;
        Some((pieces.start(at)..pieces.end(at + 2), format!("{sign} {}", pieces.word(at))))
    })
}

/// `outcome in [near, missed]`
pub(super) fn one_of(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
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

/// `not a success`, `the Force`
pub(super) fn article(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| {
        let word = pieces.word(at + 1);
        let article = our_word("the", pieces.word(at)).is_some() && pieces.is_name(at + 1) && !known(pieces.word(at));
        article && (matches!(word, "success" | "failure") || known(word))
    })?;
    Some((pieces.start(at)..pieces.start(at + 1), String::new()))
}

/// `a between 1 and 3`
pub(super) fn between(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let ours = |at: usize, word: &str| pieces.ours(at, known) == Some(word);
    let at = pieces.indices().find(|&at| {
        let both = pieces.is_value(at + 1, "") && pieces.is_value(at + 3, "");
        both && ours(at, "between") && ours(at + 2, "and")
    })?;
    let begins = pieces.beside(at, -1, &["and", "or", "if", "then", "else", "not", "in"]);
    let first = begins.map_or(0, |one| one + 1);
    if first >= at || (first..at).any(|one| pieces.kind(one) == Some(TokenKind::Dice)) {
        return None;
    }
    let left = pieces.slice(pieces.start(first), pieces.end(at - 1));
    let (low, high) = (pieces.word(at + 1), pieces.word(at + 3));
    let both = format!("{left} >= {low} and {left} <= {high}");
    let negated = begins.is_some_and(|one| pieces.word(one) == "not");
    Some((pieces.start(first)..pieces.end(at + 3), if negated { format!("({both})") } else { both }))
}

/// `a si no b`, `a elif b`
pub(super) fn otherwise(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let ours = |at: usize, word: &str| pieces.ours(at, known) == Some(word);
    pieces.indices().find_map(|at| {
        let before = at.checked_sub(1).is_some_and(|left| pieces.is_value(left, ")"));
        let goes_on = before && (0..at).any(|one| ours(one, "then"));
        if goes_on && ours(at, "else if") {
            return Some((pieces.start(at)..pieces.end(at), "else if".to_owned()));
        }
        (goes_on && ours(at, "if") && ours(at + 1, "not"))
            .then(|| (pieces.start(at)..pieces.end(at + 1), "else".to_owned()))
    })
}

/// `if a: b else c`
pub(super) fn colon(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    // `else: c`
    let other =
        pieces.indices().skip(1).find(|&at| pieces.word(at) == ":" && pieces.ours(at - 1, known) == Some("else"));
    if let Some(at) = other {
        return Some((pieces.start(at)..pieces.end(at), String::new()));
    }
    let at = pieces.indices().find(|&at| pieces.ours(at, known) == Some("if"))?;
    let colon = pieces.beside(at, 1, &[":", "then"]).filter(|&colon| pieces.word(colon) == ":")?;
    Some((pieces.end(colon - 1)..pieces.end(colon), " then".to_owned()))
}

/// `if (a) b else c`
pub(super) fn parted(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| pieces.ours(at, known) == Some("if"))?;
    let (_, close) = pieces.inside(at + 1).filter(|(_, close)| pieces.is_value(close + 1, "("))?;
    let other =
        pieces.beside(close, 1, &["then", "else"]).filter(|&other| pieces.ours(other, known) == Some("else"))?;
    (other > close + 1).then(|| (pieces.end(close)..pieces.end(close), " then".to_owned()))
}

/// `if a { b } else { c }`
pub(super) fn braced(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let value = |open: usize| {
        let (parts, close) = pieces.inside(open).filter(|_| pieces.word(open) == "{")?;
        let [part] = parts.as_slice() else { return None };
        (!part.is_empty()).then(|| (format!("({part})"), close))
    };
    pieces.indices().filter(|&at| pieces.ours(at, known) == Some("if")).find_map(|at| {
        let open = pieces.beside(at, 1, &["{", "then"]).filter(|&open| open > at + 1)?;
        let (then, close) = value(open)?;
        let from = pieces.end(open - 1);
        if pieces.ours(close + 1, known) != Some("else") {
            return Some((from..pieces.end(close), format!(" then {then} else 0")));
        }
        match value(close + 2) {
            Some((other, close)) => Some((from..pieces.end(close), format!(" then {then} else {other}"))),
            None => Some((from..pieces.end(close), format!(" then {then}"))),
        }
    })
}

/// `b if a else c`
pub(super) fn turned(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let ours = |at: usize, word: &str| pieces.ours(at, known) == Some(word);
    let at = pieces
        .indices()
        .rfind(|&at| at.checked_sub(1).is_some_and(|one| pieces.is_value(one, ")")) && ours(at, "if"))?;
    let other = pieces.beside(at, 1, &["then", "else", "sino"]).filter(|&other| ours(other, "else"))?;
    let from = pieces.beside(at, -1, &["else", "sino"]).map_or(0, |before| before + 1);
    let to = pieces.beside(other, 1, &[]).unwrap_or(pieces.list.len());
    pieces.condition([at + 1..other, from..at, other + 1..to], from..to)
}

/// `and/or`
pub(super) fn either(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| {
        pieces.ours(at, known) == Some("and") && pieces.word(at + 1) == "/" && pieces.ours(at + 2, known) == Some("or")
    })?;
    Some((pieces.start(at)..pieces.end(at + 2), "or".to_owned()))
}

/// `AND`, and words of another language, between values.
pub(super) fn word(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let ours = pieces.ours(at, known).filter(|ours| *ours != pieces.word(at))?;
        let before = at.checked_sub(1).is_some_and(|left| pieces.is_value(left, ")"));
        let follows = pieces.is_value(at + 1, "(")
            || matches!(pieces.kind(at + 1), Some(TokenKind::Keyword | TokenKind::Operator));
        let fits = match ours {
            "and" | "or" => follows,
            "then" | "else" => before && follows,
            "if" | "not" => !before && follows,
            _ => false,
        };
        fits.then(|| (pieces.start(at)..pieces.end(at), ours.to_owned()))
    })
}

/// `AND a`, `a AND`, `a AND > 2`: a word that joins nothing.
pub(super) fn idle(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
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
pub(super) fn one_sided(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
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

/// `>= 8`, `8+`, `8..12`, `10 or more`, and nothing that is compared: the total is meant, where there is one.
pub(super) fn bare(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let number = |at: usize| pieces.kind(at) == Some(TokenKind::Number);
    if !pieces.compares(0) && !number(0) || pieces.list.len() > 4 {
        return None;
    }
    let bounds = || {
        let (low, high) = pieces.text.split_once("..")?;
        Some((low.trim().parse::<u32>().ok()?, high.trim().parse::<u32>().ok()?))
    };
    let count = pieces.list.len();
    let new = if pieces.compares(0) {
        (number(1) && count == 2).then(|| format!("total {}", pieces.text.trim()))?
    } else if let Some((low, high)) = bounds() {
        format!("total >= {low} and total <= {high}")
    } else {
        let sign = match pieces.word(1) {
            "+" if count == 2 => ">=",
            or if count == 3 && our_word("language", or) == Some("or") => our_word("bounds", pieces.word(2))?,
            _ => return None,
        };
        format!("total {sign} {}", pieces.word(0))
    };
    if known("total") { Some((0..pieces.text.len(), new)) } else { None }
}

/// `r fails`, `r succeeds`: how a roll ended, said of it as a sentence.
pub(super) fn ended(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let verb = |at: usize| our_word("ends", pieces.word(at + 1)).filter(|_| pieces.is_name(at));
    let at = pieces.indices().find(|&at| verb(at).is_some() && !known(pieces.word(at + 1)))?;
    Some((pieces.end(at)..pieces.end(at + 1), format!(".{}", verb(at)?)))
}

/// `any die = 6`: of the dice of the test, some show that.
pub(super) fn any_die(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| {
        let number = pieces.kind(at + 3) == Some(TokenKind::Number);
        let compared = number && pieces.compares(at + 2) && our_word("any die", pieces.word(at)).is_some();
        compared && pieces.ours(at + 1, known) == Some("die") && !known(pieces.word(at))
    })?;
    let met = pieces.slice(pieces.start(at + 2), pieces.end(at + 3));
    Some((pieces.start(at)..pieces.end(at + 3), format!("count({met}) > 0")))
}
