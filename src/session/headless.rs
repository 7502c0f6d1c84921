//! Lines that are missing: the heading above others, or one in which a thing says whom or what it is about. Which one
//! that is, is found out: it is written there, and all of it is checked again.

use super::causes::name_of_nothing;
use super::shifting::{AROUND_BYTES, HolderLine, TOGETHER, around, lines_of, misplaces, read_text};
use super::trying::{Edit, Trials};
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::ruleset::{is_section_of_game, keys_that_hold, misread};
use crate::sort::Sort as _;
use crate::source::{Source, SourceId, Span};

/// Headings that are looked for.
const HEADINGS: usize = 2;
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

/// A line that may be missing.
#[derive(Clone)]
struct Heading {
    /// The line that it stands above, and where that begins.
    above: usize,
    at: usize,
    column: usize,
    name: String,
}

/// Tells once of several errors that are all gone when a line that opens something stands above some lines, or when a
/// thing has a line more.
pub(super) fn find_headless(findings: &mut Vec<Diagnostic>, trials: &mut Trials<'_>) {
    // Everything is checked again for each line that is tried: only where there are some errors.
    let errors = findings.iter().filter(|one| one.is_error()).count();
    if !(2..=MOST_ERRORS).contains(&errors) {
        return;
    }
    if findings.iter().any(moves) {
        for _ in 0..HEADINGS {
            if !headed(findings, trials) {
                break;
            }
        }
    }
    lines_lacking(findings, trials);
}

/// Whether an error may come of a heading that is missing above its line.
fn moves(one: &Diagnostic) -> bool {
    misplaces(one.code) || matches!(one.code, Code::HookMissing | Code::WrongNumberOfCells)
}

