//! `repeat`: runs steps several times, or until a condition holds. Its label counts the rounds.

use std::ops::Range;

use super::{Fact, Part, PartMut, Parts, Phase, Written, kind};
use crate::ruleset::read::{Fields, FormatKey, Reader, STEPS, Takes, due, key};

kind! {
    Repeat lowered by checker run by engine {
        /// How many rounds; with `until` at most.
        rounds: P::Formula = key("repeat", Takes::Formula);
        /// What ends them, asked after each.
        until: Option<P::Formula> = key("until", Takes::Formula);
        round: Round<P> = due("steps", STEPS), inside;
    }
    does |repeat| [Fact::Rounds(&repeat.rounds)]
}

/// What is done in each round.
#[derive(Debug, Clone)]
pub struct Round<P: Phase> {
    pub steps: Vec<P::Step>,
    /// The slots of the labels that only rounds give a value, which none hands on to the next; as it is written, none.
    pub own: Range<usize>,
}

impl<P: Phase> Parts<P> for Round<P> {
    fn parts<'s>(&'s self, see: &mut dyn FnMut(Part<'s, P>)) {
        self.steps.parts(see);
    }

    fn parts_mut<'s>(&'s mut self, see: &mut dyn FnMut(PartMut<'s, P>)) {
        self.steps.parts_mut(see);
    }
}

fn inside(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &FormatKey) -> Option<Round<Written>> {
    let steps = reader.required(fields, key, "repeat").map(|node| reader.steps(node)).unwrap_or_default();
    Some(Round { steps, own: 0..0 })
}
