//! The current states of tracks and points.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::deed::{Stage, nowhere, seat};
use super::effects::Effects;
use super::failure::Failure;
use super::machine::Machine;
use super::play::OFF_THE_TEST;
use crate::check::program::At;
use crate::diagnostic::Code;
use crate::world::TABLE;

/// The state of each holder, by who and which; left out where a sheet is not whole enough to tell.
pub type States = BTreeMap<(usize, usize), usize>;

/// What a sheet that is not whole does not say is unknown; any other failure is one.
pub(super) fn known<T>(found: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match found {
        Ok(value) => Ok(Some(value)),
        Err(failure) if UNSAID.contains(&failure.code()) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// Errors that say that nobody said something.
const UNSAID: [Code; 5] =
    [Code::TraitWithoutValue, Code::InputWithoutValue, Code::CellPending, Code::OptionPending, Code::DecisionNeeded];

/// The state of each track and of points of everybody at the table, by index of a holder; what a sheet does not say is left
/// out.
///
/// # Errors
///
/// What stopped a formula of a state.
pub fn states<'a>(stage: &Stage<'a>, effects: &'a mut dyn Effects) -> Result<States, Failure> {
    let Stage { game, typed, env, world, .. } = *stage;
    let mut machine = Machine::new(game, typed, env, effects, &OFF_THE_TEST, false);
    machine.play = Some(seat(world, TABLE));
    machine.states(nowhere()).map(Rc::unwrap_or_clone)
}

/// The state of each track and of points of one person, by index of a holder, and whether that follows from this person
/// alone.
///
/// # Errors
///
/// What stopped a formula of a state.
pub fn states_of<'a>(
    stage: &Stage<'a>,
    who: usize,
    effects: &'a mut dyn Effects,
) -> Result<(BTreeMap<usize, usize>, bool), Failure> {
    let Stage { game, typed, env, world, .. } = *stage;
    let mut machine = Machine::new(game, typed, env, effects, &OFF_THE_TEST, false);
    machine.play = Some(seat(world, TABLE));
    let states = machine.states_of(who, nowhere())?;
    Ok((states, !machine.elsewhere))
}

impl Machine<'_> {
    /// States as they are, quietly: nobody is asked for what a sheet does not say.
    pub(super) fn states(&mut self, at: At) -> Result<Rc<States>, Failure> {
        if let Some(states) = self.first_states() {
            return Ok(states);
        }
        let people = self.playing(at)?.world.people.len();
        let mut states = States::new();
        for who in 0..people {
            let held = self.states_of(who, at)?;
            states.extend(held.into_iter().map(|(holder, state)| ((who, holder), state)));
        }
        let states = Rc::new(states);
        self.remember_first_states(&states);
        Ok(states)
    }

    fn states_of(&mut self, who: usize, at: At) -> Result<BTreeMap<usize, usize>, Failure> {
        let mut states = BTreeMap::new();
        let quiet = std::mem::replace(&mut self.playing(at)?.quiet, true);
        let trace = self.trace.take();
        for (holder, of) in self.game.holders().enumerate() {
            if of.states.is_empty() || of.shared != (who == TABLE) {
                continue;
            }
            let state = self.seen_from(who, at, |machine| machine.state(holder, at));
            self.playing(at)?.who = TABLE;
            if let Some(state) = known(state)? {
                states.insert(holder, state);
            }
        }
        self.trace = trace;
        self.forget_told();
        self.playing(at)?.quiet = quiet;
        Ok(states)
    }
}
