//! `first`: runs the first of several steps whose condition holds.

use super::{Fact, Flow, Phase, Running, kind};
use crate::ruleset::read::{STEPS, key};

kind! {
    First {
        rows: Vec<P::Step> = key("first", STEPS) => steps;
    }
    does |_| [Fact::Block]
}

impl<P: Phase> First<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        for row in &self.rows {
            if run.holds(row)? {
                return run.row(row);
            }
        }
        Ok(Flow::Goes)
    }
}
