//! Formulas and conditions that name a variable and always have the same value, and tracks without boxes.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use super::LintBudget;
use super::enumeration::{StateBudget, only_value};
use super::formula_range::{FormulaContext, Reach, Unreached};
use super::implication::same;
use super::out_of_bounds::unfit;
use super::unreachable::{changed, in_steps, never, test_here};
use crate::check::all_steps;
use crate::check::direction::is_below;
use crate::check::program::{
    Action, Alteration, AlterationKind, Altered, Arithmetic, CheckedGame, Duration, Ending, GroupRead, Hook, Ir,
    Lowered, Op, Outcome, PointsRef, PoolRead, RollFact, SlotKind, Step, Test, TraitRef, Verb,
};
use crate::check::unused_values::{elsewhere, in_action, in_test};
use crate::diagnostic::{Code, Diagnostic};
use crate::id::Id;
use crate::ruleset::model::{Ruleset, Word};
use crate::ruleset::steps::Roll;
use crate::source::{Sources, Span};

/// The context of a lint: what is known to be unreachable, and the remaining budgets.
pub(super) struct LintContext<'g> {
    pub(super) never: &'g Unreached,
    pub(super) budget: &'g LintBudget,
    pub(super) states: &'g StateBudget,
}

/// Tests of one intervention whose totals are looked at, each by itself.
const FEW_TESTS: usize = 8;

/// Warns of sums, comparisons, counts of dice, least and greatest that no trait, points, boxes or dice can
/// change, and of boxes that are always none.
pub(super) fn constant(
    game: &CheckedGame,
    ruleset: &Ruleset,
    sources: &Sources,
    &LintContext { never, budget, states }: &LintContext<'_>,
) -> Vec<Diagnostic> {
    let here = &FormulaContext { budget: Some(budget), never: Some(never), ..FormulaContext::default() };
    let mut found: Vec<Diagnostic> = Vec::new();
    for (raw, track) in ruleset.tracks.iter().zip(&game.tracks) {
        let most = Reach::new(game, here.clone()).range(&track.boxes).most;
        if let Some(high) = most.filter(|most| *most <= 0) {
            let at = game.place_in(sources, track.boxes.at).unwrap_or(raw.name.span);
            let warning = Diagnostic::warning(Code::BoxesNone, at).arg("name", &*raw.name.text);
            found.push(warning.arg("high", high));
        }
    }
    for kind in game.tags.iter() {
        lasting(game, here, (&kind.name, kind.lasts.as_ref()), sources, &mut found);
    }
    let outcomes = game.tests.iter().flat_map(|test| &test.outcomes).filter_map(|outcome| outcome.when.as_ref());
    let of_states = game.all_states().filter_map(|state| state.when.as_ref());
    let mut seen = ConstantParts {
        game,
        conditions: outcomes.chain(of_states).map(std::ptr::from_ref).collect(),
        ..ConstantParts::new(game, states)
    };
    let changed = changed(game);
    for (id, test) in game.tests.pairs() {
        let here = FormulaContext { never: Some(never), ..test_here(game, &changed, id, budget) };
        in_test(test, &mut |ir| seen.formula(&here, ir));
    }
    for (index, action) in game.actions.iter().enumerate() {
        let here = in_steps(game, Some(index), action, &changed, budget);
        let here = FormulaContext { never: Some(never), ..here };
        paid(game, &here, action, sources, &mut found);
        action.steps.iter().for_each(|step| given(game, &here, step, sources, &mut found));
        let steps = all_steps(&action.steps);
        for step in steps {
            branches(game, &here, step, (sources, budget, states), &mut found);
            lasting_in(game, &here, &step.verb, sources, &mut found);
            found.extend(unfit(game, &here, step, sources));
        }
        in_action(action, &mut |ir| seen.formula(&here, ir));
    }
    let mut conditions: HashSet<*const Ir> = HashSet::new();
    for place in game.places() {
        conditions.extend(place.when.iter().chain(&place.must).map(std::ptr::from_ref));
        let action = &place.action;
        let mut known = in_steps(game, None, action, &changed, budget);
        if let Hook::Step(..) = place.hook {
            known.slots = Rc::default();
        }
        // A value that one of several tests cannot have may occur in another; with many tests, totals are not analysed.
        let few = place.hooks().nth(FEW_TESTS).is_none();
        let mut never_fit: Option<Vec<Diagnostic>> = None;
        for hook in place.hooks().take(if few { FEW_TESTS } else { 1 }) {
            let here = match hook {
                Hook::Test(before, test) if few => {
                    let FormulaContext { slots, kinds, changed: inputs, .. } = known.clone();
                    let lies = (!before).then_some(test);
                    FormulaContext { slots, kinds, changed: inputs, lies, ..test_here(game, &changed, test, budget) }
                }
                Hook::Test(..) | Hook::Step(..) | Hook::Settled(_) => known.clone(),
            };
            let here = FormulaContext { never: Some(never), ..here };
            in_action(action, &mut |ir| seen.formula(&here, ir));
            place.when.iter().chain(&place.must).for_each(|ir| seen.formula(&here, ir));
            let steps = all_steps(&action.steps).into_iter();
            let own: Vec<Diagnostic> = steps.flat_map(|step| unfit(game, &here, step, sources)).collect();
            never_fit = Some(match never_fit {
                Some(before) => before.into_iter().filter(|one| own.iter().any(|own| own.at == one.at)).collect(),
                None => own,
            });
        }
        let known: HashSet<Option<Span>> = found.iter().map(|one| one.at).collect();
        found.extend(never_fit.into_iter().flatten().filter(|one| !known.contains(&one.at)));
    }
    elsewhere(game, &mut |ir| {
        if !conditions.contains(&std::ptr::from_ref(ir)) {
            seen.formula(here, ir);
        }
    });
    for (_, (ir, value)) in seen.always.iter().filter(|(key, _)| !seen.open.contains(key)) {
        let Some(at) = game.place_in(sources, ir.at).filter(|at| found.iter().all(|known| known.at != Some(*at)))
        else {
            continue;
        };
        let is_condition = matches!(ir.op, Op::Compare(..) | Op::And(..) | Op::Or(..) | Op::SameText(..) | Op::Not(_));
        found.push(always_same(sources, at, is_condition, *value));
    }
    found
}

