//! Characters: read from their files with everything that is wrong with them, written
//! back, and drawn.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod game;
mod laws;
mod reading;
mod sheets;
mod writing;

/// A value as a file says it.
fn written(value: &tirada::internals::world::Answer) -> String {
    use tirada::internals::report::{Catalogue, Language, roll::words};
    words(value, &Catalogue::new(Language::English))
}
