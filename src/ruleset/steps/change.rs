//! `change`: gives inputs of the running test another value.

use super::{Fact, kind};
use crate::ruleset::read::{FORMULAS, key};

kind! {
    Change run by engine {
        inputs: Vec<(P::Name, P::Formula)> = key("change", FORMULAS) => changes;
    }
    does |change| [Fact::Changes(&change.inputs)]
}
