//! Odds in the format that is wanted.

use clap::ValueEnum;

use super::seated::Wrong;
use crate::cli::args::{Format, Odds as Wanted};
use crate::cli::{Context, WRONG};
use crate::diagnostic::{Code, Diagnostic};
use crate::render::odds::{Report, csv, document, json, svg};

/// How odds are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OddsFormat {
    /// For reading.
    Text,
    /// For programs.
    Json,
    /// For pages and chats.
    Markdown,
    /// For forums.
    Bbcode,
    /// For spreadsheets.
    Csv,
    /// As a picture.
    Svg,
}

impl OddsFormat {
    /// All of them, as help names them.
    pub const NAMES: &str = "text|json|markdown|bbcode|csv|svg";
}

/// Writes it.
///
/// # Errors
///
/// That it is too much; with the exit code.
pub(super) fn write(context: &Context, wanted: &Wanted, report: &dyn Report) -> Result<(), Wrong> {
    let (output, catalogue) = (&context.output, &context.output.catalogue);
    let format = wanted.format();
    let most = context.limits.written;
    if matches!(format, OddsFormat::Json | OddsFormat::Csv) {
        limited(report.bytes(), most)?;
    }
    let text = match format {
        OddsFormat::Text => output.draw_text(&document(report, catalogue), wanted.plain),
        OddsFormat::Markdown => output.draw(&document(report, catalogue), Format::Markdown),
        OddsFormat::Bbcode => output.draw(&document(report, catalogue), Format::Bbcode),
        OddsFormat::Json => json(report, catalogue),
        OddsFormat::Csv => csv(report, catalogue),
        OddsFormat::Svg => svg::render(report, catalogue),
    };
    limited(u64::try_from(text.len()).unwrap_or(u64::MAX), most)?;
    output.print_as(text.trim_end(), format == OddsFormat::Text);
    Ok(())
}

/// Refuses more bytes than anybody wants.
fn limited(bytes: u64, most: u64) -> Result<(), Wrong> {
    let megabytes = |bytes: u64| i64::try_from(bytes >> 20).unwrap_or(i64::MAX);
    if bytes <= most {
        return Ok(());
    }
    let error = Diagnostic::error(Code::OddsTooMuch, None);
    Err((vec![error.arg("size", megabytes(bytes)).arg("limit", megabytes(most))], WRONG))
}
