//! Verifies suggested changes before they are shown: applies each and checks again.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hasher as _};

use super::indentation::{find_shifted, leave};
use super::missing_heading::{find_headless, is_torn};
use crate::diagnostic::{Code, Diagnostic, Family, Note, Severity, SuggestedFix};
use crate::limits::{Limits, MISTAKE};
use crate::ruleset::File;
use crate::sort::Sort as _;
use crate::source::{SourceId, Sources, Span, is_odd_blank, unseen};
use crate::yaml::odd_blanks as odd_blanks_in;

/// Findings whose words are those of the format, which are not defined in the file.
const OF_THE_FORMAT: [Code; 2] = [Code::UnknownKey, Code::NotOneOf];

/// The result of a check: the findings, the texts that they refer to, the bytes read.
pub(crate) struct CheckResult {
    pub(crate) findings: Vec<Diagnostic>,
    pub(crate) sources: Sources,
    /// How many bytes were read for it.
    pub(crate) bytes: usize,
    /// Number of errors in neighbouring files that were not reported before.
    pub(crate) others: usize,
}

/// Findings counted by message and place.
type Tally = HashMap<u64, Vec<usize>>;

/// Makes each change that findings suggest, and checks again: of each finding the first change
/// that takes it away and brings no error that was not told is kept, and no other. What goes with it is a
/// consequence of it, and is not told. `own` are the texts that can be changed.
///
/// Takes as many checks as there are changes, within the limits for them.
pub(crate) fn offer(
    findings: &mut Vec<Diagnostic>,
    sources: &Sources,
    own: &[SourceId],
    limits: &Limits,
    check: &mut dyn FnMut(Vec<File>) -> CheckResult,
) {
    leave_followers(findings, sources);
    let blanks = own.iter().filter_map(|id| odd_blanks(findings, sources, own, *id, check)).collect::<Vec<_>>();
    offer_each(findings, sources, own, limits, check);
    findings.extend(blanks);
}

fn offer_each(
    findings: &mut Vec<Diagnostic>,
    sources: &Sources,
    own: &[SourceId],
    limits: &Limits,
    check: &mut dyn FnMut(Vec<File>) -> CheckResult,
) {
    let mut seen = InvisibleChars::default();
    let mut tried = (limits.fixes, limits.fixed);
    findings.iter_mut().for_each(|one| name_invisible(one, sources, own, &mut seen, &mut tried));
    doubt_neighbours(findings, sources, own);
    let mut tries = limits.fixes;
    let mut bytes = limits.fixed;
    let mut follows = vec![false; findings.len()];
    for index in 0..findings.len() {
        if follows.get(index) == Some(&true) {
            continue;
        }
        let fixes = findings.get_mut(index).map(|one| std::mem::take(&mut one.fixes)).unwrap_or_default();
        let mut kept = None;
        for fix in fixes.into_iter().filter(|fix| own.contains(&fix.span.source)) {
            if tries == 0 || bytes == 0 {
                // It may well mend it; it is not shown.
                kept = Some(fix);
                break;
            }
            let Some(checked) = changed(&fix, sources, own).map(&mut *check) else { continue };
            tries -= 1;
            // All of them are compared with those that were found before.
            let mistakes = findings.len().saturating_add(checked.findings.len());
            bytes = bytes.saturating_sub(checked.bytes).saturating_sub(mistakes.saturating_mul(MISTAKE));
            let Some(gone) = gone_with(findings, index, sources, &fix, &checked) else { continue };
            // What makes its cases wrong is hardly what was meant.
            kept = Some(SuggestedFix { tried: true, sure: fix.sure && checked.others == 0, ..fix });
            let errors = gone.iter().any(|other| findings.get(*other).is_some_and(Diagnostic::is_error));
            if let Some(one) = findings.get_mut(index).filter(|one| errors && one.code == Code::InvisibleInName) {
                // The name is used as it looks.
                one.severity = Severity::Error;
            }
            let is_error = findings.get(index).is_some_and(Diagnostic::is_error);
            for other in gone.into_iter().filter(|other| *other != index) {
                let told = findings.get(other).is_some_and(|one| one.is_error() && !is_error);
                follows.get_mut(other).into_iter().for_each(|follows| *follows |= !told);
            }
            break;
        }
        if let Some(finding) = findings.get_mut(index) {
            finding.fixes.extend(kept);
        }
    }
    let mut follows = follows.into_iter();
    findings.retain(|_| follows.next() != Some(true));
    let mut shifted = findings.clone();
    find_shifted(&mut shifted, sources, own, limits.fixed / 4, check);
    let errors = |findings: &[Diagnostic]| findings.iter().filter(|one| one.is_error()).count();
    let torn = shifted.iter().any(is_torn);
    if errors(&shifted) > 1 || torn {
        let codes = |findings: &[Diagnostic]| findings.iter().map(|one| one.code).collect::<Vec<_>>();
        let before = codes(findings);
        find_headless(findings, sources, own, limits.fixed / 4, check);
        // Where a line that is missing says no more than lines in the wrong column, those do.
        let found = codes(findings) != before;
        if found && errors(findings) < errors(&shifted) || torn && !findings.iter().any(is_torn) {
            return;
        }
    }
    *findings = shifted;
}

