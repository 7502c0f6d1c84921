//! Odds in the format that is wanted.

use super::{MOST_WRITTEN, too_much};
use crate::cli::args::{Format, Odds as Wanted, OddsFormat};
use crate::cli::{Context, WRONG};
use crate::diagnostic::Diagnostic;
use crate::render::document::Document;

/// Something as it is written in each format.
pub(super) struct Written<'a> {
    pub(super) document: &'a dyn Fn() -> Document,
    pub(super) json: &'a dyn Fn() -> String,
    pub(super) csv: &'a dyn Fn() -> String,
    pub(super) svg: &'a dyn Fn() -> String,
}

/// Writes it.
///
/// # Errors
///
/// That it is too much; with the exit code.
pub(super) fn write(context: &Context, wanted: &Wanted, written: &Written<'_>) -> Result<(), (Vec<Diagnostic>, u8)> {
    let output = &context.output;
    let text = match wanted.format() {
        OddsFormat::Text => output.draw_text(&(written.document)(), wanted.plain),
        OddsFormat::Markdown => output.draw(&(written.document)(), Format::Markdown),
        OddsFormat::Bbcode => output.draw(&(written.document)(), Format::Bbcode),
        OddsFormat::Json => (written.json)(),
        OddsFormat::Csv => (written.csv)(),
        OddsFormat::Svg => (written.svg)(),
    };
    let bytes = u64::try_from(text.len()).unwrap_or(u64::MAX);
    if bytes > MOST_WRITTEN {
        return Err((vec![too_much(bytes)], WRONG));
    }
    output.print_as(text.trim_end(), wanted.format() == OddsFormat::Text);
    Ok(())
}
