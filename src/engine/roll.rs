//! Thrown dice, and the values that can be read from them.

use std::sync::Arc;

use super::statistic;
use crate::check::program::{CheckedGame, Count, Pool};
use crate::dice::{Die, Thrown};
use crate::ruleset::model::Reading;
use crate::source::fold;

/// A roll: dice thrown together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceRoll {
    /// The dice as written.
    pub text: String,
    /// The name of the throw in its test.
    pub name: Option<Arc<str>>,
    /// The dice in the order of the throw.
    pub dice: Vec<Thrown>,
    /// Faces of the dice that count, ascending.
    pub sorted: Vec<i64>,
    /// Whether die names read it.
    pub named: bool,
    /// The side of a test that threw it, from 0.
    pub side: usize,
    /// The number of sides of its dice.
    pub(super) sides: u32,
    /// Whether its formulas have other values than when it was thrown.
    pub(super) outdated: bool,
    /// Its dice as thrown, without those from explosions.
    pub(super) batches: Vec<Batch>,
}

/// Dice of a roll that were thrown together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Batch {
    pub(super) dice: u32,
    pub(super) order: Order,
}

/// The order of the dice of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// In the order in which they were thrown.
    AsThrown,
    /// Sorted, as a walk over all outcomes enumerates them: any of them may be the last.
    Sorted,
    /// Sorted, and some were rerolled.
    Again,
    /// It is no longer known which of them was thrown last.
    Lost,
}

/// The dice with their number: `3d6`, even if a formula gives the number.
pub(super) fn text_of(pool: &Pool, count: u32) -> Option<String> {
    Some(match &pool.count {
        Count::Fixed(_) => pool.text.clone(),
        Count::Computed(_) => format!("{count}{}", pool.text.get(pool.text.rfind(')')? + 1..)?),
    })
}

/// Faces of the dice that count, ascending.
pub(super) fn kept_faces(dice: &[Thrown]) -> Vec<i64> {
    let mut faces: Vec<i64> = dice.iter().filter(|die| die.kept).map(|die| die.face).collect();
    faces.sort_unstable();
    faces
}

impl DiceRoll {
    /// A hidden roll.
    pub(super) fn covered(named: bool, side: usize) -> Self {
        let (text, dice, sorted, batches) = (String::new(), Vec::new(), Vec::new(), Vec::new());
        Self { text, name: None, dice, sorted, named, side, sides: 0, outdated: false, batches }
    }

    /// Sets the number of sides of added and rerolled dice; existing dice keep theirs.
    pub(super) fn goes_on_with(&mut self, die: &Die) {
        let sides = die.sides();
        if self.sides != sides {
            let before = self.sides;
            self.dice.iter_mut().for_each(|die| _ = die.sides.get_or_insert(before));
            self.sides = sides;
        }
    }

    /// The roll with its dice at another time.
    #[must_use]
    pub fn lying(&self, dice: &[Thrown]) -> Self {
        Self {
            dice: dice.to_vec(),
            sorted: kept_faces(dice),
            text: self.text.clone(),
            name: self.name.clone(),
            batches: self.batches.clone(),
            ..*self
        }
    }

    /// Whether the throw has this name in its test.
    pub(super) fn is_called(&self, text: &str) -> bool {
        self.name.as_ref().is_some_and(|name| fold(name) == fold(text))
    }

    /// The number of dice, hidden or visible, without those from explosions.
    pub(super) fn count(&self) -> u32 {
        self.batches.iter().map(|batch| batch.dice).sum()
    }

    /// Whether none of its dice has been read or changed.
    pub(super) fn is_untouched(&self) -> bool {
        self.dice.is_empty() && self.batches.iter().all(|batch| batch.order == Order::Sorted)
    }

    /// Notes a sorted reroll of some dice; `alone`: of one die, which keeps its position.
    pub(super) fn thrown_again(&mut self, alone: bool) {
        let several = self.batches.len() > 1;
        for batch in &mut self.batches {
            batch.order = match batch.order {
                Order::AsThrown if alone => Order::AsThrown,
                Order::Sorted | Order::Again if alone || !several => Order::Again,
                _ => Order::Lost,
            };
        }
    }

    /// The final faces of all dice, in the order of the throw.
    #[must_use]
    pub fn faces(&self) -> Vec<i64> {
        self.dice.iter().map(|die| die.face).collect()
    }

    /// The value of a die name; `None` if there is no such die (the middle of two).
    #[must_use]
    pub fn read(&self, reading: Reading) -> Option<i64> {
        statistic::read(&self.sorted, reading)
    }

    /// Named dice and their values, if names are read off it.
    #[must_use]
    pub fn names(&self, game: &CheckedGame) -> Vec<(String, i64)> {
        if !self.named {
            return Vec::new();
        }
        game.die_names.iter().filter_map(|die| Some((die.name.to_string(), self.read(die.reading)?))).collect()
    }
}
