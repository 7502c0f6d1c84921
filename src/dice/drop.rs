//! `dh1` and `dl1`: the highest or lowest dice do not count.

use super::Chooser;
use crate::diagnostic::Code;

pub(super) struct Drop {
    /// Whether the highest dice are dropped; otherwise the lowest.
    pub(super) highest: bool,
}

impl Chooser for Drop {
    fn left(&self, n: usize, have: usize) -> usize {
        have.saturating_sub(n)
    }

    fn first(&self, left: usize, have: usize) -> Option<usize> {
        Some(if self.highest { 0 } else { have - left })
    }

    fn too_many(&self) -> Code {
        Code::DropTooMany
    }
}
