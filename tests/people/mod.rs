//! Characters: read from their files with everything that is wrong with them, written
//! back, and drawn.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod game;
mod laws;
mod reading;
mod sheets;
mod writing;