/// That a formula, or a condition, always comes to this.
fn always_same(sources: &Sources, at: Span, is_condition: bool, value: i64) -> Diagnostic {
    let what = match (is_condition, value) {
        (true, 0) => "never",
        (true, _) => "always",
        (false, _) => "number",
    };
    let warning = Diagnostic::warning(Code::AlwaysSame, at).arg("text", sources.slice(at));
    warning.arg("what", what).arg("value", value)
}

/// Warns of the branches of `first` that are never taken.
fn branches<'g>(
    game: &'g CheckedGame,
    here: &FormulaContext<'g>,
    step: &'g Step,
    (sources, budget, states): (&Sources, &LintBudget, &StateBudget),
    found: &mut Vec<Diagnostic>,
) {
    let Verb::First(first) = &step.verb else { return };
    let name = |row: &Step| {
        let text = here.kinds.get(row.slot).map(|slot| slot.name.to_string());
        Some(Word { text: text?, span: game.place_in(sources, row.at)? })
    };
    let Some(names) = first.rows.iter().map(name).collect::<Option<Vec<Word>>>() else { return };
    let conditions = first.rows.iter().map(|row| row.when.as_ref());
    never(game, (here, budget, states), conditions, names.iter(), Code::StepNever, found);
}

/// Warns of prices and losses that are more than there ever is of these points.
fn paid<'g>(
    game: &'g CheckedGame,
    here: &FormulaContext<'g>,
    action: &'g Action,
    sources: &Sources,
    found: &mut Vec<Diagnostic>,
) {
    for step in all_steps(&action.steps) {
        for Alteration { what, how, amount, .. } in step.verb.alterations() {
            let (Altered::Points(PointsRef::Fixed(id)), AlterationKind::Lost, Some(price)) = (what, how, amount) else {
                continue;
            };
            let points = &game.points[id];
            let reach = |ir| Reach::new(game, here.clone()).range(ir);
            let most = points.max.as_ref().filter(|_| points.endless.is_none()).and_then(|max| reach(max).most);
            // They may go below zero.
            let lowest = points.min.as_ref().map_or(Some(0), |min| reach(min).least);
            let most = most.zip(lowest).and_then(|(most, lowest)| most.checked_sub(lowest.min(0)));
            let least = Reach::new(game, here.clone()).range(price).least;
            if let Some((least, most)) = least.zip(most).filter(|(least, most)| least > most)
                && let Some(at) = game.place_in(sources, price.at)
            {
                let warning = Diagnostic::warning(Code::NeverPaid, at).arg("name", &*points.name);
                found.push(warning.arg("price", least).arg("most", most));
            }
        }
    }
}

