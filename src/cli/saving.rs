//! Files are written whole or not at all: beside them first, then in their place.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::source::undecoded;

/// Names that are tried for a file beside another.
const MOST_NAMES: u32 = 1000;

/// A file that could not be written; none of those that belong together has changed.
#[derive(Debug)]
pub struct SaveError {
    /// Which.
    pub path: PathBuf,
    /// Why.
    pub error: io::Error,
}

/// Puts a text in the place of a file, or makes the file. Who may read and write it stays
/// as it was. A link stays a link.
///
/// # Errors
///
/// That it cannot be written; then the file is what it was.
pub fn replace_file(path: &Path, text: &str) -> io::Result<()> {
    replace_files(&[(path.to_path_buf(), text.to_owned())]).map_err(|failed| failed.error)
}

/// The same for files that belong together: all of them or none. Only when every text is
/// safely on the disk does the first file change.
///
/// # Errors
///
/// Which file cannot be written, and why.
pub fn replace_files(files: &[(PathBuf, String)]) -> Result<(), SaveError> {
    let mut ready = Vec::with_capacity(files.len());
    for (path, text) in files {
        // What was not read as text would be written as something else.
        if undecoded(text).is_some() {
            return Err(SaveError { path: path.clone(), error: io::ErrorKind::InvalidData.into() });
        }
        ready.push(Beside::write(path, text.as_bytes()).map_err(|error| SaveError { path: path.clone(), error })?);
    }
    let mut changed: Vec<(PathBuf, Option<Vec<u8>>)> = Vec::new();
    for (beside, (path, _)) in ready.into_iter().zip(files) {
        let target = beside.target.clone();
        match beside.put() {
            Ok(before) => changed.push((target, before)),
            Err(error) => {
                for (target, before) in changed.into_iter().rev() {
                    // There is nobody left to hear that this fails as well.
                    let _ = put_back(&target, before);
                }
                return Err(SaveError { path: path.clone(), error });
            }
        }
    }
    Ok(())
}

fn put_back(target: &Path, before: Option<Vec<u8>>) -> io::Result<()> {
    match before {
        Some(bytes) => Beside::write(target, &bytes)?.put().map(|_| ()),
        None => std::fs::remove_file(target),
    }
}

/// A new text beside the file whose place it is to take. Where it never does, it goes.
struct Beside {
    target: PathBuf,
    path: PathBuf,
    done: bool,
}

impl Beside {
    fn write(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        let (target, permissions) = match std::fs::canonicalize(path) {
            Ok(target) => {
                let permissions = std::fs::metadata(&target)?.permissions();
                // To put another file in its place would go around what it forbids.
                OpenOptions::new().write(true).open(&target)?;
                (target, Some(permissions))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => (path.to_path_buf(), None),
            Err(error) => return Err(error),
        };
        let (mut file, path) = Self::make(&target)?;
        let beside = Self { target, path, done: false };
        file.write_all(bytes)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.sync_all()?;
        Ok(beside)
    }

    /// A file with a name that nobody has.
    fn make(target: &Path) -> io::Result<(File, PathBuf)> {
        let name = target.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        for number in 0..MOST_NAMES {
            let mut own = std::ffi::OsString::from(".");
            own.push(name);
            own.push(format!(".{}-{number}.new", std::process::id()));
            let path = target.with_file_name(own);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((file, path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::from(io::ErrorKind::AlreadyExists))
    }

    /// Takes the place of the file; what that held is returned.
    fn put(mut self) -> io::Result<Option<Vec<u8>>> {
        let before = match std::fs::read(&self.target) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        std::fs::rename(&self.path, &self.target)?;
        self.done = true;
        keep_folder(&self.target);
        Ok(before)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.done {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Sees to it that a folder remembers its new file even if the power fails. Not every
/// system can open a folder, and the file is whole either way.
fn keep_folder(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
