//! `order`: puts a role in order, highest first.

use super::{Fact, kind};
use crate::ruleset::read::{ACTION_NAME, NEAR, Takes, key};

kind! {
    Order run by engine {
        role: P::Slot = key("order", NEAR) => many;
        /// By what, seen from each; the next breaks ties.
        by: Vec<P::Formula> = key("by", Takes::List(&Takes::Formula)) => scores;
        /// The action of those that are equal.
        ties: Option<P::Name> = key("ties", ACTION_NAME) => ties;
    }
    does |order| [Fact::Leads].into_iter().chain(order.ties.iter().map(|action| Fact::Does(action, None)))
}
