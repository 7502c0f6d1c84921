//! Writes odds in the requested format.

use crate::cli::args::OddsArgs;
use crate::cli::r#do::ActionError;
use crate::cli::{CommandContext, WRONG};
use crate::diagnostic::{Code, Diagnostic};
use crate::report::odds::{OddsFormat, Report, write_odds};

/// Writes it.
///
/// # Errors
///
/// If it is too much; with the exit code.
pub(super) fn write(context: &CommandContext, wanted: &OddsArgs, report: &dyn Report) -> Result<(), ActionError> {
    let (output, catalogue) = (&context.output, &context.output.catalogue);
    let format = wanted.format();
    let most = context.limits.written;
    if format.is_data() {
        limited(report.bytes(), most)?;
    }
    let text = write_odds(report, format, &output.text_style(wanted.plain), catalogue);
    limited(u64::try_from(text.len()).unwrap_or(u64::MAX), most)?;
    output.print_as(text.trim_end(), format == OddsFormat::Text);
    Ok(())
}

/// Refuses an output of more than `most` bytes.
fn limited(bytes: u64, most: u64) -> Result<(), ActionError> {
    let megabytes = |bytes: u64| i64::try_from(bytes >> 20).unwrap_or(i64::MAX);
    if bytes <= most {
        return Ok(());
    }
    let error = Diagnostic::error(Code::OddsTooMuch, None);
    Err((vec![error.arg("size", megabytes(bytes)).arg("limit", megabytes(most))], WRONG))
}
