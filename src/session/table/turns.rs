//! Turns of characters: the next one, and the time that passes after each round.

use serde::{Deserialize, Serialize};

use super::{Move, MoveHistory, What};
use crate::check::program::{CheckedGame, Kind};
use crate::diagnostic::Diagnostic;
use crate::engine::{Answer, Effects, Failure, Generator, Passing, Recorder, Turning, look};
use crate::session::{Playing, Session};
use crate::world::{Env, Event, World};

/// The effect of a move on the turns of characters.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum TurnMove {
    /// Characters act in turn from now on, or others joined them, as earlier campaigns keep it: no intervention is possible in it.
    Began,
    /// Characters act in turn from now on, or others joined them: who, and what was wanted in what was due.
    Begun(Turning, Passing),
    /// The next one acts; where something was due, a time that passed with it: that of a round, if one ended.
    Next(Option<Passing>),
    /// Characters no longer act in turn.
    Ended,
}

impl Session<'_> {
    /// Which characters have a turn, by name.
    ///
    /// # Errors
    ///
    /// If the condition of the ruleset cannot be answered for one of them.
    pub fn who_acts(
        &mut self,
        game: &CheckedGame,
        env: &Env,
        world: &World,
        names: &[String],
    ) -> Result<Vec<bool>, Vec<Diagnostic>> {
        let Some(acts) = game.turns.as_ref().and_then(|turns| turns.acts.clone()) else {
            return Ok(vec![true; names.len()]);
        };
        let watch = [(acts, Kind::Flag)];
        let origin = self.nowhere("");
        let mut dice = Generator::new(0);
        let mut able = Vec::new();
        for name in names {
            let Some(who) = world.find(name) else {
                able.push(false);
                continue;
            };
            let found: Option<Result<Answer, Failure>> =
                look(game, &origin, env, world, who, &mut dice, &watch).into_iter().next();
            match found {
                Some(Ok(answer)) => able.push(answer == Answer::Flag(true)),
                Some(Err(failure)) => return Err(vec![failure.into_diagnostic(game, &origin, &self.sources)]),
                None => return Err(vec![Diagnostic::internal()]),
            }
        }
        Ok(able)
    }

    /// Begins, advances or ends the turns of a table; see [`MoveHistory::make`]. After the last turn of a round, its
    /// time passes.
    ///
    /// # Errors
    ///
    /// If there is no order, if no one can act, or if something that is due was stopped.
    pub fn turn_at(
        &mut self,
        game: &CheckedGame,
        table: &MoveHistory,
        env: &Env,
        turning: &Turning,
        effects: &mut dyn Effects,
    ) -> Result<Move, Vec<Diagnostic>> {
        let world = table.world();
        let mut recorder = Recorder::new(effects);
        let passing = Passing::default();
        let done = self.play((game, env, world), Playing::Turning(turning, &passing), &mut recorder, &[])?;
        let turn = match turning {
            Turning::Begin(_) | Turning::Join(_) => TurnMove::Begun(turning.clone(), passing),
            Turning::End => TurnMove::Ended,
            Turning::Next => {
                // Others may intervene in what was due. Where a round ended, its time is named.
                let time = done.events.iter().rev().find_map(|event| match event {
                    Event::Passed(time) => Some(*time),
                    _ => None,
                });
                let own = game.turns.as_ref().and_then(|turns| turns.own_times().next());
                TurnMove::Next(time.or(own).map(|time| Passing { time, ..passing }))
            }
        };
        let record = recorder.record();
        Ok(Move::new(What::Turn(turn), done, world.clone(), env, record))
    }
}