/// Warns of amounts in a step that are never above zero, also because of how the roll ended behind which they stand.
fn given<'g>(
    game: &'g CheckedGame,
    here: &FormulaContext<'g>,
    step: &'g Step,
    sources: &Sources,
    found: &mut Vec<Diagnostic>,
) {
    if let (Some(when), Some(leading)) = (&step.when, &here.leading)
        && let Some(at) = game.place_in(sources, when.at)
    {
        let (slot, outcomes) = &**leading;
        let mut values = outcomes.iter().map(|outcome| {
            let here = FormulaContext { ended: Some((*slot, *outcome)), ..here.clone() };
            Reach::new(game, here).range(when).exact()
        });
        let first = values.next().flatten();
        let varies = Reach::new(game, here.clone()).range(when).exact().is_none();
        if let Some(value) = first.filter(|first| varies && values.all(|value| value == Some(*first))) {
            found.push(always_same(sources, at, true, value));
        }
    }
    let own = step.when.as_ref().and_then(|when| ended_so(game, here, when));
    let here = own.as_ref().unwrap_or(here);
    // A number below zero is an error already.
    let below = |amount: &Ir| crate::check::constant(amount).is_some_and(|number| number < 0);
    let varying = amounts(game, &step.verb).filter(|(_, amount)| !below(amount));
    for (name, amount) in varying {
        let most = Reach::new(game, here.clone()).range(amount).most;
        let at = game.place_in(sources, amount.at).filter(|at| found.iter().all(|known| known.at != Some(*at)));
        if let Some((most, at)) = most.filter(|most| *most <= 0).zip(at) {
            found.push(Diagnostic::warning(Code::AmountNever, at).arg("name", name).arg("most", most));
        }
    }
    if let Verb::Oppose(both) = &step.verb {
        both.seen.iter().for_each(|inner| given(game, here, inner, sources, found));
        for (winner, steps) in &both.on {
            let below = if *winner == 0 { here.below } else { Some(step.slot) };
            let here = FormulaContext { below, ..here.clone() };
            steps.iter().for_each(|inner| given(game, &here, inner, sources, found));
        }
        return;
    }
    let Verb::Roll(roll) = &step.verb else {
        return step.verb.inner().into_iter().for_each(|inner| given(game, here, inner, sources, found));
    };
    roll.seen.iter().for_each(|inner| given(game, here, inner, sources, found));
    for (ending, steps) in &roll.on {
        let here = behind(game, here, (step.slot, roll), *ending);
        steps.iter().for_each(|inner| given(game, &here, inner, sources, found));
    }
}

/// Warns of tags that are gained for a time that is never above zero.
fn lasting_in<'g>(
    game: &'g CheckedGame,
    here: &FormulaContext<'g>,
    verb: &'g Verb,
    sources: &Sources,
    found: &mut Vec<Diagnostic>,
) {
    for Alteration { what, lasts, .. } in verb.alterations() {
        if let Altered::Tag(kind) = what {
            lasting(game, here, (&game.tags[kind].name, lasts), sources, found);
        }
    }
}

fn lasting<'g>(
    game: &'g CheckedGame,
    here: &FormulaContext<'g>,
    (name, time): (&'g str, Option<&'g Duration>),
    sources: &Sources,
    found: &mut Vec<Diagnostic>,
) {
    let Some(Duration::Times(Some(count), _)) = time else { return };
    let most = Reach::new(game, here.clone()).range(count).most.filter(|most| *most <= 0);
    let at = game.place_in(sources, count.at).filter(|at| found.iter().all(|known| known.at != Some(*at)));
    if let Some((most, at)) = most.zip(at) {
        found.push(Diagnostic::warning(Code::AmountNever, at).arg("name", name).arg("most", most));
    }
}

