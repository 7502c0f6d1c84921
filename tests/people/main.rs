//! Characters: read from their files with everything that is wrong with them, written
//! back, and drawn.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../common/mod.rs"]
mod common;
mod game;
mod laws;
mod reading;
mod sheets;
mod writing;
