//! A place that YAML cannot parse, or parses in another way than intended, and how to continue after it.
//!
//! Such a place is reported once and *covered*: in a copy of the text it is replaced by as many neutral bytes, and the
//! file is parsed again. All later places stay the same, so that every other error is found in the same run.

use std::ops::Range;

use super::text::{cut, in_quotes, shown, trimmed};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use crate::syntax::translated;

/// What a covered place is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cover {
    /// A value (or a name).
    Word,
    /// A name with its colon.
    Key,
    /// An item of a list.
    Item,
    Blank,
}

/// A place that was reported, and how to read on.
#[derive(Debug)]
pub(super) struct Damage {
    pub diagnostic: Diagnostic,
    /// What to cover; `None`: reading ends here.
    pub cover: Option<(Range<usize>, Cover)>,
}

impl Damage {
    /// The end of the file.
    pub fn fatal(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, cover: None }
    }

    /// Covers `place` and continues after it.
    pub fn covered(diagnostic: Diagnostic, place: Range<usize>, cover: Cover) -> Self {
        Self { diagnostic, cover: (!place.is_empty()).then_some((place, cover)) }
    }
}

/// A source that diagnostics point at.
#[derive(Clone, Copy)]
pub(super) struct SourceText<'a> {
    pub id: SourceId,
    /// As the author wrote it, without anything covered.
    pub text: &'a str,
}

impl SourceText<'_> {
    /// The place of some bytes; widened to whole characters of the text.
    pub fn span(self, range: Range<usize>) -> Span {
        let mut start = range.start.min(self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = range.end.clamp(start, self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        Span { source: self.id, start, end }
    }

    pub fn error(self, code: Code, range: Range<usize>) -> Diagnostic {
        Diagnostic::error(code, self.span(range))
    }

    /// The error of a formula that needs quotes. It underlines `at`, names the whole
    /// formula and puts it in quotes.
    pub fn needs_quotes(self, code: Code, at: Range<usize>, formula: Range<usize>) -> Damage {
        let formula = trimmed(self.text, formula);
        let whole = cut(self.text, formula.clone());
        if let Some(end) = name_before_map(whole) {
            let end = formula.start + end;
            let error = self.error(Code::YamlMissingColon, formula.start..end).arg("text", shown(whole));
            let error = error.help("help-yaml-name-value").may_fix(self.span(end..end), ":");
            return Damage::covered(error, formula, Cover::Key);
        }
        // Over several lines the fix would have to join them.
        let joined = whole.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
        // A quote at one end lost the other: it is no part of the text, most likely.
        let bare = without_lone_quote(&joined);
        let quoted = in_quotes(bare.unwrap_or(&joined));
        let error = self.error(code, at).arg("text", shown(whole));
        let error = error.help_with("help-yaml-quotes", "text", shown(&quoted));
        let span = self.span(formula.clone());
        // `a > 1 ? 2 : 3`, as other programs have it, needs no quotes as it is written here.
        let ours = translated(&joined, &|_| false).filter(|_| joined.contains('?'));
        if let Some(ours) =
            ours.filter(|ours| ours.span.range() == (0..joined.len()) && !ours.replacement.contains(':'))
        {
            let error = self.error(Code::OtherNotation, formula.clone()).arg("written", shown(whole));
            let error = error.arg("meant", ours.replacement.as_str()).fix(span, ours.replacement);
            return Damage::covered(error, formula, Cover::Word);
        }
        // What has values of its own is no text, most likely.
        let inside = |at: usize| cut(whole, at..whole.len()).split('}').next().unwrap_or("");
        let mut maps = whole.match_indices(": {").map(|(at, map)| inside(at + map.len()));
        let holds_map = maps.any(|inside| inside.trim().is_empty() || inside.contains(": "));
        let diagnostic =
            if bare.is_some() || holds_map { error.may_fix(span, quoted) } else { error.fix(span, quoted) };
        Damage::covered(diagnostic, formula, Cover::Word)
    }
}

/// Where the name ends in `name {…}` with a map that is empty or has names of its own: its colon is missing.
fn name_before_map(text: &str) -> Option<usize> {
    let (head, map) = text.split_once('{')?;
    let map = map.strip_suffix('}')?;
    let name = head.strip_suffix(' ')?.trim_end();
    let is_map = map.trim().is_empty() || (map.contains(": ") && !map.contains('}'));
    let is_name = !name.is_empty() && !name.contains([':', '(', '[', '«', '"', '\'', ',']);
    (is_map && is_name).then_some(name.len())
}

/// A text without the quote at one of its ends, if that is the only one in it, or without those at both, if an apostrophe
/// between them is no end.
fn without_lone_quote(text: &str) -> Option<&str> {
    let inside = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    if let Some(inside) = inside('\'').filter(|inside| inside.matches('\'').count() == 1) {
        return Some(inside.trim());
    }
    ['\'', '"'].into_iter().filter(|quote| text.matches(*quote).count() == 1).find_map(|quote| {
        text.strip_prefix(quote).or_else(|| text.strip_suffix(quote)).map(str::trim).filter(|bare| !bare.is_empty())
    })
}

/// Replaces a place by something harmless of the same length.
pub(super) fn apply(bytes: &mut [u8], place: Range<usize>, cover: Cover) {
    let Some(piece) = bytes.get_mut(place) else { return };
    let length = piece.len();
    for (at, byte) in piece.iter_mut().enumerate() {
        let from_end = length - at;
        *byte = match (cover, *byte) {
            (_, b'\n' | b'\r') => continue,
            (Cover::Blank, _) => b' ',
            (Cover::Item, _) if at == 0 => b'-',
            (Cover::Item, _) if at == 1 => b' ',
            (Cover::Key, _) if from_end == 1 => b':',
            (Cover::Word, b' ') if at > 0 => continue,
            _ => b'x',
        };
    }
}
