//! `do`: calls another action.

use super::{Fact, kind};
use crate::ruleset::read::{ACTION_NAME, PLAYED, WITH, key};

kind! {
    Do lowered by checker run by engine {
        action: P::Name = key("do", ACTION_NAME);
        roles: Vec<P::Role> = key("as", PLAYED);
        /// Answers to its questions.
        with: Vec<(P::Name, P::Formula)> = WITH;
    }
    does |call| [Fact::Does(&call.action, Some(&call.with))]
}
