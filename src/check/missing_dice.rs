//! Reports reads of a die by position if the pool always has fewer dice.

use super::program::{CheckedGame, Choosing, Count, Ir, Op, Pool, Test};
use super::unused_values::in_test;
use super::{Checker, constant};
use crate::diagnostic::{Code, Diagnostic};

impl Checker<'_> {
    /// Reports each place in which no die of its test lies.
    pub(super) fn missing_dice(&mut self) {
        let game = &self.game;
        let mut errors = Vec::new();
        for test in &game.tests {
            in_test(test, &mut |ir| {
                for part in ir.parts() {
                    let Op::Chosen(Choosing::Place(place), of) = &part.op else { continue };
                    let Some((wanted, have)) = constant(place).zip(dice(game, test, of)) else { continue };
                    if (1..=have).contains(&wanted) {
                        continue;
                    }
                    let error = Diagnostic::error(Code::NoSuchDie, game.place_in(self.sources, place.at));
                    errors.push(error.arg("n", wanted).arg("have", have));
                }
            });
        }
        errors.dedup();
        errors.into_iter().for_each(|error| self.report(error));
    }
}

/// How many dice these are, where that is always the same.
fn dice(game: &CheckedGame, test: &Test, of: &[Ir]) -> Option<i64> {
    let mut each = of.iter().map(|ir| match &ir.op {
        Op::Roll => fixed(test.roll.as_ref().or(game.roll.as_ref())?),
        Op::Pool(pool) => fixed(pool),
        Op::InHand(hand, _) => fixed(test.rolls().filter(|(name, _)| name.is_some()).nth(*hand)?.1),
        Op::Chosen(Choosing::All, of) => dice(game, test, of),
        _ => None,
    });
    each.try_fold(0, |sum: i64, dice| sum.checked_add(dice?))
}

fn fixed(pool: &Pool) -> Option<i64> {
    match pool.count {
        Count::Fixed(dice) if pool.modifiers.is_empty() => Some(i64::from(dice)),
        _ => None,
    }
}
