//! Unexpected lines outside of brackets.

use crate::diagnostic::Code;
use crate::source::is_odd_blank;
use std::ops::Range;

use super::error_recovery::{Cover, Damage, SourceText};
use super::syntax::{ReadStop, before_bracket, missing_space};
use super::text::{
    block_end, colon_with_blank, colon_without_blank, cut, in_quotes, indent_of, line_at, line_parts, shown, trimmed,
};

/// `Name #2: value`: YAML takes the end of the name for a comment, and its colon with it. A comment that is apart
/// may be one, unless the line is wrong without it.
pub(super) fn cut_name(place: SourceText<'_>, line: Range<usize>, is_wrong: bool) -> Option<Damage> {
    if !cut(place.text, line.clone()).as_bytes().contains(&b'#') {
        return None;
    }
    let content = line_parts(place.text, line).content;
    let written = cut(place.text, content.clone());
    let hash = written.find(" #").map(|at| at + 1)?;
    let comment = cut(written, hash + 1..written.len());
    let colon = hash + 1 + colon_with_blank(comment)?;
    let quoted = written.starts_with(['"', '\'']) || colon_with_blank(cut(written, 0..hash)).is_some();
    let apart = comment.starts_with(|letter: char| letter.is_whitespace() || letter == '#');
    if quoted || (apart && !is_wrong) {
        return None;
    }
    let name = content.start..content.start + colon;
    Some(place.needs_quotes(Code::YamlCutAtHash, content.start + hash..name.end, name))
}

/// Blanks that are no spaces, where YAML needs spaces, with their offsets.
pub(crate) fn odd_blanks(text: &str) -> Vec<(usize, char)> {
    let mut places = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        // What is before: the last letter and how many there are, blanks aside, and whether a quote is open.
        let (mut last, mut letters, mut quoted) = (' ', 0_usize, false);
        for (at, letter) in line.char_indices() {
            let structural = match letters {
                0 => true,
                1 if last == '-' => true,
                _ => matches!(last, ':' | ',' | '{' | '[') && !quoted,
            };
            if is_odd_blank(letter) && structural {
                places.push((start + at, letter));
            }
            if !letter.is_whitespace() {
                (last, letters, quoted) = (letter, letters + 1, quoted != (letter == '"'));
            }
        }
        start += line.len();
    }
    places
}

/// Keys whose values are sentences, in which a colon may stand.
pub(super) const PROSE: [&str; 7] = ["doc", "name", "say", "stop", "fail", "note", "default"];

