//! Bytes of files as text. Bytes that are not UTF-8 become characters at the end of Unicode's private use area, so that
//! an error can point at them.

use std::ops::Range;

/// Stands in front of a text that was UTF-16, twice of one that was UTF-32.
pub(crate) const UTF_16: char = '\u{10FEFF}';
/// Stands in front of the reason why a file could not be read, and its path, in place of its text.
const UNREAD: char = '\u{10FEFE}';
/// Byte 0 as a stand-in; only 80 to FF occur.
const BYTE_0: u32 = 0x0010_FF00;

/// Why the bytes of a file are no text in UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undecoded {
    /// A byte that cannot stand in UTF-8, and where its stand-in is in the text.
    Byte(Range<usize>, u8),
    /// The whole file is UTF-16, or UTF-32, as it says.
    Wide(&'static str),
    /// It could not be read: why, in one word, and its path.
    Unread(String, String),
}

/// The text in place of that of a file that could not be read, so that the parser reports it.
#[must_use]
pub fn unread(why: &str, path: &str) -> String {
    format!("{UNREAD}{why} {path}")
}

/// The text of a file. What cannot be read is found by [`undecoded`]; such a text must never be
/// written.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> String {
    if let Some(units) = utf32(&bytes) {
        let letters = units.into_iter().map(|unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
        return [UTF_16; 2].into_iter().chain(letters.filter(|&letter| letter != '\u{FEFF}')).collect();
    }
    if let Some(units) = utf16(&bytes) {
        let letters = char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER));
        return std::iter::once(UTF_16).chain(letters.filter(|&letter| letter != '\u{FEFF}')).collect();
    }
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut text = String::new();
        for chunk in error.as_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().filter_map(|&byte| char::from_u32(BYTE_0 + u32::from(byte))));
        }
        text
    })
}

/// The first thing in a decoded text that was no UTF-8.
#[must_use]
pub fn undecoded(text: &str) -> Option<Undecoded> {
    if let Some(rest) = text.strip_prefix(UTF_16) {
        return Some(Undecoded::Wide(if rest.starts_with(UTF_16) { "UTF-32" } else { "UTF-16" }));
    }
    if let Some((why, path)) = text.strip_prefix(UNREAD).and_then(|rest| rest.split_once(' ')) {
        return Some(Undecoded::Unread(why.to_owned(), path.to_owned()));
    }
    // With this byte the letters begin that stand for bytes; most texts have none.
    if !text.as_bytes().contains(&0xF4) {
        return None;
    }
    text.char_indices().find_map(|(at, letter)| {
        let byte = byte_of(letter)?;
        Some(Undecoded::Byte(at..at + letter.len_utf8(), byte))
    })
}

/// The byte that a character stands for.
#[must_use]
pub fn byte_of(letter: char) -> Option<u8> {
    let byte = u8::try_from(u32::from(letter).checked_sub(BYTE_0)?).ok()?;
    (byte >= 0x80).then_some(byte)
}

/// The letter that a byte is in Windows-1252, of which Latin-1 is a part.
#[must_use]
pub fn windows_1252(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
    ];
    let special = usize::from(byte).checked_sub(0x80).and_then(|at| FROM_80.get(at));
    special.copied().unwrap_or(char::from(byte))
}

/// A text without what may stand in front of its first letter.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.trim_start_matches(['\u{FEFF}', UTF_16])
}

/// Of bytes that are the beginning of a text in UTF-16 or UTF-32: which.
#[must_use]
pub fn wide(bytes: &[u8]) -> Option<&'static str> {
    match (utf32(bytes), utf16(bytes)) {
        (Some(_), _) => Some("UTF-32"),
        (None, found) => found.map(|_| "UTF-16"),
    }
}

/// The units of UTF-32, if that is what the bytes are: by the mark in front, or by the zeros beside the first letter.
fn utf32(bytes: &[u8]) -> Option<Vec<u32>> {
    let little = match bytes {
        [0xFF, 0xFE, 0, 0, ..] => true,
        [0, 0, 0xFE, 0xFF, ..] => false,
        [first, 0, 0, 0, ..] if *first != 0 => true,
        [0, 0, 0, last, ..] if *last != 0 => false,
        _ => return None,
    };
    let unit = |four: &[u8]| {
        let four: [u8; 4] = four.try_into().ok()?;
        Some(if little { u32::from_le_bytes(four) } else { u32::from_be_bytes(four) })
    };
    Some(bytes.chunks_exact(4).filter_map(unit).collect())
}

/// The units of UTF-16, if that is what the bytes are: by the mark in front, or by a zero beside
/// the first letter.
fn utf16(bytes: &[u8]) -> Option<Vec<u16>> {
    let little = match bytes {
        [0xFF, 0xFE, ..] => true,
        [0xFE, 0xFF, ..] => false,
        [first, 0, second, ..] if *first != 0 && *second != 0 => true,
        [0, first, 0, ..] if *first != 0 => false,
        _ => return None,
    };
    let unit = |pair: &[u8]| {
        let pair: [u8; 2] = pair.try_into().ok()?;
        Some(if little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) })
    };
    Some(bytes.chunks_exact(2).filter_map(unit).collect())
}
