//! Makes invisible characters visible.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::source::{Around, UTF_16, arounds, byte_of, is_always_visible};

/// How far apart the stops of a tab are.
const TAB: usize = 4;

/// The text with every character that would move the cursor, change colours, turn the
/// direction of writing or hide between two others replaced by a picture of it (`␛`) or by its
/// number (`<U+202E>`, a byte that is no text `<F1>`). Line breaks and tabs as well.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    replace(text, |_, around| around.is_hidden(), picture)
}

/// Like [`visible`], but line breaks and tabs stay what they are.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    replace(text, |_, around| around.is_hidden() && !matches!(around.letter, '\n' | '\t'), picture)
}

/// Like [`visible_lines`] for a text that was drawn with colours: sequences that set colours
/// and weight (`ESC [ … m`) stay, all others do not.
pub fn visible_drawn(text: &str) -> Cow<'_, str> {
    let hidden = |rest: &str, around: &Around| match around.letter {
        '\n' | '\t' => false,
        '\u{1b}' => !is_style(rest),
        _ => around.is_hidden(),
    };
    replace(text, hidden, picture)
}

/// Whether a text begins with a sequence that sets colours or weight.
fn is_style(text: &str) -> bool {
    let Some(after) = text.strip_prefix("\u{1b}[") else { return false };
    after.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ';').starts_with('m')
}

/// Whether a text looks as it is: nothing in it is hidden or moves the cursor.
pub(crate) fn is_visible(text: &str) -> bool {
    matches!(visible(text), Cow::Borrowed(_))
}

/// Replaces the letters for which the test holds; it is given the text from the letter on.
fn replace(text: &str, hidden: impl Fn(&str, &Around) -> bool, picture: impl Fn(char) -> String) -> Cow<'_, str> {
    let mut result = String::new();
    // Up to where the text is in the result.
    let mut taken = 0;
    let mut begin: usize = 0;
    // What is in one line says nothing about letters of another. Most lines are plain, and are not
    // looked through letter by letter.
    for line in text.split_inclusive('\n') {
        let of_line = if is_plain(line, &hidden) { "" } else { line };
        for (at, around) in arounds(of_line) {
            let at = begin.saturating_add(at);
            let (rest, skipped) = (text.get(at..).unwrap_or(""), text.get(taken..at).unwrap_or(""));
            if hidden(rest, &around) {
                result.push_str(skipped);
                result.push_str(&picture(around.letter));
                taken = at.saturating_add(around.letter.len_utf8());
            }
        }
        begin = begin.saturating_add(line.len());
    }
    if taken == 0 {
        return Cow::Borrowed(text);
    }
    result.push_str(text.get(taken..).unwrap_or(""));
    Cow::Owned(result)
}

/// Whether a line has only letters that are visible between any others, and a line break only where that may stay.
fn is_plain(line: &str, hidden: impl Fn(&str, &Around) -> bool) -> bool {
    let (text, broken) = line.strip_suffix('\n').map_or((line, false), |text| (text, true));
    let around = Around { before: None, letter: '\n', after: None, in_flag: false };
    text.chars().all(is_always_visible) && !(broken && hidden("\n", &around))
}

/// The text in at most so many characters, `…` included where it was cut.
pub fn shortened(text: &str, limit: usize) -> Cow<'_, str> {
    if text.char_indices().nth(limit).is_none() {
        return Cow::Borrowed(text);
    }
    let end = text.char_indices().nth(limit.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
    Cow::Owned(format!("{}…", text.get(..end).unwrap_or("")))
}

/// How one character of a source looks in an excerpt that has already taken up
/// `column` columns, between its neighbours: tabs become spaces.
pub fn drawn(around: &Around, column: usize) -> String {
    match around.letter {
        '\t' => " ".repeat(TAB.saturating_sub(column % TAB)),
        letter if around.is_hidden() => picture(letter),
        letter => letter.to_string(),
    }
}

/// How many columns a text takes on a terminal.
pub fn width(text: &str) -> usize {
    text.chars().map(|letter| letter.width().unwrap_or(0)).sum()
}

/// A value as JSON on one line, in which every character that [`visible`] would replace is
/// escaped, so that a program gets the exact text and a terminal nothing to obey.
pub fn json_line(value: &impl serde::Serialize) -> String {
    visible_json(serde_json::to_string(value).unwrap_or_else(|error| cannot_be_json(&error)))
}

/// Like [`json_line`], indented for people.
pub(crate) fn json_lines(value: &impl serde::Serialize) -> String {
    visible_json(serde_json::to_string_pretty(value).unwrap_or_else(|error| cannot_be_json(&error)))
}

/// Text, numbers and lists always have a form in JSON; should one have none,
/// the output says so.
fn cannot_be_json(error: &serde_json::Error) -> String {
    serde_json::json!({ "internal": error.to_string() }).to_string()
}

/// A text of JSON, in which what cannot be seen is escaped.
pub(crate) fn visible_json(json: String) -> String {
    let escaped = |letter: char| letter.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect();
    match replace(&json, |_, around| around.is_hidden() && around.letter != '\n', escaped) {
        Cow::Owned(escaped) => escaped,
        // It may be long.
        Cow::Borrowed(_) => json,
    }
}

fn picture(letter: char) -> String {
    if let Some(byte) = byte_of(letter) {
        return format!("<{byte:02X}>");
    }
    // What is UTF-16 begins with this mark.
    let letter = if letter == UTF_16 { '\u{FEFF}' } else { letter };
    let number = u32::from(letter);
    let shown = match number {
        0..0x20 => char::from_u32(number.saturating_add(0x2400)),
        0x7F => Some('␡'),
        _ => None,
    };
    shown.map_or_else(|| format!("<U+{number:04X}>"), String::from)
}
