//! Reachability: the actions that an action can call, and the questions that they can ask.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::all_steps;
use crate::check::program::{Action, CheckedGame, Op, Question, SlotKind, Step, Test};
use crate::id::Id;

/// An action, and the slots that its caller answers.
type ReachableAction<'g> = (&'g Action, Vec<usize>);

/// These actions and all that they may lead to: what they do, what states and tags lead to, cells of effects and
/// interventions. Without `from`, everything that there is.
pub(super) fn led_to<'g>(game: &'g CheckedGame, from: Option<&[usize]>) -> Vec<ReachableAction<'g>> {
    let of_states = game.all_states().flat_map(|state| state.enter.iter().chain(&state.leave)).copied();
    let of_tags = game.tags.iter().filter_map(|tag| tag.ends);
    let begun = from.map_or_else(|| (0..game.actions.len()).collect(), <[usize]>::to_vec);
    let mut due: Vec<(usize, Vec<usize>)> =
        of_states.chain(of_tags).chain(begun).map(|action| (action, Vec::new())).collect();
    let recipes = game.recipes().chain(game.places().map(|place| &place.action));
    let mut found: Vec<ReachableAction<'g>> = recipes.map(|action| (action, Vec::new())).collect();
    found.iter().for_each(|(action, _)| called_by(&action.steps, &mut due));
    let mut seen = BTreeSet::new();
    while let Some(one) = due.pop() {
        if !seen.insert(one.clone()) {
            continue;
        }
        let action = game.action(one.0);
        called_by(&action.steps, &mut due);
        found.push((action, one.1));
    }
    found
}

/// Adds the actions that some steps call to `due`, each with the slots that the step answers.
fn called_by(steps: &[Step], due: &mut Vec<(usize, Vec<usize>)>) {
    let actions = all_steps(steps).into_iter().flat_map(|step| step.verb.actions());
    due.extend(actions.map(|(action, with)| (*action, with.iter().map(|(slot, _)| *slot).collect())));
}

/// A step that rolls one of several tests.
pub(super) struct TestChoice<'g> {
    /// The label of the roll.
    pub(super) label: &'g str,
    /// The question that says which test it is, if it is one that is open.
    pub(super) question: Option<(&'g str, &'g Question)>,
    /// The tests, each with the names of what it asks for.
    tests: Vec<(Id<Test>, Vec<&'g str>)>,
}

impl TestChoice<'_> {
    /// The test of a name, if it is one of them.
    pub(super) fn called(&self, game: &CheckedGame, name: &str) -> Option<Id<Test>> {
        self.tests.iter().map(|(test, _)| *test).find(|test| *game.tests[*test].name == *name)
    }
}

/// The names of everything that may be asked for while these actions are done (without `from`: anything) and in
/// what they may lead to.
pub(crate) fn askable<'g>(game: &'g CheckedGame, from: Option<&[usize]>) -> BTreeSet<&'g str> {
    let (mut names, pickings) = asked_in(game, from);
    names.extend(pickings.iter().flat_map(|picking| &picking.tests).flat_map(|(_, inputs)| inputs));
    names
}

/// Inputs that only unpicked tests ask for: by name, those tests and the picked ones.
pub(super) type UnpickedInputs<'g> = BTreeMap<&'g str, [BTreeSet<&'g str>; 2]>;

/// What may be asked for while an action is done, and what is passed over. `picked` says which tests a roll is of, if
/// that is known.
pub(super) fn asked_or_not<'g>(
    game: &'g CheckedGame,
    action: usize,
    picked: &dyn Fn(&TestChoice<'g>) -> Option<BTreeSet<Id<Test>>>,
) -> (BTreeSet<&'g str>, UnpickedInputs<'g>) {
    let (mut names, pickings) = asked_in(game, Some(&[action]));
    let mut over = UnpickedInputs::new();
    let called = |test: Id<Test>| &*game.tests[test].name;
    for picking in &pickings {
        let picked = picked(picking);
        for (test, inputs) in &picking.tests {
            match &picked {
                Some(picked) if !picked.contains(test) => inputs.iter().for_each(|input| {
                    let [others, instead] = over.entry(input).or_default();
                    others.insert(called(*test));
                    instead.extend(picked.iter().map(|test| called(*test)));
                }),
                _ => names.extend(inputs),
            }
        }
    }
    over.retain(|name, _| !names.contains(name));
    (names, over)
}

/// The names of what may be asked for, without what a picked test asks for.
fn asked_in<'g>(game: &'g CheckedGame, from: Option<&[usize]>) -> (BTreeSet<&'g str>, Vec<TestChoice<'g>>) {
    let (mut names, mut pickings) = (BTreeSet::new(), Vec::new());
    let inputs = |test: Id<Test>, given: &[&[(usize, _)]]| {
        let inputs = &game.tests[test].inputs;
        let open = |index: &usize| given.iter().any(|given| given.iter().all(|(input, _)| input != index));
        let open = inputs.iter().enumerate().filter(move |(index, _)| open(index));
        open.map(|(_, (name, _))| &**name).collect::<Vec<&'g str>>()
    };
    for (action, given) in led_to(game, from) {
        let slot = |slot: usize| &*action.slot(slot).name;
        names.extend(action.ask.iter().filter_map(|ask| ask.together()));
        names.extend(action.slots.iter().filter(|slot| slot.kind == SlotKind::Dice).map(|slot| &*slot.name));
        names.extend(action.questions().filter(|ask| !given.contains(&ask.slot)).map(|ask| slot(ask.slot)));
        let steps = all_steps(&action.steps);
        let mut picked: Vec<(usize, TestChoice<'g>)> = Vec::new();
        for step in &steps {
            let Some((&test, rolls)) = step.verb.rolled() else { continue };
            let asked = inputs(test, &rolls.iter().map(|(_, with)| *with).collect::<Vec<_>>());
            let Some(which) = which_test(action, step.slot) else {
                names.extend(asked);
                continue;
            };
            match picked.iter_mut().find(|(known, _)| *known == which) {
                Some((_, picking)) => picking.tests.push((test, asked)),
                None => {
                    let open = says_which(&steps, which).filter(|slot| !given.contains(slot));
                    let ask = open.and_then(|slot| action.ask.iter().find(|ask| ask.slot == slot));
                    let question = ask.map(|ask| (slot(ask.slot), &ask.question));
                    let label = slot(step.slot);
                    picked.push((which, TestChoice { label, question, tests: vec![(test, asked)] }));
                }
            }
        }
        pickings.extend(picked.into_iter().map(|(_, picking)| picking));
    }
    (names, pickings)
}

/// The slot that says which test was rolled, if a label is the roll of one of several.
fn which_test(action: &Action, label: usize) -> Option<usize> {
    let label = &action.slot(label).name;
    action.slots.iter().filter(|slot| slot.name == *label).find_map(|slot| match slot.kind {
        SlotKind::Rolls(which) => Some(which),
        _ => None,
    })
}

/// The label whose value says which test is rolled, if every roll of it has the same.
fn says_which(steps: &[&Step], which: usize) -> Option<usize> {
    let values = steps.iter().filter(|step| step.slot == which).map(|step| match step.verb.held()?.op {
        Op::Slot(from) => Some(from),
        _ => None,
    });
    let mut values = values.collect::<Vec<_>>().into_iter();
    let first = values.next()??;
    values.all(|other| other == Some(first)).then_some(first)
}
