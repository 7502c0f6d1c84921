//! `stop`: ends this action with a message. Its changes remain.

use super::{Fact, Flow, Phase, Running, kind};
use crate::ruleset::read::{Takes, key};

kind! {
    Stop {
        text: P::Text = key("stop", Takes::Text) => text;
    }
    does |_| [Fact::Ends(true)]
}

impl<P: Phase> Stop<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        run.say(&self.text)?;
        Ok(Flow::Stops)
    }
}
