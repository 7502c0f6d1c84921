//! Reports changes of a test that come too late to have an effect: what they change has been read.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::program::{
    self, Action, Cell, CheckedGame, Count, Default, Hook, Intervention, InterventionSite, Ir, Late, Op, Pool,
    SlotKind, Step, Test, Verb,
};
use super::unused_values::{each_part, in_action};
use super::{Checker, all_steps};
use crate::diagnostic::{Code, Diagnostic};
use crate::id::{Id, IdVec};
use crate::ruleset::model::{self, Ruleset, Word};

/// The readers of a test's inputs.
#[derive(Default)]
struct Readers {
    /// Inputs that the pools and their modifiers read.
    dice: BTreeSet<usize>,
    /// Of these, those that thrown dice follow: their number, and which of them count.
    followed: BTreeSet<usize>,
    /// Of these, those that give the kind of dice: only rerolled dice follow.
    kinds: BTreeSet<usize>,
    /// Inputs that values, total and outcomes read.
    result: BTreeSet<usize>,
    /// Inputs that conditions and steps of interventions read.
    interventions: BTreeSet<usize>,
    /// Inputs that actions read after the roll.
    actions: BTreeSet<usize>,
    /// Inputs that interventions, and rules for all its rolls, read by name.
    named: BTreeSet<usize>,
    /// Values that they read.
    values: BTreeSet<usize>,
    /// Whether its dice can be rerolled.
    again: bool,
}

impl Checker<'_> {
    /// Reports changes after the throw that nothing reads.
    pub(super) fn idle_changes(&mut self, ruleset: &Ruleset) {
        if self.errors.iter().any(Diagnostic::is_error) {
            // An unreadable formula may have been a reader.
            return;
        }
        let words: Vec<Vec<(&Word, bool)>> = ruleset.interventions.iter().map(|raw| changed(&raw.steps)).collect();
        let mut found = Vec::new();
        let readers = self.readers();
        // Many interventions share equal tests, which are analysed once.
        let mut known: HashMap<(TestGroupKey, &str), Option<ChangeEffect>> = HashMap::new();
        for (words, intervention) in words.into_iter().zip(&self.game.interventions) {
            for (word, late) in words {
                let mut places = Vec::new();
                for place in &intervention.places {
                    if let Hook::Test(false, test) = place.hook {
                        let seen = known.entry((tests_of(test, place), word.text.as_str()));
                        places.extend(*seen.or_insert_with(|| self.seen(test, place, word, &readers)));
                    }
                }
                if places.is_empty() {
                    continue;
                }
                let error = || Diagnostic::error(Code::ChangeWithoutEffect, word.span).arg("name", &*word.text);
                if !places.iter().any(|seen| seen.noticed) {
                    let dice = places.iter().any(|seen| seen.dice);
                    let error = error().arg("dice", if dice { "yes" } else { "no" });
                    found.push(if dice { error.help("help-change-before") } else { error });
                } else if late && places.iter().all(|seen| seen.by_the_dice) {
                    found.push(error().arg("dice", "again").help("help-change-first"));
                }
            }
        }
        for (raw, intervention) in ruleset.interventions.iter().zip(&self.game.interventions) {
            found.extend(
                all_steps(&raw.steps).into_iter().filter_map(|step| never_shown(&self.game, step, intervention)),
            );
        }
        for (test, readers) in self.game.tests.iter_mut().zip(&readers) {
            test.read_outside = &readers.interventions | &readers.actions;
            test.seen_inputs.clone_from(&readers.named);
            test.seen_values.clone_from(&readers.values);
            test.thrown_again = readers.again;
        }
        found.into_iter().for_each(|one| self.report(one));
    }

    /// The effect of a changed input on the tests of a hook. An input that a variant no longer reads may be changed for
    /// the other tests.
    fn seen(
        &self,
        first: Id<Test>,
        place: &InterventionSite,
        word: &Word,
        readers: &IdVec<Readers, Test>,
    ) -> Option<ChangeEffect> {
        let inputs = &self.game.tests[first].inputs;
        let input = inputs.iter().position(|(name, _)| **name == *word.text)?;
        let all = std::iter::once(&first).chain(place.also.iter()).map(|test| &readers[*test]);
        let mut seen = ChangeEffect { dice: false, noticed: false, by_the_dice: true };
        for readers in all {
            seen.dice |= readers.dice.contains(&input);
            seen.noticed |= readers.notice(input);
            seen.by_the_dice &= !readers.notice_anyhow(input);
        }
        Some(seen)
    }

    fn readers(&self) -> IdVec<Readers, Test> {
        let game = &self.game;
        let of = |test| {
            let mut readers = Readers::default();
            of_test(game, test, &mut readers);
            readers
        };
        let mut all: IdVec<Readers, Test> = game.tests.iter().map(of).collect();
        for action in game.actions.iter().chain(game.recipes()) {
            in_action(action, &mut |ir| read_off(game, action, ir, (&mut all, false)));
        }
        for place in game.places() {
            // A rule for all rolls of a test reads for every roller.
            let always = matches!(place.hook, Hook::Settled(_));
            in_action(&place.action, &mut |ir| read_off(game, &place.action, ir, (&mut all, always)));
        }
        let mut groups: HashMap<TestGroupKey, HookGroup<'_>> = HashMap::new();
        for place in game.places() {
            let Hook::Test(_, test) = place.hook else { continue };
            let group = groups.entry(tests_of(test, place)).or_default();
            group.tests = Some((test, &place.also));
            place.when.iter().chain(&place.must).for_each(|ir| group.note(ir));
            let mut own = place.action.clone();
            take_changes(&game.tests[test], &mut own.steps, &mut group.changes, &mut group.again);
            in_action(&own, &mut |ir| group.note(ir));
        }
        let mut changes: HashMap<Id<Test>, InputChanges> = HashMap::new();
        for group in groups.values() {
            let Some((first, also)) = group.tests else { continue };
            for test in std::iter::once(&first).chain(also) {
                let readers = &mut all[*test];
                readers.interventions.extend(&group.read);
                readers.named.extend(&group.read);
                readers.values.extend(&group.values);
                let own = &game.tests[*test];
                let values = group.values.iter().filter_map(|index| own.values.get(*index));
                readers.interventions.extend(values.flat_map(|value| behind(own, &value.ir)));
                readers.again |= group.again;
                for (input, read) in &group.changes {
                    changes.entry(*test).or_default().entry(*input).or_default().extend(read);
                }
            }
        }
        // The operands of a change to a read input are read.
        let none = InputChanges::new();
        for (id, readers) in all.pairs_mut() {
            let (defaults, changes) = (defaults(&game.tests[id]), changes.get(&id).unwrap_or(&none));
            let by_default = |input| defaults.get(&input).into_iter().flatten().copied();
            let by_change = |input| changes.get(&input).into_iter().flatten().copied();
            // A reader of an input with a default also reads the operands of the default.
            for inputs in [&mut readers.dice, &mut readers.actions, &mut readers.named] {
                follow(inputs, by_default);
            }
            // Defaults were evaluated before the throw.
            follow(&mut readers.followed, by_change);
            follow(&mut readers.kinds, by_change);
            let result = &mut readers.result;
            follow(result, |input| by_default(input).chain(by_change(input)));
            let unnoticed = |input: &usize| !result.contains(input);
            follow(&mut readers.interventions, |input| {
                by_default(input).chain(Some(input).filter(unnoticed).into_iter().flat_map(by_change))
            });
        }
        all
    }
}

