//! Marks in the boxes of a track, and how they move or replace existing marks.

use crate::check::program::TrackId;

/// The boxes of a track.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Boxes {
    /// The number of boxes, which all marks share.
    Shared(i64),
    /// For each mark its own, and how much one of them takes.
    Each(Vec<(i64, i64)>),
}

/// Boxes of a character's track get marks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marking {
    /// Whose, by place at the table.
    pub who: usize,
    pub track: TrackId,
    /// Which mark to begin with; `None`: that of the smallest free box that takes all, or else of the largest.
    pub mark: Option<usize>,
    /// How many boxes; where marks have boxes of their own, how much these have to take.
    pub count: i64,
    /// How many boxes the track has.
    pub boxes: Boxes,
    /// How many kinds of mark it has.
    pub kinds: usize,
    /// What finds no free box makes lighter marks worse.
    pub worsens: bool,
}

impl Marking {
    /// The boxes by mark afterwards, from those before; `None` if there is no such mark.
    #[must_use]
    pub fn on(&self, before: &[i64]) -> Option<Vec<i64>> {
        self.placed(before).map(|(marks, _)| marks)
    }

    /// The same, and how much found no box.
    #[must_use]
    pub fn placed(&self, before: &[i64]) -> Option<(Vec<i64>, i64)> {
        let mut marks = before.to_vec();
        marks.resize(self.kinds, 0);
        let last = self.kinds.saturating_sub(1);
        match &self.boxes {
            Boxes::Shared(boxes) => {
                let lost = marks.iter().fold(0_i64, |sum, one| sum.saturating_add(*one));
                let placed = self.count.min(boxes.saturating_sub(lost).max(0));
                let slot = marks.get_mut(self.mark?)?;
                *slot = slot.saturating_add(placed);
                let mut excess = self.count.saturating_sub(placed);
                if self.worsens {
                    let mut moved = 0;
                    // Lightest first, each to the next; all that there are of one at once.
                    for (at, slot) in marks.iter_mut().enumerate() {
                        *slot = slot.saturating_add(moved);
                        moved = if at < last { excess.min(*slot) } else { 0 };
                        *slot = slot.saturating_sub(moved);
                        excess = excess.saturating_sub(moved);
                    }
                }
                Some((marks, excess))
            }
            Boxes::Each(each) => {
                let mut left = self.count;
                let mut next = self.mark.or_else(|| fitting(each, &marks, left));
                while let Some(kind) = next {
                    let ((boxes, worth), slot) = (*each.get(kind)?, marks.get_mut(kind)?);
                    let whole = left / worth;
                    // A larger box is filled only where no smaller one takes what is left.
                    let wanted = if self.mark.is_some() && left % worth > 0 { whole.saturating_add(1) } else { whole };
                    let filled = wanted.max(1).min(boxes.saturating_sub(*slot).max(0));
                    *slot = slot.saturating_add(filled);
                    left = left.saturating_sub(filled.saturating_mul(worth)).max(0);
                    next = match self.mark {
                        _ if left == 0 => None,
                        Some(_) => Some(kind.saturating_add(1)).filter(|next| self.worsens && *next <= last),
                        None => fitting(each, &marks, left),
                    };
                }
                Some((marks, left))
            }
        }
    }
}

/// The mark of the smallest free box that takes all that is left, or else of the largest; the first of equals.
fn fitting(each: &[(i64, i64)], marks: &[i64], left: i64) -> Option<usize> {
    let free = each.iter().zip(marks).enumerate().filter(|(_, ((boxes, _), marked))| *marked < boxes);
    free.min_by_key(|(at, ((_, worth), _))| if *worth >= left { (false, *worth, *at) } else { (true, -worth, *at) })
        .map(|(at, _)| at)
}
