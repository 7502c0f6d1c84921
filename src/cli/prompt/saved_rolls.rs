//! Saved rolls: `let strike(bonus) = 2d6 + bonus vs 12`. Each `strike(3)` rolls again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::abbreviations::Unclear;
use super::command::{COMMANDS, LineRange, trimmed};
use super::state::{CommandResult, LineContext, PromptState};
use super::variables;
use crate::check::is_function;
use crate::diagnostic::{Code, Diagnostic};
use crate::report::document::{Document, Line};
use crate::syntax::{TextSpan, TokenKind, is_dice_word, is_keyword, is_plain_name, our_word, tokens};

/// Saved rolls that may stand in one another.
const DEPTH: usize = 8;
/// Bytes of a line in which all of them are written out.
const LONGEST: usize = 10_000;

/// A line with parameters that is rolled by its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SavedRoll {
    pub(super) parameters: Vec<String>,
    pub(super) text: String,
}

impl SavedRoll {
    /// `strike(bonus)`
    pub(super) fn head(&self, name: &str) -> String {
        format!("{}({})", crate::check::quoted_where_needed(name), self.parameters.join(", "))
    }

    pub(super) fn line(&self, name: &str) -> Line {
        Line::new().name(self.head(name)).plain(" = ").plain(&self.text)
    }

    /// The text with a number in place of each parameter.
    fn with_ones(&self) -> String {
        let ones: Vec<&str> = self.parameters.iter().map(|_| "1").collect();
        self.with(&ones)
    }

    /// A parameter that is in the text more than once, with a value that would be thrown each time.
    fn thrown_again<'t>(&'t self, values: &[&'t str]) -> Option<(&'t str, &'t str)> {
        let stands = tokens(&self.text);
        let times = |parameter: &str| {
            let is_it = |(span, kind): &&(TextSpan, TokenKind)| {
                *kind == TokenKind::Name && self.text.get(span.range()) == Some(parameter)
            };
            stands.iter().filter(is_it).count()
        };
        let mut all = self.parameters.iter().map(String::as_str).zip(values.iter().copied());
        all.find(|(parameter, value)| may_throw(value) && times(parameter) > 1)
    }

    /// The text with values in place of its parameters.
    fn with(&self, values: &[&str]) -> String {
        let mut text = String::new();
        let mut end = 0;
        for (span, kind) in tokens(&self.text) {
            let word = self.text.get(span.range()).unwrap_or("");
            text.push_str(self.text.get(end..span.range().start).unwrap_or(""));
            end = span.range().end;
            let value = self.parameters.iter().zip(values).find(|(one, _)| **one == word);
            match value.filter(|_| kind == TokenKind::Name) {
                Some((_, value)) if tokens(value).len() > 1 => text.extend(["(", value, ")"]),
                Some((_, value)) => text.push_str(value),
                None => text.push_str(word),
            }
        }
        text.push_str(self.text.get(end..).unwrap_or(""));
        text
    }
}

/// `strike(bonus)`: the name, and what is between the brackets.
pub(super) fn named(written: &str) -> Option<(String, Vec<String>)> {
    let (name, rest) = written.split_once('(')?;
    let inside = rest.trim_end().strip_suffix(')')?.trim();
    let parameters = if inside.is_empty() { Vec::new() } else { inside.split(',').map(variables::bare).collect() };
    Some((name.trim_end().to_owned(), parameters))
}

/// Whether a value may throw dice where it is: dice, a call of a test, a cell of a table.
fn may_throw(value: &str) -> bool {
    let pieces = tokens(value);
    let text = |at: usize| pieces.get(at).and_then(|(span, _)| value.get(span.range())).unwrap_or("");
    pieces.iter().enumerate().any(|(at, (_, kind))| match kind {
        TokenKind::Dice => true,
        TokenKind::Name | TokenKind::QuotedName => match text(at + 1) {
            "(" => !is_function(text(at)),
            next => next == "[",
        },
        _ => false,
    })
}

