//! Boxes of a track get marks, and what that comes to on marks that are there already.

/// Boxes of somebody's track get marks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marking {
    /// Whose, by place at the table.
    pub who: usize,
    /// Which track.
    pub track: usize,
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
    /// The boxes by mark afterwards, from those before.
    #[must_use]
    pub fn on(&self, before: &[i64]) -> Vec<i64> {
        let mut marks = before.to_vec();
        marks.resize(self.kinds, 0);
        let lost = marks.iter().fold(0_i64, |sum, one| sum.saturating_add(*one));
        let placed = self.count.min(self.boxes.saturating_sub(lost).max(0));
        if let Some(slot) = marks.get_mut(self.mark) {
            *slot = slot.saturating_add(placed);
        }
        if self.worsens {
            let mut excess = self.count.saturating_sub(placed);
            // Lightest first, each to the next; all that there are of one at once.
            for light in 0..marks.len().saturating_sub(1) {
                let moved = marks.get(light).copied().unwrap_or(0).min(excess);
                if let Some(slot) = marks.get_mut(light) {
                    *slot = slot.saturating_sub(moved);
                }
                if let Some(slot) = marks.get_mut(light + 1) {
                    *slot = slot.saturating_add(moved);
                }
                excess = excess.saturating_sub(moved);
            }
        }
        marks
    }
}
