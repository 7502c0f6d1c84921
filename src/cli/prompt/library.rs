//! The search path of the prompt for rulesets.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::cli::saving::rewrite_files;
use crate::cli::search_path::{SearchPath, read};
use crate::cli::{WRONG, cannot_read, files_named, shelves_for};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{File, Shelf};
use crate::session::{LoadedGame, SealedShelf, Session};
use crate::source::Sources;
use crate::store::StoredRules;

/// How a character's file begins.
const CHARACTER: &str = "tirada character:";
/// Files of a folder that are looked at, in the order of their names.
const MOST_FILES: usize = 1_000;
/// Games that tables of a server share.
const MOST_GAMES: usize = 16;

/// Whether a name fits a pattern, in which `*` stands for any letters and `?` for one.
fn fits(name: &str, pattern: &str) -> bool {
    let (name, pattern): (Vec<char>, Vec<char>) = (name.chars().collect(), pattern.chars().collect());
    let mut reached = vec![false; name.len() + 1];
    reached.first_mut().into_iter().for_each(|first| *first = true);
    for sign in pattern {
        let before = reached.clone();
        for (at, slot) in reached.iter_mut().enumerate() {
            let earlier = at.checked_sub(1);
            let one = earlier.and_then(|at| before.get(at)).copied().unwrap_or(false);
            *slot = match sign {
                '*' => before.get(..=at).is_some_and(|before| before.contains(&true)),
                '?' => one,
                letter => one && earlier.and_then(|at| name.get(at)) == Some(&letter),
            };
        }
    }
    reached.last() == Some(&true)
}

/// A function from the texts of some files to new ones.
pub type FileUpdate<'t> = &'t mut dyn FnMut(Vec<File>) -> Result<Vec<String>, Vec<Diagnostic>>;

/// A search path whose rulesets can be named by id or path.
pub trait Library: Shelf {
    /// Loads a ruleset by what a user typed: an id, or a path.
    ///
    /// # Errors
    ///
    /// If there is none, or if its files cannot be read; with the exit code.
    fn open(&self, session: &mut Session<'_>, name: &str) -> Result<Arc<LoadedGame>, (Diagnostic, u8)>;

    /// The text of a file, by its path.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    fn read(&self, path: &str) -> Result<File, Diagnostic>;

    /// The files that a path means: those of characters in a folder, those that fit a pattern such as `*.yml`, else
    /// the path itself. And how many of a large folder were not looked at.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read, or if nothing fits.
    fn files_of(&self, path: &str) -> Result<(Vec<String>, usize), Diagnostic> {
        Ok((vec![path.to_owned()], 0))
    }

    /// From now on the rulesets of a campaign are found, and no others; or all again.
    fn seal(&self, rules: Option<&StoredRules>);

    /// Changes files, by their paths: all of them or none. What they say is read while no other program can write them,
    /// and the texts made of that take its place.
    ///
    /// # Errors
    ///
    /// What is wrong with what they say, or that one of them cannot be read or written.
    fn rewrite(&self, paths: &[String], texts: FileUpdate<'_>) -> Result<(), Vec<Diagnostic>>;
}

/// Rulesets in folders and built-in ones. A ruleset at a path can extend its neighbours.
pub(crate) struct Folders {
    places: RefCell<SearchPath>,
    /// Nothing is read from files.
    closed: bool,
    /// The rulesets of a campaign that are found instead of all others.
    sealed: RefCell<Option<SealedShelf>>,
    /// What other tables of the same server play.
    shared: Arc<SharedGames>,
}

/// Loaded games that all tables of a server share, by their texts.
#[derive(Default)]
pub(crate) struct SharedGames(Mutex<Vec<LoadedSources>>);

struct LoadedSources {
    own: Vec<File>,
    /// The files of what it extends, by id.
    extended: Vec<(String, Vec<File>)>,
    sources: Sources,
    game: Arc<LoadedGame>,
}

impl SharedGames {
    /// Forgets the games that are not played any more.
    #[cfg(feature = "serve")]
    pub(crate) fn tidy(&self) {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        games.retain(|one| Arc::strong_count(&one.game) > 1);
    }

    /// Loads a game into a session, unless it was loaded before from the same texts.
    fn load(&self, session: &mut Session<'_>, own: Vec<File>) -> Arc<LoadedGame> {
        // Places in the texts count from the first of them.
        if session.sources.ids().next().is_some() {
            return Arc::new(session.load_files(own));
        }
        // A table that ended in an internal error leaves whole games here.
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shelf = session.shelf();
        let is_same = |one: &LoadedSources| {
            one.own == own && one.extended.iter().all(|(id, files)| shelf.files(id).as_ref() == Some(files))
        };
        if let Some(one) = games.iter().find(|one| is_same(one)) {
            session.sources = one.sources.clone();
            return Arc::clone(&one.game);
        }
        let game = Arc::new(session.load_files(own.clone()));
        let extended = |id: &String| Some((id.clone(), shelf.files(id)?));
        let extended: Option<Vec<_>> = game.extends.iter().map(extended).collect();
        if let (true, Some(extended)) = (game.is_sound(), extended) {
            if games.len() == MOST_GAMES {
                games.remove(0);
            }
            games.push(LoadedSources { own, extended, sources: session.sources.clone(), game: Arc::clone(&game) });
        }
        game
    }
}

impl Folders {
    pub(crate) fn new(closed: bool) -> Self {
        let places = if closed { SearchPath::built_in() } else { SearchPath::new(None) };
        Self { places: RefCell::new(places), closed, sealed: RefCell::new(None), shared: Arc::default() }
    }

    /// The same, sharing games with other tables.
    #[cfg(feature = "serve")]
    pub(crate) fn sharing(shared: Arc<SharedGames>) -> Self {
        Self { shared, ..Self::new(false) }
    }

    fn places_for(&self, name: &str) -> SearchPath {
        if self.closed { SearchPath::built_in() } else { shelves_for(Some(name)) }
    }
}

impl Shelf for Folders {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        match &*self.sealed.borrow() {
            Some(sealed) => sealed.files(id),
            None => self.places.borrow().files(id),
        }
    }

    fn ids(&self) -> Vec<String> {
        self.places.borrow().ids()
    }

    fn written(&self, id: &str) -> String {
        self.places.borrow().written(id)
    }
}

impl Library for Folders {
    fn open(&self, session: &mut Session<'_>, name: &str) -> Result<Arc<LoadedGame>, (Diagnostic, u8)> {
        if self.sealed.borrow().is_some() {
            let files = session.files(name).map_err(|error| (error, WRONG))?;
            return Ok(self.shared.load(session, files));
        }
        let places = self.places_for(name);
        let before = self.places.replace(places);
        let own = self.places_for(name);
        let loaded = files_named(session, &own, name).map(|files| self.shared.load(session, files));
        if !loaded.as_ref().is_ok_and(|game| game.is_sound()) {
            self.places.replace(before);
        }
        loaded
    }

