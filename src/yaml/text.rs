//! The source as its author sees it: lines, names before a colon, and formulas that YAML splits.

use std::ops::Range;

/// The text in a range; empty where it does not fit.
pub(super) fn cut(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or("")
}

/// The range without blanks and line breaks at both ends.
pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let piece = cut(text, range.clone());
    let start = range.start + (piece.len() - piece.trim_start().len());
    let end = range.start + piece.trim_end().len();
    start..end.max(start)
}

/// The line that a byte is in, without its line break.
pub(super) fn line_at(text: &str, at: usize) -> Range<usize> {
    let at = at.min(text.len());
    let breaks = |byte: &u8| matches!(byte, b'\n' | b'\r');
    // Between the two halves of a line break one is still in the line.
    let at = if cut(text, 0..at).ends_with('\r') && cut(text, at..text.len()).starts_with('\n') { at - 1 } else { at };
    let (before, behind) = text.as_bytes().split_at(at);
    let start = before.iter().rposition(breaks).map_or(0, |found| found + 1);
    let end = behind.iter().position(breaks).map_or(text.len(), |found| at + found);
    start..end
}

/// How many spaces a line starts with.
pub(super) fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The brackets that are opened and not closed, innermost last. Text in double
/// quotes does not count.
pub(super) fn open_brackets(text: &str) -> Vec<char> {
    let mut open = Vec::new();
    let mut quoted = false;
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' | '«' => open.push(letter),
            ')' | ']' | '}' | '»' if open.last() == Some(&opening(letter)) => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}

fn opening(closing: char) -> char {
    match closing {
        ')' => '(',
        ']' => '[',
        '}' => '{',
        _ => '«',
    }
}

/// Whether a formula cannot end like this, and may go on in a comment: inside brackets that the comment closes, at a comma,
/// or at an operator that is alone.
pub(super) fn is_cut_off(text: &str, comment: &str) -> bool {
    let trimmed = text.trim_end();
    let last = trimmed.rsplit(char::is_whitespace).next().unwrap_or("");
    let several = last.len() < trimmed.len();
    let operator = several && matches!(last, "+" | "-" | "*" | "/" | "%" | "=" | "<" | ">" | "<=" | ">=" | "!=");
    let closed = |open: char| comment.chars().any(|closing| ")]}»".contains(closing) && opening(closing) == open);
    trimmed.ends_with(',') || operator || open_brackets(trimmed).into_iter().any(closed)
}

/// A text in quotes, as YAML reads it back.
pub(super) fn in_quotes(text: &str) -> String {
    if text.contains('\'') && !text.contains(['"', '\\']) {
        format!("\"{text}\"")
    } else {
        format!("'{}'", text.replace('\'', "''"))
    }
}

/// A text as a message shows it: on one line, and not longer than that.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 72;
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(end);
        line.push('…');
    }
    line
}

/// Where the formula that starts at a byte ends, inside `{…}` or `[…]`: at the comma
/// or bracket that is not its own, or at the end of the line. It may go on over a few
/// lines where that closes its brackets.
pub(super) fn flow_end(text: &str, start: usize, stop_at_colon: bool) -> usize {
    /// How far a formula may reach.
    const FARTHEST: usize = 400;
    let mut open: Vec<char> = Vec::new();
    let mut quoted = false;
    let mut first_line = None;
    let rest = cut(text, start..text.len());
    let mut letters = rest.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let blank_follows = letters.peek().is_none_or(|&(_, next)| next.is_whitespace());
        match letter {
            '\n' if open.is_empty() => return trimmed(text, start..start + at).end,
            '\n' => {
                first_line.get_or_insert(at);
                quoted = false;
            }
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' | '«' => open.push(letter),
            ')' | ']' | '}' | '»' => {
                if open.last() == Some(&opening(letter)) {
                    open.pop();
                } else if matches!(letter, ']' | '}') {
                    let end = if open.is_empty() { at } else { first_line.unwrap_or(at) };
                    return trimmed(text, start..start + end).end;
                }
            }
            ',' if open.is_empty() => return trimmed(text, start..start + at).end,
            ':' if stop_at_colon && open.is_empty() && blank_follows => return trimmed(text, start..start + at).end,
            _ => {}
        }
        if at > FARTHEST && first_line.is_some() {
            break;
        }
    }
    let end = if open.is_empty() { rest.len() } else { first_line.unwrap_or(rest.len()) };
    trimmed(text, start..start + end).end
}

/// Where the value that starts at a byte ends, outside of brackets: at the end of its
/// line, or at a comment, unless what is left before it cannot stand alone.
pub(super) fn block_end(text: &str, start: usize) -> usize {
    let line = start..line_at(text, start).end;
    let value = cut(text, line.clone());
    let comment = value.match_indices(" #").find(|&(at, _)| {
        let before = cut(value, 0..at);
        !is_cut_off(before, cut(value, at..value.len())) && before.matches('"').count().is_multiple_of(2)
    });
    let end = comment.map_or(line.end, |(at, _)| start + at);
    trimmed(text, start..end).end
}

