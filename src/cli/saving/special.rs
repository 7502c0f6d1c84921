//! The kind of file at a path. Only regular files are read and written: a FIFO would block forever, and a device
//! contains no text.

use std::fs::{File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::diagnostic::{Code, Diagnostic};
use crate::limits::Limits;

/// Why a path is refused: not a regular file (FIFO, device, directory). Travels inside an [`io::Error`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FileRefusal {
    /// It is no regular file; what it is instead, as messages choose by it.
    Special(&'static str),
    /// It has more bytes than this program ever writes: so many.
    TooLarge(u64),
    /// A file of this program's own, which the caller did not name, is no regular file.
    OwnSpecial(PathBuf, &'static str),
    /// Another program has been writing in its folder for so long.
    Busy(Duration),
    /// It holds something that this program did not write.
    NotOurs,
    /// An interrupted save cannot be finished, as this file has changed since.
    CutShort {
        /// The record of the save.
        record: PathBuf,
        changed: PathBuf,
    },
    /// A record that this program did not write.
    UnknownRecord(PathBuf),
}

impl FileRefusal {
    /// The reason inside an error, if it is one of these.
    fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref().and_then(|inner| inner.downcast_ref())
    }
}

impl std::fmt::Display for FileRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Special(what) | Self::OwnSpecial(_, what) => write!(f, "not a regular file ({what})"),
            Self::TooLarge(limit) => write!(f, "larger than {limit} bytes"),
            Self::Busy(_) => f.write_str("another program is writing in this folder"),
            Self::NotOurs => f.write_str("it holds something else"),
            Self::CutShort { changed, .. } => write!(f, "changed since a save was interrupted: {}", changed.display()),
            Self::UnknownRecord(record) => write!(f, "not understood: {}", record.display()),
        }
    }
}

impl std::error::Error for FileRefusal {}

impl From<FileRefusal> for io::Error {
    fn from(reason: FileRefusal) -> Self {
        Self::other(reason)
    }
}

/// Whether the error is that another program was writing all the time.
pub(super) fn is_busy(error: &io::Error) -> bool {
    matches!(FileRefusal::of(error), Some(FileRefusal::Busy(_)))
}

/// What there is instead of a regular file, if that is the error.
pub(crate) fn special(error: &io::Error) -> Option<&'static str> {
    match FileRefusal::of(error)? {
        FileRefusal::Special(what) => Some(what),
        _ => None,
    }
}

/// The error for a file that is left alone for one of our own reasons; `None` for the system's.
pub(crate) fn unfit(path: &Path, error: &io::Error) -> Option<Diagnostic> {
    let shown = |path: &Path| path.display().to_string();
    Some(match FileRefusal::of(error)? {
        FileRefusal::Special("folder") => Diagnostic::error(Code::FileIsFolder, None).arg("path", shown(path)),
        FileRefusal::Special(what) => {
            Diagnostic::error(Code::FileSpecial, None).arg("path", shown(path)).arg("what", *what)
        }
        FileRefusal::OwnSpecial(own, what) => {
            Diagnostic::error(Code::FileSpecial, None).arg("path", shown(own)).arg("what", *what)
        }
        FileRefusal::TooLarge(limit) => {
            let limit = usize::try_from(*limit).unwrap_or(usize::MAX);
            Diagnostic::error(Code::FileTooLarge, None).arg("named", "yes").arg("path", shown(path)).arg("limit", limit)
        }
        FileRefusal::Busy(waited) => {
            let seconds = i64::try_from(waited.as_secs()).unwrap_or(i64::MAX);
            Diagnostic::error(Code::FileBusy, None).arg("path", shown(path)).arg("seconds", seconds)
        }
        FileRefusal::NotOurs => {
            Diagnostic::error(Code::FileNotOurs, None).arg("path", shown(path)).help("help-move-away")
        }
        FileRefusal::CutShort { record, changed } => Diagnostic::error(Code::SaveCutShort, None)
            .arg("path", shown(changed))
            .help_with("help-save-cut-short", "path", shown(record)),
        FileRefusal::UnknownRecord(record) => {
            Diagnostic::error(Code::SaveRecordUnknown, None).arg("path", shown(record))
        }
    })
}

/// What is known of a regular file; links are followed.
///
/// # Errors
///
/// If there is none, or if it is something else.
pub(super) fn regular(path: &Path) -> io::Result<Metadata> {
    let about = std::fs::metadata(path).map_err(|error| match path.symlink_metadata() {
        Ok(_) if error.kind() == io::ErrorKind::NotFound => FileRefusal::Special("link").into(),
        _ => error,
    })?;
    if about.is_file() { Ok(about) } else { Err(FileRefusal::Special(kind(&about)).into()) }
}

/// A regular file that is being read.
#[derive(Debug)]
pub struct Regular(pub File);

impl io::Read for Regular {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.0.read(bytes) {
            // The system calls it a regular file, but reading it waits for data: `/proc/kmsg`.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Err(FileRefusal::Special("device").into()),
            read => read,
        }
    }
}

/// Opens a regular file for reading. Neither opening nor reading waits for another program.
///
/// # Errors
///
/// If there is none, if it is something else, or if it may not be read.
pub(crate) fn open(path: &Path) -> io::Result<Regular> {
    // To open a device may do something, so that it is looked at before.
    regular(path)?;
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    let file = options.open(path)?;
    let about = file.metadata()?;
    if about.is_file() { Ok(Regular(file)) } else { Err(FileRefusal::Special(kind(&about)).into()) }
}

/// That there is a regular file that can be read, before another library opens it: a FIFO, and what only calls itself
/// a file (`/proc/kmsg`), would keep it waiting.
///
/// # Errors
///
/// If there is none, if it is something else, or if it cannot be read.
#[cfg(feature = "store")]
pub(crate) fn readable(path: &Path) -> io::Result<()> {
    open(path)?.read(&mut [0]).map(|_| ())
}

/// What a regular file holds; nothing where there is none.
///
/// # Errors
///
/// If it is something else, is larger than what is ever written, or cannot be read.
pub(crate) fn bytes(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let limit = Limits::FULL.written;
    let mut bytes = Vec::new();
    match open(path).and_then(|file| file.take(limit.saturating_add(1)).read_to_end(&mut bytes)) {
        Ok(_) if bytes.len() as u64 > limit => Err(FileRefusal::TooLarge(limit).into()),
        Ok(_) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// What it is instead of a regular file, as messages choose by it.
#[cfg(unix)]
pub(super) fn kind(about: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = about.file_type();
    if kind.is_symlink() {
        "link"
    } else if kind.is_dir() {
        "folder"
    } else if kind.is_fifo() {
        "fifo"
    } else if kind.is_socket() {
        "socket"
    } else {
        "device"
    }
}

#[cfg(not(unix))]
pub(super) fn kind(about: &Metadata) -> &'static str {
    if about.is_dir() { "folder" } else { "device" }
}
