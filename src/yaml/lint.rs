//! Formulas that YAML splits without an error, and lists and maps that it reads as a text.

use crate::diagnostic::Code;
use std::ops::Range;

use super::error_recovery::{Cover, Damage};
use super::lines::cut_name;
use super::reader::TreeBuilder;
use super::syntax;
use super::text::{
    colon_without_blank, cut, flow_end, indent_of, is_cut_off, line_at, line_parts, open_brackets, shown, trimmed,
};

impl TreeBuilder<'_> {
    /// Formulas that YAML cut in pieces without a word.
    pub(super) fn lint(&mut self, text: &str, range: &Range<usize>) {
        let flow = self.in_brackets();
        // A line in brackets may hold all of the file: it is not looked through for each text.
        let line = (!flow).then(|| line_at(self.text, range.start));
        if let Some(line) = line
            && trimmed(self.text, line.clone()).start == range.start
            && let Some(damage) = cut_name(self.place, line, false)
        {
            self.damage(damage);
            return;
        }
        if !flow
            && self.waits_for_key()
            && text.contains(['{', '['])
            && let Some(damage) = syntax::before_bracket(self.place, line_at(self.text, range.start))
        {
            self.damage(damage);
            return;
        }
        if cut(self.text, range.end..self.text.len()).trim_start_matches([' ', '\t']).starts_with('#')
            && !cut(self.text, range.end..self.text.len()).starts_with('#')
            && is_cut_off(text, cut(self.text, range.end..line_at(self.text, range.end).end))
        {
            let hash =
                self.text.get(range.end..).and_then(|rest| rest.find('#')).map_or(range.end, |at| range.end + at);
            let end = if flow { flow_end(self.place.text, range.start, true) } else { 0 };
            let line = trimmed(self.text, range.start..line_at(self.text, range.end).end);
            let end = if end > hash { end } else { line.end };
            self.damage(self.place.needs_quotes(Code::YamlCutAtHash, hash..end, range.start..end));
        } else if flow && (!open_brackets(text).is_empty() || !text.matches('"').count().is_multiple_of(2)) {
            let end = flow_end(self.place.text, range.start, true);
            let whole = cut(self.text, range.start..end);
            let goes_on = whole.get(text.len()..).unwrap_or("");
            let keyed = goes_on.split(',').nth(1).is_some_and(|next| next.contains(": ") && !next.contains('"'));
            if end > range.end && keyed && !goes_on.contains(')') && open_brackets(text) == ['('] {
                // `{when: (a or b, is: success}`: what follows belongs to something else.
                let open = range.start + text.find('(').unwrap_or(0);
                let error = self.place.error(Code::MissingClose, open..open + 1).arg("open", "(").arg("close", ")");
                let error = error.may_fix(self.place.span(range.end..range.end), ")");
                self.damage(Damage::covered(error, range.clone(), Cover::Word));
            } else if end > range.end {
                let comma = range.end..range.end + 1;
                self.damage(self.place.needs_quotes(Code::YamlCutAtComma, comma, range.start..end));
            }
        } else if !flow {
            self.lint_lines(text, range);
        } else if self.waits_for_key() && self.next_is_end_of_entry(range.end) {
            // `{name:value}`: a name without a value.
            if let Some(colon) = colon_without_blank(text).filter(|_| !cut(self.text, range.clone()).contains('\n')) {
                let mut damage = syntax::missing_space(self.place, range.clone(), colon);
                damage.cover = Some((range.clone(), Cover::Word));
                self.damage(damage);
            }
        }
    }

    fn next_is_end_of_entry(&self, at: usize) -> bool {
        cut(self.text, at..self.text.len()).trim_start().starts_with([',', '}'])
    }

    /// `name:value` on a line of its own, and lists without or with too many blanks:
    /// YAML takes them for a text.
    fn lint_lines(&mut self, text: &str, range: &Range<usize>) {
        let written = cut(self.text, range.clone());
        let several = written.contains('\n');
        let in_list = self.in_list();
        let dashed = |line: &str| line.trim_start().strip_prefix('-').is_some_and(|rest| !rest.is_empty());
        if several && in_list {
            let mut at = range.start;
            for line in written.split_inclusive('\n') {
                let start = trimmed(self.text, at..at + line.len()).start;
                if at > range.start && line.trim_start().starts_with("- ") {
                    let rest = line_parts(self.text, line_at(self.text, start)).value;
                    let error = self.place.error(Code::YamlIndentation, start..rest.end);
                    let error = error.arg("text", shown(cut(self.text, start..rest.end))).help("help-yaml-indentation");
                    self.damage(Damage::covered(error, range.clone(), Cover::Word));
                    return;
                }
                at += line.len();
            }
        } else if several && dashed(written) && !written.starts_with("- ") && written.lines().skip(1).any(dashed) {
            let first = trimmed(self.text, range.start..line_at(self.text, range.start).end);
            let item = cut(self.text, first.clone()).trim_start_matches('-').to_owned();
            let error = self.place.error(Code::YamlMissingSpace, range.start..range.start + 1).arg("sign", "-");
            let mended = format!("- {item}");
            let error = error.arg("text", shown(&mended)).fix(self.place.span(first), mended);
            self.damage(Damage::covered(error, range.clone(), Cover::Word));
            return;
        }
        // A whole map that lost a blank: the first line is alone.
        let line = line_at(self.text, range.start);
        let alone =
            !in_list && !self.waits_for_key() && indent_of(cut(self.text, line.clone())) == range.start - line.start;
        let first = range.start..trimmed(self.text, range.start..line.end.min(range.end)).end;
        if alone && let Some(colon) = colon_without_blank(cut(self.text, first.clone())) {
            let name = cut(self.text, first.start..first.start + colon);
            if !name.contains(char::is_whitespace) || text.lines().count() > 1 {
                self.damage(syntax::missing_space(self.place, first, colon));
            }
        }
    }
}
