//! The record of a save that changes several files (a redo log): written before the first change and removed after the
//! last, so that the next program can complete an interrupted save.
//!
//! Each folder with a change has a copy. The save is committed once the first of these folders has its copy: before
//! that, nothing has changed, and the new texts are dropped; after it, all of them are renamed into place.

use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::folder::{LockedFolder, NEW_RECORD, RECORD, REPLACED, STAGED};
use super::special::{self, FileRefusal};

/// The version of its format.
const VERSION: u32 = 1;

/// The record of a save: its folders and the files to rename.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveRecord {
    #[serde(rename = "tirada record")]
    version: u32,
    /// Identifies this save.
    id: String,
    /// Where its copies are; in a file, seen from the folder that holds it, so that they may be moved
    /// together.
    folders: Vec<PathBuf>,
    changes: Vec<StagedChange>,
}

/// A new file or folder that waits to be renamed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StagedChange {
    /// The folder that it is in, by its place in the list.
    pub(super) folder: usize,
    pub(super) name: String,
    /// The number of what waits for its place.
    pub(super) number: usize,
    /// The fingerprint of the file before; nothing where there was none.
    pub(super) before: Option<String>,
    /// The fingerprint of the new file; nothing of a folder.
    pub(super) after: Option<String>,
}

impl SaveRecord {
    pub(super) fn new(folders: &[LockedFolder], changes: Vec<StagedChange>) -> Self {
        let now = || SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
        let number = crate::cli::roll::drawn().unwrap_or_else(|_| now());
        let id = format!("{number:x}-{}", std::process::id());
        let folders = folders.iter().map(|folder| folder.path.clone()).collect();
        Self { version: VERSION, id, folders, changes }
    }

    /// The record in a folder, if there is one.
    fn of(folder: &Path) -> io::Result<Option<Self>> {
        let path = folder.join(RECORD);
        let bytes = special::bytes(&path).map_err(|error| match special::special(&error) {
            Some(what) => FileRefusal::OwnSpecial(path.clone(), what).into(),
            None => error,
        })?;
        let Some(bytes) = bytes else { return Ok(None) };
        let read: Option<Self> = serde_json::from_slice(&bytes).ok();
        match read.filter(|record| record.version == VERSION && record.is_whole()) {
            Some(mut record) => {
                for place in &mut record.folders {
                    let there = folder.join(&*place);
                    *place = there.canonicalize().unwrap_or(there);
                }
                Ok(Some(record))
            }
            None => Err(FileRefusal::UnknownRecord(path).into()),
        }
    }

    /// Whether a folder holds a copy of it: as long as the save counts, each of its folders does.
    fn is_in(&self, folder: &Path) -> bool {
        folder.is_dir() && matches!(Self::of(folder), Ok(Some(other)) if other.id == self.id)
    }

    /// Nothing in it leads out of its folders.
    fn is_whole(&self) -> bool {
        let plain = |name: &str| Path::new(name).file_name().is_some_and(|last| last == name);
        self.changes.iter().all(|change| change.folder < self.folders.len() && plain(&change.name))
    }

    /// Writes it into all its folders, the one that decides last.
    pub(super) fn write(&self, folders: &[LockedFolder]) -> io::Result<()> {
        for folder in folders.iter().rev() {
            let seen = self.folders.iter().map(|place| way(&folder.path, place)).collect();
            let text = serde_json::to_string(&Self { folders: seen, ..self.clone() })?;
            let new = folder.path.join(NEW_RECORD);
            let written = || {
                let mut file = std::fs::OpenOptions::new().write(true).create(true).truncate(true).open(&new)?;
                file.write_all(text.as_bytes())?;
                file.sync_all()?;
                std::fs::rename(&new, folder.path.join(RECORD))
            };
            written().inspect_err(|_| {
                // Where this fails as well, the next program does it.
                let _ = std::fs::remove_file(&new);
            })?;
            folder.keep();
        }
        Ok(())
    }

    /// Removes it from its folders, the one that decides first.
    pub(super) fn remove(folders: &[LockedFolder]) -> io::Result<()> {
        for folder in folders {
            match std::fs::remove_file(folder.path.join(RECORD)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => folder.keep(),
            }
        }
        Ok(())
    }

