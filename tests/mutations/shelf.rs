//! Rulesets that are built in, or those of a folder.

use std::path::{Path, PathBuf};

use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::Builtin;

/// Where rulesets are taken from; `None`: those that are built in.
pub struct Rulesets(Option<PathBuf>);

impl Rulesets {
    pub fn from_environment() -> Self {
        Self(std::env::var_os("TIRADA_MUTATE_DIR").map(PathBuf::from))
    }

    pub fn of(folder: &Path) -> Self {
        Self(Some(folder.to_path_buf()))
    }

    pub fn is_shipped(&self) -> bool {
        self.0.is_none()
    }

    pub fn cases(&self, id: &str) -> Vec<File> {
        match &self.0 {
            None => Builtin::cases(id),
            Some(folder) => yaml(&folder.join(id).join("cases")),
        }
    }
}

impl Shelf for Rulesets {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        let Some(folder) = &self.0 else { return Builtin.files(id) };
        let files = yaml(&folder.join(id));
        if files.is_empty() { Builtin.files(id) } else { Some(files) }
    }

    fn ids(&self) -> Vec<String> {
        let Some(folder) = &self.0 else { return Builtin.ids().into_iter().filter(|id| !id.contains('.')).collect() };
        let mut ids: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .flatten()
            .filter(|entry| !yaml(&entry.path()).is_empty())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        ids.sort();
        ids
    }
}

/// The YAML files directly in a folder, by name.
fn yaml(folder: &Path) -> Vec<File> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).map(|list| list.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "yml"));
    paths.sort();
    let read =
        |path: PathBuf| Some(File { text: std::fs::read_to_string(&path).ok()?, name: path.display().to_string() });
    paths.into_iter().filter_map(read).collect()
}
