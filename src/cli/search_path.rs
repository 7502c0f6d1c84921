//! The search path for rulesets, and the user's settings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::saving::{open, settle};
use super::{cannot_read, not_utf_8, reason};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{File, PACK_FILE, Pack, Shelf, TRANSLATIONS, outermost, read_pack};
use crate::session::Builtin;
use crate::source::{Sources, decode, unread, without_mark};
use crate::yaml::{YamlLimits, parse};

/// Bytes of a file that are read at most; the YAML room refuses what is longer than
/// its own limit.
const MOST_BYTES: u64 = 4 << 20;

/// A folder that contains rulesets, as folders or files.
#[derive(Debug, Clone)]
pub struct SearchFolder {
    pub path: PathBuf,
}

/// The folders that are searched for rulesets, in order.
pub struct SearchPath {
    folders: Vec<SearchFolder>,
    /// How many of the first folders are looked through for this one command: what lies there has no id elsewhere.
    beside: usize,
    only_built_in: bool,
}

/// A ruleset that was found: its id, its path, its pack.
#[derive(Debug, Clone)]
pub struct RulesetLocation {
    pub id: String,
    /// Its folder or file; `None`: it is built in.
    pub path: Option<PathBuf>,
    pub pack: Option<InPack>,
}

/// The pack that a ruleset is in.
#[derive(Debug, Clone)]
pub struct InPack {
    pub id: String,
    /// Its version; nothing if what it says of itself cannot be read.
    pub version: Option<String>,
    pub folder: PathBuf,
}

impl SearchPath {
    /// `TIRADA_PATH`, then the user's data folder; what is built in comes last.
    #[must_use]
    pub fn new(more: Option<PathBuf>) -> Self {
        Self::beside(more.into_iter().collect())
    }

    /// The same, after some folders.
    #[must_use]
    pub fn beside(folders: Vec<PathBuf>) -> Self {
        let mut folders: Vec<SearchFolder> = folders.into_iter().map(|path| SearchFolder { path }).collect();
        let beside = folders.len();
        if let Some(list) = std::env::var_os("TIRADA_PATH") {
            folders.extend(
                std::env::split_paths(&list)
                    .filter(|path| !path.as_os_str().is_empty())
                    .map(|path| SearchFolder { path }),
            );
        }
        folders.extend(data_folder().map(|path| SearchFolder { path }));
        Self { folders, beside, only_built_in: false }
    }

    /// That each of them is a folder that can be looked through, if there is anything. The rulesets in it would be
    /// missed in silence.
    ///
    /// # Errors
    ///
    /// Which one is not.
    pub fn are_folders(&self) -> Result<(), Diagnostic> {
        for SearchFolder { path } in &self.folders {
            let why = match std::fs::read_dir(path) {
                Ok(_) => continue,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => "forbidden",
                Err(error) => reason(path, &error),
            };
            return Err(crate::yaml::not_read(why.to_owned(), path.display().to_string()));
        }
        Ok(())
    }

    /// What is built in and nothing else.
    #[must_use]
    pub fn built_in() -> Self {
        Self { folders: Vec::new(), beside: 0, only_built_in: true }
    }

    /// Whether nothing is read from files.
    #[must_use]
    pub fn only_built_in(&self) -> bool {
        self.only_built_in
    }

    /// All rulesets, each id once, where it would be taken from.
    #[must_use]
    pub fn all(&self) -> Vec<RulesetLocation> {
        let mut list: Vec<RulesetLocation> = Vec::new();
        for folder in &self.folders {
            for one in folder.entries() {
                if list.iter().all(|place| place.id != one.id) && !one.is_something_else() {
                    list.push(one);
                }
            }
        }
        for id in Builtin.ids() {
            if list.iter().all(|place| place.id != id) {
                list.push(RulesetLocation { id, path: None, pack: None });
            }
        }
        list.sort_by(|one, other| one.id.cmp(&other.id));
        list
    }

