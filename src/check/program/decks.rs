//! Decks: their cards, by index.

use std::collections::HashMap;
use std::sync::Arc;

/// The cards of a deck, each of which is there once.
#[derive(Debug, Clone, Default)]
pub struct Deck {
    /// In the order in which they are written.
    pub cards: Vec<Card>,
    /// Their indices, by name.
    pub names: HashMap<String, usize>,
    /// When the pile is empty, the discards are shuffled.
    pub reshuffles: bool,
    /// Something goes through the cards of a hand one by one, or reads the first: their order may matter.
    pub ordered: bool,
}

impl Deck {
    #[must_use]
    pub fn card(&self, name: &str) -> Option<&Card> {
        self.cards.get(*self.names.get(name)?)
    }
}

/// A card of a deck.
#[derive(Debug, Clone)]
pub struct Card {
    pub name: Arc<str>,
    /// The name as it is written, where it has values or ranges in braces.
    pub pattern: Option<Arc<str>>,
    /// The values that its name says, by index.
    pub named: Vec<usize>,
    /// The numbers that stand in its name in place of ranges.
    pub numbers: Vec<i64>,
    /// In the order of its kind of tag.
    pub values: Vec<CardValue>,
}

/// What a card says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardValue {
    /// A number; also the index of a row, a word …
    Number(i64),
    Text(String),
}
