//! The public API: a game, expressions and their odds, a table of characters.
//!
//! All types own their texts. Errors are [`Problems`], which contain messages and places. Results serialize to the JSON
//! of the command line (`docs/json.md`).

#![warn(missing_docs)]

mod cases;
mod dice;
mod expression;
mod game;
mod problems;
mod table;
mod text;

pub use cases::PlayedCases;
pub use dice::{Choice, Dice};
pub use expression::{Expression, Given, Roll, RollOdds, Samples};
pub use game::{Game, Loader};
pub use problems::{Fix, Place, Problem, Problems, Related};
pub use table::{Character, Played, Table};
pub use text::Format;