/// Reports once for each file that it contains blanks other than spaces where YAML needs spaces, in place of the errors
/// that follow.
fn odd_blanks(
    findings: &mut Vec<Diagnostic>,
    sources: &Sources,
    own: &[SourceId],
    id: SourceId,
    check: &mut dyn FnMut(Vec<File>) -> CheckResult,
) -> Option<Diagnostic> {
    let here = |one: &&Diagnostic| one.is_error() && one.at.is_some_and(|at| at.source == id);
    let source = sources.get(id).filter(|_| findings.iter().filter(here).count() > 0)?;
    let places = odd_blanks_in(source.text());
    let (&(first, letter), &(last, end)) = (places.first()?, places.last()?);
    let span = Span { source: id, start: first, end: last + end.len_utf8() };
    let replacement = spaced(sources.slice(span), places.iter().map(|&(at, letter)| (at - first, letter)));
    let fix = SuggestedFix { span, replacement, sure: true, tried: true };
    let checked = check(changed(&fix, sources, own)?);
    let FindingsDiff { mut gone, come } = difference(findings, sources, &fix, &checked, &|_| false);
    let is_error = |index: &usize| findings.get(*index).is_some_and(Diagnostic::is_error);
    if !gone.iter().any(is_error) {
        return None;
    }
    let is_told = |index: &usize| findings.get(*index).is_some_and(|one| one.code == Code::InvisibleInName);
    gone.retain(|index| is_error(index) || is_told(index));
    gone.order();
    leave(findings, gone);
    let error = Diagnostic::error(Code::OddBlanks, Span { end: first + letter.len_utf8(), ..span });
    let mut error = error.arg("count", places.len());
    error.helps.push(invisible(letter));
    error.fixes.extend(come.is_empty().then_some(fix));
    Some(error)
}

/// Removes errors that probably follow from another one in the same line: a bracket or quote that closes nothing behind
/// it, and a step whose character is unknown.
fn leave_followers(findings: &mut Vec<Diagnostic>, sources: &Sources) {
    let follows = |one: &Diagnostic| matches!(one.code, Code::StrayClose | Code::StepOfWhom);
    if !findings.iter().any(follows) {
        return;
    }
    let line = |at: Span| Some((at.source, sources.get(at.source)?.position(at.start).line));
    let mut first: HashMap<_, usize> = HashMap::new();
    for at in findings.iter().filter(|one| one.is_error() && !follows(one)).filter_map(|one| one.at) {
        if let Some(line) = line(at) {
            let known = first.entry(line).or_insert(at.start);
            *known = at.start.min(*known);
        }
    }
    findings.retain(|one| {
        let cause = one.at.filter(|_| follows(one)).and_then(|at| Some((at, *first.get(&line(at)?)?)));
        cause.is_none_or(|(at, start)| one.code == Code::StrayClose && at.start < start)
    });
}

