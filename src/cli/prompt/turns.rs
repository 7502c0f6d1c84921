//! Turns of characters: `begin`, `next`, `end`, and `all` for every character at the table.

use std::sync::Arc;

use super::characters::files as words_of;
use super::command::LineRange;
use super::roll::LineDice;
use super::state::{Asker, CommandResult, LineContext, PromptState};
use super::variables;
use super::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::Turning;
use crate::report::document::Document;
use crate::session::{ActionRequest, Move, action_call};
use crate::source::fold;

/// Stands for everyone at the table, in every language.
const ALL: &str = "all";

impl PromptState<'_> {
    /// The words that stand for everyone, but for those that a character is called.
    pub(super) fn words_for_all(&self) -> Vec<String> {
        let people = self.people();
        let own = self.catalogue.text("prompt-word-all", &Vec::new());
        let mut words = vec![ALL.to_owned(), own];
        words.dedup();
        words.retain(|word| people.iter().all(|name| fold(name) != fold(word)));
        words
    }

    /// Whether a name means every character.
    pub(super) fn is_all(&self, name: &str) -> bool {
        self.words_for_all().iter().any(|word| fold(word) == fold(name.trim()))
    }

    /// Names as they were said, with everyone in place of `all`.
    pub(super) fn all_of(&self, names: Vec<String>) -> Vec<String> {
        if names.iter().any(|name| self.is_all(name)) { self.people() } else { names }
    }

    /// What was told, and whose turn it is, if characters act in turn.
    pub(super) fn with_turn(&self, document: Document) -> Document {
        match self.table.world().turns.as_deref() {
            Some(turns) => document.line(words::turn(turns, &self.catalogue)),
            None => document,
        }
    }

    /// `begin [NAME …|all]`: the actions of the ruleset that open and order it.
    pub(super) fn begin_turns(
        &mut self,
        part: &LineRange,
        here: &mut LineContext<'_>,
        asker: &mut dyn Asker,
    ) -> CommandResult {
        let game = Arc::clone(&self.game);
        let named: Vec<LineRange> = words_of(here.typed.text, part);
        let names: Vec<String> = named.iter().map(|part| variables::bare(here.slice(part))).collect();
        let everyone = if names.is_empty() { self.people() } else { self.all_of(names.clone()) };
        let mut errors = Vec::new();
        let mut order = Vec::new();
        for (at, name) in everyone.iter().enumerate() {
            match self.table.find_character(name) {
                Ok(who) => order.extend(self.table.world().people.get(who).map(|person| person.name.clone())),
                Err(error) => {
                    let part = named.get(at).unwrap_or(part);
                    errors.push(Diagnostic { at: Some(here.at(part)), ..error });
                }
            }
        }
        if order.is_empty() && errors.is_empty() {
            errors.push(Diagnostic::error(Code::NobodyChosen, None).help("help-nobody-here"));
        }
        let mut seen = std::collections::HashSet::new();
        order.retain(|name| seen.insert(name.clone()));
        // Characters of the current order may not be left out of a new one in silence. Others join them.
        let going = self.table.world().turns.iter().flat_map(|turns| &turns.order);
        let going: Vec<String> = going.cloned().collect();
        let out: Vec<String> = going.iter().filter(|name| !order.contains(name)).cloned().collect();
        let came: Vec<String> = order.iter().filter(|name| !going.contains(name)).cloned().collect();
        if !out.is_empty() && !came.is_empty() && errors.is_empty() {
            return self.join_turns(&came, here, asker);
        }
        if !out.is_empty() && errors.is_empty() {
            let error =
                Diagnostic::error(Code::InTurnsAlready, here.at(part)).arg("count", out.len()).arg("names", out);
            errors.push(error.help("help-in-turns-already"));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut unfinished = Vec::new();
        if names != everyone {
            // Of everyone, those whose sheet is still to be filled in are passed over.
            let world = self.table.world();
            let person = |name: &String| world.find(name).and_then(|who| world.people.get(who));
            let is_unfinished = |name: &String| person(name).is_some_and(|one| one.is_unfinished(&game.game));
            if !order.iter().all(is_unfinished) {
                unfinished = order.extract_if(.., |name| is_unfinished(name)).collect();
            }
        }
        if order.len() > 1 && names != everyone {
            // Of everyone only those who can act.
            let env = self.env();
            let able = self.session.who_acts(&game.game, &env, self.table.world(), &order)?;
            let mut able = able.into_iter();
            order.retain(|_| able.next().unwrap_or(false));
        }
        self.turned(&Turning::Begin(self.places_of(&order)), here, asker)?;
        let document = self.told_if_any();
        let document = match unfinished.is_empty() {
            true => document,
            false => document.line(self.say("turns-unfinished", "names", unfinished)),
        };
        Ok(self.with_turn(document))
    }

    /// These get a place in the order that there is.
    fn join_turns(&mut self, people: &[String], here: &mut LineContext<'_>, asker: &mut dyn Asker) -> CommandResult {
        self.turned(&Turning::Join(self.places_of(people)), here, asker)?;
        let order = self.table.world().turns.iter().flat_map(|turns| &turns.order).cloned().collect::<Vec<_>>();
        Ok(self.with_turn(self.told_if_any().line(self.say("turns-in-order", "names", order))))
    }

    /// How those who came while others act in turn get a place in the order, if they do.
    pub(super) fn may_join(&self, names: &[String], document: Document) -> Document {
        if self.table.world().turns.is_none() {
            return document;
        }
        let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        document.line(self.say("turns-to-join", "names", names.join(" ")))
    }

    /// The indices of characters at the table.
    fn places_of(&self, names: &[String]) -> Vec<usize> {
        names.iter().filter_map(|name| self.table.world().find(name)).collect()
    }

    /// Turns begin, go on or end.
    fn turned(
        &mut self,
        turning: &Turning,
        here: &mut LineContext<'_>,
        asker: &mut dyn Asker,
    ) -> Result<(), Vec<Diagnostic>> {
        let (env, whole) = (self.env(), 0..here.typed.text.len());
        self.played(&whole, here, asker, |state, game, outside| {
            state.session.turn_at(&game.game, &state.table, &env, turning, outside)
        })
    }

    /// What becomes of an action of which all of some characters are a part.
    fn all_do(
        &mut self,
        dice: &mut LineDice,
        action: usize,
        people: &[String],
        here: &LineContext<'_>,
        asker: &mut dyn Asker,
    ) -> Result<Move, Vec<Diagnostic>> {
        let game = Arc::clone(&self.game);
        let name = game.game.action(action).name.to_string();
        let wish = ActionRequest { action: name, roles: vec![(None, people.to_vec())], ..ActionRequest::default() };
        let call = action_call(&game.game, self.table.world(), &wish, true)?;
        let env = self.env();
        let whole = 0..here.typed.text.len();
        self.played_with(dice, &whole, here, asker, |state, game, outside| {
            state.session.call_at(&game.game, &state.table, &env, call, outside)
        })
    }

    /// `next`
    pub(super) fn next_turn(&mut self, here: &mut LineContext<'_>, asker: &mut dyn Asker) -> CommandResult {
        self.turned(&Turning::Next, here, asker)?;
        Ok(self.with_turn(self.told_if_any()))
    }

    /// What the last move came to, if anything happened in it.
    fn told_if_any(&self) -> Document {
        let told = self.table.last().is_some_and(|last| !last.done.trace.is_empty());
        if told { self.told(0) } else { Document::new() }
    }

    /// `end`
    pub(super) fn end_turns(&mut self, here: &mut LineContext<'_>, asker: &mut dyn Asker) -> CommandResult {
        let turns = self.table.world().turns.clone();
        let ends = self.game().turns.as_ref().and_then(|turns| turns.end);
        if let (Some(turns), Some(action)) = (turns, ends) {
            let at = here.at(&(0..here.typed.text.len()));
            let made = self.with_dice(at, |state, dice| state.all_do(dice, action, &turns.order, here, asker))?;
            self.make(made);
            return Ok(self.told(0));
        }
        self.turned(&Turning::End, here, asker)?;
        self.told_last = true;
        Ok(Document::new().line(self.catalogue.text("turns-ended", &Vec::new())))
    }
}
