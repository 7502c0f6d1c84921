//! Dice that were thrown, and what can be read from them.

use std::sync::Arc;

use super::glance;
use crate::check::program::Game;
use crate::dice::Thrown;
use crate::ruleset::model::Reading;

/// A roll: dice thrown together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roll {
    /// The dice as they were written.
    pub text: String,
    /// What the test calls them.
    pub name: Option<Arc<str>>,
    /// The dice in their order.
    pub dice: Vec<Thrown>,
    /// Faces of the dice that count, ascending.
    pub sorted: Vec<i64>,
    /// Whether named dice are read off it.
    pub named: bool,
    /// The side of a test that threw it, from 0.
    pub side: usize,
}

/// Faces of the dice that count, ascending.
pub(super) fn kept_faces(dice: &[Thrown]) -> Vec<i64> {
    let mut faces: Vec<i64> = dice.iter().filter(|die| die.kept).map(|die| die.face).collect();
    faces.sort_unstable();
    faces
}

impl Roll {
    /// Dice that nobody has seen yet.
    pub(super) fn covered(named: bool, side: usize) -> Self {
        Self { text: String::new(), name: None, dice: Vec::new(), sorted: Vec::new(), named, side }
    }

    /// The same roll with its dice as they lay at another time.
    #[must_use]
    pub fn lying(&self, dice: &[Thrown]) -> Self {
        Self {
            dice: dice.to_vec(),
            sorted: kept_faces(dice),
            text: self.text.clone(),
            name: self.name.clone(),
            ..*self
        }
    }

    /// The final faces of all dice, in their order.
    #[must_use]
    pub fn faces(&self) -> Vec<i64> {
        self.dice.iter().map(|die| die.face).collect()
    }

    /// What a name reads; `None` where it has no meaning (the middle of two dice).
    #[must_use]
    pub fn read(&self, reading: Reading) -> Option<i64> {
        glance::read(&self.sorted, reading)
    }

    /// Named dice and their values, if names are read off it.
    #[must_use]
    pub fn names(&self, game: &Game) -> Vec<(String, i64)> {
        if !self.named {
            return Vec::new();
        }
        game.die_names.iter().filter_map(|die| Some((die.name.to_string(), self.read(die.reading)?))).collect()
    }
}
