//! Guesses the intention of the author at a place where YAML cannot continue.

use crate::diagnostic::Code;
use crate::syntax::is_our_word;
use std::ops::Range;

use granit_parser::ErrorKind;

use super::error_recovery::{Cover, Damage, SourceText};
use super::lines::PROSE;
use super::text::{
    bad_escape, block_end, closing_quote, cut, flow_end, indent_of, is_cut_off, line_at, line_parts, shown, trimmed,
};

/// What was read when reading stopped.
#[derive(Debug, Clone, Default)]
pub(super) struct Context {
    /// The last text or alias.
    pub last: Option<Range<usize>>,
    /// The end of the last piece, of whatever kind.
    pub end: usize,
    /// The `{` or `[` that everything is in, innermost last.
    pub open: Vec<usize>,
    /// Whether the innermost thing is a list with dashes.
    pub in_list: bool,
}

/// The damage at a byte where YAML cannot go on.
pub(super) fn damage(place: SourceText<'_>, kind: &ErrorKind, at: usize, context: &Context) -> Damage {
    use ErrorKind as E;
    let mut context = context.clone();
    let at = at.min(place.text.len());
    let (open, formula) = ReadStop { place, text: place.text, at, context: &context }.ahead();
    context.open.extend(open);
    let context = &context;
    let trouble = ReadStop { place, text: place.text, at, context };
    if let Some(formula) = formula {
        return trouble.formula(formula);
    }
    match kind {
        E::UnclosedQuotedScalar | E::InvalidQuotedScalarIndent | E::DocumentIndicatorInQuotedScalar => {
            trouble.unclosed_quote()
        }
        E::InvalidTrailingSingleQuotedScalar | E::InvalidTrailingDoubleQuotedScalar => trouble.after_quote(),
        E::UnknownQuotedScalarEscape
        | E::InvalidQuotedScalarHexEscape
        | E::InvalidLowSurrogateHexEscape
        | E::InvalidLowSurrogate
        | E::MissingLowSurrogate
        | E::UnpairedLowSurrogate
        | E::InvalidUnicodeEscape => trouble.escape(),
        E::TabNotAllowed
        | E::TabInBlockIndentation
        | E::TabInIndentation
        | E::TabAtBlockScalarStart
        | E::TabInPlainScalar => trouble.tab(),
        E::DirectiveDisallowed | E::InvalidDirectiveTerminator | E::MissingDirectiveName | E::InvalidDirectiveName => {
            trouble.directive()
        }
        E::RecursionLimitExceeded => trouble.too_deep(),
        E::BomInsideDocument => trouble.control().unwrap_or_else(|| trouble.unknown()),
        E::UnexpectedCharacter { .. } if trouble.control().is_some() => {
            trouble.control().unwrap_or_else(|| trouble.unknown())
        }
        E::InvalidBlockScalarHeader
        | E::ZeroBlockScalarIndent
        | E::UnexpectedCharacter { .. }
        | E::PlainScalarStartsWithDashFlowIndicator
        | E::BlockEntryInFlowCollection
        | E::BlockSequenceEntryNotAllowed
        | E::InvalidBlockEntryWhitespace
        | E::MappingKeyNotAllowed
        | E::MissingAnchorOrAliasName => trouble.reserved(trouble.at),
        E::InvalidTagTerminator
        | E::UndeclaredTagHandle
        | E::ExpectedTagBang
        | E::InvalidGlobalTagCharacter
        | E::MissingTagUri
        | E::UnclosedVerbatimTag
        | E::InvalidTagEscape
        | E::InvalidTagUtf8LeadingByte
        | E::InvalidTagUtf8TrailingByte
        | E::InvalidTagUtf8 => tag(place, trouble.value_start(trouble.at), !context.open.is_empty()),
        E::MismatchedFlowCollectionEnd { .. } | E::UnclosedFlowCollection { .. } => {
            trouble.unclosed_bracket(context.open.last().copied().unwrap_or(at))
        }
        E::CommentInterceptedScalar => trouble.comment_in_text(trouble.at),
        E::MisplacedFlowCollectionEnd if trouble.starts_value() => trouble.reserved(trouble.at),
        E::MisplacedFlowCollectionEnd => trouble.extra(Code::YamlExtraBracket),
        _ if trouble.tab_in_front().is_some() => trouble.tab(),
        E::InvalidColonPlacement
        | E::ExpectedFlowMappingSeparator
        | E::ExpectedFlowSequenceSeparator
        | E::UnexpectedEofFlowMapping
        | E::UnexpectedEofFlowSequence
        | E::UnexpectedEofImplicitFlowMapping
        | E::InvalidFlowScalarIndent
        | E::FlowMappingValueAdjacentCollection
            if !context.open.is_empty() =>
        {
            trouble.in_brackets()
        }
        E::MappingValueNotAllowed if context.open.is_empty() => trouble.colon(),
        _ if !context.open.is_empty() && trouble.next_is(',') => trouble.in_brackets(),
        E::SimpleKeyExpected
        | E::InvalidSimpleKey
        | E::ExpectedBlockMappingKey
        | E::ExpectedBlockSequenceEntry
        | E::ExpectedDocumentStart
        | E::MappingValueNotAllowed
        | E::InvalidIndentation
        | E::UnexpectedEofBlockMapping => trouble.line(),
        _ => trouble.unknown(),
    }
}

