//! A cache of what is known about characters until something changes: computed traits and states, which
//! one action reads dozens of times.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::failure::Failure;
use super::machine::Machine;
use super::states::States;

/// What was found out about people, each with the number of events by then.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    /// By whose, which trait, and whose state was being found: what is read for a state is part of
    /// it.
    traits: FxHashMap<(usize, usize, Option<usize>), (usize, i64)>,
    /// By whose and which holder.
    states: FxHashMap<(usize, usize), (usize, usize)>,
    /// The states of everybody before anything has happened.
    at_first: Option<Rc<States>>,
    /// The inputs that rolls read, which is the same whatever happens.
    inputs: Vec<(Read, Rc<BTreeSet<usize>>)>,
}

/// What decides which inputs a roll reads: where its test, its total and the source of its dice are kept, and
/// whether it is one of two sides.
pub(super) type Read = (usize, usize, usize, bool);

impl Machine<'_> {
    /// Whose memory holds what is found out now, how many events there were, and who is spoken
    /// of. As long as nothing has happened that may be a memory from outside, which is the same
    /// for every run. Whoever wants to know why is told each time: then there is none.
    fn memory(&mut self) -> Option<(&mut Memory, usize, usize)> {
        if self.telling() {
            return None;
        }
        let play = self.play.as_deref_mut()?;
        let (events, who) = (play.events.len(), play.who);
        let outside = if events == 0 { self.effects.memory() } else { None };
        Some((outside.unwrap_or(&mut play.memory), events, who))
    }

    /// The value of a trait, if it was found since something happened last.
    pub(super) fn trait_remembered(&mut self, index: usize) -> Option<i64> {
        let in_state = self.in_state;
        let (memory, events, who) = self.memory()?;
        let (then, value) = memory.traits.get(&(who, index, in_state))?;
        (*then == events).then_some(*value)
    }

    /// Remembers the value of a trait, unless dice were thrown for it: `rolls` is how many rolls
    /// there were before.
    pub(super) fn remember_trait(&mut self, index: usize, value: i64, rolls: usize) {
        let (in_state, rolled) = (self.in_state, self.rolls.len() != rolls);
        if let Some((memory, events, who)) = self.memory().filter(|_| !rolled) {
            memory.traits.insert((who, index, in_state), (events, value));
        }
    }

    /// The state of a holder, if it was found since something happened last.
    pub(super) fn state_remembered(&mut self, holder: usize) -> Option<usize> {
        let (memory, events, who) = self.memory()?;
        let (then, state) = memory.states.get(&(who, holder))?;
        (*then == events).then_some(*state)
    }

    /// The states of everybody at first, if they were found.
    pub(super) fn first_states(&mut self) -> Option<Rc<States>> {
        self.memory().filter(|(_, events, _)| *events == 0)?.0.at_first.clone()
    }

    /// Remembers the states of everybody, unless something has happened by now.
    pub(super) fn remember_first_states(&mut self, states: &Rc<States>) {
        if let Some((memory, 0, _)) = self.memory() {
            memory.at_first = Some(Rc::clone(states));
        }
    }

    /// The inputs that a roll reads; all runs of a walk have to find them once.
    pub(super) fn inputs_read(
        &mut self,
        roll: Read,
        find: impl FnOnce(&Self) -> Result<BTreeSet<usize>, Failure>,
    ) -> Result<Rc<BTreeSet<usize>>, Failure> {
        let known = |memory: &mut Memory| Some(Rc::clone(&memory.inputs.iter().find(|(one, _)| *one == roll)?.1));
        if let Some(inputs) = self.effects.memory().and_then(known) {
            return Ok(inputs);
        }
        let inputs = Rc::new(find(self)?);
        if let Some(memory) = self.effects.memory() {
            memory.inputs.push((roll, Rc::clone(&inputs)));
        }
        Ok(inputs)
    }

    /// Remembers the state of a holder.
    pub(super) fn remember_state(&mut self, holder: usize, state: usize) {
        if let Some((memory, events, who)) = self.memory() {
            memory.states.insert((who, holder), (events, state));
        }
    }
}
