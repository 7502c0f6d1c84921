//! `value`: evaluates a formula and stores the result in its label.

use super::{Fact, kind};
use crate::ruleset::read::{Takes, key};

kind! {
    Value run by engine {
        formula: P::Formula = key("value", Takes::Formula) => value;
    }
    does |value| [Fact::Holds(&value.formula)]
}
