//! Colours of what is typed.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::command::{COMMANDS, Command, parse};
use crate::syntax::{SyntaxLimits, TokenKind, tokens};

/// The line with colours. It has the same letters, and those alone.
#[must_use]
pub fn highlight(line: &str, is_name: &dyn Fn(&str) -> bool) -> String {
    if line.len() > SyntaxLimits::STANDARD.text {
        return line.to_owned();
    }
    let rolls = matches!(parse(line, is_name), Ok(Command::Roll(_) | Command::Nothing));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The line with its colours as letters.
    fn drawn(line: &str) -> String {
        let text = highlight(line, &|_| false);
        assert_eq!(anstream::adapter::strip_str(&text).to_string(), line);
        let letters = [("\u{1b}[33m", "<n:"), ("\u{1b}[32m", "<w:"), ("\u{1b}[36m", "<d:"), ("\u{1b}[35m", "<k:")];
        let more = [("\u{1b}[31m", "<bad:"), ("\u{1b}[2m", "<c:"), ("\u{1b}[1m", ""), ("\u{1b}[0m", ">")];
        letters.iter().chain(&more).fold(text, |text, (code, letter)| text.replace(code, letter))
    }

    #[test]
    fn what_is_typed_is_coloured() {
        assert_eq!(drawn(" 3d6 + Zurlo/2  # mine"), " <d:3d6> + <w:Zurlo>/<n:2>  <c:# mine>");
        assert_eq!(drawn("let «a b» = 2"), "<k:let> <w:«a b»> = <n:2>");
        assert_eq!(drawn("use zork"), "<k:use> <w:zork>");
        assert_eq!(drawn("«open"), "<bad:«open>");
        assert_eq!(drawn(""), "");
    }
}
