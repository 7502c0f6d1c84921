//! What the author meant where YAML cannot read on.

use std::ops::Range;

use granit_parser::ErrorKind;

use super::damage::{Cover, Damage, Place};
use super::text::{
    block_end, colon_without_blank, cut, flow_end, indent_of, is_cut_off, line_at, line_parts, open_brackets, shown, trimmed,
};

/// What was read when reading stopped.
#[derive(Debug, Clone, Default)]
pub(super) struct Context {
    /// The last text or alias.
    pub last: Option<Range<usize>>,
    /// The end of the last piece, of whatever kind.
    pub end: usize,
    /// The `{` or `[` that everything stands in, innermost last.
    pub open: Vec<usize>,
    /// Whether the innermost thing is a list with dashes.
    pub in_list: bool,
}

/// The damage at a byte where YAML cannot go on.
pub(super) fn damage(place: Place<'_>, kind: &ErrorKind, at: usize, context: &Context) -> Damage {
    use ErrorKind as E;
    let mut context = context.clone();
    let at = at.min(place.text.len());
    let ahead = Trouble { place, text: place.text, at, context: &context }.open_ahead();
    context.open.extend(ahead);
    let context = &context;
    let trouble = Trouble { place, text: place.text, at, context };
    match kind {
        E::UnclosedQuotedScalar
        | E::InvalidQuotedScalarIndent
        | E::DocumentIndicatorInQuotedScalar => trouble.unclosed_quote(),
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
        E::MisplacedFlowCollectionEnd => trouble.extra("yaml-extra-bracket"),
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
pub(super) fn tag(place: Place<'_>, start: usize, in_brackets: bool) -> Damage {
    let end = if in_brackets { flow_end(place.text, start, true) } else { block_end(place.text, start) };
    let word = cut(place.text, start..end).find(char::is_whitespace).map_or(end, |at| start + at);
    if cut(place.text, start..end).starts_with("!!") {
        // Nobody means this as a formula.
        let value = trimmed(place.text, word..end.max(word)).start;
        let error = place.error("yaml-tag", start..word).arg("text", shown(cut(place.text, start..word)));
        return Damage::covered(error.fix(place.span(start..value), ""), start..end, Cover::Word);
    }
    place.needs_quotes("yaml-tag", start..word, start..end)
}

/// A value that starts with a sign which means something else in YAML.
pub(super) fn reserved(place: Place<'_>, start: usize, in_brackets: bool) -> Damage {
    let text = place.text;
    let end = if in_brackets { flow_end(text, start, false) } else { block_end(text, start) };
    let sign = cut(text, start..text.len()).chars().next().unwrap_or(' ');
    let at = start..start + sign.len_utf8();
    let mut damage = place.needs_quotes("yaml-reserved-start", at, start..end.max(start));
    damage.diagnostic = damage.diagnostic.arg("sign", sign.to_string());
    if sign == '-' {
        damage.diagnostic = damage.diagnostic.help("help-yaml-list-below");
    }
    damage
}

struct Trouble<'a> {
    place: Place<'a>,
    text: &'a str,
    /// Where YAML stopped; often after what is wrong.
    at: usize,
    context: &'a Context,
}

impl Trouble<'_> {
    fn rest(&self, from: usize) -> &str {
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

    /// Brackets that were opened after the last thing that was read: YAML looks ahead.
    fn open_ahead(&self) -> Vec<usize> {
        let mut open = Vec::new();
        let mut from = self.context.end;
        loop {
            let start = self.skip_separators(from);
            let rest = self.rest(start);
            let Some(first) = rest.chars().next().filter(|_| start < self.at) else { return open };
            let inside = !open.is_empty() || !self.context.open.is_empty();
            from = start
                + match first {
                    '[' | '{' => {
                        open.push(start);
                        1
                    }
                    ']' | '}' => {
                        open.pop();
                        1
                    }
                    '"' | '\'' => closing_quote(rest, first).unwrap_or(rest.len()),
                    _ => rest
                        .char_indices()
                        .skip(1)
                        .find(|&(_, sign)| matches!(sign, ':' | '\n') || inside && ",[]{}".contains(sign))
                        .map_or(rest.len(), |(at, _)| at),
                };
        }
    }

    fn value_start(&self, at: usize) -> usize {
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

    fn reserved(&self, start: usize) -> Damage {
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

    fn unclosed_quote(&self) -> Damage {
        let start = self.quote_start().unwrap_or_else(|| self.value_start(self.at));
        let end = block_end(self.text, start);
        let line = trimmed(self.text, start..line_at(self.text, start).end);
        let error = self.place.error("yaml-unclosed-quote", start..start + 1).arg("text", shown(cut(self.text, start..end)));
        Damage::covered(error, line, Cover::Word)
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
        self.place.needs_quotes("yaml-text-after-quote", after, start..end.max(self.at))
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
        let error = self.place.error("yaml-escape", escape.clone()).arg("text", cut(self.text, escape));
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
        let spaces = cut(self.text, tabs.clone()).replace('\t', "  ");
        let error = self.place.error("yaml-tab", tabs.clone()).help("help-yaml-spaces");
        Damage::fatal(error.fix(self.place.span(tabs), spaces))
    }

    fn directive(&self) -> Damage {
        let line = line_at(self.text, self.at);
        let error = self.place.error("yaml-directive", trimmed(self.text, line.clone()));
        Damage::covered(error.arg("text", shown(cut(self.text, line.clone()))), line, Cover::Blank)
    }

    fn too_deep(&self) -> Damage {
        Damage::fatal(self.place.error("yaml-too-deep", self.at..(self.at + 1).min(self.text.len())))
    }

    /// One sign too many.
    fn extra(&self, code: &'static str) -> Damage {
        let sign = self.rest(self.at).chars().next().unwrap_or(' ');
        let range = self.at..self.at + sign.len_utf8();
        let error = self.place.error(code, range.clone()).arg("sign", sign.to_string());
        Damage::covered(error.fix(self.place.span(range.clone()), ""), range, Cover::Blank)
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
                let cut_off = start < hash && is_cut_off(cut(line, start..hash));
                return cut_off.then(|| self.place.needs_quotes("yaml-cut-at-hash", hash..end, start..end));
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
        let error = self.place.error("yaml-unclosed-bracket", open..open + 1).arg("sign", sign).arg("closing", closing);
        let line = trimmed(self.text, open..line_at(self.text, open).end);
        // Reading on makes sense when nothing but this line belongs to it.
        let next = trimmed(self.text, line.end..self.text.len()).start;
        let ends_here = line_at(self.text, self.at).start <= line_at(self.text, next).start;
        if ends_here { Damage::covered(error, line, Cover::Word) } else { Damage::fatal(error) }
    }

    /// Something in `{…}` or `[…]` that is neither a comma nor the end.
    fn in_brackets(&self) -> Damage {
        let open = self.context.open.last().copied().unwrap_or(self.at);
        let last = self.context.last.clone().filter(|last| last.start > open);
        let at = self.value_start(self.at);
        let next = self.rest(at).chars().next();
        if next == Some(',') {
            return self.extra("yaml-extra-comma");
        }
        let opened_before = cut(self.text, open..at).contains('\n');
        let line = line_at(self.text, at);
        if opened_before {
            let outer = indent_of(cut(self.text, line_at(self.text, open)));
            let here = indent_of(cut(self.text, line.clone()));
            let starts_key = next == Some(':') && line_parts(self.text, line.clone()).key.is_some_and(|key| key.end == at);
            if here <= outer && (starts_key || next.is_none()) {
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
                let end = flow_end(self.text, start, true);
                self.place.needs_quotes("yaml-bracket-in-value", at..at + 1, start..end)
            }
            Some(':') => {
                self.place.needs_quotes("yaml-colon-in-value", at..at + 1, start..flow_end(self.text, start, false))
            }
            Some(_) if self.rest(start).starts_with('*') => self.reserved(start),
            Some(_) => self.missing_comma(at),
            None => self.unclosed_bracket(open),
        }
    }

    fn missing_comma(&self, at: usize) -> Damage {
        let start = self.value_start(at);
        let line = line_at(self.text, start);
        let word = line_parts(self.text, start..line.end).key.unwrap_or(start..line.end);
        let text = shown(cut(self.text, word.clone()));
        Damage::fatal(self.place.error("yaml-missing-comma", word).arg("text", text))
    }

    /// A colon where none may be.
    fn colon(&self) -> Damage {
        let line = line_at(self.text, self.at);
        let parts = line_parts(self.text, line.clone());
        let several = self.context.last.clone().filter(|last| {
            cut(self.text, last.clone()).contains('\n') && trimmed(self.text, last.end..self.at).is_empty()
        });
        if let Some(last) = several {
            // The lines above were taken for one text that goes on here.
            let first = line_at(self.text, last.start);
            let before = line_parts(self.text, first.clone());
            if before.content.start == last.start {
                return self.without_colon(first);
            }
            return self.indentation(line);
        }
        if parts.key.is_some_and(|key| key.end == self.at) {
            return self.indentation(line);
        }
        if parts.value.start == self.at {
            return self.reserved(self.at);
        }
        self.place.needs_quotes("yaml-colon-in-value", self.at..self.at + 1, parts.value)
    }

    /// A line that is not what has to stand there.
    fn line(&self) -> Damage {
        let at = self.value_start(self.at);
        let line = line_at(self.text, at);
        let parts = line_parts(self.text, line.clone());
        if parts.key.is_some() && self.at > parts.value.start && self.at < parts.value.end {
            return self.after_value(parts.value);
        }
        if parts.key.is_some() && parts.value.start == at {
            return self.reserved(at);
        }
        let first = trimmed(self.text, line.clone()).start;
        let dash = cut(self.text, first..line.end).starts_with("- ") || cut(self.text, first..line.end) == "-";
        if let Some(comment) = self.comment_above(&line)
            && parts.key.is_none()
            && !dash
        {
            return self.comment_in_text(comment);
        }
        if !dash && parts.key.is_none() {
            if at > first && self.context.last.as_ref().is_some_and(|last| last.start >= first) {
                return self.after_value(first..parts.value.end);
            }
            return self.without_colon(line);
        }
        let other = if dash { !self.context.in_list } else { self.context.in_list };
        let same_column = first.saturating_sub(line.start) == self.column_above(&line);
        if other && same_column { self.mixed(line, dash) } else { self.indentation(line) }
    }

    /// The column in which the nearest line above starts that holds anything.
    fn column_above(&self, line: &Range<usize>) -> usize {
        let above = cut(self.text, 0..line.start).trim_end();
        indent_of(cut(self.text, line_at(self.text, above.len())))
    }

    /// The comment in the line just above.
    fn comment_above(&self, line: &Range<usize>) -> Option<usize> {
        let above = line_at(self.text, line.start.checked_sub(1)?);
        let first = trimmed(self.text, above.clone());
        cut(self.text, first.clone()).starts_with('#').then_some(first.start)
    }

    /// Text after a value that was complete: behind a bracket or an alias.
    fn after_value(&self, value: Range<usize>) -> Damage {
        self.reserved(value.start)
    }

    fn comment_in_text(&self, at: usize) -> Damage {
        let start = self.rest(at).find('#').map_or(at, |found| at + found);
        let comment = trimmed(self.text, start..line_at(self.text, start).end);
        let error = self.place.error("yaml-comment-in-text", comment.clone());
        // What follows is the rest of the text.
        let next = line_at(self.text, trimmed(self.text, comment.end..self.text.len()).start);
        Damage::covered(error.help("help-yaml-comment"), next, Cover::Blank)
    }

    /// A line without `name: value`.
    fn without_colon(&self, line: Range<usize>) -> Damage {
        let parts = line_parts(self.text, line.clone());
        let content = parts.content.start..block_end(self.text, parts.content.start).max(parts.content.start);
        let whole = cut(self.text, content.clone());
        if self.context.in_list && whole.starts_with('-') && whole.len() > 1 {
            let item = whole.trim_start_matches('-').trim_start();
            let error = self.place.error("yaml-missing-space", content.start..content.start + 1).arg("sign", "-");
            let error = error.arg("text", shown(&format!("- {item}")));
            return Damage::covered(error.fix(self.place.span(content.clone()), format!("- {item}")), content, Cover::Item);
        }
        if let Some(colon) = colon_without_blank(whole) {
            return missing_space(self.place, content, colon);
        }
        let error = self.place.error("yaml-missing-colon", content.clone()).arg("text", shown(whole));
        let cover = if content.len() > 1 { Cover::Key } else { Cover::Blank };
        Damage::covered(error.help("help-yaml-name-value"), content, cover)
    }

    /// A line that stands neither under the one above nor beside it.
    fn indentation(&self, line: Range<usize>) -> Damage {
        let first = trimmed(self.text, line.clone()).start;
        let parts = line_parts(self.text, line.clone());
        let word = parts.key.map_or(first..parts.value.end, |key| first..key.end);
        let text = shown(cut(self.text, word.clone()));
        let error = self.place.error("yaml-indentation", word).arg("text", text).help("help-yaml-indentation");
        let indent = indent_of(cut(self.text, line.clone()));
        if indent == 0 {
            return Damage::fatal(error);
        }
        let block = self.lines_from(line, |below| indent_of(below) >= indent);
        Damage::covered(error, block, Cover::Blank)
    }

    /// Names and dashes in one column.
    fn mixed(&self, line: Range<usize>, dash: bool) -> Damage {
        let content = trimmed(self.text, line.clone());
        let parts = line_parts(self.text, line.clone());
        let word = if dash { content.start..content.start + 1 } else { parts.key.unwrap_or(content) };
        let code = if dash { "yaml-item-among-names" } else { "yaml-name-among-items" };
        let text = shown(cut(self.text, word.clone()));
        let error = self.place.error(code, word).arg("text", text);
        let indent = indent_of(cut(self.text, line.clone()));
        let block = self.lines_from(line, |below| {
            indent_of(below) > indent || (indent_of(below) == indent && below.trim_start().starts_with('-') == dash)
        });
        Damage::covered(error, block, Cover::Blank)
    }

    /// A line and those after it for which something holds.
    fn lines_from(&self, first: Range<usize>, belongs: impl Fn(&str) -> bool) -> Range<usize> {
        let mut end = first.end;
        for below in self.rest(first.end).split_inclusive('\n').skip(1) {
            if !below.trim().is_empty() && !belongs(below) {
                break;
            }
            end += below.len();
        }
        // The first line's own break was left out.
        first.start..self.text.len().min(end + 1)
    }

    fn unknown(&self) -> Damage {
        let at = self.value_start(self.at).min(self.text.len());
        let end = line_at(self.text, at).end.max(at);
        Damage::fatal(self.place.error("yaml-syntax", at..end))
    }
}

/// `name:value`, covered as a name.
pub(super) fn missing_space(place: Place<'_>, content: Range<usize>, colon: usize) -> Damage {
    let whole = cut(place.text, content.clone());
    let mended = format!("{}: {}", cut(whole, 0..colon), cut(whole, colon + 1..whole.len()));
    let at = content.start + colon;
    let error = place.error("yaml-missing-space", at..at + 1).arg("sign", ":").arg("text", shown(&mended));
    Damage::covered(error.fix(place.span(content.clone()), mended), content, Cover::Key)
}

/// The length of a quoted text at the start of another, with both quotes.
fn closing_quote(text: &str, quote: char) -> Option<usize> {
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' && quote == '"' {
            letters.next();
        } else if letter == quote {
            let doubled = quote == '\'' && letters.peek().is_some_and(|&(_, next)| next == quote);
            if !doubled {
                return Some(at + 1);
            }
            letters.next();
        }
    }
    None
}

/// The first backslash of a quoted text that means nothing, with what belongs to it.
fn bad_escape(text: &str) -> Option<Range<usize>> {
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        if letter != '\\' {
            continue;
        }
        let (_, sign) = letters.next()?;
        let digits = match sign {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ if "0abt\tnvfre \"/\\N_LP\n\r".contains(sign) => continue,
            _ => return Some(at..at + 1 + sign.len_utf8()),
        };
        let rest = cut(text, at + 2..text.len());
        let hex = rest.chars().take(digits).take_while(char::is_ascii_hexdigit).count();
        let code = u32::from_str_radix(cut(rest, 0..hex), 16).ok().and_then(char::from_u32);
        if hex < digits || code.is_none() {
            return Some(at..at + 2 + hex);
        }
    }
    None
}

/// Whether brackets that were opened in a piece are closed further on.
pub(super) fn has_open_bracket(text: &str) -> bool {
    text.contains(['(', '«']) && !open_brackets(text).is_empty()
}