/// Where a name is written in several places as nothing is called, and hardly ever as what it is near to, that may
/// well be the slip; and where something gets that name, that may only be unread: no such change is sure. The words of
/// the format are no slips.
fn doubt_neighbours(findings: &mut [Diagnostic], sources: &Sources, own: &[SourceId]) {
    let near = |one: &Diagnostic| {
        let fix = one.fixes.first().filter(|fix| fix.sure && !OF_THE_FORMAT.contains(&one.code))?;
        let renames = one.has_suggestion();
        renames.then(|| ((sources.slice(fix.span).to_owned(), fix.replacement.clone()), fix.span))
    };
    let mut written: HashMap<(String, String), Vec<Span>> = HashMap::new();
    for (pair, at) in findings.iter().filter_map(near) {
        written.entry(pair).or_default().push(at);
    }
    written.retain(|(wrong, name), places| {
        let count = places.len();
        let neighbour = count > 1 && (1..=count).contains(&words_in(sources, own, name));
        // Something gets that very name, where it may not have been read.
        neighbour || is_a_name(sources, own, wrong, places)
    });
    for one in findings.iter_mut() {
        if near(one).is_some_and(|(pair, _)| written.contains_key(&pair)) {
            one.fixes.iter_mut().for_each(|fix| fix.sure = false);
        }
    }
}

/// Whether a name is before a colon in some texts, outside of these places.
fn is_a_name(sources: &Sources, own: &[SourceId], name: &str, places: &[Span]) -> bool {
    let name = name.trim_matches(['«', '»', '"']);
    own.iter().filter_map(|&id| Some((id, sources.get(id)?))).any(|(id, source)| {
        let text: &str = source.text();
        let behind = |at: usize| text.get(at + name.len()..).unwrap_or("").trim_start_matches(['"', '\'']);
        let known = |at: usize| places.iter().any(|place| place.source == id && place.range().contains(&at));
        stands_alone(text, name).any(|at| behind(at).starts_with(':') && !known(at))
    })
}

/// How often a name is in some texts as a word of its own.
fn words_in(sources: &Sources, own: &[SourceId], name: &str) -> usize {
    let name = name.trim_matches(['«', '»', '"']);
    own.iter().filter_map(|&id| sources.get(id)).map(|source| stands_alone(source.text(), name).count()).sum()
}

/// Where a name is in a text as a word of its own.
pub(super) fn stands_alone<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> {
    let alone = move |at: &usize| {
        let part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let (before, after) = (text.get(..*at).unwrap_or(""), text.get(*at + name.len()..).unwrap_or(""));
        !before.ends_with(part) && !after.starts_with(part)
    };
    text.match_indices(name).map(|(at, _)| at).filter(alone)
}

/// The first invisible character of each place, cached because a long line may have many errors.
type InvisibleChars = HashMap<Span, Option<char>>;

/// The lines that an error is on, and the first invisible character of what is wrong. Where YAML cannot go on it
/// may stand anywhere in its line.
fn hidden(finding: &Diagnostic, sources: &Sources, seen: &mut InvisibleChars) -> Option<(Span, char)> {
    let told = finding.is_error() || finding.code == Code::InvisibleInName;
    let at = finding.at.filter(|_| told)?;
    let source = sources.get(at.source).filter(|source| source.text().get(at.range()).is_some())?;
    let lines = source.lines_of(&at.range());
    let lines = Span { start: lines.start, end: lines.end, ..at };
    let wrong = if hides_the_rest(finding) { lines } else { at };
    let first = || unseen(sources.slice(wrong)).first().map(|&(_, letter)| letter);
    Some((lines, (*seen.entry(wrong).or_insert_with(first))?))
}

