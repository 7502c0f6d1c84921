//! `kh3` and `kl3`: only the highest or lowest dice count.

use super::Chooser;
use crate::diagnostic::Code;

pub(super) struct Keep {
    /// Whether the highest dice are kept; otherwise the lowest.
    pub(super) highest: bool,
}

impl Chooser for Keep {
    fn left(&self, n: usize, have: usize) -> usize {
        n.min(have)
    }

    fn first(&self, left: usize, have: usize) -> Option<usize> {
        Some(if self.highest { have - left } else { 0 })
    }

    fn too_many(&self) -> Code {
        Code::KeepTooMany
    }
}
