//! The distribution of one die after its modifiers.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One as _, Zero as _};

use super::{Counting, Die, Face, Faces, PoolModifier};
use crate::limits::Exceeded;
use crate::sort::Sort as _;

/// Work and bytes of one sum of faces, without its weights.
pub(crate) const SUM: u64 = 100;
pub(crate) const SUM_BYTES: u64 = 144;
/// Words of a large number that one unit of work multiplies.
const WORDS: u64 = 8;
/// The most values of one die.
pub(crate) const MOST_FACES: usize = 1_000_000;
/// Factors by which a rerolled die differs from one that explosions bring: of faces that explode one, of others two.
const MOST_FACTORS: usize = 3;

/// The distribution of one of several independent dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneDie {
    /// Final values and their weights, ascending; for exploding dice, only faces that do not explode.
    pub faces: Faces,
    /// Faces that explode. A face may be in both lists if dice are rerolled after they exploded.
    pub exploding: Faces,
    /// The total weight, including truncated explosions.
    pub all: BigUint,
    /// The lower bound of truncated values; the smallest number if they may also decrease.
    pub cut_from: Option<i64>,
    /// Whether other dice were added to it (compounding).
    pub gathered: bool,
    /// How the die that is thrown first differs from those that explosions bring, to which nothing is done.
    pub first: Option<FirstDie>,
}

/// A die that is rerolled before it explodes. Each of its weights is a multiple of that of a die that is brought, with
/// few factors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstDie {
    /// Its faces that do not explode.
    pub faces: Faces,
    /// Some of those, with the weights of a die that is brought.
    pub apart: Faces,
    /// What multiplies the weights of these.
    pub times_apart: BigUint,
    /// What multiplies those of the other faces that do not explode.
    pub times: BigUint,
    /// What multiplies those of the faces that explode.
    pub times_exploding: BigUint,
    /// The total weight.
    pub all: BigUint,
}

/// A number that multiplies weights, as a fraction in lowest terms.
#[derive(PartialEq, Eq)]
struct WeightRatio {
    times: BigUint,
    per: BigUint,
}

impl WeightRatio {
    /// What makes one weight of another, which is not zero.
    fn of(weight: &BigUint, other: &BigUint) -> Self {
        let common = weight.gcd(other);
        Self { times: weight / &common, per: other / &common }
    }
}

impl OneDie {
    pub(crate) fn plain(die: &Die) -> Self {
        let faces = Faces::plain(die);
        let all = faces.ways();
        Self { faces, exploding: Faces::default(), all, cut_from: None, gathered: false, first: None }
    }

    /// Whether no modifier changed the faces yet.
    pub(super) fn is_plain(&self, die: &Die) -> bool {
        self.faces == Faces::plain(die)
    }

    /// Whether it explodes already, or others were added to it.
    pub(super) fn explodes(&self) -> bool {
        self.gathered || !self.exploding.is_empty()
    }

    /// Splits the faces of a die to which nothing was done by a condition to explode, and keeps of this one, which was
    /// rerolled, by what it differs. `None`: in more ways than are counted.
    pub(super) fn before_explosions(
        &self,
        how: PoolModifier,
        by: &Counting<'_>,
    ) -> Result<Option<(Faces, Faces, FirstDie)>, Exceeded> {
        let plain = Faces::plain(by.die);
        by.budget.spend(plain.len().saturating_mul(SUM))?;
        let (exploding, faces) = how.parted(&plain);
        // Both are ascending, and this one has no face that the other lacks.
        let mut own = self.faces.iter().peekable();
        let mut factors: Vec<(WeightRatio, bool, Vec<Face>)> = Vec::new();
        for (face, ways) in plain.iter() {
            let weight = own.next_if(|(one, _)| *one == face).map_or_else(BigUint::zero, |(_, weight)| weight.clone());
            let (factor, explodes) = (WeightRatio::of(&weight, ways), how.holds(face));
            let face = (face, ways.clone());
            let known = factors.len();
            match factors.iter_mut().find(|(one, exploding, _)| (one, *exploding) == (&factor, explodes)) {
                Some((.., same)) => same.push(face),
                None if known == MOST_FACTORS => return Ok(None),
                None => factors.push((factor, explodes, vec![face])),
            }
        }
        let scale = factors.iter().fold(BigUint::one(), |scale, (factor, ..)| scale.lcm(&factor.per));
        let whole = |factor: &WeightRatio| &factor.times * (&scale / &factor.per);
        let (mut bring, mut end): (Vec<_>, Vec<_>) = factors.iter().partition(|(_, explodes, _)| *explodes);
        let (Some((times_exploding, ..)), None) = (bring.pop(), bring.pop()) else { return Ok(None) };
        let (Some((times, ..)), apart, None) = (end.pop(), end.pop(), end.pop()) else { return Ok(None) };
        let first = FirstDie {
            faces: how.parted(&self.faces).1.times(&scale),
            apart: apart.map_or_else(Faces::default, |(.., faces)| Faces::listed(faces.iter().cloned())),
            times_apart: apart.map_or_else(BigUint::zero, |(factor, ..)| whole(factor)),
            times: whole(times),
            times_exploding: whole(times_exploding),
            all: &self.all * &scale,
        };
        Ok(Some((exploding, faces, first)))
    }

    /// Spends the work and the bytes of the distribution of a die with all explosions within the bound.
    pub(crate) fn chain(&self, by: &Counting<'_>) -> Result<(), Exceeded> {
        let dice = (u64::from(by.depth) + 1).saturating_mul(u64::from(by.dice).max(1));
        let words = self.all.bits().saturating_mul(dice) / 64;
        by.budget.spend(words.saturating_mul(words) / WORDS)?;
        Ok(by.budget.room(words.saturating_mul(16))?)
    }
}

/// Sorts faces and adds the weights of equal ones.
pub fn merged(mut faces: Vec<Face>) -> Vec<Face> {
    faces.order_by_key(|(face, _)| *face);
    faces.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += &next.1;
        }
        same
    });
    faces.retain(|(_, ways)| !ways.is_zero());
    faces
}
