//! Suggests the missing heading of lines: inserts a candidate, checks again, and keeps the one that removes errors.

use std::cmp::Reverse;

use super::fixes::{CheckResult, FindingsDiff, changed, difference};
use super::indentation::{AROUND_BYTES, HolderLine, TOGETHER, around, leave, lines_of, misplaces, read_text};
use super::root_causes::name_of_nothing;
use crate::diagnostic::{Code, Diagnostic, Family, SuggestedFix};
use crate::ruleset::{File, is_section_of_cases, is_section_of_game, keys_that_hold, misread};
use crate::sort::Sort as _;
use crate::source::{Source, SourceId, Sources, Span};

/// Headings that are looked for.
const HEADINGS: usize = 2;
/// A section of which only what is asked for is read: under it, everything would look right.
const READ_WHERE_ASKED: &str = "asks";
/// Lines with errors near which one is looked for.
const PLACES: usize = 4;
/// Lines above and below that are read with it.
const AROUND: usize = 20;
/// Names that are used and not there, which the heading may be.
const MISSED: usize = 4;
/// Headings that may be meant and that are checked.
const CHECKED: usize = 8;
/// More errors than these have other causes, too.
const MOST_ERRORS: usize = 60;
/// What a heading is called whose name is not known.
const UNNAMED: &str = "unnamed line";

/// A line to insert: the line below it, its column, its name.
#[derive(Clone)]
struct Heading {
    /// The line that it is above.
    above: usize,
    column: usize,
    name: String,
}

/// Replaces several errors by one if inserting a heading above some lines removes all of them. `bytes` bounds the files
/// that are read again.
pub(super) fn find_headless(
    findings: &mut Vec<Diagnostic>,
    sources: &Sources,
    own: &[SourceId],
    mut bytes: usize,
    check: &mut dyn FnMut(Vec<File>) -> CheckResult,
) {
    // Everything is checked again for each heading that is tried: only where the errors may come of one.
    let errors = findings.iter().filter(|one| one.is_error()).count();
    // Misread lines may be moved without their heading.
    let moved = |one: &&Diagnostic| one.is_error() && (is_misplaced(one.code) || is_torn(one));
    let moved: Vec<SourceId> = findings.iter().filter(moved).filter_map(|one| Some(one.at?.source)).collect();
    let fewest = if findings.iter().any(is_torn) { 1 } else { 2 };
    if moved.is_empty() || !(fewest..=MOST_ERRORS).contains(&errors) {
        return;
    }
    for _ in 0..HEADINGS {
        let mut found = None;
        for &id in own.iter().filter(|id| moved.contains(id)) {
            let Some(source) = sources.get(id).filter(|_| found.is_none()) else { continue };
            found = headed(findings, (id, source), sources, own, &mut bytes, check);
        }
        let Some((error, gone)) = found else { return };
        leave(findings, gone);
        findings.push(error);
    }
}

/// The error that says which line is missing, if several errors are gone with it and none has come; and which are gone.
fn headed(
    findings: &[Diagnostic],
    (id, source): (SourceId, &Source),
    sources: &Sources,
    own: &[SourceId],
    bytes: &mut usize,
    check: &mut dyn FnMut(Vec<File>) -> CheckResult,
) -> Option<(Diagnostic, Vec<usize>)> {
    let lines = lines_of(source);
    let mut tries = likely(findings, id, &lines, bytes.saturating_mul(8));
    let mut best: Option<(usize, Heading, Vec<usize>)> = None;
    let errors = findings.iter().filter(|one| one.is_error()).count();
    let mut at = 0;
    while let Some(heading) = tries.get(at).cloned() {
        at += 1;
        let fix = heading.fix(&lines, id)?;
        if *bytes == 0 {
            break;
        }
        let checked = check(changed(&fix, sources, own)?);
        *bytes = bytes.saturating_sub(checked.bytes);
        let FindingsDiff { mut gone, mut come } = difference(findings, sources, &fix, &checked, &|_| false);
        gone.retain(|index| findings.get(*index).is_some_and(Diagnostic::is_error));
        // Nothing uses a name that is not known.
        come.retain(|code| code.family() != Some(Family::Unused));
        if heading.name == UNNAMED && !come.is_empty() && at <= CHECKED {
            // What misses it now says its name, and is likelier than any other heading.
            let missed = missed(checked.findings.iter().filter(|one| come.contains(&one.code)));
            let named = missed.into_iter().map(|name| Heading { name, ..heading });
            tries.splice(at..at, named);
        }
        let rank = gone.len();
        let own = gone.iter().filter_map(|index| findings.get(*index));
        if come.is_empty() && of_one_cause(own, rank == errors) && best.as_ref().is_none_or(|(most, ..)| rank > *most) {
            gone.sort_unstable();
            best = Some((rank, heading, gone));
        }
    }
    let (_, heading, gone) = best?;
    Some((heading.told(&lines, id)?, gone))
}

