//! Names that mean nothing in a game, and something in another one that is there.

use std::collections::BTreeMap;

use crate::diagnostic::{Arg, Diagnostic};
use crate::ruleset::Shelf;
use crate::ruleset::yaml::{YamlLimits, parse};
use crate::source::{Sources, nfc};

/// How many other games are looked into.
const MOST: usize = 40;

/// Says of tests and tables that nobody knows in which other game they are. Each of those is read
/// once, whatever is looked for, and all of them together are `most` bytes.
pub(super) fn name_games(errors: &mut [Diagnostic], shelf: &dyn Shelf, own: &str, most: usize) {
    let mut open: BTreeMap<usize, (&[&str], String)> = errors.iter().enumerate().filter_map(wanted).collect();
    let mut left = most;
    if open.is_empty() {
        return;
    }
    for id in shelf.ids().into_iter().filter(|id| id != own).take(MOST) {
        for file in shelf.files(&id).unwrap_or_default() {
            let Some(rest) = left.checked_sub(file.text.len()) else { continue };
            left = rest;
            let mut sources = Sources::new();
            let source = sources.add(file.name, file.text);
            let (tree, _) = parse(&sources, source, &YamlLimits::default());
            open.retain(|index, (sections, name)| {
                let holds = |section: &&str| tree.get(section).and_then(|list| list.get(name)).is_some();
                let found = sections.iter().any(holds);
                if let Some(error) = errors.get_mut(*index).filter(|_| found) {
                    // What is near in this game was not meant.
                    error.helps.retain(|help| help.id != "help-there-is" && help.id != "help-open-name");
                    *error = error.clone().help_with("help-other-game", "game", &*id);
                }
                !found
            });
        }
        if open.is_empty() {
            return;
        }
    }
}

/// The sections in which what an error misses may stand, and its name.
fn wanted<'s>((index, error): (usize, &Diagnostic)) -> Option<(usize, (&'s [&'s str], String))> {
    let sections: &[&str] = match error.code {
        "unknown-function" => &["tests"],
        "unknown-table" => &["tables"],
        "unknown-name" => &["tests", "tables"],
        _ => return None,
    };
    let name = error.args.iter().find_map(|(arg, value)| match value {
        Arg::Text(text) if *arg == "name" => Some(nfc(text)),
        _ => None,
    })?;
    Some((index, (sections, name)))
}
