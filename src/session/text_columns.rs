//! Suggests text columns for tables with cells that are words.

use super::fixes::{CheckResult, mended};
use super::indentation::leave;
use crate::diagnostic::{Code, Diagnostic, SuggestedFix};
use crate::ruleset::File;
use crate::ruleset::model::{CellDecl, CellKind, Formula, Ruleset, TableDecl};
use crate::source::{SourceId, Sources, Span};
use crate::syntax::ExprKind;

/// Tables of which it is tried.
const TRIED: usize = 4;

/// Replaces the errors in the cells of a table, or of some of its columns, by one that suggests text columns: if nearly
/// all cells are wrong as formulas and none is as text.
pub(super) fn find_wordy(
    findings: &mut Vec<Diagnostic>,
    ruleset: &Ruleset,
    (sources, own): (&Sources, &[SourceId]),
    check: &mut dyn FnMut(Vec<File>) -> CheckResult,
) {
    let wordy = ruleset.tables.iter().filter_map(|table| Some((table, wordy(table, findings)?)));
    let tries: Vec<(&TableDecl, Span, SuggestedFix)> =
        wordy.filter_map(|(table, (first, columns))| Some((table, first, said(table, &columns, sources)?))).collect();
    for (table, first, fix) in tries.into_iter().take(TRIED) {
        let gone = mended(findings, &fix, (sources, own), check).map_or_else(Vec::new, |(gone, _)| gone);
        if gone.is_empty() {
            continue;
        }
        leave(findings, gone);
        let mut error = Diagnostic::error(Code::CellsAreWords, first).arg("table", &*table.name.text);
        error.fixes.push(fix);
        findings.push(error);
    }
}

/// Whether an error is one that words bring about, and no letter.
fn is_of_words(error: &Diagnostic) -> bool {
    let words = matches!(
        error.code,
        Code::UnknownName | Code::SideBySide | Code::OtherNotation | Code::HalfAComparison | Code::NotWrittenHere
    );
    words && !error.has_suggestion()
}

/// The first wrong cell of a table, and for each column whether its cells are words: all but plain numbers are wrong,
/// and not because of a letter.
fn wordy(table: &TableDecl, findings: &[Diagnostic]) -> Option<(Span, Vec<bool>)> {
    let wrong = |formula: &Formula| {
        let at = formula.placement.span;
        let inside = |span: Span| span.source == at.source && at.start <= span.start && span.end <= at.end;
        findings.iter().find(|one| one.is_error() && one.at.is_some_and(inside))
    };
    let mut first = None;
    let words = |column: usize| {
        let cells = table.rows.iter().filter_map(|row| match row.cells.get(column)? {
            CellDecl::Formula(formula) => Some(formula),
            _ => None,
        });
        let (mut words, mut others) = (0, 0);
        for cell in cells {
            match wrong(cell) {
                Some(error) if is_of_words(error) => {
                    words += 1;
                    first = first.or(error.at);
                }
                None if matches!(cell.expr.kind, ExprKind::Number(_)) => others += 1,
                _ => return false,
            }
        }
        words > 1 || words == 1 && others == 0
    };
    let columns: Vec<bool> = (0..table.columns.len()).map(words).collect();
    let usual = |(column, words): (&_, &bool)| !words || matches!(column, CellKind::Formula);
    let kinds = || table.columns.iter().map(|column| &column.kind);
    (kinds().zip(&columns).all(usual) && columns.contains(&true)).then_some((first?, columns))
}

/// The change that says so.
fn said(table: &TableDecl, columns: &[bool], sources: &Sources) -> Option<SuggestedFix> {
    let fix = |start: usize, end: usize, replacement: String| {
        Some(SuggestedFix { span: Span { start, end, ..table.name.span }, replacement, sure: false, tried: true })
    };
    let text = sources.get(table.name.span.source)?.text();
    if !columns.iter().all(|words| *words) {
        // `[a, b]` → `{a: formula, b: text}`
        let names: Vec<_> = table.columns.iter().filter_map(|column| column.name.as_ref()).collect();
        let (start, end) = (names.first()?.span.start.checked_sub(1)?, names.last()?.span.end + 1);
        let list = text.get(start..end)?;
        if !list.starts_with('[')
            || !list.ends_with(']')
            || !table.columns.iter().all(|one| matches!(one.kind, CellKind::Formula))
        {
            return None;
        }
        let kind = |words: &bool| if *words { "text" } else { "formula" };
        let each = names.iter().zip(columns).map(|(name, words)| format!("{}: {}", name.text, kind(words)));
        return fix(start, end, format!("{{{}}}", each.collect::<Vec<_>>().join(", ")));
    }
    let from = table.name.span.end;
    let rest = text.get(from..)?;
    let line = rest.find('\n').unwrap_or(rest.len());
    if let Some(brace) = rest.get(..line)?.find('{') {
        let at = from + brace + 1;
        return fix(at, at, "cells: text, ".to_owned());
    }
    let below = rest.get(line..)?;
    let indent = below.find(|letter| letter != ' ' && letter != '\n')?;
    let start = below.get(..indent)?.rfind('\n')? + 1;
    let at = from + line + start;
    fix(at, at, format!("{}cells: text\n", " ".repeat(indent - start)))
}