/// Whether errors may come of a heading that is missing: several, most of them of how lines are read, names aside that
/// are not there because of that, and few that say themselves what was meant. If these are `all` errors that there are, it is
/// enough that some are of how lines are read.
fn of_one_cause<'d>(gone: impl Iterator<Item = &'d Diagnostic>, all: bool) -> bool {
    let gone: Vec<&Diagnostic> = gone.collect();
    let meant = |one: &&&Diagnostic| one.fix_offered().is_some() && one.has_suggestion();
    let misplaced = |one: &&&Diagnostic| is_misplaced(one.code);
    let read = gone.iter().filter(|one| name_of_nothing(one).is_none()).count();
    let count = gone.iter().filter(misplaced).count();
    if gone.iter().any(|one| is_torn(one)) {
        // The rest of the line is unknown.
        return true;
    }
    let likely = all && count > 1 || count * 2 > read;
    gone.len() > 1 && gone.iter().filter(meant).count() * 2 < gone.len() && likely
}

/// Whether lines stand in a column where YAML cannot read on, as those do whose heading is missing.
pub(super) fn is_torn(error: &Diagnostic) -> bool {
    error.code == Code::YamlIndentation
}

fn is_misplaced(code: Code) -> bool {
    misplaces(code) || code == Code::HookMissing
}

/// Names that errors say are not there, and that a heading may have.
fn missed<'d>(findings: impl Iterator<Item = &'d Diagnostic>) -> Vec<String> {
    let mut missed: Vec<String> = Vec::new();
    for name in findings.filter_map(name_of_nothing).filter(|name| is_plain(name)) {
        if missed.len() < MISSED && missed.iter().all(|known| known != name) {
            missed.push(name.to_owned());
        }
    }
    missed
}

