//! A recovery file for unsaved changes of characters from files: a campaign next to them, which is deleted when the
//! prompt ends. If one exists, the program that wrote it was killed; `load` restores it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::characters::SavedFile;
use super::persistence::{MovePosition, Persistence};
use super::state::{CommandResult, PromptState};
use crate::diagnostic::{Code, Diagnostic};
use crate::report::document::{Document, Line};
use crate::store::{Sqlite, Storage as _, StoreError, now, remains};

/// How such a file is called: hidden, with the number of the process.
const BEGIN: &str = ".unsaved-";
const END: &str = ".tirada";
/// Where it says which files its characters came from, and who is not saved.
const FILES: &str = "journal.files";
const UNSAVED: &str = "journal.unsaved";
/// Entries of a folder that are looked at.
const MOST: usize = 10_000;

/// The file of a prompt.
#[derive(Default)]
pub struct Journal {
    /// Whether there is to be one.
    wanted: bool,
    open: Option<(Persistence, [String; 2])>,
    /// The running line has taken over what it holds: there is nothing to add.
    is_fresh: bool,
}

/// Where a character came from, by name and load.
type Files = Vec<((Option<String>, usize), SavedFile)>;

impl PromptState<'_> {
    /// From now on what is not saved is kept beside the files.
    pub fn keep_unsaved(&mut self) {
        self.journal.wanted = true;
    }

    /// Keeps what a line did, once something is not saved. Where that cannot be, a warning says so, once.
    pub(super) fn keep_in_journal(
        &mut self,
        line: &str,
        before: MovePosition,
        told: (bool, &Document),
    ) -> Option<Diagnostic> {
        if !self.journal.wanted || self.storage().is_some() {
            return None;
        }
        if std::mem::take(&mut self.journal.is_fresh) {
            return None;
        }
        let unsaved = self.unsaved();
        if self.journal.open.is_none() && unsaved.is_empty() {
            return None;
        }
        let place =
            self.journal.open.as_ref().map_or_else(|| self.journal_place(), |(keeping, _)| keeping.place().to_owned());
        let kept = self.write_journal(&place, line, before, told, &unsaved);
        kept.err()?;
        // From here on it would tell something else than what is so.
        self.end_journal();
        self.journal.wanted = false;
        Some(Diagnostic::warning(Code::JournalNotKept, None).arg("path", place.display().to_string()))
    }

    fn write_journal(
        &mut self,
        place: &Path,
        line: &str,
        before: MovePosition,
        (is_told, document): (bool, &Document),
        unsaved: &[String],
    ) -> Result<(), StoreError> {
        let (mut keeping, known, before) = match self.journal.open.take() {
            Some((keeping, known)) => (keeping, known, before),
            None => (self.begin_journal(place)?, Default::default(), (0, 0)),
        };
        let files: Files = self.saved.iter().map(|(key, saved)| (key.clone(), saved.clone())).collect();
        let says = [serde_json::to_string(&files)?, serde_json::to_string(unsaved)?];
        if says != known {
            let [files, unsaved] = &says;
            keeping.storage_mut().put_extras(&[(FILES, files), (UNSAVED, unsaved)])?;
        }
        let kept = self.kept(&mut keeping, line, before, is_told, document);
        self.journal.open = Some((keeping, says));
        kept
    }

    fn begin_journal(&self, place: &Path) -> Result<Persistence, StoreError> {
        let rules = self.rules(&self.game().id).map_err(|_| StoreError::Damaged("rules".to_owned()))?;
        Sqlite::create(place, "unsaved", &rules, now())?;
        let mut storage = Sqlite::open(place)?;
        storage.begin(now())?;
        Ok(Persistence::begun(Box::new(storage), place.to_owned(), 0, String::new()))
    }

    /// Beside the file of the character that was loaded first.
    fn journal_place(&self) -> PathBuf {
        let first = self.saved.values().next().map(|saved| PathBuf::from(saved.path()));
        let folder = first.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let process = std::process::id();
        // A killed program of the same number may have left one.
        let (mut place, mut more) = (folder.join(format!("{BEGIN}{process}{END}")), 0_u32);
        while place.symlink_metadata().is_ok() || remains(&place).is_some() {
            more = more.saturating_add(1);
            place = folder.join(format!("{BEGIN}{process}-{more}{END}"));
        }
        place
    }

    /// The prompt ends, or what is not saved is given up.
    pub fn end_journal(&mut self) {
        if let Some((keeping, _)) = self.journal.open.take() {
            let place = keeping.place().to_owned();
            drop(keeping);
            remove(&place);
        }
    }

    /// What killed programs left beside these files; what they saved all of is removed.
    pub(super) fn left_beside(&self, paths: &[String]) -> Document {
        let mut document = Document::new();
        if !self.journal.wanted || self.storage().is_some() {
            return document;
        }
        let folders = paths.iter().filter_map(|path| Path::new(path).parent()).map(Path::to_path_buf);
        let folders: std::collections::BTreeSet<PathBuf> = folders.collect();
        for found in folders.iter().flat_map(|folder| journals_in(folder)) {
            let Some(unsaved) = abandoned(&found) else { continue };
            if unsaved.is_empty() {
                remove(&found);
                continue;
            }
            let args = vec![("names", unsaved.into()), ("path", found.display().to_string().into())];
            document = document.line(Line::new().strong(self.catalogue.text("journal-left", &args)));
        }
        document
    }

    /// `load FILE` of what a killed program left: all characters as they were, with the files that they came from.
    pub(super) fn recover(&mut self, path: &str) -> CommandResult {
        let place = Path::new(path);
        if let Some(error) = self.not_saved() {
            return Err(vec![error]);
        }
        let failed = |error: StoreError| vec![error.diagnostic(place)];
        crate::cli::saving::readable(place).map_err(|error| vec![crate::cli::cannot_read(place, &error)])?;
        let storage = Sqlite::open(place).map_err(failed)?;
        let fingerprint = storage.about().map_err(failed)?.fingerprint;
        let rules = self.rules(&self.game().id).map_err(|error| vec![error])?;
        let (files, unsaved) = (storage.extra(FILES).map_err(failed)?, storage.extra(UNSAVED).map_err(failed)?);
        let (Some(files), Some(unsaved), true) = (files, unsaved, fingerprint == rules.fingerprint()) else {
            let error = Diagnostic::error(Code::CampaignNotLoaded, None).arg("path", path);
            return Err(vec![error.help_with("help-write", "example", format!("tirada {path}"))]);
        };
        let from: Files = serde_json::from_str(&files).map_err(|error| failed(error.into()))?;
        self.end_journal();
        let contents = storage.contents(super::persistence::most()).map_err(failed)?;
        let (moves, was) = (contents.moves.len(), contents.now.clone());
        self.read_back(contents).map_err(failed)?;
        self.saved = from.into_iter().collect::<BTreeMap<_, _>>();
        self.left.clear();
        self.returned.clear();
        let mut keeping = Persistence::begun(Box::new(storage), place.to_owned(), moves, was);
        keeping.storage_mut().begin(now()).map_err(failed)?;
        self.journal.open = Some((keeping, [files, unsaved]));
        self.journal.is_fresh = true;
        Ok(self.who(false))
    }
}

/// The journals that lie in a folder.
fn journals_in(folder: &Path) -> Vec<PathBuf> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    // A folder that cannot be read was told of where its files were.
    let Ok(entries) = std::fs::read_dir(here) else { return Vec::new() };
    let names = entries.take(MOST).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut found: Vec<PathBuf> =
        names.filter(|name| name.starts_with(BEGIN) && name.ends_with(END)).map(|name| folder.join(name)).collect();
    found.sort();
    found
}

/// Who is not saved in a journal whose program was killed; nothing where a program still has it, or it is something
/// else.
fn abandoned(path: &Path) -> Option<Vec<String>> {
    crate::cli::saving::readable(path).ok()?;
    let storage = Sqlite::open(path).ok()?;
    serde_json::from_str(&storage.extra(UNSAVED).ok()??).ok()
}

/// Removes a journal, with what its database keeps beside it.
fn remove(path: &Path) {
    for more in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(more);
        // What cannot be removed is told of when the files are loaded again.
        let _ = std::fs::remove_file(name);
    }
}
