//! `tirada check --watch`: checks and tests again after every saved change.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::check_run::{CheckRun, DEEPEST, shelves};
use super::told;
use crate::cli::CommandContext;
use crate::cli::search_path::{is_yaml, read};
use crate::cli::test::{tell_count, tell_difference};
use crate::diagnostic::{Args, Diagnostic};
use crate::session::SuiteRun;

/// How often files are looked at. Reading them is what works on every system and every disk.
const PAUSE: Duration = Duration::from_millis(250);
/// An editor may write a file in several goes: what has changed has to hold still for so long.
const CALM: Duration = Duration::from_millis(60);

/// The watched files, by path, with a hash of each.
type FileHashes = BTreeMap<PathBuf, u64>;

/// Checks again after each change, until the user interrupts it.
pub(super) fn watch(context: &mut CommandContext, paths: &[PathBuf]) -> ! {
    let mut before = FileHashes::new();
    loop {
        let places = shelves(paths);
        let mut round = CheckRun::of(&places, paths, true);
        let read = files_of(&round);
        if before.is_empty() {
            before = state(paths, &read);
        }
        context.speak_in(round.language.as_deref());
        context.output.clear();
        told(context, &round);
        if round.findings.iter().all(|one| !one.is_error()) {
            test(context, &mut round);
        }
        let args: Args = vec![("files", before.len().into())];
        context.output.print(&context.output.catalogue.text("check-watching", &args));
        before = changed(paths, &read, &before);
    }
}

/// Waits until something is different.
fn changed(paths: &[PathBuf], read: &[PathBuf], before: &FileHashes) -> FileHashes {
    loop {
        std::thread::sleep(PAUSE);
        let mut now = state(paths, read);
        if now == *before {
            continue;
        }
        loop {
            std::thread::sleep(CALM);
            let next = state(paths, read);
            if next == now {
                return now;
            }
            now = next;
        }
    }
}

/// Files that were read because others belong to them or extend them.
fn files_of(round: &CheckRun<'_>) -> Vec<PathBuf> {
    round.session.sources.names().map(PathBuf::from).filter(|path| path.is_file()).collect()
}

fn state(paths: &[PathBuf], read: &[PathBuf]) -> FileHashes {
    let mut state = FileHashes::new();
    for path in paths.iter().chain(read) {
        add(path, DEEPEST.saturating_add(1), &mut state);
    }
    state
}

fn add(path: &Path, depth: usize, state: &mut FileHashes) {
    if path.is_file() {
        let Ok(file) = read(path) else { return };
        let mut hasher = DefaultHasher::new();
        file.text.hash(&mut hasher);
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        state.insert(whole, hasher.finish());
        return;
    }
    let Ok(list) = std::fs::read_dir(path) else { return };
    for path in list.flatten().map(|entry| entry.path()) {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let may_change = if path.is_dir() { depth > 0 && !hidden } else { is_yaml(&path) };
        if may_change {
            add(&path, depth.saturating_sub(1), state);
        }
    }
}

/// Plays the cases of all games that were read.
fn test(context: &CommandContext, round: &mut CheckRun<'_>) {
    round.session.language = context.output.catalogue.language();
    let (mut passed, mut failed) = (round.passed, 0_usize);
    for (loaded, files) in std::mem::take(&mut round.suites) {
        let run = SuiteRun::play(&mut round.session, &loaded.game, &loaded.game.id, files, None);
        let suite = run.told(&round.session.sources, &context.output.catalogue, false);
        for (ran, case) in run.cases.iter().zip(&suite.cases) {
            if case.passed() {
                passed = passed.saturating_add(1);
            } else {
                failed = failed.saturating_add(1);
                tell_difference(context, &round.session.sources, &suite.name, case, &ran.report.errors);
            }
        }
        let errors: Vec<Diagnostic> = run.errors.into_iter().filter(Diagnostic::is_error).collect();
        context.output.complain(&errors, &round.session.sources);
    }
    if passed.saturating_add(failed) > 0 {
        tell_count(context, passed, failed);
    }
}
