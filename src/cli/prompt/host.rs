//! The interface of the prompt for the server: acting character, dry run of a line, snapshot.

use super::actions::LineKind;
use super::command::{PromptCommand, parse};
use super::state::{LineContext, NoAnswers, PromptLine, PromptState, Seeds};
use crate::diagnostic::Diagnostic;
use crate::session::{Offered, What};
use crate::source::fold;
use crate::world::{Look, TABLE, TurnOrder};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The effect of a line, as far as permissions depend on it.
#[derive(Debug, PartialEq, Eq)]
pub enum LineEffect {
    /// It changes nothing that others have: a roll, or nothing at all.
    Roll,
    /// It does something in the name of these.
    Act(Vec<String>),
    /// It intervenes in what lies open, in the name of these.
    Intervene(Vec<String>),
    /// It is only written down.
    Note,
    /// It takes moves back: the last one, or so many.
    Undo { last: bool },
    /// It does moves again that were taken back.
    Redo,
    /// It changes something in another way.
    Change,
    /// It makes characters, whose figures only the game master knows.
    Bring,
    /// It only shows something.
    Look,
    /// It lays dice ready.
    Lay,
    /// It is for the user who runs the program: files, another game, the generator, the end.
    Leave,
    /// It does what no player does for a character: what only another decider does, by the word for them, or what only
    /// other actions do.
    Reserved { name: String, by: Option<String> },
    /// It speaks of what others have.
    Pry,
    /// It cannot be understood.
    Fail(Vec<Diagnostic>),
}

