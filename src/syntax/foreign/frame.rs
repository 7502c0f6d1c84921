//! Foreign frames around a formula: commands, brackets, quotation marks, options, remarks, marks of names and numbers.

use super::our_word;
use super::pieces::{Change, Pieces};
use crate::syntax::{TokenKind, is_plain_name};

/// Full-width digits and signs, as they are typed in East Asia.
pub(super) fn wide(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let narrow = |letter: char| match u32::from(letter) {
        code @ 0xFF01..=0xFF5E => char::from_u32(code - 0xFEE0).unwrap_or(letter),
        _ => letter,
    };
    let new: String = pieces.text.chars().map(narrow).collect();
    (new != pieces.text).then_some((0..pieces.text.len(), new))
}

/// `=a + b`, as spreadsheets have it.
pub(super) fn equals(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    (pieces.word(0) == "=" && pieces.list.len() > 1).then(|| (pieces.start(0)..pieces.start(1), String::new()))
}

/// `[[2d6]]`, `[[2d6]] for what`, `` `2d6` ``
pub(super) fn wrapped(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let last = pieces.list.len().checked_sub(1)?;
    let close = pieces.indices().find(|&at| pieces.word(at) == "]" && pieces.word(at + 1) == "]");
    if let Some(close) = close.filter(|&close| (pieces.word(0), pieces.word(1)) == ("[", "[") && close + 1 < last) {
        let told = |at: usize| pieces.kind(at) == Some(TokenKind::Name) && !known(pieces.word(at));
        let inside = pieces.slice(pieces.start(2), pieces.start(close)).trim_end();
        let behind = pieces.text.get(pieces.start(close + 2)..)?.trim_end();
        return (close + 2..=last)
            .all(told)
            .then(|| (pieces.start(0)..pieces.text.len(), format!("{inside} # {behind}")));
    }
    let ends = (pieces.word(0), pieces.word(1), pieces.word(last.checked_sub(1)?), pieces.word(last));
    let (from, to) = match ends {
        ("[", "[", "]", "]") => (2, last - 1),
        ("`", _, _, "`") => (1, last),
        _ => return None,
    };
    let inside = pieces.slice(pieces.start(from), pieces.start(to)).trim_end();
    (from < to).then(|| (pieces.start(0)..pieces.end(last), inside.to_owned()))
}

/// `'two words'`
pub(super) fn quoted(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let is_quote = |at: &usize| matches!(pieces.word(*at), "'" | "‘" | "’");
    let open = pieces.indices().find(is_quote)?;
    let close = (open + 1..pieces.list.len()).find(is_quote)?;
    let inside = pieces.slice(pieces.end(open), pieces.start(close)).trim();
    (!inside.is_empty()).then(|| (pieces.start(open)..pieces.end(close), format!("«{inside}»")))
}

/// Index of `//` after an expression.
pub(super) fn slashes(pieces: &Pieces<'_>) -> Option<usize> {
    let touch =
        |&at: &usize| pieces.word(at) == "/" && pieces.word(at + 1) == "/" && pieces.end(at) == pieces.start(at + 1);
    pieces.indices().find(touch).filter(|&at| at > 0)
}

/// `// what for`, `2d6 named "what for"`
pub(super) fn remark(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let named = pieces.indices().skip(1).find(|&at| pieces.ours(at, known) == Some("named"));
    if let Some(at) = named.filter(|&at| pieces.is_value(at - 1, ")") && at + 1 < pieces.list.len()) {
        let name = pieces.text.get(pieces.end(at)..)?.trim();
        return Some((pieces.start(at)..pieces.text.len(), format!("# {}", name.trim_matches('"'))));
    }
    let at = slashes(pieces)?;
    Some((pieces.start(at)..pieces.end(at + 1), "#".to_owned()))
}

/// `self.Name`, where only one character can be meant; `Math.max(…)`
pub(super) fn own(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| {
        let word = pieces.word(at);
        let behind = pieces.word(at + 1) == "." && pieces.is_name(at + 2);
        let means = match our_word("own", word).filter(|_| behind) {
            Some("own") => known(pieces.word(at + 2)),
            Some(_) => pieces.word(at + 3) == "(",
            None => false,
        };
        means && !known(word)
    })?;
    Some((pieces.start(at)..pieces.start(at + 2), String::new()))
}

/// `@{name}`, `@name`, `$name`
pub(super) fn sheet(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| matches!(pieces.word(at), "@" | "$"))?;
    let rest = pieces.text.get(pieces.end(at)..)?;
    let (name, end) = match rest.strip_prefix('{') {
        Some(inside) => (inside.split('}').next()?, 2),
        None => (pieces.word(at + 1), 0),
    };
    let plain = is_plain_name(name);
    let name_end = pieces.end(at) + name.len() + end;
    pieces.text.get(..name_end)?;
    let new = if plain { name.to_owned() } else { format!("«{name}»") };
    (!name.is_empty() && !name.contains('«')).then(|| (pieces.start(at)..name_end, new))
}

