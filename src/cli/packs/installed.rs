//! The packs in the data folder: metadata, origin, installation and removal.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::bundle::Bundle;
use crate::cli::saving::{self, SaveError, Saving, make_folder, unfit, write_in_new_folder};
use crate::cli::search_path::{InPack, data_folder, files_of, pack_in, read, rulesets_of_pack};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{File, Pack};

/// What is kept about a pack that was imported, in its folder. No pack can bring such a file:
/// names with a dot in front are left behind.
const RECORD: &str = ".installed.json";

/// A pack in the data folder.
#[derive(Debug, Clone)]
pub(super) struct Installed {
    /// Its description.
    pub(super) pack: Pack,
    pub(super) folder: PathBuf,
    /// Where it came from; `None`: the user put it there by hand.
    pub(super) record: Option<PackOrigin>,
}

/// The source of an installed pack and the hash of its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PackOrigin {
    /// The path or the address.
    pub(super) source: String,
    /// What its files were when it was installed.
    pub(super) fingerprint: String,
}

impl Installed {
    /// All of them, by id.
    pub(super) fn all() -> Vec<Self> {
        let Some(Ok(list)) = data_folder().map(std::fs::read_dir) else { return Vec::new() };
        let mut all: Vec<Self> = list.flatten().filter_map(|entry| Self::at(&entry.path())).collect();
        all.sort_by(|one, other| (&one.pack.id.text, &one.folder).cmp(&(&other.pack.id.text, &other.folder)));
        all
    }

    fn at(folder: &Path) -> Option<Self> {
        let hidden = folder.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        let pack = if hidden { None } else { pack_in(folder) };
        Some(Self { pack: pack?, folder: folder.to_path_buf(), record: record_of(folder) })
    }

    pub(super) fn id(&self) -> &str {
        &self.pack.id.text
    }

    /// Its rulesets with their files.
    pub(super) fn rulesets(&self) -> Vec<(String, Vec<File>)> {
        let places = rulesets_of_pack(&self.folder).into_iter();
        places.filter_map(|place| Some((place.id, files_of(&place.path?)))).collect()
    }

    /// Whether its files were changed since it was imported.
    pub(super) fn is_changed(&self) -> bool {
        let Some(record) = &self.record else { return true };
        Bundle::of_folder(&self.folder).map_or(true, |now| now.fingerprint() != record.fingerprint)
    }
}

/// Those of some packs, by id and version, that are installed and whose files are not those that were installed.
pub(crate) fn changed_of<'p>(packs: impl Iterator<Item = (&'p str, &'p str)>) -> BTreeSet<(&'p str, &'p str)> {
    let mut packs: BTreeSet<(&str, &str)> = packs.collect();
    if packs.is_empty() {
        return packs;
    }
    let installed = Installed::all();
    // Without a record there is nothing to compare with; one that cannot be read was tampered with.
    let was_changed = |one: &Installed| one.folder.join(RECORD).symlink_metadata().is_ok() && one.is_changed();
    packs.retain(|(id, version)| {
        let mut there = installed.iter().filter(|one| one.id() == *id && one.pack.version.to_string() == *version);
        there.next().is_some_and(was_changed)
    });
    packs
}

/// Where the pack of a ruleset came from, if it was imported.
pub(crate) fn source_of(pack: &InPack) -> Option<String> {
    record_of(&pack.folder).map(|record| record.source)
}

fn record_of(folder: &Path) -> Option<PackOrigin> {
    serde_json::from_str(&read(&folder.join(RECORD)).ok()?.text).ok()
}

/// Puts a pack into the data folder, whole or not at all: it is written beside its place, and
/// takes it only when every file is on the disk. What it replaces comes back if that fails.
///
/// # Errors
///
/// If it could not be written.
pub(super) fn install(
    bundle: &Bundle,
    id: &str,
    record: &PackOrigin,
    replaced: Option<&Installed>,
) -> Result<PathBuf, Diagnostic> {
    let Some(home) = data_folder() else { return Err(Diagnostic::error(Code::PackNoDataFolder, None)) };
    let target = replaced.map_or_else(|| home.join(id), |old| old.folder.clone());
    let put = || -> Result<(), SaveError> {
        let failed = |error| SaveError { path: target.clone(), error };
        make_folder(&home)?;
        let record = serde_json::to_string_pretty(record).map_err(|error| failed(error.into()))?;
        let mut saving = Saving::begin([target.as_path()])?;
        if replaced.is_none() && target.symlink_metadata().is_ok() {
            return Err(failed(std::io::Error::from(std::io::ErrorKind::AlreadyExists)));
        }
        saving.put_folder(&target, |new| {
            let files = bundle.files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
            let mut files = files.chain([(RECORD, record.as_str())]);
            files.try_for_each(|(name, text)| write_in_new_folder(&new.join(name), text.as_bytes()))
        })?;
        saving.commit()
    };
    put().map_err(|failed| not_written(&target, &failed))?;
    Ok(target)
}

/// Takes a pack away: out of its place at once, and then for good.
///
/// # Errors
///
/// If it could not be moved; then it is still there.
pub(super) fn take_away(installed: &Installed) -> Result<(), Diagnostic> {
    saving::take_away(&installed.folder).map_err(|failed| not_written(&installed.folder, &failed))
}

fn not_written(path: &Path, failed: &SaveError) -> Diagnostic {
    unfit(path, &failed.error).unwrap_or_else(|| {
        let error = Diagnostic::error(Code::PackNotWritten, None).arg("path", super::bundle::shown(path));
        error.arg("why", saving::why(&failed.error))
    })
}
