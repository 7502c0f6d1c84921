//! Lines as a log shows them: forms of pages are described in words, and lines that their result explains are omitted.

use std::sync::Arc;

use super::actions::CommandList;
use super::state::PromptState;
use crate::session::command::{CommandSpec, begins_with};
use crate::syntax::our_word;

/// Commands whose result says what was done.
const TOLD: [&str; 6] = ["edit", "begin", "npc", "create", "undo", "redo"];

/// Describes the lines of a table for its log.
pub struct Wording {
    sayable: Arc<CommandList>,
    people: Vec<String>,
}

impl PromptState<'_> {
    /// Describes lines for the current game and characters.
    #[must_use]
    pub fn wording(&self) -> Wording {
        Wording { sayable: self.sayable(), people: self.people() }
    }
}

impl Wording {
    /// Whether what came of a line says what it did.
    #[must_use]
    pub fn tells_itself(&self, line: &str) -> bool {
        let head = line.split_whitespace().next().unwrap_or("");
        let command = our_word("commands", head).unwrap_or(head);
        TOLD.contains(&command)
            || begins_with(line, self.sayable.actions())
            || begins_with(line, self.sayable.interventions())
    }

    /// What a form says, in words: `strike Ann → Bob, Club`. Nothing where a line was typed by hand.
    #[must_use]
    pub fn in_words(&self, line: &str) -> Option<String> {
        let (at, rest) = match line.strip_prefix("at=") {
            Some(rest) => {
                let (at, rest) = value(rest)?;
                (Some(at), rest.trim_start())
            }
            None => (None, line),
        };
        let fits = |one: &&CommandSpec| {
            rest.strip_prefix(one.name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let known = self.sayable.all.iter().filter(fits);
        let spoken = known.max_by_key(|one| one.name.len())?;
        let mut rest = rest.get(spoken.name.len()..)?.trim_start();
        let (mut who, mut said) = (Vec::new(), Vec::new());
        if rest.is_empty() && at.is_none() {
            return None;
        }
        while !rest.is_empty() {
            let (key, behind) = rest.split_once('=')?;
            let (value, behind) = value(behind)?;
            rest = behind.trim_start();
            match spoken.parts.iter().find(|part| part.name == key) {
                Some(part) if part.is_role => who.push(value.to_owned()),
                _ => said.extend(self.answer(key, value)),
            }
        }
        let mut told = spoken.name.clone();
        if !who.is_empty() {
            told = format!("{told} {}", who.join(" → "));
        }
        let told = std::iter::once(told).chain(said).collect::<Vec<_>>().join(", ");
        Some(match at.filter(|at| !at.is_empty()) {
            Some(at) => format!("{told} ({at})"),
            None => told,
        })
    }

    /// An answer with the name of its question, where it says nothing without.
    fn answer(&self, key: &str, value: &str) -> Option<String> {
        let owner = self.people.iter().find_map(|name| value.strip_prefix(name.as_str())?.strip_prefix('.'));
        match our_word("flags", value).unwrap_or(value) {
            "yes" => Some(key.to_owned()),
            "no" => None,
            _ if value.chars().all(is_bare) => Some(format!("{key} {value}")),
            _ => Some(owner.unwrap_or(value).to_owned()),
        }
    }
}

/// Whether forms write a letter without quotes.
fn is_bare(letter: char) -> bool {
    letter.is_ascii_digit() || matches!(letter, ' ' | ',' | '-' | '−')
}

/// The value at the beginning of a text, as forms write it, and what follows.
fn value(text: &str) -> Option<(&str, &str)> {
    if let Some(quoted) = text.strip_prefix('«') {
        return quoted.split_once('»');
    }
    let end = text.find(|letter| !is_bare(letter)).unwrap_or(text.len());
    let (bare, rest) = text.split_at(end);
    // The blank before the next name belongs to no number.
    (!bare.trim().is_empty()).then_some((bare.trim(), rest))
}