/// What a line outside of brackets holds.
#[derive(Debug)]
pub(super) struct LineParts {
    /// After the blanks and the dashes of a list.
    pub content: Range<usize>,
    /// The name before the colon.
    pub key: Option<Range<usize>>,
    /// After the colon, or all of the content; without a comment.
    pub value: Range<usize>,
}

/// Takes a line apart.
pub(super) fn line_parts(text: &str, line: Range<usize>) -> LineParts {
    let mut start = line.start;
    loop {
        start = trimmed(text, start..line.end).start;
        let rest = cut(text, start..line.end);
        if rest.starts_with("- ") { start += 2 } else { break }
    }
    let content = trimmed(text, start..line.end);
    let rest = cut(text, content.clone());
    let quote = rest.chars().next().filter(|&first| matches!(first, '"' | '\''));
    let after_quote = quote.and_then(|quote| {
        let closing = cut(rest, 1..rest.len()).find(quote)? + 2;
        let blanks = cut(rest, closing..rest.len());
        let colon = rest.len() - blanks.trim_start().len();
        (colon_with_blank(cut(rest, colon..rest.len())) == Some(0)).then_some(colon)
    });
    let colon = match quote {
        Some(_) => after_quote,
        None => colon_with_blank(rest).filter(|&at| cut(rest, 0..at).find(" #").is_none()),
    };
    let key = colon.map(|at| trimmed(text, content.start..content.start + at));
    let value_start = colon.map_or(content.start, |at| trimmed(text, content.start + at + 1..content.end).start);
    let value = value_start..block_end(text, value_start).max(value_start);
    LineParts { content, key, value }
}

/// The first colon that ends a name: a blank or the end follows.
pub(super) fn colon_with_blank(text: &str) -> Option<usize> {
    text.match_indices(':')
        .map(|(at, _)| at)
        .find(|&at| cut(text, at + 1..text.len()).chars().next().is_none_or(char::is_whitespace))
}

/// The colon of `name:value`, where a name has the blank after its colon forgotten.
pub(super) fn colon_without_blank(text: &str) -> Option<usize> {
    let at = text.find(':')?;
    let (name, value) = (cut(text, 0..at), cut(text, at + 1..text.len()));
    let name = name.trim_matches(['"', '\'']);
    let word = name.chars().next().is_some_and(char::is_alphabetic) && !name.contains(['(', '[', '{', '«', '"']);
    let blank = value.is_empty() || value.starts_with(char::is_whitespace) || value.starts_with("//");
    (word && !blank).then_some(at)
}

/// The length of a quoted text at the start of another, with both quotes.
pub(super) fn closing_quote(text: &str, quote: char) -> Option<usize> {
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' && quote == '"' {
            letters.next();
        } else if letter == quote {
            let doubled = quote == '\'' && letters.peek().is_some_and(|&(_, next)| next == quote);
            if !doubled {
                return Some(at + 1);
            }
            letters.next();
        }
    }
    None
}

/// The first backslash of a quoted text that means nothing, with what belongs to it.
pub(super) fn bad_escape(text: &str) -> Option<Range<usize>> {
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        if letter != '\\' {
            continue;
        }
        let (_, sign) = letters.next()?;
        let digits = match sign {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ if "0abt\tnvfre \"/\\N_LP\n\r".contains(sign) => continue,
            _ => return Some(at..at + 1 + sign.len_utf8()),
        };
        let rest = cut(text, at + 2..text.len());
        let hex = rest.chars().take(digits).take_while(char::is_ascii_hexdigit).count();
        let code = u32::from_str_radix(cut(rest, 0..hex), 16).ok().and_then(char::from_u32);
        if hex < digits || code.is_none() {
            return Some(at..at + 2 + hex);
        }
    }
    None
}

/// A block of text from its `|` or `>` on, which is somewhere after `from`; YAML's
/// own place begins with the first line that is not empty.
pub(super) fn block_range(text: &str, from: usize, range: &Range<usize>) -> Range<usize> {
    let mut start = range.start;
    let mut line_start = from.min(range.start);
    for line in cut(text, line_start..range.end.max(range.start)).split_inclusive('\n') {
        if let Some(sign) = block_sign(line) {
            start = line_start + sign;
            break;
        }
        line_start += line.len();
    }
    let end = trimmed(text, start..range.end.max(start)).end;
    start..end.max(start)
}

/// Where `|` or `>` is at the end of a line, before its own signs and a comment.
fn block_sign(line: &str) -> Option<usize> {
    let line = line.trim_end();
    line.match_indices(['|', '>']).map(|(at, _)| at).find(|&at| {
        let before = cut(line, 0..at);
        let after =
            cut(line, at + 1..line.len()).trim_start_matches(|sign: char| sign.is_ascii_digit() || "+-".contains(sign));
        let lonely = before.is_empty() || before.ends_with(char::is_whitespace);
        lonely && (after.is_empty() || after.trim_start().starts_with('#') && after.starts_with(char::is_whitespace))
    })
}
