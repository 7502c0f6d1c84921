//! Rulesets in folders, and the user's settings.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

use crate::ruleset::{File, Shelf};
use crate::session::Builtin;

/// Bytes of a file that are read at most; the YAML room refuses what is longer than
/// its own limit.
const MOST_BYTES: u64 = 4 << 20;

/// A folder whose folders and files are rulesets.
#[derive(Debug, Clone)]
pub struct Folder {
    /// The folder.
    pub path: PathBuf,
}

/// Where rulesets come from.
pub struct Places {
    folders: Vec<Folder>,
}

/// One ruleset on the shelves.
#[derive(Debug, Clone)]
pub struct Place {
    /// Its id.
    pub id: String,
    /// Its folder or file; `None`: it is built in.
    pub path: Option<PathBuf>,
}

impl Places {
    /// `TIRADA_PATH`, then the user's data folder; what is built in comes last.
    #[must_use]
    pub fn new(more: Option<PathBuf>) -> Self {
        let mut folders: Vec<Folder> = more.into_iter().map(|path| Folder { path }).collect();
        if let Some(list) = std::env::var_os("TIRADA_PATH") {
            folders.extend(
                std::env::split_paths(&list).filter(|path| !path.as_os_str().is_empty()).map(|path| Folder { path }),
            );
        }
        if let Ok(base) = etcetera::choose_base_strategy() {
            folders.push(Folder { path: base.data_dir().join("tirada").join("rulesets") });
        }
        Self { folders }
    }

    /// All rulesets, each id once, where it would be taken from.
    #[must_use]
    pub fn all(&self) -> Vec<Place> {
        let mut list: Vec<Place> = Vec::new();
        for folder in &self.folders {
            for (id, path) in folder.entries() {
                if list.iter().all(|place| place.id != id) && !is_something_else(&path) {
                    list.push(Place { id, path: Some(path) });
                }
            }
        }
        for id in Builtin.ids() {
            if list.iter().all(|place| place.id != id) {
                list.push(Place { id, path: None });
            }
        }
        list.sort_by(|one, other| one.id.cmp(&other.id));
        list
    }

    /// Where a ruleset would be taken from.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<Place> {
        for folder in &self.folders {
            let mut named = folder.entries().into_iter().filter(|(name, _)| name == id);
            if let Some((id, path)) = named.find(|(_, path)| !is_something_else(path)) {
                return Some(Place { id, path: Some(path) });
            }
        }
        Builtin.files(id).map(|_| Place { id: id.to_owned(), path: None })
    }
}

impl Shelf for Places {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        match self.find(id)?.path {
            Some(path) => ruleset_files(&path).ok(),
            None => Builtin.files(id),
        }
    }

    fn ids(&self) -> Vec<String> {
        self.all().into_iter().map(|place| place.id).collect()
    }
}

impl Folder {
    /// Ids and paths of the rulesets in the folder, by id.
    fn entries(&self) -> Vec<(String, PathBuf)> {
        let Ok(list) = std::fs::read_dir(&self.path) else { return Vec::new() };
        let mut found: Vec<(String, PathBuf)> = list
            .flatten()
            .map(|entry| entry.path())
            .filter_map(|path| {
                let is_ruleset = if path.is_dir() { has_yaml(&path) } else { is_yaml(&path) };
                let id = if path.is_dir() { path.file_name() } else { path.file_stem() };
                is_ruleset.then(|| id.map(|id| (id.to_string_lossy().into_owned(), path.clone())))?
            })
            .collect();
        found.sort();
        found
    }
}

/// Whether a path ends like a YAML file.
#[must_use]
pub fn is_yaml(path: &Path) -> bool {
    path.is_file() && path.extension().is_some_and(|ending| ending == "yml" || ending == "yaml")
}

/// Whether there is a YAML file directly in a folder.
#[must_use]
pub fn has_yaml(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|list| list.flatten().any(|entry| is_yaml(&entry.path())))
}

/// Whether there is nothing but characters and the like: they may well be kept in a folder
/// that is called as their game.
fn is_something_else(path: &Path) -> bool {
    let other = |line: &str| {
        ["tirada character:", "tirada cases:", "tirada coverage:"].iter().any(|version| line.starts_with(version))
    };
    ruleset_files(path).is_ok_and(|files| files.iter().all(|file| file.text.lines().any(other)))
}

/// The YAML files directly in a folder, by name.
///
/// # Errors
///
/// If the folder or a file cannot be read.
pub fn yaml_in(folder: &Path) -> std::io::Result<Vec<File>> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).filter(|path| is_yaml(path)).collect();
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

/// The files of a ruleset: those in its folder, or the file itself.
///
/// # Errors
///
/// If something cannot be read.
pub fn ruleset_files(path: &Path) -> std::io::Result<Vec<File>> {
    if path.is_dir() { yaml_in(path) } else { Ok(vec![read(path)?]) }
}

/// The files of cases beside a ruleset.
#[must_use]
pub fn case_files(path: &Path) -> Vec<File> {
    let folder = if path.is_dir() { path.join("cases") } else { path.with_file_name("cases") };
    yaml_in(&folder).unwrap_or_default()
}

/// Reads a file as text. What is no UTF-8 is marked with the replacement character.
///
/// # Errors
///
/// If it cannot be read.
pub fn read(path: &Path) -> std::io::Result<File> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
    let text = String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    Ok(File { name: path.display().to_string(), text })
}

/// The user's settings, from `tirada/config.yml` in the folder for such things.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The ruleset when nobody says which.
    pub ruleset: Option<String>,
    /// The language of messages.
    pub language: Option<String>,
}

impl Config {
    /// Where the settings stand.
    #[must_use]
    pub fn path() -> Option<PathBuf> {
        Some(etcetera::choose_base_strategy().ok()?.config_dir().join("tirada").join("config.yml"))
    }

    /// Reads the settings; none if there is no such file.
    ///
    /// # Errors
    ///
    /// The path of a file that cannot be understood.
    pub fn read() -> Result<Self, PathBuf> {
        let Some(path) = Self::path().filter(|path| path.exists()) else { return Ok(Self::default()) };
        let Ok(file) = read(&path) else { return Err(path) };
        if file.text.trim().is_empty() {
            return Ok(Self::default());
        }
        let config: Self = serde_yaml::from_str(&file.text).map_err(|_| path.clone())?;
        match config.language.as_deref().map(crate::render::Language::from_tag) {
            Some(None) => Err(path),
            _ => Ok(config),
        }
    }
}