/// A roll without the comment behind it.
fn without_comment(text: &str) -> &str {
    let comment = tokens(text).into_iter().find(|(_, kind)| *kind == TokenKind::Comment);
    comment.and_then(|(span, _)| text.get(..span.range().start)).unwrap_or(text).trim_end()
}

/// Whether a roll begins behind this: with the line, behind its command, or behind `;`.
fn is_whole(before: &str, head: &str) -> bool {
    let before = before.trim_end();
    before.is_empty()
        || before == head
        || tokens(before).last().is_some_and(|(span, _)| before.get(span.range()) == Some(";"))
}

/// Whether a roll, which may have `vs`, ends before this. What is asked of odds besides is outside it.
fn ends_there(after: &str, odds: bool) -> bool {
    let next = tokens(after).into_iter().next().and_then(|(span, _)| after.get(span.range()));
    next.is_none_or(|next| next == ";" || odds && matches!(next, "given" | ","))
}

/// A call of a saved roll: its range, its name, its arguments.
type Call<'t> = (LineRange, String, Vec<&'t str>);

/// The first call of a saved roll.
fn call<'t>(line: &'t str, saved: &BTreeMap<String, SavedRoll>) -> Option<Call<'t>> {
    let pieces = tokens(line);
    let text = |at: usize| pieces.get(at).and_then(|(span, _)| line.get(span.range())).unwrap_or("");
    let found = |at: &usize| {
        let named = matches!(pieces.get(*at), Some((_, TokenKind::Name | TokenKind::QuotedName)));
        named && text(at + 1) == "(" && saved.contains_key(&variables::bare(text(*at)))
    };
    let at = (0..pieces.len()).find(found)?;
    let mut values = Vec::new();
    let (mut depth, mut begin) = (0_usize, pieces.get(at + 1)?.0.range().end);
    for (index, (span, _)) in pieces.iter().enumerate().skip(at + 1) {
        let sign = text(index);
        depth = match sign {
            "(" | "[" | "{" => depth + 1,
            ")" | "]" | "}" => depth.checked_sub(1)?,
            _ => depth,
        };
        if depth == 0 || (depth == 1 && sign == ",") {
            values.push(line.get(begin..span.range().start)?.trim());
            begin = span.range().end;
        }
        if depth == 0 {
            if values == [""] {
                values.clear();
            }
            return Some((pieces.get(at)?.0.range().start..span.range().end, variables::bare(text(at)), values));
        }
    }
    None
}

