//! Fixes for texts that YAML cannot parse.
//!
//! Each is tried before it is suggested: the text is parsed with it, and must be valid at least beyond the place.

use std::collections::BTreeSet;
use std::ops::Range;

use granit_parser::{Options, Parser};

use super::error_recovery::{Cover, Damage};
use super::syntax::ReadStop;
use super::text::{cut, flow_end, indent_of, line_at, line_parts, trimmed};
use crate::diagnostic::{Code, Diagnostic};
use crate::sort::Sort as _;

/// Texts that are longer are not read again for a suggestion.
const LONGEST: usize = 1 << 16;

/// How far a line is indented, and the line.
type Indented<'t> = (usize, &'t str);

/// Where YAML cannot go on; the end of the text if it can.
fn reads_to(text: &str) -> usize {
    let mut options = Options::default();
    options.emit_unresolved_aliases = true;
    options.set_emit_comments(false);
    for event in Parser::new_from_str_with_options(text, options) {
        if let Err(error) = event {
            return error.marker().byte_offset().unwrap_or(0);
        }
    }
    text.len()
}

/// Whether a text reads on beyond the place that was changed.
fn helps(text: &str, place: &Range<usize>, new: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let mended = format!("{}{new}{}", cut(text, 0..place.start), cut(text, place.end..text.len()));
    let line = line_at(&mended, place.start + new.len()).end;
    // What follows on the next line has to fit as well.
    let next = trimmed(&mended, line..mended.len()).start;
    reads_to(&mended) > line_at(&mended, next).end.min(mended.len().saturating_sub(1))
}

