//! What people see, as they see it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod actions;
mod diagnostics;
mod document;
mod odds;
mod writing;
mod xml;
