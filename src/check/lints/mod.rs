//! Warnings about rules that work but are probably not intended. They prevent nothing and are computed only on request.

mod absent_dice;
mod accents;
mod command_clashes;
mod constants;
mod counted_answers;
mod deciders;
mod enumeration;
mod formula_range;
mod implication;
mod indistinct_failures;
mod late_changes;
mod margins;
mod message_braces;
mod out_of_bounds;
mod similar_marks;
mod unreachable;
mod unused_answers;
mod unused_declarations;

use std::collections::BTreeSet;

use super::prepare::{Program, RollSource, Side};
use super::program::{CheckedGame, Ir, Kind, Op, Pool, Slot, Test};
use crate::diagnostic::Diagnostic;
use crate::dice::Interval;
use crate::id::Id;
use crate::ruleset::model::{OptionalDecl, Ruleset};
use crate::source::Sources;

pub use command_clashes::COMMANDS;
use constants::LintContext;
use formula_range::{FormulaContext, Reach};

/// The remaining work of a lint, at first [`MOST`].
type LintBudget = std::cell::Cell<usize>;

/// How many parts of formulas are followed for all warnings together.
const MOST: usize = 2_000_000;

/// How many combinations of values and throws are gone through for all warnings together.
const MOST_STATES: usize = 500_000;

/// What of a roll is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought<'n> {
    /// An expression, or the total of a test.
    Total,
    /// The total minus the value it is compared with.
    Margin,
    /// What the total is compared with.
    Against,
    /// A value of a test, or named dice.
    Named(&'n str),
}

/// Between which numbers something of a roll comes out for all dice and all characters.
#[must_use]
pub fn reachable(game: &CheckedGame, program: &Program, sought: Sought<'_>) -> Interval {
    let budget = &LintBudget::new(MOST);
    let changed = unreachable::changed(game);
    let of_side = |side| OfSide { game, side, changed: &changed, budget };
    match (program, sought) {
        (Program::Value { ir, kind: Kind::Number | Kind::Flag, roll }, Sought::Total) => {
            Reach::new(game, FormulaContext { roll: own_dice(roll), budget: Some(budget), ..FormulaContext::default() })
                .range(ir)
        }
        (Program::Value { roll, .. }, Sought::Named(name)) => {
            let here = FormulaContext { roll: own_dice(roll), budget: Some(budget), ..FormulaContext::default() };
            Reach::new(game, here).named_die(name)
        }
        (Program::Value { .. }, _) => Interval::ANY,
        (Program::Test(side), Sought::Total) => of_side(side).total(),
        (Program::Test(side), Sought::Margin) => of_side(side).margin(),
        (Program::Test(side), Sought::Against) => of_side(side).shown_against(),
        (Program::Test(side), Sought::Named(name)) => of_side(side).named(name),
        (Program::Opposed(left, _), Sought::Total) => of_side(left).total(),
        (Program::Opposed(_, right), Sought::Against) => of_side(right).total(),
        (Program::Opposed(left, right), Sought::Margin) => {
            let opposed = game.tests[left.test].opposed.as_ref();
            if opposed.is_some_and(|opposed| opposed.to_target) {
                return Interval::ANY;
            }
            let apart = of_side(left).level() - of_side(right).level();
            // Where something else decides than what margins count, it is 0.
            if opposed.is_some_and(|opposed| opposed.falls) { -apart } else { apart }.or(Interval::exactly(0))
        }
        (Program::Opposed(left, right), Sought::Named(name)) => {
            of_side(left).named(name).or(of_side(right).named(name))
        }
    }
}

/// Between which numbers a formula comes out that sees what an action with these slots did.
#[must_use]
pub fn seen_behind(game: &CheckedGame, slots: &[Slot], ir: &Ir) -> Interval {
    let budget = &LintBudget::new(MOST);
    let changed = unreachable::changed(game);
    let here =
        FormulaContext { kinds: slots, changed: Some(&changed), budget: Some(budget), ..FormulaContext::default() };
    Reach::new(game, here).range(ir)
}

/// One side of a roll that was typed.
struct OfSide<'g> {
    game: &'g CheckedGame,
    side: &'g Side,
    changed: &'g BTreeSet<(Id<Test>, usize)>,
    budget: &'g LintBudget,
}

