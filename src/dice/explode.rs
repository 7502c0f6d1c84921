//! `!`: each die that meets the condition adds a new die, which may explode in turn.

use super::{Brings, Counting, Halt, OneDie, PoolModifier, Supply, Thrower, Thrown};
use crate::diagnostic::Code;
use crate::limits::Exceeded;

pub(super) struct Explode;

impl Thrower for Explode {
    fn endless(&self) -> Option<Code> {
        Some(Code::ExplodesForever)
    }

    fn brings(&self) -> Option<Brings> {
        Some(Brings::Dice)
    }

    fn roll(&self, how: PoolModifier, dice: &mut Vec<Thrown>, more: &mut dyn Supply) -> Result<(), Halt> {
        let mut grown = Vec::with_capacity(dice.len());
        for die in std::mem::take(dice) {
            let (mut again, mut times) = (die.kept && how.holds(die.face), 0);
            grown.push(Thrown { exploded: die.exploded || again, ..die });
            while again {
                times += 1;
                let Some(face) = more.follow(grown.len(), times)? else { break };
                again = how.holds(face) && how.goes_on_after(times);
                grown.push(Thrown {
                    face,
                    kept: true,
                    rerolled: Vec::new(),
                    exploded: again,
                    bonus: true,
                    sides: die.sides,
                });
            }
        }
        *dice = grown;
        Ok(())
    }

    fn count(&self, how: PoolModifier, ways: &mut OneDie, by: &Counting<'_>) -> Result<Option<()>, Exceeded> {
        if ways.explodes() {
            return Ok(None);
        }
        // What explodes brings a die to which nothing was done.
        if ways.is_plain(by.die) {
            (ways.exploding, ways.faces) = how.parted(&ways.faces);
        } else {
            let Some((exploding, faces, first)) = ways.before_explosions(how, by)? else { return Ok(None) };
            *ways = OneDie { exploding, faces, first: Some(first), ..OneDie::plain(by.die) };
        }
        // What always brings another ends only where it may not.
        Ok((!ways.faces.is_empty()).then_some(()))
    }
}
