//! Rolls as they lay on the table when each step was made. What a deed keeps of a roll is how
//! it lay in the end.

use crate::eval::{Roll, Step};

/// Rolls as they lie now, while the steps are told one after the other.
pub(super) struct Lying {
    now: Vec<Roll>,
    /// The last that was thrown again, as it lay before.
    before: Option<(usize, Roll)>,
}

impl Lying {
    /// The rolls as they lay at first.
    pub(super) fn new(rolls: &[Roll], trace: &[Step]) -> Self {
        let mut now = rolls.to_vec();
        let mut kept_old = false;
        for step in trace.iter().rev() {
            match step {
                Step::KeptOld(_) => kept_old = true,
                // What came of it was taken back at once.
                Step::Rerolled { .. } if std::mem::take(&mut kept_old) => {}
                Step::Rerolled { roll, from, to } => {
                    if let Some(roll) = now.get_mut(*roll) {
                        take_back(roll, from, to);
                    }
                }
                _ => {}
            }
        }
        Self { now, before: None }
    }

    /// A roll as it lies.
    pub(super) fn roll(&self, index: usize) -> Option<&Roll> {
        self.now.get(index)
    }

    /// Dice were thrown again.
    pub(super) fn rerolled(&mut self, index: usize, from: &[i64], to: &[i64]) {
        let Some(roll) = self.now.get_mut(index) else { return };
        self.before = Some((index, roll.clone()));
        let mut chosen: Vec<usize> = Vec::new();
        let all = from.len() == roll.dice.len();
        for (old, new) in from.iter().zip(to) {
            let mut places = roll.dice.iter().enumerate();
            let free = |at: usize| !chosen.contains(&at);
            let Some((at, _)) = places.find(|(at, die)| free(*at) && die.face == *old && (die.kept || all)) else {
                continue;
            };
            chosen.push(at);
            if let Some(die) = roll.dice.get_mut(at) {
                die.rerolled.push(std::mem::replace(&mut die.face, *new));
            }
        }
        sort(roll);
    }

    /// The old dice stay.
    pub(super) fn kept_old(&mut self) {
        if let Some((index, roll)) = self.before.take()
            && let Some(slot) = self.now.get_mut(index)
        {
            *slot = roll;
        }
    }
}

/// The dice as they lay before these were thrown again.
fn take_back(roll: &mut Roll, from: &[i64], to: &[i64]) {
    let mut chosen: Vec<usize> = Vec::new();
    for (old, new) in from.iter().zip(to) {
        let mut places = roll.dice.iter().enumerate();
        let found =
            places.find(|(at, die)| !chosen.contains(at) && die.face == *new && die.rerolled.last() == Some(old));
        let Some((at, _)) = found else { continue };
        chosen.push(at);
        if let Some(die) = roll.dice.get_mut(at) {
            die.face = die.rerolled.pop().unwrap_or(*old);
        }
    }
    sort(roll);
}

fn sort(roll: &mut Roll) {
    roll.sorted = roll.dice.iter().filter(|die| die.kept).map(|die| die.face).collect();
    roll.sorted.sort_unstable();
}
