//! Atomic writes: a save is complete or has no effect, and one program at a time writes.
//!
//! A [`Saving`] locks the folders of the files, completes an interrupted save there, writes new contents to temporary
//! files, and then renames these. If several files change, a record of the renames is written first, from which the
//! next program completes them.
//!
//! The lock is advisory: it excludes other runs of this program, not an editor.

mod folder;
mod record;
mod seal;
mod special;

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use folder::{LockedFolder, REPLACED, STAGED, TO_READ, TO_SAVE, is_stirred};
use record::{SaveRecord, StagedChange, fingerprint};

pub(crate) use seal::{SEAL, sealed};
pub use special::Regular;
#[cfg(feature = "store")]
pub(crate) use special::readable;
pub(crate) use special::{FileRefusal, bytes, open, special, unfit};

use super::search_path::read_as_is;
use super::{FILES, WRONG, cannot_read};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::undecoded;
pub(crate) use crate::store::why;

/// What this run saved and removed, as it was named: told where standard output cannot say so.
static CHANGED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Something was saved or removed, and has not been printed.
pub(crate) fn note_changed(path: &Path) {
    CHANGED.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf());
}

/// Takes the list of files that were saved or removed and not reported yet.
pub(crate) fn take_changed() -> BTreeSet<PathBuf> {
    std::mem::take(&mut *CHANGED.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Why a save failed; none of its files has changed.
#[derive(Debug)]
pub struct SaveError {
    pub path: PathBuf,
    pub error: io::Error,
}

impl SaveError {
    pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> Self + use<'_> {
        move |error| Self { path: path.to_path_buf(), error }
    }

    /// As it is said.
    pub(crate) fn diagnostic(&self) -> Diagnostic {
        unfit(&self.path, &self.error).unwrap_or_else(|| {
            let error = Diagnostic::error(Code::FileNotWritten, None).arg("path", self.path.display().to_string());
            error.arg("why", why(&self.error))
        })
    }
}

/// Puts a text in the place of a file, or makes the file. Who may read and write it stays
/// as it was. A link stays a link.
///
/// # Errors
///
/// If it cannot be written; then the file is what it was.
pub fn replace_file(path: &Path, text: &str) -> Result<(), SaveError> {
    replace_files(&[(path.to_path_buf(), text.to_owned())])
}

/// The same for files that belong together: all of them or none.
///
/// # Errors
///
/// Which file cannot be written, and why.
pub fn replace_files(files: &[(PathBuf, String)]) -> Result<(), SaveError> {
    let mut saving = Saving::begin(files.iter().map(|(path, _)| path.as_path()))?;
    for (path, text) in files {
        saving.put(path, text.as_bytes())?;
    }
    saving.commit()
}

/// Puts what the program itself makes in the place of what it made and [`sealed`] before, or makes the
/// files: all of them or none.
///
/// # Errors
///
/// If a file holds something else, or was changed since, unless `force` is given; or if one cannot be
/// written. With the exit code.
pub(crate) fn replace_own(files: &[(PathBuf, String)], force: bool) -> Result<(), (Diagnostic, u8)> {
    let alone = |failed: SaveError| (failed.diagnostic(), FILES);
    let mut saving = Saving::begin(files.iter().map(|(path, _)| path.as_path())).map_err(alone)?;
    for (path, text) in files {
        let there = special::bytes(path).map_err(|error| (cannot_read(path, &error), FILES))?;
        let is_kept = |there: Vec<u8>| {
            let is_own = |there: &str| there.trim().is_empty() || seal::is_sealed(there);
            let is_own = std::str::from_utf8(&there).is_ok_and(is_own);
            !force && !is_own && there != text.as_bytes()
        };
        if there.is_some_and(is_kept) {
            let error = Diagnostic::error(Code::FileNotOurs, None).arg("path", path.display().to_string());
            return Err((error.help("help-force"), WRONG));
        }
        saving.put(path, text.as_bytes()).map_err(alone)?;
    }
    saving.commit().map_err(alone)
}

/// [`replace_own`] in a folder that is made where it is not there; of what cannot be written nothing stays
/// behind, and no folder.
///
/// # Errors
///
/// As [`replace_own`], and that the folder cannot be made.
pub(crate) fn replace_own_in(folder: &Path, files: &[(PathBuf, String)], force: bool) -> Result<(), (Diagnostic, u8)> {
    let new: Vec<&Path> = folder.ancestors().take_while(|one| one.symlink_metadata().is_err()).collect();
    let made = make_folder(folder).map_err(|failed| (failed.diagnostic(), FILES));
    let written = made.and_then(|()| replace_own(files, force));
    if written.is_err() {
        // One that is no longer empty stays.
        let _ = new.into_iter().try_for_each(std::fs::remove_dir);
    }
    written
}

/// Changes files that belong together: what they say is read while no other program can write them, and the texts made
/// of that take its place.
///
/// # Errors
///
/// What is wrong with what they say, or which file cannot be read or written; then all are what
/// they were.
pub(crate) fn rewrite_files(
    paths: &[PathBuf],
    texts: impl FnOnce(Vec<crate::ruleset::File>) -> Result<Vec<String>, Vec<Diagnostic>>,
) -> Result<(), Vec<Diagnostic>> {
    let alone = |failed: SaveError| vec![failed.diagnostic()];
    let mut saving = Saving::begin(paths.iter().map(PathBuf::as_path)).map_err(alone)?;
    let read = paths.iter().map(|path| read_as_is(path).map_err(|error| vec![cannot_read(path, &error)]));
    let texts = texts(read.collect::<Result<_, _>>()?)?;
    for (path, text) in paths.iter().zip(texts) {
        saving.put(path, text.as_bytes()).map_err(alone)?;
    }
    saving.commit().map_err(alone)
}

/// Makes a folder, and those that it is in, where they are not there.
///
/// # Errors
///
/// If it cannot be made.
pub(crate) fn make_folder(path: &Path) -> Result<(), SaveError> {
    std::fs::create_dir_all(path).map_err(SaveError::at(path))
}

/// Changes a file that only its owner is to read, or makes it: what it says is read while no other program can write
/// it. Where nothing is to be written, it stays.
///
/// # Errors
///
/// If it holds something else than a text of ours, or cannot be read or written; then it is what it was.
pub(crate) fn rewrite_private(
    path: &Path,
    text: impl FnOnce(&[u8]) -> io::Result<Option<String>>,
) -> Result<(), SaveError> {
    let mut saving = Saving::begin([path])?;
    let failed = SaveError::at(path);
    let there = special::bytes(path).map_err(&failed)?;
    let Some(text) = text(there.as_deref().unwrap_or_default()).map_err(&failed)? else { return Ok(()) };
    saving.put_as(path, text.as_bytes(), private())?;
    saving.commit()
}

/// What only its owner may read and write.
#[cfg(unix)]
fn private() -> Option<Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o600))
}

