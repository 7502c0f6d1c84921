//! Names that mean nothing in a game, and something in another one that is there.

use crate::diagnostic::{Arg, Diagnostic};
use crate::ruleset::Shelf;
use crate::ruleset::yaml::{YamlLimits, parse};
use crate::source::{Sources, nfc};

/// How many other games are looked into.
const MOST: usize = 40;

/// Says of a test or table that nobody knows in which other game it is.
pub(super) fn name_game(error: &mut Diagnostic, shelf: &dyn Shelf, own: &str) {
    let sections: &[&str] = match error.code {
        "unknown-function" => &["tests"],
        "unknown-table" => &["tables"],
        "unknown-name" => &["tests", "tables"],
        _ => return,
    };
    let name = error.args.iter().find_map(|(arg, value)| match value {
        Arg::Text(text) if *arg == "name" => Some(nfc(text)),
        _ => None,
    });
    let Some(name) = name else { return };
    let games: Vec<String> = shelf.ids().into_iter().filter(|id| id != own).take(MOST).collect();
    let holds = |id: &String| {
        shelf.files(id).unwrap_or_default().into_iter().any(|file| {
            let mut sources = Sources::new();
            let source = sources.add(file.name, file.text);
            let (tree, _) = parse(&sources, source, &YamlLimits::default());
            sections.iter().any(|section| tree.get(section).and_then(|list| list.get(&name)).is_some())
        })
    };
    if let Some(id) = games.into_iter().find(holds) {
        // What is near in this game was not meant.
        error.helps.retain(|help| help.id != "help-there-is" && help.id != "help-open-name");
        *error = error.clone().help_with("help-other-game", "game", id);
    }
}