/// A key of tests that share a hook: the first, and the address of the others.
type TestGroupKey = (Id<Test>, *const [Id<Test>]);

fn tests_of(first: Id<Test>, place: &InterventionSite) -> TestGroupKey {
    (first, Arc::as_ptr(&place.also))
}

/// Changed inputs, each with the inputs that its new value reads.
type InputChanges = BTreeMap<usize, BTreeSet<usize>>;

/// The interventions at the same tests.
#[derive(Default)]
struct HookGroup<'g> {
    tests: Option<(Id<Test>, &'g [Id<Test>])>,
    read: BTreeSet<usize>,
    /// Values of the tests that they read; each test has its own formulas for those.
    values: BTreeSet<usize>,
    changes: InputChanges,
    again: bool,
}

impl HookGroup<'_> {
    fn note(&mut self, ir: &Ir) {
        note(ir, &mut self.read);
        self.values.extend(values_in(ir));
    }
}

/// The readers of a changed input after the roll, for all tests of a hook.
#[derive(Clone, Copy)]
struct ChangeEffect {
    /// Whether the dice of one of them depend on it.
    dice: bool,
    noticed: bool,
    /// Whether only dice that are thrown later depend on it.
    by_the_dice: bool,
}

impl Readers {
    /// Whether anything reads the change after the throw.
    fn notice(&self, input: usize) -> bool {
        self.notice_anyhow(input) || self.kinds.contains(&input) || (self.again && self.dice.contains(&input))
    }

    /// Whether anything reads the change if no dice are thrown later.
    fn notice_anyhow(&self, input: usize) -> bool {
        self.result.contains(&input)
            || self.followed.contains(&input)
            || (!self.dice.contains(&input) && self.interventions.contains(&input))
    }
}

