//! Marks in the boxes of a track, and their effect on marks that are there already.

use crate::check::program::TrackId;

/// Boxes of a character's track get marks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marking {
    /// Whose, by place at the table.
    pub who: usize,
    /// Which track.
    pub track: TrackId,
    /// Which mark.
    pub mark: usize,
    /// How many boxes.
    pub count: i64,
    /// How many boxes the track has.
    pub boxes: i64,
    /// How many kinds of mark it has.
    pub kinds: usize,
    /// What finds no free box makes lighter marks worse.
    pub worsens: bool,
}

impl Marking {
    /// The boxes by mark afterwards, from those before; `None` if there is no such mark.
    #[must_use]
    pub fn on(&self, before: &[i64]) -> Option<Vec<i64>> {
        let mut marks = before.to_vec();
        marks.resize(self.kinds, 0);
        let lost = marks.iter().fold(0_i64, |sum, one| sum.saturating_add(*one));
        let placed = self.count.min(self.boxes.saturating_sub(lost).max(0));
        let slot = marks.get_mut(self.mark)?;
        *slot = slot.saturating_add(placed);
        if self.worsens {
            let mut excess = self.count.saturating_sub(placed);
            let (last, mut moved) = (self.kinds.saturating_sub(1), 0);
            // Lightest first, each to the next; all that there are of one at once.
            for (at, slot) in marks.iter_mut().enumerate() {
                *slot = slot.saturating_add(moved);
                moved = if at < last { excess.min(*slot) } else { 0 };
                *slot = slot.saturating_sub(moved);
                excess = excess.saturating_sub(moved);
            }
        }
        Some(marks)
    }
}
