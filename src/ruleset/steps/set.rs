//! `set`: assigns labels, values of tags, points or traits.

use super::{Fact, Flow, Phase, Running, kind};
use crate::ruleset::read::{OF_WHOM, Of, Takes, key};

kind! {
    Set lowered by checker {
        what: Vec<(P::Target, P::Formula)> = key("set", Takes::Map(Of::Near, &Takes::Formula)) => targets;
        /// Whose points, traits and tags.
        of: P::Early<Option<P::Name>> = OF_WHOM => early;
    }
    does |set| set.what.iter().map(|(target, formula)| Fact::Sets(target, formula))
}

impl<P: Phase> Set<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        for (target, formula) in &self.what {
            run.set(target, formula)?;
        }
        Ok(Flow::Goes)
    }
}
