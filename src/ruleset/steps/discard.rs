//! `discard`: moves cards to the discards of their deck.

use super::{Fact, Flow, Phase, Running, kind};
use crate::ruleset::read::{OF_WHOM, Of, Takes, key};

kind! {
    Discard lowered by checker {
        what: Vec<P::Taken> =
            key("discard", Takes::Count(1, usize::MAX, &Takes::List(&Takes::Name(Of::Thing)))) => taken;
        /// Whose card. Lowered, `None`: its owner's.
        of: Option<P::Who> = OF_WHOM => whom;
    }
    does |_| [Fact::Moves]
}

impl<P: Phase> Discard<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        let Some(who) = run.owner(&self.of)? else { return Ok(Flow::Goes) };
        for card in &self.what {
            run.discard(who, card)?;
        }
        Ok(Flow::Goes)
    }
}