impl PromptState<'_> {
    /// `let NAME(WORDS) = LINE`
    pub(super) fn save_roll(
        &mut self,
        (written, parameters): (String, Vec<String>),
        (name, value): (&LineRange, &LineRange),
        here: &LineContext<'_>,
    ) -> CommandResult {
        let refuse = |code, what: &str| {
            let start = here.typed.text.find(what).unwrap_or(0);
            Err(vec![Diagnostic::error(code, here.at(&(start..start + what.len()))).arg("name", what)])
        };
        let target = variables::target(self.game(), &self.lets, &written)
            .map_err(|error| self.placed(vec![error], here, name))?;
        if target.is_trait {
            return refuse(Code::SavedIsTrait, &written);
        }
        // Its brackets would stand where those of the command can.
        if COMMANDS.iter().any(|(word, ..)| *word == our_word("commands", &target.name).unwrap_or(&target.name)) {
            let taken = |error: Diagnostic| error.arg("what", "command");
            return refuse(Code::LetIsTaken, &written).map_err(|errors| errors.into_iter().map(taken).collect());
        }
        for (index, one) in parameters.iter().enumerate() {
            let is_name = is_plain_name(one) && !is_keyword(one) && !is_dice_word(one);
            if !is_name || parameters.iter().take(index).any(|before| before == one) {
                return refuse(if is_name { Code::DeclaredTwice } else { Code::LetNotAName }, one);
            }
        }
        let saved = SavedRoll { parameters, text: here.slice(value).to_owned() };
        // What is wrong with it is said now; any number stands for what is not known yet.
        let tried = self.written_out(&saved.with_ones()).map_err(|(_, error)| self.placed(vec![error], here, value))?;
        if tried.is_none() {
            let lets = self.lets.clone();
            self.lets.extend(saved.parameters.iter().map(|name| (name.clone(), "1".to_owned())));
            let checked = self.prepare(value, here);
            self.lets = lets;
            checked?;
        }
        let document = Document::new().line(saved.line(&target.name));
        self.lets.remove(&target.name);
        self.saved_rolls.insert(target.name, saved);
        Ok(document)
    }

    /// Saved rolls that mean nothing by the rules that are played now.
    pub(super) fn unfit_rolls(&mut self) -> Vec<String> {
        let mut unfit = Vec::new();
        for (name, saved) in self.saved_rolls.clone() {
            let text = saved.with_ones();
            let fits = match self.written_out(&text) {
                Ok(longer) => self.check(longer.unwrap_or(text), None, false).is_ok(),
                Err(_) => false,
            };
            if !fits {
                unfit.push(name);
            }
        }
        unfit
    }

    /// A line to be rolled with its saved rolls written out; `None`: it has none.
    ///
    /// # Errors
    ///
    /// Too many values or too few, or saved rolls that lead to themselves.
    pub(super) fn written_out(&self, line: &str) -> Result<Option<String>, Unclear> {
        let head = line.split_whitespace().next().unwrap_or("");
        let command = our_word("commands", head).unwrap_or(head);
        // What is saved itself is written out when it is rolled.
        let named = command == "let" && !line.split('=').next().is_some_and(|name| name.contains('('));
        let throws = named || command == "odds" || !COMMANDS.iter().any(|(word, ..)| *word == command);
        if self.saved_rolls.is_empty() || !throws {
            return Ok(None);
        }
        let mut longer: Option<String> = None;
        for _ in 0..=DEPTH {
            let text = longer.as_deref().unwrap_or(line);
            let Some((part, name, values)) = call(text, &self.saved_rolls) else { return Ok(longer) };
            let place = if longer.is_some() { trimmed(line, 0..line.len()) } else { part.clone() };
            let Some(saved) = self.saved_rolls.get(&name) else { return Ok(longer) };
            if saved.parameters.len() != values.len() {
                let error = Diagnostic::error(Code::WrongNumberOfArguments, None).arg("name", &*name);
                let error = error.arg("expected", saved.parameters.len()).arg("found", values.len());
                return Err((place, error.help_with("help-write", "example", saved.head(&name))));
            }
            if let Some((parameter, value)) = saved.thrown_again(&values) {
                let error = Diagnostic::error(Code::SavedThrowsAgain, None).arg("name", parameter).arg("value", value);
                let used = without_comment(&saved.text).to_owned();
                return Err((
                    place,
                    error.help_with("help-write", "example", format!("let {parameter} = {value} in {used}")),
                ));
            }
            let (before, after) = (text.get(..part.start).unwrap_or(""), text.get(part.end..).unwrap_or(""));
            let alone = is_whole(before, head) && ends_there(after, command == "odds");
            let inner = saved.with(&values);
            let inner = match (alone, after.trim().is_empty()) {
                (true, true) => inner,
                (true, false) => without_comment(&inner).to_owned(),
                (false, _) => format!("({})", without_comment(&inner)),
            };
            let next = format!("{before}{inner}{after}");
            if next.len() > LONGEST {
                return Err((place, Diagnostic::error(Code::SavedTooDeep, None).arg("name", name)));
            }
            longer = Some(next);
        }
        let error = Diagnostic::error(Code::SavedTooDeep, None).arg("name", head);
        Err((trimmed(line, 0..line.len()), error))
    }
}
