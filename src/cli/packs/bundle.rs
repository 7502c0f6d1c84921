//! The files of a pack, from a folder or a `.zip`, before they are checked.
//!
//! The whole pack is read into memory, within limits: nothing is written to disk before the pack is found to be valid.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read as _};
use std::path::Path;

use zip::ZipArchive;
use zip::result::ZipError;

use crate::cli::{cannot_read, not_utf_8};
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::PACK_LIMITS;
use crate::ruleset::{File, PACK_FILE, is_device};
use crate::session::fingerprint_of;
use crate::source::{decode, nfc};

/// Endings of files that a pack carries.
const ENDINGS: [&str; 4] = ["yml", "yaml", "md", "txt"];
/// Files without an ending that it carries.
const PLAIN: [&str; 8] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "README", "AUTHORS", "CREDITS", "CHANGELOG"];

/// The files of a pack.
#[derive(Debug, Clone, Default)]
pub struct Bundle {
    /// Where it comes from, as people wrote it.
    pub(super) origin: String,
    /// Where its files are, for errors: in a `.zip` perhaps below a folder.
    pub(super) shown: String,
    /// Texts by their paths below the pack, with `/`.
    pub files: BTreeMap<String, String>,
    /// What is not carried.
    pub(super) left: BTreeSet<String>,
    /// Every name, as systems compare them that do not tell capitals: file or not.
    names: BTreeMap<String, bool>,
    entries: usize,
    bytes: u64,
}

impl Bundle {
    /// A pack in a folder.
    ///
    /// # Errors
    ///
    /// What of it cannot be read or may not be in a pack.
    pub(super) fn of_folder(path: &Path) -> Result<Self, Diagnostic> {
        let mut bundle = Self { origin: shown(path), shown: shown(path), ..Self::default() };
        bundle.folder(path, "", 0)?;
        Ok(bundle)
    }

