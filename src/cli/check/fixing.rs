//! `tirada check --fix`: makes the changes that are sure, until none is left.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::round::{Round, shelves};
use crate::cli::Context;
use crate::cli::saving::replace_files;
use crate::diagnostic::{Args, Diagnostic, Fix};
use crate::source::Sources;

/// How often files are checked again; each time all that is sure by then is mended.
const ROUNDS: usize = 50;

/// One change in a file, where it stood.
struct Change {
    path: PathBuf,
    line: usize,
    old: String,
    new: String,
}

/// Files as they were, and as they would be.
type Texts = Vec<(PathBuf, String)>;

/// Mends what surely can be. A file that could not be written is an error.
pub(super) fn fix(context: &Context, paths: &[PathBuf]) -> Result<(), Diagnostic> {
    let mut all_at_once = true;
    let mut made: Vec<Change> = Vec::new();
    let mut last: Option<(usize, Texts, usize)> = None;
    for _ in 0..ROUNDS {
        let places = shelves(paths);
        let round = Round::of(&places, paths, false);
        let wrong = round.findings.iter().filter(|one| one.is_error() || one.fix_offered().is_some()).count();
        let harmed = last.take().filter(|(before, ..)| wrong >= *before);
        if let Some((_, texts, count)) = harmed {
            // What mends alone may be too much together.
            write(&texts)?;
            made.truncate(count);
            if !all_at_once {
                break;
            }
            all_at_once = false;
            continue;
        }
        let (before, after, changes) = changed(&round.findings, &round.session.sources, all_at_once);
        if after.is_empty() {
            break;
        }
        write(&after)?;
        last = Some((wrong, before, made.len()));
        made.extend(changes);
    }
    for change in made {
        let args: Args = vec![
            ("place", format!("{}:{}", change.path.display(), change.line).into()),
            ("old", change.old.into()),
            ("new", change.new.into()),
        ];
        context.output.print(&context.output.catalogue.text("check-fixed", &args));
    }
    Ok(())
}

fn write(texts: &Texts) -> Result<(), Diagnostic> {
    replace_files(texts).map_err(|failed| {
        let error = Diagnostic::error("file-not-written", None).arg("path", failed.path.display().to_string());
        error.arg("why", failed.error.to_string())
    })
}

/// The changes that are sure, as far as they do not touch one another; of each file only the
/// first, unless all are wanted at once.
fn changed(findings: &[Diagnostic], sources: &Sources, all: bool) -> (Texts, Texts, Vec<Change>) {
    let mut by_file: BTreeMap<PathBuf, Vec<&Fix>> = BTreeMap::new();
    for fix in findings.iter().filter_map(Diagnostic::fix_offered).filter(|fix| fix.sure) {
        let Some(source) = sources.get(fix.span.source) else { continue };
        let path = Path::new(source.name());
        // What is no UTF-8 was not read as it is, and what somebody else changed is theirs.
        if std::fs::read(path).is_ok_and(|bytes| bytes == source.text().as_bytes()) {
            by_file.entry(path.to_path_buf()).or_default().push(fix);
        }
    }
    let (mut before, mut after, mut changes) = (Vec::new(), Vec::new(), Vec::new());
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
        changes.extend(fixes.iter().map(|fix| Change {
            path: path.clone(),
            line: source.position(fix.span.start).line,
            old: source.slice(fix.span.range()).to_owned(),
            new: fix.replacement.clone(),
        }));
        before.push((path.clone(), source.text().to_string()));
        after.push((path, text));
    }
    (before, after, changes)
}
