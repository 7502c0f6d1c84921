//! Invisible characters.

use super::encoding::{UTF_16, byte_of};
use crate::sort::Sort as _;

/// A letter between its neighbours; what only colours the one before it (skin tones,
/// variation selectors) is not counted as `before`.
pub struct Around {
    pub before: Option<char>,
    pub letter: char,
    pub after: Option<char>,
    /// Whether it belongs to one of the [`FLAGS`].
    pub in_flag: bool,
}

/// Behind a black flag, the tags of the only flags that are written with tags (RGI in Unicode's
/// emoji-sequences.txt): England, Scotland and Wales. Any others could hide a text.
const FLAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];
/// The tag that ends a flag.
const FLAG_END: char = '\u{E007F}';

/// How many letters behind a black flag belong to it.
fn flag_tags(behind: &str) -> usize {
    let tag = |letter: char| char::from_u32(u32::from(letter).saturating_add(0xE0000));
    let is_this = |flag: &str| {
        let mut tags = flag.chars().filter_map(tag).chain([FLAG_END]);
        let mut letters = behind.chars();
        tags.all(|tag| letters.next() == Some(tag))
    };
    FLAGS.into_iter().find(|flag| is_this(flag)).map_or(0, |flag| flag.len().saturating_add(1))
}

impl Around {
    /// Whether the letter is invisible, or it moves the cursor or turns the direction of
    /// writing. Joiners and selectors are visible where they have a use: in emoji and in
    /// scripts that are written with them.
    pub(crate) fn is_hidden(&self) -> bool {
        let before = |is: fn(char) -> bool| self.before.is_some_and(is);
        let after = |is: fn(char) -> bool| self.after.is_some_and(is);
        match self.letter {
            ' '..='~' => false,
            '\u{200D}' => !(before(is_pictograph) && after(is_pictograph) || before(is_joined) && after(is_joined)),
            '\u{200C}' => !(before(is_joined) && after(is_joined)),
            '\u{FE0E}' | '\u{FE0F}' => !before(|it| is_pictograph(it) || matches!(it, '#' | '*' | '0'..='9')),
            '\u{FE00}'..='\u{FE0D}' | '\u{E0100}'..='\u{E01EF}' => !before(is_ideograph),
            '\u{E0020}'..='\u{E007F}' => !self.in_flag,
            letter => is_always_hidden(letter),
        }
    }
}

/// Whether a letter is visible between any neighbours.
pub(crate) fn is_always_visible(letter: char) -> bool {
    match letter {
        ' '..='~' => true,
        '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0020}'..='\u{E007F}' | '\u{E0100}'..='\u{E01EF}' => {
            false
        }
        letter => !is_always_hidden(letter),
    }
}

/// Whether a letter that no neighbour changes is invisible, or moves the cursor or turns the direction of writing.
fn is_always_hidden(letter: char) -> bool {
    letter.is_control() || letter == UTF_16 || byte_of(letter).is_some() || draws_nothing(letter)
}

/// Code points that Unicode has every program leave out (`Default_Ignorable_Code_Point`), but for those
/// that join or choose the form of others; and those that end lines, annotate or arrange hieroglyphs.
fn draws_nothing(letter: char) -> bool {
    matches!(letter,
        '\u{AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
        | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{13430}'..='\u{1343F}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// What is between a picture and its joiner.
fn is_skipped(letter: char) -> bool {
    matches!(letter, '\u{FE0E}' | '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}')
}

fn is_pictograph(letter: char) -> bool {
    matches!(letter, '©' | '®' | '\u{2030}'..='\u{27FF}' | '\u{2900}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}' | '\u{3297}' | '\u{3299}'
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

/// Every letter between its neighbours, with its offset.
pub(crate) fn arounds(text: &str) -> impl Iterator<Item = (usize, Around)> {
    let mut letters = text.char_indices().peekable();
    let mut before = None;
    let mut tags: usize = 0;
    std::iter::from_fn(move || {
        let (at, letter) = letters.next()?;
        let in_flag = tags > 0;
        tags = match letter {
            '\u{1F3F4}' => flag_tags(text.get(at.saturating_add(letter.len_utf8())..).unwrap_or("")),
            _ => tags.saturating_sub(1),
        };
        let around = Around { before, letter, after: letters.peek().map(|(_, next)| *next), in_flag };
        if around.is_hidden() {
            before = None;
        } else if !is_skipped(letter) {
            before = Some(letter);
        }
        Some((at, around))
    })
}

/// The letters of a text that take no place on a line, with their offsets.
pub(crate) fn without_width(text: &str) -> impl Iterator<Item = (usize, char)> {
    let seen = |letter: char| letter.is_control() || letter.is_whitespace() || byte_of(letter).is_some();
    // Most texts have none.
    let text = if text.is_ascii() { "" } else { text };
    arounds(text)
        .filter(move |(_, around)| around.is_hidden() && !seen(around.letter))
        .map(|(at, around)| (at, around.letter))
}

/// Blanks that are no spaces.
pub(crate) fn is_odd_blank(letter: char) -> bool {
    matches!(
        letter,
        '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// The invisible letters and unusual blanks of a text, with their offsets.
pub fn unseen(text: &str) -> Vec<(usize, char)> {
    let mut found: Vec<(usize, char)> = without_width(text).collect();
    found.extend(text.char_indices().filter(|(_, letter)| is_odd_blank(*letter)));
    found.order();
    found
}