    fn folder(&mut self, path: &Path, below: &str, depth: usize) -> Result<(), Diagnostic> {
        let unreadable = |error: std::io::Error| cannot_read(path, &error);
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else {
                let name = entry.file_name().to_string_lossy().into_owned();
                return Err(Diagnostic::error(Code::PackNameNotText, None).arg("name", format!("{below}{name}")));
            };
            let name = format!("{below}{name}");
            let kind = entry.file_type().map_err(unreadable)?;
            self.count()?;
            if is_hidden(&name) {
                self.left.insert(name);
            } else if kind.is_symlink() {
                return Err(Diagnostic::error(Code::PackLink, None).arg("name", name));
            } else if kind.is_dir() && name == PACK_FILE {
                let path = entry.path().display().to_string();
                return Err(Diagnostic::error(Code::FileIsFolder, None).arg("path", path));
            } else if kind.is_dir() {
                if depth >= PACK_LIMITS.depth {
                    return Err(bad_path(&name, "deep"));
                }
                self.name(&name, false)?;
                self.folder(&entry.path(), &format!("{name}/"), depth.saturating_add(1))?;
            } else if kind.is_file() {
                self.name(&name, true)?;
                if is_carried(&name) {
                    let file = crate::cli::saving::open(&entry.path()).map_err(unreadable)?;
                    self.text(name, file, |error| cannot_read(&entry.path(), &error))?;
                } else {
                    self.left.insert(name);
                }
            } else {
                return Err(Diagnostic::error(Code::PackSpecialFile, None).arg("name", name));
            }
        }
        Ok(())
    }

    /// A pack in a `.zip`.
    ///
    /// # Errors
    ///
    /// If it is none, or the entries that may not be in a pack.
    pub fn of_zip(bytes: &[u8], shown: String) -> Result<Self, Diagnostic> {
        let wrong = |what: &'static str| {
            Diagnostic::error(Code::PackZipBroken, None).arg("name", shown.as_str()).arg("what", what)
        };
        let broken = |error: ZipError| match error {
            ZipError::UnsupportedArchive(reason) if reason == ZipError::PASSWORD_REQUIRED => wrong("password"),
            ZipError::UnsupportedArchive(_) => wrong("method"),
            _ => wrong("broken"),
        };
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
        let mut bundle = Self { origin: shown.clone(), shown: shown.clone(), ..Self::default() };
        // What has one name twice, or takes one text for several files, was made by hand.
        if archive.has_duplicate_names() {
            return Err(wrong("twice"));
        }
        if archive.has_overlapping_entries().map_err(broken)? {
            return Err(wrong("broken"));
        }
        if archive.len() > PACK_LIMITS.files {
            return Err(too_many());
        }
        for index in 0..archive.len() {
            let (name, is_folder) = {
                // Its head alone: what it holds is read only if it is carried.
                let entry = archive.by_index_raw(index).map_err(broken)?;
                let Ok(name) = std::str::from_utf8(entry.name_raw()).map(str::to_owned) else {
                    let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
                    return Err(Diagnostic::error(Code::PackNameNotText, None).arg("name", name));
                };
                let kind = entry.unix_mode().map_or(0, |mode| mode & 0o170_000);
                if entry.is_symlink() || kind == 0o120_000 {
                    return Err(Diagnostic::error(Code::PackLink, None).arg("name", name));
                }
                let is_folder = name.ends_with('/');
                let expected = if is_folder { 0o040_000 } else { 0o100_000 };
                if kind != 0 && kind != expected {
                    return Err(Diagnostic::error(Code::PackSpecialFile, None).arg("name", name));
                }
                if entry.encrypted() {
                    return Err(wrong("password"));
                }
                (name, is_folder)
            };
            bundle.count()?;
            let name = if is_folder { name.trim_end_matches('/').to_owned() } else { name };
            bundle.name(&name, !is_folder)?;
            if is_folder {
                continue;
            }
            if is_hidden(&name) || !is_carried(&name) {
                bundle.left.insert(name);
            } else {
                let entry = archive.by_index(index).map_err(broken)?;
                bundle.text(name, entry, |_| wrong("broken"))?;
            }
        }
        bundle.unwrap_folder();
        // A folder around all of it does not count.
        let is_deep = |name: &&String| name.matches('/').count() > PACK_LIMITS.depth && !is_hidden(name);
        match bundle.files.keys().chain(&bundle.left).find(is_deep) {
            Some(name) => Err(bad_path(name, "deep")),
            None => Ok(bundle),
        }
    }

    /// One more file or folder.
    fn count(&mut self) -> Result<(), Diagnostic> {
        self.entries = self.entries.saturating_add(1);
        if self.entries > PACK_LIMITS.files { Err(too_many()) } else { Ok(()) }
    }

    /// Checks a name: it has to be valid on every system, inside the pack, and unique.
    fn name(&mut self, name: &str, is_file: bool) -> Result<(), Diagnostic> {
        if let Some(what) = wrong_with(name) {
            return Err(bad_path(name, what));
        }
        // As systems fold case: `ß` is `SS`.
        let folded = nfc(name).to_uppercase().to_lowercase();
        let twice = || Diagnostic::error(Code::PackNameTwice, None).arg("name", name);
        for (at, _) in folded.match_indices('/') {
            // What has something in it is a folder.
            let above = folded.get(..at).unwrap_or_default().to_owned();
            if *self.names.entry(above).or_insert(false) {
                return Err(twice());
            }
        }
        match self.names.insert(folded, is_file) {
            None => Ok(()),
            Some(false) if !is_file => Ok(()),
            Some(_) => Err(twice()),
        }
    }

    /// Reads a text, whatever its size is said to be.
    fn text(
        &mut self,
        name: String,
        from: impl std::io::Read,
        unreadable: impl Fn(std::io::Error) -> Diagnostic,
    ) -> Result<(), Diagnostic> {
        let left = PACK_LIMITS.bytes.saturating_sub(self.bytes);
        let most = PACK_LIMITS.file.min(left);
        let mut bytes = Vec::new();
        from.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
        let size = bytes.len() as u64;
        if size > PACK_LIMITS.file {
            let limit = kilobytes(PACK_LIMITS.file);
            return Err(Diagnostic::error(Code::PackFileTooLarge, None).arg("name", name).arg("limit", limit));
        }
        if size > left {
            return Err(Diagnostic::error(Code::PackTooLarge, None).arg("limit", kilobytes(PACK_LIMITS.bytes)));
        }
        self.bytes = self.bytes.saturating_add(size);
        let text = decode(bytes);
        if let Some(error) = not_utf_8(&format!("{}/{name}", self.shown), &text) {
            return Err(error);
        }
        self.files.insert(name, text);
        Ok(())
    }

    /// Takes a pack out of the one folder that everything is in.
    fn unwrap_folder(&mut self) {
        if self.files.contains_key(PACK_FILE) {
            return;
        }
        let mut tops = self.files.keys().chain(&self.left).map(|name| name.split_once('/').map(|(top, _)| top));
        let Some(Some(top)) = tops.next() else { return };
        if tops.any(|other| other != Some(top)) || !self.files.contains_key(&format!("{top}/{PACK_FILE}")) {
            return;
        }
        let below = format!("{top}/");
        let inner = |name: &String| name.strip_prefix(&below).unwrap_or(name).to_owned();
        self.shown = format!("{}/{top}", self.shown);
        self.left = self.left.iter().map(inner).collect();
        self.files = std::mem::take(&mut self.files).into_iter().map(|(name, text)| (inner(&name), text)).collect();
    }

    /// A file as errors speak of it.
    pub(super) fn file(&self, name: &str) -> Option<File> {
        let text = self.files.get(name)?.clone();
        Some(File { name: format!("{}/{name}", self.shown), text })
    }

    /// The YAML files directly in a folder of the pack; its own is the empty one.
    pub(super) fn yaml_in(&self, folder: &str) -> Vec<File> {
        let below = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let inside = |name: &str| name.strip_prefix(&below).is_some_and(|rest| !rest.contains('/') && is_yaml(rest));
        self.files.keys().filter(|name| inside(name) && *name != PACK_FILE).filter_map(|name| self.file(name)).collect()
    }

    /// What tells it from other states of the pack.
    pub(super) fn fingerprint(&self) -> String {
        fingerprint_of(self.files.iter().map(|(name, text)| (name.as_str(), text.as_str())))
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// A path as it is shown: from here, or from the home folder.
pub(super) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let home = std::env::var_os("HOME").map(std::path::PathBuf::from).filter(|home| home.is_absolute());
    if let Some(inside) = here.as_deref().and_then(|here| path.strip_prefix(here).ok()) {
        let inside = inside.display().to_string();
        return if inside.is_empty() { ".".to_owned() } else { inside };
    }
    match home.as_deref().and_then(|home| path.strip_prefix(home).ok()) {
        Some(inside) => format!("~/{}", inside.display()),
        None => path.display().to_string(),
    }
}

