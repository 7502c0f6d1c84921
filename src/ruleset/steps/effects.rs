//! `effects`: runs the steps in a cell of a table.

use super::{Fact, kind};
use crate::ruleset::read::{TO_WHOM, Takes, key};

kind! {
    Effects run by engine {
        cell: P::Formula = key("effects", Takes::Formula) => cell;
        to: P::Who = TO_WHOM => who;
    }
    does |_| [Fact::Leads]
}
