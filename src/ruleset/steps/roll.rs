//! `roll`: rolls a test.

use super::{Fact, kind};
use crate::ruleset::read::{BRANCHES, NEAR, Of, SEEN, Takes, WITH, key};

kind! {
    Roll lowered by checker run by engine {
        test: P::Test = key("roll", Takes::Name(Of::Test));
        by: P::Who = key("by", NEAR);
        /// Inputs of the test, by name.
        with: Vec<(P::Name, P::Formula)> = WITH;
        /// What is done by outcome.
        on: Vec<(P::Ending, Vec<P::Step>)> = BRANCHES;
        /// What is done when the dice lie there.
        seen: Vec<P::Step> = SEEN;
    }
    does |roll| [Fact::Rolls(&roll.test, None, &roll.with)]
}
