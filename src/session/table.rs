//! The moves of a table. Each move can be undone and redone, and interventions are possible in the last one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

mod arrivals;
mod matching_places;
mod possible_moves;
mod sheet_edits;
mod stored_move;
mod turns;

use serde::{Deserialize, Serialize};

use super::action_request::{FinalQuestion, Playing, find, named_in};
use super::{RollRequest, Session};
use crate::check::Prepared;
use crate::check::program::CheckedGame;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::engine::{
    ActionCall, Done, Effects, Evaluation, IMPOSSIBLE, Passing, Record, Recorder, RequestedIntervention, Stage,
    Telling, Turning, TypedDice, act, pass, roll, turn as turn_of,
};
use crate::limits::Limits;
use crate::sort::Gather as _;
use crate::sort::Sort as _;
use crate::source::{fold, nfc};
use crate::world::{Env, Person, World};
pub use arrivals::{Joining, LoadNumbers};
pub use possible_moves::Offered;
pub use stored_move::StoredMove;
pub use turns::TurnMove;

/// The kind of a move.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum What {
    #[serde(rename = "Deed")]
    Action(ActionCall),
    /// A passing of time.
    Passed(Passing),
    /// A roll of an expression.
    Rolled(Rolling),
    /// Characters joined the table.
    Joined(Joining),
    /// The characters with these names left.
    Left(Vec<String>),
    /// The turns of characters.
    Turn(TurnMove),
    /// The sheets of the characters at these indices were corrected by hand.
    Edited(#[serde(deserialize_with = "one_or_several")] Vec<usize>),
}

impl What {
    /// The requested interventions, in the order of execution; `None`: no intervention is possible in it.
    pub(crate) fn chosen(&self) -> Option<&Vec<RequestedIntervention>> {
        match self {
            Self::Action(call) => Some(&call.interventions),
            Self::Passed(passing) | Self::Turn(TurnMove::Next(Some(passing)) | TurnMove::Begun(_, passing)) => {
                Some(&passing.interventions)
            }
            Self::Rolled(rolling) => Some(&rolling.interventions),
            Self::Joined(_) | Self::Left(_) | Self::Turn(_) | Self::Edited(_) => None,
        }
    }

    /// The requested interventions, mutably.
    pub(crate) fn chosen_mut(&mut self) -> Option<&mut Vec<RequestedIntervention>> {
        match self {
            Self::Action(call) => Some(&mut call.interventions),
            Self::Passed(passing) | Self::Turn(TurnMove::Next(Some(passing)) | TurnMove::Begun(_, passing)) => {
                Some(&mut passing.interventions)
            }
            Self::Rolled(rolling) => Some(&mut rolling.interventions),
            Self::Joined(_) | Self::Left(_) | Self::Turn(_) | Self::Edited(_) => None,
        }
    }

    /// The requested interventions; empty if none is possible.
    pub(crate) fn interventions(&self) -> &[RequestedIntervention] {
        self.chosen().map_or(&[], Vec::as_slice)
    }
}

/// Campaigns of older versions contain the index of one character.
fn one_or_several<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<usize>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Indices {
        One(usize),
        Several(Vec<usize>),
    }
    Ok(match Indices::deserialize(from)? {
        Indices::One(who) => vec![who],
        Indices::Several(people) => people,
    })
}

/// A roll of an expression at the table.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Rolling {
    /// The request. The characters at the table are in [`Move::before`].
    pub request: RollRequest,
    /// The prepared expression; `None`: the move was read from a campaign and not performed again yet.
    #[serde(skip)]
    pub prepared: Option<Arc<Prepared>>,
    /// The index of the roller.
    pub who: usize,
    /// Requested interventions, in order.
    pub interventions: Vec<RequestedIntervention>,
}

/// A move: what was requested, what it changed, and what can repeat it.
#[derive(Debug, Clone)]
pub struct Move {
    /// The kind of the move, with its request.
    pub what: What,
    /// The result, with all characters afterwards.
    pub done: Done,
    /// All characters before the move.
    pub before: World,
    /// Options of the ruleset.
    pub env: Env,
    /// The recorded dice and answers.
    pub record: Record,
    /// Whether it replaces the move before it: the same move with one more intervention.
    pub instead: bool,
    /// Faces that were thrown after the hook of that intervention and no longer count.
    pub dropped: Vec<i64>,
    /// Later interventions that are no longer possible. They cost nothing.
    pub undone: Vec<String>,
    /// The number of later interventions that were done again.
    pub redone: usize,
    /// Whether only the game master was shown it.
    pub hidden: bool,
}