/// Computes the transitive closure of `found` under `next`.
fn follow<I: Iterator<Item = usize>>(found: &mut BTreeSet<usize>, next: impl Fn(usize) -> I) {
    let mut open: Vec<usize> = found.iter().copied().collect();
    while let Some(one) = open.pop() {
        open.extend(next(one).filter(|more| found.insert(*more)));
    }
}

fn note(ir: &Ir, found: &mut BTreeSet<usize>) {
    found.extend(ir.parts().filter_map(|part| if let Op::Input(index) = part.op { Some(index) } else { None }));
}

fn values_in(ir: &Ir) -> impl Iterator<Item = usize> {
    ir.parts().filter_map(|part| if let Op::Value(index) = part.op { Some(index) } else { None })
}

/// The inputs that a formula of a test reads, also through values. Named throws are already made, so their formulas do
/// not count.
fn behind(test: &Test, ir: &Ir) -> BTreeSet<usize> {
    let (mut inputs, mut values, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![ir]);
    while let Some(ir) = open.pop() {
        if matches!(ir.op, Op::Hand(..)) {
            continue;
        }
        note(ir, &mut inputs);
        for part in ir.parts() {
            match part.op {
                Op::Value(index) if values.insert(index) => {
                    open.extend(test.values.get(index).map(|value| &value.ir));
                }
                Op::Picked(index, _) if inputs.insert(index) => open.extend(test.picking(index)),
                _ => {}
            }
        }
    }
    inputs
}

/// Adds the inputs that a formula of an action reads of rolled tests: of every roll (`always`), or only of its own.
fn read_off(game: &CheckedGame, action: &Action, ir: &Ir, (all, always): (&mut IdVec<Readers, Test>, bool)) {
    each_part(game, action, ir, &mut |action, part| {
        if let Op::InRoll(slot, _, inner) = &part.op
            && let Some(SlotKind::Roll(of) | SlotKind::Contest(of, ..)) = action.slots.get(*slot).map(|slot| &slot.kind)
        {
            let readers = &mut all[*of];
            let read = behind(&game.tests[*of], inner);
            readers.actions.extend(&read);
            readers.result.extend(read);
            if always {
                note(inner, &mut readers.named);
                readers.values.extend(values_in(inner));
            }
        }
    });
}

/// Adds the inputs and values of rolls in `rolls` that an action reads by name: the action itself, if its slots begin
/// with those (`within`), or one that it calls. Returns the number of visited parts.
pub fn named_of_roll(
    game: &CheckedGame,
    (action, within): (&Action, bool),
    (rolls, slot): (&Action, usize),
    inputs: &mut BTreeSet<usize>,
    values: &mut BTreeSet<usize>,
) -> usize {
    let mut parts = 0;
    in_action(action, &mut |ir| {
        each_part(game, action, ir, &mut |reads, part| {
            parts += 1;
            if let Op::InRoll(of, _, inner) = &part.op
                && *of == slot
                && (std::ptr::eq(reads, rolls) || within && std::ptr::eq(reads, action))
            {
                note(inner, inputs);
                values.extend(values_in(inner));
            }
        });
    });
    parts
}

/// The inputs with a default, each with those that the default reads.
fn defaults(test: &Test) -> InputChanges {
    let mut found = InputChanges::new();
    for (input, (_, question)) in test.inputs.iter().enumerate() {
        if let Some(Default::Value(ir)) = &question.default {
            note(ir, found.entry(input).or_default());
        }
    }
    found
}

fn of_test(game: &CheckedGame, test: &Test, readers: &mut Readers) {
    readers.result.extend(test.against);
    let endings = test.endings(false).chain(test.endings(true));
    for ir in std::iter::once(&test.total).chain(endings) {
        readers.result.extend(behind(test, ir));
    }
    test.rolls().for_each(|(_, pool)| of_pool(game, test, pool, readers));
}

fn of_pool(game: &CheckedGame, test: &Test, pool: &Pool, readers: &mut Readers) {
    pool.formulas().for_each(|ir| readers.dice.extend(behind(test, ir)));
    if !follows_inputs(game, pool) {
        return;
    }
    let chooses = |index: &usize| pool.modifiers.get(*index).is_some_and(|one| one.suffix.choice().is_some());
    let followed = pool.late.iter().filter_map(|late| match late {
        Late::Modifier(index, _, ir) => Some(ir).filter(|_| chooses(index)),
        Late::Sides(_) | Late::Highest(_) => None,
    });
    let count = if let Count::Computed(ir) = &pool.count { Some(&**ir) } else { None };
    followed.chain(count).for_each(|ir| readers.followed.extend(behind(test, ir)));
    let kinds = pool.late.iter().filter_map(|late| if let Late::Sides(ir) = late { Some(ir) } else { None });
    kinds.for_each(|ir| readers.kinds.extend(behind(test, ir)));
}

