//! The history of typed lines. Several prompts may be open: each appends its lines to the current state of the file.

use std::io;
use std::path::{Path, PathBuf};

use crate::cli::saving::{FileRefusal, SaveError, bytes, make_folder, rewrite_private};
use crate::cli::search_path::user_folder;

/// How many lines are kept.
pub(super) const MOST: usize = 1000;
/// What such a file begins with. Lines behind it have `\\` for a backslash and `\n` for the end of a line, as
/// rustyline writes them.
const FIRST: &str = "#V2";

/// Where lines are kept; nothing for a user without a home.
pub(super) fn place() -> Option<PathBuf> {
    Some(user_folder("XDG_STATE_HOME", ".local/state")?.join("history.txt"))
}

/// The lines that are kept, from the first.
pub(super) fn read(path: &Path) -> io::Result<Vec<String>> {
    bytes(path)?.map_or(Ok(Vec::new()), |bytes| Ok(escaped(&bytes)?.into_iter().map(plain).collect()))
}

/// Adds a line, and lets go of the first where there are too many.
///
/// # Errors
///
/// If it cannot be written, or if the file holds something else; then it is what it was.
pub(super) fn keep(path: &Path, line: &str) -> Result<(), SaveError> {
    path.parent().map_or(Ok(()), make_folder)?;
    rewrite_private(path, |there| {
        let mut lines = escaped(there)?;
        let new = line.replace('\\', "\\\\").replace('\n', "\\n");
        if lines.last() == Some(&new.as_str()) {
            return Ok(None);
        }
        lines.push(&new);
        let kept = lines.split_at(lines.len().saturating_sub(MOST)).1;
        Ok(Some(format!("{FIRST}\n{}\n", kept.join("\n"))))
    })
}

/// The lines of a file as they stand in it.
fn escaped(bytes: &[u8]) -> io::Result<Vec<&str>> {
    let text = std::str::from_utf8(bytes).map_err(|_| FileRefusal::NotOurs)?;
    let mut lines = text.lines();
    match lines.next() {
        None | Some(FIRST) => Ok(lines.filter(|line| !line.is_empty()).collect()),
        Some(_) => Err(FileRefusal::NotOurs.into()),
    }
}

/// A line as it was typed.
fn plain(escaped: &str) -> String {
    let mut line = String::with_capacity(escaped.len());
    let mut letters = escaped.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('n') => line.push('\n'),
                other => line.extend(other),
            },
            letter => line.push(letter),
        }
    }
    line
}
