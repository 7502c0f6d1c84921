//! Characters that cannot be seen, made visible.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::source::byte_of;

/// How far apart the stops of a tab are.
const TAB: usize = 4;

/// The text with every character that would move the cursor, change colours or
/// turn the direction of writing replaced by a picture of it (`␛`) or by its
/// number (`<U+202E>`, a byte that is no text `<F1>`). Line breaks and tabs as well.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    replace(text, is_hidden)
}

/// Like [`visible`], but line breaks and tabs stay what they are.
pub(crate) fn visible_lines(text: &str) -> Cow<'_, str> {
    replace(text, |letter| is_hidden(letter) && letter != '\n' && letter != '\t')
}

/// Whether a text looks as it is: nothing in it is hidden or moves the cursor.
pub(crate) fn is_visible(text: &str) -> bool {
    !text.chars().any(is_hidden)
}

fn replace(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&hidden) {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len().saturating_add(16));
    for letter in text.chars() {
        if hidden(letter) {
            result.push_str(&picture(letter));
        } else {
            result.push(letter);
        }
    }
    Cow::Owned(result)
}

/// The text in at most so many characters, `…` included where it was cut.
pub(crate) fn shortened(text: &str, limit: usize) -> Cow<'_, str> {
    if text.char_indices().nth(limit).is_none() {
        return Cow::Borrowed(text);
    }
    let end = text.char_indices().nth(limit.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
    Cow::Owned(format!("{}…", text.get(..end).unwrap_or("")))
}

/// How one character of a source looks in an excerpt that has already taken up
/// `column` columns: tabs become spaces.
pub(crate) fn drawn(letter: char, column: usize) -> String {
    match letter {
        '\t' => " ".repeat(TAB.saturating_sub(column % TAB)),
        _ if is_hidden(letter) => picture(letter),
        _ => letter.to_string(),
    }
}

/// How many columns a text takes on a terminal.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|letter| letter.width().unwrap_or(0)).sum()
}

/// Escapes what [`visible`] would replace as JSON does, so that a consumer gets
/// the exact text and a terminal gets nothing to obey. The text has to be JSON.
pub(crate) fn escape_json(json: &str) -> String {
    let mut result = String::with_capacity(json.len());
    let mut units = [0; 2];
    for letter in json.chars() {
        if is_hidden(letter) && letter != '\n' {
            for unit in letter.encode_utf16(&mut units) {
                result.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            result.push(letter);
        }
    }
    result
}

/// Control characters, those that turn the direction of writing, line
/// separators, spaces without width and bytes that are no text. Joiners stay: emoji are made with them.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || byte_of(letter).is_some()
        || matches!(letter,
            '\u{061C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

fn picture(letter: char) -> String {
    if let Some(byte) = byte_of(letter) {
        return format!("<{byte:02X}>");
    }
    let number = u32::from(letter);
    let shown = match number {
        0..0x20 => char::from_u32(number.saturating_add(0x2400)),
        0x7F => Some('␡'),
        _ => None,
    };
    shown.map_or_else(|| format!("<U+{number:04X}>"), String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_is_shown() {
        assert_eq!(visible("a\u{1b}[31mb\r\n\u{9b}1m\u{202e}"), "a␛[31mb␍␊<U+009B>1m<U+202E>");
        assert_eq!(visible_lines("a\tb\nc\u{7}"), "a\tb\nc␇");
        assert!(matches!(visible("año 犬"), Cow::Borrowed(_)));
        assert_eq!(escape_json("{\"a\": \"\u{9b}\u{E0001}ñ\"}"), "{\"a\": \"\\u009b\\udb40\\udc01ñ\"}");
    }

    #[test]
    fn a_text_is_cut_at_characters() {
        assert_eq!(shortened("ñandú", 5), "ñandú");
        assert_eq!(shortened("ñandúes", 5), "ñand…");
        assert_eq!(drawn('\t', 3), " ");
        assert_eq!(drawn('\t', 4), "    ");
        assert_eq!(width("a犬"), 3);
    }
}
