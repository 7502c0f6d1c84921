//! `steps`: a block of steps under one condition.

use super::{Fact, Flow, Phase, Running, kind};
use crate::ruleset::read::{STEPS, key};

kind! {
    Steps {
        steps: Vec<P::Step> = key("steps", STEPS) => steps;
    }
    does |_| [Fact::Block]
}

impl<P: Phase> Steps<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        run.steps(&self.steps)
    }
}