/// Where files have no such rights, their folder is its owner's.
#[cfg(not(unix))]
fn private() -> Option<Permissions> {
    None
}

/// A file with its text when it was read, and its new text.
pub(crate) type Edited = (PathBuf, String, String);

/// Changes files that belong together, if they still say what was read.
///
/// # Errors
///
/// Which files have changed since, or cannot be read or written; then all are what they were.
pub(crate) fn replace_as_read(files: &[Edited]) -> Result<(), Vec<Diagnostic>> {
    let paths: Vec<PathBuf> = files.iter().map(|(path, ..)| path.clone()).collect();
    let since = |path: &Path| Diagnostic::error(Code::FileChanged, None).arg("path", path.display().to_string());
    rewrite_files(&paths, |now| {
        let changed = files.iter().zip(now).filter(|((_, old, _), now)| *old != now.text);
        let errors: Vec<_> = changed.map(|((path, ..), _)| since(path).help("help-do-again")).collect();
        if errors.is_empty() { Ok(files.iter().map(|(_, _, new)| new.clone()).collect()) } else { Err(errors) }
    })
}

/// Finishes or undoes what a killed program left in a folder, if there is anything.
///
/// # Errors
///
/// If a save can be neither finished nor undone.
pub(crate) fn settle(folder: &Path) -> io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if !is_stirred(folder) {
        return Ok(());
    }
    let folders = BTreeSet::from([folder.canonicalize()?]);
    match Saving::of_folders(folders.clone(), TO_READ) {
        // Where it is forbidden to write, or another program is writing, there is nothing to finish.
        Err(_) if !folder.join(folder::RECORD).exists() => Ok(()),
        // Files that belong together are taking their places at this moment.
        Err(failed) if special::is_busy(&failed.error) => {
            Saving::of_folders(folders, TO_SAVE).map_or_else(|failed| Err(failed.error), |_| Ok(()))
        }
        Err(failed) => Err(failed.error),
        Ok(_) => Ok(()),
    }
}

/// Takes a folder away: out of its place at once, and then for good.
///
/// # Errors
///
/// If it cannot be moved; then it is still there.
pub(crate) fn take_away(path: &Path) -> Result<(), SaveError> {
    let saving = Saving::begin([path])?;
    let (folder, _, name) = saving.place(path)?;
    let taken = std::fs::rename(folder.path.join(name), folder.path.join(format!("{REPLACED}0")));
    taken.and_then(|()| folder.sweep()).map_err(SaveError::at(path))?;
    note_changed(path);
    Ok(())
}

