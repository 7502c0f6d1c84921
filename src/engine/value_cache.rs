//! A cache of computed traits and states of characters, valid until a change. One action reads them dozens of times.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::failure::Failure;
use super::machine::Machine;
use super::states::States;

/// Cached values of characters, each with the number of events at the time when it was computed.
#[derive(Debug, Clone, Default)]
pub struct ValueCache {
    /// By character, trait, and the character whose state was being computed, if any (reads for a state are recorded
    /// as reads of the state): the value, and the number of events.
    traits: FxHashMap<(usize, usize, Option<usize>), (usize, i64)>,
    /// By character and holder: the state, and the number of events.
    states: FxHashMap<(usize, usize), (usize, usize)>,
    /// The states of all characters before the first event.
    at_first: Option<Rc<States>>,
    /// The inputs that rolls read. Events do not change them.
    inputs: Vec<(RollSite, Rc<BTreeSet<usize>>)>,
}

/// What decides which inputs a roll reads: where its test, its total and the source of its dice are kept, and
/// whether it is one of two sides.
pub(super) type RollSite = (usize, usize, usize, bool);

impl Machine<'_> {
    /// The cache to use, the number of events so far, and the current character. Before the first event the cache may
    /// be one from outside, which all runs share. `None` while a trace is written: it needs every computation.
    fn memory(&mut self) -> Option<(&mut ValueCache, usize, usize)> {
        if self.telling() {
            return None;
        }
        let play = self.play.as_deref_mut()?;
        let (events, who) = (play.events.len(), play.who);
        let outside = if events == 0 { self.effects.memory() } else { None };
        Some((outside.unwrap_or(&mut play.memory), events, who))
    }

    /// The cached value of a trait, unless an event came after it.
    pub(super) fn trait_remembered(&mut self, index: usize) -> Option<i64> {
        let in_state = self.in_state;
        let (memory, events, who) = self.memory()?;
        let (then, value) = memory.traits.get(&(who, index, in_state))?;
        (*then == events).then_some(*value)
    }

    /// Caches the value of a trait, unless dice were thrown for it: `rolls` is the number of rolls before.
    pub(super) fn remember_trait(&mut self, index: usize, value: i64, rolls: usize) {
        let (in_state, rolled) = (self.in_state, self.rolls.len() != rolls);
        if let Some((memory, events, who)) = self.memory().filter(|_| !rolled) {
            memory.traits.insert((who, index, in_state), (events, value));
        }
    }

    /// The cached state of a holder, unless an event came after it.
    pub(super) fn state_remembered(&mut self, holder: usize) -> Option<usize> {
        let (memory, events, who) = self.memory()?;
        let (then, state) = memory.states.get(&(who, holder))?;
        (*then == events).then_some(*state)
    }

    /// The states of all characters before the first event, if they are cached.
    pub(super) fn first_states(&mut self) -> Option<Rc<States>> {
        self.memory().filter(|(_, events, _)| *events == 0)?.0.at_first.clone()
    }

    /// Caches the states of all characters, unless there was an event.
    pub(super) fn remember_first_states(&mut self, states: &Rc<States>) {
        if let Some((memory, 0, _)) = self.memory() {
            memory.at_first = Some(Rc::clone(states));
        }
    }

    /// The inputs that a roll reads; all runs of a walk have to find them once.
    pub(super) fn inputs_read(
        &mut self,
        roll: RollSite,
        find: impl FnOnce(&Self) -> Result<BTreeSet<usize>, Failure>,
    ) -> Result<Rc<BTreeSet<usize>>, Failure> {
        let known = |memory: &mut ValueCache| Some(Rc::clone(&memory.inputs.iter().find(|(one, _)| *one == roll)?.1));
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
