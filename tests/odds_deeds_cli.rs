//! `tirada odds --do` and what belongs to it, to the letter, in an invented game.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod common;
