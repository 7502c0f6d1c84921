//! Abbreviations: unique prefixes of names, and commands in the language of the messages.

use super::characters::files as parts_of;
use super::command::{COMMANDS, CommandArguments, LineRange, behind, trimmed};
use super::state::PromptState;
use super::variables;
use super::words;
use crate::check::program::{AnswerKind, Named};
use crate::diagnostic::{Code, Diagnostic};
use crate::report::{Catalogue, Language};
use crate::session::RollRequest;
use crate::session::command::{Ambiguity, NameContext, YES_NO, begins_with, lengthened, unique};
use crate::source::fold;
use crate::syntax::our_word;
use std::sync::Arc;

/// An ambiguous abbreviation: its place and the candidates.
pub(super) type Unclear = (LineRange, Diagnostic);

impl PromptState<'_> {
    /// The line as it is understood. What it is exactly comes first: a command, something to do, an expression; then
    /// the beginning of a command, then that of something to do.
    ///
    /// # Errors
    ///
    /// If a beginning is that of several names.
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
        let place = |at: LineRange| whole.start + at.start..whole.start + at.end;
        let unclear = |several: Ambiguity| (place(several.at.clone()), ambiguous(&said, &several));
        if COMMANDS.iter().any(|(word, ..)| *word == head) {
            return Ok(self.names_behind(head, rest, end).map_err(unclear)?.and_then(|rest| put(head, &rest)));
        }
        let own = our_word("commands", head).filter(|_| self.catalogue.language() != Language::English);
        // A name of the game is meant where it has a value alone, or where the line can be rolled.
        let is_meant = |state: &mut Self| match rest.trim().is_empty() {
            true => state.is_a_value(head),
            false => state.is_a_name(head) && state.is_an_expression(&said),
        };
        let own = own.filter(|_| !is_meant(self));
        if self.sandbox {
            return Ok(own.and_then(|word| put(word, rest)));
        }
        let sayable = self.sayable();
        let (mut known, mut said_short) = (sayable.all.as_slice(), Vec::new());
        if let Some(word) = own.filter(|_| !begins_with(&said, known)) {
            let rest = self.names_behind(word, rest, end).map_err(unclear)?.unwrap_or_else(|| rest.to_owned());
            return Ok(put(word, &rest));
        }
        if !begins_with(&said, known) {
            let ours = self.game().notation.rewritten(&said, &|word| self.is_a_name(word));
            if let Some(ours) = ours {
                return Ok(put(&ours, ""));
            }
        }
        if !self.abbreviates {
            return Ok(None);
        }
        if !begins_with(&said, known) {
            // Before an operator is a value, even where what follows cannot be read.
            let computes = rest.trim_start().starts_with(['+', '-', '−', '*', '×', '/', '÷', '<', '>', '≤', '≥']);
            if computes || self.is_an_expression(&said) {
                return Ok(None);
            }
            if let Some(word) =
                command_begun(head, &self.catalogue).map_err(|names| unclear(Ambiguity { at: 0..end, names }))?
            {
                let rest = self.names_behind(word, rest, end).map_err(unclear)?.unwrap_or_else(|| rest.to_owned());
                return Ok(put(word, &rest));
            }
            // Bookkeeping of the rules is said in full.
            said_short.extend(known.iter().filter(|one| !self.game().is_internal(&one.name)).cloned());
            known = &said_short;
        }
        let own = self.own_names();
        let having = NameContext { own: Some(&own), actor: self.actor() };
        Ok(lengthened(&said, known, having)
            .map_err(unclear)?
            .filter(|line| *line != said)
            .and_then(|line| put(&line, "")))
    }

    /// What is behind a command, from a place of the line on, with whole names of characters, options and whatever
    /// else the command takes; `None`: they are whole, or it takes none.
    fn names_behind(&self, command: &str, rest: &str, from: usize) -> Result<Option<String>, Ambiguity> {
        if !self.abbreviates {
            return Ok(None);
        }
        // `set NAME = VALUE`, `sheet NAME --all`
        let behind = behind(command).unwrap_or(CommandArguments::Nothing);
        let stop = if behind == CommandArguments::Settings { "=" } else { "--" };
        let (name, more) = rest.split_at(rest.find(stop).unwrap_or(rest.len()));
        let game = self.game();
        let names: Vec<String> = match behind {
            // All, or all that were made of a template, are more than one of them.
            CommandArguments::Person if self.is_all(name) || self.made_of(name.trim()).is_some() => return Ok(None),
            CommandArguments::Person => self.people(),
            CommandArguments::Times => game.times.iter().map(|time| time.name.to_string()).collect(),
            CommandArguments::Given => self.lets.keys().chain(self.settings.keys()).cloned().collect(),
            CommandArguments::Settings => {
                variables::settable(game).into_iter().map(|(name, _)| name.to_owned()).collect()
            }
            CommandArguments::Rulesets => self.library.ids(),
            CommandArguments::Shown => game.names.keys().chain(self.lets.keys()).cloned().collect(),
            CommandArguments::Odds => {
                let Some(call) = self.action_in(rest) else { return Ok(None) };
                let at = from + call.start;
                let moved =
                    |Ambiguity { at: within, names }| Ambiguity { at: at + within.start..at + within.end, names };
                let said = rest.get(call.clone()).unwrap_or("");
                let own = self.own_names();
                let having = NameContext { own: Some(&own), actor: self.actor() };
                let whole = lengthened(said, &self.sayable().all, having).map_err(moved)?.filter(|line| *line != said);
                return Ok(whole.map(|line| format!("{}{line}", rest.get(..call.start).unwrap_or(""))));
            }
            CommandArguments::People | CommandArguments::SheetOf => {
                let (people, mut whole, mut copied) = (self.people(), String::new(), 0);
                // After the name of the character whose sheet is changed, the rest is the change.
                let most = if behind == CommandArguments::SheetOf { 1 } else { usize::MAX };
                for part in parts_of(rest, &(0..rest.len())).into_iter().take(most) {
                    let said = rest.get(part.clone()).unwrap_or("");
                    if self.is_all(said) {
                        continue;
                    }
                    if let Some(name) = whole_name(&people, said, from + part.start)? {
                        whole.push_str(rest.get(copied..part.start).unwrap_or(""));
                        whole.push_str(&format!("«{name}»"));
                        copied = part.end;
                    }
                }
                whole.push_str(rest.get(copied..).unwrap_or(""));
                return Ok((copied > 0).then_some(whole));
            }
            // A template and its number are read where they are said, as is a command that is asked about.
            CommandArguments::Templates | CommandArguments::Commands => return Ok(None),
            CommandArguments::Traits | CommandArguments::OnOff | CommandArguments::Nothing => return Ok(None),
        };
        let longer = whole_name(&names, name, from)?;
        let said = longer.as_deref().unwrap_or(name);
        let mut value = None;
        if let Some(text) = more.strip_prefix('=') {
            let kind = variables::settable(game).into_iter().find(|(one, _)| fold(one) == fold(&variables::bare(said)));
            let values = match kind {
                Some((_, AnswerKind::YesNo)) => YES_NO.map(str::to_owned).to_vec(),
                Some((_, kind)) => game.answers(kind),
                None => Vec::new(),
            };
            value = whole_name(&values, text, from + name.len() + 1)?.map(|value| format!("={value}"));
        }
        let changed = longer.is_some() || value.is_some();
        Ok(changed.then(|| format!("{said}{}", value.as_deref().unwrap_or(more))))
    }

    /// Whether a word alone has a value: a tag, an action and a class have none.
    fn is_a_value(&self, word: &str) -> bool {
        let has_none = |named: &Named| matches!(named, Named::Tag(_) | Named::Action(_) | Named::Class(_));
        let named = self.game().names.iter().filter(|(_, named)| !has_none(named)).map(|(name, _)| name);
        named.chain(self.lets.keys()).any(|name| fold(name) == fold(word))
    }

    fn is_a_name(&self, word: &str) -> bool {
        self.game().names.keys().chain(self.lets.keys()).any(|name| fold(name) == fold(word))
    }

    /// Whether a line can be rolled as it is.
    fn is_an_expression(&mut self, line: &str) -> bool {
        let texts = self.session.sources.clone();
        let game = Arc::clone(&self.game);
        let request = RollRequest { text: line.to_owned(), forgiving: true, ..RollRequest::default() };
        let fits =
            self.session.prepare(&game.game, &request).is_ok() || self.check(line.to_owned(), None, false).is_ok();
        self.session.sources = texts;
        fits
    }
}

