//! `shuffle`: puts the discards of a deck back into its pile.

use super::{Fact, kind};
use crate::ruleset::read::{Of, Takes, key};

kind! {
    Shuffle run by engine {
        deck: P::Deck = key("shuffle", Takes::Name(Of::Tag)) => deck;
    }
    does |_| [Fact::Chance]
}
