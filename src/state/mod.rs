//! What is true of a character and a table: names with values. (Tracks, points,
//! tags and their events come with the next step.)

mod character;
mod env;

pub use character::{Character, read_character};
pub use env::Env;
