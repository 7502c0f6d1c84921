//! Games that were left with `use`, to return to.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::characters::{SavedFile, THE_TABLE};
use super::saved_rolls::SavedRoll;
use super::state::{LineContext, PromptState};
use crate::report::Catalogue;
use crate::session::{Joining, LoadedGame, Move, MoveHistory, What};
use crate::source::Sources;

/// How many games that were left can be had back.
const GAMES: usize = 8;

/// A game with its table: the characters, the moves made, and the values that were set.
pub(super) struct PausedGame {
    base: Sources,
    rules: String,
    game: Arc<LoadedGame>,
    catalogue: Catalogue,
    lets: BTreeMap<String, String>,
    saved_rolls: BTreeMap<String, SavedRoll>,
    settings: BTreeMap<String, String>,
    table: MoveHistory,
    saved: BTreeMap<(Option<String>, usize), SavedFile>,
    chosen: Option<String>,
    /// Who was there, and changed, without a file.
    fileless: Vec<String>,
}

impl PausedGame {
    /// What is played now.
    pub(super) fn of(state: &mut PromptState<'_>) -> Self {
        Self {
            fileless: state.fileless(),
            base: state.base.clone(),
            rules: state.rules.clone(),
            game: Arc::clone(&state.game),
            catalogue: state.catalogue.clone(),
            lets: state.lets.clone(),
            saved_rolls: state.saved_rolls.clone(),
            settings: state.settings.clone(),
            table: state.table.clone(),
            saved: state.saved.clone(),
            chosen: state.chosen.clone(),
        }
    }

    /// Takes the place of what is played now, which is returned.
    fn swap(mut self, state: &mut PromptState<'_>) -> Self {
        self.fileless = state.fileless();
        std::mem::swap(&mut self.base, &mut state.base);
        std::mem::swap(&mut self.rules, &mut state.rules);
        std::mem::swap(&mut self.game, &mut state.game);
        std::mem::swap(&mut self.catalogue, &mut state.catalogue);
        std::mem::swap(&mut self.lets, &mut state.lets);
        std::mem::swap(&mut self.saved_rolls, &mut state.saved_rolls);
        std::mem::swap(&mut self.settings, &mut state.settings);
        std::mem::swap(&mut self.table, &mut state.table);
        std::mem::swap(&mut self.saved, &mut state.saved);
        std::mem::swap(&mut self.chosen, &mut state.chosen);
        self
    }

    /// All characters there, and the table if it keeps what no file says.
    pub(super) fn character_names(&self) -> Vec<String> {
        let table = self.fileless.iter().filter(|name| *name == THE_TABLE).cloned();
        self.table.world().people.iter().skip(1).map(|person| person.name.clone()).chain(table).collect()
    }

    /// Who is lost with it.
    fn lost(&self) -> impl Iterator<Item = String> {
        self.fileless.iter().map(|name| format!("{name} ({})", self.game.game.id))
    }
}

impl PromptState<'_> {
    /// How many moves can be taken back, where those that were made together count as one: those that are still known, and
    /// each `use` behind them. At a served table those after the last by which characters of players, who have links, came
    /// before it was served.
    pub fn undoable(&self) -> usize {
        if self.served {
            let came = |(before, one): &(usize, &Move)| {
                let has_links = |joining: &Joining| !joining.people.iter().all(|name| self.is_npc(name));
                matches!(&one.what, What::Joined(joining) if has_links(joining)) && *before < self.moves_before
            };
            let moves = (self.table.forgotten()..).zip(self.table.moves());
            let fixed = moves.filter(came).last().map(|(before, _)| before.saturating_add(1));
            let fixed = fixed.map_or(0, |fixed| fixed.saturating_sub(self.table.forgotten()));
            return self.table.moves().skip(fixed).count();
        }
        let mut count = self.table.moves().count();
        let mut table = &self.table;
        for one in self.left.iter().rev() {
            if table.forgotten() > 0 {
                break;
            }
            table = &one.table;
            count = count.saturating_add(1).saturating_add(table.moves().count());
        }
        count
    }

    /// How many moves can be done again.
    pub(super) fn redoable(&self) -> usize {
        let uses = self.returned.iter().map(|one| one.table.undone().saturating_add(1));
        uses.sum::<usize>().saturating_add(self.table.undone())
    }

    /// Keeps a game that is left.
    pub(super) fn leave_game(&mut self, left: PausedGame) {
        if left.rules.is_empty() {
            // There was none.
            return;
        }
        self.left.push(left);
        if self.left.len() > GAMES {
            let gone = self.left.remove(0);
            self.gone.extend(gone.lost());
        }
        self.returned.clear();
    }

    /// Takes the last `use` back: the id of the game that is left.
    pub(super) fn back(&mut self, here: &mut LineContext<'_>) -> Option<String> {
        let now = self.left.pop()?.swap(self);
        let id = now.game.game.id.to_string();
        self.returned.push(now);
        self.texts_anew(here);
        Some(id)
    }

    /// Uses again the game whose `use` was taken back: its id.
    pub(super) fn forth(&mut self, here: &mut LineContext<'_>) -> Option<String> {
        let before = self.returned.pop()?.swap(self);
        self.left.push(before);
        self.texts_anew(here);
        Some(self.game.game.id.to_string())
    }

    /// Who would be lost if all left now, and is in no file that could be saved: also in games that were left.
    pub(super) fn without_file(&mut self) -> Vec<String> {
        let mut names = self.fileless();
        names.extend(self.gone.iter().cloned());
        names.extend(self.left.iter().flat_map(PausedGame::lost));
        names
    }

    /// The texts of the game that is played now, and the line.
    fn texts_anew(&mut self, here: &mut LineContext<'_>) {
        self.session.sources = self.base.clone();
        let typed = here.typed;
        here.source = self.session.sources.add_from_line(typed.number, typed.source, typed.text);
        here.loaded = true;
    }
}
