//! Conditions that no throw can meet, and difficulties that no throw can miss.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::LintBudget;
use super::enumeration::{Fate, StateBudget, fates};
use super::formula_range::{FormulaContext, Reach, Unreached};
use super::implication::{covers, implies};
use crate::check::all_steps;
use crate::check::lower::texts_of;
use crate::check::program::{
    Action, AnswerKind, Cell, CheckedGame, Hook, Ir, LookupTable, Op, Pick, Question, RowSelector, Target, Test,
};
use crate::check::unused_values::{every_formula, in_action};
use crate::diagnostic::{Code, Diagnostic};
use crate::dice::Interval;
use crate::id::Id;
use crate::ruleset::model::{self, Outside, RowKey, Ruleset};
use crate::sort::Gather as _;
use crate::source::Span;

/// Warns of outcomes and states whose conditions never hold, of rows that no number finds, and of
/// difficulties that cannot be missed.
pub(super) fn unreached(
    game: &CheckedGame,
    ruleset: &Ruleset,
    budget: &LintBudget,
    states: &StateBudget,
) -> (Vec<Diagnostic>, Unreached) {
    let (mut found, mut unreached) = (Vec::new(), Unreached::default());
    let changed = changed(game);
    for (raw, (id, test)) in ruleset.tests.iter().zip(game.tests.pairs()) {
        let here = test_here(game, &changed, id, budget);
        let conditions = test.outcomes.iter().map(|outcome| outcome.when.as_ref());
        let names = raw.outcomes.iter().map(|outcome| &outcome.name);
        let never = never(game, (&here, budget, states), conditions, names, Code::OutcomeNever, &mut found);
        unreached.outcomes.extend(never.into_iter().map(|at| (id, at)));
        missed(game, ruleset, raw, test, budget, &mut found);
    }
    for (index, (raw, holder)) in ruleset.holders().zip(game.holders()).enumerate() {
        let conditions = holder.states.iter().map(|state| state.when.as_ref());
        let names = raw.states.iter().map(|state| &state.name);
        let here = FormulaContext { budget: Some(budget), ..FormulaContext::default() };
        let never = never(game, (&here, budget, states), conditions, names, Code::StateNever, &mut found);
        unreached.states.extend(never.into_iter().map(|at| (index, at)));
    }
    rows(game, ruleset, &changed, budget, &mut found);
    (found, unreached)
}

/// A test as its own formulas see it. An input that an intervention changes may be anything.
pub(super) fn test_here<'g>(
    game: &'g CheckedGame,
    changed: &BTreeSet<(Id<Test>, usize)>,
    id: Id<Test>,
    budget: &'g LintBudget,
) -> FormulaContext<'g> {
    let test = &game.tests[id];
    // No change passes the bounds of the question.
    let range = |input: usize| match test.inputs.get(input).map(|(_, question)| &question.kind) {
        Some(AnswerKind::Number(least, most)) => Interval { least: *least, most: *most },
        _ => Interval::ANY,
    };
    let inputs = changed.iter().filter(|(of, _)| *of == id).map(|&(_, input)| (input, range(input)));
    FormulaContext { test: Some(test), inputs: inputs.to_map(), budget: Some(budget), ..FormulaContext::default() }
}

/// Inputs of tests that interventions change.
pub(super) fn changed(game: &CheckedGame) -> BTreeSet<(Id<Test>, usize)> {
    let mut found = BTreeSet::new();
    // Interventions at one test share its variants: many of them change the same in the same tests.
    let mut seen = HashSet::new();
    for place in game.places() {
        let Hook::Test(_, first) = place.hook else { continue };
        for step in all_steps(&place.action.steps) {
            for (input, _) in step.verb.changed() {
                if seen.insert((first, Arc::as_ptr(&place.also), *input)) {
                    found.extend(std::iter::once(first).chain(place.also.iter().copied()).map(|test| (test, *input)));
                }
            }
        }
    }
    found
}

