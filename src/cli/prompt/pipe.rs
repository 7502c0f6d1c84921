//! The prompt without a terminal: reads line by line, reports errors with line numbers, and returns an exit code.

use std::io::{BufRead, ErrorKind};
use std::path::Path;

use super::PromptConfig;
use super::state::{NoAnswers, PromptLine, PromptState};
use crate::cli::output::Output;
use crate::cli::{FILES, UNSAVED, cannot_read};
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::Limits;
use crate::source::{Sources, Span, wide};

/// The name of standard input in errors.
const NAME: &str = "<stdin>";

/// A line of input, as read.
#[derive(Debug, PartialEq, Eq)]
pub enum PipedLine {
    /// A line that can be understood.
    Line(String),
    /// Its beginning; the rest was not kept.
    TooLong(String),
    /// It is no text; what of it is shows where.
    NotText(String, usize),
}

/// Why reading ended.
pub(crate) enum Piped {
    /// There are no more, or no more are wanted.
    Ended,
    /// They cannot be read; the exit code.
    Failed(u8),
}

pub(super) fn run(mut start: PromptConfig, mut state: PromptState<'_>) -> u8 {
    if let Some(code) = super::begin(&mut start, &mut state) {
        return code;
    }
    let (mut failed, mut unwritten) = (false, None);
    let limits = start.limits;
    let ended = each_line(&mut start.output, limits, &mut |output, number, line| {
        let Ok(text) = line else {
            failed = true;
            return true;
        };
        let reply = state.execute(PromptLine { text, source: NAME, number }, &mut NoAnswers);
        output.speak(state.catalogue.language());
        output.complain(&reply.findings, state.sources());
        if !reply.document.is_empty() {
            unwritten = output.try_show(&reply.document, crate::cli::OutputFormat::Text).err();
        }
        failed |= reply.failed();
        !reply.quit && unwritten.is_none()
    });
    let code = match (ended, unwritten) {
        (Piped::Failed(code), _) => return code,
        (Piped::Ended, Some(unwritten)) => start.output.unwritten(unwritten),
        (Piped::Ended, None) => u8::from(failed),
    };
    // Also where the reader is gone: the lines that would have saved it were not read either.
    let Some(error) = state.lost_at_the_end() else {
        return super::end(&start, &mut state, code);
    };
    start.output.complain(&[error], &Sources::new());
    UNSAVED
}

/// What is done with a line, or with what is none, and its number; whether more are wanted.
pub(crate) type TakeLine<'t> = &'t mut dyn FnMut(&mut Output, usize, Result<&str, ()>) -> bool;

/// Takes each line of standard input with its number, as long as `take` wants more. What is no line is reported, and
/// taken as an error.
pub(crate) fn each_line(output: &mut Output, limits: Limits, take: TakeLine<'_>) -> Piped {
    let mut number = 0;
    let mut input = std::io::stdin().lock();
    if let Some(encoding) = input.fill_buf().ok().and_then(wide) {
        // Every line of it would be wrong.
        let error = Diagnostic::error(Code::FileUtf16, None)
            .arg("path", NAME)
            .arg("encoding", encoding)
            .help("help-save-as-utf-8");
        output.complain(&[error], &Sources::new());
        return Piped::Failed(FILES);
    }
    loop {
        number += 1;
        let (shown, error): (String, Option<(Code, usize)>) = match next(&mut input, limits.line) {
            Ok(None) => return Piped::Ended,
            Ok(Some(PipedLine::Line(text))) => (text, None),
            Ok(Some(PipedLine::TooLong(text))) => {
                let at = text.len();
                (text, Some((Code::LineTooLong, at)))
            }
            Ok(Some(PipedLine::NotText(text, at))) => (text, Some((Code::LineNotText, at))),
            Err(error) => {
                output.complain(&[cannot_read(Path::new(NAME), &error)], &Sources::new());
                return Piped::Failed(FILES);
            }
        };
        let goes_on = if let Some((code, at)) = error {
            let mut sources = Sources::new();
            let source = sources.add_from_line(number, NAME, shown);
            let limit = i64::try_from(limits.line).unwrap_or(i64::MAX);
            let error = Diagnostic::error(code, Span { source, start: at, end: at }).arg("limit", limit);
            output.complain(&[error], &sources);
            take(output, number, Err(()))
        } else {
            take(output, number, Ok(if number == 1 { shown.trim_start_matches('\u{FEFF}') } else { &shown }))
        };
        if !goes_on {
            return Piped::Ended;
        }
    }
}

/// The next line; of one that is longer than the limit no more than that is kept.
pub fn next(input: &mut impl BufRead, limit: usize) -> std::io::Result<Option<PipedLine>> {
    let mut bytes = Vec::new();
    let mut any = false;
    let mut too_long = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let piece = buffer.get(..end.unwrap_or(buffer.len())).unwrap_or(buffer);
        let room = limit.saturating_sub(bytes.len());
        too_long |= piece.len() > room;
        bytes.extend(piece.iter().take(room));
        let taken = end.map_or(buffer.len(), |end| end + 1);
        input.consume(taken);
        if end.is_some() {
            break;
        }
    }
    if !any {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\r') && !too_long {
        bytes.pop();
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) if too_long => PipedLine::TooLong(text),
        Ok(text) => PipedLine::Line(text),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            // A character may be cut where the line was.
            if too_long {
                PipedLine::TooLong(text.trim_end_matches('\u{FFFD}').to_owned())
            } else {
                PipedLine::NotText(text, at)
            }
        }
    }))
}
