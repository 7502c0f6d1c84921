//! The built-in rulesets, and a search path of several shelves.

use crate::ruleset::{File, Shelf, TRANSLATIONS};

/// Paths below `rulesets/`, sorted, and what the files hold.
static SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rulesets.rs"));

/// The rulesets in the program, one folder each. Files in its `cases` folder are not part of the rules.
#[derive(Debug, Clone, Copy, Default)]
pub struct Builtin;

impl Builtin {
    /// Settings that hold until the user's own say otherwise: `rulesets/default.yml`.
    #[must_use]
    pub fn settings() -> Option<&'static str> {
        text("default.yml")
    }

    /// Files of cases of a ruleset.
    #[cfg(feature = "cases")]
    #[must_use]
    pub fn cases(id: &str) -> Vec<File> {
        files(&format!("{id}/cases"))
    }
}

fn text(path: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
}

/// The files directly in a folder, by name.
fn files(folder: &str) -> Vec<File> {
    let here = |path: &str| path.rsplit_once('/').is_some_and(|(parent, _)| parent == folder);
    let found = SHIPPED.iter().filter(|(path, _)| here(path));
    found.map(|(path, text)| File { text: (*text).to_owned(), name: format!("rulesets/{path}") }).collect()
}

impl Shelf for Builtin {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        let found = files(id);
        (!found.is_empty()).then_some(found)
    }

    fn translations(&self, id: &str) -> Vec<File> {
        files(&format!("{id}/{TRANSLATIONS}"))
    }

    fn ids(&self) -> Vec<String> {
        let folders = SHIPPED.iter().filter_map(|(path, _)| path.rsplit_once('/').map(|(folder, _)| folder));
        let mut ids: Vec<String> = folders.filter(|folder| !folder.contains('/')).map(str::to_owned).collect();
        ids.dedup();
        ids
    }
}
