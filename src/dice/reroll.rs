//! `r` and `ro`: dice that meet the condition are thrown again, until none does or once.

use num_integer::Integer as _;

use super::{CompareOp, Counting, Faces, Halt, OneDie, PoolModifier, Supply, Thrower, Thrown};
use crate::diagnostic::Code;
use crate::limits::Exceeded;

/// Work of a run of faces that are gone through.
const RUN: u64 = 1_000;

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
        if ways.first.is_some() {
            return Ok(None);
        }
        let mut fresh = Faces::plain(by.die);
        by.budget.spend((fresh.runs() + ways.faces.runs() + ways.exploding.runs()).saturating_mul(RUN))?;
        if !self.once {
            fresh = how.parted(&fresh).1;
        }
        let new = fresh.ways();
        let shown = |faces: &Faces| !how.parted(faces).0.is_empty();
        // One that was cut may be thrown again, too, if what it can come to shows this.
        let may = |cut: i64, (op, number): (CompareOp, i64)| match op {
            CompareOp::Less => number > cut,
            CompareOp::LessOrEqual | CompareOp::Equal => number >= cut,
            CompareOp::Greater | CompareOp::GreaterOrEqual | CompareOp::NotEqual => true,
        };
        let cut = ways.cut_from.is_some_and(|cut| how.conditions().any(|condition| may(cut, condition)));
        if !shown(&ways.faces) && !shown(&ways.exploding) && !cut {
            return Ok(Some(()));
        }
        let Some(least) = fresh.lowest() else { return Ok(None) };
        let thrown = |faces: &Faces| -> Faces {
            let (again, stays) = how.parted(faces);
            stays.times(&new).with(&fresh.times(&again.ways()))
        };
        (ways.faces, ways.exploding) = (thrown(&ways.faces), thrown(&ways.exploding));
        ways.all = &ways.all * &new;
        let both = ways.faces.each_ways().chain(ways.exploding.each_ways());
        let common = both.fold(ways.all.clone(), |common, ways| common.gcd(ways));
        ways.faces.each_ways_mut().chain(ways.exploding.each_ways_mut()).for_each(|ways| *ways = &*ways / &common);
        ways.all = &ways.all / &common;
        ways.cut_from = ways.cut_from.map(|from| if cut { from.min(least) } else { from });
        Ok(Some(()))
    }
}
