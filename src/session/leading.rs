//! Reachability: the actions that an action can call, and the questions that they can ask.

use std::collections::BTreeSet;

use crate::check::all_steps;
use crate::check::program::{Action, Game, SlotKind, Step, Test, Verb};
use crate::id::Id;

/// An action, and the slots of its questions that whatever does it has answered.
type Led<'g> = (&'g Action, Vec<usize>);

/// These actions and all that they may lead to: what they do, what states and tags lead to, cells of effects and
/// interventions. Without `from`, everything that there is.
pub(super) fn led_to<'g>(game: &'g Game, from: Option<&[usize]>) -> Vec<Led<'g>> {
    let of_states = game.all_states().flat_map(|state| state.enter.iter().chain(&state.leave)).copied();
    let of_tags = game.tags.iter().filter_map(|tag| tag.ends);
    let begun = from.map_or_else(|| (0..game.actions.len()).collect(), <[usize]>::to_vec);
    let mut due: Vec<(usize, Vec<usize>)> =
        of_states.chain(of_tags).chain(begun).map(|action| (action, Vec::new())).collect();
    let recipes = game.recipes().chain(game.places().map(|place| &place.action));
    let mut found: Vec<Led<'g>> = recipes.map(|action| (action, Vec::new())).collect();
    found.iter().for_each(|(action, _)| next(&action.steps, &mut due));
    let mut seen = BTreeSet::new();
    while let Some(one) = due.pop() {
        if !seen.insert(one.clone()) {
            continue;
        }
        if let Some(action) = game.actions.get(one.0) {
            next(&action.steps, &mut due);
            found.push((action, one.1));
        }
    }
    found
}

/// The actions that are done in some steps.
fn next(steps: &[Step], due: &mut Vec<(usize, Vec<usize>)>) {
    for step in all_steps(steps) {
        match &step.verb {
            Verb::Do(one) => due.push((one.action, one.with.iter().map(|(slot, _)| *slot).collect())),
            Verb::Order(order) => due.extend(order.ties.map(|action| (action, Vec::new()))),
            _ => {}
        }
    }
}

/// The names of everything that may be asked for while these actions are done (without `from`: anything) and in
/// what they may lead to.
pub(crate) fn askable<'g>(game: &'g Game, from: Option<&[usize]>) -> BTreeSet<&'g str> {
    let mut names = BTreeSet::new();
    let inputs = |test: Id<Test>, given: &[&[(usize, _)]]| {
        let inputs = &game.tests[test].inputs;
        let open = |index: &usize| given.iter().any(|given| given.iter().all(|(input, _)| input != index));
        let open = inputs.iter().enumerate().filter(move |(index, _)| open(index));
        open.map(|(_, (name, _))| &**name).collect::<Vec<&'g str>>()
    };
    for (action, given) in led_to(game, from) {
        let slot = |slot: usize| action.slots.get(slot).map(|slot| &*slot.name);
        names.extend(action.ask.iter().filter(|ask| !given.contains(&ask.slot)).filter_map(|ask| slot(ask.slot)));
        names.extend(action.ask.iter().filter_map(|ask| ask.together()));
        names.extend(action.slots.iter().filter(|slot| slot.kind == SlotKind::Dice).map(|slot| &*slot.name));
        for step in all_steps(&action.steps) {
            match &step.verb {
                Verb::Ask(_) => names.extend(slot(step.slot)),
                Verb::Roll(roll) => names.extend(inputs(roll.test, &[&roll.with])),
                Verb::Oppose(both) => {
                    let given: Vec<&[_]> = both.sides.iter().map(|(_, with)| with.as_slice()).collect();
                    names.extend(inputs(both.test, &given));
                }
                _ => {}
            }
        }
    }
    names
}
