//! Characters act in turn: who is next, and the time that passes when all have had their turn.

use serde::{Deserialize, Serialize};

use super::{Move, Table, What};
use crate::check::program::{Game, Kind};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Answer, Deed, Done, Effects, Failure, Generator, Passing, Record, Recorder, Step, look};
use crate::session::Session;
use crate::world::{Env, Turns, World};

/// What a move did with the turns of characters.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Turn {
    /// Characters act in turn from now on, in the order in which they were named.
    Began,
    /// The next one acts; where a round ended, the time that passed.
    Next(Option<Passing>),
    /// Characters no longer act in turn.
    Ended,
}

/// What an action does with the turns. One that orders characters makes an order, or adds them to the one that there is:
/// nobody is dropped from it, and the round and the character whose turn it is stay. The one that begins it all adds
/// those that it is done for, if they are all new; else it ends the order that there was, like the one that ends it.
pub(super) fn follow(game: &Game, deed: &Deed, done: &mut Done) {
    let Some(turns) = &game.turns else { return };
    let before = done.world.turns.take();
    done.world.turns = if turns.order == Some(deed.action) {
        let ordered = done.trace.iter().rev().find_map(|step| match step {
            Step::Ordered(names) => Some(names.clone()),
            _ => None,
        });
        match ordered.filter(|names| !names.is_empty()) {
            Some(order) => Some(Box::new(in_order(order, before.as_deref()))),
            None => before,
        }
    } else if turns.open == Some(deed.action) {
        let people = &done.world.people;
        let named = deed.roles.iter().flatten().filter_map(|who| people.get(*who)).map(|person| person.name.clone());
        let named: Vec<String> = named.collect();
        let before = before.filter(|before| !named.iter().any(|name| before.order.contains(name)));
        before.map(|before| {
            let order = before.order.iter().cloned().chain(named).collect();
            Box::new(in_order(order, Some(&before)))
        })
    } else if turns.end == Some(deed.action) {
        None
    } else {
        before
    };
}

/// An order that begins with the first; or one that goes on, in which those that it does not name come last.
fn in_order(mut order: Vec<String>, before: Option<&Turns>) -> Turns {
    let Some(before) = before else { return Turns { order, now: 0, round: 1 } };
    for name in &before.order {
        if !order.contains(name) {
            order.push(name.clone());
        }
    }
    let now = before.current().and_then(|name| order.iter().position(|one| one == name));
    Turns { now: now.unwrap_or(order.len()), order, round: before.round }
}

impl Session<'_> {
    /// Which characters have a turn, by name.
    ///
    /// # Errors
    ///
    /// That the condition of the ruleset cannot be answered for one of them.
    pub fn who_acts(
        &mut self,
        game: &Game,
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

    /// Characters act in turn, in this order; those that did so before stay.
    pub fn begin_at(&mut self, table: &Table, order: Vec<String>) -> Move {
        let mut world = table.world().clone();
        world.turns = Some(Box::new(in_order(order, world.turns.as_deref())));
        turned(Turn::Began, table, world)
    }

    /// Characters no longer act in turn.
    ///
    /// # Errors
    ///
    /// That they do not.
    pub fn end_at(&mut self, table: &Table) -> Result<Move, Vec<Diagnostic>> {
        let mut world = table.world().clone();
        world.turns.take().ok_or_else(no_turns)?;
        Ok(turned(Turn::Ended, table, world))
    }

    /// The turn goes to the next who can act. After the last, the time of a round passes; also where no one can act.
    ///
    /// # Errors
    ///
    /// That there is no order, that no one can act and rounds have no time, or what stopped the time that passes.
    pub fn next_at(
        &mut self,
        game: &Game,
        table: &Table,
        env: &Env,
        effects: &mut dyn Effects,
    ) -> Result<Move, Vec<Diagnostic>> {
        let world = table.world();
        let turns = world.turns.clone().ok_or_else(no_turns)?;
        let able = self.who_acts(game, env, world, &turns.order)?;
        let later = able.iter().enumerate().skip(turns.now.saturating_add(1)).find(|(_, able)| **able);
        if let Some((now, _)) = later {
            let mut world = world.clone();
            world.turns = Some(Box::new(Turns { now, ..(*turns).clone() }));
            return Ok(turned(Turn::Next(None), table, world));
        }
        let passing = game.turns.as_ref().and_then(|turns| turns.round);
        let passing = passing.map(|time| Passing { time, ..Passing::default() });
        let mut recorder = Recorder::new(effects);
        let mut done = match &passing {
            Some(passing) => self.pass(game, env, world, passing, &mut recorder, &[])?,
            None => Done { world: world.clone(), ..Done::default() },
        };
        self.round_begins(game, env, &turns, &mut done)?;
        let record = recorder.record();
        Ok(Move::new(What::Turn(Turn::Next(passing)), done, world.clone(), env, record))
    }

    /// A round is over: the first who can act is next, or no one.
    pub(super) fn round_begins(
        &mut self,
        game: &Game,
        env: &Env,
        before: &Turns,
        done: &mut Done,
    ) -> Result<(), Vec<Diagnostic>> {
        let able = self.who_acts(game, env, &done.world, &before.order)?;
        let passes = game.turns.as_ref().is_some_and(|turns| turns.round.is_some());
        let now = match able.iter().position(|able| *able) {
            Some(now) => now,
            // Time may bring somebody round.
            None if passes => before.order.len(),
            None => return Err(vec![Diagnostic::error(Code::NoOneCanAct, None).help("help-no-one-can-act")]),
        };
        done.world.turns =
            Some(Box::new(Turns { now, round: before.round.saturating_add(1), order: before.order.clone() }));
        Ok(())
    }
}

fn no_turns() -> Vec<Diagnostic> {
    vec![Diagnostic::error(Code::NoTurns, None).help("help-begin")]
}

fn turned(turn: Turn, table: &Table, world: World) -> Move {
    let done = Done { world, ..Done::default() };
    Move::new(What::Turn(turn), done, table.world().clone(), &Env::default(), Record::default())
}
