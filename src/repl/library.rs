//! Where the prompt finds rulesets.

use std::cell::RefCell;

use crate::cli::shelves::Places;
use crate::cli::{load, shelves_for};
use crate::diagnostic::Diagnostic;
use crate::ruleset::{File, Shelf};
use crate::session::{LoadedGame, Session};

/// A shelf whose rulesets can be named as people name them.
pub trait Library: Shelf {
    /// Loads a ruleset by what somebody typed: an id, or a path.
    ///
    /// # Errors
    ///
    /// That there is none, or that its files cannot be read; with the exit code.
    fn open(&self, session: &mut Session<'_>, name: &str) -> Result<LoadedGame, (Diagnostic, u8)>;
}

/// Rulesets in folders and those that are built in. Beside a path lie others that
/// it may extend.
pub(super) struct Folders {
    places: RefCell<Places>,
}

impl Folders {
    pub(super) fn new() -> Self {
        Self { places: RefCell::new(Places::new(None)) }
    }
}

impl Shelf for Folders {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        self.places.borrow().files(id)
    }

    fn ids(&self) -> Vec<String> {
        self.places.borrow().ids()
    }
}

impl Library for Folders {
    fn open(&self, session: &mut Session<'_>, name: &str) -> Result<LoadedGame, (Diagnostic, u8)> {
        let places = shelves_for(Some(name));
        let before = self.places.replace(places);
        let own = shelves_for(Some(name));
        let loaded = load(session, &own, name);
        if !loaded.as_ref().is_ok_and(LoadedGame::is_sound) {
            self.places.replace(before);
        }
        loaded
    }
}
