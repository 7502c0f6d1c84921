//! Turns of characters: runs the actions that are due when a turn begins or ends.

use serde::{Deserialize, Serialize};

use super::effects::Effects;
use super::entry_points::{Done, Passing, Stage, Watched, for_passing, nothing_done, nowhere};
use super::failure::{Failure, There as _};
use super::machine::Machine;
use super::steps::Cast;
use crate::check::program::{At, TurnRead};
use crate::diagnostic::Code;
use crate::world::{Event, TurnOrder};

/// A request about the turns of characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turning {
    /// Begins turns of these characters: in the order of the ruleset, or in this one.
    Begin(Vec<usize>),
    /// Adds these characters: the opening action runs for them alone, and all are put in order again.
    Join(Vec<usize>),
    /// Ends the current turn and begins that of the next character who can act. After the last one, a round passes.
    Next,
    /// Characters no longer act in turn.
    End,
}

/// Begins, continues or ends the turns of characters. `passing` has the answers for due actions, and interventions in
/// them; its time is not read.
///
/// # Errors
///
/// If there are no turns, if no character can act, or what stopped a due action; then nothing has happened.
pub fn turn<'a>(
    stage: &Stage<'a>,
    turning: &Turning,
    passing: &'a Passing,
    effects: &'a mut dyn Effects,
    watch: &'a [Watched],
) -> Result<Done, Failure> {
    let at = nowhere();
    let mut machine = for_passing(stage, passing, effects);
    match turning {
        Turning::Begin(people) => machine.begin_turns(people, at)?,
        Turning::Join(people) => machine.join_turns(people, at)?,
        Turning::Next => machine.next_turn(at)?,
        Turning::End => machine.end_turns(at)?,
    }
    machine.all_done(at)?;
    machine.finish(nothing_done(), watch)
}

