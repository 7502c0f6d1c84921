//! Characters act in turn: `begin`, `next`, `end`, and `all` for everyone at the table.

use std::sync::Arc;

use super::command::Part;
use super::naming;
use super::people::files as words_of;
use super::state::{Asker, Here, Outcome, State};
use super::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::report::document::Document;
use crate::session::{Wish, deed_of};
use crate::source::fold;

/// Stands for everyone at the table, in every language.
const ALL: &str = "all";

impl State<'_> {
    /// The words that stand for everyone, but for those that a character is called.
    pub(super) fn words_for_all(&self) -> Vec<String> {
        let people = self.people();
        let own = self.catalogue.text("prompt-word-all", &Vec::new());
        let mut words = vec![ALL.to_owned(), own];
        words.dedup();
        words.retain(|word| people.iter().all(|name| fold(name) != fold(word)));
        words
    }

    /// Names as they were said, with everyone in place of `all`.
    pub(super) fn all_of(&self, names: Vec<String>) -> Vec<String> {
        let all = self.words_for_all();
        let is_all = |name: &String| all.iter().any(|word| fold(word) == fold(name.trim()));
        if names.iter().any(is_all) { self.people() } else { names }
    }

    /// What was told, and whose turn it is, if characters act in turn.
    pub(super) fn with_turn(&self, document: Document) -> Document {
        match self.table.world().turns.as_deref() {
            Some(turns) => document.line(words::turn(turns, &self.catalogue)),
            None => document,
        }
    }

    /// `begin [NAME …|all]`: the actions of the ruleset that open and order it.
    pub(super) fn begin_turns(&mut self, part: &Part, here: &mut Here<'_>, asker: &mut dyn Asker) -> Outcome {
        let named: Vec<Part> = words_of(here.typed.text, part);
        let mut names: Vec<String> = named.iter().map(|part| naming::bare(here.slice(part))).collect();
        if names.is_empty() {
            names.push(ALL.to_owned());
        }
        let everyone = self.all_of(names.clone());
        let mut errors = Vec::new();
        let mut order = Vec::new();
        for (at, name) in everyone.iter().enumerate() {
            match self.table.somebody(name) {
                Ok(who) => order.extend(self.table.world().people.get(who).map(|person| person.name.clone())),
                Err(error) => {
                    let part = named.get(at).unwrap_or(part);
                    errors.push(Diagnostic { at: Some(here.at(part)), ..error });
                }
            }
        }
        for (at, name) in order.iter().enumerate() {
            if order.iter().take(at).any(|one| one == name) {
                let part = named.get(at).unwrap_or(part);
                let error = Diagnostic::error(Code::InRoleTwice, here.at(part)).arg("name", name.as_str());
                errors.push(error.arg("role", "begin"));
            }
        }
        if order.is_empty() && errors.is_empty() {
            errors.push(Diagnostic::error(Code::NobodyChosen, None).help("help-nobody-here"));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let going = self.table.world().turns.as_ref().map(|turns| turns.order.clone()).unwrap_or_default();
        order.retain(|name| !going.contains(name));
        if order.is_empty() {
            let error = Diagnostic::error(Code::InTurnsAlready, here.at(part)).arg("names", going);
            return Err(vec![error.help("help-in-turns-already")]);
        }
        if order.len() > 1 && names != everyone {
            // Of everyone only those who can act.
            order = self.able(order)?;
            if order.is_empty() {
                return Err(vec![Diagnostic::error(Code::NoOneCanAct, None)]);
            }
        }
        let before = self.table.clone();
        let begun = self.turns_begin(order, going, here, asker);
        if begun.is_err() {
            self.table = before;
        }
        begun
    }

    /// Of these characters, those who can act.
    fn able(&mut self, mut names: Vec<String>) -> Result<Vec<String>, Vec<Diagnostic>> {
        let game = Arc::clone(&self.game);
        let env = self.env();
        let mut able = self.session.who_acts(&game.game, &env, self.table.world(), &names)?.into_iter();
        names.retain(|_| able.next().unwrap_or(false));
        Ok(names)
    }

    /// Characters begin to act in turn, or join those who do so already.
    fn turns_begin(
        &mut self,
        order: Vec<String>,
        going: Vec<String>,
        here: &mut Here<'_>,
        asker: &mut dyn Asker,
    ) -> Outcome {
        let game = Arc::clone(&self.game);
        let turns = game.game.turns.clone().unwrap_or_default();
        let joins = !going.is_empty();
        let mut document = Document::new();
        if let Some(action) = turns.open {
            document.append(self.do_with(action, &order, here, asker)?);
        }
        match turns.order {
            Some(action) => {
                let mut everyone = self.able(going)?;
                everyone.extend(order.iter().cloned());
                document.append(self.do_with(action, &everyone, here, asker)?);
            }
            None => {
                let made = self.session.begin_at(&self.table, [going, order].concat());
                self.table.make(made);
            }
        }
        self.told_last = true;
        let all = self.table.world().turns.as_ref().filter(|_| joins).map(|turns| turns.order.clone());
        if let Some(all) = all {
            document = document.line(self.say("turns-in-order", "names", all));
        }
        Ok(self.with_turn(document))
    }

    /// Does an action of which all of some characters are a part.
    fn do_with(
        &mut self,
        action: usize,
        people: &[String],
        here: &mut Here<'_>,
        asker: &mut dyn Asker,
    ) -> Result<Document, Vec<Diagnostic>> {
        let game = Arc::clone(&self.game);
        let name = game.game.actions.get(action).map_or(String::new(), |action| action.name.to_string());
        let wish = Wish { action: name, roles: vec![(None, people.to_vec())], ..Wish::default() };
        let deed = deed_of(&game.game, self.table.world(), &wish, true)?;
        let env = self.env();
        let whole = 0..here.typed.text.len();
        self.played(&whole, here, asker, |state, game, outside| {
            state.session.deed_at(&game.game, &state.table, &env, deed, outside)
        })?;
        Ok(self.told(0))
    }

    /// `next`
    pub(super) fn next_turn(&mut self, here: &mut Here<'_>, asker: &mut dyn Asker) -> Outcome {
        let env = self.env();
        let whole = 0..here.typed.text.len();
        self.played(&whole, here, asker, |state, game, outside| {
            state.session.next_at(&game.game, &state.table, &env, outside)
        })?;
        let told = self.table.last().is_some_and(|last| !last.done.trace.is_empty());
        let document = if told { self.told(0) } else { Document::new() };
        Ok(self.with_turn(document))
    }

    /// `end`
    pub(super) fn end_turns(&mut self, here: &mut Here<'_>, asker: &mut dyn Asker) -> Outcome {
        let turns = self.table.world().turns.clone();
        let ends = self.game().turns.as_ref().and_then(|turns| turns.end);
        if let (Some(turns), Some(action)) = (turns, ends) {
            return self.do_with(action, &turns.order, here, asker);
        }
        let made = self.session.end_at(&self.table)?;
        self.table.make(made);
        self.told_last = true;
        Ok(Document::new().line(self.catalogue.text("turns-ended", &Vec::new())))
    }
}
