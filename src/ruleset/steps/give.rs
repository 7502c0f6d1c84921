//! `give`: transfers tags, with their values and durations.

use super::{Fact, Flow, Phase, Running, kind};
use crate::ruleset::read::{LOST, NEAR, TO_WHOM, key};

kind! {
    Give lowered by checker {
        what: Vec<P::Taken> = key("give", LOST) => taken;
        /// Whose. Lowered, `None`: that of the owner of the tag.
        from: Option<P::Who> = key("from", NEAR) => whom;
        to: P::Who = TO_WHOM => who;
    }
    does |_| [Fact::Moves]
}

impl<P: Phase> Give<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        let from = run.owner(&self.from)?;
        let Some((from, to)) = from.zip(run.optional_character(&self.to)?) else { return Ok(Flow::Goes) };
        for taken in &self.what {
            run.pass_on(from, taken, to)?;
        }
        Ok(Flow::Goes)
    }
}
