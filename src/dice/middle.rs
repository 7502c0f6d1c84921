//! `km1`: keeps the given number of middle dice, with equally many dropped below and above.

use super::Chooser;
use crate::diagnostic::Code;

pub(super) struct Middle;

impl Chooser for Middle {
    fn left(&self, n: usize, have: usize) -> usize {
        n.min(have)
    }

    fn first(&self, left: usize, have: usize) -> Option<usize> {
        let others = have - left;
        others.is_multiple_of(2).then_some(others / 2)
    }

    fn is_certain(&self) -> bool {
        false
    }

    fn too_many(&self) -> Code {
        Code::KeepTooMany
    }
}
