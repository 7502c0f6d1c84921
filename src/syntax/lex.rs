//! The tokens of a text, to colour it while it is typed, and the kind of each word.

use std::ops::Range;

use pest::Parser;

use super::grammar::{Grammar, Rule, place};
use super::{SyntaxLimits, TextSpan};

/// What a piece of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// `7`; also the number in `2C`, and `2..5`.
    Number,
    /// `4d6kh3`
    Dice,
    /// `zurlo`
    Name,
    /// `«zur mol»`
    QuotedName,
    /// `+`, `>=`, `,`
    Operator,
    /// `if`, `vs`
    Keyword,
    /// `# …`
    Comment,
    /// `(`, `]`
    Bracket,
    /// What means nothing, or quotes that are not closed.
    Bad,
}

/// The pieces of a text from left to right, without the blanks between them. Any
/// text has them, also one that is wrong.
#[must_use]
pub fn tokens(text: &str) -> Vec<(TextSpan, TokenKind)> {
    let Ok(pairs) = Grammar::parse(Rule::lexemes, text) else { return Vec::new() };
    let mut found = Vec::new();
    for pair in pairs.flat_map(pest::iterators::Pair::into_inner) {
        let kind = match pair.as_rule() {
            Rule::number | Rule::stretch => TokenKind::Number,
            Rule::pool => TokenKind::Dice,
            Rule::word => TokenKind::Name,
            Rule::quoted => TokenKind::QuotedName,
            Rule::sign | Rule::divide_down | Rule::divide_up | Rule::divide_nearest => TokenKind::Operator,
            Rule::keyword => TokenKind::Keyword,
            Rule::remark => TokenKind::Comment,
            Rule::bracket => TokenKind::Bracket,
            Rule::multiple => {
                let kinds = [TokenKind::Number, TokenKind::Name];
                found.extend(pair.into_inner().zip(kinds).map(|(part, kind)| (place(&part), kind)));
                continue;
            }
            Rule::EOI => continue,
            _ => TokenKind::Bad,
        };
        found.push((place(&pair), kind));
    }
    found
}

/// Where the expressions stand that `;` separates, from left to right. Where nothing is before or behind one, it
/// separates nothing: the whole text is one.
#[must_use]
pub fn separated(text: &str) -> Vec<Range<usize>> {
    let (mut depth, mut from) = (0_usize, 0);
    let mut found = Vec::new();
    for (span, kind) in tokens(text) {
        let at = span.range();
        match (kind, text.get(at.clone())) {
            (TokenKind::Bracket, Some("(" | "[")) => depth += 1,
            (TokenKind::Bracket, _) => depth = depth.saturating_sub(1),
            (TokenKind::Operator, Some(";")) if depth == 0 => {
                found.push(from..at.start);
                from = at.end;
            }
            _ => {}
        }
    }
    found.push(from..text.len());
    let mut whole = true;
    for part in &mut found {
        trim(text, part);
        whole &= part.start < part.end;
    }
    if whole { found } else { std::iter::once(0..text.len()).collect() }
}

/// The parts of a text that asks for several things of the same dice: `A, B given C`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joined {
    /// What is asked for, one at least, from left to right.
    pub parts: Vec<Range<usize>>,
    /// The condition behind `given`.
    pub given: Option<Range<usize>>,
    /// Tests in front of what is read of them, of which a dot parts them: `plim(1)` of `plim(1).zurlo`.
    pub tests: Vec<Range<usize>>,
}