impl Machine<'_> {
    /// A property of the current character's turn.
    pub(super) fn turn_read(&self, what: TurnRead) -> i64 {
        let turns = self.play.as_deref().and_then(|play| play.world.turns.as_deref());
        let Some(turns) = turns else { return 0 };
        let place = self.person().and_then(|person| turns.place(&person.name));
        match what {
            TurnRead::Own => i64::from(place == Some(turns.now) && !turns.waits),
            TurnRead::Had => i64::from(place.is_some_and(|place| place < turns.now)),
            TurnRead::Round => turns.round,
            TurnRead::Place => place.map_or(0, |place| place as i64 + 1),
        }
    }

    /// Updates the turns after an action: those that begin or end turns end the existing order. A new order begins with
    /// the first character, or continues with the one whose turn it is.
    pub(super) fn arrange(&mut self, action: usize, at: At) -> Result<(), Failure> {
        let Some(turns) = &self.game.turns else { return Ok(()) };
        if [turns.open, turns.end].contains(&Some(action)) {
            return self.turns_become(None, at);
        }
        let ordered = std::mem::take(&mut self.playing(at)?.ordered);
        if turns.order != Some(action) || ordered.is_empty() {
            return Ok(());
        }
        let order: Vec<String> = ordered.iter().map(|who| self.name_of(*who)).collect();
        let before = self.playing(at)?.world.turns.clone();
        let now = before.as_ref().and_then(|turns| order.iter().position(|name| Some(&**name) == turns.current()));
        match (before, now) {
            (Some(before), Some(now)) => self.turns_become(Some(TurnOrder { order, now, ..*before }), at),
            _ => self.first_turn(order, at),
        }
    }

    fn begin_turns(&mut self, people: &[usize], at: At) -> Result<(), Failure> {
        let game = self.game;
        let turns = game.turns.as_ref();
        let order = turns.and_then(|turns| turns.order);
        for action in turns.and_then(|turns| turns.open).into_iter().chain(order) {
            self.for_all(action, people.to_vec(), at)?;
        }
        if order.is_some() {
            return Ok(());
        }
        let order = people.iter().map(|who| self.name_of(*who)).collect();
        self.first_turn(order, at)
    }

    /// Begins the turn of the first who has one.
    fn first_turn(&mut self, order: Vec<String>, at: At) -> Result<(), Failure> {
        let now = self.who_acts(&order, 0, at)?.ok_or_else(|| Failure::new(Code::NoOneCanAct, at))?;
        self.turn_starts(TurnOrder { order, now, round: 1, waits: false }, at)
    }

    /// The turn stays with its character. A character that comes before that one acts from the next round on.
    fn join_turns(&mut self, people: &[usize], at: At) -> Result<(), Failure> {
        let turns = self.turns_now(at)?;
        let rules = self.game.turns.as_ref();
        let (open, order) = rules.map_or((None, None), |rules| (rules.open, rules.order));
        let world = &self.playing(at)?.world;
        let mut all: Vec<usize> = turns.order.iter().filter_map(|name| world.find(name)).collect();
        let came: Vec<usize> = people.iter().copied().filter(|who| !all.contains(who)).collect();
        all.extend(&came);
        if let Some(action) = open {
            self.done_by_all(action, came.clone(), at)?;
        }
        match order {
            Some(action) => self.for_all(action, all, at),
            None => {
                let names = came.iter().map(|who| self.name_of(*who));
                let order = turns.order.iter().cloned().chain(names).collect();
                self.turns_become(Some(TurnOrder { order, ..turns }), at)
            }
        }
    }

    fn end_turns(&mut self, at: At) -> Result<(), Failure> {
        let turns = self.turns_now(at)?;
        match self.game.turns.as_ref().and_then(|turns| turns.end) {
            Some(action) => {
                let world = &self.playing(at)?.world;
                let people = turns.order.iter().filter_map(|name| world.find(name)).collect();
                self.for_all(action, people, at)
            }
            None => self.turns_become(None, at),
        }
    }

    /// Runs an action for several characters at once.
    fn for_all(&mut self, action: usize, people: Vec<usize>, at: At) -> Result<(), Failure> {
        self.done_by_all(action, people, at)?;
        self.arrange(action, at)
    }

    /// The same without an effect on the turns.
    fn done_by_all(&mut self, action: usize, people: Vec<usize>, at: At) -> Result<(), Failure> {
        let def = self.game.actions.get(action).there(at)?;
        let before = self.states(at)?;
        let begins = self.trace.as_ref().map_or(0, Vec::len);
        let done = self.run_action(def, Some(action), vec![Cast::Many(people)], Vec::new(), at)?;
        self.playing(at)?.acts.push(done);
        self.note_outermost(begins, at)?;
        self.playing(at)?.acts.pop();
        self.follow(before, None, at)
    }

    fn next_turn(&mut self, at: At) -> Result<(), Failure> {
        let game = self.game;
        let TurnOrder { order, now, round, waits } = self.turns_now(at)?;
        let rules = game.turns.as_ref();
        if !waits && let Some(name) = order.get(now) {
            self.own_time(rules.and_then(|turns| turns.ends), name, at)?;
        }
        let from = if waits { now } else { now.saturating_add(1) };
        if let Some(now) = self.who_acts(&order, from, at)? {
            return self.turn_starts(TurnOrder { order, now, round, waits: false }, at);
        }
        if let Some(time) = rules.and_then(|turns| turns.round) {
            let before = self.states(at)?;
            let mut left = game.limits.passing;
            self.unit(time, None, &mut left, at)?;
            self.follow(before, None, at)?;
        }
        let now = self.who_acts(&order, 0, at)?.ok_or_else(|| Failure::new(Code::NoOneCanAct, at))?;
        self.turn_starts(TurnOrder { order, now, round: round.saturating_add(1), waits: false }, at)
    }

    /// The current turns.
    fn turns_now(&mut self, at: At) -> Result<TurnOrder, Failure> {
        let turns = self.playing(at)?.world.turns.as_deref().cloned();
        turns.ok_or_else(|| Failure::new(Code::NoTurns, at).help("help-begin"))
    }

    /// Index of the first character in the order, from an index on, who has a turn.
    fn who_acts(&mut self, order: &[String], from: usize, at: At) -> Result<Option<usize>, Failure> {
        let game = self.game;
        let acts = game.turns.as_ref().and_then(|turns| turns.acts.as_ref());
        for (place, name) in order.iter().enumerate().skip(from) {
            let Some(who) = self.playing(at)?.world.find(name) else { continue };
            let able = match acts {
                Some(ir) => self.seen_from(who, at, |machine| machine.whole(ir))? != 0,
                None => true,
            };
            if able {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Begins the turn of a character.
    fn turn_starts(&mut self, turns: TurnOrder, at: At) -> Result<(), Failure> {
        let name = turns.current().map(str::to_owned);
        self.turns_become(Some(turns), at)?;
        let starts = self.game.turns.as_ref().and_then(|turns| turns.starts);
        name.map_or(Ok(()), |name| self.own_time(starts, &name, at))
    }

    /// Passes time for one character alone, with its consequences.
    fn own_time(&mut self, time: Option<usize>, name: &str, at: At) -> Result<(), Failure> {
        let (Some(time), Some(who)) = (time, self.playing(at)?.world.find(name)) else { return Ok(()) };
        let before = self.states(at)?;
        let mut left = self.game.limits.passing;
        self.unit(time, Some(who), &mut left, at)?;
        self.follow(before, None, at)
    }

    /// Changes the turns, with the consequences. Reports show this by itself.
    fn turns_become(&mut self, turns: Option<TurnOrder>, at: At) -> Result<(), Failure> {
        let before = self.states(at)?;
        self.count_step(at)?;
        let event = Event::Turn(turns.map(Box::new));
        let play = self.playing(at)?;
        play.world.apply(&event).there(at)?;
        play.events.push(event);
        self.follow(before, None, at)
    }
}
