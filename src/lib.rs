//! Tabletop role-playing games as data: one evaluator, any ruleset.
//!
//! The rooms import one another in one direction only, in the order in which
//! they stand here; `docs/architecture.md` says what each may touch.

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

pub mod cli;

pub mod repl;