/// The parts of a text in which `given`, commas, or dots behind a call or parentheses stand outside of brackets; `None`
/// where they do not, or part nothing from nothing. A comma that touches digits on both sides parts none.
#[must_use]
pub fn joined(text: &str) -> Option<Joined> {
    if text.len() > SyntaxLimits::STANDARD.text {
        return None;
    }
    let (mut depth, mut from, mut end) = (0_usize, 0, text.len());
    let (mut found, mut given) = (Joined { parts: Vec::new(), given: None, tests: Vec::new() }, None);
    // `let` without its `in`: the commas between are its own.
    let mut lets = 0_usize;
    // What is outside of brackets since a part began, and these.
    let mut outside: Vec<(Range<usize>, TokenKind)> = Vec::new();
    let digit = |at: Option<usize>| at.and_then(|at| text.as_bytes().get(at)).is_some_and(u8::is_ascii_digit);
    for (span, kind) in tokens(text) {
        let at = span.range();
        let nested = depth > 0;
        match (kind, text.get(at.clone())) {
            (TokenKind::Bracket, Some("(" | "[")) => depth += 1,
            (TokenKind::Bracket, _) => depth = depth.saturating_sub(1),
            (TokenKind::Comment, _) => end = at.start,
            (TokenKind::Keyword, Some("let")) if depth == 0 => lets += 1,
            (TokenKind::Keyword, Some("in")) if depth == 0 => lets = lets.saturating_sub(1),
            (TokenKind::Operator, Some(".")) if depth == 0 && given.is_none() => {
                let test = match outside.as_slice() {
                    [(name, TokenKind::Name | TokenKind::QuotedName), _, (close, TokenKind::Bracket)] => {
                        Some(name.start..close.end)
                    }
                    [(open, TokenKind::Bracket), (close, _)] => Some(open.end..close.start),
                    _ => None,
                };
                if let Some(test) = test {
                    found.tests.push(test);
                    from = at.end;
                }
            }
            (TokenKind::Operator, Some(","))
                if depth == 0
                    && lets == 0
                    && given.is_none()
                    && !(digit(at.start.checked_sub(1)) && digit(Some(at.end))) =>
            {
                found.parts.push(from..at.start);
                from = at.end;
            }
            (TokenKind::Name, Some("given")) if depth == 0 && given.is_none() => {
                found.parts.push(from..at.start);
                given = Some(at.end);
            }
            _ => {}
        }
        // A part begins here.
        if from == at.end {
            outside.clear();
        } else if !nested || depth == 0 {
            outside.push((at, kind));
        }
    }
    match given {
        Some(from) => found.given = Some(from..end),
        None => found.parts.push(from..end),
    }
    found.parts.iter_mut().chain(&mut found.given).for_each(|part| trim(text, part));
    let parts = found.given.is_some() || found.parts.len() > 1 || !found.tests.is_empty();
    (parts && !found.parts.iter().chain(&found.given).any(Range::is_empty)).then_some(found)
}

/// A part of a text without the blanks at its ends.
fn trim(text: &str, part: &mut Range<usize>) {
    let written = text.get(part.clone()).unwrap_or("");
    let blank = written.len() - written.trim_start().len();
    *part = part.start + blank..part.start + written.trim_end().len().max(blank);
}

/// Whether a word is read as dice wherever it is, so that nothing can be named
/// so: `d`, `D`, `dF`, `d6`, `3d`, `dkh2`; also `d6x`, which is read as dice with an
/// error in them.
#[must_use]
pub fn is_dice_word(word: &str) -> bool {
    // Most words are none, and that is seen at once.
    word.trim_start_matches(|letter: char| letter.is_ascii_digit()).starts_with(['d', 'D'])
        && Grammar::parse(Rule::only_dice, word).is_ok()
}

/// Whether a word is part of the language. Only in lower case; in quotes any word
/// is a name.
#[must_use]
pub fn is_keyword(word: &str) -> bool {
    matches!(word, "vs" | "beats" | "and" | "or" | "not" | "if" | "then" | "else" | "let" | "in" | "yes" | "no")
}

/// Whether a name may be written without quotes.
#[must_use]
pub fn is_plain_name(name: &str) -> bool {
    name.chars().count() <= SyntaxLimits::STANDARD.name && Grammar::parse(Rule::only_word, name).is_ok()
}