/// Tells which heading is missing, if several errors are gone with it and none has come; whether there was one.
fn headed(findings: &mut Vec<Diagnostic>, trials: &mut Trials<'_>) -> bool {
    let sources = trials.sources;
    let own: Vec<(SourceId, &Source)> = trials.own.iter().filter_map(|&id| Some((id, sources.get(id)?))).collect();
    let read: Vec<(SourceId, &Source, Vec<HolderLine<'_>>)> =
        own.into_iter().map(|(id, source)| (id, source, lines_of(source))).collect();
    // Where only names are missed that are defined elsewhere, nothing is missing.
    let misread = |id| findings.iter().any(|one| moves(one) && one.at.is_some_and(|at| at.source == id));
    let mut edits = Vec::new();
    let mut tries: Vec<(SourceId, Heading)> = Vec::new();
    for (id, _, lines) in read.iter().filter(|(id, ..)| misread(*id)) {
        for heading in likely(findings, *id, lines, trials) {
            edits.extend(heading.edit(lines, *id));
            tries.push((*id, heading));
        }
    }
    trials.keep(findings, edits, &mut |findings, edit, outcome, more| {
        // Nothing uses a name that is not known.
        let come: Vec<Code> =
            outcome.come.iter().copied().filter(|code| !code.as_str().starts_with("unused-")).collect();
        let at = edit.fix.span;
        let unnamed = edit.fix.replacement.trim() == format!("{UNNAMED}:");
        let heading =
            tries.iter().find(|(id, one)| unnamed && *id == at.source && one.name == UNNAMED && one.at == at.start);
        if let Some((id, heading)) = heading.filter(|_| !come.is_empty()) {
            let missed = missed(outcome.checked.findings.iter().filter(|one| come.contains(&one.code)));
            let lines = read.iter().find(|(own, ..)| own == id).map(|(.., lines)| lines.as_slice()).unwrap_or_default();
            let named = missed.into_iter().map(|name| Heading { name, ..heading.clone() });
            more.extend(named.filter_map(|one| one.edit(lines, *id)));
        }
        let gone = outcome.errors(findings);
        (come.is_empty() && of_one_cause(&gone)).then_some(gone.len())
    })
}

/// Tells of things that lack a line in which they say who takes part or what is asked, if several errors are gone with it
/// and none has come.
fn lines_lacking(findings: &mut Vec<Diagnostic>, trials: &mut Trials<'_>) {
    let sources = trials.sources;
    let mut edits = Vec::new();
    for (id, source) in trials.own.iter().filter_map(|&id| Some((id, sources.get(id)?))) {
        let lines = lines_of(source);
        let mut section = "";
        let Some(step) = lines.iter().map(|line| line.indent).find(|indent| *indent > 0) else { continue };
        for (at, line) in lines.iter().enumerate() {
            if line.indent == 0 {
                section = line.name();
            }
            let keys: &[&str] = match section {
                "actions" | "interventions" => &["roles", "ask"],
                "tests" => &["ask"],
                _ => continue,
            };
            if line.indent != step || !line.opens() || edits.len() > CHECKED {
                continue;
            }
            let below = lines.get(at + 1..).unwrap_or_default();
            let own: Vec<&HolderLine<'_>> = below.iter().take_while(|below| below.indent > step).collect();
            let Some(first) = own.first() else { continue };
            let end = own.last().map_or(line.end(), |last| last.end());
            let inside = |one: &&Diagnostic| {
                one.is_error() && one.at.is_some_and(|at| at.source == id && (line.start..end).contains(&at.start))
            };
            if !findings.iter().any(|one| inside(&one)) {
                continue;
            }
            let names = missed(findings.iter().filter(inside));
            for key in
                keys.iter().filter(|key| own.iter().all(|line| line.indent != first.indent || line.name() != **key))
            {
                for (values, offered) in said(key, &names) {
                    let key_line = format!("{}{key}: {values}\n", " ".repeat(first.indent));
                    let at = line.key();
                    let span = Span { source: id, start: first.start, end: first.start };
                    let fix = Fix { span, replacement: key_line, sure: false, tried: true };
                    let error =
                        Diagnostic::error(Code::HeadingMissing, Span { source: id, start: at.start, end: at.end });
                    let error = error.arg("of", line.name().trim_matches(['"', '\''])).arg("what", "line");
                    let name = if offered { format!("{key}: {values}") } else { format!("{key}: …") };
                    edits.push(Edit { fix, error: error.arg("name", name).arg("key", ""), offered });
                }
            }
        }
    }
    trials.keep(findings, edits, &mut |findings, edit, outcome, _| {
        let gone = outcome.errors(findings);
        let inside = |one: &&&Diagnostic| name_of_nothing(one).is_none_or(|name| edit.fix.replacement.contains(name));
        let meant = gone.iter().filter(|one| one.fix_offered().is_some()).count();
        let come = outcome.come.iter().any(|code| !code.as_str().starts_with("unused-"));
        (!come && gone.len() > 1 && meant < gone.len() && gone.iter().all(|one| inside(&one))).then_some(gone.len())
    });
}

/// What such a line may say, and whether just that is known.
fn said(key: &str, names: &[String]) -> Vec<(String, bool)> {
    let roles = key == "roles";
    match names {
        [] if roles => vec![(format!("[{UNNAMED}]"), false)],
        names if roles => {
            names.iter().flat_map(|one| [(format!("[{one}]"), true), (format!("{{{one}: many}}"), true)]).collect()
        }
        names => names.iter().map(|one| (format!("{{{one}: {{number: any}}}}"), false)).collect(),
    }
}

/// Whether errors may come of a heading that is missing: several, at least half of them of how lines are read, names aside
/// that are not there because of that, and few that say themselves what was meant.
fn of_one_cause(gone: &[&Diagnostic]) -> bool {
    let meant =
        |one: &&&Diagnostic| one.fix_offered().is_some() && one.helps.iter().any(|help| help.id == "help-did-you-mean");
    let read = gone.iter().filter(|one| name_of_nothing(one).is_none()).count();
    let count = gone.iter().filter(|one| moves(one)).count();
    gone.len() > 1 && gone.iter().filter(meant).count() * 2 < gone.len() && count > 0 && count * 2 >= read
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

/// Headings with which no more is misread than without, the likeliest first.
fn likely(findings: &[Diagnostic], id: SourceId, lines: &[HolderLine<'_>], trials: &mut Trials<'_>) -> Vec<Heading> {
    let own = findings.iter().filter(|one| one.is_error() && one.code != Code::HeadingMissing);
    // A name may be missed anywhere.
    let own = own.filter(|one| name_of_nothing(one).is_none());
    let mut places: Vec<usize> = own.filter_map(|one| one.at).filter(|at| at.source == id).map(|at| at.start).collect();
    places.sort_unstable();
    let mut places: Vec<usize> =
        places.into_iter().filter_map(|at| lines.iter().rposition(|line| line.start <= at)).collect();
    places.dedup();
    let mut below: Vec<usize> = Vec::new();
    for at in places.iter().take(PLACES).flat_map(|&place| firsts(lines, place)) {
        if !below.contains(&at) {
            below.push(at);
        }
    }
    let Some(step) = lines.iter().map(|line| line.indent).find(|indent| *indent > 0) else { return Vec::new() };
    let names = [missed(findings.iter()), vec![UNNAMED.to_owned()]].concat();
    let top = |name: &str| lines.iter().any(|line| line.indent == 0 && line.name() == name);
    let (sections, keys): (Vec<&str>, Vec<&str>) =
        keys_that_hold().into_iter().partition(|name| is_section_of_game(name));
    let sections: Vec<String> = sections.into_iter().filter(|name| !top(name)).map(str::to_owned).collect();
    // Keys that the game has elsewhere are likelier than others.
    let used = |name: &str| lines.iter().any(|line| line.opens() && line.name() == name);
    let (used, others): (Vec<&str>, Vec<&str>) = keys.into_iter().partition(|name| used(name));
    let used: Vec<String> = used.into_iter().map(str::to_owned).collect();
    let others: Vec<String> = others.into_iter().map(str::to_owned).collect();
    let mut found: Vec<(usize, usize, Heading)> = Vec::new();
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
                let at = lines.get(above).map_or(0, |line| line.start);
                let heading = Heading { above, at, column, name: name.clone() };
                let text = heading.written(lines, window.clone());
                if !trials.look(text.len()) {
                    break;
                }
                let errors = misread(text);
                if errors <= usual {
                    found.push((errors, rank, heading));
                }
            }
        }
    }
    found.order_by_key(|(errors, rank, _)| (*errors, *rank));
    // A key under which nothing is read has the fewest errors: half of them are names.
    let mut taken = [0; 2];
    found.retain(|(_, rank, _)| {
        let [names, keys] = &mut taken;
        let count = if *rank == 0 { names } else { keys };
        *count += 1;
        *count <= CHECKED / 2
    });
    found.into_iter().map(|(.., heading)| heading).collect()
}

