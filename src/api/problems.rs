//! Diagnostics as data: code, message, places, fix.

use serde::{Serialize, Serializer};

use crate::diagnostic::{Code, Diagnostic};
use crate::report::Catalogue;
use crate::report::diagnostics::{json, plain};
use crate::source::Sources;

pub use json::{Fix, Place, Problem, Related};

/// Errors and warnings, in the order of their places. Serializes to the JSON of `tirada check --format json`.
///
/// ```
/// use tirada::Game;
///
/// let game = Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
/// let problems = game.prepare("3d6 + nothing").unwrap_err();
/// let first = problems.iter().next().unwrap();
/// assert_eq!(first.code.as_str(), "unknown-name");
/// assert_eq!((first.at.line, first.at.column), (Some(1), Some(7)));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems {
    list: Vec<Problem>,
    drawn: String,
}

impl Serialize for Problems {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::versioned(&self.list).serialize(serializer)
    }
}

impl Problems {
    pub(super) fn new(found: &[Diagnostic], sources: &Sources, catalogue: &Catalogue) -> Self {
        Self { list: json::problems(found, sources, catalogue), drawn: plain::render(found, sources, catalogue) }
    }

    /// Iterates over the errors and warnings.
    ///
    /// ```
    /// # let game = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
    /// let problems = game.prepare("3d6 + nothing").unwrap_err();
    /// assert!(problems.iter().all(|problem| problem.is_error()));
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Problem> {
        self.list.iter()
    }

    /// The number of errors and warnings.
    ///
    /// ```
    /// # let game = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
    /// let problems = game.prepare("3d6 + nothing").unwrap_err();
    /// assert_eq!(problems.len(), 1);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    ///
    /// ```
    /// # let game = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
    /// let problems = game.prepare("3d6 + nothing").unwrap_err();
    /// assert!(!problems.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether one of them is an error, and not only a warning.
    ///
    /// ```
    /// # let game = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
    /// let problems = game.prepare("3d6 + nothing").unwrap_err();
    /// assert!(problems.has_errors());
    /// ```
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(Problem::is_error)
    }

    /// Whether one of them has this code.
    ///
    /// ```
    /// # let game = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
    /// let problems = game.prepare("3d6 + nothing").unwrap_err();
    /// assert!(problems.has(tirada::Code::UnknownName));
    /// ```
    #[must_use]
    pub fn has(&self, code: Code) -> bool {
        self.list.iter().any(|one| one.code == code)
    }
}

/// Writes each as plain lines, with the text that it is about.
impl std::fmt::Display for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.drawn.trim_end())
    }
}

impl std::error::Error for Problems {}

impl<'p> IntoIterator for &'p Problems {
    type Item = &'p Problem;
    type IntoIter = std::slice::Iter<'p, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
