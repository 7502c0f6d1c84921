//! Maps a place inside a decoded scalar to the place in the file.

use std::ops::Range;

use super::{Sources, Span};

/// How a scalar is written in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScalarStyle {
    Plain,
    /// `'…'`
    SingleQuoted,
    /// `"…"`
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
    /// Put together of others: which of those in [`Sources`].
    Woven(u32),
}

/// Where a text is: as it is in a source, or decoded from a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// The scalar as it is written in its source (with its quotes).
    pub span: Span,
    /// `None`: the text is the source's own, byte for byte.
    pub style: Option<ScalarStyle>,
}

impl Placement {
    /// The place in the file of a place in the decoded text (bytes). Where the two
    /// cannot be aligned it is the whole scalar. Takes time linear in the length of
    /// the scalar, and little of it where both are the same, so it is meant for errors that are shown.
    #[must_use]
    pub fn locate(&self, sources: &Sources, decoded: &str, range: Range<usize>) -> Span {
        let Some(style) = self.style else {
            let start = self.span.start.saturating_add(range.start);
            let end = self.span.start.saturating_add(range.end);
            return Span { source: self.span.source, start, end };
        };
        if let ScalarStyle::Woven(index) = style {
            return sources.woven_at(index, range).unwrap_or(self.span);
        }
        let Some(source) = sources.get(self.span.source) else { return self.span };
        let found = self.as_written(source.text(), style, decoded, &range);
        match found.or_else(|| Alignment::new(source.text(), self.span, style, decoded).place(range)) {
            Some(found) => Span { source: self.span.source, start: found.start, end: found.end },
            None => self.span,
        }
    }

    /// The same where the scalar is written as it is decoded, letter by letter.
    fn as_written(self, text: &str, style: ScalarStyle, decoded: &str, range: &Range<usize>) -> Option<Range<usize>> {
        let quote = match style {
            ScalarStyle::Plain => 0,
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => 1,
            ScalarStyle::Literal | ScalarStyle::Folded | ScalarStyle::Woven(_) => return None,
        };
        let from = self.span.start + quote;
        let same = text.get(from..self.span.end.checked_sub(quote)?)? == decoded && !decoded.is_empty();
        let there = decoded.is_char_boundary(range.start) && decoded.is_char_boundary(range.end);
        (same && there && !decoded.contains('\n')).then(|| from + range.start..from + range.end.max(range.start))
    }
}

/// One character of the decoded text and how it is written.
struct AlignedChar {
    /// Its first byte in the decoded text.
    decoded: usize,
    /// Where it is written in the source.
    written: Range<usize>,
}

/// The decoded characters beside the source that they were written as.
struct Alignment<'a> {
    text: &'a str,
    style: ScalarStyle,
    /// The next byte of the source.
    at: usize,
    /// One past the last byte that may belong to the scalar.
    end: usize,
    /// What is still to be found.
    decoded: Peek<'a>,
    length: usize,
    pairs: Vec<AlignedChar>,
}

/// The rest of the decoded text.
struct Peek<'a> {
    whole: &'a str,
    at: usize,
}

impl Peek<'_> {
    fn rest(&self) -> &str {
        self.whole.get(self.at..).unwrap_or("")
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }
}

impl<'a> Alignment<'a> {
    /// Aligns as far as the two agree.
    fn new(text: &'a str, span: Span, style: ScalarStyle, decoded: &'a str) -> Self {
        let mut this = Self {
            text,
            style,
            at: span.start,
            end: span.end.min(text.len()),
            decoded: Peek { whole: decoded, at: 0 },
            length: decoded.len(),
            pairs: Vec::new(),
        };
        // `None` is where the two parted; what was aligned before is right and kept.
        let _: Option<()> = match style {
            ScalarStyle::Plain => this.flow(None),
            ScalarStyle::SingleQuoted => this.flow(Some('\'')),
            ScalarStyle::DoubleQuoted => this.flow(Some('"')),
            ScalarStyle::Literal | ScalarStyle::Folded => this.block(),
            ScalarStyle::Woven(_) => None,
        };
        this
    }