/// `?{Bonus|0}`: a number that is asked for, with what it is otherwise.
pub(super) fn asked(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| pieces.word(at) == "?" && pieces.word(at + 1) == "{")?;
    let (inside, _) = pieces.text.get(pieces.end(at + 1)..)?.split_once('}')?;
    let (name, number) = inside.split_once('|').unwrap_or((inside, "0"));
    let (name, number) = (name.trim(), number.trim());
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    if name.is_empty() || name.contains(['«', '»']) || !is_number {
        return None;
    }
    let name = if is_plain_name(name) { name.to_owned() } else { format!("«{name}»") };
    let end = pieces.end(at + 1) + inside.len() + 1;
    let (before, after) = (pieces.slice(0, pieces.start(at)), pieces.text.get(end..)?);
    // `?{Dice|3}d6`
    let used = if after.starts_with(char::is_alphanumeric) { format!("({name})") } else { name.clone() };
    Some((0..pieces.text.len(), format!("let {name} = {number} in {before}{used}{after}")))
}

/// `%name%`
pub(super) fn percents(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let sign = |at: usize| pieces.word(at) == "%";
    pieces.indices().find_map(|open| {
        let begins = open.checked_sub(1).is_none_or(|before| !pieces.is_value(before, ")"));
        let named = pieces.kind(open + 1) == Some(TokenKind::Name) && sign(open) && sign(open + 2);
        (begins && named).then(|| (pieces.start(open)..pieces.end(open + 2), pieces.word(open + 1).to_owned()))
    })
}

/// `/roll 2d6`, as chats know it; `roll 2d6`, `1 + roll 2d6`.
pub(super) fn command(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let rest = pieces.text.trim_start();
    let at = pieces.text.len() - rest.len();
    let Some(word) = rest.strip_prefix(['/', '!']) else {
        let ends = |at: usize| pieces.is_value(at, ")");
        let rolls = |at: usize| pieces.ours(at, known) == Some("roll") && pieces.is_value(at + 1, "");
        let at = pieces.indices().find(|&at| rolls(at) && !at.checked_sub(1).is_some_and(ends))?;
        return Some((pieces.start(at)..pieces.start(at + 1), String::new()));
    };
    let letters = word.find(|letter: char| !letter.is_alphabetic()).filter(|&length| length > 0)?;
    let after = word.get(letters..)?;
    let blanks = after.len() - after.trim_start().len();
    (blanks > 0).then(|| (at..at + 1 + letters + blanks, String::new()))
}

/// `4d6 vs 15 --after 5,1`: an option of the command line among what is rolled.
pub(super) fn option(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&first| {
        let touch = |at: usize| pieces.end(at) == pieces.start(at + 1);
        let name = pieces.word(first + 2);
        (pieces.word(first), pieces.word(first + 1)) == ("-", "-")
            && touch(first)
            && touch(first + 1)
            && name.len() > 1
            && pieces.kind(first + 2) == Some(TokenKind::Name)
            && !known(name)
    })?;
    let start = pieces.text.get(..pieces.start(at))?.trim_end().len();
    (start > 0).then(|| (start..pieces.text.len(), String::new()))
}

/// `1_000`
pub(super) fn grouped(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let mut pairs = pieces.indices().zip(1..);
    let is_group = |word: &str| word.starts_with('_') && word.bytes().all(|it| it == b'_' || it.is_ascii_digit());
    let (first, second) = pairs.find(|&(first, second)| {
        pieces.kind(first) == Some(TokenKind::Number)
            && pieces.end(first) == pieces.start(second)
            && is_group(pieces.word(second))
    })?;
    let digits: String = [pieces.word(first), pieces.word(second)].concat().replace('_', "");
    Some((pieces.start(first)..pieces.end(second), digits))
}

/// `+1`, `max(+1, Name)`: a sign that changes nothing.
pub(super) fn plus(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let opens = |at: usize| {
        matches!(pieces.word(at), "(" | "[" | "," | ";")
            || pieces.kind(at) == Some(TokenKind::Keyword)
            || pieces.compares(at)
    };
    let at = pieces
        .indices()
        .find(|&at| pieces.word(at) == "+" && at.checked_sub(1).is_none_or(opens) && pieces.is_value(at + 1, "("))?;
    Some((pieces.start(at)..pieces.start(at + 1), String::new()))
}

/// Replaces semicolons between values by commas.
pub(super) fn separators(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| pieces.word(at) == ";")?;
    Some((pieces.start(at)..pieces.end(at), ",".to_owned()))
}