/// Of several things the first that holds is the one: warns of those that never are. (Where there is no difficulty, none is
/// looked at from the first on that needs one.) Returns which.
pub(super) fn never<'g, 'w>(
    game: &'g CheckedGame,
    (here, budget, states): (&FormulaContext<'g>, &LintBudget, &StateBudget),
    conditions: impl Iterator<Item = Option<&'g Ir>>,
    names: impl Iterator<Item = &'w model::Word>,
    code: Code,
    found: &mut Vec<Diagnostic>,
) -> Vec<usize> {
    let before_all = found.len();
    let (conditions, names): (Vec<_>, Vec<_>) = (conditions.collect(), names.collect());
    let fates = fates(game, here, &conditions, states);
    let mut always: Option<&model::Word> = None;
    let mut before: Vec<(&Ir, &model::Word)> = Vec::new();
    for (at, (&condition, &name)) in conditions.iter().zip(&names).enumerate() {
        let warning = |why: &'static str| Diagnostic::warning(code, name.span).arg("name", &*name.text).arg("why", why);
        if let Some(always) = always {
            found.push(warning("before").label(always.span, "label-always-holds"));
            continue;
        }
        let holds: Vec<&Ir> = before.iter().map(|(ir, _)| *ir).collect();
        if covers(game, &holds, |ir| Reach::new(game, here.clone()).range(ir), budget) {
            found.push(warning("all"));
            continue;
        }
        if condition.is_none() && matches!(fates.get(at), Some(Fate::Covered(_))) {
            found.push(warning("all"));
        }
        let Some(condition) = condition else {
            always = Some(name);
            continue;
        };
        match Reach::new(game, here.clone()).holds(condition) {
            _ if fates.get(at) == Some(&Fate::Never) => found.push(warning("never")),
            Some(false) => found.push(warning("never")),
            Some(true) => always = Some(name),
            _ => {
                let covering = before.iter().find(|(ir, _)| implies(game, here, condition, ir, budget));
                let covering = covering.map(|(_, first)| *first);
                let covering = covering.or_else(|| match fates.get(at) {
                    Some(Fate::Covered(Some(first))) => names.get(*first).copied(),
                    _ => None,
                });
                match (covering, fates.get(at)) {
                    (Some(first), _) => {
                        let warning = warning("covered").arg("first", &*first.text);
                        found.push(warning.label(first.span, "label-holds-too").help("help-order-outcomes"));
                    }
                    (None, Some(Fate::Covered(_))) => found.push(warning("several").help("help-order-outcomes")),
                    (None, _) => before.push((condition, name)),
                }
            }
        }
    }
    let place = |one: &Diagnostic| names.iter().position(|name| Some(name.span) == one.at);
    found.iter().skip(before_all).filter_map(place).collect()
}

/// Warns of rows of a ladder that every roll reaches, also without help and with the lowest traits.
fn missed(
    game: &CheckedGame,
    ruleset: &Ruleset,
    raw: &model::TestDecl,
    test: &Test,
    budget: &LintBudget,
    found: &mut Vec<Diagnostic>,
) {
    let Some(against) = test.against else { return };
    let Some((_, Question { kind: AnswerKind::Cell(table, column), .. })) = test.inputs.get(against) else { return };
    let can_fail = test.outcomes.iter().any(|outcome| outcome.success == Some(false));
    let Some(lines) = ruleset.tables.get(table.index()) else { return };
    let rows = &game.tables[*table];
    if !can_fail {
        return;
    }
    for (row, line) in rows.rows.iter().zip(&lines.rows) {
        let Some(Cell::Value(Ir { op: Op::Number(number), .. })) = row.cells.get(*column) else { continue };
        let mut here =
            FormulaContext { unaided: true, test: Some(test), budget: Some(budget), ..FormulaContext::default() };
        here.inputs.insert(against, Interval::exactly(*number));
        let mut ends = Vec::new();
        for outcome in &test.outcomes {
            match outcome.when.as_ref().map(|ir| Reach::new(game, here.clone()).holds(ir)) {
                Some(Some(false)) => continue,
                Some(None) => ends.push(outcome.success),
                Some(Some(true)) | None => {
                    ends.push(outcome.success);
                    break;
                }
            }
        }
        if !ends.is_empty() && ends.iter().all(|end| *end == Some(true)) {
            let warning = Diagnostic::warning(Code::NeverMissed, place(line)).arg("name", &*row.label);
            found.push(warning.arg("test", &*raw.name.text).help("help-never-missed"));
        }
    }
}

/// Where a row is named.
fn place(row: &model::RowDecl) -> Span {
    match &row.key {
        RowKey::Name(word) => word.span,
        RowKey::From(_, span) | RowKey::Range(_, _, span) => *span,
    }
}

/// What of tables is read by number, and between which numbers.
#[derive(Default)]
struct TableReads {
    /// The reads whose numbers were followed.
    followed: BTreeMap<Id<LookupTable>, (usize, Interval)>,
}

impl TableReads {
    fn add<'g>(&mut self, game: &'g CheckedGame, here: &FormulaContext<'g>, ir: &'g Ir) {
        for (table, pick) in ir.parts().filter_map(|part| part.op.pick()) {
            let Pick::Number(number) = pick else { continue };
            let range = Reach::new(game, here.clone()).range(number);
            let read = self.followed.entry(table).or_insert((0, range));
            *read = (read.0.saturating_add(1), read.1.or(range));
        }
    }
}