/// The command that a word is the beginning of, in the language that is spoken or in the commands' own.
///
/// # Errors
///
/// The commands, where it is the beginning of several.
pub(super) fn command_begun(head: &str, catalogue: &Catalogue) -> Result<Option<&'static str>, Vec<String>> {
    // An answer to a question that is not asked any more begins nothing.
    if our_word("flags", head).is_some() {
        return Ok(None);
    }
    let begun = |name: &&str| fold(name).starts_with(&fold(head));
    let found = words::commands().filter_map(|(ours, ..)| {
        // One command is named once, in the language that is spoken first.
        [words::spoken(ours, catalogue), ours].into_iter().find(begun).map(|word| (word, ours))
    });
    let found: Vec<(&str, &'static str)> = found.collect();
    match found.as_slice() {
        [] => Ok(None),
        [(_, ours)] => Ok(Some(ours)),
        _ => {
            let mut names: Vec<String> = found.iter().map(|(word, _)| (*word).to_owned()).collect();
            names.sort_unstable();
            Err(names)
        }
    }
}

/// A text with the whole of the name that it is the beginning of; `None`: it is that of none, or whole. The text begins
/// at a place of the line.
fn whole_name(names: &[String], text: &str, from: usize) -> Result<Option<String>, Ambiguity> {
    let said = text.trim();
    let start = from + (text.len() - text.trim_start().len());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let found = unique(&names, said).map_err(|names| Ambiguity { at: start..start + said.len(), names })?;
    Ok(found.map(|name| text.replacen(said, name, 1)))
}

fn ambiguous(line: &str, several: &Ambiguity) -> Diagnostic {
    let said = line.get(several.at.clone()).unwrap_or("").to_owned();
    Diagnostic::error(Code::BeginningOfSeveral, None).arg("text", said).arg("names", several.names.clone())
}
