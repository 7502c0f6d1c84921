//! Changes that are suggested are made and checked before anybody sees them.

use std::collections::HashMap;

use super::headless::find_headless;
use super::shifting::find_shifted;
use super::trying::{Checked, Outcome, Trials, name_of};
use crate::diagnostic::{Code, Diagnostic, Fix, Note, Severity};
use crate::limits::Limits;
use crate::ruleset::File;
use crate::source::{SourceId, Sources, Span, is_odd_blank, unseen};

/// Findings whose words are those of the format, which are not defined in the file.
const OF_THE_FORMAT: [Code; 2] = [Code::UnknownKey, Code::NotOneOf];

/// [`suggest`] for texts of which nothing else is known.
pub(crate) fn offer(
    findings: &mut Vec<Diagnostic>,
    sources: &Sources,
    own: &[SourceId],
    limits: &Limits,
    check: &mut dyn FnMut(Vec<File>) -> Checked,
) {
    suggest(findings, &mut Trials::new(sources, own, limits, check));
}

/// Makes each change that findings suggest, and checks again: of each finding the first change
/// that takes it away and brings no error that was not told is kept, and no other. What goes with it is a
/// consequence of it, and is not told. Then looks for edits that nothing suggests and that explain several errors.
///
/// Takes as many checks as there are changes, within the limits for them.
pub(super) fn suggest(findings: &mut Vec<Diagnostic>, trials: &mut Trials<'_>) {
    let (sources, own) = (trials.sources, trials.own);
    let mut seen = Seen::default();
    let mut tried = (trials.limits.fixes, trials.limits.fixed);
    findings.iter_mut().for_each(|one| name_invisible(one, sources, own, &mut seen, &mut tried));
    doubt_neighbours(findings, sources, own);
    let mut follows = vec![false; findings.len()];
    for index in 0..findings.len() {
        if follows.get(index) == Some(&true) {
            continue;
        }
        let fixes = findings.get_mut(index).map(|one| std::mem::take(&mut one.fixes)).unwrap_or_default();
        let mut kept = None;
        for fix in fixes.into_iter().filter(|fix| own.contains(&fix.span.source)) {
            if trials.spent() {
                // It may well mend it; nobody is shown it.
                kept = Some(fix);
                break;
            }
            let Some(outcome) = mends(findings, index, trials, &fix) else { continue };
            // What makes its cases wrong is hardly what was meant.
            kept = Some(Fix { tried: true, sure: fix.sure && outcome.checked.others == 0, ..fix });
            let errors = !outcome.errors(findings).is_empty();
            if let Some(one) = findings.get_mut(index).filter(|one| errors && one.code == Code::InvisibleInName) {
                // The name is used as it looks.
                one.severity = Severity::Error;
            }
            let is_error = findings.get(index).is_some_and(Diagnostic::is_error);
            for other in outcome.gone.into_iter().filter(|other| *other != index) {
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
    trials.refill();
    find_shifted(&mut shifted, trials);
    let errors = |findings: &[Diagnostic]| findings.iter().filter(|one| one.is_error()).count();
    if errors(&shifted) > 1 {
        find_headless(findings, trials);
        // Where a line that is missing says no more than lines in the wrong column, those do.
        if errors(findings) < errors(&shifted) {
            return;
        }
    }
    *findings = shifted;
}

/// Where a name is written in several places as nothing is called, and hardly ever as what it is near to, that may
/// well be the slip; and where something gets that name, that may only be unread: no such change is sure. The words of
/// the format are no slips of anybody.
fn doubt_neighbours(findings: &mut [Diagnostic], sources: &Sources, own: &[SourceId]) {
    let near = |one: &Diagnostic| {
        let fix = one.fixes.first().filter(|fix| fix.sure && !OF_THE_FORMAT.contains(&one.code))?;
        let renames = one.helps.iter().any(|help| help.id == "help-did-you-mean");
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

/// Whether a name stands before a colon in some texts, outside of these places.
fn is_a_name(sources: &Sources, own: &[SourceId], name: &str, places: &[Span]) -> bool {
    let name = name.trim_matches(['«', '»', '"']);
    own.iter().filter_map(|&id| Some((id, sources.get(id)?))).any(|(id, source)| {
        let text: &str = source.text();
        let behind = |at: usize| text.get(at + name.len()..).unwrap_or("").trim_start_matches(['"', '\'']);
        let known = |at: usize| places.iter().any(|place| place.source == id && place.range().contains(&at));
        stands_alone(text, name).any(|at| behind(at).starts_with(':') && !known(at))
    })
}

/// How often a name stands in some texts as a word of its own.
fn words_in(sources: &Sources, own: &[SourceId], name: &str) -> usize {
    let name = name.trim_matches(['«', '»', '"']);
    own.iter().filter_map(|&id| sources.get(id)).map(|source| stands_alone(source.text(), name).count()).sum()
}

/// Where a name stands in a text as a word of its own.
pub(super) fn stands_alone<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> {
    let alone = move |at: &usize| {
        let part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let (before, after) = (text.get(..*at).unwrap_or(""), text.get(*at + name.len()..).unwrap_or(""));
        !before.ends_with(part) && !after.starts_with(part)
    };
    text.match_indices(name).map(|(at, _)| at).filter(alone)
}

/// The first character of each place that nobody sees: many mistakes may be on one long line.
type Seen = HashMap<Span, Option<char>>;

/// The lines that an error stands on, and the first character of what is wrong that nobody sees. Where
/// YAML cannot go on it may stand anywhere in its line.
fn hidden(finding: &Diagnostic, sources: &Sources, seen: &mut Seen) -> Option<(Span, char)> {
    let told = finding.is_error() || finding.code == Code::InvisibleInName;
    let at = finding.at.filter(|_| told)?;
    let source = sources.get(at.source).filter(|source| source.text().get(at.range()).is_some())?;
    let lines = source.lines_of(&at.range());
    let lines = Span { start: lines.start, end: lines.end, ..at };
    let wrong = if hides_the_rest(finding) { lines } else { at };
    let first = || unseen(sources.slice(wrong)).first().map(|&(_, letter)| letter);
    Some((lines, (*seen.entry(wrong).or_insert_with(first))?))
}

/// Says which character it is that nobody sees, and suggests what everybody does, as long as that may
/// still be tried: `tries` are the changes that may be, and their bytes.
fn name_invisible(
    finding: &mut Diagnostic,
    sources: &Sources,
    own: &[SourceId],
    seen: &mut Seen,
    tries: &mut (usize, usize),
) {
    let Some((lines, letter)) = hidden(finding, sources, seen) else { return };
    let what = match letter {
        '\u{a0}' | '\u{202f}' => "no-break",
        '\u{ad}' => "hyphen",
        '\u{2028}' | '\u{2029}' => "line",
        _ if is_odd_blank(letter) => "blank",
        _ => "nothing",
    };
    let code = format!("U+{:04X}", u32::from(letter));
    let args = vec![("code", code.into()), ("what", what.into())];
    finding.helps.insert(0, Note { id: "help-invisible", args });
    if tries.0 == 0 || tries.1 == 0 || !own.contains(&lines.source) {
        return;
    }
    let written = sources.slice(lines);
    *tries = (tries.0 - 1, tries.1.saturating_sub(written.len()));
    let mut replacement = String::with_capacity(written.len());
    let mut end = 0;
    for (at, letter) in unseen(written) {
        replacement.push_str(written.get(end..at).unwrap_or(""));
        replacement.push_str(if is_odd_blank(letter) { " " } else { "" });
        end = at + letter.len_utf8();
    }
    replacement.push_str(written.get(end..).unwrap_or(""));
    finding.fixes.insert(0, Fix { span: lines, replacement, sure: true, tried: false });
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
        Checked { findings, sources, bytes, others: 0 }
    });
}

/// Makes a change for one of the findings: it has to be among those that are gone, and no error may have come.
fn mends(before: &[Diagnostic], index: usize, trials: &mut Trials<'_>, fix: &Fix) -> Option<Outcome> {
    let finding = before.get(index)?;
    // What is said twice in one place is one finding.
    let same = |other: &Diagnostic| other.code == finding.code && other.at == finding.at;
    let outcome = trials.make(before, fix, &same).filter(|outcome| outcome.come.is_empty())?;
    let after = &outcome.checked;
    let end = fix.span.start + fix.replacement.len();
    let changed = name_of(fix.span.source, trials.sources);
    let touches = |one: &Diagnostic| {
        let here = one.at.filter(|span| name_of(span.source, &after.sources) == changed);
        here.is_some_and(|span| span.start <= end && span.end >= fix.span.start)
    };
    let known =
        |one: &Diagnostic| before.iter().any(|other| other.code == one.code && other.args == one.args && !same(other));
    let stays = |one: &Diagnostic| one.code == finding.code && touches(one) && !known(one);
    (!after.findings.iter().any(stays)).then_some(outcome)
}

/// Whether an error keeps what follows it from being read.
fn hides_the_rest(error: &Diagnostic) -> bool {
    error.code.as_str().starts_with("yaml-") || error.code == Code::UnknownHeading
}