/// Warns of rows that no number finds by which their table is ever read.
fn rows(
    game: &CheckedGame,
    ruleset: &Ruleset,
    changed: &BTreeSet<(Id<Test>, usize)>,
    budget: &LintBudget,
    found: &mut Vec<Diagnostic>,
) {
    let mut reads = TableReads::default();
    for (id, test) in game.tests.pairs() {
        let here = test_here(game, changed, id, budget);
        let outcomes = test.outcomes.iter();
        let late = outcomes.flat_map(|outcome| outcome.when.iter().chain(outcome.values.iter().map(|value| &value.ir)));
        for ir in test.values.iter().map(|value| &value.ir).chain([&test.total]).chain(late) {
            reads.add(game, &here, ir);
        }
    }
    let places = game.places().map(|place| &place.action);
    let actions = game.actions.iter().enumerate().map(|(index, action)| (Some(index), action));
    for (index, action) in actions.chain(game.recipes().chain(places).map(|action| (None, action))) {
        let here = in_steps(game, index, action, changed, budget);
        in_action(action, &mut |ir| reads.add(game, &here, ir));
    }
    let mut all: BTreeMap<Id<LookupTable>, usize> = BTreeMap::new();
    for (id, table) in game.tables.pairs() {
        let Some((dice, _)) = &table.dice else { continue };
        let range = Reach::new(game, FormulaContext::default()).range(dice);
        let read = reads.followed.entry(id).or_insert((0, range));
        *read = (read.0 + 1, read.1.or(range));
        *all.entry(id).or_default() += 1;
    }
    // What is read elsewhere was not followed: of such tables nothing is said.
    let mut count = |ir: &Ir| {
        ir.parts().filter_map(|part| part.op.pick()).for_each(|(table, _)| *all.entry(table).or_default() += 1);
    };
    every_formula(game, &mut count);
    for ((id, table), raw) in game.tables.pairs().zip(&ruleset.tables) {
        let Some(&(followed, Interval { least, most })) = reads.followed.get(&id) else { continue };
        if table.chosen != RowSelector::Interval || all.get(&id) != Some(&followed) {
            continue;
        }
        // Beyond the last row it is the nearest one that is read.
        let nearest = table.outside == Outside::Nearest;
        for (at, &(from, to, row)) in table.intervals.iter().enumerate() {
            let (under, over) = (most.is_some_and(|most| most < from), least.is_some_and(|least| to < least));
            let below = nearest && at == 0 && least.is_none_or(|least| least < from);
            let above = nearest && at + 1 == table.intervals.len() && most.is_none_or(|most| most > to);
            let Some(line) = raw.rows.get(row).filter(|_| (under || over) && !below && !above) else { continue };
            let warning = Diagnostic::warning(Code::RowNever, place(line)).arg("table", &*table.name);
            found.push(match (least, most) {
                (Some(low), None) => warning.arg("ends", "low").arg("low", low),
                (None, Some(high)) => warning.arg("ends", "high").arg("high", high),
                (Some(low), Some(high)) => warning.arg("ends", "both").arg("low", low).arg("high", high),
                (None, None) => continue,
            });
        }
    }
}

/// An action with what its questions and labels hold.
pub(super) fn in_steps<'g>(
    game: &'g CheckedGame,
    index: Option<usize>,
    action: &'g Action,
    changed: &'g BTreeSet<(Id<Test>, usize)>,
    budget: &'g LintBudget,
) -> FormulaContext<'g> {
    let mut here = FormulaContext {
        budget: Some(budget),
        kinds: &action.slots,
        changed: Some(changed),
        ..FormulaContext::default()
    };
    let places = game.places();
    if places.into_iter().any(|place| matches!(place.hook, Hook::Step(_, of, _) if Some(of) == index)) {
        // Labels may be set from outside.
        return here;
    }
    for ask in &action.ask {
        let range = Reach::new(game, here.clone()).of_question(&ask.question);
        Rc::make_mut(&mut here.slots).insert(ask.slot, range);
    }
    // What is set may be any number, and what is worked out from it any that follows.
    let mut set = BTreeSet::new();
    for step in all_steps(&action.steps) {
        set.extend(step.verb.targets().filter_map(|(target, _)| match target {
            Target::Slot(slot) => Some(*slot),
            _ => None,
        }));
    }
    Rc::make_mut(&mut here.slots).extend(set.iter().map(|slot| (*slot, Interval::ANY)));
    for step in all_steps(&action.steps) {
        let mut reach = Reach::new(game, here.clone());
        let range = match (step.verb.held(), step.verb.question()) {
            (Some(formula), _) => reach.range(formula),
            (None, Some(ask)) => reach.of_question(&ask.question),
            (None, None) => continue,
        };
        let range = here.slots.get(&step.slot).map_or(range, |before| before.or(range));
        Rc::make_mut(&mut here.slots).insert(step.slot, range);
    }
    // Steps of one name are of one slot.
    let mut texts: BTreeMap<usize, Option<Vec<&str>>> = set.iter().map(|slot| (*slot, None)).collect();
    for step in all_steps(&action.steps) {
        let Some(formula) = step.verb.held() else { continue };
        let own = texts_of(game, formula);
        let all = texts.remove(&step.slot).map_or(own.clone(), |before| Some([before?, own?].concat()));
        texts.insert(step.slot, all);
    }
    here.texts = Rc::new(texts.into_iter().filter_map(|(slot, texts)| Some((slot, texts?))).collect());
    here
}