impl Move {
    /// The index of the intervention with which it replaced the move before it.
    #[must_use]
    pub fn intervention(&self) -> Option<usize> {
        self.what.interventions().iter().rev().nth(self.redone).map(|one| one.index).filter(|_| self.instead)
    }

    /// The requested interventions, each with the hook at which it ran.
    #[must_use]
    pub fn placed(&self) -> Vec<RequestedIntervention> {
        let mut chosen = self.what.interventions().to_vec();
        let mut done = 0;
        for (number, passed) in self.done.passed.iter().enumerate() {
            for one in chosen.iter_mut().take(passed.wanted).skip(done) {
                one.place = one.place.or(Some(number));
            }
            done = done.max(passed.wanted);
        }
        chosen
    }

    /// A move without later interventions.
    fn new(what: What, done: Done, before: World, env: &Env, record: Record) -> Self {
        let (dropped, undone) = (Vec::new(), Vec::new());
        let env = env.clone();
        Self { what, done, before, env, record, instead: false, dropped, undone, redone: 0, hidden: false }
    }
}

/// A request to intervene in the last move.
#[derive(Debug, Clone, Default)]
pub struct InterventionRequest {
    /// The name of the intervention.
    pub name: String,
    /// The label of the roll or step, or the roller.
    pub at: Option<String>,
    /// The name of the intervener, unless the answers name it.
    pub by: Option<String>,
    /// Answers to its questions and characters in its roles, by name.
    pub answers: BTreeMap<String, String>,
    /// The only character for whom the answers may decide; `None`: for all.
    pub speaker: Option<String>,
}

/// A roll that changed no character, so it is not a move.
#[derive(Debug, Clone)]
enum TableRoll {
    /// Interventions are possible in it.
    Open(Box<Move>),
    /// No intervention is possible in it: its text.
    Alone(String),
}

/// The characters at a table and the moves so far, with undo and redo.
#[derive(Debug, Clone)]
pub struct MoveHistory {
    /// All characters before the first kept move.
    start: World,
    /// All moves but the last.
    earlier: VecDeque<Move>,
    last: Option<Move>,
    /// The last roll since, if it changed nothing.
    rolled: Option<TableRoll>,
    /// The number of such rolls in which interventions were possible.
    rolls: usize,
    /// Undone moves; the one that was undone last comes last.
    undone: Vec<Move>,
    /// The number of moves that are no longer kept.
    forgotten: usize,
    /// The number of all moves ever made, including undone ones.
    made: usize,
    /// The loads of the characters before the first kept move.
    came: LoadNumbers,
    loads: usize,
    limits: Limits,
}

impl Default for MoveHistory {
    fn default() -> Self {
        Self {
            start: World::new(),
            earlier: VecDeque::new(),
            last: None,
            rolled: None,
            rolls: 0,
            undone: Vec::new(),
            forgotten: 0,
            made: 0,
            came: LoadNumbers::new(),
            loads: 0,
            limits: Limits::default(),
        }
    }
}

impl MoveHistory {
    /// The current state of all characters.
    #[must_use]
    pub fn world(&self) -> &World {
        self.last.as_ref().map_or(&self.start, |last| &last.done.world)
    }

