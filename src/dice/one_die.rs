//! The distribution of one die after its modifiers.

use num_bigint::BigUint;
use num_traits::Zero as _;

use super::{Counting, Die, Face, Faces};
use crate::limits::Exceeded;
use crate::sort::Sort as _;

/// Work and bytes of one sum of faces, without its weights.
pub(crate) const SUM: u64 = 100;
pub(crate) const SUM_BYTES: u64 = 144;
/// Words of a large number that one unit of work multiplies.
const WORDS: u64 = 8;
/// The most values of one die.
pub(crate) const MOST_FACES: usize = 1_000_000;

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
}

impl OneDie {
    pub(crate) fn plain(die: &Die) -> Self {
        let faces = Faces::plain(die);
        let all = faces.ways();
        Self { faces, exploding: Faces::default(), all, cut_from: None, gathered: false }
    }

    /// Whether no modifier changed the faces yet.
    pub(super) fn is_plain(&self, die: &Die) -> bool {
        let sides = match die {
            Die::Sides(sides) => u64::from(*sides),
            Die::Faces(faces) => faces.len() as u64,
        };
        self.all == BigUint::from(sides) && self.faces.ways() == self.all
    }

    /// Whether it explodes already, or others were added to it.
    pub(super) fn explodes(&self) -> bool {
        self.gathered || !self.exploding.is_empty()
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
