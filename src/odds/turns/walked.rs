//! The results of walking one thing from one state.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::Zero as _;

use super::masses::{Masses, digits};
use crate::odds::conserved::{lost, whole};
use crate::odds::mass::{Mass, together};
use crate::odds::trouble::Trouble;
use crate::odds::walk::Walked;

/// What something leads to from all states that are alike for it: how likely each is, out of
/// `below`.
#[derive(Debug)]
pub(super) struct Model {
    /// The ways, in the order of what they lead to.
    pub(super) ways: Masses,
    pub(super) left: BigUint,
    pub(super) refused: BigUint,
    pub(super) failed: BigUint,
    pub(super) below: BigUint,
}

impl Model {
    /// It leads to one thing for certain.
    pub(super) fn is_certain(&self) -> bool {
        self.ways.len() == 1 && [&self.left, &self.refused, &self.failed].into_iter().all(BigUint::is_zero)
    }
}

/// What one run leads to: everybody then, and how marks were made that nobody read. `None`: it
/// cannot be done.
pub(super) type Leaf = Option<(u32, u32)>;

/// Everything that something leads to from one state, and how likely each is out of one number
/// of ways.
///
/// # Errors
///
/// That something was lost.
pub(super) fn model(walked: Walked<Leaf>) -> Result<(Vec<(u32, u32)>, Model), Trouble> {
    let mut refused = Mass::default();
    let mut to: BTreeMap<(u32, u32), Mass> = BTreeMap::new();
    for (leaf, mass) in walked.leaves {
        match leaf {
            Some(leaf) => to.entry(leaf).or_default().join(mass),
            None => refused.join(mass),
        }
    }
    let mut seen: Vec<((u32, u32), Mass)> = to.into_iter().collect();
    seen.push(((0, 0), walked.left));
    seen.push(((0, 0), refused));
    let mut failed = Mass::default();
    walked.failed.into_iter().for_each(|(_, mass)| failed.join(mass));
    seen.push(((0, 0), failed));
    let (mut seen, below) = together(seen);
    whole(seen.iter().map(|(_, ways)| ways), &below)?;
    let failed = seen.pop().map(|(_, ways)| ways).ok_or_else(|| lost())?;
    let refused = seen.pop().map(|(_, ways)| ways).ok_or_else(|| lost())?;
    let left = seen.pop().map(|(_, ways)| ways).ok_or_else(|| lost())?;
    let mut ways = Masses::up_to(&below);
    for (at, (_, number)) in seen.iter().enumerate() {
        ways.push();
        ways.add_product(at, &digits(number), &[1])?;
    }
    Ok((seen.into_iter().map(|(to, _)| to).collect(), Model { ways, left, refused, failed, below }))
}