    /// The moves that are kept, oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &Move> {
        self.earlier.iter().chain(&self.last)
    }

    /// The number of all moves ever made, including undone ones.
    #[must_use]
    pub fn made(&self) -> usize {
        self.made
    }

    /// The number of moves that are no longer kept.
    #[must_use]
    pub fn forgotten(&self) -> usize {
        self.forgotten
    }

    /// The last move, if there is one to undo.
    #[must_use]
    pub fn last(&self) -> Option<&Move> {
        self.last.as_ref()
    }

    /// The number of moves that can be redone.
    #[must_use]
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// The move that would be redone first.
    #[must_use]
    pub fn next_again(&self) -> Option<&Move> {
        self.undone.last()
    }

    /// The kept moves, newest first, mutably.
    pub fn newest_mut(&mut self) -> impl Iterator<Item = &mut Move> {
        self.last.iter_mut().chain(self.earlier.iter_mut().rev())
    }

    /// Undoes the last move.
    pub fn undo(&mut self) -> Option<&Move> {
        let last = self.last.take()?;
        self.rolled = None;
        self.last = self.earlier.pop_back();
        self.undone.push(last);
        self.undone.last()
    }

    /// Redoes the move that was undone last.
    pub fn redo(&mut self) -> Option<&Move> {
        let next = self.undone.pop()?;
        self.rolled = None;
        self.earlier.extend(self.last.take());
        Some(self.last.insert(next))
    }

    /// Adds characters, all of them or none, and applies the table's own file.
    ///
    /// # Errors
    ///
    /// Names that are taken.
    pub fn join(&mut self, people: Vec<Person>, table: Option<Person>) -> Result<&Move, Vec<Diagnostic>> {
        let joined = self.joined(people, table, Record::default())?;
        self.loads = self.loads.saturating_add(1);
        Ok(self.make(joined))
    }

    /// The move that adds characters; see [`Self::make`].
    ///
    /// # Errors
    ///
    /// Names that are taken.
    pub fn joined(&self, people: Vec<Person>, table: Option<Person>, record: Record) -> Result<Move, Vec<Diagnostic>> {
        let mut world = self.world().clone();
        let mut errors = Vec::new();
        let mut joining = Joining { load: self.loads, ..Joining::default() };
        let mut there: BTreeSet<String> = world.people.iter().map(|person| fold(&person.name)).collect();
        for person in people {
            if !there.insert(fold(person.name.trim())) {
                errors.push(Diagnostic::error(Code::AlreadyHere, None).arg("name", &*person.name));
                continue;
            }
            joining.people.push(person.name.clone());
            world.join(person);
        }
        if let Some(table) = table {
            joining.table = Some(table.name.clone());
            // Adding a character numbers its tags.
            let at = world.join(table);
            let table = world.people.remove(at);
            if let Some(slot) = world.people.get_mut(crate::world::TABLE) {
                slot.points = table.points;
                slot.tags = table.tags;
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let done = Done { world, ..Done::default() };
        Ok(Move::new(What::Joined(joining), done, self.world().clone(), &Env::default(), record))
    }

    /// Removes one character; see [`Self::leave_together`].
    ///
    /// # Errors
    ///
    /// No character has this name.
    pub fn leave(&mut self, game: &CheckedGame, name: &str) -> Result<&Move, Diagnostic> {
        self.leave_together(game, std::slice::from_ref(&name.to_owned()))
    }

    /// Removes several characters in one move. If one of them has the turn, and the ruleset does something when turns
    /// begin, the next turn has to be started explicitly.
    ///
    /// # Errors
    ///
    /// No character has one of these names.
    pub fn leave_together(&mut self, game: &CheckedGame, names: &[String]) -> Result<&Move, Diagnostic> {
        let places = names.iter().map(|name| self.find_character(name));
        let mut places = places.collect::<Result<Vec<usize>, Diagnostic>>()?;
        places.order();
        places.dedup();
        let mut world = self.world().clone();
        let mut left = Vec::new();
        let starts = game.turns.as_ref().is_some_and(|turns| turns.starts.is_some());
        for who in places.into_iter().rev() {
            let person = world.people.remove(who);
            world.turns = world.turns.as_ref().and_then(|turns| turns.without(&person.name, starts)).map(Box::new);
            left.insert(0, person.name);
        }
        Ok(self.moved(What::Left(left), world))
    }

    /// The index of a character by name, also without accents or in the wrong case.
    ///
    /// # Errors
    ///
    /// No character has this name.
    pub fn find_character(&self, name: &str) -> Result<usize, Diagnostic> {
        let names: Vec<&str> = self.world().people.iter().skip(1).map(|person| &*person.name).collect();
        match find(names.iter().copied(), name, true) {
            Some(index) => Ok(index + 1),
            None => {
                let error = Diagnostic::error(Code::NobodyOfThatName, None).arg("name", name);
                Err(match nearest(name, names.iter().copied()) {
                    Some(near) => error.help_with("help-did-you-mean", "name", near.to_owned()),
                    None if names.is_empty() => error.help("help-nobody-here"),
                    None => error.help_with("help-people-are", "names", super::words(&names)),
                })
            }
        }
    }

    fn moved(&mut self, what: What, world: World) -> &Move {
        let before = self.world().clone();
        let done = Done { world, ..Done::default() };
        self.make(Move::new(what, done, before, &Env::default(), Record::default()))
    }

    /// Keeps a roll that changed nothing. It is no move, but interventions in it are possible.
    pub fn roll(&mut self, one: Move) {
        self.rolls = self.rolls.saturating_add(1);
        self.rolled = Some(TableRoll::Open(Box::new(one)));
    }

    /// Keeps the text of a roll without possible interventions. The next intervention refers to it, and not to the last
    /// move, so it is refused.
    pub fn roll_alone(&mut self, text: &str) {
        self.rolled = Some(TableRoll::Alone(text.to_owned()));
    }

    /// The number of rolls that were no moves and in which interventions were possible.
    #[must_use]
    pub fn rolls(&self) -> usize {
        self.rolls
    }

    /// The move in which interventions are possible: the last roll, or the last move.
    pub(crate) fn open(&self) -> Option<&Move> {
        match &self.rolled {
            Some(TableRoll::Open(rolled)) => Some(rolled),
            Some(TableRoll::Alone(_)) => None,
            None => self.last(),
        }
    }

    /// The labels and rollers that can name a hook in the last move.
    #[must_use]
    pub fn places(&self) -> Vec<String> {
        let passed = self.open().map(|last| last.done.passed.as_slice()).unwrap_or_default();
        let mut names: Vec<String> = Vec::new();
        for name in passed.iter().filter(|one| !one.over).flat_map(|one| [&*one.label, &*one.who]) {
            if !name.is_empty() && !names.iter().any(|one| one == name) {
                names.push(name.to_owned());
            }
        }
        names
    }

    /// The faces of the last test that was rolled.
    #[must_use]
    pub fn faces(&self) -> Vec<i64> {
        let passed = self.open().map(|last| last.done.passed.as_slice()).unwrap_or_default();
        passed.iter().rev().map(|one| one.faces.clone()).find(|faces| !faces.is_empty()).unwrap_or_default()
    }

    /// Appends a move. Undone moves can no longer be redone.
    pub fn make(&mut self, one: Move) -> &Move {
        self.made = self.made.saturating_add(1);
        self.undone.clear();
        self.rolled = None;
        self.earlier.extend(self.last.take());
        while self.earlier.len() >= self.limits.moves {
            let Some(first) = self.earlier.pop_front() else { break };
            arrivals::follow(&mut self.came, &first.what);
            self.start = first.done.world;
            self.forgotten = self.forgotten.saturating_add(1);
        }
        // Old moves lose their explanations.
        let old = self.earlier.len().checked_sub(self.limits.explained);
        if let Some(old) = old.and_then(|index| self.earlier.get_mut(index)) {
            old.done.trace = Vec::new();
            old.done.rolls = Vec::new();
        }
        self.last.insert(one)
    }
}

impl Session<'_> {
    /// The move of an action at a table; see [`MoveHistory::make`].
    ///
    /// # Errors
    ///
    /// The error that stopped it.
    pub fn call_at(
        &mut self,
        game: &CheckedGame,
        table: &MoveHistory,
        env: &Env,
        call: ActionCall,
        effects: &mut dyn Effects,
    ) -> Result<Move, Vec<Diagnostic>> {
        let mut recorder = Recorder::new(effects);
        let what = Playing::InTurn(&call);
        let played = self.play((game, env, table.world()), what, &mut recorder, &[]);
        let record = recorder.record();
        let done = played.map_err(|errors| self.told_as_rolled((game, env, table.world()), what, &record, errors))?;
        Ok(Move::new(What::Action(call), done, table.world().clone(), env, record))
    }

    /// The move of passing time at a table; see [`MoveHistory::make`].
    ///
    /// # Errors
    ///
    /// The error that stopped it.
    pub fn pass_at(
        &mut self,
        game: &CheckedGame,
        table: &MoveHistory,
        env: &Env,
        passing: Passing,
        effects: &mut dyn Effects,
    ) -> Result<Move, Vec<Diagnostic>> {
        let mut recorder = Recorder::new(effects);
        let done = self.play((game, env, table.world()), Playing::Passing(&passing), &mut recorder, &[])?;
        let record = recorder.record();
        Ok(Move::new(What::Passed(passing), done, table.world().clone(), env, record))
    }

    /// Rolls an expression at a table; see [`MoveHistory::roll`].
    ///
    /// # Errors
    ///
    /// The error that stopped it.
    pub fn roll_at(
        &mut self,
        game: &CheckedGame,
        table: &MoveHistory,
        env: &Env,
        rolling: Rolling,
        effects: &mut dyn Effects,
    ) -> Result<(Evaluation, Move), Diagnostic> {
        let mut recorder = Recorder::new(effects);
        let before = table.world().clone();
        let Rolling { prepared, who, interventions, .. } = &rolling;
        let prepared = prepared.as_deref().ok_or_else(Diagnostic::internal)?;
        let stage = Stage::new(game, &prepared.origin, env, &before);
        let (evaluation, done) = roll(&stage, prepared, *who, interventions.clone(), &mut recorder)
            .map_err(|failure| failure.into_diagnostic(game, &prepared.origin, &self.sources))?;
        let record = recorder.record();
        Ok((evaluation, Move::new(What::Rolled(rolling), done, before, env, record)))
    }

    /// Intervenes in the last move; see [`MoveHistory::make`]. The move is performed again with the same dice and answers
    /// up to the hook, and continues from there: later rolls that still happen show the same faces, and later
    /// interventions are repeated if they are still possible. If several hooks match, `effects` decides.
    ///
    /// # Errors
    ///
    /// If there is no hook or several, or the error that stopped it.
    pub fn intervention_at(
        &mut self,
        game: &CheckedGame,
        table: &MoveHistory,
        wanted: &InterventionRequest,
        effects: &mut dyn Effects,
    ) -> Result<Move, Vec<Diagnostic>> {
        let one = |error| vec![error];
        let index = intervention_named(game, &wanted.name, true).map_err(one)?;
        let nothing = || {
            let error = Diagnostic::error(Code::NothingToIntervene, None).arg("name", &*wanted.name);
            vec![match &table.rolled {
                Some(TableRoll::Alone(text)) => error.help_with("help-rolled-alone", "text", text.as_str()),
                _ => error,
            }]
        };
        let last = table.open().ok_or_else(nothing)?;
        let chosen = last.what.chosen().ok_or_else(nothing)?;
        let answers = wanted.answers.iter().map(|(name, text)| (nfc(name.trim()), text.clone())).to_map();
        let mut own = RequestedIntervention {
            index,
            at: wanted.at.clone(),
            place: None,
            by: wanted.by.clone(),
            answers,
            ..RequestedIntervention::default()
        };
        own.speaker.clone_from(&wanted.speaker);
        let mut no_dice = TypedDice::new(&[]);
        let mut again = Recorder::over(&mut no_dice, &last.record);
        let told = Telling::Everything;
        let (_, looked) = self.once_more(game, last, chosen.clone(), (Some(&own), told), &mut again)?;
        let place = match matching_places::place_of(game, &own, &looked).map_err(one)? {
            matching_places::MatchingPlaces::One(place) => place,
            matching_places::MatchingPlaces::Several(several) => {
                matching_places::ask(game, &own, &looked.passed, &several, effects)?
            }
        };
        // No question is asked if the intervention is refused anyway.
        let refused = self.refused_in(game, last, (chosen, &own), (place, &looked));
        if let Some(error) = refused.filter(|error| error.code != Code::InterventionWithoutEffect) {
            return Err(one(error));
        }
        own.place = Some(place);
        // A label is only needed to find the hook.
        own.at = None;
        let kept = looked.passed.get(place).map_or(0, |passed| passed.wanted);
        let mut interventions: Vec<RequestedIntervention> = chosen.iter().take(kept).cloned().collect();
        interventions.push(own);
        let gone = chosen.iter().skip(kept).map(|one| game.intervention(one.index));
        let gone: Vec<&str> = gone.map(|one| &*one.name).collect();
        let mut recorder = Recorder::again(&mut *effects, &last.record, place, &gone);
        // If it is not allowed now and there are several rolls, the error lists them.
        let rolls = |mut errors: Vec<Diagnostic>| {
            let rolls = crate::engine::rolls_of(&looked.trace);
            let not_now = errors.iter_mut().filter(|one| one.code == Code::InterventionNotNow && rolls.len() > 1);
            not_now.for_each(|one| *one = one.clone().help_with("help-rolls-were", "names", rolls.clone()));
            errors
        };
        let again = self.once_more(game, last, interventions.clone(), (None, told), &mut recorder);
        let (mut what, mut done) = again.map_err(rolls)?;
        let mut record = recorder.record();
        let (mut undone, mut redone) = (Vec::new(), 0);
        for (number, later) in chosen.iter().enumerate().skip(kept) {
            let name = game.intervention(later.index).name.to_string();
            let there = later.place.map(|place| matching_places::same_place(&last.done.passed, place, &done.passed));
            if there == Some(None) {
                undone.push(name);
                continue;
            }
            let there = there.flatten();
            let mut more = interventions.clone();
            more.push(RequestedIntervention { place: there, ..later.clone() });
            let gone = chosen.iter().skip(number + 1).map(|one| game.intervention(one.index));
            let gone: Vec<&str> = gone.map(|one| &*one.name).collect();
            let recorder = Recorder::again(&mut *effects, &record, there.unwrap_or(place), &gone);
            let mut recorder = recorder.repeating(&last.record, place, &name);
            match self.once_more(game, last, more.clone(), (None, told), &mut recorder) {
                Ok(found) => {
                    (what, done) = found;
                    record = recorder.record();
                    interventions = more;
                    redone += 1;
                }
                Err(errors) if errors.iter().all(|error| IMPOSSIBLE.contains(&error.code)) => undone.push(name),
                Err(errors) => return Err(errors),
            }
        }
        // A roll is not among the moves, so there is nothing to replace.
        let instead = table.rolled.is_none();
        let dropped = last.record.lost_after(place, &record);
        let (before, env) = (last.before.clone(), last.env.clone());
        Ok(Move { what, done, before, env, record, instead, dropped, undone, redone, hidden: last.hidden })
    }

    /// Performs a move again, with these interventions. `probe` is one that is only searched for, and not done; `told`:
    /// whether a trace is recorded.
    fn once_more(
        &mut self,
        game: &CheckedGame,
        last: &Move,
        interventions: Vec<RequestedIntervention>,
        (probe, told): (Option<&RequestedIntervention>, Telling),
        effects: &mut dyn Effects,
    ) -> Result<(What, Done), Vec<Diagnostic>> {
        let one = |error| vec![error];
        let stage = |typed| Stage { told, probe, ..Stage::new(game, typed, &last.env, &last.before) };
        match &last.what {
            What::Action(call) => {
                let call = ActionCall { interventions, ..call.clone() };
                let origin = self.nowhere(&game.action(call.action).name);
                let stage = stage(&origin).in_turn();
                let done = act(&stage, &call, effects, &[]);
                let done =
                    done.map_err(|failure| one(self.stopped(failure.into_diagnostic(game, &origin, &self.sources))))?;
                Ok((What::Action(call), done))
            }
            What::Passed(passing) | What::Turn(TurnMove::Next(Some(passing))) => {
                let passing = Passing { interventions, ..passing.clone() };
                let origin = self.nowhere(&game.time(passing.time).name);
                let stage = stage(&origin);
                let turn = matches!(last.what, What::Turn(_));
                let done = match turn {
                    true => turn_of(&stage, &Turning::Next, &passing, effects, &[]),
                    false => pass(&stage, &passing, effects, &[]),
                };
                let done =
                    done.map_err(|failure| one(self.stopped(failure.into_diagnostic(game, &origin, &self.sources))))?;
                Ok((if turn { What::Turn(TurnMove::Next(Some(passing))) } else { What::Passed(passing) }, done))
            }
            What::Turn(TurnMove::Begun(turning, passing)) => {
                let passing = Passing { interventions, ..passing.clone() };
                let origin = self.nowhere("");
                let done = turn_of(&stage(&origin).in_turn(), turning, &passing, effects, &[]);
                let done =
                    done.map_err(|failure| one(self.stopped(failure.into_diagnostic(game, &origin, &self.sources))))?;
                Ok((What::Turn(TurnMove::Begun(turning.clone(), passing)), done))
            }
            What::Rolled(rolling) => {
                let rolling = Rolling { interventions, ..rolling.clone() };
                // The typed line may no longer be stored.
                let prepared = rolling.prepared.as_deref().ok_or_else(|| one(Diagnostic::internal()))?;
                let text = prepared.origin.text.to_string();
                let origin = self.origin(&FinalQuestion { text, placement: None });
                let interventions = rolling.interventions.clone();
                let stage = stage(&prepared.origin);
                let done = roll(&stage, prepared, rolling.who, interventions, effects);
                let done = done.map_err(|failure| one(failure.into_diagnostic(game, &origin, &self.sources)))?;
                let (_, done) = done;
                Ok((What::Rolled(rolling), done))
            }
            What::Joined(_) | What::Left(_) | What::Turn(_) | What::Edited(_) => Err(one(Diagnostic::internal())),
        }
    }
}

/// Finds an intervention by name.
///
/// # Errors
///
/// If there is none of that name; the error lists the existing ones.
pub fn intervention_named(game: &CheckedGame, name: &str, forgiving: bool) -> Result<usize, Diagnostic> {
    named_in(game.interventions.iter().map(|one| &*one.name), name, forgiving, Code::UnknownIntervention)
}