/// Bytes in thousands or millions, for people.
pub(super) fn kilobytes(bytes: u64) -> String {
    if bytes >= 1_000_000 {
        format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000)
    } else {
        format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100)
    }
}

fn too_many() -> Diagnostic {
    Diagnostic::error(Code::PackTooManyFiles, None).arg("limit", PACK_LIMITS.files)
}

fn bad_path(name: &str, what: &'static str) -> Diagnostic {
    Diagnostic::error(Code::PackBadPath, None).arg("name", name).arg("what", what)
}

/// What makes a name one that no pack may have.
pub fn wrong_with(name: &str) -> Option<&'static str> {
    let drive = name.as_bytes().get(1) == Some(&b':') && name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if name.starts_with('/') || drive {
        return Some("absolute");
    }
    if name.contains('\\') {
        return Some("backslash");
    }
    if name.split('/').any(|part| part == "..") {
        return Some("outside");
    }
    if name.len() > PACK_LIMITS.name {
        return Some("long");
    }
    if name.split('/').count() > PACK_LIMITS.depth.saturating_add(2) {
        return Some("deep");
    }
    let strange = |part: &str| {
        part.is_empty()
            || part == "."
            || part.ends_with(['.', ' '])
            || part.contains([':', '*', '?', '"', '<', '>', '|'])
            || !crate::report::is_visible(part)
            || is_device(part.split('.').next().unwrap_or(part))
    };
    name.split('/').any(strange).then_some("strange")
}

/// Whether a file, or a folder that it is in, is of those that systems hide.
fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with('.') && part != "." && part != "..") || name.starts_with("__MACOSX/")
}

fn is_yaml(name: &str) -> bool {
    name.ends_with(".yml") || name.ends_with(".yaml")
}

fn is_carried(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    match last.rsplit_once('.') {
        Some((_, ending)) => ENDINGS.contains(&ending),
        None => PLAIN
            .iter()
            .any(|plain| last == *plain || last.strip_prefix(plain).is_some_and(|rest| rest.starts_with('-'))),
    }
}
