//! Reads durations: `3 round`, `(x + 1) round`, `round`, `permanent`, or a formula that yields a unit of time.

use std::ops::Range;
use std::sync::Arc;

use super::Reader;
use super::value::no_formula;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{DurationDecl, Word};
use crate::source::nfc;
use crate::syntax::{is_keyword, is_plain_name, our_words};
use crate::yaml::Node;

/// The duration of a tag that never ends.
const PERMANENT: &str = "permanent";
/// Before a unit of time: until it passes next.
const UNTIL: &str = "until";
/// No unit of time has a longer name, in bytes.
const LONGEST: usize = 400;

impl Reader<'_> {
    /// Reads a duration at a place that takes nothing else.
    pub(crate) fn duration(&mut self, node: &Node) -> DurationDecl {
        match self.lasting(node) {
            Some(duration) => duration,
            None => DurationDecl::Unit(self.formula(node)),
        }
    }

    /// How long something lasts, if it looks like that; a formula that yields a unit does
    /// not.
    pub(crate) fn lasting(&mut self, node: &Node) -> Option<DurationDecl> {
        let (scalar, placement) = (node.as_scalar()?, node.placement()?);
        let text = &scalar.text;
        if text.trim() == PERMANENT {
            return Some(DurationDecl::Permanent);
        }
        // `until dawn` is until that passes next: one of it.
        let until = text.trim().strip_prefix(UNTIL).filter(|rest| rest.starts_with(char::is_whitespace));
        let until = until.map(|rest| text.trim_end().len() - rest.trim_start().len()..text.trim_end().len());
        let whole = |range: &Range<usize>| until.as_ref().is_none_or(|until| until.start == range.start);
        let Some((range, name)) = self.time_at_end(text).filter(|(range, _)| whole(range)) else {
            let range = until.or_else(|| last_word(text))?;
            let name = nfc(text.get(range.clone())?);
            let span = placement.locate(self.sources, text, range);
            let error = Diagnostic::error(Code::UnknownTime, span).arg("name", &*name);
            let error = match our_words("values", &name).contains(&PERMANENT) {
                true => error.help_with("help-did-you-mean", "name", PERMANENT).fix(span, PERMANENT),
                false => error.suggest(self.errors.len(), &name, span, &self.times),
            };
            self.report(error);
            return Some(DurationDecl::Unit(no_formula(node.span)));
        };
        let count = if until.is_some() { "" } else { text.get(..range.start).unwrap_or("").trim_end() };
        let time = Word { text: name, span: placement.locate(self.sources, text, range) };
        // It begins where the text begins, so its places are those of the text.
        let count = (!count.is_empty()).then(|| self.formula_of(Arc::from(count), placement));
        Some(DurationDecl::Times(count, time))
    }

    /// The unit of time that a text ends with: its place, and its name.
    fn time_at_end(&self, text: &str) -> Option<(Range<usize>, String)> {
        let end = text.trim_end().len();
        let begins = text.len() - text.trim_start().len();
        let behind = text.char_indices().filter(|(_, letter)| letter.is_whitespace() || matches!(letter, ')' | ']'));
        let starts = behind.map(|(at, letter)| at + letter.len_utf8());
        let mut found = None;
        for start in std::iter::once(begins).chain(starts) {
            let Some(candidate) = text.get(start..end).filter(|candidate| candidate.len() <= LONGEST) else { continue };
            let name = nfc(candidate);
            let bare = name.strip_prefix('«').and_then(|name| name.strip_suffix('»')).unwrap_or(&name);
            if let Some(time) = self.times.iter().find(|time| *time == bare) {
                found = Some((start..end, time.clone()));
                break;
            }
        }
        found
    }
}

/// The word behind a number or a parenthesis. No formula ends with one, so that it has to
/// be meant as a unit of time.
fn last_word(text: &str) -> Option<Range<usize>> {
    let end = text.trim_end().len();
    let (before, word) = text.get(..end)?.rsplit_once(char::is_whitespace)?;
    let counted = before.trim_end().ends_with(|letter: char| letter.is_ascii_digit() || letter == ')');
    let named = is_plain_name(&nfc(word)) && !is_keyword(word);
    (counted && named && !text.contains(['#', '"', '«', '“'])).then(|| end - word.len()..end)
}