/// Names the invisible character.
fn invisible(letter: char) -> Note {
    let what = match letter {
        '\u{a0}' | '\u{202f}' => "no-break",
        '\u{ad}' => "hyphen",
        '\u{2028}' | '\u{2029}' => "line",
        _ if is_odd_blank(letter) => "blank",
        _ => "nothing",
    };
    let code = format!("U+{:04X}", u32::from(letter));
    Note { id: "help-invisible", args: vec![("code", code.into()), ("what", what.into())] }
}

/// Names the invisible character, and suggests the lines without such characters while `tries` (changes, and their
/// bytes) allows it.
fn name_invisible(
    finding: &mut Diagnostic,
    sources: &Sources,
    own: &[SourceId],
    seen: &mut InvisibleChars,
    tries: &mut (usize, usize),
) {
    let Some((lines, letter)) = hidden(finding, sources, seen) else { return };
    finding.helps.insert(0, invisible(letter));
    if tries.0 == 0 || tries.1 == 0 || !own.contains(&lines.source) {
        return;
    }
    let written = sources.slice(lines);
    *tries = (tries.0 - 1, tries.1.saturating_sub(written.len()));
    let replacement = spaced(written, unseen(written));
    finding.fixes.insert(0, SuggestedFix { span: lines, replacement, sure: true, tried: false });
}

/// A text with a space for each of some blanks, and without other invisible characters.
fn spaced(written: &str, unseen: impl IntoIterator<Item = (usize, char)>) -> String {
    let mut new = String::with_capacity(written.len());
    let mut end = 0;
    for (at, letter) in unseen {
        new.push_str(written.get(end..at).unwrap_or(""));
        new.push_str(if is_odd_blank(letter) { " " } else { "" });
        end = at + letter.len_utf8();
    }
    new + written.get(end..).unwrap_or("")
}

/// [`offer`] for what is wrong with one text that nothing else belongs to.
pub fn offer_in_file(
    findings: &mut Vec<Diagnostic>,
    sources: &Sources,
    own: SourceId,
    limits: &Limits,
    check: impl Fn(&Sources, SourceId) -> Vec<Diagnostic>,
) {
    offer(findings, sources, &[own], limits, &mut |files| {
        let mut sources = sources.clone();
        let mut findings = Vec::new();
        let mut bytes = 0_usize;
        for file in files {
            bytes += file.text.len();
            let id = sources.add(file.name, file.text);
            findings.extend(check(&sources, id));
        }
        CheckResult { findings, sources, bytes, others: 0 }
    });
}

/// The files of which one is changed.
pub(super) fn changed(fix: &SuggestedFix, sources: &Sources, own: &[SourceId]) -> Option<Vec<File>> {
    own.iter()
        .map(|&id| {
            let source = sources.get(id)?;
            let mut text = source.text().to_string();
            if id == fix.span.source {
                text.get(fix.span.range())?;
                text.replace_range(fix.span.range(), &fix.replacement);
            }
            Some(File { name: source.name().to_owned(), text })
        })
        .collect()
}

/// Which findings are gone after a change for one of them: it has to be among them, and no error may have come.
fn gone_with(
    before: &[Diagnostic],
    index: usize,
    sources: &Sources,
    fix: &SuggestedFix,
    after: &CheckResult,
) -> Option<Vec<usize>> {
    let finding = before.get(index)?;
    // What is said twice in one place is one finding.
    let same = |other: &Diagnostic| other.code == finding.code && other.at == finding.at;
    let FindingsDiff { gone, come } = difference(before, sources, fix, after, &same);
    if !come.is_empty() {
        return None;
    }
    let end = fix.span.start + fix.replacement.len();
    let changed = name_of(fix.span.source, sources);
    let touches = |one: &Diagnostic| {
        let here = one.at.filter(|span| name_of(span.source, &after.sources) == changed);
        here.is_some_and(|span| span.start <= end && span.end >= fix.span.start)
    };
    let known =
        |one: &Diagnostic| before.iter().any(|other| other.code == one.code && other.args == one.args && !same(other));
    let stays = |one: &Diagnostic| one.code == finding.code && touches(one) && !known(one);
    (!after.findings.iter().any(stays)).then_some(gone)
}

