//! A locked folder: its lock file, and the temporary files of a save.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::special::{FileRefusal, kind};

/// The lock. The system releases it when its holder ends, however that happens.
pub(super) const LOCK: &str = ".tirada-lock";
/// The record of a save that changes several files.
pub(super) const RECORD: &str = ".tirada-record";
/// A record before it has its name.
pub(super) const NEW_RECORD: &str = ".tirada-new-record";
/// What is new and waits for its place; a number follows.
pub(super) const STAGED: &str = ".tirada-new-";
/// What was in its place; a number follows.
pub(super) const REPLACED: &str = ".tirada-old-";

/// How long a save waits for that of another program before it gives up.
pub(super) const TO_SAVE: Duration = Duration::from_secs(10);
/// How long a reader waits for a save. After that it reads, if no files change together.
pub(super) const TO_READ: Duration = Duration::from_millis(500);
/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(2);

/// A folder that this program has locked for a save.
#[derive(Debug)]
pub(super) struct LockedFolder {
    pub(super) path: PathBuf,
    /// Held open, and with it the lock.
    _lock: File,
}

impl LockedFolder {
    /// Waits for the lock of a folder.
    pub(super) fn take(folder: &Path, patience: Duration) -> io::Result<Self> {
        let path = folder.join(LOCK);
        let since = Instant::now();
        loop {
            let file = open_lock(&path)?;
            match file.try_lock() {
                // The program that had it before may have removed the file that was opened.
                Ok(()) if crate::store::is_at(&file, &path) => {
                    return Ok(Self { path: folder.to_path_buf(), _lock: file });
                }
                Ok(()) => {}
                Err(TryLockError::WouldBlock) if since.elapsed() < patience => std::thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => return Err(FileRefusal::Busy(patience).into()),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }

    /// Removes what killed programs left here. This program holds the lock, so nothing of it is in use.
    pub(super) fn sweep(&self) -> io::Result<()> {
        for entry in std::fs::read_dir(&self.path)? {
            let entry = entry?;
            if !entry.file_name().to_str().is_some_and(is_leftover) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                std::fs::remove_dir_all(entry.path())?;
            } else {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Sees to it that the folder remembers its new names even if the power fails. Not every system
    /// can open a folder, and files are whole either way.
    pub(super) fn keep(&self) {
        if let Ok(folder) = File::open(&self.path) {
            let _ = folder.sync_all();
        }
    }
}

impl Drop for LockedFolder {
    fn drop(&mut self) {
        // If the system cannot remove files in use, the file stays; it is empty and unlocked, and does no harm.
        #[cfg(unix)]
        let _ = std::fs::remove_file(self.path.join(LOCK));
    }
}

/// Whether a name is one that only this module gives.
fn is_leftover(name: &str) -> bool {
    let number = |start| name.strip_prefix(start).is_some_and(|rest: &str| rest.parse::<u32>().is_ok());
    name == NEW_RECORD || number(STAGED) || number(REPLACED)
}

/// Whether a program saves in a folder, or was killed while saving.
pub(super) fn is_stirred(folder: &Path) -> bool {
    let there = |name: &str| folder.join(name).symlink_metadata().is_ok();
    there(RECORD) || (cfg!(unix) && there(LOCK))
}

fn open_lock(path: &Path) -> io::Result<File> {
    if let Ok(about) = path.symlink_metadata()
        && !about.is_file()
    {
        // A link would lock a file somewhere else, and a FIFO would wait.
        return Err(FileRefusal::OwnSpecial(path.to_owned(), kind(&about)).into());
    }
    match OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path) {
        // Another user's, who is writing at this moment.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && path.exists() => File::open(path),
        opened => opened,
    }
}
