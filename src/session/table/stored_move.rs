//! Moves in their stored form. They contain ids instead of names, so they are valid only together with the texts of the
//! game.

use serde::{Deserialize, Serialize};

use super::{Move, MoveHistory, TableRoll, TurnMove, What};
use crate::check::program::CheckedGame;
use crate::diagnostic::Diagnostic;
use crate::engine::{Done, Passing, Record, Recorder, RequestedIntervention, Telling, Turning, TypedDice};
use crate::session::{RollRequest, Session};
use crate::world::{Env, Event, NOBODY, World};

/// A move as it is stored: without its trace, and without the characters before it if events reproduce them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StoredMove {
    what: What,
    events: Vec<Event>,
    /// All characters afterwards, where events alone do not lead there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    world: Option<World>,
    env: Env,
    record: Record,
    instead: bool,
    dropped: Vec<i64>,
    undone: Vec<String>,
    redone: usize,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
}

impl From<&Move> for StoredMove {
    fn from(one: &Move) -> Self {
        let events = one.done.events.clone();
        let leads_there = one.before.after(&events).is_some_and(|world| world == one.done.world);
        let world = (!leads_there).then(|| one.done.world.clone());
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
            hidden: one.hidden,
        }
    }
}

impl StoredMove {
    /// The move, which began with the characters like this; `None`: it speaks of something that there is not, in the
    /// game or at the table. Nothing is looked for again afterwards.
    fn read(self, game: &CheckedGame, before: World) -> Option<Move> {
        let is_there = self.env.fits(game)
            && self.what.fits(game, &before)
            && self.world.as_ref().is_none_or(|world| world.fits(game))
            && self.events.iter().all(|event| event.fits(game));
        let world = if is_there { self.world.or_else(|| before.after(&self.events))? } else { return None };
        // What is not followed event by event is reported one by one all the same.
        let people = before.people.len().max(world.people.len());
        if self.events.iter().filter_map(Event::whom).any(|who| who >= people) {
            return None;
        }
        let done = Done { events: self.events, world, ..Done::default() };
        Some(Move {
            what: self.what,
            done,
            before,
            env: self.env,
            record: self.record,
            instead: self.instead,
            dropped: self.dropped,
            undone: self.undone,
            redone: self.redone,
            hidden: self.hidden,
        })
    }
}

impl What {
    /// Whether everything that it names by number is there, in the game and at the table.
    fn fits(&self, game: &CheckedGame, before: &World) -> bool {
        let is_there = |who: usize| who < before.people.len();
        let are = |chosen: &[RequestedIntervention]| chosen.iter().all(|one| one.index < game.interventions.len());
        let passes = |passing: &Passing| passing.time < game.times.len() && are(&passing.interventions);
        match self {
            Self::Action(call) => {
                let roles = game.actions.get(call.action).map(|action| action.roles);
                roles == Some(call.roles.len())
                    && call.roles.iter().flatten().all(|who| is_there(*who))
                    && are(&call.interventions)
            }
            Self::Passed(passing) | Self::Turn(TurnMove::Next(Some(passing))) => passes(passing),
            Self::Rolled(rolling) => (rolling.who == NOBODY || is_there(rolling.who)) && are(&rolling.interventions),
            Self::Edited(people) => people.iter().all(|who| is_there(*who)),
            Self::Turn(TurnMove::Begun(Turning::Begin(people) | Turning::Join(people), passing)) => {
                people.iter().all(|who| is_there(*who)) && passes(passing)
            }
            Self::Joined(_) | Self::Left(_) | Self::Turn(_) => true,
        }
    }
}

impl MoveHistory {
    /// A table where these moves were made after `forgotten` others, of which the last `undone` were taken back.
    ///
    /// # Errors
    ///
    /// The number of the first move that speaks of something that there is not; 0 where that is how it began.
    pub fn read_back(
        game: &CheckedGame,
        start: World,
        forgotten: usize,
        moves: Vec<StoredMove>,
        undone: usize,
    ) -> Result<Self, usize> {
        if !start.fits(game) {
            return Err(0);
        }
        let mut table = Self { start, forgotten, made: forgotten, ..Self::default() };
        for kept in moves {
            let before = match table.last() {
                Some(last) if kept.instead => last.before.clone(),
                _ => table.world().clone(),
            };
            let read = kept.read(game, before).ok_or_else(|| table.made.saturating_add(1))?;
            table.make(read);
        }
        for _ in 0..undone {
            table.undo();
        }
        Ok(table)
    }

    /// The moves that were made last, oldest first.
    #[must_use]
    pub fn newest(&self, count: usize) -> Vec<StoredMove> {
        let mut newest: Vec<StoredMove> = self.moves().rev().take(count).map(StoredMove::from).collect();
        newest.reverse();
        newest
    }

    /// The roll since the last move that changed nothing: the roll, if interventions in it are possible, and otherwise
    /// its text.
    #[must_use]
    pub fn lying(&self) -> Option<Result<StoredMove, String>> {
        self.rolled.as_ref().map(|rolled| match rolled {
            TableRoll::Open(one) => Ok(StoredMove::from(&**one)),
            TableRoll::Alone(text) => Err(text.clone()),
        })
    }

    /// Puts there what was rolled since the last move; `None`: it speaks of something that there is not.
    pub fn lay(&mut self, game: &CheckedGame, lying: Result<StoredMove, String>) -> Option<()> {
        match lying {
            Ok(kept) => self.roll(kept.read(game, self.world().clone())?),
            Err(text) => self.roll_alone(&text),
        }
        Some(())
    }

    /// What others can intervene in, to be completed.
    pub fn open_mut(&mut self) -> Option<&mut Move> {
        match &mut self.rolled {
            Some(TableRoll::Open(rolled)) => Some(rolled),
            Some(TableRoll::Alone(_)) => None,
            None => self.last.as_mut(),
        }
    }
}

impl Session<'_> {
    /// Performs the last move again with the same dice and answers if only its events were loaded, so that it can be
    /// explained and others can intervene. If the result differs, the move stays as it was loaded.
    pub fn relive(&mut self, game: &CheckedGame, table: &mut MoveHistory) {
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

    fn once_again(&mut self, game: &CheckedGame, last: &Move) -> Result<(What, Done), Vec<Diagnostic>> {
        let mut last = last.clone();
        if let What::Rolled(rolling) = &mut last.what {
            let person = Some((last.before.clone(), rolling.who));
            let request = RollRequest { person, ..rolling.request.clone() };
            rolling.prepared = Some(self.prepare(game, &request)?.prepared.into());
        }
        let interventions = last.what.chosen().cloned().ok_or_else(|| vec![Diagnostic::internal()])?;
        let mut no_dice = TypedDice::new(&[]);
        let mut again = Recorder::over(&mut no_dice, &last.record);
        self.once_more(game, &last, interventions, (None, Telling::Everything), &mut again)
    }
}
