//! Typed lines in foreign notations.

use super::{CheckedGame, Ready, RollRequest, Session};
use crate::diagnostic::{Code, Diagnostic, SuggestedFix};
use crate::source::{Placement, Span};
use crate::syntax::{Notation, Suspect, WRITTEN_OUT};

/// The prepared expression, or an error if it has dice whose digits cannot be read where the ruleset reads digits.
pub(super) fn digits_read(
    game: &CheckedGame,
    text: &str,
    place: &dyn Fn(std::ops::Range<usize>) -> Span,
    result: Result<Ready, Vec<Diagnostic>>,
) -> Result<Ready, Vec<Diagnostic>> {
    let ready = result?;
    let unread = game.notation.suspects(text).into_iter().filter_map(|suspect| match suspect {
        Suspect::Unread(at) => {
            let error = Diagnostic::error(Code::DigitsUnread, Some(place(at.clone())));
            let error = error.arg("text", text.get(at).unwrap_or(text));
            Some(error.help_with("help-digits-read", "limit", i64::from(WRITTEN_OUT)))
        }
        _ => None,
    });
    let unread: Vec<Diagnostic> = unread.collect();
    if unread.is_empty() { Ok(ready) } else { Err(unread) }
}

impl Session<'_> {
    /// Checks one of several rolls: `6x 4d6` says how often, which is for those who roll.
    pub(super) fn prepare_one_of(
        &mut self,
        game: &CheckedGame,
        request: &RollRequest,
        mut times: usize,
        mut rest: &str,
    ) -> Result<Ready, Vec<Diagnostic>> {
        // `6x 6x 4d6`, with any number of counts in a row.
        while let Some((more, inner)) = game.notation.repeated(rest) {
            (times, rest) = (times.saturating_mul(more), inner);
        }
        let placement = request.placement.unwrap_or_else(|| self.place_typed(request).1);
        let Span { source, start, end } = placement.span;
        // Where it is as it was typed, each of its parts is reported in its own place.
        let (mut at, mut one) = (placement.span, placement);
        if self.sources.slice(placement.span) == request.text {
            let length = request.text.rfind(rest).unwrap_or(0);
            at.end = start + request.text.get(..length).unwrap_or("").trim_end().len();
            one.span = Span { source, start: start + length, end };
        }
        let one = RollRequest { text: rest.to_owned(), placement: Some(one), ..request.clone() };
        let mut ready = self.prepare(game, &one)?;
        ready.warnings.push(Diagnostic::warning(Code::OneOfSeveral, at).arg("times", times).arg("one", rest));
        Ok(ready)
    }

    /// How what other dice rollers understand is written here, with the first error of a line that is written so.
    pub(super) fn offer_our_notation(
        &self,
        game: &CheckedGame,
        request: &RollRequest,
        found: &mut Vec<Diagnostic>,
        is_name: &dyn Fn(&str) -> bool,
    ) {
        let others = Notation { foreign: true, ..game.notation };
        // `6x 4d6` might also be meant as a product, which is what the error offers.
        let often = Notation::often(&request.text, is_name);
        let Some(first) = found.first_mut().filter(|first| often.is_some() || first.fixes.is_empty()) else { return };
        let (times, ours) = match often {
            // Where nothing says how often, twice is an example.
            Some((count, rest)) => (Some(count.unwrap_or(2)), rest),
            None => match others.rewritten(&request.text, is_name) {
                Some(ours) => match others.repeated(&ours) {
                    Some((count, rest)) => (Some(count), rest.to_owned()),
                    None => (None, ours),
                },
                None => return,
            },
        };
        let mut other = self.with(self.sources.clone());
        let source = other.sources.add("", ours.as_str());
        let placement = Placement { span: Span { source, start: 0, end: ours.len() }, style: None };
        let tried = RollRequest { text: ours.clone(), ..request.clone() };
        if other.prepare_untried(game, &tried, placement).is_err() {
            return;
        }
        let error = std::mem::replace(first, Diagnostic::error(first.code, None));
        *first = match times {
            Some(count) => {
                // No sum of it and a word is meant.
                let product = matches!(error.code, Code::RollsOrProduct | Code::OtherNotation);
                let error = if product { error } else { Diagnostic::error(Code::SeveralRolls, error.at) };
                error.help_with("help-roll-often", "example", format!("r{count} {}", ours.trim()))
            }
            None => error.help_with("help-write", "example", ours.trim().to_owned()),
        };
        if first.code == Code::SeveralRolls {
            found.truncate(1);
        }
    }

    /// Tries the changes for an expression that is but a part of a text, or is there in other words: in a
    /// text of its own.
    pub(super) fn offer_placed(
        &mut self,
        game: &CheckedGame,
        request: &RollRequest,
        at: Placement,
        found: &mut Vec<Diagnostic>,
    ) {
        let mut alone = self.with(self.sources.clone());
        let Err(tried) = alone.prepare(game, &RollRequest { placement: None, ..request.clone() }) else { return };
        let place = |span: Span| at.locate(&self.sources, &request.text, span.range());
        if let ([one], Some(first)) = (tried.as_slice(), found.first_mut())
            && one.code == Code::SeveralRolls
        {
            *first = Diagnostic { at: first.at, ..one.clone() };
            found.truncate(1);
            return;
        }
        let mut tried = tried.into_iter().peekable();
        // What only follows from another is among the first and not among the second.
        found.retain_mut(|finding| {
            let same = |one: &Diagnostic| one.code == finding.code && one.args == finding.args;
            let Some(tried) = tried.next_if(same) else { return false };
            finding.fixes = tried.fixes.into_iter().map(|fix| SuggestedFix { span: place(fix.span), ..fix }).collect();
            finding.helps = tried.helps;
            true
        });
    }
}
