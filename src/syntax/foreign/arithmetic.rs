//! Foreign operators and functions, and their equivalents for integers.

use super::frame::slashes;
use super::pieces::{Change, Pieces};
use super::{our_word, their_word};
use crate::syntax::parse::read;
use crate::syntax::{TokenKind, is_plain_name};

/// `a // 2`, a division that rounds down, if a formula of known names goes on behind it.
pub(super) fn floored(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
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
pub(super) fn floor_signs(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let (open, close, way) = [('⌊', '⌋', "down"), ('⌈', '⌉', "up")].into_iter().find_map(|(open, close, way)| {
        let at = pieces.text.find(open)?;
        let length = pieces.text.get(at..)?.find(close)?;
        Some((at, at + length, way))
    })?;
    let inside = pieces.text.get(open..close)?.get('⌊'.len_utf8()..)?;
    let (left, right) = inside.rsplit_once('/')?;
    Some((open..close + '⌋'.len_utf8(), format!("({} div {way} {})", left.trim(), right.trim())))
}

/// `a against b`, `a vs. b`
pub(super) fn against(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let before = at.checked_sub(1).is_some_and(|left| pieces.is_value(left, ")"));
        if pieces.word(at) == "vs" && pieces.slice(pieces.end(at), pieces.end(at) + 1) == "." {
            return before.then(|| (pieces.end(at)..pieces.end(at) + 1, String::new()));
        }
        let ours = pieces.ours(at, known).filter(|ours| *ours == "vs" && pieces.word(at) != "vs")?;
        (before && pieces.is_value(at + 1, "(")).then(|| (pieces.start(at)..pieces.end(at), ours.to_owned()))
    })
}

/// `a vs CD 15`, `a CD 15`
pub(super) fn target(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let before = at.checked_sub(1).filter(|_| pieces.kind(at) == Some(TokenKind::Name))?;
        // `DC15` is one piece.
        let word = pieces.word(at);
        let letters = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let touches = letters.len() < word.len();
        let targets = !known(word) && our_word("language", letters) == Some("target");
        if !targets || !touches && pieces.kind(at + 1) != Some(TokenKind::Number) {
            return None;
        }
        let number = if touches { pieces.start(at) + letters.len() } else { pieces.start(at + 1) };
        if pieces.word(before) == "vs" || pieces.compares(before) {
            return Some((pieces.start(at)..number, String::new()));
        }
        pieces.is_value(before, ")").then(|| (pieces.start(at)..number, "vs ".to_owned()))
    })
}

/// `a vs b` where no test has a target: `vs` is known where one has.
pub(super) fn compared(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| pieces.word(at) == "vs" && pieces.is_value(at + 1, "("))?;
    let before = at.checked_sub(1).is_some_and(|left| pieces.is_value(left, ")"));
    (before && !known("vs")).then(|| (pieces.start(at)..pieces.end(at), ">=".to_owned()))
}

/// `a plus b`, `a mod b`
pub(super) fn operator(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    operator_of(pieces, known, "operators")
}

/// `a div b`, which leaves the fraction out wherever it is written.
pub(super) fn divided(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    operator_of(pieces, known, "divisions")
}

fn operator_of(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool, section: &str) -> Change {
    pieces.indices().find_map(|at| {
        let name = |at: usize| pieces.kind(at) == Some(TokenKind::Name) && !known(pieces.word(at));
        let before = pieces.is_value(at.checked_sub(1)?, ")");
        [at + 1, at].into_iter().find_map(|last| {
            let words = pieces.slice(pieces.start(at), pieces.end(last));
            let ours = our_word(section, words).filter(|_| (at..=last).all(name))?;
            let between = before && pieces.is_value(last + 1, "(");
            between.then(|| (pieces.start(at)..pieces.end(last), ours.to_owned()))
        })
    })
}

/// `a·2`, `2d6·2`, `a ⋅ 2`, `ax2`, `a ∕ 2`: signs for times and parts that are letters to us, or nothing.
pub(super) fn times_sign(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let word = pieces.word(at);
        let sign = match word {
            "·" | "⋅" | "•" | "∗" => " * ",
            "∕" | "⁄" => " / ",
            _ => "",
        };
        if !sign.is_empty() {
            let between = pieces.is_value(at.checked_sub(1)?, ")") && pieces.is_value(at + 1, "(");
            let range = pieces.end(at.checked_sub(1)?)..pieces.start(at + 1);
            return between.then(|| (range, sign.to_owned()));
        }
        let dice = pieces.kind(at) == Some(TokenKind::Dice);
        if !dice && (pieces.kind(at) != Some(TokenKind::Name) || known(word)) {
            return None;
        }
        let new = match word.split_once('·') {
            Some((left, right)) => (!left.is_empty() && !right.is_empty()).then(|| format!("{left} * {right}"))?,
            None => {
                let name = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
                let factor = word.get(name.len()..).filter(|factor| !factor.is_empty())?;
                let name = name.strip_suffix('x').filter(|name| known(name))?;
                format!("{name} * {factor}")
            }
        };
        Some((pieces.start(at)..pieces.end(at), new))
    })
}

