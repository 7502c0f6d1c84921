//! `!!`: rolls again for each die that meets the condition and adds the new face to it, as long as new faces meet it.

use num_bigint::BigUint;
use num_traits::One as _;

use super::{
    Brings, Counting, Face, Faces, Halt, MOST_FACES, OneDie, PoolModifier, SUM, SUM_BYTES, Supply, Thrower, Thrown,
    merged,
};
use crate::diagnostic::Code;
use crate::limits::Exceeded;

pub(super) struct Compound;

impl Thrower for Compound {
    fn endless(&self) -> Option<Code> {
        Some(Code::ExplodesForever)
    }

    fn brings(&self) -> Option<Brings> {
        Some(Brings::Sum)
    }

    fn roll(&self, how: PoolModifier, dice: &mut Vec<Thrown>, more: &mut dyn Supply) -> Result<(), Halt> {
        for (place, die) in dice.iter_mut().enumerate().filter(|(_, die)| die.kept) {
            let (mut last, mut times) = (die.face, 0);
            while how.holds(last) && how.goes_on_after(times) {
                times += 1;
                let Some(next) = more.follow(place, times)? else { break };
                last = next;
                die.face = die.face.checked_add(last).ok_or_else(|| more.too_large())?;
                die.exploded = true;
            }
        }
        Ok(())
    }

    /// The first may have been rerolled; those that it brings are fresh.
    fn count(&self, how: PoolModifier, ways: &mut OneDie, by: &Counting<'_>) -> Result<Option<()>, Exceeded> {
        if ways.explodes() {
            return Ok(None);
        }
        ways.gathered = true;
        let fresh = Faces::plain(by.die);
        let (brings, ends) = how.parted(&ways.faces);
        if brings.is_empty() {
            return Ok(Some(()));
        }
        // Where it may bring no more it ends, whatever it shows.
        let ends_there = how.most.filter(|most| *most <= by.depth);
        let depth = ends_there.unwrap_or(by.depth);
        ways.chain(by)?;
        let all = fresh.ways();
        let bits = ways.all.bits() + all.bits().saturating_mul(u64::from(depth));
        let again = how.parted(&fresh);
        let (mut brings, mut ends) = (brings.written(by.budget)?, ends.written(by.budget)?);
        let again = (again.0.written(by.budget)?, again.1.written(by.budget)?);
        // Sums of so many that brought another, one level after the other.
        let mut sums: Vec<Face> = vec![(0, BigUint::one())];
        let mut found: Vec<Face> = Vec::new();
        let mut scale = all.pow(depth);
        for level in 0..=depth {
            let new = (sums.len() as u64).saturating_mul((ends.len() + brings.len()) as u64);
            by.budget.spend(new.saturating_mul(SUM + bits / 8))?;
            by.budget.room(new.saturating_add(found.len() as u64).saturating_mul(SUM_BYTES + bits / 8))?;
            for (sum, ways) in &sums {
                for (face, times) in &ends {
                    let Some(sum) = sum.checked_add(*face) else { return Ok(None) };
                    found.push((sum, ways * times * &scale));
                }
                for (face, times) in brings.iter().filter(|_| level == depth && ends_there.is_some()) {
                    let Some(sum) = sum.checked_add(*face) else { return Ok(None) };
                    found.push((sum, ways * times * &scale));
                }
            }
            found = merged(found);
            if found.len() > MOST_FACES || sums.len() > MOST_FACES {
                return Ok(None);
            }
            if level < depth {
                scale /= &all;
            }
            let mut next: Vec<Face> = Vec::new();
            for (sum, ways) in &sums {
                for (face, times) in &brings {
                    let Some(sum) = sum.checked_add(*face) else { return Ok(None) };
                    next.push((sum, ways * times));
                }
            }
            sums = merged(next);
            if level == 0 {
                (brings, ends) = again.clone();
            }
        }
        // What is cut has brought at least as many as are followed, and one more.
        let Some(least) = fresh.lowest() else { return Ok(None) };
        let falls = [&ways.faces, &fresh]
            .into_iter()
            .any(|faces| how.parted(faces).0.lowest().is_some_and(|lowest| lowest < 0));
        ways.cut_from = sums
            .first()
            .filter(|_| ends_there.is_none())
            .map(|(sum, _)| if falls { i64::MIN } else { sum.saturating_add(least) });
        ways.faces = Faces::listed(found);
        ways.all = &ways.all * all.pow(depth);
        Ok(Some(()))
    }
}