    /// The source of a range of the decoded text, when all of it was aligned.
    fn place(&self, range: Range<usize>) -> Option<Range<usize>> {
        let first = self.pairs.binary_search_by_key(&range.start, |pair| pair.decoded);
        let Ok(first) = first else {
            // Nothing starts there: the end of the text, or what could not be aligned.
            let last = self.pairs.last()?;
            let complete = self.decoded.at == self.length && range.start == self.length;
            return complete.then_some(last.written.end..last.written.end);
        };
        let start = self.pairs.get(first)?.written.start;
        if range.end <= range.start {
            return Some(start..start);
        }
        let after = self.pairs.partition_point(|pair| pair.decoded < range.end);
        let covered = after < self.pairs.len() || range.end <= self.decoded.at;
        let end = self.pairs.get(after.checked_sub(1)?)?.written.end;
        (covered && start <= end).then_some(start..end)
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..self.end).unwrap_or("")
    }

    /// Takes the next decoded character, if it is this one, as written from here on.
    fn pair(&mut self, letter: char, written: Range<usize>) -> Option<()> {
        if self.decoded.next() != Some(letter) {
            return None;
        }
        self.pairs.push(AlignedChar { decoded: self.decoded.at, written });
        self.decoded.at += letter.len_utf8();
        Some(())
    }

    /// Takes `length` bytes of the source for one decoded character.
    fn take(&mut self, letter: char, length: usize) -> Option<()> {
        let start = self.at;
        self.at += length;
        self.pair(letter, start..self.at)
    }

    /// Plain and quoted text.
    fn flow(&mut self, quote: Option<char>) -> Option<()> {
        if let Some(quote) = quote {
            self.at += self.rest().starts_with(quote).then_some(1)?;
            self.end -= self.rest().ends_with(quote).then_some(1)?;
        }
        while let Some(letter) = self.rest().chars().next() {
            let blanks = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
            let after_blanks = self.rest().get(blanks..).unwrap_or("");
            if line_break(after_blanks) > 0 {
                self.fold_flow()?;
            } else if letter == '\'' && quote == Some('\'') {
                self.take('\'', 2)?;
            } else if letter == '\\' && quote == Some('"') {
                self.escape()?;
            } else {
                self.take(letter, letter.len_utf8())?;
            }
        }
        Some(())
    }

    /// A line break in plain or quoted text, with the blanks around it: a space, or a
    /// line break for every empty line.
    fn fold_flow(&mut self) -> Option<()> {
        let start = self.at;
        let breaks = self.skip_breaks();
        if breaks.len() < 2 {
            return self.pair(' ', start..self.at);
        }
        breaks.into_iter().skip(1).try_for_each(|written| self.pair('\n', written))
    }

    /// Skips all blanks and line breaks; the line breaks' places.
    fn skip_breaks(&mut self) -> Vec<Range<usize>> {
        let mut breaks = Vec::new();
        loop {
            let length = line_break(self.rest());
            if length > 0 {
                breaks.push(self.at..self.at + length);
                self.at += length;
            } else if self.rest().starts_with([' ', '\t']) {
                self.at += 1;
            } else {
                return breaks;
            }
        }
    }

    /// What follows a backslash in double quotes.
    fn escape(&mut self) -> Option<()> {
        let after = self.rest().get(1..).unwrap_or("");
        if line_break(after) > 0 {
            // The line goes on in the next one; empty lines between them count.
            self.at += 1;
            let breaks = self.skip_breaks();
            return breaks.into_iter().skip(1).try_for_each(|written| self.pair('\n', written));
        }
        let digits = match after.chars().next()? {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            other => {
                let meant = self.decoded.next()?;
                return self.take(meant, 1 + other.len_utf8());
            }
        };
        let meant = self.decoded.next()?;
        let code = after.get(1..1 + digits).and_then(|hex| u32::from_str_radix(hex, 16).ok())?;
        // A character may be written as two halves of sixteen bits.
        let halves = if (0xD800..0xDC00).contains(&code) { 2 } else { 1 };
        self.take(meant, halves * (2 + digits))
    }

    /// Text under `|` or `>`, from its sign on.
    fn block(&mut self) -> Option<()> {
        // Line breaks that are kept at the end may lie past what is underlined.
        self.end = self.text.len();
        let header = self.rest().find('\n')?;
        self.at += header + 1;
        let indent = self.block_indent()?;
        while self.decoded.at < self.length {
            self.skip_indent(indent);
            while line_break(self.rest()) == 0 {
                let Some(letter) = self.rest().chars().next() else {
                    // A line break that is not there ends the last line of a file.
                    return self.pair('\n', self.at..self.at);
                };
                self.take(letter, letter.len_utf8())?;
            }
            self.block_breaks(indent)?;
        }
        Some(())
    }

    /// How far the lines are moved in: what the first line that is not empty has more
    /// in the source than in the decoded text.
    fn block_indent(&self) -> Option<usize> {
        let spaces = |line: &&str| line.len() - line.trim_start_matches(' ').len();
        let full = |line: &&str| !line.trim_matches([' ', '\r']).is_empty();
        let written = self.rest().split('\n').find(full);
        let decoded = self.decoded.rest().split('\n').find(full);
        match (written, decoded) {
            (Some(written), Some(decoded)) => spaces(&written).checked_sub(spaces(&decoded)),
            _ => Some(usize::MAX),
        }
    }

    fn skip_indent(&mut self, indent: usize) {
        let spaces = self.rest().bytes().take_while(|&byte| byte == b' ').count();
        self.at += spaces.min(indent);
    }

    /// The line breaks after a line of a block: each is kept, except that
    /// `>` turns one into a space and leaves the first of several out.
    fn block_breaks(&mut self, indent: usize) -> Option<()> {
        let mut breaks = Vec::new();
        let start = self.at;
        loop {
            let length = line_break(self.rest());
            if length == 0 {
                break;
            }
            breaks.push(self.at..self.at + length);
            self.at += length;
            let line = self.at;
            self.skip_indent(indent);
            if line_break(self.rest()) == 0 {
                self.at = line;
                break;
            }
        }
        if self.style == ScalarStyle::Folded && self.decoded.next() == Some(' ') && breaks.len() == 1 {
            self.skip_indent(indent);
            return self.pair(' ', start..self.at);
        }
        let found = self.decoded.rest().bytes().take_while(|&byte| byte == b'\n').count().min(breaks.len());
        let left_out =
            if self.at < self.end && self.decoded.at + found < self.length { breaks.len() - found } else { 0 };
        breaks.into_iter().skip(left_out).take(found).try_for_each(|written| self.pair('\n', written))
    }
}

/// The length of the line break that a text starts with; 0 for none.
fn line_break(text: &str) -> usize {
    match text.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    }
}
