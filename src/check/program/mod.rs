//! The checked game: names are indices, and formulas are [`Ir`] with matching kinds. It cannot fail by name or kind.

mod dice;
mod game;
mod ir;
mod play;

pub use dice::*;
pub use game::*;
pub use ir::*;
pub use play::*;