/// `half a`, `½ (a + b)`, `half(a)`, `la mitad de a`, `twice a`: a part or a multiple of what follows.
pub(super) fn half(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let filler = |at: usize| pieces.ours(at, known) == Some("filler");
    let factor = |at: usize| match pieces.ours(at, known) {
        _ if pieces.word(at) == "½" => Some("/ 2"),
        Some("half") if pieces.kind(at) == Some(TokenKind::Name) => Some("/ 2"),
        Some("double") if pieces.kind(at) == Some(TokenKind::Name) => Some("* 2"),
        _ => None,
    };
    let (at, factor) = pieces.indices().find_map(|at| Some((at, factor(at)?)))?;
    let from = at.checked_sub(1).filter(|&before| filler(before)).unwrap_or(at);
    let before = from.checked_sub(1);
    let value = (at + 1..pieces.list.len()).find(|&value| !filler(value))?;
    if before.is_some_and(|before| pieces.is_value(before, ")")) {
        return None;
    }
    let last = pieces.value_end(value)?;
    // One value in parentheses needs none.
    let alone = pieces.word(value) == "(" && value + 2 == last;
    let whole = if alone { pieces.word(value + 1) } else { pieces.slice(pieces.start(value), pieces.end(last)) };
    let part = format!("{whole} {factor}");
    let times = before.is_some_and(|before| matches!(pieces.word(before), "*" | "×" | "/" | "÷" | "%" | "-"));
    let new = if times { format!("({part})") } else { part };
    Some((pieces.start(from)..pieces.end(last), new))
}

/// `a / 2 rounded up`, `round up(a / 2)`, `a / 2 (redondeado hacia arriba)`: the same with `ceil`, which another rule
/// writes as a division.
pub(super) fn rounded_in_words(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let way_of = |from: usize, count: usize| {
        let apart = (from..from + count).all(|at| pieces.is_word(at) && !known(pieces.word(at)));
        let words = pieces.slice(pieces.start(from), pieces.end(from + count - 1));
        if apart { our_word("rounding in words", words) } else { None }
    };
    let (at, count, way) = pieces
        .indices()
        .find_map(|at| (1..=LONGEST_ROUNDING).rev().find_map(|count| Some((at, count, way_of(at, count)?))))?;
    let function = their_word("rounding", way)?;
    let next = at + count;
    let enclosed = at.checked_sub(1).filter(|&open| pieces.word(open) == "(" && pieces.word(next) == ")");
    let (from, behind) = enclosed.map_or((at, next), |open| (open, next + 1));
    let divided = from.checked_sub(2).filter(|&sign| pieces.word(sign) == "/" && pieces.is_value(sign + 1, ""));
    if let Some(sign) = divided.filter(|_| way != "zero") {
        let by = pieces.slice(pieces.start(sign + 1), pieces.end(sign + 1));
        return Some((pieces.start(sign)..pieces.end(behind - 1), format!("div {way} {by}")));
    }
    if from > 0 && behind == pieces.list.len() && pieces.is_value(from - 1, ")") {
        let before = pieces.slice(0, pieces.end(from - 1));
        return Some((0..pieces.text.len(), format!("{function}({before})")));
    }
    let called = enclosed.is_none() && pieces.word(next) == "(";
    called.then(|| (pieces.start(at)..pieces.start(next), function.to_owned()))
}

/// How many words say at most how something is rounded.
const LONGEST_ROUNDING: usize = 3;

/// `the higher of a and b`
pub(super) fn greater_of(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let filler = |at: usize| pieces.ours(at, known) == Some("filler");
    pieces.indices().find_map(|at| {
        let ours = match pieces.ours(at, known)? {
            "highest" => "max",
            "lowest" => "min",
            _ => return None,
        };
        let one = (filler(at + 1)).then_some(at + 2)?;
        let between = pieces.value_end(one)? + 1;
        let other = (pieces.ours(between, known) == Some("and")).then_some(between + 1)?;
        let last = pieces.value_end(other)?;
        let from = at.checked_sub(1).filter(|&before| filler(before)).unwrap_or(at);
        let part = |from: usize, to: usize| pieces.slice(pieces.start(from), pieces.end(to));
        let new = format!("{ours}({}, {})", part(one, between - 1), part(other, last));
        Some((pieces.start(from)..pieces.end(last), new))
    })
}

