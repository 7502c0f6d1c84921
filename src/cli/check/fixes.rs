//! `tirada check --fix`: applies safe fixes until none is left.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::check_run::{CheckRun, shelves};
use crate::cli::CommandContext;
use crate::cli::saving::{Edited, bytes, replace_as_read};
use crate::diagnostic::{Args, Diagnostic, SuggestedFix};
use crate::report::{shortened, visible};
use crate::source::Sources;

/// How often files are checked again; each time all that is sure by then is mended.
const ROUNDS: usize = 50;

/// How much of a change is shown.
const LONGEST: usize = 60;

/// A line that a fix changes: its file, its number from 1, the old and the new text.
struct FileChange {
    path: PathBuf,
    line: usize,
    old: String,
    new: String,
}

/// Mends what surely can be. A file that could not be written is an error.
pub(super) fn fix(context: &mut CommandContext, paths: &[PathBuf]) -> Result<(), Vec<Diagnostic>> {
    let mut all_at_once = true;
    let mut made: Vec<FileChange> = Vec::new();
    let mut last: Option<(usize, Vec<Edited>, usize)> = None;
    for _ in 0..ROUNDS {
        let places = shelves(paths);
        let round = CheckRun::of(&places, paths, false);
        context.speak_in(round.language.as_deref());
        let wrong = round.findings.iter().filter(|one| one.is_error() || one.fix_offered().is_some()).count();
        let harmed = last.take().filter(|(before, ..)| wrong >= *before);
        if let Some((_, files, count)) = harmed {
            // What mends alone may be too much together.
            let back: Vec<Edited> = files.into_iter().map(|(path, old, new)| (path, new, old)).collect();
            replace_as_read(&back)?;
            made.truncate(count);
            if !all_at_once {
                break;
            }
            all_at_once = false;
            continue;
        }
        let (files, changes) = changed(&round.findings, &round.session.sources, paths, all_at_once);
        if files.is_empty() {
            break;
        }
        replace_as_read(&files)?;
        last = Some((wrong, files, made.len()));
        made.extend(changes);
    }
    for change in made {
        let args: Args = vec![
            ("place", format!("{}:{}", change.path.display(), change.line).into()),
            ("old", shown(&change.old).into()),
            ("new", shown(&change.new).into()),
        ];
        context.output.print(&context.output.catalogue.text("check-fixed", &args));
    }
    Ok(())
}

fn shown(text: &str) -> String {
    visible(&shortened(text, LONGEST)).into_owned()
}

/// The changes that are sure in the files that were named, as far as they do not touch one another; of each
/// file only the first, unless all are wanted at once.
fn changed(findings: &[Diagnostic], sources: &Sources, paths: &[PathBuf], all: bool) -> (Vec<Edited>, Vec<FileChange>) {
    let named: Vec<PathBuf> = paths.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let is_named = |path: &Path| {
        paths.is_empty() || path.canonicalize().is_ok_and(|path| named.iter().any(|one| path.starts_with(one)))
    };
    let mut by_file: BTreeMap<PathBuf, Vec<&SuggestedFix>> = BTreeMap::new();
    for fix in findings.iter().filter_map(Diagnostic::fix_offered).filter(|fix| fix.sure) {
        let Some(source) = sources.get(fix.span.source) else { continue };
        let path = Path::new(source.name());
        if !is_named(path) {
            continue;
        }
        // A file that is not UTF-8 was not read as it is, and one that changed since must not be overwritten.
        if bytes(path).is_ok_and(|bytes| bytes.as_deref() == Some(source.text().as_bytes())) {
            by_file.entry(path.to_path_buf()).or_default().push(fix);
        }
    }
    let (mut files, mut changes) = (Vec::new(), Vec::new());
    for (path, mut fixes) in by_file {
        let Some(source) = fixes.first().and_then(|fix| sources.get(fix.span.source)) else { continue };
        fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
        let mut end = None;
        // Two that begin where one ends may both mend the same.
        fixes.retain(|fix| {
            let free = end.is_none_or(|end| fix.span.start > end);
            if free {
                end = Some(fix.span.end);
            }
            free
        });
        if !all {
            fixes.truncate(1);
        }
        let mut text = source.text().to_string();
        for fix in fixes.iter().rev() {
            text.replace_range(fix.span.range(), &fix.replacement);
        }
        changes.extend(fixes.iter().map(|fix| FileChange {
            path: path.clone(),
            line: source.position(fix.span.start).line,
            old: source.slice(fix.span.range()).to_owned(),
            new: fix.replacement.clone(),
        }));
        files.push((path, source.text().to_string(), text));
    }
    (files, changes)
}
