//! Writes the results of a run into cases that expect others.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{PlayedSuite, TestArgs, path_of};
use crate::cli::saving::replace_as_read;
use crate::cli::terminal_effects::{agreed, is_interactive};
use crate::cli::{CommandContext, FILES, FINE, WRONG};
use crate::diagnostic::Diagnostic;
use crate::report::cases::NOT_THERE;
use crate::session::Mismatch;
use crate::source::Sources;
use crate::yaml::edit::scalar;

/// A value of a case that is replaced.
struct CaseEdit {
    start: usize,
    end: usize,
    text: String,
}

/// Shows what would be written, asks the user, and writes it. Cases that were stopped by an error expect nothing that
/// could be written: they are left alone, and told. So are cases that cannot be read, and those of a game that cannot
/// be.
pub(super) fn update(context: &CommandContext, wanted: &TestArgs, all: &[PlayedSuite]) -> u8 {
    let mut edits: BTreeMap<PathBuf, (String, Vec<CaseEdit>)> = BTreeMap::new();
    let mut left = Vec::new();
    for tested in all {
        for ran in tested.run.cases.iter().filter(|ran| !ran.report.differences.is_empty()) {
            if !tested.own_files {
                left.push((tested.run.name.as_str(), ran.report.name.as_str(), "update-built-in"));
                continue;
            }
            if !ran.report.differences.iter().all(can_be_written) {
                left.push((tested.run.name.as_str(), ran.report.name.as_str(), "update-stopped"));
                continue;
            }
            for found in &ran.report.differences {
                let Some(path) = path_of(&tested.sources, found) else { continue };
                let text = text_of(&tested.sources, found);
                let (_, list) = edits.entry(path).or_insert_with(|| (text, Vec::new()));
                let before = tested.sources.get(found.at.source).map_or("", |source| source.slice(0..found.at.start));
                let text = written(found, before.trim_end().ends_with(['[', ',', '-']));
                list.push(CaseEdit { start: found.at.start, end: found.at.end, text });
            }
        }
    }
    let mut files = Vec::new();
    for (path, (text, list)) in edits {
        let new = apply(&text, list);
        let lines = differing_lines(&path.display().to_string(), &text, &new).join("\n");
        if let Err(unwritten) = context.output.try_print(&lines)
            && !wanted.yes
        {
            return context.output.unwritten(unwritten);
        }
        files.push((path, text, new));
    }
    for (ruleset, case, why) in &left {
        let values = vec![("ruleset", (*ruleset).into()), ("name", (*case).into())];
        context.output.tell_message(why, &values);
    }
    let unread = all.iter().flat_map(|tested| &tested.run.errors).any(Diagnostic::is_error);
    let left_over = if left.is_empty() && !unread { FINE } else { WRONG };
    if files.is_empty() {
        if !unread {
            context.output.print(&context.output.catalogue.say("update-nothing"));
        }
        return left_over;
    }
    if !wanted.yes && is_interactive() && !agreed(&context.output.catalogue.say("update-ask")) {
        context.output.print(&context.output.catalogue.say("update-not-written"));
        return WRONG;
    }
    match replace_as_read(&files) {
        Ok(()) => {
            let count = vec![("count", files.len().into())];
            context.output.print(&context.output.catalogue.text("update-written", &count));
            left_over
        }
        Err(errors) => {
            context.output.complain(&errors, &Sources::new());
            FILES
        }
    }
}

/// What was found is a value, and the case says one.
fn can_be_written(found: &Mismatch) -> bool {
    found.found != NOT_THERE && found.what != "error" && !found.found.starts_with("error ")
}

fn text_of(sources: &Sources, found: &Mismatch) -> String {
    sources.get(found.at.source).map(|source| source.text().to_string()).unwrap_or_default()
}

/// What was found, as YAML reads it back; of several things a list.
fn written(found: &Mismatch, in_a_list: bool) -> String {
    match (found.what == "faces", in_a_list) {
        (true, true) => found.found.clone(),
        (true, false) => format!("[{}]", found.found),
        (false, _) => scalar(&found.found),
    }
}

/// The text with other values in these places, the last first.
fn apply(text: &str, mut edits: Vec<CaseEdit>) -> String {
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.start));
    let mut new = text.to_owned();
    for edit in edits {
        if new.get(edit.start..edit.end).is_some() {
            new.replace_range(edit.start..edit.end, &edit.text);
        }
    }
    new
}

/// Lines that are other than before, with their numbers. Only values are changed, so that the lines
/// stay as many unless a value had several.
fn differing_lines(name: &str, old: &str, new: &str) -> Vec<String> {
    let mut told = vec![name.to_owned()];
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    if old.len() == new.len() {
        for (number, (was, is)) in old.iter().zip(&new).enumerate().filter(|(_, (was, is))| was != is) {
            told.push(format!("{:>5} - {was}", number + 1));
            told.push(format!("{:>5} + {is}", number + 1));
        }
        return told;
    }
    let same = old.iter().zip(&new).take_while(|(was, is)| was == is).count();
    let rest = old.iter().rev().zip(new.iter().rev()).take_while(|(was, is)| was == is).count();
    let middle = |lines: &[&str]| -> Vec<String> {
        let end = lines.len().saturating_sub(rest).max(same);
        lines.get(same..end).unwrap_or_default().iter().map(|line| (*line).to_owned()).collect()
    };
    told.extend(middle(&old).iter().enumerate().map(|(at, line)| format!("{:>5} - {line}", same + at + 1)));
    told.extend(middle(&new).iter().enumerate().map(|(at, line)| format!("{:>5} + {line}", same + at + 1)));
    told
}