impl PromptState<'_> {
    /// The next lines speak for this character; without one, for the character chosen with `as`. What was chosen stays.
    pub fn speak_as(&mut self, name: Option<&str>) {
        self.speaks = name.map(str::to_owned);
    }

    /// The character for whom a line speaks.
    pub(super) fn spoken_for(&self) -> Option<&String> {
        self.speaks.as_ref().or(self.chosen.as_ref())
    }

    /// Where the seeds of all further rolls come from.
    pub fn draw_from(&mut self, seeds: Box<dyn Seeds>) {
        self.served = true;
        self.moves_before = self.moves_made();
        self.seeds = seeds;
    }

    /// Typed dice that wait for the next roll, instead of those that wait; which are given back.
    pub fn swap_dice(&mut self, dice: Vec<i64>) -> Vec<i64> {
        std::mem::replace(&mut self.dice, dice)
    }

    /// How many moves lie on the table, those that are no longer kept included.
    #[must_use]
    pub fn moves_made(&self) -> usize {
        self.table.moves().count().saturating_add(self.table.forgotten())
    }

    /// Who is no longer there once the last move is taken back.
    #[must_use]
    pub fn arrived(&self) -> Vec<String> {
        match self.table.last().map(|last| &last.what) {
            Some(What::Joined(joining)) => joining.people.clone(),
            _ => Vec::new(),
        }
    }

    /// All characters as they are now, the table first.
    pub fn looks(&mut self) -> Vec<Look> {
        let env = self.env();
        let game = Arc::clone(&self.game);
        let world = self.table.world().clone();
        (TABLE..world.people.len()).map(|who| self.session.see(&game.game, &env, &world, who)).collect()
    }

    /// For each action, why a character cannot do it now.
    pub fn refusals(&mut self, who: usize) -> Vec<Option<Diagnostic>> {
        let env = self.env();
        let game = Arc::clone(&self.game);
        let world = self.table.world().clone();
        let actions = 0..game.game.actions.len();
        actions.map(|action| self.session.refused(&game.game, &env, &world, action, who)).collect()
    }

    /// Whose turn it is, if characters act in turn; and for each of them, whether they can act.
    #[allow(clippy::type_complexity)]
    pub fn turns(&mut self) -> Option<(TurnOrder, Result<Vec<bool>, Vec<Diagnostic>>)> {
        let turns = self.table.world().turns.as_deref()?.clone();
        let env = self.env();
        let game = Arc::clone(&self.game);
        let world = self.table.world().clone();
        let able = self.session.who_acts(&game.game, &env, &world, &turns.order);
        Some((turns, able))
    }

    /// The interventions that are allowed now, and to whom.
    pub fn offered(&mut self) -> Vec<Offered> {
        let game = Arc::clone(&self.game);
        self.session.offered(&game.game, &self.table)
    }

    /// What a line would do. Nothing is done.
    pub fn would(&mut self, typed: PromptLine<'_>) -> LineEffect {
        // Doing it says which names it may begin; it does nothing.
        let Ok(line) = self.line_done(typed.text) else { return LineEffect::Roll };
        let typed = PromptLine { text: &line, ..typed };
        let is_name = |word: &str| self.game().names.contains_key(word) || self.lets.contains_key(word);
        let part = match parse(typed.text, &is_name) {
            Ok(PromptCommand::Nothing) => return LineEffect::Roll,
            Ok(PromptCommand::Roll(part)) => part,
            Ok(
                PromptCommand::Use(_)
                | PromptCommand::Load(_)
                | PromptCommand::Save(_)
                | PromptCommand::Seed(_)
                | PromptCommand::Quit,
            ) => {
                return LineEffect::Leave;
            }
            Ok(PromptCommand::Note(_)) => return LineEffect::Note,
            Ok(PromptCommand::Npc(_) | PromptCommand::Create(_)) => return LineEffect::Bring,
            Ok(PromptCommand::Undo(count)) => return LineEffect::Undo { last: count.is_none() },
            Ok(PromptCommand::Redo(_)) => return LineEffect::Redo,
            Ok(
                PromptCommand::Edit(_)
                | PromptCommand::Pass(_)
                | PromptCommand::Begin(_)
                | PromptCommand::Next
                | PromptCommand::End
                | PromptCommand::Drop(_)
                | PromptCommand::Let { .. }
                | PromptCommand::Unlet(_)
                | PromptCommand::Set { .. },
            ) => return LineEffect::Change,
            Ok(PromptCommand::Dice(_)) => return LineEffect::Lay,
            Ok(_) => return LineEffect::Look,
            // Doing it says what is wrong; it does nothing.
            Err(_) => return LineEffect::Roll,
        };
        let here = LineContext::new(typed, self.session.sources.add_from_line(typed.number, typed.source, typed.text));
        match self.does(&part, &here) {
            LineKind::Rolls if self.speaks_of_others(here.slice(&part)) => LineEffect::Pry,
            LineKind::Rolls => match self.split(&part, &here) {
                Ok((_, chosen)) if chosen.is_empty() => LineEffect::Roll,
                Ok((_, chosen)) => LineEffect::Act(chosen.into_iter().filter_map(|one| one.by).collect()),
                Err(errors) => LineEffect::Fail(errors),
            },
            LineKind::Acts => match self.action_call(&part, &here, &mut NoAnswers) {
                Ok(call) => {
                    let action = self.game().action(call.action);
                    if action.internal || action.by.is_some() {
                        let (name, by) = (action.name.to_string(), action.by.as_ref().map(|by| by.to_string()));
                        return LineEffect::Reserved { name, by };
                    }
                    let people = &self.table.world().people;
                    let first = call.roles.first().into_iter().flatten();
                    let first = first.filter_map(|who| people.get(*who)).map(|person| person.name.clone());
                    let others = call.interventions.iter().filter_map(|one| one.by.clone());
                    LineEffect::Act(first.chain(others).collect())
                }
                Err(errors) => LineEffect::Fail(errors),
            },
            LineKind::Intervenes => match self.intervening(&part, &here) {
                Ok((index, answers)) => {
                    let own = self.game().intervention(index).places.iter().filter_map(|place| place.own_role());
                    let said: Vec<String> = own.filter_map(|role| answers.get(role)).cloned().collect();
                    LineEffect::Intervene(said.into_iter().chain(self.spoken_for().cloned()).collect())
                }
                Err(errors) => LineEffect::Fail(errors),
            },
        }
    }

    /// The action or the intervention of a line, and the answers that it says.
    pub fn said_in(&mut self, typed: PromptLine<'_>, would: &LineEffect) -> Option<(String, BTreeMap<String, String>)> {
        let line = self.line_done(typed.text).ok()?;
        let typed = PromptLine { text: &line, ..typed };
        let here = LineContext::new(typed, self.session.sources.add_from_line(typed.number, typed.source, typed.text));
        let part = super::command::trimmed(typed.text, 0..typed.text.len());
        match would {
            LineEffect::Act(_) => {
                let call = self.action_call(&part, &here, &mut NoAnswers).ok()?;
                let name = self.game().action(call.action).name.to_string();
                Some((name, call.answers))
            }
            LineEffect::Intervene(_) => self.wanted(&part, &here).ok().map(|wanted| (wanted.name, wanted.answers)),
            _ => None,
        }
    }

    /// Whether typed dice are followed by others that are rolled.
    #[must_use]
    pub fn rolls_the_rest(&self) -> bool {
        self.rolls_the_rest
    }

    /// Whether an expression reads what another character has: `Name.Trait`.
    fn speaks_of_others(&self, text: &str) -> bool {
        let folded = fold(text);
        let others = self.table.world().people.iter().map(|person| fold(&person.name));
        let own = self.spoken_for().map(|name| fold(name));
        others.filter(|name| Some(name) != own.as_ref()).any(|name| {
            let behind =
                folded.match_indices(&name).filter_map(|(at, name)| folded.get(at.saturating_add(name.len())..));
            behind.into_iter().any(|rest| rest.trim_start_matches(['»', '"', '”', ' ', '\t']).starts_with('.'))
        })
    }
}

impl LineEffect {
    /// Whether it stays with one character.
    #[must_use]
    pub fn is_own(&self, name: &str) -> bool {
        match self {
            Self::Roll | Self::Note => true,
            Self::Act(who) | Self::Intervene(who) => {
                !who.is_empty() && who.iter().all(|one| fold(one.trim()) == fold(name))
            }
            Self::Undo { .. }
            | Self::Redo
            | Self::Bring
            | Self::Change
            | Self::Look
            | Self::Lay
            | Self::Leave
            | Self::Reserved { .. }
            | Self::Pry
            | Self::Fail(_) => false,
        }
    }
}
