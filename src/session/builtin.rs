//! The rulesets that come with the program, and several shelves in a row.

use std::collections::BTreeMap;

use rust_embed::RustEmbed;

use crate::ruleset::{File, Shelf, TRANSLATIONS};

#[derive(RustEmbed)]
#[folder = "rulesets/"]
#[include = "*.yml"]
struct Shipped;

/// The rulesets that are built in. Each is a folder; files in its `cases` folder
/// are no part of the rules.
#[derive(Debug, Clone, Copy, Default)]
pub struct Builtin;

impl Builtin {
    /// The id of the ruleset that is used when nobody says which; it stands in
    /// `rulesets/default.yml`.
    #[must_use]
    pub fn default_id() -> Option<String> {
        let text = text("default.yml")?;
        let settings: BTreeMap<String, String> = serde_yaml::from_str(&text).ok()?;
        settings.get("ruleset").cloned()
    }

    /// Files of cases of a ruleset.
    #[must_use]
    pub fn cases(id: &str) -> Vec<File> {
        files(&format!("{id}/cases/"))
    }
}

fn text(path: &str) -> Option<String> {
    let file = Shipped::get(path)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// The files directly in a folder, by name.
fn files(folder: &str) -> Vec<File> {
    let mut paths: Vec<String> = Shipped::iter()
        .filter(|path| path.strip_prefix(folder).is_some_and(|rest| !rest.contains('/')))
        .map(|path| path.to_string())
        .collect();
    paths.sort();
    paths.into_iter().filter_map(|path| Some(File { text: text(&path)?, name: format!("rulesets/{path}") })).collect()
}

impl Shelf for Builtin {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        let found = files(&format!("{id}/"));
        (!found.is_empty()).then_some(found)
    }

    fn translations(&self, id: &str) -> Vec<File> {
        files(&format!("{id}/{TRANSLATIONS}/"))
    }

    fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> =
            Shipped::iter().filter_map(|path| path.split_once('/').map(|(id, _)| id.to_owned())).collect();
        ids.sort();
        ids.dedup();
        ids
    }
}

/// Several shelves; the first that has a ruleset gives it.
pub struct Shelves(pub Vec<Box<dyn Shelf>>);

impl Shelf for Shelves {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        self.0.iter().find_map(|shelf| shelf.files(id))
    }

    fn translations(&self, id: &str) -> Vec<File> {
        let shelf = self.0.iter().find(|shelf| shelf.files(id).is_some());
        shelf.map(|shelf| shelf.translations(id)).unwrap_or_default()
    }

    fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.0.iter().flat_map(|shelf| shelf.ids()).collect();
        ids.sort();
        ids.dedup();
        ids
    }
}
