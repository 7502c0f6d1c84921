//! A text as tokens, and queries about them.

use std::cell::OnceCell;

use super::our_word;
use crate::syntax::{TextSpan, TokenKind, tokens};

/// Whether parentheses that open in a text close in it, and no others do.
pub(super) fn is_balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().all(|letter| match letter {
        '(' => {
            depth += 1;
            true
        }
        ')' => depth.checked_sub(1).map(|less| depth = less).is_some(),
        _ => true,
    }) && depth == 0
}

/// A range of bytes, and its replacement.
pub(super) type Substitution = (std::ops::Range<usize>, String);

pub(super) type Replacement = Option<Substitution>;

/// A text with its pieces.
pub(super) struct Pieces<'t> {
    pub(super) text: &'t str,
    pub(super) list: Vec<(TextSpan, TokenKind)>,
    /// Our word in the language for each of them: nearly every rule asks for it.
    ours: OnceCell<Vec<Option<&'static str>>>,
}

impl<'t> Pieces<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let list = tokens(text).into_iter().filter(|(_, kind)| *kind != TokenKind::Comment).collect();
        Self { text, list, ours: OnceCell::new() }
    }

    pub(super) fn word(&self, at: usize) -> &'t str {
        self.list.get(at).and_then(|(span, _)| self.text.get(span.range())).unwrap_or("")
    }

    pub(super) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.list.get(at).map(|(_, kind)| *kind)
    }

    pub(super) fn start(&self, at: usize) -> usize {
        self.list.get(at).map_or(self.text.len(), |(span, _)| span.start as usize)
    }

    pub(super) fn end(&self, at: usize) -> usize {
        self.list.get(at).map_or(self.text.len(), |(span, _)| span.end as usize)
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or("")
    }

    /// Our word in the language, for a word that is no name.
    pub(super) fn ours(&self, at: usize, known: &dyn Fn(&str) -> bool) -> Option<&'static str> {
        if !self.is_word(at) || known(self.word(at)) {
            return None;
        }
        let all = self.ours.get_or_init(|| self.indices().map(|at| our_word("language", self.word(at))).collect());
        all.get(at).copied().flatten()
    }

    /// A word that is called and no name, with the dots that it may have; and the parenthesis behind it.
    pub(super) fn called(&self, at: usize, known: &dyn Fn(&str) -> bool) -> Option<(&'t str, usize)> {
        if self.kind(at) != Some(TokenKind::Name) || known(self.word(at)) {
            return None;
        }
        let last = if self.word(at + 1) == "." { at + 2 } else { at };
        (self.word(last + 1) == "(").then(|| (self.slice(self.start(at), self.end(last)), last + 1))
    }

    /// Whether a piece is a word.
    pub(super) fn is_word(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(TokenKind::Name | TokenKind::Keyword))
    }

    /// Whether a piece is a name, in quotes or without.
    pub(super) fn is_name(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(TokenKind::Name | TokenKind::QuotedName))
    }

    pub(super) fn indices(&self) -> std::ops::Range<usize> {
        0..self.list.len()
    }

    /// Whether a value can end with a piece, or begin with it.
    pub(super) fn is_value(&self, at: usize, bracket: &str) -> bool {
        match self.kind(at) {
            Some(TokenKind::Number | TokenKind::Dice | TokenKind::Name | TokenKind::QuotedName) => true,
            Some(TokenKind::Bracket) => self.word(at) == bracket,
            _ => false,
        }
    }

    /// The nearest piece before (`-1`) or after (`1`) another that ends what it is a part of: a bracket, a comma, one
    /// of these words.
    pub(super) fn beside(&self, at: usize, step: isize, words: &[&str]) -> Option<usize> {
        let mut depth = 0_usize;
        let mut next = at;
        loop {
            next = next.checked_add_signed(step).filter(|&next| next < self.list.len())?;
            let (opens, closes) = if step < 0 { ([")", "]"], ["(", "["]) } else { (["(", "["], [")", "]"]) };
            let word = self.word(next);
            match word {
                _ if opens.contains(&word) => depth += 1,
                _ if closes.contains(&word) && depth > 0 => depth -= 1,
                _ if depth > 0 => {}
                "," | ";" => return Some(next),
                _ if closes.contains(&word) || words.contains(&word) => return Some(next),
                _ => {}
            }
        }
    }

    /// `if` with its three parts, in place of all these pieces.
    pub(super) fn condition(&self, parts: [std::ops::Range<usize>; 3], whole: std::ops::Range<usize>) -> Replacement {
        if parts.iter().any(std::ops::Range::is_empty) {
            return None;
        }
        let [condition, then, other] = parts.map(|part| self.slice(self.start(part.start), self.end(part.end - 1)));
        let all = whole == (0..self.list.len());
        let enclosed =
            whole.start.checked_sub(1).is_some_and(|before| self.word(before) == "(") && self.word(whole.end) == ")";
        let new = format!("if {condition} then {then} else {other}");
        let new = if all || enclosed { new } else { format!("({new})") };
        Some((self.start(whole.start)..self.end(whole.end - 1), new))
    }

    /// Whether a piece is a comparison.
    pub(super) fn compares(&self, at: usize) -> bool {
        matches!(self.word(at), "<" | ">" | "<=" | ">=" | "=" | "==" | "!=" | "≥" | "≤" | "≠" | "<>" | "=>" | "=<")
    }

    /// The piece that opens the parentheses which one closes, or the name that touches it.
    pub(super) fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let open = (0..=close).rev().find(|&at| {
            match self.word(at) {
                ")" | "]" => depth += 1,
                "(" | "[" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })?;
        let called = |&name: &usize| self.kind(name) == Some(TokenKind::Name) && self.end(name) == self.start(open);
        Some(open.checked_sub(1).filter(called).unwrap_or(open))
    }

    /// The last piece of the value that begins with a piece: a number, a name with what belongs to it behind dots and
    /// in brackets, or what is in parentheses.
    pub(super) fn value_end(&self, from: usize) -> Option<usize> {
        let closing = |open: usize| {
            let mut depth = 0_usize;
            (open..self.list.len()).find(|&at| {
                match self.word(at) {
                    "(" | "[" => depth += 1,
                    ")" | "]" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0
            })
        };
        if self.word(from) == "(" {
            return closing(from);
        }
        if !self.is_name(from) {
            return matches!(self.kind(from), Some(TokenKind::Number | TokenKind::Dice)).then_some(from);
        }
        let mut last = from;
        loop {
            last = match self.word(last + 1) {
                "." if self.is_name(last + 2) => last + 2,
                "(" | "[" => closing(last + 1)?,
                _ => return Some(last),
            };
        }
    }

    /// What is in the brackets that a piece opens, cut at its commas; and the piece that closes them.
    pub(super) fn inside(&self, open: usize) -> Option<(Vec<&'t str>, usize)> {
        if !matches!(self.word(open), "(" | "{") {
            return None;
        }
        let mut depth = 0_usize;
        let mut from = self.end(open);
        let mut parts = Vec::new();
        for at in open..self.list.len() {
            match self.word(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.checked_sub(1)?,
                "," | ";" if depth == 1 => {
                    parts.push(self.slice(from, self.start(at)).trim());
                    from = self.end(at);
                }
                _ => {}
            }
            if depth == 0 {
                parts.push(self.slice(from, self.start(at)).trim());
                return Some((parts, at));
            }
        }
        None
    }
}