/// A mark such as `!5`, which YAML gives a meaning of its own.
pub(super) fn tag(place: SourceText<'_>, start: usize, in_brackets: bool) -> Damage {
    let end = if in_brackets { flow_end(place.text, start, true) } else { block_end(place.text, start) };
    let word = cut(place.text, start..end).find(char::is_whitespace).map_or(end, |at| start + at);
    if cut(place.text, start..end).starts_with("!!") {
        // This is never meant as a formula.
        let value = trimmed(place.text, word..end.max(word)).start;
        let error = place.error(Code::YamlTag, start..word).arg("text", shown(cut(place.text, start..word)));
        return Damage::covered(error.fix(place.span(start..value), ""), start..end, Cover::Word);
    }
    place.needs_quotes(Code::YamlTag, start..word, start..end)
}

/// A value that starts with a sign which means something else in YAML.
pub(super) fn reserved(place: SourceText<'_>, start: usize, in_brackets: bool) -> Damage {
    let text = place.text;
    let end = if in_brackets { flow_end(text, start, false) } else { block_end(text, start) };
    let sign = cut(text, start..text.len()).chars().next().unwrap_or(' ');
    if let Some(damage) = behind_brackets(place, start, end.max(start)) {
        return damage;
    }
    let at = start..start + sign.len_utf8();
    let mut damage = place.needs_quotes(Code::YamlReservedStart, at, start..end.max(start));
    damage.diagnostic = damage.diagnostic.arg("sign", sign.to_string());
    if sign == '-' {
        damage.diagnostic = damage.diagnostic.help("help-yaml-list-below");
    }
    damage
}

/// `[a, b].`, `[a] more`: something behind a list that is closed. In what is no text, the list was meant.
fn behind_brackets(place: SourceText<'_>, start: usize, end: usize) -> Option<Damage> {
    let whole = cut(place.text, start..end);
    let (opens, closes) = if whole.starts_with('[') { ('[', ']') } else { ('{', '}') };
    let mut depth = 0_usize;
    let close = whole.char_indices().find(|(_, letter)| {
        depth = depth.saturating_add(usize::from(*letter == opens)).saturating_sub(usize::from(*letter == closes));
        depth == 0
    });
    let (close, _) = close.filter(|(_, letter)| *letter == closes)?;
    let rest = trimmed(place.text, start + close + 1..end);
    let quoted = cut(whole, 0..close).contains(['\'', '"']);
    let after = cut(place.text, rest.clone());
    // A text such as `{actor} laughs` has a name in braces.
    let hole = opens == '{' && !cut(whole, 0..close).contains(':');
    // `{a: 1} // why`: a comment begins with another sign here.
    let comment = after.strip_prefix("//").map(str::trim).filter(|_| !hole);
    let sum = hole || after.starts_with(['+', '-', '*', '/', '(', '[', '<', '>', '=', '%', '?']);
    if rest.is_empty() || quoted || sum && comment.is_none() || PROSE.contains(&key_before(place.text, start)) {
        return None;
    }
    let error = place.error(Code::YamlBehindBracket, rest.clone()).arg("text", shown(after));
    let error = error.arg("sign", closes.to_string());
    let sign = !after.contains(char::is_alphanumeric);
    let from = start + close + 1;
    let kept = comment.map_or_else(String::new, |comment| format!(" # {comment}"));
    let span = place.span(from..rest.end);
    let error = if sign { error.fix(span, kept) } else { error.may_fix(span, kept) };
    Some(Damage::covered(error, rest, Cover::Blank))
}

