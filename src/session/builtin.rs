//! The rulesets that come with the program, and several shelves in a row.

use include_dir::{Dir, include_dir};

use crate::ruleset::{File, Shelf, TRANSLATIONS};

static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

/// The rulesets that are built in. Each is a folder; files in its `cases` folder
/// are no part of the rules.
#[derive(Debug, Clone, Copy, Default)]
pub struct Builtin;

impl Builtin {
    /// Settings that hold until the user's own say otherwise: `rulesets/default.yml`.
    #[must_use]
    pub fn settings() -> Option<&'static str> {
        text("default.yml")
    }

    /// Files of cases of a ruleset.
    #[must_use]
    pub fn cases(id: &str) -> Vec<File> {
        files(&format!("{id}/cases"))
    }
}

fn text(path: &str) -> Option<&'static str> {
    SHIPPED.get_file(path)?.contents_utf8()
}

/// The YAML files directly in a folder, by name.
fn files(folder: &str) -> Vec<File> {
    let mut paths: Vec<&str> = SHIPPED.get_dir(folder).into_iter().flat_map(Dir::files).filter_map(path_of).collect();
    paths.retain(|path| path.ends_with(".yml"));
    paths.sort_unstable();
    paths
        .into_iter()
        .filter_map(|path| Some(File { text: text(path)?.to_owned(), name: format!("rulesets/{path}") }))
        .collect()
}

fn path_of(file: &include_dir::File<'static>) -> Option<&'static str> {
    file.path().to_str()
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
        let mut ids: Vec<String> =
            SHIPPED.dirs().filter_map(|folder| Some(folder.path().to_str()?.to_owned())).collect();
        ids.retain(|id| !files(id).is_empty());
        ids.sort();
        ids
    }
}
