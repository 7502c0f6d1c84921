//! Moves as they are kept outside of the program. Numbers stand for names, so they mean something only together with the
//! texts of the game that was played.

use serde::{Deserialize, Serialize};

use super::{Move, Table, TableRoll, Turn, What};
use crate::check::program::Game;
use crate::diagnostic::Diagnostic;
use crate::engine::{Done, Record, Recorder, TypedDice};
use crate::session::{Request, Session};
use crate::world::{Env, Event, World};

/// A move without what can be worked out again: why it came out as it did, and who was there before.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Kept {
    what: What,
    events: Vec<Event>,
    /// Everybody afterwards, where events alone do not lead there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    world: Option<World>,
    env: Env,
    record: Record,
    instead: bool,
    dropped: Vec<i64>,
    undone: Vec<String>,
    redone: usize,
}

impl From<&Move> for Kept {
    fn from(one: &Move) -> Self {
        let events = one.done.events.clone();
        let world = (after(&one.before, &events) != one.done.world).then(|| one.done.world.clone());
        Self {
            what: one.what.clone(),
            events,
            world,
            env: one.env.clone(),
            record: one.record.clone(),
            instead: one.instead,
            dropped: one.dropped.clone(),
            undone: one.undone.clone(),
            redone: one.redone,
        }
    }
}

impl Kept {
    /// The move, which began with everybody like this.
    fn made(self, before: World) -> Move {
        let world = self.world.unwrap_or_else(|| after(&before, &self.events));
        let done = Done { events: self.events, world, ..Done::default() };
        Move {
            what: self.what,
            done,
            before,
            env: self.env,
            record: self.record,
            instead: self.instead,
            dropped: self.dropped,
            undone: self.undone,
            redone: self.redone,
        }
    }
}

/// Everybody after some events.
fn after(before: &World, events: &[Event]) -> World {
    let mut world = before.clone();
    events.iter().for_each(|event| world.apply(event));
    world
}

impl Table {
    /// A table where these moves were made after `forgotten` others, of which the last `undone` were taken back.
    #[must_use]
    pub fn read_back(start: World, forgotten: usize, moves: Vec<Kept>, undone: usize) -> Self {
        let mut table = Self { start, forgotten, made: forgotten, ..Self::default() };
        for kept in moves {
            let before = match table.last() {
                Some(last) if kept.instead => last.before.clone(),
                _ => table.world().clone(),
            };
            table.make(kept.made(before));
        }
        for _ in 0..undone {
            table.undo();
        }
        table
    }

    /// The moves that were made last, oldest first.
    #[must_use]
    pub fn newest(&self, count: usize) -> Vec<Kept> {
        let mut newest: Vec<Kept> = self.moves().rev().take(count).map(Kept::from).collect();
        newest.reverse();
        newest
    }

    /// What was rolled since the last move and changed nothing: where others can intervene, the roll; else its text.
    #[must_use]
    pub fn lying(&self) -> Option<Result<Kept, String>> {
        self.rolled.as_ref().map(|rolled| match rolled {
            TableRoll::Open(one) => Ok(Kept::from(&**one)),
            TableRoll::Alone(text) => Err(text.clone()),
        })
    }

    /// Puts there what was rolled since the last move.
    pub fn lay(&mut self, lying: Result<Kept, String>) {
        match lying {
            Ok(kept) => self.roll(kept.made(self.world().clone())),
            Err(text) => self.roll_alone(&text),
        }
    }

    /// What others can intervene in, to be completed.
    fn open_mut(&mut self) -> Option<&mut Move> {
        match &mut self.rolled {
            Some(TableRoll::Open(rolled)) => Some(rolled),
            Some(TableRoll::Alone(_)) => None,
            None => self.last.as_mut(),
        }
    }
}

impl Session<'_> {
    /// Does what lies at a table once more, with the same dice and answers, where only what it led to was read back: then it
    /// can be explained, and others can intervene in it. Where the program no longer comes to the same, the move stays as it
    /// was read.
    pub fn relive(&mut self, game: &Game, table: &mut Table) {
        let Some(last) = table.open() else { return };
        if !last.done.passed.is_empty() || !last.done.trace.is_empty() {
            return;
        }
        if let Ok((what, done)) = self.once_again(game, last)
            && done.world == last.done.world
            && let Some(last) = table.open_mut()
        {
            (last.what, last.done) = (what, done);
        }
    }

    fn once_again(&mut self, game: &Game, last: &Move) -> Result<(What, Done), Vec<Diagnostic>> {
        let mut last = last.clone();
        let interventions = match &mut last.what {
            What::Deed(deed) => deed.interventions.clone(),
            What::Passed(passing) | What::Turn(Turn::Next(Some(passing))) => passing.interventions.clone(),
            What::Rolled(rolling) => {
                let person = Some((last.before.clone(), rolling.who));
                let request = Request { person, ..rolling.request.clone() };
                rolling.prepared = Some(self.prepare(game, &request)?.prepared.into());
                rolling.interventions.clone()
            }
            What::Joined(_) | What::Left(_) | What::Turn(_) | What::Edited(_) => {
                return Err(vec![Diagnostic::internal()]);
            }
        };
        let mut nobody = TypedDice::new(&[]);
        let mut again = Recorder::over(&mut nobody, &last.record);
        self.once_more(game, &last, interventions, None, &mut again)
    }
}
