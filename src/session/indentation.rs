//! Suggests corrected indentation: moves a line, checks the game again, and keeps the move if it removes errors.

use std::collections::HashSet;
use std::ops::Range;

use super::fixes::{CheckResult, FindingsDiff, changed, difference, mended};
use crate::diagnostic::{Code, Diagnostic, Family, SuggestedFix};
use crate::ruleset::{File, is_section_of_game, misread, our_key};
use crate::sort::Sort as _;
use crate::source::{Source, SourceId, Sources, Span};

/// Errors whose lines are moved.
const ERRORS: usize = 4;
/// Errors of YAML beside which nothing is moved any more.
const DAMAGED: usize = 10;
/// Moves that may mend one and that are checked.
const CHECKED: usize = 3;
/// Lines above and below that are read with those that are moved, and how many bytes they may be: where all is on
/// a few long lines, no column is wrong.
const AROUND: usize = 40;
pub(super) const AROUND_BYTES: usize = 32_000;
/// Lines at the beginning of a file that say what it is, and how long such a line may be.
const HEADINGS: usize = 6;
const HEADING: usize = 120;
/// Number of nested sections that are reported.
const SWALLOWED: usize = 2;
/// How many of the lines that hold one are moved.
const HOLDERS: usize = 3;
/// Lines that follow each other in one column and are moved together.
pub(super) const TOGETHER: usize = 12;

/// A line with a key: its offset, its indentation and its text.
#[derive(Clone, Copy)]
pub(super) struct HolderLine<'t> {
    pub(super) start: usize,
    pub(super) indent: usize,
    pub(super) text: &'t str,
}

impl HolderLine<'_> {
    pub(super) fn opens(&self) -> bool {
        self.text.split(" #").next().unwrap_or("").trim_end().ends_with(':')
    }

    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether it may be the name of what follows: everything has a text that says what it is, and is not called so.
    fn may_hold(&self) -> bool {
        !self.name().is_empty() && (self.name() != "doc" || !self.opens())
    }

    /// The name that it begins with.
    pub(super) fn key(&self) -> Range<usize> {
        let rest = self.text.get(self.indent..).unwrap_or("");
        let name = rest.find(": ").or_else(|| rest.find(':')).unwrap_or(rest.trim_end().len());
        self.start + self.indent..self.start + self.indent + name
    }

    pub(super) fn name(&self) -> &str {
        let key = self.key();
        self.text.get(key.start - self.start..key.end - self.start).unwrap_or("")
    }
}

/// Lines, and the column to which the first of them is moved; the others keep their distance to it.
#[derive(Clone)]
pub(super) struct Indentation {
    lines: Range<usize>,
    to: usize,
}

/// Replaces errors about misread lines by one with a fix, if moving some lines to another column removes exactly these
/// errors. `bytes` bounds the files that are read again.
pub(super) fn find_shifted(
    findings: &mut Vec<Diagnostic>,
    sources: &Sources,
    own: &[SourceId],
    bytes: usize,
    check: &mut dyn FnMut(Vec<File>) -> CheckResult,
) {
    // Each of these may cost as much as reading the whole file.
    let damaged = |one: &&Diagnostic| one.is_error() && one.code.family() == Some(Family::Yaml);
    if findings.iter().filter(damaged).count() > DAMAGED {
        return;
    }
    let mut budget = Bytes { looked: bytes.saturating_mul(4), checked: bytes };
    strays(findings, sources, own, bytes, check);
    for _ in 0..SWALLOWED {
        if !sections_inside(findings, sources, own, &mut budget, check) {
            break;
        }
    }
    let mut told = HashSet::new();
    // Two slips in one place only where no single one explains what is wrong.
    for twice in [false, true] {
        let mut from = None;
        for _ in 0..ERRORS {
            let places = findings.iter().filter(|one| one.is_error() && misplaces(one.code));
            let places = places.filter(|one| !holds_what_it_lacks(one, findings, sources));
            let places = places.filter(|one| one.at.is_none_or(|at| !told.contains(&at)));
            let places: Vec<(Span, bool)> = places
                .filter_map(|one| Some((one.at?, one.fix_offered().is_some())))
                .filter(|(at, _)| own.contains(&at.source))
                .collect();
            // One that has a change may have its cause with others; one alone between braces is of no column.
            let several = places.len() > 1;
            let braced = |at: Span| sources.get(at.source).is_some_and(|source| in_braces(source, at.start));
            let open = places.iter().filter(|(at, mended)| several || !mended && !braced(*at)).map(|(at, _)| *at);
            let next = open.filter(|at| from.is_none_or(|from| (at.source, at.start) > from));
            let Some(at) = next.min_by_key(|at| (at.source, at.start)) else { break };
            from = Some((at.source, at.start));
            let Some(source) = sources.get(at.source) else { return };
            let mut all = IndentationCheck { sources, own, budget: &mut budget, check };
            let found = match twice {
                true => moved_twice(findings, source, at, &mut all),
                false => moved(findings, source, at, &mut all).map(|(error, gone)| (vec![error], gone)),
            };
            let Some((errors, gone)) = found else { continue };
            leave(findings, gone);
            // What else is read otherwise because of these lines is no place to begin.
            let others = findings.iter_mut().filter(|one| one.is_error() && misplaces(one.code));
            others
                .filter(|one| one.at.is_some_and(|other| other.source == at.source))
                .for_each(|one| one.fixes.clear());
            told.extend(errors.iter().filter_map(|one| one.at));
            findings.extend(errors);
        }
    }
}

