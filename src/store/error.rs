//! Errors of campaigns.

use std::io;
use std::path::{Path, PathBuf};

#[cfg(feature = "store")]
use super::LockHolder;
use crate::diagnostic::{Code, Diagnostic};

/// Why a campaign cannot be opened, read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The system refuses to write.
    NotWritten(io::Error),
    /// The system refuses to read.
    NotRead(io::Error),
    /// The file is something else.
    NotACampaign,
    /// A newer program made it: the version of its tables, and that of the program.
    Newer(i64, String),
    /// What it says cannot be: where that was noticed, or the number of the database's error. No sentence: messages are
    /// in the reader's language.
    Damaged(String),
    /// Beside the place of a new file lies the write-ahead log of one that was there: SQLite would read it as part of
    /// the new one.
    Remains(PathBuf),
    /// It has a second name in the file system, and SQLite keeps its write-ahead log beside the one by which it is
    /// opened.
    Linked,
    /// Another program has it open.
    #[cfg(feature = "store")]
    Taken(Option<LockHolder>),
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Damaged(format!("JSON {}:{}", error.line(), error.column()))
    }
}

impl StoreError {
    /// The exit code of a command that it ends.
    #[must_use]
    pub fn exit(&self) -> u8 {
        match self {
            // What is asked for is there, and another program has it.
            #[cfg(feature = "store")]
            Self::Taken(_) => 1,
            _ => 3,
        }
    }

    /// As it is said of the file of a campaign.
    #[must_use]
    pub fn diagnostic(&self, path: &Path) -> Diagnostic {
        let error = |code| Diagnostic::error(code, None).arg("path", path.display().to_string());
        match self {
            Self::NotWritten(failed) => error(Code::FileNotWritten).arg("why", why(failed)).help("help-nothing-saved"),
            Self::NotRead(failed) if failed.kind() == io::ErrorKind::NotFound => error(Code::FileNotThere),
            Self::NotRead(failed) if failed.kind() == io::ErrorKind::PermissionDenied => error(Code::FileForbidden),
            Self::NotRead(_) => error(Code::FileUnreadable),
            Self::NotACampaign => error(Code::NotACampaign).help("help-campaign-new"),
            Self::Newer(version, program) => {
                let newer = error(Code::CampaignNewer).arg("version", *version).arg("program", program.as_str());
                newer.help_with("help-campaign-newer", "program", program.as_str())
            }
            Self::Remains(log) => {
                let log = log.display().to_string();
                error(Code::CampaignRemains).arg("log", log.as_str()).help_with("help-campaign-remains", "log", log)
            }
            Self::Linked => error(Code::CampaignLinked).help("help-campaign-linked"),
            Self::Damaged(what) => {
                error(Code::CampaignDamaged).arg("what", what.as_str()).help("help-campaign-damaged")
            }
            #[cfg(feature = "store")]
            Self::Taken(None) => error(Code::CampaignTaken).arg("known", "no").help("help-campaign-taken"),
            #[cfg(feature = "store")]
            Self::Taken(Some(holder)) => {
                let taken = error(Code::CampaignTaken)
                    .arg("known", "yes")
                    .arg("host", holder.host.as_str())
                    .arg("pid", i64::from(holder.pid))
                    .arg("since", super::moment(holder.since));
                match &holder.address {
                    Some(address) => taken.help_with("help-campaign-served", "address", address.as_str()),
                    None => taken.help("help-campaign-taken"),
                }
            }
        }
    }
}

/// Why the system did not write something: a word that messages know, or the system's number for it.
#[must_use]
pub fn why(error: &io::Error) -> String {
    use io::ErrorKind;
    let known = match error.kind() {
        ErrorKind::NotFound => "missing",
        ErrorKind::PermissionDenied => "forbidden",
        ErrorKind::AlreadyExists => "there",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::WriteZero => "full",
        ErrorKind::FileTooLarge => "large",
        ErrorKind::ReadOnlyFilesystem => "read-only",
        ErrorKind::NotADirectory => "no-folder",
        ErrorKind::IsADirectory => "folder",
        ErrorKind::InvalidFilename | ErrorKind::InvalidInput => "name",
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy | ErrorKind::AddrInUse => "busy",
        ErrorKind::InvalidData => "text",
        kind => return error.raw_os_error().map_or_else(|| format!("{kind:?}"), |number| number.to_string()),
    };
    known.to_owned()
}