    /// Where a ruleset would be taken from.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<RulesetLocation> {
        self.find_each(&[id]).into_values().next()
    }

    /// The same of several, by id: each folder is looked through once.
    pub(super) fn find_each(&self, ids: &[&str]) -> BTreeMap<String, RulesetLocation> {
        let mut left: BTreeSet<&str> = ids.iter().copied().collect();
        let mut found = BTreeMap::new();
        for folder in &self.folders {
            if left.is_empty() {
                break;
            }
            for place in folder.of(&|id| left.contains(id)) {
                if left.contains(&*place.id) && !place.is_something_else() {
                    left.remove(&*place.id);
                    found.insert(place.id.clone(), place);
                }
            }
        }
        let built_in = left.into_iter().filter(|id| Builtin.files(id).is_some());
        found.extend(built_in.map(|id| (id.to_owned(), RulesetLocation { id: id.to_owned(), path: None, pack: None })));
        found
    }
}

impl Shelf for SearchPath {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        self.find(id)?.files()
    }

    fn translations(&self, id: &str) -> Vec<File> {
        match self.find(id).map(|place| place.path) {
            Some(Some(path)) => translation_files(&path),
            Some(None) => Builtin.translations(id),
            None => Vec::new(),
        }
    }

    fn ids(&self) -> Vec<String> {
        self.all().into_iter().map(|place| place.id).collect()
    }

    fn written(&self, id: &str) -> String {
        let path = self.find(id).and_then(|place| place.path);
        let beside = self.folders.iter().take(self.beside);
        let path = path.filter(|path| beside.into_iter().any(|folder| path.starts_with(&folder.path)));
        let here = std::env::current_dir().unwrap_or_default();
        path.map_or_else(|| id.to_owned(), |path| path.strip_prefix(&here).unwrap_or(&path).display().to_string())
    }
}

impl RulesetLocation {
    /// What it is made of.
    pub(super) fn files(&self) -> Option<Vec<File>> {
        match &self.path {
            Some(path) => Some(files_of(path)),
            None => Builtin.files(&self.id),
        }
    }

    fn is_something_else(&self) -> bool {
        self.path.as_deref().is_some_and(is_something_else)
    }
}

impl SearchFolder {
    /// The rulesets in the folder and in its packs, by id. Names that begin with a dot are skipped.
    #[must_use]
    pub fn entries(&self) -> Vec<RulesetLocation> {
        self.of(&|_| true)
    }

    /// The same, or only those with some ids: nothing is read of the others.
    fn of(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<RulesetLocation> {
        let Ok(list) = std::fs::read_dir(&self.path) else { return Vec::new() };
        let mut found = Vec::new();
        for path in list.flatten().map(|entry| entry.path()) {
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
                continue;
            }
            if path.join(PACK_FILE).is_file() {
                found.extend(of_pack(&path, wanted));
                continue;
            }
            let id = if path.is_dir() { path.file_name() } else { path.file_stem() };
            let Some(id) = id.map(|id| id.to_string_lossy().into_owned()) else { continue };
            if wanted(&id) && (if path.is_dir() { has_yaml(&path) } else { is_yaml(&path) }) {
                found.push(RulesetLocation { id, path: Some(path), pack: None });
            }
        }
        found.sort_by(|one, other| (&one.id, &one.path).cmp(&(&other.id, &other.path)));
        found
    }
}

/// A folder for the program in one of the user's folders: by its variable of the XDG base directories, else below the
/// home; Windows has one for all. Nothing for a user without a home.
pub(crate) fn user_folder(variable: &str, below: &str) -> Option<PathBuf> {
    let (variable, below) = if cfg!(windows) { ("APPDATA", "AppData/Roaming") } else { (variable, below) };
    let set = std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    Some(set.or_else(|| Some(std::env::home_dir()?.join(below)))?.join("tirada"))
}

/// The user's own rulesets, and the packs that were imported.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    Some(user_folder("XDG_DATA_HOME", ".local/share")?.join("rulesets"))
}

/// What a pack in a folder says of itself, if it can be read.
#[must_use]
pub fn pack_in(folder: &Path) -> Option<Pack> {
    let file = read(&folder.join(PACK_FILE)).ok()?;
    let mut sources = Sources::new();
    let id = sources.add(file.name, file.text);
    let (tree, _) = parse(&sources, id, &YamlLimits::default());
    read_pack(&tree, &sources).0
}

/// The rulesets of a pack: its own folder, or the folders in it.
#[must_use]
pub fn rulesets_of_pack(folder: &Path) -> Vec<RulesetLocation> {
    of_pack(folder, &|_| true)
}

