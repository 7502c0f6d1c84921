//! Tabletop role-playing games as data: one evaluator, any ruleset.
//!
//! A [`Game`] comes from YAML files, or is built in. It prepares expressions, which you roll and whose [exact
//! odds](Expression::odds) you ask for. It also opens a [`Table`], where characters act. The library reads no file,
//! clock or environment, and does not print. It takes texts, and returns results that serialize to the JSON of the
//! command line.
//!
//! ```
//! use tirada::{Dice, Game};
//!
//! let game = Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
//! let roll = game.prepare("2d6 + 1")?.roll(&mut Dice::seeded(7))?;
//! assert!((3..=13).contains(&roll.total().unwrap()));
//!
//! // The default limits are those for strangers: two thousand dice are too many.
//! let problems = game.prepare("2000d6").unwrap_err();
//! assert_eq!(problems.iter().next().unwrap().code.as_str(), "too-many-dice");
//! # Ok::<(), tirada::Problems>(())
//! ```
//!
//! The modules import one another in one direction only; `docs/architecture.md` says in which order, and what each may
//! touch.

// What only the program uses is part of the library without it, too.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

mod api;
mod check;
#[cfg(feature = "cli")]
mod cli;
mod diagnostic;
mod dice;
mod engine;
mod id;
mod limits;
mod odds;
mod report;
mod ruleset;
mod session;
mod sort;
mod source;
#[cfg(feature = "cli")]
mod store;
mod syntax;
mod world;
mod yaml;

/// The program in the README is compiled and run, in both languages.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../README.es.md")]
struct Readme;

pub use api::{
    Character, Choice, Dice, Expression, Fix, Format, Game, Given, Loader, Place, Played, PlayedCases, Problem,
    Problems, Related, Roll, RollOdds, Samples, Table,
};
pub use diagnostic::{Code, Severity, UnknownCode};
pub use engine::{Answer, OutcomeResult, Verdict};
pub use limits::Limits;
pub use num_bigint::BigUint;
pub use odds::Chance;
pub use report::Language;
pub use report::odds::OddsFormat;
pub use ruleset::File;

/// The parts of the library, for the project's own program, tests and benchmarks. They can change at any time.
#[doc(hidden)]
pub mod internals {
    pub mod check {
        pub use crate::check::*;
    }
    #[cfg(feature = "cli")]
    pub mod cli {
        pub use crate::cli::*;
    }
    pub mod diagnostic {
        pub use crate::diagnostic::*;
    }
    pub mod dice {
        pub use crate::dice::*;
    }
    pub mod engine {
        pub use crate::engine::*;
    }
    pub mod id {
        pub use crate::id::*;
    }
    pub mod limits {
        pub use crate::limits::*;
    }
    pub mod odds {
        pub use crate::odds::*;
    }
    pub mod report {
        pub use crate::report::*;
    }
    pub mod ruleset {
        pub use crate::ruleset::*;
    }
    pub mod session {
        pub use crate::session::*;
    }
    pub mod sort {
        pub use crate::sort::*;
    }
    pub mod source {
        pub use crate::source::*;
    }
    #[cfg(feature = "cli")]
    pub mod store {
        pub use crate::store::*;
    }
    pub mod syntax {
        pub use crate::syntax::*;
    }
    pub mod world {
        pub use crate::world::*;
    }
    pub mod yaml {
        pub use crate::yaml::*;
    }
}