/// What a move of lines is checked against, and the remaining budget.
struct IndentationCheck<'r> {
    sources: &'r Sources,
    own: &'r [SourceId],
    budget: &'r mut Bytes,
    check: &'r mut dyn FnMut(Vec<File>) -> CheckResult,
}

impl IndentationCheck<'_> {
    /// What is wrong after a change, if it may still be tried.
    fn after(&mut self, fix: &SuggestedFix) -> Option<CheckResult> {
        let files = changed(fix, self.sources, self.own).filter(|_| self.budget.checked > 0)?;
        let checked = (self.check)(files);
        self.budget.checked = self.budget.checked.saturating_sub(checked.bytes);
        Some(checked)
    }
}

/// Reports lines that only their neighbours show to be misplaced, if moving them removes errors and adds none.
fn strays(
    findings: &mut Vec<Diagnostic>,
    sources: &Sources,
    own: &[SourceId],
    mut bytes: usize,
    check: &mut dyn FnMut(Vec<File>) -> CheckResult,
) {
    for (id, source) in own.iter().filter_map(|&id| Some((id, sources.get(id)?))) {
        let here = |one: &&Diagnostic| one.is_error() && one.at.is_some_and(|at| at.source == id);
        if !findings.iter().any(|one| here(&one)) {
            continue;
        }
        let lines = lines_of(source);
        let odd = findings.iter().filter(here).filter(|one| one.code == Code::YamlIndentation);
        let odd = odd.filter_map(|one| one.at).filter_map(|at| lines.iter().rposition(|line| line.start <= at.start));
        let mut found: Vec<Indentation> = odd.flat_map(|at| before_odd(&lines, at)).collect();
        let empty = (0..lines.len()).filter(|&at| holds_nothing(&lines, at));
        let empty = empty.filter(|&at| lines.get(at).is_some_and(|line| line.name() != "doc")).take(CHECKED);
        found.extend(empty.flat_map(|at| outwards(&lines, at)));
        // A line without a name was torn off another, wherever it is.
        found.retain(|one| lines.get(one.lines.start).is_some_and(|line| !line.name().is_empty()));
        for one in found.into_iter().take(2 * CHECKED) {
            let lines_moved = lines.get(one.lines.start).zip(lines.get(one.lines.end - 1));
            let Some((first, last)) = lines_moved.filter(|_| bytes > 0) else { break };
            let span = Span { source: id, start: first.start, end: last.end() };
            let replacement = shifted(source.slice(span.range()), first.indent, one.to);
            let fix = SuggestedFix { span, replacement, sure: true, tried: true };
            let Some((gone, read)) = mended(findings, &fix, (sources, own), check) else { continue };
            bytes = bytes.saturating_sub(read);
            if gone.is_empty() {
                continue;
            }
            leave(findings, gone);
            findings.push(told(&lines, &lines, &one, span, Some(fix)));
            break;
        }
    }
}

