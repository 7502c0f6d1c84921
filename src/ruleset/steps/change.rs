//! `change`: gives inputs of the running test another value.

use super::kind;
use crate::ruleset::read::{FORMULAS, key};

kind! {
    Change runs change {
        inputs: Vec<(P::Name, P::Formula)> = key("change", FORMULAS) => changes;
    }
}