/// Whether thrown dice can follow their formulas, which must not throw dice.
pub(crate) fn follows_inputs(game: &CheckedGame, pool: &Pool) -> bool {
    pool.formulas().next().is_some() && !pool.formulas().any(|ir| may_throw(game, ir))
}

/// Whether a formula can throw dice, itself or in a cell that it reads.
pub(crate) fn may_throw(game: &CheckedGame, ir: &Ir) -> bool {
    let in_cell = |op: &Op| {
        let Op::Cell(read) = op else { return false };
        let cells = game.tables[read.table].rows.iter().flat_map(|row| &row.cells);
        cells.into_iter().any(|cell| {
            matches!(cell, Cell::Value(ir) if ir.any_part(&|part| part.op.throws() || matches!(part.op, Op::Cell(_))))
        })
    };
    ir.any_part(&|part| part.op.throws() || in_cell(&part.op))
}

/// Reports a reroll of faces that no die of the tests has.
fn never_shown(game: &CheckedGame, step: &model::StepDecl, intervention: &Intervention) -> Option<Diagnostic> {
    let model::VerbDecl::Reroll(reroll) = &step.verb else { return None };
    let (wanted, Some((low, high))) = (&reroll.dice, &reroll.showing) else { return None };
    let hooks = intervention.places.iter().flat_map(program::InterventionSite::hooks);
    let tests = hooks.filter_map(|hook| match hook {
        Hook::Test(_, test) | Hook::Settled(test) => Some(&game.tests[test]),
        Hook::Step(..) => None,
    });
    let mut text = None;
    for test in tests {
        let hands = test.values.iter().filter_map(|value| match &value.ir.op {
            Op::Hand(_, pool) => Some((Some(&*value.name), &**pool)),
            _ => None,
        });
        let pools: Vec<(Option<&str>, &Pool)> = test.roll.iter().map(|pool| (None, pool)).chain(hands).collect();
        let named = |name: Option<&str>| wanted.as_ref().is_some_and(|word| name == Some(word.text.as_str()));
        let several = pools.iter().any(|(name, _)| named(*name));
        for (_, pool) in pools.iter().filter(|(name, _)| !several || named(*name)) {
            if may_show(pool, *low, *high) {
                return None;
            }
            text = Some(pool.text.clone());
        }
    }
    let end = |number: &Option<i64>| number.map_or_else(String::new, |number| number.to_string());
    let error = Diagnostic::error(Code::ImpossibleFace, step.label.span).arg("die", text?);
    Some(error.arg("face", if low == high { end(low) } else { format!("{}..{}", end(low), end(high)) }))
}

/// Whether a die of a pool can show a face in a range.
fn may_show(pool: &Pool, low: Option<i64>, high: Option<i64>) -> bool {
    let within = |face: i64| low.is_none_or(|low| face >= low) && high.is_none_or(|high| face <= high);
    let unknown = pool.late.iter().any(|late| matches!(late, Late::Sides(_)))
        || pool.modifiers.iter().any(|modifier| modifier.suffix.brings() == Some(crate::dice::Brings::Sum));
    unknown
        || match &pool.die {
            program::Die::Sides(sides) => {
                low.is_none_or(|low| low <= i64::from(*sides)) && high.is_none_or(|high| high >= 1)
            }
            program::Die::Faces(faces) => faces.iter().any(|face| within(*face)),
        }
}

/// Collects the changes in steps; returns whether they reroll dice.
fn take_changes<'s>(
    test: &Test,
    steps: impl IntoIterator<Item = &'s mut Step>,
    changes: &mut InputChanges,
    again: &mut bool,
) {
    for step in steps {
        match &mut step.verb {
            Verb::Change(change) => {
                for (input, ir) in change.inputs.drain(..) {
                    changes.entry(input).or_default().extend(behind(test, &ir));
                }
            }
            Verb::Reroll(_) => *again = true,
            verb => take_changes(test, verb.inner_mut(), changes, again),
        }
    }
}

/// The inputs that steps change, with their places, and whether the change follows the last reroll.
fn changed(steps: &[model::StepDecl]) -> Vec<(&Word, bool)> {
    let steps = all_steps(steps);
    let again = steps.iter().rposition(|step| step.verb.rerolls());
    // The next round repeats all of them.
    let again = again.filter(|_| !steps.iter().any(|step| step.verb.is_loop()));
    let changes = steps.into_iter().enumerate().flat_map(|(place, step)| {
        let inputs = step.verb.changed().iter();
        inputs.map(move |(word, _)| (word, again.is_some_and(|again| again < place)))
    });
    changes.collect()
}