/// What a branch knows of the roll: where each outcome that leads to it is only reached below what the total is compared
/// with, the margin.
fn behind<'g>(
    game: &'g CheckedGame,
    here: &FormulaContext<'g>,
    (slot, roll): (usize, &Roll<Lowered>),
    ending: Ending,
) -> FormulaContext<'g> {
    let test = &game.tests[roll.test];
    let own = |at: usize| roll.on.iter().any(|(other, _)| *other == Ending::Outcome(at));
    let of_class = |at: usize| {
        let outcome = test.outcomes.get(at);
        roll.on.iter().any(|(other, _)| matches!(other, Ending::Class(class) if outcome.is_some_and(|one| one.classes.contains(class))))
    };
    let leads = |(at, outcome): &(usize, &Outcome)| match ending {
        Ending::Outcome(index) => *at == index,
        Ending::Class(class) => outcome.classes.contains(&class) && !own(*at),
        Ending::Success => outcome.success == Some(true) && !own(*at) && !of_class(*at),
        Ending::Failure => outcome.success == Some(false) && !own(*at) && !of_class(*at),
    };
    let leading: Vec<usize> = test.outcomes.iter().enumerate().filter(leads).map(|(at, _)| at).collect();
    led_by(game, here, (slot, roll.test), leading)
}

/// What a step knows whose own condition says how a roll ended.
fn ended_so<'g>(game: &'g CheckedGame, here: &FormulaContext<'g>, when: &Ir) -> Option<FormulaContext<'g>> {
    let Op::RollFact(slot, fact) = when.op else { return None };
    let SlotKind::Roll(test) = here.kinds.get(slot)?.kind else { return None };
    let leads = |outcome: &Outcome| match fact {
        RollFact::Success => outcome.success == Some(true),
        RollFact::Failure => outcome.success == Some(false),
        RollFact::Class(class) => outcome.classes.contains(&class),
        _ => false,
    };
    let outcomes = game.tests[test].outcomes.iter().enumerate();
    let leading = outcomes.filter(|(_, outcome)| leads(outcome)).map(|(at, _)| at).collect();
    Some(led_by(game, here, (slot, test), leading))
}

/// What is known where these outcomes of a roll, by index, lead.
fn led_by<'g>(
    game: &'g CheckedGame,
    here: &FormulaContext<'g>,
    (slot, test): (usize, Id<Test>),
    leading: Vec<usize>,
) -> FormulaContext<'g> {
    if leading.is_empty() {
        return here.clone();
    }
    let below = leading.iter().all(|at| is_below(&game.tests[test], *at)).then_some(slot).or(here.below);
    FormulaContext { below, leading: Some(Rc::new((slot, leading))), ..here.clone() }
}

/// The amounts that a step marks, frees, gains, loses and pays, with the name of what that is.
fn amounts<'g>(game: &'g CheckedGame, verb: &'g Verb) -> impl Iterator<Item = (&'g str, &'g Ir)> {
    verb.alterations()
        .into_iter()
        .filter(|one| matches!(one.how, AlterationKind::Gained | AlterationKind::Lost))
        .filter_map(|one| {
            let name = match one.what {
                Altered::Points(PointsRef::Fixed(id)) => &*game.points[id].name,
                Altered::Trait(TraitRef::Fixed(index)) => game.traits.get(index).map_or("", |one| &*one.name),
                Altered::Track(track) => &*game.tracks[track].name,
                Altered::Points(PointsRef::Slot(_)) | Altered::Trait(TraitRef::Slot(_)) => "",
                Altered::Tag(_) | Altered::TagIn(_) => return None,
            };
            Some((name, one.amount?))
        })
}

/// A formula without the number that is added to it, and that number.
fn shifted(ir: &Ir) -> (&Ir, i64) {
    match &ir.op {
        Op::Arithmetic(Arithmetic::Add, left, right) => match (&left.op, &right.op) {
            (_, Op::Number(more)) => (left, *more),
            (Op::Number(more), _) => (right, *more),
            _ => (ir, 0),
        },
        Op::Arithmetic(Arithmetic::Subtract, left, right) => match right.op {
            Op::Number(less) => (left, less.saturating_neg()),
            _ => (ir, 0),
        },
        _ => (ir, 0),
    }
}

