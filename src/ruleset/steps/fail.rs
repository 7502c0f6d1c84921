//! `fail`: refuses the action with a message and undoes everything.

use super::{Fact, Flow, Phase, Running, kind};
use crate::ruleset::read::{Takes, key};

kind! {
    Fail {
        text: P::Text = key("fail", Takes::Text) => text;
    }
    does |_| [Fact::Ends(false)]
}

impl<P: Phase> Fail<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        Err(run.fail(&self.text))
    }
}
