//! Odds in the format that is wanted.

use super::{MOST_WRITTEN, too_much};
use crate::cli::args::{Format, Odds as Wanted, OddsFormat};
use crate::cli::{Context, USAGE, WRONG};
use crate::diagnostic::Diagnostic;
use crate::render::document::Document;

/// Something as it is written in each format.
pub(super) struct Written<'a> {
    pub(super) document: &'a dyn Fn() -> Document,
    pub(super) json: &'a dyn Fn() -> String,
    pub(super) csv: &'a dyn Fn() -> String,
    /// `None`: there is no picture of it.
    pub(super) svg: Option<&'a dyn Fn() -> String>,
}

/// Writes it.
///
/// # Errors
///
/// That it is too much, or that there is no such format of it; with the exit code.
pub(super) fn write(context: &Context, wanted: &Wanted, written: &Written<'_>) -> Result<(), (Vec<Diagnostic>, u8)> {
    let output = &context.output;
    let text = match (wanted.format(), written.svg) {
        (OddsFormat::Text, _) => output.draw_text(&(written.document)(), wanted.plain),
        (OddsFormat::Markdown, _) => output.draw(&(written.document)(), Format::Markdown),
        (OddsFormat::Bbcode, _) => output.draw(&(written.document)(), Format::Bbcode),
        (OddsFormat::Json, _) => (written.json)(),
        (OddsFormat::Csv, _) => (written.csv)(),
        (OddsFormat::Svg, Some(svg)) => svg(),
        (OddsFormat::Svg, None) => return Err((vec![Diagnostic::error("odds-no-picture", None)], USAGE)),
    };
    let bytes = u64::try_from(text.len()).unwrap_or(u64::MAX);
    if bytes > MOST_WRITTEN {
        return Err((vec![too_much(bytes)], WRONG));
    }
    output.print(text.trim_end());
    Ok(())
}