    /// Puts what is new into its place, as far as it is not there yet.
    fn finish(&self, found_in: &Path) -> io::Result<()> {
        let mut waiting = Vec::new();
        for change in &self.changes {
            let folder = self.folders.get(change.folder);
            let folder = folder.ok_or_else(|| FileRefusal::UnknownRecord(found_in.join(RECORD)))?;
            is_there(folder, found_in)?;
            if !self.is_in(folder) {
                return Err(FileRefusal::CutShort { record: found_in.join(RECORD), changed: folder.clone() }.into());
            }
            let (staged, target) = (folder.join(format!("{STAGED}{}", change.number)), folder.join(&change.name));
            if staged.symlink_metadata().is_err() {
                continue;
            }
            if change.after.is_some() {
                let now = fingerprint_at(&target)?;
                if now == change.after {
                    continue;
                }
                if now != change.before {
                    return Err(FileRefusal::CutShort { record: found_in.join(RECORD), changed: target }.into());
                }
            }
            waiting.push((staged, target, folder.join(format!("{REPLACED}{}", change.number))));
        }
        for (staged, target, replaced) in waiting {
            put(&staged, &target, &replaced)?;
        }
        Ok(())
    }
}

/// The way from one folder to another; the whole path of the other where they have nothing in common.
fn way(from: &Path, to: &Path) -> PathBuf {
    let common = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    if common == 0 {
        return to.to_path_buf();
    }
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    up.chain(to.components().skip(common)).collect()
}

/// Whether a folder of a record is still where the record says.
fn is_there(folder: &Path, found_in: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    Err(FileRefusal::CutShort { record: found_in.join(RECORD), changed: folder.to_path_buf() }.into())
}

/// Puts a file or a folder into its place. A folder that is there goes out of the way first.
pub(super) fn put(staged: &Path, target: &Path, replaced: &Path) -> io::Result<()> {
    let is_folder = staged.symlink_metadata()?.is_dir();
    if is_folder && target.symlink_metadata().is_ok() {
        std::fs::rename(target, replaced)?;
    }
    std::fs::rename(staged, target)
}

/// The folders of which the records in some folders speak and that are there.
pub(super) fn folders_of(locked: &[LockedFolder]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in locked {
        if let Some(record) = SaveRecord::of(&folder.path)?
            && record.folders.len() > 1
        {
            // Where there is no copy, nothing of this save waits: a folder that someone sends may name any other.
            found.extend(record.folders.iter().filter(|other| record.is_in(other)).cloned());
        }
    }
    Ok(found)
}

/// Finishes or undoes what killed programs began in some folders, and removes what they left. All
/// folders of their records are among these.
pub(super) fn settle(locked: &[LockedFolder]) -> io::Result<()> {
    for folder in locked {
        let Some(record) = SaveRecord::of(&folder.path)? else { continue };
        let here = |path: &PathBuf| locked.iter().find(|one| one.path == *path);
        let copies: Vec<&LockedFolder> = record.folders.iter().filter_map(here).collect();
        let Some(first) = record.folders.first() else {
            return Err(FileRefusal::UnknownRecord(folder.path.join(RECORD)).into());
        };
        is_there(first, &folder.path)?;
        let counts = SaveRecord::of(first)?.is_some_and(|other| other.id == record.id);
        if counts {
            record.finish(&folder.path)?;
            copies.iter().for_each(|copy| copy.keep());
        }
        for copy in copies {
            if SaveRecord::of(&copy.path)?.is_some_and(|other| other.id == record.id) {
                std::fs::remove_file(copy.path.join(RECORD))?;
                copy.keep();
            }
        }
    }
    locked.iter().try_for_each(LockedFolder::sweep)
}

/// The SHA-256 digest of `bytes`, in hexadecimal.
pub(crate) fn fingerprint(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn fingerprint_at(path: &Path) -> io::Result<Option<String>> {
    Ok(special::bytes(path)?.map(|bytes| fingerprint(&bytes)))
}