/// The difference between the findings before and after a change.
pub(super) struct FindingsDiff {
    /// Which of those that were there are gone.
    pub(super) gone: Vec<usize>,
    /// Errors that were not there.
    pub(super) come: Vec<Code>,
}

/// The errors that are gone after a change, ascending, and none if another has come; and the bytes that were read.
pub(super) fn mended(
    findings: &[Diagnostic],
    fix: &SuggestedFix,
    (sources, own): (&Sources, &[SourceId]),
    check: &mut dyn FnMut(Vec<File>) -> CheckResult,
) -> Option<(Vec<usize>, usize)> {
    let checked = check(changed(fix, sources, own)?);
    let FindingsDiff { mut gone, come } = difference(findings, sources, fix, &checked, &|_| false);
    gone.retain(|index| findings.get(*index).is_some_and(Diagnostic::is_error));
    gone.sort_unstable();
    Some((if come.is_empty() { gone } else { Vec::new() }, checked.bytes))
}

/// What is gone and come after a change. Those that are the `same` as what the change is for count as gone: found
/// again, they have come.
pub(super) fn difference(
    before: &[Diagnostic],
    sources: &Sources,
    fix: &SuggestedFix,
    after: &CheckResult,
    same: &dyn Fn(&Diagnostic) -> bool,
) -> FindingsDiff {
    let changed = name_of(fix.span.source, sources);
    let end = fix.span.start + fix.replacement.len();
    // Errors anywhere in the replaced text belong to the change.
    let placed = |name, span: Span, last: usize| {
        let inside = name == changed && fix.span.start <= span.start && span.end <= last;
        (name, if inside { (fix.span.start, fix.span.start) } else { (span.start, span.end) })
    };
    let moved = |span: Span| {
        let place = |at: usize| if at >= fix.span.end { at - fix.span.end + end } else { at };
        // What is inserted at the end of something is behind it.
        let last = |at: usize| if at > fix.span.start { place(at) } else { at };
        let here = span.source == fix.span.source;
        if here { Span { start: place(span.start), end: last(span.end), ..span } } else { span }
    };
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    let mut known = Tally::new();
    for (at, other) in before.iter().enumerate() {
        if same(other) {
            gone.push(at);
            continue;
        }
        let inside =
            |span: &Span| span.source == fix.span.source && fix.span.start <= span.start && span.end <= fix.span.end;
        let place = other.at.map(|span| match inside(&span) {
            true => (changed, (fix.span.start, fix.span.start)),
            false => placed(name_of(span.source, sources), moved(span), 0),
        });
        known.entry(mark(other, place)).or_default().push(at);
    }
    for one in &after.findings {
        let at = one.at.map(|span| placed(name_of(span.source, &after.sources), span, end));
        if known.get_mut(&mark(one, at)).and_then(Vec::pop).is_none() && one.is_error() {
            come.push(one.code);
        }
    }
    gone.extend(known.into_values().flatten());
    FindingsDiff { gone, come }
}

/// Whether an error keeps what follows it from being read.
fn hides_the_rest(error: &Diagnostic) -> bool {
    error.code.family() == Some(Family::Yaml) || error.code == Code::UnknownHeading
}

fn name_of(id: SourceId, sources: &Sources) -> &str {
    sources.get(id).map_or("", |source| source.name())
}

/// What a finding says and where, as a number: it is worked out for every finding each time a change is tried.
pub(super) fn mark(finding: &Diagnostic, at: Option<(&str, (usize, usize))>) -> u64 {
    struct Hashed(DefaultHasher);
    impl std::fmt::Write for Hashed {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut hashed = Hashed(DefaultHasher::new());
    // A hash takes all that is written.
    let _ = write!(hashed, "{} {at:?} {:?}", finding.code, finding.args);
    hashed.0.finish()
}
