//! The results of walking one action or passing of time from one state.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::Zero as _;

use super::masses::{Masses, digits};
use crate::odds::conservation::{lost, whole};
use crate::odds::error::OddsError;
use crate::odds::mass::{Mass, together};
use crate::odds::walk::Walked;

/// The distribution of the next states, from all states that are equivalent for the walked action. `below` is the
/// denominator.
#[derive(Debug)]
pub(super) struct Model {
    /// The numerators, in the order of the targets.
    pub(super) ways: Masses,
    pub(super) left: BigUint,
    pub(super) refused: BigUint,
    pub(super) failed: BigUint,
    pub(super) below: BigUint,
}

impl Model {
    /// Whether there is only one target, and nothing else can happen.
    pub(super) fn is_certain(&self) -> bool {
        self.ways.len() == 1 && [&self.left, &self.refused, &self.failed].into_iter().all(BigUint::is_zero)
    }
}

/// The target of one run: the state of all characters, and the marks that were made without being read. `None`: the
/// action was refused.
pub(super) type TurnTarget = Option<(u32, u32)>;

/// The targets of a walk, and their distribution over one denominator.
///
/// # Errors
///
/// That something was lost.
pub(super) fn model(walked: Walked<TurnTarget>) -> Result<(Vec<(u32, u32)>, Model), OddsError> {
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
