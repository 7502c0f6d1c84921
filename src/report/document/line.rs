//! Lines, their pieces, and the roles of pieces.

use serde::{Deserialize, Serialize};

use crate::report::numbers::number_with_minus;

/// The role of a piece of text, which decides how it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum TextRole {
    /// Ordinary text.
    #[default]
    Plain,
    /// What matters most: the total, the outcome.
    Strong,
    /// Details that readers can skip.
    Dim,
    /// A number that was worked out.
    Number,
    /// A name of the rules or of a sheet.
    Name,
    /// A die that counts.
    Die,
    /// A die that was thrown and does not count.
    DroppedDie,
    /// A face that was thrown again and is no more.
    RerolledDie,
    /// A die that brought another one.
    ExplodedDie,
    /// Words of a good outcome.
    Success,
    /// Words of a bad outcome.
    Failure,
    /// Words of an outcome that is neither.
    Neutral,
    /// What was typed, or could be.
    Code,
    /// A comment of the user.
    Comment,
}

/// A piece of text with its role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextPiece {
    /// The words themselves, without any mark of their role.
    pub text: String,
    pub role: TextRole,
}

/// A line of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line(Vec<TextPiece>);

impl Line {
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    #[must_use]
    pub fn pieces(&self) -> &[TextPiece] {
        &self.0
    }

    /// Adds a piece. Neighbours of one role become one piece, but dice do not.
    pub fn push(&mut self, role: TextRole, text: impl Into<String>) {
        let text = text.into();
        match self.0.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.role == role && !role.is_die() => last.text.push_str(&text),
            _ => {
                if self.0.is_empty() {
                    // Most have one piece, and a table may have ten thousand rows.
                    self.0.reserve_exact(1);
                }
                self.0.push(TextPiece { text, role });
            }
        }
    }

    /// Adds a piece of any role.
    #[must_use]
    pub fn piece(mut self, role: TextRole, text: impl Into<String>) -> Self {
        self.push(role, text);
        self
    }

    /// Adds all pieces of another line.
    #[must_use]
    pub fn then(mut self, other: Self) -> Self {
        for piece in other.0 {
            self.push(piece.role, piece.text);
        }
        self
    }

    /// Adds words of an outcome that is good, bad or neither.
    #[must_use]
    pub fn outcome(self, success: Option<bool>, text: impl ToString) -> Self {
        match success {
            Some(true) => self.success(text),
            Some(false) => self.failure(text),
            None => self.neutral(text),
        }
    }

    /// Joins lines with a plain text between them.
    #[must_use]
    pub fn join(lines: impl IntoIterator<Item = Self>, between: &str) -> Self {
        let mut joined = Self::new();
        for (index, line) in lines.into_iter().enumerate() {
            if index > 0 {
                joined.push(TextRole::Plain, between);
            }
            joined = joined.then(line);
        }
        joined
    }

    /// The words alone, without roles or marks.
    #[must_use]
    pub fn words(&self) -> String {
        self.0.iter().map(|piece| piece.text.as_str()).collect()
    }

    /// The words with the marks of dice, for places that know no roles.
    #[must_use]
    pub fn marked(&self) -> String {
        self.0
            .iter()
            .map(|piece| {
                let (before, after) = piece.role.marks();
                format!("{before}{}{after}", piece.text)
            })
            .collect()
    }

    /// Whether it has no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// One minus sign in all that is shown: `−` before a number, not the hyphen with which it is typed.
/// The bounds of a range stay as they are typed.
pub(in crate::report) fn with_minus_signs(text: String) -> String {
    if !text.contains('-') {
        return text;
    }
    let mut told = String::with_capacity(text.len().saturating_add(8));
    let (mut before, mut earlier) = (' ', ' ');
    for (at, letter) in text.char_indices() {
        let behind = text.get(at..).and_then(|rest| rest.strip_prefix('-')).unwrap_or("");
        let after = behind.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let number = after.len() < behind.len() && !after.starts_with("..");
        // `end-{n}` with a number below zero: the first is a hyphen, the second its sign.
        let behind_hyphen = before == '-' && earlier.is_alphanumeric();
        let stands_alone = !before.is_alphanumeric() && (behind_hyphen || !matches!(before, '-' | '.' | '_' | '/'));
        told.push(if number && stands_alone { '−' } else { letter });
        (earlier, before) = (before, letter);
    }
    told
}

impl TextRole {
    /// Whether the text is a formula, a name or a comment, as users type it.
    pub(in crate::report) fn is_typed(self) -> bool {
        matches!(self, Self::Code | Self::Name | Self::Comment)
    }

    /// Whether it is a die: kept, dropped, rerolled or exploded.
    #[must_use]
    pub fn is_die(self) -> bool {
        matches!(self, Self::Die | Self::DroppedDie | Self::RerolledDie | Self::ExplodedDie)
    }

    /// The text before and after a piece, so that dice can be distinguished without colours: `(3)` dropped, `6!` exploded,
    /// `1→` rerolled.
    #[must_use]
    pub fn marks(self) -> (&'static str, &'static str) {
        match self {
            Self::DroppedDie => ("(", ")"),
            Self::ExplodedDie => ("", "!"),
            Self::RerolledDie => ("", "→"),
            _ => ("", ""),
        }
    }
}

macro_rules! roles {
    ($($method:ident $role:ident $what:literal)*) => {
        impl Line {
            $(
                #[doc = concat!("Adds ", $what, ".")]
                #[must_use]
                pub fn $method(self, text: impl ToString) -> Self {
                    let text = text.to_string();
                    let text = if TextRole::$role.is_typed() { number_with_minus(text) } else { with_minus_signs(text) };
                    self.piece(TextRole::$role, text)
                }
            )*
        }
    };
}

roles! {
    plain Plain "plain text"
    strong Strong "what matters most"
    dim Dim "what matters least"
    number Number "a number that was worked out"
    name Name "a name"
    die Die "a die that counts"
    dropped DroppedDie "a die that does not count"
    rerolled RerolledDie "a face that was thrown again"
    exploded ExplodedDie "a die that brought another one"
    success Success "words of a good outcome"
    failure Failure "words of a bad outcome"
    neutral Neutral "words of an outcome that is neither"
    code Code "what was typed, or could be"
    comment Comment "what somebody noted"
}

impl From<&str> for Line {
    fn from(text: &str) -> Self {
        Self::new().plain(text)
    }
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self::new().plain(text)
    }
}
