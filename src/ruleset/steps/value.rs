//! `value`: a formula. Its label holds what comes out.

use super::kind;
use crate::ruleset::read::{Takes, key};

kind! {
    Value runs value {
        formula: P::Formula = key("value", Takes::Formula) => value;
    }
}
