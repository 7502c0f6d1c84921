//! `lose`: takes points, traits and tags.

use super::{AlterationKind, Fact, Flow, Phase, Running, kind};
use crate::ruleset::read::{ANY_WORDS, LOST, OF_WHOM, Takes, key};

kind! {
    Lose lowered by checker {
        what: Vec<P::Taken> = key("lose", LOST) => taken;
        /// From whom. Lowered, `None`: from the owner of the tag.
        of: Option<P::Who> = OF_WHOM => whom;
        /// Whether amounts below zero are gained; otherwise they count as 0.
        any: bool = key("by", Takes::OneOf(ANY_WORDS)) => any;
    }
    does |lose| {
        let how = if lose.any { AlterationKind::Either } else { AlterationKind::Lost };
        lose.what.iter().map(move |taken| Fact::Takes(taken, how, lose.of.as_ref()))
    }
}

impl<P: Phase> Lose<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        let Some(who) = run.owner(&self.of)? else { return Ok(Flow::Goes) };
        for taken in &self.what {
            run.take(who, taken, self.any)?;
        }
        Ok(Flow::Goes)
    }
}
