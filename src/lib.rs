//! Tabletop role-playing games as data: one evaluator, any ruleset.
//!
//! Whoever embeds it hands texts over: none of the rooms but `cli` and `repl`, which are the program, reads a
//! file, looks at the environment or prints (`tests/layers.rs` sees to that). A
//! [`Session`](session::Session) finds rulesets on a [`Shelf`](ruleset::Shelf), which is whatever gives texts, and
//! works within [`Limits`](limits::Limits): those for strangers, unless its caller raises them.
//!
//! ```
//! use tirada::diagnostic::Code;
//! use tirada::eval::Generator;
//! use tirada::limits::Limits;
//! use tirada::ruleset::File;
//! use tirada::session::{Builtin, Request, Session};
//!
//! let rules = "tirada: 1\nid: lamp\nname: Lamp\ndice: {roll: 2d6}\n";
//! let mut session = Session::new(&Builtin);
//! let lamp = session.load_files(vec![File { name: "lamp.yml".into(), text: rules.into() }]);
//! assert!(lamp.is_sound());
//!
//! let request = Request { text: "2d6 + 1".into(), ..Request::default() };
//! let ready = session.prepare(&lamp.game, &request).unwrap();
//! let total = session.value(&lamp.game, &ready, &mut Generator::new(7)).unwrap();
//! assert!((3..=13).contains(&total));
//!
//! // Two thousand dice are too many for a stranger.
//! let request = Request { text: "2000d6".into(), ..Request::default() };
//! assert_eq!(session.prepare(&lamp.game, &request).unwrap_err()[0].code, Code::TooManyDice);
//!
//! // Whoever knows who asks may allow more.
//! let session = Session::within(&Builtin, Limits { dice: 5_000, ..Limits::default() });
//! assert_eq!(session.limits.dice, 5_000);
//! ```
//!
//! What the documentation leaves out (`check`, `syntax`, `render`, the program) is visible for the project's own
//! tests, and may change at any time.
//!
//! The rooms import one another in one direction only, in the order in which
//! they stand here; `docs/architecture.md` says what each may touch.

// What only the program uses is part of the library without it, too.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

pub mod limits;

pub mod source;

pub mod diagnostic;

#[doc(hidden)]
pub mod syntax;

pub mod ruleset;

#[doc(hidden)]
pub mod check;

pub mod state;

pub mod eval;

pub mod odds;

#[doc(hidden)]
pub mod render;

pub mod session;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod repl;
