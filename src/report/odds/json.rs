//! Odds as JSON, for programs.

use super::Report;
use crate::report::Catalogue;
use crate::report::visible::json_line;

/// The answer as one line of JSON.
#[must_use]
pub fn json(report: &dyn Report, catalogue: &Catalogue) -> String {
    json_line(&report.facts(&catalogue.as_it_is()))
}
