//! The checked game: names are indices, and formulas are [`Ir`] with matching kinds. Evaluation cannot fail by name or
//! kind.

mod decks;
mod dice;
mod die_names;
mod facts;
mod game;
mod ir;
mod play;
mod slots;

pub use crate::dice::{Die, PoolModifier};
pub use decks::*;
pub use dice::*;
pub use die_names::DieNames;
pub use facts::*;
pub use game::*;
pub use ir::*;
pub use play::*;
pub use slots::{NO_SLOTS, SlotList};
pub(in crate::check) use slots::{hidden_column, hidden_row};
