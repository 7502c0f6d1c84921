//! The context of the cursor in an unfinished expression.

use super::command::is_letter;

/// The syntactic context of the cursor in an expression.
pub(super) struct CursorContext<'a> {
    /// What is open, and what is before it: `Zurlo[`, `zork(`.
    pub(super) open: Option<(char, &'a str)>,
    /// How many commas stand since.
    pub(super) commas: usize,
    /// Where the part that the cursor is in begins: behind a bracket, a comma, `vs`.
    pub(super) part: usize,
    /// The part follows a `vs`.
    pub(super) versus: bool,
    /// Where an open quote begins.
    pub(super) quote: Option<usize>,
    pub(super) comment: bool,
}

/// Reads what is before the cursor, from a byte on.
pub(super) fn spot(before: &str, from: usize) -> CursorContext<'_> {
    let mut stack: Vec<(char, &str, usize)> = Vec::new();
    let mut spot = CursorContext { open: None, commas: 0, part: from, versus: false, quote: None, comment: false };
    let mut close = None;
    let mut word = from;
    for (at, letter) in before.char_indices().skip_while(|(at, _)| *at < from) {
        let next = at + letter.len_utf8();
        if let Some(quote) = close {
            if letter == quote {
                close = None;
                spot.quote = None;
                word = next;
            }
            continue;
        }
        match letter {
            '«' | '"' | '“' => {
                close = Some(if letter == '«' {
                    '»'
                } else if letter == '“' {
                    '”'
                } else {
                    '"'
                });
                spot.quote = Some(at);
            }
            '#' => {
                spot.comment = true;
                return spot;
            }
            '(' | '[' => {
                stack.push((letter, name_before(before, at), spot.commas));
                spot.commas = 0;
                spot.part = next;
                spot.versus = false;
            }
            ')' | ']' => {
                spot.commas = stack.pop().map_or(0, |(_, _, commas)| commas);
                spot.part = next;
            }
            ',' | ';' => {
                spot.commas += 1;
                spot.part = next;
            }
            _ if letter.is_whitespace() && before.get(word..at) == Some("vs") && stack.is_empty() => {
                spot.versus = true;
                spot.part = next;
            }
            _ => {}
        }
        if !is_letter(letter) {
            word = next;
        }
    }
    spot.open = stack.last().map(|(bracket, name, _)| (*bracket, *name));
    spot
}

/// The name right before a bracket.
pub(super) fn name_before(before: &str, at: usize) -> &str {
    let text = before.get(..at).unwrap_or("").trim_end();
    for (open, close) in [('«', '»'), ('“', '”'), ('"', '"')] {
        if let Some(inner) = text.strip_suffix(close) {
            return inner.rfind(open).and_then(|start| inner.get(start + open.len_utf8()..)).unwrap_or("");
        }
    }
    let start = text.char_indices().rev().take_while(|(_, letter)| is_letter(*letter)).last();
    start.and_then(|(start, _)| text.get(start..)).unwrap_or("")
}