/// `clamp(a, 0, 6)`
pub(super) fn clamped(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        pieces.ours(at, known).filter(|ours| *ours == "clamp")?;
        let (parts, close) = pieces.inside(at + 1)?;
        let [value, low, high] = parts.as_slice() else { return None };
        let whole = parts.iter().all(|part| !part.is_empty());
        whole.then(|| (pieces.start(at)..pieces.end(close), format!("max({low}, min({high}, {value}))")))
    })
}

/// `AVERAGE(a; b)`
pub(super) fn averaged(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        pieces.ours(at, known).filter(|ours| *ours == "average")?;
        let (parts, close) = pieces.inside(at + 1)?;
        let whole = parts.len() > 1 && parts.iter().all(|part| !part.is_empty());
        let new = format!("(({}) / {})", parts.join(" + "), parts.len());
        whole.then(|| (pieces.start(at)..pieces.end(close), new))
    })
}

/// `SUM(a; b)`: the sum of values, where ours is that of dice.
pub(super) fn added(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let word = pieces.word(at);
        let called = pieces.kind(at) == Some(TokenKind::Name) && !known(word);
        our_word("functions", word).filter(|ours| called && *ours == "sum" && *ours != word)?;
        let (parts, close) = pieces.inside(at + 1)?;
        let whole = parts.len() > 1 && parts.iter().all(|part| !part.is_empty());
        whole.then(|| (pieces.start(at)..pieces.end(close), format!("({})", parts.join(" + "))))
    })
}

/// `MOD(a; b)`
pub(super) fn remainder(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        pieces.ours(at, known).filter(|ours| *ours == "remainder")?;
        let (parts, close) = pieces.inside(at + 1)?;
        let [above, below] = parts.as_slice() else { return None };
        let part = |part: &str| if Pieces::of(part).list.len() > 1 { format!("({part})") } else { part.to_owned() };
        let whole = !above.is_empty() && !below.is_empty();
        whole.then(|| (pieces.start(at)..pieces.end(close), format!("({} % {})", part(above), part(below))))
    })
}

/// `test(bonus: 3)`
pub(super) fn named(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().skip(2).find(|&at| {
        let name = matches!(pieces.kind(at - 1), Some(TokenKind::Name | TokenKind::QuotedName));
        let first = matches!(pieces.word(at - 2), "(" | ",");
        pieces.word(at) == ":" && name && first && pieces.is_value(at + 1, "(")
    })?;
    let open = pieces.beside(at, -1, &[]).and_then(|before| match pieces.word(before) {
        "," => (0..before).rev().find(|&open| pieces.word(open) == "("),
        _ => Some(before),
    })?;
    let called = open
        .checked_sub(1)
        .is_some_and(|name| matches!(pieces.kind(name), Some(TokenKind::Name | TokenKind::QuotedName)));
    called.then(|| (pieces.end(at - 1)..pieces.start(at + 1), " = ".to_owned()))
}

/// `a : b`
pub(super) fn ratio(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| pieces.word(at) == ":")?;
    let between = at.checked_sub(1).is_some_and(|left| pieces.is_value(left, ")")) && pieces.is_value(at + 1, "(");
    between.then(|| (pieces.start(at)..pieces.end(at), "/".to_owned()))
}

/// `|a - b|`
pub(super) fn bars(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let ends_value =
        |at: usize| at.checked_sub(1).is_some_and(|one| pieces.is_value(one, ")") || pieces.word(one) == "]");
    let open = pieces.indices().find(|&at| pieces.word(at) == "|" && !ends_value(at))?;
    let close = (open + 1..pieces.list.len()).find(|&at| pieces.word(at) == "|" && ends_value(at))?;
    let inside = pieces.slice(pieces.end(open), pieces.start(close));
    Some((pieces.start(open)..pieces.end(close), format!("abs({inside})")))
}

/// `abs(a)`; what may throw dice is thrown once.
pub(super) fn absolute(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        if pieces.ours(at, known) != Some("absolute") {
            return None;
        }
        let (parts, close) = pieces.inside(at + 1)?;
        let [inside] = parts.as_slice() else { return None };
        let simple = close == at + 3;
        let new = match simple {
            true => format!("max({inside}, -{inside})"),
            false => format!("(let n = {inside} in max(n, -n))"),
        };
        Some((pieces.start(at)..pieces.end(close), new))
    })
}

/// `MAX(a, b)`
pub(super) fn function(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let word = pieces.word(at);
        let calls = pieces.kind(at) == Some(TokenKind::Name) && pieces.word(at + 1) == "(" && !known(word);
        let ours = our_word("functions", word).filter(|ours| calls && *ours != word)?;
        // Only faces are counted, of dice that are written there or of the only roll.
        let several = pieces.inside(at + 1).is_some_and(|(parts, _)| parts.len() > 1);
        if ours == "count" && several && pieces.kind(at + 2) != Some(TokenKind::Dice) {
            return None;
        }
        Some((pieces.start(at)..pieces.end(at), ours.to_owned()))
    })
}