/// Headings with which no more is misread than without, the likeliest first. So many bytes may be looked at for that.
fn likely(findings: &[Diagnostic], id: SourceId, lines: &[HolderLine<'_>], mut looked: usize) -> Vec<Heading> {
    let here = |counts: &dyn Fn(&Diagnostic) -> bool| {
        let own = findings.iter().filter(|one| one.is_error() && one.code != Code::HeadingMissing && counts(one));
        let places = own.filter_map(|one| one.at).filter(|at| at.source == id).map(|at| at.start);
        let mut places: Vec<usize> = places.filter_map(|at| lines.iter().rposition(|line| line.start <= at)).collect();
        places.sort_unstable();
        places.dedup();
        places
    };
    let mut places = here(&|one| is_misplaced(one.code) || is_torn(one));
    for others in [here(&|one| name_of_nothing(one).is_none()), here(&|_| true)] {
        // Where lines are misread, one is likelier; a name may be missed anywhere.
        if places.len() < PLACES {
            places.extend(others.into_iter().filter(|at| !places.contains(at)).collect::<Vec<_>>());
        }
    }
    let mut below: Vec<usize> = Vec::new();
    for at in places.iter().take(PLACES).flat_map(|&place| firsts(lines, place)) {
        if !below.contains(&at) {
            below.push(at);
        }
    }
    let Some(step) = lines.iter().map(|line| line.indent).find(|indent| *indent > 0) else { return Vec::new() };
    let names = [missed(findings.iter()), vec![UNNAMED.to_owned()]].concat();
    let top = |name: &str| lines.iter().any(|line| line.indent == 0 && line.name() == name);
    let cases = top("tirada cases");
    let (sections, keys): (Vec<&str>, Vec<&str>) = keys_that_hold()
        .into_iter()
        .partition(|name| if cases { is_section_of_cases(name) } else { is_section_of_game(name) });
    let fits = |name: &&str| !top(name) && *name != READ_WHERE_ASKED;
    let sections: Vec<String> = sections.into_iter().filter(fits).map(str::to_owned).collect();
    // Keys that the game has elsewhere are likelier than others.
    let used = |name: &str| lines.iter().any(|line| line.opens() && line.name() == name);
    let (used, others): (Vec<&str>, Vec<&str>) = keys.into_iter().partition(|name| used(name));
    let used: Vec<String> = used.into_iter().map(str::to_owned).collect();
    let others: Vec<String> = others.into_iter().map(str::to_owned).collect();
    // Near the end of a window something may be cut: what counts is how much more can be read.
    let mut found: Vec<(Reverse<usize>, usize, Heading)> = Vec::new();
    for (rank, names) in [&names, &used, &others].into_iter().enumerate() {
        for &above in &below {
            let Some(column) = lines.get(above).and_then(|line| line.indent.checked_sub(step)) else { continue };
            let names = match (column, rank) {
                (0, 0) => &sections,
                (0, _) => continue,
                _ => names,
            };
            let window = above.saturating_sub(AROUND)..(above + AROUND).min(lines.len());
            let usual = read_text(lines, &window, None);
            if usual.len() > AROUND_BYTES {
                continue;
            }
            let usual = misread(usual);
            for name in names {
                let heading = Heading { above, column, name: name.clone() };
                let text = heading.written(lines, window.clone());
                let Some(left) = looked.checked_sub(text.len()) else { break };
                looked = left;
                let errors = misread(text);
                if let Some(better) = usual.checked_sub(errors) {
                    found.push((Reverse(better), rank, heading));
                }
            }
        }
    }
    found.order_by_key(|(better, rank, _)| (*better, *rank));
    found.into_iter().take(CHECKED).map(|(.., heading)| heading).collect()
}

impl Heading {
    fn line(&self) -> String {
        format!("{}{}:", " ".repeat(self.column), self.name)
    }

    /// Some lines as the text of a game, with this one among them.
    fn written(&self, lines: &[HolderLine<'_>], window: std::ops::Range<usize>) -> String {
        let text = self.line();
        let start = lines.get(self.above).map_or(0, |line| line.start);
        let mut lines = lines.to_vec();
        lines.insert(self.above, HolderLine { start, indent: self.column, text: &text });
        read_text(&lines, &(window.start..window.end + 1), None)
    }

    fn fix(&self, lines: &[HolderLine<'_>], source: SourceId) -> Option<SuggestedFix> {
        let start = lines.get(self.above)?.start;
        let replacement = format!("{}\n", self.line());
        Some(SuggestedFix { span: Span { source, start, end: start }, replacement, sure: false, tried: true })
    }

    /// The error for the missing heading.
    fn told(&self, lines: &[HolderLine<'_>], source: SourceId) -> Option<Diagnostic> {
        let line = lines.get(self.above)?;
        let key = line.key();
        let error = Diagnostic::error(Code::HeadingMissing, Span { source, start: key.start, end: key.end });
        let error = error.arg("key", line.name().trim_matches(['"', '\''])).arg("name", self.name.clone());
        let holder = lines.get(..self.above)?.iter().rfind(|line| line.indent < self.column);
        let mut error = error.arg("of", holder.map_or("", HolderLine::name));
        if self.name != UNNAMED {
            error.fixes.extend(self.fix(lines, source));
            return Some(error.arg("what", "known"));
        }
        let at = holder?.key();
        let error = error.arg("what", "unnamed");
        Some(error.label(Span { source, start: at.start, end: at.end }, "label-name-missing-in"))
    }
}

/// A name that can stand before a colon as it is.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'))
}

/// The lines near one with an error that may be the first under a heading, the likeliest first: that one, those before
/// it in its column, the same of what holds it, and what hangs under it.
fn firsts(lines: &[HolderLine<'_>], here: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for base in std::iter::once(here).chain(around(lines, here)) {
        let Some(column) = lines.get(base).map(|line| line.indent).filter(|column| *column > 0) else { continue };
        let before = (0..=base).rev().map_while(|at| lines.get(at).filter(|line| line.indent >= column).map(|_| at));
        let alike = before.filter(|at| lines.get(*at).is_some_and(|line| line.indent == column));
        found.extend(alike.take(TOGETHER));
    }
    found.push(here + 1);
    found
}
