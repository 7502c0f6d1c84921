//! Text -> syntax tree with places -> text again.
//!
//! The grammar is `grammar/tirada.pest`; its reference for people is
//! `grammar/README.md`. This room knows no names: what a word means is decided
//! by the `check` room.

mod ast;

pub use ast::*;
