//! Names that mean nothing in a game, and something in another one that is there.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::Session;
use crate::diagnostic::{Arg, Code, Diagnostic};
use crate::ruleset::Shelf;
use crate::source::{Sources, nfc};
use crate::yaml::{Node, YamlLimits, parse};

/// How many games are looked into.
const MOST: usize = 40;

/// In which games a name is declared, each with its section: read when the first one is missed, and
/// then known.
#[derive(Debug, Default)]
pub(crate) struct Elsewhere(OnceLock<HashMap<String, Vec<(&'static str, String)>>>);

impl Elsewhere {
    /// Reads games as they stand on a shelf; all of them together are `most` bytes.
    fn read(&self, shelf: &dyn Shelf, most: usize) -> &HashMap<String, Vec<(&'static str, String)>> {
        self.0.get_or_init(|| {
            let mut left = most;
            let mut found: HashMap<String, Vec<_>> = HashMap::new();
            for id in shelf.ids().into_iter().take(MOST) {
                for file in shelf.files(&id).unwrap_or_default() {
                    let Some(rest) = left.checked_sub(file.text.len()) else { continue };
                    left = rest;
                    let mut sources = Sources::new();
                    let source = sources.add(file.name, file.text);
                    let (tree, _) = parse(&sources, source, &YamlLimits::default());
                    for section in ["tests", "tables"] {
                        for entry in tree.get(section).and_then(Node::as_map).unwrap_or_default() {
                            found.entry(entry.key.text.to_string()).or_default().push((section, id.clone()));
                        }
                    }
                }
            }
            found
        })
    }
}

impl Session<'_> {
    /// Says of unknown tests and tables in which other game they are.
    pub(super) fn name_games(&self, errors: &mut [Diagnostic], own: &str) {
        for error in errors {
            let Some((sections, name)) = wanted(error) else { continue };
            let games = self.elsewhere.read(self.shelf, self.limits.elsewhere).get(&name);
            let other = |(section, id): &&(&str, String)| sections.contains(section) && id != own;
            let Some((_, id)) = games.into_iter().flatten().find(other) else { continue };
            // What is near in this game was not meant.
            error.helps.retain(|help| help.id != "help-there-is" && help.id != "help-open-name");
            *error = error.clone().help_with("help-other-game", "game", id.as_str());
        }
    }
}

/// The sections in which what an error misses may stand, and its name.
fn wanted<'s>(error: &Diagnostic) -> Option<(&'s [&'s str], String)> {
    let sections: &[&str] = match error.code {
        Code::UnknownFunction => &["tests"],
        Code::UnknownTable => &["tables"],
        Code::UnknownName => &["tests", "tables"],
        _ => return None,
    };
    let name = error.args.iter().find_map(|(arg, value)| match value {
        Arg::Text(text) if *arg == "name" => Some(nfc(text)),
        _ => None,
    })?;
    Some((sections, name))
}