impl ReadStop<'_> {
    /// Suggests the changes that help.
    fn try_out(&self, error: Diagnostic, changes: Vec<(Range<usize>, String)>) -> Diagnostic {
        let found: Vec<_> = changes.into_iter().filter(|(place, new)| helps(self.text, place, new)).collect();
        let only = found.len() == 1;
        let suggest = |error: Diagnostic, (place, new): (Range<usize>, String)| {
            let span = self.place.span(place);
            if only { error.fix(span, new) } else { error.may_fix(span, new) }
        };
        found.into_iter().fold(error, suggest)
    }

    /// The lines above and below that hold something: how far they are indented, and what
    /// is in them.
    fn neighbours(&self, line: &Range<usize>) -> (Vec<Indented<'_>>, Option<Indented<'_>>) {
        let holds = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let above = cut(self.text, 0..line.start).lines().rev().filter(holds);
        let below = cut(self.text, line.end..self.text.len()).lines().find(holds);
        (above.map(|line| (indent_of(line), line)).collect(), below.map(|line| (indent_of(line), line)))
    }

    /// Where a line may begin, the likeliest first: where the next line does, under or beside the
    /// one above it, or beside what that is under.
    fn columns(&self, line: &Range<usize>, at: Option<usize>) -> Vec<usize> {
        let (above, below) = self.neighbours(line);
        let opens = |line: &str| line.trim_end().ends_with(':');
        let mut columns = Vec::new();
        if let Some((indent, _)) = below {
            columns.push(if opens(cut(self.text, line.clone())) { indent.saturating_sub(2) } else { indent });
        }
        if let Some(&(indent, text)) = above.first() {
            if opens(text) {
                columns.push(indent + 2);
            }
            let mut outer = Vec::new();
            for (indent, _) in above {
                if outer.last().is_none_or(|last| indent < *last) {
                    outer.push(indent);
                }
            }
            columns.extend(outer);
        }
        columns.retain(|column| Some(*column) != at && at.is_none_or(|at| column.abs_diff(at) < 4));
        // The nearest; of two that are equally near, the likelier one.
        columns.order_by_key(|column| at.map_or(0, |at| column.abs_diff(at)));
        columns
    }

    /// A line, and those that follow it in the same column or hang under it, moved to where they
    /// may have been meant.
    pub(super) fn indented(&self, error: Diagnostic, line: &Range<usize>) -> Diagnostic {
        let here = indent_of(cut(self.text, line.clone()));
        let mut end = line.end;
        let mut opened = cut(self.text, line.clone()).trim_end().ends_with(':');
        for below in self.rest((line.end + 1).min(self.text.len())).split_inclusive('\n') {
            let indent = indent_of(below);
            if below.trim().is_empty() || indent < here || (indent > here && !opened) {
                break;
            }
            opened = (indent > here && opened) || below.trim_end().ends_with(':');
            end += below.trim_end_matches('\n').len() + 1;
        }
        let block = line.start..end.min(self.text.len());
        let moved = |column: usize| {
            let lines = cut(self.text, block.clone()).split('\n').map(|line| match line.trim().is_empty() {
                true => line.to_owned(),
                false => {
                    let indent = (indent_of(line) + column).saturating_sub(here);
                    format!("{}{}", " ".repeat(indent), line.trim_start())
                }
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        let changes = self.columns(line, Some(here)).into_iter().map(|column| (block.clone(), moved(column)));
        let changes: Vec<_> = changes.collect();
        // One line alone: only its blanks change.
        if !cut(self.text, block.clone()).contains('\n') {
            let blanks = line.start..line.start + here;
            let alone = changes.iter().map(|(_, new)| (blanks.clone(), " ".repeat(indent_of(new)))).collect();
            return self.try_out(error, alone);
        }
        self.try_out(error, changes)
    }

    /// Blanks in place of tabs. Where nothing is indented with blanks, each tab is a level; else a line is
    /// where it can be read, and where that may be in several columns none of them is sure.
    pub(super) fn untabbed(&self, error: Diagnostic, tabs: Range<usize>) -> Diagnostic {
        let line = line_at(self.text, tabs.start);
        let blanks = line.start..trimmed(self.text, line.clone()).start;
        let spaces = |text: &str| text.replace('\t', "  ");
        if !blanks.contains(&tabs.start) || self.place.text.len() != self.text.len() {
            let new = spaces(cut(self.text, tabs.clone()));
            return error.may_fix(self.place.span(tabs), new);
        }
        let indented = |sign: char| self.text.lines().any(|line| line.starts_with(sign) && !line.trim().is_empty());
        if !indented(' ') {
            let rest = trimmed(self.text, line.start..self.text.len());
            let whole = line.start..rest.end;
            let lines = cut(self.text, whole.clone()).split('\n').map(|line| {
                let content = line.trim_start_matches('\t');
                format!("{}{content}", "  ".repeat(line.len() - content.len()))
            });
            return error.fix(self.place.span(whole), lines.collect::<Vec<_>>().join("\n"));
        }
        let mut columns = self.columns(&line, None);
        let mut seen = BTreeSet::new();
        columns.retain(|column| seen.insert(*column));
        let found = columns.into_iter().map(|column| (blanks.clone(), " ".repeat(column))).collect();
        let error = self.try_out(error, found);
        error.may_fix(self.place.span(tabs.clone()), spaces(cut(self.text, tabs)))
    }

    /// The colon after a name that has lines under it.
    pub(super) fn with_colon(&self, error: Diagnostic, content: &Range<usize>) -> Diagnostic {
        let line = line_at(self.text, content.start);
        let here = indent_of(cut(self.text, line.clone()));
        let (_, below) = self.neighbours(&line);
        if below.is_none_or(|(indent, _)| indent <= here) {
            return error;
        }
        self.try_out(error, vec![(content.end..content.end, ":".to_owned())])
    }

    /// The quote that closes a text: at the end of its line, or before the brackets there.
    pub(super) fn closed_quote(&self, error: Diagnostic, line: &Range<usize>) -> Diagnostic {
        let quote = cut(self.text, line.start..line.start + 1).to_owned();
        let mut changes = Vec::new();
        let mut end = line.end;
        loop {
            changes.push((end..end, quote.clone()));
            let Some(rest) = cut(self.text, line.start..end).strip_suffix(['}', ']']) else { break };
            end = line.start + rest.len();
        }
        self.try_out(error, changes)
    }

    /// The bracket that closes what is open, at the end of its line.
    pub(super) fn closed_bracket(&self, error: Diagnostic, line: &Range<usize>, closing: &str) -> Diagnostic {
        let comment = cut(self.text, line.clone()).find(" #").map_or(line.end, |at| line.start + at);
        let end = trimmed(self.text, line.start..comment).end;
        // `[name)`: the other sign was meant to close it.
        let inside = cut(self.text, line.start..end);
        let wrong = [('(', ')'), ('[', ']'), ('{', '}')].into_iter().any(|(opens, closes)| {
            inside.ends_with(closes) && inside.matches(closes).count() > inside.matches(opens).count()
        });
        let start = if wrong { end.saturating_sub(1) } else { end };
        self.try_out(error, vec![(start..end, closing.to_owned())])
    }

    /// A text that begins with a name in braces: `{actor} laughs`.
    pub(super) fn begins_with_braces(&self, at: usize) -> Option<Damage> {
        let line = line_at(self.text, at);
        let before = trimmed(self.text, line.start..at).end;
        let open = cut(self.text, line.start..before).strip_suffix('}')?.rfind('{')? + line.start;
        let inside = cut(self.text, open + 1..before - 1);
        if inside.is_empty() || inside.contains([':', ',']) {
            return None;
        }
        let end = self.prose_end(open, flow_end(self.text, open, false));
        (end > at).then(|| self.place.needs_quotes(Code::YamlBracketInValue, open..open + 1, open..end))
    }

    /// Quotes inside of a text in quotes: those around it are none of the text.
    pub(super) fn inner_quotes(&self, mut damage: Damage, whole: Range<usize>) -> Damage {
        let text = cut(self.text, whole.clone());
        let Some(quote) = text.chars().next().filter(|quote| text.len() > 1 && text.ends_with(*quote)) else {
            return damage;
        };
        let inside = cut(text, 1..text.len() - 1);
        if !matches!(quote, '\'' | '"') || inside.contains(['\n', '\\']) {
            return damage;
        }
        damage.diagnostic.fixes.iter_mut().for_each(|fix| fix.sure = false);
        let letter = |next: Option<char>| next.is_some_and(char::is_alphabetic);
        let meant = if quote == '\'' {
            inside.match_indices(quote).all(|(at, _)| {
                letter(cut(inside, 0..at).chars().next_back())
                    && letter(cut(inside, at + 1..inside.len()).chars().next())
            })
        } else {
            // A quotation in it; what begins with a text of its own is a formula.
            let first = inside.find(quote).unwrap_or(0);
            cut(inside, 0..first).ends_with([' ', '(', '¿', '¡'])
                && letter(cut(inside, first + 1..inside.len()).chars().next())
        };
        if meant {
            damage.diagnostic.helps.clear();
            damage.diagnostic.fixes.clear();
            let new = format!("'{}'", inside.replace('\'', "''"));
            let help = if quote == '\'' { "help-yaml-inner-quotes" } else { "help-yaml-quotation" };
            damage.diagnostic = damage.diagnostic.help(help).fix(self.place.span(whole), new);
        }
        damage
    }

    /// The first line of an item that lost its dash, if the line is under it and others of
    /// the same list have theirs.
    pub(super) fn lost_dash(&self, line: &Range<usize>) -> Option<Damage> {
        let here = indent_of(cut(self.text, line.clone()));
        let above = cut(self.text, 0..line.start).trim_end();
        let above = line_at(self.text, above.len());
        let column = indent_of(cut(self.text, above.clone()));
        if column + 2 != here {
            return None;
        }
        let parts = line_parts(self.text, above.clone());
        let word = parts.key.clone()?;
        let mut end = line.end;
        let mut another = false;
        for below in self.rest((line.end + 1).min(self.text.len())).split_inclusive('\n') {
            let indent = indent_of(below);
            if !below.trim().is_empty() && indent <= column {
                another = indent == column && below.trim_start().starts_with("- ");
                break;
            }
            end += below.trim_end_matches('\n').len() + 1;
        }
        let first = word.start;
        let mended = format!("{}- {}", cut(self.text, 0..first), cut(self.text, first..self.text.len()));
        if !another || self.text.len() > LONGEST || reads_to(&mended) < end {
            return None;
        }
        let error = self.place.error(Code::YamlMissingDash, word).help("help-yaml-dash");
        let error = error.fix(self.place.span(first..first), "- ");
        Some(Damage::covered(error, above.start..end.min(self.text.len()), Cover::Blank))
    }
}
