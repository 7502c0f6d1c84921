//! Syntax colours of the typed line.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::command::{COMMANDS, PromptCommand, parse};
use crate::syntax::{SyntaxLimits, TokenKind, tokens};

/// The line with colours. It has the same letters, and those alone.
#[must_use]
pub fn highlight(line: &str, is_name: &dyn Fn(&str) -> bool) -> String {
    if line.len() > SyntaxLimits::STANDARD.text {
        return line.to_owned();
    }
    let rolls = matches!(parse(line, is_name), Ok(PromptCommand::Roll(_) | PromptCommand::Nothing));
    let mut out = String::with_capacity(line.len() * 2);
    let mut reached = 0;
    for (index, (span, kind)) in tokens(line).into_iter().enumerate() {
        let (gap, text) = (line.get(reached..span.range().start), line.get(span.range()));
        let (Some(gap), Some(text)) = (gap, text) else { return line.to_owned() };
        out.push_str(gap);
        let command = !rolls && index == 0 && COMMANDS.iter().any(|(word, ..)| *word == text);
        let style = if command { colour(AnsiColor::Magenta).bold() } else { look(kind) };
        if style.is_plain() {
            out.push_str(text);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "{}{text}{}", style.render(), style.render_reset());
        }
        reached = span.range().end;
    }
    out.push_str(line.get(reached..).unwrap_or(""));
    out
}

fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(colour.into()))
}

fn look(kind: TokenKind) -> Style {
    match kind {
        TokenKind::Number => colour(AnsiColor::Yellow),
        TokenKind::Dice => colour(AnsiColor::Cyan).bold(),
        TokenKind::Name | TokenKind::QuotedName => colour(AnsiColor::Green),
        TokenKind::Keyword => colour(AnsiColor::Magenta),
        TokenKind::Comment => Style::new().dimmed(),
        TokenKind::Bad => colour(AnsiColor::Red),
        TokenKind::Operator | TokenKind::Bracket => Style::new(),
    }
}