/// `sum mod`: what is called stands in parentheses.
pub(super) fn without_parentheses(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| {
        let calls = our_word("functions", pieces.word(at)).is_some() && pieces.is_name(at + 1);
        calls && pieces.word(at + 2) != "(" && pieces.ours(at + 1, known).is_none() && !known(pieces.word(at))
    })?;
    let ours = our_word("functions", pieces.word(at))?;
    Some((pieces.start(at)..pieces.end(at + 1), format!("{ours}({})", pieces.word(at + 1))))
}

/// `Name (max 10)`
pub(super) fn bounded(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|open| {
        let last = open.checked_sub(1).filter(|&last| pieces.word(open) == "(" && pieces.is_value(last, ")"))?;
        let word = pieces.word(open + 1);
        let is_limit = pieces.is_word(open + 1) && !known(word);
        // What is at most 10 is the smaller of it and 10.
        let ours = match our_word("functions", word).filter(|_| is_limit)? {
            "max" => "min",
            "min" => "max",
            _ => return None,
        };
        let is_number = pieces.kind(open + 2) == Some(TokenKind::Number) && pieces.word(open + 3) == ")";
        let from = pieces.beside(open, -1, &["else", "then"]).map_or(0, |before| before + 1);
        (is_number && from <= last).then(|| {
            let value = pieces.slice(pieces.start(from), pieces.end(last));
            (pieces.start(from)..pieces.end(open + 3), format!("{ours}({value}, {})", pieces.word(open + 2)))
        })
    })
}

/// A `%` that is no operator: nothing that it could divide by follows.
fn percentage(pieces: &Pieces<'_>) -> Option<usize> {
    pieces.indices().find(|&at| {
        let number = at.checked_sub(1).is_some_and(|one| pieces.kind(one) == Some(TokenKind::Number));
        number && pieces.word(at) == "%" && !pieces.is_value(at + 1, "(")
    })
}

/// `d100 <= 45%`, `Name * 45%`
pub(super) fn percent(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let at = percentage(pieces)?;
    let before = at.checked_sub(2)?;
    let new = match pieces.word(before) {
        "vs" => "",
        "*" | "×" => " / 100",
        _ if pieces.compares(before) => "",
        _ => return None,
    };
    Some((pieces.end(at - 1)..pieces.end(at), new.to_owned()))
}

/// `45%` alone; `45% of Name`
pub(super) fn chance(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let (at, number) = match percentage(pieces) {
        Some(at) => (at, pieces.word(at - 1)),
        None => {
            let of = |at: &usize| pieces.word(*at) == "%" && pieces.ours(at + 1, known) == Some("filler");
            let at = pieces.indices().find(of)?;
            (at, pieces.word(at.checked_sub(1)?))
        }
    };
    if pieces.list.len() == 2 {
        return Some((pieces.start(0)..pieces.end(at), format!("d100 <= {number}")));
    }
    let of = pieces.ours(at + 1, known) == Some("filler") && pieces.is_value(at + 2, "");
    of.then(|| (pieces.start(at - 1)..pieces.end(at + 2), format!("{} * {number} / 100", pieces.word(at + 2))))
}

/// How many factors a power is written out with.
const MOST_FACTORS: usize = 5;

/// `2^3`, `Name**2`, `pow(Name; 2)`: a product.
pub(super) fn power(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
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
pub(super) fn lookup(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
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
pub(super) fn rounded(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
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

/// `die 1`, `die[1]`, `choose [a, b]`: what a function is given stands in parentheses.
pub(super) fn called(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let word = pieces.word(at);
        let function = matches!(word, "choose" | "die") || our_word("functions", word) == Some(word);
        if !function || pieces.kind(at) != Some(TokenKind::Name) || known(word) {
            return None;
        }
        let open = at + 1;
        if word == "die" && pieces.kind(open) == Some(TokenKind::Number) {
            return Some((pieces.end(at)..pieces.end(open), format!("({})", pieces.word(open))));
        }
        let close =
            (pieces.word(open) == "[").then(|| (open..pieces.list.len()).find(|&one| pieces.word(one) == "]"))??;
        let given = pieces.slice(pieces.end(open), pieces.start(close)).trim();
        let plain = !given.is_empty() && !(open + 1..close).any(|one| pieces.word(one) == "[");
        plain.then(|| (pieces.end(at)..pieces.end(close), format!("({given})")))
    })
}
