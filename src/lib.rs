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
//! What this page does not list (`check`, `syntax`, `session` and others) is visible only for the project's own tests,
//! and can change at any time.
//!
//! The modules import one another in one direction only, in the order in which
//! they stand here; `docs/architecture.md` says what each may touch.

// What only the program uses is part of the library without it, too.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

#[doc(hidden)]
pub mod id;

#[doc(hidden)]
pub mod sort;

#[doc(hidden)]
pub mod limits;

#[doc(hidden)]
pub mod source;

#[doc(hidden)]
pub mod diagnostic;

#[doc(hidden)]
pub mod dice;

#[doc(hidden)]
pub mod syntax;

#[doc(hidden)]
pub mod yaml;

#[doc(hidden)]
pub mod ruleset;

#[doc(hidden)]
pub mod check;

#[doc(hidden)]
pub mod world;

#[doc(hidden)]
pub mod engine;

#[doc(hidden)]
pub mod odds;

#[doc(hidden)]
pub mod report;

#[doc(hidden)]
pub mod session;

mod api;

/// The program in the README is compiled and run, in both languages.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../README.es.md")]
struct Readme;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod store;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

pub use api::{
    Character, Choice, Dice, Expression, Fix, Format, Game, Given, Loader, Place, Played, PlayedCases, Problem,
    Problems, Related, Roll, RollOdds, Table,
};
pub use diagnostic::{Code, Severity, UnknownCode};
pub use engine::{Answer, OutcomeResult, Verdict};
pub use limits::Limits;
pub use num_bigint::BigUint;
pub use odds::Chance;
pub use report::Language;
pub use report::odds::OddsFormat;
pub use ruleset::File;
