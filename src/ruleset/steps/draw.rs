//! `draw`: takes cards from the pile of a deck, each with the same probability.

use super::{Fact, kind};
use crate::ruleset::read::{Of, TO_WHOM, Takes, key};

kind! {
    Draw lowered by checker run by engine {
        deck: P::Deck = key("draw", Takes::Name(Of::Tag)) => deck;
        /// How many; `None`: one, which is what the label holds.
        number: Option<P::Formula> = key("number", Takes::Formula) => how_many;
        to: P::Who = TO_WHOM => holder;
    }
    does |draw| [Fact::Draws(&draw.deck, draw.number.as_ref())]
}
