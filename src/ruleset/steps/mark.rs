//! `mark`: marks boxes of a track.

use super::{AlterationKind, Fact, Flow, Phase, Running, kind};
use crate::ruleset::read::{OF_WHOM, Of, Takes, key};

kind! {
    Mark {
        count: P::Formula = key("mark", Takes::Formula) => number;
        track: P::Track = key("on", Takes::Name(Of::Track)) => track;
        of: P::Who = OF_WHOM => who;
        mark: P::Mark = key("as", Takes::Name(Of::Mark)) => mark;
    }
    does |mark| [Fact::Boxes(&mark.track, AlterationKind::Lost, &mark.of, Some(&mark.count))]
}

impl<P: Phase> Mark<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        let count = run.amount(&self.count, false)?;
        if let Some(who) = run.optional_character(&self.of)? {
            run.mark(count, &self.track, who, &self.mark)?;
        }
        Ok(Flow::Goes)
    }
}
