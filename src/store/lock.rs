//! Excludes two programs from writing one campaign. A lock file next to it names the owner; the system releases the
//! lock when that program ends for any reason.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{StoreError, beside, is_at, now};

/// The most bytes that are read of a lock file.
const MOST: u64 = 1000;

/// The program that has a campaign open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockHolder {
    /// The host name of its machine; empty if it is unknown.
    pub host: String,
    /// The id of its process.
    pub pid: u32,
    /// When it took the lock, in milliseconds since 1970.
    pub since: i64,
    /// The address at which it serves the campaign, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// A campaign that no other program can open for writing.
#[derive(Debug)]
pub struct CampaignLock {
    path: PathBuf,
    file: File,
}

impl CampaignLock {
    /// Takes the lock of the campaign in a file.
    ///
    /// # Errors
    ///
    /// Another program has it ([`StoreError::Taken`]), or the lock file cannot be opened or written.
    pub fn take(campaign: &Path) -> Result<Self, StoreError> {
        // A campaign has one lock, by whichever link it is opened.
        let campaign = campaign.canonicalize().map_err(StoreError::NotRead)?;
        let path = beside(&campaign, "-lock");
        loop {
            // A link would lock a file somewhere else, and a FIFO would wait.
            if path.symlink_metadata().is_ok_and(|about| !about.is_file()) {
                return Err(StoreError::NotWritten(io::ErrorKind::AlreadyExists.into()));
            }
            let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = opened.map_err(StoreError::NotWritten)?;
            match file.try_lock() {
                // The program that had it before may have removed the file that was opened.
                Ok(()) if is_at(&file, &path) => {
                    let lock = Self { path, file };
                    let holder = LockHolder { host: host(), pid: std::process::id(), since: now(), address: None };
                    lock.say(&holder)?;
                    return Ok(lock);
                }
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::Taken(who_has(&mut file)));
                }
                Err(TryLockError::Error(error)) => return Err(StoreError::NotWritten(error)),
            }
        }
    }

    /// Writes the address at which the campaign is served into the lock file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn serve_at(&self, address: &str) -> Result<(), StoreError> {
        let address = Some(address.to_owned());
        self.say(&LockHolder { host: host(), pid: std::process::id(), since: now(), address })
    }

    fn say(&self, holder: &LockHolder) -> Result<(), StoreError> {
        let text = serde_json::to_string(holder)?;
        let mut file = &self.file;
        let written = file.rewind().and_then(|()| file.set_len(0)).and_then(|()| file.write_all(text.as_bytes()));
        written.map_err(StoreError::NotWritten)
    }
}

impl Drop for CampaignLock {
    fn drop(&mut self) {
        // If the system cannot remove files in use, the file stays; it is unlocked and does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The program that has the lock. An empty file is read again, because its holder is about to write it. `None`: it
/// stays unreadable.
fn who_has(file: &mut File) -> Option<LockHolder> {
    for _ in 0..10 {
        let mut text = String::new();
        let read = file.rewind().and_then(|()| (&mut *file).take(MOST).read_to_string(&mut text));
        if let (Ok(_), Ok(holder)) = (read, serde_json::from_str(&text)) {
            return Some(holder);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    None
}

/// The host name of this machine; empty if it is unknown.
fn host() -> String {
    let kernel = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let named = || ["HOSTNAME", "COMPUTERNAME"].iter().find_map(|name| std::env::var(name).ok());
    kernel.ok().or_else(named).map(|name| name.trim().to_owned()).unwrap_or_default()
}
