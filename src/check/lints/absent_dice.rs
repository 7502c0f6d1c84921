//! Reads of named dice that the roll of a test does not have.

use crate::check::program::{CheckedGame, Count, Ir, Op};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::Ruleset;

/// Errors for tests whose total reads a die by a name that no roll of theirs can have, such as the middle one of two:
/// each roll fails. Told where the dice are written, as a test can have them from a version of the game that changes
/// nothing else.
pub(super) fn absent(game: &CheckedGame, ruleset: &Ruleset) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (raw, test) in ruleset.tests.iter().zip(&game.tests) {
        let (Some(written), false) = (&raw.roll, test.has_hands()) else { continue };
        let Some((_, pool)) = test.rolls().next() else { continue };
        let Count::Fixed(count) = pool.count else { continue };
        // What is dropped or explodes changes how many there are, and one branch alone need not run.
        if !pool.modifiers.is_empty() || test.total.any_part(&|part| matches!(part.op, Op::If(..))) {
            continue;
        }
        let Ok(dice) = usize::try_from(count) else { continue };
        let read = |part: &Ir| match &part.op {
            Op::Dice(read) => {
                let names = read.iter().filter_map(|(_, die)| game.die_names.get(*die));
                names.into_iter().find(|die| die.reading.places(dice).is_none()).map(|die| die.name.clone())
            }
            _ => None,
        };
        if let Some(name) = test.total.parts().find_map(read) {
            found.push(Diagnostic::error(Code::DieNotInRoll, written.placement.span).arg("name", &*name));
        }
    }
    found
}