/// The place of a subformula: that of the formula, and a range of its text.
type SubformulaSpan = (Span, u32, u32);

fn key(game: &CheckedGame, ir: &Ir) -> Option<SubformulaSpan> {
    let origin = game.origins.get(usize::try_from(ir.at.origin).ok()?)?;
    Some((origin.placement.span, ir.at.span.start, ir.at.span.end))
}

/// What is known of the parts of formulas. Tests that are like another share its formulas: a part is
/// always the same only if it is so in all of them.
struct ConstantParts<'g> {
    game: &'g CheckedGame,
    states: &'g StateBudget,
    /// Conditions of outcomes and states: that they never hold is said of those.
    conditions: HashSet<*const Ir>,
    always: BTreeMap<SubformulaSpan, (&'g Ir, i64)>,
    open: HashSet<SubformulaSpan>,
}

impl<'g> ConstantParts<'g> {
    fn new(game: &'g CheckedGame, states: &'g StateBudget) -> Self {
        Self { game, states, conditions: HashSet::new(), always: BTreeMap::new(), open: HashSet::new() }
    }

    fn formula(&mut self, here: &FormulaContext<'g>, ir: &'g Ir) {
        // A part is looked at with all of its own parts, so what cannot be anywhere in a formula is ruled out first.
        if !ir.any_part(&|part| may_vary(&part.op)) {
            return;
        }
        let decided = || {
            Reach::new(self.game, here.clone()).range(ir).exact().is_some()
                || only_value(self.game, here, ir, self.states).is_some()
        };
        if !self.conditions.contains(&std::ptr::from_ref(ir)) || !decided() {
            self.part(here, ir);
        }
    }

    /// Notes the largest parts of a formula that always come to one number although they name something
    /// that varies.
    fn part(&mut self, here: &FormulaContext<'g>, ir: &'g Ir) {
        let computes = match &ir.op {
            Op::Arithmetic(..) | Op::Min(_) | Op::Max(_) | Op::Negate(_) | Op::Compare(..) => true,
            Op::And(..) | Op::Or(..) | Op::Group(GroupRead::Count(..), ..) | Op::SameText(..) => true,
            // `a != b` of texts.
            Op::Not(inner) => matches!(inner.op, Op::SameText(..)),
            // Two cells may be the same today.
            Op::If(_, then, other) => ![then, other].iter().any(|ir| matches!(ir.op, Op::Cell(_))),
            // Of dice that are written there it was said when the formula was read.
            Op::Read { what: PoolRead::Count(_, face), pool } => pool.is_none() || !matches!(face.op, Op::Number(_)),
            // What is read of another roll is seen from there, as are dice with a name.
            Op::InRoll(..) => return,
            Op::InHand(hand, inner) => {
                return self.part(&FormulaContext { hand: Some(*hand), ..here.clone() }, inner);
            }
            _ => false,
        };
        if computes && !(here.test.is_none() && reads_roll(ir)) {
            let Some(key) = key(self.game, ir) else { return };
            let value = Reach::new(self.game, here.clone()).range(ir).exact();
            let value = value.or_else(|| cancelled(self.game, ir));
            let value = value.or_else(|| only_value(self.game, here, ir, self.states));
            let value = value.or_else(|| self.however_it_ends(here, ir));
            let value = value.or_else(|| self.however_it_lies(here, ir));
            // What is unbounded is nothing when it is taken no times.
            let value = value.or_else(|| match &ir.op {
                Op::Arithmetic(Arithmetic::Multiply, left, right) => {
                    let none = |side: &Ir| only_value(self.game, here, side, self.states) == Some(0);
                    (none(left) || none(right)).then_some(0)
                }
                _ => None,
            });
            if let Some(value) = value.filter(|_| self.names_what_varies(here, ir)) {
                if self.always.insert(key, (ir, value)).is_some_and(|(_, other)| other != value) {
                    self.open.insert(key);
                }
                return;
            }
            self.open.insert(key);
        }
        for part in ir.children() {
            self.part(here, part);
        }
    }

