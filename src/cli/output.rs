//! Output: results to standard output, diagnostics to standard error.

use std::io::{IsTerminal as _, Write as _};

use super::args::{Colour, OutputFormat};
use super::saving::take_changed;
use super::{FILES, FINE};
use crate::diagnostic::Diagnostic;
use crate::report::diagnostics::{caret_lines, github, graphical, in_order, json, plain, summary};
use crate::report::document::text::TextStyle;
use crate::report::document::{Document, bbcode, markdown, text};
use crate::report::{Catalogue, Language, visible_drawn, visible_lines};
use crate::source::{SourceId, Sources};

/// Findings that people are shown at once; programs get all.
const MOST_SHOWN: usize = 100;

/// Clears the screen and what scrolled off it.
const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// Writes to standard output and standard error in the user's format.
#[derive(Clone)]
pub struct Output {
    pub catalogue: Catalogue,
    colour: Colour,
}

impl Output {
    #[must_use]
    pub fn new(language: Language, colour: Colour) -> Self {
        Self { catalogue: Catalogue::new(language), colour }
    }

    /// The same in another language.
    pub fn speak(&mut self, language: Language) {
        if self.catalogue.language() != language {
            self.catalogue = Catalogue::new(language);
        }
    }

    fn colour_on(&self, stream: &impl anstream::stream::RawStream) -> bool {
        match self.colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never && stream.is_terminal()
            }
        }
    }

    /// Columns of the terminal; 0 (no limit) in a pipe.
    fn width() -> usize {
        terminal_width().unwrap_or(0)
    }

    /// Whether standard output takes colours.
    #[must_use]
    pub(crate) fn colour(&self) -> bool {
        self.colour_on(&std::io::stdout())
    }

    /// Writes findings about a line that was just typed under that line, which began
    /// at a column: drawn on their own where it does not fit.
    pub(crate) fn complain_beneath(&self, findings: &[Diagnostic], sources: &Sources, typed: SourceId, column: usize) {
        if findings.is_empty() {
            return;
        }
        let width = terminal_width().unwrap_or(80);
        let style = TextStyle { colour: self.colour_on(&std::io::stderr()), width, plain: false };
        let typed = caret_lines::TypedPosition { source: typed, column };
        match caret_lines::render(findings, sources, &self.catalogue, &typed, &style) {
            Some(drawn) => write_error(&visible_drawn(drawn.trim_end()), "\n"),
            None => self.complain(findings, sources),
        }
    }

    /// Writes a text to standard output, where nothing of it can command a terminal. A reader that
    /// went away is no error.
    pub fn print(&self, text: &str) {
        self.write(&visible_lines(text));
    }

    /// The same, but that what else there is to say comes before the program ends if it cannot be written.
    pub(crate) fn try_print(&self, text: &str) -> Result<(), Unwritten> {
        try_write(&visible_lines(text))
    }

    /// [`Self::show`] in the same way.
    pub(crate) fn try_show(&self, document: &Document, format: OutputFormat) -> Result<(), Unwritten> {
        let drawn = self.draw(document, format);
        let drawn = drawn.trim_end();
        try_write(&if format == OutputFormat::Text { visible_drawn(drawn) } else { visible_lines(drawn) })
    }

    /// Writes what was drawn, with its colours, to standard output.
    fn print_drawn(&self, drawn: &str) {
        self.write(&visible_drawn(drawn));
    }

    /// Empties the terminal that standard output is; nothing in a pipe.
    pub(crate) fn clear(&self) {
        if std::io::stdout().is_terminal() {
            self.write(CLEAR);
        }
    }

    fn write(&self, line: &str) {
        self.must(try_write(line));
    }

    /// Where nothing can be written, nothing goes on.
    fn must(&self, written: Result<(), Unwritten>) {
        if let Err(unwritten) = written {
            std::process::exit(i32::from(self.unwritten(unwritten)));
        }
    }

    /// Shows what is about to happen, unless it was agreed to beforehand.
    pub(crate) fn announce(&self, document: &Document, agreed: bool) {
        let shown = self.try_show(document, OutputFormat::Text);
        if !agreed {
            self.must(shown);
        }
    }

    /// Says what was saved and removed, as standard output would have.
    fn tell_changed(&self) {
        let (there, gone): (Vec<_>, Vec<_>) =
            take_changed().into_iter().partition(|path| path.symlink_metadata().is_ok());
        for (id, paths) in [("do-written", there), ("files-removed", gone)] {
            let files: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            if !files.is_empty() {
                self.tell_message(id, &vec![("files", files.into())]);
            }
        }
    }

    /// Reports that standard output could not be written, unless its reader closed it, and lists the saved files;
    /// returns the exit code.
    pub(crate) fn unwritten(&self, unwritten: Unwritten) -> u8 {
        self.tell_changed();
        match unwritten {
            Unwritten::Unread => FINE,
            Unwritten::Failed => {
                self.tell(&self.catalogue.say("cannot-write"));
                FILES
            }
        }
    }

    #[must_use]
    pub fn draw(&self, document: &Document, format: OutputFormat) -> String {
        match format {
            OutputFormat::Text | OutputFormat::Json => self.draw_text(document, false),
            OutputFormat::Markdown => markdown::render(document),
            OutputFormat::Bbcode => bbcode::render(document),
        }
    }

    /// Draws a document as text, with plain characters if asked for.
    #[must_use]
    pub fn draw_text(&self, document: &Document, plain: bool) -> String {
        text::render(document, &self.text_style(plain))
    }

    /// How text is drawn on standard output, with plain characters if asked for.
    pub(crate) fn text_style(&self, plain: bool) -> TextStyle {
        TextStyle { colour: self.colour_on(&std::io::stdout()), width: Self::width(), plain }
    }

    /// Writes a document to standard output.
    pub fn show(&self, document: &Document, format: OutputFormat) {
        self.print_as(self.draw(document, format).trim_end(), format == OutputFormat::Text);
    }

    /// Writes to standard output what [`Self::draw_text`] drew, or another format.
    pub(crate) fn print_as(&self, text: &str, is_drawn: bool) {
        if is_drawn { self.print_drawn(text) } else { self.print(text) }
    }

    /// Writes findings to standard error: drawn on a terminal, plain elsewhere.
    pub fn complain(&self, findings: &[Diagnostic], sources: &Sources) {
        if findings.is_empty() {
            return;
        }
        let all = findings;
        let first: Vec<Diagnostic> = in_order(all, sources).into_iter().take(MOST_SHOWN).cloned().collect();
        let findings = first.as_slice();
        let drawn = if std::io::stderr().is_terminal() {
            let style = graphical::GraphicalStyle {
                unicode: true,
                colour: self.colour_on(&std::io::stderr()),
                width: terminal_width().unwrap_or(80),
            };
            graphical::render(findings, sources, &self.catalogue, &style)
        } else {
            plain::render(findings, sources, &self.catalogue)
        };
        write_error(&visible_drawn(drawn.trim_end()), "\n");
        if all.len() > MOST_SHOWN {
            self.tell(&self.catalogue.text("and-more", &vec![("count", (all.len() - MOST_SHOWN).into())]));
        }
        if all.len() > 1 {
            self.tell(&summary(all, &self.catalogue));
        }
    }

    /// Findings for programs, to standard output.
    pub fn findings_as_json(&self, findings: &[Diagnostic], sources: &Sources) {
        self.print(json::render(findings, sources, &self.catalogue).trim_end());
    }

    /// Findings as annotations of a build on GitHub, to standard output.
    pub fn findings_for_github(&self, findings: &[Diagnostic], sources: &Sources) {
        for line in github::render(findings, sources, &self.catalogue).lines() {
            self.print(line);
        }
    }

    /// Writes a line to standard error, where nothing of it can command a terminal.
    pub fn tell(&self, line: &str) {
        tell(line);
    }

    /// A message with arguments, to standard error.
    pub fn tell_message(&self, id: &str, args: &crate::diagnostic::Args) {
        self.tell(&self.catalogue.text(id, args));
    }
}

