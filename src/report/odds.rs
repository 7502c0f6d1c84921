//! Odds for readers and programs: tables with bars, CSV, JSON and pictures.
//!
//! A [`Report`] answers one question: about expressions ([`ExpressionView`]), an action ([`ActionView`]), turn after
//! turn ([`TurnsView`]), or dice that were thrown ([`AfterView`]). It consists of the parts that writers take: a document of
//! tables, plots, facts, rows of a spreadsheet. Each format has one writer, which is independent of the questions.

mod action;
mod after;
mod changes;
pub mod csv;
mod expression;
mod facts;
pub mod figures;
mod json;
mod outcomes;
mod pairs;
mod plot;
mod policy;
pub mod rows;
mod sheet;
pub mod svg;
mod sweep;
mod table;
mod turns;

use super::Catalogue;
use super::document::text::TextStyle;
use super::document::{Document, Line, bbcode, markdown, text};
use super::json::Json;
use super::numbers::Numbers;

pub use action::ActionView;
pub use after::AfterView;
pub use csv::csv;
use csv::write_row;
pub use expression::{ExpressionView, Parameter, Point, Series};
pub use json::json;
pub use plot::Picture;
pub use sheet::Spreadsheet;
pub use turns::{TurnEvent, TurnsView};

/// The answer to a question about odds, for the writer of each format.
pub trait Report {
    /// The question as a title.
    fn title(&self, catalogue: &Catalogue) -> Line;

    /// Tables and notes about them, for readers.
    fn document(&self, catalogue: &Catalogue) -> Document;

    /// What is drawn of it.
    fn picture(&self, catalogue: &Catalogue) -> Picture;

    /// All numbers, as JSON.
    fn facts(&self, catalogue: &Catalogue) -> Json;

    /// A row for each chance, for spreadsheets.
    fn sheet(&self, catalogue: &Catalogue) -> Spreadsheet;

    /// About how many bytes all of it is as JSON or CSV, where it may be very many.
    fn bytes(&self) -> u64 {
        0
    }
}

/// How odds are written.
///
/// ```
/// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
/// let odds = lamp.prepare("d4")?.odds()?;
/// assert!(odds.write(tirada::OddsFormat::Csv).contains("25"));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum OddsFormat {
    /// For readers, in a terminal.
    #[default]
    Text,
    /// For programs; see `docs/json.md`.
    Json,
    /// For pages and chats.
    Markdown,
    /// For forums without Markdown.
    Bbcode,
    /// Comma-separated values, for spreadsheets.
    Csv,
    /// A picture in one file.
    Svg,
}

impl OddsFormat {
    /// All of them, as help names them.
    #[cfg(feature = "cli")]
    pub(crate) const NAMES: &str = "text|json|markdown|bbcode|csv|svg";

    /// Whether it tells every chance there is, and so may be long.
    #[cfg(feature = "cli")]
    pub(crate) fn is_data(self) -> bool {
        matches!(self, Self::Json | Self::Csv)
    }
}

/// The answer in a format; text is drawn as the style says.
#[must_use]
pub fn write_odds(report: &dyn Report, format: OddsFormat, style: &TextStyle, catalogue: &Catalogue) -> String {
    match format {
        OddsFormat::Text => text::render(&document(report, catalogue), style),
        OddsFormat::Markdown => markdown::render(&document(report, catalogue)),
        OddsFormat::Bbcode => bbcode::render(&document(report, catalogue)),
        OddsFormat::Json => json(report, catalogue),
        OddsFormat::Csv => csv(report, catalogue),
        OddsFormat::Svg => svg::render(report, catalogue),
    }
}

/// The answer as a document.
#[must_use]
pub fn document(report: &dyn Report, catalogue: &Catalogue) -> Document {
    Numbers::of(catalogue).document(&report.document(catalogue))
}

/// Which chance tables show for a value: of exactly it, of it or more, of it or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cumulation {
    /// How likely each value is.
    #[default]
    Exactly,
    /// How likely it or a higher one is.
    AtLeast,
    /// How likely it or a lower one is.
    AtMost,
}
