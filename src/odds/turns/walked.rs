//! What a walk of one thing from one state comes to.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::Zero as _;

use super::crowd::Crowd;
use crate::check::program::At;
use crate::eval::{Done, Effects as _, Failure};
use crate::odds::deeds::REFUSED;
use crate::odds::mass::{Mass, together};
use crate::odds::walk::Walker;
use crate::state::Event;
use crate::syntax::TextSpan;

/// What something leads to from all states that are alike for it: how likely each is, out of
/// `below`.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) ways: Vec<BigUint>,
    pub(super) left: BigUint,
    pub(super) refused: BigUint,
    pub(super) below: BigUint,
}

/// Everything that something leads to from one state.
#[derive(Debug, Default)]
pub(super) struct Walked {
    pub(super) to: BTreeMap<usize, Mass>,
    pub(super) left: Mass,
    pub(super) refused: Mass,
}

impl Walked {
    pub(super) fn add(&mut self, to: Option<usize>, mass: &Mass) {
        match to {
            Some(to) => self.to.entry(to).or_default().join(mass.clone()),
            None => self.refused.join(mass.clone()),
        }
    }

    /// The states, and how likely each is out of one number of ways.
    pub(super) fn into_model(self) -> (Vec<usize>, Model) {
        let mut seen: Vec<(usize, Mass)> = self.to.into_iter().collect();
        seen.push((0, self.left));
        seen.push((0, self.refused));
        let (mut seen, below) = together(seen);
        let refused = seen.pop().map_or_else(BigUint::zero, |(_, ways)| ways);
        let left = seen.pop().map_or_else(BigUint::zero, |(_, ways)| ways);
        let (to, ways) = seen.into_iter().unzip();
        (to, Model { ways, left, refused, below })
    }
}

/// The number of everybody after one run; `None`: it cannot be done now.
pub(super) fn came(
    done: Result<Done, Failure>,
    crowd: &mut Crowd,
    had: &mut BTreeMap<(usize, usize), i64>,
    walker: &Walker,
) -> Result<Option<usize>, Failure> {
    match done {
        _ if walker.open_ended() => Err(Failure::cut(At { origin: At::TYPED, span: TextSpan::default() })),
        Ok(done) => {
            for event in &done.events {
                if let Event::Points { who, points, from, .. } = event {
                    had.entry((*who, *points)).or_insert(*from);
                }
            }
            Ok(Some(crowd.number(done.world)))
        }
        Err(failure) if REFUSED.contains(&failure.code()) => Ok(None),
        Err(failure) => Err(failure),
    }
}
