//! Foreign frames around a formula: commands, brackets, quotation marks, options, remarks, marks of names and numbers.

use super::pieces::{Pieces, Replacement};
use crate::syntax::{TokenKind, is_plain_name};

/// Full-width digits and signs, as they are typed in East Asia.
pub(super) fn wide(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Replacement {
    let narrow = |letter: char| match u32::from(letter) {
        code @ 0xFF01..=0xFF5E => char::from_u32(code - 0xFEE0).unwrap_or(letter),
        _ => letter,
    };
    let new: String = pieces.text.chars().map(narrow).collect();
    (new != pieces.text).then_some((0..pieces.text.len(), new))
}

/// Index of `//` after an expression.
pub(super) fn slashes(pieces: &Pieces<'_>) -> Option<usize> {
    let touch =
        |&at: &usize| pieces.word(at) == "/" && pieces.word(at + 1) == "/" && pieces.end(at) == pieces.start(at + 1);
    pieces.indices().find(touch).filter(|&at| at > 0)
}

/// `?{Bonus|0}`: a number that is asked for, with what it is otherwise.
pub(super) fn asked(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Replacement {
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

/// `/roll 2d6`, as chats know it.
pub(super) fn command(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Replacement {
    let rest = pieces.text.trim_start();
    let at = pieces.text.len() - rest.len();
    let word = rest.strip_prefix(['/', '!'])?;
    let letters = word.find(|letter: char| !letter.is_alphabetic()).filter(|&length| length > 0)?;
    let after = word.get(letters..)?;
    let blanks = after.len() - after.trim_start().len();
    (blanks > 0).then(|| (at..at + 1 + letters + blanks, String::new()))
}

/// `1_000`
pub(super) fn grouped(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Replacement {
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
