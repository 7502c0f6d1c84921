//! What one die can end with, and in how many ways.

use num_bigint::BigUint;
use num_traits::Zero as _;

use super::{Counting, Die, Face, Faces};
use crate::limits::Exceeded;
use crate::sort::Sort as _;

/// Work of a sum of what a die shows, and of what others bring, besides that of its ways; and its bytes.
pub(crate) const SUM: u64 = 100;
pub(crate) const SUM_BYTES: u64 = 144;
/// Words of a large number that are multiplied in one unit of work.
const WORDS: u64 = 8;
/// Faces that one die may come to have.
pub(crate) const MOST_FACES: usize = 1_000_000;

/// What one of several dice can end with that know nothing of one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneDie {
    /// What it can end with, ascending, and its ways; of dice that explode, only what does not.
    pub(crate) faces: Faces,
    /// What it can show that brings another die; a face may be among both where dice are thrown again
    /// after they have exploded.
    pub(crate) exploding: Faces,
    /// All ways, whatever was cut included.
    pub(crate) all: BigUint,
    /// The least that it can show if it was cut; as little as there is where it may also fall.
    pub(crate) cut_from: Option<i64>,
    /// Others were added to it.
    pub(crate) gathered: bool,
}

impl OneDie {
    pub(crate) fn plain(die: &Die) -> Self {
        let faces = Faces::plain(die);
        let all = faces.ways();
        Self { faces, exploding: Faces::default(), all, cut_from: None, gathered: false }
    }

    /// Whether nothing was done to the faces yet.
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

    /// Counts the work and the bytes of all ways of a die that brings as many others as are followed.
    pub(crate) fn chain(&self, by: &Counting<'_>) -> Result<(), Exceeded> {
        let dice = (u64::from(by.depth) + 1).saturating_mul(u64::from(by.dice).max(1));
        let words = self.all.bits().saturating_mul(dice) / 64;
        by.budget.spend(words.saturating_mul(words) / WORDS)?;
        Ok(by.budget.room(words.saturating_mul(16))?)
    }
}

/// Ascending, none twice.
pub(crate) fn merged(mut faces: Vec<Face>) -> Vec<Face> {
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