impl ReadStop<'_> {
    /// A colon where none may be.
    pub(super) fn colon(&self) -> Damage {
        let line = line_at(self.text, self.at);
        let parts = line_parts(self.text, line.clone());
        if let Some(damage) = before_bracket(self.place, line.clone()) {
            return damage;
        }
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
        if parts.key.as_ref().is_some_and(|key| key.end == self.at) {
            return self.indentation(line);
        }
        if parts.value.start == self.at {
            return self.reserved(self.at);
        }
        if let Some(damage) = self.lost_colon(parts.content.clone()) {
            return damage;
        }
        if let Some(name) = cut(self.text, parts.value.clone()).strip_suffix(':').filter(|_| parts.key.is_some()) {
            // `A name: of several parts:`, with what belongs to it below.
            let name = parts.content.start..parts.value.start + name.len();
            if !cut(self.text, name.clone()).contains('\n') {
                let damage = self.place.needs_quotes(Code::YamlColonInValue, self.at..self.at + 1, name);
                return Damage { cover: Some((parts.content, Cover::Key)), ..damage };
            }
        }
        if let Some(damage) = parts.key.and_then(|key| self.lost_braces(key, parts.value.clone())) {
            return damage;
        }
        self.place.needs_quotes(Code::YamlColonInValue, self.at..self.at + 1, parts.value)
    }

    /// `name {key: value}`: the colon behind the name is missing.
    fn lost_colon(&self, content: Range<usize>) -> Option<Damage> {
        let written = cut(self.text, content.clone());
        let open = written.find(['{', '['])?;
        let name = cut(written, 0..open).trim_end();
        let closed = written.ends_with(if written.get(open..)?.starts_with('{') { '}' } else { ']' });
        if !closed || name.is_empty() || name.contains([':', '\'', '"', '#']) {
            return None;
        }
        let at = content.start..content.start + name.len();
        let error = self.place.error(Code::YamlMissingColon, at.clone()).arg("text", shown(written));
        let error = error.help("help-yaml-name-value").may_fix(self.place.span(at.end..at.end), ":");
        Some(Damage::covered(error, content, Cover::Key))
    }

    /// `thing: name: value`, `thing: path.of names: value`: braces are missing around what belongs to the thing, unless
    /// that is prose.
    fn lost_braces(&self, key: Range<usize>, value: Range<usize>) -> Option<Damage> {
        let written = cut(self.text, value.clone());
        if PROSE.contains(&cut(self.text, key)) || written.contains('\n') {
            return None;
        }
        let is_word = |name: &str| {
            let blank = |part: &str| part.is_empty() || part.trim() != part;
            let path = name.contains('.') && !name.split('.').any(blank);
            !name.is_empty()
                && name.chars().all(|it| it.is_alphanumeric() || it == '_' || path && matches!(it, '.' | ' '))
        };
        let (mut names, mut rest) = (Vec::new(), written);
        while let Some((name, behind)) = rest.split_once(": ").filter(|(name, _)| is_word(name.trim())) {
            names.extend(name.trim().split('.'));
            rest = behind.trim();
        }
        if names.is_empty() || rest.is_empty() {
            return None;
        }
        let opens = rest.starts_with(['{', '[', '\'', '"']);
        let rest =
            if !opens && rest.contains([',', '[', ']', '{', '}', ':']) { in_quotes(rest) } else { rest.to_owned() };
        let mended = format!("{{{}: {rest}{}", names.join(": {"), "}".repeat(names.len()));
        let error = self.place.error(Code::YamlColonInValue, self.at..self.at + 1).arg("text", shown(written));
        let error = error.help_with("help-yaml-braces", "text", shown(&mended));
        let error = error.may_fix(self.place.span(value.clone()), mended);
        Some(Damage::covered(error, value, Cover::Word))
    }

    /// A line that is not what has to stand there.
    pub(super) fn line(&self) -> Damage {
        let at = self.value_start(self.at);
        let line = line_at(self.text, at);
        let parts = line_parts(self.text, line.clone());
        if let Some(damage) = before_bracket(self.place, line.clone()) {
            return damage;
        }
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

    pub(super) fn comment_in_text(&self, at: usize) -> Damage {
        let start = self.rest(at).find('#').map_or(at, |found| at + found);
        let line = line_at(self.text, start);
        if let Some(damage) = cut_name(self.place, line.clone(), false) {
            return damage;
        }
        let comment = trimmed(self.text, start..line.end);
        let error = self.place.error(Code::YamlCommentInText, comment.clone());
        // What follows is the rest of the text.
        let next = line_at(self.text, trimmed(self.text, comment.end..self.text.len()).start);
        Damage::covered(error.help("help-yaml-comment"), next, Cover::Blank)
    }

    /// A line without `name: value`.
    fn without_colon(&self, line: Range<usize>) -> Damage {
        if let Some(damage) = cut_name(self.place, line.clone(), true) {
            return damage;
        }
        let parts = line_parts(self.text, line.clone());
        let content = parts.content.start..block_end(self.text, parts.content.start).max(parts.content.start);
        let whole = cut(self.text, content.clone());
        if self.context.in_list && whole.starts_with('-') && whole.len() > 1 {
            let item = whole.trim_start_matches('-').trim_start();
            let error = self.place.error(Code::YamlMissingSpace, content.start..content.start + 1).arg("sign", "-");
            let error = error.arg("text", shown(&format!("- {item}")));
            return Damage::covered(
                error.fix(self.place.span(content.clone()), format!("- {item}")),
                content,
                Cover::Item,
            );
        }
        if let Some(colon) = colon_without_blank(whole) {
            return missing_space(self.place, content, colon);
        }
        // `- item`, and further in below it `name: value`: it is no part of the item, which is a text.
        let below = line_at(self.text, (line.end + 1).min(self.text.len()));
        let item = cut(self.text, line.clone()).trim_start().starts_with("- ") && parts.key.is_none();
        let further_in = indent_of(cut(self.text, below.clone())) > indent_of(cut(self.text, line.clone()));
        if item && further_in && line_parts(self.text, below.clone()).key.is_some() {
            return self.indentation(below);
        }
        let error = self.place.error(Code::YamlMissingColon, content.clone()).arg("text", shown(whole));
        let cover = if content.len() > 1 { Cover::Key } else { Cover::Blank };
        let mut error = self.with_colon(error.help("help-yaml-name-value"), &content);
        // `name = value`
        if let Some((name, value)) = whole.split_once('=').map(|(name, value)| (name.trim_end(), value.trim_start())) {
            let end = content.start + name.len();
            let rest = content.start + whole.len() - value.len();
            if !name.is_empty() && !value.is_empty() && !whole.contains('\n') {
                error = error.fix(self.place.span(end..rest), ": ");
            }
        }
        // `tirada character 1`
        let number = whole.rsplit_once(' ').filter(|(_, last)| last.bytes().all(|digit| digit.is_ascii_digit()));
        if let Some(end) = number.map(|(name, _)| content.start + name.trim_end().len()) {
            error = error.may_fix(self.place.span(end..end), ":");
        }
        Damage::covered(error, content, cover)
    }

    /// A line that is neither under the one above nor beside it.
    fn indentation(&self, line: Range<usize>) -> Damage {
        if let Some(damage) = self.lost_dash(&line).or_else(|| self.odd_line_before(&line)) {
            return damage;
        }
        let first = trimmed(self.text, line.clone()).start;
        let parts = line_parts(self.text, line.clone());
        if let Some(key) = parts.key.clone()
            && let sign @ ("&" | "*") = cut(self.text, key.start..key.start + 1)
        {
            // YAML takes the name, with its colon, for that of a mark or a copy.
            let mut damage = self.place.needs_quotes(Code::YamlReservedStart, key.start..key.start + 1, key);
            damage.diagnostic = damage.diagnostic.arg("sign", sign);
            return damage;
        }
        let word = parts.key.map_or(first..parts.value.end, |key| first..key.end);
        let text = shown(cut(self.text, word.clone()));
        let error = self.place.error(Code::YamlIndentation, word).arg("text", text).help("help-yaml-indentation");
        let error = self.indented(error, &line);
        let indent = indent_of(cut(self.text, line.clone()));
        if indent == 0 {
            return Damage::fatal(error);
        }
        let block = self.lines_from(line, |below| indent_of(below) >= indent);
        Damage::covered(error, block, Cover::Blank)
    }

    /// The line above, if it has a value and is indented less than its siblings, whose indentation is that of this
    /// line.
    fn odd_line_before(&self, line: &Range<usize>) -> Option<Damage> {
        let indent = indent_of(cut(self.text, line.clone()));
        let mut end = line.start;
        let mut above = std::iter::from_fn(|| {
            let found = line_at(self.text, end.checked_sub(1)?);
            end = found.start;
            Some(found)
        })
        .filter(|found| !cut(self.text, found.clone()).trim().is_empty());
        let odd = above.next()?;
        let column = indent_of(cut(self.text, odd.clone()));
        let parts = line_parts(self.text, odd.clone());
        let key = parts.key.filter(|_| column < indent && !parts.value.is_empty())?;
        let beside = above.map(|found| indent_of(cut(self.text, found))).find(|other| *other <= indent)?;
        if beside != indent {
            return None;
        }
        let text = shown(cut(self.text, key.clone()));
        let error =
            self.place.error(Code::YamlIndentation, key.clone()).arg("text", text).help("help-yaml-indentation");
        let error = error.fix(self.place.span(odd.start..key.start), " ".repeat(indent));
        Some(Damage::covered(error, trimmed(self.text, odd), Cover::Blank))
    }

    /// Names and dashes in one column.
    fn mixed(&self, line: Range<usize>, dash: bool) -> Damage {
        let content = trimmed(self.text, line.clone());
        let parts = line_parts(self.text, line.clone());
        let word = if dash { content.start..content.start + 1 } else { parts.key.unwrap_or(content) };
        let code = if dash { Code::YamlItemAmongNames } else { Code::YamlNameAmongItems };
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
}