/// Writes a line to standard error, where nothing of it can command a terminal.
pub(crate) fn tell(line: &str) {
    write_error(&visible_lines(line), "\n");
}

/// Writes a question to standard error; its answer follows on the same line.
pub(crate) fn ask(question: &str) {
    write_error(&visible_lines(question), " ");
}

/// Shows in the current line of standard error how far something has come, if that is a terminal.
pub(crate) fn show_progress(done: u64, of: u64) {
    if std::io::stderr().is_terminal() {
        write_error(&format!("\r{done}/{of}"), "");
    }
}

/// Takes away what [`show_progress`] wrote.
pub(crate) fn clear_progress() {
    if std::io::stderr().is_terminal() {
        write_error("\r\x1b[K", "");
    }
}

/// Why standard output could not be written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Unwritten {
    /// A reader that went away has seen enough.
    Unread,
    Failed,
}

fn try_write(line: &str) -> Result<(), Unwritten> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|error| match error.kind() {
        std::io::ErrorKind::BrokenPipe => Unwritten::Unread,
        _ => Unwritten::Failed,
    })
}

fn write_error(text: &str, end: &str) {
    let mut error = std::io::stderr().lock();
    // Where even this fails there is no other way to report it.
    let _ = write!(error, "{text}{end}").and_then(|()| error.flush());
}

fn terminal_width() -> Option<usize> {
    terminal_size::terminal_size().map(|(terminal_size::Width(columns), _)| usize::from(columns))
}