impl<'g> OfSide<'g> {
    fn test(&self) -> &'g Test {
        &self.game.tests[self.side.test]
    }

    fn reach(&self) -> Reach<'g> {
        let mut here = unreachable::test_here(self.game, self.changed, self.side.test, self.budget);
        here.roll = own_dice(&self.side.roll);
        here.total = Some(&self.side.total);
        if let Some((index, range)) = self.test().against.and_then(|index| Some((index, self.given(index)?))) {
            here.inputs.entry(index).or_insert(range);
        }
        Reach::new(self.game, here)
    }

    /// What an input was given, where no dice decide it.
    fn given(&self, index: usize) -> Option<Interval> {
        let ir = self.side.inputs.get(index)?.as_ref()?;
        let rolls = |part: &Ir| {
            matches!(part.op, Op::Dice(_) | Op::Roll | Op::Pool(_) | Op::Hand(..) | Op::Read { .. } | Op::Beats(..))
        };
        if ir.parts().any(rolls) {
            return Some(Interval::ANY);
        }
        Some(Reach::new(self.game, FormulaContext { budget: Some(self.budget), ..FormulaContext::default() }).range(ir))
    }

    fn total(&self) -> Interval {
        self.reach().range(&self.side.total)
    }

    fn margin(&self) -> Interval {
        self.reach().margin()
    }

    fn shown_against(&self) -> Interval {
        let mut reach = self.reach();
        let test = self.test();
        match (&test.shown_against, test.against) {
            (OptionalDecl::Formula(ir), _) => reach.range(ir),
            (OptionalDecl::Usual, Some(index)) => reach.of_input(index),
            _ => Interval::ANY,
        }
    }

    /// What of two sides makes the margin.
    fn level(&self) -> Interval {
        let mut reach = self.reach();
        let test = self.test();
        match &test.margin {
            OptionalDecl::Usual => reach.range(&self.side.total),
            OptionalDecl::Formula(ir) => reach.range(ir),
            OptionalDecl::Nothing => Interval::ANY,
        }
    }

    /// A value of the test, also of an outcome; else named dice.
    fn named(&self, name: &str) -> Interval {
        let mut reach = self.reach();
        let test = self.test();
        let late = test.outcomes.iter().flat_map(|outcome| &outcome.values);
        let mut values = test.values.iter().chain(late).filter(|value| *value.name == *name).peekable();
        if values.peek().is_none() {
            return reach.named_die(name);
        }
        let all = values.map(|value| match value.kind {
            Kind::Number | Kind::Flag => reach.range(&value.ir),
            _ => Interval::ANY,
        });
        all.reduce(Interval::or).unwrap_or(Interval::ANY)
    }
}

fn own_dice(roll: &RollSource) -> Option<&Pool> {
    if let RollSource::Dice(pool) = roll { Some(pool) } else { None }
}

/// Warnings about a game that is sound, and whose cases hold these expressions.
#[must_use]
pub fn lints(game: &CheckedGame, ruleset: &Ruleset, expressions: &[String], sources: &Sources) -> Vec<Diagnostic> {
    let budget = &LintBudget::new(MOST);
    let mut found = unused_declarations::unread(game, ruleset, expressions);
    found.extend(unused_answers::unused(game, ruleset));
    let states = &enumeration::StateBudget::new(MOST_STATES);
    let (unreached, never) = unreachable::unreached(game, ruleset, budget, states);
    found.extend(unreached);
    found.extend(constants::constant(game, ruleset, sources, &LintContext { never: &never, budget, states }));
    found.extend(accents::accents(ruleset));
    found.extend(counted_answers::counted(game, ruleset, sources));
    found.extend(command_clashes::commanded(ruleset));
    found.extend(indistinct_failures::better(game, ruleset));
    found.extend(deciders::deciders(ruleset));
    found.extend(message_braces::sentences(ruleset));
    found.extend(similar_marks::signs(ruleset));
    found.extend(margins::margins(game, ruleset));
    found.extend(margins::comparisons(ruleset));
    found.extend(absent_dice::absent(game, ruleset));
    found.extend(late_changes::lying(game, sources));
    found
}
