//! Actions and interventions whose first word is a command of the prompt, which would read their line as that command.

use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::Ruleset;

/// The commands of the prompt.
pub const COMMANDS: [&str; 33] = [
    "roll", "use", "let", "unlet", "set", "dice", "seed", "last", "verbose", "odds", "show", "list", "load", "npc",
    "create", "who", "as", "sheet", "edit", "pass", "begin", "next", "end", "undo", "redo", "log", "save", "note",
    "drop", "leave", "help", "quit", "exit",
];

/// Warns of each name that has to stand in quotes at the prompt.
pub(super) fn commanded(ruleset: &Ruleset) -> Vec<Diagnostic> {
    let actions = ruleset.actions.iter().map(|one| &one.name);
    let names = actions.chain(ruleset.interventions.iter().map(|one| &one.name));
    let hidden = names.filter_map(|word| {
        let first = word.text.split_whitespace().next()?;
        let command = COMMANDS.iter().find(|command| **command == first)?;
        let warning = Diagnostic::warning(Code::HiddenByCommand, word.span).arg("name", &*word.text);
        Some(warning.arg("command", *command).help_with("help-quoted-at-prompt", "text", format!("«{}»", word.text)))
    });
    hidden.collect()
}