/// The name before the colon behind which a value begins.
fn key_before(text: &str, start: usize) -> &str {
    let key = cut(text, 0..start).trim_end().strip_suffix(':').unwrap_or_default();
    key.rsplit(['{', ',', ' ', '\n']).next().unwrap_or_default()
}

/// A place where reading stopped.
pub(super) struct ReadStop<'a> {
    pub(super) place: SourceText<'a>,
    pub(super) text: &'a str,
    /// Where YAML stopped; often after what is wrong.
    pub(super) at: usize,
    pub(super) context: &'a Context,
}

impl ReadStop<'_> {
    pub(super) fn rest(&self, from: usize) -> &str {
        cut(self.text, from..self.text.len())
    }

    fn next_is(&self, sign: char) -> bool {
        self.rest(self.at).starts_with(sign)
    }

    /// Where the value begins that YAML was reading: after blanks, comments and the
    /// signs between two pieces.
    fn skip_separators(&self, from: usize) -> usize {
        let mut at = from;
        loop {
            let rest = self.rest(at);
            let Some(first) = rest.chars().next() else { return at };
            let before_blank = rest.chars().nth(1).is_none_or(char::is_whitespace);
            match first {
                _ if first.is_whitespace() => at += first.len_utf8(),
                '#' => at = line_at(self.text, at).end,
                ',' => at += 1,
                ':' | '-' | '?' if before_blank => at += 1,
                _ => return at,
            }
        }
    }

    /// YAML looks ahead: the brackets that were opened after the last thing that was
    /// read, and the formula with brackets of its own in which reading stopped.
    fn ahead(&self) -> (Vec<usize>, Option<Range<usize>>) {
        let mut open = Vec::new();
        let last = self.context.last.clone().filter(|last| {
            last.end == self.context.end && !self.context.open.is_empty() && self.rest(last.end).starts_with(['[', '{'])
        });
        let mut from = last.map_or(self.context.end, |last| last.start);
        loop {
            let start = self.skip_separators(from);
            let rest = self.rest(start);
            let Some(first) = rest.chars().next().filter(|_| start < self.at) else { return (open, None) };
            let inside = !open.is_empty() || !self.context.open.is_empty();
            from = match first {
                '[' | '{' => {
                    open.push(start);
                    start + 1
                }
                ']' | '}' => {
                    open.pop();
                    start + 1
                }
                '\'' => start + closing_quote(rest, first).unwrap_or(rest.len()),
                _ if inside => {
                    let end = flow_end(self.text, start, true);
                    if end > self.at && cut(self.text, start..self.at).contains(['(', '[', '{', '«']) {
                        return (open, Some(start..end));
                    }
                    end.max(start + first.len_utf8())
                }
                '"' => start + closing_quote(rest, first).unwrap_or(rest.len()),
                _ => {
                    start
                        + rest
                            .char_indices()
                            .skip(1)
                            .find(|&(_, sign)| ":\n".contains(sign))
                            .map_or(rest.len(), |(at, _)| at)
                }
            };
        }
    }

    /// A formula inside `{…}` or `[…]` with brackets of its own.
    fn formula(&self, formula: Range<usize>) -> Damage {
        let text = cut(self.text, formula.clone());
        if text.starts_with(['*', '&', '!', '>', '|', '%', '@', '`']) {
            return reserved(self.place, formula.start, true);
        }
        let cut_at = text.find([',', '[', '{']).unwrap_or(0);
        let code = if cut(text, cut_at..text.len()).starts_with(',') {
            Code::YamlCutAtComma
        } else {
            Code::YamlBracketInValue
        };
        let at = formula.start + cut_at;
        self.place.needs_quotes(code, at..at + 1, formula)
    }

    pub(super) fn value_start(&self, at: usize) -> usize {
        trimmed(self.text, at..self.text.len()).start
    }

    /// Whether what is wrong is the first thing of a value.
    fn starts_value(&self) -> bool {
        let line = line_at(self.text, self.at);
        line_parts(self.text, line).value.start == self.at
    }

    fn in_brackets_now(&self) -> bool {
        !self.context.open.is_empty()
    }

    pub(super) fn reserved(&self, start: usize) -> Damage {
        reserved(self.place, self.value_start(start), self.in_brackets_now())
    }

    /// The quoted text that YAML was reading when it stopped at `at`, by its first
    /// quote: the last one that is opened before `at` and ends there or later.
    fn quote_start(&self) -> Option<usize> {
        let mut from = self.context.end;
        loop {
            let start = self.skip_separators(from);
            if start > self.at {
                return None;
            }
            let rest = self.rest(start);
            let Some(quote) = rest.chars().next().filter(|&first| matches!(first, '"' | '\'')) else {
                let next = rest.find([',', '\n', ':', '[', '{', ']', '}', '"', '\''])?;
                from = start + next.max(1);
                while !self.text.is_char_boundary(from) {
                    from += 1;
                }
                continue;
            };
            let end = closing_quote(rest, quote).map_or(self.text.len(), |length| start + length);
            if trimmed(self.text, end..self.text.len()).start >= self.at {
                return Some(start);
            }
            from = end;
        }
    }

    /// A character that cannot be seen, in the rest of the line.
    fn control(&self) -> Option<Damage> {
        let line = cut(self.text, self.at..line_at(self.text, self.at).end);
        let unseen = |letter: char| {
            letter.is_control() && letter != '\t' || matches!(letter, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
        };
        let (at, letter) = line.char_indices().find(|&(_, letter)| unseen(letter))?;
        let range = self.at + at..self.at + at + letter.len_utf8();
        let error = self.place.error(Code::YamlControlCharacter, range.clone());
        let error =
            error.arg("character", format!("U+{:04X}", u32::from(letter))).fix(self.place.span(range.clone()), "");
        Some(Damage::covered(error, range, Cover::Word))
    }

    fn unclosed_quote(&self) -> Damage {
        let start = self.quote_start().unwrap_or_else(|| self.value_start(self.at));
        if let Some(damage) = (ReadStop { at: start, ..*self }).control() {
            return damage;
        }
        let end = block_end(self.text, start);
        let line = trimmed(self.text, start..line_at(self.text, start).end);
        let error =
            self.place.error(Code::YamlUnclosedQuote, start..start + 1).arg("text", shown(cut(self.text, start..end)));
        let error = self.closed_quote(error, &line).help("help-yaml-close-quote");
        // What closes the brackets before it is behind the quote that is missing.
        let kept = error.fixes.first().map_or(line.end, |fix| fix.span.start);
        Damage::covered(error, line.start..kept, Cover::Word)
    }

    fn after_quote(&self) -> Damage {
        let Some(start) = self.quote_start() else { return self.unknown() };
        let quoted = cut(self.text, start..self.at);
        if quoted.contains('\n') {
            return self.unclosed_quote();
        }
        let end = match self.context.open.is_empty() {
            false => flow_end(self.text, start, true),
            true => {
                let parts = line_parts(self.text, line_at(self.text, start));
                if parts.key.is_some() && parts.value.start == start { parts.value.end } else { self.name_end(start) }
            }
        };
        let after = trimmed(self.text, self.at..end.max(self.at));
        let whole = trimmed(self.text, start..end.max(self.at));
        self.inner_quotes(self.place.needs_quotes(Code::YamlTextAfterQuote, after, whole.clone()), whole)
    }

    /// The end of a name: before its colon.
    fn name_end(&self, start: usize) -> usize {
        let line = cut(self.text, start..block_end(self.text, start));
        line.find(": ").or_else(|| line.strip_suffix(':').map(str::len)).map_or(start + line.len(), |at| start + at)
    }

    fn escape(&self) -> Damage {
        let start = self.quote_start().unwrap_or(self.at);
        let rest = self.rest(start);
        let end = start + closing_quote(rest, '"').unwrap_or(rest.len());
        let whole = cut(self.text, start..end);
        let escape = bad_escape(whole).map_or(start..end, |found| start + found.start..start + found.end);
        let inside = whole.strip_prefix('"').unwrap_or(whole);
        let inside = inside.strip_suffix('"').unwrap_or(inside);
        let error = self.place.error(Code::YamlEscape, escape.clone()).arg("text", cut(self.text, escape));
        let error = error.help("help-yaml-single-quotes");
        let simple = !inside.contains(['\n', '\'']);
        let error = if simple { error.fix(self.place.span(start..end), format!("'{inside}'")) } else { error };
        Damage::covered(error, start..end, Cover::Word)
    }

    /// A tab among the blanks that a line starts with, near where YAML stopped.
    fn tab_in_front(&self) -> Option<Range<usize>> {
        let line = line_at(self.text, self.at);
        let blanks = line.start..trimmed(self.text, line.clone()).start;
        let tab = cut(self.text, blanks.clone()).find('\t')?;
        Some(blanks.start + tab..blanks.end)
    }

    fn tab(&self) -> Damage {
        let tabs = self.tab_in_front().unwrap_or_else(|| {
            let next = self.rest(self.at).find('\t').map_or(self.at, |found| self.at + found);
            let after = self.rest(next);
            next..next + (after.len() - after.trim_start_matches(['\t', ' ']).len())
        });
        let error = self.place.error(Code::YamlTab, tabs.clone()).help("help-yaml-spaces");
        Damage::fatal(self.untabbed(error, tabs))
    }

    fn directive(&self) -> Damage {
        let line = line_at(self.text, self.at);
        let error = self.place.error(Code::YamlDirective, trimmed(self.text, line.clone()));
        Damage::covered(error.arg("text", shown(cut(self.text, line.clone()))), line, Cover::Blank)
    }

    fn too_deep(&self) -> Damage {
        Damage::fatal(self.place.error(Code::YamlTooDeep, self.at..(self.at + 1).min(self.text.len())))
    }

    /// One sign too many.
    fn extra(&self, code: Code) -> Damage {
        if let Some(damage) =
            before_bracket(self.place, line_at(self.text, self.at)).filter(|_| !self.in_brackets_now())
        {
            return damage;
        }
        let sign = self.rest(self.at).chars().next().unwrap_or(' ');
        let range = self.at..self.at + sign.len_utf8();
        // It closes what was read as a part of the name before it, because that lacks its colon.
        if let Some(name) = self.name_before_bracket(range.end) {
            let whole = shown(cut(self.text, name.start..range.end));
            let error = self.place.error(Code::YamlMissingColon, name.clone()).arg("text", whole);
            let error = error.help("help-yaml-name-value").may_fix(self.place.span(name.end..name.end), ":");
            return Damage::covered(error, range, Cover::Blank);
        }
        let error = self.place.error(code, range.clone()).arg("sign", sign.to_string());
        Damage::covered(error.fix(self.place.span(range.clone()), ""), range, Cover::Blank)
    }

    /// The name at the beginning of a line whose brackets are closed up to `end` and that has no colon before
    /// the first of them.
    fn name_before_bracket(&self, end: usize) -> Option<Range<usize>> {
        let start = line_at(self.text, end).start;
        let line = cut(self.text, start..end);
        let (opening, closing) = (['{', '['], ['}', ']']);
        let name = cut(line, 0..line.find(opening)?).trim_end();
        let closed = line.matches(opening).count() == line.matches(closing).count();
        let blanks = name.len() - name.trim_start().len();
        (closed && blanks < name.len() && !name.contains(':')).then(|| start + blanks..start + name.len())
    }

    /// The formula after a `{` or `[` that lost its end, and the bracket with it, to a
    /// comment.
    fn cut_at_hash(&self, open: usize) -> Option<Damage> {
        let line = cut(self.text, 0..line_at(self.text, open).end);
        let hash = open + cut(line, open..line.len()).find(" #")? + 1;
        let mut start = open + 1;
        loop {
            start = trimmed(line, start..line.len()).start;
            let end = flow_end(line, start, true);
            if end > hash {
                let closing = if cut(line, open..open + 1) == "{" { '}' } else { ']' };
                let lost = cut(line, hash..line.len()).contains(closing);
                let cut_off = start < hash && (lost || is_cut_off(cut(line, start..hash), cut(line, hash..line.len())));
                return cut_off.then(|| self.place.needs_quotes(Code::YamlCutAtHash, hash..end, start..end));
            }
            let sign = cut(line, end..line.len()).chars().next()?;
            start = end + sign.len_utf8();
        }
    }

    fn unclosed_bracket(&self, open: usize) -> Damage {
        if let Some(damage) = self.cut_at_hash(open) {
            return damage;
        }
        let sign = cut(self.text, open..open + 1);
        let closing = if sign == "{" { "}" } else { "]" };
        let error =
            self.place.error(Code::YamlUnclosedBracket, open..open + 1).arg("sign", sign).arg("closing", closing);
        let line = trimmed(self.text, open..line_at(self.text, open).end);
        // Reading on makes sense when nothing but this line belongs to it.
        let next = trimmed(self.text, line.end..self.text.len()).start;
        let ends_here = line_at(self.text, self.at).start <= line_at(self.text, next).start;
        let error = self.closed_bracket(error, &line, closing).help_with("help-yaml-close", "closing", closing);
        if ends_here { Damage::covered(error, line, Cover::Word) } else { Damage::fatal(error) }
    }

    /// Something in `{…}` or `[…]` that is neither a comma nor the end.
    fn in_brackets(&self) -> Damage {
        let open = self.context.open.last().copied().unwrap_or(self.at);
        let last = self.context.last.clone().filter(|last| last.start > open);
        let at = self.value_start(self.at);
        let next = self.rest(at).chars().next();
        if next == Some(',') {
            return self.extra(Code::YamlExtraComma);
        }
        let opened_before = cut(self.text, open..at).contains('\n');
        let line = line_at(self.text, at);
        if opened_before {
            let outer = indent_of(cut(self.text, line_at(self.text, open)));
            let here = indent_of(cut(self.text, line.clone()));
            let key = line_parts(self.text, line.clone()).key;
            let starts_key =
                key.is_some_and(|key| (next == Some(':') && key.end == at) || (here <= outer && key.start == at));
            let comment = cut(self.text, line_at(self.text, open)).contains(" #");
            if here <= outer && (starts_key || next.is_none() || comment) {
                return self.unclosed_bracket(open);
            }
            let before = last.as_ref().map_or(open, |last| last.start);
            if starts_key && cut(self.text, before..at).contains('\n') {
                return self.missing_comma(line.start);
            }
        }
        let start = match last {
            Some(last) if trimmed(self.text, last.end..at).is_empty() => last.start,
            _ if next == Some(':') => line_parts(self.text, line).content.start.max(open + 1),
            _ => at,
        };
        match next {
            Some('[' | '{') => {
                let end = self.prose_end(start, flow_end(self.text, start, true));
                self.place.needs_quotes(Code::YamlBracketInValue, at..at + 1, start..end)
            }
            Some(':') if let Some(damage) = self.entries_without_comma(start, at) => damage,
            Some(':') => {
                let value = start..flow_end(self.text, start, false);
                let mut damage = self.place.needs_quotes(Code::YamlColonInValue, at..at + 1, value);
                // In what is no text, another name may begin there.
                if !PROSE.contains(&key_before(self.text, start)) {
                    damage.diagnostic.fixes.iter_mut().for_each(|fix| fix.sure = false);
                }
                damage
            }
            Some(_) if self.rest(start).starts_with('*') => self.reserved(start),
            Some(_) => self.begins_with_braces(at).unwrap_or_else(|| self.missing_comma(at)),
            None => self.unclosed_bracket(open),
        }
    }

    /// Where a value ends that ends at a comma: in prose, behind which no name follows, the comma belongs to it.
    pub(super) fn prose_end(&self, start: usize, mut end: usize) -> usize {
        while PROSE.contains(&key_before(self.text, start)) && self.rest(end).starts_with(',') {
            let next = flow_end(self.text, end + 1, true);
            if next <= end + 1 || self.rest(next).trim_start().starts_with(':') {
                break;
            }
            end = next;
        }
        end
    }

    /// `{a: 1 b: 2}`, `{a: 1; b: 2}`: the value that begins at `start` goes on to the name before the colon at `at`.
    fn entries_without_comma(&self, start: usize, at: usize) -> Option<Damage> {
        let head = cut(self.text, start..at);
        let word = head.rfind([' ', ';']).map(|blank| blank + 1)?;
        let name = cut(head, word..head.len());
        let value = cut(head, 0..word).trim_end();
        let semicolon = value.ends_with(';');
        let value = value.trim_end_matches(';').trim_end();
        // One word and then a name: only a sentence has a colon so soon.
        let key = key_before(self.text, start);
        let one_word = !value.contains(char::is_whitespace) && !PROSE.contains(&key);
        // `{1..4: word, 5..8: more words 9..: word}`
        let ranges = [key, name].into_iter().all(is_range);
        let certain = semicolon || ranges || is_our_word("keys", name);
        if value.is_empty() || value.contains('\n') || !(certain || one_word) {
            return None;
        }
        let end = flow_end(self.text, start, false);
        let rest = cut(self.text, start + word..end);
        let rest = if semicolon { rest.replace(';', ",") } else { rest.to_owned() };
        let error = self.place.error(Code::YamlMissingComma, start + word..at).arg("text", shown(name));
        let (span, mended) = (self.place.span(start..end), format!("{value}, {rest}"));
        let error = if certain { error.fix(span, mended) } else { error.may_fix(span, mended) };
        Some(Damage::covered(error, start..end, Cover::Word))
    }

    fn missing_comma(&self, at: usize) -> Damage {
        let start = self.value_start(at);
        let line = line_at(self.text, start);
        let word = line_parts(self.text, start..line.end).key.unwrap_or(start..line.end);
        let text = shown(cut(self.text, word.clone()));
        Damage::fatal(self.place.error(Code::YamlMissingComma, word).arg("text", text))
    }

    pub(super) fn unknown(&self) -> Damage {
        let at = self.value_start(self.at).min(self.text.len());
        let end = line_at(self.text, at).end.max(at);
        Damage::fatal(self.place.error(Code::YamlSyntax, at..end))
    }
}