/// The same, or only those with some ids.
fn of_pack(folder: &Path, wanted: &dyn Fn(&str) -> bool) -> Vec<RulesetLocation> {
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_wanted = |path: &PathBuf| wanted(&name(path));
    let holds_rules = |path: &Path| yaml_in(path).is_ok_and(|files| files.iter().any(begins_rules));
    let mut rulesets: Vec<PathBuf> = if holds_rules(folder) {
        vec![folder.to_path_buf()]
    } else {
        let list = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        list.filter(|path| is_wanted(path) && path.is_dir() && holds_rules(path)).collect()
    };
    rulesets.retain(is_wanted);
    rulesets.sort();
    if rulesets.is_empty() {
        return Vec::new();
    }
    let pack = pack_in(folder);
    let mark = InPack {
        id: pack.as_ref().map_or_else(|| name(folder), |pack| pack.id.text.clone()),
        version: pack.map(|pack| pack.version.to_string()),
        folder: folder.to_path_buf(),
    };
    let place = |path: PathBuf| RulesetLocation { id: name(&path), path: Some(path), pack: Some(mark.clone()) };
    rulesets.into_iter().map(place).collect()
}

/// Whether a path ends like a YAML file. What is no regular file is an error when it is read, and not
/// passed over; but for what is hidden, such as links to nothing by which editors lock.
#[must_use]
pub fn is_yaml(path: &Path) -> bool {
    let is_hidden = || path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let ends_so = path.extension().is_some_and(|ending| ending == "yml" || ending == "yaml");
    ends_so && (path.is_file() || !is_hidden())
}

/// Whether there is a YAML file directly in a folder.
#[must_use]
pub fn has_yaml(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|list| list.flatten().any(|entry| is_yaml(&entry.path())))
}

/// Whether there is nothing but characters and the like: they may well be kept in a folder
/// that is called as their game.
fn is_something_else(path: &Path) -> bool {
    let is_coverage = |file: &File| outermost(&file.text).iter().any(|(name, _)| *name == "tirada coverage");
    ruleset_files(path).is_ok_and(|files| files.iter().all(|file| is_other(file) || is_coverage(file)))
}

/// Whether a file says that it is no part of a ruleset, in whose folder it may lie: a character, cases.
fn is_other(file: &File) -> bool {
    let headings = ["tirada character", "tirada cases", "tirada pack", "tirada translation"];
    outermost(&file.text).iter().any(|(name, _)| headings.contains(name))
}

/// Whether a file says that it begins a ruleset; others of the same ruleset need not.
#[must_use]
pub fn begins_rules(file: &File) -> bool {
    outermost(&file.text).iter().any(|(name, _)| *name == "tirada")
}

/// The YAML files directly in a folder, by name. A file that cannot be read is an error when it is parsed.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn yaml_in(folder: &Path) -> std::io::Result<Vec<File>> {
    Ok(each_yaml_in(folder)?.collect())
}

/// The same, each read when it is asked for: all together may be large.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn each_yaml_in(folder: &Path) -> std::io::Result<impl Iterator<Item = File>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| is_yaml(path));
    paths.sort();
    settle(folder)?;
    Ok(paths.into_iter().map(|path| read_as_is(&path).unwrap_or_else(|error| not_read(&path, &error))))
}

/// The same; none where there is no such folder.
fn yaml_beside(folder: &Path) -> Vec<File> {
    yaml_in(folder).unwrap_or_else(|error| match folder.symlink_metadata() {
        Err(_) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        _ => vec![not_read(folder, &error)],
    })
}

/// A file that could not be read: an error when it is parsed.
fn not_read(path: &Path, error: &std::io::Error) -> File {
    let name = path.display().to_string();
    File { text: unread(reason(path, error), &name), name }
}

/// The files of a ruleset: those in its folder, or the file itself.
///
/// # Errors
///
/// If something cannot be read.
pub fn ruleset_files(path: &Path) -> std::io::Result<Vec<File>> {
    if !path.is_dir() {
        return Ok(vec![read(path)?]);
    }
    let (others, rules): (Vec<File>, Vec<File>) = yaml_in(path)?.into_iter().partition(is_other);
    Ok(if rules.is_empty() { others } else { rules })
}

/// The same; what cannot be read is an error when it is parsed.
pub fn files_of(path: &Path) -> Vec<File> {
    ruleset_files(path).unwrap_or_else(|error| vec![not_read(path, &error)])
}

