//! What may be typed shorter: the beginning of a name that is the only one, and the prompt's own commands in the
//! language that is spoken.

use super::command::{COMMANDS, Part, trimmed};
use super::state::State;
use crate::diagnostic::{Code, Diagnostic};
use crate::report::Language;
use crate::session::Request;
use crate::session::commanding::{Several, Spoken, begins_with, lengthened, unique};
use crate::source::fold;
use crate::syntax::{our_word, their_word};
use std::sync::Arc;

/// A name that may mean several: where it stands, and what it may mean.
pub(super) type Unclear = (Part, Diagnostic);

impl State<'_> {
    /// The line as it is understood. What it is exactly comes first: a command, something to do, an expression; then
    /// the beginning of a command, then that of something to do.
    ///
    /// # Errors
    ///
    /// That a beginning is that of several names.
    pub(super) fn lengthened(&mut self, line: &str) -> Result<Option<String>, Unclear> {
        let Some(longer) = self.written_out(line)? else { return self.names_lengthened(line) };
        let whole = trimmed(line, 0..line.len());
        let named = self.names_lengthened(&longer).map_err(|(_, error)| (whole, error))?;
        Ok(Some(named.unwrap_or(longer)))
    }

    fn names_lengthened(&mut self, line: &str) -> Result<Option<String>, Unclear> {
        let whole = trimmed(line, 0..line.len());
        let said = line.get(whole.clone()).unwrap_or("").to_owned();
        let end = said.find(|letter: char| letter.is_whitespace() || letter == '=').unwrap_or(said.len());
        let (head, rest) = said.split_at(end);
        if head.is_empty() {
            return Ok(None);
        }
        let put = |name: &str, rest: &str| Some(format!("{}{name}{rest}", line.get(..whole.start).unwrap_or("")));
        let place = |at: Part| whole.start + at.start..whole.start + at.end;
        let unclear = |several: Several| (place(several.at.clone()), ambiguous(&said, &several));
        if COMMANDS.iter().any(|(word, ..)| *word == head) {
            return Ok(self.person_behind(head, rest).map_err(unclear)?.and_then(|rest| put(head, &rest)));
        }
        let own = our_word("commands", head).filter(|_| self.catalogue.language() != Language::English);
        // A name of the game is meant where it stands alone, or where the line can be rolled.
        let is_meant = |state: &mut Self| rest.trim().is_empty() || state.is_an_expression(&said);
        let own = own.filter(|_| !self.is_a_name(head) || !is_meant(self));
        if self.sandbox {
            return Ok(own.and_then(|word| put(word, rest)));
        }
        let mut known: Vec<_> = self.actions().into_iter().chain(self.interventions()).collect();
        if let Some(word) = own.filter(|_| !begins_with(&said, &known)) {
            let rest = self.person_behind(word, rest).map_err(unclear)?.unwrap_or_else(|| rest.to_owned());
            return Ok(put(word, &rest));
        }
        if !begins_with(&said, &known) {
            let ours = self.game().notation.rewritten(&said, &|word| self.is_a_name(word));
            if let Some(ours) = ours {
                return Ok(put(&ours, ""));
            }
        }
        if !self.abbreviates {
            return Ok(None);
        }
        if !begins_with(&said, &known) {
            // Before an operator stands a value, even where what follows cannot be read.
            let computes = rest.trim_start().starts_with(['+', '-', '−', '*', '×', '/', '÷', '<', '>', '≤', '≥']);
            if computes || self.is_an_expression(&said) {
                return Ok(None);
            }
            // Bookkeeping of the rules is said in full.
            known.retain(|one| !self.game().is_internal(&one.name));
            if let Some(word) =
                self.command_begun(head, &known).map_err(|names| unclear(Several { at: 0..end, names }))?
            {
                let rest = self.person_behind(word, rest).map_err(unclear)?.unwrap_or_else(|| rest.to_owned());
                return Ok(put(word, &rest));
            }
        }
        Ok(lengthened(&said, &known).map_err(unclear)?.filter(|line| *line != said).and_then(|line| put(&line, "")))
    }

    /// The command that a word is the beginning of, also in the language that is spoken.
    ///
    /// # Errors
    ///
    /// What it is the beginning of, where that is several commands, or something to do as well.
    fn command_begun(&self, head: &str, known: &[Spoken]) -> Result<Option<&'static str>, Vec<String>> {
        let begun = |name: &str| fold(name).starts_with(&fold(head));
        let foreign = self.catalogue.language() != Language::English;
        let mut found: Vec<(&'static str, &'static str)> = Vec::new();
        for ours in COMMANDS.iter().map(|(word, ..)| *word).filter(|word| *word != "exit") {
            let theirs = their_word("commands", ours).filter(|_| foreign);
            // One command is named once, in its own language first.
            found.extend(theirs.into_iter().chain([ours]).find(|word| begun(word)).map(|word| (word, ours)));
        }
        let deeds: Vec<&str> = known.iter().map(|one| one.name.as_str()).filter(|name| begun(name)).collect();
        match (found.as_slice(), deeds.is_empty()) {
            ([], _) => Ok(None),
            ([(_, ours)], true) => Ok(Some(ours)),
            _ => {
                let mut names: Vec<String> =
                    found.iter().map(|(word, _)| *word).chain(deeds).map(str::to_owned).collect();
                names.sort_unstable();
                names.dedup();
                Err(names)
            }
        }
    }

    /// Behind a command that takes a character: the whole name; `None`: it is whole, or there is none.
    fn person_behind(&self, command: &str, rest: &str) -> Result<Option<String>, Several> {
        if !self.abbreviates || !matches!(command, "as" | "sheet" | "save" | "drop" | "leave") {
            return Ok(None);
        }
        let name = rest.trim();
        let people = self.people();
        let names: Vec<&str> = people.iter().map(String::as_str).collect();
        // All that were made of a template are more than one of them.
        if self.made_of(name).is_some() {
            return Ok(None);
        }
        let found = unique(&names, name).map_err(|names| Several { at: 0..command.len() + rest.len(), names })?;
        Ok(found.map(|name| format!(" {name}")))
    }

    fn is_a_name(&self, word: &str) -> bool {
        self.game().names.keys().chain(self.lets.keys()).any(|name| fold(name) == fold(word))
    }

    /// Whether a line can be rolled as it is.
    fn is_an_expression(&mut self, line: &str) -> bool {
        let texts = self.session.sources.clone();
        let game = Arc::clone(&self.game);
        let request = Request { text: line.to_owned(), forgiving: true, ..Request::default() };
        let fits =
            self.session.prepare(&game.game, &request).is_ok() || self.check(line.to_owned(), None, false).is_ok();
        self.session.sources = texts;
        fits
    }
}

fn ambiguous(line: &str, several: &Several) -> Diagnostic {
    let said = line.get(several.at.clone()).unwrap_or("").to_owned();
    Diagnostic::error(Code::BeginningOfSeveral, None).arg("text", said).arg("names", several.names.clone())
}