/// Whether a line opens something, and what follows is in its column, so that it holds nothing.
fn holds_nothing(lines: &[HolderLine<'_>], at: usize) -> bool {
    let Some((line, next)) = lines.get(at).zip(lines.get(at + 1)) else { return false };
    line.opens() && line.indent > 0 && next.indent == line.indent && !next.name().starts_with("- ")
}

/// A line alone, moved outwards to where its neighbours below or above stand.
fn outwards(lines: &[HolderLine<'_>], at: usize) -> Vec<Indentation> {
    let Some(line) = lines.get(at) else { return Vec::new() };
    let further_out = |other: &&HolderLine<'_>| other.indent < line.indent;
    let below = lines.get(at + 1..).unwrap_or_default().iter().find(further_out).map(|other| other.indent);
    let above = lines.get(..at).unwrap_or_default().iter().rfind(further_out).map(|other| other.indent);
    let mut columns = vec![below.unwrap_or(0), above.unwrap_or(0)];
    columns.dedup();
    columns.into_iter().map(|to| Indentation { lines: at..at + 1, to }).collect()
}

/// Before a line that YAML finds in no column of those before it: the only one before it that is further in than
/// it, under what holds both; alone, and with what hangs under it.
fn before_odd(lines: &[HolderLine<'_>], odd: usize) -> Vec<Indentation> {
    let Some(to) = lines.get(odd).map(|line| line.indent) else { return Vec::new() };
    let above = lines.get(..odd).unwrap_or_default();
    let start = above.iter().rposition(|line| line.indent <= to).map_or(0, |at| at + 1);
    let between = above.get(start..).unwrap_or_default();
    let Some(least) = between.iter().map(|line| line.indent).min() else { return Vec::new() };
    let mut alike = between.iter().enumerate().filter(|(_, line)| line.indent == least);
    match (alike.next(), alike.next()) {
        (Some((at, _)), None) => {
            let at = start + at;
            [at + 1, block_end(lines, at)].into_iter().map(|end| Indentation { lines: at..end, to }).collect()
        }
        _ => Vec::new(),
    }
}

/// Reports a section that is indented into another one in which any name is allowed, if moving it to the column of
/// sections removes the errors. Returns whether there was one.
fn sections_inside(
    findings: &mut Vec<Diagnostic>,
    sources: &Sources,
    own: &[SourceId],
    budget: &mut Bytes,
    check: &mut dyn FnMut(Vec<File>) -> CheckResult,
) -> bool {
    if !findings.iter().any(Diagnostic::is_error) {
        return false;
    }
    for (id, source) in own.iter().filter_map(|&id| Some((id, sources.get(id)?))) {
        let lines = lines_of(source);
        let top: HashSet<&str> = lines.iter().filter(|line| line.indent == 0).map(HolderLine::name).collect();
        let is_inside = |(at, line): &(usize, &HolderLine<'_>)| {
            let outer = |above: usize| lines.get(above).filter(|above| above.indent == 0);
            line.indent > 0
                && line.opens()
                && is_section_of_game(line.name())
                && !top.contains(line.name())
                && around(&lines, *at)
                    .first()
                    .and_then(|&above| outer(above))
                    .is_some_and(|outer| is_section_of_game(outer.name()))
        };
        for (at, line) in lines.iter().enumerate().filter(is_inside).take(CHECKED) {
            let end = block_end(&lines, at);
            // With what hangs under it, and alone.
            for (end, to) in [(end, 0), (at + 1, 0)] {
                let Some(last) = lines.get(end - 1).filter(|_| budget.checked > 0) else { return false };
                let span = Span { source: id, start: line.start, end: last.end() };
                let replacement = shifted(source.slice(span.range()), line.indent, to);
                let fix = SuggestedFix { span, replacement, sure: false, tried: true };
                let Some(checked) = changed(&fix, sources, own).map(&mut *check) else { continue };
                budget.checked = budget.checked.saturating_sub(checked.bytes);
                let FindingsDiff { mut gone, come } = difference(findings, sources, &fix, &checked, &|_| false);
                gone.retain(|index| findings.get(*index).is_some_and(Diagnostic::is_error));
                let known = gone.iter().all(|index| {
                    findings.get(*index).is_some_and(|one| one.fix_offered().is_some() || misplaces(one.code))
                });
                if !come.is_empty() || gone.is_empty() || known && gone.len() == 1 {
                    continue;
                }
                gone.order();
                let one = Indentation { lines: at..end, to };
                let error = told(&lines, &lines, &one, span, Some(fix));
                leave(findings, gone);
                findings.push(error);
                return true;
            }
        }
    }
    false
}

/// Leaves out findings by their places in the list, which are sorted.
pub(super) fn leave(findings: &mut Vec<Diagnostic>, gone: Vec<usize>) {
    let mut gone = gone.into_iter().peekable();
    let mut index = 0;
    findings.retain(|_| {
        let drop = gone.next_if_eq(&index).is_some();
        index += 1;
        !drop
    });
}

/// The remaining budget in bytes: for lines to read, and for files to check.
struct Bytes {
    /// Bytes left for checking lines by themselves.
    looked: usize,
    /// Bytes left for checking the whole game.
    checked: usize,
}

/// Whether a place is between braces or brackets that open on its line.
fn in_braces(source: &Source, at: usize) -> bool {
    let before = source.slice(0..at);
    let line = before.rsplit('\n').next().unwrap_or("");
    line.matches(['{', '[']).count() > line.matches(['}', ']']).count()
}

/// Whether an error may come of a line that is in the wrong column.
pub(super) fn misplaces(code: Code) -> bool {
    matches!(
        code,
        Code::ChangeOfNothing
            | Code::DuplicateKey
            | Code::EmptyValue
            | Code::MissingKey
            | Code::NotAFormula
            | Code::NotAList
            | Code::NotAMap
            | Code::NotTwoSides
            | Code::OptionCannotChange
            | Code::QuestionWithTwoKinds
            | Code::QuestionWithoutKind
            | Code::StepWithTwoVerbs
            | Code::StepWithoutVerb
            | Code::TableWithoutRows
            | Code::TooFarLeft
            | Code::TooFarRight
            | Code::UnknownKey
            | Code::VerbAsLabel
            | Code::YamlCommentInText
            | Code::YamlIndentation
    )
}

/// Whether an error says that something has no name that is known in its place, or no value that a thing has, and not
/// what was meant.
fn is_no_key(error: &Diagnostic) -> bool {
    matches!(error.code, Code::UnknownKey | Code::NotAMap)
        && error.is_error()
        && !error.has_suggestion()
        && error.fixes.is_empty()
}

/// Whether an error says that a table has no rows in which something is called as nothing is: that may be its rows, and
/// is where to begin.
fn holds_what_it_lacks(error: &Diagnostic, findings: &[Diagnostic], sources: &Sources) -> bool {
    let Some(at) = error.at.filter(|_| error.code == Code::TableWithoutRows) else { return false };
    let Some(source) = sources.get(at.source) else { return false };
    let lines = lines_of(source);
    let here = lines.iter().rposition(|line| line.start <= at.start);
    let end = here.and_then(|here| lines.get(block_end(&lines, here))).map_or(source.text().len(), |line| line.start);
    let inside =
        |one: &Diagnostic| one.at.is_some_and(|own| own.source == at.source && (at.end..end).contains(&own.start));
    findings.iter().any(|one| is_no_key(one) && inside(one))
}

/// Moves of lines after which the text has no more errors than before.
struct MoveCandidates {
    /// How much is misread then, and the rank of the move; the best first.
    found: Vec<(usize, usize, Indentation)>,
    /// How much is misread as it is.
    usual: usize,
    /// Whether the line may have any name.
    any_name: bool,
}

/// The moves that may mend what is wrong somewhere.
fn likely_moves(
    findings: &[Diagnostic],
    lines: &[HolderLine<'_>],
    at: Span,
    budget: &mut Bytes,
) -> Option<MoveCandidates> {
    let here = lines.iter().rposition(|line| line.start <= at.start)?;
    // What something lacks may stand too far inside it.
    let lacks = findings.iter().filter(|one| one.at == Some(at) && one.code == Code::MissingKey);
    let key = lacks.into_iter().find_map(|one| one.text("key"));
    let inside = key.and_then(|key| {
        let end = block_end(lines, here);
        (here + 1..end).find(|&index| lines.get(index).is_some_and(|line| line.name() == key))
    });
    let here = inside.unwrap_or(here);
    let window = here.saturating_sub(AROUND)..(here + AROUND).min(lines.len());
    if read_text(lines, &window, None).len() > AROUND_BYTES {
        return None;
    }
    let usual = read(lines, &window, None);
    let mut found: Vec<(usize, usize, Indentation)> = Vec::new();
    // What is called as no key is may be a part of what is above it, whatever it is called.
    let nothing = |one: &&Diagnostic| one.at == Some(at) && is_no_key(one);
    let any_name = findings.iter().any(|one| nothing(&one));
    for (rank, one) in moves(lines, here, any_name).into_iter().enumerate() {
        let text = read_text(lines, &window, Some(&one));
        let Some(left) = budget.looked.checked_sub(text.len()) else { break };
        budget.looked = left;
        let errors = misread(text);
        if errors <= usual {
            found.push((errors, rank, one));
        }
    }
    found.order_by_key(|(errors, rank, _)| (*errors, *rank));
    Some(MoveCandidates { found, usual, any_name })
}

/// The error that says which lines stand where they do not belong, if moving them takes errors away and brings
/// none; and which errors are gone then.
fn moved(
    findings: &[Diagnostic],
    source: &Source,
    at: Span,
    all: &mut IndentationCheck<'_>,
) -> Option<(Diagnostic, Vec<usize>)> {
    let lines = lines_of(source);
    let MoveCandidates { found, usual, any_name } = likely_moves(findings, &lines, at, all.budget)?;
    let only = found.get(1).is_none_or(|next| found.first().is_some_and(|first| first.0 < next.0));
    let mut likely = None;
    for (errors, _, one) in found.into_iter().take(CHECKED) {
        let first = *lines.get(one.lines.start)?;
        if !first.may_hold() {
            continue;
        }
        let last = lines.get(one.lines.end - 1)?;
        let span = Span { start: first.start, end: last.end(), ..at };
        let fix = SuggestedFix {
            span,
            replacement: shifted(source.slice(span.range()), first.indent, one.to),
            sure: only,
            tried: true,
        };
        let Some(checked) = all.after(&fix) else { break };
        let FindingsDiff { mut gone, come } = difference(findings, all.sources, &fix, &checked, &|_| false);
        let error = |index: &&usize| findings.get(**index).is_some_and(Diagnostic::is_error);
        let here = |index: &usize| findings.get(*index).filter(|one| one.is_error() && one.at == Some(at));
        let Some(mended) = gone.iter().find_map(here) else { continue };
        // A change of its own is as good as one that mends nothing else.
        if mended.fix_offered().is_some() && gone.iter().filter(error).count() < 2 {
            continue;
        }
        // No other evidence shows that the line belongs there.
        let alone = any_name && gone.iter().filter_map(|index| findings.get(*index)).all(is_no_key);
        let fix = SuggestedFix { sure: fix.sure && !alone, ..fix };
        gone.order();
        if come.is_empty() {
            // Where lines still stand in an odd column, what is read of them may change with these.
            let odd = |(index, one): (usize, &Diagnostic)| {
                one.code == Code::YamlIndentation && gone.binary_search(&index).is_err()
            };
            let settled = !findings.iter().enumerate().any(odd);
            return Some((told(&lines, &lines, &one, at, settled.then_some(fix)), gone));
        }
        // It is read now, and what it says is wrong in another way: that may be the next to be mended.
        let plain = |one: &Diagnostic| matches!(one.code, Code::DuplicateKey | Code::YamlIndentation);
        let certain = findings.iter().filter(|one| one.at == Some(at)).any(plain);
        if likely.is_none()
            && !certain
            && errors < usual
            && first.opens()
            && !come.iter().any(|code| misplaces(*code) || *code == Code::HeadingMissing)
        {
            likely = Some((told(&lines, &lines, &one, at, None), gone));
        }
    }
    likely
}

/// The errors of two slips in one place: neither move alone leaves all well, and both do.
fn moved_twice(
    findings: &[Diagnostic],
    source: &Source,
    at: Span,
    all: &mut IndentationCheck<'_>,
) -> Option<(Vec<Diagnostic>, Vec<usize>)> {
    let lines = lines_of(source);
    let whole = Span { start: 0, end: source.text().len(), ..at };
    let MoveCandidates { mut found, usual, .. } = likely_moves(findings, &lines, at, all.budget)?;
    let mut best: Option<(usize, Vec<Diagnostic>, Vec<usize>)> = None;
    // With one slip left, how much is misread says little.
    found.order_by_key(|(_, rank, _)| *rank);
    let holds = |lines: &[HolderLine<'_>], one: &Indentation| {
        // What is above it may hold nothing either, but for its text.
        let first = lines.get(one.lines.start).is_some_and(HolderLine::may_hold);
        let above = one.lines.start.checked_sub(1).and_then(|above| lines.get(above));
        first && above.is_none_or(HolderLine::may_hold)
    };
    // A section that is where sections do is read, whatever is wrong in it.
    let section = |one: &Indentation| {
        one.to == 0 && lines.get(one.lines.start).is_some_and(|line| is_section_of_game(line.name()))
    };
    let found = found.into_iter().filter(|(errors, _, one)| *errors < usual || section(one));
    for (_, _, one) in found.filter(|(_, _, one)| holds(&lines, one)).take(CHECKED) {
        let text = with_move(source.text(), &lines, &one)?;
        let fix = SuggestedFix { span: whole, replacement: text, sure: false, tried: true };
        let Some(checked) = all.after(&fix) else { break };
        let here = |id: &SourceId| checked.sources.get(*id).is_some_and(|other| other.name() == source.name());
        let id = checked.sources.ids().filter(here).last()?;
        let wrong = checked.findings.iter().filter(|one| one.is_error() && misplaces(one.code));
        let places = wrong.filter_map(|one| one.at).filter(|next| next.source == id);
        let Some(next) = places.min_by_key(|next| next.start) else { continue };
        let once = checked.sources.get(id)?;
        let lines_once = lines_of(once);
        let Some(likely) = likely_moves(&checked.findings, &lines_once, next, all.budget) else { continue };
        let better = likely.found.into_iter().filter(|(errors, ..)| *errors < likely.usual);
        for (_, _, other) in better.filter(|(_, _, one)| holds(&lines_once, one)).take(CHECKED) {
            let text = with_move(once.text(), &lines_once, &other)?;
            let fix = SuggestedFix { span: whole, replacement: text, sure: false, tried: true };
            let Some(twice) = all.after(&fix) else { break };
            let FindingsDiff { mut gone, come } = difference(findings, all.sources, &fix, &twice, &|_| false);
            gone.retain(|index| findings.get(*index).is_some_and(Diagnostic::is_error));
            gone.order();
            let errors: Vec<&Diagnostic> = gone.iter().filter_map(|index| findings.get(*index)).collect();
            // What has a change of its own needs no other, and what is wrong in another way would only be unread.
            let mends = errors.iter().any(|one| one.at == Some(at))
                && errors.iter().any(|one| one.fix_offered().is_none())
                && errors.iter().all(|one| misplaces(one.code));
            let left = twice.findings.iter().filter(|one| one.is_error()).count();
            if come.is_empty() && mends && best.as_ref().is_none_or(|(least, ..)| left < *least) {
                let errors = [told(&lines, &lines, &one, at, None), told(&lines_once, &lines, &other, at, None)];
                best = Some((left, errors.into(), gone));
            }
        }
    }
    best.map(|(_, errors, gone)| (errors, gone))
}

/// A text with some of its lines in another column.
fn with_move(text: &str, lines: &[HolderLine<'_>], one: &Indentation) -> Option<String> {
    let (first, last) = (lines.get(one.lines.start)?, lines.get(one.lines.end.checked_sub(1)?)?);
    let range = first.start..last.end();
    let mut new = text.to_owned();
    new.replace_range(range.clone(), &shifted(text.get(range)?, first.indent, one.to));
    Some(new)
}

/// Says that lines stand in the wrong column; `written` are the same lines where they are shown.
fn told(
    lines: &[HolderLine<'_>],
    written: &[HolderLine<'_>],
    one: &Indentation,
    at: Span,
    fix: Option<SuggestedFix>,
) -> Diagnostic {
    let shown = |index: usize| written.get(index).map_or(0..0, HolderLine::key);
    let place = |index: usize| Span { start: shown(index).start, end: shown(index).end, ..at };
    let Some(first) = lines.get(one.lines.start) else { return Diagnostic::error(Code::TooFarLeft, at) };
    let name = |line: &HolderLine<'_>| line.name().trim_matches(['"', '\'']).to_owned();
    let span = place(one.lines.start);
    let owner = lines.get(..one.lines.start).unwrap_or_default().iter().rposition(|line| line.indent < one.to);
    let owner = owner.filter(|_| one.to > first.indent).and_then(|index| Some((index, lines.get(index)?)));
    let mut error = match owner {
        Some((index, owner)) => {
            let error = Diagnostic::error(Code::TooFarLeft, span).arg("key", name(first)).arg("name", name(owner));
            error.label(place(index), "label-belongs-under")
        }
        None => {
            let game = one.to == 0 && is_section_of_game(&name(first));
            let error = Diagnostic::error(Code::TooFarRight, span).arg("key", name(first));
            error.arg("of", if game { "game" } else { "outer" })
        }
    };
    error.fixes.extend(fix);
    error
}

/// The lines that hold something.
pub(super) fn lines_of(source: &Source) -> Vec<HolderLine<'_>> {
    let mut start = 0;
    let line = |whole: &'_ str| {
        let at = start;
        start += whole.len();
        at
    };
    let text: &str = source.text();
    let starts: Vec<usize> = text.split_inclusive('\n').map(line).collect();
    starts
        .into_iter()
        .filter_map(|start| {
            let text = text.get(start..)?.split('\n').next()?.trim_end_matches('\r');
            let rest = text.trim_start_matches(' ');
            let holds = !rest.is_empty() && !rest.starts_with('#');
            holds.then_some(HolderLine { start, indent: text.len() - rest.len(), text })
        })
        .collect()
}

/// The lines that stand above one and hold it, from the inside to the outside.
pub(super) fn around(lines: &[HolderLine<'_>], at: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut indent = lines.get(at).map_or(0, |line| line.indent);
    for above in (0..at).rev() {
        if indent == 0 {
            break;
        }
        if let Some(line) = lines.get(above).filter(|line| line.indent < indent) {
            indent = line.indent;
            found.push(above);
        }
    }
    found
}

/// Where the lines end that hang under one.
fn block_end(lines: &[HolderLine<'_>], at: usize) -> usize {
    let indent = lines.get(at).map_or(0, |line| line.indent);
    let below = lines.get(at + 1..).unwrap_or_default();
    at + 1 + below.iter().take_while(|line| line.indent > indent).count()
}

/// Where the names under a line end and keys follow, or the reverse: those stand in that column by accident.
fn first_alike(lines: &[HolderLine<'_>], at: usize, end: usize) -> Option<usize> {
    let first = lines.get(at + 1..end)?.first()?;
    let ours = our_key(first.name());
    let other = |line: &HolderLine<'_>| line.indent == first.indent && our_key(line.name()) != ours;
    Some(at + 1 + lines.get(at + 1..end)?.iter().position(other)?)
}

/// Moves that may be meant, the likeliest first: of a line, of the one above it or below it; alone, with what
/// hangs under it, and with those that follow it in its column. `any_name`: the line is no key, and may have any name.
fn moves(lines: &[HolderLine<'_>], here: usize, any_name: bool) -> Vec<Indentation> {
    let of_rules = !lines.iter().take(HEADINGS).any(|line| line.text.starts_with("tirada "));
    let step = lines.iter().map(|line| line.indent).find(|indent| *indent > 0);
    let mut found = Vec::new();
    let mut add = |one: Indentation| {
        if !found.iter().any(|known: &Indentation| known.lines == one.lines && known.to == one.to) {
            found.push(one);
        }
    };
    for at in [Some(here), here.checked_sub(1), Some(here + 1)].into_iter().flatten() {
        let Some(line) = lines.get(at) else { continue };
        // Among the rules any value can have any name: what is neither a thing nor a key of the format may be anything,
        // unless just that is wrong.
        let any_name = any_name && at == here;
        let (name, key) = (line.name(), line.key());
        let value = line.text.get(key.end - line.start..).unwrap_or("").trim_start_matches(':').trim_start();
        let item = name.starts_with("- ");
        if of_rules && !any_name && !line.opens() && !value.starts_with('{') && !our_key(name) && !item {
            continue;
        }
        // A section that is a list is wrong in itself, and no part of the one before it.
        let listed = value.starts_with('[') || lines.get(at + 1).is_some_and(|next| next.name().starts_with("- "));
        if of_rules && line.indent == 0 && listed && is_section_of_game(name) {
            continue;
        }
        let end = block_end(lines, at);
        let mut shapes = Vec::new();
        // Where what hangs under it is as far in as elsewhere, it has been moved as well.
        let steps = lines.get(at + 1).filter(|_| end > at + 1).map(|next| next.indent - line.indent);
        let moved = steps.is_some() && steps == step;
        shapes.extend(moved.then_some(at..end));
        if end > at + 1 || line.opens() {
            shapes.push(at..at + 1);
        }
        shapes.push(at..end);
        shapes.extend(first_alike(lines, at, end).map(|cut| at..cut));
        let mut run = end;
        let mut alike = true;
        for count in 1.. {
            let next = lines.get(run).filter(|next| next.indent == line.indent);
            let same = next.is_some_and(|next| our_key(next.name()) == our_key(name));
            if count > TOGETHER && alike && !same {
                // All those that are names, or all that are keys.
                shapes.push(at..run);
            }
            alike &= same;
            if next.is_none() || count >= TOGETHER && !alike {
                break;
            }
            run = block_end(lines, run);
            if count < TOGETHER {
                shapes.push(at..run);
            }
        }
        for shape in shapes {
            let below = lines.get(shape.end).map(|next| next.indent);
            let above = at.checked_sub(1).and_then(|above| lines.get(above));
            let mut columns: Vec<usize> = below.into_iter().collect();
            columns
                .extend(around(lines, at).into_iter().filter_map(|outer| lines.get(outer)).map(|outer| outer.indent));
            columns.extend(above.map(|above| above.indent));
            columns.extend(above.filter(|above| above.opens()).map(|above| above.indent + 2));
            columns.push(line.indent + 2);
            columns.extend((of_rules && is_section_of_game(name)).then_some(0));
            columns.retain(|column| *column != line.indent);
            columns.order_by_key(|column| column.abs_diff(line.indent));
            columns.dedup();
            columns.into_iter().for_each(|to| add(Indentation { lines: shape.clone(), to }));
        }
    }
    // What holds the line, with all that it holds.
    for at in around(lines, here).into_iter().take(HOLDERS) {
        let whole = at..block_end(lines, at);
        for column in around(lines, at).into_iter().filter_map(|outer| lines.get(outer)) {
            add(Indentation { lines: whole.clone(), to: column.indent });
        }
    }
    // A heading that holds nothing, because what should stand under it is in its column.
    let empty = |at: &usize| {
        let next = lines.get(at + 1).map(|next| next.indent);
        lines.get(*at).is_some_and(|line| line.opens() && next == Some(line.indent))
    };
    if let Some(at) = (here.saturating_sub(AROUND)..here).rev().find(empty) {
        for column in around(lines, at).into_iter().filter_map(|outer| lines.get(outer)) {
            add(Indentation { lines: at..at + 1, to: column.indent });
        }
        if lines.get(at).is_some_and(|line| line.indent > 0 && is_section_of_game(line.name())) {
            add(Indentation { lines: at..at + 1, to: 0 });
        }
    }
    // The lines before one that is further in.
    if let Some(line) = lines.get(here) {
        let mut first = here;
        for _ in 0..TOGETHER {
            let before = (0..first).rev().find(|&at| lines.get(at).is_some_and(|other| other.indent < line.indent));
            let Some(before) = before.filter(|&at| block_end(lines, at) >= first) else { break };
            first = before;
            add(Indentation { lines: first..here, to: line.indent });
            let above = first.checked_sub(1).and_then(|above| lines.get(above)).filter(|above| above.opens());
            above.into_iter().for_each(|above| add(Indentation { lines: first..here, to: above.indent + 2 }));
        }
    }
    found
}

/// How much of some lines cannot be read, with one of the moves.
fn read(lines: &[HolderLine<'_>], window: &Range<usize>, one: Option<&Indentation>) -> usize {
    misread(read_text(lines, window, one))
}

/// Some lines as the text of a game.
pub(super) fn read_text(lines: &[HolderLine<'_>], window: &Range<usize>, one: Option<&Indentation>) -> String {
    let mut text = String::new();
    if window.start > 0 {
        // What kind of file it is, and whose.
        let said = |line: &&HolderLine<'_>| line.indent == 0 && !line.opens() && line.text.len() < HEADING;
        for line in lines.iter().take(HEADINGS.min(window.start)).filter(said) {
            text.push_str(line.text);
            text.push('\n');
        }
        for line in around(lines, window.start).into_iter().rev().filter_map(|at| lines.get(at)) {
            text.push_str(line.text);
            text.push('\n');
        }
    }
    for at in window.clone() {
        let Some(line) = lines.get(at) else { continue };
        match one.filter(|one| one.lines.contains(&at)) {
            Some(one) => {
                let first = lines.get(one.lines.start).map_or(0, |first| first.indent);
                text.push_str(&shifted(line.text, first, one.to));
            }
            None => text.push_str(line.text),
        }
        text.push('\n');
    }
    text
}

/// Lines moved from a column to another.
fn shifted(written: &str, from: usize, to: usize) -> String {
    let line = |line: &str| match line.trim_start_matches(' ') {
        "" | "\r" => line.to_owned(),
        rest => " ".repeat((line.len() - rest.len() + to).saturating_sub(from)) + rest,
    };
    written.split('\n').map(line).collect::<Vec<_>>().join("\n")
}
