//! Suggestions for names that are unknown in a game and known in another available one.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::Session;
use crate::check::quoted;
use crate::diagnostic::{Code, Diagnostic, Note};
use crate::limits::SUGGESTIONS;
use crate::ruleset::{File, Shelf};
use crate::source::{Sources, fold, nfc};
use crate::yaml::{Node, YamlLimits, parse};

/// How many games are looked into.
const MOST: usize = 40;

/// Sections whose names are looked for.
const SECTIONS: [&str; 7] = ["tests", "tables", "actions", "traits", "tags", "points", "tracks"];

/// For each name, the section and the game that declare it.
type Games = Vec<(&'static str, String)>;

/// The files of all other available games, read when the first name is unknown.
#[derive(Debug, Default)]
pub(crate) struct Elsewhere {
    files: OnceLock<Vec<OtherFile>>,
}

/// A file of another available game.
#[derive(Debug)]
struct OtherFile {
    id: String,
    file: File,
    /// Its text without case and accents.
    folded: OnceLock<String>,
    /// Names that it declares, without case and accents, each with its sections: read when one of them may be there.
    names: OnceLock<HashMap<String, Vec<&'static str>>>,
}

impl OtherFile {
    /// The sections in which it declares a name. Nothing is read of a file in which the name is not.
    fn sections(&self, name: &str) -> &[&'static str] {
        let name = fold(name);
        if !self.folded.get_or_init(|| fold(&self.file.text)).contains(&name) {
            return &[];
        }
        let names = self.names.get_or_init(|| {
            let mut sources = Sources::new();
            let source = sources.add(self.file.name.clone(), self.file.text.clone());
            let (tree, _) = parse(&sources, source, &YamlLimits::default());
            let mut names: HashMap<String, Vec<&'static str>> = HashMap::new();
            for section in SECTIONS {
                for entry in tree.get(section).and_then(Node::as_map).unwrap_or_default() {
                    names.entry(fold(&entry.key.text)).or_default().push(section);
                }
            }
            names
        });
        names.get(&name).map_or(&[], Vec::as_slice)
    }
}

impl Elsewhere {
    /// Games as they stand on a shelf; all of them together are `most` bytes.
    fn files(&self, shelf: &dyn Shelf, most: usize) -> &[OtherFile] {
        self.files.get_or_init(|| {
            let mut left = most;
            let mut found = Vec::new();
            for id in shelf.ids().into_iter().take(MOST) {
                for file in shelf.files(&id).unwrap_or_default() {
                    let Some(rest) = left.checked_sub(file.text.len()) else { continue };
                    left = rest;
                    found.push(OtherFile { id: id.clone(), file, folded: OnceLock::new(), names: OnceLock::new() });
                }
            }
            found
        })
    }

    /// Where a name is declared.
    fn games(&self, name: &str, shelf: &dyn Shelf, most: usize) -> Games {
        let files = self.files(shelf, most).iter();
        files.flat_map(|file| file.sections(name).iter().map(move |section| (*section, file.id.clone()))).collect()
    }
}

impl Session<'_> {
    /// Adds to errors about unknown tests and tables which other games declare them. The number of different names is
    /// bounded.
    pub(crate) fn name_games(&self, errors: &mut [Diagnostic], own: &str) {
        let mut known: HashMap<String, Games> = HashMap::new();
        for error in errors {
            let Some((sections, name)) = wanted(error) else { continue };
            if !known.contains_key(&name) && known.len() >= SUGGESTIONS {
                continue;
            }
            let look = || self.elsewhere.games(&name, self.shelf, self.limits.elsewhere);
            let games = known.entry(name.clone()).or_insert_with(look);
            let other = |(section, id): &&(&str, String)| sections.contains(section) && id != own;
            let Some((_, id)) = games.iter().find(other) else {
                // In quotes it would be no name anywhere.
                if error.code == Code::SideBySide && error.fixes.iter().all(|fix| !fix.sure) {
                    error.helps.retain(|help| help.id != "help-quotes");
                }
                continue;
            };
            let (id, written) = (id.clone(), self.shelf.written(id));
            if matches!(error.code, Code::UnknownRuleset | Code::NothingToShow) {
                let args = vec![("game", id.into()), ("written", written.into()), ("name", name.into())];
                error.helps.push(Note { id: "help-shown-in-game", args });
                continue;
            }
            // What is near in this game was not meant.
            error.helps.retain(|help| !matches!(help.id, "help-there-is" | "help-open-name" | "help-sign"));
            let args = vec![("game", id.into()), ("written", written.into())];
            error.helps.push(Note { id: "help-other-game", args });
        }
    }
}

/// The sections in which what an error misses may stand, and its name.
fn wanted<'s>(error: &Diagnostic) -> Option<(&'s [&'s str], String)> {
    let sections: &[&str] = match error.code {
        Code::UnknownFunction => &["tests"],
        Code::UnknownTable => &["tables"],
        Code::UnknownName => &["tests", "tables"],
        Code::UnknownAction => &["actions"],
        Code::UnknownRuleset | Code::NothingToShow => &SECTIONS,
        // Words that are one name in quotes.
        Code::SideBySide => return Some((&["tests", "tables"], quoted(error)?)),
        _ => return None,
    };
    Some((sections, nfc(error.text("name")?)))
}