    fn read(&self, path: &str) -> Result<File, Diagnostic> {
        let path = Path::new(path);
        read(path).map_err(|error| cannot_read(path, &error))
    }

    fn files_of(&self, path: &str) -> Result<(Vec<String>, usize), Diagnostic> {
        let whole = Path::new(path);
        let (folder, pattern) = if whole.is_dir() {
            (whole, "*.yml")
        } else {
            let name = whole.file_name().and_then(|name| name.to_str()).unwrap_or("");
            if !name.contains(['*', '?']) || whole.exists() {
                return Ok((vec![path.to_owned()], 0));
            }
            (whole.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")), name)
        };
        let entries = std::fs::read_dir(folder).map_err(|error| cannot_read(folder, &error))?;
        let mut found: Vec<PathBuf> = Vec::new();
        for entry in entries {
            let path = entry.map_err(|error| cannot_read(folder, &error))?.path();
            let fits = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| fits(name, pattern));
            if fits && path.is_file() {
                found.push(path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path));
            }
        }
        found.sort();
        let left = found.len().saturating_sub(MOST_FILES);
        found.truncate(MOST_FILES);
        // What else lies there was not asked for.
        found.retain(|path| read(path).is_ok_and(|file| file.text.lines().any(|line| line.starts_with(CHARACTER))));
        let found: Vec<String> = found.iter().map(|path| path.display().to_string()).collect();
        let code = match whole.extension() {
            // It is called as a file is.
            Some(_) if whole.is_dir() => Code::FileIsFolder,
            _ => Code::NoCharacters,
        };
        let what = if whole.is_dir() { "folder" } else { "pattern" };
        match found.is_empty() {
            true => Err(Diagnostic::error(code, None).arg("path", path).arg("what", what)),
            false => Ok((found, left)),
        }
    }

    fn seal(&self, rules: Option<&StoredRules>) {
        self.sealed.replace(rules.map(|rules| SealedShelf(rules.files.clone())));
    }

    fn rewrite(&self, paths: &[String], texts: FileUpdate<'_>) -> Result<(), Vec<Diagnostic>> {
        let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
        rewrite_files(&paths, texts).map_err(|mut errors| {
            for error in errors.iter_mut().filter(|error| error.code == Code::FileNotWritten) {
                *error =
                    std::mem::replace(error, Diagnostic::error(Code::FileNotWritten, None)).help("help-nothing-saved");
            }
            errors
        })
    }
}