/// A save of one or several files, which all change or none.
#[derive(Debug)]
pub struct Saving {
    folders: Vec<LockedFolder>,
    staged: Vec<PendingWrite>,
}

/// A file that is written next to its final place.
#[derive(Debug)]
struct PendingWrite {
    path: PathBuf,
    target: PathBuf,
    /// The target as it was named, if it is of interest to the user who runs the program.
    named: Option<PathBuf>,
    replaced: PathBuf,
    change: StagedChange,
    /// What a file held.
    before: Option<Vec<u8>>,
    is_folder: bool,
}

impl Saving {
    /// Locks the folders of what is to change, and finishes or undoes what killed programs began
    /// there.
    ///
    /// # Errors
    ///
    /// If a folder is not there, cannot be locked, or holds what can be neither finished nor undone.
    pub fn begin<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Result<Self, SaveError> {
        let folder = |path: &Path| target_of(path).map(|(folder, _)| folder).map_err(SaveError::at(path));
        Self::of_folders(paths.into_iter().map(folder).collect::<Result<_, _>>()?, TO_SAVE)
    }

    fn of_folders(mut wanted: BTreeSet<PathBuf>, patience: std::time::Duration) -> Result<Self, SaveError> {
        loop {
            // All programs take them in one order, so that none waits for another in a circle.
            let lock = |path: &PathBuf| LockedFolder::take(path, patience).map_err(SaveError::at(path));
            let folders: Vec<LockedFolder> = wanted.iter().map(lock).collect::<Result<_, _>>()?;
            let first = wanted.iter().next().cloned().unwrap_or_default();
            let others = record::folders_of(&folders).map_err(SaveError::at(&first))?;
            let known = wanted.len();
            wanted.extend(others);
            if wanted.len() == known {
                record::settle(&folders).map_err(SaveError::at(&first))?;
                return Ok(Self { folders, staged: Vec::new() });
            }
        }
    }

    /// The locked folder of a path, its number, and the name there.
    fn place(&self, path: &Path) -> Result<(&LockedFolder, usize, std::ffi::OsString), SaveError> {
        let (folder, name) = target_of(path).map_err(SaveError::at(path))?;
        match self.folders.iter().enumerate().find(|(_, one)| one.path == folder) {
            Some((number, folder)) => Ok((folder, number, name)),
            // It was another folder when this began.
            None => Err(SaveError::at(path)(io::Error::from(io::ErrorKind::NotFound))),
        }
    }

    /// Where something waits that is to take a path.
    fn stage(&self, path: &Path) -> Result<PendingWrite, SaveError> {
        let failed = SaveError::at(path);
        let (folder, at, name) = self.place(path)?;
        let target = folder.path.join(&name);
        let name = name.into_string().map_err(|_| failed(io::Error::from(io::ErrorKind::InvalidFilename)))?;
        if self.staged.iter().any(|other| other.target == target) {
            return Err(failed(io::Error::from(io::ErrorKind::AlreadyExists)));
        }
        let number = self.staged.len();
        let change = StagedChange { folder: at, name, number, before: None, after: None };
        let beside = |start: &str| folder.path.join(format!("{start}{number}"));
        let named = Some(path.to_path_buf());
        let (path, replaced) = (beside(STAGED), beside(REPLACED));
        Ok(PendingWrite { path, target, named, replaced, change, before: None, is_folder: false })
    }

    /// Writes what a file is to hold beside it. Who may read and write the file stays as it was.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or if there is something else than a file.
    pub fn put(&mut self, path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
        self.put_as(path, bytes, None)
    }

