//! The record of a save that changes several things: written before the first of them changes and
//! removed after the last, so that whoever comes next can finish what a killed program began.
//!
//! Each folder in which something changes holds a copy. The save counts from the moment at which
//! the first of these folders has it: before, nothing has changed, and the new texts are dropped;
//! after, all of them take their places.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::folder::{LockedFolder, NEW_RECORD, RECORD, REPLACED, STAGED};
use super::special::{self, Unfit};

/// The version of its format.
const VERSION: u32 = 1;

/// What a save changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    #[serde(rename = "tirada record")]
    version: u32,
    /// Tells it from the records of other saves.
    id: String,
    /// Where its copies are. The only folder of a record is the one that holds it, wherever that
    /// was moved.
    folders: Vec<PathBuf>,
    changes: Vec<Change>,
}

/// A file or a folder that is new.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
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

impl Record {
    pub(super) fn new(folders: &[LockedFolder], changes: Vec<Change>) -> Self {
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
            Some(what) => Unfit::OwnSpecial(path.clone(), what).into(),
            None => error,
        })?;
        let Some(bytes) = bytes else { return Ok(None) };
        let read: Option<Self> = serde_json::from_slice(&bytes).ok();
        match read.filter(|record| record.version == VERSION && record.is_whole()) {
            Some(record) => Ok(Some(record)),
            None => Err(Unfit::UnknownRecord(path).into()),
        }
    }

    /// Nothing in it leads out of its folders.
    fn is_whole(&self) -> bool {
        let plain = |name: &str| Path::new(name).file_name().is_some_and(|last| last == name);
        self.changes.iter().all(|change| change.folder < self.folders.len() && plain(&change.name))
    }

    /// Writes it into all its folders, the one that decides last.
    pub(super) fn write(&self, folders: &[LockedFolder]) -> io::Result<()> {
        let text = serde_json::to_string(self)?;
        for folder in folders.iter().rev() {
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
        let folder = |change: &Change| match self.folders.as_slice() {
            [_] => Some(found_in.to_path_buf()),
            all => all.get(change.folder).cloned(),
        };
        let mut waiting = Vec::new();
        for change in &self.changes {
            let folder = folder(change).ok_or_else(|| Unfit::UnknownRecord(found_in.join(RECORD)))?;
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
                    return Err(Unfit::CutShort { record: found_in.join(RECORD), changed: target }.into());
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
        if let Some(record) = Record::of(&folder.path)?
            && record.folders.len() > 1
        {
            found.extend(record.folders.into_iter().filter(|folder| folder.is_dir()));
        }
    }
    Ok(found)
}

/// Finishes or undoes what killed programs began in some folders, and removes what they left. All
/// folders of their records are among these.
pub(super) fn settle(locked: &[LockedFolder]) -> io::Result<()> {
    for folder in locked {
        let Some(record) = Record::of(&folder.path)? else { continue };
        let copies: Vec<&LockedFolder> = match record.folders.as_slice() {
            [_] => vec![folder],
            all => all.iter().filter_map(|path| locked.iter().find(|one| one.path == *path)).collect(),
        };
        let counts = match record.folders.as_slice() {
            [_] => true,
            [first, ..] => first.is_dir() && Record::of(first)?.is_some_and(|other| other.id == record.id),
            [] => false,
        };
        if counts {
            record.finish(&folder.path)?;
            copies.iter().for_each(|copy| copy.keep());
        }
        for copy in copies {
            if Record::of(&copy.path)?.is_some_and(|other| other.id == record.id) {
                std::fs::remove_file(copy.path.join(RECORD))?;
                copy.keep();
            }
        }
    }
    locked.iter().try_for_each(LockedFolder::sweep)
}

/// What tells a text from others.
pub(crate) fn fingerprint(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn fingerprint_at(path: &Path) -> io::Result<Option<String>> {
    Ok(special::bytes(path)?.map(|bytes| fingerprint(&bytes)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::cli::saving::folder::TO_READ;

    #[test]
    fn a_record_that_cannot_be_written_leaves_nothing_behind() {
        let home = std::env::temp_dir().join(format!("tirada-record-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&home);
        // What stands in its place cannot be replaced.
        std::fs::create_dir_all(home.join(RECORD).join("full")).unwrap();
        let locked = [LockedFolder::take(&home, TO_READ).unwrap()];
        assert!(Record::new(&locked, Vec::new()).write(&locked).is_err());
        assert!(!home.join(NEW_RECORD).exists());
        drop(locked);
        std::fs::remove_dir_all(&home).unwrap();
    }
}