    /// What a formula comes to with each outcome of a roll that it reads, if that is always the same.
    fn however_it_ends(&self, here: &FormulaContext<'g>, ir: &'g Ir) -> Option<i64> {
        let mut read = ir.parts().filter_map(|part| match part.op {
            Op::RollFact(slot, RollFact::Outcome | RollFact::Success | RollFact::Failure | RollFact::Class(_)) => {
                Some(slot)
            }
            _ => None,
        });
        read.find_map(|slot| {
            let SlotKind::Roll(test) = here.kinds.get(slot)?.kind else { return None };
            let is_reached = |at: &usize| here.never.is_none_or(|never| !never.outcomes.contains(&(test, *at)));
            let mut values = (0..self.game.tests[test].outcomes.len()).filter(is_reached).map(|outcome| {
                let here = FormulaContext { ended: Some((slot, outcome)), ..here.clone() };
                Reach::new(self.game, here).range(ir).exact()
            });
            let first = values.next()??;
            values.all(|value| value == Some(first)).then_some(first)
        })
    }

    /// What a formula comes to with each outcome of the test whose dice lie there, if that is always the same.
    fn however_it_lies(&self, here: &FormulaContext<'g>, ir: &'g Ir) -> Option<i64> {
        let test = here.lies?;
        let conditions: Vec<Option<&Ir>> =
            self.game.tests[test].outcomes.iter().map(|outcome| outcome.when.as_ref()).collect();
        if !ir.any_part(&|part| conditions.iter().flatten().any(|condition| condition.at == part.at)) {
            return None;
        }
        let is_reached = |at: usize| here.never.is_none_or(|never| !never.outcomes.contains(&(test, at)));
        // Where the last has a condition, there may be none.
        let open = conditions.last().is_some_and(Option::is_some);
        let cases = (0..conditions.len()).filter(|at| is_reached(*at)).chain(open.then_some(conditions.len()));
        let mut values = cases.map(|case| {
            let known = conditions.iter().take(case.saturating_add(1)).enumerate();
            let assumed = known.filter_map(|(at, condition)| Some(((*condition)?, at == case))).collect();
            Reach::new(self.game, FormulaContext { assumed, ..here.clone() }).range(ir).exact()
        });
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }

    /// Whether a formula names a trait, points, a track or an answer that can be more than one number, or
    /// counts dice.
    fn names_what_varies(&self, here: &FormulaContext<'g>, ir: &'g Ir) -> bool {
        ir.parts().filter(|part| may_vary(&part.op)).any(|part| {
            matches!(part.op, Op::Read { .. }) || Reach::new(self.game, here.clone()).range(part).exact().is_none()
        })
    }
}

/// What a difference or a comparison of something with itself comes to.
fn cancelled(game: &CheckedGame, ir: &Ir) -> Option<i64> {
    // Cells may throw dice.
    if ir.any_part(&|part| matches!(part.op, Op::Cell(_))) {
        return None;
    }
    match &ir.op {
        Op::Arithmetic(Arithmetic::Subtract, left, right) => same(game, left, right).then_some(0),
        // What is written once and compares two things is no comparison of one with itself.
        Op::Compare(_, left, right) if left.at.span == right.at.span => None,
        Op::Compare(how, left, right) => {
            let ((one, more), (other, less)) = (shifted(left), shifted(right));
            same(game, one, other).then(|| i64::from(how.holds(more, less)))
        }
        _ => None,
    }
}

/// Whether something may be more than one number, or counts dice.
fn may_vary(op: &Op) -> bool {
    matches!(
        op,
        Op::Trait(_)
            | Op::Points(..)
            | Op::Track(..)
            | Op::State(_)
            | Op::RollFact(..)
            | Op::Input(_)
            | Op::Option(_)
            | Op::Slot(_)
            | Op::Pool(_)
            | Op::Dice(_)
            | Op::Read { .. }
            | Op::Total
            | Op::OwnTotal
            | Op::Margin
            | Op::TagCount(..)
            | Op::Gather(..)
    )
}

/// Whether something is read off a roll that is elsewhere; what is read of a roll in a label is looked up there.
fn reads_roll(ir: &Ir) -> bool {
    match &ir.op {
        Op::InRoll(..) => false,
        Op::Dice(_) | Op::Roll | Op::Read { pool: None, .. } => true,
        _ => ir.children().into_iter().any(reads_roll),
    }
}
