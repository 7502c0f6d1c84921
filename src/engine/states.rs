//! The current states of tracks and points.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::action_state::OFF_THE_TEST;
use super::effects::Effects;
use super::entry_points::{Stage, nowhere, seat};
use super::failure::Failure;
use super::machine::Machine;
use crate::check::program::At;
use crate::diagnostic::Code;
use crate::world::TABLE;

/// The state of each holder, by character and holder. A state is missing if the sheet lacks a value that it needs.
pub type States = BTreeMap<(usize, usize), usize>;

/// Makes `None` of failures that a missing value on a sheet causes.
pub(super) fn known<T>(found: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match found {
        Ok(value) => Ok(Some(value)),
        Err(failure) if UNSAID.contains(&failure.code()) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// Codes for a value or an answer that is missing.
pub(crate) const UNSAID: [Code; 5] =
    [Code::TraitWithoutValue, Code::InputWithoutValue, Code::CellPending, Code::OptionPending, Code::DecisionNeeded];

/// The states of all tracks and points of all characters. A state is missing if the sheet lacks a value that it needs.
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

/// The states of the tracks and points of one character, by index of a holder, and whether they depend on this
/// character only.
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
    /// The states of all characters, without asking for missing values.
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
            let what = self.game.holder_named(holder);
            let lacks =
                || self.play.as_deref().and_then(|play| play.world.people.get(who)?.lacks(self.game, what)).is_some();
            if of.states.is_empty() || of.shared != (who == TABLE) || lacks() {
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
