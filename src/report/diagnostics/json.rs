//! Diagnostics as JSON, for editors and other programs.
//!
//! A list with one object per diagnostic. Lines and columns count from 1, columns in characters, and `end_column` is
//! one past the last character. Without a place, `file` and the numbers are null. `text` is the exact underlined text,
//! cut after its first thousand characters.

use serde::Serialize;

use super::{in_order, resolved_span, wording};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::report::json::VersionedList;
use crate::report::messages::Catalogue;
use crate::report::visible::{json_lines, shortened};
use crate::source::{Sources, Span};

/// How many characters of the underlined text are given.
const LONGEST: usize = 1000;

/// An error or a warning, in words.
///
/// ```
/// # let game = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
/// let problems = game.prepare("3d6 + nothing").unwrap_err();
/// let problem = problems.iter().next().unwrap();
/// assert_eq!((problem.code, problem.text.as_deref()), (tirada::Code::UnknownName, Some("nothing")));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// What it is, the same in all languages; `docs/errors.md` lists them.
    pub code: Code,
    /// Whether nothing goes on.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where, if it has a place.
    #[serde(flatten)]
    pub at: Place,
    /// What is underlined there, no more than its first thousand characters.
    pub text: Option<String>,
    /// What is said under it.
    pub label: Option<String>,
    /// What may help, a sentence or two each.
    pub help: Vec<String>,
    /// Other places that it is about.
    pub related: Vec<Related>,
    /// A change that mends it. It has been tried.
    pub fix: Option<Fix>,
}

impl Problem {
    /// Whether it is an error, and not only a warning.
    ///
    /// ```
    /// # let game = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
    /// let problems = game.prepare("3d6 + nothing").unwrap_err();
    /// assert!(problems.iter().next().unwrap().is_error());
    /// ```
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Another place that a problem is about.
///
/// ```
/// let twice = "tirada: 1\nid: lamp\nname: Lamp\ntraits: {Wick: {number: any}, Wick: {number: any}}\n";
/// let problems = tirada::Game::from_text(twice).unwrap_err();
/// let related: &tirada::Related = problems.iter().flat_map(|problem| &problem.related).next().unwrap();
/// assert_eq!(related.at.line, Some(4));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Related {
    /// The related place.
    #[serde(flatten)]
    pub at: Place,
    /// What is said of it.
    pub message: String,
}

/// A change of a text.
///
/// ```
/// # let game = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
/// let problems = game.prepare("max(2d6 3)").unwrap_err();
/// if let Some(fix) = problems.iter().find_map(|problem| problem.fix.as_ref()) {
///     // Replaces the text from `fix.at.column` to `fix.at.end_column`.
///     assert!(!fix.replacement.is_empty());
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Fix {
    /// The place of the text to replace.
    #[serde(flatten)]
    pub at: Place,
    /// The new text.
    pub replacement: String,
    /// Whether nothing else can be meant: `tirada check --fix` makes these.
    pub sure: bool,
}

/// A place in a text. Lines and columns are from 1, columns in characters; the end is one past the last. All of it is
/// `None` where there is no place.
///
/// ```
/// # let game = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
/// let problems = game.prepare("3d6 + nothing").unwrap_err();
/// let at = &problems.iter().next().unwrap().at;
/// assert_eq!((at.line, at.column, at.end_column), (Some(1), Some(7), Some(14)));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The name of the text.
    pub file: Option<String>,
    /// First line, from 1.
    pub line: Option<usize>,
    /// First column, from 1, in characters.
    pub column: Option<usize>,
    /// Last line, from 1.
    pub end_line: Option<usize>,
    /// One past its last column.
    pub end_column: Option<usize>,
}

/// All of them as one object, on several lines.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, catalogue: &Catalogue) -> String {
    json_lines(&versioned(&problems(diagnostics, sources, &catalogue.as_it_is()))) + "\n"
}

/// The top-level object of a list of problems.
pub(crate) fn versioned(problems: &[Problem]) -> impl Serialize {
    VersionedList("problems", problems)
}

/// All of them in words, in their order.
#[must_use]
pub fn problems(diagnostics: &[Diagnostic], sources: &Sources, catalogue: &Catalogue) -> Vec<Problem> {
    in_order(diagnostics, sources).into_iter().map(|diagnostic| problem(diagnostic, sources, catalogue)).collect()
}

fn problem(diagnostic: &Diagnostic, sources: &Sources, catalogue: &Catalogue) -> Problem {
    let place = diagnostic.at.and_then(|span| resolved_span::ResolvedSpan::new(span, sources));
    Problem {
        code: diagnostic.code,
        severity: diagnostic.severity,
        message: wording::message(diagnostic, catalogue),
        at: place.as_ref().map(range).unwrap_or_default(),
        text: place.as_ref().map(|place| shortened(place.text(), LONGEST).into_owned()),
        label: wording::label(diagnostic, catalogue),
        help: diagnostic.helps.iter().map(|note| wording::note(note, catalogue)).collect(),
        related: diagnostic
            .labels
            .iter()
            .map(|label| Related { at: range_of(label.span, sources), message: wording::other(label, catalogue) })
            .collect(),
        fix: diagnostic.fix_offered().map(|fix| Fix {
            at: exact_range(fix.span, sources),
            replacement: fix.replacement.clone(),
            sure: fix.sure,
        }),
    }
}

fn range_of(span: Span, sources: &Sources) -> Place {
    resolved_span::ResolvedSpan::new(span, sources).as_ref().map(range).unwrap_or_default()
}

/// The range of a change keeps the line breaks that it takes away.
fn exact_range(span: Span, sources: &Sources) -> Place {
    resolved_span::ResolvedSpan::exact(span, sources).as_ref().map(range).unwrap_or_default()
}

fn range(place: &resolved_span::ResolvedSpan<'_>) -> Place {
    Place {
        file: Some(place.source.name().to_owned()),
        line: Some(place.start.line),
        column: Some(place.start.column),
        end_line: Some(place.end.line),
        end_column: Some(place.end.column),
    }
}
