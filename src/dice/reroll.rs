//! `r` and `ro`: dice that meet the condition are thrown again, until they no longer do or once.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::Zero as _;

use super::{CompareOp, Counting, Face, Halt, OneDie, PoolModifier, Supply, Thrower, Thrown, merged};
use crate::diagnostic::Code;
use crate::limits::Exceeded;

pub(super) struct Reroll {
    /// Whatever comes of it.
    pub(super) once: bool,
}

impl Thrower for Reroll {
    fn endless(&self) -> Option<Code> {
        (!self.once).then_some(Code::RerollsForever)
    }

    fn leaves(&self, how: PoolModifier, face: i64) -> bool {
        self.once || !how.holds(face)
    }

    fn roll(&self, how: PoolModifier, dice: &mut Vec<Thrown>, more: &mut dyn Supply) -> Result<(), Halt> {
        for die in dice.iter_mut().filter(|die| die.kept) {
            while how.holds(die.face) {
                let face = if self.once { more.another()? } else { more.settle(how)? };
                die.rerolled.push(std::mem::replace(&mut die.face, face));
                if self.once {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Those that explosions brought are thrown again as well; no more come of that.
    fn count(&self, how: PoolModifier, ways: &mut OneDie, by: &Counting<'_>) -> Result<Option<()>, Exceeded> {
        let mut fresh = OneDie::plain(by.die);
        if !self.once {
            fresh.faces.retain(|(face, _)| !how.holds(*face));
        }
        let new: BigUint = fresh.faces.iter().map(|(_, ways)| ways).sum();
        let shown = |faces: &[Face]| faces.iter().any(|(face, _)| how.holds(*face));
        // One that was cut may be thrown again, too, if what it can come to shows this.
        let cut = ways.cut_from.is_some_and(|cut| match how.op {
            CompareOp::Less => how.number > cut,
            CompareOp::LessOrEqual | CompareOp::Equal => how.number >= cut,
            CompareOp::Greater | CompareOp::GreaterOrEqual | CompareOp::NotEqual => true,
        });
        if !shown(&ways.faces) && !shown(&ways.exploding) && !cut {
            return Ok(Some(()));
        }
        let Some((least, _)) = fresh.faces.first().filter(|_| !new.is_zero()) else { return Ok(None) };
        let thrown = |faces: &[Face]| -> Vec<Face> {
            let (again, mut stays): (Vec<Face>, Vec<Face>) =
                faces.iter().cloned().partition(|(face, _)| how.holds(*face));
            stays.iter_mut().for_each(|(_, ways)| *ways *= &new);
            let again: BigUint = again.iter().map(|(_, ways)| ways).sum();
            stays.extend(fresh.faces.iter().map(|(face, ways)| (*face, ways * &again)));
            merged(stays)
        };
        (ways.faces, ways.exploding) = (thrown(&ways.faces), thrown(&ways.exploding));
        ways.all = &ways.all * &new;
        let both = ways.faces.iter().chain(&ways.exploding);
        let common = both.fold(ways.all.clone(), |common, (_, ways)| common.gcd(ways));
        ways.faces.iter_mut().chain(&mut ways.exploding).for_each(|(_, ways)| *ways = &*ways / &common);
        ways.all = &ways.all / &common;
        ways.cut_from = ways.cut_from.map(|from| if cut { from.min(*least) } else { from });
        Ok(Some(()))
    }
}
