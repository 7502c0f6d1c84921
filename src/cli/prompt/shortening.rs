//! What may be typed shorter: the beginning of a name that is the only one, and the prompt's own commands in the
//! language that is spoken.

use super::command::{COMMANDS, Part, trimmed};
use super::state::State;
use crate::diagnostic::{Code, Diagnostic};
use crate::report::Language;
use crate::session::Request;
use crate::session::commanding::{Several, begins_with, lengthened, unique};
use crate::source::fold;
use crate::syntax::our_word;
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
        let whole = trimmed(line, 0..line.len());
        let said = line.get(whole.clone()).unwrap_or("").to_owned();
        let end = said.find(|letter: char| letter.is_whitespace() || letter == '=').unwrap_or(said.len());
        let (head, rest) = said.split_at(end);
        if head.is_empty() || self.sandbox {
            return Ok(None);
        }
        let put = |name: &str, rest: &str| Some(format!("{}{name}{rest}", line.get(..whole.start).unwrap_or("")));
        let place = |at: Part| whole.start + at.start..whole.start + at.end;
        let unclear = |several: Several| (place(several.at.clone()), ambiguous(&said, &several));
        if COMMANDS.iter().any(|(word, ..)| *word == head) {
            return Ok(self.person_behind(head, rest).map_err(unclear)?.and_then(|rest| put(head, &rest)));
        }
        let known: Vec<_> = self.actions().into_iter().chain(self.interventions()).collect();
        if !begins_with(&said, &known) {
            let own = our_word("commands", head).filter(|_| self.catalogue.language() != Language::English);
            if let Some(word) = own.filter(|_| !self.is_a_name(head)) {
                let rest = self.person_behind(word, rest).map_err(unclear)?.unwrap_or_else(|| rest.to_owned());
                return Ok(put(word, &rest));
            }
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
            if self.is_an_expression(&said) {
                return Ok(None);
            }
            let words: Vec<&str> = COMMANDS.iter().map(|(word, ..)| *word).filter(|word| *word != "exit").collect();
            let at = 0..end;
            let found = unique(&words, head).map_err(|names| unclear(Several { at, names }))?;
            if let Some(word) = found {
                let rest = self.person_behind(word, rest).map_err(unclear)?.unwrap_or_else(|| rest.to_owned());
                return Ok(put(word, &rest));
            }
        }
        Ok(lengthened(&said, &known).map_err(unclear)?.filter(|line| *line != said).and_then(|line| put(&line, "")))
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
