//! `dh1` and `dl1`: so many dice from one end do not count.

use super::Chooser;
use crate::diagnostic::Code;

pub(super) struct Drop {
    /// The highest, or else the lowest.
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
