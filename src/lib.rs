//! Tabletop role-playing games as data: one evaluator, any ruleset.
//!
//! The rooms import one another in one direction only, in the order in which
//! they stand here; `docs/architecture.md` says what each may touch.

// What only the program uses is part of the library without it, too.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

pub mod limits;

pub mod source;

pub mod diagnostic;

pub mod syntax;

pub mod ruleset;

pub mod check;

pub mod state;

pub mod eval;

pub mod odds;

pub mod render;

pub mod session;

#[cfg(feature = "cli")]
pub mod cli;

#[cfg(feature = "cli")]
pub mod repl;