/// `5..8`, `9..`, `7`: the name of a row that is found by a number.
fn is_range(name: &str) -> bool {
    name.contains(|letter: char| letter.is_ascii_digit())
        && name.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '.' | '-' | '−'))
}

/// `name:{…}` and `name {…}`: a bracket that YAML takes for a part of the name, because what ends the name is missing.
pub(super) fn before_bracket(place: SourceText<'_>, line: Range<usize>) -> Option<Damage> {
    let content = line_parts(place.text, line).content;
    let whole = cut(place.text, content.clone());
    let bracket = whole.find(['{', '['])?;
    let head = cut(whole, 0..bracket);
    let closing = if cut(whole, bracket..bracket + 1) == "{" { '}' } else { ']' };
    // The `[` of a name such as `Table[row]` opens no list.
    let end = cut(whole, bracket..whole.len()).find(": ").map_or(whole.len(), |at| bracket + at);
    let closed = cut(whole, bracket..end).contains(closing);
    let name = head.trim_end().trim_end_matches(':');
    if name.is_empty() || closed || head.contains(": ") || name.contains(['\'', '"', '«', '#', '(']) {
        return None;
    }
    if head.ends_with(':') {
        return Some(missing_space(place, content, bracket - 1));
    }
    let end = content.start + head.trim_end().len();
    let blank = head.ends_with(' ') && !head.trim_end().ends_with(':');
    blank.then(|| {
        let error = place.error(Code::YamlMissingColon, content.start..end).arg("text", shown(whole));
        let error = error.help("help-yaml-name-value").may_fix(place.span(end..end), ":");
        Damage::covered(error, content, Cover::Key)
    })
}

/// `name:value`, covered as a name.
pub(super) fn missing_space(place: SourceText<'_>, content: Range<usize>, colon: usize) -> Damage {
    let whole = cut(place.text, content.clone());
    let mended = format!("{}: {}", cut(whole, 0..colon), cut(whole, colon + 1..whole.len()));
    let at = content.start + colon;
    let error = place.error(Code::YamlMissingSpace, at..at + 1).arg("sign", ":").arg("text", shown(&mended));
    Damage::covered(error.fix(place.span(content.clone()), mended), content, Cover::Key)
}
