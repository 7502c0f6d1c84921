//! Replays the cases of a game.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::game::Game;
use super::problems::Problems;
use crate::limits::Budget;
use crate::report::cases::{Suite, json};
use crate::ruleset::File;
use crate::session::{Builtin, SuiteRun};

/// The results of the cases of a game. Serializes to the JSON of `tirada test --format json`.
///
/// ```
/// use tirada::{File, Game};
///
/// let rules = "tirada: 1\nid: lamp\nname: Lamp\n";
/// let cases = "tirada cases: 1\nruleset: lamp\ncases:\n  Two dice: {roll: 2d6, dice: [3, 4], expect: {total: 7}}\n";
/// let lamp = Game::from_text(rules)?;
/// let played = lamp.play_cases(vec![File { name: "lamp.cases.yml".into(), text: cases.into() }]);
/// assert_eq!((played.passed(), played.failed()), (1, 0));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone)]
pub struct PlayedCases {
    suite: Suite,
    problems: Problems,
}

impl PlayedCases {
    /// The number of cases that passed.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let cases = "tirada cases: 1\nruleset: lamp\ncases: {Sum: {roll: 2d6, dice: [3, 4], expect: {total: 7}}}\n";
    /// let played = lamp.play_cases(vec![tirada::File { name: "cases.yml".into(), text: cases.into() }]);
    /// assert_eq!(played.passed(), 1);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn passed(&self) -> usize {
        self.suite.cases.len() - self.failed()
    }

    /// The number of cases that failed.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let cases = "tirada cases: 1\nruleset: lamp\ncases: {Sum: {roll: 2d6, dice: [3, 4], expect: {total: 8}}}\n";
    /// let played = lamp.play_cases(vec![tirada::File { name: "cases.yml".into(), text: cases.into() }]);
    /// assert_eq!(played.failed(), 1);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn failed(&self) -> usize {
        self.suite.failed()
    }

    /// Errors in the files of cases. A case that cannot be read is not played.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let played = lamp.play_cases(vec![tirada::File { name: "cases.yml".into(), text: "cases: [".into() }]);
    /// assert!(played.problems().has_errors());
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn problems(&self) -> &Problems {
        &self.problems
    }
}

impl Serialize for PlayedCases {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json(std::slice::from_ref(&self.suite)).serialize(serializer)
    }
}

impl Game {
    /// The files of cases of a built-in game; empty for any other id. They are in the library with the feature `cases`,
    /// which `cli` turns on.
    ///
    /// ```
    /// for id in tirada::Game::ids() {
    ///     assert!(!tirada::Game::built_in_cases(&id).is_empty(), "{id}");
    /// }
    /// ```
    #[cfg(feature = "cases")]
    #[must_use]
    pub fn built_in_cases(id: &str) -> Vec<File> {
        Builtin::cases(id)
    }

    /// Plays the cases in some files. [`Limits::cases`](crate::Limits) bounds the work of all of them together.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let cases = "tirada cases: 1\nruleset: lamp\ncases: {Sum: {roll: 2d6, dice: [3, 4], expect: {total: 7}}}\n";
    /// let played = lamp.play_cases(vec![tirada::File { name: "cases.yml".into(), text: cases.into() }]);
    /// assert!(played.problems().is_empty());
    /// assert_eq!((played.passed(), played.failed()), (1, 0));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn play_cases(&self, cases: Vec<File>) -> PlayedCases {
        let inner = &self.0;
        let mut session = inner.session(&inner.sources);
        session.work = Arc::new(Budget::new(session.limits.cases));
        let run = SuiteRun::play(&mut session, &inner.program, self.id(), cases, None);
        PlayedCases {
            suite: run.told(&session.sources, &inner.catalogue, false),
            problems: inner.problems(&run.errors, &session.sources),
        }
    }
}
