//! The checked game: names became numbers, formulas became [`Ir`] with kinds that
//! fit. What stands here cannot fail by name or kind.

mod dice;
mod game;
mod ir;
mod play;
mod slots;

pub use dice::*;
pub use game::*;
pub use ir::*;
pub use play::*;
pub use slots::{NO_SLOTS, SlotList};