    /// The same; who may read and write the file if it is new.
    fn put_as(&mut self, path: &Path, bytes: &[u8], new: Option<Permissions>) -> Result<(), SaveError> {
        let failed = SaveError::at(path);
        // What was not read as text would be written as something else.
        if std::str::from_utf8(bytes).is_ok_and(|text| undecoded(text).is_some()) {
            return Err(failed(io::ErrorKind::InvalidData.into()));
        }
        let mut staged = self.stage(path)?;
        if new.is_some() {
            staged.named = None;
        }
        let permissions = match special::regular(&staged.target) {
            Ok(about) => {
                // To put another file in its place would go around what it forbids.
                OpenOptions::new().write(true).open(&staged.target).map_err(&failed)?;
                Some(about.permissions())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => new,
            Err(error) => return Err(failed(error)),
        };
        staged.before = special::bytes(&staged.target).map_err(&failed)?;
        staged.change.before = staged.before.as_deref().map(fingerprint);
        staged.change.after = Some(fingerprint(bytes));
        let waiting = staged.path.clone();
        self.staged.push(staged);
        write_new(&waiting, bytes, permissions).map_err(failed)
    }

    /// Fills a folder beside the place that it is to take.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn put_folder(
        &mut self,
        path: &Path,
        fill: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<(), SaveError> {
        let mut staged = self.stage(path)?;
        staged.is_folder = true;
        let waiting = staged.path.clone();
        self.staged.push(staged);
        std::fs::create_dir(&waiting).and_then(|()| fill(&waiting)).map_err(SaveError::at(path))
    }

    /// Lets everything take its place.
    ///
    /// # Errors
    ///
    /// What cannot; then all is as it was.
    pub fn commit(mut self) -> Result<(), SaveError> {
        let staged = std::mem::take(&mut self.staged);
        // One rename needs no record: either it has happened or not.
        let alone = match staged.as_slice() {
            [] => return Ok(()),
            [one] => !(one.is_folder && one.target.symlink_metadata().is_ok()),
            _ => false,
        };
        self.folders.iter().for_each(LockedFolder::keep);
        if !alone {
            let record = SaveRecord::new(&self.folders, staged.iter().map(|one| one.change.clone()).collect());
            let first = staged.first().map_or(Path::new(""), |one| &one.target);
            if let Err(error) = record.write(&self.folders) {
                // Where this fails as well, the next program finds a save that does not count.
                let _ = SaveRecord::remove(&self.folders);
                drop_all(&staged);
                return Err(SaveError::at(first)(error));
            }
        }
        for (index, one) in staged.iter().enumerate() {
            if let Err(error) = record::put(&one.path, &one.target, &one.replaced) {
                let (done, rest) = staged.split_at(index);
                let back = one.put_back().and_then(|()| done.iter().rev().try_for_each(PendingWrite::put_back));
                // Where not everything came back the record stays, and the next program finishes.
                if back.and_then(|()| SaveRecord::remove(&self.folders)).is_ok() {
                    drop_all(rest);
                }
                return Err(SaveError::at(&one.target)(error));
            }
        }
        self.folders.iter().for_each(LockedFolder::keep);
        staged.iter().filter_map(|one| one.named.as_deref()).for_each(note_changed);
        // All is saved, whatever becomes of the record and of folders that were replaced: what stays of them changes
        // nothing, and the next program that saves here removes it.
        if !alone {
            let _ = SaveRecord::remove(&self.folders);
        }
        for folder in &self.folders {
            let _ = folder.sweep();
        }
        Ok(())
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        drop_all(&self.staged);
    }
}

impl PendingWrite {
    /// Undoes what [`record::put`] did, as far as it came.
    fn put_back(&self) -> io::Result<()> {
        let arrived = self.path.symlink_metadata().is_err();
        if self.is_folder {
            if arrived {
                std::fs::rename(&self.target, &self.path)?;
            }
            let was_there = self.replaced.symlink_metadata().is_ok();
            return if was_there { std::fs::rename(&self.replaced, &self.target) } else { Ok(()) };
        }
        if !arrived {
            return Ok(());
        }
        match &self.before {
            Some(bytes) => {
                let permissions = special::regular(&self.target)?.permissions();
                write_new(&self.path, bytes, Some(permissions))?;
                std::fs::rename(&self.path, &self.target)
            }
            None => std::fs::remove_file(&self.target),
        }
    }
}

/// Removes what waits. Where that fails the next program does it.
fn drop_all(staged: &[PendingWrite]) {
    for one in staged {
        let _ = if one.is_folder { std::fs::remove_dir_all(&one.path) } else { std::fs::remove_file(&one.path) };
    }
}

/// Writes a file, and the folders that it is in, below one that is being filled.
pub(crate) fn write_in_new_folder(path: &Path, bytes: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    write_new(path, bytes, None)
}

/// Writes a file that is not there yet, and sees to it that it is on the disk.
fn write_new(path: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(path)?;
    // Before anything is in it: what may not be read there is not to be read here.
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

/// The folder of a path and its name there, links followed.
fn target_of(path: &Path) -> io::Result<(PathBuf, std::ffi::OsString)> {
    let whole = match path.canonicalize() {
        Ok(whole) => whole,
        // A link to nothing is no file.
        Err(error) if error.kind() != io::ErrorKind::NotFound || path.symlink_metadata().is_ok() => return Err(error),
        Err(_) => {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
            parent.canonicalize()?.join(name)
        }
    };
    match (whole.parent(), whole.file_name()) {
        (Some(folder), Some(name)) => Ok((folder.to_path_buf(), name.to_owned())),
        _ => Err(io::Error::from(io::ErrorKind::InvalidInput)),
    }
}
