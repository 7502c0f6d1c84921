//! Characters that cannot be seen, made visible.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::source::{Around, UTF_16, arounds, byte_of};

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
    let mut result = String::new();
    // Up to where the text is in the result.
    let mut taken = 0;
    let mut begin: usize = 0;
    // What stands in one line says nothing about letters of another. Most lines are plain, and are not
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

/// Whether a line has only letters of ASCII that can be seen, and a line break only where that may stay.
fn is_plain(line: &str, hidden: impl Fn(&str, &Around) -> bool) -> bool {
    let (text, broken) = line.strip_suffix('\n').map_or((line, false), |text| (text, true));
    let around = Around { before: None, letter: '\n', after: None, in_flag: false };
    text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && !(broken && hidden("\n", &around))
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

/// Text, numbers and lists always have a form in JSON; should one have none,
/// the output says so.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::unseen;

    #[test]
    fn shows_what_commands_a_terminal() {
        assert_eq!(visible("a\u{1b}[31mb\r\n\u{9b}1m\u{202e}"), "a␛[31mb␍␊<U+009B>1m<U+202E>");
        assert_eq!(visible_lines("a\tb\nc\u{7}"), "a\tb\nc␇");
        assert!(matches!(visible("año 犬"), Cow::Borrowed(_)));
        assert_eq!(json_line(&"\u{9b}\u{E0001}ñ"), "\"\\u009b\\udb40\\udc01ñ\"");
    }

    /// The whole of `Default_Ignorable_Code_Point` in Unicode 17.
    #[test]
    fn shows_whatever_programs_leave_out() {
        let ranges = [
            '\u{AD}'..='\u{AD}',
            '\u{34F}'..='\u{34F}',
            '\u{61C}'..='\u{61C}',
            '\u{115F}'..='\u{1160}',
            '\u{17B4}'..='\u{17B5}',
            '\u{180B}'..='\u{180F}',
            '\u{200B}'..='\u{200F}',
            '\u{202A}'..='\u{202E}',
            '\u{2060}'..='\u{206F}',
            '\u{3164}'..='\u{3164}',
            '\u{FE00}'..='\u{FE0F}',
            '\u{FEFF}'..='\u{FEFF}',
            '\u{FFA0}'..='\u{FFA0}',
            '\u{FFF0}'..='\u{FFF8}',
            // No default ignorable, but without a form of its own.
            '\u{13430}'..='\u{1343F}',
            '\u{1BCA0}'..='\u{1BCA3}',
            '\u{1D173}'..='\u{1D17A}',
            '\u{E0000}'..='\u{E0FFF}',
        ];
        for letter in ranges.into_iter().flatten() {
            let text = format!("a{letter}b");
            assert_eq!(visible(&text), format!("a<U+{:04X}>b", u32::from(letter)));
            let problems = crate::syntax::parse(&text).problems;
            let found: Vec<_> = problems.iter().map(|one| (one.code.as_str(), one.span.range())).collect();
            assert_eq!(found, [("unknown-character", 1..1 + letter.len_utf8())], "{text:?}");
            assert_eq!(unseen(&text), [(1, letter)]);
        }
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
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        ] {
            assert_eq!(visible(kept), kept);
        }
        assert_eq!(visible("ad\u{200D}min"), "ad<U+200D>min");
        assert_eq!(visible("x\u{200C}y\u{FE0F}"), "x<U+200C>y<U+FE0F>");
        assert_eq!(visible("a\u{AD}b\u{3164}"), "a<U+00AD>b<U+3164>");
        assert_eq!(visible("👩\u{200D}"), "👩<U+200D>");
        // No other text hides in a flag, nor behind one.
        assert_eq!(visible("🏴\u{E0068}\u{E0069}"), "🏴<U+E0068><U+E0069>");
        assert_eq!(visible("🏴\u{E0067}\u{E0062}\u{E007F}"), "🏴<U+E0067><U+E0062><U+E007F>");
        let behind = "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}\u{E0068}";
        assert!(visible(behind).ends_with("<U+E0068>"));
    }

    #[test]
    fn keeps_only_colours_of_what_was_drawn() {
        assert_eq!(visible_drawn("\u{1b}[1;31ma\u{1b}[0m\n"), "\u{1b}[1;31ma\u{1b}[0m\n");
        assert_eq!(visible_drawn("\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}"), "␛]0;x␇␛[2J<U+009B>");
    }

    #[test]
    fn cuts_at_characters() {
        let at = |letter, column| drawn(&Around { before: None, letter, after: None, in_flag: false }, column);
        assert_eq!(shortened("ñandú", 5), "ñandú");
        assert_eq!(shortened("ñandúes", 5), "ñand…");
        assert_eq!(at('\t', 3), " ");
        assert_eq!(at('\t', 4), "    ");
        assert_eq!(width("a犬"), 3);
    }
}
