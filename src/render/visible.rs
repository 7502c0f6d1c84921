//! Characters that cannot be seen, made visible.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::source::byte_of;

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
pub(crate) fn visible_lines(text: &str) -> Cow<'_, str> {
    replace(text, |_, around| around.is_hidden() && !matches!(around.letter, '\n' | '\t'), picture)
}

/// Like [`visible_lines`] for a text that was drawn with colours: sequences that set colours
/// and weight (`ESC [ … m`) stay, all others do not.
pub(crate) fn visible_drawn(text: &str) -> Cow<'_, str> {
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
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let mut result = String::new();
    // Up to where the text is in the result.
    let mut taken = 0;
    let mut before = None;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let around = Around { before, letter, after: letters.peek().map(|(_, next)| *next) };
        let (rest, skipped) = (text.get(at..).unwrap_or(""), text.get(taken..at).unwrap_or(""));
        if hidden(rest, &around) {
            result.push_str(skipped);
            result.push_str(&picture(letter));
            taken = at.saturating_add(letter.len_utf8());
            before = None;
        } else if !is_skipped(letter) {
            before = Some(letter);
        }
    }
    if taken == 0 {
        return Cow::Borrowed(text);
    }
    result.push_str(text.get(taken..).unwrap_or(""));
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
/// `column` columns, between its neighbours: tabs become spaces.
pub(crate) fn drawn(around: &Around, column: usize) -> String {
    match around.letter {
        '\t' => " ".repeat(TAB.saturating_sub(column % TAB)),
        letter if around.is_hidden() => picture(letter),
        letter => letter.to_string(),
    }
}

/// How many columns a text takes on a terminal.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|letter| letter.width().unwrap_or(0)).sum()
}

/// A value as JSON on one line, in which every character that [`visible`] would replace is
/// escaped, so that a program gets the exact text and a terminal nothing to obey.
pub(crate) fn json_line(value: &impl serde::Serialize) -> String {
    escape_json(serde_json::to_string(value).unwrap_or_else(|error| cannot_be_json(&error)))
}

/// Like [`json_line`], indented for people.
pub(crate) fn json_lines(value: &impl serde::Serialize) -> String {
    escape_json(serde_json::to_string_pretty(value).unwrap_or_else(|error| cannot_be_json(&error)))
}

/// Text, numbers and lists always have a form in JSON; should one have none, whoever reads it
/// is told so.
fn cannot_be_json(error: &serde_json::Error) -> String {
    serde_json::json!({ "internal": error.to_string() }).to_string()
}

fn escape_json(json: String) -> String {
    let escaped = |letter: char| letter.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect();
    match replace(&json, |_, around| around.is_hidden() && around.letter != '\n', escaped) {
        Cow::Owned(escaped) => escaped,
        // It may be long.
        Cow::Borrowed(_) => json,
    }
}

/// A letter between its neighbours; what only colours the one before it (skin tones,
/// variation selectors) is not counted as `before`.
pub(crate) struct Around {
    pub(crate) before: Option<char>,
    pub(crate) letter: char,
    pub(crate) after: Option<char>,
}

impl Around {
    /// Whether nobody can see the letter, or it moves the cursor or turns the direction of
    /// writing. Joiners and selectors are visible where they have a use: in emoji and in
    /// scripts that are written with them.
    pub(crate) fn is_hidden(&self) -> bool {
        let before = |is: fn(char) -> bool| self.before.is_some_and(is);
        let after = |is: fn(char) -> bool| self.after.is_some_and(is);
        match self.letter {
            '\u{200D}' => !(before(is_pictograph) && after(is_pictograph) || before(is_joined) && after(is_joined)),
            '\u{200C}' => !(before(is_joined) && after(is_joined)),
            '\u{FE0E}' | '\u{FE0F}' => !before(|it| is_pictograph(it) || matches!(it, '#' | '*' | '0'..='9')),
            '\u{FE00}'..='\u{FE0D}' | '\u{E0100}'..='\u{E01EF}' => !before(is_ideograph),
            '\u{E0020}'..='\u{E007F}' => !before(|it| matches!(it, '\u{1F3F4}' | '\u{E0020}'..='\u{E007E}')),
            letter => {
                letter.is_control()
                    || byte_of(letter).is_some()
                    || matches!(letter,
                        '\u{AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
                        | '\u{180B}'..='\u{180F}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
                        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
                        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
            }
        }
    }
}

/// What stands between a picture and its joiner.
fn is_skipped(letter: char) -> bool {
    matches!(letter, '\u{FE0E}' | '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}')
}

fn is_pictograph(letter: char) -> bool {
    matches!(letter, '©' | '®' | '\u{2030}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}' | '\u{3297}' | '\u{3299}'
        | '\u{1F000}'..='\u{1FAFF}')
}

/// Scripts in which joiners decide how letters are written: from Arabic to Myanmar, Khmer,
/// Mongolian, and the later blocks of Arabic and Indic letters.
fn is_joined(letter: char) -> bool {
    matches!(letter, '\u{0600}'..='\u{109F}' | '\u{1780}'..='\u{18AF}' | '\u{A840}'..='\u{ABFF}'
        | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{11000}'..='\u{11FFF}')
}

fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
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
    fn shows_what_commands_a_terminal() {
        assert_eq!(visible("a\u{1b}[31mb\r\n\u{9b}1m\u{202e}"), "a␛[31mb␍␊<U+009B>1m<U+202E>");
        assert_eq!(visible_lines("a\tb\nc\u{7}"), "a\tb\nc␇");
        assert!(matches!(visible("año 犬"), Cow::Borrowed(_)));
        assert_eq!(json_line(&"\u{9b}\u{E0001}ñ"), "\"\\u009b\\udb40\\udc01ñ\"");
    }

    #[test]
    fn keeps_joiners_only_where_they_join() {
        for kept in [
            "👩\u{200D}🚀",
            "👩🏽\u{200D}🚀",
            "❤\u{FE0F}\u{200D}🔥",
            "1\u{FE0F}\u{20E3}",
            "می\u{200C}خواهم",
            "क्\u{200D}ष",
            "🏴\u{E0067}\u{E0062}\u{E007F}",
        ] {
            assert_eq!(visible(kept), kept);
        }
        assert_eq!(visible("ad\u{200D}min"), "ad<U+200D>min");
        assert_eq!(visible("x\u{200C}y\u{FE0F}"), "x<U+200C>y<U+FE0F>");
        assert_eq!(visible("a\u{AD}b\u{3164}"), "a<U+00AD>b<U+3164>");
        assert_eq!(visible("👩\u{200D}"), "👩<U+200D>");
    }

    #[test]
    fn keeps_only_colours_of_what_was_drawn() {
        assert_eq!(visible_drawn("\u{1b}[1;31ma\u{1b}[0m\n"), "\u{1b}[1;31ma\u{1b}[0m\n");
        assert_eq!(visible_drawn("\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}"), "␛]0;x␇␛[2J<U+009B>");
    }

    #[test]
    fn cuts_at_characters() {
        let at = |letter, column| drawn(&Around { before: None, letter, after: None }, column);
        assert_eq!(shortened("ñandú", 5), "ñandú");
        assert_eq!(shortened("ñandúes", 5), "ñand…");
        assert_eq!(at('\t', 3), " ");
        assert_eq!(at('\t', 4), "    ");
        assert_eq!(width("a犬"), 3);
    }
}