/// The files of cases beside a ruleset.
#[must_use]
pub fn case_files(path: &Path) -> Vec<File> {
    let folder = if path.is_dir() { path.join("cases") } else { path.with_file_name("cases") };
    yaml_beside(&folder)
}

/// A file of cases in the folder of a ruleset, where none is looked for: beside the rules, or in a folder of another name.
pub fn cases_elsewhere(path: &Path) -> Option<String> {
    let folders = std::fs::read_dir(path).ok()?.flatten().map(|entry| entry.path());
    let folders = folders.filter(|folder| folder.is_dir() && folder.file_name() != Some("cases".as_ref()));
    let mut folders: Vec<PathBuf> = folders.chain([path.to_path_buf()]).collect();
    folders.sort();
    let holds = |file: &File| outermost(&file.text).iter().any(|(name, _)| *name == "tirada cases");
    folders.into_iter().flat_map(|folder| yaml_beside(&folder)).find(holds).map(|file| file.name)
}

/// The translations beside a ruleset: all in the folder for them, if it has a folder of its own;
/// beside a file that is a ruleset by itself, those that say that they are its.
#[must_use]
pub fn translation_files(path: &Path) -> Vec<File> {
    if path.is_dir() {
        return yaml_beside(&path.join(TRANSLATIONS));
    }
    let value = |file: &File, key: &str| {
        let names = outermost(&file.text);
        names.into_iter().find(|(name, _)| *name == key).map(|(_, value)| value.to_owned())
    };
    let mut files = yaml_beside(&path.with_file_name(TRANSLATIONS));
    let id = read(path).ok().and_then(|file| value(&file, "id"));
    files.retain(|file| id.is_some() && value(file, "ruleset") == id);
    files
}

/// Reads a file as text, after what a killed program left beside it is finished or undone. What is
/// no UTF-8 in it is an error when it is parsed.
///
/// # Errors
///
/// If it cannot be read, or is no regular file.
pub fn read(path: &Path) -> std::io::Result<File> {
    settle(path.parent().unwrap_or(Path::new(".")))?;
    read_as_is(path)
}

/// Reads a file whose folder is locked already.
///
/// # Errors
///
/// If it cannot be read, or is no regular file.
pub(super) fn read_as_is(path: &Path) -> std::io::Result<File> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(File { name: path.display().to_string(), text: decode(bytes) })
}

/// The user's settings, from `tirada/config.yml` in the folder for such things.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Id of the ruleset that commands use without `--ruleset`.
    pub ruleset: Option<String>,
    /// The language of messages.
    pub language: Option<String>,
}

impl Config {
    /// The place of the settings.
    #[must_use]
    pub fn path() -> Option<PathBuf> {
        Some(user_folder("XDG_CONFIG_HOME", ".config")?.join("config.yml"))
    }

    /// The user's settings, and those that come with the program where the user's say nothing.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or understood.
    pub fn read() -> Result<Self, Diagnostic> {
        let shipped = Self::shipped()?;
        let Some(path) = Self::path().filter(|path| path.symlink_metadata().is_ok()) else { return Ok(shipped) };
        let file = read(&path).map_err(|error| cannot_read(&path, &error))?;
        if let Some(error) = not_utf_8(&file.name, &file.text) {
            return Err(error);
        }
        let text = without_mark(&file.text);
        if text.trim().is_empty() {
            return Ok(shipped);
        }
        let own = Self::parse(text, &path.display().to_string())?;
        Ok(Self { ruleset: own.ruleset.or(shipped.ruleset), language: own.language.or(shipped.language) })
    }

    /// The settings that come with the program.
    ///
    /// # Errors
    ///
    /// If they cannot be understood.
    pub fn shipped() -> Result<Self, Diagnostic> {
        Builtin::settings().map_or_else(|| Ok(Self::default()), |text| Self::parse(text, "rulesets/default.yml"))
    }

    fn parse(text: &str, path: &str) -> Result<Self, Diagnostic> {
        let bad = || Diagnostic::error(Code::BadConfig, None).arg("path", path);
        let config: Self = serde_yaml::from_str(text).map_err(|_| bad())?;
        match config.language.as_deref().map(crate::report::Language::from_tag) {
            Some(None) => Err(bad()),
            _ => Ok(config),
        }
    }
}
