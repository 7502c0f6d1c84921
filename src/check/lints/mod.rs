//! What works but surely is not meant. Nothing of this stands in the way of playing, so it is
//! looked for only where somebody wants to know.

mod accents;
mod constant;
mod counted;
mod implied;
mod reach;
mod unreached;
mod unread;
mod unused;

use super::interval::Interval;
use super::prepare::{Program, RollSource};
use super::program::{Game, Kind, Op, Pool};
use crate::diagnostic::Diagnostic;
use crate::ruleset::model::Ruleset;
use crate::source::Sources;

use reach::{Here, Reach};

/// What is left of [`MOST`].
type Budget = std::cell::Cell<usize>;

/// How many parts of formulas are followed for all warnings together.
const MOST: usize = 2_000_000;

/// Between which numbers something comes out for all dice and all characters: an expression, or the total
/// of a test and its values by name.
#[must_use]
pub fn reachable(game: &Game, program: &Program, name: &str) -> Interval {
    let budget = &Budget::new(MOST);
    match program {
        Program::Value { ir, kind: Kind::Number, roll } => {
            Reach::new(game, Here { roll: own_dice(roll), budget: Some(budget), ..Here::default() }).range(ir)
        }
        Program::Test(side) => {
            let Some(test) = game.tests.get(side.test) else { return Interval::ANY };
            let here = unreached::test_here(test, &unreached::changed(game), side.test, budget);
            let here = Here { roll: own_dice(&side.roll), ..here };
            // Values that read the total read that of this side.
            let plain = matches!(side.total.op, Op::OwnTotal);
            let mut values = test.values.iter().filter(|value| plain && value.kind == Kind::Number);
            let value = values.find(|value| *value.name == *name).map(|value| &value.ir);
            let ir = if name == "total" { Some(&side.total) } else { value };
            ir.map_or(Interval::ANY, |ir| Reach::new(game, here).range(ir))
        }
        _ => Interval::ANY,
    }
}

fn own_dice(roll: &RollSource) -> Option<&Pool> {
    if let RollSource::Dice(pool) = roll { Some(pool) } else { None }
}

/// Warnings about a game that is sound, and whose cases hold these expressions.
#[must_use]
pub fn lints(game: &Game, ruleset: &Ruleset, expressions: &[String], sources: &Sources) -> Vec<Diagnostic> {
    let budget = &Budget::new(MOST);
    let mut found = unread::unread(game, ruleset, expressions);
    found.extend(unused::unused(game, ruleset));
    found.extend(unreached::unreached(game, ruleset, budget));
    found.extend(constant::constant(game, ruleset, sources, budget));
    found.extend(accents::accents(ruleset));
    found.extend(counted::counted(game, ruleset));
    found
}