impl Heading {
    fn line(&self) -> String {
        format!("{}{}:", " ".repeat(self.column), self.name)
    }

    /// Some lines as the text of a game, with this one among them.
    fn written(&self, lines: &[HolderLine<'_>], window: std::ops::Range<usize>) -> String {
        let text = self.line();
        let mut lines = lines.to_vec();
        lines.insert(self.above, HolderLine { start: self.at, indent: self.column, text: &text });
        read_text(&lines, &(window.start..window.end + 1), None)
    }

    /// The line as a change, and what is told of it.
    fn edit(&self, lines: &[HolderLine<'_>], source: SourceId) -> Option<Edit> {
        let span = Span { source, start: self.at, end: self.at };
        let fix = Fix { span, replacement: format!("{}\n", self.line()), sure: false, tried: true };
        let line = lines.get(self.above)?;
        let key = line.key();
        let error = Diagnostic::error(Code::HeadingMissing, Span { source, start: key.start, end: key.end });
        let error = error.arg("key", line.name().trim_matches(['"', '\''])).arg("name", self.name.clone());
        let holder = lines.get(..self.above)?.iter().rfind(|line| line.indent < self.column);
        let error = error.arg("of", holder.map_or("", HolderLine::name));
        if self.name != UNNAMED {
            return Some(Edit { fix, error: error.arg("what", "known"), offered: true });
        }
        let at = holder?.key();
        let error = error.arg("what", "unnamed");
        let error = error.label(Span { source, start: at.start, end: at.end }, "label-name-missing-in");
        Some(Edit { fix, error, offered: false })
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
