//! `say`: shows a text to the table.

use super::{Fact, Flow, Phase, Running, kind};
use crate::ruleset::read::{Takes, key};

kind! {
    Say {
        text: P::Text = key("say", Takes::Text) => text;
    }
    does |_| [Fact::Says]
}

impl<P: Phase> Say<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        run.say(&self.text)?;
        Ok(Flow::Goes)
    }
}
